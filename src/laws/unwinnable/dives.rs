//! Dives: small depth-first searches with different move costs and cost limits.
//!
//! **What it shows.** That the side can checkmate, by the line it finds. It proves nothing when it finds none.
//!
//! **How.** A dive expands the newest position first, as long as the total [cost](super::costs) of the moves to it
//! stays within a limit. A low limit allows little more than moves that make progress towards a mate; a high limit
//! allows detours. No single limit, and no single corner as the place of the mate, suits all pawn walls. A dive that
//! finds nothing in its first few thousand positions rarely succeeds later. So there are many dives, and each ends
//! soon.
//!
//! **What it cannot find.** Mates that need many apparently useless moves. The [full search](super::search) finds
//! those.
//!
//! **Where it comes from.** CHA and chasolver (Ambrona 2022, 2026) increase such a limit step by step.

use std::ops::Range;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;

use super::costs::{Corner, CostModel};
use super::search::{Prune, Search, SearchOutcome, Strategy};

struct Dive {
    corner: Corner,
    /// The largest cost of its lines.
    limit: u16,
    /// The largest number of expansions.
    most: u32,
    is_reversed: bool,
}

/// A limit that never applies.
const ANY: u16 = 1000;

const fn dive(corner: Corner, limit: u16, most: u32) -> Dive {
    Dive { corner, limit, most, is_reversed: false }
}

/// The dives, the most promising first, tuned to save positions on collections of hard positions.
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

pub(super) const DIVE_COUNT: usize = DIVES.len();

/// Runs a range of dives within a total budget of expansions. Returns the line, and the number of expansions.
pub(super) fn find(start: &Position, side: Color, numbers: Range<usize>, budget: u32) -> (Option<Vec<Move>>, u32) {
    let mut spent = 0;
    for dive in &DIVES[numbers] {
        let most = dive.most.min(budget.saturating_sub(spent));
        let costs = CostModel::new(start, side, dive.corner);
        let mut search = Search::new(
            start,
            side,
            Strategy { costs: Some(costs), dives: true, limit: dive.limit, is_reversed: dive.is_reversed },
        );
        let searched = search.run(most, &mut NoPruning);
        spent += search.positions();
        if let SearchOutcome::Mate(line, _) = searched {
            return (Some(line), spent);
        }
    }
    (None, spent)
}

/// Prunes nothing.
struct NoPruning;

impl Prune for NoPruning {}
