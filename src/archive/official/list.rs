//! The reading of an official list: a tournament report, games in PGN, or CSV with named columns.

use crate::game::replay::{Validity, read_game};
use crate::game::rules::RuleSet;
use crate::pgn::split::games;
use crate::pgn::text::decode;
use crate::stats::standings::event::{MAX_PAIRINGS, Pairing, PairingList, TooManyPairings, is_bye};
use crate::stats::standings::result::{PairingScore, ScoreKind};
use crate::stats::standings::trf::read_report;
use crate::trf::is_report;

use super::{ListedPlayer, OfficialPairing};

/// Why a list cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    #[error(transparent)]
    Pairings(#[from] TooManyPairings),
    #[error("line {line}: {message}")]
    Line { line: u64, message: String },
    #[error(
        "it has no pairings: expected a tournament report (TRF), games (PGN), or CSV with the columns round, white, black, result"
    )]
    Empty,
}

/// The columns of a list in CSV, and other names for them. Only letters and digits count, in any case.
const COLUMNS: [(&str, &[&str]); 6] = [
    ("round", &["round", "rd", "rnd", "runde", "ronde"]),
    ("white", &["white", "whiteplayer", "whitename"]),
    ("black", &["black", "blackplayer", "blackname"]),
    ("result", &["result", "res", "score"]),
    ("white_fide_id", &["whitefideid", "whiteid"]),
    ("black_fide_id", &["blackfideid", "blackid"]),
];

/// Reads a list; its format is recognized by its content. Byes are left out.
///
/// # Errors
///
/// Fails for a list without pairings, or with too many, and at a line of CSV that cannot be read.
pub fn read_list(text: &[u8]) -> Result<Vec<OfficialPairing>, ListError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let list = if is_report(text) == Some(true) {
        of_pairings(&read_report(text, RuleSet::EMPTY).0.pairings())?
    } else if text.trim_ascii_start().starts_with(b"[") {
        of_games(text)?
    } else {
        of_csv(text)?
    };
    if list.is_empty() { Err(ListError::Empty) } else { Ok(list) }
}

fn of_pairings(list: &PairingList) -> Result<Vec<OfficialPairing>, ListError> {
    let player = |name: &str| {
        let details = list.details.players.get(name);
        let fide_id = details.and_then(|details| details.player_id.parse().ok()).unwrap_or(0);
        ListedPlayer { name: name.into(), fide_id }
    };
    let pairings = list.pairings()?.iter().filter(|pairing| !has_bye(pairing));
    let official = pairings.map(|Pairing { white, black, round, score, .. }| OfficialPairing {
        round: *round,
        players: [player(&white.name), player(&black.name)],
        score: *score,
    });
    Ok(official.collect())
}

fn has_bye(pairing: &Pairing) -> bool {
    is_bye(&pairing.white.name) || is_bye(&pairing.black.name)
}

/// The games of a list in PGN. If none has moves, the list has only results: then a forfeit is one only if the tag says so.
fn of_games(text: &[u8]) -> Result<Vec<OfficialPairing>, ListError> {
    let mut has_moves = false;
    let mut list = Vec::new();
    for span in games(text) {
        let game = read_game(text, span.start, RuleSet::EMPTY);
        let pairing = Pairing::of_game(&game, text);
        let is_nameless = pairing.white.name.is_empty() && pairing.black.name.is_empty();
        if game.status == Validity::NoGame || is_nameless || has_bye(&pairing) {
            continue;
        }
        if list.len() as u64 == MAX_PAIRINGS {
            return Err(TooManyPairings { count: MAX_PAIRINGS + 1 }.into());
        }
        has_moves |= game.plies() > 0;
        let stated = game.tags.text("Result", text).and_then(|text| PairingScore::parse(&text));
        let is_forfeit = stated.is_some_and(|score| score.kind == ScoreKind::Forfeit);
        let player = |name: Box<str>, tag: &str| {
            let fide_id = game.tags.text(tag, text).and_then(|text| text.trim().parse().ok()).unwrap_or(0);
            ListedPlayer { name, fide_id }
        };
        let Pairing { white, black, round, score, .. } = pairing;
        let players = [player(white.name, "WhiteFideId"), player(black.name, "BlackFideId")];
        list.push((OfficialPairing { round, players, score }, is_forfeit));
    }
    let official = list.into_iter().map(|(pairing, is_forfeit)| {
        let score = match pairing.score {
            score if score.kind == ScoreKind::Forfeit && !is_forfeit && !has_moves => {
                PairingScore { kind: ScoreKind::Played, ..score }
            }
            score => score,
        };
        OfficialPairing { score, ..pairing }
    });
    Ok(official.collect())
}

