//! Measurements: how they are taken, how they are printed, and the CSV file in which they are kept.
//!
//! Every bench runs inside [`bench`], takes the times of all programs with [`in_turns`], and gives each comparison of two
//! of them to [`Report::add`]. `docs/contributing.md` explains the columns of the file.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "the report of a bench")]

use std::fs::{self, File, OpenOptions};
use std::path::Path;
use std::process::ExitCode;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use adoube::cpu::CpuLevel;

/// The columns of the CSV file.
const COLUMNS: [&str; 16] = [
    "date",
    "version",
    "processor",
    "processors",
    "cpu_level",
    "bench",
    "claim",
    "input",
    "bytes",
    "what",
    "peer",
    "unit",
    "rounds",
    "best",
    "peer_best",
    "ratio",
];

/// Runs a bench with the words of its command line, after `--rounds N` and `--csv FILE` are taken out of them. `rounds` is
/// the number of counted rounds if the command line does not say.
pub(crate) fn bench(
    name: &'static str,
    rounds: usize,
    run: impl FnOnce(&mut Report, Vec<String>) -> Result<(), String>,
) -> ExitCode {
    let run = || {
        let mut words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
        let rounds = match option(&mut words, "--rounds")? {
            Some(number) => number.parse().ok().filter(|&rounds| rounds > 0).ok_or("--rounds: expected a number")?,
            None => rounds,
        };
        let csv = option(&mut words, "--csv")?;
        let mut report = Report::new(name, rounds, csv.as_deref().map(Path::new))?;
        run(&mut report, words)
    };
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Takes an option with a value out of the words of a command line.
pub(crate) fn option(words: &mut Vec<String>, name: &str) -> Result<Option<String>, String> {
    let Some(at) = words.iter().position(|word| word == name) else { return Ok(None) };
    words.remove(at);
    if at == words.len() {
        return Err(format!("{name}: expected a value"));
    }
    Ok(Some(words.remove(at)))
}

/// The seconds that each program takes in each round. The programs run in turns, in reverse order in every other round.
/// The first round is not counted.
pub(crate) fn in_turns(
    rounds: usize,
    programs: usize,
    mut seconds: impl FnMut(usize) -> Result<f64, String>,
) -> Result<Vec<Vec<f64>>, String> {
    let mut times = vec![Vec::new(); programs];
    for round in 0..=rounds {
        for place in 0..programs {
            let program = if round % 2 == 0 { place } else { programs - 1 - place };
            let time = seconds(program)?;
            if round > 0 {
                times[program].push(time);
            }
        }
    }
    Ok(times)
}

/// Lower middle of a list; zero for an empty one.
pub(crate) fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get((values.len().max(1) - 1) / 2).copied().unwrap_or_default()
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().min_by(f64::total_cmp).unwrap_or_default()
}

/// What comparisons have in common that are printed below one heading.
pub(crate) struct Subject<'a> {
    pub(crate) claim: &'a str,
    /// A name, or the path of a file, of which only the name is kept.
    pub(crate) input: &'a str,
    pub(crate) bytes: u64,
    pub(crate) unit: &'static str,
    /// Converts seconds to the unit.
    pub(crate) value: &'a dyn Fn(f64) -> f64,
}

/// The machine and the program, the same in all rows of a run.
struct Machine {
    date: String,
    processor: String,
    processors: usize,
    level: CpuLevel,
}

/// One comparison of two programs.
struct Measurement<'a> {
    subject: &'a Subject<'a>,
    input: &'a str,
    what: &'a str,
    peer: &'a str,
    rounds: usize,
    /// The values of the quickest rounds, in the unit.
    best: f64,
    peer_best: f64,
    /// How many times as fast as the peer, in the middle one of the rounds.
    ratio: f64,
}

/// Prints measurements, and appends them to the CSV file.
pub(crate) struct Report {
    bench: &'static str,
    /// The number of counted rounds of programs that take no special number of them.
    pub(crate) rounds: usize,
    machine: Machine,
    csv: Option<csv::Writer<File>>,
    heading: String,
}

impl Report {
    /// # Errors
    ///
    /// The file cannot be written, or has another header.
    pub(crate) fn new(bench: &'static str, rounds: usize, csv: Option<&Path>) -> Result<Self, String> {
        let machine = Machine {
            date: today(),
            processor: processor(),
            processors: thread::available_parallelism().map_or(1, usize::from),
            level: CpuLevel::best(),
        };
        let csv = csv.map(|path| open(path).map_err(|error| format!("{}: {error}", path.display()))).transpose()?;
        Ok(Self { bench, rounds, machine, csv, heading: String::new() })
    }

