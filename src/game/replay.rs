//! From the text of a game to its moves: the only place where games are played.
//!
//! Most words are plain SAN and are played one after the other in the fast lane (`fast_run`). Where that ends, one token is
//! taken from the lexer. A word in plain SAN is played at once ([`Position::play_plain`]); whatever is not plain goes to
//! `lenient_moves`, which reads leniently, plays what it can, and says what is wrong. All play the same moves; there is one
//! legality.

use std::mem;

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::san::CheckSuffix;
use crate::chess::san::language::Alphabet;
use crate::chess::uci::UciMode;
use crate::laws::edition::Day;
use crate::laws::history::History;
use crate::laws::unwinnable::Winnable;
use crate::pgn::index::Bytes8;
use crate::pgn::lex::{Lexer, Outcome, Token, TokenKind};
use crate::pgn::place::Span;
use crate::pgn::split::TextEnding;

use super::Evidence;
pub use super::audit::{BoardEnding, FirstDraws};
use super::buffers::{self, Positions};
use super::excerpt::excerpt;
use super::fast_run::Ahead;
use super::findings::Findings;
pub use super::findings::RuleReport;
use super::line::{Line, Reached, State, history_of};
pub use super::move_comments::MoveComment;
use super::move_comments::notes;
pub use super::replay_options::ReplayOptions;
use super::rules::{Rule, RuleSet};
pub use super::tags::TagBook;

/// A game that was read and played.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its bytes.
    pub span: Span,
    /// How its text ended.
    pub ending: TextEnding,
    /// Whether more bytes might have changed where it ends, see [`Lexer::is_open_ended`].
    pub is_open_ended: bool,
    /// Whether it is one, and what it is worth.
    pub status: Validity,
    /// Half-moves of the main line that were played.
    pub plies: u32,
    /// Whether every move of the main line was played.
    pub whole: bool,
    /// The rule that an illegal move of the main line broke (M101, M105, M108), which ended the replay. `None` if a move is
    /// missing, ambiguous or unreadable.
    pub illegal_move: Option<Rule>,
    /// The position after the last of them.
    pub position: Position,
    /// The position before the first move.
    pub start: Position,
    /// Whether there is such a position: not if the game is of another variant, or its FEN cannot be played from.
    pub has_start: bool,
    /// The positions of the main line, the first one included.
    pub(super) reached: Positions,
    /// The moves of its variations in the order of the text, if they were asked for.
    pub(super) aside: Vec<Aside>,
    /// The later parts of moves that white space splits, in the order of the text; if variations were asked for.
    pub(super) split: Vec<Span>,
    /// What the tags say.
    pub tags: TagBook,
    /// The termination marker.
    pub outcome: Option<Outcome>,
    /// Where it stands.
    pub(super) marker: Option<Span>,
    /// What the board says of its end.
    pub finish: BoardEnding,
    /// What the rules found.
    pub found: RuleReport,
}

impl Game {
    /// The moves of the main line that were played; a null move is [`Move::NULL`].
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.reached.iter().skip(1).map(|reached| reached.mv)
    }

    /// The result as it is written: behind the moves, or else in the tag.
    #[must_use]
    pub fn stated(&self) -> Option<Outcome> {
        self.outcome.or(self.tags.result())
    }

    /// The main line as the Laws see it, up to the first pass.
    #[must_use]
    pub fn history(&self) -> History {
        history_of(&self.start, &self.reached, &self.position)
    }

    /// How many moves were played, those of variations included if they were kept.
    #[must_use]
    pub fn half_moves(&self) -> usize {
        self.reached.len() - 1 + self.aside.len()
    }

    /// How castling is written in UCI: as in standard chess, unless the game is one of Chess960.
    #[must_use]
    pub fn uci_mode(&self) -> UciMode {
        let is_standard = self.start.has_standard_castling() && !self.tags.names_chess960();
        if is_standard { UciMode::Standard } else { UciMode::Chess960 }
    }

    /// The comments of the main line. `bytes` are those the game was read from.
    #[must_use]
    pub fn notes(&self, bytes: &[u8]) -> Vec<MoveComment> {
        notes(bytes, self.span.start, self.span.clone(), &self.reached)
    }
}

