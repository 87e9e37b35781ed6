//! Findings with the places at which a person looks for them. A part of a text counts from its own beginning; where it
//! stands in the text is known only when parts come together.

use crate::game::finding::{Excerpt, Finding, LocatedFinding, Players};
use crate::game::replay::Game;
use crate::pgn::place::{Locator, Place};
use crate::pgn::text;

/// How far a part of a text goes.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Extent {
    /// How many lines end in its bytes.
    pub(super) lines: u64,
    /// How many characters stand behind the last line end.
    pub(super) last_line: u64,
}

/// Where in a text the next part begins.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Corner {
    /// How many lines stand before it.
    pub(super) lines: u64,
    /// How many characters its first line has before it.
    pub(super) columns: u64,
}

/// Findings with the lines they stand in. Line and column are told later, by [`place_all`].
pub(super) fn locate(findings: impl IntoIterator<Item = Finding>, bytes: &[u8]) -> Vec<LocatedFinding> {
    let located = findings.into_iter().map(|finding| LocatedFinding {
        game: 0,
        players: None,
        place: Place { line: 1, column: 1 },
        offset: finding.span.start as u64,
        excerpt: Excerpt::of(bytes, &finding.span),
        finding,
    });
    located.collect()
}

/// Names the game in which these findings are, if there are any.
pub(super) fn name_game(located: &mut [LocatedFinding], game: &Game, bytes: &[u8]) {
    if located.is_empty() {
        return;
    }
    let players = Players::of(game, bytes);
    for located in located {
        located.players.clone_from(&players);
    }
}

/// Tells lines and columns, in one pass, of findings in the order of the bytes.
pub(super) fn place_all<'a>(located: impl Iterator<Item = &'a mut LocatedFinding>, bytes: &[u8]) {
    let mut locator = Locator::new(bytes);
    for located in located {
        located.place = locator.place(located.finding.span.start);
    }
}

impl Extent {
    /// That of these bytes.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let last_line = text::count_chars(&bytes[text::line_start(bytes, bytes.len())..]) as u64;
        Self { lines: text::count_line_ends(bytes) as u64, last_line }
    }
}

impl From<Corner> for Extent {
    /// That of a part that begins where the text does.
    fn from(Corner { lines, columns }: Corner) -> Self {
        Self { lines, last_line: columns }
    }
}

impl Corner {
    /// Moves behind a part.
    pub(super) fn pass(&mut self, Extent { lines, last_line }: Extent) {
        self.columns = if lines == 0 { self.columns + last_line } else { last_line };
        self.lines += lines;
    }

    /// The finding of a part that begins here, `offset` bytes into the text, as it stands in the text.
    pub(super) fn placed(self, located: &LocatedFinding, offset: u64, game: u64) -> LocatedFinding {
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
