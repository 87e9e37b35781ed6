//! The arguments of `adoube replay`.

use clap::ValueEnum;

use crate::chess::san::language::Alphabet;
use crate::commands::Error;
use crate::game::export::Cut;
use crate::options::{InputArgs, OutputArgs, SelectionArgs, TableFormat, TalkArgs, ThreadArgs};
use crate::report::plies::{BoardStyle, Field, Known, Letters, PlyFormat, Shape};

use super::at::{At, Usual};
use super::field_arg::FieldParser;
use super::fold::Show;
use super::pictures::PictureArgs;

/// The arguments of `adoube replay`.
#[derive(clap::Args, Clone, Debug)]
#[allow(missing_docs, reason = "a flattened group must not lend its comment to the help")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Args {
    #[command(flatten)]
    pub inputs: InputArgs,

    /// Play these moves, such as "e4 e5 Nf3", or play on from a game with them
    ///
    /// They may be written as in a game, with numbers, comments and variations, or in UCI. They begin at --fen, or after
    /// the last move of the one game of the input, which --game chooses if there are several: repetitions and the
    /// half-move clock count over both.
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["input_format", "sample"], help_heading = "What is played")]
    pub moves: Option<String>,

    /// The same in UCI, such as "e2e4 e7e5"
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["moves", "input_format", "sample"], help_heading = "What is played")]
    pub uci: Option<String>,

    /// Begin at this position; without --moves or --uci, show it
    #[arg(long, value_name = "FEN", conflicts_with_all = ["inputs", "files_from", "input_format", "head", "game", "condition", "sample"], help_heading = "What is played")]
    pub fen: Option<String>,

    /// Look at the games in the terminal: board, moves, comments, clocks, claims and findings
    ///
    /// The games of a large archive are found while the first of them are looked at. The key `?` shows all keys.
    #[arg(short, long, conflicts_with_all = ["moves", "uci", "fen", "what", "to_pgn", "from", "until", "at",
          "fields", "variations", "chess960", "lang", "no_coordinates", "board", "theme", "size", "columns", "delay",
          "head", "sample", "format", "output"], help_heading = "What is shown")]
    pub interactive: bool,

    /// What to show
    #[arg(long = "as", value_name = "WHAT", default_value = "record", help_heading = "What is shown")]
    pub what: What,

    /// Write games in the export format of the PGN standard: --as pgn
    ///
    /// Tags in the standard's order, moves in SAN, suffixes as glyphs, lines of fewer than 80 columns; comments and
    /// variations stay. What could not be played becomes a comment.
    #[arg(long, conflicts_with = "what", help_heading = "What is shown")]
    pub to_pgn: bool,

    /// With --to-pgn: leave out the first PLY half-moves; the game starts from the position after them
    #[arg(long, value_name = "PLY", default_value = "0", hide_default_value = true, value_parser = read_half_moves, help_heading = "What is shown")]
    pub from: u32,

    /// With --to-pgn: end the game after PLY half-moves, without a result if there were more
    #[arg(long, value_name = "PLY", value_parser = read_half_moves, help_heading = "What is shown")]
    pub until: Option<u32>,

    /// Which positions: 40, 23w, 23b, last, all, every:N, fen:FEN; commas part them
    ///
    /// 40 is after 40 moves of both sides together, 0 the start; 23w is after White's move 23. Usually all moves are shown,
    /// with fen, epd, board and moving pictures also the start, with svg and
    /// png the last position.
    #[arg(long, value_name = "PLY", value_delimiter = ',', help_heading = "What is shown")]
    pub at: Vec<At>,

    /// The fields of a record, in this order; tag:NAME is what that tag says, all stands for every field but tags
    ///
    /// The fields: file, game, variation, parent, ply, played, number, side, san, lan, uci, fen, fen_before, epd, key, clk,
    /// spent, eval, mate, nags, comment, check, checkmate, captured, halfmove_clock, repetitions, material,
    /// eco, opening.
    #[arg(long, value_name = "FIELDS", value_delimiter = ',', value_parser = FieldParser, help_heading = "What is shown")]
    pub fields: Vec<FieldsArg>,

    /// Show the moves of variations, too
    #[arg(long, help_heading = "What is shown")]
    pub variations: bool,

    /// Write castling in UCI as the king's square and the rook's, e1h1 instead of e1g1
    ///
    /// Games of Chess960 are understood without this option, and written so.
    #[arg(long, help_heading = "What is shown")]
    pub chess960: bool,

    /// The letters of the men: a language (fr, de, es, …) or figurine; for SAN and LAN, and to read --moves
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = read_letters, help_heading = "What is shown")]
    pub lang: Letters,

    #[command(flatten)]
    pub pictures: PictureArgs,

    #[command(flatten)]
    pub selection: SelectionArgs,

    /// How to write rows
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: TableFormat,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub talk: TalkArgs,

    #[command(flatten)]
    pub threads: ThreadArgs,
}

