//! The parser of conditions: `or` has the lowest precedence, then `and`, then `not`.
//!
//! ```text
//! condition  = all { "or" all }             all = one { "and" one }
//! one        = "not" one | "(" condition ")" | ("any" | "all") "(" condition ")" | comparison
//! comparison = name                         a fact that is true or false
//!            | "has:" name | name "is" ["not"] "null"
//!            | side operator side
//!            | side ["not"] "in" ("(" value { "," value } ")" | value ".." value)
//!            | side ["not"] "between" value "and" value
//! side       = name | value | sum
//! sum        = term { ("+" | "-") term }    term = name | number | "abs" "(" sum ")" | "count" "(" condition ")"
//! ```

mod board;
mod numbers;
mod tokens;

use crate::game::facts::{FactColumn, FactInfo, FactType, GameFact, PlyFact, unknown_tag};
use crate::game::suggestions::{did_you_mean, similar};
use crate::game::values::formats::TagKind;

use super::number::Number;
use super::plies::PlyCondition;
use super::subject::{Name, Neighbor, is_date_tag};
use super::value::{Literal, number};
use super::{Condition, FilterError, Operator};
use tokens::{Parser, WordEnd};

/// What a condition is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum About {
    Games,
    /// Plies, their positions and their games.
    Plies,
    /// Positions by themselves: lines of FEN or EPD.
    Positions,
}

/// The maximum nesting depth of conditions.
const MAX_DEPTH: usize = 64;

/// The comparison operators, each before its own prefixes.
const OPERATORS: [(&str, Operator); 8] = [
    ("==", Operator::Equal),
    ("!=", Operator::Unequal),
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("=", Operator::Equal),
    ("<", Operator::Less),
    (">", Operator::Greater),
    ("~", Operator::Contains),
];

/// The left side of a comparison.
#[derive(Clone)]
enum Left {
    Name(Name),
    Number(Number),
}

pub(super) fn parse(text: &str, about: About) -> Result<Condition, FilterError> {
    let mut parser = Parser { text, at: 0, depth: 0, about, bare_value: None, end: WordEnd::Usual };
    let condition = parser.any()?;
    match parser.rest().chars().next() {
        None => Ok(condition),
        Some(')') => Err(parser.error("`)` closes nothing")),
        Some(_) => Err(parser.missing_link()),
    }
}

