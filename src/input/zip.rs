//! The reader of zip archives (PKWARE's APPNOTE.TXT): the members of an archive, and their byte ranges.
//!
//! The directory is at the end of the file. If it is unreadable, because the file was cut off, the reader finds the
//! members one by one through their local headers, and reports the damage after the last one.

use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::vec;

use super::codec::{self, Member, Method, deflated_length};
use super::context::{Context, MAX_DEPTH};
use super::error::{InputError, InputErrorKind};
use super::kinds::{CompressionFormat, FileFilter};
use super::opened::UnreadMembers;
use super::plain_file::PlainFile;
use super::source::{Meter, Raw, Stream};
use super::spool::Bytes;

/// The header before a member's data (4.3.7), without name and extra field: 30 bytes.
const LOCAL: (&[u8], usize) = (b"PK\x03\x04", 30);
/// A row of the directory (4.3.12): 46 bytes.
const ROW: (&[u8], usize) = (b"PK\x01\x02", 46);
/// The end of the directory (4.3.16): 22 bytes and a comment of up to 65,535.
const END: (&[u8], usize) = (b"PK\x05\x06", 22);
/// The record with the offset of the end of a zip64 directory (4.3.15): 20 bytes.
const LOCATOR64: (&[u8], usize) = (b"PK\x06\x07", 20);
/// The end of a zip64 directory (4.3.14): 56 bytes.
const END64: (&[u8], usize) = (b"PK\x06\x06", 56);
/// Extra field with the sizes that need 64 bits (4.5.3).
const EXTRA64: u16 = 1;
/// Flag: encrypted (4.4.4, bit 0).
const ENCRYPTED: u16 = 1;
/// Flag: sizes and CRC follow the data (4.4.4, bit 3).
const DESCRIPTOR: u16 = 8;

/// An archive and the members that are still to be read.
pub(super) struct ZipArchive {
    file: Arc<ZipFile>,
    members: vec::IntoIter<Row>,
    pub(super) unread: UnreadMembers,
    context: Context,
    meter: Option<Meter>,
    /// The error of the archive as a whole, reported after the last member.
    error: Option<InputError>,
}

/// A member without the layer of the archive.
pub(super) struct PackedMember {
    pub(super) stream: Stream,
    pub(super) context: Context,
    /// Its size in bytes by the directory, unless the file is cut off.
    pub(super) size: Option<u64>,
}

/// A member as the directory or its local header describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Row {
    name: Vec<u8>,
    flags: u16,
    method: u16,
    crc: Option<u32>,
    packed: u64,
    size: Option<u64>,
    /// The offset of its local header.
    header: u64,
}

impl ZipArchive {
    /// Reads the directory. `meter` counts the bytes of the members; `None` if they were already counted.
    pub(super) fn new(file: ZipFile, mut context: Context, meter: Option<Meter>) -> Result<Self, InputError> {
        let file = Arc::new(file);
        let (rows, error) = match directory(&file) {
            Some(rows) => (rows, None),
            None => (scan(&file), Some(broken(&context, file.len(), "its directory is missing or damaged"))),
        };
        if let Some(fault) = file.fault.get() {
            return Err(fault.clone());
        }
        let (files, hidden): (Vec<Row>, Vec<Row>) =
            rows.into_iter().filter(|row| !row.name.ends_with(b"/")).partition(Row::is_visible);
        let (mut read, mut others): (Vec<Row>, Vec<Row>) = files.into_iter().partition(Row::is_text_or_archive);
        if read.is_empty() && !context.layers.only_texts {
            (read, others) = (others, read);
            if read.is_empty() {
                return Err(error.unwrap_or_else(|| InputError::new(&*context.name, InputErrorKind::EmptyArchive)));
            }
        }
        context.layers.only_texts |= read.iter().any(|row| FileFilter::Texts.selects(&row.name));
        let names = |rows: &[Row]| rows.iter().map(|row| row.name_in(&context)).collect();
        let mut unread = UnreadMembers { others: names(&others), hidden: names(&hidden) };
        if read.is_empty() && unread.others.is_empty() {
            unread.others.push((*context.name).to_owned());
        }
        Ok(Self { file, members: read.into_iter(), unread, context, meter, error })
    }

