//! The arguments of `adoube replay`.

use clap::ValueEnum;
use clap::builder::TypedValueParser;
#[cfg(feature = "python")]
use std::sync::Arc;

use crate::chess::fen::{EnPassantMode, FenStyle};
use crate::chess::san::language::Alphabet;
use crate::commands::Error;
use crate::commands::partial::Signature;
use crate::commands::ply_selection::PlySelection;
use crate::commands::session::Session;
use crate::game::facts::{FactColumn, PieceLetters, PlyFact, PlyStyle, known_tags};
use crate::game::record::export::PlyRange;
use crate::options::{
    FailOnArgs, InputArgs, OutputContent, PartialArgs, PlySelectionArgs, RowFormat, RunArgs, SelectionArgs, offering,
};
use crate::report::diagram::BoardStyle;
#[cfg(feature = "parquet")]
use crate::report::facts::columns::PlyColumns;
use crate::report::facts::epd::{EpdOperation, StandardOperation};
use crate::report::facts::plies::{PlyFormat, RowStyle};
#[cfg(feature = "python")]
use crate::report::rows::Column;

use super::boards::{At, BoardArgs, DefaultPlaces};
use super::fold::Show;
#[cfg(feature = "pictures")]
use super::pictures::PictureArgs;

/// The arguments of `adoube replay`.
#[derive(clap::Args, Clone, Debug)]
#[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Args {
    #[command(flatten)]
    pub inputs: InputArgs,

    #[command(flatten)]
    pub partial: PartialArgs,

    /// Replay these moves, such as "e4 e5 Nf3", instead of or after an input game
    ///
    /// Write them in UCI or as in a PGN game, with move numbers, comments, and variations if you like. They start from the
    /// initial position, from --fen, or after the last move of an input game. If the input has several games, choose one with
    /// --game. Repetitions and the half-move clock carry over from the game.
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["input_format", "sample", "part", "merge", "partial"], help_heading = "Moves and positions")]
    pub moves: Option<String>,

    /// Replay these moves, written in UCI, such as "e2e4 e7e5"
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["moves", "input_format", "sample", "part", "merge", "partial"], help_heading = "Moves and positions")]
    pub uci: Option<String>,

    /// Start from this position; without --moves or --uci, show it
    #[arg(long, value_name = "FEN", conflicts_with_all = ["inputs", "files_from", "input_format", "head", "game", "condition", "sample", "part", "merge", "partial"], help_heading = "Moves and positions")]
    pub fen: Option<String>,

    /// Browse games in the terminal: board, moves, comments, clocks, claims, findings
    ///
    /// Large archives open at once; the list of games grows while you browse. Press `?` for the list of keys.
    #[cfg(feature = "viewer")]
    #[arg(short, long, conflicts_with_all = ["moves", "uci", "fen", "what", "to_pgn", "from", "until", "at",
          "fields", "variations", "chess960", "lang", "no_coordinates", "board",
          "head", "sample", "format", "output", "part", "merge", "partial"], help_heading = "Content")]
    pub interactive: bool,

    /// What to write
    #[cfg_attr(
        feature = "pictures",
        doc = "\nPictures go into one file. In its name (-o), {file}, {game} and {ply} stand for the input, the number of the game and the plies played: then each game, or each position, has its own file. So it is with -o DIR/."
    )]
    #[arg(long = "as", value_name = "WHAT", default_value = "record", help_heading = "Content")]
    pub what: OutputKind,

    /// Write games in the PGN export format; same as --as pgn
    ///
    /// Tags come in the standard order, moves in SAN, suffixes such as `!?` as NAGs, and lines have fewer than 80 columns.
    /// Comments and variations are kept. Text that cannot be replayed becomes a comment.
    #[arg(long, conflicts_with = "what", help_heading = "Content")]
    pub to_pgn: bool,

    /// With --to-pgn: skip the first PLY plies and start from the position after them
    #[arg(long, value_name = "PLY", default_value = "0", value_parser = read_half_moves, help_heading = "Content")]
    pub from: u32,

    /// With --to-pgn: cut the game after PLY plies; a game that is cut gets the result `*`
    #[arg(long, value_name = "PLY", value_parser = read_half_moves, help_heading = "Content")]
    pub until: Option<u32>,

    /// Which positions: 40 (plies), 23w, 23b, last, all, every:N, fen:FEN; comma-separated
    ///
    /// 40 is the position after 40 plies, and 0 the start; 23w is the position after White's move 23. The default depends
    #[cfg_attr(
        feature = "pictures",
        doc = "on --as: the last position for svg and png; every position including the start for fen, epd, board, gif, and apng;"
    )]
    #[cfg_attr(
        not(feature = "pictures"),
        doc = "on --as: every position including the start for fen, epd, and board;"
    )]
    /// every move for the rest.
    #[arg(long, value_name = "POSITION", value_delimiter = ',', help_heading = "Content")]
    pub at: Vec<At>,

    /// Fields of a record, in the order given: facts about plies or games, or tags; `all` for every fact about a ply
    ///
    /// `adoube explain --facts` lists the facts. A tag is WhiteElo, or tag:NAME for a rare one. With --as epd, the fields are
    /// operations: ce, dm, acd, acn, acs, bm (the move played), id, hmvc, and fmvn are those of the standard, and facts and
    /// tags have their own names.
    #[arg(long, value_name = "FIELDS", value_delimiter = ',', value_parser = fields_arg(), hide_possible_values = true, help_heading = "Content")]
    pub fields: Vec<FieldsArg>,

    /// Include the moves of variations
    #[arg(long, help_heading = "Content")]
    pub variations: bool,

    /// Write castling in UCI as king takes rook: e1h1 instead of e1g1
    ///
    /// Chess960 games are always written this way, and are read without this option.
    #[arg(long, help_heading = "Content")]
    pub chess960: bool,

    /// When a FEN or EPD has an en passant square
    ///
    /// The PGN standard writes it after every double step of a pawn. lichess, python-chess and Stockfish write it only where an en
    /// passant capture is legal, so that a position has one text however it arose (Laws 9.2.3).
    #[arg(long, value_name = "WHEN", default_value = "legal", help_heading = "Content")]
    pub ep: EnPassantArg,

    /// Piece letters for SAN, LAN, text boards, and --moves: a language (fr, de, es, …) or figurine
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = read_letters, help_heading = "Content")]
    pub lang: PieceLetters,

    #[command(flatten)]
    pub boards: BoardArgs,

    #[cfg(feature = "pictures")]
    #[command(flatten)]
    pub pictures: PictureArgs,

    #[command(flatten)]
    pub selection: SelectionArgs,

    #[command(flatten)]
    pub plies: PlySelectionArgs,

    /// Output format for records
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: RowFormat,

    #[command(flatten)]
    pub fails: FailOnArgs,

    #[command(flatten)]
    pub run: RunArgs,
}

