//! Time controls, and what the clocks of a game say about the time of each move.

use crate::chess::piece::Color;

/// A time control of one period (PGN 9.6), such as `300+2`, in hundredths of a second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The time for all moves.
    pub base: u64,
    /// The time added for each move.
    pub increment: u64,
}

impl TimeControl {
    /// Reads a TimeControl tag; `None` if it has several periods or a delay, or names no time.
    pub fn parse(value: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(value).ok()?;
        if text.contains([':', '/', '*']) {
            return None;
        }
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        Some(Self { base: hundredths(base.as_bytes())?, increment: hundredths(increment.as_bytes())? })
    }
}

/// A period of a time control (PGN 9.6.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Period {
    /// The number of moves, unless it lasts to the end of the game.
    pub moves: Option<u64>,
    /// Its time.
    pub time: TimeControl,
}

impl Period {
    /// Reads a field of a TimeControl tag, `40/5400+30` or `1800+30`; `None` if it is a sandclock or names no time.
    fn parse(field: &[u8]) -> Option<Self> {
        let slash = field.iter().position(|&byte| byte == b'/');
        let moves =
            |slash: usize| std::str::from_utf8(&field[..slash]).ok()?.parse::<u64>().ok().filter(|moves| *moves > 0);
        let (moves, time) = match slash {
            Some(slash) => (Some(moves(slash)?), &field[slash + 1..]),
            None => (None, field),
        };
        Some(Self { moves, time: TimeControl::parse(time)? })
    }

    /// The first period of a TimeControl tag.
    pub fn first(value: &[u8]) -> Option<Self> {
        Self::parse(value.split(|&byte| byte == b':').next()?)
    }

    /// Whether a player has an hour or more for each move, or days for all of them, as in correspondence chess.
    pub const fn is_correspondence(&self) -> bool {
        const HOUR: u64 = 360_000;
        let TimeControl { base, increment } = self.time;
        let of_move = match self.moves {
            Some(moves) => base / moves,
            None => base / 24,
        };
        of_move >= HOUR || increment >= HOUR
    }
}

/// The clocks of both players in the main line, move by move, against the periods of their time control.
#[derive(Clone, Default, Debug)]
pub struct ClockRecord {
    /// Empty if the time control is unknown. The last one is repeated (PGN 9.6.1).
    periods: Vec<Period>,
    sides: [SideClock; 2],
}

#[derive(Clone, Copy, Default, Debug)]
struct SideClock {
    /// The number of the last move with a clock, and the clock after it.
    last: Option<(u64, u64)>,
    /// The time of periods that have begun but may not be on the clock yet: some clocks add it when the time before it is used
    /// up, not with the move that completes the period.
    pending: u64,
}

/// What a clock says about the move before it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ClockChange {
    /// The time that the move took, in hundredths of a second, if it is known.
    pub spent: Option<u64>,
    /// Whether the clock rose by more than the time control adds.
    pub is_increase: bool,
}

impl ClockRecord {
    /// The tolerance: servers round to whole seconds.
    const SECOND: u64 = 100;

    /// No clock so far, with the value of a TimeControl tag.
    pub fn new(control: Option<&[u8]>) -> Self {
        let periods = control.and_then(|value| value.split(|&byte| byte == b':').map(Period::parse).collect());
        Self { periods: periods.unwrap_or_default(), sides: Default::default() }
    }

    /// The period of a move by its number; also the next period if the move is the last of its own.
    fn period(&self, number: u64) -> Option<(Period, Option<Period>)> {
        let mut left = number.max(1);
        for (index, period) in self.periods.iter().enumerate() {
            let Some(moves) = period.moves else { return Some((*period, None)) };
            let next = self.periods.get(index + 1);
            let played = if next.is_none() { (left - 1) % moves + 1 } else { left };
            if played <= moves {
                return Some((*period, Some(*next.unwrap_or(period)).filter(|_| played == moves)));
            }
            left -= moves;
        }
        None
    }

