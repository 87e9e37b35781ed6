//! How the text of a file is stored, so that the file can be replaced by one of the same kind.

use std::io::Read;

use crate::input::{CompressionFormat, InputError, InputFile, OpenOptions};

/// A text, and the format in which its file is compressed.
pub(super) type StoredText = (Box<dyn Read + Send>, Option<CompressionFormat>);

/// Opens a file; or returns why it cannot be replaced.
pub(super) fn open(file: &InputFile, options: &OpenOptions) -> Result<Result<StoredText, &'static str>, InputError> {
    let Some(opened) = file.open(options).next().transpose()? else { return Ok(Err("it is an empty archive")) };
    let format = match opened.layers[..] {
        [] => None,
        [CompressionFormat::Zip, ..] => return Ok(Err("it is a zip archive; write the games elsewhere with -o")),
        [format] => Some(format),
        _ => return Ok(Err("it is compressed more than once; write the games elsewhere with -o")),
    };
    Ok(Ok((opened.content.into_read(), format)))
}
