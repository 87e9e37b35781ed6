//! All men of a position in one register of AVX-512.
//!
//! The register is the first cache line of [`Position`], lane by lane:
//!
//! ```text
//!   lane   0      1        2        3      4       5      6        7
//!          pawns  knights  bishops  rooks  queens  kings  White's  Black's
//! ```
//!
//! A move is three operations on all lanes at once: the origin and the target are cleared everywhere, which takes what
//! stood on the target from whatever lanes it was in, and the target is set in two lanes, those of the man's kind and
//! colour. No branch asks what was captured.
//!
//! Whether a king is attacked is asked of the position *after* the move, always, and without a branch: eight rays
//! start at his square, one a lane of two half registers; the first man on each is the lowest bit of four of them and
//! the highest of the other four; and a man of the right kind there, or a knight or pawn on the squares from which they
//! reach him, is what gives check. (Half registers, for there are processors that work on whole ones in two goes.)

#![allow(clippy::inline_always, reason = "an operation that is not inlined would be a call for one instruction")]

mod any;

use std::arch::x86_64::{
    __m256i, __m512i, _mm_cvtsi128_si64, _mm256_and_si256, _mm256_broadcastq_epi64, _mm256_load_si256, _mm256_or_si256,
    _mm256_permute4x64_epi64, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_sub_epi64, _mm256_ternarylogic_epi64,
    _mm256_testz_si256, _mm512_and_si512, _mm512_castsi512_si128, _mm512_castsi512_si256, _mm512_extracti64x2_epi64,
    _mm512_load_si512, _mm512_permutexvar_epi64, _mm512_set1_epi64, _mm512_store_si512, _mm512_ternarylogic_epi64,
    _mm512_test_epi64_mask,
};
use std::hint::{cold_path, select_unpredictable};
use std::sync::OnceLock;

use super::super::Disambiguation;
use super::abreast::{self, Avx512};
use super::avx2;
use super::{Board, Drive, Mark, Played, Word};
use crate::chess::attacks::{self, Eight};
use crate::chess::bitboard::Bitboard;
use crate::chess::legality::{en_passant_origin, en_passant_victim};
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, Kind};
use crate::chess::position::Position;
use crate::chess::square::Square;
use crate::chess::zobrist;

/// x86-64 with AVX-512 (F, BW, CD, DQ, VL, VBMI), AVX2 and bit operations. A value is the proof that the processor has them.
#[derive(Clone, Copy)]
pub(super) struct Machine(());

impl Machine {
    /// The machine, if this processor is one; asked once.
    #[inline]
    pub(super) fn of_process() -> Option<Self> {
        static FOUND: OnceLock<Option<Machine>> = OnceLock::new();
        *FOUND.get_or_init(Self::detect)
    }

    fn detect() -> Option<Self> {
        // AVX2 and bit operations are what the tier before asks for.
        avx2::Machine::of_process()?;
        let has_all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi");
        has_all.then_some(Self(()))
    }
}

/// Lets somebody play on the register.
#[inline]
pub(super) fn drive<D: Drive>(machine: Machine, position: &mut Position, in_check: &mut bool, drive: D) -> D::Output {
    // SAFETY: the machine's value proves that the processor has what the function asks for.
    unsafe { drive_wide(machine, position, in_check, drive) }
}

#[inline(never)]
#[target_feature(enable = "avx2,avx512f,avx512dq,avx512cd,avx512bw,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
fn drive_wide<D: Drive>(machine: Machine, position: &mut Position, in_check: &mut bool, drive: D) -> D::Output {
    let men = Men::load(machine, position);
    let mut board = Wide { men, put_down: &mut { men }, rest: &mut Rest::of(position), position };
    let output = drive.drive(&mut board);
    board.rest.store(board.men, board.position);
    *in_check = match board.position.turn {
        Color::White => board.is_check(Color::White),
        Color::Black => board.is_check(Color::Black),
    };
    output
}

