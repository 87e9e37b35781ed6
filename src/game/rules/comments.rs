//! Family C: comments, and the commands in them.

use super::{Rule, RuleInfo, Severity, row};

pub(super) const COMMENTS: [RuleInfo; 10] = [
    row!(C101 "malformed-clock": MalformedClock, Warning, supplement "2001",
        "a clock command cannot be read",
        "`[%clk h:mm:ss]` is the time left on the player's clock after the move, `%emt` the time spent on it, `%egt` \
        the time spent on the game and `%mct` the reading of a mechanical clock. Minutes and seconds are below 60; a \
        fraction of a second may follow. Times without leading zeros (`[%emt 0:0:4]`) and elapsed times in seconds (`[%emt 12]`, \
        `[%emt 1.485]`), as some servers write them, are read and are style.\n\n\
        Correct or delete the command. adoube treats the time of this move as unknown."),
    row!(C102 "malformed-eval": MalformedEval, Warning, custom "common use",
        "an evaluation command cannot be read",
        "`[%eval 2.35]` is pawns from White's side, `[%eval #-4]` is mate by Black in four; `,18` after it is the \
        depth. There is no standard; this is what lichess and the engines' programs write. The sign of a mate may be before the `#` \
        (`-#4`), and `M` may stand for it. Numbers of more than seven digits are no evaluations.\n\n\
        Correct or delete the command. adoube treats the evaluation of this move as unknown."),
    row!(C103 "malformed-shapes": MalformedShapes, Warning, custom "common use",
        "a colored square or arrow cannot be read",
        "`[%csl Re4,Gd5]` lists squares, `[%cal Gf3e5]` arrows, each with a letter for its color (R, G, B, Y and \
        others). Programs that draw them may refuse the whole comment for one faulty entry.\n\n\
        Correct or delete the entry."),
    row!(C104 "unclosed-command": UnclosedCommand, Warning, supplement "2001",
        "a command in a comment lacks its `]`",
        "The command ends with the comment, and the text after it is lost to programs that read commands.\n\n\
        Add the bracket. adoube reads the value up to the first space or the end of the comment."),
    row!(C105 "nested-comment": NestedComment, Warning, pgn "5",
        "a `{` inside a comment: comments do not nest",
        "The comment ends at the first `}`. If every `{` has its `}`, the text after the first `}` is read as moves. \
        If not, a `}` may be missing earlier, and moves may be hidden in the comment.\n\n\
        Write parentheses for the inner braces. Check the comment for moves."),
    row!(C106 "clock-increase": ClockIncrease, Info, supplement "2001",
        "a player has more time than after the last move plus the increment",
        "A clock may rise by the increment, and once by the time of each new period (`40/5400+30:1800+30`), with the last move of \
        the period before or when its time is used up. Anything more was set by hand: time \
        added by the arbiter as a penalty (Laws 7.5.5, 9.5.3), time given by the opponent on a server, or a wrong \
        record. With one move a period (`1/86400`), servers differ in whether the time left over is kept, and with a sandclock the \
        clock rises while the opponent thinks: there nothing is compared, and the time spent is unknown.\n\n\
        Reported as information; tables of thinking time should leave this move out."),
    row!(C107 "unknown-command": UnknownCommand, Info, supplement "2001",
        "a command that adoube does not know",
        "The supplement asks readers to pass over commands they do not know and to keep them. adoube keeps them in \
        everything it copies.\n\n\
        Nothing needs to be done. A misspelled `%clk` also shows up here."),
    row!(C108 "clock-beyond-control": ClockBeyondControl, Warning, pgn "9.6",
        "a clock shows more than the time control allows",
        "Before the second move a player can have no more than the time of the first period and two increments, since the \
        increment is added before each move. The clock or the tag TimeControl is wrong, or time was added by hand.\n\n\
        Correct one of the two. Nothing is looked at if each move is a period (`1/86400`), or if the record starts with a later \
        move."),
    row!(C109 "late-first-move": LateFirstMove, Info, laws "6.7.1",
        "more than an hour passed before a player's first move",
        "A player who comes later than the default time loses. The event sets that time; an hour has been the usual \
        maximum.\n\n\
        Reported as information, by the clock in the comment of the first move, except in correspondence chess: an hour or more \
        for each move, or days for all."),
    row!(C110 "moves-in-line-comment": MovesInLineComment, Warning, pgn "5",
        "a comment to the end of the line hides moves of the game",
        "A `;` begins a comment that ends with its line. If the comment is made up of the next moves, and the game does not go on \
        without them, the `;` was probably meant to separate moves, and every reader loses them. If moves \
        follow on the next line, moves are missing there (M106, in a variation M111).\n\n\
        Delete the `;`, or put a comment of the moves that were not played into braces. adoube does not play them."),
];
