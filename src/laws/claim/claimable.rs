//! The ledger: every draw that could have been claimed in a game, by whom, when, and with which moves.

use std::hash::BuildHasherDefault;

use crate::chess::bitboard::Bitboard;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;

use super::ClaimGround;
use crate::laws::history::{ByKey, History, HistoryEntry, quiet_runs};

/// A claim that is open at one ply, or fifty moves at every ply from one to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimWindow {
    /// By what.
    pub ground: ClaimGround,
    /// On the board or with a move.
    pub how: ClaimBasis,
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
pub enum ClaimBasis {
    /// The position is on the board.
    OnBoard,
    /// It is about to appear: the player announces a move.
    Intended,
}

impl ClaimBasis {
    /// The word for it in every format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OnBoard => "board",
            Self::Intended => "intended",
        }
    }
}

/// All claims of a game, by ply; at one ply threefold repetition first and what stands on the board first.
#[must_use]
pub fn ledger(history: &History) -> Vec<ClaimWindow> {
    let moments = history.moments();
    let mut open = Vec::new();
    let mut walk = history.walk();
    for run in quiet_runs(moments, FEWEST, |moment| moment.clock) {
        if !holds_claims(&moments[run.clone()], |moment| *moment) {
            continue;
        }
        let mut counts = Counts::with_room_for(run.len());
        for (ply, moment) in run.clone().map(|ply| ply as u32).zip(&moments[run]) {
            let comes_again = counts.add(moment.key, ply);
            if comes_again || counts.repeat() || moment.clock >= 99 {
                let position = walk.at(ply);
                if comes_again {
                    counts.note(position, ply);
                }
                at(position, ply, &counts, &mut open);
            }
        }
    }
    open.extend(fifty_runs(moments));
    open.sort_by_key(|open| (open.from, open.ground, open.how));
    open
}

/// Whether there is anything for [`ledger`] to tell about a game with these positions; it may be no more than that fifty
/// moves came near, or that a position came twice.
pub fn may_be_claimed<T>(positions: &[T], moment: impl Fn(&T) -> HistoryEntry) -> bool {
    quiet_runs(positions, FEWEST, |position| moment(position).clock).any(|run| holds_claims(&positions[run], &moment))
}

/// The same position a third time takes eight half-moves, one fewer with a move announced.
const FEWEST: u32 = 7;

/// Whether in a run of quiet moves fifty are near, or a position came twice.
fn holds_claims<T>(run: &[T], moment: impl Fn(&T) -> HistoryEntry) -> bool {
    run.last().is_some_and(|last| moment(last).clock >= 99) || repeats(run, |position| moment(position).key)
}

/// A run of quiet moves up to this long is held against itself, pair by pair; keys of longer ones are sorted.
const SHORT_RUN: usize = 60;

