//! The pruning of a tree: the rarest positions are dropped.
//!
//! A threshold leaves at most half as many positions as a tree may hold. All positions reached by no more games than
//! the threshold are dropped, together with everything that becomes unreachable. So the result depends only on counts,
//! not on the order of games. From then on any count may be too low by the largest dropped count.

use std::mem;

use hashbrown::HashTable;

use super::{NONE, Tree};

impl Tree {
    /// Prunes the tree if there are too many positions.
    pub(super) fn keep_within_limit(&mut self) {
        if self.nodes.len() > self.limit {
            self.prune();
        }
    }

    #[cold]
    fn prune(&mut self) {
        let threshold = self.threshold();
        let (nodes, edges, places) = (Vec::new(), Vec::new(), HashTable::new());
        let empty = Self { nodes, edges, places, hasher: self.hasher.clone(), ..*self };
        let whole = mem::replace(self, empty);
        // The kept positions are collected from the root, so they stay connected.
        let mut kept = vec![NONE; whole.nodes.len()];
        let mut stays = vec![false; whole.edges.len()];
        kept[0] = self.place(whole.nodes[0].position);
        let mut left = vec![0];
        while let Some(theirs) = left.pop() {
            let at = kept[theirs as usize];
            self.nodes[at as usize].games = whole.nodes[theirs as usize].games;
            let mut last = NONE;
            for index in whole.edges_of(theirs) {
                let edge = &whole.edges[index as usize];
                let target = &whole.nodes[edge.to as usize];
                if edge.to != 0 && target.games <= threshold {
                    continue;
                }
                let to = &mut kept[edge.to as usize];
                if *to == NONE {
                    *to = self.place(target.position);
                    left.push(edge.to);
                }
                last = self.append(at, last, edge.mv, *to);
                self.edges[last as usize].cell = edge.cell;
                stays[index as usize] = true;
            }
        }
        let counts = whole.edges.iter().zip(stays).filter(|(_, stays)| !stays).map(|(edge, _)| edge.cell.count);
        let (weight, at_most) = counts.fold((0, 0), |(weight, at_most), count| (weight + count, at_most.max(count)));
        self.dropped.weight += weight;
        self.dropped.at_most += at_most;
    }

    /// The largest number of games of a position that must be dropped.
    fn threshold(&self) -> u64 {
        let mut games: Vec<u64> = self.nodes.iter().map(|node| node.games).collect();
        let place = (self.limit / 2).min(games.len() - 1);
        *games.select_nth_unstable_by(place, |one, other| other.cmp(one)).1
    }
}
