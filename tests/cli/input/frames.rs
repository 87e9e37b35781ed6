//! Files of many frames, in Zstandard and BGZF: for all cuts and numbers of threads, the text is that of one pass over the file.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::*;

/// A text that compresses to several portions, even if it is one frame after the other.
static LONG: LazyLock<Vec<u8>> = LazyLock::new(|| text(260_000));

/// What a frame is preceded by.
#[derive(Clone, Copy, Debug)]
enum Before {
    Nothing,
    /// A skippable frame with the length of the frame, as `pzstd` writes it.
    Length,
    /// The same with a wrong length.
    WrongLength,
    /// A skippable frame of other data.
    Other,
}

/// How a frame is written.
#[derive(Clone, Copy, Debug)]
struct Style {
    before: Before,
    has_checksum: bool,
    has_length: bool,
    window_log: u32,
}

const PZSTD: Style = Style { before: Before::Length, has_checksum: true, has_length: false, window_log: 20 };

fn frame(text: &[u8], style: Style) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.include_checksum(style.has_checksum).unwrap();
    encoder.window_log(style.window_log).unwrap();
    if style.has_length {
        encoder.set_pledged_src_size(Some(text.len() as u64)).unwrap();
    }
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn skippable(variant: u8, content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).unwrap();
    [&[0x50 | variant, 0x2A, 0x4D, 0x18], &length.to_le_bytes()[..], content].concat()
}

fn with_style(text: &[u8], style: Style) -> Vec<u8> {
    let frame = frame(text, style);
    let length = u32::try_from(frame.len()).unwrap();
    let before = match style.before {
        Before::Nothing => Vec::new(),
        Before::Length => skippable(0, &length.to_le_bytes()),
        Before::WrongLength => skippable(0, &(length / 2).to_le_bytes()),
        Before::Other => skippable(7, &frame[..frame.len().min(100)]),
    };
    [before, frame].concat()
}

/// The frames of a text that is cut into pieces of these lengths, over and over.
fn frames(text: &[u8], lengths: &[usize], styles: &[Style]) -> Vec<Vec<u8>> {
    let (mut rest, mut frames) = (text, Vec::new());
    for (&length, &style) in lengths.iter().cycle().zip(styles.iter().cycle()) {
        let (piece, after) = rest.split_at(length.min(rest.len()));
        frames.push(with_style(piece, style));
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    frames
}

/// Everything that a file contains, also what comes after errors; and the errors, each with the number of bytes before
/// it.
fn read_on(path: &Path, threads: usize, portion_bytes: usize, piece: usize) -> (Vec<u8>, Vec<(usize, String)>) {
    let options = OpenOptions { threads, portion_bytes, ..OpenOptions::default() };
    let mut reader = open_with(path, &options).remove(0).unwrap().content.into_read();
    let (mut bytes, mut errors, mut buffer) = (Vec::new(), Vec::new(), vec![0; piece]);
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => bytes.extend_from_slice(&buffer[..count]),
            Err(error) => {
                let error = (bytes.len(), error.to_string());
                if errors.last() == Some(&error) {
                    break;
                }
                errors.push(error);
            }
        }
    }
    assert_eq!(options.meter.consumed(), fs::metadata(path).unwrap().len().min(options.meter.consumed()));
    (bytes, errors)
}

/// The text and the errors, which are the same for all numbers of threads.
#[track_caller]
fn read_by_all(path: &Path) -> (Vec<u8>, Vec<(usize, String)>) {
    let mut first = None;
    for portion_bytes in [1, 5000, OpenOptions::default().portion_bytes] {
        let one = read_on(path, 1, portion_bytes, 60_000);
        for (threads, piece) in [(0, 1 << 20), (4, 10_000), (8, 300_000)] {
            let (bytes, errors) = read_on(path, threads, portion_bytes, piece);
            assert!(bytes == one.0, "{threads} threads: {} and {} bytes", bytes.len(), one.0.len());
            assert_eq!(errors, one.1, "{threads} threads, portions of {portion_bytes}");
        }
        first.get_or_insert(one);
    }
    first.unwrap()
}

