//! Rule sets as data: the FIDE Laws by date, US Chess, servers, correspondence chess, engine matches.
//!
//! [`RuleBook`] says what ends a game and what may be claimed; `articles` has the article numbers. What no available
//! text establishes is marked as unknown, never guessed.

mod articles;
mod rule_sets;

use std::fmt;

use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;

use super::material::{has_mating_material, is_dead};
use super::verdict::Reason;

pub use articles::{Citation, LawTopic};

/// A day as in PGN, `YYYY.MM.DD`; 0 for an unknown part.
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
    /// The earliest possible day.
    #[must_use]
    pub fn earliest(self) -> Self {
        Self { month: self.month.max(1), day: self.day.max(1), ..self }
    }

    /// The latest possible day, or one after it.
    #[must_use]
    pub const fn latest(self) -> Self {
        let month = if self.month == 0 { 12 } else { self.month };
        Self { month, day: if self.day == 0 { 31 } else { self.day }, ..self }
    }
}

/// A set of rules by which a game can be decided.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[non_exhaustive]
pub enum Edition {
    /// The FIDE Laws in force from 1 July 2001.
    Fide2001 = 0,
    /// From 1 July 2014: fivefold repetition and 75 moves end a game automatically.
    Fide2014 = 1,
    /// From 1 January 2018, with its changes of July 2017.
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

/// How a draw occurs under a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawMode {
    /// The game ends automatically.
    Automatic,
    /// The game ends automatically, but only after consecutive repetitions (FIDE 2014, 9.6).
    AutomaticConsecutive,
    /// A player may claim it, on the board or with an intended move.
    Claim,
    /// The rule set has no such rule, according to the available texts.
    Absent,
}

/// Which dead positions end the game under a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeadRule {
    /// All positions in which neither side can checkmate by any series of legal moves, for any reason.
    AnyCause,
    /// Positions in which neither side has mating material.
    Material,
    /// Positions in which neither side's material can force checkmate against a bare king.
    NoForcedMate,
    /// No rule was found.
    Absent,
}

/// When a player who would win by the opponent's flag, resignation or penalty draws instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WinRule {
    /// Never: the player wins.
    Always,
    /// When the player cannot checkmate by any series of legal moves.
    UnlessUnable,
    /// When the player has no mating material.
    UnlessMaterial,
    /// When the player has only a king, king and bishop, king and knight, or two knights against no pawn, and no forced
    /// win (US Chess 14E).
    UnlessUscf14E,
    /// When the player's material cannot force checkmate against a bare king.
    UnlessNoForce,
    /// When the player has a bare king.
    UnlessBareKing,
    /// Not established for a player without mating material; other players win.
    Unknown,
}

/// The rules of a rule set, as data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleBook {
    /// The rule set.
    pub edition: Edition,
    /// The name on the command line.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The day from which it is in force; `None` if it is not a FIDE edition.
    pub since: Option<Day>,
    /// The same position three times.
    pub threefold: DrawMode,
    /// The same position five times.
    pub fivefold: DrawMode,
    /// Fifty moves by each player without a capture or pawn move.
    pub fifty: DrawMode,
    /// Seventy-five such moves.
    pub seventy_five: DrawMode,
    /// Dead positions.
    pub dead: DeadRule,
    /// The flag of one player falls.
    pub flag: WinRule,
    /// One player resigns.
    pub resignation: WinRule,
    /// A player completes the illegal move that loses.
    pub illegal: WinRule,
    /// The same in blitz.
    pub illegal_in_blitz: WinRule,
    /// The penalties for completed illegal moves.
    pub illegal_moves: IllegalMoves,
    /// Whether the players may agree on a draw only after both have made a move.
    pub agreement_needs_moves: bool,
    /// The minutes that the opponent gets for a wrong claim, by [`TimeClass`]; `None` if not established.
    pub wrong_claim_minutes: Option<[u8; 3]>,
    /// What is not established, and what was decided where the texts are silent; may be empty.
    pub note: &'static str,
}

