//! Names of people as they are written: in any order, with initials, in other spellings and alphabets.
//!
//! Several measures must agree before two words count as spellings of one name: the edit distance, the consonants that are
//! heard, the first and last letters. Then words are paired, and what is left over decides.

use strsim::osa_distance;

use crate::game::identity::{without_parentheses, words_of_name};

/// How alike two names are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NameLikeness {
    /// They are names of different people.
    Different,
    /// At least one is unknown.
    Unknown,
    /// They share a word, but other words contradict each other.
    Doubtful,
    /// They can be spellings of one name.
    Alike,
    /// They have the same words.
    Same,
}

/// The longest name whose words are compared, in words. Longer ones are cut.
const MAX_WORDS: usize = 8;

/// The longest word that is compared, in letters.
pub(super) const MAX_LETTERS: usize = 24;

/// The words of a name in Latin letters, in their order.
#[must_use]
pub fn name_words(name: &str) -> Vec<String> {
    let words = words_of_name(&without_parentheses(name)).into_iter().take(MAX_WORDS);
    words.map(|word| latin(&word).chars().take(MAX_LETTERS).collect()).collect()
}

/// Compares two names by their [words](name_words).
#[must_use]
pub fn compare_names(one: &[String], other: &[String]) -> NameLikeness {
    if one.is_empty() || other.is_empty() {
        return NameLikeness::Unknown;
    }
    if one == other
        || is_permutation(one, other)
        || (one.len() > 1 && other.len() > 1 && one.concat() == other.concat())
    {
        return NameLikeness::Same;
    }
    let mut rest = (Vec::from_iter(one), Vec::from_iter(other));
    let is_long = |word: &String| word.len() > 1;
    let mut paired = pair(&mut rest, |a, b| is_long(a) && a == b);
    paired += pair(&mut rest, |a, b| is_spelling(a, b));
    if paired == 0 {
        paired = pair(&mut rest, |a, b| {
            a.len().min(b.len()) >= 4 && (a.starts_with(b.as_str()) || b.starts_with(a.as_str()))
        });
    }
    // Initials, and shortened given names.
    pair(&mut rest, |a, b| a.starts_with(b.as_str()) || b.starts_with(a.as_str()));
    match (paired, rest.0.is_empty() || rest.1.is_empty()) {
        (0, _) => NameLikeness::Different,
        (_, true) => NameLikeness::Alike,
        (_, false) => NameLikeness::Doubtful,
    }
}

fn is_permutation(one: &[String], other: &[String]) -> bool {
    let sorted = |words: &[String]| {
        let mut words = words.to_vec();
        words.sort_unstable();
        words
    };
    one.len() == other.len() && sorted(one) == sorted(other)
}

/// Removes pairs of words that match, and returns their number.
fn pair((one, other): &mut (Vec<&String>, Vec<&String>), matches: impl Fn(&String, &String) -> bool) -> usize {
    let before = one.len();
    one.retain(|word| {
        let found = other.iter().position(|candidate| matches(word, candidate));
        found.map(|at| other.remove(at)).is_none()
    });
    before - one.len()
}

/// Whether two words can be spellings of one name.
#[must_use]
pub fn is_spelling(one: &str, other: &str) -> bool {
    let shorter = one.len().min(other.len());
    if shorter < 3 {
        return false;
    }
    let distance = osa_distance(one, other);
    let limit = match shorter {
        ..6 => 1,
        6..9 => 2,
        _ => 3,
    };
    let ends_alike = one.chars().next() == other.chars().next() && one.chars().last() == other.chars().last();
    let votes = [distance <= limit, sound(one) == sound(other), shorter >= 6 && ends_alike && distance <= limit + 1];
    (shorter >= 4 && votes[0]) || votes.into_iter().filter(|vote| *vote).count() >= 2
}

