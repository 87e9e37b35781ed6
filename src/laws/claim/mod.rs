//! Draw claims: threefold repetition (Laws 9.2) and fifty moves (9.3).
//!
//! [`claimable_draws`] lists the draws that each player could have claimed, [`near_misses_before`] explains positions that
//! only look the same, and [`rule_on`] decides a claim (9.5).

mod claimable;
mod near_miss;

use crate::chess::moves::Move;
use crate::chess::piece::Color;

use super::edition::{Citation, DrawMode, Edition, LawTopic, TimeClass};
use super::ending::{quiet, repetition};
use super::history::History;
use super::verdict::{Certificate, Reason, Verdict};

pub use claimable::{ClaimBasis, ClaimWindow, claimable_draws, claimable_draws_before, may_be_claimed, open_at};
pub use near_miss::{Difference, NearMiss, near_misses_before};

named! {
    /// The rule by which a draw is claimed.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[non_exhaustive]
    pub enum ClaimGround {
        /// The same position for the third time.
        Threefold = "threefold",
        /// Fifty moves by each player without a capture or pawn move.
        Fifty = "fifty",
    }
}

/// A claim by a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The rule.
    pub ground: ClaimGround,
    /// The claimant.
    pub by: Color,
    /// The intended move, unless the claim is about the position on the board.
    pub intended: IntendedMove,
    /// Whether the claimant has touched a piece on this move (9.4).
    pub has_touched: bool,
    /// Whether the half-move clock of the starting position is known. If not, any number of quiet plies may precede it.
    pub has_clock: bool,
}

/// The move that a player has written down but not made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IntendedMove {
    /// None: the claim is about the position on the board.
    None,
    /// A legal move.
    Move(Move),
    /// Text that is not a legal move.
    Illegal(String),
    /// Text that matches several legal moves.
    Ambiguous(Vec<Move>),
}

/// The ruling on a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ClaimVerdict {
    /// The reason for its rejection; `None` if it is accepted.
    pub rejection: Option<Rejection>,
    /// The article that decides it; `None` if the rule set has its own rule.
    pub article: Option<Citation>,
    /// The proof: the occurrences, or the run of quiet moves.
    pub certificate: Certificate,
    /// The penalty for a wrong claim.
    pub penalty: Option<Penalty>,
    /// The intended move, if it must now be played (9.5.3).
    pub must_play: Option<Move>,
    /// The legal moves that an ambiguous intended move matches.
    pub candidates: Vec<Move>,
    /// The claims that would have been correct at this ply.
    pub right: Vec<ClaimWindow>,
}

/// Why a claim is rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Rejection {
    /// The claimant does not have the move.
    NotToMove,
    /// The game is over.
    Over,
    /// The rule set has no such claim: this is how the draw occurs. If it is by a claim, then only on the board.
    NoSuchClaim(DrawMode),
    /// The claimant has touched a piece and lost the right to claim on this move.
    Touched,
    /// The intended move is illegal.
    IllegalMove,
    /// The intended move is ambiguous: it matches several legal moves.
    Ambiguous,
    /// The position has occurred, or would occur, fewer than three times.
    TooFew {
        /// The number of occurrences, with the intended move.
        times: u32,
        /// The largest possible number, with those that the half-move clock allows before the record.
        most: u32,
    },
    /// Neither rejected nor accepted: it depends on plies before the record.
    NeedsHistory {
        /// The number of occurrences in the record, with the intended move.
        times: u32,
        /// The largest possible number since the last capture or pawn move, by the half-move clock; `None` without a
        /// clock.
        most: Option<u32>,
    },
    /// Neither rejected nor accepted: the record has too few quiet plies, and no half-move clock counts those before
    /// it.
    NoClock {
        /// The number of quiet plies, with the intended move.
        plies: u32,
    },
    /// There are too few plies without a capture or pawn move.
    TooSoon {
        /// The number of quiet plies, with the intended move.
        plies: u32,
    },
    /// The intended move captures or moves a pawn.
    Zeroes,
}

impl Rejection {
    /// Whether the record does not decide the claim.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::NeedsHistory { .. } | Self::NoClock { .. })
    }

    /// Whether the claim was examined and found incorrect (Laws 9.5.3).
    const fn is_penalized(self) -> bool {
        matches!(self, Self::TooFew { .. } | Self::TooSoon { .. } | Self::Zeroes | Self::IllegalMove)
    }
}

