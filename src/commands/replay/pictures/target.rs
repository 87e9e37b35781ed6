//! The files of pictures: one for all, or one for each game or position.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf, is_separator};

use crate::commands::Error;

use super::super::OutputKind;

/// The files of pictures: one for all, or one for each game or position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Target {
    One,
    /// Each into a file of its own.
    Many(Pattern),
}

/// A path with placeholders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pattern(String);

const WORDS: [&str; 3] = ["{file}", "{game}", "{ply}"];

/// The values of the placeholders.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names<'a> {
    pub(super) stem: &'a str,
    pub(super) game: u64,
    pub(super) ply: u32,
}

impl Target {
    /// Parses the argument of `-o`.
    pub(super) fn new(output: Option<&Path>, what: OutputKind) -> Result<Self, Error> {
        let Some(path) = output else { return Ok(Self::One) };
        let text = path.to_string_lossy();
        if text.ends_with(is_separator) || path.is_dir() {
            let folder = text.trim_end_matches(is_separator);
            return Ok(Self::Many(Pattern(format!("{folder}/{{file}}-{{game}}.{}", what.name()))));
        }
        if let Some(found) = foreign_extension(path, what) {
            let message = format!("{}: the extension `.{found}` does not fit --as {} ", path.display(), what.name());
            return Err(Error::Usage(message.trim_end().to_owned()));
        }
        let rest = WORDS.iter().fold(text.to_string(), |rest, word| rest.replace(word, ""));
        if rest.contains(['{', '}']) {
            let message = format!("{}: unknown placeholder; expected {}", path.display(), WORDS.join(", "));
            return Err(Error::Usage(message));
        }
        if WORDS.iter().any(|word| text.contains(word)) {
            return match path.to_str() {
                Some(text) => Ok(Self::Many(Pattern(text.to_owned()))),
                None => Err(Error::Usage(format!("{}: names with placeholders must be Unicode", path.display()))),
            };
        }
        Ok(Self::One)
    }
}

/// The ending of a path, if it is that of another kind of picture.
fn foreign_extension(path: &Path, what: OutputKind) -> Option<String> {
    let found = path.extension()?.to_str()?.to_lowercase();
    let is_right = found == what.name() || (what == OutputKind::Apng && found == "png");
    (["svg", "png", "gif", "apng", "jpg", "jpeg", "webp"].contains(&found.as_str()) && !is_right).then_some(found)
}

impl Pattern {
    /// Whether each position has a file of its own.
    pub(super) fn parts_positions(&self) -> bool {
        self.0.contains("{ply}")
    }

    pub(super) fn path(&self, names: Names<'_>) -> PathBuf {
        let text = self.0.replace("{game}", &names.game.to_string()).replace("{ply}", &names.ply.to_string());
        PathBuf::from(text.replace("{file}", names.stem))
    }

    /// The placeholders that it lacks.
    pub(super) fn missing(&self) -> impl Iterator<Item = &'static str> {
        WORDS.into_iter().filter(|word| !self.0.contains(word))
    }
}

/// The stems of inputs: names in the names of pictures, each for one input.
#[derive(Default, Debug)]
pub(super) struct Stems {
    of_inputs: HashMap<String, String>,
    taken: HashSet<String>,
    /// How many inputs had the same name but for folders and endings.
    counts: HashMap<String, u32>,
}

impl Stems {
    /// The stem of an input. If another input has its name, a number is added.
    pub(super) fn of(&mut self, file: &str) -> &str {
        if !self.of_inputs.contains_key(file) {
            let name = stem(file);
            let count = self.counts.entry(name.clone()).or_default();
            let free = loop {
                *count += 1;
                let free = if *count == 1 { name.clone() } else { format!("{name}_{count}") };
                if self.taken.insert(free.clone()) {
                    break free;
                }
            };
            self.of_inputs.insert(file.to_owned(), free);
        }
        &self.of_inputs[file]
    }
}

