//! The checks of EPD operations: whether their operands are of the kind that the standard asks for, and whether moves are
//! legal (PGN 16.2.5).

use crate::chess::epd::{EpdReading, Operation};
use crate::chess::illegal;
use crate::chess::position::Position;
use crate::chess::san;
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::finding::excerpt::excerpt;
use crate::game::finding::list::Findings;
use crate::game::rules::{Rule, Severity};
use crate::pgn::place::Span;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operands {
    /// Moves in the position of the line, at least one.
    Moves,
    Move,
    /// A series of moves from the position.
    Line,
    /// One whole number from the first to the second.
    Number(i64, i64),
    /// One string in quotes.
    Text,
    None,
}

impl Operands {
    /// The operands that the standard asks for; `None` if any will do, or the operation is not of the standard.
    fn of(opcode: &[u8]) -> Option<Self> {
        Some(match opcode {
            b"am" | b"bm" => Self::Moves,
            b"pm" | b"sm" => Self::Move,
            b"pv" => Self::Line,
            b"ce" => Self::Number(i64::MIN, i64::MAX),
            b"acd" | b"acn" | b"acs" => Self::Number(0, i64::MAX),
            b"hmvc" => Self::Number(0, i64::from(u32::MAX)),
            b"dm" | b"rc" => Self::Number(1, i64::from(u32::MAX)),
            b"fmvn" => Self::Number(1, i64::from(u32::MAX / 2)),
            b"eco" | b"id" | b"nic" | [b'c' | b'v', b'0'..=b'9'] => Self::Text,
            b"draw_accept" | b"draw_claim" | b"draw_offer" | b"draw_reject" | b"resign" => Self::None,
            _ => return None,
        })
    }
}

/// What an operation with a number of at least `least` needs.
const fn number_from(least: i64) -> &'static str {
    match least {
        0 => "needs one whole number from 0",
        1 => "needs one whole number from 1",
        _ => "needs one whole number",
    }
}

/// Checks the operations of a line; their moves only if its position is playable.
pub(super) fn check_operations(
    findings: &mut Findings,
    line: &[u8],
    span: &Span,
    reading: &EpdReading,
    position: Option<&Position>,
) {
    let EpdReading { operations, unended, .. } = reading;
    let mut check = OperationCheck { findings, line, start: span.start };
    for operation in unended {
        check.malformed(operation.clone(), Severity::Warning, "lacks its `;`");
    }
    let mut seen: Vec<&[u8]> = Vec::new();
    for operation in operations {
        let opcode = &line[operation.opcode.clone()];
        let Some(operands) = Operands::of(opcode) else { continue };
        if seen.contains(&opcode) {
            check.malformed(operation.opcode.clone(), Severity::Warning, "stands twice in the line");
        } else {
            seen.push(opcode);
        }
        check.operands(operation, operands, position);
    }
    check.repetitions(operations);
}

struct OperationCheck<'a> {
    findings: &'a mut Findings,
    line: &'a [u8],
    /// The offset of the line.
    start: usize,
}

