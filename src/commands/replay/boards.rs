//! Boards: their options, setups that cannot be played from, and the positions that `--at` selects.

use std::io::Write;
use std::str::FromStr;

use clap::ValueEnum;

use crate::chess::fen;
use crate::chess::setup::Setup;
use crate::commands::{Error, ExitStatus};
use crate::game::facts::PieceLetters;
use crate::game::record::plies::Ply;
use crate::game::values::game_place::GamePlace;
use crate::report::Paint;
use crate::report::diagram::{BoardStyle, Diagram, Lettering, board};

use super::{Args, OutputKind};

/// The style of boards, also in pictures.
#[derive(clap::Args, Clone, Default, Debug)]
#[cfg_attr(feature = "pictures", command(next_help_heading = "Boards and pictures"))]
#[cfg_attr(not(feature = "pictures"), command(next_help_heading = "Boards"))]
pub struct BoardArgs {
    /// Show boards from Black's side
    #[arg(long)]
    pub flip: bool,

    #[cfg_attr(feature = "pictures", doc = "Hide coordinates and, in pictures, the disc that marks the side to move")]
    #[cfg_attr(not(feature = "pictures"), doc = "Hide coordinates")]
    #[arg(long)]
    pub no_coordinates: bool,

    /// Piece symbols on text boards [default: unicode with colors or --lang figurine, otherwise ascii]
    #[arg(long, value_name = "HOW")]
    pub board: Option<BoardArg>,
}

/// How pieces are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum BoardArg {
    /// Chess symbols
    Unicode,
    /// Letters, those of --lang, uppercase for White
    Ascii,
}

/// The kinds of output with boards.
const WITH_BOARDS: &[OutputKind] = if cfg!(feature = "pictures") {
    &[OutputKind::Board, OutputKind::Svg, OutputKind::Png, OutputKind::Gif, OutputKind::Apng]
} else {
    &[OutputKind::Board]
};

impl BoardArgs {
    pub(super) fn style(&self, paint: Paint, letters: PieceLetters) -> BoardStyle {
        let lettering = self.lettering(paint.is_plain(), letters);
        BoardStyle { flip: self.flip, coordinates: !self.no_coordinates, lettering, paint }
    }

    /// How pieces are written on a text board, which is plain if it has no colors. A plain board has symbols only on
    /// request: on a dark background White's look like Black's.
    fn lettering(&self, is_plain: bool, letters: PieceLetters) -> Lettering {
        match (self.board, letters) {
            (Some(BoardArg::Unicode), _) | (None, PieceLetters::Figurine) => Lettering::Unicode,
            (None, _) if !is_plain => Lettering::Unicode,
            (_, PieceLetters::Of(alphabet)) => Lettering::Letters(alphabet),
            _ => Lettering::FEN,
        }
    }

    /// Returns an error for options that have no effect on the output.
    pub(super) fn check(&self, kind: OutputKind) -> Result<(), Error> {
        check_options(
            &[
                ("--flip", self.flip, WITH_BOARDS),
                ("--no-coordinates", self.no_coordinates, WITH_BOARDS),
                ("--board", self.board.is_some(), &[OutputKind::Board]),
            ],
            kind,
        )
    }
}

/// Returns an error for an option that is given with another kind of output than those that it affects.
pub(super) fn check_options(options: &[(&str, bool, &[OutputKind])], kind: OutputKind) -> Result<(), Error> {
    let useless = options.iter().find(|(_, is_given, kinds)| *is_given && !kinds.contains(&kind));
    useless.map_or(Ok(()), |(name, _, kinds)| {
        let names: Vec<String> = kinds.iter().map(|kind| format!("--as {}", kind.name())).collect();
        Err(Error::Usage(format!("{name} requires {}", names.join(" or "))))
    })
}

/// The setup of `--fen`, if the command line has no moves and the setup cannot be played from. It can still be drawn.
pub(super) fn unplayable(args: &Args) -> Option<Setup> {
    let is_alone = args.moves.is_none() && args.uci.is_none() && args.at.is_empty();
    let text = args.fen.as_ref().filter(|_| is_alone && (args.what == OutputKind::Board || args.what.is_picture()))?;
    let setup = fen::parse(text.as_bytes()).ok()?.setup;
    setup.position_ignoring_reachability().is_err().then_some(setup)
}

