//! The arguments of `adoube adjudicate`.

use std::iter;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::PossibleValue;
use clap::{ValueEnum, ValueHint};

use crate::chess::piece::{Color, PieceType};
use crate::chess::san;
use crate::chess::san::language::Alphabet;
use crate::chess::square::Square;
use crate::commands::Error;
use crate::commands::partial::Signature;
use crate::commands::session::Session;
use crate::game::suggestions::did_you_mean;
use crate::game::values::game_place::GamePlace;
use crate::game::verdict::mating::{LineChoice, MatingQuestion};
use crate::game::verdict::ruling::{ClaimQuestion, RuleSetChoice, RulingQuestion, TouchClaim};
use crate::input::{InputFile, Inputs};
use crate::laws::claim::ClaimGround;
use crate::laws::edition::{Edition, Supervision, TimeClass};
use crate::laws::engine_rules::EngineRules;
use crate::laws::event::{Event, IfUnproved, RulingOptions};
use crate::laws::touch_move::TouchOrder;
use crate::laws::touched_pieces::TouchedPieces;
use crate::laws::unwinnable::NEAR;
use crate::options::{BudgetArgs, InputArgs, InputFormat, PartialArgs, RowFormat, RunArgs, SelectionArgs, offering};
use crate::report::rows::RecordFormat;

use super::adjudication::VerdictRequest;

