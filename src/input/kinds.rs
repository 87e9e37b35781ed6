//! The kinds of files: formats of compression, and filters for the files of a directory.

use std::path::Path;

named! {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum CompressionFormat: (ALL, Display) {
        /// Zstandard, RFC 8878.
        Zstd = "zstd",
        /// gzip, RFC 1952.
        Gzip = "gzip",
        Bzip2 = "bzip2",
        Xz = "xz",
        /// zip, APPNOTE.TXT.
        Zip = "zip",
    }
}

impl CompressionFormat {
    /// The format that the ending of a file name stands for.
    pub fn of_name(path: &Path) -> Option<Self> {
        let extension = path.extension()?;
        Self::ALL.into_iter().find(|format| extension.eq_ignore_ascii_case(format.extension()))
    }

    const fn extension(self) -> &'static str {
        match self {
            Self::Zstd => "zst",
            Self::Gzip => "gz",
            Self::Bzip2 => "bz2",
            Self::Xz => "xz",
            Self::Zip => "zip",
        }
    }
}

named! {
    /// A filter for the files of a directory, by extension.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum FileFilter: (Display) {
        Texts = "*.pgn, *.epd or *.fen",
        Games = "*.pgn",
        Positions = "*.epd or *.fen",
        /// What `--partial` wrote.
        Parts = "*.part",
    }
}

impl FileFilter {
    const fn extensions(self) -> &'static [&'static [u8]] {
        match self {
            Self::Texts => &[b".pgn", b".epd", b".fen"],
            Self::Games => &[b".pgn"],
            Self::Positions => &[b".epd", b".fen"],
            Self::Parts => &[b".part"],
        }
    }

    /// Whether a name has such an extension, with or without that of a compressed file after it; or whether it is that of a
    /// zip archive, which may contain such files.
    pub(super) fn selects_or_may_contain(self, name: &[u8]) -> bool {
        self.selects(name) || self == Self::Texts && strip_extension(name, b".zip").is_some()
    }

    /// Whether a name has such an extension, with or without that of a compressed file after it.
    pub fn selects(self, name: &[u8]) -> bool {
        let plain = COMPRESSED.iter().find_map(|extension| strip_extension(name, extension)).unwrap_or(name);
        self.extensions().iter().any(|extension| strip_extension(plain, extension).is_some())
    }
}

/// The extensions of compressed files, which may follow those of a filter.
const COMPRESSED: [&[u8]; 5] = [b".zst", b".gz", b".bz2", b".xz", b".zip"];

fn strip_extension<'a>(name: &'a [u8], extension: &[u8]) -> Option<&'a [u8]> {
    let (stem, end) = name.split_at_checked(name.len().checked_sub(extension.len())?)?;
    end.eq_ignore_ascii_case(extension).then_some(stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_selects_the_files_of_a_directory() {
        for name in ["a.pgn", "A.PGN", "b.fen.gz", "c.epd.ZST", "d.pgn.bz2", "e.pgn.xz", "f.pgn.zip"] {
            assert!(FileFilter::Texts.selects(name.as_bytes()), "{name}");
            assert_eq!(FileFilter::Positions.selects(name.as_bytes()), !name.to_lowercase().contains("pgn"), "{name}");
        }
        for name in ["a", "pgn", "a.txt", "a.gz", "a.zip", "a.pgn.bak", "a.gz.pgn.txt", ""] {
            assert!(!FileFilter::Texts.selects(name.as_bytes()), "{name}");
        }
        assert!(FileFilter::Texts.selects_or_may_contain(b"a.ZIP"));
        assert!(!FileFilter::Games.selects_or_may_contain(b"a.zip"));
    }
}
