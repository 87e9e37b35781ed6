//! The run of `adoube replay`: inputs through the pipeline, rows to the output.

use std::io::{self, BufReader, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;

use crate::chess::position::Position;
use crate::chess::uci;
use crate::chess::{epd, fen};
use crate::commands::driver::{Corner, Extent, locate, place_all};
use crate::commands::driver::{DriverArgs, Reading, no_games};
use crate::commands::driver::{read_line, without_mark};
use crate::commands::saved::{Given, Saved, find_saved};
use crate::commands::{Error, ExitStatus, failure, outputs, pipeline_of};
use crate::game::finding::LocatedFinding;
use crate::game::record::plies::PlyOptions;
use crate::game::replay::position_text::{PositionFormat, read_position};
use crate::game::replay::{ReplayOptions, Validity};
use crate::game::rules::{Rule, RuleSet, Severity};
use crate::game::values::game_place::GamePlace;
use crate::input::{Content, InputError, Inputs, Meter, Opened};
use crate::options::{InputFormat, Match, Matches, Sample, SelectionArgs};
use crate::pgn::text::decode;
use crate::pipeline::Pipeline;
use crate::progress::Progress;
use crate::report::plies::PieceLetters;
use crate::report::summary::counted;
use crate::report::{Diagnostics, FindingFormat, Reporter};

use super::Args;
use super::at::At;
use super::fold::{GameResult, Part, Plan, Replay, Show, rules};
use super::pictures::{Gallery, Out, draw, unplayable};
use super::viewer;

/// How many bytes of text a thread works on at a time: the rows of a game are many times as long as its text.
const CHUNK_BYTES: usize = 64 << 10;

/// Replays the inputs and writes the output.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    if args.interactive {
        return viewer::run(args);
    }
    if let Some(setup) = unplayable(args) {
        return draw(setup, args);
    }
    args.check_moves()?;
    let mut plan = plan(args)?;
    // The game to continue is selected before the moves are added, because they can change the result of a condition.
    let everything = SelectionArgs::default();
    if args.plays_on() {
        plan.selection = &everything;
    }
    let mut gallery = Gallery::of(args)?;
    let is_alone = (args.moves.is_some() || args.uci.is_some() || args.fen.is_some()) && !args.plays_on();
    let inputs = if is_alone { None } else { Some(args.inputs.open()?) };
    args.inputs.announce(inputs.is_some(), args.diagnostics.diagnostics());
    let list = args.inputs.files_from.as_deref().map(Path::new);
    outputs::check(args.output.output.as_deref(), inputs.as_ref(), list)?;
    let mut output = match &gallery {
        Some(gallery) => gallery.open(args)?,
        None => args.output.open()?,
    };
    let out = Out { rows: &mut output, gallery: gallery.as_mut() };
    let status = match &inputs {
        Some(inputs) if args.plays_on() => {
            let saved = saved(inputs, args)?;
            alone(&plan, args, Some(&saved), out)?
        }
        Some(inputs) => all(inputs, &plan, args, out)?,
        None => alone(&plan, args, None, out)?,
    };
    if let Some(gallery) = gallery {
        return gallery.finish(output, status, args.diagnostics.diagnostics());
    }
    output.commit().map_err(|error| Error::of_writing(error, status))?;
    Ok(status)
}

/// The settings from the arguments.
fn plan(args: &Args) -> Result<Plan<'_>, Error> {
    let show = args.show()?;
    let start = match &args.fen {
        Some(text) => Some(read_start(text)?),
        None => None,
    };
    let alphabet = match args.lang {
        PieceLetters::Of(alphabet) if args.moves.is_some() && !args.plays_on() => Some(alphabet),
        _ => None,
    };
    let variations = args.wants_variations();
    let reported = rules(variations);
    let needs_errors = matches!(&show, Show::Rows(format) if format.needs_errors());
    let errors = if needs_errors { RuleSet::at_least(Severity::Error) } else { args.selection.rules() };
    let options = ReplayOptions { rules: reported | errors, variations, start, alphabet, ..ReplayOptions::default() };
    let mut ply_options = match &show {
        Show::Rows(format) => format.options(),
        Show::Pgn(_) | Show::Album(_) => PlyOptions::default(),
    };
    ply_options.variations = variations;
    let is_picky = args.selection.game.is_some() || args.selection.sample.is_some();
    Ok(Plan {
        selection: &args.selection,
        options,
        reported,
        at: args.at.clone(),
        default_places: args.default_places(),
        ply_options,
        show,
        is_picky,
    })
}

