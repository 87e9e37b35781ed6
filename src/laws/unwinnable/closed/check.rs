//! The independent check of a proof by reach sets, of cages and of moves that end play: slow, square by square.
//!
//! The analyzer grows the sets with bitboard operations. This check visits every piece, every square of its set and
//! every destination from there, and requires a reason wherever a destination is missing. It shares no code with the
//! analyzer except the type of the proof.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::square::Square;

use super::{PieceReach, ReachProof};

/// Why reach sets or scenes are not a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReachError {
    /// They do not match the pieces on the board.
    WrongPieces,
    /// The piece whose current square is the first can move from the second to the third, which is not in its set.
    Leaves(Square, Square, Square),
    /// The piece on this square can be captured, but the proof calls it safe.
    Captured(Square),
    /// A mate of the king on this square is conceivable.
    Mate(Square),
}

/// Checks that the sets hold for the position, that no legal move leads out of them except those that end play (see
/// `ended`), and that no mate by this side fits them.
pub fn check(position: &Position, side: Color, walls: &ReachProof) -> Result<(), ReachError> {
    let checker = Checker { position, pieces: &walls.pieces, last: find_last_piece(&walls.pieces, side) };
    checker.is_complete()?;
    checker.pieces.iter().try_for_each(|piece| checker.stays_inside(piece))?;
    checker.has_no_mate(side)
}

struct Checker<'a> {
    position: &'a Position,
    pieces: &'a [PieceReach],
    /// The last piece of the mating side; after its capture there is nothing to check.
    last: Option<&'a PieceReach>,
}

