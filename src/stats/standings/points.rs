//! Points of chess games, and the scoring of an event.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};
use std::str::FromStr;

use super::event_players::{EventPlayer, RoundEntry, RoundEntryKind};
use super::result::ScoreKind;

/// Points of chess games in halves: a win is 2, a draw 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Points(pub u32);

impl Points {
    /// No point.
    pub const ZERO: Self = Self(0);
    /// Half a point, as for a draw.
    pub const HALF: Self = Self(1);
    /// One point, as for a win.
    pub const ONE: Self = Self(2);
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Points {
    /// Writes them as in cross-tables: `8`, `8½`, `½`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 2, self.0 % 2) {
            (whole, 0) => write!(f, "{whole}"),
            (0, _) => f.write_str("½"),
            (whole, _) => write!(f, "{whole}½"),
        }
    }
}

/// The points for a win, a draw and a loss in an event: 1, ½ and 0 unless its regulations differ (Laws 10.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scoring {
    pub win: Points,
    pub draw: Points,
    /// For a loss over the board; a forfeit and a round without a game score nothing.
    pub loss: Points,
}

impl Default for Scoring {
    fn default() -> Self {
        Self { win: Points::ONE, draw: Points::HALF, loss: Points::ZERO }
    }
}

impl Scoring {
    fn points_for(self, entry: &RoundEntry) -> Points {
        match entry.points {
            Points::ONE => self.win,
            Points::HALF => self.draw,
            _ if matches!(entry.kind, RoundEntryKind::Paired { kind: ScoreKind::Played, .. }) => self.loss,
            _ => Points::ZERO,
        }
    }

    pub fn total(self, player: &EventPlayer) -> Points {
        player.entries.iter().map(|entry| self.points_for(entry)).sum()
    }
}

impl FromStr for Scoring {
    type Err = &'static str;

    /// Reads `3,1,0` or `1,0.5,0`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WRITE: &str = "write the points for a win, a draw and a loss, in halves from 0 to 100: 3,1,0";
        let halves = |word: &str| {
            let (whole, half) = match word.trim().split_once('.') {
                None => (word.trim(), 0),
                Some((whole, "0")) => (whole, 0),
                Some((whole, "5")) => (whole, 1),
                Some(_) => return None,
            };
            let is_number = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
            let whole: u32 = whole.parse().ok().filter(|whole| is_number && *whole <= 100)?;
            Some(Points(whole * 2 + half))
        };
        let parts: Vec<Points> = text.split(',').map(halves).collect::<Option<_>>().ok_or(WRITE)?;
        match parts[..] {
            [win, draw, loss] if win >= draw && draw >= loss => Ok(Self { win, draw, loss }),
            [_, _, _] => Err("a win must be worth at least a draw, and a draw at least a loss"),
            _ => Err(WRITE),
        }
    }
}

/// `3, 1, 0`.
impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}, {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::piece::Color;

    #[test]
    fn other_points_are_read_and_added_up() {
        let three: Scoring = "3,1,0".parse().unwrap();
        assert_eq!((three.win, three.draw, three.loss), (Points(6), Points(2), Points(0)));
        assert_eq!("1, 0.5, 0".parse(), Ok(Scoring::default()));
        assert_eq!("2.5,1,0".parse::<Scoring>().unwrap().to_string(), "2½, 1, 0");
        for text in ["", "3,1", "3,1,0,0", "1,3,0", "3,x,0", "-1,0,0", "1,0.25,0", "101,1,0", "+3,1,0"] {
            assert!(text.parse::<Scoring>().is_err(), "{text}");
        }
        let entry = |kind, points| RoundEntry {
            round: 0,
            kind: RoundEntryKind::Paired { opponent: 1, color: Color::White, kind },
            points,
        };
        let entries = vec![
            entry(ScoreKind::Played, Points::ONE),
            entry(ScoreKind::Played, Points::HALF),
            entry(ScoreKind::Played, Points::ZERO),
            entry(ScoreKind::Forfeit, Points::ZERO),
            entry(ScoreKind::Open, Points::ZERO),
            RoundEntry { round: 5, kind: RoundEntryKind::Absent, points: Points::ZERO },
            RoundEntry { round: 6, kind: RoundEntryKind::Bye, points: Points::ONE },
        ];
        let player = EventPlayer { name: "A".into(), rating: None, entries };
        assert_eq!(Scoring::default().total(&player), player.points());
        assert_eq!(three.total(&player), Points(14));
        assert_eq!("3,2,1".parse::<Scoring>().unwrap().total(&player), Points(18));
    }

    #[test]
    fn points_are_written_as_in_cross_tables() {
        let written = |halves| Points(halves).to_string();
        assert_eq!([0, 1, 2, 3, 17].map(written), ["0", "½", "1", "1½", "8½"]);
        assert_eq!([Points::ONE, Points::HALF].into_iter().sum::<Points>(), Points(3));
    }
}
