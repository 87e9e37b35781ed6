//! Line and column numbers of findings. A chunk of a text counts from its own start; the numbers in the text are known
//! only when chunks are combined.

use crate::game::finding::{Excerpt, Finding, ReportedFinding};
use crate::game::replay::Game;
use crate::pgn::place::{Locator, Place};
use crate::pgn::text;

/// The extent of a chunk in lines and characters.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::commands) struct LineSpan {
    /// The number of line ends in it.
    pub(in crate::commands) lines: u64,
    /// The number of characters after the last line end.
    pub(in crate::commands) last_line: u64,
}

/// The start of the next chunk in a text.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::commands) struct LineColumn {
    /// The number of lines before it.
    pub(in crate::commands) lines: u64,
    /// The number of characters before it on its first line.
    pub(in crate::commands) columns: u64,
}

/// Findings with the text of their lines. [`place_all`] sets line and column later.
pub(in crate::commands) fn locate(findings: impl IntoIterator<Item = Finding>, bytes: &[u8]) -> Vec<ReportedFinding> {
    let located = findings.into_iter().map(|finding| ReportedFinding {
        game: 0,
        is_position: false,
        players: None,
        place: Place::START,
        offset: finding.span.start as u64,
        excerpt: Excerpt::new(bytes, &finding.span),
        fix: None,
        finding,
    });
    located.collect()
}

/// Adds the name of the game to its findings, if there are any.
pub(in crate::commands) fn name_game(located: &mut [ReportedFinding], game: &Game, bytes: &[u8]) {
    if located.is_empty() {
        return;
    }
    let players = game.tags.players(bytes);
    for located in located {
        located.players.clone_from(&players);
    }
}

/// The findings in a line of a file of positions, with lines and columns counted from its start.
pub(in crate::commands) fn locate_in_position(
    findings: impl IntoIterator<Item = Finding>,
    line: &[u8],
) -> Vec<ReportedFinding> {
    let mut located = locate(findings, line);
    place_all(located.iter_mut(), line);
    for located in &mut located {
        located.is_position = true;
    }
    located
}

/// Sets the lines and columns of findings, which are in the order of the bytes, in one pass.
pub(in crate::commands) fn place_all<'a>(located: impl Iterator<Item = &'a mut ReportedFinding>, bytes: &[u8]) {
    let mut locator = Locator::new(bytes);
    for located in located {
        located.place = locator.place(located.finding.span.start);
    }
}

impl LineSpan {
    /// The extent of these bytes.
    pub(in crate::commands) fn new(bytes: &[u8]) -> Self {
        let last_line = text::count_chars(&bytes[text::line_start(bytes, bytes.len())..]) as u64;
        Self { lines: text::count_line_ends(bytes) as u64, last_line }
    }
}

impl From<LineColumn> for LineSpan {
    /// The extent of a chunk at the start of the text.
    fn from(LineColumn { lines, columns }: LineColumn) -> Self {
        Self { lines, last_line: columns }
    }
}

impl LineColumn {
    /// Moves past a chunk.
    pub(in crate::commands) fn pass(&mut self, LineSpan { lines, last_line }: LineSpan) {
        self.columns = if lines == 0 { self.columns + last_line } else { last_line };
        self.lines += lines;
    }

    /// Converts a finding of the chunk that starts here, at byte `offset` of the text, to numbers of the text.
    pub(in crate::commands) fn placed(self, located: &ReportedFinding, offset: u64, game: u64) -> ReportedFinding {
        let mut located = located.clone();
        located.offset += offset;
        if located.place.line == 1 {
            located.place.column += self.columns;
        }
        located.place.line += self.lines;
        located.game = game;
        located
    }
}
