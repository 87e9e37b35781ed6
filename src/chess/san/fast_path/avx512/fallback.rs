//! The slow half of the AVX-512 board: tokens with several candidates, castling, and all others by
//! `Position::play_canonical`.

use std::arch::x86_64::{_mm512_load_si512, _mm512_xor_si512};

use super::super::super::Disambiguation;
use super::super::canonical::{Candidates, CanonicalSan, MAX_LEN, castling};
use super::super::{Played, SanToken, SuffixBits};
use super::{BoardParts, Pieces, ScalarState, broadcast_square, step, turn_key};
use crate::chess::attacks::{self, Lanes8};
use crate::chess::bitboard::Bitboard;
use crate::chess::legality::castling_targets;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::CastlingSide;
use crate::chess::square::{File, Square};
use crate::chess::zobrist;

/// Plays canonical SAN of any shape. Ordinary moves and castling in standard chess need not update the position.
#[inline(never)]
#[target_feature(enable = "avx2,avx512f,avx512dq,avx512cd,avx512bw,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn play_any(
    (pieces, scalars, position): BoardParts<'_>,
    us: Color,
    token: SanToken,
    text: u64,
    accepted: Disambiguation,
) -> Option<(Played, SuffixBits)> {
    if token.is_decoded() {
        if let Some(from) = (BoardCandidates { pieces, kings: &scalars.kings }).origin_of(us, token, accepted) {
            let origin = broadcast_square(pieces.cpu, from);
            if let Some(played) = step((pieces, scalars, position), us, token, from, origin) {
                return Some((played, token.suffix()));
            }
        }
    } else if token.length() <= MAX_LEN
        && let Some((side, suffix)) = castling(text, token.length())
        && let Some(played) = castle((pieces, scalars, position), us, side)
    {
        return Some((played, suffix));
    }
    scalars.store(*pieces, position);
    let in_check = pieces.is_attacked(scalars.kings[us.index()], us);
    let CanonicalSan { mv, suffix, .. } = position.play_token(token, text, in_check, accepted)?;
    *pieces = Pieces::load(pieces.cpu, position);
    *scalars = ScalarState::new(position);
    Some((Played { mv, key: position.key }, suffix))
}

/// The bits that castling in standard chess changes in each lane, by color and side.
static CASTLINGS: [[Lanes8; 2]; 2] = {
    let mut changes = [[Lanes8::EMPTY; 2]; 2];
    let mut color = 0;
    while color < 2 {
        let rank = 56 * color;
        let paths = [(0x50, 0xa0), (0x14, 0x09)];
        let mut side = 0;
        while side < 2 {
            let (king, rook) = (paths[side].0 << rank, paths[side].1 << rank);
            changes[color][side].0[PieceType::King.index()] = king;
            changes[color][side].0[PieceType::Rook.index()] = rook;
            changes[color][side].0[6 + color] = king | rook;
            side += 1;
        }
        color += 1;
    }
    changes
};

/// The candidates on this board, and the squares of the kings.
struct BoardCandidates<'a> {
    pieces: &'a Pieces,
    kings: &'a [Square; 2],
}

impl Candidates for BoardCandidates<'_> {
    #[inline(always)]
    fn of_color(&self, color: Color) -> Bitboard {
        Bitboard(self.pieces.lane(6 + color.index()))
    }

    #[inline(always)]
    fn of_kind(&self, color: Color, kind: usize) -> Bitboard {
        Bitboard(self.pieces.lane(kind)) & self.of_color(color)
    }

    #[inline(always)]
    fn is_safe(&self, us: Color, token: SanToken, from: Square) -> bool {
        let after = self.pieces.after(us, token.kind(), token.to(), broadcast_square(self.pieces.cpu, from));
        let king = if token.kind() == PieceType::King.index() { token.to() } else { self.kings[us.index()] };
        !after.exposes_king(us, king, self.kings[us.other().index()])
    }
}

/// Castles, if it is legal and king and rook are on their squares of standard chess.
#[inline(always)]
fn castle((pieces, scalars, position): BoardParts<'_>, us: Color, side: CastlingSide) -> Option<Played> {
    let (king, rank) = (scalars.kings[us.index()], us.back_rank());
    let rook = Square::new(File::from_index(if side == CastlingSide::King { 7 } else { 0 }), rank);
    let (king_to, rook_to) = castling_targets(us, side);
    let is_vacant = pieces.on(attacks::between(king, rook)) == 0;
    if !position.castling.contains(rook) || king != Square::new(File::E, rank) || !is_vacant {
        return None;
    }
    // No slider attacks a square through the king, unless the king is in check.
    let enemy = scalars.kings[us.other().index()];
    if [king, rook_to, king_to].into_iter().any(|square| pieces.exposes_king(us, square, enemy)) {
        return None;
    }
    let changes = &CASTLINGS[us.index()][side as usize];
    // SAFETY: `pieces.cpu` proves that the processor has the instructions; `Lanes8` is aligned to 64 bytes.
    pieces.all = unsafe { _mm512_xor_si512(pieces.all, _mm512_load_si512(std::ptr::from_ref(changes).cast())) };
    let key = |kind: PieceType, square| zobrist::piece(us, kind.index(), square);
    scalars.kings[us.index()] = king_to;
    scalars.key ^= key(PieceType::King, king)
        ^ key(PieceType::King, king_to)
        ^ key(PieceType::Rook, rook)
        ^ key(PieceType::Rook, rook_to);
    scalars.plies += 1;
    scalars.lose_castling(position, Bitboard::of_rank(rank));
    scalars.last = Move::new(king, rook, MoveKind::Castle);
    Some(Played { mv: scalars.last, key: scalars.key ^ turn_key(us.other()) })
}
