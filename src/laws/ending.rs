//! Endings on the board: checkmate, stalemate, dead positions, fivefold repetition and 75 moves.
//!
//! Checkmate takes precedence over the 75-move rule (Laws 9.6.2).

use crate::chess::position::Position;

use super::edition::{DeadRule, DrawMode, Edition, RuleBook};
use super::history::History;
use super::unwinnable::{Deadness, Proof, deadness};
use super::verdict::{Certificate, Decision, Reason, Verdict};

/// Whether the board has ended a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It has, with this verdict.
    Over(Verdict),
    /// It has not.
    Open,
    /// It has not, unless the last position is dead, which the search left undecided.
    Undecided {
        /// The number of positions searched.
        positions: u32,
    },
}

impl Ending {
    /// The verdict on a game that is over.
    pub fn verdict(self) -> Option<Verdict> {
        match self {
            Self::Over(verdict) => Some(verdict),
            Self::Open | Self::Undecided { .. } => None,
        }
    }
}

/// Returns the first ending of a game: the one at the earliest ply, and of several at one ply the first in the order of
/// the Laws.
///
/// A dead position ends the game at the ply at which it arose, whether material, a pawn wall or forced moves make it
/// dead. `budget` is the largest number of positions to search for each side (see [`deadness`]).
pub fn first(history: &History, edition: Edition, budget: u32) -> Ending {
    let book = edition.rules();
    let last = history.plies();
    let automatic = automatic(history, book);
    let earliest = automatic.first().map_or(last, |end| end.0.min(last));
    let stuck = if earliest == last { no_legal_moves(history.last(), edition, last) } else { None };
    let is_mate = stuck.as_ref().is_some_and(|end| end.reason == Reason::Checkmate);
    let dead =
        if is_mate && book.dead == DeadRule::AnyCause { Dead::No } else { dead_by(history, book, earliest, budget) };
    let mut ends: Vec<Verdict> = match &dead {
        Dead::Since(ply, certificate) if stuck.is_none() || *ply < last => {
            let draw = Verdict::new(Decision::Draw, book.dead.reason(), edition, *ply);
            vec![draw.with_certificate(certificate.clone())]
        }
        _ => stuck.into_iter().collect(),
    };
    let ply = ends.first().map_or(earliest, |end| end.ply);
    ends.extend(automatic.iter().filter(|end| end.0 == ply).map(|&(_, reason)| {
        Verdict::new(Decision::Draw, reason, edition, ply).with_certificate(match reason {
            Reason::Fivefold | Reason::Threefold => repetition(history, ply),
            _ => quiet(history, ply),
        })
    }));
    let also = ends.iter().skip(1).map(|end| end.reason).collect();
    match (ends.into_iter().next(), dead) {
        (Some(verdict), _) => Ending::Over(Verdict { also, ..verdict }),
        (None, Dead::Undecided(positions)) => Ending::Undecided { positions },
        (None, _) => Ending::Open,
    }
}

/// Checkmate or stalemate.
fn no_legal_moves(position: &Position, edition: Edition, ply: u32) -> Option<Verdict> {
    if position.has_legal_move() {
        return None;
    }
    Some(if position.is_check() {
        let winner = position.turn().other();
        Verdict::new(Decision::Win(winner), Reason::Checkmate, edition, ply).by(winner)
    } else {
        Verdict::new(Decision::Draw, Reason::Stalemate, edition, ply).by(position.turn().other())
    })
}

/// The plies at which the position of a ply occurred, this ply included.
pub fn repetition(history: &History, ply: u32) -> Certificate {
    let mut plies = history.earlier(ply);
    plies.push(ply);
    Certificate::Repetition(plies)
}

/// The run of quiet moves (neither capture nor pawn move) that ends at a ply.
pub fn quiet(history: &History, ply: u32) -> Certificate {
    let count = history.entries()[ply as usize].clock;
    Certificate::Quiet { from: ply.saturating_sub(count), to: ply, count }
}

/// Whether a game has reached a dead position.
enum Dead {
    No,
    Since(u32, Certificate),
    /// The search gave up after this number of positions.
    Undecided(u32),
}

