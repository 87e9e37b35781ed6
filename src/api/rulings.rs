//! Questions about positions and histories under the Laws, with the default budgets of the program.

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::laws::claim::{Claim, ClaimVerdict, ClaimWindow, claimable_draws, rule_on};
use crate::laws::edition::{Edition, TimeClass};
use crate::laws::ending::{self, Ending};
use crate::laws::history::History;
use crate::laws::unwinnable::{BUDGET, CanMate, Helpmate, can_mate, shortest};

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
