//! The reach sets of all men, as a least fixpoint.
//!
//! What is said of *every position that fits the sets* rests on two kinds of men: those that are *fixed* stand on their
//! square in all of these positions; those that are immortal stand somewhere in their set in all of them. As the sets
//! grow, fewer men are fixed or immortal, and fewer moves can be left out; so adding until nothing changes ends with sets
//! that allow themselves.
//!
//! Moves that are left out:
//!
//! 1. over or onto a fixed man (onto one of the other side: only by what cannot capture there), or onto a king;
//! 2. of a king, onto a square that the other side guards in all positions: an immortal man attacks it from every
//!    square of its set, and nothing can ever come between;
//! 3. of a pawn straight on, past a pawn on its file: neither can jump the other, so as long as that one is immortal and
//!    stays on the file, and this one has not left the file and come back, it stays below that one's highest square;
//! 4. of a pawn aside, to squares where no man of the other side can ever be;
//! 5. such as end play without a mate by the side asked about, where it has but [one man](super::last_piece) beside its king.

use crate::chess::attacks::{self, sets};
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::square::{Rank, Square};

use super::PieceReach;
use super::cages;
use super::last_piece::Last;

/// The men of a position, at most 32, without heap memory, in the order of their squares.
#[derive(Clone)]
pub(super) struct Men {
    all: [PieceReach; 32],
    count: usize,
    homes: Bitboard,
}

impl Men {
    pub(super) fn as_slice(&self) -> &[PieceReach] {
        &self.all[..self.count]
    }

    /// The number of the man that stands on this square now.
    fn number_of(&self, home: Square) -> usize {
        (self.homes & Bitboard(Bitboard::of(home).0 - 1)).count() as usize
    }
}

/// The reach sets of a position, as far as they matter for a mate by this side.
pub(super) fn of(position: &Position, side: Color) -> Men {
    let mut growth = Growth::new(position, side);
    while growth.round() {}
    growth.men
}

struct Growth {
    men: Men,
    last: Option<Last>,
    /// Whether there are so many bishops that they may form a cage.
    has_cages: bool,
    /// For each man that is a pawn: whether it may come back to the file from which it started.
    returns: u32,
    /// What holds in every position that fits the sets as they were when the round began.
    certain: Certain,
    changed: bool,
}

/// What holds in every position that fits the sets.
#[derive(Clone, Copy, Default)]
struct Certain {
    /// The squares of fixed men, by color.
    fixed: [Bitboard; 2],
    /// Squares that the king of this color can never enter.
    guarded: [Bitboard; 2],
    /// Squares of kings that never move, by color.
    fixed_king: [Bitboard; 2],
    /// Where men of this color that can be captured by their kind (no kings) may be.
    prey: [Bitboard; 2],
    /// Where those of them may be that have not been found to be mortal.
    fresh_prey: [Bitboard; 2],
    /// The pawns that are immortal and stay on their file, by where they stand now.
    staying: Bitboard,
    /// Squares that a pawn of this color may pass over.
    passed: [Bitboard; 2],
}

impl Growth {
    fn new(position: &Position, side: Color) -> Self {
        let nobody = PieceReach {
            color: Color::White,
            kind: PieceType::King,
            home: Square::from_index(0),
            reach: Bitboard::EMPTY,
            promoted: Bitboard::EMPTY,
            is_mortal: false,
        };
        let mut men = Men { all: [nobody; 32], count: 0, homes: position.occupied() };
        for home in position.occupied() {
            let color = if position.colors(Color::White).contains(home) { Color::White } else { Color::Black };
            let man = PieceReach { color, kind: position.kind_of(home), home, reach: Bitboard::of(home), ..nobody };
            men.all[men.count] = man;
            men.count += 1;
        }
        let last = Last::of(position, side, men.as_slice());
        let has_cages = cages::may_be(position);
        let mut growth = Self { men, last, has_cages, returns: 0, certain: Certain::default(), changed: false };
        growth.add_castlings(position);
        growth.add_en_passant(position);
        growth
    }

    /// Rooks and kings that may castle may always do so: what stands between is left out of account.
    fn add_castlings(&mut self, position: &Position) {
        for rook in position.castling() {
            let color = if position.colors(Color::White).contains(rook) { Color::White } else { Color::Black };
            let king = position.king(color);
            let side = CastlingSide::of(king, rook);
            let rank = color.back_rank();
            self.man_at(rook).reach |= Bitboard::of(Square::new(side.rook_file(), rank));
            self.man_at(king).reach |= Bitboard::of(Square::new(side.king_file(), rank));
        }
    }

    /// A capture that is possible now by a double step made before.
    fn add_en_passant(&mut self, position: &Position) {
        let Some(to) = position.legal_en_passant() else { return };
        let captors = attacks::pawn(position.turn().other(), to) & position.pieces(position.turn(), PieceType::Pawn);
        for captor in captors {
            self.man_at(captor).reach |= Bitboard::of(to);
        }
        let victim = Square::from_index(to.index() as u8 ^ 8);
        self.man_at(victim).is_mortal = true;
    }

