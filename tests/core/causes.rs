//! One cause is one finding: consequences of an error are not reported.

use adoube::chess::position::Position;
use adoube::chess::san;
use adoube::game::rules::{Profile, RuleSet, Severity};

use crate::support::games::{read_all, seen, seen_in_epd};

/// The codes found in a text by the rules of a profile.
fn codes(text: &str, profile: Profile) -> Vec<&'static str> {
    found(text, profile.rules())
}

fn found(text: &str, rules: RuleSet) -> Vec<&'static str> {
    let bytes = text.as_bytes();
    seen(bytes, &read_all(bytes, rules)).into_iter().map(|seen| seen.code).collect()
}

/// The Seven Tag Roster of an unfinished game.
const ROSTER: &str = "[Event \"t\"]\n[Site \"s\"]\n[Date \"2020.01.01\"]\n[Round \"1\"]\n[White \"a\"]\n[Black \"b\"]\n\
    [Result \"*\"]\n";

#[test]
fn unknown_token_in_place_of_a_move_ends_the_checks() {
    assert_eq!(codes("1. foo f5 2. Nc3 Nf6 *", Profile::Archive), ["S116"]);
    assert_eq!(codes("1. e4 foo e5 2. Nf3 xyzzy Nc6 3. Ra5 *", Profile::Archive), ["S116", "S116", "M101"]);
    assert_eq!(codes("1. e4 e5 (1... foo 2. Nf3) 2. Nf3 *", Profile::Archive), ["M111"]);
}

#[test]
fn move_number_can_give_the_side_to_move() {
    let castles_too_early = "[SetUp \"1\"]\n[FEN \"r2qk3/8/8/8/8/8/8/R3K2R b KQq - 0 1\"]\n\n1... O-O-O 2. O-O Kd7 *";
    assert_eq!(codes(castles_too_early, Profile::Archive), ["M101"]);
    assert_eq!(codes("1. e4 e5 2. Nc6 Nf3 *", Profile::Archive), ["M106"]);
}

#[test]
fn a_win_in_a_dead_position_is_one_finding() {
    // Blocked pawns: nobody can mate, so the winner cannot either.
    let wall = "[SetUp \"1\"]\n[FEN \"8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 32 62\"]\n";
    for termination in ["", "[Termination \"Time forfeit\"]\n"] {
        let text =
            format!("{ROSTER}{wall}{termination}\n62... Kd7 1-0\n").replace("[Result \"*\"]", "[Result \"1-0\"]");
        let rules = Profile::Archive.rules() | RuleSet::audit() | RuleSet::searched();
        let found = found(&text, rules);
        assert_eq!(found.iter().filter(|code| code.starts_with('R')).count(), 1, "{found:?}");
        assert!(found.contains(&"R105"), "{found:?}");
    }
}

#[test]
fn a_wrong_termination_tag_is_one_finding() {
    for termination in ["Game drawn by repetition", "Stalemate"] {
        let text = format!("{ROSTER}[Termination \"{termination}\"]\n\n1. e4 e5 1-0\n");
        assert_eq!(codes(&text.replace("\"*\"", "\"1-0\""), Profile::Archive), ["R117"], "{termination}");
    }
}

#[test]
fn a_capture_puts_no_king_in_the_center() {
    assert_eq!(codes("1. e4 e5 2. Kxe4 *", Profile::Archive), ["M101"]);
    assert_eq!(codes("1. e4 e5 2. Kd5 *", Profile::Archive), ["M107"]);
}

#[test]
fn a_block_of_text_is_one_finding() {
    let text = format!("Adventure I\n\nI am afraid that I\nshall have to go.\n\n{ROSTER}\n1. e4 *\n");
    assert_eq!(codes(&text, Profile::Archive), ["S102"]);
}

#[test]
fn web_markup_between_tags_is_one_finding() {
    assert_eq!(codes("[Event \"t\"]<br />[Site \"s\"]\n\n1. e4 *", Profile::Archive), ["S118"]);
}

