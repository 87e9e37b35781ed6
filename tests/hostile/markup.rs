//! Pages and pictures: text stays text.

use resvg::usvg::roxmltree::{self, Document};

use crate::inputs::{Folder, games};
use crate::{EVIL, acting, run, words};

/// Text that ends elements and attributes and adds others, if it is not escaped.
const MARKUP: &str = "</title></text>]]>--><script>x()</script><img src=x onerror=x()>'&lt;&#60;<!--";

/// Names of elements and attributes that the pages and pictures may have.
const ELEMENTS: &str = "a body caption circle clipPath dd defs desc div dl dt ellipse figcaption figure footer g h1 h2 \
                        head header html line linearGradient main meta nav p path polygon polyline radialGradient rect \
                        section small span stop style svg table tbody td text th thead title tr tspan use";

/// The page or picture as XML. Of HTML, it has the elements without an end tag closed, and no document type.
fn parsed(text: &str) -> String {
    let text = text.trim_start_matches("<!DOCTYPE html>\n");
    let close = |line: &str| match line.strip_suffix('>').filter(|_| line.starts_with("<meta ")) {
        Some(element) => format!("{element}/>\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(close).collect()
}

/// Checks a page or picture; returns all of its text.
fn checked(name: &str, text: &str) -> String {
    assert_eq!(acting(text.as_bytes()), None, "{name}");
    let xml = parsed(text);
    let document = Document::parse(&xml).unwrap_or_else(|error| panic!("{name}: {error}"));
    for element in document.descendants().filter(roxmltree::Node::is_element) {
        let tag = element.tag_name().name();
        assert!(ELEMENTS.split_whitespace().any(|known| known == tag), "{name}: {tag}");
        for attribute in element.attributes() {
            assert!(!attribute.name().starts_with("on"), "{name}: {attribute:?}");
            assert!(attribute.name() != "href" || attribute.value().starts_with('#'), "{name}: {attribute:?}");
        }
    }
    let texts = document.descendants().filter(roxmltree::Node::is_text).filter_map(|node| node.text());
    texts.collect::<Vec<_>>().join("\n")
}

#[test]
fn names_are_text_in_pages_and_pictures() {
    let folder = Folder::empty();
    let evil = format!("{MARKUP}\\\" x=\\\"y{EVIL}");
    let name = format!("{}.pgn", MARKUP.replace('/', ""));
    // One game, so that it is one event.
    folder.write(&name, games(&evil).split_inclusive("1-0\n\n").next().unwrap().repeat(2).as_bytes());
    let with_input = |line: &str| {
        let mut arguments = words(line);
        for argument in &mut arguments {
            *argument = argument.replace("MARKUP", MARKUP);
        }
        arguments.push(name.clone());
        String::from_utf8(run(&folder, &arguments).stdout).unwrap()
    };
    for line in [
        "stats --format html",
        "stats --format html --table players,events,terminations,timecontrol,tags",
        "stats --format html --table standings,crosstable,rounds,pairings",
        "stats --format html --table results --by tag:Event,tag:MARKUP",
        "replay --as svg --at all",
        "replay --as svg --at all --game 1",
        "replay --as svg --game 1",
    ] {
        let text = checked(line, &with_input(line));
        // A single diagram and a sheet of several games name no players.
        if !line.starts_with("replay") || line == "replay --as svg --at all --game 1" {
            assert!(text.contains("<script>"), "{line}: {text}");
        }
    }
    for table in ["players", "events", "terminations", "timecontrol", "tags", "standings", "results"] {
        with_input(&format!("stats --table {table} --plot {table}.svg"));
        checked(table, &folder.read(&format!("{table}.svg")));
    }
}
