//! Claimable draws: every draw that a player could have claimed in a game, with the plies and the intended moves.

use std::hash::BuildHasherDefault;

use crate::chess::bitboard::Bitboard;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;

use super::ClaimGround;
use crate::laws::history::{ByKey, History, HistoryEntry, quiet_runs};

/// A claim that is possible at one ply, or a fifty-move claim over a range of plies.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ClaimWindow {
    /// The rule.
    pub ground: ClaimGround,
    /// On the board, or with an intended move.
    pub basis: ClaimBasis,
    /// The player who may claim; `None` over a range of plies, where the player having the move may.
    pub by: Option<Color>,
    /// The first ply at which the claim is possible.
    pub from: u32,
    /// The last such ply.
    pub to: u32,
    /// The intended moves that justify the claim; empty for claims on the board.
    pub moves: Vec<Move>,
    /// The plies at which the position occurred, at most the latest five. Empty for fifty moves and for claims with
    /// several moves.
    pub occurrences: Vec<u32>,
}

named! {
    /// On the board or with an intended move.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum ClaimBasis {
        /// The position is on the board.
        OnBoard = "board",
        /// An announced move would bring it about.
        Intended = "intended",
    }
}

/// All possible claims of a game, sorted by ply, then threefold repetition first, then claims on the board first.
pub fn claimable_draws(history: &History) -> Vec<ClaimWindow> {
    claimable_draws_before(history, None)
}

/// The possible claims of a game that ended without a claim at ply `end`, if any: only those before it.
pub fn claimable_draws_before(history: &History, end: Option<u32>) -> Vec<ClaimWindow> {
    let entries = history.entries_before(end);
    let mut open = Vec::new();
    let mut walk = history.walk();
    for run in quiet_runs(entries, MIN_PLIES, |entry| entry.clock) {
        if !holds_claims(&entries[run.clone()], |entry| *entry) {
            continue;
        }
        let mut counts = Counts::with_capacity(run.len());
        for (ply, entry) in run.clone().map(|ply| ply as u32).zip(&entries[run]) {
            let is_second = counts.add(entry.key, ply);
            if is_second || counts.has_repetition() || entry.clock >= 99 {
                let position = walk.at(ply);
                if is_second {
                    counts.note(position, ply);
                }
                push_claims_at(position, ply, &counts, &mut open);
            }
        }
    }
    open.extend(fifty_runs(history, entries));
    open.sort_by_key(|open| (open.from, open.ground, open.basis));
    open
}

/// A quick filter: `false` if [`claimable_draws`] finds nothing in a game with these positions. `true` may mean only
/// that fifty moves were near, or that a position occurred twice.
pub fn may_be_claimed<T>(positions: &[T], entry: impl Fn(&T) -> HistoryEntry) -> bool {
    quiet_runs(positions, MIN_PLIES, |position| entry(position).clock).any(|run| holds_claims(&positions[run], &entry))
}

/// A third occurrence takes at least eight plies, seven with an intended move.
const MIN_PLIES: u32 = 7;

/// Whether a run of quiet moves comes near fifty moves, or has a position twice.
fn holds_claims<T>(run: &[T], entry: impl Fn(&T) -> HistoryEntry) -> bool {
    run.last().is_some_and(|last| entry(last).clock >= 99) || has_repeated_position(run, |position| entry(position).key)
}

/// The longest run whose positions are compared pair by pair; the keys of longer runs are sorted.
const SHORT_RUN: usize = 60;

