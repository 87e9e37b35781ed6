//! Texts in UTF-16, and encodings that are not transcoded.

use std::process::Command;

use super::*;

/// A byte order: the bytes of a unit.
type Order = fn(u16) -> [u8; 2];

fn utf16(text: &str, bytes_of: Order) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes_of).collect()
}

#[test]
fn utf16_is_delivered_as_utf8() {
    let folder = Folder::new();
    let body = format!("[White \"Че\u{301}, \u{1f40e}\"]\n{}", "1. e4 \u{2654} ".repeat(30_000));
    for (mark, bom) in [("\u{feff}", true), ("", false)] {
        let orders: [(Order, Encoding); 2] =
            [(u16::to_le_bytes, Encoding::Utf16Le { bom }), (u16::to_be_bytes, Encoding::Utf16Be { bom })];
        for (order, encoding) in orders {
            let bytes = utf16(&format!("{mark}{body}"), order);
            for packed in [bytes.clone(), gz(&bytes)] {
                let opened = open_one(&folder.write("a.pgn", &packed));
                assert_eq!(opened.encoding, encoding);
                let (text, error) = drain(opened.content);
                assert!(error.is_none() && text == body.as_bytes());
                assert_eq!(opened.replacements.count(), 0);
            }
        }
    }
}

#[test]
fn broken_utf16_is_replaced_and_counted() {
    let folder = Folder::new();
    let mut bytes = utf16("\u{feff}1. e4", u16::to_le_bytes);
    bytes.extend([0x00, 0xD8]);
    bytes.extend(utf16(" e5", u16::to_le_bytes));
    bytes.push(b'*');
    let opened = open_one(&folder.write("a.pgn", &bytes));
    assert_eq!(drain(opened.content).0, "1. e4\u{fffd} e5\u{fffd}".as_bytes());
    assert_eq!(opened.replacements.count(), 2);
}

#[test]
fn other_encodings_are_unchanged_and_utf32_is_refused() {
    let folder = Folder::new();
    for bytes in [&b"\xEF\xBB\xBF[Event]"[..], b"[White \"M\xFCller\"]", b"a\0b"] {
        let opened = open_one(&folder.write("a.pgn", bytes));
        assert_eq!(opened.encoding, Encoding::Bytes);
        assert_eq!(drain(opened.content).0, bytes);
    }
    let error = open(&folder.write("a.pgn", b"\xFF\xFE\0\0[\0\0\0")).remove(0).unwrap_err();
    assert!(error.to_string().ends_with("a.pgn: this is UTF-32 text, which is not supported"), "{error}");
}

#[test]
fn data_behind_a_game_that_is_no_text_is_an_error() {
    let folder = Folder::new();
    let good = "[White \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n";
    let bad = "[White \"b\"]\n\n1. e4 e5 2. Ke3 *\n\n";
    let heads = [
        utf16(&format!("\u{feff}{bad}"), u16::to_le_bytes),
        utf16(&format!("\u{feff}{bad}"), u16::to_be_bytes),
        utf16(bad, u16::to_le_bytes),
        utf16(bad, u16::to_be_bytes),
        gz(bad.as_bytes()),
        b"PK\x03\x04\x14\0\0\0\x08\0".to_vec(),
        b"BZh91AY&SY\x19\x10".to_vec(),
        b"\x28\xb5\x2f\xfd\x24\x45".to_vec(),
    ];
    for (index, data) in heads.iter().enumerate() {
        for text_before in ["", "Round 2\n"] {
            let file = folder.write("a.pgn", &[good.as_bytes(), text_before.as_bytes(), data, b"\n"].concat());
            for command in [
                &["validate"][..],
                &["stats", "--fail-on", "error"],
                &["replay", "--fail-on", "error"],
                &["adjudicate"],
            ] {
                let output = Command::new(env!("CARGO_BIN_EXE_adoube")).args(command).arg(&file).output().unwrap();
                let message = String::from_utf8_lossy(&output.stderr);
                assert_eq!(output.status.code(), Some(1), "{command:?}, {index}: {message}");
            }
        }
    }
}
