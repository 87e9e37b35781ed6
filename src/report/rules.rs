//! The documentation of rules: a list of all, and a page for one.

use std::io::{self, Write};

use crate::game::rules::{Rule, RuleInfo};

use super::Paint;
use super::rows::ColumnType::Text;
use super::rows::{RecordColumn, RecordFormat, RowRecord, write_records};
use super::terminal::wrap::hanging;

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
        format => write_records(rules.iter().copied(), "rule", format, out),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::rows::TableFormat;

    fn written(format: RecordFormat) -> String {
        let mut out = Vec::new();
        list(&Rule::all().collect::<Vec<_>>(), format, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_format_lists_every_rule() {
        let text = written(RecordFormat::Text(Paint::PLAIN));
        let jsonl = written(RecordFormat::Jsonl);
        let csv = written(RecordFormat::Table(TableFormat::Csv));
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
