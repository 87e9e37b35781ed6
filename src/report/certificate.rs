//! Certificates of verdicts and proofs, for all output formats.

use serde::Serialize;

use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::position::Position;
use crate::chess::san;
use crate::chess::square::Square;
use crate::laws::unwinnable::{PieceReach, Proof, Roamer};
use crate::laws::verdict::Certificate;

use crate::report::terminal::numbers::counted;

/// A certificate, as an object of JSON or as text.
#[derive(Serialize, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum CertificateRecord {
    None,
    Helpmate { line: Vec<String> },
    Material,
    InsufficientMaterialByRule,
    InsufficientMaterialByRuleUnlessForced { positions: Option<u32> },
    ForcedMate { line: Vec<String> },
    Lines { positions: u32 },
    Closed { pieces: Vec<ReachRecord> },
    Scenes { scenes: usize, roamers: Vec<String> },
    Searched { positions: u32, closed: u32 },
    Repetition { plies: Vec<u32> },
    Quiet { from: u32, to: u32, count: u32 },
    Undecided { positions: u32 },
}

/// The squares that a piece can ever reach.
#[derive(Serialize, Debug)]
pub(super) struct ReachRecord {
    /// The FEN letter of the piece.
    piece: char,
    home: String,
    reach: Vec<String>,
    promoted: Vec<String>,
    mortal: bool,
}

impl ReachRecord {
    pub(super) fn new(piece: &PieceReach) -> Self {
        Self {
            piece: Piece { color: piece.color, kind: piece.kind }.fen_letter(),
            home: piece.home.to_string(),
            reach: names(piece.reach),
            promoted: names(piece.promoted),
            mortal: piece.may_be_captured,
        }
    }

    /// `Kc3` for a piece that never moves, `Kc3:12` for one that can reach twelve squares; `!` if it can be captured.
    fn text(&self) -> String {
        let squares = self.reach.len() + self.promoted.len();
        let squares = if squares > 1 { format!(":{squares}") } else { String::new() };
        format!("{}{}{squares}{}", self.piece, self.home, if self.mortal { "!" } else { "" })
    }
}

impl CertificateRecord {
    pub(super) fn new(certificate: &Certificate, at: &Position) -> Self {
        match certificate {
            Certificate::None => Self::None,
            Certificate::Helpmate(moves) => Self::Helpmate { line: line(at, moves) },
            Certificate::Unwinnable(proof) => Self::of_proof(proof),
            Certificate::InsufficientMaterialByRule => Self::InsufficientMaterialByRule,
            &Certificate::InsufficientMaterialByRuleUnlessForced { positions } => {
                Self::InsufficientMaterialByRuleUnlessForced { positions }
            }
            Certificate::ForcedMate(moves) => Self::ForcedMate { line: line(at, moves) },
            Certificate::Repetition(plies) => Self::Repetition { plies: plies.clone() },
            &Certificate::Quiet { from, to, count } => Self::Quiet { from, to, count },
            &Certificate::Undecided { positions } => Self::Undecided { positions },
        }
    }

    /// The proof that a side cannot mate.
    pub(super) fn of_proof(proof: &Proof) -> Self {
        match proof {
            Proof::Material => Self::Material,
            &Proof::Lines { positions } => Self::Lines { positions },
            Proof::Closed(walls) => Self::Closed { pieces: walls.pieces.iter().map(ReachRecord::new).collect() },
            Proof::Scenes(scenes) => Self::Scenes {
                scenes: scenes.scenes.len(),
                roamers: scenes.roamers.iter().copied().map(roamer).collect(),
            },
            &Proof::Searched { positions, closed } => Self::Searched { positions, closed },
        }
    }