/// Extra time for the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Penalty {
    /// The player who gets it.
    pub to: Color,
    /// The minutes.
    pub minutes: u8,
}

impl ClaimGround {
    /// The topic of the rule in the Laws.
    pub(crate) const fn topic(self, is_intended: bool) -> LawTopic {
        match (self, is_intended) {
            (Self::Threefold, false) => LawTopic::Threefold,
            (Self::Threefold, true) => LawTopic::ThreefoldIntended,
            (Self::Fifty, false) => LawTopic::Fifty,
            (Self::Fifty, true) => LawTopic::FiftyIntended,
        }
    }

    /// Whether a player may claim the draw under a rule set.
    pub(crate) fn may_be_claimed(self, basis: ClaimBasis, edition: Edition) -> bool {
        self.mode(edition) == DrawMode::Claim && (basis == ClaimBasis::OnBoard || edition.rules().has_intended_moves())
    }

    /// How the draw occurs under a rule set.
    pub(crate) const fn mode(self, edition: Edition) -> DrawMode {
        match self {
            Self::Threefold => edition.rules().threefold,
            Self::Fifty => edition.rules().fifty,
        }
    }
}

/// Decides a claim at the end of a game.
pub fn rule_on(history: &History, claim: &Claim, edition: Edition, class: TimeClass) -> ClaimVerdict {
    let is_intended = claim.intended != IntendedMove::None;
    let (rejection, certificate) = match examine(history, claim, edition) {
        Ok(certificate) => (None, certificate),
        Err((rejection, certificate)) => (Some(rejection), certificate),
    };
    let topic = match rejection {
        None => claim.ground.topic(is_intended),
        Some(Rejection::NotToMove) if claim.ground == ClaimGround::Fifty => LawTopic::WhoClaimsFifty,
        Some(Rejection::NotToMove) => LawTopic::WhoClaims,
        Some(Rejection::Touched) => LawTopic::ClaimLost,
        Some(Rejection::Ambiguous) => claim.ground.topic(true),
        Some(rejection) if rejection.is_open() => claim.ground.topic(is_intended),
        Some(_) => LawTopic::ClaimIncorrect,
    };
    let is_penalized = rejection.is_some_and(Rejection::is_penalized);
    let minutes = edition.rules().wrong_claim_penalty(class).filter(|_| is_penalized);
    let right = if matches!(rejection, None | Some(Rejection::Over | Rejection::Touched))
        || history.last().turn() != claim.by
    {
        Vec::new()
    } else {
        let is_claimable = |open: &ClaimWindow| open.ground.may_be_claimed(open.basis, edition);
        open_at(history, history.plies()).into_iter().filter(is_claimable).collect()
    };
    ClaimVerdict {
        rejection,
        article: edition.article(topic),
        certificate,
        penalty: minutes.map(|minutes| Penalty { to: claim.by.other(), minutes }),
        must_play: match claim.intended {
            IntendedMove::Move(mv) if is_penalized && edition.is_fide() => Some(mv),
            _ => None,
        },
        candidates: match &claim.intended {
            IntendedMove::Ambiguous(moves) if rejection == Some(Rejection::Ambiguous) => moves.clone(),
            _ => Vec::new(),
        },
        right,
    }
}

impl ClaimVerdict {
    /// Whether the claim was examined and found incorrect, which costs time (Laws 9.5.3).
    pub fn is_wrong(&self) -> bool {
        self.rejection.is_some_and(Rejection::is_penalized)
    }

    /// The ruling on a claim after the end of the game: it is too late, also for a penalty. If the claimed draw itself
    /// ended the game at the last move, the claim is correct but unnecessary.
    pub(crate) fn of_finished(ground: ClaimGround, end: &Verdict, history: &History) -> Self {
        let is_automatic = match ground {
            ClaimGround::Threefold => matches!(end.reason, Reason::Threefold | Reason::Fivefold),
            ClaimGround::Fifty => matches!(end.reason, Reason::Fifty | Reason::SeventyFive),
        };
        let is_right = is_automatic && end.ply == history.plies();
        Self {
            rejection: (!is_right).then_some(Rejection::Over),
            article: if is_right { end.article } else { end.edition.article(LawTopic::ClaimIncorrect) },
            certificate: if is_right { end.certificate.clone() } else { Certificate::None },
            penalty: None,
            must_play: None,
            candidates: Vec::new(),
            right: Vec::new(),
        }
    }
}

