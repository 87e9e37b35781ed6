//! Commands in comments: `[%clk 0:05:00]`, `[%eval 0.17]`, `[%csl Gd4]` (PGN supplement of 2001, lichess, ChessBase).

use super::place::Span;

/// A command inside a comment, `[%name argument]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommentCommand {
    /// From `[` to `]`, or to the end of the comment if there is no `]`.
    pub span: Span,
    /// The letters after the `%`.
    pub name: Span,
    /// The text between the name and the `]`, trimmed.
    pub argument: Span,
    /// Whether it has its `]`.
    pub closed: bool,
}

/// The commands in the bytes of a comment, in order; ranges count from the start of `comment`.
pub fn commands(comment: &[u8]) -> impl Iterator<Item = CommentCommand> + '_ {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = opening(comment, from)?;
        let name_start = start + 2;
        let name_length = comment[name_start..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let name = name_start..name_start + name_length;
        // A simple loop, because most arguments are short.
        let stop = comment[name.end..].iter().position(|byte| matches!(byte, b']' | b'}'));
        let stop = stop.map_or(comment.len(), |at| name.end + at);
        let (body_end, close) = (stop, Some(stop).filter(|&at| comment.get(at) == Some(&b']')));
        let end = close.map_or(body_end, |at| at + 1);
        let raw = &comment[name.end..close.unwrap_or(body_end)];
        let lead = raw.len() - raw.trim_ascii_start().len();
        let argument = name.end + lead..name.end + lead + raw.trim_ascii().len();
        from = end;
        Some(CommentCommand { span: start..end, name, argument, closed: close.is_some() })
    })
}

/// The offset of the next `[%`.
fn opening(comment: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let rest = comment.get(at..)?;
        if rest.starts_with(b"[%") {
            return Some(at);
        }
        at += 1 + memchr::memchr(b'[', rest.get(1..)?)?;
    }
}

/// A command in its most common form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SimpleCommand {
    /// `[%clk 0:05:00]`, with one digit of hours and no fraction; in hundredths of a second.
    Clock(u64),
    /// `[%eval -0.17]` in pawns, or `[%eval #-4]` for a mate, with at most seven characters, without a depth.
    Eval,
}

/// A factor that repeats a byte in all bytes of a word.
const EACH: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const HIGHEST: u64 = 0x80 * EACH;

/// The command at the start of a text, if it has the most common form, and its length. This is a fast path: `None`
/// means that [`commands`] and the parsers of arguments decide, and they agree with every other result.
#[inline]
pub fn read_short_command(text: &[u8]) -> Option<(SimpleCommand, usize)> {
    let [first, second] = text.first_chunk::<16>()?.as_chunks::<8>().0 else { return None };
    let (first, second) = (u64::from_le_bytes(*first), u64::from_le_bytes(*second));
    if (first ^ u64::from_le_bytes(*b"[%clk \0\0")) << 16 == 0 {
        return Some((SimpleCommand::Clock(short_clock(first >> 48 | second << 16)?), 14));
    }
    if (first ^ u64::from_le_bytes(*b"[%eval \0")) << 8 == 0 {
        return Some((SimpleCommand::Eval, 8 + short_eval(first >> 56 | second << 8)?));
    }
    None
}

/// A comment as servers write it: an optional evaluation, then an optional clock, each as in [`SimpleCommand`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ServerComment {
    /// The time of its clock in hundredths of a second, if it has one.
    pub clock: Option<u64>,
}

/// The comment in the first `length` bytes of a text, with its braces: `{ [%eval 0.17] [%clk 0:05:00] }`. A fast path
/// like [`read_short_command`]; it may return `None` if the text ends with the comment.
#[inline]
pub fn read_server_comment(text: &[u8], length: usize) -> Option<ServerComment> {
    let [b'{', b' ', rest @ ..] = text else { return None };
    let (mut command, mut at) = read_short_command(rest)?;
    if command == SimpleCommand::Eval && rest.get(at) == Some(&b' ') && at + 4 < length {
        let (clock, clock_length) = read_short_command(&rest[at + 1..])?;
        (command, at) = (clock, at + 1 + clock_length);
    }
    let clock = if let SimpleCommand::Clock(clock) = command { Some(clock) } else { None };
    (rest.get(at..at + 2)? == b" }" && at + 4 == length).then_some(ServerComment { clock })
}

