//! `on "capture" { remove "mover"; remove "radial" except="P" }`: what happens after a move besides the move itself (E1 to E5, K5).

use super::declaration::{Rule, Topic};
use super::rebirth;
use super::scope::Scope;
use crate::prose::{any_of, list, number as in_words, piece_list};
use crate::report::Diagnostics;
use crate::span::Span;
use crate::syntax::Node;
use crate::word::{Block, Key, Kind, NONE, ONE, SOME, word};
use spielraum_geometry::Offset;
use spielraum_spec::{ByColor, Color, Consequence, Effect, Enemies, Occasion, PieceType, Spec};

pub(super) const RULE: Rule = Rule {
    words: &[word("on", SOME)
        .props(&[("by", Kind::Text)])
        .block(Block::Words(&[
            word("remove", SOME)
                .props(&[
                    ("except", Kind::Text),
                    ("whose", Kind::Text),
                    ("enclosed", Kind::Flag),
                    ("joined", Kind::Flag),
                ])
                .key(Key::Many),
            word("convert", SOME)
                .props(&[("except", Kind::Text), ("enclosed", Kind::Flag), ("joined", Kind::Flag)])
                .key(Key::Many),
            word("go", SOME).key(Key::Many),
            word("become", ONE).key(Key::Many),
            word("leave", ONE).key(Key::Many),
            rebirth::WORD,
            word("change-side", NONE).key(Key::Many),
        ]))
        .key(Key::List)],
    topic: Topic::Moves,
    read,
    explain,
};

/// The kinds of moves: their words, and what they are called in sentences.
pub(super) const OCCASIONS: &[(&str, Occasion, &str)] = &[
    ("move", Occasion::Move, "a move without capture"),
    ("capture", Occasion::Capture, "a capture"),
    ("castling", Occasion::Castling, "castling"),
    ("swap", Occasion::Swap, "a swap"),
    ("drop", Occasion::Drop, "a drop"),
];

/// The value of `whose` by which only the enemy's pieces are removed.
const ENEMY: &str = "enemy";

/// The argument of `remove` that means the piece itself.
const MOVER: &str = "mover";

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    for node in scope.all("on") {
        let words = node.args.iter().map(|value| (value.text().unwrap_or_default(), value.span));
        let after = occasions(words, diagnostics);
        let movers = node.prop("by").map_or_else(Vec::new, |value| scope.pieces.list(value, diagnostics));
        if node.children.is_empty() {
            diagnostics.missing(
                node,
                "`on` needs a block".to_owned(),
                "as in `on \"capture\" { remove \"mover\" }`".to_owned(),
            );
        }
        for child in &node.children {
            if child.word == "rebirth" && after != [Occasion::Capture] {
                diagnostics.add(
                    child.span,
                    "only captures let pieces be reborn: `rebirth` stands in a block of `on \"capture\"`",
                );
                continue;
            }
            if let Some(what) = consequence(scope, spec, child, diagnostics) {
                spec.effects.push(Effect { after: after.clone(), movers: movers.clone(), what });
            }
        }
    }
}

/// The kinds of moves that words name.
pub(super) fn occasions<'t>(
    words: impl Iterator<Item = (&'t str, Span)>,
    diagnostics: &mut Diagnostics,
) -> Vec<Occasion> {
    let mut found = Vec::new();
    for (text, span) in words {
        match OCCASIONS.iter().find(|(word, ..)| *word == text) {
            Some((_, occasion, _)) => found.push(*occasion),
            None => {
                let known = OCCASIONS.iter().map(|(word, ..)| *word);
                diagnostics.unknown(span, "the kind of move", text, known);
            }
        }
    }
    found
}

fn consequence(scope: &Scope<'_>, spec: &Spec, node: &Node, diagnostics: &mut Diagnostics) -> Option<Consequence> {
    if node.word == "rebirth" {
        return rebirth::read(scope, node, diagnostics).map(Box::new).map(Consequence::Rebirth);
    }
    if node.word == "change-side" {
        return Some(Consequence::ChangeSide);
    }
    if node.word == "become" {
        let value = node.first()?;
        let into = scope.pieces.find_any(value.text().unwrap_or_default(), value.span, diagnostics)?;
        return Some(Consequence::Become { into });
    }
    if node.word == "leave" {
        let value = node.first()?;
        let piece = scope.pieces.find_any(value.text().unwrap_or_default(), value.span, diagnostics)?;
        if !spec.is_neutral(piece) {
            diagnostics.add_with_help(
                value.span,
                format!(
                    "`{}` is a side's piece, and only one that belongs to nobody can be left",
                    scope.pieces.symbol(piece)
                ),
                "as in `piece \"S\" \"Stone\" owner=\"nobody\"`",
            );
            return None;
        }
        return Some(Consequence::Leave { piece });
    }
    if node.word == "remove" && node.args.len() == 1 && node.first()?.text() == Some(MOVER) {
        let names = ["except", "whose", "enclosed", "joined"];
        if let Some((name, value)) = names.into_iter().find_map(|name| Some((name, node.prop(name)?))) {
            diagnostics.add_with_help(
                value.span,
                format!("`{name}` says what stays around, not which piece moves"),
                "as in `on \"capture\" by=\"Q R\" { remove \"mover\" }`",
            );
        }
        return Some(Consequence::RemoveMover);
    }
    let steps = steps(scope, node, diagnostics)?;
    if node.word == "go" {
        return Some(Consequence::Go { steps });
    }
    let spared = node.prop("except").map_or_else(Vec::new, |value| scope.pieces.list(value, diagnostics));
    let (enclosed, converts) = (node.prop_flag("enclosed"), node.word == "convert");
    let whose = node.prop("whose");
    if let Some(value) = whose.filter(|value| value.text() != Some(ENEMY)) {
        diagnostics.unknown(value.span, "whose pieces are removed", value.text().unwrap_or_default(), [ENEMY]);
    }
    let joined = node.prop_flag("joined");
    Some(match enclosed || converts || joined || whose.is_some() {
        true => Consequence::Enemies(Box::new(Enemies { steps, enclosed, joined, converts, spared })),
        false => Consequence::RemoveAround { steps, spared },
    })
}

