//! The reader of opening tables in PGN, such as pgn-extract's `eco.pgn`. The tags ECO, Opening, Variation and
//! SubVariation name the final position of each game.
//!
//! The parts of a name are joined as on lichess.org: `Opening: Variation, SubVariation`.

use crate::chess::position::Position;
use crate::game::finding::excerpt::excerpt;
use crate::game::replay::{Game, Validity, read_game};
use crate::game::rules::{RuleSet, Severity};

use super::line::MAX_PLIES;
use super::{FaultKind, Table};

pub(super) fn read<'b>(text: &'b [u8], table: &mut Table<'b>) {
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
            read_row(&game, text, table);
        }
        at = game.span.end.max(at + 1);
    }
}

fn read_row(game: &Game, text: &[u8], table: &mut Table<'_>) {
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