/// A position that is played on: all men in a register, the rest in memory.
struct Wide<'p> {
    men: Men,
    /// Where they are put down for a function that is called: what a pointer leads to cannot stay in registers.
    put_down: &'p mut Men,
    rest: &'p mut Rest,
    /// Where it is stored in the end, and for questions that only it can answer. Until then, what it says is out of date, but for
    /// the rights to castle, which seldom change: they are kept there.
    position: &'p mut Position,
}

/// All men of a position. It should be used in functions that carry the machine's features, for else nothing is inlined.
#[derive(Clone, Copy)]
struct Men {
    /// The proof that the processor has what its functions are made of.
    machine: Machine,
    all: __m512i,
}

/// What there is in a position beside the men and the rights to castle.
#[derive(Clone, Copy)]
struct Rest {
    kings: [Square; 2],
    /// The key, but for what is true for one move only: who has it, and what he may capture en passant.
    key: u64,
    /// The rooks with which a side may castle, and the kings that may: nobody loses such a right but by a move from or to these
    /// squares.
    watched: Bitboard,
    /// Twice the number of the move, and one more if it is Black's.
    half_moves: u64,
    /// What that was when the half-move clock began.
    clock_began: u64,
    /// The last move, if it is known: it may have been a double step.
    last: Move,
}

impl Rest {
    #[inline(always)]
    fn of(position: &Position) -> Self {
        let kings = Color::BOTH.map(|color| position.king(color));
        let half_moves = u64::from(position.fullmove_number) << 1 | position.turn.index() as u64;
        let double_step = |passed| Move::new(en_passant_origin(passed), en_passant_victim(passed), MoveKind::Normal);
        Self {
            kings,
            key: position.key ^ of_turn(position.turn) ^ of_en_passant(position),
            watched: watched(position.castling, kings),
            half_moves,
            clock_began: half_moves.wrapping_sub(position.halfmove_clock.into()),
            last: position.en_passant.map_or(Move::NULL, double_step),
        }
    }

    /// See [`Position::halfmove_clock`].
    #[inline(always)]
    fn halfmove_clock(&self) -> u32 {
        self.half_moves.wrapping_sub(self.clock_began) as u32
    }

    /// Takes away the rights to castle that a move of `us` loses, which begins and ends on these squares.
    #[inline(always)]
    fn weigh_castling(&mut self, position: &mut Position, us: Color, path: Bitboard, is_king: bool) {
        if !(self.watched & path).is_empty() {
            cold_path();
            self.lose_castling(position, if is_king { path | Bitboard::of_rank(us.back_rank()) } else { path });
        }
    }

    /// The rights to castle with rooks on these squares are lost.
    #[inline(always)]
    fn lose_castling(&mut self, position: &mut Position, rooks: Bitboard) {
        self.key ^= zobrist::castlings(position.castling & rooks);
        position.castling &= !rooks;
        self.watched = watched(position.castling, self.kings);
    }

    /// Puts the position right, in which the rights to castle are so already.
    #[inline(always)]
    fn store(&self, men: Men, position: &mut Position) {
        men.store(position);
        position.halfmove_clock = self.halfmove_clock();
        position.fullmove_number = (self.half_moves >> 1) as u32;
        position.turn = if self.half_moves & 1 == 0 { Color::White } else { Color::Black };
        position.key = self.key ^ of_turn(position.turn);
        (position.en_passant, position.en_passant_legal) = (None, false);
        let (from, to) = (self.last.from(), self.last.to());
        if from.index() ^ to.index() == 16 && position.kinds[Kind::Pawn.index()].contains(to) {
            let passed = en_passant_victim(to);
            position.en_passant = Some(passed);
            position.weigh_en_passant(passed);
        }
    }
}

impl Men {
    #[inline(always)]
    fn load(machine: Machine, position: &Position) -> Self {
        // SAFETY: `machine` proves that the processor has the instruction. A position is `repr(C)`, aligned to 64 bytes, and
        // opens with 64 bytes of bitboards: kinds, then colours.
        let all = unsafe { _mm512_load_si512(std::ptr::from_ref(position).cast()) };
        Self { machine, all }
    }

