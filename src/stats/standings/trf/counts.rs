//! Contradictions between the players of a report and its totals: points, ranks, numbers of players and rounds, dates.

use crate::game::Evidence;
use crate::game::finding::list::Findings;
use crate::game::rules::Rule;
use crate::laws::edition::Day;
use crate::pgn::place::Span;

use super::read::quoted;
use super::{ReportPlayer, Stated, TournamentReport};

/// So many ranks may each be wrong for a reason of its own.
const FEW_RANKS: usize = 4;

impl TournamentReport {
    pub(super) fn check_totals(&self, findings: &mut Findings) {
        self.check_points(findings);
        self.check_ranks(findings);
        self.check_counts(findings);
        self.check_rounds(findings);
        self.check_dates(findings);
    }

    /// Reports points that are not the sum of the results.
    fn check_points(&self, findings: &mut Findings) {
        let scoring = self.scoring.in_force(&self.players);
        if scoring.is_partial {
            return;
        }
        for player in self.players.iter().filter(|player| !self.adjusted.contains(&player.number.value)) {
            let Some(points) = &player.points else { continue };
            let total = scoring.total(player);
            if points.value != total {
                let message =
                    format!("{} has {} points, but the results give {total}", player.in_words(), points.value);
                findings.add(Rule::PointsMismatch, points.span.clone(), Evidence::Message(message));
            }
        }
    }

    /// Reports ranks that contradict the points. In events of teams, ranks may be those of boards; and programs that have none write the
    /// starting rank.
    fn check_ranks(&self, findings: &mut Findings) {
        let ranked = self
            .players
            .iter()
            .filter_map(|player| Some((player, player.rank.as_ref()?, player.points.as_ref()?.value)));
        let ranked: Vec<_> = ranked.collect();
        let are_starting_ranks = ranked.iter().all(|(player, rank, _)| rank.value == player.number.value);
        if !self.teams.is_empty() || are_starting_ranks || ranked.len() < 2 {
            return;
        }
        let mut all: Vec<_> = ranked.iter().map(|(.., points)| *points).collect();
        all.sort_unstable();
        // Players without a rank may stand between the others.
        let unranked = self.players.len() - all.len();
        let mut wrong = Vec::new();
        for (player, rank, points) in &ranked {
            let better = all.len() - all.partition_point(|other| other <= points);
            let last = all.len() - all.partition_point(|other| other < points);
            let value = rank.value as usize;
            let (who, count) = (player.in_words(), |count: usize| {
                if count == 1 { "1 player has".to_owned() } else { format!("{count} players have") }
            });
            if value <= better {
                wrong.push((rank, format!("{who} has rank {value}, but {} more than {points} points", count(better))));
            } else if value > last + unranked {
                wrong
                    .push((rank, format!("{who} has rank {value}, but only {} at least {points} points", count(last))));
            }
        }
        // One cause: these ranks are those of another round, or of ratings.
        if wrong.len() > FEW_RANKS && wrong.len() * 4 > ranked.len() {
            let message = format!("the ranks of {} of {} players contradict their points", wrong.len(), ranked.len());
            wrong.truncate(1);
            for (_, text) in &mut wrong {
                text.clone_from(&message);
            }
        }
        for (rank, message) in wrong {
            findings.add(Rule::RankMismatch, rank.span.clone(), Evidence::Message(message));
        }
    }

    /// Reports counts that differ from the records.
    fn check_counts(&self, findings: &mut Findings) {
        let rated = self.players.iter().filter(|player| player.rating.is_some()).count();
        let counts = [
            ("062", "players", self.players.len()),
            ("072", "rated players", rated),
            ("082", "teams", self.teams.len()),
        ];
        for (id, what, count) in counts {
            let Some(stated) = self.text(id) else { continue };
            // A program may add words: `62 (of 64)`.
            let Some(number) = first_number(&stated.value) else { continue };
            if number != count as u64 {
                let message = format!("record {id} says {number} {what}, but the report has {count}");
                findings.add(Rule::CountMismatch, stated.span.clone(), Evidence::Message(message));
            }
        }
    }

