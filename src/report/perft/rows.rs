//! Counts as data: objects of JSON Lines and rows of tables.

use std::io::{self, Write};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::Perft;
use crate::chess::perft::statistics::Statistics;
use crate::game::facts::FactValue;
use crate::report::rows::ColumnType::{Count as Unsigned, Flag, Integer, Long, Real, Text};
use crate::report::rows::{RecordColumn, RowRecord, joined};
use crate::witness::perft::{PerftDifference, PerftFault};

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Object<'a> {
    Perft(Count<'a>),
    PerftPrefix { fen: &'a str, moves: &'a [String] },
    PerftDisagreement(DifferenceObject<'a>),
}

#[derive(Serialize)]
struct Count<'a> {
    file: Option<&'a str>,
    line: Option<u64>,
    fen: &'a str,
    prefix: &'a [String],
    depth: u32,
    nodes: u64,
    divide: Option<Divide<'a>>,
    expected: Option<u64>,
    correct: Option<bool>,
    complete: bool,
    seconds: f64,
    nps: Option<f64>,
}

/// A JSON object that keeps the order of the moves.
struct Divide<'a>(&'a [(String, u64)]);

impl Serialize for Divide<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, nodes) in self.0 {
            map.serialize_entry(name, nodes)?;
        }
        map.end()
    }
}

/// A row of a table: the count after a move, or the total if there is no move.
pub(super) struct CountRow<'a>(&'a Perft<'a>, Option<&'a (String, u64)>);

impl<'a> CountRow<'a> {
    /// The counts after moves, and then the total.
    pub(super) fn all(perft: &'a Perft<'a>) -> impl Iterator<Item = Self> {
        let moves = perft.divide.into_iter().flatten().map(Some);
        moves.chain([None]).map(move |count| Self(perft, count))
    }

    /// The perft, if it is the row of the total.
    fn total(&self) -> Option<&'a Perft<'a>> {
        self.1.is_none().then_some(self.0)
    }
}

impl RowRecord for CountRow<'_> {
    const TABLE: &'static str = "perft";

    fn columns() -> impl Iterator<Item = RecordColumn<Self>> {
        let columns: [RecordColumn<Self>; 12] = [
            RecordColumn("file", Text, |row| row.0.place.map(|(file, _)| file.into())),
            RecordColumn("line", Long, |row| row.0.place.map(|(_, line)| line.into())),
            RecordColumn("fen", Text, |row| Some(row.0.fen.into())),
            RecordColumn("prefix", Text, |row| joined(row.0.prefix, " ")),
            RecordColumn("depth", Integer, |row| Some(row.0.depth.into())),
            RecordColumn("move", Text, |row| row.1.map(|(name, _)| name.as_str().into())),
            RecordColumn("nodes", Unsigned, |row| {
                Some(FactValue::Count(row.1.map_or(row.0.nodes, |(_, nodes)| *nodes)))
            }),
            RecordColumn("expected", Unsigned, |row| row.total()?.expected.map(FactValue::Count)),
            RecordColumn("correct", Flag, |row| row.total()?.is_correct().map(Into::into)),
            RecordColumn("complete", Flag, |row| Some(row.total().is_none_or(|perft| perft.complete).into())),
            RecordColumn("seconds", Real, |row| row.total().map(|perft| FactValue::Real(perft.seconds))),
            RecordColumn("nps", Real, |row| row.total()?.rate().map(FactValue::Real)),
        ];
        columns.into_iter()
    }
}

/// The statistics of the paths of a length.
pub(super) struct StatisticsRow<'a>(pub(super) &'a str, pub(super) u32, pub(super) Statistics);

