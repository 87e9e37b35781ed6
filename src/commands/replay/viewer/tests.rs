//! Tests of the viewer without a terminal: keys in, screen text out.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::input::{Bytes, Content, Encoding, Opened, Replacements};
use crate::report::Visible;

use super::archive::Archive;
use super::draw::{Style, draw};
use super::keys;
use super::model::Model;

const GAMES: &str = "\
[Event \"First\"]\n[White \"Anderssen, Adolf\"]\n[Black \"Kieseritzky, Lionel\"]\n[Result \"1-0\"]\n[WhiteElo \"2600\"]\n\n\
1. e4 {[%clk 0:10:00] best by test} e5 (1... c5! 2. Nf3 (2. c3)) 2. f4 1-0\n\n\
[Event \"Second\"]\n[White \"Zukertort\"]\n[Black \"Ünal\"]\n[Result \"*\"]\n\n1. d4 d5 2. Bg6 Nf6 *\n\n\
[Event \"Third\"]\n[White \"Morphy, Paul\"]\n[Black \"?\"]\n[Result \"1/2-1/2\"]\n\n\
1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2\n";

/// A viewer with a screen of this size.
struct Viewer {
    model: Model,
    terminal: Terminal<TestBackend>,
    style: Style,
}

impl Viewer {
    fn open(text: &[u8], width: u16, height: u16) -> Self {
        let archive = Archive::default();
        let content = Content::Whole(Bytes::from(text.to_vec()));
        let (encoding, replacements) = (Encoding::Bytes, Replacements::default());
        archive
            .text(Opened {
                name: "test.pgn".to_owned(),
                size_hint: None,
                layers: Vec::new(),
                encoding,
                replacements,
                part: None,
                content,
            })
            .unwrap();
        archive.found().is_complete = true;
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        Self { model: Model::new(archive, false), terminal, style: Style::new(false) }
    }

    /// Presses these keys and returns the lines of the screen.
    fn after(&mut self, keys: &[KeyCode]) -> Vec<String> {
        for &key in keys {
            let event = KeyEvent::new(key, KeyModifiers::NONE);
            let action = keys::action(event, self.model.prompt.is_some());
            self.model.act(action.unwrap_or_else(|| panic!("{key:?} does something")));
            while self.model.tick() || !self.model.archive.found().is_complete {}
        }
        self.terminal.draw(|frame| draw(&mut self.model, &self.style, frame)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let rows = buffer.content().chunks(usize::from(buffer.area.width));
        rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().trim_end().to_owned())
            .collect()
    }

    fn typed(&mut self, text: &str) -> Vec<String> {
        let mut keys: Vec<KeyCode> = text.chars().map(KeyCode::Char).collect();
        keys.push(KeyCode::Enter);
        self.after(&keys)
    }
}

fn has(screen: &[String], text: &str) -> bool {
    screen.iter().any(|line| line.contains(text))
}

#[test]
fn the_list_names_the_games_and_marks_bad_ones() {
    let mut viewer = Viewer::open(GAMES.as_bytes(), 100, 12);
    let screen = viewer.after(&[]);
    assert!(screen[1].starts_with("  1   Anderssen, Adolf"), "{screen:#?}");
    assert!(screen[2].starts_with("  2 ✗ Zukertort"), "{screen:#?}");
    assert!(screen[3].contains("1/2-1/2") && screen[3].ends_with('7'), "{screen:#?}");
}

#[test]
fn a_game_is_stepped_through_with_its_variations() {
    let mut viewer = Viewer::open(GAMES.as_bytes(), 60, 20);
    let screen = viewer.after(&[KeyCode::Enter]);
    assert!(screen[0].starts_with("Anderssen, Adolf 2600 – Kieseritzky, Lionel   1-0"), "{screen:#?}");
    assert!(has(&screen, "1.e4 best by test 1...e5 (1...c5! 2.Nf3"), "{screen:#?}");
    let screen = viewer.after(&[KeyCode::Right, KeyCode::Right]);
    assert!(has(&screen, "8 r n b q k b n r") && has(&screen, "White to move, ply 2"), "{screen:#?}");
    assert!(has(&screen, "White 10:00"), "{screen:#?}");
    // Into the variation, to its end, and into the variation of that.
    let screen = viewer.after(&[KeyCode::Down, KeyCode::End]);
    assert!(has(&screen, "Black to move, ply 3"), "{screen:#?}");
    viewer.after(&[KeyCode::Down]);
    let board = viewer.model.board.as_ref().unwrap();
    assert_eq!(board.node.map(|node| board.played.nodes[node].san.to_string()).as_deref(), Some("c3"));
    let screen = viewer.after(&[KeyCode::Up, KeyCode::Left, KeyCode::Up, KeyCode::End]);
    assert!(has(&screen, "ply 3"), "{screen:#?}");
    assert!(viewer.after(&[KeyCode::Home, KeyCode::Up]).last().unwrap().contains("no other move"));
}