/// The longest name of an input in the name of a picture, in bytes. File systems allow 255 for the whole name.
const MAX_STEM: usize = 120;

/// The name of an input without folders and endings, in characters that every system has in names.
fn stem(file: &str) -> String {
    let name = file.rsplit(['/', '\\', ':']).next().unwrap_or(file);
    let name = name.split('.').next().unwrap_or(name);
    let is_plain = |character: &char| character.is_alphanumeric() || matches!(character, '-' | '_');
    let mut plain: String = name.chars().filter(is_plain).collect();
    plain.truncate(plain.floor_char_boundary(MAX_STEM));
    if plain.is_empty() {
        return "input".to_owned();
    }
    if is_device(&plain) {
        plain.push('_');
    }
    plain
}

/// Whether Windows takes a name for a device, with any ending.
fn is_device(stem: &str) -> bool {
    let name = stem.to_ascii_uppercase();
    let port = name.strip_prefix("COM").or_else(|| name.strip_prefix("LPT"));
    matches!(name.as_str(), "CON" | "PRN" | "AUX" | "NUL")
        || port.is_some_and(|port| {
            matches!(port, "¹" | "²" | "³") || (port.len() == 1 && port.as_bytes()[0].is_ascii_digit())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn many(text: &str) -> Target {
        Target::Many(Pattern(text.to_owned()))
    }

    #[test]
    fn files_patterns_and_folders_are_distinguished() {
        let target = |text: &str, what| Target::new(Some(Path::new(text)), what).unwrap();
        assert_eq!(Target::new(None, OutputKind::Png).unwrap(), Target::One);
        assert_eq!(target("game.png", OutputKind::Png), Target::One);
        assert_eq!(target("GAME.PNG", OutputKind::Apng), Target::One);
        assert_eq!(target("game-{game}.svg", OutputKind::Svg), many("game-{game}.svg"));
        assert_eq!(target("pictures/", OutputKind::Gif), many("pictures/{file}-{game}.gif"));
        assert!(Target::new(Some(Path::new("game.gif")), OutputKind::Png).is_err());
        assert!(Target::new(Some(Path::new("{game}.svg")), OutputKind::Png).is_err());
    }

    #[test]
    fn names_cannot_leave_their_folder() {
        let path = |file| {
            let stem = &stem(file);
            Pattern("out/{file}-{game}-{ply}.png".to_owned()).path(Names { stem, game: 3, ply: 7 })
        };
        assert_eq!(path("data/lichess.pgn.zst"), Path::new("out/lichess-3-7.png"));
        assert_eq!(path("a.zip:deep/b c.pgn"), Path::new("out/bc-3-7.png"));
        assert_eq!(path("<stdin>"), Path::new("out/stdin-3-7.png"));
        assert_eq!(path("../.."), Path::new("out/input-3-7.png"));
        assert_eq!(path("{ply}{game}.pgn"), Path::new("out/plygame-3-7.png"));
        assert_eq!(path("..\\..\\x\0\u{202e}y.pgn"), Path::new("out/xy-3-7.png"));
        assert_eq!(path("a/~$|<>*?\"\n.pgn"), Path::new("out/input-3-7.png"));
    }

    #[test]
    fn names_are_files_on_every_system() {
        let path = |file: &str| Pattern("{file}.png".to_owned()).path(Names { stem: &stem(file), game: 1, ply: 0 });
        for device in ["con", "NUL", "Aux", "prn", "COM1", "lpt9", "com²"] {
            assert_eq!(path(&format!("{device}.pgn")), Path::new(&format!("{device}_.png")));
        }
        assert_eq!(path("console.pgn"), Path::new("console.png"));
        assert_eq!(path("com10.pgn"), Path::new("com10.png"));
        assert_eq!(path(&"x".repeat(5000)), Path::new(&format!("{}.png", "x".repeat(MAX_STEM))));
        assert_eq!(path(&"王".repeat(5000)), Path::new(&format!("{}.png", "王".repeat(MAX_STEM / 3))));
    }
}
