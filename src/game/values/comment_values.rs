//! The values that programs write into the comment of a move: clock, time, evaluation, and data of the engine's search.
//! [`CommentValues::add`] is the one reader of them; [`words`] is the rest of a comment.
//!
//! A comment has commands, `[%clk 0:05:00]`, and text before, between and after them. Such a text is read if it begins
//! as programs begin it; then it is a list:
//!
//! ```text
//! text    = first { "," item }
//! first   = "book" | [ "(" moves ")" ] score "/" depth [ [","] time ] [ words ] | time "s" | field
//! item    = field | time "s" | words
//! field   = name "=" value, as `n=1250`, `tl=12.5s`, `pv=e4 e5`, `line="info depth 3, seldepth 4"`
//! score   = sign digits "." digits | sign "M" plies | sign "#" moves
//! time    = digits [ "." digits ] [ "s" | "ms" ] | [ hours ":" ] minutes ":" seconds
//! ```
//!
//! | written by | form |
//! |---|---|
//! | cutechess (`evalString` in `chessgame.cpp`), CCRL | `+0.20/15 0.52s`, `-M4/23 12s`, `0s`, `book`; the last comment `…, White mates` |
//! | CCRL, from Arena and others | `(Bxc6) -0.24/30 10s` |
//! | fastchess (`addMove` in `pgn_builder.cpp`) | `+0.20/15 0.519s, tl=9.5s, latency=0.001s, n=…, sd=…, nps=…, hashfull=…, tbhits=…, line="…", …` |
//! | early fastchess | `-0.06/8, 0.400s` |
//! | `XBoard` | `+0.15/12 1.5`, `+0.15/12 2:05` |
//! | TCEC | `d=33, sd=50, mt=37918, tl=1765082, s=54971964, n=…, pv=…, tb=0, …, wv=0.60, …`; earlier `mt=00:02:11, s=22 kN/s` |
//!
//! A score counts from the view of the mover, `wv` and `[%eval …]` from White's. After `M` is a number of plies: both
//! cutechess and fastchess write a mate in 5 moves as `M9`. A depth of 0 means that the engine said nothing, so its
//! score is none. Without a unit, `mt` and `tl` are milliseconds, and other times seconds.

use crate::chess::piece::Color;
use crate::pgn::comment::{self, EvalText, MAX_EVAL_DIGITS};
use crate::pgn::place::Span;

/// The evaluation of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Evaluation {
    /// The advantage in hundredths of a pawn.
    Centipawns(i32),
    /// Checkmate in this number of moves, against the side if negative. 0: the side to move is checkmated.
    Mate(i32),
}

/// The values in the comments after a move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct CommentValues {
    /// The mover's clock after the move, in hundredths of a second.
    pub clock: Option<u64>,
    /// The time spent on the move in hundredths of a second: from a comment, or else from the clocks of the main line.
    pub spent: Option<u64>,
    /// The evaluation, from White's point of view.
    pub score: Option<Evaluation>,
    /// The depth of the search, in plies.
    pub depth: Option<u32>,
    /// The depth of its longest line.
    pub seldepth: Option<u32>,
    /// The number of nodes searched.
    pub nodes: Option<u64>,
    /// The speed, in nodes per second.
    pub nps: Option<u64>,
    /// The number of positions found in endgame tablebases.
    pub tbhits: Option<u64>,
    /// Whether the move is from an opening book.
    pub is_book: bool,
}

impl CommentValues {
    /// Adds the values of a comment on a move of this side. A value that is known already stays: the first comment
    /// counts, and in it commands before text.
    pub fn add(&mut self, comment: &[u8], mover: Color) {
        for command in comment::commands(comment) {
            let argument = &comment[command.argument];
            match &comment[command.name] {
                b"clk" => fill(&mut self.clock, comment::read_time(argument)),
                b"emt" => {
                    fill(&mut self.spent, comment::read_time(argument).or_else(|| comment::read_seconds(argument)));
                }
                b"eval" => self.add_eval(argument),
                _ => {}
            }
        }
        texts(comment).for_each(|text| self.add_text(&comment[text], mover, |_| {}));
    }

