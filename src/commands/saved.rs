//! The game that `--moves` continues.

use std::io;

use crate::game::record::continuation::{GameToContinue, is_moves_alone, text_outside_game, with_marker};
use crate::game::replay::{Game, Validity, read_game};
use crate::game::rules::RuleSet;
use crate::input::{InputError, Inputs};
use crate::pgn::lex::Outcome;
use crate::pgn::place::Span;
use crate::pgn::text::count_line_ends;
use crate::pgn::write::Unwritable;
use crate::pipeline::ChunkText;

use super::Error;
use super::driver::{Chosen, Command, Driver, DriverArgs, Fold, Run, Text, TextNote};
use super::error::Refused;

/// The moves of the command line as a game, perhaps after those of a saved game.
pub(super) struct Saved {
    pub(super) name: String,
    /// Its number there, from 1.
    pub(super) number: u64,
    pub(super) text: Vec<u8>,
    /// The place of the moves in the text.
    pub(super) given: Given,
    /// What became of the result of the saved game, for the user; `None` if it had none.
    pub(super) note: Option<String>,
}

impl Saved {
    /// The moves alone, after tags that end with a line end or are empty.
    ///
    /// # Errors
    ///
    /// Returns an error if there is a result or a tag among the moves.
    pub(super) fn alone(tags: Vec<u8>, moves: &str) -> Result<Self, Error> {
        check_moves(moves)?;
        let game = GameToContinue { text: tags, result: Outcome::Unknown, is_over: false };
        Ok(Self::new("<moves>".to_owned(), 1, game, moves))
    }

    fn new(name: String, number: u64, game: GameToContinue, moves: &str) -> Self {
        let GameToContinue { mut text, result, is_over } = game;
        let given = Given { offset: text.len() as u64, lines: count_line_ends(&text) as u64 };
        let kept = if is_over { result } else { Outcome::Unknown };
        text.extend_from_slice(with_marker(moves, kept).as_bytes());
        let stated = result.text();
        let note = match result {
            Outcome::Unknown => None,
            _ if is_over => Some(format!("game {number} is over, and keeps its result `{stated}`")),
            _ => {
                Some(format!("the result `{stated}` of game {number} is left out, because the moves continue the game"))
            }
        };
        Self { name, number, text, given, note }
    }
}

/// The place in a text where the moves of the command line begin, on a line of their own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    /// The number of bytes before them.
    pub(super) offset: u64,
    /// The number of lines before them.
    pub(super) lines: u64,
}

/// Finds the selected game, and adds the moves after its last one.
///
/// # Errors
///
/// Returns an error if there is no such game, if there are several, or if an input cannot be read.
pub(super) fn find_saved(moves: &str, inputs: &Inputs, args: DriverArgs<'_>) -> Result<Saved, Error> {
    check_moves(moves)?;
    let finder = Finder { moves, rules: args.selection.rules(), found: None };
    let mut driver = Driver::new(finder, DriverArgs { has_digest: false, ..args });
    driver.read(inputs)?;
    driver.end()?;
    driver.command.found.ok_or_else(|| Error::Usage("--moves: the input has no game to continue".to_owned()))
}

fn check_moves(moves: &str) -> Result<(), Error> {
    let without_layout = moves.replace(['\t', '\n', '\x0b', '\r'], " ");
    Unwritable::check(&without_layout).map_err(|error| Error::Usage(format!("--moves: {error}")))?;
    if let Some(text) = text_outside_game(moves) {
        return Err(Error::Usage(format!("--moves: `{text}` is not a move")));
    }
    if is_moves_alone(moves) {
        return Ok(());
    }
    Err(Error::Usage("--moves takes moves, comments, and variations, but no tags or result".to_owned()))
}

/// The search for the game to continue.
struct Finder<'a> {
    moves: &'a str,
    rules: RuleSet,
    found: Option<Saved>,
}

/// The work on each game.
struct Continuing {
    /// The rules that the condition needs.
    rules: RuleSet,
}

impl Fold for Continuing {
    type Item = GameToContinue;
    type Sum = ();

    fn read(&self, bytes: &[u8], start: usize) -> Game {
        read_game(bytes, start, self.rules)
    }

    fn game(&self, game: &mut Game, bytes: &ChunkText<'_>, _: Span) -> Option<GameToContinue> {
        (game.status != Validity::NoGame).then(|| game.to_be_continued(bytes))
    }
}

impl Command for Finder<'_> {
    type Fold = Continuing;
    type TextState = ();

    fn fold(&self, _: &str) -> Continuing {
        Continuing { rules: self.rules }
    }

    fn takes_positions(&mut self, text: &Text<Continuing>, _: &mut Run) -> io::Result<bool> {
        let name = &text.name;
        Err(Refused(format!("--moves continues a game, but {name} contains positions; use --fen")).into())
    }

    fn game(&mut self, chosen: Chosen<Continuing>, (): &mut (), _: &mut Run) -> io::Result<()> {
        if self.found.is_some() {
            let message = "--moves continues one game, but the input has several; choose one with --game N";
            return Err(Refused(message.to_owned()).into());
        }
        self.found = Some(Saved::new(chosen.text.name.to_string(), chosen.number, chosen.item, self.moves));
        Ok(())
    }

    /// A text without games is one among others.
    fn text_note(&mut self, _: TextNote, _: &Text<Continuing>, (): &mut (), _: &mut Run) -> io::Result<()> {
        Ok(())
    }

    fn failed(&mut self, error: &InputError, _: &mut Run) -> io::Result<()> {
        Err(error.clone().into())
    }
}
