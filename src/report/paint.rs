//! The terminal colors and their meanings, and the width of the terminal.

use anstyle::{AnsiColor, Style};

use crate::game::rules::Severity;

/// The style of each kind of text. Painted text is `{style}text{style:#}`; a plain style writes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    /// A location: file, line, column.
    pub place: Style,
    /// The main message.
    pub strong: Style,
    /// Secondary text.
    pub faint: Style,
    /// The margin of an excerpt.
    pub margin: Style,
    pub good: Style,
    severities: [Style; 4],
    /// The width of the terminal that the text is for; `None` for a file or a pipe.
    pub columns: Option<usize>,
}

impl Paint {
    /// No colors.
    pub const PLAIN: Self = Self {
        place: Style::new(),
        strong: Style::new(),
        faint: Style::new(),
        margin: Style::new(),
        good: Style::new(),
        severities: [Style::new(); 4],
        columns: None,
    };

    /// The 16 standard terminal colors, which follow the user's palette.
    pub const COLORED: Self = Self {
        place: Style::new().bold(),
        strong: Style::new().bold(),
        faint: Style::new().dimmed(),
        margin: AnsiColor::BrightBlue.on_default().bold(),
        good: AnsiColor::Green.on_default().bold(),
        severities: [
            AnsiColor::BrightBlue.on_default().bold(),
            AnsiColor::Cyan.on_default().bold(),
            AnsiColor::Yellow.on_default().bold(),
            AnsiColor::Red.on_default().bold(),
        ],
        columns: None,
    };

    /// The same for a terminal of this width.
    #[must_use]
    pub const fn for_columns(self, columns: Option<usize>) -> Self {
        Self { columns, ..self }
    }

    pub fn is_plain(self) -> bool {
        Self { columns: None, ..self } == Self::PLAIN
    }

    pub const fn severity(&self, severity: Severity) -> Style {
        self.severities[severity as usize]
    }
}
