//! Words that are not brief, or by which several men may be meant. Those that name a file or rank, castling, and brief words
//! are played without going through the position.

use std::arch::x86_64::{_mm512_load_si512, _mm512_xor_si512};

use super::super::super::plain::{castling_side, without_mark};
use super::super::super::{CheckMark, Disambiguation, Plain};
use super::super::choice::Choice;
use super::super::{Mark, Played, Word};
use super::{Men, Parts, Rest, everywhere, of_turn, step};
use crate::chess::attacks::{self, Eight};
use crate::chess::bitboard::Bitboard;
use crate::chess::legality::castling_targets;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, Kind};
use crate::chess::position::CastlingSide;
use crate::chess::square::{File, Square};
use crate::chess::zobrist;

/// Plays a word of any shape. Castling of standard chess and ordinary moves do not go through the position.
#[inline(never)]
#[target_feature(enable = "avx2,avx512f,avx512dq,avx512cd,avx512bw,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn play_any(
    (men, rest, position): Parts<'_>,
    us: Color,
    word: Word,
    text: u64,
    said: Disambiguation,
) -> Option<(Played, Mark)> {
    if word.is_read() {
        if let Some(from) = (Among { men, kings: &rest.kings }).origin_of(us, word, said) {
            let origin = everywhere(men.machine, from);
            if let Some(played) = step((men, rest, position), us, word, from, origin) {
                return Some((played, word.mark()));
            }
        }
    } else if let Some((side, mark)) = castling(text, word.length())
        && let Some(played) = castle((men, rest, position), us, side)
    {
        return Some((played, mark.into()));
    }
    rest.store(*men, position);
    let in_check = men.is_attacked(rest.kings[us.index()], us);
    let Plain { mv, mark, .. } = position.play_plain(text, word.length(), in_check, said)?;
    *men = Men::load(men.machine, position);
    *rest = Rest::of(position);
    Some((Played { mv, key: position.key }, mark.into()))
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

/// Men to choose from, and where the kings stand.
struct Among<'a> {
    men: &'a Men,
    kings: &'a [Square; 2],
}

impl Choice for Among<'_> {
    #[inline(always)]
    fn of_color(&self, color: Color) -> Bitboard {
        Bitboard(self.men.lane(6 + color.index()))
    }

    #[inline(always)]
    fn of_kind(&self, color: Color, kind: usize) -> Bitboard {
        Bitboard(self.men.lane(kind)) & self.of_color(color)
    }

    #[inline(always)]
    fn is_safe(&self, us: Color, word: Word, from: Square) -> bool {
        let after = self.men.after(us, word.kind(), word.to(), everywhere(self.men.machine, from));
        let king = if word.kind() == Kind::King.index() { word.to() } else { self.kings[us.index()] };
        !after.exposes_king(us, king, self.kings[us.other().index()])
    }
}

/// Castles, if it is legal and king and rook stand where they do in standard chess.
#[inline(always)]
fn castle((men, rest, position): Parts<'_>, us: Color, side: CastlingSide) -> Option<Played> {
    let (king, rank) = (rest.kings[us.index()], us.back_rank());
    let rook = Square::new(File::from_index(if side == CastlingSide::King { 7 } else { 0 }), rank);
    let (king_to, rook_to) = castling_targets(us, side);
    let is_vacant = men.on(attacks::between(king, rook)) == 0;
    if !position.castling.contains(rook) || king != Square::new(File::from_index(4), rank) || !is_vacant {
        return None;
    }
    // No enemy can see past the king to a square behind him, unless he is in check.
    let enemy = rest.kings[us.other().index()];
    if [king, rook_to, king_to].into_iter().any(|square| men.exposes_king(us, square, enemy)) {
        return None;
    }
    let changes = &CASTLINGS[us.index()][side as usize];
    // SAFETY: `men.machine` proves that the processor has the instructions; rows of eight are aligned to 64 bytes.
    men.all = unsafe { _mm512_xor_si512(men.all, _mm512_load_si512(std::ptr::from_ref(changes).cast())) };
    let man = |kind: Kind, square| zobrist::man(us, kind.index(), square);
    rest.kings[us.index()] = king_to;
    rest.key ^= man(Kind::King, king) ^ man(Kind::King, king_to) ^ man(Kind::Rook, rook) ^ man(Kind::Rook, rook_to);
    rest.half_moves += 1;
    rest.lose_castling(position, Bitboard::of_rank(rank));
    rest.last = Move::new(king, rook, MoveKind::Castle);
    Some(Played { mv: rest.last, key: rest.key ^ of_turn(us.other()) })
}
