//! Families T and F: the tag pairs and what their values may say, and games that start from a position of their own.

use super::{Rule, RuleInfo, Severity, row};

pub(super) const TAGS: &[RuleInfo] = &[
    row!(T101 "missing-roster-tag": MissingRosterTag, Style, pgn "8.1.1",
        "one of the seven roster tags is missing",
        "An archived game carries Event, Site, Date, Round, White, Black and Result, so that it can be found and told \
        from others. On import none of them is required.\n\n\
        Add the tag; `?` means unknown, and `-` means that nothing applies. Reported at the first tag of the game."),
    row!(T102 "duplicate-tag": DuplicateTag, Warning, pgn "8.1",
        "the same tag occurs twice with the same value",
        "A tag name may appear once in a game. The copy does no harm today, but whoever corrects one of the two will \
        turn it into a contradiction.\n\n\
        Delete the second."),
    row!(T103 "conflicting-tags": ConflictingTags, Error, pgn "8.1",
        "the same tag occurs twice with different values",
        "The game contradicts itself, and which value a program shows depends on the program: some keep the first, \
        some the last.\n\n\
        Find out which is right and delete the other. adoube goes by the first."),
    row!(T104 "unescaped-quote": UnescapedQuote, Error, pgn "7",
        "a quotation mark inside a value has no backslash",
        "Inside a value `\"` is written `\\\"` and a backslash `\\\\`. A bare mark ends the value, and a reader loses \
        the rest of it or the whole tag.\n\n\
        Put a backslash before the mark. adoube takes the last `\"` before the `]` as the end of the value."),
    row!(T105 "unclosed-tag": UnclosedTag, Error, pgn "8.1",
        "a tag lacks its `]`",
        "Readers differ here: some drop the tag, some run on into the next one.\n\n\
        Add the bracket. adoube ends the tag at the end of its line and keeps the value."),
    row!(T106 "unclosed-value": UnclosedValue, Error, pgn "7",
        "a tag value lacks its closing quotation mark",
        "Either the mark was forgotten, or a backslash before it made it part of the value: paths such as \
        `\"C:\\games\\\"` do that.\n\n\
        Add the mark, or double the backslash. adoube ends the value before the `]` of the line."),
    row!(T107 "unquoted-value": UnquotedValue, Error, pgn "8.1",
        "a tag value without plain quotation marks",
        "A value is a string between two ASCII marks `\"`. Typographic marks are put in by word processors, single \
        ones by programmers, and `&quot;` by web pages; most readers skip the tag.\n\n\
        Write plain marks. adoube keeps the text between the name and the `]`."),
    row!(T108 "multi-line-value": MultiLineValue, Error, pgn "7",
        "a tag value runs over the end of the line",
        "A string may not hold a line end. Mostly a program wrapped long lines without knowing what they were.\n\n\
        Join the lines. adoube joins them with one space when the value is closed on the next line."),
    row!(T109 "unopened-tag": UnopenedTag, Error, pgn "8.1",
        "a tag lacks its `[`",
        "A line such as `Event \"Open\"]` is not a tag to most readers. If it is the first of its game the game is \
        joined to the one before it: a whole tournament can fall apart in this way.\n\n\
        Add the bracket. adoube reads the line as the tag it was meant to be."),
    row!(T110 "malformed-tag": MalformedTag, Error, pgn "8.1",
        "a line starts with `[` but is not a tag pair",
        "A tag pair is a bracket, a name, a value in quotation marks and a bracket. This line has another form, for \
        instance a name without a value or a value without a name.\n\n\
        Complete or delete it. adoube skips the line."),
    row!(T111 "tag-name": TagName, Warning, pgn "8.1",
        "a tag name has a character other than a letter, a digit or an underscore",
        "A reader that keeps to the standard ends the name at that character and loses the tag.\n\n\
        Rename it, in the manner of the others: `WhiteClub`, not `White-Club`. adoube keeps name and value as they \
        are."),
    row!(T112 "lower-case-tag": LowerCaseTag, Warning, pgn "8.1",
        "a standard tag name has the wrong capitalization",
        "Tag names are case-sensitive: a program that looks for `White` does not find `white`, and \
        shows a player without a name.\n\n\
        Write the name as the standard does. adoube does not take it for the standard tag either, except for FEN, SetUp and \
        Variant: without them the moves would be played from another position."),
    row!(T113 "empty-value": EmptyValue, Style, pgn "8.1.1",
        "a tag value is empty",
        "An empty value leaves open whether something is unknown or does not exist. The standard distinguishes them: \
        `?` is unknown, `-` is none.\n\n\
        Write one of them or leave the tag out."),
    row!(T114 "control-in-value": ControlInValue, Style, pgn "7",
        "a tab or a line break in a tag value",
        "A string is made of printing characters. A tab in a name splits columns in every table that is made of the \
        archive.\n\n\
        Replace it with a space. Control characters that PGN does not allow anywhere are damage, see S110."),
    row!(T115 "long-value": LongValue, Style, pgn "7",
        "a tag value is longer than 255 characters",
        "The standard limits strings to 255 characters, and old readers cut or refuse what is longer.\n\n\
        Shorten the value; notes belong in a comment before the first move."),
    row!(T116 "bad-date": BadDate, Warning, pgn "8.1.1.3",
        "a date is not YYYY.MM.DD, or there is no such day",
        "A date has ten characters, year before month before day, with question marks for what is unknown: \
        `1994.??.??`. Any other form sorts wrongly, and `09.03.2024` can be two days. The edition of the Laws by \
        which a game is checked is chosen by its Date.\n\n\
        Rewrite the date, or use `?` for the part that cannot be right. adoube reads other forms as far as one part is certain: \
        `03.05.1980` is a day of 1980, `1980/??/??` the year. If not even the year can be read, the current Laws apply. EventDate and \
        UTCDate are held to the same rule."),
    row!(T117 "bad-time": BadTime, Warning, pgn "9.6",
        "a time of day is not HH:MM:SS",
        "Time and UTCTime give the start of the game as eight characters from `00:00:00` to `23:59:59`.\n\n\
        Rewrite the value or leave the tag out."),
    row!(T118 "bad-elo": BadElo, Warning, pgn "9.1.2",
        "a rating is not a number from 0 to 4999",
        "WhiteElo and BlackElo hold a number, or `-` for a player without a rating; `?` and `0` are also in use. \
        Anything else counts as unrated in tables, and a digit too many spoils every average.\n\n\
        Correct the number. A rating of another list has its own tags (WhiteUSCF, BlackUSCF)."),
    row!(T119 "bad-eco": BadEco, Warning, pgn "9.4.1",
        "an ECO code is not a letter A to E and two digits",
        "The codes of the Encyclopaedia of Chess Openings run from A00 to E99; a subcode may follow after `/`. Names \
        of openings belong in the tag Opening.\n\n\
        Correct the code or leave the tag out."),
    row!(T120 "bad-time-control": BadTimeControl, Warning, pgn "9.6.1",
        "a time control has none of the six forms",
        "The forms are `?`, `-`, `40/9000` (moves in seconds), `300` (seconds for the game), `4500+60` (seconds and \
        increment) and `*180` (sandclock); periods are joined with `:`. All times are seconds, of at most nine digits. Without a readable \
        value the clock comments of the game cannot be checked.\n\n\
        Rewrite it: 90 minutes for 40 moves, 30 minutes to end, and 30 seconds a move are `40/5400+30:1800+30`."),
    row!(T121 "wrong-ply-count": WrongPlyCount, Warning, pgn "9.8.2",
        "PlyCount is not the number of plies of the game",
        "One ply is one move of one player. A count that is too high is often the only trace of moves that were lost.\n\n\
        Compare with another copy of the game before correcting the number."),
    row!(T122 "unknown-termination": UnknownTermination, Info, pgn "9.8.1",
        "a Termination that no known program or standard uses",
        "The standard's words are abandoned, adjudication, death, emergency, normal, rules infraction, time forfeit \
        and unterminated; adoube also knows those of lichess, chess.com, cutechess and fastchess. Other words cannot \
        be compared with the board.\n\n\
        Use a standard word and put the details in a comment."),
    row!(T123 "bad-round": BadRound, Style, pgn "8.1.1.4",
        "a round is not a number, numbers joined by dots, `?` or `-`",
        "Rounds sort as numbers: `3.1` is the first game of round three. Words such as `Final` do not sort, and they \
        belong in Event or Stage.\n\n\
        Write the number of the round."),
    row!(T124 "tag-order": TagOrder, Style, pgn "8.1.1",
        "the roster tags are not first, or not in their order",
        "In export format the seven tags Event, Site, Date, Round, White, Black and Result come first, in this order, \
        and the rest follow in alphabetical order. On import any order is right.\n\n\
        Reported once a game, at the first roster tag that is later than it should be. Reorder the tags when the \
        archive is rewritten."),
    row!(T125 "tag-layout": TagLayout, Style, pgn "8.1",
        "a tag is not laid out as one `[Name \"value\"]` a line",
        "In export format each tag has a line to itself, with one space between name and value and none elsewhere. \
        Readers that go line by line see only the first tag of a line, and miss a tag over several lines, which is allowed on \
        import.\n\n\
        Give each tag its line. adoube reads them all."),
    row!(T126 "trailing-text-after-tag": TrailingTextAfterTag, Warning, pgn "8.1",
        "other text follows a tag on its line",
        "What follows the `]` belongs to no tag, and a reader may take it for the first moves of the game.\n\n\
        Put it into a tag of its own or after a `;`. adoube skips it."),
    row!(T127 "bad-number": BadNumber, Warning, pgn "9.7.1",
        "SetUp is not `0` or `1`, or PlyCount is not a number",
        "SetUp says whether the game has a starting position of its own: `1`, or `0` if not. PlyCount is the number of plies \
        that were played. A program that finds another value ignores the tag, or reads it as zero.\n\n\
        Write the number, or leave the tag out. adoube ignores the tag."),
    row!(T128 "stray-backslash": StrayBackslash, Style, pgn "7",
        "a backslash in a value escapes neither a quotation mark nor a backslash",
        "Inside a value a backslash has two uses: `\\\"` is a quotation mark and `\\\\` a backslash. Before any other character, \
        as in `Let\\'s play`, some readers keep it and others drop it.\n\n\
        Delete it, or double it if it belongs to the value. adoube keeps it."),
];

