//! Where a rule stands: article numbers by edition.
//!
//! The texts at hand are those of 2001 (articles 1 to 5), of 2018 and of 2023; of 2014 some numbers are quoted in public.
//! Where the number of an edition is not established, 2023's is cited and said to be.

use std::fmt;

use super::{DeadRule, Edition, Mode, RuleBook, WinRule};

/// What a verdict rests on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Topic {
    /// What a legal move is.
    LegalMove,
    /// Which positions are illegal.
    IllegalPosition,
    /// Checkmate.
    Checkmate,
    /// Resignation.
    Resignation,
    /// Stalemate.
    Stalemate,
    /// A dead position.
    Dead,
    /// Agreement on a draw.
    Agreement,
    /// When a draw may be agreed.
    AgreementTerms,
    /// Threefold repetition on the board.
    Threefold,
    /// Threefold repetition with an intended move.
    ThreefoldAhead,
    /// Which positions are the same.
    SamePosition,
    /// Fifty moves on the board.
    Fifty,
    /// Fifty moves with an intended move.
    FiftyAhead,
    /// Who may claim: the player who has the move.
    WhoClaims,
    /// Losing the right to claim by touching a man.
    ClaimLost,
    /// A claim that is found correct.
    ClaimCorrect,
    /// A claim that is found incorrect.
    ClaimIncorrect,
    /// Fivefold repetition.
    Fivefold,
    /// 75 moves.
    SeventyFive,
    /// Flag fall.
    Flag,
    /// Both flags are down and nobody knows which fell first.
    BothFlags,
    /// The position before an illegal move is reinstated.
    IllegalMove,
    /// Penalties for illegal moves.
    IllegalPenalty,
    /// A pawn on its last rank was not replaced.
    Unpromoted,
    /// The clock was pressed without a move.
    NoMove,
    /// A move was made with two hands.
    TwoHands,
    /// Each move is made with one hand.
    OneHand,
    /// The initial position was wrong.
    WrongArray,
    /// No claim about it once ten moves are made, in rapid and blitz without an arbiter at every game.
    WrongArrayLate,
    /// The game began with colors reversed.
    ColorsReversed,
    /// A win on time has to be claimed, in rapid and blitz without an arbiter at every game.
    WinOnTime,
    /// Offers of a draw.
    DrawOffer,
    /// An illegal move stands once the opponent has moved.
    IllegalStands,
    /// An illegal position stands.
    IllegalPositionStands,
    /// The default time.
    DefaultTime,
    /// A player refuses to obey the Laws.
    Refusal,
    /// Both do.
    BothRefuse,
}

/// An article of a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Citation {
    /// The edition whose number it is.
    pub edition: Edition,
    /// The number, such as `9.2.2`.
    pub number: &'static str,
    /// Whether this is the rule set that was asked for; if not, its own number is not established.
    pub is_established: bool,
}

/// A row: the number in 2023; in 2001, 2014 and 2018, and in the rules of US Chess, as far as established.
type Row = (&'static str, [Option<&'static str>; 4]);

impl Topic {
    const fn row(self) -> Row {
        match self {
            Self::LegalMove => ("3.10.1", [Some("3"), None, None, None]),
            Self::IllegalPosition => ("3.10.3", [None, None, None, None]),
            Self::Checkmate => ("5.1.1", [Some("5.1(a)"), None, Some("5.1.1"), None]),
            Self::Resignation => ("5.1.2", [Some("5.1(b)"), None, Some("5.1.2"), None]),
            Self::Stalemate => ("5.2.1", [Some("5.2(a)"), None, Some("5.2.1"), None]),
            Self::Dead => ("5.2.2", [Some("5.2(b)"), Some("9.7"), Some("5.2.2"), Some("14D")]),
            Self::Agreement => ("5.2.3", [Some("5.2(c)"), None, Some("5.2.3"), None]),
            Self::AgreementTerms => ("5.2.3", [None, None, Some("5.2.3"), None]),
            Self::Threefold => ("9.2.2", [Some("5.2(d)"), None, Some("9.2.1.2"), Some("14C")]),
            Self::ThreefoldAhead => ("9.2.1", [Some("5.2(d)"), None, Some("9.2.1.1"), Some("14C")]),
            Self::SamePosition => ("9.2.3", [None, None, Some("9.2.2"), None]),
            Self::Fifty => ("9.3.2", [Some("5.2(e)"), None, Some("9.3.2"), None]),
            Self::FiftyAhead => ("9.3.1", [Some("5.2(e)"), None, Some("9.3.1"), None]),
            Self::WhoClaims => ("9.2", [None, None, Some("9.2.1"), None]),
            Self::ClaimLost => ("9.4", [None, Some("9.4"), Some("9.4"), None]),
            Self::ClaimCorrect => ("9.5.2", [None, None, Some("9.5.2"), None]),
            Self::ClaimIncorrect => ("9.5.3", [None, None, Some("9.5.3"), None]),
            Self::Fivefold => ("9.6.1", [None, Some("9.6"), Some("9.6.1"), None]),
            Self::SeventyFive => ("9.6.2", [None, Some("9.6"), Some("9.6.2"), Some("14K")]),
            Self::Flag => ("6.9", [None, None, Some("6.9"), Some("14E")]),
            Self::BothFlags => ("III.3.1", [None, None, Some("III.3.1"), None]),
            Self::IllegalMove => ("7.5.1", [None, None, Some("7.5.1"), None]),
            Self::IllegalPenalty => ("7.5.5", [None, None, Some("7.5.5"), None]),
            Self::Unpromoted => ("7.5.2", [None, None, Some("7.5.2"), None]),
            Self::NoMove => ("7.5.3", [None, None, Some("7.5.3"), None]),
            Self::TwoHands => ("7.5.4", [None, None, Some("7.5.4"), None]),
            Self::OneHand => ("4.1", [Some("4.1"), None, Some("4.1"), None]),
            Self::WrongArray => ("7.2.1", [None, None, Some("7.2.1"), None]),
            Self::WrongArrayLate => ("A.5.1.2", [None, None, Some("A.4.1.2"), None]),
            Self::ColorsReversed => ("7.3", [None, None, Some("7.3"), None]),
            Self::WinOnTime => ("A.5.3", [None, None, Some("A.4.3"), None]),
            Self::DrawOffer => ("9.1.2.1", [None, None, Some("9.1.2.1"), None]),
            Self::IllegalStands => ("A.5.2", [None, None, Some("A.4.2"), None]),
            Self::IllegalPositionStands => ("A.5.4", [None, None, Some("A.4.4"), None]),
            Self::DefaultTime => ("6.7.1", [None, None, None, None]),
            Self::Refusal => ("11.7", [None, None, None, None]),
            Self::BothRefuse => ("11.8", [None, None, None, None]),
        }
    }
}

