//! Parts: any cut of an archive gives the counts of the whole, or is refused.

use std::fs;
use std::path::Path;

use adoube::parts::InputPart;
#[cfg(feature = "compression")]
use adoube::parts::{Before, Unit};
use serde_json::Value;

use crate::parts_support::{BOOK, CLASSICS, adoube, cut, frames, plan, refused, written};
use crate::support::{Random, data_folder};

/// A comment that looks like two games.
const FAKE: &str = "[Event \"a\"]\n\n1. e4 {\n\n[Event \"fake\"]\n\n1. d4 *\n\n[Event \"fake\"]\n\n1. c4 } *\n\n[Event \"b\"]\n\n1. a3 *\n\n";

/// Counts each part; returns the names of the files with counts, in the order of the parts.
fn count(folder: &Path, parts: &[String]) -> Vec<String> {
    let name = |at| format!("{at}.part");
    for (at, part) in parts.iter().enumerate() {
        written(folder, &["stats", "-q", "--part", "-", "--partial", &name(at)], part);
    }
    (0..parts.len()).map(name).collect()
}

fn merge(files: &[String], format: &str) -> Vec<String> {
    let arguments = ["stats", "-q", "--format", format, "--merge"].map(str::to_owned);
    arguments.into_iter().chain(files.iter().cloned()).collect()
}

fn merged(folder: &Path, files: &[String], format: &str) -> String {
    let arguments = merge(files, format);
    written(folder, &arguments.iter().map(String::as_str).collect::<Vec<_>>(), "")
}

/// The parts between random places, in random order.
fn random_cuts(input: &str, size: u64, count: u64, random: &mut Random) -> Vec<String> {
    let mut cuts: Vec<u64> = (1..count).map(|_| random.below(size as usize + 1) as u64).chain([0, size]).collect();
    cuts.sort_unstable();
    let ranges: Vec<_> = cuts.windows(2).zip(1..).map(|(range, index)| (index, range[0], range[1])).collect();
    let mut parts: Vec<String> =
        ranges.iter().map(|&(index, start, end)| cut(input, size, index, count, start, end)).collect();
    for at in (1..parts.len()).rev() {
        parts.swap(at, random.below(at + 1));
    }
    parts
}

#[test]
fn any_cut_gives_the_counts_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let mut archives = vec![CLASSICS.to_owned(), BOOK.to_owned()];
    let external = data_folder();
    let times = if external.is_some() { 4 } else { 3 };
    for name in ["otb-a.pgn", "twic1599.pgn", "tcec-a.pgn", "lichess-clk.pgn"] {
        let path = external.as_ref().map(|data| data.join("games").join(name));
        archives.extend(path.filter(|path| path.is_file()).map(|path| path.to_str().unwrap().to_owned()));
    }
    let mut random = Random::new(38);
    for archive in &archives {
        let size = fs::metadata(archive).unwrap().len();
        for _ in 0..times {
            let count = 1 + random.below(12) as u64;
            let files = self::count(folder.path(), &random_cuts(archive, size, count, &mut random));
            for format in ["text", "jsonl", "csv"] {
                let whole = written(folder.path(), &["stats", "-q", "--format", format, archive], "");
                assert_eq!(merged(folder.path(), &files, format), whole, "{archive} in {count} parts, {format}");
            }
        }
    }
}

#[cfg(feature = "compression")]
#[test]
fn a_compressed_file_is_cut_between_frames() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random::new(3);
    let archive = "games.pgn.zst";
    let games = [fs::read(CLASSICS).unwrap(), fs::read(BOOK).unwrap()].concat();
    let starts: Vec<usize> = memchr::memmem::find_iter(&games, "[Event \"").collect();
    for longest in [40_000, 5000, 700] {
        let bytes = frames(&games, longest, &mut random);
        fs::write(folder.path().join(archive), &bytes).unwrap();
        let whole = |format| written(folder.path(), &["stats", "-q", "--format", format, archive], "");
        let count = 2 + random.below(20);
        for how in [&[][..], &["--count"]] {
            let parts = plan(folder.path(), &[&["--parts", &count.to_string()], how, &[archive]].concat());
            assert!(parts.len() > 1, "{how:?}");
            let files = self::count(folder.path(), &parts);
            for format in ["text", "jsonl"] {
                assert_eq!(merged(folder.path(), &files, format), whole(format), "{} parts {how:?}", parts.len());
            }
            for part in parts.iter().skip(1).filter(|_| !how.is_empty()) {
                let InputPart { unit, start, before, .. } = part.parse().unwrap();
                let Before { games: number, lines, bytes: at, lead, .. } = before.unwrap();
                let text = zstd::decode_all(&bytes[..start as usize]).unwrap();
                assert_eq!((unit, at - lead), (Unit::Frame, text.len() as u64));
                let game = starts.partition_point(|start| *start < text.len());
                assert_eq!((number, at), (game as u64, starts.get(game).map_or(games.len(), |at| *at) as u64));
                assert_eq!(lines, memchr::memchr_iter(b'\n', &games[..at as usize]).count() as u64);
            }
        }
    }
}

