//! The board for AVX-512, with all pieces of a position in one register.
//!
//! The register is the first cache line of [`Position`], lane by lane:
//!
//! ```text
//!   lane   0      1        2        3      4       5      6        7
//!          pawns  knights  bishops  rooks  queens  kings  White's  Black's
//! ```
//!
//! A move is three operations on all lanes at once. Origin and target are cleared in all lanes, which removes a
//! captured piece, and the target is set in the two lanes of the piece's kind and color. No branch depends on the
//! captured piece.
//!
//! Every move is tested for king safety in the position *after* it, without a branch. Eight rays start at the king's
//! square, one in each lane of two half registers. The first piece on a ray is the lowest bit of four of them and the
//! highest bit of the other four. An enemy slider of the right kind there attacks the king; so does a knight or pawn on
//! one of its squares of attack. Half registers are used because some processors split operations on whole ones.

#![allow(clippy::inline_always, reason = "an operation that is not inlined would be a call for one instruction")]

mod fallback;

use std::arch::x86_64::{
    __m256i, __m512i, _mm_cvtsi128_si64, _mm256_and_si256, _mm256_broadcastq_epi64, _mm256_load_si256, _mm256_or_si256,
    _mm256_permute4x64_epi64, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_sub_epi64, _mm256_ternarylogic_epi64,
    _mm256_testz_si256, _mm512_and_si512, _mm512_castsi512_si128, _mm512_castsi512_si256, _mm512_extracti64x2_epi64,
    _mm512_load_si512, _mm512_permutexvar_epi64, _mm512_set1_epi64, _mm512_store_si512, _mm512_ternarylogic_epi64,
    _mm512_test_epi64_mask,
};
use std::hint::{cold_path, select_unpredictable};

use crate::chess::attacks::{self, Lanes8};
use crate::chess::bitboard::Bitboard;
use crate::chess::legality::{en_passant_origin, en_passant_victim};
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;
use crate::chess::zobrist;
use crate::cpu::Avx512;

use super::super::Disambiguation;
use super::batch;
use super::{BatchBoard, BoardVisitor, Played, SanToken, SuffixBits};

/// Runs a driver on the register.
#[inline]
pub(super) fn drive<D: BoardVisitor>(cpu: Avx512, position: &mut Position, in_check: &mut bool, drive: D) -> D::Output {
    // SAFETY: `cpu` proves that the processor has the features of the function.
    unsafe { drive_avx512(cpu, position, in_check, drive) }
}

#[inline(never)]
#[target_feature(enable = "avx2,avx512f,avx512dq,avx512cd,avx512bw,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
fn drive_avx512<D: BoardVisitor>(cpu: Avx512, position: &mut Position, in_check: &mut bool, drive: D) -> D::Output {
    let pieces = Pieces::load(cpu, position);
    let mut board =
        Avx512Board { pieces, spilled: &mut { pieces }, scalars: &mut ScalarState::new(position), position };
    let output = drive.drive(&mut board);
    board.scalars.store(board.pieces, board.position);
    *in_check = match board.position.turn {
        Color::White => board.is_check(Color::White),
        Color::Black => board.is_check(Color::Black),
    };
    output
}

/// A board with all pieces in a register and the rest in memory.
struct Avx512Board<'p> {
    pieces: Pieces,
    /// A copy in memory for calls of other functions: a value behind a pointer cannot stay in a register.
    spilled: &'p mut Pieces,
    scalars: &'p mut ScalarState,
    /// The position to be updated at the end, and before queries that need it. In between, only its castling rights are
    /// up to date, because they seldom change.
    position: &'p mut Position,
}

/// All pieces of a position. Callers should have the features of the [`Avx512`]; otherwise nothing is inlined.
#[derive(Clone, Copy)]
struct Pieces {
    /// The proof that the processor has the instructions of the methods.
    cpu: Avx512,
    all: __m512i,
}

