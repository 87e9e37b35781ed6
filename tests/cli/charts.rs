//! End-to-end tests of `adoube stats --format html` and `--plot`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use resvg::usvg::roxmltree::{Document, Node};
use tempfile::TempDir;

const CLUB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/stats/club.pgn");
const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games");
const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/gnuchess-book-sample.pgn");
const SWISS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/stats/swiss.pgn");

/// Runs `adoube stats` with these arguments in this folder and nothing else.
fn run_in(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adoube"))
        .current_dir(folder)
        .env_clear()
        .arg("stats")
        .args(arguments)
        .output()
        .unwrap()
}

/// Its standard output; panics if it fails.
fn written(arguments: &[&str]) -> String {
    let output = run_in(Path::new("."), arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn page(arguments: &[&str]) -> String {
    written(&[&["--format", "html"], arguments].concat())
}

/// The picture of a table.
fn plot(folder: &TempDir, name: &str, arguments: &[&str]) -> Vec<u8> {
    let output = run_in(folder.path(), &[&["--plot", name], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    fs::read(folder.path().join(name)).unwrap()
}

/// The text between each `begin` and the `end` that follows it.
fn between<'t>(text: &'t str, begin: &'t str, end: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(begin).skip(1).map(move |rest| rest.split(end).next().unwrap())
}

/// The charts of a page as separate documents.
fn drawings(page: &str) -> Vec<String> {
    between(page, "<svg ", "</svg>").map(|drawing| format!("<svg {drawing}</svg>")).collect()
}

#[test]
fn a_page_contains_the_tables_of_the_summary_and_more() {
    let page = page(&[CLUB]);
    for title in [
        "Results",
        "Lengths in moves",
        "Openings",
        "How games ended, by the Laws",
        "Tags",
        "Ratings",
        "Time by move, in seconds",
    ] {
        assert!(page.contains(&format!("<h2>{title}</h2>")), "{title}");
    }
    for fact in ["<dt>games</dt><dd>6<small>6 valid + 0 invalid + 0 unchecked</small>", "<dt>players</dt><dd>4</dd>"] {
        assert!(page.contains(fact), "{fact}");
    }
    let drawings = drawings(&page);
    // One for each of results, lengths, openings, endings, claims, tags; two of ratings, three boards, two of times.
    assert_eq!(drawings.len(), 13);
    for drawing in &drawings {
        let document = Document::parse(drawing).unwrap_or_else(|error| panic!("{error}: {drawing}"));
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        assert!(root.first_element_child().is_some_and(|title| title.has_tag_name("title") && title.text().is_some()));
    }
    // Black never captures in these games, so there is no chart of it.
    assert!(page.contains("where Black&") || page.contains("where Black's pieces move"));
    assert!(!page.contains("where Black captures"));
}

#[test]
fn a_page_loads_nothing_and_has_no_scripts() {
    let page = page(&[CLUB, BOOK]);
    for word in ["http:", "https:", "src=", "<script", "<link", "<img", "<iframe", "@import", "url(", "javascript:"] {
        assert!(!page.contains(word), "{word}");
    }
    let attributes = between(&page, "<", ">").flat_map(str::split_whitespace);
    assert_eq!(attributes.filter(|word| word.starts_with("on") && word.contains('=')).count(), 0);
    assert!(
        page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\"")
    );
    assert!(page.contains("<meta charset=\"utf-8\">") && page.contains("width=device-width"));
    assert!(page.contains("prefers-color-scheme:dark") && page.contains("@media print"));
    // Every opened element is closed.
    for element in [
        "html", "body", "section", "div", "figure", "table", "thead", "tbody", "tr", "td", "th", "svg", "text", "title",
    ] {
        let opened = page.matches(&format!("<{element}>")).count() + page.matches(&format!("<{element} ")).count();
        assert_eq!(opened, page.matches(&format!("</{element}>")).count(), "{element}");
    }
}

#[test]
fn names_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let name = "<script>alert(1)</script>&amp;\u{202e}'\\\"<b onload=x>";
    fs::write(
        folder.path().join("<i>&.pgn"),
        format!(
            "[Event \"{name}\"]\n[White \"{name}\"]\n[Black \"</svg></table><h1>\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n"
        ),
    )
    .unwrap();
    for arguments in [&[][..], &["--table", "players,events,openings,results", "--by", "White"]] {
        let output = run_in(folder.path(), &[&["--format", "html", "<i>&.pgn"], arguments].concat());
        let page = String::from_utf8(output.stdout).unwrap();
        for word in ["<script", "<b ", "<i>", "\u{202e}", "<h1>&lt;i", "alert(1)<"] {
            let is_there = page.contains(word);
            assert_eq!(is_there, word == "<h1>&lt;i", "{word}");
        }
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;\u{fffd}'"));
        assert_eq!(page.matches("<h1>").count(), 1);
        for drawing in drawings(&page) {
            assert!(Document::parse(&drawing).is_ok(), "{drawing}");
        }
    }
    let svg = plot(&folder, "players.svg", &["--table", "players", "<i>&.pgn"]);
    assert!(Document::parse(std::str::from_utf8(&svg).unwrap()).is_ok());
}

#[test]
fn the_numbers_of_a_page_are_those_of_the_table() {
    let csv = written(&["--format", "csv", "--table", "players", BOOK]);
    let page = page(&["--table", "players", BOOK]);
    let rows: Vec<Vec<String>> = between(&page, "<tr><td", "</tr>")
        .map(|row| row.split("<td").map(|cell| cell.split(['>', '<']).nth(1).unwrap().to_owned()).collect())
        .collect();
    let lines: Vec<&str> = csv.lines().skip(1).collect();
    assert_eq!(rows.len(), lines.len());
    for (row, line) in rows.iter().zip(lines) {
        // Names hold commas, numbers do not: player, games, share, wins, draws, losses, no result, score, …
        let fields: Vec<&str> = line.rsplitn(12, ',').collect();
        let fields: Vec<&str> = fields.into_iter().rev().collect();
        assert_eq!(row[0], fields[0].trim_matches('"'), "{line}");
        assert_eq!(
            [&row[1], &row[3], &row[4], &row[5], &row[6]],
            [fields[1], fields[3], fields[4], fields[5], fields[6]],
            "{line}"
        );
        let percent =
            |field: &str| field.parse::<f64>().map_or(String::new(), |share| format!("{:.1}%", share * 100.0));
        assert_eq!(row[2], percent(fields[2]), "{line}");
        assert_eq!(row[7].trim_start_matches('~'), percent(fields[7]), "{line}");
    }
}

#[test]
fn the_page_does_not_depend_on_threads_and_parts() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for arguments in [&[][..], &["--table", "results,elo,players", "--by", "year"]] {
        let whole = page(&[&["-j", "1", CLUB, BOOK], arguments].concat());
        assert!(whole == page(&[&["-j", "2", CLUB, BOOK], arguments].concat()), "{arguments:?}");
        let (one, other) = (path("one"), path("other"));
        page(&[&["--partial", &one, CLUB], arguments].concat());
        page(&[&["--partial", &other, BOOK], arguments].concat());
        assert!(whole == page(&["--merge", &one, &other]), "{arguments:?}");
        if arguments.is_empty() {
            assert_eq!(
                written(&["--merge", &one, &other]),
                written(&[CLUB, BOOK]),
                "the text of the summary is the same"
            );
        }
    }
}

