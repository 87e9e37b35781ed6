//! How suites spell their counts: `D1 20`, `D1=20`, `D1: 20`, `perft 1 20`, `perft 1 = 20`, `depth 1 20`, in any case.

use crate::chess::epd::{EpdReading, is_standard_opcode};
use crate::chess::perft::hashed::MAX_DEPTH;
use crate::options::{CountError, ParsedCount};

/// A count that a suite expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Expected {
    /// The length of the paths.
    pub(super) depth: u32,
    /// How many there should be.
    pub(super) nodes: u64,
}

/// The counts of a line in order, and errors for operations that are neither counts nor defined by the standard.
pub(super) fn expected(line: &str, reading: &EpdReading) -> (Vec<Expected>, Vec<String>) {
    let (mut counts, mut complaints) = (Vec::new(), Vec::new());
    for operation in &reading.operations {
        let ranges = std::iter::once(&operation.opcode).chain(&operation.operands);
        let text = ranges.map(|range| &line[range.clone()]).collect::<Vec<_>>().join(" ");
        match count(&text) {
            Ok(Some(expected)) => counts.push(expected),
            Ok(None) if is_standard_opcode(&line[operation.opcode.clone()]) => {}
            Ok(None) => {
                complaints.push(format!("`{text}` is neither a count, such as `D1 20`, nor an operation of EPD"));
            }
            Err(complaint) => complaints.push(complaint),
        }
    }
    (counts, complaints)
}

/// The count that an operation states; `None` if it does not begin like one, an error if it does and is none.
fn count(text: &str) -> Result<Option<Expected>, String> {
    let lower_case = text.to_ascii_lowercase();
    let mut words = lower_case.split([' ', '\t', '=', ':']).filter(|word| !word.is_empty());
    let opcode = words.next().unwrap_or_default();
    let Some(rest) = ["perft", "depth", "d"].into_iter().find_map(|name| opcode.strip_prefix(name)) else {
        return Ok(None);
    };
    if rest.starts_with(|first: char| first.is_alphabetic() || first == '_') {
        return Ok(None);
    }
    let depth = if rest.is_empty() { words.next() } else { Some(rest) };
    let (Some(depth), Some(nodes), None) = (depth, words.next(), words.next()) else {
        return Err(format!("`{text}` is not a count; write `D1 20`"));
    };
    let of_digits = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let Some(depth) = depth.parse().ok().filter(|&number| of_digits(depth) && number <= MAX_DEPTH) else {
        return Err(format!("`{text}`: the depth must be a number from 0 to {MAX_DEPTH}, not `{depth}`"));
    };
    match nodes.parse() {
        Ok(ParsedCount(nodes)) => Ok(Some(Expected { depth, nodes })),
        Err(CountError::Malformed(_)) => Err(format!("`{text}` is not a count; write `D1 20`")),
        Err(error @ CountError::TooLarge(_)) => Err(format!("`{text}`: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::epd;

    fn read(operations: &str) -> (Vec<(u32, u64)>, Vec<String>) {
        let line = format!("4k3/8/8/8/8/8/8/4K2R w K - 0 1 {operations}");
        let (counts, complaints) = expected(&line, &epd::parse(line.as_bytes()).unwrap());
        (counts.into_iter().map(|Expected { depth, nodes }| (depth, nodes)).collect(), complaints)
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
            assert_eq!(read(operations), (vec![(1, 15), (2, 66)], vec![]), "{operations}");
        }
        assert_eq!(read(";D9 1,234_567").0, [(9, 1_234_567)]);
        assert_eq!(read("bm Rf1; hmvc 3; fmvn 9; c0 \"D1 15\";"), (vec![], vec![]));
    }

    #[test]
    fn a_malformed_count_is_reported_and_the_others_are_read() {
        for operation in ["D1", "D1 x", "D1 1 2", "perft 1", "D1 -1", "D1 1,2", "D"] {
            let complaint = format!("`{operation}` is not a count; write `D1 20`");
            assert_eq!(read(&format!("{operation}; D1 15;")), (vec![(1, 15)], vec![complaint]));
        }
        for (operation, complaint) in [
            ("D256 1", "`D256 1`: the depth must be a number from 0 to 255, not `256`"),
            ("D-1 5", "`D-1 5`: the depth must be a number from 0 to 255, not `-1`"),
            ("D 1.5 5", "`D 1.5 5`: the depth must be a number from 0 to 255, not `1.5`"),
            ("D99999999999 5", "`D99999999999 5`: the depth must be a number from 0 to 255, not `99999999999`"),
            ("D1 99999999999999999999", "`D1 99999999999999999999`: `99999999999999999999` does not fit in 64 bits"),
            ("nonsense 12", "`nonsense 12` is neither a count, such as `D1 20`, nor an operation of EPD"),
            ("DX 12", "`DX 12` is neither a count, such as `D1 20`, nor an operation of EPD"),
        ] {
            assert_eq!(read(operation), (vec![], vec![complaint.to_owned()]), "{operation}");
        }
    }
}
