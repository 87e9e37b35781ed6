//! The arguments for the output file and colors.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, LineWriter, Stdout, Write};
use std::path::{Path, PathBuf};
#[cfg(any(feature = "python", feature = "web"))]
use std::sync::{Arc, Mutex, PoisonError};

use anstream::{AutoStream, ColorChoice};
use clap::{Args, ValueEnum, ValueHint};

use crate::input::{OutputError, Sink};
use crate::parts::digest::Checksum;
use crate::parts::output::{BEGINS, OutputPart};
#[cfg(feature = "python")]
use crate::report::rows::BatchSink;
use crate::report::rows::{RecordFormat, TableFormat};
use crate::report::{Diagnostics, OutputFilter, Paint, Replacement, SafeCells, Verbosity};
use crate::standard_streams::check_stdout;

use super::{DiagnosticArgs, PartialArgs, ThreadArgs};

/// What every command with an output has: its file, messages on standard error, and threads.
#[derive(Args, Clone, Default, Debug)]
#[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
pub struct RunArgs {
    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub diagnostics: DiagnosticArgs,

    #[command(flatten)]
    pub threads: ThreadArgs,
}

impl RunArgs {
    /// Only what decides how the output is written.
    #[must_use]
    pub fn only_style(&self) -> Self {
        let output = OutputArgs { output: None, ..self.output.clone() };
        let diagnostics = DiagnosticArgs { color: self.diagnostics.color, ..DiagnosticArgs::default() };
        Self { output, diagnostics, threads: ThreadArgs::default() }
    }
}

/// The output of a command.
#[derive(Args, Clone, Default, Debug)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Write the data to FILE instead of standard output
    ///
    /// The file appears only when it is complete. Until then, and if the run fails (exit code 2), an existing file stays as it
    /// is; an interrupted run leaves nothing behind. An ending such as .csv or .jsonl chooses the format, if no option
    /// does; one that the command does not write is an error. If FILE ends in .zst, .gz, .bz2 or .xz, it is compressed. `-` is
    /// standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,

    /// Replace a file even if the new one cannot have its owner, group or extended attributes
    ///
    /// Without this option, such a file is left as it is.
    #[arg(long)]
    pub take_ownership: bool,

    /// With --format csv: put ' before cells that a spreadsheet would run as formulas
    ///
    /// These are cells that begin with =, +, -, @, a tab or a line end, except for numbers. Without this option, text is
    /// exactly that of the input, as programs expect it.
    #[arg(long)]
    pub csv_safe: bool,

    /// What takes the rows instead, in a program around the command
    #[cfg(feature = "python")]
    #[arg(skip)]
    pub rows: Option<BatchSink>,

    /// What takes the text instead, in a program around the command
    #[cfg(any(feature = "python", feature = "web"))]
    #[arg(skip)]
    pub text: Option<TextSink>,
}

/// A text in memory that a command writes for the program around it.
#[cfg(any(feature = "python", feature = "web"))]
#[derive(Clone, Default, Debug)]
pub struct TextSink(Arc<Mutex<Vec<u8>>>);

#[cfg(any(feature = "python", feature = "web"))]
impl TextSink {
    /// The text so far, which is taken out.
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(any(feature = "python", feature = "web"))]
impl Write for TextSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Colors.
#[derive(Args, Clone, Copy, Default, Debug)]
#[command(next_help_heading = "Output")]
pub struct ColorArgs {
    /// When to use colors
    ///
    /// auto: on a terminal, unless NO_COLOR is set or TERM is dumb. CLICOLOR_FORCE turns colors on elsewhere.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: FeatureWhen,
}

/// When to use a feature meant for terminals.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Default, Debug)]
pub enum FeatureWhen {
    /// Only on a terminal
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The format of records.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Default, Debug)]
pub enum RowFormat {
    /// Human-readable text
    #[default]
    Text,
    /// JSON Lines: one object per line
    Jsonl,
    /// CSV with a header line
    Csv,
    /// A table for DuckDB, Polars, Spark, and others
    #[cfg(feature = "parquet")]
    Parquet,
}