    #[inline(always)]
    fn store(&self, position: &mut Position) {
        // SAFETY: as in `load`, with `self.machine`; any bits are bitboards.
        unsafe { _mm512_store_si512(std::ptr::from_mut(position).cast(), self.all) };
    }

    /// One lane.
    #[inline(always)]
    fn lane(&self, lane: usize) -> u64 {
        // SAFETY: `self.machine` proves that the processor has the instruction.
        first_lane(self.machine, unsafe {
            _mm512_permutexvar_epi64(_mm512_set1_epi64((lane as u64).cast_signed()), self.all)
        })
    }

    /// The men of a colour, in every lane.
    #[inline(always)]
    fn of_color(&self, color: Color) -> __m512i {
        let lane = if color == Color::White { 6 } else { 7 };
        // SAFETY: `self.machine` proves that the processor has the instruction.
        unsafe { _mm512_permutexvar_epi64(_mm512_set1_epi64(lane), self.all) }
    }

    /// The pawns of a colour.
    #[inline(always)]
    fn pawns(&self, color: Color) -> Bitboard {
        // SAFETY: `self.machine` proves that the processor has the instruction.
        Bitboard(first_lane(self.machine, unsafe { _mm512_and_si512(self.all, self.of_color(color)) }))
    }

    /// In which lanes somebody stands on these squares.
    #[inline(always)]
    fn on(&self, squares: Bitboard) -> u8 {
        // SAFETY: `self.machine` proves that the processor has the instructions.
        unsafe { _mm512_test_epi64_mask(self.all, _mm512_set1_epi64(squares.0.cast_signed())) }
    }

    /// Where all men stand after an ordinary move. `origin` is where it comes from, in every lane.
    #[inline(always)]
    fn after(&self, us: Color, kind: usize, to: Square, origin: __m512i) -> Self {
        // SAFETY: `self.machine` proves that the processor has the instructions; rows of eight are aligned to 64 bytes.
        let all = unsafe {
            let arrived = everywhere(self.machine, to);
            // men & !origin & !arrived
            let rest = _mm512_ternarylogic_epi64::<0x10>(self.all, origin, arrived);
            let lanes = _mm512_load_si512(std::ptr::from_ref(&LANES[us.index()][kind & 7]).cast());
            // rest | arrived & lanes
            _mm512_ternarylogic_epi64::<0xf8>(rest, arrived, lanes)
        };
        Self { all, ..*self }
    }

    /// Whether the king of this colour is attacked on this square, perhaps by that of the enemy.
    #[inline(always)]
    fn exposes_king(&self, color: Color, king: Square, enemy: Square) -> bool {
        let next_to_it = Bitboard(attacks::leapers(color, king).0[Kind::King.index()]);
        self.is_attacked(king, color) || next_to_it.contains(enemy)
    }

    /// Whether a king of this colour would be attacked on this square, by another man than the king.
    #[inline(always)]
    fn is_attacked(&self, square: Square, color: Color) -> bool {
        let (rays, leaps) = (attacks::rays(square), attacks::leapers(color, square));
        // SAFETY: `self.machine` proves that the processor has the instructions; rows of eight are aligned to 64 bytes.
        unsafe {
            let enemies = _mm512_castsi512_si256(self.of_color(color.other()));
            let occupied = _mm256_or_si256(enemies, _mm512_castsi512_si256(self.of_color(color)));
            let up = _mm256_and_si256(_mm256_load_si256(rays.0.as_ptr().cast()), occupied);
            let down = _mm256_and_si256(_mm256_load_si256(rays.0.as_ptr().add(4).cast()), occupied);
            let lowest = _mm256_and_si256(up, _mm256_sub_epi64(_mm256_setzero_si256(), up));
            let highest = highest_bits(down);
            // Of either four rays two are a rook's and two a bishop's; all are a queen's.
            let men = _mm512_castsi512_si256(self.all);
            let sliders = _mm256_permute4x64_epi64::<0b10_10_11_11>(men);
            let queens = _mm256_broadcastq_epi64(_mm512_extracti64x2_epi64::<2>(self.all));
            // (sliders | queens) & enemies
            let dangerous = _mm256_ternarylogic_epi64::<0xa8>(sliders, queens, enemies);
            // (lowest | highest) & dangerous
            let seen = _mm256_ternarylogic_epi64::<0xa8>(lowest, highest, dangerous);
            let leaps = _mm256_load_si256(leaps.0.as_ptr().cast());
            // men & enemies & leaps
            let leapers = _mm256_ternarylogic_epi64::<0x80>(men, enemies, leaps);
            let attackers = _mm256_or_si256(seen, leapers);
            _mm256_testz_si256(attackers, attackers) == 0
        }
    }
}

