//! The arguments of `adoube adjust`, with those for edits that a person asks for.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueHint;
use clap::builder::PossibleValue;

use crate::commands::Error;
use crate::commands::validate::{Selector, ShownRules};
use crate::game::edit::{Addition, EditKind, Edits};
use crate::game::facts::FactText;
use crate::game::names::NameList;
use crate::game::rules::{Applicability, Profile, Rule, RuleSet, Severity};
use crate::game::suggestions::did_you_mean;
use crate::input::{MAX_FILE_LEN, read_file};
use crate::options::{InputArgs, RunArgs, SelectionArgs, offering};
use crate::pgn::write::Unwritable;

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
    /// The new file is written beside the old one and takes its place when it is complete. It keeps the owner, the
    /// permissions and the extended attributes; of a symbolic link, the target is replaced; of a file with several
    /// names (hard links), only this name. A file that another program changes meanwhile, or has open for writing, is
    /// left alone. Another adoube that writes it is waited for.
    #[arg(long, conflicts_with_all = ["output", "diff", "check"], help_heading = "What to write")]
    pub in_place: bool,

    /// With --in-place FOLDER: also replace files outside of it that links in it lead to
    #[arg(long, requires = "in_place", conflicts_with_all = ["output", "diff", "check"], help_heading = "What to write")]
    pub follow: bool,

    /// With --in-place: keep each old file under its name with SUFFIX
    ///
    /// A file of that name must have the same contents, unless --overwrite is given.
    #[arg(long, value_name = "SUFFIX", requires = "in_place", conflicts_with_all = ["output", "diff", "check"],
          help_heading = "What to write")]
    pub backup: Option<String>,

    /// Write the changes as a unified diff, which `patch` can apply
    #[arg(long, conflicts_with = "check", help_heading = "What to write")]
    pub diff: bool,

    /// Write nothing; the exit code is 1 if something would change, or if games have errors that would stay
    #[arg(long, conflicts_with = "output", help_heading = "What to write")]
    pub check: bool,

    /// Write each fix to FILE as JSON Lines: place, old and new text, rule, proof
    ///
    /// The file must not exist, unless --overwrite is given. With --in-place, the fixes of a file are in the log before the file is replaced, so
    /// that --undo can restore it even after the run was killed.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["diff", "check"],
          help_heading = "What to write")]
    pub log: Option<PathBuf>,

    /// Replace the files of --log and --backup if they exist
    ///
    /// What they were needed for is lost then: the log of an earlier run, by which --undo restores files, and older contents. They
    /// are replaced before the first file that they are for; never an input, and only regular files.
    #[arg(long, help_heading = "What to write")]
    pub overwrite: bool,

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

    /// Also apply fixes that change the game itself, if its text has only one possible reading
    ///
    /// A result where the board and the other written result agree; moves after the end, which become comments; piece letters
    /// that only one language reads; a wrong PlyCount; the brace of a comment that has no end. `adoube explain CODE` says what
    /// proves each.
    #[arg(long, help_heading = "Rules")]
    pub unsafe_fixes: bool,

    /// Leave alone the findings in FILE, which are known: a baseline of `adoube validate`
    ///
    /// If FILE knows a finding of a rule in a game, this rule is not fixed there. A game with only known errors does not fail.
    #[arg(long, value_name = "FILE", help_heading = "Rules", value_hint = ValueHint::FilePath, conflicts_with = "undo")]
    pub baseline: Option<PathBuf>,

    #[command(flatten)]
    pub run: RunArgs,
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

    /// The files that are read besides the inputs.
    pub(super) fn also_read(&self) -> impl Iterator<Item = &Path> {
        [self.inputs.list(), self.edits.names.as_deref(), self.baseline.as_deref()].into_iter().flatten()
    }

    /// What fixes may change.
    pub(super) const fn most(&self) -> Applicability {
        if self.unsafe_fixes { Applicability::Unsafe } else { Applicability::Safe }
    }

    /// Whether the games, or their differences, go to standard output.
    #[cfg(feature = "python")]
    pub(crate) fn writes_to_stdout(&self) -> bool {
        self.run.output.output.is_none() && !self.in_place && !self.check && self.undo.is_none()
    }

    /// Whether the run only says what would change.
    pub(super) const fn is_trial(&self) -> bool {
        self.diff || self.check
    }
}

// The arguments for edits that a person asks for.

