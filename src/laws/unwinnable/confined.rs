//! Confined play: cheap proofs that are tried only where they are likely to succeed; and free play, where they are not.
//!
//! **What it proves.** That a side cannot checkmate, in two kinds of positions. Either the other side has very few
//! moves and play soon ends, or the pawns form a wall ([closed positions](super::closed)): now, after forced moves, or
//! after every possible first move.
//!
//! **Why it is sound.** The proofs are those of the [full search](super::search) and of [closed
//! positions](super::closed). This module only decides where to try them, and when to give up.
//!
//! **What it cannot prove.** Walls with queens, rooks or knights, and longer play. The absence of a proof means
//! nothing.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::chess::attacks::{self, MoveShape, sets};
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;

use super::super::material;
use super::explain::Proof;
use super::search::{Prune, Search, SearchOutcome};
use super::{closed, scenes};

/// With at most this many moves, play may end soon.
const FEW_MOVES: u32 = 3;

/// The budget of that search; smaller in check, where few moves are usual.
const FEW_POSITIONS: [u32; 2] = [160, 20];

/// With this many moves of the losing side, play is not confined.
const MANY_MOVES: u32 = 5;

/// The largest number of forced moves to follow.
const FORCED_MOVES: usize = 16;

/// The budget for walls that arise after a move or two.
const WALL_POSITIONS: u32 = 300;

/// A proof by play that ends soon, or by walls after forced moves. Against a bare king, play ends within a tiny tree or
/// continues for long.
pub(super) fn with_few_moves(position: &Position, side: Color) -> Option<Proof> {
    if position.count_legal_moves_to(FEW_MOVES + 1) > FEW_MOVES {
        return None;
    }
    let victim = side.other();
    let is_alone = position.by_color(victim).count() == 1;
    let mut narrow = FewMovesOnly { victim };
    if !is_alone && !has_squares(position, victim, MANY_MOVES) && !narrow.gives_up_soon(position) {
        let most = FEW_POSITIONS[usize::from(position.is_check())];
        if let SearchOutcome::Exhausted(positions) = Search::new(position, side, None).run(most, &mut narrow) {
            return Some(Proof::Searched { positions, closed: 0 });
        }
    }
    let (after, forced) = after_forced_moves(position);
    let forced = forced.len() as u32;
    if forced == 0 {
        return None;
    }
    // The reach sets belong to a later position, so the proof is a search of the forced moves that they close.
    behind_walls(&after, side).map(|proof| match proof {
        Proof::Searched { positions, closed } => Proof::Searched { positions: forced + positions, closed },
        _ => Proof::Searched { positions: forced + 1, closed: 1 },
    })
}

/// A proof by existing walls, or by walls after the first moves.
pub(super) fn behind_walls(position: &Position, side: Color) -> Option<Proof> {
    if !closed::is_likely(position) || closed::is_open_to_king(position, side) {
        return None;
    }
    if let Some(walls) = closed::prove(position, side) {
        return Some(Proof::Closed(walls));
    }
    // One more move than above: walls rarely arise after one of several moves.
    if position.count_legal_moves_to(FEW_MOVES + 2) > FEW_MOVES + 1 {
        return None;
    }
    let mut prune = ReachPruning::hasty(side);
    match Search::new(position, side, None).run(WALL_POSITIONS, &mut prune) {
        SearchOutcome::Exhausted(positions) => Some(Proof::Searched { positions, closed: prune.closed() }),
        SearchOutcome::Mate(..) | SearchOutcome::Unfinished(_) => None,
    }
}

pub(super) fn after_forced_moves(position: &Position) -> (Position, Vec<Move>) {
    let (mut position, mut forced) = (position.clone(), Vec::new());
    while forced.len() < FORCED_MOVES && position.count_legal_moves_to(2) == 1 {
        let only = position.legal_moves()[0];
        position.play_unchecked(only);
        forced.push(only);
    }
    (position, forced)
}

/// Gives up a search if the losing side has many moves.
struct FewMovesOnly {
    victim: Color,
}

impl FewMovesOnly {
    /// Whether a search would give up within two moves. This check allocates no table.
    fn gives_up_soon(&mut self, position: &Position) -> bool {
        let first = position.visit_legal_moves(|mv| {
            let after = position.after_unchecked(mv);
            if self.gives_up(&after) {
                return Break(());
            }
            after.visit_legal_moves(
                |mv| if self.gives_up(&after.after_unchecked(mv)) { Break(()) } else { Continue(()) },
            )
        });
        first.is_break()
    }
}

