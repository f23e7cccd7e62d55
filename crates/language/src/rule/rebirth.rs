//! `rebirth "captured" in="start" same="shade"`: what is reborn after a capture, and where (K1 to K4). A word in the block of `on`.

use super::scope::{Scope, outcome};
use crate::prose::{any_of, piece_list, zone};
use crate::report::Diagnostics;
use crate::syntax::{Node, Value};
use crate::word::{Key, Kind, ONE, Word, word};
use spielraum_spec::{Choice, Home, Place, Rebirth, Reborn, RebornAs, Reflection, Shared, Spec};

/// The word.
pub(super) const WORD: Word = word("rebirth", ONE)
    .props(&[
        ("of", Kind::Text),
        ("as", Kind::Text),
        ("other-side", Kind::Flag),
        ("in", Kind::Text),
        ("same", Kind::Text),
        ("on-rank", Kind::Flag),
        ("steps", Kind::Text),
        ("turned", Kind::Text),
        ("may-stay", Kind::Flag),
    ])
    .key(Key::Many);

/// Who is reborn.
const WHO: &[(&str, Reborn)] = &[("captured", Reborn::Captured), ("captor", Reborn::Captor { may_stay: true })];

/// What the cell may share with that of the capture, and what it is called in sentences.
const SHARED: &[(&str, Shared)] =
    &[("level", Shared::Level), ("file", Shared::File), ("rank", Shared::Rank), ("shade", Shared::Shade)];

/// What the cell is reflected in.
const TURNED: &[(&str, Reflection)] = &[
    ("centre", Reflection::Centre),
    ("levels", Reflection::Levels),
    ("files", Reflection::Files),
    ("ranks", Reflection::Ranks),
];

/// The value of `as` that means the type of the captor.
const CAPTOR: &str = "captor";

/// Reads one line.
pub(super) fn read(scope: &Scope<'_>, node: &Node, diagnostics: &mut Diagnostics) -> Option<Rebirth> {
    let who = outcome(Some(node), WHO, diagnostics)?;
    let who = match (who, node.prop("may-stay")) {
        (Reborn::Captor { .. }, Some(_)) => Reborn::Captor { may_stay: node.prop_flag("may-stay") },
        (Reborn::Captured, Some(value)) => {
            diagnostics.add(value.span, "`may-stay` has a meaning only in `rebirth \"captor\"`");
            return None;
        }
        (who, None) => who,
    };
    let of = node.prop("of").map_or_else(Vec::new, |value| scope.pieces.list(value, diagnostics));
    let into = match node.prop("as") {
        None => RebornAs::Itself,
        Some(value) if value.text() == Some(CAPTOR) => RebornAs::Captor,
        Some(value) => {
            RebornAs::Type(scope.pieces.find_any(value.text().unwrap_or_default(), value.span, diagnostics)?)
        }
    };
    let reflected = match node.prop("turned") {
        None => Reflection::None,
        Some(value) => one_of(value, "the mirror", TURNED, diagnostics)?,
    };
    let place = place(scope, node, diagnostics)?;
    Some(Rebirth { who, of, into, turns: node.prop_flag("other-side"), place, reflected })
}

fn one_of<T: Copy>(value: &Value, what: &str, known: &[(&str, T)], diagnostics: &mut Diagnostics) -> Option<T> {
    let text = value.text().unwrap_or_default();
    let found = known.iter().find(|(word, _)| *word == text).map(|(_, meaning)| *meaning);
    if found.is_none() {
        diagnostics.unknown(value.span, what, text, known.iter().map(|(word, _)| *word));
    }
    found
}

