//! One canonical SAN token: from bytes to a move played.
//!
//! `Position::play_canonical` is the fast path of a single token, and what the boards of [`super`] leave to it. Nearly
//! all tokens are decoded by [`SanToken::decode`]; castling, promotions and en passant are handled here. The rest, a
//! whole square as disambiguation, needs the reference implementation: [`san::parse`] and `Position::resolve`. A
//! token that is not exactly canonical is not played.

use std::hint::cold_path;

use crate::chess::bitboard::Bitboard;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::san::Disambiguation;
use crate::chess::square::{File, Square};
use crate::chess::{attacks, san};

use super::super::OriginHint;
use super::{SanToken, SuffixBits};

/// The longest canonical SAN token in bytes, such as `Qa1xb2+`.
pub(super) const MAX_LEN: usize = 7;

/// A move that was read from canonical SAN and played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CanonicalSan {
    /// The move.
    pub mv: Move,
    /// The check suffix of the text.
    pub suffix: SuffixBits,
    /// Whether the opponent is now in check.
    pub check: bool,
}

impl Position {
    /// Plays a move in canonical SAN. The SAN is the first `length` bytes of `bytes`, from the lowest bits up; later
    /// bytes are ignored.
    ///
    /// `in_check` is whether the side to move is in check. `None` leaves the position unchanged and means only that the
    /// text is not the canonical SAN of a legal move, with the disambiguation that `accepted` allows.
    pub(crate) fn play_canonical(
        &mut self,
        bytes: u64,
        length: usize,
        in_check: bool,
        accepted: Disambiguation,
    ) -> Option<CanonicalSan> {
        if length > MAX_LEN {
            return None;
        }
        let token = SanToken::decode(bytes, 0, length as u16);
        self.play_token(token, bytes, in_check, accepted)
    }

    /// [`Self::play_canonical`] for a token that was passed to [`SanToken::decode`].
    #[inline(never)]
    pub(super) fn play_token(
        &mut self,
        token: SanToken,
        bytes: u64,
        in_check: bool,
        accepted: Disambiguation,
    ) -> Option<CanonicalSan> {
        let us = self.turn();
        if token.is_decoded()
            && let Some(from) = (PositionCandidates { position: self, in_check }).origin_of(us, token, accepted)
        {
            let (mv, check) = self.play_from(in_check, us, token, from)?;
            return Some(CanonicalSan { mv, suffix: token.suffix(), check });
        }
        let (mv, suffix) = self.read_rare(token, bytes, accepted)?;
        self.play_unchecked(mv);
        Some(CanonicalSan { mv, suffix, check: self.is_check() })
    }

    /// Plays the move of a decoded token from this square if it leaves the king safe. Returns the move and whether it
    /// gives check.
    #[inline(always)]
    pub(super) fn play_from(
        &mut self,
        in_check: bool,
        us: Color,
        token: SanToken,
        from: Square,
    ) -> Option<(Move, bool)> {
        let (kind, to) = (token.kind(), token.to());
        let mv = Move::new(from, to, MoveKind::Normal);
        if !self.is_safe_move(us, kind, mv, in_check) {
            return None;
        }
        self.advance_normal(us, kind, from, to);
        Some((mv, self.has_given_check(us, kind, mv)))
    }

    /// A legal move that [`SanToken`] cannot express: castling, en passant, promotion, or a whole square as
    /// disambiguation.
    fn read_rare(&self, token: SanToken, bytes: u64, accepted: Disambiguation) -> Option<(Move, SuffixBits)> {
        if token.is_decoded() {
            return Some((self.read_en_passant(token)?, token.suffix()));
        }
        if token.is_no_move() || token.length() > MAX_LEN {
            return None;
        }
        if let Some((side, suffix)) = castling(bytes, token.length()) {
            return Some((self.castle(side)?, suffix));
        }
        let bytes = bytes.to_le_bytes();
        let san = &bytes[..token.length()];
        let suffix = SuffixBits::from(san::mark(san));
        if let [bare @ .., b'=', letter] = &san[..san.len() - usize::from(!suffix.is_none())] {
            return Some((self.read_promotion(bare, *letter)?, suffix));
        }
        let written = san::parse(san).ok().filter(|written| written.forms.is_empty())?;
        let resolved = self.resolve(&written).ok()?;
        let is_canonical = resolved.forms.is_empty()
            && !resolved.missing_capture_mark
            && !resolved.wrong_capture_mark
            && (accepted == Disambiguation::Any || resolved.given == resolved.needed);
        is_canonical.then_some((resolved.mv, suffix))
    }

