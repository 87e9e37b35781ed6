//! Every command, in every format, on hostile files and arguments.

use adoube::stats::AnyTable;
use serde_json::Value;

use crate::inputs::{Folder, baseline_name, empty_name, games_name, list_name, positions_name, zip_name};
use crate::terminal::on_terminal;
use crate::{EVIL, acting, command, run, words};

/// What a run writes to standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Text for people, pages and pictures of text: nothing acts on a terminal.
    Report,
    /// JSON: the same, but its strings are exact.
    Json,
    /// Exact data, or bytes that are not text; only on a terminal nothing acts.
    Exact,
}

use Kind::{Exact, Json, Report};

/// A run for each command and each value of its `--format` and `--as`. [`arguments`] says what words in capitals mean.
const RUNS: &[(&str, Kind)] = &[
    ("validate --select all --format text INPUTS", Report),
    ("validate --select all --concise --format text INPUTS", Report),
    ("validate --audit --cross-check --format text INPUTS", Report),
    ("validate --select all --format jsonl INPUTS", Json),
    ("validate --select all --format csv INPUTS", Exact),
    ("validate --select all --format github INPUTS", Report),
    ("validate --select all --format sarif INPUTS", Json),
    ("validate --select all --format parquet -o OUT.parquet INPUTS", Report),
    ("validate --baseline GAMES INPUTS", Report),
    ("validate --baseline OUT.jsonl --update-baseline INPUTS", Report),
    ("validate --baseline BASELINE --select all --format text GAMES", Report),
    ("validate --baseline BASELINE --select all --format sarif GAMES", Json),
    ("validate --baseline EVIL --update-baseline GAMES", Report),
    ("validate --fen EVIL", Report),
    ("replay --format text INPUTS", Report),
    ("replay --format jsonl --variations --fields all,tag:White,tag:EVIL INPUTS", Json),
    ("replay --format csv --fields all,tag:White,tag:EVIL INPUTS", Exact),
    ("replay --format parquet --fields all,tag:White,tag:EVIL,op:EVIL -o OUT.parquet INPUTS", Report),
    ("replay --as record --fields all,tag:White,tag:EVIL,white,file INPUTS", Report),
    ("replay --as fen INPUTS", Exact),
    ("replay --as epd INPUTS", Exact),
    ("replay --as epd --fields ce,bm,id,comment,tag:White,op:EVIL INPUTS", Exact),
    ("replay --plies EVIL INPUTS", Report),
    ("replay --plies next.played>0 --per-game 2 --format jsonl INPUTS", Json),
    ("replay --as san INPUTS", Exact),
    ("replay --as lan INPUTS", Exact),
    ("replay --as uci INPUTS", Exact),
    ("replay --as pgn INPUTS", Exact),
    ("replay --to-pgn INPUTS", Exact),
    ("replay --as board INPUTS", Report),
    ("replay --as svg --at all INPUTS", Report),
    ("replay --as png -o OUT/ INPUTS", Report),
    ("replay --as gif -o OUT/ INPUTS", Report),
    ("replay --as apng -o OUT/ INPUTS", Report),
    ("replay --as png --game 1 GAMES", Exact),
    ("replay --moves EVIL", Report),
    ("replay --uci EVIL", Report),
    ("replay --fen EVIL", Report),
    ("perft startpos 2 --format text --divide", Report),
    ("perft startpos 1 --format text --against ./engine", Report),
    ("perft startpos 1 --format jsonl --against ./engine", Json),
    ("perft startpos 1 --format csv --against ./engine", Exact),
    ("perft startpos 1 --format parquet --against ./engine -o OUT.parquet", Report),
    ("perft startpos 1 --against EVIL", Report),
    ("perft --epd POSITIONS --format text", Report),
    ("perft --epd POSITIONS --format jsonl", Json),
    ("perft --epd POSITIONS --format csv", Exact),
    ("perft --epd POSITIONS --format parquet -o OUT.parquet", Report),
    ("perft EVIL 1", Report),
    ("adjust INPUTS", Exact),
    ("adjust --profile export --diff INPUTS", Exact),
    ("adjust --profile export --check INPUTS", Report),
    ("adjust --baseline BASELINE --check GAMES", Report),
    ("adjudicate --baseline BASELINE --format jsonl GAMES", Json),
    ("stats --fail-on error --baseline EVIL GAMES", Report),
    ("filter INPUTS", Exact),
    ("filter --count INPUTS", Report),
    ("diff --format text . GAMES", Report),
    ("diff --format jsonl . GAMES", Json),
    ("diff --format csv . GAMES", Exact),
    ("diff --format html . GAMES", Report),
    ("diff --format parquet -o OUT.parquet . GAMES", Report),
    ("diff --format text GAMES", Report),
    ("diff --format jsonl GAMES", Json),
    ("diff --format csv GAMES", Exact),
    ("diff --format html GAMES", Report),
    ("plan --parts 3 GAMES", Json),
    ("plan --parts 3 --count GAMES", Json),
    ("stats --format text INPUTS", Report),
    ("stats --format jsonl INPUTS", Json),
    ("stats --format csv INPUTS", Exact),
    ("stats --per game --format jsonl INPUTS", Json),
    ("stats --per game --format csv INPUTS", Exact),
    ("stats --format html INPUTS", Report),
    ("stats --format html --table players,events,tags --by tag:EVIL INPUTS", Report),
    ("stats --format parquet -o OUT.parquet INPUTS", Report),
    ("stats --format trf GAMES", Exact),
    ("stats --table standings --input-format trf INPUTS", Report),
    ("validate --select all --input-format trf INPUTS", Report),
    ("stats --tree 6 --format text INPUTS", Report),
    ("stats --by tag:EVIL,tag:Event --format text INPUTS", Report),
    ("stats --by tag:EVIL,tag:Event --format jsonl INPUTS", Json),
    ("stats --by tag:EVIL,tag:Event --format csv INPUTS", Exact),
    ("stats --by tag:EVIL,tag:Event --format parquet -o OUT.parquet INPUTS", Report),
    ("stats --table players --plot OUT.svg INPUTS", Report),
    ("adjudicate --format text INPUTS", Report),
    ("adjudicate --format jsonl INPUTS", Json),
    ("adjudicate --format csv INPUTS", Exact),
    ("adjudicate --format parquet -o OUT.parquet INPUTS", Report),
    ("adjudicate --can-mate both --why --format text INPUTS", Report),
    ("adjudicate --can-mate both --format jsonl INPUTS", Json),
    ("adjudicate --can-mate both --format csv INPUTS", Exact),
    ("adjudicate --can-mate both --format parquet -o OUT.parquet INPUTS", Report),
    #[cfg(feature = "chasolver")]
    ("adjudicate --cross-check INPUTS", Report),
    ("adjudicate --official GAMES --all INPUTS", Report),
    ("adjudicate --official GAMES --all --format jsonl INPUTS", Json),
    ("adjudicate --official EVIL GAMES", Report),
    ("adjudicate --moves EVIL", Report),
    ("adjudicate --fen EVIL", Report),
    ("explain EVIL --format text", Report),
    ("explain M101 --format jsonl", Json),
    ("explain M101 --format csv", Exact),
    ("explain M101 --format parquet -o OUT.parquet", Report),
    ("completions EVIL", Report),
    ("man EVIL", Report),
    ("EVIL", Report),
    ("--EVIL", Report),
];

