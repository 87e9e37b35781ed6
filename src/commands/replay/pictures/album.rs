//! The diagrams of a game.

use crate::game::record::plies::Ply;
use crate::report::diagram::Diagram;
use crate::report::pictures::can_draw;
use crate::report::plies::{PieceLetters, diagram};

/// The most diagrams in one picture. No game is longer: it is drawn after 75 moves without a capture or a pawn's move.
pub(super) const MAX_DIAGRAMS: usize = 12_000;

/// Diagrams that belong together.
#[derive(Clone, Default, Debug)]
pub(in super::super) struct Album {
    pub(super) diagrams: Vec<Diagram>,
    /// How many moves were played before each.
    pub(super) played: Vec<u32>,
    pub(super) title: String,
    /// The first files, if each game or each position has its own.
    pub(super) files: Vec<Vec<u8>>,
    /// Whether there were more of them than have room.
    pub(super) is_cut: bool,
}

impl Album {
    pub(super) fn new(diagram: Diagram) -> Self {
        Self { diagrams: vec![diagram], played: vec![0], ..Self::default() }
    }

    /// Adds a position of a game.
    pub(in super::super) fn add(&mut self, ply: &Ply<'_>, letters: PieceLetters) {
        if self.diagrams.is_empty() {
            self.title = title(ply);
        }
        let mut drawn = diagram(ply, letters);
        if drawn.caption.as_ref().is_some_and(|caption| !can_draw(caption)) {
            drawn = diagram(ply, PieceLetters::English);
        }
        self.push(drawn, ply.plies_played());
    }

    /// The bytes of the files that are drawn.
    pub(in super::super) fn memory(&self) -> usize {
        self.files.iter().map(Vec::len).sum()
    }

    /// Adds the diagrams of another game.
    pub(super) fn append(&mut self, other: &Self) {
        if self.diagrams.is_empty() {
            self.title.clone_from(&other.title);
        }
        self.is_cut |= other.is_cut;
        for (diagram, played) in other.diagrams.iter().zip(&other.played) {
            self.push(diagram.clone(), *played);
        }
    }

    fn push(&mut self, diagram: Diagram, played: u32) {
        if self.diagrams.len() == MAX_DIAGRAMS {
            self.is_cut = true;
            return;
        }
        self.diagrams.push(diagram);
        self.played.push(played);
    }
}

/// `Anna – Bo, Casual game, 2024.01.01`, without unknown parts.
fn title(ply: &Ply<'_>) -> String {
    let tag = |name: &str| ply.tag(name).filter(|value| !matches!(value.as_ref(), "?" | "????.??.??" | ""));
    let players = match (tag("White"), tag("Black")) {
        (Some(white), Some(black)) => Some(format!("{white} – {black}")),
        _ => None,
    };
    let rest = ["Event", "Date"].into_iter().filter_map(tag).map(String::from);
    let parts: Vec<String> = players.into_iter().chain(rest).collect();
    if parts.is_empty() { "Chess".to_owned() } else { parts.join(", ") }
}
