//! A stream copied to a temporary file, for what must be had in one piece and may be larger than memory.

use std::env;
use std::io::{self, Read, Write};
use std::sync::Arc;

use super::bytes::Bytes;
use super::error::{Fault, InputError};

/// How many bytes are copied at a time.
const BUFFER: usize = 256 * 1024;

/// A stream as one slice: an unnamed temporary file, mapped. The system frees it when the slice is dropped, however the
/// process ends.
#[derive(Debug)]
pub struct Spool {
    /// All bytes up to the end of the stream or to its error.
    pub bytes: Bytes,
    /// What ended the stream, if it was not its end.
    pub error: Option<InputError>,
}

impl Spool {
    /// Copies bytes that were read already, then the rest of their stream.
    ///
    /// Fails only when the copy cannot be made (the disk is full), with a [`Fault::Spool`] that names the directory.
    pub fn collect(name: &str, prefix: &[u8], mut rest: impl Read) -> Result<Self, InputError> {
        let failed = |source: io::Error| {
            InputError::new(name, Fault::Spool { directory: env::temp_dir(), source: Arc::new(source) })
        };
        let mut file = tempfile::tempfile().map_err(failed)?;
        file.write_all(prefix).map_err(failed)?;
        let mut length = prefix.len() as u64;
        let mut buffer = vec![0; BUFFER];
        let error = loop {
            match rest.read(&mut buffer) {
                Ok(0) => break None,
                Ok(count) => {
                    file.write_all(&buffer[..count]).map_err(failed)?;
                    length += count as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => break Some(InputError::from_read(name, length, error)),
            }
        };
        let bytes = if length == 0 { Bytes::from(Vec::new()) } else { Bytes::map(&file).map_err(failed)? };
        Ok(Self { bytes, error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefix_and_rest_are_one_slice() {
        let rest = vec![b'x'; 3 * BUFFER + 1];
        let spool = Spool::collect("game", b"1. e4", &*rest).unwrap();
        assert!(spool.error.is_none());
        assert_eq!(spool.bytes.len(), 5 + rest.len());
        assert!(spool.bytes.starts_with(b"1. e4xxx"));
        assert!(Spool::collect("game", b"", io::empty()).unwrap().bytes.is_empty());
    }

    #[test]
    fn an_error_of_the_stream_costs_nothing_before_it() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::ConnectionReset.into())
            }
        }
        let spool = Spool::collect("game", b"1. e4", b" e5".chain(Broken)).unwrap();
        assert_eq!(&*spool.bytes, b"1. e4 e5");
        assert!(matches!(spool.error.unwrap().fault, Fault::Read { offset: 8, .. }));
    }
}
