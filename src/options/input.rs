//! The arguments for inputs, the selection of games, and threads.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;
use std::thread;

use clap::builder::Resettable;
use clap::{ArgGroup, ArgMatches, Args, ValueEnum, ValueHint};

use crate::game::facts::{ByKind, FactColumn, GameFact, ItemKind, Label, known_tags};
use crate::game::filter::{Filter, FilterError};
use crate::game::replay::Game;
use crate::game::replay::position_text::PositionFormat;
use crate::report::Diagnostics;

use crate::input::{FileFilter, GivenInput, InputError, Inputs, Meter, OpenOptions};

use super::{GameNumbers, GroupSamples, MAX_SAMPLE, whole_number};

/// The inputs of a command.
#[derive(Args, Clone, Default, Debug)]
#[command(next_help_heading = "Inputs")]
pub struct InputArgs {
    /// Files or directories; `-` for standard input [default: -]
    ///
    /// In directories, *.pgn, *.epd, and *.fen files are read in name order, also compressed or in zip archives.
    /// Compression (zst, gz, bz2, xz, zip) is detected by content, not by file name.
    #[arg(value_name = "INPUT", value_hint = ValueHint::AnyPath, help_heading = Resettable::Reset)]
    pub inputs: Vec<OsString>,

    /// Read input paths from LIST, one per line (`-` for standard input)
    ///
    /// Paths may also be separated by NUL bytes, as `find -print0` writes them.
    #[arg(long, value_name = "LIST", value_hint = ValueHint::FilePath)]
    pub files_from: Option<OsString>,

    /// Read inputs in this format, whatever their names
    ///
    /// By default, *.fen and *.epd files hold one position per line, *.trf files and texts that begin as one are tournament
    /// reports, and everything else is PGN.
    #[arg(long, value_name = "FORMAT")]
    pub input_format: Option<InputFormat>,

    /// Read zstd data that needs more than 1 GiB of memory (`zstd --long=31`)
    #[cfg(feature = "compression")]
    #[arg(long)]
    pub allow_large_windows: bool,

    /// Texts that the program around the command gives instead of paths
    #[arg(skip)]
    pub given: Vec<GivenInput>,
}

named! {
    #[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Default, Debug)]
    pub enum InputFormat {
        /// Games in Portable Game Notation
        #[default]
        Pgn = "PGN",
        /// One position per line, with operations
        Epd = "EPD",
        /// One position per line
        Fen = "FEN",
        /// A tournament report of FIDE, TRF16 or TRF26
        Trf = "TRF",
    }
}

impl InputArgs {
    /// The inputs. Fails if the list cannot be read, or if standard input is given twice.
    pub fn open(&self) -> Result<Inputs, InputError> {
        if !self.given.is_empty() {
            return Ok(Inputs::of_given(self.given.clone()));
        }
        Inputs::new(&self.inputs, self.files_from.as_deref())
    }

    /// The file that lists the inputs.
    pub fn list(&self) -> Option<&Path> {
        self.files_from.as_deref().map(Path::new)
    }

    /// The files of `--partial` that are combined. In directories, those are named `*.part`.
    pub fn open_parts(&self) -> Result<Inputs, InputError> {
        Ok(self.open()?.only(FileFilter::Parts))
    }

    /// Only how inputs are read.
    #[must_use]
    pub fn without_names(&self) -> Self {
        Self { inputs: Vec::new(), files_from: None, ..self.clone() }
    }

    /// Reports that standard input is read, for a user at a terminal who may not know it. `are_read` is whether inputs
    /// are read at all.
    pub fn announce(&self, are_read: bool, diagnostics: &Diagnostics) {
        if are_read && self.has_none() && io::stdin().is_terminal() {
            diagnostics.result("reading standard input; press Ctrl-D to end it, or see `--help` for other inputs\n");
        }
    }

    /// Whether none is given, so that standard input is read.
    pub fn has_none(&self) -> bool {
        self.inputs.is_empty() && self.files_from.is_none() && self.given.is_empty()
    }

    /// The options for opening them; the meter counts the bytes read from disk.
    pub fn open_options(&self, meter: Meter) -> OpenOptions {
        let options = OpenOptions { meter, ..OpenOptions::default() };
        #[cfg(feature = "compression")]
        let options = OpenOptions { allow_large_windows: self.allow_large_windows, ..options };
        options
    }

    /// Whether a text in this format, which its name says, may be in another one that its content shows.
    pub fn may_be_report(&self, format: InputFormat) -> bool {
        self.input_format.is_none() && format == InputFormat::Pgn
    }

