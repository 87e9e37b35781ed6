//! The king zone: the moves of ours that can affect the enemy king, and its moves if we pass.
//!
//! Sums over squares cannot express checks, pins and king moves. So for each node a few sets bound the moves that can
//! change whether the enemy king is in check, which enemy pieces are pinned, its moves and its castling. Each such move
//! has its origin in `from`, or its target in `to` or `to_by_kind`. The sets may contain other moves, which are then
//! played needlessly.

use super::board::{BISHOP, Castles, KING, KNIGHT, Node, PAWN, QUEEN, ROOK, Side, Squares, bit, first};
use super::cpu::Sliders;
use super::moves::{between, bishop_lines, king, knight, rook_lines};

/// The origins and targets of our moves that can affect the enemy king.
pub(super) struct Zone {
    /// Origins of any piece.
    pub(super) from: u64,
    /// Targets of any piece.
    pub(super) to: u64,
    /// Targets of pieces of each kind.
    pub(super) to_by_kind: [u64; 6],
    /// The enemy's pieces that we pin.
    pub(super) pinned: u64,
    /// The number of moves of the enemy king if we pass, including castling.
    pub(super) replies: u32,
}

impl Zone {
    /// The zone of the enemy king if side `S` has the move.
    #[inline(always)]
    pub(super) fn new<S: Side, M: Sliders>(m: M, castles: &Castles, node: &Node) -> Self {
        let square = first(node.pieces::<S::Other>(KING));
        let mut zone = Self { from: 0, to: king(square), to_by_kind: [0; 6], pinned: 0, replies: 0 };
        let pinned = zone.add_checks_and_pins::<S, M>(m, node);
        let ring = king(square) & !node.all_pieces::<S::Other>();
        let mut squares = ring;
        let enemies = node.all_pieces::<S::Other>();
        let may_castle = node.castling & enemies != 0;
        if may_castle {
            squares |= zone.add_castle_paths::<S>(castles, node);
        }
        let safe = zone.add_king_squares::<S, M>(m, node, squares);
        zone.replies = (safe & ring).count_ones();
        if may_castle {
            let straight = node.straight::<S>();
            let is_legal =
                |castle: &&super::board::Castle| castle.is_legal(node.castling, node.occupied(), !safe, straight);
            zone.replies += castles.for_side::<S::Other>().iter().filter(is_legal).count() as u32;
        }
        Self { pinned, ..zone }
    }

    /// Adds pieces that shield the king or pin a shield, the lines of pins, and the squares from which a piece would
    /// check or pin. Returns the enemy's pieces that we pin.
    #[inline(always)]
    fn add_checks_and_pins<S: Side, M: Sliders>(&mut self, m: M, node: &Node) -> u64 {
        let (own, enemies, occupied) = (node.all_pieces::<S>(), node.all_pieces::<S::Other>(), node.occupied());
        let square = first(node.pieces::<S::Other>(KING));
        let (rook, bishop) = (m.rook(square, occupied), m.bishop(square, occupied));
        // Also through one enemy piece, which a slider there would pin.
        let rook = rook | m.rook(square, occupied & !(rook & enemies));
        let bishop = bishop | m.bishop(square, occupied & !(bishop & enemies));
        let pawn = S::Other::pawn_attacks(bit(square));
        self.to_by_kind = [pawn, knight(square), bishop, rook, bishop | rook, 0];
        let snipers = (rook_lines(square) & node.straight::<S>()) | (bishop_lines(square) & node.diagonal::<S>());
        let (mut from, mut to, mut pinned) = (0, 0, 0);
        for sniper in Squares(snipers) {
            let path = between(square, sniper);
            let shields = path & occupied;
            let ours = shields & own;
            match shields.count_ones() {
                // If our piece leaves, it uncovers a check.
                1 if ours != 0 => from |= ours,
                1 => {
                    pinned |= shields;
                    from |= bit(sniper);
                    to |= path;
                }
                // One piece of each side: if ours leaves, theirs is pinned.
                2 if ours & ours.wrapping_sub(1) == 0 => from |= ours,
                _ => {}
            }
        }
        self.from |= from;
        self.to |= to;
        pinned
    }

