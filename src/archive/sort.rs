//! Sorting of more records than fit in memory: sorted runs in temporary files, then merges of many runs at once.
//!
//! D. Knuth, *The Art of Computer Programming*, volume 3, section 5.4, describes the method.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::mem;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::record_file::TemporaryError;

/// The approximate number of bytes of records that are kept in memory.
pub const MEMORY: usize = 96 << 20;

/// How many runs are merged at once. Each is an open file with a buffer.
const MOST_RUNS: usize = 64;

/// The size of the buffer of a file.
const BUFFER: usize = 128 << 10;

/// Takes records, and returns them in the order of their keys; those with equal keys in the order in which they came.
///
/// Temporary files have no name, so the system frees them when the process ends in any way.
#[derive(Debug)]
pub struct Sorter {
    folder: PathBuf,
    memory: usize,
    /// Keys and values, one after the other.
    bytes: Vec<u8>,
    records: Vec<Record>,
    /// Sorted files, in the order of their records.
    runs: Vec<File>,
}

/// A record in memory: its place among the bytes.
#[derive(Clone, Copy, Debug)]
struct Record {
    start: usize,
    key: usize,
    value: usize,
}

impl Record {
    const fn key(self) -> Range<usize> {
        self.start..self.start + self.key
    }

    const fn value(self) -> Range<usize> {
        self.start + self.key..self.start + self.key + self.value
    }
}

impl Sorter {
    /// Without any records. `memory` is the approximate number of bytes of records that are kept in memory, [`MEMORY`] where
    /// nothing else is known; `folder` is where the others go.
    pub fn new(memory: usize, folder: &Path) -> Self {
        Self { folder: folder.to_owned(), memory, bytes: Vec::new(), records: Vec::new(), runs: Vec::new() }
    }

    /// Takes a record.
    ///
    /// # Errors
    ///
    /// Fails if a temporary file cannot be written.
    pub fn push(&mut self, key: &[u8], value: &[u8]) -> Result<(), TemporaryError> {
        self.push_parts(key, [value])
    }

    /// Takes a record whose value has several parts.
    ///
    /// # Errors
    ///
    /// Fails if a temporary file cannot be written.
    pub fn push_parts<const N: usize>(&mut self, key: &[u8], value: [&[u8]; N]) -> Result<(), TemporaryError> {
        let value_length = value.iter().map(|part| part.len()).sum();
        let length = key.len() + value_length;
        if !self.records.is_empty() && self.size() + length > self.memory {
            self.spill().map_err(|error| TemporaryError::new(&self.folder, error))?;
        }
        self.records.push(Record { start: self.bytes.len(), key: key.len(), value: value_length });
        self.bytes.extend_from_slice(key);
        for part in value {
            self.bytes.extend_from_slice(part);
        }
        Ok(())
    }

    /// The number of bytes that the records in memory take.
    const fn size(&self) -> usize {
        self.bytes.len() + self.records.len() * size_of::<Record>()
    }

    /// Ends the input.
    ///
    /// # Errors
    ///
    /// Fails if a temporary file cannot be written or read.
    pub fn finish(mut self) -> Result<SortedRecords, TemporaryError> {
        let order = self.merged().map_err(|error| TemporaryError::new(&self.folder, error))?;
        Ok(SortedRecords { folder: self.folder, order, key: Vec::new(), value: Vec::new() })
    }

    fn merged(&mut self) -> io::Result<Order> {
        if self.runs.is_empty() {
            self.sort();
            return Ok(Order::Memory {
                bytes: mem::take(&mut self.bytes),
                records: mem::take(&mut self.records).into_iter(),
            });
        }
        self.spill()?;
        (self.bytes, self.records) = (Vec::new(), Vec::new());
        let mut runs = mem::take(&mut self.runs);
        // Neighbors are merged, so that equal keys stay in order.
        while runs.len() > MOST_RUNS {
            let mut merged = Vec::with_capacity(runs.len().div_ceil(MOST_RUNS));
            let mut rest = runs.into_iter();
            loop {
                let group: Vec<File> = rest.by_ref().take(MOST_RUNS).collect();
                if group.is_empty() {
                    break;
                }
                let mut merge = Merge::new(group)?;
                let mut out = RunWriter::create(&self.folder)?;
                let (mut key, mut value) = (Vec::new(), Vec::new());
                while merge.next(&mut key, &mut value)? {
                    out.write(&key, &value)?;
                }
                merged.push(out.finish()?);
            }
            runs = merged;
        }
        Ok(Order::Files(Merge::new(runs)?))
    }

    fn sort(&mut self) {
        let bytes = &self.bytes;
        // Equal keys keep the order of their starts, that is, of their arrival.
        self.records.sort_unstable_by(|a, b| bytes[a.key()].cmp(&bytes[b.key()]).then(a.start.cmp(&b.start)));
    }

    /// Writes the records in memory to a file.
    fn spill(&mut self) -> io::Result<()> {
        self.sort();
        let mut out = RunWriter::create(&self.folder)?;
        for record in &self.records {
            out.write(&self.bytes[record.key()], &self.bytes[record.value()])?;
        }
        self.runs.push(out.finish()?);
        self.bytes.clear();
        self.records.clear();
        Ok(())
    }
}

/// Records in the order of their keys.
#[derive(Debug)]
pub struct SortedRecords {
    folder: PathBuf,
    order: Order,
    key: Vec<u8>,
    value: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SortedRecord<'a> {
    /// What decides its place.
    pub key: &'a [u8],
    /// What came with it.
    pub value: &'a [u8],
}