/// The arguments of a run: `EVIL` is hostile text, `OUT` a hostile name of an output; `INPUTS` are all hostile files.
fn arguments(line: &str) -> Vec<String> {
    let inputs = || {
        let named = [games_name(), positions_name(), zip_name(), empty_name(), format!("{EVIL}.pgn.zst")];
        named.into_iter().chain([".".to_owned(), format!("missing{EVIL}")])
    };
    words(line)
        .into_iter()
        .flat_map(|word| match word.as_str() {
            "INPUTS" => inputs().collect(),
            "GAMES" => vec![games_name()],
            "POSITIONS" => vec![positions_name()],
            "BASELINE" => vec![baseline_name()],
            _ => vec![word.replace("EVIL", EVIL).replace("OUT", &format!("o{EVIL}"))],
        })
        .collect()
}

/// The runs of the list, and one for each table of `stats` in each format.
fn all_runs() -> impl Iterator<Item = (String, Kind)> {
    let listed = RUNS.iter().map(|(line, kind)| ((*line).to_owned(), *kind));
    let formats = [("text", Report), ("jsonl", Json), ("csv", Exact)];
    let tables = AnyTable::names().flat_map(move |table| {
        formats.map(|(format, kind)| (format!("stats --table {table} --format {format} GAMES"), kind))
    });
    listed.chain(tables)
}

