//! White space where something was deleted.

use std::borrow::Cow;

use crate::pgn::text::count_line_ends;

/// What is beside a gap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// The start or the end of the text.
    End,
    /// A parenthesis, which its content touches.
    Parenthesis,
    /// A line that must begin in the first column.
    Escape,
    Other,
}

/// The white space that remains of that before and after what was deleted: without two spaces, or a space at the end of a
/// line; and without joining two tokens.
pub(super) fn closed_gap([before, after]: [&[u8]; 2], sides: [Side; 2]) -> Cow<'_, [u8]> {
    let [ends_before, ends_after] = [before, after].map(count_line_ends);
    match sides {
        [Side::End, _] => before.into(),
        [_, Side::Escape | Side::End] => without_trailing_blanks(after).into(),
        _ if ends_before + ends_after > 0 => {
            without_trailing_blanks(if ends_after > ends_before { after } else { before }).into()
        }
        [Side::Parenthesis, _] if before.is_empty() => b"".into(),
        [_, Side::Parenthesis] if after.is_empty() => b"".into(),
        _ if before.is_empty() && after.is_empty() => b" ".into(),
        _ if before.is_empty() => after.into(),
        _ => before.into(),
    }
}

/// White space from its first line end on; nothing if it has none.
fn without_trailing_blanks(space: &[u8]) -> &[u8] {
    memchr::memchr2(b'\r', b'\n', space).map_or(b"", |at| &space[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_side_of_the_white_space_stays() {
        use Side::{End, Escape, Other, Parenthesis};
        for (before, after, sides, expected) in [
            (" ", " ", [Other, Other], " "),
            ("", "", [Other, Other], " "),
            ("", "  ", [Other, Other], "  "),
            (" ", "\n", [Other, Other], "\n"),
            ("\n\n", " ", [Other, Other], "\n\n"),
            (" \r\n", "\r\n", [Other, Other], "\r\n"),
            (" ", " \n\n", [Other, End], "\n\n"),
            (" ", "", [Other, End], ""),
            ("", " ", [End, Other], ""),
            ("\n", "\n\n", [End, Other], "\n"),
            ("", " ", [Parenthesis, Other], ""),
            (" ", "", [Other, Parenthesis], ""),
            (" ", " ", [Parenthesis, Parenthesis], " "),
            ("\n ", "\n", [Other, Escape], "\n"),
        ] {
            let gap = closed_gap([before, after].map(str::as_bytes), sides);
            assert_eq!(gap, expected.as_bytes(), "{before:?} {after:?} {sides:?}");
        }
    }
}
