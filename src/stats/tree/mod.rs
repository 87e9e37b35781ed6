//! An opening tree: the positions that games begin with, the moves played in each of them, and their results.
//!
//! Transpositions are merged: different move orders that lead to the same position share its node. A game counts once
//! for a position, and once for a move in it, even if it repeats them.
//!
//! ```text
//! Game --add--> Tree --merge--> the tree of all games --Walk--> rows, the most played first
//! ```
//!
//! Memory is bounded by a number of positions. Beyond it the rarest are dropped, as in *lossy counting* (Manku and
//! Motwani 2002), see `prune`; within it every count is exact.

mod stored;
#[cfg(test)]
mod tests;
mod walk;

use std::hash::BuildHasher;
use std::{iter, mem};

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::chess::moves::Move;
use crate::chess::packed::PackedPosition;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::game::facts::Facts;

use super::grid::GridColumn;
use super::groups::{Dropped, Merge};
use super::outcome_count::{OutcomeCount, Sum};

pub(super) use stored::StoredTree;
pub use walk::{TreeRow, TreeWalk};

/// The opening tree of some games, up to some number of plies.
#[derive(Clone, Debug)]
pub struct Tree {
    depth: u32,
    /// The maximum number of positions between two games.
    limit: usize,
    /// The first is the initial position.
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// The indexes of nodes, by their positions.
    places: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// The number of the game that was added last, from 1.
    last: u32,
    /// How many games are shorter than the depth. An illegal move or a null move ends a game.
    short: u64,
    /// The number of games with another starting position or of another variant, which are not in the tree.
    elsewhere: u64,
    dropped: Dropped,
}

#[derive(Clone, Debug)]
struct Node {
    position: PackedPosition,
    /// The first of the moves played in it, or [`NONE`].
    first: u32,
    /// The number of the last game that reached it.
    seen: u32,
    /// The number of games that reached it.
    games: u64,
}

/// A move played in a position.
#[derive(Clone, Debug)]
struct Edge {
    mv: Move,
    /// The position it leads to.
    to: u32,
    /// The next of the moves played in the same position, or [`NONE`].
    next: u32,
    /// The last game in which it was played.
    seen: u32,
    /// The results of the games. The sums are the ratings of the players of the move and of their opponents.
    cell: OutcomeCount,
}

const _: () = assert!(size_of::<Node>() == 48 && size_of::<Edge>() == 80);

const NONE: u32 = u32::MAX;

impl Tree {
    /// The maximum depth in plies.
    pub const MAX_LEVEL: u32 = 400;

    /// Up to this number of positions the tree is exact. They take about 200 MB.
    pub const MAX_POSITIONS: usize = 1 << 20;

    /// An empty tree of a depth in plies, at most [`MAX_LEVEL`](Self::MAX_LEVEL).
    pub fn new(depth: u32) -> Self {
        Self::with_limit(depth, Self::MAX_POSITIONS)
    }

    fn with_limit(depth: u32, limit: usize) -> Self {
        let mut tree = Self {
            depth: depth.min(Self::MAX_LEVEL),
            limit,
            nodes: Vec::new(),
            edges: Vec::new(),
            places: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            last: 0,
            short: 0,
            elsewhere: 0,
            dropped: Dropped::default(),
        };
        tree.place(Position::initial().pack());
        tree
    }

    pub fn depth(&self) -> u32 {
        self.depth
    }

    pub fn games(&self) -> u64 {
        self.nodes[0].games
    }

