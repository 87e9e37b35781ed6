//! The JSON Lines format of findings: one object per line, each with its `type`.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Serialize, Serializer};

use crate::game::finding::tally::{BaselineCounts, Tally};
use crate::game::rules::Rule;
use crate::parts::Digest;

use super::record::{EditRecord, Record};
use crate::report::Failure;

/// The writer of JSON Lines. It writes each line with one call, so that output of other processes does not split it.
#[derive(Debug)]
pub(super) struct Jsonl<W> {
    out: W,
    line: Vec<u8>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Object<'a> {
    Finding(FindingObject<'a>),
    Error(&'a Failure<'a>),
    Summary(Counts<'a>),
}

#[derive(Serialize)]
struct FindingObject<'a> {
    #[serde(flatten)]
    record: &'a Record<'a>,
    fix: Option<FixObject<'a>>,
}

#[derive(Serialize)]
struct FixObject<'a> {
    applicability: &'static str,
    edits: Vec<EditRecord<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    readings: Vec<Vec<EditRecord<'a>>>,
    proof: &'static str,
}

/// A tally with the field names of the format.
#[derive(Serialize)]
pub(super) struct Counts<'a> {
    files: u64,
    games: u64,
    valid: u64,
    invalid: u64,
    unchecked: u64,
    plies: u64,
    bytes: u64,
    digest: Option<Digest>,
    #[serde(serialize_with = "by_code")]
    findings: &'a BTreeMap<Rule, u64>,
    fixable: Fixable,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline: Option<Baseline>,
}

/// The number of findings that the baseline has, and that it does not.
#[derive(Serialize)]
struct Baseline {
    known: u64,
    new: u64,
    known_invalid: u64,
    stale: u64,
}

/// The number of findings that `adoube adjust` can fix.
#[derive(Serialize)]
struct Fixable {
    safe: u64,
    r#unsafe: u64,
}

impl<W: Write> Jsonl<W> {
    pub(super) const fn new(out: W) -> Self {
        Self { out, line: Vec::new() }
    }

    pub(super) fn finding(&mut self, record: &Record<'_>) -> io::Result<()> {
        let fix = record.fix.map(|fix| FixObject {
            applicability: fix.applicability.name(),
            edits: record.edits(&fix.edits),
            readings: fix.readings.iter().map(|edits| record.edits(edits)).collect(),
            proof: fix.info.proof,
        });
        self.object(&Object::Finding(FindingObject { record, fix }))
    }

    pub(super) fn failure(&mut self, failure: &Failure<'_>) -> io::Result<()> {
        self.object(&Object::Error(failure))
    }

    pub(super) fn summary(&mut self, tally: &Tally, digest: Option<Digest>) -> io::Result<()> {
        self.object(&Object::Summary(Counts::new(tally, digest)))?;
        self.flushed().map(drop)
    }

    pub(super) fn flushed(&mut self) -> io::Result<&W> {
        self.out.flush()?;
        Ok(&self.out)
    }

    fn object(&mut self, object: &Object<'_>) -> io::Result<()> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, object)?;
        self.line.push(b'\n');
        self.out.write_all(&self.line)
    }
}

