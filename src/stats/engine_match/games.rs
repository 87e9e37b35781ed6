//! The games of an engine match: results, openings, faults, and sums of the data of searches. The list grows game by game,
//! or by merging a list that follows.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::chess::piece::Color;
use crate::game::Outcome;
use crate::game::facts::Facts;
use crate::game::record::plies::{Ply, PlyOptions};
use crate::game::record::score_sheet::ScoreSheet;
use crate::game::values::comment_values::{CommentValues, words};
use crate::game::values::termination::{self, Termination};
use crate::stats::groups::GREATEST;
use crate::stats::outcome_count::Sum;

/// The maximum number of games of a match. Each takes about a hundred bytes.
pub const MAX_MATCH_GAMES: u64 = 1 << 20;

/// The games of a match.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct MatchGames {
    /// The names, with their numbers in the order in which they occur.
    engines: BTreeMap<Box<str>, u32>,
    /// The games, in order; none once there are more than [`MAX_MATCH_GAMES`].
    pub(super) games: Vec<MatchGame>,
    /// The number of games, including those that were dropped.
    count: u64,
    /// The searches of each engine in the games against each other one.
    searches: BTreeMap<u32, BTreeMap<u32, Searches>>,
}

/// A game of two engines, by their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct MatchGame {
    pub(super) players: [u32; 2],
    pub(super) outcome: MatchOutcome,
    /// The tag `Round`.
    pub(super) round: Box<str>,
    /// The key of the position in which the engines began to search, if the record says so.
    pub(super) opening: Option<u64>,
    /// Why the loser lost, if not by chess.
    pub(super) fault: Option<Fault>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum MatchOutcome {
    Win(MatchSide),
    Draw,
    Open,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum MatchSide {
    White,
    Black,
}

/// How an engine loses other than by chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Fault {
    Time,
    /// The program ended, or did not answer.
    Crash,
    IllegalMove,
}

/// What comments say about the searches of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(super) struct Searches {
    pub(super) depth: Sum,
    /// The time, in hundredths of a second.
    pub(super) spent: Sum,
    pub(super) nodes: Sum,
}

/// The error for more than [`MAX_MATCH_GAMES`] games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{count} games are too many for the table match (limit: {MAX_MATCH_GAMES}); choose games with --where")]
pub struct TooManyMatchGames {
    pub count: u64,
}

impl MatchGames {
    pub(in crate::stats) fn add(&mut self, facts: &Facts<'_>) {
        self.count += 1;
        if self.count > MAX_MATCH_GAMES {
            return self.drop_games();
        }
        let players = Color::BOTH.map(|color| self.number(facts.player(color).as_deref().map_or("?", str::trim)));
        let (opening, fault) = self.add_moves(facts, players);
        let outcome = match facts.outcome {
            Some(Outcome::WhiteWins) => MatchOutcome::Win(MatchSide::White),
            Some(Outcome::BlackWins) => MatchOutcome::Win(MatchSide::Black),
            Some(Outcome::Draw) => MatchOutcome::Draw,
            None | Some(Outcome::Unknown) => MatchOutcome::Open,
        };
        let round = facts.tag("Round").unwrap_or_default().trim().into();
        self.games.push(MatchGame { players, outcome, round, opening, fault });
    }

    /// Adds the searches of a game. Returns the key of its opening, and its fault.
    fn add_moves(&mut self, facts: &Facts<'_>, players: [u32; 2]) -> (Option<u64>, Option<Fault>) {
        let mut opening = Opening::default();
        let mut sums = [Searches::default(); 2];
        let mut last_words = Vec::new();
        let sheet = ScoreSheet::from_game(facts.game, facts.bytes);
        let options = PlyOptions { comment_values: true, ..PlyOptions::default() };
        for ply in sheet.plies(facts.game, facts.bytes, options) {
            opening.add(&ply);
            last_words =
                ply.comments().flat_map(words).map(|words| String::from_utf8_lossy(words).into_owned()).collect();
            if let Some(step) = &ply.step {
                sums[step.before.turn().index()].add(&ply.values);
            }
        }
        for (color, sums) in Color::BOTH.into_iter().zip(sums) {
            self.searches_of(players[color.index()], players[color.other().index()]).merge(&sums);
        }
        let tags = ["Termination", "TerminationDetails"].into_iter().filter_map(|tag| facts.tag(tag));
        let fault = tags.map(|tag| Fault::read(&tag)).chain(last_words.iter().map(|words| Fault::read(words)));
        (opening.key(facts.game.tags.value("FEN").is_some()), fault.flatten().next())
    }

    /// Adds the games that follow.
    pub(in crate::stats) fn merge(&mut self, next: Self) {
        self.count = self.count.saturating_add(next.count);
        if self.count > MAX_MATCH_GAMES {
            return self.drop_games();
        }
        let numbers: Vec<u32> = next.names().into_iter().map(|name| self.number(name)).collect();
        let renumbered = |number: u32| numbers[number as usize];
        for ((engine, opponent), sums) in next.searches() {
            self.searches_of(renumbered(engine), renumbered(opponent)).merge(&sums);
        }
        self.games
            .extend(next.games.into_iter().map(|game| MatchGame { players: game.players.map(renumbered), ..game }));
    }