    /// Reports rounds that are missing, and more rounds than stated.
    fn check_rounds(&self, findings: &mut Findings) {
        let rounds = self.round_count();
        let has_entry = |player: &ReportPlayer, round: usize| player.cell(round).is_some();
        for round in (0..rounds).filter(|round| !self.players.iter().any(|player| has_entry(player, *round))) {
            let after =
                self.players.iter().filter_map(|player| player.rounds.get(round + 1..)?.iter().flatten().next());
            let Some(cell) = after.min_by_key(|cell| cell.span.start) else { continue };
            let message = format!("round {} has no entries, but a later one has", round + 1);
            findings.add(Rule::RoundMismatch, cell.span.clone(), Evidence::Message(message));
        }
        for id in ["142", "XXR"] {
            let Some(stated) = self.text(id) else { continue };
            let Some(number) = first_number(&stated.value) else {
                let message = format!("the number of rounds in record {id} is `{}`", quoted(stated.value.as_bytes()));
                findings.add(Rule::MalformedRecord, stated.span.clone(), Evidence::Message(message));
                continue;
            };
            if number < rounds as u64 {
                let message = format!("record {id} says {number} rounds, but there are entries for round {rounds}");
                findings.add(Rule::RoundMismatch, stated.span.clone(), Evidence::Message(message));
            }
        }
        if let (Some(span), false) = (&self.round_dates_span, self.round_dates.is_empty())
            && self.round_dates.len() < rounds
        {
            let message = format!(
                "record 132 has dates of {} rounds, but there are entries for round {rounds}",
                self.round_dates.len()
            );
            findings.add(Rule::RoundMismatch, span.clone(), Evidence::Message(message));
        }
    }

    /// Reports dates that do not exist or are out of order, as far as they are written as `YYYY/MM/DD`.
    fn check_dates(&self, findings: &mut Findings) {
        let mut found =
            |span: &Span, message: String| findings.add(Rule::DateMismatch, span.clone(), Evidence::Message(message));
        let [start, end] = ["042", "052"].map(|id| self.text(id).and_then(|text| Some((text, day_of(&text.value)?))));
        if let (Some((_, first)), Some((text, last))) = (&start, &end)
            && last < first
        {
            found(&text.span, "the last day is before the first day".to_owned());
        }
        let Some(span) = &self.round_dates_span else { return };
        let days: Vec<(usize, Day)> =
            self.round_dates.iter().enumerate().filter_map(|(round, date)| Some((round, day_of(date)?))).collect();
        let before = days.windows(2).find(|pair| pair[1].1 < pair[0].1);
        if let Some([_, (round, _)]) = before {
            return found(span, format!("round {} has a date before that of an earlier round", round + 1));
        }
        let is_outside = |(_, day): &&(usize, Day)| {
            start.as_ref().is_some_and(|(_, first)| day < first) || end.as_ref().is_some_and(|(_, last)| day > last)
        };
        if let Some((round, _)) = days.iter().find(is_outside) {
            found(span, format!("the date of round {} is outside the days of records 042 and 052", round + 1));
        }
    }

    /// The first day, if it is written as `YYYY/MM/DD`.
    pub(super) fn first_day(&self) -> Option<Day> {
        let Stated { value, .. } = self.text("042")?;
        day_of(value)
    }
}

/// The number that a text begins with.
fn first_number(text: &str) -> Option<u64> {
    let text = text.trim_start();
    text[..text.bytes().take_while(u8::is_ascii_digit).count()].parse().ok()
}

/// The day that a text says as `YYYY/MM/DD` or `YY/MM/DD`, also with dots or hyphens; `None` for another form, in which day and month
/// could be confused.
pub(super) fn day_of(text: &str) -> Option<Day> {
    let parts: Vec<&str> = text.trim().split(['/', '.', '-']).collect();
    let [year, month, day] = parts[..] else { return None };
    let number = |text: &str| text.parse::<u16>().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
    let year = match (year.len(), number(year)?) {
        (4, year) => year,
        (2, year) => 2000 + year,
        _ => return None,
    };
    let (month, day) = (u8::try_from(number(month)?).ok()?, u8::try_from(number(day)?).ok()?);
    // Two digits may be a day: `28/07/05`.
    ((1..=12).contains(&month) && (1..=31).contains(&day)).then_some(Day { year, month, day })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read() {
        assert_eq!(day_of("2026/03/01"), Some(Day { year: 2026, month: 3, day: 1 }));
        assert_eq!(day_of("18/04/08"), Some(Day { year: 2018, month: 4, day: 8 }));
        for text in ["28. 07. 2005", "08/04/2018", "Jun 26, 2020", "", "2026/13/01", "2026/3"] {
            assert_eq!(day_of(text), None, "{text}");
        }
        assert_eq!((first_number("62 (of 64)"), first_number("x")), (Some(62), None));
    }
}
