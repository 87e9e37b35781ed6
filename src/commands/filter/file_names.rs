//! The names of the files over which games or positions are split: `{year}/{Event}-{n}.pgn.zst`.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::PathBuf;

use crate::game::facts::{ByKind, FactColumn, Facts, GameFact, ItemKind, Label, TemplatePiece, template_pieces};
use crate::pgn::text::is_invisible;

/// A name with placeholders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pattern(Vec<Segment>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Segment {
    Text(String),
    Value(Label),
    /// The number of the file among those with the same values, from 1.
    Number,
}

/// The names of files by label. Each file has another name, also where upper and lower case are the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FileNames {
    pattern: Pattern,
    /// The values in the names of the files of each label.
    values: BTreeMap<Vec<u8>, Vec<String>>,
}

/// Ends a value in a label.
const END: u8 = 0;

/// The largest length of a value in a name, in bytes. Most file systems allow 255 for the whole name.
const MAX_VALUE: usize = 100;

/// That of all values of a name together.
const MAX_VALUES: usize = 200;

/// What a game without a value has in its place.
const UNKNOWN: &str = "unknown";

impl Pattern {
    pub(super) fn is_in(name: &str) -> bool {
        name.contains('{')
    }

    /// Whether it depends on games or positions.
    pub(super) fn has_values(&self) -> bool {
        self.labels().next().is_some()
    }

    /// Whether it has a place for the number of a file.
    pub(super) fn has_number(&self) -> bool {
        self.0.contains(&Segment::Number)
    }

    pub(super) fn columns(&self) -> impl Iterator<Item = &FactColumn> {
        self.labels().map(|label| &label.column)
    }

    fn labels(&self) -> impl Iterator<Item = &Label> {
        self.0.iter().filter_map(|segment| match segment {
            Segment::Value(label) => Some(label),
            Segment::Text(_) | Segment::Number => None,
        })
    }

    /// The values of a game or position, as bytes; of a line that is no position, there are no facts. Those of one file are equal,
    /// and no label is the beginning of another.
    pub(super) fn label(&self, facts: Option<&Facts<'_>>) -> Vec<u8> {
        let mut label = Vec::new();
        for value in self.labels() {
            let value = facts.and_then(|facts| value.text(facts)).unwrap_or_default();
            label.extend(value.trim().bytes().map(|byte| byte.max(END + 1)));
            label.push(END);
        }
        label
    }

    fn name(&self, values: &[String], number: u32) -> PathBuf {
        let mut values = values.iter();
        let segments = self.0.iter().map(|segment| match segment {
            Segment::Text(text) => text.clone(),
            Segment::Value(_) => values.next().cloned().unwrap_or_default(),
            Segment::Number => format!("{number:04}"),
        });
        PathBuf::from(segments.collect::<String>())
    }
}

impl Pattern {
    /// Reads a name for files of games and of positions.
    pub(super) fn by_kind(text: &str) -> Result<ByKind<Self>, String> {
        let pieces = template_pieces(text).map_err(|error| format!("in the name of the output, {error}"))?;
        ByKind::read(|kind| Self::read(&pieces, kind), |of_games, _| of_games)
    }

    fn read(pieces: &[TemplatePiece<'_>], kind: ItemKind) -> Result<Self, String> {
        let segment = |piece: &TemplatePiece<'_>| match piece {
            TemplatePiece::Text(text) => Ok(Segment::Text(text.clone().into_owned())),
            TemplatePiece::Name("n" | "number") => Ok(Segment::Number),
            TemplatePiece::Name(name) => match Label::read(name, kind)? {
                Label { column: FactColumn::Game(GameFact::Game), .. } => {
                    Err("files cannot be named after `game`; {n} numbers them".to_owned())
                }
                label => Ok(Segment::Value(label)),
            },
        };
        pieces.iter().map(segment).collect::<Result<_, _>>().map(Self)
    }
}

impl FileNames {
    /// The names of files with these labels.
    pub(super) fn new(pattern: Pattern, labels: &BTreeSet<Vec<u8>>) -> Self {
        let mut taken = HashSet::new();
        let mut all = BTreeMap::new();
        let columns = pattern.labels().count();
        let most = (MAX_VALUES / columns.max(1)).min(MAX_VALUE);
        for label in labels {
            let mut values: Vec<String> = label
                .split(|byte| *byte == END)
                .take(columns)
                .map(|value| safe(&String::from_utf8_lossy(value), most))
                .collect();
            let last = values.last().cloned().unwrap_or_default();
            for copy in 2_u64.. {
                if taken.insert(pattern.name(&values, 1).to_string_lossy().to_lowercase()) {
                    break;
                }
                if let Some(value) = values.last_mut() {
                    *value = format!("{last}~{copy}");
                }
            }
            all.insert(label.clone(), values);
        }
        Self { pattern, values: all }
    }

