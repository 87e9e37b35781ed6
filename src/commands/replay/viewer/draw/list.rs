//! The list of the games.

use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::style::Style as TextStyle;
use ratatui::text::Span;
use ratatui::widgets::{Paragraph, Row, Table};

use crate::game::replay::{Validity, read_game};
use crate::game::rules::RuleSet;
use crate::report::Visible;

use super::super::archive::Record;
use super::super::model::Model;
use super::Style;

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
pub(super) fn draw(model: &mut Model, style: &Style, frame: &mut Frame<'_>, area: Rect) {
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
