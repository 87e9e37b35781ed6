//! How benches measure: the turns of the programs, and the CSV file. Nothing is timed.

#[path = "../bench/measure.rs"]
#[allow(dead_code, reason = "the benches use the rest")]
mod measure;

use std::fs;
use std::path::Path;

use measure::{Report, Subject, date, in_turns, median, option};

#[test]
fn programs_take_turns_in_alternating_order() {
    let mut order = Vec::new();
    let times = in_turns(2, 3, |program| {
        order.push(program);
        Ok(f64::from(u8::try_from(order.len()).unwrap()))
    });
    assert_eq!(order, [0, 1, 2, 2, 1, 0, 0, 1, 2]);
    assert_eq!(times.unwrap(), [[6.0, 7.0], [5.0, 8.0], [4.0, 9.0]]);
}

#[test]
fn a_failure_ends_the_turns() {
    assert_eq!(in_turns(1, 2, |_| Err("it fails".to_owned())), Err("it fails".to_owned()));
}

#[test]
fn the_median_is_a_value_of_the_list() {
    assert_eq!(median([3.0, 1.0, 2.0].into_iter()).to_bits(), 2.0_f64.to_bits());
    assert_eq!(median([4.0, 3.0, 1.0, 2.0].into_iter()).to_bits(), 2.0_f64.to_bits());
}

#[test]
fn options_are_taken_out_of_the_words() {
    let mut words = ["a", "--csv", "x.csv", "b"].map(str::to_owned).to_vec();
    assert_eq!(option(&mut words, "--csv"), Ok(Some("x.csv".to_owned())));
    assert_eq!(option(&mut words, "--rounds"), Ok(None));
    assert_eq!(words, ["a", "b"]);
    assert_eq!(option(&mut vec!["--csv".to_owned()], "--csv"), Err("--csv: expected a value".to_owned()));
}

#[test]
fn dates_follow_the_calendar() {
    for (days, expected) in [
        (0, "1970-01-01"),
        (11_016, "2000-02-29"),
        (11_017, "2000-03-01"),
        (20_818, "2026-12-31"),
        (47_541, "2100-03-01"),
    ] {
        assert_eq!(date(days), expected);
    }
}

/// Adds one measurement of three rounds to a file.
fn add(path: &Path) -> Result<(), String> {
    let mut report = Report::new("bench", 3, Some(path))?;
    let subject =
        Subject { claim: "claim", input: "games/a, b.pgn", bytes: 7, unit: "ms", value: &|seconds| seconds * 1000.0 };
    report.add(&subject, ("ours", &[0.5, 0.25, 1.0]), ("peer", &[1.0, 2.0, 1.5]))
}

#[test]
fn rows_are_appended_below_one_header() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("bench.csv");
    for rows in 1..=2 {
        add(&path).unwrap();
        let mut reader = csv::Reader::from_path(&path).unwrap();
        let header = reader.headers().unwrap().clone();
        let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert_eq!(records.len(), rows);
        for record in records {
            let cell = |name: &str| &record[header.iter().position(|column| column == name).unwrap()];
            let named = ["bench", "claim", "input", "bytes", "what", "peer", "unit", "rounds"].map(cell);
            assert_eq!(named, ["bench", "claim", "a, b.pgn", "7", "ours", "peer", "ms", "3"]);
            assert_eq!(["best", "peer_best", "ratio"].map(cell), ["250.000000", "1000.000000", "2.0000"]);
        }
    }
}

#[test]
fn a_file_with_another_header_is_refused_and_unchanged() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("other.csv");
    fs::write(&path, "date,version\n").unwrap();
    let error = add(&path).unwrap_err();
    assert!(error.ends_with("the file has another header; choose another file"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "date,version\n");
}

/// The page that explains the columns names all of them.
#[test]
fn columns_are_explained() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("bench.csv");
    add(&path).unwrap();
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/contributing.md")).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    for column in text.lines().next().unwrap().split(',') {
        assert!(page.contains(&format!("`{column}`")), "docs/contributing.md does not explain `{column}`");
    }
}
