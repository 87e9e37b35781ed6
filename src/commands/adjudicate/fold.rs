//! What adjudicating does with each game, and what a part of a text amounts to.

use crate::chess::{epd, fen};
use crate::game::fault::Faults;
use crate::game::positions::{Notation, read_position};
use crate::game::replay::{Found, Game, Status as Worth, read_game};
use crate::game::ruling::{Question, Ruling, rule_on_game, rule_on_position};
use crate::pgn::place::{Locator, Span};
use crate::pgn::text;
use crate::pipeline::{Read, Work};

/// Reads games and rules on them.
pub(super) struct Adjudicate<'a> {
    pub(super) question: &'a Question,
}

/// Successive games of a text.
#[derive(Default)]
pub(super) struct Part {
    pub(super) games: Vec<Ruled>,
    /// How many lines end in its bytes.
    pub(super) lines: u64,
    /// What was found in the games, until their lines are counted.
    found: Vec<(usize, Found)>,
}

/// A game that was ruled on, or text between games in which there are faults.
pub(super) struct Ruled {
    /// The line it begins in. Lines count from the part's beginning until they are placed.
    pub(super) line: u64,
    /// One ruling for each rule set; none for what is no game.
    pub(super) rulings: Vec<Ruling>,
    /// What `validate` calls errors in it.
    pub(super) faults: Option<Faults>,
}

impl Work for Adjudicate<'_> {
    type Part = Part;
    type Game = Game;

    fn game(&self, bytes: &[u8], start: usize) -> Read<Game> {
        let game = read_game(bytes, start, Faults::rules());
        let (end, is_open_ended) = (game.span.end, game.is_open_ended);
        Read::ending_at(game, end, is_open_ended)
    }

    fn absorb(&self, part: &mut Part, mut game: Game, bytes: &[u8], span: Span) {
        if game.status == Worth::Nothing && game.found.findings.is_empty() {
            return;
        }
        let rulings = rule_on_game(&game, bytes, self.question);
        let lead = bytes[span.clone()].len() - bytes[span.clone()].trim_ascii_start().len();
        part.found.push((span.start + lead, std::mem::take(&mut game.found)));
        part.games.push(Ruled { line: 1, rulings, faults: None });
    }

    fn close(&self, part: &mut Part, bytes: &[u8]) {
        let mut locator = Locator::new(bytes);
        for (ruled, (start, found)) in part.games.iter_mut().zip(part.found.drain(..)) {
            ruled.line = locator.place(start).line;
            ruled.faults = Faults::of(&found, &mut locator);
        }
        part.lines = text::count_line_ends(bytes) as u64;
    }
}

impl Ruled {
    /// A line that states a position, with its line end and white space cut off.
    pub(super) fn position(text: &[u8], notation: Notation, question: &Question) -> Self {
        let setup = match notation {
            Notation::Fen => fen::read(text).ok().map(|reading| reading.setup),
            Notation::Epd => epd::read(text).ok().map(|reading| reading.setup),
        };
        let playable = setup.and_then(|setup| setup.position_without_impossible_rights().ok());
        let found = read_position(text, &(0..text.len()), notation, Faults::rules());
        Self {
            line: 1,
            rulings: rule_on_position(playable.map(|(position, _)| position), question),
            faults: Faults::of(&found, &mut Locator::new(text)),
        }
    }

    /// The same with the lines of the text that stand before it.
    pub(super) fn behind(mut self, lines: u64) -> Self {
        self.line += lines;
        if let Some(faults) = &mut self.faults {
            faults.line += lines;
        }
        self
    }
}
