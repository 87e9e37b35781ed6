//! The values of facts about a game, with its moves as one text.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::{san, uci};
use crate::game::identity::{LineId, MeetId};
use crate::game::replay::ply_record::step;
use crate::game::replay::{Game, Validity};
use crate::game::rules::Severity;
use crate::laws::claim::ClaimGround;
use crate::laws::edition::Day;

use super::material::{self, Material, pieces};
use super::{Facts, GameFact};

#[derive(Clone, PartialEq, Debug)]
pub enum FactValue<'a> {
    /// Text, or a word.
    Text(Cow<'a, str>),
    /// A whole number.
    Integer(i64),
    /// A number of nodes or paths.
    Count(u64),
    Hundredths(u64),
    Real(f64),
    /// True or false.
    Flag(bool),
    /// A date; 0 stands for an unknown month or day.
    Day(Day),
    /// A complete day, and the seconds since its beginning, in UTC.
    Timestamp(Day, u32),
    /// Several values, some of which may be missing.
    List(Vec<Option<Self>>),
}

impl FactValue<'_> {
    /// The value as text: numbers in digits, dates as in PGN, timestamps as in ISO 8601; lists with spaces, and `-` for a
    /// missing value.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => Cow::Borrowed(text),
            Self::Integer(number) => Cow::Owned(number.to_string()),
            Self::Count(number) => Cow::Owned(number.to_string()),
            Self::Real(number) => Cow::Owned(number.to_string()),
            Self::Hundredths(hundredths) => {
                String::from_utf8_lossy(decimal(*hundredths, &mut [0; 23])).into_owned().into()
            }
            Self::Flag(true) => Cow::Borrowed("true"),
            Self::Flag(false) => Cow::Borrowed("false"),
            Self::Day(Day { year, month, day }) => {
                let part = |part: u8| if part == 0 { "??".to_owned() } else { format!("{part:02}") };
                Cow::Owned(format!("{year:04}.{}.{}", part(*month), part(*day)))
            }
            Self::Timestamp(Day { year, month, day }, second) => {
                let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
                Cow::Owned(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"))
            }
            Self::List(values) => {
                let texts: Vec<_> = values.iter().map(|value| value.as_ref().map_or("-".into(), Self::text)).collect();
                Cow::Owned(texts.join(" "))
            }
        }
    }
}

/// The writer of a value in some format.
pub trait ValueWriter {
    /// Writes that there is no value.
    fn missing(&mut self);

    fn text(&mut self, value: &str);

    /// Text without characters that a format must escape: letters, digits and some signs.
    fn word(&mut self, value: impl Display);

    /// A number, `true` or `false`.
    fn bare(&mut self, value: &[u8]);

