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

use std::arch::x86_64::{
    __m512i, _mm_cvtsi128_si64, _mm256_and_si256, _mm256_broadcastq_epi64, _mm256_load_si256, _mm256_lzcnt_epi64,
    _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_srlv_epi64,
    _mm256_sub_epi64, _mm256_ternarylogic_epi64, _mm256_testz_si256, _mm512_and_si512, _mm512_castsi512_si128,
    _mm512_castsi512_si256, _mm512_extracti64x2_epi64, _mm512_load_si512, _mm512_mask_or_epi64,
    _mm512_permutexvar_epi64, _mm512_set1_epi64, _mm512_store_si512, _mm512_ternarylogic_epi64, _mm512_test_epi64_mask,
    _mm512_xor_si512,
};

use std::hint::cold_path;
use std::sync::OnceLock;

use super::brief::{self, Brief};
use super::{Board, Drive, Plain, Played};
use crate::chess::attacks::{self, Eight};
use crate::chess::bitboard::Bitboard;
use crate::chess::legality::castling_targets;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, Kind};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::san::plain::Named;
use crate::chess::square::{File, Square};
use crate::chess::zobrist;

/// x86-64 with AVX-512 (F, BW, CD, DQ, VL), AVX2 and bit operations. A value is the proof that the processor has them.
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
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
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
#[target_feature(enable = "avx2,avx512f,avx512dq,avx512cd,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
fn drive_wide<D: Drive>(machine: Machine, position: &mut Position, in_check: &mut bool, drive: D) -> D::Output {
    let mut board = Wide { men: Men::load(machine, position), position };
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
    /// Where it is stored in the end. Until then, what it says is out of date.
    position: &'p mut Position,
}

