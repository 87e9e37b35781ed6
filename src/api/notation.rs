//! Moves and setups as text: SAN and UCI of a position, and FEN of positions that nobody can play from.

use std::error::Error;
use std::fmt;

use crate::chess::fen::{self, FenError};
use crate::chess::illegal::{Illegal, diagnose};
use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::san::{self, MoveSpec, San, SanError};
use crate::chess::setup::Setup;
use crate::chess::uci::{self, Uci, UciMode, UciText};

/// Why a text is not a legal move of a position.
///
/// # Examples
///
/// ```
/// use adoube::{MoveError, Position};
///
/// let position = Position::initial();
/// assert!(matches!(position.parse_san("Nf"), Err(MoveError::San(_))));
/// assert!(matches!(position.parse_san("Nd4"), Err(MoveError::Illegal(_))));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveError {
    /// The text does not describe a move in SAN or a notation close to it.
    San(SanError),
    /// The text is not a move in UCI notation.
    Uci,
    /// The text describes a move that is not legal here, or several legal moves.
    Illegal(Illegal),
}

impl Position {
    /// The legal move that a text in SAN means.
    ///
    /// Reading is lenient: long algebraic and UCI notation, figurines, `0-0`, move suffixes and needless
    /// disambiguation are accepted, as long as exactly one legal move fits.
    ///
    /// # Errors
    ///
    /// [`MoveError`] if the text is not a move, or if no legal move or several legal moves fit. The error of an illegal
    /// move says which rule forbids it.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::Position;
    ///
    /// let position = Position::from_fen("4k3/4n3/8/8/8/8/8/4R1K1 b - - 0 1")?;
    /// let error = position.parse_san("Nd5").unwrap_err();
    /// assert_eq!(error.to_string(), "the knight on e7 is pinned to its king on e8 by the rook on e1");
    /// # Ok::<_, adoube::PositionError>(())
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        Ok(self.resolve(&san::parse(text.as_bytes())?)?.mv)
    }

    /// The legal move that a text in UCI notation means. Castling is given by the king's final square or by its rook.
    ///
    /// # Errors
    ///
    /// [`MoveError`] if the text is not UCI, is the null move `0000`, or if the move is not legal.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{MoveKind, Position};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let castling = position.parse_uci("e1g1")?;
    /// assert_eq!(castling.kind(), MoveKind::Castle);
    /// assert_eq!(position.parse_uci("e1h1")?, castling);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        let spec = match uci::parse(text.as_bytes()).ok_or(MoveError::Uci)? {
            Uci::Move { from, to, promotion } => {
                if let Some(mv) = uci::between(self, from, to, promotion) {
                    return Ok(mv);
                }
                MoveSpec::Squares { from, to, promotion }
            }
            Uci::Null => MoveSpec::Null,
        };
        Err(MoveError::Illegal(diagnose(self, spec, false)))
    }

    /// Plays the legal move that a text in SAN means, and returns it.
    ///
    /// # Errors
    ///
    /// As for [`Position::parse_san`]; the position is then unchanged.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::Position;
    ///
    /// let mut position = Position::initial();
    /// for san in "f3 e5 g4 Qh4".split(' ') {
    ///     position.play_san(san)?;
    /// }
    /// assert!(position.is_checkmate());
    /// # Ok::<_, adoube::MoveError>(())
    /// ```
    pub fn play_san(&mut self, text: &str) -> Result<Move, MoveError> {
        let mv = self.parse_san(text)?;
        self.play_unchecked(mv);
        Ok(mv)
    }

    /// Plays the legal move that a text in UCI notation means, and returns it.
    ///
    /// # Errors
    ///
    /// As for [`Position::parse_uci`]; the position is then unchanged.
    pub fn play_uci(&mut self, text: &str) -> Result<Move, MoveError> {
        let mv = self.parse_uci(text)?;
        self.play_unchecked(mv);
        Ok(mv)
    }

    /// The SAN of a legal move, with its check suffix.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::Position;
    ///
    /// let position = Position::from_fen("k7/8/8/8/8/8/8/K5RR w - - 0 1")?;
    /// let mv = position.parse_uci("g1g8")?;
    /// assert_eq!(position.to_san(mv).as_str(), "Rg8+");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_san(&self, mv: Move) -> San {
        san::write(self, mv)
    }

    /// A legal move in UCI notation. Castling is `e1g1`, or `e1h1` if the castling rights need Chess960 notation.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::Position;
    ///
    /// let position = Position::initial();
    /// let mv = position.parse_san("Nf3")?;
    /// assert_eq!(position.to_uci(mv).as_str(), "g1f3");
    /// # Ok::<_, adoube::MoveError>(())
    /// ```
    pub fn to_uci(&self, mv: Move) -> UciText {
        uci::write(mv, if self.has_standard_castling() { UciMode::Standard } else { UciMode::Chess960 })
    }
}

impl Setup {
    /// Reads a FEN, whether anybody can play from it or not. [`Setup::position`] says why not.
    ///
    /// # Errors
    ///
    /// [`FenError`] if the text is not a FEN. Missing fields and unusual spelling are accepted.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Refusal, Setup};
    ///
    /// let setup = Setup::from_fen("8/8/8/8/8/8/8/K6k w - - 0 1")?;
    /// assert!(setup.position().is_ok());
    /// let setup = Setup::from_fen("8/8/8/8/8/8/8/K7 w - - 0 1")?;
    /// assert!(matches!(setup.position().unwrap_err()[..], [Refusal::NoKing { .. }]));
    /// # Ok::<_, adoube::FenError>(())
    /// ```
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        Ok(fen::parse(text.as_bytes())?.setup)
    }
}

impl From<SanError> for MoveError {
    fn from(error: SanError) -> Self {
        Self::San(error)
    }
}

impl From<Illegal> for MoveError {
    fn from(reason: Illegal) -> Self {
        Self::Illegal(reason)
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::San(error) => error.fmt(f),
            Self::Uci => f.write_str("this is not a move in UCI notation, such as `e2e4` or `e7e8q`"),
            Self::Illegal(reason) => reason.fmt(f),
        }
    }
}

impl Error for MoveError {}