/// Edits of games.
#[derive(clap::Args, Clone, Default, Debug)]
#[command(next_help_heading = "Edits")]
pub struct EditArgs {
    /// Delete comments, variations, nags, clocks, evals, or a tag as tag:NAME
    ///
    /// A comma-separated list. nags are also move suffixes (!?) and symbols such as +-. clocks and evals are commands
    /// in comments, such as [%clk 0:03:00] and [%eval 0.17]; a comment without other text goes with them. Lines that
    /// start with % stay.
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = offering(Strip::from_str, Strip::offers),
          hide_possible_values = true)]
    pub strip: Vec<Strip>,

    /// Rename a tag; can be repeated
    #[arg(long, value_name = "OLD=NEW")]
    pub rename_tag: Vec<TagRename>,

    /// Set the value of a tag, or add the tag; can be repeated
    ///
    /// A fact in braces has its value for each game: 'Id={play_id}', 'EventType={speed}', 'Band={white_elo/100}'. A game that lacks
    /// the value keeps its tag. `{{` and `}}` are braces. The value is checked only for control characters and invisible ones;
    /// `adoube validate` checks the rest.
    #[arg(long, value_name = "NAME=VALUE")]
    pub set_tag: Vec<TagValue>,

    /// Correct the names that FILE lists
    ///
    /// Lines `as written = name` are for players, as in `stats --aliases`. A spelling file of Scid has sections
    /// @PLAYER, @SITE, @EVENT and @ROUND. Names that are not in the file stay, and so do those that it has for several.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub names: Option<PathBuf>,

    /// Add tags with what the moves say: eco, opening, variation, plycount, termination
    ///
    /// Openings are those of `stats`: the last position of the game that has a name. termination is `normal` if
    /// checkmate, stalemate or insufficient material ended the game. Values other than `?` stay. Games with illegal
    /// moves and those of other variants get no tags.
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = offering(Addition::from_str, addition_names),
          hide_possible_values = true)]
    pub add: Vec<Addition>,

    /// Let --add replace other values
    #[arg(long, requires = "add")]
    pub overwrite_tags: bool,

    /// Fix nothing: only edit
    ///
    /// Games with errors do not change the exit code then.
    #[arg(long, conflicts_with_all = ["profile", "select", "extend_select", "ignore"])]
    pub no_fixes: bool,
}

/// What `--strip` deletes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Strip {
    /// Comments, variations and the like.
    Kind(EditKind),
    Tag(String),
}

/// A new name of a tag, `OLD=NEW`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagRename(String, String);

/// A value of a tag, `NAME=VALUE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagValue(String, FactText);

impl Strip {
    fn offers() -> Vec<PossibleValue> {
        EditKind::STRIPPED.iter().map(|(word, _)| PossibleValue::new(*word)).collect()
    }
}

impl FromStr for Strip {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(name) = text.strip_prefix("tag:") {
            return Ok(Self::Tag(tag_name(name)?));
        }
        let kind = EditKind::STRIPPED.iter().find(|(word, _)| *word == text).map(|(_, kind)| Self::Kind(*kind));
        kind.ok_or_else(|| {
            let words = EditKind::STRIPPED.map(|(word, _)| word);
            let expected = format!("expected {} or tag:NAME", words.join(", "));
            format!("unknown word; {}", did_you_mean(text, words, &expected))
        })
    }
}

impl FromStr for TagRename {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (old, new) = text.split_once('=').ok_or("write OLD=NEW")?;
        Ok(Self(tag_name(old)?, tag_name(new)?))
    }
}

impl FromStr for TagValue {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or("write NAME=VALUE")?;
        Unwritable::check(value).map_err(|error| error.to_string())?;
        Ok(Self(tag_name(name)?, value.parse()?))
    }
}

/// A name that a tag can have.
fn tag_name(name: &str) -> Result<String, String> {
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && name.len() <= 255;
    if is_name { Ok(name.to_owned()) } else { Err(format!("`{name}` is not the name of a tag")) }
}

fn addition_names() -> Vec<PossibleValue> {
    Addition::ALL.iter().map(|addition| PossibleValue::new(addition.name())).collect()
}

impl EditArgs {
    pub(super) fn edits(&self) -> Result<Edits, Error> {
        self.check_tags()?;
        let strip = |what: &Strip| if let Strip::Kind(kind) = what { Some(*kind) } else { None };
        let strip_tag = |what: &Strip| if let Strip::Tag(name) = what { Some(name.clone()) } else { None };
        Ok(Edits {
            strip: self.strip.iter().filter_map(strip).collect(),
            strip_tags: self.strip.iter().filter_map(strip_tag).collect(),
            rename: self.rename_tag.iter().map(|TagRename(old, new)| (old.clone(), new.clone())).collect(),
            set: self.set_tag.iter().map(|TagValue(name, value)| (name.clone(), value.clone())).collect(),
            names: self.read_names()?,
            add: self.add.clone(),
            overwrites: self.overwrite_tags,
        })
    }

    /// Refuses edits of one tag that would never come to an end.
    fn check_tags(&self) -> Result<(), Error> {
        let stripped = |name: &str| self.strip.iter().any(|what| matches!(what, Strip::Tag(other) if other == name));
        let renamed = |name: &str| self.rename_tag.iter().any(|TagRename(old, _)| old == name);
        let made = self.rename_tag.iter().map(|TagRename(_, new)| &**new);
        let made = made.chain(self.set_tag.iter().map(|TagValue(name, _)| &**name));
        let mut made = made.chain(self.add.iter().map(|addition| addition.tag()));
        match made.find(|name| stripped(name) || renamed(name)) {
            Some(name) => {
                Err(Error::Usage(format!("conflicting edits: tag {name} would be both added and removed or renamed")))
            }
            None => Ok(()),
        }
    }

    fn read_names(&self) -> Result<Option<NameList>, Error> {
        let Some(path) = &self.names else { return Ok(None) };
        let named = |error: &dyn std::fmt::Display| Error::Usage(format!("--names: {}: {error}", path.display()));
        let bytes = read_file(path, MAX_FILE_LEN).map_err(|error| named(&error))?;
        NameList::parse(&bytes).map(Some).map_err(|error| named(&error))
    }
}