/// The position of `--fen`.
fn read_start(text: &str) -> Result<Position, Error> {
    let reading = fen::parse(text.as_bytes()).map_err(|error| Error::Usage(format!("--fen: {error}")))?;
    reading.setup.position_ignoring_reachability().map_err(|reasons| {
        let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
        Error::Usage(format!("--fen: cannot play from this position: {}", reasons.join("; ")))
    })
}

fn driver_args(args: &Args) -> DriverArgs<'_> {
    DriverArgs {
        inputs: &args.inputs,
        selection: &args.selection,
        diagnostics: args.diagnostics,
        threads: args.threads,
        chunk_bytes: Some(CHUNK_BYTES),
    }
}

/// The game that is played on.
fn saved(inputs: &Inputs, args: &Args) -> Result<Saved, Error> {
    let moves = args.moves.as_deref().or(args.uci.as_deref()).unwrap_or_default();
    find_saved(moves, inputs, driver_args(args))
}

/// Shows a game or a position that was given on the command line, or a saved game with moves from there.
fn alone(plan: &Plan<'_>, args: &Args, saved: Option<&Saved>, out: Out<'_>) -> Result<ExitStatus, Error> {
    let mut run = Run::begin(args, plan, Progress::hidden(), out)?;
    let name = if let Some(saved) = saved {
        &saved.name
    } else if args.uci.is_some() {
        "<uci>"
    } else if args.moves.is_some() {
        "<moves>"
    } else {
        "<fen>"
    };
    let mut cursor = Cursor::new(plan, name);
    cursor.games = saved.map_or(0, |saved| saved.number - 1);
    let written = match (args.moves.as_ref().or(args.uci.as_ref()), &plan.options.start) {
        (Some(moves), _) => {
            if args.uci.is_some()
                && let Some(word) = moves.split_whitespace().find(|word| uci::parse(word.as_bytes()).is_none())
            {
                return Err(Error::Usage(format!("--uci: `{word}` is not a UCI move, such as e2e4 or e7e8q")));
            }
            // The termination marker shows that nothing was cut off.
            let part = match saved {
                Some(saved) => {
                    run.given = Some(saved.given(moves));
                    cursor.work.part(&saved.text)
                }
                None => cursor.work.part(format!("{moves} *\n").as_bytes()),
            };
            run.part(0, part, &mut cursor).map(|_| ())
        }
        (None, Some(start)) => {
            let content = cursor.work.position(start.clone(), None);
            run.game(
                GameResult { validity: Validity::Valid, matched: Match::SELECTED, located: Vec::new(), content },
                0,
                &mut cursor,
            )
        }
        (None, None) => Ok(()),
    };
    written.map_err(|error| Error::of_writing(error, run.status))?;
    run.finish()
}

fn all(inputs: &Inputs, plan: &Plan<'_>, args: &Args, out: Out<'_>) -> Result<ExitStatus, Error> {
    let meter = Meter::default();
    let progress = args.diagnostics.bar(inputs.total_bytes());
    let pipeline = pipeline_of(args.threads, &meter, &progress, CHUNK_BYTES);
    let mut run = Run::begin(args, plan, progress, out)?;
    run.all(inputs, args.inputs.open_options(meter), &pipeline)?;
    run.finish()
}