/// The arguments of `adoube adjudicate`.
#[derive(clap::Args, Clone, Debug)]
#[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Args {
    #[command(flatten)]
    pub inputs: InputArgs,

    #[command(flatten)]
    pub partial: PartialArgs,

    /// Rule on this position instead of input files
    #[arg(long, value_name = "FEN", conflicts_with_all = ["inputs", "files_from", "input_format", "head", "game", "condition", "sample",
          "part", "merge", "partial"])]
    pub fen: Option<String>,

    /// Replay these moves, then rule on the position reached
    ///
    /// The moves start from the initial position, from --fen, or after the last move of an input game. If the input has several
    /// games, choose one with --game. Write the moves in UCI or as in a PGN game. Repetitions and the half-move clock carry over
    /// from the game.
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["input_format", "sample", "self_check", "part", "merge", "partial"])]
    pub moves: Option<String>,

    /// Rule set: auto, fide-2001, fide-2014, fide-2018, fide-2023, uscf, lichess, chesscom, iccf, engine
    ///
    /// auto selects the FIDE Laws in force on the date of the game (the earliest possible day of the Date tag), or those of 2023
    /// if the game has no date. For games before 2001, it selects the edition of 2001.
    #[arg(long, value_name = "LAWS", default_value = "auto", help_heading = "Laws",
          value_parser = offering(LawsArg::from_str, LawsArg::offers), hide_possible_values = true)]
    pub laws: LawsArg,

    /// Rule under each of these rule sets
    #[arg(long, value_name = "LAWS,…", value_delimiter = ',', conflicts_with = "laws", help_heading = "Laws",
          value_parser = offering(LawsArg::from_str, LawsArg::offers), hide_possible_values = true)]
    pub compare: Vec<LawsArg>,

    /// Time class, for penalties [default: from the TimeControl tag, otherwise standard]
    #[arg(long, value_name = "CLASS", help_heading = "Laws")]
    pub time_class: Option<TimeClassArg>,

    /// Supervision of rapid and blitz games
    #[arg(long, value_name = "HOW", default_value = "full", help_heading = "Laws")]
    pub supervision: SupervisionArg,

    /// Assumption when it is undetermined whether a side can still mate
    #[arg(long, value_name = "WHAT", default_value = "undetermined", help_heading = "Laws")]
    pub if_unproved: IfUnprovedArg,

    #[command(flatten, next_help_heading = "Laws")]
    pub budget: BudgetArgs,

    /// What happened: flag:white, resign:black, agree, draw-offer:white, illegal:white:2, late:black, …
    ///
    /// flag:COLOR: the player's time ran out. flag:both: both flags are down, and it is unknown which fell first.
    /// flag:both:earlier: the same, in a time period before the last one. resign:COLOR. agree: the players agreed to a draw.
    /// draw-offer:COLOR, also with :accepted or :declined.
    ///
    /// illegal:COLOR:NUMBER: the player completed their first (1), second (2), … illegal move. unpromoted:COLOR: a pawn on its
    /// last rank was not promoted. no-move:COLOR: the clock was pressed without a move. two-hands:COLOR: the player used
    /// two hands. unpromoted, no-move and two-hands count as illegal moves and take a number, too: no-move:white:2.
    ///
    /// illegal-stood:COLOR: the player made an illegal move, which was noticed only after the opponent had moved.
    /// illegal-position: both kings are in check, or a pawn is on its last rank, and play has gone on since the
    /// illegal move.
    ///
    /// wrong-array: the pieces were set up incorrectly. colors-reversed: the players had the wrong colors. late:COLOR: the
    /// player did not arrive before the default time. refuse:COLOR: the player persistently refuses to comply with the Laws
    /// (Article 11.7). late:both (or nobody: neither player came) and refuse:both are possible, too.
    ///
    /// If the input has several games, choose one with --game.
    #[arg(long, value_name = "EVENT", help_heading = "Question", conflicts_with_all = ["part", "merge", "partial"],
          value_parser = offering(Event::from_str, || Event::NAMES.map(Into::into).into()), hide_possible_values = true)]
    pub event: Option<Event>,

    /// Rule on a claim: threefold, fifty, or touch-move (the opponent violated Article 4)
    ///
    /// For touch-move, adoube decides only whether the claim comes in time: a player who has touched a piece since (see
    /// --touched) can no longer claim.
    #[arg(long, value_name = "GROUND", conflicts_with_all = ["event", "part", "merge", "partial"], help_heading = "Question")]
    pub claim: Option<GroundArg>,

    /// Player who makes the claim, or who touched the pieces of --touched [default: the player who has the move]
    #[arg(long, value_name = "COLOR", help_heading = "Question")]
    pub by: Option<ColorArg>,

    /// The intended move of the claim, written down but not made, such as Qb5
    ///
    /// Piece letters of other languages are read, too, if only one legal move can be meant.
    #[arg(long, value_name = "MOVE", requires = "claim", help_heading = "Question")]
    pub intended: Option<String>,

    /// Only determine whether white, black, or both can still mate by any series of legal moves
    ///
    /// The answer is yes with the moves, no with a proof, or undetermined, which gives exit code 1. Clocks and repetitions
    /// are ignored.
    #[arg(long, value_name = "SIDE", conflicts_with_all = ["laws", "compare", "time_class", "supervision", "if_unproved",
          "event", "claim", "by", "intended", "touched", "touched_unclear", "adjusted", "released", "engine_rules"],
          help_heading = "Question")]
    pub can_mate: Option<SidesArg>,

    /// Search for the shortest helpmate, and report whether it is proved that none is shorter
    #[arg(long, requires = "can_mate", help_heading = "Question")]
    pub shortest: bool,

    /// Shorten the lines to mate, which takes most of the time; with --fen, adoube always does
    #[arg(long, requires = "can_mate", conflicts_with = "shortest", help_heading = "Question")]
    pub short_lines: bool,

    /// Explain the answer with a board; not with --format csv
    #[arg(long, requires = "can_mate", help_heading = "Question")]
    pub why: bool,

    /// Rule on this position instead of the end: 40 (plies), 23w, 23b, last, fen:FEN; games only
    ///
    /// 40 is the position after 40 plies, and 0 the start; 23w is the position after White's move 23. fen:FEN is the last
    /// occurrence of that position.
    #[arg(long, value_name = "POSITION", help_heading = "Question")]
    pub at: Option<GamePlace>,

    /// Squares of the touched pieces, in order: e1,h1
    ///
    /// Each may have a piece letter, in English or another language: Ke1,Rh1. They are touched by the player who has
    /// the move, unless --by says otherwise.
    #[arg(long, value_name = "SQUARES", value_delimiter = ',', help_heading = "Question",
          conflicts_with_all = ["part", "merge", "partial"])]
    pub touched: Vec<PieceArg>,

    /// The order in which the pieces were touched is unknown
    #[arg(long, requires = "touched", help_heading = "Question")]
    pub touched_unclear: bool,

    /// The player first said "j'adoube" ("I adjust")
    #[arg(long, requires = "touched", help_heading = "Question")]
    pub adjusted: bool,

    /// Square on which the first touched piece was released
    #[arg(long, value_name = "SQUARE", requires = "touched", conflicts_with = "adjusted", help_heading = "Question")]
    pub released: Option<SquareArg>,

    /// Find where an engine tournament manager (such as cutechess-cli) would have ended the game by these rules
    ///
    /// RULES are one or both of `draw:movenumber=34,movecount=8,score=20` and `resign:movecount=3,score=600,twosided`,
    /// separated by a space, with scores in hundredths of a pawn; or those of a match by name: `fishtest`, `tcec`. Evaluations are read from `[%eval 0.25]` (White's view) and
    /// from comments of tournament managers such as `+0.25/18 1.2s` (the view of the player who moved). A move without an
    /// evaluation resets all counts; a capture or pawn move resets the count for a draw.
    #[arg(long, value_name = "RULES", help_heading = "Question")]
    pub engine_rules: Option<EngineRules>,

    /// Run the built-in test cases
    #[arg(long, help_heading = "Question", conflicts_with_all = ["inputs", "files_from", "input_format", "fen",
          "laws", "compare", "time_class", "supervision", "if_unproved", "budget", "event", "claim", "by", "intended", "at",
          "touched", "touched_unclear", "adjusted", "released", "engine_rules", "can_mate", "head", "game", "condition", "sample", "format",
          "part", "merge", "partial"])]
    pub self_check: bool,

    /// Compare with a second library (chasolver), and report disagreements
    ///
    /// adoube asks chasolver whether final positions are dead, and whether a side can still mate if a verdict depends on it. A
    /// disagreement is a bug in adoube or in the other library, not an error in the game. The exit code is then 2.
    #[cfg(feature = "chasolver")]
    #[arg(long, conflicts_with = "self_check", help_heading = "Question")]
    pub cross_check: bool,

    #[command(flatten)]
    pub selection: SelectionArgs,

    /// Show only verdicts that contradict the recorded result, and results that contradict --engine-rules
    ///
    /// The summary counts all, and the exit code is that of all.
    #[arg(long, conflicts_with_all = ["can_mate", "event", "claim", "touched", "self_check"], help_heading = "Output")]
    pub disagreements: bool,

    /// Compare the games with the official list of the event: a tournament report (TRF), games, or CSV
    ///
    /// One row a pairing: results that differ, with what the board proves; games that are missing, not listed, unfinished or without
    /// moves; swapped colors. Players are matched by their names, however they are written, and by the round. CSV needs the
    /// columns white, black and result, and may have round, white_fide_id and black_fide_id. The exit code is 1 if anything
    /// differs.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Question",
          conflicts_with_all = ["fen", "moves", "event", "claim", "can_mate", "touched", "compare", "at", "engine_rules",
          "disagreements", "baseline", "self_check", "part", "merge", "partial"])]
    pub official: Option<PathBuf>,

    /// With --official: also show the pairings that agree
    #[arg(long, requires = "official", help_heading = "Output")]
    pub all: bool,

    /// Do not fail on the errors in FILE, which are known: a baseline of `adoube validate`
    ///
    /// Verdicts are the same with and without it.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath,
          conflicts_with_all = ["self_check", "part", "merge", "partial"], help_heading = "Output")]
    pub baseline: Option<PathBuf>,

    /// Output format for verdicts
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: RowFormat,

    #[command(flatten)]
    pub run: RunArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LawsArg(RuleSetChoice);

