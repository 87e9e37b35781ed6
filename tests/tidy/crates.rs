//! The direct dependencies, as `Cargo.toml` and as `docs/dependencies.md` name them.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// What both say of a crate.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Dependency {
    version: String,
    /// As the page writes them: features in backticks, or `always` or `tests`.
    features: Vec<String>,
}

impl Display for Dependency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "| {} | {} |", self.version, self.features.join(", "))
    }
}

/// What must change so that the page names the dependencies of the manifest.
pub(crate) fn faults(manifest: &str, page: &str) -> Vec<String> {
    let (needed, listed) = (of_manifest(manifest), of_page(page));
    let missing = needed.iter().filter_map(|(name, needed)| match listed.get(name) {
        None => Some(format!(
            "docs/dependencies.md: add a row for `{name}`: `| {name} {needed}`, why adoube needs it, and what it brings"
        )),
        Some(listed) if listed != needed => Some(format!(
            "docs/dependencies.md: the row of `{name}` says `{listed}`, but Cargo.toml `{needed}`; are its reason and what \
             it brings still true?"
        )),
        Some(_) => None,
    });
    let gone = listed.keys().filter(|name| !needed.contains_key(*name));
    let gone = gone.map(|name| format!("docs/dependencies.md: Cargo.toml does not name `{name}`; remove its row"));
    missing.chain(gone).collect()
}

fn of_manifest(manifest: &str) -> BTreeMap<String, Dependency> {
    let mut found: BTreeMap<String, Dependency> = BTreeMap::new();
    let mut optional: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let (mut section, mut feature) = ("", "");
    for line in manifest.lines().filter(|line| !line.starts_with('#')) {
        if let Some(header) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = header;
        } else if section == "features" {
            feature = line.split_once(" = [").map_or(feature, |(name, _)| name);
            let crates = line.split("\"dep:").skip(1).filter_map(|rest| rest.split('"').next());
            crates.for_each(|name| optional.entry(name).or_default().push(format!("`{feature}`")));
        } else if section.ends_with("dependencies")
            && let Some((name, value)) = line.split_once(" = ")
        {
            let version = value.split("version = ").last().and_then(|rest| rest.split('"').nth(1));
            let dependency = found.entry(name.to_owned()).or_default();
            version.unwrap_or_default().clone_into(&mut dependency.version);
            dependency.features.extend(match optional.get(name) {
                _ if section.ends_with("dev-dependencies") => vec!["tests".to_owned()],
                Some(features) => features.clone(),
                None => vec!["always".to_owned()],
            });
        }
    }
    found
}

/// The rows of the table: `crate`, version, features.
fn of_page(page: &str) -> BTreeMap<String, Dependency> {
    let rows = page.lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix("| `")?.split('|').map(str::trim).collect();
        let [name, version, features, ..] = cells[..] else { return None };
        let features = features.split(", ").map(str::to_owned).collect();
        Some((name.trim_end_matches('`').to_owned(), Dependency { version: version.to_owned(), features }))
    });
    rows.collect()
}
