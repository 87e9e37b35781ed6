//! Rating calculations: performance, expected score and change (FIDE Rating Regulations, Handbook B.02; C.07 Article
//! 10).
//!
//! Only games over the board against rated opponents count. All numbers are integers: scores and expected scores are in
//! hundredths of a point, as in the tables.

use crate::laws::edition::{Day, Days};

use super::event_players::{EventPlayer, EventPlayers, RoundEntryKind};
use super::result::{Points, ScoreKind};

/// Table 8.1.1: the rating difference for a score of 50 %, 51 %, … 100 %.
const DIFFERENCES: [i32; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
];

/// Table 8.1.2: the largest rating difference with an expected score of 50 %, 51 %, … 99 %. Beyond it, 100 % is
/// expected.
const GREATEST: [u32; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619,
    735,
];

/// The treatment of differences of more than 400 points (8.3.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WideGap {
    /// They count as 400.
    Capped,
    /// They count as 400 for players below 2650, and in full for others.
    CappedBelow2650,
}

/// The rating result of a player in an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rated {
    /// Games against opponents with a rating.
    pub games: u32,
    pub points: Points,
    /// The average rating of these opponents.
    pub average: i32,
    pub performance: i32,
    /// The expected score and the rating change; `None` without a rating.
    pub change: Option<Change>,
}

/// The expected score and the rating change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// The expected score, in hundredths of a point.
    pub expected: u32,
    /// The rating change, in hundredths.
    pub gain: i64,
}

impl WideGap {
    /// The rule in force on a date: since 1 October 2025 the cap holds only for players below 2650. The rules before 1
    /// July 2009 are not distinguished. An unknown date counts as today.
    pub fn in_force(day: Option<Day>) -> Self {
        match day {
            Some(day) if Days::from(day).last < Day { year: 2025, month: 10, day: 1 } => Self::Capped,
            _ => Self::CappedBelow2650,
        }
    }
}

/// The rating difference for a score, which is rounded to hundredths (table 8.1.1).
///
/// ```
/// use adoube::stats::standings::result::Points;
/// use adoube::stats::standings::rating::difference;
///
/// assert_eq!(difference(Points(20), 13), 211, "10 out of 13");
/// assert_eq!(difference(Points(0), 5), -800);
/// ```
pub fn difference(points: Points, games: u32) -> i32 {
    if games == 0 {
        return 0;
    }
    let hundredths = (points.0 * 100 + games) / (2 * games);
    match hundredths.min(100) {
        better @ 50.. => DIFFERENCES[better as usize - 50],
        worse => -DIFFERENCES[50 - worse as usize],
    }
}

/// The expected score of a game, in hundredths of a point (table 8.1.2).
pub fn expected(own: u16, opponent: u16, gap: WideGap) -> u32 {
    let difference = u32::from(own.abs_diff(opponent));
    let is_capped = gap == WideGap::Capped || own < 2650;
    let difference = if is_capped { difference.min(400) } else { difference };
    let better = 50 + GREATEST.partition_point(|&greatest| greatest < difference) as u32;
    if own >= opponent { better } else { 100 - better }
}

/// The rating result of a player for a development coefficient K (8.3.3). `None` if no opponent has a rating.
pub fn rate(field: &EventPlayers, player: &EventPlayer, k: u32, gap: WideGap) -> Option<Rated> {
    let games: Vec<(u16, Points)> = rated_games(field, player).collect();
    let count = games.len() as u32;
    let points: Points = games.iter().map(|(_, points)| *points).sum();
    let average = average(&games)?;
    let change = player.rating.map(|own| {
        let expected: u32 = games.iter().map(|&(opponent, _)| expected(own, opponent, gap)).sum();
        Change { expected, gain: (i64::from(points.0) * 50 - i64::from(expected)) * i64::from(k) }
    });
    Some(Rated { games: count, points, average, performance: average + difference(points, count), change })
}

/// The average rating of a player's opponents (C.07 10.1). `None` if none has one.
pub(super) fn average_of_opponents(field: &EventPlayers, player: &EventPlayer) -> Option<i32> {
    average(&rated_games(field, player).collect::<Vec<_>>())
}

/// The performance rating of a player (C.07 10.2).
pub(super) fn performance(field: &EventPlayers, player: &EventPlayer) -> Option<i32> {
    let games: Vec<(u16, Points)> = rated_games(field, player).collect();
    let points = games.iter().map(|(_, points)| *points).sum();
    Some(average(&games)? + difference(points, games.len() as u32))
}

/// The games that count: the opponents' ratings and the points.
fn rated_games<'a>(field: &'a EventPlayers, player: &'a EventPlayer) -> impl Iterator<Item = (u16, Points)> + 'a {
    player.entries.iter().filter_map(|entry| match entry.kind {
        RoundEntryKind::Paired { opponent, kind: ScoreKind::Played, .. } => {
            Some((field.players[opponent].rating?, entry.points))
        }
        _ => None,
    })
}

/// The average, a half rounded up.
fn average(games: &[(u16, Points)]) -> Option<i32> {
    let (sum, count) = (games.iter().map(|(rating, _)| u64::from(*rating)).sum::<u64>(), games.len() as u64);
    (count > 0).then(|| ((2 * sum + count) / (2 * count)) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_tables_are_inverse_to_each_other() {
        assert_eq!((difference(Points(1), 2), difference(Points(2), 1), difference(Points(0), 0)), (-193, 800, 0));
        for (index, &difference) in DIFFERENCES.iter().enumerate().take(50) {
            let weaker = 2900 - u16::try_from(difference).unwrap();
            let score = expected(2900, weaker, WideGap::CappedBelow2650);
            assert_eq!(score, 50 + index as u32, "of a difference of {difference}");
        }
        assert!(GREATEST.is_sorted() && DIFFERENCES.is_sorted());
    }

    #[test]
    fn an_expected_score_is_a_step_of_the_table() {
        let of = |own, opponent| expected(own, opponent, WideGap::Capped);
        assert_eq!((of(2000, 2003), of(2000, 2004), of(2004, 2000)), (50, 49, 51));
        assert_eq!((of(2000, 1600), of(2000, 1000), of(1000, 2000)), (92, 92, 8), "the rule of 400 points");
        assert_eq!(expected(2700, 2000, WideGap::CappedBelow2650), 99);
        assert_eq!(expected(2649, 1900, WideGap::CappedBelow2650), 92);
        assert_eq!(expected(3000, 2000, WideGap::CappedBelow2650), 100);
        assert_eq!(expected(2000, 2700, WideGap::CappedBelow2650), 8, "his own rating decides");
    }

    #[test]
    fn the_rule_of_400_points_depends_on_the_day() {
        let day = |year, month, day| WideGap::in_force(Some(Day { year, month, day }));
        assert_eq!((day(2025, 9, 30), day(2025, 10, 1)), (WideGap::Capped, WideGap::CappedBelow2650));
        assert_eq!((day(2025, 0, 0), day(2024, 0, 0)), (WideGap::CappedBelow2650, WideGap::Capped));
        assert_eq!(WideGap::in_force(None), WideGap::CappedBelow2650);
    }

    #[test]
    fn performance_ratings_match_published_ones() {
        // Wijk aan Zee 2013: Carlsen, 10 out of 13 against opponents with an average of 2722, was reported with 2933.
        assert_eq!(2722 + difference(Points(20), 13), 2933);
        // The examples of C.07's exercises: 12.5 % count as 13 %.
        assert_eq!(difference(Points(1), 4), -322);
    }
}
