//! The rooms of the house and who may know whom, as the table in `docs/architecture.md` tells it.

use std::collections::BTreeSet;

use crate::source::{Target, references};

/// The name of the package, under which the program sees the library.
const PACKAGE: &str = "adoube";

/// The table, row by row.
#[derive(Clone, Debug)]
pub(crate) struct House {
    rooms: Vec<Room>,
}

/// A row of the table.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    /// A module at the root of the package; `main` is the program.
    pub(crate) name: String,
    /// The rooms it may import, or parts of them such as `pgn::place`.
    pub(crate) may_import: BTreeSet<String>,
    /// The crates that live in it.
    pub(crate) crates: BTreeSet<String>,
    /// Why.
    reason: String,
}

impl House {
    /// Reads the table whose header begins `| room | may import |`.
    pub(crate) fn read(document: &str) -> Self {
        let rows = document.lines().skip_while(|line| !line.starts_with("| room | may import |")).skip(2);
        let rooms: Vec<Room> = rows.map_while(row).collect();
        assert!(!rooms.is_empty(), "no table of rooms");
        Self { rooms }
    }

    /// The rows, in order.
    pub(crate) fn rooms(&self) -> &[Room] {
        &self.rooms
    }

    fn room(&self, name: &str) -> Option<&Room> {
        self.rooms.iter().find(|room| room.name == name)
    }

    /// What is wrong with the imports of a file, `path` being its place below `src/`. `dependencies` are the names of
    /// the crates that the package depends on.
    pub(crate) fn faults(&self, path: &str, source: &str, dependencies: &BTreeSet<String>) -> Vec<String> {
        let module = module_path(path);
        let Some(name) = module.first() else { return Vec::new() };
        let Some(room) = self.room(name) else {
            return vec![format!("src/{path}: the room `{name}` is not in the table of docs/architecture.md")];
        };
        let mut faults = Vec::new();
        for reference in references(source, if name == "main" { &[] } else { &module }) {
            let fault = match &reference.target {
                Target::Inside(inside) => self.import_fault(room, inside),
                Target::Outside(path) if path[0] == PACKAGE => self.import_fault(room, &path[1..]),
                Target::Outside(path) => crate_fault(room, &path[0], dependencies),
            };
            faults.extend(fault.map(|fault| format!("src/{path}:{}: {fault}", reference.line)));
        }
        faults
    }

    fn import_fault(&self, room: &Room, path: &[String]) -> Option<String> {
        let Room { name, reason, .. } = room;
        let Some(first) = path.first() else {
            return Some(format!("`{name}` imports the root, and so every room: name the one that is meant"));
        };
        if first == name {
            return None;
        }
        let written = path.join("::");
        if self.room(first).is_none() {
            return Some(format!(
                "`{name}` names `crate::{written}`, but `{first}` is no room of docs/architecture.md"
            ));
        }
        let may = room.may_import.iter().any(|part| written == *part || written.starts_with(&format!("{part}::")));
        (!may).then(|| format!("`{name}` may not know `{written}`: {reason}"))
    }
}

fn crate_fault(room: &Room, name: &str, dependencies: &BTreeSet<String>) -> Option<String> {
    let Room { name: room_name, reason, crates, .. } = room;
    let may = !dependencies.contains(name) || crates.contains(name);
    (!may).then(|| format!("the crate `{name}` does not live in `{room_name}`: {reason}"))
}

/// `| room | may import | crates | reason |`; names are in backquotes.
fn row(line: &str) -> Option<Room> {
    let cells: Vec<&str> = line.strip_prefix('|')?.split('|').map(str::trim).collect();
    let [name, may_import, crates, reason, ..] = cells[..] else { return None };
    let name = names(name).pop_first()?;
    Some(Room { name, may_import: names(may_import), crates: names(crates), reason: reason.to_owned() })
}

/// What stands in backquotes, as Rust names it.
fn names(cell: &str) -> BTreeSet<String> {
    cell.split('`').skip(1).step_by(2).map(|name| name.replace('-', "_")).collect()
}

/// `pgn/lex.rs` is `pgn::lex`, `pgn/mod.rs` is `pgn`, `lib.rs` is the root.
fn module_path(path: &str) -> Vec<String> {
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let path = path.strip_suffix("/mod").unwrap_or(path);
    path.split('/').filter(|name| *name != "lib").map(str::to_owned).collect()
}

/// The names under which the dependencies of a manifest are known in Rust, those for certain systems included.
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
