//! Families M, N, C and V: moves, notation, comments and variations.

use super::{Rule, RuleInfo, Severity, row};

// Family M: moves that are not chess.

pub(super) const MOVES: &[RuleInfo] = &[
    row!(M101 "illegal-move": IllegalMove, Error, laws "3",
        "the move is illegal",
        "No piece of the side to move can make it, and the message says why: no such piece, the way is blocked, the piece \
        is pinned, the king is or would be in check, the right to castle is gone, the pawn to be taken en \
        passant did not just make its double step. The article cited is that of the reason.\n\n\
        Either the move was really played, or the score is wrong: a slip of notation, a move written twice, or a missing move \
        earlier on. \
        Compare with another source, and look at the moves just before. From here on the position is unknown, so \
        adoube does not check the remaining moves of the game. The next game is not affected."),
    row!(M102 "ambiguous-move": AmbiguousMove, Error, pgn "8.2.3.4",
        "two or more legal moves fit",
        "Two pieces of the same type can go to that square, and the move does not say which. The message names them. A \
        piece that is pinned and cannot go there does not count.\n\n\
        Add the file, else the rank, of the piece that moved; the moves that follow often show which it was. adoube \
        does not guess, and does not check the remaining moves of the game."),
    row!(M103 "move-after-end": MoveAfterEnd, Error, laws "5.1.1",
        "a move after checkmate or stalemate",
        "Checkmate (5.1.1) and stalemate (5.2.1) end the game at once, and no legal move can follow. Mostly a \
        variation lost its parentheses, or two games were joined.\n\n\
        Put the surplus moves into a comment or a game of their own. Reported once, at the first of them; the others \
        are not checked."),
    row!(M104 "promotion-piece-missing": PromotionPieceMissing, Error, pgn "8.2.3.3",
        "a pawn reaches the last rank and no piece is named",
        "The player chooses a queen, rook, bishop or knight, and the score has to state which: `e8=Q`. A queen is \
        likely and not certain.\n\n\
        Add the piece. adoube does not guess, and does not check the remaining moves of the game."),
    row!(M105 "null-move": NullMove, Error, pgn "8.2.3",
        "a null move in the main line",
        "`--`, `---`, `Z0`, `null` and `0000` mean that a side passes. Annotators use them in variations to show a threat, where \
        adoube lets them stand; in a game no player may pass.\n\n\
        Restore the move that was played, or move the analysis into a variation. adoube passes the turn and plays on, \
        unless the side is in check: then the rest of the game is not checked."),
    row!(M106 "missing-move": MissingMove, Error, laws "1.1",
        "moves are missing between two that are there",
        "The players move alternately. Either a move cannot be made by the side whose turn it is and can be made by \
        the other: then one is missing just before, or there is one too many. Or the move numbers go on by more plies \
        than there are moves: `2. Nf3 Nc6 4. Ba4`. Or `...`, `??` or a dash stands in place of a move. If a later number \
        agrees with the moves again, only the number was wrong (N101).\n\n\
        Find the missing moves in another source. The game ends here for adoube, since the rest would be a game that \
        nobody played. After a wrong number, only the move right after the number before it is certain: the moves \
        between the two may be on either side of the hole."),
    row!(M107 "kings-to-center": KingsToCenter, Error, pgn "8.2",
        "kings were put in the center to enter the result: these are not moves",
        "On an electronic board the players set their kings on e4, d5, d4 and e5 when the game is over, so that the \
        board knows the result, and the software may record this as moves.\n\n\
        Delete these last moves and keep the result. adoube does not play them."),
    row!(M108 "drop": Drop, Error, pgn "8.2.3",
        "a piece is dropped on the board: chess has no drops",
        "`N@f3` is a move of Crazyhouse or Bughouse. In those games captured pieces return; in chess they do not.\n\n\
        If the game is of such a variant, add the tag Variant. Otherwise correct the move. The remaining moves of \
        the game are not checked."),
    row!(M109 "move-after-draw": MoveAfterDraw, Warning, laws "9.6",
        "the game went on after it had ended in a draw",
        "A dead position (5.2.2), the fifth occurrence of a position (9.6.1) and 75 moves without capture or pawn \
        move (9.6.2) end a game without any claim. Fivefold repetition and 75 moves have been in the Laws since 1 July \
        2014; in a game played before, they are reported as information.\n\n\
        Players and arbiters overlook such endings, so the moves may well have been played. The result should then \
        be a draw. adoube plays on."),
    row!(M110 "localized-letters": LocalizedLetters, Warning, pgn "17",
        "piece letters of another language",
        "PGN writes K, Q, R, B, N in every country. Other letters are read wrongly or not at all: the German `D` is \
        no piece, and the French `R` is a king. adoube finds one language under which the whole game can be played, \
        says which, and reads the game with it.\n\n\
        Export the game again with English letters. Reported once a game, at the first such move."),
    row!(M111 "illegal-in-variation": IllegalInVariation, Error, laws "3",
        "a move in a variation is illegal, ambiguous or unreadable",
        "Variations are analysis and are held to the same rules as the game: a program that plays through them stops \
        here. Often the variation is one move too early or too late and replaces another move than meant.\n\n\
        Correct the variation. adoube does not check the rest of it; the main line is not touched. A variation that continues after \
        the last move instead of replacing it, as in `1. e4 e5 (2. Nf3 Nc6)`, is played from there: begin it with that move, \
        `(1... e5 2. Nf3 Nc6)`."),
];