/// When an en passant square is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum EnPassantArg {
    /// After every double step of a pawn
    Always,
    /// Only if an en passant capture is legal
    Legal,
}

impl From<EnPassantArg> for FenStyle {
    fn from(when: EnPassantArg) -> Self {
        let en_passant = match when {
            EnPassantArg::Always => EnPassantMode::Always,
            EnPassantArg::Legal => EnPassantMode::Legal,
        };
        Self { en_passant, ..Self::default() }
    }
}

/// The kinds of output.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum OutputKind {
    /// One row per move, with the fields of --fields
    Record,
    /// Positions as FEN
    Fen,
    /// Positions as EPD; operations of EPD inputs are kept
    Epd,
    /// Moves in SAN, such as Nf3
    San,
    /// Moves in long algebraic notation, such as Ng1-f3
    Lan,
    /// Moves in UCI, such as g1f3
    Uci,
    /// Whole games in the PGN export format
    Pgn,
    /// Text boards
    Board,
    /// An SVG diagram of the last position, or a sheet of the positions of --at
    #[cfg_attr(not(feature = "pictures"), value(hide = true))]
    Svg,
    /// The same as a PNG
    #[cfg_attr(not(feature = "pictures"), value(hide = true))]
    Png,
    /// An animated GIF of the positions
    #[cfg_attr(not(feature = "pictures"), value(hide = true))]
    Gif,
    /// An animated PNG of the positions
    #[cfg_attr(not(feature = "pictures"), value(hide = true))]
    Apng,
}

impl OutputKind {
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

    pub(super) const fn is_picture(self) -> bool {
        matches!(self, Self::Svg | Self::Png) || self.is_moving()
    }

    /// Whether it shows one position after the other.
    pub(super) const fn is_moving(self) -> bool {
        matches!(self, Self::Gif | Self::Apng)
    }
}

/// An item of `--fields`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldsArg {
    One(FactColumn),
    /// An operation of EPD.
    Operation(StandardOperation),
    All,
}

impl Args {
    /// Whether moves are given that are played on from a game of the input.
    pub(super) fn plays_on(&self) -> bool {
        let has_input = !self.inputs.inputs.is_empty() || self.inputs.files_from.is_some();
        has_input && (self.moves.is_some() || self.uci.is_some())
    }