impl FromStr for LawsArg {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let name = &*name.trim().to_lowercase();
        if name == "auto" {
            return Ok(Self(RuleSetChoice::Auto));
        }
        let known = Edition::ALL.into_iter().find(|edition| edition.name() == name);
        known.map(|edition| Self(RuleSetChoice::By(edition))).ok_or_else(|| {
            let list = |names: Vec<&str>| names.join(", ");
            let all = format!("there are {}", list(Self::names().collect()));
            let is_slip = Self::names().any(|known| known.replace('-', "") == name.replace(['-', ' ', '_'], ""));
            let next = if name.starts_with("fide") && !is_slip {
                let editions = Self::names().filter(|name| name.starts_with("fide"));
                format!("the editions of the FIDE Laws are {}", list(editions.collect()))
            } else if name.starts_with("us") {
                "did you mean `uscf`?".to_owned()
            } else {
                did_you_mean(name, Self::names(), &all)
            };
            format!("no rule set is called `{name}`; {next}")
        })
    }
}

impl LawsArg {
    /// The names of all rule sets.
    fn names() -> impl Iterator<Item = &'static str> {
        ["auto"].into_iter().chain(Edition::ALL.into_iter().map(Edition::name))
    }

    fn offers() -> Vec<PossibleValue> {
        Self::names().map(PossibleValue::new).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareArg(Square);

impl FromStr for SquareArg {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Square::from_ascii(name.trim().as_bytes()).map(Self).ok_or("write squares as e1,h1")
    }
}

