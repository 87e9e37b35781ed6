//! Topics of `adoube explain` besides rules and facts: subjects such as conditions, values of facts, articles of the Laws.
//!
//! The texts stand in `explain.txt`. `= NAME  SUMMARY` begins a subject, and its page goes on until the next one.
//! `@ NUMBER TEXT` explains an article by its number in 2023, or `@ EDITION:NUMBER TEXT` one that is not in that edition.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::game::facts::{all_values, explain_value};
use crate::game::rules::Rule;
use crate::laws::edition::{Edition, LawTopic};
use crate::laws::verdict::Reason;
use crate::laws::{touch_move, touched_pieces};
use crate::report::terminal::wrap::hanging;

const TEXT: &str = include_str!("explain.txt");

/// The widest line.
const COLUMNS: usize = 100;

/// A page about a topic that is neither a rule nor a fact, or about the values with the name of one.
pub(super) fn page(name: &str) -> Option<String> {
    let pages: Vec<String> = [subject(name), explain_value(name), articles(name)].into_iter().flatten().collect();
    (!pages.is_empty()).then(|| pages.join("\n\n"))
}

/// The names of all subjects and values.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let values: BTreeSet<&str> = all_values().collect();
    subjects().map(|(name, ..)| name).chain(values)
}

/// The list of topics.
pub(super) fn list() -> String {
    let mut text = "Topics of `adoube explain`\n\n".to_owned();
    let groups = [
        ("M101", "a rule of `adoube validate`, by code or name; --list lists them"),
        ("ending", "a fact about games, plies or tables, and its values; --facts lists them"),
        ("claim-or-agreement", "a value of a fact"),
        ("9.2", "an article of the FIDE Laws of 2023 that adoube applies"),
        ("fide-2018:9.2.2", "an article of another edition"),
    ];
    for (name, summary) in groups.into_iter().chain(subjects().map(|(name, summary, _)| (name, summary))) {
        let line = format!("  adoube explain {name:<18}  {summary}");
        let _ = writeln!(text, "{}", hanging(&line, 37, Some(COLUMNS)));
    }
    text
}

/// The name, summary and page of each subject.
fn subjects() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let subjects = TEXT.split("\n@ ").next().unwrap_or_default();
    subjects.strip_prefix("= ").unwrap_or_default().split("\n= ").filter_map(|subject| {
        let (head, page) = subject.split_once('\n')?;
        let (name, summary) = head.split_once("  ")?;
        Some((name, summary, page))
    })
}

fn subject(name: &str) -> Option<String> {
    let name = match name {
        "conditions" | "condition" | "filters" => "where",
        "copies" | "duplicates" => "unique",
        name => name,
    };
    subjects().find(|subject| subject.0 == name).map(|(.., page)| format!("{}\n", page.trim_end()))
}

// Articles of the Laws.

/// An article with its numbers.
struct Article {
    /// Its number in 2023, or the edition and number of the last edition that has it.
    key: String,
    numbers: BTreeSet<(Edition, &'static str)>,
    topics: Vec<LawTopic>,
}

/// The text of an article; `None` for an article that adoube does not apply.
fn text_of(key: &str) -> Option<&'static str> {
    texts().find(|(own, _)| *own == key).map(|(_, text)| text)
}

fn texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    TEXT.lines().filter_map(|line| line.strip_prefix("@ ")?.split_once(' '))
}

/// The articles that adoube cites, those with equal numbers in 2023 as one.
fn cited() -> Vec<Article> {
    let by_topic = LawTopic::ALL.iter().map(|&topic| {
        let numbers = Edition::ALL.into_iter().filter_map(|edition| edition.article(topic));
        (Some(topic), numbers.map(|article| (article.edition, article.number)).collect::<Vec<_>>())
    });
    let fide = [Edition::Fide2001, Edition::Fide2014, Edition::Fide2018, Edition::Fide2023];
    let by_touch = touch_move::articles()
        .chain(touched_pieces::ARTICLES)
        .map(|[first, second, third]| (None, fide.into_iter().zip([first, second, third, third]).collect::<Vec<_>>()));
    let by_board = texts().filter(|(key, _)| !key.contains(':')).map(|(key, _)| (None, vec![(Edition::Fide2023, key)]));
    let mut articles: Vec<Article> = Vec::new();
    for (topic, numbers) in by_topic.chain(by_touch).chain(by_board) {
        let fide_numbers = numbers.iter().rev().find(|(edition, _)| edition.is_fide());
        let Some(&(edition, number)) = fide_numbers.or(numbers.first()) else { continue };
        let key = if edition == Edition::Fide2023 { number.to_owned() } else { format!("{edition}:{number}") };
        let index = articles.iter().position(|article| article.key == key).unwrap_or_else(|| {
            articles.push(Article { key, numbers: BTreeSet::new(), topics: Vec::new() });
            articles.len() - 1
        });
        articles[index].numbers.extend(numbers);
        articles[index].topics.extend(topic);
    }
    articles.sort_by(|a, b| a.key.cmp(&b.key));
    articles
}

