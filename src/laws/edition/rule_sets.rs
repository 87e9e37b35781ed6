//! The table of rule sets, with notes on the choice of an edition.

use std::fmt;

use super::{Day, DeadRule, DrawMode, Edition, IllegalMoves, RuleBook, WinRule};

/// The rule sets, in the order of [`Edition`].
pub(super) static RULE_BOOKS: [RuleBook; 9] = [
    RuleBook {
        edition: Edition::Fide2001,
        name: "fide-2001",
        title: "FIDE Laws of Chess, in force from 1 July 2001",
        since: Some(Day { year: 2001, month: 7, day: 1 }),
        threefold: DrawMode::Claim,
        fivefold: DrawMode::Absent,
        fifty: DrawMode::Claim,
        seventy_five: DrawMode::Absent,
        dead: DeadRule::AnyCause,
        flag: WinRule::UnlessUnable,
        resignation: WinRule::Always,
        illegal: WinRule::Always,
        illegal_in_blitz: WinRule::UnlessUnable,
        // In blitz the opponent may claim a win before moving (C3); rapid follows the rules of standard games (B2).
        illegal_moves: IllegalMoves::Cost { losing: [3, 3, 1], unsupervised: None, minutes: [2, 2, 2] },
        agreement_needs_moves: false,
        // 9.5(b) as quoted in August 2004 (chesschat.org, topic 1166), without a separate number for rapid or blitz. The
        // claimant loses time, too: `VerdictNote::ClaimantLosesTime`.
        wrong_claim_minutes: Some([3, 3, 3]),
        note: "articles 1 to 5 and Appendices B and C are at hand; what other articles said is taken from later \
               editions, what a wrong claim costs from a quotation",
    },
    RuleBook {
        edition: Edition::Fide2014,
        name: "fide-2014",
        title: "FIDE Laws of Chess, in force from 1 July 2014",
        since: Some(Day { year: 2014, month: 7, day: 1 }),
        fivefold: DrawMode::AutomaticConsecutive,
        seventy_five: DrawMode::Automatic,
        // Without an arbiter at every game, the first illegal move loses in rapid and blitz (A.4.b, B.4).
        illegal_moves: IllegalMoves::Cost { losing: [2; 3], unsupervised: Some(1), minutes: [2, 2, 1] },
        // 9.5(b); in blitz all penalties of Articles 7 and 9 are one minute (B.2).
        wrong_claim_minutes: Some([2, 2, 1]),
        note: "known from quotations; not all article numbers are established",
        ..BASE
    },
    RuleBook {
        edition: Edition::Fide2018,
        name: "fide-2018",
        title: "FIDE Laws of Chess, in force from 1 January 2018",
        since: Some(Day { year: 2017, month: 7, day: 1 }),
        fivefold: DrawMode::Automatic,
        seventy_five: DrawMode::Automatic,
        agreement_needs_moves: true,
        wrong_claim_minutes: Some([2, 2, 1]),
        note: "applied from July 2017, when its changes came into force; some article numbers are not established",
        ..BASE
    },
    RuleBook {
        edition: Edition::Fide2023,
        name: "fide-2023",
        title: "FIDE Laws of Chess, in force from 1 January 2023",
        since: Some(Day { year: 2023, month: 1, day: 1 }),
        fivefold: DrawMode::Automatic,
        seventy_five: DrawMode::Automatic,
        resignation: WinRule::UnlessUnable,
        illegal_moves: IllegalMoves::Cost { losing: [2; 3], unsupervised: None, minutes: [2, 1, 1] },
        agreement_needs_moves: true,
        wrong_claim_minutes: Some([2, 1, 1]),
        ..BASE
    },
    RuleBook {
        edition: Edition::Uscf,
        name: "uscf",
        title: "US Chess rules",
        flag: WinRule::UnlessUscf14E,
        illegal: WinRule::Always,
        illegal_in_blitz: WinRule::Always,
        illegal_moves: IllegalMoves::ExtraTime { minutes: 2 },
        note: "known from quotations only; a director may end a game by fivefold repetition or 75 moves, which is not \
               decided here, nor what illegal moves cost in blitz",
        ..BASE
    },
    RuleBook {
        edition: Edition::Lichess,
        name: "lichess",
        title: "lichess.org",
        fivefold: DrawMode::Automatic,
        fifty: DrawMode::Automatic,
        dead: DeadRule::Material,
        flag: WinRule::UnlessMaterial,
        illegal: WinRule::Always,
        illegal_in_blitz: WinRule::Always,
        illegal_moves: IllegalMoves::Impossible,
        note: "as its rules library reads; illegal moves cannot be made there",
        ..BASE
    },
    RuleBook {
        edition: Edition::Chesscom,
        name: "chesscom",
        title: "chess.com",
        threefold: DrawMode::Automatic,
        fifty: DrawMode::Automatic,
        dead: DeadRule::NoForcedMate,
        // Two knights win on time, as its help page "My opponent ran out of time. Why was it a draw?" says; against a bare
        // king they are a draw before.
        flag: WinRule::UnlessOneMinor,
        illegal: WinRule::Always,
        illegal_in_blitz: WinRule::Always,
        illegal_moves: IllegalMoves::Impossible,
        note: "as its help pages and players say; illegal moves cannot be made there",
        ..BASE
    },
    RuleBook {
        edition: Edition::Iccf,
        name: "iccf",
        title: "correspondence chess under ICCF",
        // Article 5.2.2 of the ICCF Laws of Correspondence Chess, as 64funsolutions.ca quotes it about a game of 2023.
        dead: DeadRule::AnyCause,
        flag: WinRule::Unknown,
        illegal: WinRule::Always,
        illegal_in_blitz: WinRule::Always,
        illegal_moves: IllegalMoves::Unknown,
        note: "known from quotations only; claims by tablebase are not decided here, nor whether a player without mating \
               material wins on time",
        ..BASE
    },
    RuleBook {
        edition: Edition::Engine,
        name: "engine",
        title: "engine matches under cutechess",
        threefold: DrawMode::Automatic,
        fifty: DrawMode::Automatic,
        dead: DeadRule::Material,
        flag: WinRule::UnlessBareKing,
        illegal: WinRule::Always,
        illegal_in_blitz: WinRule::Always,
        illegal_moves: IllegalMoves::Cost { losing: [1; 3], unsupervised: None, minutes: [0; 3] },
        note: "as cutechess does; under fastchess a flag always loses",
        ..BASE
    },
];

