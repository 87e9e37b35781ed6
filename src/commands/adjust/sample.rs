//! The games of a sample, which is chosen before anything is written.

use std::collections::HashSet;
use std::io;

use crate::commands::driver::{Chosen, Command, Fold, Line, Run};
use crate::game::replay::position_text::PositionFormat;
use crate::game::replay::{Game, ReplayOptions, Validity, read_game_as};
use crate::game::rules::RuleSet;
use crate::pgn::place::Span;
use crate::pipeline::ChunkText;
use crate::report::Failure;

/// Games by the name of their text and their number in it.
#[derive(Default)]
pub(super) struct SampledGames {
    games: HashSet<(Box<str>, u64)>,
}

impl SampledGames {
    pub(super) fn contains(&self, name: &str, number: u64) -> bool {
        self.games.contains(&(name.into(), number))
    }
}

/// Reads games only to choose some. Text between games belongs to none.
pub(super) struct Choice {
    /// The rules that the condition needs.
    pub(super) rules: RuleSet,
    pub(super) sampled: SampledGames,
}

/// The work on each game.
pub(super) struct Reader {
    rules: RuleSet,
}

impl Fold for Reader {
    type Item = ();

    fn read(&self, bytes: &[u8], start: usize) -> Game {
        read_game_as(bytes, start, &ReplayOptions { rules: self.rules, ..ReplayOptions::default() })
    }

    fn game(&self, game: &mut Game, _: &ChunkText<'_>, _: Span) -> Option<()> {
        (game.status != Validity::NoGame).then_some(())
    }

    fn position(&self, _: &Line, _: PositionFormat) {}

    fn place<'t>(_: impl Iterator<Item = &'t mut ()>, _: &[u8]) {}
}

impl Command for Choice {
    type Fold = Reader;
    type TextState = ();

    fn fold(&self, _: &str) -> Reader {
        Reader { rules: self.rules }
    }

    fn game(&mut self, chosen: Chosen<Reader>, (): &mut (), _: &mut Run) -> io::Result<()> {
        self.sampled.games.insert((chosen.text.name.clone(), chosen.number));
        Ok(())
    }

    fn failure(&mut self, _: &Failure<'_>) -> io::Result<()> {
        Ok(())
    }
}
