//! `adoube completions`: completion scripts for shells. The scripts ask adoube itself for the words, see [`complete`].

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{ValueEnum, ValueHint};
use clap_complete::engine::{ArgValueCandidates, ArgValueCompleter, CompletionCandidate};
use clap_complete::env::{self, EnvCompleter, Shells};
use clap_complete::{CompleteEnv, Generator, Shell};

use super::{Error, ExitStatus, outputs};
use crate::game::facts::{FactColumn, FactType, GameFact, known_tags};
use crate::game::filter::{Filter, PlyFilter};
use crate::game::rules::Rule;
use crate::options::{OutputArgs, OutputContent, condition_words};

/// The environment variable by which a script asks for words; its value is the shell. Our own scripts name it, too.
const VARIABLE: &str = "ADOUBE_COMPLETE";
const SHELLS: Shells<'static> = Shells(&[&BASH, &env::Elvish, &FISH, &env::Powershell, &ZSH]);
const BASH: OwnScript = OwnScript { shell: &env::Bash, script: include_str!("adoube.bash") };
const FISH: OwnScript = OwnScript { shell: &env::Fish, script: include_str!("adoube.fish") };
const ZSH: OwnScript = OwnScript { shell: &env::Zsh, script: include_str!("adoube.zsh") };

/// The arguments of `adoube completions`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Shell to write completions for
    #[arg(value_name = "SHELL", required_unless_present = "dir")]
    pub shell: Option<Shell>,

    /// Write the script to this folder, under the name that the shell expects; without SHELL, those of all shells
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: Option<PathBuf>,
}

/// Writes completion scripts for the command with this name.
pub fn run(args: &Args, name: &str) -> Result<ExitStatus, Error> {
    let chosen = args.shell.as_slice();
    if let Some(place) = &args.dir {
        let shells = if chosen.is_empty() { Shell::value_variants() } else { chosen };
        return outputs::write_folder(place, shells.iter().map(|&shell| (shell.file_name(name), script(shell, name))));
    }
    let mut stdout = OutputArgs::default().open(OutputContent::Report)?;
    chosen
        .iter()
        .try_for_each(|&shell| stdout.write_all(&script(shell, name)))
        .and_then(|()| stdout.commit())
        .map_err(|error| Error::of_writing(error, ExitStatus::Clean))?;
    Ok(ExitStatus::Clean)
}

fn script(shell: Shell, name: &str) -> Vec<u8> {
    let mut script = Vec::new();
    if let Some(completer) = SHELLS.completer(&shell.to_string()) {
        // Memory takes everything.
        let _ = completer.write_registration(VARIABLE, name, name, name, &mut script);
    }
    script
}

/// If a completion script started the program, writes the words that can stand at the cursor, and returns true. The
/// arguments are those of the program; its command line is a `tree` of commands.
///
/// # Errors
///
/// Returns an error for an unknown shell, or if standard output is unwritable.
pub fn complete(arguments: &[OsString], tree: impl Fn() -> clap::Command) -> Result<bool, clap::Error> {
    let directory = std::env::current_dir().ok();
    CompleteEnv::with_factory(|| with_all_words(tree()))
        .var(VARIABLE)
        .shells(SHELLS)
        .try_complete(with_closed_options(arguments, &tree()), directory.as_deref())
        .map_err(|error| {
            // The library leaves out the line end.
            let text = error.to_string();
            clap::Error::raw(error.kind(), format!("{}\n", text.trim_start_matches("error: ").trim_end()))
        })
}

/// The arguments, in which an option whose value must follow `=` has an end: the library takes the next word for its value.
fn with_closed_options(arguments: &[OsString], tree: &clap::Command) -> Vec<OsString> {
    let options = || tree.get_subcommands().flat_map(clap::Command::get_arguments);
    let is_open = |word: &OsString| {
        let name = word.to_str().and_then(|word| word.strip_prefix("--"));
        name.is_some() && options().any(|option| option.is_require_equals_set() && option.get_long() == name)
    };
    let mut arguments = arguments.to_vec();
    // The last one is the word at the cursor.
    let before = arguments.len().saturating_sub(1);
    for word in arguments[..before].iter_mut().filter(|word| is_open(word)) {
        word.push("=");
    }
    arguments
}

/// Adds what the parser of the command line does not need, but the user at the cursor.
fn with_all_words(tree: clap::Command) -> clap::Command {
    let names: Vec<String> = tree.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let commands = ArgValueCandidates::new(move || names.iter().map(CompletionCandidate::new).collect());
    tree.mut_subcommand("filter", |filter| filter.mut_arg("sort", |sort| sort.value_delimiter(',')))
        .mut_subcommands(|command| {
            let name = command.get_name().to_owned();
            command.mut_args(|arg| match arg.get_long() {
                Some("where") => arg.add(ArgValueCompleter::new(words_of_condition)),
                Some("plies") => arg.add(ArgValueCompleter::new(words_about_plies)),
                option if arg.get_value_delimiter().is_some() => {
                    let takes_tags = matches!((&*name, option), ("adjust", Some("strip")) | ("diff", Some("ignore")));
                    with_items(arg, takes_tags)
                }
                None if name == "perft" && arg.get_id() == "position" => {
                    arg.add(ArgValueCandidates::new(|| vec![CompletionCandidate::new("startpos")]))
                }
                _ => arg,
            })
        })
        .mut_subcommand("man", |man| man.mut_arg("command", |arg| arg.add(commands)))
}

