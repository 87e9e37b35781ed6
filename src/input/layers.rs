//! Layers of compression around a text, removed one after the other.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::MAX_WINDOW;
use super::codec::{self, Bz2, Gz, LARGEST_WINDOW, Xz, Zst};
use super::error::{CompressionFormat, InputError, InputErrorKind};
use super::frames::{BgzfBlocks, FrameReader, ZstdFrames};
use super::opened::{Context, Found, OpenOptions, unwrap};
use super::source::{Meter, Stream};
use super::spool::Spool;
use super::zip::{ZipArchive, ZipFile};

/// The maximum number of nested layers of compression, such as a gzip file in a zip archive.
pub const MAX_DEPTH: u32 = 4;

/// The settings and the position of a layer.
#[derive(Clone)]
pub(super) struct Layers {
    /// The largest window, in bytes.
    pub(super) max_window: u64,
    /// The offset of the outermost layer in the file on disk; errors of inner layers report it, too.
    pub(super) place: Arc<AtomicU64>,
    /// The formats of the layers around this one, the outermost first.
    pub(super) formats: Vec<CompressionFormat>,
    /// Whether of an archive in these layers only the texts are read, because an archive around it has texts, or because the
    /// user named the directory of the archive.
    pub(super) only_texts: bool,
    /// The number of threads that read the text.
    pub(super) threads: usize,
    /// The least length of a portion of frames.
    pub(super) portion_bytes: usize,
}

impl Layers {
    /// The outermost layer.
    pub(super) fn new(options: &OpenOptions) -> Self {
        let max_window = if options.allow_large_windows { LARGEST_WINDOW } else { MAX_WINDOW };
        let place = Arc::new(AtomicU64::new(0));
        let OpenOptions { threads, portion_bytes, only_texts, .. } = *options;
        Self { max_window, place, formats: Vec::new(), only_texts, threads, portion_bytes }
    }

    /// Whether there is no layer around this one.
    pub(super) fn is_outermost(&self) -> bool {
        self.formats.is_empty()
    }

    /// Whether no further layer is removed.
    pub(super) fn are_too_many(&self) -> bool {
        self.formats.len() >= MAX_DEPTH as usize
    }
}

/// Removes this layer and those below it.
pub(super) fn remove(format: CompressionFormat, source: Stream, mut context: Context) -> Result<Found, InputError> {
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
pub(super) fn archive(file: ZipFile, context: Context, meter: Option<Meter>) -> Result<Found, InputError> {
    Ok(ZipArchive::new(file, context, meter)?.into())
}

/// Opens a zip archive from a stream. The directory is at its end, so the stream is copied to disk first.
fn streamed_archive(source: Stream, context: Context) -> Result<Found, InputError> {
    let spool = Spool::collect(&context.name, &[], source)?;
    let archive = ZipArchive::new(spool.bytes.into(), context, None)?;
    Ok(archive.ending_in(spool.error).into())
}
