//! The records of a report, their identifiers, and the columns of their fields.

use crate::pgn::place::Span;
use crate::pgn::text::line_end;

use super::token::BYTE_ORDER_MARK;

named! {
    /// A field of a record.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum FieldName {
        /// The starting rank number of a player, or the number of a team.
        Number = "number",
        Sex = "sex",
        Title = "title",
        Name = "name",
        Rating = "rating",
        Federation = "federation",
        /// The number in FIDE's list of players.
        PlayerId = "FIDE number",
        BirthDate = "date of birth",
        Points = "points",
        Rank = "rank",
        /// The number of the opponent in a round.
        Opponent = "opponent",
        Color = "color",
        Result = "result",
        /// The date of a round.
        Date = "date",
        /// The number of a player in a list of players, or of a team in a list of teams.
        Member = "member",
        Nickname = "nickname",
        Strength = "strength",
        MatchPoints = "match points",
        /// A round, or the first of several.
        Round = "round",
        LastRound = "last round",
        /// The kind of a bye, of a forfeit, or of what has points of its own.
        Kind = "kind",
        Team = "team",
        OtherTeam = "opposing team",
        First = "first number",
        Last = "last number",
        /// The whole of a record that is not divided into columns.
        Text = "text",
    }
}

impl FieldName {
    /// Whether its content is a number.
    pub(super) const fn is_number(self) -> bool {
        !matches!(
            self,
            Self::Sex
                | Self::Title
                | Self::Name
                | Self::Federation
                | Self::BirthDate
                | Self::Color
                | Self::Result
                | Self::Date
                | Self::Nickname
                | Self::Kind
                | Self::Text
        )
    }
}

/// The columns of a field, from 1, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Columns(pub FieldName, pub usize, pub usize);

/// Where the fields of a record stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The fields that a record has once.
    pub fields: &'static [Columns],
    /// A group of fields that is repeated up to the end of the line, and the distance from one to the next in columns. The
    /// columns are those of the first.
    pub group: Option<(&'static [Columns], usize)>,
}