#[cfg(feature = "compression")]
#[test]
fn a_wrong_guess_within_frames_is_refused_and_a_count_is_right() {
    let folder = tempfile::tempdir().unwrap();
    let at = FAKE.find("[Event \"fake\"]").unwrap();
    let (first, second) = FAKE.split_at(at);
    let bytes = [first, second].map(|text| zstd::encode_all(text.as_bytes(), 1).unwrap()).concat();
    fs::write(folder.path().join("fake.zst"), bytes).unwrap();
    let whole = written(folder.path(), &["stats", "-q", "fake.zst"], "");
    let parts = plan(folder.path(), &["--parts", "2", "fake.zst"]);
    let files = count(folder.path(), &parts);
    let arguments = merge(&files, "text");
    let message = refused(folder.path(), &arguments.iter().map(String::as_str).collect::<Vec<_>>(), "");
    assert!(
        message.contains("within one that ends after 52 bytes of its text; make the plan with --count"),
        "{message}"
    );
    let counted = plan(folder.path(), &["--parts", "2", "--count", "fake.zst"]);
    assert_eq!(counted.len(), 2);
    assert_eq!(merged(folder.path(), &count(folder.path(), &counted), "text"), whole);
}

/// Only text that is compressed once is cut, and a damaged file up to the damage.
#[cfg(feature = "compression")]
#[test]
fn other_compressed_files_are_one_part() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random::new(5);
    let games = fs::read(CLASSICS).unwrap();
    let twice = frames(&zstd::encode_all(&games[..], 1).unwrap(), 500, &mut random);
    let encoded = frames(&utf16(std::str::from_utf8(&games).unwrap()), 2000, &mut random);
    let one = zstd::encode_all(&games[..], 1).unwrap();
    for (name, bytes) in [("twice.zst", twice), ("utf16.zst", encoded), ("one.zst", one)] {
        fs::write(folder.path().join(name), bytes).unwrap();
        let parts = plan(folder.path(), &["--parts", "4", name]);
        assert!(parts.len() == 1 && parts[0].contains("\"unit\":\"file\""), "{parts:?}");
    }
    let mut damaged = frames(&games, 1000, &mut random);
    let middle = damaged.len() / 2;
    damaged[middle..].fill(0);
    fs::write(folder.path().join("damaged.zst"), damaged).unwrap();
    let parts = plan(folder.path(), &["--parts", "10", "damaged.zst"]);
    assert!((2..10).contains(&parts.len()), "{parts:?}");
    let last = adoube(folder.path(), &["stats", "-q", "--part", parts.last().unwrap()], "");
    assert!(String::from_utf8_lossy(&last.stderr).contains("damaged zstd data"));
    // A frame in which nothing can be counted.
    let mut damaged = frames(&games, 1000, &mut random);
    damaged[60] ^= 0xFF;
    fs::write(folder.path().join("damaged.zst"), damaged).unwrap();
    let message = refused(folder.path(), &["plan", "--parts", "10", "--count", "damaged.zst"], "");
    assert!(message.contains("damaged zstd data"), "{message}");
}

#[test]
fn a_plan_covers_all_inputs() {
    let folder = tempfile::tempdir().unwrap();
    let games = fs::read(CLASSICS).unwrap();
    fs::write(folder.path().join("a.pgn"), &games).unwrap();
    fs::write(folder.path().join("b.pgn"), FAKE).unwrap();
    fs::write(folder.path().join("empty.pgn"), "").unwrap();
    fs::write(folder.path().join("utf16.pgn"), utf16("[Event \"u\"]\n\n1. e4 *\n")).unwrap();
    let inputs = ["a.pgn", "b.pgn", "empty.pgn", "utf16.pgn"];
    let whole = written(folder.path(), &[&["stats", "-q"], &inputs[..]].concat(), "");
    for how in [&["--parts", "9", "--count"][..], &["--part-size", "1K", "--count"], &["--parts", "1"]] {
        let parts = plan(folder.path(), &[how, &inputs].concat());
        let units: Vec<Value> = parts.iter().map(|part| serde_json::from_str(part).unwrap()).collect();
        assert!(units.iter().any(|part| part["unit"] == "byte") && units.iter().any(|part| part["unit"] == "file"));
        assert_eq!(merged(folder.path(), &count(folder.path(), &parts), "text"), whole, "{how:?}");
        // Several parts in one run.
        let all = parts.join("\n");
        written(folder.path(), &["stats", "-q", "--part", "-", "--partial", "all.part"], &all);
        assert_eq!(merged(folder.path(), &["all.part".to_owned()], "text"), whole, "{how:?}");
    }
}