#[test]
fn no_run_acts_on_a_terminal() {
    let folder = Folder::new();
    let mut found = Vec::new();
    for (line, kind) in all_runs() {
        let output = run(&folder, &arguments(&line));
        found.push((line.clone(), "standard error", acting(&output.stderr)));
        if kind != Exact {
            found.push((line.clone(), "standard output", acting(&output.stdout)));
        }
        if kind == Json {
            let text = String::from_utf8(output.stdout).unwrap();
            let documents = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
            documents.for_each(|document| drop(document.unwrap_or_else(|error| panic!("{line}: {error}"))));
        }
        let (shown, output) = on_terminal(&mut command(&folder, &arguments(&line)));
        found.push((line.clone(), "a terminal", acting(&shown)));
        found.push((line, "standard error, with a terminal", acting(&output.stderr)));
    }
    found.retain(|(.., text)| text.is_some());
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_part_that_is_written_at_a_terminal_has_no_colors() {
    let folder = Folder::new();
    for line in ["validate --partial x.part GAMES", "adjudicate --partial x.part GAMES"] {
        let mut command = command(&folder, &arguments(line));
        on_terminal(command.env("TERM", "xterm-256color").env_remove("NO_COLOR"));
        let part = std::fs::read(folder.path().join("x.part")).unwrap();
        assert!(part.len() > 200 && !part.contains(&0x1b), "{line}");
    }
}

/// The names after `[possible values: ` in a message about a wrong value.
fn possible_values(folder: &Folder, name: &str, option: &str) -> Vec<String> {
    let output = run(folder, &words(&format!("{name} {option} there-is-no-such-value")));
    let message = String::from_utf8(output.stderr).unwrap();
    let Some((_, values)) = message.split_once("[possible values: ") else { return Vec::new() };
    values.split(']').next().unwrap().split(", ").map(str::to_owned).collect()
}

/// The commands in the help of the program.
fn commands(folder: &Folder) -> Vec<String> {
    let help = String::from_utf8(run(folder, &words("-h")).stdout).unwrap();
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = list.filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()));
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn every_command_and_every_format_is_in_the_list() {
    let folder = Folder::empty();
    let commands = commands(&folder);
    assert!(commands.len() >= 8, "{commands:?}");
    let mut formats = 0;
    for name in commands {
        let runs = || RUNS.iter().map(|(line, _)| words(line)).filter(|words| words[0] == name);
        assert!(runs().next().is_some(), "{name}");
        for option in ["--format", "--as"] {
            for value in possible_values(&folder, &name, option) {
                let has = |words: Vec<String>| words.windows(2).any(|pair| pair[0] == option && pair[1] == value);
                assert!(runs().any(has), "{name} {option} {value} is missing in RUNS");
                formats += 1;
            }
        }
    }
    assert!(formats >= 30, "{formats}");
}

/// The long options of a command that take a value.
fn options(folder: &Folder, name: &str) -> Vec<String> {
    let help = String::from_utf8(run(folder, &words(&format!("{name} -h"))).stdout).unwrap();
    let words: Vec<&str> = help.split_whitespace().collect();
    let pairs = words.windows(2).filter(|pair| pair[0].starts_with("--") && pair[1].starts_with('<'));
    pairs.map(|pair| pair[0].to_owned()).collect()
}

