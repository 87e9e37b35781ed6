//! The texts of the help: examples and exit codes.

/// This help without the lines that are not for this build. A line that needs a feature ends with `  #feature`, the line
/// that takes its place in other builds with `  #!feature`.
pub(super) fn of_build(help: &str) -> String {
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

fn is_built(feature: &str) -> bool {
    match feature {
        "chasolver" => cfg!(feature = "chasolver"),
        "compression" => cfg!(feature = "compression"),
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

/// The feature that an option needs, if this build does not have it.
pub(super) fn missing_feature(command: &str, option: &str) -> Option<&'static str> {
    let feature = match (command, option) {
        ("adjudicate", "--cross-check") => "chasolver",
        (_, "--allow-large-windows") => "compression",
        ("validate" | "perft", "--cross-check") => "cross-check",
        ("stats", "--compression-level" | "--partition-by") => "parquet",
        ("replay", "--columns" | "--delay" | "--size" | "--theme") | ("stats", "--plot") => "pictures",
        ("replay", "--interactive" | "-i") => "viewer",
        _ => return None,
    };
    (!is_built(feature)).then_some(feature)
}

/// The examples of `adoube -h`.
pub(super) const EXAMPLES: &str = "\
Examples:
  adoube validate games.pgn          find what is wrong with the games in a file
  adoube stats games.pgn             see what an archive contains
  adoube replay -i games.pgn         browse games in the terminal  #viewer
  adoube replay games.pgn            see every move with its position  #!viewer";

/// The end of `adoube --help`.
pub(super) const EXAMPLES_AND_EXIT_CODES: &str = "\
Examples:
  adoube validate games.pgn               find what is wrong with the games in a file
  zstdcat big.pgn.zst | adoube validate   the same, from a pipe
  adoube explain M101                     look up a rule that a finding names
  adoube adjust --diff games.pgn          see how the text of games could be repaired
  adoube filter --where 'year = 1972' games.pgn -o 1972.pgn
                                          copy the games that match a condition
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
pub(super) const VALIDATE_EXAMPLES: &str = "\
Examples:
  adoube validate games.pgn                           show errors and warnings
  adoube validate -q --concise archive/               one line per finding, no summary
  adoube validate --split-to good.pgn bad.pgn x.pgn   separate valid games from broken ones";

/// The end of `adoube validate --help`.
pub(super) const VALIDATE_LONG: &str = "\
Examples:
  adoube validate games.pgn                           show errors and warnings
  adoube validate -q --concise archive/               one line per finding, no summary
  adoube validate --split-to good.pgn bad.pgn x.pgn   separate valid games from broken ones
  adoube validate --profile export mine.pgn           also check for the export format
  adoube validate --select M,R --format jsonl *.zst   check moves and results only, as JSON Lines
  adoube validate --audit games.pgn                   check results thoroughly

Exit codes:
  0  no findings at or above --fail-on
  1  at least one such finding (an input without games is one), or an unchecked game under --require-checked
  2  wrong usage, unreadable input, unwritable output, or a disagreement found by --cross-check  #cross-check
  2  wrong usage, unreadable input, or unwritable output  #!cross-check";

/// The help of `--output` in `validate`.
pub(super) const FINDINGS_TO_FILE: &str = "Write the findings to FILE instead of standard output";

/// The same with details.
pub(super) const FINDINGS_TO_FILE_LONG: &str = "\
Write the findings to FILE instead of standard output\n\n\
The file appears only when it is complete. Until then, an existing file stays as it is; an interrupted run \
leaves nothing behind. It is also written if only a part of the inputs could be read (exit code 2). A name that ends in .zst, \
.gz, .bz2 or .xz makes the file a compressed one. `-` is standard output.";

/// The help of `--output` in `adjudicate`.
pub(super) const VERDICTS_TO_FILE: &str = "Write the verdicts to FILE instead of standard output";

/// The same with details.
pub(super) const VERDICTS_TO_FILE_LONG: &str = "\
Write the verdicts to FILE instead of standard output\n\n\
The file appears only when it is complete. Until then, an existing file stays as it is; an interrupted run \
leaves nothing behind. It is also written if only a part of the inputs could be read (exit code 2). A name that ends in .zst, \
.gz, .bz2 or .xz makes the file a compressed one. `-` is standard output.";

/// The help of the inputs of `adjust`.
pub(super) const GAME_FILES_LONG: &str = "\
Files or directories; `-` for standard input [default: -]\n\n\
In directories, *.pgn files are adjusted in name order, compressed or not. Compression (zst, gz, bz2, xz, zip) \
is detected by content, not by file name.";

/// The help of `--output` in `adjust`.
pub(super) const GAMES_TO_FILE: &str = "Write the games, or their differences, to FILE instead of standard output";

/// The same with details.
pub(super) const GAMES_TO_FILE_LONG: &str = "\
Write the games, or their differences, to FILE instead of standard output\n\n\
The file appears only when it is complete. Until then, and if an input cannot be read (exit code 2), an existing \
file stays as it is; an interrupted run leaves nothing behind. A game that could not be edited, or whose fix was \
withdrawn, is in it as it was. A name that ends in .zst, .gz, .bz2 or .xz makes the file a compressed one. `-` \
is standard output.";

/// The help of `--output` in `filter`.
pub(super) const SELECTED_TO_FILE: &str = "Write the games to FILE instead of standard output";

/// The same with details.
pub(super) const SELECTED_TO_FILE_LONG: &str = "\
Write the games to FILE instead of standard output\n\n\
The file appears only when it is complete. Until then, and if an input cannot be read (exit code 2), an existing \
file stays as it is; an interrupted run leaves nothing behind. A name that ends in .zst, .gz, .bz2 or .xz makes the \
file a compressed one. `-` is standard output. Games in UTF-16 are written in UTF-8.\n\n\
Facts and tags in braces split the games over files: '{year}/{Event}.pgn'. {number} is the number of the file, see --split. \
Values become safe parts of names, folders are made, and no file is replaced. If the run fails, all of these files are \
removed; if it is interrupted, those that are complete stay.";

/// The examples of `adoube stats -h`.
pub(super) const STATS_EXAMPLES: &str = "\
Examples:
  adoube stats games.pgn                              a summary on one page
  adoube stats --table openings --top 20 games.pgn    the most common openings
  adoube stats --format html -o page.html games.pgn   a web page with charts  #pictures
  adoube stats --format html -o page.html games.pgn   a web page with tables  #!pictures";

/// The end of `adoube stats --help`.
pub(super) const STATS_LONG: &str = "\
Examples:
  adoube stats games.pgn                              a summary on one page
  adoube stats --table openings --top 20 games.pgn    the most common openings
  adoube stats --by year,Event games.pgn              results by year and event
  adoube stats --table players --min-count 20 --sort score games.pgn
                                                      the players with the best scores
  adoube stats --table lengths:5 --format csv games.pgn > lengths.csv
                                                      game lengths in bands of five moves
  adoube stats --tree 6 --min-count 20 games.pgn      an opening tree
  adoube stats --table standings,crosstable \\
    --where 'Event = \"Club evening\"' games.pgn
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
  1  some games have errors (their legal moves are counted), there is text between games, or an
     input has no games
  2  wrong usage, unreadable input, or unwritable output";

/// The examples of `adoube adjudicate -h`.
pub(super) const ADJUDICATE_EXAMPLES: &str = "\
Examples:
  adoube adjudicate games.pgn                                a verdict for every game
  adoube adjudicate game.pgn --event flag:white              White's flag fell: who wins?
  adoube adjudicate game.pgn --at 23w --claim threefold      is the draw claim correct?";

/// The end of `adoube adjudicate --help`.
pub(super) const ADJUDICATE_LONG: &str = "\
Examples:
  adoube adjudicate games.pgn                       a verdict for every game
  adoube adjudicate --fen '5k1K/8/8/7P/8/5n2/8/8 w - - 0 1' \\
    --event flag:white
                                                    White's flag fell: who wins?
  adoube adjudicate --fen '5k1K/8/8/7P/8/5n2/8/8 w - - 0 1' \\
    --event flag:white --compare fide-2023,uscf,chesscom,lichess
                                                    the same under four rule sets
  adoube adjudicate game.pgn --at 6b --claim threefold --by white \\
    --intended Bc4
                                                    is the claim correct? if not, what is the penalty?
  adoube adjudicate --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' \\
    --touched e1,h1
                                                    which move must the player make?
  adoube adjudicate match.pgn \\
    --engine-rules 'draw:movenumber=34,movecount=8,score=20'
                                                    when would cutechess-cli have ended it?
  adoube adjudicate --fen '5k1K/8/8/7P/8/5n2/8/8 w - - 0 1' \\
    --can-mate both --shortest
                                                    who can still mate, and how soon?
  adoube adjudicate fixtures/mating/positions.epd --can-mate both --why
                                                    explain why a side cannot mate, with a board
  adoube adjudicate --cross-check games.pgn         compare with a second library  #chasolver
  adoube adjudicate --format jsonl *.pgn.zst |
    jq -r 'select(.agrees == false) | .fen'
                                                    final positions that contradict the recorded result

Exit codes:
  0  every game has a verdict, and none contradicts the recorded result
  1  a wrong recorded result, errors in a game, a position that cannot be played, a rejected
     claim, an undetermined answer, or an input without games
  2  wrong usage, a question that does not fit the game (such as --at after its end), unreadable
     input, unwritable output, or a disagreement found by --cross-check  #chasolver
     input, or unwritable output  #!chasolver";

/// The examples of `adoube replay -h`.
pub(super) const REPLAY_EXAMPLES: &str = "\
Examples:
  adoube replay -i games.pgn                    browse games in the terminal  #viewer
  adoube replay games.pgn                       every move with its position, as a table  #!viewer
  adoube replay --as fen --at 23w games.pgn     the position after White's move 23
  adoube replay --to-pgn games.pgn -o tidy.pgn  rewrite games in the PGN export format";

/// The end of `adoube replay --help`.
pub(super) const REPLAY_LONG: &str = "\
Examples:
  adoube replay games.pgn                       every move with its position, as a table
  adoube replay -i games.pgn.zst                browse games in the terminal  #viewer
  adoube replay --format jsonl games.pgn.zst    one JSON object per move
  adoube replay --as fen --at 23w games.pgn     the position after White's move 23 of every game
  adoube replay --format csv --fields game,ply,san,clk,WhiteElo games.pgn
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
  1  something could not be read or replayed, which is reported after everything before it; or an
     input has no games
  2  wrong usage, unreadable input, or unwritable output";

/// The examples of `adoube perft -h`.
pub(super) const PERFT_EXAMPLES: &str = "\
Examples:
  adoube perft startpos 6                        count the move paths: 119060324
  adoube perft startpos 5 --divide               the count for each first move
  adoube perft startpos 4 --against ./my-engine  find the first position that an engine gets wrong";

/// The end of `adoube perft --help`.
pub(super) const PERFT_LONG: &str = "\
Examples:
  adoube perft startpos 6                        count the move paths: 119060324
  adoube perft startpos 5 --divide               the count for each first move
  adoube perft '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' 6 \\
    --expect 11030083
                                                 check the count of a position
  adoube perft --epd fixtures/perft/standard.epd --max-nodes 1,000,000
                                                 check the counts of a suite
  adoube perft startpos 4 --stats                captures, checks, and mates
  adoube perft startpos 6 --against ./my-engine  find the first position that an engine gets wrong
  adoube perft startpos 10 --checkpoint run.ckpt
                                                 a long run that can be interrupted

To use several machines, split the work by prefix: the counts of all prefixes of one length add up
to the total. With GNU parallel:
  adoube perft startpos 8 --list-prefixes 2 |
    parallel adoube perft -q startpos 8 --prefix {} |
    awk '{ print $2 }' | paste -sd+ | bc

With a batch scheduler such as Slurm, one prefix per array job:
  adoube perft startpos 11 --list-prefixes 2 > prefixes.txt
  sbatch --array=1-$(wc -l < prefixes.txt) \\
    --wrap='adoube perft startpos 11 \\
    --prefix \"$(sed -n ${SLURM_ARRAY_TASK_ID}p prefixes.txt)\" \\
    -o $SLURM_ARRAY_TASK_ID.txt'
  cat [0-9]*.txt | awk '{ print $2 }' | paste -sd+ | bc

Exit codes:
  0  every count is complete and correct
  1  a count differs from the expected one, or the engine of --against is wrong
  2  wrong usage, unreadable input, unwritable output, a count above 64 bits, an interrupted run,  #cross-check
     or a disagreement found by --cross-check  #cross-check
  2  wrong usage, unreadable input, unwritable output, a count above 64 bits, or an interrupted run  #!cross-check";

/// The examples of `adoube adjust -h`.
pub(super) const ADJUST_EXAMPLES: &str = "\
Examples:
  adoube adjust --diff games.pgn                      see what would change
  adoube adjust games.pgn -o tidy.pgn                 write the adjusted games to another file
  adoube adjust --in-place --log log.jsonl archive/   adjust all files of a directory
  adoube adjust --strip comments,variations games.pgn.zst -o bare.pgn.zst";

/// The end of `adoube adjust --help`.
pub(super) const ADJUST_LONG: &str = "\
Examples:
  adoube adjust --diff games.pgn                      see what would change
  adoube adjust games.pgn -o tidy.pgn                 write the adjusted games to another file
  adoube adjust --in-place --log log.jsonl archive/   adjust all files of a directory
  adoube adjust --undo log.jsonl                      restore every byte of them
  adoube adjust --check --select N,T games.pgn        is there anything to fix? see the exit code
  adoube adjust --profile export games.pgn -o x.pgn   also write moves and tags in export format
  adoube adjust --unsafe-fixes --diff games.pgn       what else has only one reading

Edit games; the moves of the main line always stay the same:
  adoube adjust --strip comments,variations,nags games.pgn.zst \\
    -o bare.pgn.zst
  adoube adjust --strip clocks,evals,tag:Annotator games.pgn -o less.pgn
  adoube adjust --set-tag 'Source=TWIC 1599' --rename-tag Remark=Section \\
    games.pgn -o x.pgn
  adoube adjust --names names.txt --add eco,plycount --no-fixes \\
    games.pgn -o x.pgn
  adoube adjust --where 'Site ~ lichess' --set-tag 'Event=Rated game' \\
    games.pgn -o x.pgn

Exit codes:
  0  there was nothing to fix or edit, or it was done
  1  games have errors that stay, or too many findings to fix all; an input has no games; or, with --check or --diff,
     something would change
  2  wrong usage, unreadable input, unwritable output, a fix that was withdrawn, or a game that could not be edited";

/// The examples of `adoube filter -h`.
pub(super) const FILTER_EXAMPLES: &str = "\
Examples:
  adoube filter --where 'player ~ carlsen' games.pgn -o carlsen.pgn
  adoube filter --where 'WhiteElo >= 2500' archive/ -o strong.pgn.zst
  adoube filter --count --where 'ending = stalemate' games.pgn";

/// The end of `adoube filter --help`.
pub(super) const FILTER_LONG: &str = "\
Examples:
  adoube filter --where 'player ~ carlsen' games.pgn -o carlsen.pgn
  adoube filter --where 'WhiteElo >= 2500' archive/ -o strong.pgn.zst
  adoube filter --count --where 'ending = stalemate' games.pgn
  adoube filter --where 'has:FEN' --invert games.pgn   the games from the initial position
  adoube filter --sample 100 --seed 7 big.pgn.zst      100 games at random
  adoube filter --game 3,10-20 games.pgn               these games
  adoube filter a.pgn b.pgn.zst -o all.pgn             one file out of several
  adoube filter --sort 'Date,Round' games.pgn -o x.pgn
                                                       in order
  adoube filter --unique a.pgn b.pgn -o x.pgn          without second copies
  adoube filter games.pgn -o '{year}/{Event}.pgn.zst'  a file for each year and event
  adoube filter --split 1000 games.pgn -o '{number}.pgn'
                                                       files of 1,000 games

Exit codes:
  0  at least one game was selected
  1  no game was selected
  2  wrong usage, unreadable input, unwritable output, or a game that would be read as a part of the one before it";

/// The examples of `adoube diff -h`.
pub(super) const DIFF_EXAMPLES: &str = "\
Examples:
  adoube diff old.pgn new.pgn                       what has changed?
  adoube diff --format html old.pgn new.pgn -o x.html
  adoube diff games.pgn                             which games are in it twice?";

/// The end of `adoube diff --help`.
pub(super) const DIFF_LONG: &str = "\
Examples:
  adoube diff old.pgn new.pgn                       what has changed?
  adoube diff --format html old.pgn new.pgn -o x.html
  adoube diff --ignore comments,tag:Annotator a.pgn b.pgn.zst
  adoube diff --against-moves-only a.pgn b.pgn      are the moves the same?
  adoube diff games.pgn                             which games are in it twice?
  adoube diff -q --format jsonl a.pgn b.pgn |
    jq -r 'select(.kind == \"only-b\") | .b.game'

Exit codes:
  0  the archives have the same games; with one archive, it has no copies
  1  they differ; with one archive, it has copies
  2  wrong usage, unreadable input, or unwritable output";

/// The examples of `adoube plan -h`.
pub(super) const PLAN_EXAMPLES: &str = "\
Examples:
  adoube plan --parts 16 games.pgn > plan.jsonl       cut a file into 16 parts
  adoube plan --part-size 1G archive/ > all.jsonl     cut all files of a directory";

/// The end of `adoube plan --help`.
pub(super) const PLAN_LONG: &str = "\
Examples:
  adoube plan --parts 16 games.pgn > plan.jsonl       cut a file into 16 parts
  adoube plan --part-size 1G archive/ > all.jsonl     cut all files of a directory

Count each part on any machine, and combine the counts:
  sed -n 3p plan.jsonl > 3.json
  adoube stats --part 3.json --partial 3.part
  adoube stats --merge *.part

With a batch scheduler such as Slurm, one part per array job:
  sbatch --array=1-$(wc -l < plan.jsonl) \\
    --wrap='sed -n ${SLURM_ARRAY_TASK_ID}p plan.jsonl |
    adoube stats --part - --partial $SLURM_ARRAY_TASK_ID.part'

Exit codes:
  0  all inputs were cut
  2  wrong usage, unreadable input, or unwritable output; then nothing is written";

/// The examples of `adoube explain -h`.
pub(super) const EXPLAIN_EXAMPLES: &str = "\
Examples:
  adoube explain M101                             a rule, by its code
  adoube explain illegal-move wrong-move-number   two rules, by their names
  adoube explain --list                           a list of all rules";

/// The end of `adoube explain --help`.
pub(super) const EXPLAIN_LONG: &str = "\
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
pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  adoube completions bash   print the script for bash
  adoube completions --dir build/completions
                            the scripts of all shells";

/// The end of `adoube completions --help`.
pub(super) const COMPLETIONS_LONG: &str = "\
Examples:
  mkdir -p ~/.local/share/bash-completion/completions
  adoube completions bash \\
    > ~/.local/share/bash-completion/completions/adoube
                                  complete commands and options in bash
  mkdir -p ~/.zfunc
  adoube completions zsh > ~/.zfunc/_adoube
                                  the same in zsh, whose .zshrc needs, before `compinit`: fpath+=~/.zfunc
  mkdir -p ~/.config/fish/completions
  adoube completions fish > ~/.config/fish/completions/adoube.fish
                                  the same in fish
  adoube completions --dir build/completions
                                  the scripts of all shells

Exit codes:
  0  success
  2  wrong usage, or unwritable output";

/// The examples of `adoube man -h`.
pub(super) const MAN_EXAMPLES: &str = "\
Examples:
  adoube man stats | man -l -               read a page
  adoube man --dir build/man1               save all pages";

/// The end of `adoube man --help`.
pub(super) const MAN_LONG: &str = "\
Examples:
  adoube man > adoube.1                     save the page of adoube
  adoube man validate > adoube-validate.1   save the page of a command
  adoube man stats | man -l -               read a page
  adoube man --dir build/man1               save all pages

Exit codes:
  0  success
  2  wrong usage, or unwritable output";
