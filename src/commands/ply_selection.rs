//! The plies of a game that `--plies` and `--per-game` select.

use crate::commands::Error;
use crate::game::facts::Facts;
use crate::game::record::plies::{Ply, PlyOptions, PlyView};
use crate::game::record::score_sheet::ScoreSheet;
use crate::options::PlySelectionArgs;

/// A selection of plies, and what is computed for each.
#[derive(Clone, Debug)]
pub(super) struct PlySelection {
    args: PlySelectionArgs,
    seed: u64,
    options: PlyOptions,
    has_neighbors: bool,
}

impl PlySelection {
    /// The selection of these arguments, with what else must be known of the selected plies.
    pub(super) fn new(args: &PlySelectionArgs, seed: u64, options: PlyOptions, has_neighbors: bool) -> Self {
        let has_neighbors = has_neighbors || args.has_neighbors();
        Self { options: options.or(args.options()), args: args.clone(), seed, has_neighbors }
    }

    /// Whether it leaves out plies.
    pub(super) fn chooses(&self) -> bool {
        self.args.plies.is_some() || self.args.per_game.is_some()
    }

    /// Returns an error if neighbors are named where plies are not those of the main line.
    pub(super) fn check(&self) -> Result<(), Error> {
        if self.has_neighbors && self.options.variations {
            let message = "--variations cannot be used with `prev.`, `next.` or `bm`, which are about the main line";
            return Err(Error::Usage(message.to_owned()));
        }
        Ok(())
    }

    /// Passes each selected ply of the game of `facts` to `take`, of those that are `wanted`.
    pub(super) fn each<E>(
        &self,
        facts: &Facts<'_>,
        wanted: impl Fn(&Ply<'_>) -> bool,
        mut take: impl FnMut(PlyView<'_, '_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let game = facts.game;
        if !game.has_start() {
            return Ok(());
        }
        let sheet = ScoreSheet::from_game(game, facts.bytes);
        let Some(mut sample) = self.args.new_sample(self.seed, &facts.bytes[game.span.clone()]) else {
            return self.walk(facts, &sheet, wanted, take);
        };
        let mut selected = 0_u64;
        self.walk(facts, &sheet, &wanted, |_| {
            sample.offer(selected, 0);
            selected += 1;
            Ok(())
        })?;
        let mut chosen = sample.into_ordered().into_iter().peekable();
        let mut number = 0_u64;
        self.walk(facts, &sheet, &wanted, |view| {
            let is_chosen = chosen.next_if_eq(&number).is_some();
            number += 1;
            if is_chosen { take(view) } else { Ok(()) }
        })
    }

    fn walk<E>(
        &self,
        facts: &Facts<'_>,
        sheet: &ScoreSheet,
        wanted: impl Fn(&Ply<'_>) -> bool,
        mut take: impl FnMut(PlyView<'_, '_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut views = sheet.plies(facts.game, facts.bytes, self.options).views(self.has_neighbors);
        while let Some(view) = views.advance() {
            if wanted(view.ply) && self.args.plies.as_ref().is_none_or(|condition| condition.matches(facts, view)) {
                take(view)?;
            }
        }
        Ok(())
    }
}
