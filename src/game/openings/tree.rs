//! The tree of moves that games begin with: positions, what was played in each of them, and how it went.
//!
//! Positions are merged: two orders of moves that lead to one position after the same number of half-moves meet there.
//! Trees of parts of an archive [merge](Tree::merge) to that of the whole.
//!
//! Memory is bounded by a number of positions. A tree that would hold more is made less deep, by whole half-moves, until
//! it holds no more than that; so its depth depends on which games there are, and not on their order or on how they were
//! divided into parts, and what it counts within that depth is exact. [`Tree::depth`] tells how deep it is.

use std::collections::HashMap;

use crate::chess::moves::Move;
use crate::chess::packed::Packed;
use crate::chess::position::Position;
use crate::game::Outcome;
use crate::game::line::step;
use crate::game::replay::Game;

/// How games went.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Score {
    /// All of them, those without a result included.
    pub games: u64,
    /// Those that White has won.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Those that Black has won.
    pub black: u64,
}

impl Score {
    /// One game. Without an outcome it only counts as a game.
    #[must_use]
    pub fn of(outcome: Option<Outcome>) -> Self {
        let is = |wanted| u64::from(outcome == Some(wanted));
        let (white, draws, black) = (is(Outcome::WhiteWins), is(Outcome::Draw), is(Outcome::BlackWins));
        Self { games: 1, white, draws, black }
    }

    /// Adds other games.
    pub fn add(&mut self, other: Self) {
        self.games += other.games;
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
    }

    /// The share of points that White has made, from 0 to 1: a draw is half a point. `None` if no game has a result.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "no archive has 2⁵² games")]
    pub fn share(&self) -> Option<f64> {
        let decided = self.white + self.draws + self.black;
        (decided > 0).then(|| (self.white as f64 + self.draws as f64 / 2.0) / decided as f64)
    }
}

/// What games begin with, up to some number of half-moves.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The positions after so many half-moves; the first level holds the root.
    levels: Vec<Level>,
    /// The most positions it holds.
    limit: usize,
    /// How many it holds.
    positions: usize,
    asked: u32,
    games: Score,
    elsewhere: u64,
}

/// The positions that were reached after the same number of half-moves.
#[derive(Clone, Default, Debug)]
struct Level {
    places: HashMap<Packed, u32>,
    nodes: Vec<Node>,
}

/// A position, and what was played in it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) position: Packed,
    pub(super) moves: Vec<Branch>,
}

/// A move, and how the games went in which it was played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub(super) mv: Move,
    /// The place of the position it leads to, on the next level.
    to: u32,
    pub(super) score: Score,
}

/// A part of a tree: how often a move was played in a position. A tree is its parts, its depth, and the number of its
/// games.
#[derive(Clone, Debug)]
pub struct Part {
    /// How many half-moves were played before it.
    pub ply: u32,
    /// The position before the move.
    pub before: Position,
    /// The move.
    pub mv: Move,
    /// How the games went.
    pub score: Score,
}

impl Level {
    /// The place of a position; a new one, and `true`, if it was not there.
    fn place(&mut self, position: Packed) -> (u32, bool) {
        let next = self.nodes.len() as u32;
        let place = *self.places.entry(position).or_insert(next);
        if place == next {
            self.nodes.push(Node { position, moves: Vec::new() });
        }
        (place, place == next)
    }
}

impl Tree {
    /// No tree is deeper.
    pub const DEEPEST: u32 = 400;

    /// No tree has more positions.
    pub const MOST_POSITIONS: usize = 1 << 30;

    /// A tree without games: from this position on, so many half-moves deep, with at most this many positions; neither
    /// goes beyond [`DEEPEST`](Self::DEEPEST) and [`MOST_POSITIONS`](Self::MOST_POSITIONS).
    #[must_use]
    pub fn new(root: &Position, depth: u32, limit: usize) -> Self {
        let depth = depth.min(Self::DEEPEST);
        let mut levels = vec![Level::default(); depth as usize + 1];
        levels[0].place(root.pack());
        let limit = limit.clamp(1, Self::MOST_POSITIONS);
        Self { levels, limit, positions: 1, asked: depth, games: Score::default(), elsewhere: 0 }
    }

    /// The initial position and so many half-moves, with the usual limit: a quarter of a million positions, which take
    /// some 50 MB.
    #[must_use]
    pub fn of_chess(depth: u32) -> Self {
        Self::new(&Position::initial(), depth, 250_000)
    }

    /// How many half-moves deep it is: as deep as was asked, or less, so that it keeps within its limit.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// How deep it was to be.
    #[must_use]
    pub fn asked_depth(&self) -> u32 {
        self.asked
    }

    /// How many positions it holds, those that were reached in different half-moves counted for each.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// All games that begin at its root.
    #[must_use]
    pub fn games(&self) -> Score {
        self.games
    }

    /// Adds games that begin at its root, and others that begin elsewhere, without their moves: see [`Part`].
    pub fn add_games(&mut self, games: Score, elsewhere: u64) {
        self.games.add(games);
        self.elsewhere += elsewhere;
    }

    /// How many games begin elsewhere: at a position of their own, or not at all. They are not in the tree.
    #[must_use]
    pub fn elsewhere(&self) -> u64 {
        self.elsewhere
    }

