//! The reader of zip archives (PKWARE's APPNOTE.TXT): the members of an archive, and their byte ranges.
//!
//! The directory is at the end of the file. If it is unreadable, because the file was cut off, the reader finds the
//! members one by one through their local headers, and reports the damage after the last one.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::vec;

use super::bytes::Bytes;
use super::codec::{self, Member, Method, deflated_length};
use super::directory::FileFilter;
use super::error::{CompressionFormat, InputError, InputErrorKind};
use super::layers::MAX_DEPTH;
use super::opened::{Context, Found, unwrap};
use super::source::{Meter, Raw, Stream};

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
    bytes: Arc<Bytes>,
    members: vec::IntoIter<Row>,
    context: Context,
    meter: Option<Meter>,
    /// The error of the archive as a whole, reported after the last member.
    error: Option<InputError>,
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
    pub(super) fn new(bytes: Arc<Bytes>, context: Context, meter: Option<Meter>) -> Result<Self, InputError> {
        let (rows, error) = match directory(&bytes) {
            Some(rows) => (rows, None),
            None => (scan(&bytes), Some(broken(&context, bytes.len() as u64, "its directory is missing or damaged"))),
        };
        let mut members: Vec<Row> = rows.into_iter().filter(Row::is_visible_file).collect();
        if members.is_empty() {
            return Err(error.unwrap_or_else(|| InputError::new(&*context.name, InputErrorKind::EmptyArchive)));
        }
        if members.iter().any(|row| FileFilter::Texts.selects(&row.name)) {
            members.retain(|row| FileFilter::Texts.selects(&row.name));
        }
        Ok(Self { bytes, members: members.into_iter(), context, meter, error })
    }

    /// Adds the error that ended the stream of the archive, if there was one.
    pub(super) fn ending_in(mut self, error: Option<InputError>) -> Self {
        self.error = error.or(self.error);
        self
    }

    fn open(&self, row: &Row) -> Result<Found, InputError> {
        let name: Arc<str> = format!("{}:{}", self.context.name, String::from_utf8_lossy(&row.name)).into();
        let mut context = Context { name: Arc::clone(&name), ..self.context.clone() };
        let fail = |fault| Err(InputError::new(&*name, fault));
        let method = match row.method {
            _ if row.flags & ENCRYPTED != 0 => return fail(InputErrorKind::Encrypted),
            _ if context.layers.depth >= MAX_DEPTH => return fail(InputErrorKind::TooDeep(MAX_DEPTH)),
            0 => Method::Stored,
            8 => Method::Deflated,
            other => return fail(InputErrorKind::Method(other)),
        };
        let Some(start) = data_start(&self.bytes, row.header) else {
            return Err(broken(
                &context,
                row.header.min(self.bytes.len() as u64),
                "no member at the offset in the directory",
            ));
        };
        if context.layers.depth == 0 {
            context.layers.place = Arc::new(AtomicU64::new(start as u64));
        }
        let end = start.saturating_add(usize::try_from(row.packed).unwrap_or(usize::MAX)).min(self.bytes.len());
        let is_cut_off = ((end - start) as u64) < row.packed;
        let window = Window { bytes: Arc::clone(&self.bytes), at: start, end };
        let source: Stream = Box::new(Raw::new(window, Arc::clone(&name), self.meter.clone()));
        let codec = Member::new(method, row.crc, row.packed);
        let stream = codec::member(source, codec, &context);
        context.layers.depth += 1;
        let mut found = unwrap(stream, context)?;
        if let Found::Text(opened) = &mut found {
            opened.size_hint = row.size.filter(|_| !is_cut_off && opened.size_hint.is_none());
        }
        Ok(found)
    }
}

impl Iterator for ZipArchive {
    type Item = Result<Found, InputError>;

    /// The next member, opened.
    fn next(&mut self) -> Option<Self::Item> {
        match self.members.next() {
            Some(row) => Some(self.open(&row)),
            None => self.error.take().map(Err),
        }
    }
}

impl Row {
    fn is_visible_file(&self) -> bool {
        let is_hidden =
            self.name.split(|byte| *byte == b'/').any(|part| part.starts_with(b".") && part != b"." && part != b"..");
        !is_hidden && !self.name.ends_with(b"/") && !self.name.starts_with(b"__MACOSX/")
    }
}

fn broken(context: &Context, offset: u64, reason: &str) -> InputError {
    let offset = if context.layers.depth == 0 { offset } else { context.layers.place.load(Relaxed) };
    InputError::new(
        &*context.name,
        InputErrorKind::Damaged { format: CompressionFormat::Zip, offset, reason: reason.to_owned() },
    )
}

/// A part of an archive, as a stream.
struct Window {
    bytes: Arc<Bytes>,
    at: usize,
    end: usize,
}

impl Read for Window {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = (&self.bytes[self.at..self.end]).read(out)?;
        self.at += count;
        Ok(count)
    }
}

