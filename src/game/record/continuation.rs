//! The text of a game from the moves of `--moves`: alone, or after those of a saved game.

use crate::game::replay::{Game, read_game};
use crate::game::rules::RuleSet;

impl Game {
    /// The text of this game up to its last move and without a result, so that more moves can follow on a new line.
    /// `bytes` is the text that the game was read from.
    ///
    /// Tags, comments and variations stay. So everything that depends on the whole game, such as repetitions and
    /// clocks, counts across both parts. The Result tag becomes `*`.
    #[must_use]
    pub fn to_be_continued(&self, bytes: &[u8]) -> Vec<u8> {
        let marker = self.marker.as_ref().filter(|marker| bytes[marker.end..self.span.end].trim_ascii().is_empty());
        // Text after a result in the middle is kept, so that reading it reports the error.
        let end = marker.map_or(self.span.end, |marker| marker.start);
        let result = self.tags.value("Result").filter(|value| value.start >= self.span.start && value.end <= end);
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
        text
    }
}

/// These moves as the text of a game. Without a result of their own they get `*`, which shows that nothing was cut off; on
/// a line of its own, because the moves may end in a comment that runs to the end of its line. An open comment or
/// variation would take it in, and gets none.
#[must_use]
pub fn with_marker(moves: &str) -> String {
    let has_marker = |text: &str| read_game(text.as_bytes(), 0, RuleSet::EMPTY).marker.is_some();
    let line_end = if moves.is_empty() || moves.ends_with('\n') { "" } else { "\n" };
    let text = format!("{moves}{line_end}");
    let marked = format!("{text}*\n");
    if !has_marker(&text) && has_marker(&marked) { marked } else { text }
}

/// Whether a text has only moves, comments and variations: no tags, no result, no second game.
#[must_use]
pub fn is_moves_alone(moves: &str) -> bool {
    let game = read_game(moves.as_bytes(), 0, RuleSet::EMPTY);
    game.tags.is_empty() && game.marker.is_none() && game.span.end == moves.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn continued(text: &str, moves: &str) -> String {
        let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
        String::from_utf8(game.to_be_continued(text.as_bytes())).unwrap() + &with_marker(moves)
    }

    #[test]
    fn appends_moves_after_the_last_one() {
        let saved = "[Result \"1-0\"]\n\n1. e4 e5 {good} 1-0\n\n[Event \"next\"]\n";
        assert_eq!(continued(saved, "2. Nf3"), "[Result \"*\"]\n\n1. e4 e5 {good}\n2. Nf3\n*\n");
        assert_eq!(continued("1. e4 ; to the end of the line\n*\n", "e5"), "1. e4 ; to the end of the line\ne5\n*\n");
        assert_eq!(continued("1. e4\n", "e5"), "1. e4\ne5\n*\n");
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
    fn moves_without_a_result_get_one() {
        assert_eq!(with_marker("e4 e5 ; note"), "e4 e5 ; note\n*\n");
        assert_eq!(with_marker("e4 e5\n"), "e4 e5\n*\n");
        assert_eq!(with_marker(""), "*\n");
        for finished in ["1. e4 e5 1-0", "e4 *", "e4 e5 1/2-1/2 ; agreed", "e4 e5 {open"] {
            assert_eq!(with_marker(finished), format!("{finished}\n"));
        }
    }

    #[test]
    fn history_spans_both_parts() {
        let text = continued("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2", "Ng8");
        let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
        assert_eq!(game.history().earlier(8), [0, 4]);
    }
}