/// Whether any position comes twice. That takes four half-moves, and an even number of them.
fn repeats<T>(run: &[T], key: impl Fn(&T) -> u64) -> bool {
    if all_differ(run, &key) {
        return false;
    }
    if run.len() <= SHORT_RUN {
        let stood = |at: usize| run[..=at - 4].iter().rev().step_by(2).any(|other| key(other) == key(&run[at]));
        return (4..run.len()).any(stood);
    }
    let mut keys: Vec<u64> = run.iter().map(key).collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// Whether the first bits of keys alone show that no position comes twice, with either side to move: each of them sets a
/// bit of its own.
fn all_differ<T>(run: &[T], key: impl Fn(&T) -> u64) -> bool {
    let mut seen = [[0_u64; 4]; 2];
    run.iter().enumerate().all(|(ply, position)| {
        let key = key(position);
        let (word, bit) = (&mut seen[ply & 1][(key >> 62) as usize], 1 << (key >> 56 & 63));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    })
}

/// The claims that are open at one ply to the player who has the move.
#[must_use]
pub fn open_at(history: &History, ply: u32) -> Vec<ClaimWindow> {
    let mut counts = Counts::default();
    let position = history.position_at(ply);
    let ply = ply.min(history.plies());
    let mut walk = history.walk();
    for earlier in ply.saturating_sub(position.halfmove_clock())..=ply {
        if counts.add(history.moments()[earlier as usize].key, earlier) {
            counts.note(walk.at(earlier), earlier);
        }
    }
    let mut open = Vec::new();
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

/// How often each position of a run of quiet moves stood.
#[derive(Default)]
struct Counts {
    by_key: ByKey<Seen>,
    /// Where White's and Black's pieces stood in positions that stood twice or more, at even and at odd plies.
    repeated: [Vec<[Bitboard; 2]>; 2],
}

impl Counts {
    fn with_room_for(positions: usize) -> Self {
        let by_key = ByKey::with_capacity_and_hasher(positions, BuildHasherDefault::default());
        Self { by_key, ..Self::default() }
    }

    /// Counts a position; whether it stood once before. Then it has to be [noted](Self::note).
    fn add(&mut self, key: u64, ply: u32) -> bool {
        let seen = self.by_key.entry(key).or_default();
        seen.add(ply);
        seen.times == 2
    }

    /// Notes a position that has come for the second time.
    fn note(&mut self, position: &Position, ply: u32) {
        self.repeated[(ply & 1) as usize].push(Color::BOTH.map(|side| position.colors(side)));
    }

    /// Whether some position stood twice, so that a third time can come.
    fn repeat(&self) -> bool {
        self.repeated.iter().any(|positions| !positions.is_empty())
    }

    /// Whether one of them can come back by the move behind this ply: the piece that makes it is all that stands elsewhere.
    fn may_repeat_after(&self, position: &Position, ply: u32) -> bool {
        let (us, them) = (position.turn(), position.turn().other());
        let [own, others] = [us, them].map(|side| position.colors(side));
        self.repeated[(ply & 1 ^ 1) as usize].iter().any(|then| {
            let moved = then[us.index()] ^ own;
            then[them.index()] == others && moved.count() == 2
        })
    }

    fn of(&self, key: u64) -> Seen {
        self.by_key.get(&key).copied().unwrap_or_default()
    }
}

/// Adds what can be claimed at a ply but for fifty moves on the board.
fn at(position: &Position, ply: u32, counts: &Counts, open: &mut Vec<ClaimWindow>) {
    let by = Some(position.turn());
    let threefold = |how, moves, occurrences| ClaimWindow {
        ground: ClaimGround::Threefold,
        how,
        by,
        from: ply,
        to: ply,
        moves,
        occurrences,
    };
    let stood = counts.of(position.key());
    if stood.times >= 3 && position.has_legal_move() {
        open.push(threefold(ClaimBasis::OnBoard, Vec::new(), stood.plies()));
    }
    if counts.may_repeat_after(position, ply) {
        // Castling and losing the right to it are no way back, so the men and the turn are all that changes.
        let after = |mv: Move| counts.of(position.key_after_step(mv));
        let repeats = |&mv: &Move| is_step(position, mv) && after(mv).times >= 2;
        let moves: Vec<Move> = position.legal_moves().into_iter().filter(repeats).collect();
        if !moves.is_empty() {
            let occurrences = if let [mv] = moves[..] { after(mv).plies() } else { Vec::new() };
            open.push(threefold(ClaimBasis::Intended, moves, occurrences));
        }
    }
    if position.halfmove_clock() == 99 {
        let is_quiet = |&mv: &Move| mv.kind() == MoveKind::Castle || is_step(position, mv);
        let moves: Vec<Move> = position.legal_moves().into_iter().filter(is_quiet).collect();
        if !moves.is_empty() {
            let ahead = ClaimWindow { how: ClaimBasis::Intended, moves, ..fifty(ply, ply, by) };
            open.push(ahead);
        }
    }
}

fn fifty(from: u32, to: u32, by: Option<Color>) -> ClaimWindow {
    ClaimWindow {
        ground: ClaimGround::Fifty,
        how: ClaimBasis::OnBoard,
        by,
        from,
        to,
        moves: Vec::new(),
        occurrences: Vec::new(),
    }
}

/// The runs of plies at which fifty moves stand on the board.
fn fifty_runs(moments: &[HistoryEntry]) -> Vec<ClaimWindow> {
    let mut runs: Vec<ClaimWindow> = Vec::new();
    for (ply, _) in (0..).zip(moments).filter(|(_, moment)| moment.clock >= 100) {
        match runs.last_mut() {
            Some(run) if run.to + 1 == ply => run.to = ply,
            _ => runs.push(fifty(ply, ply, None)),
        }
    }
    runs
}

/// Whether a move is that of one piece to an empty square.
fn is_step(position: &Position, mv: Move) -> bool {
    mv.kind() == MoveKind::Normal
        && !position.occupied().contains(mv.to())
        && !position.kinds(PieceType::Pawn).contains(mv.from())
}

#[cfg(test)]
mod tests {
    use super::super::tests::game;
    use super::*;

    fn told(fen: &str, moves: &str) -> Vec<String> {
        let history = game(fen, moves);
        let tell = |open: &ClaimWindow| {
            let moves: Vec<String> = open.moves.iter().map(|mv| format!("{mv:?}")).collect();
            format!("{}-{} {} {} {}", open.from, open.to, open.ground.name(), open.how.name(), moves.join(","))
        };
        ledger(&history).iter().map(tell).collect()
    }

    #[test]
    fn the_initial_position_counts() {
        assert_eq!(
            told("", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8"),
            ["7-7 threefold intended f6g8", "8-8 threefold board ", "8-8 threefold intended g1f3"]
        );
    }

    #[test]
    fn en_passant_counts_only_if_it_was_legal() {
        let moves = "1. d4 Ka5 2. Kd2 Ka4 3. Kd1 Ka5 4. Kd2 Ka4 5. Kd1";
        let with_rook = told("8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1", moves);
        assert!(with_rook.contains(&"9-9 threefold board ".to_owned()), "{with_rook:?}");
        let without = told("8/8/8/8/k1p5/8/3P4/3K4 w - - 0 1", moves);
        assert!(!without.iter().any(|claim| claim.contains("board")), "{without:?}");
        assert!(without.contains(&"9-9 threefold intended a4a5".to_owned()), "{without:?}");
    }

    #[test]
    fn of_many_repetitions_the_latest_are_told() {
        let claims = ledger(&game("", &"Nf3 Nf6 Ng1 Ng8 ".repeat(500)));
        let last = claims.iter().rfind(|open| open.how == ClaimBasis::OnBoard).unwrap();
        assert_eq!((last.from, &last.occurrences[..]), (2000, &[1984, 1988, 1992, 1996, 2000][..]));
        assert!(claims.iter().all(|open| open.occurrences.len() <= TOLD));
    }

    #[test]
    fn keys_that_share_their_first_bits_are_held_against_each_other() {
        let keys = |last: u64| [1 << 56, 2 << 56, 3 << 56, 4 << 56, last];
        assert!(all_differ(&keys(5 << 56), |key| *key) && !repeats(&keys(5 << 56), |key| *key));
        assert!(!all_differ(&keys(1 << 56 | 1), |key| *key) && !repeats(&keys(1 << 56 | 1), |key| *key));
        assert!(repeats(&keys(1 << 56), |key| *key));
    }

    #[test]
    fn fifty_moves_are_one_run() {
        let claims = told("4k3/8/8/8/8/8/4K3/R7 w - - 98 70", "Ra2 Ke7 Ra3 Ke6");
        assert_eq!(claims.len(), 2, "{claims:?}");
        assert!(claims[0].starts_with("1-1 fifty intended e8"));
        assert_eq!(claims[1], "2-4 fifty board ");
        assert_eq!(told("k5r1/8/3b4/8/8/8/P7/7K w - - 99 80", ""), [""; 0]);
    }
}