/// Defines the kinds of records, with identifier, meaning and layout.
macro_rules! record_kinds {
    ($($(#[$note:meta])* $kind:ident = $id:literal $meaning:literal: $layout:expr;)+) => {
        /// The kind of a record.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum RecordKind {
            $($(#[$note])* $kind,)+
        }

        impl RecordKind {
            const ALL: &'static [Self] = &[$(Self::$kind,)+];

            /// The identifier in columns 1 to 3.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$kind => $id,)+ }
            }

            /// What the record is about, in a few words.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$kind => $meaning,)+ }
            }

            /// The columns of its fields.
            pub const fn layout(self) -> Layout {
                match self { $(Self::$kind => $layout,)+ }
            }
        }
    };
}

use FieldName as F;

/// A record that is one text.
const TEXT: Layout = Layout { fields: &[Columns(F::Text, 5, usize::MAX)], group: None };

const PLAYER: Layout = Layout {
    fields: &[
        Columns(F::Number, 5, 8),
        Columns(F::Sex, 10, 10),
        Columns(F::Title, 11, 13),
        Columns(F::Name, 15, 47),
        Columns(F::Rating, 49, 52),
        Columns(F::Federation, 54, 56),
        Columns(F::PlayerId, 58, 68),
        Columns(F::BirthDate, 70, 79),
        Columns(F::Points, 81, 84),
        Columns(F::Rank, 86, 89),
    ],
    group: Some((&[Columns(F::Opponent, 92, 95), Columns(F::Color, 97, 97), Columns(F::Result, 99, 99)], 10)),
};

/// The points for each result, such as `W 3.0`.
const SCORING: Layout = Layout { fields: &[], group: Some((&[Columns(F::Kind, 6, 6), Columns(F::Points, 7, 10)], 9)) };

record_kinds! {
    Player = "001" "a player": PLAYER;
    Tournament = "012" "the name of the tournament": TEXT;
    City = "022" "the city": TEXT;
    Federation = "032" "the federation": TEXT;
    StartDate = "042" "the first day": TEXT;
    EndDate = "052" "the last day": TEXT;
    PlayerCount = "062" "the number of players": TEXT;
    RatedCount = "072" "the number of rated players": TEXT;
    TeamCount = "082" "the number of teams": TEXT;
    TournamentType = "092" "the type of the tournament": TEXT;
    ChiefArbiter = "102" "the chief arbiter": TEXT;
    DeputyArbiter = "112" "a deputy chief arbiter": TEXT;
    TimeControl = "122" "the time control": TEXT;
    RoundDates = "132" "the dates of the rounds": Layout { fields: &[], group: Some((&[Columns(F::Date, 92, 99)], 10)) };
    RoundCount = "142" "the number of rounds": TEXT;
    InitialColor = "152" "the initial color": TEXT;
    GameScoring = "162" "the points for a game": SCORING;
    NationalSupport = "172" "the national ratings": TEXT;
    PairingProgram = "182" "the pairing program": TEXT;
    EncodedType = "192" "the type of the tournament as a code": TEXT;
    TieBreaks = "202" "the tie-breaks": TEXT;
    StandingOrder = "212" "the order of the standings": TEXT;
    EncodedTimeControl = "222" "the time control as a code": TEXT;
    Byes = "240" "byes of a round": Layout {
        fields: &[Columns(F::Kind, 5, 5), Columns(F::Round, 7, 9)],
        group: Some((&[Columns(F::Member, 11, 14)], 5)),
    };
    Acceleration = "250" "accelerated pairings": Layout {
        fields: &[
            Columns(F::MatchPoints, 5, 8), Columns(F::Points, 10, 13), Columns(F::Round, 15, 17), Columns(F::LastRound, 19, 21),
            Columns(F::First, 23, 26), Columns(F::Last, 28, 31),
        ],
        group: None,
    };
    Prohibited = "260" "prohibited pairings": Layout {
        fields: &[Columns(F::Round, 5, 7), Columns(F::LastRound, 9, 11)],
        group: Some((&[Columns(F::Member, 13, 16)], 5)),
    };
    AssignedPoints = "299" "points that the arbiter has assigned": Layout {
        fields: &[Columns(F::Kind, 5, 5), Columns(F::MatchPoints, 8, 11), Columns(F::Points, 14, 17), Columns(F::Round, 20, 22)],
        group: Some((&[Columns(F::Member, 24, 27)], 5)),
    };
    OutOfOrder = "300" "a lineup out of order": Layout {
        fields: &[Columns(F::Round, 5, 7), Columns(F::Team, 9, 11), Columns(F::OtherTeam, 13, 15)],
        group: Some((&[Columns(F::Member, 17, 20)], 5)),
    };
    Team = "310" "a team": Layout {
        fields: &[
            Columns(F::Number, 5, 7), Columns(F::Name, 9, 40), Columns(F::Nickname, 42, 46), Columns(F::Strength, 48, 53),
            Columns(F::MatchPoints, 55, 60), Columns(F::Points, 62, 67), Columns(F::Rank, 69, 71),
        ],
        group: Some((&[Columns(F::Member, 74, 77)], 5)),
    };
    OldTeam = "013" "a team": Layout {
        fields: &[Columns(F::Name, 5, 36)],
        group: Some((&[Columns(F::Member, 37, 40)], 5)),
    };
    AllocatedByes = "320" "pairing-allocated byes of teams": Layout {
        fields: &[Columns(F::MatchPoints, 5, 8), Columns(F::Points, 10, 13)],
        group: Some((&[Columns(F::Member, 15, 17)], 4)),
    };
    ForfeitedMatch = "330" "a forfeited match": Layout {
        fields: &[Columns(F::Kind, 5, 6), Columns(F::Round, 8, 10), Columns(F::Team, 12, 14), Columns(F::OtherTeam, 16, 18)],
        group: None,
    };
    ColorSequence = "352" "the colors of the boards": TEXT;
    MatchScoring = "362" "the points for a match": TEXT;
    TeamResults = "801" "results of a team": TEXT;
    TeamSummary = "802" "results of a team": TEXT;
    /// A line that begins with `###`.
    Comment = "###" "a comment": TEXT;
    Rounds = "XXR" "the number of rounds": TEXT;
    Colors = "XXC" "settings of the pairing program": TEXT;
    Absent = "XXZ" "absent players": TEXT;
    Scoring = "XXS" "the points for a game": TEXT;
    PointsForWin = "BBW" "the points for a win": TEXT;
    PointsForDraw = "BBD" "the points for a draw": TEXT;
    PointsForLoss = "BBL" "the points for a loss": TEXT;
    PointsForZeroBye = "BBZ" "the points for a zero-point bye": TEXT;
    PointsForForfeit = "BBF" "the points for a forfeited game": TEXT;
    PointsForBye = "BBU" "the points for a pairing-allocated bye": TEXT;
    /// A record of a program, with an identifier of letters, such as `XXA` or `ACC`; also the national ratings of a federation.
    Extension = "" "a record of a program": TEXT;
}

impl RecordKind {
    /// Whether a report has at most one record of this kind.
    pub const fn is_single(self) -> bool {
        matches!(
            self,
            Self::Tournament
                | Self::City
                | Self::Federation
                | Self::StartDate
                | Self::EndDate
                | Self::PlayerCount
                | Self::RatedCount
                | Self::TeamCount
                | Self::TournamentType
                | Self::RoundDates
                | Self::RoundCount
                | Self::GameScoring
                | Self::EncodedType
                | Self::Rounds
        )
    }

    /// The kind with this identifier; `None` if no version of TRF has it. Identifiers of three capital letters belong to programs and
    /// federations.
    fn of_id(id: &[u8]) -> Option<Self> {
        let known = Self::ALL.iter().find(|kind| kind.id().as_bytes() == id).copied();
        known.or_else(|| id.iter().all(u8::is_ascii_uppercase).then_some(Self::Extension))
    }
}

/// A line of a report that is not blank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Its kind; `None` if the identifier is unknown.
    pub kind: Option<RecordKind>,
    /// The line without its line end and without a byte order mark.
    pub span: Span,
    /// The line with both, and with the blank lines before it.
    pub whole: Span,
}