    /// Adds the error that ended the stream of the archive, if there was one.
    pub(super) fn ending_in(mut self, error: Option<InputError>) -> Self {
        self.error = error.or(self.error);
        self
    }

    fn open(&self, row: &Row) -> Result<PackedMember, InputError> {
        let name: Arc<str> = row.name_in(&self.context).into();
        let mut context = Context { name: Arc::clone(&name), ..self.context.clone() };
        let fail = |fault| Err(InputError::new(&*name, fault));
        let method = match row.method {
            _ if row.flags & ENCRYPTED != 0 => return fail(InputErrorKind::Encrypted),
            _ if context.layers.are_too_many() => return fail(InputErrorKind::TooDeep(MAX_DEPTH)),
            0 => Method::Stored,
            8 => Method::Deflated,
            other => return fail(InputErrorKind::Method(other)),
        };
        let Some(start) = data_start(&self.file, row.header) else {
            let offset = row.header.min(self.file.len());
            let missing = || broken(&context, offset, "no member at the offset in the directory");
            return Err(self.file.fault.get().cloned().unwrap_or_else(missing));
        };
        if context.layers.is_outermost() {
            context.layers.place = Arc::new(AtomicU64::new(start));
        }
        let end = start.saturating_add(row.packed).min(self.file.len());
        let is_cut_off = end - start < row.packed;
        let window = Window { file: Arc::clone(&self.file), at: start, end };
        let source: Stream = Box::new(Raw::new(window, Arc::clone(&name), self.meter.clone()));
        let codec = Member::new(method, row.crc, row.packed);
        let stream = codec::layer(source, codec, &context);
        context.layers.formats.push(CompressionFormat::Zip);
        Ok(PackedMember { stream, context, size: row.size.filter(|_| !is_cut_off) })
    }
}

impl Iterator for ZipArchive {
    type Item = Result<PackedMember, InputError>;
    fn next(&mut self) -> Option<Self::Item> {
        match self.members.next() {
            Some(row) => Some(self.open(&row)),
            None => self.error.take().map(Err),
        }
    }
}

impl Row {
    /// Reads the fields that the directory and the local headers have in common, from the flags on.
    fn read(name: Vec<u8>, fields: &[u8], header: u64) -> Option<Self> {
        let (flags, method, crc) = (u16_at(fields, 0)?, u16_at(fields, 2)?, Some(u32_at(fields, 8)?));
        let (packed, size) = (u64::from(u32_at(fields, 12)?), Some(u64::from(u32_at(fields, 16)?)));
        Some(Self { name, flags, method, crc, packed, size, header })
    }

    fn is_visible(&self) -> bool {
        let is_hidden =
            self.name.split(|byte| *byte == b'/').any(|part| part.starts_with(b".") && part != b"." && part != b"..");
        !is_hidden && !self.name.starts_with(b"__MACOSX/")
    }

    fn is_text_or_archive(&self) -> bool {
        let is_archive = self.name.last_chunk::<4>().is_some_and(|end| end.eq_ignore_ascii_case(b".zip"));
        is_archive || FileFilter::Texts.selects(&self.name)
    }

    /// Its name, after that of its archive.
    fn name_in(&self, archive: &Context) -> String {
        format!("{}:{}", archive.name, String::from_utf8_lossy(&self.name))
    }
}

fn broken(context: &Context, offset: u64, reason: &str) -> InputError {
    let offset = if context.layers.is_outermost() { offset } else { context.layers.place.load(Relaxed) };
    InputError::new(
        &*context.name,
        InputErrorKind::Damaged { format: CompressionFormat::Zip, offset, reason: reason.to_owned(), next: None },
    )
}