#[test]
fn comments_may_be_among_tags_and_around_moves() {
    let text = ROSTER.replace("[Round", "{hall B}\n; second floor\n[Round");
    assert_eq!(codes(&format!("{text}\n1. e4 *\n"), Profile::Archive), [""; 0]);
    assert_eq!(codes("1. e4 d5 2. e5 f5 3. exf6(e.p.) Nxf6 *", Profile::Archive), [""; 0]);
}

#[test]
fn tags_are_checked_once() {
    assert_eq!(codes("[White \"a\"]\n\n1. e4 *", Profile::Export), ["T101"]);
    assert_eq!(codes("[white \"a\"]\n\n1. e4 *", Profile::Archive), ["T112"]);
    let quotes = ROSTER.replace("\"a\"", "\"Joe \\\"X\\\" Y\"");
    assert_eq!(codes(&format!("{quotes}\n1. e4 *\n"), Profile::Export), [""; 0]);
    let counted_from_zero = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 0\"]\n\n1. e4 *";
    assert_eq!(codes(counted_from_zero, Profile::Archive), ["F110"]);
}

#[test]
fn result_in_the_last_comment_replaces_the_termination_marker() {
    assert_eq!(codes("1. e4 e5 {Black resigned. 1-0}", Profile::Archive), ["R112"]);
    assert_eq!(codes("1. e4 {1-0 was the bet} e5", Profile::Archive), ["R102"]);
}

#[test]
fn result_in_a_closed_variation_does_not_count() {
    assert_eq!(codes("1. e4 (1. d4 1-0) e5 2. Nf3", Profile::Archive), ["V105", "R102"]);
    assert_eq!(codes("1. e4 e5 (1... c5 (1... e6) 1-0)", Profile::Archive), ["V105", "R102"]);
    assert_eq!(codes("1. e4 Ra5 (1... c5 (1... e6 1-0) d6)", Profile::Archive), ["M101", "V105", "R102"]);
    assert_eq!(codes("1. e4 e5 (1... c5 2. Nf3 1-0", Profile::Archive), ["V101"]);
}

#[test]
fn malformed_tag_after_a_blank_line_starts_the_next_game() {
    let text = format!("{ROSTER}\n1. e4 *\n\n[Event]\n{ROSTER}\n1. d4 *\n");
    assert_eq!(codes(&text, Profile::Archive), ["T110"]);
}

#[test]
fn correct_numbers_are_never_reported() {
    for (text, expected) in [
        ("1. e4 e5 3. Nf3 Nc6 3. Bb5 a6 *", "N101"),
        ("1. e4 e5 (1... c5 1. Nf3 d6 3. d4) 2. Nf3 *", "N101"),
        // All numbers after a place are one too low, in variations or not.
        ("1. e4 e5 2. Nf3 Nc6 2. Bb5 (2. Bc4 Nf6 3. d3) 2... a6 3. Ba4 *", "N101"),
        ("1. e4 e5 (1... c5 1. Nf3) (1... e6 2. d4) 2. Nf3 Nc6 3. Bb5 *", "N101"),
        // Two slips.
        ("1. e4 e5 3. Nf3 Nc6 3. Bb5 a6 3. Ba4 *", "N101 N101"),
        ("1. e4 e5 (1... c5 1. Nf3) 2. Nf3 Nc6 2. Bb5 *", "N101 N101"),
    ] {
        assert_eq!(codes(text, Profile::Archive).join(" "), expected, "{text}");
    }
    let from_forty_one = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 41\"]\n\n";
    assert_eq!(codes(&format!("{from_forty_one}1. e4 Kd7 2. e5 Ke6 *"), Profile::Archive), ["N103"]);
    assert_eq!(
        codes(&format!("{from_forty_one}1. e4 (1. e3 Kd7 2. e4) 1... Kd7 42. e5 *"), Profile::Archive),
        ["N103"]
    );
}