impl Parser<'_> {
    fn any(&mut self) -> Result<Condition, FilterError> {
        let mut conditions = vec![self.all()?];
        while self.eat_word("or") || self.eat("||") {
            conditions.push(self.all()?);
        }
        Ok(any_of(conditions))
    }

    fn all(&mut self) -> Result<Condition, FilterError> {
        let mut conditions = vec![self.one()?];
        while self.eat_word("and") || self.eat("&&") {
            conditions.push(self.one()?);
        }
        Ok(all_of(conditions))
    }

    fn one(&mut self) -> Result<Condition, FilterError> {
        self.nested(|parser| {
            let is_negated = parser.rest().starts_with('!') && !parser.rest().starts_with("!=") && parser.eat("!");
            if is_negated || parser.eat_word("not") {
                Ok(Condition::Not(Box::new(parser.one()?)))
            } else if parser.eat("(") {
                let inner = parser.any()?;
                parser.close()?;
                Ok(inner)
            } else {
                parser.comparison()
            }
        })
    }

    /// Reads something that lies one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, FilterError>) -> Result<T, FilterError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("conditions lie too deep in each other"));
        }
        let read = read(self)?;
        self.depth -= 1;
        Ok(read)
    }

    fn close(&mut self) -> Result<(), FilterError> {
        if self.eat(")") { Ok(()) } else { Err(self.error("`)` is missing")) }
    }

    /// Reads a condition about plies in parentheses; `start` is the word before them.
    fn plies(&mut self, start: usize) -> Result<Box<PlyCondition>, FilterError> {
        let message = match self.about {
            About::Games => None,
            About::Plies => Some("a condition about a ply cannot ask about all plies of the game"),
            About::Positions => Some("a position has no plies to ask about"),
        };
        if let Some(message) = message {
            return Err(self.error_at(start, message));
        }
        self.eat("(");
        let end = std::mem::replace(&mut self.end, WordEnd::Usual);
        self.about = About::Plies;
        let condition = self.any()?;
        self.about = About::Games;
        self.end = end;
        if !self.eat(")") {
            return Err(if self.rest().is_empty() { self.error("`)` is missing") } else { self.missing_link() });
        }
        Ok(Box::new(PlyCondition::new(condition)))
    }

    fn comparison(&mut self) -> Result<Condition, FilterError> {
        self.skip_blanks();
        let start = self.at;
        if self.rest().starts_with(['"', '\'']) {
            self.value()?;
            return self.value_first(start, None);
        }
        let word = self.word();
        if word.is_empty() || ["and", "or", "not"].iter().any(|keyword| word.eq_ignore_ascii_case(keyword)) {
            return Err(self.error_at(start, "a condition is missing"));
        }
        if let Some(name) = word.strip_prefix("has:") {
            return self.has(name, start + "has:".len());
        }
        if self.text[self.at..].starts_with('(') && matches!(word, "any" | "all") {
            let plies = self.plies(start)?;
            return Ok(if word == "any" { Condition::AnyPly(plies) } else { Condition::AllPlies(plies) });
        }
        self.bare_value = None;
        if self.begins_sum(start, true) {
            return self.sum_compared(start);
        }
        let name = self.name(word, start);
        self.skip_blanks();
        if self.is_operator_next() {
            return match name {
                Ok(name) => self.compared(&Left::Name(name)),
                // What names a fact is no value.
                Err(error) if self.is_fact(word) || is_about_plies(word) || self.about == About::Positions => {
                    Err(error)
                }
                Err(error) => self.value_first(start, Some(error)),
            };
        }
        match name {
            Ok(name) if name.is_flag() => {
                let literal = Literal::new("true", false);
                Ok(Condition::Compare(name, Operator::Equal, literal))
            }
            Err(error) if number(word).is_none() => Err(error),
            _ => Err(self.error("a comparison is missing: one of = != < <= > >= ~ in between is")),
        }
    }

    /// Reads a comparison whose left side is a sum that begins at `start`.
    fn sum_compared(&mut self, start: usize) -> Result<Condition, FilterError> {
        self.at = start;
        let left = Left::Number(self.sum()?);
        self.compared(&left)
    }

    /// Reads the name after `has:`.
    fn has(&self, name: &str, start: usize) -> Result<Condition, FilterError> {
        if name.is_empty() {
            return Err(self.error("the name of a tag is missing"));
        }
        match self.name(name, start) {
            Ok(Name::Fact(fact)) if fact.is_condition_only() => {
                Err(self.error_at(start - "has:".len(), &format!("`{name}` needs a value: {name} = …")))
            }
            Ok(name) => Ok(Condition::Has(name)),
            Err(error) if is_about_plies(name) || self.about == About::Positions => Err(error),
            // Any tag may be asked for.
            Err(_) => Ok(Condition::Has(Name::Tag(name.to_owned()))),
        }
    }

    /// Whether what makes a comparison comes next.
    fn is_operator_next(&mut self) -> bool {
        let start = self.at;
        let is_next = self.operator().is_some()
            || ["in", "between", "is"].iter().any(|word| self.eat_word(word))
            || self.eat_word("not") && (self.eat_word("in") || self.eat_word("between"));
        self.at = start;
        is_next
    }

    /// Reads a comparison whose value stands at `start`, before its name; `error` says why it is no name.
    fn value_first(&mut self, start: usize, error: Option<FilterError>) -> Result<Condition, FilterError> {
        let is_number = number(self.text[start..self.at].trim_end()).is_some();
        let operator = self.operator();
        self.skip_blanks();
        let name_at = self.at;
        let word = self.word();
        let name = self.name(word, name_at);
        let (Some(operator), Ok(name)) = (operator.and_then(Operator::exchanged), name) else {
            if is_number && self.begins_sum(name_at, false) {
                return self.sum_compared(start);
            }
            let no_name = || self.error_at(start, "a condition compares a tag or a fact with a value");
            return Err(error.filter(|_| !is_number).unwrap_or_else(no_name));
        };
        let end = std::mem::replace(&mut self.at, start);
        let condition = self.compared_with_value(&name, operator, start)?;
        self.at = end;
        self.bare_value = None;
        Ok(condition)
    }

    /// Reads what follows the left side of a comparison.
    fn compared(&mut self, left: &Left) -> Result<Condition, FilterError> {
        self.skip_blanks();
        let operator_at = self.at;
        if let Some(operator) = self.operator() {
            return self.one_compared(left, operator, operator_at);
        }
        if self.eat_word("is") {
            let is_negated = self.eat_word("not");
            let Left::Name(name) = left else { return Err(self.error_at(operator_at, "only a name can be null")) };
            if !self.eat_word("null") {
                return Err(self.error("write `is null`, `is not null`, or `=` and a value"));
            }
            if let Name::Fact(fact) = name
                && fact.is_condition_only()
            {
                let name = fact.name();
                return Err(self.error_at(operator_at, &format!("`{name}` needs a value: {name} = …")));
            }
            let has = Condition::Has(name.clone());
            return Ok(if is_negated { has } else { Condition::Not(Box::new(has)) });
        }
        let is_negated = self.eat_word("not");
        if self.eat_word("in") {
            return self.in_values(left, is_negated);
        }
        if self.eat_word("between") {
            let and = |parser: &mut Self| parser.eat_word("and") || parser.eat("&&");
            return self.in_range(left, is_negated, "`and` and the second value are missing", and);
        }
        Err(self.error("a comparison is missing: one of = != < <= > >= ~ in between is"))
    }

    /// Reads the values after `in`: a list, or a range.
    fn in_values(&mut self, left: &Left, is_negated: bool) -> Result<Condition, FilterError> {
        if !self.eat("(") {
            let dots = |parser: &mut Self| parser.eat("..");
            return self.in_range(left, is_negated, "write `in (A, B)` or `in 10..20`", dots);
        }
        let mut conditions = Vec::new();
        loop {
            self.skip_blanks();
            let at = self.at;
            self.end = WordEnd::Comma;
            let condition = self.one_compared(left, Operator::Equal, at);
            self.end = WordEnd::Usual;
            conditions.push(condition?);
            if self.eat(")") {
                break;
            }
            if !self.eat(",") {
                return Err(self.error("`,` or `)` is missing"));
            }
        }
        self.bare_value = None;
        Ok(Self::negated_if(is_negated, left, any_of(conditions)))
    }

    /// Reads the values of a range, with what `separates` between them.
    fn in_range(
        &mut self,
        left: &Left,
        is_negated: bool,
        missing: &str,
        separates: impl FnOnce(&mut Self) -> bool,
    ) -> Result<Condition, FilterError> {
        self.skip_blanks();
        let at = self.at;
        self.end = WordEnd::Dots;
        let least = self.one_compared(left, Operator::AtLeast, at);
        self.end = WordEnd::Usual;
        let least = least?;
        if !separates(self) {
            return Err(self.error(missing));
        }
        let most = self.one_compared(left, Operator::AtMost, at)?;
        Ok(Self::negated_if(is_negated, left, all_of(vec![least, most])))
    }

    /// The condition, or its opposite. As with `!=`, the opposite is false where a value is missing.
    fn negated_if(is_negated: bool, left: &Left, condition: Condition) -> Condition {
        if !is_negated {
            return condition;
        }
        let has = match left {
            Left::Name(Name::Fact(fact)) if fact.is_condition_only() => return Condition::Not(Box::new(condition)),
            Left::Name(name) => Condition::Has(name.clone()),
            Left::Number(number) => Condition::CompareNumbers(number.clone(), Operator::Equal, number.clone()),
        };
        all_of(vec![has, Condition::Not(Box::new(condition))])
    }

    /// Reads the right side of a comparison.
    fn one_compared(&mut self, left: &Left, operator: Operator, operator_at: usize) -> Result<Condition, FilterError> {
        match left {
            Left::Name(name)
                if operator != Operator::Contains && name.has_numbers() && self.begins_sum(self.at, false) =>
            {
                Ok(Condition::CompareNumbers(Number::Value(name.clone()), operator, self.sum()?))
            }
            Left::Name(name) => self.compared_with_value(name, operator, operator_at),
            Left::Number(_) if operator == Operator::Contains => {
                Err(self.error_at(operator_at, "numbers are compared with = != < <= > >="))
            }
            Left::Number(number) => Ok(Condition::CompareNumbers(number.clone(), operator, self.sum()?)),
        }
    }

    /// Reads the value with which a name is compared.
    fn compared_with_value(
        &mut self,
        name: &Name,
        operator: Operator,
        operator_at: usize,
    ) -> Result<Condition, FilterError> {
        match name {
            Name::Fact(fact) if fact.is_condition_only() => return self.condition_only(*fact, operator, operator_at),
            Name::Fact(fact @ (GameFact::Material | GameFact::WhiteMaterial | GameFact::BlackMaterial)) => {
                return self.material(*fact, operator);
            }
            Name::Ply(Neighbor::This, PlyFact::Material) => return self.material(GameFact::Material, operator),
            _ => {}
        }
        self.skip_blanks();
        let value_at = self.at;
        let is_word = !self.rest().starts_with(['"', '\'']);
        let literal = self.literal(name, operator)?;
        let text = literal.text();
        if is_word && is_about_neighbor(text) {
            let other = self.name(text, value_at)?;
            return Ok(Condition::CompareNames(name.clone(), operator, other));
        }
        self.bare_value = is_word.then_some(value_at);
        let is_equality = matches!(operator, Operator::Equal | Operator::Unequal);
        let is_eco = name.info().is_some_and(|info| info.name == "eco");
        match (name, name.info()) {
            _ if operator == Operator::Contains => {}
            _ if is_word && name.words().is_none() && self.is_fact(text) => {
                let message = format!(
                    "`{text}` is a fact, and a condition compares with a value; to mean the text, write '{text}'"
                );
                return Err(self.error_at(value_at, &message));
            }
            _ if is_eco && is_equality && matches!(text.len(), 1 | 2) => {
                let message =
                    format!("`{text}` is no ECO code, such as B90; `eco ~ {text}` finds all codes with `{text}`");
                return Err(self.error_at(value_at, &message));
            }
            (Name::Tag(tag), _) => self.check_tag(tag, operator, &literal, value_at)?,
            (_, Some(info)) => self.check(info, name.words(), &literal, value_at)?,
            (_, None) => {}
        }
        Ok(Condition::Compare(name.clone(), operator, literal))
    }

    /// Whether a word is the name of a fact that may be compared here.
    fn is_fact(&self, word: &str) -> bool {
        match self.about {
            About::Games => GameFact::named(word).is_some(),
            About::Plies => GameFact::named(word).is_some() || PlyFact::named(word).is_some(),
            About::Positions => FactColumn::position_names().any(|name| name == word),
        }
    }

    /// Reads the value of a comparison.
    fn literal(&mut self, name: &Name, operator: Operator) -> Result<Literal, FilterError> {
        if operator == Operator::Contains && self.rest().starts_with('/') {
            return self.regular_expression();
        }
        Ok(Literal::new(self.value()?, name.has_dates()))
    }

    /// Rejects a value that the fact can never have.
    fn check(&self, info: &FactInfo, words: Option<&[&str]>, literal: &Literal, at: usize) -> Result<(), FilterError> {
        let (name, text) = (info.name, literal.text());
        let message = match (info.kind, words) {
            (FactType::Flag, _) if !matches!(literal.text(), "true" | "false") => "write true or false".to_owned(),
            (FactType::Integer | FactType::Real, _) if !literal.is_number() => format!("`{text}` is not a number"),
            (FactType::Date, _) if !literal.is_date() => not_a_date(text),
            (FactType::Timestamp, _) if !literal.is_timestamp() => {
                format!("`{text}` is not a timestamp such as 2013-01-31T12:34:56Z")
            }
            (_, Some(_)) if name == "result" && matches!(text, "draw" | "½-½" | "1/2") => {
                "a draw is written 1/2-1/2".to_owned()
            }
            (_, Some(words)) if !words.contains(&literal.text()) => {
                let all = format!("there are {}", words.join(", "));
                format!("`{text}` is no {name}; {}", did_you_mean(text, words.iter().copied(), &all))
            }
            _ => return Ok(()),
        };
        Err(self.error_at(at, &message))
    }

    /// Rejects a value that a date, rating or count in a tag cannot be compared with. Whether it is unknown (`?`, `-`, empty)
    /// may be asked.
    fn check_tag(&self, tag: &str, operator: Operator, literal: &Literal, at: usize) -> Result<(), FilterError> {
        let text = literal.text();
        if matches!(operator, Operator::Equal | Operator::Unequal) && matches!(text, "" | "?" | "-") {
            return Ok(());
        }
        let message = match TagKind::from_name(tag.as_bytes()) {
            kind if is_date_tag(kind) && !literal.is_date() => not_a_date(text),
            TagKind::Rating | TagKind::PlyCount if !literal.is_number() => format!("`{text}` is not a number"),
            _ => return Ok(()),
        };
        Err(self.error_at(at, &message))
    }

    /// Resolves a word to a fact or a known tag, or with `tag:` to any tag.
    fn name(&self, word: &str, start: usize) -> Result<Name, FilterError> {
        match self.about {
            About::Games if is_about_plies(word) => {
                let message = format!(
                    "`{word}` is a fact about a ply, not about a game; ask any({word} …), all(…) or count(…) > 3, or select \
                     plies with --plies"
                );
                Err(self.error_at(start, &message))
            }
            About::Games => self.name_of_game(word, start),
            About::Plies => self.name_of_ply(word, start),
            About::Positions => self.name_of_position(word, start),
        }
    }

    /// Resolves a word to a fact about a position, or with `op:` to an operation.
    fn name_of_position(&self, word: &str, start: usize) -> Result<Name, FilterError> {
        // Those about the board are compared as they are for games, of the only position that there is.
        let of_board = [GameFact::Material, GameFact::Position, GameFact::Pattern];
        if let Some(fact) = GameFact::named(word).filter(|fact| of_board.contains(fact)) {
            return Ok(Name::Fact(fact));
        }
        match FactColumn::of_position(word) {
            Ok(FactColumn::Ply(fact)) => Ok(Name::Position(fact)),
            Ok(FactColumn::Operation(name)) => Ok(Name::Operation(name.into())),
            Ok(FactColumn::Game(fact)) if fact.has_condition() => Ok(Name::Fact(fact)),
            Ok(FactColumn::Game(_) | FactColumn::Tag(_)) => {
                Err(self.error_at(start, &format!("a condition cannot be about `{word}`")))
            }
            Err(message) => Err(self.error_at(start, &message)),
        }
    }

    fn name_of_ply(&self, word: &str, start: usize) -> Result<Name, FilterError> {
        if let Some(operation) = word.strip_prefix("op:").filter(|operation| !operation.is_empty()) {
            return Ok(Name::Operation(operation.to_owned()));
        }
        let (neighbor, fact) = if let Some(fact) = word.strip_prefix("prev.") {
            (Neighbor::Previous, fact)
        } else if let Some(fact) = word.strip_prefix("next.") {
            (Neighbor::Next, fact)
        } else {
            (Neighbor::This, word)
        };
        match PlyFact::named(fact).filter(|fact| !matches!(fact, PlyFact::File | PlyFact::Game)) {
            Some(fact) => Ok(Name::Ply(neighbor, fact)),
            None if neighbor != Neighbor::This && self.name_of_game(fact, start).is_ok() => {
                let message =
                    format!("`{fact}` is the same for all plies of a game; write it without `{}`", &word[..5]);
                Err(self.error_at(start, &message))
            }
            None => self.name_of_game(fact, start).map_err(|error| {
                let names = PlyFact::ALL.iter().map(|fact| fact.name());
                match similar(fact, names).filter(|name| *name != fact) {
                    Some(name) => {
                        let message = format!("no fact and no known tag is called `{fact}`; did you mean `{name}`?");
                        self.error_at(start, &message)
                    }
                    None => error,
                }
            }),
        }
    }

    fn name_of_game(&self, word: &str, start: usize) -> Result<Name, FilterError> {
        if let Some(tag) = word.strip_prefix("tag:").filter(|tag| !tag.is_empty()) {
            return Ok(Name::Tag(tag.to_owned()));
        }
        let refused = match GameFact::named(word) {
            Some(fact) if fact.has_condition() => return Ok(Name::Fact(fact)),
            Some(GameFact::File) => "a condition cannot be about `file`; the inputs are the files that are read",
            Some(GameFact::Game) => "a condition cannot be about `game`; --game chooses games by their numbers",
            Some(GameFact::Color) => {
                "a condition cannot be about `color`: every game has both; `white` and `black` are the players"
            }
            _ => match unknown_tag(word, GameFact::has_condition) {
                None => return Ok(Name::Tag(word.to_owned())),
                Some(message) => return Err(self.error_at(start, &message)),
            },
        };
        Err(self.error_at(start, refused))
    }

    /// The error that two conditions have nothing between them.
    fn missing_link(&self) -> FilterError {
        let meant = self
            .meant_value()
            .map_or_else(String::new, |value| format!("; put a value with spaces in quotation marks: '{value}'"));
        self.error(&format!("`and` or `or` is missing{meant}"))
    }
}

/// Whether a word can only be about plies: it names a neighbor, or a fact that games do not have.
fn is_about_plies(word: &str) -> bool {
    is_about_neighbor(word) || PlyFact::named(word).is_some() && GameFact::named(word).is_none()
}

fn is_about_neighbor(word: &str) -> bool {
    let fact = word.strip_prefix("prev.").or_else(|| word.strip_prefix("next."));
    fact.is_some_and(|fact| PlyFact::named(fact).is_some())
}

/// True if one of the conditions is. They are evaluated in the order of their costs, since the first ones often decide.
fn any_of(mut conditions: Vec<Condition>) -> Condition {
    if conditions.len() == 1 {
        return conditions.remove(0);
    }
    conditions.sort_by_key(Condition::cost);
    Condition::Any(conditions)
}

/// True if all conditions are; evaluated in the same order.
fn all_of(mut conditions: Vec<Condition>) -> Condition {
    if conditions.len() == 1 {
        return conditions.remove(0);
    }
    conditions.sort_by_key(Condition::cost);
    Condition::All(conditions)
}

fn not_a_date(text: &str) -> String {
    format!("`{text}` is not a date; write 1999, 1999.01 or 1999.01.31")
}
