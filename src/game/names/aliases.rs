//! Aliases: players whose names are spelled in more than one way.

use std::collections::HashMap;
use std::fmt;

use crate::pgn::write::Unwritable;

/// A map from aliases to the names that they stand for.
///
/// ```
/// use adoube::game::names::aliases::Aliases;
///
/// let aliases = Aliases::parse("# a comment\nNepo = Nepomniachtchi,I\n").unwrap();
/// assert_eq!(aliases.name("Nepo"), "Nepomniachtchi,I");
/// assert_eq!(aliases.name("Ding,Liren"), "Ding,Liren");
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Aliases {
    names: HashMap<Box<str>, (Box<str>, usize)>,
}

/// An error in a list of aliases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AliasError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The fault.
    pub fault: AliasFault,
}

/// A fault of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AliasFault {
    /// There is no `=`.
    MissingEquals,
    /// One side of the `=` is empty.
    EmptySide,
    /// An earlier line maps the same name to another one.
    Contradiction {
        /// The number of that line.
        earlier: usize,
    },
    /// The name has a character that must not be written.
    Unwritable(Unwritable),
    /// The name is itself an alias of another, so the meaning is unclear.
    Chain {
        /// The number of the line with this alias.
        other: usize,
    },
}

impl Aliases {
    /// Reads lines `as written = name`. Empty lines and lines that begin with `#` are skipped; white space around a
    /// name is ignored.
    pub fn parse(text: &str) -> Result<Self, AliasError> {
        let mut names: HashMap<Box<str>, (Box<str>, usize)> = HashMap::new();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (line, content) in (1..).zip(text.lines().map(str::trim)) {
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let fault = |fault| AliasError { line, fault };
            let (written, name) = content.split_once('=').ok_or_else(|| fault(AliasFault::MissingEquals))?;
            let (written, name) = (written.trim(), name.trim());
            if written.is_empty() || name.is_empty() {
                return Err(fault(AliasFault::EmptySide));
            }
            Unwritable::check(name).map_err(|error| fault(AliasFault::Unwritable(error)))?;
            match names.get(written) {
                Some((meant, earlier)) if &**meant != name => {
                    return Err(fault(AliasFault::Contradiction { earlier: *earlier }));
                }
                _ => names.insert(written.into(), (name.into(), line)),
            };
        }
        let aliases = Self { names };
        aliases.first_chain().map_or(Ok(aliases), Err)
    }

    /// The name that `written` is an alias of; `written` itself if it is not an alias.
    pub fn name<'a>(&'a self, written: &'a str) -> &'a str {
        self.names.get(written).map_or(written, |(name, _)| name)
    }

    /// The first line whose name is itself an alias.
    fn first_chain(&self) -> Option<AliasError> {
        let chains = self.names.iter().filter_map(|(written, (name, line))| {
            let (_, other) = self.names.get(name).filter(|(meant, _)| name != written && meant != name)?;
            Some(AliasError { line: *line, fault: AliasFault::Chain { other: *other } })
        });
        chains.min_by_key(|error| error.line)
    }
}

impl fmt::Display for AliasError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.fault {
            AliasFault::MissingEquals => f.write_str("no `=`; write `as written = name`"),
            AliasFault::EmptySide => f.write_str("one side of `=` is empty"),
            AliasFault::Contradiction { earlier } => write!(f, "line {earlier} gives another player for this name"),
            AliasFault::Unwritable(error) => write!(f, "in the name after `=`, {error}"),
            AliasFault::Chain { other } => {
                write!(f, "the name after `=` is an alias itself, on line {other}; use the final name on both lines")
            }
        }
    }
}

impl std::error::Error for AliasError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_name_their_lines() {
        let message = |text: &str| Aliases::parse(text).map_or_else(|error| error.to_string(), |_| "sound".to_owned());
        assert_eq!(message("a=b\n\n# c\nd = b\na = b\nb = b"), "sound");
        assert_eq!(message("a = b\nc"), "line 2: no `=`; write `as written = name`");
        let unwritable =
            "line 2: in the name after `=`, the control character U+001B must not be written to a PGN file";
        assert_eq!(message("a\u{1b} = b\nA = x\u{1b}[31m\u{1}"), unwritable);
        assert_eq!(message("= b"), "line 1: one side of `=` is empty");
        assert_eq!(message("a = b\n#\na = c"), "line 3: line 1 gives another player for this name");
        assert!(message("a = b\nb = c").starts_with("line 1: the name after `=` is an alias itself, on line 2"));
        assert!(message("b = c\na = b").starts_with("line 2: the name"));
    }
}
