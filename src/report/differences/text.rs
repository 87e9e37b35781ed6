//! Differences for people: a line for a game, and below it what has changed, A's value above B's.

use std::io::{self, Write};

use crate::game::difference::{GameChange, KnownBy, MovesKind};
use crate::game::rules::Severity;

use super::super::summary::counted;
use super::super::{Paint, Visible};
use super::{ShownDifference, ShownGame};

/// The longest value that is shown whole, in characters.
const MAX_VALUE: usize = 300;

/// How many characters before the first difference are shown of a longer one.
const BEFORE: usize = 40;

pub(super) fn write(difference: &ShownDifference<'_>, paint: &Paint, out: &mut impl Write) -> io::Result<()> {
    let Paint { place, strong, faint, .. } = paint;
    let removed = paint.severity(Severity::Error);
    let added = paint.good;
    match &difference.games {
        [Some(game), None] => {
            writeln!(out, "{removed}- only in A{removed:#}  {place}{}{place:#}  {}", at(game), title(game))
        }
        [None, Some(game)] => {
            writeln!(out, "{added}+ only in B{added:#}  {place}{}{place:#}  {}", at(game), title(game))
        }
        [Some(a), Some(b)] => {
            let what = format!("~ {}", difference.kind.title());
            writeln!(out, "{strong}{what:<11}{strong:#}  {place}{} | {}{place:#}  {}", at(a), at(b), title(a))?;
            for change in difference.changes {
                let [first, second] = values(change);
                let name = name(change);
                writeln!(out, "    {name}")?;
                let same = common_start(first.as_deref().unwrap_or_default(), second.as_deref().unwrap_or_default());
                writeln!(out, "      {removed}A{removed:#} {}", shown(first.as_deref(), same))?;
                writeln!(out, "      {added}B{added:#} {}", shown(second.as_deref(), same))?;
                if let Some(remark) = remark(change) {
                    writeln!(out, "      {faint}{remark}{faint:#}")?;
                }
            }
            Ok(())
        }
        [None, None] => Ok(()),
    }
}

/// Where a game stands: `games.pgn:12`.
fn at(game: &ShownGame<'_>) -> String {
    format!("{}:{}", Visible(game.file), game.line)
}

/// By what people know a game: `Morphy, Paul - Anderssen, Adolf, Paris 1858.12.20`.
pub(super) fn title(game: &ShownGame<'_>) -> String {
    let KnownBy { white, black, event, date, round } = &game.content.known_by;
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let rest = [event, round, date].into_iter().flatten().filter(|value| *value != "-").cloned();
    let text = [format!("{} - {}", name(white), name(black))].into_iter().chain(rest).collect::<Vec<_>>().join(", ");
    Visible(&text).to_string()
}

pub(super) fn name(change: &GameChange) -> String {
    match change {
        GameChange::Tag { name, .. } => format!("{} (tag)", Visible(name)),
        GameChange::Moves(change) => {
            let what = match change.kind {
                MovesKind::AShorter => "A ends before B",
                MovesKind::BShorter => "B ends before A",
                MovesKind::AMissing => "A lacks moves",
                MovesKind::BMissing => "B lacks moves",
                MovesKind::Swapped => "moves in another order",
                MovesKind::Other => "other moves",
                MovesKind::Unplayed => "other text that cannot be played",
            };
            format!("{what} after {}", counted(change.ply as u64, "ply", "plies"))
        }
        GameChange::Result { .. } => "result".to_owned(),
        GameChange::Notes { ply: 0, kind, .. } => format!("{} before the first move", kind.name()),
        GameChange::Rest { .. } => "text behind the first 16 MiB (as a hash)".to_owned(),
        GameChange::Notes { ply, kind, .. } => {
            format!("{} after {}", kind.name(), counted(u64::from(*ply), "ply", "plies"))
        }
    }
}

/// The values of both games; `None` where there is none.
pub(super) fn values(change: &GameChange) -> [Option<String>; 2] {
    match change {
        GameChange::Tag { values, .. }
        | GameChange::Result { values, .. }
        | GameChange::Rest { values }
        | GameChange::Notes { values, .. } => values.clone(),
        GameChange::Moves(change) => [0, 1].map(|at| {
            let moves = &change.moves[at];
            match &change.unplayed[at] {
                Some(unplayed) => Some(format!("{moves} [cannot be played: {unplayed}]").trim_start().to_owned()),
                None => (!moves.is_empty()).then(|| moves.clone()),
            }
        }),
    }
}

/// What else to know about a change.
pub(super) fn remark(change: &GameChange) -> Option<String> {
    match change {
        GameChange::Moves(change) => {
            let end = match change.common_end {
                0 => String::new(),
                1 => "; the last ply is the same".to_owned(),
                plies => format!("; the last {plies} plies are the same"),
            };
            Some(format!("position: {}{end}", change.fen))
        }
        GameChange::Result { board: Some(board), .. } => Some(format!("by the last position: {board}")),
        _ => None,
    }
}

/// A value; of a long one the part around the first difference, which is behind this number of characters.
fn shown(value: Option<&str>, same: usize) -> String {
    let Some(value) = value else { return "(none)".to_owned() };
    let skipped = if same < MAX_VALUE / 2 { 0 } else { same - BEFORE };
    let mut rest = value.chars().skip(skipped);
    let mut text: String = rest.by_ref().take(MAX_VALUE).collect();
    if skipped > 0 {
        text.insert(0, '…');
    }
    if rest.next().is_some() {
        text.push('…');
    }
    Visible(&text).to_string()
}

/// The number of characters with which both texts begin.
fn common_start(a: &str, b: &str) -> usize {
    a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count()
}
