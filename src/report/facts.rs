//! The documentation of facts: a list of all, and a page for one.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;

#[cfg(feature = "parquet")]
use crate::game::facts::{Cost, FactSubject, FactType};
use crate::game::facts::{FactInfo, explain};

use super::rules::RuleFormat;
use super::wrap::hanging;

/// The flat record of a fact: the keys of JSON and the columns of CSV, in this order.
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

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Object {
    Fact(FactRecord),
}

/// Writes one line per fact.
pub fn facts_list(facts: &[&FactInfo], format: RuleFormat, out: &mut impl Write) -> io::Result<()> {
    match format {
        RuleFormat::Text(paint) => {
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
        RuleFormat::Jsonl => facts.iter().try_for_each(|info| {
            let mut line = serde_json::to_vec(&Object::Fact(FactRecord::from(*info)))?;
            line.push(b'\n');
            out.write_all(&line)
        }),
        RuleFormat::Csv => {
            let mut writer = csv::Writer::from_writer(out);
            facts.iter().try_for_each(|info| writer.serialize(FactRecord::from(*info)))?;
            writer.flush()
        }
    }
}

/// Writes the full documentation: a page per fact as text, or the same data as [`facts_list`].
pub fn facts_pages(facts: &[&FactInfo], format: RuleFormat, out: &mut impl Write) -> io::Result<()> {
    match format {
        RuleFormat::Text(_) => out.write_all(explain(facts).as_bytes()),
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
