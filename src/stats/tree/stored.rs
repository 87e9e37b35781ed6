//! The stored form of a tree, restored from untrusted files.
//!
//! Positions are in breadth-first order from the initial one, and the moves of each in the order of their encoding. So
//! no position is stored, and the form does not depend on how the tree was built.

use serde::{Deserialize, Serialize};

use crate::chess::position::Position;
use crate::chess::uci::{self, Uci, UciMode};
use crate::stats::groups::{Dropped, GREATEST, Merge};
use crate::stats::outcome_count::{OutcomeCount, Sum};

use super::Tree;

/// A tree as a value of JSON.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredTree {
    short: u64,
    elsewhere: u64,
    dropped: Dropped,
    nodes: Vec<StoredNode>,
}

/// The number of games that reached a position, and the moves played in it.
#[derive(Serialize, Deserialize)]
struct StoredNode(u64, Vec<StoredEdge>);

/// A move in UCI and its cell: games, wins, draws, losses; then the sums, each as count and total.
#[derive(Serialize, Deserialize)]
struct StoredEdge(String, [u64; 8]);

impl From<&Tree> for StoredTree {
    fn from(tree: &Tree) -> Self {
        let mut order = vec![0];
        let mut is_known = vec![false; tree.nodes.len()];
        is_known[0] = true;
        let mut nodes = Vec::with_capacity(tree.nodes.len());
        while let Some(&node) = order.get(nodes.len()) {
            let mut edges: Vec<u32> = tree.edges_of(node).collect();
            edges.sort_unstable_by_key(|&edge| tree.edges[edge as usize].mv);
            let edges = edges.into_iter().map(|edge| {
                let edge = &tree.edges[edge as usize];
                if !is_known[edge.to as usize] {
                    is_known[edge.to as usize] = true;
                    order.push(edge.to);
                }
                StoredEdge(uci::write(edge.mv, UciMode::Chess960).as_str().to_owned(), numbers(&edge.cell))
            });
            nodes.push(StoredNode(tree.nodes[node as usize].games, edges.collect()));
        }
        Self { short: tree.short, elsewhere: tree.elsewhere, dropped: tree.dropped, nodes }
    }
}

impl StoredTree {
    /// Restores a tree of this depth in plies; `None` if the data are inconsistent.
    pub(crate) fn restore(self, depth: u32) -> Option<Tree> {
        let mut tree = Tree::new(depth);
        let Self { short, elsewhere, dropped, nodes } = self;
        let are_small = [short, elsewhere, dropped.weight, dropped.at_most].into_iter().all(|count| count <= GREATEST);
        let is_depth = (1..=Tree::MAX_LEVEL).contains(&depth);
        if !is_depth || !are_small || nodes.len() > Tree::MAX_POSITIONS || short > nodes.first()?.0 {
            return None;
        }
        (tree.short, tree.elsewhere, tree.dropped) = (short, elsewhere, dropped);
        let count = nodes.len();
        let mut plies = vec![0];
        for (at, StoredNode(games, edges)) in nodes.into_iter().enumerate() {
            let ply = *plies.get(at)?;
            let node = tree.nodes.get_mut(at)?;
            node.games = games;
            if games > GREATEST || ply >= depth && !edges.is_empty() {
                return None;
            }
            let position = node.position.unpack();
            for StoredEdge(word, numbers) in edges {
                tree.restore_edge(at as u32, &position, &word, cell(numbers).filter(|cell| cell.count <= games)?)?;
                plies.resize(tree.nodes.len(), ply + 1);
            }
        }
        (tree.nodes.len() == count).then_some(tree)
    }
}

impl Tree {
    /// Adds a move to a position; `None` if the position already has it.
    fn restore_edge(&mut self, at: u32, position: &Position, word: &str, cell: OutcomeCount) -> Option<()> {
        let Uci::Move { from, to, promotion } = uci::parse(word.as_bytes())? else { return None };
        let mv = uci::between(position, from, to, promotion)?;
        let last = self.find(at, mv).err()?;
        let to = self.place(position.after_unchecked(mv).pack());
        let edge = self.append(at, last, mv, to);
        self.edges[edge as usize].cell = cell;
        Some(())
    }
}

fn numbers(cell: &OutcomeCount) -> [u64; 8] {
    let OutcomeCount { count, wins, draws, losses, sums: [own, other] } = *cell;
    [count, wins, draws, losses, own.count, own.total, other.count, other.total]
}

fn cell([count, wins, draws, losses, own_count, own, other_count, other]: [u64; 8]) -> Option<OutcomeCount> {
    let sums = [Sum { count: own_count, total: own }, Sum { count: other_count, total: other }];
    let cell = OutcomeCount { count, wins, draws, losses, sums };
    (count > 0 && cell.is_sound()).then_some(cell)
}
