//! `adoube replay`: moves, positions, boards, and pictures of games.

mod args;
mod boards;
mod fold;
#[cfg(feature = "pictures")]
mod pictures;
#[cfg(feature = "viewer")]
mod viewer;

use std::{io, mem};

use crate::chess::moves::PlyCount;
use crate::chess::position::Position;
use crate::chess::setup::{Refusal, ignored_rights};
use crate::chess::{fen, uci};
use crate::commands::driver::{Chosen, Command, Cursor, Driver, DriverArgs, Run};
#[cfg(feature = "pictures")]
use crate::commands::outputs::ReadFiles;
use crate::commands::partial::PartEnd;
use crate::commands::ply_selection::PlySelection;
use crate::commands::saved::{Given, Saved, find_saved};
use crate::commands::{Error, ExitStatus, failure};
use crate::game::facts::PieceLetters;
use crate::game::finding::tally::digits;
use crate::game::finding::{Finding, ReportedFinding};
use crate::game::record::plies::PlyOptions;
use crate::game::replay::ReplayOptions;
use crate::game::rules::{Rule, Severity};
use crate::game::values::game_place::GamePlace;
use crate::input::{InputError, Inputs};
use crate::options::{InputFormat, Output};
use crate::report::terminal::numbers::counted;
use crate::report::{FindingFormat, Reporter};

use boards::{draw, unplayable};
use fold::{Content, GameResult, Out, Plan, Replay, RowOutput, Show, rules};
#[cfg(feature = "pictures")]
use pictures::Gallery;

pub use args::{Args, FieldsArg, OutputKind};
pub use boards::{At, BoardArg, BoardArgs};
#[cfg(feature = "pictures")]
pub use pictures::{Delay, PictureArgs, ThemeArg};

/// How many bytes of text a thread works on at a time: the rows of a game are many times as long as its text.
const CHUNK_BYTES: usize = 64 << 10;

/// The same for pictures: a game or two.
const CHUNK_BYTES_OF_PICTURES: usize = 1 << 10;

/// About how many games two threads have in progress if they draw them.
#[cfg(feature = "pictures")]
const FEW_GAMES: u64 = 10;

/// Replays the inputs and writes the output.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    #[cfg(feature = "viewer")]
    if args.interactive {
        return viewer::run(args);
    }
    args.check_pictures()?;
    args.partial.check_format(args.format.of_one_document()).map_err(Error::Usage)?;
    if args.partial.merge {
        return merge(args);
    }
    if let Some(setup) = unplayable(args) {
        return draw(setup, args);
    }
    args.check_moves()?;
    #[cfg(feature = "pictures")]
    if let Some(gallery) = Gallery::of(args)? {
        return draw_games(args, plan(args)?, gallery);
    }
    let plan = plan(args)?;
    let inputs = open_inputs(args)?;
    let session = args.session();
    let mut output = session.open_output()?;
    let out = Out {
        rows: begin(args, &plan, &mut output)?,
        #[cfg(feature = "pictures")]
        gallery: None,
    };
    let (status, part) = replay(args, &plan, inputs.as_ref(), out)?;
    session.finish(output, status, false, || (args.signature(), part))?;
    Ok(status)
}

/// Combines output in parts.
fn merge(args: &Args) -> Result<ExitStatus, Error> {
    let plan = plan(args)?;
    let whole = args.session().merge(&args.signature(), |_, output| {
        begin(args, &plan, output)?;
        Ok(Vec::new())
    })?;
    Ok(whole.status.min(ExitStatus::GameErrors))
}

