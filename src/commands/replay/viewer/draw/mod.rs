//! The drawing of the model on the screen, with or without an open game.
//!
//! ```text
//! +--------------------------------------------+      +----------------------------+
//! | White 2700 - Black 2650   1-0   event, date |      | number  White  Black  ...  |
//! |  8 r . b q k . . r   1.e4 e5 2.Nf3 Nc6      |      |                            |
//! |  7 ...               3.Bb5 a6 (3...Nf6)     |      |                            |
//! |  1 ...                                      |      |                            |
//! |    a b c d e f g h   what is found here     |      |                            |
//! | keys, a prompt or a message                 |      | keys, ...                  |
//! +--------------------------------------------+      +----------------------------+
//! ```

mod panels;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style as TextStyle};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use crate::game::rules::Severity;
use crate::report::Visible;

use super::keys::HELP;
use super::model::{Model, Prompt, PromptKind, Screen};

/// A screen smaller than this shows no more than that it is too small.
const MIN_SCREEN: (u16, u16) = (30, 10);

/// The minimum width of the movetext next to the board.
const MIN_MOVES_WIDTH: u16 = 24;

pub(super) fn draw(model: &mut Model, style: &Style, frame: &mut Frame<'_>) {
    let area = frame.area();
    if area.width < MIN_SCREEN.0 || area.height < MIN_SCREEN.1 {
        let (columns, rows) = MIN_SCREEN;
        frame.render_widget(
            Paragraph::new(format!("terminal too small: need {columns}×{rows}")).wrap(Wrap { trim: true }),
            area,
        );
        return;
    }
    let [body, foot] = Layout::vertical([Constraint::Min(1), Constraint::Length(1)]).areas(area);
    match model.screen {
        Screen::List => panels::draw_list(model, style, frame, body),
        Screen::Board => board_and_moves(model, style, frame, body),
        Screen::Help => help(style, frame, body),
    }
    frame.render_widget(Paragraph::new(footer(model, style)), foot);
}

fn board_and_moves(model: &Model, style: &Style, frame: &mut Frame<'_>, area: Rect) {
    let Some(shown) = &model.board else { return };
    let [head, body] = Layout::vertical([Constraint::Length(3), Constraint::Min(1)]).areas(area);
    frame.render_widget(Paragraph::new(panels::game_header(&shown.played, style)), head);
    let cell = panels::board_cell(body.width.saturating_sub(MIN_MOVES_WIDTH), body.height);
    let [left, _, right] =
        Layout::horizontal([Constraint::Length(panels::board_width(cell)), Constraint::Length(2), Constraint::Min(1)])
            .areas(body);
    panels::draw_board(shown, model.is_flipped, cell, style, frame, left);
    let about = panels::position_details(shown, style);
    let room = (right.height / 2).max(3);
    let needed = about.iter().map(|line| rows(line.width(), right.width)).sum::<u16>();
    let text = panels::moves_height(shown, right.width);
    let [upper, lower] = Layout::vertical([Constraint::Max(text), Constraint::Min(needed.min(room))]).areas(right);
    panels::draw_moves(shown, style, frame, upper);
    frame.render_widget(Paragraph::new(about).wrap(Wrap { trim: true }), lower);
}

/// How many rows a line takes that is so wide, wrapped between words: now and then one fewer.
fn rows(width: usize, room: u16) -> u16 {
    let full = width.div_ceil(usize::from(room).max(1)).max(1);
    (full + usize::from(full > 1)) as u16
}

fn help(style: &Style, frame: &mut Frame<'_>, area: Rect) {
    let lines = HELP
        .iter()
        .map(|(keys, what)| Line::from(vec![Span::styled(format!(" {keys:<10} "), style.strong), Span::raw(*what)]));
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()).wrap(Wrap { trim: false }), area);
}

/// A prompt, a message, or how much was read and the usual keys.
fn footer<'a>(model: &'a Model, style: &Style) -> Line<'a> {
    if let Some(Prompt { kind, text }) = &model.prompt {
        let label = match kind {
            PromptKind::Search => "search: ",
            PromptKind::Game => "number in the list: ",
            PromptKind::Condition => "where: ",
        };
        return Line::from(vec![
            Span::styled(label, style.strong),
            Span::raw(Visible(text).to_string()),
            Span::raw("▏"),
        ]);
    }
    if let Some(search) = &model.search {
        return Line::styled(format!("searching … {} games", search.done), style.strong);
    }
    if let Some(index) = model.awaited {
        return Line::styled(format!("waiting for game {}; press any key to cancel", index + 1), style.strong);
    }
    if let Some(note) = &model.note {
        return Line::styled(Visible(note).to_string(), style.strong);
    }
    let found = model.archive.found();
    let mut line = Vec::new();
    if let Some(condition) = &model.condition {
        line.push(Span::styled(format!("where {}  ", Visible(condition)), style.strong));
    }
    if !found.is_complete && model.condition.is_some() {
        line.push(Span::styled(format!("{} games so far …  ", found.games()), style.strong));
    } else if !found.is_complete {
        line.push(Span::styled(format!("{} games, {} MB read …  ", found.games(), found.bytes >> 20), style.strong));
    } else if found.games() > 0 {
        line.push(Span::styled(format!("{} of {}  ", model.selected + 1, found.games()), style.strong));
    }
    if let Some(fault) = found.faults.last() {
        line.push(Span::styled(format!("{}  ", Visible(fault)), style.error));
    }
    let keys = match model.screen {
        Screen::List => "? keys  q quit  Enter open  / search  w where  g go to  e next error",
        Screen::Board => "? keys  Esc list  q quit  ← → moves  n p games  i error  f flip  c copy",
        Screen::Help => "press any key to go back",
    };
    line.push(Span::styled(keys, style.faint));
    Line::from(line)
}

// The colors of the viewer.

#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    is_colored: bool,
    strong: TextStyle,
    faint: TextStyle,
    error: TextStyle,
    warning: TextStyle,
    good: TextStyle,
    /// The move on the board, the game that is selected.
    cursor: TextStyle,
    comment: TextStyle,
}

impl Style {
    /// The styles for a terminal with or without colors.
    pub(super) fn new(is_colored: bool) -> Self {
        let plain = TextStyle::new();
        let colored = |color| if is_colored { plain.fg(color) } else { plain };
        Self {
            is_colored,
            strong: plain.add_modifier(Modifier::BOLD),
            faint: plain.add_modifier(Modifier::DIM),
            error: colored(Color::Red).add_modifier(Modifier::BOLD),
            warning: colored(Color::Yellow),
            good: colored(Color::Green),
            cursor: plain.add_modifier(Modifier::REVERSED),
            comment: colored(Color::Cyan),
        }
    }

    const fn severity(&self, severity: Severity) -> TextStyle {
        match severity {
            Severity::Error => self.error,
            Severity::Warning => self.warning,
            Severity::Style | Severity::Info => self.comment,
        }
    }
}