/// What is shown.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum What {
    /// A record of every move, with the fields of --fields
    Record,
    /// Positions as FEN
    Fen,
    /// Positions as EPD; operations of an input are kept
    Epd,
    /// Moves in short notation, Nf3
    San,
    /// Moves in long notation, Ng1-f3
    Lan,
    /// Moves in UCI, g1f3
    Uci,
    /// Whole games in the export format of the PGN standard
    Pgn,
    /// Boards of text
    Board,
    /// A diagram as SVG, or a sheet of them: the last position, or those of --at
    Svg,
    /// The same as PNG
    Png,
    /// The positions one after the other, as a moving picture
    Gif,
    /// The same as an animated PNG
    Apng,
}

impl What {
    /// Its name on the command line; that of a picture is the usual ending of its files.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Fen => "fen",
            Self::Epd => "epd",
            Self::San => "san",
            Self::Lan => "lan",
            Self::Uci => "uci",
            Self::Pgn => "pgn",
            Self::Board => "board",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Gif => "gif",
            Self::Apng => "apng",
        }
    }

    /// Whether it is a picture in a file.
    pub(super) const fn is_picture(self) -> bool {
        matches!(self, Self::Svg | Self::Png) || self.is_moving()
    }

    /// Whether it shows one position after the other.
    pub(super) const fn is_moving(self) -> bool {
        matches!(self, Self::Gif | Self::Apng)
    }
}

/// A word of `--fields`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldsArg {
    /// A field.
    One(Field),
    /// All of the table.
    All,
}

impl Args {
    /// Whether moves are given that are played on from a game of the input.
    pub(super) fn plays_on(&self) -> bool {
        let has_input = !self.inputs.inputs.is_empty() || self.inputs.files_from.is_some();
        has_input && (self.moves.is_some() || self.uci.is_some())
    }

    /// Refuses a choice of games where only moves are given.
    pub(super) fn check_moves(&self) -> Result<(), Error> {
        let chooses =
            self.selection.game.is_some() || self.selection.head.is_some() || self.selection.condition.is_some();
        if chooses && (self.moves.is_some() || self.uci.is_some()) && !self.plays_on() {
            let message =
                "--game, --head and --where choose among the games of an input, and there is none to play on from";
            return Err(Error::Usage(message.to_owned()));
        }
        Ok(())
    }

    /// What is shown if `--at` does not say it.
    pub(super) fn usual(&self) -> Usual {
        match self.what {
            What::Fen | What::Epd | What::Board | What::Gif | What::Apng => Usual::Positions,
            What::Svg | What::Png => Usual::Last,
            What::Record | What::San | What::Lan | What::Uci | What::Pgn => Usual::Moves,
        }
    }

    /// How games are shown.
    pub(super) fn show(&self) -> Result<Show, Error> {
        let until = self.until.unwrap_or(u32::MAX);
        let usage = |message: &str| Err(Error::Usage(message.to_owned()));
        if !self.to_pgn && self.what != What::Pgn {
            return match (self.from, self.until) {
                (0, None) if self.what.is_picture() => self.ply_format().map(|_| Show::Album(self.lang)),
                (0, None) => self.ply_format().map(Show::Rows),
                _ => usage("--from and --until cut games; they go with --to-pgn"),
            };
        }
        match self {
            Self { format: TableFormat::Jsonl | TableFormat::Csv, .. } => {
                usage("--to-pgn writes text; leave --format out")
            }
            Self { at, .. } if !at.is_empty() => usage("--to-pgn writes games; --from and --until cut them, not --at"),
            Self { fields, .. } if !fields.is_empty() => {
                usage("--fields chooses what stands in a record; leave --to-pgn out")
            }
            Self { lang, .. } if *lang != Letters::English && self.moves.is_none() => {
                usage("--to-pgn writes English letters, as the standard has it; leave --lang out")
            }
            _ if until < self.from => usage("--until is before --from"),
            _ => Ok(Show::Pgn(Cut { from: self.from, until })),
        }
    }

    /// Whether the moves of variations are wanted.
    pub(super) fn wants_variations(&self) -> bool {
        self.variations || self.to_pgn || self.what == What::Pgn
    }