/// Rooks with which a side may castle, and the kings that may.
#[inline(always)]
fn watched(castling: Bitboard, kings: [Square; 2]) -> Bitboard {
    let with_king = |watched: Bitboard, color: Color| {
        let may = !(castling & Bitboard::of_rank(color.back_rank())).is_empty();
        if may { watched | Bitboard::of(kings[color.index()]) } else { watched }
    };
    Color::BOTH.into_iter().fold(castling, with_king)
}

impl Board for Wide<'_> {
    type State = (Men, Rest, Bitboard);

    #[inline(always)]
    fn state(&self) -> Self::State {
        (self.men, *self.rest, self.position.castling)
    }

    #[inline(always)]
    fn restore(&mut self, state: &Self::State) {
        (self.men, *self.rest, self.position.castling) = *state;
    }

    #[inline(always)]
    fn read(&self, words: &mut [Word], starts: &[u16], ends: &[u16], text: &[u8]) {
        // SAFETY: `self.men.machine` proves that the processor has what the function asks for.
        unsafe { read(self.men.machine, words, starts, ends, text) }
    }

    #[inline(always)]
    fn look_ahead(&self, words: &mut [Word]) {
        abreast::look_ahead(self.men.machine, words);
    }

    #[inline(always)]
    fn play(&mut self, us: Color, word: Word) -> Option<Played> {
        let to = word.to();
        let stood = self.men.on(Bitboard::of(to));
        if (stood ^ word.sides_there(us)) & 0xc0 != 0 {
            cold_path();
            return None;
        }
        // SAFETY: `self.men.machine` proves that the processor has the instructions.
        let origin = unsafe {
            // Of the number of a lane only the lowest three bits count, and those of a word are the kind.
            let of_kind = _mm512_permutexvar_epi64(_mm512_set1_epi64(word.0.cast_signed()), self.men.all);
            let reach = _mm512_set1_epi64((word.reach(us) & word.named()).0.cast_signed());
            _mm512_ternarylogic_epi64::<0x80>(of_kind, self.men.of_color(us), reach)
        };
        let Some(from) = Bitboard(first_lane(self.men.machine, origin)).single() else {
            cold_path();
            return None;
        };
        if self.men.on(attacks::between(to, from)) != 0 {
            cold_path();
            return None;
        }
        step((&mut self.men, self.rest, self.position), us, word, from, origin)
    }

    #[inline(always)]
    fn play_any(&mut self, us: Color, word: Word, text: u64, said: Disambiguation) -> Option<(Played, Mark)> {
        *self.put_down = self.men;
        // SAFETY: `self.men.machine` proves that the processor has the features the function asks for.
        let played = unsafe { any::play_any((self.put_down, self.rest, self.position), us, word, text, said) }?;
        self.men = *self.put_down;
        Some(played)
    }

    #[inline(always)]
    fn is_check(&self, us: Color) -> bool {
        self.men.is_attacked(self.rest.kings[us.index()], us)
    }

    #[inline(always)]
    fn is_mate(&mut self) -> bool {
        self.rest.store(self.men, self.position);
        self.position.is_checkmate()
    }

    #[inline(always)]
    fn number(&self) -> u32 {
        (self.rest.half_moves >> 1) as u32
    }

    /// See [`Position::halfmove_clock`].
    #[inline(always)]
    fn halfmove_clock(&self) -> u16 {
        self.rest.halfmove_clock() as u16
    }
}

