//! Moves of one node, gathered so that the replies to eight of them can be counted at a time.
//!
//! A move is kept as what it does to the boards of its side, so that a lane of the counter makes the child's board by
//! three exclusive ors and needs no memory for it:
//!
//! | move | own pieces | pawns | the piece's kind | rooks | enemy |
//! |---|---|---|---|---|---|
//! | piece | path | – | path | – | without `to` |
//! | pawn | path | path | – | – | without `to` |
//! | promotion | path | `from` | `to` | – | without `to` |
//! | castling | both paths | – | king's path | rook's path | – |

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::super::board::{Bits, Castle, Castles, KING, Node, PAWN, ROOK, first};
use super::super::exact::Exact;
use super::super::moves::is_seen_by_slider;
use super::super::side::Side;
use super::LaneMachine;

/// How many moves are gathered before they are counted.
const CAPACITY: usize = 32;

/// So few moves that would have a register to themselves are counted one by one.
const FEW: usize = 2;

/// Moves of side `S` in one node; counts the replies to them.
pub(super) struct Batch<'a, S, M> {
    machine: M,
    castles: &'a Castles,
    node: &'a Node,
    moves: &'a mut Moves,
    count: u64,
    side: PhantomData<S>,
}

/// A set of squares for each move, in memory that is not cleared for every node, and room to complete the last eight.
type Sets = [MaybeUninit<u64>; CAPACITY + 8];

/// Moves, each at an index that numbers bits and array elements alike.
///
/// All `Sets` are written up to `len`, and before they are read eight by eight, up to the next multiple of eight. They
/// come first, so that eight are one line of the cache.
#[repr(C, align(64))]
pub(in super::super) struct Moves {
    /// Where a capture could happen; empty for castling.
    to: Sets,
    /// What changes of the side's pieces.
    path: Sets,
    /// What changes of its pawns, or of its rooks when castling.
    pawns: Sets,
    /// What changes of the kind of piece that moves or appears.
    piece: Sets,
    len: usize,
    /// For each kind the moves in which `piece` is of that kind; eight, so that three bits of a number are an index.
    kinds: [u64; 8],
    /// The castlings.
    castlings: u64,
    /// Whether a pawn becomes a piece of a kind that the node may not have.
    pub(super) promotes: bool,
}

/// Eight moves, or fewer: the rest does nothing.
pub(super) struct Eight {
    pub(super) to: [u64; 8],
    pub(super) path: [u64; 8],
    pub(super) pawns: [u64; 8],
    pub(super) piece: [u64; 8],
    /// For each kind the lanes in which `piece` is of that kind.
    pub(super) kinds: [u8; 6],
    /// The lanes in which `pawns` are rooks.
    pub(super) castlings: u8,
    /// The lanes with a move.
    pub(super) lanes: u8,
}

impl Moves {
    /// None yet.
    #[inline(always)]
    pub(super) fn new() -> Self {
        // Each of the sets by itself: a constant that is copied into all of them would be written out as zeros.
        Self {
            to: [const { MaybeUninit::uninit() }; CAPACITY + 8],
            path: [const { MaybeUninit::uninit() }; CAPACITY + 8],
            pawns: [const { MaybeUninit::uninit() }; CAPACITY + 8],
            piece: [const { MaybeUninit::uninit() }; CAPACITY + 8],
            len: 0,
            kinds: [0; 8],
            castlings: 0,
            promotes: false,
        }
    }

    /// Completes the last eight by moves that do nothing.
    #[inline(always)]
    fn pad(&mut self) {
        let end = self.len.min(CAPACITY);
        for sets in [&mut self.to, &mut self.path, &mut self.pawns, &mut self.piece] {
            sets[end..end + 8].fill(MaybeUninit::new(0));
        }
    }

