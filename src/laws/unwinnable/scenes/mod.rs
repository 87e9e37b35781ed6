//! Scenes: exact placements of kings, pawns and knights, each with the sets of squares on which bishops, rooks and
//! queens may be meanwhile.
//!
//! **What it proves.** That the side cannot checkmate, because the other side's king is mated in no position that fits
//! a scene. A *scene* is an exact placement of kings, pawns, knights and narrowly confined bishops, with the side to
//! move. For each other piece, a *roamer*, the proof has the set of squares on which it may be during that scene. The
//! scenes are an invariant of play: one of them fits the position, and each legal move leads from a position that fits
//! a scene to one that fits a scene.
//!
//! **Why it is sound.** The analysis follows all moves that are legal in some position that fits a scene: those of
//! kings, pawns and knights one by one, from scene to scene; those of a roamer, including captures, for all squares of
//! its set at once. It ignores interactions between roamers, except those with a single square: they block nothing, and
//! may have been captured and still be there. It omits illegal moves: those that leave the king attacked by a king,
//! pawn or knight, or by a roamer that has only one square. The test for a mate is a necessary condition, as with
//! [closed positions](super::closed): a check, and each adjacent square taken from the king, by pieces that do one
//! thing each.
//!
//! **What it cannot prove.** Anything that depends on roamers acting together, and positions in which a pawn may
//! promote.
//!
//! **Where it comes from.** A board full of bishops has millions of positions for each placement of the kings, although
//! only the placement of the kings matters. Keeping part of the state exact and one abstract value for the rest is
//! trace partitioning in abstract interpretation (Cousot and Cousot 1977; Rival and Mauborgne 2007).

pub(super) mod check;
mod scene;

use std::collections::VecDeque;

use hashbrown::HashMap;

use crate::chess::attacks::{self, sets};
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::unions::{self, CHECK, Unions};

use scene::{RoamerCapture, Step};

pub use scene::Scene;

/// A bishop, rook or queen that is not part of the scenes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Roamer {
    /// Its color.
    pub color: Color,
    /// Its type.
    pub kind: PieceType,
    /// Its current square.
    pub home: Square,
}

/// A set of scenes that no legal move leaves, and in which the losing side is never mated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenes {
    /// The roamers.
    pub roamers: Vec<Roamer>,
    /// The scenes, each with the sets of the roamers in their order.
    pub scenes: Vec<(Scene, Roaming)>,
}

/// The squares of the roamers in a scene.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roaming {
    /// The squares on which each may be.
    pub reach: Vec<Bitboard>,
    /// The roamers that may have been captured, one bit each.
    pub gone: u32,
}

/// The outcome of exploring scenes.
pub(super) struct Explored {
    /// Scenes that prove that this side cannot checkmate.
    pub(super) scenes: Option<Scenes>,
    pub(super) visits: u32,
}

/// Explores scenes until a mate is conceivable, nothing new appears, or `limit` visits are spent. If that fails, tries
/// once more with narrow bishops as part of the scenes.
pub(super) fn explore(position: &Position, side: Color, limit: u32) -> Explored {
    let kinds = [PieceType::Bishop, PieceType::Rook, PieceType::Queen];
    let all = kinds.into_iter().fold(Bitboard::EMPTY, |all, kind| all | position.by_type(kind));
    if limit == 0 || all.is_empty() || !position.castling().is_empty() {
        return Explored { scenes: None, visits: 0 };
    }
    let mut explorer = Explorer::new(position, side, all);
    let first = explorer.explore_all(limit);
    let visits = explorer.visits;
    if first.is_ok() {
        return Explored { scenes: Some(explorer.scenes()), visits };
    }
    let narrow = explorer.narrow();
    if narrow.is_empty() {
        return Explored { scenes: None, visits };
    }
    let mut explorer = Explorer::new(position, side, all & !narrow);
    let second = explorer.explore_all(limit.saturating_sub(visits));
    let visits = visits + explorer.visits;
    Explored { scenes: second.is_ok().then(|| explorer.scenes()), visits }
}

/// A bishop with at most this many squares is narrow.
const NARROW: u32 = 10;

struct Explorer {
    /// The side that cannot checkmate if the proof succeeds.
    side: Color,
    roamers: Vec<Roamer>,
    scenes: Vec<SceneEntry>,
    index: HashMap<Scene, usize>,
    /// The scenes that are new or whose sets have grown.
    waiting: VecDeque<usize>,
    visits: u32,
}

struct SceneEntry {
    scene: Scene,
    roaming: Roaming,
    is_waiting: bool,
}

/// The proof failed: a mate or a promotion is conceivable, or the budget is spent.
struct NoProof;

