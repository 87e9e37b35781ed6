//! Files that change while they are read, files that are no regular files, and limits on the size of files.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use crate::{CASES, Folder, OLD, adoube, stderr};

/// A game of about 40 bytes, and how many are longer than all that is read ahead.
const GAME: &str = "[Event \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n";
const GAMES: usize = 500_000;

/// A run that has begun to write, and waits in the middle of its input until the output is read.
struct Waiting {
    run: Child,
    stdout: ChildStdout,
}

impl Waiting {
    fn new(path: &Path, arguments: &[&str]) -> Self {
        let mut command = adoube();
        command.args(arguments).arg(path).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut run = command.spawn().unwrap();
        let mut stdout = run.stdout.take().unwrap();
        stdout.read_exact(&mut [0]).unwrap();
        Self { run, stdout }
    }

    /// Reads the output to its end. Returns it without the first byte, and how the run ended.
    fn finish(mut self) -> (String, Output) {
        let mut text = String::new();
        self.stdout.read_to_string(&mut text).unwrap();
        (text, self.run.wait_with_output().unwrap())
    }
}

fn long_file(folder: &Folder) -> std::path::PathBuf {
    let path = folder.path().join("long.pgn");
    fs::write(&path, GAME.repeat(GAMES)).unwrap();
    path
}

#[test]
fn a_file_that_is_shortened_is_an_input_error() {
    let folder = Folder::new(1);
    for threads in ["1", "2"] {
        let path = long_file(&folder);
        let waiting = Waiting::new(&path, &["replay", "-j", threads]);
        let length = fs::metadata(&path).unwrap().len();
        fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(length / 2).unwrap();
        let (_, output) = waiting.finish();
        let expected = format!("was shortened while it was read: it ends at byte {} instead of {length}", length / 2);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(&expected), "{}", stderr(&output));
        assert!(stderr(&output).contains("long.pgn"), "{}", stderr(&output));
    }
}

#[test]
fn what_is_appended_to_a_file_is_not_read() {
    let folder = Folder::new(1);
    let path = long_file(&folder);
    let waiting = Waiting::new(&path, &["replay", "--as", "san"]);
    fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(b"nonsense").unwrap();
    let (text, output) = waiting.finish();
    let lines = text.lines().count();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(lines >= GAMES, "{lines}");
}

#[test]
fn a_directory_may_change_while_it_is_read() {
    let folder = Folder::new(1);
    let directory = folder.path().join("archive");
    fs::create_dir_all(directory.join("c")).unwrap();
    fs::write(directory.join("a.pgn"), GAME.repeat(GAMES)).unwrap();
    fs::write(directory.join("b.pgn"), GAME).unwrap();
    fs::write(directory.join("c/d.pgn"), GAME).unwrap();
    let waiting = Waiting::new(&directory, &["replay"]);
    fs::remove_file(directory.join("b.pgn")).unwrap();
    fs::remove_dir_all(directory.join("c")).unwrap();
    let (_, output) = waiting.finish();
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    for name in ["archive/b.pgn: cannot be opened", "archive/c: cannot be opened"] {
        assert!(stderr(&output).contains(name), "{}", stderr(&output));
    }
}

#[test]
fn what_is_no_regular_file_is_read_or_refused() {
    let folder = Folder::new(1);
    let run = |path: &Path| adoube().args(["validate", "-q"]).arg(path).output().unwrap();
    let socket = folder.path().join("socket");
    let _listener = UnixListener::bind(&socket).unwrap();
    let link = folder.path().join("link");
    symlink("link", &link).unwrap();
    for path in [&socket, &link] {
        let output = run(path);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(&format!("{}: cannot be opened", path.display())), "{}", stderr(&output));
    }
    assert_eq!(run(Path::new("/dev/null")).status.code(), Some(1), "no games");
    // A directory that contains itself, and both of them.
    symlink(".", folder.path().join("self")).unwrap();
    assert_eq!(run(folder.path()).status.code(), Some(1), "{}", stderr(&run(folder.path())));
}

