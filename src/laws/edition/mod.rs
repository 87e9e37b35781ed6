//! Rule sets as data: FIDE's Laws by date, US Chess, servers, correspondence, engine matches.
//!
//! A rule set says *what* ends a game and what may be claimed ([`RuleBook`]); `articles` says *where* that is written.
//! What no text at hand establishes is said to be unknown, never guessed.

mod articles;
mod rule_sets;

use std::fmt;

use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;

use super::material::{has_mating_material, is_dead};

pub use articles::{Citation, LawTopic};

/// A day as PGN writes it, `YYYY.MM.DD`; 0 stands for a part that is not known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Day {
    /// The year.
    pub year: u16,
    /// The month, 1 to 12, or 0.
    pub month: u8,
    /// The day of the month, 1 to 31, or 0.
    pub day: u8,
}

impl Day {
    /// The first day it can be.
    #[must_use]
    pub fn earliest(self) -> Self {
        Self { month: self.month.max(1), day: self.day.max(1), ..self }
    }

    /// The last day it can be, or one after it.
    #[must_use]
    pub const fn latest(self) -> Self {
        let month = if self.month == 0 { 12 } else { self.month };
        Self { month, day: if self.day == 0 { 31 } else { self.day }, ..self }
    }
}

/// A set of rules by which a game can be decided.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Edition {
    /// The FIDE Laws in force from 1 July 2001.
    Fide2001 = 0,
    /// From 1 July 2014: fivefold repetition and 75 moves end a game by themselves.
    Fide2014 = 1,
    /// From 1 January 2018; its changes of July 2017 are counted to it.
    Fide2018 = 2,
    /// From 1 January 2023.
    Fide2023 = 3,
    /// US Chess.
    Uscf = 4,
    /// The server lichess.org.
    Lichess = 5,
    /// The server chess.com.
    Chesscom = 6,
    /// Correspondence chess under ICCF.
    Iccf = 7,
    /// Engine matches under cutechess or fastchess.
    Engine = 8,
}

/// How a draw comes about under a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawMode {
    /// The game ends by itself.
    Automatic,
    /// The game ends by itself, but only if the repetitions follow each other without a pause (FIDE 2014, 9.6).
    AutomaticConsecutive,
    /// A player may claim it, on the board or with an intended move.
    Claim,
    /// The rule set has no such rule, as far as the texts at hand show.
    Absent,
}

/// Which positions are dead under a rule set, and end the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeadRule {
    /// All in which neither side can mate by any series of legal moves, for whatever reason.
    AnyCause,
    /// Those in which the men on the board can mate in no placement.
    Material,
    /// Those in which neither side's men can force a mate against a bare king.
    NoForcedMate,
    /// No rule was found.
    Absent,
}

/// When a player who would win by the other's flag, resignation or penalty draws instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WinRule {
    /// Never: he wins.
    Always,
    /// When he cannot mate by any series of legal moves.
    UnlessUnable,
    /// When his men could mate in no placement.
    UnlessMaterial,
    /// When he has only a king, king and bishop, king and knight, or two knights against no pawn, and no forced win.
    UnlessFewMen,
    /// When his men cannot force a mate against a bare king.
    UnlessNoForce,
    /// When he has a bare king.
    UnlessBareKing,
}

/// What a rule set says, as data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleBook {
    /// The rule set.
    pub edition: Edition,
    /// The word for it on the command line.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The day from which it holds; `None` if it is no FIDE edition.
    pub since: Option<Day>,
    /// The same position three times.
    pub threefold: DrawMode,
    /// The same position five times.
    pub fivefold: DrawMode,
    /// Fifty moves by each player without capture or pawn move.
    pub fifty: DrawMode,
    /// Seventy-five.
    pub seventy_five: DrawMode,
    /// Dead positions.
    pub dead: DeadRule,
    /// The flag of one player falls.
    pub flag: WinRule,
    /// One player resigns.
    pub resignation: WinRule,
    /// A player completes one illegal move too many.
    pub illegal: WinRule,
    /// The same in blitz.
    pub illegal_in_blitz: WinRule,
    /// What completed illegal moves cost.
    pub illegal_moves: IllegalMoves,
    /// Whether a draw can be agreed only when both have made a move.
    pub agreement_needs_moves: bool,
    /// Minutes that a wrong claim gives the opponent, by [`TimeClass`]. `None`: not established.
    pub wrong_claim_minutes: Option<[u8; 3]>,
    /// What is not established about it, or was decided where texts are silent; empty if nothing.
    pub note: &'static str,
}

