//! The command tree and its help texts.

use std::ffi::OsString;
use std::io::{self, Write as _};

use clap::builder::Styles;
use clap::builder::styling::AnsiColor;
use clap::error::ErrorKind;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::commands::{
    Error, ExitStatus, adjudicate, check_environment, completions, explain, man, perft, plan, replay, stats, validate,
};
use crate::interrupt;
use crate::options::ColorArgs;
use crate::report::{Diagnostics, OutputFilter, Replacement};
use crate::standard_streams::check_stdout;

/// The colors of the help.
const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default().bold())
    .usage(AnsiColor::Yellow.on_default().bold())
    .literal(AnsiColor::Green.on_default())
    .placeholder(AnsiColor::Cyan.on_default());

/// This help without the lines that are not for this build. A line that needs a feature ends with `  #feature`, the line
/// that takes its place in other builds with `  #!feature`.
fn of_build(help: &str) -> String {
    help.lines().filter_map(line_of_build).collect::<Vec<_>>().join("\n")
}

fn line_of_build(line: &str) -> Option<&str> {
    let Some((text, feature)) = line.rsplit_once("  #") else { return Some(line) };
    let is_wanted = match feature.strip_prefix('!') {
        Some(feature) => !is_built(feature),
        None => is_built(feature),
    };
    is_wanted.then_some(text)
}

/// Whether this build has a feature.
fn is_built(feature: &str) -> bool {
    match feature {
        "cross-check" => cfg!(feature = "cross-check"),
        "parquet" => cfg!(feature = "parquet"),
        "pictures" => cfg!(feature = "pictures"),
        "viewer" => cfg!(feature = "viewer"),
        _ => {
            debug_assert!(false, "no line of the help can need `{feature}`");
            true
        }
    }
}

/// The examples of `adoube -h`.
const EXAMPLES: &str = "\
Examples:
  adoube validate games.pgn          find what is wrong with the games in a file
  adoube stats games.pgn             see what an archive contains
  adoube replay -i games.pgn         browse games in the terminal  #viewer
  adoube replay games.pgn            see every move with its position  #!viewer";

/// The end of `adoube --help`.
const EXAMPLES_AND_EXIT_CODES: &str = "\
Examples:
  adoube validate games.pgn               find what is wrong with the games in a file
  zstdcat big.pgn.zst | adoube validate   the same, from a pipe
  adoube explain M101                     look up a rule that a finding names
  adoube adjudicate games.pgn             check every result against the Laws of Chess
  adoube replay -i games.pgn              browse games in the terminal  #viewer
  adoube replay --format jsonl games.pgn  write one JSON object per move
  adoube stats games.pgn                  see what an archive contains
  adoube perft startpos 6                 count the move paths of six plies

Run `adoube COMMAND -h` for a summary of a command's options, `adoube COMMAND --help` for all details.

Exit codes:
  0  success, nothing found
  1  something was found: for example a finding at or above --fail-on; see each command
  2  failure: wrong usage, unreadable input, unwritable output, or a disagreement found by --cross-check  #cross-check
  2  failure: wrong usage, unreadable input, or unwritable output  #!cross-check";

/// The examples of `adoube validate -h`.
const VALIDATE_EXAMPLES: &str = "\
Examples:
  adoube validate games.pgn                           show errors and warnings
  adoube validate -q --concise archive/               one line per finding, no summary
  adoube validate --split-to good.pgn bad.pgn x.pgn   separate valid games from broken ones";

/// The end of `adoube validate --help`.
const VALIDATE_LONG: &str = "\
Examples:
  adoube validate games.pgn                           show errors and warnings
  adoube validate -q --concise archive/               one line per finding, no summary
  adoube validate --split-to good.pgn bad.pgn x.pgn   separate valid games from broken ones
  adoube validate --profile export mine.pgn           also check for the export format
  adoube validate --select M,R --format jsonl *.zst   check moves and results only, as JSON Lines
  adoube validate --audit games.pgn                   check results thoroughly

Exit codes:
  0  no findings at or above --fail-on
  1  at least one such finding, or an unchecked game under --require-checked
  2  wrong usage, unreadable input, unwritable output, or a disagreement found by --cross-check  #cross-check
  2  wrong usage, unreadable input, or unwritable output  #!cross-check";

/// The help of `--output` in `validate`.
const FINDINGS_TO_FILE: &str = "Write the findings to FILE instead of standard output";

/// The same with details.
const FINDINGS_TO_FILE_LONG: &str = "\
Write the findings to FILE instead of standard output

The file appears only when it is complete. Until then, an existing file stays as it is; an interrupted run leaves nothing
behind. `-` is standard output.";

