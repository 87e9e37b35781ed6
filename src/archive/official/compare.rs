//! The games of pairings, found by names and rounds, and the comparison of each.

use std::collections::{BTreeSet, HashMap};

use crate::archive::people::{NameLikeness, compare_names, name_words};
use crate::pgn::lex::Outcome;
use crate::stats::standings::result::{Points, ScoreKind};

use super::{ComparedPairing, ListedPlayer, OfficialPairing, PairingDifference, RecordedGame, RightSide};

/// The maximum number of pairs of a pairing and a game that are compared: those of 2,000 games.
const MAX_COMPARISONS: usize = 4_000_000;

/// The error for more than `MAX_COMPARISONS`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{pairings} pairings and {games} games are too many to be compared; choose the games of the event with --where"
)]
pub struct TooManyComparisons {
    pub pairings: usize,
    pub games: usize,
}

/// How well a game fits a pairing; the best is the least.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fit {
    /// Whether a name is not certain.
    is_doubtful: bool,
    has_other_round: bool,
    is_swapped: bool,
    /// The less alike of the two names, the other way round.
    unlikeness: u8,
}

/// A game that may belong to a pairing.
struct Candidate {
    fit: Fit,
    pairing: usize,
    game: usize,
    names: [NameLikeness; 2],
}

/// The names of the list and of the games, of which each two are compared once.
struct Names<'a> {
    listed: NameIndex<'a>,
    recorded: NameIndex<'a>,
    /// How alike two names are, in rows of the names of the games; `None` if they were not compared yet.
    likeness: Vec<Option<NameLikeness>>,
}

/// Different names, with their words.
#[derive(Default)]
struct NameIndex<'a> {
    numbers: HashMap<&'a str, usize>,
    words: Vec<Vec<String>>,
}

/// Compares the pairings of a list with games. The rows have the order of the list; games that are not listed follow, in their order.
///
/// # Errors
///
/// Fails for more pairs of a pairing and a game than can be compared.
pub fn compare<'a>(
    list: &'a [OfficialPairing],
    games: &'a [RecordedGame],
) -> Result<Vec<ComparedPairing<'a>>, TooManyComparisons> {
    if list.len().saturating_mul(games.len()) > MAX_COMPARISONS {
        return Err(TooManyComparisons { pairings: list.len(), games: games.len() });
    }
    let mut names = Names::new(list, games);
    let mut candidates = Vec::new();
    for (pairing, official) in list.iter().enumerate() {
        for (game, recorded) in games.iter().enumerate() {
            candidates.extend(names.candidate(pairing, official, game, recorded));
        }
    }
    candidates.sort_by_key(|candidate| (candidate.fit, candidate.pairing, candidate.game));
    let mut found: Vec<Option<Candidate>> = (0..list.len()).map(|_| None).collect();
    let mut taken = vec![false; games.len()];
    for candidate in candidates {
        if found[candidate.pairing].is_none() && !taken[candidate.game] {
            taken[candidate.game] = true;
            let pairing = candidate.pairing;
            found[pairing] = Some(candidate);
        }
    }
    let finished = finished_rounds(list);
    let listed = list.iter().zip(found).map(|(official, candidate)| match candidate {
        Some(candidate) => matched(official, &games[candidate.game], &candidate, &finished),
        None => without_game(official),
    });
    let others = games.iter().zip(taken).filter(|(_, is_taken)| !is_taken).map(|(game, _)| ComparedPairing {
        official: None,
        game: Some(game),
        is_swapped: false,
        names: [NameLikeness::Unknown; 2],
        differences: vec![PairingDifference::NotListed],
        right: None,
    });
    Ok(listed.chain(others).collect())
}

impl<'a> NameIndex<'a> {
    fn new(players: impl Iterator<Item = &'a ListedPlayer>) -> Self {
        let mut index = Self::default();
        for player in players {
            let next = index.words.len();
            if *index.numbers.entry(&player.name).or_insert(next) == next {
                index.words.push(name_words(&player.name));
            }
        }
        index
    }
}

impl<'a> Names<'a> {
    fn new(list: &'a [OfficialPairing], games: &'a [RecordedGame]) -> Self {
        let listed = NameIndex::new(list.iter().flat_map(|pairing| &pairing.players));
        let recorded = NameIndex::new(games.iter().flat_map(|game| &game.players));
        let likeness = vec![None; listed.words.len() * recorded.words.len()];
        Self { listed, recorded, likeness }
    }

    /// How alike a player of the list and one of a game are. Equal numbers at FIDE are one player.
    fn likeness(&mut self, listed: &ListedPlayer, recorded: &ListedPlayer) -> NameLikeness {
        let (one, other) = (self.listed.numbers[&*listed.name], self.recorded.numbers[&*recorded.name]);
        let known = &mut self.likeness[one * self.recorded.words.len() + other];
        let by_name = *known.get_or_insert_with(|| compare_names(&self.listed.words[one], &self.recorded.words[other]));
        match (listed.fide_id, recorded.fide_id) {
            (0, _) | (_, 0) => by_name,
            (one, other) if one == other => NameLikeness::Same,
            // With equal names, one of the numbers is wrong.
            _ => by_name.min(NameLikeness::Doubtful),
        }
    }

