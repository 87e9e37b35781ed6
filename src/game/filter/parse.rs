//! The parser of filters: `or` has the lowest precedence, then `and`, then `not`.

use crate::game::facts::{FactType, GameFact, unknown_tag};
use crate::game::suggestions::did_you_mean;
use crate::game::values::tag_kind::TagKind;

use super::value::Literal;
use super::{Condition, FilterError, Name, Operator};

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

pub(super) fn parse(text: &str) -> Result<Condition, FilterError> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    let condition = parser.any()?;
    match parser.rest().chars().next() {
        None => Ok(condition),
        Some(')') => Err(parser.error("`)` closes nothing")),
        Some(_) => Err(parser.error("`and` or `or` is missing")),
    }
}

/// The parser's position in the text.
struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn any(&mut self) -> Result<Condition, FilterError> {
        let mut conditions = vec![self.all()?];
        while self.eat_word("or") {
            conditions.push(self.all()?);
        }
        Ok(if conditions.len() == 1 { conditions.remove(0) } else { Condition::Any(cheapest_first(conditions)) })
    }

    fn all(&mut self) -> Result<Condition, FilterError> {
        let mut conditions = vec![self.one()?];
        while self.eat_word("and") {
            conditions.push(self.one()?);
        }
        Ok(if conditions.len() == 1 { conditions.remove(0) } else { Condition::All(cheapest_first(conditions)) })
    }

    fn one(&mut self) -> Result<Condition, FilterError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("conditions lie too deep in each other"));
        }
        let condition = if self.eat_word("not") {
            Condition::Not(Box::new(self.one()?))
        } else if self.eat("(") {
            let inner = self.any()?;
            if !self.eat(")") {
                return Err(self.error("`)` is missing"));
            }
            inner
        } else {
            self.comparison()?
        };
        self.depth -= 1;
        Ok(condition)
    }

    fn comparison(&mut self) -> Result<Condition, FilterError> {
        self.skip_blanks();
        let start = self.at;
        let word = self.word();
        if word.is_empty() || ["and", "or", "not"].iter().any(|keyword| word.eq_ignore_ascii_case(keyword)) {
            return Err(self.error_at(start, "a condition is missing"));
        }
        if let Some(name) = word.strip_prefix("has:") {
            return match name {
                "" => Err(self.error("the name of a tag is missing")),
                name => Ok(Condition::Has(match GameFact::named(name) {
                    Some(fact) if fact.has_condition() => Name::Fact(fact),
                    _ => Name::Tag(name.strip_prefix("tag:").unwrap_or(name).to_owned()),
                })),
            };
        }
        let operator = self.operator();
        let Some(operator) = operator else {
            return Err(self.error("a comparison is missing: one of = != < <= > >= ~"));
        };
        let name = self.name(word, start)?;
        self.skip_blanks();
        let value_at = self.at;
        let literal = Literal::new(self.value()?, has_dates(&name));
        match &name {
            _ if operator == Operator::Contains => {}
            Name::Fact(fact) => self.check(*fact, &literal, value_at)?,
            Name::Tag(tag) => self.check_tag(tag, operator, &literal, value_at)?,
        }
        Ok(Condition::Compare(name, operator, literal))
    }

    /// Rejects a value that the fact can never have.
    fn check(&self, fact: GameFact, literal: &Literal, at: usize) -> Result<(), FilterError> {
        let (name, text) = (fact.name(), literal.text());
        let message = match (fact.info().kind, fact.words()) {
            (FactType::Flag, _) if !matches!(literal.text(), "true" | "false") => "write true or false".to_owned(),
            (FactType::Integer | FactType::Real, _) if !literal.is_number() => format!("`{text}` is not a number"),
            (FactType::Date, _) if !literal.is_date() => not_a_date(text),
            (FactType::Timestamp, _) if !literal.is_timestamp() => {
                format!("`{text}` is not a timestamp such as 2013-01-31T12:34:56Z")
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
        if let Some(tag) = word.strip_prefix("tag:").filter(|tag| !tag.is_empty()) {
            return Ok(Name::Tag(tag.to_owned()));
        }
        match GameFact::named(word) {
            Some(fact) if fact.has_condition() => return Ok(Name::Fact(fact)),
            Some(GameFact::Game) => {
                let message = "a condition cannot be about `game`; --game chooses games by their numbers";
                return Err(self.error_at(start, message));
            }
            Some(GameFact::Color) => {
                let message =
                    "a condition cannot be about `color`: every game has both; `white` and `black` are the players";
                return Err(self.error_at(start, message));
            }
            _ => {}
        }
        match unknown_tag(word, GameFact::has_condition) {
            None => Ok(Name::Tag(word.to_owned())),
            Some(message) => Err(self.error_at(start, &message)),
        }
    }

    fn operator(&mut self) -> Option<Operator> {
        OPERATORS.into_iter().find(|(sign, _)| self.eat(sign)).map(|(_, operator)| operator)
    }

    /// The message about a missing value, which knows operators of other languages.
    fn missing_value(&self) -> &'static str {
        match self.text.as_bytes().get(self.at.saturating_sub(1)..=self.at) {
            Some(b"=>") => "a value is missing; the operator is written `>=`",
            Some(b"=<") => "a value is missing; the operator is written `<=`",
            _ => "a value is missing",
        }
    }

    /// Reads a word or a quoted text.
    fn value(&mut self) -> Result<&'t str, FilterError> {
        let quote = self.rest().chars().next().filter(|c| matches!(c, '"' | '\''));
        if let Some(quote) = quote {
            let start = self.at;
            let Some(length) = self.text[start + 1..].find(quote) else {
                return Err(self.error("the quotation mark is never closed"));
            };
            self.at = start + length + 2;
            return Ok(&self.text[start + 1..start + 1 + length]);
        }
        match self.word() {
            "" => Err(self.error(self.missing_value())),
            word => Ok(word),
        }
    }

    /// Reads up to a blank, a parenthesis, a quotation mark or an operator.
    fn word(&mut self) -> &'t str {
        let stops = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | '\'' | '=' | '!' | '<' | '>' | '~');
        let rest = &self.text[self.at..];
        let word = &rest[..rest.find(stops).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// Consumes this word, in any case, if it comes next.
    fn eat_word(&mut self, wanted: &str) -> bool {
        self.skip_blanks();
        let start = self.at;
        if self.word().eq_ignore_ascii_case(wanted) {
            return true;
        }
        self.at = start;
        false
    }

    fn eat(&mut self, sign: &str) -> bool {
        let is_next = self.rest().starts_with(sign);
        self.at += if is_next { sign.len() } else { 0 };
        is_next
    }

    fn rest(&mut self) -> &'t str {
        self.skip_blanks();
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.text[self.at..].trim_start().len();
    }

    fn error(&mut self, message: &str) -> FilterError {
        self.error_at(self.at, message)
    }

    fn error_at(&self, at: usize, message: &str) -> FilterError {
        FilterError { text: self.text.to_owned(), at, message: message.to_owned() }
    }
}

/// The conditions in the order in which they are evaluated, since the first ones often decide.
fn cheapest_first(mut conditions: Vec<Condition>) -> Vec<Condition> {
    conditions.sort_by_key(Condition::cost);
    conditions
}

/// Whether the values of this name are dates.
fn has_dates(name: &Name) -> bool {
    match name {
        Name::Fact(fact) => fact.info().kind == FactType::Date,
        Name::Tag(tag) => is_date_tag(TagKind::from_name(tag.as_bytes())),
    }
}

fn is_date_tag(kind: TagKind) -> bool {
    matches!(kind, TagKind::Date | TagKind::UtcDate | TagKind::OtherDate)
}

fn not_a_date(text: &str) -> String {
    format!("`{text}` is not a date; write 1999, 1999.01 or 1999.01.31")
}
