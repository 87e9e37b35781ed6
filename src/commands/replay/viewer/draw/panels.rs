//! The panels of the viewer: the header and details of a game, its movetext, its board, and the list of the games.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Position as At, Rect};
use ratatui::style::{Color, Style as TextStyle};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Row, Table};

use crate::chess::piece::{Color as Side, Piece};
use crate::chess::position::Position;
use crate::chess::square::{File, Rank, Square};
use crate::game::replay::{Validity, read_game};
use crate::game::rules::RuleSet;
use crate::game::values::comment_values::Evaluation;
use crate::laws::claim::{ClaimBasis, ClaimGround, ClaimWindow};
use crate::laws::material;
use crate::report::Visible;
use crate::report::diagram::{Diagram, ground, ink, symbol};

use super::super::archive::Record;
use super::super::model::{Board, Model};
use super::super::played::{self, Kind, Played, Word};
use super::Style;

// The text panels of the viewer: the game's header and the details of the current position.

/// The game's header: players and result; event, date and opening code; source and validity.
pub(super) fn game_header(played: &Played, style: &Style) -> Vec<Line<'static>> {
    let tag = |name: &str| {
        let value = played.tag(name).filter(|value| !matches!(&**value, "" | "?"))?;
        Some(Visible(&value).to_string())
    };
    let name_and_rating = |name: &str, elo: &str| {
        let name = tag(name).unwrap_or_else(|| "?".to_owned());
        tag(elo).map_or(name.clone(), |elo| format!("{name} {elo}"))
    };
    let result = played.game.outcome.map_or("*", |outcome| outcome.text());
    let players =
        format!("{} – {}   {result}", name_and_rating("White", "WhiteElo"), name_and_rating("Black", "BlackElo"));
    let round = tag("Round").filter(|round| round != "-").map(|round| format!("round {round}"));
    let date = tag("Date").or_else(|| tag("UTCDate")).filter(|date| date != "????.??.??");
    let event: Vec<String> =
        [tag("Event"), tag("Site"), round, date, tag("ECO"), tag("TimeControl")].into_iter().flatten().collect();
    let (validity, validity_style) = match played.record.entry.validity {
        Validity::Invalid => ("with errors", style.error),
        Validity::Unchecked => ("of another variant, not checked", style.warning),
        Validity::Valid | Validity::NoGame => ("valid", style.good),
    };
    let source = format!("{}: game {}, ", Visible(&played.record.name), played.record.number);
    vec![
        Line::styled(players, style.strong),
        Line::raw(event.join(", ")),
        Line::from(vec![Span::styled(source, style.faint), Span::styled(validity, validity_style)]),
    ]
}

/// The details of the current position: side to move, clocks and evaluation, possible claims, and findings.
pub(super) fn position_details(board: &Board, style: &Style) -> Vec<Line<'static>> {
    let Board { played, node, .. } = board;
    let position = played.position(*node);
    let occurrences = node.map_or(1, |node| played.nodes[node].times);
    let mut lines = vec![status(&position, played.plies(*node), occurrences, style)];
    let comment_values = played.comment_values(*node);
    let mut values = Vec::new();
    for (color, clock) in Side::BOTH.iter().zip(comment_values.clocks) {
        values.extend(clock.map(|clock| format!("{color} {}", time(clock))));
    }
    values.extend(comment_values.spent.map(|spent| format!("took {}", time(spent))));
    values.extend(comment_values.score.map(score));
    if !values.is_empty() {
        lines.push(Line::raw(values.join("  ")));
    }
    for window in played.claims(*node) {
        lines.push(Line::styled(claim(window, &position), style.good));
    }
    for finding in played.findings(*node) {
        let text = format!("{}[{}]: {}", finding.severity, finding.rule.info().code, Visible(&finding.message()));
        lines.push(Line::styled(text, style.severity(finding.severity)));
    }
    lines
}

