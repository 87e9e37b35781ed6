//! Plain SAN, from bytes to a move without detours: the path that nearly all words of nearly all games take. The
//! shortest have a path of their own, in [`swift`](super::swift).
//!
//! A word of plain SAN has at most seven bytes, so it fits a machine word. What stands where in it is told by the upper
//! half of each byte, its *class*:
//!
//! ```text
//!   class   3 ranks, =     4 K N B     5 Q R     6 files     7 x
//!
//!   N b x d 7 +     strip the check mark, gather the classes      4 6 7 6 3
//! ```
//!
//! There are only 22 such shapes; a multiplication sends each to its row of a table, and the row says which byte is the
//! target, the origin, the promotion. No branch depends on the form of the move. The classes are coarse (`p` counts as
//! an `x`); the bytes themselves are checked as they are used, and whatever is not exactly right is left to
//! [`read`](super::read()) and [`Position::resolve`], which define the meaning.

use std::hint::cold_path;

use super::{CheckMark, Disambiguation, Origin};
use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, Kind};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::square::{File, Rank, Square};

/// A move that was named in plain SAN, and played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plain {
    /// The move.
    pub mv: Move,
    /// The check mark the word carries.
    pub mark: Option<CheckMark>,
    /// Whether the opponent is now in check.
    pub check: bool,
}

/// A move that was named, not yet played.
pub(super) struct Named {
    pub(super) mv: Move,
    pub(super) kind: usize,
    pub(super) mark: Option<CheckMark>,
}

/// One shape: where its parts stand. Shifts are in bits; a part that is missing is masked to zero.
#[derive(Clone, Copy)]
struct Shape {
    /// The classes, one a byte; the row is right only if they are equal.
    classes: u64,
    /// `x` and `=`, where they must stand.
    literals: u64,
    literal_mask: u64,
    /// The first byte as the letter of a piece, or nothing.
    piece_mask: u8,
    target_shift: u8,
    origin_shifts: [u8; 2],
    origin_masks: [u8; 2],
    promotion_shift: u8,
    promotion_mask: u8,
    /// Whether the word has an `x`.
    capture: bool,
    /// What is said of the origin, but for a capturing pawn's file.
    given: Origin,
}

const NO_SHAPE: Shape = Shape {
    classes: u64::MAX,
    literals: 0,
    literal_mask: 0,
    piece_mask: 0,
    target_shift: 0,
    origin_shifts: [0; 2],
    origin_masks: [0; 2],
    promotion_shift: 0,
    promotion_mask: 0,
    capture: false,
    given: Origin::Unsaid,
};

/// Found by trying odd numbers until no two shapes met; with another one the table may fail to compile.
const MAGIC: u64 = 0xad8c_a05a_8795_79fd;
const ROW_BITS: u32 = 5;
static SHAPES: [Shape; 1 << ROW_BITS] = shapes();
/// All four bits of each: a byte outside ASCII is not to be taken for none.
const CLASS_BITS: u64 = 0x000f_0f0f_0f0f_0f0f;

/// The kind a letter names; 0, the letter of no piece, is the pawn. 6 is none.
static KINDS: [u8; 256] = {
    let mut kinds = [6; 256];
    kinds[0] = Kind::Pawn as u8;
    kinds[b'N' as usize] = Kind::Knight as u8;
    kinds[b'B' as usize] = Kind::Bishop as u8;
    kinds[b'R' as usize] = Kind::Rook as u8;
    kinds[b'Q' as usize] = Kind::Queen as u8;
    kinds[b'K' as usize] = Kind::King as u8;
    kinds
};

/// The squares that a file letter or rank digit leaves; 0 leaves all, any other byte none.
static REGIONS: [Bitboard; 256] = {
    let mut regions = [Bitboard::EMPTY; 256];
    regions[0] = Bitboard::ALL;
    let mut i = 0;
    while i < 8 {
        regions[(b'a' + i) as usize] = Bitboard::of_file(File::from_index(i));
        regions[(b'1' + i) as usize] = Bitboard::of_rank(Rank::from_index(i));
        i += 1;
    }
    regions
};

impl Position {
    /// Reads a word as a move in plain SAN and plays it. The word is the first `length` bytes of `bytes`, the first of
    /// all in the lowest bits; what comes behind them is ignored.
    ///
    /// `in_check` says whether the side to move is in check; `said` how much the word may say of where a man comes from.
    /// `None`, with nothing changed, means no more than that the word is not plain: misspelled, ambiguous, longer than it
    /// may be, illegal.
    ///
    /// Words of every shape are read here; [`swift`](super::swift) is faster for the shortest.
    #[inline(never)]
    pub fn play_plain(&mut self, bytes: u64, length: usize, in_check: bool, said: Disambiguation) -> Option<Plain> {
        let Named { mv, kind, mark } = self.name_plain(bytes, length, in_check, said)?;
        let us = self.turn();
        if !self.is_safe_move(us, kind, mv, in_check) {
            return None;
        }
        self.advance_man(kind, mv);
        let check = match mv.kind() {
            MoveKind::Normal => self.has_given_check(us, kind, mv),
            _ => self.is_check(),
        };
        Some(Plain { mv, mark, check })
    }

