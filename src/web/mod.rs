//! The module of the playground: the commands of the program in a Web Worker, without files, threads or a network.
//!
//! `.ci/playground` compiles it with the feature `web` to WebAssembly, and `docs/playground/worker.js` calls it. A command
//! gets the same arguments as on the command line, so the page shows what the program prints, byte for byte. Inputs come
//! from the page (`input`), which also takes texts and messages (`host`). `position` answers questions about a board.

mod input;
mod position;

pub use position::{count_after, legal_moves, move_marks};

use std::fmt::Display;
use std::iter;
use std::sync::Arc;

use clap::Parser;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::cli::with_short_values;
use crate::commands::{Error, ExitStatus, adjudicate, adjust, explain, filter, replay, validate};
use crate::game::rules::Severity;
use crate::options::TextSink;
use crate::report::{Failure, Listener, SharedListener};

/// The commands that the page uses, with the arguments of the command line. The others are left out, so that their code need
/// not be downloaded.
#[derive(Parser)]
#[command(name = "adoube", disable_help_flag = true, disable_help_subcommand = true)]
enum PageCommand {
    Validate(Box<validate::Args>),
    Replay(Box<replay::Args>),
    Adjudicate(Box<adjudicate::Args>),
    Adjust(Box<adjust::Args>),
    Filter(Box<filter::Args>),
    Explain(explain::Args),
}

/// The version of the program, with its commit.
#[wasm_bindgen]
pub fn version() -> String {
    env!("ADOUBE_VERSION").to_owned()
}

/// Runs a command and returns its exit code.
///
/// The first argument is the name of the command. `inputs` are the names of the texts that the page offers, in order; they
/// take the place of paths. The host takes the output, piece by piece while the command reads on, and the messages.
#[wasm_bindgen]
#[allow(clippy::needless_pass_by_value, reason = "JavaScript hands over copies")]
pub fn run(arguments: Vec<String>, inputs: Vec<String>) -> u8 {
    std::panic::set_hook(Box::new(|panic| input::message(Severity::Error.name(), &panic.to_string())));
    let mut command = match PageCommand::try_parse_from(iter::once("adoube".to_owned()).chain(arguments)) {
        Ok(command) => command,
        Err(usage) => {
            input::message(Severity::Error.name(), &with_short_values(usage).render().to_string());
            return ExitStatus::Failed.code();
        }
    };
    let text = TextSink::default();
    command.connect(&inputs, &text);
    let status = command.run().unwrap_or_else(|error| {
        report(&error);
        error.status()
    });
    input::write(&text.take());
    status.code()
}

impl PageCommand {
    fn run(&self) -> Result<ExitStatus, Error> {
        match self {
            Self::Validate(args) => validate::run(args),
            Self::Replay(args) => replay::run(args),
            Self::Adjudicate(args) => adjudicate::run(args),
            Self::Adjust(args) => adjust::run(args),
            Self::Filter(args) => filter::run(args),
            Self::Explain(args) => explain::run(args),
        }
    }

    /// Makes the page the source of the command's inputs, and what takes its output and messages.
    fn connect(&mut self, inputs: &[String], text: &TextSink) {
        let (given, run) = match self {
            Self::Validate(args) => (&mut args.inputs.given, &mut args.run),
            Self::Replay(args) => (&mut args.inputs.given, &mut args.run),
            Self::Adjudicate(args) => (&mut args.inputs.given, &mut args.run),
            Self::Adjust(args) => (&mut args.inputs.given, &mut args.run),
            Self::Filter(args) => (&mut args.inputs.given, &mut args.run),
            Self::Explain(args) => {
                args.output.text = Some(text.clone());
                return;
            }
        };
        *given = inputs.iter().zip(0..).map(|(name, index)| input::given(name, index, text)).collect();
        run.output.text = Some(text.clone());
        run.diagnostics.listener = Some(SharedListener(Arc::new(Page)));
    }
}

/// Sends the error that ended a run to the page.
fn report(error: &Error) {
    match error {
        Error::Closed(_) => {}
        Error::Input(fault) => Page.failure(&crate::commands::failure(fault)),
        other => send(Severity::Error, other),
    }
}

fn send(severity: Severity, message: impl Display) {
    input::message(severity.name(), &message.to_string());
}

/// The page as what takes messages.
struct Page;

impl Listener for Page {
    fn message(&self, severity: Severity, message: String) {
        send(severity, message);
    }

    fn error_at(&self, file: &str, line: Option<u64>, message: String) {
        match line {
            Some(line) => send(Severity::Error, format_args!("{file}:{line}: {message}")),
            None => send(Severity::Error, format_args!("{file}: {message}")),
        }
    }

    fn failure(&self, failure: &Failure<'_>) {
        send(Severity::Error, format_args!("{}: {}", failure.file, failure.message));
    }

    /// The page counts the bytes that it hands out.
    fn reading(&self, _total_bytes: Option<u64>, _bytes_read: Box<dyn Fn() -> u64 + Send>) {}

    /// The page ends a run with its worker.
    fn is_gone(&self) -> bool {
        false
    }
}
