//! The SARIF 2.1.0 format of findings (OASIS, 27 March 2020), with one run.
//!
//! Results are streamed. Failures are few, and they are kept in memory because they must be written after the results.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Value, json};

use crate::game::finding::tally::Tally;
use crate::game::rules::{RULES, RuleInfo, SITE, Severity};
use crate::parts::Digest;

use super::jsonl::Counts;
use super::record::{EditText, Record};
use crate::report::Failure;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The writer of SARIF, one result per line.
#[derive(Debug)]
pub(super) struct Sarif<W> {
    out: W,
    line: Vec<u8>,
    results: u64,
    /// Whether results say if they are suppressed; either all do or none (3.27.23).
    has_suppressions: bool,
    notifications: Vec<Value>,
}

/// An object of `results` (3.27).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult<'a> {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Message<'a>,
    locations: [Location<'a>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<SarifFix<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressions: Option<Vec<Suppression<'a>>>,
    properties: Properties<'a>,
}

/// Why a result does not count (3.35).
#[derive(Serialize)]
struct Suppression<'a> {
    kind: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    justification: &'a str,
}

/// A proposed fix (3.55). One that is only shown is a fix for each reading.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifFix<'a> {
    description: Message<'a>,
    artifact_changes: [ArtifactChange<'a>; 1],
    properties: FixProperties,
}

#[derive(Serialize)]
struct FixProperties {
    applicability: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange<'a> {
    artifact_location: ArtifactLocation<'a>,
    replacements: Vec<SarifReplacement<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifReplacement<'a> {
    deleted_region: ByteRegion,
    inserted_content: Message<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ByteRegion {
    byte_offset: u64,
    byte_length: usize,
}

#[derive(Serialize)]
struct Message<'a> {
    text: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    physical_location: PhysicalLocation<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation<'a> {
    artifact_location: ArtifactLocation<'a>,
    region: Region,
}

#[derive(Serialize)]
struct ArtifactLocation<'a> {
    uri: Cow<'a, str>,
}

/// A location. Lines and columns count from 1, columns in code points; bytes count from 0.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u64,
    start_column: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<u64>,
    byte_offset: u64,
    byte_length: usize,
}

/// The data for which SARIF has no property.
#[derive(Serialize)]
struct Properties<'a> {
    game: u64,
    ply: Option<u32>,
    severity: &'static str,
    article: Option<&'static str>,
    fen: Option<&'a str>,
    white: Option<&'a str>,
    black: Option<&'a str>,
    date: Option<&'a str>,
}

impl<W: Write> Sarif<W> {
    pub(super) fn begin(mut out: W) -> io::Result<Self> {
        let rules: Vec<Value> = RULES.iter().map(|row| descriptor(row, SITE)).collect();
        let driver = json!({
            "name": env!("CARGO_PKG_NAME"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        });
        write!(
            out,
            "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{driver}}},\n\
             \"columnKind\":\"unicodeCodePoints\",\"results\":["
        )?;
        Ok(Self { out, line: Vec::new(), results: 0, has_suppressions: false, notifications: Vec::new() })
    }

    /// Lets each result say whether it is suppressed.
    pub(super) const fn expect_suppressions(&mut self) {
        self.has_suppressions = true;
    }

    pub(super) fn finding(&mut self, record: &Record<'_>) -> io::Result<()> {
        self.result(record, Vec::new())
    }

    /// Writes a finding that is known, for this reason.
    pub(super) fn known_finding(&mut self, record: &Record<'_>, justification: &str) -> io::Result<()> {
        self.result(record, vec![Suppression { kind: "external", status: "accepted", justification }])
    }

    fn result(&mut self, record: &Record<'_>, suppressions: Vec<Suppression<'_>>) -> io::Result<()> {
        let suppressions = self.has_suppressions.then_some(suppressions);
        self.line.clear();
        self.line.extend_from_slice(if self.results == 0 { b"\n" } else { b",\n" });
        serde_json::to_writer(&mut self.line, &SarifResult { suppressions, ..SarifResult::from(record) })?;
        self.results += 1;
        self.out.write_all(&self.line)
    }

    #[expect(clippy::unnecessary_wraps, reason = "every format's failure may fail")]
    pub(super) fn failure(&mut self, failure: &Failure<'_>) -> io::Result<()> {
        self.notifications.push(json!({
            "level": "error",
            "message": {"text": failure.message},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri(failure.file)}}}],
            "properties": {"kind": failure.kind, "offset": failure.offset},
        }));
        Ok(())
    }

    pub(super) fn summary(&mut self, tally: &Tally, digest: Option<Digest>) -> io::Result<()> {
        let invocation = json!({
            "executionSuccessful": self.notifications.is_empty(),
            "toolExecutionNotifications": self.notifications,
        });
        let summary = json!({"summary": Counts::new(tally, digest)});
        writeln!(self.out, "\n],\"invocations\":[{invocation}],\"properties\":{summary}}}]}}")?;
        self.flushed().map(drop)
    }

    pub(super) fn flushed(&mut self) -> io::Result<&W> {
        self.out.flush()?;
        Ok(&self.out)
    }
}

