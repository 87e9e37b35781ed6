//! The second opinion on how a game reads.
//!
//! [`second_opinion`] replays a game with pgn-reader and shakmaty; [`compare()`] compares the result with adoube's.
//! pgn-reader is known to read some PGN differently. A disagreement about such a game is explained ([`REASONS`]); any
//! other disagreement means that one of the two is wrong.

use std::fmt;
use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, KnownOutcome, Position as _, PositionError};

use crate::chess::moves::PlyCount;
use crate::game::finding::Finding;
use crate::game::replay::{Game, Validity, read_game};
use crate::game::rules::{Rule, RuleSet};
use crate::pgn::lex::Outcome;
use crate::pgn::place::Span;

// The comparison of adoube's reading of a game with the second opinion.

/// A game on which adoube and the second opinion disagree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    pub game: Span,
    /// The point of disagreement, or the first of several.
    pub point: ReadingPoint,
    /// The number of plies that both have played.
    pub ply: u32,
    /// The view of adoube.
    pub ours: String,
    /// The view of pgn-reader and shakmaty.
    pub theirs: String,
    /// Why pgn-reader reads this game differently; `None` if one of the two is wrong.
    pub reason: Option<&'static KnownReason>,
}

/// Compares adoube's reading of a game with the second opinion. `bytes` are those from which the game was read.
///
/// Text that is not a game and games of other variants are not compared.
pub fn compare(game: &Game, bytes: &[u8], opinion: &Opinion) -> Option<Disagreement> {
    if matches!(game.status, Validity::NoGame | Validity::Unchecked) || game.report.is_unchecked {
        return None;
    }
    let point = first_difference(game, opinion)?;
    let (ours, theirs) = match point {
        ReadingPoint::Legality | ReadingPoint::Length => (our_play(game), their_play(opinion)),
        ReadingPoint::Position => (fen(game), opinion.fen.clone()),
        ReadingPoint::Result => (marker(game.outcome), marker(opinion.outcome)),
    };
    let ply = game.plies().min(opinion.plies);
    let reason = reason(game, bytes, opinion, point);
    Some(Disagreement { game: game.span.clone(), point, ply, ours, theirs, reason })
}

fn first_difference(game: &Game, opinion: &Opinion) -> Option<ReadingPoint> {
    match () {
        () if game.is_complete() != opinion.error.is_none() => Some(ReadingPoint::Legality),
        () if game.plies() != opinion.plies => Some(ReadingPoint::Length),
        () if fen(game) != opinion.fen => Some(ReadingPoint::Position),
        () if game.outcome != opinion.outcome => Some(ReadingPoint::Result),
        () => None,
    }
}

/// The first finding in the game that pgn-reader is known to read differently. It must come before the move at which
/// pgn-reader stopped.
fn reason(game: &Game, bytes: &[u8], opinion: &Opinion, point: ReadingPoint) -> Option<&'static KnownReason> {
    let reading = read_game(bytes, game.span.start, RuleSet::ALL);
    reading
        .report
        .findings
        .iter()
        .filter(|finding| finding.moment.is_none_or(|moment| moment.ply <= opinion.plies))
        .find_map(|finding| KnownReason::find(finding, bytes, point))
}

fn fen(game: &Game) -> String {
    game.position().to_fen()
}

fn our_play(game: &Game) -> String {
    let fault =
        game.report.findings.iter().find(|finding| finding.moment.is_some_and(|moment| moment.ply == game.plies()));
    let plies = PlyCount(game.plies().into());
    match (game.is_complete(), fault) {
        (true, _) => plies.to_string(),
        (false, None) => format!("{plies}, no further"),
        (false, Some(fault)) => format!("{plies}, then {}: {}", fault.rule, fault.message()),
    }
}

fn their_play(opinion: &Opinion) -> String {
    let refused = opinion.error.as_ref().map_or(String::new(), |refused| format!(", then {refused}"));
    let games = if opinion.games == 1 { String::new() } else { format!(", in {} games", opinion.games) };
    format!("{}{refused}{games}", PlyCount(opinion.plies.into()))
}

fn marker(outcome: Option<Outcome>) -> String {
    outcome.map_or("no result", Outcome::text).to_owned()
}