    /// A promotion to the piece of this letter; `bare` is the text before the `=`.
    fn read_promotion(&self, bare: &[u8], letter: u8) -> Option<Move> {
        let (origin, to) = bare.split_last_chunk::<2>()?;
        let (to, promotion) = (Square::from_ascii(to)?, PieceType::from_letter(letter)?);
        let (file, captures) = match origin {
            [] => (to.file(), false),
            [file, b'x'] => (File::from_ascii(*file).filter(|file| *file != to.file())?, true),
            _ => return None,
        };
        let pawns = self.legal_origins(PieceType::Pawn, to, Some(promotion), captures);
        let from = (pawns & Bitboard::of_file(file)).single()?;
        self.piece_move(PieceType::Pawn, from, to, Some(promotion))
    }

    #[cold]
    fn read_en_passant(&self, token: SanToken) -> Option<Move> {
        let to = self.legal_en_passant().filter(|to| token.captures() == 1 && *to == token.to())?;
        let is_pawn = token.kind() == PieceType::Pawn.index();
        let from = (self.en_passant_capturers() & token.possible_origins(self.turn())).single().filter(|_| is_pawn)?;
        Some(Move::new(from, to, MoveKind::EnPassant))
    }

    /// [`Self::is_safe`] for a piece of this kind of the side to move, `us`, if it is known whether it is in check.
    #[inline(always)]
    pub(super) fn is_safe_move(&self, us: Color, kind: usize, mv: Move, in_check: bool) -> bool {
        if in_check | (kind == PieceType::King.index()) {
            return self.is_safe(mv);
        }
        let discoverers = attacks::line(self.king(us), mv.from()) & self.sliders() & self.by_color(us.other());
        discoverers.is_empty() || !self.exposes_king(mv.from(), mv.to())
    }

    /// Whether the opponent of `us` is in check after this ordinary move by a piece of this kind, which was just
    /// played.
    #[inline(always)]
    pub(super) fn has_given_check(&self, us: Color, kind: usize, mv: Move) -> bool {
        let target = self.king(us.other());
        let discoverers = attacks::line(target, mv.from()) & self.sliders() & self.by_color(us);
        if !discoverers.is_empty() {
            cold_path();
            return self.is_check();
        }
        // No branch depends on whether the piece attacks the king, which would often be mispredicted.
        let row = if kind == 0 { 2 + us.index() } else { 4 + kind };
        let has_way = (attacks::between(target, mv.to()) & self.occupied()).is_empty();
        attacks::origins_in_row(row, target).contains(mv.to()) & has_way
    }
}

/// The castling side and the check suffix, if a token of at most seven bytes is a castling move.
#[inline(always)]
pub(super) const fn castling(bytes: u64, length: usize) -> Option<(CastlingSide, SuffixBits)> {
    const SHORT: u64 = u64::from_le_bytes(*b"O-O\0\0\0\0\0");
    const LONG: u64 = u64::from_le_bytes(*b"O-O-O\0\0\0");
    const { assert!(MAX_LEN < 8) };
    let token = bytes & ((1 << (8 * length)) - 1);
    let last = 8 * length.saturating_sub(1);
    let suffix = SuffixBits::of_byte((token >> last) as u8);
    let (bare, bare_length) = if suffix.is_none() { (token, length) } else { (token & ((1 << last) - 1), length - 1) };
    match (bare, bare_length) {
        (SHORT, 3) => Some((CastlingSide::King, suffix)),
        (LONG, 5) => Some((CastlingSide::Queen, suffix)),
        _ => None,
    }
}

/// The candidates in a position; `in_check` is whether the side to move is in check.
struct PositionCandidates<'p> {
    position: &'p Position,
    in_check: bool,
}

impl Candidates for PositionCandidates<'_> {
    #[inline(always)]
    fn of_color(&self, color: Color) -> Bitboard {
        self.position.by_color(color)
    }

    #[inline(always)]
    fn of_kind(&self, color: Color, kind: usize) -> Bitboard {
        self.position.by_color(color) & self.position.kinds[kind]
    }

    #[inline(always)]
    fn is_safe(&self, us: Color, token: SanToken, from: Square) -> bool {
        let mv = Move::new(from, token.to(), MoveKind::Normal);
        self.position.is_safe_move(us, token.kind(), mv, self.in_check)
    }
}