    pub(super) fn name(&self, label: &[u8], number: u32) -> PathBuf {
        self.pattern.name(self.values.get(label).map_or(&[], Vec::as_slice), number)
    }

    /// The name of the first file of each label.
    pub(super) fn first(&self) -> impl Iterator<Item = PathBuf> {
        self.values.values().map(|values| self.pattern.name(values, 1))
    }
}

/// Text as a part of a file name: one that every file system allows and no program takes for a folder, a device or an option.
fn safe(text: &str, most: usize) -> String {
    let text = text.trim();
    if text.is_empty() {
        return UNKNOWN.to_owned();
    }
    let is_unsafe = |c: char| c.is_control() || "/\\:*?\"<>|\u{fffd}".contains(c) || is_format(c);
    let mut name: String = text.chars().map(|c| if is_unsafe(c) { '_' } else { c }).collect();
    while name.len() > most {
        name.pop();
    }
    // `..` is a folder, and names that begin with `.` are hidden, with `-` options.
    if name.starts_with(['.', '-', '~', ' ']) {
        name.replace_range(..1, "_");
    }
    if name.ends_with(['.', ' ']) {
        name.pop();
        name.push('_');
    }
    let stem = name.split('.').next().unwrap_or_default().to_ascii_uppercase();
    if is_device(&stem) {
        name.insert(0, '_');
    }
    name
}

/// Whether a character changes how others are shown, or is invisible.
const fn is_format(c: char) -> bool {
    is_invisible(c) || matches!(c, '\u{ad}' | '\u{200c}' | '\u{200d}')
}

/// Whether Windows reserves this name.
fn is_device(stem: &str) -> bool {
    let is_numbered = |name: &str| {
        let mut rest = stem.strip_prefix(name).unwrap_or_default().chars();
        matches!(rest.next(), Some('0'..='9' | '¹' | '²' | '³')) && rest.next().is_none()
    };
    matches!(stem, "CON" | "PRN" | "AUX" | "NUL") || is_numbered("COM") || is_numbered("LPT")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay::read_game;
    use crate::game::rules::RuleSet;

    fn of_games(pattern: &str) -> Result<Pattern, String> {
        Pattern::by_kind(pattern)?.of(ItemKind::Game).cloned().map_err(Clone::clone)
    }

    fn names(pattern: &str, events: &[&str]) -> Vec<String> {
        let pattern = of_games(pattern).unwrap();
        let labels = events.iter().map(|event| {
            let text = format!("[Event \"{event}\"]\n[Date \"1999.??.??\"]\n\n1. e4 *\n");
            let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
            pattern.label(Some(&Facts::new(&game, text.as_bytes(), "", None)))
        });
        let labels: Vec<Vec<u8>> = labels.collect();
        let names = FileNames::new(pattern.clone(), &labels.iter().cloned().collect());
        labels.iter().map(|label| names.name(label, 7).to_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn names_have_the_values_of_games() {
        assert_eq!(names("out/{year}/{Event}-{n}.pgn.zst", &["Wijk aan Zee"]), ["out/1999/Wijk aan Zee-0007.pgn.zst"]);
        assert_eq!(names("{tag:Event}.pgn", &["?", ""]), ["unknown.pgn", "unknown.pgn"]);
        assert_eq!(names("{Event}.pgn", &["unknown", "?"]), ["unknown~2.pgn", "unknown.pgn"]);
        assert_eq!(names("{Event}.pgn", &["a", "A", "a "]), ["a~2.pgn", "A.pgn", "a~2.pgn"]);
        assert_eq!(names("{Event}.pgn", &["a/b", "a:b"]), ["a_b.pgn", "a_b~2.pgn"]);
        let long = "é".repeat(90);
        assert_eq!(names("{Event}", &[&long]), ["é".repeat(50)]);
    }

    #[test]
    fn no_value_leaves_its_place() {
        for event in [
            "..",
            "../../etc/passwd",
            "/etc/passwd",
            "C:\\\\x",
            "-rf",
            "~root",
            "con",
            "NUL.txt",
            "com1",
            "LPT¹",
            "a\u{202e}b",
            "x.",
            ".",
        ] {
            let name = &names("{Event}", &[event])[0];
            assert!(!name.contains(['/', '\\', ':']) && !name.starts_with(['.', '-', '~']), "{event}: {name}");
            assert!(!name.ends_with(['.', ' ']) && !name.contains('\u{202e}'), "{event}: {name}");
            let stem = name.split('.').next().unwrap().to_ascii_uppercase();
            assert!(!is_device(&stem), "{event}: {name}");
        }
    }

    #[test]
    fn placeholders_are_checked() {
        let error = |pattern: &str| of_games(pattern).unwrap_err();
        assert!(error("{Evnt}.pgn").contains("did you mean `Event`?"));
        assert!(error("{Event").contains("has no `}`"));
        assert!(!Pattern::is_in("a}b") && Pattern::is_in("{n}"));
        assert!(of_games("a-{n}.pgn").unwrap().has_number());
    }
}
