//! What the tests, benchmarks and fuzz targets call of a position that is no part of its public face.

use super::illegal::Illegal;
use super::packed::PackedPosition;
use super::position::Position;
use super::san::fast_path::{BoardVisitor, CanonicalSan};
use super::san::{Disambiguation, ParsedSan, ResolvedMove};
use crate::cpu::CpuLevel;

/// Methods of [`Position`] that only this package may call. `Position` has each of them under the same name.
#[expect(missing_docs, reason = "they are documented where they are defined")]
pub trait PositionInternals {
    fn pack(&self) -> PackedPosition;
    fn has_obvious_move(&self) -> bool;
    fn resolve(&self, written: &ParsedSan) -> Result<ResolvedMove, Illegal>;
    fn play_canonical(
        &mut self,
        bytes: u64,
        length: usize,
        in_check: bool,
        accepted: Disambiguation,
    ) -> Option<CanonicalSan>;
    fn drive<D: BoardVisitor>(&mut self, in_check: &mut bool, level: CpuLevel, drive: D) -> D::Output;
}

impl PositionInternals for Position {
    fn pack(&self) -> PackedPosition {
        self.pack()
    }

    fn has_obvious_move(&self) -> bool {
        self.has_obvious_move()
    }

    fn resolve(&self, written: &ParsedSan) -> Result<ResolvedMove, Illegal> {
        self.resolve(written)
    }

    fn play_canonical(
        &mut self,
        bytes: u64,
        length: usize,
        in_check: bool,
        accepted: Disambiguation,
    ) -> Option<CanonicalSan> {
        self.play_canonical(bytes, length, in_check, accepted)
    }

    fn drive<D: BoardVisitor>(&mut self, in_check: &mut bool, level: CpuLevel, drive: D) -> D::Output {
        self.drive(in_check, level, drive)
    }
}
