//! Scenes: where kings, pawns and knights stand, together; and where bishops, rooks and queens may roam meanwhile.
//!
//! **What it proves.** That the side cannot mate, because in no position that fits a *scene* is the other side's king
//! mated. A scene is an exact placement of kings, pawns and knights, and of bishops that a wall leaves a few squares,
//! with the side to move; and for each of the other men, the *roamers*, it has the set of squares on which it may stand
//! while that scene lasts. The scenes are an invariant of play: one of them fits the position, and each legal move
//! leads from a position that fits a scene to one that fits another.
//!
//! **Why it is sound.** All moves are followed that are legal in some position that fits a scene: those of kings, pawns and
//! knights one by one, from scene to scene; those of a roamer, and what it may capture, for all squares of its set at
//! once. What roamers do to each other is left out of account but for those that have one square only: they stand in
//! nobody's way, may have been captured long ago, and still be there. A move is left out if it leaves the king in check
//! by a king, pawn or knight; or by a roamer that has no other place to be, for after a move no man of the other side
//! can attack the mover's king. Mate asks for much less than a mate, as with [closed positions](super::closed): a
//! check, and that each square beside the king is taken from it by men that do one thing each.
//!
//! **What it cannot see.** What roamers do together. And promotions: where a pawn may come through, there is no answer.
//!
//! **Where it comes from.** A board full of bishops has millions of positions for each placement of the kings, though
//! the kings are all that matters. To keep some of the state exactly and of the rest one value each is
//! the trace partitioning of abstract interpretation (Cousot and Cousot 1977; Rival and Mauborgne 2007).

pub(super) mod check;
mod mate;
mod scene;

use std::collections::VecDeque;

use hashbrown::HashMap;

use crate::chess::attacks::{self, sets};
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

pub use scene::Scene;
use scene::{Prey, Step};

/// A bishop, rook or queen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Roamer {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: PieceType,
    /// Where it stands now.
    pub home: Square,
}

/// Scenes from which no legal move leads out, and in which nobody is mated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenes {
    /// The men that are not part of the scenes.
    pub roamers: Vec<Roamer>,
    /// Each with the sets of the roamers, in their order.
    pub scenes: Vec<(Scene, Roaming)>,
}

/// Where roamers may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roaming {
    /// The squares on which each may stand.
    pub reach: Vec<Bitboard>,
    /// Those that may have been captured, one bit each.
    pub gone: u32,
}

/// How the look at the scenes of a position went.
pub(super) struct Explored {
    /// Scenes that prove that this side cannot mate.
    pub(super) scenes: Option<Scenes>,
    /// How often a scene was looked at.
    pub(super) visits: u32,
}

/// Follows play from scene to scene, until a mate is conceivable, nothing new comes up, or scenes were looked at so
/// often. If that fails, once more with those bishops in the scenes that were found to be narrow.
pub(super) fn explore(position: &Position, side: Color, most: u32) -> Explored {
    let kinds = [PieceType::Bishop, PieceType::Rook, PieceType::Queen];
    let all = kinds.into_iter().fold(Bitboard::EMPTY, |all, kind| all | position.kinds(kind));
    if most == 0 || all.is_empty() || !position.castling().is_empty() {
        return Explored { scenes: None, visits: 0 };
    }
    let mut play = Play::new(position, side, all);
    let first = play.follow_all(most);
    let visits = play.visits;
    if first.is_ok() {
        return Explored { scenes: Some(play.scenes()), visits };
    }
    let narrow = play.narrow();
    if narrow.is_empty() {
        return Explored { scenes: None, visits };
    }
    let mut play = Play::new(position, side, all & !narrow);
    let second = play.follow_all(most.saturating_sub(visits));
    let visits = visits + play.visits;
    Explored { scenes: second.is_ok().then(|| play.scenes()), visits }
}

/// A bishop that was seen on so many squares at most is narrow.
const NARROW: u32 = 10;

struct Play {
    /// The side that shall not mate.
    side: Color,
    roamers: Vec<Roamer>,
    scenes: Vec<Noted>,
    index: HashMap<Scene, usize>,
    /// Scenes that are new, or of which there is more to say than before.
    waiting: VecDeque<usize>,
    visits: u32,
}

struct Noted {
    scene: Scene,
    roaming: Roaming,
    is_waiting: bool,
}

/// Why a proof fails: a mate is conceivable, or a promotion.
struct Fails;