/// The state of a position other than the pieces and the castling rights.
#[derive(Clone, Copy)]
struct ScalarState {
    kings: [Square; 2],
    /// The key without the parts for the turn and en passant.
    key: u64,
    /// The rooks with castling rights and their kings. Only a move from or to one of these squares loses a right.
    castling_squares: Bitboard,
    /// Twice the move number, plus one if Black has the move.
    plies: u64,
    /// The value of `plies` when the half-move clock was 0.
    clock_start: u64,
    /// The last move, which may be a double step, or [`Move::NULL`] if unknown.
    last: Move,
}

impl ScalarState {
    #[inline(always)]
    fn new(position: &Position) -> Self {
        let kings = Color::BOTH.map(|color| position.king(color));
        let plies = u64::from(position.fullmove_number) << 1 | position.turn.index() as u64;
        let double_step = |passed| Move::new(en_passant_origin(passed), en_passant_victim(passed), MoveKind::Normal);
        Self {
            kings,
            key: position.key ^ turn_key(position.turn) ^ en_passant_key(position),
            castling_squares: castling_squares(position.castling, kings),
            plies,
            clock_start: plies.wrapping_sub(position.halfmove_clock.into()),
            last: position.en_passant.map_or(Move::NULL, double_step),
        }
    }

    /// See [`Position::halfmove_clock`].
    #[inline(always)]
    fn halfmove_clock(&self) -> u32 {
        self.plies.wrapping_sub(self.clock_start) as u32
    }

    /// Removes the castling rights that a move by `us` from and to these squares loses.
    #[inline(always)]
    fn update_castling(&mut self, position: &mut Position, us: Color, path: Bitboard, is_king: bool) {
        if !(self.castling_squares & path).is_empty() {
            cold_path();
            self.lose_castling(position, if is_king { path | Bitboard::of_rank(us.back_rank()) } else { path });
        }
    }

    /// Removes the castling rights of the rooks on these squares.
    #[inline(always)]
    fn lose_castling(&mut self, position: &mut Position, rooks: Bitboard) {
        self.key ^= zobrist::castlings(position.castling & rooks);
        position.castling &= !rooks;
        self.castling_squares = castling_squares(position.castling, self.kings);
    }

    /// Updates the position, whose castling rights are up to date already.
    #[inline(always)]
    fn store(&self, pieces: Pieces, position: &mut Position) {
        pieces.store(position);
        position.halfmove_clock = self.halfmove_clock();
        position.fullmove_number = (self.plies >> 1) as u32;
        position.turn = if self.plies & 1 == 0 { Color::White } else { Color::Black };
        position.key = self.key ^ turn_key(position.turn);
        (position.en_passant, position.en_passant_legal) = (None, false);
        let (from, to) = (self.last.from(), self.last.to());
        if from.index() ^ to.index() == 16 && position.kinds[PieceType::Pawn.index()].contains(to) {
            let passed = en_passant_victim(to);
            position.en_passant = Some(passed);
            position.update_legal_en_passant(passed);
        }
    }
}

impl Pieces {
    #[inline(always)]
    fn load(cpu: Avx512, position: &Position) -> Self {
        // SAFETY: `cpu` proves that the processor has the instruction. A position is `repr(C)`, aligned to 64 bytes,
        // and opens with 64 bytes of bitboards: kinds, then colors.
        let all = unsafe { _mm512_load_si512(std::ptr::from_ref(position).cast()) };
        Self { cpu, all }
    }

    #[inline(always)]
    fn store(&self, position: &mut Position) {
        // SAFETY: as in `load`, with `self.cpu`; any bits are bitboards.
        unsafe { _mm512_store_si512(std::ptr::from_mut(position).cast(), self.all) };
    }

    #[inline(always)]
    fn lane(&self, lane: usize) -> u64 {
        // SAFETY: `self.cpu` proves that the processor has the instruction.
        first_lane(self.cpu, unsafe {
            _mm512_permutexvar_epi64(_mm512_set1_epi64((lane as u64).cast_signed()), self.all)
        })
    }

    /// The pieces of a color, in all lanes.
    #[inline(always)]
    fn of_color(&self, color: Color) -> __m512i {
        let lane = if color == Color::White { 6 } else { 7 };
        // SAFETY: `self.cpu` proves that the processor has the instruction.
        unsafe { _mm512_permutexvar_epi64(_mm512_set1_epi64(lane), self.all) }
    }

