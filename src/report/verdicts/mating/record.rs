//! The flat record of an answer: the keys of JSONL and the columns of CSV.

use serde::Serialize;

use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::uci::{self, UciMode};
use crate::game::verdict::mating::{Mating, MatingAnswer};
use crate::game::verdict::note::VerdictNote;
use crate::laws::unwinnable::{LineEnd, MissingMaterial, Proof, ReachProof};

use super::{MatingEntry, text};
use crate::report::certificate::{CertificateRecord, color, line, names};
use crate::report::rows::ColumnType::{Flag, Integer, Long, Text};
use crate::report::rows::{RecordColumn, RowRecord, joined};
use crate::report::verdicts::record::ErrorsRecord;

/// An answer.
#[derive(Serialize, Debug)]
pub(in super::super) struct Record {
    file: String,
    game: u64,
    line: u64,
    ply: u32,
    fen: Option<String>,
    side: &'static str,
    answer: &'static str,
    san: Option<Vec<String>>,
    uci: Option<Vec<String>>,
    plies: Option<usize>,
    shortest: Option<bool>,
    proof: Option<CertificateRecord>,
    positions: Option<u32>,
    why: Option<WhyRecord>,
    errors: Option<ErrorsRecord>,
    notes: Vec<String>,
}

/// The explanation of a *no*, as text and as data.
#[derive(Serialize, Debug)]
struct WhyRecord {
    text: Vec<String>,
    lacks: Option<&'static str>,
    lines: Option<Vec<LineRecord>>,
    fixed: Option<Vec<String>>,
    king_to_mate: Option<Vec<String>>,
    mating_king: Option<Vec<String>>,
}

#[derive(Serialize, Debug)]
struct LineRecord {
    san: Vec<String>,
    end: &'static str,
}

impl Record {
    pub(in super::super) fn new(entry: &MatingEntry<'_>) -> Self {
        let &MatingEntry { file, game, line: number, answer: mating, errors, .. } = entry;
        let Mating { side, position, ply, answer, positions, remarks, .. } = mating;
        let helpmate = match (answer, position) {
            (MatingAnswer::Yes(helpmate), Some(position)) => Some((helpmate, position)),
            _ => None,
        };
        Self {
            file: file.to_owned(),
            game,
            line: number,
            ply: *ply,
            fen: position.as_ref().map(Position::to_fen),
            side: color(*side),
            answer: match answer {
                MatingAnswer::Yes(_) => "yes",
                MatingAnswer::No(_) => "no",
                MatingAnswer::Undetermined => "undetermined",
            },
            san: helpmate.map(|(helpmate, position)| line(position, &helpmate.line)),
            uci: helpmate.map(|(helpmate, position)| in_uci(position, &helpmate.line)),
            plies: helpmate.map(|(helpmate, _)| helpmate.line.len()),
            shortest: helpmate.map(|(helpmate, _)| helpmate.is_shortest),
            proof: match answer {
                MatingAnswer::No(proof) => Some(CertificateRecord::of_proof(proof)),
                _ => None,
            },
            positions: *positions,
            why: WhyRecord::new(mating),
            errors: errors.map(ErrorsRecord::new),
            notes: remarks.iter().map(VerdictNote::to_string).collect(),
        }
    }
}

/// In CSV, the elements of lists are separated by spaces.
impl RowRecord for Record {
    const TABLE: &'static str = "verdicts";

    fn columns() -> impl Iterator<Item = RecordColumn<Self>> {
        let columns: [RecordColumn<Self>; 15] = [
            RecordColumn("file", Text, |record| Some(record.file.as_str().into())),
            RecordColumn("game", Long, |record| Some(record.game.into())),
            RecordColumn("line", Long, |record| Some(record.line.into())),
            RecordColumn("ply", Integer, |record| Some(record.ply.into())),
            RecordColumn("fen", Text, |record| record.fen.as_deref().map(Into::into)),
            RecordColumn("side", Text, |record| Some(record.side.into())),
            RecordColumn("answer", Text, |record| Some(record.answer.into())),
            RecordColumn("san", Text, |record| joined(record.san.as_ref()?, " ")),
            RecordColumn("uci", Text, |record| joined(record.uci.as_ref()?, " ")),
            RecordColumn("plies", Integer, |record| record.plies.map(|plies| (plies as u64).into())),
            RecordColumn("shortest", Flag, |record| record.shortest.map(Into::into)),
            RecordColumn("proof", Text, |record| record.proof.as_ref().map(|proof| proof.text().into())),
            RecordColumn("positions", Long, |record| record.positions.map(Into::into)),
            RecordColumn("errors", Text, |record| record.errors.as_ref().map(|errors| errors.text().into())),
            RecordColumn("notes", Text, |record| joined(&record.notes, "; ")),
        ];
        columns.into_iter()
    }
}

/// Moves in UCI, with castling in the notation of the position: standard or Chess960.
pub(super) fn in_uci(position: &Position, line: &[Move]) -> Vec<String> {
    let mode = if position.has_standard_castling() { UciMode::Standard } else { UciMode::Chess960 };
    line.iter().map(|&mv| uci::write(mv, mode).to_string()).collect()
}

impl WhyRecord {
    fn new(mating: &Mating) -> Option<Self> {
        let (Some(why), Some(position), MatingAnswer::No(proof)) = (&mating.why, &mating.position, &mating.answer)
        else {
            return None;
        };
        let walls = match proof {
            Proof::Closed(walls) => Some(walls),
            _ => None,
        };
        let king = |color| walls.and_then(|walls| walls.king(color)).map(|king| names(king.reach));
        let record = |found: &crate::laws::unwinnable::FinalLine| LineRecord {
            san: line(position, &found.moves),
            end: match found.end {
                LineEnd::Mated => "mated",
                LineEnd::Stalemate => "stalemate",
                LineEnd::Material(_) => "material",
            },
        };
        Some(Self {
            text: text::sentences(mating, position, proof, why),
            lacks: why.lack.map(|lack| match lack {
                MissingMaterial::Everything => "everything",
                MissingMaterial::BlockerForKnight => "blocker-for-knight",
                MissingMaterial::OtherSquares => "other-squares",
            }),
            lines: why.lines.as_ref().map(|lines| lines.iter().map(record).collect()),
            fixed: walls.map(|walls| names(fixed(walls))),
            king_to_mate: king(mating.side.other()),
            mating_king: king(mating.side),
        })
    }
}

/// The squares of pieces that can never move or be captured.
pub(super) fn fixed(walls: &ReachProof) -> Bitboard {
    walls.pieces.iter().filter(|piece| piece.is_fixed()).map(|piece| piece.home).collect()
}