#[test]
fn top_bounds_the_rows_of_a_page() {
    let page = page(&["--top", "3", "--table", "players", BOOK]);
    assert_eq!(page.matches("<tr><td").count(), 3);
    assert!(page.contains("3 of 296 rows"), "{}", between(&page, "<p class=\"notes\">", "</p>").collect::<String>());
}

#[test]
fn a_table_can_be_plotted() {
    let folder = tempfile::tempdir().unwrap();
    let svg = String::from_utf8(plot(&folder, "results.svg", &["--table", "results", CLUB])).unwrap();
    let document = Document::parse(&svg).unwrap();
    assert!(!svg.contains("<text"), "letters are outlines");
    let bars = ["a-won", "a-drawn", "a-lost", "a-open"].map(|class| {
        let bar = document.descendants().find(|node| node.attribute("class") == Some(class)).unwrap();
        bar.attribute("width").unwrap().parse::<f64>().unwrap()
    });
    // Two games won by White, two drawn, one won by Black, one without a result.
    assert!(
        (bars[0] - bars[1]).abs() < 0.02 && (bars[0] - 2.0 * bars[2]).abs() < 0.02 && (bars[2] - bars[3]).abs() < 0.02,
        "{bars:?}"
    );
    let columns = String::from_utf8(plot(&folder, "lengths.svg", &["--table", "lengths", CLUB])).unwrap();
    assert_eq!(columns.matches("<rect class=\"a-measure\"").count(), 2);
    assert!(
        columns.contains("<title>0–9: 5 games (83.3%)</title>")
            && columns.contains("<title>10–19: 1 game (16.7%)</title>")
    );
    let again = plot(&folder, "again.svg", &["--table", "lengths", "-j", "1", CLUB]);
    assert_eq!(columns.as_bytes(), again);
    let standings = String::from_utf8(plot(&folder, "standings.svg", &["--table", "standings", SWISS])).unwrap();
    let players = written(&["--table", "standings", "--format", "csv", SWISS]).lines().count() - 1;
    assert_eq!(standings.matches(" points</title>").count(), players.min(24));
}