    /// [`Self::is_safe`] for a man of this kind of the side to move, `us`, told whether it is in check.
    #[inline(always)]
    pub(super) fn is_safe_move(&self, us: Color, kind: usize, mv: Move, in_check: bool) -> bool {
        if in_check | (kind == Kind::King.index()) {
            return self.is_safe(mv);
        }
        let behind = attacks::line(self.king(us), mv.from()) & self.sliders() & self.colors(us.other());
        behind.is_empty() || !self.exposes_king(mv.from(), mv.to())
    }

    /// Whether the opponent of `us` is in check after this ordinary move, just played by a man of this kind.
    #[inline(always)]
    pub(super) fn has_given_check(&self, us: Color, kind: usize, mv: Move) -> bool {
        let target = self.king(us.other());
        let behind = attacks::line(target, mv.from()) & self.sliders() & self.colors(us);
        if !behind.is_empty() {
            cold_path();
            return self.is_check();
        }
        // Whether the man attacks the king decides no branch: it cannot be foreseen.
        let row = if kind == 0 { 2 + us.index() } else { 4 + kind };
        let has_way = (attacks::between(target, mv.to()) & self.occupied()).is_empty();
        attacks::origins_in_row(row, target).contains(mv.to()) & has_way
    }

    /// Reads a word of plain SAN. The move is legal but for the safety of the king.
    #[inline]
    pub(super) fn name_plain(&self, bytes: u64, length: usize, in_check: bool, said: Disambiguation) -> Option<Named> {
        if length > 7 {
            return None;
        }
        let (word, mark) = without_mark(bytes, length);
        let classes = word >> 4 & CLASS_BITS;
        let shape = &SHAPES[row(classes)];
        if shape.classes != classes || word & shape.literal_mask != shape.literals {
            return self.name_castling(word).map(|mv| Named { mv, kind: Kind::King.index(), mark });
        }
        let kind = KINDS[usize::from(word as u8 & shape.piece_mask)];
        let target = (word >> shape.target_shift) as u16;
        let (file, rank) = ((target as u8).wrapping_sub(b'a'), ((target >> 8) as u8).wrapping_sub(b'1'));
        if (file | rank) > 7 || kind > 5 {
            return None;
        }
        let to = Square::from_index(rank * 8 + file);
        let promotion = (word >> shape.promotion_shift) as u8 & shape.promotion_mask;
        let last_rank = matches!(rank, 0 | 7);
        if (kind == 0 && last_rank) != (promotion != 0) {
            return None;
        }

        let us = self.turn();
        let capture = self.colors(us.other()).0 >> to.index() & 1;
        if capture != u64::from(shape.capture) || self.colors(us).contains(to) {
            let mv = self.name_en_passant(word as u8, to).filter(|_| shape.capture && kind == 0)?;
            return Some(Named { mv, kind: 0, mark });
        }
        let men = self.colors(us) & self.kinds[usize::from(kind)] & attacks::origins_in_row(form(kind, us, shape), to);
        let byte = |i: usize| (word >> shape.origin_shifts[i]) as u8 & shape.origin_masks[i];
        let named = men & REGIONS[usize::from(byte(0))] & REGIONS[usize::from(byte(1))];
        let from = match named.single() {
            Some(from)
                if shape.given == Origin::Unsaid && (attacks::between(from, to) & self.occupied()).is_empty() =>
            {
                from
            }
            _ => self.settle_origin((men, named), to, shape, in_check, said)?,
        };
        let what = match promotion {
            0 => MoveKind::Normal,
            letter => MoveKind::Promotion(Kind::from_letter(letter).filter(|kind| kind.is_promotion())?),
        };
        Some(Named { mv: Move::new(from, to, what), kind: usize::from(kind), mark })
    }

    /// Several men come into question, or the word says which: those it names are the second of the two.
    #[inline(never)]
    fn settle_origin(
        &self,
        (men, named): (Bitboard, Bitboard),
        to: Square,
        shape: &Shape,
        in_check: bool,
        said: Disambiguation,
    ) -> Option<Square> {
        let occupied = self.occupied();
        let reaches = |from: &Square| (attacks::between(*from, to) & occupied).is_empty();
        let mut able: Bitboard = men.into_iter().filter(reaches).collect();
        if able.has_several() {
            let (us, kind) = (self.turn(), self.kind_index_at(able.first()?));
            let is_safe = |from: &Square| self.is_safe_move(us, kind, Move::new(*from, to, MoveKind::Normal), in_check);
            able = able.into_iter().filter(is_safe).collect();
        }
        let from = (named & able).single()?;
        let is_pawn = shape.piece_mask == 0;
        let is_sound = is_pawn || said == Disambiguation::Any || Origin::needed(from, able) == shape.given;
        is_sound.then_some(from)
    }