impl Checker<'_> {
    /// Checks that each piece on the board has one set that contains its square.
    fn is_complete(&self) -> Result<(), ReachError> {
        let homes: Bitboard = self.pieces.iter().map(|piece| piece.home).collect();
        let fits = |piece: &PieceReach| {
            let found = self.position.piece_at(piece.home);
            found.is_some_and(|found| found.color == piece.color && found.kind == piece.kind)
                && piece.reach.contains(piece.home)
                && (piece.kind == PieceType::Pawn || piece.promoted.is_empty())
        };
        let is_complete = homes == self.position.occupied() && self.pieces.len() == homes.count() as usize;
        if is_complete && self.pieces.iter().all(fits) { Ok(()) } else { Err(ReachError::WrongPieces) }
    }

    /// Checks that no move of a piece leads out of the sets.
    fn stays_inside(&self, piece: &PieceReach) -> Result<(), ReachError> {
        for from in piece.reach {
            for to in Square::all().filter(|&to| self.can_go(piece, from, to) && !self.ends(piece, from, to)) {
                let is_promoted = piece.kind == PieceType::Pawn && to.rank() == piece.color.other().back_rank();
                let set = if is_promoted { piece.promoted } else { piece.reach };
                if !set.contains(to) {
                    return Err(ReachError::Leaves(piece.home, from, to));
                }
                let is_push = piece.kind == PieceType::Pawn && from.file() == to.file();
                if !is_push {
                    self.may_capture(piece, to, piece.kind == PieceType::Pawn)?;
                }
            }
        }
        for from in piece.promoted {
            for to in Square::all().filter(|&to| self.can_go_promoted(piece, from, to)) {
                if !piece.promoted.contains(to) {
                    return Err(ReachError::Leaves(piece.home, from, to));
                }
                self.may_capture(piece, to, false)?;
            }
        }
        self.castles_inside(piece)
    }

    /// Checks that the pieces that may be on the square, or that a pawn may capture en passant there, are marked as
    /// capturable.
    fn may_capture(&self, piece: &PieceReach, to: Square, is_pawn: bool) -> Result<(), ReachError> {
        let is_there = |other: &PieceReach| other.everywhere().contains(to) || (is_pawn && self.passes(other, to));
        let mut victims = self.enemies(piece).filter(|other| self.is_capturable(other) && is_there(other));
        victims.find(|victim| !victim.may_be_captured).map_or(Ok(()), |victim| Err(ReachError::Captured(victim.home)))
    }

    /// Checks the destinations of castling; pieces in between are ignored.
    fn castles_inside(&self, piece: &PieceReach) -> Result<(), ReachError> {
        for rook in self.position.castling() & self.position.by_color(piece.color) {
            let side = CastlingSide::new(self.position.king(piece.color), rook);
            let rank = piece.color.back_rank();
            let to = match piece.kind {
                PieceType::King => Square::new(side.king_file(), rank),
                PieceType::Rook if piece.home == rook => Square::new(side.rook_file(), rank),
                _ => continue,
            };
            if !piece.reach.contains(to) {
                return Err(ReachError::Leaves(piece.home, piece.home, to));
            }
        }
        Ok(())
    }

    /// Whether this move may be legal in some position that fits the sets.
    fn can_go(&self, piece: &PieceReach, from: Square, to: Square) -> bool {
        if from == to || self.is_held(piece, from, to) {
            return false;
        }
        match piece.kind {
            PieceType::Pawn if from.file() == to.file() => {
                let pushes = attacks::origins(attacks::MoveShape::Push(piece.color), to).contains(from);
                pushes && !self.is_fixed_at(to) && !self.is_stopped(piece, from, to)
            }
            PieceType::Pawn => attacks::pawn(piece.color, from).contains(to) && self.has_victim(piece, to),
            PieceType::King => attacks::king(from).contains(to) && !self.is_guarded(piece, to),
            _ => reaches(piece, from).contains(to),
        }
    }

    fn can_go_promoted(&self, piece: &PieceReach, from: Square, to: Square) -> bool {
        let shapes = attacks::queen(from, Bitboard::EMPTY) | attacks::knight(from);
        from != to && shapes.contains(to) && !self.is_held(piece, from, to)
    }

    /// Whether play ends after a move.
    fn ends(&self, piece: &PieceReach, from: Square, to: Square) -> bool {
        self.last.is_some_and(|last| !piece.reach.contains(to) && is_end(self.pieces, last, piece, from, to))
    }

    /// Whether a piece may be captured and play continues.
    fn is_capturable(&self, piece: &PieceReach) -> bool {
        piece.kind != PieceType::King && self.last.is_none_or(|last| last.home != piece.home)
    }

    /// Whether fixed pieces or a king block the move in every position.
    fn is_held(&self, piece: &PieceReach, from: Square, to: Square) -> bool {
        let own_or_king =
            |other: &PieceReach| other.is_fixed() && (other.color == piece.color || other.kind == PieceType::King);
        attacks::between(from, to).into_iter().any(|square| self.is_fixed_at(square))
            || self.pieces.iter().any(|other| other.home == to && own_or_king(other))
    }

    fn is_fixed_at(&self, square: Square) -> bool {
        self.pieces.iter().any(|piece| piece.home == square && piece.is_fixed())
    }

    /// Whether the other side guards a square against a king in every position.
    fn is_guarded(&self, king: &PieceReach, to: Square) -> bool {
        is_caged_off(self.pieces, king.color, to) || self.is_guarded_by_one(king, to)
    }

    fn is_guarded_by_one(&self, king: &PieceReach, to: Square) -> bool {
        self.enemies(king).filter(|guard| !guard.may_be_captured && guard.promoted.is_empty()).any(|guard| {
            guard.reach.into_iter().all(|from| {
                reaches(guard, from).contains(to)
                    && attacks::between(from, to).into_iter().all(|square| self.is_vacant_but_for(king, square))
            })
        })
    }

    fn is_vacant_but_for(&self, king: &PieceReach, square: Square) -> bool {
        self.pieces.iter().all(|piece| piece.home == king.home || !piece.everywhere().contains(square))
    }

    /// Whether another pawn permanently blocks a pawn's way straight ahead to this square.
    fn is_stopped(&self, pawn: &PieceReach, from: Square, to: Square) -> bool {
        let file = Bitboard::of_file(pawn.home.file());
        let comes_back = pawn.reach.into_iter().any(|square| {
            (attacks::pawn(pawn.color, square) & file).into_iter().any(|to| self.can_go(pawn, square, to))
        });
        let progress = |square: Square| square.rank().index().abs_diff(pawn.color.back_rank().index());
        let stops = |other: &PieceReach| {
            let stays = !other.may_be_captured && other.promoted.is_empty() && (other.reach & !file).is_empty();
            let farthest = other.reach.into_iter().map(progress).max();
            other.kind == PieceType::Pawn
                && stays
                && progress(other.home) > progress(pawn.home)
                && farthest.is_some_and(|farthest| progress(to) >= farthest)
        };
        from.file() == pawn.home.file() && !comes_back && self.pieces.iter().any(stops)
    }

    /// Whether a pawn may be able to capture on a square.
    fn has_victim(&self, pawn: &PieceReach, to: Square) -> bool {
        let is_capturable = |piece: &PieceReach| self.is_capturable(piece) && piece.everywhere().contains(to);
        self.enemies(pawn).any(|piece| is_capturable(piece) || self.passes(piece, to))
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
                    && attacks::between(pawn.home, to) == Bitboard::from_square(over)
            });
        pawn.kind == PieceType::Pawn && (has_passed || may_pass)
    }

    fn enemies<'b>(&'b self, piece: &PieceReach) -> impl Iterator<Item = &'b PieceReach> {
        let color = piece.color.other();
        self.pieces.iter().filter(move |other| other.color == color)
    }

    /// Checks that no placement of the pieces mates the other side's king.
    fn has_no_mate(&self, side: Color) -> Result<(), ReachError> {
        let king = |color| self.pieces.iter().find(|piece| piece.kind == PieceType::King && piece.color == color);
        let (Some(ours), Some(theirs)) = (king(side), king(side.other())) else { return Err(ReachError::WrongPieces) };
        for at in theirs.reach {
            for support in ours.reach.into_iter().filter(|&square| square != at && !attacks::king(at).contains(square))
            {
                let flights = attacks::king(at) & !attacks::king(support);
                let checked = self
                    .pieces
                    .iter()
                    .filter(|piece| piece.color == side && piece.kind != PieceType::King)
                    .any(|piece| {
                        let is_new = !piece.never_moves()
                            || at == theirs.home
                            || !matches!(piece.kind, PieceType::Pawn | PieceType::Knight);
                        let checks = |&from: &Square| self.covers(piece, from, at).contains(at);
                        let squares = piece.everywhere();
                        is_new
                            && squares.into_iter().filter(checks).any(|from| {
                                self.can_cover(side, at, flights & !self.covers(piece, from, at), &mut vec![piece.home])
                            })
                    });
                if checked {
                    return Err(ReachError::Mate(at));
                }
            }
        }
        Ok(())
    }

    /// Whether unused pieces can take all these squares from the king.
    fn can_cover(&self, side: Color, at: Square, flights: Bitboard, used: &mut Vec<Square>) -> bool {
        let Some(flight) = flights.first() else { return true };
        for piece in self.pieces.iter().filter(|piece| piece.kind != PieceType::King) {
            // A piece that never moves has the same effect for every square, so it may be used again.
            if used.contains(&piece.home) && !piece.never_moves() {
                continue;
            }
            used.push(piece.home);
            let taken = if piece.color == side {
                let covering = |&from: &Square| self.covers(piece, from, at).contains(flight);
                let squares = piece.everywhere();
                squares
                    .into_iter()
                    .filter(covering)
                    .any(|from| self.can_cover(side, at, flights & !self.covers(piece, from, at), used))
            } else {
                piece.everywhere().contains(flight) && self.can_cover(side, at, flights.without_first(), used)
            };
            used.pop();
            if taken {
                return true;
            }
        }
        false
    }

    /// The attacks of a piece from a square of its sets with the king on `king`, blocked only by fixed pieces.
    fn covers(&self, piece: &PieceReach, from: Square, king: Square) -> Bitboard {
        let mut shapes = Bitboard::EMPTY;
        if piece.reach.contains(from) {
            shapes |= reaches(piece, from);
        }
        if piece.promoted.contains(from) {
            shapes |= attacks::queen(from, Bitboard::EMPTY) | attacks::knight(from);
        }
        let is_open = |&to: &Square| {
            attacks::between(from, to).into_iter().all(|square| square == king || !self.is_fixed_at(square))
        };
        shapes.into_iter().filter(is_open).collect()
    }
}

