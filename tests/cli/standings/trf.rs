//! Tournament reports: read by `validate` and `stats`, written by `stats --format trf`.

use std::fs;

use adoube::game::rules::{RuleSet, Severity};
use adoube::pgn::place::Locator;
use adoube::stats::standings::trf::read_report;
use serde_json::Value;

use crate::stats_support::{CLUB, rows, run, written};

const OPEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/trf/open.trf");
const TEAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/trf/teams.trf");
const SWISS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/stats/swiss.pgn");

fn values(rows: &[Value], columns: &[&str]) -> Vec<String> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    rows.iter().map(|row| columns.iter().map(|column| text(&row[*column])).collect::<Vec<_>>().join(" ")).collect()
}

fn message(arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(arguments);
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// The findings of a text: lines and codes.
fn findings(text: &[u8]) -> Vec<(u64, &'static str)> {
    let (_, found) = read_report(text, RuleSet::ALL);
    let mut locator = Locator::new(text);
    found.findings.iter().map(|finding| (locator.place(finding.span.start).line, finding.rule.code())).collect()
}

/// The values are those of gacrux 1.11.65 (TieBreakServer) for the same file; the tie-breaks are those of its record 212.
#[test]
fn a_report_has_the_tables_of_its_event() {
    let standings = rows(&["--table", "standings", OPEN]);
    let columns = ["rank", "player", "rating", "games", "points", "bh_c1", "bh", "sb"];
    assert_eq!(
        values(&standings[..3], &columns),
        [
            "1 Adler, Åsa 2310 5 4.0 12.5 14.5 10.75",
            "2 Brandt, Björn 2280 5 4.0 12.0 13.0 9.75",
            "3 Dvořák, Dan 2105 4 3.5 12.5 13.5 7.5"
        ]
    );
    let rounds = rows(&["--table", "rounds", OPEN]);
    let cells = ["round_1", "round_2", "round_3", "round_4", "round_5"];
    assert_eq!(values(&rounds[..1], &cells), ["4w1 3b½ 2w½ 5b1 6w1"]);
    let hanna = rounds.iter().find(|row| row["player"] == "Hoffmann, Hanna").unwrap();
    assert_eq!(values(std::slice::from_ref(hanna), &cells), ["3w- bye1 6b0 bye0 bye0"]);
    let pairings = rows(&["--table", "pairings", OPEN]);
    assert_eq!(
        values(&pairings[..1], &["round", "date", "white", "black", "result"]),
        ["1 2026.04.03 Adler, Åsa Ekman, Eva 1-0"]
    );
    let text = written(&["--table", "standings", OPEN]);
    assert!(text.contains("tie-breaks of the report that are not computed: EDE"), "{text}");
    assert_eq!(rows(&["--table", "crosstable", TEAMS]).len(), 8);
}

#[test]
fn reports_are_recognized_by_content() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.txt");
    fs::copy(OPEN, &path).unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(written(&["--table", "rounds", path]), written(&["--table", "rounds", OPEN]));
    assert_eq!(written(&["--table", "rounds", "--input-format", "trf", path]), written(&["--table", "rounds", OPEN]));
    let games = message(&["--table", "rounds", "--input-format", "pgn", path]);
    assert!(games.0 != Some(0), "{}", games.1);
    // Beside a file of games, and compressed, they are read in their turn.
    let both = run(&["--table", "match", CLUB, path]);
    assert_eq!(String::from_utf8(both.stdout).unwrap(), written(&["--table", "match", CLUB]));
}

#[test]
fn what_has_no_meaning_for_a_report_is_refused() {
    for (arguments, code, part) in [
        (&["--table", "players", OPEN][..], 1, "it is a tournament report, which has no games"),
        (
            &["--table", "standings", "--where", "WhiteElo > 2000", OPEN],
            2,
            "--where selects games, and this is a tournament report",
        ),
        (&["--format", "trf", "--table", "standings", OPEN], 2, "cannot be used with --table"),
        (&["--format", "trf", "--partial", "x.part", OPEN], 2, "cannot be used with --merge or --partial"),
        (&["--format", "trf", CLUB], 2, "the games belong to"),
    ] {
        let (found, text) = message(arguments);
        assert!(found == Some(code) && text.contains(part), "{arguments:?} {found:?}: {text}");
    }
}

/// The report of an event has the standings of its games.
#[test]
fn a_written_report_has_the_same_standings() {
    let folder = tempfile::tempdir().unwrap();
    for (name, input) in [("swiss", SWISS), ("open", OPEN)] {
        let path = folder.path().join(format!("{name}.trf"));
        let path = path.to_str().unwrap();
        let (code, text) = message(&["-o", path, input]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains("left out, because the inputs do not say it: "), "{text}");
        let bytes = fs::read(path).unwrap();
        let found: Vec<&str> = findings(&bytes).into_iter().map(|(_, code)| code).collect();
        // One of the games has no result.
        assert_eq!(found, if name == "swiss" { &["E115"][..] } else { &[] }, "{}", String::from_utf8_lossy(&bytes));
        for table in ["standings", "crosstable", "rounds"] {
            // Without the order of the text among equals, which decides the numbers of the other tables.
            let mut tables = [input, path].map(|input| {
                let all = rows(&["--table", table, "--tie-break", "BH/C1,BH,SB,WIN,WON,BWG,PS,ARO,TPR", input]);
                all.iter().map(ToString::to_string).collect::<Vec<_>>()
            });
            for rows in &mut tables {
                rows.sort();
            }
            assert_eq!(tables[0].len(), tables[1].len(), "{name} {table}");
            if table == "standings" {
                assert_eq!(tables[0], tables[1], "{name} {table}");
            }
        }
    }
    let again = folder.path().join("again.trf");
    let (first, again) = (folder.path().join("open.trf"), again.to_str().unwrap());
    message(&["-q", "-o", again, first.to_str().unwrap()]);
    assert_eq!(fs::read(first).unwrap(), fs::read(again).unwrap());
}

