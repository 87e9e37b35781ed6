//! The tree of commands: what can be asked for, and its help.

use clap::builder::Styles;
use clap::builder::styling::AnsiColor;
use clap::{CommandFactory, Parser, Subcommand};

use crate::commands::{
    Error, Status, adjudicate, check_environment, completions, explain, man, perft, replay, stats, validate,
};
use crate::options::ColorArgs;
use crate::report::{Loudness, Talk};

/// The colours of the help.
const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default().bold())
    .usage(AnsiColor::Yellow.on_default().bold())
    .literal(AnsiColor::Green.on_default())
    .placeholder(AnsiColor::Cyan.on_default());

/// What stands below the long help of the whole.
const ABOUT_THE_WHOLE: &str = "\
Examples:
  adoube validate games.pgn              judge the games of a file
  zstdcat big.pgn.zst | adoube validate  judge what comes through a pipe
  adoube explain M101                    what a finding means, and what to do
  adoube replay --format jsonl games.pgn a record of every move
  adoube perft startpos 6                count the paths of six legal moves

Exit codes:
  0  no finding at or above --fail-on
  1  something was found: findings at or above --fail-on, a wrong count
  2  the job, or a part of it, could not be done: usage, input, output";

/// What stands below the long help of `validate`.
const ABOUT_VALIDATE: &str = "\
Examples:
  adoube validate games.pgn                         show errors and warnings
  adoube validate -q --concise archive/             one line a finding, nothing else
  adoube validate --profile export mine.pgn         show also what is not export format
  adoube validate --select M,R --format jsonl *.zst judge moves and results, as JSON Lines
  adoube validate --split-to good.pgn bad.pgn x.pgn part the games with errors from the others

Exit codes:
  0  no finding at or above --fail-on
  1  such a finding, or a game not checked under --require-checked
  2  usage, unreadable input, unwritable output, a disagreement found by --cross-check";

/// What stands below the long help of `stats`.
const ABOUT_STATS: &str = "\
Examples:
  adoube stats games.pgn                             the whole on one screen
  adoube stats --table openings --top 20 games.pgn   the commonest openings
  adoube stats --by year,Event games.pgn             results, split
  adoube stats --table players --min-count 20 --sort score games.pgn
                                                     who has scored best
  adoube stats --table lengths:5 --format csv games.pgn > lengths.csv
  adoube stats --tree 6 --min-count 20 games.pgn     what the games begin with
  adoube stats --table standings,crosstable --where 'Event = \"Club evening\"' games.pgn
                                                     who has won the tournament
  adoube stats --format html -o games.html games.pgn a page with charts
  adoube stats --table elo --plot elo.svg games.pgn  a picture
  adoube stats --format parquet -o games.parquet games.pgn
                                                     a row a game, for DuckDB, Polars and Spark
  adoube stats --partial a.part a.pgn                count in parts,
  adoube stats --partial b.part b.pgn
  adoube stats --merge a.part b.part                 the same as adoube stats a.pgn b.pgn

Exit codes:
  0  all games were counted
  1  games with errors, which count as far as they could be played; text between games; no game at all
  2  usage, unreadable input, unwritable output";

/// What stands below the long help of `adjudicate`.
const ABOUT_ADJUDICATE: &str = "\
Examples:
  adoube adjudicate games.pgn                       a verdict for every game
  adoube adjudicate --fen '5k1K/8/8/7P/8/5n2/8/8 w - - 0 1' --event flag:white
                                                    can Black still mate? who wins?
  adoube adjudicate --fen FEN --event flag:white --compare fide-2023,uscf,chesscom,lichess
                                                    the same under four rule sets
  adoube adjudicate game.pgn --at 12 --claim threefold --by white --intended Bc4
                                                    is the claim right? if not, what does it cost?
  adoube adjudicate --fen FEN --touched e1,h1       what must the player do?
  adoube adjudicate match.pgn --engine-rules 'draw:movenumber=34,movecount=8,score=20'
                                                    when would a match manager have ended it?
  adoube adjudicate --fen '5k1K/8/8/7P/8/5n2/8/8 w - - 0 1' --can-mate both --shortest
                                                    who can still mate, and how soon?
  adoube adjudicate walls.epd --can-mate both --why why not? with a board
  adoube adjudicate --cross-check games.pgn         ask another program, too, where mate matters
  adoube adjudicate --format jsonl *.pgn.zst | jq -r 'select(.agrees == false) | .fen'

