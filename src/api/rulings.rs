//! Questions about positions and histories under the Laws, with the default budgets of the program.

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::setup::Setup;
use crate::game::values::game_place::GamePlace;
use crate::game::verdict::answer_notes::rule_on_line;
use crate::game::verdict::ruling::{RuleSetChoice, Ruling, RulingQuestion};
use crate::laws::claim::{Claim, ClaimVerdict, ClaimWindow, Penalty, claimable_draws, rule_on};
use crate::laws::edition::{Edition, Supervision, TimeClass};
use crate::laws::ending::{self, Ending};
use crate::laws::event::{Event, IfUnproved};
use crate::laws::history::History;
use crate::laws::unwinnable::{BUDGET, CanMate, Helpmate, can_mate, shortest};
use crate::laws::verdict::Verdict;

/// A question to an arbiter, about a [game](crate::PgnGame::rule) or a [position](Position::rule): what happened, under
/// which rules. By default nothing happened, the FIDE Laws in force on the day of the game apply, and its TimeControl tag
/// says the time class.
///
/// # Examples
///
/// White's flag has fallen, and Black has a knight against a pawn. The Laws decide by whether Black can still checkmate:
///
/// ```
/// use adoube::{Color, Decision, Edition, Event, Position, Question};
///
/// let position: Position = "5k1K/8/8/7P/8/5n2/8/8 w - - 0 1".parse()?;
/// let question = Question::new().with_event(Event::Flag(Color::White));
/// assert_eq!(position.rule(&question).verdict.decision, Decision::Win(Color::Black));
///
/// let at_chess_com = question.with_edition(Edition::Chesscom);
/// assert_eq!(position.rule(&at_chess_com).verdict.decision, Decision::Draw);
/// # Ok::<_, adoube::PositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Question {
    pub(super) question: RulingQuestion,
}

impl Default for Question {
    fn default() -> Self {
        Self { question: RulingQuestion { class_of_game: true, ..RulingQuestion::default() } }
    }
}

impl Question {
    /// Whether the game is over, and how.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same question after this event.
    #[must_use]
    pub fn with_event(mut self, event: Event) -> Self {
        self.question.event = Some(event);
        self
    }

    /// The same question under this rule set.
    #[must_use]
    pub fn with_edition(mut self, edition: Edition) -> Self {
        self.question.laws = vec![RuleSetChoice::By(edition)];
        self
    }

    /// The same question about the position after this number of plies instead of the last one.
    #[must_use]
    pub fn at_ply(mut self, ply: u32) -> Self {
        self.question.at = Some(GamePlace::Ply(ply));
        self
    }

    /// The same question about a game of this time class, whatever its TimeControl tag says.
    #[must_use]
    pub fn with_time_class(mut self, class: TimeClass) -> Self {
        self.question.terms.class = class;
        self.question.class_of_game = false;
        self
    }

    /// The same question about a game with this supervision; by default, an arbiter supervises every game.
    #[must_use]
    pub fn with_supervision(mut self, supervision: Supervision) -> Self {
        self.question.terms.supervision = supervision;
        self
    }

    /// The same question about a game with an increment. A TimeControl tag with an increment says it, too.
    #[must_use]
    pub fn with_increment(mut self) -> Self {
        self.question.terms.has_increment = true;
        self
    }

    /// The same question, where a search for a checkmate visits at most this number of positions (by default a million),
    /// and this is assumed if it decides nothing.
    #[must_use]
    pub fn with_budget(mut self, positions: u32, if_unproved: IfUnproved) -> Self {
        self.question.terms.budget = positions;
        self.question.terms.if_unproved = if_unproved;
        self
    }
}

/// What an arbiter decides.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ArbiterRuling {
    /// The result, or that the game goes on, and why.
    pub verdict: Verdict,
    /// Extra time because of the event.
    pub penalty: Option<Penalty>,
    /// The draws that could have been claimed; if the question has an event or a ply, only those at its place.
    pub claims: Vec<ClaimWindow>,
}

impl From<Ruling> for ArbiterRuling {
    fn from(Ruling { verdict, penalty, claims, .. }: Ruling) -> Self {
        Self { verdict, penalty: penalty.map(|(to, minutes)| Penalty { to, minutes }), claims }
    }
}

impl Position {
    /// Whether a side can still checkmate by any series of legal moves (Laws 5.1.2, 5.2.2, 6.9): yes with such a
    /// series, no with a proof, or unknown.
    ///
    /// A search visits at most a million positions, which takes about a second and 50 megabytes; most positions need
    /// far fewer. The answer is the same on every machine.
    ///
    /// # Examples
    ///
    /// A wall of pawns that nobody can pass:
    ///
    /// ```
    /// use adoube::{CanMate, Color, Position};
    ///
    /// let position = Position::from_fen("8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 0 1")?;
    /// assert!(matches!(position.can_mate(Color::White), CanMate::No(_)));
    /// # Ok::<_, adoube::PositionError>(())
    /// ```
    pub fn can_mate(&self, side: Color) -> CanMate {
        can_mate(self, side, BUDGET)
    }

