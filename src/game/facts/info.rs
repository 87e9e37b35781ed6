//! The description of a fact: name, type, unit, cost.

/// A row of a table of facts.
#[derive(Clone, Copy, Debug)]
pub struct FactInfo {
    /// Its name on the command line, in JSON, and in CSV and Parquet headers.
    pub name: &'static str,
    pub of: FactSubject,
    /// The type of its values.
    pub kind: FactType,
    /// The unit of its values; empty if none.
    pub unit: &'static str,
    /// Whether it always has a value.
    pub is_always: bool,
    /// The cost of computing it.
    pub cost: Cost,
    /// The data that it is computed from.
    pub needs: &'static str,
    /// Its meaning, in one sentence.
    pub meaning: &'static str,
}

named! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum FactSubject {
        Game = "game",
        Side = "player of a game",
        Ply = "ply",
        /// The position after a ply, or one of a FEN or EPD line.
        Position = "position",
        /// A row of a table: many games, sides or moves.
        Table = "row of a table",
        /// A game, in conditions only: a name that is compared with something but has no value of its own.
        Condition = "game, in conditions",
    }
}

named! {
    /// The type of a value.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum FactType {
        Text = "text",
        /// A word from a fixed list.
        Word = "word",
        /// A whole number.
        Integer = "integer",
        /// A number with a fraction.
        Real = "number",
        Flag = "true or false",
        /// A date, parts of which may be unknown.
        Date = "date",
        /// A date and a time of day, in UTC.
        Timestamp = "timestamp",
        /// Several integers.
        List = "integers",
    }
}

named! {
    /// The cost of computing a fact. Each level includes the ones before it.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum Cost {
        /// Nothing but the place of the game in its file.
        Place = "nothing",
        /// Reading its tags.
        Tags = "tags only",
        /// Reading its comments.
        Comments = "comments",
        /// Replaying its moves.
        Replay = "replay",
        /// Searching positions where the moves alone do not decide.
        Search = "search",
    }
}

/// Defines an enum of facts and its table. A row: `Variant "name" always FactType "unit", Cost "needs", "meaning";`,
/// with `always` or `perhaps`, and `of Side` before the semicolon if its subject is not the table's.
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
            /// All facts, in the order of the table.
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

            /// Its description.
            pub const fn info(self) -> &'static $crate::game::facts::FactInfo {
                &Self::TABLE[self as usize]
            }

            /// Its name, the same in all formats.
            pub const fn name(self) -> &'static str {
                self.info().name
            }

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
