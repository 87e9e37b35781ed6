//! Tag names that may be used like facts.

use crate::game::suggestions::did_you_mean;
use crate::pgn::names;

use super::{GameFact, PlyFact};

/// The names of tags that need no `tag:` prefix.
pub fn known_tags() -> impl Iterator<Item = &'static str> {
    names::KNOWN.into_iter().chain(names::ALSO_KNOWN)
}

/// The error message for a word that is neither a known tag nor an allowed fact. `None` for the name of a known tag.
pub fn unknown_tag(word: &str, is_allowed: impl Fn(GameFact) -> bool) -> Option<String> {
    if known_tags().any(|tag| tag == word) {
        return None;
    }
    if PlyFact::named(word).is_some() && GameFact::named(word).is_none() {
        return Some(format!("`{word}` is a fact about a ply, not about a game"));
    }
    let facts = || GameFact::ALL.iter().filter(|fact| is_allowed(**fact)).map(|fact| fact.name());
    let is_small = word.chars().all(|c| !c.is_ascii_uppercase());
    // A lower-case word is more likely meant as a fact, one with capitals as a tag.
    let end = if is_small {
        did_you_mean(
            word,
            facts().chain(known_tags()),
            &format!("`adoube explain --facts` lists the facts; for a tag of that name, write `tag:{word}`"),
        )
    } else {
        did_you_mean(word, known_tags().chain(facts()), "")
    };
    let end = if is_small {
        end
    } else {
        format!("{end} for a tag of that name, write `tag:{word}`").trim_start().to_owned()
    };
    Some(format!("no fact and no known tag is called `{word}`; {end}"))
}
