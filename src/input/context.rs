//! How inputs are opened: the options of a run, and what each layer of compression must know of its input.

use std::sync::Arc;
#[cfg(feature = "compression")]
use std::sync::atomic::AtomicU64;

#[cfg(feature = "compression")]
use super::kinds::CompressionFormat;
use super::source::Meter;

/// The largest window of a Zstandard frame, or dictionary of an xz stream, that is accepted by default: 1 GiB, in
/// bytes.
pub const MAX_WINDOW: u64 = 1 << 30;

/// The largest window or dictionary that any format supports: 4 GiB, in bytes.
#[cfg(feature = "compression")]
const LARGEST_WINDOW: u64 = 1 << 32;

/// The maximum number of nested layers of compression, such as a gzip file in a zip archive.
#[cfg(feature = "compression")]
pub const MAX_DEPTH: u32 = 4;

#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// The counter of bytes read from disk.
    pub meter: Meter,
    /// Whether windows above [`MAX_WINDOW`] are accepted. Zstandard's own limit is 2 GiB, that of xz 4 GiB; each
    /// open input of this kind then needs that much memory.
    pub allow_large_windows: bool,
    /// The number of threads that read games, 1 by default. From four on, several unpack a compressed file of many frames.
    pub threads: usize,
    /// How many compressed bytes of small frames such a thread unpacks at once, at least; 1 MiB by default.
    pub portion_bytes: usize,
    /// Whether only the members of a zip archive that are named like games or positions are read, even if there are none.
    pub only_texts: bool,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self {
            meter: Meter::default(),
            allow_large_windows: false,
            threads: 1,
            portion_bytes: 1 << 20,
            only_texts: false,
        }
    }
}

/// What a layer of compression must know of the input.
#[derive(Clone)]
pub(super) struct Context {
    /// The name of the input in messages.
    pub(super) name: Arc<str>,
    #[cfg(feature = "compression")]
    pub(super) layers: Layers,
}

impl Context {
    #[cfg_attr(not(feature = "compression"), expect(unused_variables, reason = "only layers have options"))]
    pub(super) fn new(name: &str, options: &OpenOptions) -> Self {
        Self {
            name: name.into(),
            #[cfg(feature = "compression")]
            layers: Layers::new(options),
        }
    }
}

/// The settings and the position of a layer.
#[cfg(feature = "compression")]
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

#[cfg(feature = "compression")]
impl Layers {
    /// The outermost layer.
    fn new(options: &OpenOptions) -> Self {
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
