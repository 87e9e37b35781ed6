//! What the bench `commands` reads: generated from the games of a month, in a directory that is removed at the end.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use adoube::{PgnGames, RuleSet};
use tempfile::TempDir;

use crate::cozy::POSITIONS;
use crate::shapes;

/// Real games.
const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/gnuchess-book-sample.pgn");

/// The size of a month without `--input`.
const MONTH_BYTES: usize = 20_000_000;

/// An input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Shape {
    /// The file of `--input`, or the sample again and again.
    Month,
    /// The same, compressed.
    MonthZst,
    MonthWithoutTags,
    /// The same games in a directory, in files of at least this many bytes.
    Files(usize),
    /// This many games of the sample, for what takes long.
    Sample(usize),
    /// Two plies a game, without tags.
    Tiny,
    /// One ply a game, with seven tags.
    TinyWithTags,
    /// One game of a million plies.
    LongGame,
    /// The last positions of the games of the month, each once.
    FinalPositions,
    /// A position of [`POSITIONS`], and its depth increased by a number of plies.
    Perft(usize, u32),
}

/// An input that is ready to be read.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) bytes: u64,
    /// The last words of a command line that reads it.
    pub(crate) words: Vec<OsString>,
}

/// All inputs, each of which is made when it is needed.
pub(crate) struct Inputs {
    directory: TempDir,
    sample: String,
    /// Everything is made small.
    is_small: bool,
    /// The text of `--input`, in which there may be errors.
    users: Option<Vec<u8>>,
    /// The name of the month, without the end `.pgn`.
    month: String,
    made: HashMap<Shape, Input>,
}

impl Inputs {
    pub(crate) fn new(path: Option<&Path>, is_small: bool) -> Result<Self, String> {
        let directory = tempfile::tempdir().map_err(|error| format!("no temporary directory: {error}"))?;
        let mut sample = fs::read_to_string(SAMPLE).map_err(|error| format!("{SAMPLE}: {error}"))?;
        if is_small {
            sample.truncate(first_games(&sample, 20).len());
        }
        let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
        let users = path.map(read).transpose()?;
        let month = path.and_then(Path::file_stem).map_or("month".into(), |name| name.to_string_lossy().into_owned());
        Ok(Self { directory, sample, is_small, users, month, made: HashMap::new() })
    }

    /// Whether the games are those of a user, about whose faults programs may differ.
    pub(crate) fn are_users(&self) -> bool {
        self.users.is_some()
    }

    /// The highest exit code of a program that has done its work: 1 if something may be wrong with the games of a user, or
    /// if nothing may be selected because there are few.
    pub(crate) fn most_code(&self) -> i32 {
        i32::from(self.are_users() || self.is_small)
    }

    /// An empty directory for the output of a program.
    pub(crate) fn empty_directory(&self) -> Result<PathBuf, String> {
        let path = self.directory.path().join("out");
        let emptied = if path.exists() { fs::remove_dir_all(&path) } else { Ok(()) };
        emptied.and_then(|()| fs::create_dir(&path)).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    }

    /// The input of a shape.
    pub(crate) fn get(&mut self, shape: Shape) -> Result<Input, String> {
        if let Some(input) = self.made.get(&shape) {
            return Ok(input.clone());
        }
        let input = self.make(shape)?;
        self.made.insert(shape, input.clone());
        Ok(input)
    }

    fn make(&self, shape: Shape) -> Result<Input, String> {
        let size = |full: usize| if self.is_small { full / 1000 } else { full };
        let named = |end: &str| format!("{}{end}", self.month);
        match shape {
            Shape::Month => self.file(&named(".pgn"), &self.month()),
            Shape::MonthZst => {
                let packed = compressed(&self.month()).map_err(|error| format!("zstd: {error}"))?;
                self.file(&named(".pgn.zst"), &packed)
            }
            Shape::MonthWithoutTags => {
                let text = shapes::without_tags(&String::from_utf8_lossy(&self.month()));
                self.file(&named("-without-tags.pgn"), text.as_bytes())
            }
            Shape::Files(bytes) => self.files(bytes),
            Shape::Sample(games) => {
                let games = if self.is_small { 2 } else { games };
                self.file(&format!("{games}-games.pgn"), first_games(&self.sample, games).as_bytes())
            }
            Shape::Tiny => self.file("two-plies-a-game.pgn", shapes::tiny(size(1_500_000)).as_bytes()),
            Shape::TinyWithTags => {
                self.file("one-ply-with-seven-tags.pgn", shapes::tiny_with_tags(size(200_000)).as_bytes())
            }
            Shape::LongGame => self.file("one-long-game.pgn", shapes::long_game(size(500_000)).as_bytes()),
            Shape::FinalPositions => self.file(&named("-final-positions.fen"), self.final_positions().as_bytes()),
            Shape::Perft(position, more) => Ok(self.perft(position, more)),
        }
    }

    fn month(&self) -> Vec<u8> {
        let size = if self.is_small { 0 } else { MONTH_BYTES };
        let repeated = || self.sample.repeat((size / self.sample.len()).max(1)).into_bytes();
        self.users.clone().unwrap_or_else(repeated)
    }

    fn file(&self, name: &str, content: &[u8]) -> Result<Input, String> {
        let path = self.directory.path().join(name);
        fs::write(&path, content).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Input { name: name.to_owned(), bytes: content.len() as u64, words: vec![path.into()] })
    }

    /// A directory with the games of the month in files of at least this many bytes.
    fn files(&self, least_bytes: usize) -> Result<Input, String> {
        let name = format!("{}-in-files-of-{}k", self.month, least_bytes / 1000);
        let path = self.directory.path().join(&name);
        fs::create_dir(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let month = self.month();
        let games = PgnGames::new(&month).with_rules(RuleSet::EMPTY);
        let mut ends: Vec<usize> = games.map(|game| game.span().end).collect();
        // What comes after the last game belongs to its file.
        ends.pop();
        ends.push(month.len());
        let (mut start, mut count) = (0, 0);
        for end in ends {
            if end - start >= least_bytes || end == month.len() {
                self.file(&format!("{name}/{count:06}.pgn"), &month[start..end])?;
                (start, count) = (end, count + 1);
            }
        }
        Ok(Input { name: format!("{name} ({count})"), bytes: month.len() as u64, words: vec![path.into()] })
    }

    /// The last positions of the games of the month, each once, one on a line.
    fn final_positions(&self) -> String {
        let games = self.users.as_deref().unwrap_or(self.sample.as_bytes());
        let games = PgnGames::new(games).with_rules(RuleSet::EMPTY);
        let positions: BTreeSet<String> = games.map(|game| game.position().to_fen()).collect();
        positions.into_iter().fold(String::new(), |lines, fen| lines + &fen + "\n")
    }

    fn perft(&self, position: usize, more: u32) -> Input {
        let (name, fen, depth, _) = POSITIONS[position];
        let depth = if self.is_small { 2 } else { depth } + more;
        Input { name: format!("{name}, depth {depth}"), bytes: 0, words: vec![fen.into(), depth.to_string().into()] }
    }
}

fn first_games(pgn: &str, count: usize) -> &str {
    let games = PgnGames::new(pgn.as_bytes()).with_rules(RuleSet::EMPTY).take(count);
    &pgn[..games.last().map_or(0, |game| game.span().end)]
}

/// Compresses with a window that is smaller than the sample, so that its copies are not recognized.
fn compressed(text: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 0)?;
    encoder.window_log(17)?;
    encoder.write_all(text)?;
    encoder.finish()
}