/// The examples of `adoube stats -h`.
const STATS_EXAMPLES: &str = "\
Examples:
  adoube stats games.pgn                              a summary on one page
  adoube stats --table openings --top 20 games.pgn    the most common openings
  adoube stats --format html -o page.html games.pgn   a web page with charts  #pictures
  adoube stats --format html -o page.html games.pgn   a web page with tables  #!pictures";

/// The end of `adoube stats --help`.
const STATS_LONG: &str = "\
Examples:
  adoube stats games.pgn                              a summary on one page
  adoube stats --table openings --top 20 games.pgn    the most common openings
  adoube stats --by year,Event games.pgn              results by year and event
  adoube stats --table players --min-count 20 --sort score games.pgn
                                                      the players with the best scores
  adoube stats --table lengths:5 --format csv games.pgn > lengths.csv
                                                      game lengths in bands of five moves
  adoube stats --tree 6 --min-count 20 games.pgn      an opening tree
  adoube stats --table standings,crosstable --where 'Event = \"Club evening\"' games.pgn
                                                      the standings of a tournament
  adoube stats --format html -o page.html games.pgn   a web page with charts  #pictures
  adoube stats --format html -o page.html games.pgn   a web page with tables  #!pictures
  adoube stats --table elo --plot elo.svg games.pgn   a chart of one table  #pictures
  adoube stats --format parquet -o games.parquet games.pgn  #parquet
                                                      one row per game for DuckDB, Polars, Spark  #parquet
  adoube stats --partial a.part a.pgn
  adoube stats --partial b.part b.pgn
  adoube stats --merge a.part b.part
                                                      count on several machines, then combine: the
                                                      same as `adoube stats a.pgn b.pgn`

Exit codes:
  0  all games were counted
  1  some games have errors (their legal moves are counted), there is text between games, or there
     are no games
  2  wrong usage, unreadable input, or unwritable output";

/// The examples of `adoube adjudicate -h`.
const ADJUDICATE_EXAMPLES: &str = "\
Examples:
  adoube adjudicate games.pgn                                a verdict for every game
  adoube adjudicate --fen FEN --event flag:white             White's flag fell: who wins?
  adoube adjudicate game.pgn --at 23w --claim threefold      is the draw claim correct?";

/// The end of `adoube adjudicate --help`.
const ADJUDICATE_LONG: &str = "\
Examples:
  adoube adjudicate games.pgn                       a verdict for every game
  adoube adjudicate --fen '5k1K/8/8/7P/8/5n2/8/8 w - - 0 1' --event flag:white
                                                    White's flag fell: who wins?
  adoube adjudicate --fen FEN --event flag:white --compare fide-2023,uscf,chesscom,lichess
                                                    the same under four rule sets
  adoube adjudicate game.pgn --at 6b --claim threefold --by white --intended Bc4
                                                    is the claim correct? if not, what is the penalty?
  adoube adjudicate --fen FEN --touched e1,h1       which move must the player make?
  adoube adjudicate match.pgn --engine-rules 'draw:movenumber=34,movecount=8,score=20'
                                                    when would cutechess-cli have ended it?
  adoube adjudicate --fen '5k1K/8/8/7P/8/5n2/8/8 w - - 0 1' --can-mate both --shortest
                                                    who can still mate, and how soon?
  adoube adjudicate walls.epd --can-mate both --why
                                                    explain why a side cannot mate, with a board
  adoube adjudicate --cross-check games.pgn         compare with a second library  #cross-check
  adoube adjudicate --format jsonl *.pgn.zst | jq -r 'select(.agrees == false) | .fen'
                                                    final positions that contradict the recorded result

Exit codes:
  0  every game has a verdict, and none contradicts the recorded result
  1  a wrong recorded result, errors in a game, a position that cannot be played, a rejected
     claim, or an undetermined answer
  2  wrong usage, a question that does not fit the game (such as --at after its end), unreadable
     input, unwritable output, or a disagreement found by --cross-check  #cross-check
     input, or unwritable output  #!cross-check";

/// The examples of `adoube replay -h`.
const REPLAY_EXAMPLES: &str = "\
Examples:
  adoube replay -i games.pgn                    browse games in the terminal  #viewer
  adoube replay games.pgn                       every move with its position, as a table  #!viewer
  adoube replay --as fen --at 23w games.pgn     the position after White's move 23
  adoube replay --to-pgn games.pgn -o tidy.pgn  rewrite games in the PGN export format";