/// What completed illegal moves cost under a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalMoves {
    /// Time, and in the end the game.
    Cost {
        /// The one that loses, by [`TimeClass`], where an arbiter watches.
        losing: [u8; 3],
        /// The one that loses in rapid and blitz where none watches, if it is another.
        unsupervised: Option<u8>,
        /// Minutes that the opponent gets for one that does not lose, by [`TimeClass`].
        minutes: [u8; 3],
    },
    /// Not established.
    Unknown,
    /// None can be made: the board does not let a player make one.
    Impossible,
}

/// How fast a game is, which decides some penalties (FIDE Appendices A and B).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[repr(u8)]
pub enum TimeClass {
    /// At least an hour for each player.
    #[default]
    Standard = 0,
    /// More than ten minutes and less than an hour.
    Rapid = 1,
    /// Ten minutes or less.
    Blitz = 2,
}

impl TimeClass {
    /// The word for it: `rapid`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Rapid => "rapid",
            Self::Blitz => "blitz",
        }
    }

    /// The class of a game in which each player has so many seconds for the whole game and so many more for each move
    /// (A.1, B.1): 60 moves are counted.
    #[must_use]
    pub const fn of(base: u64, increment: u64) -> Self {
        match base.saturating_add(increment.saturating_mul(60)) {
            ..=600 => Self::Blitz,
            601..3600 => Self::Rapid,
            _ => Self::Standard,
        }
    }
}

/// Whether an arbiter watches every game (FIDE A.4, B.4).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Supervision {
    /// He does.
    #[default]
    Full,
    /// He does not (A.5).
    Limited,
}

/// The day from which fivefold repetition and 75 moves without pawn move or capture end a game by themselves
/// (Laws 9.6, in the edition of 1 July 2014).
const AUTOMATIC_DRAWS: Day = Day { year: 2014, month: 7, day: 1 };

/// The day from which no ending has more than fifty moves; before, some had up to a hundred.
const ONE_FIFTY_FOR_ALL: Day = Day { year: 1992, month: 0, day: 0 };

/// Whether Laws 9.6 held on this day. An unknown month or day is taken as early as can be, so that nobody is accused of
/// breaking a rule that may have come later; an unknown date means the Laws of today.
#[must_use]
pub fn has_automatic_draws(day: Option<Day>) -> bool {
    day.is_none_or(|day| day.earliest() >= AUTOMATIC_DRAWS)
}

impl Edition {
    /// All rule sets, FIDE's first and in the order of their days.
    pub const ALL: [Self; 9] = [
        Self::Fide2001,
        Self::Fide2014,
        Self::Fide2018,
        Self::Fide2023,
        Self::Uscf,
        Self::Lichess,
        Self::Chesscom,
        Self::Iccf,
        Self::Engine,
    ];

