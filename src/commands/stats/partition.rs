//! `--partition-by`: a folder of Parquet files, in folders that are named after values, as Hive, Spark and DuckDB read
//! them: `year=2013/month=01/0.parquet`.
//!
//! Few files are open at once, and their rows wait in memory up to a limit for all of them together. If there are too many
//! partitions, a file is finished early, and its partition gets another one. The last file is an empty `_SUCCESS`, without
//! which the folder is incomplete.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::{fs, io};

use crate::commands::Error;
use crate::commands::outputs::Made;
use crate::game::facts::{FactColumn, Facts, GameFact};
use crate::input::{OutputError, Sink};
use crate::parts::Digest;
use crate::report::facts::RowLayout;
use crate::report::rows::{Batch, ColumnFile, ColumnFileOptions, ROWS_IN_GROUP, TEXT_IN_GROUP};

/// The maximum number of open files.
const MAX_OPEN: usize = 128;

/// The name of the last file. Readers ignore names that begin with `_`.
const SUCCESS: &str = "_SUCCESS";

/// The value of a partition whose rows have none.
const NO_VALUE: &str = "__HIVE_DEFAULT_PARTITION__";

/// The folder of the values of a game: `year=2013/month=01`. `month` has only its own two digits if `year` precedes it.
pub(super) fn folder_of(partition_by: &[FactColumn], facts: &Facts<'_>) -> Arc<str> {
    let mut path = String::new();
    for (at, column) in partition_by.iter().enumerate() {
        if at > 0 {
            path.push('/');
        }
        let name = column.name();
        escape(name.strip_prefix("tag:").unwrap_or(&name), &mut path);
        path.push('=');
        let has_year = partition_by[..at].contains(&FactColumn::Game(GameFact::Year));
        match column {
            FactColumn::Game(GameFact::Month) if has_year => match GameFact::Month.value(facts, None) {
                Some(month) => path.push_str(month.text().rsplit('.').next().unwrap_or_default()),
                None => path.push_str(NO_VALUE),
            },
            FactColumn::Game(fact) => match fact.value(facts, None) {
                Some(value) if !value.text().is_empty() => escape(&value.text(), &mut path),
                _ => path.push_str(NO_VALUE),
            },
            FactColumn::Tag(tag) => match facts.game.tags.text(tag, facts.bytes) {
                Some(value) if !value.is_empty() => escape(&value, &mut path),
                _ => path.push_str(NO_VALUE),
            },
            FactColumn::Ply(_) | FactColumn::Operation(_) => path.push_str(NO_VALUE),
        }
    }
    path.into()
}

/// Appends a name or value as Hive escapes it in names of folders. One that is too long for a file system is cut, and its
/// digest makes it unlike others.
fn escape(text: &str, path: &mut String) {
    /// Less than half of the usual limit of 255 bytes, for a name and a value.
    const MAX_LEN: usize = 120;
    const DIGEST_LEN: usize = 33;
    let mut escaped = String::new();
    for character in text.chars() {
        let mut buffer = [0; 4];
        let bytes = character.encode_utf8(&mut buffer);
        if character.is_control() || "\"#%'*/:=?\\{[]^<>|".contains(character) {
            for byte in bytes.bytes() {
                let _ = write!(escaped, "%{byte:02X}");
            }
        } else {
            escaped.push(character);
        }
    }
    if escaped.len() > MAX_LEN {
        let mut digest = Digest::default();
        digest.add(text.as_bytes());
        let kept = escaped.floor_char_boundary(MAX_LEN - DIGEST_LEN);
        escaped.truncate(kept);
        let _ = write!(escaped, "~{digest}");
    }
    path.push_str(&escaped);
}

/// A folder of files that are being written.
pub(super) struct PartitionFolder<'a> {
    path: &'a Path,
    layout: &'a RowLayout,
    options: ColumnFileOptions,
    open: BTreeMap<Arc<str>, Partition>,
    /// The number of files of each partition.
    counts: BTreeMap<Arc<str>, u32>,
    /// The number of batches so far.
    time: u64,
    /// What is removed if the run fails.
    made: Made,
}

/// An open file.
struct Partition {
    file: ColumnFile<Sink>,
    /// The number of the last batch that it got.
    last_use: u64,
}

