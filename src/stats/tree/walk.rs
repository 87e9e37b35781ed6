//! The rows of a tree: every move below the one before it, the most played ones first.

use crate::chess::fen::FenStyle;
use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::san::{self, San};
use crate::chess::uci::{self, UciMode, UciText};
use crate::game::facts::FactType;
use crate::game::openings::{Book, Opening};
use crate::stats::grid::{CellValue, ColumnUnit, GridColumn};
use crate::stats::outcome_count::{OutcomeCount, Sum};
use crate::stats::rows::{OUTCOMES, OUTCOMES_OF_GAMES, RowSelection, outcomes};

use super::{Edge, Tree};

/// The selected rows of a tree, in order. It takes a few bytes per position; rows are made one by one.
///
/// A position that several lines lead to continues below the shortest of them, and below the first one of equal length.
#[derive(Debug)]
pub struct TreeWalk<'t> {
    tree: &'t Tree,
    book: &'t Book,
    /// The selected moves, grouped by position.
    shown: Vec<u32>,
    /// The indexes where the moves of each position begin, and where the last ones end.
    begins: Vec<u32>,
    /// The move below which each position continues.
    homes: Vec<Option<Home>>,
    rows: usize,
}

/// The last step of the shortest line to a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Home {
    from: u32,
    edge: u32,
}

/// A move in a position.
#[derive(Debug)]
pub struct TreeRow<'w> {
    /// The number of plies of the line.
    pub depth: u32,
    /// The moves up to this one, `1. e4 e5`.
    pub line: &'w str,
    /// The moves up to this one in UCI, `e2e4 e7e5`.
    pub line_uci: &'w str,
    pub san: San,
    pub uci: UciText,
    pub before: &'w Position,
    /// The number of games that reached that position.
    pub of: u64,
    /// The results of the games with the move. The sums are the ratings of the players of the move and of their
    /// opponents.
    pub cell: &'w OutcomeCount,
    /// The opening of the position after it, if it has a name.
    pub opening: Option<&'w Opening>,
    /// The line below which that position continues, if it is another one; empty for the initial position.
    pub transposes_to: Option<String>,
}

/// A position on the stack of the traversal.
struct Stop {
    node: u32,
    next: u32,
    position: Position,
    /// The length in bytes of the lines up to here.
    line: usize,
    line_uci: usize,
}

impl<'t> TreeWalk<'t> {
    pub fn new(tree: &'t Tree, selection: &'t RowSelection) -> Self {
        let book = selection.book.as_deref().unwrap_or_else(|| Book::embedded());
        let (shown, begins) = chosen(tree, selection);
        let homes = vec![None; tree.nodes.len()];
        let mut walk = Self { tree, book, shown, begins, homes, rows: 0 };
        walk.find_homes();
        walk
    }

    pub fn tree(&self) -> &'t Tree {
        self.tree
    }

    pub fn len(&self) -> usize {
        self.rows
    }

    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Notes that explain the rows.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = self.tree.notes();
        let (short, all) = (self.tree.short, self.tree.edges.len());
        if short > 0 {
            let games = if short == 1 { "game ends" } else { "games end" };
            notes.push(format!("{short} {games} before ply {}", self.tree.depth));
        }
        if self.rows < all {
            notes.push(format!("{} of {all} rows", self.rows));
        }
        notes
    }

    /// Visits all rows in pre-order, until `visit` fails.
    pub fn each<E>(&self, mut visit: impl FnMut(&TreeRow<'_>) -> Result<(), E>) -> Result<(), E> {
        let (mut line, mut line_uci) = (String::new(), String::new());
        let mut path =
            vec![Stop { node: 0, next: self.begins[0], position: Position::initial(), line: 0, line_uci: 0 }];
        while let Some(stop) = path.last_mut() {
            line.truncate(stop.line);
            line_uci.truncate(stop.line_uci);
            if stop.next == self.begins[stop.node as usize + 1] {
                path.pop();
                continue;
            }
            let index = self.shown[stop.next as usize];
            stop.next += 1;
            let Edge { mv, to, cell, .. } = &self.tree.edges[index as usize];
            let after = stop.position.after_unchecked(*mv);
            let (san, uci) = (san::write_between(&stop.position, *mv, &after), uci::write(*mv, UciMode::Standard));
            let (node, before) = (stop.node, stop.position.clone());
            let depth = path.len() as u32;
            push_move(&mut line, depth, san.as_str());
            push_word(&mut line_uci, uci.as_str());
            let goes_on = self.homes[*to as usize] == Some(Home { from: node, edge: index });
            visit(&TreeRow {
                depth,
                line: &line,
                line_uci: &line_uci,
                san,
                uci,
                before: &before,
                of: self.tree.nodes[node as usize].games,
                cell,
                opening: self.book.at(&after),
                transposes_to: (!goes_on).then(|| self.line_to(*to)),
            })?;
            if goes_on && depth < self.tree.depth {
                let next = self.begins[*to as usize];
                path.push(Stop { node: *to, next, position: after, line: line.len(), line_uci: line_uci.len() });
            }
        }
        Ok(())
    }

    /// Finds the shortest line to each position by breadth-first search, and counts the rows.
    fn find_homes(&mut self) {
        let mut level = vec![0];
        for _ in 0..self.tree.depth {
            let mut below = Vec::new();
            for from in level {
                let range = self.begins[from as usize] as usize..self.begins[from as usize + 1] as usize;
                self.rows += range.len();
                for &edge in &self.shown[range] {
                    let to = self.tree.edges[edge as usize].to;
                    if to != 0 && self.homes[to as usize].is_none() {
                        self.homes[to as usize] = Some(Home { from, edge });
                        below.push(to);
                    }
                }
            }
            level = below;
        }
    }

    /// The moves of the shortest line to a position.
    fn line_to(&self, node: u32) -> String {
        let mut moves: Vec<Move> = Vec::new();
        let mut at = node;
        while let Some(Home { from, edge }) = self.homes[at as usize] {
            moves.push(self.tree.edges[edge as usize].mv);
            at = from;
        }
        let (mut position, mut line) = (Position::initial(), String::new());
        for (mv, depth) in moves.into_iter().rev().zip(1..) {
            push_move(&mut line, depth, san::write(&position, mv).as_str());
            position.play_unchecked(mv);
        }
        line
    }
}