/// The end of `adoube replay --help`.
const REPLAY_LONG: &str = "\
Examples:
  adoube replay games.pgn                       every move with its position, as a table
  adoube replay -i games.pgn.zst                browse games in the terminal  #viewer
  adoube replay --format jsonl games.pgn.zst    one JSON object per move
  adoube replay --as fen --at 23w games.pgn     the position after White's move 23 of every game
  adoube replay --format csv --fields game,ply,san,clk,tag:WhiteElo games.pgn
                                                a table with the columns you choose
  adoube replay --to-pgn games.pgn -o tidy.pgn  rewrite games in the PGN export format
  adoube replay --moves 'e4 e5 Nf3' --as fen --at last
                                                the position after these moves
  adoube replay --uci 'e2e4 e7e5' --as san      convert UCI to SAN
  adoube replay --lang fr --as san games.pgn    write moves with French piece letters
  adoube replay --as board --flip --at 23w games.pgn
                                                a board from Black's side
  adoube replay --game 3 --as png -o last.png games.pgn  #pictures
                                                a picture of a final position  #pictures
  adoube replay --game 3 --at every:10 --as svg -o sheet.svg games.pgn  #pictures
                                                a sheet with every tenth position  #pictures
  adoube replay --game 3 --as gif -o game.gif games.pgn  #pictures
                                                an animation of a game  #pictures
  adoube replay --as png -o 'pictures/{game}.png' games.pgn  #pictures
                                                a picture for each game  #pictures

Exit codes:
  0  everything was read and replayed
  1  something could not be read or replayed; it is reported after everything before it
  2  wrong usage, unreadable input, or unwritable output";

/// The examples of `adoube perft -h`.
const PERFT_EXAMPLES: &str = "\
Examples:
  adoube perft startpos 6                        count the move paths: 119060324
  adoube perft startpos 5 --divide               the count for each first move
  adoube perft startpos 4 --against ./my-engine  find the first position that an engine gets wrong";

/// The end of `adoube perft --help`.
const PERFT_LONG: &str = "\
Examples:
  adoube perft startpos 6                        count the move paths: 119060324
  adoube perft startpos 5 --divide               the count for each first move
  adoube perft '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' 6 --expect 11030083
                                                 check the count of a position
  adoube perft --epd suite.epd --max-nodes 100,000,000
                                                 check the counts of a suite
  adoube perft startpos 4 --stats                captures, checks, and mates
  adoube perft startpos 6 --against ./my-engine  find the first position that an engine gets wrong
  adoube perft startpos 10 --checkpoint run.ckpt
                                                 a long run that can be interrupted

To use several machines, split the work by prefix: the counts of all prefixes of one length add up
to the total. With GNU parallel:
  adoube perft startpos 8 --list-prefixes 2 | parallel adoube perft -q startpos 8 --prefix {} |
    awk '{ print $2 }' | paste -sd+ | bc

With a batch scheduler such as Slurm, one prefix per array job:
  adoube perft startpos 11 --list-prefixes 2 > prefixes.txt
  sbatch --array=1-$(wc -l < prefixes.txt) --wrap='adoube perft startpos 11 \
    --prefix \"$(sed -n ${SLURM_ARRAY_TASK_ID}p prefixes.txt)\" -o $SLURM_ARRAY_TASK_ID.txt'
  cat [0-9]*.txt | awk '{ print $2 }' | paste -sd+ | bc

Exit codes:
  0  every count is complete and correct
  1  a count differs from the expected one, or the engine of --against is wrong
  2  wrong usage, unreadable input, unwritable output, a count above 64 bits, an interrupted run,  #cross-check
     or a disagreement found by --cross-check  #cross-check
  2  wrong usage, unreadable input, unwritable output, a count above 64 bits, or an interrupted run  #!cross-check";

/// The examples of `adoube plan -h`.
const PLAN_EXAMPLES: &str = "\
Examples:
  adoube plan --parts 16 games.pgn > plan.jsonl       cut a file into 16 parts
  adoube plan --part-size 1G archive/ > plan.jsonl    cut all files of a directory";

/// The end of `adoube plan --help`.
const PLAN_LONG: &str = "\
Examples:
  adoube plan --parts 16 games.pgn > plan.jsonl       cut a file into 16 parts
  adoube plan --part-size 1G archive/ > plan.jsonl    cut all files of a directory

Count each part on any machine, and combine the counts:
  sed -n 3p plan.jsonl > 3.json
  adoube stats --part 3.json --partial 3.part
  adoube stats --merge *.part

With a batch scheduler such as Slurm, one part per array job:
  sbatch --array=1-$(wc -l < plan.jsonl) --wrap='sed -n ${SLURM_ARRAY_TASK_ID}p plan.jsonl |
    adoube stats --part - --partial $SLURM_ARRAY_TASK_ID.part'