    fn add_eval(&mut self, argument: &[u8]) {
        let Some(text) = std::str::from_utf8(argument).ok().filter(|_| comment::is_eval(argument)) else { return };
        let (score, depth) = text.split_once(',').unwrap_or((text, ""));
        fill(&mut self.score, read_score(score));
        fill(&mut self.depth, number(depth.trim().as_bytes()).and_then(|depth| u32::try_from(depth).ok()));
    }

    /// Adds the values of text without commands, and hands on the words that are none.
    fn add_text<'t>(&mut self, text: &'t [u8], mover: Color, mut words: impl FnMut(&'t [u8])) {
        let mut items = Items(text);
        match items.next().and_then(|first| self.add_first(first, mover)) {
            Some(rest) => Some(rest.trim_ascii()).filter(|rest| !rest.is_empty()).into_iter().for_each(&mut words),
            None => return words(text.trim_ascii()),
        }
        for item in items {
            match engine_time(item, None) {
                Some(time) => fill(&mut self.spent, Some(time)),
                None if self.add_field(item).is_some() => {}
                None => words(item),
            }
        }
    }

    /// Adds the values of the item that begins a text. Returns the words after them; `None` if no program begins so.
    fn add_first<'t>(&mut self, item: &'t [u8], mover: Color) -> Option<&'t [u8]> {
        if item == b"book" {
            self.is_book = true;
            return Some(b"");
        }
        if let Some(time) = engine_time(item, None) {
            fill(&mut self.spent, Some(time));
            return Some(b"");
        }
        if self.add_field(item).is_some() {
            return Some(b"");
        }
        let item = match item.strip_prefix(b"(") {
            Some(line) => line[line.iter().position(|&byte| byte == b')')? + 1..].trim_ascii_start(),
            None => item,
        };
        let (search, rest) = split_word(item);
        let (score, depth) = std::str::from_utf8(search).ok()?.split_once('/')?;
        let (score, depth) =
            (engine_score(score)?, number(depth.as_bytes()).and_then(|depth| u32::try_from(depth).ok())?);
        if depth > 0 {
            fill(&mut self.score, Some(score.of(mover)));
            fill(&mut self.depth, Some(depth));
        }
        let (time, words) = split_word(rest);
        let Some(time) = engine_time(time, Some(1000)) else { return Some(rest) };
        fill(&mut self.spent, Some(time));
        Some(words)
    }

    /// Adds the value of a field; `None` if the item is no field that a program writes.
    fn add_field(&mut self, item: &[u8]) -> Option<()> {
        let (name, value) = item.split_at(item.iter().position(|&byte| byte == b'=')?);
        let value = value[1..].trim_ascii();
        let depth = |value| number(value).and_then(|depth| u32::try_from(depth).ok());
        match name {
            b"d" | b"depth" => fill(&mut self.depth, Some(depth(value)?)),
            b"sd" | b"seldepth" => fill(&mut self.seldepth, Some(depth(value)?)),
            b"mt" => fill(&mut self.spent, Some(engine_time(value, Some(1))?)),
            b"tl" => fill(&mut self.clock, Some(engine_time(value, Some(1))?)),
            b"n" | b"nodes" => fill(&mut self.nodes, Some(number(value)?)),
            b"s" | b"nps" => fill(&mut self.nps, Some(speed(value)?)),
            b"tb" | b"tbhits" => fill(&mut self.tbhits, number(value)),
            b"wv" => fill(&mut self.score, std::str::from_utf8(value).ok().and_then(engine_score)),
            _ if OTHER_FIELDS.contains(&name) => {}
            _ => return None,
        }
        Some(())
    }
}

/// The fields without a value of [`CommentValues`].
const OTHER_FIELDS: [&[u8]; 13] =
    [b"pd", b"pv", b"h", b"ph", b"ev", b"R50", b"Rd", b"Rr", b"mb", b"fn", b"latency", b"hashfull", b"line"];

fn fill<T>(value: &mut Option<T>, read: Option<T>) {
    if value.is_none() {
        *value = read;
    }
}

/// The parts of a comment that are no values, in order, such as `White mates` in `+M1/16 0.02s, White mates`.
pub fn words(comment: &[u8]) -> Vec<&[u8]> {
    let mut found = Vec::new();
    for text in texts(comment) {
        CommentValues::default().add_text(&comment[text], Color::White, |words| found.push(words));
    }
    found
}

