//! The catalogue in German: every text that has a translation has a good one, and no sentence of the rules is left in English.

use spielraum_catalogue::{Compile, definition_text, ids, translation};
use spielraum_language::{Definition, Dictionary, Library, Locale, Section};
use spielraum_testkit::game;
use std::collections::BTreeSet;

fn german(game: &Definition) -> Definition {
    game.translated(&translation(Locale::De))
}

/// A game with each of its armies and other options.
fn choices(id: &str) -> Vec<Definition> {
    let plain = game(id, &[]);
    let free = plain.options().iter().filter(|option| !option.fixed && option.range.is_none());
    let chosen: Vec<Definition> =
        free.flat_map(|option| option.values.iter().map(|value| game(id, &[(&option.name, value)]))).collect();
    [plain].into_iter().chain(chosen).collect()
}

/// All sentences about the rules of a game, and about its pieces.
fn sentences(game: &Definition) -> Vec<String> {
    let spec = game.spec();
    let of_pieces = spec.piece_types().flat_map(|piece| {
        let sides = spielraum_rules::Color::BOTH.into_iter();
        sides.flat_map(move |color| game.moves_in_words(piece, color)).chain(game.confinement_in_words(piece))
    });
    let of_rules = game
        .sections()
        .into_iter()
        .flat_map(|Section { heading, items }| [heading.to_owned()].into_iter().chain(items));
    let ends = spec.goals.other_ends().map(|end| end.text.clone());
    of_pieces.chain(of_rules).chain(ends).collect()
}

/// Words beside names in what definitions say of inventors.
const SAID_OF_PEOPLE: &[&str] = &["traditional", "after", "and", "for", "by", "of", "the", "King"];

#[test]
fn every_name_and_every_text_of_a_game_has_a_translation() {
    let mut missing = BTreeSet::new();
    let german = translation(Locale::De).dictionary;
    let mut need = |text: &str| {
        if german.get(text).is_none() {
            missing.insert(text.to_owned());
        }
    };
    for id in ids() {
        for game in choices(id) {
            game.spec()
                .pieces
                .iter()
                .flat_map(|piece| [&piece.name.white, &piece.name.black])
                .for_each(|name| need(name));
            game.spec().goals.families().iter().for_each(|family| need(&family.name));
            game.options()
                .iter()
                .flat_map(|option| option.texts.iter().chain([&option.description]))
                .for_each(|text| need(text));
            let meta = game.meta();
            meta.summary.iter().chain(&meta.description).for_each(|text| need(text));
            meta.notes.iter().for_each(|note| need(&note.text));
            // Names of people are the same in German; what is said about them isn't.
            let says_more = |text: &&String| text.split([' ', ',']).any(|word| SAID_OF_PEOPLE.contains(&word));
            meta.inventor.iter().filter(says_more).for_each(|text| need(text));
            meta.year.iter().filter(|year| year.parse::<u16>().is_err()).for_each(|text| need(text));
        }
    }
    missing.remove("");
    assert!(missing.is_empty(), "games/german.txt lacks {missing:#?}");
}

#[test]
fn no_translation_is_of_a_text_that_no_game_has() {
    let library = spielraum_catalogue::Catalogue;
    let texts: Vec<&str> = library.names().into_iter().filter_map(|name| library.text(name)).collect();
    assert!(ids().all(|id| definition_text(id).is_some_and(|text| texts.contains(&text))));
    let all = texts.join("\n").replace('-', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    let list = include_str!("../games/german.txt");
    Dictionary::read(list).unwrap();
    let unused: Vec<&str> = list
        .lines()
        .filter_map(|line| line.split_once(" = ").filter(|_| !line.starts_with('#')))
        .map(|(english, _)| english)
        .filter(|english| !all.contains(&english.replace('-', " ")))
        .collect();
    assert!(unused.is_empty(), "games/german.txt translates what no game says: {unused:?}");
}

#[test]
fn sentences_about_the_rules_are_german_throughout() {
    const ENGLISH: &[&str] = &[
        "the", "of", "and", "or", "is", "are", "has", "have", "may", "must", "with", "without", "by", "to", "on",
        "from", "as", "its", "not", "no", "any", "piece", "pieces", "cell", "cells", "move", "moves", "side", "game",
        "board", "check", "it", "forward", "backward", "sideways", "up", "down", "left", "right", "file", "rank",
        "level", "draw", "captured", "one", "two", "line", "lines", "zone", "camp", "palace",
    ];
    for id in ids() {
        for game in choices(id) {
            let (english, german) = (sentences(&game), sentences(&german(&game)));
            assert_eq!(english.len(), german.len(), "{id}");
            for sentence in german {
                let words = sentence.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
                let found: Vec<String> = words.filter(|word| ENGLISH.contains(&&**word)).collect();
                assert!(found.is_empty(), "{id}: {found:?} in `{sentence}`");
                for trace in ["  ", " ,", " .", ",,", "..", "()", "ein-mal", "einmal eine"] {
                    assert!(!sentence.contains(trace), "{id}: `{trace}` in `{sentence}`");
                }
            }
        }
    }
}

#[test]
fn a_translated_game_is_the_same_game() {
    for id in ids() {
        let (plain, german) = (game(id, &[]), german(&game(id, &[])));
        assert_eq!(plain.spec().start_fen(), german.spec().start_fen());
        let symbols = |game: &Definition| game.spec().pieces.iter().map(|piece| piece.symbol).collect::<Vec<_>>();
        assert_eq!(symbols(&plain), symbols(&german));
        assert_eq!(plain.rules().unwrap().start().count_legal(), german.rules().unwrap().start().count_legal(), "{id}");
    }
}