impl Play {
    fn new(position: &Position, side: Color, roamers: Bitboard) -> Self {
        let roamer = |home| position.piece_at(home).map(|man| Roamer { color: man.color, kind: man.kind, home });
        let mut play = Self {
            side,
            roamers: roamers.into_iter().filter_map(roamer).collect(),
            scenes: Vec::new(),
            index: HashMap::new(),
            waiting: VecDeque::new(),
            visits: 0,
        };
        let homes = roamers.into_iter().map(Bitboard::of).collect();
        play.join(Scene::of(position, roamers), Roaming { reach: homes, gone: 0 });
        play
    }

    /// Follows all moves until there is nothing new.
    fn follow_all(&mut self, most: u32) -> Result<(), Fails> {
        while let Some(number) = self.waiting.pop_front() {
            if self.visits >= most {
                return Err(Fails);
            }
            self.visits += 1;
            self.visit(number)?;
        }
        Ok(())
    }

    fn scenes(self) -> Scenes {
        let scenes = self.scenes.into_iter().map(|noted| (noted.scene, noted.roaming)).collect();
        Scenes { roamers: self.roamers, scenes }
    }

    /// The bishops that were seen on a few squares.
    fn narrow(&self) -> Bitboard {
        let seen = |at: usize| self.scenes.iter().fold(Bitboard::EMPTY, |all, noted| all | noted.roaming.reach[at]);
        let bishops = self.roamers.iter().enumerate().filter(|(_, roamer)| roamer.kind == PieceType::Bishop);
        let narrow = bishops.filter(|&(at, _)| seen(at).count() <= NARROW);
        let (narrow, moving): (Vec<_>, Vec<_>) =
            narrow.map(|(at, roamer)| (roamer.home, seen(at).has_several())).unzip();
        if moving.contains(&true) { narrow.into_iter().collect() } else { Bitboard::EMPTY }
    }

    /// Follows all moves from a scene.
    fn visit(&mut self, number: usize) -> Result<(), Fails> {
        let noted = &mut self.scenes[number];
        noted.is_waiting = false;
        let (scene, roaming) = (noted.scene, noted.roaming.clone());
        if scene.turn != self.side && mate::is_conceivable(&scene, &self.roamers, &roaming, self.side) {
            return Err(Fails);
        }
        self.roam(&scene, &roaming);
        let roamers = Color::BOTH.map(|color| self.everywhere(&roaming, |roamer| roamer.color == color));
        scene.visit_steps(roamers, |step| self.follow(&scene, &roaming, &step)).map_err(|_| Fails)
    }

    /// Where those of the roamers may be that are like this.
    fn everywhere(&self, roaming: &Roaming, like: impl Fn(&Roamer) -> bool) -> Bitboard {
        let squares = self.roamers.iter().zip(&roaming.reach).filter(|(roamer, _)| like(roamer));
        squares.fold(Bitboard::EMPTY, |all, (_, &reach)| all | reach)
    }

    /// Where a roamer of this side stands for certain.
    fn everywhere_for_certain(&self, roaming: &Roaming, side: Color) -> Bitboard {
        self.everywhere(roaming, |roamer| roamer.color == side) & pinned_down(roaming)
    }

    /// A move of a king, pawn or knight.
    fn follow(&mut self, scene: &Scene, before: &Roaming, step: &Step) {
        let (us, to) = (scene.turn, Bitboard::of(step.to));
        let mut roaming = before.clone();
        let is_prey = |roamer: &Roamer, reach: Bitboard| roamer.color != us && !(reach & to).is_empty();
        let prey =
            || self.roamers.iter().zip(&before.reach).enumerate().filter(|(_, (man, reach))| is_prey(man, **reach));
        if step.prey != Prey::Never {
            roaming.gone |= prey().fold(0, |gone, (at, _)| gone | 1 << at);
        }
        for reach in &mut roaming.reach {
            *reach &= !(to | step.vacant);
        }
        // Where there is only one to be captured, it is gone.
        if step.prey == Prey::Certainly && prey().count() == 1 {
            prey().for_each(|(at, _)| roaming.reach[at] = Bitboard::EMPTY);
        }
        self.arrive(step.after, roaming, us);
    }