    fn man_at(&mut self, home: Square) -> &mut PieceReach {
        &mut self.men.all[self.men.number_of(home)]
    }

    /// Adds what one move of each man adds; whether that was anything.
    fn round(&mut self) -> bool {
        self.certain = self.certainties();
        self.changed = false;
        for at in 0..self.men.count {
            match self.men.all[at].kind {
                PieceType::Pawn => self.grow_pawn(at),
                _ => self.grow_piece(at),
            }
        }
        self.changed
    }

    fn certainties(&self) -> Certain {
        let men = self.men.as_slice();
        let mut certain = Certain::default();
        for (at, man) in men.iter().enumerate() {
            let color = man.color.index();
            if man.is_fixed() {
                certain.fixed[color] |= Bitboard::of(man.home);
            }
            if man.kind != PieceType::King && !self.is_last(at) {
                certain.prey[color] |= man.everywhere();
                if !man.is_mortal {
                    certain.fresh_prey[color] |= man.everywhere();
                }
            } else if man.kind == PieceType::King && man.never_moves() {
                certain.fixed_king[color] = Bitboard::of(man.home);
            }
            if man.kind == PieceType::Pawn {
                let is_on_file = (man.reach & !Bitboard::of_file(man.home.file())).is_empty();
                if is_on_file && !man.is_mortal && man.promoted.is_empty() {
                    certain.staying |= Bitboard::of(man.home);
                }
                certain.passed[color] |= passed(man);
            }
        }
        for color in Color::BOTH {
            // The king that is kept out does not hide what is behind it.
            let may_hide = men
                .iter()
                .filter(|man| man.kind != PieceType::King || man.color != color)
                .fold(Bitboard::EMPTY, |squares, man| squares | man.everywhere());
            let guards = men.iter().filter(|man| man.color != color);
            certain.guarded[color.index()] =
                guards.fold(self.caged(color), |squares, man| squares | always_guarded(man, may_hide));
        }
        certain
    }

    fn grow_piece(&mut self, at: usize) {
        let man = self.men.all[at];
        let (reach, goes) = self.flood(&man, man.reach, |from, blocked| {
            // Nothing ends play but a check to a king that never moves.
            let last = self.last.filter(|_| !self.certain.fixed_king[man.color.other().index()].is_empty());
            let goes = match last {
                Some(last) => self.moves_that_go_on(last, at, from, blocked),
                None => sets::attacked(man.kind, man.color, from, blocked),
            };
            if man.kind == PieceType::King { goes & !self.certain.guarded[man.color.index()] } else { goes }
        });
        self.capture(man.color, goes);
        self.set(at, reach, man.promoted);
    }

    /// Squares that the bishops of a cage keep the king of this color from.
    fn caged(&self, king: Color) -> Bitboard {
        if self.has_cages { cages::guarded(self.men.as_slice(), king) } else { Bitboard::EMPTY }
    }

    fn is_last(&self, at: usize) -> bool {
        self.last.is_some_and(|last| last.at == at)
    }

    /// Where a piece goes from the squares of a set without ending play.
    fn moves_that_go_on(&self, last: Last, at: usize, from: Bitboard, blocked: Bitboard) -> Bitboard {
        let men = self.men.as_slice();
        let man = &men[at];
        from.into_iter().fold(Bitboard::EMPTY, |all, from| {
            let goes = sets::attacked(man.kind, man.color, Bitboard::of(from), blocked) & !all;
            let ends = goes & !man.reach;
            let ends: Bitboard = ends.into_iter().filter(|&to| last.ends_with(men, at, from, to)).collect();
            all | goes & !ends
        })
    }

    /// All squares that a piece can come to from those of a set, and those that it can move to.
    fn flood(
        &self,
        man: &PieceReach,
        start: Bitboard,
        step: impl Fn(Bitboard, Bitboard) -> Bitboard,
    ) -> (Bitboard, Bitboard) {
        let Certain { fixed, fixed_king, .. } = &self.certain;
        let blocked = fixed[0] | fixed[1];
        let open = !fixed[man.color.index()] & !fixed_king[man.color.other().index()];
        let mut reach = start;
        loop {
            let goes = step(reach, blocked) & open;
            if (goes & !reach).is_empty() {
                return (reach, goes);
            }
            reach |= goes;
        }
    }

