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
pub use rule_sets::EditionNote;

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

/// The days that a date may be, which is known in part or has several readings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[doc(hidden)]
pub struct Days {
    /// The first of them.
    pub first: Day,
    /// The last of them, or a day after it in the same month.
    pub last: Day,
}

impl Days {
    /// What all of them have in common; `None` unless it is the year.
    pub fn certain(self) -> Option<Day> {
        let Self { first, last } = self;
        (first.year == last.year && first.year > 0).then(|| {
            let month = if first.month == last.month { first.month } else { 0 };
            Day { month, day: if first == last { first.day } else { 0 }, ..first }
        })
    }
}

impl From<Day> for Days {
    fn from(day: Day) -> Self {
        let first = Day { month: day.month.max(1), day: day.day.max(1), ..day };
        let month = if day.month == 0 { 12 } else { day.month };
        Self { first, last: Day { month, day: if day.day == 0 { 31 } else { day.day }, ..day } }
    }
}

listed! {
    /// A set of rules by which a game can be decided.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
    #[repr(u8)]
    #[non_exhaustive]
    pub enum Edition {
        /// The FIDE Laws in force from 1 July 2001.
        Fide2001,
        /// From 1 July 2014: fivefold repetition and 75 moves end a game automatically.
        Fide2014,
        /// From 1 January 2018, with its changes of July 2017.
        Fide2018,
        /// From 1 January 2023.
        #[default]
        Fide2023,
        /// US Chess.
        Uscf,
        /// The server lichess.org.
        Lichess,
        /// The server chess.com.
        Chesscom,
        /// Correspondence chess under ICCF.
        Iccf,
        /// Engine matches under cutechess or fastchess.
        Engine,
    }
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
    /// Positions in which each side has a bare king or one bishop or knight, and two knights against a bare king.
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
    /// win (US Chess 14E), or cannot checkmate by any series of legal moves (14D4).
    UnlessUscf14E,
    /// When the player has only a king, king and bishop, or king and knight.
    UnlessOneMinor,
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
    /// Extra time for the opponent for each illegal move in standard and rapid games; not established in blitz, and for
    /// what only counts as an illegal move (US Chess 11D).
    ExtraTime {
        /// The minutes.
        minutes: u8,
    },
    /// Not established.
    Unknown,
    /// Illegal moves cannot be made, because the software rejects them.
    Impossible,
}

named! {
    /// The time class of a game, which determines some penalties (FIDE Appendices A and B).
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
    #[repr(u8)]
    pub enum TimeClass: (ALL, Display) {
        /// At least an hour for each player.
        #[default]
        Standard = "standard",
        /// More than ten minutes and less than an hour.
        Rapid = "rapid",
        /// Ten minutes or less.
        Blitz = "blitz",
    }
}

impl TimeClass {
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

/// Whether Laws 9.6 was in force on the first of these days, so that no game is held to a later rule. An unknown date means
/// the current Laws.
pub fn has_automatic_draws(days: Option<Days>) -> bool {
    days.is_none_or(|days| days.first >= AUTOMATIC_DRAWS)
}

impl Edition {
    pub(crate) const fn rules(self) -> &'static RuleBook {
        &rule_sets::RULE_BOOKS[self as usize]
    }

    /// The name, such as `fide-2023`.
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
    pub fn in_force(day: Option<Day>) -> (Self, Option<EditionNote>) {
        Self::in_force_within(day.map(Days::from))
    }

    /// The FIDE edition in force on the first of some days, and a note on the choice.
    pub(crate) fn in_force_within(days: Option<Days>) -> (Self, Option<EditionNote>) {
        let Some(Days { first, last }) = days else { return (Self::Fide2023, None) };
        let on = |day: Day| {
            let is_in_force = |edition: &&Self| edition.rules().since.is_some_and(|since| since <= day);
            Self::ALL[..4].iter().rev().find(is_in_force)
        };
        match (on(first), on(last)) {
            (Some(edition), later) if Some(edition) == later => (*edition, edition.substitution_note(first)),
            (Some(edition), _) => (*edition, Some(EditionNote::PartlyKnownDate)),
            (None, Some(_)) => (Self::Fide2001, Some(EditionNote::PossiblyOlder)),
            (None, None) if first < ONE_FIFTY_FOR_ALL => (Self::Fide2001, Some(EditionNote::OlderThanFiftyForAll)),
            (None, None) => (Self::Fide2001, Some(EditionNote::Older)),
        }
    }

    /// A note if this edition replaces one whose text is not available.
    fn substitution_note(self, first: Day) -> Option<EditionNote> {
        const FROM_2005: Day = Day { year: 2005, month: 7, day: 1 };
        const FROM_2018: Day = Day { year: 2018, month: 1, day: 1 };
        match self {
            Self::Fide2001 if first >= FROM_2005 => Some(EditionNote::Without2005And2009),
            Self::Fide2018 if first < FROM_2018 => Some(EditionNote::Without2017),
            _ => None,
        }
    }