#[test]
fn errors_and_claims_are_shown_at_their_moves() {
    let mut viewer = Viewer::open(GAMES.as_bytes(), 100, 24);
    let screen = viewer.after(&[KeyCode::Char('e'), KeyCode::Enter, KeyCode::Char('i')]);
    assert!(has(&screen, "game 2, with errors") && has(&screen, "error[M101]: illegal move `Bg6`"), "{screen:#?}");
    assert!(has(&screen, "White to move, ply 2"), "{screen:#?}");
    let screen = viewer.after(&[KeyCode::Char('n'), KeyCode::End]);
    assert!(has(&screen, "Black can claim a draw by threefold repetition with Ng8"), "{screen:#?}");
    assert!(viewer.after(&[KeyCode::Char('n')]).last().unwrap().contains("this is the last game"));
}

#[test]
fn games_are_found_and_opened() {
    let mut viewer = Viewer::open(GAMES.as_bytes(), 80, 10);
    viewer.typed("/ünal");
    assert_eq!(viewer.model.selected, 1);
    assert!(viewer.typed("/nobody").last().unwrap().contains("no other game matches `nobody`"));
    let screen = viewer.typed("g3");
    assert!(screen[0].starts_with("Morphy, Paul"), "{screen:#?}");
    assert!(viewer.typed("g4").last().unwrap().contains("there are only 3 games"));
    assert!(viewer.typed("gx").last().unwrap().contains("not the number of a game"));
    viewer.after(&[KeyCode::Char('/'), KeyCode::Char('q'), KeyCode::Backspace, KeyCode::Backspace]);
    assert!(viewer.model.prompt.is_none() && !viewer.model.has_ended);
}

#[test]
fn the_list_is_narrowed_by_a_condition() {
    let mut viewer = Viewer::open(GAMES.as_bytes(), 100, 10);
    let screen = viewer.typed("wplies >= 3 and first_moves = 'Nf3'");
    assert!(screen[1].contains("Morphy, Paul") && !has(&screen, "Zukertort"), "{screen:#?}");
    assert!(screen.last().unwrap().starts_with("where plies >= 3 and first_moves = 'Nf3'  1 of 1"), "{screen:#?}");
    // Another condition is one of all games.
    let screen = viewer.typed("wWhite ~ zuk");
    assert!(screen[1].contains("Zukertort"), "{screen:#?}");
    assert!(viewer.after(&[KeyCode::Enter])[0].starts_with("Zukertort"));
    assert!(viewer.typed("wWhite = nobody").concat().contains("no game is selected"));
    let screen = viewer.typed("wplies >");
    assert!(screen.last().unwrap().contains("a value is missing"), "{screen:#?}");
    let screen = viewer.typed("w");
    assert!(has(&screen, "Anderssen") && has(&screen, "Zukertort") && has(&screen, "Morphy"), "{screen:#?}");
}

#[test]
fn the_board_is_flipped_and_copied() {
    let mut viewer = Viewer::open(GAMES.as_bytes(), 60, 20);
    let screen = viewer.after(&[KeyCode::Enter, KeyCode::Char('f')]);
    assert!(screen[3].starts_with("1 R N B K Q B N R"), "{screen:#?}");
    viewer.after(&[KeyCode::Right, KeyCode::Char('c')]);
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(viewer.model.copied.as_deref(), Some(fen));
}

#[test]
fn small_screens_and_unusual_files_work() {
    for text in
        [&b""[..], b"\0\xff\xfe\x01{", b"1. e4 (((((", b"[White \"\x1b[2J\"]\n\n1. e4 (1. d4 (1. c4)) {\x1b]0;x\x07} *"]
    {
        for (width, height) in [(200, 60), (60, 20), (30, 10), (5, 2), (1, 1)] {
            let mut viewer = Viewer::open(text, width, height);
            viewer.after(&[KeyCode::Down, KeyCode::Enter, KeyCode::End, KeyCode::Char('i'), KeyCode::Char('n')]);
            let screen = viewer.after(&[KeyCode::Char('?')]);
            assert!(!screen.concat().contains('\x1b'));
            viewer.after(&[KeyCode::Char('?'), KeyCode::Char('q')]);
            assert!(viewer.model.has_ended);
        }
    }
}

#[test]
fn no_text_acts_on_the_terminal() {
    let evil = "\x1b]0;x\x07\x1b[2J\u{9b}31m\u{202e}x\u{2066}\u{200f}";
    let game = format!(
        "[Event \"{evil}\"]\n[White \"{evil}\"]\n[Black \"{evil}\"]\n[Date \"{evil}\"]\n[Result \"1-0\"]\n\n\
         1. e4 {{{evil}}} e5{evil} 2. Nf9{evil} {evil} 1-0\n\n"
    );
    let mut viewer = Viewer::open(game.repeat(2).as_bytes(), 200, 30);
    viewer.model.archive.found().faults.push(format!("{evil}: cannot be opened"));
    let mut screens = viewer.after(&[]);
    screens.extend(viewer.after(&[KeyCode::Enter, KeyCode::End, KeyCode::Char('i')]));
    screens.extend(viewer.typed(&format!("/nobody{}", evil.replace(char::is_control, ""))));
    let text = screens.concat();
    assert!(text.contains('␛') && text.contains("nobody"), "{text}");
    assert_eq!(Visible(&text).to_string(), text);
}
