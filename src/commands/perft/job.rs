//! A job (a position, the first moves of all paths, and their length), and its split into subtrees that are counted
//! separately.

use std::path::Path;

use crate::chess::fen::{self, PositionError};
use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::setup::Refusal;
use crate::chess::uci::{Uci, UciMode};
use crate::chess::{san, uci};

use super::{Args, PerftError};

/// A position, a prefix, and a depth.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// The FEN of the position where all paths start.
    pub(super) fen: String,
    /// The first moves of all paths, in UCI.
    pub(super) prefix: Vec<String>,
    /// The length of the paths, including the prefix.
    pub(super) depth: u32,
    /// The position after the prefix.
    pub(super) position: Position,
    /// How many plies are to be counted from there.
    pub(super) rest: u32,
    /// How castling is written.
    pub(super) mode: UciMode,
    /// Why rights of the position as written were dropped.
    pub(super) dropped: Vec<Refusal>,
}

impl Job {
    /// The job that the arguments ask for.
    pub(super) fn new(args: &Args) -> Result<Self, PerftError> {
        let (text, depth) = args.task()?;
        let (root, dropped) = read_position(text).map_err(|error| {
            if Path::new(text).is_file() { PerftError::File(text.to_owned()) } else { PerftError::Position(error) }
        })?;
        let mode = mode_of(args, &root);
        let mut job =
            Self { fen: root.to_fen(), prefix: Vec::new(), depth, position: root, rest: depth, mode, dropped };
        let separators = |character: char| character.is_whitespace() || character == ',';
        let moves: Vec<&str> =
            args.prefix.iter().flat_map(|prefix| prefix.split(separators)).filter(|san| !san.is_empty()).collect();
        let plies = moves.len();
        job.rest = u32::try_from(plies)
            .ok()
            .and_then(|plies| depth.checked_sub(plies))
            .ok_or(PerftError::LongPrefix { plies, depth })?;
        for san in moves {
            job.play(san)?;
        }
        Ok(job)
    }

    /// The tree of the job.
    pub(super) fn whole(&self) -> Task {
        Task::whole(0, self.position.clone(), self.rest)
    }

    fn play(&mut self, san: &str) -> Result<(), PerftError> {
        let m = read_move(&self.position, san);
        let m = m.ok_or_else(|| PerftError::Prefix { san: san.to_owned(), fen: self.position.to_fen() })?;
        self.prefix.push(uci::write(m, self.mode).to_string());
        self.position.play_unchecked(m);
        Ok(())
    }
}

/// A position, whether or not a game can have led to it, without impossible rights.
fn read_position(text: &str) -> Result<(Position, Vec<Refusal>), PositionError> {
    let reading = fen::parse(text.as_bytes()).map_err(PositionError::Malformed)?;
    reading.setup.playable_position().map_err(PositionError::Unplayable)
}

/// Whether castling is written as king takes rook: on request, or if standard notation is impossible.
pub(super) fn mode_of(args: &Args, position: &Position) -> UciMode {
    if args.chess960 || !position.has_standard_castling() { UciMode::Chess960 } else { UciMode::Standard }
}

/// Parses a legal move in UCI or SAN.
fn read_move(position: &Position, san: &str) -> Option<Move> {
    match uci::parse(san.as_bytes()) {
        Some(Uci::Move { from, to, promotion }) => uci::between(position, from, to, promotion),
        Some(Uci::Null) => None,
        None => Some(position.resolve(&san::parse(san.as_bytes()).ok()?).ok()?.mv),
    }
}

// The split of a tree into subtrees that are counted separately.

/// Enough subtrees to keep many threads busy until the end …
const ENOUGH: usize = 256;

/// Subtrees of at most this depth are not split further.
const SMALL: u32 = 4;

/// The number of subtrees that suffices for a long run, so that an interruption loses little.
const ENOUGH_OF_LARGE: usize = 4096;

/// Only deeper subtrees are split up to [`ENOUGH_OF_LARGE`].
const LARGE: u32 = 6;

