//! The baseline: a file of known findings, which are neither reported nor make a run fail. `adoube validate` writes it.
//!
//! It has one [`Line`] for each rule, game and message, in order. A game is recognized by what it is, not by where it is,
//! so a baseline stays true when games are sorted, split, moved or compressed. Findings are counted in the order of the
//! input: if there are more than an entry allows, the last ones are new.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Place;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::mem;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueHint;
use serde::{Deserialize, Serialize};

use crate::commands::driver::{Run, without_mark};
use crate::commands::{Error, ExitStatus, outputs};
use crate::game::finding::{Finding, Players, ReportedFinding};
use crate::game::identity::{MeetId, text_id};
use crate::game::replay::{Game, RuleReport};
use crate::game::rules::{Rule, RuleSet, Severity};
use crate::input::{CompressionFormat, Sink, read_line};
use crate::report::Diagnostics;
use crate::report::terminal::numbers::counted;

/// Known findings.
#[derive(clap::Args, Clone, Default, Debug)]
#[command(next_help_heading = "Baseline")]
pub struct BaselineArgs {
    /// Do not report or fail on the findings in FILE, which are known
    ///
    /// FILE has a line for each rule, game, and message, with the number of such findings. A game is recognized by its
    /// meet_id, or without one by its text, so games may be sorted, split, moved, or compressed. SARIF has known findings as
    /// suppressed results. An entry that no finding needs any more is reported, and the exit code is 1.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath,
          conflicts_with_all = ["fen", "part", "merge", "partial"])]
    pub baseline: Option<PathBuf>,

    /// Add all findings that would be reported to the baseline, and remove entries that no finding needs
    ///
    /// Creates the file of --baseline if it does not exist. Entries that stay keep their reasons, and entries of rules that
    /// are not selected stay. The exit code is 0, whatever the findings are.
    #[arg(long, requires = "baseline",
          conflicts_with_all = ["prune_baseline", "keep_stale", "head", "game", "condition", "sample"])]
    pub update_baseline: bool,

    /// Remove entries that no finding needs from the baseline, and lower counts that are too high
    #[arg(long, requires = "baseline", conflicts_with_all = ["keep_stale", "head", "game", "condition", "sample"])]
    pub prune_baseline: bool,

    /// Do not report or fail on entries of the baseline that no finding needs
    #[arg(long, requires = "baseline")]
    pub keep_stale: bool,
}

impl BaselineArgs {
    const fn writes(&self) -> bool {
        self.update_baseline || self.prune_baseline
    }

    /// The baseline, if this run replaces it.
    pub(in crate::commands) fn written(&self) -> Option<&Path> {
        self.baseline.as_deref().filter(|_| self.writes())
    }

    /// The baseline, if this run only reads it.
    pub(in crate::commands) fn read(&self) -> Option<&Path> {
        self.baseline.as_deref().filter(|_| !self.writes())
    }
}

/// What a known finding is about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::commands) enum Subject {
    /// A game with this `meet_id`.
    Meet(u128),
    /// A game, a position, or text between games, with this hash of its text without white space.
    Text(u128),
    /// A whole file: its name without folders, archive and the ending of compressed files.
    File(Box<str>),
}

impl Subject {
    /// A game that was read from these bytes, or text between games.
    pub(in crate::commands) fn of_game(game: &Game, bytes: &[u8], text: &[u8]) -> Self {
        match MeetId::of_game(game, bytes) {
            Some(id) => Self::Meet(u128::from_be_bytes(id.bytes())),
            None => Self::of_text(text),
        }
    }

    pub(in crate::commands) fn of_text(text: &[u8]) -> Self {
        Self::Text(text_id(text))
    }

    pub(in crate::commands) fn of_file(name: &str) -> Self {
        let name = name.rsplit(['/', '\\', ':']).next().unwrap_or(name);
        let end = name.rfind('.').filter(|_| CompressionFormat::of_name(Path::new(name)).is_some());
        Self::File(name[..end.unwrap_or(name.len())].into())
    }
}

/// A line of the file. The players and the date help to find the game, and are not compared.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<S> {
    r#type: S,
    code: S,
    #[serde(skip_serializing_if = "Option::is_none")]
    meet_id: Option<S>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text_id: Option<S>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<S>,
    message: S,
    count: NonZeroU64,
    reason: S,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<S>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<S>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<S>,
}

/// The `type` of a line.
const KNOWN: &str = "known";

/// A finding is known if rule, subject and message are.
type Key = (Rule, Subject, Box<str>);

/// How often a finding is known, and how often it was found.
struct Entry {
    /// The line of the file; 0 if this run adds it.
    line: u64,
    count: u64,
    found: u64,
    reason: Box<str>,
    players: Option<Arc<Players>>,
}

