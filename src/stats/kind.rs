//! Which tables there are: for each, what is counted, by what, and in which order it is shown.

use crate::chess::piece::Color;
use crate::laws::claim::ClaimGround;

/// A table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableKind {
    /// How games came out.
    Results,
    /// How long they are.
    Lengths,
    /// Their openings.
    Openings,
    /// Who has played, and how well.
    Players,
    /// Where.
    Events,
    /// How players of some strength score.
    Elo,
    /// How White scores against players so much weaker or stronger.
    Difference,
    /// What the tag `Termination` says.
    Terminations,
    /// How games ended, by the Laws.
    Endings,
    /// Claimable draws.
    Claims,
    /// Time controls.
    TimeControls,
    /// The time players take, move by move.
    Clocks,
    /// Which tags there are.
    Tags,
    /// The men that are left at the end.
    Material,
    /// Where men go.
    Squares,
    /// What kinds of moves are made.
    Moves,
    /// How games begin.
    FirstMoves,
}

/// What stands in the cells of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Games as White sees them: won, drawn, lost, the score.
    Games,
    /// Sides of games as they see them.
    Sides,
    /// Moves.
    Moves,
    /// Moves and captures.
    Visits,
    /// Moves, the time spent on them, the time left.
    Times,
    /// Tags and their values.
    Tags,
}

/// What is known of a table beforehand.
#[derive(Clone, Copy, Debug)]
pub struct TableInfo {
    /// What it is called.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// The columns by which its rows are told apart.
    pub labels: &'static [&'static str],
    /// What is counted.
    pub measure: Measure,
    /// Whether the rows stand in the order of their labels; if not, the commonest stands first.
    pub is_ordered: bool,
    /// The width of its bands if none is given.
    pub width: Option<u32>,
}

impl TableKind {
    /// All tables, in the order in which they are listed.
    pub const ALL: [Self; 17] = [
        Self::Results,
        Self::Lengths,
        Self::Openings,
        Self::Players,
        Self::Events,
        Self::Elo,
        Self::Difference,
        Self::Terminations,
        Self::Endings,
        Self::Claims,
        Self::TimeControls,
        Self::Clocks,
        Self::Tags,
        Self::Material,
        Self::Squares,
        Self::Moves,
        Self::FirstMoves,
    ];

    /// The tables of the summary.
    pub const SUMMARY: [Self; 6] =
        [Self::Results, Self::Lengths, Self::Openings, Self::Endings, Self::Claims, Self::Tags];

    /// What a page shows beside them.
    pub const PAGE: [Self; 3] = [Self::Elo, Self::Squares, Self::Clocks];

    /// What is known of it.
    #[must_use]
    pub const fn spec(self) -> TableInfo {
        use Measure::{Games, Moves, Sides, Tags, Times, Visits};
        const fn of(
            name: &'static str,
            title: &'static str,
            labels: &'static [&'static str],
            measure: Measure,
        ) -> TableInfo {
            TableInfo { name, title, labels, measure, is_ordered: false, width: None }
        }
        const fn ordered(spec: TableInfo) -> TableInfo {
            TableInfo { is_ordered: true, ..spec }
        }
        const fn banded(spec: TableInfo, width: u32) -> TableInfo {
            TableInfo { is_ordered: true, width: Some(width), ..spec }
        }
        match self {
            Self::Results => of("results", "Results", &[], Games),
            Self::Lengths => banded(of("lengths", "Lengths in moves", &["moves_from", "moves_to"], Games), 10),
            Self::Openings => of("openings", "Openings", &["eco", "opening"], Games),
            Self::Players => of("players", "Players", &["player"], Sides),
            Self::Events => of("events", "Events", &["event"], Games),
            Self::Elo => banded(of("elo", "Ratings", &["elo_from", "elo_to"], Sides), 100),
            Self::Difference => banded(
                of("difference", "White's rating minus Black's", &["elo_difference_from", "elo_difference_to"], Games),
                50,
            ),
            Self::Terminations => of("terminations", "Termination tags", &["termination"], Games),
            Self::Endings => of("endings", "Endings by the Laws", &["ending", "certainty"], Games),
            Self::Claims => of("claims", "Claimable draws", &["draw"], Games),
            Self::TimeControls => of("timecontrol", "Time controls", &["time_control", "speed"], Games),
            Self::Clocks => ordered(of("clocks", "Time by move, in seconds", &["number"], Times)),
            Self::Tags => of("tags", "Tags", &["tag"], Tags),
            Self::Material => of("material", "Material at the end", &["white_material", "black_material"], Games),
            Self::Squares => ordered(of("squares", "Target squares of moves", &["color", "piece", "square"], Visits)),
            Self::Moves => of("moves", "Kinds of moves", &["kind"], Moves),
            Self::FirstMoves => banded(of("firstmoves", "First moves", &["first_moves"], Games), 1).by_count(),
        }
    }
}

impl TableInfo {
    const fn by_count(self) -> Self {
        Self { is_ordered: false, ..self }
    }
}

/// The word for a draw that came up in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DrawInGame {
    /// A player could claim it.
    Claim(ClaimGround),
    /// It comes by itself, since July 2014.
    Fivefold,
    /// As well.
    SeventyFive,
}

impl DrawInGame {
    pub(super) const ALL: [Self; 4] =
        [Self::Claim(ClaimGround::Threefold), Self::Claim(ClaimGround::Fifty), Self::Fivefold, Self::SeventyFive];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Claim(ground) => ground.name(),
            Self::Fivefold => "fivefold",
            Self::SeventyFive => "seventy-five",
        }
    }
}

/// The sides that are counted one by one.
pub(super) const SIDES: [Option<Color>; 2] = [Some(Color::White), Some(Color::Black)];

#[cfg(test)]
mod tests {
    use super::super::{RowSelection, SplitBy, Table};
    use super::*;
    use crate::game::facts::{self, GameFact};

    /// Labels, counts and the ends of bands: whatever a table shows is on the list of facts.
    #[test]
    fn every_column_is_a_fact() {
        let bands = [SplitBy::Band(GameFact::Elo, 50), SplitBy::Fact(GameFact::Color)];
        for by in [&[][..], &bands] {
            for kind in TableKind::ALL {
                for column in Table::new(kind.into(), by).grid(&RowSelection::default()).columns {
                    let name = column.name.as_str();
                    let fact = ["_from", "_to"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
                    assert!(!facts::named(fact).is_empty(), "{}: {name}", kind.spec().name);
                }
            }
        }
    }
}
