//! Tests that the charts of any table are well-formed, and that their shapes have the right sizes.

use proptest::collection::vec;
use proptest::prelude::*;
use resvg::usvg::roxmltree::{Document, Node, ParsingOptions};

use super::draw::WIDTH;
use super::picture::empty_picture;
use super::{Chart, charts, figure, to_png, to_svg};
use crate::game::facts::{FactType, GameFact};
use crate::stats::standings::table::EventTable;
use crate::stats::{CellValue, ColumnUnit, Grid, GridColumn, RowSelection, SplitBy, Table, TableKind, TableRequest};

/// An empty table, split by these properties, and the properties it is actually split by.
fn empty(kind: TableKind, by: &[SplitBy]) -> (Grid, Vec<SplitBy>) {
    let table = Table::new(TableRequest::from(kind), by);
    (table.grid(&RowSelection::default()), table.by().to_vec())
}

/// A table of an event, with the columns that matter.
fn of_event(table: EventTable) -> Grid {
    let columns = [
        ("rank", ColumnUnit::Label(FactType::Integer)),
        ("player", ColumnUnit::Label(FactType::Text)),
        ("1", ColumnUnit::Mark),
        ("points", ColumnUnit::Number(1)),
    ];
    let columns = columns.into_iter().map(|(name, kind)| GridColumn::new(name, kind)).collect();
    Grid { name: table.name(), title: "An event".to_owned(), columns, rows: Vec::new(), notes: Vec::new() }
}

fn value() -> impl Strategy<Value = CellValue> {
    prop_oneof![
        4 => (0_i64..3000).prop_map(CellValue::Integer),
        2 => (0.0..1.0).prop_map(CellValue::Number),
        1 => any::<i64>().prop_map(CellValue::Integer),
        1 => any::<f64>().prop_map(CellValue::Number),
        1 => any::<bool>().prop_map(CellValue::Flag),
        1 => Just(CellValue::Missing),
        3 => prop::sample::select(vec!["white", "black", "e4", "a1", "h8", "1999.01", "2024.12", "B90", "all", "no: one, two"])
            .prop_map(CellValue::from),
        1 => any::<String>().prop_map(CellValue::Text),
    ]
}

/// Any table with the right columns and arbitrary rows.
fn grid() -> impl Strategy<Value = (Grid, Vec<SplitBy>)> {
    let by = prop::sample::select(vec![
        vec![],
        vec![SplitBy::Fact(GameFact::Year)],
        vec![SplitBy::Fact(GameFact::Month)],
        vec![SplitBy::Band(GameFact::Elo, 200)],
        vec![SplitBy::Fact(GameFact::Color)],
        vec![SplitBy::Tag("White".to_owned()), SplitBy::Fact(GameFact::Decade)],
    ]);
    let tables = TableKind::ALL.len() + EventTable::ALL.len();
    (0..tables, by).prop_flat_map(|(table, by)| {
        let (grid, by) = match TableKind::ALL.get(table) {
            Some(&kind) => empty(kind, &by),
            None => (of_event(EventTable::ALL[table - TableKind::ALL.len()]), Vec::new()),
        };
        let rows = vec(vec(value(), grid.columns.len()), 0..40);
        rows.prop_map(move |rows| (Grid { rows, ..grid.clone() }, by.clone()))
    })
}

/// Rejects numbers that are not finite, and shapes without a size or outside the drawing.
fn check(svg: &str) {
    let document =
        Document::parse_with_options(svg, ParsingOptions::default()).unwrap_or_else(|error| panic!("{error}: {svg}"));
    for node in document.descendants().filter(Node::is_element) {
        for attribute in node.attributes().filter(|attribute| !matches!(attribute.name(), "class" | "role")) {
            let text = attribute.value();
            assert!(!text.contains("NaN") && !text.contains("inf"), "{}: {text}", attribute.name());
        }
    }
}

fn number(node: &Node, name: &str) -> f64 {
    node.attribute(name).map_or(0.0, |text| text.parse().unwrap())
}

properties! {
    #![cases = 48]

    #[test]
    fn any_table_is_drawn((grid, by) in grid()) {
        let charts = charts(&grid, &grid, &by);
        for chart in &charts {
            let drawing = figure(chart);
            check(&drawing);
            let document = Document::parse(&drawing).unwrap();
            for shape in document.descendants().filter(|node| node.has_tag_name("rect")) {
                let (left, width) = (number(&shape, "x"), number(&shape, "width"));
                prop_assert!(width >= 0.0 && left >= -0.01 && left + width <= WIDTH + 0.2, "{drawing}");
            }
        }
        check(&to_svg(&charts));
    }
}

