//! A tree as rows to be printed: every move below the one before it, the most played ones first.

use std::collections::HashMap;

use crate::chess::moves::Move;
use crate::chess::packed::Packed;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::san;
use crate::chess::uci::{self, UciMode};

use super::tree::{Score, Tree};
use super::{Book, Opening};

/// A row of a tree.
#[derive(Clone, PartialEq, Debug)]
pub struct Row<'b> {
    /// How many half-moves were played before, on the way that the row tells.
    pub ply: u32,
    /// The moves before it, `1. e4 e5`.
    pub line: String,
    /// What was played.
    pub played: Played<'b>,
    /// How these games went.
    pub score: Score,
    /// How many games went on from the position before it at all.
    pub of: u64,
}

/// What was played.
#[derive(Clone, PartialEq, Debug)]
pub enum Played<'b> {
    /// A move.
    Move {
        /// The move.
        mv: Move,
        /// The move in SAN.
        san: String,
        /// What the position after it is called, if it has a name.
        opening: Option<&'b Opening>,
        /// The line that leads to the same position and below which it goes on, if that is another one.
        transposes_to: Option<String>,
    },
    /// So many moves that were each played in too few games.
    Others(usize),
}

/// A position with all that was played in it, whenever it was reached.
struct Place {
    position: Position,
    /// The moves that are shown, the most played first.
    moves: Vec<Way>,
    /// Moves that are not shown.
    others: (usize, Score),
    /// The shortest way to it.
    home: Option<Home>,
}

/// A move, and the place it leads to.
struct Way {
    mv: Move,
    to: usize,
    score: Score,
}

/// The way to a place: the place before it, which of the moves there, and how many moves it is from the root.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Home {
    from: usize,
    way: usize,
    ply: u32,
}

impl Tree {
    /// Its rows. Moves that were played in fewer than `least` games are counted together.
    ///
    /// A position that several lines lead to goes on below the shortest of them; of those with as few moves, below the
    /// one whose moves were played more.
    #[must_use]
    pub fn rows<'b>(&self, book: &'b Book, least: u64) -> Vec<Row<'b>> {
        let mut walk = Walk { places: self.places(least), book, rows: Vec::new(), depth: self.depth() };
        walk.find_homes();
        walk.descend();
        walk.rows
    }

    /// The positions merged, the root first.
    fn places(&self, least: u64) -> Vec<Place> {
        let mut numbers: HashMap<Packed, usize> = HashMap::from([(self.root(), 0)]);
        let mut played: Vec<HashMap<Move, Score>> = vec![HashMap::new()];
        for node in self.nodes() {
            let number = *numbers.entry(node.position).or_insert(played.len());
            if number == played.len() {
                played.push(HashMap::new());
            }
            for branch in &node.moves {
                played[number].entry(branch.mv).or_default().add(branch.score);
            }
        }
        let mut positions = vec![self.root(); numbers.len()];
        for (position, number) in &numbers {
            positions[*number] = *position;
        }
        let place = |(moves, position): (HashMap<Move, Score>, Packed)| {
            let position = position.unpack();
            let mut others = (0, Score::default());
            let mut shown = Vec::new();
            for (mv, score) in moves {
                if score.games < least {
                    others.0 += 1;
                    others.1.add(score);
                } else {
                    shown.push(Way { mv, to: numbers[&position.after(mv).pack()], score });
                }
            }
            shown.sort_by_cached_key(|way| {
                (std::cmp::Reverse(way.score.games), uci::write(way.mv, UciMode::Chess960).as_str().to_owned())
            });
            Place { position, moves: shown, others, home: None }
        };
        played.into_iter().zip(positions).map(place).collect()
    }
}

/// What is being walked through.
struct Walk<'b> {
    places: Vec<Place>,
    book: &'b Book,
    rows: Vec<Row<'b>>,
    depth: u32,
}

impl Walk<'_> {
    /// Finds the shortest way to each place, by levels.
    fn find_homes(&mut self) {
        let mut level = vec![0];
        for ply in 1..=self.depth {
            let mut next = Vec::new();
            for from in level {
                for way in 0..self.places[from].moves.len() {
                    let to = self.places[from].moves[way].to;
                    if to != 0 && self.places[to].home.is_none() {
                        self.places[to].home = Some(Home { from, way, ply });
                        next.push(to);
                    }
                }
            }
            level = next;
        }
    }

    /// Writes the rows, each move's before those below it.
    fn descend(&mut self) {
        // The places on the way down, and which of their moves is next.
        let mut path = vec![(0, 0)];
        while let Some((place, next)) = path.last_mut() {
            let (from, way) = (*place, *next);
            *next += 1;
            let ply = path.len() as u32 - 1;
            if ply >= self.depth || way >= self.places[from].moves.len() {
                self.rest(from, ply);
                path.pop();
                continue;
            }
            let to = self.places[from].moves[way].to;
            let goes_on = self.places[to].home.is_some_and(|home| (home.from, home.way) == (from, way));
            self.row(from, way, ply, goes_on);
            if goes_on {
                path.push((to, 0));
            }
        }
    }

    fn row(&mut self, from: usize, way: usize, ply: u32, goes_on: bool) {
        let Place { position, moves, .. } = &self.places[from];
        let Way { mv, to, score } = moves[way];
        let played = Played::Move {
            mv,
            san: san::write(position, mv).as_str().to_owned(),
            opening: self.book.at(&self.places[to].position),
            transposes_to: (!goes_on).then(|| self.line(to)),
        };
        let row = Row { ply, line: self.line(from), played, score, of: self.all(from) };
        self.rows.push(row);
    }

    /// The row of the moves that are not shown.
    fn rest(&mut self, from: usize, ply: u32) {
        let (moves, score) = self.places[from].others;
        if moves > 0 && ply < self.depth {
            let row = Row { ply, line: self.line(from), played: Played::Others(moves), score, of: self.all(from) };
            self.rows.push(row);
        }
    }

    /// How many games went on from a place.
    fn all(&self, place: usize) -> u64 {
        let Place { moves, others, .. } = &self.places[place];
        moves.iter().map(|way| way.score.games).sum::<u64>() + others.1.games
    }

    /// The moves to a place, with their numbers.
    fn line(&self, place: usize) -> String {
        let mut ways = Vec::new();
        let mut at = place;
        while let Some(home) = self.places[at].home {
            ways.push((home.from, home.way));
            at = home.from;
        }
        let first = usize::from(self.places[0].position.turn() == Color::Black);
        let words = ways.into_iter().rev().enumerate().map(|(index, (from, way))| {
            let Place { position, moves, .. } = &self.places[from];
            let (half_moves, san) = (first + index, san::write(position, moves[way].mv));
            match (position.turn(), index) {
                (Color::White, _) => format!("{}. {san}", half_moves / 2 + 1),
                (Color::Black, 0) => format!("1... {san}"),
                (Color::Black, _) => san.to_string(),
            }
        });
        words.collect::<Vec<String>>().join(" ")
    }
}
