//! A chess library that says *what is wrong and where*: it reads positions, moves and whole PGN archives, and explains
//! every deviation from chess, from the PGN standard or from the FIDE Laws.
//!
//! It is the core of the program `adoube`, which validates, adjudicates, replays and counts archives on the command
//! line. The moves are fast (bitboards, AVX2 and AVX-512 chosen at run time), the reader is lenient and skips nothing,
//! and every verdict comes with its article and its proof. Standard chess and Chess960.
//!
//! # A tour
//!
//! Play moves. Positions, squares, pieces and results are read by [`parse`](str::parse) and printed by `{}`:
//!
//! ```
//! use adoube::{Move, MoveKind, Position, Square};
//!
//! let mut position = Position::initial();
//! assert_eq!(position.legal_moves().len(), 20);
//! position.play(Move::new(Square::E2, Square::E4, MoveKind::Normal))?;
//! position.play_san("c5")?;
//! assert_eq!(position.to_string(), "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! Ask why a move is illegal. [`Illegal`] has the reason as data, its [article](Illegal::article) of the Laws, and a
//! sentence:
//!
//! ```
//! # use adoube::Position;
//! let position: Position = "4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1".parse()?;
//! let error = position.parse_san("f3").unwrap_err();
//! assert_eq!(error.to_string(), "the pawn on f2 is pinned to its king on e1 by the bishop on h4");
//! # Ok::<_, adoube::PositionError>(())
//! ```
//!
//! Edit a position. A [`Setup`] is anything that a FEN can say; [`Setup::position`] says everything that is wrong with it:
//!
//! ```
//! use adoube::{Color, PieceType, Setup, Square};
//!
//! let mut setup = Setup::initial();
//! setup[Square::D1] = None;
//! setup[Square::E8] = Some(PieceType::Pawn.of(Color::White));
//! let reasons: Vec<String> = setup.position().unwrap_err().iter().map(ToString::to_string).collect();
//! assert_eq!(reasons[0], "White has 9 pawns, more than eight");
//! assert_eq!(reasons[1], "Black has no king");
//! ```
//!
//! Read games. [`PgnGames`] is an iterator over the games of a text in memory, [`PgnReader`] reads a stream of any size.
//! Each [`PgnGame`] has its tags, moves, comments and result:
//!
//! ```
//! use adoube::{Outcome, PgnReader};
//!
//! let pipe = &b"[White \"Reti\"]\n\n1. Nf3 {quiet} d5 2. c4 1-0\n"[..]; // Anything that implements `Read`.
//! let mut games = PgnReader::new(pipe);
//! while let Some(game) = games.next_game()? {
//!     assert_eq!(game.tag("White").as_deref(), Some("Reti"));
//!     assert_eq!(game.result(), Some(Outcome::WhiteWins));
//!     let moves: Vec<String> = game.plies().filter_map(|ply| Some(ply.san()?.to_string())).collect();
//!     assert_eq!(moves, ["Nf3", "d5", "c4"]);
//! }
//! # Ok::<_, std::io::Error>(())
//! ```
//!
//! See what is wrong with a game, and where. A finding has a stable rule code, evidence and a message:
//!
//! ```
//! use adoube::{PgnGames, Rule};
//!
//! let game = PgnGames::new(b"1. e4 e5\n2. Nf3 Nc6 3. Bb6 *").next().unwrap();
//! let located = &game.findings()[0];
//! assert_eq!((located.place.line, located.place.column), (2, 15));
//! assert_eq!(located.finding.rule, Rule::IllegalMove);
//! assert_eq!(located.finding.rule.code(), "M101");
//! ```
//!
//! Decide a game by the Laws of its day, or ask an arbiter's [`Question`]: another [`Edition`], or an [`Event`] such as a
//! fallen flag:
//!
//! ```
//! use adoube::{Color, Decision, Event, PgnGames, Question, Reason};
//!
//! let pgn = b"[SetUp \"1\"]\n[FEN \"8/8/8/8/8/4k3/4p3/4K3 w - - 0 1\"]\n\n1/2-1/2";
//! let verdict = PgnGames::new(pgn).next().unwrap().verdict().unwrap();
//! assert_eq!(verdict.reason, Reason::Stalemate);
//! assert_eq!(verdict.article.unwrap().to_string(), "5.2.1 (fide-2023)");
//!
//! let game = PgnGames::new(b"1. e4 e5 *").next().unwrap();
//! let ruling = game.rule(&Question::new().with_event(Event::Flag(Color::White))).unwrap();
//! assert_eq!(ruling.verdict.decision, Decision::Win(Color::Black));
//! ```
//!
//! Find the draws that a player could have claimed:
//!
//! ```
//! # use adoube::{ClaimGround, PgnGames};
//! let game = PgnGames::new(b"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *").next().unwrap();
//! assert!(game.history().claims().iter().any(|claim| claim.ground == ClaimGround::Threefold));
//! ```
//!
//! Prove that a side cannot win, or see how it still can:
//!
//! ```
//! # use adoube::{CanMate, Color, Position, Proof};
//! let position: Position = "8/8/8/4k3/8/8/8/3NK3 w - - 0 1".parse()?;
//! assert_eq!(position.can_mate(Color::White), CanMate::No(Proof::Material));
//! # Ok::<_, adoube::PositionError>(())
//! ```
//!
//! Count move paths:
//!
//! ```
//! # use adoube::{Position, perft};
//! assert_eq!(perft(&Position::initial(), 3), 8_902);
//! ```
//!
//! The folder `docs/examples` has whole programs: a validator, why a move is illegal, an opening tree, an arbiter, and the
//! draws that could have been claimed.
//!
//! # Coming from shakmaty and pgn-reader
//!
//! | task | adoube | shakmaty, pgn-reader |
//! |---|---|---|
//! | a position from a FEN | `fen.parse::<Position>()?` | `fen.parse::<Fen>()?.into_position::<Chess>(mode)?` |
//! | a move | [`position.play(mv)?`](Position::play), or [`after`](Position::after) for a new position | `position.play(mv)?` gives a new position |
//! | a move in a search | [`play_unchecked`](Position::play_unchecked) and [`undo`](Position::undo), or [`after_unchecked`](Position::after_unchecked) | `play_unchecked` on a copy |
//! | a move in SAN | [`position.play_san("Nf3")?`](Position::play_san) | `"Nf3".parse::<San>()?.to_move(&position)?` |
//! | why a move is illegal | the error: [`Illegal`], with pieces, squares and article | that it is |
//! | a set of pieces | [`by_type`](Position::by_type), [`by_color`](Position::by_color), [`pieces`](Position::pieces) | `by_role`, `by_color`, `by_piece` of the board |
//! | the games of a pipe | [`PgnReader::next_game`]: a game as a value | `Reader::read_game` calls a visitor that you write |
//! | what is wrong with a game | [`PgnGame::findings`], each with line and column | errors of your visitor; the reader skips what it cannot read |
//! | who has won | [`PgnGame::verdict`], [`PgnGame::rule`] | `position.outcome()`: mate, stalemate, material |
//! | can this side still win | [`Position::can_mate`]: the moves or a proof | `has_insufficient_material(color)` |
//!
//! shakmaty also has variants, Syzygy tablebases (with another crate) and works without `std`; adoube has none of these.
//!
//! # What is stable
//!
//! What this page lists follows semantic versioning, and so do rule codes, rule names and articles. The wording of
//! messages does not. Enums that can grow are `#[non_exhaustive]`. Modules that this page does not list belong to the
//! program.
//!
//! # Features
//!
//! A library needs `default-features = false`; then the only dependencies are `hashbrown`, `memchr`, `strsim` and
//! `xxhash-rust`, and everything on this page also compiles for `wasm32-unknown-unknown`. One feature is for libraries:
//!
//! * `serde`: squares, pieces, positions, results, rules, rule sets, verdicts and ids are strings in Serde formats, those that
//!   `{}` prints.
//!
//! These are on by default:
//!
//! * `cli`: the program, with `serde`.
//! * `compression`: the program reads zstd, gzip, bzip2, xz and zip.
//! * `cross-check`: the program compares its results with those of pgn-reader and shakmaty (`--cross-check` of `validate`
//!   and `perft`).
//! * `parquet`: the program writes games and moves as Parquet files (`stats --format parquet`).
//! * `pictures`: the program draws diagrams (`replay --as svg`, `png`, `gif`, `apng`) and charts (`stats --plot`, and those
//!   of `--format html`).
//! * `viewer`: the program browses games in the terminal (`replay --interactive`).
//!
//! Three more are off by default: `chasolver` compares answers about mate with those of that library (`adjudicate
//! --cross-check`), `python` is for the Python package, `web` for the playground in browsers.
//!
//! There is no feature for a processor: the best code is chosen at run time.
//!
//! # Minimum Rust version and license
//!
//! Rust 1.95, as `rust-version` in `Cargo.toml` says; raising it is a minor version. The license is GPL-3.0-or-later.

