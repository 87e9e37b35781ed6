//! The reading of a game by pgn-reader and shakmaty.

use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, KnownOutcome, Position as _, PositionError};

use crate::pgn::lex::Outcome;

/// The result of reading the bytes of one game with pgn-reader and shakmaty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opinion {
    /// The number of games that pgn-reader finds in these bytes: to it, any blank line ends a game. All of them are
    /// replayed as the one game that adoube reads; if they were several, the moves would not fit.
    pub games: u32,
    /// The number of plies played in the main line.
    pub plies: u32,
    /// The error that ended the replay before the end of the movetext, if there was one.
    pub refused: Option<String>,
    /// The position after the last move played, as a FEN: castling as in X-FEN, the en passant square only if a capture
    /// there is legal.
    pub fen: String,
    /// The first termination marker of the main line.
    pub outcome: Option<Outcome>,
}

/// Replays the game in these bytes with pgn-reader and shakmaty.
#[must_use]
pub fn second_opinion(game: &[u8]) -> Opinion {
    let mut reader = Reader::new(game);
    let mut player = Player::default();
    let mut games = 0;
    loop {
        match reader.read_game(&mut player) {
            Ok(Some(())) => games += 1,
            Ok(None) => break,
            Err(error) => {
                player.refused.get_or_insert_with(|| error.to_string());
                games += 1;
                break;
            }
        }
    }
    let Player { position, plies, refused, outcome } = player;
    let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
    Opinion { games, plies, refused, fen, outcome }
}

/// The visitor that replays the main line.
#[derive(Default)]
struct Player {
    position: Chess,
    plies: u32,
    refused: Option<String>,
    outcome: Option<Outcome>,
}

impl Visitor for Player {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            match set_up(&value) {
                Ok(position) => self.position = position,
                Err(why) => self.refused = Some(why),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), written: SanPlus) -> ControlFlow<()> {
        if self.refused.is_some() {
            return ControlFlow::Continue(());
        }
        match written.san.to_move(&self.position) {
            Ok(legal) => {
                self.position.play_unchecked(legal);
                self.plies += 1;
            }
            Err(why) => self.refused = Some(format!("{written}: {why}")),
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

/// The position of a FEN tag. Chess960 castling and any amount of material are accepted.
fn set_up(value: &RawTag<'_>) -> Result<Chess, String> {
    let fen = Fen::from_ascii(&value.decode()).map_err(|error| format!("FEN: {error}"))?;
    let position = fen.into_position(CastlingMode::Chess960).or_else(PositionError::ignore_too_much_material);
    position.map_err(|error| format!("FEN: {error}"))
}
