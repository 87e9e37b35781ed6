//! The kinds of tables: for each its labels, what it counts, and its order.

use crate::chess::piece::Color;
use crate::laws::claim::ClaimGround;

listed! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum TableKind {
        Results,
        Lengths,
        Openings,
        Players,
        Events,
        /// Scores of players by rating.
        Elo,
        /// Scores of White by rating difference.
        Difference,
        /// Values of the tag `Termination`.
        Terminations,
        /// Endings of games by the Laws.
        Endings,
        /// Claimable draws.
        Claims,
        TimeControls,
        /// Thinking times, move by move.
        Clocks,
        Tags,
        Material,
        /// The squares that pieces and pawns move to.
        Squares,
        Moves,
        FirstMoves,
        /// Positions that games reach.
        Positions,
        /// The digest of the archive.
        Identity,
        /// Games that occur more than once.
        Duplicates,
    }
}

/// The content of the cells of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Games won, drawn and lost by White, and White's score.
    Games,
    /// Sides of games: won, drawn and lost by the side, and its score.
    Sides,
    Moves,
    /// Moves and captures.
    Visits,
    /// Moves, the time spent on them, the time left.
    Times,
    Tags,
    /// Games and plies, and the sums of their ids.
    Identities,
}

/// The specification of a kind of table.
#[derive(Clone, Copy, Debug)]
pub struct TableInfo {
    /// Its name on the command line.
    pub name: &'static str,
    pub title: &'static str,
    /// The label columns, which identify a row.
    pub labels: &'static [&'static str],
    pub measure: Measure,
    /// Whether rows are sorted by label; otherwise the most frequent comes first.
    pub is_ordered: bool,
    /// The default width of its bands.
    pub width: Option<u32>,
    /// The smallest count of a row that is shown.
    pub least: u64,
}

impl TableKind {
    /// The width of a table of positions that counts those after any ply.
    pub const ANY_PLY: u32 = 0;

    pub const SUMMARY: [Self; 6] =
        [Self::Results, Self::Lengths, Self::Openings, Self::Endings, Self::Claims, Self::Tags];

    /// The additional tables of a page.
    pub const PAGE: [Self; 3] = [Self::Elo, Self::Squares, Self::Clocks];

    pub const fn info(self) -> TableInfo {
        use Measure::{Games, Identities, Moves, Sides, Tags, Times, Visits};
        const fn info(
            name: &'static str,
            title: &'static str,
            labels: &'static [&'static str],
            measure: Measure,
        ) -> TableInfo {
            TableInfo { name, title, labels, measure, is_ordered: false, width: None, least: 0 }
        }
        const fn ordered(spec: TableInfo) -> TableInfo {
            TableInfo { is_ordered: true, ..spec }
        }
        const fn banded(spec: TableInfo, width: u32) -> TableInfo {
            TableInfo { is_ordered: true, width: Some(width), ..spec }
        }
        match self {
            Self::Results => info("results", "Results", &[], Games),
            Self::Lengths => banded(info("lengths", "Lengths in moves", &["moves_from", "moves_to"], Games), 10),
            Self::Openings => info("openings", "Openings", &["eco", "opening"], Games),
            Self::Players => info("players", "Players", &["player"], Sides),
            Self::Events => info("events", "Events", &["event"], Games),
            Self::Elo => banded(info("elo", "Ratings", &["elo_from", "elo_to"], Sides), 100),
            Self::Difference => banded(
                info(
                    "difference",
                    "White's rating minus Black's",
                    &["elo_difference_from", "elo_difference_to"],
                    Games,
                ),
                50,
            ),
            Self::Terminations => info("terminations", "Termination tags", &["termination"], Games),
            Self::Endings => info("endings", "How games ended, by the Laws", &["ending", "certainty"], Games),
            Self::Claims => info("claims", "Claimable draws", &["draw"], Games),
            Self::TimeControls => info("timecontrol", "Time controls", &["time_control", "speed"], Games),
            Self::Clocks => ordered(info("clocks", "Time by move, in seconds", &["number"], Times)),
            Self::Tags => info("tags", "Tags", &["tag"], Tags),
            Self::Material => info("material", "Material at the end", &["white_material", "black_material"], Games),
            Self::Squares => ordered(info("squares", "Target squares of moves", &["color", "piece", "square"], Visits)),
            Self::Moves => info("moves", "Kinds of moves", &["kind"], Moves),
            Self::FirstMoves => banded(info("firstmoves", "First moves", &["first_moves"], Games), 1).by_count(),
            Self::Positions => banded(info("positions", "Positions", &["epd"], Games), Self::ANY_PLY).by_count(),
            Self::Identity => ordered(info("identity", "Identity of the archive", &["id"], Identities)),
            Self::Duplicates => {
                const LABELS: &[&str] = &["white", "black", "date", "round", "event", "play_id"];
                TableInfo { least: 2, ..info("duplicates", "Games that occur more than once", LABELS, Games) }
            }
        }
    }
}

impl TableInfo {
    const fn by_count(self) -> Self {
        Self { is_ordered: false, ..self }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DrawInGame {
    /// A player can claim it.
    Claim(ClaimGround),
    /// It is automatic since July 2014.
    Fivefold,
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

/// The sides of a game that are counted separately.
pub(super) const SIDES: [Option<Color>; 2] = [Some(Color::White), Some(Color::Black)];

#[cfg(test)]
mod tests {
    use super::super::{RowSelection, SplitBy, Table};
    use super::*;
    use crate::game::facts::{self, GameFact};

    /// Every label, count and band bound of a table is a documented fact.
    #[test]
    fn every_column_is_a_fact() {
        let bands = [SplitBy::Band(GameFact::Elo, 50), SplitBy::Fact(GameFact::Color)];
        for by in [&[][..], &bands] {
            for kind in TableKind::ALL {
                for column in Table::new(kind.into(), by).grid(&RowSelection::default()).columns {
                    let name = column.name.as_str();
                    let fact = ["_from", "_to"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
                    assert!(!facts::named(fact).is_empty(), "{}: {name}", kind.info().name);
                }
            }
        }
    }
}
