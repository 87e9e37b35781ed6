//! Profiles: which rules are shown, by what the reader of the report wants to do with the file.

use std::fmt;

use super::{Rule, RuleSet, Severity};

/// A choice of rules with a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[repr(u8)]
pub enum Profile {
    /// Keep an archive that can be trusted: every error and every warning.
    #[default]
    Archive = 0,
    /// Can it be read in? As `Archive`, but silent on conventions that stand outside the text of the PGN standard.
    Import = 1,
    /// Is it export format (PGN 3.2.2)? Errors, warnings and style.
    Export = 2,
    /// As `Archive`, but silent on what the exports of lichess.org are known to do.
    Lichess = 3,
}

/// What a profile shows, as data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProfileInfo {
    /// The profile itself.
    pub profile: Profile,
    /// The word for it on the command line.
    pub name: &'static str,
    /// What it is for, in one line.
    pub summary: &'static str,
    /// Rules of this severity and heavier ones are shown.
    pub least: Severity,
    /// Rules that are not shown although their severity says so.
    pub hidden: &'static [Rule],
}

/// The profiles, in the order of the enum.
static PROFILES: [ProfileInfo; 4] = [
    ProfileInfo {
        profile: Profile::Archive,
        name: "archive",
        summary: "every error and every warning",
        least: Severity::Warning,
        hidden: &[],
    },
    ProfileInfo {
        profile: Profile::Import,
        name: "import",
        summary: "as archive, without the rules about commands in comments (`[%clk …]`), which the PGN standard does not define",
        least: Severity::Warning,
        hidden: &[Rule::MalformedClock, Rule::MalformedEval, Rule::MalformedShapes, Rule::UnclosedCommand],
    },
    ProfileInfo {
        profile: Profile::Export,
        name: "export",
        summary: "errors, warnings, and what is not export format",
        least: Severity::Style,
        hidden: &[],
    },
    // lichess ends a game on material alone, so its games go on in dead positions, and its studies keep the result
    // `*` whatever the board shows.
    ProfileInfo {
        profile: Profile::Lichess,
        name: "lichess",
        summary: "as archive, without what the exports of lichess.org are known to do",
        least: Severity::Warning,
        hidden: &[Rule::MoveAfterDraw, Rule::ResultUnknownButEnded],
    },
];

impl Profile {
    /// All profiles, the default first.
    pub const ALL: [Self; 4] = [Self::Archive, Self::Import, Self::Export, Self::Lichess];

    /// What it shows, as data.
    #[must_use]
    pub fn info(self) -> &'static ProfileInfo {
        &PROFILES[self as usize]
    }

    /// The word for it on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The profile with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        PROFILES.iter().find(|info| info.name == name).map(|info| info.profile)
    }

    /// The rules it shows.
    #[must_use]
    pub fn rules(self) -> RuleSet {
        RuleSet::at_least(self.info().least) - self.info().hidden.iter().copied().collect() - RuleSet::on_request()
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
