//! Events typed from published tables, see `fixtures/README.md`.

use std::path::Path;

use adoube::stats::standings::event::{Entrant, Pairing, PairingList};
use adoube::stats::standings::result::PairingScore;

/// An event and its published tables.
pub(crate) struct Fixture {
    pub(crate) event: PairingList,
    pub(crate) rows: Vec<Row>,
}

/// The published values of a player, by name.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) values: Vec<(String, String)>,
}

impl Fixture {
    pub(crate) fn read(name: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/standings").join(name);
        let text = std::fs::read_to_string(path).unwrap();
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let rows: Vec<Vec<&str>> = lines.map(|line| line.split('|').map(str::trim).collect()).collect();
        let event = if text.contains("**") { cross_table(&rows) } else { rounds(&rows) };
        let rows = rows.iter().map(|row| Row {
            name: row[0]
                .trim_start_matches(|letter: char| letter.is_ascii_digit())
                .split_whitespace()
                .next()
                .unwrap()
                .to_owned(),
            values: row[2]
                .split(' ')
                .map(|value| value.split_once('=').unwrap())
                .map(|(a, b)| (a.to_owned(), b.to_owned()))
                .collect(),
        });
        Self { rows: rows.collect(), event }
    }
}

/// Adds a pairing of a round, if it is known.
pub(crate) fn add(event: &mut PairingList, round: Option<u32>, white: Entrant, black: Entrant, result: &str) {
    let score = PairingScore::parse(result).unwrap_or_else(|| panic!("{result}"));
    event.add(Pairing { white, black, round, date: None, score }, "");
}

pub(crate) fn entrant(name: &str, rating: Option<u16>) -> Entrant {
    Entrant { name: name.into(), rating }
}

/// Reads rows of a cross-table with two games in each cell; in the first one, the upper player has White. A dot is an
/// unplayed game.
fn cross_table(rows: &[Vec<&str>]) -> PairingList {
    let mut event = PairingList::default();
    let player = |row: &[&str]| {
        let (name, rating) = row[0].split_once(' ').unwrap_or((row[0], ""));
        entrant(name, rating.parse().ok())
    };
    for (index, row) in rows.iter().enumerate() {
        for (other, cell) in row[1].split(' ').enumerate().skip(index + 1) {
            let pair = [player(row), player(&rows[other])];
            for (game, points) in cell.chars().enumerate().filter(|(_, points)| *points != '.') {
                let [own, other] = pair.clone();
                match game {
                    0 => add(&mut event, None, own, other, &format!("{points}-{}", left(points))),
                    _ => add(&mut event, None, other, own, &format!("{}-{points}", left(points))),
                }
            }
        }
    }
    event
}

/// The rest of a point.
fn left(points: char) -> char {
    match points {
        '1' => '0',
        '0' => '1',
        half => half,
    }
}

/// Reads rows of rounds.
fn rounds(rows: &[Vec<&str>]) -> PairingList {
    let mut event = PairingList::default();
    let player = |number: usize| {
        let words: Vec<&str> = rows[number - 1][0].split(' ').collect();
        assert_eq!(words[0].parse(), Ok(number));
        entrant(words[1], Some(words[2].parse().unwrap()))
    };
    let count = rows[0][1].split(' ').count();
    for round in 0..count {
        for number in 1..=rows.len() {
            let cell = rows[number - 1][1].split(' ').nth(round).unwrap();
            let round = Some(round as u32 + 1);
            if let Some(points) = cell.strip_prefix("bye") {
                add(&mut event, round, player(number), entrant("BYE", None), &format!("{points}-0"));
            } else if let Some((opponent, points)) = cell.split_once('w') {
                let result = match points {
                    "+" => "+/-".to_owned(),
                    "-" => "-/+".to_owned(),
                    points => format!("{points}-{}", left(points.chars().next().unwrap())),
                };
                add(&mut event, round, player(number), player(opponent.parse().unwrap()), &result);
            }
        }
    }
    event
}