    /// The moves, eight by eight. Those of a [`Batch`] are padded when it counts them.
    #[inline(always)]
    pub(super) fn eights(&self) -> Eights<'_> {
        Eights { moves: self, start: 0 }
    }

    #[inline(always)]
    fn eight(&self, start: usize) -> Eight {
        let number = (self.len - start).min(8);
        let lanes = u8::MAX >> (8 - number);
        let part = |sets: &Sets| {
            let mut eight = [MaybeUninit::uninit(); 8];
            eight.copy_from_slice(&sets[start..start + 8]);
            // SAFETY: `start` is below `len` and a multiple of eight, and `pad` has written up to the next one.
            eight.map(|set| unsafe { set.assume_init() })
        };
        let (to, path, pawns, piece) = (part(&self.to), part(&self.path), part(&self.pawns), part(&self.piece));
        let mut kinds = [0; 6];
        for (lanes, moves) in kinds.iter_mut().zip(self.kinds) {
            *lanes = (moves >> start) as u8;
        }
        Eight { to, path, pawns, piece, kinds, castlings: (self.castlings >> start) as u8, lanes }
    }

    #[inline(always)]
    fn push(&mut self, to: u64, path: u64, pawns: u64, piece: u64) -> u64 {
        let index = self.len & (CAPACITY - 1);
        self.to[index].write(to);
        self.path[index].write(path);
        self.pawns[index].write(pawns);
        self.piece[index].write(piece);
        self.len += 1;
        1 << index
    }

    /// The board after a move of an index below `len`.
    fn child<S: Side>(&self, node: &Node, index: usize) -> Node {
        debug_assert!(index < self.len);
        // SAFETY: all sets are written up to `len`.
        let read = |sets: &Sets| unsafe { sets[index].assume_init() };
        let (to, index_bit) = (read(&self.to), 1_u64 << index);
        let mut child = Node { castling: node.castling & !to, en_passant: 0, ..*node };
        for set in &mut child.kinds {
            *set &= !to;
        }
        child.colors[S::Other::COLOR.index()] &= !to;
        child.colors[S::COLOR.index()] ^= read(&self.path);
        let pawns = if self.castlings & index_bit == 0 { PAWN } else { ROOK };
        child.kinds[pawns] ^= read(&self.pawns);
        for (kind, moves) in child.kinds.iter_mut().zip(self.kinds) {
            *kind ^= if moves & index_bit == 0 { 0 } else { read(&self.piece) };
        }
        child
    }
}

/// Moves, eight by eight.
pub(super) struct Eights<'a> {
    moves: &'a Moves,
    start: usize,
}

impl Iterator for Eights<'_> {
    type Item = Eight;

    #[inline(always)]
    fn next(&mut self) -> Option<Eight> {
        if self.start >= self.moves.len.min(CAPACITY) {
            return None;
        }
        let eight = self.moves.eight(self.start);
        self.start += 8;
        Some(eight)
    }
}

impl<'a, S: Side, M: LaneMachine> Batch<'a, S, M> {
    #[inline(always)]
    pub(super) fn new(machine: M, castles: &'a Castles, node: &'a Node, moves: &'a mut Moves) -> Self {
        Self { machine, castles, node, moves, count: 0, side: PhantomData }
    }

    #[inline(always)]
    fn push(&mut self, to: u64, path: u64, pawns: u64, piece: u64) -> u64 {
        if self.moves.len == CAPACITY {
            self.flush();
        }
        self.moves.push(to, path, pawns, piece)
    }

    #[inline(always)]
    fn flush(&mut self) {
        let len = self.moves.len;
        let alone = if len % 8 <= FEW { len % 8 } else { 0 };
        for index in len - alone..len {
            let child = self.moves.child::<S>(self.node, index);
            self.count += self.machine.moves::<S::Other>(self.castles, &child);
        }
        self.moves.len = len - alone;
        if self.moves.len > 0 {
            self.moves.pad();
            self.count += self.machine.replies::<S>(self.castles, self.node, self.moves);
        }
        self.moves.len = 0;
        self.moves.kinds = [0; 8];
        self.moves.castlings = 0;
    }
}

impl<S: Side, M: LaneMachine> Exact<S> for Batch<'_, S, M> {
    const FEW_MEN: u32 = 12;

    #[inline(always)]
    fn piece(&mut self, kind: usize, from: u64, to: u64) {
        let index = self.push(to, from | to, 0, from | to);
        self.moves.kinds[kind & 7] |= index;
    }

    #[inline(always)]
    fn pawn(&mut self, from: u64, to: u64) {
        self.push(to, from | to, from | to, 0);
    }

    /// The lanes count all replies but the captures en passant, which are added here: we were to move, so that only a
    /// line which the three squares open can leave their king in check.
    #[inline(always)]
    fn double_step(&mut self, from: u64, to: u64) {
        self.pawn(from, to);
        let passed = S::forward(from);
        let king = first(self.node.pieces::<S::Other>(KING));
        for pawn in Bits(S::pawn_attacks(passed) & self.node.pieces::<S::Other>(PAWN)) {
            let occupied = (self.node.occupied() ^ from ^ pawn) | passed;
            let is_illegal = is_seen_by_slider::<S::Other, M>(self.machine, self.node, king, occupied);
            self.count += u64::from(!is_illegal);
        }
    }

    #[inline(always)]
    fn promotion(&mut self, kind: usize, from: u64, to: u64) {
        let index = self.push(to, from | to, from, to);
        self.moves.kinds[kind & 7] |= index;
        self.moves.promotes = true;
    }

    #[inline(always)]
    fn en_passant(&mut self, from: u64) {
        let child = self.node.after_en_passant::<S>(from);
        self.count += self.machine.moves::<S::Other>(self.castles, &child);
    }

    #[inline(always)]
    fn castle(&mut self, castle: &Castle) {
        let index = self.push(0, castle.king_path ^ castle.rook_path, castle.rook_path, castle.king_path);
        self.moves.kinds[KING] |= index;
        self.moves.castlings |= index;
    }

    #[inline(always)]
    fn finish(mut self) -> u64 {
        self.flush();
        self.count
    }
}