/// The known findings of a run.
pub(in crate::commands) struct Baseline {
    args: BaselineArgs,
    path: PathBuf,
    entries: BTreeMap<Key, Entry>,
    /// The new file, if the run writes one, and whether there is an old one.
    sink: Option<(Sink, bool)>,
}

impl Baseline {
    /// Reads the baseline, if there is one.
    pub(in crate::commands) fn open(args: &BaselineArgs) -> Result<Option<Self>, Error> {
        let Some(path) = args.baseline.as_deref() else { return Ok(None) };
        let found = fs::metadata(path);
        let exists = !matches!(&found, Err(error) if error.kind() == io::ErrorKind::NotFound);
        if path.as_os_str() == "-" || args.writes() && found.is_ok_and(|found| !found.is_file()) {
            return Err(Error::Usage(format!("--baseline: {} is not a regular file", path.display())));
        }
        // Created first, so that the file is only replaced in the version that is read.
        let sink = if args.writes() && (exists || args.update_baseline) { Some(Sink::create(path)?) } else { None };
        let entries = if exists || !args.update_baseline { read(path)? } else { BTreeMap::new() };
        let (args, path) = (args.clone(), path.to_owned());
        Ok(Some(Self { args, path, entries, sink: sink.map(|sink| (sink, exists)) }))
    }

    /// Counts a finding; returns the reason of its entry if it is known.
    pub(in crate::commands) fn find(&mut self, subject: &Subject, located: &ReportedFinding) -> Option<Box<str>> {
        let finding = &located.finding;
        let entry = match self.entries.entry((finding.rule, subject.clone(), finding.message().into())) {
            Place::Occupied(entry) => entry.into_mut(),
            Place::Vacant(place) if self.args.update_baseline => {
                let players = located.players.clone();
                place.insert(Entry { line: 0, count: 0, found: 0, reason: "".into(), players })
            }
            Place::Vacant(_) => return None,
        };
        entry.found += 1;
        (self.args.update_baseline || entry.found <= entry.count).then(|| entry.reason.clone())
    }

    /// Reports entries of these rules that no finding needs; returns how many there are.
    pub(in crate::commands) fn report_stale(&self, rules: RuleSet, run: &mut Run) -> u64 {
        const MOST: usize = 10;
        if self.args.writes() {
            return 0;
        }
        let is_stale = |&(key, entry): &(&Key, &Entry)| rules.contains(key.0) && entry.found < entry.count;
        let mut stale: Vec<(&Key, &Entry)> = self.entries.iter().filter(is_stale).collect();
        if stale.is_empty() || self.args.keep_stale {
            return stale.len() as u64;
        }
        stale.sort_by_key(|(_, entry)| entry.line);
        let path = self.path.display();
        let times = |count| counted(count, "time", "times");
        for ((rule, _, message), Entry { line, count, found, .. }) in stale.iter().take(MOST) {
            let (code, known, found) = (rule.code(), times(*count), times(*found));
            run.error(format_args!("{path}:{line}: stale entry, known {known} and found {found}: {code} {message}"));
        }
        let entries = stale.len() as u64;
        let first = if stale.len() > MOST { ", the first of which are listed" } else { "" };
        run.error(format_args!(
            "{path}: {}{first}; remove them with --prune-baseline, or accept them with --keep-stale",
            counted(entries, "stale entry", "stale entries")
        ));
        run.add(ExitStatus::Findings);
        entries
    }

    /// Replaces the file, if the run does that and its entries have changed. Entries of rules that the run did not check
    /// stay. `is_complete` is whether all inputs were read.
    pub(in crate::commands) fn write(
        self,
        rules: RuleSet,
        is_complete: bool,
        diagnostics: &Diagnostics,
    ) -> Result<(), Error> {
        let Self { args, path, mut entries, sink } = self;
        let Some((mut sink, exists)) = sink else { return Ok(()) };
        if !is_complete {
            outputs::report_unwritten(&path, diagnostics);
            return Ok(());
        }
        if args.update_baseline {
            keep_reasons(&mut entries, rules);
        }
        let (mut added, mut removed, mut changed) = (0, 0, 0);
        entries.retain(|(rule, ..), entry| {
            let checked = if args.update_baseline { entry.found } else { entry.found.min(entry.count) };
            let count = if rules.contains(*rule) { checked } else { entry.count };
            match (entry.count, count) {
                (0, _) => added += 1,
                (_, 0) => removed += 1,
                (old, new) => changed += u64::from(old != new),
            }
            entry.count = count;
            count > 0
        });
        if !exists || added + removed + changed > 0 {
            let writing = |error| Error::of_writing(error, ExitStatus::Clean);
            entries.iter().try_for_each(|(key, entry)| write_line(key, entry, &mut sink)).map_err(writing)?;
            sink.commit()?;
        }
        let entries = counted(entries.len() as u64, "entry", "entries");
        let path = crate::report::Visible(&path.to_string_lossy()).to_string();
        diagnostics
            .result(&format!("{path}: {entries}: {added} added, {removed} removed, {changed} with a new count\n"));
        Ok(())
    }
}