type Examined = Result<Certificate, (Rejection, Certificate)>;

fn examine(history: &History, claim: &Claim, edition: Edition) -> Examined {
    let position = history.last();
    let refuse = |rejection| Err((rejection, Certificate::None));
    if !position.has_legal_move() {
        return refuse(Rejection::Over);
    }
    let basis = if claim.intended == IntendedMove::None { ClaimBasis::OnBoard } else { ClaimBasis::Intended };
    if !claim.ground.may_be_claimed(basis, edition) {
        return refuse(Rejection::NoSuchClaim(claim.ground.mode(edition)));
    }
    if position.turn() != claim.by {
        return refuse(Rejection::NotToMove);
    }
    if claim.has_touched {
        return refuse(Rejection::Touched);
    }
    let mut after = history.clone();
    match &claim.intended {
        IntendedMove::Illegal(_) => return refuse(Rejection::IllegalMove),
        IntendedMove::Ambiguous(_) => return refuse(Rejection::Ambiguous),
        IntendedMove::Move(mv) if !after.push(*mv) => return refuse(Rejection::IllegalMove),
        IntendedMove::None | IntendedMove::Move(_) => {}
    }
    let ply = after.plies();
    match claim.ground {
        ClaimGround::Threefold => {
            let times = after.earlier(ply).len() as u32 + 1;
            let certificate = repetition(&after, ply);
            let most = if claim.has_clock || !after.quiet_run_may_precede_record(ply) {
                Some(times + after.max_occurrences_before_record(ply))
            } else {
                None
            };
            match most {
                _ if times >= 3 => Ok(certificate),
                Some(most) if most < 3 => Err((Rejection::TooFew { times, most }, certificate)),
                _ => Err((Rejection::NeedsHistory { times, most }, certificate)),
            }
        }
        ClaimGround::Fifty => {
            let plies = after.last().halfmove_clock();
            let certificate = quiet(&after, ply);
            match plies {
                100.. => Ok(certificate),
                0 if ply > history.plies() => Err((Rejection::Zeroes, certificate)),
                _ if !claim.has_clock && after.quiet_run_may_precede_record(ply) => {
                    Err((Rejection::NoClock { plies }, certificate))
                }
                _ => Err((Rejection::TooSoon { plies }, certificate)),
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::chess::position::Position;
    use crate::chess::san;

    /// A game from its moves in SAN; move numbers are ignored.
    pub(in crate::laws) fn game(fen: &str, moves: &str) -> History {
        let start = if fen.is_empty() { Position::initial() } else { Position::from_fen(fen).unwrap() };
        let mut history = History::new(start);
        for text in
            moves.split_whitespace().map(|text| text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'))
        {
            if !text.is_empty() {
                let san = san::parse(text.as_bytes()).unwrap();
                let mv = history.last().resolve(&san).unwrap_or_else(|why| panic!("{text}: {why:?}")).mv;
                assert!(history.push(mv));
            }
        }
        history
    }

    fn decide(history: &History, ground: ClaimGround, by: Color, intended: &str) -> ClaimVerdict {
        let intended = match san::parse(intended.as_bytes()).map(|san| history.last().resolve(&san)) {
            Ok(Ok(resolved)) => IntendedMove::Move(resolved.mv),
            _ if intended.is_empty() => IntendedMove::None,
            _ => IntendedMove::Illegal(intended.to_owned()),
        };
        let claim = Claim { ground, by, intended, has_touched: false, has_clock: true };
        rule_on(history, &claim, Edition::Fide2023, TimeClass::Standard)
    }

    #[test]
    fn only_the_player_to_move_may_claim() {
        let history = game("", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1");
        let wrong = decide(&history, ClaimGround::Threefold, Color::White, "");
        assert_eq!(
            (wrong.rejection, wrong.article.unwrap().number, wrong.penalty),
            (Some(Rejection::NotToMove), "9.2", None)
        );
        let intended = decide(&history, ClaimGround::Threefold, Color::Black, "Ng8");
        assert_eq!((intended.rejection, intended.article.unwrap().number), (None, "9.2.1"));
        assert_eq!(intended.certificate, Certificate::Repetition(vec![0, 4, 8]));
    }

    #[test]
    fn a_wrong_claim_costs_time_and_correct_claims_are_listed() {
        let history = game("", "1. e4 Nf6 2. e5 d5 3. Bc4 Nc6 4. Bf1 Nb8 5. Bc4 Nc6 6. Bf1 Nb8");
        let wrong = decide(&history, ClaimGround::Threefold, Color::White, "");
        assert_eq!(wrong.rejection, Some(Rejection::TooFew { times: 2, most: 2 }));
        assert_eq!(wrong.penalty, Some(Penalty { to: Color::Black, minutes: 2 }));
        let names: Vec<String> = wrong.right.iter().flat_map(|open| &open.moves).map(|mv| format!("{mv:?}")).collect();
        assert_eq!(names, ["f1c4"]);
        let wrong = decide(&history, ClaimGround::Threefold, Color::White, "Nf3");
        assert!(wrong.must_play.is_some());
        assert_eq!(
            decide(&history, ClaimGround::Threefold, Color::White, "Nh8").rejection,
            Some(Rejection::IllegalMove)
        );
    }

    #[test]
    fn plies_before_the_record_can_leave_a_claim_open() {
        let claim = |fen: &str, moves: &str, ground, has_clock| {
            let history = game(fen, moves);
            let claim = Claim {
                ground,
                by: history.last().turn(),
                intended: IntendedMove::None,
                has_touched: false,
                has_clock,
            };
            rule_on(&history, &claim, Edition::Fide2023, TimeClass::Standard)
        };
        let threefold = |clock: u32, moves: &str, has_clock| {
            let fen = format!("4k3/8/8/8/8/8/P7/R3K3 w - - {clock} 70");
            claim(&fen, moves, ClaimGround::Threefold, has_clock).rejection
        };
        assert_eq!(threefold(3, "", true), Some(Rejection::TooFew { times: 1, most: 1 }));
        assert_eq!(threefold(7, "", true), Some(Rejection::TooFew { times: 1, most: 2 }));
        assert_eq!(threefold(8, "", true), Some(Rejection::NeedsHistory { times: 1, most: Some(3) }));
        assert_eq!(threefold(20, "", true), Some(Rejection::NeedsHistory { times: 1, most: Some(6) }));
        assert_eq!(threefold(0, "", false), Some(Rejection::NeedsHistory { times: 1, most: None }));
        assert_eq!(threefold(9, "Rb1 Kd8 Ra1 Ke8", true), Some(Rejection::NeedsHistory { times: 2, most: Some(4) }));
        assert_eq!(threefold(90, "a3 Kd8", true), Some(Rejection::TooFew { times: 1, most: 1 }));
        assert_eq!(threefold(0, "a3 Kd8", false), Some(Rejection::TooFew { times: 1, most: 1 }));
        let open = claim("4k3/8/8/8/8/8/P7/R3K3 w - - 20 70", "", ClaimGround::Threefold, true);
        assert_eq!((open.penalty, open.article.unwrap().number, open.is_wrong()), (None, "9.2.2", false));
        let fifty = |has_clock| claim("4k3/8/8/8/8/8/P7/R3K3 w - - 0 70", "", ClaimGround::Fifty, has_clock).rejection;
        assert_eq!(fifty(false), Some(Rejection::NoClock { plies: 0 }));
        assert_eq!(fifty(true), Some(Rejection::TooSoon { plies: 0 }));
    }

    #[test]
    fn fifty_moves_are_counted_with_the_intended_move() {
        let history = game("4k3/8/8/8/8/8/P3K3/R7 w - - 99 70", "");
        assert_eq!(
            decide(&history, ClaimGround::Fifty, Color::White, "").rejection,
            Some(Rejection::TooSoon { plies: 99 })
        );
        assert_eq!(decide(&history, ClaimGround::Fifty, Color::White, "Rb1").rejection, None);
        assert_eq!(decide(&history, ClaimGround::Fifty, Color::White, "a3").rejection, Some(Rejection::Zeroes));
    }
}
