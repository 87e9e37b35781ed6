//! The state of the viewer, and its changes by commands. Independent of the terminal.

use std::time::{Duration, Instant};

use crate::game::filter::Filter;

use super::archive::{Archive, Found};
use super::keys::Action;
use super::played::{self, Played, Word};

/// The number of plies for Page Up and Page Down.
const MANY_PLIES: usize = 10;

/// How long the search goes on before the screen is drawn again.
const SEARCH_SLICE: Duration = Duration::from_millis(25);

/// Everything that is shown.
pub(super) struct Model {
    pub(super) archive: Archive,
    /// All games, of which the archive may be a part.
    whole: Archive,
    /// The condition of the games in the list.
    pub(super) condition: Option<String>,
    pub(super) screen: Screen,
    /// The index of the current game.
    pub(super) selected: usize,
    /// The first game of the list on the screen, and the number of games that fit.
    pub(super) top: usize,
    pub(super) rows: usize,
    pub(super) board: Option<Board>,
    pub(super) is_flipped: bool,
    pub(super) prompt: Option<Prompt>,
    pub(super) search: Option<Search>,
    /// The last search text.
    needle: String,
    /// A message until the next key.
    pub(super) note: Option<String>,
    /// Text for the clipboard.
    pub(super) copied: Option<String>,
    /// A game that is to be opened when it is found, by its place.
    pub(super) awaited: Option<usize>,
    pub(super) has_ended: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Screen {
    List,
    Board,
    Help,
}

pub(super) struct Board {
    pub(super) played: Played,
    /// The move that was made last; none at the start.
    pub(super) node: Option<usize>,
    pub(super) words: Vec<Word>,
}

/// A line that is being typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Prompt {
    pub(super) kind: PromptKind,
    pub(super) text: String,
}

/// The purpose of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PromptKind {
    Search,
    Game,
    Condition,
}

impl Model {
    /// A view of an archive that begins with its list, or opens its first game.
    pub(super) fn new(archive: Archive, opens_first: bool) -> Self {
        Self {
            whole: archive.clone(),
            archive,
            condition: None,
            screen: Screen::List,
            selected: 0,
            top: 0,
            rows: 1,
            board: None,
            is_flipped: false,
            prompt: None,
            search: None,
            needle: String::new(),
            note: None,
            copied: None,
            awaited: opens_first.then_some(0),
            has_ended: false,
        }
    }

    /// Continues a search, or waiting for a game; returns whether it is still unfinished.
    pub(super) fn tick(&mut self) -> bool {
        if let Some(index) = self.awaited {
            let (games, is_complete) = {
                let found = self.archive.found();
                (found.games(), found.is_complete)
            };
            if index < games {
                self.awaited = None;
                self.open(index);
            } else if is_complete {
                self.awaited = None;
                self.note = Some(format!("there are only {games} games"));
            }
        }
        let Some(search) = &mut self.search else { return self.awaited.is_some() };
        let outcome = search.go_on(&mut self.archive.found(), Instant::now() + SEARCH_SLICE);
        match outcome {
            Outcome::Going => return true,
            Outcome::At(index) if self.screen == Screen::Board => self.open(index),
            Outcome::At(index) => self.select(index),
            Outcome::Nowhere => self.note = Some(format!("no other game matches `{}`", self.needle)),
        }
        self.search = None;
        false
    }

    /// Executes a command.
    pub(super) fn act(&mut self, action: Action) {
        (self.note, self.awaited) = (None, None);
        if self.search.take().is_some() {
            self.note = Some("the search was canceled".to_owned());
        }
        if self.prompt.is_some() {
            return self.type_on(action);
        }
        match action {
            Action::Quit => self.has_ended = true,
            Action::Help => self.screen = if self.screen == Screen::Help { self.before_help() } else { Screen::Help },
            Action::Prompt(kind) => self.prompt = Some(Prompt { kind, text: String::new() }),
            Action::Again { forward } => self.find(forward),
            Action::Fault { forward } => self.next_invalid(forward),
            _ if self.screen == Screen::Help => self.screen = self.before_help(),
            _ if self.screen == Screen::List => self.act_on_list(action),
            _ => self.act_on_board(action),
        }
    }

