//! Lists the draws that players could have claimed in the games of a PGN file: `claims games.pgn`.

use std::error::Error;
use std::io::{self, Write};
use std::{env, fs};

use adoube::{ClaimBasis, ClaimGround, PgnGames};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("usage: claims FILE")?;
    let bytes = fs::read(&path)?;
    let mut out = io::stdout().lock();
    for game in PgnGames::new(&bytes) {
        let history = game.history();
        for claim in history.claims() {
            let ground = match claim.ground {
                ClaimGround::Threefold => "threefold repetition",
                ClaimGround::Fifty => "fifty moves",
                _ => continue,
            };
            let position = history.position_at(claim.from);
            let (number, color) = (position.fullmove_number(), position.turn());
            write!(out, "game {}, move {number}: {color} can claim a draw by {ground}", game.number())?;
            match (claim.basis, claim.moves.first()) {
                (ClaimBasis::Intended, Some(&mv)) => writeln!(out, ", announcing {}", position.to_san(mv))?,
                _ => writeln!(out)?,
            }
        }
    }
    Ok(())
}