/// The status line: side to move or how the game ended, ply, half-move clock and repetitions.
fn status(position: &Position, plies: u32, occurrences: u32, style: &Style) -> Line<'static> {
    let turn = position.turn();
    let (text, text_style) = match () {
        () if position.is_checkmate() => (format!("checkmate, {} wins", turn.other()), style.strong),
        () if position.is_stalemate() => ("stalemate".to_owned(), style.strong),
        () if material::is_dead(position) => ("dead position".to_owned(), style.strong),
        () if position.is_check() => (format!("{turn} to move, in check"), style.strong),
        () => (format!("{turn} to move"), style.faint),
    };
    let clock = position.halfmove_clock();
    let quiet = match clock {
        0 => String::new(),
        1 => ", one ply without capture or pawn move".to_owned(),
        _ => format!(", {clock} plies without capture or pawn move"),
    };
    let repeated = if occurrences > 1 { format!(", position repeated {occurrences} times") } else { String::new() };
    Line::from(vec![
        Span::styled(text, text_style),
        Span::styled(format!(", ply {plies}{quiet}{repeated}"), style.faint),
    ])
}

/// A draw claim that the side to move can make.
fn claim(window: &ClaimWindow, position: &Position) -> String {
    let draw = match window.ground {
        ClaimGround::Threefold => "a draw by threefold repetition",
        ClaimGround::Fifty => "a draw by fifty moves",
    };
    let by = position.turn();
    match window.basis {
        ClaimBasis::OnBoard => format!("{by} can claim {draw}"),
        ClaimBasis::Intended => {
            let moves: Vec<String> =
                window.moves.iter().map(|&mv| crate::chess::san::write(position, mv).as_str().to_owned()).collect();
            format!("{by} can claim {draw} with {}", moves.join(", "))
        }
    }
}