impl Explorer {
    fn new(position: &Position, side: Color, roamers: Bitboard) -> Self {
        let roamer = |home| position.piece_at(home).map(|piece| Roamer { color: piece.color, kind: piece.kind, home });
        let mut explorer = Self {
            side,
            roamers: roamers.into_iter().filter_map(roamer).collect(),
            scenes: Vec::new(),
            index: HashMap::new(),
            waiting: VecDeque::new(),
            visits: 0,
        };
        let homes = roamers.into_iter().map(Bitboard::from_square).collect();
        explorer.merge(Scene::new(position, roamers), Roaming { reach: homes, gone: 0 });
        explorer
    }

    /// Follows all moves until nothing changes.
    fn explore_all(&mut self, limit: u32) -> Result<(), NoProof> {
        while let Some(number) = self.waiting.pop_front() {
            if self.visits >= limit {
                return Err(NoProof);
            }
            self.visits += 1;
            self.visit(number)?;
        }
        Ok(())
    }

    fn scenes(self) -> Scenes {
        let scenes = self.scenes.into_iter().map(|entry| (entry.scene, entry.roaming)).collect();
        Scenes { roamers: self.roamers, scenes }
    }

    fn narrow(&self) -> Bitboard {
        let squares_of =
            |at: usize| self.scenes.iter().fold(Bitboard::EMPTY, |all, entry| all | entry.roaming.reach[at]);
        let bishops = self.roamers.iter().enumerate().filter(|(_, roamer)| roamer.kind == PieceType::Bishop);
        let narrow = bishops.filter(|&(at, _)| squares_of(at).count() <= NARROW);
        let (narrow, moving): (Vec<_>, Vec<_>) =
            narrow.map(|(at, roamer)| (roamer.home, squares_of(at).has_several())).unzip();
        if moving.contains(&true) { narrow.into_iter().collect() } else { Bitboard::EMPTY }
    }

    /// Follows all moves from a scene.
    fn visit(&mut self, number: usize) -> Result<(), NoProof> {
        let entry = &mut self.scenes[number];
        entry.is_waiting = false;
        let (scene, roaming) = (entry.scene, entry.roaming.clone());
        if scene.turn != self.side && is_conceivable(&scene, &self.roamers, &roaming, self.side) {
            return Err(NoProof);
        }
        self.follow_roamers(&scene, &roaming);
        let roamers = Color::BOTH.map(|color| self.all_squares(&roaming, |roamer| roamer.color == color));
        scene.visit_steps(roamers, |step| self.follow(&scene, &roaming, &step)).map_err(|_| NoProof)
    }

    fn all_squares(&self, roaming: &Roaming, matches: impl Fn(&Roamer) -> bool) -> Bitboard {
        let squares = self.roamers.iter().zip(&roaming.reach).filter(|(roamer, _)| matches(roamer));
        squares.fold(Bitboard::EMPTY, |all, (_, &reach)| all | reach)
    }

    /// The squares on which a roamer of this side certainly is.
    fn certain_squares(&self, roaming: &Roaming, side: Color) -> Bitboard {
        self.all_squares(roaming, |roamer| roamer.color == side) & single_square_roamers(roaming)
    }

    /// Follows a move of a king, pawn, knight or narrow bishop.
    fn follow(&mut self, scene: &Scene, before: &Roaming, step: &Step) {
        let (us, to) = (scene.turn, Bitboard::from_square(step.to));
        let mut roaming = before.clone();
        let is_target = |roamer: &Roamer, reach: Bitboard| roamer.color != us && !(reach & to).is_empty();
        let victims = || {
            self.roamers.iter().zip(&before.reach).enumerate().filter(|(_, (piece, reach))| is_target(piece, **reach))
        };
        if step.capture != RoamerCapture::Never {
            roaming.gone |= victims().fold(0, |gone, (at, _)| gone | 1 << at);
        }
        for reach in &mut roaming.reach {
            *reach &= !(to | step.vacant);
        }
        // The only possible victim is certainly captured.
        if step.capture == RoamerCapture::Certainly && victims().count() == 1 {
            victims().for_each(|(at, _)| roaming.reach[at] = Bitboard::EMPTY);
        }
        self.finish_move(step.after, roaming, us);
    }

