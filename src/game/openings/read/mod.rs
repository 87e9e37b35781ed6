//! Tables of openings as files.
//!
//! | format | begins with | a row is |
//! |---|---|---|
//! | `tsv` | a line that names its columns | a line: code, name, moves |
//! | `scid` | a code, or a comment behind `#` | `B90a "Sicilian: Najdorf" 1.e4 c5 … *` |
//! | `pgn` | a tag or a comment | a game with the tags ECO, Opening, Variation and SubVariation |
//!
//! The format is found by how the file begins. A file is a table only if every row of it can be used; what is wrong is told
//! row by row, up to a bound.

mod error;
mod line;
mod pgn;
mod scid;
mod tsv;

pub use error::{BookError, BookFault, FaultKind};

use crate::chess::position::Position;
use crate::game::excerpt::excerpt;
use crate::pgn::place::Locator;
use crate::pgn::text::decode;

use super::name::{Opening, is_code};

/// The most rows a table may have.
const MOST_ROWS: usize = 1_000_000;

/// The longest name, in bytes.
const LONGEST_NAME: usize = 1000;

/// So many faults are told; the others are counted.
const MOST_FAULTS: usize = 20;

/// The positions that the lines of a table lead to, in its order.
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

/// A position of a table.
pub(super) struct Row {
    pub(super) key: u64,
    /// How many men are on the board.
    pub(super) men: u32,
    pub(super) opening: Opening,
}

/// What was read so far.
struct Table<'b> {
    locator: Locator<'b>,
    rows: Vec<Row>,
    faults: Vec<BookFault>,
    /// Faults beyond those that are told.
    more: usize,
}

impl<'b> Table<'b> {
    fn new(text: &'b [u8]) -> Self {
        Self { locator: Locator::new(text), rows: Vec::new(), faults: Vec::new(), more: 0 }
    }

    /// Takes a row that stands at `at` and leads to a position, or says what is wrong with it.
    fn take(&mut self, at: usize, code: &[u8], name: &[u8], reached: Result<&Position, (usize, FaultKind)>) {
        let code = code.trim_ascii();
        if !is_code(code) {
            return self.fault(at, FaultKind::Code(excerpt(code)));
        }
        let name = decode(name.trim_ascii());
        if name.is_empty() || name.len() > LONGEST_NAME || name.contains(char::is_control) {
            return self.fault(at, FaultKind::Name(excerpt(name.as_bytes())));
        }
        match reached {
            Ok(position) => self.rows.push(Row {
                key: position.key(),
                men: position.occupied().count(),
                opening: Opening::new(&decode(code), &name),
            }),
            Err((at, kind)) => self.fault(at, kind),
        }
    }

    fn fault(&mut self, at: usize, kind: FaultKind) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(BookFault { line: self.locator.place(at).line, kind });
        } else {
            self.more += 1;
        }
    }

    /// Whether there is room for no more rows; then that is a fault, and reading ends.
    fn is_full(&mut self, at: usize) -> bool {
        let is_full = self.rows.len() >= MOST_ROWS;
        if is_full {
            self.fault(at, FaultKind::TooManyRows(MOST_ROWS));
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