    /// All positions; one that was reached after different numbers of half-moves comes up for each.
    pub(super) fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.levels.iter().flat_map(|level| &level.nodes)
    }

    /// The root.
    pub(super) fn root(&self) -> Packed {
        self.levels[0].nodes[0].position
    }

    /// Takes a game with its outcome: the moves of its main line, up to a pass.
    pub fn add(&mut self, game: &Game, outcome: Option<Outcome>) {
        if !game.has_start || game.start.pack() != self.root() {
            self.elsewhere += 1;
            return;
        }
        let score = Score::of(outcome);
        self.games.add(score);
        let mut node = 0;
        // The board is needed from the first move on that nobody has played before.
        let mut board: Option<(Position, usize)> = None;
        let depth = self.depth() as usize;
        for (ply, mv) in game.moves().take(depth).take_while(|mv| *mv != Move::NULL).enumerate() {
            let moves = &mut self.levels[ply].nodes[node as usize].moves;
            if let Some(branch) = moves.iter_mut().find(|branch| branch.mv == mv) {
                branch.score.add(score);
                node = branch.to;
                continue;
            }
            let (mut position, from) = board.take().unwrap_or_else(|| (game.start.clone(), 0));
            game.moves().take(ply + 1).skip(from).for_each(|mv| step(&mut position, mv));
            node = self.branch(ply, node, mv, position.pack(), score);
            board = Some((position, ply + 1));
        }
        self.keep_within_limit();
    }

    /// Adds a move to a node that does not have it. Gives the place of the position it leads to.
    fn branch(&mut self, ply: usize, node: u32, mv: Move, after: Packed, score: Score) -> u32 {
        let (to, is_new) = self.levels[ply + 1].place(after);
        self.positions += usize::from(is_new);
        self.levels[ply].nodes[node as usize].moves.push(Branch { mv, to, score });
        to
    }

    /// Adds the games of another tree with the same root.
    pub fn merge(&mut self, other: &Self) {
        debug_assert_eq!(self.root(), other.root());
        self.games.add(other.games);
        self.elsewhere += other.elsewhere;
        self.cut(other.depth());
        let mut places = vec![0];
        for ply in 0..self.depth() as usize {
            let mut next = vec![0; other.levels[ply + 1].nodes.len()];
            for (theirs, node) in other.levels[ply].nodes.iter().enumerate() {
                for branch in &node.moves {
                    let after = other.levels[ply + 1].nodes[branch.to as usize].position;
                    next[branch.to as usize] = self.add_branch(ply, places[theirs], branch.mv, after, branch.score);
                }
            }
            places = next;
        }
        self.keep_within_limit();
    }

    /// Adds games in which a move was played. Gives the place of the position it leads to.
    fn add_branch(&mut self, ply: usize, node: u32, mv: Move, after: Packed, score: Score) -> u32 {
        let moves = &mut self.levels[ply].nodes[node as usize].moves;
        match moves.iter_mut().find(|branch| branch.mv == mv) {
            Some(branch) => {
                branch.score.add(score);
                branch.to
            }
            None => self.branch(ply, node, mv, after, score),
        }
    }

    /// Makes it less deep until it holds no more positions than it may.
    fn keep_within_limit(&mut self) {
        while self.positions > self.limit {
            self.cut(self.depth() - 1);
        }
    }

    /// Makes it no deeper than so many half-moves.
    pub fn cut(&mut self, depth: u32) {
        while self.depth() > depth {
            let dropped = self.levels.pop().map_or(0, |level| level.nodes.len());
            self.positions -= dropped;
            if let Some(last) = self.levels.last_mut() {
                last.nodes.iter_mut().for_each(|node| node.moves = Vec::new());
            }
        }
    }

    /// All of it as parts: by half-moves, positions and moves in an order that depends on nothing else.
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        for (ply, level) in self.levels.iter().enumerate() {
            let mut nodes: Vec<(String, &Node)> =
                level.nodes.iter().map(|node| (node.position.unpack().to_fen(), node)).collect();
            nodes.sort_unstable_by(|one, other| one.0.cmp(&other.0));
            for (_, node) in nodes {
                let before = node.position.unpack();
                let mut moves = node.moves.clone();
                moves.sort_unstable_by_key(|branch| branch.mv);
                parts.extend(moves.iter().map(|Branch { mv, score, .. }| Part {
                    ply: ply as u32,
                    before: before.clone(),
                    mv: *mv,
                    score: *score,
                }));
            }
        }
        parts
    }

    /// Adds a part of a tree with the same root. Says no, and does nothing, if it does not hang on what is there: parts must
    /// come in the order in which [`parts`](Self::parts) gives them.
    pub fn add_part(&mut self, part: &Part) -> bool {
        let ply = part.ply as usize;
        let place = self.levels.get(ply).and_then(|level| level.places.get(&part.before.pack()).copied());
        let Some(node) = place.filter(|_| ply < self.depth() as usize && part.before.is_legal(part.mv)) else {
            return false;
        };
        let after = part.before.after(part.mv).pack();
        self.add_branch(ply, node, part.mv, after, part.score);
        self.keep_within_limit();
        true
    }
}
