//! Readers of games, one after the other: [`PgnGames`] from bytes in memory, [`PgnReader`] from a stream.

use std::io::{self, Read};
use std::mem;

use crate::chess::position::Position;
use crate::game::finding::{Excerpt, Finding};
use crate::game::replay::{Game, ReplayOptions, Validity, read_game_as};
use crate::game::rules::{Profile, RuleSet};
use crate::pgn::place::PlaceCursor;
use crate::pgn::split::Settled;

use super::games::{LocatedFinding, PgnGame, in_text};

/// An iterator over the games of a PGN text.
///
/// The text is UTF-8 or Windows-1252; convert UTF-16 first. No text is an error and no game affects the next one: what
/// deviates from PGN or chess is a finding of its game. By default these are the errors and warnings of
/// [`Profile::Archive`].
///
/// Text between two games belongs to the second, and is a game of its own only if nothing follows it. Such text has the
/// validity [`Validity::NoGame`] and is returned only if there are findings in it.
///
/// # Examples
///
/// ```
/// use adoube::PgnGames;
///
/// let pgn = b"[White \"Anderssen\"]\n\n1. e4 e5 2. f4 1-0\n\n[White \"Kieseritzky\"]\n\n1. d4 0-1\n";
/// let players: Vec<_> = PgnGames::new(pgn).filter_map(|game| Some(game.tag("White")?.into_owned())).collect();
/// assert_eq!(players, ["Anderssen", "Kieseritzky"]);
/// ```
#[derive(Clone, Debug)]
pub struct PgnGames<'a> {
    bytes: &'a [u8],
    at: usize,
    reading: Reading,
}

impl<'a> PgnGames<'a> {
    /// The games of a text, with the findings of the default profile.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, reading: Reading::default() }
    }

    /// The same games, with the findings of these rules. With [`RuleSet::EMPTY`] nothing is reported, and reading is
    /// fastest.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{PgnGames, RuleSet};
    ///
    /// let style: RuleSet = "needless-disambiguation".parse()?;
    /// let game = PgnGames::new(b"1. Ngf3 *").with_rules(style).next().unwrap();
    /// assert_eq!(game.findings().len(), 1);
    /// # Ok::<_, adoube::UnknownSelector>(())
    /// ```
    #[must_use]
    pub fn with_rules(mut self, rules: RuleSet) -> Self {
        self.reading.options.rules = rules;
        self
    }

    /// The same games, where a game without a FEN tag starts from this position.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{PgnGames, Position};
    ///
    /// let start = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
    /// let game = PgnGames::new(b"1. e4 Kd7 *").with_start(start).next().unwrap();
    /// assert_eq!(game.position().to_fen(), "8/3k4/8/8/4P3/8/8/4K3 w - - 1 2");
    /// # Ok::<_, adoube::PositionError>(())
    /// ```
    #[must_use]
    pub fn with_start(mut self, start: Position) -> Self {
        self.reading.options.start = Some(start);
        self
    }

    /// The same games, where a rule that needs to know whether a side can still checkmate searches at most this number
    /// of positions for it; the default is a million.
    #[must_use]
    pub fn with_budget(mut self, positions: u32) -> Self {
        self.reading.options.budget = positions;
        self
    }
}

impl<'a> Iterator for PgnGames<'a> {
    type Item = PgnGame<'a>;

    fn next(&mut self) -> Option<PgnGame<'a>> {
        while self.at < self.bytes.len() {
            let mut game = read_game_as(self.bytes, self.at, &self.reading.options);
            self.at = game.span.end;
            if let Some(findings) = self.reading.take(&mut game, self.bytes, 0) {
                return Some(PgnGame::new(game, self.reading.number, findings, self.bytes, 0));
            }
        }
        None
    }
}

/// A reader of games from a stream, such as a file or a pipe, in bounded memory. It reads the same games with the same
/// findings as [`PgnGames`] reads from all bytes at once.
///
/// It keeps little more than the current game. A game borrows the reader, so a `while let` loop takes the place of an
/// iterator. Large parts are read at once, so the source needs no [`BufReader`](io::BufReader).
///
/// # Examples
///
/// ```
/// use adoube::PgnReader;
///
/// let pipe = &b"1. e4 e5 *\n\n1. d4 d5 *\n"[..]; // Or standard input, a file, a decoder.
/// let mut reader = PgnReader::new(pipe);
/// let mut plies = 0;
/// while let Some(game) = reader.next_game()? {
///     plies += game.moves().count();
/// }
/// assert_eq!(plies, 4);
/// # Ok::<_, std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PgnReader<R> {
    source: R,
    /// A part of the text: some of what precedes the next game, and what was read after that.
    bytes: Vec<u8>,
    /// The offset of these bytes in the text.
    offset: u64,
    /// Where the next game starts.
    at: usize,
    settled: Settled,
    has_ended: bool,
    /// The number of bytes that are read at once, or more for a game that is longer.
    chunk: usize,
    reading: Reading,
}

