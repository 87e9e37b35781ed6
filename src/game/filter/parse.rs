//! The parser of filters: `or` has the lowest precedence, then `and`, then `not`.

use crate::game::facts::{FactColumn, FactInfo, FactType, GameFact, ItemKind, PlyFact, unknown_tag};
use crate::game::suggestions::did_you_mean;
use crate::game::values::formats::TagKind;

use super::board::{BoardCondition, BoardPattern, BoardTest, Fault, MaterialPattern, PositionQuery, Stay};
use super::moves::{self, FirstMoves, position_after};
use super::value::{Literal, TextPattern};
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

pub(super) fn parse(text: &str, kind: ItemKind) -> Result<Condition, FilterError> {
    let mut parser = Parser { text, kind, at: 0, depth: 0, bare_value: None };
    let condition = parser.any()?;
    match parser.rest().chars().next() {
        None => Ok(condition),
        Some(')') => Err(parser.error("`)` closes nothing")),
        Some(_) => {
            let meant = parser
                .meant_value()
                .map_or_else(String::new, |value| format!("; put a value with spaces in quotation marks: '{value}'"));
            Err(parser.error(&format!("`and` or `or` is missing{meant}")))
        }
    }
}

/// The parser's position in the text.
struct Parser<'t> {
    text: &'t str,
    /// What the condition is about.
    kind: ItemKind,
    at: usize,
    depth: usize,
    /// Where the last value begins, if it is not in quotation marks.
    bare_value: Option<usize>,
}

impl<'t> Parser<'t> {
    fn any(&mut self) -> Result<Condition, FilterError> {
        let mut conditions = vec![self.all()?];
        while self.eat_word("or") || self.eat("||") {
            conditions.push(self.all()?);
        }
        Ok(if conditions.len() == 1 { conditions.remove(0) } else { Condition::Any(cheapest_first(conditions)) })
    }

