//! Files with one defect each: a rule finds it at its line, and the other games stay valid.

use std::fs;
use std::path::Path;

use adoube::game::replay::Validity;
use adoube::game::rules::{Profile, RuleSet, Severity};

use crate::support::data_folder;
use crate::support::games::{Seen, read_all, seen};

/// A file, and the lines and rules that name its defect.
type Row = (&'static str, &'static [(u64, &'static str)]);

/// Defects that lose or change moves, results, tags or structure, or that break the rules of chess: warnings or errors.
const SERIOUS: &[Row] = &[
    ("c01_nested_brace", &[(9, "C105")]),
    ("c02_unclosed_brace", &[(9, "S101")]),
    ("c07_rav_unclosed", &[(9, "V101")]),
    ("c08_rav_extra_close", &[(9, "V102")]),
    ("c10_rav_illegal", &[(9, "M111")]),
    ("c13_empty_rav", &[(9, "V103")]),
    ("c14_clk_bad", &[(9, "C101"), (9, "C102"), (9, "C103"), (9, "C104")]),
    ("c16_rav_comment_only", &[(9, "V103")]),
    ("c17_truncated_game", &[(9, "S104")]),
    ("c20_emt_braces", &[(9, "C105")]),
    // Its position is not playable, so mating material cannot be checked.
    ("d03_timeforfeit_bare_king", &[(10, "F102")]),
    ("e07_nul", &[(9, "S110")]),
    ("e10_bom_mid", &[(11, "S109")]),
    ("e13_fullwidth_dot", &[(9, "N120")]),
    ("e15_cyrillic_c", &[(9, "N120")]),
    ("f01_fen_no_setup", &[(8, "F103")]),
    ("f03_fen_two_kings", &[(9, "F102")]),
    ("f04_fen_no_king", &[(9, "F102")]),
    ("f06_fen_bad_ep", &[(9, "F107")]),
    ("f07_fen_bad_castling", &[(9, "F108")]),
    ("f09_fen_9_files", &[(9, "F101")]),
    ("f10_fen_short", &[(9, "F106")]),
    ("f12_fen_black_move_wrongnum", &[(11, "N103")]),
    ("f13_fen_clock0", &[(9, "F110")]),
    ("f19_c960_start_no_fen", &[(8, "F111")]),
    ("f21_fen_stm_missing_king_adj", &[(9, "F102")]),
    ("f22_fen_underscore", &[(9, "F109")]),
    ("f25_fen_startpos_word", &[(9, "F109")]),
    ("f27_fen_triplecheck", &[(9, "F102")]),
    ("f28_halfmove150", &[(11, "M109"), (11, "R109")]),
    ("m02_ambiguous", &[(9, "M102")]),
    ("m07_castle_illegal_thru_check", &[(11, "M101")]),
    ("m08_lower_piece", &[(9, "N118")]),
    ("m11_promo_missing", &[(11, "M104")]),
    ("m25_null_main", &[(9, "M105")]),
    ("m28_after_mate", &[(9, "M103")]),
    ("m30_kings_center", &[(9, "M107")]),
    ("m31_german", &[(9, "M110")]),
    ("m33_unicode_dash", &[(9, "R103")]),
    ("m34_garbage_token", &[(9, "S116")]),
    ("m42_rook_disamb_wrong", &[(11, "M102")]),
    ("m45_fide_figurine_letters_fr", &[(9, "M110")]),
    ("m46_drop", &[(9, "M108")]),
    ("n01_wrong_number", &[(9, "M106")]),
    ("n05_white_black_swapped", &[(9, "M106")]),
    ("n07_huge_number", &[(9, "N101")]),
    ("n08_dup_black_number", &[(9, "N102")]),
    ("r02_missing_terminator_blank", &[(9, "R102")]),
    ("r03_missing_terminator_eof", &[(9, "R102")]),
    ("r05_star_but_mate", &[(9, "R106")]),
    ("r06_stalemate_win", &[(11, "R105")]),
    ("r08_half", &[(7, "R104"), (9, "R103")]),
    ("r09_half_u", &[(9, "R103")]),
    ("r11_forfeit", &[(7, "R104")]),
    ("r12_nonsense_tag", &[(7, "R104")]),
    ("r14_two_results", &[(9, "R107")]),
    ("r15_moves_after_result", &[(9, "R108")]),
    ("r17_no_moves_no_result", &[(1, "R111")]),
    ("r18_fivefold_decisive", &[(9, "R109")]),
    ("r20_result_in_variation", &[(9, "V105")]),
    ("r21_result_spaces", &[(9, "R103")]),
    ("r23_half_decimal", &[(9, "R103")]),
    ("r24_result_in_comment", &[(9, "R112")]),
    ("s01_splice_moves", &[(9, "S103")]),
    ("s02_splice_header", &[(7, "S103")]),
    ("s07_text_preamble", &[(1, "S102")]),
    ("t03_dup_tag", &[(8, "T103")]),
    ("t04_unescaped_quote", &[(8, "T104")]),
    ("t06_missing_close_bracket", &[(8, "T105")]),
    ("t07_missing_close_quote", &[(8, "T106")]),
    ("t09_bad_date", &[(3, "T116")]),
    ("t10_date_format", &[(3, "T116")]),
    ("t13_tag_multi_line", &[(8, "T108")]),
    ("t15_lower_tag", &[(1, "T112")]),
    ("t16_bad_elo", &[(8, "T118"), (9, "T118")]),
    ("t22_plycount_wrong", &[(8, "T121")]),
    ("t24_curly_quotes", &[(8, "T107")]),
    ("t28_single_quotes", &[(8, "T107")]),
    ("t30_backslash_end", &[(8, "T106")]),
];

/// Defects of export format only: every move, result and tag is read correctly.
const STYLE: &[Row] = &[
    // On import, any white space may separate the tokens of the movetext (PGN 8.2.2).
    ("c11_blank_in_movetext", &[(10, "S114")]),
    // A printed symbol about the position, not part of the game.
    ("c19_diagram_D", &[(9, "N122")]),
    // Every reader of UTF-8 accepts a byte order mark at the start.
    ("e01_bom", &[(1, "S108")]),
    // Another convention for line ends (PGN 3.2.1 leaves them to the system).
    ("e04_cr", &[(1, "S111")]),
    // Nonstandard spellings that can mean only one move.
    ("m03_overdisamb", &[(9, "N107")]),
    ("m04_castle_zero", &[(9, "N110")]),
    ("m05_castle_lower_o", &[(9, "N110")]),
    ("m10_promo_paren", &[(11, "N113")]),
    ("m13_promo_lower", &[(11, "N113")]),
    ("m14_promo_slash", &[(11, "N113")]),
    ("m16_ep_suffix_spaced", &[(9, "N115")]),
    ("m17_missing_check", &[(9, "N105")]),
    ("m19_missing_x", &[(9, "N108")]),
    ("m19b_missing_x_full", &[(9, "N108")]),
    ("m21_colon_capture", &[(9, "N114")]),
    ("m22_lan_hyphen", &[(9, "N111")]),
    ("m24_pawnP", &[(9, "N117")]),
    ("m39_doublecheck", &[(9, "N116")]),
    ("m40_mate_word", &[(9, "N116")]),
    // Assessments in other forms than suffix and NAG.
    ("m36_suffix_triple", &[(9, "N121")]),
    ("m37_plusminus", &[(9, "N122")]),
    // No tag is lost; archives of old games often omit tags.
    ("t01_missing_str", &[(1, "T101")]),
    ("t25_empty_tag_value", &[(5, "T113")]),
    ("t27_tab_in_value", &[(8, "T114")]),
];

/// Found before the first game is read, as the whole file has to be decoded.
const ABOUT_FILES: [&str; 1] = ["e06_utf16"];

/// The findings of one file: in the first game, and in those after it.
struct Report {
    first: Vec<Seen>,
    rest: Vec<Seen>,
    statuses: Vec<Validity>,
}

fn report(folder: &Path, name: &str, rules: RuleSet) -> Report {
    let bytes = fs::read(folder.join(name).with_extension("pgn")).unwrap();
    let games = read_all(&bytes, rules);
    let statuses = games.iter().map(|game| game.status).collect();
    Report { first: seen(&bytes, &games[..1]), rest: seen(&bytes, &games[1..]), statuses }
}

/// The names of the files of a kind, from `EXPECTED.tsv`.
fn names(folder: &Path, kind: &str) -> Vec<String> {
    let table = fs::read_to_string(folder.join("EXPECTED.tsv")).unwrap();
    let rows = table.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    rows.filter(|row| row[1] == kind).map(|row| row[0].trim_end_matches(".pgn").to_owned()).collect()
}

/// Calls the test with the folder of the defect files, if it exists.
fn with_defects(test: impl Fn(&Path)) {
    if let Some(data) = data_folder() {
        test(&data.join("defects"));
    }
}

#[test]
fn every_defect_has_a_row() {
    with_defects(|folder| {
        let rows = SERIOUS.iter().chain(STYLE).map(|(name, _)| *name).chain(ABOUT_FILES);
        let mut rows: Vec<&str> = rows.collect();
        let mut defects = names(folder, "defect");
        rows.sort_unstable();
        defects.sort_unstable();
        assert_eq!(rows, defects);
    });
}

#[test]
fn finds_defects_by_place_and_name() {
    with_defects(|folder| {
        for (name, expected) in SERIOUS.iter().chain(STYLE) {
            let Report { first, rest, .. } = report(folder, name, Profile::Export.rules());
            for (line, code) in *expected {
                let found = first.iter().chain(&rest).find(|seen| seen.line == *line && seen.code == *code);
                let severity = found.unwrap_or_else(|| panic!("{name}:{line}: no {code} in {first:?}")).severity;
                assert!(severity >= Severity::Style, "{name}: {code}");
            }
        }
    });
}

#[test]
fn serious_defects_are_found_by_default() {
    with_defects(|folder| {
        for (name, _) in SERIOUS {
            let Report { first, rest, .. } = report(folder, name, Profile::default().rules());
            // A byte order mark between two games belongs to the second one.
            let where_it_is = if *name == "e10_bom_mid" { rest } else { first };
            assert!(!where_it_is.is_empty(), "{name}");
        }
        for (name, _) in STYLE {
            let Report { first, .. } = report(folder, name, Profile::default().rules());
            assert!(first.is_empty(), "{name} is not only a matter of style: {first:?}");
        }
    });
}

#[test]
fn game_after_a_defect_is_valid() {
    with_defects(|folder| {
        for (name, _) in SERIOUS.iter().chain(STYLE) {
            let Report { rest, statuses, .. } = report(folder, name, Profile::default().rules());
            let expected: &[&str] = if *name == "e10_bom_mid" { &["S109"] } else { &[] };
            assert!(rest.iter().map(|seen| seen.code).eq(expected.iter().copied()), "{name}: {rest:?}");
            assert!(statuses[1..].iter().all(|status| *status == Validity::Valid), "{name}: {statuses:?}");
        }
    });
}

#[test]
fn controls_are_sound() {
    with_defects(|folder| {
        for name in names(folder, "control") {
            let Report { first, rest, statuses } = report(folder, &name, Profile::default().rules());
            assert!(first.is_empty() && rest.is_empty(), "{name}: {first:?} {rest:?}");
            assert!(!statuses.contains(&Validity::Invalid), "{name}: {statuses:?}");
        }
    });
}
