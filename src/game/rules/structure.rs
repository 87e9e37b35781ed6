//! Family S: where games begin and end, and which bytes may stand between.

use super::{Rule, RuleInfo, Severity, row};

pub(super) const STRUCTURE: &[RuleInfo] = &[
    row!(S101 "unclosed-comment": UnclosedComment, Error, pgn "5",
        "a comment opened with `{` is never closed",
        "Without its `}` a comment has no end, and many readers take the rest of the file for prose: every game \
        after it is silently lost. adoube ends such a comment before the next line that opens a game, or at the \
        end of the file, and reports the place where it opened.\n\n\
        A comment that is closed only in a later game swallows games, too: it is reported if it contains a game, with tags \
        at the start of a line or after a result. adoube reads such a comment as it is written, and counts the games \
        that are lost in it. A comment may quote tags, or games with their results. One that is closed with `)` or `]` swallows the \
        moves after it.\n\n\
        Close the comment: mostly, only a person can know where it stops and the moves go on. What the comment \
        swallowed, the result included, is not reported a second time; the games after it are read."),
    row!(S102 "stray-text": StrayText, Warning, pgn "8",
        "text outside any game",
        "A PGN file is a row of games, and a game is tags followed by movetext. Headings, mail headers and \
        `Downloaded from …` lines belong to neither, and a strict reader may see in them the movetext of a game that \
        has no tags.\n\n\
        Delete the text or put a `;` before it. adoube skips it up to the next tag."),
    row!(S103 "spliced-game": SplicedGame, Error, pgn "8.1",
        "a game begins in the middle of a line or of a tag: two games were spliced",
        "This is what an interrupted download or two programs writing one file leave behind: the end of one game is \
        missing and the next begins in the same line. Where moves were cut they are gone, and the two games should \
        be fetched again from their source.\n\n\
        adoube ends the first game at the splice and reads the second from its first tag. The broken word and the \
        missing result before the splice are part of this finding."),
    row!(S104 "truncated-game": TruncatedGame, Error, pgn "8.2.6",
        "the file ends in the middle of a move, a tag or a variation",
        "The last bytes of the file are missing, mostly because a copy or a download stopped. Fetch the file again; \
        more than the last game may be lost.\n\n\
        adoube judges what is there. The missing result is part of this finding."),
    row!(S105 "no-games": NoGames, Error, custom "adoube",
        "the file contains no games",
        "The file is empty, or contains only text that is not a game. A check that passes because it had nothing to look at proves \
        nothing, so an empty input is never reported as clean. Pages in HTML, XML, RTF, JSON and the like are named: often \
        the server sent a page in place of the file.\n\n\
        Find out whether the export failed, and leave empty files out of the archive."),
    row!(S106 "utf-16": Utf16, Warning, pgn "4.1",
        "the file is UTF-16",
        "PGN is text of one byte a character, today also UTF-8. UTF-16 comes from editors that save as `Unicode`; \
        most chess programs silently find no game in it.\n\n\
        Convert the file to UTF-8. adoube decodes and checks it, and reports it once a file; line and column are those \
        of the decoded text. `adoube adjust` leaves such files alone."),
    row!(S107 "not-utf-8": NotUtf8, Info, pgn "4.1",
        "the file is not UTF-8 and is read as Windows-1252",
        "The standard's own set is ISO 8859-1 (Latin-1), and files of that kind are valid PGN; but programs of today \
        expect UTF-8 and show broken names. Windows-1252 has the same letters and fills the places Latin-1 leaves \
        unused.\n\n\
        Convert to UTF-8 once all users of the archive can read it. Reported once a file, at the first such byte."),
    row!(S108 "byte-order-mark": ByteOrderMark, Style, pgn "4.1",
        "a UTF-8 byte order mark opens the file",
        "The three bytes EF BB BF only mark that the file is UTF-8. Some readers take them for the first characters of \
        the first tag and lose that tag.\n\n\
        Save without the mark. adoube passes over it."),
    row!(S109 "stray-byte-order-mark": StrayByteOrderMark, Warning, pgn "4.1",
        "a byte order mark in the middle of the file",
        "Files that each began with the mark were joined end to end. The mark cannot be seen in an editor, yet it \
        hides the bracket of the tag after it from readers that look for `[` at the start of a line.\n\n\
        Remove it. adoube treats it as white space."),
    row!(S110 "control-character": ControlCharacter, Warning, pgn "4.1",
        "a control character that PGN does not allow",
        "Of the control characters only tab, vertical tab, line feed and carriage return may occur in a PGN file. NUL \
        bytes tell of a damaged disk or a failed download; a ^Z at the end is left by DOS programs, a form feed by text \
        that was laid out for a printer.\n\n\
        Remove the character; where NUL bytes occur in the text, compare with another copy, as they may have \
        replaced moves. In a name, it often is a letter of another encoding that lost a bit. An escape character in a comment can change what a terminal shows. adoube treats control \
        characters between tokens as white space, and keeps those in comments and tags."),
    row!(S111 "bare-carriage-return": BareCarriageReturn, Style, pgn "3.2",
        "lines end with a carriage return alone",
        "This is how old Macintosh programs wrote. Programs that know only LF and CRLF see a single line, so that the \
        first `;` comment swallows the rest of the file.\n\n\
        Convert the line ends. adoube counts CR, LF and CRLF each as one line end; reported once a file."),
    row!(S112 "unusual-white-space": UnusualWhiteSpace, Warning, pgn "4.1",
        "a no-break or other non-ASCII space separates tokens",
        "Such spaces come from web pages and word processors. They look like a space, but to most readers they are \
        part of the word, and the move next to them is lost.\n\n\
        Replace them with plain spaces. adoube treats them as white space. Inside comments and tag values they are \
        text like any other."),
    row!(S113 "long-line": LongLine, Style, pgn "4.3",
        "a line is longer than the format allows",
        "A line has at most 255 characters, the line end included, and in export format fewer than 80. Old readers \
        use fixed buffers and cut what is longer.\n\n\
        Rewrap the movetext; no meaning hangs on line ends outside `;` comments. Reported once a game, at the first \
        line that is too long."),
    row!(S114 "blank-line-in-movetext": BlankLineInMovetext, Style, pgn "8.2",
        "a blank line inside the movetext",
        "The movetext ends with its result, not with a blank line; but several common readers end the game there, \
        split it in two and drop the second half.\n\n\
        Remove the blank line. adoube reads on."),
    row!(S115 "missing-blank-line": MissingBlankLine, Style, pgn "8.1",
        "no blank line between tags and movetext, or between two games",
        "In export format one blank line follows the tags and one the movetext. Readers that find the games by blank \
        lines join what is not separated.\n\n\
        Insert the line. adoube finds the games by their tags and results and needs none."),
    row!(S116 "unknown-token": UnknownToken, Error, pgn "7",
        "an unrecognized token",
        "Words of prose, table remains and damaged moves end up here. What the token meant cannot be known: it may \
        have been a move.\n\n\
        Restore the move or put the words into a comment. If the next move number agrees with the moves, adoube skips \
        the token and continues. If that number shows that plies are missing, or if no number follows, the game ends \
        here for adoube: what follows may belong to another position. An evaluation sign or suffix before a move, as in `2. = Nf3`, `2. ! Nf3` or `(N \
        2. Nf3)`, is a warning: it belongs after its move. A letter before a pawn move is an error, for it may be the rest of another move. Moves in \
        capital letters, `E4`, are reported once a game and played.\n\n\
        Binary data and text in UTF-16 behind a game are unknown, too: several files were joined, and no game in these bytes can be \
        read."),
    row!(S117 "stray-brace": StrayBrace, Warning, pgn "5",
        "a `}` closes no comment",
        "Comments do not nest: in `{a {b} c}` the comment ends at the first `}`, and `c` is read as a move. A single \
        `}` may also mean that the opening `{` was lost, and with it the beginning of a comment.\n\n\
        Remove the brace, or give the comment its beginning back. adoube skips it."),
    row!(S118 "reserved-token": ReservedToken, Warning, pgn "7",
        "`<` and `>` are reserved for later use",
        "The standard keeps angle brackets for an extension that never came. Where they occur, the text was mostly \
        copied from a web page, with its markup. Its entities, such as `&nbsp;`, and the markup of forums, such as `[pgn]` or a \
        code fence, are not PGN either. To other readers, the `;` of an entity begins a comment that hides the rest of the line.\n\n\
        Remove the markup. adoube skips it, and reads the moves around it."),
    row!(S120 "stray-tag": StrayTag, Error, pgn "8.1",
        "a tag pair inside the movetext",
        "Tags come before the moves. One in the middle was put there by a faulty merge, or belongs to a game whose \
        other tags are lost.\n\n\
        Move the tag to the head of its game. adoube skips it and plays on; it does not count as a tag of the game."),
    row!(S121 "beyond-limits": BeyondLimits, Error, custom "adoube",
        "more than 1,000,000 plies, 1,000 nested variations, or 16 MB of text or of names of unknown tags",
        "No game is so long: 75 moves without a capture or a pawn move end it (Laws 9.6.2), which leaves no room for \
        even 20,000 plies. Such text was made by a faulty program, or to exhaust the memory of the programs that read it.\n\n\
        Look at the text there. adoube plays the line up to that place; what follows in it is read, not played. If \
        there are too many tags with unknown names, one after that place counts as repeated only if its name is also \
        before it. Of a game that is too long, the rest is checked, and copied with the game (`filter`, `adjust`, `--split-to`); other outputs lack it, and a tag that ends in it has no value there. Each limit is reported once a game; the games after it are read as usual."),
];
