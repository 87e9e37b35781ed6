//! Text of other formats around games: whole documents, and the markup of web pages and forums.

use super::scan::is_space;

/// The name of the format of a document that begins with this text, with an article; `None` if it may be PGN.
pub fn document(text: &[u8]) -> Option<&'static str> {
    let starts = |magic: &str| text.get(..magic.len()).is_some_and(|head| head.eq_ignore_ascii_case(magic.as_bytes()));
    let names_format = |(_, magics): &&(&str, &[&str])| magics.iter().any(|magic| starts(magic));
    let by_magic = DOCUMENTS.iter().find(names_format).map(|(name, _)| *name);
    by_magic.or_else(|| is_json(text).then_some("JSON data"))
}

/// Whether a line is binary data, compressed data or UTF-16, whose characters have a NUL byte each.
pub fn is_binary(line: &[u8]) -> bool {
    line.contains(&0) || begins_otherwise(line)
}

/// Whether a file of this text is read as text. It has no control characters.
pub fn is_text(text: &[u8]) -> bool {
    !begins_otherwise(text) && text.iter().all(|byte| *byte >= b' ' || is_space(*byte))
}

/// Whether a file that begins with these bytes is read as compressed with bzip2 or Zstandard, or as UTF-16.
fn begins_otherwise(text: &[u8]) -> bool {
    [&b"\x28\xb5\x2f\xfd"[..], b"\xff\xfe", b"\xfe\xff"].iter().any(|magic| text.starts_with(magic))
        || text.get(4..).is_some_and(|rest| rest.starts_with(b"1AY&SY"))
}

/// The formats that are recognized by their first bytes.
const DOCUMENTS: [(&str, &[&str]); 7] = [
    ("an HTML page", &["<!doctype html", "<html", "<head", "<body"]),
    ("an XML document", &["<?xml", "<!doctype ", "<rss", "<svg"]),
    ("an RTF document", &["{\\rtf"]),
    ("a PDF document", &["%PDF-"]),
    ("a PostScript document", &["%!PS"]),
    ("a LaTeX document", &["\\documentclass", "\\documentstyle"]),
    ("a Git LFS pointer to the file", &["version https://git-lfs."]),
];

/// Whether a text begins as an object of JSON or a list of objects. A comment or a tag begins otherwise.
fn is_json(text: &[u8]) -> bool {
    let head = &text[..text.len().min(MAX_JSON_HEAD)];
    let mut tokens = head.iter().copied().filter(|byte| !is_space(*byte));
    let mut first = tokens.next();
    if first == Some(b'[') {
        first = tokens.next();
    }
    if first != Some(b'{') || tokens.next() != Some(b'"') {
        return false;
    }
    let mut after_name = tokens.skip_while(|byte| *byte != b'"').skip(1);
    after_name.next() == Some(b':')
        && after_name
            .next()
            .is_some_and(|byte| matches!(byte, b'"' | b'{' | b'[' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n'))
}

/// The number of bytes in which the first name of a JSON object must end.
const MAX_JSON_HEAD: usize = 256;

/// The length of markup around games at the start of a text: `[pgn]`, `[/code]`, `[b]`, `[size=4]`, `<pre>`, or a fence of
/// Markdown with the rest of its line.
pub fn markup(text: &[u8]) -> Option<usize> {
    match text {
        [b'`', b'`', b'`', ..] | [b'~', b'~', b'~', ..] => {
            Some(super::text::line_end(text, 0)).filter(|end| *end <= MAX_MARKUP)
        }
        [b'[', inner @ ..] => element(inner, b']', &BBCODE),
        [b'<', inner @ ..] => element(inner, b'>', &PREFORMATTED),
        _ => None,
    }
}

/// The length of an opening bracket and this text, if it is the beginning or the end of one of these elements.
fn element(text: &[u8], close: u8, names: &[&str]) -> Option<usize> {
    let text = &text[..text.len().min(MAX_MARKUP)];
    if !matches!(text.first(), Some(b'/' | b'a'..=b'z' | b'A'..=b'Z')) {
        return None;
    }
    let end = memchr::memchr3(close, b'\n', b'\r', text).filter(|end| text[*end] == close)?;
    let inner = text[..end].strip_prefix(b"/").unwrap_or(&text[..end]);
    let (name, rest) = inner.split_at(inner.iter().take_while(|byte| byte.is_ascii_alphabetic()).count());
    let is_known = names.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()));
    let is_whole = rest.first().is_none_or(|byte| matches!(byte, b'=' | b' ')) && !rest.starts_with(b" \"");
    (is_known && is_whole).then_some(end + 2)
}

/// The elements of HTML in which the text of games stands as it is.
const PREFORMATTED: [&str; 6] = ["pre", "code", "pgn", "textarea", "blockquote", "samp"];

/// The names of BBCode that stand around games or moves.
const BBCODE: [&str; 20] = [
    "pgn", "code", "quote", "pre", "spoiler", "hide", "b", "i", "u", "s", "center", "left", "right", "color", "size",
    "font", "url", "list", "indent", "chess",
];

