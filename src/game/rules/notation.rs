//! Family N: move numbers, and moves that are legal but written otherwise.

use super::{Rule, RuleInfo, Severity, row};

pub(super) const NOTATION: [RuleInfo; 26] = [
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