/// The known findings, for commands that only leave them out.
pub(in crate::commands) struct KnownFindings(BTreeMap<Key, Entry>);

impl KnownFindings {
    /// Reads the baseline, if there is one.
    pub(in crate::commands) fn open(path: Option<&Path>) -> Result<Option<Self>, Error> {
        path.map(|path| read(path).map(Self)).transpose()
    }

    /// A report on this subject without known findings. A subject has each as often as its entry allows. The report must
    /// have the findings of all rules whose findings are errors.
    pub(in crate::commands) fn rest(&self, report: &RuleReport, subject: impl FnOnce() -> Subject) -> RuleReport {
        let mut rest = report.clone();
        if report.findings.is_empty() {
            return rest;
        }
        let subject = subject();
        let mut found: BTreeMap<Key, u64> = BTreeMap::new();
        rest.findings.retain(|finding| {
            let key = (finding.rule, subject.clone(), finding.message().into());
            let Some(entry) = self.0.get(&key) else { return true };
            let found = found.entry(key).or_default();
            *found += 1;
            *found > entry.count
        });
        let listed = |list: &[Finding], (rule, severity, _): (Rule, Severity, u64)| {
            list.iter().filter(|finding| (finding.rule, finding.severity) == (rule, severity)).count() as u64
        };
        let RuleReport { findings, counts, has_error, .. } = &mut rest;
        for count in &mut *counts {
            let (before, after) = (listed(&report.findings, *count), listed(findings, *count));
            // The last finding of a rule with very many counts those that are not listed.
            count.2 = if after == 0 && before > 0 { 0 } else { count.2 - (before - after) };
        }
        counts.retain(|count| count.2 > 0);
        *has_error = counts.iter().any(|count| count.1 == Severity::Error);
        rest
    }
}

/// Gives the reason of an entry that is removed to the one that takes its place. If a rule has one old and one new message
/// about a game, the wording has probably changed with the version of adoube.
fn keep_reasons(entries: &mut BTreeMap<Key, Entry>, rules: RuleSet) {
    let mut groups: BTreeMap<(Rule, &Subject), [Vec<&mut Entry>; 2]> = BTreeMap::new();
    for ((rule, subject, _), entry) in entries.iter_mut().filter(|((rule, ..), _)| rules.contains(*rule)) {
        if entry.count == 0 || entry.found == 0 {
            groups.entry((*rule, subject)).or_default()[usize::from(entry.count == 0)].push(entry);
        }
    }
    for [mut old, mut new] in groups.into_values() {
        if let ([old], [new]) = (&mut old[..], &mut new[..]) {
            new.reason = mem::take(&mut old.reason);
        }
    }
}

fn write_line((rule, subject, message): &Key, entry: &Entry, out: &mut impl Write) -> io::Result<()> {
    let Some(count) = NonZeroU64::new(entry.count) else { return Ok(()) };
    let id = |id: &u128| format!("{id:032x}");
    let (meet_id, text_id, file) = match subject {
        Subject::Meet(meet) => (Some(id(meet)), None, None),
        Subject::Text(text) => (None, Some(id(text)), None),
        Subject::File(name) => (None, None, Some(&**name)),
    };
    let players = entry.players.as_deref();
    let line = Line {
        r#type: KNOWN,
        code: rule.code(),
        meet_id: meet_id.as_deref(),
        text_id: text_id.as_deref(),
        file,
        message,
        count,
        reason: &*entry.reason,
        white: players.and_then(|players| players.white.as_deref()),
        black: players.and_then(|players| players.black.as_deref()),
        date: players.and_then(|players| players.date.as_deref()),
    };
    serde_json::to_writer(&mut *out, &line)?;
    out.write_all(b"\n")
}

