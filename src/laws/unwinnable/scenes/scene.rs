//! A scene: the placement of kings, pawns, knights and narrow bishops, and their moves.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

/// A placement of kings, pawns, knights and narrow bishops, with the side to move and the en passant square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scene {
    pub(super) colors: [Bitboard; 2],
    pub(super) pawns: Bitboard,
    pub(super) knights: Bitboard,
    pub(super) bishops: Bitboard,
    pub(super) kings: Bitboard,
    pub(super) turn: Color,
    /// The en passant square, only if a pawn could capture there.
    pub(super) passed: Option<Square>,
}

/// A move of a king, pawn, knight or narrow bishop.
pub(super) struct Step {
    pub(super) after: Scene,
    pub(super) to: Square,
    /// The squares that must have been free of roamers.
    pub(super) vacant: Bitboard,
    /// Whether a roamer of the other side is captured on `to`.
    pub(super) capture: RoamerCapture,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RoamerCapture {
    Never,
    Perhaps,
    Certainly,
}

/// A pawn may promote, which scenes do not cover.
pub(super) struct Promotes;

impl Scene {
    /// The pieces of a position without the roamers.
    pub(super) fn new(position: &Position, roamers: Bitboard) -> Self {
        let [pawns, knights, bishops, kings] = [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::King]
            .map(|kind| position.by_type(kind) & !roamers);
        let colors = Color::BOTH.map(|color| position.by_color(color) & !roamers);
        Self { colors, pawns, knights, bishops, kings, turn: position.turn(), passed: position.legal_en_passant() }
    }

    pub(super) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    pub(super) fn of_side(&self, side: Color) -> Bitboard {
        self.colors[side.index()]
    }

    pub(super) fn king(&self, side: Color) -> Square {
        (self.kings & self.of_side(side)).first().unwrap_or(Square::from_index(0))
    }

    /// The kings, pawns and knights of a side that attack a square.
    fn leapers(&self, by: Color, square: Square) -> Bitboard {
        self.of_side(by)
            & ((attacks::pawn(by.other(), square) & self.pawns)
                | (attacks::knight(square) & self.knights)
                | (attacks::king(square) & self.kings))
    }

    /// The pieces of a side that attack a square, with these squares blocked for bishops.
    pub(super) fn attackers(&self, by: Color, square: Square, blocked: Bitboard) -> Bitboard {
        self.leapers(by, square) | (self.of_side(by) & self.bishops & attacks::bishop(square, blocked))
    }

    /// The pawns and knights that give check to the side to move.
    pub(super) fn checking_leapers(&self) -> Bitboard {
        self.leapers(self.turn.other(), self.king(self.turn))
    }

    /// The same placement with the other side to move, without a captured piece if there is one.
    pub(super) fn with_turn_passed(&self, captured: Option<Square>) -> Self {
        let left = !captured.map_or(Bitboard::EMPTY, Bitboard::from_square);
        Self {
            colors: self.colors.map(|pieces| pieces & left),
            pawns: self.pawns & left,
            knights: self.knights & left,
            bishops: self.bishops & left,
            kings: self.kings,
            turn: self.turn.other(),
            passed: None,
        }
    }

    /// Visits the moves of these pieces. `roamers` are the squares of the roamers by color.
    pub(super) fn visit_steps(&self, roamers: [Bitboard; 2], mut visit: impl FnMut(Step)) -> Result<(), Promotes> {
        let (ours, theirs) = (self.of_side(self.turn), self.of_side(self.turn.other()));
        let mut try_step = |from, to, vacant, capture| {
            let step = self.step(from, to, vacant, capture, roamers[0] | roamers[1]);
            step.map(&mut visit).is_some()
        };
        for from in ours & !self.pawns {
            let targets = if self.kings.contains(from) {
                attacks::king(from)
            } else if self.knights.contains(from) {
                attacks::knight(from)
            } else {
                attacks::bishop(from, self.occupied())
            };
            for to in targets & !ours & !self.kings {
                let capture = if theirs.contains(to) { RoamerCapture::Never } else { RoamerCapture::Perhaps };
                let passed = if self.knights.contains(from) { Bitboard::EMPTY } else { attacks::between(from, to) };
                try_step(from, to, passed, capture);
            }
        }
        let enemies = roamers[self.turn.other().index()];
        let mut pawns = (ours & self.pawns).into_iter();
        let flow = pawns.try_for_each(|from| self.push_and_capture(from, enemies, &mut try_step));
        if flow.is_break() { Err(Promotes) } else { Ok(()) }
    }

    /// Tries the moves of a pawn, up to a promotion.
    fn push_and_capture(
        &self,
        from: Square,
        enemies: Bitboard,
        try_step: &mut impl FnMut(Square, Square, Bitboard, RoamerCapture) -> bool,
    ) -> ControlFlow<()> {
        let (us, them) = (self.turn, self.turn.other());
        let occupied = self.occupied();
        let forward = if us == Color::White { 1 } else { -1 };
        let last = them.back_rank();
        let mut vacant = Bitboard::EMPTY;
        let starts = from.rank().index().abs_diff(us.back_rank().index()) == 1;
        for steps in 1..=if starts { 2 } else { 1 } {
            let Some(to) = from.offset(0, steps * forward).filter(|&to| !occupied.contains(to)) else { break };
            vacant |= Bitboard::from_square(to);
            let legal = try_step(from, to, vacant, RoamerCapture::Never);
            if legal && to.rank() == last {
                return Break(());
            }
        }
        for to in attacks::pawn(us, from) & !self.kings {
            let is_capture = self.of_side(them).contains(to) || self.passed == Some(to);
            let legal = if is_capture {
                try_step(from, to, Bitboard::EMPTY, RoamerCapture::Never)
            } else if !occupied.contains(to) && enemies.contains(to) {
                try_step(from, to, Bitboard::EMPTY, RoamerCapture::Certainly)
            } else {
                continue;
            };
            if legal && to.rank() == last {
                return Break(());
            }
        }
        Continue(())
    }

    /// A move, unless a piece of the scene then attacks the mover's king.
    fn step(
        &self,
        from: Square,
        to: Square,
        vacant: Bitboard,
        capture: RoamerCapture,
        roamers: Bitboard,
    ) -> Option<Step> {
        let (us, them) = (self.turn, self.turn.other());
        let mut captured = self.of_side(them).contains(to).then_some(to);
        let is_pawn = self.pawns.contains(from);
        if is_pawn && self.passed == Some(to) {
            captured = Some(Square::from_index(to.index() as u8 ^ 8));
        }
        let mut after = self.with_turn_passed(captured);
        let (left, reached) = (!Bitboard::from_square(from), Bitboard::from_square(to));
        let Self { colors, pawns, knights, bishops, kings, .. } = &mut after;
        for set in [&mut colors[us.index()], pawns, knights, bishops, kings] {
            if set.contains(from) {
                *set = *set & left | reached;
            }
        }
        let blocked = after.occupied() | roamers;
        if !after.attackers(them, after.king(us), blocked).is_empty() {
            return None;
        }
        if is_pawn && vacant.has_several() {
            let over = Square::from_index(usize::midpoint(from.index(), to.index()) as u8);
            let is_ready = !(attacks::pawn(us, over) & after.pawns & after.of_side(them)).is_empty();
            after.passed = is_ready.then_some(over);
        }
        Some(Step { after, to, vacant, capture })
    }
}
