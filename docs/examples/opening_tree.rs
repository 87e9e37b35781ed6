//! Prints the most frequent first moves of the games of a PGN file, with White's score: `opening_tree games.pgn`.
//!
//! Positions are merged by their keys, so a transposition counts where it arrives.

use std::collections::HashMap;
use std::error::Error;
use std::io::{self, Write};
use std::{env, fs};

use adoube::{Move, Outcome, PgnGames, Position, RuleSet};

/// The depth of the tree in plies.
const DEPTH: usize = 4;
/// The number of moves printed for each position.
const BRANCHES: usize = 2;

/// The games in which a move was played, and White's points in halves.
#[derive(Default)]
struct Count {
    games: u32,
    half_points: u32,
}

/// The moves played in each position, by its key.
type Tree = HashMap<u64, HashMap<Move, Count>>;

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("usage: opening_tree FILE")?;
    let bytes = fs::read(&path)?;
    let mut tree = Tree::new();
    for game in PgnGames::new(&bytes).with_rules(RuleSet::EMPTY) {
        let half_points = match game.result() {
            Some(Outcome::WhiteWins) => 2,
            Some(Outcome::Draw) => 1,
            Some(Outcome::BlackWins) => 0,
            _ => continue,
        };
        let mut position = game.start().clone();
        for mv in game.moves().take(DEPTH).take_while(|mv| *mv != Move::NULL) {
            let count = tree.entry(position.key()).or_default().entry(mv).or_default();
            count.games += 1;
            count.half_points += half_points;
            position.play(mv)?;
        }
    }
    print(&mut io::stdout().lock(), &tree, &Position::initial(), 0)?;
    Ok(())
}

fn print(out: &mut impl Write, tree: &Tree, position: &Position, depth: usize) -> io::Result<()> {
    let Some(moves) = tree.get(&position.key()).filter(|_| depth < DEPTH) else { return Ok(()) };
    let mut moves: Vec<(String, Move, &Count)> =
        moves.iter().map(|(&mv, count)| (position.to_san(mv).to_string(), mv, count)).collect();
    moves.sort_by(|(a_san, _, a), (b_san, _, b)| b.games.cmp(&a.games).then_with(|| a_san.cmp(b_san)));
    for (san, mv, Count { games, half_points }) in moves.into_iter().take(BRANCHES) {
        writeln!(out, "{:indent$}{san} {games} ({}%)", "", half_points * 50 / games, indent = 2 * depth)?;
        // The move was legal when it was counted.
        print(out, tree, &position.after_unchecked(mv), depth + 1)?;
    }
    Ok(())
}
