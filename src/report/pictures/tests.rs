//! Tests that decode pictures and compare their pixels.

use std::collections::BTreeMap;
use std::{env, fs};

use resvg::usvg;

use crate::chess::piece::{Color, Piece};
use crate::chess::position::Position;
use crate::chess::setup::Setup;
use crate::chess::square::Square;
use crate::game::values::shapes::Shapes;

use super::raster::{Picture, Rasterizer};
use super::{Animation, AnimationFormat, Diagram, DiagramStyle, Sheet, Theme};

/// At this width a square is 45 pixels wide, and the board begins 24 pixels from the left and 10 from the top.
const PLAIN_WIDTH: u16 = 404;

fn square(name: &str) -> Square {
    Square::from_ascii(name.as_bytes()).unwrap()
}

fn position(fen: &str) -> Diagram {
    Diagram::of_position(&Position::from_fen(fen).unwrap())
}

/// A diagram with every element.
fn rich() -> Diagram {
    let mut diagram = position("rnb1kbnr/pppp1ppp/8/4p3/4PP1q/8/PPPP2PP/RNBQKBNR w KQkq - 1 3");
    diagram.last_move = Some([square("d8"), square("h4")]);
    diagram.shapes.add_comment(b"[%csl Gd4,Rf2][%cal Ge1e2,Bg2g3,Yb1c3]");
    diagram.caption = Some("2... Qh4+".to_owned());
    diagram
}

fn png(diagram: &Diagram, style: DiagramStyle, size: u16) -> Picture {
    let mut bytes = Vec::new();
    Sheet { diagrams: std::slice::from_ref(diagram), style, columns: 1, size, title: "" }
        .write_png(&mut bytes)
        .unwrap();
    decoded(&bytes)
}

fn decoded(bytes: &[u8]) -> Picture {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut rgb).unwrap();
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
    Picture { width: info.width, height: info.height, rgb }
}

fn pixel(picture: &Picture, x: u32, y: u32) -> [u8; 3] {
    let at = 3 * (y * picture.width + x) as usize;
    picture.rgb[at..at + 3].try_into().unwrap()
}

/// The pixels of the square in this column and row, counted from the upper left.
fn cell(picture: &Picture, column: u32, row: u32) -> Vec<[u8; 3]> {
    let (left, top) = (24 + 45 * column, 10 + 45 * row);
    (0..45 * 45).map(|index| pixel(picture, left + index % 45, top + index / 45)).collect()
}

/// The maximum difference of two pixels in any channel.
fn apart(one: [u8; 3], other: [u8; 3]) -> u8 {
    one.iter().zip(other).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}

/// Whether two squares look alike; antialiased edges may differ.
fn are_alike(one: &[[u8; 3]], other: &[[u8; 3]]) -> bool {
    one.iter().zip(other).all(|(one, other)| apart(*one, *other) <= 40)
}