/// Whether any position occurs twice. That takes an even number of plies, at least four.
fn has_repeated_position<T>(run: &[T], key: impl Fn(&T) -> u64) -> bool {
    if all_differ(run, &key) {
        return false;
    }
    if run.len() <= SHORT_RUN {
        let occurred_before =
            |at: usize| run[..=at - 4].iter().rev().step_by(2).any(|other| key(other) == key(&run[at]));
        return (4..run.len()).any(occurred_before);
    }
    let mut keys: Vec<u64> = run.iter().map(key).collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// A one-hash Bloom filter for each side to move: `true` proves that no position occurs twice, because each key sets a
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

/// The claims that the player having the move may make at a ply.
pub fn open_at(history: &History, ply: u32) -> Vec<ClaimWindow> {
    let mut counts = Counts::default();
    let position = history.position_at(ply);
    let ply = ply.min(history.plies());
    let mut walk = history.walk();
    for earlier in ply.saturating_sub(position.halfmove_clock())..=ply {
        if counts.add(history.entries()[earlier as usize].key, earlier) {
            counts.note(walk.at(earlier), earlier);
        }
    }
    let mut open = Vec::new();
    push_claims_at(&position, ply, &counts, &mut open);
    if position.halfmove_clock() >= 100 && position.has_legal_move() {
        open.push(fifty(ply, ply, Some(position.turn())));
    }
    open.sort_by_key(|open| (open.from, open.ground, open.basis));
    open
}

/// The largest number of occurrences that are reported, because a game may repeat a position thousands of times.
const MAX_OCCURRENCES: usize = 5;

/// The largest number of repeated positions that are compared before all moves are tried: as many as a position
/// usually has moves.
const MAX_COMPARED: usize = 40;

/// The number of occurrences of a position, and the latest of them.
#[derive(Clone, Copy, Default)]
struct Occurrences {
    times: u32,
    last: [u32; MAX_OCCURRENCES],
}

impl Occurrences {
    fn add(&mut self, ply: u32) {
        self.last[self.times as usize % MAX_OCCURRENCES] = ply;
        self.times += 1;
    }

    /// The latest plies, in their order.
    fn plies(&self) -> Vec<u32> {
        let mut plies = self.last[..(self.times as usize).min(MAX_OCCURRENCES)].to_vec();
        plies.sort_unstable();
        plies
    }
}

/// The occurrences of each position of a run of quiet moves.
#[derive(Default)]
struct Counts {
    by_key: ByKey<Occurrences>,
    /// White's and Black's pieces in the positions that occurred at least twice, by the parity of the ply.
    repeated: [Vec<[Bitboard; 2]>; 2],
}

impl Counts {
    fn with_capacity(positions: usize) -> Self {
        let by_key = ByKey::with_capacity_and_hasher(positions, BuildHasherDefault::default());
        Self { by_key, ..Self::default() }
    }

    /// Counts a position. Returns whether this is its second occurrence; then the caller must [note](Self::note) it.
    fn add(&mut self, key: u64, ply: u32) -> bool {
        let occurrences = self.by_key.entry(key).or_default();
        occurrences.add(ply);
        occurrences.times == 2
    }

    /// Records the pieces of a position at its second occurrence.
    fn note(&mut self, position: &Position, ply: u32) {
        self.repeated[(ply & 1) as usize].push(Color::BOTH.map(|side| position.by_color(side)));
    }

    /// Whether some position occurred twice, so that a third occurrence is possible.
    fn has_repetition(&self) -> bool {
        self.repeated.iter().any(|positions| !positions.is_empty())
    }

    /// Whether the next move may repeat one of these positions: only one piece is on another square. Of many positions,
    /// some may; to compare them all at every ply would take quadratic time.
    fn may_repeat_after(&self, position: &Position, ply: u32) -> bool {
        let repeated = &self.repeated[(ply & 1 ^ 1) as usize];
        if repeated.len() > MAX_COMPARED {
            return true;
        }
        let (us, them) = (position.turn(), position.turn().other());
        let [own, others] = [us, them].map(|side| position.by_color(side));
        repeated.iter().any(|then| {
            let moved = then[us.index()] ^ own;
            then[them.index()] == others && moved.count() == 2
        })
    }

    fn get(&self, key: u64) -> Occurrences {
        self.by_key.get(&key).copied().unwrap_or_default()
    }
}

/// Adds the claims at a ply, except fifty moves on the board.
fn push_claims_at(position: &Position, ply: u32, counts: &Counts, open: &mut Vec<ClaimWindow>) {
    let by = Some(position.turn());
    let threefold = |basis, moves, occurrences| ClaimWindow {
        ground: ClaimGround::Threefold,
        basis,
        by,
        from: ply,
        to: ply,
        moves,
        occurrences,
    };
    let occurrences = counts.get(position.key());
    if occurrences.times >= 3 && position.has_legal_move() {
        open.push(threefold(ClaimBasis::OnBoard, Vec::new(), occurrences.plies()));
    }
    if counts.may_repeat_after(position, ply) {
        // A move that castles or loses castling rights cannot repeat a position, so only the squares and the turn
        // change.
        let after = |mv: Move| counts.get(position.key_after_step(mv));
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
            let intended = ClaimWindow { basis: ClaimBasis::Intended, moves, ..fifty(ply, ply, by) };
            open.push(intended);
        }
    }
}

