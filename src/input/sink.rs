//! Output files that are written atomically: complete or not at all.

use std::fs::{self, File, OpenOptions};
#[cfg(feature = "compression")]
use std::io::Read as _;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

#[cfg(feature = "compression")]
use super::encoder::{Encoder, SAMPLE, level_like};
use super::error::OutputError;
use super::kinds::CompressionFormat;
use super::original::{Original, Version};
use super::unfinished::{ParkedFile, UnfinishedFile};
use crate::standard_streams::check_stdout;

/// The output of `-o FILE`.
///
/// A regular file is written without a name, or under a hidden one, and takes its place in [`Sink::commit`]. Until then,
/// or if the sink is dropped, an existing file stays as it is; if the process is killed, too. It is replaced only in the
/// version in which it was found, and a file that another program makes meanwhile is not replaced at all. The new file
/// keeps the owner, the permissions and the extended attributes of the one that it replaces, or gets the usual ones. A
/// symbolic link is followed. A FIFO, a device or `/dev/stdout` is written to directly.
#[derive(Debug)]
pub struct Sink {
    path: PathBuf,
    stream: Stream,
}

/// What bytes pass on their way to the target.
#[derive(Debug)]
enum Stream {
    Plain(Target),
    #[cfg(feature = "compression")]
    Compressed(Box<Encoder<Target>>),
}

#[derive(Debug)]
enum Target {
    File(BufWriter<UnfinishedFile>),
    Direct(BufWriter<File>),
    Stdout(BufWriter<io::Stdout>),
}

impl Sink {
    /// Opens the sink; the file itself does not change yet. A name of a compressed file is refused, because nothing is
    /// compressed.
    pub fn create(path: &Path) -> Result<Self, OutputError> {
        match CompressionFormat::of_name(path) {
            Some(_) => Err(refusal(path, "this output is not compressed; choose another name")),
            None => Self::create_as(path, None),
        }
    }

    /// Opens a sink that compresses if the ending of the name says so.
    pub fn create_by_name(path: &Path) -> Result<Self, OutputError> {
        Self::create_as(path, CompressionFormat::of_name(path))
    }

    /// As [`Self::create_by_name`], with a new file that may belong to this user where the old one does not.
    pub fn create_owned(path: &Path) -> Result<Self, OutputError> {
        Self::open(path, CompressionFormat::of_name(path), || Target::open(path, true))
    }

    /// Opens a sink for a file that must not exist, neither now nor at its end. It compresses if the ending of the name says
    /// so.
    pub fn create_new(path: &Path) -> Result<Self, OutputError> {
        Self::open(path, CompressionFormat::of_name(path), || match fs::symlink_metadata(path) {
            Ok(_) => Err(io::Error::new(io::ErrorKind::AlreadyExists, "it exists already")),
            Err(_) => Target::file(UnfinishedFile::new(path.to_owned())),
        })
    }

    /// Opens a sink for a regular file that exists and will be replaced. It compresses in this format.
    pub fn create_over(
        path: &Path,
        format: Option<CompressionFormat>,
        takes_ownership: bool,
    ) -> Result<Self, OutputError> {
        Self::open(path, format, || {
            Target::file(find_regular(path, takes_ownership).and_then(UnfinishedFile::replacing))
        })
    }

    /// Opens a sink for a file that replaces this one. It compresses in this format, and about as strongly as this file is
    /// compressed.
    pub fn replace(original: Original, format: Option<CompressionFormat>) -> Result<Self, OutputError> {
        let path = original.path().to_owned();
        #[cfg(feature = "compression")]
        if let Some(format) = format {
            let mut start = Vec::new();
            let file = File::open(&path).and_then(|file| file.take(SAMPLE as u64).read_to_end(&mut start));
            file.map_err(|error| OutputError::new(&path, error))?;
            let level = level_like(format, &start);
            let target = || Target::file(UnfinishedFile::replacing(original));
            return Self::open_at(&path, Some((format, level)), target);
        }
        Self::open(&path, format, || Target::file(UnfinishedFile::replacing(original)))
    }

    /// Whether a regular file has the contents of the one that it replaces.
    pub fn is_backed_up_at(&self, path: &Path) -> Result<bool, OutputError> {
        let is_copied = match self.stream.target() {
            Some(Target::File(file)) => file.get_ref().is_copied_at(path),
            _ => Ok(false),
        };
        is_copied.map_err(|error| OutputError::new(path, error))
    }

