//! The layout of an icicle chart: the whole on the left, its parts to the right, each as high as its count.

use super::{LINE, SMALL, WIDTH};
use crate::report::charts::canvas::{Anchor, Canvas};
use crate::report::charts::chart::{Icicle, Node, count as grouped, counted, of_whole, percent, ratio, sum};
use crate::report::charts::ink::Ink;

/// The left edges of columns; the last one reaches the edge.
const COLUMNS: [f64; 3] = [0.0, 86.0, 270.0];

/// The opacity of the ink in each column.
const TINTS: [f64; 3] = [1.0, 0.42, 0.2];

/// The height of the whole, without the caption.
const WHOLE: f64 = 640.0;

/// The minimum height of an area with a name.
const MIN_NAMED: f64 = 16.0;

/// The line height of several names in one area.
const LINE_OF_SEVERAL: f64 = 14.5;

pub(super) fn height(_: &Icicle) -> f64 {
    WHOLE + LINE
}

pub(super) fn draw(icicle: &Icicle, mut canvas: Canvas<'_>) {
    let whole = sum(icicle.roots.iter().map(|node| node.count));
    let caption = format!("% of {}", counted(whole, icicle.unit));
    canvas.text(&caption, (1.0, 13.0), SMALL, Anchor::Start, Ink::Faint);
    let mut pieces = Pieces { canvas, unit: icicle.unit, whole };
    pieces.nodes(&icicle.roots, LINE, "", 0);
}

/// The canvas, and the total that shares refer to.
struct Pieces<'a> {
    canvas: Canvas<'a>,
    unit: &'static str,
    whole: u64,
}

impl Pieces<'_> {
    /// Draws nodes from `top` downward, and the parts of each to its right. Nodes too low for a name are merged.
    fn nodes(&mut self, nodes: &[Node], mut top: f64, above: &str, column: usize) {
        let (named, low): (Vec<&Node>, Vec<&Node>) = nodes.iter().partition(|node| self.height(node) >= MIN_NAMED);
        for node in named {
            let name = if above.is_empty() { node.name.clone() } else { format!("{above}, {}", node.name) };
            self.piece(node, &name, top, column);
            if column + 1 < COLUMNS.len() {
                self.nodes(&node.parts, top, &name, column + 1);
            }
            top += self.height(node);
        }
        self.together(&low, above, top, column);
    }

    /// Draws nodes that are too low for their names as one area, with as many names as it has lines.
    fn together(&mut self, nodes: &[&Node], above: &str, top: f64, column: usize) {
        let Some((first, more)) = nodes.split_first() else { return };
        let name = if above.is_empty() { first.name.clone() } else { format!("{above}, {}", first.name) };
        if more.is_empty() {
            return self.piece(first, &name, top, column);
        }
        let all = joined(nodes, "together");
        let hint = format!("{name} and {} more", grouped(more.len() as u64));
        let height = self.height(&all);
        let lines = (1..64).take_while(|&lines| f64::from(lines) * LINE_OF_SEVERAL <= height).count();
        if lines < 2 {
            return self.piece(&all, &hint, top, column);
        }
        self.block(&all, &hint, top, column);
        let (named, rest) = nodes.split_at(nodes.len().min(if lines < nodes.len() { lines - 1 } else { lines }));
        let mut base = top + LINE_OF_SEVERAL / 2.0 + SMALL * 0.36;
        for node in named {
            self.label(node, base, column);
            base += LINE_OF_SEVERAL;
        }
        if !rest.is_empty() {
            self.label(&joined(rest, "more"), base, column);
        }
    }

    /// Draws a node and its parts; `name` is the full name.
    fn piece(&mut self, node: &Node, name: &str, top: f64, column: usize) {
        let height = self.height(node);
        self.block(node, name, top, column);
        if height >= MIN_NAMED {
            self.label(node, top + height.min(2.0 * LINE) / 2.0 + SMALL * 0.36, column);
        }
    }

    /// The left and right edge of a column.
    fn sides(column: usize) -> (f64, f64) {
        (COLUMNS[column], COLUMNS.get(column + 1).copied().unwrap_or(WIDTH))
    }

    /// Draws the area of a node; `name` is the full name.
    fn block(&mut self, node: &Node, name: &str, top: f64, column: usize) {
        let height = self.height(node);
        let (left, right) = Self::sides(column);
        let hint = format!("{name}: {}", of_whole(node.count, self.unit, self.whole));
        let gap = if height > 3.0 { 1.0 } else { 0.2 };
        self.canvas.tinted([left, top, right - left - 1.0, height - gap], Ink::Measure, TINTS[column], &hint);
    }

    /// Writes the name and the share of a node on a line.
    fn label(&mut self, node: &Node, base: f64, column: usize) {
        let (left, right) = Self::sides(column);
        let percent = percent(ratio(node.count, self.whole));
        let ink = if column == 0 { Ink::Paper } else { Ink::Text };
        let number = self.canvas.width_of(&percent, SMALL) + 6.0;
        let name = self.canvas.fitted(&node.name, SMALL, right - left - 12.0 - number);
        self.canvas.text(&name, (left + 5.0, base), SMALL, Anchor::Start, ink);
        self.canvas.text(&percent, (right - 6.0, base), SMALL, Anchor::End, ink);
    }

    fn height(&self, node: &Node) -> f64 {
        ratio(node.count, self.whole) * WHOLE
    }
}

/// Merges several nodes into one, named by their number and this word.
fn joined(nodes: &[&Node], word: &str) -> Node {
    let count = sum(nodes.iter().map(|node| node.count));
    Node { name: format!("{} {word}", grouped(nodes.len() as u64)), count, parts: Vec::new() }
}