    #[inline(always)]
    fn pawns(&self, color: Color) -> Bitboard {
        // SAFETY: `self.cpu` proves that the processor has the instruction.
        Bitboard(first_lane(self.cpu, unsafe { _mm512_and_si512(self.all, self.of_color(color)) }))
    }

    /// The set of lanes that have a piece on one of these squares.
    #[inline(always)]
    fn on(&self, squares: Bitboard) -> u8 {
        // SAFETY: `self.cpu` proves that the processor has the instructions.
        unsafe { _mm512_test_epi64_mask(self.all, _mm512_set1_epi64(squares.0.cast_signed())) }
    }

    /// The pieces after an ordinary move. `origin` holds the origin in all lanes.
    #[inline(always)]
    fn after(&self, us: Color, kind: usize, to: Square, origin: __m512i) -> Self {
        // SAFETY: `self.cpu` proves that the processor has the instructions; rows of eight are aligned to 64 bytes.
        let all = unsafe {
            let arrived = broadcast_square(self.cpu, to);
            // pieces & !origin & !arrived
            let scalars = _mm512_ternarylogic_epi64::<0x10>(self.all, origin, arrived);
            let lanes = _mm512_load_si512(std::ptr::from_ref(&LANES[us.index()][kind & 7]).cast());
            // rest | arrived & lanes
            _mm512_ternarylogic_epi64::<0xf8>(scalars, arrived, lanes)
        };
        Self { all, ..*self }
    }

    /// Whether a king of this color on this square is attacked, including by the enemy king on `enemy`.
    #[inline(always)]
    fn exposes_king(&self, color: Color, king: Square, enemy: Square) -> bool {
        let next_to_it = Bitboard(attacks::leapers(color, king).0[PieceType::King.index()]);
        self.is_attacked(king, color) || next_to_it.contains(enemy)
    }

    /// Whether a king of this color on this square is attacked by a piece other than the enemy king.
    #[inline(always)]
    fn is_attacked(&self, square: Square, color: Color) -> bool {
        let (rays, leaps) = (attacks::rays(square), attacks::leapers(color, square));
        // SAFETY: `self.cpu` proves that the processor has the instructions; rows of eight are aligned to 64 bytes.
        unsafe {
            let enemies = _mm512_castsi512_si256(self.of_color(color.other()));
            let occupied = _mm256_or_si256(enemies, _mm512_castsi512_si256(self.of_color(color)));
            let up = _mm256_and_si256(_mm256_load_si256(rays.0.as_ptr().cast()), occupied);
            let down = _mm256_and_si256(_mm256_load_si256(rays.0.as_ptr().add(4).cast()), occupied);
            let lowest = _mm256_and_si256(up, _mm256_sub_epi64(_mm256_setzero_si256(), up));
            let highest = highest_bits(down);
            // Of each four rays, two are for rooks, two for bishops, and all for queens.
            let kinds = _mm512_castsi512_si256(self.all);
            let sliders = _mm256_permute4x64_epi64::<0b10_10_11_11>(kinds);
            let queens = _mm256_broadcastq_epi64(_mm512_extracti64x2_epi64::<2>(self.all));
            // (sliders | queens) & enemies
            let dangerous = _mm256_ternarylogic_epi64::<0xa8>(sliders, queens, enemies);
            // (lowest | highest) & dangerous
            let sliders_in_check = _mm256_ternarylogic_epi64::<0xa8>(lowest, highest, dangerous);
            let leaps = _mm256_load_si256(leaps.0.as_ptr().cast());
            // pieces & enemies & leaps
            let leapers = _mm256_ternarylogic_epi64::<0x80>(kinds, enemies, leaps);
            let attackers = _mm256_or_si256(sliders_in_check, leapers);
            _mm256_testz_si256(attackers, attackers) == 0
        }
    }
}