#[test]
fn a_split_move_is_never_played_as_another_one() {
    for (text, expected, moves) in [
        ("1. e4 e5 2. N f3 Nc6 *", "N126", "Nf3 Nc6"),
        ("1. e4 e5 2. N\nf3 Nc6 *", "N126", "Nf3 Nc6"),
        ("1. e4 e5 2. Nf 3 Nc 6 3. Bb5 *", "N126 N126", "Nf3 Nc6 Bb5"),
        ("1. e4 e5 2. B c4 Nf6 *", "N126", "Bc4 Nf6"),
        ("1. e4 e5 2. N f3 Nc6 3. B b5 a6 4. O - O *", "N126 N126 N126", "Nf3 Nc6 Bb5 a6 O-O"),
        ("1. e4 d5 2. exd 5 Qxd5 *", "N126", "exd5 Qxd5"),
        ("1 e4 d5 2 exd cxd 3 Nf3 *", "M101", "exd5"),
        ("1. e4 e5 2. P d4 exd4 *", "N126", "d4 exd4"),
        // The following moves are legal after the pawn move only, after the knight move only, after both.
        ("1. e4 e5 2. N f3 d6 3. Nh3 *", "S116", "f3 d6 Nh3"),
        ("1. e4 N f6 2. Nc3 Ng4 *", "N126", "Nf6 Nc3 Ng4"),
        ("1. e4 N f6 2. Nc3 g6 *", "N126", "f6 Nc3 g6"),
        ("1. e4 e5 2. = Nf3 Nc6 *", "S116", "Nf3 Nc6"),
        ("1. e4 e5 2. + Nf3 Nc6 *", "S116", "Nf3 Nc6"),
        ("1. e4 e5 2. D f3 Nc6 *", "S116", "f3 Nc6"),
        ("1. e4 e5 2. D Nf3 Nc6 *", "S116", "Nf3 Nc6"),
        ("= 1. e4 e5 *", "S116", "e4 e5"),
        ("! 1. e4 e5 *", "S116", "e4 e5"),
        ("1. e4 e5 2. ! Nf3 Nc6 *", "S116", "Nf3 Nc6"),
        ("1. e4 e5 (! 1... c5) 2. Nf3 *", "S116", "Nf3"),
        ("1. e4 e5 (N 1... c5) 2. Nf3 *", "S116", "Nf3"),
        // A NAG that touches a move, and one without a number.
        ("1. e4 e5 $10Nf3 $1Nc6 *", "N104 N104", "Nf3 Nc6"),
        ("1. e4 e5 2. Nf3 $Nc6 3. Bb5 $999a6 *", "N123 N123", "Nf3 Nc6 Bb5 a6"),
        ("1. e4 e5 2. Nf3 $x Nc6 *", "N123", "Nf3 Nc6"),
        ("1. e4 e5 $2. Nf3 Nc6 *", "N123", "Nf3 Nc6"),
        // Wrong suffixes of check and capture.
        ("1. e4 + d5 2. exd5 e.p. Qxd5 *", "N106 N109", "exd5 Qxd5"),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7 mate *", "N106", "Qxf7+"),
        ("1. e4 e5 (= 1... c5) 2. Nf3 *", "S116", "Nf3"),
        ("1. e4 e5 2. Nf3 Nc6N 3. Bb5 *", "N104", "Nf3 Nc6 Bb5"),
        ("1. e4N e5D 2. Nf3 *", "N104 N104", "e4 e5 Nf3"),
        // Text that is written as one move is two only if the game goes on after both.
        ("1.e4e5 2.Nf3Nc6 3.Bb5a6 *", "N104 N104 N104", "e4 e5 Nf3 Nc6 Bb5 a6"),
        ("1. e4 e5 2. Nf3 Nc6 3. Ng1h5 4. a3 *", "N104", "Nc6 Ng1 h5 a3"),
        ("1. e4 e5 2. Nf3 Nc6 3. Ng1h5 Nf6 4. Nc3 *", "M101", "e4 e5 Nf3 Nc6"),
        ("1. e4 e5 2. Nf3 Nc6 3. Ng1h5 *", "M101", "e4 e5 Nf3 Nc6"),
        ("1. e4 e5 2. Nf3 Nc6 3. Ng1xh5 *", "M101", "e4 e5 Nf3 Nc6"),
        // Symbols after their moves are annotations.
        ("1. e4 e5 2. Nf3 Nc6 N 3. Bb5 = a6 +- 4. Ba4 D *", "", "Nf3 Nc6 Bb5 a6 Ba4"),
        ("1. e4 e5 2. Nf3 N {a} 2... Nc6 (=) 3. Bb5 +/- a6 *", "", "Nf3 Nc6 Bb5 a6"),
    ] {
        let bytes = text.as_bytes();
        let game = &read_all(bytes, Profile::Archive.rules())[0];
        let mut position = Position::initial();
        let mut played = Vec::new();
        for mv in game.moves() {
            played.push(san::write(&position, mv).to_string());
            position = position.after_unchecked(mv);
        }
        assert_eq!(codes(text, Profile::Archive).join(" "), expected, "{text}");
        assert!(played.join(" ").ends_with(moves), "{text}: {played:?}");
    }
}

