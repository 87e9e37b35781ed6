//! The formats of opening tables: tab-separated as lichess.org publishes them, Scid's `scid.eco`, and PGN such as
//! pgn-extract's `eco.pgn`.

use memchr::memchr2_iter;

use crate::chess::epd;
use crate::chess::position::Position;
use crate::game::finding::excerpt::excerpt;
use crate::game::replay::{Game, Validity, read_game};
use crate::game::rules::{RuleSet, Severity};

use super::{FaultKind, Lines, MAX_PLIES, Table};

// The reader of tab-separated tables, as lichess.org publishes them.
//
// The first line names the columns: `eco`, `name`, and `uci` or `pgn` for the moves (`uci` if both are there). A
// column `epd` states the position that the moves must lead to. Other columns are ignored. The header may repeat,
// since five files may have been concatenated. There is no quoting.

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

pub(super) fn read_tsv<'b>(text: &'b [u8], table: &mut Table<'b>) {
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
            Some((_, columns)) => read_tsv_row(line, at, columns, &mut lines, table),
        }
    }
}

fn read_tsv_row<'b>(line: &'b [u8], at: usize, columns: &Columns, lines: &mut Lines<'b>, table: &mut Table<'b>) {
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

// The reader of Scid's tables, `scid.eco`: `B90a "Sicilian: Najdorf" 1.e4 c5 2.Nf3 … *`, with comments from `#` to the
// end of a line.
//
// A row may span lines: it ends with `*`.

pub(super) fn read_scid<'b>(text: &'b [u8], table: &mut Table<'b>) {
    let mut lines = Lines::new(text);
    let mut at = 0;
    while let Some(start) = next(text, at) {
        if table.is_full(start) {
            return;
        }
        match read_scid_row(text, start, &mut lines, table) {
            Ok(end) => at = end,
            Err(kind) => return table.fault(start, kind),
        }
    }
}

/// Reads the row that starts at `start`. Returns its end, or the error after which nothing can be read.
fn read_scid_row<'b>(
    text: &'b [u8],
    start: usize,
    lines: &mut Lines<'b>,
    table: &mut Table<'b>,
) -> Result<usize, FaultKind> {
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

// The reader of opening tables in PGN, such as pgn-extract's `eco.pgn`. The tags ECO, Opening, Variation and
// SubVariation name the final position of each game.
//
// The parts of a name are joined as on lichess.org: `Opening: Variation, SubVariation`.

pub(super) fn read_pgn<'b>(text: &'b [u8], table: &mut Table<'b>) {
    if memchr::memmem::find(text, b"[ECO ").is_none() {
        return table.fault(0, FaultKind::NoCodes);
    }
    let errors = RuleSet::at_least(Severity::Error);
    let mut at = 0;
    while at < text.len() {
        let game = read_game(text, at, errors);
        if table.is_full(at) {
            return;
        }
        if game.status != Validity::NoGame {
            read_pgn_row(&game, text, table);
        }
        at = game.span.end.max(at + 1);
    }
}

fn read_pgn_row(game: &Game, text: &[u8], table: &mut Table<'_>) {
    let tag = |name: &str| game.tags.text(name, text).unwrap_or_default();
    let parts = [tag("Opening"), tag("Variation"), tag("SubVariation")];
    let mut name = parts[0].to_string();
    for (separator, part) in [": ", ", "].iter().zip(parts[1..].iter().filter(|part| !part.trim().is_empty())) {
        name.push_str(separator);
        name.push_str(part);
    }
    let start = game.tags.value("ECO").map_or(game.span.start, |value| value.start);
    table.take(start, tag("ECO").as_bytes(), name.as_bytes(), final_position(game, start, text));
}

/// The final position of a game, or the offset and kind of the error.
fn final_position<'g>(game: &'g Game, at: usize, text: &[u8]) -> Result<&'g Position, (usize, FaultKind)> {
    if !game.has_start() || !game.start().same_position(&Position::initial()) {
        return Err((at, FaultKind::OtherStart));
    }
    if game.plies() as usize > MAX_PLIES {
        return Err((at, FaultKind::TooLong(MAX_PLIES)));
    }
    let error =
        game.report.findings.iter().find(|finding| finding.severity == Severity::Error && finding.moment.is_some());
    match error {
        None if game.is_complete() => Ok(game.position()),
        Some(error) => {
            let kind =
                FaultKind::Move { san: excerpt(&text[error.span.clone()]), reason: error.message().into_owned() };
            Err((error.span.start, kind))
        }
        None => Err((at, FaultKind::OtherStart)),
    }
}
