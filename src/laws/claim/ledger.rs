//! The ledger: every draw that could have been claimed in a game, by whom, when, and with which moves.

use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, Kind};
use crate::chess::position::Position;

use super::Ground;
use crate::laws::history::{ByKey, History, Moment};

/// A claim that is open at one ply, or fifty moves at every ply from one to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Open {
    /// By what.
    pub ground: Ground,
    /// On the board or with a move.
    pub how: How,
    /// Whose claim it is; `None` if it is that of whoever has the move, over a run of plies.
    pub by: Option<Color>,
    /// The first ply at which it is open.
    pub from: u32,
    /// The last one.
    pub to: u32,
    /// The moves with which it can be claimed; none if it stands on the board.
    pub moves: Vec<Move>,
    /// The plies at which the same position stood, of many the latest; none for fifty moves and for claims with several
    /// moves.
    pub occurrences: Vec<u32>,
}

/// On the board or with an intended move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum How {
    /// The position is on the board.
    OnBoard,
    /// It is about to appear: the player announces a move.
    Ahead,
}

impl How {
    /// The word for it in every format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OnBoard => "board",
            Self::Ahead => "ahead",
        }
    }
}

/// All claims of a game, by ply; at one ply threefold repetition first and what stands on the board first.
#[must_use]
pub fn ledger(history: &History) -> Vec<Open> {
    let moments = history.moments();
    let longest = moments.iter().map(|moment| moment.clock).max().unwrap_or(0);
    // The same position a third time takes eight half-moves, one fewer with a move announced.
    if longest < 7 || (longest < 99 && !repeats(moments, longest)) {
        return Vec::new();
    }
    let mut open = Vec::new();
    let mut counts = Counts::default();
    let mut position = history.start().clone();
    for (ply, moment) in (0..).zip(moments) {
        counts.add(moment, ply);
        if counts.may_repeat() || moment.clock >= 99 {
            at(&position, ply, &counts, &mut open);
        }
        if let Some(&mv) = history.moves().get(ply as usize) {
            position.advance(mv);
        }
    }
    open.extend(fifty_runs(moments));
    open.sort_by_key(|open| (open.from, open.ground, open.how));
    open
}

/// A run of quiet moves up to this long is held against itself, pair by pair; keys of longer ones are sorted.
const SHORT_RUN: u32 = 60;

