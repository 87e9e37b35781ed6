//! The tokens of a record: its fields, and what is between them.

use crate::pgn::place::Span;

use super::record::{Columns, FieldName, Record, RecordKind};

/// How often a group of fields is repeated at most; an event has at most 999 rounds.
const MAX_GROUPS: usize = 999;

pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A part of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordToken {
    pub kind: RecordTokenKind,
    pub span: Span,
}

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordTokenKind {
    /// The identifier of the record.
    Id,
    /// The content of a field, without the spaces around it. The index counts repeated fields from 0: rounds, members.
    Field(FieldName, usize),
    /// Text in columns that belong to no field.
    Stray,
    /// Spaces, line ends, and a byte order mark at the start of the text.
    Blank,
}

impl Record {
    /// The tokens of the record, which cover [`whole`](Record::whole).
    pub fn tokens(&self, text: &[u8]) -> Vec<RecordToken> {
        let line = &text[self.span.clone()];
        let id = self.span.start..self.span.start + line.len().min(3);
        let fields = match self.kind {
            // Nothing is known of its columns.
            None => vec![],
            Some(kind) => fields(kind, line),
        };
        let named = fields
            .into_iter()
            .map(|(kind, span)| RecordToken { kind, span: self.span.start + span.start..self.span.start + span.end });
        let mut tokens = Vec::new();
        let mut at = self.whole.start;
        let id = (!id.is_empty()).then_some(RecordToken { kind: RecordTokenKind::Id, span: id });
        for token in id.into_iter().chain(named) {
            push_rest(&mut tokens, text, at..token.span.start, self);
            at = token.span.end;
            tokens.push(token);
        }
        push_rest(&mut tokens, text, at..self.whole.end, self);
        tokens
    }
}

/// Pushes what is between two fields: blanks, and the text among them.
fn push_rest(tokens: &mut Vec<RecordToken>, text: &[u8], span: Span, record: &Record) {
    let is_stray = |at: &usize| record.span.contains(at) && text[*at] != b' ';
    let stray = match (span.clone().find(is_stray), span.clone().rfind(is_stray)) {
        (Some(first), Some(last)) => first..last + 1,
        _ => span.end..span.end,
    };
    let parts = [
        (RecordTokenKind::Blank, span.start..stray.start),
        (RecordTokenKind::Stray, stray.clone()),
        (RecordTokenKind::Blank, stray.end..span.end),
    ];
    tokens
        .extend(parts.into_iter().filter(|(_, span)| !span.is_empty()).map(|(kind, span)| RecordToken { kind, span }));
}

/// The fields of a line, with offsets in it. Columns are counted in characters, unless only bytes fit: some programs fill up names by
/// bytes.
fn fields(kind: RecordKind, line: &[u8]) -> Vec<(RecordTokenKind, Span)> {
    let by_bytes: Vec<usize> = (0..=line.len()).collect();
    let characters = std::str::from_utf8(line).ok().filter(|text| !text.is_ascii());
    let Some(characters) = characters else { return fields_at(kind, line, &by_bytes) };
    let by_characters: Vec<usize> = characters.char_indices().map(|(at, _)| at).chain([line.len()]).collect();
    let (one, other) = (fields_at(kind, line, &by_characters), fields_at(kind, line, &by_bytes));
    let is_split = |(_, span): &(RecordTokenKind, Span)| {
        !characters.is_char_boundary(span.start) || !characters.is_char_boundary(span.end)
    };
    if misfits(&other, line) < misfits(&one, line) && !other.iter().any(is_split) { other } else { one }
}

/// How many bytes of a line are in no field, or are not what is expected in theirs.
fn misfits(fields: &[(RecordTokenKind, Span)], line: &[u8]) -> usize {
    let filled = |bytes: &[u8]| bytes.iter().filter(|byte| **byte != b' ').count();
    let covered: usize = fields.iter().map(|(_, span)| filled(&line[span.clone()])).sum();
    let unexpected = fields.iter().map(|(kind, span)| {
        let is_expected = |byte: &&u8| match kind {
            RecordTokenKind::Field(name, _) if name.is_number() => {
                byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'-')
            }
            RecordTokenKind::Field(FieldName::Color, _) => matches!(byte, b'w' | b'b' | b'-'),
            _ => true,
        };
        line[span.clone()].iter().filter(|byte| !is_expected(byte)).count()
    });
    filled(line) - covered + unexpected.sum::<usize>()
}

