//! Prints what is wrong with the games of a PGN file, with line and column: `validator games.pgn`.

use std::error::Error;
use std::io::{self, Write};
use std::{env, fs};

use adoube::PgnGames;

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("usage: validator FILE")?;
    let bytes = fs::read(&path)?;
    let mut out = io::stdout().lock();
    for game in PgnGames::new(&bytes) {
        for located in game.findings() {
            let (place, finding) = (located.place, &located.finding);
            let (severity, rule, message) = (finding.severity, finding.rule, finding.message());
            writeln!(out, "{path}:{}:{}: {severity}[{rule}]: {message}", place.line, place.column)?;
        }
    }
    Ok(())
}