/// Whether any position comes twice. That takes four half-moves, an even number, and no capture or pawn move between.
fn repeats(moments: &[Moment], longest: u32) -> bool {
    if longest <= SHORT_RUN {
        let comes_back = |(ply, moment): (usize, &Moment)| {
            let (first, last) = (ply.saturating_sub(moment.clock as usize), ply.checked_sub(4));
            last.is_some_and(|last| (first..=last).rev().step_by(2).any(|other| moments[other].key == moment.key))
        };
        return moments.iter().enumerate().filter(|(_, moment)| moment.clock >= 4).any(comes_back);
    }
    let mut keys: Vec<u64> = moments.iter().map(|moment| moment.key).collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// The claims that are open at one ply to the player who has the move.
#[must_use]
pub fn open_at(history: &History, ply: u32) -> Vec<Open> {
    let mut counts = Counts::default();
    let moments = &history.moments()[..=(ply as usize).min(history.moments().len() - 1)];
    (0..).zip(moments).for_each(|(ply, moment)| counts.add(moment, ply));
    let mut open = Vec::new();
    let position = history.position_at(ply);
    at(&position, ply, &counts, &mut open);
    if position.halfmove_clock() >= 100 && position.has_legal_move() {
        open.push(fifty(ply, ply, Some(position.turn())));
    }
    open.sort_by_key(|open| (open.from, open.ground, open.how));
    open
}

/// How many of the plies at which a position stood are told: enough to see it, and no more in a game that repeats itself
/// for thousands of moves.
const TOLD: usize = 5;

/// How often a position stood, and where last.
#[derive(Clone, Copy, Default)]
struct Seen {
    times: u32,
    last: [u32; TOLD],
}

impl Seen {
    fn add(&mut self, ply: u32) {
        self.last[self.times as usize % TOLD] = ply;
        self.times += 1;
    }

    /// The latest plies, in their order.
    fn plies(&self) -> Vec<u32> {
        let mut plies = self.last[..(self.times as usize).min(TOLD)].to_vec();
        plies.sort_unstable();
        plies
    }
}

/// How often each position stood since the last move that cannot be undone.
#[derive(Default)]
struct Counts {
    by_key: ByKey<Seen>,
    /// Positions that stood twice or more.
    repeated: u32,
}

impl Counts {
    fn add(&mut self, moment: &Moment, ply: u32) {
        if moment.clock == 0 {
            self.by_key.clear();
            self.repeated = 0;
        }
        let seen = self.by_key.entry(moment.key).or_default();
        seen.add(ply);
        self.repeated += u32::from(seen.times == 2);
    }

    /// Whether some position stood twice, so that a third time can come.
    fn may_repeat(&self) -> bool {
        self.repeated > 0
    }

    fn of(&self, key: u64) -> Seen {
        self.by_key.get(&key).copied().unwrap_or_default()
    }
}

/// Adds what can be claimed at a ply but for fifty moves on the board.
fn at(position: &Position, ply: u32, counts: &Counts, open: &mut Vec<Open>) {
    let by = Some(position.turn());
    let threefold =
        |how, moves, occurrences| Open { ground: Ground::Threefold, how, by, from: ply, to: ply, moves, occurrences };
    let stood = counts.of(position.key());
    if stood.times >= 3 && position.has_legal_move() {
        open.push(threefold(How::OnBoard, Vec::new(), stood.plies()));
    }
    if counts.may_repeat() {
        let repeats = |&mv: &Move| is_quiet(position, mv) && counts.of(position.after(mv).key()).times >= 2;
        let moves: Vec<Move> = position.legal_moves().into_iter().filter(repeats).collect();
        if !moves.is_empty() {
            let occurrences = match moves[..] {
                [mv] => counts.of(position.after(mv).key()).plies(),
                _ => Vec::new(),
            };
            open.push(threefold(How::Ahead, moves, occurrences));
        }
    }
    if position.halfmove_clock() == 99 {
        let moves: Vec<Move> = position.legal_moves().into_iter().filter(|&mv| is_quiet(position, mv)).collect();
        if !moves.is_empty() {
            let ahead = Open { how: How::Ahead, moves, ..fifty(ply, ply, by) };
            open.push(ahead);
        }
    }
}

fn fifty(from: u32, to: u32, by: Option<Color>) -> Open {
    Open { ground: Ground::Fifty, how: How::OnBoard, by, from, to, moves: Vec::new(), occurrences: Vec::new() }
}

/// The runs of plies at which fifty moves stand on the board.
fn fifty_runs(moments: &[Moment]) -> Vec<Open> {
    let mut runs: Vec<Open> = Vec::new();
    for (ply, _) in (0..).zip(moments).filter(|(_, moment)| moment.clock >= 100) {
        match runs.last_mut() {
            Some(run) if run.to + 1 == ply => run.to = ply,
            _ => runs.push(fifty(ply, ply, None)),
        }
    }
    runs
}

/// Whether a move neither captures nor moves a pawn.
fn is_quiet(position: &Position, mv: Move) -> bool {
    mv.kind() == MoveKind::Castle
        || (mv.kind() == MoveKind::Normal
            && !position.occupied().contains(mv.to())
            && !position.kinds(Kind::Pawn).contains(mv.from()))
}

#[cfg(test)]
mod tests {
    use super::super::tests::game;
    use super::*;

    fn told(fen: &str, moves: &str) -> Vec<String> {
        let history = game(fen, moves);
        let tell = |open: &Open| {
            let moves: Vec<String> = open.moves.iter().map(|mv| format!("{mv:?}")).collect();
            format!("{}-{} {} {} {}", open.from, open.to, open.ground.name(), open.how.name(), moves.join(","))
        };
        ledger(&history).iter().map(tell).collect()
    }

    #[test]
    fn the_initial_position_counts() {
        assert_eq!(
            told("", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8"),
            ["7-7 threefold ahead f6g8", "8-8 threefold board ", "8-8 threefold ahead g1f3"]
        );
    }

    #[test]
    fn en_passant_counts_only_if_it_was_legal() {
        let moves = "1. d4 Ka5 2. Kd2 Ka4 3. Kd1 Ka5 4. Kd2 Ka4 5. Kd1";
        let with_rook = told("8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1", moves);
        assert!(with_rook.contains(&"9-9 threefold board ".to_owned()), "{with_rook:?}");
        let without = told("8/8/8/8/k1p5/8/3P4/3K4 w - - 0 1", moves);
        assert!(!without.iter().any(|claim| claim.contains("board")), "{without:?}");
        assert!(without.contains(&"9-9 threefold ahead a4a5".to_owned()), "{without:?}");
    }

    #[test]
    fn of_many_repetitions_the_latest_are_told() {
        let claims = ledger(&game("", &"Nf3 Nf6 Ng1 Ng8 ".repeat(500)));
        let last = claims.iter().rfind(|open| open.how == How::OnBoard).unwrap();
        assert_eq!((last.from, &last.occurrences[..]), (2000, &[1984, 1988, 1992, 1996, 2000][..]));
        assert!(claims.iter().all(|open| open.occurrences.len() <= TOLD));
    }

    #[test]
    fn fifty_moves_are_one_run() {
        let claims = told("4k3/8/8/8/8/8/4K3/R7 w - - 98 70", "Ra2 Ke7 Ra3 Ke6");
        assert_eq!(claims.len(), 2, "{claims:?}");
        assert!(claims[0].starts_with("1-1 fifty ahead e8"));
        assert_eq!(claims[1], "2-4 fifty board ");
        assert_eq!(told("k5r1/8/3b4/8/8/8/P7/7K w - - 99 80", ""), [""; 0]);
    }
}
