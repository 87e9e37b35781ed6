//! Tests of conditions about games: what they mean, and their errors.

use super::super::replay::{read_game, read_tags};
use super::super::rules::RuleSet;
use super::*;

const GAME: &str = "[Event \"Wijk aan Zee \\\"A\\\"\"]\n[Date \"1999.01.??\"]\n[White \"Kasparov, Garry\"]\n[WhiteElo \"2812\"]\n\
                    [BlackElo \"2700\"]\n[ECO \"B07\"]\n[Round \"4\"]\n[Result \"1-0\"]\n[Own \"x\"]\n[Time \"?\"]\n\n1. e4 d6 1-0\n";

fn holds(filter: &str) -> bool {
    let game = read_game(GAME.as_bytes(), 0, RuleSet::EMPTY);
    filter.parse::<Filter>().unwrap_or_else(|error| panic!("{error}")).matches(&game, GAME.as_bytes())
}

#[test]
fn evaluates_conditions() {
    for filter in [
        "WhiteElo>=2500 and Result=1-0",
        "WhiteElo = 2812.0",
        "BlackElo < 2812 and not BlackElo > 2812",
        "White~kasparov",
        "White ~ 'OV, GA'",
        "Event = 'Wijk aan Zee \"A\"'",
        "White = \"Kasparov, Garry\" or tag:Nonsense = 1",
        "not (White ~ Karpov or White ~ Anand)",
        "ECO >= B00 AND ECO <= B99",
        "Round = 04",
        "tag:Own = x and has:Own and not has:Other",
        "plies = 2 and year = 1999 and valid = true and checkmate = false",
        "min_elo >= 2700 and max_elo = 2812",
        "tag:White ~ garry",
        "Date = 1999 and Date = 1999.01 and Date >= 1999.01.01 and Date < 1999.02.01",
        "Date > 1998 and Date <= 1999.01.31 and Date != 1999.02",
        "has:year and Time = ?",
        "eco = B00 and ECO = B07 and opening ~ pirc and eco >= B00 and has:opening",
        "player ~ kasparov and not player ~ karpov and has:player",
        "ending = resignation and certainty != proved and moves = 1",
        "white_elo = 2812 and elo_difference = 112 and month = 1999.01 and date = 1999",
        "BlackElo != ? and not Date = ? and Date ~ 199 and not WhiteElo ~ x",
        "Date != '????.??.??' and not Date = '????.??.??'",
        "has_clocks = false and status = valid and material ~ KQRRBBNNPPPPPPPPv",
        "2800 <= WhiteElo and 2812 = white_elo and 'Kasparov, Garry' == White and 1998 < year",
        "white_elo - black_elo = 112 and WhiteElo - BlackElo > 100 && WhiteElo > BlackElo",
        "abs(BlackElo - WhiteElo) = 112 and -white_elo < - 2811 and 3000 - white_elo - black_elo < -2500",
        "white_elo-black_elo > black_elo - white_elo and 3 < abs(plies - 10) and plies + 0.5 = 2.5",
        "ECO in (B06, B07) and Round in (3, 4) and plies in 1..2 and ECO not in (B00, 'B 01')",
        "year between 1990 and 1999 and date in 1998-12-31..1999.02 and not year in 1900..1998",
        "year not between 2000 and 2010 and plies + 1 in (1, 2, 3) and plies + 1 not in 4..5",
        "WhiteTitle is null and WhiteElo is not null and not White IS NULL && termination is null",
        "date >= 1999-01 and date < 1999-02-01",
        "valid and !checkmate and !(valid and checkmate) && !has_evals",
    ] {
        assert!(holds(filter), "{filter}");
    }
    for filter in [
        "WhiteElo > 2812",
        "WhiteElo < 30",
        "tag:Missing = x",
        "tag:Missing != x",
        "not has:White",
        "Date = 1999.01.15",
        "Date < 1999.01.15",
        "Date != 1999.01.15",
        "Result = 0-1 or Result = 1/2-1/2",
        "Time < 5",
        "Time in 1..9 or Time not in (3, 4) and Time > 1",
        "WhiteTitle not in (GM, IM) or WhiteTitle in (GM, IM)",
        "white_rating_diff + 1 > 0 or white_rating_diff + 1 not in 1..2",
        "checkmate or !valid",
        "White = kasparov",
        "has:Plies",
        "eco = B07",
        "opening = 'pirc defense'",
    ] {
        assert!(!holds(filter), "{filter}");
    }
}