    fn grow_pawn(&mut self, at: usize) {
        let man = self.men.all[at];
        let (us, them) = (man.color, man.color.other());
        let last = Bitboard::of_rank(them.back_rank());
        let home_file = Bitboard::of_file(man.home.file());
        let open = !(self.certain.fixed[0] | self.certain.fixed[1] | self.limit(at));
        let third_rank = sets::ahead(us, Bitboard::of_rank(second_rank(us)));
        let mut reach = man.reach;
        let aside = loop {
            let one = sets::ahead(us, reach) & open;
            let two = sets::ahead(us, one & third_rank) & open;
            let takes = sets::attacked(PieceType::Pawn, us, reach, Bitboard::EMPTY);
            let prey = takes & self.certain.prey[them.index()];
            let passing = self.capture_in_passing(us, takes);
            self.capture(us, prey);
            let aside = (prey | passing) & !self.certain.fixed[us.index()];
            let goes = one | two | aside;
            if (goes & !reach).is_empty() {
                break aside;
            }
            reach |= goes;
        };
        if !(aside & home_file).is_empty() && self.returns >> at & 1 == 0 {
            self.returns |= 1 << at;
            self.changed = true;
        }
        let mut promoted = man.promoted | (reach & last);
        if !promoted.is_empty() {
            let (everywhere, goes) = self.flood(&man, promoted, sets::promoted);
            self.capture(us, goes);
            promoted = everywhere;
        }
        self.set(at, reach & !last, promoted);
    }

    /// The squares of its file that a pawn cannot reach because another pawn is before it (reason 3).
    fn limit(&self, at: usize) -> Bitboard {
        let men = self.men.as_slice();
        let pawn = &men[at];
        if self.returns >> at & 1 == 1 {
            return Bitboard::EMPTY;
        }
        let mut limit = Bitboard::EMPTY;
        for home in self.certain.staying & path(pawn.color, pawn.home) {
            // The highest square of the other one, and what lies beyond.
            limit |= foremost_and_beyond(pawn.color, men[self.men.number_of(home)].reach);
        }
        limit & Bitboard::of_file(pawn.home.file())
    }

    /// Men of the other side that may be on these squares may be captured.
    fn capture(&mut self, by: Color, squares: Bitboard) {
        if (squares & self.certain.fresh_prey[by.other().index()]).is_empty() {
            return;
        }
        let last = self.last.map(|last| last.at);
        for (at, man) in self.men.all[..self.men.count].iter_mut().enumerate() {
            let is_prey = man.color != by && man.kind != PieceType::King && !man.is_mortal && last != Some(at);
            if is_prey && !(man.everywhere() & squares).is_empty() {
                man.is_mortal = true;
                self.changed = true;
            }
        }
    }

    /// The squares among those attacked by a pawn on which it may capture a pawn that passes over them.
    fn capture_in_passing(&mut self, by: Color, attacked: Bitboard) -> Bitboard {
        let them = by.other();
        let passed = attacked & self.certain.passed[them.index()];
        for over in passed {
            let Some(home) = over.offset(0, -forward(them)) else { continue };
            let man = self.man_at(home);
            let was_mortal = std::mem::replace(&mut man.is_mortal, true);
            self.changed |= !was_mortal;
        }
        passed
    }

    fn set(&mut self, at: usize, reach: Bitboard, promoted: Bitboard) {
        let man = &mut self.men.all[at];
        self.changed |= man.reach != reach || man.promoted != promoted;
        (man.reach, man.promoted) = (reach, promoted);
    }
}

/// The squares that a man attacks for certain in every position that fits the sets. `may_hide` are the squares on which
/// anything else may stand.
fn always_guarded(man: &PieceReach, may_hide: Bitboard) -> Bitboard {
    if man.is_mortal || !man.promoted.is_empty() || man.reach.count() > 8 {
        return Bitboard::EMPTY;
    }
    man.reach
        .into_iter()
        .fold(Bitboard::ALL, |always, square| always & attacks::of(man.kind, man.color, square, may_hide))
}

/// The square that a pawn may pass over, if it stands where pawns start and may ever stand two squares on.
fn passed(pawn: &PieceReach) -> Bitboard {
    if pawn.home.rank() != second_rank(pawn.color) {
        return Bitboard::EMPTY;
    }
    let over = sets::ahead(pawn.color, Bitboard::of(pawn.home));
    if (pawn.reach & sets::ahead(pawn.color, over)).is_empty() { Bitboard::EMPTY } else { over }
}

/// How a side's pawns go from rank to rank.
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

/// The squares of its file before a pawn of this color.
pub(in super::super) fn path(color: Color, square: Square) -> Bitboard {
    let rank = 8 * square.rank().index();
    let ranks = match color {
        Color::White => (!0_u64 << rank) << 8,
        Color::Black => (1 << rank) - 1,
    };
    Bitboard(ranks) & Bitboard::of_file(square.file())
}

/// Of a set of squares the rank that is foremost, as this side's pawns go, and all ranks beyond it.
fn foremost_and_beyond(color: Color, squares: Bitboard) -> Bitboard {
    Bitboard(match color {
        Color::White => !0_u64 << (8 * (squares.0.ilog2() / 8)),
        Color::Black => !0_u64 >> (56 - 8 * (squares.0.trailing_zeros() / 8)),
    })
}
