//! The reports of `adoube diff`: how the games of two archives differ, and which games of one archive are copies.

mod record;
mod text;

use std::io::{self, Write};
#[cfg(feature = "python")]
use std::sync::Arc;

use crate::game::difference::{GameChange, GameContent};

use super::Paint;
#[cfg(feature = "python")]
use super::rows::{BatchRows, BatchSink, Column, columns};
use super::rows::{RowWriter, TableFormat};
use record::{ChangeRow, Record};

#[derive(Clone, Copy, Debug)]
pub struct ShownGame<'a> {
    /// The name of its input.
    pub file: &'a str,
    /// Its number in the input, from 1.
    pub game: u64,
    /// The line in which it begins, from 1.
    pub line: u64,
    pub content: &'a GameContent,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DifferenceKind {
    OnlyA,
    OnlyB,
    /// Both have it, but not the same.
    Changed,
    /// In one archive: the same moves, result and encounter.
    Duplicate,
    /// In one archive: the later game has only the beginning of the moves, and the encounters agree.
    Shorter,
    /// In one archive: the later game has more moves after those of the first one, and the encounters agree.
    Longer,
    /// In one archive: the encounters agree, and the moves, or the spelling of the tags, differ a little.
    Twin,
}

impl DifferenceKind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::OnlyA => "only-a",
            Self::OnlyB => "only-b",
            Self::Changed => "changed",
            Self::Duplicate => "duplicate",
            Self::Shorter => "shorter",
            Self::Longer => "longer",
            Self::Twin => "twin",
        }
    }

    /// Its name for people.
    const fn title(self) -> &'static str {
        match self {
            Self::OnlyA => "only in A",
            Self::OnlyB => "only in B",
            Self::Shorter => "shorter copy",
            Self::Longer => "longer copy",
            Self::Changed | Self::Duplicate | Self::Twin => self.name(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct ShownDifference<'a> {
    pub kind: DifferenceKind,
    /// The game of A and that of B; in one archive, the first game and its copy.
    pub games: [Option<ShownGame<'a>>; 2],
    /// How they differ, if both are there.
    pub changes: &'a [GameChange],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DifferenceFormat {
    /// For people, in these colors.
    Text(Paint),
    /// One object a line.
    Jsonl,
    /// One row for each changed value.
    Table(TableFormat),
    /// A page for a browser.
    Html,
}

#[derive(Debug)]
pub struct DifferenceWriter<W: Write + Send>(Kind<W>);

#[derive(Debug)]
enum Kind<W: Write + Send> {
    Text(W, Paint),
    Jsonl(W),
    Rows(RowWriter<W>),
    Html(W),
}

/// The columns of the rows of changed values.
#[cfg(feature = "python")]
pub fn difference_columns() -> Arc<[Column]> {
    columns::<ChangeRow<'_>>()
}

impl<W: Write + Send> DifferenceWriter<W> {
    /// Hands on rows instead, and writes nothing.
    #[cfg(feature = "python")]
    pub fn of_rows(sink: BatchSink, out: W) -> Self {
        Self(Kind::Rows(RowWriter::Batches(BatchRows::new::<ChangeRow<'_>>(sink), out)))
    }

    /// Begins a report on two archives, or on one, with these names.
    ///
    /// # Errors
    ///
    /// Fails if the output cannot be written.
    pub fn begin(format: DifferenceFormat, names: &[&str], mut out: W) -> io::Result<Self> {
        Ok(Self(match format {
            DifferenceFormat::Text(paint) => Kind::Text(out, paint),
            DifferenceFormat::Jsonl => Kind::Jsonl(out),
            DifferenceFormat::Table(format) => Kind::Rows(RowWriter::records::<ChangeRow<'_>>(format, out)?),
            DifferenceFormat::Html => {
                text::begin_page(names, &mut out)?;
                Kind::Html(out)
            }
        }))
    }

    /// Writes a difference.
    ///
    /// # Errors
    ///
    /// Fails if the output cannot be written.
    pub fn difference(&mut self, difference: &ShownDifference<'_>) -> io::Result<()> {
        match &mut self.0 {
            Kind::Text(out, paint) => text::write(difference, paint, out),
            Kind::Jsonl(out) => {
                let mut line = serde_json::to_vec(&Record::new(difference))?;
                line.push(b'\n');
                out.write_all(&line)
            }
            Kind::Rows(rows) => ChangeRow::all(difference).try_for_each(|row| rows.record(&row)),
            Kind::Html(out) => text::write_on_page(difference, out),
        }
    }

    /// Ends the report.
    ///
    /// # Errors
    ///
    /// Fails if the output cannot be written.
    pub fn end(mut self, summary: &str) -> io::Result<()> {
        match &mut self.0 {
            Kind::Text(..) | Kind::Jsonl(_) => Ok(()),
            Kind::Rows(rows) => rows.end(),
            Kind::Html(out) => text::end_page(summary, out),
        }
    }
}
