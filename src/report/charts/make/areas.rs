//! The charts of areas: heat maps of the squares that pieces and pawns move to, and the icicle chart of openings.

use std::cmp::Reverse;

use crate::chess::square::Square;
use crate::report::charts::chart::{Board, Body, Chart, Icicle, Node, counted, sum};
use crate::stats::CellValue;

use super::{View, word};

// The heat maps of the squares that pieces and pawns move to.

/// The moves and captures of each side, if there are any.
pub(super) fn boards(view: &View) -> Vec<Chart> {
    let mut charts = Vec::new();
    for (color, side) in [("white", "White"), ("black", "Black")] {
        for (column, title, unit) in
            [("moves", "where {}'s pieces move", "moves"), ("captures", "where {} captures", "captures")]
        {
            let counts = counts(view, color, column);
            let whole = sum(counts.iter().copied());
            if whole > 0 {
                let title = format!("{}: {}", first_words(&view.title), title.replace("{}", side));
                let unit = format!("% of {} by {side}", counted(whole, unit));
                charts.push(Chart::new(title, Body::Board(Board { unit, counts })));
            }
        }
    }
    charts
}

/// `Squares`, and the part of the table.
fn first_words(title: &str) -> String {
    title.replacen("Target squares of moves", "Squares", 1)
}

/// How often pieces and pawns of this side moved to each square.
fn counts(view: &View, color: &str, column: &str) -> Vec<u64> {
    let mut counts = vec![0_u64; 64];
    let at = |row: &[CellValue], name: &str| match view.grid.column(name).and_then(|index| row.get(index)) {
        Some(CellValue::Text(text)) => Some(text.clone()),
        _ => None,
    };
    for row in view.rows.iter().filter(|row| at(row, "color").as_deref() == Some(color)) {
        let square = at(row, "square").and_then(|name| Square::from_ascii(name.as_bytes()));
        if let (Some(square), Some(count)) = (square, view.counted(row, column)) {
            let sum = &mut counts[square.index()];
            *sum = sum.saturating_add(count);
        }
    }
    counts
}

// The icicle chart of openings: ECO volume, family, variation.

/// The name for games without a named position.
const NAMELESS: &str = "–";

/// Volumes, families, variations.
pub(super) fn icicle(view: &View) -> Option<Chart> {
    let (eco, opening) = (view.grid.column("eco")?, view.grid.column("opening")?);
    let mut games: Vec<(Vec<String>, u64)> =
        view.rows.iter().map(|row| (path(&row[eco], &row[opening]), view.count(row))).collect();
    games.sort();
    let roots = nodes(&games, 0);
    let body = Body::Icicle(Icicle { unit: "games", roots });
    games.iter().any(|(_, count)| *count > 0).then(|| Chart::new(&view.title, body))
}

/// `B`, `Sicilian Defense`, `Najdorf Variation`.
fn path(eco: &CellValue, opening: &CellValue) -> Vec<String> {
    let (CellValue::Text(eco), CellValue::Text(_)) = (eco, opening) else { return vec![NAMELESS.to_owned()] };
    let volume = eco.chars().next().map_or(NAMELESS.to_owned(), String::from);
    let opening = word(opening);
    let (family, rest) = opening.split_once(':').unwrap_or((&opening, ""));
    let variation = rest.split(',').next().unwrap_or_default().trim();
    let names = [volume.as_str(), family.trim(), variation];
    names.into_iter().filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// The nodes at this depth of sorted paths, in descending order of their counts.
fn nodes(games: &[(Vec<String>, u64)], depth: usize) -> Vec<Node> {
    let groups = games.chunk_by(|(one, _), (other, _)| one.get(depth) == other.get(depth));
    let named = groups.filter_map(|group| Some((group[0].0.get(depth)?.clone(), group)));
    let mut nodes: Vec<Node> = named
        .map(|(name, group)| Node {
            name,
            count: sum(group.iter().map(|(_, count)| *count)),
            parts: nodes(group, depth + 1),
        })
        .collect();
    nodes.sort_by_key(|node| Reverse(node.count));
    nodes
}