/// The penalties for completed illegal moves under a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalMoves {
    /// Extra time for the opponent, and finally the loss of the game.
    Cost {
        /// The number of the illegal move that loses, by [`TimeClass`], with full supervision.
        losing: [u8; 3],
        /// The number of the illegal move that loses in rapid and blitz with limited supervision, if it differs.
        unsupervised: Option<u8>,
        /// The minutes that the opponent gets for an earlier illegal move, by [`TimeClass`].
        minutes: [u8; 3],
    },
    /// Not established.
    Unknown,
    /// Illegal moves cannot be made, because the software rejects them.
    Impossible,
}

/// The time class of a game, which determines some penalties (FIDE Appendices A and B).
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
    /// The name, such as `rapid`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Rapid => "rapid",
            Self::Blitz => "blitz",
        }
    }

    /// The class of a game with a base time and an increment in seconds, assuming 60 moves (A.1, B.1).
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::TimeClass;
    ///
    /// assert_eq!(TimeClass::new(180, 2), TimeClass::Blitz);
    /// assert_eq!(TimeClass::new(5400, 30), TimeClass::Standard);
    /// ```
    #[must_use]
    pub const fn new(base: u64, increment: u64) -> Self {
        match base.saturating_add(increment.saturating_mul(60)) {
            ..=600 => Self::Blitz,
            601..3600 => Self::Rapid,
            _ => Self::Standard,
        }
    }
}

/// Whether an arbiter supervises every game (FIDE A.4, B.4).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Supervision {
    /// An arbiter supervises every game.
    #[default]
    Full,
    /// Not every game is supervised (A.5).
    Limited,
}

/// The day from which fivefold repetition and 75 moves end a game automatically (Laws 9.6 of 2014).
const AUTOMATIC_DRAWS: Day = Day { year: 2014, month: 7, day: 1 };

/// The day from which the limit is fifty moves in all endings; before, some endings allowed up to a hundred.
const ONE_FIFTY_FOR_ALL: Day = Day { year: 1992, month: 0, day: 0 };

/// Whether Laws 9.6 was in force on a day. An unknown month or day counts as the earliest possible one, so that no game
/// is held to a later rule. An unknown date means the current Laws.
#[must_use]
pub fn has_automatic_draws(day: Option<Day>) -> bool {
    day.is_none_or(|day| day.earliest() >= AUTOMATIC_DRAWS)
}

impl Edition {
    /// All rule sets: the FIDE editions in chronological order, then the others.
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