/// The description of a rule as a reportingDescriptor (3.49).
fn descriptor(row: &RuleInfo, site: Option<&str>) -> Value {
    let mut descriptor = json!({
        "id": row.code,
        "name": row.name,
        "shortDescription": {"text": row.summary},
        "fullDescription": {"text": row.explanation},
        "help": {"text": row.rule.explain()},
        "defaultConfiguration": {"level": level(row.severity)},
        "properties": {"tags": [row.rule.family().title()], "severity": row.severity.name(), "source": row.source},
    });
    if let Some(site) = site {
        descriptor["helpUri"] = row.rule.web_page(site).into();
    }
    descriptor
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Style | Severity::Info => "note",
    }
}

impl<'a> From<&'a Record<'a>> for SarifResult<'a> {
    fn from(record: &'a Record<'a>) -> Self {
        let &Record { file, game, line, column, offset, length, ply, code, severity, article, rule, .. } = record;
        let &Record { fen, white, black, date, .. } = record;
        let region = Region {
            start_line: line,
            start_column: column,
            end_column: record.characters().map(|characters| column + characters as u64),
            byte_offset: offset,
            byte_length: length,
        };
        let artifact_location = ArtifactLocation { uri: uri(file) };
        Self {
            rule_id: code,
            rule_index: rule as usize,
            level: level(severity),
            message: Message { text: &record.message },
            locations: [Location { physical_location: PhysicalLocation { artifact_location, region } }],
            fixes: fixes(record),
            suppressions: None,
            properties: Properties { game, ply, severity: severity.name(), article, fen, white, black, date },
        }
    }
}

/// The proposed fixes. Text that is not UTF-8 cannot be proposed.
fn fixes<'a>(record: &'a Record<'a>) -> Vec<SarifFix<'a>> {
    let Some(fix) = record.fix else { return Vec::new() };
    let all = std::iter::once(&fix.edits).filter(|edits| !edits.is_empty()).chain(&fix.readings);
    let proposed = all.filter_map(|edits| {
        let replacements = record.edits(edits).into_iter().map(|edit| {
            let EditText::Text(text) = edit.text else { return None };
            let deleted_region = ByteRegion { byte_offset: edit.offset, byte_length: edit.length };
            Some(SarifReplacement { deleted_region, inserted_content: Message { text } })
        });
        let artifact_location = ArtifactLocation { uri: uri(record.file) };
        Some(SarifFix {
            description: Message { text: fix.info.edit },
            artifact_changes: [ArtifactChange {
                artifact_location,
                replacements: replacements.collect::<Option<_>>()?,
            }],
            properties: FixProperties { applicability: fix.applicability.name() },
        })
    });
    proposed.collect()
}

