//! A place in a game: a number of plies, `23w`, `23b`, `last` or `fen:FEN`.
//!
//! Every command parses its `--at` with this type, so that the syntax is the same everywhere.

use std::fmt;
use std::str::FromStr;

use crate::chess::fen;
use crate::chess::moves::PlyCount;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::laws::history::History;

/// A place in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GamePlace {
    /// After this number of plies; 0 is the start.
    Ply(u32),
    /// After this side's move with this number.
    Move(u32, Color),
    /// After the last move.
    Last,
    /// At the last occurrence of this position.
    Fen(Box<Position>),
}

/// The last place of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastPlace {
    /// The number of plies played.
    pub plies: u32,
    /// The number and side of the last move.
    pub last: Option<(u32, Color)>,
}

impl LastPlace {
    /// The end of a game.
    pub fn from_history(history: &History) -> Self {
        let before = history.plies().checked_sub(1).map(|ply| history.position_at(ply));
        Self { plies: history.plies(), last: before.map(|position| (position.fullmove_number(), position.turn())) }
    }
}

/// `it has 8 plies and ends with 4b`.
impl fmt::Display for LastPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((number, color)) = self.last else { return f.write_str("it has no moves") };
        let side = if color == Color::White { 'w' } else { 'b' };
        write!(f, "it has {} and ends with {number}{side}", PlyCount(self.plies.into()))
    }
}

impl GamePlace {
    /// The number of plies played before it. `None` if the game has no such place.
    pub fn ply(&self, history: &History) -> Option<u32> {
        match self {
            Self::Ply(ply) => (*ply <= history.plies()).then_some(*ply),
            Self::Last => Some(history.plies()),
            Self::Move(number, color) => {
                ply_after(history.start(), *number, *color).filter(|&ply| ply <= history.plies())
            }
            Self::Fen(position) => {
                let occurrences = history.positions().enumerate().filter(|(_, other)| other.same_position(position));
                occurrences.map(|(ply, _)| ply as u32).last()
            }
        }
    }
}

/// The number of plies from a position through this side's move with this number. `None` if the position is after that
/// move, or on overflow.
fn ply_after(start: &Position, number: u32, color: Color) -> Option<u32> {
    let index = |number: u32, color: Color| u64::from(number) * 2 + u64::from(color == Color::Black);
    let first = index(start.fullmove_number(), start.turn());
    let plies = (index(number, color) + 1).checked_sub(first)?;
    u32::try_from(plies).ok().filter(|&plies| plies > 0)
}

impl FromStr for GamePlace {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let place = text.trim();
        if let Some(text) = place.strip_prefix("fen:") {
            let reading = fen::parse(text.as_bytes()).map_err(|error| error.to_string())?;
            let (position, _) = reading
                .setup
                .position_without_impossible_rights()
                .map_err(|_| format!("`{text}` is not a playable position"))?;
            return Ok(Self::Fen(Box::new(position)));
        }
        let is_decimal = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = |text: &str| is_decimal(text).then(|| text.parse().ok()).flatten();
        let parsed = match (place, place.strip_suffix(['w', 'W']), place.strip_suffix(['b', 'B'])) {
            ("last", ..) => Some(Self::Last),
            (_, Some(text), _) => number(text).map(|number| Self::Move(number, Color::White)),
            (_, _, Some(text)) => number(text).map(|number| Self::Move(number, Color::Black)),
            _ => number(place).map(Self::Ply),
        };
        parsed.ok_or_else(|| {
            "write 40 (after 40 plies; 0 is the start), 23w (after White's move 23), 23b, last or fen:FEN".to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(start: &Position, moves: &str) -> History {
        let mut history = History::new(start.clone());
        for san in moves.split_whitespace() {
            let written = crate::chess::san::parse(san.as_bytes()).unwrap();
            let mv = history.last().resolve(&written).unwrap().mv;
            assert!(history.push(mv));
        }
        history
    }

    #[test]
    fn finds_a_move_by_the_numbers_of_the_game() {
        let game = history(&Position::initial(), "e4 e5 Nf3");
        let ply = |place: &str| place.parse::<GamePlace>().unwrap().ply(&game);
        assert_eq!(
            [ply("0"), ply("1w"), ply("1b"), ply("2W"), ply("last")],
            [Some(0), Some(1), Some(2), Some(3), Some(3)]
        );
        assert_eq!([ply("2b"), ply("4"), ply("0b"), ply("4294967295b")], [None; 4]);
        let later = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 b - - 0 23").unwrap();
        let game = history(&later, "Kd7 Ra2 Kd6");
        let ply = |place: &str| place.parse::<GamePlace>().unwrap().ply(&game);
        assert_eq!([ply("23b"), ply("24w"), ply("24b")], [Some(1), Some(2), Some(3)]);
        assert_eq!([ply("23w"), ply("22b"), ply("25w")], [None; 3]);
    }

    #[test]
    fn finds_the_last_occurrence_of_a_position() {
        let game = history(&Position::initial(), "Nf3 Nf6 Ng1 Ng8 e4");
        let ply = |place: &str| place.parse::<GamePlace>().unwrap().ply(&game);
        assert_eq!(ply("fen:startpos"), Some(4));
        assert_eq!(ply("fen:4k3/8/8/8/8/8/8/4K3 w - -"), None);
    }
}