    /// The format of the text with this name: the user's choice, otherwise by the name.
    pub fn format_of(&self, name: &str) -> InputFormat {
        self.input_format.unwrap_or_else(|| InputFormat::of_name(name))
    }
}

impl InputFormat {
    /// The format of the lines of such a text, if it contains positions.
    pub const fn of_positions(self) -> Option<PositionFormat> {
        match self {
            Self::Pgn | Self::Trf => None,
            Self::Fen => Some(PositionFormat::Fen),
            Self::Epd => Some(PositionFormat::Epd),
        }
    }

    /// What texts in this format contain. The pairings of a tournament report count as games.
    pub const fn items(self) -> ItemKind {
        match self {
            Self::Pgn | Self::Trf => ItemKind::Game,
            Self::Epd | Self::Fen => ItemKind::Position,
        }
    }

    /// Whether it is one of the formats of positions.
    pub const fn has_positions(self) -> bool {
        matches!(self, Self::Epd | Self::Fen)
    }

    /// The format by the file extension, in any case, with or without the extension of a compressed file; otherwise
    /// PGN.
    pub fn of_name(name: &str) -> Self {
        let name = name.to_ascii_lowercase();
        let compressed = [".zst", ".gz", ".bz2", ".xz", ".zip"];
        let plain = compressed.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
        match Path::new(plain).extension().and_then(|extension| extension.to_str()) {
            Some("epd") => Self::Epd,
            Some("fen") => Self::Fen,
            Some("trf" | "trfx") => Self::Trf,
            _ => Self::Pgn,
        }
    }
}

/// The selection of games.
#[derive(Args, Clone, Default, Debug)]
#[command(next_help_heading = "Selection", group = ArgGroup::new("seeded").multiple(true))]
pub struct SelectionArgs {
    /// Stop after the first N games (with --where or --game: the first N that these select)
    #[arg(long, value_name = "N", value_parser = whole_number(1_u64..))]
    pub head: Option<u64>,

    /// Select games by a condition, such as 'WhiteElo >= 2500 and Result = 1-0', or positions, such as 'check = true'
    ///
    /// Compare tags and facts with = != < <= > >= and ~ (contains, ignoring case, or ~ /REGEX/ and ~ /REGEX/i); combine
    /// comparisons with and, or, not, and parentheses. has:NAME is true if the tag is present. Dates compare as dates,
    /// numbers as numbers. `adoube explain --facts` lists the facts, such as plies, year, ending, speed, player,
    /// material, eco. Standard tags go by their names; other tags as tag:NAME. material = 'KRP*vKR', position = FEN,
    /// pattern = BOARD, and line = MOVES are about the board: 'at end', 'at any time' or 'for 4 plies', and 'for either
    /// color'. first_moves = MOVES and finding = RULE are others. If no game matches, adoube prints a warning.
    #[arg(long = "where", value_name = "CONDITION", value_parser = Filter::by_kind)]
    pub condition: Option<ByKind<Filter, FilterError>>,

    /// Select N games at random
    #[arg(long, value_name = "N", value_parser = whole_number(1..=MAX_SAMPLE), group = "seeded")]
    pub sample: Option<u32>,

    /// Seed for what is chosen or ordered at random; the same seed and input give the same
    #[arg(long, value_name = "S", requires = "seeded", default_value = "0", value_parser = whole_number(0_u64..))]
    pub seed: u64,

    /// Select games by their number in each file, such as 3 or 1,10-20,500-
    ///
    /// If no input has a game with such a number, this is an error with exit code 2.
    #[arg(long, value_name = "N[,M-K]")]
    pub game: Option<GameNumbers>,

    /// What makes groups of games, of each of which a sample is taken
    #[arg(skip)]
    pub per: Vec<ByKind<Label>>,

    /// Whether the games are selected that `--where` and `--game` do not select
    #[arg(skip)]
    pub is_inverted: bool,
}

/// The names that conditions compare.
pub fn condition_words() -> impl Iterator<Item = &'static str> {
    let of_games = GameFact::ALL.iter().filter(|fact| fact.has_condition()).map(|fact| fact.name());
    let of_positions = FactColumn::position_names().filter(|name| GameFact::named(name).is_none());
    of_games.chain(of_positions).chain(known_tags())
}

impl SelectionArgs {
    /// An empty sample, if the user wants one.
    pub fn new_sample<T>(&self) -> Option<GroupSamples<T>> {
        let size = self.sample.and_then(NonZeroU32::new)?;
        Some(GroupSamples::new(size, self.seed))
    }

    /// Whether a game that was read from these bytes matches the condition.
    pub fn matches(&self, game: &Game, bytes: &[u8]) -> bool {
        self.condition.is_none() || self.condition_of(ItemKind::Game).is_some_and(|filter| filter.matches(game, bytes))
    }

