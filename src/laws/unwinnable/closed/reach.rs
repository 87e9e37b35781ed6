//! The reach sets of all pieces, as a least fixpoint, and the cages of bishops that bound them.
//!
//! Conclusions about *every position that fits the sets* rest on two kinds of pieces. *Fixed* pieces are on their
//! square in all of these positions; *safe* pieces, which are never captured, are somewhere in their set in all of
//! them. As the sets grow, fewer pieces are fixed or safe, and fewer moves can be omitted. At the fixpoint, the sets
//! justify the omissions by which they were computed.
//!
//! Omitted moves:
//!
//! 1. over or onto a fixed piece (onto one of the other side: only by a piece that cannot capture there), or onto a
//!    king;
//! 2. of a king, onto a square that the other side guards in all positions: a safe piece attacks it from every square
//!    of its set, and nothing can ever interpose;
//! 3. of a pawn straight ahead, past a pawn on its file: neither can jump over the other. While the other pawn is safe
//!    and stays on the file, and this one has not left the file and returned, it stays below the other's highest
//!    square;
//! 4. of a pawn sideways, to squares where no enemy piece can ever be;
//! 5. moves that end play without a checkmate by the side, if it has only [one piece](super::last_piece) besides its
//!    king.

use crate::chess::attacks::{self, sets};
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::square::{Rank, Square};

use super::PieceReach;
use super::last_piece::Last;

/// The reach sets of a position's pieces, at most 32, in the order of their squares; a vector without heap memory.
#[derive(Clone)]
pub(super) struct ReachSets {
    all: [PieceReach; 32],
    count: usize,
    homes: Bitboard,
}

impl ReachSets {
    pub(super) fn as_slice(&self) -> &[PieceReach] {
        &self.all[..self.count]
    }

    /// The index of the piece that is currently on this square.
    fn index_of(&self, home: Square) -> usize {
        (self.homes & Bitboard(Bitboard::from_square(home).0 - 1)).count() as usize
    }
}

/// Computes the reach sets of a position, as far as they matter for a mate by this side.
pub(super) fn reach_sets(position: &Position, side: Color) -> ReachSets {
    let mut fixpoint = Fixpoint::new(position, side);
    while fixpoint.grow() {}
    fixpoint.sets
}

struct Fixpoint {
    sets: ReachSets,
    last: Option<Last>,
    /// Whether there are enough bishops for a cage.
    has_cages: bool,
    /// For each pawn, one bit: whether it may return to its starting file.
    returns: u32,
    /// The facts about every position that fits the sets of the previous round.
    invariants: Invariants,
    changed: bool,
}

/// Facts about every position that fits the sets.
#[derive(Clone, Copy, Default)]
struct Invariants {
    /// The squares of fixed pieces, by color.
    fixed: [Bitboard; 2],
    /// Squares that the king of this color can never enter.
    guarded: [Bitboard; 2],
    /// Squares of kings that never move, by color.
    fixed_king: [Bitboard; 2],
    /// The squares where capturable pieces of this color (not kings) may be.
    targets: [Bitboard; 2],
    /// Those of them that are not yet marked as captured.
    new_targets: [Bitboard; 2],
    /// The safe pawns that stay on their file, by their current squares.
    file_blockers: Bitboard,
    /// Squares that a pawn of this color may pass over.
    passed: [Bitboard; 2],
}

impl Fixpoint {
    fn new(position: &Position, side: Color) -> Self {
        let none = PieceReach {
            color: Color::White,
            kind: PieceType::King,
            home: Square::from_index(0),
            reach: Bitboard::EMPTY,
            promoted: Bitboard::EMPTY,
            may_be_captured: false,
        };
        let mut sets = ReachSets { all: [none; 32], count: 0, homes: position.occupied() };
        for home in position.occupied() {
            let color = if position.by_color(Color::White).contains(home) { Color::White } else { Color::Black };
            let piece =
                PieceReach { color, kind: position.kind_of(home), home, reach: Bitboard::from_square(home), ..none };
            sets.all[sets.count] = piece;
            sets.count += 1;
        }
        let last = Last::find(position, side, sets.as_slice());
        let has_cages = may_be(position);
        let mut fixpoint =
            Self { sets, last, has_cages, returns: 0, invariants: Invariants::default(), changed: false };
        fixpoint.add_castlings(position);
        fixpoint.add_en_passant(position);
        fixpoint
    }