// Family N: move numbers, and moves that are legal but written otherwise.

pub(super) const NOTATION: &[RuleInfo] = &[
    row!(N101 "wrong-move-number": WrongMoveNumber, Warning, pgn "8.2.2.1",
        "a move number is not the number of the move",
        "Numbers may be left out or repeated on import, but those present must be right. A number ahead of the moves, \
        with no later number that agrees with them, means that moves are missing, and is M106. A number with no move after it, `4. 1/2-1/2`, is reported, too: the move may be lost.\n\n\
        Compare with another source before you renumber. adoube goes by the moves. If the numbers after the wrong one are \
        wrong by as much, they are part of this finding; a number that is right is never reported. Dots count: in `1. e4 2. e5 \
        Nf3 3. Nc6 Bb5 *`, the numbers are one ply off."),
    row!(N102 "wrong-number-dots": WrongNumberDots, Warning, pgn "8.2.2",
        "the dots after the number indicate the other side",
        "`1.` precedes White's move, `1...` Black's. The number itself is right here.\n\n\
        Rewrite the number. adoube goes by the moves."),
    row!(N103 "wrong-first-number": WrongFirstNumber, Warning, pgn "9.7.1",
        "the first move number is not that of the FEN",
        "The last field of the FEN is the number of the first move. Composers and trainers often write `1.` with a \
        FEN taken from move 41.\n\n\
        Correct the one or the other. adoube reports this once, and compares later numbers with the first one of the \
        text."),
    row!(N104 "missing-space": NumberGlued, Warning, pgn "7",
        "tokens run together without a space",
        "A number, a move and a result are tokens of their own. `1.e4` is still clear, but `1.e4e5` and `Qg7#1-0` \
        can be read in two ways, and most programs skip or misread them. So are `Nc6N`, a move with the novelty sign, \
        and `$10a6`, a NAG that touches the next move: many readers drop that move.\n\n\
        Put spaces between them. adoube separates them where only one reading is possible."),
    row!(N105 "missing-check-suffix": MissingCheckSuffix, Style, pgn "8.2.3.5",
        "a check or checkmate is not marked",
        "In export format `+` marks check and `#` checkmate. On import the mark may be missing.\n\n\
        A program that compares moves as text, as opening books do, will not find this one."),
    row!(N106 "wrong-check-suffix": WrongCheckSuffix, Warning, pgn "8.2.3.5",
        "`+` or `#` contradicts the board",
        "There is no check, or `#` without checkmate, or `+` for checkmate; words such as `mate` count as the suffix. A wrong suffix was put there by \
        hand, or the player or typist had a different position: a sign that a move before it may be wrong.\n\n\
        Look at the moves before; then correct the mark."),
    row!(N107 "needless-disambiguation": NeedlessDisambiguation, Style, pgn "8.2.3.4",
        "the file, rank or square of departure is not needed",
        "It is written only if another piece of the same type can legally go to the same square; one that is pinned \
        cannot. Many programs overlook the pin, so that the same game is written in two ways.\n\n\
        Write the short form."),
    row!(N108 "missing-capture-symbol": MissingCaptureSymbol, Style, pgn "8.2.3.2",
        "a capture is written without `x`",
        "`ed5` or `ed` for `exd5`, `Qd5` for `Qxd5`. The Laws make the mark optional on score sheets; PGN asks for \
        it, and short pawn captures look like misprints.\n\n\
        Write `x` and the square."),
    row!(N109 "wrong-capture-symbol": WrongCaptureSymbol, Warning, pgn "8.2.3.2",
        "`x` where nothing is taken",
        "The move is legal, but the square is empty; or `e.p.` follows a move that is not an en passant capture. If the writer saw a piece there, an earlier move may be wrong.\n\n\
        Look at the moves before; then delete the mark. adoube plays the move."),
    row!(N110 "castling-spelling": CastlingSpelling, Style, pgn "8.2.3.3",
        "castling is not written `O-O` or `O-O-O` with capital letters O",
        "The Laws write zeros on score sheets, and typography makes long dashes; PGN uses the capital letter O and \
        the hyphen. Readers differ in which other forms they take.\n\n\
        Write `O-O` or `O-O-O`."),
    row!(N111 "long-algebraic": LongAlgebraic, Style, pgn "8.2.3",
        "a move in long algebraic notation",
        "`e2-e4`, `Ng1-f3`: the square of departure and a hyphen. It is clear, but some libraries drop such moves \
        silently.\n\n\
        Export in short algebraic notation."),
    row!(N112 "uci-move": UciMove, Style, pgn "8.2.3",
        "a move in the notation of the UCI protocol",
        "`g1f3`, `e7e8q`: two squares, as engines write. It is not algebraic notation, and a reader may take `b2b4` \
        and the like for something else. The numeric notation of correspondence chess, `5254`, counts as such a move, too.\n\n\
        Export in short algebraic notation."),
    row!(N113 "promotion-spelling": PromotionSpelling, Style, pgn "8.2.3.3",
        "a promotion is not written with `=` and a capital letter",
        "`e8Q` (the form of the Laws), `e8(Q)`, `e8/Q`, `e8=q` and `e8+=Q` are in use; PGN writes `e8=Q`. N127 reports forms that \
        few programs know.\n\n\
        Rewrite it: some readers refuse the other forms, and some drop the move silently."),
    row!(N114 "capture-spelling": CaptureSpelling, Style, pgn "8.2.3.2",
        "a capture is written with a colon, or without the file of the pawn",
        "`e:d5` and `ed5:` are forms of the printed press. `xd5` lacks the file of the pawn, and many readers refuse it even if \
        only one pawn can capture there. PGN writes `exd5`.\n\n\
        Rewrite the move."),
    row!(N115 "en-passant-suffix": EnPassantSuffix, Style, pgn "8.2.3.3",
        "`e.p.` after a capture en passant",
        "PGN has no suffix for it: the move is written like any other pawn capture, with the square where the pawn \
        arrives.\n\n\
        Delete the mark, which some readers take for part of the move and others for a move of its own."),
    row!(N116 "check-spelling": CheckSpelling, Style, pgn "8.2.3.5",
        "check or mate is written in another way",
        "`++`, `ch`, `dbl ch`, `mate`, `≠`. PGN knows `+` and `#` only. `++` meant double check to some and mate to \
        others.\n\n\
        Write the mark that the board shows."),
    row!(N117 "pawn-letter": PawnLetter, Style, pgn "8.2.3.2",
        "a pawn move with the letter P",
        "The letter is allowed on import and never written on export.\n\n\
        Delete it."),
    row!(N118 "lower-case-piece": LowerCasePiece, Warning, pgn "8.2.3.2",
        "a piece letter is lower case",
        "Small letters are files. `nf3` is not a move at all, `bb5` and `bc4` can be a bishop's or a pawn's, and some \
        libraries play `f3` for `nf3` silently.\n\n\
        Write a capital. adoube reads the small letter as a piece where that is the only legal reading."),
    row!(N119 "figurine": Figurine, Style, pgn "17",
        "a figurine instead of a piece letter",
        "`♘f3` is for readers of every language and for no program of the standard's time: many drop the figurine and \
        play `f3`.\n\n\
        Export with letters."),
    row!(N120 "lookalike-character": LookalikeCharacter, Warning, pgn "4.1",
        "a character that looks like the right one and is not",
        "A Cyrillic `с` in `c4`, a Greek or full-width letter, a full-width dot after the number. The eye sees \
        nothing; the program sees an unknown token.\n\n\
        Type the character again. adoube reads it as the ASCII character that it resembles."),
    row!(N121 "bad-suffix": BadSuffix, Style, pgn "8.2.3.8",
        "a suffix that is none of the six, or apart from its move",
        "A move may carry one of `!`, `?`, `!!`, `??`, `!?`, `?!`. `!!!` has no meaning that can be kept as a NAG. The suffix \
        is the last part of the move, as in `Nd4?!`: some readers stop at `Nd4 ?!`.\n\n\
        Write one of the six, right after the move. Put anything else into a comment: nobody knows which one was meant."),
    row!(N122 "nag-as-symbol": NagAsSymbol, Style, pgn "8.2.4",
        "an evaluation symbol instead of a NAG",
        "`+-`, `±`, `=`, `∞`, `N`, `D`: in PGN these are numbers, `$18`, `$16`, `$10`, `$13`, `$146`. In the text \
        they are tokens that no reader has to understand.\n\n\
        Replace the symbol with its NAG. adoube reads it as an annotation of the move before it. Where no move precedes \
        it, as in `2. = Nf3`, it is not an annotation but an unknown token (S116)."),
    row!(N123 "bad-nag": BadNag, Warning, pgn "8.2.4",
        "a NAG is not `$` and a number from 0 to 255",
        "A numeric annotation glyph is one of 256 numbers. `$` alone, `$x` and `$999` have no meaning.\n\n\
        Correct or delete it. adoube skips it; of `$a6` it skips the `$` and plays the move, and `$2.` is read as \
        `$2`."),
    row!(N125 "export-numbering": ExportNumbering, Style, pgn "8.2.2.2",
        "the numbers are not laid out as in export format",
        "Export format is `1. e4 e5`: a number and one dot before White's move, one space, no number before Black's \
        move unless a comment or variation precedes it, and then `1...`.\n\n\
        Nothing is lost by another layout; two copies of one game just differ as text. Reported once a game."),
    row!(N126 "split-move": SplitMove, Error, pgn "7",
        "white space splits a move",
        "`N f3`, `Nf 3`, `e8= Q`: a move is one token, without white space. Most programs skip the piece letter and play \
        the pawn move `f3` silently, so that every later position is wrong.\n\n\
        Join the parts. adoube reads them as one move where that move is legal. It is a warning if no other reading is \
        possible, and an error if the last part alone is a legal move too: then adoube takes the reading after which more of \
        the next moves are legal, and says which."),
    row!(N127 "promotion-sign": PromotionSign, Warning, pgn "8.2.3.3",
        "a promotion follows an unusual sign, or names the piece in full",
        "`e8-Q`, `e8=+Q`, `e8:Q`, `e8=Queen`: most readers stop here, or play the move without its promotion.\n\n\
        Write `e8=Q`. adoube reads the move where it is legal."),
];

