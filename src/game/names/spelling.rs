//! The spelling files of Scid, such as `spelling.ssp` and `ratings.ssp`.
//!
//! ```text
//! @PLAYER ", .-"                         a section, and the characters that do not count in it
//! Kasparov, Garry   #gm RUS [2851] 1963  a name; a comment follows the `#`
//! =Kasparow, Garri                       the same name as written elsewhere
//! %Bio …                                 also %Elo and lines that start with `>`: about the player, and skipped
//! @SITE
//! %Prefix "Moskau" "Moscow"              replaces the start of a name; %Infix any part, %Suffix the end
//! ```
//!
//! Scid itself proposes every name that begins with what is written, and tries the surname first. Here a name is replaced only if
//! it is in the file, but for the characters that do not count, and means one name.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use super::NameKind;
use crate::pgn::write::Unwritable;

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Spelling {
    sections: [Section; 4],
}

/// A section: the names of one kind.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Section {
    /// The characters that do not count when names are compared.
    skipped: Box<str>,
    /// The names as compared, with what they mean; `None` if that is more than one name.
    names: HashMap<Box<str>, Option<Box<str>>>,
    prefixes: Vec<[Box<str>; 2]>,
    infixes: Vec<[Box<str>; 2]>,
    suffixes: Vec<[Box<str>; 2]>,
}

/// An error in a spelling file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpellingError {
    /// The number of the line, from 1.
    pub line: usize,
    pub fault: SpellingFault,
}

/// A fault of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpellingFault {
    /// A section that is not known.
    Section,
    /// A line before the first section.
    OutsideSection,
    /// An alias before the first name of a section.
    AliasWithoutName,
    /// A replacement that is not two texts in quotes.
    Replacement,
    /// A name, or the new text of a replacement, with a character that must not be written.
    Unwritable(Unwritable),
}

/// The longest name that replacements may make, in bytes.
const MAX_LEN: usize = 4096;

/// The maximum number of times that a name is replaced by another.
const MAX_ROUNDS: usize = 8;

/// Whether a list of names is a spelling file: its first line with text opens a section.
pub(super) fn is_spelling(text: &str) -> bool {
    let first = text.lines().map(without_comment).find(|line| !line.is_empty());
    first.is_some_and(|line| line.starts_with('@') && !line.contains('='))
}

/// A line without its comment and the white space around it.
fn without_comment(line: &str) -> &str {
    line.split_once('#').map_or(line, |(line, _)| line).trim()
}

impl Spelling {
    pub(super) fn parse(text: &str) -> Result<Self, SpellingError> {
        let mut spelling = Self::default();
        let mut section: Option<&mut Section> = None;
        let mut name: Option<Box<str>> = None;
        for (line, content) in (1..).zip(text.lines().map(without_comment)) {
            let fault = |fault| SpellingError { line, fault };
            if let Some(head) = content.strip_prefix('@') {
                let kind = kind(head).ok_or_else(|| fault(SpellingFault::Section))?;
                let opened = &mut spelling.sections[kind as usize];
                opened.skipped = head.split('"').nth(1).unwrap_or_default().into();
                (section, name) = (Some(opened), None);
                continue;
            }
            if content.is_empty() || content.starts_with('>') {
                continue;
            }
            let section = section.as_mut().ok_or_else(|| fault(SpellingFault::OutsideSection))?;
            if let Some(rule) = content.strip_prefix('%') {
                section.add_replacement(rule).map_err(fault)?;
            } else if let Some(alias) = content.strip_prefix('=') {
                let name = name.as_deref().ok_or_else(|| fault(SpellingFault::AliasWithoutName))?;
                section.add(alias.trim_start(), name);
            } else {
                Unwritable::check(content).map_err(|error| fault(SpellingFault::Unwritable(error)))?;
                section.add(content, content);
                name = Some(content.into());
            }
        }
        Ok(spelling)
    }

    /// How a name should be spelled. A name that would be replaced again and again stays as it is.
    pub(super) fn name<'a>(&'a self, kind: NameKind, written: &'a str) -> Cow<'a, str> {
        let section = &self.sections[kind as usize];
        let mut name = Cow::Borrowed(written);
        for _ in 0..MAX_ROUNDS {
            match section.replaced(&name) {
                Some(next) if next == name => return name,
                Some(next) => name = Cow::Owned(next),
                None => break,
            }
        }
        written.into()
    }
}

impl Section {
    fn compared(&self, name: &str) -> String {
        name.chars().filter(|c| !self.skipped.contains(*c)).collect()
    }

    fn add(&mut self, written: &str, name: &str) {
        let meanings = self.names.entry(self.compared(written).into()).or_insert_with(|| Some(name.into()));
        if meanings.as_deref() != Some(name) {
            *meanings = None;
        }
    }