    /// Returns an error if games are selected but there is no input.
    pub(super) fn check_moves(&self) -> Result<(), Error> {
        let chooses =
            self.selection.game.is_some() || self.selection.head.is_some() || self.selection.condition.is_some();
        if chooses && (self.moves.is_some() || self.uci.is_some()) && !self.plays_on() {
            let message = "--game, --head, and --where select games of an input, but there is no input";
            return Err(Error::Usage(message.to_owned()));
        }
        Ok(())
    }

    /// Returns an error for a picture that this build cannot draw, and for options that have no effect on the output.
    pub(super) fn check_pictures(&self) -> Result<(), Error> {
        if self.what.is_picture() && !cfg!(feature = "pictures") {
            let message = format!("--as {}: this build has no feature `pictures`", self.what.name());
            return Err(Error::Usage(message));
        }
        if self.what.is_picture()
            && (self.partial.part.part.is_some() || self.partial.merge || self.partial.partial.is_some())
        {
            let message = format!("--as {}: pictures cannot be made in parts", self.what.name());
            return Err(Error::Usage(message));
        }
        self.boards.check(self.what)?;
        #[cfg(feature = "pictures")]
        self.pictures.check(self.what)?;
        Ok(())
    }

    /// The default positions without `--at`.
    pub(super) fn default_places(&self) -> DefaultPlaces {
        match self.what {
            OutputKind::Fen | OutputKind::Epd | OutputKind::Board | OutputKind::Gif | OutputKind::Apng => {
                DefaultPlaces::Positions
            }
            OutputKind::Svg | OutputKind::Png => DefaultPlaces::Last,
            OutputKind::Record | OutputKind::San | OutputKind::Lan | OutputKind::Uci | OutputKind::Pgn => {
                DefaultPlaces::Moves
            }
        }
    }

    /// How games are shown.
    pub(super) fn show(&self) -> Result<Show, Error> {
        let until = self.until.unwrap_or(u32::MAX);
        let usage = |message: &str| Err(Error::Usage(message.to_owned()));
        if !self.to_pgn && self.what != OutputKind::Pgn {
            return match (self.from, self.until) {
                #[cfg(feature = "pictures")]
                (0, None) if self.what.is_picture() => {
                    self.check_fields().map(|()| Show::Album { letters: self.lang, drawing: None })
                }
                (0, None) => self.rows(),
                _ => usage("--from and --until require --to-pgn"),
            };
        }
        match self {
            Self { format, .. } if *format != RowFormat::Text => {
                usage("--to-pgn writes PGN text and cannot be used with --format")
            }
            Self { at, .. } if !at.is_empty() => {
                usage("--to-pgn writes whole games; use --from and --until instead of --at")
            }
            Self { fields, .. } if !fields.is_empty() => {
                usage("--fields chooses the fields of records and cannot be used with --to-pgn")
            }
            Self { lang, .. } if *lang != PieceLetters::English && self.moves.is_none() => usage(
                "--to-pgn writes English piece letters, as the PGN standard requires, and cannot be used with --lang",
            ),
            _ if until < self.from => usage("--until is before --from"),
            _ => Ok(Show::Pgn(PlyRange { from: self.from, until })),
        }
    }

    /// The columns of the rows; `None` for other output than rows in columns.
    #[cfg(feature = "python")]
    pub fn columns(&self) -> Result<Option<Arc<[Column]>>, Error> {
        Ok(if let Show::Columns(columns) = self.show()? { Some(Arc::clone(columns.layout().columns())) } else { None })
    }

