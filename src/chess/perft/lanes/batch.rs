//! The batch of moves of one node whose replies are counted eight moves at a time.
//!
//! A move is stored as its changes to the bitboards, so that each lane makes the child's board by three exclusive ors,
//! without memory for it:
//!
//! | move | own pieces | pawns | the piece's kind | rooks | enemy |
//! |---|---|---|---|---|---|
//! | piece | path | – | path | – | without `to` |
//! | pawn | path | path | – | – | without `to` |
//! | promotion | path | `from` | `to` | – | without `to` |
//! | castling | both paths | – | king's path | rook's path | – |

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::super::board::{Bits, Castle, Castles, KING, Node, PAWN, ROOK, Side, first};
use super::super::cpu::Compiled;
use super::super::moves::is_seen_by_slider;
use super::super::replies::ReplyCounter;

/// The number of moves that are collected before they are counted.
const CAPACITY: usize = 32;

/// Up to this number of moves in the last batch are counted one by one.
const FEW_MOVES: usize = 2;

/// A CPU level that counts the replies to eight moves at a time.
pub(in super::super) trait LaneCpu: Compiled {
    /// The number of replies to all these moves of side `S`, without captures en passant.
    fn replies<S: Side>(self, castles: &Castles, node: &Node, moves: &PlayedMoves) -> u64;
}

/// A counter of the replies to moves of side `S` in one node.
pub(super) struct Batch<'a, S, M> {
    cpu: M,
    castles: &'a Castles,
    node: &'a Node,
    moves: &'a mut PlayedMoves,
    count: u64,
    side: PhantomData<S>,
}

/// A set of squares for each move, in memory that is not cleared for every node, with space to pad the last eight.
type Sets = [MaybeUninit<u64>; CAPACITY + 8];

/// PlayedMoves, with the same index for bits and array elements.
///
/// All `Sets` are written up to `len`, and before they are read by eights, up to the next multiple of eight. They come
/// first, so that eight moves are one cache line.
#[repr(C, align(64))]
pub(in super::super) struct PlayedMoves {
    /// The target; empty for castling.
    to: Sets,
    /// The changes of the side's pieces.
    path: Sets,
    /// The changes of its pawns, or of its rooks for castling.
    pawns: Sets,
    /// The changes of the kind of the moving or promoted piece.
    piece: Sets,
    len: usize,
    /// For each kind, the moves in which `piece` is of that kind. Eight entries, so that any three bits are an index.
    kinds: [u64; 8],
    /// The castling moves.
    castlings: u64,
    /// Whether there is a promotion, so that a child may have a kind of piece that the node lacks.
    pub(super) promotes: bool,
}

/// Up to eight moves; the other lanes change nothing.
pub(super) struct MoveBatch {
    pub(super) to: [u64; 8],
    pub(super) path: [u64; 8],
    pub(super) pawns: [u64; 8],
    pub(super) piece: [u64; 8],
    /// For each kind, the lanes in which `piece` is of that kind.
    pub(super) kinds: [u8; 6],
    /// The lanes in which `pawns` are rooks.
    pub(super) castlings: u8,
    pub(super) lanes: u8,
}

impl PlayedMoves {
    #[inline(always)]
    pub(super) fn new() -> Self {
        // Each of the sets separately: copies of one constant would be compiled to writes of zeros.
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

    /// Pads the last eight with moves that change nothing.
    #[inline(always)]
    fn pad(&mut self) {
        let end = self.len.min(CAPACITY);
        for sets in [&mut self.to, &mut self.path, &mut self.pawns, &mut self.piece] {
            sets[end..end + 8].fill(MaybeUninit::new(0));
        }
    }

    /// The moves by eights. A [`Batch`] pads them when it counts them.
    #[inline(always)]
    pub(super) fn batches(&self) -> MoveBatches<'_> {
        MoveBatches { moves: self, start: 0 }
    }

    #[inline(always)]
    fn batch(&self, start: usize) -> MoveBatch {
        let number = (self.len - start).min(8);
        let lanes = u8::MAX >> (8 - number);
        let part = |sets: &Sets| {
            let mut batch = [MaybeUninit::uninit(); 8];
            batch.copy_from_slice(&sets[start..start + 8]);
            // SAFETY: `start` is below `len` and a multiple of eight, and `pad` has written up to the next one.
            batch.map(|set| unsafe { set.assume_init() })
        };
        let (to, path, pawns, piece) = (part(&self.to), part(&self.path), part(&self.pawns), part(&self.piece));
        let mut kinds = [0; 6];
        for (lanes, moves) in kinds.iter_mut().zip(self.kinds) {
            *lanes = (moves >> start) as u8;
        }
        MoveBatch { to, path, pawns, piece, kinds, castlings: (self.castlings >> start) as u8, lanes }
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

    /// The node after the move with an index below `len`.
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

/// An iterator over moves by eights.
pub(super) struct MoveBatches<'a> {
    moves: &'a PlayedMoves,
    start: usize,
}

impl Iterator for MoveBatches<'_> {
    type Item = MoveBatch;

    #[inline(always)]
    fn next(&mut self) -> Option<MoveBatch> {
        if self.start >= self.moves.len.min(CAPACITY) {
            return None;
        }
        let batch = self.moves.batch(self.start);
        self.start += 8;
        Some(batch)
    }
}

impl<'a, S: Side, M: LaneCpu> Batch<'a, S, M> {
    #[inline(always)]
    pub(super) fn new(cpu: M, castles: &'a Castles, node: &'a Node, moves: &'a mut PlayedMoves) -> Self {
        Self { cpu, castles, node, moves, count: 0, side: PhantomData }
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
        let alone = if len % 8 <= FEW_MOVES { len % 8 } else { 0 };
        for index in len - alone..len {
            let child = self.moves.child::<S>(self.node, index);
            self.count += self.cpu.moves::<S::Other>(self.castles, &child);
        }
        self.moves.len = len - alone;
        if self.moves.len > 0 {
            self.moves.pad();
            self.count += self.cpu.replies::<S>(self.castles, self.node, self.moves);
        }
        self.moves.len = 0;
        self.moves.kinds = [0; 8];
        self.moves.castlings = 0;
    }
}

impl<S: Side, M: LaneCpu> ReplyCounter<S> for Batch<'_, S, M> {
    const FEW_PIECES: u32 = 12;

    #[inline(always)]
    fn piece(&mut self, kind: usize, from: u64, to: u64) {
        let index = self.push(to, from | to, 0, from | to);
        self.moves.kinds[kind & 7] |= index;
    }

    #[inline(always)]
    fn pawn(&mut self, from: u64, to: u64) {
        self.push(to, from | to, from | to, 0);
    }

    /// The lanes count all replies other than captures en passant, which are added here. Their king is not in check, so
    /// only a line that the three squares open can make a capture illegal.
    #[inline(always)]
    fn double_step(&mut self, from: u64, to: u64) {
        self.pawn(from, to);
        let passed = S::forward(from);
        let king = first(self.node.pieces::<S::Other>(KING));
        for pawn in Bits(S::pawn_attacks(passed) & self.node.pieces::<S::Other>(PAWN)) {
            let occupied = (self.node.occupied() ^ from ^ pawn) | passed;
            let is_illegal = is_seen_by_slider::<S::Other, M>(self.cpu, self.node, king, occupied);
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
        self.count += self.cpu.moves::<S::Other>(self.castles, &child);
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