/// The places of the columns in a header, in the order of [`COLUMNS`].
///
/// # Errors
///
/// Returns a message if there is no name, no result, or one of the columns twice.
fn columns(header: &csv::StringRecord) -> Result<[Option<usize>; COLUMNS.len()], String> {
    let plain = |name: &str| {
        name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>()
    };
    let mut found = [None; COLUMNS.len()];
    for ((name, names), found) in COLUMNS.iter().zip(&mut found) {
        let mut places = (0..header.len()).filter(|at| names.contains(&&*plain(&header[*at])));
        *found = places.next();
        if places.next().is_some() {
            return Err(format!("the column `{name}` occurs twice"));
        }
        if found.is_none() && matches!(*name, "white" | "black" | "result") {
            let columns: Vec<&str> = header.iter().collect();
            return Err(format!("no column `{name}`; the columns are: {}", columns.join(", ")));
        }
    }
    Ok(found)
}

fn of_csv(text: &[u8]) -> Result<Vec<OfficialPairing>, ListError> {
    if text.trim_ascii().is_empty() {
        return Ok(Vec::new());
    }
    let text = decode(text);
    let header = text.lines().next().unwrap_or_default();
    let delimiter = *b",;\t"
        .iter()
        .max_by_key(|delimiter| header.bytes().filter(|byte| byte == *delimiter).count())
        .unwrap_or(&b',');
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes());
    let at_line = |line: u64, message: String| ListError::Line { line, message };
    let header = reader.headers().map_err(|error| at_line(1, error.to_string()))?.clone();
    let found = columns(&header).map_err(|message| at_line(1, message))?;
    let mut list = Vec::new();
    for record in reader.records() {
        let record =
            record.map_err(|error| at_line(error.position().map_or(0, csv::Position::line), error.to_string()))?;
        let line = record.position().map_or(0, csv::Position::line);
        if record.iter().any(|cell| cell.contains('\n')) {
            return Err(at_line(line, "a cell goes on in the next line: is a quotation mark not closed?".to_owned()));
        }
        if record.len() != header.len() {
            let (cells, columns) = (record.len(), header.len());
            return Err(at_line(
                line,
                format!("the number of its cells is {cells}, and that of the columns {columns}"),
            ));
        }
        let value = |at: usize| found[at].and_then(|column| record.get(column)).unwrap_or_default();
        let [round, white, black, result] = [0, 1, 2, 3].map(value);
        // A player without an opponent has a bye.
        if white.is_empty() || black.is_empty() || is_bye(white) || is_bye(black) {
            continue;
        }
        let score = match result {
            "" => Some(PairingScore::OPEN),
            result => PairingScore::parse(result),
        };
        let score =
            score.ok_or_else(|| at_line(line, format!("`{result}` is no result such as 1-0, 1/2-1/2, +/- or *")))?;
        let round = match round {
            "" => None,
            text => Some(
                text.split('.')
                    .next()
                    .and_then(|text| text.parse().ok())
                    .ok_or_else(|| at_line(line, format!("`{text}` is no round")))?,
            ),
        };
        let player =
            |name: &str, id: usize| ListedPlayer { name: name.into(), fide_id: value(id).parse().unwrap_or(0) };
        list.push(OfficialPairing { round, players: [player(white, 4), player(black, 5)], score });
        if list.len() as u64 > MAX_PAIRINGS {
            return Err(TooManyPairings { count: list.len() as u64 }.into());
        }
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_csv_is_lost() {
        let read = |rows: &str| {
            let list = read_list(format!("round,white,black,result\n{rows}").as_bytes());
            list.map(|list| list.len()).map_err(|error| error.to_string())
        };
        assert_eq!(read("1,A,B,1-0\n1,C,D,0-1\n1,E,,\n"), Ok(2));
        let open = "line 2: a cell goes on in the next line: is a quotation mark not closed?";
        assert_eq!(read("1,A,B,\"1-0\n1,C,D,0-1\n"), Err(open.to_owned()));
        let short = "line 3: the number of its cells is 2, and that of the columns 4";
        assert_eq!(read("1,A,B,1-0\n1,C\n"), Err(short.to_owned()));
        let twice = read_list(b"white,black,result,res\nA,B,1-0,0-1\n").map_err(|error| error.to_string());
        assert_eq!(twice.err().as_deref(), Some("line 1: the column `result` occurs twice"));
    }
}