/// A position in registers. It should be used in functions that carry the machine's features, for else nothing is inlined.
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
    castling: Bitboard,
    halfmove_clock: u32,
    /// The square passed over by a double step, and [`CAPTURABLE`] if it can be captured there; 0 if there is none.
    en_passant: u8,
    /// How many moves were played since the position was right. It knows the side to move and the number then.
    plies: u32,
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
            castling: position.castling,
            halfmove_clock: position.halfmove_clock,
            en_passant: match position.en_passant {
                Some(square) => square.index() as u8 | if position.en_passant_legal { CAPTURABLE } else { 0 },
                None => 0,
            },
            plies: 0,
        }
    }

    /// Puts the position right, and counts moves from there: of `n` moves Black has made half, and if he began, one half
    /// more.
    #[inline(always)]
    fn store(&mut self, position: &mut Position) {
        // SAFETY: as in `load`, with `self.machine`; any bits are bitboards.
        unsafe { _mm512_store_si512(std::ptr::from_mut(position).cast(), self.all) };
        position.key = self.key;
        position.castling = self.castling;
        position.halfmove_clock = self.halfmove_clock;
        position.en_passant = (self.en_passant != 0).then(|| Square::from_index(self.en_passant & 63));
        position.en_passant_legal = self.en_passant & CAPTURABLE != 0;
        let black_moves = u32::midpoint(u32::from(position.turn == Color::Black), self.plies);
        position.fullmove_number = position.fullmove_number.wrapping_add(black_moves);
        if self.plies & 1 == 1 {
            position.turn = position.turn.other();
        }
        self.plies = 0;
    }

    /// What every move does but for the men, the clock and the rights to castle.
    #[inline(always)]
    fn pass_turn(&mut self) {
        self.key ^= zobrist::black_to_move();
        if self.en_passant & CAPTURABLE != 0 {
            cold_path();
            self.key ^= zobrist::en_passant(Square::from_index(self.en_passant & 63).file());
        }
        self.en_passant = 0;
        self.plies += 1;
    }

    /// The rights to castle with rooks on these squares are lost.
    #[inline(always)]
    fn lose_castling(&mut self, rooks: Bitboard) {
        let lost = self.castling & rooks;
        if !lost.is_empty() {
            cold_path();
            self.key ^= zobrist::castlings(lost);
            self.castling &= !rooks;
        }
    }

    /// Whether a king of this colour would be attacked on this square, by another man than the king.
    #[inline(always)]
    fn is_attacked(&self, square: Square, color: Color) -> bool {
        let theirs = self.colors[color.other().index()];
        let occupied = theirs | self.colors[color.index()];
        let (rays, leaps) = (attacks::rays(square), attacks::leapers(color, square));
        // SAFETY: `self.machine` proves that the processor has the instructions; rows of eight are aligned to 64 bytes.
        unsafe {
            let enemies = _mm256_set1_epi64x(theirs.cast_signed());
            let occupied = _mm256_set1_epi64x(occupied.cast_signed());
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

/// In which lanes a man of this colour and kind stands.
#[inline(always)]
fn lanes_of(color: Color, kind: usize) -> u8 {
    1 << (kind & 7) | 1 << (6 + color.index())
}

impl Board for Wide<'_> {
    #[inline(always)]
    fn play(&mut self, us: Color, word: u64, length: usize) -> Option<Played> {
        let Brief { origins, kind, lanes, to, captures, mark, fits } = brief::read(us, word, length);
        let (ours, theirs) = (self.men.colors[us.index()], self.men.colors[us.other().index()]);
        let target = Bitboard::of(to).0;
        if !fits || (theirs & target != 0) != captures || ours & target != 0 {
            return None;
        }
        // SAFETY: `self.men.machine` proves that the processor has the instructions.
        let origin = unsafe {
            let of_kind = _mm512_permutexvar_epi64(_mm512_set1_epi64(i64::from(kind as u8)), self.men.all);
            _mm512_and_si512(of_kind, _mm512_set1_epi64((ours & origins.0).cast_signed()))
        };
        let from = Bitboard(first_lane(self.men.machine, origin)).single()?;
        if attacks::between(from, to).0 & (ours | theirs) != 0 {
            return None;
        }
        let step = Step { kind, lanes, from, to, captures };
        self.step(us, step, origin).then_some(Played { mv: Move::new(from, to, MoveKind::Normal), mark })
    }

    #[inline(always)]
    fn play_any(&mut self, us: Color, word: u64, length: usize) -> Option<Plain> {
        // By way of memory, for what a pointer leads to cannot stay in registers.
        self.men.store(self.position);
        // SAFETY: `self.men.machine` proves that the processor has the features the function asks for.
        let plain = unsafe { play_any(self.men.machine, self.position, us, word, length) }?;
        self.men = Men::load(self.men.machine, self.position);
        Some(plain)
    }

    #[inline(always)]
    fn is_check(&self, us: Color) -> bool {
        self.men.is_attacked(self.men.kings[us.index()], us)
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.men.key
    }

    #[inline(always)]
    fn halfmove_clock(&self) -> u32 {
        self.men.halfmove_clock
    }
}

/// Plays a word of any shape. Castling of standard chess and ordinary moves stay in registers.
#[inline(never)]
#[target_feature(enable = "avx2,avx512f,avx512dq,avx512cd,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
fn play_any(machine: Machine, position: &mut Position, us: Color, word: u64, length: usize) -> Option<Plain> {
    let mut board = Wide { men: Men::load(machine, position), position };
    let (mv, mark) = match brief::castling(word, length) {
        Some((side, mark)) if let Some(mv) = board.castle(us, side) => (mv, mark),
        _ => {
            let in_check = board.is_check(us);
            let Named { mv, kind, mark } = board.position.name_plain(word, length, in_check)?;
            if mv.kind() != MoveKind::Normal {
                return board.position.play_plain(word, length, in_check);
            }
            let captures = board.men.colors[us.other().index()] & Bitboard::of(mv.to()).0 != 0;
            let step = Step { kind, lanes: lanes_of(us, kind), from: mv.from(), to: mv.to(), captures };
            let origin = _mm512_set1_epi64(Bitboard::of(mv.from()).0.cast_signed());
            if !board.step(us, step, origin) {
                return None;
            }
            (mv, mark)
        }
    };
    board.men.store(board.position);
    Some(Plain { mv, mark, check: board.is_check(us.other()) })
}

/// What castling changes in each lane, in standard chess: by colour and side.
static CASTLINGS: [[Eight; 2]; 2] = {
    let mut changes = [[Eight::EMPTY; 2]; 2];
    let mut color = 0;
    while color < 2 {
        let rank = 56 * color;
        let paths = [(0x50, 0xa0), (0x14, 0x09)];
        let mut side = 0;
        while side < 2 {
            let (king, rook) = (paths[side].0 << rank, paths[side].1 << rank);
            changes[color][side].0[Kind::King.index()] = king;
            changes[color][side].0[Kind::Rook.index()] = rook;
            changes[color][side].0[6 + color] = king | rook;
            side += 1;
        }
        color += 1;
    }
    changes
};

/// An ordinary move of a man who can make it, but for the safety of his king.
#[derive(Clone, Copy)]
struct Step {
    kind: usize,
    /// In which lanes he stands.
    lanes: u8,
    from: Square,
    to: Square,
    captures: bool,
}

impl Wide<'_> {
    /// Makes a move of `us`, if it leaves the king safe. `origin` holds the square it comes from in every lane.
    #[inline(always)]
    fn step(&mut self, us: Color, step: Step, origin: __m512i) -> bool {
        let Step { kind, lanes, from, to, captures } = step;
        let them = us.other();
        let before = &self.men;
        let target = Bitboard::of(to).0;
        // SAFETY: `before.machine` proves that the processor has the instructions.
        let (all, captured) = unsafe {
            let arrived = _mm512_set1_epi64(target.cast_signed());
            let captured = u32::from(_mm512_test_epi64_mask(before.all, arrived)) & 0x3f;
            // men & !origin & !arrived
            let rest = _mm512_ternarylogic_epi64::<0x10>(before.all, origin, arrived);
            (_mm512_mask_or_epi64(rest, lanes, rest, arrived), captured)
        };
        let path = Bitboard::of(from) ^ Bitboard::of(to);
        let is_king = kind == Kind::King.index();
        let mut after = *before;
        after.all = all;
        after.colors[us.index()] ^= path.0;
        after.colors[them.index()] &= !target;
        after.kings[us.index()] = if is_king { to } else { before.kings[us.index()] };
        let king = after.kings[us.index()];
        if after.is_attacked(king, us) || attacks::king(king).contains(after.kings[them.index()]) {
            return false;
        }

        after.key ^= zobrist::man(us, kind, from) ^ zobrist::man(us, kind, to);
        // Kind 6 is nobody, with a zero for a key.
        after.key ^= zobrist::man(them, (captured | 0x40).trailing_zeros() as usize, to);
        after.pass_turn();
        after.lose_castling(path | if is_king { Bitboard::of_rank(us.back_rank()) } else { Bitboard::EMPTY });
        let is_pawn = kind == Kind::Pawn.index();
        let goes_on = u32::from(!(is_pawn | captures));
        after.halfmove_clock = before.halfmove_clock.saturating_add(1) * goes_on;
        self.men = after;
        if from.index() ^ to.index() == 16 && is_pawn {
            self.pass_over(us, Square::from_index(from.index().midpoint(to.index()) as u8));
        }
        true
    }

    /// Castles, if it is legal and king and rook stand where they do in standard chess.
    #[inline(always)]
    fn castle(&mut self, us: Color, side: CastlingSide) -> Option<Move> {
        let men = &self.men;
        let (king, rank) = (men.kings[us.index()], us.back_rank());
        let rook = Square::new(File::from_index(if side == CastlingSide::King { 7 } else { 0 }), rank);
        let (king_to, rook_to) = castling_targets(us, side);
        let is_vacant = attacks::between(king, rook).0 & (men.colors[0] | men.colors[1]) == 0;
        if !men.castling.contains(rook) || king != Square::new(File::from_index(4), rank) || !is_vacant {
            return None;
        }
        // No enemy can see past the king to a square behind him, unless he is in check.
        let enemy = men.kings[us.other().index()];
        let is_attacked = |square| men.is_attacked(square, us) || attacks::king(square).contains(enemy);
        if [king, rook_to, king_to].into_iter().any(is_attacked) {
            return None;
        }
        let changes = &CASTLINGS[us.index()][side as usize];
        // SAFETY: `men.machine` proves that the processor has the instructions; rows of eight are aligned to 64 bytes.
        let all = unsafe { _mm512_xor_si512(men.all, _mm512_load_si512(std::ptr::from_ref(changes).cast())) };
        let man = |kind: Kind, square| zobrist::man(us, kind.index(), square);
        let mut after = *men;
        after.all = all;
        after.colors[us.index()] ^= changes.0[6 + us.index()];
        after.kings[us.index()] = king_to;
        after.key ^=
            man(Kind::King, king) ^ man(Kind::King, king_to) ^ man(Kind::Rook, rook) ^ man(Kind::Rook, rook_to);
        after.pass_turn();
        after.lose_castling(Bitboard::of_rank(rank));
        after.halfmove_clock = men.halfmove_clock.saturating_add(1);
        self.men = after;
        Some(Move::new(king, rook, MoveKind::Castle))
    }

    /// A pawn of `us` has made a double step over this square.
    #[inline(always)]
    fn pass_over(&mut self, us: Color, passed: Square) {
        self.men.en_passant = passed.index() as u8;
        let pawns = first_lane(self.men.machine, self.men.all) & self.men.colors[us.other().index()];
        if attacks::pawn(us, passed).0 & pawns != 0 {
            cold_path();
            self.men.store(self.position);
            self.position.weigh_en_passant(passed);
            self.men.key = self.position.key;
            if self.position.en_passant_legal {
                self.men.en_passant |= CAPTURABLE;
            }
        }
    }
}

/// The first of eight lanes.
#[inline(always)]
fn first_lane(_: Machine, lanes: __m512i) -> u64 {
    // SAFETY: the machine's value proves that the processor has the instructions.
    unsafe { _mm_cvtsi128_si64(_mm512_castsi512_si128(lanes)) }.cast_unsigned()
}