/// The attacks of a piece on an empty board.
fn reaches(piece: &PieceReach, from: Square) -> Bitboard {
    attacks::attacks_from(piece.kind, piece.color, from, Bitboard::EMPTY)
}

// The independent check of cages and of moves that end play: slow, square by square. For the claims see
// `cages` and `last_piece`.

/// Whether caged bishops, one of which always attacks the square, keep the king of this color off it.
fn is_caged_off(pieces: &[PieceReach], king: Color, to: Square) -> bool {
    let same = |piece: &&PieceReach| {
        let is_enemy = piece.kind == PieceType::Bishop && piece.color != king;
        is_enemy && !piece.may_be_captured && piece.home.is_light() == to.is_light()
    };
    let squares: Bitboard = pieces.iter().filter(same).flat_map(|piece| piece.reach).collect();
    let may_hide = |square: Square| {
        pieces.iter().any(|piece| {
            let is_kept_out = piece.kind == PieceType::King && piece.color == king;
            !same(&piece) && !is_kept_out && piece.everywhere().contains(square)
        })
    };
    let attacks_it = |from: Square| {
        attacks::bishop(from, Bitboard::EMPTY).contains(to) && !attacks::between(from, to).into_iter().any(may_hide)
    };
    let attackers = squares.into_iter().filter(|&from| attacks_it(from)).count();
    // The bishops do not all fit on the squares that do not attack it.
    pieces.iter().filter(same).count() > squares.count() as usize - attackers
}