/// The rules that most rule sets share.
const BASE: RuleBook = RuleBook {
    edition: Edition::Fide2001,
    name: "",
    title: "",
    since: None,
    threefold: DrawMode::Claim,
    fivefold: DrawMode::Absent,
    fifty: DrawMode::Claim,
    seventy_five: DrawMode::Absent,
    dead: DeadRule::AnyCause,
    flag: WinRule::UnlessUnable,
    resignation: WinRule::Always,
    illegal: WinRule::UnlessUnable,
    illegal_in_blitz: WinRule::UnlessUnable,
    illegal_moves: IllegalMoves::Cost { losing: [2; 3], unsupervised: None, minutes: [2, 2, 1] },
    agreement_needs_moves: false,
    wrong_claim_minutes: None,
    note: "",
};

// Notes on the choice of an edition, and on what its available text lacks.

listed! {
    /// A note on the edition that is applied. It says the same of all games of the same years.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum EditionNote {
        /// The game may have been played before or after a change of the edition.
        PartlyKnownDate,
        /// The game may be older than the oldest edition.
        PossiblyOlder,
        /// The game is older than the oldest edition.
        Older,
        /// The game is also older than the limit of fifty moves for all positions.
        OlderThanFiftyForAll,
        /// The editions of 2005 and 2009 are not available.
        Without2005And2009,
        /// The edition of July 2017 is not available.
        Without2017,
        /// The text of 2001 that is available does not include the article.
        WithoutArticle,
    }
}

impl EditionNote {
    /// Its sentence.
    pub const fn text(self) -> &'static str {
        match self {
            Self::PartlyKnownDate => "the date is known in part only; the earlier of two editions is applied",
            Self::PossiblyOlder => {
                "the game may be older than the 2001 edition, which is applied because adoube has no older one"
            }
            Self::Older => "the game is older than the 2001 edition, which is applied because adoube has no older one",
            Self::OlderThanFiftyForAll => {
                "the game is older than the 2001 edition, which is applied because adoube has no older one; until 1992 the \
                 limit was more than fifty moves in some endgames"
            }
            Self::Without2005And2009 => "adoube does not have the editions of 2005 and 2009; that of 2001 is applied",
            Self::Without2017 => "adoube does not have the edition of July 2017; that of 2018 is applied",
            Self::WithoutArticle => {
                "no article is cited, because adoube has only articles 1 to 5 and Appendices B and C of the edition of 2001; \
                 the rule is taken from later ones"
            }
        }
    }
}

impl fmt::Display for EditionNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