/// Points as the event gives them are written, and read again.
#[test]
fn other_points_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("points.trf");
    let path = path.to_str().unwrap();
    assert_eq!(message(&["--points", "2.5,1,0.5", "-o", path, OPEN]).0, Some(0));
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains("\r\n162  W 2.5    D 1.0    L 0.5\r\n"), "{text}");
    assert_eq!(findings(text.as_bytes()), []);
    let points =
        |arguments: &[&str]| values(&rows(&[&["--table", "standings"], arguments].concat()), &["player", "points"]);
    assert_eq!(points(&["--points", "2.5,1,0.5", OPEN])[0], points(&[path])[0]);
}

// Damage.

/// A change of a good report: the line that is changed, what is replaced, and the rules that may find it there.
type Damage = (usize, &'static str, &'static str, &'static [&'static str]);

/// One damage of each kind at a time is found in its line, or in the line of the opponent.
#[test]
fn each_damage_is_found_at_its_place() {
    let good = fs::read_to_string(OPEN).unwrap();
    assert_eq!(findings(good.as_bytes()), []);
    let damages: [Damage; 21] = [
        (1, "012 ", "O12 ", &["E102"]),
        (6, "8", "9", &["E113"]),
        (7, "8", "7", &["E113"]),
        (8, "082 0", "082 2", &["E113"]),
        (4, "2026/04/03", "2026/04/13", &["E116"]),
        (5, "2026/04/05", "2026/04/01", &["E116"]),
        (14, "142 5", "142 4", &["E114"]),
        (20, " 4.0    1 ", " 4.5    1 ", &["E111"]),
        (20, " 4.0    1 ", " 4.0    5 ", &["E112"]),
        (20, " 4.0    1 ", " 4.x    1 ", &["E101"]),
        (20, "     5 w 1", "    15 w 1", &["E106"]),
        (20, "     5 w 1", "     6 w 1", &["E107"]),
        (20, "     5 w 1", "     5 b 1", &["E109"]),
        (20, "     5 w 1", "     5 w Q", &["E101"]),
        (20, "     5 w 1", "     5 w =", &["E111"]),
        (20, "     5 w 1", "     5 w -", &["E108"]),
        (20, "     5 w 1", "     5 w H", &["E110"]),
        (20, "     5 w 1", "  0000 - 1", &["E110"]),
        (20, "001    1 ", "001    2 ", &["E104", "E107"]),
        (21, "1402", "1401", &["E105"]),
        (22, "Carla    ", "Carla   ", &["E101"]),
    ];
    for (number, from, to, rules) in damages {
        let mut lines: Vec<String> = good.lines().map(str::to_owned).collect();
        let line = &mut lines[number - 1];
        assert!(line.contains(from), "{line}: {from}");
        *line = line.replacen(from, to, 1);
        let bad = lines.join("\n");
        let found = findings(bad.as_bytes());
        let near = [number as u64, number as u64 + 1];
        let is_found = found.iter().any(|(line, code)| near.contains(line) && rules.contains(code));
        assert!(is_found, "{from} -> {to}: {found:?}");
    }
}

/// A digit, a code or an opponent of any player is changed, or a line is removed, doubled or shifted: something is found that names the
/// player, and nothing panics.
#[test]
fn three_hundred_damaged_reports() {
    let good = fs::read_to_string(OPEN).unwrap();
    let lines: Vec<&str> = good.lines().collect();
    let players: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with("001")).collect();
    let mut count = 0;
    for (at, round) in players.iter().flat_map(|at| (0..5).map(move |round| (*at, round))) {
        let characters: Vec<char> = lines[at].chars().collect();
        let cell = 91 + 10 * round;
        let change = |column: usize, to: char| {
            let mut damaged = characters.clone();
            damaged[column] = to;
            damaged.into_iter().collect::<String>()
        };
        let result = characters[cell + 7];
        let mut kinds = vec![
            change(cell + 7, if matches!(result, '1' | '+' | 'W' | 'F' | 'U') { 'L' } else { '1' }),
            change(cell + 3, if characters[cell + 3] == '7' { '8' } else { '7' }),
            change(cell + 5, if characters[cell + 5] == 'w' { 'b' } else { 'w' }),
            change(cell + 6, 'x'),
            change(cell + 4, 'x'),
            change(81, if characters[81] == '3' { '5' } else { '3' }),
            characters[..cell].iter().chain(&[' ']).chain(&characters[cell..]).collect(),
        ];
        // Without its Z, an absence is one nevertheless.
        kinds.extend((result != 'Z').then(|| characters[..cell + 7].iter().collect()));
        for damaged in kinds {
            let mut text = lines.clone();
            text[at] = &damaged;
            let text = text.join("\n");
            let found = findings(text.as_bytes());
            let number = characters[4..8].iter().collect::<String>().trim().to_owned();
            let names_player = |line: u64| {
                line == at as u64 + 1 || lines[line as usize - 1].chars().skip(91).collect::<String>().contains(&number)
            };
            assert!(found.iter().any(|(line, _)| names_player(*line)), "{damaged}\n{found:?}");
            count += 1;
        }
    }
    assert!(count >= 300, "{count}");
    for at in 0..lines.len() {
        for cut in 0..lines[at].len() {
            let line = String::from_utf8_lossy(&lines[at].as_bytes()[..cut]);
            let text = [&lines[..at], &[&*line]].concat().join("\n");
            let (report, _) = read_report(text.as_bytes(), RuleSet::at_least(Severity::Error));
            assert!(report.pairings().pairings().is_ok());
        }
    }
}