#[test]
fn split_move_is_an_error_only_if_ambiguous() {
    for (text, severity) in [
        ("1. e4 e5 2. N f3 Nc6 *", Severity::Error),
        ("1. e4 e5 2. N f3 Nc6 3. Nxe5 *", Severity::Warning),
        ("1. e4 e5 2. Nf 3 Nc6 *", Severity::Warning),
        ("1. e4 e5 2. = Nf3 *", Severity::Warning),
        ("1. e4 e5 2. D Nf3 *", Severity::Warning),
        ("1. e4 e5 2. Nf3 (2. N Bc4) *", Severity::Warning),
        ("1. e4 e5 2. Nf3 (N 2. Bc4) *", Severity::Warning),
        ("1. e4 e5 2. Nf3 (N 2. f4) *", Severity::Error),
        ("1. e4 e5 2. D f3 *", Severity::Error),
    ] {
        let bytes = text.as_bytes();
        let found = seen(bytes, &read_all(bytes, Profile::Archive.rules()));
        assert_eq!(found.iter().map(|seen| seen.severity).collect::<Vec<_>>(), [severity], "{text}");
    }
}

#[test]
fn a_null_move_may_be_written_as_in_uci() {
    for (text, expected) in [
        ("1. e4 0000 2. Nf3 e5 *", "M105"),
        ("1. e4 -- 2. Nf3 e5 *", "M105"),
        ("1. e4 e5 (1... 0000 2. d4) 2. Nf3 *", ""),
        ("1. e4 0000. e5 *", "N101"),
    ] {
        assert_eq!(codes(text, Profile::Archive).join(" "), expected, "{text}");
    }
    let read = |text: &str| read_all(text.as_bytes(), RuleSet::ALL)[0].moves().collect::<Vec<_>>();
    assert_eq!(read("1. e4 0000 2. Nf3 e5 *"), read("1. e4 -- 2. Nf3 e5 *"));
}

#[test]
fn numbers_must_precede_a_move() {
    for (text, expected) in [
        ("1. e4 e5 2. Nf3 Nc6 3. *", "N101"),
        ("1. e4 e5 2. Nf3 4. *", "N101"),
        ("1. e4 e5 2. Nf3 Nc6 3. {resigns} *", "N101"),
        ("1. e4 e5 (1... d6 2.) 2. Nf3 *", "N101"),
        ("1. e4 e5 2. Nf3 Nc6 3.", "R102"),
        ("1. e4 e5 2. (1... c5) 2. Nf3 *", ""),
    ] {
        assert_eq!(codes(text, Profile::Archive).join(" "), expected, "{text}");
    }
}

#[test]
fn a_result_with_white_space_is_one_finding() {
    for result in ["1 - 0", "0 - 1", "1/2 - 1/2", "1 / 2 - 1 / 2", "1- 0", "0 -1 {time}", "½ - ½", "1\n-\n0"] {
        assert_eq!(codes(&format!("1. e4 e5 2. Nf3 {result}"), Profile::Archive), ["R103"], "{result}");
    }
    let castling = codes("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0 - 0 0-0 *", Profile::Archive);
    assert!(castling.contains(&"M106") && !castling.contains(&"R103"), "{castling:?}");
}

#[test]
fn a_variation_after_the_result_is_one_finding() {
    for text in ["1. e4 e5 1-0 {agreed} (1... d6 2. d4 (2. Bc4 Be7 (2... g6)))", "1. e4 e5 1-0 ({agreed}) (1... d6 2.)"]
    {
        assert_eq!(codes(text, Profile::Archive), ["R108"], "{text}");
    }
}

