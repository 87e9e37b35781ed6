//! The checks at the end of a game. Each is a function over a [`PlayedGame`] that reports to a list of findings.

mod claims;
mod clocks;
mod dead;
mod result;
pub(in crate::game) mod sources;

use crate::game::finding::list::Findings;
use crate::game::rules::Rule;
use crate::pgn::split::TextEnding;

use super::layout;
use super::lines::Line;
use super::played_game::PlayedGame;
use super::tags;
pub use claims::FirstDraws;

/// The end of a fully replayed main line, as the board shows it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BoardEnding {
    /// The first draws.
    pub draws: FirstDraws,
    /// The ply from which on the game is dead by insufficient material.
    pub dead_since: Option<u32>,
    /// Whether the side to move has no legal move.
    pub has_no_legal_move: bool,
}

impl BoardEnding {
    /// The number of plies after which a draw ended the game without a claim, if one did: after it nothing can be claimed
    /// (Laws 5.2.2, 9.6). `has_automatic_draws` says whether fivefold repetition and 75 moves ended games on that day.
    pub fn drawn_at(&self, has_automatic_draws: bool) -> Option<u32> {
        let automatic = [self.draws.fivefold, self.draws.seventy_five].map(|ply| ply.filter(|_| has_automatic_draws));
        [self.dead_since].into_iter().chain(automatic).flatten().min()
    }

    /// Like [`Self::drawn_at`], for any end on the board: also checkmate and stalemate, after the last of these plies.
    pub fn over_at(&self, has_automatic_draws: bool, plies: u32) -> Option<u32> {
        let without_move = self.has_no_legal_move.then_some(plies);
        [self.drawn_at(has_automatic_draws), without_move].into_iter().flatten().min()
    }
}

/// Runs all checks that need the whole game.
pub(super) fn conclude(game: &PlayedGame<'_>, findings: &mut Findings) -> BoardEnding {
    let mut end = BoardEnding { dead_since: dead::by_material(game), ..BoardEnding::default() };
    tags::check_missing_tags(game.tags, findings);
    result::check_missing_result(game, findings);
    result::check_result_tag(game, findings);
    sources::check_termination_result(game, findings);
    if game.is_replayed() {
        tags::check_ply_count(game.tags, game.bytes, game.line.ply, findings);
        (end.draws, end.has_no_legal_move) = (claims::first_draws(game), has_no_legal_move(game.line));
        let winner_can_mate = if findings.wants(Rule::FlagDrawWinnable) || findings.wants(Rule::ResignationUnwinnable) {
            dead::search(game, &mut end, findings)
        } else {
            None
        };
        claims::report_claims(game, &end, findings);
        result::check_board(game, &end, findings);
        clocks::check_first_clocks(game, findings);
        clocks::check_clock_increases(game, findings);
        sources::check_sources(game, &end, winner_can_mate.as_ref(), findings);
    }
    let is_whole = matches!(game.ending, TextEnding::Termination | TextEnding::NextGame);
    if is_whole && !game.comments.is_open() && findings.wants(Rule::MissingBlankLine) {
        layout::check_gap_after(game, findings);
    }
    if findings.wants(Rule::LongLine) {
        layout::check_long_lines(game, findings);
    }
    end
}

fn has_no_legal_move(line: &Line) -> bool {
    let is_free = !line.in_check && line.position.has_obvious_move();
    !is_free && line.has_no_legal_move()
}
