//! The second look at a proof by scenes: man by man, square by square, and in words of its own.
//!
//! The analyzer moves whole sets; this takes one man on one square, moves it to another, decides who was captured, and asks
//! for the scene that comes next and for room in it for everybody. It shares no code with the analyzer but the types.

use std::collections::{HashMap, HashSet};

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::super::ReachError;
use super::{Roamer, Roaming, Scene, Scenes};

/// Whether the position fits one of these scenes, no legal move leads out of them, and no mate by this side fits them.
pub fn check_scenes(position: &Position, side: Color, scenes: &Scenes) -> Result<(), ReachError> {
    let index = scenes.scenes.iter().map(|(scene, roaming)| (*scene, roaming)).collect();
    let play = Checked { roamers: &scenes.roamers, index };
    play.has_start(position)?;
    for (scene, roaming) in &scenes.scenes {
        play.stays_inside(scene, roaming)?;
        if scene.turn != side && play.is_mate(scene, roaming) {
            return Err(ReachError::Mate(scene.king(scene.turn)));
        }
    }
    Ok(())
}

struct Checked<'a> {
    roamers: &'a [Roamer],
    index: HashMap<Scene, &'a Roaming>,
}

/// A man that moves. `roamer` is its number if it roams.
#[derive(Clone, Copy)]
struct Mover {
    kind: PieceType,
    from: Square,
    to: Square,
    roamer: Option<usize>,
}

/// A move that is looked at, and what comes of it.
struct Turn<'a> {
    after: Scene,
    roaming: &'a Roaming,
    mover: Mover,
    /// The roamer that is captured.
    victim: Option<usize>,
}