    /// Copies the file that it replaces, with its attributes, to a path that must be free. Returns what was made.
    pub fn back_up(&self, path: &Path) -> Result<Version, OutputError> {
        self.copy_to(path, None)
    }

    /// Copies the file that it replaces over another regular file.
    pub fn back_up_over(&self, path: &Path, takes_ownership: bool) -> Result<(), OutputError> {
        let replaced = find_regular(path, takes_ownership).map_err(|error| OutputError::new(path, error))?;
        self.copy_to(path, Some(replaced)).map(drop)
    }

    fn copy_to(&self, path: &Path, replaced: Option<Original>) -> Result<Version, OutputError> {
        let copied = match self.stream.target() {
            Some(Target::File(file)) => file.get_ref().back_up(path, replaced),
            _ => Err(io::ErrorKind::NotFound.into()),
        };
        copied.map_err(|error| OutputError::new(path, error))
    }

    /// The file without a name, or under a hidden one, to be written to directly, also after [`Self::commit`].
    pub fn file(&self) -> Result<File, OutputError> {
        let file = match self.stream.target() {
            Some(Target::File(file)) => file.get_ref().file(),
            _ => Err(io::ErrorKind::NotFound.into()),
        };
        file.map_err(|error| OutputError::new(&self.path, error))
    }

    /// Syncs the complete file to disk, for [`ParkedFile::finish`] to put it in the place of the one that it replaces.
    pub fn park(self) -> Result<Option<ParkedFile>, OutputError> {
        self.stream.commit(UnfinishedFile::park).map_err(|error| OutputError::new(&self.path, error))
    }

    fn create_as(path: &Path, format: Option<CompressionFormat>) -> Result<Self, OutputError> {
        Self::open(path, format, || Target::open(path, false))
    }

    fn open(
        path: &Path,
        format: Option<CompressionFormat>,
        target: impl FnOnce() -> io::Result<Target>,
    ) -> Result<Self, OutputError> {
        Self::open_at(path, format.map(|format| (format, None)), target)
    }

    fn open_at(
        path: &Path,
        format: Option<(CompressionFormat, Option<i32>)>,
        target: impl FnOnce() -> io::Result<Target>,
    ) -> Result<Self, OutputError> {
        if let Some((format, _)) = format {
            check_format(path, format)?;
        }
        let failed = |error| OutputError::new(path, error);
        let target = target().map_err(failed)?;
        let stream = match format {
            #[cfg(feature = "compression")]
            Some((format, level)) => Stream::Compressed(Box::new(Encoder::new(format, level, target).map_err(failed)?)),
            _ => Stream::Plain(target),
        };
        Ok(Self { path: path.to_owned(), stream })
    }

    /// Syncs the complete file to disk and moves it to its final path. Returns what is there, if it is a regular file.
    pub fn commit(self) -> Result<Option<Version>, OutputError> {
        self.commit_after(|| Ok(()))
    }

    /// As [`Self::commit`], but a signal still removes a new file, until the run calls it finished.
    pub fn commit_for_run(self) -> Result<Option<Version>, OutputError> {
        let finish = |file: UnfinishedFile| file.finish_for_run(|| Ok(()));
        self.stream.commit(finish).map_err(|error| OutputError::new(&self.path, error))
    }

    /// As [`Self::commit`], after a last look at the file that is replaced, while no program can write to it. An error of
    /// `look` leaves that file as it is.
    pub fn commit_after(self, look: impl FnOnce() -> io::Result<()>) -> Result<Option<Version>, OutputError> {
        self.stream.commit(|file| file.finish(look)).map_err(|error| OutputError::new(&self.path, error))
    }

    /// Whether the output is a terminal, as `-o /dev/tty` is.
    pub fn is_terminal(&self) -> bool {
        match self.stream.target() {
            Some(Target::Direct(file)) => file.get_ref().is_terminal(),
            Some(Target::Stdout(stdout)) => stdout.get_ref().is_terminal(),
            Some(Target::File(_)) | None => false,
        }
    }

    /// Ends the compressed data, and gives all bytes to the system. After that, nothing can be written.
    pub fn complete(&mut self) -> io::Result<()> {
        #[cfg(feature = "compression")]
        if let Stream::Compressed(encoder) = &mut self.stream {
            let target = encoder.take().finish().map_err(|error| self.named(error))?;
            self.stream = Stream::Plain(target);
        }
        self.flush()
    }

