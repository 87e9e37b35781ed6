//! The command tree.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::Path;

use clap::builder::Styles;
use clap::builder::styling::AnsiColor;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::commands::help::{self, Help, missing_feature};
use crate::commands::{
    Error, ExitStatus, adjudicate, adjust, check_environment, completions, diff, explain, filter, man, perft, plan,
    replay, stats, validate,
};
use crate::interrupt;
use crate::options::{
    ColorArgs, InputFormat, RunArgs, condition_among_inputs, format_option, implied_option, of_stdout,
};
use crate::report::{Diagnostics, MAX_QUOTE_LENGTH, OutputFilter, Replacement, Visible, shortened, shortened_message};
use crate::standard_streams::check_stdout;

/// The colors of the help.
const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default().bold())
    .usage(AnsiColor::Yellow.on_default().bold())
    .literal(AnsiColor::Green.on_default())
    .placeholder(AnsiColor::Cyan.on_default());

/// Validate, replay, adjudicate, and summarize chess games in PGN archives
///
/// adoube replays every move of every game. It finds illegal moves, malformed PGN, and results that contradict the board;
/// it repairs how games are written; it decides results and draw claims under the Laws of Chess; and it converts, draws,
/// and summarizes games.
#[derive(Parser, Clone, Debug)]
#[command(name = "adoube", version = env!("ADOUBE_VERSION"), styles = STYLES, max_term_width = 100)]
pub struct Cli {
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

impl Cli {
    /// Parses the arguments of the program, the first of which is its name.
    ///
    /// # Errors
    ///
    /// Returns clap's message: help, version, or a usage error.
    pub fn parse_arguments(arguments: &[OsString]) -> Result<Self, UsageMessage> {
        let message = match Self::parse_styled(arguments, STYLES) {
            Ok(cli) => return Ok(cli),
            Err(message) => message,
        };
        if !message.use_stderr() {
            return Err(UsageMessage { message, visible: None });
        }
        // Without styles, each escape sequence in the text is from an argument or a variable.
        let plain = Self::parse_styled(arguments, Styles::plain()).err().map(|plain| plain.render().ansi().to_string());
        let plain = plain.unwrap_or_default();
        let short = shortened_message(&plain);
        let visible = OutputFilter::new(Replacement::Picture).pass(short.as_bytes()).into_owned();
        Err(UsageMessage { message, visible: (visible != plain.as_bytes()).then_some(visible) })
    }

    /// Parses arguments of a program around this one. Errors have no colors.
    ///
    /// # Errors
    ///
    /// Returns clap's message.
    pub fn parse_list(arguments: &[OsString]) -> Result<Self, clap::Error> {
        Self::parse_styled(arguments, Styles::plain())
    }

    fn parse_styled(arguments: &[OsString], styles: Styles) -> Result<Self, clap::Error> {
        let parsed = Self::parse_tree(Self::command().styles(styles.clone()), arguments);
        match parsed.as_ref().map_err(clap::Error::kind) {
            // The ends of all help texts cost more than all else that a short run does.
            Err(ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand) => {
                Self::parse_tree(help::with_ends(Self::command().styles(styles)), arguments)
            }
            _ => parsed,
        }
    }

