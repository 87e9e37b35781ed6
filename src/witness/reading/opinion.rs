//! A second opinion on a game: pgn-reader parses the text and shakmaty replays the moves.

use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, KnownOutcome, Position as _, PositionError};

use crate::pgn::lex::Outcome;

/// The result of reading the bytes of one game with pgn-reader and shakmaty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opinion {
    /// The number of games that pgn-reader finds in these bytes. It splits a game at every blank line; the parts are
    /// replayed as one game, as adoube reads them. If they really were several games, a move would be illegal.
    pub games: u32,
    /// The number of plies played in the main line.
    pub plies: u32,
    /// The error that ended the replay before the end of the movetext, if there was one.
    pub error: Option<String>,
    /// The position after the last move played, as a FEN with castling rights as in X-FEN. It has an en passant square
    /// only if an en passant capture is legal.
    pub fen: String,
    /// The first game termination marker of the main line.
    pub outcome: Option<Outcome>,
}

/// Replays the game in these bytes with pgn-reader and shakmaty.
pub fn second_opinion(game: &[u8]) -> Opinion {
    let mut reader = Reader::new(game);
    let mut replayer = Replayer::default();
    let mut games = 0;
    loop {
        match reader.read_game(&mut replayer) {
            Ok(Some(())) => games += 1,
            Ok(None) => break,
            Err(error) => {
                replayer.error.get_or_insert_with(|| error.to_string());
                games += 1;
                break;
            }
        }
    }
    let Replayer { position, plies, error, outcome } = replayer;
    let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
    Opinion { games, plies, error, fen, outcome }
}

/// The visitor that replays the main line.
#[derive(Default)]
struct Replayer {
    position: Chess,
    plies: u32,
    error: Option<String>,
    outcome: Option<Outcome>,
}

impl Visitor for Replayer {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            match starting_position(&value) {
                Ok(position) => self.position = position,
                Err(error) => self.error = Some(error),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        if self.error.is_some() {
            return ControlFlow::Continue(());
        }
        match san.san.to_move(&self.position) {
            Ok(mv) => {
                self.position.play_unchecked(mv);
                self.plies += 1;
            }
            Err(error) => self.error = Some(format!("{san}: {error}")),
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, (): &mut (), outcome: shakmaty::Outcome) -> ControlFlow<()> {
        self.outcome.get_or_insert(match outcome {
            shakmaty::Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => Outcome::WhiteWins,
            shakmaty::Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => Outcome::BlackWins,
            shakmaty::Outcome::Known(KnownOutcome::Draw) => Outcome::Draw,
            shakmaty::Outcome::Unknown => Outcome::Unknown,
        });
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {}
}

/// Reads the starting position from a FEN tag. Chess960 castling and any amount of material are accepted.
fn starting_position(value: &RawTag<'_>) -> Result<Chess, String> {
    let fen = Fen::from_ascii(&value.decode()).map_err(|error| format!("FEN: {error}"))?;
    let position = fen.into_position(CastlingMode::Chess960).or_else(PositionError::ignore_too_much_material);
    position.map_err(|error| format!("FEN: {error}"))
}