#[test]
fn comment_with_games_is_reported_where_it_starts() {
    let game = |moves: &str| format!("{ROSTER}\n{moves}\n\n");
    let closed_late = [game("1. e4 {good *"), game("1. d4 *"), game("1. c4 bad} c5 *"), game("1. f4 *")].concat();
    let bytes = closed_late.as_bytes();
    let read = read_all(bytes, Profile::Archive.rules());
    let found = seen(bytes, &read);
    assert_eq!(read.len(), 2);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].code, found[0].line, found[0].severity), ("S101", 9, Severity::Error));
    assert!(found[0].message.contains("spans 21 lines and contains the tags of 2 games"), "{}", found[0].message);
    // The same without blank lines between the games, or with spaces in them.
    for line_end in ["\n", "\r\n", "\n \n"] {
        let text = ["1. e4 {good *", "[Event \"b\"]", "1. d4 *", "[Site \"c\"]\n[White \"d\"]", "1. c4 bad} c5 *"]
            .join(line_end);
        let read = read_all(text.as_bytes(), Profile::Archive.rules());
        let found = seen(text.as_bytes(), &read);
        assert!(found.iter().any(|found| found.message.contains("the tags of 2 games")), "{text}: {found:?}");
    }
    // The same with other spellings of tags.
    for tag in ["[ Event \"b\" ]", "[event \"b\"]"] {
        let text = format!("{tag}\n\n1. e4 {{x 1-0\n\n{tag}\n\n1. d4 }} 1-0\n");
        let read = read_all(text.as_bytes(), Profile::Archive.rules());
        let found = seen(text.as_bytes(), &read);
        assert!(found.iter().any(|found| found.message.contains("the tags of a game")), "{text}: {found:?}");
    }
    // The same on one line, where the results show what the tags belong to.
    for (text, expected) in [
        ("[Event \"a\"] 1. e4 {x e5 * [Event \"b\"] 1. d4 1/2-1/2 [Event \"c\"] 1. c4 } *", vec!["S101"]),
        ("[Event \"a\"] 1. e4 {x e5 * [Event \"b\"] 1. d4 {ok} *", vec!["S101", "C105"]),
        ("[Event \"a\"] 1. e4 {he forgot the tag [Event \"b\"] here} *", vec![]),
    ] {
        let found: Vec<_> = codes(text, Profile::Archive);
        let found: Vec<_> = found.into_iter().filter(|code| ["S101", "C105"].contains(code)).collect();
        assert_eq!(found, expected, "{text}");
    }
    // The same without a result after it.
    let text = [game("1. e4 {good *"), game("1. c4 bad}")].concat();
    assert_eq!(codes(&text, Profile::Archive), ["S101", "R102"]);
    for comment in ["[%clk 0:01:00]", "see [Smith \"x\"]", "a\n[diagram]\nb", "a\n\n[diagram]\n\nb", "a\n\n[b \"c\"] d"]
    {
        let found = codes(&game(&format!("1. e4 {{{comment}}} *")), Profile::Archive);
        assert!(!found.contains(&"S101"), "{comment}: {found:?}");
    }
}

#[test]
fn a_flag_is_wrong_only_if_the_winner_has_the_move() {
    let tags = "[Termination \"Time forfeit\"]\n\n";
    let sound = "1. e4 {[%clk 0:00:01]} e5 {[%clk 0:00:02]} 2. Nf3 {[%clk 0:00:00]}";
    for (moves, expected) in [
        // White had less than a second left, and Black's flag fell; or less than a tenth of one.
        (format!("{sound} Nc6 {{[%clk 0:00:01]}} 3. Bb5 {{[%clk 0:00:00]}} 1-0"), ""),
        (format!("{sound} Nc6 {{[%clk 0:00:01.3]}} 3. Bb5 {{[%clk 0:00:00.0]}} 1-0"), ""),
        // Black has moved with time left, and White has the move.
        (format!("{sound} Nc6 {{[%clk 0:00:01]}} 1-0"), "R118"),
        (format!("{sound} Nc6 {{[%clk 0:00:00.4]}} 1-0"), "R118"),
        (format!("{sound} Nc6 {{[%clk 0:00:01]}} 0-1"), ""),
        (format!("{sound} Nc6 {{[%clk 0:00:00]}} 1-0"), ""),
        // The last clock times do not belong to the last moves.
        (format!("{sound} Nc6 {{[%clk 0:00:01]}} 3. Bb5 a6 1-0"), ""),
    ] {
        assert_eq!(codes(&format!("{tags}{moves}"), Profile::Archive).join(" "), expected, "{moves}");
    }
}