impl Prune for FewMovesOnly {
    fn gives_up(&mut self, after: &Position) -> bool {
        after.turn() == self.victim && after.count_legal_moves_to(MANY_MOVES) >= MANY_MOVES
    }
}

/// Closes positions of a search by reach sets: those after the first move, and those after irreversible moves. A failed
/// attempt costs credit and a successful one earns some, so the attempts soon end where walls do not help.
pub(super) struct ReachPruning {
    side: Color,
    credit: u32,
    /// The credit that a success earns.
    gain: u32,
    /// Whether the search ends when the credit is spent.
    is_hasty: bool,
    closed: u32,
}

const MAX_CREDIT: u32 = 100;

impl ReachPruning {
    /// For a search that continues without walls.
    pub(super) fn patient(side: Color) -> Self {
        Self { side, credit: 40, gain: 6, is_hasty: false, closed: 0 }
    }

    /// For a search that only walls can complete.
    fn hasty(side: Color) -> Self {
        Self { side, credit: 3, gain: 3, is_hasty: true, closed: 0 }
    }

    pub(super) fn closed(&self) -> u32 {
        self.closed
    }
}

impl Prune for ReachPruning {
    fn closes(&mut self, is_first: bool, before: &Position, mv: Move) -> ControlFlow<(), bool> {
        if self.credit == 0 || !(is_first || is_irreversible(before, mv)) {
            return Continue(false);
        }
        let after = before.after_unchecked(mv);
        if closed::proves(&after, self.side) {
            self.credit = (self.credit + self.gain).min(MAX_CREDIT);
            self.closed += 1;
            return Continue(true);
        }
        self.credit -= 1;
        if self.is_hasty && self.credit == 0 { Break(()) } else { Continue(false) }
    }
}

/// The price of a visit in a failed attempt: where scenes close one move, they often close the others.
const FAILURE: u32 = 4;

/// Closes positions of a small search by scenes: those after the first move, and those after irreversible moves.
pub(super) struct ScenePruning {
    pub(super) side: Color,
    /// The remaining visits of scenes, where [failures](FAILURE) count more. Then the search ends.
    pub(super) visits: u32,
    pub(super) closed: u32,
}

impl Prune for ScenePruning {
    fn closes(&mut self, is_first: bool, before: &Position, mv: Move) -> ControlFlow<(), bool> {
        if !(is_first || is_irreversible(before, mv)) {
            return Continue(false);
        }
        let after = before.after_unchecked(mv);
        let is_closed = closed::proves(&after, self.side) || {
            let explored = scenes::explore(&after, self.side, self.visits);
            let is_closed = explored.scenes.is_some();
            let price = if is_closed { 1 } else { FAILURE };
            self.visits -= (price * explored.visits).min(self.visits);
            is_closed
        };
        self.closed += u32::from(is_closed);
        if self.visits == 0 { Break(()) } else { Continue(is_closed) }
    }
}

/// Whether a move is irreversible: a capture or pawn move.
fn is_irreversible(before: &Position, mv: Move) -> bool {
    before.kind_of(mv.from()) == PieceType::Pawn || before.occupied().contains(mv.to())
}

// Free play: positions in which the quick proofs are not worth trying.
//
// The quick stages prove something only if play is cramped: a side has very few moves, or pieces that cannot move. If
// both sides have enough moves, this check is much cheaper, and the stages are skipped. It proves nothing, so it
// cannot be wrong; a skipped proof is missing only from the quick answer, and the full answer continues with the other
// stages. No proof was lost in 242,664 questions about ends of real games and 60,000 about flags, with and without
// this check.

/// With this many legal moves the side to move is free.
const FREE_MOVES: u32 = 4;

/// The other conditions for free play: the least number of pieces of the side asked about, since fewer are soon
/// captured, and of squares for the pieces, except the king, of the side not to move. First without check, then with
/// check, where all of the few replies may end play.
const PIECES_AND_SQUARES: [(u32, u32); 2] = [(3, 4), (6, 8)];

/// With this many squares for its pieces except the king, or this many moves, a side cannot be stuck soon.
const MANY_SQUARES: u32 = 8;

