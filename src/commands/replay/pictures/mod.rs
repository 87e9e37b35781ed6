//! Pictures of positions: the formats `svg`, `png`, `gif` and `apng` of `--as`.
//!
//! ```text
//! Plies --album--> Album --gallery--> Sheet or Animation --> the files that target names
//! ```

mod gallery;
mod target;

use std::str::FromStr;

use clap::ValueEnum;

use crate::commands::Error;
use crate::game::facts::PieceLetters;
use crate::game::record::plies::Ply;
use crate::options::whole_number;
use crate::report::diagram::Diagram;
use crate::report::facts::plies::diagram;
use crate::report::pictures::Theme;

use super::OutputKind;
use super::boards::check_options;

pub(super) use gallery::{Drawing, Gallery};

// The arguments for pictures.

/// The style of pictures.
#[derive(clap::Args, Clone, Default, Debug)]
#[command(next_help_heading = "Boards and pictures")]
pub struct PictureArgs {
    /// Colors of the squares in pictures [default: brown]
    #[arg(long, value_name = "THEME")]
    #[cfg_attr(feature = "viewer", arg(conflicts_with = "interactive"))]
    pub theme: Option<ThemeArg>,

    /// Width of a board in pixels, 32-4096 [default: 400, on sheets 240]
    #[arg(long, value_name = "PIXELS", value_parser = whole_number(32..=4096_u16))]
    #[cfg_attr(feature = "viewer", arg(conflicts_with = "interactive"))]
    pub size: Option<u16>,

    /// Boards per row on a sheet [default: 4]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=256_u32))]
    #[cfg_attr(feature = "viewer", arg(conflicts_with = "interactive"))]
    pub columns: Option<u32>,

    /// Seconds per position in an animation, 0.02-60 [default: 1]
    ///
    /// The last position is shown four times as long.
    #[arg(long, value_name = "SECONDS")]
    #[cfg_attr(feature = "viewer", arg(conflicts_with = "interactive"))]
    pub delay: Option<Delay>,
}

/// The colors of the squares.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum ThemeArg {
    /// Light and dark wood
    Brown,
    /// Ivory and green
    Green,
    /// Pale and dark blue
    Blue,
    /// Gray, for printing
    Gray,
}

/// A time in hundredths of a second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Delay(u16);

impl FromStr for Delay {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let seconds = text.parse::<f32>().ok().filter(|seconds| (0.02..=60.0).contains(seconds));
        // The range has been checked.
        #[allow(clippy::cast_sign_loss)]
        seconds
            .map(|seconds| Self((seconds * 100.0).round() as u16))
            .ok_or("expected a number of seconds from 0.02 to 60, such as 0.8")
    }
}

impl PictureArgs {
    /// The colors of the squares.
    fn theme(&self) -> Theme {
        match self.theme {
            None | Some(ThemeArg::Brown) => Theme::Brown,
            Some(ThemeArg::Green) => Theme::Green,
            Some(ThemeArg::Blue) => Theme::Blue,
            Some(ThemeArg::Gray) => Theme::Gray,
        }
    }

    /// Returns an error for options that have no effect on the output.
    pub(super) fn check(&self, kind: OutputKind) -> Result<(), Error> {
        let pictures = &[OutputKind::Svg, OutputKind::Png, OutputKind::Gif, OutputKind::Apng];
        check_options(
            &[
                ("--theme", self.theme.is_some(), pictures),
                ("--size", self.size.is_some(), pictures),
                ("--columns", self.columns.is_some(), &[OutputKind::Svg, OutputKind::Png]),
                ("--delay", self.delay.is_some(), &[OutputKind::Gif, OutputKind::Apng]),
            ],
            kind,
        )
    }
}

// The diagrams of a game.

/// The most diagrams in one picture. No game is longer: it is drawn after 75 moves without a capture or a pawn's move.
const MAX_DIAGRAMS: usize = 12_000;

/// Diagrams that belong together.
#[derive(Clone, Default, Debug)]
pub(super) struct Album {
    diagrams: Vec<Diagram>,
    /// How many moves were played before each.
    played: Vec<u32>,
    title: String,
    /// The first files, if each game or each position has its own.
    files: Vec<Vec<u8>>,
    /// Whether there were more of them than have room.
    is_cut: bool,
}

impl Album {
    fn new(diagram: Diagram) -> Self {
        Self { diagrams: vec![diagram], played: vec![0], ..Self::default() }
    }

    /// Adds a position of a game.
    pub(super) fn add(&mut self, ply: &Ply<'_>, letters: PieceLetters) {
        if self.diagrams.is_empty() {
            self.title = title(ply);
        }
        self.push(diagram(ply, letters), ply.plies_played());
    }

    /// The bytes of the files that are drawn.
    pub(super) fn memory(&self) -> usize {
        self.files.iter().map(Vec::len).sum()
    }

    /// Adds the diagrams of another game.
    fn append(&mut self, other: &Self) {
        if self.diagrams.is_empty() {
            self.title.clone_from(&other.title);
        }
        self.is_cut |= other.is_cut;
        for (diagram, played) in other.diagrams.iter().zip(&other.played) {
            self.push(diagram.clone(), *played);
        }
    }

    fn push(&mut self, diagram: Diagram, played: u32) {
        if self.diagrams.len() == MAX_DIAGRAMS {
            self.is_cut = true;
            return;
        }
        self.diagrams.push(diagram);
        self.played.push(played);
    }
}

/// `Anna – Bo, Casual game, 2024.01.01`, without unknown parts.
fn title(ply: &Ply<'_>) -> String {
    let tag = |name: &str| ply.tag(name).filter(|value| !matches!(value.as_ref(), "?" | "????.??.??" | ""));
    let players = match (tag("White"), tag("Black")) {
        (Some(white), Some(black)) => Some(format!("{white} – {black}")),
        _ => None,
    };
    let rest = ["Event", "Date"].into_iter().filter_map(tag).map(String::from);
    let parts: Vec<String> = players.into_iter().chain(rest).collect();
    if parts.is_empty() { "Chess".to_owned() } else { parts.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_are_parsed_as_seconds() {
        assert_eq!("1".parse(), Ok(Delay(100)));
        assert_eq!("0.75".parse(), Ok(Delay(75)));
        assert_eq!("60".parse(), Ok(Delay(6000)));
        for bad in ["", "0", "-1", "61", "NaN", "inf", "1s"] {
            assert!(bad.parse::<Delay>().is_err(), "{bad}");
        }
    }

    #[test]
    fn options_without_effect_are_errors() {
        let delayed = PictureArgs { delay: Some(Delay(50)), ..PictureArgs::default() };
        let message = delayed.check(OutputKind::Png).unwrap_err().to_string();
        assert_eq!(message, "--delay requires --as gif or --as apng");
        assert!(delayed.check(OutputKind::Gif).is_ok());
    }
}