/// Replays the inputs and draws pictures.
#[cfg(feature = "pictures")]
fn draw_games(args: &Args, mut plan: Plan, mut gallery: Gallery) -> Result<ExitStatus, Error> {
    // Of the first few games, each is drawn when it is taken: ahead, all those near them would be drawn, too.
    let are_few = args.selection.head.is_some_and(|head| head <= FEW_GAMES);
    if let Show::Album { drawing, .. } = &mut plan.show
        && !are_few
    {
        *drawing = gallery.drawing();
    }
    let inputs = open_inputs(args)?;
    gallery.protect(|| ReadFiles::new(inputs.as_ref(), args.inputs.list()));
    let mut output = gallery.open(args)?;
    let out = Out { rows: begin(args, &plan, &mut output)?, gallery: Some(&mut gallery) };
    let (status, _) = replay(args, &plan, inputs.as_ref(), out)?;
    gallery.finish(output, status, &args.run.diagnostics.diagnostics())
}

/// Opens the inputs, if the arguments need any. No output may be one of them.
fn open_inputs(args: &Args) -> Result<Option<Inputs>, Error> {
    let is_alone = (args.moves.is_some() || args.uci.is_some() || args.fen.is_some()) && !args.plays_on();
    let session = args.session();
    let inputs = (!is_alone).then(|| session.open_inputs()).transpose()?;
    session.check_outputs(inputs.as_ref(), None, None)?;
    Ok(inputs)
}

/// Replays the inputs, or the moves or the position of the arguments.
fn replay(args: &Args, plan: &Plan, inputs: Option<&Inputs>, out: Out<'_>) -> Result<(ExitStatus, PartEnd), Error> {
    let moves = args.moves.as_deref().or(args.uci.as_deref());
    let saved = match (inputs, moves) {
        (Some(inputs), Some(moves)) => Some(find_saved(moves, inputs, driver_args(args))?),
        _ => None,
    };
    let given = saved.as_ref().map(|saved| saved.given);
    let mut driver = Driver::new(Rows::new(args, plan, given, out), driver_args(args));
    if !plan.ignored_rights.is_empty() {
        driver.run.report(ExitStatus::Findings, format_args!("--fen: {}", ignored_rights(&plan.ignored_rights)));
    }
    match (inputs, moves) {
        (_, Some(moves)) => play(moves, saved.as_ref(), args, &mut driver)?,
        (Some(inputs), None) => driver.read(inputs)?,
        (None, None) => show_start(plan, &mut driver)?,
    }
    finish(driver)
}

fn plan(args: &Args) -> Result<Plan, Error> {
    let show = args.show()?;
    let (start, ignored_rights) = args.fen.as_deref().map(read_start).transpose()?.unzip();
    let alphabet = match args.lang {
        PieceLetters::Of(alphabet) if args.moves.is_some() && !args.plays_on() => Some(alphabet),
        _ => None,
    };
    let variations = args.wants_variations();
    let rules = rules() | args.selection.rules() | args.plies.rules();
    let options = ReplayOptions { rules, variations, start, alphabet, ..ReplayOptions::default() };
    let (ply_options, needs_next) = match &show {
        Show::Rows(format) => (format.options(), format.needs_next()),
        #[cfg(feature = "parquet")]
        Show::Columns(columns) => (columns.options(), false),
        _ => (PlyOptions::default(), false),
    };
    let ply_options = PlyOptions { variations, ..ply_options };
    let selection = PlySelection::new(&args.plies, args.selection.seed, ply_options, needs_next);
    args.check_selection(&selection)?;
    let is_picky = args.selection.game.is_some() || args.selection.sample.is_some();
    Ok(Plan {
        options,
        ignored_rights: ignored_rights.unwrap_or_default(),
        at: args.at.clone(),
        default_places: args.default_places(),
        selection,
        fen_style: args.ep.into(),
        show,
        is_picky,
        keeps_text_between_games: args.selection.condition.is_none() && args.selection.sample.is_none(),
    })
}

/// The position of `--fen` without impossible rights, and why they were dropped.
fn read_start(text: &str) -> Result<(Position, Vec<Refusal>), Error> {
    let reading = fen::parse(text.as_bytes()).map_err(|error| Error::Usage(format!("--fen: {error}")))?;
    reading.setup.playable_position().map_err(|reasons| {
        let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
        Error::Usage(format!("--fen: cannot play from this position: {}", reasons.join("; ")))
    })
}