    const fn before_help(&self) -> Screen {
        if self.board.is_some() { Screen::Board } else { Screen::List }
    }

    fn act_on_list(&mut self, action: Action) {
        let games = self.archive.found().games();
        let last = games.saturating_sub(1);
        match action {
            Action::Up => self.select(self.selected.saturating_sub(1)),
            Action::Down => self.select((self.selected + 1).min(last)),
            Action::PageUp => self.select(self.selected.saturating_sub(self.rows)),
            Action::PageDown => self.select((self.selected + self.rows).min(last)),
            Action::First => self.select(0),
            Action::Last => self.select(last),
            Action::Enter | Action::Right if games > 0 => self.open(self.selected),
            Action::Finding if games > 0 => {
                self.open(self.selected);
                self.act_on_board(action);
            }
            _ => {}
        }
    }

    fn act_on_board(&mut self, action: Action) {
        let Some(board) = &mut self.board else { return };
        match action {
            Action::Right | Action::Left | Action::First | Action::Last | Action::PageUp | Action::PageDown => {
                board.step(action);
            }
            Action::Up | Action::Down => {
                let forward = action == Action::Down;
                match board.node.and_then(|node| board.played.sibling(node, forward)) {
                    Some(node) => board.node = Some(node),
                    None => self.note = Some("there are no other moves here".to_owned()),
                }
            }
            Action::Next { forward } => self.neighbor(forward),
            Action::Flip => self.is_flipped = !self.is_flipped,
            Action::Copy => {
                let fen = board.played.position(board.node).to_fen();
                self.note = Some(format!("copied: {fen}"));
                self.copied = Some(fen);
            }
            Action::Finding => match board.played.next_fault(board.node) {
                Some(ply) => board.node = board.played.at_ply(ply),
                None => self.note = Some("no move of this game has an error".to_owned()),
            },
            Action::Enter | Action::Back => self.screen = Screen::List,
            _ => {}
        }
    }

    /// Opens the previous or the next game.
    fn neighbor(&mut self, forward: bool) {
        let games = self.archive.found().games();
        match if forward { self.selected.checked_add(1) } else { self.selected.checked_sub(1) } {
            Some(index) if index < games => self.open(index),
            _ if forward => self.note = Some("this is the last game".to_owned()),
            _ => self.note = Some("this is the first game".to_owned()),
        }
    }

    fn next_invalid(&mut self, forward: bool) {
        let found = self.archive.found().next_invalid(self.selected, forward);
        match found {
            Some(index) if self.screen == Screen::Board => self.open(index),
            Some(index) => self.select(index),
            None => self.note = Some("no other game with an error so far".to_owned()),
        }
    }

    /// Takes a key into the line that is being typed.
    fn type_on(&mut self, action: Action) {
        let Some(prompt) = &mut self.prompt else { return };
        match action {
            Action::Type(character) => prompt.text.push(character),
            Action::Erase if prompt.text.is_empty() => self.prompt = None,
            Action::Erase => _ = prompt.text.pop(),
            Action::Quit | Action::Back => self.prompt = None,
            Action::Enter => {
                let Prompt { kind, text } =
                    std::mem::replace(prompt, Prompt { kind: prompt.kind, text: String::new() });
                self.prompt = None;
                self.answer_prompt(kind, text);
            }
            _ => {}
        }
    }

    fn answer_prompt(&mut self, kind: PromptKind, text: String) {
        match kind {
            PromptKind::Search => {
                if !text.is_empty() {
                    self.needle = text;
                }
                self.find(true);
            }
            PromptKind::Game => match text.trim().parse() {
                Ok(number @ 1_usize..) => self.awaited = Some(number - 1),
                _ => self.note = Some(format!("`{text}` is not the number of a game")),
            },
            PromptKind::Condition => self.narrow(text.trim()),
        }
    }

    /// Lists the games that match a condition, or all games.
    fn narrow(&mut self, text: &str) {
        let narrowed = match text {
            "" => Ok(self.whole.clone()),
            text => {
                text.parse::<Filter>().and_then(|_| Filter::by_kind(text)).map_err(|error| error.to_string()).and_then(
                    |condition| {
                        self.whole.narrowed(condition).map_err(|error| format!("the games cannot be searched: {error}"))
                    },
                )
            }
        };
        match narrowed {
            Ok(archive) => {
                self.archive = archive;
                self.condition = Some(text.to_owned()).filter(|text| !text.is_empty());
                (self.selected, self.top, self.board, self.screen) = (0, 0, None, Screen::List);
            }
            Err(error) => self.note = Some(error.lines().next().unwrap_or_default().to_owned()),
        }
    }