#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) job: usize,
    pub(super) path: Vec<Move>,
    pub(super) position: Position,
    /// How many plies are to be counted below.
    pub(super) depth: u32,
}

impl Task {
    pub(super) const fn whole(job: usize, position: Position, depth: u32) -> Self {
        Self { job, path: Vec::new(), position, depth }
    }

    /// The subtrees one ply below, by the moves' names in UCI.
    fn children(&self, mode: UciMode) -> Vec<Self> {
        let child = |m| {
            let path = self.path.iter().copied().chain([m]).collect();
            Self { job: self.job, path, position: self.position.after_unchecked(m), depth: self.depth - 1 }
        };
        by_name(&self.position, mode).into_iter().map(|(m, _)| child(m)).collect()
    }

    /// The names of the moves that lead to it.
    pub(super) fn names(&self, mode: UciMode) -> Vec<String> {
        self.path.iter().map(|&m| uci::write(m, mode).to_string()).collect()
    }
}

/// The legal moves with their names in UCI, in the order of the names.
pub(super) fn by_name(position: &Position, mode: UciMode) -> Vec<(Move, String)> {
    let mut moves: Vec<_> = position.legal_moves().into_iter().map(|m| (m, uci::write(m, mode).to_string())).collect();
    moves.sort_unstable_by(|(_, a), (_, b)| a.cmp(b));
    moves
}

/// Splits a tree until there are enough subtrees, or they are small; always at the first move, if there is one.
pub(super) fn split(whole: Task, mode: UciMode) -> Vec<Task> {
    if whole.depth == 0 {
        return vec![whole];
    }
    let mut tasks = whole.children(mode);
    while tasks.first().is_some_and(|task| needs_split(tasks.len(), task.depth)) {
        tasks = tasks.iter().flat_map(|task| task.children(mode)).collect();
    }
    tasks
}

const fn needs_split(tasks: usize, depth: u32) -> bool {
    tasks < ENOUGH && depth > SMALL || tasks < ENOUGH_OF_LARGE && depth > LARGE
}

/// Visits the prefixes of `plies` plies, in alphabetical order, until a visit fails.
pub(super) fn prefixes<E>(
    position: &Position,
    plies: u32,
    mode: UciMode,
    visit: &mut impl FnMut(&[String]) -> Result<(), E>,
) -> Result<(), E> {
    let mut path = Vec::new();
    visit_prefixes(position, plies, mode, &mut path, visit)
}

fn visit_prefixes<E>(
    position: &Position,
    plies: u32,
    mode: UciMode,
    path: &mut Vec<String>,
    visit: &mut impl FnMut(&[String]) -> Result<(), E>,
) -> Result<(), E> {
    let Some(rest) = plies.checked_sub(1) else { return visit(path) };
    for (m, name) in by_name(position, mode) {
        path.push(name);
        visit_prefixes(&position.after_unchecked(m), rest, mode, path, visit)?;
        path.pop();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn a_tree_is_split_into_enough_but_not_tiny_subtrees() {
        let parts = |depth| split(Task::whole(0, Position::initial(), depth), UciMode::Standard);
        assert_eq!([0, 1, 5, 6, 8, 9].map(|depth| parts(depth).len()), [1, 20, 20, 400, 400, 8_902]);
        assert!(parts(6).iter().all(|task| task.depth == 4 && task.path.len() == 2));
    }

    #[test]
    fn a_tree_without_moves_is_not_split() {
        let mated = Position::from_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3").unwrap();
        assert!(split(Task::whole(0, mated.clone(), 5), UciMode::Standard).is_empty());
        assert_eq!(split(Task::whole(0, mated, 0), UciMode::Standard).len(), 1);
    }

    #[test]
    fn prefixes_are_in_alphabetical_order() {
        let mut found = Vec::new();
        let mut keep = |moves: &[String]| {
            found.push(moves.join(" "));
            Ok::<_, Infallible>(())
        };
        prefixes(&Position::initial(), 2, UciMode::Standard, &mut keep).unwrap();
        assert_eq!((found.len(), found[0].as_str()), (400, "a2a3 a7a5"));
        assert!(found.is_sorted());
    }
}
