//! Layers of compression around a text, removed one after the other.

use super::context::Context;
#[cfg(feature = "compression")]
use super::context::MAX_DEPTH;
use super::detect::{DataKind, Encoding, HEAD_LENGTH, detect};
use super::error::{InputError, InputErrorKind};
use super::opened::{Content, Opened};
use super::source::{Peeked, Replacements, Stream, Transcoder};
#[cfg(feature = "compression")]
use super::{
    codec::{self, Bz2, Gz, Xz, Zst},
    frames::{BgzfBlocks, FrameReader, ZstdFrames},
    kinds::CompressionFormat,
    opened::UnreadMembers,
    source::Meter,
    spool::Spool,
    zip::{PackedMember, ZipArchive, ZipFile},
};

/// The content below all layers of compression: a text, or a zip archive of several.
pub(super) enum Found {
    Text(Opened),
    #[cfg(feature = "compression")]
    Archive(Archive, UnreadMembers),
}

/// The members of a zip archive.
pub(super) type Archive = Box<dyn Iterator<Item = Result<Found, InputError>> + Send>;

/// Removes layers of compression until a text or a zip archive appears.
pub(super) fn unwrap(stream: Stream, context: Context) -> Result<Found, InputError> {
    let head = Peeked::new(stream, HEAD_LENGTH);
    match detect(head.head()) {
        DataKind::Unsupported(what) => Err(InputError::new(&*context.name, InputErrorKind::Unsupported(what))),
        DataKind::Text(encoding) => Ok(Found::Text(text(head, encoding, context))),
        #[cfg(feature = "compression")]
        DataKind::Compressed(format) => remove(format, Box::new(head), context),
    }
}

#[cfg_attr(not(feature = "compression"), expect(clippy::needless_pass_by_value, reason = "it has the layers"))]
fn text(head: Peeked, encoding: Encoding, context: Context) -> Opened {
    let replacements = Replacements::default();
    let stream: Stream = match Transcoder::new(head, encoding, replacements.clone()) {
        Ok(transcoder) => Box::new(transcoder),
        Err(plain) => Box::new(plain),
    };
    let name = (*context.name).to_owned();
    #[cfg(feature = "compression")]
    let layers = context.layers.formats;
    #[cfg(not(feature = "compression"))]
    let layers = Vec::new();
    Opened { name, size_hint: None, layers, encoding, replacements, part: None, content: Content::Stream(stream) }
}

/// Removes this layer and those below it.
#[cfg(feature = "compression")]
fn remove(format: CompressionFormat, source: Stream, mut context: Context) -> Result<Found, InputError> {
    if context.layers.are_too_many() {
        return Err(InputError::new(&*context.name, InputErrorKind::TooDeep(MAX_DEPTH)));
    }
    let stream = match format {
        CompressionFormat::Zip => return streamed_archive(source, context),
        CompressionFormat::Zstd if context.layers.is_outermost() => {
            Box::new(FrameReader::<ZstdFrames>::new(source, context.clone()))
        }
        CompressionFormat::Zstd => codec::layer(source, Zst::new(context.layers.max_window), &context),
        CompressionFormat::Gzip if context.layers.is_outermost() => {
            Box::new(FrameReader::<BgzfBlocks>::new(source, context.clone()))
        }
        CompressionFormat::Gzip => codec::layer(source, Gz::default(), &context),
        CompressionFormat::Bzip2 => codec::layer(source, Bz2::default(), &context),
        CompressionFormat::Xz => codec::layer(source, Xz::new(context.layers.max_window), &context),
    };
    context.layers.formats.push(format);
    unwrap(stream, context)
}

/// Opens a zip archive. `meter` counts the bytes of its members.
#[cfg(feature = "compression")]
pub(super) fn archive(file: ZipFile, context: Context, meter: Option<Meter>) -> Result<Found, InputError> {
    Ok(ZipArchive::new(file, context, meter)?.into())
}

/// Opens a zip archive from a stream. The directory is at its end, so the stream is copied to disk first.
#[cfg(feature = "compression")]
fn streamed_archive(source: Stream, context: Context) -> Result<Found, InputError> {
    let spool = Spool::collect(&context.name, &[], source)?;
    let archive = ZipArchive::new(spool.bytes.into(), context, None)?;
    Ok(archive.ending_in(spool.error).into())
}

#[cfg(feature = "compression")]
impl From<ZipArchive> for Found {
    fn from(mut archive: ZipArchive) -> Self {
        let unread = std::mem::take(&mut archive.unread);
        Self::Archive(Box::new(archive.map(|member| unwrap_member(member?))), unread)
    }
}

#[cfg(feature = "compression")]
fn unwrap_member(PackedMember { stream, context, size }: PackedMember) -> Result<Found, InputError> {
    let mut found = unwrap(stream, context)?;
    if let Found::Text(opened) = &mut found {
        opened.size_hint = size;
    }
    Ok(found)
}