/// The text of a comment around its commands; parts without text are left out.
fn texts(comment: &[u8]) -> impl Iterator<Item = Span> + '_ {
    let spans =
        comment::commands(comment).map(|command| command.span).chain(std::iter::once(comment.len()..comment.len()));
    let mut from = 0;
    spans
        .map(move |span| std::mem::replace(&mut from, span.end)..span.start)
        .filter(move |text| comment[text.clone()].iter().any(|byte| !byte.is_ascii_whitespace()))
}

/// The items of a list, trimmed: commas separate them, but not inside quotes that begin a value, `line="…"`. Empty items
/// are left out.
struct Items<'t>(&'t [u8]);

impl<'t> Iterator for Items<'t> {
    type Item = &'t [u8];

    fn next(&mut self) -> Option<&'t [u8]> {
        loop {
            let text = self.0.trim_ascii_start();
            if text.is_empty() {
                return None;
            }
            let comma = |from: usize| memchr::memchr(b',', &text[from..]).map_or(text.len(), |at| from + at);
            let mut end = comma(0);
            if let Some(quote) = text[..end].windows(2).position(|pair| pair == b"=\"") {
                let value = &text[quote + 2..];
                // The quotes end before a comma or at the end, because the text inside may have some.
                let closed = memchr::memmem::find(value, b"\",")
                    .or_else(|| value.trim_ascii_end().strip_suffix(b"\"").map(<[u8]>::len));
                end = closed.map_or(end, |at| comma(quote + 2 + at));
            }
            self.0 = text.get(end + 1..).unwrap_or_default();
            let item = text[..end].trim_ascii_end();
            if !item.is_empty() {
                return Some(item);
            }
        }
    }
}

/// The text up to the first white space, and the text after it.
fn split_word(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    (&text[..end], text[end..].trim_ascii_start())
}

/// The largest number of digits of a whole number: it fits in 63 bits.
const MAX_DIGITS: usize = 18;

fn number(digits: &[u8]) -> Option<u64> {
    let is_number = (1..=MAX_DIGITS).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    is_number.then(|| digits.iter().fold(0, |value, digit| value * 10 + u64::from(digit - b'0')))
}

/// Nodes per second, `54971964` or `22 kN/s`.
fn speed(text: &[u8]) -> Option<u64> {
    match text.strip_suffix(b" kN/s") {
        Some(thousands) => number(thousands)?.checked_mul(1000),
        None => number(text),
    }
}

/// Reads `0.519s`, `28s`, `57ms`, `2:05`, `00:02:11`, and a number without a unit if `unit` says how many milliseconds it
/// means; rounds to hundredths of a second.
fn engine_time(text: &[u8], unit: Option<u64>) -> Option<u64> {
    /// The largest number of digits before the point.
    const MAX_WHOLE_DIGITS: usize = 12;
    if text.contains(&b':') {
        unit?;
        let minutes = text.split(|&byte| byte == b':').count() == 2;
        return comment::read_time(&if minutes { [b"0:", text].concat() } else { text.to_vec() });
    }
    let (digits, unit) = match text.strip_suffix(b"s") {
        Some(text) => text.strip_suffix(b"m").map_or((text, 1000), |text| (text, 1)),
        None => (text, unit?),
    };
    let (whole, fraction) = match digits.iter().position(|&byte| byte == b'.') {
        Some(point) => (&digits[..point], &digits[point + 1..]),
        None => (digits, &b"0"[..]),
    };
    if whole.len() > MAX_WHOLE_DIGITS || fraction.is_empty() || !fraction.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let thousandths =
        fraction.iter().chain(b"000").take(3).fold(0, |value, digit| value * 10 + u64::from(digit - b'0'));
    let milliseconds = number(whole)? * unit + thousandths * unit / 1000;
    Some((milliseconds + 5) / 10)
}

/// Reads `+0.17`, `0.00`, `-M4` or `#3`. A whole number is none, so that `1/2` is no evaluation; after `M` are plies.
fn engine_score(text: &str) -> Option<Evaluation> {
    match read_score(text)? {
        Evaluation::Mate(plies) if text.contains('M') => Some(Evaluation::Mate(i32::midpoint(plies, plies.signum()))),
        score @ Evaluation::Mate(_) => Some(score),
        score @ Evaluation::Centipawns(_) => text.contains('.').then_some(score),
    }
}

