//! A job: a position, the first moves of all paths, and their length.

use std::path::Path;

use super::{Args, PerftError};
use crate::chess::fen::{self, PositionError};
use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::san;
use crate::chess::setup::Refusal;
use crate::chess::uci::{self, Uci, UciMode};

use super::split::Task;

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
        self.position.play(m);
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