    /// Whether the numbers are consistent, as counting makes them.
    pub(in crate::stats) fn is_sound(&self) -> bool {
        let expected = if self.count > MAX_MATCH_GAMES { 0 } else { self.count };
        let numbers: BTreeSet<u32> = self.engines.values().copied().collect();
        let players = self.games.iter().flat_map(|game| game.players);
        let pairs = self.searches().flat_map(|((engine, opponent), _)| [engine, opponent]);
        self.games.len() as u64 == expected
            && numbers.iter().copied().eq(0..self.engines.len() as u32)
            && players.chain(pairs).all(|number| numbers.contains(&number))
            && self.searches().all(|(_, sums)| sums.is_sound())
    }

    pub(super) fn check(&self) -> Result<(), TooManyMatchGames> {
        if self.count > MAX_MATCH_GAMES { Err(TooManyMatchGames { count: self.count }) } else { Ok(()) }
    }

    /// The searches by engine and opponent.
    pub(super) fn searches(&self) -> impl Iterator<Item = ((u32, u32), Searches)> {
        let of_engine = |(&engine, opponents): (&u32, &'_ BTreeMap<u32, Searches>)| {
            opponents.iter().map(move |(&opponent, &sums)| ((engine, opponent), sums)).collect::<Vec<_>>()
        };
        self.searches.iter().flat_map(of_engine)
    }

    /// The names by number.
    pub(super) fn names(&self) -> Vec<&str> {
        let mut names: Vec<(u32, &str)> = self.engines.iter().map(|(name, number)| (*number, &**name)).collect();
        names.sort_unstable();
        names.into_iter().map(|(_, name)| name).collect()
    }

    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.engines.get(name) {
            return *number;
        }
        let number = self.engines.len() as u32;
        self.engines.insert(name.into(), number);
        number
    }

    fn searches_of(&mut self, engine: u32, opponent: u32) -> &mut Searches {
        self.searches.entry(engine).or_default().entry(opponent).or_default()
    }

    fn drop_games(&mut self) {
        *self = Self { count: self.count, ..Self::default() };
    }
}

impl Searches {
    fn add(&mut self, values: &CommentValues) {
        values.depth.into_iter().for_each(|depth| self.depth.add(depth.into()));
        values.spent.into_iter().for_each(|spent| self.spent.add(spent));
        values.nodes.into_iter().for_each(|nodes| self.nodes.add(nodes));
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (own, other) in [&mut self.depth, &mut self.spent, &mut self.nodes].into_iter().zip(other.sums()) {
            own.merge(other);
        }
    }

    const fn sums(&self) -> [Sum; 3] {
        [self.depth, self.spent, self.nodes]
    }

    fn is_sound(&self) -> bool {
        self.sums().iter().all(|sum| sum.count <= GREATEST)
    }
}

/// The position in which the engines begin to search, found move by move: after the last move at the beginning that is
/// marked as a book move, or else after the moves without data of a search.
#[derive(Default)]
struct Opening {
    start: Option<u64>,
    after_book: Option<u64>,
    before_search: Option<u64>,
    has_search: bool,
}

impl Opening {
    fn add(&mut self, ply: &Ply<'_>) {
        let key = ply.position().key();
        self.start.get_or_insert(key);
        if self.has_search {
            return;
        }
        let CommentValues { is_book, score, depth, spent, nodes, .. } = ply.values;
        self.has_search = score.is_some() || depth.is_some() || spent.is_some() || nodes.is_some();
        if is_book {
            self.after_book = Some(key);
        } else if !self.has_search {
            self.before_search = Some(key);
        }
    }

    /// The key, if the record shows where the opening ends. A game without data of searches has only its starting position.
    fn key(&self, has_fen: bool) -> Option<u64> {
        let searched = self.before_search.filter(|_| self.has_search);
        self.after_book.or(searched).or(self.start.filter(|_| has_fen))
    }
}

impl Fault {
    /// Reads a Termination tag or the words of the last comment, as cutechess and fastchess write them.
    fn read(text: &str) -> Option<Self> {
        // `Black loses on time (12ms overrun)`, `White makes an illegal move: e2e5`, `White's connection stalls`.
        const PHRASES: [(&str, Fault); 4] = [
            (" loses on time", Fault::Time),
            (" disconnects", Fault::Crash),
            ("connection stalls", Fault::Crash),
            (" illegal move", Fault::IllegalMove),
        ];
        match termination::parse(text.as_bytes()) {
            Some(Termination::Time) => return Some(Self::Time),
            Some(Termination::Abandoned) => return Some(Self::Crash),
            Some(Termination::IllegalMove) => return Some(Self::IllegalMove),
            _ => {}
        }
        PHRASES.iter().find(|(phrase, _)| text.contains(phrase)).map(|&(_, fault)| fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_read_from_tags_and_words() {
        for (text, expected) in [
            ("time forfeit", Some(Fault::Time)),
            ("abandoned", Some(Fault::Crash)),
            ("stalled connection", Some(Fault::Crash)),
            ("illegal move", Some(Fault::IllegalMove)),
            ("Black loses on time (12ms overrun)", Some(Fault::Time)),
            ("White makes an illegal move: e2e5", Some(Fault::IllegalMove)),
            ("White disconnects", Some(Fault::Crash)),
            ("Black's connection stalls", Some(Fault::Crash)),
            ("Draw by 3-fold repetition", None),
            ("White mates", None),
            ("normal", None),
            ("adjudication", None),
        ] {
            assert_eq!(Fault::read(text), expected, "{text}");
        }
    }
}
