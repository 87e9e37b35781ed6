//! The report of `adoube adjudicate --official`: pairings of the official list against games.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::archive::official::{
    BoardVerdict, ComparedPairing, ListedPlayer, OfficialPairing, PairingDifference, RecordedGame, RightSide,
};
use crate::archive::people::NameLikeness;
use crate::chess::piece::Color;
use crate::game::facts::FactValue;

use super::rows::ColumnType::{Integer, Long, Text};
use super::rows::{RecordColumn, RecordFormat, RowRecord, joined, write_records};
use super::terminal::numbers::{counted, digits};
use super::{Paint, Visible, shortened};

/// The longest name in text, in characters: two fit into a line.
const NAME_LENGTH: usize = 30;

/// A row, as in CSV.
struct Row<'a>(&'a ComparedPairing<'a>);

impl<'a> Row<'a> {
    fn game(&self) -> Option<&'a RecordedGame> {
        self.0.game
    }

    fn player(&self, side: usize) -> Option<FactValue<'_>> {
        self.0.official.map(|official| (&*official.players[side].name).into())
    }

    fn game_player(&self, side: usize) -> Option<FactValue<'_>> {
        self.game().map(|game| (&*game.players[side].name).into())
    }
}

impl RowRecord for Row<'_> {
    const TABLE: &'static str = "pairings";

    fn columns() -> impl Iterator<Item = RecordColumn<Self>> {
        let columns: [RecordColumn<Self>; 17] = [
            RecordColumn("round", Integer, |row| {
                let round =
                    row.0.official.map_or_else(|| row.game().and_then(|game| game.round), |official| official.round);
                round.map(Into::into)
            }),
            RecordColumn("white", Text, |row| row.player(0)),
            RecordColumn("black", Text, |row| row.player(1)),
            RecordColumn("official", Text, |row| row.0.official.map(|official| official.score.to_string().into())),
            RecordColumn("tag", Text, |row| row.game()?.tag.map(|score| score.to_string().into())),
            RecordColumn("marker", Text, |row| row.game()?.marker.map(|outcome| outcome.text().into())),
            RecordColumn("board", Text, |row| row.game()?.board.map(|board| score_of(board).into())),
            RecordColumn("board_reason", Text, |row| row.game()?.board.map(|board| board.reason.name().into())),
            RecordColumn("right", Text, |row| row.0.right.map(|right| right.name().into())),
            RecordColumn("differences", Text, |row| {
                let names: Vec<String> =
                    row.0.differences.iter().map(|difference| difference.name().to_owned()).collect();
                joined(&names, " ")
            }),
            RecordColumn("names", Text, |row| {
                let is_pair = row.0.official.is_some() && row.0.game.is_some();
                is_pair.then(|| likeness(row.0.names[0].min(row.0.names[1])).into())
            }),
            RecordColumn("game_white", Text, |row| row.game_player(0)),
            RecordColumn("game_black", Text, |row| row.game_player(1)),
            RecordColumn("game_round", Integer, |row| row.game()?.round.map(Into::into)),
            RecordColumn("file", Text, |row| row.game().map(|game| (&*game.file).into())),
            RecordColumn("game", Long, |row| row.game().map(|game| game.number.into())),
            RecordColumn("line", Long, |row| row.game().map(|game| game.line.into())),
        ];
        columns.into_iter()
    }
}