/// What a stretch of text is worth as a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Validity {
    /// No game: white space, or text between games.
    Nothing,
    /// A game without an error.
    Valid,
    /// A game with an error.
    Invalid,
    /// A game of another variant, not judged.
    Unchecked,
}

/// The most half-moves of a line that are played: with 16 bytes for each, no line takes more than 16 MB, or twice as much
/// while its room grows.
pub(super) const LONGEST: usize = 1_000_000;

/// The most variations within each other that are played.
pub(super) const DEEPEST: usize = 1_000;

/// What a game can have too much of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    /// Half-moves of a line: [`LONGEST`].
    Length,
    /// Variations within each other: [`DEEPEST`].
    Depth,
    /// Tags with unknown names.
    Tags,
}

impl Limit {
    const fn sentence(self) -> &'static str {
        match self {
            Self::Length => "a line of more than 1,000,000 half-moves: those behind are not played",
            Self::Depth => "a variation more than 1,000 deep: it is not played",
            Self::Tags => "tags with unknown names that take 16 MB: those behind are not compared with others",
        }
    }
}

/// A move of a variation, and where its word stands, counted from the start of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aside {
    pub(super) word: u32,
    pub(super) mv: Move,
}

/// Reads the game that starts at `start` and plays it through. `wanted` are the rules whose findings are asked for.
#[must_use]
pub fn read_game(bytes: &[u8], start: usize, wanted: RuleSet) -> Game {
    read_game_as(bytes, start, &ReplayOptions { rules: wanted, ..ReplayOptions::default() })
}

/// Reads the game that starts at `start` and plays it through, with all that is wished for.
#[must_use]
pub fn read_game_as(bytes: &[u8], start: usize, wish: &ReplayOptions) -> Game {
    read_game_in(bytes, start, wish, wish.alphabet)
}

/// As [`read_game_as`], with letters of this language, if it is known.
fn read_game_in(bytes: &[u8], start: usize, wish: &ReplayOptions, alphabet: Option<&'static Alphabet>) -> Game {
    let mut replay = Replay::new(bytes, start, wish, alphabet);
    replay.run();
    match replay.restart_in {
        None => replay.finish(),
        language => read_game_in(bytes, start, wish, language),
    }
}

/// The state of a game being read.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own; no two are states of one thing")]
pub(super) struct Replay<'b> {
    pub(super) bytes: &'b [u8],
    pub(super) lexer: Lexer<'b>,
    pub(super) start: usize,
    pub(super) findings: Findings,
    /// Rules about layout, which look at every token; asked for or not.
    pub(super) wants_layout: bool,
    pub(super) wants_numbering: bool,
    /// Whether check marks are held against the board.
    pub(super) judges_marks: bool,
    /// Whether moves are searched for what the men on the board do not tell, see [`RuleSet::searched`].
    pub(super) searches: bool,
    /// Whether the side that is said to have won on time can mate; `None` if nothing was searched.
    pub(super) flag_winner: Option<Winnable>,
    pub(super) tags: TagBook,
    pub(super) line: Line,
    /// The lines around the current variation, the main line first.
    pub(super) outer: Vec<Line>,
    /// Variations within a line that was lost.
    pub(super) unread: Option<Unread>,
    /// The moves of variations that were closed, if they are to be kept.
    pub(super) aside: Option<Vec<Aside>>,
    /// The later parts of moves that white space splits, if variations are to be kept.
    pub(super) split: Vec<Span>,
    pub(super) alphabet: Option<&'static Alphabet>,
    /// Whether the language is known: it was told, or is no other than English.
    pub(super) language_settled: bool,
    pub(super) restart_in: Option<&'static Alphabet>,
    /// Whether the game is chess at all, as far as its tags say.
    pub(super) judged: bool,
    pub(super) wish: &'b ReplayOptions,
    /// Whether there is a position before the first move.
    pub(super) has_start: bool,
    /// See [`Game::illegal_move`].
    pub(super) illegal_move: Option<Rule>,
    pub(super) moves_begun: Option<usize>,
    /// A stretch of the text without a byte outside ASCII or a carriage return, as far as tags and lane have told.
    pub(super) plain: Span,
    /// The last token, for the rules about what may follow what.
    pub(super) previous: Option<Token>,
    pub(super) dead_since: Option<u32>,
    pub(super) marker: Option<(Outcome, Span)>,
    /// A result in other than one of the four forms.
    pub(super) loose_marker: Option<(Option<Outcome>, Span)>,
    pub(super) late_moves: bool,
    /// Whether a comment in braces was read.
    pub(super) has_comments: bool,
    /// Whether one of them is never closed.
    pub(super) has_open_comment: bool,
    pub(super) clocks: [Option<u64>; 2],
    pub(super) finish: BoardEnding,
    /// The limits that were told of.
    beyond: Vec<Limit>,
}