    /// Adds a game: the moves of its main line, up to a null move.
    pub fn add(&mut self, facts: &Facts<'_>) {
        let game = facts.game;
        if !game.has_start() || game.start().pack() != self.nodes[0].position {
            self.elsewhere += 1;
            return;
        }
        self.last += 1;
        let by_turn = cells_of(facts);
        let moves = || game.moves().take(self.depth as usize).take_while(|mv| *mv != Move::NULL);
        let plies = moves().count();
        self.short += u64::from(plies < self.depth as usize);
        // The board is needed only for moves that are not in the tree yet.
        let (mut board, mut played) = (None, 0);
        let mut at = 0;
        self.visit(at);
        for (ply, mv) in game.moves().take(plies).enumerate() {
            let edge = self.find(at, mv).unwrap_or_else(|last| {
                let board: &mut Position = board.get_or_insert_with(|| game.start().clone());
                game.moves().take(ply + 1).skip(played).for_each(|mv| _ = board.play_unchecked(mv));
                played = ply + 1;
                let to = self.place(board.pack());
                self.append(at, last, mv, to)
            });
            at = self.play(edge, by_turn[ply % 2]);
            self.visit(at);
        }
        self.keep_within_limit();
    }

    /// Adds the counts of a later part of the archive.
    pub fn merge(&mut self, other: Self) {
        if self.games() == 0 {
            let elsewhere = self.elsewhere + other.elsewhere;
            *self = Self { limit: self.limit, elsewhere, ..other };
            return self.keep_within_limit();
        }
        self.short += other.short;
        self.elsewhere += other.elsewhere;
        self.dropped.weight += other.dropped.weight;
        self.dropped.at_most += other.dropped.at_most;
        let mut places = Vec::with_capacity(other.nodes.len());
        for node in &other.nodes {
            let place = self.place(node.position);
            self.nodes[place as usize].games += node.games;
            places.push(place);
        }
        for (theirs, &at) in places.iter().enumerate() {
            for edge in other.edges_of(theirs as u32) {
                let Edge { mv, to, cell, .. } = other.edges[edge as usize];
                let own = self.find(at, mv).unwrap_or_else(|last| self.append(at, last, mv, places[to as usize]));
                self.edges[own as usize].cell.merge(cell);
            }
        }
        self.keep_within_limit();
    }

    /// The columns by which the moves of a position can be sorted.
    pub fn measures() -> Vec<GridColumn> {
        walk::measures().collect()
    }

    /// Notes that explain the numbers, for every format.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.elsewhere > 0 {
            let (games, are, they) =
                if self.elsewhere == 1 { ("game", "is", "it does") } else { ("games", "are", "they do") };
            notes.push(format!(
                "{} {games} {are} not in the tree, because {they} not start from the initial position",
                self.elsewhere
            ));
        }
        if self.dropped != Dropped::default() {
            let Dropped { weight, at_most } = self.dropped;
            let limit = self.limit;
            notes.push(format!(
                "more than {limit} positions: the rarest were dropped, {weight} plies in all; a count may be too low by \
                 up to {at_most}"
            ));
        }
        notes
    }

    /// The node of a position, added if it is not there yet.
    fn place(&mut self, position: PackedPosition) -> u32 {
        let Self { nodes, places, hasher, .. } = self;
        let hash = hasher.hash_one(position);
        let is_it = |place: &u32| nodes[*place as usize].position == position;
        if let Some(place) = places.find(hash, is_it) {
            return *place;
        }
        let place = nodes.len() as u32;
        places.insert_unique(hash, place, |place| hasher.hash_one(nodes[*place as usize].position));
        nodes.push(Node { position, first: NONE, seen: 0, games: 0 });
        place
    }

    /// The edge of a move in a position; otherwise, as the error, the last edge there or [`NONE`].
    fn find(&self, node: u32, mv: Move) -> Result<u32, u32> {
        let mut last = NONE;
        for edge in self.edges_of(node) {
            if self.edges[edge as usize].mv == mv {
                return Ok(edge);
            }
            last = edge;
        }
        Err(last)
    }

    /// Adds a move to a node after its last one.
    fn append(&mut self, node: u32, last: u32, mv: Move, to: u32) -> u32 {
        let edge = self.edges.len() as u32;
        self.edges.push(Edge { mv, to, next: NONE, seen: 0, cell: OutcomeCount::default() });
        match last {
            NONE => self.nodes[node as usize].first = edge,
            last => self.edges[last as usize].next = edge,
        }
        edge
    }

    fn edges_of(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let edge = |edge: u32| (edge != NONE).then_some(edge);
        iter::successors(edge(self.nodes[node as usize].first), move |&last| edge(self.edges[last as usize].next))
    }

    /// Counts the current game for a move, once. Returns the node of the position it leads to.
    fn play(&mut self, edge: u32, game: OutcomeCount) -> u32 {
        let edge = &mut self.edges[edge as usize];
        if edge.seen != self.last {
            edge.seen = self.last;
            edge.cell.merge(game);
        }
        edge.to
    }

    /// Counts the current game for a position, once.
    fn visit(&mut self, node: u32) {
        let node = &mut self.nodes[node as usize];
        node.games += u64::from(node.seen != self.last);
        node.seen = self.last;
    }
}

