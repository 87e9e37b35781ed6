//! Writer of pictures to files.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::commands::error::Refused;
use crate::commands::outputs::{self, ReadFiles};
use crate::commands::{Error, ExitStatus};
use crate::input::{OutputError, Sink};
use crate::options::{Output, OutputArgs, OutputContent};
use crate::report::Diagnostics;
use crate::report::diagram::Diagram;
use crate::report::pictures::{Animation, AnimationFormat, DiagramStyle, Sheet};

use super::super::{Args, OutputKind};
use super::target::{Names, Pattern, Stems, Target};
use super::{Album, MAX_DIAGRAMS};

/// The number of bytes of a game's files that are drawn ahead.
const MAX_AHEAD: usize = 1 << 20;

/// The number of pixels in memory up to which a picture is drawn ahead: each thread draws one.
const MAX_PIXELS_AHEAD: u64 = 1 << 20;

/// The widest sheet, in pixels: a row of boards is in memory at a time.
const WIDEST: u64 = 8192;

/// The style of the pictures, and their files.
#[derive(Debug)]
pub(in super::super) struct Gallery {
    style: Style,
    target: Target,
    /// The diagrams of a single picture, and the game number of each.
    all: Album,
    games: Vec<u64>,
    /// How many games went into it.
    taken: u64,
    stems: Stems,
    /// The files that were written, and the files that may not be.
    written: HashSet<PathBuf>,
    read: ReadFiles,
}

/// How a game is drawn if each game or each position has its own file.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Drawing {
    style: Style,
    parts_positions: bool,
}

impl Drawing {
    /// Draws files ahead of the gallery, which draws those that are missing. An error is reported there.
    pub(in super::super) fn draw(&self, album: &mut Album) {
        let mut bytes = 0;
        for diagrams in album.diagrams.chunks(if self.parts_positions { 1 } else { MAX_DIAGRAMS }) {
            let mut file = Vec::new();
            let is_large = bytes > MAX_AHEAD || self.style.pixels(diagrams.len()) > MAX_PIXELS_AHEAD;
            if is_large || album.is_cut || self.style.draw(diagrams, &album.title, &mut file).is_err() {
                break;
            }
            bytes += file.len();
            album.files.push(file);
        }
    }
}

/// How pictures are drawn.
#[derive(Clone, Copy, Debug)]
struct Style {
    what: OutputKind,
    diagram: DiagramStyle,
    size: Option<u16>,
    columns: u32,
    delay: u16,
}

impl Gallery {
    /// The gallery for these arguments; `None` if they do not ask for pictures.
    pub(in super::super) fn of(args: &Args) -> Result<Option<Self>, Error> {
        let Args { what, boards, pictures, .. } = args;
        if !what.is_picture() {
            return Ok(None);
        }
        let style = Style {
            what: *what,
            diagram: DiagramStyle {
                flip: boards.flip,
                coordinates: !boards.no_coordinates,
                captions: false,
                theme: pictures.theme(),
            },
            size: pictures.size,
            columns: pictures.columns.unwrap_or(4),
            delay: pictures.delay.map_or(100, |delay| delay.0),
        };
        let target = Target::new(args.run.output.output.as_deref(), *what)?;
        let (all, games) = (Album::default(), Vec::new());
        Ok(Some(Self {
            style,
            target,
            all,
            games,
            taken: 0,
            stems: Stems::default(),
            written: HashSet::new(),
            read: ReadFiles::default(),
        }))
    }

    /// How games are drawn, if each picture has its own file.
    pub(in super::super) fn drawing(&self) -> Option<Drawing> {
        let Target::Many(pattern) = &self.target else { return None };
        Some(Drawing { style: self.style, parts_positions: pattern.parts_positions() })
    }

    /// Sets the files that no picture may overwrite. A single picture has a name that is checked before.
    pub(in super::super) fn protect(&mut self, read: impl FnOnce() -> ReadFiles) {
        if self.target != Target::One {
            self.read = read();
        }
    }

    /// Opens the output. If each picture has its own file, nothing else is written.
    pub(in super::super) fn open(&self, args: &Args) -> Result<Output, Error> {
        if self.target != Target::One {
            return Ok(OutputArgs::default().open(OutputContent::Report)?);
        }
        let output = args.run.output.open(args.content())?;
        if output.is_terminal() && self.style.what != OutputKind::Svg {
            return Err(Error::Usage(format!(
                "a picture cannot be written to a terminal; write it to a file with -o game.{}",
                self.style.what.name()
            )));
        }
        Ok(output)
    }

    /// Draws a diagram that belongs to no game.
    pub(in super::super) fn draw_alone(mut self, diagram: Diagram, args: &Args) -> Result<ExitStatus, Error> {
        let output = self.open(args)?;
        let taken = self.take(&Album::new(diagram), "<fen>", 1);
        taken.map_err(|error| Error::of_writing(error, ExitStatus::Clean))?;
        self.finish(output, ExitStatus::Clean, &args.run.diagnostics.diagnostics())
    }

    /// Adds the diagrams of a game; returns whether there are any.
    pub(in super::super) fn take(&mut self, album: &Album, file: &str, game: u64) -> io::Result<bool> {
        if album.diagrams.is_empty() {
            return Ok(false);
        }
        too_many(album)?;
        match self.target.clone() {
            Target::One => self.add_to_picture(album, game)?,
            Target::Many(pattern) => self.write_each(&pattern, album, file, game)?,
        }
        Ok(true)
    }