/// A square by name, perhaps after a piece letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceArg {
    square: Square,
    /// The kinds that have this letter in some language; empty without a letter.
    kinds: Vec<PieceType>,
}

impl FromStr for PieceArg {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const HELP: &str = "write squares as e1,h1 or Ke1,Rh1";
        let text = text.trim();
        let (letter, square) = text.split_at_checked(text.len().saturating_sub(2)).ok_or(HELP)?;
        let square = Square::from_ascii(square.as_bytes()).ok_or(HELP)?;
        let alphabets = iter::once(&Alphabet::ENGLISH).chain(Alphabet::ALL);
        let kinds = alphabets.filter_map(|alphabet| {
            alphabet.kind_at(letter).filter(|(_, length)| *length == letter.len()).map(|(kind, _)| kind)
        });
        let kinds: Vec<PieceType> = kinds.collect();
        if kinds.is_empty() && !letter.is_empty() {
            return Err(HELP);
        }
        Ok(Self { square, kinds })
    }
}

/// Whether a text can be a move, in English or with the piece letters of another language.
fn is_move_of_any_language(text: &str) -> bool {
    let bytes = text.as_bytes();
    san::parse(bytes).is_ok() || Alphabet::ALL.iter().any(|alphabet| san::parse_localized(bytes, alphabet).is_ok())
}