    /// Takes the clock after a move, in hundredths of a second. `number` is that of the move.
    pub fn take(&mut self, side: Color, number: u64, now: u64) -> ClockChange {
        let Some((period, next)) = self.period(number) else { return ClockChange::default() };
        let TimeControl { base, increment } = period.time;
        let clock = &mut self.sides[side.index()];
        let last = clock.last.replace((number, now));
        // With one move a period, the time left over is added on some servers and lost on others.
        if period.moves == Some(1) {
            return ClockChange::default();
        }
        let added = next.map_or(0, |next| next.time.base);
        clock.pending += added;
        let (before, moves) = match last {
            Some((last, before)) => (before, number.saturating_sub(last)),
            // Some clocks add the increment before the first move, some after it, and some both times.
            None if number == 1 && increment == 0 => (base, 1),
            None => return ClockChange::default(),
        };
        let most = before + moves * increment;
        let (most, is_new_time) = if now > most + Self::SECOND {
            (most + std::mem::take(&mut clock.pending), true)
        } else {
            // Laws 6.3.1: the time is added with the move that completes the period, if the clock shows as much.
            let is_added = added > 0 && now >= added + increment;
            (most + if is_added { added } else { 0 }, false)
        };
        let spent = most.checked_sub(now).filter(|_| moves == 1);
        ClockChange { spent, is_increase: is_new_time && now > most + Self::SECOND }
    }
}

/// The largest number of digits of whole seconds: 31 years.
const MAX_SECONDS_DIGITS: usize = 9;

/// Parses seconds, with or without a fraction; further digits than hundredths are cut off.
pub(in crate::game) fn hundredths(text: &[u8]) -> Option<u64> {
    let point = text.iter().position(|&byte| byte == b'.');
    let (whole, fraction) = (&text[..point.unwrap_or(text.len())], point.map_or(&[][..], |point| &text[point + 1..]));
    let is_number = (1..=MAX_SECONDS_DIGITS).contains(&whole.len()) || (whole.is_empty() && !fraction.is_empty());
    let hundredths = fraction.iter().chain(b"00").take(2);
    let digits = whole.iter().chain(hundredths).map(|byte| u64::from(byte.wrapping_sub(b'0')));
    (is_number && whole.iter().chain(fraction).all(u8::is_ascii_digit))
        .then(|| digits.fold(0, |value, digit| value * 10 + digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_time_controls_of_one_period() {
        assert_eq!(TimeControl::parse(b"300+2"), Some(TimeControl { base: 30_000, increment: 200 }));
        assert_eq!(TimeControl::parse(b"60.5"), Some(TimeControl { base: 6050, increment: 0 }));
        assert_eq!(TimeControl::parse(b"60.29+.5"), Some(TimeControl { base: 6029, increment: 50 }));
        assert_eq!(TimeControl::parse(b"999999999").unwrap().base, 99_999_999_900);
        for text in ["40/9000", "-", "?", "", "*180", "x+1", "9999999999", "1e3", "1+-2", "+5", "."] {
            assert_eq!(TimeControl::parse(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn clocks_are_compared_within_their_period() {
        // The clocks of one player, from the first move on; what each move took, or `+` for too much time.
        let read = |control: &str, clocks: &[u64]| {
            let mut record = ClockRecord::new(Some(control.as_bytes()));
            let change = |(index, seconds): (usize, &u64)| record.take(Color::White, index as u64 + 1, seconds * 100);
            let changes = clocks.iter().enumerate().map(change);
            let texts = changes.map(|change| match (change.spent, change.is_increase) {
                (_, true) => "+".to_owned(),
                (Some(spent), false) => (spent / 100).to_string(),
                (None, false) => "-".to_owned(),
            });
            texts.collect::<Vec<_>>().join(" ")
        };
        for (control, clocks, expected) in [
            ("60", vec![55, 50, 45], "5 5 5"),
            ("60", vec![60, 70], "0 +"),
            ("60+10", vec![55, 60, 70, 90], "- 5 0 +"),
            // 60 seconds are added after move 2.
            ("2/60:60", vec![30, 70, 60, 110], "30 20 10 +"),
            // They are added when the time is used up.
            ("2/60:60", vec![30, 10, 5, 55, 50], "30 20 5 10 5"),
            ("2/60:60", vec![30, 10, 5, 70], "30 20 5 +"),
            // The last period is repeated.
            ("2/60", vec![50, 100, 90, 140, 130], "10 10 10 10 10"),
            ("2/60+5:1/30:20", vec![50, 70], "- 15"),
            ("1/86400", vec![86_000, 86_300, 170_000], "- - -"),
            ("*60", vec![50, 40], "- -"),
            ("?", vec![50, 70], "- -"),
            ("-", vec![50, 70], "- -"),
        ] {
            assert_eq!(read(control, &clocks), expected, "{control}");
        }
    }
}