/// The bytes of an archive, read where they are needed.
pub(super) struct ZipFile {
    store: ArchiveStore,
    /// Why some bytes could not be read.
    fault: OnceLock<InputError>,
}

enum ArchiveStore {
    Memory(Bytes),
    File(PlainFile),
}

impl From<Bytes> for ZipFile {
    fn from(bytes: Bytes) -> Self {
        Self { store: ArchiveStore::Memory(bytes), fault: OnceLock::new() }
    }
}

impl From<PlainFile> for ZipFile {
    fn from(file: PlainFile) -> Self {
        Self { store: ArchiveStore::File(file), fault: OnceLock::new() }
    }
}

impl ZipFile {
    fn len(&self) -> u64 {
        match &self.store {
            ArchiveStore::Memory(bytes) => bytes.len() as u64,
            ArchiveStore::File(file) => file.len(),
        }
    }

    /// Up to `count` bytes from an offset; fewer only at the end.
    fn read(&self, at: u64, count: u64) -> Result<Vec<u8>, InputError> {
        let start = at.min(self.len());
        let count = count.min(self.len() - start);
        match &self.store {
            ArchiveStore::Memory(bytes) => Ok(bytes[start as usize..][..count as usize].to_vec()),
            ArchiveStore::File(file) => {
                let bytes = file.read(start, count)?;
                let length = bytes.len() as u64;
                if length < count { Err(file.shortened(start + length)) } else { Ok(bytes) }
            }
        }
    }

    /// `count` bytes from an offset; `None` if there are fewer, or if they cannot be read.
    fn get(&self, at: u64, count: usize) -> Option<Vec<u8>> {
        match self.read(at, count as u64) {
            Ok(bytes) => (bytes.len() == count).then_some(bytes),
            Err(error) => {
                let _ = self.fault.set(error);
                None
            }
        }
    }

    /// The record at an offset, if its magic number is right.
    fn record(&self, at: u64, (magic, length): (&[u8], usize)) -> Option<Vec<u8>> {
        self.get(at, length).filter(|record| record.starts_with(magic))
    }
}

/// A part of an archive, as a stream.
struct Window {
    file: Arc<ZipFile>,
    at: u64,
    end: u64,
}

impl Read for Window {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let bytes = self.file.read(self.at, (self.end - self.at).min(out.len() as u64))?;
        out[..bytes.len()].copy_from_slice(&bytes);
        self.at += bytes.len() as u64;
        Ok(bytes.len())
    }
}

/// The rows of the directory, in its order; `None` if it is missing, contradicts itself, or does not end where the records
/// of its end begin, as in archives written one after another.
fn directory(file: &ZipFile) -> Option<Vec<Row>> {
    let Place { count, mut at, end } = directory_place(file, end_of_directory(file)?)?;
    let mut rows = Vec::new();
    for _ in 0..count {
        let record = file.record(at, ROW)?;
        let [name, extra, comment] = [28, 30, 32].map(|at| u16_at(&record, at).map_or(0, usize::from));
        let mut names = file.get(at + ROW.1 as u64, name + extra)?;
        let extra = names.split_off(name);
        let mut row = Row::read(names, &record[8..], u64::from(u32_at(&record, 42)?))?;
        apply_zip64_sizes(&mut row, &extra)?;
        rows.push(row);
        at = at.checked_add((ROW.1 + name + extra.len() + comment) as u64)?;
    }
    (at == end).then_some(rows)
}

/// The offset of the end-of-directory record: the last one whose comment ends exactly at the end of the file.
fn end_of_directory(file: &ZipFile) -> Option<u64> {
    let length = file.len().min((END.1 + usize::from(u16::MAX)) as u64) as usize;
    let start = file.len() - length as u64;
    let tail = file.get(start, length)?;
    let at = (0..=length.checked_sub(END.1)?).rev().find(|&at| {
        tail[at..].starts_with(END.0)
            && u16_at(&tail, at + 20).is_some_and(|comment| at + END.1 + usize::from(comment) == length)
    })?;
    Some(start + at as u64)
}