    /// What it says.
    #[must_use]
    pub const fn book(self) -> &'static RuleBook {
        &rule_sets::BOOKS[self as usize]
    }

    /// The word for it, such as `fide-2023`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.book().name
    }

    /// The FIDE edition in force on a day, and what there is to say about the choice. An unknown day means the Laws of
    /// today, an unknown month or day of the month the earliest there can be.
    #[must_use]
    pub fn in_force(day: Option<Day>) -> (Self, Option<&'static str>) {
        let Some(day) = day else { return (Self::Fide2023, None) };
        let on = |day: Day| {
            let holds = |edition: &&Self| edition.book().since.is_some_and(|since| since <= day);
            Self::ALL[..4].iter().rev().find(holds)
        };
        let (first, last) = (on(day.earliest()), on(day.latest()));
        match first {
            Some(edition) if first == last => (*edition, edition.stands_in_for(day)),
            Some(edition) => (*edition, Some("the date is known in part only; the earlier of two editions is applied")),
            None if day < ONE_FIFTY_FOR_ALL => (
                Self::Fide2001,
                Some("played before the earliest edition at hand; until 1992 some endings had more than fifty moves"),
            ),
            None => {
                (Self::Fide2001, Some("played before the earliest edition at hand, that of 2001, which is applied"))
            }
        }
    }

    /// What there is to say where an edition that is not at hand was in force on a day.
    fn stands_in_for(self, day: Day) -> Option<&'static str> {
        const FROM_2005: Day = Day { year: 2005, month: 7, day: 1 };
        const FROM_2018: Day = Day { year: 2018, month: 1, day: 1 };
        match self {
            Self::Fide2001 if day.earliest() >= FROM_2005 => {
                Some("the editions of 2005 and 2009 are not at hand; that of 2001 is applied")
            }
            Self::Fide2018 if day.earliest() < FROM_2018 => {
                Some("the edition of July 2017 is not at hand; that of 2018 is applied")
            }
            _ => None,
        }
    }

    /// Whether it is the edition of 2018 or a later one.
    #[must_use]
    pub const fn is_from_2018(self) -> bool {
        matches!(self, Self::Fide2018 | Self::Fide2023)
    }

    /// Whether it is the edition of 2014 or a later one.
    #[must_use]
    pub const fn is_from_2014(self) -> bool {
        matches!(self, Self::Fide2014) || self.is_from_2018()
    }

    /// In rapid and blitz without an arbiter at every game: once each player has made so many moves, no claim about the
    /// initial position is heard (A.5.1.2 of 2023, A.4.a of 2014, B4 of 2001).
    #[must_use]
    pub const fn moves_to_claim_array(self) -> u32 {
        if matches!(self, Self::Fide2001) { 3 } else { 10 }
    }

    /// Whether it is an edition of the FIDE Laws.
    #[must_use]
    pub const fn is_fide(self) -> bool {
        self.book().since.is_some()
    }
}

impl RuleBook {
    /// Whether the game ends as drawn because of the men on the board alone.
    #[must_use]
    pub fn is_dead_by_material(&self, position: &Position) -> bool {
        match self.dead {
            DeadRule::AnyCause | DeadRule::Material => is_dead(position),
            DeadRule::NoForcedMate => Color::BOTH.into_iter().all(|side| !can_force_mate(position, side)),
            DeadRule::Absent => false,
        }
    }

    /// How many minutes a player's opponent gets for a wrong claim.
    #[must_use]
    pub fn wrong_claim_penalty(&self, class: TimeClass) -> Option<u8> {
        self.wrong_claim_minutes.map(|minutes| minutes[class as usize])
    }

    /// The completed illegal move that loses, if that is established.
    #[must_use]
    pub fn losing_illegal_move(&self, class: TimeClass, supervision: Supervision) -> Option<u8> {
        match self.illegal_moves {
            IllegalMoves::Cost { unsupervised: Some(number), .. }
                if supervision == Supervision::Limited && class != TimeClass::Standard =>
            {
                Some(number)
            }
            IllegalMoves::Cost { losing, .. } => Some(losing[class as usize]),
            IllegalMoves::Unknown | IllegalMoves::Impossible => None,
        }
    }

    /// When a player draws instead of winning by the other's illegal moves.
    #[must_use]
    pub fn illegal_rule(&self, class: TimeClass) -> WinRule {
        if class == TimeClass::Blitz { self.illegal_in_blitz } else { self.illegal }
    }

    /// How many minutes a player's opponent gets for an illegal move that does not lose.
    #[must_use]
    pub const fn illegal_move_penalty(&self, class: TimeClass) -> Option<u8> {
        match self.illegal_moves {
            IllegalMoves::Cost { minutes, .. } => Some(minutes[class as usize]),
            IllegalMoves::Unknown | IllegalMoves::Impossible => None,
        }
    }
}

impl WinRule {
    /// Whether the men on the board alone make it a draw for this would-be winner.
    #[must_use]
    pub fn is_draw_by_material(self, position: &Position, winner: Color) -> bool {
        match self {
            Self::Always => false,
            Self::UnlessUnable | Self::UnlessMaterial => !has_mating_material(position, winner),
            Self::UnlessFewMen => has_few_men(position, winner),
            Self::UnlessNoForce => !can_force_mate(position, winner),
            Self::UnlessBareKing => position.colors(winner).count() == 1,
        }
    }
}

/// The men of US Chess rule 14E, the forced win aside.
fn has_few_men(position: &Position, side: Color) -> bool {
    let count = |kind| position.pieces(side, kind).count();
    let minors = count(PieceType::Knight) + count(PieceType::Bishop);
    let others = position.colors(side).count() - 1 - minors;
    let no_pawn_against = position.pieces(side.other(), PieceType::Pawn).is_empty();
    others == 0 && (minors <= 1 || (count(PieceType::Knight) == 2 && minors == 2 && no_pawn_against))
}