#[test]
fn a_picture_of_many_parts_fits_the_pixel_limit() {
    let (mut grid, by) = empty(TableKind::Elo, &[SplitBy::Tag("Event".to_owned())]);
    for part in 0..40 {
        for from in [1000, 1500] {
            let mut row =
                vec![CellValue::Text(format!("Event {part}")), CellValue::Integer(from), CellValue::Integer(from + 99)];
            row.extend([40, 1, 20, 10, 10, 0].map(CellValue::Integer));
            row.extend([0.625, 0.5, 0.75].map(CellValue::Number));
            row.extend([CellValue::Flag(false), CellValue::Number(40.0)]);
            grid.rows.push(row);
        }
    }
    let charts = charts(&grid, &grid, &by);
    assert_eq!(charts.len(), 24);
    assert_eq!(charts[11].note.as_deref(), Some("the first 12 parts are drawn"));
    assert!(empty_picture(&charts).is_ok());
    let png = to_png(&charts[..2]).unwrap();
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
}

/// The charts of a table of this kind with these rows, whose later columns are empty.
fn drawn(kind: TableKind, by: &[SplitBy], rows: &[Vec<CellValue>]) -> Vec<Chart> {
    let (mut grid, by) = empty(kind, by);
    let width = grid.columns.len();
    let filled = |row: &Vec<CellValue>| {
        let mut row = row.clone();
        row.resize(width, CellValue::Missing);
        row
    };
    grid.rows = rows.iter().map(filled).collect();
    charts(&grid, &grid, &by)
}

/// The rectangles of an ink: position and size.
fn areas(chart: &Chart, class: &str) -> Vec<[f64; 4]> {
    let drawing = figure(chart);
    let document = Document::parse(&drawing).unwrap();
    let is_meant = |node: &Node| node.has_tag_name("rect") && node.attribute("class") == Some(class);
    let areas = document.descendants().filter(is_meant);
    areas.map(|area| ["x", "y", "width", "height"].map(|name| number(&area, name))).collect()
}

#[test]
fn columns_are_at_the_places_of_their_bands() {
    let row =
        |from: i64, games: i64| vec![CellValue::Integer(from), CellValue::Integer(from + 9), CellValue::Integer(games)];
    let charts = drawn(TableKind::Lengths, &[], &[row(0, 5), row(20, 10), row(30, 1)]);
    let columns = areas(&charts[0], "a-measure");
    let [first, second, third] = columns[..] else { panic!("{columns:?}") };
    assert!((second[3] / first[3] - 2.0).abs() < 0.01 && (second[3] / third[3] - 10.0).abs() < 0.1, "{columns:?}");
    // A column covers ten moves. The second begins two widths after the first, and the third touches it.
    let step = third[0] - second[0];
    assert!((second[0] - first[0] - 2.0 * step).abs() < 0.2 && (first[2] + 1.0 - step).abs() < 0.2, "{columns:?}");
    assert!((first[1] + first[3] - second[1] - second[3]).abs() < 0.01, "all stand on one line: {columns:?}");
}

#[test]
fn bars_are_as_long_as_what_they_count() {
    let row = |name: &str, wins: i64, draws: i64, losses: i64| {
        let mut row = vec![CellValue::from(name), CellValue::Integer(wins + draws + losses), CellValue::Number(0.5)];
        row.extend([wins, draws, losses, 0].map(CellValue::Integer));
        row
    };
    let charts = drawn(TableKind::Players, &[], &[row("Ada", 3, 1, 4), row("Bob", 1, 0, 1)]);
    let [won, drawn, lost] = ["a-won", "a-drawn", "a-lost"].map(|class| areas(&charts[0], class));
    // The first rectangle of each is in the legend.
    let [ada, bob] = won[1..] else { panic!("{won:?}") };
    assert!((ada[2] / bob[2] - 3.0).abs() < 0.01 && (ada[2] / drawn[1][2] - 3.0).abs() < 0.01, "{won:?} {drawn:?}");
    assert!((ada[0] + ada[2] - drawn[1][0]).abs() < 0.02 && (drawn[1][0] + drawn[1][2] - lost[1][0]).abs() < 0.02);
    assert!((lost[1][2] / lost[2][2] - 4.0).abs() < 0.02, "{lost:?}");
}

