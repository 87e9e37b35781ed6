//! The colors of the viewer.

use ratatui::style::{Color, Modifier, Style as TextStyle};

use crate::game::rules::Severity;

#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Style {
    pub(super) is_colored: bool,
    pub(super) strong: TextStyle,
    pub(super) faint: TextStyle,
    pub(super) error: TextStyle,
    pub(super) warning: TextStyle,
    pub(super) good: TextStyle,
    /// The move on the board, the game that is selected.
    pub(super) cursor: TextStyle,
    pub(super) comment: TextStyle,
}

impl Style {
    /// The styles for a terminal with or without colors.
    pub(in super::super) fn new(is_colored: bool) -> Self {
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

    pub(super) const fn severity(&self, severity: Severity) -> TextStyle {
        match severity {
            Severity::Error => self.error,
            Severity::Warning => self.warning,
            Severity::Style | Severity::Info => self.comment,
        }
    }
}