#[test]
fn tag_pairs_may_span_lines() {
    for tags in [
        "[Event \"x\"]\n[Result\n\"*\"]\n",
        "[\nDate \"2020.01.01\"\n]\n[White \"a\"]\n",
        "[Event \"x\"\n]\n[\r\n  Site\r\n\r\n  \"y\"\r\n  ]\n",
    ] {
        let text = format!("{tags}\n1. e4 e5 *\n\n{tags}\n1. d4 *\n");
        let read = read_all(text.as_bytes(), Profile::Archive.rules());
        assert_eq!(read.len(), 2, "{tags}");
        assert_eq!(codes(&text, Profile::Archive), [""; 0], "{tags}");
        let style = codes(&text, Profile::Export);
        assert!(style.iter().all(|code| ["T101", "T125"].contains(code)) && style.contains(&"T125"), "{style:?}");
    }
    // A second tag section.
    let text = "[Event\n\"x\"]\n[White \"a\"]\n\n[Event\n\"y\"]\n\n1. e4 *\n";
    assert_eq!(read_all(text.as_bytes(), Profile::Archive.rules()).len(), 2);
    // Not complete: none.
    for text in ["1. e4\n[\ne5 2. Nf3 *", "1. e4\n[\nEvent \"x\"\n2. Nf3 *"] {
        assert_eq!(read_all(text.as_bytes(), Profile::Archive.rules()).len(), 1, "{text}");
    }
}

#[test]
fn text_of_other_formats_is_one_finding() {
    for (text, expected, message) in [
        ("1. e4 /* x y */ e5 2. Nf3 *", "S116", "`/* x y */` is not a comment"),
        ("1. e4 /* x\ny */ e5 2. Nf3 *", "S116", "is not a comment"),
        ("1. e4 e5\n# what a move\n2. Nf3 *", "S116", "`# what a move` is not a comment"),
        ("1. f3 e5 2. g4 Qh4\n# 0-1", "", ""),
        ("1. e4 $ 5 e5 2. Nf3 *", "N123", "`$ 5` is not a NAG: write `$5`"),
        ("1. e4 $ 1... e5 *", "N123", "`$` is not a NAG"),
        ("1. e4 e5 (1... c5 2. Nf3] 2. Nf3 Nc6 1-0", "S116", "`]` does not close a variation"),
        ("1. e4 e5\n % 2. Nf3 Nc6\n3. Bb5 *", "S116", "`%` escapes a line only in its first column"),
        ("1. e4 e5 2. Nf3=20 Nc6 *", "S116", "quoted-printable"),
        ("1. e4 e5 2. NF3 Nc6 *", "S116", "did you mean `Nf3`?"),
        ("1. e4 e5 2. P@e3 *", "M108", "needs the tag Variant"),
        ("1) e4 e5 2) Nf3 Nc6 3) Bb5 *", "V102", "`1)`: a move number has a dot, `1.`"),
        ("1. e4 e5 (the classical reply) 2. Nf3 Nc6 *", "V103", "write `{the classical reply}`"),
        ("1. e4 e5 2. Nf3 (a good move, says the book) Nc6 *", "V103", "a remark in round brackets is no variation"),
        ("1. e4 e5 (good, O-O is next) 2. Nf3 Nc6 *", "M111 S116", ""),
        ("1. e4 e5 2. Nf3 Nc6 1&#8211;0", "R103", "`1&#8211;0` should be written `1-0`"),
        ("1. e4 e5 2. Nf3 Nc6 1/2&ndash;1/2", "R103", "should be written `1/2-1/2`"),
        ("1. e4 e5 2. Nf3 Nc6 &frac12;&ndash;&frac12;", "R103", "should be written `1/2-1/2`"),
        ("1.e4-e5 2.Nf3-Nc6 3.Bb5-a6 *", "N104 N104 N104", "missing space: `"),
        (
            "1. e4 2. e5 3. Nf3 4. Nc6 5. Bb5 6. a6 *",
            "N101",
            "the numbers count plies, not moves: `2` is Black's move 1",
        ),
        ("1. e4 2. e5 3. Nf3 (3. Bc4 4. Nc6) 4. Nc6 5. Bb5 6. a6 *", "N101", "the numbers count plies"),
    ] {
        let bytes = text.as_bytes();
        let found = seen(bytes, &read_all(bytes, Profile::Archive.rules()));
        let codes: Vec<_> = found.iter().map(|seen| seen.code).collect();
        assert_eq!(codes.join(" "), expected, "{text}");
        assert!(found.iter().all(|seen| seen.message.contains(message)), "{text}: {found:?}");
    }
}

