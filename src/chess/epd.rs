//! Extended Position Description (EPD): four fields of a FEN, then operations (PGN 16.2).
//!
//! The half-move clock and the move number may follow the four fields, as in perft suites. They may also come from the
//! operations `hmvc` and `fmvn`.

use std::fmt::{self, Write};
use std::ops::Range;

use super::fen::{self, FenError, FenField, FenNote, FenStyle};
use super::position::Position;
use super::setup::Setup;

/// The contents of an EPD line. All ranges are byte ranges into the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdReading {
    /// The pieces, and the state that the fields and operations claim.
    pub setup: Setup,
    /// Whether the line has a half-move clock, as a field or as the operation `hmvc`.
    pub has_clock: bool,
    /// Whether the line has a move number, as a field or as the operation `fmvn`.
    pub has_move_number: bool,
    /// The missing fields among the four, read as `w - -`.
    pub missing: Vec<FenField>,
    /// Departures from the standard's spelling of the fields.
    pub notes: Vec<FenNote>,
    /// The operations, in the order of the line.
    pub operations: Vec<Operation>,
    /// The operations whose `;` is missing before the next one.
    pub unended: Vec<Range<usize>>,
}

/// An operation: `bm Nf3;`, `id "WAC.001";`, `D3 8902;`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// The name of the operation, such as `bm`.
    pub opcode: Range<usize>,
    /// The operands in order; a string operand includes its quotes.
    pub operands: Vec<Range<usize>>,
}

/// Whether the standard defines this opcode (PGN 16.2.5).
pub fn is_standard_opcode(opcode: &str) -> bool {
    const OPCODES: [&str; 25] = [
        "acd",
        "acn",
        "acs",
        "am",
        "bm",
        "ce",
        "dm",
        "draw_accept",
        "draw_claim",
        "draw_offer",
        "draw_reject",
        "eco",
        "fmvn",
        "hmvc",
        "id",
        "nic",
        "noop",
        "pm",
        "pv",
        "rc",
        "resign",
        "sm",
        "tcgs",
        "tcri",
        "tcsi",
    ];
    // Ten comments, c0 to c9, and ten variation names, v0 to v9.
    OPCODES.contains(&opcode) || matches!(opcode.as_bytes(), [b'c' | b'v', b'0'..=b'9'])
}

/// The first error in a line that is not a valid EPD.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EpdError {
    /// An error in the four fields.
    Fields(FenError),
    /// An opcode that does not begin with a letter (PGN 16.2.4).
    Opcode(Range<usize>),
    /// A string without its closing quote.
    OpenString(Range<usize>),
}

impl EpdError {
    /// The byte range of the error in the line.
    pub fn range(&self) -> Range<usize> {
        match self {
            Self::Fields(error) => error.range.clone(),
            Self::Opcode(range) | Self::OpenString(range) => range.clone(),
        }
    }
}

/// Reads one line of EPD, without its line end.
pub fn parse(line: &[u8]) -> Result<EpdReading, EpdError> {
    let fields_end = fields_end(line);
    let reading = fen::parse_fields(&line[..fields_end]).map_err(EpdError::Fields)?;
    let (operations, unended) = read_operations(line, fields_end)?;
    let mut setup = reading.setup;
    let [mut has_clock, mut has_move_number] =
        [FenField::HalfmoveClock, FenField::FullmoveNumber].map(|field| !reading.missing.contains(&field));
    for operation in &operations {
        let number = operation.operands.first().and_then(|range| number(&line[range.clone()]));
        match (&line[operation.opcode.clone()], number) {
            (b"hmvc", Some(clock)) => {
                setup.halfmove_clock = clock;
                has_clock = true;
            }
            (b"fmvn", Some(number)) if number <= fen::MAX_FULLMOVE_NUMBER => {
                setup.fullmove_number = number;
                has_move_number = true;
            }
            _ => {}
        }
    }
    let missing = reading.missing.into_iter().filter(|&field| field < FenField::HalfmoveClock).collect();
    Ok(EpdReading { setup, has_clock, has_move_number, missing, notes: reading.notes, operations, unended })
}

