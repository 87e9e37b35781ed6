//! What a game or position says, apart from how it is written, and in what two copies of it differ.

mod position;
mod text_list;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::mem;
use std::ops::Range;
use std::str::FromStr;

use xxhash_rust::xxh3::xxh3_128;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::san;
use crate::game::Outcome;
use crate::game::record::score_sheet::{ScoreSheet, SheetEntry};
use crate::game::replay::ply_record::step;
use crate::game::replay::{Game, Validity, kept_end};
use crate::pgn::place::Span;
use crate::pgn::tags::value_text;
use crate::pgn::text::decode;

pub use text_list::TextList;

#[derive(Clone, Debug)]
pub struct GameContent {
    /// The tags but Result and SetUp, by name; of a repeated tag all values. Values that say that something is unknown are left
    /// out. FEN is in its usual form, if it is a position and not the initial one.
    pub tags: TextList<Box<str>>,
    pub start: Position,
    /// The moves of the main line that could be played.
    pub moves: Vec<Move>,
    /// Whether moves are compared; if not, there are neither annotations nor text that could not be played.
    pub compares_moves: bool,
    /// The text of the main line that could not be played.
    pub unplayed: Option<String>,
    /// The termination marker and the Result tag.
    pub results: [Option<Outcome>; 2],
    /// Comments, NAGs and variations, each by the number of plies before it.
    pub notes: TextList<(u32, NoteKind)>,
    /// Of a game that is longer than 16 MiB, a hash of the text behind them, which is compared as it is written.
    pub rest: Option<u128>,
    /// By what people know the game, whether it is compared or not.
    pub known_by: KnownBy,
    /// Of a line of FEN or EPD, the four fields of the position, with an en passant square only if a capture can use it; or the line,
    /// if it has no position. The tags are then its operations.
    pub position_line: Option<String>,
}

/// The tags by which people know a game; `None` where they are missing or unknown.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct KnownBy {
    pub white: Option<String>,
    pub black: Option<String>,
    pub event: Option<String>,
    pub date: Option<String>,
    pub round: Option<String>,
}

impl KnownBy {
    fn new(game: &Game, bytes: &[u8]) -> Self {
        let tag = |name| game.tags.known_text(name, bytes).map(Cow::into_owned);
        Self { white: tag("White"), black: tag("Black"), event: tag("Event"), date: tag("Date"), round: tag("Round") }
    }
}

named! {
    /// A kind of annotation.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum NoteKind: (ALL) {
        Comments = "comments",
        /// NAGs, and the symbols that stand for them.
        Nags = "nags",
        /// Variations, with what is in them.
        Variations = "variations",
    }
}

/// What is not compared.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Ignored {
    /// Whether no tag is compared.
    pub tags: bool,
    /// The names of tags, in small letters.
    pub tag_names: Vec<String>,
    /// Whether moves are not compared, nor what stands between them.
    pub moves: bool,
    /// Whether results are not compared.
    pub result: bool,
    /// Kinds of annotations.
    pub notes: Vec<NoteKind>,
    /// Operations of EPD, of which the counters are two.
    pub operations: IgnoredOperations,
}

/// The operations of EPD that are not compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IgnoredOperations {
    All,
    /// Those with these opcodes.
    These(Vec<String>),
}

impl Default for IgnoredOperations {
    fn default() -> Self {
        Self::These(Vec::new())
    }
}

/// Something that is not compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IgnoredItem {
    Tags,
    Tag(String),
    /// Moves, with what stands between them.
    Moves,
    Result,
    /// Annotations.
    Notes(NoteKind),
    /// All operations of EPD, counters included.
    Operations,
    Operation(String),
}

impl IgnoredItem {
    /// What can be ignored, beside one tag or one operation.
    pub const NAMES: [&str; 7] = ["tags", "moves", "result", "comments", "nags", "variations", "operations"];
}

impl FromStr for IgnoredItem {
    type Err = String;

