//! Text without what people write differently: case, accents, punctuation.

/// Letters in lower case whose canonical decomposition (Unicode NFD) begins with the letter before them: all of U+00C0 to
/// U+024F, of U+0388 to U+052F, and of U+1E00 to U+1EFF, which are Latin, Greek and Cyrillic.
const ACCENTED: [(char, &str); 53] = [
    ('a', "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ"),
    ('b', "ḃḅḇ"),
    ('c', "çćĉċčḉ"),
    ('d', "ďḋḍḏḑḓ"),
    ('e', "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"),
    ('f', "ḟ"),
    ('g', "ĝğġģǧǵḡ"),
    ('h', "ĥȟḣḥḧḩḫẖ"),
    ('i', "ìíîïĩīĭįǐȉȋḭḯỉị"),
    ('j', "ĵǰ"),
    ('k', "ķǩḱḳḵ"),
    ('l', "ĺļľḷḹḻḽ"),
    ('m', "ḿṁṃ"),
    ('n', "ñńņňǹṅṇṉṋ"),
    ('o', "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"),
    ('p', "ṕṗ"),
    ('r', "ŕŗřȑȓṙṛṝṟ"),
    ('s', "śŝşšșṡṣṥṧṩ"),
    ('t', "ţťțṫṭṯṱẗ"),
    ('u', "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"),
    ('v', "ṽṿ"),
    ('w', "ŵẁẃẅẇẉẘ"),
    ('x', "ẋẍ"),
    ('y', "ýÿŷȳẏẙỳỵỷỹ"),
    ('z', "źżžẑẓẕ"),
    ('æ', "ǣǽ"),
    ('ø', "ǿ"),
    ('ſ', "ẛ"),
    ('ʒ', "ǯ"),
    ('α', "ά"),
    ('ε', "έ"),
    ('η', "ή"),
    ('ι', "ΐίϊ"),
    ('ο', "ό"),
    ('υ', "ΰϋύ"),
    ('ω', "ώ"),
    ('ϒ', "ϓϔ"),
    ('а', "ӑӓ"),
    ('г', "ѓ"),
    ('е', "ѐёӗ"),
    ('ж', "ӂӝ"),
    ('з', "ӟ"),
    ('и', "йѝӣӥ"),
    ('к', "ќ"),
    ('о', "ӧ"),
    ('у', "ўӯӱӳ"),
    ('ч', "ӵ"),
    ('ы', "ӹ"),
    ('э', "ӭ"),
    ('і', "ї"),
    ('ѵ', "ѷ"),
    ('ә', "ӛ"),
    ('ө', "ӫ"),
];

/// Letters that other letters stand for, where their sign is missing.
const SPELLED: [(char, &str); 12] = [
    ('ß', "ss"),
    ('æ', "ae"),
    ('œ', "oe"),
    ('ø', "o"),
    ('đ', "d"),
    ('ð', "d"),
    ('ł', "l"),
    ('þ', "th"),
    ('ı', "i"),
    ('ħ', "h"),
    ('ŧ', "t"),
    ('ĳ', "ij"),
];

/// The words of a text, in lower case and without accents. A word consists of ASCII letters and digits and of all
/// characters beyond ASCII except spaces and punctuation; apostrophes, hyphens and `_` are dropped, everything else
/// separates words. The umlauts `ae`, `oe` and `ue` become `a`, `o` and `u`, however they were written.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut folded = String::with_capacity(text.len());
    text.chars().for_each(|letter| fold(letter, &mut folded));
    folded.split(' ').filter(|word| !word.is_empty()).map(without_umlauts).collect()
}

/// Appends what a character counts as: letters and digits, a space that separates words, or nothing.
fn fold(letter: char, folded: &mut String) {
    if letter.is_ascii() {
        match letter {
            'a'..='z' | '0'..='9' => folded.push(letter),
            'A'..='Z' => folded.push(letter.to_ascii_lowercase()),
            '\'' | '`' | '-' | '_' => {}
            _ => folded.push(' '),
        }
        return;
    }
    for lower in letter.to_lowercase() {
        match lower {
            // Combining marks; the acute accent and the quotation marks that stand for apostrophes; hyphens.
            '\u{300}'..='\u{36f}' | '\u{b4}' | '\u{2bc}' | '\u{2018}' | '\u{2019}' | '\u{2010}'..='\u{2015}' => {}
            // Controls and signs of Latin-1, general punctuation, ideographic space and punctuation.
            '\u{80}'..='\u{bf}' | '\u{d7}' | '\u{f7}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' => {
                folded.push(' ');
            }
            _ => {
                let base = base(lower);
                match SPELLED.iter().find(|(letter, _)| *letter == base) {
                    Some((_, spelled)) => folded.push_str(spelled),
                    None => folded.push(base),
                }
            }
        }
    }
}

/// A letter without its accents.
fn base(letter: char) -> char {
    if !matches!(letter, '\u{c0}'..='\u{24f}' | '\u{388}'..='\u{52f}' | '\u{1e00}'..='\u{1eff}') {
        return letter;
    }
    ACCENTED.iter().find(|(_, accented)| accented.contains(letter)).map_or(letter, |(base, _)| *base)
}

fn without_umlauts(word: &str) -> String {
    word.replace("ae", "a").replace("oe", "o").replace("ue", "u")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_text_have_the_same_words() {
        for (texts, expected) in [
            (&["Müller", "MUELLER", "Mu\u{308}ller", "muller"][..], "muller"),
            (&["Réti", "RETI", "Re\u{301}ti"], "reti"),
            (&["Ståhlberg", "STAHLBERG"], "stahlberg"),
            (&["Łukasz Øst", "lukasz  ost"], "lukasz ost"),
            (&["O’Kelly de-Galway", "O'Kelly deGalway", "OKELLY degalway"], "okelly degalway"),
            (&["Großmeister, Æ.", "grossmeister ae"], "grossmeister a"),
            (&["Алёхин", "алехин"], "алехин"),
            (&["İnce\u{a0}ı", "ince i"], "ince i"),
            (&["王皓", "王皓 "], "王皓"),
            (&["", " ?!", "-", "…"], ""),
        ] {
            for text in texts {
                assert_eq!(words(text).join(" "), expected, "{text}");
            }
        }
    }

    #[test]
    fn the_tables_hold_each_letter_once() {
        let mut all: Vec<char> = ACCENTED.iter().flat_map(|(_, accented)| accented.chars()).collect();
        let (count, is_lower) = (all.len(), all.iter().all(|letter| letter.to_lowercase().eq([*letter])));
        all.sort_unstable();
        all.dedup();
        assert!(is_lower && all.len() == count);
        assert!(ACCENTED.iter().all(|(base, _)| !all.contains(base)));
    }
}
