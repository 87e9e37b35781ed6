//! Whether the reach sets leave room for a mate.
//!
//! In a position in which a king on a square *k* is mated, some man of the other side gives check from a square of its set;
//! and each square beside *k* is attacked by the other side, or one of the king's own men stands there. A man is on one
//! square only, so it either gives check or not, and stands in the king's way on one square. What stands between is
//! left out of account but for fixed men. If no choice of squares for the men does this, there is no mate.
//!
//! The choices are not gone through one by one; see [`unions`](super::super::unions).

use crate::chess::attacks::{self, sets};
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::square::Square;

use super::super::unions::{self, Aims, CHECK, Deeds, Unions};
use super::PieceReach;
use super::reach::Men;

/// Whether some placement of the men in their sets could have the other side's king mated.
pub(super) fn is_conceivable(men: &Men, side: Color) -> bool {
    squares(men.as_slice(), side).next().is_some()
}

/// The squares on which the other side's king could be mated in some placement of the pieces in their sets.
pub(super) fn squares(men: &[PieceReach], side: Color) -> impl Iterator<Item = Square> {
    let king = |color| men.iter().find(|man| man.kind == PieceType::King && man.color == color);
    let kings = king(side).zip(king(side.other()));
    kings.into_iter().flat_map(move |(ours, theirs)| {
        let powers = Powers::of(men, side, theirs);
        let mut siege = Siege { men, side, fixed: powers.fixed, home: theirs.home, square: theirs.home };
        theirs.reach.into_iter().filter(move |&square| {
            let flights = attacks::king(square) & !powers.taken;
            // Our king takes squares away from where it is two squares off.
            let near = attacks::king(square);
            let room = ours.reach & !near & !Bitboard::of(square);
            let takeable = powers.takeable | sets::attacked(PieceType::King, side, room, Bitboard::EMPTY);
            siege.square = square;
            powers.checked.contains(square) && (flights & !takeable).is_empty() && siege.is_conceivable(flights, room)
        })
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
    fn of(men: &[PieceReach], side: Color, king: &PieceReach) -> Self {
        let fixed = men
            .iter()
            .filter(|man| man.is_fixed() && man.home != king.home)
            .fold(Bitboard::EMPTY, |set, man| set | Bitboard::of(man.home));
        let nothing = Bitboard::EMPTY;
        let mut powers = Self { fixed, taken: nothing, takeable: nothing, checked: nothing };
        for man in men.iter().filter(|man| man.kind != PieceType::King) {
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
    men: &'a [PieceReach],
    side: Color,
    fixed: Bitboard,
    /// Where the king to be mated stands now.
    home: Square,
    /// Where it is mated.
    square: Square,
}

/// A square to be attacked, and from where each kind of our men attacks it.
#[derive(Clone, Copy, Default)]
struct Target {
    aim: Aims,
    from: [Bitboard; 6],
}

impl Target {
    /// From where a man that may ever stand there attacks the square.
    fn attackers(&self, man: &PieceReach) -> Bitboard {
        let from = self.from[man.kind.index()] & man.reach;
        if man.promoted.is_empty() {
            return from;
        }
        from | man.promoted & (self.from[PieceType::Queen.index()] | self.from[PieceType::Knight.index()])
    }
}

impl Siege<'_> {
    /// Whether from some square of its room our king leaves no more flights than the other men can take away, one of whom
    /// gives check.
    fn is_conceivable(&self, flights: Bitboard, room: Bitboard) -> bool {
        let mut unions = Unions::of(if self.is_checked_for_ever() { CHECK } else { 0 });
        let targets = self.targets(flights);
        let free = self.men.iter().filter(|man| man.kind != PieceType::King && !man.never_moves());
        for man in free {
            unions.add(&if man.color == self.side {
                deeds(&targets, man)
            } else {
                let stands = |from| unions::aims(self.square, Bitboard::of(from));
                (man.everywhere() & flights).into_iter().map(stands).collect()
            });
        }
        let leaves = |rest| unions.has_all(unions::aims(self.square, rest) | CHECK);
        let near = room & sets::attacked(PieceType::King, self.side, flights, Bitboard::EMPTY);
        if near.is_empty() {
            return !room.is_empty() && leaves(flights);
        }
        near.into_iter().any(|ours| leaves(flights & !attacks::king(ours)))
    }

    /// The king's square, and its flights.
    fn targets(&self, flights: Bitboard) -> [Target; 9] {
        let mut targets = [Target::default(); 9];
        let squares = (flights | Bitboard::of(self.square)).into_iter();
        for (square, target) in squares.zip(&mut targets) {
            let is_check = square == self.square;
            target.aim = if is_check { CHECK } else { unions::aims(self.square, Bitboard::of(square)) };
            // Whoever attacks a square from another is attacked from there by his like; by a pawn of the other color.
            target.from = PieceType::ALL.map(|kind| attacks::of(kind, self.side.other(), square, self.fixed));
        }
        targets
    }

    /// Whether a man that never moves gives check.
    fn is_checked_for_ever(&self) -> bool {
        let ours =
            self.men.iter().filter(|man| man.color == self.side && man.kind != PieceType::King && man.never_moves());
        ours.into_iter().any(|man| {
            // A pawn or knight that never moves attacks the king only if it does so now: no king enters its squares.
            let is_slider = matches!(man.kind, PieceType::Bishop | PieceType::Rook | PieceType::Queen);
            (is_slider || self.square == self.home) && attacked(man, man.everywhere(), self.fixed).contains(self.square)
        })
    }
}

/// What a man attacks from squares of its sets, with only these men in the way.
fn attacked(man: &PieceReach, from: Bitboard, fixed: Bitboard) -> Bitboard {
    let as_piece = from & man.promoted;
    let covers = sets::attacked(man.kind, man.color, from & man.reach, fixed);
    if as_piece.is_empty() { covers } else { covers | sets::promoted(as_piece, fixed) }
}

/// What a man can do about these targets.
fn deeds(targets: &[Target; 9], man: &PieceReach) -> Deeds {
    let from = targets.map(|target| target.attackers(man));
    let aims = |square| {
        (0..)
            .zip(&from)
            .filter(move |(_, from)| from.contains(square))
            .fold(0, |aims, (at, _): (usize, _)| aims | targets[at].aim)
    };
    from.into_iter().fold(Bitboard::EMPTY, |all, from| all | from).into_iter().map(aims).collect()
}