/// The rooks with castling rights and their kings.
#[inline(always)]
fn castling_squares(castling: Bitboard, kings: [Square; 2]) -> Bitboard {
    let with_king = |castling_squares: Bitboard, color: Color| {
        let may = !(castling & Bitboard::of_rank(color.back_rank())).is_empty();
        if may { castling_squares | Bitboard::from_square(kings[color.index()]) } else { castling_squares }
    };
    Color::BOTH.into_iter().fold(castling, with_king)
}

impl BatchBoard for Avx512Board<'_> {
    type State = (Pieces, ScalarState, Bitboard);

    #[inline(always)]
    fn state(&self) -> Self::State {
        (self.pieces, *self.scalars, self.position.castling)
    }

    #[inline(always)]
    fn restore(&mut self, state: &Self::State) {
        (self.pieces, *self.scalars, self.position.castling) = *state;
    }

    #[inline(always)]
    fn decode_tokens(&self, tokens: &mut [SanToken], starts: &[u16], ends: &[u16], text: &[u8]) {
        // SAFETY: `self.pieces.cpu` proves that the processor has the features of the function.
        unsafe { decode_tokens(self.pieces.cpu, tokens, starts, ends, text) }
    }

    #[inline(always)]
    fn look_ahead(&self, tokens: &mut [SanToken]) {
        batch::look_ahead(self.pieces.cpu, tokens);
    }

    #[inline(always)]
    fn play(&mut self, us: Color, token: SanToken) -> Option<Played> {
        let to = token.to();
        let occupied_lanes = self.pieces.on(Bitboard::from_square(to));
        if (occupied_lanes ^ token.expected_sides(us)) & 0xc0 != 0 {
            cold_path();
            return None;
        }
        // SAFETY: `self.pieces.cpu` proves that the processor has the instructions.
        let origin = unsafe {
            // Only the lowest three bits of a lane index count, and those of a token are the kind.
            let of_kind = _mm512_permutexvar_epi64(_mm512_set1_epi64(token.0.cast_signed()), self.pieces.all);
            let possible_origins =
                _mm512_set1_epi64((token.possible_origins(us) & token.origin_mask()).0.cast_signed());
            _mm512_ternarylogic_epi64::<0x80>(of_kind, self.pieces.of_color(us), possible_origins)
        };
        let Some(from) = Bitboard(first_lane(self.pieces.cpu, origin)).single() else {
            cold_path();
            return None;
        };
        if self.pieces.on(attacks::between(to, from)) != 0 {
            cold_path();
            return None;
        }
        step((&mut self.pieces, self.scalars, self.position), us, token, from, origin)
    }

    #[inline(always)]
    fn play_any(
        &mut self,
        us: Color,
        token: SanToken,
        text: u64,
        accepted: Disambiguation,
    ) -> Option<(Played, SuffixBits)> {
        *self.spilled = self.pieces;
        // SAFETY: `self.pieces.cpu` proves that the processor has the features of the function.
        let played =
            unsafe { fallback::play_any((self.spilled, self.scalars, self.position), us, token, text, accepted) }?;
        self.pieces = *self.spilled;
        Some(played)
    }

    #[inline(always)]
    fn is_check(&self, us: Color) -> bool {
        self.pieces.is_attacked(self.scalars.kings[us.index()], us)
    }

    #[inline(always)]
    fn is_mate(&mut self) -> bool {
        self.scalars.store(self.pieces, self.position);
        self.position.is_checkmate()
    }

    #[inline(always)]
    fn number(&self) -> u32 {
        (self.scalars.plies >> 1) as u32
    }

    /// See [`Position::halfmove_clock`].
    #[inline(always)]
    fn halfmove_clock(&self) -> u16 {
        self.scalars.halfmove_clock() as u16
    }
}

/// [`batch::decode_tokens`] out of line, so that its constants do not occupy registers of the moves.
#[inline(never)]
#[target_feature(enable = "avx2,avx512f,avx512dq,avx512cd,avx512bw,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
fn decode_tokens(cpu: Avx512, tokens: &mut [SanToken], starts: &[u16], ends: &[u16], text: &[u8]) {
    batch::decode_tokens(cpu, tokens, starts, ends, text);
}

