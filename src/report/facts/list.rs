//! The documentation of facts: a list of all, and a page for one.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;

#[cfg(feature = "python")]
use crate::game::facts::all;
#[cfg(feature = "parquet")]
use crate::game::facts::{Cost, FactSubject, FactType};
use crate::game::facts::{FactInfo, explain};
use crate::report::rows::ColumnType::Text;
#[cfg(feature = "python")]
use crate::report::rows::{Batch, columns};
use crate::report::rows::{RecordColumn, RecordFormat, RowRecord, write_records};
use crate::report::terminal::wrap::hanging;

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

/// All facts as rows.
#[cfg(feature = "python")]
pub fn fact_rows() -> Batch {
    let mut rows = Batch::new(columns::<FactRecord>());
    for info in all() {
        let record = FactRecord::from(info);
        rows.push(FactRecord::columns().map(|RecordColumn(.., value)| value(&record)));
    }
    rows
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
        format => write_records(facts.iter().map(|info| FactRecord::from(*info)), "fact", format, out),
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
        let meaning = format!("The tag `{tag}` as it is written.");
        Self::of_text(name, FactSubject::Game, Cost::Tags, format!("`{tag}`"), meaning)
    }

    /// The record of the operation of EPD `opcode`, whose column has this name.
    pub(super) fn of_operation(name: String, opcode: &str) -> Self {
        let meaning = format!("The operation `{opcode}` of the EPD line as it is written.");
        Self::of_text(name, FactSubject::Position, Cost::Place, format!("`{opcode}`"), meaning)
    }

    fn of_text(name: String, of: FactSubject, cost: Cost, needs: String, meaning: String) -> Self {
        Self {
            name: name.into(),
            of: of.name(),
            kind: FactType::Text.name(),
            unit: "",
            cost: cost.name(),
            needs: needs.into(),
            meaning: meaning.into(),
        }
    }
}