impl Edition {
    /// Where the rule about this stands in this edition; in 2023's if its own number is not established. `None` if the
    /// rule set has a rule of its own, which has no number that is known.
    #[must_use]
    pub const fn article(self, topic: Topic) -> Option<Citation> {
        let (latest, others) = topic.row();
        let own = match self {
            Self::Fide2023 => Some(latest),
            Self::Fide2001 => others[0],
            Self::Fide2014 => others[1],
            Self::Fide2018 => others[2],
            Self::Uscf => others[3],
            Self::Lichess | Self::Chesscom | Self::Iccf | Self::Engine => None,
        };
        match own {
            Some(number) => Some(Citation { edition: self, number, is_established: true }),
            None if self.book().has_own_rule(topic) => None,
            None => Some(Citation { edition: Self::Fide2023, number: latest, is_established: false }),
        }
    }
}

impl RuleBook {
    /// Whether its rule about this is another than FIDE's, so that no article of the Laws says it.
    const fn has_own_rule(&self, topic: Topic) -> bool {
        if self.since.is_some() {
            return false;
        }
        match topic {
            Topic::Dead => matches!(self.dead, DeadRule::NoForcedMate),
            Topic::Threefold | Topic::ThreefoldAhead => matches!(self.threefold, Mode::Automatic),
            Topic::Fifty | Topic::FiftyAhead => matches!(self.fifty, Mode::Automatic),
            Topic::Flag | Topic::BothFlags => !matches!(self.flag, WinRule::UnlessUnable),
            Topic::Resignation => !matches!(self.resignation, WinRule::UnlessUnable),
            Topic::IllegalMove
            | Topic::IllegalPenalty
            | Topic::IllegalStands
            | Topic::IllegalPositionStands
            | Topic::Unpromoted
            | Topic::NoMove
            | Topic::TwoHands => !matches!(self.illegal, WinRule::UnlessUnable),
            Topic::WrongArray
            | Topic::WrongArrayLate
            | Topic::ColorsReversed
            | Topic::DrawOffer
            | Topic::WinOnTime
            | Topic::ClaimIncorrect
            | Topic::ClaimCorrect
            | Topic::DefaultTime
            | Topic::Refusal
            | Topic::BothRefuse => true,
            _ => false,
        }
    }
}

/// `9.2.2 (fide-2018)`.
impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.number, self.edition)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_number_is_that_of_2023() {
        let mate = Edition::Fide2001.article(Topic::Checkmate).unwrap();
        assert_eq!((mate.number, mate.is_established), ("5.1(a)", true));
        let late = Edition::Fide2018.article(Topic::DefaultTime).unwrap();
        assert_eq!((late.number, late.edition, late.is_established), ("6.7.1", Edition::Fide2023, false));
        assert_eq!(Edition::Fide2018.article(Topic::IllegalStands).unwrap().to_string(), "A.4.2 (fide-2018)");
        assert_eq!(Edition::Fide2018.article(Topic::ThreefoldAhead).unwrap().to_string(), "9.2.1.1 (fide-2018)");
    }

    #[test]
    fn a_rule_of_its_own_is_in_no_article() {
        assert_eq!(Edition::Chesscom.article(Topic::Dead), None);
        assert_eq!(Edition::Engine.article(Topic::Threefold), None);
        assert!(!Edition::Lichess.article(Topic::Dead).unwrap().is_established);
        assert_eq!(Edition::Uscf.article(Topic::Flag).unwrap().number, "14E");
        let topics = [Topic::Flag, Topic::Resignation, Topic::IllegalPenalty, Topic::Dead, Topic::ClaimIncorrect];
        assert!(topics.into_iter().all(|topic| Edition::Fide2014.article(topic).is_some()));
    }
}