/// Whether the position at a ply is dead under a rule set, and since when.
fn dead_by(history: &History, book: &RuleBook, ply: u32, budget: u32) -> Dead {
    let position = history.position_at(ply);
    if book.dead != DeadRule::AnyCause {
        let certificate = match book.dead {
            DeadRule::NoForcedMate => Certificate::InsufficientMaterialByRule,
            _ => Certificate::Unwinnable(Proof::Material),
        };
        let by_material = |position: &Position| book.is_dead_by_material(position).then_some(());
        let is_dead = by_material(&position);
        return is_dead.map_or(Dead::No, |()| Dead::Since(dead_since(history, (ply, ()), by_material).0, certificate));
    }
    match deadness(&position, budget) {
        Deadness::Alive => Dead::No,
        Deadness::Unknown { positions } => Dead::Undecided(positions),
        Deadness::Dead(proof) => {
            let (ply, proof) = dead_since_when(history, (ply, proof), budget);
            Dead::Since(ply, Certificate::Unwinnable(proof))
        }
    }
}

/// The earliest ply found dead, with its proof. `from` is a dead position and the proof that it is dead.
pub fn dead_since_when(history: &History, from: (u32, Proof), budget: u32) -> (u32, Proof) {
    dead_since(history, from, |position| match deadness(position, budget) {
        Deadness::Dead(proof) => Some(proof),
        Deadness::Alive | Deadness::Unknown { .. } => None,
    })
}

/// Finds the earliest dead ply by exponential and binary search; `last` is dead.
///
/// A dead position stays dead, and most games continue for only a ply or two. So the search gallops back from the end
/// (1, 2, 4, … plies) to a live ply and bisects the interval. An undecided ply counts as alive, so the game may have
/// been dead earlier than the result says, but never later.
fn dead_since<T>(history: &History, last: (u32, T), dead: impl Fn(&Position) -> Option<T>) -> (u32, T) {
    let (mut alive, mut found) = (0, last);
    let mut stride = Some(1);
    while alive < found.0 {
        let middle = match stride {
            Some(back) => found.0.saturating_sub(back),
            None => alive.midpoint(found.0),
        };
        if let Some(proof) = dead(&history.position_at(middle)) {
            found = (middle, proof);
            stride = stride.map(|back| 2 * back);
        } else {
            alive = middle + 1;
            stride = None;
        }
    }
    found
}

/// The first ply at which fivefold repetition ends the game under this rule set.
pub fn fivefold(history: &History, edition: Edition) -> Option<u32> {
    automatic(history, edition.rules()).into_iter().find(|&(_, reason)| reason == Reason::Fivefold).map(|(ply, _)| ply)
}

/// The automatic draws by repetition and by quiet moves: the first ply of each rule, ordered by ply and then as in the
/// Laws.
fn automatic(history: &History, book: &RuleBook) -> Vec<(u32, Reason)> {
    let entries = history.entries();
    let longest = entries.iter().map(|entry| entry.clock).max().unwrap_or(0);
    let quiet = |&(mode, limit, reason): &(DrawMode, u32, Reason)| {
        let is_over = mode == DrawMode::Automatic && longest >= limit;
        let reached = |&ply: &u32| entries[ply as usize].clock >= limit;
        is_over.then(|| (0..entries.len() as u32).find(reached)).flatten().map(|ply| (ply, reason))
    };
    let by_moves = [(book.seventy_five, 150, Reason::SeventyFive), (book.fifty, 100, Reason::Fifty)];
    let by_moves: Vec<(u32, Reason)> = by_moves.iter().filter_map(quiet).collect();
    // Repetitions after this end do not matter; without this bound a very long game would cost quadratic time.
    let end = by_moves.iter().map(|end| end.0).min().unwrap_or(history.plies());
    let repeated = |&(mode, limit, reason): &(DrawMode, u32, Reason)| {
        let fewest = 4 * (limit - 1);
        let is_reached = |&ply: &u32| match mode {
            _ if entries[ply as usize].clock < fewest => false,
            DrawMode::Automatic => history.earlier(ply).len() as u32 + 1 >= limit,
            DrawMode::AutomaticConsecutive => is_consecutive(history, ply),
            DrawMode::Claim | DrawMode::Absent => false,
        };
        (longest >= fewest).then(|| (0..=end).find(is_reached)).flatten().map(|ply| (ply, reason))
    };
    let by_repetition = [(book.fivefold, 5, Reason::Fivefold), (book.threefold, 3, Reason::Threefold)];
    let mut found: Vec<(u32, Reason)> = by_repetition.iter().filter_map(repeated).chain(by_moves).collect();
    // Checkmate on the last move takes precedence over 75 moves, and over fifty where those end the game.
    if history.last().is_checkmate() {
        found.retain(|&(ply, _)| ply < history.plies());
    }
    found.sort_by_key(|&(ply, _)| ply);
    found
}