fn driver_args(args: &Args) -> DriverArgs<'_> {
    DriverArgs {
        chunk_bytes: Some(if args.what.is_picture() { CHUNK_BYTES_OF_PICTURES } else { CHUNK_BYTES }),
        has_digest: args.partial.partial.is_some() || args.run.diagnostics.verbose,
        ..DriverArgs::new(&args.inputs, &args.selection, &args.run)
    }
}

/// Replays the game that was given on the command line, or a saved game with these moves.
fn play(moves: &str, saved: Option<&Saved>, args: &Args, driver: &mut Driver<'_, Rows<'_>>) -> Result<(), Error> {
    if args.uci.is_some()
        && let Some(word) = moves.split_whitespace().find(|word| uci::parse(word.as_bytes()).is_none())
    {
        return Err(Error::Usage(format!("--uci: `{word}` is not a UCI move, such as e2e4 or e7e8q")));
    }
    let name = saved.map_or(moves_name(args), |saved| saved.name.as_str());
    let mut cursor = Cursor::new(&driver.command, name, InputFormat::Pgn);
    cursor.games = saved.map_or(0, |saved| saved.number - 1);
    let part = match saved {
        Some(saved) => cursor.games_in(&saved.text),
        None => cursor.games_in(&Saved::alone(Vec::new(), moves)?.text),
    };
    if let Some(note) = saved.and_then(|saved| saved.note.as_ref()) {
        driver.run.warning(note);
    }
    driver.part(0, part, &mut cursor).map(drop).map_err(|error| driver.run.writing(error))
}

/// Shows the position of `--fen`.
fn show_start(plan: &Plan, driver: &mut Driver<'_, Rows<'_>>) -> Result<(), Error> {
    let Some(start) = &plan.options.start else { return Ok(()) };
    let cursor = Cursor::new(&driver.command, "<fen>", InputFormat::Fen);
    let content = cursor.fold().content_of(&start.clone().into(), start.clone());
    let item = GameResult { is_game: false, located: Vec::new(), content };
    driver.selector.add_selected(1);
    let written = driver.command.game(cursor.chosen(item, 0), &mut (), &mut driver.run);
    written.map_err(|error| driver.run.writing(error))
}

/// Writes the games of the sample, and the messages at the end.
fn finish(mut driver: Driver<'_, Rows<'_>>) -> Result<(ExitStatus, PartEnd), Error> {
    driver.end()?;
    let Driver { command, mut run, selector, covers, .. } = driver;
    selector.report_missed(&mut run);
    selector.report_unmatched(&run);
    run.check_any_games(&covers);
    command.report_faulty(selector.selected(), &run);
    command.report_unreached(selector.selected(), &run);
    command.out.rows.end().map_err(|error| Error::of_writing(error, run.status))?;
    Ok((run.status, PartEnd { header: command.header, covers, ..PartEnd::default() }))
}

// What `adoube replay` does with each game: rows to the output, errors to standard error.

struct Rows<'a> {
    args: &'a Args,
    plan: &'a Plan,
    out: Out<'a>,
    header: u64,
    /// The number of games without any of the selected positions.
    unreached: u64,
    /// The number of games with errors.
    faulty: u64,
    /// The place of the moves of `--moves`, if they continue a game.
    given: Option<Given>,
}

/// Whether a finding ends the moves that are shown, or is another error.
fn cuts(finding: &Finding) -> bool {
    finding.severity == Severity::Error || finding.rule == Rule::VariantNotChecked
}

/// The name of the moves on the command line.
fn moves_name(args: &Args) -> &'static str {
    if args.uci.is_some() { "<uci>" } else { "<moves>" }
}

