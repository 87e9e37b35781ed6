//! The positions that `--at` selects.

use std::str::FromStr;

use crate::game::record::plies::Ply;
use crate::game::values::game_place::GamePlace;

/// An item of `--at`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum At {
    One(GamePlace),
    /// The start, and the position after every N plies.
    All,
    /// The start, and the position after every N plies.
    Every(u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DefaultPlaces {
    Moves,
    /// Every position, the first one included.
    Positions,
    Last,
}

impl At {
    /// Whether it selects this ply of a game with a main line of this length.
    pub(super) fn means(&self, ply: &Ply<'_>, moves: u32) -> bool {
        match self {
            Self::One(GamePlace::Ply(played)) => ply.plies_played() == *played,
            Self::One(GamePlace::Move(number, color)) => ply
                .step
                .as_ref()
                .is_some_and(|step| (step.before.fullmove_number(), step.before.turn()) == (*number, *color)),
            Self::One(GamePlace::Last) => {
                ply.plies_played() == moves && ply.step.as_ref().is_none_or(|step| step.variation == 0)
            }
            Self::One(GamePlace::Fen(position)) => ply.position().same_position(position),
            Self::All => true,
            Self::Every(plies) => ply.plies_played().is_multiple_of(*plies),
        }
    }
}

impl FromStr for At {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let word = word.trim();
        if word == "all" {
            return Ok(Self::All);
        }
        if let Some(plies) = word.strip_prefix("every:") {
            let is_number = plies.bytes().all(|byte| byte.is_ascii_digit());
            let plies = plies.parse().ok().filter(|plies| is_number && *plies > 0);
            return plies
                .map(Self::Every)
                .ok_or_else(|| "expected a number of at least 1, such as every:10".to_owned());
        }
        word.parse().map(Self::One).map_err(|message: String| {
            if word.starts_with("fen:") { message } else { format!("{message}, all, or every:10") }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::piece::Color;
    use crate::chess::position::Position;

    #[test]
    fn items_are_parsed() {
        for (word, at) in [
            ("0", At::One(GamePlace::Ply(0))),
            ("23w", At::One(GamePlace::Move(23, Color::White))),
            ("23B", At::One(GamePlace::Move(23, Color::Black))),
            ("last", At::One(GamePlace::Last)),
            ("all", At::All),
            ("every:10", At::Every(10)),
            ("fen:startpos", At::One(GamePlace::Fen(Box::new(Position::initial())))),
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
