//! The arguments that select plies of games.

use std::num::NonZeroU32;
use std::str::FromStr;

use clap::Args;

use crate::game::filter::PlyFilter;
use crate::game::identity::hash_of_text;
use crate::game::record::plies::PlyOptions;
use crate::game::rules::RuleSet;

use super::{GroupSamples, MAX_SAMPLE, whole_number};

/// The selection of plies.
#[derive(Args, Clone, Default, Debug)]
#[command(next_help_heading = "Selection")]
pub struct PlySelectionArgs {
    /// Select plies by a condition, such as 'eval in 90..130 and not check'
    ///
    /// The language is that of --where, with the facts about plies: `adoube explain --facts` lists them. `prev.` and
    /// `next.` before a fact mean the ply before or after: 'abs(eval - prev.eval) > 200'. A comparison is false if a
    /// value is missing.
    #[arg(long, value_name = "CONDITION", value_parser = PlyFilter::from_str)]
    pub plies: Option<PlyFilter>,

    /// Select at most N plies of each game, at random
    ///
    /// The choice depends on the text of the game and on --seed only.
    #[arg(long, value_name = "N", group = "seeded", value_parser = whole_number(1..=MAX_SAMPLE))]
    pub per_game: Option<u32>,
}

impl PlySelectionArgs {
    /// The data of plies that must be computed for the selection.
    pub fn options(&self) -> PlyOptions {
        self.plies.as_ref().map_or_else(PlyOptions::default, PlyFilter::options)
    }

    /// Whether the condition names the ply before or after.
    pub fn has_neighbors(&self) -> bool {
        self.plies.as_ref().is_some_and(PlyFilter::has_neighbors)
    }

    /// The rules that must be checked so that the condition can be evaluated.
    pub fn rules(&self) -> RuleSet {
        self.plies.as_ref().map_or(RuleSet::EMPTY, PlyFilter::rules)
    }

    /// An empty sample of the plies of a game with this text, if there may be too many.
    pub fn new_sample<T>(&self, seed: u64, text: &[u8]) -> Option<GroupSamples<T>> {
        let size = self.per_game.and_then(NonZeroU32::new)?;
        Some(GroupSamples::new(size, seed ^ hash_of_text(text)))
    }
}