    /// Whether it is the edition of 2018 or a later one.
    pub(crate) const fn is_from_2018(self) -> bool {
        self.is_fide() && self as u8 >= Self::Fide2018 as u8
    }

    /// Whether it is the edition of 2014 or a later one.
    pub(crate) const fn is_from_2014(self) -> bool {
        self.is_fide() && self as u8 >= Self::Fide2014 as u8
    }

    /// The number of moves by each player after which a wrong initial position can no longer be claimed, in rapid and
    /// blitz with limited supervision (A.5.1.2 of 2023, A.4.a of 2014, B4 of 2001).
    pub(crate) const fn moves_to_claim_initial_position(self) -> u32 {
        if matches!(self, Self::Fide2001) { 3 } else { 10 }
    }

    /// Whether it is an edition of the FIDE Laws.
    pub(crate) const fn is_fide(self) -> bool {
        self.rules().since.is_some()
    }
}

impl RuleBook {
    /// Whether the material alone makes the position dead.
    pub fn is_dead_by_material(&self, position: &Position) -> bool {
        match self.dead {
            DeadRule::AnyCause | DeadRule::Material => is_dead(position),
            DeadRule::NoForcedMate => {
                let cannot = |side| has_at_most_one_minor(position, side) || is_two_knights_alone(position, side);
                Color::BOTH.into_iter().all(cannot)
            }
            DeadRule::Absent => false,
        }
    }

    /// Whether games are played with pieces on a board and an arbiter, so that the rules about touched pieces and about what
    /// arbiters decide apply.
    pub const fn is_over_the_board(&self) -> bool {
        self.edition.is_fide() || matches!(self.edition, Edition::Uscf)
    }

    /// Whether a player may claim a draw with a move that is written down and not made: not on servers, where a move is
    /// made as soon as it is entered.
    pub const fn has_intended_moves(&self) -> bool {
        !matches!(self.illegal_moves, IllegalMoves::Impossible)
    }

    /// The minutes that the opponent gets for a wrong claim.
    pub fn wrong_claim_penalty(&self, class: TimeClass) -> Option<u8> {
        self.wrong_claim_minutes.map(|minutes| minutes[class as usize])
    }

    /// The number of the completed illegal move that loses, if it is established.
    pub fn losing_illegal_move(&self, class: TimeClass, supervision: Supervision) -> Option<u8> {
        match self.illegal_moves {
            IllegalMoves::Cost { unsupervised: Some(number), .. }
                if supervision == Supervision::Limited && class != TimeClass::Standard =>
            {
                Some(number)
            }
            IllegalMoves::Cost { losing, .. } => Some(losing[class as usize]),
            IllegalMoves::ExtraTime { .. } | IllegalMoves::Unknown | IllegalMoves::Impossible => None,
        }
    }

    /// When a player draws instead of winning by the opponent's illegal moves.
    pub fn illegal_rule(&self, class: TimeClass) -> WinRule {
        if class == TimeClass::Blitz { self.illegal_in_blitz } else { self.illegal }
    }

    /// The minutes that the opponent gets for an illegal move that does not lose.
    pub const fn illegal_move_penalty(&self, class: TimeClass) -> Option<u8> {
        match self.illegal_moves {
            IllegalMoves::Cost { minutes, .. } => Some(minutes[class as usize]),
            IllegalMoves::ExtraTime { minutes } if !matches!(class, TimeClass::Blitz) => Some(minutes),
            IllegalMoves::ExtraTime { .. } | IllegalMoves::Unknown | IllegalMoves::Impossible => None,
        }
    }
}

impl DeadRule {
    /// What a draw by this rule is called. Only where mate must be impossible for any reason is the position dead.
    pub const fn reason(self) -> Reason {
        match self {
            Self::AnyCause => Reason::DeadPosition,
            Self::Material | Self::NoForcedMate | Self::Absent => Reason::InsufficientMaterial,
        }
    }
}

impl WinRule {
    /// Whether the material alone turns the win of this side into a draw.
    pub fn is_draw_by_material(self, position: &Position, winner: Color) -> bool {
        match self {
            Self::Always | Self::Unknown => false,
            Self::UnlessUnable | Self::UnlessMaterial => !has_mating_material(position, winner),
            Self::UnlessUscf14E => is_insufficient_by_14e(position, winner),
            Self::UnlessOneMinor => has_at_most_one_minor(position, winner),
            Self::UnlessBareKing => position.by_color(winner).count() == 1,
        }
    }
}

/// Whether a side has insufficient material by the rules of some federation or server. They differ: for chess.com one
/// bishop or knight never wins on time, for US Chess two knights do not either, and on lichess a player may claim a draw
/// if the opponent's material is insufficient.
pub fn is_insufficient_somewhere(position: &Position) -> bool {
    Color::BOTH.into_iter().any(|side| is_insufficient_by_14e(position, side))
}

