//! Moves in plain SAN, played one after the other: what nearly all of nearly all games is.
//!
//! The tokens have been found ahead ([`TokenIndex`]) and read ahead ([`SanToken`]), the board is the fastest that the processor
//! has ([`BatchBoard`]). What is played here is what the plain reader of `replay` and `lenient_moves` would have played. Before the
//! first token that may be anything else, and behind a move whose check mark does not simply agree, the board is stored
//! and that reader goes on.
//!
//! A variation is played through if there is nothing to be said of any of it. If there is, it is as if it had not been
//! touched: the board is set back, and that reader opens it.

use std::mem::MaybeUninit;
use std::ops::Range;
use std::slice::IterMut;

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::san::Disambiguation;
use crate::chess::san::fast_path::{BatchBoard, BoardVisitor, Played, SanToken, Tier};
use crate::pgn::index::{ROOM, ScanLevel, TokenIndex, TokenSpans, is_move_number};

use super::line::Reached;
use super::replay::Aside;

/// A lane, and its tokens as words of SAN.
pub(super) struct Ahead {
    pub(super) lane: TokenIndex,
    /// The tokens from where the lane begins, if it begins at `from`.
    words: [SanToken; ROOM],
    from: Option<usize>,
}

impl Ahead {
    pub(super) fn new() -> Self {
        Self { lane: TokenIndex::new(), words: [SanToken::default(); ROOM], from: None }
    }

    /// The tokens at these places, which have been driven through.
    pub(super) fn driven(&self, places: Range<usize>) -> &[SanToken] {
        &self.words[places]
    }

    /// Forgets what was found, for another text, see [`TokenIndex::forget`].
    pub(super) fn forget(&mut self, width: ScanLevel, plain: Range<usize>) {
        self.lane.forget(width, plain);
        self.from = None;
    }
}

/// Moves to be played.
pub(super) struct Express<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) ahead: &'a mut Ahead,
    /// The positions of the line so far.
    pub(super) reached: &'a mut Vec<Reached>,
    /// The moves of its variations, if they are to be kept.
    pub(super) aside: Option<&'a mut Vec<Aside>>,
    /// Where the game starts.
    pub(super) game: usize,
    /// Who has the move, and what number is expected before it.
    pub(super) turn: Color,
    pub(super) number: u32,
    /// Whether check marks are held against the board.
    pub(super) judges_marks: bool,
    /// How much words may say of where a man comes from.
    pub(super) said: Disambiguation,
    /// How many variations within each other may be played.
    pub(super) deepest: usize,
}

/// What came of playing.
pub(super) struct Driven {
    pub(super) why: Why,
    /// The word of the last move that was played, variations aside; the default if there was none.
    pub(super) last: SanToken,
}

/// Why no more moves were played.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// Behind a move that was played: its mark may not agree with the board.
    BehindMark,
    /// Before a token: it, or the word behind it if it is a number, is for somebody else.
    BeforeToken,
}

impl Express<'_> {
    /// Plays on this position, until something else comes. `in_check` says whether the side to move is in check, before and
    /// after.
    #[inline]
    pub(super) fn drive(self, position: &mut Position, in_check: &mut bool, tier: Tier) -> Driven {
        // The more there is to be looked at, the slower.
        match (self.judges_marks, self.ahead.lane.has_variations()) {
            (false, false) => position.drive(in_check, tier, Route::<false, false>(self)),
            (false, true) => position.drive(in_check, tier, Route::<false, true>(self)),
            (true, false) => position.drive(in_check, tier, Route::<true, false>(self)),
            (true, true) => position.drive(in_check, tier, Route::<true, true>(self)),
        }
    }
}

/// What is looked at on the way: whether check marks, whether there are variations.
struct Route<'a, const MARKS: bool, const VARIATIONS: bool>(Express<'a>);

