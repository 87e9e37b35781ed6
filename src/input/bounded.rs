//! Files that are read into memory as a whole, or line by line, up to a limit: lists, tables, plans, logs.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

/// The most bytes that are read of a file that a user names besides games and positions, and of a line of such a file:
/// 64 MiB.
pub const MAX_FILE_LEN: u64 = 64 << 20;

/// Reads a file of at most `limit` bytes.
///
/// # Errors
///
/// Fails if the file cannot be read or is longer.
pub fn read_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if file.metadata()?.len() > limit {
        return Err(too_long(limit));
    }
    read_bounded(file, limit)
}

/// Reads a text in UTF-8 of at most [`MAX_FILE_LEN`] bytes.
///
/// # Errors
///
/// Fails if it cannot be read, is longer, or is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    read_file(path, MAX_FILE_LEN).and_then(text_of)
}

/// Makes a text of bytes in UTF-8.
///
/// # Errors
///
/// Fails if they are not UTF-8.
pub fn text_of(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let sound = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = sound.split(|byte| *byte == b'\n').count();
        io::Error::new(io::ErrorKind::InvalidData, format!("line {line} is not UTF-8"))
    })
}

/// Reads a stream of at most `limit` bytes.
///
/// # Errors
///
/// Fails if it cannot be read or is longer.
pub fn read_bounded(stream: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_long(limit)) } else { Ok(bytes) }
}

/// Reads a stream of at most `limit` bytes that begins with one of these texts; of any other, only the first bytes.
///
/// # Errors
///
/// Fails if it cannot be read or is longer.
pub fn read_known(mut stream: impl Read, begins: &[&[u8]], limit: u64) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    let longest = begins.iter().map(|begins| begins.len() as u64).max().unwrap_or_default();
    stream.by_ref().take(longest).read_to_end(&mut head)?;
    if begins.iter().any(|begins| head.starts_with(begins)) {
        return read_bounded(io::Cursor::new(head).chain(stream), limit);
    }
    Ok(head)
}

/// Reads a line of at most [`MAX_FILE_LEN`] bytes, without its line feed; `None` at the end.
///
/// # Errors
///
/// Fails if it cannot be read or is longer.
pub fn read_line(mut reader: impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    loop {
        let ready = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            ready => ready?,
        };
        if ready.is_empty() {
            return Ok((!line.is_empty()).then_some(line));
        }
        let end = ready.iter().position(|byte| *byte == b'\n');
        let part = &ready[..end.unwrap_or(ready.len())];
        if (line.len() + part.len()) as u64 > MAX_FILE_LEN {
            return Err(too_long(MAX_FILE_LEN));
        }
        line.try_reserve(part.len()).map_err(|_| io::ErrorKind::OutOfMemory)?;
        line.extend_from_slice(part);
        let taken = part.len() + usize::from(end.is_some());
        reader.consume(taken);
        if end.is_some() {
            return Ok(Some(line));
        }
    }
}

fn too_long(limit: u64) -> io::Error {
    let message = format!("it is longer than {} MiB, the limit for such a file", limit >> 20);
    io::Error::new(io::ErrorKind::FileTooLarge, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_longer_than_the_limit_is_refused() {
        assert_eq!(read_bounded(&b"1234"[..], 4).unwrap(), b"1234");
        let error = read_bounded(io::repeat(0), 1 << 20).unwrap_err();
        assert_eq!(error.to_string(), "it is longer than 1 MiB, the limit for such a file");
        let mut file = tempfile::NamedTempFile::new().unwrap();
        io::Write::write_all(&mut file, b"12345").unwrap();
        assert!(read_file(file.path(), 4).is_err());
        assert_eq!(read_file(file.path(), 5).unwrap(), b"12345");
        assert_eq!(text_of(b"a\nb caf\xe9\n".to_vec()).unwrap_err().to_string(), "line 2 is not UTF-8");
        assert_eq!(read_known(&b"{a} bc"[..], &[b"x", b"{a}"], 6).unwrap(), b"{a} bc");
        assert!(read_known(&b"{a} bc"[..], &[b"x", b"{a}"], 5).is_err());
        assert_eq!(read_known(io::repeat(0), &[b"x", b"{a}"], 5).unwrap(), [0; 3]);
    }

    #[test]
    fn lines_are_read_up_to_the_limit() {
        let mut lines = &b"one\n\ntwo"[..];
        let mut next = || read_line(&mut lines).unwrap();
        assert_eq!(
            [next(), next(), next(), next()],
            [Some(b"one".to_vec()), Some(vec![]), Some(b"two".to_vec()), None]
        );
        assert!(read_line(io::BufReader::with_capacity(1 << 20, io::repeat(0))).is_err());
    }
}