/// The records of a report, in the order of the text. Each line that is not blank is one. The blank lines at the end of the text belong
/// to the last one.
pub fn records(text: &[u8]) -> impl Iterator<Item = Record> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        let mut record = None;
        while at < text.len() {
            let line = if at == 0 && text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { at };
            let end = line_end(text, line);
            let is_blank = text[line..end].trim_ascii().is_empty();
            if record.is_some() && !(is_blank && text[at..].trim_ascii().is_empty()) {
                break;
            }
            at = after_line_end(text, end);
            if !is_blank {
                record = Some(line..end);
            }
        }
        let span = record.or_else(|| (start < at).then_some(at..at))?;
        let id = &text[span.start..span.end.min(span.start + 3)];
        let is_apart = text[span.clone()].get(3).is_none_or(|byte| *byte == b' ') || id == b"###";
        Some(Record { kind: RecordKind::of_id(id).filter(|_| id.len() == 3 && is_apart), span, whole: start..at })
    })
}

/// The start of the line after a line end: LF, CR LF or CR.
fn after_line_end(text: &[u8], end: usize) -> usize {
    match text.get(end..) {
        Some([b'\r', b'\n', ..]) => end + 2,
        Some([_, ..]) => end + 1,
        _ => end,
    }
}

/// Whether a text is a tournament report, judged by its beginning; `None` if this is too short to say. In a report, the first record has a
/// known identifier, and the first player a number. No game in PGN begins so.
pub fn is_report(beginning: &[u8]) -> Option<bool> {
    let text = beginning.strip_prefix(BYTE_ORDER_MARK).unwrap_or(beginning).trim_ascii_start();
    if text.first().is_some_and(|byte| !matches!(byte, b'0'..=b'9' | b'#' | b'X')) {
        return Some(false);
    }
    let first = records(text).next().filter(|_| text.len() > ID_LENGTH)?;
    if first.kind.is_none_or(|kind| kind == RecordKind::Extension) {
        return Some(false);
    }
    let player = records(text).find(|record| record.kind == Some(RecordKind::Player))?;
    let is_cut = player.span.end == text.len();
    match text[player.span].get(ID_LENGTH + 1..ID_LENGTH + 5).map(<[u8]>::trim_ascii) {
        Some(number) => Some(!number.is_empty() && number.iter().all(u8::is_ascii_digit)),
        None if is_cut => None,
        None => Some(false),
    }
}

/// The number of characters of an identifier.
const ID_LENGTH: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Option<RecordKind>, &str)> {
        records(text.as_bytes()).map(|record| (record.kind, &text[record.span])).collect()
    }

    #[test]
    fn lines_are_records() {
        use RecordKind as K;
        let text = "\u{feff}012 Open\r\n\r\n062 2\n0012 x\n###free\rNOR 1\n999 ?\nab\n\n";
        let found = kinds(text);
        let expected = [
            (Some(K::Tournament), "012 Open"),
            (Some(K::PlayerCount), "062 2"),
            (None, "0012 x"),
            (Some(K::Comment), "###free"),
            (Some(K::Extension), "NOR 1"),
            (None, "999 ?"),
            (None, "ab"),
        ];
        assert_eq!(found, expected);
        let covered: Vec<Span> = records(text.as_bytes()).map(|record| record.whole).collect();
        assert!(covered.windows(2).all(|pair| pair[0].end == pair[1].start));
        assert_eq!((covered[0].start, covered[6].end), (0, text.len()));
        assert_eq!(kinds(""), []);
        let blank: Vec<(usize, usize)> =
            records(b" \n\n").map(|record| (record.whole.start, record.whole.end)).collect();
        assert_eq!(blank, [(0, 3)]);
    }

    #[test]
    fn reports_are_recognized() {
        for text in ["012 A\n001    1 m\n", "\n001   12\r\n", "### x\n012\n001 1234", "XXR 5\n001    1"] {
            assert_eq!(is_report(text.as_bytes()), Some(true), "{text}");
        }
        for text in
            ["[Event \"x\"]\n\n1. e4\n001    1", "001 e4\n", "012e4 e5\n", "001    x\n", "1. e4", "ABC 1", "Xyz 1"]
        {
            assert_eq!(is_report(text.as_bytes()), Some(false), "{text}");
        }
        for text in ["", "0", "012", "012 A\n", "012 A\n001 ", " \n"] {
            assert_eq!(is_report(text.as_bytes()), None, "{text}");
        }
    }
}