    fn list(&mut self, values: &[Option<FactValue<'_>>]);

    /// Text without characters that a format must escape, as ASCII bytes.
    fn ascii(&mut self, value: &[u8]) {
        self.bare(value);
    }

    fn integer(&mut self, value: i64) {
        self.bare(digits(value.unsigned_abs(), value < 0, &mut [0; 20]));
    }

    fn count(&mut self, value: u64) {
        self.bare(digits(value, false, &mut [0; 20]));
    }

    /// A number of hundredths as a decimal, without trailing zeros.
    fn hundredths(&mut self, value: u64) {
        self.bare(decimal(value, &mut [0; 23]));
    }

    fn real(&mut self, value: f64) {
        self.bare(value.to_string().as_bytes());
    }

    fn flag(&mut self, value: bool) {
        self.bare(if value { b"true" } else { b"false" });
    }

    /// A date; 0 stands for an unknown month or day.
    fn day(&mut self, value: Day) {
        self.word(FactValue::Day(value).text());
    }

    /// A complete day, and the seconds since its beginning, in UTC.
    fn timestamp(&mut self, day: Day, second: u32) {
        self.word(FactValue::Timestamp(day, second).text());
    }

    fn value(&mut self, value: Option<&FactValue<'_>>) {
        match value {
            None => self.missing(),
            Some(FactValue::Text(text)) => self.text(text),
            Some(FactValue::Integer(number)) => self.integer(*number),
            Some(FactValue::Count(number)) => self.count(*number),
            Some(FactValue::Real(number)) => self.real(*number),
            Some(FactValue::Hundredths(hundredths)) => self.hundredths(*hundredths),
            Some(FactValue::Flag(flag)) => self.flag(*flag),
            Some(FactValue::Day(day)) => self.day(*day),
            Some(FactValue::Timestamp(day, second)) => self.timestamp(*day, *second),
            Some(FactValue::List(values)) => self.list(values),
        }
    }

    /// Writes the value if there is one.
    fn some<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        match value {
            Some(value) => write(self, value),
            None => self.missing(),
        }
    }
}

/// The decimal digits of a number.
pub fn digits(mut number: u64, is_negative: bool, buffer: &mut [u8; 20]) -> &[u8] {
    let mut at = buffer.len();
    loop {
        at -= 1;
        buffer[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    if is_negative {
        at -= 1;
        buffer[at] = b'-';
    }
    &buffer[at..]
}

/// Hundredths as a decimal number without trailing zeros.
fn decimal(hundredths: u64, buffer: &mut [u8; 23]) -> &[u8] {
    let mut whole = [0; 20];
    let whole = digits(hundredths / 100, false, &mut whole);
    let (tenths, rest) = ((hundredths / 10 % 10) as u8, (hundredths % 10) as u8);
    let end = whole.len();
    buffer[..end].copy_from_slice(whole);
    buffer[end..end + 3].copy_from_slice(&[b'.', b'0' + tenths, b'0' + rest]);
    match (tenths, rest) {
        (0, 0) => &buffer[..end],
        (_, 0) => &buffer[..end + 2],
        _ => &buffer[..end + 3],
    }
}

impl GameFact {
    /// The value for a game, or for one side of it; `None` if there is none.
    pub fn value<'a>(self, facts: &Facts<'a>, side: Option<Color>) -> Option<FactValue<'a>> {
        if let Some(name) = self.tag() {
            return facts.tag(name).map(FactValue::Text);
        }
        match self {
            Self::Player => facts.player(side?).map(FactValue::Text),
            Self::Color => Some(word(if side? == Color::White { "white" } else { "black" })),
            Self::Elo => match side {
                Some(side) => facts.rating(side).map(number),
                None => facts.ratings().map(|(white, black)| number(white.midpoint(black))),
            },
            Self::File => Some(FactValue::Text(Cow::Borrowed(facts.file))),
            Self::Game => i64::try_from(facts.number).ok().filter(|number| *number > 0).map(FactValue::Integer),
            Self::Status | Self::Valid | Self::FirstError | Self::Plies | Self::FullyReplayed | Self::Moves => {
                self.of_replay(facts)
            }
            Self::FinalFen
            | Self::Material
            | Self::WhiteMaterial
            | Self::BlackMaterial
            | Self::WhiteMaterialValue
            | Self::BlackMaterialValue
            | Self::MaterialBalance
            | Self::Checkmate => self.of_final_position(facts),
            Self::Verdict
            | Self::Ending
            | Self::Certainty
            | Self::ThreefoldClaims
            | Self::FiftyClaims
            | Self::Claims
            | Self::FirstClaim => self.of_ruling(facts),
            Self::WhiteAcpl
            | Self::BlackAcpl
            | Self::WhiteAccuracy
            | Self::BlackAccuracy
            | Self::WhiteInaccuracies
            | Self::BlackInaccuracies
            | Self::WhiteMistakes
            | Self::BlackMistakes
            | Self::WhiteBlunders
            | Self::BlackBlunders => self.of_evaluations(facts),
            Self::FirstRepetition
            | Self::FirstCapture
            | Self::QueensOff
            | Self::WhiteCastling
            | Self::BlackCastling
            | Self::WhiteCastlingPlies
            | Self::BlackCastlingPlies => self.of_play(facts),
            Self::Eco | Self::Opening | Self::OpeningPlies | Self::Volume | Self::Family => self.of_opening(facts),
            Self::SanMoves => san_moves(facts.game).map(|moves| FactValue::Text(moves.into())),
            Self::UciMoves => uci_moves(facts.game).map(|moves| FactValue::Text(moves.into())),
            Self::PlayId => LineId::of_game(facts.game).map(|id| FactValue::Text(id.to_string().into())),
            Self::MeetId => MeetId::of_game(facts.game, facts.bytes).map(|id| FactValue::Text(id.to_string().into())),
            Self::Date | Self::Year | Self::Decade | Self::Month => self.of_date(facts),
            Self::WhiteElo | Self::BlackElo | Self::MinElo | Self::MaxElo | Self::EloDifference => {
                self.of_ratings(facts)
            }
            _ => self.of_other_tags(facts),
        }
    }

    /// The tag with the same value, if any.
    const fn tag(self) -> Option<&'static str> {
        Some(match self {
            Self::Event => "Event",
            Self::Site => "Site",
            Self::DateTag => "Date",
            Self::Round => "Round",
            Self::White => "White",
            Self::Black => "Black",
            Self::WhiteTitle => "WhiteTitle",
            Self::BlackTitle => "BlackTitle",
            Self::EcoTag => "ECO",
            Self::OpeningTag => "Opening",
            Self::TimeControl => "TimeControl",
            Self::Termination => "Termination",
            Self::Variant => "Variant",
            Self::FenTag => "FEN",
            Self::UtcTime => "UTCTime",
            _ => return None,
        })
    }