impl<const MARKS: bool, const VARIATIONS: bool> BoardVisitor for Route<'_, MARKS, VARIATIONS> {
    type Output = Driven;

    #[inline(always)]
    fn drive<B: BatchBoard>(self, board: &mut B) -> Driven {
        let Self(express) = self;
        let Ahead { lane, words, from } = express.ahead;
        let tokens = lane.tokens(express.bytes);
        let words = &mut words[..tokens.count()];
        if *from != Some(lane.from()) {
            *from = Some(lane.from());
            board.read(words, tokens.starts(), tokens.ends(), tokens.all_text());
            if VARIATIONS {
                board.look_ahead(words);
            }
        }
        // No more moves than words.
        express.reached.reserve(words.len());
        let free = express.reached.spare_capacity_mut();
        let room = free.len();
        let mut course = Course {
            words,
            tokens,
            from: (lane.from() - express.game) as u32,
            free: free.iter_mut(),
            place: lane.next(),
            last: SanToken::default(),
            before: None,
            outer: Vec::new(),
            aside: express.aside,
            said: express.said,
            deepest: express.deepest.min(DEEPEST_IN_LANE),
            ahead_by: express.number.wrapping_sub(board.number()),
        };
        let mut first = express.turn;
        let mut why = loop {
            // Each color has its own copy of the code, in which each branch mostly goes one way.
            let (why, turn) = loop {
                if first == Color::White
                    && let Err(why) = course.ply::<MARKS, VARIATIONS>(Color::White, board)
                {
                    break (why, Color::White);
                }
                first = Color::White;
                if let Err(why) = course.ply::<MARKS, VARIATIONS>(Color::Black, board) {
                    break (why, Color::Black);
                }
            };
            if why == Why::BehindMark || !VARIATIONS {
                break why;
            }
            let Some(next) = course.turn_aside(turn, board) else { break why };
            first = next;
        };
        if VARIATIONS && course.leave_variations(board) {
            why = Why::BeforeToken;
        }
        let Course { place, last, free, .. } = course;
        let written = room - free.len();
        // SAFETY: `Course::note` alone takes from the free room, from its beginning on, and writes what it takes.
        unsafe { express.reached.set_len(express.reached.len() + written) };
        lane.take_all_before(place);
        Driven { why, last }
    }
}

/// What changes with every move.
struct Course<'a, B: BatchBoard> {
    words: &'a [SanToken],
    tokens: TokenSpans<'a>,
    /// How far behind the start of the game they begin.
    from: u32,
    /// Room for the positions to come.
    free: IterMut<'a, MaybeUninit<Reached>>,
    place: usize,
    /// The word of the last move of this line, with its mark; the default if there was none.
    last: SanToken,
    /// The board before that move, if a variation may follow.
    before: Option<B::State>,
    /// The lines around this one, the innermost last.
    outer: Vec<Outer<B>>,
    /// The moves of variations, if they are to be kept.
    aside: Option<&'a mut Vec<Aside>>,
    /// How much words may say of where a man comes from.
    said: Disambiguation,
    /// How many variations within each other are played.
    deepest: usize,
    /// How much the expected numbers are ahead of those of the board; modulo 2³².
    ahead_by: u32,
}

/// A line in which a variation was opened.
struct Outer<B: BatchBoard> {
    /// The place of the parenthesis.
    opened: usize,
    state: B::State,
    before: B::State,
    turn: Color,
    last: SanToken,
    /// How many moves had been put aside.
    aside: usize,
}

/// So many variations within each other are played here. Of one that is deeper, the outermost is left to the other reader,
/// who opens it and comes back: none is tried more often than this.
const DEEPEST_IN_LANE: usize = 4;