Exit codes:
  0  every game has its verdict, and it agrees with the record
  1  a stated result that does not follow, a rejected claim, an undetermined verdict or answer, no position
  2  usage, unreadable input, unwritable output, a disagreement found by --cross-check";

/// What stands below the long help of `replay`.
const ABOUT_REPLAY: &str = "\
Examples:
  adoube replay games.pgn                           every move with its position, for people
  adoube replay -i games.pgn.zst                    look at the games in the terminal
  adoube replay --format jsonl games.pgn.zst        one JSON object a move
  adoube replay --as fen --at 23w games.pgn         the position after White's move 23 of every game
  adoube replay --format csv --fields game,ply,san,clk,tag:WhiteElo games.pgn
                                                    a table with the columns you want
  adoube replay --moves 'e4 e5 Nf3' --as fen --at last
                                                    where do these moves lead?
  adoube replay --uci 'e2e4 e7e5' --as san          from UCI to SAN
  adoube replay --lang fr --as san games.pgn        with French letters
  adoube replay --as board --flip --at 23w games.pgn
                                                    a board, as Black sees it
  adoube replay --game 3 --as png -o last.png games.pgn
                                                    the last position of a game
  adoube replay --game 3 --at every:10 --as svg -o sheet.svg games.pgn
                                                    some of its positions on a sheet
  adoube replay --game 3 --as gif -o game.gif games.pgn
                                                    the whole game
  adoube replay --as png -o 'pictures/{game}.png' games.pgn
                                                    a picture for each game

Exit codes:
  0  everything was read and played
  1  something could not be played or read; it is told after everything before it
  2  usage, unreadable input, unwritable output";

/// What stands below the long help of `perft`.
const ABOUT_PERFT: &str = "\
Examples:
  adoube perft startpos 6                                  119060324
  adoube perft startpos 5 --divide                         the same below each move
  adoube perft '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' 6 --expect 11030083
  adoube perft --epd suite.epd --max-nodes 100000000       hold a suite against it
  adoube perft startpos 4 --stats                          captures, checks, mates
  adoube perft startpos 6 --against ./my-engine            find its first wrong position
  adoube perft startpos 10 --checkpoint run.ckpt           a long run that may be ended

Many machines: the counts of all prefixes of one length add up to the whole. With GNU parallel:
  adoube perft startpos 8 --list-prefixes 2 | parallel adoube perft -q startpos 8 --prefix {} |
    awk '{ print $2 }' | paste -sd+ | bc

With a batch scheduler, here Slurm, one prefix a job of an array:
  adoube perft startpos 11 --list-prefixes 2 > prefixes.txt
  sbatch --array=1-$(wc -l < prefixes.txt) --wrap='adoube perft startpos 11 \
    --prefix \"$(sed -n ${SLURM_ARRAY_TASK_ID}p prefixes.txt)\" -o $SLURM_ARRAY_TASK_ID.txt'
  cat [0-9]*.txt | awk '{ print $2 }' | paste -sd+ | bc

Exit codes:
  0  counted, and nothing was found wrong
  1  a count is not the expected one, or an engine asked by --against is wrong
  2  usage, unreadable input, unwritable output, a count above 64 bits, a run that was stopped,
     a disagreement found by --cross-check";

/// What stands below the long help of `explain`.
const ABOUT_EXPLAIN: &str = "\
Examples:
  adoube explain M101
  adoube explain illegal-move wrong-move-number
  adoube explain --list --format csv

Exit codes:
  0  explained
  2  there is no such rule, or the output cannot be written";

/// What stands below the long help of `completions`.
const ABOUT_COMPLETIONS: &str = "\
Examples:
  adoube completions bash > ~/.local/share/bash-completion/completions/adoube
  adoube completions zsh > ~/.zfunc/_adoube
  adoube completions fish > ~/.config/fish/completions/adoube.fish";