/// The maximum length of markup in brackets.
const MAX_MARKUP: usize = 128;

/// Whether text means nothing but how a page looks: markup around games, or the entity of a space.
pub fn is_layout(text: &[u8]) -> bool {
    markup(text).is_some() || text.eq_ignore_ascii_case(b"&nbsp;")
}

/// The length of an HTML entity at the start of a text: `&nbsp;`, `&#189;`, `&#xBD;`.
pub fn entity(text: &[u8]) -> Option<usize> {
    let [b'&', rest @ ..] = text else { return None };
    let end = rest.iter().take(MAX_ENTITY).position(|byte| *byte == b';')?;
    let name = &rest[..end];
    let is_entity = match name {
        [b'#', b'x' | b'X', digits @ ..] => !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit),
        [b'#', digits @ ..] => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
        [first, ..] => first.is_ascii_alphabetic() && name.iter().all(u8::is_ascii_alphanumeric),
        [] => false,
    };
    is_entity.then_some(end + 2)
}

/// The maximum length of the name of an entity.
const MAX_ENTITY: usize = 10;

/// Whether an entity is white space, a quotation mark or another character that is no part of a move.
pub fn is_punctuation(entity: &[u8]) -> bool {
    PUNCTUATION.iter().any(|known| entity.eq_ignore_ascii_case(known.as_bytes()))
}

/// Whether an entity is three dots.
pub fn is_ellipsis(entity: &[u8]) -> bool {
    ["&hellip;", "&#8230;", "&#x2026;"].iter().any(|known| entity.eq_ignore_ascii_case(known.as_bytes()))
}

/// Entities that may touch a move.
const PUNCTUATION: [&str; 26] = [
    "&amp;", "&apos;", "&bull;", "&emsp;", "&ensp;", "&gt;", "&hellip;", "&laquo;", "&ldquo;", "&lsquo;", "&lt;",
    "&middot;", "&nbsp;", "&quot;", "&raquo;", "&rdquo;", "&rsquo;", "&thinsp;", "&#32;", "&#34;", "&#39;", "&#160;",
    "&#8230;", "&#xa0;", "&#x20;", "&#x2026;",
];

/// What the entity at the start of a text stands for in a result, `1/2` or a hyphen, and its length.
pub fn entity_in_result(text: &[u8]) -> Option<(&'static str, usize)> {
    let length = entity(text)?;
    let is = |name: &&str| text[..length].eq_ignore_ascii_case(name.as_bytes());
    match () {
        () if HALVES.iter().any(&is) => Some(("1/2", length)),
        () if DASHES.iter().any(is) => Some(("-", length)),
        () => None,
    }
}

const HALVES: [&str; 4] = ["&frac12;", "&half;", "&#189;", "&#xbd;"];

/// The entities of hyphens and dashes.
const DASHES: [&str; 10] =
    ["&ndash;", "&mdash;", "&minus;", "&hyphen;", "&#45;", "&#8211;", "&#8212;", "&#8722;", "&#x2013;", "&#x2014;"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_recognized_by_their_first_bytes() {
        for (text, expected) in [
            ("<!DOCTYPE html>\n<p>", Some("an HTML page")),
            ("<HTML lang=\"en\">", Some("an HTML page")),
            ("<?xml version=\"1.0\"?>", Some("an XML document")),
            ("{\\rtf1\\ansi", Some("an RTF document")),
            ("%PDF-1.7", Some("a PDF document")),
            ("{\"games\": [", Some("JSON data")),
            ("[\n  {\"White\": \"A\"", Some("JSON data")),
            ("{\"Good\": so he said} 1. e4", None),
            ("{\"Good\", he said}", None),
            ("[Event \"a\"]", None),
            ("<pre>", None),
            ("<!-- a comment -->", None),
            ("% an escape", None),
            ("1. e4", None),
        ] {
            assert_eq!(document(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn markup_has_a_known_name() {
        for (text, expected) in [
            ("[pgn]\n[Event", Some(5)),
            ("[/PGN]", Some(6)),
            ("[pgn=600,400]1. e4", Some(13)),
            ("[color=red]", Some(11)),
            ("[url http://x]", Some(14)),
            ("[Event \"a\"]", None),
            ("[b \"c\"]", None),
            ("[#]", None),
            ("[board]", None),
            ("[pgn\n]", None),
            ("```pgn\n1. e4", Some(6)),
            ("```", Some(3)),
            ("``", None),
            ("<pre>\n", Some(5)),
            ("</PRE>", Some(6)),
            ("<pre class=\"a\">", Some(15)),
            ("<h3>", None),
        ] {
            assert_eq!(markup(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn entities_have_a_name_or_a_number() {
        for (text, expected) in [
            ("&nbsp;e4", Some(6)),
            ("&#189;", Some(6)),
            ("&#xBD;-", Some(6)),
            ("&frac12;-&frac12; ", Some(8)),
            ("& e4;", None),
            ("&;", None),
            ("&#;", None),
            ("&e4 e5;", None),
        ] {
            assert_eq!(entity(text.as_bytes()), expected, "{text}");
        }
    }
}