Exit codes:
  0  all inputs were cut
  2  wrong usage, unreadable input, or unwritable output; then nothing is written";

/// The examples of `adoube explain -h`.
const EXPLAIN_EXAMPLES: &str = "\
Examples:
  adoube explain M101                             a rule, by its code
  adoube explain illegal-move wrong-move-number   two rules, by their names
  adoube explain --list                           a list of all rules";

/// The end of `adoube explain --help`.
const EXPLAIN_LONG: &str = "\
Examples:
  adoube explain M101                             a rule, by its code
  adoube explain illegal-move wrong-move-number   two rules, by their names
  adoube explain --list                           a list of all rules
  adoube explain --list --format csv              the same as a table
  adoube explain speed                            a fact: what --where, --by, and --fields take
  adoube explain --facts                          a list of all facts

Exit codes:
  0  success
  2  unknown rule or fact, or unwritable output";

/// The examples of `adoube completions -h`.
const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  adoube completions bash > ~/.local/share/bash-completion/completions/adoube
                                  complete commands and options in bash
  adoube completions zsh > ~/.zfunc/_adoube
                                  the same in zsh
  adoube completions fish > ~/.config/fish/completions/adoube.fish
                                  the same in fish";

/// The examples of `adoube man -h`.
const MAN_EXAMPLES: &str = "\
Examples:
  adoube man > adoube.1                     save the page of adoube
  adoube man validate > adoube-validate.1   save the page of a command
  adoube man stats | man -l -               read a page";

/// Validate, replay, adjudicate, and summarize chess games in PGN archives
///
/// adoube replays every move of every game. It finds illegal moves, malformed PGN, and results that contradict the board;
/// it decides results and draw claims under the Laws of Chess; and it converts, draws, and summarizes games.
#[derive(Parser, Clone, Debug)]
#[command(name = "adoube", version = env!("ADOUBE_VERSION"), styles = STYLES, max_term_width = 100)]
#[command(after_help = of_build(EXAMPLES), after_long_help = of_build(EXAMPLES_AND_EXIT_CODES))]
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
        // Without styles, each escape sequence in the text is from an argument or a variable.
        let plain = Self::parse_styled(arguments, Styles::plain()).err().map(|plain| plain.render().ansi().to_string());
        let plain = plain.unwrap_or_default().into_bytes();
        let visible = OutputFilter::new(Replacement::Picture).pass(&plain).into_owned();
        Err(UsageMessage { message, visible: (visible != plain).then_some(visible) })
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
        // So that `--seed -1` is an error about the number, not about an option `-1`.
        let tree = Self::command().styles(styles);
        let mut tree = tree.mut_subcommands(|command| command.allow_negative_numbers(true));
        // The command `help` exists only in a built tree.
        tree.build();
        let mut tree = tree.mut_subcommand("help", |help| help.about("Print help for a command"));
        let parsed = tree.try_get_matches_from_mut(arguments).and_then(|matches| {
            check_csv_safe(&mut tree, &matches)?;
            Self::from_arg_matches(&matches)
        });
        parsed.map_err(|error| error.format(&mut tree))
    }
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
    let error = clap::Error::raw(ErrorKind::ArgumentConflict, "--csv-safe requires --format csv");
    Err(match tree.find_subcommand_mut(name) {
        Some(command) => error.format(command),
        None => error,
    })
}

/// Help, the version, or a message about wrong usage.
#[derive(Debug)]
pub struct UsageMessage {
    message: clap::Error,
    /// The text, if arguments in it would act on the terminal.
    visible: Option<Vec<u8>>,
}