/// The parts of an [`Avx512Board`].
type BoardParts<'a> = (&'a mut Pieces, &'a mut ScalarState, &'a mut Position);

/// Plays the pseudo-legal move of a token of `us` from a square, if it leaves the king safe. `origin` holds the square
/// in all lanes.
#[inline(always)]
fn step(
    (pieces, scalars, position): BoardParts<'_>,
    us: Color,
    token: SanToken,
    from: Square,
    origin: __m512i,
) -> Option<Played> {
    let (kind, to) = (token.kind(), token.to());
    let is_king = kind == PieceType::King.index();
    let after = pieces.after(us, kind, to, origin);
    let own_king = select_unpredictable(is_king, to, scalars.kings[us.index()]);
    if after.exposes_king(us, own_king, scalars.kings[us.other().index()]) {
        cold_path();
        return None;
    }

    let occupied_lanes = pieces.on(Bitboard::from_square(to));
    *pieces = after;
    scalars.kings[us.index()] = own_king;
    scalars.key ^= zobrist::piece(us, kind, from) ^ zobrist::piece(us, kind, to);
    // If the target was vacant, the lowest bit is 6, the index for no piece, whose key is zero.
    scalars.key ^= zobrist::piece(us.other(), (u32::from(occupied_lanes) | 0x40).trailing_zeros() as usize, to);
    scalars.plies += 1;
    scalars.clock_start = select_unpredictable(token.resets(), scalars.plies, scalars.clock_start);
    scalars.update_castling(position, us, Bitboard::from_square(from) ^ Bitboard::from_square(to), is_king);
    let mv = Move::new(from, to, MoveKind::Normal);
    scalars.last = mv;
    let key = scalars.key ^ turn_key(us.other());
    if !(after.pawns(us.other()) & token.en_passant_capturers(us)).is_empty() {
        cold_path();
        scalars.store(*pieces, position);
        return Some(Played { mv, key: position.key });
    }
    Some(Played { mv, key })
}

#[inline(always)]
fn turn_key(turn: Color) -> u64 {
    if turn == Color::White { 0 } else { zobrist::black_to_move() }
}

/// The part of a key for a legal en passant capture.
#[inline(always)]
fn en_passant_key(position: &Position) -> u64 {
    let passed = position.en_passant.filter(|_| position.en_passant_legal);
    passed.map_or(0, |passed| zobrist::en_passant(passed.file()))
}

/// The masks of the two lanes of a piece, by color and kind; the last two rows of each color are unused.
static LANES: [[Lanes8; 8]; 2] = {
    let mut lanes = [[Lanes8::EMPTY; 8]; 2];
    let mut row = 0;
    while row < 16 {
        let (color, kind) = (row / 8, row % 8);
        lanes[color][kind].0[6 + color] = u64::MAX;
        lanes[color][kind].0[kind] = u64::MAX;
        row += 1;
    }
    lanes
};

#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512cd")]
fn highest_bits(lanes: __m256i) -> __m256i {
    let mut highest = lanes;
    // The instruction shifts by 64 bits to zero. For the intrinsic, the compiler would add a comparison and a
    // selection.
    // SAFETY: the function has the features of both instructions, which access only these two registers.
    unsafe {
        std::arch::asm!(
            "vplzcntq {lanes}, {lanes}",
            "vpsrlvq {lanes}, {top}, {lanes}",
            lanes = inout(ymm_reg) highest,
            top = in(ymm_reg) _mm256_set1_epi64x(i64::MIN),
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    highest
}

/// The set of a square in all lanes.
#[inline(always)]
fn broadcast_square(_: Avx512, square: Square) -> __m512i {
    // SAFETY: the `Avx512` proves that the processor has the instructions.
    unsafe { _mm512_set1_epi64(Bitboard::from_square(square).0.cast_signed()) }
}

#[inline(always)]
fn first_lane(_: Avx512, lanes: __m512i) -> u64 {
    // SAFETY: the `Avx512` proves that the processor has the instructions.
    unsafe { _mm_cvtsi128_si64(_mm512_castsi512_si128(lanes)) }.cast_unsigned()
}