/// Reads the entries of a file. Blank lines and the order of lines do not matter.
fn read(path: &Path) -> Result<BTreeMap<Key, Entry>, Error> {
    let file = File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Error::Usage(format!(
            "--baseline: {} does not exist; create it with `adoube validate --update-baseline`",
            path.display()
        )),
        _ => Error::Usage(format!("{}: cannot be read: {error}", path.display())),
    })?;
    let mut reader = BufReader::new(file);
    let mut entries = BTreeMap::new();
    for number in 1.. {
        let fault = |fault: &dyn Display| Error::Usage(format!("{}:{number}: {fault}", path.display()));
        let Some(line) = read_line(&mut reader).map_err(|error| fault(&format_args!("cannot be read: {error}")))?
        else {
            break;
        };
        let line = if number == 1 { without_mark(&line) } else { &line };
        if line.trim_ascii().is_empty() {
            continue;
        }
        let (key, entry) = entry(line, number).map_err(|error| fault(&error))?;
        match entries.entry(key) {
            Place::Vacant(place) => drop(place.insert(entry)),
            Place::Occupied(first) => {
                let first: &Entry = first.get();
                return Err(fault(&format_args!("the same entry as in line {}; join their counts", first.line)));
            }
        }
    }
    Ok(entries)
}

/// The entry in a line, or what is wrong with it.
fn entry(line: &[u8], number: u64) -> Result<(Key, Entry), String> {
    let Line { r#type, code, meet_id, text_id, file, message, count, reason, white, black, date } =
        serde_json::from_slice::<Line<Box<str>>>(line).map_err(|error| {
            let text = error.to_string();
            let text = text.split(" at line ").next().unwrap_or_default();
            format!("not an entry of a baseline: {text} (column {})", error.column())
        })?;
    if &*r#type != KNOWN {
        return Err(format!("not an entry of a baseline: its `type` is `{type}`, not `{KNOWN}`"));
    }
    let rule = Rule::from_code(&code).ok_or_else(|| format!("there is no rule with the code `{code}`"))?;
    let id = |name: &str, digits: &str| {
        let is_id = digits.len() == 32 && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        let id = u128::from_str_radix(digits, 16).ok().filter(|_| is_id);
        id.ok_or_else(|| format!("`{name}` is not 32 hexadecimal digits in lower case"))
    };
    let subject = match (meet_id, text_id, file) {
        (Some(meet), None, None) => Subject::Meet(id("meet_id", &meet)?),
        (None, Some(text), None) => Subject::Text(id("text_id", &text)?),
        (None, None, Some(name)) => Subject::File(name),
        _ => return Err("an entry has one of `meet_id`, `text_id` and `file`".to_owned()),
    };
    let is_named = white.is_some() || black.is_some() || date.is_some();
    let players = is_named.then(|| Arc::new(Players { white, black, date }));
    Ok(((rule, subject, message), Entry { line: number, count: count.get(), found: 0, reason, players }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = concat!(
        r#"{"type":"known","code":"M101","meet_id":"0123456789abcdef0123456789abcdef","message":"m","#,
        r#""count":2,"reason":"r","white":"a"}"#
    );

    #[test]
    fn an_entry_is_written_as_it_was_read() {
        for line in [
            LINE.to_owned(),
            LINE.replace("meet_id", "text_id").replace(r#","white":"a""#, ""),
            LINE.replace("meet_id", "file").replace("0123456789abcdef", "é\\u001b"),
        ] {
            let (key, entry) = entry(line.as_bytes(), 7).unwrap();
            let mut written = Vec::new();
            write_line(&key, &entry, &mut written).unwrap();
            assert_eq!((String::from_utf8(written).unwrap(), entry.line), (format!("{line}\n"), 7));
        }
    }

    #[test]
    fn what_is_no_entry_is_refused() {
        for (old, new) in [
            ("\"known\"", "\"error\""),
            ("M101", "M999"),
            ("0123456789abcdef\"", "0123456789abcdeF\""),
            ("0123456789abcdef\"", "\""),
            ("\"meet_id\"", "\"text_id\":\"\",\"meet_id\""),
            ("\"meet_id\":\"0123456789abcdef0123456789abcdef\",", ""),
            ("\"count\":2", "\"count\":0"),
            ("\"count\":2", "\"count\":-1"),
            ("\"count\":2", "\"count\":1e99"),
            ("\"count\":2,", ""),
            ("\"white\"", "\"elo\""),
            ("}", "} {}"),
        ] {
            let line = LINE.replacen(old, new, 1);
            assert!(line != LINE && entry(line.as_bytes(), 1).is_err(), "{new}");
        }
    }

    #[test]
    fn a_file_is_known_by_its_name() {
        for name in ["a.pgn", "/x/a.pgn", "x\\a.pgn", "x.y/a.pgn.zst", "x.zip:y/a.pgn", "x.zip:a.pgn"] {
            assert_eq!(Subject::of_file(name), Subject::File("a.pgn".into()));
        }
    }
}