    /// Assumes that castling is always possible: pieces in between are ignored.
    fn add_castlings(&mut self, position: &Position) {
        for rook in position.castling() {
            let color = if position.by_color(Color::White).contains(rook) { Color::White } else { Color::Black };
            let king = position.king(color);
            let side = CastlingSide::new(king, rook);
            let rank = color.back_rank();
            self.piece_at(rook).reach |= Bitboard::from_square(Square::new(side.rook_file(), rank));
            self.piece_at(king).reach |= Bitboard::from_square(Square::new(side.king_file(), rank));
        }
    }

    /// Adds the en passant capture that is possible now.
    fn add_en_passant(&mut self, position: &Position) {
        let Some(to) = position.legal_en_passant() else { return };
        let captors = attacks::pawn(position.turn().other(), to) & position.pieces(position.turn(), PieceType::Pawn);
        for captor in captors {
            self.piece_at(captor).reach |= Bitboard::from_square(to);
        }
        let victim = Square::from_index(to.index() as u8 ^ 8);
        self.piece_at(victim).may_be_captured = true;
    }

    fn piece_at(&mut self, home: Square) -> &mut PieceReach {
        &mut self.sets.all[self.sets.index_of(home)]
    }

    /// Adds the destinations of one move of each piece. Returns whether anything changed.
    fn grow(&mut self) -> bool {
        self.invariants = self.invariants();
        self.changed = false;
        for at in 0..self.sets.count {
            match self.sets.all[at].kind {
                PieceType::Pawn => self.grow_pawn(at),
                _ => self.grow_piece(at),
            }
        }
        self.changed
    }

    fn invariants(&self) -> Invariants {
        let pieces = self.sets.as_slice();
        let mut invariants = Invariants::default();
        for (at, piece) in pieces.iter().enumerate() {
            let color = piece.color.index();
            if piece.is_fixed() {
                invariants.fixed[color] |= Bitboard::from_square(piece.home);
            }
            if piece.kind != PieceType::King && !self.is_last(at) {
                invariants.targets[color] |= piece.everywhere();
                if !piece.may_be_captured {
                    invariants.new_targets[color] |= piece.everywhere();
                }
            } else if piece.kind == PieceType::King && piece.never_moves() {
                invariants.fixed_king[color] = Bitboard::from_square(piece.home);
            }
            if piece.kind == PieceType::Pawn {
                let is_on_file = (piece.reach & !Bitboard::of_file(piece.home.file())).is_empty();
                if is_on_file && !piece.may_be_captured && piece.promoted.is_empty() {
                    invariants.file_blockers |= Bitboard::from_square(piece.home);
                }
                invariants.passed[color] |= passed(piece);
            }
        }
        for color in Color::BOTH {
            // The king that is kept out does not hide the squares behind it.
            let may_hide = pieces
                .iter()
                .filter(|piece| piece.kind != PieceType::King || piece.color != color)
                .fold(Bitboard::EMPTY, |squares, piece| squares | piece.everywhere());
            let guards = pieces.iter().filter(|piece| piece.color != color);
            invariants.guarded[color.index()] =
                guards.fold(self.guarded_by_cages(color), |squares, piece| squares | always_guarded(piece, may_hide));
        }
        invariants
    }

    fn grow_piece(&mut self, at: usize) {
        let piece = self.sets.all[at];
        let (reach, destinations) = self.flood(&piece, piece.reach, |from, blocked| {
            // Only a check to a king that never moves can end play.
            let last = self.last.filter(|_| !self.invariants.fixed_king[piece.color.other().index()].is_empty());
            let destinations = match last {
                Some(last) => self.moves_that_go_on(last, at, from, blocked),
                None => sets::attacked(piece.kind, piece.color, from, blocked),
            };
            if piece.kind == PieceType::King {
                destinations & !self.invariants.guarded[piece.color.index()]
            } else {
                destinations
            }
        });
        self.capture(piece.color, destinations);
        self.set(at, reach, piece.promoted);
    }

    /// The squares from which cages of bishops keep the king of this color.
    fn guarded_by_cages(&self, king: Color) -> Bitboard {
        if self.has_cages { guarded(self.sets.as_slice(), king) } else { Bitboard::EMPTY }
    }

    fn is_last(&self, at: usize) -> bool {
        self.last.is_some_and(|last| last.at == at)
    }