/// Writes the pairings that differ; with `all`, the others, too. In the other formats than text, all are written unless only those that
/// differ are wanted.
pub fn write_pairings(
    pairings: &[ComparedPairing<'_>],
    all: bool,
    format: RecordFormat,
    out: &mut (impl Write + Send),
) -> io::Result<()> {
    let shown = || pairings.iter().filter(|pairing| all || !pairing.differences.is_empty());
    match format {
        RecordFormat::Text(paint) => shown().try_for_each(|pairing| out.write_all(page(pairing, paint).as_bytes())),
        format => write_records(shown().map(Row), "pairing", format, out),
    }
}

/// The summary: `36 pairings: 30 agree, 6 differ; 1 game is not listed`, with the number of each difference.
pub fn summary(pairings: &[ComparedPairing<'_>]) -> String {
    let count =
        |is: &dyn Fn(&ComparedPairing<'_>) -> bool| pairings.iter().filter(|pairing| is(pairing)).count() as u64;
    let listed = count(&|pairing| pairing.official.is_some());
    let differ = count(&|pairing| pairing.official.is_some() && !pairing.differences.is_empty());
    let others = match pairings.len() as u64 - listed {
        0 => String::new(),
        others => format!("; {} not listed", counted(others, "game is", "games are")),
    };
    let mut text = format!(
        "{}: {} agree, {} differ{others}\n",
        counted(listed, "pairing", "pairings"),
        digits(listed - differ),
        digits(differ)
    );
    for difference in PairingDifference::ALL {
        let count = count(&|pairing| pairing.differences.contains(&difference));
        if count > 0 {
            let _ = writeln!(text, "  {count:>5}  {:<18}  {}", difference.name(), meaning(difference));
        }
    }
    text
}

const fn meaning(difference: PairingDifference) -> &'static str {
    match difference {
        PairingDifference::Result => "another result",
        PairingDifference::Unfinished => "no result, though the round is over",
        PairingDifference::NoOfficialResult => "no result in the list",
        PairingDifference::NoGame => "no game",
        PairingDifference::NotListed => "a game that is not listed",
        PairingDifference::Forfeit => "a forfeit in the list, but moves",
        PairingDifference::NoMoves => "no moves",
        PairingDifference::Colors => "colors swapped",
        PairingDifference::Round => "another round",
        PairingDifference::Names => "a name that is not certain",
    }
}

/// A pairing in lines of at most 80 columns, if names are not long.
fn page(pairing: &ComparedPairing<'_>, paint: Paint) -> String {
    let strong = paint.strong;
    let (round, players) = match (pairing.official, pairing.game) {
        (Some(OfficialPairing { round, players, .. }), _) | (None, Some(RecordedGame { round, players, .. })) => {
            (*round, players)
        }
        (None, None) => return String::new(),
    };
    let round = round.map_or_else(|| "no round".to_owned(), |round| format!("round {round}"));
    let [white, black] = players.each_ref().map(name);
    let mut text = format!("{strong}{round}: {white} – {black}{strong:#}\n");
    let mut line = |words: String| {
        let _ = writeln!(text, "  {words}");
    };
    let official = pairing.official.map(|official| official.score.to_string());
    let differences = &pairing.differences;
    for difference in differences {
        line(sentence(*difference, pairing, official.as_deref()));
    }
    if differences.is_empty() {
        let result = official.unwrap_or_default();
        line(if pairing.game.is_some() { format!("agrees: {result}") } else { format!("agrees: {result}, no game") });
    }
    if let (Some(board), true) =
        (pairing.game.and_then(|game| game.board), differences.contains(&PairingDifference::Result))
    {
        let who = match pairing.right {
            Some(RightSide::Official) => "; the official list is right",
            Some(RightSide::Game) => "; the result of the game is right",
            Some(RightSide::Neither) => "; neither is right",
            None => "",
        };
        line(format!("the board shows {} ({}){who}", score_of(board), board.reason));
    }
    if let Some(RecordedGame { file, number, line: at, .. }) = pairing.game {
        line(format!("{}:{at}: game {number}", Visible(file)));
    }
    text
}

fn sentence(difference: PairingDifference, pairing: &ComparedPairing<'_>, official: Option<&str>) -> String {
    let official = official.unwrap_or_default();
    let Some(game) = pairing.game else { return format!("no game; the official result is {official}") };
    let tag = game.tag.map_or_else(|| "*".to_owned(), |score| score.to_string());
    let marker = game.marker.map_or("*", |outcome| outcome.text());
    let stated = if tag == marker.replace("1/2", "½") { tag.clone() } else { format!("tag {tag}, marker {marker}") };
    let swapped = if pairing.is_swapped { ", with the colors of the list" } else { "" };
    match difference {
        PairingDifference::Result => format!("results differ: official {official}{swapped}; game {stated}"),
        PairingDifference::Unfinished => format!("the game has no result; official {official}"),
        PairingDifference::NoOfficialResult => format!("the official list has no result; game {stated}"),
        PairingDifference::NotListed => format!("the game is not in the official list: {stated}"),
        PairingDifference::Forfeit => format!("the official list has a forfeit ({official}), but the game has moves"),
        PairingDifference::NoMoves => format!("the game has no moves; official {official}"),
        PairingDifference::Colors => format!("colors are swapped: {} has White in the game", name(&game.players[0])),
        PairingDifference::Round => {
            format!(
                "the game has another round: {}",
                game.round.map_or_else(|| "none".to_owned(), |round| round.to_string())
            )
        }
        PairingDifference::Names => {
            format!("names are not certain: in the game {} – {}", name(&game.players[0]), name(&game.players[1]))
        }
        PairingDifference::NoGame => "no game".to_owned(),
    }
}

fn name(player: &ListedPlayer) -> String {
    let name = if player.name.is_empty() { "?" } else { &player.name };
    Visible(&shortened(name, NAME_LENGTH)).to_string()
}

const fn score_of(board: BoardVerdict) -> &'static str {
    match board.winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "½-½",
    }
}

const fn likeness(likeness: NameLikeness) -> &'static str {
    match likeness {
        NameLikeness::Same => "same",
        NameLikeness::Alike => "alike",
        NameLikeness::Doubtful => "doubtful",
        NameLikeness::Unknown => "unknown",
        NameLikeness::Different => "different",
    }
}
