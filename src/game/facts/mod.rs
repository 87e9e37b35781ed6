//! The list of facts about games, plies and table rows: their names, meanings and costs.
//!
//! ```text
//! Game --Facts--> GameFact::value --FactValue--> a condition, a key of a table, a cell of a row
//! Ply, line of FEN or EPD --> PlyFact::write --ValueWriter--> a cell of a row
//! ```
//!
//! Conditions (`--where`), splits (`--by`), fields (`--fields`), orders (`--sort`) and the columns of all formats take
//! their names from here. `docs/facts.md` is generated from the tables; `docs/contributing.md` explains how to add a fact.

mod compute;
mod field;
mod game;
mod info;
mod label;
mod lists;
pub mod material;
mod page;
mod phase;
mod play;
mod ply;
mod position;
#[cfg(test)]
mod tests;
mod value;

pub use compute::{Facts, Speed};
pub use field::{FactColumn, known_tags, ply_options, unknown_tag};
pub use game::{GameFact, PlyFact, TableFact};
pub use info::{Cost, FactInfo, FactSubject, FactType};
pub use label::{FactText, Label, TemplatePiece, group_of, template_pieces};
pub use lists::{MAX_LIST, game_row, lacks_lists};
pub use material::{Material, pieces};
pub use page::{all_values, explain, explain_value, markdown};
pub use ply::{LocalizedSan, PieceLetters, PlyStyle};
pub use position::{ByKind, ItemKind, PositionItem};
pub use value::{FactValue, ValueWriter, digits};

/// All facts: about games, about plies, about positions, then columns of tables.
pub fn all() -> impl Iterator<Item = &'static FactInfo> {
    let of_games = GameFact::ALL.iter().map(|fact| fact.info());
    let of_plies = [FactSubject::Ply, FactSubject::Position]
        .into_iter()
        .flat_map(|subject| PlyFact::ALL.iter().map(|fact| fact.info()).filter(move |info| info.of == subject));
    of_games.chain(of_plies).chain(TableFact::ALL.iter().map(|fact| fact.info()))
}

/// The facts with this name. A game and a ply may share a name if it means the same at the end as after a move.
pub fn named(name: &str) -> Vec<&'static FactInfo> {
    all().filter(|info| info.name.eq_ignore_ascii_case(name)).collect()
}
