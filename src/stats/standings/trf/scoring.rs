//! The points that an event gives for each result, as its report says or shows.

use crate::trf::RecordKind;

use super::{ReportPlayer, ResultCode, Tenths};

/// The points for each result. Records 162, XXS, BBW and the like change the usual ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ReportScoring {
    win: Tenths,
    draw: Tenths,
    loss: Tenths,
    forfeit_loss: Tenths,
    zero_bye: Tenths,
    /// For a game whose result is not known.
    open: Tenths,
    /// For a bye that the pairing gives; that of a win if it is not stated.
    allocated_bye: Option<Tenths>,
    /// Whether a record states points.
    is_stated: bool,
    /// Whether records state points that are not known here, so that sums cannot be checked.
    pub(super) is_partial: bool,
}

impl Default for ReportScoring {
    fn default() -> Self {
        let (win, draw, none) = (Tenths(10), Tenths(5), Tenths(0));
        Self {
            win,
            draw,
            loss: none,
            forfeit_loss: none,
            zero_bye: none,
            open: none,
            allocated_bye: None,
            is_stated: false,
            is_partial: false,
        }
    }
}

impl ReportScoring {
    /// Reads the letters and points of record 162: `W` a win, `D` a draw, `L` a loss, `A` or `Z` an absence, `P` a bye that the pairing
    /// gives, `X` a game without a known result.
    pub(super) fn read_columns(&mut self, scores: Vec<(Box<str>, Tenths)>) {
        for (letter, points) in scores {
            self.is_stated = true;
            match &*letter.to_uppercase() {
                "W" => self.win = points,
                "D" => self.draw = points,
                "L" => self.loss = points,
                "A" | "Z" => (self.zero_bye, self.forfeit_loss) = (points, points),
                "P" => self.allocated_bye = Some(points),
                "X" => self.open = points,
                _ => self.is_partial = true,
            }
        }
    }

    /// Reads a record of a pairing program.
    pub(super) fn read_text(&mut self, kind: RecordKind, text: &str) {
        let field = match kind {
            RecordKind::PointsForWin => &mut self.win,
            RecordKind::PointsForDraw => &mut self.draw,
            RecordKind::PointsForLoss => &mut self.loss,
            RecordKind::PointsForZeroBye => &mut self.zero_bye,
            RecordKind::PointsForForfeit => &mut self.forfeit_loss,
            RecordKind::PointsForBye => self.allocated_bye.get_or_insert_default(),
            RecordKind::Scoring => {
                self.is_partial = true;
                return;
            }
            _ => return,
        };
        match Tenths::parse(text) {
            Some(points) => (*field, self.is_stated) = (points, true),
            None => self.is_partial = true,
        }
    }

    fn points_for(&self, code: ResultCode) -> Tenths {
        match code {
            ResultCode::Win | ResultCode::UnratedWin | ResultCode::ForfeitWin | ResultCode::FullPointBye => self.win,
            ResultCode::Draw | ResultCode::UnratedDraw | ResultCode::HalfPointBye => self.draw,
            ResultCode::Loss | ResultCode::UnratedLoss => self.loss,
            ResultCode::ForfeitLoss => self.forfeit_loss,
            ResultCode::ZeroPointBye => self.zero_bye,
            ResultCode::AllocatedBye => self.allocated_bye(),
            ResultCode::Open => self.open,
        }
    }

    pub(super) fn allocated_bye(&self) -> Tenths {
        self.allocated_bye.unwrap_or(self.win)
    }

    /// The points of a player by the results.
    pub(super) fn total(&self, player: &ReportPlayer) -> Tenths {
        let cells = player.rounds.iter().flatten().filter(|cell| cell.opponent > 0 || cell.result != ResultCode::Open);
        Tenths(cells.map(|cell| self.points_for(cell.result).0).fold(0, i32::saturating_add))
    }

    /// The points that the event gives: as stated, or else the usual ones. If these are not what most players have, the
    /// first of the other customary ones that all players have.
    pub(super) fn in_force(&self, players: &[ReportPlayer]) -> Self {
        if self.is_stated {
            return self.clone();
        }
        let customary = [
            self.clone(),
            Self { allocated_bye: Some(Tenths(5)), ..self.clone() },
            Self { allocated_bye: Some(Tenths(0)), ..self.clone() },
            Self { win: Tenths(30), draw: Tenths(10), ..self.clone() },
            Self { win: Tenths(30), draw: Tenths(20), loss: Tenths(10), ..self.clone() },
            Self { win: Tenths(20), draw: Tenths(10), ..self.clone() },
        ];
        let fits = |scoring: &&Self| {
            players
                .iter()
                .all(|player| player.points.as_ref().is_none_or(|points| points.value == scoring.total(player)))
        };
        customary.iter().find(fits).unwrap_or(self).clone()
    }

    /// The points for a win, a draw and a loss.
    pub(super) const fn of_games(&self) -> [Tenths; 3] {
        [self.win, self.draw, self.loss]
    }
}
