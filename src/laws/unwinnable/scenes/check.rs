//! The independent check of a proof by scenes: piece by piece, square by square.
//!
//! The analyzer moves whole sets. This check moves one piece from one square to another, chooses the captured piece,
//! and requires a scene for the result whose sets contain all roamers. It shares no code with the analyzer except the
//! types.

use std::collections::{HashMap, HashSet};

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::super::ReachError;
use super::{Roamer, Roaming, Scene, Scenes};

/// Checks that the position fits one of these scenes, that no legal move leads out of them, and that no mate by this
/// side fits them.
pub fn check_scenes(position: &Position, side: Color, scenes: &Scenes) -> Result<(), ReachError> {
    let index = scenes.scenes.iter().map(|(scene, roaming)| (*scene, roaming)).collect();
    let checker = Checker { roamers: &scenes.roamers, index };
    checker.has_start(position)?;
    for (scene, roaming) in &scenes.scenes {
        checker.stays_inside(scene, roaming)?;
        if scene.turn != side && checker.is_mate(scene, roaming) {
            return Err(ReachError::Mate(scene.king(scene.turn)));
        }
    }
    Ok(())
}

struct Checker<'a> {
    roamers: &'a [Roamer],
    index: HashMap<Scene, &'a Roaming>,
}

/// A moving piece. `roamer` is its index if it is a roamer.
#[derive(Clone, Copy)]
struct Mover {
    kind: PieceType,
    from: Square,
    to: Square,
    roamer: Option<usize>,
}

struct MoveCase<'a> {
    after: Scene,
    roaming: &'a Roaming,
    mover: Mover,
    /// The captured roamer.
    victim: Option<usize>,
}

impl MoveCase<'_> {
    /// The possible squares of a roamer that neither makes the move nor is captured by it.
    fn left(&self, at: usize) -> Bitboard {
        let Mover { kind, from, to, .. } = self.mover;
        let passed = if kind == PieceType::Knight { Bitboard::EMPTY } else { attacks::between(from, to) };
        self.roaming.reach[at] & !(passed | Bitboard::from_square(from) | Bitboard::from_square(to))
    }

    fn has_moved(&self, at: usize) -> bool {
        self.mover.roamer == Some(at)
    }

    fn is_captured(&self, at: usize) -> bool {
        self.victim == Some(at)
    }

    /// Whether a roamer may have been captured before.
    fn may_be_gone(&self, at: usize) -> bool {
        self.roaming.gone >> at & 1 == 1 && !self.has_moved(at)
    }
}

