//! Tests of the driver with a command that lists what it gets.

use std::io::Cursor as Bytes;
use std::sync::LazyLock;

use super::*;
use crate::game::replay::{Game, Validity, read_game};
use crate::game::rules::RuleSet;
use crate::input::{InputErrorKind, Replacements};
use crate::options::{DiagnosticArgs, GameNumbers, ThreadArgs};
use crate::pgn::place::Span;
use crate::pipeline::ChunkText;

/// Takes a game for its first line, and a position for its text.
struct Texts;

/// Lists numbers, lines and texts.
#[derive(Default)]
struct List {
    items: Vec<String>,
}

impl Fold for Texts {
    type Item = String;
    type Sum = ();

    fn read(&self, bytes: &[u8], start: usize) -> Game {
        read_game(bytes, start, RuleSet::EMPTY)
    }

    fn game(&self, game: &mut Game, bytes: &ChunkText<'_>, span: Span) -> Option<String> {
        let text = String::from_utf8_lossy(&bytes[span]).trim().to_owned();
        (game.status != Validity::NoGame || !text.is_empty()).then_some(text)
    }

    fn position(&self, line: &Line, _format: PositionFormat) -> String {
        String::from_utf8_lossy(line.text()).into_owned()
    }
}

impl Command for List {
    type Fold = Texts;
    type TextState = ();

    fn fold(&self, _name: &str) -> Texts {
        Texts
    }

    fn game(&mut self, chosen: Chosen<Texts>, (): &mut (), _run: &mut Run) -> io::Result<()> {
        self.items.push(format!("{} line {}: {}", chosen.number, chosen.corner.lines + 1, chosen.item));
        Ok(())
    }

    fn text_note(&mut self, note: TextNote, _text: &Text<Texts>, (): &mut (), _run: &mut Run) -> io::Result<()> {
        self.items.push(format!("{note:?}"));
        Ok(())
    }

    fn failed(&mut self, error: &InputError, _run: &mut Run) -> io::Result<()> {
        self.items.push(format!("failure: {error}"));
        Ok(())
    }
}

/// Text that ends with an error of reading.
struct Broken(Bytes<&'static str>);

impl io::Read for Broken {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(InputError { name: "a".to_owned(), fault: InputErrorKind::EmptyArchive }.into()),
            length => Ok(length),
        }
    }
}

/// The arguments of a run with one thread and without a summary.
fn args(selection: &SelectionArgs) -> DriverArgs<'_> {
    static ARGS: LazyLock<(InputArgs, RunArgs)> = LazyLock::new(|| {
        let diagnostics = DiagnosticArgs { quiet: true, ..DiagnosticArgs::default() };
        (InputArgs::default(), RunArgs { threads: ThreadArgs { threads: 1 }, diagnostics, ..RunArgs::default() })
    });
    let (inputs, run) = &*ARGS;
    DriverArgs::new(inputs, selection, run)
}

fn listed(name: &str, content: Box<dyn io::Read + Send>, selection: &SelectionArgs) -> Vec<String> {
    let args = args(selection);
    let mut driver = Driver::new(List::default(), args);
    let pipeline = args.pipeline(&Meter::default(), &Progress::hidden());
    let (encoding, replacements, content) = (Encoding::Bytes, Replacements::default(), Content::Stream(content));
    let (name, layers) = (name.to_owned(), Vec::new());
    let opened = Opened { name, size_hint: None, layers, encoding, replacements, part: None, content };
    let work = driver.work(&opened.name);
    driver.text(opened.map(GameSource::from), &work, &pipeline).unwrap();
    driver.end().unwrap();
    driver.command.items
}

fn numbers(text: &str) -> Option<GameNumbers> {
    text.parse().ok()
}

const POSITIONS: &str = "\u{feff}# comment\n\n p1 \r\n#\np2\np3\np4";

const GAMES: &str = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n\nstray\n";

#[test]
fn positions_are_lines_without_mark_comments_and_blank_lines() {
    let listed = listed("a.fen", Box::new(Bytes::new(POSITIONS)), &SelectionArgs::default());
    assert_eq!(listed, ["ByteOrderMark", "1 line 3: p1", "2 line 5: p2", "3 line 6: p3", "4 line 7: p4"]);
}

#[test]
fn a_position_on_the_command_line_is_a_line() {
    let selection = SelectionArgs::default();
    for (text, expected) in [
        ("\u{feff} p1 ", &["ByteOrderMark", "1 line 1: p1"][..]),
        (" # p1", &["1 line 1: # p1"]),
        ("", &["1 line 1: "]),
    ] {
        let mut driver = Driver::new(List::default(), args(&selection));
        driver.read_position(text).unwrap();
        assert_eq!(driver.command.items, expected);
    }
}

#[test]
fn positions_are_selected_by_number_and_head() {
    let selection = SelectionArgs { game: numbers("2-"), head: Some(3), ..SelectionArgs::default() };
    let listed = listed("a.fen", Box::new(Bytes::new(POSITIONS)), &selection);
    assert_eq!(listed, ["ByteOrderMark", "2 line 5: p2", "3 line 6: p3", "4 line 7: p4"]);
}

#[test]
fn a_sample_comes_at_the_end_in_order() {
    let selection = SelectionArgs { sample: Some(2), ..SelectionArgs::default() };
    let listed = listed("a.fen", Box::new(Bytes::new(POSITIONS)), &selection);
    assert!(listed.len() == 3 && listed.is_sorted_by_key(|item| item != "ByteOrderMark"), "{listed:?}");
    assert!(listed[1] < listed[2], "{listed:?}");
}

#[test]
fn text_after_a_game_has_its_number() {
    let texts = |game: &str| {
        let selection = SelectionArgs { game: numbers(game), ..SelectionArgs::default() };
        let items = listed("a.pgn", Box::new(Bytes::new(GAMES)), &selection);
        items.iter().map(|item| item[..item.len().min(20)].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(texts("1-"), ["1 line 1: [Event \"a\"", "2 line 1: [Event \"b\"", "2 line 1: stray"]);
    assert_eq!(texts("1"), texts("1-")[..1]);
    assert_eq!(texts("2"), texts("1-")[1..]);
}

#[test]
fn a_cut_text_keeps_what_came_before() {
    let games = listed("a.pgn", Box::new(Broken(Bytes::new("1. e4 *\n"))), &SelectionArgs::default());
    assert!(
        games.len() == 2 && games[0].starts_with("1 line 1: 1. e4") && games[1].starts_with("failure"),
        "{games:?}"
    );
    let lines = listed("a.epd", Box::new(Broken(Bytes::new("p1\n"))), &SelectionArgs::default());
    assert!(lines.len() == 2 && lines[0] == "1 line 1: p1" && lines[1].starts_with("failure"), "{lines:?}");
    let nothing = listed("a.fen", Box::new(Broken(Bytes::new(""))), &SelectionArgs::default());
    assert_eq!(nothing.last().map(String::as_str), Some("NoGames { is_cut: true }"));
}
