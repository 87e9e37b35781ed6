//! Draws that a player may claim: threefold repetition (Laws 9.2) and fifty moves (9.3).
//!
//! `ledger` lists who could have claimed what and when, `near_miss` explains positions that only look the same, and
//! [`judge`] decides a claim (9.5).

mod claimable;
mod near_miss;

use crate::chess::moves::Move;
use crate::chess::piece::Color;

use super::edition::{Citation, DrawMode, Edition, LawTopic, TimeClass};
use super::ending::{quiet, repetition};
use super::history::History;
use super::verdict::{Certificate, Reason, Verdict};

pub use claimable::{ClaimBasis, ClaimWindow, ledger, may_be_claimed, open_at};
pub use near_miss::{Difference, NearMiss, near_misses};

/// What a draw is claimed by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ClaimGround {
    /// The same position for the third time.
    Threefold,
    /// Fifty moves by each player without capture or pawn move.
    Fifty,
}

/// A claim as a player makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// By what.
    pub ground: ClaimGround,
    /// Who claims.
    pub by: Color,
    /// With which move, if not on the board.
    pub intended: IntendedMove,
    /// Whether he has touched a man on this move (9.4).
    pub has_touched: bool,
    /// Whether the half-move clock of the position that the record starts from is known. Where it is not, any number of
    /// plies without capture or pawn move may have come before.
    pub has_clock: bool,
}

/// The move a player has written down and not made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IntendedMove {
    /// None: the claim is about the position on the board.
    None,
    /// A legal move.
    Move(Move),
    /// Something that is no legal move, in his words.
    Illegal(String),
    /// Something that could be several legal moves.
    Ambiguous(Vec<Move>),
}

/// How a claim is decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimVerdict {
    /// Why it is rejected; `None` if it is accepted.
    pub rejection: Option<Rejection>,
    /// The article that decides it; `None` if the rule set has a rule of its own.
    pub article: Option<Citation>,
    /// What proves it: the occurrences, or the run of quiet moves.
    pub certificate: Certificate,
    /// What a wrong claim costs.
    pub penalty: Option<Penalty>,
    /// The move that must now be played (9.5.3).
    pub must_play: Option<Move>,
    /// The moves that an ambiguous intended move could be.
    pub candidates: Vec<Move>,
    /// The claims that would have been right at this ply.
    pub right: Vec<ClaimWindow>,
}

/// Why a claim is rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// The claimant does not have the move.
    NotToMove,
    /// The game is over.
    Over,
    /// The rule set knows no such claim: the draw comes by itself, or not at all.
    NoSuchClaim,
    /// He has touched a man and lost the right for this move.
    Touched,
    /// The intended move is illegal.
    IllegalMove,
    /// The intended move is ambiguous: what was written could be several moves.
    Ambiguous,
    /// The position has come about, or would come about, only so many times.
    TooFew {
        /// How many times, with the intended move.
        times: u32,
        /// How many times at most, with those that the half-move clock allows before the record begins.
        most: u32,
    },
    /// Not rejected, nor accepted: plies that the record does not have decide.
    NeedsHistory {
        /// How many times the position has come about in the record, with the intended move.
        times: u32,
        /// How many times it can have come about since the last capture or pawn move, by the half-move clock; `None` if
        /// there is none.
        most: Option<u32>,
    },
    /// Not rejected, nor accepted: so many plies without capture or pawn move are in the record, and it has no half-move
    /// clock to say what came before.
    NoClock {
        /// How many, with the intended move.
        plies: u32,
    },
    /// Only so many half-moves were made without capture or pawn move.
    TooSoon {
        /// How many, with the intended move.
        plies: u32,
    },
    /// The intended move captures or moves a pawn.
    Zeroes,
}

impl Rejection {
    /// Whether the claim cannot be decided by what the record says.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::NeedsHistory { .. } | Self::NoClock { .. })
    }

    /// Whether the claim was examined and found incorrect (Laws 9.5.3).
    const fn is_costly(self) -> bool {
        matches!(self, Self::TooFew { .. } | Self::TooSoon { .. } | Self::Zeroes | Self::IllegalMove)
    }
}

/// Time that the opponent gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Penalty {
    /// Who gets it.
    pub to: Color,
    /// How much.
    pub minutes: u8,
}

impl ClaimGround {
    /// The word for it in every format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Threefold => "threefold",
            Self::Fifty => "fifty",
        }
    }

    /// Where the rule stands.
    #[must_use]
    pub const fn topic(self, is_ahead: bool) -> LawTopic {
        match (self, is_ahead) {
            (Self::Threefold, false) => LawTopic::Threefold,
            (Self::Threefold, true) => LawTopic::ThreefoldAhead,
            (Self::Fifty, false) => LawTopic::Fifty,
            (Self::Fifty, true) => LawTopic::FiftyAhead,
        }
    }

    /// How the rule set has it.
    #[must_use]
    pub const fn mode(self, edition: Edition) -> DrawMode {
        match self {
            Self::Threefold => edition.book().threefold,
            Self::Fifty => edition.book().fifty,
        }
    }
}