// Family F: games that start from a position of their own.

pub(super) const FEN: &[RuleInfo] = &[
    row!(F101 "malformed-fen": MalformedFen, Error, pgn "16.1",
        "the FEN cannot be read",
        "A FEN has six fields: the board, the side to move, castling rights, the en passant square, the half-move \
        clock and the move number. The message names the field and what is wrong with it: a rank of nine squares, a \
        letter that is no piece.\n\n\
        Without a position no move can be checked, so the moves of this game are read but not checked. Take the FEN \
        from the source again; guessing a rank is rarely right."),
    row!(F102 "unplayable-position": UnplayablePosition, Error, laws "3.10.3",
        "the FEN describes a position from which chess cannot be played",
        "It can be read, but no game reaches it: a side has two kings or none, the kings touch, the side that has \
        just moved is in check, a pawn is on the first or last rank, there are more pieces than a game has. All \
        reasons are given at once.\n\n\
        The moves of this game are not checked. Most often the side to move is wrong, or one piece was put on the \
        wrong square."),
    row!(F103 "fen-without-setup": FenWithoutSetup, Warning, pgn "9.7.1",
        "a FEN without the tag SetUp \"1\"",
        "The standard asks for both: SetUp says whether the game has a starting position of its own, FEN says which. \
        A strict reader passes over a FEN alone and finds illegal moves from the initial position.\n\n\
        Add `[SetUp \"1\"]` before the FEN. adoube plays from the FEN."),
    row!(F104 "setup-without-fen": SetupWithoutFen, Error, pgn "9.7.1",
        "SetUp \"1\" without a FEN",
        "The game claims to start from a position of its own, but does not state it.\n\n\
        Restore the FEN; if the game starts from the initial position, delete SetUp. adoube plays from the usual \
        position, so that illegal moves further down may be a consequence."),
    row!(F105 "setup-contradicts-fen": SetupContradictsFen, Error, pgn "9.7.1",
        "SetUp \"0\" with a FEN",
        "SetUp \"0\" says that the game starts from the initial position, and the FEN contradicts it. Programs that go \
        by the one see other games than those that go by the other.\n\n\
        Write `[SetUp \"1\"]` or delete the FEN. adoube plays from the FEN."),
    row!(F106 "incomplete-fen": IncompleteFen, Warning, pgn "16.1",
        "fields at the end of the FEN are missing",
        "adoube assumes White to move, no castling rights, no en passant square, clock 0 and move 1 for what is \
        missing. Wrong castling rights change which moves are legal, and a wrong clock changes which draws may be \
        claimed.\n\n\
        Write all six fields."),
    row!(F107 "impossible-en-passant": ImpossibleEnPassant, Error, pgn "16.1.3.4",
        "the en passant square of the FEN is impossible",
        "The square is the one a pawn has just passed over in a double step: on the sixth rank if White is to move, \
        on the third if Black is, empty, with the pawn in front of it and its starting square empty. A square that \
        no capture can use is allowed.\n\n\
        adoube ignores the square and plays on. Write `-`, or correct the board or the side to move."),
    row!(F108 "impossible-castling": ImpossibleCastling, Error, pgn "16.1.3.3",
        "a castling right without its king and rook in place",
        "A right says that neither the king nor that rook has moved, so both must be where they started. Such FENs \
        are made by programs that write `KQkq` without looking.\n\n\
        adoube ignores the right and plays on. Delete the letter."),
    row!(F109 "fen-spelling": FenSpelling, Warning, pgn "16.1",
        "the FEN can be read but is spelled in another way",
        "Underscores for spaces, the word `startpos`, extra spaces, operations of EPD (`hmvc 1; fmvn 7;`) and other forms of a field \
        are clear to a person and to few programs.\n\n\
        Write the FEN with single spaces and standard fields; for the initial position leave FEN and SetUp out. adoube \
        reads it as meant."),
    row!(F110 "fen-counters": FenCounters, Warning, pgn "16.1.3.5",
        "the clock or the move number of the FEN is impossible",
        "Move numbers start from 1. The half-move clock counts the plies since the last capture or pawn move: it \
        cannot be greater than the plies played so far, and after a double step it is 0. While nothing was captured and no \
        pawn has moved, it is the number of plies played.\n\n\
        Draws by 50 and 75 moves hang on the clock. adoube counts on from the numbers given, and takes move number 0 \
        for 1."),
    row!(F111 "chess960-without-fen": Chess960WithoutFen, Error, pgn "9.7.1",
        "a Chess960 game without a FEN",
        "Chess960 has 960 starting positions, and without the FEN it is unknown which was played.\n\n\
        adoube plays from the initial position, which is one of them. If that leads to illegal moves, restore the FEN \
        from the source."),
    row!(F112 "variant-not-checked": VariantNotChecked, Info, custom "adoube",
        "the game is of another chess variant: not checked",
        "The tag Variant names a game with other rules, such as Atomic or Crazyhouse. adoube knows chess and \
        Chess960. Judging such a game by the Laws of Chess would only make noise.\n\n\
        The game counts as unchecked. With `--require-checked` such games make the run fail."),
    row!(F113 "castling-notation": CastlingNotation, Style, pgn "16.1.3.3",
        "the castling field is spelled in another order or with needless file letters",
        "The order is `KQkq`. File letters (Shredder-FEN: `HAha`) are needed only where `KQkq` would not show which \
        rook is meant.\n\n\
        The meaning is clear and adoube reads it; programs that compare FENs as text will take it for another \
        position."),
    row!(F114 "too-many-promotions": TooManyPromotions, Warning, laws "3.7.3.3",
        "more promoted pieces than missing pawns",
        "Pieces beyond those of the initial position come from promotions, and each takes a pawn: nine queens need eight \
        pawns gone. Bishops are counted by the color of their squares.\n\n\
        Chess can be played from here, but no game leads here. Checked with `--level 3` and above."),
    row!(F115 "no-last-move": NoLastMove, Warning, laws "3.10.3",
        "no legal last move leads to the position",
        "adoube retracts every possible last move: with and without a capture, promotions, en passant, castling. Each \
        time the other king had been in check already, or the board before \
        was impossible.\n\n\
        Often the side to move, or one piece, is wrong. Checked with `--level 4` and above."),
    row!(F116 "impossible-pawns": ImpossiblePawns, Warning, laws "3.7.3",
        "the pawns cannot have come to their squares",
        "A pawn changes its file only by capturing. The fewest captures that bring the pawns from different files to \
        where they stand are more than the pieces that the other side has lost.\n\n\
        Chess can be played from here, but no game leads here. Checked with `--level 5`."),
    row!(F117 "impossible-bishop": ImpossibleBishop, Warning, laws "3.2",
        "a bishop cannot have come to its square",
        "Pawns on their first squares have shut its way since the game began: it cannot have left the corner in which \
        it started, or entered the one where it stands, and it is not a promoted piece.\n\n\
        Chess can be played from here, but no game leads here. In Chess960 bishops start elsewhere, so nothing is looked \
        for in its games: those with `[Variant \"Chess960\"]`, castling rights that only Chess960 has, `variant \
        Chess960;` in a line of EPD, or `--chess960` for positions. Checked with `--level 5`."),
    row!(F118 "impossible-parity": ImpossibleParity, Warning, laws "3.10.3",
        "no game can reach this position without a capture or a pawn move, and there was none",
        "While all pawns are at home only knights move, and rooks to the square next to them. Each such move goes to a \
        square of the other color, so the squares tell whether the number of moves is odd or even, and it does not \
        fit the side to move; or a piece is on a square that it cannot have reached.\n\n\
        Most often the side to move is wrong. Checked with `--level 5`."),
    row!(F119 "promotions-without-captures": PromotionsWithoutCaptures, Warning, laws "3.7.3.3",
        "more promotions than the captures allow",
        "Every pawn starts face to face with a pawn of the other side. For one of the two to promote, one of them must have \
        left the file with a capture, or been captured. Each capture takes a piece off the board. So the missing pieces \
        limit how many pawns of both sides can have promoted.\n\n\
        adoube counts the pieces that must have been promoted: those beyond the initial position, and of bishops those \
        beyond one on each color. It tries every way in which the sixteen pawns can have become these pieces, become the \
        pawns on the board, or been captured. None of them makes do with the captures that the missing pieces \
        allow.\n\n\
        Chess can be played from here, but no game leads here. Checked with `--level 5`."),
    row!(F120 "incorrect-initial-position": IncorrectInitialPosition, Warning, laws "2.3",
        "the initial position is set up wrongly",
        "All 32 pieces are on the first two ranks of the sides, and one slip away from the initial position: king and queen \
        exchanged (the white queen starts on a light square, the black one on a dark square), a knight and a \
        bishop exchanged, or the board upside down. No game of chess leads to such a position. If an arbiter finds \
        it during a game, the game is canceled and a new one played (Laws 7.2.1).\n\n\
        If it is a game of Chess960, mark it as such: with `[Variant \"Chess960\"]` in a game, `variant Chess960;` in a line of \
        EPD, or `--chess960` for positions. File letters for castling rights (`HAha`) do so, too. \
        Otherwise correct the FEN. adoube plays from the position as it is given."),
    row!(epd F121 "illegal-operation-move": IllegalOperationMove, Error, pgn "16.2.5",
        "an EPD operation names a move that is not legal",
        "The operations `bm` (best moves), `am` (moves to avoid), `pm` and `sm` (one move) name moves in the position of the \
        line, and `pv` a series of moves from it. A move that is illegal or ambiguous there makes the line useless: no \
        engine can solve a test whose solution it cannot play.\n\n\
        Correct the move, or the position. After the first such move of `pv`, the rest is not checked."),
    row!(epd F122 "malformed-operation": MalformedOperation, Warning, pgn "16.2.5",
        "an EPD operation does not have the operands of the standard",
        "Each operation of the standard has its own kind of operands: `c0` to `c9`, `id`, `eco`, `nic` and `v0` to `v9` a \
        string; `acd`, `acn`, `acs`, `ce`, `dm`, `fmvn`, `hmvc` and `rc` a whole number; `bm`, `am`, `pm`, `sm` and `pv` \
        moves in SAN. No operation stands twice in a line. A position that occurs for the third time (`rc 3`) needs at \
        least eight plies without capture or pawn move (`hmvc 8`). Operations that the standard does not know may have any \
        operands.\n\n\
        Write the operand as the standard has it, and a `;` after each operation. A string without quotes, a move number in `pv`, a \
        move that is clear but not spelled as in SAN, and moves of `am` or `bm` that are not in ASCII order are style."),
    row!(F123 "contradictory-castling": ContradictoryCastling, Error, laws "3.8.2",
        "castling rights that no initial position has",
        "A right says that the king and that rook have not moved. In every initial position of chess and of Chess960 the \
        kings face each other between the rooks, which face each other, too. So two kings with rights are on one file, \
        which is not the a- or h-file, and two rooks with the right on one side are on one file. Other rights are a warning. \
        In chess, the king castles from the e-file with a rook of the a- or h-file: other rights exist in Chess960 only. They \
        are an error in a game whose Variant is chess, a warning in a game without Variant, and information in a position \
        that names no variant.\n\n\
        Often `KQkq` is written in a position whose king and queen have changed places, or a rook's letter is wrong. Mark a \
        game of Chess960 with `[Variant \"Chess960\"]`. \
        Correct the board or delete the letters. adoube plays from the position as it is given. In double Fischer random \
        chess each side has an initial position of its own: leave the rule out with `--ignore F123`."),
    row!(F124 "fen-of-last-position": FenOfLastPosition, Error, pgn "9.7.1",
        "the FEN is the position after the last move",
        "The FEN tag sets the position before the first move. Here the moves begin at the initial position, and all of \
        them lead to exactly the position of the FEN: a program wrote the position on its board.\n\n\
        Delete the tags FEN and SetUp. adoube does not play the moves."),
    row!(epd F125 "idle-en-passant": IdleEnPassant, Info, laws "9.2.3",
        "no legal capture can use the en passant square",
        "After every double step, a FEN names the square behind the pawn (PGN 16.1.3.4), whether a pawn can capture there \
        or not. Other programs write it only if one can. So a position can have two texts, and a book that is freed of copies by \
        its text still has them: by Article 9.2.3 of the Laws, both are the same position.\n\n\
        Write `-`, as most makers of books do. The rule is in the profile `book`; elsewhere, the square is no fault."),
    row!(epd F126 "position-over": PositionOver, Info, laws "5",
        "the game is over in the position",
        "Checkmate, stalemate and material with which nobody can mate end a game. No game can start from such a position, so a \
        match that uses it has a pair of games without moves.\n\n\
        Delete the line. The rule is in the profile `book`; elsewhere, such a position is no fault: it may be the last one of a game."),
    row!(epd F127 "doubled-position": DoubledPosition, Info, laws "9.2.3",
        "the position occurs earlier in the file",
        "A book that has a position twice plays it twice as often as the others, which distorts a match. Positions are compared as in Article \
        9.2.3 of the Laws: counters and an en passant square that no capture can use do not count, castling rights do.\n\n\
        `adoube filter --unique=position` leaves the line out. The rule is in the profile `book`. The first 1,048,576 positions of a file are \
        compared with all that follow; a warning says so if a file has more."),
];
