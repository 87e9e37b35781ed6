//! A saved game that is played on: its text with more moves in it.

use super::replay::Game;

impl Game {
    /// The text of this game with these moves after its last one, and with no result: what `--moves` plays on. `bytes`
    /// are those the game was read from.
    ///
    /// Tags, comments and variations stay, so that whatever rests on the whole game (repetitions, the half-move clock,
    /// clock times) counts over both. The game is open again: the tag `Result` says `*`.
    #[must_use]
    pub fn continued(&self, bytes: &[u8], moves: &str) -> Vec<u8> {
        let end = self.marker.as_ref().map_or(self.span.end, |marker| marker.start);
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
        // A new line ends a comment that runs to the end of its line.
        let kept = text.trim_ascii_end().len();
        text.truncate(kept);
        text.push(b'\n');
        text.extend_from_slice(moves.as_bytes());
        text.extend_from_slice(b" *\n");
        text
    }
}

#[cfg(test)]
mod tests {
    use crate::game::replay::read_game;
    use crate::game::rules::RuleSet;

    fn continued(text: &str, moves: &str) -> String {
        let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
        String::from_utf8(game.continued(text.as_bytes(), moves)).unwrap()
    }

    #[test]
    fn more_moves_come_after_the_last_one() {
        let saved = "[Result \"1-0\"]\n\n1. e4 e5 {good} 1-0\n\n[Event \"next\"]\n";
        assert_eq!(continued(saved, "2. Nf3"), "[Result \"*\"]\n\n1. e4 e5 {good}\n2. Nf3 *\n");
        assert_eq!(continued("1. e4 ; to the end of the line\n*\n", "e5"), "1. e4 ; to the end of the line\ne5 *\n");
        assert_eq!(continued("1. e4\n", "e5"), "1. e4\ne5 *\n");
    }

    #[test]
    fn the_history_counts_over_both() {
        let text = continued("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2", "Ng8");
        let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
        assert_eq!(game.history().earlier(8), [0, 4]);
    }
}