/// The time of eight bytes `0:05:00]`, the first in the lowest bits, in hundredths of a second. SWAR: all digits at once.
#[inline]
fn short_clock(bytes: u64) -> Option<u64> {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    // Adding a limit to a byte sets its highest bit if the byte is too large.
    const LIMITS: u64 = u64::from_le_bytes([0x76, 0x7f, 0x7a, 0x76, 0x7f, 0x7a, 0x76, 0x7f]);
    let digits = bytes ^ u64::from_le_bytes(*b"0:00:00]");
    if (digits.wrapping_add(LIMITS) | digits) & HIGHEST != 0 {
        return None;
    }
    // Two multiplications sum the weighted digits in their highest two bytes, which suffice for 35,409 seconds.
    let hours_tens_of_minutes_seconds = (digits & EVEN).wrapping_mul(3600 << 48 | 600 << 32 | 1);
    let minutes_tens_of_seconds = (digits >> 8 & EVEN).wrapping_mul(60 << 32 | 10 << 16);
    Some(((hours_tens_of_minutes_seconds >> 48) + (minutes_tens_of_seconds >> 48)) * 100)
}

/// The number of these eight bytes, the first in the lowest bits, before a `]`, if they are an optional sign and
/// digits, perhaps with a point before the last digit; or a `#`, an optional sign and digits.
#[inline]
fn short_eval(bytes: u64) -> Option<usize> {
    let is_mate = bytes as u8 == b'#';
    let bytes = if is_mate { bytes >> 8 } else { bytes };
    let bracket = bytes ^ (EACH * u64::from(b']'));
    let found = bracket.wrapping_sub(EACH) & !bracket & HIGHEST;
    let length = found.trailing_zeros() as usize / 8;
    let sign = usize::from(bytes as u8 == b'-');
    if found == 0 || length <= sign {
        return None;
    }
    let digits = bytes ^ (EACH * u64::from(b'0'));
    let within = (1 << (8 * length)) - (1_u64 << (8 * sign));
    let others = (digits.wrapping_add(0x76 * EACH) | digits) & HIGHEST & within;
    let last = 0x80 << (8 * (length - 1));
    let is_point = others.is_power_of_two() && (bytes >> (others.trailing_zeros() - 7)) as u8 == b'.';
    let is_sound = others == 0 || (is_point && others != last && !is_mate);
    is_sound.then_some(length + usize::from(is_mate))
}

/// Parses a clock or elapsed time, `H:MM:SS` with any number of hours and an optional fraction of a second, in
/// hundredths of a second. Minutes and seconds are at most 59, and may lack the leading zero, see [`is_padded`].
pub fn read_time(text: &[u8]) -> Option<u64> {
    let point = text.iter().position(|&byte| byte == b'.');
    let (whole, fraction) = point.map_or((text, None), |at| (&text[..at], Some(&text[at + 1..])));
    let mut parts = whole.split(|&byte| byte == b':');
    let hours = number(parts.next()?, 1..=5)?;
    let minutes = number(parts.next()?, 1..=2).filter(|minutes| *minutes < 60)?;
    let seconds = number(parts.next()?, 1..=2).filter(|seconds| *seconds < 60)?;
    if parts.next().is_some() {
        return None;
    }
    let hundredths = fraction.map_or(Some(0), hundredths)?;
    Some(((hours * 60 + minutes) * 60 + seconds) * 100 + hundredths)
}

/// The time of the first `%clk` in a comment, in hundredths of a second.
pub fn clock(comment: &[u8]) -> Option<u64> {
    let command = commands(comment).find(|command| &comment[command.name.clone()] == b"clk")?;
    read_time(&comment[command.argument])
}

/// Whether minutes and seconds of a time have two digits each, as the supplement writes them.
pub fn is_padded(time: &[u8]) -> bool {
    let whole = time.split(|&byte| byte == b'.').next().unwrap_or_default();
    whole.split(|&byte| byte == b':').skip(1).all(|part| part.len() == 2)
}

/// Parses a time in seconds, `12` or `1.485`, in hundredths of a second. Some servers write the elapsed time so.
pub fn read_seconds(text: &[u8]) -> Option<u64> {
    let point = text.iter().position(|&byte| byte == b'.').unwrap_or(text.len());
    let seconds = number(&text[..point], 1..=6)?;
    let hundredths =
        text.get(point + 1..).map_or(Some(0), |fraction| hundredths(fraction).filter(|_| fraction.len() <= 6))?;
    Some(seconds * 100 + hundredths)
}

