//! The second look at a proof by reach sets: slow, square by square, and in words of its own.
//!
//! The analyzer grows the sets with bits shifted by the dozen; this goes through every man, every square of its set and
//! every square it could go to from there, and asks for a reason wherever the sets do not follow. It shares no code with
//! the analyzer but the type that it checks.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::square::Square;

use super::{PieceReach, ReachProof, ended};

/// Why sets prove nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReachError {
    /// They are not those of the men on the board.
    OtherMen,
    /// The man whose home is the first square can go from the second to the third, which is not in its set.
    Leaves(Square, Square, Square),
    /// The man whose home this is can be captured, and is said to be safe.
    Captured(Square),
    /// The king may be mated on this square.
    Mate(Square),
}

/// Whether the sets hold for the position, no legal move leads out of them but those
/// that end play, see `ended`, and no mate by this side fits them.
pub fn check(position: &Position, side: Color, walls: &ReachProof) -> Result<(), ReachError> {
    let court = Court { position, men: &walls.men, last: ended::last_man(&walls.men, side) };
    court.is_complete()?;
    court.men.iter().try_for_each(|man| court.stays_inside(man))?;
    court.has_no_mate(side)
}

struct Court<'a> {
    position: &'a Position,
    men: &'a [PieceReach],
    /// The only man that could mate, of which nothing is asked once it is captured.
    last: Option<&'a PieceReach>,
}

