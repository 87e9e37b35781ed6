//! Dives: many small searches that head straight down, each with its own idea of what moves may cost.
//!
//! **What it shows.** That the side can mate, by the line. It proves nothing when it finds none.
//!
//! **How.** The newest position is looked at first, as long as the moves that led to it do not [cost](super::costs) more
//! than a limit in all. A low limit leaves hardly more than moves that further a mate; a high one lets a line
//! wander. No limit is right for all walls, nor is one corner; but a dive that finds nothing in its first few thousand
//! positions rarely finds something in the next; so there are many, and each is given up soon.
//!
//! **What it cannot see.** Mates that need many moves which look useless. Those are for the
//! [full search](super::search).
//!
//! **Where it comes from.** CHA and chasolver (Ambrona 2022, 2026) deepen such a limit step by step.

use std::ops::Range;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;

use super::costs::{Corner, Costs};
use super::search::{Prune, Search, Searched, Way};

/// A dive.
struct Dive {
    corner: Corner,
    /// What its lines may cost.
    limit: u16,
    /// How often it may look at a position.
    most: u32,
    is_reversed: bool,
}

/// No limit.
const ANY: u16 = 1000;

const fn dive(corner: Corner, limit: u16, most: u32) -> Dive {
    Dive { corner, limit, most, is_reversed: false }
}

/// The dives, the most promising first. Chosen by how many positions they save on collections of hard positions.
const DIVES: [Dive; 12] = [
    dive(Corner::Other, 6, 500),
    dive(Corner::Other, ANY, 1_000),
    dive(Corner::Likely, 2, 500),
    dive(Corner::Likely, 20, 500),
    dive(Corner::Other, 2, 2_000),
    dive(Corner::Likely, 64, 500),
    dive(Corner::Likely, 12, 2_000),
    dive(Corner::Other, 32, 1_000),
    dive(Corner::Likely, 0, 1_000),
    dive(Corner::Likely, ANY, 4_000),
    Dive { is_reversed: true, ..dive(Corner::Likely, ANY, 4_000) },
    dive(Corner::Likely, 32, 7_000),
];

/// How many dives there are.
pub(super) const DIVES_IN_ALL: usize = DIVES.len();

/// Makes the dives of these numbers, as long as `budget` positions are left in all. Gives the line, and how many
/// looks at positions it took.
pub(super) fn find(start: &Position, side: Color, numbers: Range<usize>, budget: u32) -> (Option<Vec<Move>>, u32) {
    let mut spent = 0;
    for dive in &DIVES[numbers] {
        let most = dive.most.min(budget.saturating_sub(spent));
        let costs = Costs::new(start, side, dive.corner);
        let mut search = Search::new(
            start,
            side,
            Way { costs: Some(costs), dives: true, limit: dive.limit, is_reversed: dive.is_reversed },
        );
        let searched = search.go_on(most, &mut Everything);
        spent += search.positions();
        if let Searched::Mate(line, _) = searched {
            return (Some(line), spent);
        }
    }
    (None, spent)
}

/// Closes nothing.
struct Everything;

impl Prune for Everything {}
