//! The continuation of a saved game: its text with more moves.

use crate::game::replay::{Game, read_game};
use crate::game::rules::RuleSet;

impl Game {
    /// The text of this game with `moves` after its last move and without a result, for `--moves`. `bytes` is the text
    /// that the game was read from.
    ///
    /// Tags, comments and variations stay. So everything that depends on the whole game, such as repetitions and
    /// clocks, counts across both parts. The Result tag becomes `*`.
    #[must_use]
    pub fn continued(&self, bytes: &[u8], moves: &str) -> Vec<u8> {
        let marker = self.marker.as_ref().filter(|marker| bytes[marker.end..self.span.end].trim_ascii().is_empty());
        // Text after a result in the middle is kept, so that reading it reports the error.
        let end = marker.map_or(self.span.end, |marker| marker.start);
        let result = self.tags.value("Result").filter(|value| value.start >= self.span.start && value.end <= end);
        let mut text = Vec::with_capacity(end - self.span.start + moves.len() + 4);
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
        text.extend_from_slice(moves.as_bytes());
        text.extend_from_slice(b"\n*\n");
        text
    }
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
        String::from_utf8(game.continued(text.as_bytes(), moves)).unwrap()
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
    fn history_spans_both_parts() {
        let text = continued("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2", "Ng8");
        let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
        assert_eq!(game.history().earlier(8), [0, 4]);
    }
}
