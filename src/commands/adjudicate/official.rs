//! `--official`: the games of the inputs against the official list of an event.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::archive::official::{BoardVerdict, ListedPlayer, OfficialPairing, RecordedGame, compare, read_list};
use crate::commands::driver::{Chosen, Command, Driver, Fold, Run, Text};
use crate::commands::error::Refused;
use crate::commands::{Error, ExitStatus, outputs};
use crate::game::replay::{Game, Validity, read_game};
use crate::game::rules::RuleSet;
use crate::game::verdict::ruling::{RulingQuestion, rule_on_game};
use crate::input::{Inputs, MAX_FILE_LEN, Meter, read_bounded};
use crate::laws::verdict::{Certainty, Decision};
use crate::pgn::lex::Outcome;
use crate::pgn::place::{Locator, Span};
use crate::pipeline::ChunkText;
use crate::report::official::{summary, write_pairings};
use crate::stats::standings::event::{MAX_PAIRINGS, Pairing};
use crate::stats::standings::result::{PairingScore, ScoreKind};

use super::adjudication::VerdictRequest;
use super::{Args, driver_args};

/// Compares the games of the inputs with the list.
pub(super) fn run(args: &Args, list: &Path) -> Result<ExitStatus, Error> {
    let VerdictRequest::Verdict(question) = args.request()? else { return Ok(ExitStatus::Failed) };
    let session = args.session();
    let inputs = session.open_inputs()?;
    session.check_outputs(Some(&inputs), None, [list])?;
    let pairings = open_list(args, list)?;
    let mut driver = Driver::new(
        Collection { question: &question, rules: args.selection.rules(), games: Vec::new() },
        driver_args(args),
    );
    driver.read(&inputs)?;
    driver.end()?;
    let Driver { command: Collection { games, .. }, mut run, selector, .. } = driver;
    selector.report_missed(&mut run);
    selector.report_unmatched(&run);
    if run.status == ExitStatus::Failed && games.is_empty() {
        return Ok(run.status);
    }
    let compared = compare(&pairings, &games).map_err(|error| Error::Usage(format!("--official: {error}")))?;
    if compared.iter().any(|pairing| !pairing.differences.is_empty()) {
        run.add(ExitStatus::Findings);
    }
    let writing = |error| Error::of_writing(error, run.status);
    let mut output = session.open_output()?;
    write_pairings(&compared, args.all, args.report_format(), &mut output).map_err(writing)?;
    outputs::finish(output, run.status, &args.run.diagnostics.diagnostics())?;
    run.diagnostics.result(&summary(&compared));
    Ok(run.status)
}

/// Reads the list, which may be compressed.
fn open_list(args: &Args, path: &Path) -> Result<Vec<OfficialPairing>, Error> {
    let named = |error: &dyn std::fmt::Display| Error::Usage(format!("--official: {}: {error}", path.display()));
    let inputs = Inputs::new(&[path.as_os_str().to_owned()], None)?;
    let mut texts = inputs.texts(args.inputs.open_options(Meter::default()));
    let Some(text) = texts.next() else { return Err(named(&"it has no text")) };
    let bytes = read_bounded(text?.content.into_read(), MAX_FILE_LEN).map_err(|error| named(&error))?;
    read_list(&bytes).map_err(|error| named(&error))
}

/// Collects games, as far as the comparison needs them.
struct Collection<'a> {
    question: &'a RulingQuestion,
    /// The rules that the condition needs.
    rules: RuleSet,
    games: Vec<RecordedGame>,
}

impl<'a> Command for Collection<'a> {
    type Fold = Recording<'a>;
    type TextState = ();

    const NUMBERS_TEXT_BETWEEN_GAMES: bool = false;

    fn fold(&self, name: &str) -> Recording<'a> {
        Recording { question: self.question, rules: self.rules, name: name.into() }
    }

    fn takes_positions(&mut self, text: &Text<Recording<'a>>, run: &mut Run) -> io::Result<bool> {
        run.failed_at(&text.name, None, "not read, because it has positions, and --official compares games");
        Ok(false)
    }

    fn game(&mut self, chosen: Chosen<Recording<'a>>, (): &mut (), _: &mut Run) -> io::Result<()> {
        let Chosen { item, number, corner, .. } = chosen;
        if self.games.len() as u64 == MAX_PAIRINGS {
            let message =
                format!("more than {MAX_PAIRINGS} games are too many for an event; choose its games with --where");
            return Err(Refused(message).into());
        }
        self.games.push(RecordedGame { number, line: item.line + corner.lines, ..*item });
        Ok(())
    }
}

/// Reads games and rules on them.
struct Recording<'a> {
    question: &'a RulingQuestion,
    rules: RuleSet,
    name: Arc<str>,
}

impl Fold for Recording<'_> {
    type Item = Box<RecordedGame>;
    type Sum = ();

    fn read(&self, bytes: &[u8], start: usize) -> Game {
        read_game(bytes, start, self.rules)
    }

    /// The game, with the offset of its first line in place of the line.
    fn game(&self, game: &mut Game, bytes: &ChunkText<'_>, span: Span) -> Option<Box<RecordedGame>> {
        if game.status == Validity::NoGame {
            return None;
        }
        let Pairing { white, black, round, .. } = Pairing::of_game(game, bytes);
        let player = |name: Box<str>, tag: &str| {
            let fide_id = game.tags.text(tag, bytes).and_then(|text| text.trim().parse().ok()).unwrap_or(0);
            ListedPlayer { name, fide_id }
        };
        let tag = game.tags.text("Result", bytes).and_then(|text| PairingScore::parse(&text));
        let lead = bytes[span.clone()].len() - bytes[span.clone()].trim_ascii_start().len();
        Some(Box::new(RecordedGame {
            file: Arc::clone(&self.name),
            number: 0,
            line: (span.start + lead) as u64,
            round,
            players: [player(white.name, "WhiteFideId"), player(black.name, "BlackFideId")],
            tag: tag.filter(|score| score.kind != ScoreKind::Open),
            marker: game.outcome.filter(|outcome| *outcome != Outcome::Unknown),
            board: self.board(game, bytes),
            has_moves: game.plies() >= 2,
        }))
    }

    fn place<'t>(items: impl Iterator<Item = &'t mut Box<RecordedGame>>, bytes: &[u8]) {
        let mut locator = Locator::new(bytes);
        for game in items {
            game.line = locator.place(game.line as usize).line;
        }
    }
}

impl Recording<'_> {
    /// The result that the board proves.
    fn board(&self, game: &Game, bytes: &[u8]) -> Option<BoardVerdict> {
        let ruling = rule_on_game(game, bytes, self.question).into_iter().next()?;
        let verdict = ruling.verdict;
        let winner = match verdict.decision {
            _ if verdict.certainty != Certainty::Proved => return None,
            Decision::Win(color) => Some(color),
            Decision::Draw => None,
            _ => return None,
        };
        Some(BoardVerdict { winner, reason: verdict.reason })
    }
}