/// The only piece of a side besides its king, if it is not a pawn.
pub(in super::super) fn find_last_piece(pieces: &[PieceReach], side: Color) -> Option<&PieceReach> {
    let mut ours = pieces.iter().filter(|piece| piece.color == side && piece.kind != PieceType::King);
    let last = ours.next().filter(|piece| piece.kind != PieceType::Pawn)?;
    ours.next().is_none().then_some(last)
}

/// Whether play ends at once or soon, without a checkmate by the side of this last piece, after a move.
fn is_end(pieces: &[PieceReach], last: &PieceReach, mover: &PieceReach, from: Square, to: Square) -> bool {
    let king = pieces.iter().find(|piece| piece.kind == PieceType::King && piece.color != mover.color);
    let Some(king) = king.filter(|king| king.reach.count() == 1).map(|king| king.home) else { return false };
    let after = After { pieces, last, mover, from, to, king };
    if mover.color == last.color {
        mover.home == last.home && after.must_be_taken()
    } else {
        !matches!(mover.kind, PieceType::Pawn | PieceType::King) && after.is_mate()
    }
}

/// The facts after a move that may give check to a king that never moves.
struct After<'a> {
    pieces: &'a [PieceReach],
    last: &'a PieceReach,
    mover: &'a PieceReach,
    from: Square,
    to: Square,
    king: Square,
}

