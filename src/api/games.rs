//! A game with its text: tags, moves, annotations, findings, verdicts.

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::game::finding::{Excerpt, Finding};
use crate::game::identity::{LineId, MeetId};
use crate::game::openings::{Book, GameOpening};
use crate::game::record::export::{PlyRange, export};
use crate::game::record::plies::{Plies, PlyOptions};
use crate::game::record::score_sheet::ScoreSheet;
use crate::game::replay::{Game, Validity};
use crate::game::verdict::ruling::{RulingQuestion, rule_on_game, verdict_on_game};
use crate::laws::history::History;
use crate::laws::verdict::Verdict;
use crate::pgn::lex::Outcome;
use crate::pgn::place::{Place, Span};
use crate::pgn::tags::value_text;
use crate::pgn::text::decode;

use super::rulings::{ArbiterRuling, Question};

/// A game of a PGN text: its tags, moves, annotations and findings.
///
/// It borrows the text. The moves were made when it was read; comments, variations and the rest are read from the text
/// when they are first needed.
///
/// # Examples
///
/// ```
/// use adoube::{PgnGames, Validity};
///
/// let game = PgnGames::new(b"1. e4 e5 2. Ke3 *").next().unwrap();
/// assert_eq!(game.validity(), Validity::Invalid);
/// assert_eq!(game.moves().count(), 2);
/// let finding = &game.findings()[0];
/// assert_eq!((finding.place.line, finding.place.column), (1, 13));
/// assert_eq!(finding.finding.rule.code(), "M101");
/// ```
#[derive(Clone, Debug)]
pub struct PgnGame<'a> {
    bytes: &'a [u8],
    /// The offset of these bytes in the text.
    offset: u64,
    number: u64,
    findings: Vec<LocatedFinding>,
    game: Game,
    sheet: OnceLock<ScoreSheet>,
}

/// A finding with its place in the text.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct LocatedFinding {
    /// The finding. Its range of bytes is counted from the start of the text.
    pub finding: Finding,
    /// Line and column, from 1.
    pub place: Place,
    /// The line that contains it.
    pub excerpt: Excerpt,
}

/// The range in the text of a range of bytes that begin at this offset.
pub(super) fn in_text(span: &Span, offset: u64) -> Span {
    let [start, end] = [span.start, span.end].map(|at| usize::try_from(offset + at as u64).unwrap_or(usize::MAX));
    start..end
}

impl<'a> PgnGame<'a> {
    pub(super) fn new(game: Game, number: u64, findings: Vec<LocatedFinding>, bytes: &'a [u8], offset: u64) -> Self {
        Self { bytes, offset, number, findings, game, sheet: OnceLock::new() }
    }

    /// The number of the game in the text, from 1. Text that is not a game has the number of the game before it.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The byte range of the game in the text. The ranges of all games cover the text, except white space.
    pub fn span(&self) -> Span {
        in_text(&self.game.span, self.offset)
    }