impl<'a> Counts<'a> {
    pub(super) fn new(tally: &'a Tally, digest: Option<Digest>) -> Self {
        let &Tally {
            files,
            games,
            positions: _,
            reports: _,
            valid,
            invalid,
            unchecked,
            plies,
            bytes,
            ref findings,
            lowered_severities: _,
            safe_fixes,
            unsafe_fixes,
            baseline,
        } = tally;
        let baseline = baseline.map(|BaselineCounts { known, new, known_invalid, stale }| Baseline {
            known,
            new,
            known_invalid,
            stale,
        });
        let fixable = Fixable { safe: safe_fixes, r#unsafe: unsafe_fixes };
        Self { files, games, valid, invalid, unchecked, plies, bytes, digest, findings, fixable, baseline }
    }
}

fn by_code<S: Serializer>(findings: &BTreeMap<Rule, u64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(findings.iter().map(|(rule, count)| (rule.code(), count)))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::game::rules::Applicability;
    use crate::report::findings::samples::{EXCERPT, damaged, fix, record, record_of_a_tag, tally};

    fn written(write: impl FnOnce(&mut Jsonl<&mut Vec<u8>>)) -> String {
        let mut out = Vec::new();
        write(&mut Jsonl::new(&mut out));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_finding_is_one_line_with_every_field() {
        let text = written(|jsonl| jsonl.finding(&record(&EXCERPT)).unwrap());
        assert_eq!(
            text,
            concat!(
                r#"{"type":"finding","file":"games.pgn","game":3,"line":7,"column":9,"offset":1042,"length":4,"ply":27,"#,
                r#""code":"M101","rule":"illegal-move","severity":"error","message":"illegal move `Nxd5`: the knight on "#,
                r#"e7 is pinned to its king on e8 by the rook on e1","article":"3.9","#,
                r#""fen":"4k3/4n3/8/3P4/8/8/8/4R1K1 b - - 0 14","white":"Bronstein","black":"Averbakh","date":"1959.02.12","fix":null}"#,
                "\n"
            )
        );
    }

    #[test]
    fn unknown_values_are_null() {
        let text = written(|jsonl| jsonl.finding(&record_of_a_tag(&EXCERPT)).unwrap());
        let object: Value = serde_json::from_str(&text).unwrap();
        for key in ["ply", "article", "fen", "fix"] {
            assert_eq!(object.get(key), Some(&Value::Null), "{key}");
        }
    }

    #[test]
    fn a_fix_has_its_edits_by_their_offsets_in_the_file() {
        let edit = json!({"offset": 1038, "length": 4, "text": "14... "});
        let other = json!({"offset": 1042, "length": 4, "text": [255]});
        for (applicability, expected) in [
            (Applicability::Safe, json!({"applicability": "safe", "edits": [edit], "proof": "It is so."})),
            (
                Applicability::Shown,
                json!({"applicability": "shown", "edits": [], "readings": [[edit], [other]], "proof": "It is so."}),
            ),
        ] {
            let fix = fix(applicability);
            let record = Record { fix: Some(&fix), ..record(&EXCERPT) };
            let object: Value = serde_json::from_str(&written(|jsonl| jsonl.finding(&record).unwrap())).unwrap();
            assert_eq!(object["fix"], expected);
        }
    }

    #[test]
    fn any_text_stays_on_one_line() {
        let mut record = record(&EXCERPT);
        record.message = "a \"quoted\"\r\nline\u{2028}\0".into();
        let text = written(|jsonl| jsonl.finding(&record).unwrap());
        assert_eq!(text.matches('\n').count(), 1);
        let object: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(object["message"], record.message.as_ref());
    }

    #[test]
    fn failures_and_the_summary_are_objects() {
        let text = written(|jsonl| {
            jsonl.failure(&damaged()).unwrap();
            jsonl.summary(&tally(), "0f".parse().ok()).unwrap();
        });
        let objects: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(
            objects,
            [
                json!({"type": "error", "file": "b.pgn.zst", "kind": "damaged", "offset": 4096,
                       "message": "damaged zstd data at byte 4096 of the file: checksum"}),
                json!({"type": "summary", "files": 2, "games": 12_345, "valid": 12_000, "invalid": 300, "unchecked": 45,
                       "plies": 987_654, "bytes": 12_345_678,
                       "digest": "0000000000000000000000000000000f", "findings": {"T101": 5, "M101": 212, "M104": 2, "N101": 1204},
                       "fixable": {"safe": 1206, "unsafe": 3}}),
            ]
        );
        assert!(text.contains(r#""findings":{"T101":5,"M101":212"#), "in the order of the table: {text}");
    }
}
