//! Which man a word means, where several may be able, or where it says more than its piece and target.

use super::super::{Disambiguation, Origin};
use super::Word;
use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::Color;
use crate::chess::square::Square;

/// Men to choose from.
pub(super) trait Choice {
    /// The men of this colour.
    fn of_color(&self, color: Color) -> Bitboard;
    /// The men of this colour and kind, by its index.
    fn of_kind(&self, color: Color, kind: usize) -> Bitboard;
    /// Whether the king of `us` is safe after the man from this square has made the word's move.
    fn is_safe(&self, us: Color, word: Word, from: Square) -> bool;

    /// Where the man stands that a word of `us` means, brief or with a file or rank, if it says of his origin no less than it
    /// must, and no more than it may. Whether he leaves his king safe is not known: he may be the only one who has a way.
    #[inline(always)]
    fn origin_of(&self, us: Color, word: Word, said: Disambiguation) -> Option<Square> {
        let (ours, theirs) = (self.of_color(us), self.of_color(us.other()));
        if u64::from(theirs.contains(word.to())) != word.captures() || ours.contains(word.to()) {
            return None;
        }
        let men = self.of_kind(us, word.kind()) & word.reach(us);
        let (given, named) = (word.origin(), word.named());
        let able = self.with_way(word, men & named);
        let from = match able.single() {
            None => self.safe_among(us, word, able).single(),
            single => single,
        }?;
        if given == Origin::Unsaid || said == Disambiguation::Any {
            return Some(from);
        }
        // A rank is only named where the file would not do.
        let meant = if given == Origin::Rank { Bitboard::of_file(from.file()) } else { Bitboard::ALL };
        let rivals = self.with_way(word, men & !named & meant);
        let is_needed = !self.safe_among(us, word, rivals).is_empty();
        is_needed.then_some(from)
    }

    /// Those of these men between whom and the word's target nobody stands.
    #[inline(always)]
    fn with_way(&self, word: Word, men: Bitboard) -> Bitboard {
        let occupied = self.of_color(Color::White) | self.of_color(Color::Black);
        men.into_iter().filter(|from| (attacks::between(*from, word.to()) & occupied).is_empty()).collect()
    }

    /// Those of these men whose move would leave the king safe.
    #[inline(always)]
    fn safe_among(&self, us: Color, word: Word, men: Bitboard) -> Bitboard {
        let mut safe = Bitboard::EMPTY;
        for from in men {
            if self.is_safe(us, word, from) {
                safe |= Bitboard::of(from);
            }
        }
        safe
    }
}