/// Variations that are only counted: they hang on a line that could not be followed.
pub(super) struct Unread {
    /// Where the outermost of them was opened.
    pub(super) opened: usize,
    /// How many are open.
    pub(super) depth: usize,
}

impl<'b> Replay<'b> {
    /// A game of which nothing has been read. Not inlined, for then it would be built elsewhere and moved.
    #[inline(never)]
    fn new(bytes: &'b [u8], start: usize, wish: &'b ReplayOptions, alphabet: Option<&'static Alphabet>) -> Self {
        // What can fail comes first: the rest is then built where it will stand.
        let line = Line::new(wish.start());
        let findings = Findings::new(wish.rules);
        Self {
            bytes,
            lexer: Lexer::new(bytes, start),
            start,
            wants_layout: findings.wants(Rule::BlankLineInMovetext) || findings.wants(Rule::MissingBlankLine),
            wants_numbering: findings.wants(Rule::ExportNumbering),
            judges_marks: findings.wants(Rule::MissingCheckSuffix) || findings.wants(Rule::WrongCheckSuffix),
            searches: findings.wants(Rule::FlagDrawWinnable) || findings.wants(Rule::ResignationUnwinnable),
            flag_winner: None,
            findings,
            tags: TagBook::default(),
            line,
            outer: Vec::new(),
            unread: None,
            aside: wish.variations.then(Vec::new),
            split: Vec::new(),
            alphabet,
            language_settled: false,
            restart_in: None,
            judged: true,
            wish,
            has_start: true,
            illegal_move: None,
            moves_begun: None,
            plain: start..start,
            previous: None,
            dead_since: None,
            marker: None,
            loose_marker: None,
            late_moves: false,
            has_comments: false,
            has_open_comment: false,
            clocks: [None; 2],
            finish: BoardEnding::default(),
            beyond: Vec::new(),
        }
    }

    fn run(&mut self) {
        let plain = self.plain_tags().unwrap_or(self.start..self.start);
        if !self.wants_layout
            && let Some(at) = self.lexer.begin_plain_moves()
        {
            self.begin_moves(at);
        }
        let mut ahead = buffers::take_lane(self.wish.pace, plain);
        self.run_with(&mut ahead);
        self.plain = ahead.lane.plain();
        buffers::leave_lane(ahead);
    }

    fn run_with(&mut self, ahead: &mut Ahead) {
        loop {
            self.run_in_lane(ahead);
            if self.plain_comments() {
                continue;
            }
            if !self.wants_layout
                && let Some((token, outcome)) = self.lexer.plain_marker()
            {
                self.result(&token, outcome);
                self.previous = Some(token);
            }
            let Some(token) = self.lexer.next_token() else { return };
            if self.wants_layout {
                self.layout(&token);
            }
            match token.kind {
                TokenKind::Word => self.word(&token),
                TokenKind::Number(value) => self.number(&token, value),
                TokenKind::Tag => self.tag(&token),
                _ => self.other(&token),
            }
            self.previous = Some(token);
            if token.kind == TokenKind::Tag {
                self.plain_tags();
            }
            if self.restart_in.is_some() {
                return;
            }
        }
    }

    /// Whether words in plain SAN are moves of this line.
    pub(super) fn takes_plain_words(&self) -> bool {
        let is_open = self.line.state == State::Open && self.line.reached.len() <= LONGEST;
        is_open && self.alphabet.is_none() && self.marker.is_none()
    }

    #[inline(never)]
    fn word(&mut self, token: &Token) {
        if self.moves_begun.is_none() {
            self.begin_moves(token.start);
        }
        if self.takes_plain_words() && self.play_plain(Bytes8::of(&self.bytes[token.start..]), token.span()) {
            self.after_move(token);
            return;
        }
        if self.line.reached.len() > LONGEST && self.line.state == State::Open {
            self.beyond(Limit::Length, token.span());
            self.line.state = State::Lost;
        }
        self.unusual_word(token);
    }

