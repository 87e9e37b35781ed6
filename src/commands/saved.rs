//! The game that `--moves` continues.

use std::ops::ControlFlow;

use crate::game::record::continuation::{GameToContinue, is_moves_alone, text_outside_game, with_marker};
use crate::game::replay::{Game, Validity, read_game};
use crate::input::{InputError, Inputs, Meter, Opened, UnreadMembers};
use crate::options::{InputFormat, Match, SelectionArgs};
use crate::pgn::lex::Outcome;
use crate::pgn::place::Span;
use crate::pgn::text::count_line_ends;
use crate::pgn::write::Unwritable;
use crate::pipeline::{ChunkText, Collected, GameSource, GameWork, Pipeline};
use crate::progress::Progress;

use super::Error;
use super::driver::{DriverArgs, GameSelector, PartOf, Reading};

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
    let meter = Meter::default();
    let pipeline = args.pipeline(&meter, &Progress::hidden());
    let selector = GameSelector::new(args.selection);
    let mut finder = Finder { moves, args, selector, found: None, are_several: false };
    finder.all(inputs, &args.open_options(meter), &pipeline)?;
    let usage = |message: &str| Err(Error::Usage(message.to_owned()));
    match finder.found {
        _ if finder.are_several => {
            usage("--moves continues one game, but the input has several; choose one with --game N")
        }
        Some(saved) => Ok(saved),
        None => usage("--moves: the input has no game to continue"),
    }
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
    args: DriverArgs<'a>,
    selector: GameSelector<'a, Saved>,
    found: Option<Saved>,
    are_several: bool,
}

/// The work on each game.
struct Continuing<'a> {
    selection: &'a SelectionArgs,
}

impl GameWork for Continuing<'_> {
    /// The results of the condition, and the texts to continue for games that match it.
    type Part = Vec<(Match, Option<GameToContinue>)>;
    type Game = Game;

    fn game(&self, bytes: &[u8], start: usize) -> Game {
        let excluded = self.selection.decide_by_tags(bytes, start, true);
        excluded.unwrap_or_else(|| read_game(bytes, start, self.selection.rules()))
    }

    fn absorb(&self, part: &mut Self::Part, game: &mut Game, bytes: &ChunkText<'_>, _span: Span) {
        if game.status != Validity::NoGame {
            let matched = self.selection.evaluate(game, bytes);
            part.push((matched, matched.is_selected.then(|| game.to_be_continued(bytes))));
        }
    }

    fn close(&self, _part: &mut Self::Part, _bytes: &[u8]) {}
}

impl<'a> Reading for Finder<'a> {
    type Work = Continuing<'a>;

    fn is_done(&self) -> bool {
        self.are_several || self.selector.is_done()
    }

    fn format_of(&self, name: &str) -> InputFormat {
        self.args.inputs.format_of(name)
    }

    fn work(&self, _name: &str) -> Continuing<'a> {
        Continuing { selection: self.args.selection }
    }

    fn text(
        &mut self,
        opened: Opened<GameSource<PartOf<Continuing<'a>>>>,
        work: &Continuing<'a>,
        pipeline: &Pipeline,
    ) -> Result<(), Error> {
        let Opened { name, content: games, .. } = opened;
        if self.format_of(&name) != InputFormat::Pgn {
            return Err(Error::Usage(format!("--moves continues a game, but {name} contains positions; use --fen")));
        }
        let (mut number, mut gap) = (0, None);
        pipeline.run(games, &name, work, &mut |collected| {
            let texts = match collected {
                Collected::Games(_, texts) => texts,
                Collected::Gap(error) => {
                    gap = Some(error);
                    return ControlFlow::Break(());
                }
            };
            for (matched, text) in texts {
                if self.is_done() || self.selector.ends_after(number) {
                    return ControlFlow::Break(());
                }
                number += 1;
                let is_selected = self.selector.selects(number, matched);
                if let Some(text) = text.filter(|_| is_selected) {
                    self.are_several = self.found.is_some();
                    self.found = Some(Saved::new(name.clone(), number, text, self.moves));
                }
            }
            ControlFlow::Continue(())
        })?;
        gap.map_or(Ok(()), |error| Err(Error::Input(error)))
    }

    fn failed(&mut self, error: &InputError) -> Result<(), Error> {
        Err(Error::Input(error.clone()))
    }

    fn unread(&mut self, _unread: &UnreadMembers) {}
}