    fn parse_tree(tree: clap::Command, arguments: &[OsString]) -> Result<Self, clap::Error> {
        // So that `--seed -1` is an error about the number, not about an option `-1`.
        let mut tree = tree.mut_subcommands(|command| command.allow_negative_numbers(true));
        // The command `help` exists only in a built tree.
        tree.build();
        let mut tree = tree.mut_subcommand("help", |help| help.about("Print help for a command"));
        let matched = tree.try_get_matches_from_mut(arguments);
        let matched = matched.map_err(|error| name_what_was_meant(&mut tree, arguments, error));
        let parsed = matched.and_then(|mut matches| {
            if let Some(with_format) = with_implied_option(&mut tree, &matches, arguments)? {
                matches = tree.try_get_matches_from_mut(with_format)?;
            }
            check_csv_safe(&mut tree, &matches)?;
            check_inputs(&mut tree, &matches)?;
            Self::from_arg_matches(&matches)
        });
        parsed.map_err(|error| with_short_values(error).format(&mut tree))
    }
}

/// An error that repeats no long argument as a whole.
pub(crate) fn with_short_values(mut error: clap::Error) -> clap::Error {
    let short = |(kind, value): (ContextKind, &ContextValue)| match value {
        ContextValue::String(text) => Some((kind, shortened(text, MAX_QUOTE_LENGTH).into_owned())),
        _ => None,
    };
    let values: Vec<(ContextKind, String)> = error.context().filter_map(short).collect();
    for (kind, text) in values {
        error.insert(kind, ContextValue::String(text));
    }
    error
}

/// The error for a command or an option that does not exist: it says which one was probably meant, or which feature this
/// build does not have; otherwise it is the given one.
fn name_what_was_meant(tree: &mut clap::Command, arguments: &[OsString], error: clap::Error) -> clap::Error {
    let command = arguments.get(1).and_then(|name| name.to_str()).unwrap_or_default();
    let unknown =
        |kind| if let Some(ContextValue::String(name)) = error.get(kind) { Some(name.as_str()) } else { None };
    let message = match (unknown(ContextKind::InvalidSubcommand), unknown(ContextKind::InvalidArg)) {
        (Some(name), _) => {
            Help::of_tried(name).map(|meant| format!("there is no command `{name}`; {meant}")).or_else(|| {
                let is_input = Path::new(name).exists() || InputFormat::of_output(Path::new(name)).is_some();
                let message = "is no command; to find errors in a file: adoube validate FILE; to see what it contains: \
                               adoube stats FILE";
                is_input.then(|| format!("`{}` {message}", Visible(&shortened(name, MAX_QUOTE_LENGTH))))
            })
        }
        (None, Some(option)) => {
            let feature = missing_feature(command, option);
            feature
                .map(|feature| format!("{option}: this build has no feature `{feature}`"))
                .or_else(|| {
                    let format = tree.find_subcommand(command).and_then(|command| format_option(command, option));
                    let meant =
                        format.map(|format| format!("did you mean {format}?")).or_else(|| Help::of_tried(option))?;
                    Some(format!("`adoube {command}` has no option `{option}`; {meant}"))
                })
                .or_else(|| {
                    // The fields of a FEN that the shell has taken apart.
                    let board = arguments.iter().filter_map(|word| word.to_str()).find(|word| is_placement(word))?;
                    Some(format!("put the position in quotation marks, and its fields are one argument: '{board} …'"))
                })
        }
        (None, None) => None,
    };
    message.map_or(error, |message| usage_error(tree, command, ErrorKind::UnknownArgument, message))
}

/// Whether a word has the eight ranks of a FEN and no other field.
fn is_placement(word: &str) -> bool {
    let is_piece = |c: char| c.is_ascii_digit() || "pnbrqkPNBRQK/".contains(c);
    word.matches('/').count() == 7 && word.chars().all(is_piece)
}

/// An error about the arguments of a command.
fn usage_error(tree: &mut clap::Command, name: &str, kind: ErrorKind, message: impl Display) -> clap::Error {
    let error = clap::Error::raw(kind, message);
    match tree.find_subcommand_mut(name) {
        Some(command) => error.format(command),
        None => error,
    }
}

/// The arguments with the option that the ending of an output implies; `None` if it implies none.
fn with_implied_option(
    tree: &mut clap::Command,
    matches: &ArgMatches,
    arguments: &[OsString],
) -> Result<Option<Vec<OsString>>, clap::Error> {
    let Some((name, given)) = matches.subcommand() else { return Ok(None) };
    let Some(command) = tree.find_subcommand(name) else { return Ok(None) };
    let implied = implied_option(command, given)
        .map_err(|message| usage_error(tree, name, ErrorKind::ArgumentConflict, message))?;
    let place = arguments.iter().position(|argument| argument == name).unwrap_or(0) + 1;
    Ok(implied.map(|option| [&arguments[..place], &option, &arguments[place..]].concat()))
}

/// Returns an error for `--csv-safe` with another format than CSV.
fn check_csv_safe(tree: &mut clap::Command, matches: &ArgMatches) -> Result<(), clap::Error> {
    let Some((name, given)) = matches.subcommand() else { return Ok(()) };
    let is_wanted = given.try_get_one("csv_safe").ok().flatten().is_some_and(|is_wanted| *is_wanted);
    let mut format = given.try_get_raw("format").ok().flatten().into_iter().flatten();
    let is_csv = format.any(|format| format.to_str() == Some("csv"));
    if !is_wanted || is_csv {
        return Ok(());
    }
    Err(usage_error(tree, name, ErrorKind::ArgumentConflict, "--csv-safe requires --format csv"))
}

/// Returns an error if an input is a condition and not a file.
fn check_inputs(tree: &mut clap::Command, matches: &ArgMatches) -> Result<(), clap::Error> {
    let Some((name, given)) = matches.subcommand() else { return Ok(()) };
    let Some(condition) = condition_among_inputs(given) else { return Ok(()) };
    let condition = shortened(condition, MAX_QUOTE_LENGTH);
    let message = format!("`{}` is a condition, not a file: put --where before it", Visible(&condition));
    Err(usage_error(tree, name, ErrorKind::InvalidValue, message))
}

/// Help, the version, or a message about wrong usage.
#[derive(Debug)]
pub struct UsageMessage {
    message: clap::Error,
    /// The text, if arguments in it are long or would act on the terminal.
    visible: Option<Vec<u8>>,
}

impl UsageMessage {
    /// Writes help and the version to standard output, a message about wrong usage to standard error.
    pub fn print(&self) -> ExitStatus {
        if self.message.use_stderr() {
            // Nothing is left to tell that standard error is unwritable.
            let _ = self.write();
            return ExitStatus::Failed;
        }
        match check_stdout().and_then(|()| self.write()).map_err(of_stdout) {
            Ok(()) => ExitStatus::Clean,
            Err(error) => report(&Error::of_writing(error, ExitStatus::Clean), &ColorArgs::default().diagnostics()),
        }
    }