    /// An error if [`Self::commit`] would fail because another program has written there.
    pub fn check(&self) -> Result<(), OutputError> {
        match self.stream.target() {
            Some(Target::File(file)) => file.get_ref().check().map_err(|error| OutputError::new(&self.path, error)),
            _ => Ok(()),
        }
    }

    /// The number of names of the file that it replaces.
    pub fn names(&self) -> u64 {
        match self.stream.target() {
            Some(Target::File(file)) => file.get_ref().names(),
            _ => 0,
        }
    }

    /// The length of the file that it replaces.
    pub fn size_of_replaced(&self) -> u64 {
        match self.stream.target() {
            Some(Target::File(file)) => file.get_ref().size_of_replaced(),
            _ => 0,
        }
    }

    /// Whether it replaces a file.
    pub fn replaces(&self) -> bool {
        self.names() > 0
    }

    /// Whether the file appears only in [`Sink::commit`].
    pub fn is_atomic(&self) -> bool {
        matches!(self.stream.target(), Some(Target::File(_)))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the output up; returns its path.
    pub fn into_path(self) -> PathBuf {
        self.path
    }

    fn named(&self, error: io::Error) -> io::Error {
        if error.kind() == io::ErrorKind::Interrupted {
            return error;
        }
        OutputError::new(&self.path, error).into_io()
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.writer().write(bytes).map_err(|error| self.named(error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.writer().flush().map_err(|error| self.named(error))
    }
}

impl Stream {
    /// The target, unless writing to it failed.
    #[cfg_attr(not(feature = "compression"), expect(clippy::unnecessary_wraps, reason = "only an encoder loses it"))]
    fn target(&self) -> Option<&Target> {
        match self {
            Self::Plain(target) => Some(target),
            #[cfg(feature = "compression")]
            Self::Compressed(encoder) => encoder.get_ref(),
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Plain(target) => target,
            #[cfg(feature = "compression")]
            Self::Compressed(encoder) => encoder,
        }
    }

    fn commit<T>(self, finish: impl FnOnce(UnfinishedFile) -> io::Result<T>) -> io::Result<Option<T>> {
        match self {
            Self::Plain(target) => target,
            #[cfg(feature = "compression")]
            Self::Compressed(encoder) => encoder.finish()?,
        }
        .commit(finish)
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

impl Target {
    fn open(path: &Path, takes_ownership: bool) -> io::Result<Self> {
        if ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name)) {
            check_stdout()?;
            return Ok(Self::Stdout(BufWriter::new(io::stdout())));
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => {
                Self::file(Original::find(path, takes_ownership).and_then(UnfinishedFile::replacing))
            }
            Ok(_) => Ok(Self::Direct(BufWriter::new(OpenOptions::new().write(true).open(path)?))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Self::file(UnfinishedFile::new(end_of_links(path)))
            }
            Err(error) => Err(error),
        }
    }

    fn file(file: io::Result<UnfinishedFile>) -> io::Result<Self> {
        file.map(|file| Self::File(BufWriter::new(file)))
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::File(file) => file,
            Self::Direct(file) => file,
            Self::Stdout(stdout) => stdout,
        }
    }

    fn commit<T>(self, finish: impl FnOnce(UnfinishedFile) -> io::Result<T>) -> io::Result<Option<T>> {
        match self {
            Self::File(file) => finish(file.into_inner().map_err(io::IntoInnerError::into_error)?).map(Some),
            Self::Direct(mut file) => file.flush().map(|()| None),
            Self::Stdout(mut stdout) => stdout.flush().map(|()| None),
        }
    }
}

/// A file to be replaced, which must be a regular one.
fn find_regular(path: &Path, takes_ownership: bool) -> io::Result<Original> {
    if fs::symlink_metadata(path)?.is_file() {
        return Original::find(path, takes_ownership);
    }
    let message = "it is no regular file, and only such a file is replaced";
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

/// Refuses formats that cannot be written.
fn check_format(path: &Path, format: CompressionFormat) -> Result<(), OutputError> {
    match format {
        CompressionFormat::Zip => Err(refusal(path, "zip archives can only be read; choose .zst, .gz, .bz2 or .xz")),
        _ if cfg!(feature = "compression") => Ok(()),
        _ => Err(refusal(path, "this build has no feature `compression`")),
    }
}

fn refusal(path: &Path, message: &'static str) -> OutputError {
    OutputError::new(path, io::Error::new(io::ErrorKind::InvalidInput, message))
}

/// The path of the file that a symbolic link will point to, if it does not exist yet.
fn end_of_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // A link to itself has already been refused.
    while let Ok(target) = fs::read_link(&path) {
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn only_a_committed_file_appears() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("out.csv");
        let mut sink = Sink::create(&path).unwrap();
        sink.write_all(b"half").unwrap();
        sink.flush().unwrap();
        drop(sink);
        assert!(names(directory.path()).is_empty());

        let mut sink = Sink::create(&path).unwrap();
        sink.write_all(b"all").unwrap();
        assert!(!path.exists());
        assert!(names(directory.path()).iter().all(|name| name.starts_with('.')));
        sink.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"all");
        assert_eq!(names(directory.path()), ["out.csv"]);
    }

    #[test]
    fn a_dropped_sink_leaves_the_old_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("out");
        fs::write(&path, "old").unwrap();
        let mut sink = Sink::create(&path).unwrap();
        sink.write_all(b"new").unwrap();
        drop(sink);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(directory.path()), ["out"]);
    }

    #[test]
    fn names_of_compressed_files_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        for name in ["a.pgn.gz", "a.ZST"] {
            let error = Sink::create(&directory.path().join(name)).unwrap_err();
            assert!(error.to_string().ends_with("this output is not compressed; choose another name"), "{error}");
        }
        let error = Sink::create_by_name(&directory.path().join("a.zip")).unwrap_err();
        assert!(error.to_string().contains("zip archives can only be read"), "{error}");
    }

    #[cfg(feature = "compression")]
    #[test]
    fn a_file_is_compressed_as_its_name_says() {
        use crate::input::{Content, InputFile, OpenOptions};
        let directory = tempfile::tempdir().unwrap();
        let text = b"1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(5_000);
        for name in ["a.pgn.zst", "a.GZ", "a.bz2", "a.xz"] {
            let path = directory.path().join(name);
            let mut sink = Sink::create_by_name(&path).unwrap();
            text.chunks(999).for_each(|chunk| sink.write_all(chunk).unwrap());
            assert!(sink.is_atomic() && !sink.is_terminal() && !path.exists());
            sink.commit().unwrap();
            assert!(fs::metadata(&path).unwrap().len() < text.len() as u64);
            let opened = InputFile::file(path.clone()).open(&OpenOptions::default()).next().unwrap().unwrap();
            assert_eq!(opened.layers, [CompressionFormat::of_name(&path).unwrap()]);
            assert!(matches!(opened.content, Content::Stream(_)));
            let mut read = Vec::new();
            io::Read::read_to_end(&mut opened.content.into_read(), &mut read).unwrap();
            assert!(read == text, "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_missing_file_is_kept() {
        use std::os::unix::fs::symlink;
        let directory = tempfile::tempdir().unwrap();
        let [first, second] = ["first", "second"].map(|name| directory.path().join(name));
        symlink("second", &first).unwrap();
        symlink("target", &second).unwrap();
        let mut sink = Sink::create(&first).unwrap();
        sink.write_all(b"new").unwrap();
        sink.commit().unwrap();
        assert!(first.is_symlink() && second.is_symlink());
        assert_eq!(fs::read(directory.path().join("target")).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let directory = tempfile::tempdir().unwrap();
        let (path, link) = (directory.path().join("out"), directory.path().join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("out", &link).unwrap();
        let mut sink = Sink::create(&link).unwrap();
        sink.write_all(b"new").unwrap();
        sink.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(directory.path()).len(), 2);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());

        let plain = directory.path().join("plain");
        File::create(&plain).unwrap();
        let fresh = directory.path().join("fresh");
        Sink::create(&fresh).unwrap().commit().unwrap();
        assert_eq!(fs::metadata(fresh).unwrap().permissions(), fs::metadata(plain).unwrap().permissions());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_written_to_directly_and_a_full_disk_names_the_file() {
        Sink::create(Path::new("/dev/null")).unwrap().commit().unwrap();
        let mut sink = Sink::create(Path::new("/dev/full")).unwrap();
        sink.write_all(b"x").unwrap();
        let error = sink.flush().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert_eq!(OutputError::find_in(&error).unwrap().path, Path::new("/dev/full"));
    }

    #[test]
    fn a_path_that_does_not_exist_is_an_error_that_names_it() {
        let directory = tempfile::tempdir().unwrap();
        let error = Sink::create(&directory.path().join("no/out")).unwrap_err();
        assert!(error.to_string().contains("no/out: cannot be written"), "{error}");
        assert!(!error.to_string().contains(".part"), "{error}");
        Sink::create(directory.path()).unwrap_err();
    }
}