    /// How boards are written as text.
    pub(super) fn board_style(&self) -> BoardStyle {
        let paint = self.output.paint(self.talk.color);
        BoardStyle { look: self.pictures.look(), lettering: self.pictures.lettering(paint.is_plain()), paint }
    }

    /// How plies are written.
    pub(super) fn ply_format(&self) -> Result<PlyFormat, Error> {
        if self.what != What::Record && !self.fields.is_empty() {
            return Err(Error::Usage("--fields chooses what stands in a record; leave --as out".to_owned()));
        }
        if (self.what == What::Board || self.what.is_picture()) && self.format != TableFormat::Text {
            return Err(Error::Usage(format!(
                "--format says how rows are written; --as {} has none",
                self.what.name()
            )));
        }
        if self.what.is_moving() && self.variations {
            return Err(Error::Usage("--variations: a moving picture shows one line of play".to_owned()));
        }
        let shape = match (self.format, self.what) {
            (_, What::Board) => Shape::Boards(self.board_style()),
            (TableFormat::Jsonl, _) => Shape::Jsonl,
            (TableFormat::Csv, _) => Shape::Csv,
            (TableFormat::Text, What::Record) => Shape::Table,
            (TableFormat::Text, What::San | What::Lan | What::Uci) if self.at.is_empty() => Shape::Words,
            (TableFormat::Text, _) => Shape::Lines,
        };
        if shape == Shape::Words && self.variations {
            let message = "--variations: the moves of a game on one line would be of many lines of play; take --format \
                           jsonl or csv, or --as record";
            return Err(Error::Usage(message.to_owned()));
        }
        Ok(PlyFormat::new(shape, self.fields(shape), self.lang, self.chess960))
    }

    fn fields(&self, shape: Shape) -> Vec<Field> {
        if !self.fields.is_empty() {
            let all = Known::ALL.iter().map(|known| Field::Known(*known));
            let fields = self.fields.iter().flat_map(|field| match field {
                FieldsArg::One(field) => vec![field.clone()],
                FieldsArg::All => all.clone().collect(),
            });
            return fields.collect();
        }
        let value = match self.what {
            What::Record if shape == Shape::Table => {
                return self.known(&[Known::Played, Known::Number, Known::San, Known::Clk, Known::Eval, Known::Fen]);
            }
            What::Record => {
                return self.known(&[
                    Known::File,
                    Known::Game,
                    Known::Ply,
                    Known::San,
                    Known::Uci,
                    Known::Fen,
                    Known::Clk,
                    Known::Eval,
                    Known::Mate,
                ]);
            }
            What::Fen => Known::Fen,
            What::Epd => Known::Epd,
            What::San | What::Pgn => Known::San,
            What::Lan => Known::Lan,
            What::Uci => Known::Uci,
            What::Board | What::Svg | What::Png | What::Gif | What::Apng => return Vec::new(),
        };
        let which = if self.usual() == Usual::Positions { Known::Played } else { Known::Ply };
        match shape {
            Shape::Jsonl | Shape::Csv => self.known(&[Known::File, Known::Game, which, value]),
            Shape::Table | Shape::Lines | Shape::Words | Shape::Boards(_) => vec![Field::Known(value)],
        }
    }

    /// These fields, and those that tell lines of play apart if there may be several.
    fn known(&self, fields: &[Known]) -> Vec<Field> {
        let mut fields: Vec<Field> = fields.iter().map(|known| Field::Known(*known)).collect();
        if self.variations {
            let behind_game = fields.iter().take_while(|field| **field != Field::Known(Known::Ply)).count();
            let at = if behind_game == fields.len() { 0 } else { behind_game };
            fields.splice(at..at, [Field::Known(Known::Variation), Field::Known(Known::Parent)]);
        }
        fields
    }
}

/// A number of half-moves.
fn read_half_moves(word: &str) -> Result<u32, String> {
    word.parse()
        .map_err(|_| "write how many half-moves, counted for both sides: 40 is after Black's move 20".to_owned())
}

/// A language by its code or name, or figurines.
fn read_letters(word: &str) -> Result<Letters, String> {
    let word = word.trim().to_lowercase();
    let is_named = |alphabet: &&Alphabet| alphabet.code == word || alphabet.language.to_lowercase() == word;
    match word.as_str() {
        "en" | "english" => Ok(Letters::English),
        "figurine" => Ok(Letters::Figurine),
        _ => Alphabet::ALL.iter().find(is_named).map(Letters::Of).ok_or_else(|| {
            let codes: Vec<&str> = Alphabet::ALL.iter().map(|alphabet| alphabet.code).collect();
            format!("no language is called so: en, {}, figurine", codes.join(", "))
        }),
    }
}
