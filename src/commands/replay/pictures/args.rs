//! The arguments for pictures.

use std::str::FromStr;

use clap::ValueEnum;

use crate::commands::Error;
use crate::options::whole_number;
use crate::report::pictures::Theme;

use super::super::OutputKind;
use super::super::boards::check_options;

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
    /// The colors of the squares.
    pub(super) fn theme(&self) -> Theme {
        match self.theme {
            None | Some(ThemeArg::Brown) => Theme::Brown,
            Some(ThemeArg::Green) => Theme::Green,
            Some(ThemeArg::Blue) => Theme::Blue,
            Some(ThemeArg::Gray) => Theme::Gray,
        }
    }

    /// Returns an error for options that have no effect on the output.
    pub(in super::super) fn check(&self, kind: OutputKind) -> Result<(), Error> {
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
