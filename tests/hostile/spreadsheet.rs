//! CSV for spreadsheets (`--csv-safe`).

use crate::inputs::Folder;
use crate::{run, words};

const FORMULAS: &str = "\
[Event \"=HYPERLINK(\\\"http://a.example\\\",\\\"b\\\")\"]\n[Site \"＝1+1\"]\n[Date \"2024.01.01\"]\n[Round \"+1+1\"]\n\
[White \"=cmd|' /C calc'!A0\"]\n[Black \"@SUM(1,2)\"]\n[Result \"1-0\"]\n[Termination \"-2+3\"]\n[TimeControl \"-\"]\n\n\
1. e4 {=1+1 [%eval -0.35]} e5 {+1 [%eval +0.35]} 2. Ke3 1-0\n";

/// Runs that write CSV, and whether they write a cell that a spreadsheet may run.
const RUNS: [(&str, bool); 12] = [
    ("validate --select all", true),
    ("replay --fields file,comment,eval,tag:White,tag:Site,tag:Round", true),
    ("replay --as fen", false),
    ("stats --table players", true),
    ("stats --table events", true),
    ("stats --table terminations", true),
    ("stats --table tags", true),
    ("stats --table standings", true),
    ("stats", false),
    ("stats --tree 4", false),
    ("adjudicate", false),
    ("adjudicate --can-mate both", false),
];

/// The cells of a CSV text.
fn cells(text: &[u8]) -> Vec<String> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text);
    reader.records().flat_map(|record| record.unwrap().iter().map(str::to_owned).collect::<Vec<_>>()).collect()
}

fn may_be_formula(cell: &str) -> bool {
    cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) && cell.parse::<f64>().is_err()
}

#[test]
fn cells_do_not_run() {
    let folder = Folder::empty();
    folder.write("=1+1.pgn", FORMULAS.as_bytes());
    let output = |line: &str| {
        let output = run(&folder, &words(&format!("{line} --format csv =1+1.pgn")));
        assert!(!output.stdout.is_empty(), "{line}: {output:?}");
        cells(&output.stdout)
    };
    for (line, has_formulas) in RUNS {
        let (exact, safe) = (output(line), output(&format!("{line} --csv-safe")));
        assert_eq!(exact.len(), safe.len(), "{line}");
        for (exact, safe) in exact.iter().zip(&safe) {
            let expected = if may_be_formula(exact) { format!("'{exact}") } else { exact.clone() };
            assert_eq!(*safe, expected, "{line}");
        }
        assert_eq!(exact.iter().any(|cell| may_be_formula(cell) && cell != "=1+1.pgn"), has_formulas, "{line}");
    }
    let safe = output("replay --csv-safe --fields file,comment,eval,tag:White");
    assert!(["-35", "'=cmd|' /C calc'!A0"].iter().all(|cell| safe.contains(&(*cell).to_owned())), "{safe:?}");
}

#[test]
fn other_formats_have_no_cells() {
    let folder = Folder::empty();
    folder.write("a.pgn", FORMULAS.as_bytes());
    for line in ["validate", "replay --format jsonl", "stats --format html", "adjudicate", "replay --to-pgn"] {
        let output = run(&folder, &words(&format!("{line} --csv-safe a.pgn")));
        assert_eq!(output.status.code(), Some(2), "{line}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.starts_with("error: --csv-safe requires --format csv\n"), "{message}");
    }
    for line in ["perft startpos 1", "explain M101"] {
        assert_eq!(run(&folder, &words(&format!("{line} --csv-safe --format csv"))).status.code(), Some(0), "{line}");
        assert_eq!(run(&folder, &words(&format!("{line} --csv-safe"))).status.code(), Some(2), "{line}");
    }
}
