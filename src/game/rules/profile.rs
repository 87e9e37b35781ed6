//! The rule profiles, one for each purpose of a report.

use std::fmt;

use super::{Rule, RuleSet, Severity};

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
}

/// The profiles, in the order of the enum.
static PROFILES: [ProfileInfo; 4] = [
    ProfileInfo {
        profile: Profile::Archive,
        name: "archive",
        summary: "every error and every warning",
        min_severity: Severity::Warning,
        hidden: &[],
    },
    ProfileInfo {
        profile: Profile::Import,
        name: "import",
        summary: "as archive, without the rules about commands in comments (`[%clk …]`), which the PGN standard does not define",
        min_severity: Severity::Warning,
        hidden: &[Rule::MalformedClock, Rule::MalformedEval, Rule::MalformedShapes, Rule::UnclosedCommand],
    },
    ProfileInfo {
        profile: Profile::Export,
        name: "export",
        summary: "errors, warnings, and violations of the export format (style)",
        min_severity: Severity::Style,
        hidden: &[],
    },
    // lichess ends a game by insufficient material alone, so its games continue in other dead positions. Its studies
    // keep the result `*` whatever the board shows.
    ProfileInfo {
        profile: Profile::Lichess,
        name: "lichess",
        summary: "as archive, without the deviations that lichess.org exports are known to have",
        min_severity: Severity::Warning,
        hidden: &[Rule::MoveAfterDraw, Rule::ResultUnknownButEnded],
    },
];

impl Profile {
    /// All profiles, the default first.
    pub const ALL: [Self; 4] = [Self::Archive, Self::Import, Self::Export, Self::Lichess];

    /// Its definition.
    #[doc(hidden)]
    pub fn info(self) -> &'static ProfileInfo {
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
        RuleSet::at_least(self.info().min_severity)
            - self.info().hidden.iter().copied().collect()
            - RuleSet::on_request()
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
