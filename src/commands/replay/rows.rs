//! What `adoube replay` does with each game: rows to the output, errors to standard error.

use std::io::{self, Write};

use crate::chess::moves::PlyCount;
use crate::commands::driver::{Chosen, Command, Run};
use crate::commands::saved::Given;
use crate::commands::{Error, ExitStatus};
use crate::game::finding::LocatedFinding;
use crate::game::rules::{Rule, Severity};
use crate::game::values::game_place::GamePlace;
use crate::options::Output;
use crate::report::summary::counted;
use crate::report::{Failure, FindingFormat, Reporter};

use super::Args;
use super::at::At;
use super::fold::{Out, Plan, Replay, Show};

pub(super) struct Rows<'a> {
    args: &'a Args,
    plan: &'a Plan,
    out: Out<'a>,
    /// The number of bytes of the header.
    pub(super) header: u64,
    /// The number of games without any of the selected positions.
    unreached: u64,
    /// The place of the moves of `--moves`, if they continue a game.
    given: Option<Given>,
}

/// The name of the moves on the command line.
pub(super) fn moves_name(args: &Args) -> &'static str {
    if args.uci.is_some() { "<uci>" } else { "<moves>" }
}

pub(super) fn write_header(plan: &Plan, out: &mut Output) -> Result<(), Error> {
    let Show::Rows(format) = &plan.show else { return Ok(()) };
    format.header(out).map_err(|error| Error::of_writing(error, ExitStatus::Clean))
}

impl<'a> Rows<'a> {
    /// Writes the header.
    pub(super) fn begin(args: &'a Args, plan: &'a Plan, given: Option<Given>, out: Out<'a>) -> Result<Self, Error> {
        write_header(plan, out.rows)?;
        let header = out.rows.written();
        Ok(Self { args, plan, out, header, unreached: 0, given })
    }

    /// Reports the errors of a game: in the data if the format has a place for them, otherwise on standard error.
    fn finding(&mut self, mut located: LocatedFinding, file: &str, run: &mut Run) -> io::Result<()> {
        let mut file = file;
        if let Some(Given { offset, lines }) = self.given.filter(|given| located.offset >= given.offset) {
            located.offset -= offset;
            located.place.line -= lines;
            file = moves_name(self.args);
        }
        let finding = &located.finding;
        if finding.severity == Severity::Error || finding.rule == Rule::VariantNotChecked {
            run.add(ExitStatus::Findings);
        }
        let is_data = self.plan.is_jsonl();
        let format = if is_data { FindingFormat::Jsonl } else { FindingFormat::Text(run.diagnostics.paint) };
        let mut text = Vec::new();
        Reporter::begin(format, &mut text)?.finding(file, &located)?;
        run.progress.suspend(|| {
            if is_data {
                return self.out.rows.write_all(&text);
            }
            run.diagnostics.finding(&text);
            Ok(())
        })
    }

    /// Warns of games that end before the selected positions, if that is not usual.
    pub(super) fn report_unreached(&self, selected: u64, run: &Run) {
        let is_search = self.args.at.iter().all(|at| matches!(at, At::One(GamePlace::Fen(_))));
        if self.args.from > 0 && self.unreached > 0 {
            let (short, from) = (counted(self.unreached, "game has", "games have"), self.args.from);
            run.warning(format_args!("--from: {short} fewer than {}, so no moves were written", PlyCount(from.into())));
        }
        let unreached = if self.args.at.is_empty() { 0 } else { self.unreached };
        if unreached > 0 && !is_search {
            run.warning(match selected {
                1 => "--at: the game has no such position".to_owned(),
                selected => format!("--at: {unreached} of {selected} games have no such position"),
            });
        } else if unreached > 0 && unreached == selected {
            let games = if selected == 1 {
                "the game does not reach".to_owned()
            } else {
                format!("none of the {selected} games reaches")
            };
            run.warning(format_args!(
                "--at: {games} this position; castling rights and en passant must match, and missing \
                 FEN fields mean White to move, no castling and no en passant"
            ));
        }
    }
}

impl<'a> Command for Rows<'a> {
    type Fold = Replay<'a>;
    type TextState = ();

    fn fold(&self, name: &str) -> Replay<'a> {
        Replay::new(self.plan, name)
    }

    /// Writes a game or text between games, and reports its errors.
    fn game(&mut self, chosen: Chosen<Replay<'a>>, (): &mut (), run: &mut Run) -> io::Result<()> {
        let Chosen { item, text, number, .. } = &chosen;
        let is_reached = run.progress.suspend(|| text.fold.show(&item.content, *number, &mut self.out))?;
        self.unreached += u64::from(!is_reached);
        item.located.iter().try_for_each(|located| self.finding(chosen.placed(located), &text.name, run))
    }

    fn failure(&mut self, failure: &Failure<'_>) -> io::Result<()> {
        if !self.plan.is_jsonl() {
            return Ok(());
        }
        let mut text = Vec::new();
        Reporter::begin(FindingFormat::Jsonl, &mut text)?.failure(failure)?;
        self.out.rows.write_all(&text)
    }
}