/// One spelling of article numbers: `5.1(a)` and `5.1.A` are `5.1.a`.
fn normalized(number: &str) -> String {
    number.to_lowercase().replace('(', ".").replace(')', "")
}

/// The page about an article and its parts: `9.2`, or `fide-2018:9.2`. A number without an edition is one of 2023, if that
/// edition has it.
fn articles(name: &str) -> Option<String> {
    let (edition, number) = match name.split_once(':') {
        Some((edition, number)) => (Some(Edition::ALL.into_iter().find(|own| own.name() == edition)?), number),
        None => (None, name),
    };
    let number = normalized(number);
    if !number.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let part = format!("{number}.");
    let all = cited();
    let pages_of = |is_meant: &dyn Fn(Edition) -> bool| -> Vec<String> {
        let has = |article: &&Article| {
            let numbers = article.numbers.iter().filter(|(edition, _)| is_meant(*edition));
            let mut numbers = numbers.map(|(_, number)| normalized(number));
            numbers.any(|own| own == number || own.starts_with(&part))
        };
        all.iter().filter(has).map(Article::page).collect()
    };
    let pages = match edition {
        Some(edition) => pages_of(&|own| own == edition),
        None => Some(pages_of(&|own| own == Edition::Fide2023))
            .filter(|pages| !pages.is_empty())
            .unwrap_or_else(|| pages_of(&|_| true)),
    };
    (!pages.is_empty()).then(|| pages.join("\n"))
}

impl Article {
    fn page(&self) -> String {
        let mut text = format!("Article {}\n", self.key);
        let mut line = |line: String| {
            let _ = writeln!(text, "{}", hanging(&line, 2, Some(COLUMNS)));
        };
        line(format!("  {}", text_of(&self.key).unwrap_or_default()));
        let numbers: Vec<String> = self.numbers.iter().map(|(edition, number)| format!("{edition} {number}")).collect();
        line(format!("  Numbers: {}", numbers.join(", ")));
        let rules = self.rules();
        if !rules.is_empty() {
            line(format!("  Rules: {}", rules.join(", ")));
        }
        let endings: Vec<&str> = Reason::ALL
            .iter()
            .filter(|reason| reason.topic().is_some_and(|topic| self.topics.contains(&topic)))
            .map(|reason| reason.name())
            .collect();
        if !endings.is_empty() {
            line(format!("  Endings (adoube adjudicate): {}", endings.join(", ")));
        }
        text
    }

    /// The rules of `validate` that cite it, or the article that it is a part of.
    fn rules(&self) -> Vec<String> {
        let is_cited = |rule: &Rule| {
            let rest = rule.info().article.and_then(|article| self.key.strip_prefix(article));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        Rule::all().filter(is_cited).map(|rule| format!("{} {}", rule.code(), rule.name())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The article numbers in `fn article` and `fn movement` of a source file: reasons have no table of them.
    fn numbers_in(source: &'static str) -> impl Iterator<Item = &'static str> {
        let bodies =
            source.split("const fn ").filter(|body| body.starts_with("article(") || body.starts_with("movement("));
        let bodies = bodies.filter_map(|body| body.split("\n    }\n").next());
        let quoted = bodies.flat_map(|body| body.split('"').skip(1).step_by(2));
        quoted
            .filter(|text| text.contains('.') && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.'))
    }

    #[test]
    fn each_cited_article_has_a_text() {
        // The others are there for their texts.
        let from_tables = cited().into_iter().filter(|article| !article.topics.is_empty() || article.numbers.len() > 1);
        let mut keys: BTreeSet<String> = from_tables.map(|article| article.key).collect();
        let sources = [include_str!("../chess/illegal/mod.rs"), include_str!("../chess/refusal.rs")];
        let numbers: Vec<&str> = sources.into_iter().flat_map(numbers_in).collect();
        assert!(numbers.len() > 30, "{numbers:?}");
        keys.extend(numbers.into_iter().map(str::to_owned));
        keys.extend(Rule::all().filter_map(|rule| rule.info().article).map(str::to_owned));
        let missing: Vec<&String> = keys.iter().filter(|key| text_of(key).is_none()).collect();
        assert!(missing.is_empty(), "{missing:?}");
        let unused: Vec<&str> = texts().map(|(key, _)| key).filter(|key| !keys.contains(*key)).collect();
        assert!(unused.is_empty(), "{unused:?}");
    }

    #[test]
    fn the_page_about_rule_sets_names_all() {
        let page = page("laws").unwrap();
        assert!(Edition::ALL.iter().all(|edition| page.contains(&format!("\n  {} ", edition.name()))), "{page}");
    }

    #[test]
    fn a_number_is_that_of_its_edition() {
        assert_eq!(articles("fide-2018:9.2.1.2"), articles("9.2.2"));
        assert_eq!(articles("fide-2001:5.1(a)"), articles("5.1.1"));
        assert!(articles("9.2").unwrap().contains("Article 9.2.3\n"));
        assert_eq!(articles("99.9"), None);
        assert_eq!(articles("fide-1999:9.2"), None);
    }
}
