//! What ends a game by itself: mate, stalemate, dead positions, fivefold repetition, 75 moves; mate first (Laws 9.6.2).

use crate::chess::piece::Kind;
use crate::chess::position::Position;

use super::edition::{DeadRule, Edition, Mode, RuleBook};
use super::history::History;
use super::unwinnable::{CanMate, Proof, can_mate, is_surely_dead};
use super::verdict::{Certificate, Decision, Reason, Verdict};

/// The first ending in a game, if it has one, as a verdict: the earliest ply, and of several reasons at one ply the first
/// in the order of the Laws.
///
/// Dead positions are found by the men alone at every ply. At the last one they are also searched for, if `budget` is
/// not 0 (see [`can_mate`]); if it is dead, so are the plies before it looked through for the first one that was.
#[must_use]
pub fn first(history: &History, edition: Edition, budget: u32) -> Option<Verdict> {
    let book = edition.book();
    let last = history.plies();
    let dead = dead_by_material(history, book);
    let automatic = automatic(history, book);
    let earliest = dead.into_iter().chain(automatic.first().map(|end| end.0)).min().unwrap_or(last).min(last);
    let mut ends = at_ply(history, book, earliest, dead, &automatic);
    if earliest == last {
        if let Some(end) = stuck(history.last(), edition, last) {
            ends.insert(0, end);
        }
        if ends.is_empty() {
            ends.extend(dead_by_search(history, edition, budget));
        }
    }
    let also = ends.iter().skip(1).map(|end| end.reason).collect();
    let mut verdict = ends.into_iter().next()?;
    verdict.also = also;
    Some(verdict)
}