    /// Adds a comparison of two programs by their seconds in each round.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(crate) fn add(
        &mut self,
        subject: &Subject<'_>,
        (what, times): (&str, &[f64]),
        (peer, peer_times): (&str, &[f64]),
    ) -> Result<(), String> {
        let measurement = Measurement {
            subject,
            input: subject.input.rsplit('/').next().unwrap_or_default(),
            what,
            peer,
            rounds: times.len(),
            best: (subject.value)(least(times)),
            peer_best: (subject.value)(least(peer_times)),
            ratio: median(times.iter().zip(peer_times).map(|(time, peer_time)| peer_time / time)),
        };
        self.print(&measurement);
        self.append(&measurement).map_err(|error| format!("cannot write the CSV file: {error}"))
    }

    fn print(&mut self, measurement: &Measurement<'_>) {
        let Subject { claim, bytes, unit, .. } = measurement.subject;
        let bytes = if *bytes > 0 { format!(", {bytes} bytes") } else { String::new() };
        let heading = format!("{claim}: {}{bytes}, {unit}", measurement.input);
        if heading != self.heading {
            println!("\n{heading}\n{:>10} {:>9} {:>9}  what | peer", "best", "peer", "ratio");
            self.heading = heading;
        }
        let Measurement { what, peer, best, peer_best, ratio, .. } = measurement;
        let [best, peer_best] = [*best, *peer_best].map(digits);
        println!("{best:>10} {peer_best:>9} {ratio:>9.2}  {what} | {peer}");
    }

    fn append(&mut self, measurement: &Measurement<'_>) -> csv::Result<()> {
        let Some(csv) = &mut self.csv else { return Ok(()) };
        let Machine { date, processor, processors, level } = &self.machine;
        let Subject { claim, bytes, unit, .. } = measurement.subject;
        let Measurement { input, what, peer, rounds, best, peer_best, ratio, .. } = measurement;
        let row: [&dyn ToString; COLUMNS.len()] = [
            date,
            &env!("ADOUBE_VERSION"),
            processor,
            processors,
            level,
            &self.bench,
            claim,
            input,
            bytes,
            what,
            peer,
            unit,
            rounds,
            &format!("{best:.6}"),
            &format!("{peer_best:.6}"),
            &format!("{ratio:.4}"),
        ];
        csv.write_record(row.map(ToString::to_string))?;
        Ok(csv.flush()?)
    }
}

/// Four digits, more for large numbers.
fn digits(value: f64) -> String {
    let decimals = match value {
        1000.0.. => 0,
        100.0.. => 1,
        10.0.. => 2,
        1.0.. => 3,
        _ => 4,
    };
    format!("{value:.decimals$}")
}

/// Opens a CSV file to append to it. A file that is new or empty gets the header; another one must have it.
fn open(path: &Path) -> Result<csv::Writer<File>, String> {
    let is_empty = fs::metadata(path).map_or(true, |metadata| metadata.len() == 0);
    if !is_empty {
        let header = csv::Reader::from_path(path).and_then(|mut reader| reader.headers().cloned());
        if header.map_err(|error| error.to_string())? != COLUMNS[..] {
            return Err("the file has another header; choose another file".to_owned());
        }
    }
    let file = OpenOptions::new().create(true).append(true).open(path).map_err(|error| error.to_string())?;
    let mut writer = csv::Writer::from_writer(file);
    if is_empty {
        writer.write_record(COLUMNS).map_err(|error| error.to_string())?;
    }
    Ok(writer)
}

/// The name of the processor, with family and model, because virtual machines hide the name; elsewhere than on Linux, the
/// architecture.
fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value = |name: &str| {
        let mut fields = text.lines().filter_map(|line| line.split_once(':'));
        fields.find(|(field, _)| field.trim() == name).map(|(_, value)| value.trim())
    };
    match (value("model name"), value("cpu family"), value("model")) {
        (Some(name), Some(family), Some(model)) => format!("{name}, family {family}, model {model}"),
        (Some(name), ..) => name.to_owned(),
        _ => std::env::consts::ARCH.to_owned(),
    }
}

fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    date(seconds / 86_400)
}

/// The date of a number of days after 1 January 1970: `civil_from_days` of
/// <https://howardhinnant.github.io/date_algorithms.html>.
pub(crate) fn date(days: u64) -> String {
    let days = days + 719_468;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + days / 146_097 * 400 + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}
