//! Facts as short texts: in names of files, as values of tags, as groups of a sample. Numbers may be in bands, `white_elo/100`.

use std::borrow::Cow;
use std::str::FromStr;

use xxhash_rust::xxh3::xxh3_64;

use crate::game::rules::{RuleSet, Severity};

use super::{Cost, FactColumn, FactType, FactValue, Facts, GameFact, ItemKind};

/// A fact, a tag or an operation of EPD, or the band that its number is in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// What it is about.
    pub column: FactColumn,
    /// The width of its bands, if it has some.
    width: Option<u32>,
}

/// The width of the widest bands.
const MAX_WIDTH: u32 = 1_000_000;

impl Label {
    /// Reads a name of games or of positions, with `/` and a width if it is in bands.
    ///
    /// # Errors
    ///
    /// Returns a message with a suggestion if there is no such name, or if it has no bands.
    pub fn read(word: &str, kind: ItemKind) -> Result<Self, String> {
        let Some((name, width)) = word.split_once('/') else {
            return Ok(Self { column: kind.column(word)?, width: None });
        };
        let column = kind.column(name)?;
        let is_number = match &column {
            FactColumn::Game(fact) => matches!(fact.info().kind, FactType::Integer | FactType::Real),
            FactColumn::Ply(fact) => matches!(fact.info().kind, FactType::Integer | FactType::Real),
            FactColumn::Tag(_) | FactColumn::Operation(_) => true,
        };
        if !is_number {
            return Err(format!("`{word}`: `{}` is not a number and has no bands", name.trim()));
        }
        let width = width.trim().parse().ok().filter(|width| (1..=MAX_WIDTH).contains(width));
        let width = width.ok_or_else(|| format!("`{word}`: expected a band width from 1 to {MAX_WIDTH}"))?;
        Ok(Self { column, width: Some(width) })
    }

    /// The value, or the lower end of its band; `None` if there is none or it is unknown.
    pub fn text<'a>(&self, facts: &Facts<'a>) -> Option<Cow<'a, str>> {
        let value = match &self.column {
            FactColumn::Tag(name) => FactValue::Text(facts.tag(name)?),
            column => column.value(facts)?,
        };
        let Some(width) = self.width else {
            return Some(match value {
                FactValue::Text(text) => text,
                value => value.text().into_owned().into(),
            });
        };
        let number = match value {
            FactValue::Integer(number) => number,
            FactValue::Count(number) => number.try_into().ok()?,
            FactValue::Hundredths(hundredths) => (hundredths / 100).try_into().ok()?,
            value => value.text().trim().parse().ok()?,
        };
        let width = i64::from(width);
        Some((number.div_euclid(width).saturating_mul(width)).to_string().into())
    }
}

impl Label {
    /// Whether its value depends on the moves of a game.
    pub fn needs_moves(&self) -> bool {
        matches!(&self.column, FactColumn::Game(fact) if fact.info().cost > Cost::Tags)
    }

    /// The rules that must be checked so that its value is known.
    pub fn rules(&self) -> RuleSet {
        let needs_errors = matches!(&self.column, FactColumn::Game(fact) if fact.needs_errors());
        if needs_errors { RuleSet::at_least(Severity::Error) } else { RuleSet::EMPTY }
    }
}

/// The group of something with these facts: a hash of the values of these labels, 64 bits of XXH3; 0 if there are no labels.
pub fn group_of<'a, 'l>(labels: impl Iterator<Item = &'l Label>, facts: impl FnOnce() -> Facts<'a>) -> u64 {
    let mut labels = labels.peekable();
    if labels.peek().is_none() {
        return 0;
    }
    let (facts, mut values) = (facts(), Vec::new());
    for label in labels {
        let value = label.text(&facts);
        values.push(u8::from(value.is_some()));
        values.extend_from_slice(&(value.as_deref().map_or(0, str::len) as u64).to_le_bytes());
        values.extend_from_slice(value.unwrap_or_default().as_bytes());
    }
    xxh3_64(&values)
}

/// A text in which facts about a game stand in braces: `{white} - {black}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FactText(Vec<FactTextPiece>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum FactTextPiece {
    Text(String),
    Value(Label),
}

impl FactText {
    /// The facts in it.
    pub fn labels(&self) -> impl Iterator<Item = &Label> {
        self.0.iter().filter_map(|piece| match piece {
            FactTextPiece::Value(label) => Some(label),
            FactTextPiece::Text(_) => None,
        })
    }

    /// The text for a game; `None` if it lacks one of the values.
    pub fn text(&self, facts: &Facts<'_>) -> Option<String> {
        let mut text = String::new();
        for piece in &self.0 {
            match piece {
                FactTextPiece::Text(piece) => text.push_str(piece),
                FactTextPiece::Value(label) => text.push_str(&label.text(facts)?),
            }
        }
        Some(text)
    }
}

