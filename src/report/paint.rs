//! The colors of the terminal, and what each of them means.

use anstyle::{AnsiColor, Style};

use crate::game::rules::Severity;

/// What is written in which color. Painted text is `{style}text{style:#}`; a plain style writes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    /// Where something stands: file, line, column.
    pub place: Style,
    /// What is said of it.
    pub strong: Style,
    /// What is there to be looked up, not read.
    pub faint: Style,
    /// The margin of an excerpt.
    pub margin: Style,
    /// What is as it should be.
    pub good: Style,
    severities: [Style; 4],
}

impl Paint {
    /// No color at all.
    pub const PLAIN: Self = Self {
        place: Style::new(),
        strong: Style::new(),
        faint: Style::new(),
        margin: Style::new(),
        good: Style::new(),
        severities: [Style::new(); 4],
    };

    /// The sixteen colors that every terminal has, so that the user's own palette decides.
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
    };

    /// Whether there is no color at all.
    #[must_use]
    pub fn is_plain(self) -> bool {
        self == Self::PLAIN
    }

    /// The color of a severity.
    #[must_use]
    pub const fn severity(&self, severity: Severity) -> Style {
        self.severities[severity as usize]
    }
}