    /// The destinations of a piece from the squares of a set, without moves that end play.
    fn moves_that_go_on(&self, last: Last, at: usize, from: Bitboard, blocked: Bitboard) -> Bitboard {
        let pieces = self.sets.as_slice();
        let piece = &pieces[at];
        from.into_iter().fold(Bitboard::EMPTY, |all, from| {
            let destinations = sets::attacked(piece.kind, piece.color, Bitboard::from_square(from), blocked) & !all;
            let ends = destinations & !piece.reach;
            let ends: Bitboard = ends.into_iter().filter(|&to| last.ends_with(pieces, at, from, to)).collect();
            all | destinations & !ends
        })
    }

    /// Flood fill: all squares that a piece can reach from those of a set, and the destinations of its moves.
    fn flood(
        &self,
        piece: &PieceReach,
        start: Bitboard,
        step: impl Fn(Bitboard, Bitboard) -> Bitboard,
    ) -> (Bitboard, Bitboard) {
        let Invariants { fixed, fixed_king, .. } = &self.invariants;
        let blocked = fixed[0] | fixed[1];
        let open = !fixed[piece.color.index()] & !fixed_king[piece.color.other().index()];
        let mut reach = start;
        loop {
            let destinations = step(reach, blocked) & open;
            if (destinations & !reach).is_empty() {
                return (reach, destinations);
            }
            reach |= destinations;
        }
    }

    fn grow_pawn(&mut self, at: usize) {
        let piece = self.sets.all[at];
        let (us, them) = (piece.color, piece.color.other());
        let last = Bitboard::of_rank(them.back_rank());
        let home_file = Bitboard::of_file(piece.home.file());
        let open = !(self.invariants.fixed[0] | self.invariants.fixed[1] | self.limit(at));
        let third_rank = sets::ahead(us, Bitboard::of_rank(second_rank(us)));
        let mut reach = piece.reach;
        let aside = loop {
            let one = sets::ahead(us, reach) & open;
            let two = sets::ahead(us, one & third_rank) & open;
            let takes = sets::attacked(PieceType::Pawn, us, reach, Bitboard::EMPTY);
            let targets = takes & self.invariants.targets[them.index()];
            let passing = self.capture_in_passing(us, takes);
            self.capture(us, targets);
            let aside = (targets | passing) & !self.invariants.fixed[us.index()];
            let destinations = one | two | aside;
            if (destinations & !reach).is_empty() {
                break aside;
            }
            reach |= destinations;
        };
        if !(aside & home_file).is_empty() && self.returns >> at & 1 == 0 {
            self.returns |= 1 << at;
            self.changed = true;
        }
        let mut promoted = piece.promoted | (reach & last);
        if !promoted.is_empty() {
            let (everywhere, destinations) = self.flood(&piece, promoted, sets::promoted);
            self.capture(us, destinations);
            promoted = everywhere;
        }
        self.set(at, reach & !last, promoted);
    }

    /// The squares of its file that a pawn cannot reach because another pawn is ahead of it (reason 3).
    fn limit(&self, at: usize) -> Bitboard {
        let pieces = self.sets.as_slice();
        let pawn = &pieces[at];
        if self.returns >> at & 1 == 1 {
            return Bitboard::EMPTY;
        }
        let mut limit = Bitboard::EMPTY;
        for home in self.invariants.file_blockers & path(pawn.color, pawn.home) {
            // The highest square of the other pawn, and the squares beyond.
            limit |= foremost_and_beyond(pawn.color, pieces[self.sets.index_of(home)].reach);
        }
        limit & Bitboard::of_file(pawn.home.file())
    }

    /// Marks enemy pieces that may be on these squares as captured.
    fn capture(&mut self, by: Color, squares: Bitboard) {
        if (squares & self.invariants.new_targets[by.other().index()]).is_empty() {
            return;
        }
        let last = self.last.map(|last| last.at);
        for (at, piece) in self.sets.all[..self.sets.count].iter_mut().enumerate() {
            let is_target =
                piece.color != by && piece.kind != PieceType::King && !piece.may_be_captured && last != Some(at);
            if is_target && !(piece.everywhere() & squares).is_empty() {
                piece.may_be_captured = true;
                self.changed = true;
            }
        }
    }

    /// The squares among those attacked by a pawn on which it may capture en passant.
    fn capture_in_passing(&mut self, by: Color, attacked: Bitboard) -> Bitboard {
        let them = by.other();
        let passed = attacked & self.invariants.passed[them.index()];
        for over in passed {
            let Some(home) = over.offset(0, -forward(them)) else { continue };
            let piece = self.piece_at(home);
            let was_marked = std::mem::replace(&mut piece.may_be_captured, true);
            self.changed |= !was_marked;
        }
        passed
    }

