//! The fast path for canonical SAN of every shape: from bytes to a move.
//!
//! [`Position::play_canonical`] reads and plays one move; [`fast_path`](super::fast_path) is faster still for the shortest moves.
//! SAN has at most seven bytes, which fit in a register. The upper half of each byte is its *class*, and the classes
//! together are the shape:
//!
//! ```text
//!   class   3 ranks, =     4 K N B     5 Q R     6 files     7 x
//!
//!   N b x d 7 +     strip the check suffix, gather the classes      4 6 7 6 3
//! ```
//!
//! There are only 22 shapes. A multiplication maps each to its row of a table (a perfect hash), and the row locates the
//! target, the origin and the promotion. No branch depends on the shape. The classes are coarse (`p` has that of `x`),
//! so the bytes themselves are checked when they are used. Everything that is not exactly canonical is left to the
//! reference implementation, [`parse`](super::parse()) and [`Position::resolve`].

use std::hint::cold_path;

use super::{CheckSuffix, Disambiguation, OriginHint};
use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::square::{File, Rank, Square};

/// A move that was read from canonical SAN and played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CanonicalSan {
    /// The move.
    pub mv: Move,
    /// The check suffix of the text.
    pub mark: Option<CheckSuffix>,
    /// Whether the opponent is now in check.
    pub check: bool,
}

/// A pseudo-legal move read from SAN, not yet played.
pub(super) struct PseudoLegalMove {
    pub(super) mv: Move,
    pub(super) kind: usize,
    pub(super) mark: Option<CheckSuffix>,
}

/// A shape: the locations of its parts. Shifts are in bits; the masks of missing parts are zero.
#[derive(Clone, Copy)]
struct Shape {
    /// The classes, one in each byte. The row applies only if they are equal to those of the text.
    classes: u64,
    /// `x` and `=` in their places.
    literals: u64,
    literal_mask: u64,
    /// The mask for the first byte as a piece letter.
    piece_mask: u8,
    target_shift: u8,
    origin_shifts: [u8; 2],
    origin_masks: [u8; 2],
    promotion_shift: u8,
    promotion_mask: u8,
    /// Whether there is an `x`.
    capture: bool,
    /// The disambiguation, apart from the file of a capturing pawn.
    given: OriginHint,
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
    given: OriginHint::Unsaid,
};

/// The factor of the perfect hash, found by trial of odd numbers. A collision of two shapes stops the build.
const MAGIC: u64 = 0xad8c_a05a_8795_79fd;
const ROW_BITS: u32 = 5;
static SHAPES: [Shape; 1 << ROW_BITS] = shapes();
/// All four bits of each class, so that no byte outside ASCII is taken for a missing one.
const CLASS_BITS: u64 = 0x000f_0f0f_0f0f_0f0f;

/// The kind of a piece letter. 0, for no letter, is the pawn; 6 means that it is not a piece letter.
static KINDS: [u8; 256] = {
    let mut kinds = [6; 256];
    kinds[0] = PieceType::Pawn as u8;
    kinds[b'N' as usize] = PieceType::Knight as u8;
    kinds[b'B' as usize] = PieceType::Bishop as u8;
    kinds[b'R' as usize] = PieceType::Rook as u8;
    kinds[b'Q' as usize] = PieceType::Queen as u8;
    kinds[b'K' as usize] = PieceType::King as u8;
    kinds
};

