//! The rules that the source itself keeps: allowed dependencies, sizes, names, links. `docs/contributing.md` explains them.

mod crates;
mod items;
mod layers;
mod modules;
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs, iter};

use adoube::game::rules::Rule;
use items::{functions, public_types};
use layers::{Layers, dependencies};
use source::{Reference, Target, references};

/// The most lines of a source file.
const MAX_FILE_LINES: usize = 600;

/// The most lines of a function, from its name to its closing brace.
const MAX_FUNCTION_LINES: usize = 70;

/// The most lines of the sources that may be imports, in percent.
const MAX_IMPORTS: usize = 5;

/// Functions that may be longer, each with the number of lines it has and the reason.
const LONG_FUNCTIONS: [(&str, &str, usize); 1] = [
    // One loop over blocks, whose branches share the position, the braces and both token buffers.
    ("src/pgn/index/mod.rs", "find_with", 74),
];

/// What the fuzz targets leave behind; `tests/fuzz/.gitignore` has the same list.
const GENERATED: [&str; 4] = ["tests/fuzz/artifacts", "tests/fuzz/corpus", "tests/fuzz/coverage", "tests/fuzz/target"];

/// A name that types share on purpose: the arguments of each command, as in `validate::Args`.
const SHARED_NAME: &str = "Args";

fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn text(path: &str) -> String {
    fs::read_to_string(project(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The files below a folder of the project (or the file itself), by their paths from its root, with `/` between names;
/// none of [`GENERATED`].
fn files(folder: &str) -> Vec<String> {
    let mut waiting = vec![folder.to_owned()];
    let next = || {
        let path = waiting.pop()?;
        let Ok(folder) = fs::read_dir(project(&path)) else { return Some(vec![path]) };
        let names = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let paths = names.map(|name| format!("{path}/{name}"));
        waiting.extend(paths.filter(|path| !GENERATED.contains(&path.as_str())));
        Some(Vec::new())
    };
    let mut files: Vec<String> = iter::from_fn(next).flatten().filter(|path| project(path).is_file()).collect();
    files.sort();
    files
}

fn has_extension(path: &str, extension: &str) -> bool {
    Path::new(path).extension().is_some_and(|found| found == extension)
}

/// All files that people write: code, tests, documents; not the fixtures.
fn written_files() -> Vec<String> {
    let places =
        ["src", "tests", "docs", ".ci", "README.md", "fixtures/README.md", "CHANGELOG.md", "Cargo.toml", "build.rs"];
    places.into_iter().flat_map(files).collect()
}

fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// The Rust sources of the package, with their text.
fn sources() -> Vec<(String, String)> {
    let sources =
        ["src", "tests", "docs", "build.rs"].into_iter().flat_map(files).filter(|path| has_extension(path, "rs"));
    sources.map(|path| (path.clone(), text(&path))).collect()
}

#[test]
fn modules_import_only_what_they_may() {
    let layers = Layers::read(&text("docs/architecture.md"));
    let dependencies = dependencies(&text("Cargo.toml"));
    let faults: Vec<String> = sources()
        .iter()
        .filter_map(|(path, source)| Some((path.strip_prefix("src/")?, source)))
        .flat_map(|(path, source)| layers.faults(path, source, &dependencies))
        .collect();
    assert_none(&faults);
}

#[test]
fn the_table_names_modules_and_crates_that_exist() {
    let layers = Layers::read(&text("docs/architecture.md"));
    let dependencies = dependencies(&text("Cargo.toml"));
    let mut faults = Vec::new();
    let mut known = BTreeSet::new();
    for module in layers.modules() {
        let name = &module.name;
        if !project(&format!("src/{name}.rs")).exists() && !project(&format!("src/{name}/mod.rs")).exists() {
            faults.push(format!("docs/architecture.md: there is no module `{name}`; remove its row"));
        }
        for part in &module.may_import {
            let first = part.split("::").next().unwrap_or(part);
            if !known.contains(first) {
                faults.push(format!(
                    "docs/architecture.md: `{name}` imports `{part}`, which is not in a row above it; no import may run upward"
                ));
            }
        }
        known.insert(name.as_str());
    }
    let used: BTreeSet<String> = layers.modules().iter().flat_map(|module| module.crates.iter().cloned()).collect();
    let unnamed = dependencies.difference(&used).map(|name| {
        format!(
            "Cargo.toml: no row of docs/architecture.md names the crate `{name}`; add it to the modules that use it"
        )
    });
    let gone = used
        .difference(&dependencies)
        .map(|name| format!("docs/architecture.md: the package does not depend on `{name}`; remove it from the table"));
    faults.extend(unnamed.chain(gone));
    assert_none(&faults);
}

#[test]
fn the_list_of_files_is_as_the_files_say() {
    let page = modules::page(&sources());
    if env::var_os("ADOUBE_BLESS").is_some() {
        fs::write(project("docs/modules.md"), &page).unwrap();
    }
    assert!(page == text("docs/modules.md"), "docs/modules.md: run `ADOUBE_BLESS=1 cargo test --test tidy`");
}

#[test]
fn every_dependency_has_its_reason() {
    assert_none(&crates::faults(&text("Cargo.toml"), &text("docs/dependencies.md")));
}

#[test]
fn files_are_short() {
    let faults: Vec<String> = sources()
        .iter()
        .map(|(path, source)| (path, source.lines().count()))
        .filter(|(_, lines)| *lines > MAX_FILE_LINES)
        .map(|(path, lines)| {
            format!("{path}: {lines} lines, more than {MAX_FILE_LINES}; move one of its subjects to a file of its own")
        })
        .collect();
    assert_none(&faults);
}

/// `cargo test --test tidy imports -- --nocapture` lists the folders with more imports than all of them may have.
#[test]
#[allow(clippy::print_stdout, reason = "the list is for people who ask for it")]
fn imports_take_little_room() {
    let mut folders: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (path, text) in sources().into_iter().filter(|(path, _)| path.starts_with("src/")) {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let (imports, lines) = folders.entry(folder.to_owned()).or_default();
        *imports += lines_of_imports(&text);
        *lines += text.lines().count();
    }
    let (imports, lines) = folders.values().fold((0, 0), |(imports, lines), (more, all)| (imports + more, lines + all));
    for (folder, (imports, lines)) in folders.iter().filter(|(_, (few, all))| 100 * few > MAX_IMPORTS * all) {
        println!("{folder}: {imports} of {lines} lines are imports");
    }
    assert!(100 * imports <= MAX_IMPORTS * lines, "{imports} of {lines} lines are imports");
}

fn lines_of_imports(text: &str) -> usize {
    let mut is_open = false;
    let mut is_import = |line: &&str| {
        let is_import = is_open || line.starts_with("use ") || line.starts_with("pub") && line.contains(" use ");
        is_open = is_import && !line.ends_with(';');
        is_import
    };
    text.lines().map(str::trim).filter(|line| is_import(line)).count()
}

#[test]
fn functions_are_short() {
    let mut faults = Vec::new();
    let mut long = BTreeMap::new();
    for (path, source) in sources() {
        for function in functions(&source).into_iter().filter(|function| function.lines > MAX_FUNCTION_LINES) {
            let (name, line, lines) = (function.name, function.line, function.lines);
            if !LONG_FUNCTIONS.iter().any(|(file, long, most)| *file == path && *long == name && lines <= *most) {
                faults.push(format!(
                    "{path}:{line}: `{name}` has {lines} lines, more than {MAX_FUNCTION_LINES}; move a step of it to a \
                     function with a name, or its data to a `const`"
                ));
            }
            long.insert((path.clone(), name), lines);
        }
    }
    for (path, name, most) in LONG_FUNCTIONS {
        let lines = long.get(&(path.to_owned(), name.to_owned())).copied().unwrap_or_default();
        if lines < most {
            faults.push(format!(
                "{path}: `{name}` has fewer than {most} lines now; lower its number in `LONG_FUNCTIONS`, or remove it \
                 if it has {MAX_FUNCTION_LINES} or fewer"
            ));
        }
    }
    assert_none(&faults);
}

/// The names that several public types have, with the places of these types.
fn shared_names(types: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let shared = types.iter().filter(|(_, places)| places.len() > 1);
    let fault = |(name, places): (&String, &Vec<String>)| {
        let places = places.join(", ");
        format!("several public types are named `{name}` ({places}): give each a name that says which it is")
    };
    shared.map(fault).collect()
}

#[test]
fn public_types_have_names_of_their_own() {
    let mut types: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, source) in sources().into_iter().filter(|(path, _)| path.starts_with("src/")) {
        for item in public_types(&source).into_iter().filter(|item| item.name != SHARED_NAME) {
            types.entry(item.name).or_default().push(format!("{path}:{}", item.line));
        }
    }
    assert_none(&shared_names(&types));
}

/// The types of a source that are not within a function, public or not. Those of macros such as `named!` are indented.
fn type_names(source: &str) -> impl Iterator<Item = &str> {
    let is_modifier = |word: &&str| word.starts_with("pub") || word.starts_with("in ") || word.ends_with(')');
    let mut is_macro = false;
    let mut is_outside = move |line: &&str| {
        is_macro = if line.starts_with(' ') { is_macro } else { line.ends_with("! {") };
        !line.starts_with(' ') || is_macro && !line.starts_with("     ")
    };
    source.lines().filter(move |line| is_outside(line)).filter_map(move |line| {
        let mut words = line.split_whitespace().skip_while(is_modifier);
        let is_type = words.next().is_some_and(|word| ["struct", "enum", "trait", "union"].contains(&word));
        let name = words.next().filter(|_| is_type)?;
        name.split(|letter: char| !letter.is_alphanumeric()).next()
    })
}

#[test]
fn types_in_a_folder_have_names_of_their_own() {
    let mut files: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for (path, source) in sources().into_iter().filter(|(path, _)| path.starts_with("src/")) {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for name in type_names(&source).filter(|name| *name != SHARED_NAME) {
            files.entry((folder.to_owned(), name.to_owned())).or_default().insert(path.clone());
        }
    }
    let shared = files.into_iter().filter(|(_, files)| files.len() > 1);
    let faults = shared.map(|((folder, name), files)| {
        let files = Vec::from_iter(files).join(", ");
        format!("{folder}: several types are named `{name}` ({files}): give each a name that says which it is")
    });
    assert_none(&faults.collect::<Vec<_>>());
}

#[test]
fn types_of_all_kinds_are_seen() {
    let source = "pub(in crate::a) struct One<T>;\nenum Two {}\npub(super) trait Three: Sized {}\n    struct Inner;\nlet x = 1;\n\
         named! {\n    pub enum Four: (ALL) {\n        enum Value,\n    }\n}\nfn f() {\n    enum Inner {}\n}";
    assert_eq!(type_names(source).collect::<Vec<_>>(), ["One", "Two", "Three", "Four"]);
}

#[test]
fn every_rule_is_in_the_document() {
    let document = text("docs/rules.md");
    let faults: Vec<String> = Rule::all()
        .filter(|rule| {
            let (code, name) = (rule.code(), rule.name());
            !document.contains(&format!("\n| [{code}](#")) || !document.contains(&format!("\n### {code} {name}\n"))
        })
        .map(|rule| {
            format!(
                "docs/rules.md: {} {} has no row or no section; run `ADOUBE_BLESS=1 cargo test --lib rules`",
                rule.code(),
                rule.name()
            )
        })
        .collect();
    assert_none(&faults);
}

#[test]
fn no_line_postpones_work_or_names_a_machine() {
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

/// What no line may contain. (The words are concatenated, so that this file does not contain them.)
fn line_fault(line: &str) -> Option<String> {
    let words = || line.split(|character: char| !character.is_alphanumeric());
    if let Some(word) = words().find(|word| [concat!("TO", "DO"), concat!("FIX", "ME")].contains(word)) {
        return Some(format!("{word}: do it now, or leave it out"));
    }
    ["home", "root", "Users", "tmp", "work"].into_iter().find_map(|folder| {
        let path = format!("/{folder}/");
        let at = line.find(&path)?;
        let is_relative = line[..at].ends_with(|before: char| before.is_alphanumeric() || "._-~})".contains(before));
        (!is_relative).then(|| {
            format!("`{path}` is a path on somebody's machine; use a relative path or an environment variable")
        })
    })
}

#[test]
fn links_between_documents_are_not_broken() {
    let mut faults = Vec::new();
    for path in written_files().into_iter().filter(|path| has_extension(path, "md")) {
        let text = text(&path);
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            let is_file = !link.is_empty() && !link.contains("://") && !link.contains(char::is_whitespace);
            if is_file && !project(folder).join(link).exists() {
                faults.push(format!("{path}: the link to `{link}` is broken"));
            }
        }
    }
    assert_none(&faults);
}

/// The paths in backticks in a document, such as `src/main.rs`, without patterns such as `fixtures/rules/<CODE>`.
fn named_paths(text: &str) -> impl Iterator<Item = &str> {
    let spans = text.split("\n```").step_by(2).flat_map(|prose| prose.split('`').skip(1).step_by(2));
    spans.filter(|span| {
        let is_below = |folder: &&str| span.strip_prefix(*folder).is_some_and(|rest| rest.starts_with('/'));
        let is_plain = span.chars().all(|character| character.is_ascii_alphanumeric() || "/._-".contains(character));
        ["src", "tests", "docs", "fixtures", ".ci"].iter().any(is_below) && is_plain
    })
}

#[test]
fn paths_in_documents_exist() {
    let mut faults = Vec::new();
    // The changelog may name what is gone.
    for path in written_files().into_iter().filter(|path| has_extension(path, "md") && path != "CHANGELOG.md") {
        let text = text(&path);
        let missing = named_paths(&text).filter(|named| !project(named).exists());
        faults.extend(missing.map(|named| format!("{path}: there is no `{named}`; name the place it moved to")));
    }
    assert_none(&faults);
}

// The checks themselves, on small wrong examples.

#[test]
fn paths_are_found_in_prose_only() {
    let text =
        "`src/a.rs` and `src`, `fixtures/rules/<CODE>`, `a/src/b`\n```sh\nx `src/c.rs`\n```\n`tests/d/`, `.ci/run`";
    assert_eq!(named_paths(text).collect::<Vec<_>>(), ["src/a.rs", "tests/d/", ".ci/run"]);
}

#[test]
fn a_dependency_without_its_row_is_found() {
    let manifest = "[features]\na = [\"dep:x\"]\nb = [\n    \"dep:x\",\n    \"a\",\n]\n[dependencies]\nx = { version = \"1\", \
        optional = true }\ny = \"2\"\n[target.'cfg(unix)'.dev-dependencies]\ny = { version = \"2\", features = [\"z\"] }\n";
    let page =
        "| crate | version | feature | why |\n| `x` | 1 | `a`, `b` | reason |\n| `y` | 2 | always, tests | reason |\n";
    assert_eq!(crates::faults(manifest, page), [""; 0]);
    for (old, new, fault) in [
        ("x = {", "z = {", "add a row for `z`: `| z | 1 | always |`"),
        ("\"dep:x\"]", "]", "the row of `x` says `| 1 | `a`, `b` |`, but Cargo.toml `| 1 | `b` |`"),
        ("y = \"2\"\n", "", "the row of `y`"),
    ] {
        let faults = crates::faults(&manifest.replace(old, new), page);
        assert!(faults[0].contains(fault), "{faults:?}");
    }
    let faults = crates::faults(manifest, &format!("{page}| `w` | 1 | `a` | reason |\n"));
    assert_eq!(faults, ["docs/dependencies.md: Cargo.toml does not name `w`; remove its row"]);
}

#[test]
fn types_with_one_name_are_found() {
    let types = [("Cell", vec!["a.rs:1", "b.rs:2"]), ("Mark", vec!["a.rs:3"])];
    let types = types.map(|(name, places)| (name.to_owned(), places.into_iter().map(str::to_owned).collect()));
    let faults = shared_names(&BTreeMap::from(types));
    assert_eq!(faults.len(), 1);
    assert!(faults[0].starts_with("several public types are named `Cell` (a.rs:1, b.rs:2)"), "{}", faults[0]);
}

const LAYERS: &str = "
| module | what it is | may import | crates it may use | because |
|---|---|---|---|---|
| `chess` | moves | – | – | the rules need no text |
| `pgn` | text | – | `memchr` | text is read without chess |
| `report` | formats | `chess`, `pgn::place` | `serde-json` | it shows facts |
| `main` | the program | `report` | – | it ends the process |
";

#[test]
fn dependencies_for_certain_systems_count() {
    let manifest =
        "[dependencies]\na = \"1\"\n\n[target.'cfg(unix)'.dependencies]\nb-c = \"1\"\n[dev-dependencies]\nd = \"1\"\n";
    assert_eq!(dependencies(manifest).into_iter().collect::<Vec<_>>(), ["a", "b_c"]);
}

fn faults(path: &str, source: &str) -> Vec<String> {
    let manifest = "[package]\nname = \"x\"\n[dependencies]\nmemchr = \"2\"\nserde-json = \"1\"\n[lints]\n";
    Layers::read(LAYERS).faults(path, source, &dependencies(manifest))
}

#[test]
fn a_wrong_import_is_reported_with_its_reason() {
    assert_eq!(
        faults("pgn/lex.rs", "\nuse crate::chess::square::Square;"),
        ["src/pgn/lex.rs:2: `pgn` may not import `chess::square::Square`: text is read without chess"]
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
        ("other.rs", "use std::fmt;"),
        ("chess/fen.rs", "use crate::other::Thing;"),
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
fn a_line_that_postpones_work_or_names_a_machine_is_found() {
    for line in [concat!("// TO", "DO: later"), concat!("x(); // FIX", "ME"), concat!("see /ho", "me/anna/games.pgn")] {
        assert!(line_fault(line).is_some(), "{line}");
    }
    for line in ["a mastodon", "https://example.org/tmpl/", concat!("target/t", "mp/x"), "todo = \"deny\""] {
        assert_eq!(line_fault(line), None, "{line}");
    }
}