/// Begins the output.
fn begin<'o>(args: &Args, plan: &Plan, output: &'o mut Output) -> Result<RowOutput<'o>, Error> {
    #[cfg(feature = "python")]
    if let Some(sink) = &args.run.output.rows {
        return Ok(RowOutput::Batches(sink.clone()));
    }
    let begun = RowOutput::begin(plan, output, args.run.threads.count());
    begun.map_err(|error| Error::of_writing(error, ExitStatus::Clean))
}

impl<'a> Rows<'a> {
    /// The header is written.
    fn new(args: &'a Args, plan: &'a Plan, given: Option<Given>, out: Out<'a>) -> Self {
        let header = out.rows.written();
        Self { args, plan, out, header, unreached: 0, faulty: 0, given }
    }

    /// Reports a finding: in the data if the format has a place for it, otherwise on standard error.
    fn finding(&mut self, mut located: ReportedFinding, file: &str, run: &Run) -> io::Result<()> {
        let mut file = file;
        if let Some(Given { offset, lines }) = self.given.filter(|given| located.offset >= given.offset) {
            located.offset -= offset;
            located.place.line -= lines;
            file = moves_name(self.args);
        }
        let is_data = self.plan.is_jsonl();
        let format = if is_data { FindingFormat::Jsonl } else { FindingFormat::Text(run.diagnostics.paint) };
        let mut text = Vec::new();
        Reporter::begin(format, &mut text)?.finding(file, &located)?;
        run.progress.suspend(|| {
            if is_data {
                return self.out.rows.text(&text);
            }
            run.diagnostics.finding(&text);
            Ok(())
        })
    }

    /// Says how many games have errors, which are reported one by one.
    fn report_faulty(&self, selected: u64, run: &Run) {
        let faulty = self.faulty;
        if faulty > 0 && selected > 1 {
            let games = counted(faulty, "game has errors", "games have errors");
            run.warning(format_args!("{games}, of {}; their moves end where they cannot be played", digits(selected)));
        }
    }

    /// Warns of games that end before the selected positions, if that is not usual.
    fn report_unreached(&self, selected: u64, run: &Run) {
        let is_search = self.args.at.iter().all(|at| matches!(at, At::One(GamePlace::Fen(_))));
        if self.args.from > 0 && self.unreached > 0 {
            let (short, from) = (counted(self.unreached, "game has", "games have"), self.args.from);
            run.warning(format_args!("--from: {short} fewer than {}, so no moves were written", PlyCount(from.into())));
        }
        if self.plan.selection.chooses() {
            if self.unreached == selected && selected > 0 {
                let games = counted(selected, "game", "games");
                run.warning(format_args!("--plies: no ply of the {games} is selected"));
            }
            return;
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

    const STATUS_WITHOUT_GAMES: ExitStatus = ExitStatus::GameErrors;

    fn fold(&self, name: &str) -> Replay<'a> {
        Replay::new(self.plan, name)
    }

    /// Writes a game or text between games, and reports its errors.
    fn game(&mut self, mut chosen: Chosen<Replay<'a>>, (): &mut (), run: &mut Run) -> io::Result<()> {
        let content = mem::replace(&mut chosen.item.content, Content::nothing());
        let Chosen { item, text, number, .. } = &chosen;
        let is_reached = run.progress.suspend(|| text.fold.show(content, *number, &mut self.out))?;
        self.unreached += u64::from(!is_reached);
        if item.located.iter().any(|located| cuts(&located.finding)) {
            self.faulty += 1;
            let is_record = item.is_game && self.args.moves.is_none() && self.args.uci.is_none();
            run.add(if is_record { ExitStatus::GameErrors } else { ExitStatus::Findings });
        }
        item.located.iter().try_for_each(|located| self.finding(chosen.placed(located), &text.name, run))
    }

    fn failed(&mut self, error: &InputError, run: &mut Run) -> io::Result<()> {
        run.failed(error);
        if !self.plan.is_jsonl() {
            return Ok(());
        }
        let mut text = Vec::new();
        Reporter::begin(FindingFormat::Jsonl, &mut text)?.failure(&failure(error))?;
        self.out.rows.text(&text)
    }
}
