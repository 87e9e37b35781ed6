//! The quick helpmate finder: both sides head straight for a mate in a corner.
//!
//! **What it shows.** That the side can mate, by a line of legal moves that ends in mate. It proves nothing when it finds none.
//!
//! **How.** A helpmate is a matter of geometry: the king to be mated goes to a corner, the other king supports, the men
//! that could be in the way stay or are taken, a pawn promotes. So each try fixes a corner and a square for the king that
//! supports, and plays depth first, the move first that furthers this most, never twice to the same position. There is
//! no deepening and nothing is searched again: a try is given up after a few dozen positions, and the next one takes
//! another corner, later with a little chance in the order of moves. Where the king stands at the edge or has few
//! squares, each move that gives check is tried for mate.
//!
//! **What it cannot see.** Mates that need men to be moved out of each other's way in a certain order. Those are for the
//! full search.
//!
//! **Where it comes from.** The rewards of CHA (Ambrona 2022) for moves that make progress, turned into an order of moves.
//! Positions visited are known by their keys: if two should share one, a line is missed and nothing else.

use std::ops::{ControlFlow, Range};

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, Kind};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::super::material;

/// A line is given up when it is so long, in plies.
const LONGEST: usize = 100;

/// Where the mate shall be, and what a try may cost.
#[derive(Clone, Copy)]
struct Plan {
    /// Where the king shall be mated.
    corner: Square,
    /// From where the other king supports.
    support: Square,
    /// The square beside the corner that the other king leaves free. A slight side needs one of the men of the king that
    /// is mated there.
    block: Square,
    /// How many positions may be looked at.
    limit: u32,
    /// The play of chance in the order of moves; 0 for none.
    noise: u64,
    /// Makes chance differ from try to try, and the marks of visited positions too.
    salt: u64,
}

/// The tries, cheap ones first: up to which number, how many positions each, how much chance.
const TRIES: [(u64, u32, u64); 4] = [(4, 80, 0), (24, 120, 6), (72, 400, 14), (TRIES_IN_ALL, 3_000, 16)];

/// How many tries there are.
pub(super) const TRIES_IN_ALL: u64 = 120;

/// Runs the tries of these numbers, as long as `budget` positions are left in all. Gives the line, and how many positions
/// were looked at.
pub(super) fn find(start: &Position, side: Color, numbers: Range<u64>, budget: u32) -> (Option<Vec<Move>>, u32) {
    let corners = corners(start, side);
    let most = TRIES[row(numbers.end.saturating_sub(1))].1;
    let mut attempt = Attempt::new(start, side, most.min(budget));
    let mut spent = 0;
    for number in numbers {
        if spent >= budget {
            break;
        }
        let (_, limit, noise) = TRIES[row(number)];
        let which = if number < 4 { number } else { (number * 5 + number / 8) % 8 };
        let (corner, support, block) = corners[which as usize];
        let salt = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        attempt.plan = Plan { corner, support, block, limit: limit.min(budget - spent), noise, salt };
        let found = attempt.run(start);
        spent += attempt.positions;
        if found {
            return (Some(attempt.line), spent);
        }
    }
    (None, spent)
}

/// The row of [`TRIES`] for a try.
fn row(number: u64) -> usize {
    TRIES.iter().position(|&(end, ..)| number < end).unwrap_or(TRIES.len() - 1)
}

/// A corner, a square from which a king supports a mate there, and the square beside the corner that it does not guard.
type Corner = (Square, Square, Square);

/// The corners, each with both ways to support, the most likely first.
fn corners(position: &Position, side: Color) -> [Corner; 8] {
    let others = side.other();
    let bishops = position.pieces(side, Kind::Bishop);
    let their_bishops = position.pieces(others, Kind::Bishop);
    let strong = position.kinds(Kind::Queen) | position.kinds(Kind::Rook) | position.kinds(Kind::Pawn);
    let has_strong = !(strong & position.colors(side)).is_empty();
    // With bishops alone the corner must be of their colour, or of the colour their bishop cannot guard.
    let wants_dark =
        !(bishops & Bitboard::DARK).is_empty() || (bishops.is_empty() && !(their_bishops & Bitboard::LIGHT).is_empty());
    let minds_color = !has_strong && !(bishops | their_bishops).is_empty();
    let mut ranked = CORNERS.map(|squares| {
        let [corner, support, block] = squares.map(Square::from_index);
        let mismatch = minds_color && corner.is_light() == wants_dark;
        let far = 2 * gap(position.king(others), corner) + gap(position.king(side), support);
        (far + if mismatch { 100 } else { 0 }, (corner, support, block))
    });
    ranked.sort_by_key(|&(far, _)| far);
    ranked.map(|(_, squares)| squares)
}

