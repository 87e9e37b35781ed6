//! The movetext, scrolled to the current move.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style as TextStyle;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::super::flow::{self, Kind, Word};
use super::super::model::Board;
use super::Style;

/// How many rows all of it takes, and a blank one below.
pub(super) fn height(board: &Board, width: u16) -> u16 {
    u16::try_from(flow::lines(&board.words, width.into()).len() + 1).unwrap_or(u16::MAX)
}

/// Draws the lines that fit.
pub(super) fn draw(board: &Board, style: &Style, frame: &mut Frame<'_>, area: Rect) {
    let lines = flow::lines(&board.words, area.width.into());
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