/// Mate or stalemate.
fn stuck(position: &Position, edition: Edition, ply: u32) -> Option<Verdict> {
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

/// The endings at a ply that are not mate or stalemate.
fn at_ply(
    history: &History,
    book: &RuleBook,
    ply: u32,
    dead: Option<u32>,
    automatic: &[(u32, Reason)],
) -> Vec<Verdict> {
    let draw = |reason| Verdict::new(Decision::Draw, reason, book.edition, ply);
    let dead = dead.filter(|&dead| dead == ply).map(|_| draw(Reason::DeadPosition).with_certificate(dead_by_men(book)));
    let others = automatic.iter().filter(|end| end.0 == ply).map(|&(_, reason)| {
        draw(reason).with_certificate(match reason {
            Reason::Fivefold | Reason::Threefold => repetition(history, ply),
            _ => quiet(history, ply),
        })
    });
    dead.into_iter().chain(others).collect()
}

/// What makes a position dead by its men under a rule set.
fn dead_by_men(book: &RuleBook) -> Certificate {
    match book.dead {
        DeadRule::NoForcedMate => Certificate::TooFewMen,
        _ => Certificate::Unwinnable(Proof::Material),
    }
}

/// The plies at which the position of a ply stood, itself included.
#[must_use]
pub fn repetition(history: &History, ply: u32) -> Certificate {
    let mut plies = history.earlier(ply);
    plies.push(ply);
    Certificate::Repetition(plies)
}

/// The run of quiet moves that reaches a ply.
#[must_use]
pub fn quiet(history: &History, ply: u32) -> Certificate {
    let count = history.moments()[ply as usize].clock;
    Certificate::Quiet { from: ply.saturating_sub(count), to: ply, count }
}

/// The first ply at which the men alone make the position dead.
fn dead_by_material(history: &History, book: &RuleBook) -> Option<u32> {
    let is_small = |position: &Position| position.occupied().count() < 8;
    // What is dead stays dead.
    if !is_small(history.last()) || !book.is_dead_by_material(history.last()) {
        return None;
    }
    // Captures and promotions change the men.
    let mut before = (64, 64);
    let changes = (0..).zip(history.positions()).filter(|(_, position)| {
        let men = (position.occupied().count(), position.kinds(Kind::Pawn).count());
        let changed = men != before;
        before = men;
        changed && is_small(position)
    });
    changes.into_iter().find(|(_, position)| book.is_dead_by_material(position)).map(|(ply, _)| ply)
}

/// A proof that neither side can mate from the last position, and from which ply on that was so.
fn dead_by_search(history: &History, edition: Edition, budget: u32) -> Option<Verdict> {
    if budget == 0 || edition.book().dead != DeadRule::AnyCause {
        return None;
    }
    let proof = dead(history.last(), budget)?;
    let (ply, proof) = dead_since(history, proof, |position| dead(position, budget));
    let certificate = Certificate::Unwinnable(proof);
    Some(Verdict::new(Decision::Draw, Reason::DeadPosition, edition, ply).with_certificate(certificate))
}

/// From which ply on it is proved at once that neither side can mate; `None` if that is not so at the end.
#[must_use]
pub fn surely_dead_since(history: &History) -> Option<u32> {
    let dead = |position: &Position| is_surely_dead(position).then_some(());
    dead(history.last()).map(|()| dead_since(history, (), dead).0)
}

/// The earliest ply that is found dead, the last one being so by this proof.
///
/// What is dead stays dead, so the plies are halved time and again. Where one of them is not decided, it is taken to be
/// alive: then the game may have been dead before, and was dead from the ply found.
fn dead_since<T>(history: &History, proof: T, dead: impl Fn(&Position) -> Option<T>) -> (u32, T) {
    let (mut alive, mut found) = (0, (history.plies(), proof));
    while alive < found.0 {
        let middle = alive.midpoint(found.0);
        match dead(&history.position_at(middle)) {
            Some(proof) => found = (middle, proof),
            None => alive = middle + 1,
        }
    }
    found
}

/// What proves that neither side can mate.
fn dead(position: &Position, budget: u32) -> Option<Proof> {
    // The side that has just moved is more often the one that can mate.
    let no = |side| match can_mate(position, side, budget) {
        CanMate::No(proof) => Some(proof),
        CanMate::Yes(_) | CanMate::Unknown { .. } => None,
    };
    let proof = no(position.turn().other())?;
    Some(proof.weightier(no(position.turn())?))
}

/// The draws by repetition and by quiet moves that come about by themselves: for each rule its first ply, in the order of
/// the plies, then of the Laws.
fn automatic(history: &History, book: &RuleBook) -> Vec<(u32, Reason)> {
    let moments = history.moments();
    let longest = moments.iter().map(|moment| moment.clock).max().unwrap_or(0);
    let quiet = |&(mode, limit, reason): &(Mode, u32, Reason)| {
        let is_over = mode == Mode::Automatic && longest >= limit;
        let reached = |&ply: &u32| moments[ply as usize].clock >= limit;
        is_over.then(|| (0..moments.len() as u32).find(reached)).flatten().map(|ply| (ply, reason))
    };
    let by_moves = [(book.seventy_five, 150, Reason::SeventyFive), (book.fifty, 100, Reason::Fifty)];
    let by_moves: Vec<(u32, Reason)> = by_moves.iter().filter_map(quiet).collect();
    // Behind such an end nothing is looked for: so a game without end is not held against itself.
    let end = by_moves.iter().map(|end| end.0).min().unwrap_or(history.plies());
    let repeated = |&(mode, limit, reason): &(Mode, u32, Reason)| {
        let comes = |&ply: &u32| match mode {
            Mode::Automatic => history.earlier(ply).len() as u32 + 1 >= limit,
            Mode::AutomaticConsecutive => is_consecutive(history, ply),
            Mode::Claim | Mode::Absent => false,
        };
        let may_come = longest >= 4 * (limit - 1);
        may_come.then(|| (0..=end).find(comes)).flatten().map(|ply| (ply, reason))
    };
    let by_repetition = [(book.fivefold, 5, Reason::Fivefold), (book.threefold, 3, Reason::Threefold)];
    let mut found: Vec<(u32, Reason)> = by_repetition.iter().filter_map(repeated).chain(by_moves).collect();
    // A mate at the last move goes before 75 moves, and so does a mate before fifty where those end the game.
    if history.last().is_checkmate() {
        found.retain(|&(ply, _)| ply < history.plies());
    }
    found.sort_by_key(|&(ply, _)| ply);
    found
}

/// Whether the position stood on the board five times at every other move of each player (FIDE 2014, 9.6).
fn is_consecutive(history: &History, ply: u32) -> bool {
    let moments = history.moments();
    let key = |ply: u32| moments[ply as usize].key;
    ply >= 16 && (1..5).all(|back| key(ply - 4 * back) == key(ply))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::san;

    fn history(fen: &str, moves: &str) -> History {
        let mut history = History::new(Position::from_fen(fen).unwrap());
        for word in moves.split_whitespace() {
            let written = san::read(word.as_bytes()).unwrap();
            let mv = history.last().resolve(&written).unwrap().mv;
            assert!(history.push(mv));
        }
        history
    }

    fn end(fen: &str, moves: &str, edition: Edition) -> Option<(u32, Reason)> {
        first(&history(fen, moves), edition, 50_000).map(|verdict| (verdict.ply, verdict.reason))
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn the_board_ends_games() {
        let now = Edition::Fide2023;
        assert_eq!(end(START, "f3 e5 g4 Qh4", now), Some((4, Reason::Checkmate)));
        assert_eq!(end("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", now), Some((0, Reason::Stalemate)));
        assert_eq!(end("7k/8/8/8/8/8/1r6/K7 w - - 0 1", "Kxb2 Kg7", now), Some((1, Reason::DeadPosition)));
        assert_eq!(end("8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 32 62", "", now), Some((0, Reason::DeadPosition)));
        assert_eq!(end("4k3/8/8/8/8/8/4K3/R7 w - - 100 70", "", now), None);
        assert_eq!(end("4k3/8/8/8/8/8/4K3/R7 w - - 100 70", "", Edition::Lichess), Some((0, Reason::Fifty)));
    }

    #[test]
    fn mate_goes_before_75_moves() {
        let fen = "7k/8/6K1/8/8/8/8/R7 w - - 149 120";
        assert_eq!(end(fen, "Ra8", Edition::Fide2023), Some((1, Reason::Checkmate)));
        assert_eq!(end(fen, "Ra2", Edition::Fide2023), Some((1, Reason::SeventyFive)));
        assert_eq!(end(fen, "Ra2", Edition::Fide2001), None);
    }

    #[test]
    fn repetitions_end_games_by_edition() {
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