impl Checker<'_> {
    /// Checks that the roamers are on the board and in their sets, and that the other pieces form a scene.
    fn has_start(&self, position: &Position) -> Result<(), ReachError> {
        let homes: Bitboard = self.roamers.iter().map(|roamer| roamer.home).collect();
        let fits = |roamer: &Roamer| {
            let piece = position.piece_at(roamer.home);
            piece.is_some_and(|piece| piece.color == roamer.color && piece.kind == roamer.kind)
                && matches!(roamer.kind, PieceType::Bishop | PieceType::Rook | PieceType::Queen)
        };
        let straight = position.by_type(PieceType::Rook) | position.by_type(PieceType::Queen);
        let are_all = homes.count() as usize == self.roamers.len() && (straight & !homes).is_empty();
        let start = self.index.get(&Scene::new(position, homes)).ok_or(ReachError::WrongPieces)?;
        let are_in_place = self.roamers.iter().zip(&start.reach).all(|(roamer, reach)| reach.contains(roamer.home));
        let complete = are_all && are_in_place && position.castling().is_empty() && self.roamers.iter().all(fits);
        let sets = |roaming: &&Roaming| roaming.reach.len() == self.roamers.len();
        if complete && self.index.values().all(sets) { Ok(()) } else { Err(ReachError::WrongPieces) }
    }

    /// Checks that no move leads from a scene to a position that fits none.
    fn stays_inside(&self, scene: &Scene, roaming: &Roaming) -> Result<(), ReachError> {
        let us = scene.turn;
        let theirs: Bitboard = self.enemies(us).flat_map(|at| roaming.reach[at]).collect();
        for from in scene.of_side(us) {
            let kind = kind_at(scene, from);
            for to in targets(kind, us, from).into_iter().filter(|&to| is_allowed(scene, kind, from, to, theirs)) {
                self.stays_inside_after(scene, roaming, Mover { kind, from, to, roamer: None })?;
            }
        }
        for (at, roamer) in self.roamers.iter().enumerate().filter(|(_, roamer)| roamer.color == us) {
            for from in roaming.reach[at] {
                let targets = targets(roamer.kind, us, from).into_iter();
                for to in targets.filter(|&to| is_allowed(scene, roamer.kind, from, to, theirs)) {
                    self.stays_inside_after(scene, roaming, Mover { kind: roamer.kind, from, to, roamer: Some(at) })?;
                }
            }
        }
        Ok(())
    }

    fn enemies(&self, of: Color) -> impl Iterator<Item = usize> {
        (0..self.roamers.len()).filter(move |&at| self.roamers[at].color != of)
    }

    /// Checks that a move, with each possible captured roamer, leads to a scene that fits.
    fn stays_inside_after(&self, scene: &Scene, roaming: &Roaming, mover: Mover) -> Result<(), ReachError> {
        let to = mover.to;
        let is_vacant = !scene.occupied().contains(to);
        let takes_in_passing = mover.kind == PieceType::Pawn && scene.passed == Some(to);
        let is_aside = mover.kind == PieceType::Pawn && mover.from.file() != to.file();
        let after = after(scene, mover, takes_in_passing);
        let mut victims: Vec<Option<usize>> = Vec::new();
        if !is_vacant || takes_in_passing || !is_aside {
            victims.push(None);
        }
        if is_vacant && !takes_in_passing && (mover.kind != PieceType::Pawn || is_aside) {
            victims.extend(self.enemies(scene.turn).filter(|&at| roaming.reach[at].contains(to)).map(Some));
        }
        for victim in victims {
            let case = MoveCase { after, roaming, mover, victim };
            let promotes = mover.kind == PieceType::Pawn && to.rank() == scene.turn.other().back_rank();
            let next = self.index.get(&after).filter(|_| !promotes);
            if !next.is_some_and(|next| self.fits(next, &case)) && !self.is_illegal(&case) {
                return Err(ReachError::Leaves(mover.from, mover.from, to));
            }
        }
        Ok(())
    }

    /// Whether the sets of a scene contain all roamers after a move, except on squares from which they would attack the
    /// king of the side that moved.
    fn fits(&self, next: &Roaming, case: &MoveCase) -> bool {
        (0..self.roamers.len()).all(|at| {
            let must_be_gone = case.is_captured(at) || case.may_be_gone(at);
            if must_be_gone && next.gone >> at & 1 == 0 {
                return false;
            }
            if case.is_captured(at) {
                return true;
            }
            if case.has_moved(at) {
                return next.reach[at].contains(case.mover.to);
            }
            let missing = case.left(at) & !next.reach[at];
            missing.into_iter().all(|square| self.gives_check(case, at, square))
        })
    }

    /// Whether a move leaves its king in check, or displaces a roamer that has no other square.
    fn is_illegal(&self, case: &MoveCase) -> bool {
        let after = &case.after;
        let king = after.king(after.turn.other());
        let in_check = after.of_side(after.turn).into_iter().any(|from| {
            let attacks_it = shape(kind_at(after, from), after.turn, from).contains(king);
            attacks_it && self.is_open(case, from, king, |_| false)
        });
        let has_no_place = |at: usize| {
            let is_bound = !case.may_be_gone(at) && !case.is_captured(at) && !case.has_moved(at);
            is_bound && case.left(at).into_iter().all(|square| self.gives_check(case, at, square))
        };
        in_check || (0..self.roamers.len()).any(has_no_place)
    }

    /// Whether a roamer on this square certainly means an attack on the king of the side that moved: by itself, or by
    /// an equal slider in between.
    fn gives_check(&self, case: &MoveCase, at: usize, from: Square) -> bool {
        let roamer = &self.roamers[at];
        let victim = case.after.king(case.after.turn.other());
        if roamer.color != case.after.turn || !shape(roamer.kind, roamer.color, from).contains(victim) {
            return false;
        }
        let is_straight = from.file() == victim.file() || from.rank() == victim.rank();
        let kind = if is_straight { PieceType::Rook } else { PieceType::Bishop };
        let suits =
            |other: &Roamer| other.color == roamer.color && (other.kind == PieceType::Queen || other.kind == kind);
        self.is_open(case, from, victim, suits)
    }

    /// Whether nothing can be between two squares after a move, except roamers that do not matter.
    fn is_open(&self, case: &MoveCase, from: Square, to: Square, is_irrelevant: impl Fn(&Roamer) -> bool) -> bool {
        let between = attacks::between(from, to);
        let hides = |(at, roamer): (usize, &Roamer)| {
            let squares =
                if case.has_moved(at) { Bitboard::from_square(case.mover.to) } else { case.roaming.reach[at] };
            !case.is_captured(at) && !is_irrelevant(roamer) && !(squares & between).is_empty()
        };
        (between & case.after.occupied()).is_empty() && !self.roamers.iter().enumerate().any(hides)
    }

    /// Whether a mate fits a scene: a check, and each square adjacent to the king taken away, by pieces that do one
    /// thing each.
    fn is_mate(&self, scene: &Scene, roaming: &Roaming) -> bool {
        let us = scene.turn;
        let king = scene.king(us);
        let covers = |kind: PieceType, from: Square, to: Square| {
            let is_hidden = |square: Square| {
                let is_there = |(at, reach): (usize, &Bitboard)| {
                    *reach == Bitboard::from_square(square) && roaming.gone >> at & 1 == 0
                };
                square != king && (scene.occupied().contains(square) || roaming.reach.iter().enumerate().any(is_there))
            };
            shape(kind, us.other(), from).contains(to) && !attacks::between(from, to).into_iter().any(is_hidden)
        };
        let is_covered = |&to: &Square| {
            let mut pieces = scene.of_side(us.other()).into_iter();
            pieces.any(|from| covers(kind_at(scene, from), from, to))
        };
        let targets = (attacks::king(king) & !scene.of_side(us)) | Bitboard::from_square(king);
        // The aims that remain after each piece; the king's own square represents the check.
        let mut rests = HashSet::from([targets.into_iter().filter(|square| !is_covered(square)).collect::<Bitboard>()]);
        for (at, roamer) in self.roamers.iter().enumerate() {
            for rest in rests.clone() {
                for from in roaming.reach[at] {
                    let does =
                        |&to: &Square| if roamer.color == us { from == to } else { covers(roamer.kind, from, to) };
                    rests.insert(rest & !rest.into_iter().filter(does).collect::<Bitboard>());
                }
            }
        }
        rests.contains(&Bitboard::EMPTY)
    }
}

