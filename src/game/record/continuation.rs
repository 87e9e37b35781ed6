//! The text of a game from the moves of `--moves`: alone, or after those of a saved game.

use crate::game::replay::{Game, read_game};
use crate::game::rules::{Rule, RuleSet};
use crate::pgn::lex::Outcome;

/// The text of a game up to its last move, so that more moves can follow on a new line.
#[derive(Clone, Debug)]
pub struct GameToContinue {
    /// The text, without the termination marker.
    pub text: Vec<u8>,
    /// The termination marker; [`Outcome::Unknown`] if there is none.
    pub result: Outcome,
    /// Whether the game is over on the board, by checkmate or stalemate. Then no move can follow, and it keeps its
    /// result; otherwise its Result tag is `*` now.
    pub is_over: bool,
}

impl Game {
    /// The text of this game up to its last move. `bytes` is the text that the game was read from.
    ///
    /// Tags, comments and variations stay. So everything that depends on the whole game, such as repetitions and
    /// clocks, counts across both parts.
    pub fn to_be_continued(&self, bytes: &[u8]) -> GameToContinue {
        let is_over = self.is_complete() && !self.position().has_legal_move();
        let marker = self.marker.as_ref().filter(|marker| bytes[marker.end..self.span.end].trim_ascii().is_empty());
        // Text after a result in the middle is kept, so that reading it reports the error.
        let end = marker.map_or(self.span.end, |marker| marker.start);
        let result =
            self.tags.value("Result").filter(|value| !is_over && value.start >= self.span.start && value.end <= end);
        let mut text = Vec::with_capacity(end - self.span.start + 1);
        match result {
            Some(value) => {
                text.extend_from_slice(&bytes[self.span.start..value.start]);
                text.push(b'*');
                text.extend_from_slice(&bytes[value.end..end]);
            }
            None => text.extend_from_slice(&bytes[self.span.start..end]),
        }
        // The new line ends a comment that runs to the end of its line.
        let kept = text.trim_ascii_end().len();
        text.truncate(kept);
        text.push(b'\n');
        GameToContinue { text, result: self.outcome.filter(|_| marker.is_some()).unwrap_or(Outcome::Unknown), is_over }
    }
}

/// These moves as the text of a game. They get a termination marker, which shows that nothing was cut off; on a line of
/// its own, because the moves may end in a comment that runs to the end of its line. An open comment or variation would
/// take it in, and gets none.
pub fn with_marker(moves: &str, result: Outcome) -> String {
    let line_end = if moves.is_empty() || moves.ends_with('\n') { "" } else { "\n" };
    let text = format!("{moves}{line_end}");
    let marked = format!("{text}{}\n", result.text());
    if read_game(marked.as_bytes(), 0, RuleSet::EMPTY).marker.is_some() { marked } else { text }
}

/// The text among these moves that is none, if they begin with such text: then it is outside any game.
pub fn text_outside_game(moves: &str) -> Option<&str> {
    let game = read_game(moves.as_bytes(), 0, Rule::StrayText.into());
    moves.get(game.report.findings.first()?.span.clone())
}

/// Whether a text has only moves, comments and variations: no tags, no result, no second game.
pub fn is_moves_alone(moves: &str) -> bool {
    let game = read_game(moves.as_bytes(), 0, RuleSet::EMPTY);
    game.tags.is_empty() && game.marker.is_none() && game.span.end == moves.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn continued(text: &str, moves: &str) -> String {
        let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
        let GameToContinue { text, result, is_over } = game.to_be_continued(text.as_bytes());
        let result = if is_over { result } else { Outcome::Unknown };
        String::from_utf8(text).unwrap() + &with_marker(moves, result)
    }

    #[test]
    fn appends_moves_after_the_last_one() {
        let saved = "[Result \"1-0\"]\n\n1. e4 e5 {good} 1-0\n\n[Event \"next\"]\n";
        assert_eq!(continued(saved, "2. Nf3"), "[Result \"*\"]\n\n1. e4 e5 {good}\n2. Nf3\n*\n");
        assert_eq!(continued("1. e4 ; to the end of the line\n*\n", "e5"), "1. e4 ; to the end of the line\ne5\n*\n");
        assert_eq!(continued("1. e4\n", "e5"), "1. e4\ne5\n*\n");
    }

    #[test]
    fn a_game_that_is_over_keeps_its_result() {
        let mate = "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        assert_eq!(continued(mate, "a3"), "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4#\na3\n0-1\n");
    }

    #[test]
    fn keeps_text_after_a_result() {
        assert_eq!(continued("1. e4 1-0 e5 Nf3\n", "Nc6"), "1. e4 1-0 e5 Nf3\nNc6\n*\n");
    }

    #[test]
    fn rejects_tags_and_results() {
        for moves in ["", "Nf3", "2. Nf3 {good} (2. f4 exf4) Nc6 ; so far", "e4 e5"] {
            assert!(is_moves_alone(moves), "{moves}");
        }
        for moves in ["[Event \"z\"] d4", "d4 1-0", "d4 * [Event \"z\"]\n\ne4", "*"] {
            assert!(!is_moves_alone(moves), "{moves}");
        }
    }

    #[test]
    fn moves_get_a_result() {
        let with_marker = |moves| with_marker(moves, Outcome::Unknown);
        assert_eq!(with_marker("e4 e5 ; note"), "e4 e5 ; note\n*\n");
        assert_eq!(with_marker("e4 e5\n"), "e4 e5\n*\n");
        assert_eq!(with_marker(""), "*\n");
        assert_eq!(with_marker("e4 e5 {open"), "e4 e5 {open\n");
    }

    #[test]
    fn history_spans_both_parts() {
        let text = continued("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2", "Ng8");
        let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
        assert_eq!(game.history().earlier(8), [0, 4]);
    }
}