/// The steps that directions name, for each side.
fn steps(scope: &Scope<'_>, node: &Node, diagnostics: &mut Diagnostics) -> Option<ByColor<Vec<Offset>>> {
    let fault = "an effect goes by steps or leaps, whatever the rings";
    let mut white = scope.steps(&node.args, node.span, fault, diagnostics);
    white.retain(|offset| scope.regions.board().fits(*offset));
    if white.is_empty() {
        if diagnostics.none() {
            diagnostics.add(node.span, "no such step stays on this board");
        }
        return None;
    }
    Some(scope.of_both(&white))
}

fn explain(spec: &Spec) -> Vec<String> {
    let mut sentences: Vec<String> = spec.effects.iter().map(|effect| sentence(spec, effect)).collect();
    let lost: Vec<PieceType> = spec.royals().filter(|&kind| spec.may_lose_royal(kind)).collect();
    if !lost.is_empty() {
        let royal = piece_list(spec, &lost, "or");
        sentences.push(format!(
            "A move after which the mover's own {royal} leaves the board is not legal. One after which the enemy's {royal} leaves \
             it wins, whether or not the mover is in check. The {royal} is in check only from pieces that could capture it without \
             removing the {royal} of their own side."
        ));
    }
    sentences
}

fn sentence(spec: &Spec, effect: &Effect) -> String {
    let occasions: Vec<&str> =
        OCCASIONS.iter().filter(|(_, occasion, _)| effect.after.contains(occasion)).map(|(.., words)| *words).collect();
    let by = match effect.movers.is_empty() {
        true => String::new(),
        false => format!(" by {}", any_of(spec, &effect.movers)),
    };
    let after = format!("After {}{by}", list(&occasions, "or"));
    match &effect.what {
        Consequence::RemoveMover => format!("{after} the piece that moved leaves the board."),
        Consequence::Enemies(enemies) => {
            let cells = around(&enemies.steps[Color::White]);
            let which = match enemies.enclosed {
                true => format!(
                    "all enemy pieces in unbroken lines toward {cells}, behind which a piece of the mover's side stands,"
                ),
                false => format!("all enemy pieces on {cells}"),
            };
            let what = if enemies.converts { "come over to the mover's side" } else { "leave the board" };
            let royals = if enemies.converts && spec.has_royals() { ", royals left aside" } else { "" };
            let joined = match enemies.joined {
                true => format!(" if another piece of the mover's side stands on {cells}"),
                false => String::new(),
            };
            format!("{after} {which} {what}{joined}{royals}{}.", except(spec, &enemies.spared))
        }
        Consequence::RemoveAround { steps, spared } => {
            let (cells, but) = (around(&steps[Color::White]), except(spec, spared));
            format!("{after} everything on {cells} leaves the board, whosever it is{but}.")
        }
        Consequence::Go { steps } => format!(
            "{after} the piece goes on by {}, to a cell that must be empty; otherwise the move is not legal.",
            distances(&steps[Color::White])
        ),
        Consequence::Become { into } => {
            let end = if spec.is_neutral(*into) { ", which belongs to nobody" } else { "" };
            format!("{after} the piece becomes {}{end}.", any_of(spec, &[*into]))
        }
        Consequence::Rebirth(line) => rebirth::sentence(spec, &after, line),
        Consequence::ChangeSide => format!("{after} the piece changes its side."),
        Consequence::Leave { piece } => {
            let left = any_of(spec, &[*piece]);
            format!("{after} {left}, which belongs to nobody, comes to the cell that the piece has left.")
        }
    }
}

/// The cells to which steps lead, in words.
pub(super) fn around(steps: &[Offset]) -> &'static str {
    let near = steps.iter().all(|step| step.longest() == 1);
    if near { "the neighbouring cells" } else { "certain cells around" }
}

/// The types to which nothing happens, in words.
fn except(spec: &Spec, spared: &[PieceType]) -> String {
    match spared {
        [] => String::new(),
        spared => format!(", except {}", piece_list(spec, spared, "and")),
    }
}

/// Steps in words, whichever way they go.
fn distances(steps: &[Offset]) -> String {
    let part = |count: i16, one: &str| match count.unsigned_abs() {
        0 => None,
        1 => Some(format!("one {one}")),
        more => Some(format!("{} {one}s", in_words(usize::from(more)))),
    };
    let mut texts: Vec<String> = Vec::new();
    for step in steps {
        let parts =
            [part(step.cube, "cube"), part(step.level, "level"), part(step.file, "file"), part(step.rank, "rank")];
        let text = list(&parts.into_iter().flatten().collect::<Vec<_>>(), "and");
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    list(&texts, "or")
}