#[test]
fn a_part_with_positions_is_covered() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.fen"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n").unwrap();
    let parts = plan(folder.path(), &["--parts", "2", CLASSICS, "a.fen"]);
    let files = count(folder.path(), &parts);
    let whole = written(folder.path(), &["stats", "-q", CLASSICS, "a.fen"], "");
    assert_eq!(merged(folder.path(), &files, "text"), whole);
}

fn utf16(text: &str) -> Vec<u8> {
    [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

#[test]
fn a_plan_that_counts_says_what_is_before_each_part() {
    let folder = tempfile::tempdir().unwrap();
    let games = fs::read_to_string(CLASSICS).unwrap();
    let parts = plan(folder.path(), &["--parts", "5", "--count", CLASSICS]);
    assert!(parts.len() > 3, "{parts:?}");
    for part in parts {
        let part: InputPart = part.parse().unwrap();
        let before = &games[..part.start as usize];
        let counted = part.before.unwrap();
        assert_eq!(counted.games, before.matches("[Event \"").count() as u64);
        assert_eq!(counted.lines, before.lines().count() as u64);
        assert!(games[part.start as usize..].starts_with("[Event \""));
    }
    // Where one game was written over another, the line belongs to both.
    let every_other = games.split_inclusive("\n\n[").enumerate().map(|(at, game)| match game.strip_suffix("\n\n[") {
        Some(game) if at % 2 == 0 => format!("{game} 1. e4 Nf["),
        _ => game.to_owned(),
    });
    let spliced = every_other.collect::<String>().repeat(3);
    fs::write(folder.path().join("spliced.pgn"), &spliced).unwrap();
    let parts = plan(folder.path(), &["--part-size", "2K", "--count", "spliced.pgn"]);
    let starts = parts.iter().map(|part| part.parse::<InputPart>().unwrap().start as usize);
    assert!(parts.len() > 10 && starts.skip(1).all(|start| spliced[..start].ends_with('\n')));
}

#[test]
fn a_lost_doubled_or_foreign_part_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let parts = plan(folder.path(), &["--parts", "3", CLASSICS]);
    let files = count(folder.path(), &parts);
    let refusal = |files: &[&str]| {
        let files: Vec<String> = files.iter().map(|file| (*file).to_owned()).collect();
        let arguments = merge(&files, "text");
        refused(folder.path(), &arguments.iter().map(String::as_str).collect::<Vec<_>>(), "")
    };
    assert_eq!(files, ["0.part", "1.part", "2.part"]);
    assert!(refusal(&["0.part", "1.part"]).contains("part 3 of 3 is missing"));
    assert!(refusal(&["2.part", "1.part"]).contains("part 1 of 3 is missing"));
    assert!(refusal(&["0.part", "1.part", "1.part", "2.part"]).contains("both cover part 2 of"));
    let other = plan(folder.path(), &["--parts", "4", CLASSICS]);
    written(folder.path(), &["stats", "-q", "--part", &other[3], "--partial", "other.part"], "");
    assert!(refusal(&["0.part", "1.part", "other.part"]).contains("not parts of one plan"));
    // The same number in a plan of another file.
    let other = plan(folder.path(), &["--parts", "3", BOOK]);
    written(folder.path(), &["stats", "-q", "--part", &other[1], "--partial", "other.part"], "");
    assert!(refusal(&["0.part", "other.part", "2.part"]).contains("not parts of one plan"));
    assert!(refusal(&["0.part", "1.part", "other.part", "2.part"]).contains("not parts of one plan"));
}

#[test]
fn a_wrong_guess_is_refused_and_a_count_is_right() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fake.pgn"), FAKE).unwrap();
    let size = FAKE.len() as u64;
    let at = FAKE.find("[Event \"fake\"]").unwrap() as u64;
    let parts = [cut("fake.pgn", size, 1, 2, 0, at), cut("fake.pgn", size, 2, 2, at, size)];
    let files = count(folder.path(), &parts);
    let arguments = merge(&files, "text");
    let message = refused(folder.path(), &arguments.iter().map(String::as_str).collect::<Vec<_>>(), "");
    assert!(message.contains("part 2 of fake.pgn does not begin with a game"), "{message}");
    let counted = plan(folder.path(), &["--part-size", "1K", "--count", "fake.pgn"]);
    let whole = written(folder.path(), &["stats", "-q", "fake.pgn"], "");
    assert_eq!(merged(folder.path(), &count(folder.path(), &counted), "text"), whole);
}

