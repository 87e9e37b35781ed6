//! The results of games against the official list of an event: which game belongs to which pairing, and what differs.
//!
//! [`read_list`] reads a list: a tournament report, games, or CSV. `compare` finds the game of each pairing by the names, as
//! copies of games are found, and by the round; then it compares results, colors and names.

mod compare;
mod list;

use std::sync::Arc;

use crate::chess::piece::Color;
use crate::laws::verdict::Reason;
use crate::pgn::lex::Outcome;
use crate::stats::standings::result::{PairingScore, Points, ScoreKind};

use super::people::NameLikeness;

pub use compare::{TooManyComparisons, compare};
pub use list::{ListError, read_list};

/// A player as a list or a game names them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ListedPlayer {
    /// The name; empty if it is not known.
    pub name: Box<str>,
    /// The number at FIDE; 0 if it is not known.
    pub fide_id: u32,
}

/// A pairing of the official list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfficialPairing {
    pub round: Option<u32>,
    /// White and Black.
    pub players: [ListedPlayer; 2],
    pub score: PairingScore,
}

/// A game, as its record shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedGame {
    pub file: Arc<str>,
    /// Its number in the file, from 1, and its first line.
    pub number: u64,
    pub line: u64,
    pub round: Option<u32>,
    pub players: [ListedPlayer; 2],
    /// The score in the tag `Result`; `None` if it has none, or `*`.
    pub tag: Option<PairingScore>,
    /// The termination marker; `None` if it is missing, or `*`.
    pub marker: Option<Outcome>,
    /// What the board proves.
    pub board: Option<BoardVerdict>,
    /// Whether both players have made a move.
    pub has_moves: bool,
}

/// A result that the board proves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardVerdict {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    pub reason: Reason,
}

named! {
    /// What differs between a pairing and its game.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum PairingDifference: (ALL) {
        /// The results differ, or the board proves another one.
        Result = "result",
        /// The game has no result, although its round is over.
        Unfinished = "unfinished",
        /// The official list has no result, but the game has.
        NoOfficialResult = "no-official-result",
        /// No game belongs to the pairing.
        NoGame = "no-game",
        /// The game belongs to no pairing.
        NotListed = "not-listed",
        /// The list has a forfeit, but there are moves.
        Forfeit = "forfeit",
        /// The game has no moves.
        NoMoves = "no-moves",
        /// White and Black are swapped.
        Colors = "colors",
        /// The game has another round.
        Round = "round",
        /// A name is not certain.
        Names = "names",
    }
}

named! {
    /// Whose result the board proves.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum RightSide {
        Official = "official",
        Game = "game",
        /// Of neither.
        Neither = "neither",
    }
}

/// A pairing of the list, its game, or both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComparedPairing<'a> {
    pub official: Option<&'a OfficialPairing>,
    pub game: Option<&'a RecordedGame>,
    /// Whether the game has the colors the other way round.
    pub is_swapped: bool,
    /// How alike the names are: that of the list's White, and that of its Black.
    pub names: [NameLikeness; 2],
    /// What differs, in the order of [`PairingDifference`].
    pub differences: Vec<PairingDifference>,
    /// Who has the result that the board proves, if the results differ and it proves one.
    pub right: Option<RightSide>,
}

impl OfficialPairing {
    /// The points with the colors of the game.
    fn points(&self, is_swapped: bool) -> (Points, Points) {
        let PairingScore { white, black, .. } = self.score;
        if is_swapped { (black, white) } else { (white, black) }
    }

    fn is_open(&self) -> bool {
        self.score.kind == ScoreKind::Open
    }
}

impl BoardVerdict {
    fn points(self) -> (Points, Points) {
        match self.winner {
            Some(Color::White) => (Points::ONE, Points::ZERO),
            Some(Color::Black) => (Points::ZERO, Points::ONE),
            None => (Points::HALF, Points::HALF),
        }
    }
}