// The choice between several candidate pieces for a SAN token, and the check of its disambiguation.

/// A view of a board for [`Candidates::origin_of`].
pub(super) trait Candidates {
    fn of_color(&self, color: Color) -> Bitboard;
    /// The pieces of this color and kind, given by its index.
    fn of_kind(&self, color: Color, kind: usize) -> Bitboard;
    /// Whether the king of `us` is safe after the token's move from this square.
    fn is_safe(&self, us: Color, token: SanToken, from: Square) -> bool;

    /// The origin of the move of a decoded token of `us`, if its disambiguation is sufficient and accepted. A single
    /// candidate is returned without a test for king safety.
    #[inline(always)]
    fn origin_of(&self, us: Color, token: SanToken, accepted: Disambiguation) -> Option<Square> {
        let (ours, theirs) = (self.of_color(us), self.of_color(us.other()));
        if u64::from(theirs.contains(token.to())) != token.captures() || ours.contains(token.to()) {
            return None;
        }
        let pieces = self.of_kind(us, token.kind()) & token.possible_origins(us);
        let (given, matching) = (token.origin(), token.origin_mask());
        let able = self.with_free_line(token, pieces & matching);
        let from = match able.single() {
            None => self.safe_among(us, token, able).single(),
            single => single,
        }?;
        if given == OriginHint::Unsaid || accepted == Disambiguation::Any {
            return Some(from);
        }
        // A rank is required only if the file does not distinguish the pieces.
        let same_file = if given == OriginHint::Rank { Bitboard::of_file(from.file()) } else { Bitboard::ALL };
        let rivals = self.with_free_line(token, pieces & !matching & same_file);
        let is_needed = !self.safe_among(us, token, rivals).is_empty();
        is_needed.then_some(from)
    }

    /// Those of these pieces that have a free line to the target.
    #[inline(always)]
    fn with_free_line(&self, token: SanToken, pieces: Bitboard) -> Bitboard {
        let occupied = self.of_color(Color::White) | self.of_color(Color::Black);
        pieces.into_iter().filter(|from| (attacks::between(*from, token.to()) & occupied).is_empty()).collect()
    }

    /// Those of these pieces whose move leaves the king safe.
    #[inline(always)]
    fn safe_among(&self, us: Color, token: SanToken, pieces: Bitboard) -> Bitboard {
        let mut safe = Bitboard::EMPTY;
        for from in pieces {
            if self.is_safe(us, token, from) {
                safe |= Bitboard::from_square(from);
            }
        }
        safe
    }
}

#[cfg(test)]
mod tests {
    use crate::chess::random::Random;
    use crate::chess::san::tests::with_every_origin;

    use super::*;

    const ACCEPTED: [Disambiguation; 2] = [Disambiguation::Needed, Disambiguation::Any];

    /// Plays SAN by the fast path, and checks the position and the check status after the move.
    fn plain(position: &Position, san: &[u8], accepted: Disambiguation) -> Option<Move> {
        let mut played = position.clone();
        let bytes = san.iter().take(8).rev().fold(0, |bytes, byte| bytes << 8 | u64::from(*byte));
        let Some(plain) = played.play_canonical(bytes, san.len(), position.is_check(), accepted) else {
            assert_eq!(played, *position);
            return None;
        };
        assert_eq!(played, position.after_unchecked(plain.mv));
        assert_eq!(plain.check, played.is_check());
        Some(plain.mv)
    }

    fn playouts(mut visit: impl FnMut(&Position)) {
        let mut random = Random::new(1);
        // Miri takes too long for whole games.
        let (games, plies) = if cfg!(miri) { (1, 4) } else { (12, 160) };
        for _ in 0..games {
            let mut position = Position::initial();
            for _ in 0..plies {
                visit(&position);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(*random.one_of(&moves));
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
        assert!(cfg!(miri) || needless > 2_000, "{needless}");
    }

    #[test]
    fn bytes_outside_ascii_are_refused() {
        for san in [b"e4".as_slice(), b"Nf3", b"Ng1f3", b"O-O"] {
            for (at, byte) in (0..=san.len())
                .flat_map(|at| (0x80..=0xff).map(move |byte| (at, byte)))
                .step_by(if cfg!(miri) { 61 } else { 1 })
            {
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