#[test]
fn invisible_characters_in_moves_are_read() {
    let text = "1. e4 e5 2. Nf\u{ad}3 N\u{feff}c6 3. Bc4 Bc5 4. O-\u{ad}O O\u{ad}-O *";
    let bytes = text.as_bytes();
    let read = read_all(bytes, Profile::Archive.rules());
    let found = seen(bytes, &read);
    // No knight or king of Black can castle: the last move is the only error.
    assert_eq!(found.iter().map(|seen| seen.code).collect::<Vec<_>>(), ["N120", "N120", "N120", "M101"], "{found:?}");
    assert!(found[0].message.ends_with("an invisible character is U+00AD"), "{found:?}");
    assert_eq!(codes("1. e4 \u{feff}e5 2. Nf3 *", Profile::Archive), ["S109"]);
}

#[test]
fn numeric_notation_is_read_as_moves() {
    let text = "1. 5254 5755 2. 7163 2836 3. 6134 6834 4. 5171 *";
    let game = &read_all(text.as_bytes(), Profile::Archive.rules())[0];
    assert_eq!(codes(text, Profile::Archive), ["M101"], "the bishop on f8 cannot go to c4");
    assert_eq!(game.plies(), 5);
    assert_eq!(codes("1. e4 e5 2. 1111 *", Profile::Archive), ["N101"]);
    assert_eq!(found("1. 5254 5755 *", RuleSet::ALL).iter().filter(|code| **code == "N112").count(), 2);
    let promotion = "[SetUp \"1\"]\n[FEN \"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. 57581 *";
    assert_eq!(codes(promotion, Profile::Archive), [""; 0]);
    // The number of a long game is a number.
    let late = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/PP6/4K3 w - - 0 1213\"]\n\n1213 b3 *";
    assert_eq!(codes(late, Profile::Archive), [""; 0]);
}

#[test]
fn an_illegal_last_move_is_not_a_cut() {
    assert_eq!(codes("1. e4 e5 2. Nf3 Nc6 3. Ke3", Profile::Archive), ["M101", "R102"]);
    for cut in ["1. e4 e5 2. Nf3 Nc6 3. B", "1. e4 e5 2. Nf3 Nc6 3. Bb", "1. e4 e5 2. Nf3 Nc6 3. Nx"] {
        assert_eq!(codes(cut, Profile::Archive), ["S104"], "{cut}");
    }
}

#[test]
fn typographic_suffixes_may_stand_apart() {
    assert_eq!(codes("1. e4 ‼ e5 ⁇ 2. Nf3 ⁈ Nc6⁉ *", Profile::Archive), [""; 0]);
    assert_eq!(codes("1. e4 e5 2. ‼ Nf3 *", Profile::Archive), ["S116"]);
}

#[test]
fn castling_in_uci_is_one_finding() {
    let text = "1. e2e4 e7e5 2. g1f3 b8c6 3. f1c4 f8c5 4. e1g1 *";
    let found = found(text, RuleSet::ALL);
    assert!(!found.contains(&"N110") && found.iter().filter(|code| **code == "N112").count() == 7, "{found:?}");
}