    /// Parses `tags`, `tag:NAME`, `moves`, `result`, `comments`, `nags` or `variations`; of positions `operations` or `op:NAME`.
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(name) = text.strip_prefix("tag:").filter(|name| !name.is_empty()) {
            return Ok(Self::Tag(name.to_owned()));
        }
        if let Some(name) = text.strip_prefix("op:").filter(|name| !name.is_empty()) {
            return Ok(Self::Operation(name.to_owned()));
        }
        let note = NoteKind::ALL.into_iter().find(|kind| kind.name() == text);
        match (text, note) {
            ("tags", _) => Ok(Self::Tags),
            ("moves", _) => Ok(Self::Moves),
            ("result", _) => Ok(Self::Result),
            ("operations", _) => Ok(Self::Operations),
            (_, Some(kind)) => Ok(Self::Notes(kind)),
            _ => Err(
                "write tags, tag:NAME, moves, result, comments, nags or variations; of positions operations or op:NAME"
                    .to_owned(),
            ),
        }
    }
}

impl Ignored {
    pub fn all_but_moves() -> Self {
        Self {
            tags: true,
            result: true,
            notes: NoteKind::ALL.to_vec(),
            operations: IgnoredOperations::All,
            ..Self::default()
        }
    }

    /// Adds something.
    pub fn add(&mut self, item: &IgnoredItem) {
        match item {
            IgnoredItem::Tags => self.tags = true,
            IgnoredItem::Tag(name) => self.tag_names.push(name.to_ascii_lowercase()),
            IgnoredItem::Moves => self.moves = true,
            IgnoredItem::Result => self.result = true,
            IgnoredItem::Notes(kind) => self.notes.push(*kind),
            IgnoredItem::Operations => self.operations = IgnoredOperations::All,
            IgnoredItem::Operation(opcode) => {
                if let IgnoredOperations::These(opcodes) = &mut self.operations {
                    opcodes.push(opcode.clone());
                }
            }
        }
    }

    fn has_operation(&self, opcode: &str) -> bool {
        match &self.operations {
            IgnoredOperations::All => true,
            IgnoredOperations::These(opcodes) => opcodes.iter().any(|ignored| ignored == opcode),
        }
    }

    fn has_tag(&self, name: &str) -> bool {
        self.tags || self.tag_names.iter().any(|ignored| ignored.eq_ignore_ascii_case(name))
    }
}

impl GameContent {
    /// The content of a game that was read from `bytes` with variations, without what is ignored.
    pub fn new(game: &Game, bytes: &[u8], ignored: &Ignored) -> Self {
        let sheet = ScoreSheet::from_game(game, bytes);
        let mut tags: TextList<Box<str>> = TextList::default();
        for tag in &sheet.tags {
            let name = decode(&bytes[tag.name.clone()]);
            let value = value_text(&bytes[tag.value.clone()]);
            let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
            let is_compared =
                &*name != "Result" && !matches!(&*value, "" | "?" | "????.??.??") && !ignored.has_tag(&name);
            if is_compared {
                tags.push(name.into(), &value);
            }
        }
        let start = game.start();
        let fen = if game.has_start() {
            Some(start.to_fen())
        } else {
            game.tags.known_text("FEN", bytes).map(Cow::into_owned)
        };
        let is_set_up = !game.has_start() || *start != Position::initial();
        if let Some(fen) = fen.filter(|_| is_set_up && !ignored.has_tag("FEN")) {
            tags.remove("FEN");
            tags.push("FEN".into(), &fen);
        }
        tags.sort();
        let mut notes = Notes { bytes, ignored, found: TextList::default(), unplayed: None };
        if !ignored.moves {
            notes.read(game, &sheet);
        }
        drop(sheet);
        // The order of the NAGs of a move means nothing.
        notes.found.sort_texts(|(_, kind)| *kind == NoteKind::Nags);
        Self {
            tags,
            start: start.clone(),
            moves: game.moves().collect(),
            compares_moves: !ignored.moves,
            unplayed: notes.unplayed,
            results: if ignored.result { [None; 2] } else { [game.outcome, game.tags.result()] },
            notes: notes.found,
            rest: Some(&bytes[kept_end(&game.span)..game.span.end])
                .filter(|rest| !rest.is_empty() && !ignored.moves)
                .map(xxh3_128),
            known_by: KnownBy::new(game, bytes),
            position_line: None,
        }
    }