struct Place {
    count: u64,
    /// The offset of the first row.
    at: u64,
    /// The offset after the last row.
    end: u64,
}

fn directory_place(file: &ZipFile, end: u64) -> Option<Place> {
    let record32 = file.record(end, END)?;
    let (count, start) = (u16_at(&record32, 10)?, u32_at(&record32, 16)?);
    let locator = end.checked_sub(LOCATOR64.1 as u64).and_then(|at| file.record(at, LOCATOR64));
    let narrow = Place { count: u64::from(count), at: u64::from(start), end };
    let Some(locator) = locator else { return Some(narrow) };
    let end = u64_at(&locator, 8)?;
    let record64 = file.record(end, END64)?;
    Some(if count == u16::MAX || start == u32::MAX {
        Place { count: u64_at(&record64, 32)?, at: u64_at(&record64, 48)?, end }
    } else {
        Place { end, ..narrow }
    })
}

/// Replaces the numbers that did not fit into 32 bits by those of the extra field, which has them in this order
/// (4.5.3).
fn apply_zip64_sizes(row: &mut Row, mut extra: &[u8]) -> Option<()> {
    const NARROW: u64 = u32::MAX as u64;
    while extra.len() >= 4 {
        let (id, length) = (u16_at(extra, 0)?, usize::from(u16_at(extra, 2)?));
        let field = extra.get(4..4 + length)?;
        extra = &extra[4 + length..];
        if id != EXTRA64 {
            continue;
        }
        let mut at = 0;
        let mut next = |value: u64| {
            if value != NARROW {
                return Some(value);
            }
            at += 8;
            u64_at(field, at - 8)
        };
        row.size = Some(next(row.size?)?);
        row.packed = next(row.packed)?;
        row.header = next(row.header)?;
    }
    Some(())
}

/// The members by their local headers, from the start of the file to the first place without a header.
fn scan(file: &Arc<ZipFile>) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut at = 0;
    while let Some((row, next)) = scan_member(file, at) {
        rows.push(row);
        at = next;
    }
    rows
}

fn scan_member(file: &Arc<ZipFile>, at: u64) -> Option<(Row, u64)> {
    let header = file.record(at, LOCAL)?;
    let start = data_start(file, at)?;
    let name = usize::from(u16_at(&header, 26)?);
    let mut names = file.get(at + LOCAL.1 as u64, name + usize::from(u16_at(&header, 28)?))?;
    let extra = names.split_off(name);
    let mut row = Row::read(names, &header[6..], at)?;
    if row.flags & DESCRIPTOR == 0 {
        apply_zip64_sizes(&mut row, &extra)?;
        return Some((row.clone(), start.saturating_add(row.packed)));
    }
    let rest = Window { file: Arc::clone(file), at: start, end: file.len() };
    let length = if row.method == 8 { deflated_length(rest) } else { None }.unwrap_or(file.len() - start);
    (row.crc, row.size, row.packed) = (None, None, length);
    Some((row, after_descriptor(file, start + length)))
}

/// A data descriptor has 12 to 24 bytes (4.3.9); the next header follows it.
fn after_descriptor(file: &ZipFile, at: u64) -> u64 {
    (at..at.saturating_add(25)).find(|next| file.record(*next, LOCAL).is_some()).unwrap_or(file.len())
}

/// The offset of the data of the member whose local header is at `header`.
fn data_start(file: &ZipFile, header: u64) -> Option<u64> {
    let local = file.record(header, LOCAL)?;
    let start = header + LOCAL.1 as u64 + u64::from(u16_at(&local, 26)?) + u64::from(u16_at(&local, 28)?);
    (start <= file.len()).then_some(start)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
