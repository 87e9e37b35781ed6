//! The bounded search: every legal continuation, the hopeful ones first.
//!
//! It walks best first, and once plays games at random, which finds mates in crowded positions where the walk loses its
//! way. It is exhaustive when it comes to an end without a mate, and a helpmate search until then. Positions are told apart
//! by value (men, side to move, rights, en passant), counters left out, so that the walk ends.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::hash_map::Entry;

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, Kind};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::super::history::ByKey;
use super::super::material;
use super::{CanMate, Proof, playout};

/// A position that was reached, and how.
struct Node {
    position: Position,
    parent: u32,
    mv: Move,
}

/// The positions seen so far.
struct Seen {
    nodes: Vec<Node>,
    /// The first node with a key. Should two positions share a key, the second one takes the next free key.
    by_key: ByKey<u32>,
}

/// Looks for a mate by this side, or for the end of all play.
pub(super) fn search(start: &Position, side: Color, budget: u32) -> CanMate {
    let share = budget / FIRST_SHARE;
    if share > SMALL {
        match walk(start, side, share) {
            CanMate::Unknown { .. } => {}
            decided => return decided,
        }
        if let Some(line) = playout::helpmate(start, side, share) {
            return CanMate::Yes(line);
        }
    }
    walk(start, side, budget)
}

/// A budget below this is not shared out.
const SMALL: u32 = 250;

fn walk(start: &Position, side: Color, budget: u32) -> CanMate {
    let mut seen = Seen { nodes: Vec::new(), by_key: ByKey::default() };
    let mut waiting = BinaryHeap::new();
    seen.add(Node { position: start.clone(), parent: 0, mv: Move::NULL });
    waiting.push((Reverse(0), Reverse(0_u32)));
    while let Some((_, Reverse(index))) = waiting.pop() {
        let position = seen.nodes[index as usize].position.clone();
        let moves = position.legal_moves();
        if moves.is_empty() && position.turn() != side && position.is_check() {
            return CanMate::Yes(seen.line(index));
        }
        for mv in &moves {
            let after = position.after(mv);
            // Men that can never mate need not be followed.
            let goes_on = material::has_mating_material(&after, side);
            let distance = distance(&after, side);
            if seen.nodes.len() as u32 >= budget {
                return CanMate::Unknown { positions: budget };
            }
            let Some(child) = seen.add(Node { position: after, parent: index, mv }) else { continue };
            if goes_on {
                waiting.push((Reverse(distance), Reverse(child)));
            }
        }
    }
    CanMate::No(Proof::Searched { positions: seen.nodes.len() as u32 })
}

/// The share of the budget that goes into the walk before games are played at random; they get as much, and the walk the
/// rest.
const FIRST_SHARE: u32 = 4;

impl Seen {
    /// Adds a position and gives its index; `None` if it is there already.
    fn add(&mut self, node: Node) -> Option<u32> {
        let mut key = node.position.key();
        loop {
            match self.by_key.entry(key) {
                Entry::Vacant(entry) => {
                    let index = self.nodes.len() as u32;
                    entry.insert(index);
                    self.nodes.push(node);
                    return Some(index);
                }
                Entry::Occupied(entry) => {
                    if self.nodes[*entry.get() as usize].position.same_position(&node.position) {
                        return None;
                    }
                    key = key.wrapping_add(1);
                }
            }
        }
    }

    /// The moves from the start to a node.
    fn line(&self, mut index: u32) -> Vec<Move> {
        let mut line = Vec::new();
        while index != 0 {
            let node = &self.nodes[index as usize];
            line.push(node.mv);
            index = node.parent;
        }
        line.reverse();
        line
    }
}

/// How far a mate by this side seems to be: the less, the sooner the position is looked at.
///
/// A check counts by the answers it leaves. Else: the squares left to the king, its way to the edge, how near the men
/// are that could mate it, what there is to mate with, and how far the foremost pawn has come.
fn distance(position: &Position, side: Color) -> i32 {
    let victim = side.other();
    let king = position.king(victim);
    let without_king = position.occupied() & !Bitboard::of(king);
    let is_free = |square: &Square| position.attackers_to(*square, side, without_king).is_empty();
    let free = if position.turn() == victim && position.is_check() {
        position.count_legal_moves().cast_signed() - 2
    } else {
        (attacks::king(king) & !position.colors(victim)).into_iter().filter(is_free).fold(0, |count, _| count + 1)
    };
    let (file, rank) = (king.file().index(), king.rank().index());
    let from_edge = small(file.min(7 - file) + rank.min(7 - rank));
    let pieces = position.colors(side) & !position.kinds(Kind::Pawn);
    let gaps = pieces.into_iter().map(|square| gap(square, king));
    let (nearest, total) = gaps.fold((8, 0), |(nearest, total), gap| (gap.min(nearest), total + gap.min(4)));
    4 * free + 2 * from_edge + 2 * nearest + total - 3 * force(position, side).min(8) - 2 * foremost(position, side)
}

/// A distance on the board.
fn small(squares: usize) -> i32 {
    i32::try_from(squares).unwrap_or(i32::MAX)
}

/// How many king's moves two squares are apart.
fn gap(a: Square, b: Square) -> i32 {
    let apart = |a: usize, b: usize| small(a.abs_diff(b));
    apart(a.file().index(), b.file().index()).max(apart(a.rank().index(), b.rank().index()))
}

/// How many ranks a side's foremost pawn has behind it; 0 if there is none.
fn foremost(position: &Position, side: Color) -> i32 {
    let back = side.back_rank().index();
    position
        .pieces(side, Kind::Pawn)
        .into_iter()
        .map(|pawn| small(pawn.rank().index().abs_diff(back)))
        .max()
        .unwrap_or(0)
}

/// What a side has to mate with, in pawns.
fn force(position: &Position, side: Color) -> i32 {
    let count = |kind| position.pieces(side, kind).count().cast_signed();
    9 * count(Kind::Queen) + 5 * count(Kind::Rook) + 3 * (count(Kind::Knight) + count(Kind::Bishop))
}
