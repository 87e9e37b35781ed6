//! Every command in README.md, in the guide and its pages, and in the recipes runs as printed, and excerpts match the output.

use std::fs;

use crate::page::{missing_program, project, run, shell};

#[test]
fn the_commands_of_readme_and_guide_run() {
    for page in ["README.md", "docs/guide.md", "docs/pictures.md", "docs/rows.md"] {
        assert!(run(page) > 0, "{page} has no commands");
    }
}

#[test]
fn the_recipes_run() {
    let pages = fs::read_dir(project("docs/recipes")).unwrap().map(|entry| entry.unwrap().file_name());
    for page in pages {
        let page = format!("docs/recipes/{}", page.to_str().unwrap());
        assert!(run(&page) > 0, "{page} has no commands");
    }
}

/// The table of README.md has the examples of `adoube --help`, which run on files of these names.
#[test]
fn the_jobs_are_those_of_the_help_and_run() {
    let help = String::from_utf8(shell("adoube --help", &project(".")).stdout).unwrap();
    let help: String = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let folder = tempfile::tempdir().unwrap();
    let games = ["games", "a", "b", "old", "new"].map(|name| (name, "fixtures/games/classics.pgn"));
    for (name, source) in games.into_iter().chain([("event", "fixtures/stats/swiss.pgn")]) {
        fs::copy(project(source), folder.path().join(format!("{name}.pgn"))).unwrap();
    }
    shell("adoube filter --game 5 games.pgn -o game.pgn", folder.path());
    let readme = fs::read_to_string(project("README.md")).unwrap();
    let table = readme.lines().skip_while(|line| !line.starts_with("| I want to")).skip(2);
    let rows: Vec<(&str, &str)> =
        table.map_while(|line| line.strip_prefix("| ")?.strip_suffix("` |")?.split_once(" | `")).collect();
    assert!(rows.len() >= 15, "{rows:?}");
    for (job, command) in rows {
        if command.contains(" -i ") {
            // It needs a terminal.
            continue;
        }
        let is_missing = cfg!(not(feature = "pictures")) && command.contains("board.svg");
        // clap makes `{n}` a line end, so the help has the other name of the number.
        let row = format!("{command} {job}").replace("{n}", "{number}");
        assert!(is_missing || help.contains(&row), "{row}\n{help}");
        if missing_program(command).is_none() && !is_missing {
            let output = shell(command, folder.path());
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{command}: {errors}");
        }
    }
}
