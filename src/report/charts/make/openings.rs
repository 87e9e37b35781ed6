//! The icicle chart of openings: ECO volume, family, variation.

use std::cmp::Reverse;

use super::{View, word};
use crate::report::charts::chart::{Body, Chart, Icicle, Node};
use crate::report::charts::words::sum;
use crate::stats::CellValue;

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
