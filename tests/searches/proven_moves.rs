//! No illegal move passes, and no game is invented: games with an illegal move at a random place, and games with a hole.
//!
//! shakmaty says which moves are legal. A game with an illegal move must have an error at that move, and end before it.
//! A game with a hole must have an error, unless the moves around it are legal by chance and no number shows it; and all
//! moves that adoube plays, exports or keeps in a repair must be the first moves of the original.
//!
//! `ADOUBE_GAMES` is the number of games of each test and `ADOUBE_SEED` the random seed; `ADOUBE_ARCHIVE` names the file
//! to take games from, instead of the one in `fixtures/`.

use std::fmt::Write as _;
use std::fs;

use shakmaty::{CastlingSide, Chess, File, Move, Position as _, Role, Square};

use adoube::chess::uci::{self, UciMode};
use adoube::game::fix::adjust::adjust;
use adoube::game::record::export::{PlyRange, export};
use adoube::game::replay::{Game, ReplayOptions, Validity, read_game, read_game_as};
use adoube::game::rules::{Applicability, RuleSet, Severity};
use adoube::pgn::split::games;
use shakmaty::san::SanPlus;

use crate::support::{Random, say};

/// A game to spoil: the moves in SAN, and the position before each and after the last.
struct Sound {
    sans: Vec<String>,
    positions: Vec<Chess>,
    result: String,
}

/// The number in a variable of the environment.
fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|number| number.parse().ok()).unwrap_or(otherwise)
}

/// Games of an archive that shakmaty plays to their end, at most as many as asked for.
fn sound_games(most: usize) -> Vec<Sound> {
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/gnuchess-book-sample.pgn");
    let archive = std::env::var("ADOUBE_ARCHIVE").unwrap_or_else(|_| fixture.to_owned());
    let bytes = fs::read(archive).expect("an archive");
    games(&bytes).filter_map(|span| sound(&read_game(&bytes, span.start, RuleSet::EMPTY))).take(most).collect()
}

/// A game as shakmaty plays it; `None` if it has errors or another starting position.
fn sound(game: &Game) -> Option<Sound> {
    let is_usual = game.status == Validity::Valid && game.plies() > 8 && game.plies() < 400;
    if !is_usual || *game.start() != adoube::chess::position::Position::initial() {
        return None;
    }
    let (mut positions, mut sans) = (vec![Chess::default()], Vec::new());
    for mv in game.moves() {
        let position = positions.last()?.clone();
        let text = uci::write(mv, UciMode::Chess960).to_string();
        let mv = shakmaty::uci::UciMove::from_ascii(text.as_bytes()).ok()?.to_move(&position).ok()?;
        sans.push(SanPlus::from_move(position.clone(), mv).to_string());
        positions.push(position.play(mv).ok()?);
    }
    let result = game.outcome.map_or("*", |outcome| outcome.text()).to_owned();
    Some(Sound { sans, positions, result })
}

