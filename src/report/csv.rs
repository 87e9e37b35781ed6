//! The CSV format of findings (RFC 4180, but lines end with LF): a header, then one finding per row.

use std::io::{self, Write};

use super::record::{COLUMNS, Record};

/// The writer of CSV. Unknown values are empty fields.
#[derive(Debug)]
pub(super) struct Csv<W: Write>(Box<csv::Writer<W>>);

impl<W: Write> Csv<W> {
    pub(super) fn begin(out: W) -> io::Result<Self> {
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(out);
        writer.write_record(COLUMNS)?;
        Ok(Self(Box::new(writer)))
    }

    pub(super) fn finding(&mut self, record: &Record<'_>) -> io::Result<()> {
        Ok(self.0.serialize(record)?)
    }

    pub(super) fn flushed(&mut self) -> io::Result<&W> {
        self.0.flush()?;
        Ok(self.0.get_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{EXCERPT, record, record_of_a_tag};
    use super::*;

    fn written(records: &[Record<'_>]) -> String {
        let mut out = Vec::new();
        let mut csv = Csv::begin(&mut out).unwrap();
        for record in records {
            csv.finding(record).unwrap();
        }
        csv.flushed().unwrap();
        drop(csv);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn an_empty_report_has_a_header() {
        assert_eq!(
            written(&[]),
            "file,game,line,column,offset,length,ply,code,rule,severity,message,article,fen,white,black,date\n"
        );
    }

    #[test]
    fn rows_round_trip() {
        let mut first = record(&EXCERPT);
        first.message = "one, \"two\"\nthree".into();
        let text = written(&[first.clone(), record_of_a_tag(&EXCERPT)]);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), 2);
        assert_eq!(
            rows[0].iter().collect::<Vec<_>>(),
            [
                "games.pgn",
                "3",
                "7",
                "9",
                "1042",
                "4",
                "27",
                "M101",
                "illegal-move",
                "error",
                first.message.as_ref(),
                "3.9",
                "4k3/4n3/8/3P4/8/8/8/4R1K1 b - - 0 14",
                "Bronstein",
                "Averbakh",
                "1959.02.12",
            ]
        );
        assert_eq!((&rows[1][6], &rows[1][11], &rows[1][12]), ("", "", ""));
    }
}
