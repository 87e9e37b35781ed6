//! What is known of a fact beforehand.

/// A row of a table of facts.
#[derive(Clone, Copy, Debug)]
pub struct FactInfo {
    /// Its name: on the command line, in JSON, in headers of CSV and Parquet.
    pub name: &'static str,
    /// What it is about.
    pub of: FactSubject,
    /// The type of its values.
    pub kind: FactType,
    /// The unit of its values; empty if they have none.
    pub unit: &'static str,
    /// Whether it always has a value.
    pub is_always: bool,
    /// What finding it out takes.
    pub cost: Cost,
    /// What it is taken from.
    pub needs: &'static str,
    /// What it means, in one sentence.
    pub meaning: &'static str,
}

/// What a fact is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FactSubject {
    /// A game.
    Game,
    /// One player of a game.
    Side,
    /// A ply, or the position after it.
    Ply,
    /// A row of a table: many games, sides or moves.
    Table,
}

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FactType {
    /// Any text.
    Text,
    /// One of a few words.
    Word,
    /// A whole number.
    Integer,
    /// A number with a fraction.
    Real,
    /// True or false.
    Flag,
    /// A day, of which parts may be unknown.
    Date,
    /// Several whole numbers.
    List,
}

/// What finding out a fact takes. Each step includes those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cost {
    /// Where the game stands.
    Place,
    /// Its tags are read.
    Tags,
    /// Its comments are read.
    Comments,
    /// Its moves are played.
    Replay,
    /// Positions are searched where the moves alone leave it open.
    Search,
}

impl FactType {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Word => "word",
            Self::Integer => "integer",
            Self::Real => "number",
            Self::Flag => "true or false",
            Self::Date => "date",
            Self::List => "integers",
        }
    }
}

impl Cost {
    /// The words for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Place => "nothing",
            Self::Tags => "tags only",
            Self::Comments => "comments",
            Self::Replay => "replay",
            Self::Search => "search",
        }
    }
}

impl FactSubject {
    /// The words for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Side => "player of a game",
            Self::Ply => "ply",
            Self::Table => "row of a table",
        }
    }
}

/// Makes an enum of facts and its table. A row: `Variant "name" always FactType "unit", Cost "needs", "meaning";`, with
/// `always` or `perhaps`, and `of Side` before the semicolon where it is not about what the table is about.
macro_rules! facts {
    ($(#[$doc:meta])* $facts:ident of $of:ident:
     $($variant:ident $name:literal $presence:ident $kind:ident $unit:literal, $cost:ident $needs:literal, $meaning:literal $(of $own:ident)?;)+
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $facts {
            $(#[doc = $meaning] $variant),+
        }

        impl $facts {
            /// All of them, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            const TABLE: &'static [$crate::game::facts::FactInfo] = &[$($crate::game::facts::FactInfo {
                name: $name,
                of: facts!(@of $of $($own)?),
                kind: $crate::game::facts::FactType::$kind,
                unit: $unit,
                is_always: facts!(@is $presence),
                cost: $crate::game::facts::Cost::$cost,
                needs: $needs,
                meaning: $meaning,
            }),+];

            /// What is known of it beforehand.
            #[must_use]
            pub const fn info(self) -> &'static $crate::game::facts::FactInfo {
                &Self::TABLE[self as usize]
            }

            /// Its name, which is the same everywhere.
            #[must_use]
            pub const fn name(self) -> &'static str {
                self.info().name
            }

            /// The fact of this name.
            #[must_use]
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|fact| fact.name() == name)
            }
        }
    };
    (@of $of:ident) => { $crate::game::facts::FactSubject::$of };
    (@of $of:ident $own:ident) => { $crate::game::facts::FactSubject::$own };
    (@is always) => { true };
    (@is perhaps) => { false };
}
pub(super) use facts;