    /// The moves of the roamers.
    fn roam(&mut self, scene: &Scene, before: &Roaming) {
        let us = scene.turn;
        let checkers = scene.checking_leapers();
        // Against a check by a pawn or knight nothing helps but its capture.
        let aims = if checkers.is_empty() { Bitboard::ALL } else { checkers };
        if checkers.has_several() {
            return;
        }
        let open = aims & !scene.of_side(us) & !scene.kings & !self.everywhere_for_certain(before, us);
        let blocked = scene.occupied() | pinned_down(before);
        let goes: Vec<Bitboard> = self
            .roamers
            .iter()
            .zip(&before.reach)
            .map(|(roamer, &reach)| {
                if roamer.color == us {
                    sets::attacked(roamer.kind, us, reach, blocked) & open
                } else {
                    Bitboard::EMPTY
                }
            })
            .collect();
        for (at, goes) in goes.iter().enumerate() {
            for victim in *goes & scene.occupied() {
                let mut roaming = before.clone();
                roaming.reach[at] = Bitboard::of(victim);
                self.arrive(scene.passed_on(Some(victim)), roaming, us);
            }
        }
        let quiet: Vec<Bitboard> = goes.iter().map(|&goes| goes & !scene.occupied()).collect();
        let movers = quiet.iter().filter(|goes| !goes.is_empty()).count();
        if movers == 0 {
            return;
        }
        let mut roaming = before.clone();
        let reached = quiet.iter().fold(Bitboard::EMPTY, |all, &goes| all | goes);
        for (at, roamer) in self.roamers.iter().enumerate() {
            if roamer.color != us && !(before.reach[at] & reached).is_empty() {
                roaming.gone |= 1 << at;
            }
            // One of them moves; the others stay where they are.
            let stays = if movers == 1 && !quiet[at].is_empty() { Bitboard::EMPTY } else { before.reach[at] };
            roaming.reach[at] = stays | quiet[at];
        }
        self.arrive(scene.passed_on(None), roaming, us);
    }

    /// After a move of this side.
    fn arrive(&mut self, scene: Scene, mut roaming: Roaming, mover: Color) {
        let king = scene.king(mover);
        let shields = |straight: bool| {
            self.everywhere(&roaming, |roamer| {
                let attacks_so = roamer.kind == PieceType::Queen || (roamer.kind == PieceType::Rook) == straight;
                roamer.color == mover || !attacks_so
            })
        };
        let straight = clear(attacks::rook, king, &scene, shields(true));
        let diagonal = clear(attacks::bishop, king, &scene, shields(false));
        for (at, roamer) in self.roamers.iter().enumerate() {
            let reach = &mut roaming.reach[at];
            if roamer.color != mover {
                *reach &= match roamer.kind {
                    PieceType::Bishop => !diagonal,
                    PieceType::Rook => !straight,
                    _ => !(diagonal | straight),
                };
            }
            if reach.is_empty() && roaming.gone >> at & 1 == 0 {
                return;
            }
        }
        self.join(scene, roaming);
    }

    /// Adds what may be in a scene.
    fn join(&mut self, scene: Scene, roaming: Roaming) {
        let mut is_new = false;
        let number = *self.index.entry(scene).or_insert_with(|| {
            is_new = true;
            let nowhere = Roaming { reach: vec![Bitboard::EMPTY; self.roamers.len()], gone: 0 };
            self.scenes.push(Noted { scene, roaming: nowhere, is_waiting: false });
            self.scenes.len() - 1
        });
        let noted = &mut self.scenes[number];
        let mut is_more = is_new || roaming.gone & !noted.roaming.gone != 0;
        for (old, new) in noted.roaming.reach.iter_mut().zip(roaming.reach) {
            is_more |= !(new & !*old).is_empty();
            *old |= new;
        }
        noted.roaming.gone |= roaming.gone;
        if is_more && !noted.is_waiting {
            noted.is_waiting = true;
            self.waiting.push_back(number);
        }
    }
}

/// The squares on which some roamer stands for certain, for it has no other place to be.
fn pinned_down(roaming: &Roaming) -> Bitboard {
    let sets = roaming.reach.iter().zip(0..).filter(|&(reach, at)| reach.count() == 1 && roaming.gone >> at & 1 == 0);
    sets.fold(Bitboard::EMPTY, |all, (&reach, _)| all | reach)
}

/// The squares from which a man that attacks like this would attack a king for certain: nothing but other such men can
/// stand between, and of these the nearest would attack it. `shields` are the squares on which something else may
/// stand.
fn clear(attacked: fn(Square, Bitboard) -> Bitboard, king: Square, scene: &Scene, shields: Bitboard) -> Bitboard {
    attacked(king, scene.occupied() | shields)
}

#[cfg(test)]
mod tests;