impl OperationCheck<'_> {
    fn operands(&mut self, operation: &Operation, operands: Operands, position: Option<&Position>) {
        let Operation { opcode, operands: given } = operation;
        let (is_right, wanted) = match operands {
            Operands::Moves => (!given.is_empty(), "needs one move or more"),
            Operands::Move => (given.len() == 1, "needs one move"),
            Operands::Line => (true, ""),
            Operands::Number(least, most) => (self.is_number(given, least, most), number_from(least)),
            Operands::Text => return self.text(operation),
            Operands::None => (given.is_empty(), "has no operands"),
        };
        if !is_right {
            self.malformed(opcode.start..given.last().map_or(opcode.end, |last| last.end), Severity::Warning, wanted);
        }
        if operands == Operands::Moves {
            self.order(operation);
        }
        let (Operands::Moves | Operands::Move | Operands::Line, Some(position)) = (operands, position) else { return };
        let (root, mut position) = (position, position.clone());
        for token in given {
            let Some(token) = self.without_number(token.clone()) else { continue };
            let Some(next) = self.play(root, &position, token) else {
                if operands == Operands::Line {
                    break;
                }
                continue;
            };
            if operands == Operands::Line {
                position = next;
            }
        }
    }

    /// Reports moves that are not in the order of their characters (PGN 16.2.5.3, 16.2.5.4).
    fn order(&mut self, operation: &Operation) {
        let Operation { opcode, operands } = operation;
        let mut moves: Vec<&[u8]> = operands.iter().map(|operand| &self.line[operand.clone()]).collect();
        let is_numbered = moves.iter().any(|token| token[0].is_ascii_digit());
        if let Some(last) = operands.last().filter(|_| !is_numbered && !moves.is_sorted()) {
            moves.sort_unstable();
            let message = format!("should list its moves in ASCII order: `{}`", excerpt(&moves.join(&b' ')));
            self.malformed(opcode.start..last.end, Severity::Style, &message);
        }
    }

    fn is_number(&self, given: &[Span], least: i64, most: i64) -> bool {
        let [number] = given else { return false };
        let number = std::str::from_utf8(&self.line[number.clone()]).ok().and_then(|number| number.parse::<i64>().ok());
        number.is_some_and(|number| (least..=most).contains(&number))
    }

    /// Compares the repetition count with the half-move clock: a position recurs after four plies at the earliest.
    fn repetitions(&mut self, operations: &[Operation]) {
        let value = |opcode: &[u8]| {
            let operation = operations.iter().find(|operation| &self.line[operation.opcode.clone()] == opcode)?;
            let [operand] = &operation.operands[..] else { return None };
            let number: u32 = std::str::from_utf8(&self.line[operand.clone()]).ok()?.parse().ok()?;
            Some((u64::from(number), operation.opcode.start..operand.end))
        };
        let (Some((count, range)), Some((clock, _))) = (value(b"rc"), value(b"hmvc")) else { return };
        let least = 4 * count.saturating_sub(1);
        if clock < least {
            self.malformed(range, Severity::Warning, &format!("needs a half-move clock (`hmvc`) of at least {least}"));
        }
    }

    fn text(&mut self, operation: &Operation) {
        let is_string = |span: &Span| self.line[span.start] == b'"';
        let Operation { opcode, operands } = operation;
        let range = opcode.start..operands.last().map_or(opcode.end, |last| last.end);
        match &operands[..] {
            [text] if is_string(text) => {}
            // Readable: some programs leave the quotes out.
            [_, ..] if !operands.iter().any(is_string) && !self.is_number(operands, i64::MIN, i64::MAX) => {
                self.malformed(range, Severity::Style, "is text without quotation marks");
            }
            _ => self.malformed(range, Severity::Warning, "needs one string in quotation marks"),
        }
    }

    /// The move in a token such as `1.e4`; `None` if it is only a number.
    fn without_number(&mut self, token: Span) -> Option<Span> {
        let text = &self.line[token.clone()];
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = text[digits..].iter().take_while(|byte| **byte == b'.').count();
        if digits == 0 || dots == 0 {
            return Some(token);
        }
        let end = token.start + digits + dots;
        self.malformed(token.start..end, Severity::Style, "is a move number; operations have moves only");
        (end < token.end).then_some(end..token.end)
    }

    /// Plays a move, and reports it if it is illegal or not in SAN. `root` is the position of the line.
    fn play(&mut self, root: &Position, position: &Position, token: Span) -> Option<Position> {
        let text = &self.line[token.clone()];
        let quote = excerpt(text);
        let Ok(parsed) = san::parse(text) else {
            self.illegal(position, token, Evidence::Message(format!("`{quote}` in an EPD operation is not a move")));
            return None;
        };
        match position.resolve(&parsed) {
            Ok(resolved) => {
                let expected = san::write(position, resolved.mv).to_string();
                if quote != expected {
                    let message = format!("should be written `{expected}` in SAN");
                    self.malformed(token, Severity::Style, &message);
                }
                Some(position.after_unchecked(resolved.mv))
            }
            Err(why) => {
                let why = if position == root { why.in_fen_position(root) } else { why };
                let near = illegal::suggestions(position, &parsed, &why);
                let near = near.into_iter().map(|mv| san::write(position, mv).to_string()).collect();
                self.illegal(position, token, Evidence::Illegal { san: quote, why: Box::new(why), near });
                None
            }
        }
    }

    fn illegal(&mut self, position: &Position, range: Span, evidence: Evidence) {
        let article = evidence.article();
        let fen = Some(position.to_fen().into_boxed_str());
        self.add(Rule::IllegalOperationMove, Rule::IllegalOperationMove.severity(), range, evidence, article, fen);
    }

    /// Reports an operation, or a part of one; `what` goes on after the quoted text.
    fn malformed(&mut self, range: Span, severity: Severity, what: &str) {
        let quote = excerpt(&self.line[range.clone()]);
        let evidence = Evidence::Message(format!("`{quote}` {what}"));
        self.add(Rule::MalformedOperation, severity, range, evidence, None, None);
    }

    fn add(
        &mut self,
        rule: Rule,
        severity: Severity,
        range: Span,
        evidence: Evidence,
        article: Option<&'static str>,
        fen: Option<Box<str>>,
    ) {
        let span = self.start + range.start..self.start + range.end;
        self.findings.push(Finding { rule, severity, span, moment: None, evidence, article, fen });
    }
}