fn fifty(from: u32, to: u32, by: Option<Color>) -> ClaimWindow {
    ClaimWindow {
        ground: ClaimGround::Fifty,
        basis: ClaimBasis::OnBoard,
        by,
        from,
        to,
        moves: Vec::new(),
        occurrences: Vec::new(),
    }
}

/// The ranges of plies at which fifty moves may be claimed on the board; of one ply, by the player to move.
fn fifty_runs(history: &History, entries: &[HistoryEntry]) -> Vec<ClaimWindow> {
    let mut runs: Vec<ClaimWindow> = Vec::new();
    for (ply, _) in (0..).zip(entries).filter(|(_, entry)| entry.clock >= 100) {
        match runs.last_mut() {
            Some(run) if run.to + 1 == ply => run.to = ply,
            _ => runs.push(fifty(ply, ply, None)),
        }
    }
    for run in runs.iter_mut().filter(|run| run.from == run.to) {
        run.by = Some(history.position_at(run.from).turn());
    }
    runs
}

/// Whether a move takes one piece, not a pawn, to an empty square.
fn is_step(position: &Position, mv: Move) -> bool {
    mv.kind() == MoveKind::Normal
        && !position.occupied().contains(mv.to())
        && !position.by_type(PieceType::Pawn).contains(mv.from())
}

#[cfg(test)]
mod tests {
    use super::super::tests::game;
    use super::*;
    use crate::chess::random::Random;

    fn claim_lines(fen: &str, moves: &str) -> Vec<String> {
        let history = game(fen, moves);
        let line = |open: &ClaimWindow| {
            let moves: Vec<String> = open.moves.iter().map(|mv| format!("{mv:?}")).collect();
            format!("{}-{} {} {} {}", open.from, open.to, open.ground.name(), open.basis.name(), moves.join(","))
        };
        claimable_draws(&history).iter().map(line).collect()
    }