    /// What has to be looked at after every move outside the lane.
    pub(super) fn after_move(&mut self, token: &Token) {
        self.release_pending();
        if self.wants_numbering {
            self.numbering(token);
        }
    }

    /// What has to be looked at after every move.
    #[inline(always)]
    pub(super) fn weigh(&mut self, word: Span, mark: Option<CheckSuffix>) {
        self.line.last_word = word;
        self.line.last_mark = mark;
        if (mark == Some(CheckSuffix::Check)) != self.line.in_check
            || matches!(mark, Some(CheckSuffix::Mate | CheckSuffix::Double))
        {
            self.judge_mark();
        }
    }

    /// Tokens that are neither words, numbers nor tags.
    fn other(&mut self, token: &Token) {
        match token.kind {
            TokenKind::Comment(shape) => self.comment(token, shape),
            TokenKind::Suffix => self.suffix(token),
            TokenKind::Nag(value) => self.nag(token, value),
            TokenKind::Open => self.open(token),
            TokenKind::Close => self.close(token),
            TokenKind::Marker(outcome) => self.result(token, outcome),
            TokenKind::StrayBrace => self.findings.add(Rule::StrayBrace, token.span(), Evidence::Nothing),
            TokenKind::Reserved => self.quote(Rule::ReservedToken, token),
            TokenKind::StrayText => self.stray_text(token),
            TokenKind::OddSpace => self.findings.add(Rule::UnusualWhiteSpace, token.span(), Evidence::Nothing),
            TokenKind::ByteOrderMark => {
                let rule = if token.start == 0 { Rule::ByteOrderMark } else { Rule::StrayByteOrderMark };
                self.findings.add(rule, token.span(), Evidence::Nothing);
            }
            TokenKind::Junk => self.junk(token),
            TokenKind::Dots if self.marker.is_some() => self.word_after_result(token),
            TokenKind::Dots
            | TokenKind::LineComment
            | TokenKind::Escape
            | TokenKind::Word
            | TokenKind::Number(_)
            | TokenKind::Tag => {}
        }
    }

    /// Where the movetext begins, the set-up of the tags takes effect.
    #[cold]
    pub(super) fn begin_moves(&mut self, at: usize) {
        self.moves_begun = Some(at);
        self.set_up();
    }

    fn open(&mut self, token: &Token) {
        if self.moves_begun.is_none() {
            self.begin_moves(token.start);
        }
        if self.marker.is_some() {
            self.text_after_result(token, Evidence::Said("a variation follows the termination marker".to_owned()));
        }
        if self.line.state == State::Lost || self.marker.is_some() {
            self.unread.get_or_insert(Unread { opened: token.start, depth: 0 }).depth += 1;
            return;
        }
        let is_too_deep = self.outer.len() >= DEEPEST;
        let before = if is_too_deep { None } else { self.line.before() };
        let mut variation = before.unwrap_or_else(|| {
            if is_too_deep {
                self.beyond(Limit::Depth, token.span());
            } else {
                self.findings.add(Rule::VariationBeforeMove, token.span(), Evidence::Nothing);
            }
            let mut lost = Line::new(self.line.position.clone());
            lost.state = State::Lost;
            lost
        });
        variation.opened = token.start;
        variation.numbering = self.line.numbering;
        self.outer.push(mem::replace(&mut self.line, variation));
    }

    fn close(&mut self, token: &Token) {
        if let Some(Unread { opened, depth }) = self.unread.take() {
            match depth {
                1 => self.leave_marker(opened),
                _ => self.unread = Some(Unread { opened, depth: depth - 1 }),
            }
            return;
        }
        let Some(outer) = self.outer.pop() else {
            self.findings.add(Rule::StrayParenthesis, token.span(), Evidence::Nothing);
            return;
        };
        self.finish_line();
        let variation = mem::replace(&mut self.line, outer);
        self.line.numbering.after_variation(variation.numbering);
        self.leave_marker(variation.opened);
        if !variation.has_moves() {
            self.findings.add(Rule::EmptyVariation, variation.opened..token.end, Evidence::Nothing);
        }
        self.keep(&variation);
    }

