//! The documentation of facts: a page for each name, and `docs/facts.md`.

use std::fmt::Write as _;

use super::{FactInfo, FactSubject, GameFact, PlyFact, all};

/// The explanation of the facts with one name, as plain text.
pub fn explain(infos: &[&FactInfo]) -> String {
    let pages: Vec<String> = infos.iter().map(|info| page(info)).collect();
    pages.join("\n\n")
}

/// The explanation of a value of facts with a fixed list of values, as plain text; `None` if no fact has it.
pub fn explain_value(value: &str) -> Option<String> {
    let mut pages = Vec::new();
    for fact in GameFact::ALL {
        let Some(index) = fact.words().and_then(|words| words.iter().position(|word| *word == value)) else { continue };
        let name = fact.name();
        let mut text = format!("{value}\na value of the fact {name}\n");
        if let Some(meaning) = fact.meanings().get(index) {
            let _ = writeln!(text, "\n{}", meaning.trim_start());
        }
        if fact.has_condition() {
            let _ = writeln!(text, "\nSelected by: --where '{name} = {value}'");
        }
        pages.push(text);
    }
    (!pages.is_empty()).then(|| pages.join("\n\n"))
}

/// The values of all facts with a fixed list of values.
pub fn all_values() -> impl Iterator<Item = &'static str> {
    GameFact::ALL.iter().filter_map(|fact| fact.words()).flatten().copied()
}

fn page(info: &FactInfo) -> String {
    let FactInfo { name, of, kind, unit, cost, needs, meaning, .. } = info;
    let unit = if unit.is_empty() { String::new() } else { format!(", in {unit}") };
    let mut text = format!("{name}\na fact about a {}: {}{unit}\n\n{meaning}\n", of.name(), kind.name());
    if let Some(words) = words(info) {
        let meanings = GameFact::named(name).map_or(&[][..], GameFact::meanings);
        if meanings.is_empty() {
            let _ = writeln!(text, "\nValues: {}", words.join(", "));
        } else {
            let width = words.iter().map(|word| word.len()).max().unwrap_or(0);
            text.push_str("\nValues:\n");
            for (word, meaning) in words.iter().zip(meanings) {
                let _ = writeln!(text, "  {word:<width$}  {}", meaning.trim_start());
            }
        }
    }
    let _ = writeln!(text, "\nTaken from: {needs}\nCost: {}\nUsed in: {}", cost.name(), places(info).join(", "));
    text
}

/// The possible values, if the fact has a fixed list.
fn words(info: &FactInfo) -> Option<&'static [&'static str]> {
    if matches!(info.of, FactSubject::Game | FactSubject::Side | FactSubject::Condition) {
        GameFact::named(info.name)?.words()
    } else {
        PlyFact::named(info.name)?.words()
    }
}

/// The options and formats that accept the name.
fn places(info: &FactInfo) -> Vec<&'static str> {
    let mut places = Vec::new();
    match info.of {
        FactSubject::Game | FactSubject::Side | FactSubject::Condition => {
            let Some(fact) = GameFact::named(info.name) else { return places };
            let is_field = fact.is_column() && PlyFact::named(info.name).is_none();
            let of_games = [
                ("--where", fact.has_condition()),
                ("--by", fact.splits()),
                ("--fields", is_field),
                ("rows of games", fact.is_column()),
            ];
            places.extend(of_games.into_iter().filter(|(_, is_there)| *is_there).map(|(place, _)| place));
        }
        FactSubject::Ply => places.extend(["--plies", "--fields", "rows of plies"]),
        FactSubject::Position => places.extend(["--plies", "--fields", "rows of plies and positions"]),
        FactSubject::Table => places.extend(["columns of stats", "--sort"]),
    }
    places
}

/// The whole list as Markdown, for `docs/facts.md`.
pub fn markdown() -> String {
    let mut text = INTRODUCTION.to_owned();
    let parts = [
        ("About a game", OF_GAMES, &[FactSubject::Game, FactSubject::Side][..]),
        ("Only in conditions", OF_CONDITIONS, &[FactSubject::Condition]),
        ("About a ply", OF_PLIES, &[FactSubject::Ply]),
        ("About a position", OF_POSITIONS, &[FactSubject::Position]),
        ("About a row of a table", OF_TABLES, &[FactSubject::Table]),
    ];
    for (title, introduction, scopes) in parts {
        let _ = write!(text, "\n## {title}\n\n{introduction}\n{TABLE_HEAD}");
        all().filter(|info| scopes.contains(&info.of)).for_each(|info| text.push_str(&row(info)));
    }
    text.push_str("\n## Words\n\nFacts of the type *word* have one of these values:\n\n| fact | values |\n|---|---|\n");
    for (info, words) in all().filter_map(|info| Some((info, words(info)?))) {
        let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        let _ = writeln!(text, "| `{}` | {} |", info.name, words.join(", "));
    }
    text
}

const INTRODUCTION: &str = "\
# Facts

This page is printed from the tables in `src/game/facts/`; `adoube explain FACT` prints one fact of it, and `adoube explain
--facts` lists them.

A fact has one name everywhere: in conditions (`--where`, see [selection.md](selection.md)), in what splits tables (`--by`, see
[stats.md](stats.md)), in fields (`--fields`), in orders (`--sort`), and in columns of CSV, JSON Lines and Parquet (see
[formats.md](formats.md)). A tag is named as PGN names it, `WhiteElo`; one that is not widely known is `tag:NAME`.

*Cost* says what finding the fact out takes: **tags only**, the **comments** of the game, a **replay** of its moves, or a
**search** of positions where the moves leave it open. A fact that has no value for a game is missing: null in JSON and
Parquet, empty in CSV, and no comparison with it holds.
";

const OF_GAMES: &str = "\
In conditions (all but `file`, `game` and `color`), in `--by`, in rows of games, and as fields of plies unless a ply has a fact of
the same name. Facts about a player belong to one side of a game: a condition is true if it is true of one of the two players.
";

const OF_CONDITIONS: &str = "\
In conditions only: a game is compared with a value of these kinds, but no row or table shows one. See
[selection.md](selection.md#the-board).
";

const OF_PLIES: &str =
    "Fields of `adoube replay` and of rows of plies in Parquet, and names in conditions about plies (`--plies`).\n";

const OF_POSITIONS: &str = "\
Fields of `adoube replay` and of rows of plies, and names in conditions about plies: of the position after a move, and of each line
of an EPD or FEN file. There, `op:NAME` is the value of the operation `NAME` of EPD, such as `op:bm`, and `ending`, `verdict` and
`certainty` are those of the position by `adoube adjudicate`.
";

const OF_TABLES: &str = "\
Columns of the tables of `adoube stats`, and what `--sort` orders them by. The other columns are facts about games; a name that
ends with `_from` or `_to` is an end of a band of the fact before it: `elo_from`. Tables of an event have columns of their own,
see [standings.md](standings.md).
";

const TABLE_HEAD: &str = "| name | type | meaning | taken from | cost |\n|---|---|---|---|---|\n";

fn row(info: &FactInfo) -> String {
    let FactInfo { name, kind, unit, cost, needs, meaning, .. } = info;
    let unit = if unit.is_empty() { String::new() } else { format!(", {unit}") };
    format!("| `{name}` | {}{unit} | {meaning} | {needs} | {} |\n", kind.name(), cost.name())
}