    /// A pawn of the file with this letter captures on a square it has just been passed over.
    #[cold]
    fn name_en_passant(&self, file: u8, to: Square) -> Option<Move> {
        let capturers = self.legal_en_passant().filter(|passed| *passed == to).map(|_| self.en_passant_capturers())?;
        let from = (capturers & REGIONS[usize::from(file)]).single()?;
        Some(Move::new(from, to, MoveKind::EnPassant))
    }

    /// `O-O` and `O-O-O`.
    fn name_castling(&self, word: u64) -> Option<Move> {
        let rook = self.castling_rook(self.turn(), castling_side(word)?)?;
        Some(Move::new(self.king(self.turn()), rook, MoveKind::Castle))
    }
}

/// The side that `O-O` and `O-O-O` name.
pub(super) const fn castling_side(word: u64) -> Option<CastlingSide> {
    const SHORT: u64 = u64::from_le_bytes(*b"O-O\0\0\0\0\0");
    const LONG: u64 = u64::from_le_bytes(*b"O-O-O\0\0\0");
    match word {
        SHORT => Some(CastlingSide::King),
        LONG => Some(CastlingSide::Queen),
        _ => None,
    }
}

/// A word of at most seven bytes without its check mark, and the mark; NULs behind them.
#[inline]
pub(super) const fn without_mark(bytes: u64, length: usize) -> (u64, Option<CheckMark>) {
    let word = bytes & ((1 << (8 * length)) - 1);
    let last_place = 8 * length.saturating_sub(1);
    let last = (word >> last_place) as u8;
    let marked = matches!(last, b'+' | b'#');
    let mark = match (marked, last) {
        (true, b'+') => Some(CheckMark::Check),
        (true, _) => Some(CheckMark::Mate),
        (false, _) => None,
    };
    (word & !((marked as u64 * 0xff) << last_place), mark)
}

/// The row of [`attacks::origins_in_row`] for men of this kind.
#[inline]
fn form(kind: u8, us: Color, shape: &Shape) -> usize {
    match kind {
        0 => 2 * usize::from(shape.capture) + us.index(),
        piece => 4 + usize::from(piece),
    }
}

const fn row(classes: u64) -> usize {
    (classes.wrapping_mul(MAGIC) >> (64 - ROW_BITS)) as usize
}

/// The shapes as patterns: `P` a piece, `f` a file, `r` a rank, `t` a target square's file (its rank follows),
/// `=` and `x` themselves, `Q` the piece promoted to.
const PATTERNS: [&[u8]; 12] =
    [b"tr", b"fxtr", b"tr=Q", b"fxtr=Q", b"Ptr", b"Pxtr", b"Pftr", b"Prtr", b"Pfxtr", b"Prxtr", b"Pfrtr", b"Pfrxtr"];

const fn shapes() -> [Shape; 1 << ROW_BITS] {
    let mut table = [NO_SHAPE; 1 << ROW_BITS];
    let mut i = 0;
    while i < PATTERNS.len() {
        // Pieces have two classes: 4 for K, N and B, 5 for Q and R.
        let mut class = 4;
        while class <= 5 {
            let shape = shape(PATTERNS[i], class);
            let place = row(shape.classes);
            assert!(
                table[place].classes == u64::MAX || table[place].classes == shape.classes,
                "two shapes meet: another MAGIC is needed"
            );
            table[place] = shape;
            class += 1;
        }
        i += 1;
    }
    table
}