impl UsageMessage {
    /// Writes help and the version to standard output, a message about wrong usage to standard error.
    #[must_use]
    pub fn print(&self) -> ExitStatus {
        if self.message.use_stderr() {
            // Nothing is left to tell that standard error is unwritable.
            let _ = self.write();
            return ExitStatus::Failed;
        }
        match check_stdout().and_then(|()| self.write()) {
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
#[must_use]
pub fn run(arguments: &[OsString]) -> ExitStatus {
    interrupt::survive_file_size_limit();
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
    /// go to standard output, a summary to standard error.
    #[command(after_help = VALIDATE_EXAMPLES, after_long_help = of_build(VALIDATE_LONG))]
    #[command(mut_arg("output", |output| output.help(FINDINGS_TO_FILE).long_help(FINDINGS_TO_FILE_LONG)))]
    Validate(Box<validate::Args>),
    #[cfg_attr(feature = "pictures", doc = "Convert, browse, and draw games: moves, positions, PGN, boards, pictures")]
    #[cfg_attr(not(feature = "pictures"), doc = "Convert, browse, and draw games: moves, positions, PGN, boards")]
    ///
    /// Writes one record per move: SAN, UCI, the position, clocks, evaluations, comments. Choose other output with --as. Moves
    /// that cannot be replayed are reported with their location, after the moves before them.
    #[command(after_help = of_build(REPLAY_EXAMPLES), after_long_help = of_build(REPLAY_LONG))]
    Replay(Box<replay::Args>),
    /// Count legal move paths (perft), and find the position where an engine goes wrong
    ///
    /// Counts the paths of DEPTH legal moves from a position. Only checkmate and stalemate end a path early; perft does not
    /// know other draws. Counts go to standard output, the speed to standard error.
    #[command(after_help = PERFT_EXAMPLES, after_long_help = of_build(PERFT_LONG))]
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
    #[command(after_help = of_build(STATS_EXAMPLES), after_long_help = of_build(STATS_LONG))]
    Stats(Box<stats::Args>),
    /// Decide games under the Laws of Chess: results, draw claims, flag falls, touch-move
    ///
    /// Gives one verdict per game or position: the result, the reason, the article and edition of the Laws, how certain the
    /// verdict is, and what proves it. Also lists draws that could have been claimed, and says whether the recorded result
    /// agrees.
    #[command(after_help = ADJUDICATE_EXAMPLES, after_long_help = of_build(ADJUDICATE_LONG))]
    Adjudicate(Box<adjudicate::Args>),
    /// Cut archives into parts that many machines can read at the same time
    ///
    /// Writes one JSON object per line for each part. Give a line to --part of another command, on any machine; then combine what
    /// --partial wrote with --merge.
    #[command(after_help = PLAN_EXAMPLES, after_long_help = PLAN_LONG)]
    Plan(Box<plan::Args>),
    /// Explain a rule of `validate` or a fact about games: what it means, why it matters, what to do
    #[command(after_help = EXPLAIN_EXAMPLES, after_long_help = EXPLAIN_LONG)]
    Explain(explain::Args),
    /// Write a completion script for a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(completions::Args),
    /// Write a manual page in roff format
    #[command(after_help = MAN_EXAMPLES)]
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
            Self::Plan(args) => plan::run(args),
            Self::Explain(args) => explain::run(args),
            Self::Completions(args) => completions::run(*args, Cli::command()),
            Self::Man(args) => man::run(args, Cli::command()),
        }
    }

    /// The status that the exit code reports for the status that the run earned.
    #[must_use]
    pub fn reported(&self, earned: ExitStatus) -> ExitStatus {
        let exits_zero = match self {
            Self::Validate(args) => args.diagnostics.exit_zero,
            Self::Replay(args) => args.diagnostics.exit_zero,
            Self::Perft(args) => args.diagnostics.exit_zero,
            Self::Stats(args) => args.diagnostics.exit_zero,
            Self::Adjudicate(args) => args.diagnostics.exit_zero,
            Self::Plan(args) => args.diagnostics.exit_zero,
            Self::Explain(_) | Self::Completions(_) | Self::Man(_) => false,
        };
        if exits_zero && earned == ExitStatus::Findings { ExitStatus::Clean } else { earned }
    }

    /// Where and how messages are written.
    #[must_use]
    pub fn diagnostics(&self) -> Diagnostics {
        match self {
            Self::Validate(args) => args.diagnostics.diagnostics(),
            Self::Replay(args) => args.diagnostics.diagnostics(),
            Self::Perft(args) => args.diagnostics.diagnostics(),
            Self::Stats(args) => args.diagnostics.diagnostics(),
            Self::Adjudicate(args) => args.diagnostics.diagnostics(),
            Self::Plan(args) => args.diagnostics.diagnostics(),
            Self::Explain(args) => args.color.diagnostics(),
            Self::Completions(_) | Self::Man(_) => ColorArgs::default().diagnostics(),
        }
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
        let mut tree = Cli::command();
        tree.build();
        for command in tree.get_subcommands().chain([&tree]) {
            let texts = [command.get_after_help(), command.get_after_long_help()];
            let shown: Vec<String> = texts.into_iter().flatten().map(ToString::to_string).collect();
            assert!(shown.iter().all(|text| !text.contains("  #")), "{shown:?}");
        }
    }

    #[test]
    fn a_line_is_shown_with_or_without_its_feature() {
        let is_built = cfg!(feature = "viewer");
        assert_eq!(of_build("a\nb  #viewer\nc  #!viewer"), if is_built { "a\nb" } else { "a\nc" });
    }
}
