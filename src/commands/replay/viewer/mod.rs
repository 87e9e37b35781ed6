//! `--interactive`: the games of an archive in the terminal.
//!
//! ```text
//! inputs --archive--> records --played, flow--> model --draw--> screen
//!                                                 ^
//!                                    keys --------+
//! ```

mod archive;
mod draw;
mod keys;
mod model;
mod played;
mod terminal;
#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event, KeyEventKind};

use crate::commands::{Error, ExitStatus};
use crate::game::facts::ItemKind;
use crate::interrupt;

use super::Args;

use archive::Archive;
use draw::Style;
use model::Model;
use terminal::OwnedScreen;

/// How long a key is waited for before the screen is drawn again, while games are still being found and after.
const BUSY: Duration = Duration::from_millis(100);
const IDLE: Duration = Duration::from_millis(500);

/// Shows the games of the inputs until the user has seen enough. With `--game` the first of them is opened.
pub(super) fn run(args: &Args) -> Result<ExitStatus, Error> {
    if !io::stdout().is_terminal() {
        return Err(Error::Usage("--interactive needs a terminal to write to".to_owned()));
    }
    args.selection.check(ItemKind::Game).map_err(Error::Usage)?;
    let inputs = args.inputs.open()?;
    let reads_stdin = inputs.entries().filter_map(Result::ok).any(|entry| entry.path().is_none());
    if reads_stdin && io::stdin().is_terminal() {
        return Err(Error::Usage("--interactive needs games: name a file, or send one to standard input".to_owned()));
    }
    let archive = Archive::open(inputs, args.inputs.clone(), &args.selection)
        .map_err(|error| failed("the games cannot be searched", &error))?;
    let patience = Instant::now() + BUSY;
    while Instant::now() < patience && !archive.found().has_begun() {
        thread::sleep(Duration::from_millis(1));
    }
    let is_in_vain = archive.found().is_in_vain();
    let mut model = Model::new(archive.clone(), args.selection.game.is_some());
    model.is_flipped = args.boards.flip;
    let is_colored = !args.run.output.paint(args.run.diagnostics.color).is_plain();
    if !is_in_vain {
        show(&mut model, &Style::new(is_colored)).map_err(|error| failed("the viewer ended", &error))?;
    }
    let faults = std::mem::take(&mut archive.found().faults);
    for fault in &faults {
        args.run.diagnostics.diagnostics().error(fault);
    }
    let (games, is_complete) = {
        let found = archive.found();
        (found.games(), found.is_complete)
    };
    Ok(match () {
        () if !faults.is_empty() => ExitStatus::Failed,
        () if games > 0 || !is_complete => ExitStatus::Clean,
        () if args.selection.condition.is_none() && args.selection.missed(0).is_some() => ExitStatus::Failed,
        () if archive.selects() => ExitStatus::Clean,
        () => ExitStatus::Findings,
    })
}

/// An error of the system, with what it is about.
fn failed(what: &str, error: &io::Error) -> Error {
    Error::System(io::Error::new(error.kind(), format!("{what}: {error}")))
}

fn show(model: &mut Model, style: &Style) -> io::Result<()> {
    let stopped = interrupt::listen();
    let mut screen = OwnedScreen::take()?;
    while !model.has_ended && !stopped.load(Ordering::Relaxed) {
        let is_busy = model.tick();
        screen.draw(|frame| draw::draw(model, style, frame))?;
        let is_complete = model.archive.found().is_complete;
        let wait = match (is_busy, is_complete) {
            (true, _) => Duration::ZERO,
            (false, false) => BUSY,
            (false, true) => IDLE,
        };
        if !event::poll(wait)? {
            continue;
        }
        if let Event::Key(key) = event::read()?
            && key.kind != KeyEventKind::Release
        {
            if keys::stops_job(key) {
                interrupt::stop_job();
            } else if let Some(action) = keys::action(key, model.prompt.is_some()) {
                model.act(action);
            }
        }
        if let Some(text) = model.copied.take() {
            screen.copy(&text)?;
        }
    }
    Ok(())
}
