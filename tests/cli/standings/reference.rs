//! A reference implementation of the tie-breaks, in floating point and article by article, and random events to compare
//! both.

#![expect(clippy::float_cmp, clippy::cast_precision_loss, reason = "halves and quarters are exact in floating point")]

use adoube::stats::standings::event::PairingList;
use adoube::stats::standings::event_players::{EventPlayers, PairingSystem};
use adoube::stats::standings::tiebreak::{TieBreak, TieBreakValue};
use proptest::prelude::*;

use super::fixture::{add, entrant};

/// The result of a player in a round.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Had {
    Game { opponent: usize, points: f64 },
    ForfeitWin { opponent: usize },
    ForfeitLoss { opponent: usize },
    FullBye,
    HalfBye,
    Nothing,
}

/// A Swiss: a row for each player, with a column for each round.
type Table = Vec<Vec<Had>>;

fn points(had: Had) -> f64 {
    match had {
        Had::Game { points, .. } => points,
        Had::ForfeitWin { .. } | Had::FullBye => 1.0,
        Had::HalfBye => 0.5,
        Had::ForfeitLoss { .. } | Had::Nothing => 0.0,
    }
}

fn is_requested_bye(had: Had) -> bool {
    matches!(had, Had::HalfBye | Had::Nothing)
}

fn is_voluntary(had: Had) -> bool {
    is_requested_bye(had) || matches!(had, Had::ForfeitLoss { .. })
}

fn total(row: &[Had]) -> f64 {
    row.iter().map(|had| points(*had)).sum()
}

/// The score as an opponent (16.2.5 and 16.3).
fn as_an_opponent(row: &[Had]) -> f64 {
    let mut sum = 0.0;
    for (round, &had) in row.iter().enumerate() {
        let is_followed = row[round + 1..].iter().any(|later| !is_voluntary(*later));
        sum += if is_requested_bye(had) && !is_followed { 0.5 } else { points(had) };
    }
    sum
}

/// The opponent's score, or the dummy's (16.4).
fn opposition(table: &Table, player: usize, round: usize) -> f64 {
    let own = total(&table[player]);
    match table[player][round] {
        Had::Game { opponent, .. } => as_an_opponent(&table[opponent]),
        Had::ForfeitWin { opponent } | Had::ForfeitLoss { opponent } => own.min(as_an_opponent(&table[opponent])),
        Had::FullBye | Had::HalfBye | Had::Nothing => own.min(table[player].len() as f64 / 2.0),
    }
}

fn buchholz(table: &Table, player: usize, cut: bool) -> f64 {
    let rounds = 0..table[player].len();
    let all: Vec<f64> = rounds.clone().map(|round| opposition(table, player, round)).collect();
    let voluntary = rounds.filter(|&round| is_voluntary(table[player][round])).map(|round| all[round]);
    let least = voluntary.reduce(f64::min).or_else(|| all.iter().copied().reduce(f64::min));
    all.iter().sum::<f64>() - if cut { least.unwrap_or(0.0) } else { 0.0 }
}

fn sonneborn_berger(table: &Table, player: usize) -> f64 {
    (0..table[player].len()).map(|round| opposition(table, player, round) * points(table[player][round])).sum()
}

fn progressive(table: &Table, player: usize) -> f64 {
    (1..=table[player].len()).map(|rounds| total(&table[player][..rounds])).sum()
}

/// The value in points.
fn number(value: TieBreakValue) -> f64 {
    match value {
        TieBreakValue::Points(points) => f64::from(points.0) / 2.0,
        TieBreakValue::Quarters(count) => f64::from(count) / 4.0,
        TieBreakValue::Count(count) => count.into(),
        other => panic!("{other:?}"),
    }
}

