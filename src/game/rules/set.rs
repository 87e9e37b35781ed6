//! Sets of rules, the selectors that name them on the command line, and the profiles, one for each purpose of a report.

use std::fmt;
use std::ops::{BitOr, Sub};
use std::str::FromStr;

use crate::game::suggestions::did_you_mean;

use super::{RULE_COUNT, RULES, Rule, Severity};

/// A set of rules. It has one bit for each rule, the first 128 in the first word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct RuleSet([u128; 2]);

const _: () = assert!(RULE_COUNT > 128 && RULE_COUNT <= 256, "a set holds one bit a rule");

/// A selector that names no rule.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownSelector {
    /// The selector as given.
    pub selector: String,
}

impl RuleSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; 2]);

    /// All rules.
    pub const ALL: Self = Self([u128::MAX, u128::MAX >> (256 - RULE_COUNT)]);

    /// The rules that a selector names: `all`, a code (`M101`), the prefix of a code (`M`, `M1`), or a name
    /// (`illegal-move`).
    /// Case does not matter.
    ///
    /// # Errors
    /// [`UnknownSelector`] if there is no such rule.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Rule, RuleSet};
    ///
    /// assert!(RuleSet::select("illegal-move")?.contains(Rule::IllegalMove));
    /// assert!(RuleSet::select("M")?.len() > 1);
    /// assert!(RuleSet::select("no-such-rule").is_err());
    /// # Ok::<_, adoube::UnknownSelector>(())
    /// ```
    pub fn select(selector: &str) -> Result<Self, UnknownSelector> {
        if selector.eq_ignore_ascii_case("all") {
            return Ok(Self::ALL);
        }
        if let Some(rule) = Rule::from_name(selector) {
            return Ok(Self::from(rule));
        }
        let starts_so =
            |code: &str| code.get(..selector.len()).is_some_and(|start| start.eq_ignore_ascii_case(selector));
        let chosen: Self = RULES.iter().filter(|row| starts_so(row.code)).map(|row| row.rule).collect();
        if selector.is_empty() || chosen.is_empty() {
            return Err(UnknownSelector { selector: selector.to_owned() });
        }
        Ok(chosen)
    }

    /// The rules with at least this severity.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Rule, RuleSet, Severity};
    ///
    /// let rules = RuleSet::at_least(Severity::Warning) - RuleSet::from(Rule::StrayText);
    /// assert!(rules.contains(Rule::IllegalMove) && !rules.contains(Rule::StrayText));
    /// ```
    pub fn at_least(severity: Severity) -> Self {
        RULES.iter().filter(|row| row.severity >= severity).map(|row| row.rule).collect()
    }

    /// The rules in no profile, whatever their severity. They run only if named, or with `--level` or `--audit`.
    pub fn on_request() -> Self {
        Self::of_level(3) | Self::of_level(4) | Self::of_level(5) | Self::from(Rule::MissedMate) | Self::searched()
    }

    /// The rules that search for a checkmate or for the proof that there is none. If one of them is selected, related
    /// rules search too; otherwise they consider only material.
    pub fn searched() -> Self {
        [Rule::FlagDrawWinnable, Rule::ResignationUnwinnable, Rule::UndecidedMate].into_iter().collect()
    }

    /// The rules that this level of position legality adds, from 0 to 5; see [`crate::laws::retro`].
    pub fn of_level(level: u8) -> Self {
        let rules: &[Rule] = match level {
            0 => &[Rule::MalformedFen],
            1 => &[Rule::UnplayablePosition, Rule::ImpossibleCastling, Rule::ImpossibleEnPassant],
            2 => &[Rule::FenCounters, Rule::IncorrectInitialPosition, Rule::ContradictoryCastling],
            3 => &[Rule::TooManyPromotions],
            4 => &[Rule::NoLastMove],
            5 => &[
                Rule::ImpossiblePawns,
                Rule::ImpossibleBishop,
                Rule::ImpossibleParity,
                Rule::PromotionsWithoutCaptures,
            ],
            _ => &[],
        };
        rules.iter().copied().collect()
    }

    /// The rules that `--audit` adds: claims, endings and clocks.
    pub fn audit() -> Self {
        [
            Rule::ClockIncrease,
            Rule::LateFirstMove,
            Rule::ThreefoldClaim,
            Rule::FiftyMoveClaim,
            Rule::KingArtifact,
            Rule::NoMoves,
            Rule::ThreefoldClaimIntended,
            Rule::FiftyMoveClaimIntended,
            Rule::UnclaimedDraw,
            Rule::MoveAfterDraw,
            Rule::DecisiveAfterDraw,
        ]
        .into_iter()
        .collect::<Self>()
            | Self::searched()
    }

    /// Whether the rule is in the set.
    pub const fn contains(self, rule: Rule) -> bool {
        self.0[rule as usize >> 7] >> (rule as u8 & 127) & 1 == 1
    }

    /// Adds a rule.
    pub const fn insert(&mut self, rule: Rule) {
        self.0[rule as usize >> 7] |= 1 << (rule as u8 & 127);
    }

    /// The number of rules in the set.
    pub const fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// Whether no rule is in the set.
    pub const fn is_empty(self) -> bool {
        self.0[0] == 0 && self.0[1] == 0
    }

    /// The rules of the set, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Rule> {
        Rule::all().filter(move |&rule| self.contains(rule))
    }
}

