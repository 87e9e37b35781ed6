//! Article numbers by edition.
//!
//! The sources are the texts of 2001 (articles 1 to 5, Appendices B and C), 2018 and 2023. Many articles of 2014 are
//! quoted in public; they have letters where those of 2018 have digits. So are some rules of US Chess and one article of
//! ICCF's Laws of Correspondence Chess. If the number in an edition is not established,
//! no article is cited, and never that of another edition.

use std::fmt;

use super::{DeadRule, DrawMode, Edition, RuleBook, WinRule};

/// A topic of the Laws that a verdict can cite.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LawTopic {
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
    ThreefoldIntended,
    /// Which positions are the same.
    SamePosition,
    /// Fifty moves on the board.
    Fifty,
    /// Fifty moves with an intended move.
    FiftyIntended,
    /// Who may claim threefold repetition: the player who has the move.
    WhoClaims,
    /// Who may claim fifty moves: the player who has the move.
    WhoClaimsFifty,
    /// Losing the right to claim by touching a piece.
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
    /// Flag fall, if the opponent cannot win.
    FlagUnwinnable,
    /// No legal moves lead to checkmate by the opponent, in rule sets with a separate rule.
    CannotBeMated,
    /// Both flags have fallen and the order is unknown.
    BothFlags,
    /// The same in rapid and blitz, in editions with a separate rule.
    BothFlagsFast,
    /// The position before an illegal move is reinstated.
    IllegalMove,
    /// Penalties for illegal moves.
    IllegalPenalty,
    /// Illegal moves in blitz, in editions with a separate rule.
    IllegalInBlitz,
    /// An illegal move stands in rapid once the opponent has touched a piece, in editions with a separate rule.
    IllegalStandsInRapid,
    /// Penalties of one minute instead of two in rapid.
    RapidPenalty,
    /// The same in blitz.
    BlitzPenalty,
    /// When rapid follows the rules for standard games: with full supervision.
    RapidSupervised,
    /// The same for blitz.
    BlitzSupervised,
    /// The rules for rapid with limited supervision.
    RapidOtherwise,
    /// The same for blitz.
    BlitzOtherwise,
    /// A pawn on its last rank was not replaced.
    Unpromoted,
    /// The clock was pressed without a move.
    NoMove,
    /// A move was made with two hands.
    TwoHands,
    /// Each move is made with one hand.
    OneHand,
    /// A touched piece must be moved or captured.
    TouchedPiece,
    /// King and rook were touched: castling.
    KingAndRook,
    /// The initial position was wrong.
    WrongArray,
    /// No claim about it after ten moves, in rapid and blitz with limited supervision.
    WrongArrayLate,
    /// The game began with colors reversed.
    ColorsReversed,
    /// A win on time has to be claimed, in rapid and blitz with limited supervision.
    WinOnTime,
    /// Offers of a draw.
    DrawOffer,
    /// A claim of a draw is also an offer.
    ClaimIsOffer,
    /// Distracting the opponent, also by unreasonable offers.
    Distraction,
    /// The penalties that an arbiter can impose.
    Penalties,
    /// An illegal move stands once the opponent has moved.
    IllegalStands,
    /// An illegal position stands.
    IllegalPositionStands,
    /// The default time.
    DefaultTime,
    /// White loses the time until the player arrives.
    WaitingTime,
    /// Guideline III: the games it applies to, and its announcement.
    GuidelineTerms,
    /// A player refuses to obey the Laws.
    Refusal,
    /// Both players refuse.
    BothRefuse,
}

/// An article of a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Citation {
    /// The rule set of the number: always the requested one.
    pub edition: Edition,
    /// The number, such as `9.2.2`.
    pub number: &'static str,
}