/// The state of the run.
struct Run<'a> {
    args: &'a Args,
    plan: &'a Plan<'a>,
    out: Out<'a>,
    progress: Progress,
    diagnostics: Diagnostics,
    /// The number of games that match the condition.
    games: u64,
    /// The results of the condition for all games.
    matches: Matches,
    /// The number of games that were written.
    selected: u64,
    /// The number of games without any of the selected positions.
    unreached: u64,
    /// The games of a sample.
    sample: Option<Sample<Chosen<'a>>>,
    /// The place of the moves of `--moves`, if they continue a game.
    given: Option<Given>,
    status: ExitStatus,
}

/// The start of the next chunk in a text.
struct Cursor<'a> {
    name: Rc<str>,
    work: Rc<Replay<'a>>,
    games: u64,
    corner: Corner,
    /// Whether the text could not be read to its end.
    is_cut: bool,
}

/// A game of a sample, and its place.
struct Chosen<'a> {
    result: GameResult,
    /// The start of its chunk in the text, and its number.
    offset: u64,
    number: u64,
    corner: Corner,
    work: Rc<Replay<'a>>,
    name: Rc<str>,
}

impl<'a> Cursor<'a> {
    fn new(plan: &'a Plan<'a>, name: &str) -> Self {
        Self {
            name: name.into(),
            work: Rc::new(Replay::new(plan, name)),
            games: 0,
            corner: Corner::default(),
            is_cut: false,
        }
    }
}

impl<'a> Run<'a> {
    fn begin(args: &'a Args, plan: &'a Plan<'a>, progress: Progress, out: Out<'a>) -> Result<Self, Error> {
        if let Show::Rows(format) = &plan.show {
            format.header(out.rows).map_err(|error| Error::of_writing(error, ExitStatus::Clean))?;
        }
        let (diagnostics, sample) = (args.diagnostics.diagnostics(), args.selection.new_sample());
        let status = ExitStatus::Clean;
        let matches = Matches::default();
        Ok(Self {
            args,
            plan,
            out,
            progress,
            diagnostics,
            games: 0,
            matches,
            selected: 0,
            unreached: 0,
            sample,
            given: None,
            status,
        })
    }

    fn pgn(&mut self, content: Content, pipeline: &Pipeline, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        let (name, work) = (Rc::clone(&cursor.name), Rc::clone(&cursor.work));
        let mut fault = None;
        let result = pipeline.run(content, &name, work.as_ref(), &mut |offset, part: Part| {
            self.part(offset, part, cursor).unwrap_or_else(|error| {
                fault = Some(error);
                ControlFlow::Break(())
            })
        });
        if let Some(error) = fault {
            return Err(Error::of_writing(error, self.status));
        }
        result.map(|_| ()).or_else(|error| {
            cursor.is_cut = true;
            self.failed(&error)
        })
    }

    /// Takes the next games of a text.
    fn part(&mut self, offset: u64, part: Part, cursor: &mut Cursor<'a>) -> io::Result<ControlFlow<()>> {
        for result in part.games {
            let numbers = self.args.selection.game.as_ref();
            if result.validity != Validity::NoGame
                && (self.is_done() || numbers.is_some_and(|numbers| cursor.games >= numbers.last()))
            {
                return Ok(ControlFlow::Break(()));
            }
            if result.validity != Validity::NoGame {
                self.matches.add(result.matched);
            }
            self.game(result, offset, cursor)?;
        }
        cursor.corner.pass(part.extent);
        Ok(ControlFlow::Continue(()))
    }

