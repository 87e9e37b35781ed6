//! The arguments for boards and pictures.

use std::str::FromStr;

use clap::ValueEnum;

use crate::commands::Error;
use crate::options::whole_number;
use crate::report::diagram::{DiagramStyle, Lettering, Theme};

use super::super::OutputKind;

/// The style of boards and pictures.
#[derive(clap::Args, Clone, Default, Debug)]
#[command(next_help_heading = "Boards and pictures")]
pub struct PictureArgs {
    /// Show boards from Black's side
    #[arg(long)]
    pub flip: bool,

    /// Hide coordinates and, in pictures, the disc that marks the side to move
    #[arg(long)]
    pub no_coordinates: bool,

    /// Piece symbols on text boards [default: unicode with colors, otherwise ascii]
    #[arg(long, value_name = "HOW")]
    pub board: Option<BoardArg>,

    /// Colors of the squares in pictures [default: brown]
    #[arg(long, value_name = "THEME")]
    pub theme: Option<ThemeArg>,

    /// Width of a board in pixels, 32-4096 [default: 400, on sheets 240]
    #[arg(long, value_name = "PIXELS", value_parser = whole_number(32..=4096_u16))]
    pub size: Option<u16>,

    /// Boards per row on a sheet [default: 4]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=256_u32))]
    pub columns: Option<u32>,

    /// Seconds per position in an animation, 0.02-60 [default: 1]
    ///
    /// The last position is shown four times as long.
    #[arg(long, value_name = "SECONDS")]
    pub delay: Option<Delay>,
}

/// How pieces are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum BoardArg {
    /// Chess symbols
    Unicode,
    /// Letters, uppercase for White
    Ascii,
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
pub struct Delay(pub(super) u16);

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
    /// The settings of all boards.
    pub(in super::super) fn style(&self) -> DiagramStyle {
        let theme = match self.theme {
            None | Some(ThemeArg::Brown) => Theme::Brown,
            Some(ThemeArg::Green) => Theme::Green,
            Some(ThemeArg::Blue) => Theme::Blue,
            Some(ThemeArg::Gray) => Theme::Gray,
        };
        DiagramStyle { flip: self.flip, coordinates: !self.no_coordinates, captions: false, theme }
    }

    /// How pieces are written on a text board, which is plain if it has no colors. A plain board has symbols only on
    /// request: on a dark background White's look like Black's.
    pub(in super::super) fn lettering(&self, is_plain: bool) -> Lettering {
        match self.board {
            Some(BoardArg::Ascii) => Lettering::Ascii,
            None if is_plain => Lettering::Ascii,
            Some(BoardArg::Unicode) | None => Lettering::Unicode,
        }
    }

    /// Returns an error for options that have no effect on the output.
    pub(in super::super) fn check(&self, kind: OutputKind) -> Result<(), Error> {
        let (pictures, still_pictures) = (
            &[OutputKind::Svg, OutputKind::Png, OutputKind::Gif, OutputKind::Apng][..],
            &[OutputKind::Svg, OutputKind::Png][..],
        );
        let boards = [&[OutputKind::Board], pictures].concat();
        let options = [
            ("--flip", self.flip, &boards[..]),
            ("--no-coordinates", self.no_coordinates, &boards),
            ("--board", self.board.is_some(), &[OutputKind::Board]),
            ("--theme", self.theme.is_some(), pictures),
            ("--size", self.size.is_some(), pictures),
            ("--columns", self.columns.is_some(), still_pictures),
            ("--delay", self.delay.is_some(), &[OutputKind::Gif, OutputKind::Apng]),
        ];
        let useless = options.iter().find(|(_, is_given, kinds)| *is_given && !kinds.contains(&kind));
        useless.map_or(Ok(()), |(name, _, kinds)| {
            let names: Vec<String> = kinds.iter().map(|kind| format!("--as {}", kind.name())).collect();
            Err(Error::Usage(format!("{name} requires {}", names.join(" or "))))
        })
    }
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
        let flipped = PictureArgs { flip: true, ..PictureArgs::default() };
        assert!(flipped.check(OutputKind::Record).is_err() && flipped.check(OutputKind::Board).is_ok());
    }
}
