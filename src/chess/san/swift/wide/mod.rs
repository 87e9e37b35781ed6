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
    __m512i, _mm_cvtsi128_si64, _mm256_and_si256, _mm256_broadcastq_epi64, _mm256_load_si256, _mm256_lzcnt_epi64,
    _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_srlv_epi64,
    _mm256_sub_epi64, _mm256_ternarylogic_epi64, _mm256_testz_si256, _mm512_castsi512_si128, _mm512_castsi512_si256,
    _mm512_extracti64x2_epi64, _mm512_load_si512, _mm512_mask_or_epi64, _mm512_permutexvar_epi64, _mm512_set1_epi64,
    _mm512_store_si512, _mm512_ternarylogic_epi64, _mm512_test_epi64_mask,
};
use std::hint::{cold_path, select_unpredictable};
use std::sync::OnceLock;

use super::abreast::{self, Avx512};
use super::avx2;
use super::{Board, Drive, Mark, Word};
use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::legality::en_passant_victim;
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
    let mut board = Wide { men, put_down: &mut { men }, position };
    let output = drive.drive(&mut board);
    board.men.store(board.position);
    *in_check = match board.position.turn {
        Color::White => board.is_check(Color::White),
        Color::Black => board.is_check(Color::Black),
    };
    output
}

/// A position that is played on in registers.
struct Wide<'p> {
    men: Men,
    /// Where they are put down for a function that is called: what a pointer leads to cannot stay in registers.
    put_down: &'p mut Men,
    /// Where it is stored in the end. Until then, what it says is out of date, but for the rights to castle, which seldom change:
    /// they are kept there.
    position: &'p mut Position,
}

/// A position in registers, but for the rights to castle, which are kept in memory. It should be used in functions that
/// carry the machine's features, for else nothing is inlined.
#[derive(Clone, Copy)]
struct Men {
    /// The proof that the processor has what its functions are made of.
    machine: Machine,
    /// All men.
    all: __m512i,
    /// Those of each side once more, where they are at hand.
    colors: [u64; 2],
    kings: [Square; 2],
    key: u64,
    /// The rooks with which a side may castle, and the kings that may: nobody loses such a right but by a move from or to these
    /// squares.
    watched: Bitboard,
    halfmove_clock: u32,
    /// The square passed over by a double step, and [`CAPTURABLE`] if it can be captured there; 0 if there is none.
    en_passant: u8,
    /// Twice the number of the move, and one more if it is Black's.
    half_moves: u64,
}

/// Added to a square passed over: the capture en passant is legal.
const CAPTURABLE: u8 = 0x80;

impl Men {
    #[inline(always)]
    fn load(machine: Machine, position: &Position) -> Self {
        // SAFETY: `machine` proves that the processor has the instruction. A position is `repr(C)`, aligned to 64 bytes, and
        // opens with 64 bytes of bitboards: kinds, then colours.
        let all = unsafe { _mm512_load_si512(std::ptr::from_ref(position).cast()) };
        Self {
            machine,
            all,
            colors: position.colors.map(|set| set.0),
            kings: Color::BOTH.map(|color| position.king(color)),
            key: position.key,
            watched: watched(position.castling, Color::BOTH.map(|color| position.king(color))),
            halfmove_clock: position.halfmove_clock,
            en_passant: match position.en_passant {
                Some(square) => square.index() as u8 | if position.en_passant_legal { CAPTURABLE } else { 0 },
                None => 0,
            },
            half_moves: u64::from(position.fullmove_number) << 1 | position.turn.index() as u64,
        }
    }

