//! The keys and their commands.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::model::PromptKind;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    Left,
    Right,
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
    Enter,
    /// To where one came from.
    Back,
    /// The next game, or the one before.
    Next {
        forward: bool,
    },
    /// The next game with an error, or the one before.
    Fault {
        forward: bool,
    },
    /// The next game that the last search finds, or the one before.
    Again {
        forward: bool,
    },
    /// The next fault of this game.
    Finding,
    Flip,
    Copy,
    Help,
    Prompt(PromptKind),
    /// A character of a line that is being typed.
    Type(char),
    Erase,
    Quit,
}

/// The list of keys for the user.
pub(super) const HELP: [(&str, &str); 18] = [
    ("← →", "previous move, next move"),
    ("PgUp PgDn", "ten plies back or forward; in the list, one page"),
    ("Home End", "start or end of the variation; in the list, first or last game"),
    ("↑ ↓", "other moves from the same position: enter and leave variations"),
    ("Enter Esc", "from the list to the board, and back; → also opens a game"),
    ("n p", "next game, previous game"),
    ("i", "next error of the game, such as an illegal move"),
    ("e E", "next or previous game with an error"),
    ("/", "search the tags and file names of all games, ignoring case"),
    ("> <", "next or previous game that matches the search"),
    ("w", "list only the games that match a condition, such as WhiteElo > 2500; an empty one lists all"),
    ("g", "go to a game by its number in the list"),
    ("f", "flip the board"),
    ("c", "copy the position as FEN to the clipboard"),
    ("h l k j", "the same as ← → ↑ ↓"),
    ("0 $", "the same as Home and End"),
    ("?", "this page"),
    ("q", "quit"),
];

/// Whether the key stops the job, which a terminal in raw mode leaves to the program.
pub(super) fn stops_job(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('z')
}

/// The command of a key, while the user types text or not.
pub(super) fn action(key: KeyEvent, is_typing: bool) -> Option<Action> {
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    if is_control {
        return matches!(key.code, KeyCode::Char('c' | 'd')).then_some(Action::Quit);
    }
    Some(match key.code {
        KeyCode::Left => Action::Left,
        KeyCode::Right => Action::Right,
        KeyCode::Up => Action::Up,
        KeyCode::Down => Action::Down,
        KeyCode::PageUp => Action::PageUp,
        KeyCode::PageDown => Action::PageDown,
        KeyCode::Home => Action::First,
        KeyCode::End => Action::Last,
        KeyCode::Enter | KeyCode::Tab => Action::Enter,
        KeyCode::Backspace if is_typing => Action::Erase,
        KeyCode::Esc | KeyCode::Backspace => Action::Back,
        KeyCode::Char(character) if is_typing => Action::Type(character),
        KeyCode::Char(character) => of_character(character)?,
        _ => return None,
    })
}

const fn of_character(character: char) -> Option<Action> {
    Some(match character {
        'h' => Action::Left,
        'l' | ' ' => Action::Right,
        'k' => Action::Up,
        'j' => Action::Down,
        '0' => Action::First,
        '$' | 'G' => Action::Last,
        'n' => Action::Next { forward: true },
        'p' => Action::Next { forward: false },
        'e' => Action::Fault { forward: true },
        'E' => Action::Fault { forward: false },
        '>' => Action::Again { forward: true },
        '<' => Action::Again { forward: false },
        'i' => Action::Finding,
        'f' => Action::Flip,
        'c' => Action::Copy,
        'g' => Action::Prompt(PromptKind::Game),
        '/' => Action::Prompt(PromptKind::Search),
        'w' => Action::Prompt(PromptKind::Condition),
        '?' => Action::Help,
        'q' => Action::Quit,
        _ => return None,
    })
}