    /// All of it as bytes, which are equal if the contents are, and without moves the players.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(512);
        let mut add = |text: &str| {
            bytes.extend_from_slice(text.as_bytes());
            bytes.push(0);
        };
        for name in self.tags.keys() {
            add(name);
            self.tags.get(name).for_each(&mut add);
            add("");
        }
        add("");
        match &self.position_line {
            Some(line) => add(line),
            None => add(&self.start.to_fen()),
        }
        self.results.iter().for_each(|result| add(result.map_or("", Outcome::text)));
        add(self.unplayed.as_deref().unwrap_or_default());
        for place @ (ply, kind) in self.notes.keys() {
            add(&ply.to_string());
            add(kind.name());
            add(&self.notes.joined(place, " ").unwrap_or_default());
        }
        add("");
        bytes.extend(self.rest.map(u128::to_le_bytes).into_iter().flatten());
        if self.compares_moves {
            bytes.extend(self.line_bytes(0..self.moves.len()));
        } else {
            // Games of other players with the same result are not the same.
            for name in [&self.known_by.white, &self.known_by.black] {
                bytes.extend(name.as_deref().unwrap_or_default().bytes().chain([0]));
            }
        }
        bytes
    }

    /// Some moves of the main line as bytes, which are equal if the moves are.
    pub fn line_bytes(&self, plies: Range<usize>) -> Vec<u8> {
        self.moves[plies].iter().flat_map(|mv| move_bytes(*mv)).collect()
    }

    /// The first value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name).next()
    }

    /// The position after some plies of the main line.
    pub fn position(&self, plies: usize) -> Position {
        let mut position = self.start.clone();
        self.moves.iter().take(plies).for_each(|mv| step(&mut position, *mv));
        position
    }

    /// Moves of the main line in SAN, with their numbers: `12... Kg8 13. Qg7#`.
    pub fn san(&self, plies: Range<usize>) -> String {
        let mut position = self.position(plies.start);
        let mut text = String::new();
        for (at, mv) in self.moves[plies].iter().enumerate() {
            add_move(&mut text, &position, *mv, at == 0);
            step(&mut position, *mv);
        }
        text
    }
}

/// A move as bytes, which are equal if the moves are.
fn move_bytes(mv: Move) -> [u8; 3] {
    let promotion = mv.promotion().map_or(0, |piece| piece.index() + 1);
    [mv.from().index(), mv.to().index(), promotion].map(|index| index.to_le_bytes()[0])
}

/// Appends a move in SAN. Its number is written before a move of White, and before the first move.
fn add_move(text: &mut String, position: &Position, mv: Move, is_first: bool) {
    let number = position.fullmove_number();
    if !text.is_empty() && !text.ends_with('(') {
        text.push(' ');
    }
    let is_white = position.turn() == Color::White;
    // Writing to a `String` never fails.
    let _ = match (is_white, is_first) {
        (true, _) => write!(text, "{number}. "),
        (false, true) => write!(text, "{number}... "),
        (false, false) => Ok(()),
    };
    let _ = match mv {
        Move::NULL => text.write_str("--"),
        mv => write!(text, "{}", san::write(position, mv)),
    };
}

/// The annotations of a game, as they are collected.
struct Notes<'a> {
    bytes: &'a [u8],
    ignored: &'a Ignored,
    found: TextList<(u32, NoteKind)>,
    unplayed: Option<String>,
}

/// A line of moves: the positions before and after the last one, and whether a move needs its number.
struct Line {
    before: Position,
    after: Position,
    needs_number: bool,
}