/// a1 with b3 and b1, c2 and a2; h1 with g3 and g1, f2 and h2; a8 with b6 and b8, c7 and a7; h8 with g6 and g8, f7 and h7.
const CORNERS: [[u8; 3]; 8] =
    [[0, 17, 1], [0, 10, 8], [7, 22, 6], [7, 13, 15], [56, 41, 57], [56, 50, 48], [63, 46, 62], [63, 53, 55]];

/// How many king's moves two squares are apart.
#[inline]
pub(super) fn gap(a: Square, b: Square) -> i32 {
    GAPS[a.index()][b.index()].into()
}

static GAPS: [[i8; 64]; 64] = gaps();

const fn gaps() -> [[i8; 64]; 64] {
    let mut gaps = [[0; 64]; 64];
    let mut at = 0;
    while at < 64 * 64 {
        let (a, b) = (at / 64, at % 64);
        let (files, ranks) = ((a % 8_usize).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
        gaps[a][b] = (if files > ranks { files } else { ranks }) as i8;
        at += 1;
    }
    gaps
}

/// One try after the other.
struct Attempt {
    side: Color,
    plan: Plan,
    /// Whether the side has no more than one man beside its king, a knight or bishop: then the others' men are needed.
    is_slight: bool,
    positions: u32,
    line: Vec<Move>,
    /// The moves still to be tried at all plies of the line, with what they are worth.
    moves: Vec<(i32, Move)>,
    seen: Seen,
    chance: u64,
}

impl Attempt {
    fn new(start: &Position, side: Color, most: u32) -> Self {
        let men = start.colors(side);
        let strong = start.kinds(Kind::Queen) | start.kinds(Kind::Rook) | start.kinds(Kind::Pawn);
        let corner = Square::from_index(0);
        Self {
            side,
            plan: Plan { corner, support: corner, block: corner, limit: 0, noise: 0, salt: 0 },
            is_slight: men.count() == 2 && (strong & men).is_empty(),
            positions: 0,
            line: Vec::with_capacity(LONGEST),
            moves: Vec::with_capacity(1024),
            seen: Seen::new(most),
            chance: 0,
        }
    }

    fn run(&mut self, start: &Position) -> bool {
        self.positions = 0;
        self.chance = self.plan.salt;
        self.line.clear();
        self.moves.clear();
        self.seen.add(start.key() ^ self.plan.salt);
        self.play(start)
    }

    /// Plays on from a position; whether it came to mate.
    fn play(&mut self, position: &Position) -> bool {
        self.positions += 1;
        if !material::has_mating_material(position, self.side) {
            return false;
        }
        let first = self.moves.len();
        self.list_moves(position);
        if self.moves.len() == first {
            return position.turn() != self.side && position.is_check();
        }
        let found = self.try_moves(position, first);
        self.moves.truncate(first);
        found
    }

    fn try_moves(&mut self, position: &Position, first: usize) -> bool {
        if self.line.len() >= LONGEST {
            return false;
        }
        if position.turn() == self.side
            && let Some(mv) = self.mate_in_one(position, first)
        {
            self.line.push(mv);
            return true;
        }
        for at in first..self.moves.len() {
            if self.positions > self.plan.limit {
                return false;
            }
            let best = (at..self.moves.len())
                .fold(at, |best, other| if self.moves[other].0 > self.moves[best].0 { other } else { best });
            self.moves.swap(at, best);
            let mv = self.moves[at].1;
            let after = position.after(mv);
            if !self.seen.add(after.key() ^ self.plan.salt) {
                continue;
            }
            self.line.push(mv);
            if self.play(&after) {
                return true;
            }
            self.line.pop();
        }
        false
    }

    /// A move that mates, if the king stands where this is likely.
    fn mate_in_one(&mut self, position: &Position, first: usize) -> Option<Move> {
        let them = self.side.other();
        let king = position.king(them);
        let is_at_edge = EDGE.contains(king);
        if !is_at_edge && (attacks::king(king) & !position.colors(them)).count() > 3 {
            return None;
        }
        let mates = |mv: &Move| gives_check(position, *mv, king) && !position.after(*mv).has_legal_move();
        let found = self.moves[first..].iter().map(|&(_, mv)| mv).find(mates);
        self.positions += u32::from(found.is_some());
        found
    }

    /// Adds the legal moves of a position to the list, with what they are worth.
    fn list_moves(&mut self, position: &Position) {
        let theirs = position.colors(position.turn().other());
        let is_ours = position.turn() == self.side;
        let heavy = position.kinds(Kind::Queen) | position.kinds(Kind::Rook);
        let has_heavy = !(heavy & position.colors(self.side)).is_empty();
        let _ = position.visit_legal_moves(|mv| {
            let is_capture = theirs.contains(mv.to());
            let kind = position.kind_of(mv.from());
            let score = if is_ours {
                self.score_ours(kind, mv, is_capture, has_heavy)
            } else {
                self.score_theirs(kind, mv, is_capture)
            };
            let score = score + self.noise();
            self.moves.push((score, mv));
            ControlFlow::Continue(())
        });
    }

    /// How much a move of the side that mates furthers the plan.
    fn score_ours(&self, kind: Kind, mv: Move, is_capture: bool, has_heavy: bool) -> i32 {
        let Plan { corner, support, .. } = self.plan;
        let (from, to) = (mv.from(), mv.to());
        let taken = if is_capture { 6 } else { 0 };
        let score = match kind {
            Kind::King => {
                let (before, after) = (gap(from, support), gap(to, support));
                12 * (before - after) + if after == 0 { 4 } else { 0 } + taken / 2
            }
            Kind::Pawn => {
                let rank = gap(to, Square::new(to.file(), self.side.back_rank()));
                let promoted = match mv.promotion() {
                    Some(Kind::Queen) => 30,
                    Some(Kind::Rook) => 25,
                    Some(_) => -20,
                    None => 0,
                };
                taken + promoted + if has_heavy { 2 + rank / 2 } else { 10 + 2 * rank }
            }
            Kind::Knight => taken + 2 * (gap(from, corner) - gap(to, corner)).signum(),
            Kind::Bishop => {
                if is_capture {
                    taken + 2
                } else {
                    1
                }
            }
            Kind::Rook | Kind::Queen => taken.max(1),
        };
        score - if self.is_slight && is_capture { 14 } else { 0 }
    }

    /// How much a move of the side that is mated furthers the plan.
    fn score_theirs(&self, kind: Kind, mv: Move, is_capture: bool) -> i32 {
        let Plan { corner, block, .. } = self.plan;
        let (from, to) = (mv.from(), mv.to());
        let score = match kind {
            Kind::King => 12 * (gap(from, corner) - gap(to, corner)),
            Kind::Pawn => {
                let promoted = match mv.promotion() {
                    Some(Kind::Bishop) => 2,
                    Some(Kind::Knight) => 3,
                    Some(_) => -8,
                    None => 0,
                };
                promoted + if self.is_slight { 14 } else { 3 }
            }
            _ if self.is_slight => 8 * (gap(from, block) - gap(to, block)) + i32::from(to == block),
            Kind::Knight | Kind::Bishop => 1 + (gap(from, corner) - gap(to, corner)).signum(),
            Kind::Rook | Kind::Queen => 1,
        };
        score - if is_capture { 25 } else { 0 }
    }

    /// Chance, from a fixed seed: xorshift (Marsaglia, 2003).
    fn noise(&mut self) -> i32 {
        if self.plan.noise == 0 {
            return 0;
        }
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        (self.chance % self.plan.noise) as i32
    }
}

/// The outermost squares.
const EDGE: Bitboard = Bitboard(0xff81_8181_8181_81ff);

/// Whether the man that moves gives check from where it arrives. Checks by the men behind it are left out.
#[inline]
fn gives_check(position: &Position, mv: Move, king: Square) -> bool {
    let occupied = position.occupied() & !Bitboard::of(mv.from());
    let to = mv.to();
    let attacked = match mv.kind() {
        MoveKind::Castle => return false,
        MoveKind::Promotion(piece) => attacks_of(piece, position.turn(), to, occupied),
        MoveKind::Normal | MoveKind::EnPassant => {
            attacks_of(position.kind_of(mv.from()), position.turn(), to, occupied)
        }
    };
    attacked.contains(king)
}

#[inline]
fn attacks_of(kind: Kind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::Pawn => attacks::pawn(color, square),
        Kind::Knight => attacks::knight(square),
        Kind::Bishop => attacks::bishop(square, occupied),
        Kind::Rook => attacks::rook(square, occupied),
        Kind::Queen => attacks::queen(square, occupied),
        Kind::King => Bitboard::EMPTY,
    }
}

/// A set of keys, never emptied: each try salts its own.
struct Seen {
    slots: Vec<u64>,
}

impl Seen {
    fn new(limit: u32) -> Self {
        Self { slots: vec![0; (4 * limit as usize).next_power_of_two()] }
    }

    /// Adds a key; `false` if it was there. A full neighbourhood gives up its first slot.
    #[inline]
    fn add(&mut self, key: u64) -> bool {
        let mask = self.slots.len() - 1;
        let home = key as usize & mask;
        for step in 0..8 {
            let slot = &mut self.slots[(home + step) & mask];
            if *slot == key {
                return false;
            }
            if *slot == 0 {
                *slot = key;
                return true;
            }
        }
        self.slots[home] = key;
        true
    }
}