    fn candidate(
        &mut self,
        pairing: usize,
        official: &OfficialPairing,
        game: usize,
        recorded: &RecordedGame,
    ) -> Option<Candidate> {
        let has_other_round = matches!((official.round, recorded.round), (Some(one), Some(other)) if one != other);
        let [white, black] = &official.players;
        let [own_white, own_black] = &recorded.players;
        let straight = [self.likeness(white, own_white), self.likeness(black, own_black)];
        let swapped = [self.likeness(white, own_black), self.likeness(black, own_white)];
        let fits = [(straight, false), (swapped, true)].into_iter().filter_map(|(names, is_swapped)| {
            let least = names[0].min(names[1]);
            let best = names[0].max(names[1]);
            let is_doubtful = least < NameLikeness::Alike;
            // One certain player of the round is enough: each has one game in it.
            let is_possible = if is_doubtful {
                best >= NameLikeness::Alike
                    && least >= NameLikeness::Unknown
                    && official.round.is_some()
                    && official.round == recorded.round
            } else {
                true
            };
            let unlikeness = NameLikeness::Same as u8 - least as u8;
            is_possible.then_some((Fit { is_doubtful, has_other_round, is_swapped, unlikeness }, names))
        });
        let (fit, names) = fits.min_by_key(|(fit, _)| *fit)?;
        Some(Candidate { fit, pairing, game, names })
    }
}

/// The rounds in which a game without a result is unfinished: those before a round with results, and those with results of all other
/// pairings.
fn finished_rounds(list: &[OfficialPairing]) -> BTreeSet<u32> {
    let mut counts: HashMap<u32, (usize, usize)> = HashMap::new();
    for pairing in list {
        if let Some(round) = pairing.round {
            let (open, closed) = counts.entry(round).or_default();
            *(if pairing.is_open() { open } else { closed }) += 1;
        }
    }
    let newest = counts.iter().filter(|(_, (_, closed))| *closed > 0).map(|(round, _)| *round).max();
    let is_over = |(round, (open, closed)): (&u32, &(usize, usize))| {
        (newest.is_some_and(|newest| *round < newest) || *open <= 1 && *closed > 0).then_some(*round)
    };
    counts.iter().filter_map(is_over).collect()
}

fn without_game(official: &OfficialPairing) -> ComparedPairing<'_> {
    let differences = if official.score.kind == ScoreKind::Played { vec![PairingDifference::NoGame] } else { vec![] };
    ComparedPairing {
        official: Some(official),
        game: None,
        is_swapped: false,
        names: [NameLikeness::Unknown; 2],
        differences,
        right: None,
    }
}

fn matched<'a>(
    official: &'a OfficialPairing,
    game: &'a RecordedGame,
    Candidate { fit, names, .. }: &Candidate,
    finished: &BTreeSet<u32>,
) -> ComparedPairing<'a> {
    use PairingDifference as D;
    let mut differences = BTreeSet::new();
    let expected = official.points(fit.is_swapped);
    let tag = game.tag.map(|score| (score.white, score.black));
    let marker = game.marker.and_then(points_of);
    let stated: Vec<(Points, Points)> = tag.into_iter().chain(marker).collect();
    let board = game.board.map(super::BoardVerdict::points);
    let is_over = official.round.is_none_or(|round| finished.contains(&round));
    // A forfeited game has no record.
    let needs_result = official.score.kind == ScoreKind::Played || game.has_moves;
    match (official.is_open(), stated.is_empty()) {
        (true, true) if is_over => drop(differences.insert(D::Unfinished)),
        (true, false) => drop(differences.insert(D::NoOfficialResult)),
        (false, true) if needs_result => drop(differences.insert(D::Unfinished)),
        _ => {}
    }
    let differs = |points: &(Points, Points)| *points != expected;
    if !official.is_open() && (stated.iter().any(differs) || board.as_ref().is_some_and(differs)) {
        differences.insert(D::Result);
    }
    match (official.score.kind, game.has_moves) {
        (ScoreKind::Forfeit, true) => drop(differences.insert(D::Forfeit)),
        (ScoreKind::Played, false) => drop(differences.insert(D::NoMoves)),
        _ => {}
    }
    let others = [(D::Colors, fit.is_swapped), (D::Round, fit.has_other_round), (D::Names, fit.is_doubtful)];
    differences.extend(others.into_iter().filter(|(_, differs)| *differs).map(|(difference, _)| difference));
    let right = board.filter(|_| differences.contains(&D::Result)).map(|board| match () {
        () if board == expected => RightSide::Official,
        () if stated.contains(&board) => RightSide::Game,
        () => RightSide::Neither,
    });
    ComparedPairing {
        official: Some(official),
        game: Some(game),
        is_swapped: fit.is_swapped,
        names: *names,
        differences: differences.into_iter().collect(),
        right,
    }
}

fn points_of(outcome: Outcome) -> Option<(Points, Points)> {
    match outcome {
        Outcome::WhiteWins => Some((Points::ONE, Points::ZERO)),
        Outcome::BlackWins => Some((Points::ZERO, Points::ONE)),
        Outcome::Draw => Some((Points::HALF, Points::HALF)),
        Outcome::Unknown => None,
    }
}
