//! Suggestions for unknown names.

/// The minimum similarity of a suggestion.
const MIN_SIMILARITY: f64 = 0.84;

/// The length in bytes of a word that is compared with names: the time grows with the product of both lengths.
const MAX_LENGTH: usize = 100;

/// Whether a word is short enough to be a misspelled name.
pub const fn may_be_a_name(word: &str) -> bool {
    word.len() <= MAX_LENGTH
}

/// The most similar name, if one is similar enough: another spelling, a letter off, or a longer name.
pub fn similar<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let word = if may_be_a_name(word) { normalized(word) } else { String::new() };
    let scored = names.into_iter().map(|name| (name, similarity(&word, &normalized(name))));
    let alike = scored.filter(|(_, similarity)| !word.is_empty() && *similarity >= MIN_SIMILARITY);
    // The first of equally similar names.
    alike.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(name, _)| name)
}

/// The end of a message about an unknown name: a suggestion, or else `otherwise`.
pub fn did_you_mean<'n>(word: &str, names: impl IntoIterator<Item = &'n str>, otherwise: &str) -> String {
    match similar(word, names) {
        Some(name) => format!("did you mean `{name}`?"),
        None => otherwise.to_owned(),
    }
}

/// Lower case without separators: `white_elo` and `WhiteElo` are the same.
fn normalized(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn similarity(word: &str, name: &str) -> f64 {
    if word == name {
        return 2.0;
    }
    let lengths = word.chars().count().max(name.chars().count());
    let is_one_off = lengths > 2 && strsim::damerau_levenshtein(word, name) == 1;
    let by_letters = strsim::jaro_winkler(word, name);
    if is_one_off { by_letters.max(0.9) } else { by_letters }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_similar_names() {
        let names = ["WhiteElo", "white_elo", "san", "fen", "halfmove_clock", "comment", "players", "fide-2023"];
        for (word, meant) in [
            ("WhiteELO", Some("WhiteElo")),
            ("whiteelo", Some("WhiteElo")),
            ("sna", Some("san")),
            ("fenn", Some("fen")),
            ("half-move-clock", Some("halfmove_clock")),
            ("comments", Some("comment")),
            ("player", Some("players")),
            ("fide2023", Some("fide-2023")),
            ("xyzzy", None),
            ("", None),
        ] {
            assert_eq!(similar(word, names), meant, "{word}");
        }
        assert_eq!(did_you_mean("sna", names, "no"), "did you mean `san`?");
        assert_eq!(did_you_mean("xyzzy", names, "no"), "no");
    }
}