#[derive(Debug)]
enum Order {
    Memory { bytes: Vec<u8>, records: std::vec::IntoIter<Record> },
    Files(Merge),
}

impl SortedRecords {
    /// The next record; `None` behind the last one.
    ///
    /// # Errors
    ///
    /// Fails if a temporary file cannot be read.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot lend")]
    pub fn next(&mut self) -> Result<Option<SortedRecord<'_>>, TemporaryError> {
        match &mut self.order {
            Order::Memory { bytes, records } => {
                let record = |record: Record| SortedRecord { key: &bytes[record.key()], value: &bytes[record.value()] };
                Ok(records.next().map(record))
            }
            Order::Files(merge) => {
                let is_there = merge
                    .next(&mut self.key, &mut self.value)
                    .map_err(|error| TemporaryError::new(&self.folder, error))?;
                Ok(is_there.then_some(SortedRecord { key: &self.key, value: &self.value }))
            }
        }
    }
}

struct RunWriter(BufWriter<File>);

impl RunWriter {
    fn create(folder: &Path) -> io::Result<Self> {
        Ok(Self(BufWriter::with_capacity(BUFFER, tempfile::tempfile_in(folder)?)))
    }

    fn write(&mut self, key: &[u8], value: &[u8]) -> io::Result<()> {
        for length in [key.len(), value.len()] {
            self.0.write_all(&(length as u64).to_le_bytes())?;
        }
        self.0.write_all(key)?;
        self.0.write_all(value)
    }

    fn finish(self) -> io::Result<File> {
        let mut file = self.0.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(file)
    }
}

#[derive(Debug)]
struct RunReader(BufReader<File>);

impl RunReader {
    /// Reads the next record; returns false at the end.
    fn read(&mut self, key: &mut Vec<u8>, value: &mut Vec<u8>) -> io::Result<bool> {
        if self.0.fill_buf()?.is_empty() {
            return Ok(false);
        }
        let [key_length, value_length] = [self.length()?, self.length()?];
        self.bytes(key_length, key)?;
        self.bytes(value_length, value)?;
        Ok(true)
    }

    fn length(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.0.read_exact(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn bytes(&mut self, length: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
        bytes.clear();
        let read = (&mut self.0).take(length).read_to_end(bytes)?;
        if read as u64 == length { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}

#[derive(Debug)]
struct Merge {
    runs: Vec<RunReader>,
    /// The next record of each run that has one.
    heads: BinaryHeap<Reverse<Head>>,
}

/// A record, and the number of its run. They are ordered by key, then by run.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Head {
    key: Vec<u8>,
    run: usize,
    value: Vec<u8>,
}

impl Merge {
    fn new(files: Vec<File>) -> io::Result<Self> {
        let mut runs: Vec<RunReader> =
            files.into_iter().map(|file| RunReader(BufReader::with_capacity(BUFFER, file))).collect();
        let mut heads = BinaryHeap::with_capacity(runs.len());
        for (run, reader) in runs.iter_mut().enumerate() {
            let mut head = Head { key: Vec::new(), run, value: Vec::new() };
            if reader.read(&mut head.key, &mut head.value)? {
                heads.push(Reverse(head));
            }
        }
        Ok(Self { runs, heads })
    }

    /// Puts the next record into these buffers; returns false at the end.
    fn next(&mut self, key: &mut Vec<u8>, value: &mut Vec<u8>) -> io::Result<bool> {
        let Some(mut top) = self.heads.peek_mut() else { return Ok(false) };
        let Reverse(head) = &mut *top;
        mem::swap(&mut head.key, key);
        mem::swap(&mut head.value, value);
        if !self.runs[head.run].read(&mut head.key, &mut head.value)? {
            PeekMut::pop(top);
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    fn sorted(records: &[(Vec<u8>, Vec<u8>)], memory: usize) -> Vec<(Vec<u8>, Vec<u8>)> {
        let mut sorter = Sorter::new(memory, &std::env::temp_dir());
        for (key, value) in records {
            sorter.push(key, value).unwrap();
        }
        let (mut in_order, mut all) = (sorter.finish().unwrap(), Vec::new());
        while let Some(SortedRecord { key, value }) = in_order.next().unwrap() {
            all.push((key.to_vec(), value.to_vec()));
        }
        all
    }

    properties! {
        #[test]
        fn records_come_in_the_order_of_a_stable_sort(keys in prop::collection::vec("[ab]{0,3}", 0..200), memory in 1_usize..4_000) {
            let records: Vec<(Vec<u8>, Vec<u8>)> =
                keys.into_iter().zip(0_u32..).map(|(key, number)| (key.into_bytes(), number.to_le_bytes().to_vec())).collect();
            let mut expected = records.clone();
            expected.sort_by(|a, b| a.0.cmp(&b.0));
            prop_assert_eq!(sorted(&records, memory), expected);
        }
    }

    #[test]
    fn more_runs_than_are_merged_at_once_keep_the_order() {
        let count = 4 * MOST_RUNS as u32 + 3;
        let records: Vec<(Vec<u8>, Vec<u8>)> =
            (0..count).map(|number| (vec![(number % 7) as u8], number.to_le_bytes().to_vec())).collect();
        let mut expected = records.clone();
        expected.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(sorted(&records, 1), expected);
    }

    #[test]
    fn a_folder_that_does_not_exist_is_named() {
        let mut sorter = Sorter::new(1, Path::new("no/such/folder"));
        sorter.push(b"a", b"").unwrap();
        let error = sorter.push(b"b", b"").unwrap_err();
        assert!(error.to_string().contains("no/such/folder"), "{error}");
    }
}
