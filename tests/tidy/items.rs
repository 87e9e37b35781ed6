//! The functions and public types of a source file, for the rules about size and names.

use crate::source::{Token, tokens};

/// A function, or another named item, and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Item {
    /// Its name.
    pub(crate) name: String,
    /// The line of its name, from 1.
    pub(crate) line: usize,
    /// How many lines it has, from its name to its closing brace. 1 if it has no body.
    pub(crate) lines: usize,
}

/// All functions that have a body, methods and inner functions included, in order.
pub(crate) fn functions(source: &str) -> Vec<Item> {
    let tokens = tokens(source);
    let function = |at: usize| {
        let [(Token::Name(keyword), _), (Token::Name(name), line)] = tokens.get(at..at + 2)? else { return None };
        let end = body_end(&tokens, at + 2).filter(|_| keyword == "fn")?;
        Some(Item { name: name.clone(), line: *line, lines: end + 1 - line })
    };
    (0..tokens.len()).filter_map(function).collect()
}

/// The line of the brace that closes the body of a function, whose signature goes on at `at`. None without a body.
fn body_end(tokens: &[(Token, usize)], mut at: usize) -> Option<usize> {
    let mut brackets = 0_usize;
    loop {
        match tokens.get(at)?.0 {
            Token::Sign('(' | '[') => brackets += 1,
            Token::Sign(')' | ']') => brackets = brackets.saturating_sub(1),
            // The length of an array, as in `[u8; 4]`, is inside brackets.
            Token::Sign(';') if brackets == 0 => return None,
            Token::Sign('{') => break,
            _ => {}
        }
        at += 1;
    }
    let mut braces = 0_usize;
    for (token, line) in &tokens[at..] {
        match token {
            Token::Sign('{') => braces += 1,
            Token::Sign('}') if braces == 1 => return Some(*line),
            Token::Sign('}') => braces -= 1,
            _ => {}
        }
    }
    None
}

/// All types that are declared `pub` without a restriction, in order.
pub(crate) fn public_types(source: &str) -> Vec<Item> {
    let tokens = tokens(source);
    let public_type = |at: usize| {
        let [(Token::Name(public), _), (Token::Name(kind), _), (Token::Name(name), line)] = tokens.get(at..at + 3)?
        else {
            return None;
        };
        let is_type = ["struct", "enum", "union", "trait", "type"].contains(&kind.as_str());
        (public == "pub" && is_type).then(|| Item { name: name.clone(), line: *line, lines: 1 })
    };
    (0..tokens.len()).filter_map(public_type).collect()
}

#[test]
fn functions_are_measured() {
    let source = "
fn one() -> [u8; 4] { [0; 4] }
trait Shape {
    fn area(&self) -> f64;
    fn name(&self) -> &'static str {
        // A brace in a comment, }, or in a string does not count.
        \"}\"
    }
}
const F: fn(u8) -> u8 = |x| { x };
fn outer(
    x: u8,
) {
    fn inner() {
    }
    if x > 0 { inner() }
}
";
    let functions = functions(source);
    let seen: Vec<_> = functions.iter().map(|item| (item.name.as_str(), item.line, item.lines)).collect();
    assert_eq!(seen, [("one", 2, 1), ("name", 5, 4), ("outer", 11, 7), ("inner", 14, 2)]);
}

#[test]
fn only_unrestricted_types_are_public() {
    let source = "
pub struct A; struct B; pub(crate) struct C; pub enum D {} pub trait E { type F; } pub type G = A; pub fn h() {}
// pub struct I;
";
    let types = public_types(source);
    assert_eq!(types.iter().map(|item| item.name.as_str()).collect::<Vec<_>>(), ["A", "D", "E", "G"]);
}