impl fmt::Display for Disagreement {
    /// One line: the point, the ply, both views, and the reason if it is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { point, ply, ours, theirs, .. } = self;
        let plies = PlyCount((*ply).into());
        write!(f, "{point} after {plies}: adoube has {ours}; pgn-reader with shakmaty has {theirs}")?;
        match self.reason {
            Some(reason) => write!(f, " ({}: {})", reason.rule, reason.why),
            None => Ok(()),
        }
    }
}

// A second opinion on a game: pgn-reader parses the text and shakmaty replays the moves.

/// The result of reading the bytes of one game with pgn-reader and shakmaty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opinion {
    /// The number of games that pgn-reader finds in these bytes. It splits a game at every blank line; the parts are
    /// replayed as one game, as adoube reads them. If they really were several games, a move would be illegal.
    pub games: u32,
    /// The number of plies played in the main line.
    pub plies: u32,
    /// The error that ended the replay before the end of the movetext, if there was one.
    pub error: Option<String>,
    /// The position after the last move played, as a FEN with castling rights as in X-FEN. It has an en passant square
    /// only if an en passant capture is legal.
    pub fen: String,
    /// The first game termination marker of the main line.
    pub outcome: Option<Outcome>,
}

/// Replays the game in these bytes with pgn-reader and shakmaty.
pub fn second_opinion(game: &[u8]) -> Opinion {
    let mut reader = Reader::new(game);
    let mut replayer = Replayer::default();
    let mut games = 0;
    loop {
        match reader.read_game(&mut replayer) {
            Ok(Some(())) => games += 1,
            Ok(None) => break,
            Err(error) => {
                replayer.error.get_or_insert_with(|| error.to_string());
                games += 1;
                break;
            }
        }
    }
    let Replayer { position, plies, error, outcome } = replayer;
    let fen = Fen::from_position(&position, shakmaty::EnPassantMode::Legal).to_string();
    Opinion { games, plies, error, fen, outcome }
}

/// The visitor that replays the main line.
#[derive(Default)]
struct Replayer {
    position: Chess,
    plies: u32,
    error: Option<String>,
    outcome: Option<Outcome>,
}

impl Visitor for Replayer {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            match starting_position(&value) {
                Ok(position) => self.position = position,
                Err(error) => self.error = Some(error),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        if self.error.is_some() {
            return ControlFlow::Continue(());
        }
        match san.san.to_move(&self.position) {
            Ok(mv) => {
                self.position.play_unchecked(mv);
                self.plies += 1;
            }
            Err(error) => self.error = Some(format!("{san}: {error}")),
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, (): &mut (), outcome: shakmaty::Outcome) -> ControlFlow<()> {
        self.outcome.get_or_insert(match outcome {
            shakmaty::Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => Outcome::WhiteWins,
            shakmaty::Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => Outcome::BlackWins,
            shakmaty::Outcome::Known(KnownOutcome::Draw) => Outcome::Draw,
            shakmaty::Outcome::Unknown => Outcome::Unknown,
        });
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {}
}

/// Reads the starting position from a FEN tag. Chess960 castling and any amount of material are accepted.
fn starting_position(value: &RawTag<'_>) -> Result<Chess, String> {
    let fen = Fen::from_ascii(&value.decode()).map_err(|error| format!("FEN: {error}"))?;
    let position = fen.into_position(CastlingMode::Chess960).or_else(PositionError::ignore_too_much_material);
    position.map_err(|error| format!("FEN: {error}"))
}

// The known differences between pgn-reader and adoube.

named! {
    /// A property of a game on which two readings can disagree.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum ReadingPoint: (ALL, Display) {
        /// Whether the main line can be played to its end.
        Legality = "legality",
        /// The number of plies played.
        Length = "number of moves",
        Position = "final position",
        /// The termination marker.
        Result = "result",
    }
}

/// The condition under which a finding of adoube makes a difference to pgn-reader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Occasion {
    /// Always, or the condition cannot be determined.
    Found,
    /// If pgn-reader cannot read the token as SAN.
    Unread,
}

/// A kind of finding that makes pgn-reader read a game differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownReason {
    pub rule: Rule,
    /// When the finding matters to pgn-reader.
    pub when: Occasion,
    /// The points on which it can cause a disagreement.
    pub explains: &'static [ReadingPoint],
    /// The behavior of pgn-reader, as a clause.
    pub why: &'static str,
    /// A game on which the two disagree for this reason.
    pub example: &'static str,
}

