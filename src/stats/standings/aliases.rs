//! Players who are written in more than one way.

use std::collections::HashMap;
use std::fmt;

/// Names as they are written, and the name each stands for.
///
/// ```
/// use adoube::stats::standings::aliases::Aliases;
///
/// let aliases = Aliases::read("# a comment\nNepo = Nepomniachtchi,I\n").unwrap();
/// assert_eq!(aliases.name("Nepo"), "Nepomniachtchi,I");
/// assert_eq!(aliases.name("Ding,Liren"), "Ding,Liren");
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Aliases {
    names: HashMap<Box<str>, (Box<str>, usize)>,
}

/// Why a text is no list of names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AliasError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: AliasFault,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AliasFault {
    /// There is no `=`.
    NoSign,
    /// Nothing stands on one side of it.
    EmptySide,
    /// An earlier line gives the same name another meaning.
    Contradiction {
        /// The number of that line.
        earlier: usize,
    },
    /// The name that is meant is itself said to stand for another, so nobody knows which is meant.
    Chain {
        /// The number of the line that says so.
        other: usize,
    },
}

impl Aliases {
    /// Reads lines `as written = name`. Empty lines and lines that begin with `#` say nothing; white space around a name
    /// is no part of it.
    pub fn read(text: &str) -> Result<Self, AliasError> {
        let mut names: HashMap<Box<str>, (Box<str>, usize)> = HashMap::new();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (line, content) in (1..).zip(text.lines().map(str::trim)) {
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let fault = |fault| AliasError { line, fault };
            let (written, name) = content.split_once('=').ok_or_else(|| fault(AliasFault::NoSign))?;
            let (written, name) = (written.trim(), name.trim());
            if written.is_empty() || name.is_empty() {
                return Err(fault(AliasFault::EmptySide));
            }
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

    /// The name that a written one stands for; itself unless the list says otherwise.
    #[must_use]
    pub fn name<'a>(&'a self, written: &'a str) -> &'a str {
        self.names.get(written).map_or(written, |(name, _)| name)
    }

    /// The first line whose name stands for yet another.
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
            AliasFault::NoSign => f.write_str("no `=`; write `as written = name`"),
            AliasFault::EmptySide => f.write_str("nothing stands on one side of `=`"),
            AliasFault::Contradiction { earlier } => write!(f, "line {earlier} gives this name another meaning"),
            AliasFault::Chain { other } => {
                write!(f, "the name that is meant stands for another by line {other}; write the last one in both")
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
        let told = |text: &str| Aliases::read(text).map_or_else(|error| error.to_string(), |_| "sound".to_owned());
        assert_eq!(told("a=b\n\n# c\nd = b\na = b\nb = b"), "sound");
        assert_eq!(told("a = b\nc"), "line 2: no `=`; write `as written = name`");
        assert_eq!(told("= b"), "line 1: nothing stands on one side of `=`");
        assert_eq!(told("a = b\n#\na = c"), "line 3: line 1 gives this name another meaning");
        assert!(told("a = b\nb = c").starts_with("line 1: the name that is meant stands for another by line 2"));
        assert!(told("b = c\na = b").starts_with("line 2: the name"));
    }
}
