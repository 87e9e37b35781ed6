//! Which Laws were in force on a day.

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

/// The day from which fivefold repetition and 75 moves without pawn move or capture end a game by themselves
/// (Laws 9.6, in the edition of 1 July 2014).
const AUTOMATIC_DRAWS: Day = Day { year: 2014, month: 7, day: 1 };

/// Whether Laws 9.6 held on this day. An unknown month or day is taken as early as can be, so that nobody is accused of
/// breaking a rule that may have come later; an unknown date means the Laws of today.
#[must_use]
pub fn has_automatic_draws(day: Option<Day>) -> bool {
    day.is_none_or(|day| day >= AUTOMATIC_DRAWS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn automatic_draws_came_in_2014() {
        let day = |year, month, day| Some(Day { year, month, day });
        assert!(has_automatic_draws(None));
        assert!(has_automatic_draws(day(2014, 7, 1)));
        assert!(!has_automatic_draws(day(2014, 6, 30)));
        assert!(!has_automatic_draws(day(2014, 0, 0)));
        assert!(has_automatic_draws(day(2015, 0, 0)));
    }
}
