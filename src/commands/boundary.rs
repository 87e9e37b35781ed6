//! The boundary between two games that are written one after the other: the second must not be read as a part of the first.

use crate::game::replay::{Game, Validity};
use crate::options::InputFormat;
use crate::pgn::split::TextEnding;
use crate::pgn::text::count_line_ends;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// Its termination marker, whatever follows.
    Marker,
    /// The tags of the next game.
    Tags,
    /// The end of the text: what follows would be a part of the game.
    Nothing,
}

impl Ending {
    pub(super) fn of(game: &Game) -> Self {
        match game.ending {
            TextEnding::Termination => Self::Marker,
            TextEnding::EndOfText { clean: false } => Self::Nothing,
            _ if game.plies() == 0 && game.status != Validity::NoGame => Self::Nothing,
            _ => Self::Tags,
        }
    }

    /// Whether the game ends there if this text follows after blank lines.
    pub(super) fn is_before(self, next: &[u8]) -> bool {
        let next = next.trim_ascii_start();
        // A number other than 1 continues the game, whatever its marker.
        let number = next.iter().take_while(|byte| byte.is_ascii_digit()).count();
        match self {
            Self::Marker => matches!(&next[..number], b"" | b"1"),
            Self::Tags => next.starts_with(b"["),
            Self::Nothing => false,
        }
    }
}

/// How the text ends that was written so far.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct TextEnd {
    has_text: bool,
    /// The number of line ends after it.
    pub(super) line_ends: usize,
    /// Whether they are CR LF.
    is_crlf: bool,
}

impl TextEnd {
    /// Takes the next text.
    pub(super) fn pass(&mut self, text: &[u8]) {
        let body = text.trim_ascii_end();
        let after = count_line_ends(&text[body.len()..]);
        // A line feed after a bare CR would make one line end of the two.
        let after = after - usize::from(text.ends_with(b"\r"));
        self.line_ends = if body.is_empty() { self.line_ends + after } else { after };
        self.has_text |= !body.is_empty();
        if after > 0 {
            self.is_crlf = text.ends_with(b"\r\n");
        }
    }

    /// The line ends that are missing before a game or position that begins with this text: a game has a blank line before it, a
    /// position a line of its own.
    pub(super) fn missing(self, next: &[u8], format: InputFormat) -> &'static [u8] {
        let body = next.trim_ascii_start();
        if !self.has_text || body.is_empty() {
            return b"";
        }
        let needed = if format == InputFormat::Pgn { 2_usize } else { 1 };
        let missing = needed.saturating_sub(self.line_ends + count_line_ends(&next[..next.len() - body.len()]));
        if self.is_crlf { &b"\r\n\r\n"[..2 * missing] } else { &b"\n\n"[..missing] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay::read_game;
    use crate::game::rules::RuleSet;

    #[test]
    fn a_game_gets_a_blank_line_before_it() {
        for (written, next, missing) in [
            ("", "1. e4 *", ""),
            ("1. e4 *", "1. d4 *", "\n\n"),
            ("1. e4 *\n", "1. d4 *", "\n"),
            ("1. e4 *\n", "\n1. d4 *", ""),
            ("1. e4 *\n \n\n", "[White \"x\"]", ""),
            ("1. e4 *\r\n", "1. d4 *", "\r\n"),
            ("1. e4 *\r\n\r\n", "1. d4 *", ""),
            ("1. e4 *\r", "1. d4 *", "\n\n"),
            ("1. e4 *", " \n", ""),
        ] {
            let mut end = TextEnd::default();
            end.pass(written.as_bytes());
            assert_eq!(end.missing(next.as_bytes(), InputFormat::Pgn), missing.as_bytes(), "{written:?} {next:?}");
        }
        let mut end = TextEnd::default();
        end.pass(b"4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(end.missing(b"4k3/8/8/8/8/8/8/4K3 b - - 0 1", InputFormat::Fen), b"\n");
    }

    #[test]
    fn the_end_of_a_game_may_depend_on_what_follows() {
        for (game, tags, moves, number) in [
            ("1. e4 *\n", true, true, false),
            ("1. e4\n\n[White \"x\"]\n", true, false, false),
            ("[White \"x\"]\n\n", false, false, false),
            ("1. e4 {", false, false, false),
        ] {
            let ending = Ending::of(&read_game(game.as_bytes(), 0, RuleSet::EMPTY));
            let followers = ["[White \"x\"]", "\n1. d4", "2. d4"].map(|next| ending.is_before(next.as_bytes()));
            assert_eq!(followers, [tags, moves, number], "{game:?}");
        }
    }
}