/// Whether a side has insufficient material by US Chess rule 14E, apart from forced wins.
fn is_insufficient_by_14e(position: &Position, side: Color) -> bool {
    let no_pawn_against = position.pieces(side.other(), PieceType::Pawn).is_empty();
    has_at_most_one_minor(position, side) || (has_only_two_knights(position, side) && no_pawn_against)
}

/// Whether a side has a bare king, or a king with one bishop or knight.
fn has_at_most_one_minor(position: &Position, side: Color) -> bool {
    let minors = position.pieces(side, PieceType::Knight) | position.pieces(side, PieceType::Bishop);
    let pieces = position.by_color(side).count();
    pieces == 1 || (pieces == 2 && !minors.is_empty())
}

fn has_only_two_knights(position: &Position, side: Color) -> bool {
    position.by_color(side).count() == 3 && position.pieces(side, PieceType::Knight).count() == 2
}

/// Whether a side has only two knights, and the opponent a bare king: mate is possible, but cannot be forced.
pub fn is_two_knights_alone(position: &Position, side: Color) -> bool {
    has_only_two_knights(position, side) && position.by_color(side.other()).count() == 1
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
        assert!(has_automatic_draws(Some(day(2014, 7, 1).into())));
        assert!(!has_automatic_draws(Some(day(2014, 6, 30).into())));
        assert!(!has_automatic_draws(Some(day(2014, 0, 0).into())));
        assert!(has_automatic_draws(Some(day(2014, 7, 0).into())));
        assert!(has_automatic_draws(Some(day(2015, 0, 0).into())));
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
        assert_eq!(Edition::in_force(Some(day(2014, 0, 0))).1, Some(EditionNote::PartlyKnownDate));
        assert_eq!(Edition::in_force(Some(day(2014, 7, 0))), (Edition::Fide2014, None));
        let losing = |edition: Edition, class, how| edition.rules().losing_illegal_move(class, how);
        assert_eq!(losing(Edition::Fide2014, TimeClass::Blitz, Supervision::Full), Some(2));
        assert_eq!(losing(Edition::Fide2014, TimeClass::Blitz, Supervision::Limited), Some(1));
        assert_eq!(losing(Edition::Fide2014, TimeClass::Standard, Supervision::Limited), Some(2));
        assert_eq!(losing(Edition::Fide2001, TimeClass::Rapid, Supervision::Limited), Some(3));
        assert_eq!(losing(Edition::Fide2001, TimeClass::Blitz, Supervision::Full), Some(1));
        assert_eq!(losing(Edition::Uscf, TimeClass::Blitz, Supervision::Full), None);
        assert_eq!(Edition::in_force(Some(day(2023, 0, 0))), (Edition::Fide2023, None));
        assert_eq!(Edition::in_force(Some(day(2009, 7, 1))).1, Some(EditionNote::Without2005And2009));
        assert_eq!(Edition::in_force(Some(day(2017, 8, 1))).1, Some(EditionNote::Without2017));
        assert_eq!(Edition::in_force(Some(day(1991, 7, 1))).1, Some(EditionNote::OlderThanFiftyForAll));
        assert!(
            Edition::in_force(Some(day(1999, 7, 1))).1.is_some()
                && Edition::in_force(Some(day(2005, 1, 1))).1.is_none()
        );
    }

    #[test]
    fn of_several_days_the_first_determines_the_edition() {
        let edition = |first, last| Edition::in_force_within(Some(Days { first, last }));
        for (since, before, from) in [
            (day(2001, 7, 1), Edition::Fide2001, Edition::Fide2001),
            (day(2014, 7, 1), Edition::Fide2001, Edition::Fide2014),
            (day(2017, 7, 1), Edition::Fide2014, Edition::Fide2018),
            (day(2023, 1, 1), Edition::Fide2018, Edition::Fide2023),
        ] {
            let previous = if since.month == 1 { day(since.year - 1, 12, 31) } else { day(since.year, 6, 30) };
            assert_eq!(edition(previous, previous).0, before);
            assert_eq!(edition(since, since).0, from);
            let (of_both, note) = edition(previous, since);
            assert_eq!(of_both, before);
            let is_first = since.year == 2001;
            let expected = if is_first { EditionNote::PossiblyOlder } else { EditionNote::PartlyKnownDate };
            assert_eq!(note, Some(expected), "{since:?}");
            let month = Edition::in_force(Some(Day { day: 0, ..since }));
            assert_eq!(month.0, from, "the month alone");
            let year = Edition::in_force(Some(day(since.year, 0, 0))).0;
            assert_eq!(year, if since.month == 1 { from } else { before }, "the year alone");
        }
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
        assert!(draws(WinRule::UnlessUscf14E) && draws(WinRule::UnlessOneMinor));
        assert!(!draws(WinRule::UnlessMaterial) && !draws(WinRule::UnlessBareKing) && !draws(WinRule::Always));
    }
}
