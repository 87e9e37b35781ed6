//! A file of `adoube stats --partial`, without its checksum, or else a text of games. What must hold:
//!
//! * A file is refused with a reason, or else it is stored again without change, and so is the sum with itself. What it
//!   holds can be written in each format: JSON that is JSON, a page without scripts.
//! * Games that are counted in two parts, one of which was stored and restored, give the counts of the whole text.

#![no_main]

use adoube::game::replay::{Validity, read_game};
use adoube::game::rules::RuleSet;
use adoube::pgn::split::games;
use adoube::report::Paint;
use adoube::report::rows::{RecordFormat, TableFormat};
use adoube::report::stats::{sections, write_page, write_summary, write_tables};
use adoube::stats::standings::table::EventTable;
use adoube::stats::tree::TreeWalk;
use adoube::parts::digest::seal;
use adoube::parts::tiling::{Covered, prove};
use adoube::stats::{Facts, KeyBuffer, PART_BEGINS, Plan, Restored, RowSelection, Stats, TableKind, TableRequest};
use libfuzzer_sys::fuzz_target;

const FORMATS: [RecordFormat; 3] =
    [RecordFormat::Text(Paint::PLAIN), RecordFormat::Jsonl, RecordFormat::Table(TableFormat::Csv)];

fuzz_target!(|data: &[u8]| if data.starts_with(&PART_BEGINS[..1]) { check_file(&seal(data.to_vec())) } else { check_games(data) });

fn check_file(data: &[u8]) {
    let Restored { mut stats, plan, terms, covers } = match Stats::restore(data) {
        Ok(restored) => restored,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let stored = stats.store(&plan, &terms, &covers);
    let again = Stats::restore(&stored).unwrap();
    assert_eq!((&again.plan, &again.terms, &again.covers), (&plan, &terms, &covers));
    assert_eq!(text(&again.stats.store(&plan, &terms, &covers)), text(&stored));
    write(&stats, &plan);
    stats.merge(again.stats);
    write(&stats, &plan);
    let covered: Vec<_> = covers.iter().map(|cover| Covered { file: "a.part", cover }).collect();
    _ = prove(&covered);
    let sum = stats.store(&plan, &terms, &[]);
    if let Ok(restored) = Stats::restore(&sum) {
        assert_eq!(text(&restored.stats.store(&plan, &terms, &[])), text(&sum));
    }
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Writes counts in every way.
fn write(stats: &Stats, plan: &Plan) {
    let selection = RowSelection::default();
    stats.notes(true).for_each(drop);
    for format in FORMATS {
        let mut out = Vec::new();
        write_summary(stats, &selection, format, &mut out).unwrap();
        check_output(format, &out);
    }
    if let Ok(grids) = stats.grids(plan, &selection) {
        let walk = stats.tree.as_ref().map(|tree| TreeWalk::new(tree, &selection));
        for format in FORMATS {
            let mut out = Vec::new();
            write_tables(&grids, walk.as_ref(), format, &mut out).unwrap();
            check_output(format, &out);
        }
    }
    if let Ok(sections) = sections(stats, plan, &selection) {
        let mut out = Vec::new();
        write_page(stats, &sections, &mut out).unwrap();
        assert!(!text(&out).to_lowercase().contains("<script"));
    }
}

fn check_output(format: RecordFormat, out: &[u8]) {
    let text = text(out);
    if format == RecordFormat::Jsonl {
        text.lines().for_each(|line| _ = serde_json::from_str::<serde_json::Value>(line).unwrap());
    }
}

/// Counts the games of a text as a whole, and in two parts.
fn check_games(data: &[u8]) {
    let plan = Plan {
        tables: TableKind::ALL.map(TableRequest::from).to_vec(),
        by: ["white_elo", "Event"].map(|by| by.parse().unwrap()).to_vec(),
        of_event: EventTable::ALL.to_vec(),
        tree: Some(6),
        is_summary: false,
    };
    let spans: Vec<_> = games(data).collect();
    let count = |range: &[std::ops::Range<usize>]| {
        let (mut stats, mut key) = (Stats::new(&plan), KeyBuffer::default());
        for span in range {
            let game = read_game(data, span.start, RuleSet::EMPTY);
            if game.status != Validity::NoGame {
                stats.add(&Facts::new(&game, data, "", None), &mut key);
            }
        }
        stats.settle();
        stats
    };
    let whole = count(&spans).store(&plan, &[], &[]);
    let (first, rest) = spans.split_at(spans.len() / 2);
    let (mut first, stored) = (count(first), count(rest).store(&plan, &[], &[]));
    first.merge(Stats::restore(&stored).unwrap().stats);
    assert_eq!(text(&first.store(&plan, &[], &[])), text(&whole));
    write(&first, &plan);
}