/// What stands below the long help of `man`.
const ABOUT_MAN: &str = "\
Examples:
  adoube man > adoube.1
  adoube man validate > adoube-validate.1";

/// The arbiter's command line for chess
#[derive(Parser, Clone, Debug)]
#[command(name = "adoube", version = env!("ADOUBE_VERSION"), styles = STYLES, after_long_help = ABOUT_THE_WHOLE)]
#[command(disable_help_subcommand = true, max_term_width = 100)]
pub struct Cli {
    /// What is asked for.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// Judge PGN archives: is every game chess, and does every result follow?
    ///
    /// Reads games and positions, plays every move, and reports what is not chess, not readable or not defensible, with its
    /// place in the file. The findings go to standard output, a summary to standard error.
    #[command(after_long_help = ABOUT_VALIDATE)]
    Validate(Box<validate::Args>),
    /// Play games and positions through: records, positions, moves of every ply
    ///
    /// One record a move: SAN, UCI, the position, clocks, evaluations, comments. What cannot be played is told, with its
    /// place, after everything before it.
    #[command(after_long_help = ABOUT_REPLAY)]
    Replay(Box<replay::Args>),
    /// Count the paths of legal moves (perft), and find where another program counts otherwise
    ///
    /// The number of paths of DEPTH legal moves from a position. Paths end early at mate and stalemate only; draws are not
    /// known to perft. The counts go to standard output, the speed to standard error.
    #[command(after_long_help = ABOUT_PERFT)]
    Perft(Box<perft::Args>),
    /// Count what is in an archive: results, lengths, openings, players, endings, tags, …
    ///
    /// A summary of all games on one screen, or tables: one observation a row, with counts, shares, scores and how far they
    /// can be trusted. Every game is played through.
    #[command(after_long_help = ABOUT_STATS)]
    Stats(Box<stats::Args>),
    /// Decide games by the Laws: results, endings, claims, flags, touched men
    ///
    /// One verdict a game or position: who has won, why, by which article of which edition, how sure that is, and what
    /// proves it; the draws that could have been claimed; and whether the stated result agrees.
    #[command(after_long_help = ABOUT_ADJUDICATE)]
    Adjudicate(Box<adjudicate::Args>),
    /// Explain a rule of validate: what it finds, why that matters, what to do
    #[command(after_long_help = ABOUT_EXPLAIN)]
    Explain(explain::Args),
    /// Write what a shell needs to complete words
    #[command(after_long_help = ABOUT_COMPLETIONS)]
    Completions(completions::Args),
    /// Write the manual page, as roff
    #[command(after_long_help = ABOUT_MAN)]
    Man(man::Args),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    ///
    /// Returns what ended the command early; see [`Error`].
    pub fn run(&self) -> Result<Status, Error> {
        check_environment()?;
        match self {
            Self::Validate(args) => validate::run(args),
            Self::Replay(args) => replay::run(args),
            Self::Perft(args) => perft::run(args),
            Self::Stats(args) => stats::run(args),
            Self::Adjudicate(args) => adjudicate::run(args),
            Self::Explain(args) => explain::run(args),
            Self::Completions(args) => completions::run(*args, Cli::command()),
            Self::Man(args) => man::run(args, Cli::command()),
        }
    }

    /// Where and how it speaks to the user.
    #[must_use]
    pub fn talk(&self) -> Talk {
        match self {
            Self::Validate(args) => args.talk.talk(),
            Self::Replay(args) => args.talk.talk(),
            Self::Perft(args) => args.talk.talk(),
            Self::Stats(args) => args.talk.talk(),
            Self::Adjudicate(args) => args.talk.talk(),
            Self::Explain(args) => Talk { paint: args.color.paint_of_stderr(), loudness: Loudness::Normal },
            Self::Completions(_) | Self::Man(_) => {
                Talk { paint: ColorArgs::default().paint_of_stderr(), loudness: Loudness::Normal }
            }
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
}
