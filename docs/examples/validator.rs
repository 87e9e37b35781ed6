//! Prints what is wrong with PGN games, with line and column: `validator games.pgn`, or `validator` for standard input, of
//! any size.

use std::env;
use std::error::Error;
use std::fs::File;
use std::io::{self, Read, Write};

use adoube::PgnReader;

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1);
    let source: Box<dyn Read> = match &path {
        Some(path) => Box::new(File::open(path)?),
        None => Box::new(io::stdin()),
    };
    let name = path.as_deref().unwrap_or("-");
    let mut games = PgnReader::new(source);
    let mut out = io::stdout().lock();
    while let Some(game) = games.next_game()? {
        for located in game.findings() {
            let (place, finding) = (located.place, &located.finding);
            let (severity, rule, message) = (finding.severity, finding.rule, finding.message());
            writeln!(out, "{name}:{place}: {severity}[{rule}]: {message}")?;
        }
    }
    Ok(())
}
