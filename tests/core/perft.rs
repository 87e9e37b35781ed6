//! Perft counts of the suite in `fixtures/`.

use std::path::Path;

use adoube::chess::epd;
use adoube::chess::perft::perft;

#[test]
fn standard_suite_perft_is_correct() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/perft/standard.epd");
    let suite = std::fs::read_to_string(path).unwrap();
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        let reading = epd::parse(line.as_bytes()).unwrap();
        let position = reading.setup.position().unwrap_or_else(|refusals| panic!("{line}: {refusals:?}"));
        assert!(!reading.operations.is_empty(), "{line}");
        for operation in reading.operations {
            let depth: u32 = line[operation.opcode][1..].parse().unwrap();
            let expected: u64 = line[operation.operands[0].clone()].parse().unwrap();
            assert_eq!(perft(&position, depth), expected, "{line}: depth {depth}");
        }
    }
}
