//! Whether the reach sets allow a mate.
//!
//! If a king on a square *k* is mated, some enemy piece gives check from a square of its set, and each square adjacent
//! to *k* is attacked by the other side or occupied by the king's own pieces. A piece is on one square only, so it
//! either gives check or not, and blocks at most one square. Pieces in between are ignored unless they are fixed. If no
//! choice of squares satisfies these conditions, there is no mate.
//!
//! The choices are not enumerated; see [`super::super::unions`].

use crate::chess::attacks::{self, sets};
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::square::Square;

use super::super::unions::{self, AimSets, Aims, CHECK, Unions};
use super::PieceReach;
use super::reach::ReachSets;

/// Whether some placement of the pieces in their sets could mate the other side's king.
pub(super) fn is_conceivable(sets: &ReachSets, side: Color) -> bool {
    squares(sets.as_slice(), side).next().is_some()
}

/// The squares on which the other side's king could be mated in some placement of the pieces in their sets.
pub(super) fn squares(pieces: &[PieceReach], side: Color) -> impl Iterator<Item = Square> {
    let king = |color| pieces.iter().find(|piece| piece.kind == PieceType::King && piece.color == color);
    let kings = king(side).zip(king(side.other()));
    kings.into_iter().flat_map(move |(ours, theirs)| {
        let coverage = Coverage::new(pieces, side, theirs);
        let mut test = MateTest { pieces, side, fixed: coverage.fixed, home: theirs.home, square: theirs.home };
        theirs.reach.into_iter().filter(move |&square| {
            let flights = attacks::king(square) & !coverage.taken;
            // Our king takes squares away from a distance of two.
            let near = attacks::king(square);
            let room = ours.reach & !near & !Bitboard::from_square(square);
            let takeable = coverage.takeable | sets::attacked(PieceType::King, side, room, Bitboard::EMPTY);
            test.square = square;
            coverage.checked.contains(square) && (flights & !takeable).is_empty() && test.is_conceivable(flights, room)
        })
    })
}

/// Facts about all squares of the king.
struct Coverage {
    /// The squares of fixed pieces, except the losing king, which does not hide the squares behind it.
    fixed: Bitboard,
    /// The squares that pieces that never move take from the king.
    taken: Bitboard,
    /// The squares that moving pieces could take from it.
    takeable: Bitboard,
    /// The squares on which it could be in check.
    checked: Bitboard,
}

impl Coverage {
    fn new(pieces: &[PieceReach], side: Color, king: &PieceReach) -> Self {
        let fixed = pieces
            .iter()
            .filter(|piece| piece.is_fixed() && piece.home != king.home)
            .fold(Bitboard::EMPTY, |set, piece| set | Bitboard::from_square(piece.home));
        let nothing = Bitboard::EMPTY;
        let mut coverage = Self { fixed, taken: nothing, takeable: nothing, checked: nothing };
        for piece in pieces.iter().filter(|piece| piece.kind != PieceType::King) {
            let is_ours = piece.color == side;
            let covers = if is_ours { attacked(piece, piece.everywhere(), fixed) } else { piece.everywhere() };
            if piece.never_moves() {
                coverage.taken |= covers;
            } else {
                coverage.takeable |= covers;
            }
            if is_ours {
                coverage.checked |= covers;
            }
        }
        coverage
    }
}

/// The test for a mate of the king on one of its squares.
struct MateTest<'a> {
    pieces: &'a [PieceReach],
    side: Color,
    fixed: Bitboard,
    /// The current square of the losing king.
    home: Square,
    square: Square,
}

/// A square to be attacked, and the squares from which each type of our pieces attacks it.
#[derive(Clone, Copy, Default)]
struct Target {
    aim: Aims,
    from: [Bitboard; 6],
}

impl Target {
    /// The squares in a piece's reach from which it attacks the target.
    fn attackers(&self, piece: &PieceReach) -> Bitboard {
        let from = self.from[piece.kind.index()] & piece.reach;
        if piece.promoted.is_empty() {
            return from;
        }
        from | piece.promoted & (self.from[PieceType::Queen.index()] | self.from[PieceType::Knight.index()])
    }
}

impl MateTest<'_> {
    /// Whether our king, on some square of `room`, leaves no more flights than the other pieces can take away while one
    /// of them gives check.
    fn is_conceivable(&self, flights: Bitboard, room: Bitboard) -> bool {
        let mut unions = Unions::new(if self.is_checked_for_ever() { CHECK } else { 0 });
        let targets = self.targets(flights);
        let free = self.pieces.iter().filter(|piece| piece.kind != PieceType::King && !piece.never_moves());
        for piece in free {
            unions.add(&if piece.color == self.side {
                aim_sets(&targets, piece)
            } else {
                let stands = |from| unions::aims(self.square, Bitboard::from_square(from));
                (piece.everywhere() & flights).into_iter().map(stands).collect()
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
        let squares = (flights | Bitboard::from_square(self.square)).into_iter();
        for (square, target) in squares.zip(&mut targets) {
            let is_check = square == self.square;
            target.aim = if is_check { CHECK } else { unions::aims(self.square, Bitboard::from_square(square)) };
            // Attacks are symmetric: a piece attacks a square if the same piece of the other color there attacks it.
            target.from = PieceType::ALL.map(|kind| attacks::attacks_from(kind, self.side.other(), square, self.fixed));
        }
        targets
    }

    /// Whether a piece that never moves gives check.
    fn is_checked_for_ever(&self) -> bool {
        let ours = self
            .pieces
            .iter()
            .filter(|piece| piece.color == self.side && piece.kind != PieceType::King && piece.never_moves());
        ours.into_iter().any(|piece| {
            // A king never moves onto the attacked squares of a pawn or knight that never moves.
            let is_slider = matches!(piece.kind, PieceType::Bishop | PieceType::Rook | PieceType::Queen);
            (is_slider || self.square == self.home)
                && attacked(piece, piece.everywhere(), self.fixed).contains(self.square)
        })
    }
}

/// The attacks of a piece from squares of its sets, blocked only by fixed pieces.
fn attacked(piece: &PieceReach, from: Bitboard, fixed: Bitboard) -> Bitboard {
    let as_piece = from & piece.promoted;
    let covers = sets::attacked(piece.kind, piece.color, from & piece.reach, fixed);
    if as_piece.is_empty() { covers } else { covers | sets::promoted(as_piece, fixed) }
}

/// The sets of targets that a piece can attack, one for each of its squares.
fn aim_sets(targets: &[Target; 9], piece: &PieceReach) -> AimSets {
    let from = targets.map(|target| target.attackers(piece));
    let aims = |square| {
        (0..)
            .zip(&from)
            .filter(move |(_, from)| from.contains(square))
            .fold(0, |aims, (at, _): (usize, _)| aims | targets[at].aim)
    };
    from.into_iter().fold(Bitboard::EMPTY, |all, from| all | from).into_iter().map(aims).collect()
}