#[test]
fn workers_with_the_same_name_or_without_games_are_merged() {
    let folder = tempfile::tempdir().unwrap();
    for (file, games) in [("a.part", "1. e4 1-0\n"), ("b.part", "1. d4 1-0\n"), ("c.part", "")] {
        let output = adoube(folder.path(), &["stats", "-q", "--partial", file, "-"], games);
        assert!(output.status.code() < Some(2), "{file}");
    }
    let files = ["a.part", "b.part", "c.part"].map(str::to_owned);
    let table: Value = serde_json::from_str(merged(folder.path(), &files, "jsonl").lines().next().unwrap()).unwrap();
    assert_eq!((&table["games"], &table["files"]), (&Value::from(2), &Value::from(3)), "{table}");
    let arguments = merge(&[files[0].clone(), files[1].clone(), files[0].clone()], "text");
    let message = refused(folder.path(), &arguments.iter().map(String::as_str).collect::<Vec<_>>(), "");
    assert!(message.contains("a.part and a.part both cover <stdin>"), "{message}");
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let size = fs::metadata(CLASSICS).unwrap().len();
    let other_size = cut(CLASSICS, size + 1, 1, 1, 0, size + 1);
    for (part, message) in [
        (&*other_size, "another size"),
        ("{}", "--part: line 1: "),
        ("{\"type\":\"part\"}", "missing field"),
        ("no-such-file.jsonl", "No such file"),
        (&cut("no-such-file.pgn", 9, 1, 1, 0, 9), "cannot be opened"),
    ] {
        let said = refused(folder.path(), &["stats", "--part", part], "");
        assert!(said.contains(message), "{part}: {said}");
    }
    fs::write(folder.path().join("utf16.pgn"), utf16("1. e4 *")).unwrap();
    let wrong = cut("utf16.pgn", 16, 1, 1, 0, 16);
    assert!(refused(folder.path(), &["stats", "--part", &wrong], "").contains("cannot be read by bytes"));
    for arguments in [&["plan", "--parts", "2"][..], &["plan", "--parts", "2", "-"], &["plan", CLASSICS]] {
        assert!(!refused(folder.path(), arguments, "").is_empty());
    }
    let conflicts = refused(folder.path(), &["stats", "--part", "x", "--head", "2"], "");
    assert!(conflicts.contains("cannot be used with"), "{conflicts}");
    #[cfg(feature = "parquet")]
    {
        let second = cut(CLASSICS, size, 2, 2, 9, size);
        let said = refused(folder.path(), &["stats", "--format", "parquet", "--part", &second], "");
        assert!(said.contains("--count"), "{said}");
    }
}

#[test]
fn a_part_without_a_line_of_a_plan_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    for (text, reason) in
        [("\n", "--part: - has no line of `adoube plan`"), ("1. e4 *\n", "line 1: not a line of `adoube plan`")]
    {
        let message = refused(folder.path(), &["stats", "--part", "-", "--partial", "a.part"], text);
        assert!(message.contains(reason), "{message}");
        assert!(!folder.path().join("a.part").exists());
    }
    let message = refused(folder.path(), &["plan", "--parts", "2", CLASSICS, CLASSICS], "");
    assert!(message.contains("is given more than once"), "{message}");
}

/// Commands that write rows, and options.
const REPORTS: [&[&str]; 14] = [
    &["validate", "--format", "jsonl", "--profile", "export"],
    &["validate", "--format", "csv", "--select", "all"],
    &["validate", "--audit", "--all"],
    &["validate", "--concise", "--where", "plies > 20"],
    &["validate", "--format", "github"],
    &["replay", "--format", "csv"],
    &["replay", "--format", "jsonl", "--variations"],
    &["replay", "--as", "fen"],
    &["replay", "--plies", "abs(played - 20) < 8 and not prev.check", "--per-game", "3", "--format", "csv"],
    &["replay", "--where", "any(check)", "--plies", "next.check", "--as", "epd", "--fields", "bm,id"],
    &["replay", "--to-pgn"],
    &["adjudicate", "--format", "jsonl"],
    &["adjudicate"],
    &["adjudicate", "--can-mate", "both", "--budget", "100", "--format", "csv"],
];

