//! Members of zip archives.

use super::*;

#[test]
fn members_of_a_zip_come_in_the_order_of_its_directory() {
    let folder = Folder::new();
    let long = text(5000);
    let members: [(&str, &[u8]); 6] = [
        ("z/second.pgn", b"2"),
        ("readme.txt", b"no"),
        ("a.PGN", &long),
        ("__MACOSX/._a.pgn", b"no"),
        (".hidden.pgn", b"no"),
        ("empty.fen", b""),
    ];
    for method in [zip::CompressionMethod::Stored, zip::CompressionMethod::Deflated] {
        let options = SimpleFileOptions::default().compression_method(method);
        let path = folder.write("games.zip", &zip_of(&members, options));
        let opened: Vec<Opened> = open(&path).into_iter().map(Result::unwrap).collect();
        let names: Vec<&str> = opened.iter().map(|one| one.name.rsplit_once("games.zip:").unwrap().1).collect();
        assert_eq!(names, ["z/second.pgn", "a.PGN", "empty.fen"]);
        assert_eq!(opened[1].size_hint, Some(long.len() as u64));
        let texts: Vec<Vec<u8>> = opened
            .into_iter()
            .map(|one| drain(one.content))
            .map(|(bytes, error)| {
                assert!(error.is_none(), "{error:?}");
                bytes
            })
            .collect();
        assert!(texts == [b"2".to_vec(), long.clone(), vec![]]);
    }
    let other = folder.write("other.zip", &zip(&[("readme", b"a"), ("notes.txt", b"b")]));
    assert_eq!(open(&other).len(), 2);
}

#[test]
fn zips_may_be_nested_and_in_zip64_format() {
    let folder = Folder::new();
    let text = text(2000);
    let inner = zip(&[("c.pgn", &text), ("d.pgn.gz", &gz(&text))]);
    let path = folder.write("a.zst", &zst(&zip(&[("b.pgn.zip", &inner), ("e.pgn", b"e")])));
    let opened: Vec<Opened> = open(&path).into_iter().map(Result::unwrap).collect();
    let names: Vec<&str> = opened.iter().map(|one| one.name.rsplit_once("a.zst:").unwrap().1).collect();
    assert_eq!(names, ["b.pgn.zip:c.pgn", "b.pgn.zip:d.pgn.gz", "e.pgn"]);
    for one in opened.into_iter().take(2) {
        assert!(drain(one.content).0 == text);
    }
    let large = zip_of(&[("a.pgn", &text)], SimpleFileOptions::default().large_file(true));
    assert_whole(&folder.write("large.zip", &large), &text);
}

#[test]
fn archives_in_an_archive_are_read_and_other_files_named() {
    let folder = Folder::new();
    let games = zip(&[("b.pgn", b"b"), ("about.txt", b"no")]);
    let others = zip(&[("photo.png", b"no"), ("photo.jpg", b"no")]);
    let read = |members: &[(&str, &[u8])]| {
        let path = folder.write("all.zip", &zip(members));
        let inputs = Inputs::new(&[path.into()], None).unwrap();
        let mut members = inputs.entries().next().unwrap().unwrap().open(&OpenOptions::default());
        let texts: Vec<String> = members.by_ref().map(|one| one.unwrap().name).collect();
        let UnreadMembers { others, hidden } = members.unread();
        let inside = |name: &String| name.split_once("all.zip:").unwrap().1.to_owned();
        [&texts, others, hidden].map(|names| names.iter().map(inside).collect::<Vec<_>>())
    };
    assert_eq!(
        read(&[("notes.txt", b"no"), ("a.pgn", b"a"), (".b.pgn", b"no"), ("B.ZIP", &games), ("c.zip", &others)]),
        [
            &["a.pgn", "B.ZIP:b.pgn"][..],
            &["notes.txt", "B.ZIP:about.txt", "c.zip:photo.png", "c.zip:photo.jpg"],
            &[".b.pgn"],
        ]
    );
    assert_eq!(
        read(&[("a.pgn", b"a"), ("empty.zip", &zip(&[])), ("hidden.zip", &zip(&[(".c.pgn", b"no")]))]),
        [&["a.pgn"][..], &["empty.zip", "hidden.zip"], &["hidden.zip:.c.pgn"]]
    );
    let unnamed = zip(&[("games.txt", b"c")]);
    assert_eq!(
        read(&[("notes.txt", b"no"), ("c.zip", &unnamed)]),
        [&["c.zip:games.txt"][..], &["notes.txt"], &[]],
        "no archive around it has texts"
    );
    assert_eq!(read(&[("notes.txt", b"n")]), [&["notes.txt"][..], &[], &[]]);
}