impl Notes<'_> {
    fn words(&self, span: &Span) -> String {
        decode(&self.bytes[span.clone()]).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn read(&mut self, game: &Game, sheet: &ScoreSheet) {
        if game.status == Validity::NoGame {
            return;
        }
        let mut ply = 0;
        let start = game.start();
        let mut lines = vec![Line { before: start.clone(), after: start.clone(), needs_number: true }];
        let mut variation = String::new();
        for entry in &sheet.entries {
            let is_main = lines.len() == 1;
            let Some(line) = lines.last_mut() else { break };
            match entry {
                SheetEntry::Move(mv) => {
                    if is_main {
                        ply += 1;
                    } else {
                        add_move(&mut variation, &line.after, *mv, line.needs_number);
                    }
                    line.before = line.after.clone();
                    step(&mut line.after, *mv);
                    line.needs_number = false;
                }
                SheetEntry::Comment(span) => {
                    let text = self.words(span);
                    if is_main {
                        self.add(ply, NoteKind::Comments, &text);
                    } else {
                        let _ = write!(variation, " {{{text}}}");
                    }
                }
                SheetEntry::Nag(nag) if is_main => self.add(ply, NoteKind::Nags, &format!("${nag}")),
                SheetEntry::Nag(nag) => {
                    let _ = write!(variation, " ${nag}");
                }
                SheetEntry::Open { .. } => {
                    let before = line.before.clone();
                    if !is_main {
                        variation.push(' ');
                    }
                    variation.push('(');
                    lines.push(Line { before: before.clone(), after: before, needs_number: true });
                }
                SheetEntry::Close => {
                    lines.pop();
                    variation.push(')');
                    if lines.len() == 1 {
                        let text = mem::take(&mut variation);
                        self.add(ply, NoteKind::Variations, &text);
                    }
                    if lines.is_empty() {
                        break;
                    }
                }
                SheetEntry::Escape(span) => {
                    self.add(ply, NoteKind::Comments, &self.words(span));
                }
                SheetEntry::Unplayed(span) if is_main => self.add_unplayed(&self.words(span)),
                SheetEntry::Unplayed(span) => {
                    let _ = write!(variation, " {}", self.words(span));
                }
            }
        }
    }

    fn add_unplayed(&mut self, text: &str) {
        let unplayed = self.unplayed.get_or_insert_default();
        if !unplayed.is_empty() {
            unplayed.push(' ');
        }
        unplayed.push_str(text);
    }

    fn add(&mut self, ply: u32, kind: NoteKind, text: &str) {
        if self.ignored.notes.contains(&kind) || text.is_empty() {
            return;
        }
        self.found.push((ply, kind), text);
    }
}

/// A difference between two copies of a game, of which one is called `a`, the other `b`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameChange {
    /// The values of a tag; `None` where it is missing or unknown.
    Tag { name: String, values: [Option<String>; 2] },
    /// The operands of an operation of EPD; `None` where it is missing.
    Operation { opcode: String, values: [Option<String>; 2] },
    /// Moves of the main line.
    Moves(Box<MovesChange>),
    /// The stated results.
    Result {
        /// The results, with the tag in parentheses if it differs from the termination marker; which of both is missing, if
        /// that is the difference.
        values: [Option<String>; 2],
        /// The result by the board, if the last position has one.
        board: Option<&'static str>,
    },
    /// The text after the first 16 MiB of a game, as a hash.
    Rest {
        /// The hashes, in hexadecimal digits.
        values: [Option<String>; 2],
    },
    /// Annotations of one kind after a number of plies.
    Notes {
        /// The number of plies before them.
        ply: u32,
        kind: NoteKind,
        values: [Option<String>; 2],
    },
}

/// The part of two main lines in which they differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovesChange {
    /// The number of plies before it, which are the same.
    pub ply: usize,
    /// The position after these plies.
    pub fen: String,
    /// How they differ.
    pub kind: MovesKind,
    /// The moves, in SAN with numbers.
    pub moves: [String; 2],
    /// The text that could not be played, if there is any: the copy is not legal to its end.
    pub unplayed: [Option<String>; 2],
    /// The number of moves after it that are the same.
    pub common_end: usize,
}

named! {
    /// How two lines of moves differ.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum MovesKind {
        /// The first is the beginning of the second.
        AShorter = "a-shorter",
        /// The second is the beginning of the first.
        BShorter = "b-shorter",
        /// The first lacks moves in the middle.
        AMissing = "a-missing",
        /// The second lacks moves in the middle.
        BMissing = "b-missing",
        /// They have the same moves in another order.
        Swapped = "swapped",
        /// They have other moves.
        Other = "other",
        /// They have the same moves, and other text that cannot be played.
        Unplayed = "unplayed",
    }
}