    /// Takes the next game, or text between games.
    fn game(&mut self, result: GameResult, offset: u64, cursor: &mut Cursor<'a>) -> io::Result<()> {
        let is_game = result.validity != Validity::NoGame;
        cursor.games += u64::from(is_game);
        self.games += u64::from(is_game && result.matched.is_selected);
        let (number, numbers) = (cursor.games.max(1), self.args.selection.game.as_ref());
        if !result.matched.is_selected || numbers.is_some_and(|numbers| !numbers.contains(number)) {
            return Ok(());
        }
        self.selected += u64::from(is_game);
        let Cursor { work, corner, name, .. } = cursor;
        let chosen = Chosen { result, offset, number, corner: *corner, work: Rc::clone(work), name: Rc::clone(name) };
        match &mut self.sample {
            Some(sample) if is_game => {
                sample.offer(chosen);
                Ok(())
            }
            _ => self.show(&chosen),
        }
    }

    /// Writes a game, and reports its errors.
    fn show(&mut self, chosen: &Chosen<'_>) -> io::Result<()> {
        let Chosen { result, offset, number, corner, work, name } = chosen;
        if result.validity != Validity::NoGame {
            let out = &mut self.out;
            let is_reached = self.progress.suspend(|| work.show(&result.content, *number, out))?;
            self.unreached += u64::from(!is_reached);
        }
        result.located.iter().try_for_each(|located| self.finding(&corner.placed(located, *offset, *number), name))
    }

    /// Reports the errors of a game: in the data if the format has a place for them, otherwise on standard error.
    fn finding(&mut self, located: &LocatedFinding, file: &str) -> io::Result<()> {
        let mut located = located.clone();
        let mut file = file;
        if let Some(Given { offset, lines }) = self.given.filter(|given| located.offset >= given.offset) {
            located.offset -= offset;
            located.place.line -= lines;
            file = if self.args.uci.is_some() { "<uci>" } else { "<moves>" };
        }
        let finding = &located.finding;
        let is_unread = [Rule::StrayText, Rule::VariantNotChecked, Rule::IllegalInVariation].contains(&finding.rule);
        if is_unread || finding.severity == Severity::Error {
            self.status = self.status | ExitStatus::Findings;
        }
        let is_data = self.plan.is_jsonl();
        let format = if is_data { FindingFormat::Jsonl } else { FindingFormat::Text(self.diagnostics.paint) };
        let mut text = Vec::new();
        Reporter::begin(format, &mut text)?.finding(file, &located)?;
        let (diagnostics, output) = (self.diagnostics, &mut *self.out.rows);
        self.progress.suspend(|| {
            if is_data {
                return output.write_all(&text);
            }
            diagnostics.finding(&text);
            Ok(())
        })
    }

    /// Reads a text with one position per line. Skips blank lines and those that start with `#`.
    fn positions(&mut self, content: Content, notation: PositionFormat, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        let mut reader = BufReader::new(content.into_read());
        let (mut line, mut offset) = (Vec::new(), 0);
        while !self.is_done() {
            line.clear();
            match read_line(&mut reader, &mut line) {
                Ok(0) => break,
                Ok(length) => {
                    self.position(&line, offset, notation, cursor)
                        .map_err(|error| Error::of_writing(error, self.status))?;
                    cursor.corner.pass(Extent { lines: 1, last_line: 0 });
                    offset += length;
                }
                Err(error) => {
                    cursor.is_cut = true;
                    return self.failed(&InputError::from_read(&cursor.name, offset, error));
                }
            }
        }
        Ok(())
    }

    fn position(
        &mut self,
        line: &[u8],
        offset: u64,
        notation: PositionFormat,
        cursor: &mut Cursor<'a>,
    ) -> io::Result<()> {
        let body = if offset == 0 { without_mark(line) } else { line };
        let text = body.trim_ascii();
        if text.is_empty() || text.starts_with(b"#") {
            return Ok(());
        }
        let start = line.len() - body.trim_ascii_start().len();
        let found = read_position(text, &(start..start + text.len()), notation, self.plan.options.rules);
        let (setup, operations) = match notation {
            PositionFormat::Fen => (fen::parse(text).ok().map(|reading| reading.setup), None),
            PositionFormat::Epd => match epd::parse(text) {
                Ok(reading) => {
                    let first = reading.operations.first().map_or(text.len(), |operation| operation.opcode.start);
                    (Some(reading.setup), Some(decode(&text[first..])))
                }
                Err(_) => (None, None),
            },
        };
        let position = setup.and_then(|setup| setup.position_without_impossible_rights().ok());
        let content = match position {
            Some((position, _)) => cursor.work.position(position, operations.as_deref()),
            None => super::fold::Content::nothing(),
        };
        let mut located = locate(found.findings, line);
        place_all(located.iter_mut(), line);
        self.game(GameResult { validity: Validity::Valid, matched: Match::SELECTED, located, content }, offset, cursor)
    }

