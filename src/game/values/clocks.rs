//! Time controls, and the clocks and evaluations in comments.

use crate::pgn::comment::{self, CommentCommand, MAX_EVAL_DIGITS};

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
    #[must_use]
    pub fn parse(value: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(value).ok()?;
        if text.contains([':', '/', '*']) {
            return None;
        }
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        Some(Self { base: hundredths(base.as_bytes())?, increment: hundredths(increment.as_bytes())? })
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

/// The side from whose point of view an evaluation counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvalPerspective {
    /// White.
    White,
    /// The player who made the move.
    Mover,
}

/// The evaluation of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Evaluation {
    /// The advantage in hundredths of a pawn.
    Centipawns(i32),
    /// Checkmate in this number of moves, against the side if negative. 0: the side to move is checkmated.
    Mate(i32),
}

impl Evaluation {
    /// The same evaluation from the other side.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Centipawns(score) => Self::Centipawns(-score),
            Self::Mate(moves) => Self::Mate(-moves),
        }
    }

    /// One number for comparison: a mate counts 30,000 minus 100 for each move up to it. `is_negative` is the sign of
    /// mate in 0.
    fn in_centipawns(self, is_negative: bool) -> i32 {
        match self {
            Self::Centipawns(score) => score,
            Self::Mate(moves) => {
                let worth = 30_000 - 100 * moves.abs().min(200);
                if is_negative { -worth } else { worth }
            }
        }
    }
}

/// The evaluation in a comment, in hundredths of a pawn; a mate counts 30,000 minus 100 for each move up to it.
#[must_use]
pub fn evaluation(note: &[u8]) -> Option<(i32, EvalPerspective)> {
    let (score, is_negative, view) = read_evaluation(note)?;
    Some((score.in_centipawns(is_negative), view))
}

/// The evaluation in a comment, and its point of view.
#[must_use]
pub fn score(note: &[u8]) -> Option<(Evaluation, EvalPerspective)> {
    read_evaluation(note).map(|(score, _, view)| (score, view))
}

fn read_evaluation(note: &[u8]) -> Option<(Evaluation, bool, EvalPerspective)> {
    let from = |view: EvalPerspective| move |(score, is_negative)| (score, is_negative, view);
    let by_command = comment::commands(note).find(|command: &CommentCommand| &note[command.name.clone()] == b"eval");
    if let Some(command) = by_command {
        let argument = Some(&note[command.argument]).filter(|argument| comment::is_eval(argument))?;
        let argument = std::str::from_utf8(argument).ok()?;
        return read_score(argument.split(',').next()?).map(from(EvalPerspective::White));
    }
    let text = std::str::from_utf8(note).ok()?.trim();
    // TCEC: `d=24, sd=30, wv=0.13, …`; cutechess and fastchess: `+0.13/22 1.2s`.
    if let Some((_, rest)) = text.split_once("wv=") {
        return read_score(rest.split([',', ';', ' ']).next()?).map(from(EvalPerspective::White));
    }
    let (value, rest) = text.split_once('/')?;
    let is_depth = rest.bytes().next().is_some_and(|byte| byte.is_ascii_digit() && byte != b'0');
    is_depth.then(|| read_score(value)).flatten().map(from(EvalPerspective::Mover))
}

/// Reads `0.17`, `-3`, `#-4`, `+M5` or `-M12`. Also returns whether it is negative.
fn read_score(text: &str) -> Option<(Evaluation, bool)> {
    let text = text.trim();
    let (sign, size) = match text.as_bytes().first()? {
        b'-' => (-1, &text[1..]),
        b'+' => (1, &text[1..]),
        _ => (1, text),
    };
    if let Some(moves) = size.strip_prefix(['#', 'M']) {
        let (more, moves) = moves.strip_prefix('-').map_or((1, moves), |moves| (-1, moves));
        let moves: i32 = moves.trim_start_matches('+').parse().ok().filter(|moves| *moves >= 0)?;
        return Some((Evaluation::Mate(sign * more * moves), sign * more < 0));
    }
    let whole = size.split('.').next()?;
    let is_number = size.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') && whole.len() <= MAX_EVAL_DIGITS;
    let pawns: f64 = size.parse().ok().filter(|_| is_number)?;
    let score = f64::from(sign) * (pawns * 100.0).round();
    Some((Evaluation::Centipawns(score as i32), score < 0.0))
}

/// The clock in a comment, in hundredths of a second.
#[must_use]
pub fn clock(note: &[u8]) -> Option<u64> {
    comment::read_time(argument(note, b"clk")?)
}

/// The time spent on the move by a comment, in hundredths of a second.
#[must_use]
pub fn spent(note: &[u8]) -> Option<u64> {
    let argument = argument(note, b"emt")?;
    comment::read_time(argument).or_else(|| comment::read_seconds(argument))
}

fn argument<'n>(note: &'n [u8], name: &[u8]) -> Option<&'n [u8]> {
    let command = comment::commands(note).find(|command| &note[command.name.clone()] == name)?;
    Some(&note[command.argument])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_evaluations_in_all_forms() {
        for (note, expected) in [
            ("[%eval 0.17]", Some((17, EvalPerspective::White))),
            ("[%eval #-4,20] [%clk 0:01:00]", Some((-29_600, EvalPerspective::White))),
            ("+0.13/22 1.2s", Some((13, EvalPerspective::Mover))),
            ("-M5/30 0.1s", Some((-29_500, EvalPerspective::Mover))),
            ("d=24, sd=30, wv=-0.50, R50=49", Some((-50, EvalPerspective::White))),
            ("[%eval 310]", Some((31_000, EvalPerspective::White))),
            ("[%eval -9999999.99]", Some((-999_999_999, EvalPerspective::White))),
            ("[%eval 10000000]", None),
            ("[%eval M5]", None),
            ("[%eval 0.25,x]", None),
            ("[%eval 1.]", None),
            ("[%eval 1,5,20]", None),
            ("[%eval +-0.25]", None),
            ("[%eval 1e5]", None),
            ("[%eval inf]", None),
            ("[%eval #99999999999]", None),
            ("a good move", None),
            ("½-½ agreed", None),
            ("book", None),
        ] {
            assert_eq!(evaluation(note.as_bytes()), expected, "{note}");
        }
    }

    #[test]
    fn reads_elapsed_times_in_both_forms() {
        for (note, expected) in [
            ("[%emt 0:00:07]", Some(700)),
            ("[%emt 1.485]", Some(148)),
            ("[%emt 0.0]", Some(0)),
            ("[%emt 7]", None),
            ("[%emt 1.x]", None),
            ("[%emt .5]", None),
        ] {
            assert_eq!(spent(note.as_bytes()), expected, "{note}");
        }
    }

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
}
