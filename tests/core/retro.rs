//! Position legality on external positions, each with a proof game or a reason of illegality.

use std::collections::BTreeMap;

use adoube::chess::fen;
use adoube::chess::uci::UciMode;
use adoube::game::replay::position_text::{PositionFormat, read_position, read_position_from};
use adoube::game::rules::RuleSet;
use adoube::laws::retro::{InitialPositions, MAX_LEVEL, Unreachable, unreachable};
use adoube::pgn::place::Span;

use crate::support::data_folder;
use crate::support::games::{fixtures, read_all};

/// The level at which a FEN is first found illegal.
fn level(text: &str, start: InitialPositions) -> Option<u8> {
    let Ok(reading) = fen::parse(text.as_bytes()) else { return Some(0) };
    let refusals = reading.setup.position().err().unwrap_or_default();
    let refused = refusals.iter().map(|refusal| if refusal.is_only_unreachable() { 2 } else { 1 });
    refused.chain(unreachable(&reading.setup, start, MAX_LEVEL).iter().map(Unreachable::level)).min()
}

#[test]
#[allow(clippy::print_stderr, reason = "tests report what they ran")]
fn positions_with_a_proof_game_are_legal() {
    let Some(folder) = data_folder() else { return };
    let table = std::fs::read_to_string(folder.join("fen/tromp-legality.tsv")).unwrap();
    let mut caught: BTreeMap<Option<u8>, u32> = BTreeMap::new();
    let mut missed: BTreeMap<&str, u32> = BTreeMap::new();
    let mut legal = 0;
    for line in table.lines().skip(1) {
        let mut fields = line.split('\t');
        let (fen, verdict, reason) = (fields.next().unwrap(), fields.next().unwrap(), fields.next().unwrap_or(""));
        let level = level(fen, InitialPositions::Standard);
        if verdict == "legal" {
            assert_eq!(level, None, "{fen}");
            legal += 1;
        } else {
            *caught.entry(level).or_default() += 1;
            if level.is_none() {
                *missed.entry(reason).or_default() += 1;
            }
        }
    }
    let missed_count = u64::from(caught.get(&None).copied().unwrap_or_default());
    let all: u64 = caught.values().map(|&count| u64::from(count)).sum();
    assert!(legal > 0 && missed_count * 100 <= all * 3, "{missed_count} of {all} illegal positions are not caught");
    eprintln!("{legal} legal positions pass; illegal ones by level: {caught:?}; not caught, by reason: {missed:?}");
}

#[test]
fn positions_of_games_are_never_called_unreachable() {
    let mut positions = 0;
    for file in ["games/classics.pgn", "games/gnuchess-book-sample.pgn"] {
        let bytes = std::fs::read(fixtures(file)).unwrap();
        for game in read_all(&bytes, RuleSet::EMPTY) {
            let is_standard = game.uci_mode() == UciMode::Standard;
            let start = if is_standard { InitialPositions::Standard } else { InitialPositions::Chess960 };
            for position in game.history().positions() {
                let found = unreachable(&position.to_setup(), start, MAX_LEVEL);
                assert!(found.is_empty(), "{}: {found:?}", position.to_fen());
                positions += 1;
            }
        }
    }
    assert!(positions > 1000, "{positions}");
}

#[test]
fn accepts_chess960_positions_if_stated() {
    let Some(folder) = data_folder() else { return };
    let list = std::fs::read_to_string(folder.join("fen/cozy-valid.sfens")).unwrap();
    let found: Vec<&str> = list.lines().filter(|fen| level(fen, InitialPositions::Chess960).is_some()).collect();
    assert!(found.is_empty() && list.lines().count() > 1000, "{found:?}");
}

/// The codes of position legality found in a line.
fn codes(start: InitialPositions, line: &str, notation: PositionFormat) -> Vec<&'static str> {
    let rules = (1..=MAX_LEVEL).map(RuleSet::of_level).fold(RuleSet::EMPTY, |rules, level| rules | level);
    let span: Span = 0..line.len();
    let found = match start {
        InitialPositions::Standard => read_position(line.as_bytes(), &span, notation, rules),
        InitialPositions::Chess960 => read_position_from(start, line.as_bytes(), &span, notation, rules),
    };
    found.findings.iter().map(|finding| finding.rule.code()).collect()
}

#[test]
fn epd_line_can_declare_chess960() {
    // A bishop that started in the corner; the king and rooks have moved away.
    let board = "b3rnk1/ppp3pp/8/8/8/8/PPP3PP/B3RNK1 w - - 0 20";
    assert_eq!(codes(InitialPositions::Standard, board, PositionFormat::Fen), ["F117", "F117"]);
    assert_eq!(codes(InitialPositions::Chess960, board, PositionFormat::Fen), [""; 0]);
    for operation in [
        "variant Chess960;",
        "variant \"Chess 960\";",
        "bm Nd2; variant fischerandom;",
        "variant Fischer Random; id \"a\";",
    ] {
        let line = format!("{} {operation}", board.replace(" 0 20", ""));
        assert_eq!(codes(InitialPositions::Standard, &line, PositionFormat::Epd), [""; 0], "{line}");
    }
    let standard = board.replace("0 20", "variant Standard;");
    assert_eq!(codes(InitialPositions::Standard, &standard, PositionFormat::Epd), ["F117", "F117"]);
    // Castling rights that exist only in Chess960.
    let rights = "b2r1k1r/ppp3pp/2n5/8/8/2N5/PPP3PP/B2R1K1R w KQkq - 4 20";
    assert_eq!(codes(InitialPositions::Standard, rights, PositionFormat::Fen), ["F123"]);
    assert_eq!(codes(InitialPositions::Chess960, rights, PositionFormat::Fen), [""; 0]);
    // File letters declare Chess960 even where KQkq would be enough.
    let letters = "b3k2r/ppp3pp/2n5/8/8/2N5/PPP3PP/B3K2R w Hh - 4 20";
    assert_eq!(codes(InitialPositions::Standard, letters, PositionFormat::Fen), [""; 0]);
    assert_eq!(codes(InitialPositions::Standard, &letters.replace("Hh", "Kk"), PositionFormat::Fen), ["F117", "F117"]);
}

#[test]
fn positions_of_other_variants_are_not_checked() {
    let line = "8/8/8/8/8/8/8/8 w - - variant Atomic;";
    let found = read_position(line.as_bytes(), &(0..line.len()), PositionFormat::Epd, RuleSet::ALL);
    assert!(found.is_unchecked && !found.has_error);
    let messages: Vec<_> = found.findings.iter().map(|finding| (finding.rule.code(), finding.span.clone())).collect();
    assert_eq!(messages, [("F112", 30..36)]);
}

#[test]
fn chess960_pieces_are_still_counted() {
    let line = "bbqnnrkr/pppppppp/8/8/8/2Q5/PPPPPPPP/BBQNNRKR w HFhf - 0 9";
    assert_eq!(codes(InitialPositions::Chess960, line, PositionFormat::Fen), ["F102"]);
    let line = "bbqnnrkr/pppppppp/8/8/8/2Q5/1PPPPPPP/BBQNNRKR w HFhf - 3 9";
    assert_eq!(codes(InitialPositions::Chess960, line, PositionFormat::Fen), ["F119"]);
}