const fn shape(pattern: &[u8], piece_class: u64) -> Shape {
    let mut shape = NO_SHAPE;
    shape.classes = 0;
    let pawn = pattern[0] != b'P';
    let (mut files, mut ranks, mut origins) = (false, false, 0);
    let mut i = 0;
    while i < pattern.len() {
        let shift = 8 * i as u8;
        let target_rank = i > 0 && pattern[i - 1] == b't';
        let class = match pattern[i] {
            b'P' => {
                shape.piece_mask = 0xff;
                piece_class
            }
            b'Q' => {
                shape.promotion_shift = shift;
                shape.promotion_mask = 0xff;
                piece_class
            }
            b't' => {
                shape.target_shift = shift;
                6
            }
            b'r' if target_rank => 3,
            literal @ (b'x' | b'=') => {
                shape.capture |= literal == b'x';
                shape.literals |= (literal as u64) << shift;
                shape.literal_mask |= 0xff << shift;
                if literal == b'x' { 7 } else { 3 }
            }
            origin => {
                shape.origin_shifts[origins] = shift;
                shape.origin_masks[origins] = 0xff;
                origins += 1;
                files |= origin == b'f';
                ranks |= origin == b'r';
                if origin == b'f' { 6 } else { 3 }
            }
        };
        shape.classes |= class << shift;
        i += 1;
    }
    shape.given = match (files && !pawn, ranks) {
        (false, false) => Origin::Unsaid,
        (true, false) => Origin::File,
        (false, true) => Origin::Rank,
        (true, true) => Origin::Square,
    };
    shape
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::san;
    use crate::chess::san::tests::with_every_origin;

    const SAID: [Disambiguation; 2] = [Disambiguation::Needed, Disambiguation::Any];

    /// The plain reading of a word; what it says of the position after the move is compared with what the move does.
    fn plain(position: &Position, word: &[u8], said: Disambiguation) -> Option<Move> {
        let mut played = position.clone();
        let bytes = word.iter().take(8).rev().fold(0, |bytes, byte| bytes << 8 | u64::from(*byte));
        let Some(plain) = played.play_plain(bytes, word.len(), position.is_check(), said) else {
            assert_eq!(played, *position);
            return None;
        };
        assert_eq!(played, position.after(plain.mv));
        assert_eq!(plain.check, played.is_check());
        Some(plain.mv)
    }

    fn playouts(mut visit: impl FnMut(&Position)) {
        let mut seed = 1_u64;
        for _ in 0..60 {
            let mut position = Position::initial();
            for _ in 0..160 {
                visit(&position);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                position.play(moves[(seed >> 33) as usize % moves.len()]);
            }
        }
    }

    #[test]
    fn every_move_in_san_is_plain() {
        playouts(|position| {
            for &mv in position.legal_moves().iter() {
                let word = san::write(position, mv).to_string();
                for said in SAID {
                    assert_eq!(plain(position, word.as_bytes(), said), Some(mv), "{word} in {}", position.to_fen());
                }
            }
        });
    }

    #[test]
    fn words_may_say_more_than_they_must_if_told_so() {
        let mut needless = 0;
        playouts(|position| {
            for &mv in position.legal_moves().iter().filter(|mv| mv.kind() == MoveKind::Normal) {
                let san = san::write(position, mv).to_string();
                for word in with_every_origin(&san, mv) {
                    let resolved = san::read(word.as_bytes()).ok().and_then(|word| position.resolve(&word).ok());
                    let resolved = resolved.map(|resolved| resolved.mv).filter(|_| word.len() <= 7);
                    assert_eq!(plain(position, word.as_bytes(), Disambiguation::Any), resolved, "{word}");
                    let exact = resolved.filter(|_| word == san);
                    assert_eq!(plain(position, word.as_bytes(), Disambiguation::Needed), exact, "{word}");
                    needless += usize::from(resolved != exact);
                }
            }
        });
        assert!(needless > 10_000, "{needless}");
    }

    #[test]
    fn bytes_outside_ascii_are_not_plain() {
        for word in [b"e4".as_slice(), b"Nf3", b"Ng1f3", b"O-O"] {
            for (at, byte) in (0..=word.len()).flat_map(|at| (0x80..=0xff).map(move |byte| (at, byte))) {
                let mut word = word.to_vec();
                word.insert(at, byte);
                let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K1NR w K - 0 1").unwrap();
                assert_eq!(plain(&position, &word, Disambiguation::Any), None, "{}", word.escape_ascii());
            }
        }
    }

    #[test]
    fn what_is_plain_is_what_the_slow_reader_reads() {
        const BYTES: &[u8] = b"abcdefgh12345678KQRBNxO=-+#pP0 \xe9";
        let mut seed = 7_u64;
        let mut next = |bound: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % bound
        };
        playouts(|position| {
            for &mv in position.legal_moves().iter().take(6) {
                let mut word = san::write(position, mv).to_string().into_bytes();
                let at = next(word.len());
                match next(3) {
                    0 => word[at] = BYTES[next(BYTES.len())],
                    1 => word.insert(at, BYTES[next(BYTES.len())]),
                    _ => _ = word.remove(at),
                }
                for said in SAID {
                    let Some(found) = plain(position, &word, said) else { continue };
                    let resolved = san::read(&word).ok().and_then(|written| position.resolve(&written).ok());
                    let resolved = resolved.unwrap_or_else(|| panic!("{word:?} in {}", position.to_fen()));
                    assert_eq!(resolved.mv, found);
                    let is_exact = said == Disambiguation::Any || resolved.given == resolved.needed;
                    assert!(resolved.forms.is_empty() && is_exact, "{word:?}");
                    assert!(!resolved.missing_capture_mark && !resolved.wrong_capture_mark);
                }
            }
        });
    }
}