    fn find(&mut self, forward: bool) {
        if self.needle.is_empty() {
            self.note = Some("type / and the text to search for".to_owned());
        } else {
            self.search = Some(Search::new(&self.needle, self.selected, forward));
        }
    }

    fn select(&mut self, index: usize) {
        self.selected = index;
    }

    /// Puts a game on the board.
    fn open(&mut self, index: usize) {
        let record = self.archive.found().game(index);
        let Some(record) = record else { return };
        let played = Played::new(record);
        let words = played::words(&played);
        self.board = Some(Board { played, node: None, words });
        (self.selected, self.screen) = (index, Screen::Board);
    }
}

impl Board {
    fn step(&mut self, action: Action) {
        let played = &self.played;
        let back = |node: Option<usize>| node.and_then(|node| played.nodes[node].previous);
        let on = |node| played.next(node).or(node);
        self.node = match action {
            Action::Right => on(self.node),
            Action::Left => back(self.node),
            Action::PageDown => (0..MANY_PLIES).fold(self.node, |node, _| on(node)),
            Action::PageUp => (0..MANY_PLIES).fold(self.node, |node, _| back(node)),
            Action::Last => played.last(self.node),
            _ => None,
        };
    }
}

// Search for a text in the tags of games, one time slice after the other.

/// The maximum number of bytes of a game that are searched for tags.
const MAX_BYTES: usize = 1 << 14;

/// The number of games between two checks of the time.
const BATCH: usize = 64;

/// A search that goes once around the archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Search {
    /// In small letters.
    needle: String,
    from: usize,
    forward: bool,
    pub(super) done: usize,
}

/// The state of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// The search is unfinished.
    Going,
    /// The game with this place among all.
    At(usize),
    /// In no other game.
    Nowhere,
}

impl Search {
    /// Starts a search from the game next to this one.
    pub(super) fn new(needle: &str, from: usize, forward: bool) -> Self {
        Self { needle: needle.to_lowercase(), from, forward, done: 0 }
    }

    fn go_on(&mut self, found: &mut Found, until: Instant) -> Outcome {
        let games = found.games();
        loop {
            for _ in 0..BATCH {
                if self.done + 1 >= games {
                    return Outcome::Nowhere;
                }
                self.done += 1;
                let index = if self.forward { self.from + self.done } else { self.from + games - self.done } % games;
                if found.game(index).is_some_and(|record| self.is_in(&record.name, &record.bytes[record.start..])) {
                    return Outcome::At(index);
                }
            }
            if Instant::now() >= until {
                return Outcome::Going;
            }
        }
    }

    /// Whether a tag value of the game, or the name of its file, contains the text.
    fn is_in(&self, name: &str, game: &[u8]) -> bool {
        let head = &game[..game.len().min(MAX_BYTES)];
        let lines = head.split(|&byte| byte == b'\n' || byte == b'\r').map(<[u8]>::trim_ascii);
        let tags = lines.skip_while(|line| line.is_empty()).take_while(|line| line.starts_with(b"["));
        let mut values = tags.filter_map(|line| {
            let (open, close) =
                (line.iter().position(|&byte| byte == b'"')?, line.iter().rposition(|&byte| byte == b'"')?);
            line.get(open + 1..close)
        });
        name.to_lowercase().contains(&self.needle)
            || values.any(|value| crate::pgn::text::decode(value).to_lowercase().contains(&self.needle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_searched_and_names_are_not() {
        let game = "\n[Event \"Zürich 1953\"]\n[White \"Smyslov, V\"]\n\n1. e4 {Bronstein} *".as_bytes();
        let is_in = |needle: &str| Search::new(needle, 0, true).is_in("old.pgn", game);
        assert!(is_in("smys") && is_in("ZÜRICH") && is_in("1953") && is_in("OLD.p"));
        assert!(!is_in("white") && !is_in("bronstein"));
    }
}
