//! The arguments of `adoube adjust`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueHint;

use crate::commands::validate::{Selector, ShownRules};
use crate::game::rules::{Applicability, Profile, Rule, RuleSet, Severity};
use crate::options::{DiagnosticArgs, InputArgs, OutputArgs, SelectionArgs, ThreadArgs, offering};

use super::edit_args::EditArgs;

/// The arguments of `adoube adjust`.
#[derive(clap::Args, Clone, Debug)]
#[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Args {
    #[command(flatten)]
    pub inputs: InputArgs,

    #[command(flatten)]
    pub selection: SelectionArgs,

    /// Replace each file that has something to fix
    ///
    /// The new file is written beside the old one and takes its place when it is complete. It keeps the owner, the permissions and the
    /// extended attributes; of a symbolic link, the target is replaced; of a file with several names (hard links), only this name.
    /// A file that another program changes meanwhile, or has open for writing, is left alone. Another adoube that writes it is
    /// waited for.
    #[arg(long, conflicts_with_all = ["output", "diff", "check"], help_heading = "What to write")]
    pub in_place: bool,

    /// With --in-place FOLDER: also replace files outside of it that links in it lead to
    #[arg(long, requires = "in_place", help_heading = "What to write")]
    pub follow: bool,

    /// With --in-place: keep each old file under its name with SUFFIX, which must be new
    #[arg(long, value_name = "SUFFIX", requires = "in_place", help_heading = "What to write")]
    pub backup: Option<String>,

    /// Write the changes as a unified diff, which `patch` can apply
    #[arg(long, conflicts_with = "check", help_heading = "What to write")]
    pub diff: bool,

    /// Write nothing; the exit code is 1 if something would change, or if games have errors that would stay
    #[arg(long, conflicts_with = "output", help_heading = "What to write")]
    pub check: bool,

    /// Write each fix to FILE as JSON Lines: place, old and new text, rule, proof
    ///
    /// The file must not exist. With --in-place, the fixes of a file are in the log before the file is replaced, so that --undo can
    /// restore it even after the run was killed.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["diff", "check"],
          help_heading = "What to write")]
    pub log: Option<PathBuf>,

    /// Restore every byte of the files that the run with this log has replaced
    ///
    /// Of compressed files, the text is restored. A file that was changed after the run is left alone.
    #[arg(long, value_name = "LOG", value_hint = ValueHint::FilePath, help_heading = "What to write",
          conflicts_with_all = ["inputs", "files_from", "input_format", "in_place", "diff", "check", "log", "output", "profile",
          "select", "extend_select", "ignore", "unsafe_fixes", "head", "condition", "sample", "game",
          "strip", "rename_tag", "set_tag", "names", "add", "no_fixes"])]
    pub undo: Option<PathBuf>,

    #[command(flatten)]
    pub edits: EditArgs,

    /// Rule profile to start from
    #[arg(long, value_name = "PROFILE", default_value = "archive", help_heading = "Rules")]
    pub profile: Profile,

    /// Fix only these rules: codes, code prefixes, names, or `all`
    ///
    /// A comma-separated list, such as N,T101,wrong-check-suffix. It replaces the rules of the profile.
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = "Rules",
          value_parser = offering(Selector::from_str, Selector::offers), hide_possible_values = true)]
    pub select: Vec<Selector>,

    /// Fix these rules in addition to those of the profile
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = "Rules",
          value_parser = offering(Selector::from_str, Selector::offers), hide_possible_values = true)]
    pub extend_select: Vec<Selector>,

    /// Do not fix these rules
    ///
    /// The more specific selector wins: --select N106 --ignore N keeps N106.
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = "Rules",
          value_parser = offering(Selector::from_str, Selector::offers), hide_possible_values = true)]
    pub ignore: Vec<Selector>,

    /// Also apply fixes that change what the game is, where its text can be read in one way only
    ///
    /// A result where the board and the other written result agree; moves after the end, which become comments; piece letters
    /// that only one language reads; a wrong PlyCount; the brace of a comment that has no end. `adoube explain CODE` says what
    /// proves each.
    #[arg(long, help_heading = "Rules")]
    pub unsafe_fixes: bool,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub diagnostics: DiagnosticArgs,

    #[command(flatten)]
    pub threads: ThreadArgs,
}

impl Args {
    /// The rules whose findings are fixed.
    pub(super) fn rules(&self) -> RuleSet {
        if self.edits.no_fixes { RuleSet::EMPTY } else { self.shown().fixable(self.most()) }
    }

    /// Which of the rules about byte order marks are wanted.
    pub(super) fn marks(&self) -> RuleSet {
        let shown = self.shown();
        let marks = [Rule::ByteOrderMark, Rule::StrayByteOrderMark];
        marks.into_iter().filter(|rule| shown.shows(*rule, rule.severity())).collect()
    }

    fn shown(&self) -> ShownRules {
        ShownRules::new(self.profile, &self.select, &self.extend_select, &self.ignore, Severity::Error)
    }

    /// What fixes may change.
    pub(super) const fn most(&self) -> Applicability {
        if self.unsafe_fixes { Applicability::Unsafe } else { Applicability::Safe }
    }

    /// Whether the games, or their differences, go to standard output.
    #[cfg(feature = "python")]
    pub(crate) fn writes_to_stdout(&self) -> bool {
        self.output.output.is_none() && !self.in_place && !self.check && self.undo.is_none()
    }

    /// Whether the run only says what would change.
    pub(super) const fn is_trial(&self) -> bool {
        self.diff || self.check
    }
}