/// Defines the values of an option, and the value of another type for each.
macro_rules! values {
    ($(#[$doc:meta])* $name:ident => $target:ty { $($(#[$variant_doc:meta])* $variant:ident => $value:expr),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
        pub enum $name {
            $($(#[$variant_doc])* $variant),+
        }

        impl From<$name> for $target {
            fn from(name: $name) -> Self {
                match name {
                    $($name::$variant => $value),+
                }
            }
        }
    };
}

values! {
    TimeClassArg => TimeClass {
        /// At least an hour for each player
        Standard => TimeClass::Standard,
        /// More than ten minutes, less than an hour
        Rapid => TimeClass::Rapid,
        /// Ten minutes or less
        Blitz => TimeClass::Blitz,
    }
}

values! {
    /// How an arbiter supervises the games.
    SupervisionArg => Supervision {
        /// An arbiter supervises every game
        Full => Supervision::Full,
        Limited => Supervision::Limited,
    }
}

values! {
    /// What to assume when mate is undetermined.
    IfUnprovedArg => IfUnproved {
        /// Nothing; the exit code is 1
        Undetermined => IfUnproved::Undetermined,
        /// Mate is possible: the player whose flag fell loses
        Loss => IfUnproved::Loss,
        /// Mate is not possible: the game is drawn
        Draw => IfUnproved::Draw,
    }
}

values! {
    /// The ground of a claim; `None` for a violation of Article 4.
    GroundArg => Option<ClaimGround> {
        /// The same position for the third time
        Threefold => Some(ClaimGround::Threefold),
        /// Fifty moves without capture or pawn move
        Fifty => Some(ClaimGround::Fifty),
        /// The opponent violated Article 4
        TouchMove => None,
        /// Perpetual check: the Laws have no such claim
        #[value(hide = true)]
        Perpetual => None,
    }
}

values! {
    ColorArg => Color {
        White => Color::White,
        Black => Color::Black,
    }
}

values! {
    SidesArg => &'static [Color] {
        White => &[Color::White],
        Black => &[Color::Black],
        Both => &[Color::White, Color::Black],
    }
}

impl Args {
    /// The question about each record.
    pub fn request(&self) -> Result<VerdictRequest, Error> {
        let chooses =
            self.selection.game.is_some() || self.selection.head.is_some() || self.selection.condition.is_some();
        if self.moves.is_some() && chooses && !self.continues_input() {
            let message = "--game, --head and --where select games of an input, but there is no input";
            return Err(Error::Usage(message.to_owned()));
        }
        let is_position = self.has_position_input() || (self.fen.is_some() && self.moves.is_none());
        self.check_at(is_position)?;
        Ok(match self.can_mate {
            None => VerdictRequest::Verdict(Box::new(self.question()?)),
            Some(sides) => {
                if self.why && !matches!(self.format, RowFormat::Text | RowFormat::Jsonl) {
                    return Err(Error::Usage("--why has no column in tables; use text or jsonl".to_owned()));
                }
                VerdictRequest::Mating(MatingQuestion {
                    sides: <&[Color]>::from(sides).to_vec(),
                    at: self.at.clone(),
                    budget: self.budget.budget,
                    line: match () {
                        () if self.shortest => LineChoice::Shortest,
                        () if self.short_lines || self.fen.is_some() => LineChoice::Short,
                        () => LineChoice::Found,
                    },
                    why: self.why,
                })
            }
        })
    }

    /// Returns an error if `--at` is given for parts of files that contain positions.
    pub(super) fn check_parts(&self, parts: &Inputs) -> Result<(), Error> {
        let mut files = parts.entries().filter_map(Result::ok);
        let is_positions = |file: InputFile| self.inputs.format_of(&file.name()) != InputFormat::Pgn;
        self.check_at(self.partial.part.part.is_some() && files.any(is_positions))
    }

    fn check_at(&self, has_positions: bool) -> Result<(), Error> {
        if self.at.is_some() && has_positions {
            return Err(Error::Usage("--at applies to games; a position has no moves".to_owned()));
        }
        Ok(())
    }

    /// Whether an input contains positions, by `--input-format` or the name of a file.
    fn has_position_input(&self) -> bool {
        let is_positions = |format| format != InputFormat::Pgn;
        let mut files = self.inputs.inputs.iter().filter(|&name| !Path::new(name).is_dir());
        self.inputs.input_format.is_some_and(is_positions)
            || files.any(|name| is_positions(self.inputs.format_of(&name.to_string_lossy())))
    }

    pub fn question(&self) -> Result<RulingQuestion, Error> {
        if self.engine_rules.is_some() && self.fen.is_some() {
            return Err(Error::Usage("--engine-rules needs a game with evaluations".to_owned()));
        }
        if let Some(text) = &self.intended
            && !is_move_of_any_language(text)
        {
            return Err(Error::Usage(format!(
                "--intended: `{text}` is not a move; write it as in a game: Qb5, O-O, e8=Q"
            )));
        }
        if self.claim == Some(GroundArg::Perpetual) {
            let message = "--claim: no rule set has a claim of perpetual check; claim the draw when the position is about to \
                           occur for the third time (--claim threefold, Laws 9.2) or after fifty moves (--claim fifty, 9.3), \
                           or agree on it (--event agree)";
            return Err(Error::Usage(message.to_owned()));
        }
        if self.by.is_some() && self.claim.is_none() && self.touched.is_empty() {
            return Err(Error::Usage(
                "--by names the player who claims or touches; it needs --claim or --touched".to_owned(),
            ));
        }
        if self.intended.is_some() && self.claim == Some(GroundArg::TouchMove) {
            return Err(Error::Usage("--intended needs a claim of a draw".to_owned()));
        }
        let laws =
            if self.compare.is_empty() { vec![self.laws.0] } else { self.compare.iter().map(|laws| laws.0).collect() };
        // A player who adjusts pieces does not touch them to move or capture (4.2, 4.3).
        let has_touched = !self.touched.is_empty() && !self.adjusted;
        let squares: Vec<Square> = self.touched.iter().map(|piece| piece.square).collect();
        let kinds = self.touched.iter().map(|piece| piece.kinds.clone()).collect();
        let order = if self.touched_unclear { TouchOrder::Unclear } else { TouchOrder::Known };
        Ok(RulingQuestion {
            laws,
            terms: RulingOptions {
                class: self.time_class.map_or(TimeClass::Standard, TimeClass::from),
                supervision: self.supervision.into(),
                if_unproved: self.if_unproved.into(),
                budget: self.budget.budget,
                line: Some(if self.event.is_some() { self.budget.budget } else { NEAR }),
                ..RulingOptions::default()
            },
            event: self.event,
            claim: self.claim.and_then(Option::<ClaimGround>::from).map(|ground| ClaimQuestion {
                ground,
                by: self.by.map(Color::from),
                intended: self.intended.clone(),
                has_touched,
            }),
            complaint: (self.claim == Some(GroundArg::TouchMove))
                .then(|| TouchClaim { by: self.by.map(Color::from), has_touched }),
            class_of_game: self.time_class.is_none(),
            at: self.at.clone(),
            touched: (!squares.is_empty()).then(|| TouchedPieces {
                kinds,
                squares,
                order,
                by: self.by.map(Color::from),
                is_adjusting: self.adjusted,
                released: self.released.map(|square| square.0),
            }),
            engine: self.engine_rules,
        })
    }

    /// Whether `--moves` continues a game of the input.
    pub fn continues_input(&self) -> bool {
        self.moves.is_some() && (!self.inputs.inputs.is_empty() || self.inputs.files_from.is_some())
    }

    /// Whether the input may contain only one game: for an event, a claim or touched pieces without `--game`.
    pub fn needs_single_game(&self) -> bool {
        let is_about_one = self.event.is_some() || self.claim.is_some() || !self.touched.is_empty();
        is_about_one && self.selection.game.is_none()
    }

    /// What is read, and where the output goes.
    pub(super) fn session(&self) -> Session<'_> {
        Session { inputs: &self.inputs, partial: &self.partial, run: &self.run, content: self.format.content() }
    }

    /// What makes runs with `--partial` parts of one.
    pub(super) fn signature(&self) -> Signature {
        let options = Self {
            inputs: self.inputs.without_names(),
            partial: PartialArgs::default(),
            run: self.run.only_style(),
            ..self.clone()
        };
        Signature::new("adjudicate", &options)
    }

    pub fn report_format(&self) -> RecordFormat {
        self.format.shown(self.run.output.paint_of_part(self.run.diagnostics.color, &self.partial))
    }
}
