//! What counting does with each game, and what a part of a text amounts to.

use crate::commands::locate::Extent;
use crate::game::fault::Faults;
use crate::game::openings::Book;
use crate::game::replay::{Game, Status as Worth, read_game};
use crate::game::rules::{Rule, RuleSet};
use crate::options::SelectionArgs;
use crate::pgn::place::{Locator, Span};
use crate::pipeline::{Read, Work};
use crate::stats::{Facts, KeyBuffer, Plan, Stats};

/// Reads games and counts.
pub(super) struct Count<'a> {
    pub(super) plan: &'a Plan,
    pub(super) book: Option<&'a Book>,
    /// The name of the text.
    pub(super) name: &'a str,
    pub(super) selection: &'a SelectionArgs,
    /// The rules whose findings make a game invalid, and text that belongs to no game.
    pub(super) rules: RuleSet,
    /// Whether games are chosen by their place in the input, which a part does not know: then each is counted apart.
    pub(super) is_picky: bool,
}

/// Successive games of a text.
#[derive(Default)]
pub(super) struct Part {
    /// What the games amount to that were chosen, unless each is counted apart.
    pub(super) whole: Option<Stats>,
    /// Each game apart; `None` for those that were not chosen.
    pub(super) each: Vec<Option<(Stats, Option<Faults>)>>,
    /// How many games there are.
    pub(super) games: u64,
    /// The first faults in games that were chosen, and how many games have any. Lines count from the part's beginning.
    pub(super) faulty: Faulty,
    /// The same of text between games.
    pub(super) stray: Faulty,
    /// How far it goes.
    pub(super) extent: Extent,
    key: KeyBuffer,
}

/// Where something is wrong.
#[derive(Default)]
pub(super) struct Faulty {
    /// In how many places.
    pub(super) places: u64,
    /// The first of them.
    pub(super) first: Option<Faults>,
}

impl Work for Count<'_> {
    type Part = Part;
    type Game = Game;

    fn game(&self, bytes: &[u8], start: usize) -> Read<Game> {
        let game = read_game(bytes, start, self.rules);
        let (end, is_open_ended) = (game.span.end, game.is_open_ended);
        Read::ending_at(game, end, is_open_ended)
    }

    fn absorb(&self, part: &mut Part, game: Game, bytes: &[u8], _: Span) {
        let is_game = game.status != Worth::Nothing;
        part.games += u64::from(is_game);
        let is_chosen = !is_game || self.selection.is_fulfilled(&game, bytes);
        let mut own = None;
        if is_chosen && !game.found.findings.is_empty() {
            let faults = Faults::of_any_kind(&game.found, &mut Locator::new(bytes));
            match faults {
                Some(faults) if game.status == Worth::Invalid && self.is_picky => own = Some(faults),
                Some(faults) if game.status == Worth::Invalid => part.faulty.add(faults),
                Some(faults) if faults.rule == Rule::StrayText => part.stray.add(faults),
                _ => {}
            }
        }
        if !is_game {
            return;
        }
        if !is_chosen {
            part.each.extend(self.is_picky.then_some(None));
            return;
        }
        let facts = Facts::new(&game, bytes, self.name, self.book);
        if self.is_picky {
            let mut stats = Stats::new(self.plan);
            stats.add(&facts, &mut part.key);
            part.each.push(Some((stats, own)));
        } else {
            part.whole.get_or_insert_with(|| Stats::new(self.plan)).add(&facts, &mut part.key);
        }
    }

    fn close(&self, part: &mut Part, bytes: &[u8]) {
        part.extent = Extent::of(bytes);
    }
}

impl Faulty {
    pub(super) fn add(&mut self, faults: Faults) {
        self.places += 1;
        self.first.get_or_insert(faults);
    }

    /// Adds what was found behind this, so many lines from the beginning.
    pub(super) fn merge(&mut self, other: Self, lines: u64) {
        self.places += other.places;
        if self.first.is_none() {
            self.first = other.first.map(|faults| Faults { line: faults.line + lines, ..faults });
        }
    }
}
