//! Says whether a move is legal in a position, and if not, why: `why_illegal FEN MOVE`.

use std::env;
use std::error::Error;
use std::io::{self, Write};

use adoube::{MoveError, Position};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [fen, text] = &arguments[..] else { return Err("usage: why_illegal FEN MOVE".into()) };
    let position = Position::from_fen(fen)?;
    let mut out = io::stdout();
    match position.parse_san(text) {
        Ok(mv) => writeln!(out, "legal: {} ({})", position.to_san(mv), position.to_uci(mv))?,
        Err(MoveError::Illegal(reason)) => writeln!(out, "illegal: {reason} (Laws {})", reason.article())?,
        Err(error) => writeln!(out, "not a move: {error}")?,
    }
    Ok(())
}
