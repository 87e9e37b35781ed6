//! Family M: moves that are not chess.

use super::{Rule, RuleInfo, Severity, row};

pub(super) const MOVES: [RuleInfo; 11] = [
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