    /// Its rules.
    #[must_use]
    #[doc(hidden)]
    pub const fn rules(self) -> &'static RuleBook {
        &rule_sets::RULE_BOOKS[self as usize]
    }

    /// The name, such as `fide-2023`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.rules().name
    }

    /// The FIDE edition in force on a day, and a note on the choice. An unknown date means the current Laws; an unknown
    /// month or day of the month, the earliest possible one.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Day, Edition};
    ///
    /// let (edition, note) = Edition::in_force(Some(Day { year: 2019, month: 5, day: 0 }));
    /// assert_eq!((edition, note), (Edition::Fide2018, None));
    /// ```
    #[must_use]
    pub fn in_force(day: Option<Day>) -> (Self, Option<&'static str>) {
        let Some(day) = day else { return (Self::Fide2023, None) };
        let on = |day: Day| {
            let is_in_force = |edition: &&Self| edition.rules().since.is_some_and(|since| since <= day);
            Self::ALL[..4].iter().rev().find(is_in_force)
        };
        let (first, last) = (on(day.earliest()), on(day.latest()));
        match first {
            Some(edition) if first == last => (*edition, edition.substitution_note(day)),
            Some(edition) => (*edition, Some("the date is known in part only; the earlier of two editions is applied")),
            None if day < ONE_FIFTY_FOR_ALL => (
                Self::Fide2001,
                Some(
                    "the game is older than the 2001 edition, which is applied because adoube has no older one; until 1992 the limit was more than fifty moves in some endgames",
                ),
            ),
            None => (
                Self::Fide2001,
                Some("the game is older than the 2001 edition, which is applied because adoube has no older one"),
            ),
        }
    }

    /// A note if this edition replaces one whose text is not available.
    fn substitution_note(self, day: Day) -> Option<&'static str> {
        const FROM_2005: Day = Day { year: 2005, month: 7, day: 1 };
        const FROM_2018: Day = Day { year: 2018, month: 1, day: 1 };
        match self {
            Self::Fide2001 if day.earliest() >= FROM_2005 => {
                Some("adoube does not have the editions of 2005 and 2009; that of 2001 is applied")
            }
            Self::Fide2018 if day.earliest() < FROM_2018 => {
                Some("adoube does not have the edition of July 2017; that of 2018 is applied")
            }
            _ => None,
        }
    }

    /// Whether it is the edition of 2018 or a later one.
    #[must_use]
    #[doc(hidden)]
    pub const fn is_from_2018(self) -> bool {
        self.is_fide() && self as u8 >= Self::Fide2018 as u8
    }

    /// Whether it is the edition of 2014 or a later one.
    #[must_use]
    #[doc(hidden)]
    pub const fn is_from_2014(self) -> bool {
        self.is_fide() && self as u8 >= Self::Fide2014 as u8
    }

    /// The number of moves by each player after which a wrong initial position can no longer be claimed, in rapid and
    /// blitz with limited supervision (A.5.1.2 of 2023, A.4.a of 2014, B4 of 2001).
    #[must_use]
    #[doc(hidden)]
    pub const fn moves_to_claim_initial_position(self) -> u32 {
        if matches!(self, Self::Fide2001) { 3 } else { 10 }
    }

    /// Whether it is an edition of the FIDE Laws.
    #[must_use]
    #[doc(hidden)]
    pub const fn is_fide(self) -> bool {
        self.rules().since.is_some()
    }
}

impl RuleBook {
    /// Whether the material alone makes the position dead.
    #[must_use]
    pub fn is_dead_by_material(&self, position: &Position) -> bool {
        match self.dead {
            DeadRule::AnyCause | DeadRule::Material => is_dead(position),
            DeadRule::NoForcedMate => Color::BOTH.into_iter().all(|side| !can_force_mate(position, side)),
            DeadRule::Absent => false,
        }
    }

    /// Whether games are played with pieces on a board and an arbiter, so that the rules about touched pieces and about what
    /// arbiters decide apply.
    #[must_use]
    pub const fn is_over_the_board(&self) -> bool {
        self.edition.is_fide() || matches!(self.edition, Edition::Uscf)
    }

    /// Whether a player may claim a draw with a move that is written down and not made: not on servers, where a move is
    /// made as soon as it is entered.
    #[must_use]
    pub const fn has_intended_moves(&self) -> bool {
        !matches!(self.illegal_moves, IllegalMoves::Impossible)
    }

    /// The minutes that the opponent gets for a wrong claim.
    #[must_use]
    pub fn wrong_claim_penalty(&self, class: TimeClass) -> Option<u8> {
        self.wrong_claim_minutes.map(|minutes| minutes[class as usize])
    }

    /// The number of the completed illegal move that loses, if it is established.
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

    /// When a player draws instead of winning by the opponent's illegal moves.
    #[must_use]
    pub fn illegal_rule(&self, class: TimeClass) -> WinRule {
        if class == TimeClass::Blitz { self.illegal_in_blitz } else { self.illegal }
    }

    /// The minutes that the opponent gets for an illegal move that does not lose.
    #[must_use]
    pub const fn illegal_move_penalty(&self, class: TimeClass) -> Option<u8> {
        match self.illegal_moves {
            IllegalMoves::Cost { minutes, .. } => Some(minutes[class as usize]),
            IllegalMoves::Unknown | IllegalMoves::Impossible => None,
        }
    }
}