/// The consonants that are heard in a word, and its first letter, alike for usual transliterations: `s` for `tsch`, `cz` and
/// `sh`.
#[must_use]
pub fn sound(word: &str) -> String {
    const ALIKE: [(&str, &str); 12] = [
        ("tsch", "s"),
        ("sch", "s"),
        ("tch", "s"),
        ("ch", "s"),
        ("cz", "s"),
        ("tz", "s"),
        ("ts", "s"),
        ("sh", "s"),
        ("sz", "s"),
        ("ph", "f"),
        ("kh", "h"),
        ("x", "ks"),
    ];
    let mut text = word.to_owned();
    for (written, heard) in ALIKE {
        if text.contains(written) {
            text = text.replace(written, heard);
        }
    }
    let mut heard = String::with_capacity(text.len());
    for (at, letter) in text.chars().enumerate() {
        let letter = match letter {
            'w' => 'v',
            'y' | 'j' => 'i',
            'k' | 'q' => 'c',
            'z' => 's',
            letter => letter,
        };
        let is_silent = at > 0 && matches!(letter, 'a' | 'e' | 'h' | 'i' | 'o' | 'u');
        if !is_silent && !heard.ends_with(letter) {
            heard.push(letter);
        }
    }
    heard
}

/// A word in lower case with its Cyrillic letters transliterated.
fn latin(word: &str) -> String {
    const CYRILLIC: [&str; 32] = [
        "a", "b", "v", "g", "d", "e", "zh", "z", "i", "i", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "kh",
        "ts", "ch", "sh", "sch", "", "y", "", "e", "yu", "ya",
    ];
    if word.is_ascii() {
        return word.to_owned();
    }
    let mut text = String::with_capacity(word.len());
    for letter in word.chars() {
        match letter {
            'а'..='я' => text.push_str(CYRILLIC[letter as usize - 'а' as usize]),
            'і' | 'ї' => text.push('i'),
            'є' => text.push_str("ye"),
            'ґ' => text.push('g'),
            'ј' => text.push('j'),
            'ћ' | 'ђ' => text.push_str("ch"),
            'љ' => text.push_str("lj"),
            'њ' => text.push_str("nj"),
            letter => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeness(one: &str, other: &str) -> NameLikeness {
        let [one, other] = [one, other].map(name_words);
        assert_eq!(compare_names(&one, &other), compare_names(&other, &one), "{one:?} {other:?}");
        compare_names(&one, &other)
    }

    #[test]
    fn spellings_of_one_name_are_alike() {
        for (one, other) in [
            ("Carlsen, Magnus", "Carlsen,M"),
            ("Carlsen, Magnus", "Carlsen"),
            ("Short Nigel D (ENG)", "Short N"),
            ("Kortchnoi, Viktor", "Korchnoi V L"),
            ("Szabo Laslo", "Szabó, László"),
            ("Rivas Pastor, Manuel", "Rivas M"),
            ("Алехин, Александр", "Alekhine, Alexander A"),
            ("Чигорин", "Tchigorin, Mikhail"),
            ("Karpov An", "Karpov, Anatoly"),
            ("Hübner, Robert", "Huebner R"),
            ("Kasparov, Garry", "Kaspraov, Garry"),
            ("Kasparov, Garry", "Xasparov, Garry"),
            ("Tal, Mikhail", "Tal Mihail"),
            ("Bogoljubow, Efim", "Bogolyubov E D"),
        ] {
            assert_eq!(likeness(one, other), NameLikeness::Alike, "{one} {other}");
        }
        for (one, other) in
            [("Magnus Carlsen", "Carlsen, GM Magnus"), ("Ding Liren", "Liren, Ding"), ("De La Cruz", "Cruz")]
        {
            assert_eq!(likeness(one, other), NameLikeness::Same, "{one} {other}");
        }
    }

    #[test]
    fn other_people_are_not() {
        for (one, other) in [
            ("Carlsen, Magnus", "Caruana, Fabiano"),
            ("Tal, Mikhail", "Botvinnik, Mikhail M"),
            ("Li, Chao", "Wei, Yi"),
            ("So, Wesley", "Xu, Yi"),
        ] {
            assert!(matches!(likeness(one, other), NameLikeness::Different | NameLikeness::Doubtful), "{one} {other}");
        }
        for (one, other) in
            [("Polgar, Judit", "Polgar, Zsuzsa"), ("Petrov A", "Petrov B"), ("Stockfish 15", "Stockfish 16")]
        {
            assert_eq!(likeness(one, other), NameLikeness::Doubtful, "{one} {other}");
        }
        assert_eq!(likeness("?", "Tal"), NameLikeness::Unknown);
    }
}