/// A move that nobody can make in this position, in a random spelling.
fn illegal_move(position: &Chess, random: &mut Random) -> String {
    let legal = position.legal_moves();
    loop {
        let to = Square::new(random.below(64) as u32);
        let from = Square::new(random.below(64) as u32);
        let piece = random.below(6);
        let (letter, role) = [
            ('P', Role::Pawn),
            ('N', Role::Knight),
            ('B', Role::Bishop),
            ('R', Role::Rook),
            ('Q', Role::Queen),
            ('K', Role::King),
        ][piece];
        let promotes = role == Role::Pawn && matches!(to.rank(), shakmaty::Rank::First | shakmaty::Rank::Eighth);
        let fits = |mv: &Move| match *mv {
            Move::Castle { king, rook } => {
                role == Role::King && (to == rook || king.distance(to) == 2 && king.rank() == to.rank())
            }
            _ => mv.role() == role && mv.to() == to,
        };
        let is_possible = legal.iter().any(fits);
        let mark = if random.below(3) == 0 { "x" } else { "" };
        let suffix = ["", "", "+", "#", "!"][random.below(5)];
        let promotion = if promotes { "=Q" } else { "" };
        let bare = if role == Role::Pawn { String::new() } else { letter.to_string() };
        let text = match random.below(8) {
            0 => {
                let side = if random.below(2) == 0 { CastlingSide::KingSide } else { CastlingSide::QueenSide };
                let castles = |mv: &Move| mv.castling_side() == Some(side);
                if legal.iter().any(castles) {
                    continue;
                }
                let spellings = match side {
                    CastlingSide::KingSide => ["O-O", "0-0", "o-o", "O-O+", "0-0#", "OO"],
                    CastlingSide::QueenSide => ["O-O-O", "0-0-0", "o-o-o", "O-O-O+", "0-0-0#", "OOO"],
                };
                return spellings[random.below(6)].to_owned();
            }
            _ if is_possible => continue,
            // A hyphen alone names no piece.
            1 if role == Role::Pawn && legal.iter().any(|mv| mv.from() == Some(from) && fits_any(*mv, to)) => continue,
            1 => format!("{bare}{from}-{to}{promotion}{suffix}"),
            2 => {
                // A move of any piece from this square.
                let is_legal = legal.iter().any(|mv| mv.from() == Some(from) && fits_any(*mv, to));
                if is_legal || from == to {
                    continue;
                }
                format!("{from}{to}{}", if promotes { "q" } else { "" })
            }
            3 if role != Role::Pawn => format!("{}{mark}{to}{suffix}", ['♙', '♘', '♗', '♖', '♕', '♔'][piece]),
            // Without B, which is a pawn in German.
            4 if !matches!(role, Role::Pawn | Role::Bishop) => {
                format!("{}{mark}{to}{suffix}", ['B', 'S', 'L', 'T', 'D', 'K'][piece])
            }
            5 if role != Role::Pawn => format!("{bare}{}{mark}{to}{suffix}", File::ALL[random.below(8)].char()),
            _ if role == Role::Pawn && !mark.is_empty() => {
                let file = File::ALL[random.below(8)];
                // `bxc4` may be a bishop's move.
                if file == File::B && legal.iter().any(|mv| mv.role() == Role::Bishop && mv.to() == to) {
                    continue;
                }
                format!("{}x{to}{promotion}{suffix}", file.char())
            }
            _ => format!("{bare}{mark}{to}{promotion}{suffix}"),
        };
        return text;
    }
}

/// Whether a move goes to this square, as UCI writes it.
fn fits_any(mv: Move, to: Square) -> bool {
    match mv {
        Move::Castle { king, rook } => to == rook || king.distance(to) == 2 && king.rank() == to.rank(),
        _ => mv.to() == to,
    }
}

/// Writes moves with their numbers. Returns the offset of the token with this index.
fn write_moves(text: &mut String, tokens: &[String], at: usize) -> usize {
    let mut place = text.len();
    for (index, token) in tokens.iter().enumerate() {
        if index % 2 == 0 {
            let _ = write!(text, "{}. ", index / 2 + 1);
        }
        if index == at {
            place = text.len();
        }
        let _ = write!(text, "{token} ");
    }
    place
}

fn head(result: &str) -> String {
    format!(
        "[Event \"e\"]\n[Site \"s\"]\n[Date \"2001.02.03\"]\n[Round \"1\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"{result}\"]\n\n"
    )
}

#[test]
fn no_illegal_move_passes() {
    let sound = sound_games(20_000);
    let mut random = Random::new(number("ADOUBE_SEED", 63));
    let (count, mut wrong) = (number("ADOUBE_GAMES", 4_000), Vec::new());
    for round in 0..count {
        let game = random.one_of(&sound);
        let last = game.sans.len();
        let at = if round % 3 == 0 { last } else { random.below(last + 1) };
        let position = &game.positions[at];
        if position.legal_moves().is_empty() {
            continue;
        }
        let illegal = illegal_move(position, &mut random);
        let mut tokens = game.sans.clone();
        tokens.insert(at, illegal.clone());
        let with_result = random.below(2) == 0;
        let mut text = head(if with_result { &game.result } else { "*" });
        let place = write_moves(&mut text, &tokens, at);
        text.push_str(if with_result { &game.result } else { ["", "*", "\n"][random.below(3)] });
        let read = read_game(text.as_bytes(), 0, RuleSet::ALL);
        let has_error = read.report.findings.iter().any(|finding| {
            finding.severity == Severity::Error
                && finding.span.start < place + illegal.len()
                && finding.span.end > place
        });
        if !has_error || read.plies() as usize != at {
            let moves = text.split("\n\n").nth(1).unwrap_or_default();
            wrong.push(format!("`{illegal}` as ply {at}: error {has_error}, {} plies: {moves}", read.plies()));
        }
    }
    say(&format!("{count} games with an illegal move, {} of them not reported as such", wrong.len()));
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}

