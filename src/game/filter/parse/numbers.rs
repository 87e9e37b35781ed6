//! Sums in comparisons: `eval - prev.eval`, `abs(clk - next.clk) + 3`, `count(check)`.

use crate::game::filter::FilterError;
use crate::game::filter::number::{Number, Sign};
use crate::game::filter::value::number;

use super::tokens::{Parser, WordEnd};

impl<'t> Parser<'t> {
    /// Whether a sum begins at `start`. A number alone is none, and neither is a name alone on the left side.
    pub(super) fn begins_sum(&mut self, start: usize, is_left: bool) -> bool {
        let end = std::mem::replace(&mut self.at, start);
        let is_signed = self.eat("-") || self.eat("+");
        self.skip_blanks();
        let first = self.at;
        let whole = self.word();
        self.at = first;
        let word = self.operand();
        let is_name = !word.is_empty() && self.name(word, first).is_ok_and(|name| name.has_numbers());
        let is_number = word == whole && number(word).is_some();
        let begins = if matches!(word, "abs" | "count") {
            self.text[self.at..].starts_with('(')
        } else {
            is_name && (is_signed || !is_left)
                || (is_name || is_number) && (self.rest().starts_with('+') || self.rest().starts_with('-'))
        };
        self.at = end;
        begins
    }

    pub(super) fn sum(&mut self) -> Result<Number, FilterError> {
        let mut terms = Vec::new();
        let mut sign = Sign::Plus;
        loop {
            // Several signs in a row.
            while self.rest().starts_with(['+', '-']) {
                sign = if self.eat("-") { sign.reversed() } else { sign };
                self.eat("+");
            }
            terms.push((sign, self.term()?));
            sign = match () {
                () if self.eat("+") => Sign::Plus,
                () if self.eat("-") => Sign::Minus,
                () => break,
            };
        }
        Ok(match terms.pop() {
            Some((Sign::Plus, term)) if terms.is_empty() => term,
            last => {
                terms.extend(last);
                Number::Sum(terms)
            }
        })
    }

    fn term(&mut self) -> Result<Number, FilterError> {
        self.skip_blanks();
        let start = self.at;
        let word = self.operand();
        let is_function = self.text[self.at..].starts_with('(');
        match word {
            "abs" if is_function => self.nested(|parser| {
                parser.eat("(");
                let end = std::mem::replace(&mut parser.end, WordEnd::Usual);
                let inner = parser.sum()?;
                parser.end = end;
                parser.close()?;
                Ok(Number::Absolute(Box::new(inner)))
            }),
            "count" if is_function => self.nested(|parser| parser.plies(start).map(Number::Count)),
            "" => Err(self.error_at(start, "a number is missing")),
            word => {
                if let Some(number) = number(word) {
                    return Ok(Number::Constant(number));
                }
                let name = self.name(word, start)?;
                if !name.has_numbers() {
                    return Err(self.error_at(start, &format!("`{word}` is not a number")));
                }
                Ok(Number::Value(name))
            }
        }
    }

    /// Reads a name or a number without a sign: unlike other words, it ends before `+` and `-`.
    fn operand(&mut self) -> &'t str {
        let start = self.at;
        let word = self.word();
        let length = word.find(['+', '-']).unwrap_or(word.len());
        self.at = start + length;
        &word[..length]
    }
}