#[test]
fn tags_decide_what_they_can() {
    let (tags, whole) = (read_tags(GAME.as_bytes(), 0).unwrap(), read_game(GAME.as_bytes(), 0, RuleSet::EMPTY));
    for (filter, by_tags, uses_tags) in [
        ("WhiteElo > 2800", Some(true), true),
        ("has:ECO and not BlackElo > 2700", Some(true), true),
        ("plies = 2", None, false),
        ("result = 1-0", None, false),
        ("plies = 9 and WhiteElo > 2812", Some(false), true),
        ("WhiteElo = 2812 and plies = 2", None, true),
        ("plies = 9 or WhiteElo = 2812", Some(true), true),
        ("not (plies = 2 and year = 1998)", Some(true), true),
        ("plies = 2 or year = 1998", None, true),
        ("not has:opening", None, false),
    ] {
        let parsed: Filter = filter.parse().unwrap();
        assert_eq!(parsed.decide(&tags, GAME.as_bytes()), by_tags, "{filter}");
        assert_eq!(parsed.uses_tags(), uses_tags, "{filter}");
        let decided = parsed.decide(&whole, GAME.as_bytes());
        assert!(decided.is_some() && (by_tags.is_none() || decided == by_tags), "{filter}");
    }
}

#[test]
fn an_unknown_date_equals_only_an_unknown_date() {
    let holds = |filter: &str, date: &str| {
        let text = format!("[Date \"{date}\"]\n\n1. e4 *\n");
        let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
        filter.parse::<Filter>().unwrap().matches(&game, text.as_bytes())
    };
    for (date, is_unknown) in [("????.??.??", true), ("1999.??.??", false), ("1999.01.31", false)] {
        assert_eq!(holds("Date = '????.??.??'", date), is_unknown, "{date}");
        assert_eq!(holds("Date != '????.??.??'", date), !is_unknown, "{date}");
        assert!(!holds("Date < '????.??.??'", date), "{date}");
    }
    for unknown in ["????.??.??", "?", "", "soon", "10000.01.01", "????.01.31"] {
        assert!(!holds("Date = 1999 or Date != 1999", unknown), "{unknown}");
        assert!(!holds("Date < 1999.05.05 or Date > 1999.05.05 or tag:EventDate < 1999", unknown), "{unknown}");
        assert!(holds("Date = '????.??.??'", unknown), "{unknown}");
    }
    assert!(holds("Date = 2019 and not Date = 2019.02", "2019.02.30"), "no such day, but the year is certain");
    assert!(holds("Date = 1999.01.31 and Date < 1999.02", "31/01/1999"));
    assert!(holds("Date >= 1999.01 and Date < 1999.03 and not Date = 1999.01", "01.02.1999"), "one of two days");
    assert!(holds("Date > 2019.05 and Date = 2020 and not Date = 2020.01", "2020"));
    assert!(holds("Date = ? and not Date = ''", "?"));
    assert!(holds("Date == 2020 && not (Date == 2019 || Date = 2021)", "2020"));
}

#[test]
fn errors_of_lists_ranges_and_sums_point_at_their_place() {
    for (text, at, message) in [
        ("Date > 2004-02-30", 7, "`2004-02-30` is not a date; write 1999, 1999.01 or 1999.01.31"),
        ("Date > 2004-02.03", 7, "`2004-02.03` is not a date; write 1999, 1999.01 or 1999.01.31"),
        ("1800 <= 3", 0, "a condition compares a tag or a fact with a value"),
        ("'a' ~ White", 0, "a condition compares a tag or a fact with a value"),
        ("White in", 8, "a value is missing"),
        ("White in (a b)", 12, "`,` or `)` is missing"),
        ("plies in 10", 11, "write `in (A, B)` or `in 10..20`"),
        ("plies in (10, many)", 14, "`many` is not a number"),
        ("plies between 10 or 20", 17, "`and` and the second value are missing"),
        ("plies is 10", 9, "write `is null`, `is not null`, or `=` and a value"),
        ("position is null", 9, "`position` needs a value: position = …"),
        ("plies - White > 3", 8, "`White` is not a number"),
        ("plies - > 3", 8, "a number is missing"),
        ("abs(plies > 3", 10, "`)` is missing"),
        ("plies + 1 ~ 3", 10, "numbers are compared with = != < <= > >="),
        ("plies + 1 is null", 10, "only a name can be null"),
        ("White not Black", 6, "a comparison is missing: one of = != < <= > >= ~ in between is"),
    ] {
        let error = text.parse::<Filter>().unwrap_err();
        assert_eq!((error.at, error.message.as_str()), (at, message), "{text}");
    }
}

