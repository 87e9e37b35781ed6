//! `adoube man`: the manual pages.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::builder::Resettable;
use clap::{Command, ValueHint};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::commands::help::Help;
use crate::options::{OutputArgs, OutputContent};

use super::{Error, ExitStatus, outputs};

/// The arguments of `adoube man`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Subcommand; without one, the page of adoube itself
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,

    /// Write all pages to this folder: adoube.1, adoube-validate.1, and so on
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "command")]
    pub dir: Option<PathBuf>,
}

/// Writes the manual page of a command as roff, or all pages. `tree` is the command line of adoube.
pub fn run(args: &Args, mut tree: Command) -> Result<ExitStatus, Error> {
    tree.build();
    // It has no page.
    let tree = tree.mut_subcommand("help", |help| help.hide(true));
    if let Some(place) = &args.dir {
        let commands = tree.get_subcommands().filter(|command| command.get_name() != "help");
        let pages = std::iter::once(&tree).chain(commands).map(|command| {
            let name = command.get_display_name().unwrap_or(command.get_name());
            (format!("{name}.1"), page(command, &tree))
        });
        return outputs::write_folder(place, pages);
    }
    let page = match &args.command {
        None => page(&tree, &tree),
        Some(name) => match tree.find_subcommand(name) {
            Some(command) => page(command, &tree),
            None => return Err(Error::Usage(format!("unknown subcommand `{name}`"))),
        },
    };
    let mut stdout = OutputArgs::default().open(OutputContent::Report)?;
    stdout
        .write_all(&page)
        .and_then(|()| stdout.commit())
        .map_err(|error| Error::of_writing(error, ExitStatus::Clean))?;
    Ok(ExitStatus::Clean)
}

// A manual page, with the sections of man-pages(7), from a command and its help.

/// Environment variables that act on every command, with what they do.
const ENVIRONMENT: [(&str, &str); 3] = [
    ("NO_COLOR", "If set, output has no colors, unless --color says so."),
    ("CLICOLOR_FORCE", "If set to another value than 0, output has colors, even if it is not to a terminal."),
    ("TMPDIR", "The folder for temporary files, by default /tmp."),
];

const CPU_LEVEL: &str = "The highest CPU level to use: avx512, avx2, or scalar. By default, it is that of the processor. \
                         Results do not depend on it.";

const OUTPUT_FILES: &str = "An output file appears only when it is complete, and takes the place of an older one at that moment. \
                            What does not fit in memory is in files that nobody else sees, and that are gone when the program \
                            ends, however it ends.";

fn page(command: &Command, tree: &Command) -> Vec<u8> {
    let without_end = command.clone().after_help(Resettable::Reset).after_long_help(Resettable::Reset);
    let man = Man::new(without_end)
        .title(display_name(command).to_uppercase())
        .source(format!("adoube {}", env!("CARGO_PKG_VERSION")))
        .date(" ")
        .manual("User Commands");
    let preamble = Roff::new().render();
    let section = |render: fn(&Man, &mut dyn Write) -> io::Result<()>| {
        let mut text = Vec::new();
        // Memory takes everything.
        let _ = render(&man, &mut text);
        let text = String::from_utf8_lossy(&text).into_owned();
        text.strip_prefix(&preamble).map_or_else(|| text.clone(), ToOwned::to_owned)
    };
    let mut page = preamble.clone();
    page += &section(|man, text| man.render_title(text));
    page += &section(|man, text| man.render_name_section(text));
    page += &synopsis(command).to_roff();
    page += &section(|man, text| man.render_description_section(text));
    // The groups of options are parts of their section.
    page += &section(|man, text| man.render_options_section(text)).replace("\n.SH ", "\n.SS ");
    if command.has_subcommands() {
        page += &section(|man, text| man.render_subcommands_section(text)).replace("SUBCOMMANDS", "COMMANDS");
    }
    page += &end(&Help::of(command.get_name())).to_roff();
    page += &environment(command).to_roff();
    page += &files_and_other_pages(command, tree).to_roff();
    page.into_bytes()
}

fn display_name(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

/// `adoube validate [OPTIONS] [INPUT]...`, in one line for each way to call it.
fn synopsis(command: &Command) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]);
    let usage = command.clone().render_usage().to_string();
    let name = command.get_bin_name().unwrap_or(command.get_name());
    for (at, line) in usage.trim_start_matches("Usage:").lines().map(str::trim).enumerate() {
        if at > 0 {
            roff.control("br", []);
        }
        match line.strip_prefix(name) {
            Some(arguments) => roff.text([bold(name), roman(arguments)]),
            None => roff.text([roman(line)]),
        };
    }
    roff
}

/// The examples, and what else ends a command's help.
fn end(help: &Help) -> Roff {
    let mut roff = Roff::new();
    for section in &help.sections {
        match section.heading {
            "Examples:" => roff.control("SH", ["EXAMPLES"]),
            text => roff.control("PP", []).text([roman(text)]),
        };
        for example in &section.examples {
            roff.control("PP", []);
            roff.control("nf", []);
            for line in &example.lines {
                roff.text([bold(*line)]);
            }
            roff.control("fi", []);
            if !example.words.is_empty() {
                roff.control("RS", []).text([roman(example.words)]).control("RE", []);
            }
        }
    }
    roff.control("SH", ["EXIT STATUS"]);
    for (code, words) in &help.exit_codes {
        roff.control("TP", []);
        roff.text([bold(code.to_string())]);
        roff.text([roman(*words)]);
    }
    roff
}

/// The environment variables that act on a command.
fn environment(command: &Command) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["ENVIRONMENT"]);
    let mut add = |name: &str, meaning: &str| {
        roff.control("TP", []);
        roff.text([bold(name)]);
        roff.text([roman(meaning)]);
    };
    let has_threads = command.get_arguments().any(|arg| arg.get_id() == "threads");
    if command.has_subcommands() {
        add("ADOUBE_THREADS", "The number of threads of the commands that have an option --threads.");
    }
    for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
        if let (Some(name), Some(option)) = (arg.get_env(), arg.get_long()) {
            add(&name.to_string_lossy(), &format!("The value of --{option}, if the option is not given."));
        }
    }
    if has_threads || command.has_subcommands() {
        add("ADOUBE_CPU", CPU_LEVEL);
    }
    for (name, meaning) in ENVIRONMENT {
        add(name, meaning);
    }
    roff
}

fn files(command: &Command) -> String {
    let names = match command.get_name() {
        "explain" | "completions" | "man" => return format!("adoube has no configuration files. {OUTPUT_FILES}"),
        "adjust" => "*.pgn",
        "perft" => "*.epd and *.fen",
        _ => "*.pgn, *.epd and *.fen",
    };
    format!(
        "adoube has no configuration files. It finds out by the content of a file how it is compressed (zst, gz, bz2, xz, \
         zip) and encoded; in directories, it reads {names}, compressed or not. {OUTPUT_FILES}"
    )
}

fn files_and_other_pages(command: &Command, tree: &Command) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["FILES"]);
    roff.text([roman(files(command))]);
    roff.control("SH", ["SEE ALSO"]);
    let others = std::iter::once(tree).chain(tree.get_subcommands().filter(|other| other.get_name() != "help"));
    let names = others.map(display_name).filter(|name| *name != display_name(command));
    let mut line = Vec::new();
    for name in names {
        if !line.is_empty() {
            line.push(roman(", "));
        }
        line.extend([bold(name), roman("(1)")]);
    }
    roff.text(line);
    roff
}