// Family C: comments, and the commands in them.

pub(super) const COMMENTS: &[RuleInfo] = &[
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

// Family V: variations and their parentheses.

pub(super) const VARIATIONS: &[RuleInfo] = &[
    row!(V101 "unclosed-variation": UnclosedVariation, Error, pgn "8.2.5",
        "a variation is not closed before the game ends",
        "Moves of the game may have become part of the analysis: after a `(` without `)`, no reader can tell the two \
        apart, and some programs throw all these moves away.\n\n\
        Close the variation where it ends. adoube closes it at the end of the game, takes the result that stands \
        there for the game's, and reports the place where it opened."),
    row!(V102 "stray-parenthesis": StrayParenthesis, Error, pgn "8.2.5",
        "a `)` closes no variation",
        "The opening `(` was lost, so that moves of a variation are in the main line, or there is one `)` too many.\n\n\
        Look at the moves before it. adoube skips the parenthesis and plays on."),
    row!(V103 "empty-variation": EmptyVariation, Warning, pgn "8.2.5",
        "a variation without a move",
        "A variation has one or more moves. `()` and parentheses around a comment alone are remains of deleted \
        analysis. Some programs write the time of a move in parentheses, `(0:05)`.\n\n\
        Delete the parentheses and keep the comment. Write times in braces, with `[%clk …]` or `[%emt …]` for programs."),
    row!(V104 "variation-before-move": VariationBeforeMove, Error, pgn "8.2.5",
        "a variation before the first move has no move to replace",
        "A variation follows the move that it replaces. Before the first move there is none, and at least one \
        common reader plays such a variation as the game.\n\n\
        Move it after the move it is about. adoube does not play it."),
    row!(V105 "result-in-variation": ResultInVariation, Warning, pgn "8.2.6",
        "a result inside a variation",
        "The termination marker ends the game, and some readers end it there, in the middle of the analysis.\n\n\
        Say `$18` (White wins) or `$19` (Black wins), or use a comment. adoube skips the marker."),
];
