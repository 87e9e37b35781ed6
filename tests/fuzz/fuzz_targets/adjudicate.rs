//! Words of a question in the first line (`--event flag:white --laws uscf threefold Nf3`), then games, or a position as
//! FEN or EPD. The words are what the options of `adoube adjudicate` take; the names of options are not read, and a word
//! that is nothing else is an intended move. What must hold:
//!
//! * Rulings, verdicts and answers to `--can-mate` do not depend on what was asked before: twice the same.
//! * The ending of a game that was found without a full ruling is that of the ruling.

#![no_main]

use adoube::chess::piece::Color;
use adoube::chess::position::Position;
use adoube::chess::square::Square;
use adoube::game::replay::position_text::PositionFormat;
use adoube::game::replay::{Game, ReplayOptions, read_game_as};
use adoube::game::rules::Profile;
use adoube::game::values::game_place::GamePlace;
use adoube::game::verdict::answer_notes::rule_on_line;
use adoube::game::verdict::game_end::GameEnd;
use adoube::game::verdict::mating::{LineChoice, MatingQuestion, answer_for_game, answer_for_position};
use adoube::game::verdict::position_line::PositionLine;
use adoube::game::verdict::ruling::{
    ClaimQuestion, RulingQuestion, RuleSetChoice, TouchClaim, rule_on_game, verdict_on_game,
};
use adoube::laws::claim::ClaimGround;
use adoube::laws::edition::{Edition, Supervision, TimeClass};
use adoube::laws::event::{IfUnproved, RulingOptions};
use adoube::laws::touched_pieces::TouchedPieces;
use adoube::pgn::split::games;
use libfuzzer_sys::fuzz_target;

/// The number of positions that a search may visit.
const BUDGET: u32 = 100;

fuzz_target!(|data: &[u8]| {
    let end = data.iter().position(|byte| *byte == b'\n').unwrap_or(data.len());
    let (words, text) = (&data[..end], data.get(end + 1..).unwrap_or_default());
    let question = question(&String::from_utf8_lossy(words));
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let parse = |format| PositionLine::parse(line, format);
    if let Some(position) = parse(PositionFormat::Fen).or_else(|| parse(PositionFormat::Epd)) {
        same_twice(|| rule_on_line(Some(&position), &question));
        same_twice(|| answer_for_position(Some(&position), &mating(&question)));
    }
    for span in games(text).take(3) {
        let options = ReplayOptions { rules: Profile::default().rules(), budget: BUDGET, ..ReplayOptions::default() };
        let game = read_game_as(text, span.start, &options);
        same_twice(|| rule_on_game(&game, text, &question));
        same_twice(|| verdict_on_game(&game, text, &question));
        same_twice(|| answer_for_game(&game, text, &mating(&question)));
        check_end(&game, text);
    }
});

fn same_twice<T: std::fmt::Debug>(answer: impl Fn() -> T) {
    assert_eq!(format!("{:?}", answer()), format!("{:?}", answer()));
}

/// The full ruling has the budget of the program here, so closed positions are left out.
fn check_end(game: &Game, text: &[u8]) {
    if *game.start() == Position::initial() || game.position().occupied().count() <= 4 {
        assert_eq!(GameEnd::from_game(game, text), GameEnd::by_ruling(game, text));
    }
}

/// The question of these words.
fn question(words: &str) -> RulingQuestion {
    let mut question = RulingQuestion {
        terms: RulingOptions { budget: BUDGET, line: Some(BUDGET), ..RulingOptions::default() },
        ..RulingQuestion::default()
    };
    let (mut ground, mut intended, mut by) = (None, None, None);
    for word in words.split([' ', ',', '\t']).filter(|word| !word.is_empty() && !word.starts_with("--")).take(12) {
        if let Ok(event) = word.parse() {
            question.event = Some(event);
        } else if let Some(edition) = Edition::ALL.into_iter().find(|edition| edition.name() == word) {
            question.laws.push(RuleSetChoice::By(edition));
        } else if let Ok(rules) = word.parse() {
            question.engine = Some(rules);
        } else if let Ok(place) = word.parse::<GamePlace>() {
            question.at = Some(place);
        } else {
            match word {
                "threefold" => ground = Some(ClaimGround::Threefold),
                "fifty" => ground = Some(ClaimGround::Fifty),
                "white" => by = Some(Color::White),
                "black" => by = Some(Color::Black),
                "rapid" => question.terms.class = TimeClass::Rapid,
                "blitz" => question.terms.class = TimeClass::Blitz,
                "limited" => question.terms.supervision = Supervision::Limited,
                "loss" => question.terms.if_unproved = IfUnproved::Loss,
                "draw" => question.terms.if_unproved = IfUnproved::Draw,
                "increment" => question.terms.has_increment = true,
                "class" => question.class_of_game = true,
                "complaint" => question.complaint = Some(TouchClaim { by, has_touched: false }),
                _ => match Square::from_ascii(word.as_bytes()) {
                    Some(square) => question.touched.get_or_insert_with(TouchedPieces::default).squares.push(square),
                    None => intended = Some(word.to_owned()),
                },
            }
        }
    }
    question.claim = ground.map(|ground| ClaimQuestion { ground, by, intended, has_touched: false });
    question
}

fn mating(question: &RulingQuestion) -> MatingQuestion {
    let line = if question.class_of_game { LineChoice::Shortest } else { LineChoice::Short };
    MatingQuestion { sides: Color::BOTH.to_vec(), at: question.at.clone(), budget: BUDGET, line, why: true }
}
