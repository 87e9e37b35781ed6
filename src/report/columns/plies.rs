//! One row a move of a main line.

use crate::chess::fen::FenStyle;
use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::{san, uci};
use crate::game::clocks::Score;
use crate::game::plies::{Asked, Ply};

use super::{Batch, Column, Kind};

/// The columns of a ply: a choice of the fields of `adoube replay`, of the same names and meanings.
pub const COLUMNS: &[Column] = &[
    Column::required("file", Kind::Text),
    Column::required("game", Kind::Long),
    Column::required("ply", Kind::Integer),
    Column::required("number", Kind::Integer),
    Column::required("side", Kind::Text),
    Column::required("san", Kind::Text),
    Column::required("uci", Kind::Text),
    Column::required("fen", Kind::Text),
    Column::optional("clk", Kind::Real),
    Column::optional("spent", Kind::Real),
    Column::optional("eval", Kind::Integer),
    Column::optional("mate", Kind::Integer),
    Column::optional("nags", Kind::Text),
    Column::optional("comment", Kind::Text),
    Column::required("check", Kind::Flag),
    Column::required("checkmate", Kind::Flag),
    Column::optional("captured", Kind::Text),
    Column::required("halfmove_clock", Kind::Integer),
    Column::required("repetitions", Kind::Integer),
];

/// What has to be found out for [`COLUMNS`].
pub const ASKED: Asked = Asked { variations: false, said: true, times: true };

/// Appends a ply of a game to a batch of [`COLUMNS`]; nothing for the position before the first move. `number` is that
/// of the game; from 1, counted as [`Batch::count_games_from`] wants it.
pub fn push(batch: &mut Batch, file: &str, number: u64, ply: &Ply<'_>) {
    let Some(step) = &ply.step else { return };
    let (position, said) = (ply.position(), ply.said);
    let is_pass = step.mv == Move::NULL;
    let mut row = batch.row();
    row.text(Some(file)).long(i64::try_from(number).unwrap_or(i64::MAX));
    row.count(step.ply).count(step.before.fullmove_number());
    row.text(Some(if step.before.turn() == Color::White { "white" } else { "black" }));
    if is_pass {
        row.text(Some("--")).text(Some("0000"));
    } else {
        row.text(Some(san::write_between(&step.before, step.mv, &step.after).as_str()));
        row.text(Some(uci::write(step.mv, ply.uci_mode()).as_str()));
    }
    row.text(Some(position.fen_text(FenStyle::default()).as_str()));
    row.real(said.clock.map(seconds)).real(said.spent.map(seconds));
    let (eval, mate) = match said.score {
        Some(Score::Centipawns(score)) => (Some(score), None),
        Some(Score::Mate(moves)) => (None, Some(moves)),
        None => (None, None),
    };
    row.integer(eval).integer(mate);
    let nags: Vec<String> = ply.nags().map(|nag| nag.to_string()).collect();
    row.text((!nags.is_empty()).then(|| nags.join(" ")).as_deref()).text(ply.comment().as_deref());
    row.flag(Some(position.is_check())).flag(Some(position.is_checkmate()));
    let mut letter = [0; 4];
    row.text(ply.captured().map(|piece| &*piece.fen_letter().encode_utf8(&mut letter)));
    row.count(position.halfmove_clock()).count(ply.times());
}

/// Hundredths of a second in seconds. A clock of 2⁵³ hundredths is no clock.
#[expect(clippy::cast_precision_loss, reason = "see above")]
fn seconds(hundredths: u64) -> f64 {
    hundredths as f64 / 100.0
}