fn svg(sheet: &Sheet<'_>) -> String {
    let mut bytes = Vec::new();
    sheet.write_svg(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn pieces_are_on_their_squares_from_both_sides() {
    let start = Diagram::of_position(&Position::initial());
    let mut faces: BTreeMap<(Option<char>, bool), Vec<[u8; 3]>> = BTreeMap::new();
    for flip in [false, true] {
        let picture = png(&start, DiagramStyle { flip, ..DiagramStyle::default() }, PLAIN_WIDTH);
        assert_eq!((picture.width, picture.height), (404, 396));
        for at in Square::all() {
            let (file, rank) = (at.file().index() as u32, at.rank().index() as u32);
            let (column, row) = if flip { (7 - file, rank) } else { (file, 7 - rank) };
            let pixels = cell(&picture, column, row);
            let ground = if at.is_light() { [0xf0, 0xd9, 0xb5] } else { [0xb5, 0x88, 0x63] };
            assert_eq!(pixels[0], ground, "{at} {flip}");
            let count = |color: [u8; 3]| pixels.iter().filter(|&&pixel| pixel == color).count();
            let (white, black) = (count([255; 3]), count([0; 3]));
            let piece = start.setup.squares[at.index()];
            match piece.map(|piece| piece.color) {
                None => assert_eq!(count(ground), 45 * 45, "{at}"),
                Some(Color::White) => assert!(white > black && white > 150, "{at} {white} {black}"),
                Some(Color::Black) => assert!(black > 4 * white && black > 200, "{at} {white} {black}"),
            }
            let known = faces.entry((piece.map(Piece::fen_letter), at.is_light())).or_insert_with(|| pixels.clone());
            assert!(are_alike(known, &pixels), "{at} {flip}");
        }
    }
    // Each piece on both colors of squares, except kings and queens, and the empty squares.
    assert_eq!(faces.len(), 2 * 8 + 4 + 2);
    for (index, one) in faces.values().enumerate() {
        assert!(faces.values().skip(index + 1).all(|other| !are_alike(one, other)));
    }
}

#[test]
fn moves_checks_shapes_and_arrows_are_drawn() {
    let mut diagram = rich();
    let picture = png(&diagram, DiagramStyle::default(), PLAIN_WIDTH);
    let corner = |column, row| cell(&picture, column, row)[0];
    assert_eq!(corner(3, 0), [0xaa, 0xa2, 0x3a], "d8, where the queen was");
    assert_eq!(corner(7, 4), [0xaa, 0xa2, 0x3a], "h4, where she is");
    let [red, green, blue] = corner(4, 7);
    assert!(red > green + 20 && red > blue + 20, "e1 is in check: {red} {green} {blue}");
    let [red, green, _] = corner(3, 4);
    assert!(green > red, "d4 is marked green");
    let [red, green, _] = corner(5, 6);
    assert!(red > 2 * green, "f2 is marked red");
    let [red, green, blue] = cell(&picture, 4, 6)[32 * 45 + 22];
    assert!(green > red && green > blue, "the arrow to e2: {red} {green} {blue}");
    assert_eq!(corner(4, 3), [0xb5, 0x88, 0x63], "e5 is as ever");

    diagram.shapes = Shapes::default();
    let bare = png(&diagram, DiagramStyle::default(), PLAIN_WIDTH);
    assert_eq!(cell(&bare, 3, 4)[0], [0xb5, 0x88, 0x63], "d4 without a mark");
}

#[test]
fn the_turn_disc_is_beside_the_side_to_move() {
    let board = |turn| Diagram::of_setup(Setup { turn, ..Setup::empty() });
    for (turn, flip, row, fill) in [
        (Color::White, false, 7, 255),
        (Color::White, true, 0, 255),
        (Color::Black, false, 0, 0),
        (Color::Black, true, 7, 0),
    ] {
        let picture = png(&board(turn), DiagramStyle { flip, ..DiagramStyle::default() }, PLAIN_WIDTH);
        let (x, y) = (24 + 360 + 10, 10 + 45 * row + 22);
        assert_eq!(pixel(&picture, x, y), [fill; 3], "{turn} {flip}");
        let ring = pixel(&picture, x + 6, y)[0];
        assert!(ring < 128, "{turn} {flip} {ring}");
        assert_eq!(pixel(&picture, x, 10 + 45 * (7 - row) + 22), [255; 3], "{turn} {flip}");
    }
}

#[test]
fn a_board_alone_fills_the_picture_at_any_size() {
    let style = DiagramStyle { coordinates: false, ..DiagramStyle::default() };
    for size in [160, 199, 360, 401] {
        let picture = png(&Diagram::of_position(&Position::initial()), style, size);
        assert_eq!((picture.width, picture.height), (u32::from(size), u32::from(size)));
        let last = u32::from(size) - 1;
        assert_eq!(pixel(&picture, 0, 0), [0xf0, 0xd9, 0xb5], "{size}");
        assert_eq!(pixel(&picture, last, 0), [0xb5, 0x88, 0x63], "{size}");
        assert_eq!(pixel(&picture, last, last), [0xf0, 0xd9, 0xb5], "{size}");
    }
}

#[test]
fn an_unplayable_setup_is_drawn() {
    let queens = Setup { squares: [Piece::from_fen_letter(b'Q'); 64], ..Setup::empty() };
    let picture = png(&Diagram::of_setup(queens), DiagramStyle::default(), PLAIN_WIDTH);
    assert!(are_alike(&cell(&picture, 0, 0), &cell(&picture, 7, 7)));
    assert!(are_alike(&cell(&picture, 0, 7), &cell(&picture, 7, 0)));
    assert!(!are_alike(&cell(&picture, 0, 0), &cell(&picture, 7, 0)));
}

#[test]
fn a_sheet_shows_its_diagrams() {
    let [first, second] = [Diagram::of_position(&Position::initial()), rich()];
    let diagrams = [first.clone(), second.clone(), first.clone()];
    let style = DiagramStyle { captions: true, ..DiagramStyle::default() };
    let sheet = Sheet { diagrams: &diagrams, style, columns: 2, size: 202, title: "three" };
    let mut bytes = Vec::new();
    sheet.write_png(&mut bytes).unwrap();
    let whole = decoded(&bytes);
    // The 12 units between diagrams are 6 pixels at half the size.
    assert_eq!((whole.width, whole.height), (2 * 202 + 3 * 6, 2 * 213 + 3 * 6));
    assert_eq!(sheet.pixels(), (whole.width, whole.height));
    for (diagram, left, top) in [(&first, 6, 6), (&second, 214, 6), (&first, 6, 225)] {
        let alone = png(diagram, style, 202);
        assert_eq!((alone.width, alone.height), (202, 213));
        for (x, y) in (0..202).flat_map(|x| (0..213).map(move |y| (x, y))) {
            assert_eq!(pixel(&whole, left + x, top + y), pixel(&alone, x, y), "{left} {top} {x} {y}");
        }
    }
    assert_eq!(pixel(&whole, 300, 300), [255; 3], "the fourth place is empty");
}

#[test]
fn svg_is_well_formed_and_describes_itself() {
    let diagrams = [rich(), Diagram::of_position(&Position::initial())];
    let title = "<Anna> & \"Bo\"\u{0}\u{1b}";
    let sheet = Sheet { diagrams: &diagrams, style: DiagramStyle::default(), columns: 9, size: 200, title };
    let drawn = svg(&sheet);
    assert!(drawn.contains("<title>&lt;Anna&gt; &amp; &quot;Bo&quot;␀␛</title>"), "{drawn}");
    assert!(drawn.contains("<desc>rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1</desc>"));
    assert_eq!(drawn.matches("id=\"white-queen\"").count(), 1);
    assert_eq!(drawn.matches("#white-queen").count(), 2);
    let tree = usvg::Tree::from_str(&drawn, &usvg::Options::default()).unwrap();
    let (width, height) = sheet.pixels();
    let size = tree.size().to_int_size();
    assert!(size.width().abs_diff(width) <= 2 && size.height().abs_diff(height) <= 2, "{size:?} {width} {height}");

    let lonely = Diagram::of_position(&Position::from_fen("8/8/8/4k3/8/8/8/4K3 w - - 0 1").unwrap());
    let small = svg(&Sheet { diagrams: &[lonely], ..sheet });
    assert!(!small.contains("queen") && !small.contains("check"));
    assert!(small.len() < 10_000, "{}", small.len());
}

/// `ADOUBE_BLESS=1 cargo test` rewrites the golden file; review it afterwards.
#[test]
fn the_full_diagram_matches_the_golden_file() {
    let style = DiagramStyle { captions: true, ..DiagramStyle::default() };
    let drawn = svg(&Sheet { diagrams: &[rich()], style, columns: 1, size: 404, title: "" });
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/diagrams/everything.svg");
    if env::var_os("ADOUBE_BLESS").is_some_and(|value| value == "1") {
        fs::write(path, &drawn).unwrap();
    }
    assert!(fs::read_to_string(path).unwrap() == drawn, "{path} is out of date: look at it with ADOUBE_BLESS=1");
}

/// Six positions of a game: the third equals the second, and one has a check and arrows.
fn moments() -> Vec<Diagram> {
    let mut diagrams: Vec<Diagram> = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2",
    ]
    .map(position)
    .into();
    diagrams.push(rich());
    diagrams
}

/// Asserts that a frame shows its diagram, except for merged colors.
fn assert_shown(frame: usize, shown: &[[u8; 3]], diagram: &Diagram, animation: &Animation<'_>) {
    let expected = Rasterizer::new(animation.style, animation.size).draw(diagram);
    assert_eq!(shown.len(), (expected.width * expected.height) as usize);
    let worst =
        shown.iter().zip(expected.colors().iter().copied()).map(|(one, other)| apart(*one, other)).max().unwrap();
    let exact = shown.iter().zip(expected.colors().iter().copied()).filter(|(one, other)| *one == other).count();
    assert!(worst <= 64, "frame {frame}: {worst}");
    assert!(exact * 10 > shown.len() * 9, "frame {frame}: {exact} of {}", shown.len());
}

fn animation(diagrams: &[Diagram]) -> Animation<'_> {
    let style = DiagramStyle { captions: true, theme: Theme::Green, ..DiagramStyle::default() };
    Animation { diagrams, style, size: 300, delay: 75, last_delay: 200 }
}

