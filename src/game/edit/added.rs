//! Tags with what the moves say.

use std::str::FromStr;

use crate::chess::piece::Color;
use crate::game::Outcome;
use crate::game::openings::Book;
use crate::game::replay::Game;
use crate::game::suggestions::did_you_mean;

/// What can be added to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Addition {
    /// The tag `ECO`: the code of the opening.
    Eco,
    /// The tag `Opening`: its full name.
    Opening,
    /// The tag `Variation`: the part of its name after the colon.
    Variation,
    /// The tag `PlyCount`.
    PlyCount,
    /// The tag `Termination`: `normal` if the last position ends the game.
    Termination,
}

impl Addition {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Eco, Self::Opening, Self::Variation, Self::PlyCount, Self::Termination];

    /// The word for it on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Eco => "eco",
            Self::Opening => "opening",
            Self::Variation => "variation",
            Self::PlyCount => "plycount",
            Self::Termination => "termination",
        }
    }

    /// The name of its tag.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Eco => "ECO",
            Self::Opening => "Opening",
            Self::Variation => "Variation",
            Self::PlyCount => "PlyCount",
            Self::Termination => "Termination",
        }
    }

    /// The value of the tag, for a game in which every move was played.
    fn value(self, game: &Game) -> Option<String> {
        let opening = || Some(Book::embedded().name(game)?.opening);
        match self {
            Self::Eco => Some(opening()?.eco().to_owned()),
            Self::Opening => Some(opening()?.name().to_owned()),
            Self::Variation => Some(opening()?.name().split_once(':')?.1.trim_start().to_owned()),
            Self::PlyCount => Some(game.plies().to_string()),
            Self::Termination => (game.stated()? == board_result(game)?).then(|| "normal".to_owned()),
        }
    }
}

impl FromStr for Addition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = Self::ALL.map(Self::name);
        let known = Self::ALL.into_iter().find(|addition| addition.name() == text);
        let expected = || format!("expected {}", words.join(", "));
        known.ok_or_else(|| format!("there is no such tag; {}", did_you_mean(text, words, &expected())))
    }
}

/// The tags to add to a game. None for a game with a move that was not played, or of another variant.
pub(super) fn added<'a>(
    game: &'a Game,
    additions: &'a [Addition],
) -> impl Iterator<Item = (&'static str, String)> + 'a {
    let is_replayed = game.has_start() && game.is_complete();
    let additions = additions.iter().filter(move |_| is_replayed);
    additions.filter_map(|addition| Some((addition.tag(), addition.value(game)?)))
}

/// The result if the last position ends the game: by checkmate, stalemate, or insufficient material.
fn board_result(game: &Game) -> Option<Outcome> {
    let ending = &game.board_ending;
    match () {
        () if ending.has_no_legal_move && game.position().is_check() => Some(match game.position().turn() {
            Color::White => Outcome::BlackWins,
            Color::Black => Outcome::WhiteWins,
        }),
        () if ending.has_no_legal_move || ending.dead_since == Some(game.plies()) => Some(Outcome::Draw),
        () => None,
    }
}