/// A file with every fault that has a bad example, in bytes that are no UTF-8, with carriage returns alone.
fn faulty() -> Vec<u8> {
    let mut folders: Vec<_> = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/rules"))
        .unwrap()
        .map(|folder| folder.unwrap().path().join("bad.pgn"))
        .filter(|path| path.is_file())
        .collect();
    folders.sort();
    let games = folders.iter().flat_map(|path| [fs::read(path).unwrap(), b"\n\n".to_vec()]);
    let latin = b"[Event \"Caf\xe9\"]\n\n1. e4 {a\rb} *\n\n";
    let with_latin =
        games.enumerate().flat_map(|(at, game)| if at % 20 == 0 { [&latin[..], &game].concat() } else { game });
    with_latin.collect()
}

/// Processes the parts of a plan in runs of one to three parts; returns the names of the files, in random order.
fn process(folder: &Path, report: &[&str], parts: &[String], random: &mut Random) -> Vec<String> {
    let (mut files, mut rest) = (Vec::new(), parts);
    while !rest.is_empty() {
        let (taken, left) = rest.split_at(rest.len().min(1 + random.below(3)));
        let file = format!("{}.part", files.len());
        let stdout = written(folder, &[report, &["-q", "--part", "-", "--partial", &file]].concat(), &taken.join("\n"));
        assert_eq!(stdout, "", "{report:?}");
        files.push(file);
        rest = left;
    }
    for at in (1..files.len()).rev() {
        files.swap(at, random.below(at + 1));
    }
    files
}

#[test]
fn reports_in_parts_are_those_of_one_run() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("faulty.pgn"), faulty()).unwrap();
    let mut random = Random::new(7);
    let mut archives = vec![CLASSICS, "faulty.pgn"];
    if cfg!(feature = "compression") {
        fs::write(folder.path().join("faulty.pgn.zst"), frames(&faulty(), 2000, &mut random)).unwrap();
        archives.push("faulty.pgn.zst");
    }
    for report in REPORTS {
        for &archive in &archives {
            let count = (2 + random.below(30)).to_string();
            let parts = plan(folder.path(), &["--parts", &count, "--count", archive]);
            let files = process(folder.path(), report, &parts, &mut random);
            let files: Vec<&str> = files.iter().map(String::as_str).collect();
            let whole = adoube(folder.path(), &[report, &[archive]].concat(), "");
            let merged = adoube(folder.path(), &[report, &["--merge"], &files[..]].concat(), "");
            let about = format!("{report:?} of {archive} in {} parts", parts.len());
            assert_eq!(
                merged.status.code(),
                whole.status.code(),
                "{about}: {}",
                String::from_utf8_lossy(&merged.stderr)
            );
            assert!(merged.stdout == whole.stdout, "{about}");
            if report[0] == "validate" && !report.contains(&"--where") {
                assert_eq!(String::from_utf8_lossy(&merged.stderr), String::from_utf8_lossy(&whole.stderr), "{about}");
            }
            // All parts in one run.
            let at_once = adoube(folder.path(), &[report, &["--part", "-"]].concat(), &parts.join("\n"));
            assert!(at_once.stdout == whole.stdout, "{about}");
        }
    }
}

#[test]
fn a_changed_part_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("faulty.pgn"), faulty()).unwrap();
    let parts = plan(folder.path(), &["--parts", "3", "--count", "faulty.pgn"]);
    for (at, part) in parts.iter().enumerate() {
        written(folder.path(), &["validate", "-q", "--part", part, "--partial", &format!("{at}.part")], "");
    }
    let path = folder.path().join("2.part");
    let changed = String::from_utf8_lossy(&fs::read(&path).unwrap()).replacen("game", "Game", 1);
    fs::write(path, changed).unwrap();
    let message = refused(folder.path(), &["validate", "--merge", "0.part", "1.part", "2.part"], "");
    assert!(message.contains("2.part: the file is incomplete, or it was changed"), "{message}");
}