/// A list that offers each item once. Tags, if it takes them, wait until the user has begun one.
fn with_items(list: clap::Arg, takes_tags: bool) -> clap::Arg {
    let names = list.get_possible_values();
    if names.is_empty() {
        return list;
    }
    let known = names.into_iter().map(|name| (name.get_name().to_owned(), name.get_help().cloned(), false));
    let tags = known_tags().filter(|_| takes_tags).map(|tag| (format!("tag:{tag}"), None, true));
    let items: Vec<_> = known.chain(tags).collect();
    let completer = move |typed: &OsStr| {
        let Some(typed) = typed.to_str() else { return Vec::new() };
        let (before, word) = typed.split_at(typed.rfind(',').map_or(0, |comma| comma + 1));
        // In `--sort`, an order may follow a name.
        let chosen: Vec<&str> = before.split(',').filter_map(|item| item.split(' ').next()).collect();
        let rest = items.iter().filter(|(name, ..)| name.starts_with(word) && !chosen.contains(&&**name));
        let offer = |name: &str| CompletionCandidate::new(format!("{before}{name}"));
        rest.map(|(name, help, is_hidden)| offer(name).help(help.clone()).hide(*is_hidden)).collect()
    };
    list.value_delimiter(None).add(ArgValueCompleter::new(completer))
}

/// The conditions that begin as this one does, up to the end of the word at the cursor.
fn words_of_condition(typed: &OsStr) -> Vec<CompletionCandidate> {
    let Some(typed) = typed.to_str() else { return Vec::new() };
    let (before, word) = typed.split_at(typed.rfind([' ', '(']).map_or(0, |space| space + 1));
    let text = before.trim_end();
    let left = text.trim_end_matches(['=', '!', '<', '>', '~']);
    let name = left.trim_end().rsplit([' ', '(']).next().unwrap_or_default();
    let (quote, start) = match word.chars().next() {
        Some(quote @ ('\'' | '"')) if left.len() < text.len() => (&word[..quote.len_utf8()], &word[quote.len_utf8()..]),
        _ => ("", word),
    };
    let words = if left.len() < text.len() {
        values(name)
    } else if !text.is_empty() && text.parse::<Filter>().is_ok() {
        vec!["and", "or"]
    } else if !name.is_empty() && condition_words().any(|known| known == name) {
        comparisons(name).to_vec()
    } else {
        condition_words().chain(["not"]).collect()
    };
    let words = words.into_iter().filter(|known| known.starts_with(start));
    words.map(|known| CompletionCandidate::new(format!("{before}{quote}{known}{quote}"))).collect()
}

/// The conditions about plies that begin as this one does, up to the end of the word at the cursor.
fn words_about_plies(typed: &OsStr) -> Vec<CompletionCandidate> {
    let Some(typed) = typed.to_str() else { return Vec::new() };
    let (before, word) = typed.split_at(typed.rfind([' ', '(']).map_or(0, |space| space + 1));
    let words = if !before.is_empty() && before.parse::<PlyFilter>().is_ok() {
        vec!["and", "or"]
    } else {
        FactColumn::ply_names().chain(["not", "prev.", "next.", "abs("]).collect()
    };
    let words = words.into_iter().filter(|known| known.starts_with(word));
    words.map(|known| CompletionCandidate::new(format!("{before}{known}"))).collect()
}

/// The values of a fact or a tag in conditions, if there is a list of them.
fn values(name: &str) -> Vec<&'static str> {
    match GameFact::named(name) {
        Some(GameFact::Finding) => Rule::all().flat_map(|rule| [rule.code(), rule.name()]).collect(),
        Some(fact) if fact.info().kind == FactType::Flag => vec!["true", "false"],
        Some(fact) => fact.words().unwrap_or_default().to_vec(),
        None if name == "Result" => values(GameFact::Result.name()),
        None => Vec::new(),
    }
}

/// The comparisons that fit a fact or a tag.
fn comparisons(name: &str) -> &'static [&'static str] {
    let Some(fact) = GameFact::named(name) else { return &["=", "!=", "<", "<=", ">", ">=", "~"] };
    match fact.info().kind {
        _ if fact == GameFact::Finding => &["=", "~"],
        _ if fact.is_condition_only() => &["="],
        FactType::Word | FactType::Flag => &["=", "!="],
        FactType::Integer | FactType::Real => &["=", "!=", "<", "<=", ">", ">="],
        _ => &["=", "!=", "<", "<=", ">", ">=", "~"],
    }
}

/// A shell with another script than that of the library: its script for bash takes `flag:white` for three words, that for
/// fish completes nothing after an open quotation mark, and that for zsh nothing when it is loaded, at the first word.
struct OwnScript {
    shell: &'static dyn EnvCompleter,
    script: &'static str,
}

impl EnvCompleter for OwnScript {
    fn name(&self) -> &'static str {
        self.shell.name()
    }

    fn is(&self, name: &str) -> bool {
        self.shell.is(name)
    }

    fn write_registration(&self, _: &str, _: &str, _: &str, _: &str, script: &mut dyn Write) -> io::Result<()> {
        script.write_all(self.script.as_bytes())
    }

    fn write_complete(
        &self,
        tree: &mut clap::Command,
        arguments: Vec<OsString>,
        directory: Option<&Path>,
        words: &mut dyn Write,
    ) -> io::Result<()> {
        self.shell.write_complete(tree, arguments, directory, words)
    }
}