/// Writes an EPD line without line end: the four fields, then each operation as opcode and operands.
///
/// Operands are written unchanged; the caller must quote those with spaces or semicolons.
pub fn write<'a, Operations, Operands>(
    out: &mut impl Write,
    position: &Position,
    style: FenStyle,
    operations: Operations,
) -> fmt::Result
where
    Operations: IntoIterator<Item = (&'a str, Operands)>,
    Operands: IntoIterator<Item = &'a str>,
{
    position.write_fen_fields(out, style)?;
    for (opcode, operands) in operations {
        write!(out, " {opcode}")?;
        for operand in operands {
            write!(out, " {operand}")?;
        }
        out.write_char(';')?;
    }
    Ok(())
}

/// The operands of the first operation with this opcode, as they are written; a single string without its quotes.
pub fn operands<'t>(operations: &'t str, opcode: &str) -> Option<&'t str> {
    let (all, _) = read_operations(operations.as_bytes(), 0).ok()?;
    let found = all.into_iter().find(|operation| operations[operation.opcode.clone()] == *opcode)?;
    Some(match &found.operands[..] {
        [] => "",
        [one] => operations[one.clone()].trim_matches('"'),
        [first, .., last] => &operations[first.start..last.end],
    })
}

/// The operations in their order, each as opcode and operands; `None` if they cannot be read.
pub fn operations(text: &str) -> Option<impl Iterator<Item = (&str, Vec<&str>)>> {
    let (all, _) = read_operations(text.as_bytes(), 0).ok()?;
    let of = |range: Range<usize>| &text[range];
    Some(all.into_iter().map(move |operation| (of(operation.opcode), operation.operands.into_iter().map(of).collect())))
}

/// The end of the fields: four fields, and one or two numbers if they follow.
fn fields_end(line: &[u8]) -> usize {
    let mut end = 0;
    for index in 0..6 {
        let start = end + line[end..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let length = line[start..].iter().take_while(|&&byte| !byte.is_ascii_whitespace() && byte != b';').count();
        let token = &line[start..start + length];
        if token.is_empty() || index >= 4 && !token.iter().all(u8::is_ascii_digit) {
            return end;
        }
        end = start + length;
    }
    end
}

/// Reads the operations, and finds those whose `;` is missing.
fn read_operations(line: &[u8], start: usize) -> Result<(Vec<Operation>, Vec<Range<usize>>), EpdError> {
    let (mut operations, mut unended) = (Vec::new(), Vec::new());
    let mut tokens: Vec<Range<usize>> = Vec::new();
    let mut at = start;
    while at < line.len() {
        match line[at] {
            b';' => {
                operations.extend(operation(line, &mut tokens)?);
                at += 1;
            }
            byte if byte.is_ascii_whitespace() => at += 1,
            _ => {
                let end = token_end(line, at)?;
                if let (Some(first), Some(last)) = (tokens.first(), tokens.last())
                    && ends_before(line, &tokens, &line[at..end])
                {
                    unended.push(first.start..last.end);
                    operations.extend(operation(line, &mut tokens)?);
                }
                tokens.push(at..end);
                at = end;
            }
        }
    }
    operations.extend(operation(line, &mut tokens)?);
    Ok((operations, unended))
}

/// Whether an operation of these tokens ends before the next token, because this is an opcode.
fn ends_before(line: &[u8], tokens: &[Range<usize>], next: &[u8]) -> bool {
    let is_standard = |token: &[u8]| std::str::from_utf8(token).is_ok_and(is_standard_opcode);
    let opcode = &line[tokens[0].clone()];
    // Any operand may follow `noop`; most other operations have one at least.
    let is_whole = tokens.len() > 1 || opcode == b"resign" || opcode.starts_with(b"draw_");
    is_whole && opcode != b"noop" && is_standard(opcode) && is_standard(next)
}

/// Takes the collected tokens as an operation, if there are any.
fn operation(line: &[u8], tokens: &mut Vec<Range<usize>>) -> Result<Option<Operation>, EpdError> {
    let mut tokens = tokens.drain(..);
    let Some(opcode) = tokens.next() else { return Ok(None) };
    if !line[opcode.start].is_ascii_alphabetic() {
        return Err(EpdError::Opcode(opcode));
    }
    Ok(Some(Operation { opcode, operands: tokens.collect() }))
}

fn token_end(line: &[u8], start: usize) -> Result<usize, EpdError> {
    let rest = &line[start..];
    if rest[0] == b'"' {
        let length = rest[1..].iter().position(|&byte| byte == b'"');
        return length.map(|length| start + length + 2).ok_or(EpdError::OpenString(start..line.len()));
    }
    Ok(start + rest.iter().take_while(|&&byte| !byte.is_ascii_whitespace() && byte != b';').count())
}

fn number(text: &[u8]) -> Option<u32> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields(error) => error.fmt(f),
            Self::Opcode(_) => f.write_str("an opcode begins with a letter"),
            Self::OpenString(_) => f.write_str("a string is not closed"),
        }
    }
}

