//! Words that are not brief, or of which several men may be meant: those that name a file or rank, and castling, without
//! leaving the registers; all others on the position.

use std::arch::x86_64::{_mm512_load_si512, _mm512_xor_si512};

use super::super::super::plain::{castling_side, without_mark};
use super::super::super::{CheckMark, Origin, Plain};
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

/// Plays a word of any shape. Castling of standard chess and ordinary moves stay in registers.
#[inline(never)]
#[target_feature(enable = "avx2,avx512f,avx512dq,avx512cd,avx512bw,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn play_any(
    men: &mut Men,
    position: &mut Position,
    us: Color,
    word: Word,
    text: u64,
) -> Option<(Move, Mark)> {
    if word.is_brief() {
        if let Some(mv) = men.choose(position, us, word) {
            return Some((mv, word.mark()));
        }
    } else if text as u8 == b'O' {
        if let Some((side, mark)) = castling(text, word.length())
            && let Some(mv) = men.castle(position, us, side)
        {
            return Some((mv, mark.into()));
        }
    } else if let Some((given, origin)) = word.origin()
        && let Some(mv) = men.choose_named(position, us, word, given, origin)
    {
        return Some((mv, word.mark()));
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

impl Men {
    /// Plays a move to which several men may have a way, if one of them alone may go.
    #[inline(always)]
    fn choose(&mut self, position: &mut Position, us: Color, word: Word) -> Option<Move> {
        let able = self.with_way(word, self.candidates(us, word)?);
        let from = match able.single() {
            None => self.safe_among(us, word, able).single()?,
            Some(from) => from,
        };
        self.go(position, us, word, from)
    }

    /// Plays a move whose word says so much of its origin, if there is one such man, and others for whose sake it must be said.
    #[inline(always)]
    fn choose_named(
        &mut self,
        position: &mut Position,
        us: Color,
        word: Word,
        given: Origin,
        origin: Bitboard,
    ) -> Option<Move> {
        let men = self.candidates(us, word)?;
        let from = self.with_way(word, men & origin).single()?;
        // A rank is only named where the file would not do.
        let meant = if given == Origin::Rank { Bitboard::of_file(from.file()) } else { Bitboard::ALL };
        let rivals = self.with_way(word, men & !origin & meant);
        if self.safe_among(us, word, rivals).is_empty() {
            return None;
        }
        self.go(position, us, word, from)
    }

    /// The men that reach the target of a word on an empty board, if it is there that it says.
    #[inline(always)]
    fn candidates(&self, us: Color, word: Word) -> Option<Bitboard> {
        let (ours, theirs) = (self.colors[us.index()], self.colors[us.other().index()]);
        let to = word.to().index();
        let is_sound = theirs >> to & 1 == word.captures() && ours >> to & 1 == 0;
        is_sound.then(|| Bitboard(self.lane(word.kind()) & ours) & word.reach(us))
    }

    /// Those of these men between whom and the target nobody stands.
    #[inline(always)]
    fn with_way(&self, word: Word, men: Bitboard) -> Bitboard {
        let occupied = self.colors[0] | self.colors[1];
        men.into_iter().filter(|from| attacks::between(*from, word.to()).0 & occupied == 0).collect()
    }

    /// Goes to the target of a word, if that leaves the king safe.
    #[inline(always)]
    fn go(&mut self, position: &mut Position, us: Color, word: Word, from: Square) -> Option<Move> {
        let origin = everywhere(self.machine, from);
        let played = self.step(position, us, Step::of(word, from), origin);
        played.then(|| Move::new(from, word.to(), MoveKind::Normal))
    }

    /// Those of these men of whom the word may speak whose move would leave the king safe.
    #[inline(always)]
    fn safe_among(&self, us: Color, word: Word, men: Bitboard) -> Bitboard {
        let mut safe = Bitboard::EMPTY;
        for from in men {
            if self.is_safe(us, Step::of(word, from)) {
                safe |= Bitboard::of(from);
            }
        }
        safe
    }

    /// Whether a move leaves the king safe.
    #[inline(always)]
    fn is_safe(&self, us: Color, step: Step) -> bool {
        let after = self.after(us, step, everywhere(self.machine, step.from));
        !after.exposes_king(us)
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