impl Turn<'_> {
    /// Where a roamer may be during the move, if it does not make it and is not captured.
    fn left(&self, at: usize) -> Bitboard {
        let Mover { kind, from, to, .. } = self.mover;
        let passed = if kind == PieceType::Knight { Bitboard::EMPTY } else { attacks::between(from, to) };
        self.roaming.reach[at] & !(passed | Bitboard::of(from) | Bitboard::of(to))
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

impl Checked<'_> {
    /// The roamers are on the board, with room where they stand, and the other men are a scene.
    fn has_start(&self, position: &Position) -> Result<(), ReachError> {
        let homes: Bitboard = self.roamers.iter().map(|roamer| roamer.home).collect();
        let fits = |roamer: &Roamer| {
            let piece = position.piece_at(roamer.home);
            piece.is_some_and(|piece| piece.color == roamer.color && piece.kind == roamer.kind)
                && matches!(roamer.kind, PieceType::Bishop | PieceType::Rook | PieceType::Queen)
        };
        let straight = position.kinds(PieceType::Rook) | position.kinds(PieceType::Queen);
        let are_all = homes.count() as usize == self.roamers.len() && (straight & !homes).is_empty();
        let start = self.index.get(&Scene::of(position, homes)).ok_or(ReachError::OtherMen)?;
        let has_room = self.roamers.iter().zip(&start.reach).all(|(roamer, reach)| reach.contains(roamer.home));
        let complete = are_all && has_room && position.castling().is_empty() && self.roamers.iter().all(fits);
        let sets = |roaming: &&Roaming| roaming.reach.len() == self.roamers.len();
        if complete && self.index.values().all(sets) { Ok(()) } else { Err(ReachError::OtherMen) }
    }

    /// No move leads from a scene to where there is no scene, or too little room in it.
    fn stays_inside(&self, scene: &Scene, roaming: &Roaming) -> Result<(), ReachError> {
        let us = scene.turn;
        let theirs: Bitboard = self.enemies(us).flat_map(|at| roaming.reach[at]).collect();
        for from in scene.of_side(us) {
            let kind = kind_at(scene, from);
            for to in aims(kind, us, from).into_iter().filter(|&to| goes(scene, kind, from, to, theirs)) {
                self.leads_on(scene, roaming, Mover { kind, from, to, roamer: None })?;
            }
        }
        for (at, roamer) in self.roamers.iter().enumerate().filter(|(_, roamer)| roamer.color == us) {
            for from in roaming.reach[at] {
                let aims = aims(roamer.kind, us, from).into_iter();
                for to in aims.filter(|&to| goes(scene, roamer.kind, from, to, theirs)) {
                    self.leads_on(scene, roaming, Mover { kind: roamer.kind, from, to, roamer: Some(at) })?;
                }
            }
        }
        Ok(())
    }

    fn enemies(&self, of: Color) -> impl Iterator<Item = usize> {
        (0..self.roamers.len()).filter(move |&at| self.roamers[at].color != of)
    }

    /// Each way to make a move, by whom it captures, leads to a scene with room for everybody.
    fn leads_on(&self, scene: &Scene, roaming: &Roaming, mover: Mover) -> Result<(), ReachError> {
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
            let turn = Turn { after, roaming, mover, victim };
            let promotes = mover.kind == PieceType::Pawn && to.rank() == scene.turn.other().back_rank();
            let room = self.index.get(&after).filter(|_| !promotes);
            if !room.is_some_and(|room| self.has_room(room, &turn)) && !self.is_illegal(&turn) {
                return Err(ReachError::Leaves(mover.from, mover.from, to));
            }
        }
        Ok(())
    }

    /// Whether a scene has room for all roamers after a move, but for those on squares from which they would attack the
    /// king of the side that has moved.
    fn has_room(&self, room: &Roaming, turn: &Turn) -> bool {
        (0..self.roamers.len()).all(|at| {
            let needs_mark = turn.is_captured(at) || turn.may_be_gone(at);
            if needs_mark && room.gone >> at & 1 == 0 {
                return false;
            }
            if turn.is_captured(at) {
                return true;
            }
            if turn.has_moved(at) {
                return room.reach[at].contains(turn.mover.to);
            }
            let missing = turn.left(at) & !room.reach[at];
            missing.into_iter().all(|square| self.gives_check(turn, at, square))
        })
    }

    /// Whether a move leaves its king in check, or needs a roamer to be away that has nowhere else to be.
    fn is_illegal(&self, turn: &Turn) -> bool {
        let after = &turn.after;
        let king = after.king(after.turn.other());
        let in_check = after.of_side(after.turn).into_iter().any(|from| {
            let attacks_it = shape(kind_at(after, from), after.turn, from).contains(king);
            attacks_it && self.is_open(turn, from, king, |_| false)
        });
        let has_no_place = |at: usize| {
            let is_bound = !turn.may_be_gone(at) && !turn.is_captured(at) && !turn.has_moved(at);
            is_bound && turn.left(at).into_iter().all(|square| self.gives_check(turn, at, square))
        };
        in_check || (0..self.roamers.len()).any(has_no_place)
    }

    /// Whether a roamer on this square would for certain attack the king of the side that has moved: itself, or another one
    /// that stands between and attacks in the same way.
    fn gives_check(&self, turn: &Turn, at: usize, from: Square) -> bool {
        let roamer = &self.roamers[at];
        let victim = turn.after.king(turn.after.turn.other());
        if roamer.color != turn.after.turn || !shape(roamer.kind, roamer.color, from).contains(victim) {
            return false;
        }
        let is_straight = from.file() == victim.file() || from.rank() == victim.rank();
        let kind = if is_straight { PieceType::Rook } else { PieceType::Bishop };
        let suits =
            |other: &Roamer| other.color == roamer.color && (other.kind == PieceType::Queen || other.kind == kind);
        self.is_open(turn, from, victim, suits)
    }

    /// Whether nothing can stand between two squares after a move, but for roamers of which this is no matter.
    fn is_open(&self, turn: &Turn, from: Square, to: Square, is_no_matter: impl Fn(&Roamer) -> bool) -> bool {
        let between = attacks::between(from, to);
        let hides = |(at, roamer): (usize, &Roamer)| {
            let squares = if turn.has_moved(at) { Bitboard::of(turn.mover.to) } else { turn.roaming.reach[at] };
            !turn.is_captured(at) && !is_no_matter(roamer) && !(squares & between).is_empty()
        };
        (between & turn.after.occupied()).is_empty() && !self.roamers.iter().enumerate().any(hides)
    }

    /// Whether a mate fits a scene: a check, and each square beside the king taken away, by men that do one thing each.
    fn is_mate(&self, scene: &Scene, roaming: &Roaming) -> bool {
        let us = scene.turn;
        let king = scene.king(us);
        let covers = |kind: PieceType, from: Square, to: Square| {
            let is_hidden = |square: Square| {
                let is_there =
                    |(at, reach): (usize, &Bitboard)| *reach == Bitboard::of(square) && roaming.gone >> at & 1 == 0;
                square != king && (scene.occupied().contains(square) || roaming.reach.iter().enumerate().any(is_there))
            };
            shape(kind, us.other(), from).contains(to) && !attacks::between(from, to).into_iter().any(is_hidden)
        };
        let is_covered = |&to: &Square| {
            let mut men = scene.of_side(us.other()).into_iter();
            men.any(|from| covers(kind_at(scene, from), from, to))
        };
        let aims = (attacks::king(king) & !scene.of_side(us)) | Bitboard::of(king);
        // What is left to do after each man; the king's own square stands for the check.
        let mut rests = HashSet::from([aims.into_iter().filter(|square| !is_covered(square)).collect::<Bitboard>()]);
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

/// The scene after a move.
fn after(scene: &Scene, mover: Mover, takes_in_passing: bool) -> Scene {
    let Mover { kind, from, to, roamer } = mover;
    let mut after = *scene;
    let captured = if takes_in_passing { Square::new(to.file(), from.rank()) } else { to };
    let them = scene.turn.other();
    if scene.of_side(them).contains(captured) {
        let keep = !Bitboard::of(captured);
        after.colors[them.index()] &= keep;
        after.pawns &= keep;
        after.knights &= keep;
        after.bishops &= keep;
    }
    if roamer.is_none() {
        let change = |set: &mut Bitboard| *set = (*set & !Bitboard::of(from)) | Bitboard::of(to);
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

/// What stands on a square of a scene.
fn kind_at(scene: &Scene, square: Square) -> PieceType {
    match square {
        _ if scene.pawns.contains(square) => PieceType::Pawn,
        _ if scene.knights.contains(square) => PieceType::Knight,
        _ if scene.bishops.contains(square) => PieceType::Bishop,
        _ => PieceType::King,
    }
}

/// What a man attacks from a square of an empty board.
fn shape(kind: PieceType, color: Color, from: Square) -> Bitboard {
    attacks::of(kind, color, from, Bitboard::EMPTY)
}

/// Where a man could go from a square if everything suited it.
fn aims(kind: PieceType, color: Color, from: Square) -> Bitboard {
    let pushes = if kind == PieceType::Pawn { Bitboard::of_file(from.file()) } else { Bitboard::EMPTY };
    shape(kind, color, from) | pushes
}

/// Whether a man may go from one square to another as far as the men of the scene are concerned. `prey` is where roamers
/// may stand that a pawn could capture.
fn goes(scene: &Scene, kind: PieceType, from: Square, to: Square, prey: Bitboard) -> bool {
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
    let is_prey = scene.of_side(us.other()).contains(to) || scene.passed == Some(to) || prey.contains(to);
    attacks::pawn(us, from).contains(to) && is_prey
}