/// The rows of the directory, in its order; `None` if it is missing or contradicts itself.
fn directory(bytes: &[u8]) -> Option<Vec<Row>> {
    let end = end_of_directory(bytes)?;
    let (count, mut at) = directory_place(bytes, end)?;
    let mut rows = Vec::new();
    for _ in 0..count {
        let record = record(bytes, at, ROW)?;
        let (name, extra, comment) = (u16_at(record, 28)?, u16_at(record, 30)?, u16_at(record, 32)?);
        let name_end = ROW.1 + usize::from(name);
        let extra_end = name_end + usize::from(extra);
        let mut row = Row {
            name: record.get(ROW.1..name_end)?.to_vec(),
            flags: u16_at(record, 8)?,
            method: u16_at(record, 10)?,
            crc: Some(u32_at(record, 16)?),
            packed: u64::from(u32_at(record, 20)?),
            size: Some(u64::from(u32_at(record, 24)?)),
            header: u64::from(u32_at(record, 42)?),
        };
        apply_zip64_sizes(&mut row, record.get(name_end..extra_end)?)?;
        rows.push(row);
        at = at.checked_add(extra_end + usize::from(comment))?;
    }
    Some(rows)
}

/// The offset of the end-of-directory record: the last one whose comment ends exactly at the end of the file.
fn end_of_directory(bytes: &[u8]) -> Option<usize> {
    let first = bytes.len().saturating_sub(END.1 + usize::from(u16::MAX));
    (first..=bytes.len().checked_sub(END.1)?).rev().find(|at| {
        let comment = record(bytes, *at, END).and_then(|end| u16_at(end, 20));
        comment.is_some_and(|length| at + END.1 + usize::from(length) == bytes.len())
    })
}

/// The number of rows of the directory and its offset.
fn directory_place(bytes: &[u8], end: usize) -> Option<(u64, usize)> {
    let record32 = record(bytes, end, END)?;
    let (count, start) = (u16_at(record32, 10)?, u32_at(record32, 16)?);
    let locator = end.checked_sub(LOCATOR64.1).and_then(|at| record(bytes, at, LOCATOR64));
    match locator {
        Some(locator) if count == u16::MAX || start == u32::MAX => {
            let record64 = record(bytes, usize::try_from(u64_at(locator, 8)?).ok()?, END64)?;
            Some((u64_at(record64, 32)?, usize::try_from(u64_at(record64, 48)?).ok()?))
        }
        _ => Some((u64::from(count), start as usize)),
    }
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
fn scan(bytes: &[u8]) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut at = 0;
    while let Some((row, next)) = scan_member(bytes, at) {
        rows.push(row);
        at = next;
    }
    rows
}

fn scan_member(bytes: &[u8], at: usize) -> Option<(Row, usize)> {
    let header = record(bytes, at, LOCAL)?;
    let start = data_start(bytes, at as u64)?;
    let name_end = LOCAL.1 + usize::from(u16_at(header, 26)?);
    let mut row = Row {
        name: header.get(LOCAL.1..name_end)?.to_vec(),
        flags: u16_at(header, 6)?,
        method: u16_at(header, 8)?,
        crc: Some(u32_at(header, 14)?),
        packed: u64::from(u32_at(header, 18)?),
        size: Some(u64::from(u32_at(header, 22)?)),
        header: at as u64,
    };
    if row.flags & DESCRIPTOR == 0 {
        apply_zip64_sizes(&mut row, bytes.get(at + name_end..start)?)?;
        return Some((row.clone(), start.saturating_add(usize::try_from(row.packed).ok()?)));
    }
    let rest = &bytes[start..];
    let length = if row.method == 8 { deflated_length(rest) } else { None }.unwrap_or(rest.len());
    (row.crc, row.size, row.packed) = (None, None, length as u64);
    Some((row, after_descriptor(bytes, start + length)))
}

/// A data descriptor has 12 to 24 bytes (4.3.9); the next header follows it.
fn after_descriptor(bytes: &[u8], at: usize) -> usize {
    (at..at.saturating_add(25)).find(|next| record(bytes, *next, LOCAL).is_some()).unwrap_or(bytes.len())
}

/// The offset of the data of the member whose local header is at `header`.
fn data_start(bytes: &[u8], header: u64) -> Option<usize> {
    let at = usize::try_from(header).ok()?;
    let local = record(bytes, at, LOCAL)?;
    let start = at + LOCAL.1 + usize::from(u16_at(local, 26)?) + usize::from(u16_at(local, 28)?);
    (start <= bytes.len()).then_some(start)
}

/// The bytes from the record at `at` on, if its magic number and its length are right.
fn record<'a>(bytes: &'a [u8], at: usize, (magic, length): (&[u8], usize)) -> Option<&'a [u8]> {
    let record = bytes.get(at..)?;
    (record.starts_with(magic) && record.len() >= length).then_some(record)
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
