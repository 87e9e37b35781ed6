//! `docs/modules.md`: the files of `src/` with the first sentence of each.

use std::fmt::Write as _;

/// The page for these files, with their paths from the root of the project and their text.
pub(crate) fn page(sources: &[(String, String)]) -> String {
    let mut page =
        "# Files\n\nEach file of `src/` with the first sentence of its module documentation. What a module may import \
                    says [architecture](architecture.md#modules).\n"
            .to_owned();
    let mut last = "";
    for (path, text) in sources {
        let Some(path) = path.strip_prefix("src/") else { continue };
        let module = path.split('/').next().unwrap_or(path).trim_end_matches(".rs");
        if module != last {
            write!(page, "\n## {module}\n\n| file | what it is |\n|---|---|\n").unwrap();
            last = module;
        }
        writeln!(page, "| `{path}` | {} |", first_sentence(text).replace('|', "\\|")).unwrap();
    }
    page
}

/// The first sentence of the documentation of a module, with links as their text.
fn first_sentence(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//! "));
    let paragraph = lines.collect::<Vec<_>>().join(" ");
    let end = paragraph.find(". ").map_or(paragraph.len(), |end| end + 1);
    let mut sentence = paragraph[..end].trim_end_matches('.').to_owned();
    // `[text](target)` and `[name]`.
    while let Some((before, rest)) = sentence.split_once('[')
        && let Some((text, after)) = rest.split_once(']')
    {
        let after = after.strip_prefix('(').and_then(|target| target.split_once(')')).map_or(after, |(_, after)| after);
        sentence = format!("{before}{text}{after}");
    }
    sentence
}