    /// Adds a rule such as `Prefix "old" "new"`. Other lines are about the player.
    fn add_replacement(&mut self, rule: &str) -> Result<(), SpellingFault> {
        let (word, texts) = rule.split_once(' ').unwrap_or((rule, ""));
        let list = match word {
            "Prefix" => &mut self.prefixes,
            "Infix" => &mut self.infixes,
            "Suffix" => &mut self.suffixes,
            _ => return Ok(()),
        };
        let parts: Vec<&str> = texts.split('"').collect();
        match parts[..] {
            [_, old, _, new, _] if !old.is_empty() => {
                Unwritable::check(new).map_err(SpellingFault::Unwritable)?;
                list.push([old, new].map(Box::from));
                Ok(())
            }
            _ => Err(SpellingFault::Replacement),
        }
    }

    /// The name after one round of replacements; `None` if it gets too long.
    fn replaced(&self, written: &str) -> Option<String> {
        let mut name = written.to_owned();
        if let Some(([_, new], rest)) =
            self.prefixes.iter().find_map(|rule| Some((rule, name.strip_prefix(&*rule[0])?)))
        {
            name = format!("{new}{rest}");
        }
        for [old, new] in &self.infixes {
            name = name.replace(&**old, new);
            if name.len() > MAX_LEN {
                return None;
            }
        }
        if let Some(([_, new], rest)) =
            self.suffixes.iter().find_map(|rule| Some((rule, name.strip_suffix(&*rule[0])?)))
        {
            name = format!("{rest}{new}");
        }
        let meaning = self.names.get(&*self.compared(&name)).and_then(Option::as_deref);
        Some(meaning.map_or(name, str::to_owned))
    }
}

/// The kind of names in a section with this head, such as `PLAYER ", .-"`.
fn kind(head: &str) -> Option<NameKind> {
    let word = head.split([' ', '\t', '"']).next()?;
    let kinds = [NameKind::Player, NameKind::Site, NameKind::Event, NameKind::Round];
    kinds
        .into_iter()
        .zip(["player", "site", "event", "round"])
        .find_map(|(kind, name)| word.eq_ignore_ascii_case(name).then_some(kind))
}

impl fmt::Display for SpellingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        f.write_str(match &self.fault {
            SpellingFault::Unwritable(error) => return error.fmt(f),
            SpellingFault::Section => "unknown section; there are @PLAYER, @SITE, @EVENT and @ROUND",
            SpellingFault::OutsideSection => "a name before the first section",
            SpellingFault::AliasWithoutName => "`=` before the first name of the section",
            SpellingFault::Replacement => "write `%Prefix \"old\" \"new\"`",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# a comment\n\n@PLAYER \", .-\"\nKasparov, Garry   #gm RUS [2851] 1963\n= Kasparow,Garri\n\
        %Bio a = b\n%Elo 2000:2851\n>old\nLi, Chao\n=Li C\nLi, Chunhong\n=Li,C\n\n@site\nMoscow RUS\n=Moskva\n\
        %Suffix \" (Russia)\" \" RUS\"\n%Infix \"  \" \" \"\n%Prefix \"Moskau\" \"Moscow\"\n\
        @EVENT\n%Infix \"a\" \"aa\"\n";

    #[test]
    fn names_in_the_file_are_replaced_and_no_others() {
        assert!(is_spelling(FILE) && !is_spelling("@x = y\n") && !is_spelling("Nepo = Nepomniachtchi,I"));
        let spelling = Spelling::parse(FILE).unwrap();
        for (kind, written, expected) in [
            (NameKind::Player, "Kasparov Garry", "Kasparov, Garry"),
            (NameKind::Player, "Kasparow, Garri", "Kasparov, Garry"),
            (NameKind::Player, "Kasparov", "Kasparov"),
            (NameKind::Player, "Garry Kasparov", "Garry Kasparov"),
            (NameKind::Player, "Li Chao", "Li, Chao"),
            // It may be either.
            (NameKind::Player, "Li, C.", "Li, C."),
            (NameKind::Round, "Moskva", "Moskva"),
            (NameKind::Site, "Moskau  (Russia)", "Moscow RUS"),
            (NameKind::Site, "Moskau", "Moscow"),
            // Without an end.
            (NameKind::Event, "Paris", "Paris"),
        ] {
            assert_eq!(spelling.name(kind, written), expected, "{written}");
        }
    }

    #[test]
    fn faults_name_their_lines() {
        let message = |text: &str| Spelling::parse(text).map_or_else(|error| error.to_string(), |_| "sound".to_owned());
        assert_eq!(message("@ROUND\n1\n=I\n"), "sound");
        assert_eq!(message("@player\n@team\n"), "line 2: unknown section; there are @PLAYER, @SITE, @EVENT and @ROUND");
        assert_eq!(message("x"), "line 1: a name before the first section");
        let unwritable = |line| format!("line {line}: the control character U+0007 must not be written to a PGN file");
        assert_eq!(message("@site\nx\n=\u{7}\na\u{7}"), unwritable(4));
        assert_eq!(message("@site\n%Infix \"\u{7}\" \"\"\n%Infix \"y\" \"\u{7}\""), unwritable(3));
        assert_eq!(message("@site\n=x"), "line 2: `=` before the first name of the section");
        assert_eq!(message("@site\n%Prefix \"x\""), "line 2: write `%Prefix \"old\" \"new\"`");
        assert_eq!(message("@site\n%Infix \"\" \"y\""), "line 2: write `%Prefix \"old\" \"new\"`");
    }
}