    fn write(&self) -> io::Result<()> {
        match &self.visible {
            Some(text) => io::stderr().lock().write_all(text),
            None => self.message.print(),
        }
    }
}

/// Runs the program with these arguments, the first of which is its name. Returns the status that its exit code reports.
pub fn run(arguments: &[OsString]) -> ExitStatus {
    interrupt::survive_file_size_limit();
    match completions::complete(arguments, Cli::command) {
        Ok(true) => return ExitStatus::Clean,
        Ok(false) => (),
        Err(message) => return UsageMessage { message, visible: None }.print(),
    }
    let command = match Cli::parse_arguments(arguments) {
        Ok(cli) => cli.command,
        Err(message) => return message.print(),
    };
    let status = command.run().unwrap_or_else(|error| report(&error, &command.diagnostics()));
    command.reported(status)
}

/// Prints the error that ended a run. Returns the status of the run.
fn report(error: &Error, diagnostics: &Diagnostics) -> ExitStatus {
    if !matches!(error, Error::Closed(_)) {
        diagnostics.error(error);
    }
    error.status()
}

/// The subcommands.
#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// Find errors in PGN archives: illegal moves, malformed text, wrong results
    ///
    /// Reads games and positions, replays every move, and reports each problem with its file, line, and column. Findings
    /// go to standard output, a summary to standard error. `adoube adjust` fixes what is marked with `[*]`, and with
    /// --unsafe-fixes what is marked with `[?]`.
    #[command(mut_arg("output", |option| help::output(option, "the findings", "", help::EVEN_A_PART)))]
    Validate(Box<validate::Args>),
    #[cfg_attr(feature = "pictures", doc = "Convert, browse, and draw games: moves, positions, PGN, boards, pictures")]
    #[cfg_attr(not(feature = "pictures"), doc = "Convert, browse, and draw games: moves, positions, PGN, boards")]
    ///
    /// Writes one record per move: SAN, UCI, the position, clocks, evaluations, comments. Choose other output with --as. Moves
    /// that cannot be replayed are reported with their location, after the moves before them.
    Replay(Box<replay::Args>),
    /// Count legal move paths (perft), and find the position where an engine goes wrong
    ///
    /// Counts the paths of DEPTH legal moves from a position. Only checkmate and stalemate end a path early; perft does not
    /// know other draws. Counts go to standard output, the speed to standard error.
    Perft(Box<perft::Args>),
    #[cfg_attr(
        feature = "pictures",
        doc = "Summarize archives: results, openings, players, endings, tags, standings, charts"
    )]
    #[cfg_attr(
        not(feature = "pictures"),
        doc = "Summarize archives: results, openings, players, endings, tags, standings"
    )]
    ///
    /// Writes a summary of all games on one page, or tables of counts, shares, and scores with confidence intervals. Every
    /// game is replayed.
    Stats(Box<stats::Args>),
    /// Decide games under the Laws of Chess: results, draw claims, flag falls, touch-move
    ///
    /// Gives one verdict per game or position: the result, the reason, the article and edition of the Laws, how certain the
    /// verdict is, and what proves it. Also lists draws that could have been claimed, and says whether the recorded result
    /// agrees.
    #[command(mut_arg("output", |option| help::output(option, "the verdicts", "", help::EVEN_A_PART)))]
    Adjudicate(Box<adjudicate::Args>),
    /// Repair how games are written, and edit them on request: strip comments, set tags, add openings
    ///
    /// Fixes what the board and the text prove: another way to write the same game. Every adjusted game is read again; a fix
    /// stays only if positions, tags, comments, NAGs and variations are the same and its finding is gone. All other
    /// bytes are copied. `adoube explain CODE` says what the fix of a rule does.
    ///
    /// Edits come first, and only those that you ask for; they are proved in the same way. --where, --game, --head and
    /// --sample choose the games to adjust; all others are copied, too.
    #[command(mut_arg("inputs", |inputs| inputs.long_help(help::GAME_FILES)))]
    #[command(mut_arg("output", |option| help::output(option, "the games, or their differences,", help::UNREAD, help::AS_IT_WAS)))]
    #[command(mut_arg("csv_safe", |csv_safe| csv_safe.hide(true)))]
    Adjust(Box<adjust::Args>),
    /// Select games and copy them, byte for byte: by condition, number, or at random
    ///
    /// Writes the selected games in their order. All bytes of a game are copied: tags, comments, variations, even what
    /// is wrong. Text before a game goes with it; text behind the last one is left out, and the last line on standard
    /// error says how much that was. Between games that were apart, a blank line is added where it is missing.
    #[command(mut_arg("output", |option| help::output(option, "the games", help::UNREAD, help::SPLITS)))]
    #[command(mut_arg("csv_safe", |csv_safe| csv_safe.hide(true)))]
    #[command(mut_arg("exit_zero", |exit_zero| exit_zero.help("Exit with 0 even if no game is selected; failures still exit with 2")))]
    Filter(Box<filter::Args>),
    /// Compare two archives, or find the copies within one
    ///
    /// Two games are equal if their tags, moves, results, comments, NAGs and variations are, however they are written and in
    /// whatever order the archives have them. A game that both archives have in different forms is shown with its changes: which
    /// tags, which plies with the position, which result and what the last position says of it. A and B are files or directories,
    /// compressed or not.
    ///
    /// Without B, the copies within A are shown: duplicates (the same moves, result and encounter), shorter and longer
    /// copies (the moves of one are the beginning of the other's) and twins (the moves, or the spelling of the tags,
    /// differ a little), each beside the first such game, with the changes. `adoube filter --unique=twins --keep first`
    /// leaves them out.
    #[command(mut_arg("exit_zero", |exit_zero| exit_zero.help("Exit with 0 even if the archives differ; failures still exit with 2")))]
    Diff(Box<diff::Args>),
    /// Cut archives into parts that many machines can read at the same time
    ///
    /// Writes one JSON object per line for each part. Give a line to --part of another command, on any machine; then combine what
    /// --partial wrote with --merge.
    #[command(mut_arg("csv_safe", |csv_safe| csv_safe.hide(true)))]
    #[command(mut_arg("exit_zero", |exit_zero| exit_zero.hide(true)))]
    Plan(Box<plan::Args>),
    /// Explain a rule of `validate` or a fact about games: what it means, why it matters, what to do
    Explain(explain::Args),
    /// Write a completion script for a shell
    #[command(override_usage = "adoube completions <SHELL>\n       adoube completions --dir <DIR> [SHELL]")]
    Completions(completions::Args),
    /// Write a manual page in roff format
    Man(man::Args),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    ///
    /// Returns the failure that ended the command early; see [`Error`].
    pub fn run(&self) -> Result<ExitStatus, Error> {
        check_environment()?;
        match self {
            Self::Validate(args) => validate::run(args),
            Self::Replay(args) => replay::run(args),
            Self::Perft(args) => perft::run(args),
            Self::Stats(args) => stats::run(args),
            Self::Adjudicate(args) => adjudicate::run(args),
            Self::Adjust(args) => adjust::run(args),
            Self::Filter(args) => filter::run(args),
            Self::Diff(args) => diff::run(args),
            Self::Plan(args) => plan::run(args),
            Self::Explain(args) => explain::run(args),
            Self::Completions(args) => completions::run(args, Cli::command().get_name()),
            Self::Man(args) => man::run(args, Cli::command()),
        }
    }

    /// The status that the exit code reports for the status that the run earned.
    pub fn reported(&self, earned: ExitStatus) -> ExitStatus {
        let fail_on = match self {
            Self::Replay(args) => args.fails.fail_on,
            Self::Stats(args) => args.fails.fail_on,
            Self::Filter(args) => args.fails.fail_on,
            _ => None,
        };
        let exits_zero = self.run_args().is_some_and(|args| args.diagnostics.exit_zero);
        match earned {
            ExitStatus::Findings if exits_zero => ExitStatus::Clean,
            ExitStatus::GameErrors if fail_on.is_some() && !exits_zero => ExitStatus::Findings,
            earned => earned,
        }
    }

    /// Where and how messages are written.
    pub fn diagnostics(&self) -> Diagnostics {
        match (self.run_args(), self) {
            (Some(args), _) => args.diagnostics.diagnostics(),
            (None, Self::Explain(args)) => args.color.diagnostics(),
            (None, _) => ColorArgs::default().diagnostics(),
        }
    }

    fn run_args(&self) -> Option<&RunArgs> {
        Some(match self {
            Self::Validate(args) => &args.run,
            Self::Replay(args) => &args.run,
            Self::Perft(args) => &args.run,
            Self::Stats(args) => &args.run,
            Self::Adjudicate(args) => &args.run,
            Self::Adjust(args) => &args.run,
            Self::Filter(args) => &args.run,
            Self::Diff(args) => &args.run,
            Self::Plan(args) => &args.run,
            Self::Explain(_) | Self::Completions(_) | Self::Man(_) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_holds_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn no_line_of_the_help_shows_which_feature_it_needs() {
        let mut tree = help::with_ends(Cli::command());
        tree.build();
        for command in tree.get_subcommands().chain([&tree]) {
            let texts = [command.get_after_help(), command.get_after_long_help()];
            let shown: Vec<String> = texts.into_iter().flatten().map(ToString::to_string).collect();
            assert!(shown.iter().all(|text| !text.contains("  #")), "{shown:?}");
        }
    }
}