impl<'a> PartitionFolder<'a> {
    /// Begins a folder, which must be empty or not exist, and which no other run may fill.
    pub(super) fn create(path: &'a Path, layout: &'a RowLayout, options: ColumnFileOptions) -> Result<Self, Error> {
        let refused = |why| Err(Error::Usage(format!("--partition-by: {} {why}", path.display())));
        let mut made = Made::default();
        if !made.own_folder(path)? {
            return refused("is being filled by another adoube; choose another folder");
        }
        let is_empty = fs::read_dir(path).map(|mut entries| entries.next().is_none());
        if !is_empty.map_err(|error| OutputError::new(path, error))? {
            return refused("is not an empty folder");
        }
        Ok(Self { path, layout, options, open: BTreeMap::new(), counts: BTreeMap::new(), time: 0, made })
    }

    pub(super) fn path(&self) -> &Path {
        self.path
    }

    /// Appends rows to a partition.
    pub(super) fn write(&mut self, folder: &Arc<str>, batch: &Batch) -> io::Result<()> {
        self.time += 1;
        if !self.open.contains_key(folder) {
            if self.open.len() == MAX_OPEN
                && let Some(oldest) =
                    self.open.iter().min_by_key(|(_, one)| one.last_use).map(|(key, _)| Arc::clone(key))
            {
                self.finish_file(&oldest)?;
            }
            let file = self.begin_file(folder)?;
            self.open.insert(Arc::clone(folder), Partition { file, last_use: 0 });
        }
        if let Some(partition) = self.open.get_mut(folder) {
            partition.last_use = self.time;
            partition.file.write(batch)?;
        }
        let waiting = |open: &BTreeMap<Arc<str>, Partition>| {
            open.values().map(|one| one.file.waiting()).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
        };
        let (rows, text) = waiting(&self.open);
        if (rows > ROWS_IN_GROUP || text > TEXT_IN_GROUP)
            && let Some(largest) = self.open.values_mut().max_by_key(|one| one.file.waiting())
        {
            largest.file.end_group()?;
        }
        Ok(())
    }

    fn begin_file(&mut self, folder: &Arc<str>) -> io::Result<ColumnFile<Sink>> {
        let whole = self.path.join(&**folder);
        self.made.folder(&whole).map_err(OutputError::into_io)?;
        let count = self.counts.entry(Arc::clone(folder)).or_default();
        let sink = Sink::create_new(&whole.join(format!("{count}.parquet"))).map_err(OutputError::into_io)?;
        *count += 1;
        Ok(self.layout.file(sink, self.options)?)
    }

    fn finish_file(&mut self, folder: &Arc<str>) -> io::Result<()> {
        let Some(Partition { file, .. }) = self.open.remove(folder) else { return Ok(()) };
        self.made.commit(file.finish()?).map_err(OutputError::into_io)
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        let folders: Vec<Arc<str>> = self.open.keys().map(Arc::clone).collect();
        for folder in folders {
            self.finish_file(&folder)?;
        }
        let made = &mut self.made;
        let end = Sink::create_new(&self.path.join(SUCCESS)).and_then(|sink| made.commit(sink));
        end.map_err(OutputError::into_io)?;
        self.made.keep();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay::read_game;
    use crate::game::rules::RuleSet;

    #[test]
    fn folders_are_named_after_values() {
        let folder = |names: &[&str], tags: &str| {
            let text = format!("{tags}\n1. e4 *\n");
            let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
            let columns: Vec<FactColumn> = names.iter().map(|name| FactColumn::of_game(name).unwrap()).collect();
            folder_of(&columns, &Facts::new(&game, text.as_bytes(), "a.pgn", None)).to_string()
        };
        let dated = "[Date \"2013.01.31\"]\n[Site \"a/b=c: é\\\"\u{1}\"]\n[WhiteTitle \"GM\"]\n";
        assert_eq!(folder(&["year", "month"], dated), "year=2013/month=01");
        assert_eq!(folder(&["month"], dated), "month=2013.01");
        assert_eq!(folder(&["year", "Site"], "[Date \"2013.??.??\"]\n"), "year=2013/Site=__HIVE_DEFAULT_PARTITION__");
        assert_eq!(folder(&["year", "month"], "[Date \"2013.??.??\"]\n"), "year=2013/month=__HIVE_DEFAULT_PARTITION__");
        assert_eq!(folder(&["Site"], dated), "Site=a%2Fb%3Dc%3A é%22%01");
        assert_eq!(folder(&["tag:WhiteTitle"], dated), "WhiteTitle=GM");
        let long = |end: &str| folder(&["Site"], &format!("[Site \"{}{end}\"]\n", "é".repeat(100)));
        assert!(long("1").starts_with(&format!("Site={}~", "é".repeat(43))) && long("1").len() < 128);
        assert_ne!(long("1"), long("2"));
        assert_eq!(folder(&["Site"], "[Site \"..\"]\n"), "Site=..");
    }
}