/// The squares on the file or rank of a byte; all squares for 0, and none for any other byte.
static ORIGIN_MASKS: [Bitboard; 256] = {
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
    /// Reads a move in canonical SAN and plays it. The SAN is the first `length` bytes of `bytes`, from the lowest bits
    /// up; later bytes are ignored.
    ///
    /// `in_check` is whether the side to move is in check. `None` leaves the position unchanged and means only that the
    /// text is not the canonical SAN of a legal move, with the disambiguation that `accepted` allows.
    ///
    /// This reads SAN of every shape; [`fast_path`](super::fast_path) is faster for the shortest.
    #[inline(never)]
    pub fn play_canonical(
        &mut self,
        bytes: u64,
        length: usize,
        in_check: bool,
        accepted: Disambiguation,
    ) -> Option<CanonicalSan> {
        let PseudoLegalMove { mv, kind, mark } = self.read_plain(bytes, length, in_check, accepted)?;
        let us = self.turn();
        if !self.is_safe_move(us, kind, mv, in_check) {
            return None;
        }
        self.advance_piece(kind, mv);
        let check = match mv.kind() {
            MoveKind::Normal => self.has_given_check(us, kind, mv),
            _ => self.is_check(),
        };
        Some(CanonicalSan { mv, mark, check })
    }

    /// [`Self::is_safe`] for a piece of this kind of the side to move, `us`, if it is known whether it is in check.
    #[inline(always)]
    pub(super) fn is_safe_move(&self, us: Color, kind: usize, mv: Move, in_check: bool) -> bool {
        if in_check | (kind == PieceType::King.index()) {
            return self.is_safe(mv);
        }
        let discoverers = attacks::line(self.king(us), mv.from()) & self.sliders() & self.colors(us.other());
        discoverers.is_empty() || !self.exposes_king(mv.from(), mv.to())
    }

    /// Whether the opponent of `us` is in check after this ordinary move by a piece of this kind, which was just
    /// played.
    #[inline(always)]
    pub(super) fn has_given_check(&self, us: Color, kind: usize, mv: Move) -> bool {
        let target = self.king(us.other());
        let discoverers = attacks::line(target, mv.from()) & self.sliders() & self.colors(us);
        if !discoverers.is_empty() {
            cold_path();
            return self.is_check();
        }
        // No branch depends on whether the piece attacks the king, which would often be mispredicted.
        let row = if kind == 0 { 2 + us.index() } else { 4 + kind };
        let has_way = (attacks::between(target, mv.to()) & self.occupied()).is_empty();
        attacks::origins_in_row(row, target).contains(mv.to()) & has_way
    }

    /// Reads canonical SAN. The move is legal except perhaps for the safety of the king.
    #[inline]
    pub(super) fn read_plain(
        &self,
        bytes: u64,
        length: usize,
        in_check: bool,
        accepted: Disambiguation,
    ) -> Option<PseudoLegalMove> {
        if length > 7 {
            return None;
        }
        let (san, mark) = split_check_suffix(bytes, length);
        let classes = san >> 4 & CLASS_BITS;
        let shape = &SHAPES[row(classes)];
        if shape.classes != classes || san & shape.literal_mask != shape.literals {
            return self.read_castling(san).map(|mv| PseudoLegalMove { mv, kind: PieceType::King.index(), mark });
        }
        let kind = KINDS[usize::from(san as u8 & shape.piece_mask)];
        let target = (san >> shape.target_shift) as u16;
        let (file, rank) = ((target as u8).wrapping_sub(b'a'), ((target >> 8) as u8).wrapping_sub(b'1'));
        if (file | rank) > 7 || kind > 5 {
            return None;
        }
        let to = Square::from_index(rank * 8 + file);
        let promotion = (san >> shape.promotion_shift) as u8 & shape.promotion_mask;
        let last_rank = matches!(rank, 0 | 7);
        if (kind == 0 && last_rank) != (promotion != 0) {
            return None;
        }

        let us = self.turn();
        let capture = self.colors(us.other()).0 >> to.index() & 1;
        if capture != u64::from(shape.capture) || self.colors(us).contains(to) {
            let mv = self.read_en_passant(san as u8, to).filter(|_| shape.capture && kind == 0)?;
            return Some(PseudoLegalMove { mv, kind: 0, mark });
        }
        let origins = attacks::origins_in_row(origins_row(kind, us, shape), to);
        let pieces = self.colors(us) & self.kinds[usize::from(kind)] & origins;
        let byte = |i: usize| (san >> shape.origin_shifts[i]) as u8 & shape.origin_masks[i];
        let named = pieces & ORIGIN_MASKS[usize::from(byte(0))] & ORIGIN_MASKS[usize::from(byte(1))];
        let from = match named.single() {
            Some(from)
                if shape.given == OriginHint::Unsaid && (attacks::between(from, to) & self.occupied()).is_empty() =>
            {
                from
            }
            _ => self.disambiguate((pieces, named), to, shape, in_check, accepted)?,
        };
        let what = match promotion {
            0 => MoveKind::Normal,
            letter => MoveKind::Promotion(PieceType::from_letter(letter).filter(|kind| kind.is_promotion())?),
        };
        Some(PseudoLegalMove { mv: Move::new(from, to, what), kind: usize::from(kind), mark })
    }

    /// Determines the origin if there are several candidates or a disambiguation. `pieces` are all candidates, and
    /// `named` are those that match the disambiguation.
    #[inline(never)]
    fn disambiguate(
        &self,
        (pieces, named): (Bitboard, Bitboard),
        to: Square,
        shape: &Shape,
        in_check: bool,
        accepted: Disambiguation,
    ) -> Option<Square> {
        let occupied = self.occupied();
        let reaches = |from: &Square| (attacks::between(*from, to) & occupied).is_empty();
        let mut able: Bitboard = pieces.into_iter().filter(reaches).collect();
        if able.has_several() {
            let (us, kind) = (self.turn(), self.kind_index_at(able.first()?));
            let is_safe = |from: &Square| self.is_safe_move(us, kind, Move::new(*from, to, MoveKind::Normal), in_check);
            able = able.into_iter().filter(is_safe).collect();
        }
        let from = (named & able).single()?;
        let is_pawn = shape.piece_mask == 0;
        let is_sound = is_pawn || accepted == Disambiguation::Any || OriginHint::needed(from, able) == shape.given;
        is_sound.then_some(from)
    }

    /// An en passant capture on `to` by a pawn of the file with this letter.
    #[cold]
    fn read_en_passant(&self, file: u8, to: Square) -> Option<Move> {
        let capturers = self.legal_en_passant().filter(|passed| *passed == to).map(|_| self.en_passant_capturers())?;
        let from = (capturers & ORIGIN_MASKS[usize::from(file)]).single()?;
        Some(Move::new(from, to, MoveKind::EnPassant))
    }

    /// Castling as `O-O` or `O-O-O`.
    fn read_castling(&self, san: u64) -> Option<Move> {
        let rook = self.castling_rook(self.turn(), castling_side(san)?)?;
        Some(Move::new(self.king(self.turn()), rook, MoveKind::Castle))
    }
}