    /// What is read, and where the output goes.
    pub(super) fn session(&self) -> Session<'_> {
        Session { inputs: &self.inputs, partial: &self.partial, run: &self.run, content: self.content() }
    }

    /// What makes runs with `--partial` parts of one.
    pub(super) fn signature(&self) -> Signature {
        let options = Self {
            inputs: self.inputs.without_names(),
            partial: PartialArgs::default(),
            run: self.run.only_style(),
            ..self.clone()
        };
        Signature::new("replay", &options)
    }

    /// The content of the output. Bare positions and moves, and games in PGN, are for other programs.
    pub(super) fn content(&self) -> OutputContent {
        let is_bare = !matches!(self.what, OutputKind::Record | OutputKind::Board) && !self.what.is_picture();
        match self.format {
            RowFormat::Text if self.to_pgn || is_bare => OutputContent::Games,
            format => format.content(),
        }
    }

    pub(super) fn wants_variations(&self) -> bool {
        self.variations || self.to_pgn || self.what == OutputKind::Pgn
    }

    /// How boards are written as text.
    pub(super) fn board_style(&self) -> BoardStyle {
        let paint = self.run.output.paint_of_part(self.run.diagnostics.color, &self.partial);
        self.boards.style(paint, self.lang)
    }

    /// Returns an error for options of records with another kind of output.
    pub(super) fn check_fields(&self) -> Result<(), Error> {
        if !matches!(self.what, OutputKind::Record | OutputKind::Epd) && !self.fields.is_empty() {
            let message = "--fields chooses the fields of records or, with --as epd, operations";
            return Err(Error::Usage(message.to_owned()));
        }
        let operation = self.fields.iter().find_map(|field| match field {
            FieldsArg::Operation(operation) => Some(operation.name()),
            _ => None,
        });
        if let Some(operation) = operation.filter(|_| self.what != OutputKind::Epd) {
            return Err(Error::Usage(format!("--fields: `{operation}` is an operation of EPD and needs --as epd")));
        }
        if (self.what == OutputKind::Board || self.what.is_picture()) && self.format != RowFormat::Text {
            return Err(Error::Usage(format!(
                "--format applies to records and cannot be used with --as {}",
                self.what.name()
            )));
        }
        if self.what.is_moving() && self.variations {
            return Err(Error::Usage(
                "--variations cannot be used with animations, which show the main line only".to_owned(),
            ));
        }
        Ok(())
    }

    /// How plies are written.
    fn rows(&self) -> Result<Show, Error> {
        self.check_fields()?;
        FactColumn::check_once(&self.fields(None)).map_err(|error| Error::Usage(format!("--fields: {error}")))?;
        let style =
            PlyStyle { letters: self.lang, positions: self.ep.into(), chess960: self.chess960, operations: None };
        let shape = match (self.format, self.what) {
            (RowFormat::Text, OutputKind::Epd) if !self.fields.is_empty() => {
                return Ok(Show::Rows(Box::new(PlyFormat::epd(self.operations()?, style))));
            }
            (_, OutputKind::Epd) if !self.fields.is_empty() => {
                let message =
                    "--as epd with --fields writes lines of EPD; without --as, --format writes fields as rows";
                return Err(Error::Usage(message.to_owned()));
            }
            (_, OutputKind::Board) => RowStyle::Boards(self.board_style()),
            #[cfg(feature = "parquet")]
            (RowFormat::Parquet, _) => {
                return Ok(Show::Columns(Box::new(PlyColumns::new(&self.fields(None), style))));
            }
            (RowFormat::Jsonl, _) => RowStyle::Jsonl,
            (RowFormat::Csv, _) => RowStyle::Csv,
            (RowFormat::Text, OutputKind::Record) => RowStyle::Table,
            (RowFormat::Text, OutputKind::San | OutputKind::Lan | OutputKind::Uci) if self.at.is_empty() => {
                RowStyle::Words
            }
            (RowFormat::Text, _) => RowStyle::Lines,
        };
        if shape == RowStyle::Words && self.variations {
            let message = "--variations cannot be used when all moves of a game are on one line; use --format jsonl, \
                           --format csv, or --as record";
            return Err(Error::Usage(message.to_owned()));
        }
        let columns = self.run.output.paint_of_part(self.run.diagnostics.color, &self.partial).columns;
        let format = PlyFormat::new(shape, self.fields(Some(shape)), style);
        Ok(Show::Rows(Box::new(format.fitting(columns))))
    }

    /// The operations of lines of EPD.
    fn operations(&self) -> Result<Vec<EpdOperation>, Error> {
        let usage = |message: String| Error::Usage(format!("--fields: {message}"));
        let mut operations: Vec<EpdOperation> = Vec::new();
        for field in &self.fields {
            let operation = match field {
                FieldsArg::One(column) => EpdOperation::of_column(column.clone()).map_err(usage)?,
                FieldsArg::Operation(operation) => EpdOperation::Standard(*operation),
                FieldsArg::All => return Err(usage("choose the operations of EPD one by one".to_owned())),
            };
            if operations.iter().any(|before| before.opcode() == operation.opcode()) {
                return Err(usage(format!("duplicate operation `{}`", operation.opcode())));
            }
            operations.push(operation);
        }
        Ok(operations)
    }

    /// Returns an error if plies are selected where none are shown one by one, or by neighbors that they do not have.
    pub(super) fn check_selection(&self, selection: &PlySelection) -> Result<(), Error> {
        if selection.chooses() && (self.to_pgn || self.what == OutputKind::Pgn) {
            let message = "--plies and --per-game select plies, and --to-pgn writes whole games";
            return Err(Error::Usage(message.to_owned()));
        }
        selection.check()
    }

    /// The fields of rows in this style; without one, of columns.
    fn fields(&self, shape: Option<RowStyle>) -> Vec<FactColumn> {
        if !self.fields.is_empty() {
            let all = PlyFact::ALL.iter().map(|known| FactColumn::Ply(*known));
            let fields = self.fields.iter().flat_map(|field| match field {
                FieldsArg::One(field) => vec![field.clone()],
                FieldsArg::Operation(_) => Vec::new(),
                FieldsArg::All => all.clone().collect(),
            });
            return fields.collect();
        }
        let of_people = [PlyFact::Played, PlyFact::Number, PlyFact::San, PlyFact::Clk, PlyFact::Eval, PlyFact::Fen];
        let value = match self.what {
            OutputKind::Record if shape.is_none() => return self.known(FactColumn::or_default_of_plies(&[])),
            OutputKind::Record if shape == Some(RowStyle::Table) => return self.known(of_ply(&of_people)),
            OutputKind::Record => {
                return self.known(of_ply(&[
                    PlyFact::File,
                    PlyFact::Game,
                    PlyFact::Ply,
                    PlyFact::San,
                    PlyFact::Uci,
                    PlyFact::Fen,
                    PlyFact::Clk,
                    PlyFact::Eval,
                    PlyFact::Mate,
                ]));
            }
            OutputKind::Fen => PlyFact::Fen,
            OutputKind::Epd => PlyFact::Epd,
            OutputKind::San | OutputKind::Pgn => PlyFact::San,
            OutputKind::Lan => PlyFact::Lan,
            OutputKind::Uci => PlyFact::Uci,
            OutputKind::Board | OutputKind::Svg | OutputKind::Png | OutputKind::Gif | OutputKind::Apng => {
                return Vec::new();
            }
        };
        let which = if self.default_places() == DefaultPlaces::Positions { PlyFact::Played } else { PlyFact::Ply };
        match shape {
            None | Some(RowStyle::Jsonl | RowStyle::Csv) => {
                self.known(of_ply(&[PlyFact::File, PlyFact::Game, which, value]))
            }
            Some(_) => vec![FactColumn::Ply(value)],
        }
    }

    /// These fields, and those that identify variations if there may be several.
    fn known(&self, mut fields: Vec<FactColumn>) -> Vec<FactColumn> {
        if self.variations {
            let behind_game = fields.iter().take_while(|field| **field != FactColumn::Ply(PlyFact::Ply)).count();
            let at = if behind_game == fields.len() { 0 } else { behind_game };
            fields.splice(at..at, [FactColumn::Ply(PlyFact::Variation), FactColumn::Ply(PlyFact::Parent)]);
        }
        fields
    }
}

