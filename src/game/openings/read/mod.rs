//! The readers of opening tables.
//!
//! | format | begins with | a row is |
//! |---|---|---|
//! | `tsv` | a line that names its columns | a line: code, name, moves |
//! | `scid` | a code, or `#` and a comment | `B90a "Sicilian: Najdorf" 1.e4 c5 … *` |
//! | `pgn` | a tag or a comment | a game with the tags ECO, Opening, Variation and SubVariation |
//!
//! The start of the file determines the format. A file is valid only if all rows are; errors are reported by row, up to
//! a maximum.

mod error;
mod formats;

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::{san, uci};
use crate::game::finding::excerpt::excerpt;
use crate::pgn::place::{Locator, Span};
use crate::pgn::text::decode;
use crate::pgn::write::Unwritable;

use super::book::{Opening, is_code};

pub use error::{BookError, BookFault, FaultKind};

const MAX_ROWS: usize = 1_000_000;

/// The maximum length of a name, in bytes.
const MAX_NAME_LENGTH: usize = 1000;

/// The maximum number of errors reported; further ones are counted.
const MAX_ERRORS: usize = 20;

/// The rows of a table, in order.
pub(super) fn rows(bytes: &[u8]) -> Result<Vec<Row>, BookError> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut table = Table::new(text);
    match text.trim_ascii_start() {
        [] => {}
        [b'[' | b'{' | b'%' | b';', ..] => formats::read_pgn(text, &mut table),
        [b'#', ..] => formats::read_scid(text, &mut table),
        rest if rest.split(u8::is_ascii_whitespace).next().is_some_and(is_code) => formats::read_scid(text, &mut table),
        _ => formats::read_tsv(text, &mut table),
    }
    table.finish()
}

pub(super) struct Row {
    pub(super) key: u64,
    pub(super) pieces: u32,
    pub(super) opening: Opening,
}

/// The table as read so far.
struct Table<'b> {
    locator: Locator<'b>,
    rows: Vec<Row>,
    faults: Vec<BookFault>,
    /// The number of errors beyond the reported ones.
    more: usize,
}

impl<'b> Table<'b> {
    fn new(text: &'b [u8]) -> Self {
        Self { locator: Locator::new(text), rows: Vec::new(), faults: Vec::new(), more: 0 }
    }

    /// Adds the row at offset `at`, or its error.
    fn take(&mut self, at: usize, code: &[u8], name: &[u8], reached: Result<&Position, (usize, FaultKind)>) {
        let code = code.trim_ascii();
        if !is_code(code) {
            return self.fault(at, FaultKind::Code(excerpt(code)));
        }
        let name = decode(name.trim_ascii());
        if name.is_empty() || name.len() > MAX_NAME_LENGTH {
            return self.fault(at, FaultKind::Name(excerpt(name.as_bytes())));
        }
        if let Err(error) = Unwritable::check(&name) {
            return self.fault(at, FaultKind::Unwritable(error));
        }
        match reached {
            Ok(position) => self.rows.push(Row {
                key: position.key(),
                pieces: position.occupied().count(),
                opening: Opening::new(&decode(code), &name),
            }),
            Err((at, kind)) => self.fault(at, kind),
        }
    }

    fn fault(&mut self, at: usize, kind: FaultKind) {
        if self.faults.len() < MAX_ERRORS {
            self.faults.push(BookFault { line: self.locator.place(at).line, kind });
        } else {
            self.more += 1;
        }
    }

    /// Reports an error if the table has the maximum number of rows.
    fn is_full(&mut self, at: usize) -> bool {
        let is_full = self.rows.len() >= MAX_ROWS;
        if is_full {
            self.fault(at, FaultKind::TooManyRows(MAX_ROWS));
        }
        is_full
    }

    fn finish(mut self) -> Result<Vec<Row>, BookError> {
        if self.rows.is_empty() && self.faults.is_empty() {
            self.fault(0, FaultKind::NoRows);
        }
        if self.faults.is_empty() { Ok(self.rows) } else { Err(BookError { faults: self.faults, more: self.more }) }
    }
}

// The replay of a table's lines.

/// The maximum number of plies in a row.
const MAX_PLIES: usize = 400;

/// A replayer of lines from the initial position.
///
/// Neighboring rows share their first moves. So the positions of the previous line are kept, and only moves that differ
/// are played.
struct Lines<'b> {
    text: &'b [u8],
    sans: Vec<&'b [u8]>,
    /// The starting position, and the position after each token.
    positions: Vec<Position>,
}

impl<'b> Lines<'b> {
    /// A replayer for lines that are parts of `text`.
    fn new(text: &'b [u8]) -> Self {
        Self { text, sans: Vec::new(), positions: vec![Position::initial()] }
    }

    /// Plays the line in this byte range. Returns its final position, or the error and its offset. Tokens are moves in
    /// SAN or UCI; move numbers are skipped.
    fn play(&mut self, line: Span) -> Result<&Position, (usize, FaultKind)> {
        let (mut plies, mut start) = (0, line.start);
        for san in self.text[line].split(u8::is_ascii_whitespace) {
            let at = start;
            start += san.len() + 1;
            let san = without_number(san);
            if san.is_empty() {
                continue;
            }
            if plies == MAX_PLIES {
                return Err((at, FaultKind::TooLong(MAX_PLIES)));
            }
            if self.sans.get(plies) != Some(&san) {
                self.sans.truncate(plies);
                self.positions.truncate(plies + 1);
                let position = &self.positions[plies];
                let mv = legal(position, san);
                let mv = mv.map_err(|reason| (at, FaultKind::Move { san: excerpt(san), reason }))?;
                self.positions.push(position.after_unchecked(mv));
                self.sans.push(san);
            }
            plies += 1;
        }
        Ok(&self.positions[plies])
    }
}

/// The legal move of a token, or the reason why there is none.
fn legal(position: &Position, san: &[u8]) -> Result<Move, String> {
    if let Some(uci::Uci::Move { from, to, promotion }) = uci::parse(san)
        && let Some(mv) = uci::between(position, from, to, promotion)
    {
        return Ok(mv);
    }
    let written = san::parse(san).map_err(|malformed| malformed.to_string())?;
    position.resolve(&written).map(|resolved| resolved.mv).map_err(|illegal| illegal.to_string())
}

/// A token without its move number: `Nf3` for `2.Nf3`, empty for `2.` and `2...`. A number needs a dot, since castling
/// may start with a digit.
fn without_number(san: &[u8]) -> &[u8] {
    let digits = san.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let dots = san[digits..].iter().take_while(|byte| **byte == b'.').count();
    if dots == 0 { san } else { &san[digits + dots..] }
}
