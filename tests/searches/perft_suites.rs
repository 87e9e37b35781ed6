//! Perft counts of large public suites, if there is a data folder.
//!
//! Counts up to `ADOUBE_PERFT_MAX` nodes (default 100,000) are checked, with the best tier for this processor.

use std::fs;
use std::time::Instant;

use adoube::chess::epd;
use adoube::chess::perft::{PerftTier, perft};

use crate::support::{data_folder, say};

#[test]
fn public_suite_perft_is_correct() {
    let Some(folder) = data_folder() else { return };
    let limit = std::env::var("ADOUBE_PERFT_MAX").map_or(100_000, |limit| limit.parse().unwrap());
    say(&format!("tier {}", PerftTier::best()));
    let mut wrong = Vec::new();
    let mut paths: Vec<_> = fs::read_dir(folder.join("perft")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "epd")) {
        let start = Instant::now();
        let (mut positions, mut counts, mut nodes, mut refused) = (0, 0, 0, 0);
        for line in fs::read_to_string(&path).unwrap().lines().filter(|line| !line.trim().is_empty()) {
            positions += 1;
            let Ok(position) = epd::parse(line.as_bytes()).unwrap().setup.position_ignoring_reachability() else {
                refused += 1;
                continue;
            };
            for (depth, expected) in expected_counts(line).into_iter().filter(|&(_, nodes)| nodes <= limit) {
                let counted = perft(&position, depth);
                counts += 1;
                nodes += counted;
                if counted != expected {
                    wrong.push(format!("{line}: depth {depth}: counted {counted}"));
                }
            }
        }
        let name = path.file_name().unwrap().display();
        say(&format!(
            "{name}: {positions} positions ({refused} refused), {counts} counts, {nodes} nodes, {:.1?}",
            start.elapsed()
        ));
        // One board has 28 white pieces.
        assert!(refused <= 1, "{name}: {refused} positions refused");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn expected_counts(line: &str) -> Vec<(u32, u64)> {
    let operations = epd::parse(line.as_bytes()).unwrap().operations.into_iter();
    operations
        .filter_map(|operation| {
            let depth = line[operation.opcode].strip_prefix('D')?.parse().ok()?;
            let nodes = line[operation.operands.first()?.clone()].parse().ok()?;
            Some((depth, nodes))
        })
        .collect()
}