    #[test]
    fn the_starting_position_counts() {
        assert_eq!(
            claim_lines("", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8"),
            ["7-7 threefold intended f6g8", "8-8 threefold board ", "8-8 threefold intended g1f3"]
        );
    }

    #[test]
    fn en_passant_counts_only_if_it_was_legal() {
        let moves = "1. d4 Ka5 2. Kd2 Ka4 3. Kd1 Ka5 4. Kd2 Ka4 5. Kd1";
        let with_rook = claim_lines("8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1", moves);
        assert!(with_rook.contains(&"9-9 threefold board ".to_owned()), "{with_rook:?}");
        let without = claim_lines("8/8/8/8/k1p5/8/3P4/3K4 w - - 0 1", moves);
        assert!(!without.iter().any(|claim| claim.contains("board")), "{without:?}");
        assert!(without.contains(&"9-9 threefold intended a4a5".to_owned()), "{without:?}");
    }

    #[test]
    fn only_the_latest_occurrences_are_reported() {
        let claims = claimable_draws(&game("", &"Nf3 Nf6 Ng1 Ng8 ".repeat(500)));
        let last = claims.iter().rfind(|open| open.basis == ClaimBasis::OnBoard).unwrap();
        assert_eq!((last.from, &last.occurrences[..]), (2000, &[1984, 1988, 1992, 1996, 2000][..]));
        assert!(claims.iter().all(|open| open.occurrences.len() <= MAX_OCCURRENCES));
    }

    #[test]
    fn keys_with_the_same_first_bits_are_compared_in_full() {
        let keys = |last: u64| [1 << 56, 2 << 56, 3 << 56, 4 << 56, last];
        assert!(all_differ(&keys(5 << 56), |key| *key) && !has_repeated_position(&keys(5 << 56), |key| *key));
        assert!(!all_differ(&keys(1 << 56 | 1), |key| *key) && !has_repeated_position(&keys(1 << 56 | 1), |key| *key));
        assert!(has_repeated_position(&keys(1 << 56), |key| *key));
    }

    /// The reference implementation of threefold claims: makes every legal move at every ply, and looks back.
    fn threefold_by_trial(history: &History) -> Vec<ClaimWindow> {
        let mut claims = Vec::new();
        for ply in 0..=history.plies() {
            let now = history.until(ply);
            let (position, earlier) = (now.last(), now.earlier(ply));
            let mut push = |basis, moves, occurrences: &[u32]| {
                let occurrences = occurrences[occurrences.len().saturating_sub(MAX_OCCURRENCES)..].to_vec();
                let (ground, by) = (ClaimGround::Threefold, Some(position.turn()));
                claims.push(ClaimWindow { ground, basis, by, from: ply, to: ply, moves, occurrences });
            };
            if earlier.len() >= 2 && position.has_legal_move() {
                push(ClaimBasis::OnBoard, Vec::new(), &[&earlier[..], &[ply]].concat());
            }
            let after = |mv| {
                let mut next = now.clone();
                assert!(next.push(mv));
                next.earlier(ply + 1)
            };
            let moves: Vec<Move> = position.legal_moves().into_iter().filter(|&mv| after(mv).len() >= 2).collect();
            if !moves.is_empty() {
                let occurrences = if let [mv] = moves[..] { after(mv) } else { Vec::new() };
                push(ClaimBasis::Intended, moves, &occurrences);
            }
        }
        claims
    }

    #[test]
    fn claims_in_random_shuffles_match_the_reference() {
        let starts = [
            "8/8/8/8/8/p1p5/P1P5/KR4rk w - - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "n6k/8/8/8/8/8/8/N6K b - - 0 1",
        ];
        let mut random = Random::new(9);
        let (mut found, mut most_repeated) = (0, 0);
        for start in starts.iter().cycle().take(12) {
            let mut history = History::new(Position::from_fen(start).unwrap());
            for _ in 0..500 {
                // Often a piece goes back, so that positions occur again.
                let back =
                    history.moves().iter().rev().nth(1).map(|mv| Move::new(mv.to(), mv.from(), MoveKind::Normal));
                let moves = history.last().legal_moves();
                if moves.is_empty() {
                    break;
                }
                let any = *random.one_of(&moves);
                let mv = back.filter(|&mv| random.below(2) == 0 && history.last().is_legal(mv)).unwrap_or(any);
                assert!(history.push(mv));
            }
            let mut claims = claimable_draws(&history);
            claims.retain(|claim| claim.ground == ClaimGround::Threefold);
            assert_eq!(claims, threefold_by_trial(&history), "{start}");
            found += claims.len();
            let keys = history.entries().iter().map(|entry| entry.key);
            let counts = keys.fold(ByKey::<u32>::default(), |mut counts, key| {
                *counts.entry(key).or_default() += 1;
                counts
            });
            most_repeated = most_repeated.max(counts.values().filter(|&&times| times > 1).count());
        }
        assert!(found > 500 && most_repeated > 2 * MAX_COMPARED, "{found} {most_repeated}");
    }

    #[test]
    fn fifty_move_claims_are_one_range() {
        let claims = claim_lines("4k3/8/8/8/8/8/4K3/R7 w - - 98 70", "Ra2 Ke7 Ra3 Ke6");
        assert_eq!(claims.len(), 2, "{claims:?}");
        assert!(claims[0].starts_with("1-1 fifty intended e8"));
        assert_eq!(claims[1], "2-4 fifty board ");
        assert_eq!(claim_lines("k5r1/8/3b4/8/8/8/P7/7K w - - 99 80", ""), [""; 0]);
    }
}