impl TreeRow<'_> {
    /// The position before the move as the four fields of an EPD, without counters.
    pub fn epd(&self) -> String {
        let mut epd = String::new();
        // Writing to a string does not fail.
        let _ = self.before.write_fen_fields(&mut epd, FenStyle::default());
        epd
    }

    /// The move with its number: `1. e4`, `1... e5`.
    pub fn numbered(&self) -> String {
        let dots = if self.before.turn() == Color::White { "." } else { "..." };
        format!("{}{dots} {}", self.depth.div_ceil(2), self.san.as_str())
    }
}

/// The selected moves, and the indexes where those of each position begin.
fn chosen(tree: &Tree, selection: &RowSelection) -> (Vec<u32>, Vec<u32>) {
    let (mut shown, mut begins) = (Vec::with_capacity(tree.edges.len()), Vec::with_capacity(tree.nodes.len() + 1));
    let edge = |edge: u32| &tree.edges[edge as usize];
    let column = selection.sort.as_ref().and_then(|sort| {
        let place = measures().position(|column| column.name == sort.column)?;
        Some((place, sort))
    });
    let mut own = Vec::new();
    for node in 0..tree.nodes.len() as u32 {
        begins.push(shown.len() as u32);
        own.clear();
        own.extend(tree.edges_of(node).filter(|&index| edge(index).cell.count >= selection.min_count));
        own.sort_by(|&one, &other| {
            let (one, other) = (edge(one), edge(other));
            let uci = |edge: &Edge| uci::write(edge.mv, UciMode::Standard);
            let by_count = other.cell.count.cmp(&one.cell.count);
            by_count.then_with(|| uci(one).as_bytes().cmp(uci(other).as_bytes()))
        });
        if let Some((column, sort)) = column {
            let value = |index: u32| measured(&edge(index).cell, tree.nodes[node as usize].games)[column].clone();
            own.sort_by(|&one, &other| sort.compare(&value(one), &value(other)));
        }
        shown.extend(own.iter().take(selection.top.unwrap_or(usize::MAX)));
    }
    begins.push(shown.len() as u32);
    (shown, begins)
}

/// Adds a move, with its number if it is White's.
fn push_move(line: &mut String, depth: u32, san: &str) {
    if depth % 2 == 1 {
        push_word(line, &format!("{}.", depth.div_ceil(2)));
    }
    push_word(line, san);
}

fn push_word(line: &mut String, word: &str) {
    if !line.is_empty() {
        line.push(' ');
    }
    line.push_str(word);
}

// The columns of the tree, and the values of a row.

/// The columns before the measures.
const LABELS: [&str; 6] = ["depth", "line", "line_uci", "san", "uci", "epd"];

/// The mean ratings, after the outcomes.
const RATINGS: [(&str, ColumnUnit); 2] =
    [("mean_elo", ColumnUnit::Number(0)), ("mean_opponent", ColumnUnit::Number(0))];

/// The columns after the measures.
const NAMES: [&str; 3] = ["eco", "opening", "transposes_to"];

/// The measures: the columns by which moves can be sorted.
pub(super) fn measures() -> impl Iterator<Item = GridColumn> {
    OUTCOMES_OF_GAMES.into_iter().chain(RATINGS).map(|(name, kind)| GridColumn::new(name, kind))
}

fn measured(cell: &OutcomeCount, of: u64) -> [CellValue; OUTCOMES + RATINGS.len()] {
    let means = cell.sums.map(|sum: Sum| CellValue::from(sum.mean()));
    let mut values = outcomes(cell, of).into_iter().chain(means);
    std::array::from_fn(|_| values.next().unwrap_or(CellValue::Missing))
}

impl TreeRow<'_> {
    pub fn columns() -> Vec<GridColumn> {
        let label = |name: &str| {
            let kind = if name == "depth" { FactType::Integer } else { FactType::Text };
            GridColumn::new(name, ColumnUnit::Label(kind))
        };
        LABELS
            .into_iter()
            .map(label)
            .chain(measures())
            .chain(NAMES.map(|name| GridColumn::new(name, ColumnUnit::Mark)))
            .collect()
    }

    pub fn values(&self) -> Vec<CellValue> {
        let text = |text: &str| CellValue::from(text);
        let mut values = vec![CellValue::Integer(self.depth.into()), text(self.line), text(self.line_uci)];
        values.extend([text(self.san.as_str()), text(self.uci.as_str()), CellValue::Text(self.epd())]);
        values.extend(measured(self.cell, self.of));
        values.extend(match self.opening {
            Some(opening) => [text(opening.eco()), text(opening.name())],
            None => [CellValue::Missing, CellValue::Missing],
        });
        values.push(self.transposes_to.as_deref().map_or(CellValue::Missing, |line| text(named(line))));
        values
    }
}

/// The text of a line; without moves it is the initial position.
fn named(line: &str) -> &str {
    if line.is_empty() { "startpos" } else { line }
}