    /// The certificate as text for a CSV column.
    pub(super) fn text(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::Helpmate { line } => format!("helpmate {}", line.join(" ")),
            Self::Material => "material".to_owned(),
            Self::InsufficientMaterialByRule => "insufficient-material-by-rule".to_owned(),
            Self::InsufficientMaterialByRuleUnlessForced { positions: Some(positions) } => {
                format!("insufficient-material-by-rule-unless-forced {positions}")
            }
            Self::InsufficientMaterialByRuleUnlessForced { positions: None } => {
                "insufficient-material-by-rule-not-forced".to_owned()
            }
            Self::ForcedMate { line } => format!("forced-mate {}", line.join(" ")),
            Self::Lines { positions } => format!("lines {positions}"),
            Self::Closed { pieces } => {
                format!("closed {}", pieces.iter().map(ReachRecord::text).collect::<Vec<_>>().join(" "))
            }
            Self::Scenes { scenes, roamers } => format!("scenes {scenes} roamers {}", roamers.join(" ")),
            Self::Searched { positions, closed: 0 } => format!("searched {positions}"),
            Self::Searched { positions, closed } => format!("searched {positions} closed {closed}"),
            Self::Repetition { plies } => {
                format!("repetition {}", plies.iter().map(u32::to_string).collect::<Vec<_>>().join(" "))
            }
            Self::Quiet { from, to, count } => format!("quiet {count} {from}-{to}"),
            Self::Undecided { positions } => format!("undecided {positions}"),
        }
    }
}

/// Explains in a sentence why this side cannot mate, or why neither can.
pub(super) fn proof_in_words(proof: &Proof, position: &Position, side: Option<Color>) -> String {
    let mated = side.map_or_else(|| "a king".to_owned(), |side| format!("{}'s king", side.other()));
    let number = |positions: u32| counted(positions.into(), "position", "positions");
    match proof {
        Proof::Material => "the material cannot checkmate, wherever it stands".to_owned(),
        Proof::Lines { .. } if position.is_stalemate() => "the game is over: stalemate".to_owned(),
        Proof::Lines { .. } if position.is_checkmate() => {
            format!("the game is over: checkmate, {} is mated", position.turn())
        }
        &Proof::Lines { positions } => {
            format!("every continuation ends within a few moves ({})", number(positions))
        }
        Proof::Closed(walls) => {
            let count = |is: fn(&PieceReach) -> bool| walls.pieces.iter().filter(|&piece| is(piece)).count();
            let (all, still, fixed) = (walls.pieces.len(), count(PieceReach::never_moves), count(PieceReach::is_fixed));
            let mortal = match still - fixed {
                0 => String::new(),
                mortal => format!(", but {mortal} of them may be captured"),
            };
            let mut last = Color::BOTH.into_iter().filter(|color| side.is_none_or(|side| side == *color));
            let until = match last.find_map(|color| walls.last_piece(color)) {
                Some(piece) => format!(" as long as {} is on the board", piece_on(piece.color, piece.kind, piece.home)),
                None => String::new(),
            };
            format!("no position that the pieces can reach is checkmate ({still} of {all} never move{mortal}{until})")
        }
        Proof::Scenes(scenes) => {
            format!(
                "wherever the roaming pieces are, none of the {} reachable placements of the others is checkmate",
                scenes.scenes.len()
            )
        }
        &Proof::Searched { positions, closed } => {
            let (verb, pruned) = match closed {
                0 => ("can be reached", String::new()),
                _ if positions == 1 => ("was searched", "; it is closed".to_owned()),
                1 => ("were searched", "; 1 of them is closed".to_owned()),
                _ => ("were searched", format!("; {closed} of them are closed")),
            };
            format!("{} {verb}, and in none is {mated} mated{pruned}", number(positions))
        }
    }
}

/// A piece and its square, such as `be1`.
pub(super) fn piece_on(color: Color, kind: PieceType, home: Square) -> String {
    format!("{}{home}", Piece { color, kind }.fen_letter())
}

/// A roaming piece and its square: `be1`.
pub(super) fn roamer(roamer: Roamer) -> String {
    piece_on(roamer.color, roamer.kind, roamer.home)
}

pub(super) fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// The name of a color in data.
pub(super) const fn color(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The SAN of consecutive moves.
pub(super) fn line(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut words = Vec::with_capacity(line.len());
    for &mv in line {
        words.push(san::write(&position, mv).to_string());
        position.play_unchecked(mv);
    }
    words
}
