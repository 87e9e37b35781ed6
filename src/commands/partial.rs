//! `--partial` and `--merge` of the commands that write rows: output for parts of inputs, and the whole.

use std::collections::HashSet;
use std::fmt::Debug;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::{env, iter};

use crate::commands::{Error, ExitStatus};
use crate::input::Inputs;
use crate::parts::Digest;
use crate::parts::digest::Checksum;
use crate::parts::output::{BEGINS, Counts, OncePerText, OutputPart, OutputPartError};
use crate::parts::tiling::{Cover, Covered, Covers, continued, prove};
use crate::stats::PART_BEGINS;

/// A command whose output can be made in parts.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    command: &'static str,
    /// A digest of the options that determine the output.
    options: String,
}

impl Signature {
    /// The signature of a run with these options, from which those that only say what is read and where the output goes must
    /// be removed.
    pub(super) fn new(command: &'static str, options: &impl Debug) -> Self {
        let mut digest = Digest::default();
        digest.add(format!("{options:?}").as_bytes());
        Self { command, options: digest.to_string() }
    }
}

/// The error for a file that `--partial` of another command wrote.
pub(super) fn foreign(file: &str, made_by: &str, merged_by: &str) -> Error {
    Error::Usage(format!(
        "--merge: {file}: made by `adoube {made_by}`, but merged by `adoube {merged_by}`; use `adoube {made_by} --merge`"
    ))
}

/// What is known of a part at the end of its run, besides the output.
#[derive(Default)]
pub(super) struct PartEnd {
    pub(super) header: u64,
    pub(super) counts: Counts,
    pub(super) once: Vec<OncePerText>,
    pub(super) covers: Covers,
}

impl PartEnd {
    /// What is written with the output of a part of a run that earned this status.
    pub(super) fn into_part(self, signature: Signature, status: ExitStatus) -> OutputPart {
        let Self { header, counts, once, covers: Covers(covers) } = self;
        OutputPart {
            version: env!("ADOUBE_VERSION").to_owned(),
            command: signature.command.to_owned(),
            options: signature.options,
            arguments: command_line(signature.command),
            header,
            length: 0,
            checksum: String::new(),
            has_findings: status != ExitStatus::Clean,
            counts,
            once,
            covers,
        }
    }
}

/// The command line of this process from the name of the command on.
fn command_line(command: &str) -> String {
    let arguments = env::args_os().map(|argument| argument.to_string_lossy().into_owned());
    let arguments = arguments.skip_while(|argument| argument != command);
    iter::once("adoube".to_owned()).chain(arguments).collect::<Vec<String>>().join(" ")
}

/// Output in parts, in the order of their plan, which covers everything once.
pub(super) struct Whole {
    sources: Vec<Source>,
    pub(super) counts: Counts,
    pub(super) status: ExitStatus,
}

/// A file with a part of the output. It is opened twice, because there can be more files than may be open at once.
struct Source {
    path: PathBuf,
    name: String,
    part: OutputPart,
}

impl Source {
    fn open(path: &Path, name: String, command: &str) -> Result<Self, Error> {
        let failed = |error: OutputPartError| Error::Usage(format!("--merge: {name}: {error}"));
        let mut file = File::open(path).map_err(|error| failed(error.into()))?;
        let part = OutputPart::read(&mut file).map_err(|error| match error {
            OutputPartError::Other if begins_with_counts(&mut file) => foreign(&name, "stats", command),
            error => failed(error),
        })?;
        if part.command != command {
            return Err(foreign(&name, &part.command, command));
        }
        Ok(Self { path: path.to_owned(), name, part })
    }
}

/// Proves that files of `--partial` cover no game twice, and that parts are all parts of their plan; puts parts in the order
/// of their plan, and everything else after them. `covers_of` returns the name of a file and what it covers.
pub(super) fn prove_and_sort<S>(sources: &mut [S], covers_of: fn(&S) -> (&str, &[Cover])) -> Result<(), Error> {
    let covered = sources.iter().map(covers_of);
    let covered = covered.flat_map(|(file, covers)| covers.iter().map(move |cover| Covered { file, cover }));
    prove(&covered.collect::<Vec<_>>()).map_err(|error| Error::Usage(format!("--merge: {error}")))?;
    let index = |cover: &Cover| Some(cover.part.as_ref()?.part.index);
    sources.sort_by_key(|source| covers_of(source).1.iter().filter_map(index).min().unwrap_or(u64::MAX));
    Ok(())
}

/// Whether a file begins as those of `stats --partial`.
fn begins_with_counts(file: &mut File) -> bool {
    let mut beginning = [0; PART_BEGINS.len()];
    file.rewind().and_then(|()| file.read_exact(&mut beginning)).is_ok() && beginning == *PART_BEGINS
}

