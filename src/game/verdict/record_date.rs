//! The date of a record, which chooses the edition of the Laws.

use crate::game::replay::Game;
use crate::game::values::formats::read_date;
use crate::laws::edition::Day;

/// The date of a record.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RecordDate {
    Unknown,
    /// The Date tag has something that is not read as a date.
    Unread,
    Day(Day),
}

impl RecordDate {
    pub(super) fn of(game: &Game, bytes: &[u8]) -> Self {
        let is_unread = || game.tags.known_text("Date", bytes).is_some_and(|text| read_date(text.as_bytes()).is_none());
        match game.tags.date() {
            Some(day) => Self::Day(day),
            None if is_unread() => Self::Unread,
            None => Self::Unknown,
        }
    }

    pub(super) fn day(self) -> Option<Day> {
        match self {
            Self::Day(day) => Some(day),
            Self::Unknown | Self::Unread => None,
        }
    }
}
