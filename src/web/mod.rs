//! The module of the playground: the commands of the program in a Web Worker, without files, threads or a network.
//!
//! `.ci/playground` compiles it with the feature `web` to WebAssembly, and `docs/playground/worker.js` calls it. A command
//! gets the same arguments as on the command line, so the page shows what the program prints, byte for byte. Inputs come
//! from the page (`input`), which also takes texts and messages (`host`). `position` answers questions about a board.

mod input;
mod position;

pub use position::{count_after, legal_moves, move_marks};

use std::ffi::OsString;
use std::fmt::Display;
use std::sync::Arc;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::cli::{Cli, Command};
use crate::commands::{Error, ExitStatus, adjudicate, adjust, explain, filter, replay, validate};
use crate::game::rules::Severity;
use crate::options::TextSink;
use crate::report::{Failure, Listener, SharedListener};

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
    let arguments: Vec<OsString> = ["adoube".to_owned()].into_iter().chain(arguments).map(OsString::from).collect();
    let mut command = match Cli::parse_list(&arguments) {
        Ok(cli) => cli.command,
        Err(usage) => {
            input::message(Severity::Error.name(), &usage.render().to_string());
            return ExitStatus::Failed.code();
        }
    };
    let text = TextSink::default();
    connect(&mut command, &inputs, &text);
    let status = run_command(&command).unwrap_or_else(|error| {
        report(&error);
        error.status()
    });
    input::write(&text.take());
    command.reported(status).code()
}

/// Runs one of the commands that the page uses. The others are left out, so that their code need not be downloaded.
fn run_command(command: &Command) -> Result<ExitStatus, Error> {
    match command {
        Command::Validate(args) => validate::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Adjudicate(args) => adjudicate::run(args),
        Command::Adjust(args) => adjust::run(args),
        Command::Filter(args) => filter::run(args),
        Command::Explain(args) => explain::run(args),
        _ => Err(Error::Usage("the playground does not have this command".to_owned())),
    }
}

/// Makes the page the source of a command's inputs, and what takes its output and messages.
fn connect(command: &mut Command, inputs: &[String], text: &TextSink) {
    let (given, run) = match command {
        Command::Validate(args) => (&mut args.inputs.given, &mut args.run),
        Command::Replay(args) => (&mut args.inputs.given, &mut args.run),
        Command::Adjudicate(args) => (&mut args.inputs.given, &mut args.run),
        Command::Adjust(args) => (&mut args.inputs.given, &mut args.run),
        Command::Filter(args) => (&mut args.inputs.given, &mut args.run),
        Command::Explain(args) => {
            args.output.text = Some(text.clone());
            return;
        }
        _ => return,
    };
    *given = inputs.iter().zip(0..).map(|(name, index)| input::given(name, index, text)).collect();
    run.output.text = Some(text.clone());
    run.diagnostics.listener = Some(SharedListener(Arc::new(Page)));
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
