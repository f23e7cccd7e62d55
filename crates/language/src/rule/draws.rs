//! `draws "black-wins"`, `draws "most-points" black=1`: who wins a game that would be a draw (O5, O8); `points "R" worth=13`.

use super::declaration::{Rule, Topic};
use super::scope::{Scope, latest};
use crate::locale::say;
use crate::prose::Prose;
use crate::report::Diagnostics;
use crate::syntax::{Content, Node, Value};
use crate::word::{Key, Kind, ONE, SOME, word};
use spielraum_spec::{ByColor, Color, Draws, PieceType, Points, Spec};

pub(super) const RULE: Rule = Rule {
    words: &[
        word("draws", ONE).props(&[("white", Kind::TextOrNumber), ("black", Kind::TextOrNumber)]),
        word("points", SOME).props(&[("worth", Kind::TextOrNumber)]).key(Key::Many),
    ],
    topic: Topic::End,
    read,
    explain,
};

const POINTS: &str = "most-points";
const OUTCOMES: [&str; 3] = ["white-wins", "black-wins", POINTS];

/// The most points that a piece is worth or a side has besides.
const MOST: u32 = 999;

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    let valued = latest(scope, "points", diagnostics);
    let Some(node) = scope.one("draws") else {
        if let Some((_, node)) = valued.first() {
            let help = "add `draws \"most-points\"`, so that points decide what would be a draw";
            diagnostics.add_with_help(node.span, "nothing asks for points", help);
        }
        return;
    };
    let Some(value) = node.first() else { return };
    spec.goals.draws = match value.text().unwrap_or_default() {
        "white-wins" => Draws::Won(Color::White),
        "black-wins" => Draws::Won(Color::Black),
        POINTS => Draws::Points(points(scope, spec, node, &valued, diagnostics)),
        other => {
            diagnostics.unknown(value.span, "the outcome", other, OUTCOMES);
            Draws::Drawn
        }
    };
    let bonus = ["white", "black"].into_iter().find_map(|side| node.prop(side));
    if let Some(bonus) = bonus.filter(|_| !matches!(spec.goals.draws, Draws::Points(_))) {
        diagnostics.add(bonus.span, format!("a side has points besides only in `draws \"{POINTS}\"`"));
    }
}

/// What each type is worth: 1 where no type is given a worth, otherwise nothing unless it is.
fn points(
    scope: &Scope<'_>,
    spec: &Spec,
    draws: &Node,
    valued: &[(PieceType, &Node)],
    diagnostics: &mut Diagnostics,
) -> Points {
    let usual = |kind: PieceType| if valued.is_empty() && !spec.is_neutral(kind) { 2 } else { 0 };
    let mut points = Points { worth: spec.piece_types().map(usual).collect(), bonus: ByColor::both(0) };
    for (kind, node) in valued {
        if let Some(worth) = scope.needed(node, "worth", "3", diagnostics) {
            points.worth[kind.index()] = halves(worth, diagnostics);
        }
    }
    for (side, color) in [("white", Color::White), ("black", Color::Black)] {
        points.bonus[color] = draws.prop(side).map_or(0, |value| halves(value, diagnostics));
    }
    points
}

/// A number of points, whole or with a half, in halves.
fn halves(value: &Value, diagnostics: &mut Diagnostics) -> u32 {
    let whole = |text: &str| text.parse::<u32>().ok().filter(|number| *number <= MOST);
    let found = match &value.content {
        Content::Number(number) => whole(&number.to_string()).map(|number| 2 * number),
        Content::Text(text) => match text.strip_suffix(".5") {
            Some(before) => whole(before).map(|number| 2 * number + 1),
            None => whole(text).map(|number| 2 * number),
        },
        Content::Flag(_) => None,
    };
    found.unwrap_or_else(|| {
        let help = "as in `13` or `\"1.5\"`";
        diagnostics.add_with_help(value.span, format!("points are whole or half, from 0 to {MOST}"), help);
        0
    })
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    let points = match &spec.goals.draws {
        Draws::Drawn => return Vec::new(),
        Draws::Won(winner) => {
            let side = prose.side(*winner);
            return vec![say!(locale, "{side} wins instead of a draw.", "Was remis wäre, gewinnt {side}.")];
        }
        Draws::Points(points) => points,
    };
    let more = locale.pick(
        "Instead of a draw, the side whose pieces on the board have more points wins.",
        "Was remis wäre, gewinnt die Seite, deren Figuren auf dem Brett mehr Punkte zählen.",
    );
    let mut sentences = vec![more.to_owned()];
    let mut worths: Vec<u32> = points.worth.iter().copied().filter(|worth| *worth > 0).collect();
    worths.sort_unstable_by(|one, other| other.cmp(one));
    worths.dedup();
    let in_points = |halves: u32| match (halves / 2, halves % 2) {
        (whole, 0) => whole.to_string(),
        (whole, _) => say!(locale, "{whole}.5", "{whole},5"),
    };
    let names = |worth: u32| {
        let named = spec.pieces.iter().zip(&points.worth).filter(|(_, of)| **of == worth);
        prose.and(&named.map(|(piece, _)| &*piece.name.white).collect::<Vec<_>>())
    };
    let said: Vec<String> = worths.iter().map(|&worth| format!("{} {}", names(worth), in_points(worth))).collect();
    match said.as_slice() {
        [] => {}
        [_] if points.worth.iter().all(|worth| *worth == worths[0]) => {
            let worth = in_points(worths[0]);
            sentences.push(say!(locale, "Each piece is worth {worth}.", "Jede Figur zählt {worth}."));
        }
        said => {
            let said = said.join(locale.pick(", ", "; "));
            sentences.push(say!(locale, "Points: {said}.", "Punkte: {said}."));
        }
    }
    for color in Color::BOTH.into_iter().filter(|&color| points.bonus[color] > 0) {
        let (side, bonus) = (prose.side(color), in_points(points.bonus[color]));
        sentences.push(say!(locale, "{side} gets an extra {bonus} points.", "{side} hat zusätzlich {bonus}."));
    }
    sentences
}