    /// Writes the messages at the end.
    fn finish(mut self) -> Result<ExitStatus, Error> {
        for chosen in self.sample.take().into_iter().flat_map(Sample::into_ordered) {
            self.show(&chosen).map_err(|error| Error::of_writing(error, self.status))?;
        }
        self.progress.finish();
        if let Some(message) = self.args.selection.missed(self.selected) {
            self.status = self.status | ExitStatus::Failed;
            self.diagnostics.error(message);
        }
        self.args.selection.warnings(&self.matches).iter().for_each(|message| self.diagnostics.warning(message));
        let is_search = self.args.at.iter().all(|at| matches!(at, At::One(GamePlace::Fen(_))));
        if self.args.from > 0 && self.unreached > 0 {
            let (short, from) = (counted(self.unreached, "game has", "games have"), self.args.from);
            self.diagnostics.warning(format_args!("--from: {short} fewer than {from} plies, so no moves were written"));
        }
        let (unreached, selected) = (if self.args.at.is_empty() { 0 } else { self.unreached }, self.selected);
        if unreached > 0 && !is_search {
            self.diagnostics.warning(match selected {
                1 => "--at: the game has no such position".to_owned(),
                selected => format!("--at: {unreached} of {selected} games have no such position"),
            });
        } else if unreached > 0 && unreached == selected {
            let games = if selected == 1 {
                "the game does not reach".to_owned()
            } else {
                format!("none of the {selected} games reaches")
            };
            self.diagnostics.warning(format_args!(
                "--at: {games} this position; castling rights and en passant must match, and missing \
                 FEN fields mean White to move, no castling and no en passant"
            ));
        }
        Ok(self.status)
    }
}

impl Reading for Run<'_> {
    /// Whether enough games were read.
    fn is_done(&self) -> bool {
        self.args.selection.head.is_some_and(|head| self.games >= head)
    }

    /// Reads one text to its end.
    fn text(&mut self, opened: Opened, pipeline: &Pipeline) -> Result<(), Error> {
        let Opened { name, content, .. } = opened;
        self.diagnostics.detail(format_args!("reading {name}"));
        let mut cursor = Cursor::new(self.plan, &name);
        match self.args.inputs.format_of(&name) {
            InputFormat::Pgn => self.pgn(content, pipeline, &mut cursor)?,
            InputFormat::Fen => self.positions(content, PositionFormat::Fen, &mut cursor)?,
            InputFormat::Epd => self.positions(content, PositionFormat::Epd, &mut cursor)?,
        }
        if cursor.games == 0 && !cursor.is_cut {
            self.status = self.status | ExitStatus::Findings;
            self.progress.suspend(|| self.diagnostics.error(no_games(&name)));
        }
        Ok(())
    }

    /// An input that could not be read, or not to its end.
    fn failed(&mut self, error: &InputError) -> Result<(), Error> {
        self.status = self.status | ExitStatus::Failed;
        self.progress.suspend(|| self.diagnostics.error(error));
        if !self.plan.is_jsonl() {
            return Ok(());
        }
        let mut text = Vec::new();
        let written = Reporter::begin(FindingFormat::Jsonl, &mut text)
            .and_then(|mut reporter| reporter.failure(&failure(error)))
            .and_then(|()| self.out.rows.write_all(&text));
        written.map_err(|error| Error::of_writing(error, self.status))
    }
}
