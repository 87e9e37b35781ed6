//! Whether the reach sets leave room for a mate.
//!
//! In a position in which a king on a square *k* is mated, some man of the other side gives check from a square of its set;
//! and each square beside *k* is attacked by the other side, or one of the king's own men stands there. A man is on one
//! square only, so it either gives check or not, and stands in the king's way on one square. What stands between is
//! left out of account but for fixed men. If no choice of squares for the men does this, there is no mate.
//!
//! The choice is searched for by going back where it fails, one square beside the king after the other; should that take too
//! long, a mate is taken to be conceivable.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, Kind};
use crate::chess::square::Square;

use super::reach::Men;
use super::{Man, sets};

/// How many choices are tried for a position before a mate is taken to be conceivable.
const CHOICES: u32 = 2_000;

/// Whether some placement of the men in their sets could have the other side's king mated.
pub(super) fn is_conceivable(men: &Men, side: Color) -> bool {
    let men = men.as_slice();
    let king = |color| men.iter().find(|man| man.kind == Kind::King && man.color == color);
    let (Some(ours), Some(theirs)) = (king(side), king(side.other())) else { return true };
    let powers = Powers::of(men, side, theirs);
    let mut siege = Siege { men, side, fixed: powers.fixed, home: theirs.home, square: theirs.home, choices: CHOICES };
    theirs.reach.into_iter().any(|square| {
        let flights = attacks::king(square) & !powers.taken;
        // Our king takes squares away from where it is two squares off.
        let near = attacks::king(square);
        let room = ours.reach & !near & !Bitboard::of(square);
        let takeable = powers.takeable | sets::attacked(Kind::King, side, room, Bitboard::EMPTY);
        siege.square = square;
        powers.checked.contains(square) && (flights & !takeable).is_empty() && siege.is_conceivable(flights, room)
    })
}

/// What can be said of all squares of the king at once.
struct Powers {
    /// The squares of fixed men, but for the king that is to be mated, which does not hide what is behind it.
    fixed: Bitboard,
    /// What men that never move take from the king wherever it is.
    taken: Bitboard,
    /// What any of the men that move could take from it.
    takeable: Bitboard,
    /// Where it could be in check.
    checked: Bitboard,
}

impl Powers {
    fn of(men: &[Man], side: Color, king: &Man) -> Self {
        let fixed = men
            .iter()
            .filter(|man| man.is_fixed() && man.home != king.home)
            .fold(Bitboard::EMPTY, |set, man| set | Bitboard::of(man.home));
        let nothing = Bitboard::EMPTY;
        let mut powers = Self { fixed, taken: nothing, takeable: nothing, checked: nothing };
        for man in men.iter().filter(|man| man.kind != Kind::King) {
            let is_ours = man.color == side;
            let covers = if is_ours { attacked(man, man.everywhere(), fixed) } else { man.everywhere() };
            if man.never_moves() {
                powers.taken |= covers;
            } else {
                powers.takeable |= covers;
            }
            if is_ours {
                powers.checked |= covers;
            }
        }
        powers
    }
}

/// The king on one of its squares, and who could mate it there.
struct Siege<'a> {
    men: &'a [Man],
    side: Color,
    fixed: Bitboard,
    /// Where the king to be mated stands now.
    home: Square,
    /// Where it is mated.
    square: Square,
    choices: u32,
}

impl Siege<'_> {
    /// Whether some square for our king and some man that gives check leave the other squares to be taken away.
    fn is_conceivable(&mut self, flights: Bitboard, room: Bitboard) -> bool {
        let mut tried = [Bitboard::ALL; 4];
        let mut count = 0;
        for ours in room {
            let rest = flights & !attacks::king(ours);
            // What was in vain for few squares is in vain for more.
            if tried[..count].iter().any(|&failed| (failed & !rest).is_empty()) {
                continue;
            }
            if self.is_checked(rest) {
                return true;
            }
            if count < tried.len() {
                tried[count] = rest;
                count += 1;
            }
        }
        false
    }

    /// Whether somebody can give check so that the rest can be taken away by others.
    fn is_checked(&mut self, rest: Bitboard) -> bool {
        for (at, man) in self.men.iter().enumerate() {
            if man.color != self.side || man.kind == Kind::King {
                continue;
            }
            // A pawn or knight that never moves attacks the king only if it does so now: no king enters its squares.
            let is_slider = matches!(man.kind, Kind::Bishop | Kind::Rook | Kind::Queen);
            if man.never_moves() && !is_slider && self.square != self.home {
                continue;
            }
            for from in man.everywhere() {
                let covers = attacked(man, Bitboard::of(from), self.fixed);
                if covers.contains(self.square) && self.can_cover(rest & !covers, 1 << at) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether men that are not yet used can take these squares away.
    fn can_cover(&mut self, rest: Bitboard, used: u32) -> bool {
        let Some(flight) = rest.first() else { return true };
        if self.choices == 0 {
            return true;
        }
        self.choices -= 1;
        let men = self.men;
        for (at, man) in men.iter().enumerate() {
            let is_free = used >> at & 1 == 0 && man.kind != Kind::King && !man.never_moves();
            if !is_free {
                continue;
            }
            if man.color != self.side {
                if man.everywhere().contains(flight) && self.can_cover(rest.without_first(), used | 1 << at) {
                    return true;
                }
                continue;
            }
            for from in man.everywhere() {
                let covers = attacked(man, Bitboard::of(from), self.fixed);
                if covers.contains(flight) && self.can_cover(rest & !covers, used | 1 << at) {
                    return true;
                }
            }
        }
        false
    }
}

/// What a man attacks from squares of its sets, with only these men in the way.
fn attacked(man: &Man, from: Bitboard, fixed: Bitboard) -> Bitboard {
    let as_piece = from & man.promoted;
    let covers = sets::attacked(man.kind, man.color, from & man.reach, fixed);
    if as_piece.is_empty() { covers } else { covers | sets::promoted(as_piece, fixed) }
}
