//! From a variant to the text of a definition.

mod ends;
mod moves;
mod pieces;
mod regions;
mod rows;
mod start;
pub(crate) mod text;
mod translation;

use crate::builtin;
use crate::ini::Section;
use crate::lost::Lost;
use crate::variant::Variant;
use regions::{Mirror, Regions};
use start::Start;
use std::collections::BTreeSet;
use text::quoted;
use translation::{SIDES, Translation};

/// The text of a definition; `None` if there is no position to start from.
pub(crate) fn translate(section: &Section, variant: &Variant, lost: &mut Vec<Lost>) -> Option<String> {
    let start = match Start::read(variant) {
        Ok(start) => start,
        Err(reason) => {
            let fen = variant.settings.get("startFen");
            lost.push(Lost {
                line: fen.map_or(Some(section.line), |fen| fen.line),
                key: "startFen".to_owned(),
                value: fen.map(|fen| fen.text.clone()).unwrap_or_default(),
                reason,
            });
            return None;
        }
    };
    let mut translation = Translation {
        variant,
        reachable: reachable(variant, &start),
        royal: BTreeSet::new(),
        regions: Regions::new(variant.ranks(), variant.files(), start.holes.clone(), mirror(variant)),
        start,
        pieces: Vec::new(),
        rules: Vec::new(),
        passes_into_zone: false,
        lost: Vec::new(),
    };
    translation.choose_royals();
    translation.say_pieces();
    translation.say_double_steps();
    translation.say_promotions();
    translation.say_hand();
    translation.say_castling();
    translation.say_effects();
    translation.say_constraints();
    translation.say_ends();
    translation.say_rows();
    translation.report_unknown();
    lost.append(&mut translation.lost);
    Some(text(&translation, section))
}

/// How Black sees the board.
fn mirror(variant: &Variant) -> Mirror {
    match variant.text("enclosingDrop") {
        Some("top") => Mirror::Files,
        _ if pieces::leans(variant) => Mirror::Turned,
        _ => Mirror::Ranks,
    }
}

/// What each side can have: what it starts with, and what comes of that.
fn reachable(variant: &Variant, start: &Start) -> [BTreeSet<String>; 2] {
    let mut found = [BTreeSet::new(), BTreeSet::new()];
    for placed in start.placed.values() {
        found[usize::from(placed.black)].insert(placed.word.clone());
    }
    for (side, hand) in start.hand.iter().enumerate() {
        found[side].extend(hand.keys().cloned());
    }
    if variant.flag("capturesToHand", false) && variant.flag("pieceDrops", false) {
        let both: BTreeSet<String> = found[0].union(&found[1]).cloned().collect();
        found = [both.clone(), both];
    }
    for (side, name) in SIDES.iter().enumerate() {
        let into = variant.types(&format!("promotionPieceTypes{name}"));
        let promoted = variant.types(&format!("promotionPawnTypes{name}"));
        let promotes = |word: &String| promoted.contains(word) || builtin::special(word) == "pawn";
        if found[side].iter().any(promotes) {
            found[side].extend(into.into_iter().filter(|word| variant.pieces.contains_key(word)));
        }
    }
    if variant.flag("capturesToHand", false)
        && variant.flag("pieceDrops", false)
        && variant.flag("keepsPromoted", false)
    {
        let both: BTreeSet<String> = found[0].union(&found[1]).cloned().collect();
        found = [both.clone(), both];
    }
    found
}

/// The lines of the definition in their order.
fn text(translation: &Translation<'_>, section: &Section) -> String {
    let mut written = String::new();
    let mut line = |line: &str| {
        written.push_str(line);
        written.push('\n');
    };
    let name = section.name.replace(['-', '_'], " ");
    let mut letters = name.chars();
    let title: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    line(&format!("title {}", quoted(&title)));
    let (links, said): (Vec<&String>, Vec<&String>) =
        section.comments.iter().partition(|comment| comment.starts_with("http"));
    for link in links {
        let end = link.find(char::is_whitespace).unwrap_or(link.len());
        line(&format!("source {}", quoted(&link[..end])));
    }
    for said in said.into_iter().filter(|said| !said.is_empty()) {
        line(&text::comment(said));
    }
    line("");
    line(&translation.start.board(translation.variant));
    match translation.regions.how_mirrored() {
        Mirror::Ranks => {}
        Mirror::Files => line("mirror \"files\""),
        Mirror::Turned => line("mirror \"turned\""),
    }
    line("");
    translation.pieces.iter().for_each(|piece| line(piece));
    line("");
    if !translation.regions.texts().is_empty() {
        translation.regions.texts().iter().for_each(|region| line(region));
        line("");
    }
    if !translation.rules.is_empty() {
        translation.rules.iter().for_each(|rule| line(rule));
        line("");
    }
    line(&translation.start.text(translation.variant, &translation.start.rights));
    written
}
