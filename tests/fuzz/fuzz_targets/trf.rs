//! A tournament report (TRF). What must hold:
//!
//! * Records cover the text, and tokens cover the records.
//! * A finding is in the text, and there is an error if a report has one.
//! * The report that is written of its pairings is read without an error, and gives the same standings.

#![no_main]

use adoube::game::rules::{RuleSet, Severity};
use adoube::stats::standings::event::EventGames;
use adoube::stats::standings::table::{EventTable, RankingRules, report};
use adoube::stats::standings::trf::read_report;
use adoube::trf::records;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut at = 0;
    for record in records(data) {
        assert_eq!(record.whole.start, at);
        for token in record.tokens(data) {
            assert_eq!(token.span.start, at);
            assert!(token.span.end > at);
            at = token.span.end;
        }
    }
    assert_eq!(at, data.len());
    let (tournament, found) = read_report(data, RuleSet::ALL);
    assert!(found.findings.iter().all(|finding| finding.span.end <= data.len() && !finding.message().is_empty()));
    assert_eq!(found.has_error, found.counts.iter().any(|(_, severity, _)| *severity == Severity::Error));
    let rules = RankingRules::default();
    let standings = |pairings| {
        let mut games = EventGames::new(&[EventTable::Standings]);
        games.add_report(pairings);
        (EventTable::Standings.grid(&games, &rules), report(&games, &rules))
    };
    let (_, Ok(written)) = standings(tournament.pairings()) else { return };
    let (again, found) = read_report(written.text.as_bytes(), RuleSet::ALL);
    assert!(!found.has_error, "{:?}\n{}", found.findings, written.text);
    assert!(standings(again.pairings()).1.is_ok(), "{}", written.text);
});