fn after(scene: &Scene, mover: Mover, takes_in_passing: bool) -> Scene {
    let Mover { kind, from, to, roamer } = mover;
    let mut after = *scene;
    let captured = if takes_in_passing { Square::new(to.file(), from.rank()) } else { to };
    let them = scene.turn.other();
    if scene.of_side(them).contains(captured) {
        let keep = !Bitboard::from_square(captured);
        after.colors[them.index()] &= keep;
        after.pawns &= keep;
        after.knights &= keep;
        after.bishops &= keep;
    }
    if roamer.is_none() {
        let change = |set: &mut Bitboard| *set = (*set & !Bitboard::from_square(from)) | Bitboard::from_square(to);
        change(&mut after.colors[scene.turn.index()]);
        match kind {
            PieceType::Pawn => change(&mut after.pawns),
            PieceType::Knight => change(&mut after.knights),
            PieceType::King => change(&mut after.kings),
            _ => change(&mut after.bishops),
        }
    }
    after.turn = them;
    after.passed = None;
    if kind == PieceType::Pawn && from.rank().index().abs_diff(to.rank().index()) == 2 {
        let over = attacks::between(from, to).first();
        after.passed = over.filter(|&over| {
            after
                .pawns
                .into_iter()
                .any(|pawn| after.of_side(them).contains(pawn) && attacks::pawn(them, pawn).contains(over))
        });
    }
    after
}

fn kind_at(scene: &Scene, square: Square) -> PieceType {
    match square {
        _ if scene.pawns.contains(square) => PieceType::Pawn,
        _ if scene.knights.contains(square) => PieceType::Knight,
        _ if scene.bishops.contains(square) => PieceType::Bishop,
        _ => PieceType::King,
    }
}

/// The attacks of a piece on an empty board.
fn shape(kind: PieceType, color: Color, from: Square) -> Bitboard {
    attacks::attacks_from(kind, color, from, Bitboard::EMPTY)
}

/// The destinations of a piece if nothing prevents its moves.
fn targets(kind: PieceType, color: Color, from: Square) -> Bitboard {
    let pushes = if kind == PieceType::Pawn { Bitboard::of_file(from.file()) } else { Bitboard::EMPTY };
    shape(kind, color, from) | pushes
}

/// Whether the pieces of the scene allow a move. `victims` are the squares of roamers that a pawn could capture.
fn is_allowed(scene: &Scene, kind: PieceType, from: Square, to: Square, victims: Bitboard) -> bool {
    let us = scene.turn;
    let is_open = (attacks::between(from, to) & scene.occupied()).is_empty();
    if from == to || scene.of_side(us).contains(to) || scene.kings.contains(to) {
        return false;
    }
    if kind != PieceType::Pawn {
        return shape(kind, us, from).contains(to) && (kind == PieceType::Knight || is_open);
    }
    if from.file() == to.file() {
        let pushes = attacks::origins(attacks::MoveShape::Push(us), to).contains(from);
        return pushes && is_open && !scene.occupied().contains(to);
    }
    let is_capture = scene.of_side(us.other()).contains(to) || scene.passed == Some(to) || victims.contains(to);
    attacks::pawn(us, from).contains(to) && is_capture
}
