//! A FEN or EPD line. What must hold:
//!
//! * A FEN that is read, written and read again is the same setup, and its text does not change again. So is an EPD,
//!   with its operations.
//! * Checks of the line at every level report places within it, and the same each time.
//! * A position that follows from a setup is the same after FEN in each style and after packing; en passant squares only
//!   where the style keeps them.
//! * Each legal move can be made and unmade. The position after it has the key and the invariants of a position that is
//!   set up from its pieces.
//! * The legal moves are those of the slow reference implementation, and those of shakmaty if shakmaty accepts the
//!   position. All counts of moves, and perft at every tier, agree with them.

#![no_main]

#[path = "../../support/slow.rs"]
mod slow;

use adoube::chess::epd;
use adoube::chess::fen::{self, CastlingStyle, EnPassantMode, FenStyle};
use adoube::chess::internal::PositionInternals;
use adoube::chess::perft::{PerftTier, perft_with};
use adoube::chess::position::Position;
use adoube::chess::uci::{self, UciMode};
use adoube::game::replay::position_text::{PositionFormat, read_position};
use adoube::game::rules::RuleSet;
use libfuzzer_sys::fuzz_target;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};

fuzz_target!(|line: &[u8]| {
    for format in [PositionFormat::Fen, PositionFormat::Epd] {
        let span = 0..line.len();
        let report = read_position(line, &span, format, RuleSet::ALL);
        for finding in &report.findings {
            assert!(finding.span.start <= finding.span.end && finding.span.end <= line.len().max(1), "{finding:?}");
            assert!(!finding.message().is_empty());
        }
        let again = read_position(line, &span, format, RuleSet::ALL);
        assert_eq!(format!("{:?}", again.findings), format!("{:?}", report.findings));
    }
    check_epd(line);
    match fen::parse(line) {
        Err(error) => {
            assert!(error.range.start <= error.range.end && error.range.end <= line.len(), "{error:?}");
            assert!(!error.to_string().is_empty());
        }
        Ok(reading) => {
            for note in &reading.notes {
                assert!(note.range.start <= note.range.end && note.range.end <= line.len(), "{note:?}");
            }
            let text = reading.setup.to_fen();
            let again = fen::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(again.setup, reading.setup, "{text}");
            assert!(again.missing.is_empty() && again.notes.is_empty(), "{text}: {again:?}");
            let _ = reading.setup.doubts();
            if let Ok((position, _)) = reading.setup.position_without_impossible_rights() {
                check_position(&position);
            }
        }
    }
});

/// Writes an EPD and reads it again.
fn check_epd(line: &[u8]) {
    let reading = match epd::parse(line) {
        Ok(reading) => reading,
        Err(error) => {
            let range = error.range();
            return assert!(range.start <= range.end && range.end <= line.len(), "{error:?}");
        }
    };
    let Ok(position) = reading.setup.position() else { return };
    let operations = |reading: &epd::EpdReading, line: &[u8]| -> Option<Vec<(String, Vec<String>)>> {
        let text = |range: &std::ops::Range<usize>| String::from_utf8(line[range.clone()].to_vec()).ok();
        let operations = reading.operations.iter();
        operations
            .map(|each| Some((text(&each.opcode)?, each.operands.iter().map(text).collect::<Option<_>>()?)))
            .collect()
    };
    let Some(written) = operations(&reading, line) else { return };
    let mut text = String::new();
    let parts = written.iter().map(|(opcode, operands)| (opcode.as_str(), operands.iter().map(String::as_str)));
    epd::write(&mut text, &position, FenStyle::default(), parts).unwrap();
    let again = epd::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    assert_eq!(operations(&again, text.as_bytes()), Some(written), "{text}");
    let expected = reading.setup.position().unwrap();
    let found = again.setup.position().unwrap();
    assert!(found.same_position(&expected), "{text}");
}

fn check_position(position: &Position) {
    for castling in [CastlingStyle::XFen, CastlingStyle::Shredder] {
        for en_passant in [EnPassantMode::Always, EnPassantMode::Legal] {
            let text = position.to_fen_with(FenStyle { castling, en_passant });
            let again = Position::from_fen(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(again.same_position(position) && again.key() == position.key(), "{text}");
            assert_eq!(again.to_fen_with(FenStyle { castling, en_passant }), text);
            if en_passant == EnPassantMode::Always {
                assert_eq!(again, *position);
            }
        }
    }
    let unpacked = position.pack().unpack();
    assert!(unpacked.same_position(position) && unpacked.key() == position.key());

    let moves = position.legal_moves();
    let mut sorted: Vec<_> = moves.iter().copied().collect();
    sorted.sort_unstable();
    assert_eq!(sorted, slow::legal_moves(position), "{position:?}");
    assert_eq!(position.count_legal_moves() as usize, moves.len());
    assert_eq!(position.has_legal_move(), !moves.is_empty());
    assert_eq!(position.is_checkmate(), moves.is_empty() && position.is_check());
    assert_eq!(position.is_stalemate(), moves.is_empty() && !position.is_check());
    compare_with_shakmaty(position);

    let mut played = position.clone();
    let mut replies = 0;
    for mv in &moves {
        assert!(position.is_legal(mv), "{mv:?} in {position:?}");
        let undo = played.play_unchecked(mv);
        assert_eq!(played, position.after_unchecked(mv));
        assert_eq!(played.to_setup().position().as_ref(), Ok(&played), "{mv:?} in {position:?}");
        replies += u64::from(played.count_legal_moves());
        played.undo(mv, undo);
        assert_eq!(played, *position, "{mv:?} is undone");
    }
    for tier in PerftTier::ALL {
        assert_eq!(perft_with(tier, position, 1), moves.len() as u64, "{tier}");
        assert_eq!(perft_with(tier, position, 2), replies, "{tier}: {position:?}");
    }
}

fn compare_with_shakmaty(position: &Position) {
    let style = FenStyle { castling: CastlingStyle::Shredder, en_passant: EnPassantMode::Legal };
    let Ok(fen) = position.to_fen_with(style).parse::<Fen>() else { return };
    let Ok(peer) = fen.into_position::<Chess>(CastlingMode::Chess960) else { return };
    let mut theirs: Vec<String> =
        peer.legal_moves().into_iter().map(|mv| mv.to_uci(CastlingMode::Chess960).to_string()).collect();
    let mut ours: Vec<String> =
        position.legal_moves().into_iter().map(|mv| uci::write(mv, UciMode::Chess960).to_string()).collect();
    theirs.sort();
    ours.sort();
    assert_eq!(ours, theirs, "{position:?}");
}