impl RowFormat {
    /// The format with the colors of its text.
    pub const fn shown(self, paint: Paint) -> RecordFormat {
        match self {
            Self::Text => RecordFormat::Text(paint),
            Self::Jsonl => RecordFormat::Jsonl,
            Self::Csv => RecordFormat::Table(TableFormat::Csv),
            #[cfg(feature = "parquet")]
            Self::Parquet => RecordFormat::Table(TableFormat::Parquet),
        }
    }

    /// Its name, if outputs of it cannot follow each other.
    pub const fn of_one_document(self) -> Option<&'static str> {
        match self {
            #[cfg(feature = "parquet")]
            Self::Parquet => Some("Parquet"),
            Self::Text | Self::Jsonl | Self::Csv => None,
        }
    }

    pub const fn content(self) -> OutputContent {
        match self {
            Self::Text => OutputContent::Report,
            Self::Jsonl => OutputContent::Json,
            Self::Csv => OutputContent::Csv,
            #[cfg(feature = "parquet")]
            Self::Parquet => OutputContent::Binary,
        }
    }
}

/// The content of an output, which decides how characters that act on a terminal are kept from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputContent {
    /// Text for people: its formats write text from outside with [`crate::report::Visible`]. Also pictures.
    Report,
    /// Parquet, which no terminal gets.
    Binary,
    /// JSON, where they are always escaped.
    Json,
    /// Tables for other programs: exact, but visible on a terminal.
    Csv,
    /// Games, positions and moves for other programs: exact, but visible on a terminal.
    Games,
}

/// The open output. Only [`Output::commit`] guarantees that all data are written.
#[derive(Debug)]
pub struct Output {
    target: Target,
    cells: Option<SafeCells>,
    filter: Option<OutputFilter>,
    /// Whether the run goes on after the reader of a pipe has closed it.
    outlives_reader: bool,
    is_closed: bool,
    /// The number of bytes of data written so far.
    written: u64,
    /// Of a part: the checksum of these bytes.
    checksum: Option<Checksum>,
}

/// The name of standard output in messages.
const STDOUT: &str = "<stdout>";

#[derive(Debug)]
enum Target {
    /// A file that takes its place on commit.
    File(Sink),
    /// Standard output at a terminal or a pipe that someone may be watching: written line by line.
    Lines(LineWriter<Stdout>),
    /// Standard output elsewhere.
    Blocks(BufWriter<Stdout>),
    /// Nothing: rows are handed on instead.
    #[cfg(feature = "python")]
    Nowhere(io::Sink),
    #[cfg(any(feature = "python", feature = "web"))]
    Text(TextSink),
}

impl OutputArgs {
    /// Opens the output; a file stays unchanged until [`Output::commit`].
    pub fn open(&self, content: OutputContent) -> Result<Output, OutputError> {
        let target = self.target()?;
        if content == OutputContent::Binary && target.is_terminal() {
            let error = io::Error::new(io::ErrorKind::InvalidInput, "the format is binary; name a file with -o");
            return Err(OutputError::new(Path::new(STDOUT), error));
        }
        Ok(self.output(target, content))
    }

    /// Opens a file for output that is a part of a whole, to be ended by [`Output::commit_part`].
    pub fn open_part(&self, path: &Path, content: OutputContent) -> Result<Output, OutputError> {
        let mut sink = Sink::create(path)?;
        sink.write_all(BEGINS.as_bytes()).map_err(|error| OutputError::new(path, error))?;
        Ok(Output { checksum: Some(Checksum::default()), ..self.output(Target::File(sink), content) })
    }

    fn target(&self) -> Result<Target, OutputError> {
        #[cfg(any(feature = "python", feature = "web"))]
        if let Some(text) = &self.text {
            return Ok(Target::Text(text.clone()));
        }
        #[cfg(feature = "python")]
        if self.rows.is_some() {
            return Ok(Target::Nowhere(io::sink()));
        }
        Ok(if let Some(path) = self.output.as_deref().filter(|path| path.as_os_str() != "-") {
            if let Some(field) =
                ["{file}", "{game}", "{ply}"].iter().find(|field| path.to_string_lossy().contains(**field))
            {
                let message = format!("{field} has a meaning only in the names of pictures (`replay --as`)");
                return Err(OutputError::new(path, io::Error::new(io::ErrorKind::InvalidInput, message)));
            }
            Target::File(if self.take_ownership { Sink::create_owned(path)? } else { Sink::create_by_name(path)? })
        } else {
            check_stdout().map_err(|error| OutputError::new(Path::new(STDOUT), error))?;
            if io::stdout().is_terminal() {
                Target::Lines(LineWriter::new(io::stdout()))
            } else {
                Target::Blocks(BufWriter::with_capacity(1 << 16, io::stdout()))
            }
        })
    }

