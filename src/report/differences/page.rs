//! Differences as a page for a browser: A on the left, B on the right.

use std::io::{self, Write};

use super::super::markup::Escaped;
use super::text::{name, remark, title, values};
use super::{ShownDifference, ShownGame};

const STYLE: &str = "\
:root{color-scheme:light dark}body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}\
table{border-collapse:collapse;width:100%;table-layout:fixed;margin:.4rem 0 1.4rem}\
td,th{border:1px solid #8886;padding:.3rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}\
th:first-child,td:first-child{width:14rem}h2{font-size:1rem;margin:1.4rem 0 0}\
.a{background:#d5232320}.b{background:#1a9c3e20}small{opacity:.75}";

pub(super) fn begin(names: &[&str], out: &mut impl Write) -> io::Result<()> {
    let (title, head, what) = match names {
        [a, b] => {
            let [a, b] = [a, b].map(|name| Escaped(name));
            (format!("{a} | {b}"), "Differences of two archives", format!("A: {a}<br>B: {b}"))
        }
        names => {
            let name = names.concat();
            let name = Escaped(&name).to_string();
            (name.clone(), "Copies in an archive", format!("{name}<br>A: a game, B: a copy of it"))
        }
    };
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n<h1>{head}</h1>\n<p>{what}</p>\n"
    )
}

pub(super) fn difference(difference: &ShownDifference<'_>, out: &mut impl Write) -> io::Result<()> {
    match &difference.games {
        [Some(game), None] => writeln!(out, "<h2 class=\"a\">Only in A: {}</h2>\n{}", title_of(game), place(game)),
        [None, Some(game)] => writeln!(out, "<h2 class=\"b\">Only in B: {}</h2>\n{}", title_of(game), place(game)),
        [Some(a), Some(b)] => {
            writeln!(out, "<h2>{}</h2>\n<table>", title_of(a))?;
            writeln!(out, "<tr><th>{}<th>A {}<th>B {}", difference.kind.title(), place(a), place(b))?;
            for change in difference.changes {
                let remark = remark(change).map(|text| format!("<br><small>{}</small>", Escaped(&text)));
                let [a, b] = values(change).map(Option::unwrap_or_default);
                writeln!(
                    out,
                    "<tr><td>{}{}<td class=\"a\">{}<td class=\"b\">{}",
                    Escaped(&name(change)),
                    remark.unwrap_or_default(),
                    Escaped(&a),
                    Escaped(&b)
                )?;
            }
            writeln!(out, "</table>")
        }
        [None, None] => Ok(()),
    }
}

pub(super) fn end(summary: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "<p>{}</p>\n</html>", Escaped(summary.trim_end()))
}

fn title_of(game: &ShownGame<'_>) -> String {
    Escaped(&title(game)).to_string()
}

fn place(game: &ShownGame<'_>) -> String {
    format!("<small>{}, game {}, line {}</small>", Escaped(game.file), game.game, game.line)
}
