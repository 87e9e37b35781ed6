//! Words that are not brief, or by which several men may be meant. Those that name a file or rank, castling, and brief words
//! are played without going through the position.

use std::arch::x86_64::{_mm512_load_si512, _mm512_xor_si512};

use super::super::super::plain::{castling_side, without_mark};
use super::super::super::{CheckMark, Plain};
use super::super::choice::Choice;
use super::super::{Mark, Word};
use super::{Men, Step, everywhere};
use crate::chess::attacks::{self, Eight};
use crate::chess::bitboard::Bitboard;
use crate::chess::legality::castling_targets;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, Kind};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::square::{File, Square};
use crate::chess::zobrist;

/// Plays a word of any shape. Castling of standard chess and ordinary moves do not go through the position.
#[inline(never)]
#[target_feature(enable = "avx2,avx512f,avx512dq,avx512cd,avx512bw,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn play_any(
    men: &mut Men,
    position: &mut Position,
    us: Color,
    word: Word,
    text: u64,
) -> Option<(Move, Mark)> {
    if word.is_read() {
        if let Some(from) = men.origin_of(us, word)
            && let Some(mv) = men.go(position, us, word, from)
        {
            return Some((mv, word.mark()));
        }
    } else if let Some((side, mark)) = castling(text, word.length())
        && let Some(mv) = men.castle(position, us, side)
    {
        return Some((mv, mark.into()));
    }
    men.store(position);
    let Plain { mv, mark, .. } = position.play_plain(text, word.length(), men.is_check(us))?;
    *men = Men::load(men.machine, position);
    Some((mv, mark.into()))
}

/// The side on which a word castles, if it does, and its check mark.
#[inline(always)]
fn castling(text: u64, length: usize) -> Option<(CastlingSide, Option<CheckMark>)> {
    if length > 7 {
        return None;
    }
    let (bare, mark) = without_mark(text, length);
    Some((castling_side(bare)?, mark))
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

impl Choice for Men {
    #[inline(always)]
    fn of_color(&self, color: Color) -> Bitboard {
        Bitboard(self.colors[color.index()])
    }

    #[inline(always)]
    fn of_kind(&self, color: Color, kind: usize) -> Bitboard {
        Bitboard(self.lane(kind) & self.colors[color.index()])
    }

    #[inline(always)]
    fn is_safe(&self, us: Color, word: Word, from: Square) -> bool {
        let after = self.after(us, Step::of(word, from), everywhere(self.machine, from));
        !after.exposes_king(us)
    }
}

impl Men {
    /// Goes to the target of a word, if that leaves the king safe.
    #[inline(always)]
    fn go(&mut self, position: &mut Position, us: Color, word: Word, from: Square) -> Option<Move> {
        let origin = everywhere(self.machine, from);
        let played = self.step(position, us, Step::of(word, from), origin);
        played.then(|| Move::new(from, word.to(), MoveKind::Normal))
    }

    /// Castles, if it is legal and king and rook stand where they do in standard chess.
    #[inline(always)]
    fn castle(&mut self, position: &mut Position, us: Color, side: CastlingSide) -> Option<Move> {
        let men = &*self;
        let (king, rank) = (men.kings[us.index()], us.back_rank());
        let rook = Square::new(File::from_index(if side == CastlingSide::King { 7 } else { 0 }), rank);
        let (king_to, rook_to) = castling_targets(us, side);
        let is_vacant = attacks::between(king, rook).0 & (men.colors[0] | men.colors[1]) == 0;
        if !position.castling.contains(rook) || king != Square::new(File::from_index(4), rank) || !is_vacant {
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
        after.lose_castling(position, Bitboard::of_rank(rank));
        after.halfmove_clock = men.halfmove_clock + 1;
        *self = after;
        Some(Move::new(king, rook, MoveKind::Castle))
    }
}
