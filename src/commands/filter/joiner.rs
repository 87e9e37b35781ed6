//! Writes games one after the other, so that each is read again as it is.

use std::io::{self, Write};
use std::sync::Arc;

use crate::commands::boundary::{Ending, TextEnd};
use crate::commands::driver::{Text, without_mark};
use crate::commands::error::Refused;
use crate::game::replay::{Validity, read_game};
use crate::game::rules::RuleSet;
use crate::input::{Bytes, InputError, joined};
use crate::options::InputFormat;
use crate::pgn::text::{ends_in_braces, line_start};

use super::copier::Reader;

/// A game or a position, and where it comes from.
pub(super) struct Game<'a> {
    pub(super) text: &'a [u8],
    pub(super) ending: Ending,
    pub(super) input: &'a Arc<Text<Reader>>,
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
    input: Arc<Text<Reader>>,
    number: u64,
    /// Its text, unless it ends with nothing but its termination marker.
    text: Option<Bytes>,
}

impl Joiner {
    /// Writes the next game. Only between two that were apart, line ends are added where they are missing.
    pub(super) fn write(&mut self, game: &Game<'_>, out: &mut dyn Write) -> io::Result<()> {
        let mut text = game.text;
        let follows =
            |last: &Last| Arc::ptr_eq(&last.input, game.input) && last.number + 1 == game.number && !game.is_after_gap;
        if let Some(last) = self.last.as_ref().filter(|last| !follows(last)) {
            // The mark belongs to the input, not to the game.
            text = without_mark(text);
            let format = game.input.format;
            let missing = self.end.missing(text, format);
            if format == InputFormat::Pgn && !last.is_apart(missing, text)? {
                return Err(not_apart(last, game).into());
            }
            out.write_all(missing)?;
        }
        out.write_all(text)?;
        self.end.pass(text);
        let kept = if ends_with_marker(game) { None } else { Some(joined(&game.input.name, &[text])?) };
        self.last = Some(Last { input: Arc::clone(game.input), number: game.number, text: kept });
        Ok(())
    }
}

impl Last {
    /// Whether the next game is read as a game of its own behind this one.
    fn is_apart(&self, missing: &[u8], next: &[u8]) -> Result<bool, InputError> {
        if self.text.is_none() && begins_plainly(next) {
            return Ok(true);
        }
        // Any game that ends with its marker is like this one. Two line ends follow it, written or missing.
        let last = self.text.as_deref().unwrap_or(b"1. e4 *\n\n");
        let start = last.len() + missing.len();
        let blank = next.len() - next.trim_ascii_start().len();
        let joined = joined(&self.input.name, &[last, missing, &next[..next.len().min(MOST_OF_NEXT)]])?;
        let end = read_game(&joined, 0, RuleSet::EMPTY).span.end;
        Ok((last.trim_ascii_end().len()..=start + blank).contains(&end) && begins_game(&joined, end))
    }
}

/// Whether a game follows, maybe after text that belongs to none.
fn begins_game(text: &[u8], mut at: usize) -> bool {
    while at < text.len() {
        let piece = read_game(text, at, RuleSet::EMPTY);
        if piece.status != Validity::NoGame {
            return true;
        }
        at = piece.span.end.max(at + 1);
    }
    false
}

/// How much of a game is read to see that it begins.
const MOST_OF_NEXT: usize = 1 << 16;

/// Whether a game ends with its termination marker and white space, outside of comments.
fn ends_with_marker(game: &Game<'_>) -> bool {
    let text = game.text.trim_ascii_end();
    let is_marker = [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"].iter().any(|marker| text.ends_with(marker));
    let last_line = &text[line_start(text, text.len())..];
    game.ending == Ending::Marker
        && is_marker
        && !ends_in_braces(text)
        && !last_line.iter().any(|byte| b";%<".contains(byte))
}

/// Whether a text begins with a tag or with move number 1.
fn begins_plainly(text: &[u8]) -> bool {
    match text.trim_ascii_start() {
        [b'[', letter, ..] => letter.is_ascii_alphabetic(),
        [b'1', b'.', ..] => true,
        _ => false,
    }
}

/// The refusal of a game that would be read as a part of the one before it.
fn not_apart(last: &Last, game: &Game<'_>) -> Refused {
    Refused(format!(
        "game {} of {} would be read as a part of the game written before it (game {} of {}), which has no end of its own; \
         `adoube validate` shows what is missing",
        game.number, game.input.name, last.number, last.input.name
    ))
}