#[test]
fn archives_one_after_another_are_damaged() {
    let folder = Folder::new();
    for (first, second) in [("a.pgn", "a.pgn"), ("a.pgn", "other.pgn")] {
        let both = [zip(&[(first, b"1")]), zip(&[(second, b"2")])].concat();
        let opened = open(&folder.write("both.zip", &both));
        let errors: Vec<String> = opened.iter().filter_map(|one| one.as_ref().err().map(ToString::to_string)).collect();
        assert_eq!(opened.len(), 2, "{errors:?}");
        assert!(errors.len() == 1 && errors[0].contains("its directory is missing or damaged"), "{errors:?}");
    }
}

#[test]
fn same_named_members_are_both_read() {
    let folder = Folder::new();
    let mut archive = zip(&[("a.pgn", b"one"), ("b.pgn", b"two")]);
    for at in 0..archive.len() - 5 {
        if archive[at..].starts_with(b"b.pgn") {
            archive[at] = b'a';
        }
    }
    let texts: Vec<Vec<u8>> =
        open(&folder.write("twins.zip", &archive)).into_iter().map(|one| drain(one.unwrap().content).0).collect();
    assert_eq!(texts, [b"one", b"two"]);
}

#[test]
fn the_error_of_an_unreadable_zip_gives_the_reason() {
    let folder = Folder::new();
    let only = |name: &str, bytes: &[u8]| open(&folder.write(name, bytes)).remove(0).unwrap_err();
    let error = only("empty.zip", &zip(&[]));
    assert!(matches!(error.fault, InputErrorKind::EmptyArchive), "{error}");

    let good = zip(&[("a.pgn", b"secret"), ("b.pgn", b"open")]);
    let row = good.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    let mut encrypted = good.clone();
    encrypted[row + 8] |= 1;
    let all = open(&folder.write("encrypted.zip", &encrypted));
    let error = all[0].as_ref().unwrap_err();
    assert!(matches!(error.fault, InputErrorKind::Encrypted), "{error}");
    assert!(error.to_string().ends_with("encrypted.zip:a.pgn: this member is encrypted"), "{error}");
    assert!(all[1].is_ok());

    let mut method = good.clone();
    method[row + 10] = 14;
    assert!(matches!(only("lzma.zip", &method).fault, InputErrorKind::Method(14)));
    let mut header = good.clone();
    header[row + 42] = 3;
    assert!(matches!(
        only("header.zip", &header).fault,
        InputErrorKind::Damaged { format: CompressionFormat::Zip, offset: 3, .. }
    ));
    let mut crc = good;
    crc[row + 16] ^= 1;
    let (bytes, error) = drain(open(&folder.write("crc.zip", &crc)).remove(0).unwrap().content);
    assert_eq!(bytes, b"secret");
    assert!(error.unwrap().to_string().contains("checksum mismatch"));
}

#[test]
fn a_truncated_zip_yields_the_members_before_the_cut() {
    let folder = Folder::new();
    let text = text(300);
    let names = ["a.pgn", "b.pgn", "c.pgn"];
    let archive = zip(&names.map(|name| (name, &text[..])));
    for cut in (4..archive.len()).step_by(7) {
        let mut errors = 0;
        let mut whole = 0;
        for member in open(&folder.write("cut.zip", &archive[..cut])) {
            let (bytes, error) = match member {
                Ok(opened) => drain(opened.content),
                Err(error) => (Vec::new(), Some(error)),
            };
            assert!(text.starts_with(&bytes), "{cut}");
            whole += usize::from(bytes == text);
            let Some(error) = error else { continue };
            let InputErrorKind::Damaged { format: CompressionFormat::Zip, offset, .. } = error.fault else {
                panic!("{cut}: {error}")
            };
            assert!(offset <= cut as u64);
            errors += 1;
        }
        assert!(errors > 0, "{cut}");
        assert!(whole >= (cut * 3 / archive.len()).saturating_sub(1), "{cut} of {}: {whole}", archive.len());
    }
}