/// Property tests. An input that one has failed with is kept in `tests/proptest-regressions/`, and tried first from then on.
#[cfg(test)]
macro_rules! properties {
    (#![cases = $cases:expr] $($tests:tt)*) => {
        proptest::proptest! {
            #![proptest_config(proptest::test_runner::Config {
                cases: $cases,
                failure_persistence: Some(Box::new(
                    proptest::test_runner::FileFailurePersistence::SourceParallel("tests/proptest-regressions"),
                )),
                ..proptest::test_runner::Config::default()
            })]
            $($tests)*
        }
    };
    ($($tests:tt)*) => {
        properties! { #![cases = proptest::test_runner::Config::default().cases] $($tests)* }
    };
}

/// An enum whose values have names: `named! { enum Answer { Yes = "yes", No = "no" } }` has `name`. `enum Answer: (ALL, Display)`
/// also has a list of all values and prints their names; `NAMES` is the list of names,
/// `MEANINGS` that of the comments.
macro_rules! named {
    ($(#[$attribute:meta])* $visibility:vis enum $type:ident: ($($feature:ident),+) $values:tt) => {
        named! { $(#[$attribute])* $visibility enum $type $values }
        $(named! { @$feature $visibility $type $values })+
    };
    ($(#[$attribute:meta])* $visibility:vis enum $type:ident {
        $($(#[$note:meta])* $value:ident = $name:literal,)+
    }) => {
        $(#[$attribute])*
        $visibility enum $type {
            $($(#[$note])* $value,)+
        }

        impl $type {
            /// The name in all formats.
            $visibility const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)+
                }
            }
        }
    };
    (@ALL $visibility:vis $type:ident { $($(#[$note:meta])* $value:ident = $name:literal,)+ }) => {
        impl $type {
            /// All of them, in this order.
            $visibility const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];
        }
    };
    (@NAMES $visibility:vis $type:ident { $($(#[$note:meta])* $value:ident = $name:literal,)+ }) => {
        impl $type {
            /// The names of all of them, in this order.
            $visibility const NAMES: [&'static str; [$($name),+].len()] = [$($name),+];
        }
    };
    (@MEANINGS $visibility:vis $type:ident { $(#[doc = $meaning:literal] $value:ident = $name:literal,)+ }) => {
        impl $type {
            /// What each of them means, in this order: a sentence after a space.
            $visibility const MEANINGS: [&'static str; [$($name),+].len()] = [$($meaning),+];
        }
    };
    (@Display $visibility:vis $type:ident $values:tt) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

/// An enum with a list of all its values, `ALL`, in their order.
macro_rules! listed {
    ($(#[$attribute:meta])* $visibility:vis enum $type:ident { $($(#[$note:meta])* $value:ident,)+ }) => {
        $(#[$attribute])*
        $visibility enum $type {
            $($(#[$note])* $value,)+
        }

        impl $type {
            /// All of them, in this order.
            $visibility const ALL: [Self; [$(stringify!($value)),+].len()] = [$(Self::$value),+];
        }
    };
}

/// `Debug` of types whose text says all that they contain: the same as `Display`.
macro_rules! debug_is_display {
    ($($type:ty),+) => {
        $(impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        })+
    };
}

mod api;
pub use api::*;

// The modules are public for the program, the tests and the benchmarks, and may change in any version. Those that `api` takes
// its types from are hidden from rustdoc alone, so that the compiler demands documentation of their public items.

#[doc(hidden)]
pub mod cpu;

#[cfg_attr(doc, doc(hidden))]
pub mod chess;
#[cfg_attr(doc, doc(hidden))]
pub mod laws;
#[cfg_attr(doc, doc(hidden))]
pub mod pgn;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod trf;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod standard_streams;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod parts;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod input;

#[cfg_attr(doc, doc(hidden))]
pub mod game;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod archive;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod stats;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod witness;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod interrupt;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod mapped;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod memory;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod pipeline;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod progress;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod report;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod options;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod commands;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;

#[cfg(feature = "python")]
#[doc(hidden)]
pub mod python;

#[cfg(feature = "web")]
#[doc(hidden)]
pub mod web;
