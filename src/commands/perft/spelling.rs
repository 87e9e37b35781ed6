//! How suites spell their counts: `D1 20`, `D1=20`, `D1: 20`, `perft 1 20`, `perft 1 = 20`, `depth 1 20`, in any case.

use crate::chess::epd::EpdReading;
use crate::chess::perft::hashed::MAX_DEPTH;

/// A count that a suite expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Expected {
    /// The length of the paths.
    pub(super) depth: u32,
    /// How many there should be.
    pub(super) nodes: u64,
}

/// The counts of a line, in its order; an operation that begins like one but is none is the error. Others are passed over.
pub(super) fn expected(line: &str, reading: &EpdReading) -> Result<Vec<Expected>, String> {
    let mut all = Vec::new();
    for operation in &reading.operations {
        let ranges = std::iter::once(&operation.opcode).chain(&operation.operands);
        let text = ranges.map(|range| &line[range.clone()]).collect::<Vec<_>>().join(" ");
        match of_operation(&text) {
            Meaning::Count(expected) => all.push(expected),
            Meaning::Malformed => return Err(text),
            Meaning::Other => {}
        }
    }
    Ok(all)
}

/// What an operation says.
enum Meaning {
    Count(Expected),
    Malformed,
    Other,
}

fn of_operation(text: &str) -> Meaning {
    let text = text.to_ascii_lowercase();
    let mut words = text.split([' ', '\t', '=', ':']).filter(|word| !word.is_empty());
    let opcode = words.next().unwrap_or_default();
    let Some(rest) = ["perft", "depth", "d"].into_iter().find_map(|name| opcode.strip_prefix(name)) else {
        return Meaning::Other;
    };
    let depth = match rest {
        "" => words.next(),
        rest if rest.bytes().all(|byte| byte.is_ascii_digit()) => Some(rest),
        _ => return Meaning::Other,
    };
    let depth = depth.and_then(|depth| depth.parse().ok()).filter(|&depth| depth <= MAX_DEPTH);
    let nodes = words.next().and_then(|nodes| nodes.replace([',', '_'], "").parse().ok());
    match (depth, nodes, words.next()) {
        (Some(depth), Some(nodes), None) => Meaning::Count(Expected { depth, nodes }),
        _ => Meaning::Malformed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::epd;

    fn read(operations: &str) -> Result<Vec<(u32, u64)>, String> {
        let line = format!("4k3/8/8/8/8/8/8/4K2R w K - 0 1 {operations}");
        let reading = epd::read(line.as_bytes()).unwrap();
        Ok(expected(&line, &reading)?.into_iter().map(|Expected { depth, nodes }| (depth, nodes)).collect())
    }

    #[test]
    fn common_spellings_are_understood() {
        for operations in [
            ";D1 15 ;D2 66",
            ";D1=15;D2=66",
            "; D1: 15; D2 : 66;",
            "D1 15; D2 66;",
            ";perft 1 15 ;perft 2 66",
            "; perft 1 = 15; Perft2 66",
            ";depth 1 15 ;d2 66 ;id \"a; b\" ;dm 5 ;draw_offer",
        ] {
            assert_eq!(read(operations), Ok(vec![(1, 15), (2, 66)]), "{operations}");
        }
        assert_eq!(read(";D9 1,234_567"), Ok(vec![(9, 1_234_567)]));
        assert_eq!(read("bm Rf1;"), Ok(vec![]));
    }

    #[test]
    fn what_is_no_count_is_told() {
        for operations in ["D1", "D1 x", "D1 1 2", "perft 1", "D256 1", "D1 -1", "D1 99999999999999999999"] {
            assert_eq!(read(operations), Err(operations.to_owned()));
        }
    }
}
