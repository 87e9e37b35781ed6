//! Rules on a position after an event, under some rule sets: `arbiter FEN flag:white`.

use std::env;
use std::error::Error;
use std::io::{self, Write};

use adoube::{Edition, Question, Setup};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [fen, event] = &arguments[..] else { return Err("usage: arbiter FEN EVENT".into()) };
    let setup: Setup = fen.parse()?;
    let question = Question::new().with_event(event.parse()?);
    let mut out = io::stdout();
    for edition in [Edition::default(), Edition::Uscf, Edition::Chesscom] {
        let ruling = setup.rule(&question.clone().with_edition(edition));
        write!(out, "{edition}: {} ({}", ruling.verdict.decision, ruling.verdict.reason)?;
        match ruling.verdict.article {
            Some(article) => writeln!(out, ", {})", article.number)?,
            None => writeln!(out, ")")?,
        }
        if let Some(penalty) = ruling.penalty {
            writeln!(out, "  {} gets {} minutes more", penalty.to, penalty.minutes)?;
        }
    }
    Ok(())
}