#[test]
fn gif_shows_every_diagram() {
    let diagrams = moments();
    let animation = animation(&diagrams);
    let mut bytes = Vec::new();
    animation.write(AnimationFormat::Gif, &mut bytes).unwrap();

    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes.as_slice()).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    assert_eq!((width, height), (300, animation.height() as usize));
    let mut canvas = vec![[0; 3]; width * height];
    let mut frames = 0;
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let [left, top, across] = [frame.left, frame.top, frame.width].map(usize::from);
        for (index, pixel) in frame.buffer.as_chunks().0.iter().enumerate() {
            let [red, green, blue, alpha] = *pixel;
            if alpha > 0 {
                canvas[(top + index / across) * width + left + index % across] = [red, green, blue];
            }
        }
        assert_eq!(frame.delay, if frames == 5 { 200 } else { 75 });
        assert!(frames == 0 || usize::from(frame.height) < height, "only what changes is written");
        assert_shown(frames, &canvas, &diagrams[frames], &animation);
        frames += 1;
    }
    assert_eq!(frames, diagrams.len());
}

#[test]
fn apng_shows_every_diagram() {
    let diagrams = moments();
    let animation = animation(&diagrams);
    let mut bytes = Vec::new();
    animation.write(AnimationFormat::Apng, &mut bytes).unwrap();

    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    assert_eq!((width, height), (300, animation.height() as usize));
    assert_eq!(reader.info().animation_control().unwrap().num_frames, 6);
    let mut canvas = vec![[0; 3]; width * height];
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    for (index, diagram) in diagrams.iter().enumerate() {
        let info = reader.next_frame(&mut buffer).unwrap();
        let control = *reader.info().frame_control().unwrap();
        let (left, top, across) = (control.x_offset as usize, control.y_offset as usize, control.width as usize);
        for (at, pixel) in buffer[..info.buffer_size()].as_chunks().0.iter().enumerate() {
            let [red, green, blue, alpha] = *pixel;
            if alpha > 0 {
                canvas[(top + at / across) * width + left + at % across] = [red, green, blue];
            }
        }
        assert_eq!((control.delay_num, control.delay_den), (if index == 5 { 200 } else { 75 }, 100));
        assert_shown(index, &canvas, diagram, &animation);
    }
}