    fn of_other_tags<'a>(self, facts: &Facts<'a>) -> Option<FactValue<'a>> {
        match self {
            Self::Result => facts.outcome.map(|outcome| word(outcome.text())),
            Self::WhiteRatingDiff => facts.number_in("WhiteRatingDiff").map(FactValue::Integer),
            Self::BlackRatingDiff => facts.number_in("BlackRatingDiff").map(FactValue::Integer),
            Self::Base => facts.first_period().map(|period| FactValue::Hundredths(period.time.base)),
            Self::Increment => facts.first_period().map(|period| FactValue::Hundredths(period.time.increment)),
            Self::UtcTimestamp => facts.utc_start().map(|(day, second)| FactValue::Timestamp(day, second)),
            Self::Speed => facts.speed().map(|speed| word(speed.name())),
            Self::HasClocks => Some(FactValue::Flag(facts.has_clocks())),
            Self::HasEvals => Some(FactValue::Flag(facts.has_evals())),
            _ => None,
        }
    }

    fn of_replay<'a>(self, facts: &Facts<'a>) -> Option<FactValue<'a>> {
        let game = facts.game;
        let status = game.status;
        Some(match self {
            Self::Status => word(match status {
                Validity::Valid => "valid",
                Validity::Invalid => "invalid",
                Validity::Unchecked | Validity::NoGame => "unchecked",
            }),
            Self::Valid if matches!(status, Validity::Unchecked | Validity::NoGame) => return None,
            Self::Valid => FactValue::Flag(status == Validity::Valid),
            Self::FirstError => {
                let errors = || game.report.findings.iter().filter(|finding| finding.severity == Severity::Error);
                word(errors().next()?.rule.code())
            }
            Self::Plies => number(game.plies()),
            Self::Moves => number(game.plies().div_ceil(2)),
            _ => FactValue::Flag(game.is_complete()),
        })
    }

    fn of_final_position<'a>(self, facts: &Facts<'a>) -> Option<FactValue<'a>> {
        let game = facts.game;
        if self == Self::Checkmate {
            return Some(FactValue::Flag(game.has_start() && game.position().is_checkmate()));
        }
        if !game.has_start() || game.status == Validity::Unchecked {
            return None;
        }
        let position = game.position();
        match self {
            Self::WhiteMaterialValue => return Some(number(material::value(position, Color::White))),
            Self::BlackMaterialValue => return Some(number(material::value(position, Color::Black))),
            Self::MaterialBalance => return Some(number(material::balance(position))),
            _ => {}
        }
        Some(FactValue::Text(Cow::Owned(match self {
            Self::FinalFen => position.fen_text(facts.fen_style).as_str().to_owned(),
            Self::WhiteMaterial => pieces(position, Color::White),
            Self::BlackMaterial => pieces(position, Color::Black),
            _ => Material(position).to_string(),
        })))
    }

    fn of_ruling<'a>(self, facts: &Facts<'a>) -> Option<FactValue<'a>> {
        let claims = |ground: Option<ClaimGround>| {
            // Several claims may be possible at one ply; they are sorted by ply.
            let open = facts.ruling()?.claims.iter().filter(|open| ground.is_none_or(|ground| open.ground == ground));
            let (plies, _) = open.fold((0, 0), |(plies, counted), open| {
                let after = open.to + 1;
                (plies + after.saturating_sub(open.from.max(counted)), after.max(counted))
            });
            Some(number(plies))
        };
        match self {
            Self::FirstClaim => facts.ruling()?.claims.iter().map(|open| open.from).min().map(number),
            Self::Verdict => facts.ruling().map(|ruling| word(ruling.verdict.decision.name())),
            Self::Ending => Some(word(facts.end().reason.name())),
            Self::Certainty => Some(word(facts.end().certainty.name())),
            Self::ThreefoldClaims => claims(Some(ClaimGround::Threefold)),
            Self::FiftyClaims => claims(Some(ClaimGround::Fifty)),
            _ => claims(None),
        }
    }

    fn of_opening<'a>(self, facts: &Facts<'a>) -> Option<FactValue<'a>> {
        let named = facts.opening()?;
        Some(match self {
            Self::Eco => word(named.opening.eco()),
            Self::Opening => word(named.opening.name()),
            Self::OpeningPlies => number(named.ply),
            Self::Family => word(named.opening.family()),
            _ => FactValue::Text(Cow::Owned(named.opening.volume().to_string())),
        })
    }

    fn of_date<'a>(self, facts: &Facts<'a>) -> Option<FactValue<'a>> {
        let day = facts.game.tags.date()?;
        Some(match self {
            Self::Date => FactValue::Day(day),
            Self::Year => number(day.year),
            Self::Decade => number(day.year / 10 * 10),
            _ if day.month == 0 => return None,
            _ => FactValue::Text(Cow::Owned(format!("{:04}.{:02}", day.year, day.month))),
        })
    }

    fn of_ratings<'a>(self, facts: &Facts<'a>) -> Option<FactValue<'a>> {
        if let Self::WhiteElo | Self::BlackElo = self {
            return facts.rating(if self == Self::WhiteElo { Color::White } else { Color::Black }).map(number);
        }
        let (white, black) = facts.ratings()?;
        Some(match self {
            Self::MinElo => number(white.min(black)),
            Self::MaxElo => number(white.max(black)),
            _ => FactValue::Integer(i64::from(white) - i64::from(black)),
        })
    }
}

