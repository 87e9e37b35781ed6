//! Which of our moves can matter to the enemy king, and what he may do if none of them is played.
//!
//! The replies of the enemy's king, his checks and his pins are what no sum over squares can tell. So for each node a
//! few sets are drawn up, *on the safe side*: every move that can change whether he is in check, which of his pieces are
//! pinned, where he may go or whether he may castle leaves from a square of `from` or arrives on a square of `to` or
//! `to_by_kind`. A move may be in the sets and change nothing; it is then counted the long way, which is never wrong.

use super::board::{BISHOP, Castles, KING, KNIGHT, Node, PAWN, QUEEN, ROOK, Squares, bit, first};
use super::machine::Machine;
use super::moves::{between, bishop_lines, king, knight, rook_lines};
use super::side::Side;

/// The sets of squares at which our moves can matter to the enemy king.
pub(super) struct Zone {
    /// Moves from here.
    pub(super) from: u64,
    /// Moves of any piece to here.
    pub(super) to: u64,
    /// Moves of a piece of this kind to here.
    pub(super) to_by_kind: [u64; 6],
    /// The enemy's pieces that we pin.
    pub(super) pinned: u64,
    /// Moves of the enemy king, castling among them, if we pass.
    pub(super) replies: u32,
}

impl Zone {
    /// Side `S` is to move, and the other side's king is asked about.
    #[inline(always)]
    pub(super) fn new<S: Side, M: Machine>(m: M, castles: &Castles, node: &Node) -> Self {
        let square = first(node.pieces::<S::Other>(KING));
        let mut zone = Self { from: 0, to: king(square), to_by_kind: [0; 6], pinned: 0, replies: 0 };
        zone.add_checks_and_pins::<S, M>(m, node);
        let ring = king(square) & !node.men::<S::Other>();
        let mut asked = ring;
        let enemies = node.men::<S::Other>();
        let may_castle = node.castling & enemies != 0;
        if may_castle {
            asked |= zone.add_castle_paths::<S>(castles, node);
        }
        let safe = zone.add_walks::<S, M>(m, node, asked);
        zone.replies = (safe & ring).count_ones();
        if may_castle {
            let straight = node.straight::<S>();
            let is_legal =
                |castle: &&super::board::Castle| castle.is_legal(node.castling, node.occupied(), !safe, straight);
            zone.replies += castles.of::<S::Other>().iter().filter(is_legal).count() as u32;
        }
        zone
    }

    /// Pieces that shield the king or pin a shield, the lines of pins, and the squares from which a piece would check or pin.
    #[inline(always)]
    fn add_checks_and_pins<S: Side, M: Machine>(&mut self, m: M, node: &Node) {
        let (own, enemies, occupied) = (node.men::<S>(), node.men::<S::Other>(), node.occupied());
        let square = first(node.pieces::<S::Other>(KING));
        let (rook, bishop) = (m.rook(square, occupied), m.bishop(square, occupied));
        // Through one of his own pieces: from there, that piece would be pinned.
        let rook = rook | m.rook(square, occupied & !(rook & enemies));
        let bishop = bishop | m.bishop(square, occupied & !(bishop & enemies));
        let pawn = S::Other::pawn_attacks(bit(square));
        self.to_by_kind = [pawn, knight(square), bishop, rook, bishop | rook, 0];
        let snipers = (rook_lines(square) & node.straight::<S>()) | (bishop_lines(square) & node.diagonal::<S>());
        for sniper in Squares(snipers) {
            let path = between(square, sniper);
            let shields = path & occupied;
            let ours = shields & own;
            match shields.count_ones() {
                // A piece of ours that would uncover a check.
                1 if ours != 0 => self.from |= ours,
                1 => {
                    self.pinned |= shields;
                    self.from |= bit(sniper);
                    self.to |= path;
                }
                // One of ours and one of his: if ours leaves, his is pinned.
                2 if ours & ours.wrapping_sub(1) == 0 => self.from |= ours,
                _ => {}
            }
        }
    }

    /// Castling is lost with the rook, barred by a piece on the way, freed by a piece of ours that leaves it. Gives the
    /// squares of the king's walk that must be safe.
    #[inline(always)]
    fn add_castle_paths<S: Side>(&mut self, castles: &Castles, node: &Node) -> u64 {
        let mut walks = 0;
        for castle in castles.of::<S::Other>() {
            if node.castling & castle.rook == 0 {
                continue;
            }
            self.to |= castle.rook;
            if node.men::<S::Other>() & castle.vacant == 0 {
                self.to |= castle.vacant | castle.guard;
                self.from |= node.men::<S>() & (castle.vacant | castle.guard);
                walks |= castle.walk;
            }
        }
        walks
    }

    /// For each square the king asks about: if it is safe, what would attack it; if one piece attacks it, that piece and his
    /// line; if two, both, since one may step into the other's line. Gives the safe squares.
    #[inline(always)]
    fn add_walks<S: Side, M: Machine>(&mut self, m: M, node: &Node, asked: u64) -> u64 {
        let own = node.men::<S>();
        let (straight, diagonal) = (node.straight::<S>(), node.diagonal::<S>());
        // The king does not hide the squares behind him.
        let occupied = node.occupied() ^ node.pieces::<S::Other>(KING);
        let mut safe = 0;
        for square in Squares(asked) {
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
                self.from |= attackers;
                if sliders != 0 {
                    self.to |= between(square, first(sliders));
                }
            } else if attackers.count_ones() == 2 && sliders != 0 {
                self.from |= attackers;
            }
        }
        safe
    }

    /// How a safe square could come under attack: by arriving on a square that attacks it, or by opening a slider's line.
    #[inline(always)]
    fn add_attacks_on<S: Side, M: Machine>(
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
        let own = node.men::<S>();
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