    fn follow_roamers(&mut self, scene: &Scene, before: &Roaming) {
        let us = scene.turn;
        let checkers = scene.checking_leapers();
        // A check by a pawn or knight can only be met by its capture.
        let aims = if checkers.is_empty() { Bitboard::ALL } else { checkers };
        if checkers.has_several() {
            return;
        }
        let open = aims & !scene.of_side(us) & !scene.kings & !self.certain_squares(before, us);
        let blocked = scene.occupied() | single_square_roamers(before);
        let targets: Vec<Bitboard> = self
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
        for (at, targets) in targets.iter().enumerate() {
            for victim in *targets & scene.occupied() {
                let mut roaming = before.clone();
                roaming.reach[at] = Bitboard::from_square(victim);
                self.finish_move(scene.with_turn_passed(Some(victim)), roaming, us);
            }
        }
        let quiet: Vec<Bitboard> = targets.iter().map(|&targets| targets & !scene.occupied()).collect();
        let movers = quiet.iter().filter(|targets| !targets.is_empty()).count();
        if movers == 0 {
            return;
        }
        let mut roaming = before.clone();
        let reached = quiet.iter().fold(Bitboard::EMPTY, |all, &targets| all | targets);
        for (at, roamer) in self.roamers.iter().enumerate() {
            if roamer.color != us && !(before.reach[at] & reached).is_empty() {
                roaming.gone |= 1 << at;
            }
            // One roamer moves; the others stay.
            let stays = if movers == 1 && !quiet[at].is_empty() { Bitboard::EMPTY } else { before.reach[at] };
            roaming.reach[at] = stays | quiet[at];
        }
        self.finish_move(scene.with_turn_passed(None), roaming, us);
    }

    /// Removes squares from which roamers would attack the mover's king, and adds the scene unless that is impossible.
    fn finish_move(&mut self, scene: Scene, mut roaming: Roaming, mover: Color) {
        let king = scene.king(mover);
        let shields = |straight: bool| {
            self.all_squares(&roaming, |roamer| {
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
        self.merge(scene, roaming);
    }

    /// Merges sets of squares into a scene.
    fn merge(&mut self, scene: Scene, roaming: Roaming) {
        let mut is_new = false;
        let number = *self.index.entry(scene).or_insert_with(|| {
            is_new = true;
            let nowhere = Roaming { reach: vec![Bitboard::EMPTY; self.roamers.len()], gone: 0 };
            self.scenes.push(SceneEntry { scene, roaming: nowhere, is_waiting: false });
            self.scenes.len() - 1
        });
        let entry = &mut self.scenes[number];
        let mut is_more = is_new || roaming.gone & !entry.roaming.gone != 0;
        for (old, new) in entry.roaming.reach.iter_mut().zip(roaming.reach) {
            is_more |= !(new & !*old).is_empty();
            *old |= new;
        }
        entry.roaming.gone |= roaming.gone;
        if is_more && !entry.is_waiting {
            entry.is_waiting = true;
            self.waiting.push_back(number);
        }
    }
}

/// The squares of roamers that have only one square and are not captured.
fn single_square_roamers(roaming: &Roaming) -> Bitboard {
    let sets = roaming.reach.iter().zip(0..).filter(|&(reach, at)| reach.count() == 1 && roaming.gone >> at & 1 == 0);
    sets.fold(Bitboard::EMPTY, |all, (&reach, _)| all | reach)
}

/// The squares from which a slider would certainly attack a king: only equal sliders can be in between, and then the
/// nearest attacks it. `shields` are the squares where other pieces may be.
fn clear(attacked: fn(Square, Bitboard) -> Bitboard, king: Square, scene: &Scene, shields: Bitboard) -> Bitboard {
    attacked(king, scene.occupied() | shields)
}

#[cfg(test)]
mod tests;

// A necessary condition for a mate in a scene.

/// Whether the king of the side to move may be mated: it is in check, and each adjacent square is taken away, by pieces
/// that do one thing each. The king does not hide the squares behind it.
fn is_conceivable(scene: &Scene, roamers: &[Roamer], roaming: &Roaming, by: Color) -> bool {
    let us = scene.turn;
    let king = scene.king(us);
    let flights = attacks::king(king) & !scene.of_side(us);
    let blocked = (scene.occupied() | single_square_roamers(roaming)) & !Bitboard::from_square(king);
    let is_left = |&square: &Square| scene.attackers(by, square, blocked).is_empty();
    let left: Bitboard = flights.into_iter().filter(is_left).collect();
    let wanted = unions::aims(king, left) | CHECK;
    let given = if scene.attackers(by, king, blocked).is_empty() { 0 } else { CHECK };
    let mut unions = Unions::new(given);
    for (roamer, &reach) in roamers.iter().zip(&roaming.reach) {
        let aims = |square| {
            if roamer.color == us {
                return unions::aims(king, Bitboard::from_square(square) & left);
            }
            let covered = sets::attacked(roamer.kind, by, Bitboard::from_square(square), blocked);
            unions::aims(king, covered & left) | if covered.contains(king) { CHECK } else { 0 }
        };
        unions.add(&reach.into_iter().map(aims).collect());
    }
    unions.has_all(wanted)
}
