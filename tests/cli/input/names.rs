//! Arguments, directories, lists, pipes, standard input.

use super::*;

#[test]
fn small_files_are_kept_in_memory_and_long_ones_are_not() {
    let folder = Folder::new();
    for (lines, small) in [(0, true), (100, true), (100_000, false)] {
        let text = text(lines);
        let opened = open_one(&folder.write("a.pgn", &text));
        assert_eq!((opened.size_hint, opened.encoding), (Some(text.len() as u64), Encoding::Bytes));
        assert_eq!(matches!(opened.content, Content::Whole(_)), small, "{lines}");
        assert!(small || matches!(opened.content, Content::File(_)), "{lines}");
        let (bytes, error) = drain(opened.content);
        assert!(bytes == text && error.is_none(), "{error:?}");
    }
}

#[test]
fn a_file_ends_where_it_ended_when_it_was_opened() {
    const CUT: u64 = 1 << 20;
    let folder = Folder::new();
    let text = text(300_000);
    let path = folder.write("a.pgn", &text);
    let (grown, cut) = (open_one(&path), open_one(&path));
    let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"more").unwrap();
    let (bytes, error) = drain(grown.content);
    assert!(bytes == text && error.is_none(), "{error:?}");
    file.set_len(CUT).unwrap();
    let (bytes, error) = drain(cut.content);
    assert!(bytes == text[..CUT as usize]);
    let error = error.unwrap();
    assert!(
        matches!(error.fault, InputErrorKind::Shortened { end: CUT, length } if length == text.len() as u64),
        "{error}"
    );

    // A zstd file of many frames is read ahead, but not all of it.
    let frames: Vec<u8> = text.chunks(100_000).flat_map(zst).collect();
    let others = STREAMS[1..].iter().map(|(_, pack)| (pack(&text), CUT)).chain([(zip(&[("a.pgn", &text)]), CUT)]);
    for (packed, cut) in others.chain([(frames.repeat(2), frames.len() as u64)]) {
        let path = folder.write("a.pgn", &packed);
        let opened = open_one(&path);
        fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(cut).unwrap();
        let error = drain(opened.content).1.unwrap();
        assert!(matches!(error.fault, InputErrorKind::Shortened { end, .. } if end == cut), "{error}");
    }
}

#[test]
fn a_directory_is_walked_in_the_order_of_its_names() {
    let folder = Folder::new();
    for name in
        ["d/b.pgn", "d/B.pgn.zst", "d/a/z.fen", "d/a.pgn", "d/é.epd.gz", "d/notes.txt", "d/.git/x.pgn", "d/._a.pgn"]
    {
        folder.write(name, b"x");
    }
    let found: Vec<String> = folder.entries("d").into_iter().map(Result::unwrap).collect();
    assert_eq!(found, ["d/B.pgn.zst", "d/a/z.fen", "d/a.pgn", "d/b.pgn", "d/é.epd.gz"]);
    let inputs = Inputs::new(&[folder.path("d").into()], None).unwrap();
    assert_eq!(inputs.total_bytes(), Some(5));
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_loops_end() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    folder.write("d/sub/a.pgn", b"a");
    folder.write("elsewhere/b.pgn", b"b");
    symlink("..", folder.path("d/sub/up")).unwrap();
    symlink("../elsewhere", folder.path("d/link")).unwrap();
    symlink("nowhere", folder.path("d/sub/gone.pgn")).unwrap();
    symlink("nowhere", folder.path("d/sub/gone.txt")).unwrap();
    let found = folder.entries("d");
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(found[0].as_ref().unwrap(), "d/link/b.pgn");
    assert_eq!(found[1].as_ref().unwrap(), "d/sub/a.pgn");
    assert!(found[2].as_ref().unwrap_err().name.ends_with("d/sub/gone.pgn"));
}

#[test]
fn other_files_are_read_if_one_is_missing() {
    let folder = Folder::new();
    folder.write("a.pgn", b"a");
    folder.write("odd name", b"b");
    fs::create_dir(folder.path("nothing")).unwrap();
    let arguments: Vec<OsString> =
        ["a.pgn", "missing.pgn", "nothing", "odd name"].map(|name| folder.path(name).into()).to_vec();
    let inputs = Inputs::new(&arguments, None).unwrap();
    let found: Vec<_> = inputs.entries().collect();
    assert!(found[0].is_ok() && found[3].is_ok());
    let missing = found[1].as_ref().unwrap_err();
    assert!(matches!(&missing.fault, InputErrorKind::Open(error) if error.kind() == io::ErrorKind::NotFound));
    assert!(missing.name.ends_with("missing.pgn"));
    let empty = found[2].as_ref().unwrap_err();
    assert!(matches!(empty.fault, InputErrorKind::EmptyDirectory(_)) && empty.name.ends_with("nothing"), "{empty}");
}