/// A text as it is.
impl From<&str> for FactText {
    fn from(text: &str) -> Self {
        Self(vec![FactTextPiece::Text(text.to_owned())])
    }
}

impl FromStr for FactText {
    type Err = String;

    /// Parses a text with names in braces; `{{` and `}}` are the characters.
    fn from_str(text: &str) -> Result<Self, String> {
        let piece = |piece| match piece {
            TemplatePiece::Text(text) => Ok(FactTextPiece::Text(text.into_owned())),
            TemplatePiece::Name(name) => match Label::read(name, ItemKind::Game)? {
                Label { column: FactColumn::Game(GameFact::File | GameFact::Game), .. } => {
                    Err(format!("`{name}` says where a game stands, not what it is"))
                }
                label => Ok(FactTextPiece::Value(label)),
            },
        };
        template_pieces(text)?.into_iter().map(piece).collect::<Result<_, _>>().map(Self)
    }
}

/// A piece of a text with names in braces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TemplatePiece<'t> {
    /// Text as it is written, `{{` and `}}` as one brace.
    Text(Cow<'t, str>),
    /// What stands between braces.
    Name(&'t str),
}

/// Splits a text with names in braces: `{year}/{Event}`.
///
/// # Errors
///
/// Returns a message about a brace without its other one, and about braces with nothing between.
pub fn template_pieces(text: &str) -> Result<Vec<TemplatePiece<'_>>, String> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, brace) = rest.split_at(at);
        if !before.is_empty() {
            pieces.push(TemplatePiece::Text(before.into()));
        }
        rest = match brace.as_bytes() {
            [b'{', b'{', ..] | [b'}', b'}', ..] => {
                pieces.push(TemplatePiece::Text(brace[..1].into()));
                &brace[2..]
            }
            [b'}', ..] => {
                pieces.push(TemplatePiece::Text("}".into()));
                &brace[1..]
            }
            _ => match brace[1..].split_once('}') {
                None => return Err("a `{` has no `}`; write `{{` for the character `{`".to_owned()),
                Some(("", _)) => return Err("a name is missing between `{` and `}`".to_owned()),
                Some((name, after)) => {
                    pieces.push(TemplatePiece::Name(name));
                    after
                }
            },
        };
    }
    if !rest.is_empty() {
        pieces.push(TemplatePiece::Text(rest.into()));
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay::read_game;
    use crate::game::rules::RuleSet;

    #[test]
    fn a_number_is_in_the_band_that_begins_at_or_below_it() {
        let text = "[WhiteElo \"1543\"]\n[BlackElo \"1600\"]\n[Round \"7\"]\n[Event \"?\"]\n\n1. e4 *\n";
        let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
        let facts = Facts::new(&game, text.as_bytes(), "", None);
        let label = |word| Label::read(word, ItemKind::Game).unwrap().text(&facts).map(Cow::into_owned);
        for (word, value) in [
            ("white_elo", Some("1543")),
            ("white_elo/100", Some("1500")),
            ("BlackElo/200", Some("1600")),
            ("elo_difference/100", Some("-100")),
            ("Round/5", Some("5")),
            ("Event", None),
            ("Event/3", None),
            ("tag:Own/3", None),
        ] {
            assert_eq!(label(word).as_deref(), value, "{word}");
        }
        let error = |word| Label::read(word, ItemKind::Game).unwrap_err();
        assert_eq!(error("eco/100"), "`eco/100`: `eco` is not a number and has no bands");
        assert_eq!(error("white_elo/0"), "`white_elo/0`: expected a band width from 1 to 1000000");
        assert!(error("white_el/100").contains("did you mean `white_elo`?"));
    }

    #[test]
    fn a_text_has_the_values_of_a_game_or_there_is_none() {
        let text = "[White \"Holm, Lars\"]\n[WhiteElo \"1543\"]\n\n1. e4 *\n";
        let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
        let facts = Facts::new(&game, text.as_bytes(), "", None);
        let of = |text: &str| text.parse::<FactText>().unwrap().text(&facts);
        assert_eq!(of("{white} ({white_elo/100}) {{x}}").unwrap(), "Holm, Lars (1500) {x}");
        assert_eq!(of("{plies}").unwrap(), "1");
        assert_eq!(of("{white} - {black}"), None);
        for (text, message) in [("{whit}", "did you mean `white`?"), ("{file}", "where a game stands"), ("{", "no `}`")]
        {
            let error = text.parse::<FactText>().unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn braces_hold_names_and_doubled_ones_are_text() {
        let pieces = template_pieces("a{b}{{c}}{d/10}e}").unwrap();
        let text = |text: &'static str| TemplatePiece::Text(text.into());
        let name = TemplatePiece::Name;
        assert_eq!(pieces, [text("a"), name("b"), text("{"), text("c"), text("}"), name("d/10"), text("e"), text("}")]);
        assert_eq!(template_pieces("plain").unwrap(), [text("plain")]);
        assert!(template_pieces("{a").is_err() && template_pieces("{}").is_err());
    }
}