impl std::error::Error for EpdError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opcodes_of_the_standard_are_known() {
        for opcode in ["acd", "id", "hmvc", "fmvn", "bm", "c0", "c9", "v3", "draw_offer"] {
            assert!(is_standard_opcode(opcode), "{opcode}");
        }
        for opcode in ["", "ID", "c", "c10", "D1", "nonsense"] {
            assert!(!is_standard_opcode(opcode), "{opcode}");
        }
    }

    fn tokens(line: &str) -> Vec<Vec<&str>> {
        let reading = parse(line.as_bytes()).unwrap();
        let text = |range: &Range<usize>| &line[range.clone()];
        let all =
            |operation: &Operation| std::iter::once(&operation.opcode).chain(&operation.operands).map(text).collect();
        reading.operations.iter().map(all).collect()
    }

    #[test]
    fn operations_are_kept() {
        let line = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rf1; id \"one; two\"; hmvc 7; fmvn 40;";
        assert_eq!(tokens(line)[..2], [vec!["bm", "O-O", "Rf1"], vec!["id", "\"one; two\""]]);
        let setup = parse(line.as_bytes()).unwrap().setup;
        assert_eq!((setup.halfmove_clock, setup.fullmove_number), (7, 40));
    }

    #[test]
    fn a_missing_semicolon_is_found_at_the_next_opcode() {
        let line = "8/8/8/8/8/8/8/8 w - - bm e4 d4 id \"one\" draw_offer c0 \"x\"; hmvc 3 fmvn 9; noop 1 id 2;";
        let reading = parse(line.as_bytes()).unwrap();
        let unended: Vec<&str> = reading.unended.iter().map(|range| &line[range.clone()]).collect();
        assert_eq!(unended, ["bm e4 d4", "id \"one\"", "draw_offer", "hmvc 3"]);
        assert_eq!(tokens(line).last().unwrap(), &["noop", "1", "id", "2"]);
        assert_eq!((reading.setup.halfmove_clock, reading.setup.fullmove_number), (3, 9));
    }

    #[test]
    fn perft_suites_are_read() {
        let line = "4k3/8/8/8/8/8/8/4K2R w K - 3 9 ;D1 15 ;D2 66";
        assert_eq!(tokens(line), [["D1", "15"], ["D2", "66"]]);
        let reading = parse(line.as_bytes()).unwrap();
        assert_eq!((reading.setup.halfmove_clock, reading.setup.fullmove_number), (3, 9));
        assert_eq!(reading.missing, []);
    }

    #[test]
    fn errors_have_a_byte_range() {
        let error = |line: &str| parse(line.as_bytes()).unwrap_err();
        assert_eq!(error("8/8/8/8/8/8/8/8 w - - id \"x;"), EpdError::OpenString(25..28));
        assert_eq!(error("8/8/8/8/8/8/8/8 w - - +x;"), EpdError::Opcode(22..24));
        assert_eq!(error("8/8/8 w - -").range(), 0..5);
        assert_eq!(error("").range(), 0..0);
    }

    #[test]
    fn written_as_it_is_read() {
        let mut line = String::new();
        write(&mut line, &Position::initial(), FenStyle::default(), [("bm", vec!["e4", "d4"]), ("acd", vec!["1"])])
            .unwrap();
        assert_eq!(line, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; acd 1;");
        assert_eq!(tokens(&line), [vec!["bm", "e4", "d4"], vec!["acd", "1"]]);
    }
}
