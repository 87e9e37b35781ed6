//! SAN and UCI of every legal move of random games, compared with shakmaty and with a table of spellings.

use adoube::chess::fen::{EnPassantMode, FenStyle};
use adoube::chess::illegal;
use adoube::chess::internal::PositionInternals;
use adoube::chess::moves::MoveKind;
use adoube::chess::position::Position;
use adoube::chess::san::language::Alphabet;
use adoube::chess::san::{self, CheckSuffix};
use adoube::chess::uci::{self, Uci, UciMode};
use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Position as _};

use crate::support::chess::{random_game, random_start};
use crate::support::{data_folder, say};

fn start(seed: u64) -> Position {
    if seed.is_multiple_of(2) { Position::initial() } else { random_start(seed / 2) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_legal_move_is_read_back_and_written_like_shakmaty(seed: u64) {
        random_game(start(seed), seed, 120, |position, _| {
            let fen: Fen = position.to_fen().parse().unwrap();
            let peer: Chess = fen.into_position(CastlingMode::Chess960).unwrap();
            let mut theirs: Vec<(String, String)> = peer
                .legal_moves()
                .into_iter()
                .map(|m| (m.to_uci(CastlingMode::Chess960).to_string(), SanPlus::from_move(peer.clone(), m).to_string()))
                .collect();
            theirs.sort();
            let mut ours = Vec::new();
            for m in &position.legal_moves() {
                let text = san::write(position, m);
                let written = san::parse(text.as_str().as_bytes()).unwrap();
                let resolved = position.resolve(&written).unwrap();
                assert_eq!(resolved.mv, m, "{text} {position:?}");
                assert!(resolved.forms.is_empty() && resolved.needless().is_none(), "{text} {resolved:?}");
                assert!(!resolved.missing_capture_mark && !resolved.wrong_capture_mark, "{text}");
                assert_eq!(written.check, CheckSuffix::required(&position.after_unchecked(m)));
                ours.push((uci::write(m, UciMode::Chess960).to_string(), text.to_string()));
            }
            ours.sort();
            assert_eq!(ours, theirs, "{position:?}");
        });
    }

    #[test]
    fn every_legal_move_is_read_back_from_uci(seed: u64) {
        random_game(start(seed), seed, 120, |position, _| {
            for m in &position.legal_moves() {
                let standard = position.has_standard_castling() || m.kind() != MoveKind::Castle;
                let modes = if standard { [UciMode::Standard, UciMode::Chess960] } else { [UciMode::Chess960; 2] };
                for mode in modes {
                    let text = uci::write(m, mode).to_string();
                    let Some(Uci::Move { from, to, promotion }) = uci::parse(text.as_bytes()) else { panic!("{text}") };
                    assert_eq!(uci::between(position, from, to, promotion), Some(m), "{text} {position:?}");
                    let written = san::parse(text.as_bytes()).unwrap();
                    assert_eq!(position.resolve(&written).map(|resolved| resolved.mv), Ok(m), "{text} {position:?}");
                }
            }
        });
    }

    #[test]
    fn every_text_is_resolved_or_refused_with_a_sentence(seed: u64, word in "[NBRQKPb]?[a-h]?[1-8]?[x-]?[a-h][1-8](=[QNK])?|O-O|O-O-O|[a-h][a-h]|--") {
        let Ok(written) = san::parse(word.as_bytes()) else { return Ok(()) };
        random_game(start(seed), seed, 60, |position, _| match position.resolve(&written) {
            Ok(resolved) => assert!(position.is_legal(resolved.mv), "{word} {position:?}"),
            Err(reason) => {
                assert!(!reason.to_string().is_empty() && !reason.article().is_empty());
                for m in illegal::near_misses(position, &written) {
                    assert!(position.is_legal(m));
                }
                let _ = illegal::legal_for_other_side(position, &written);
            }
        });
    }

    #[test]
    fn reading_never_panics(bytes: Vec<u8>, text in "\\PC{0,40}", word in "[-+#=!?()./:@xXa-hO0oPNBRQKnbrq1-8♘еО–]{0,16}") {
        for word in [&bytes[..], text.as_bytes(), word.as_bytes()] {
            for read in [san::parse(word), san::parse_localized(word, &Alphabet::ALL[6])] {
                match read {
                    Ok(written) => assert!(written.glyph.is_none_or(|glyph| glyph.end == word.len())),
                    Err(fault) => assert!(fault.range.start <= fault.range.end && fault.range.end <= word.len()),
                }
            }
            let _ = uci::parse(word);
        }
    }
}

#[test]
fn every_move_of_the_table_is_read_played_and_written() {
    let Some(folder) = data_folder() else { return };
    let text = std::fs::read_to_string(folder.join("san/rampart-moves.tsv")).unwrap();
    let (mut rows, mut always, mut legal) = (0, 0, 0);
    for line in text.lines().skip(1) {
        let [_, fen, word, after] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = Position::from_fen(fen).unwrap();
        let written = san::parse(word.as_bytes()).unwrap();
        let resolved = position.resolve(&written).unwrap();
        assert_eq!(san::write(&position, resolved.mv).as_str(), word, "{fen}");
        assert!(resolved.forms.is_empty() && resolved.needless().is_none(), "{line}");
        let played = position.after_unchecked(resolved.mv);
        let fens = [EnPassantMode::Always, EnPassantMode::Legal]
            .map(|en_passant| played.to_fen_with(FenStyle { en_passant, ..FenStyle::default() }));
        // Some positions have the en passant square after every double step, others only if a capture is legal.
        assert!(fens.iter().any(|fen| fen == after), "{line} {fens:?}");
        if fens[0] != fens[1] {
            always += usize::from(fens[0] == after);
            legal += usize::from(fens[1] == after);
        }
        rows += 1;
    }
    say(&format!("{rows} moves; en passant square without a legal capture: {always} written, {legal} left out"));
    assert!(rows > 2000);
}