/// A file name as a URI reference (RFC 3986). Absolute paths get the scheme `file`; relative ones stay relative.
fn uri(file: &str) -> Cow<'_, str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte);
    if !file.starts_with('/') && file.bytes().all(plain) {
        return Cow::Borrowed(file);
    }
    let mut uri = String::from(if file.starts_with('/') { "file://" } else { "" });
    for byte in file.bytes() {
        if plain(byte) {
            uri.push(char::from(byte));
        } else {
            let _ = fmt::Write::write_fmt(&mut uri, format_args!("%{byte:02X}"));
        }
    }
    Cow::Owned(uri)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::{Applicability, Rule};
    use crate::report::findings::samples::{EXCERPT, damaged, fix, record, record_of_a_tag, tally};

    fn written(write: impl FnOnce(&mut Sarif<&mut Vec<u8>>)) -> Value {
        let mut out = Vec::new();
        let mut sarif = Sarif::begin(&mut out).unwrap();
        write(&mut sarif);
        sarif.summary(&tally(), None).unwrap();
        serde_json::from_slice(&out).unwrap()
    }

    #[test]
    fn rules_link_to_the_site_if_there_is_one() {
        let row = Rule::from_code("M101").unwrap().info();
        assert_eq!(descriptor(row, Some("https://example.org/"))["helpUri"], "https://example.org/rules/M101.html");
        assert_eq!(descriptor(row, None)["helpUri"], Value::Null);
    }

    #[test]
    fn the_log_has_the_required_properties() {
        let log = written(|_| ());
        assert_eq!(log["version"], "2.1.0");
        assert_eq!(log["$schema"], SCHEMA);
        let run = &log["runs"][0];
        assert_eq!(run["columnKind"], "unicodeCodePoints");
        assert_eq!(run["results"], json!([]));
        assert_eq!(run["invocations"][0]["executionSuccessful"], true);
        assert_eq!(run["properties"]["summary"]["findings"]["M101"], 212);
        let driver = &run["tool"]["driver"];
        assert_eq!(driver["name"], "adoube");
        let rules = driver["rules"].as_array().unwrap();
        assert_eq!(rules.len(), RULES.len());
        for (rule, row) in rules.iter().zip(&RULES) {
            assert_eq!(rule["id"], row.code);
            assert!(rule["help"]["text"].as_str().is_some_and(|text| text.len() > 100), "{rule}");
        }
    }

    #[test]
    fn a_result_points_to_its_rule_and_its_bytes() {
        let log = written(|sarif| {
            sarif.finding(&record(&EXCERPT)).unwrap();
            sarif.finding(&record_of_a_tag(&EXCERPT)).unwrap();
        });
        let run = &log["runs"][0];
        let results = run["results"].as_array().unwrap();
        assert_eq!(results.len(), 2);
        for result in results {
            let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
        }
        assert_eq!(
            results[0]["locations"],
            json!([{"physicalLocation": {
                "artifactLocation": {"uri": "games.pgn"},
                "region": {"startLine": 7, "startColumn": 9, "endColumn": 13, "byteOffset": 1042, "byteLength": 4},
            }}])
        );
        assert_eq!((&results[0]["level"], &results[1]["level"]), (&json!("error"), &json!("note")));
        assert_eq!(results[1]["locations"][0]["physicalLocation"]["region"].get("endColumn"), None);
    }

    #[test]
    fn each_reading_that_is_text_is_a_proposed_fix() {
        let replacement = json!({
            "deletedRegion": {"byteOffset": 1038, "byteLength": 4},
            "insertedContent": {"text": "14... "},
        });
        for applicability in [Applicability::Unsafe, Applicability::Shown] {
            let fix = fix(applicability);
            let log = written(|sarif| sarif.finding(&Record { fix: Some(&fix), ..record(&EXCERPT) }).unwrap());
            assert_eq!(
                log["runs"][0]["results"][0]["fixes"],
                json!([{
                    "description": {"text": "Writes it."},
                    "artifactChanges": [{"artifactLocation": {"uri": "games.pgn"}, "replacements": [replacement]}],
                    "properties": {"applicability": applicability.name()},
                }])
            );
        }
        let log = written(|sarif| sarif.finding(&record(&EXCERPT)).unwrap());
        assert_eq!(log["runs"][0]["results"][0].get("fixes"), None);
    }

    #[test]
    fn failures_are_after_the_results() {
        let log = written(|sarif| {
            sarif.failure(&damaged()).unwrap();
            sarif.finding(&record(&EXCERPT)).unwrap();
        });
        let invocation = &log["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], false);
        let notification = &invocation["toolExecutionNotifications"][0];
        assert_eq!(notification["properties"], json!({"kind": "damaged", "offset": 4096}));
        assert_eq!(notification["message"]["text"], damaged().message.as_ref());
    }

    #[test]
    fn names_become_uri_references() {
        assert_eq!(uri("a/b-c.pgn"), "a/b-c.pgn");
        assert_eq!(uri("/a b/ü%.pgn"), "file:///a%20b/%C3%BC%25.pgn");
        assert_eq!(uri("a.zip:b.pgn"), "a.zip%3Ab.pgn");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
    }
}
