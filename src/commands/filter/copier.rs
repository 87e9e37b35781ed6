//! Copies the selected games.

use std::io::{self, Write};
use std::rc::Rc;

use crate::commands::boundary::{Ending, TextEnd};
use crate::commands::driver::{Chosen, Command, Fold, Line, Run, Text, TextNote, without_mark};
use crate::commands::error::Refused;
use crate::game::replay::position_text::PositionFormat;
use crate::game::replay::{Game, ReplayOptions, Validity, read_game_as};
use crate::game::rules::RuleSet;
use crate::options::InputFormat;
use crate::pgn::place::Span;
use crate::report::Failure;

/// Reads games only to select them.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    /// The rules that the condition needs.
    pub(super) rules: RuleSet,
    /// Whether games are only counted.
    pub(super) is_count: bool,
}

/// What was read.
pub(super) enum Piece {
    /// A game or a position: its text, which is empty if games are only counted, and what ends it.
    Game { text: Vec<u8>, ending: Ending },
    /// Text between games: the number of its bytes without white space around them.
    Between(u64),
}

/// The selected games so far.
pub(super) struct Copier<'a> {
    reader: Reader,
    out: &'a mut dyn Write,
    /// The number of games and positions.
    pub(super) selected: u64,
    /// The number of bytes between games, which are not copied.
    pub(super) between: u64,
    last: Option<Last>,
    end: TextEnd,
    /// The format of the texts so far.
    format: Option<InputFormat>,
}

/// The game that was copied last.
struct Last {
    text: Rc<Text<Reader>>,
    number: u64,
    ending: Ending,
    /// Whether the text between it and the next game was left out.
    is_cut: bool,
}

impl<'a> Copier<'a> {
    pub(super) fn new(reader: Reader, out: &'a mut dyn Write) -> Self {
        Self { reader, out, selected: 0, between: 0, last: None, end: TextEnd::default(), format: None }
    }

    /// Returns an error if this text has another format than those before it: one file cannot hold both.
    fn check_format(&mut self, format: InputFormat) -> Result<(), Refused> {
        match self.format.replace(format) {
            Some(other) if other != format => {
                let message = "the inputs have different formats (PGN, FEN, EPD), and an output can have only one";
                Err(Refused(message.to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// Copies a game or a position. Only between two that were apart, line ends are added where they are missing.
    fn copy(&mut self, mut text: &[u8], ending: Ending, input: Rc<Text<Reader>>, number: u64) -> io::Result<()> {
        let follows = |last: &Last| Rc::ptr_eq(&last.text, &input) && last.number + 1 == number && !last.is_cut;
        if let Some(last) = self.last.as_ref().filter(|last| !follows(last)) {
            // The mark belongs to the input, not to the game.
            text = without_mark(text);
            if input.format == InputFormat::Pgn && !last.ending.is_before(text) {
                return Err(joined(last, &input.name, number).into());
            }
            self.out.write_all(self.end.missing(text, input.format))?;
        }
        self.out.write_all(text)?;
        self.end.pass(text);
        self.last = Some(Last { text: input, number, ending, is_cut: false });
        Ok(())
    }
}

/// The refusal of a game that would be read as a part of the one before it.
fn joined(last: &Last, name: &str, number: u64) -> Refused {
    let Last { text, number: last_number, .. } = last;
    Refused(format!(
        "game {number} of {name} would be read as a part of the game written before it (game {last_number} of {}), which has \
         no end of its own; `adoube validate` shows what is missing",
        text.name
    ))
}

impl Fold for Reader {
    type Item = Piece;

    fn read(&self, bytes: &[u8], start: usize) -> Game {
        read_game_as(bytes, start, &ReplayOptions { rules: self.rules, ..ReplayOptions::default() })
    }

    fn game(&self, game: &mut Game, bytes: &[u8], span: Span) -> Option<Piece> {
        let text = &bytes[span];
        if game.status == Validity::NoGame {
            return Some(Piece::Between(without_mark(text).trim_ascii().len() as u64));
        }
        Some(Piece::Game { text: if self.is_count { Vec::new() } else { text.to_vec() }, ending: Ending::of(game) })
    }

    fn position(&self, line: &Line, _: PositionFormat) -> Piece {
        Piece::Game { text: line.bytes.clone(), ending: Ending::Nothing }
    }

    fn place<'t>(_: impl Iterator<Item = &'t mut Piece>, _: &[u8]) {}
}

impl Command for Copier<'_> {
    type Fold = Reader;
    type TextState = ();

    /// Text between games is only counted.
    const NUMBERS_TEXT_BETWEEN_GAMES: bool = false;

    fn fold(&self, _: &str) -> Reader {
        self.reader
    }

    fn game(&mut self, chosen: Chosen<Reader>, (): &mut (), _: &mut Run) -> io::Result<()> {
        match chosen.item {
            Piece::Between(bytes) => {
                self.between += bytes;
                if let Some(last) = &mut self.last {
                    last.is_cut = true;
                }
                Ok(())
            }
            Piece::Game { text, ending } => {
                self.selected += 1;
                if self.reader.is_count {
                    return Ok(());
                }
                self.check_format(chosen.text.format)?;
                self.copy(&text, ending, chosen.text, chosen.number)
            }
        }
    }

    fn text_note(&mut self, note: TextNote, text: &Text<Reader>, (): &mut (), run: &mut Run) -> io::Result<()> {
        match note {
            TextNote::Utf16 if !self.reader.is_count => {
                run.warning(format_args!("{}: it is in UTF-16; its games are written in UTF-8", text.name));
            }
            TextNote::NoGames { is_cut: false } => run.no_games(&text.name, text.format),
            TextNote::Utf16 | TextNote::ByteOrderMark | TextNote::NoGames { is_cut: true } => {}
        }
        Ok(())
    }

    fn failure(&mut self, _: &Failure<'_>) -> io::Result<()> {
        Ok(())
    }
}