    /// The bytes of the game.
    pub fn text(&self) -> &'a [u8] {
        &self.bytes[self.game.span.clone()]
    }

    /// Whether the text is a game, and whether it has errors. An error counts whether its rule is selected or not.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{PgnGames, Validity};
    ///
    /// let validity = |pgn: &str| PgnGames::new(pgn.as_bytes()).next().unwrap().validity();
    /// assert_eq!(validity("1. e4 e5 *"), Validity::Valid);
    /// assert_eq!(validity("1. e5 *"), Validity::Invalid);
    /// assert_eq!(validity("[Variant \"Atomic\"]\n\n1. e4 *"), Validity::Unchecked);
    /// ```
    pub fn validity(&self) -> Validity {
        self.game.status
    }

    /// What the selected rules report, in the order of the text. If a rule finds very much, its last finding counts the
    /// rest.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::PgnGames;
    ///
    /// let game = PgnGames::new(b"1. e4 e5\n2. Bb5 Nc6 3. Nf6 *").next().unwrap();
    /// let located = &game.findings()[0];
    /// assert_eq!((located.place.line, located.place.column), (2, 15));
    /// assert_eq!(located.excerpt.text, "2. Bb5 Nc6 3. Nf6 *");
    /// ```
    pub fn findings(&self) -> &[LocatedFinding] {
        &self.findings
    }

    /// The value of a tag, with escapes resolved. Of a repeated name, the first counts.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::PgnGames;
    ///
    /// let game = PgnGames::new(br#"[Event "The \"Match\""] 1. e4 *"#).next().unwrap();
    /// assert_eq!(game.tag("Event").as_deref(), Some("The \"Match\""));
    /// assert_eq!(game.tag("Site"), None);
    /// ```
    pub fn tag(&self, name: &str) -> Option<Cow<'a, str>> {
        self.game.tags.text(name, self.bytes)
    }

    /// The names and values of all tags, in the order of the text.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::PgnGames;
    ///
    /// let game = PgnGames::new(b"[White \"A\"]\n[Black \"B\"]\n\n*").next().unwrap();
    /// let names: Vec<_> = game.tags().map(|(name, _)| name).collect();
    /// assert_eq!(names, ["White", "Black"]);
    /// ```
    pub fn tags(&self) -> impl Iterator<Item = (Cow<'a, str>, Cow<'a, str>)> + '_ {
        let bytes = self.bytes;
        let tags = self.sheet().tags.iter();
        tags.map(move |tag| (decode(&bytes[tag.name.clone()]), value_text(&bytes[tag.value.clone()])))
    }

    /// The stated result: the termination marker, or else the Result tag.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Outcome, PgnGames};
    ///
    /// let game = PgnGames::new(b"1. e4 e5 1/2-1/2").next().unwrap();
    /// assert_eq!(game.result(), Some(Outcome::Draw));
    /// ```
    pub fn result(&self) -> Option<Outcome> {
        self.game.stated()
    }

    /// The position before the first move. It is the initial position if the game is of another variant, or if its FEN
    /// tag is not playable.
    pub fn start(&self) -> &Position {
        self.game.start()
    }

    /// The position after the last move that was played.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::PgnGames;
    ///
    /// let game = PgnGames::new(b"1. f3 e5 2. g4 Qh4# 0-1").next().unwrap();
    /// assert!(game.position().is_checkmate());
    /// ```
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Whether every move of the main line was played. Replay ends at the first move that is illegal or unreadable.
    pub fn is_complete(&self) -> bool {
        self.game.is_complete()
    }

    /// The moves of the main line that were played. A null move is [`Move::NULL`].
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{PgnGames, Square};
    ///
    /// let game = PgnGames::new(b"1. e4 (1. d4) 1... c5 *").next().unwrap();
    /// let targets: Vec<String> = game.moves().map(|mv| mv.to().to_string()).collect();
    /// assert_eq!(targets, ["e4", "c5"]);
    /// ```
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.game.moves()
    }

    /// The positions of the main line, each with the move that led to it and its annotations. The first is the starting
    /// position, with the comments before the first move.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::PgnGames;
    ///
    /// let game = PgnGames::new(b"1. e4 {best by test} c5 $1 *").next().unwrap();
    /// let plies: Vec<_> = game.plies().collect();
    /// assert_eq!(plies[1].comment().as_deref(), Some("best by test"));
    /// assert_eq!(plies[2].san().unwrap().as_str(), "c5");
    /// assert_eq!(plies[2].nags().collect::<Vec<_>>(), [1]);
    /// ```
    pub fn plies(&self) -> Plies<'_> {
        self.plies_of(false)
    }

    /// Like [`PgnGame::plies`], with the moves of variations. A variation comes after the move that it replaces.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::PgnGames;
    ///
    /// let game = PgnGames::new(b"1. e4 (1. d4 d5) 1... c5 *").next().unwrap();
    /// let moves: Vec<_> = game.plies_with_variations().filter_map(|ply| ply.step).collect();
    /// let lines: Vec<u32> = moves.iter().map(|step| step.variation).collect();
    /// assert_eq!(lines, [0, 1, 1, 0]);
    /// ```
    pub fn plies_with_variations(&self) -> Plies<'_> {
        self.plies_of(true)
    }

    fn plies_of(&self, variations: bool) -> Plies<'_> {
        let options = PlyOptions { variations, comment_values: true, times: true, ..PlyOptions::default() };
        self.sheet().plies(&self.game, self.bytes, options)
    }

    fn sheet(&self) -> &ScoreSheet {
        self.sheet.get_or_init(|| ScoreSheet::from_game(&self.game, self.bytes))
    }

    /// The main line as the Laws see it, up to the first null move: for [claims](History::claims) and
    /// [endings](History::ending).
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::PgnGames;
    ///
    /// let game = PgnGames::new(b"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2").next().unwrap();
    /// assert!(!game.history().claims().is_empty());
    /// ```
    pub fn history(&self) -> History {
        self.game.history()
    }

    /// The verdict under the FIDE Laws in force on the day of the game; `None` if the text is not a game.
    ///
    /// PGN does not record how a game ended. Where board, tags and comments do not say it, the verdict is
    /// [`Certainty::Assumed`](crate::Certainty::Assumed): a win by resignation, a draw by agreement.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Color, Decision, PgnGames, Reason};
    ///
    /// let game = PgnGames::new(b"1. f3 e5 2. g4 Qh4# 0-1").next().unwrap();
    /// let verdict = game.verdict().unwrap();
    /// assert_eq!(verdict.decision, Decision::Win(Color::Black));
    /// assert_eq!(verdict.reason, Reason::Checkmate);
    /// ```
    pub fn verdict(&self) -> Option<Verdict> {
        verdict_on_game(&self.game, self.bytes, &RulingQuestion::default())
    }

    /// What an arbiter decides: by the Laws of the day or another [rule set](Question::with_edition), after an
    /// [event](Question::with_event), at the end or at [another place](Question::at_ply). `None` if the text is not a game.
    ///
    /// # Examples
    ///
    /// On lichess.org a dead position ends a game only by material:
    ///
    /// ```
    /// use adoube::{Edition, PgnGames, Question, Reason};
    ///
    /// let pgn = b"[SetUp \"1\"]\n[FEN \"8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 0 1\"]\n\n1... Ke7 *";
    /// let game = PgnGames::new(pgn).next().unwrap();
    /// let reason = |question: &Question| game.rule(question).unwrap().verdict.reason;
    /// assert_eq!(reason(&Question::new()), Reason::DeadPosition);
    /// assert_eq!(reason(&Question::new().with_edition(Edition::Lichess)), Reason::Ongoing);
    /// ```
    pub fn rule(&self, question: &Question) -> Option<ArbiterRuling> {
        rule_on_game(&self.game, self.bytes, &question.question).pop().map(Into::into)
    }

    /// The id of the main line: equal for two games exactly if they start from the same position and have the same moves,
    /// however these are written. `None` unless every move could be played. The id and [`Self::meet_id`] together say
    /// whether two records are of one game, see `docs/identity.md`.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::PgnGames;
    ///
    /// let ids: Vec<_> = PgnGames::new(b"1. e4 e5 2. Nf3 *\n\n1.e2-e4 e7e5 {!} Ngf3 1-0").map(|game| game.play_id()).collect();
    /// assert_eq!(ids[0], ids[1]);
    /// ```
    pub fn play_id(&self) -> Option<LineId> {
        LineId::of_game(&self.game)
    }

    /// The ids of the main line after no ply, after one, and so on, as far as its moves could be played. So a game begins
    /// with all moves of another exactly if the [`Self::play_id`] of that one is among its ids.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::PgnGames;
    ///
    /// let games: Vec<_> = PgnGames::new(b"1. e4 e5 *\n\n1. e4 e5 2. Nf3 *").collect();
    /// let shorter = games[0].play_id().unwrap();
    /// assert_eq!(games[1].line_ids().position(|id| id == shorter), Some(2));
    /// ```
    pub fn line_ids(&self) -> impl Iterator<Item = LineId> + '_ {
        LineId::all_of_game(&self.game)
    }

    /// The id of the encounter by its tags: the players, the day, the round and the event, without case, accents, titles
    /// and the like. `None` unless both players are known.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::PgnGames;
    ///
    /// let pgn = "[White \"Müller, Karsten\"]\n[Black \"Réti\"]\n\n*\n\n[White \"GM Karsten Mueller\"]\n[Black \"Reti\"]\n\n*";
    /// let ids: Vec<_> = PgnGames::new(pgn.as_bytes()).map(|game| game.meet_id()).collect();
    /// assert!(ids[0].is_some() && ids[0] == ids[1]);
    /// ```
    pub fn meet_id(&self) -> Option<MeetId> {
        MeetId::of_game(&self.game, self.bytes)
    }

    /// The last named position of the game, by the built-in table of openings.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::PgnGames;
    ///
    /// let game = PgnGames::new(b"1. e4 c5 2. Nf3 d6 *").next().unwrap();
    /// assert_eq!(game.opening().unwrap().opening.family(), "Sicilian Defense");
    /// ```
    pub fn opening(&self) -> Option<GameOpening<'static>> {
        Book::embedded().name(&self.game)
    }

    /// The game in the export format of PGN: canonical SAN, the tags in their order, lines of at most 79 characters.
    /// Text that could not be played becomes a comment.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::PgnGames;
    ///
    /// let game = PgnGames::new(b"e2e4 c7-c5!! 1-0").next().unwrap();
    /// assert!(game.to_pgn().ends_with("\n1. e4 c5 $3 1-0\n\n"));
    /// ```
    pub fn to_pgn(&self) -> String {
        let mut pgn = String::new();
        export(&self.game, self.bytes, PlyRange::WHOLE, &mut pgn);
        pgn
    }
}
