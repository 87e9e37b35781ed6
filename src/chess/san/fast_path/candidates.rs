//! The choice between several candidate pieces for a SAN token, and the check of its disambiguation.

use super::super::{Disambiguation, OriginHint};
use super::SanToken;
use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::Color;
use crate::chess::square::Square;

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