/// [`abreast::read`] out of line: what it keeps in registers is not in the way of the moves.
#[inline(never)]
#[target_feature(enable = "avx2,avx512f,avx512dq,avx512cd,avx512bw,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
fn read(machine: Machine, words: &mut [Word], starts: &[u16], ends: &[u16], text: &[u8]) {
    abreast::read(Avx512(machine), words, starts, ends, text);
}

/// The parts of a [`Wide`].
type Parts<'a> = (&'a mut Men, &'a mut Rest, &'a mut Position);

/// Goes to the target of a word of `us`, with a man who can but for the safety of his king, if that is safe. `origin` holds the
/// square he comes from in every lane.
#[inline(always)]
fn step((men, rest, position): Parts<'_>, us: Color, word: Word, from: Square, origin: __m512i) -> Option<Played> {
    let (kind, to) = (word.kind(), word.to());
    let is_king = kind == Kind::King.index();
    let after = men.after(us, kind, to, origin);
    let own_king = select_unpredictable(is_king, to, rest.kings[us.index()]);
    if after.exposes_king(us, own_king, rest.kings[us.other().index()]) {
        cold_path();
        return None;
    }

    let stood = men.on(Bitboard::of(to));
    *men = after;
    rest.kings[us.index()] = own_king;
    rest.key ^= zobrist::man(us, kind, from) ^ zobrist::man(us, kind, to);
    // Where no kind stood, the lowest bit is that of nobody, with a zero for a key.
    rest.key ^= zobrist::man(us.other(), (u32::from(stood) | 0x40).trailing_zeros() as usize, to);
    rest.half_moves += 1;
    rest.clock_began = select_unpredictable(word.resets(), rest.half_moves, rest.clock_began);
    rest.weigh_castling(position, us, Bitboard::of(from) ^ Bitboard::of(to), is_king);
    let mv = Move::new(from, to, MoveKind::Normal);
    rest.last = mv;
    let key = rest.key ^ of_turn(us.other());
    if !(after.pawns(us.other()) & word.beside(us)).is_empty() {
        cold_path();
        rest.store(*men, position);
        return Some(Played { mv, key: position.key });
    }
    Some(Played { mv, key })
}

/// What says in a key who has the move.
#[inline(always)]
fn of_turn(turn: Color) -> u64 {
    if turn == Color::White { 0 } else { zobrist::black_to_move() }
}

/// What a legal capture en passant adds to the key.
#[inline(always)]
fn of_en_passant(position: &Position) -> u64 {
    let passed = position.en_passant.filter(|_| position.en_passant_legal);
    passed.map_or(0, |passed| zobrist::en_passant(passed.file()))
}

/// The lanes in which a man stands, by colour and kind; the last two rows of each colour are nobody's.
static LANES: [[Eight; 8]; 2] = {
    let mut lanes = [[Eight::EMPTY; 8]; 2];
    let mut man = 0;
    while man < 16 {
        let (color, kind) = (man / 8, man % 8);
        lanes[color][kind].0[6 + color] = u64::MAX;
        lanes[color][kind].0[kind] = u64::MAX;
        man += 1;
    }
    lanes
};

/// The highest bit of each lane, if there is one.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512cd")]
fn highest_bits(lanes: __m256i) -> __m256i {
    let mut highest = lanes;
    // Shifted by 64 bits nothing is left, as the instruction has it; of the function for it the compiler makes a comparison and a
    // selection.
    // SAFETY: the function carries the features of both instructions, and they touch nothing but these two registers.
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

/// A square in every lane.
#[inline(always)]
fn everywhere(_: Machine, square: Square) -> __m512i {
    // SAFETY: the machine's value proves that the processor has the instructions.
    unsafe { _mm512_set1_epi64(Bitboard::of(square).0.cast_signed()) }
}

/// The first of eight lanes.
#[inline(always)]
fn first_lane(_: Machine, lanes: __m512i) -> u64 {
    // SAFETY: the machine's value proves that the processor has the instructions.
    unsafe { _mm_cvtsi128_si64(_mm512_castsi512_si128(lanes)) }.cast_unsigned()
}
