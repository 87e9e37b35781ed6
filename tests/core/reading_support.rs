//! What holds for every text: games and tokens tile it, and the exact path, the shortcuts and every fast path agree.

use adoube::cpu::CpuLevel;
use adoube::game::record::score_sheet::ScoreSheet;
use adoube::game::replay::options::ReaderMode;
use adoube::game::replay::{Game, ReplayOptions, Validity, read_game_as, read_tags};
use adoube::game::rules::{Profile, Rule, RuleSet};
use adoube::pgn::lex::{Lexer, Token, TokenKind};
use adoube::pgn::names::KNOWN;
use adoube::pgn::split::games;
use adoube::pgn::tags::KnownTags;

/// The number of positions that a search for a mate may visit: few, since there are many texts.
const BUDGET: u32 = 1_000;

/// All games, in order; the last may be only white space.
fn read_all(bytes: &[u8], rules: RuleSet) -> Vec<Game> {
    let options = ReplayOptions { rules, budget: BUDGET, ..ReplayOptions::default() };
    let mut games: Vec<Game> = Vec::new();
    while let Some(start) = Some(games.last().map_or(0, |game| game.span.end)).filter(|start| *start < bytes.len()) {
        games.push(read_game_as(bytes, start, &options));
    }
    games
}

/// Asserts that the exact path and every fast path replay a game identically.
pub(crate) fn check_reader_modes(bytes: &[u8], start: usize) {
    let usual = Profile::default().rules();
    for rules in [usual, usual | RuleSet::from(Rule::NeedlessDisambiguation), RuleSet::EMPTY] {
        let read = |reader| {
            let options = ReplayOptions { rules, reader, variations: true, budget: BUDGET, ..ReplayOptions::default() };
            let game = read_game_as(bytes, start, &options);
            let moves: Vec<_> = game.moves().collect();
            let facts =
                (game.span.clone(), game.status, game.plies(), game.is_complete(), game.outcome, game.board_ending);
            let sheet = ScoreSheet::from_game(&game, bytes);
            (facts, moves, game.comments(bytes), sheet, format!("{:?}", (game.position(), &game.report)))
        };
        let exact = read(ReaderMode::Exact);
        for level in CpuLevel::ALL {
            assert_eq!(read(ReaderMode::Fast(level)), exact, "{level}");
        }
    }
}

/// Whether the bytes between two tokens are white space.
fn is_gap(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| matches!(byte, b' ' | b'\t'..=b'\r'))
}

/// Asserts that a reader of tags alone finds the tags and the end of a game that was read whole.
fn check_tags(bytes: &[u8], whole: &Game) {
    let facts = |game: &Game| {
        (game.span.clone(), game.ending, game.is_open_ended, format!("{:?}", game.tags), game.tags.known().list().len())
    };
    match read_tags(bytes, whole.span.start) {
        Some(game) => {
            assert_eq!(facts(&game), facts(whole));
            assert!(game.is_tags_only && !whole.is_tags_only && whole.status != Validity::NoGame);
        }
        None => assert!(whole.tags.known().list().is_empty() && whole.tags.other_values().next().is_none()),
    }
}

/// Reads bytes in every way and asserts that nothing is lost.
pub(crate) fn check(bytes: &[u8]) {
    let mut at = 0;
    for game in games(bytes) {
        assert_eq!(game.start, at, "games tile the file");
        assert!(game.end > at, "games are not empty");
        check_tokens(bytes, game.start, game.end);
        check_shortcuts(bytes, game.start);
        check_reader_modes(bytes, game.start);
        at = game.end;
    }
    assert_eq!(at, bytes.len(), "games tile the file");

    let read = read_all(bytes, RuleSet::ALL);
    assert!(read.iter().map(|game| game.span.clone()).eq(games(bytes)), "both ways find the same games");
    let count = |status: Validity| read.iter().filter(|game| game.status == status).count();
    let counted = count(Validity::Valid) + count(Validity::Invalid) + count(Validity::Unchecked);
    assert_eq!(counted + count(Validity::NoGame), read.len());
    for game in &read {
        assert_eq!(game.status == Validity::Invalid, game.report.has_error && game.status != Validity::NoGame);
        for finding in &game.report.findings {
            assert!(finding.span.start <= finding.span.end && finding.span.end <= bytes.len(), "{finding:?}");
            assert!(!finding.message().is_empty());
        }
    }
    // Rules with a search find more dead positions, and so more errors.
    let plain = read_all(bytes, RuleSet::ALL - RuleSet::searched());
    let quiet = read_all(bytes, RuleSet::EMPTY);
    for game in &quiet {
        check_tags(bytes, game);
    }
    let facts = |games: &[Game]| -> Vec<_> {
        games.iter().map(|game| (game.span.clone(), game.status, game.plies(), game.outcome)).collect()
    };
    assert_eq!(facts(&plain), facts(&quiet), "the chosen rules change no fact");
}

fn check_tokens(bytes: &[u8], start: usize, end: usize) {
    let mut lexer = Lexer::new(bytes, start);
    let mut at = start;
    while let Some(token) = lexer.next_token() {
        assert!(token.start >= at && token.end > token.start, "{token:?}");
        assert!(is_gap(&bytes[at..token.start]), "{:?} lies before {token:?}", &bytes[at..token.start]);
        at = token.end;
    }
    assert_eq!(lexer.position(), end);
    assert!(at <= end && is_gap(&bytes[at..end]), "{:?} ends the game", &bytes[at..end]);
}

/// Runs two lexers, one of which takes every shortcut: both return the same tokens and reach the same places.
fn check_shortcuts(bytes: &[u8], start: usize) {
    for width in CpuLevel::ALL {
        check_shortcuts_of(width, bytes, start);
    }
}

fn check_shortcuts_of(width: CpuLevel, bytes: &[u8], start: usize) {
    let (mut quick, mut plain) = (Lexer::new(bytes, start), Lexer::new(bytes, start));
    let mut tags = KnownTags::default();
    loop {
        let mut token = plain.next_token();
        let before = tags.list().len();
        quick.canonical_tags(width, &mut tags);
        let new = &tags.list()[before..];
        if !new.is_empty() {
            for (i, tag) in new.iter().enumerate() {
                if i > 0 {
                    token = plain.next_token();
                }
                let known = plain.tag().unwrap();
                assert_eq!(token, Some(Token { kind: TokenKind::Tag, start: tag.span.start, end: tag.span.end }));
                assert_eq!((&bytes[known.name.clone()], &known.value), (KNOWN[tag.name].as_bytes(), &tag.value));
                assert!(known.fault.is_none() && known.is_canonical, "{known:?}");
            }
        } else if let Some((comment, bracket)) = quick.next_plain_comment() {
            let text = &bytes[comment.start..comment.end];
            assert_eq!(token, Some(comment));
            assert_eq!(bracket, text.iter().position(|&byte| byte == b'[').map(|at| comment.start + at));
        } else {
            assert_eq!(quick.next_token(), token);
        }
        let state = |lexer: &Lexer| (lexer.position(), lexer.section(), lexer.depth(), lexer.ending());
        assert_eq!(state(&quick), state(&plain));
        if token.is_none() {
            return assert_eq!(quick.is_open_ended(), plain.is_open_ended());
        }
    }
}