    /// Adds diagrams to the single picture.
    fn add_to_picture(&mut self, album: &Album, game: u64) -> Result<(), Refused> {
        if self.taken > 0 && self.style.what.is_moving() {
            return Err(Refused(format!(
                "an animation shows one game: choose it with --game, or write one file per game with \
                 -o 'game-{{game}}.{}'",
                self.style.what.name()
            )));
        }
        self.all.append(album);
        self.games.resize(self.all.diagrams.len(), game);
        self.taken += 1;
        too_many(&self.all)
    }

    /// Writes diagrams to their own files.
    fn write_each(&mut self, pattern: &Pattern, album: &Album, file: &str, game: u64) -> io::Result<()> {
        if !pattern.parts_positions() {
            let path = self.new_path(pattern, file, game, 0)?;
            return self.file(&path, &album.diagrams, &album.title, album.files.first());
        }
        for (index, (diagram, played)) in album.diagrams.iter().zip(&album.played).enumerate() {
            let path = self.new_path(pattern, file, game, *played)?;
            self.file(&path, std::slice::from_ref(diagram), &album.title, album.files.get(index))?;
        }
        Ok(())
    }

    /// The path of a file that was not written yet.
    fn new_path(&mut self, pattern: &Pattern, file: &str, game: u64, ply: u32) -> Result<PathBuf, Refused> {
        let path = pattern.path(Names { stem: self.stems.of(file), game, ply });
        if self.written.insert(path.clone()) {
            return Ok(path);
        }
        let missing: Vec<&str> = pattern.missing().collect();
        Err(Refused(format!("{} would be written twice; its name lacks {}", path.display(), missing.join(", "))))
    }

    /// Writes a file, which may be drawn already.
    fn file(&mut self, path: &Path, diagrams: &[Diagram], title: &str, drawn: Option<&Vec<u8>>) -> io::Result<()> {
        self.read.check(path).map_err(Refused)?;
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|error| OutputError::new(folder, error).into_io())?;
        }
        let mut sink = Sink::create(path).map_err(OutputError::into_io)?;
        match drawn {
            Some(bytes) => sink.write_all(bytes)?,
            None => self.style.draw(diagrams, title, &mut sink)?,
        }
        sink.commit().map(drop).map_err(OutputError::into_io)
    }

    /// Draws the single picture; returns the status of the run.
    pub(in super::super) fn finish(
        mut self,
        mut output: Output,
        status: ExitStatus,
        diagnostics: &Diagnostics,
    ) -> Result<ExitStatus, Error> {
        if self.all.diagrams.is_empty() && self.written.is_empty() {
            diagnostics.error("there is no position to draw, and no picture was written");
            return Ok(status | ExitStatus::Findings);
        }
        if self.taken > 1 {
            self.number_captions();
        }
        if self.target == Target::One {
            let drawn = self.style.draw(&self.all.diagrams, &self.all.title, &mut output);
            drawn.map_err(|error| Error::of_writing(error, status))?;
            outputs::finish(output, status, diagnostics)?;
        }
        Ok(status)
    }

    /// Adds the game number to each caption on a sheet of several games.
    fn number_captions(&mut self) {
        self.all.title = format!("{} positions of {} games", self.all.diagrams.len(), self.taken);
        for (diagram, game) in self.all.diagrams.iter_mut().zip(&self.games) {
            diagram.caption = Some(match &diagram.caption {
                Some(caption) => format!("{game}: {caption}"),
                None => game.to_string(),
            });
        }
    }
}

/// Returns an error for too many diagrams.
fn too_many(album: &Album) -> Result<(), Refused> {
    let message =
        || format!("a picture has at most {MAX_DIAGRAMS} boards: choose positions with --at, games with --game");
    if album.is_cut { Err(Refused(message())) } else { Ok(()) }
}

impl Style {
    /// How wide a single board is.
    fn single_size(&self) -> u16 {
        self.size.unwrap_or(400)
    }

    /// How wide boards are on a sheet.
    fn sheet_size(&self) -> u16 {
        self.size.unwrap_or(240)
    }

    /// The number of pixels that are in memory while a picture of so many diagrams is drawn: a row of a sheet, or a frame.
    fn pixels(&self, diagrams: usize) -> u64 {
        let (boards, size) = if self.what.is_moving() || diagrams == 1 {
            (1, self.single_size())
        } else {
            (u64::from(self.columns).min(diagrams as u64), self.sheet_size())
        };
        boards * u64::from(size) * u64::from(size)
    }

    fn draw(&self, diagrams: &[Diagram], title: &str, out: &mut impl Write) -> io::Result<()> {
        let is_single = diagrams.len() == 1;
        let size = self.single_size();
        let style = DiagramStyle { captions: !is_single, ..self.diagram };
        let sheet_size = if is_single { size } else { self.sheet_size() };
        let columns = u64::from(self.columns).min(diagrams.len() as u64);
        if !self.what.is_moving() && columns * u64::from(sheet_size) > WIDEST {
            let message =
                format!("--columns {columns} with --size {sheet_size} makes a sheet of more than {WIDEST} pixels");
            return Err(Refused(message).into());
        }
        let sheet = Sheet { diagrams, style, columns: self.columns, size: sheet_size, title };
        let animation = Animation { diagrams, style, size, delay: self.delay, last_delay: 4 * self.delay };
        match self.what {
            OutputKind::Svg => sheet.write_svg(out),
            OutputKind::Gif => animation.write(AnimationFormat::Gif, out),
            OutputKind::Apng => animation.write(AnimationFormat::Apng, out),
            _ => sheet.write_png(out),
        }
    }
}