#[test]
fn lists_of_files_come_after_the_arguments() {
    let folder = Folder::new();
    let first = folder.write("first.pgn", b"1");
    let second = folder.write("second.pgn", b"2");
    let third = folder.write("third.pgn", b"3");
    let (second, third) = (second.to_str().unwrap(), third.to_str().unwrap());
    for list in [format!("{second}\r\n\n{third}"), format!("{second}\0{third}\0")] {
        let list = folder.write("list", list.as_bytes());
        let inputs = Inputs::new(&[first.clone().into()], Some(list.as_os_str())).unwrap();
        let found: Vec<String> =
            inputs.entries().map(|entry| folder.relative(entry.unwrap().path().unwrap())).collect();
        assert_eq!(found, ["first.pgn", "second.pgn", "third.pgn"]);
    }
    let empty = folder.write("empty", b"");
    assert_eq!(Inputs::new(&[], Some(empty.as_os_str())).unwrap().entries().count(), 0);
    let error = Inputs::new(&[], Some(OsStr::new("/no/such/list"))).unwrap_err();
    assert!(error.to_string().starts_with("/no/such/list: cannot be opened"), "{error}");
    let stdin = folder.write("stdin", b"-\n");
    Inputs::new(&[], Some(stdin.as_os_str())).unwrap();
    assert!(matches!(
        Inputs::new(&["-".into()], Some(stdin.as_os_str())).unwrap_err().fault,
        InputErrorKind::StdinTwice
    ));
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_is_a_stream_whatever_its_content_is() {
    let folder = Folder::new();
    let text = text(30_000);
    let fifo = folder.path("fifo");
    let zipped = zip(&[("a.pgn", &text)]);
    for bytes in [text.clone(), zst(&text), zipped, Vec::new()] {
        let made = std::process::Command::new("mkfifo").arg(&fifo).status().unwrap();
        assert!(made.success());
        let expected = if bytes.is_empty() { &[][..] } else { &text };
        let length = bytes.len() as u64;
        let writer = {
            let fifo = fifo.clone();
            std::thread::spawn(move || fs::OpenOptions::new().write(true).open(fifo).unwrap().write_all(&bytes))
        };
        let options = OpenOptions::default();
        let inputs = Inputs::new(&[fifo.clone().into()], None).unwrap();
        assert_eq!(inputs.total_bytes(), None);
        let opened = inputs.entries().next().unwrap().unwrap().open(&options).next().unwrap().unwrap();
        let (read, error) = drain(opened.content);
        writer.join().unwrap().unwrap();
        assert!(read == expected && error.is_none(), "{error:?}");
        assert_eq!(options.meter.consumed(), length);
        fs::remove_file(&fifo).unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_with_a_wrong_length_is_read_to_its_end() {
    let (bytes, error) = read(Path::new("/proc/self/status"));
    assert!(error.is_none() && bytes.starts_with(b"Name:"), "{error:?}");
}

#[cfg(unix)]
#[test]
fn a_file_without_read_permission_is_an_error_of_its_entry() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let path = folder.write("locked.pgn", b"x");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser opens everything.
    if fs::File::open(&path).is_ok() {
        return;
    }
    let error = open(&path).remove(0).unwrap_err();
    assert!(matches!(error.fault, InputErrorKind::Open(error) if error.kind() == io::ErrorKind::PermissionDenied));
}

/// The variable for the child process of the next test: the number of bytes it must read, and whether they are a file.
const CHILD: &str = "ADOUBE_TEST_STDIN";

#[test]
fn standard_input_of_a_child() {
    let Ok(expected) = std::env::var(CHILD) else { return };
    let options = OpenOptions::default();
    let inputs = Inputs::new(&[], None).unwrap();
    let total = inputs.total_bytes();
    let opened = inputs.entries().next().unwrap().unwrap().open(&options).next().unwrap().unwrap();
    let is_whole = matches!(opened.content, Content::Whole(_) | Content::File(_));
    let (bytes, error) = drain(opened.content);
    assert!(error.is_none(), "{error:?}");
    assert_eq!(format!("{} {is_whole} {total:?}", bytes.len()), expected);
}

#[cfg(unix)]
#[test]
fn standard_input_is_read_as_a_file_when_it_is_one() {
    use std::process::{Command, Stdio};
    let folder = Folder::new();
    let text = text(30_000);
    let path = folder.write("a.pgn", &text);
    let child = |expected: String, stdin: Stdio| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "input::names::standard_input_of_a_child"]).env(CHILD, expected);
        command.stdin(stdin).stdout(Stdio::null()).spawn().unwrap()
    };
    let length = text.len();
    let file = fs::File::open(path).unwrap();
    let direct = child(format!("{length} true Some({length})"), file.into()).wait().unwrap();
    assert!(direct.success());
    for (bytes, length) in [(text.clone(), length), (gz(&text), length), (zip(&[("a.pgn", &text)]), length)] {
        let mut piped = child(format!("{length} false None"), Stdio::piped());
        piped.stdin.take().unwrap().write_all(&bytes).unwrap();
        assert!(piped.wait().unwrap().success());
    }
}