    /// Puts the position right, in which the rights to castle are so already.
    #[inline(always)]
    fn store(&self, position: &mut Position) {
        // SAFETY: as in `load`, with `self.machine`; any bits are bitboards.
        unsafe { _mm512_store_si512(std::ptr::from_mut(position).cast(), self.all) };
        position.key = self.key;
        position.halfmove_clock = self.halfmove_clock;
        position.en_passant = (self.en_passant != 0).then(|| Square::from_index(self.en_passant & 63));
        position.en_passant_legal = self.en_passant & CAPTURABLE != 0;
        position.fullmove_number = (self.half_moves >> 1) as u32;
        position.turn = if self.half_moves & 1 == 0 { Color::White } else { Color::Black };
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

    /// Where all men stand after an ordinary move; the rest is as before. `origin` is where it comes from, in every lane.
    #[inline(always)]
    fn after(&self, us: Color, step: Step, origin: __m512i) -> Self {
        let Step { kind, from, to, .. } = step;
        let mut after = *self;
        // SAFETY: `self.machine` proves that the processor has the instructions.
        after.all = unsafe {
            let arrived = everywhere(self.machine, to);
            // men & !origin & !arrived
            let rest = _mm512_ternarylogic_epi64::<0x10>(self.all, origin, arrived);
            _mm512_mask_or_epi64(rest, 0x40_u8 << us.index() | 1 << (kind & 7), rest, arrived)
        };
        let (origin, target) = (Bitboard::of(from).0, Bitboard::of(to).0);
        after.colors[us.index()] ^= origin ^ target;
        after.colors[us.other().index()] &= !target;
        after.kings[us.index()] = if kind == Kind::King.index() { to } else { self.kings[us.index()] };
        after
    }

    /// Whether the king of this colour is attacked, by the other king too.
    #[inline(always)]
    fn exposes_king(&self, color: Color) -> bool {
        let king = self.kings[color.index()];
        self.is_attacked(king, color) || attacks::king(king).contains(self.kings[color.other().index()])
    }

    /// Whether the side to move, `us`, is in check.
    #[inline(always)]
    fn is_check(&self, us: Color) -> bool {
        self.is_attacked(self.kings[us.index()], us)
    }

    /// What every move does but for the men, the clock and the rights to castle.
    #[inline(always)]
    fn pass_turn(&mut self) {
        self.key ^= zobrist::black_to_move();
        if self.en_passant != 0 {
            if self.en_passant & CAPTURABLE != 0 {
                self.key ^= zobrist::en_passant(Square::from_index(self.en_passant & 63).file());
            }
            self.en_passant = 0;
        }
        self.half_moves += 1;
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
            let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(down));
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
    type State = (Men, Bitboard);

    #[inline(always)]
    fn state(&self) -> Self::State {
        (self.men, self.position.castling)
    }

    #[inline(always)]
    fn restore(&mut self, state: &Self::State) {
        (self.men, self.position.castling) = *state;
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
    fn play(&mut self, us: Color, word: Word) -> Option<Move> {
        let to = word.to();
        let (ours, theirs) = (self.men.colors[us.index()], self.men.colors[us.other().index()]);
        if theirs >> to.index() & 1 != word.captures() || ours >> to.index() & 1 != 0 {
            return None;
        }
        // SAFETY: `self.men.machine` proves that the processor has the instructions.
        let origin = unsafe {
            // Of the number of a lane only the lowest three bits count, and those of a word are the kind.
            let of_kind = _mm512_permutexvar_epi64(_mm512_set1_epi64(word.0.cast_signed()), self.men.all);
            let reach = _mm512_set1_epi64(word.reach(us).0.cast_signed());
            _mm512_ternarylogic_epi64::<0x80>(of_kind, self.men.of_color(us), reach)
        };
        let from = Bitboard(first_lane(self.men.machine, origin)).single()?;
        if attacks::between(from, to).0 & (ours | theirs) != 0 {
            return None;
        }
        let played = self.men.step(self.position, us, Step::of(word, from), origin);
        played.then_some(Move::new(from, to, MoveKind::Normal))
    }

    #[inline(always)]
    fn play_any(&mut self, us: Color, word: Word, text: u64) -> Option<(Move, Mark)> {
        *self.put_down = self.men;
        // SAFETY: `self.men.machine` proves that the processor has the features the function asks for.
        let played = unsafe { any::play_any(self.put_down, self.position, us, word, text) }?;
        self.men = *self.put_down;
        Some(played)
    }

    #[inline(always)]
    fn is_check(&self, us: Color) -> bool {
        self.men.is_check(us)
    }

    #[inline(always)]
    fn is_mate(&mut self) -> bool {
        self.men.store(self.position);
        self.position.is_checkmate()
    }

    #[inline(always)]
    fn number(&self) -> u32 {
        (self.men.half_moves >> 1) as u32
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.men.key
    }

    #[inline(always)]
    fn halfmove_clock(&self) -> u16 {
        self.men.halfmove_clock as u16
    }
}

/// [`abreast::read`] out of line: what it keeps in registers is not in the way of the moves.
#[inline(never)]
#[target_feature(enable = "avx2,avx512f,avx512dq,avx512cd,avx512bw,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
fn read(machine: Machine, words: &mut [Word], starts: &[u16], ends: &[u16], text: &[u8]) {
    abreast::read(Avx512(machine), words, starts, ends, text);
}

/// An ordinary move of a man who can make it, but for the safety of his king.
#[derive(Clone, Copy)]
struct Step {
    /// His kind, by its index.
    kind: usize,
    from: Square,
    to: Square,
    /// Whether the half-move clock begins anew.
    resets: bool,
}

impl Step {
    /// What a word says of a man who stands there.
    #[inline(always)]
    fn of(word: Word, from: Square) -> Self {
        Self { kind: word.kind(), from, to: word.to(), resets: word.resets() }
    }
}

impl Men {
    /// Makes a move of `us`, if it leaves the king safe. `origin` holds the square it comes from in every lane.
    #[inline(always)]
    fn step(&mut self, position: &mut Position, us: Color, step: Step, origin: __m512i) -> bool {
        let Step { kind, from, to, resets } = step;
        let before = &*self;
        let is_king = kind == Kind::King.index();
        let path = Bitboard::of(from) ^ Bitboard::of(to);
        let mut after = before.after(us, step, origin);
        if after.exposes_king(us) {
            return false;
        }

        // SAFETY: `before.machine` proves that the processor has the instruction.
        let captured = unsafe { _mm512_test_epi64_mask(before.all, everywhere(before.machine, to)) };
        let captured = u32::from(captured) & 0x3f;
        after.key ^= zobrist::man(us, kind, from) ^ zobrist::man(us, kind, to);
        // Kind 6 is nobody, with a zero for a key.
        after.key ^= zobrist::man(us.other(), (captured | 0x40).trailing_zeros() as usize, to);
        after.pass_turn();
        after.weigh_castling(position, us, path, is_king);
        after.halfmove_clock = select_unpredictable(resets, 0, before.halfmove_clock + 1);
        *self = after;
        // A pawn is of the kind 0.
        if (from.index() ^ to.index()) | kind << 6 == 16 {
            cold_path();
            self.pass_over(position, us, en_passant_victim(to));
        }
        true
    }

    /// A pawn of `us` has passed over this square, where it would stand if it were captured on its target en passant.
    #[inline(always)]
    fn pass_over(&mut self, position: &mut Position, us: Color, passed: Square) {
        self.en_passant = passed.index() as u8;
        let pawns = first_lane(self.machine, self.all) & self.colors[us.other().index()];
        if attacks::pawn(us, passed).0 & pawns != 0 {
            self.weigh_en_passant(position, passed);
        }
    }

    /// A pawn has made a double step over this square, next to a pawn of the enemy.
    #[inline(always)]
    fn weigh_en_passant(&mut self, position: &mut Position, passed: Square) {
        self.store(position);
        position.weigh_en_passant(passed);
        self.key = position.key;
        if position.en_passant_legal {
            self.en_passant |= CAPTURABLE;
        }
    }
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