    fn set(&mut self, at: usize, reach: Bitboard, promoted: Bitboard) {
        let piece = &mut self.sets.all[at];
        self.changed |= piece.reach != reach || piece.promoted != promoted;
        (piece.reach, piece.promoted) = (reach, promoted);
    }
}

/// The squares that a piece attacks in every position that fits the sets. `may_hide` are the squares where another
/// piece may be.
fn always_guarded(piece: &PieceReach, may_hide: Bitboard) -> Bitboard {
    if piece.may_be_captured || !piece.promoted.is_empty() || piece.reach.count() > 8 {
        return Bitboard::EMPTY;
    }
    piece
        .reach
        .into_iter()
        .fold(Bitboard::ALL, |always, square| always & attacks::attacks_from(piece.kind, piece.color, square, may_hide))
}

/// The square that a pawn may pass over by a double step, if it is on its first square and may reach the fourth rank.
fn passed(pawn: &PieceReach) -> Bitboard {
    if pawn.home.rank() != second_rank(pawn.color) {
        return Bitboard::EMPTY;
    }
    let over = sets::ahead(pawn.color, Bitboard::from_square(pawn.home));
    if (pawn.reach & sets::ahead(pawn.color, over)).is_empty() { Bitboard::EMPTY } else { over }
}

/// The direction of a side's pawns.
const fn forward(color: Color) -> i8 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// The rank on which a side's pawns start.
fn second_rank(color: Color) -> Rank {
    Rank::from_index(if color == Color::White { 1 } else { 6 })
}

/// The squares of its file ahead of a pawn of this color.
pub(in super::super) fn path(color: Color, square: Square) -> Bitboard {
    let rank = 8 * square.rank().index();
    let ranks = match color {
        Color::White => (!0_u64 << rank) << 8,
        Color::Black => (1 << rank) - 1,
    };
    Bitboard(ranks) & Bitboard::of_file(square.file())
}

/// The foremost rank of a set of squares, in the direction of this side's pawns, and all ranks beyond it.
fn foremost_and_beyond(color: Color, squares: Bitboard) -> Bitboard {
    Bitboard(match color {
        Color::White => !0_u64 << (8 * (squares.0.ilog2() / 8)),
        Color::Black => !0_u64 >> (56 - 8 * (squares.0.trailing_zeros() / 8)),
    })
}

// Cages: bishops of one side that are confined to so few squares that one of them always guards a given square.
//
// The bishops of a cage are never captured and never leave these squares. A square is guarded if more squares of the
// cage attack it than are free, because then there is always a bishop on one of these.
//
// ```text
//   B . B . B . B .   seven bishops on a8, b7, c8, d7, e8, f7, g8 and h7: one square is free;
//   . B . B . B . .   a6 is attacked from b7, or else from c8
//   P . P . P . P .
// ```
//
// Cages with at least twice as many squares as bishops are ignored, because they guard hardly anything. The
// independent check has no such limit.

/// The smallest number of bishops in a cage.
const MIN_BISHOPS: u32 = 3;

/// Whether either side has enough bishops for a cage.
fn may_be(position: &Position) -> bool {
    Color::BOTH.into_iter().any(|color| position.pieces(color, PieceType::Bishop).count() >= MIN_BISHOPS)
}

/// The squares from which cages keep the king of this color.
fn guarded(pieces: &[PieceReach], king: Color) -> Bitboard {
    [Bitboard::LIGHT, Bitboard::DARK].into_iter().fold(Bitboard::EMPTY, |all, shade| {
        let is_caged = |piece: &&PieceReach| {
            piece.kind == PieceType::Bishop
                && piece.color != king
                && !piece.may_be_captured
                && shade.contains(piece.home)
        };
        let cage = pieces.iter().filter(is_caged).fold(Bitboard::EMPTY, |cage, piece| cage | piece.reach);
        let count = pieces.iter().filter(is_caged).count() as u32;
        if count < MIN_BISHOPS || cage.count() >= 2 * count {
            return all;
        }
        let is_other = |piece: &&PieceReach| !is_caged(piece) && (piece.kind != PieceType::King || piece.color != king);
        let others = pieces.iter().filter(is_other).fold(Bitboard::EMPTY, |others, piece| others | piece.everywhere());
        let free = cage.count() - count;
        let is_guarded = |&square: &_| (attacks::bishop(square, others) & cage).count() > free;
        all | shade.into_iter().filter(is_guarded).collect::<Bitboard>()
    })
}
