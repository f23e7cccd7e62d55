//! The reference of the language is right and complete.

use spielraum_language::{NoLibrary, Source, check_words, load, vocabulary};
use std::path::Path;

fn document(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(path)).unwrap()
}

/// The blocks of a language in a Markdown text.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open: Option<String> = None;
    for line in text.lines() {
        match &mut open {
            Some(block) if line == "```" => {
                blocks.push(std::mem::take(block));
                open = None;
            }
            Some(block) => *block += &format!("{line}\n"),
            None if line == format!("```{language}") => open = Some(String::new()),
            None => {}
        }
    }
    blocks
}

#[test]
fn every_example_is_written_in_the_language() {
    let blocks = blocks(&document("definition-language.md"), "kdl");
    assert!(blocks.len() > 30, "{} blocks", blocks.len());
    for block in &blocks {
        check_words("example", block).unwrap_or_else(|report| panic!("{report}"));
    }
}

#[test]
fn every_word_has_an_example() {
    let examples = blocks(&document("definition-language.md"), "kdl").join("\n");
    let used =
        |word: &str| examples.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).any(|found| found == word);
    let missing: Vec<&str> = vocabulary().into_iter().filter(|word| !used(word)).collect();
    assert!(missing.is_empty(), "no example of {missing:?}");
}

#[test]
fn the_tutorial_ends_with_the_game_that_it_makes() {
    let game = document("examples/zimmerschach.kdl");
    let text = document("definition-language.md");
    assert!(blocks(&text, "kdl").contains(&game));
    assert!(game.lines().count() <= 36);
    let loaded = load(Source::Text { name: "zimmerschach", text: &game }, &NoLibrary, &[])
        .unwrap_or_else(|report| panic!("{report}"));
    loaded.rules().unwrap_or_else(|report| panic!("{report}"));
    // What the tutorial does step by step is what the game says.
    let lines: Vec<&str> = game.lines().map(str::trim).collect();
    let tutorial = text.split("That is all").next().unwrap();
    for line in blocks(tutorial, "kdl").iter().flat_map(|block| block.lines()) {
        assert!(lines.contains(&line.trim()), "{line}");
    }
}
