//! The modules and their allowed dependencies, read from the table in `docs/architecture.md`.

use std::collections::BTreeSet;

use crate::source::{Target, references};

/// The name of the library in the code of the program.
const PACKAGE: &str = "adoube";

/// The table, row by row, lowest module first.
#[derive(Clone, Debug)]
pub(crate) struct Layers {
    modules: Vec<Module>,
}

/// A row of the table.
#[derive(Clone, Debug)]
pub(crate) struct Module {
    /// A module at the root of the package; `main` is the program.
    pub(crate) name: String,
    /// The modules it may import, or parts of them such as `pgn::place`.
    pub(crate) may_import: BTreeSet<String>,
    /// The crates that only it, and the other modules that name them, may use.
    pub(crate) crates: BTreeSet<String>,
    /// The reason, for the message.
    reason: String,
}

impl Layers {
    /// Reads the table whose header begins `| module | what it is |`.
    pub(crate) fn read(document: &str) -> Self {
        let rows = document.lines().skip_while(|line| !line.starts_with("| module | what it is |")).skip(2);
        let modules: Vec<Module> = rows.map_while(row).collect();
        assert!(!modules.is_empty(), "docs/architecture.md has no table `| module | what it is |`");
        Self { modules }
    }

    /// The rows, in order.
    pub(crate) fn modules(&self) -> &[Module] {
        &self.modules
    }

    fn module(&self, name: &str) -> Option<&Module> {
        self.modules.iter().find(|module| module.name == name)
    }

    /// What is wrong with the imports of a file. `path` is relative to `src/`, `dependencies` are the names of the crates
    /// that the package depends on.
    pub(crate) fn faults(&self, path: &str, source: &str, dependencies: &BTreeSet<String>) -> Vec<String> {
        let module_path = module_path(path);
        let Some(name) = module_path.first() else { return Vec::new() };
        let Some(module) = self.module(name) else {
            return vec![format!("src/{path}: add the module `{name}` to the table of docs/architecture.md")];
        };
        let mut faults = Vec::new();
        for reference in references(source, if name == "main" { &[] } else { &module_path }) {
            let fault = match &reference.target {
                Target::Inside(inside) => self.import_fault(module, inside),
                Target::Outside(path) if path[0] == PACKAGE => self.import_fault(module, &path[1..]),
                Target::Outside(path) => crate_fault(module, &path[0], dependencies),
            };
            faults.extend(fault.map(|fault| format!("src/{path}:{}: {fault}", reference.line)));
        }
        faults
    }

    fn import_fault(&self, module: &Module, path: &[String]) -> Option<String> {
        let Module { name, reason, .. } = module;
        let Some(first) = path.first() else {
            return Some(format!("`{name}` imports the root, and so every module: name the module it needs"));
        };
        if first == name {
            return None;
        }
        let written = path.join("::");
        if self.module(first).is_none() {
            return Some(format!(
                "`{name}` uses `crate::{written}`, but the table of docs/architecture.md has no module `{first}`"
            ));
        }
        let may = module.may_import.iter().any(|part| written == *part || written.starts_with(&format!("{part}::")));
        (!may).then(|| format!("`{name}` may not import `{written}`: {reason}"))
    }
}

fn crate_fault(module: &Module, name: &str, dependencies: &BTreeSet<String>) -> Option<String> {
    let Module { name: module_name, reason, crates, .. } = module;
    let may = !dependencies.contains(name) || crates.contains(name);
    (!may).then(|| format!("`{module_name}` may not use the crate `{name}`: {reason}"))
}

/// `| module | what it is | may import | crates | reason |`; names are in backquotes.
fn row(line: &str) -> Option<Module> {
    let cells: Vec<&str> = line.strip_prefix('|')?.split('|').map(str::trim).collect();
    let [name, _, may_import, crates, reason, ..] = cells[..] else { return None };
    let name = names(name).pop_first()?;
    Some(Module { name, may_import: names(may_import), crates: names(crates), reason: reason.to_owned() })
}

/// The names in backticks, as Rust spells them.
fn names(cell: &str) -> BTreeSet<String> {
    cell.split('`').skip(1).step_by(2).map(|name| name.replace('-', "_")).collect()
}

/// `pgn/lex.rs` is `pgn::lex`, `pgn/mod.rs` is `pgn`, `lib.rs` is the root.
fn module_path(path: &str) -> Vec<String> {
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let path = path.strip_suffix("/mod").unwrap_or(path);
    path.split('/').filter(|name| *name != "lib").map(str::to_owned).collect()
}

/// The dependencies of a manifest, as Rust spells their names, including those for certain targets.
pub(crate) fn dependencies(manifest: &str) -> BTreeSet<String> {
    let mut is_in = false;
    let lines = manifest.lines().filter(|line| {
        if line.starts_with('[') {
            is_in = *line == "[dependencies]" || line.starts_with("[target.") && line.ends_with(".dependencies]");
        }
        is_in
    });
    lines.filter_map(|line| line.split_once(" = ")).map(|(name, _)| name.replace('-', "_")).collect()
}
