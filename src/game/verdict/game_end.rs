//! The ending of a game, decided without a full ruling where possible. The result equals that of [`verdict_on_game`].
//!
//! Most games end by checkmate, or by a result that the board does not contradict. For these, the data of the reader
//! suffices; the others get a full ruling. Tests compare both ways.

use crate::chess::piece::Color;
use crate::game::replay::ply_record::PlyRecord;
use crate::game::replay::{BoardEnding, Game, Validity};
use crate::game::values::termination::Termination;
use crate::laws::claim::may_be_claimed;
use crate::laws::edition::{DeadRule, DrawMode, Edition, WinRule};
use crate::laws::unwinnable::{BUDGET, Deadness, Winnable, deadness, winnable};
use crate::laws::verdict::{Certainty, Reason};
use crate::pgn::lex::Outcome;

use super::ruling::{RulingQuestion, verdict_on_game};

/// The ending of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameEnd {
    /// Why the game is over, or that it is not.
    pub reason: Reason,
    /// The certainty of the reason.
    pub certainty: Certainty,
}

impl GameEnd {
    /// The ending of a game. `bytes` is the text that it was read from.
    pub fn from_game(game: &Game, bytes: &[u8]) -> Self {
        decide_quickly(game).unwrap_or_else(|| Self::by_ruling(game, bytes))
    }

    /// The ending by a full ruling under the Laws in force on the day of the game.
    pub fn by_ruling(game: &Game, bytes: &[u8]) -> Self {
        let nothing = Self { reason: Reason::NothingRead, certainty: Certainty::Proved };
        let verdict = verdict_on_game(game, bytes, &RulingQuestion::default());
        verdict.map_or(nothing, |verdict| Self { reason: verdict.reason, certainty: verdict.certainty })
    }
}

/// The ending of an ordinary game; `None` if it needs a ruling.
fn decide_quickly(game: &Game) -> Option<GameEnd> {
    let is_ordinary = game.status == Validity::Valid && game.is_complete() && game.has_start();
    let BoardEnding { draws, dead_since, has_no_legal_move } = game.board_ending;
    let ended_before = draws.fivefold.is_some() || draws.seventy_five.is_some();
    if !is_ordinary || ended_before || game.plies() == 0 {
        return None;
    }
    if dead_since.is_some() {
        let is_over = !has_no_legal_move && ends_when_dead(game);
        return is_over.then_some(DEAD);
    }
    let position = game.position();
    if has_no_legal_move {
        // A forced stalemate makes an earlier position dead, which needs a ruling.
        return position.is_check().then_some(GameEnd { reason: Reason::Checkmate, certainty: Certainty::Proved });
    }
    match game.stated() {
        Some(Outcome::WhiteWins) => win(game, Color::White),
        Some(Outcome::BlackWins) => win(game, Color::Black),
        None | Some(Outcome::Unknown) if !says_nothing(game.tags.termination()) => None,
        stated => match deadness(position, BUDGET) {
            Deadness::Alive if stated == Some(Outcome::Draw) => draw(game),
            Deadness::Alive => Some(GameEnd { reason: Reason::Ongoing, certainty: Certainty::Inferred }),
            Deadness::Dead(_) => ends_when_dead(game).then_some(DEAD),
            Deadness::Unknown { .. } => None,
        },
    }
}

/// Whether a Termination tag leaves open how a game without a result ended.
fn says_nothing(termination: Option<Termination>) -> bool {
    matches!(termination, None | Some(Termination::Normal | Termination::Unterminated | Termination::Unknown))
}

const DEAD: GameEnd = GameEnd { reason: Reason::DeadPosition, certainty: Certainty::Proved };

/// Whether the Laws of the day end any dead position, and have no automatic draw that could come first.
fn ends_when_dead(game: &Game) -> bool {
    let book = Edition::in_force_within(game.tags.days()).0.rules();
    book.dead == DeadRule::AnyCause && book.threefold == DrawMode::Claim && book.fifty == DrawMode::Claim
}

fn win(game: &Game, winner: Color) -> Option<GameEnd> {
    let (reason, certainty) = match game.tags.termination() {
        Some(Termination::Time) => (Reason::Flag, Certainty::Inferred),
        None | Some(Termination::Normal | Termination::Unknown) => (Reason::Resignation, Certainty::Assumed),
        Some(_) => return None,
    };
    (winnable(game.position(), winner, BUDGET) == Winnable::Yes).then_some(GameEnd { reason, certainty })
}