#[test]
fn errors_point_at_their_place() {
    for (text, at, message) in [
        ("", 0, "a condition is missing"),
        ("WhiteElo", 8, "a comparison is missing: one of = != < <= > >= ~ in between is"),
        ("WhiteElo >", 10, "a value is missing"),
        ("WhiteElo=>2", 9, "a value is missing; the operator is written `>=`"),
        ("WhiteElo =< 2", 10, "a value is missing; the operator is written `<=`"),
        ("WhiteElo >> 2", 10, "a value is missing"),
        ("ECO = 1 and", 11, "a condition is missing"),
        ("ECO = 1 B = 2", 8, "`and` or `or` is missing"),
        ("(ECO = 1", 8, "`)` is missing"),
        ("ECO = 1)", 7, "`)` closes nothing"),
        ("ECO = 'x", 6, "the quotation mark is never closed"),
        (
            "ply > 3",
            0,
            "`ply` is a fact about a ply, not about a game; ask any(ply …), all(…) or count(…) > 3, or select plies with \
             --plies",
        ),
        ("plie > 3", 0, "no fact and no known tag is called `plie`; did you mean `plies`?"),
        (
            "WhiteELO > 2500",
            0,
            "no fact and no known tag is called `WhiteELO`; did you mean `WhiteElo`? for a tag of that name, write `tag:WhiteELO`",
        ),
        (
            "qqqq = 1",
            0,
            "no fact and no known tag is called `qqqq`; `adoube explain --facts` lists the facts; for a tag of that name, write `tag:qqqq`",
        ),
        ("file ~ a", 0, "a condition cannot be about `file`; the inputs are the files that are read"),
        ("game = 3", 0, "a condition cannot be about `game`; --game chooses games by their numbers"),
        ("speed = bliz", 8, "`bliz` is no speed; did you mean `blitz`?"),
        ("date > soon", 7, "`soon` is not a date; write 1999, 1999.01 or 1999.01.31"),
        ("Date > 2004-13", 7, "`2004-13` is not a date; write 1999, 1999.01 or 1999.01.31"),
        ("Date = 2019.02.30", 7, "`2019.02.30` is not a date; write 1999, 1999.01 or 1999.01.31"),
        (
            "color = white",
            0,
            "a condition cannot be about `color`: every game has both; `white` and `black` are the players",
        ),
        ("Date >= 2004.01.32", 8, "`2004.01.32` is not a date; write 1999, 1999.01 or 1999.01.31"),
        ("tag:EventDate = soon", 16, "`soon` is not a date; write 1999, 1999.01 or 1999.01.31"),
        ("Date < ?", 7, "`?` is not a date; write 1999, 1999.01 or 1999.01.31"),
        ("WhiteElo > abc", 11, "`abc` is not a number"),
        ("PlyCount > x", 11, "`x` is not a number"),
        ("has:", 4, "the name of a tag is missing"),
        ("plies > many", 8, "`many` is not a number"),
        ("valid = yes", 8, "write true or false"),
        ("eco = B9", 6, "`B9` is no ECO code, such as B90; `eco ~ B9` finds all codes with `B9`"),
        ("result = draw", 9, "a draw is written 1/2-1/2"),
        (
            "Termination = time forfeit or year = 1999",
            19,
            "`and` or `or` is missing; put a value with spaces in quotation marks: 'time forfeit'",
        ),
        ("material = 'KRvK at any time'", 16, "write `at end` and `at any time` after the quotation marks"),
    ] {
        let error = text.parse::<Filter>().unwrap_err();
        assert_eq!((error.at, error.message.as_str()), (at, message), "{text}");
    }
    let error = "tag:é = 1 and and".parse::<Filter>().unwrap_err();
    assert_eq!(error.to_string(), "a condition is missing\n    tag:é = 1 and and\n                  ^");
    let far = format!("{:65535} and", "has:White").parse::<Filter>().unwrap_err();
    assert_eq!(far.to_string(), format!("a condition is missing\n    …{:25} and\n    {:30}^", "", ""));
    assert!("(".repeat(100_000).parse::<Filter>().is_err());
    assert!("not ".repeat(100_000).parse::<Filter>().is_err());
}