impl DeadRule {
    /// What a draw by this rule is called. Only where mate must be impossible for any reason is the position dead.
    #[must_use]
    pub const fn reason(self) -> Reason {
        match self {
            Self::AnyCause => Reason::DeadPosition,
            Self::Material | Self::NoForcedMate | Self::Absent => Reason::InsufficientMaterial,
        }
    }
}

impl WinRule {
    /// Whether the material alone turns the win of this side into a draw.
    #[must_use]
    pub fn is_draw_by_material(self, position: &Position, winner: Color) -> bool {
        match self {
            Self::Always | Self::Unknown => false,
            Self::UnlessUnable | Self::UnlessMaterial => !has_mating_material(position, winner),
            Self::UnlessUscf14E => is_insufficient_by_14e(position, winner),
            Self::UnlessNoForce => !can_force_mate(position, winner),
            Self::UnlessBareKing => position.colors(winner).count() == 1,
        }
    }
}

/// Whether a side has insufficient material by US Chess rule 14E, apart from forced wins.
fn is_insufficient_by_14e(position: &Position, side: Color) -> bool {
    let count = |kind| position.pieces(side, kind).count();
    let minors = count(PieceType::Knight) + count(PieceType::Bishop);
    let others = position.colors(side).count() - 1 - minors;
    let no_pawn_against = position.pieces(side.other(), PieceType::Pawn).is_empty();
    others == 0 && (minors <= 1 || (count(PieceType::Knight) == 2 && minors == 2 && no_pawn_against))
}

/// Whether the material wins by force against a bare king: more than one minor piece or two knights.
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
    fn automatic_draws_start_in_july_2014() {
        assert!(has_automatic_draws(None));
        assert!(has_automatic_draws(Some(day(2014, 7, 1))));
        assert!(!has_automatic_draws(Some(day(2014, 6, 30))));
        assert!(!has_automatic_draws(Some(day(2014, 0, 0))));
        assert!(has_automatic_draws(Some(day(2014, 7, 0))));
        assert!(has_automatic_draws(Some(day(2015, 0, 0))));
    }

    #[test]
    fn the_day_determines_the_edition() {
        let edition = |when| Edition::in_force(when).0;
        assert_eq!(edition(None), Edition::Fide2023);
        assert_eq!(edition(Some(day(2023, 1, 1))), Edition::Fide2023);
        assert_eq!(edition(Some(day(2022, 12, 31))), Edition::Fide2018);
        assert_eq!(edition(Some(day(2017, 7, 1))), Edition::Fide2018);
        assert_eq!(edition(Some(day(2014, 7, 1))), Edition::Fide2014);
        assert_eq!(edition(Some(day(2014, 0, 0))), Edition::Fide2001);
        assert!(Edition::in_force(Some(day(2014, 0, 0))).1.unwrap().contains("in part"));
        assert_eq!(Edition::in_force(Some(day(2014, 7, 0))), (Edition::Fide2014, None));
        let losing = |edition: Edition, class, how| edition.rules().losing_illegal_move(class, how);
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
    fn rule_books_are_in_the_order_of_the_editions() {
        for edition in Edition::ALL {
            assert_eq!(edition.rules().edition, edition);
            assert_eq!(edition.is_fide(), edition.name().starts_with("fide-"));
        }
    }

    #[test]
    fn material_rules_differ_between_rule_sets() {
        let position = Position::from_fen("5k1K/8/8/7P/8/5n2/8/8 w - - 0 1").unwrap();
        let draws = |rule: WinRule| rule.is_draw_by_material(&position, Color::Black);
        assert!(draws(WinRule::UnlessUscf14E) && draws(WinRule::UnlessNoForce));
        assert!(!draws(WinRule::UnlessMaterial) && !draws(WinRule::UnlessBareKing) && !draws(WinRule::Always));
    }
}
