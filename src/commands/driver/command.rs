//! The interface between a command and the driver.

use std::io;
use std::sync::Arc;

use crate::commands::ExitStatus;
use crate::game::finding::ReportedFinding;
use crate::input::InputError;
use crate::options::InputFormat;
use crate::parts::InputPart;
use crate::pipeline::Pipeline;

use super::{Fold, Line, LineColumn, Run};

/// What a command does with the games and positions of its inputs, in their order.
pub(in crate::commands) trait Command: Sized {
    /// The work on each game.
    type Fold: Fold;
    /// What it remembers from game to game of a text.
    type TextState: Default;

    /// Whether text between games has the number of the game before it. `--game` then selects it together with this
    /// game; otherwise it is always selected.
    const NUMBERS_TEXT_BETWEEN_GAMES: bool = true;

    /// Whether [`Command::other`] takes what is not selected.
    const TAKES_OTHERS: bool = false;

    /// Whether [`Command::comment_line`] takes the comments of files of positions.
    const TAKES_COMMENT_LINES: bool = false;

    /// What a text without games means for the exit code.
    const STATUS_WITHOUT_GAMES: ExitStatus = ExitStatus::Findings;

    /// The work on the games of the text with this name.
    fn fold(&self, name: &str) -> Self::Fold;

    /// Completes results for games that `--game` selects, before [`Command::game`] gets them in order. For work that is
    /// too expensive for games that are not selected.
    fn complete(&self, _items: Vec<&mut Item<Self>>, _pipeline: &Pipeline) {}

    /// Whether the positions of a text are read. If not, this reports why, or returns an error that ends the run.
    fn takes_positions(&mut self, _text: &Text<Self::Fold>, _run: &mut Run) -> io::Result<bool> {
        Ok(true)
    }

    /// Whether a tournament report is read. If not, this reports why.
    fn takes_reports(&mut self, text: &Text<Self::Fold>, run: &mut Run) -> io::Result<bool> {
        let message = "not read, because it is a tournament report, which has no games; `adoube validate` and `adoube stats --table \
                       standings` read it";
        run.failed_at(&text.name, None, message);
        Ok(false)
    }

    /// Takes the sum of the next chunk, before [`Command::game`] gets its games. The chunk begins after this number of games
    /// of the text, at this place.
    fn sum(
        &mut self,
        _sum: <Self::Fold as Fold>::Sum,
        _games: u64,
        _corner: LineColumn,
        _state: &mut Self::TextState,
    ) -> io::Result<()> {
        Ok(())
    }

    /// Takes the next selected game, position, or text between games.
    fn game(&mut self, chosen: Chosen<Self::Fold>, state: &mut Self::TextState, run: &mut Run) -> io::Result<()>;

    /// Takes the next comment line of a file of positions.
    fn comment_line(&mut self, _line: &Line, _text: &Text<Self::Fold>, _state: &mut Self::TextState) -> io::Result<()> {
        Ok(())
    }

    /// Takes the next game, position, or text between games that is not selected.
    fn other(&mut self, _chosen: Chosen<Self::Fold>, _run: &mut Run) -> io::Result<()> {
        Ok(())
    }

    /// Takes a fact about a text as a whole. By default, a text without games is reported, unless it is cut.
    fn text_note(
        &mut self,
        note: TextNote,
        text: &Text<Self::Fold>,
        _state: &mut Self::TextState,
        run: &mut Run,
    ) -> io::Result<()> {
        if note == (TextNote::NoGames { is_cut: false }) {
            run.no_games(&text.name, text.format, Self::STATUS_WITHOUT_GAMES);
        }
        Ok(())
    }

    /// Takes the end of a text, or of a part of one.
    fn text_end(
        &mut self,
        _text: &Text<Self::Fold>,
        _part: Option<&InputPart>,
        _state: &mut Self::TextState,
        _run: &mut Run,
    ) {
    }

    /// Reports an input that could not be read, or not to its end; also in the data, if these have a place for it.
    fn failed(&mut self, error: &InputError, run: &mut Run) -> io::Result<()> {
        run.failed(error);
        Ok(())
    }
}

/// The result of a command for a game.
pub(in crate::commands) type Item<C> = <<C as Command>::Fold as Fold>::Item;

/// A fact about a text as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::commands) enum TextNote {
    /// It is in UTF-16.
    Utf16,
    /// It has a byte order mark before its positions.
    ByteOrderMark,
    /// It has no games or positions. If it is cut, the rest could not be read.
    NoGames { is_cut: bool },
}

/// A text, and the work on its games.
pub(in crate::commands) struct Text<F> {
    pub(in crate::commands) name: Box<str>,
    pub(in crate::commands) format: InputFormat,
    pub(in crate::commands) fold: F,
}

/// A game, position, or text between games.
pub(in crate::commands) struct Chosen<F: Fold> {
    pub(in crate::commands) text: Arc<Text<F>>,
    /// Its number in the text, from 1; for text between games that of the game before it, if there is one.
    pub(in crate::commands) number: u64,
    /// The offset in the text from which its offsets count.
    pub(in crate::commands) offset: u64,
    /// The place in the text from which its lines and columns count.
    pub(in crate::commands) corner: LineColumn,
    pub(in crate::commands) item: F::Item,
}

impl<F: Fold> Chosen<F> {
    pub(in crate::commands) fn placed(&self, located: &ReportedFinding) -> ReportedFinding {
        self.corner.placed(located, self.offset, self.number)
    }
}