/// The number of bytes before a game that are kept, because an [`Excerpt`] may show them.
const KEPT: usize = 1 << 10;

impl<R: Read> PgnReader<R> {
    /// The games of a text, with the findings of the default profile.
    pub fn new(source: R) -> Self {
        let (settled, reading) = (Settled::new(&[], true), Reading::default());
        Self { source, bytes: Vec::new(), offset: 0, at: 0, settled, has_ended: false, chunk: 256 << 10, reading }
    }

    /// The same games, with the findings of these rules; see [`PgnGames::with_rules`].
    #[must_use]
    pub fn with_rules(mut self, rules: RuleSet) -> Self {
        self.reading.options.rules = rules;
        self
    }

    /// The same games, where a game without a FEN tag starts from this position.
    #[must_use]
    pub fn with_start(mut self, start: Position) -> Self {
        self.reading.options.start = Some(start);
        self
    }

    /// The same games, with this limit of searches; see [`PgnGames::with_budget`].
    #[must_use]
    pub fn with_budget(mut self, positions: u32) -> Self {
        self.reading.options.budget = positions;
        self
    }

    /// Reads the next game; `None` at the end of the text.
    ///
    /// # Errors
    ///
    /// That of the source. What was read before it is kept, so a caller may try again.
    pub fn next_game(&mut self) -> io::Result<Option<PgnGame<'_>>> {
        loop {
            let mut game = read_game_as(&self.bytes, self.at, &self.reading.options);
            if !self.settled.is_certain(game.span.end, game.is_open_ended) || self.at == self.bytes.len() {
                if self.has_ended {
                    return Ok(None);
                }
                self.read_more()?;
                continue;
            }
            self.at = game.span.end;
            if let Some(findings) = self.reading.take(&mut game, &self.bytes, self.offset) {
                return Ok(Some(PgnGame::new(game, self.reading.number, findings, &self.bytes, self.offset)));
            }
        }
    }

    /// Drops what was used, and reads more bytes: at least as many as there are of a game whose end is not certain, so that
    /// the time is linear in its length.
    fn read_more(&mut self) -> io::Result<()> {
        let dropped = self.reading.cursor.drop_lines(&self.bytes, self.at.saturating_sub(KEPT));
        self.bytes.drain(..dropped);
        self.offset += dropped as u64;
        self.at -= dropped;
        let wanted = self.chunk.max(self.bytes.len());
        let read = (&mut self.source).take(wanted as u64).read_to_end(&mut self.bytes);
        self.has_ended = read.as_ref().is_ok_and(|&count| count < wanted);
        self.settled = Settled::new(&self.bytes, !self.has_ended);
        read.map(|_| ())
    }
}

/// What both readers have besides the text.
#[derive(Clone, Debug)]
struct Reading {
    options: ReplayOptions,
    /// The number of games so far.
    number: u64,
    cursor: PlaceCursor,
}

impl Default for Reading {
    fn default() -> Self {
        let options = ReplayOptions { rules: Profile::default().rules(), variations: true, ..ReplayOptions::default() };
        Self { options, number: 0, cursor: PlaceCursor::default() }
    }
}