/// Draws a setup as text, or as a picture.
pub(super) fn draw(setup: Setup, args: &Args) -> Result<ExitStatus, Error> {
    args.check_fields()?;
    let diagram = Diagram::of_setup(setup);
    #[cfg(feature = "pictures")]
    if let Some(gallery) = super::pictures::Gallery::of(args)? {
        return gallery.draw_alone(diagram, args);
    }
    let mut output = args.run.output.open(args.content())?;
    let text = board(&diagram, args.board_style());
    let written = output.write_all(text.as_bytes()).and_then(|()| output.commit());
    written.map_err(|error| Error::of_writing(error, ExitStatus::Clean))?;
    Ok(ExitStatus::Clean)
}

// The positions that `--at` selects.

/// An item of `--at`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum At {
    One(GamePlace),
    /// The start, and the position after every N plies.
    All,
    /// The start, and the position after every N plies.
    Every(u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DefaultPlaces {
    Moves,
    /// Every position, the first one included.
    Positions,
    Last,
}

impl At {
    /// Whether it selects this ply of a game with a main line of this length.
    pub(super) fn means(&self, ply: &Ply<'_>, moves: u32) -> bool {
        match self {
            Self::One(GamePlace::Ply(played)) => ply.plies_played() == *played,
            Self::One(GamePlace::Move(number, color)) => ply
                .step
                .as_ref()
                .is_some_and(|step| (step.before.fullmove_number(), step.before.turn()) == (*number, *color)),
            Self::One(GamePlace::Last) => {
                ply.plies_played() == moves && ply.step.as_ref().is_none_or(|step| step.variation == 0)
            }
            Self::One(GamePlace::Fen(position)) => ply.position().same_position(position),
            Self::All => true,
            Self::Every(plies) => ply.plies_played().is_multiple_of(*plies),
        }
    }
}

impl FromStr for At {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let word = word.trim();
        if word == "all" {
            return Ok(Self::All);
        }
        if let Some(plies) = word.strip_prefix("every:") {
            let is_number = plies.bytes().all(|byte| byte.is_ascii_digit());
            let plies = plies.parse().ok().filter(|plies| is_number && *plies > 0);
            return plies
                .map(Self::Every)
                .ok_or_else(|| "expected a number of at least 1, such as every:10".to_owned());
        }
        word.parse().map(Self::One).map_err(|message: String| {
            if word.starts_with("fen:") { message } else { format!("{message}, all, or every:10") }
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::chess::piece::Color;

    use super::*;

    #[test]
    fn options_without_effect_are_errors() {
        let flipped = BoardArgs { flip: true, ..BoardArgs::default() };
        let message = flipped.check(OutputKind::Record).unwrap_err().to_string();
        assert!(message.starts_with("--flip requires --as board"), "{message}");
        assert!(flipped.check(OutputKind::Board).is_ok());
        assert_eq!(flipped.check(OutputKind::Png).is_ok(), cfg!(feature = "pictures"));
    }

    #[test]
    fn items_are_parsed() {
        for (word, at) in [
            ("0", At::One(GamePlace::Ply(0))),
            ("23w", At::One(GamePlace::Move(23, Color::White))),
            ("23B", At::One(GamePlace::Move(23, Color::Black))),
            ("last", At::One(GamePlace::Last)),
            ("all", At::All),
            ("every:10", At::Every(10)),
            ("fen:startpos", At::One(GamePlace::Fen(Box::default()))),
        ] {
            assert_eq!(word.parse(), Ok(at), "{word}");
        }
        for word in
            ["", "-1", "w", "every:0", "every:", "first", "fen:8/8", "99999999999", "fen:8/8/8/8/8/8/8/8 w - - 0 1"]
        {
            assert!(word.parse::<At>().is_err(), "{word}");
        }
    }
}