impl RowRecord for StatisticsRow<'_> {
    const TABLE: &'static str = "perft_statistics";

    fn columns() -> impl Iterator<Item = RecordColumn<Self>> {
        let columns: [RecordColumn<Self>; 11] = [
            RecordColumn("fen", Text, |row| Some(row.0.into())),
            RecordColumn("depth", Integer, |row| Some(row.1.into())),
            RecordColumn("nodes", Unsigned, |row| Some(FactValue::Count(row.2.nodes))),
            RecordColumn("captures", Unsigned, |row| Some(FactValue::Count(row.2.captures))),
            RecordColumn("en_passant", Unsigned, |row| Some(FactValue::Count(row.2.en_passant))),
            RecordColumn("castles", Unsigned, |row| Some(FactValue::Count(row.2.castles))),
            RecordColumn("promotions", Unsigned, |row| Some(FactValue::Count(row.2.promotions))),
            RecordColumn("checks", Unsigned, |row| Some(FactValue::Count(row.2.checks))),
            RecordColumn("discovered", Unsigned, |row| Some(FactValue::Count(row.2.discovered))),
            RecordColumn("double", Unsigned, |row| Some(FactValue::Count(row.2.double))),
            RecordColumn("mates", Unsigned, |row| Some(FactValue::Count(row.2.mates))),
        ];
        columns.into_iter()
    }
}

/// The moves with which paths begin.
pub(super) struct PrefixRow<'a>(pub(super) &'a str, pub(super) &'a [String]);

impl RowRecord for PrefixRow<'_> {
    const TABLE: &'static str = "perft_prefixes";

    fn columns() -> impl Iterator<Item = RecordColumn<Self>> {
        let columns: [RecordColumn<Self>; 2] = [
            RecordColumn("fen", Text, |row| Some(row.0.into())),
            RecordColumn("moves", Text, |row| joined(row.1, " ")),
        ];
        columns.into_iter()
    }
}

#[derive(Serialize)]
struct DifferenceObject<'a> {
    with: &'a str,
    fen: String,
    moves: &'a [String],
    depth: u32,
    missing: &'a [String],
    extra: &'a [String],
    counts: Vec<DifferingCount<'a>>,
}

#[derive(Serialize)]
struct DifferingCount<'a> {
    r#move: &'a str,
    ours: u64,
    theirs: u64,
}

pub(super) fn count_jsonl(perft: &Perft<'_>, out: &mut impl Write) -> io::Result<()> {
    let &Perft { place, fen, prefix, depth, nodes, divide, expected, complete, seconds } = perft;
    let count = Count {
        file: place.map(|(file, _)| file),
        line: place.map(|(_, line)| line),
        fen,
        prefix,
        depth,
        nodes,
        divide: divide.map(Divide),
        expected,
        correct: perft.is_correct(),
        complete,
        seconds,
        nps: perft.rate(),
    };
    object(&Object::Perft(count), out)
}

pub(super) fn prefix_jsonl(fen: &str, moves: &[String], out: &mut impl Write) -> io::Result<()> {
    object(&Object::PerftPrefix { fen, moves }, out)
}

pub(super) fn difference_jsonl(with: &str, difference: &PerftDifference, out: &mut impl Write) -> io::Result<()> {
    let PerftDifference { path, position, depth, fault } = difference;
    let (missing, extra, counts): (&[String], &[String], &[_]) = match fault {
        PerftFault::Moves { missing, extra } => (missing, extra, &[]),
        PerftFault::Counts(counts) => (&[], &[], counts),
    };
    let counts =
        counts.iter().map(|(name, ours, theirs)| DifferingCount { r#move: name, ours: *ours, theirs: *theirs });
    let difference = DifferenceObject {
        with,
        fen: position.to_fen(),
        moves: path,
        depth: *depth,
        missing,
        extra,
        counts: counts.collect(),
    };
    object(&Object::PerftDisagreement(difference), out)
}

/// Writes an object with one call, so that output of other processes does not split lines.
fn object(object: &Object<'_>, out: &mut impl Write) -> io::Result<()> {
    let mut line = serde_json::to_vec(object)?;
    line.push(b'\n');
    out.write_all(&line)
}