/// Whether these men win by force against a bare king: more than one minor piece or two knights.
fn can_force_mate(position: &Position, side: Color) -> bool {
    let count = |kind| position.pieces(side, kind).count();
    let (knights, bishops) = (count(PieceType::Knight), count(PieceType::Bishop));
    let others = position.colors(side).count() - 1 - knights - bishops;
    others > 0 || bishops > 1 || knights > 2 || (bishops > 0 && knights > 0)
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn day(year: u16, month: u8, day: u8) -> Day {
        Day { year, month, day }
    }

    #[test]
    fn automatic_draws_came_in_2014() {
        assert!(has_automatic_draws(None));
        assert!(has_automatic_draws(Some(day(2014, 7, 1))));
        assert!(!has_automatic_draws(Some(day(2014, 6, 30))));
        assert!(!has_automatic_draws(Some(day(2014, 0, 0))));
        assert!(has_automatic_draws(Some(day(2014, 7, 0))));
        assert!(has_automatic_draws(Some(day(2015, 0, 0))));
    }

    #[test]
    fn the_day_decides_the_edition() {
        let edition = |when| Edition::in_force(when).0;
        assert_eq!(edition(None), Edition::Fide2023);
        assert_eq!(edition(Some(day(2023, 1, 1))), Edition::Fide2023);
        assert_eq!(edition(Some(day(2022, 12, 31))), Edition::Fide2018);
        assert_eq!(edition(Some(day(2017, 7, 1))), Edition::Fide2018);
        assert_eq!(edition(Some(day(2014, 7, 1))), Edition::Fide2014);
        assert_eq!(edition(Some(day(2014, 0, 0))), Edition::Fide2001);
        assert!(Edition::in_force(Some(day(2014, 0, 0))).1.unwrap().contains("in part"));
        assert_eq!(Edition::in_force(Some(day(2014, 7, 0))), (Edition::Fide2014, None));
        let losing = |edition: Edition, class, how| edition.book().losing_illegal_move(class, how);
        assert_eq!(losing(Edition::Fide2014, TimeClass::Blitz, Supervision::Full), Some(2));
        assert_eq!(losing(Edition::Fide2014, TimeClass::Blitz, Supervision::Limited), Some(1));
        assert_eq!(losing(Edition::Fide2014, TimeClass::Standard, Supervision::Limited), Some(2));
        assert_eq!(losing(Edition::Fide2001, TimeClass::Rapid, Supervision::Limited), Some(3));
        assert_eq!(losing(Edition::Fide2001, TimeClass::Blitz, Supervision::Full), Some(1));
        assert_eq!(losing(Edition::Uscf, TimeClass::Blitz, Supervision::Full), None);
        assert_eq!(Edition::in_force(Some(day(2023, 0, 0))), (Edition::Fide2023, None));
        assert!(Edition::in_force(Some(day(2009, 7, 1))).1.unwrap().contains("2009"));
        assert!(Edition::in_force(Some(day(2017, 8, 1))).1.unwrap().contains("2017"));
        assert!(Edition::in_force(Some(day(1991, 7, 1))).1.unwrap().contains("1992"));
        assert!(
            Edition::in_force(Some(day(1999, 7, 1))).1.is_some()
                && Edition::in_force(Some(day(2005, 1, 1))).1.is_none()
        );
    }

    #[test]
    fn the_books_stand_in_the_order_of_the_editions() {
        for edition in Edition::ALL {
            assert_eq!(edition.book().edition, edition);
            assert_eq!(edition.is_fide(), edition.name().starts_with("fide-"));
        }
    }

    #[test]
    fn material_rules_differ() {
        let position = Position::from_fen("5k1K/8/8/7P/8/5n2/8/8 w - - 0 1").unwrap();
        let draws = |rule: WinRule| rule.is_draw_by_material(&position, Color::Black);
        assert!(draws(WinRule::UnlessFewMen) && draws(WinRule::UnlessNoForce));
        assert!(!draws(WinRule::UnlessMaterial) && !draws(WinRule::UnlessBareKing) && !draws(WinRule::Always));
    }
}