/// Reads `0.17`, `-3`, `#-4`, `-#4`, `+M5` or `-M12`.
fn read_score(text: &str) -> Option<Evaluation> {
    let EvalText { is_negative, is_mate, size } = comment::split_eval(text.trim())?;
    if !size.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let whole = size.split('.').next().filter(|whole| whole.len() <= MAX_EVAL_DIGITS)?;
    let score = if is_mate {
        Evaluation::Mate(size.parse().ok()?)
    } else {
        let pawns: f64 = Some(whole).and(size.parse().ok())?;
        Evaluation::Centipawns((pawns * 100.0).round() as i32)
    };
    Some(if is_negative { score.turned() } else { score })
}

impl Evaluation {
    /// The same evaluation from the other side.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Centipawns(score) => Self::Centipawns(-score),
            Self::Mate(moves) => Self::Mate(-moves),
        }
    }

    /// White's evaluation from the view of a side, and the other way round.
    pub(crate) const fn of(self, side: Color) -> Self {
        match side {
            Color::White => self,
            Color::Black => self.turned(),
        }
    }

    /// One number for comparison, from the view of the player who has moved: a mate counts 30,000 minus 100 for each move
    /// up to it.
    pub(in crate::game) fn in_centipawns(self) -> i32 {
        match self {
            Self::Centipawns(score) => score,
            Self::Mate(moves) => {
                let size = 30_000 - 100 * moves.abs().min(200);
                if moves < 0 { -size } else { size }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(comment: &str, mover: Color) -> CommentValues {
        let mut values = CommentValues::default();
        values.add(comment.as_bytes(), mover);
        values
    }

    fn rest(comment: &str) -> Vec<&str> {
        words(comment.as_bytes()).into_iter().map(|words| std::str::from_utf8(words).unwrap()).collect()
    }

    #[test]
    fn reads_evaluations_in_all_forms() {
        use Evaluation::{Centipawns, Mate};
        for (comment, white, black) in [
            ("[%eval 0.17]", Some(Centipawns(17)), Some(Centipawns(17))),
            ("[%eval #-4,20] [%clk 0:01:00]", Some(Mate(-4)), Some(Mate(-4))),
            ("+0.13/22 1.2s", Some(Centipawns(13)), Some(Centipawns(-13))),
            ("-M5/30 0.1s", Some(Mate(-3)), Some(Mate(3))),
            ("+M9/20 1s", Some(Mate(5)), Some(Mate(-5))),
            ("-M2/20 1s", Some(Mate(-1)), Some(Mate(1))),
            ("#3/20 1s", Some(Mate(3)), Some(Mate(-3))),
            ("d=24, sd=30, wv=-0.50, R50=49", Some(Centipawns(-50)), Some(Centipawns(-50))),
            ("d=24, wv=-M4", Some(Mate(-2)), Some(Mate(-2))),
            ("+0.13/22 1.2s [%eval 0.5]", Some(Centipawns(50)), Some(Centipawns(50))),
            ("[%eval 310]", Some(Centipawns(31_000)), Some(Centipawns(31_000))),
            ("[%eval -9999999.99]", Some(Centipawns(-999_999_999)), Some(Centipawns(-999_999_999))),
            ("[%eval 10000000]", None, None),
            ("[%eval M5]", Some(Mate(5)), Some(Mate(5))),
            ("[%eval +#14]", Some(Mate(14)), Some(Mate(14))),
            ("[%eval -#2]", Some(Mate(-2)), Some(Mate(-2))),
            ("[%eval #+3]", Some(Mate(3)), Some(Mate(3))),
            ("[%eval \u{2212}#2,18]", Some(Mate(-2)), Some(Mate(-2))),
            ("[%eval \u{2212}0.5]", Some(Centipawns(-50)), Some(Centipawns(-50))),
            ("[%eval -#-2]", None, None),
            ("[%eval +#]", None, None),
            ("[%eval 0.25,x]", None, None),
            ("[%eval 1.]", None, None),
            ("[%eval 1,5,20]", None, None),
            ("[%eval +-0.25]", None, None),
            ("[%eval 1e5]", None, None),
            ("[%eval inf]", None, None),
            ("[%eval #99999999999]", None, None),
            ("0.00/0 0.001s", None, None),
            ("a good move", None, None),
            ("½-½ agreed", None, None),
            ("1/2-1/2 agreed", None, None),
            ("1/2", None, None),
            ("book", None, None),
        ] {
            let scores = Color::BOTH.map(|mover| read(comment, mover).score);
            assert_eq!(scores, [white, black], "{comment}");
        }
    }

    #[test]
    fn compares_evaluations_as_numbers() {
        for (score, number) in [
            (Evaluation::Centipawns(-50), -50),
            (Evaluation::Mate(5), 29_500),
            (Evaluation::Mate(-300), -10_000),
            (Evaluation::Mate(0), 30_000),
        ] {
            assert_eq!(score.in_centipawns(), number);
        }
    }

    #[test]
    fn reads_times_in_all_forms() {
        for (comment, spent) in [
            ("[%emt 0:00:07]", Some(700)),
            ("[%emt 1.485]", Some(148)),
            ("[%emt 0.0]", Some(0)),
            ("[%emt 0]", Some(0)),
            ("[%emt 12]", Some(1200)),
            ("[%emt 0:1:12]", Some(7200)),
            ("[%emt 12:30]", None),
            ("[%emt 1.]", None),
            ("[%emt 1.x]", None),
            ("[%emt .5]", None),
            ("+0.20/15 0.519s", Some(52)),
            ("+0.20/15 0.004s", Some(0)),
            ("+0.20/15 28s", Some(2800)),
            ("+0.20/15 57ms", Some(6)),
            ("+0.20/15 1.5", Some(150)),
            ("+0.20/15 34", Some(3400)),
            ("+0.20/15 2:05", Some(12_500)),
            ("+0.20/15 1:02:05", Some(372_500)),
            ("+0.20/15 1.s", None),
            ("+0.20/15 2:65", None),
            ("+0.20/15 999999999999999s", None),
            ("0s", Some(0)),
            ("2:05", None),
            ("12", None),
            ("d=1, mt=37918", Some(3792)),
            ("d=1, mt=00:02:11", Some(13_100)),
            ("d=1, mt=x", None),
        ] {
            assert_eq!(read(comment, Color::White).spent, spent, "{comment}");
        }
    }

    /// Comments of games by these programs.
    #[test]
    fn reads_the_data_of_a_search() {
        let score = |score| Some(Evaluation::Centipawns(score));
        let none = CommentValues::default();
        for (comment, values, words) in [
            (
                "+0.20/15 0.519s, tl=9.501s, latency=0.001s, n=1250, sd=4, nps=250000, hashfull=12, tbhits=3, \
                 line=\"info depth 15, score cp 20 nodes 7, n=9\", Draw by 3-fold repetition",
                CommentValues {
                    clock: Some(950),
                    spent: Some(52),
                    score: score(20),
                    depth: Some(15),
                    seldepth: Some(4),
                    nodes: Some(1250),
                    nps: Some(250_000),
                    tbhits: Some(3),
                    is_book: false,
                },
                vec!["Draw by 3-fold repetition"],
            ),
            (
                "d=33, sd=50, pd=e6, mt=37918, tl=1765082, s=54971964, n=2084481913, pv=d4 e6 Bd3, tb=7, h=0.0, ph=0.0, \
                 wv=0.60, R50=50, Rd=-11, Rr=-1000, mb=+0+0+0+0+0,",
                CommentValues {
                    clock: Some(176_508),
                    spent: Some(3792),
                    score: score(60),
                    depth: Some(33),
                    seldepth: Some(50),
                    nodes: Some(2_084_481_913),
                    nps: Some(54_971_964),
                    tbhits: Some(7),
                    is_book: false,
                },
                vec![],
            ),
            ("s=22 kN/s", CommentValues { nps: Some(22_000), ..none }, vec![]),
            ("book, mb=+0+0+0+0+0,", CommentValues { is_book: true, ..none }, vec![]),
            (
                "(Bxc6 Nxc6) -0.24/30 10s",
                CommentValues { score: score(-24), depth: Some(30), spent: Some(1000), ..none },
                vec![],
            ),
            ("-0.06/8, 0.400s", CommentValues { score: score(-6), depth: Some(8), spent: Some(40), ..none }, vec![]),
            (
                "0.00/0 0.001s, White makes an illegal move",
                CommentValues { spent: Some(0), ..none },
                vec!["White makes an illegal move"],
            ),
            (
                "best [%clk 0:01:00] +0.31/20 1s so far, again [%eval 0.25,24]",
                CommentValues { clock: Some(6000), score: score(25), depth: Some(24), spent: Some(100), ..none },
                vec!["best", "so far", "again"],
            ),
            ("e8=Q wins, n=5", none, vec!["e8=Q wins, n=5"]),
            ("bookish", none, vec!["bookish"]),
            ("(1.5/2", none, vec!["(1.5/2"]),
            (
                "WhiteEngineOptions: Protocol=uci; Hash=16;, n=1",
                none,
                vec!["WhiteEngineOptions: Protocol=uci; Hash=16;, n=1"],
            ),
            ("", none, vec![]),
        ] {
            assert_eq!(read(comment, Color::White), values, "{comment}");
            assert_eq!(rest(comment), words, "{comment}");
        }
    }

    properties! {
        /// Data and words in any order: the data are read, and the words stay.
        #[test]
        fn data_and_words_are_told_apart(
            score in (-99_999_i32..100_000, 1_u32..200),
            spent in prop::option::of(0_u64..10_000_000),
            nodes in prop::option::of(0_u64..1 << 60),
            clock in prop::option::of(0_u64..10_000_000),
            end in prop::option::of("[A-Z][a-z]{1,8}( [a-z0-9-]{1,8}){0,4}"),
            command in prop::option::of("\\[%(csl G[a-h][1-8]|cal Ga1b[1-8]|c_arrow x)\\]"),
        ) {
            let (centipawns, depth) = score;
            let sign = if centipawns < 0 { "-" } else { "+" };
            let mut text = format!("{sign}{}.{:02}/{depth}", centipawns.abs() / 100, centipawns.abs() % 100);
            let seconds = |time: u64| format!("{}.{:03}s", time / 1000, time % 1000);
            text += &spent.map(|spent| format!(" {}", seconds(spent))).unwrap_or_default();
            text += &nodes.map(|nodes| format!(", n={nodes}")).unwrap_or_default();
            text += &clock.map(|clock| format!(", tl={}", seconds(clock))).unwrap_or_default();
            text += &end.as_ref().map(|end| format!(", {end}")).unwrap_or_default();
            text.insert_str(0, command.as_deref().unwrap_or_default());
            let values = read(&text, Color::White);
            let hundredths = |time: u64| (time + 5) / 10;
            prop_assert_eq!(values, CommentValues {
                score: Some(Evaluation::Centipawns(centipawns)),
                depth: Some(depth),
                spent: spent.map(hundredths),
                clock: clock.map(hundredths),
                nodes: nodes.filter(|nodes| *nodes < 1_000_000_000_000_000_000),
                ..CommentValues::default()
            });
            let unread = nodes.filter(|nodes| *nodes >= 1_000_000_000_000_000_000).map(|nodes| format!("n={nodes}"));
            prop_assert_eq!(rest(&text), unread.iter().chain(&end).map(String::as_str).collect::<Vec<_>>());
        }

        /// Any text: reading does not panic, words are parts of the comment in order, and text without values stays whole.
        #[test]
        fn words_are_parts_of_the_comment(
            text in "((book|[+-]?[0-9M#]{1,3}[.][0-9]{2}/[0-9]{1,2}|[dn]=[0-9]|wv=|line=\"|\"|\\[%clk|[(),:=/s0-9.é ]|[a-z]{1,3}|\\]| ){0,2}){0,12}",
        ) {
            let found = words(text.as_bytes());
            let mut from = 0;
            for part in &found {
                let at = memchr::memmem::find(&text.as_bytes()[from..], part);
                prop_assert!(at.is_some() && !part.is_empty(), "{}", text);
                from += at.unwrap_or_default() + part.len();
            }
            let has_commands = comment::commands(text.as_bytes()).next().is_some();
            if read(&text, Color::White) == CommentValues::default() && !has_commands && !text.contains('=') && !text.contains('/') {
                prop_assert_eq!(found.concat(), text.trim_ascii().as_bytes());
            }
        }
    }
}