    fn output(&self, target: Target, content: OutputContent) -> Output {
        let filter = match content {
            OutputContent::Json => Some(OutputFilter::new(Replacement::JsonEscape)),
            OutputContent::Csv | OutputContent::Games => {
                target.is_terminal().then(|| OutputFilter::new(Replacement::Picture))
            }
            OutputContent::Report | OutputContent::Binary => None,
        };
        let cells = (self.csv_safe && content == OutputContent::Csv).then(SafeCells::default);
        Output { target, cells, filter, outlives_reader: false, is_closed: false, written: 0, checksum: None }
    }

    /// The colors of the data, in a file only on request; and the width of the terminal that the data go to.
    pub fn paint(&self, color: ColorArgs) -> Paint {
        let is_terminal = self.output.is_none() && io::stdout().is_terminal();
        let columns = is_terminal.then(terminal_columns).flatten();
        let paint = match (&self.output, color.color) {
            (Some(_), FeatureWhen::Auto) => Paint::PLAIN,
            _ => color.paint(AutoStream::choice(&io::stdout())),
        };
        paint.for_columns(columns)
    }
}

impl OutputArgs {
    /// The same for a command that writes parts: those of a terminal must be like those of a batch job.
    pub fn paint_of_part(&self, color: ColorArgs, partial: &PartialArgs) -> Paint {
        match (&partial.partial, color.color) {
            (Some(_), FeatureWhen::Always) => Paint::COLORED,
            (Some(_), _) => Paint::PLAIN,
            (None, _) => self.paint(color),
        }
    }
}

fn terminal_columns() -> Option<usize> {
    let (terminal_size::Width(columns), _) = terminal_size::terminal_size()?;
    Some(usize::from(columns)).filter(|&columns| columns > 0)
}

impl ColorArgs {
    /// The colors of standard error.
    pub fn paint_of_stderr(self) -> Paint {
        self.paint(AutoStream::choice(&io::stderr()))
    }

    /// Messages in these colors, for commands that have no options for them.
    pub fn diagnostics(self) -> Diagnostics {
        Diagnostics { paint: self.paint_of_stderr(), verbosity: Verbosity::Normal, listener: None }
    }

    /// The user's choice, otherwise that of the environment and the stream.
    fn paint(self, automatic: ColorChoice) -> Paint {
        match (self.color, automatic) {
            (FeatureWhen::Never, _) | (FeatureWhen::Auto, ColorChoice::Never) => Paint::PLAIN,
            (FeatureWhen::Always | FeatureWhen::Auto, _) => Paint::COLORED,
        }
    }
}

impl Output {
    pub fn is_terminal(&self) -> bool {
        self.target.is_terminal()
    }

    /// The file that the output replaces, with the number of its names.
    pub fn replaced(&self) -> Option<(&Path, u64)> {
        match &self.target {
            Target::File(sink) => Some((sink.path(), sink.names())),
            _ => None,
        }
    }

    /// The number of bytes of data written so far, without a cell of CSV that is not complete.
    pub const fn written(&self) -> u64 {
        self.written
    }

    /// Makes a reader that closes the pipe no reason to end the run, which has other outputs.
    pub const fn outlive_reader(&mut self) {
        self.outlives_reader = true;
    }

