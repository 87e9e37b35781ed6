//! The documentation of rules and of facts: a list of all, and a page for one.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;

#[cfg(feature = "parquet")]
use crate::game::facts::{Cost, FactSubject, FactType};
use crate::game::facts::{FactInfo, explain};
use crate::game::rules::{Rule, RuleInfo};

use super::Paint;
use super::rows::ColumnType::Text;
use super::rows::{RecordColumn, RecordFormat, RowRecord, RowWriter};
use super::wrap::hanging;

impl RowRecord for Rule {
    const TABLE: &'static str = "rules";

    fn columns() -> impl Iterator<Item = RecordColumn<Self>> {
        let columns: [RecordColumn<Self>; 8] = [
            RecordColumn("code", Text, |rule| Some(rule.code().into())),
            RecordColumn("rule", Text, |rule| Some(rule.name().into())),
            RecordColumn("family", Text, |rule| Some(rule.family().title().into())),
            RecordColumn("severity", Text, |rule| Some(rule.severity().name().into())),
            RecordColumn("source", Text, |rule| Some(rule.info().source.into())),
            RecordColumn("article", Text, |rule| rule.info().article.map(Into::into)),
            RecordColumn("summary", Text, |rule| Some(rule.info().summary.into())),
            RecordColumn("explanation", Text, |rule| Some(rule.info().explanation.into())),
        ];
        columns.into_iter()
    }
}

/// Writes one line per rule.
pub fn list(rules: &[Rule], format: RecordFormat, out: &mut (impl Write + Send)) -> io::Result<()> {
    match format {
        RecordFormat::Text(paint) => list_text(rules, &paint, out),
        format => rows(rules.iter().copied(), "rule", format, out),
    }
}

/// Writes the full documentation: a page per rule as text, or the same data as [`list`].
pub fn pages(rules: &[Rule], format: RecordFormat, out: &mut (impl Write + Send)) -> io::Result<()> {
    let RecordFormat::Text(paint) = format else {
        return list(rules, format, out);
    };
    for (index, rule) in rules.iter().enumerate() {
        if index > 0 {
            out.write_all(b"\n\n")?;
        }
        page(*rule, &paint, out)?;
    }
    Ok(())
}

fn list_text(rules: &[Rule], paint: &Paint, out: &mut impl Write) -> io::Result<()> {
    let width = rules.iter().map(|rule| rule.name().len()).max().unwrap_or(0);
    let mut family = None;
    for rule in rules {
        let RuleInfo { code, name, severity, summary, .. } = rule.info();
        if family.replace(rule.family()) != Some(rule.family()) {
            let Paint { strong, .. } = paint;
            let gap = if rule == &rules[0] { "" } else { "\n" };
            writeln!(out, "{gap}{strong}{}{strong:#}", rule.family().title())?;
        }
        let style = paint.severity(*severity);
        let line = format!("  {style}{code}  {severity:<7}{style:#}  {name:<width$}  {summary}");
        writeln!(out, "{}", hanging(&line, width + 19, paint.columns))?;
    }
    Ok(())
}

/// Writes the explanation of a rule with colored headings.
fn page(rule: Rule, paint: &Paint, out: &mut impl Write) -> io::Result<()> {
    let Paint { strong, faint, good, .. } = paint;
    let style = paint.severity(rule.severity());
    for (number, line) in rule.explain().lines().enumerate() {
        match (number, line) {
            (0, title) => writeln!(out, "{strong}{title}{strong:#}")?,
            (1, source) => {
                let rest = source.strip_prefix(rule.severity().name()).unwrap_or_default();
                writeln!(out, "{style}{}{style:#}{faint}{rest}{faint:#}", rule.severity())?;
            }
            (_, "Bad:") => writeln!(out, "{style}Bad:{style:#}")?,
            (_, "Good:") => writeln!(out, "{good}Good:{good:#}")?,
            (_, line) => writeln!(out, "{line}")?,
        }
    }
    Ok(())
}

/// Writes records of this type.
fn rows<R: RowRecord>(
    records: impl Iterator<Item = R>,
    kind: &'static str,
    format: RecordFormat,
    out: &mut (impl Write + Send),
) -> io::Result<()> {
    let mut rows = match format {
        RecordFormat::Text(_) | RecordFormat::Jsonl => RowWriter::Jsonl(out, kind),
        RecordFormat::Csv => RowWriter::csv::<R>(out)?,
        #[cfg(feature = "parquet")]
        RecordFormat::Parquet => RowWriter::parquet::<R>(out)?,
    };
    for record in records {
        rows.row(&record)?;
    }
    rows.end()
}

// The documentation of facts: a list of all, and a page for one.

/// The flat record of a fact.
#[derive(Serialize)]
pub(super) struct FactRecord {
    name: Cow<'static, str>,
    of: &'static str,
    kind: &'static str,
    unit: &'static str,
    cost: &'static str,
    needs: Cow<'static, str>,
    meaning: Cow<'static, str>,
}