/// Builds a table from random bytes, and the equivalent event. Players are paired from a shuffled list; a byte
/// determines the result of the next two players, or of the next one.
fn build(players: usize, rounds: &[(Vec<usize>, Vec<u8>)]) -> (Table, PairingList) {
    let mut table: Table = vec![vec![Had::Nothing; rounds.len()]; players];
    let mut event = PairingList::default();
    let name = |player: usize| entrant(&format!("P{player}"), None);
    for (round, (order, words)) in rounds.iter().enumerate() {
        let number = Some(round as u32 + 1);
        let mut rest = order.as_slice();
        for &word in words {
            let bye = |event: &mut PairingList, player: usize, points: &str| {
                add(event, number, name(player), entrant("bye", None), &format!("{points}-0"));
            };
            match (word, rest) {
                (0..=5, [white, black, more @ ..]) => {
                    let (result, of_white, of_black) = [
                        (
                            "1-0",
                            Had::Game { opponent: *black, points: 1.0 },
                            Had::Game { opponent: *white, points: 0.0 },
                        ),
                        (
                            "½-½",
                            Had::Game { opponent: *black, points: 0.5 },
                            Had::Game { opponent: *white, points: 0.5 },
                        ),
                        (
                            "0-1",
                            Had::Game { opponent: *black, points: 0.0 },
                            Had::Game { opponent: *white, points: 1.0 },
                        ),
                        ("+/-", Had::ForfeitWin { opponent: *black }, Had::ForfeitLoss { opponent: *white }),
                        ("-/-", Had::ForfeitLoss { opponent: *black }, Had::ForfeitLoss { opponent: *white }),
                        (
                            "0-0",
                            Had::Game { opponent: *black, points: 0.0 },
                            Had::Game { opponent: *white, points: 0.0 },
                        ),
                    ][word as usize];
                    add(&mut event, number, name(*white), name(*black), result);
                    (table[*white][round], table[*black][round]) = (of_white, of_black);
                    rest = more;
                }
                (6, [player, more @ ..]) => {
                    bye(&mut event, *player, "1");
                    table[*player][round] = Had::FullBye;
                    rest = more;
                }
                (7, [player, more @ ..]) => {
                    bye(&mut event, *player, "½");
                    table[*player][round] = Had::HalfBye;
                    rest = more;
                }
                (_, [_, more @ ..]) => rest = more,
                _ => {}
            }
        }
    }
    (table, event)
}

fn rounds(players: usize) -> impl Strategy<Value = Vec<(Vec<usize>, Vec<u8>)>> {
    let order = Just((0..players).collect::<Vec<_>>()).prop_shuffle();
    prop::collection::vec((order, prop::collection::vec(0_u8..10, 8)), 1..7)
}

proptest! {
    #[test]
    fn tie_breaks_match_the_reference_implementation(rounds in (3_usize..11).prop_flat_map(|players| (Just(players), rounds(players)))) {
        let (players, rounds) = rounds;
        let (table, event) = build(players, &rounds);
        let field = EventPlayers::new(&event, Some(PairingSystem::Swiss)).unwrap();
        // A round without any entry does not exist for the event either.
        prop_assume!(field.rounds.len() == rounds.len());
        let values = |tie_break: TieBreak| tie_break.values(&field);
        let (plain, cut) = (values(TieBreak::Buchholz), values(TieBreak::BuchholzCut1));
        let (quarters, sums, wins) = (values(TieBreak::SonnebornBerger), values(TieBreak::Progressive), values(TieBreak::Wins));
        for (place, player) in field.players.iter().enumerate() {
            let index: usize = player.name[1..].parse().unwrap();
            prop_assert_eq!(f64::from(player.points().0) / 2.0, total(&table[index]));
            prop_assert_eq!(number(plain[place]), buchholz(&table, index, false));
            prop_assert_eq!(number(cut[place]), buchholz(&table, index, true));
            prop_assert_eq!(number(quarters[place]), sonneborn_berger(&table, index));
            prop_assert_eq!(number(sums[place]), progressive(&table, index));
            let won = table[index].iter().filter(|had| points(**had) == 1.0).count();
            prop_assert_eq!(number(wins[place]), won as f64);
        }
    }
}
