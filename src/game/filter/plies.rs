//! Conditions about plies: `--plies`, and `any(…)`, `all(…)` and `count(…)` in conditions about games.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::game::facts::{Cost, Facts};
use crate::game::record::plies::{PlyOptions, PlyView};
use crate::game::record::score_sheet::ScoreSheet;
use crate::game::replay::Validity;
use crate::game::rules::RuleSet;

use super::parse::{self, About};
use super::subject::{Name, Neighbor, Subject};
use super::{Condition, FilterError, Part};

/// A condition that a ply fulfills or not, with what must be computed to decide it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlyCondition {
    condition: Condition,
    options: PlyOptions,
    /// Whether it names the ply before or after.
    has_neighbors: bool,
}

impl PlyCondition {
    pub(super) fn new(condition: Condition) -> Self {
        let (mut options, mut has_neighbors) = (PlyOptions::default(), false);
        condition.visit(&mut |part| {
            let (Part::Has(name) | Part::Value(name) | Part::Compared(name, ..)) = part else { return };
            if let Name::Ply(neighbor, fact) = name {
                options = options.or(fact.ply_options());
                has_neighbors |= *neighbor != Neighbor::This;
            }
        });
        Self { condition, options, has_neighbors }
    }

    pub(super) fn cost(&self) -> Cost {
        self.condition.cost().max(Cost::Replay)
    }

    pub(super) fn visit<'c>(&'c self, take: &mut dyn FnMut(Part<'c>)) {
        self.condition.visit(take);
    }

    fn holds(&self, facts: &Facts<'_>, view: PlyView<'_, '_>) -> bool {
        self.condition.decide(Subject { facts, view: Some(view) }) == Some(true)
    }

    /// Whether it is true of at least one move of the main line.
    pub(super) fn is_true_of_any(&self, facts: &Facts<'_>) -> bool {
        self.each(facts, |holds| if holds { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            .is_some_and(|flow| flow.is_break())
    }

    /// Whether it is true of every move of the main line. Never of a game whose moves are not known.
    pub(super) fn is_true_of_all(&self, facts: &Facts<'_>) -> bool {
        self.each(facts, |holds| if holds { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
            .is_some_and(|flow| flow.is_continue())
    }

    /// Of how many moves of the main line it is true; `None` if these are not known.
    pub(super) fn count(&self, facts: &Facts<'_>) -> Option<u64> {
        let mut count = 0;
        let known = self.each(facts, |holds| {
            count += u64::from(holds);
            ControlFlow::Continue(())
        });
        known.map(|_| count)
    }

    /// Passes to `take` for each move of the main line whether the condition holds; `None` if the moves are not known.
    fn each(&self, facts: &Facts<'_>, mut take: impl FnMut(bool) -> ControlFlow<()>) -> Option<ControlFlow<()>> {
        let game = facts.game;
        if !game.has_start() || game.status == Validity::Unchecked || game.is_tags_only {
            return None;
        }
        let sheet = ScoreSheet::from_game(game, facts.bytes);
        let mut views = sheet.plies(game, facts.bytes, self.options).views(self.has_neighbors);
        while let Some(view) = views.advance() {
            if view.ply.step.is_some() && take(self.holds(facts, view)).is_break() {
                return Some(ControlFlow::Break(()));
            }
        }
        Some(ControlFlow::Continue(()))
    }
}

/// A condition of `--plies`: `eval > 50 and not check`.
#[derive(Clone, PartialEq, Debug)]
pub struct PlyFilter {
    text: String,
    plies: PlyCondition,
}

impl PlyFilter {
    /// The data of plies that must be computed so that the condition can be evaluated.
    pub const fn options(&self) -> PlyOptions {
        self.plies.options
    }

    /// Whether the condition names the ply before or after, so that views must have them.
    pub const fn has_neighbors(&self) -> bool {
        self.plies.has_neighbors
    }

    /// The rules that must be checked so that the condition can be evaluated.
    pub fn rules(&self) -> RuleSet {
        self.plies.condition.rules()
    }

    /// Whether a ply of the game, or the position of the line, that `facts` are about fulfills the condition.
    pub fn matches(&self, facts: &Facts<'_>, view: PlyView<'_, '_>) -> bool {
        self.plies.holds(facts, view)
    }
}

impl FromStr for PlyFilter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Self, FilterError> {
        let condition = parse::parse(text, About::Plies)?;
        Ok(Self { text: text.to_owned(), plies: PlyCondition::new(condition) })
    }
}

impl fmt::Display for PlyFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
