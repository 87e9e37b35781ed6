//! Article numbers by edition.
//!
//! The sources are the texts of 2001 (articles 1 to 5, Appendices B and C), 2018 and 2023. Many articles of 2014 are
//! quoted in public; they have letters where those of 2018 have digits. So are some rules of US Chess and one article of
//! ICCF's Laws of Correspondence Chess. If the number in an edition is not established,
//! no article is cited, and never that of another edition.

use std::fmt;

use super::{DeadRule, DrawMode, Edition, RuleBook, WinRule};

/// The numbers in 2001, 2014, 2018, 2023 and the US Chess rules; empty where not established.
type Row = [&'static str; 5];

/// Defines the topics and the table of their numbers. A row: `Variant [numbers] "meaning";`.
macro_rules! law_topics {
    ($($topic:ident $row:tt $meaning:literal;)+) => {
        /// A topic of the Laws that a verdict can cite.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum LawTopic {
            $(#[doc = $meaning] $topic),+
        }

        impl LawTopic {
            /// All topics.
            pub const ALL: &'static [Self] = &[$(Self::$topic),+];

            const ROWS: &'static [Row] = &[$($row),+];
        }
    };
}

law_topics! {
    LegalMove ["3", "3.10.a", "3.10.1", "3.10.1", ""] "What a legal move is.";
    IllegalPosition ["", "3.10.c", "3.10.3", "3.10.3", ""] "Which positions are illegal.";
    Checkmate ["5.1(a)", "5.1.a", "5.1.1", "5.1.1", "13A"] "Checkmate.";
    Resignation ["5.1(b)", "5.1.b", "5.1.2", "5.1.2", ""] "Resignation.";
    Stalemate ["5.2(a)", "5.2.a", "5.2.1", "5.2.1", "14A"] "Stalemate.";
    Dead ["5.2(b)", "5.2.b", "5.2.2", "5.2.2", "14D"] "A dead position.";
    Agreement ["5.2(c)", "5.2.c", "5.2.3", "5.2.3", ""] "Agreement on a draw.";
    AgreementTerms ["", "", "5.2.3", "5.2.3", ""] "When a draw may be agreed.";
    Threefold ["5.2(d)", "9.2.b", "9.2.1.2", "9.2.2", "14C"] "Threefold repetition on the board.";
    ThreefoldIntended ["5.2(d)", "9.2.a", "9.2.1.1", "9.2.1", "14C"] "Threefold repetition with an intended move.";
    SamePosition ["", "9.2", "9.2.2", "9.2.3", ""] "Which positions are the same.";
    Fifty ["5.2(e)", "9.3.b", "9.3.2", "9.3.2", "14F"] "Fifty moves on the board.";
    FiftyIntended ["5.2(e)", "9.3.a", "9.3.1", "9.3.1", "14F"] "Fifty moves with an intended move.";
    WhoClaims ["", "9.2", "9.2.1", "9.2", ""] "Who may claim threefold repetition: the player who has the move.";
    WhoClaimsFifty ["", "9.3", "9.3", "9.3", ""] "Who may claim fifty moves: the player who has the move.";
    ClaimLost ["", "9.4", "9.4", "9.4", ""] "Losing the right to claim by touching a piece.";
    ClaimCorrect ["", "9.5.a", "9.5.2", "9.5.2", ""] "A claim that is found correct.";
    ClaimIncorrect ["9.5(b)", "9.5.b", "9.5.3", "9.5.3", ""] "A claim that is found incorrect.";
    Fivefold ["", "9.6.a", "9.6.1", "9.6.1", ""] "Fivefold repetition.";
    SeventyFive ["", "9.6.b", "9.6.2", "9.6.2", "14K"] "75 moves.";
    Flag ["", "6.9", "6.9", "6.9", ""] "Flag fall.";
    FlagUnwinnable ["", "6.9", "6.9", "6.9", "14E"] "Flag fall, if the opponent cannot win.";
    CannotBeMated ["", "", "", "", "14D4"] "No legal moves lead to checkmate by the opponent, in rule sets with a separate rule.";
    BothFlags ["", "", "III.3.1", "III.3.1", "14G"] "Both flags have fallen and the order is unknown.";
    BothFlagsFast ["B8", "", "", "", ""] "The same in rapid and blitz, in editions with a separate rule.";
    IllegalMove ["", "7.5.a", "7.5.1", "7.5.1", ""] "The position before an illegal move is reinstated.";
    IllegalPenalty ["", "7.5.b", "7.5.5", "7.5.5", "11D"] "Penalties for illegal moves.";
    IllegalInBlitz ["C3", "", "", "", ""] "Illegal moves in blitz, in editions with a separate rule.";
    IllegalStandsInRapid ["B5(b)", "", "", "", ""] "An illegal move stands in rapid once the opponent has touched a piece, in editions with a separate rule.";
    RapidPenalty ["", "", "", "A.3", ""] "Penalties of one minute instead of two in rapid.";
    BlitzPenalty ["", "B.2", "B.2", "A.3", ""] "The same in blitz.";
    RapidSupervised ["", "A.3", "A.3.1", "A.4", ""] "When rapid follows the rules for standard games: with full supervision.";
    BlitzSupervised ["", "B.3", "B.3.1", "B.2", ""] "The same for blitz.";
    RapidOtherwise ["B2", "A.4", "A.4", "A.5", ""] "The rules for rapid with limited supervision.";
    BlitzOtherwise ["C2", "B.4", "B.4", "B.3", ""] "The same for blitz.";
    Unpromoted ["", "7.5.a", "7.5.2", "7.5.2", ""] "A pawn on its last rank was not replaced.";
    NoMove ["", "", "7.5.3", "7.5.3", ""] "The clock was pressed without a move.";
    TwoHands ["", "", "7.5.4", "7.5.4", ""] "A move was made with two hands.";
    OneHand ["4.1", "4.1", "4.1", "4.1", ""] "Each move is made with one hand.";
    TouchedPiece ["4.3", "4.3", "4.3", "4.3", ""] "A touched piece must be moved or captured.";
    KingAndRook ["4.4(a)", "4.4.a", "4.4.1", "4.4.1", ""] "King and rook were touched: castling.";
    WrongArray ["", "7.2.a", "7.2.1", "7.2.1", ""] "The initial position was wrong.";
    WrongArrayLate ["B4", "A.4.a", "A.4.1.2", "A.5.1.2", ""] "No claim about it after ten moves, in rapid and blitz with limited supervision.";
    ColorsReversed ["", "7.3", "7.3", "7.3", ""] "The game began with colors reversed.";
    WinOnTime ["B7", "A.4.c", "A.4.3", "A.5.3", ""] "A win on time has to be claimed, in rapid and blitz with limited supervision.";
    DrawOffer ["", "", "9.1.2.1", "9.1.2.1", ""] "Offers of a draw.";
    ClaimIsOffer ["", "", "9.1.2.3", "9.1.2.3", ""] "A claim of a draw is also an offer.";
    Distraction ["", "11.5", "11.5", "11.5", ""] "Distracting the opponent, also by unreasonable offers.";
    Penalties ["", "12.9", "12.9", "12.9", ""] "The penalties that an arbiter can impose.";
    IllegalStands ["", "A.4.b", "A.4.2", "A.5.2", ""] "An illegal move stands once the opponent has moved.";
    IllegalPositionStands ["", "A.4.d", "A.4.4", "A.5.4", ""] "An illegal position stands.";
    DefaultTime ["", "6.7.a", "6.7.1", "6.7.1", ""] "The default time.";
    WaitingTime ["", "6.7.b", "6.7.2", "6.7.2", ""] "White loses the time until the player arrives.";
    GuidelineTerms ["", "", "III.2", "III.2", ""] "Guideline III: the games it applies to, and its announcement.";
    Refusal ["", "11.7", "11.7", "11.7", ""] "A player refuses to obey the Laws.";
    BothRefuse ["", "11.8", "11.8", "11.8", ""] "Both players refuse.";
}

/// An article of a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Citation {
    /// The rule set of the number: always the requested one.
    pub edition: Edition,
    /// The number, such as `9.2.2`.
    pub number: &'static str,
}

impl Edition {
    /// The article on a topic in this rule set; `None` if there is none or its number is not established.
    pub(crate) const fn article(self, topic: LawTopic) -> Option<Citation> {
        let [of_2001, of_2014, of_2018, of_2023, of_uscf] = LawTopic::ROWS[topic as usize];
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
    pub(crate) fn in_brackets(self, topics: &[LawTopic]) -> String {
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