/// Areas have a size, lie side by side, and neither they nor the ends of texts are outside of the picture.
#[test]
fn everything_is_drawn_within_the_picture() {
    let tables = "results,lengths,openings,players,events,elo,difference,terminations,endings,claims,timecontrol,clocks,\
                  tags,material,squares,moves,firstmoves,positions";
    let page = page(&["--table", tables, GAMES, CLUB, SWISS]);
    let drawings = drawings(&page);
    assert!(drawings.len() > 20, "{}", drawings.len());
    for drawing in &drawings {
        let document = Document::parse(drawing).unwrap();
        let number = |node: Node<'_, '_>, name| node.attribute(name).map_or(0.0, |value| value.parse::<f64>().unwrap());
        let frame = document.root_element().attribute("viewBox").unwrap();
        let frame: Vec<f64> = frame.split(' ').map(|side| side.parse().unwrap()).collect();
        let nodes = |tag| document.descendants().filter(move |node: &Node<'_, '_>| node.has_tag_name(tag));
        for text in nodes("text") {
            let (x, y) = (number(text, "x"), number(text, "y"));
            assert!((0.0..frame[2]).contains(&x) && (0.0..frame[3]).contains(&y), "{text:?}");
        }
        let measures = nodes("rect").filter(|area| area.attribute("class") == Some("a-measure"));
        let areas: Vec<[f64; 4]> =
            measures.map(|area| ["x", "y", "width", "height"].map(|name| number(area, name))).collect();
        for (index, &[x, y, width, height]) in areas.iter().enumerate() {
            assert!(x >= 0.0 && y >= 0.0 && x + width <= frame[2] && y + height <= frame[3], "{drawing}");
            assert!(width > 0.0 && height > 0.0, "{drawing}");
            let overlaps = |&[left, top, right, bottom]: &[f64; 4]| {
                let across = (x + width).min(left + right) - x.max(left);
                let down = (y + height).min(top + bottom) - y.max(top);
                across > 0.05 && down > 0.05
            };
            assert!(!areas[..index].iter().any(overlaps), "{drawing}");
        }
    }
    assert!(!page.contains("<title>all: "), "a total is no part");
}

#[test]
fn a_png_is_not_blank() {
    let folder = tempfile::tempdir().unwrap();
    for table in ["elo", "squares", "openings", "clocks", "moves", "tags", "difference", "material"] {
        let bytes = plot(&folder, &format!("{table}.PNG"), &["--table", table, CLUB]);
        let pixels = resvg::tiny_skia::Pixmap::decode_png(&bytes).unwrap();
        let dark = pixels.pixels().iter().filter(|pixel| pixel.red() < 0x80).count();
        assert!(pixels.width() >= 900 && dark > 300 && dark < pixels.pixels().len() / 2, "{table}: {dark}");
        assert!(pixels.pixels().iter().all(|pixel| pixel.alpha() == 255), "{table}");
    }
}

#[test]
fn tables_without_a_chart_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(CLUB, folder.path().join("club.svg")).unwrap();
    for (arguments, message) in [
        (&["--plot", "a.svg", CLUB][..], "a chart shows one table"),
        (&["--plot", "a.svg", "--table", "elo,results", CLUB], "a chart shows one table"),
        (&["--plot", "a.gif", "--table", "elo", CLUB], "a.gif: the name of a chart must end in .svg or .png"),
        (&["--plot", "-", "--table", "elo", CLUB], "must end in .svg or .png"),
        (&["--plot", "a.svg", "--table", "pairings", SWISS], "the table pairings has no chart"),
        (
            &["--plot", "a.svg", "--format", "parquet", "-o", "a.parquet", CLUB],
            "--plot cannot be used with --format parquet",
        ),
        (&["--plot", "club.svg", "--table", "elo", "club.svg"], "club.svg is an input and would be overwritten"),
        (&["--plot", "a.svg", "-o", "a.svg", "--table", "elo", CLUB], "`adoube stats` does not write svg"),
        (&["--plot", "no/such/folder.svg", "--table", "elo", CLUB], "no/such/folder.svg"),
    ] {
        let output = run_in(folder.path(), arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(message), "{arguments:?}: {error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{arguments:?}");
    }
    assert!(fs::read(folder.path().join("club.svg")).unwrap() == fs::read(CLUB).unwrap());
}

#[test]
fn an_empty_chart_is_reported_and_no_file_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let output = run_in(folder.path(), &["--plot", "a.png", "--table", "claims", "--where", "Round = 1", CLUB]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && error.contains("there are no rows to draw"), "{error}");
    assert!(!folder.path().join("a.png").exists());
    assert!(String::from_utf8_lossy(&output.stdout).contains("no rows"), "the table is written all the same");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let output = run_in(Path::new("."), &["--format", "html", "-o", "/dev/full", CLUB]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && error.contains("/dev/full: cannot be written"), "{error}");
    // The other outputs keep what they had.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.svg"), "old").unwrap();
    let others = ["--plot", "a.svg", "--partial", "a.part", "--table", "results"];
    let output = run_in(folder.path(), &[&others[..], &["-o", "/dev/full", CLUB]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(folder.path().join("a.svg")).unwrap(), "old");
    assert!(!folder.path().join("a.part").exists());
}
