//! Gives `--version` the commit, where there is one.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=ADOUBE_COMMIT");
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let commit = env::var("ADOUBE_COMMIT").ok().or_else(packaged_commit).or_else(git_commit);
    let version = commit.map_or(version.clone(), |commit| format!("{version} ({commit})"));
    println!("cargo::rustc-env=ADOUBE_VERSION={version}");
}

/// The commit that `cargo package` wrote down.
fn packaged_commit() -> Option<String> {
    let info = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let hash = info.split("\"sha1\": \"").nth(1)?;
    hash.get(..12).map(str::to_owned)
}

/// The commit that is checked out, if this directory is the root of a repository and not merely inside one.
fn git_commit() -> Option<String> {
    Path::new(".git").exists().then_some(())?;
    for path in ["HEAD", "logs/HEAD"] {
        println!("cargo::rerun-if-changed={}", git(&["rev-parse", "--git-path", path])?);
    }
    git(&["show", "--no-patch", "--abbrev=12", "--date=short", "--format=%h %cd", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
