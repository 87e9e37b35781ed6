//! Points of chess games and the scoring of an event, and the score of a pairing: the points of each side, and whether a
//! game was played.
//!
//! A win is 1 point, a draw ½ and a loss 0 (Laws 10.1). Other scores occur as well: both players lose if both are
//! absent (6.7) or both break the Laws, and an arbiter may award fewer points in total (12.9).

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};
use std::str::FromStr;

use crate::game::Outcome;
use crate::game::replay::{Game, Validity};

use super::event_players::{EventPlayer, RoundEntry, RoundEntryKind};

// Points of chess games, and the scoring of an event.

/// Points of chess games in halves: a win is 2, a draw 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Points(pub u32);

impl Points {
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

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PairingScore {
    pub white: Points,
    pub black: Points,
    pub kind: ScoreKind,
}

/// How the points of a pairing were scored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScoreKind {
    /// Over the board.
    Played,
    /// Without a game: a player was absent. A game counts as played once both players have made a move (FIDE Rating
    /// Regulations 5.1).
    Forfeit,
    /// Not yet: no result is known.
    Open,
}

impl PairingScore {
    pub const OPEN: Self = Self { white: Points::ZERO, black: Points::ZERO, kind: ScoreKind::Open };

    /// Reads a result as tables, pairing programs and the tag `Result` write it: `1-0`, `½-½`, `1/2-1/2`, `0-0`, `½-0`.
    /// A forfeit is `+/-`, `-/+` or `-/-`, also with `:` or `-` as the separator, or a result with a final `F`. `*` is
    /// an open result. `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let plain: String = text.to_lowercase().replace(' ', "").replace("1/2", "½").replace(':', "-");
        match plain.as_str() {
            "*" => return Some(Self::OPEN),
            "+/-" | "+--" => return Some(Self::forfeit(Points::ONE, Points::ZERO)),
            "-/+" | "--+" => return Some(Self::forfeit(Points::ZERO, Points::ONE)),
            "-/-" | "---" => return Some(Self::forfeit(Points::ZERO, Points::ZERO)),
            _ => {}
        }
        let (bare, kind) = match plain.trim_end_matches('f') {
            bare if bare.len() < plain.len() => (bare, ScoreKind::Forfeit),
            bare => (bare, ScoreKind::Played),
        };
        let (white, black) = bare.split_once('-')?;
        let score = Self { white: side(white)?, black: side(black)?, kind };
        (score.white + score.black <= Points::ONE).then_some(score)
    }

    /// The score that a game records. `bytes` are those it was read from.
    ///
    /// The termination marker takes precedence over the tag `Result`, unless the tag holds a score that a marker cannot
    /// express.
    pub fn of_game(game: &Game, bytes: &[u8]) -> Self {
        let tag = game.tags.text("Result", bytes).and_then(|text| Self::parse(&text));
        let marker = game.outcome.map(Self::of_outcome).filter(|score| score.kind != ScoreKind::Open);
        let score = match (marker, tag) {
            (_, Some(tag)) if tag.exceeds_marker() => tag,
            (Some(marker), _) => marker,
            (None, tag) => tag.unwrap_or(Self::OPEN),
        };
        match score.kind {
            ScoreKind::Played if !was_played(game) => Self { kind: ScoreKind::Forfeit, ..score },
            _ => score,
        }
    }

    fn of_outcome(outcome: Outcome) -> Self {
        let (white, black) = match outcome {
            Outcome::WhiteWins => (Points::ONE, Points::ZERO),
            Outcome::BlackWins => (Points::ZERO, Points::ONE),
            Outcome::Draw => (Points::HALF, Points::HALF),
            Outcome::Unknown => return Self::OPEN,
        };
        Self { white, black, kind: ScoreKind::Played }
    }

    const fn forfeit(white: Points, black: Points) -> Self {
        Self { white, black, kind: ScoreKind::Forfeit }
    }

    /// Whether no termination marker can express it.
    fn exceeds_marker(self) -> bool {
        self.kind == ScoreKind::Forfeit || self.kind == ScoreKind::Played && self.white + self.black < Points::ONE
    }
}