fn style() -> impl Strategy<Value = Style> {
    let before =
        prop_oneof![Just(Before::Nothing), Just(Before::Length), Just(Before::WrongLength), Just(Before::Other)];
    (before, any::<bool>(), any::<bool>(), 10..24_u32).prop_map(|(before, has_checksum, has_length, window_log)| {
        Style { before, has_checksum, has_length, window_log }
    })
}

/// What follows the last frame.
fn end() -> impl Strategy<Value = (Vec<u8>, bool)> {
    prop_oneof![
        3 => Just((Vec::new(), true)),
        1 => Just((skippable(14, &[7; 5000]), true)),
        1 => Just((b"garbage, and more of it than a header".to_vec(), false)),
        1 => Just((skippable(3, &[7; 5000])[..4000].to_vec(), false)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn the_cut_into_frames_does_not_change_a_long_text(
        lengths in prop::collection::vec(prop_oneof![0..5000_usize, 0..3_000_000_usize, 60_000..900_000_usize], 1..5),
        styles in prop::collection::vec(style(), 1..4),
        (end, is_sound) in end(),
    ) {
        prop_assume!(lengths.iter().sum::<usize>() > 200 * lengths.len());
        let packed = [frames(&LONG, &lengths, &styles).concat(), end].concat();
        let (bytes, errors) = read_by_all(&Folder::new().write("a", &packed));
        prop_assert!(bytes == *LONG, "{} of {} bytes", bytes.len(), LONG.len());
        prop_assert_eq!(errors.is_empty(), is_sound, "{:?}", errors);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn the_cut_into_frames_does_not_change_a_short_text(
        lines in 1..300_u32,
        lengths in prop::collection::vec(1..3000_usize, 1..5),
        styles in prop::collection::vec(style(), 1..4),
        cut in any::<prop::sample::Index>(),
    ) {
        let text = text(lines);
        let frames = frames(&text, &lengths, &styles);
        let packed = frames.concat();
        let folder = Folder::new();
        let (bytes, errors) = read_by_all(&folder.write("a", &packed));
        prop_assert!(bytes == text && errors.is_empty(), "{:?}", errors);

        let cut = 8 + cut.index(packed.len() - 8);
        let (bytes, errors) = read_by_all(&folder.write("cut", &packed[..cut]));
        prop_assert!(text.starts_with(&bytes));
        prop_assert!(bytes.len() < text.len() || errors.len() == 1, "cut at {}", cut);
        prop_assert!(errors.len() <= 1, "{:?}", errors);
    }
}

/// The offset in an error message, and that of the next frame.
fn places(message: &str) -> (usize, Option<usize>) {
    let number = |(_, rest): (&str, &str)| {
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap();
        digits.parse().unwrap()
    };
    let next = message.split_once("the next frame is at byte ").map(number);
    (message.split_once("data at byte ").map(number).unwrap(), next)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn damage_to_a_frame_costs_no_other_frame(
        lines in 200..600_u32,
        length in prop_oneof![8..60_usize, 500..3000_usize],
        index in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        bits in 1..=255_u8,
    ) {
        let text = text(lines);
        let mut frames = frames(&text, &[length], &[PZSTD]);
        let index = index.index(frames.len());
        let start = frames[..index].concat().len();
        let frame = &mut frames[index];
        let (announcement, header) = (skippable(0, &[0; 4]).len(), 6);
        let at = announcement + header + at.index(frame.len() - announcement - header);
        frame[at] ^= bits;
        let frame_end = start + frame.len();
        let is_last = index + 1 == frames.len();
        let (bytes, errors) = read_by_all(&Folder::new().write("a", &frames.concat()));
        let (before, after) = (&text[..index * length], &text[text.len().min((index + 1) * length)..]);
        prop_assert!(bytes.starts_with(before));
        // A block whose length is damaged can cover frames behind it, up to the limit of a block.
        let is_length = at < announcement + header + 3;
        if is_length && !bytes.ends_with(after) {
            prop_assert_eq!(errors.len(), 1, "{:?}", &errors);
            return Ok(());
        }
        prop_assert!(bytes.ends_with(after));
        // A damaged block can be longer, up to the limit of a block (RFC 8878, 3.1.1.2.4).
        prop_assert!(bytes.len() <= text.len() + (128 << 10), "{} of {} bytes", bytes.len(), text.len());
        if bytes == text && errors.is_empty() {
            // Other bits can mean the same bytes.
            return Ok(());
        }
        prop_assert_eq!(errors.len(), 1, "{:?}", &errors);
        let (offset, next) = places(&errors[0].1);
        // A damaged block can seem to end in the announcement of the next frame, which then begins behind it.
        let end = frame_end + if is_last { 0 } else { announcement };
        prop_assert!((start + announcement..=end).contains(&offset), "{:?} in {}..{}", &errors, start, end);
        let next_frame = if offset > frame_end { end } else { frame_end };
        prop_assert_eq!(next, (!is_last).then_some(next_frame));
        prop_assert_eq!(errors[0].0, bytes.len() - after.len());
    }
}

#[test]
fn without_announcements_sound_block_headers_are_enough() {
    let text = text(3000);
    let plain = Style { before: Before::Nothing, ..PZSTD };
    let mut frames = frames(&text, &[10_000], &[plain]);
    let checksum = frames[1].len() - 2;
    frames[1][checksum] ^= 1;
    let folder = Folder::new();
    let (bytes, errors) = read_by_all(&folder.write("checksum", &frames.concat()));
    assert!(bytes == text);
    let end = frames[0].len() + frames[1].len();
    let (offset, next) = places(&errors[0].1);
    assert!((end - 4..=end).contains(&offset) && next == Some(end), "{errors:?}");
    assert_eq!((errors.len(), errors[0].0), (1, 20_000));
    // The magic number of a frame.
    frames[2][0] ^= 1;
    let (bytes, errors) = read_by_all(&folder.write("magic", &frames.concat()));
    assert!(bytes == text[..20_000]);
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert_eq!(places(&errors[1].1).1, None);
}

#[test]
fn frames_announced_to_be_empty_are_found_by_their_blocks() {
    let text = text(100);
    let whole = frame(&text, PZSTD);
    let folder = Folder::new();
    for end in [whole.len(), whole.len() / 2] {
        let packed = [&skippable(0, &[0; 4]), &whole[..end], &seek_table(&[(0, 0); 3], false)].concat();
        let path = folder.write("a", &packed);
        let (bytes, errors) = read_by_all(&path);
        assert!(text.starts_with(&bytes) && errors.len() <= 1, "{errors:?}");
        let is_whole = end == whole.len();
        assert_eq!((bytes == text, errors.is_empty()), (is_whole, is_whole), "{errors:?}");
        assert_eq!(listed(&path).iter().all(Result::is_ok), is_whole);
    }
}

/// A block of BGZF.
fn bgzf(text: &[u8]) -> Vec<u8> {
    let field = |length: u16| [&b"zz\x01\0zBC\x02\0"[..], &length.to_le_bytes()].concat();
    let encoder = flate2::GzBuilder::new().extra(field(0)).write(Vec::new(), Compression::default());
    let length = pack(encoder, text).len();
    let extra = field(u16::try_from(length - 1).unwrap());
    pack(flate2::GzBuilder::new().extra(extra).write(Vec::new(), Compression::default()), text)
}

fn pack(mut encoder: flate2::write::GzEncoder<Vec<u8>>, text: &[u8]) -> Vec<u8> {
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn blocks_of_bgzf_are_frames() {
    let text = text(30_000);
    let folder = Folder::new();
    let mut blocks: Vec<Vec<u8>> = text.chunks(50_000).map(bgzf).chain([bgzf(b"")]).collect();
    assert_eq!(read_by_all(&folder.write("a", &blocks.concat())), (text.clone(), vec![]));
    // Members of unknown length in between.
    blocks[2] = gz(&text[100_000..150_000]);
    assert_eq!(read_by_all(&folder.write("b", &blocks.concat())), (text.clone(), vec![]));
    // A wrong length.
    blocks[4][19] ^= 1;
    assert_eq!(read_by_all(&folder.write("c", &blocks.concat())), (text.clone(), vec![]));
    blocks[4][19] ^= 1;
    let middle = blocks[4].len() / 2;
    blocks[4][middle] ^= 0x55;
    let (bytes, errors) = read_by_all(&folder.write("d", &blocks.concat()));
    assert!(bytes.starts_with(&text[..200_000]) && bytes.ends_with(&text[250_000..]));
    let end = blocks[..5].concat().len();
    assert!(errors.len() == 1 && errors[0].1.ends_with(&format!("the next frame is at byte {end}")), "{errors:?}");
    blocks[4][middle] ^= 0x55;
    let (bytes, errors) = read_by_all(&folder.write("e", &blocks.concat()[..end - 5]));
    assert!(text.starts_with(&bytes) && bytes.len() >= 200_000);
    assert!(errors.len() == 1 && places(&errors[0].1).1.is_none(), "{errors:?}");
}

#[test]
fn damage_inside_an_inner_layer_has_the_same_place_for_all() {
    let text = text(40_000);
    let mut inner = gz(&text);
    let middle = inner.len() / 2;
    inner[middle] ^= 0x55;
    let packed = frames(&inner, &[10_000], &[PZSTD]).concat();
    let folder = Folder::new();
    let (bytes, errors) = read_by_all(&folder.write("a", &packed));
    assert!(text.starts_with(&bytes[..text.len() / 3]));
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].1.contains("damaged gzip data"), "{errors:?}");
    // A gap in the outer layer ends the inner one.
    let mut frames = frames(&gz(&text), &[10_000], &[PZSTD]);
    let checksum = frames[3].len() - 1;
    frames[3][checksum] ^= 1;
    let (bytes, errors) = read_by_all(&folder.write("b", &frames.concat()));
    assert!(text.starts_with(&bytes));
    assert!(
        errors.len() == 1 && errors[0].1.contains("damaged zstd data") && places(&errors[0].1).1.is_none(),
        "{errors:?}"
    );
}

/// The frames that are listed for a file.
fn listed(path: &Path) -> Vec<Result<Frame, InputError>> {
    let inputs = Inputs::new(&[path.into()], None).unwrap();
    let file = inputs.entries().next().unwrap().unwrap();
    file.frames(&OpenOptions::default()).unwrap().expect("a file with frames").collect()
}

/// The offsets of frames, the end of the last one, and an error without a place if one follows.
fn offsets(path: &Path) -> (Vec<u64>, bool) {
    let (mut offsets, mut end) = (Vec::new(), 0);
    for frame in listed(path) {
        let Ok(frame) = frame else { return (offsets, false) };
        assert_eq!(frame.offset, end, "the frames tile the file");
        end += frame.length;
        offsets.push(end);
    }
    (offsets, true)
}

/// The table of the seekable format.
fn seek_table(rows: &[(usize, usize)], has_checksums: bool) -> Vec<u8> {
    let mut table = Vec::new();
    for (length, text) in rows {
        table.extend(u32::try_from(*length).unwrap().to_le_bytes());
        table.extend(u32::try_from(*text).unwrap().to_le_bytes());
        table.extend(&[1, 2, 3, 4][..if has_checksums { 4 } else { 0 }]);
    }
    table.extend(u32::try_from(rows.len()).unwrap().to_le_bytes());
    table.extend([if has_checksums { 0x80 } else { 0 }, 0xB1, 0xEA, 0x92, 0x8F]);
    skippable(14, &table)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn listed_frames_are_those_of_the_file(
        lines in 1..300_u32,
        lengths in prop::collection::vec(1..3000_usize, 1..5),
        styles in prop::collection::vec(style(), 1..4),
        wrong_row in 0..20_usize,
        cut in any::<prop::sample::Index>(),
    ) {
        let text = text(lines);
        let frames = frames(&text, &lengths, &styles);
        let folder = Folder::new();
        let packed = frames.concat();
        let mut ends = Vec::new();
        let mut at = 0;
        while at < packed.len() {
            at += zstd::zstd_safe::find_frame_compressed_size(&packed[at..]).unwrap();
            ends.push(at as u64);
        }
        let path = folder.write("a", &packed);
        prop_assert_eq!(offsets(&path), (ends.clone(), true));
        for (frame, part) in listed(&path).into_iter().map(Result::unwrap).zip([0].iter().chain(&ends).zip(&ends)) {
            let part = &packed[*part.0 as usize..*part.1 as usize];
            prop_assert_eq!(frame.length, part.len() as u64);
            prop_assert!(frame.text.is_none_or(|text| text == zstd::decode_all(part).unwrap().len() as u64));
        }
        let cut = 18 + cut.index(packed.len());
        // A wrong announcement can end where the file is cut off.
        let is_announced = styles.iter().any(|style| matches!(style.before, Before::WrongLength));
        if cut < packed.len() && !is_announced {
            let whole: Vec<u64> = ends.iter().copied().filter(|end| *end <= cut as u64).collect();
            let is_sound = whole.last() == Some(&(cut as u64));
            prop_assert_eq!(offsets(&folder.write("cut", &packed[..cut])), (whole, is_sound));
        }

        let plain = Style { before: Before::Nothing, ..PZSTD };
        let frames: Vec<Vec<u8>> = text.chunks(1500).map(|text| frame(text, plain)).collect();
        let mut rows: Vec<_> = frames.iter().map(Vec::len).zip(text.chunks(1500).map(<[u8]>::len)).collect();
        for has_checksums in [false, true] {
            let table = seek_table(&rows, has_checksums);
            let path = folder.write("table", &[frames.concat(), table].concat());
            let found = listed(&path).into_iter().map(Result::unwrap);
            let expected = rows.iter().map(|&(length, text)| (length as u64, Some(text as u64)));
            let found: Vec<_> = found.map(|frame| (frame.length, frame.text)).collect();
            prop_assert_eq!(&found[..found.len() - 1], &expected.collect::<Vec<_>>());
            prop_assert!(read_on(&path, 1, 1, 5000) == (text.clone(), vec![]));
        }
        if let Some(row) = rows.get_mut(wrong_row) {
            row.0 += 1;
            let path = folder.write("table", &[frames.concat(), seek_table(&rows, false)].concat());
            let (found, is_sound) = offsets(&path);
            prop_assert!(is_sound && found.len() == frames.len() + 1);
        }
    }
}

#[test]
fn other_files_have_no_frames() {
    let folder = Folder::new();
    for (name, bytes) in [("text", b"1. e4 *".to_vec()), ("empty", Vec::new()), ("gz", gz(b"1. e4 *"))] {
        let inputs = Inputs::new(&[folder.write(name, &bytes).into()], None).unwrap();
        assert!(inputs.entries().next().unwrap().unwrap().frames(&OpenOptions::default()).unwrap().is_none(), "{name}");
    }
}

/// Runs adoube on a file; its standard output, standard error and exit code, which are the same for all numbers of
/// threads.
fn run(arguments: &[&str], path: &Path) -> (String, String, i32) {
    let run = |threads: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_adoube"));
        let (name, options) = arguments.split_first().unwrap();
        let output = command.args([name, "--threads", threads]).args(options).arg(path).output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (out, err, output.status.code().unwrap())
    };
    let one = run("1");
    for threads in ["2", "4", "8"] {
        assert_eq!(run(threads), one, "{arguments:?} with {threads} threads");
    }
    one
}

#[test]
fn a_damaged_frame_costs_only_the_games_in_it() {
    let games: Vec<String> = (1..=3000)
        .map(|number| {
            format!("[Event \"{number}\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n")
        })
        .collect();
    let text = games.concat();
    let mut frames = frames(text.as_bytes(), &[20_000], &[PZSTD]);
    // The type of the first block becomes a reserved one (RFC 8878, 3.1.1.2.2), after the announcement and the header.
    let block = skippable(0, &[0; 4]).len() + 6;
    frames[3][block] |= 6;
    let folder = Folder::new();
    let path = folder.write("a.pgn.zst", &frames.concat());
    // A game that is cut off at the end of frame 2, or at its start, or whose end is in frame 4, is lost, too.
    let is_in = |number: usize, range: std::ops::Range<usize>| {
        let start = games[..number].concat().len();
        range.contains(&start) && start + games[number].len() <= range.end
    };
    let sound: Vec<usize> =
        (0..games.len()).filter(|&number| is_in(number, 0..60_000) || is_in(number, 80_000..text.len())).collect();

    let (out, err, code) = run(&["replay", "--fields", "event", "--format", "csv"], &path);
    assert_eq!(code, 2, "{err}");
    let events: Vec<usize> = out.lines().skip(1).filter_map(|line| line.trim_matches('"').parse().ok()).collect();
    assert!(
        events.is_sorted()
            && events.len() < 7 * sound.len() + 7
            && sound.iter().all(|number| events.contains(&(number + 1))),
        "{out}"
    );
    assert_eq!(err.matches("damaged zstd data at byte").count(), 1, "{err}");
    let end = frames[..4].concat().len();
    assert!(err.contains(&format!("; the next frame is at byte {end}")), "{err}");

    let (out, err, code) = run(&["validate", "--format", "jsonl"], &path);
    assert_eq!(code, 2, "{err}");
    assert_eq!(out.matches("\"kind\":\"damaged\"").count(), 1, "{out}");
    assert!(out.matches("\"type\":\"finding\"").count() <= 3, "only the game that is cut off has findings: {out}");
    let (_, err, code) = run(&["stats"], &path);
    assert!(code == 2 && err.contains("the next frame is at byte"), "{err}");

    let positions = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n".repeat(3000);
    let mut frames = self::frames(positions.as_bytes(), &[20_000], &[PZSTD]);
    let checksum = frames[3].len() - 1;
    frames[3][checksum] ^= 0x40;
    let (out, err, code) = run(&["validate", "--format", "jsonl"], &folder.write("a.fen.zst", &frames.concat()));
    assert!(code == 2 && out.contains("\"kind\":\"damaged\""), "{err}");
    assert_eq!(out.matches("\"type\":\"finding\"").count(), 0, "{out}");

    // A suite with the same frames.
    let suite = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20\n".repeat(3000);
    let mut frames = self::frames(suite.as_bytes(), &[20_000], &[PZSTD]);
    let checksum = frames[3].len() - 1;
    frames[3][checksum] ^= 0x40;
    let (_, err, code) = run(&["perft", "--epd"], &folder.write("suite.epd.zst", &frames.concat()));
    assert!(code == 2 && err.contains("damaged zstd data at byte"), "{err}");
    // The line across the end of the frame is not read.
    assert!(err.contains("2,999 positions: 2,999 counts = 2,999 right + 0 wrong"), "{err}");
}

#[test]
fn a_frame_that_needs_a_dictionary_says_so() {
    let folder = Folder::new();
    // RFC 8878: magic number, header with a one-byte dictionary number and content size, and an empty last block.
    let frame = [0x28, 0xb5, 0x2f, 0xfd, 0x21, 7, 0, 1, 0, 0];
    let (_, err, code) = run(&["validate"], &folder.write("a.pgn.zst", &frame));
    assert!(code == 2 && err.contains("it needs a dictionary, and adoube has none"), "{err}");
}