impl After<'_> {
    fn is_mover(&self, piece: &PieceReach) -> bool {
        piece.home == self.mover.home
    }

    /// Whether another piece may be on a square.
    fn may_be_occupied(&self, but: &PieceReach, square: Square) -> bool {
        let others = |piece: &&PieceReach| piece.home != but.home && !self.is_mover(piece);
        (square == self.to && !self.is_mover(but))
            || (square != self.from
                && self.pieces.iter().filter(others).any(|piece| piece.everywhere().contains(square)))
    }

    /// Whether a piece certainly attacks one square from another. Attacks go through a king in check.
    fn attacks(&self, piece: &PieceReach, from: Square, at: Square) -> bool {
        let between = attacks::between(from, at).into_iter();
        attacks::attacks_from(piece.kind, piece.color, from, Bitboard::EMPTY).contains(at)
            && (piece.kind == PieceType::Knight
                || between.filter(|&square| square != self.king).all(|square| !self.may_be_occupied(piece, square)))
    }

    /// Whether one of the mover's pieces attacks a square from all squares of its set.
    fn is_guarded(&self, at: Square) -> bool {
        let guards = self.pieces.iter().filter(|piece| piece.color == self.mover.color && !self.is_mover(piece));
        let mut certain = guards.filter(|piece| !piece.may_be_captured && piece.promoted.is_empty());
        self.attacks(self.mover, self.to, at)
            || certain.any(|piece| piece.reach.into_iter().all(|from| self.attacks(piece, from, at)))
    }

    fn is_mate(&self) -> bool {
        let fixed = self
            .pieces
            .iter()
            .filter(|piece| piece.color == self.mover.color && piece.kind != PieceType::King && piece.is_fixed());
        let checkers = fixed.filter(|piece| !self.is_mover(piece)).map(|piece| (piece, piece.home));
        let mut checkers = std::iter::once((self.mover, self.to)).chain(checkers);
        let helps = |checker: Square| {
            let mut squares = attacks::between(checker, self.king).into_iter().chain([checker]);
            squares.any(|square| self.last.reach.into_iter().any(|from| self.could_go(from, square)))
        };
        let is_check = checkers.any(|(piece, from)| self.attacks(piece, from, self.king) && !helps(from));
        is_check && attacks::king(self.king).into_iter().all(|flight| self.is_guarded(flight))
    }

    /// Whether the last piece may be able to move to a square.
    fn could_go(&self, from: Square, to: Square) -> bool {
        let is_shut = |square: Square| {
            square != self.from && self.pieces.iter().any(|piece| piece.home == square && piece.is_fixed())
        };
        attacks::attacks_from(self.last.kind, self.last.color, from, Bitboard::EMPTY).contains(to)
            && (self.last.kind == PieceType::Knight || !attacks::between(from, to).into_iter().any(is_shut))
    }

    /// Whether the last piece gives check and the only reply, which is certainly legal, is to capture it.
    fn must_be_taken(&self) -> bool {
        let them = self.last.color.other();
        let adjacent = attacks::king(self.king);
        let is_blocked = |square: Square| {
            self.pieces.iter().any(|piece| piece.color == them && piece.home == square && piece.is_fixed())
        };
        let gives_check =
            attacks::attacks_from(self.last.kind, self.last.color, self.to, Bitboard::EMPTY).contains(self.king);
        let is_closed_in = adjacent.into_iter().all(|square| square == self.to || is_blocked(square));
        if !adjacent.contains(self.to) || !gives_check || !is_closed_in {
            return false;
        }
        let mut kings =
            self.pieces.iter().filter(|piece| piece.color == self.last.color && piece.kind == PieceType::King);
        let is_defended = kings.any(|king| king.reach.into_iter().any(|from| attacks::king(from).contains(self.to)));
        let takes = |piece: &&PieceReach| {
            piece.color == them && piece.kind != PieceType::King && piece.home != self.to && piece.is_fixed()
        };
        let is_open = |from: Square| {
            let hidden = |square: Square| self.pieces.iter().any(|piece| piece.everywhere().contains(square));
            !attacks::between(from, self.to).into_iter().any(hidden)
        };
        let reaches = |piece: &PieceReach| {
            attacks::attacks_from(piece.kind, piece.color, piece.home, Bitboard::EMPTY).contains(self.to)
        };
        !is_defended
            || self
                .pieces
                .iter()
                .filter(takes)
                .any(|piece| reaches(piece) && (piece.kind == PieceType::Knight || is_open(piece.home)))
    }
}
