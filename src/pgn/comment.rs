//! Commands in comments: `[%clk 0:05:00]`, `[%eval 0.17]`, `[%csl Gd4]` (PGN supplement of 2001, and what servers add).

use super::place::Span;

/// A command inside a comment, `[%name argument]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// From `[` to `]`, or to the end of the comment if there is no `]`.
    pub span: Span,
    /// The letters behind the `%`.
    pub name: Span,
    /// What stands between the name and the `]`, without the white space around it.
    pub argument: Span,
    /// Whether the `]` is there.
    pub closed: bool,
}

/// The commands in the bytes of a comment, in order; ranges count from the start of `comment`.
pub fn commands(comment: &[u8]) -> impl Iterator<Item = Command> + '_ {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + memchr::memmem::find(&comment[from..], b"[%")?;
        let name_start = start + 2;
        let name_length = comment[name_start..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let name = name_start..name_start + name_length;
        let stop = memchr::memchr2(b']', b'}', &comment[name.end..]).map_or(comment.len(), |at| name.end + at);
        let (body_end, close) = (stop, Some(stop).filter(|&at| comment.get(at) == Some(&b']')));
        let end = close.map_or(body_end, |at| at + 1);
        let raw = &comment[name.end..close.unwrap_or(body_end)];
        let lead = raw.len() - raw.trim_ascii_start().len();
        let argument = name.end + lead..name.end + lead + raw.trim_ascii().len();
        from = end;
        Some(Command { span: start..end, name, argument, closed: close.is_some() })
    })
}

/// Reads a clock or a time spent, `H:MM:SS` with any number of hours, optionally with a fraction of a second, in
/// hundredths of a second. Minutes and seconds stop at 59.
#[must_use]
pub fn read_time(text: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(text).ok()?;
    let (whole, fraction) = text.split_once('.').map_or((text, ""), |(whole, fraction)| (whole, fraction));
    let mut parts = whole.split(':');
    let hours: u64 = number(parts.next()?, 1..=5)?;
    let minutes: u64 = number(parts.next()?, 1..=2).filter(|minutes| *minutes < 60)?;
    let seconds: u64 = number(parts.next()?, 2..=2).filter(|seconds| *seconds < 60)?;
    if parts.next().is_some() || text.ends_with('.') {
        return None;
    }
    let hundredths = if fraction.is_empty() { 0 } else { number(&format!("{fraction:0<2}")[..2], 2..=2)? };
    fraction
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then_some(((hours * 60 + minutes) * 60 + seconds) * 100 + hundredths)
}

/// Digits only, of a length in this range.
fn number(text: &str, length: std::ops::RangeInclusive<usize>) -> Option<u64> {
    (length.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

/// Whether this is an evaluation: pawns (`0.17`, `-3`), or mate in so many moves (`#4`, `#-12`), optionally with a
/// search depth (`0.17,24`).
#[must_use]
pub fn is_eval(text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(text) else { return false };
    let (value, depth) = text.split_once(',').map_or((text, None), |(value, depth)| (value, Some(depth.trim())));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let sound = match value.strip_prefix('#') {
        Some(mate) => digits(unsigned(mate)),
        None => match unsigned(value).split_once('.') {
            Some((pawns, fraction)) => (pawns.is_empty() || digits(pawns)) && digits(fraction),
            None => digits(unsigned(value)),
        },
    };
    sound && depth.is_none_or(digits)
}

fn unsigned(text: &str) -> &str {
    text.trim_start_matches(['+', '-'])
}

/// A coloured square or arrow as it is written: `Gd4`, `Re2e4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape<'a> {
    /// The upper-case letter of the colour.
    pub color: u8,
    /// The names of the square or squares, without anything between them.
    pub squares: &'a [u8],
}

/// The items of a list of shapes that have so many squares each; `None` for each that is none.
pub fn shapes(text: &[u8], squares: usize) -> impl Iterator<Item = Option<Shape<'_>>> {
    let items = (!text.is_empty()).then(|| text.split(|&byte| byte == b','));
    items.into_iter().flatten().map(move |item| shape(item.trim_ascii(), squares))
}

fn shape(item: &[u8], count: usize) -> Option<Shape<'_>> {
    let (&color, squares) = item.split_first()?;
    let is_shape = color.is_ascii_uppercase()
        && squares.len() == 2 * count
        && squares.chunks(2).all(|square| matches!(square, [b'a'..=b'h', b'1'..=b'8']));
    is_shape.then_some(Shape { color, squares })
}

/// Whether this is a list of coloured squares, `Gd4,Rf6`.
#[must_use]
pub fn is_squares(text: &[u8]) -> bool {
    shapes(text, 1).all(|shape| shape.is_some())
}

/// Whether this is a list of coloured arrows, `Ge2e4,Rd8h4`.
#[must_use]
pub fn is_arrows(text: &[u8]) -> bool {
    shapes(text, 2).all(|shape| shape.is_some())
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn times() {
        assert_eq!(read_time(b"1:02:03"), Some(372_300));
        assert_eq!(read_time(b"0:00:09.7"), Some(970));
        assert_eq!(read_time(b"00:00:09.75"), Some(975));
        for bad in
            ["99:99", "0:60:00", "0:00:60", "1:2:3", "", "a:00:00", "0:00:01.", "0:00:0x", "0:00:01.x", "+1:00:00"]
        {
            assert_eq!(read_time(bad.as_bytes()), None, "{bad}");
        }
    }

    #[test]
    fn evaluations_squares_and_arrows() {
        for good in ["0.17", "-3", "+1.5", "#4", "#-12", "0.17,24", ".5"] {
            assert!(is_eval(good.as_bytes()), "{good}");
        }
        for bad in ["abc", "", "#", "1.2.3", "0.17,", "--"] {
            assert!(!is_eval(bad.as_bytes()), "{bad}");
        }
        assert!(is_squares(b"Gd4,Rf6") && !is_squares(b"Rz9") && !is_squares(b"Gd4e5"));
        assert!(is_arrows(b"Ge2e4") && !is_arrows(b"Gf3"));
    }
}