/// The side of `O-O` or `O-O-O`.
pub(super) const fn castling_side(san: u64) -> Option<CastlingSide> {
    const SHORT: u64 = u64::from_le_bytes(*b"O-O\0\0\0\0\0");
    const LONG: u64 = u64::from_le_bytes(*b"O-O-O\0\0\0");
    match san {
        SHORT => Some(CastlingSide::King),
        LONG => Some(CastlingSide::Queen),
        _ => None,
    }
}

/// Splits SAN of at most seven bytes into the text before the check suffix, padded with NULs, and the suffix.
#[inline]
pub(super) const fn split_check_suffix(bytes: u64, length: usize) -> (u64, Option<CheckSuffix>) {
    let san = bytes & ((1 << (8 * length)) - 1);
    let last_place = 8 * length.saturating_sub(1);
    let last = (san >> last_place) as u8;
    let marked = matches!(last, b'+' | b'#');
    let mark = match (marked, last) {
        (true, b'+') => Some(CheckSuffix::Check),
        (true, _) => Some(CheckSuffix::Mate),
        (false, _) => None,
    };
    (san & !((marked as u64 * 0xff) << last_place), mark)
}

/// The row of [`attacks::origins_in_row`] for this kind and shape.
#[inline]
fn origins_row(kind: u8, us: Color, shape: &Shape) -> usize {
    match kind {
        0 => 2 * usize::from(shape.capture) + us.index(),
        piece => 4 + usize::from(piece),
    }
}

const fn row(classes: u64) -> usize {
    (classes.wrapping_mul(MAGIC) >> (64 - ROW_BITS)) as usize
}

/// The shapes as patterns: `P` is a piece letter, `f` a file, `r` a rank, `t` the file of the target (its rank
/// follows), `Q` the promotion; `=` and `x` are themselves.
const PATTERNS: [&[u8]; 12] =
    [b"tr", b"fxtr", b"tr=Q", b"fxtr=Q", b"Ptr", b"Pxtr", b"Pftr", b"Prtr", b"Pfxtr", b"Prxtr", b"Pfrtr", b"Pfrxtr"];