    /// Adds the moves that affect castling: capturing the rook, and blocking or unblocking the way. Returns the squares
    /// of the king that must be safe.
    #[inline(always)]
    fn add_castle_paths<S: Side>(&mut self, castles: &Castles, node: &Node) -> u64 {
        let mut king_squares = 0;
        for castle in castles.for_side::<S::Other>() {
            if node.castling & castle.rook == 0 {
                continue;
            }
            self.to |= castle.rook;
            if node.all_pieces::<S::Other>() & castle.vacant == 0 {
                self.to |= castle.vacant | castle.guard;
                self.from |= node.all_pieces::<S>() & (castle.vacant | castle.guard);
                king_squares |= castle.king_squares;
            }
        }
        king_squares
    }

    /// Adds the moves that affect the safety of these squares, and returns the safe ones. For a safe square these are
    /// moves that would attack it. If one piece attacks it, they are the piece's moves and those to its line; if two
    /// attack it, the moves of both, since one may block the other.
    #[inline(always)]
    fn add_king_squares<S: Side, M: Sliders>(&mut self, m: M, node: &Node, squares: u64) -> u64 {
        let own = node.all_pieces::<S>();
        let (straight, diagonal) = (node.straight::<S>(), node.diagonal::<S>());
        // With the king removed, so that it does not shield squares from a slider.
        let occupied = node.occupied() ^ node.pieces::<S::Other>(KING);
        let (mut safe, mut from, mut to) = (0, 0, 0);
        for square in Squares(squares) {
            let (rook, bishop) = (m.rook(square, occupied), m.bishop(square, occupied));
            let pawn = S::Other::pawn_attacks(bit(square));
            let sliders = (rook & straight) | (bishop & diagonal);
            let attackers = sliders
                | own
                    & ((knight(square) & node.kinds[KNIGHT])
                        | (pawn & node.kinds[PAWN])
                        | (king(square) & node.kinds[KING]));
            if attackers == 0 {
                safe |= bit(square);
                self.add_attacks_on::<S, M>(m, node, square, [rook, bishop, pawn]);
                continue;
            }
            if attackers.is_power_of_two() {
                from |= attackers;
                if sliders != 0 {
                    to |= between(square, first(sliders));
                }
            } else if attackers.count_ones() == 2 && sliders != 0 {
                from |= attackers;
            }
        }
        self.from |= from;
        self.to |= to;
        safe
    }

    /// Adds the moves that would attack a safe square: from the target, or by opening the line of a slider.
    #[inline(always)]
    fn add_attacks_on<S: Side, M: Sliders>(
        &mut self,
        m: M,
        node: &Node,
        square: super::super::square::Square,
        [rook, bishop, pawn]: [u64; 3],
    ) {
        self.to_by_kind[PAWN] |= pawn;
        self.to_by_kind[KNIGHT] |= knight(square);
        self.to_by_kind[BISHOP] |= bishop;
        self.to_by_kind[ROOK] |= rook;
        self.to_by_kind[QUEEN] |= bishop | rook;
        self.to_by_kind[KING] |= king(square);
        let own = node.all_pieces::<S>();
        let occupied = node.occupied() ^ node.pieces::<S::Other>(KING);
        let (straight, diagonal) = (node.straight::<S>(), node.diagonal::<S>());
        if rook_lines(square) & straight & !rook != 0 {
            let shields = rook & own;
            if m.rook(square, occupied ^ shields) & !rook & straight != 0 {
                self.from |= shields;
            }
        }
        if bishop_lines(square) & diagonal & !bishop != 0 {
            let shields = bishop & own;
            if m.bishop(square, occupied ^ shields) & !bishop & diagonal != 0 {
                self.from |= shields;
            }
        }
    }
}