/// The cells that a game adds to moves of White and to moves of Black.
fn cells_of(facts: &Facts<'_>) -> [OutcomeCount; 2] {
    let mut cell = OutcomeCount::default();
    cell.add(facts.outcome, None);
    let add = |sum: &mut Sum, color| {
        if let Some(rating) = facts.rating(color) {
            sum.add(rating.into());
        }
    };
    [Color::White, Color::Black].map(|color| {
        let mut cell = cell;
        add(&mut cell.sums[0], color);
        add(&mut cell.sums[1], color.other());
        cell
    })
}

// The pruning of a tree: the rarest positions are dropped.
//
// A threshold leaves at most half as many positions as a tree may hold. All positions reached by no more games than
// the threshold are dropped, together with everything that becomes unreachable. So the result depends only on counts,
// not on the order of games. From then on any count may be too low by the largest dropped count.

impl Tree {
    /// Prunes the tree if there are too many positions.
    fn keep_within_limit(&mut self) {
        if self.nodes.len() > self.limit {
            self.prune();
        }
    }

    #[cold]
    fn prune(&mut self) {
        let threshold = self.threshold();
        let (nodes, edges, places) = (Vec::new(), Vec::new(), HashTable::new());
        let empty = Self { nodes, edges, places, hasher: self.hasher.clone(), ..*self };
        let whole = mem::replace(self, empty);
        // The kept positions are collected from the root, so they stay connected.
        let mut kept = vec![NONE; whole.nodes.len()];
        let mut stays = vec![false; whole.edges.len()];
        kept[0] = self.place(whole.nodes[0].position);
        let mut left = vec![0];
        while let Some(theirs) = left.pop() {
            let at = kept[theirs as usize];
            self.nodes[at as usize].games = whole.nodes[theirs as usize].games;
            let mut last = NONE;
            for index in whole.edges_of(theirs) {
                let edge = &whole.edges[index as usize];
                let target = &whole.nodes[edge.to as usize];
                if edge.to != 0 && target.games <= threshold {
                    continue;
                }
                let to = &mut kept[edge.to as usize];
                if *to == NONE {
                    *to = self.place(target.position);
                    left.push(edge.to);
                }
                last = self.append(at, last, edge.mv, *to);
                self.edges[last as usize].cell = edge.cell;
                stays[index as usize] = true;
            }
        }
        let counts = whole.edges.iter().zip(stays).filter(|(_, stays)| !stays).map(|(edge, _)| edge.cell.count);
        let (weight, at_most) = counts.fold((0, 0), |(weight, at_most), count| (weight + count, at_most.max(count)));
        self.dropped.weight += weight;
        self.dropped.at_most += at_most;
    }

    /// The largest number of games of a position that must be dropped.
    fn threshold(&self) -> u64 {
        let mut games: Vec<u64> = self.nodes.iter().map(|node| node.games).collect();
        let place = (self.limit / 2).min(games.len() - 1);
        *games.select_nth_unstable_by(place, |one, other| other.cmp(one)).1
    }
}
