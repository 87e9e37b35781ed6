//! Names of people as they are written: in any order, with initials, in other spellings and alphabets.
//!
//! Two words count as spellings of one name if few letters differ, or some more if the same consonants are heard. Then words
//! are paired, and what is left over decides.

use std::cmp::Reverse;

use strsim::osa_distance;

use crate::game::identity::{is_omitted, without_parentheses, words};

/// How alike two names are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NameLikeness {
    /// They are names of different people.
    Different,
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
pub fn name_words(name: &str) -> Vec<String> {
    let words = words(&without_parentheses(name)).into_iter().take(MAX_WORDS);
    words.map(|word| latin(&word).chars().take(MAX_LETTERS).collect()).collect()
}

/// The words that can be a surname: the two longest, since nobody says which it is. A word of two letters only if it is
/// the only one.
pub fn surnames(name: &[String]) -> Vec<&String> {
    let mut words = if has_surname(name) { without_omitted(name) } else { name.iter().collect() };
    words.sort_by_key(|word| Reverse(word.len()));
    let longest = words.first().map_or(0, |word| word.len());
    words.retain(|word| word.len() >= longest.clamp(2, 3));
    words.truncate(2);
    words
}

/// The words of a name without titles and words such as `van`.
fn without_omitted(name: &[String]) -> Vec<&String> {
    name.iter().filter(|word| !is_omitted(word)).collect()
}

/// Whether more than initials are left without titles and words such as `van`.
fn has_surname(name: &[String]) -> bool {
    name.iter().any(|word| word.len() > 1 && !is_omitted(word))
}

/// Compares two names by their [words](name_words).
pub fn compare_names(one: &[String], other: &[String]) -> NameLikeness {
    if one.is_empty() || other.is_empty() {
        return NameLikeness::Unknown;
    }
    // In `Le, Q`, the word that others may omit is the surname, and so it is in `Le, Quang Liem`.
    let mut rest = if has_surname(one) && has_surname(other) {
        (without_omitted(one), without_omitted(other))
    } else {
        (Vec::from_iter(one), Vec::from_iter(other))
    };
    if are_the_same(&rest.0, &rest.1) {
        return NameLikeness::Same;
    }
    let mut paired = pair(&mut rest, |a, b| a.len() > 1 && a == b);
    paired += pair(&mut rest, |a, b| is_spelling(a, b) || is_joined(a, b) || is_joined(b, a));
    if paired == 0 {
        let is_beginning = |a: &str, b: &str| b.len() >= 4 && a.starts_with(b) && have_same_digits(a, b);
        paired = pair(&mut rest, |a, b| is_beginning(a, b) || is_beginning(b, a));
    }
    let is_weak = paired == 0;
    if is_weak {
        paired = pair(&mut rest, |a, b| a.len().min(b.len()) >= 3 && have_same_digits(a, b) && osa_distance(a, b) == 1);
    }
    // Initials, and shortened given names.
    pair(&mut rest, |a, b| have_same_digits(a, b) && (a.starts_with(b.as_str()) || b.starts_with(a.as_str())));
    match (paired, rest.0.is_empty() || rest.1.is_empty()) {
        (0, _) => NameLikeness::Different,
        (_, true) if !is_weak => NameLikeness::Alike,
        // The versions of a program.
        _ if [&rest.0, &rest.1].iter().all(|words| words.iter().any(|word| has_digit(word))) => NameLikeness::Different,
        _ => NameLikeness::Doubtful,
    }
}

fn has_digit(word: &str) -> bool {
    word.contains(|letter: char| letter.is_ascii_digit())
}

/// Whether the digits of two words are the same: a slip in those of a program is another version.
fn have_same_digits(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|word| word.bytes().filter(u8::is_ascii_digit));
    one.eq(other)
}

/// Whether the words are the same, in any order or joined.
fn are_the_same(one: &[&String], other: &[&String]) -> bool {
    let sorted = |words: &[&String]| {
        let mut words: Vec<String> = words.iter().map(|word| (*word).clone()).collect();
        words.sort_unstable();
        words
    };
    let joined = |words: &[&String]| words.iter().map(|word| word.as_str()).collect::<String>();
    sorted(one) == sorted(other) || joined(one) == joined(other)
}

/// Whether one word is the other with a word such as `van` before it: `vanwely` and `wely`.
fn is_joined(long: &str, short: &str) -> bool {
    short.len() >= 3 && long.strip_suffix(short).is_some_and(is_omitted)
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
pub fn is_spelling(one: &str, other: &str) -> bool {
    let shorter = one.len().min(other.len());
    if shorter < 3 || !have_same_digits(one, other) {
        return false;
    }
    let distance = osa_distance(one, other);
    let limit = match shorter {
        ..6 => 1,
        6..9 => 2,
        _ => 3,
    };
    shorter >= 4 && distance <= limit
        || distance * 2 <= shorter + usize::from(shorter > 3) && sound(one) == sound(other)
}

/// The consonants that are heard in a word, and its first letter, alike for usual transliterations: `s` for `tsch`, `cz` and
/// `sh`.
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
        ("ph", "v"),
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
            'f' | 'w' => 'v',
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
            ("Ivkov B", "Ivkoff, Borislav"),
            ("Novikov I", "Noffikoff, I"),
            ("Яновский", "Janowsky D"),
            ("Van Wely, Loek", "VanWely L"),
            ("Le, Quang Liem", "Le, Q"),
            ("Le Quang Liem", "Le"),
        ] {
            assert_eq!(likeness(one, other), NameLikeness::Alike, "{one} {other}");
        }
        for (one, other) in [
            ("Magnus Carlsen", "Carlsen, GM Magnus"),
            ("Rybka 3", "Rybka3"),
            ("Ding Liren", "Liren, Ding"),
            ("De La Cruz", "Cruz"),
        ] {
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
            ("Le, Quang Liem", "Le, Tuan Minh"),
            ("Van Wely, Loek", "Van Foreest, Jorden"),
        ] {
            assert!(matches!(likeness(one, other), NameLikeness::Different | NameLikeness::Doubtful), "{one} {other}");
        }
        for (one, other) in
            [("Stockfish 15", "Stockfish 16"), ("Revenge 20220508", "Revenge 20220509"), ("Rybka 3", "Rybka 31")]
        {
            assert_eq!(likeness(one, other), NameLikeness::Different, "{one} {other}");
        }
        for (one, other) in [("Polgar, Judit", "Polgar, Zsuzsa"), ("Petrov A", "Petrov B")] {
            assert_eq!(likeness(one, other), NameLikeness::Doubtful, "{one} {other}");
        }
        assert_eq!(likeness("Leko P", "Eko P"), NameLikeness::Doubtful);
        assert_eq!(likeness("Tal M", "Hal M"), NameLikeness::Doubtful);
        assert_eq!(likeness("?", "Tal"), NameLikeness::Unknown);
    }
}