    /// Keeps the moves of a variation, if somebody wants them.
    pub(super) fn keep(&mut self, variation: &Line) {
        let Some(aside) = &mut self.aside else { return };
        aside.extend(variation.reached.iter().skip(1).map(|&Reached { word, mv, .. }| Aside { word, mv }));
    }

    /// Whether no variation is open.
    pub(super) fn is_main_line(&self) -> bool {
        self.outer.is_empty() && self.unread.is_none()
    }

    /// At the end of a line of play its last mark can be judged: a `+` that no move followed may be mate.
    pub(super) fn finish_line(&mut self) {
        self.number_without_move();
        self.release_pending();
        if self.line.last_mark == Some(CheckSuffix::Check) && self.line.is_mate() {
            let span = self.line.last_word.clone();
            let found = self.text(span.clone());
            self.find_before(Rule::WrongCheckSuffix, span, Evidence::Instead { found, expected: "#".to_owned() });
        }
    }

    fn result(&mut self, token: &Token, outcome: Outcome) {
        if self.moves_begun.is_none() {
            self.begin_moves(token.start);
        }
        if !self.is_main_line() {
            // The marker may still be the game's, if the variation is never closed.
            self.findings.add(Rule::ResultInVariation, token.span(), Evidence::Quote(self.text(token.span())));
            self.loose_marker = Some((Some(outcome), token.span()));
            return;
        }
        if self.marker.is_some() {
            self.quote(Rule::SeveralResults, token);
            return;
        }
        self.marker = Some((outcome, token.span()));
    }

    pub(super) fn text(&self, span: Span) -> String {
        excerpt(&self.bytes[span])
    }

    pub(super) fn quote(&mut self, rule: Rule, token: &Token) {
        let text = self.text(token.span());
        self.findings.add(rule, token.span(), Evidence::Quote(text));
    }

    /// The game has too much of something; told once.
    #[cold]
    pub(super) fn beyond(&mut self, limit: Limit, span: Span) {
        if !self.beyond.contains(&limit) {
            self.beyond.push(limit);
            self.findings.add(Rule::BeyondLimits, span, Evidence::Said(limit.sentence().to_owned()));
        }
    }

    /// A finding about the move that is next.
    pub(super) fn find_here(&mut self, rule: Rule, span: Span, evidence: Evidence) {
        let fen = self.line.position.to_fen();
        self.findings.add_at(rule, span, self.line.moment(), fen, evidence);
    }

    /// A finding about the move that was just played.
    #[cold]
    pub(super) fn find_before(&mut self, rule: Rule, span: Span, evidence: Evidence) {
        match self.line.before() {
            Some(before) => self.findings.add_at(rule, span, before.moment(), before.position.to_fen(), evidence),
            None => self.findings.add(rule, span, evidence),
        }
    }

    /// What the game amounts to, which is taken out of here.
    fn finish(&mut self) -> Game {
        let start = self.start;
        let end = self.lexer.position();
        let ending = self.lexer.ending().unwrap_or(TextEnding::EndOfText { clean: false });
        let is_game = self.moves_begun.is_some() || !self.tags.is_empty();
        if is_game {
            self.conclude(ending);
        }
        self.encoding(start..end);
        let mut aside = self.aside.take().unwrap_or_default();
        aside.sort_unstable_by_key(|aside| aside.word);
        let status = match () {
            () if !is_game => Validity::Nothing,
            () if self.findings.has_error() => Validity::Invalid,
            () if !self.judged => Validity::Unchecked,
            () => Validity::Valid,
        };
        Game {
            span: start..end,
            ending,
            is_open_ended: self.lexer.is_open_ended(),
            status,
            plies: self.line.ply,
            whole: self.line.state == State::Open && self.judged,
            illegal_move: self.illegal_move,
            position: self.line.position.clone(),
            start: self.starting_position(),
            has_start: self.has_start,
            reached: mem::take(&mut self.line.reached),
            aside,
            split: mem::take(&mut self.split),
            tags: mem::take(&mut self.tags),
            outcome: self.marker.as_ref().map(|(outcome, _)| *outcome),
            marker: self.marker.take().map(|(_, span)| span),
            finish: BoardEnding { dead_since: self.dead_since, ..self.finish },
            found: self.findings.finish(),
        }
    }

    pub(super) fn day(&self) -> Option<Day> {
        self.tags.date
    }
}