#[test]
fn elapsed_times_in_seconds_are_style() {
    let text = "1. e4 {[%emt 1.485]} e5 {[%emt 0.1]} *";
    assert_eq!(codes(text, Profile::Archive), ["C101"; 2]);
    let found = seen(text.as_bytes(), &read_all(text.as_bytes(), Profile::Archive.rules()));
    assert!(found.iter().all(|seen| seen.severity == Severity::Style), "{found:?}");
}

#[test]
fn a_king_put_in_the_center_is_not_a_move_after_the_end() {
    let start = "[SetUp \"1\"]\n[FEN \"8/8/8/3k4/8/4K3/4p3/8 w - - 0 40\"]\n\n";
    let found = |moves: &str| found(&format!("{start}{moves} 1/2-1/2\n"), Profile::Archive.rules() | RuleSet::audit());
    assert_eq!(found("40. Kxe2 Ke4"), ["R119"]);
    assert_eq!(found("40. Kxe2 Ke5 41. Kd3 Kd5"), ["M109"]);
    assert_eq!(found("40. Kxe2 Kd6"), ["M109"]);
}

#[test]
fn one_clock_is_one_finding() {
    let after_double_step = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/4P3/8/8/4K3 b - e3 30 2\"]\n\n2... Ke7 *";
    assert_eq!(codes(after_double_step, Profile::Archive), ["F110"]);
}

#[test]
fn operations_are_checked_as_the_standard_has_them() {
    let found = |operations: &str| {
        let line = format!("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - {operations}");
        let found = seen_in_epd(line.as_bytes(), Profile::Archive.rules());
        let shown = found.into_iter().filter(|seen| seen.severity >= Severity::Warning);
        shown.map(|seen| seen.code).collect::<Vec<_>>().join(" ")
    };
    for (operations, expected) in [
        ("bm Nf3; am Ke2 Qh5; id \"x; y\"; c0 \"f5=10, Be5+=2\"; acd 12; acn 4000000000; acs 5; ce -32767; dm 5;", ""),
        (
            "pv Nf3 Nc6 Bb5 a6; pm Nf3; sm d4; eco \"C40\"; v0 \"line\"; hmvc 3; fmvn 40; rc 1; noop a 1 \"b\"; resign;",
            "",
        ),
        // Dialects: no quotes, move numbers, other spellings, opcodes of one program.
        ("id WAC.001; bm g1f3 O-O! Nf3+;", "F121"),
        ("id WAC.001; bm g1f3; pv 1. Nf3 Nc6 2.Bb5; c1 some words; D1 29; Ae \"x\"; pv_ Qh9;", ""),
        ("hmvc 3;", ""),
        ("bm Nf6;", "F121"),
        ("bm d9 Qh5 xyz;", "F121 F121"),
        ("am Nc3 Ke3; pv Nf3 Nc6 Nc6 Nxe5;", "F121 F121"),
        ("rc 3; hmvc 7;", "F122"),
        ("hmvc 8; rc 3;", ""),
        ("rc 3;", ""),
        ("pm Nf3 Nc3;", "F122"),
        ("sm;", "F122"),
        ("acd 1.5;", "F122"),
        ("dm -3;", "F122"),
        ("hmvc 99999999999;", "F122"),
        ("id 5;", "F122"),
        ("draw_offer now;", "F122"),
        ("bm Nf3; bm Nc3;", "F122"),
        ("18 \"x\";", "F101"),
    ] {
        assert_eq!(found(operations), expected, "{operations}");
    }
    // The error of the position is reported besides that of the operation.
    let line = "rnbqkkkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 18 \"x\";";
    let both: Vec<_> =
        seen_in_epd(line.as_bytes(), Profile::Archive.rules()).into_iter().map(|seen| seen.code).collect();
    assert_eq!(both, ["F102", "F101"]);
    // Moves of a position that is not playable are not checked.
    let line = "8/8/8/8/8/8/8/8 w - - bm Nf3; acd x;";
    let both: Vec<_> =
        seen_in_epd(line.as_bytes(), Profile::Archive.rules()).into_iter().map(|seen| seen.code).collect();
    assert_eq!(both, ["F102", "F122"]);
}
