//! The comparison of adoube's reading of a game with the second opinion.

use std::fmt;

use crate::chess::fen::{EnPassantMode, FenStyle};
use crate::chess::moves::PlyCount;
use crate::game::replay::{Game, Validity, read_game};
use crate::game::rules::RuleSet;
use crate::pgn::lex::Outcome;
use crate::pgn::place::Span;

use super::opinion::Opinion;
use super::reasons::{KnownReason, ReadingPoint};

/// A game on which adoube and the second opinion disagree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The game's bytes.
    pub game: Span,
    /// The point of disagreement, or the first of several.
    pub point: ReadingPoint,
    /// The number of plies that both have played.
    pub ply: u32,
    /// The view of adoube.
    pub ours: String,
    /// The view of pgn-reader and shakmaty.
    pub theirs: String,
    /// Why pgn-reader reads this game differently; `None` if one of the two is wrong.
    pub reason: Option<&'static KnownReason>,
}

/// Compares adoube's reading of a game with the second opinion. `bytes` are those from which the game was read.
///
/// Text that is not a game and games of other variants are not compared.
pub fn compare(game: &Game, bytes: &[u8], opinion: &Opinion) -> Option<Disagreement> {
    if matches!(game.status, Validity::NoGame | Validity::Unchecked) || game.report.is_unchecked {
        return None;
    }
    let point = first_difference(game, opinion)?;
    let (ours, theirs) = match point {
        ReadingPoint::Legality | ReadingPoint::Length => (our_play(game), their_play(opinion)),
        ReadingPoint::Position => (fen(game), opinion.fen.clone()),
        ReadingPoint::Result => (marker(game.outcome), marker(opinion.outcome)),
    };
    let ply = game.plies().min(opinion.plies);
    let reason = reason(game, bytes, opinion, point);
    Some(Disagreement { game: game.span.clone(), point, ply, ours, theirs, reason })
}

fn first_difference(game: &Game, opinion: &Opinion) -> Option<ReadingPoint> {
    match () {
        () if game.is_complete() != opinion.error.is_none() => Some(ReadingPoint::Legality),
        () if game.plies() != opinion.plies => Some(ReadingPoint::Length),
        () if fen(game) != opinion.fen => Some(ReadingPoint::Position),
        () if game.outcome != opinion.outcome => Some(ReadingPoint::Result),
        () => None,
    }
}

/// The first finding in the game that pgn-reader is known to read differently. It must come before the move at which
/// pgn-reader stopped.
fn reason(game: &Game, bytes: &[u8], opinion: &Opinion, point: ReadingPoint) -> Option<&'static KnownReason> {
    let reading = read_game(bytes, game.span.start, RuleSet::ALL);
    reading
        .report
        .findings
        .iter()
        .filter(|finding| finding.moment.is_none_or(|moment| moment.ply <= opinion.plies))
        .find_map(|finding| KnownReason::find(finding, bytes, point))
}

fn fen(game: &Game) -> String {
    game.position().to_fen_with(FenStyle { en_passant: EnPassantMode::Legal, ..FenStyle::default() })
}

fn our_play(game: &Game) -> String {
    let fault =
        game.report.findings.iter().find(|finding| finding.moment.is_some_and(|moment| moment.ply == game.plies()));
    let plies = PlyCount(game.plies().into());
    match (game.is_complete(), fault) {
        (true, _) => plies.to_string(),
        (false, None) => format!("{plies}, no further"),
        (false, Some(fault)) => format!("{plies}, then {}: {}", fault.rule, fault.message()),
    }
}

fn their_play(opinion: &Opinion) -> String {
    let refused = opinion.error.as_ref().map_or(String::new(), |refused| format!(", then {refused}"));
    let games = if opinion.games == 1 { String::new() } else { format!(", in {} games", opinion.games) };
    format!("{}{refused}{games}", PlyCount(opinion.plies.into()))
}

fn marker(outcome: Option<Outcome>) -> String {
    outcome.map_or("no result", Outcome::text).to_owned()
}

impl fmt::Display for Disagreement {
    /// One line: the point, the ply, both views, and the reason if it is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { point, ply, ours, theirs, .. } = self;
        let plies = PlyCount((*ply).into());
        write!(f, "{point} after {plies}: adoube has {ours}; pgn-reader with shakmaty has {theirs}")?;
        match self.reason {
            Some(reason) => write!(f, " ({}: {})", reason.rule, reason.why),
            None => Ok(()),
        }
    }
}