impl RowRecord for FactRecord {
    const TABLE: &'static str = "facts";

    fn columns() -> impl Iterator<Item = RecordColumn<Self>> {
        let columns: [RecordColumn<Self>; 7] = [
            RecordColumn("name", Text, |fact| Some((&*fact.name).into())),
            RecordColumn("of", Text, |fact| Some(fact.of.into())),
            RecordColumn("kind", Text, |fact| Some(fact.kind.into())),
            RecordColumn("unit", Text, |fact| Some(fact.unit.into())),
            RecordColumn("cost", Text, |fact| Some(fact.cost.into())),
            RecordColumn("needs", Text, |fact| Some((&*fact.needs).into())),
            RecordColumn("meaning", Text, |fact| Some((&*fact.meaning).into())),
        ];
        columns.into_iter()
    }
}

/// Writes one line per fact.
pub fn facts_list(facts: &[&FactInfo], format: RecordFormat, out: &mut (impl Write + Send)) -> io::Result<()> {
    match format {
        RecordFormat::Text(paint) => {
            let strong = paint.strong;
            let width = facts.iter().map(|info| info.name.len()).max().unwrap_or(0);
            let mut of = None;
            for FactInfo { name, of: own, kind, meaning, .. } in facts {
                if of.replace(own.name()) != Some(own.name()) {
                    let gap = if std::ptr::eq(*name, facts[0].name) { "" } else { "\n" };
                    writeln!(out, "{gap}{strong}About a {}{strong:#}", own.name())?;
                }
                let line = format!("  {name:<width$}  {:<13}  {meaning}", kind.name());
                writeln!(out, "{}", hanging(&line, width + 19, paint.columns))?;
            }
            Ok(())
        }
        format => rows(facts.iter().map(|info| FactRecord::from(*info)), "fact", format, out),
    }
}

/// Writes the full documentation: a page per fact as text, or the same data as [`facts_list`].
pub fn facts_pages(facts: &[&FactInfo], format: RecordFormat, out: &mut (impl Write + Send)) -> io::Result<()> {
    match format {
        RecordFormat::Text(paint) => explain(facts).lines().try_for_each(|line| {
            // The meaning of a value starts in a column of its own.
            let column = line.trim_start().find("  ").map_or(0, |end| line.len() - line[end + 2..].trim_start().len());
            writeln!(out, "{}", if line.starts_with("  ") { hanging(line, column, paint.columns) } else { line.into() })
        }),
        _ => facts_list(facts, format, out),
    }
}

impl From<&FactInfo> for FactRecord {
    fn from(info: &FactInfo) -> Self {
        let FactInfo { name, of, kind, unit, cost, needs, meaning, .. } = *info;
        Self {
            name: name.into(),
            of: of.name(),
            kind: kind.name(),
            unit,
            cost: cost.name(),
            needs: needs.into(),
            meaning: meaning.into(),
        }
    }
}

#[cfg(feature = "parquet")]
impl FactRecord {
    /// The record of the tag `tag`, whose column has this name.
    pub(super) fn of_tag(name: String, tag: &str) -> Self {
        Self {
            name: name.into(),
            of: FactSubject::Game.name(),
            kind: FactType::Text.name(),
            unit: "",
            cost: Cost::Tags.name(),
            needs: format!("`{tag}`").into(),
            meaning: format!("The tag `{tag}` as it is written.").into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(format: RecordFormat) -> String {
        let mut out = Vec::new();
        list(&Rule::all().collect::<Vec<_>>(), format, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_format_lists_every_rule() {
        let text = written(RecordFormat::Text(Paint::PLAIN));
        let jsonl = written(RecordFormat::Jsonl);
        let csv = written(RecordFormat::Csv);
        let rows: Vec<csv::StringRecord> =
            csv::Reader::from_reader(csv.as_bytes()).records().map(Result::unwrap).collect();
        assert_eq!((rows.len(), jsonl.lines().count()), (Rule::all().len(), Rule::all().len()));
        for ((rule, line), row) in Rule::all().zip(jsonl.lines()).zip(rows) {
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!((&object["type"], &object["code"]), (&"rule".into(), &rule.code().into()));
            assert_eq!((&row[0], &row[1]), (rule.code(), rule.name()));
            assert!(text.contains(&format!("  {}  ", rule.code())), "{rule}");
        }
    }

    #[test]
    fn a_page_is_the_explanation() {
        for rule in Rule::all() {
            let mut out = Vec::new();
            pages(&[rule], RecordFormat::Text(Paint::PLAIN), &mut out).unwrap();
            assert_eq!(String::from_utf8(out).unwrap().trim_end(), rule.explain().trim_end());
        }
    }
}