impl Court<'_> {
    /// Each man on the board has one set, and stands in it.
    fn is_complete(&self) -> Result<(), ReachError> {
        let homes: Bitboard = self.men.iter().map(|man| man.home).collect();
        let fits = |man: &PieceReach| {
            let piece = self.position.piece_at(man.home);
            piece.is_some_and(|piece| piece.color == man.color && piece.kind == man.kind)
                && man.reach.contains(man.home)
                && (man.kind == PieceType::Pawn || man.promoted.is_empty())
        };
        let is_complete = homes == self.position.occupied() && self.men.len() == homes.count() as usize;
        if is_complete && self.men.iter().all(fits) { Ok(()) } else { Err(ReachError::OtherMen) }
    }

    /// No move of a man leads out of the sets.
    fn stays_inside(&self, man: &PieceReach) -> Result<(), ReachError> {
        for from in man.reach {
            for to in Square::all().filter(|&to| self.can_go(man, from, to) && !self.ends(man, from, to)) {
                let is_promoted = man.kind == PieceType::Pawn && to.rank() == man.color.other().back_rank();
                let set = if is_promoted { man.promoted } else { man.reach };
                if !set.contains(to) {
                    return Err(ReachError::Leaves(man.home, from, to));
                }
                let is_push = man.kind == PieceType::Pawn && from.file() == to.file();
                if !is_push {
                    self.may_capture(man, to, man.kind == PieceType::Pawn)?;
                }
            }
        }
        for from in man.promoted {
            for to in Square::all().filter(|&to| self.can_go_promoted(man, from, to)) {
                if !man.promoted.contains(to) {
                    return Err(ReachError::Leaves(man.home, from, to));
                }
                self.may_capture(man, to, false)?;
            }
        }
        self.castles_inside(man)
    }

    /// Whoever may stand on the square, or pass over it where a pawn captures, is said to be mortal.
    fn may_capture(&self, man: &PieceReach, to: Square, is_pawn: bool) -> Result<(), ReachError> {
        let is_there = |other: &PieceReach| other.everywhere().contains(to) || (is_pawn && self.passes(other, to));
        let mut victims = self.enemies(man).filter(|other| self.is_prey(other) && is_there(other));
        victims.find(|victim| !victim.is_mortal).map_or(Ok(()), |victim| Err(ReachError::Captured(victim.home)))
    }

    /// Where castling leads; what stands between is not looked at.
    fn castles_inside(&self, man: &PieceReach) -> Result<(), ReachError> {
        for rook in self.position.castling() & self.position.colors(man.color) {
            let side = CastlingSide::of(self.position.king(man.color), rook);
            let rank = man.color.back_rank();
            let to = match man.kind {
                PieceType::King => Square::new(side.king_file(), rank),
                PieceType::Rook if man.home == rook => Square::new(side.rook_file(), rank),
                _ => continue,
            };
            if !man.reach.contains(to) {
                return Err(ReachError::Leaves(man.home, man.home, to));
            }
        }
        Ok(())
    }

    /// Whether this move is legal in some position that fits the sets, for all that is known.
    fn can_go(&self, man: &PieceReach, from: Square, to: Square) -> bool {
        if from == to || self.is_held(man, from, to) {
            return false;
        }
        match man.kind {
            PieceType::Pawn if from.file() == to.file() => {
                let pushes = attacks::origins(attacks::MoveShape::Push(man.color), to).contains(from);
                pushes && !self.is_fixed_at(to) && !self.is_stopped(man, from, to)
            }
            PieceType::Pawn => attacks::pawn(man.color, from).contains(to) && self.has_prey(man, to),
            PieceType::King => attacks::king(from).contains(to) && !self.is_guarded(man, to),
            _ => reaches(man, from).contains(to),
        }
    }

    fn can_go_promoted(&self, man: &PieceReach, from: Square, to: Square) -> bool {
        let shapes = attacks::queen(from, Bitboard::EMPTY) | attacks::knight(from);
        from != to && shapes.contains(to) && !self.is_held(man, from, to)
    }

    /// Whether play does not go on after a move.
    fn ends(&self, man: &PieceReach, from: Square, to: Square) -> bool {
        self.last.is_some_and(|last| !man.reach.contains(to) && ended::is_end(self.men, last, man, from, to))
    }

    /// Whether a man may be captured, and play goes on.
    fn is_prey(&self, man: &PieceReach) -> bool {
        man.kind != PieceType::King && self.last.is_none_or(|last| last.home != man.home)
    }

    /// Whether fixed men or a king are in the way in every position.
    fn is_held(&self, man: &PieceReach, from: Square, to: Square) -> bool {
        let own_or_king =
            |other: &PieceReach| other.is_fixed() && (other.color == man.color || other.kind == PieceType::King);
        attacks::between(from, to).into_iter().any(|square| self.is_fixed_at(square))
            || self.men.iter().any(|other| other.home == to && own_or_king(other))
    }

    fn is_fixed_at(&self, square: Square) -> bool {
        self.men.iter().any(|man| man.home == square && man.is_fixed())
    }

    /// Whether a king is kept off a square in every position.
    fn is_guarded(&self, king: &PieceReach, to: Square) -> bool {
        ended::is_caged_off(self.men, king.color, to) || self.is_guarded_by_one(king, to)
    }

    fn is_guarded_by_one(&self, king: &PieceReach, to: Square) -> bool {
        self.enemies(king).filter(|guard| !guard.is_mortal && guard.promoted.is_empty()).any(|guard| {
            guard.reach.into_iter().all(|from| {
                reaches(guard, from).contains(to)
                    && attacks::between(from, to).into_iter().all(|square| self.is_vacant_but_for(king, square))
            })
        })
    }

    fn is_vacant_but_for(&self, king: &PieceReach, square: Square) -> bool {
        self.men.iter().all(|man| man.home == king.home || !man.everywhere().contains(square))
    }

    /// Whether a pawn cannot go straight on to this square because another one is before it on its file for ever.
    fn is_stopped(&self, pawn: &PieceReach, from: Square, to: Square) -> bool {
        let file = Bitboard::of_file(pawn.home.file());
        let comes_back = pawn.reach.into_iter().any(|square| {
            (attacks::pawn(pawn.color, square) & file).into_iter().any(|to| self.can_go(pawn, square, to))
        });
        let progress = |square: Square| square.rank().index().abs_diff(pawn.color.back_rank().index());
        let stops = |other: &PieceReach| {
            let stays = !other.is_mortal && other.promoted.is_empty() && (other.reach & !file).is_empty();
            let farthest = other.reach.into_iter().map(progress).max();
            other.kind == PieceType::Pawn
                && stays
                && progress(other.home) > progress(pawn.home)
                && farthest.is_some_and(|farthest| progress(to) >= farthest)
        };
        from.file() == pawn.home.file() && !comes_back && self.men.iter().any(stops)
    }

    /// Whether a pawn may find something to take on a square.
    fn has_prey(&self, pawn: &PieceReach, to: Square) -> bool {
        let is_prey = |man: &PieceReach| self.is_prey(man) && man.everywhere().contains(to);
        self.enemies(pawn).any(|man| is_prey(man) || self.passes(man, to))
    }

    /// Whether a pawn may pass over a square by a double step, now or later.
    fn passes(&self, pawn: &PieceReach, over: Square) -> bool {
        let has_passed = self.position.legal_en_passant() == Some(over)
            && pawn.home.file() == over.file()
            && pawn.home.rank().index() == over.rank().index() ^ 1;
        let starts = pawn.home.rank().index().abs_diff(pawn.color.back_rank().index()) == 1;
        let may_pass = starts
            && pawn.reach.into_iter().any(|to| {
                pawn.home.rank().index().abs_diff(to.rank().index()) == 2
                    && attacks::between(pawn.home, to) == Bitboard::of(over)
            });
        pawn.kind == PieceType::Pawn && (has_passed || may_pass)
    }

    fn enemies<'b>(&'b self, man: &PieceReach) -> impl Iterator<Item = &'b PieceReach> {
        let color = man.color.other();
        self.men.iter().filter(move |other| other.color == color)
    }

    /// No placement of the men has the other side's king mated.
    fn has_no_mate(&self, side: Color) -> Result<(), ReachError> {
        let king = |color| self.men.iter().find(|man| man.kind == PieceType::King && man.color == color);
        let (Some(ours), Some(theirs)) = (king(side), king(side.other())) else { return Err(ReachError::OtherMen) };
        for at in theirs.reach {
            for support in ours.reach.into_iter().filter(|&square| square != at && !attacks::king(at).contains(square))
            {
                let flights = attacks::king(at) & !attacks::king(support);
                let checked =
                    self.men.iter().filter(|man| man.color == side && man.kind != PieceType::King).any(|man| {
                        let is_new = !man.never_moves()
                            || at == theirs.home
                            || !matches!(man.kind, PieceType::Pawn | PieceType::Knight);
                        let checks = |&from: &Square| self.covers(man, from, at).contains(at);
                        let squares = man.everywhere();
                        is_new
                            && squares.into_iter().filter(checks).any(|from| {
                                self.besieged(side, at, flights & !self.covers(man, from, at), &mut vec![man.home])
                            })
                    });
                if checked {
                    return Err(ReachError::Mate(at));
                }
            }
        }
        Ok(())
    }

    /// Whether men that are not yet used can take all these squares from the king.
    fn besieged(&self, side: Color, at: Square, flights: Bitboard, used: &mut Vec<Square>) -> bool {
        let Some(flight) = flights.first() else { return true };
        for man in self.men.iter().filter(|man| man.kind != PieceType::King) {
            // What never moves does the same for every square, and may be used again.
            if used.contains(&man.home) && !man.never_moves() {
                continue;
            }
            used.push(man.home);
            let taken = if man.color == side {
                let covering = |&from: &Square| self.covers(man, from, at).contains(flight);
                let squares = man.everywhere();
                squares
                    .into_iter()
                    .filter(covering)
                    .any(|from| self.besieged(side, at, flights & !self.covers(man, from, at), used))
            } else {
                man.everywhere().contains(flight) && self.besieged(side, at, flights.without_first(), used)
            };
            used.pop();
            if taken {
                return true;
            }
        }
        false
    }

    /// What a man attacks from a square of its sets when the king stands there, with nothing but fixed men in its way.
    fn covers(&self, man: &PieceReach, from: Square, king: Square) -> Bitboard {
        let mut shapes = Bitboard::EMPTY;
        if man.reach.contains(from) {
            shapes |= reaches(man, from);
        }
        if man.promoted.contains(from) {
            shapes |= attacks::queen(from, Bitboard::EMPTY) | attacks::knight(from);
        }
        let is_open = |&to: &Square| {
            attacks::between(from, to).into_iter().all(|square| square == king || !self.is_fixed_at(square))
        };
        shapes.into_iter().filter(is_open).collect()
    }
}

/// What a man attacks from a square of an empty board.
fn reaches(man: &PieceReach, from: Square) -> Bitboard {
    attacks::of(man.kind, man.color, from, Bitboard::EMPTY)
}
