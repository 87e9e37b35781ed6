//! Tiny trees: does every line of play end within a few moves?
//!
//! **What it proves.** That the side cannot checkmate, if each line of legal moves reaches an obvious end within
//! [`DEPTH`] plies: stalemate, checkmate of the wrong king, or no mating material (see [`material`]). The tree is the
//! proof.
//!
//! **Why it is sound.** It tries every legal move at every position of the tree. A single line that continues ends the
//! search without an answer.
//!
//! **What it cannot prove.** Anything deeper. In free play it costs one move per ply, because the first line continues,
//! so it can run before the other stages.
//!
//! **Where it comes from.** The depth-limited test of CHA (Ambrona, *A Practical Algorithm for Chess Unwinnability*,
//! FUN 2022), without iterative deepening and without a table.

use std::ops::ControlFlow::{Break, Continue};

use crate::chess::moves::MoveKind;
use crate::chess::piece::Color;
use crate::chess::position::Position;

use super::super::material;

/// The depth of the trees in plies.
pub(super) const DEPTH: u32 = 4;

pub(super) enum TinyTree {
    /// Every line ends; the tree has this many positions.
    Over(u32),
    /// The position is checkmate by this side.
    Mated,
    /// Some line continues.
    Undecided,
}

/// Searches the tree of all lines of [`DEPTH`] plies.
pub(super) fn search(position: &Position, side: Color) -> TinyTree {
    let mut positions = 0;
    match walk(position, side, DEPTH, &mut positions) {
        Line::Over => TinyTree::Over(positions),
        Line::Mate if positions == 1 => TinyTree::Mated,
        Line::Mate | Line::Continues => TinyTree::Undecided,
    }
}

enum Line {
    Over,
    Mate,
    Continues,
}

fn walk(position: &Position, side: Color, depth: u32, positions: &mut u32) -> Line {
    *positions += 1;
    // Captures may leave insufficient material; the caller has checked it before the first move.
    if depth < DEPTH && !material::has_mating_material(position, side) {
        return Line::Over;
    }
    if depth == 0 {
        return Line::Continues;
    }
    let mut is_stuck = true;
    let flow = position.visit_legal_moves(|mv| {
        is_stuck = false;
        // At the last ply only the material matters, and a quiet move does not change it.
        let is_quiet = mv.kind() == MoveKind::Normal && !position.occupied().contains(mv.to());
        if depth == 1 && is_quiet {
            return Break(());
        }
        match walk(&position.after_unchecked(mv), side, depth - 1, positions) {
            Line::Over => Continue(()),
            Line::Mate | Line::Continues => Break(()),
        }
    });
    match flow {
        Break(()) => Line::Continues,
        Continue(()) if is_stuck && position.turn() != side && position.is_check() => Line::Mate,
        Continue(()) => Line::Over,
    }
}