#[test]
fn a_pipe_that_is_given_twice_is_refused() {
    let folder = Folder::new(1);
    let fifo = folder.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let list = folder.path().join("list");
    fs::write(&list, format!("{}\n", fifo.display())).unwrap();
    let both = [vec![fifo.clone(), fifo.clone()], vec![fifo.clone(), "--files-from".into(), list]];
    for arguments in both {
        let output = adoube().arg("validate").args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains("fifo: this pipe is given more than once"), "{}", stderr(&output));
    }
}

/// Runs the program in a shell whose files may not be larger than this many blocks of 512 bytes.
fn limited(blocks: u32, arguments: &str) -> Output {
    let line = format!("ulimit -f {blocks}; exec {} {arguments}", env!("CARGO_BIN_EXE_adoube"));
    Command::new("sh").args(["-c", &line]).output().unwrap()
}

#[test]
fn the_folder_of_a_temporary_file_that_cannot_be_written_is_named() {
    let folder = Folder::new(1);
    let (input, temporary) = (folder.path().join("many.pgn"), folder.outputs());
    fs::write(&input, GAME.repeat(10_000)).unwrap();
    let input = input.display();
    let message = format!("{}: a temporary file cannot be written or read: File too large", temporary.display());
    for run in ["diff", "filter --unique=twins", "filter --unique --merge-comments"] {
        for output in ["", "-o /dev/null"] {
            let output = limited(1, &format!("{run} {input} --temp-dir {} {output}", temporary.display()));
            assert_eq!(output.status.code(), Some(2), "{run}: {}", stderr(&output));
            assert!(stderr(&output).contains(&message), "{run}: {}", stderr(&output));
        }
    }
}

#[test]
fn a_limit_on_the_size_of_files_is_like_a_full_disk() {
    let folder = Folder::new(40);
    for case in CASES.iter().filter(|case| case.name != "checkpoint") {
        let complete = case.complete(&folder);
        if complete.values().all(|bytes| bytes.len() < 1024) {
            continue;
        }
        folder.reset(case, false);
        let arguments: Vec<String> =
            case.command(&folder).get_args().map(|argument| format!("'{}'", argument.to_str().unwrap())).collect();
        let output = limited(1, &arguments.join(" "));
        assert_eq!(output.status.code(), Some(2), "{}: {}", case.name, stderr(&output));
        assert!(stderr(&output).contains("cannot be written: File too large"), "{}: {}", case.name, stderr(&output));
        let files = folder.files();
        assert!(case.damaged(&files, &complete).is_empty() && case.strays(&files).is_empty(), "{}", case.name);
    }
    let out = folder.outputs().join("out");
    let output = limited(1, &format!("replay {} > {}", folder.input().display(), out.display()));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("<stdout>: cannot be written: File too large"), "{}", stderr(&output));
}

/// The outputs that are written although an input is missing: reports, and pictures with a file for each.
const WRITTEN_IN_PART: [&str; 3] = ["findings", "verdicts", "pictures"];

#[test]
fn after_a_failure_no_file_holds_a_part_of_the_data() {
    for case in CASES.iter().filter(|case| case.name != "checkpoint") {
        let folder = Folder::new(1);
        for has_input in [true, false] {
            if !has_input {
                fs::remove_file(folder.input()).unwrap();
            }
            folder.reset(case, true);
            let old = folder.files();
            let output = case.command(&folder).arg(folder.path().join("missing.pgn")).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{}: {}", case.name, stderr(&output));
            let is_written = has_input && WRITTEN_IN_PART.contains(&case.name);
            let files = folder.files();
            assert!(case.strays(&files).is_empty(), "{}", case.name);
            if is_written {
                assert!(files.values().all(|bytes| bytes.len() > OLD.len()), "{}", case.name);
            } else {
                assert_eq!(files, old, "{}: {}", case.name, stderr(&output));
            }
        }
    }
}