#[test]
fn no_value_of_an_option_acts_on_a_terminal() {
    let folder = Folder::new();
    let mut count = 0;
    for name in commands(&folder) {
        let rest = match name.as_str() {
            "perft" => "startpos 1",
            "explain" => "M101",
            // They write games, which are exact in a pipe.
            "adjust" => "--check GAMES",
            "filter" => "--count GAMES",
            "completions" | "man" => continue,
            _ => "GAMES",
        };
        for option in options(&folder, &name) {
            for value in ["EVIL", "tag:EVIL,xEVIL"] {
                let line = format!("{name} {rest} {option} {value}");
                let mut arguments = arguments(&line);
                // An option with two values.
                if option == "--split-to" {
                    arguments.push(format!("bad{EVIL}"));
                }
                let output = run(&folder, &arguments);
                assert_eq!(acting(&output.stderr), None, "{line}");
                assert_eq!(acting(&output.stdout), None, "{line}");
                count += 1;
            }
        }
    }
    assert!(count > 200, "{count}");
    for variable in ["ADOUBE_CPU", "ADOUBE_FAST_PATH", "ADOUBE_THREADS", "ADOUBE_PERFT_TIER"] {
        let output = command(&folder, &words("perft startpos 1")).env(variable, EVIL).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{variable}");
        assert_eq!(acting(&output.stderr), None, "{variable}");
    }
}

#[test]
fn a_list_of_hostile_names_is_reported() {
    let folder = Folder::new();
    let output = run(&folder, &["validate".to_owned(), "--files-from".to_owned(), list_name()]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(acting(&output.stderr), None);
    assert!(String::from_utf8(output.stderr).unwrap().contains("␛]0;T␇␛[2J"));
}

#[test]
fn data_are_exact() {
    let folder = Folder::new();
    let text = |line: &str| String::from_utf8(run(&folder, &arguments(line)).stdout).unwrap();
    let rows = text("replay --format jsonl --fields tag:White,comment GAMES");
    let row: Value = serde_json::from_str(rows.lines().next().unwrap()).unwrap();
    assert_eq!((&row["tag:White"], &row["comment"]), (&format!("White{EVIL}").into(), &EVIL.into()));
    assert!(text("replay --format csv --fields tag:White GAMES").contains(&format!("\nWhite{EVIL}\n")));
    assert!(text("stats --table players --format csv GAMES").contains(&format!("\nWhite{EVIL},")));
    let games = text("replay --to-pgn GAMES");
    assert!(games.contains(&format!("[Event \"Event{EVIL}\"]\n")), "{games}");
    assert!(text("replay --as epd POSITIONS").contains(&format!("c0 \"{EVIL}\";")));
}

#[test]
fn names_in_sarif_are_uris() {
    let folder = Folder::new();
    let output = run(&folder, &arguments("validate --select all --format sarif INPUTS"));
    let log: Value = serde_json::from_slice(&output.stdout).unwrap();
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap().iter();
    let failures = run["invocations"][0]["toolExecutionNotifications"].as_array().unwrap().iter();
    let mut count = 0;
    for place in results.chain(failures) {
        let uri = place["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@%".contains(&byte);
        assert!(uri.bytes().all(is_plain), "{uri}");
        assert!(uri.match_indices('%').all(|(at, _)| u8::from_str_radix(&uri[at + 1..at + 3], 16).is_ok()), "{uri}");
        count += 1;
    }
    assert!(count > 50, "{count}");
}

#[test]
fn each_annotation_of_github_is_one_command() {
    let folder = Folder::new();
    folder.write("a,line=9::b%0A::error file=c.pgn", b"1. e4 e5 2. Ke3 *\n[White \"\n::stop-commands::x\n");
    let output =
        run(&folder, &arguments("validate --select all --format github INPUTS a,line=9::b%0A::error\u{20}file=c.pgn"));
    let text = String::from_utf8(output.stdout).unwrap();
    for line in text.lines() {
        let (properties, _) = line[2..].split_once("::").unwrap();
        let (level, properties) = properties.split_once(' ').unwrap();
        assert!(matches!(level, "error" | "warning" | "notice"), "{line}");
        let names = properties.split(',').map(|property| property.split_once('=').unwrap().0);
        assert!(names.clone().all(|name| matches!(name, "file" | "line" | "col" | "endColumn" | "title")), "{line}");
        assert_eq!(names.filter(|name| *name == "file").count(), 1, "{line}");
    }
    assert!(text.lines().count() > 50);
}
