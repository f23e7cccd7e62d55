//! `rebirth "captured" in="start" same="shade"`: what is reborn after a capture, and where (K1 to K4). A word in the block of `on`.

use super::scope::{Scope, outcome};
use crate::locale::{Locale, say};
use crate::prose::Prose;
use crate::report::Diagnostics;
use crate::syntax::{Node, Value};
use crate::word::{Key, Kind, ONE, Word, word};
use spielraum_spec::{Choice, Home, Place, Rebirth, Reborn, RebornAs, Reflection, Shared};

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
pub(super) fn sentence(prose: Prose<'_>, after: &str, rebirth: &Rebirth) -> String {
    let locale = prose.locale;
    let (types, any) = (prose.names_or(&rebirth.of), prose.any_of(&rebirth.of));
    let who = match (&rebirth.who, rebirth.of.is_empty()) {
        (Reborn::Captured, true) => locale.pick("the captured piece", "die geschlagene Figur").to_owned(),
        (Reborn::Captured, false) => say!(locale, "a captured {types}", "eine geschlagene Figur ({types})"),
        (Reborn::Captor { .. }, true) => locale.pick("the captor", "die schlagende Figur").to_owned(),
        (Reborn::Captor { .. }, false) => say!(locale, "a captor that is {any}", "eine schlagende Figur ({types})"),
    };
    let into = match rebirth.into {
        RebornAs::Itself => String::new(),
        RebornAs::Type(kind) => format!(" {} {}", locale.pick("as", "als"), prose.any_of(&[kind])),
        RebornAs::Captor => locale.pick(" as what captured it", " als das, was sie geschlagen hat,").to_owned(),
    };
    let side = if rebirth.turns { locale.pick(", on the other side,", " auf der anderen Seite") } else { "" };
    let place = match &rebirth.place {
        Place::Start { whose: Home::Own, .. } => locale
            .pick(
                "a cell on which such a piece stands at the start",
                "einem Feld, auf dem eine solche Figur am Anfang steht",
            )
            .to_owned(),
        Place::Start { whose: Home::Enemy, .. } => locale
            .pick(
                "a cell on which such a piece of the other side stands at the start",
                "einem Feld, auf dem eine solche Figur der anderen Seite am Anfang steht",
            )
            .to_owned(),
        Place::Start { whose: Home::Captor, .. } => locale
            .pick(
                "a cell on which a piece such as the captor stands at the start",
                "einem Feld, auf dem eine Figur wie die schlagende am Anfang steht",
            )
            .to_owned(),
        Place::Region { cells: region, .. } => prose.zone(region),
        Place::Capture => locale.pick("the cell of the capture", "dem Schlagfeld").to_owned(),
        Place::Departure => {
            locale.pick("the cell from which the captor came", "dem Feld, von dem die schlagende Figur kam").to_owned()
        }
        Place::Beyond => locale
            .pick(
                "the cell that is as far beyond the capture as the captor came",
                "dem Feld, das so weit hinter dem Schlagfeld liegt, wie die schlagende Figur gezogen ist",
            )
            .to_owned(),
        Place::Steps(_) => locale
            .pick("a certain cell seen from that of the capture", "einem bestimmten Feld, vom Schlagfeld aus gesehen")
            .to_owned(),
    };
    let chosen = match &rebirth.place {
        Place::Start { choice, .. } | Place::Region { choice, .. } => chosen(locale, choice),
        _ => String::new(),
    };
    let mirrored = match rebirth.reflected {
        Reflection::None => "",
        Reflection::Centre => {
            locale.pick(", mirrored in the centre of the board", ", an der Mitte des Bretts gespiegelt")
        }
        Reflection::Levels => locale.pick(", mirrored from level to level", ", von Ebene zu Ebene gespiegelt"),
        Reflection::Files => locale.pick(", mirrored from file to file", ", von Linie zu Linie gespiegelt"),
        Reflection::Ranks => locale.pick(", mirrored from rank to rank", ", von Reihe zu Reihe gespiegelt"),
    };
    let otherwise = match rebirth.who {
        Reborn::Captured => locale.pick("if it is empty", "wenn das Feld leer ist"),
        Reborn::Captor { may_stay: true } => locale
            .pick("which must be empty but for the captor itself", "das bis auf die schlagende Figur leer sein muss"),
        Reborn::Captor { may_stay: false } => locale.pick("which must be empty", "das leer sein muss"),
    };
    say!(
        locale,
        "{after}, {who} is reborn{into}{side} on {place}{chosen}{mirrored}, {otherwise}.",
        "{after} wird {who}{into}{side} wiedergeboren: auf {place}{chosen}{mirrored}, {otherwise}."
    )
}

fn chosen(locale: Locale, choice: &Choice) -> String {
    let german = |what: &Shared| match what {
        Shared::Level => "Ebene",
        Shared::File => "Linie",
        Shared::Rank => "Reihe",
        Shared::Shade => "Feldfarbe",
    };
    let words = SHARED.iter().filter(|(_, what)| choice.same.contains(what));
    let same: Vec<&str> = words.map(|(word, what)| locale.pick(*word, german(what))).collect();
    let rank = match choice.on_rank {
        true => locale.pick(", moved to the rank of the capture", ", auf die Reihe des Schlagfelds versetzt"),
        false => "",
    };
    let same = same.join(locale.pick(" and ", " und "));
    match same.is_empty() {
        true => say!(locale, "{rank}, the nearest one", "{rank}, dem nächsten"),
        false => say!(locale, "{rank}, of the {same} of the capture", "{rank}, von der {same} des Schlagfelds"),
    }
}