impl Whole {
    /// Opens the files, and proves that they cover no game twice, and that parts are all parts of their plan.
    pub(super) fn open(inputs: &Inputs, signature: &Signature) -> Result<Self, Error> {
        let mut sources = Vec::new();
        for entry in inputs.entries() {
            let entry = entry?;
            let Some(path) = entry.path() else {
                return Err(Error::Usage("--merge needs regular files, not a pipe".to_owned()));
            };
            sources.push(Source::open(path, entry.name(), signature.command)?);
        }
        if sources.is_empty() {
            return Err(Error::Usage("--merge: there are no files to combine".to_owned()));
        }
        for Source { name, part, .. } in &sources {
            let fault = if part.version != env!("ADOUBE_VERSION") {
                format!("made by adoube {}, and this is {}", part.version, env!("ADOUBE_VERSION"))
            } else if part.options != signature.options {
                format!(
                    "made with other options, by `{}`; --merge takes those of the runs that wrote the files",
                    part.arguments
                )
            } else {
                continue;
            };
            return Err(Error::Usage(format!("--merge: {name}: {fault}")));
        }
        prove_and_sort(&mut sources, |source| (&source.name, &source.part.covers))?;
        let mut whole = Self { sources, counts: Counts::new(), status: ExitStatus::Clean };
        whole.count();
        // The checksums of all files are compared before a byte is written.
        whole.write(&mut io::sink())?;
        Ok(whole)
    }

    /// Adds up the counts, and leaves out findings that their texts already have.
    fn count(&mut self) {
        let mut known: HashSet<(String, String)> = HashSet::new();
        for Source { part, .. } in &mut self.sources {
            if part.has_findings {
                self.status = ExitStatus::Findings;
            }
            for (name, count) in &part.counts {
                let sum = self.counts.entry(name.clone()).or_default();
                *sum = sum.saturating_add(*count);
            }
            if let Some(files) = self.counts.get_mut("files") {
                *files = files.saturating_sub(continued(&part.covers));
            }
            let OutputPart { once, covers, .. } = part;
            once.retain(|OncePerText { text, count, fix_count, .. }| {
                // Two whole texts are different ones, even if both have the name of standard input.
                let is_part = covers.iter().any(|cover| cover.part.is_some() && cover.input == *text);
                let is_known = is_part && !known.insert((text.clone(), count.clone()));
                for count in [Some(count), fix_count.as_ref()].into_iter().flatten().filter(|_| is_known) {
                    if let Some(number) = self.counts.get_mut(count) {
                        *number = number.saturating_sub(1);
                    }
                }
                is_known
            });
        }
    }

    pub(super) fn digest(&self) -> Digest {
        let mut sum = Digest::default();
        self.sources.iter().flat_map(|source| &source.part.covers).for_each(|cover| sum.merge(cover.digest));
        sum
    }

    /// Writes the output, without header and footer.
    pub(super) fn write(&self, out: &mut impl Write) -> Result<(), Error> {
        let status = self.status;
        for Source { path, name, part } in &self.sources {
            let failed = |error: OutputPartError| Error::Usage(format!("--merge: {name}: {error}"));
            let opened =
                File::open(path).and_then(|mut file| file.seek(SeekFrom::Start(BEGINS.len() as u64)).map(|_| file));
            let file = &mut opened.map_err(|error| failed(error.into()))?;
            let mut checksum = Checksum::default();
            let mut at = 0;
            for dropped in iter::once(0..part.header).chain(part.once.iter().map(|once| once.start..once.end)) {
                copy(file, dropped.start - at, out, &mut checksum, status, &failed)?;
                copy(file, dropped.end - dropped.start, &mut io::sink(), &mut checksum, status, &failed)?;
                at = dropped.end;
            }
            copy(file, part.length - at, out, &mut checksum, status, &failed)?;
            if checksum.text() != part.checksum {
                return Err(failed(OutputPartError::Malformed));
            }
        }
        Ok(())
    }
}

/// Copies bytes of a file, and adds them to the checksum. `failed` makes an error of reading it.
fn copy(
    file: &mut File,
    length: u64,
    out: &mut impl Write,
    checksum: &mut Checksum,
    status: ExitStatus,
    failed: &impl Fn(OutputPartError) -> Error,
) -> Result<(), Error> {
    let mut rest = BufReader::with_capacity(1 << 16, file.take(length));
    let mut copied = 0;
    while copied < length {
        let bytes = rest.fill_buf().map_err(|error| failed(error.into()))?;
        if bytes.is_empty() {
            return Err(failed(OutputPartError::Malformed));
        }
        out.write_all(bytes).map_err(|error| Error::of_writing(error, status))?;
        checksum.add(bytes);
        let count = bytes.len();
        rest.consume(count);
        copied += count as u64;
    }
    Ok(())
}
