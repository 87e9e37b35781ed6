//! Access to the bytes of files, directories and standard input, plain or compressed.
//!
//! ```text
//! arguments --Inputs::new--> Inputs --entries--> InputFile --open--> Opened { name, encoding, content }
//! ```
//!
//! The module does not depend on chess or PGN. The first bytes of a file determine its format, never its name. Names
//! only select the files of a directory and the members of a zip archive.
//!
//! * Formats: Zstandard (several frames, also skippable ones), gzip (several members, as bgzip writes them), bzip2 and
//!   xz (several streams), zip (stored and deflated members, zip64), nested up to [`MAX_DEPTH`] layers. A build without
//!   the feature `compression` recognizes them and refuses to read them.
//! * Damage loses no data before it: all bytes decoded up to the damage are delivered, then the read fails with a
//!   [`InputErrorKind::Damaged`]. [`InputError::find_in`] extracts it from the [`std::io::Error`]. If the format has
//!   frames, the next read continues after the damaged one; see [`InputError::is_gap`].
//! * Several threads unpack a Zstandard file of many frames, such as those of lichess.org, or a file of `bgzip`.
//!   [`InputFile::frames`] lists the frames of a Zstandard file.
//! * UTF-16 is transcoded to UTF-8. A UTF-8 byte order mark and Latin-1 stay as they are, because the rules report
//!   their place.
//! * One unreadable file is one error value; reading continues with the others.

mod bounded;
#[cfg(feature = "compression")]
mod codec;
mod context;
mod detect;
mod directory;
#[cfg(feature = "compression")]
mod encoder;
mod entry;
mod error;
mod folder_lock;
#[cfg(feature = "compression")]
mod frames;
mod kinds;
mod layers;
mod list;
mod open;
mod opened;
mod original;
mod plain_file;
mod sink;
mod source;
mod spool;
mod unfinished;
#[cfg(feature = "compression")]
mod zip;

pub use bounded::{MAX_FILE_LEN, read_bounded, read_file, read_known, read_line, read_text, text_of};
#[cfg(feature = "compression")]
pub use context::MAX_DEPTH;
pub use context::{MAX_WINDOW, OpenOptions};
pub use detect::{Encoding, is_read_as_text};
pub use entry::{GivenInput, InputFile};
pub use error::{InputError, InputErrorKind, OutputError};
pub use folder_lock::FolderLock;
#[cfg(feature = "compression")]
pub use frames::{Frame, Frames};
pub use kinds::{CompressionFormat, FileFilter};
pub use list::Inputs;
pub use open::Members;
pub use opened::{Content, Opened, OpenedPart, TextEnd, UnreadMembers, read_short};
pub use original::{Original, Version};
pub use plain_file::PlainFile;
pub use sink::Sink;
pub use source::{Meter, Replacements};
pub use spool::{Bytes, GrowingSpool, Spool, joined};
pub use unfinished::ParkedFile;
