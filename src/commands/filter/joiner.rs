//! Writes games one after the other, so that each is read again as it is.

use std::io::{self, Write};
use std::rc::Rc;

use crate::commands::boundary::{Ending, TextEnd};
use crate::commands::driver::{Text, without_mark};
use crate::commands::error::Refused;
use crate::options::InputFormat;

use super::copier::Reader;

/// A game or a position, and where it comes from.
pub(super) struct Game<'a> {
    pub(super) text: &'a [u8],
    pub(super) ending: Ending,
    pub(super) input: &'a Rc<Text<Reader>>,
    /// Its number in the input, from 1.
    pub(super) number: u64,
    /// Whether text before it was left out.
    pub(super) is_after_gap: bool,
}

/// The end of what was written to an output.
#[derive(Default)]
pub(super) struct Joiner {
    last: Option<Last>,
    end: TextEnd,
}

/// The game that was written last.
struct Last {
    input: Rc<Text<Reader>>,
    number: u64,
    ending: Ending,
}

impl Joiner {
    /// Writes the next game. Only between two that were apart, line ends are added where they are missing.
    pub(super) fn write(&mut self, game: &Game<'_>, out: &mut dyn Write) -> io::Result<()> {
        let mut text = game.text;
        let follows =
            |last: &Last| Rc::ptr_eq(&last.input, game.input) && last.number + 1 == game.number && !game.is_after_gap;
        if let Some(last) = self.last.as_ref().filter(|last| !follows(last)) {
            // The mark belongs to the input, not to the game.
            text = without_mark(text);
            let format = game.input.format;
            if format == InputFormat::Pgn && !last.ending.is_before(text) {
                return Err(joined(last, game).into());
            }
            out.write_all(self.end.missing(text, format))?;
        }
        out.write_all(text)?;
        self.end.pass(text);
        self.last = Some(Last { input: Rc::clone(game.input), number: game.number, ending: game.ending });
        Ok(())
    }
}

/// The refusal of a game that would be read as a part of the one before it.
fn joined(last: &Last, game: &Game<'_>) -> Refused {
    Refused(format!(
        "game {} of {} would be read as a part of the game written before it (game {} of {}), which has no end of its own; \
         `adoube validate` shows what is missing",
        game.number, game.input.name, last.number, last.input.name
    ))
}