const fn shapes() -> [Shape; 1 << ROW_BITS] {
    let mut table = [NO_SHAPE; 1 << ROW_BITS];
    let mut i = 0;
    while i < PATTERNS.len() {
        // Piece letters have two classes: 4 for K, N and B, 5 for Q and R.
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
        (false, false) => OriginHint::Unsaid,
        (true, false) => OriginHint::File,
        (false, true) => OriginHint::Rank,
        (true, true) => OriginHint::Square,
    };
    shape
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::random::Random;
    use crate::chess::san;
    use crate::chess::san::tests::with_every_origin;

    const ACCEPTED: [Disambiguation; 2] = [Disambiguation::Needed, Disambiguation::Any];

    /// Plays SAN by the fast path, and checks the position and the check status after the move.
    fn plain(position: &Position, san: &[u8], accepted: Disambiguation) -> Option<Move> {
        let mut played = position.clone();
        let bytes = san.iter().take(8).rev().fold(0, |bytes, byte| bytes << 8 | u64::from(*byte));
        let Some(plain) = played.play_canonical(bytes, san.len(), position.is_check(), accepted) else {
            assert_eq!(played, *position);
            return None;
        };
        assert_eq!(played, position.after(plain.mv));
        assert_eq!(plain.check, played.is_check());
        Some(plain.mv)
    }

    fn playouts(mut visit: impl FnMut(&Position)) {
        let mut random = Random::new(1);
        for _ in 0..60 {
            let mut position = Position::initial();
            for _ in 0..160 {
                visit(&position);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(*random.one_of(&moves));
            }
        }
    }

    #[test]
    fn every_canonical_san_is_read() {
        playouts(|position| {
            for &mv in position.legal_moves().iter() {
                let san = san::write(position, mv).to_string();
                for accepted in ACCEPTED {
                    assert_eq!(plain(position, san.as_bytes(), accepted), Some(mv), "{san} in {}", position.to_fen());
                }
            }
        });
    }

    #[test]
    fn needless_disambiguation_is_accepted_only_on_request() {
        let mut needless = 0;
        playouts(|position| {
            for &mv in position.legal_moves().iter().filter(|mv| mv.kind() == MoveKind::Normal) {
                let canonical = san::write(position, mv).to_string();
                for san in with_every_origin(&canonical, mv) {
                    let resolved = san::parse(san.as_bytes()).ok().and_then(|san| position.resolve(&san).ok());
                    let resolved = resolved.map(|resolved| resolved.mv).filter(|_| san.len() <= 7);
                    assert_eq!(plain(position, san.as_bytes(), Disambiguation::Any), resolved, "{san}");
                    let exact = resolved.filter(|_| san == canonical);
                    assert_eq!(plain(position, san.as_bytes(), Disambiguation::Needed), exact, "{san}");
                    needless += usize::from(resolved != exact);
                }
            }
        });
        assert!(needless > 10_000, "{needless}");
    }

    #[test]
    fn bytes_outside_ascii_are_refused() {
        for san in [b"e4".as_slice(), b"Nf3", b"Ng1f3", b"O-O"] {
            for (at, byte) in (0..=san.len()).flat_map(|at| (0x80..=0xff).map(move |byte| (at, byte))) {
                let mut san = san.to_vec();
                san.insert(at, byte);
                let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K1NR w K - 0 1").unwrap();
                assert_eq!(plain(&position, &san, Disambiguation::Any), None, "{}", san.escape_ascii());
            }
        }
    }

    #[test]
    fn the_fast_path_agrees_with_the_reference_implementation() {
        const BYTES: &[u8] = b"abcdefgh12345678KQRBNxO=-+#pP0 \xe9";
        let mut random = Random::new(7);
        let mut next = |bound: usize| random.below(bound);
        playouts(|position| {
            for &mv in position.legal_moves().iter().take(6) {
                let mut san = san::write(position, mv).to_string().into_bytes();
                let at = next(san.len());
                match next(3) {
                    0 => san[at] = BYTES[next(BYTES.len())],
                    1 => san.insert(at, BYTES[next(BYTES.len())]),
                    _ => _ = san.remove(at),
                }
                for accepted in ACCEPTED {
                    let Some(found) = plain(position, &san, accepted) else { continue };
                    let resolved = san::parse(&san).ok().and_then(|written| position.resolve(&written).ok());
                    let resolved = resolved.unwrap_or_else(|| panic!("{san:?} in {}", position.to_fen()));
                    assert_eq!(resolved.mv, found);
                    let is_exact = accepted == Disambiguation::Any || resolved.given == resolved.needed;
                    assert!(resolved.forms.is_empty() && is_exact, "{san:?}");
                    assert!(!resolved.missing_capture_mark && !resolved.wrong_capture_mark);
                }
            }
        });
    }
}