fn place(scope: &Scope<'_>, node: &Node, diagnostics: &mut Diagnostics) -> Option<Place> {
    if let Some(value) = node.prop("steps") {
        if let Some(value) = ["in", "same", "on-rank"].iter().find_map(|name| node.prop(name)) {
            diagnostics.add(value.span, "`steps` says where already");
            return None;
        }
        let fault = "a piece is reborn by a step or a leap, whatever the rings";
        let mut white = scope.steps(std::slice::from_ref(value), node.span, fault, diagnostics);
        white.retain(|offset| scope.regions.board().fits(*offset));
        if white.is_empty() {
            if diagnostics.none() {
                diagnostics.add(node.span, "no such step stays on this board");
            }
            return None;
        }
        return Some(Place::Steps(scope.of_both(&white)));
    }
    let value = scope.needed(node, "in", "\"start\"", diagnostics)?;
    let choice = choice(node, diagnostics)?;
    let single = match value.text().unwrap_or_default() {
        "start" => return Some(Place::Start { whose: Home::Own, choice }),
        "enemy start" => return Some(Place::Start { whose: Home::Enemy, choice }),
        "captor's start" => return Some(Place::Start { whose: Home::Captor, choice }),
        "capture" => Place::Capture,
        "departure" => Place::Departure,
        "beyond" => Place::Beyond,
        _ => return Some(Place::Region { cells: Box::new(scope.regions.find(value, diagnostics)?), choice }),
    };
    if let Some(value) = ["same", "on-rank"].iter().find_map(|name| node.prop(name)) {
        diagnostics.add(value.span, "this place is one cell, so there is nothing to choose");
        return None;
    }
    Some(single)
}

fn choice(node: &Node, diagnostics: &mut Diagnostics) -> Option<Choice> {
    let mut same = Vec::new();
    for (word, span) in node.prop("same").map_or_else(Vec::new, |value| value.split(char::is_whitespace)) {
        match SHARED.iter().find(|(known, _)| *known == word) {
            Some((_, what)) => same.push(*what),
            None => {
                diagnostics.unknown(span, "what cells share", word, SHARED.iter().map(|(word, _)| *word));
                return None;
            }
        }
    }
    Some(Choice { on_rank: node.prop_flag("on-rank"), same })
}

/// What a line means.
pub(super) fn sentence(spec: &Spec, after: &str, rebirth: &Rebirth) -> String {
    let who = match (&rebirth.who, rebirth.of.is_empty()) {
        (Reborn::Captured, true) => "the captured piece".to_owned(),
        (Reborn::Captured, false) => format!("a captured {}", piece_list(spec, &rebirth.of, "or")),
        (Reborn::Captor { .. }, true) => "the captor".to_owned(),
        (Reborn::Captor { .. }, false) => format!("a captor that is {}", any_of(spec, &rebirth.of)),
    };
    let into = match rebirth.into {
        RebornAs::Itself => String::new(),
        RebornAs::Type(kind) => format!(" as {}", any_of(spec, &[kind])),
        RebornAs::Captor => " as what captured it".to_owned(),
    };
    let side = if rebirth.turns { ", on the other side," } else { "" };
    let place = match &rebirth.place {
        Place::Start { whose: Home::Own, .. } => "a cell on which such a piece stands at the start".to_owned(),
        Place::Start { whose: Home::Enemy, .. } => {
            "a cell on which such a piece of the other side stands at the start".to_owned()
        }
        Place::Start { whose: Home::Captor, .. } => {
            "a cell on which a piece such as the captor stands at the start".to_owned()
        }
        Place::Region { cells: region, .. } => zone(spec, region),
        Place::Capture => "the cell of the capture".to_owned(),
        Place::Departure => "the cell from which the captor came".to_owned(),
        Place::Beyond => "the cell that is as far beyond the capture as the captor came".to_owned(),
        Place::Steps(_) => "a certain cell seen from that of the capture".to_owned(),
    };
    let chosen = match &rebirth.place {
        Place::Start { choice, .. } | Place::Region { choice, .. } => chosen(choice),
        _ => String::new(),
    };
    let mirrored = match rebirth.reflected {
        Reflection::None => "",
        Reflection::Centre => ", mirrored in the centre of the board",
        Reflection::Levels => ", mirrored from level to level",
        Reflection::Files => ", mirrored from file to file",
        Reflection::Ranks => ", mirrored from rank to rank",
    };
    let otherwise = match rebirth.who {
        Reborn::Captured => "if it is empty",
        Reborn::Captor { may_stay: true } => "which must be empty but for the captor itself",
        Reborn::Captor { may_stay: false } => "which must be empty",
    };
    format!("{after} {who} is reborn{into}{side} on {place}{chosen}{mirrored}, {otherwise}.")
}

fn chosen(choice: &Choice) -> String {
    let words = SHARED.iter().filter(|(_, what)| choice.same.contains(what)).map(|(word, _)| *word);
    let same: Vec<&str> = words.collect();
    let rank = if choice.on_rank { ", moved to the rank of the capture" } else { "" };
    match same.is_empty() {
        true => format!("{rank}, the nearest one"),
        false => format!("{rank}, of the {} of the capture", same.join(" and ")),
    }
}