impl<B: BatchBoard> Course<'_, B> {
    /// Plays the next move of this side, the side to move, with the comments, signs and the number before it. Comments and
    /// signs are passed in any case.
    #[inline(always)]
    fn ply<const MARKS: bool, const VARIATIONS: bool>(&mut self, us: Color, board: &mut B) -> Result<(), Why> {
        let mut place = self.place;
        let mut word = *self.words.get(place).ok_or(Why::BeforeToken)?;
        if word.is_no_move() {
            while word.is_beside() {
                place = if word.opens_with_brace() {
                    place + 1
                } else {
                    std::hint::cold_path();
                    let has_moved = self.last != SanToken::default();
                    behind_sign(self.words, self.tokens, place, has_moved).ok_or(Why::BeforeToken)?
                };
                self.place = place;
                word = *self.words.get(place).ok_or(Why::BeforeToken)?;
            }
            if word.opens_with_digit() {
                let number = board.number().wrapping_add(self.ahead_by);
                if !self.tokens.text(place).is_some_and(|text| is_move_number(text, number, us == Color::Black)) {
                    return Err(Why::BeforeToken);
                }
                place += 1;
                word = *self.words.get(place).ok_or(Why::BeforeToken)?;
                if VARIATIONS && word.is_no_move() {
                    return Err(Why::BeforeToken);
                }
            }
        }
        if VARIATIONS {
            // What was kept for an earlier move would open a variation in the wrong place.
            self.before = word.is_followed().then(|| board.state());
        }
        // What is not ready is known to be so before anybody looks at the board.
        let played = if word.is_ready(self.said)
            && let Some(played) = board.play(us, word)
        {
            played
        } else {
            std::hint::cold_path();
            let text = self.tokens.text(place).ok_or(Why::BeforeToken)?;
            let (played, mark) = board.play_any(us, word, text.bits(), self.said).ok_or(Why::BeforeToken)?;
            word = word.with_mark(mark);
            played
        };
        self.note::<VARIATIONS>(board, word, played);
        let agrees = !MARKS || word.mark().suits(board.is_check(us.other()));
        self.place = place + 1;
        if agrees || word.mark().is_mate() && board.is_mate() { Ok(()) } else { Err(Why::BehindMark) }
    }

    #[inline(always)]
    fn note<const VARIATIONS: bool>(&mut self, board: &B, word: SanToken, played: Played) {
        self.last = word;
        let Played { mv, key } = played;
        let place = self.from + word.start() as u32;
        if VARIATIONS && !self.outer.is_empty() {
            std::hint::cold_path();
            if let Some(aside) = &mut self.aside {
                aside.push(Aside { word: place, mv });
            }
            return;
        }
        let Some(free) = self.free.next() else { unreachable!("there is room for as many moves as words") };
        free.write(Reached { key, word: place, clock: board.halfmove_clock(), mv });
    }

    /// Enters or leaves a variation, if there is nothing to be said of it, and tells who then has the move.
    #[inline(always)]
    fn turn_aside(&mut self, turn: Color, board: &mut B) -> Option<Color> {
        match self.tokens.text(self.place)?.first() {
            b'(' => self.open(turn, board),
            b')' => self.close(board),
            _ => None,
        }
    }

    #[inline(always)]
    fn open(&mut self, turn: Color, board: &mut B) -> Option<Color> {
        if self.outer.len() == self.deepest {
            return None;
        }
        let before = self.before.take()?;
        let state = board.state();
        board.restore(&before);
        let aside = self.aside.as_ref().map_or(0, |aside| aside.len());
        let last = std::mem::take(&mut self.last);
        self.outer.push(Outer { opened: self.place, state, before, turn, last, aside });
        self.place += 1;
        Some(turn.other())
    }

    #[inline(always)]
    fn close(&mut self, board: &mut B) -> Option<Color> {
        // A `+` that no move follows may be mate.
        if self.last == SanToken::default() || self.last.mark().suits(true) && board.is_mate() {
            return None;
        }
        let Outer { state, before, turn, last, .. } = self.outer.pop()?;
        board.restore(&state);
        (self.before, self.last) = (Some(before), last);
        self.place += 1;
        Some(turn)
    }

    /// Sets everything back to where the outermost variation was opened, and says whether there was one.
    #[inline(always)]
    fn leave_variations(&mut self, board: &mut B) -> bool {
        let Some(outer) = self.outer.drain(..).next() else { return false };
        board.restore(&outer.state);
        if let Some(aside) = &mut self.aside {
            aside.truncate(outer.aside);
        }
        self.place = outer.opened;
        self.last = outer.last;
        true
    }
}

/// The place behind the sign that begins at this one, if it is sound: a glyph, `$` and a number that a byte can hold; or
/// one or two of `!` and `?`, if the line `has_moved` here.
#[inline(never)]
fn behind_sign(words: &[SanToken], tokens: TokenSpans<'_>, place: usize, has_moved: bool) -> Option<usize> {
    let text = tokens.text(place)?;
    let (length, count) = match text.first() {
        b'$' => {
            let digits = (1..=3).map(|place| text.byte(place)).take_while(u8::is_ascii_digit);
            let (length, value) =
                digits.fold((1, 0), |(length, value), digit| (length + 1, value * 10 + u32::from(digit - b'0')));
            let is_sound = length > 1 && value < 256;
            // The number is a token of its own here.
            is_sound.then_some((length, 2))?
        }
        b'!' | b'?' if !has_moved => return None,
        b'!' | b'?' if matches!(text.byte(1), b'!' | b'?') => (2, 2),
        b'!' | b'?' => (1, 1),
        _ => return None,
    };
    let is_ended = matches!(text.byte(length), b' ' | b'\n' | b'\r' | b'\t' | b')');
    let words = words.get(place..place + count).filter(|_| is_ended)?;
    let is_one = words.windows(2).all(|two| two[0].start() + two[0].length() == two[1].start());
    is_one.then_some(place + count)
}