/// All points: the text that pgn-reader drops or cuts off may contain moves.
const ALL: &[ReadingPoint] = &ReadingPoint::ALL;

/// The termination marker only.
const RESULT: &[ReadingPoint] = &[ReadingPoint::Result];

/// The reasons, in the order of the rules.
#[rustfmt::skip]
pub static REASONS: &[KnownReason] = &[
    row(Rule::UnclosedComment, ALL, "it gives up on a comment that is never closed", "1. e4 {so"),
    row(Rule::StrayText, ALL, "it reads text between games as movetext", "A -- B\n\n[White \"A\"]\n\n1. d4 *"),
    row(Rule::SplicedGame, ALL, "it does not see that another game begins inside this one", "1. e4 e5 2. N[Event \"B\"]\n\n1. d4 *"),
    row(Rule::TruncatedGame, ALL, "it drops the word that was cut off", "1. e4 e5 2. N"),
    row(Rule::StrayByteOrderMark, ALL, "it drops the word that a byte order mark is part of", "1. e4 \u{feff}e5 2. Nf3 *"),
    row(Rule::ControlCharacter, ALL, "it drops the word that a control character is part of", "1. e4 e5\u{0} 2. Nf3 *"),
    row(Rule::BareCarriageReturn, ALL, "to it such a line does not end, and a `;` hides what follows", "1. e4 ;so\r1... e5 *"),
    row(Rule::UnusualWhiteSpace, ALL, "it takes only ASCII white space for white space, and drops the word", "1. e4\u{a0}e5 2. Nf3 *"),
    row(Rule::BlankLineInMovetext, ALL, "it ends the game there, and a variation with it", "1. e4 (d4\n\nd5) e5 *"),
    row(Rule::UnknownToken, ALL, "it drops a move with punctuation glued to it", "1. e4, e5 *"),
    row(Rule::StrayBrace, ALL, "it drops the word that begins with a stray brace", "1. e4 }e5 2. Nf3 *"),
    row(Rule::ReservedToken, ALL, "it drops the word that a reserved character is part of", "1. e4 <x>e5 2. Nf3 *"),
    row(Rule::ConflictingTags, ALL, "it takes the last of two FENs, we the first", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *"),
    row(Rule::UnescapedQuote, ALL, "it reads the rest of the tag as movetext", "[White \"A \" e4 \" B\"]\n\n1. d4 *"),
    row(Rule::UnclosedValue, ALL, "it takes the bracket for a part of the FEN", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1]\n\n1. e4 *"),
    row(Rule::UnquotedValue, ALL, "it drops the tag, and a FEN with it", "[FEN 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1]\n\n1. e4 *"),
    row(Rule::UnopenedTag, ALL, "it reads the tag as movetext, and a FEN with it", "FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *"),
    row(Rule::LowerCaseTag, ALL, "it knows a FEN only by its right name", "[fen \"4k3/8/8/8/8/8/4P3/4K2R w K - 0 1\"]\n\n1. O-O *"),
    row(Rule::TagLayout, ALL, "it takes spaces for a part of the tag's name", "[FEN  \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *"),
    row(Rule::UnplayablePosition, ALL, "it plays from positions with more pieces or pawns than a game can have", "[FEN \"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1\"]\n\n1. e4 *"),
    row(Rule::ImpossibleEnPassant, ALL, "it refuses the whole FEN", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - e6 0 1\"]\n\n1. e4 *"),
    row(Rule::ImpossibleCastling, ALL, "it refuses the whole FEN", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w K - 0 1\"]\n\n1. e4 *"),
    row(Rule::FenSpelling, ALL, "it reads fewer spellings of a FEN", "[FEN \"startpos\"]\n\n1. e4 *"),
    row(Rule::FenCounters, &[ReadingPoint::Position], "it corrects counters that cannot be", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 0\"]\n\n1. e4 *"),
    unread(Rule::IllegalMove, "1. e4 be *"),
    unread(Rule::AmbiguousMove, "1. d4 d5 2. Nf3 a6 3. N-d2 *"),
    unread(Rule::MoveAfterEnd, "1. f3 e5 2. g4 Qh4# 3. a2-a3 *"),
    row(Rule::MissingMove, ALL, "it plays on where moves are missing", "1. e4 e5 3. Nf3 Nc6 4. Bb5 *"),
    row(Rule::NullMove, ALL, "it refuses null moves", "1. e4 -- 2. d4 *"),
    row(Rule::LocalizedLetters, ALL, "it knows the English letters only", "1. e4 e5 2. Sf3 Sc6 3. Lb5 *"),
    row(Rule::NumberGlued, ALL, "it drops moves that run together", "1. e4e5 2. Nf3 *"),
    row(Rule::MissingCaptureSymbol, ALL, "it takes a capture without `x` for another move", "1. e4 d5 2. ed5 *"),
    row(Rule::WrongCaptureSymbol, ALL, "it takes `x` for a capture", "1. e4 e5 2. Nxf3 *"),
    row(Rule::CastlingSpelling, ALL, "it reads castling only with capital letters O or zeros and hyphens", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. o-o *"),
    row(Rule::LongAlgebraic, ALL, "it reads no hyphen between squares", "1. e2-e4 *"),
    row(Rule::UciMove, ALL, "it reads neither captures nor promotions of UCI, nor numeric notation", "1. e2e4 d7d5 2. e4d5 *"),
    row(Rule::PromotionSpelling, ALL, "it reads a promotion only with `=`", "[FEN \"7k/4P3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. e8Q+ *"),
    row(Rule::CaptureSpelling, ALL, "it reads a capture only with `x`", "1. e4 d5 2. e:d5 *"),
    row(Rule::EnPassantSuffix, ALL, "it drops a move with `e.p.` glued to it", "1. e4 a6 2. e5 d5 3. exd6e.p. *"),
    row(Rule::CheckSpelling, ALL, "it drops a move with more than one sign of check", "1. e4 f6 2. d4 g5 3. Qh5++ *"),
    row(Rule::LowerCasePiece, ALL, "it takes small letters for files", "1. e4 e5 2. nf3 *"),
    row(Rule::Figurine, ALL, "it knows the English letters only", "1. e4 e5 2. \u{2658}f3 *"),
    row(Rule::LookalikeCharacter, ALL, "it reads ASCII only", "1. \u{441}4 *"),
    row(Rule::NagAsSymbol, ALL, "it drops a move with an evaluation sign glued to it", "1. e4+- e5 *"),
    row(Rule::BadNag, ALL, "it drops a move glued to a NAG", "1. e4 $300e5 2. Nf3 *"),
    row(Rule::SplitMove, ALL, "it skips the letter of the piece, and plays what is left", "1. e4 e5 2. N f3 *"),
    row(Rule::PromotionSign, ALL, "it reads a promotion only with `=`", "[FEN \"7k/4P3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. e8-Q+ *"),
    row(Rule::NestedComment, ALL, "what is left of the comment is words to it", "1. e4 {a {b} be} *"),
    row(Rule::UnclosedVariation, RESULT, "it skips to the end of the movetext", "1. e4 e5 (1... c5 1-0"),
    row(Rule::NonstandardResult, ALL, "it reads fewer spellings of a result, and `0-0` as castling", "1. e4 e5 1/2"),
    row(Rule::MovesAfterResult, ALL, "it plays on after the result", "1. e4 e5 1-0 2. Nf3"),
];

const fn row(rule: Rule, explains: &'static [ReadingPoint], why: &'static str, example: &'static str) -> KnownReason {
    KnownReason { rule, when: Occasion::Found, explains, why, example }
}

/// A token that is not a legal move to adoube, and not a SAN token to pgn-reader.
const fn unread(rule: Rule, example: &'static str) -> KnownReason {
    KnownReason { rule, when: Occasion::Unread, explains: ALL, why: "it drops the word, which it cannot read", example }
}

impl KnownReason {
    /// The reason why this finding leads to disagreement about `point`. `bytes` are those the game was read from.
    fn find(finding: &Finding, bytes: &[u8], point: ReadingPoint) -> Option<&'static Self> {
        let reason = REASONS.iter().find(|reason| reason.rule == finding.rule)?;
        let applies = match reason.when {
            Occasion::Found => true,
            Occasion::Unread => bytes.get(finding.span.clone()).is_some_and(|word| SanPlus::from_ascii(word).is_err()),
        };
        (applies && reason.explains.contains(&point)).then_some(reason)
    }
}
