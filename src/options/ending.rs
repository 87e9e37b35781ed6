//! What the ending of an output's name says of its format.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::InputFormat;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

/// The endings that name a format, as the values of `--format` and `--as` do. That of a compressed file may follow.
const FORMATS: [&str; 13] =
    ["csv", "jsonl", "parquet", "html", "sarif", "svg", "png", "gif", "apng", "pgn", "epd", "fen", "trf"];
/// The endings of data that no command writes. With `--format` they are allowed: SARIF is JSON.
const OTHERS: [&str; 13] =
    ["json", "ndjson", "tsv", "xlsx", "xls", "arrow", "feather", "xml", "yaml", "pdf", "jpg", "jpeg", "webp"];
const COMPRESSED: [&str; 4] = [".zst", ".gz", ".bz2", ".xz"];

/// The options whose values are formats, and the names of their arguments.
const OPTIONS: [(&str, &str); 2] = [("--as", "what"), ("--format", "format")];

/// The option that `-o` implies for a command with these arguments, and its value; `None` if the name has no ending that
/// says anything, or the option is given.
///
/// # Errors
///
/// Returns a message if the ending contradicts an option, or names a format that the command does not write.
pub fn implied_option(command: &Command, given: &ArgMatches) -> Result<Option<[OsString; 2]>, String> {
    let output = given.try_get_one::<PathBuf>("output").ok().flatten();
    let is_given =
        |id: &str| given.try_contains_id(id).is_ok() && given.value_source(id) == Some(ValueSource::CommandLine);
    let named = output.and_then(|path| {
        let is_chosen = OPTIONS.iter().any(|(_, id)| is_given(id));
        let others = OTHERS.iter().filter(|_| !is_chosen);
        Some((path.display(), FORMATS.iter().chain(others).copied().find(|format| has_ending(path, format))?))
    });
    let Some((output, ending)) = named else { return Ok(None) };
    let value = |id: &str| given.get_raw(id).and_then(|mut values| values.next()?.to_str());
    let known = OPTIONS.map(|(option, id)| (option, id, formats(command, id)));
    let Some((option, id, _)) = known.iter().find(|(.., formats)| formats.iter().any(|format| format == ending)) else {
        let written = match command.get_name() {
            "adjust" => vec!["pgn".to_owned()],
            "plan" => vec!["jsonl".to_owned()],
            "filter" => ["pgn", "epd", "fen"].map(str::to_owned).to_vec(),
            _ => known.into_iter().rev().flat_map(|(.., formats)| formats).collect(),
        };
        return if written.is_empty() || written.iter().any(|format| format == ending) {
            Ok(None)
        } else {
            let elsewhere = match (command.get_name(), ending) {
                ("filter", "csv" | "jsonl" | "parquet") => "; `adoube stats --per game` writes a row for each game",
                _ => "",
            };
            let (name, written) = (command.get_name(), written.join(", "));
            Err(format!("-o {output}: `adoube {name}` does not write {ending}, but {written}{elsewhere}"))
        };
    };
    let is_shown_as_pgn = given.try_get_one("to_pgn").ok().flatten().is_some_and(|is_given| *is_given);
    match value(id) {
        Some(value) if value == ending || value == "apng" && ending == "png" => Ok(None),
        Some(value) if is_given(id) => Err(format!("-o {output}: its ending contradicts {option} {value}")),
        _ if *id == "what" && is_shown_as_pgn && ending == "pgn" => Ok(None),
        _ if *id == "what" && is_shown_as_pgn => Err(format!("-o {output}: its ending contradicts --to-pgn")),
        _ if *id == "what" && is_given("format") => {
            let format = value("format").unwrap_or_default();
            Err(format!("-o {output}: its ending contradicts --format {format}"))
        }
        _ => Ok(Some([(*option).into(), ending.into()])),
    }
}

/// The option and its value for a format that is given as an option of its own, such as `--csv`.
pub fn format_option(command: &Command, option: &str) -> Option<String> {
    let name = option.strip_prefix("--")?;
    let wanted = if name == "json" { "jsonl" } else { name };
    let has_format = |(_, id): &&(&str, &str)| formats(command, id).iter().any(|format| format == wanted);
    OPTIONS.iter().find(has_format).map(|(option, _)| format!("{option} {wanted}"))
}

/// The values of an option of a command; none if it has no such option.
fn formats(command: &Command, id: &str) -> Vec<String> {
    let option = command.get_arguments().find(|argument| argument.get_id() == id);
    let values = option.map(clap::Arg::get_possible_values).unwrap_or_default();
    values.iter().map(|value| value.get_name().to_owned()).collect()
}

impl InputFormat {
    /// The format that the name of an output says; `None` if its ending is none of the three.
    pub fn of_output(path: &Path) -> Option<Self> {
        [Self::Pgn, Self::Epd, Self::Fen].into_iter().find(|format| has_ending(path, format.extension()))
    }

    const fn extension(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Epd => "epd",
            Self::Fen => "fen",
            Self::Trf => "trf",
        }
    }
}

/// Whether a name has this ending, perhaps before that of a compressed file.
fn has_ending(path: &Path, ending: &str) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_ascii_lowercase();
    let plain = COMPRESSED.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
    plain.rsplit_once('.').is_some_and(|(_, found)| found == ending)
}