#[test]
fn reports_that_are_not_parts_of_a_whole_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let parts = plan(folder, &["--parts", "3", "--count", CLASSICS]);
    let jsonl = ["validate", "-q", "--format", "jsonl", "--select", "all"];
    for (at, part) in parts.iter().enumerate() {
        written(folder, &[&jsonl[..], &["--part", part, "--partial", &format!("{at}.part")]].concat(), "");
    }
    let cut = fs::read(folder.join("1.part")).unwrap();
    let both = [&parts[0][..], &parts[2]].join("\n");
    let said = refused(folder, &[&jsonl[..], &["--part", "-", "--partial", "outer.part"]].concat(), &both);
    assert!(said.contains("--partial takes parts that follow each other"), "{said}");
    written(folder, &["replay", "--format", "csv", "--partial", "changed.part", CLASSICS], "");
    let mut changed = fs::read(folder.join("changed.part")).unwrap();
    changed[1000] ^= 1;
    fs::write(folder.join("changed.part"), changed).unwrap();
    fs::write(folder.join("cut.part"), &cut[..cut.len() - 1]).unwrap();
    fs::write(folder.join("games.pgn"), "1. e4 *\n").unwrap();
    for (options, files, message) in [
        (&jsonl[..], &["0.part", "2.part"][..], "part 2 of 3 is missing"),
        (&jsonl, &["1.part"], "parts 1,3 of 3 are missing"),
        (&jsonl, &["0.part", "1.part", "1.part", "2.part"], "both cover part 2"),
        (&jsonl, &["0.part", "cut.part", "2.part"], "cut.part: the file is incomplete"),
        (&jsonl, &["games.pgn"], "games.pgn: not a file that --partial of this command wrote"),
        (&["validate"], &["0.part", "1.part", "2.part"], "0.part: made with other options"),
        (
            &["replay"],
            &["0.part", "1.part", "2.part"],
            "0.part: made by `adoube validate`, but merged by `adoube replay`; use `adoube validate --merge`",
        ),
        (&["validate", "--format", "sarif"], &["0.part"], "SARIF is one document"),
        (&jsonl, &["-"], "--merge needs regular files"),
    ] {
        let said = refused(folder, &[options, &["--merge"], files].concat(), "");
        assert!(said.contains(message), "{files:?}: {said}");
    }
    // The output is written before the checksum is known, but the run fails.
    let merged = adoube(folder, &["replay", "--format", "csv", "--merge", "changed.part"], "");
    let said = String::from_utf8(merged.stderr).unwrap();
    assert!(
        merged.status.code() == Some(2) && said.contains("changed.part: the file is incomplete, or it was changed"),
        "{said}"
    );
    let planned = format!("\"games\":{},", parts[1].parse::<InputPart>().unwrap().before.unwrap().games);
    let other = parts[1].replace(&planned, "\"games\":1,");
    written(folder, &[&jsonl[..], &["--part", &other, "--partial", "other.part"]].concat(), "");
    let said = refused(folder, &[&jsonl[..], &["--merge", "0.part", "other.part", "2.part"]].concat(), "");
    assert!(said.contains("part 2 of") && said.contains("the plan counted 1 game in"), "{said}");
    let twice = [&parts[0][..], &parts[1], &parts[1]].join("\n");
    for command in ["stats", "validate"] {
        assert!(refused(folder, &[command, "--part", "-"], &twice).contains("has part 2 more than once"), "{command}");
    }
    let uncounted = plan(folder, &["--parts", "3", CLASSICS]);
    for command in ["validate", "replay", "adjudicate"] {
        assert!(
            refused(folder, &[command, "--part", &uncounted[1]], "").contains("make it again: adoube plan --count"),
            "{command}"
        );
        assert!(refused(folder, &[command, "--partial", "games.pgn", CLASSICS], "").contains("is not such a file"));
    }
    assert_eq!(fs::read_to_string(folder.join("games.pgn")).unwrap(), "1. e4 *\n");
}

#[test]
fn digests_of_parts_add_up_to_that_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let digest = |arguments: &[&str]| {
        let lines = written(folder.path(), &[&["validate", "-q", "--format", "jsonl"], arguments].concat(), "");
        let summary: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
        summary["digest"].as_str().map(|digest| u128::from_str_radix(digest, 16).unwrap())
    };
    let parts = plan(folder.path(), &["--parts", "5", "--count", CLASSICS]);
    let sum = parts.iter().map(|part| digest(&["--part", part]).unwrap()).fold(0, u128::wrapping_add);
    assert_eq!(digest(&[CLASSICS]), Some(sum));
    assert_eq!(digest(&["--head", "2", CLASSICS]), None);
}
