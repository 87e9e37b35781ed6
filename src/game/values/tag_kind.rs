//! What kind of value each tag has.

/// The kind of a tag's value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::game) enum TagKind {
    Text,
    Result,
    Date,
    UtcDate,
    OtherDate,
    Time,
    Rating,
    Eco,
    Round,
    TimeControl,
    Termination,
    Variant,
    SetUp,
    PlyCount,
}

impl TagKind {
    pub(in crate::game) const fn from_name(name: &[u8]) -> Self {
        match name {
            b"Result" => Self::Result,
            b"Date" => Self::Date,
            b"UTCDate" => Self::UtcDate,
            b"EventDate" | b"SourceDate" => Self::OtherDate,
            b"Time" | b"UTCTime" => Self::Time,
            b"WhiteElo" | b"BlackElo" => Self::Rating,
            b"ECO" => Self::Eco,
            b"Round" => Self::Round,
            b"TimeControl" => Self::TimeControl,
            b"Termination" => Self::Termination,
            b"Variant" => Self::Variant,
            b"SetUp" => Self::SetUp,
            b"PlyCount" => Self::PlyCount,
            _ => Self::Text,
        }
    }
}