/// The moves of a text in UCI, as adoube plays them.
fn moves(text: &[u8]) -> Vec<String> {
    read_game(text, 0, RuleSet::EMPTY).moves().map(|mv| uci::write(mv, UciMode::Chess960).to_string()).collect()
}

/// A game in export format.
fn exported(bytes: &[u8]) -> String {
    let game = read_game_as(bytes, 0, &ReplayOptions { variations: true, ..ReplayOptions::default() });
    let mut out = String::new();
    export(&game, bytes, PlyRange { from: 0, until: u32::MAX }, &mut out);
    out
}

/// A game with a hole of `length` plies at `at`, and whether the numbers show it.
fn with_hole(game: &Sound, (at, length): (usize, usize), random: &mut Random) -> (String, bool) {
    let mut text = head(&game.result);
    let is_gap = |index: usize| (at..at + length).contains(&index);
    let filler = random.below(6);
    // A number stands before each white move after the hole.
    let is_shown = at + length + 1 < game.sans.len() || (at + length) % 2 == 0;
    for (index, san) in game.sans.iter().enumerate() {
        if index % 2 == 0 && !(is_gap(index) && filler == 0) {
            let _ = write!(text, "{}. ", index / 2 + 1);
        }
        match filler {
            _ if !is_gap(index) => text.push_str(san),
            1 => text.push_str("??"),
            2 => text.push_str("..."),
            3 => text.push_str("[illegible]".trim_matches(['[', ']'])),
            4 => text.push('\u{1}'),
            5 => text.push('ÿ'),
            _ => {}
        }
        text.push(' ');
    }
    text.push_str(&game.result);
    text.push('\n');
    (text, is_shown)
}

#[test]
fn no_game_is_invented() {
    let sound = sound_games(20_000);
    let mut random = Random::new(number("ADOUBE_SEED", 64));
    let (count, mut wrong, mut by_chance) = (number("ADOUBE_GAMES", 2_000), Vec::new(), 0);
    for _ in 0..count {
        let game = random.one_of(&sound);
        let length = 1 + random.below(4);
        let at = random.below(game.sans.len() - length);
        let (text, is_shown) = with_hole(game, (at, length), &mut random);
        let mut original = head(&game.result);
        write_moves(&mut original, &game.sans, 0);
        let original = moves(original.as_bytes());
        let bytes = text.as_bytes();
        let read = read_game(bytes, 0, RuleSet::ALL);
        let has_error = read.status == Validity::Invalid;
        let repaired = |most| {
            let adjusted = adjust(bytes, 0..bytes.len(), RuleSet::ALL, most);
            adjusted.map_or_else(|| moves(bytes), |adjusted| moves(&adjusted.text))
        };
        let outputs = [
            ("replay", moves(bytes)),
            ("--to-pgn", moves(exported(bytes).as_bytes())),
            ("adjust", repaired(Applicability::Safe)),
            ("adjust --unsafe-fixes", repaired(Applicability::Unsafe)),
        ];
        let invented = outputs.iter().find(|(_, moves)| !original.starts_with(moves));
        if invented.is_none() && has_error {
            continue;
        }
        if !is_shown {
            by_chance += 1;
            continue;
        }
        let movetext = text.split("\n\n").nth(1).unwrap_or_default();
        let output = invented.map_or("no error", |(output, _)| output);
        wrong.push(format!("{length} plies at ply {at}: {output}: {movetext}"));
    }
    say(&format!("{count} games with a hole, {by_chance} without a number that shows it, {} wrong", wrong.len()));
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}
