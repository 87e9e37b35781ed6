//! A chess library that says *what is wrong and where*: it reads positions, moves and whole PGN archives, and explains
//! every deviation from chess, from the PGN standard or from the FIDE Laws.
//!
//! It is the core of the program `adoube`, which validates, adjudicates, replays and counts archives on the command
//! line. The moves are fast (bitboards, AVX2 and AVX-512 chosen at run time), the reader is lenient and skips nothing,
//! and every verdict comes with its article and its proof. Standard chess and Chess960.
//!
//! # A tour
//!
//! Play moves:
//!
//! ```
//! use adoube::Position;
//!
//! let mut position = Position::initial();
//! assert_eq!(position.legal_moves().len(), 20);
//! position.play_san("e4")?;
//! assert_eq!(position.to_fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
//! # Ok::<_, adoube::MoveError>(())
//! ```
//!
//! Ask why a move is illegal:
//!
//! ```
//! # use adoube::Position;
//! let position = Position::from_fen("4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1")?;
//! let error = position.parse_san("f3").unwrap_err();
//! assert_eq!(error.to_string(), "the pawn on f2 is pinned to its king on e1 by the bishop on h4");
//! # Ok::<_, adoube::PositionError>(())
//! ```
//!
//! Read games. [`PgnGames`] is an iterator over the games of a text; each [`PgnGame`] has its tags, moves, comments and
//! result:
//!
//! ```
//! use adoube::{Outcome, PgnGames};
//!
//! let pgn = b"[White \"Reti\"]\n\n1. Nf3 {quiet} d5 2. c4 1-0\n";
//! for game in PgnGames::new(pgn) {
//!     assert_eq!(game.tag("White").as_deref(), Some("Reti"));
//!     assert_eq!(game.result(), Some(Outcome::WhiteWins));
//!     let moves: Vec<String> = game.plies().filter_map(|ply| Some(ply.san()?.to_string())).collect();
//!     assert_eq!(moves, ["Nf3", "d5", "c4"]);
//! }
//! ```
//!
//! See what is wrong with a game, and where. A finding has a stable rule code, evidence and a message:
//!
//! ```
//! # use adoube::PgnGames;
//! let game = PgnGames::new(b"1. e4 e5\n2. Nf3 Nc6 3. Bb6 *").next().unwrap();
//! let located = &game.findings()[0];
//! assert_eq!((located.place.line, located.place.column), (2, 15));
//! assert_eq!(located.finding.rule.code(), "M101");
//! assert_eq!(located.finding.rule.name(), "illegal-move");
//! ```
//!
//! Decide a game by the Laws of its day, or by another [`Edition`]:
//!
//! ```
//! # use adoube::{PgnGames, Reason};
//! let pgn = b"[SetUp \"1\"]\n[FEN \"8/8/8/8/8/4k3/4p3/4K3 w - - 0 1\"]\n\n1/2-1/2";
//! let verdict = PgnGames::new(pgn).next().unwrap().verdict().unwrap();
//! assert_eq!(verdict.reason, Reason::Stalemate);
//! assert_eq!(verdict.article.unwrap().to_string(), "5.2.1 (fide-2023)");
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
//! let position = Position::from_fen("8/8/8/4k3/8/8/8/3NK3 w - - 0 1")?;
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
//! The folder `docs/examples` has whole programs: a validator, why a move is illegal, an opening tree, and the draws that
//! could have been claimed.
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
//! `xxhash-rust`, and everything on this page also compiles for `wasm32-unknown-unknown`. These features are on by default:
//!
//! * `cli`: the program.
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