impl fmt::Display for PairingScore {
    /// Writes it as [`Self::parse`] reads it: `1-0`, `½-½`; `+/-` without a game; `*` while it is open.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind, self.white, self.black) {
            (ScoreKind::Open, ..) => f.write_str("*"),
            (ScoreKind::Played, white, black) => write!(f, "{white}-{black}"),
            (ScoreKind::Forfeit, Points::ONE, _) => f.write_str("+/-"),
            (ScoreKind::Forfeit, _, Points::ONE) => f.write_str("-/+"),
            (ScoreKind::Forfeit, Points::ZERO, Points::ZERO) => f.write_str("-/-"),
            (ScoreKind::Forfeit, white, black) => write!(f, "{white}-{black}F"),
        }
    }
}

fn side(text: &str) -> Option<Points> {
    match text {
        "1" => Some(Points::ONE),
        "½" | "0.5" => Some(Points::HALF),
        "0" => Some(Points::ZERO),
        _ => None,
    }
}

/// Whether both players have made a move. A game with unreadable moves counts as played.
fn was_played(game: &Game) -> bool {
    game.plies() >= 2 || !game.is_complete() || !game.has_start() || game.status == Validity::Unchecked
}

#[cfg(test)]
mod tests {
    use crate::chess::piece::Color;
    use crate::game::replay::read_game;
    use crate::game::rules::RuleSet;

    use super::*;

    fn text_of(score: Option<PairingScore>) -> String {
        score.map_or_else(
            || "nothing".to_owned(),
            |score| format!("{} {} {:?}", score.white, score.black, score.kind).to_lowercase(),
        )
    }

    #[test]
    fn results_are_read_as_they_are_written() {
        for (text, meant) in [
            ("1-0", "1 0 played"),
            ("0 : 1", "0 1 played"),
            ("1/2-1/2", "½ ½ played"),
            ("½-½", "½ ½ played"),
            ("0-0", "0 0 played"),
            ("1/2-0", "½ 0 played"),
            ("+/-", "1 0 forfeit"),
            ("- : +", "0 1 forfeit"),
            ("---", "0 0 forfeit"),
            ("1-0F", "1 0 forfeit"),
            ("0-1ff", "0 1 forfeit"),
            ("*", "0 0 open"),
            ("1-1", "nothing"),
            ("", "nothing"),
            ("f", "nothing"),
            ("2-0", "nothing"),
        ] {
            let score = PairingScore::parse(text);
            assert_eq!(text_of(score), meant, "{text}");
            assert!(score.is_none_or(|score| PairingScore::parse(&score.to_string()) == Some(score)), "{text}");
        }
    }

    #[test]
    fn a_game_is_played_once_both_have_moved() {
        let of = |text: &str| {
            text_of(Some(PairingScore::of_game(&read_game(text.as_bytes(), 0, RuleSet::EMPTY), text.as_bytes())))
        };
        assert_eq!(of("[Result \"1-0\"]\n\n1. e4 e5 1-0\n"), "1 0 played");
        assert_eq!(of("[Result \"1-0\"]\n\n1. e4 1-0\n"), "1 0 forfeit");
        assert_eq!(of("[Result \"0-1\"]\n\n0-1\n"), "0 1 forfeit");
        assert_eq!(of("[Result \"1-0\"]\n\n1. e4 e5 *\n"), "1 0 played", "the tag says more than `*`");
        assert_eq!(of("[Result \"1-0\"]\n\n1. e4 e5 0-1\n"), "0 1 played", "the marker goes before");
        assert_eq!(of("[Result \"0-0\"]\n\n1. e4 e5 *\n"), "0 0 played");
        assert_eq!(of("[Result \"-/-\"]\n\n*\n"), "0 0 forfeit");
        assert_eq!(of("[Result \"*\"]\n\n1. e4 e5 *\n"), "0 0 open");
        assert_eq!(of("[Result \"1-0\"]\n\n1. e5 1-0\n"), "1 0 played", "moves that cannot be followed are moves");
    }

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
