//! What validating does with each game, and what a part of a text amounts to.

use crate::game::finding::{Excerpt, Located};
use crate::game::replay::{Game, Status as Worth, read_game};
use crate::game::rules::{Rule, RuleSet};
use crate::pgn::place::{Locator, Place, Span};
use crate::pgn::text;
use crate::pipeline::{Read, Work};

use super::Shown;

/// Reads games and keeps what is to be shown.
pub(super) struct Validate {
    shown: Shown,
    wanted: RuleSet,
    keeps_bytes: bool,
}

/// Successive games of a text.
#[derive(Default)]
pub(super) struct Part {
    pub(super) games: Vec<Judged>,
    /// How many lines end in its bytes.
    pub(super) lines: u64,
    /// How many characters stand behind the last line end.
    pub(super) last_line: u64,
    /// The bytes themselves, if they are to be copied.
    pub(super) bytes: Vec<u8>,
}

/// A game that was read, or text between games.
pub(super) struct Judged {
    pub(super) span: Span,
    pub(super) worth: Worth,
    pub(super) plies: u32,
    pub(super) counts: Vec<(Rule, u64)>,
    /// What is to be shown. Numbers of games, lines and offsets count from the part's beginning until they are placed.
    pub(super) located: Vec<Located>,
}

impl Validate {
    pub(super) fn new(shown: Shown, keeps_bytes: bool) -> Self {
        // Which of the two marks it is depends on the place in the file, which a part does not know.
        let marks = RuleSet::from(Rule::ByteOrderMark) | RuleSet::from(Rule::StrayByteOrderMark);
        Self { shown, wanted: shown.rules() | marks, keeps_bytes }
    }
}

impl Work for Validate {
    type Part = Part;
    type Game = Game;

    fn game(&self, bytes: &[u8], start: usize) -> Read<Game> {
        let game = read_game(bytes, start, self.wanted);
        let (end, is_open_ended) = (game.span.end, game.is_open_ended);
        Read::ending_at(game, end, is_open_ended)
    }

    fn absorb(&self, part: &mut Part, game: Game, bytes: &[u8], span: Span) {
        let located = game
            .found
            .findings
            .into_iter()
            .filter(|finding| is_mark(finding.rule) || self.shown.shows(finding.rule, finding.severity))
            .map(|finding| Located {
                game: 0,
                place: Place { line: 1, column: 1 },
                offset: finding.span.start as u64,
                excerpt: Excerpt::of(bytes, &finding.span),
                finding,
            })
            .collect();
        let counts = game.found.counts;
        part.games.push(Judged { span, worth: game.status, plies: game.plies, counts, located });
    }

    fn close(&self, part: &mut Part, bytes: &[u8]) {
        let mut locator = Locator::new(bytes);
        for located in part.games.iter_mut().flat_map(|game| &mut game.located) {
            located.place = locator.place(located.finding.span.start);
        }
        part.lines = text::count_line_ends(bytes) as u64;
        part.last_line = text::count_chars(&bytes[text::line_start(bytes, bytes.len())..]) as u64;
        if self.keeps_bytes {
            part.bytes = bytes.to_vec();
        }
    }
}

/// Whether this rule finds byte order marks.
pub(super) fn is_mark(rule: Rule) -> bool {
    matches!(rule, Rule::ByteOrderMark | Rule::StrayByteOrderMark)
}