    /// The condition for these items; `None` if it is none.
    pub(super) fn condition_of(&self, kind: ItemKind) -> Option<&Filter> {
        self.condition.as_ref()?.of(kind).ok()
    }

    /// What makes groups of these items for a sample; nothing if there is no sample, or one group.
    pub(super) fn labels(&self, kind: ItemKind) -> impl Iterator<Item = &Label> {
        let labels = if self.sample.is_some() { &self.per[..] } else { &[] };
        labels.iter().filter_map(move |label| label.of(kind).ok())
    }

    /// Whether the condition and the groups of a sample, if there are some, are about these items.
    ///
    /// # Errors
    ///
    /// Returns a message that says what in it is not.
    pub fn check(&self, kind: ItemKind) -> Result<(), String> {
        if let Some(Err(error)) = self.condition.as_ref().map(|condition| condition.of(kind)) {
            return Err(format!("--where: {}", error.message()));
        }
        let fault = self.per.iter().find_map(|label| label.of(kind).err());
        fault.map_or(Ok(()), |error| Err(format!("--per: {error}")))
    }

    /// Whether every game is selected.
    pub const fn selects_all(&self) -> bool {
        let Self { head, condition, sample, game, .. } = self;
        head.is_none() && condition.is_none() && sample.is_none() && game.is_none()
    }

    /// The message if games were selected by number, and no game has such a number. `numbered` is how many have one.
    pub fn missed(&self, numbered: u64) -> Option<&'static str> {
        let is_missed = self.game.is_some() && numbered == 0;
        is_missed.then_some("--game: no input has a game with this number")
    }
}

/// The maximum number of threads. More threads do not help, and each costs memory.
const MAX_THREADS: usize = 256;

/// The number of threads.
#[derive(Args, Clone, Copy, Default, Debug)]
#[command(next_help_heading = "Run")]
pub struct ThreadArgs {
    /// Number of threads; 0 for all cores [default: 0]
    ///
    /// The output does not depend on the number of threads.
    #[arg(short = 'j', long, value_name = "N", env = "ADOUBE_THREADS", default_value = "0", hide_default_value = true,
          hide_env_values = true, value_parser = number_of_threads)]
    pub threads: usize,
}

impl ThreadArgs {
    /// The number of threads, at least 1; all cores when none is given.
    pub fn count(self) -> NonZeroUsize {
        let count = NonZeroUsize::new(self.threads.min(MAX_THREADS));
        count.unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }
}

/// Parses the number of threads; an empty variable counts as not set.
fn number_of_threads(text: &str) -> Result<usize, String> {
    if text.is_empty() { Ok(0) } else { whole_number(0_usize..)(text) }
}

/// The first input that is a condition, not a file, if the command takes conditions.
pub fn condition_among_inputs(given: &ArgMatches) -> Option<&str> {
    given.try_contains_id("condition").ok()?;
    let inputs = given.try_get_raw("inputs").ok().flatten().into_iter().flatten();
    inputs.filter_map(|input| input.to_str()).find(|input| {
        let path = Path::new(input);
        let has_sign = input.contains(['=', '~', '<', '>']) || input.starts_with("has:");
        // With a slip in it, spaces around its sign show what it is.
        let is_like_one = [" = ", " ~ ", " < ", " > "].iter().any(|sign| input.contains(sign));
        let is_one = Filter::by_kind(input).is_ok() || is_like_one && InputFormat::of_output(path).is_none();
        has_sign && is_one && !path.exists()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_follows_from_the_name() {
        for (name, format) in [
            ("a.fen", InputFormat::Fen),
            ("dir.fen/a.EPD.zst", InputFormat::Epd),
            ("suites.zip:wac.epd", InputFormat::Epd),
            ("a.fen.pgn", InputFormat::Pgn),
            ("<stdin>", InputFormat::Pgn),
            ("fen", InputFormat::Pgn),
            ("open.TRF", InputFormat::Trf),
        ] {
            assert_eq!(InputFormat::of_name(name), format, "{name}");
        }
        let args = InputArgs { input_format: Some(InputFormat::Fen), ..InputArgs::default() };
        assert_eq!(args.format_of("a.pgn"), InputFormat::Fen);
    }

    #[test]
    fn the_number_of_threads_is_at_least_one() {
        assert!(ThreadArgs { threads: 0 }.count().get() >= 1);
        assert_eq!(ThreadArgs { threads: 3 }.count().get(), 3);
        assert_eq!(number_of_threads(""), Ok(0));
        assert!(number_of_threads("-1").is_err() && number_of_threads("two").is_err());
    }
}