/// Formats a time as `1:05:09`, `2:05`, or, below a minute, `0:42.5`.
fn time(hundredths: u64) -> String {
    let seconds = hundredths / 100;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, minutes) {
        (0, 0) => format!("0:{seconds:02}.{}", hundredths / 10 % 10),
        (0, _) => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Formats an evaluation as `+0.31`, or as `#5` if White mates in five moves and `#-5` if Black does.
fn score(score: Evaluation) -> String {
    match score {
        Evaluation::Centipawns(score) => format!("{:+.2}", f64::from(score) / 100.0),
        Evaluation::Mate(moves) => format!("#{moves}"),
    }
}

// The movetext, scrolled to the current move.

/// How many rows all of it takes, and a blank one below.
pub(super) fn moves_height(board: &Board, width: u16) -> u16 {
    u16::try_from(played::lines(&board.words, width.into()).len() + 1).unwrap_or(u16::MAX)
}

/// Draws the lines that fit.
pub(super) fn draw_moves(board: &Board, style: &Style, frame: &mut Frame<'_>, area: Rect) {
    let lines = played::lines(&board.words, area.width.into());
    let height = usize::from(area.height);
    let is_here = |line: &Vec<Word>| line.iter().any(|word| word.node.is_some() && word.node == board.node);
    let cursor = lines.iter().position(is_here).unwrap_or(0);
    let top = cursor.saturating_sub(height / 2).min(lines.len().saturating_sub(height));
    let shown = lines.iter().skip(top).take(height).map(|line| {
        let mut spans = Vec::new();
        for word in line {
            if !spans.is_empty() {
                spans.push(Span::raw(" "));
            }
            let is_cursor = word.node.is_some() && word.node == board.node;
            spans.push(Span::styled(
                word.text.clone(),
                if is_cursor { style.cursor } else { text_style(word.kind, style) },
            ));
        }
        Line::from(spans)
    });
    frame.render_widget(Paragraph::new(shown.collect::<Vec<_>>()), area);
}

const fn text_style(kind: Kind, style: &Style) -> TextStyle {
    match kind {
        Kind::Main | Kind::Result => style.strong,
        Kind::Aside => TextStyle::new(),
        Kind::Comment => style.comment,
        Kind::Unplayed => style.error,
    }
}

// The board, as large as the space allows.

/// The largest square, in rows.
const LARGEST: u16 = 3;

/// Columns before the board, for the digits.
const MARGIN: u16 = 2;

/// The maximum number of rows of a square; it has twice as many columns.
pub(super) fn board_cell(width: u16, height: u16) -> u16 {
    (1..=LARGEST).rev().find(|&cell| board_width(cell) <= width && 8 * cell < height).unwrap_or(1)
}

/// The number of columns of a board whose squares have this many rows.
pub(super) const fn board_width(cell: u16) -> u16 {
    MARGIN + 16 * cell
}

/// Draws the position after the node, with the last move, check, and the markings of comments.
pub(super) fn draw_board(board: &Board, flipped: bool, cell: u16, style: &Style, frame: &mut Frame<'_>, area: Rect) {
    let diagram = board.played.diagram(board.node);
    let area = area.intersection(frame.area());
    let buffer = frame.buffer_mut();
    for (row, rank) in ordered(Rank::all().rev().collect(), flipped).enumerate() {
        let top = area.y + row as u16 * cell;
        put(buffer, area, (area.x, top + (cell - 1) / 2), &rank.digit().to_string(), style.faint);
        for (column, file) in ordered(File::all().collect(), flipped).enumerate() {
            let place = Rect::new(area.x + MARGIN + column as u16 * 2 * cell, top, 2 * cell, cell);
            draw_square(buffer, place.intersection(area), &diagram, Square::new(file, rank), style);
        }
    }
    for (column, file) in ordered(File::all().collect(), flipped).enumerate() {
        let left = area.x + MARGIN + column as u16 * 2 * cell + (cell - 1).max(cell / 2);
        put(buffer, area, (left, area.y + 8 * cell), &file.letter().to_string(), style.faint);
    }
}

fn draw_square(buffer: &mut Buffer, place: Rect, diagram: &Diagram, square: Square, style: &Style) {
    if place.is_empty() {
        return;
    }
    let man = diagram.setup.squares[square.index()];
    let center = (place.x + (place.width - 1) / 2, place.y + (place.height - 1) / 2);
    if !style.is_colored {
        let letter = man.map_or_else(|| if square.is_light() { ' ' } else { '.' }, Piece::fen_letter);
        let is_moved = diagram.last_move.is_some_and(|squares| squares.contains(&square));
        let text = match () {
            () if diagram.check == Some(square) => format!("{letter}+"),
            () if is_moved => format!("{letter}*"),
            () => letter.to_string(),
        };
        return put(buffer, place, center, &text, style.strong);
    }
    let ground = Color::Indexed(ground(diagram, square));
    buffer.set_style(place, TextStyle::new().bg(ground));
    if let Some(Piece { color, kind }) = man {
        // The filled symbols for both sides; the color shows the side. The variation selector after it asks for text,
        // because some systems have a color picture of a black pawn.
        let text = format!("{}\u{fe0e}", symbol(Piece { color: Side::Black, kind }));
        put(buffer, place, center, &text, TextStyle::new().fg(Color::Indexed(ink(color))).bg(ground));
    }
}

fn put(buffer: &mut Buffer, area: Rect, at: (u16, u16), text: &str, style: TextStyle) {
    if area.contains(At::from(at)) {
        let room = usize::from(area.right() - at.0);
        buffer.set_stringn(at.0, at.1, text, room, style);
    }
}

/// Files or ranks as they are seen.
fn ordered<T>(mut row: Vec<T>, flipped: bool) -> impl Iterator<Item = T> {
    if flipped {
        row.reverse();
    }
    row.into_iter()
}

// The list of the games.

/// The columns: tag, title, width, and the minimum width of the screen.
const COLUMNS: [(&str, &str, Constraint, u16); 7] = [
    ("White", "White", Constraint::Fill(3), 0),
    ("Black", "Black", Constraint::Fill(3), 0),
    ("Result", "Result", Constraint::Length(7), 0),
    ("Date", "Date", Constraint::Length(10), 60),
    ("ECO", "ECO", Constraint::Length(3), 80),
    ("Event", "Event", Constraint::Fill(4), 90),
    (FILE, "File", Constraint::Fill(3), 70),
];

/// The name of the file, shown if there are several.
const FILE: &str = "";

/// Draws the games around the selected one.
pub(super) fn draw_list(model: &mut Model, style: &Style, frame: &mut Frame<'_>, area: Rect) {
    model.rows = usize::from(area.height.saturating_sub(1)).max(1);
    model.top = model.top.clamp((model.selected + 1).saturating_sub(model.rows), model.selected);
    let (records, is_complete, are_many): (Vec<Record>, bool, bool) = {
        let mut found = model.archive.found();
        let last = found.games().min(model.top + model.rows);
        ((model.top..last).filter_map(|index| found.game(index)).collect(), found.is_complete, found.texts() > 1)
    };
    if records.is_empty() {
        let text = match (is_complete, model.archive.selects()) {
            (false, _) => "reading …",
            (true, false) => "there are no games",
            (true, true) => "no game is selected",
        };
        return frame.render_widget(Paragraph::new(text), area);
    }
    let columns: Vec<_> =
        COLUMNS.iter().filter(|column| column.3 <= area.width && (column.0 != FILE || are_many)).collect();
    let digits = (model.top + model.rows).to_string().len().max(3) as u16;
    let widths = [Constraint::Length(digits), Constraint::Length(1)].into_iter();
    let widths = widths.chain(columns.iter().map(|column| column.2)).chain([Constraint::Length(5)]);
    let title = ["#", ""].into_iter().chain(columns.iter().map(|column| column.1)).chain(["plies"]);
    let rows = records.iter().enumerate().map(|(row, record)| {
        let index = model.top + row;
        let (mark, mark_style) = match record.entry.validity {
            Validity::Invalid => ("✗", style.error),
            Validity::Unchecked => ("?", style.warning),
            Validity::Valid | Validity::NoGame => ("", TextStyle::new()),
        };
        let tags = tags(record, columns.iter().map(|column| column.0));
        let cells = [Span::raw(format!("{:>1$}", index + 1, usize::from(digits))), Span::styled(mark, mark_style)];
        let plies = Span::raw(format!("{:>5}", record.entry.plies));
        let row = Row::new(cells.into_iter().chain(tags.into_iter().map(Span::raw)).chain([plies]));
        if index == model.selected { row.style(style.cursor) } else { row }
    });
    let table = Table::new(rows, widths).header(Row::new(title).style(style.strong)).column_spacing(1);
    frame.render_widget(table, area);
}

/// The values of some tags of a game.
fn tags(record: &Record, names: impl Iterator<Item = &'static str>) -> Vec<String> {
    let game = read_game(&record.bytes, record.start, RuleSet::EMPTY);
    let value = |name| Some(Visible(&game.tags.text(name, &record.bytes)?).to_string());
    let stated = |name| value(name).filter(|value| !matches!(value.as_str(), "" | "?"));
    names
        .map(|name| match name {
            FILE => Visible(file_name(&record.name)).to_string(),
            "Event" => stated("Event").or_else(|| stated("Site")).unwrap_or_default(),
            _ => value(name).unwrap_or_default(),
        })
        .collect()
}

/// A name without its folders.
fn file_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_evaluations_are_formatted() {
        assert_eq!([time(4_259), time(12_500), time(390_900)], ["0:42.5", "2:05", "1:05:09"]);
        assert_eq!(
            [Evaluation::Centipawns(31), Evaluation::Centipawns(-250), Evaluation::Mate(-5)].map(score),
            ["+0.31", "-2.50", "#-5"]
        );
    }

    #[test]
    fn the_board_grows_with_the_screen() {
        assert_eq!(board_cell(36, 16), 1);
        assert_eq!(board_cell(56, 30), 3);
        assert_eq!(board_cell(176, 56), LARGEST);
        assert_eq!(board_cell(10, 3), 1);
    }
}
