//! Counts as data: objects of JSON Lines and rows of CSV.

use std::io::{self, Write};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::Perft;
use crate::chess::perft::statistics::Statistics;
use crate::witness::perft::{PerftDifference, PerftFault};

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Object<'a> {
    Perft(Count<'a>),
    PerftStatistics(StatisticsRow<'a>),
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

/// A row of CSV: the count after a move, or the total if there is no move.
#[derive(Serialize)]
struct CountRow<'a> {
    file: Option<&'a str>,
    line: Option<u64>,
    fen: &'a str,
    prefix: &'a str,
    depth: u32,
    r#move: Option<&'a str>,
    nodes: u64,
    expected: Option<u64>,
    correct: Option<bool>,
    complete: bool,
    seconds: Option<f64>,
    nps: Option<f64>,
}

#[derive(Serialize)]
struct StatisticsRow<'a> {
    fen: &'a str,
    depth: u32,
    nodes: u64,
    captures: u64,
    en_passant: u64,
    castles: u64,
    promotions: u64,
    checks: u64,
    discovered: u64,
    double: u64,
    mates: u64,
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

/// The columns of [`CountRow`].
const COLUMNS: &str = "file,line,fen,prefix,depth,move,nodes,expected,correct,complete,seconds,nps";

pub(super) fn header_csv(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{COLUMNS}")
}

pub(super) fn count_csv(perft: &Perft<'_>, out: &mut impl Write) -> io::Result<()> {
    let &Perft { place, fen, prefix, depth, nodes, divide, expected, complete, seconds } = perft;
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(out);
    let prefix = &prefix.join(" ");
    let (file, line) = (place.map(|(file, _)| file), place.map(|(_, line)| line));
    for (name, nodes) in divide.into_iter().flatten() {
        writer.serialize(CountRow {
            file,
            line,
            fen,
            prefix,
            depth,
            r#move: Some(name),
            nodes: *nodes,
            expected: None,
            correct: None,
            complete: true,
            seconds: None,
            nps: None,
        })?;
    }
    writer.serialize(CountRow {
        file,
        line,
        fen,
        prefix,
        depth,
        r#move: None,
        nodes,
        expected,
        correct: perft.is_correct(),
        complete,
        seconds: Some(seconds),
        nps: perft.rate(),
    })?;
    writer.flush()
}

pub(super) fn statistics_jsonl(fen: &str, statistics: &[Statistics], out: &mut impl Write) -> io::Result<()> {
    rows(fen, statistics).try_for_each(|row| object(&Object::PerftStatistics(row), out))
}

pub(super) fn statistics_csv(fen: &str, statistics: &[Statistics], out: &mut impl Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    for row in rows(fen, statistics) {
        writer.serialize(row)?;
    }
    writer.flush()
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

fn rows<'a>(fen: &'a str, statistics: &'a [Statistics]) -> impl Iterator<Item = StatisticsRow<'a>> {
    (1..).zip(statistics).map(move |(depth, row)| {
        let &Statistics { nodes, captures, en_passant, castles, promotions, checks, discovered, double, mates } = row;
        StatisticsRow {
            fen,
            depth,
            nodes,
            captures,
            en_passant,
            castles,
            promotions,
            checks,
            discovered,
            double,
            mates,
        }
    })
}

/// Writes an object with one call, so that output of other processes does not split lines.
fn object(object: &Object<'_>, out: &mut impl Write) -> io::Result<()> {
    let mut line = serde_json::to_vec(object)?;
    line.push(b'\n');
    out.write_all(&line)
}