    /// The result of a write, unless the reader may close the pipe and has closed it.
    fn unless_closed(&mut self, result: io::Result<()>) -> io::Result<()> {
        match result {
            Err(error) if self.outlives_reader && error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(())
            }
            result => result,
        }
    }

    /// Finishes the output: renames the file into place, or flushes standard output.
    pub fn commit(mut self) -> io::Result<()> {
        self.finish_cells()?;
        match self.target {
            Target::File(sink) => sink.commit().map(drop).map_err(OutputError::into_io),
            _ => self.flush(),
        }
    }

    /// Finishes a part of a whole output, with what it covers.
    pub fn commit_part(mut self, mut part: OutputPart) -> io::Result<()> {
        self.finish_cells()?;
        part.length = self.written;
        part.checksum = self.checksum.take().unwrap_or_default().text();
        part.write_end(&mut self.target.writer())?;
        self.commit()
    }

    fn finish_cells(&mut self) -> io::Result<()> {
        let Some(mut cells) = self.cells.take() else { return Ok(()) };
        let mut last = Vec::new();
        cells.finish(&mut last);
        self.write_all(&last)
    }

    /// Finishes an output that is not complete. A file that [`Output::commit`] would rename into place is given up, and
    /// its path returned; what is written directly, such as standard output, keeps what it has.
    pub fn abandon(self) -> io::Result<Option<PathBuf>> {
        match self.target {
            Target::File(sink) if sink.is_atomic() => Ok(Some(sink.into_path())),
            _ => self.commit().map(|()| None),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_closed {
            return Ok(bytes.len());
        }
        let Self { target, cells, filter, .. } = self;
        let cells = cells.as_mut().map_or(Cow::Borrowed(bytes), |cells| Cow::Owned(cells.pass(bytes)));
        let shown = filter.as_mut().map_or(Cow::Borrowed(&*cells), |filter| filter.pass(&cells));
        let written = target.writer().write_all(&shown);
        self.written += shown.len() as u64;
        if let Some(checksum) = &mut self.checksum {
            checksum.add(&shown);
        }
        self.unless_closed(written).map_err(|error| self.target.named(error))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let flushed = self.target.writer().flush();
        self.unless_closed(flushed).map_err(|error| self.target.named(error))
    }
}

impl Target {
    fn is_terminal(&self) -> bool {
        match self {
            Self::File(sink) => sink.is_terminal(),
            Self::Lines(_) => true,
            Self::Blocks(_) => false,
            #[cfg(feature = "python")]
            Self::Nowhere(_) => false,
            #[cfg(any(feature = "python", feature = "web"))]
            Self::Text(_) => false,
        }
    }

    /// An error of writing with the name of the target; a [`Sink`] names itself.
    fn named(&self, error: io::Error) -> io::Error {
        match self {
            Self::Lines(_) | Self::Blocks(_) => of_stdout(error),
            #[cfg(feature = "python")]
            Self::Nowhere(_) => error,
            #[cfg(any(feature = "python", feature = "web"))]
            Self::Text(_) => error,
            Self::File(_) => error,
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::File(sink) => sink,
            Self::Lines(lines) => lines,
            Self::Blocks(blocks) => blocks,
            #[cfg(feature = "python")]
            Self::Nowhere(sink) => sink,
            #[cfg(any(feature = "python", feature = "web"))]
            Self::Text(text) => text,
        }
    }
}

/// An error of writing to standard output, with its name.
pub fn of_stdout(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), OutputError::new(Path::new(STDOUT), error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_overrides_the_environment() {
        let paint = |color, automatic| ColorArgs { color }.paint(automatic);
        assert_eq!(paint(FeatureWhen::Always, ColorChoice::Never), Paint::COLORED);
        assert_eq!(paint(FeatureWhen::Never, ColorChoice::Always), Paint::PLAIN);
        assert_eq!(paint(FeatureWhen::Auto, ColorChoice::Always), Paint::COLORED);
        assert_eq!(paint(FeatureWhen::Auto, ColorChoice::Never), Paint::PLAIN);
    }

    #[test]
    fn a_file_has_colors_only_on_request() {
        let file = OutputArgs { output: Some("findings.txt".into()), ..OutputArgs::default() };
        assert_eq!(file.paint(ColorArgs { color: FeatureWhen::Auto }), Paint::PLAIN);
        assert_eq!(file.paint(ColorArgs { color: FeatureWhen::Always }), Paint::COLORED);
    }
}