/// The differences between two copies of a game: tags by name, moves, the result, then annotations by place.
pub fn changes(a: &GameContent, b: &GameContent) -> Vec<GameChange> {
    let mut changes = Vec::new();
    for name in a.tags.keys_with(&b.tags) {
        if !a.tags.get(name).eq(b.tags.get(name)) {
            let values = [a, b].map(|content| content.tags.joined(name, " | "));
            changes.push(match a.position_line {
                Some(_) => GameChange::Operation { opcode: name.to_string(), values },
                None => GameChange::Tag { name: name.to_string(), values },
            });
        }
    }
    changes.extend(moves_change(a, b).map(|change| GameChange::Moves(Box::new(change))));
    if a.results != b.results {
        let stated = |content: &GameContent| content.results[0].or(content.results[1]);
        let is_same = stated(a) == stated(b);
        let values = [a, b].map(|content| match content.results {
            [Some(marker), Some(tag)] if marker != tag => Some(format!("{} (tag {})", marker.text(), tag.text())),
            [None, Some(tag)] if is_same => Some(format!("{} (no termination marker)", tag.text())),
            [Some(marker), None] if is_same => Some(format!("{} (no tag)", marker.text())),
            [marker, tag] => marker.or(tag).map(|outcome| outcome.text().to_owned()),
        });
        changes.push(GameChange::Result { values, board: board_result(b).or_else(|| board_result(a)) });
    }
    if a.rest != b.rest {
        changes
            .push(GameChange::Rest { values: [a, b].map(|content| content.rest.map(|hash| format!("{hash:032x}"))) });
    }
    for place in a.notes.keys_with(&b.notes) {
        let values = [a, b].map(|content| content.notes.joined(place, " "));
        if values[0] != values[1] {
            let &(ply, kind) = place;
            changes.push(GameChange::Notes { ply, kind, values });
        }
    }
    changes
}

fn moves_change(a: &GameContent, b: &GameContent) -> Option<MovesChange> {
    if !a.compares_moves || a.moves == b.moves && a.unplayed == b.unplayed {
        return None;
    }
    let ply = common_start(&a.moves, &b.moves);
    let rest = [&a.moves[ply..], &b.moves[ply..]];
    let common_end = rest[0].iter().rev().zip(rest[1].iter().rev()).take_while(|(a, b)| a == b).count();
    let [middle_a, middle_b] = rest.map(|moves| &moves[..moves.len() - common_end]);
    let is_permuted = || {
        let [mut a, mut b] = [middle_a, middle_b].map(<[Move]>::to_vec);
        a.sort_unstable();
        b.sort_unstable();
        a == b
    };
    let kind = match (middle_a.is_empty(), middle_b.is_empty()) {
        (true, true) => MovesKind::Unplayed,
        (true, _) if common_end == 0 => MovesKind::AShorter,
        (_, true) if common_end == 0 => MovesKind::BShorter,
        (true, _) => MovesKind::AMissing,
        (_, true) => MovesKind::BMissing,
        _ if is_permuted() => MovesKind::Swapped,
        _ => MovesKind::Other,
    };
    Some(MovesChange {
        ply,
        fen: a.position(ply).to_fen(),
        kind,
        moves: [a.san(ply..ply + middle_a.len()), b.san(ply..ply + middle_b.len())],
        unplayed: [a.unplayed.clone(), b.unplayed.clone()],
        common_end,
    })
}

/// The number of moves with which both begin.
pub fn common_start(a: &[Move], b: &[Move]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// The result by the last position, if it ends the game.
fn board_result(content: &GameContent) -> Option<&'static str> {
    let last = content.position(content.moves.len());
    if last.is_checkmate() {
        return Some(if last.turn() == Color::White { "0-1" } else { "1-0" });
    }
    last.legal_moves().is_empty().then_some("1/2-1/2")
}