/// The hundredths in the digits after a decimal point; `None` if there are none.
fn hundredths(fraction: &[u8]) -> Option<u64> {
    let digit = |index: usize| fraction.get(index).map_or(0, |digit| u64::from(digit - b'0'));
    let is_fraction = !fraction.is_empty() && fraction.iter().all(u8::is_ascii_digit);
    is_fraction.then(|| digit(0) * 10 + digit(1))
}

/// A number of digits only, with a length in this range, at most nineteen.
fn number(text: &[u8], length: std::ops::RangeInclusive<usize>) -> Option<u64> {
    let append = |value: u64, byte: &u8| byte.is_ascii_digit().then(|| value * 10 + u64::from(byte - b'0'));
    length.contains(&text.len()).then(|| text.iter().try_fold(0, append))?
}

/// The largest number of digits of whole pawns and of moves to mate: hundredths of a pawn fit in 32 bits.
pub const MAX_EVAL_DIGITS: usize = 7;

/// Whether this is an evaluation: pawns (`0.17`, `-3`) or mate distance (`#4`, `#-12`, `-#12`, `-M12`), optionally with a
/// search depth (`0.17,24`). Evaluations beyond [`MAX_EVAL_DIGITS`] are none.
pub fn is_eval(text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(text) else { return false };
    let (value, depth) = text.split_once(',').map_or((text, None), |(value, depth)| (value, Some(depth.trim())));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = |text: &str| digits(text) && text.len() <= MAX_EVAL_DIGITS;
    let is_sound = |eval: EvalText<'_>| match eval.size.split_once('.') {
        Some((pawns, fraction)) => !eval.is_mate && (pawns.is_empty() || number(pawns)) && digits(fraction),
        None => number(eval.size),
    };
    split_eval(value).is_some_and(is_sound) && depth.is_none_or(digits)
}

/// The parts of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalText<'a> {
    /// Whether it has a minus sign.
    pub is_negative: bool,
    /// Whether it is a number of moves to mate.
    pub is_mate: bool,
    /// The number without its sign.
    pub size: &'a str,
}

/// The minus sign of Unicode.
const MINUS: char = '\u{2212}';

/// Splits an evaluation into its parts. The sign may be before or after the `#` or `M` of a mate; `None` if there are two signs.
pub fn split_eval(text: &str) -> Option<EvalText<'_>> {
    let (sign, rest) = split_sign(text);
    let mate = rest.strip_prefix(['#', 'M']);
    let (second, size) = mate.map_or(("", rest), split_sign);
    let signs = || sign.chars().chain(second.chars());
    (signs().count() <= 1).then(|| EvalText {
        is_negative: signs().any(|sign| sign != '+'),
        is_mate: mate.is_some(),
        size,
    })
}

/// The signs at the start of a number, and the rest.
fn split_sign(text: &str) -> (&str, &str) {
    text.split_at(text.len() - text.trim_start_matches(['+', '-', MINUS]).len())
}

/// A colored square or arrow: `Gd4`, `Re2e4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawnShape<'a> {
    /// The upper-case letter of the color.
    pub color: u8,
    /// The names of one or two squares, without a separator.
    pub squares: &'a [u8],
}

/// The items of a list of shapes with this number of squares each; `None` for malformed items.
pub fn shapes(text: &[u8], squares: usize) -> impl Iterator<Item = Option<DrawnShape<'_>>> {
    let items = (!text.is_empty()).then(|| text.split(|&byte| byte == b','));
    items.into_iter().flatten().map(move |item| shape(item.trim_ascii(), squares))
}

fn shape(item: &[u8], count: usize) -> Option<DrawnShape<'_>> {
    let (&color, squares) = item.split_first()?;
    let is_shape = color.is_ascii_uppercase()
        && squares.len() == 2 * count
        && squares.chunks(2).all(|square| matches!(square, [b'a'..=b'h', b'1'..=b'8']));
    is_shape.then_some(DrawnShape { color, squares })
}

/// Whether this is a list of colored squares, `Gd4,Rf6`.
pub fn is_squares(text: &[u8]) -> bool {
    shapes(text, 1).all(|shape| shape.is_some())
}

