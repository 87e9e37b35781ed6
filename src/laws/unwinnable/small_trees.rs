//! Tiny trees: is every line of play over within a few moves?
//!
//! **What it proves.** That the side cannot mate, if each line of legal moves from here comes, within [`DEPTH`] plies, to
//! a position in which this is plain: stalemate, mate of the wrong king, or men that can mate in no placement (see
//! [`material`]). The tree is the proof.
//!
//! **Why it is sound.** Every legal move is tried at every position of the tree; a single line that lives on ends the
//! search with no answer.
//!
//! **What it cannot see.** Anything deeper. It costs one move a ply where play goes on freely, for the first line that
//! is looked at lives on; so it can stand before everything else.
//!
//! **Where it comes from.** The depth-limited test of CHA (Ambrona, *A Practical Algorithm for Chess Unwinnability*,
//! FUN 2022); here without iteration and without a table.

use std::ops::ControlFlow::{Break, Continue};

use crate::chess::moves::MoveKind;
use crate::chess::piece::Color;
use crate::chess::position::Position;

use super::super::material;

/// How many plies deep the trees are.
pub(super) const DEPTH: u32 = 4;

/// What the look at a tree has shown.
pub(super) enum Screened {
    /// Every line is over: so many positions.
    Over(u32),
    /// The side to move is mated, and this side has done it.
    Mated,
    /// Some line goes on.
    GoesOn,
}

/// Looks at the tree of all lines of [`DEPTH`] plies.
pub(super) fn screen(position: &Position, side: Color) -> Screened {
    let mut positions = 0;
    match walk(position, side, DEPTH, &mut positions) {
        Line::Over => Screened::Over(positions),
        Line::Mate if positions == 1 => Screened::Mated,
        Line::Mate | Line::GoesOn => Screened::GoesOn,
    }
}

enum Line {
    Over,
    Mate,
    GoesOn,
}

fn walk(position: &Position, side: Color, depth: u32, positions: &mut u32) -> Line {
    *positions += 1;
    // Men that do not suffice come about by captures; before the first move they were weighed by the caller.
    if depth < DEPTH && !material::has_mating_material(position, side) {
        return Line::Over;
    }
    if depth == 0 {
        return Line::GoesOn;
    }
    let mut is_stuck = true;
    let flow = position.visit_legal_moves(|mv| {
        is_stuck = false;
        // After a move that changes no man the men suffice as before, and that is all that the last position is asked.
        let is_quiet = mv.kind() == MoveKind::Normal && !position.occupied().contains(mv.to());
        if depth == 1 && is_quiet {
            return Break(());
        }
        match walk(&position.after(mv), side, depth - 1, positions) {
            Line::Over => Continue(()),
            Line::Mate | Line::GoesOn => Break(()),
        }
    });
    match flow {
        Break(()) => Line::GoesOn,
        Continue(()) if is_stuck && position.turn() != side && position.is_check() => Line::Mate,
        Continue(()) => Line::Over,
    }
}