impl<'a> From<&'a str> for FactValue<'a> {
    fn from(text: &'a str) -> Self {
        word(text)
    }
}

impl From<String> for FactValue<'_> {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<u32> for FactValue<'_> {
    fn from(value: u32) -> Self {
        number(value)
    }
}

impl From<u64> for FactValue<'_> {
    fn from(number: u64) -> Self {
        Self::Integer(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<bool> for FactValue<'_> {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

pub(super) fn number<'a>(number: impl Into<i64>) -> FactValue<'a> {
    FactValue::Integer(number.into())
}

pub(super) const fn word(word: &str) -> FactValue<'_> {
    FactValue::Text(Cow::Borrowed(word))
}

// The moves of a game as one text, separated by spaces.

/// The moves of the main line in SAN; `None` if there are none.
fn san_moves(game: &Game) -> Option<String> {
    joined(game, "--", san::write_between)
}

/// The moves of the main line in UCI; `None` if there are none.
fn uci_moves(game: &Game) -> Option<String> {
    let mode = game.uci_mode();
    joined(game, "0000", |_, mv, _| uci::write(mv, mode))
}

fn joined<T: Display>(game: &Game, pass: &str, spell: impl Fn(&Position, Move, &Position) -> T) -> Option<String> {
    let mut position = game.start().clone();
    let mut text = String::new();
    for mv in game.moves() {
        let before = position.clone();
        step(&mut position, mv);
        if !text.is_empty() {
            text.push(' ');
        }
        // Writing to a `String` never fails.
        let _ = match mv {
            Move::NULL => text.write_str(pass),
            mv => write!(text, "{}", spell(&before, mv, &position)),
        };
    }
    (!text.is_empty()).then_some(text)
}
