//! The search for the ply since which a game is dead (Laws 5.2.2), and for a winner who cannot checkmate (6.9).

use crate::game::Evidence;
use crate::game::finding::list::Findings;
use crate::game::finding::tally::digits;
use crate::game::replay::played_game::PlayedGame;
use crate::game::replay::ply_record::step;
use crate::game::rules::Rule;
use crate::laws::ending::dead_since_when;
use crate::laws::unwinnable::{Deadness, Proof, Winnable, deadness, winnable};
use crate::laws::{edition, material};
use crate::pgn::lex::Outcome;

use super::result::winner_on_time;
use super::{BoardEnding, FirstDraws};

/// The ply from which on material is insufficient. Material only shrinks, so the last position tells whether to search.
pub(super) fn by_material(game: &PlayedGame<'_>) -> Option<u32> {
    if !material::is_dead(&game.line.position) {
        return None;
    }
    let mut position = game.starting_position();
    let mut later = game.line.records.iter().skip(1);
    let mut ply = 0;
    while !material::is_dead(&position)
        && let Some(record) = later.next()
    {
        step(&mut position, record.mv);
        ply += 1;
    }
    Some(ply)
}

/// Stores in `end` the ply from which on the game was dead. Returns whether the side that won on time can checkmate;
/// `None` if nobody won on time.
pub(super) fn search(game: &PlayedGame<'_>, end: &mut BoardEnding, findings: &mut Findings) -> Option<Winnable> {
    let (position, budget) = (&game.line.position, game.options.budget);
    let winner_can_mate = winner_on_time(game).map(|winner| winnable(position, winner, budget));
    let is_mate = end.has_no_legal_move && game.line.in_check;
    if is_mate || winner_can_mate == Some(Winnable::Yes) {
        return winner_can_mate;
    }
    match (deadness(position, budget), &winner_can_mate) {
        (Deadness::Dead(proof), _) => {
            let since = by_search(game, end.dead_since, proof);
            // An unforced stalemate ends the game as a stalemate.
            end.dead_since = since.filter(|&ply| !end.has_no_legal_move || ply < game.line.ply);
        }
        (_, &Some(Winnable::Unknown { positions })) => report_undecided(game, &end.draws, positions, findings),
        // Where a result is stated, a verdict depends only on whether the winner can checkmate.
        (Deadness::Unknown { positions }, _) => {
            if game.result().is_none_or(|(stated, _)| stated == Outcome::Unknown) {
                report_undecided(game, &end.draws, positions, findings);
            }
        }
        (Deadness::Alive, _) => {}
    }
    winner_can_mate
}

/// The ply from which on the game was dead. `proof` shows that its last position is.
fn by_search(game: &PlayedGame<'_>, by_material: Option<u32>, proof: Proof) -> Option<u32> {
    let (history, budget) = (game.history(), game.options.budget);
    let plies = history.plies();
    // Dead by material since then; or at the end; or, where a null move cuts the history short, perhaps before it.
    let from = match by_material.filter(|&ply| ply <= plies) {
        Some(ply) => (ply, Proof::Material),
        None if plies == game.line.ply => (plies, proof),
        None => match deadness(history.last(), budget) {
            Deadness::Dead(proof) => (plies, proof),
            Deadness::Alive | Deadness::Unknown { .. } => return None,
        },
    };
    Some(dead_since_when(&history, from, budget).0)
}

/// Reports that a search gave no answer, unless an automatic draw had already ended the game.
pub(super) fn report_undecided(game: &PlayedGame<'_>, draws: &FirstDraws, positions: u32, findings: &mut Findings) {
    let is_drawn = draws.fivefold.is_some() || draws.seventy_five.is_some();
    if is_drawn && edition::has_automatic_draws(game.days()) {
        return;
    }
    let span = game.result().map_or_else(|| game.last_span(), |(_, span)| span);
    let message = format!(
        "whether a side can still mate is not decided after {} positions; a larger --budget may decide it",
        digits(positions.into())
    );
    findings.add(Rule::UndecidedMate, span, Evidence::Message(message));
}

#[cfg(test)]
mod tests {
    use crate::game::replay::rules_found_by;

    use super::*;

    const START: &str = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/3r4/4K3 w - - 0 1\"]\n\n";

    #[test]
    fn finds_the_capture_that_ended_the_game() {
        let since = |moves: &str| {
            let mut since = None;
            rules_found_by(&format!("{START}{moves}"), |game, _| since = by_material(game));
            since
        };
        assert_eq!(since("1. Kxd2 Ke7 2. Ke3 1/2-1/2"), Some(1));
        assert_eq!(since("1. Kf1 *"), None);
    }

    #[test]
    fn search_answers_for_the_side_that_won_on_time() {
        let winner = |tags: &str| {
            let mut winner = None;
            rules_found_by(&format!("{tags}\n{START}1. Kf1 0-1"), |game, findings| {
                winner = search(game, &mut BoardEnding::default(), findings);
            });
            winner
        };
        assert_eq!(winner("[Termination \"Time forfeit\"]"), Some(Winnable::Yes));
        assert_eq!(winner("[Termination \"Normal\"]"), None);
    }

    #[test]
    fn an_undecided_search_is_reported_unless_the_game_was_drawn_before() {
        let found = |draws: FirstDraws| {
            rules_found_by("1. e4 e5 1-0", |game, findings| report_undecided(game, &draws, 7, findings))
        };
        assert_eq!(found(FirstDraws::default()), [Rule::UndecidedMate]);
        assert_eq!(found(FirstDraws { fivefold: Some(1), ..FirstDraws::default() }), []);
    }
}
