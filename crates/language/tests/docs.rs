//! The reference of the language is right and complete.

use spielraum_catalogue::{Catalogue, Compile};
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
fn the_game_with_stones_and_walls_can_be_played() {
    let game = document("examples/stones-and-walls.kdl");
    assert!(blocks(&document("definition-language.md"), "kdl").contains(&game));
    let loaded = load(Source::Text { name: "stones-and-walls", text: &game }, &Catalogue, &[]);
    let loaded = loaded.unwrap_or_else(|report| panic!("{report}"));
    let told = loaded.explain();
    for sentence in ["belongs to nobody and never moves; nobody can capture it", "both sides may capture it"] {
        assert!(told.contains(sentence), "{told}");
    }
    let rules = loaded.rules().unwrap_or_else(|report| panic!("{report}"));
    assert_eq!(rules.start().fen(), "rnbqkbnr/pppppppp/8/2!S2!S2/2!S!W!W!S2/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
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

#[test]
fn a_game_shows_no_decision_that_its_own_set_aside() {
    for id in ["nacht-schach", "nacht-schach-reverse"] {
        let game = load(Source::Builtin(id), &Catalogue, &[]).unwrap();
        let explained = game.explain();
        assert!(explained.contains("G1: White moves first."), "{id}");
        for set_aside in ["G2:", "G4:", "G5:", "G6:"] {
            assert!(!explained.contains(set_aside), "{id}: {set_aside}");
        }
    }
}
