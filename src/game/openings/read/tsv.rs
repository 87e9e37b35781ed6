//! The reader of tab-separated tables, as lichess.org publishes them.
//!
//! The first line names the columns: `eco`, `name`, and `uci` or `pgn` for the moves (`uci` if both are there). A
//! column `epd` states the position that the moves must lead to. Other columns are ignored. The header may repeat,
//! since five files may have been concatenated. There is no quoting.

use memchr::memchr2_iter;

use crate::chess::epd;
use crate::chess::position::Position;

use super::line::Lines;
use super::{FaultKind, Table};

struct Columns {
    eco: usize,
    name: usize,
    moves: usize,
    epd: Option<usize>,
}

impl Columns {
    fn from_header(line: &[u8]) -> Option<Self> {
        let place = |name: &[u8]| line.split(|byte| *byte == b'\t').position(|field| field.trim_ascii() == name);
        Some(Self {
            eco: place(b"eco")?,
            name: place(b"name")?,
            moves: place(b"uci").or_else(|| place(b"pgn"))?,
            epd: place(b"epd"),
        })
    }

    /// The required number of fields in a row.
    fn needed(&self) -> usize {
        self.eco.max(self.name).max(self.moves).max(self.epd.unwrap_or(0)) + 1
    }
}

pub(super) fn read<'b>(text: &'b [u8], table: &mut Table<'b>) {
    let mut header: Option<(&[u8], Columns)> = None;
    let mut lines = Lines::new(text);
    let mut start = 0;
    for end in memchr2_iter(b'\n', b'\r', text).chain([text.len()]) {
        let at = start;
        start = text.len().min(end + 1);
        let line = text[at..end].trim_ascii_end();
        if line.is_empty() {
            continue;
        }
        match &header {
            None => match Columns::from_header(line) {
                Some(columns) => header = Some((line, columns)),
                None => return table.fault(at, FaultKind::Columns),
            },
            Some((names, _)) if *names == line => {}
            Some(_) if table.is_full(at) => return,
            Some((_, columns)) => row(line, at, columns, &mut lines, table),
        }
    }
}

fn row<'b>(line: &'b [u8], at: usize, columns: &Columns, lines: &mut Lines<'b>, table: &mut Table<'b>) {
    let fields: Vec<&[u8]> = line.split(|byte| *byte == b'\t').collect();
    if fields.len() < columns.needed() {
        return table.fault(at, FaultKind::Fields { found: fields.len(), needed: columns.needed() });
    }
    let before: usize = fields[..columns.moves].iter().map(|field| field.len() + 1).sum();
    let moves = at + before..at + before + fields[columns.moves].len();
    let reached = lines.play(moves).and_then(|position| match columns.epd {
        Some(epd) if !states(fields[epd], position) => {
            Err((at, FaultKind::OtherPosition { reached: position.to_fen() }))
        }
        _ => Ok(position),
    });
    table.take(at, fields[columns.eco], fields[columns.name], reached);
}

fn states(field: &[u8], position: &Position) -> bool {
    let stated = epd::parse(field.trim_ascii()).ok().and_then(|reading| reading.setup.position().ok());
    stated.is_some_and(|stated| stated.same_position(position))
}
