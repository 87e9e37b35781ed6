//! The house is kept as `docs/architecture.md` and the house rules say: imports, crates, lengths, links.

mod house;
mod source;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, iter};

use adoube::game::rules::Rule;
use house::{House, dependencies};
use source::{Reference, Target, references};

/// No file of `src/` has more lines.
const LONGEST_FILE: usize = 600;

/// Files of `src/` that may be longer, because they are tables of data.
const TABLES_OF_DATA: [&str; 1] = ["src/game/openings/table.tsv"];

fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn text(path: &str) -> String {
    fs::read_to_string(project(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The files below a folder of the project (or the file itself), by their paths from its root, with `/` between names.
fn files(folder: &str) -> Vec<String> {
    let mut waiting = vec![folder.to_owned()];
    let next = || {
        let path = waiting.pop()?;
        let Ok(folder) = fs::read_dir(project(&path)) else { return Some(vec![path]) };
        let names = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        waiting.extend(names.map(|name| format!("{path}/{name}")));
        Some(Vec::new())
    };
    let mut files: Vec<String> = iter::from_fn(next).flatten().filter(|path| project(path).is_file()).collect();
    files.sort();
    files
}

fn has_extension(path: &str, extension: &str) -> bool {
    Path::new(path).extension().is_some_and(|found| found == extension)
}

/// The text that people wrote: code, tests, documents. Fixtures are not among it.
fn written_files() -> Vec<String> {
    let places = ["src", "tests", "docs", ".ci", "README.md", "CHANGELOG.md", "Cargo.toml", "build.rs"];
    places.into_iter().flat_map(files).collect()
}

fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn rooms_import_only_what_they_may_know() {
    let house = House::read(&text("docs/architecture.md"));
    let dependencies = dependencies(&text("Cargo.toml"));
    let sources = files("src").into_iter().filter(|path| has_extension(path, "rs"));
    let faults: Vec<String> =
        sources.flat_map(|path| house.faults(path.trim_start_matches("src/"), &text(&path), &dependencies)).collect();
    assert_none(&faults);
}

#[test]
fn the_table_names_rooms_and_crates_that_are_there() {
    let house = House::read(&text("docs/architecture.md"));
    let dependencies = dependencies(&text("Cargo.toml"));
    let mut faults = Vec::new();
    let mut known = BTreeSet::new();
    for room in house.rooms() {
        let name = &room.name;
        if !project(&format!("src/{name}.rs")).exists() && !project(&format!("src/{name}/mod.rs")).exists() {
            faults.push(format!("docs/architecture.md: there is no room `{name}`"));
        }
        for part in &room.may_import {
            let first = part.split("::").next().unwrap_or(part);
            if !known.contains(first) {
                faults.push(format!("docs/architecture.md: `{name}` imports `{part}`, which does not stand above it"));
            }
        }
        known.insert(name.as_str());
    }
    let living: BTreeSet<String> = house.rooms().iter().flat_map(|room| room.crates.iter().cloned()).collect();
    let homeless = dependencies.difference(&living).map(|name| format!("Cargo.toml: `{name}` lives in no room"));
    let gone = living.difference(&dependencies).map(|name| format!("docs/architecture.md: no dependency `{name}`"));
    faults.extend(homeless.chain(gone));
    assert_none(&faults);
}

#[test]
fn files_are_short() {
    let length = |path: &String| text(path).lines().count();
    let faults: Vec<String> = files("src")
        .into_iter()
        .filter(|path| !TABLES_OF_DATA.contains(&path.as_str()) && length(path) > LONGEST_FILE)
        .map(|path| format!("{path}: {} lines, more than {LONGEST_FILE}: it holds two things", length(&path)))
        .collect();
    assert_none(&faults);
}

#[test]
fn every_rule_stands_in_the_document() {
    let document = text("docs/rules.md");
    let faults: Vec<String> = Rule::all()
        .filter(|rule| {
            let (code, name) = (rule.code(), rule.name());
            !document.contains(&format!("\n| [{code}](#")) || !document.contains(&format!("\n### {code} {name}\n"))
        })
        .map(|rule| format!("docs/rules.md: {} {} has no row or no section", rule.code(), rule.name()))
        .collect();
    assert_none(&faults);
}

#[test]
fn nothing_is_put_off_and_no_machine_is_named() {
    let faults: Vec<String> = written_files()
        .into_iter()
        .flat_map(|path| {
            let text = String::from_utf8_lossy(&fs::read(project(&path)).unwrap()).into_owned();
            let lines = text.lines().enumerate();
            let faults =
                lines.filter_map(|(at, line)| line_fault(line).map(|fault| format!("{path}:{}: {fault}", at + 1)));
            faults.collect::<Vec<_>>()
        })
        .collect();
    assert_none(&faults);
}

/// What no line may hold. (The words are put together here, so that this file does not hold them.)
fn line_fault(line: &str) -> Option<String> {
    let words = || line.split(|character: char| !character.is_alphanumeric());
    if let Some(word) = words().find(|word| [concat!("TO", "DO"), concat!("FIX", "ME")].contains(word)) {
        return Some(format!("{word}: do it, or leave it out"));
    }
    ["home", "root", "Users", "tmp", "work"].into_iter().find_map(|folder| {
        let path = format!("/{folder}/");
        let at = line.find(&path)?;
        let is_relative = line[..at].ends_with(|before: char| before.is_alphanumeric() || "._-~})".contains(before));
        (!is_relative).then(|| format!("`{path}` is a place on somebody's machine"))
    })
}

#[test]
fn links_between_documents_lead_somewhere() {
    let mut faults = Vec::new();
    for path in written_files().into_iter().filter(|path| has_extension(path, "md")) {
        let text = text(&path);
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            let is_file = !link.is_empty() && !link.contains("://") && !link.contains(char::is_whitespace);
            if is_file && !project(folder).join(link).exists() {
                faults.push(format!("{path}: the link to `{link}` leads nowhere"));
            }
        }
    }
    assert_none(&faults);
}

// The checks themselves, on small wrong houses.

const HOUSE: &str = "
| room | may import | crates that live in it | because |
|---|---|---|---|
| `chess` | – | – | the rules need no text |
| `pgn` | – | `memchr` | text is read without chess |
| `report` | `chess`, `pgn::place` | `serde-json` | it shows facts |
| `main` | `report` | – | it ends the process |
";

#[test]
fn dependencies_for_certain_systems_count() {
    let manifest =
        "[dependencies]\na = \"1\"\n\n[target.'cfg(unix)'.dependencies]\nb-c = \"1\"\n[dev-dependencies]\nd = \"1\"\n";
    assert_eq!(dependencies(manifest).into_iter().collect::<Vec<_>>(), ["a", "b_c"]);
}

fn faults(path: &str, source: &str) -> Vec<String> {
    let manifest = "[package]\nname = \"x\"\n[dependencies]\nmemchr = \"2\"\nserde-json = \"1\"\n[lints]\n";
    House::read(HOUSE).faults(path, source, &dependencies(manifest))
}

#[test]
fn a_wrong_import_is_told_with_its_reason() {
    assert_eq!(
        faults("pgn/lex.rs", "\nuse crate::chess::square::Square;"),
        ["src/pgn/lex.rs:2: `pgn` may not know `chess::square::Square`: text is read without chess"]
    );
    for (path, source) in [
        ("pgn/lex.rs", "use crate::{pgn::{self, place::{Place, Span}}, chess::{self}};"),
        ("pgn/lex.rs", "use super::super::chess;"),
        ("pgn/mod.rs", "mod tests { mod deep { use super::super::super::chess::Square; } }"),
        ("pgn.rs", "fn f() -> crate::chess::Square { todo() }"),
        ("pgn/lex.rs", "pub use crate::chess as c;"),
        ("pgn/lex.rs", "use crate::*;"),
        ("report/text.rs", "use crate::pgn::lex::Token;"),
        ("report/text.rs", "use crate::pgn::placement;"),
        ("chess/fen.rs", "use memchr::memchr;"),
        ("chess/fen.rs", "fn f<'a>(c: char) { if c == '\"' { ::serde_json::to_vec(&c); } }"),
        ("chess/fen.rs", "const Q: char = '\\''; use memchr as m;"),
        ("main.rs", "use adoube::{report, chess};"),
        ("cellar.rs", "use std::fmt;"),
        ("chess/fen.rs", "use crate::cellar::Wine;"),
    ] {
        assert_eq!(faults(path, source).len(), 1, "{path}: {source}: {:?}", faults(path, source));
    }
}

#[test]
fn right_imports_pass() {
    for (path, source) in [
        ("pgn/lex.rs", "use super::{place::Span, scan}; use crate::pgn::tags; use memchr::{memchr, memmem};"),
        ("pgn/mod.rs", "mod tests { use super::*; } use self::lex::Lexer; mod lex;"),
        ("report/mod.rs", "use crate::{chess::{fen, san::{self, San}}, pgn::place::{self, Place}}; use std::io;"),
        (
            "report/mod.rs",
            "// use crate::pgn::lex;\n/* a /* b */ use crate::pgn::lex; */ const A: &str = \"crate::pgn::x\";",
        ),
        ("report/mod.rs", "const A: &str = r#\"\" crate::pgn::lex\"#; const B: &[u8] = b\"\\\" crate::pgn::lex\";"),
        ("report/mod.rs", "fn f() -> impl Fn() + use<> { a.crate_::<u8>() }"),
        ("main.rs", "use adoube::report::Paint; fn main() { adoube::report::run(); }"),
        ("lib.rs", "pub mod chess; pub mod pgn;"),
    ] {
        assert_eq!(faults(path, source), [""; 0], "{path}: {source}");
    }
}

#[test]
fn paths_are_read_with_their_lines() {
    let inside =
        |line, path: &str| Reference { line, target: Target::Inside(path.split("::").map(str::to_owned).collect()) };
    let source =
        "use super::{\n    b::{C, d::*},\n    e as f,\n};\nfn g(x: &'static str) -> self::h::I<crate::j::K> {}";
    assert_eq!(
        references(source, &["a".to_owned(), "z".to_owned()]),
        [inside(2, "a::b::C"), inside(2, "a::b::d"), inside(3, "a::e"), inside(5, "a::z::h::I"), inside(5, "j::K")]
    );
}

#[test]
fn a_line_that_puts_off_or_names_a_machine_is_found() {
    for line in [concat!("// TO", "DO: later"), concat!("x(); // FIX", "ME"), concat!("see /ho", "me/anna/games.pgn")] {
        assert!(line_fault(line).is_some(), "{line}");
    }
    for line in ["a mastodon", "https://example.org/tmpl/", concat!("target/t", "mp/x"), "todo = \"deny\""] {
        assert_eq!(line_fault(line), None, "{line}");
    }
}