/// The fields of a line whose columns begin at these offsets; the last one is its end.
fn fields_at(kind: RecordKind, line: &[u8], starts: &[usize]) -> Vec<(RecordTokenKind, Span)> {
    let columns = starts.len() - 1;
    let layout = kind.layout();
    let mut found = Vec::new();
    let mut add = |Columns(name, first, last): Columns, shift: usize, index: usize| {
        let (first, last) = (first + shift - 1, last.saturating_add(shift).min(columns));
        if first >= last {
            return;
        }
        let (start, end) = (starts[first], starts[last]);
        let field = &line[start..end];
        let start = start + field.len() - field.trim_ascii_start().len();
        let length = field.trim_ascii().len();
        if length > 0 {
            found.push((RecordTokenKind::Field(name, index), start..start + length));
        }
    };
    layout.fields.iter().for_each(|field| add(*field, 0, 0));
    if let Some((group, step)) = layout.group {
        let first = group[0].1;
        for index in 0..((columns + step).saturating_sub(first) / step + 1).min(MAX_GROUPS) {
            for field in group {
                add(*field, index * step, index);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trf::records;

    const PLAYER: &str =
        "001    2 m GM Müller, Jürgen                    2500 GER     4600000 1970/01/02  1.5    2     1 w 1  0000 - H";

    fn tokens(text: &[u8]) -> Vec<(RecordTokenKind, String)> {
        let all = records(text).flat_map(|record| record.tokens(text));
        all.filter(|token| token.kind != RecordTokenKind::Blank)
            .map(|token| (token.kind, String::from_utf8_lossy(&text[token.span]).into_owned()))
            .collect()
    }

    #[test]
    fn the_fields_of_a_player_are_found() {
        use FieldName as F;
        let expected = [
            (RecordTokenKind::Id, "001"),
            (RecordTokenKind::Field(F::Number, 0), "2"),
            (RecordTokenKind::Field(F::Sex, 0), "m"),
            (RecordTokenKind::Field(F::Title, 0), "GM"),
            (RecordTokenKind::Field(F::Name, 0), "Müller, Jürgen"),
            (RecordTokenKind::Field(F::Rating, 0), "2500"),
            (RecordTokenKind::Field(F::Federation, 0), "GER"),
            (RecordTokenKind::Field(F::PlayerId, 0), "4600000"),
            (RecordTokenKind::Field(F::BirthDate, 0), "1970/01/02"),
            (RecordTokenKind::Field(F::Points, 0), "1.5"),
            (RecordTokenKind::Field(F::Rank, 0), "2"),
            (RecordTokenKind::Field(F::Opponent, 0), "1"),
            (RecordTokenKind::Field(F::Color, 0), "w"),
            (RecordTokenKind::Field(F::Result, 0), "1"),
            (RecordTokenKind::Field(F::Opponent, 1), "0000"),
            (RecordTokenKind::Field(F::Color, 1), "-"),
            (RecordTokenKind::Field(F::Result, 1), "H"),
        ]
        .map(|(kind, text)| (kind, text.to_owned()));
        assert_eq!(tokens(PLAYER.as_bytes()), expected);
        // The same in bytes: two characters of two bytes take two columns less of the padding.
        let by_bytes = PLAYER.replacen("Jürgen  ", "Jürgen", 1);
        assert_eq!(tokens(by_bytes.as_bytes()), expected);
        let latin: Vec<u8> = PLAYER.chars().map(|character| u8::try_from(u32::from(character)).unwrap()).collect();
        assert_eq!(tokens(&latin).len(), expected.len());
    }

    #[test]
    fn text_between_fields_is_kept() {
        let text = format!("{PLAYER} x\n999 some text\n062\n");
        let found = tokens(text.as_bytes());
        let stray: Vec<&str> =
            found.iter().filter(|(kind, _)| *kind == RecordTokenKind::Stray).map(|(_, text)| &**text).collect();
        assert_eq!(stray, ["x", "some text"]);
    }

    properties! {
        #[test]
        fn tokens_cover_every_byte(text in "((001|012|013|132|162|240|310|320|330|XXR|###|9x) ?)?[ a0é\u{feff}\r\n]{0,140}(001    1[ 1wé-]{0,120}\n)?") {
            let mut at = 0;
            for record in records(text.as_bytes()) {
                proptest::prop_assert_eq!(record.whole.start, at);
                for token in record.tokens(text.as_bytes()) {
                    proptest::prop_assert_eq!(token.span.start, at);
                    proptest::prop_assert!(token.span.end > at);
                    at = token.span.end;
                }
            }
            proptest::prop_assert_eq!(at, text.len());
        }
    }
}