fn of_ply(facts: &[PlyFact]) -> Vec<FactColumn> {
    facts.iter().copied().map(FactColumn::Ply).collect()
}

/// A number of plies.
fn read_half_moves(word: &str) -> Result<u32, String> {
    word.parse().map_err(|_| "expected a number of plies, such as 40 for the position after Black's move 20".to_owned())
}

/// A language by its code or name, or figurines.
fn read_letters(word: &str) -> Result<PieceLetters, String> {
    let word = word.trim().to_lowercase();
    let is_named = |alphabet: &&Alphabet| alphabet.code == word || alphabet.language.to_lowercase() == word;
    match word.as_str() {
        "en" | "english" => Ok(PieceLetters::English),
        "figurine" => Ok(PieceLetters::Figurine),
        _ => Alphabet::ALL.iter().find(is_named).map(PieceLetters::Of).ok_or_else(|| {
            let codes: Vec<&str> = Alphabet::ALL.iter().map(|alphabet| alphabet.code).collect();
            format!("unknown language; expected one of: en, {}, figurine", codes.join(", "))
        }),
    }
}

// Parser of a field on the command line.

/// Reads a name. The names are offered to shells that complete words.
fn fields_arg() -> impl TypedValueParser<Value = FieldsArg> {
    let read = |word: &str| match word.trim() {
        "all" => Ok(FieldsArg::All),
        word => match StandardOperation::ALL.into_iter().find(|operation| operation.name() == word) {
            Some(operation) => Ok(FieldsArg::Operation(operation)),
            None => FactColumn::of_ply(word).map(FieldsArg::One),
        },
    };
    offering(read, || {
        ["all"]
            .into_iter()
            .chain(StandardOperation::ALL.map(StandardOperation::name))
            .chain(FactColumn::ply_names())
            .chain(known_tags())
            .map(Into::into)
            .collect()
    })
}