impl From<Rule> for RuleSet {
    fn from(rule: Rule) -> Self {
        let mut set = Self::EMPTY;
        set.insert(rule);
        set
    }
}

impl FromIterator<Rule> for RuleSet {
    fn from_iter<I: IntoIterator<Item = Rule>>(rules: I) -> Self {
        rules.into_iter().fold(Self::EMPTY, |set, rule| set | Self::from(rule))
    }
}

impl FromStr for RuleSet {
    type Err = UnknownSelector;

    /// Parses comma-separated selectors: `M,T116,illegal-move`. See [`RuleSet::select`].
    fn from_str(selectors: &str) -> Result<Self, Self::Err> {
        selectors.split(',').try_fold(Self::EMPTY, |set, selector| Ok(set | Self::select(selector.trim())?))
    }
}

impl BitOr for RuleSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl Sub for RuleSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }
}

impl fmt::Display for UnknownSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Rule::all().flat_map(|rule| [rule.code(), rule.name()]);
        let otherwise = "give `all`, a code or its beginning (`M`, `M101`), or a name";
        write!(f, "no rule is called `{}`; {}", self.selector, did_you_mean(&self.selector, names, otherwise))
    }
}

impl std::error::Error for UnknownSelector {}

// The rule profiles, one for each purpose of a report.

/// A named set of rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[repr(u8)]
#[non_exhaustive]
pub enum Profile {
    /// For a trustworthy archive: all errors and warnings.
    #[default]
    Archive = 0,
    /// For importers: like `Archive`, without conventions outside the PGN standard.
    Import = 1,
    /// For export format (PGN 3.2.2): errors, warnings and style.
    Export = 2,
    /// Like `Archive`, without known quirks of exports from lichess.org.
    Lichess = 3,
    /// For books of positions: like `Archive`, with what makes a position useless in a book.
    Book = 4,
}

/// The definition of a profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProfileInfo {
    /// The profile itself.
    pub profile: Profile,
    /// The name on the command line.
    pub name: &'static str,
    /// Its purpose, in one line.
    pub summary: &'static str,
    /// The lowest severity shown.
    pub min_severity: Severity,
    /// Rules that are hidden despite their severity.
    pub hidden: &'static [Rule],
    /// Rules that are shown despite their severity.
    pub added: &'static [Rule],
}

/// The profiles, in the order of the enum.
static PROFILES: [ProfileInfo; 5] = [
    ProfileInfo {
        profile: Profile::Archive,
        name: "archive",
        summary: "every error and every warning",
        min_severity: Severity::Warning,
        hidden: &[],
        added: &[],
    },
    ProfileInfo {
        profile: Profile::Import,
        name: "import",
        summary: "as archive, without the rules about commands in comments (`[%clk …]`), which the PGN standard does not define",
        min_severity: Severity::Warning,
        hidden: &[Rule::MalformedClock, Rule::MalformedEval, Rule::MalformedShapes, Rule::UnclosedCommand],
        added: &[],
    },
    ProfileInfo {
        profile: Profile::Export,
        name: "export",
        summary: "errors, warnings, and violations of the export format (style)",
        min_severity: Severity::Style,
        hidden: &[],
        added: &[],
    },
    // lichess ends a game by insufficient material alone, so its games continue in other dead positions. Its studies
    // keep the result `*` whatever the board shows.
    ProfileInfo {
        profile: Profile::Lichess,
        name: "lichess",
        summary: "as archive, without the deviations that lichess.org exports are known to have",
        min_severity: Severity::Warning,
        hidden: &[Rule::MoveAfterDraw, Rule::ResultUnknownButEnded],
        added: &[],
    },
    ProfileInfo {
        profile: Profile::Book,
        name: "book",
        summary: "as archive, with doubled positions, positions in which the game is over, and idle en passant squares",
        min_severity: Severity::Warning,
        hidden: &[],
        added: &[Rule::IdleEnPassant, Rule::PositionOver, Rule::DoubledPosition],
    },
];

impl Profile {
    /// All profiles, the default first.
    pub const ALL: [Self; 5] = [Self::Archive, Self::Import, Self::Export, Self::Lichess, Self::Book];

    /// Its definition.
    pub(crate) fn info(self) -> &'static ProfileInfo {
        &PROFILES[self as usize]
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The profile with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        PROFILES.iter().find(|info| info.name == name).map(|info| info.profile)
    }

    /// The rules that it shows.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Profile, Rule};
    ///
    /// assert!(Profile::Export.rules().contains(Rule::LongLine));
    /// assert!(!Profile::Archive.rules().contains(Rule::LongLine));
    /// ```
    pub fn rules(self) -> RuleSet {
        let hidden: RuleSet = self.info().hidden.iter().copied().collect();
        (RuleSet::at_least(self.info().min_severity) - hidden - RuleSet::on_request()) | self.added()
    }

    /// The rules that it shows despite their severity.
    pub(crate) fn added(self) -> RuleSet {
        self.info().added.iter().copied().collect()
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