impl Reading {
    /// Counts the game, and takes its findings. `None` for text between games without findings. `offset` is that of the bytes
    /// in the text.
    fn take(&mut self, game: &mut Game, bytes: &[u8], offset: u64) -> Option<Vec<LocatedFinding>> {
        let is_game = game.status != Validity::NoGame;
        self.number += u64::from(is_game);
        let findings = mem::take(&mut game.report.findings);
        let located = findings.into_iter().map(|finding| LocatedFinding {
            place: self.cursor.place(bytes, finding.span.start),
            excerpt: Excerpt::new(bytes, &finding.span),
            finding: Finding { span: in_text(&finding.span, offset), ..finding },
        });
        let located: Vec<_> = located.collect();
        (is_game || !located.is_empty()).then_some(located)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;

    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    /// Pieces of text that decide where games end, or look like it.
    const PARTS: &[&[u8]] = &[
        b"[Event \"a\"]\n",
        b"[White \"Caf\xe9\"]\r\n",
        "[Black \"Réti\"]\r".as_bytes(),
        b"[FEN \"8/8/8/8/8/8/8/K6k w - - 0 1\"]\n[SetUp \"1\"]\n",
        b"[Annotator \"two\nlines\"]\n",
        b"[Round \"not closed\n",
        b"\n",
        b"\r\n\r\n",
        b"\r",
        b" ",
        b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 ",
        b"1. d4 d5\n2. c4 ",
        b"1. Ke3 ",
        b"12... Qxh7?? ",
        b"1-0",
        b"0-1\n\n",
        b"1/2-1/2 ",
        b"*\n",
        b"{a comment} ",
        b"{not closed ",
        b"} ",
        b"{with\n\n[Event \"inside\"]\n\n1. e4} ",
        b"; to the end of the line\n",
        b"%escape\n",
        b"(1. c4 e5) ",
        b"((",
        b")",
        b"$1 !? ",
        b"\xef\xbb\xbf",
        b"\xff\xfe\0",
        b"stray text between games\n",
        b"---------------------------------------------------------------------------------------------------------\n",
    ];

    /// Games as values that do not depend on where their bytes are.
    fn seen(game: &PgnGame<'_>) -> impl PartialEq + std::fmt::Debug + use<> {
        let comments: Vec<_> = game.plies_with_variations().map(|ply| ply.comment().map(Cow::into_owned)).collect();
        let tags: Vec<_> = game.tags().map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
        let place = (game.number(), game.span(), game.text().to_vec(), game.findings().to_vec());
        (place, game.validity(), game.moves().collect::<Vec<_>>(), comments, tags, game.result(), game.to_pgn())
    }

    /// A source that returns at most this many bytes at a time, and is interrupted now and then.
    struct Trickle<'a> {
        bytes: &'a [u8],
        most: usize,
        calls: usize,
    }

    impl Read for Trickle<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            self.calls += 1;
            if self.calls.is_multiple_of(5) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let most = out.len().min(self.most);
            self.bytes.read(&mut out[..most])
        }
    }

    /// A source that fails once, after these bytes.
    struct Failing<'a>(&'a [u8], Option<io::Error>);

    impl Read for Failing<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            match self.1.take_if(|_| self.0.is_empty()) {
                Some(error) => Err(error),
                None => self.0.read(out),
            }
        }
    }

    properties! {
        #![cases = 200]

        #[test]
        fn a_stream_has_the_games_of_its_bytes(
            parts in vec(select(PARTS), 0..200),
            rules in select(vec![Profile::Archive.rules(), Profile::Export.rules(), RuleSet::EMPTY]),
            chunk in select(vec![1_usize, 7, 64, 500, 3000]),
            most in 1..300_usize,
        ) {
            let text = parts.concat();
            let expected: Vec<_> = PgnGames::new(&text).with_rules(rules).map(|game| seen(&game)).collect();
            let mut reader = PgnReader::new(Trickle { bytes: &text, most, calls: 0 }).with_rules(rules);
            reader.chunk = chunk;
            let mut expected = expected.into_iter();
            while let Some(game) = reader.next_game().unwrap() {
                prop_assert_eq!(Some(seen(&game)), expected.next());
            }
            prop_assert!(expected.next().is_none());
        }
    }

    #[test]
    fn a_finding_does_not_depend_on_the_games_after_it() {
        // Whether the `}` stands for a `)` is decided by the text after it.
        let between = "[Event \"a\"]\n".repeat(30);
        let text = format!("1. e4 (1. d4 d5 }} *\n\n{between}\n1. e4 e5) *\n");
        let expected = PgnGames::new(text.as_bytes()).next().map(|game| seen(&game));
        let mut reader = PgnReader::new(text.as_bytes());
        reader.chunk = 1;
        assert_eq!(reader.next_game().unwrap().map(|game| seen(&game)), expected);
    }

    #[test]
    fn memory_is_bounded_by_the_longest_game() {
        let game = "[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(20_000);
        let mut reader = PgnReader::new(game.as_bytes());
        let mut number = 0;
        while let Some(game) = reader.next_game().unwrap() {
            number = game.number();
            assert!(reader.bytes.capacity() < 4 * reader.chunk, "{}", reader.bytes.capacity());
        }
        assert_eq!(number, 20_000);
    }

    #[test]
    fn games_before_an_error_are_read_and_those_after_it_too() {
        let text = b"1. e4 *\n\n1. d4 *\n";
        let mut reader = PgnReader::new(Failing(text, Some(io::ErrorKind::ConnectionReset.into())));
        assert_eq!(reader.next_game().unwrap_err().kind(), io::ErrorKind::ConnectionReset);
        assert_eq!(reader.next_game().unwrap().map(|game| game.number()), Some(1));
        assert_eq!(reader.next_game().unwrap().map(|game| game.number()), Some(2));
        assert!(reader.next_game().unwrap().is_none());
    }
}