/// This many pawns, rooks and queens are not all lost within the depth of a [tiny tree](super::small_trees).
const MANY_PIECES: u32 = 2;

/// With this many moves, even of its king alone, a side is not about to be stuck.
const SOME_MOVES: u32 = 2;

/// Whether both sides have enough moves; or the side asked about has spare material, the other side is not stuck, and
/// some move leaves many replies.
pub(super) fn is_free(position: &Position, side: Color) -> bool {
    let (is_check, turn) = (position.is_check(), position.turn());
    let (pieces, squares) = PIECES_AND_SQUARES[usize::from(is_check)];
    let is_free_to_choose = position.by_color(side).count() >= pieces && has_squares(position, turn.other(), squares);
    if is_free_to_choose && !is_check && has_unpinned_moves(position, FREE_MOVES) {
        return true;
    }
    let moves = position.count_legal_moves_to(FREE_MOVES);
    (is_free_to_choose && moves >= FREE_MOVES)
        || (has_spare_material(position, side)
            && has_squares(position, side, MANY_SQUARES)
            && ((turn != side && moves >= SOME_MOVES) || has_squares(position, side.other(), squares))
            && leads_to_freedom(position))
}

/// Whether some move gives no check, leaves many replies, and leaves mating material.
fn leads_to_freedom(position: &Position) -> bool {
    let has_many = |after: &Position| {
        has_unpinned_moves(after, MANY_SQUARES) || after.count_legal_moves_to(MANY_SQUARES) >= MANY_SQUARES
    };
    let flow = position.visit_legal_moves(|mv| {
        let after = position.after_unchecked(mv);
        let is_free = !after.is_check() && !material::is_dead(&after) && has_many(&after);
        if is_free { Break(()) } else { Continue(()) }
    });
    flow.is_break()
}

/// Whether a side has pawns, rooks and queens that are not soon lost.
fn has_spare_material(position: &Position, side: Color) -> bool {
    heavy(position, side).count() >= MANY_PIECES
}

/// The pieces of a side that can each checkmate a bare king with their king, or promote to such a piece.
fn heavy(position: &Position, side: Color) -> Bitboard {
    let kinds =
        position.by_type(PieceType::Pawn) | position.by_type(PieceType::Rook) | position.by_type(PieceType::Queen);
    kinds & position.by_color(side)
}

/// Whether pieces of the side to move that cannot be pinned, because they share no line with their king, have this many
/// moves. Without a check all of these moves are legal.
fn has_unpinned_moves(position: &Position, enough: u32) -> bool {
    let turn = position.turn();
    let lines = attacks::origins(MoveShape::Piece(PieceType::Queen), position.king(turn));
    pieces_have_squares(position, turn, !lines, enough)
}

/// Whether the pieces of a side, except the king, have this many pseudo-legal destinations.
fn has_squares(position: &Position, side: Color, enough: u32) -> bool {
    pieces_have_squares(position, side, position.occupied(), enough)
}

/// The same for some pieces of the side.
fn pieces_have_squares(position: &Position, side: Color, pieces: Bitboard, enough: u32) -> bool {
    let (own, occupied) = (position.by_color(side), position.occupied());
    let pieces = |kind| position.pieces(side, kind) & pieces;
    let ahead = sets::ahead(side, pieces(PieceType::Pawn)) & !occupied;
    let (straight, diagonal) =
        (pieces(PieceType::Rook) | pieces(PieceType::Queen), pieces(PieceType::Bishop) | pieces(PieceType::Queen));
    let knights = pieces(PieceType::Knight);
    // The adjacent squares usually suffice and are cheap. Only if they do not, count how far sliders go, and squares
    // that several pieces share.
    let jumps = sets::attacked(PieceType::Knight, side, knights, occupied);
    let close = sets::steps(straight, diagonal).into_iter().fold(jumps, |close, to| close | to);
    if (ahead | (close & !own)).count() >= enough {
        return true;
    }
    let jumps = knights.into_iter().map(|from| (attacks::knight(from) & !own).count()).sum::<u32>();
    let slides = [(PieceType::Bishop, diagonal), (PieceType::Rook, straight)]
        .map(|(kind, pieces)| (sets::attacked(kind, side, pieces, occupied) & !own).count());
    ahead.count() + jumps + slides[0] + slides[1] >= enough
}
