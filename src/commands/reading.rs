//! The loop over the inputs of a command: text after text, until it has enough.

use crate::commands::Error;
use crate::game::replay::Game;
use crate::input::{InputError, Inputs, OpenOptions, Opened};
use crate::pipeline::{GameExtent, Pipeline};

/// The message about an input that is read as PGN and has no games.
pub(super) fn no_games(name: &str) -> String {
    match name {
        "<stdin>" => "standard input contains no games; for positions use --input-format epd".to_owned(),
        name => format!("{name}: the file contains no games; for positions use --input-format epd"),
    }
}

/// A consumer of texts.
pub(super) trait Reading {
    /// Whether enough has been read.
    fn is_done(&self) -> bool;

    /// Reads a text to its end.
    fn text(&mut self, opened: Opened, pipeline: &Pipeline) -> Result<(), Error>;

    /// Takes note of an input that could not be read.
    fn failed(&mut self, error: &InputError) -> Result<(), Error>;

    /// Reads all inputs.
    fn all(&mut self, inputs: &Inputs, options: OpenOptions, pipeline: &Pipeline) -> Result<(), Error> {
        let mut texts = inputs.texts(options);
        // Checked first, because opening the next text can block.
        while !self.is_done()
            && let Some(text) = texts.next()
        {
            match text {
                Ok(opened) => self.text(opened, pipeline)?,
                Err(error) => self.failed(&error)?,
            }
        }
        Ok(())
    }
}

impl GameExtent for Game {
    fn end(&self) -> usize {
        self.span.end
    }

    fn is_open_ended(&self) -> bool {
        self.is_open_ended
    }
}
