//! The arguments for work in parts: which parts of files to read, and how their results are combined.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use crate::input::{Inputs, MAX_FILE_LEN, read_bounded, read_text, text_of};
use crate::parts::InputPart;
use crate::standard_streams::check_stdin;

/// Parts of inputs.
#[derive(Args, Clone, Default, Debug)]
#[command(next_help_heading = "Inputs")]
pub struct PartArgs {
    /// Read only parts of files: a line that `adoube plan` wrote, or all lines of a file of such lines (`-` for standard input)
    ///
    /// A part has the games whose first byte is in it. Run each part on any machine with --partial; --merge then proves
    /// that the parts cover every game once.
    #[arg(long, value_name = "PART", conflicts_with_all = ["inputs", "files_from", "input_format", "head", "sample", "game"])]
    pub part: Option<String>,
}

impl PartArgs {
    pub fn file(&self) -> Option<&Path> {
        self.part.as_deref().filter(|part| !is_part(part) && *part != "-").map(Path::new)
    }

    /// The parts, if there are any. Their order is that of their plan.
    pub fn open(&self) -> Result<Option<Inputs>, String> {
        let Some(argument) = &self.part else { return Ok(None) };
        let read = match argument.as_str() {
            part if is_part(part) => Ok(part.to_owned()),
            "-" => check_stdin().and_then(|()| text_of(read_bounded(io::stdin(), MAX_FILE_LEN)?)),
            path => read_text(Path::new(path)),
        };
        let text = read.map_err(|error| format!("--part: {argument}: {error}"))?;
        let mut parts = Vec::new();
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let part: InputPart = line.parse().map_err(|error| format!("--part: line {}: {error}", at + 1))?;
            parts.push(part);
        }
        if parts.is_empty() {
            return Err(format!("--part: {argument} has no line of `adoube plan`"));
        }
        parts.sort_by_key(|part| part.index);
        if let Some(pair) = parts.windows(2).find(|pair| pair[0].index == pair[1].index) {
            return Err(format!("--part: {argument} has part {} more than once", pair[0].index));
        }
        Ok(Some(Inputs::of_parts(parts)))
    }
}

/// The output for parts of inputs, and how it is combined: for commands that write a row for each game, ply or finding.
#[derive(Args, Clone, Default, Debug)]
#[command(next_help_heading = "Inputs")]
pub struct PartialArgs {
    #[command(flatten)]
    #[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
    pub part: PartArgs,

    /// Combine files written by --partial; of a folder, those named *.part
    ///
    /// The other options must be those of the runs that wrote them. The output is that of one run.
    #[arg(long, conflicts_with_all = ["part", "head", "sample", "game", "input_format"])]
    pub merge: bool,

    /// Write the output to FILE, with what it covers, to be combined later with --merge
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output",
          conflicts_with_all = ["merge", "output", "head", "sample", "game"])]
    pub partial: Option<PathBuf>,
}

impl PartialArgs {
    /// The parts to read, otherwise the inputs.
    ///
    /// # Errors
    ///
    /// Returns a message if there is no part, or if games before a part were not counted: the output has their numbers.
    pub fn open(&self) -> Result<Option<Inputs>, String> {
        let Some(parts) = self.part.open()? else { return Ok(None) };
        if parts.has_uncounted_parts() {
            let message = "--part: the output numbers the games of the whole file, but this plan does not tell how many are \
                           before the part; make it again: adoube plan --count";
            return Err(message.to_owned());
        }
        if self.partial.is_some() && !parts.are_successive() {
            return Err("--partial takes parts that follow each other in their plan".to_owned());
        }
        Ok(Some(parts))
    }

    /// Returns a message if the output is made in parts, but is in a format that is one document: `whole`, if it is.
    pub fn check_format(&self, whole: Option<&str>) -> Result<(), String> {
        match whole {
            Some(format) if self.merge || self.partial.is_some() => {
                Err(format!("{format} is one document and cannot be made in parts; use --format jsonl"))
            }
            _ => Ok(()),
        }
    }
}

/// Whether an argument is a part, not the name of a file.
fn is_part(argument: &str) -> bool {
    argument.trim_start().starts_with('{')
}
