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
mod line;
mod pgn;
mod scid;
mod tsv;

use crate::chess::position::Position;
use crate::game::finding::excerpt::excerpt;
use crate::pgn::place::Locator;
use crate::pgn::text::decode;
use crate::pgn::write::Unwritable;

use super::name::{Opening, is_code};
pub use error::{BookError, BookFault, FaultKind};

/// The maximum number of rows.
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
        [b'[' | b'{' | b'%' | b';', ..] => pgn::read(text, &mut table),
        [b'#', ..] => scid::read(text, &mut table),
        rest if rest.split(u8::is_ascii_whitespace).next().is_some_and(is_code) => scid::read(text, &mut table),
        _ => tsv::read(text, &mut table),
    }
    table.finish()
}

pub(super) struct Row {
    pub(super) key: u64,
    /// The number of pieces on the board.
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