/// Decides a claim at the end of a game.
#[must_use]
pub fn judge(history: &History, claim: &Claim, edition: Edition, class: TimeClass) -> ClaimVerdict {
    let is_ahead = claim.intended != IntendedMove::None;
    let (rejection, certificate) = match examine(history, claim, edition) {
        Ok(certificate) => (None, certificate),
        Err((rejection, certificate)) => (Some(rejection), certificate),
    };
    let topic = match rejection {
        None => claim.ground.topic(is_ahead),
        Some(Rejection::NotToMove) if claim.ground == ClaimGround::Fifty => LawTopic::WhoClaimsFifty,
        Some(Rejection::NotToMove) => LawTopic::WhoClaims,
        Some(Rejection::Touched) => LawTopic::ClaimLost,
        Some(Rejection::Ambiguous) => claim.ground.topic(true),
        Some(rejection) if rejection.is_open() => claim.ground.topic(is_ahead),
        Some(_) => LawTopic::ClaimIncorrect,
    };
    let is_costly = rejection.is_some_and(Rejection::is_costly);
    let minutes = edition.book().wrong_claim_penalty(class).filter(|_| is_costly);
    let right = if matches!(rejection, None | Some(Rejection::Over | Rejection::Touched))
        || history.last().turn() != claim.by
    {
        Vec::new()
    } else {
        let known = |open: &ClaimWindow| open.ground.mode(edition) == DrawMode::Claim;
        open_at(history, history.plies()).into_iter().filter(known).collect()
    };
    ClaimVerdict {
        rejection,
        article: edition.article(topic),
        certificate,
        penalty: minutes.map(|minutes| Penalty { to: claim.by.other(), minutes }),
        must_play: match claim.intended {
            IntendedMove::Move(mv) if is_costly && edition.is_fide() => Some(mv),
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
    /// Whether it is a claim that was examined and found wrong, which costs time (Laws 9.5.3).
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.rejection.is_some_and(Rejection::is_costly)
    }

    /// Of a claim that comes when the game is over: it is too late for it, and for a penalty. Where the very draw that
    /// is claimed has come by itself at the last move, the claim is right and was not needed.
    #[must_use]
    pub fn of_finished(ground: ClaimGround, end: &Verdict, history: &History) -> Self {
        let comes_by_itself = match ground {
            ClaimGround::Threefold => matches!(end.reason, Reason::Threefold | Reason::Fivefold),
            ClaimGround::Fifty => matches!(end.reason, Reason::Fifty | Reason::SeventyFive),
        };
        let is_right = comes_by_itself && end.ply == history.plies();
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
    if claim.ground.mode(edition) != DrawMode::Claim {
        return refuse(Rejection::NoSuchClaim);
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
            let most =
                if claim.has_clock || !after.reaches_back(ply) { Some(times + after.most_before(ply)) } else { None };
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
                _ if !claim.has_clock && after.reaches_back(ply) => Err((Rejection::NoClock { plies }, certificate)),
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

    /// A game by its moves in SAN; numbers are passed over.
    pub(in crate::laws) fn game(fen: &str, moves: &str) -> History {
        let start = if fen.is_empty() { Position::initial() } else { Position::from_fen(fen).unwrap() };
        let mut history = History::new(start);
        for word in
            moves.split_whitespace().map(|word| word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'))
        {
            if !word.is_empty() {
                let written = san::read(word.as_bytes()).unwrap();
                let mv = history.last().resolve(&written).unwrap_or_else(|why| panic!("{word}: {why:?}")).mv;
                assert!(history.push(mv));
            }
        }
        history
    }

    fn decide(history: &History, ground: ClaimGround, by: Color, intended: &str) -> ClaimVerdict {
        let intended = match san::read(intended.as_bytes()).map(|written| history.last().resolve(&written)) {
            Ok(Ok(resolved)) => IntendedMove::Move(resolved.mv),
            _ if intended.is_empty() => IntendedMove::None,
            _ => IntendedMove::Illegal(intended.to_owned()),
        };
        let claim = Claim { ground, by, intended, has_touched: false, has_clock: true };
        judge(history, &claim, Edition::Fide2023, TimeClass::Standard)
    }

    #[test]
    fn only_the_player_to_move_claims() {
        let history = game("", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1");
        let wrong = decide(&history, ClaimGround::Threefold, Color::White, "");
        assert_eq!(
            (wrong.rejection, wrong.article.unwrap().number, wrong.penalty),
            (Some(Rejection::NotToMove), "9.2", None)
        );
        let ahead = decide(&history, ClaimGround::Threefold, Color::Black, "Ng8");
        assert_eq!((ahead.rejection, ahead.article.unwrap().number), (None, "9.2.1"));
        assert_eq!(ahead.certificate, Certificate::Repetition(vec![0, 4, 8]));
    }

    #[test]
    fn a_wrong_claim_costs_time_and_the_right_one_is_told() {
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
    fn plies_before_the_record_can_decide() {
        let claim = |fen: &str, moves: &str, ground, has_clock| {
            let history = game(fen, moves);
            let claim = Claim {
                ground,
                by: history.last().turn(),
                intended: IntendedMove::None,
                has_touched: false,
                has_clock,
            };
            judge(&history, &claim, Edition::Fide2023, TimeClass::Standard)
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