/// Whether this is a list of colored arrows, `Ge2e4,Rd8h4`.
pub fn is_arrows(text: &[u8]) -> bool {
    shapes(text, 2).all(|shape| shape.is_some())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn commands_are_found_with_their_parts() {
        let comment = b"{ [%clk 0:01:02.5] good [%eval #-3][%csl Gd4 }";
        let found: Vec<_> = commands(comment)
            .map(|command| (&comment[command.name], &comment[command.argument], command.closed))
            .collect();
        let expected: [(&[u8], &[u8], bool); 3] =
            [(b"clk", b"0:01:02.5", true), (b"eval", b"#-3", true), (b"csl", b"Gd4", false)];
        assert_eq!(found, expected);
    }

    /// The reference implementation of [`read_short_command`].
    fn reference(text: &[u8]) -> Option<(SimpleCommand, usize)> {
        let command = commands(text).next().filter(|command| command.span.start == 0 && command.closed)?;
        let argument = &text[command.argument.clone()];
        let short = match &text[command.name.clone()] {
            b"clk" => read_time(argument).map(SimpleCommand::Clock),
            b"eval" => is_eval(argument).then_some(SimpleCommand::Eval),
            _ => None,
        };
        short.map(|short| (short, command.span.end))
    }

    #[test]
    fn common_commands_take_the_fast_path() {
        for (text, short) in [
            ("[%clk 0:05:00] }", Some((SimpleCommand::Clock(30_000), 14))),
            ("[%clk 9:59:59] [", Some((SimpleCommand::Clock(3_599_900), 14))),
            ("[%eval 0.17] [%clk", Some((SimpleCommand::Eval, 12))),
            ("[%eval -12.345] }", Some((SimpleCommand::Eval, 15))),
            ("[%eval 3] [%clk ", Some((SimpleCommand::Eval, 9))),
            ("[%eval #4] [%clk", Some((SimpleCommand::Eval, 10))),
            ("[%eval #-12] }  ", Some((SimpleCommand::Eval, 12))),
            ("[%clk 0:05:60] }", None),
            ("[%clk 10:05:00] }", None),
            ("[%eval #-3] [%clk ", Some((SimpleCommand::Eval, 11))),
            ("[%eval #3.5] [%clk ", None),
            ("[%eval #] [%clk 0", None),
            ("[%eval 3.] [%clk ", None),
            ("[%eval -] [%clk ", None),
            ("[%eval ] [%clk  ", None),
            ("[%clk 0:05:00]", None),
        ] {
            assert_eq!(read_short_command(text.as_bytes()), short, "{text}");
        }
        let usual = |comment: &str| read_server_comment(format!("{comment} 1... e5 2. Nf3").as_bytes(), comment.len());
        for (comment, clock) in [
            ("{ [%clk 0:05:07] }", Some(30_700)),
            ("{ [%eval 0.17] [%clk 0:05:07] }", Some(30_700)),
            ("{ [%eval -12.345] [%clk 0:05:07] }", Some(30_700)),
            ("{ [%eval 0.17] }", None),
            ("{ [%eval 3] }", None),
        ] {
            assert_eq!(usual(comment), Some(ServerComment { clock }), "{comment}");
        }
    }

    properties! {
        #[test]
        fn short_commands_match_the_reference(
            text in "\\[%(clk [0-9:\\]]{1,2}[0-9]{1,2}[:.;]?[0-9]{2}\\]?|eval #?[-+0-9]?[0-9.é/]{0,6}[0-9\\]]?\\]?)",
        ) {
            let text = format!("{text}        ");
            let short = read_short_command(text.as_bytes());
            prop_assert!(short.is_none() || short == reference(text.as_bytes()), "{}", text);
        }
    }

    properties! {
        #[test]
        fn server_comments_are_their_commands_and_nothing_else(
            eval in prop::option::of("-?[0-9]{1,2}(\\.[0-9]{1,2})?|#-?[0-9]{1,2}"),
            time in prop::option::of("[0-9]:[0-5][0-9]:[0-5][0-9]"),
            change in prop::option::of((0..40_usize, "[0-9\\[\\]{}%#é .:-]?", prop::bool::ANY)),
        ) {
            prop_assume!(eval.is_some() || time.is_some());
            let parts = [eval.map(|eval| format!("[%eval {eval}]")), time.map(|time| format!("[%clk {time}]"))];
            let well_formed = format!("{{ {} }}", parts.into_iter().flatten().collect::<Vec<_>>().join(" "));
            let mut text = well_formed.clone();
            if let Some((place, other, replaces)) = change {
                let place = place % well_formed.len();
                text.replace_range(place..place + usize::from(replaces), &other);
            }
            let more = format!("{text} 1... e5 2. Nf3 Nc6");
            let usual = read_server_comment(more.as_bytes(), text.len());
            prop_assert!(usual.is_some() || text != well_formed, "{}", text);
            if let Some(ServerComment { clock }) = usual {
                let commands: Vec<_> = commands(text.as_bytes()).collect();
                let parts: Vec<_> = commands.iter().map(|command| &text[command.span.clone()]).collect();
                prop_assert_eq!(&format!("{{ {} }}", parts.join(" ")), &text);
                prop_assert!(commands.iter().all(|command| command.closed), "{}", text);
                let names: Vec<_> = commands.iter().map(|command| &text[command.name.clone()]).collect();
                match (clock, &names[..]) {
                    (Some(clock), ["clk"] | ["eval", "clk"]) => {
                        let last = commands.last().unwrap();
                        prop_assert_eq!(read_time(text[last.argument.clone()].as_bytes()), Some(clock));
                    }
                    (None, ["eval"]) => {}
                    _ => prop_assert!(false, "{}", text),
                }
                if names[0] == "eval" {
                    prop_assert!(is_eval(text[commands[0].argument.clone()].as_bytes()), "{}", text);
                }
            }
        }
    }

    #[test]
    fn times() {
        assert_eq!(read_time(b"1:02:03"), Some(372_300));
        assert_eq!(read_time(b"1:2:3"), Some(372_300));
        assert!(is_padded(b"1:02:03.5") && !is_padded(b"1:2:03") && !is_padded(b"1:02:3"));
        assert_eq!(read_time(b"0:00:09.7"), Some(970));
        assert_eq!(read_time(b"00:00:09.75"), Some(975));
        for bad in [
            "99:99",
            "0:60:00",
            "0:00:60",
            "1:2",
            "",
            "a:00:00",
            "0:00:01.",
            "0:00:0x",
            "0:00:01.x",
            "+1:00:00",
            "0:00:01.xé",
        ] {
            assert_eq!(read_time(bad.as_bytes()), None, "{bad}");
        }
    }

    /// The reference implementation of [`read_time`].
    fn time_by_parts(text: &str) -> Option<u64> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "00"));
        let parts: Vec<&str> = whole.split(':').collect();
        let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
        let [hours, minutes, seconds] = parts[..] else { return None };
        let lengths =
            (1..=5).contains(&hours.len()) && (1..=2).contains(&minutes.len()) && (1..=2).contains(&seconds.len());
        if !(lengths && parts.iter().all(is_number) && is_number(&fraction) && !fraction.is_empty()) {
            return None;
        }
        let hundredths = format!("{fraction:0<2}")[..2].to_owned();
        let [hours, minutes, seconds, hundredths]: [u64; 4] =
            [hours, minutes, seconds, &hundredths].map(|part| part.parse().unwrap());
        (minutes < 60 && seconds < 60).then_some(((hours * 60 + minutes) * 60 + seconds) * 100 + hundredths)
    }

    properties! {
        #[test]
        fn times_match_the_reference(text in "([0-9]{0,6}[:.]?){0,2}[0-6]?[0-9]:[0-6]?[0-9]([.:][0-9a-fé]{0,4})?") {
            prop_assert_eq!(read_time(text.as_bytes()), time_by_parts(&text));
        }

        #[test]
        fn commands_open_with_bracket_and_percent(text in "[\\[%a\\] }]{0,30}", from in 0..20_usize) {
            let plain = text.get(from..).and_then(|rest| rest.find("[%")).map(|at| from + at);
            prop_assert_eq!(opening(text.as_bytes(), from), plain);
        }
    }

    #[test]
    fn evaluations_squares_and_arrows() {
        for good in
            ["0.17", "-3", "+1.5", "#4", "#-12", "0.17,24", ".5", "+#14", "-#2", "#+3", "M5", "-M5", "\u{2212}0.5"]
        {
            assert!(is_eval(good.as_bytes()), "{good}");
        }
        for bad in ["abc", "", "#", "1.2.3", "0.17,", "--", "+-0.25", "#+-3", "-#-3", "M", "#1.5", "1.", "1,5,20"] {
            assert!(!is_eval(bad.as_bytes()), "{bad}");
        }
        assert!(is_squares(b"Gd4,Rf6") && !is_squares(b"Rz9") && !is_squares(b"Gd4e5"));
        assert!(is_arrows(b"Ge2e4") && !is_arrows(b"Gf3"));
    }
}