    /// A shortest series of legal moves by both sides that ends with a checkmate by `side`. `None` if there is none, or
    /// if a search of a million positions finds none: about ten plies with few pieces, and five with all of them.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Color, Position};
    ///
    /// let position = Position::initial();
    /// let helpmate = position.shortest_helpmate(Color::Black).unwrap();
    /// assert_eq!(helpmate.line.len(), 4); // The fool's mate.
    /// assert!(helpmate.is_shortest);
    /// ```
    pub fn shortest_helpmate(&self, side: Color) -> Option<Helpmate> {
        shortest(self, side, BUDGET).0
    }
}

impl Position {
    /// What an arbiter decides in this position, if nothing is known about the game before it.
    ///
    /// # Examples
    ///
    /// The second illegal move loses a game (Laws 7.5.5), and the first gives the opponent two minutes:
    ///
    /// ```
    /// use adoube::{Color, Position, Question, Reason};
    ///
    /// let first = Position::initial().rule(&Question::new().with_event("illegal:white:1".parse()?));
    /// let penalty = first.penalty.unwrap();
    /// assert_eq!((first.verdict.reason, penalty.to, penalty.minutes), (Reason::IllegalMove, Color::Black, 2));
    /// let second = Position::initial().rule(&Question::new().with_event("illegal:white:2".parse()?));
    /// assert_eq!(second.verdict.article.unwrap().to_string(), "7.5.5 (fide-2023)");
    /// # Ok::<_, adoube::UnknownEvent>(())
    /// ```
    pub fn rule(&self, question: &Question) -> ArbiterRuling {
        self.to_setup().rule(question)
    }
}

impl Setup {
    /// What an arbiter decides in this position, which may be illegal; see [`Position::rule`].
    ///
    /// # Examples
    ///
    /// Both kings are in check, and no arbiter watches. Once the next move is made, blitz games are drawn (Laws B.4, A.5.3):
    ///
    /// ```
    /// use adoube::{Decision, Event, Question, Setup, Supervision, TimeClass};
    ///
    /// let setup: Setup = "4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 40".parse()?;
    /// let question = Question::new().with_time_class(TimeClass::Blitz).with_supervision(Supervision::Limited);
    /// let ruling = setup.rule(&question.with_event(Event::IllegalPosition));
    /// assert_eq!(ruling.verdict.decision, Decision::Draw);
    /// # Ok::<_, adoube::FenError>(())
    /// ```
    pub fn rule(&self, question: &Question) -> ArbiterRuling {
        let rulings = rule_on_line(Some(&self.clone().into()), &question.question);
        let Ok([ruling]) = <[Ruling; 1]>::try_from(rulings) else { unreachable!("a question has one rule set") };
        ruling.into()
    }
}

impl History {
    /// The draws by threefold repetition (Laws 9.2) and by fifty moves (9.3) that a player could have claimed, on the
    /// board or with an intended move, in the order of the game.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{ClaimBasis, ClaimGround, History, Position};
    ///
    /// let mut history = History::new(Position::initial());
    /// for san in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(' ') {
    ///     let mv = history.last().parse_san(san)?;
    ///     history.push(mv);
    /// }
    /// let claims = history.claims();
    /// let on_board = claims.iter().find(|claim| claim.basis == ClaimBasis::OnBoard).unwrap();
    /// assert_eq!(on_board.ground, ClaimGround::Threefold);
    /// assert_eq!((on_board.from, on_board.occurrences.as_slice()), (8, &[0, 4, 8][..]));
    /// # Ok::<_, adoube::MoveError>(())
    /// ```
    pub fn claims(&self) -> Vec<ClaimWindow> {
        claimable_draws(self)
    }

    /// What has ended the game on the board by this rule set, without a claim: checkmate, stalemate, a dead position, a
    /// fivefold repetition or seventy-five moves.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Edition, History, Position, Reason};
    ///
    /// let bare_kings = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")?;
    /// let verdict = History::new(bare_kings).ending(Edition::Fide2023).verdict().unwrap();
    /// assert_eq!(verdict.reason, Reason::DeadPosition);
    /// # Ok::<_, adoube::PositionError>(())
    /// ```
    pub fn ending(&self, edition: Edition) -> Ending {
        ending::first(self, edition, BUDGET)
    }

    /// Decides a claim of a draw at the end of this history. `class` determines the penalty for a wrong claim (Laws
    /// 9.5.3).
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Claim, ClaimGround, Color, Edition, History, IntendedMove, Position, TimeClass};
    ///
    /// let history = History::new(Position::initial());
    /// let claim = Claim {
    ///     ground: ClaimGround::Fifty,
    ///     by: Color::White,
    ///     intended: IntendedMove::None,
    ///     has_touched: false,
    ///     has_clock: true,
    /// };
    /// let verdict = history.rule_on(&claim, Edition::Fide2023, TimeClass::Standard);
    /// assert!(verdict.rejection.is_some());
    /// assert_eq!(verdict.penalty.unwrap().minutes, 2);
    /// ```
    pub fn rule_on(&self, claim: &Claim, edition: Edition, class: TimeClass) -> ClaimVerdict {
        rule_on(self, claim, edition, class)
    }
}