/// The numbers in 2001, 2014, 2018, 2023 and the US Chess rules; empty where not established.
type Row = [&'static str; 5];

impl LawTopic {
    const fn row(self) -> Row {
        match self {
            Self::LegalMove => ["3", "3.10.a", "3.10.1", "3.10.1", ""],
            Self::IllegalPosition => ["", "3.10.c", "3.10.3", "3.10.3", ""],
            Self::Checkmate => ["5.1(a)", "5.1.a", "5.1.1", "5.1.1", "13A"],
            Self::Resignation => ["5.1(b)", "5.1.b", "5.1.2", "5.1.2", ""],
            Self::Stalemate => ["5.2(a)", "5.2.a", "5.2.1", "5.2.1", "14A"],
            Self::Dead => ["5.2(b)", "5.2.b", "5.2.2", "5.2.2", "14D"],
            Self::Agreement => ["5.2(c)", "5.2.c", "5.2.3", "5.2.3", ""],
            Self::AgreementTerms => ["", "", "5.2.3", "5.2.3", ""],
            Self::Threefold => ["5.2(d)", "9.2.b", "9.2.1.2", "9.2.2", "14C"],
            Self::ThreefoldIntended => ["5.2(d)", "9.2.a", "9.2.1.1", "9.2.1", "14C"],
            Self::SamePosition => ["", "9.2", "9.2.2", "9.2.3", ""],
            Self::Fifty => ["5.2(e)", "9.3.b", "9.3.2", "9.3.2", "14F"],
            Self::FiftyIntended => ["5.2(e)", "9.3.a", "9.3.1", "9.3.1", "14F"],
            Self::WhoClaims => ["", "9.2", "9.2.1", "9.2", ""],
            Self::WhoClaimsFifty => ["", "9.3", "9.3", "9.3", ""],
            Self::ClaimLost => ["", "9.4", "9.4", "9.4", ""],
            Self::ClaimCorrect => ["", "9.5.a", "9.5.2", "9.5.2", ""],
            Self::ClaimIncorrect => ["9.5(b)", "9.5.b", "9.5.3", "9.5.3", ""],
            Self::Fivefold => ["", "9.6.a", "9.6.1", "9.6.1", ""],
            Self::SeventyFive => ["", "9.6.b", "9.6.2", "9.6.2", "14K"],
            Self::Flag => ["", "6.9", "6.9", "6.9", ""],
            Self::FlagUnwinnable => ["", "6.9", "6.9", "6.9", "14E"],
            Self::BothFlags => ["", "", "III.3.1", "III.3.1", "14G"],
            Self::CannotBeMated => ["", "", "", "", "14D4"],
            Self::BothFlagsFast => ["B8", "", "", "", ""],
            Self::IllegalMove => ["", "7.5.a", "7.5.1", "7.5.1", ""],
            Self::IllegalPenalty => ["", "7.5.b", "7.5.5", "7.5.5", "11D"],
            Self::IllegalInBlitz => ["C3", "", "", "", ""],
            Self::IllegalStandsInRapid => ["B5(b)", "", "", "", ""],
            Self::RapidPenalty => ["", "", "", "A.3", ""],
            Self::BlitzPenalty => ["", "B.2", "B.2", "A.3", ""],
            Self::RapidSupervised => ["", "A.3", "A.3.1", "A.4", ""],
            Self::BlitzSupervised => ["", "B.3", "B.3.1", "B.2", ""],
            Self::RapidOtherwise => ["B2", "A.4", "A.4", "A.5", ""],
            Self::BlitzOtherwise => ["C2", "B.4", "B.4", "B.3", ""],
            Self::Unpromoted => ["", "7.5.a", "7.5.2", "7.5.2", ""],
            Self::NoMove => ["", "", "7.5.3", "7.5.3", ""],
            Self::TwoHands => ["", "", "7.5.4", "7.5.4", ""],
            Self::OneHand => ["4.1", "4.1", "4.1", "4.1", ""],
            Self::TouchedPiece => ["4.3", "4.3", "4.3", "4.3", ""],
            Self::KingAndRook => ["4.4(a)", "4.4.a", "4.4.1", "4.4.1", ""],
            Self::WrongArray => ["", "7.2.a", "7.2.1", "7.2.1", ""],
            Self::WrongArrayLate => ["B4", "A.4.a", "A.4.1.2", "A.5.1.2", ""],
            Self::ColorsReversed => ["", "7.3", "7.3", "7.3", ""],
            Self::WinOnTime => ["B7", "A.4.c", "A.4.3", "A.5.3", ""],
            Self::DrawOffer => ["", "", "9.1.2.1", "9.1.2.1", ""],
            Self::ClaimIsOffer => ["", "", "9.1.2.3", "9.1.2.3", ""],
            Self::Distraction => ["", "11.5", "11.5", "11.5", ""],
            Self::Penalties => ["", "12.9", "12.9", "12.9", ""],
            Self::IllegalStands => ["", "A.4.b", "A.4.2", "A.5.2", ""],
            Self::IllegalPositionStands => ["", "A.4.d", "A.4.4", "A.5.4", ""],
            Self::DefaultTime => ["", "6.7.a", "6.7.1", "6.7.1", ""],
            Self::WaitingTime => ["", "6.7.b", "6.7.2", "6.7.2", ""],
            Self::GuidelineTerms => ["", "", "III.2", "III.2", ""],
            Self::Refusal => ["", "11.7", "11.7", "11.7", ""],
            Self::BothRefuse => ["", "11.8", "11.8", "11.8", ""],
        }
    }
}

impl Edition {
    /// The article on a topic in this rule set; `None` if there is none or its number is not established.
    #[doc(hidden)]
    pub const fn article(self, topic: LawTopic) -> Option<Citation> {
        let [of_2001, of_2014, of_2018, of_2023, of_uscf] = topic.row();
        let number = match self {
            Self::Fide2001 => of_2001,
            Self::Fide2014 => of_2014,
            Self::Fide2018 => of_2018,
            Self::Fide2023 => of_2023,
            Self::Uscf => of_uscf,
            Self::Iccf if matches!(topic, LawTopic::Dead) => "5.2.2",
            Self::Lichess | Self::Chesscom | Self::Iccf | Self::Engine => "",
        };
        if number.is_empty() { None } else { Some(Citation { edition: self, number }) }
    }

    /// The article numbers on these topics in parentheses, after a space: ` (7.5.5)`; empty if there are none.
    #[doc(hidden)]
    pub fn in_brackets(self, topics: &[LawTopic]) -> String {
        let numbers: Vec<&str> =
            topics.iter().filter_map(|&topic| self.article(topic)).map(|article| article.number).collect();
        if numbers.is_empty() { String::new() } else { format!(" ({})", numbers.join(", ")) }
    }
}

impl RuleBook {
    /// Whether its rule on a topic is known to differ from FIDE's, so that no article of the Laws covers it.
    pub const fn has_own_rule(&self, topic: LawTopic) -> bool {
        if self.since.is_some() {
            return false;
        }
        match topic {
            LawTopic::Dead => !matches!(self.dead, DeadRule::AnyCause),
            LawTopic::Threefold | LawTopic::ThreefoldIntended => matches!(self.threefold, DrawMode::Automatic),
            LawTopic::Fifty | LawTopic::FiftyIntended => matches!(self.fifty, DrawMode::Automatic),
            LawTopic::Flag | LawTopic::FlagUnwinnable => !matches!(self.flag, WinRule::UnlessUnable | WinRule::Unknown),
            LawTopic::Resignation => !matches!(self.resignation, WinRule::UnlessUnable),
            LawTopic::IllegalMove
            | LawTopic::IllegalPenalty
            | LawTopic::IllegalInBlitz
            | LawTopic::IllegalStands
            | LawTopic::IllegalPositionStands
            | LawTopic::Unpromoted
            | LawTopic::NoMove
            | LawTopic::TwoHands => !matches!(self.illegal, WinRule::UnlessUnable),
            LawTopic::ClaimIncorrect | LawTopic::ClaimCorrect | LawTopic::DrawOffer => !self.has_intended_moves(),
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
    fn article_numbers_never_come_from_another_edition() {
        let number = |edition: Edition, topic| edition.article(topic).map(|article| article.number);
        assert_eq!(number(Edition::Fide2001, LawTopic::Checkmate), Some("5.1(a)"));
        assert_eq!(number(Edition::Fide2001, LawTopic::Flag), None);
        assert_eq!(number(Edition::Fide2014, LawTopic::Unpromoted), Some("7.5.a"));
        assert_eq!(number(Edition::Fide2014, LawTopic::IllegalPositionStands), Some("A.4.d"));
        assert_eq!(number(Edition::Lichess, LawTopic::Checkmate), None);
        assert_eq!(number(Edition::Uscf, LawTopic::FlagUnwinnable), Some("14E"));
        assert_eq!(number(Edition::Uscf, LawTopic::Flag), None);
        assert_eq!(number(Edition::Iccf, LawTopic::Dead), Some("5.2.2"));
        assert_eq!(number(Edition::Iccf, LawTopic::Checkmate), None);
        assert_eq!(Edition::Fide2018.article(LawTopic::IllegalStands).unwrap().to_string(), "A.4.2 (fide-2018)");
        assert_eq!(Edition::Fide2018.article(LawTopic::ThreefoldIntended).unwrap().to_string(), "9.2.1.1 (fide-2018)");
        assert_eq!(Edition::Fide2023.in_brackets(&[LawTopic::IllegalPenalty, LawTopic::RapidPenalty]), " (7.5.5, A.3)");
        assert_eq!(Edition::Fide2018.in_brackets(&[LawTopic::RapidPenalty]), "");
    }

    #[test]
    fn rules_that_differ_from_fides_have_no_article() {
        assert!(Edition::Chesscom.rules().has_own_rule(LawTopic::Dead));
        assert!(Edition::Engine.rules().has_own_rule(LawTopic::Threefold));
        assert!(!Edition::Iccf.rules().has_own_rule(LawTopic::ClaimIncorrect));
        assert!(!Edition::Lichess.rules().has_own_rule(LawTopic::Checkmate));
        assert!(!Edition::Fide2014.rules().has_own_rule(LawTopic::Flag));
    }
}
