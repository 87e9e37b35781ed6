//! Family T: the tag pairs and what their values may say.

use super::{Rule, RuleInfo, Severity, row};

pub(super) const TAGS: [RuleInfo; 28] = [
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