/// Whether the position occurred on five alternate moves in a row (FIDE 2014, 9.6).
fn is_consecutive(history: &History, ply: u32) -> bool {
    let entries = history.entries();
    let key = |ply: u32| entries[ply as usize].key;
    ply >= 16 && (1..5).all(|back| key(ply - 4 * back) == key(ply))
}

#[cfg(test)]
mod tests {
    use super::super::claim::tests::game;
    use super::*;

    fn end(fen: &str, moves: &str, edition: Edition) -> Option<(u32, Reason)> {
        first(&game(fen, moves), edition, 50_000).verdict().map(|verdict| (verdict.ply, verdict.reason))
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn mate_stalemate_and_dead_positions_end_games() {
        let now = Edition::Fide2023;
        assert_eq!(end(START, "f3 e5 g4 Qh4", now), Some((4, Reason::Checkmate)));
        assert_eq!(end("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", now), Some((0, Reason::Stalemate)));
        assert_eq!(end("7k/8/8/8/8/8/1r6/K7 w - - 0 1", "Kxb2 Kg7", now), Some((0, Reason::DeadPosition)));
        assert_eq!(end("8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 32 62", "", now), Some((0, Reason::DeadPosition)));
        assert_eq!(end("4k3/8/8/8/8/8/4K3/R7 w - - 100 70", "", now), None);
        assert_eq!(end("4k3/8/8/8/8/8/4K3/R7 w - - 100 70", "", Edition::Lichess), Some((0, Reason::Fifty)));
    }

    #[test]
    fn checkmate_takes_precedence_over_75_moves() {
        let fen = "7k/8/6K1/8/8/8/8/R7 w - - 149 120";
        assert_eq!(end(fen, "Ra8", Edition::Fide2023), Some((1, Reason::Checkmate)));
        assert_eq!(end(fen, "Ra2", Edition::Fide2023), Some((1, Reason::SeventyFive)));
        assert_eq!(end(fen, "Ra2", Edition::Fide2001), None);
    }

    #[test]
    fn automatic_repetition_draws_depend_on_the_edition() {
        let twice = "Nf3 Nf6 Ng1 Ng8 ";
        let four = twice.repeat(4);
        assert_eq!(end(START, &four, Edition::Fide2023), Some((16, Reason::Fivefold)));
        assert_eq!(end(START, &four, Edition::Fide2014), Some((16, Reason::Fivefold)));
        assert_eq!(end(START, &four, Edition::Fide2001), None);
        assert_eq!(end(START, &four, Edition::Chesscom), Some((8, Reason::Threefold)));
        let paused = format!("{}Nc3 Nc6 Nb1 Nb8 {twice}", twice.repeat(2));
        let again = format!("{paused}Nh3 Nh6 Ng1 Ng8");
        assert_eq!(end(START, &again, Edition::Fide2018).unwrap().1, Reason::Fivefold);
        let odd = format!("{twice}{twice}{twice}Na3 Nc6 Nb1 Ne5 Nc3 Nc6 Nb1 Nb8");
        assert_eq!(end(START, &odd, Edition::Fide2014), None);
        assert_eq!(end(START, &odd, Edition::Fide2023), Some((20, Reason::Fivefold)));
    }
}