fn draw(game: &Game) -> Option<GameEnd> {
    let (reason, certainty) = match game.tags.termination() {
        Some(Termination::Time | Termination::TimeInsufficient) => return draw_on_time(game),
        None | Some(Termination::Normal | Termination::Unknown) if game.plies() < 2 => return None,
        None | Some(Termination::Normal | Termination::Unknown) => match () {
            () if is_threefold(game) => (Reason::Threefold, Certainty::Inferred),
            () if game.position().halfmove_clock() >= 100 => (Reason::Fifty, Certainty::Inferred),
            () if may_be_claimed(since_last_change(game), PlyRecord::moment) => return None,
            () => (Reason::Agreement, Certainty::Assumed),
        },
        Some(_) => return None,
    };
    Some(GameEnd { reason, certainty })
}

/// A draw on time, because one of the players cannot checkmate. Either may have overstepped it.
fn draw_on_time(game: &Game) -> Option<GameEnd> {
    let knows = Edition::in_force_within(game.tags.days()).0.rules().flag == WinRule::UnlessUnable;
    let cannot = |side| matches!(winnable(game.position(), side, BUDGET), Winnable::No(_));
    let drawn = knows && Color::BOTH.into_iter().any(cannot);
    drawn.then_some(GameEnd { reason: Reason::FlagUnwinnable, certainty: Certainty::Proved })
}

/// Whether the final position occurs at least for the third time.
fn is_threefold(game: &Game) -> bool {
    let Some((last, before)) = since_last_change(game).split_last() else { return false };
    before.iter().filter(|record| record.key == last.key).count() >= 2
}

/// The positions since the last capture or pawn move: only these can repeat.
fn since_last_change(game: &Game) -> &[PlyRecord] {
    let quiet = game.records().last().map_or(0, |last| usize::from(last.clock));
    &game.records()[game.records().len().saturating_sub(quiet + 1)..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay::read_game;
    use crate::game::rules::{RuleSet, Severity};

    /// The endings of the games in a text, decided both ways.
    fn ends(text: &str) -> Vec<(GameEnd, GameEnd)> {
        let (mut at, mut ends) = (0, Vec::new());
        while at < text.len() {
            let game = read_game(text.as_bytes(), at, RuleSet::at_least(Severity::Error));
            at = game.span.end;
            if game.status != Validity::NoGame {
                ends.push((GameEnd::from_game(&game, text.as_bytes()), GameEnd::by_ruling(&game, text.as_bytes())));
            }
        }
        ends
    }

    #[test]
    fn ordinary_games_end_as_ruled() {
        for (text, reason, certainty) in [
            ("1. f3 e5 2. g4 Qh4# 0-1\n", Reason::Checkmate, Certainty::Proved),
            ("1. e4 e5 1-0\n", Reason::Resignation, Certainty::Assumed),
            ("[Termination \"Time forfeit\"]\n\n1. e4 e5 1-0\n", Reason::Flag, Certainty::Inferred),
            ("[Termination \"It rained\"]\n\n1. e4 e5 1-0\n", Reason::Stated, Certainty::Inferred),
            ("[Termination \"It rained\"]\n\n1. e4 e5 1/2-1/2\n", Reason::Stated, Certainty::Inferred),
            ("[Termination \"White resigns\"]\n\n1. e4 e5 0-1\n", Reason::Resignation, Certainty::Inferred),
            ("1. e4 e5 1/2-1/2\n", Reason::Agreement, Certainty::Assumed),
            ("1. e4 e5 *\n", Reason::Ongoing, Certainty::Inferred),
            ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2\n", Reason::Threefold, Certainty::Inferred),
            (
                "[FEN \"8/8/8/4k3/8/8/4K2r/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Kf1 Ke4 1-0\n",
                Reason::ResignationUnwinnable,
                Certainty::Proved,
            ),
        ] {
            let quick = ends(text);
            assert_eq!(quick.len(), 1, "{text}");
            assert_eq!(quick[0].0, quick[0].1, "{text}");
            assert_eq!((quick[0].0.reason, quick[0].0.certainty), (reason, certainty), "{text}");
        }
    }

    #[test]
    fn fixture_games_end_as_ruled() {
        let mut games = 0;
        for folder in ["games", "laws", "rules", "replay"] {
            for entry in walk(&format!("{}/fixtures/{folder}", env!("CARGO_MANIFEST_DIR"))) {
                let text = String::from_utf8_lossy(&std::fs::read(&entry).unwrap()).into_owned();
                for (quick, ruled) in ends(&text) {
                    assert_eq!(quick, ruled, "{}", entry.display());
                    games += 1;
                }
            }
        }
        assert!(games > 500, "{games}");
    }

    fn walk(folder: &str) -> Vec<std::path::PathBuf> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                found.extend(walk(&entry.to_string_lossy()));
            } else if entry.extension().is_some_and(|extension| extension == "pgn") {
                found.push(entry);
            }
        }
        found
    }
}