    fn all(&mut self) -> Result<Condition, FilterError> {
        let mut conditions = vec![self.one()?];
        while self.eat_word("and") || self.eat("&&") {
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
                name if self.kind == ItemKind::Position => {
                    self.name(name, start + word.len() - name.len()).map(Condition::Has)
                }
                name => match GameFact::named(name) {
                    Some(fact) if fact.is_condition_only() => {
                        Err(self.error_at(start, &format!("`{name}` needs a value: {name} = …")))
                    }
                    Some(fact) if fact.has_condition() => Ok(Condition::Has(Name::Fact(fact))),
                    _ => Ok(Condition::Has(Name::Tag(name.strip_prefix("tag:").unwrap_or(name).to_owned()))),
                },
            };
        }
        self.bare_value = None;
        self.skip_blanks();
        let operator_at = self.at;
        let operator = self.operator();
        let Some(operator) = operator else {
            return Err(self.error("a comparison is missing: one of = != < <= > >= ~"));
        };
        let name = self.name(word, start)?;
        if let Name::Fact(fact) = name {
            if fact.is_condition_only() {
                return self.condition_only(fact, operator, operator_at);
            }
            if matches!(fact, GameFact::Material | GameFact::WhiteMaterial | GameFact::BlackMaterial) {
                return self.material(fact, operator);
            }
        }
        self.skip_blanks();
        let value_at = self.at;
        let is_word = !self.rest().starts_with(['"', '\'']);
        let literal = self.literal(&name, operator)?;
        self.bare_value = is_word.then_some(value_at);
        let has_words = name.words().is_some();
        let is_equality = matches!(operator, Operator::Equal | Operator::Unequal);
        match &name {
            _ if operator == Operator::Contains => {}
            _ if is_word && !has_words && self.is_fact(literal.text()) => {
                let text = literal.text();
                let message = format!(
                    "`{text}` is a fact, and a condition compares with a value; to mean the text, write '{text}'"
                );
                return Err(self.error_at(value_at, &message));
            }
            Name::Fact(GameFact::Eco) | Name::Position(PlyFact::Eco)
                if is_equality && matches!(literal.text().len(), 1 | 2) =>
            {
                let text = literal.text();
                let message =
                    format!("`{text}` is no ECO code, such as B90; `eco ~ {text}` finds all codes with `{text}`");
                return Err(self.error_at(value_at, &message));
            }
            Name::Fact(fact) => self.check(fact.info(), fact.words(), &literal, value_at)?,
            Name::Position(fact) => self.check(fact.info(), fact.words(), &literal, value_at)?,
            Name::Operation(_) => {}
            Name::Tag(tag) => self.check_tag(tag, operator, &literal, value_at)?,
        }
        Ok(Condition::Compare(name, operator, literal))
    }

    /// Reads the value of a comparison.
    fn literal(&mut self, name: &Name, operator: Operator) -> Result<Literal, FilterError> {
        if operator == Operator::Contains && self.rest().starts_with('/') {
            return self.regular_expression();
        }
        Ok(Literal::new(self.value()?, has_dates(name)))
    }

    /// Reads a regular expression between `/`, with an `i` after it if it ignores case.
    fn regular_expression(&mut self) -> Result<Literal, FilterError> {
        let open = self.at;
        let (mut length, mut is_escaped) = (0, false);
        for character in self.text[open + 1..].chars() {
            if character == '/' && !is_escaped {
                break;
            }
            is_escaped = character == '\\' && !is_escaped;
            length += character.len_utf8();
        }
        let source = &self.text[open + 1..open + 1 + length];
        if self.text.len() == open + 1 + length {
            return Err(
                self.error_at(open, "the regular expression is never closed: write /…/, and `\\/` for a `/` in it")
            );
        }
        self.at = open + length + 2;
        let flags_at = self.at;
        let flags = self.word();
        if !matches!(flags, "" | "i") {
            let message = "only `i`, for ignoring case, may follow a regular expression; write `\\/` for a `/` in it";
            return Err(self.error_at(flags_at, message));
        }
        let pattern = TextPattern::new(source, flags == "i");
        let pattern = pattern.map_err(|(at, message)| self.error_at(open + 1 + at, &message))?;
        Ok(Literal::of_pattern(source, pattern))
    }

    /// Reads a comparison of the pieces and pawns of both sides or of one.
    fn material(&mut self, fact: GameFact, operator: Operator) -> Result<Condition, FilterError> {
        let is_pattern = fact == GameFact::Material && matches!(operator, Operator::Equal | Operator::Unequal);
        let test = if is_pattern {
            let (value, at) = self.value_and_place()?;
            if let Some(length) = value.find(" at ") {
                return Err(self.error_at(at + length, "write `at end` and `at any time` after the quotation marks"));
            }
            BoardTest::Material(MaterialPattern::parse(value).map_err(|fault| self.fault(at, fault))?)
        } else {
            BoardTest::MaterialText(fact, operator, self.literal(&Name::Fact(fact), operator)?)
        };
        self.board(test, Stay::AtEnd, operator == Operator::Unequal && is_pattern)
    }

    /// Reads a comparison with a name that has no value of its own.
    fn condition_only(
        &mut self,
        fact: GameFact,
        operator: Operator,
        operator_at: usize,
    ) -> Result<Condition, FilterError> {
        let name = fact.name();
        if operator != Operator::Equal && (fact, operator) != (GameFact::Finding, Operator::Contains) {
            let or_contains = if fact == GameFact::Finding { " or `~`" } else { "" };
            let message = format!("after `{name}`, write `=`{or_contains}; for the opposite, `not {name} = …`");
            return Err(self.error_at(operator_at, &message));
        }
        let (value, at) = self.value_and_place()?;
        self.bare_value = (self.text[at..].starts_with(value) && !self.text[..at].ends_with(['"', '\''])).then_some(at);
        let test = match fact {
            GameFact::Finding => {
                let rules = moves::rules_named(value, operator == Operator::Contains);
                return rules.map(Condition::Finding).map_err(|message| self.error_at(at, &message));
            }
            GameFact::FirstMoves => {
                let moves = FirstMoves::parse(value).map_err(|fault| self.fault(at, fault))?;
                return Ok(Condition::FirstMoves(moves));
            }
            GameFact::Position => PositionQuery::parse(value).map(|query| BoardTest::Position(Box::new(query))),
            GameFact::Line => {
                position_after(value).map(|position| BoardTest::Position(Box::new(PositionQuery::of(position))))
            }
            _ => BoardPattern::parse(value).map(BoardTest::Pattern),
        };
        let test = test.map_err(|fault| self.fault(at, fault))?;
        self.board(test, Stay::EVER, false)
    }

    /// Reads what may follow a comparison about the board: `at end`, `at any time` or `for 4 plies`, and `for either
    /// color`.
    fn board(&mut self, test: BoardTest, usual: Stay, is_unequal: bool) -> Result<Condition, FilterError> {
        let (mut stay, mut is_for_either) = (None, None);
        loop {
            self.skip_blanks();
            let at = self.at;
            let found = if self.eat_word("at") {
                self.eat_word("the");
                match () {
                    () if self.eat_word("end") => Some(Stay::AtEnd),
                    () if self.eat_word("any") && self.eat_word("time") => Some(Stay::EVER),
                    () => return Err(self.error_at(at, "write `at end` or `at any time`")),
                }
            } else if self.eat_word("for") {
                self.after_for(at)?
            } else {
                break;
            };
            self.bare_value = None;
            let is_repeated = if found.is_some() { stay.is_some() } else { is_for_either.is_some() };
            if is_repeated {
                return Err(self.error_at(at, "this was said before"));
            }
            if found.is_some() { stay = found } else { is_for_either = Some(at) }
        }
        let condition = BoardCondition::new(test, stay.unwrap_or(usual), is_unequal);
        let Some(at) = is_for_either else { return Ok(Condition::Board(condition)) };
        let reversible = condition.for_either_color();
        reversible
            .map(Condition::Board)
            .ok_or_else(|| self.error_at(at, "`for either color` needs `material = …` with the pieces of both sides"))
    }

    /// Reads `4 plies` or `either color`, where `for` is at this offset; `None` stands for the color.
    fn after_for(&mut self, at: usize) -> Result<Option<Stay>, FilterError> {
        if self.eat_word("either") && (self.eat_word("color") || self.eat_word("colour")) {
            return Ok(None);
        }
        self.skip_blanks();
        let plies = self.word().parse::<u32>().ok();
        match plies {
            Some(plies) if self.eat_word("plies") || self.eat_word("ply") => Ok(Some(Stay::For(plies))),
            _ => Err(self.error_at(at, "write `for 4 plies` or `for either color`")),
        }
    }

    /// Reads a value; returns it with the offset of its first byte.
    fn value_and_place(&mut self) -> Result<(&'t str, usize), FilterError> {
        self.skip_blanks();
        let at = self.at;
        let is_quoted = self.rest().starts_with(['"', '\'']);
        Ok((self.value()?, at + usize::from(is_quoted)))
    }

    /// What is wrong in the value at this offset.
    fn fault(&self, at: usize, (offset, message): Fault) -> FilterError {
        self.error_at(at + offset, &message)
    }

    /// Rejects a value that the fact can never have.
    fn check(
        &self,
        fact: &FactInfo,
        words: Option<&[&'static str]>,
        literal: &Literal,
        at: usize,
    ) -> Result<(), FilterError> {
        let (name, text) = (fact.name, literal.text());
        let message = match (fact.kind, words) {
            (FactType::Flag, _) if !matches!(literal.text(), "true" | "false") => "write true or false".to_owned(),
            (FactType::Integer | FactType::Real, _) if !literal.is_number() => format!("`{text}` is not a number"),
            (FactType::Date, _) if !literal.is_date() => not_a_date(text),
            (FactType::Timestamp, _) if !literal.is_timestamp() => {
                format!("`{text}` is not a timestamp such as 2013-01-31T12:34:56Z")
            }
            (_, Some(_)) if name == GameFact::Result.name() && matches!(text, "draw" | "½-½" | "1/2") => {
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
        if self.kind == ItemKind::Position {
            return self.name_of_position(word, start);
        }
        if let Some(tag) = word.strip_prefix("tag:").filter(|tag| !tag.is_empty()) {
            return Ok(Name::Tag(tag.to_owned()));
        }
        match GameFact::named(word) {
            Some(fact) if fact.has_condition() => return Ok(Name::Fact(fact)),
            Some(GameFact::File) => {
                let message = "a condition cannot be about `file`; the inputs are the files that are read";
                return Err(self.error_at(start, message));
            }
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

    /// Whether a word is the name of a fact.
    fn is_fact(&self, word: &str) -> bool {
        match self.kind {
            ItemKind::Game => GameFact::named(word).is_some(),
            ItemKind::Position => FactColumn::position_names().any(|name| name == word),
        }
    }

    fn operator(&mut self) -> Option<Operator> {
        OPERATORS.into_iter().find(|(sign, _)| self.eat(sign)).map(|(_, operator)| operator)
    }

    /// The last value with the words after it, if it has spaces and should be in quotation marks.
    fn meant_value(&self) -> Option<&'t str> {
        let rest = &self.text[self.bare_value?..];
        let words = rest.split_inclusive(char::is_whitespace);
        let is_end = |word: &&str| ["and", "or", "&&", "||"].iter().any(|end| word.trim().eq_ignore_ascii_case(end));
        let length = words.take_while(|word| !is_end(word)).map(str::len).sum();
        Some(rest[..length].trim()).filter(|value| !value.contains(['=', '<', '>', '~', '\'', '"', '(', ')']))
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

fn has_dates(name: &Name) -> bool {
    match name {
        Name::Fact(fact) => fact.info().kind == FactType::Date,
        Name::Tag(tag) => is_date_tag(TagKind::from_name(tag.as_bytes())),
        Name::Position(_) | Name::Operation(_) => false,
    }
}

fn is_date_tag(kind: TagKind) -> bool {
    matches!(kind, TagKind::Date | TagKind::UtcDate | TagKind::OtherDate)
}

fn not_a_date(text: &str) -> String {
    format!("`{text}` is not a date; write 1999, 1999.01 or 1999.01.31")
}