#[test]
fn a1_is_at_the_lower_left() {
    let row = |square: &str, moves: i64| {
        vec![
            CellValue::from("white"),
            CellValue::from("R"),
            CellValue::from(square),
            CellValue::Integer(moves),
            CellValue::Number(0.5),
            CellValue::Integer(0),
        ]
    };
    let charts = drawn(TableKind::Squares, &[], &[row("a1", 4), row("h8", 1)]);
    assert_eq!(charts.len(), 1, "there are no captures, and no moves of Black");
    let squares = areas(&charts[0], "a-measure");
    let most_left = squares.iter().map(|area| area[0]).fold(f64::INFINITY, f64::min);
    let lowest = squares.iter().map(|area| area[1]).fold(0.0, f64::max);
    let drawing = figure(&charts[0]);
    let document = Document::parse(&drawing).unwrap();
    let text =
        |text: &str| document.descendants().find(|node| node.text() == Some(text)).unwrap().parent_element().unwrap();
    let corner = text("a1: 4 times (80.0%)");
    assert!((number(&corner, "x") - most_left).abs() < 0.01 && (number(&corner, "y") - lowest).abs() < 0.01);
    assert_eq!(
        (corner.attribute("fill-opacity"), text("h8: 1 time (20.0%)").attribute("fill-opacity")),
        (Some("0.55"), Some("0.14"))
    );
}

#[test]
fn openings_are_parts_of_their_families() {
    let row = |eco: &str, opening: &str, games: i64| {
        vec![CellValue::from(eco), CellValue::from(opening), CellValue::Integer(games)]
    };
    let rows = [
        row("B90", "Sicilian Defense: Najdorf Variation, English Attack", 30),
        row("B92", "Sicilian Defense: Najdorf Variation, Opocensky Variation", 10),
        row("B20", "Sicilian Defense", 20),
        row("C65", "Ruy Lopez: Berlin Defense", 40),
    ];
    let charts = drawn(TableKind::Openings, &[], &rows);
    let drawing = figure(&charts[0]);
    for text in [
        "B: 60 games (60.0%)",
        "B, Sicilian Defense: 60 games (60.0%)",
        "B, Sicilian Defense, Najdorf Variation: 40 games (40.0%)",
        "C, Ruy Lopez, Berlin Defense: 40 games (40.0%)",
    ] {
        assert!(drawing.contains(&format!("<title>{text}</title>")), "{text}\n{drawing}");
    }
    let heights: Vec<f64> = areas(&charts[0], "a-measure").iter().map(|area| area[3].round()).collect();
    assert_eq!(heights, [383.0, 383.0, 255.0, 255.0, 255.0, 255.0]);
}

#[test]
fn outcomes_are_drawn_over_the_years() {
    let row = |year: Option<i64>, games: [i64; 3]| {
        let mut row = vec![
            year.map_or(CellValue::Missing, CellValue::Integer),
            CellValue::Integer(games.iter().sum()),
            CellValue::Number(0.5),
        ];
        row.extend([games[0], games[1], games[2], 0].map(CellValue::Integer));
        row
    };
    let rows = [row(Some(2019), [1, 0, 1]), row(Some(2021), [2, 1, 1]), row(None, [7, 0, 0])];
    let charts = drawn(TableKind::Results, &[SplitBy::Fact(GameFact::Year)], &rows);
    assert_eq!(charts[0].note.as_deref(), Some("unknown for 7 games"));
    let won = areas(&charts[0], "a-won");
    assert!((won[2][3] / won[1][3] - 2.0).abs() < 0.02, "{won:?}");
    assert!(figure(&charts[0]).contains("<title>2021: 4 games (66.7%)</title>"));
}

#[test]
fn an_empty_table_has_no_charts() {
    let (grid, by) = empty(TableKind::Players, &[]);
    assert_eq!(charts(&grid, &grid, &by), []);
    let pairings = Grid { rows: vec![vec![CellValue::Integer(1); 4]], ..of_event(EventTable::Pairings) };
    assert_eq!(charts(&pairings, &pairings, &[]), []);
}
