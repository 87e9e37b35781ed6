//! The reader of Scid's tables, `scid.eco`: `B90a "Sicilian: Najdorf" 1.e4 c5 2.Nf3 … *`, with comments from `#` to the
//! end of a line.
//!
//! A row may span lines: it ends with `*`.

use super::line::Lines;
use super::{FaultKind, Table};

pub(super) fn read<'b>(text: &'b [u8], table: &mut Table<'b>) {
    let mut lines = Lines::new(text);
    let mut at = 0;
    while let Some(start) = next(text, at) {
        if table.is_full(start) {
            return;
        }
        match row(text, start, &mut lines, table) {
            Ok(end) => at = end,
            Err(kind) => return table.fault(start, kind),
        }
    }
}

/// Reads the row that starts at `start`. Returns its end, or the error after which nothing can be read.
fn row<'b>(text: &'b [u8], start: usize, lines: &mut Lines<'b>, table: &mut Table<'b>) -> Result<usize, FaultKind> {
    let until = |from: usize, ends: fn(&u8) -> bool| text[from..].iter().position(ends).map(|length| from + length);
    let opening = until(start, |byte| matches!(byte, b'"' | b'*')).filter(|at| text[*at] == b'"');
    let opening = opening.ok_or(FaultKind::Name(String::new()))?;
    let closing = until(opening + 1, |byte| *byte == b'"').ok_or(FaultKind::OpenName)?;
    let end = until(closing + 1, |byte| matches!(byte, b'*' | b'"' | b'#')).filter(|at| text[*at] == b'*');
    let end = end.ok_or(FaultKind::OpenMoves)?;
    let reached = lines.play(closing + 1..end);
    table.take(start, &text[start..opening], &text[opening + 1..closing], reached);
    Ok(end + 1)
}

/// The start of the next row, after blanks and comments.
fn next(text: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += text[at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        if text[at] != b'#' {
            return Some(at);
        }
        at += text[at..].iter().position(|byte| matches!(byte, b'\n' | b'\r'))?;
    }
}
