//! Family R: results, what the board says about them, and draws that could be claimed.

use super::{Rule, RuleInfo, Severity, row};

pub(super) const RESULTS: &[RuleInfo] = &[
    row!(R101 "result-mismatch": ResultMismatch, Error, pgn "8.2.6",
        "the Result tag and the termination marker differ",
        "The result occurs twice, and the two must agree. Which one a program shows or counts depends on the program, \
        so the same archive gives two cross-tables.\n\n\
        Find out who won from the tournament's table; the final position often helps."),
    row!(R102 "missing-result": MissingResult, Error, pgn "8.2.6",
        "the movetext has no termination marker",
        "Every game ends with `1-0`, `0-1`, `1/2-1/2` or `*`. Without it, a reader cannot know whether moves are missing, and \
        some programs drop the game.\n\n\
        Compare the last moves with another source, then add the marker. Reported at the last token of the game."),
    row!(R103 "nonstandard-result": NonstandardResult, Warning, pgn "8.2.6",
        "the termination marker has a nonstandard form",
        "`1/2`, `½-½`, `0.5-0.5`, letters O for zeros, long dashes and spaces within (`1 - 0`) are understood by people; \
        programs read them as moves, comments or nothing. `0-0` and `+/-` are not results of PGN: a double forfeit is \
        `*` with a Termination.\n\n\
        Write one of the four results. Where the meaning is certain adoube takes it as the result. A token that can be a \
        move is a move: `0-0` is read as a result only at the end of a game, if the Result tag says the same, no move \
        number precedes it, and the side to move cannot castle by its rights and the squares between king and rook."),
    row!(R104 "bad-result-tag": BadResultTag, Warning, pgn "8.1.1.7",
        "the Result tag is none of the four results",
        "The values are `1-0`, `0-1`, `1/2-1/2` and `*`. Another value counts as unknown, and the game is missing \
        from every table of scores.\n\n\
        Write the value of the marker."),
    row!(R105 "result-contradicts-board": ResultContradictsBoard, Error, laws "5.1.1",
        "the result contradicts the final position",
        "Checkmate wins (5.1.1), stalemate draws (5.2.1), and a position in which neither side can ever mate draws \
        (5.2.2); each ends the game at once. The result stated is none of these.\n\n\
        Either the result or the last moves are wrong. By default only dead positions by material are looked for, such \
        as king and bishop against king; `--audit` also searches for blocked and other dead positions, and reports one \
        only if it is proved. adoube reports what the board proves."),
    row!(R106 "result-unknown-but-ended": ResultUnknownButEnded, Warning, pgn "8.1.1.7",
        "the result is `*`, but the board shows the end",
        "`*` means that the game goes on, was abandoned or that the result is unknown. The final position is mate, \
        stalemate or dead, or the last move ended the game by an automatic draw (fivefold repetition or 75 moves, since July \
        2014), so the result is certain.\n\n\
        Write it in the tag and at the end."),
    row!(R107 "several-results": SeveralResults, Error, pgn "8.2.6",
        "more than one termination marker",
        "A game has one result, and it comes last. A second one is left by a correction made by hand, or belongs to \
        a game whose moves were lost.\n\n\
        Keep the right one. adoube goes by the first."),
    row!(R108 "moves-after-result": MovesAfterResult, Error, pgn "8.2.6",
        "text follows the termination marker",
        "The marker ends the game. What follows, a variation included, may be the rest of this game, analysis, or a game that lost its tags; \
        each program decides otherwise.\n\n\
        Move the marker to the end or make the moves a comment. adoube does not play them."),
    row!(R109 "decisive-after-draw": DecisiveAfterDraw, Error, laws "9.6",
        "a decisive result although the game had ended in a draw",
        "The same position appeared for the fifth time (9.6.1), or 75 moves passed without capture or pawn move \
        (9.6.2) and the last was not checkmate: the game is drawn, whatever followed. The Laws have had this rule since 1 July 2014; \
        in games before that it is reported as information.\n\n\
        Check the moves first: a doubled pair of moves also makes repetitions. Servers and engine matches may play \
        by other rules; leave such archives out with `--ignore R109`."),
    row!(R110 "flag-without-material": FlagWithoutMaterial, Error, laws "6.9",
        "a win on time by a player who has nothing to mate with",
        "If a flag falls the opponent wins, except when the opponent cannot mate by any series of legal moves: then the game is \
        drawn. The Termination is `time forfeit`, and the winner's pieces, against those of the loser, can mate in no \
        position whatever.\n\n\
        The result should be 1/2-1/2, or the Termination is wrong. Positions where the pieces would suffice, but \
        are placed so that no mate is possible, are looked for by `--audit` only."),
    row!(R111 "empty-game": EmptyGame, Warning, pgn "8.2",
        "a game with neither moves nor a result",
        "Only tags are there. A pairing that was announced, a forfeit without its result, or a game whose moves were \
        lost: readers merge such tags with the next game.\n\n\
        Add the result (a forfeit is `1-0` without moves), or delete the game."),
    row!(R112 "result-only-in-comment": ResultOnlyInComment, Warning, pgn "8.2.6",
        "no termination marker, but a comment states a result",
        "The writer knew the result and put it where programs do not look. Reported instead of a missing result, at \
        the comment.\n\n\
        Add the marker after the comment. adoube does not trust the comment."),
    row!(R113 "threefold-claim": ThreefoldClaim, Info, laws "9.2",
        "a position occurred for the third time",
        "From here the player with the move could have claimed a draw. The position is the same if the same side is \
        to move, the same pieces are on the same squares and the same moves are possible, castling rights and en \
        passant captures included (9.2.3).\n\n\
        Nothing is wrong: a claim is a right, not a duty. Reported once a game, at the first such ply."),
    row!(R114 "fifty-move-claim": FiftyMoveClaim, Info, laws "9.3",
        "fifty moves by each side without a capture or a pawn move",
        "From here the player with the move could have claimed a draw. A game that goes on is not faulty until 75 \
        moves are reached (9.6.2).\n\n\
        Reported once a run of moves, at its hundredth ply. Archives of endgames played before 1992 may follow \
        longer limits, which the Laws then had for some endings."),
    row!(R115 "flag-draw-winnable": FlagDrawWinnable, Warning, laws "6.9",
        "a draw on time although both players can mate",
        "If a flag falls the opponent wins, unless the opponent cannot mate by any series of legal moves. Here mate is possible \
        for both, with the help of the other side, and lines of moves prove it.\n\n\
        US Chess and some servers draw such games by other rules; by the Laws of FIDE the result should be a win. A tag such as \
        `timeout vs insufficient material` names such a rule: then a lone bishop or knight, or two knights, are not reported. Looked \
        for by `--audit` or when asked for, because moves are searched."),
    row!(R116 "resignation-unwinnable": ResignationUnwinnable, Warning, laws "5.1.2",
        "a win by resignation for a player who cannot mate",
        "The final position is not checkmate and no flag fell, so the loser seems to have resigned. Since 1 January 2023 the \
        game is drawn then if the other player cannot mate by any series of legal moves, which is proved here. A game \
        without a date is taken for one of today, as `adoube adjudicate` takes it.\n\n\
        Either the result or the last moves are wrong, or a flag fell and the Termination tag omits it. Looked for by \
        `--audit` or when asked for, because moves are searched."),
    row!(R117 "termination-contradicts-board": TerminationContradictsBoard, Error, pgn "9.8.1",
        "the Termination tag contradicts the board or the result",
        "It says that the game ended by checkmate, stalemate, repetition, fifty moves or insufficient material, and the moves \
        lead to no such thing. Or it names a winner, as in `White won by resignation` and `Black resigns`, by color or by the \
        name in the tag White or Black, and the result says that the other won or, if the tag says that a player won, nobody; \
        or it says that the game was drawn, as `50-move rule` does, too, and somebody won; or it says either, and the result is \
        `*`. Material is insufficient here if \
        that of one side cannot force checkmate, because servers differ in what they call so.\n\n\
        Either moves are missing, or the tag or the result is wrong."),
    row!(R118 "wrong-flag": WrongFlag, Error, laws "6.9",
        "the winner on time has the move, and no time left",
        "The Termination is `time forfeit`. A flag can fall only while the clock runs, and it runs for the player who has \
        the move. Here that is the winner, whose clock reads 0:00:00, and the loser's clock was stopped with time left.\n\n\
        Either the result, the clocks or the last moves are wrong. If the loser has the move, a zero on the winner's clock \
        proves nothing and is not reported: clocks are cut to whole seconds, or to tenths, and the player moved with less left."),
    row!(R119 "king-artifact": KingArtifact, Warning, custom "adoube",
        "a final king move that was probably made only to enter the result on an electronic board",
        "When a game is over the kings are put in the center of the board: on light squares if White has won, on dark \
        ones if Black has, on either for a draw. A board that is still recording takes this for a move if it happens \
        to be legal.\n\n\
        A warning if the game had ended just before the move, which proves it. Otherwise it is information: the move hangs a \
        piece, or only the square suggests it. The last move should be deleted. Programs put up no kings: their games, by the \
        tags or the comment on the move, are left alone."),
    row!(R120 "early-agreement": EarlyAgreement, Warning, laws "5.2.3",
        "a draw was agreed before both players had moved",
        "Since July 2017 a draw can be agreed only when both players have made a move.\n\n\
        The moves may be lost; such a game should not count as played."),
    row!(R121 "no-moves": NoMoves, Info, pgn "8.2",
        "the game has a result but no moves",
        "A forfeit, a bye, or a game whose moves were lost. It should be left out of statistics about play.\n\n\
        Reported as information."),
    row!(R122 "threefold-claim-intended": ThreefoldClaimIntended, Info, laws "9.2.1",
        "a threefold repetition could be claimed with an intended move",
        "The player with the move has one that brings the same position about for the third time. The player writes it on the \
        scoresheet, does not make it, and claims.\n\n\
        Nothing is wrong. Reported once a game, at the first such ply; `adoube adjudicate` lists all of them."),
    row!(R123 "fifty-move-claim-intended": FiftyMoveClaimIntended, Info, laws "9.3.1",
        "fifty moves could be claimed with an intended move",
        "The player with the move has one that makes it fifty moves by each side without a capture or a pawn move. \
        The player writes it on the scoresheet, does not make it, and claims.\n\n\
        Nothing is wrong. Reported once a game, at the first such ply."),
    row!(R124 "unclaimed-draw": UnclaimedDraw, Info, laws "9.2",
        "the loser could have claimed a draw",
        "At some point the same position occurred for the third time, or fifty moves had passed, and the \
        player who lost in the end had the move.\n\n\
        Nothing is wrong: a claim is a right, not a duty."),
    row!(R125 "missed-mate": MissedMate, Info, custom "adoube",
        "the last move was not checkmate, although a checkmate was available",
        "In the position before the last move some move was mate, and another one was played. It may be a wrong last \
        move, for many games end with the mate not shown.\n\n\
        Reported as information, and only when asked for by code or name."),
    row!(R126 "undecided-mate": UndecidedMate, Info, laws "6.9",
        "whether a player can still mate was not decided",
        "The verdict on the end of the game rests on whether a side can mate by any series of legal moves: the winner, if \
        a flag fell or a player resigned, and each of the two sides if no result is stated and the position may be dead. The search looked at as \
        many positions as it may and found neither a mate nor a proof that there is none.\n\n\
        Nothing is known to be wrong. A larger `--budget` may decide it. Reported by `--audit` or when asked for, because \
        moves are searched."),
];
