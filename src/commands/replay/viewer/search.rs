//! Search for a text in the tags of games, one time slice after the other.

use std::time::Instant;

use super::archive::Found;

/// The maximum number of bytes of a game that are searched for tags.
const MAX_BYTES: usize = 1 << 14;

/// The number of games between two checks of the time.
const BATCH: usize = 64;

/// A search that goes once around the archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Search {
    /// In small letters.
    needle: String,
    from: usize,
    forward: bool,
    /// The number of games searched.
    pub(super) done: usize,
}

/// The state of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// The search is unfinished.
    Going,
    /// The game with this place among all.
    At(usize),
    /// In no other game.
    Nowhere,
}

impl Search {
    /// Starts a search from the game next to this one.
    pub(super) fn new(needle: &str, from: usize, forward: bool) -> Self {
        Self { needle: needle.to_lowercase(), from, forward, done: 0 }
    }

    pub(super) fn go_on(&mut self, found: &mut Found, until: Instant) -> Outcome {
        let games = found.games();
        loop {
            for _ in 0..BATCH {
                if self.done + 1 >= games {
                    return Outcome::Nowhere;
                }
                self.done += 1;
                let index = if self.forward { self.from + self.done } else { self.from + games - self.done } % games;
                if found.game(index).is_some_and(|record| self.is_in(&record.name, &record.bytes[record.start..])) {
                    return Outcome::At(index);
                }
            }
            if Instant::now() >= until {
                return Outcome::Going;
            }
        }
    }

    /// Whether a tag value of the game, or the name of its file, contains the text.
    fn is_in(&self, name: &str, game: &[u8]) -> bool {
        let head = &game[..game.len().min(MAX_BYTES)];
        let lines = head.split(|&byte| byte == b'\n' || byte == b'\r').map(<[u8]>::trim_ascii);
        let tags = lines.skip_while(|line| line.is_empty()).take_while(|line| line.starts_with(b"["));
        let mut values = tags.filter_map(|line| {
            let (open, close) =
                (line.iter().position(|&byte| byte == b'"')?, line.iter().rposition(|&byte| byte == b'"')?);
            line.get(open + 1..close)
        });
        name.to_lowercase().contains(&self.needle)
            || values.any(|value| crate::pgn::text::decode(value).to_lowercase().contains(&self.needle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_searched_and_names_are_not() {
        let game = "\n[Event \"Zürich 1953\"]\n[White \"Smyslov, V\"]\n\n1. e4 {Bronstein} *".as_bytes();
        let is_in = |needle: &str| Search::new(needle, 0, true).is_in("old.pgn", game);
        assert!(is_in("smys") && is_in("ZÜRICH") && is_in("1953") && is_in("OLD.p"));
        assert!(!is_in("white") && !is_in("bronstein"));
    }
}
