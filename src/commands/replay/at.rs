//! Which positions of a game are shown: `--at`.

use std::str::FromStr;

use crate::chess::fen;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::game::plies::Ply;

/// A word of `--at`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum At {
    /// After so many moves; 0 is the start.
    Ply(u32),
    /// After this player's move of this number.
    Move(u32, Color),
    /// After the last move.
    Last,
    /// The start, and after every move.
    All,
    /// The start, and after every so many moves.
    Every(u32),
    /// Wherever this position is on the board.
    Fen(Box<Position>),
}

/// What is shown if nothing else is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Usual {
    /// Every move.
    Moves,
    /// Every position, the first one included.
    Positions,
    /// The last position.
    Last,
}

impl At {
    /// Whether it means this ply of a game whose main line has so many moves.
    pub(super) fn means(&self, ply: &Ply<'_>, moves: u32) -> bool {
        match self {
            Self::Ply(played) => ply.played() == *played,
            Self::Move(number, color) => ply
                .step
                .as_ref()
                .is_some_and(|step| (step.before.fullmove_number(), step.before.turn()) == (*number, *color)),
            Self::Last => ply.played() == moves && ply.step.as_ref().is_none_or(|step| step.variation == 0),
            Self::All => true,
            Self::Every(plies) => ply.played().is_multiple_of(*plies),
            Self::Fen(position) => ply.position().same_position(position),
        }
    }
}

impl FromStr for At {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let word = word.trim();
        if let Some(text) = word.strip_prefix("fen:") {
            let reading = fen::read(text.as_bytes()).map_err(|error| error.to_string())?;
            let (position, _) = reading
                .setup
                .position_without_impossible_rights()
                .map_err(|_| format!("chess cannot be played from `{text}`"))?;
            return Ok(Self::Fen(Box::new(position)));
        }
        let of_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = |text: &str| of_digits(text).then(|| text.parse().ok()).flatten();
        let parsed = match word {
            "last" => Some(Self::Last),
            "all" => Some(Self::All),
            _ => match word.strip_prefix("every:") {
                Some(plies) => number(plies).filter(|plies| *plies > 0).map(Self::Every),
                None => match (word.strip_suffix(['w', 'W']), word.strip_suffix(['b', 'B'])) {
                    (Some(move_number), _) => number(move_number).map(|number| Self::Move(number, Color::White)),
                    (_, Some(move_number)) => number(move_number).map(|number| Self::Move(number, Color::Black)),
                    _ => number(word).map(Self::Ply),
                },
            },
        };
        parsed.ok_or_else(|| "write 40 (after 40 half-moves, 0 is the start), 23w (after White's move 23), 23b, last, all, every:10 or fen:FEN".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read() {
        for (word, at) in [
            ("0", At::Ply(0)),
            ("23w", At::Move(23, Color::White)),
            ("23B", At::Move(23, Color::Black)),
            ("last", At::Last),
            ("all", At::All),
            ("every:10", At::Every(10)),
            ("fen:startpos", At::Fen(Box::new(Position::initial()))),
        ] {
            assert_eq!(word.parse(), Ok(at), "{word}");
        }
        for word in
            ["", "-1", "w", "every:0", "every:", "first", "fen:8/8", "99999999999", "fen:8/8/8/8/8/8/8/8 w - - 0 1"]
        {
            assert!(word.parse::<At>().is_err(), "{word}");
        }
    }
}
