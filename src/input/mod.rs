//! From what the user named to bytes: files, directories, standard input, plain or compressed.
//!
//! ```text
//! arguments --Inputs::new--> Inputs --entries--> Entry --open--> Opened { name, encoding, content }
//! ```
//!
//! It knows nothing of chess or of PGN. What stands in a file is found by its first bytes, never by its name; a name
//! matters only where a choice must be made: which files of a directory, which members of a zip.
//!
//! * Compression: Zstandard (many frames, skippable ones too), gzip (many members, as bgzip writes), bzip2 and xz (many
//!   streams), zip (stored and deflated members, zip64), each inside another up to [`MAX_DEPTH`] layers.
//! * Damage costs nothing that stands before it: all bytes decoded up to the damage are delivered, then the read fails
//!   with a [`Fault::Damaged`], which [`InputError::of`] gets back out of the [`std::io::Error`].
//! * UTF-16 is transcoded to UTF-8 on the way. A UTF-8 byte order mark and Latin-1 are left as they are, because who
//!   reports them wants their place.
//! * One unreadable file is one error value; the others go on.

mod bytes;
mod codec;
mod detect;
mod error;
mod list;
mod opened;
mod sink;
mod source;
mod spool;
mod utf16;
mod walk;
mod zip;

pub use bytes::Bytes;
pub use detect::Encoding;
pub use error::{Fault, Format, InputError};
pub use list::{Entry, Inputs};
pub use opened::{Content, MAX_DEPTH, Members, OpenOptions, Opened};
pub use sink::{OutputError, Sink};
pub use source::Meter;
pub use spool::{GrowingSpool, Spool};
pub use utf16::Replacements;
pub use walk::Wanted;

/// The largest window of a Zstandard frame, and dictionary of an xz stream, that is accepted unasked: 1 GiB, in bytes.
pub const MAX_WINDOW: u64 = 1 << 30;
