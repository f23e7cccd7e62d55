//! `on "capture" { remove "mover"; remove "radial" except="P" }`: what happens after a move besides the move itself (E1 to E5, K5).

use super::declaration::{Rule, Topic};
use super::rebirth;
use super::scope::Scope;
use crate::locale::{Locale, say};
use crate::prose::Prose;
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

/// The kinds of moves: their words, and what they are called in English and, in nominative and dative, in German.
const OCCASIONS: &[(&str, Occasion, &str, [&str; 2])] = &[
    ("move", Occasion::Move, "a move without capture", ["ein Zug ohne Schlagen", "einem Zug ohne Schlagen"]),
    ("capture", Occasion::Capture, "a capture", ["ein Schlagzug", "einem Schlagzug"]),
    ("castling", Occasion::Castling, "castling", ["eine Rochade", "einer Rochade"]),
    ("swap", Occasion::Swap, "a swap", ["ein Platztausch", "einem Platztausch"]),
    ("drop", Occasion::Drop, "a drop", ["ein Einsetzen", "einem Einsetzen"]),
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
            Some((_, occasion, ..)) => found.push(*occasion),
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

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    let mut sentences: Vec<String> = spec.effects.iter().map(|effect| sentence(prose, effect)).collect();
    let lost: Vec<PieceType> = spec.royals().filter(|&kind| spec.may_lose_royal(kind)).collect();
    if !lost.is_empty() {
        let royal = prose.names_or(&lost);
        sentences.push(say!(
            locale,
            "A move after which the mover's own {royal} leaves the board is not legal. One after which the enemy's {royal} leaves \
             it wins, whether or not the mover is in check. The {royal} is in check only from pieces that could capture it without \
             removing the {royal} of their own side.",
            "Ein Zug ist nicht erlaubt, wenn danach {royal} der ziehenden Seite vom Brett verschwunden ist. Ist {royal} des Gegners \
             verschwunden, gewinnt er, auch im Schach. Schach bieten nur Figuren, die {royal} schlagen könnten, ohne dass {royal} \
             der eigenen Seite verschwindet."
        ));
    }
    sentences
}

fn sentence(prose: Prose<'_>, effect: &Effect) -> String {
    let Prose { spec, locale } = prose;
    let (english, german) = kinds(prose, &effect.after);
    let by = match &effect.movers[..] {
        [] => String::new(),
        movers => format!(" {} {}", locale.pick("by", "mit"), prose.any_of(movers)),
    };
    let after = say!(locale, "After {english}{by}", "Nach {german}{by}");
    match &effect.what {
        Consequence::RemoveMover => {
            say!(
                locale,
                "{after}, the piece that moved leaves the board.",
                "{after} verlässt die gezogene Figur das Brett."
            )
        }
        Consequence::Enemies(enemies) => {
            let cells = around(locale, &enemies.steps[Color::White]);
            let which = match enemies.enclosed {
                true => say!(
                    locale,
                    "all enemy pieces in unbroken lines toward {cells}, behind which a piece of the mover's side stands,",
                    "alle gegnerischen Figuren in lückenlosen Linien, die auf {cells} beginnen und hinter denen eine Figur der ziehenden Seite steht,"
                ),
                false => say!(locale, "all enemy pieces on {cells}", "alle gegnerischen Figuren auf {cells}"),
            };
            let royals = match enemies.converts && spec.has_royals() {
                true => locale.pick(", except royals", ", königliche ausgenommen"),
                false => "",
            };
            let joined = match enemies.joined {
                true => say!(
                    locale,
                    " if another piece of the mover's side stands on {cells}",
                    ", wenn auf {cells} noch eine Figur der ziehenden Seite steht"
                ),
                false => String::new(),
            };
            let except = except(prose, &enemies.spared);
            match enemies.converts {
                true => say!(
                    locale,
                    "{after}, {which} change sides{joined}{royals}{except}.",
                    "{after} wechseln {which} zur ziehenden Seite{joined}{royals}{except}."
                ),
                false => say!(
                    locale,
                    "{after}, {which} leave the board{joined}{royals}{except}.",
                    "{after} verlassen {which} das Brett{joined}{royals}{except}."
                ),
            }
        }
        Consequence::RemoveAround { steps, spared } => {
            let (cells, but) = (around(locale, &steps[Color::White]), except(prose, spared));
            say!(
                locale,
                "{after}, all pieces of both sides on {cells} leave the board{but}.",
                "{after} verlässt alles auf {cells} das Brett, gleich wem es gehört{but}."
            )
        }
        Consequence::Go { steps } => {
            let far = distances(prose, &steps[Color::White]);
            say!(
                locale,
                "{after}, the piece goes on by {far}, to a cell that must be empty; otherwise the move is not legal.",
                "{after} geht die Figur um {far} weiter, auf ein Feld, das leer sein muss; sonst ist der Zug nicht erlaubt."
            )
        }
        Consequence::Become { into } => {
            let neutral = spec.is_neutral(*into);
            let end = if neutral { locale.pick(", which belongs to nobody", " und gehört niemandem") } else { "" };
            let into = prose.any_of(&[*into]);
            say!(locale, "{after}, the piece becomes {into}{end}.", "{after} wird die Figur zu {into}{end}.")
        }
        Consequence::Rebirth(line) => rebirth::sentence(prose, &after, line),
        Consequence::ChangeSide => {
            say!(locale, "{after}, the piece changes sides.", "{after} wechselt die Figur die Seite.")
        }
        Consequence::Leave { piece } => {
            let left = prose.any_of(&[*piece]);
            say!(
                locale,
                "{after}, {left}, which belongs to nobody, appears on the cell that the piece left.",
                "{after} kommt auf das Feld, das die Figur verlassen hat, {left} (gehört niemandem)."
            )
        }
    }
}

/// The kinds of moves in words, and in the German dative, as after "nach".
pub(super) fn kinds(prose: Prose<'_>, kinds: &[Occasion]) -> (String, String) {
    let said = || OCCASIONS.iter().filter(|(_, occasion, ..)| kinds.contains(occasion));
    let plain: Vec<&str> = said().map(|(_, _, english, [german, _])| prose.locale.pick(*english, *german)).collect();
    let dative: Vec<&str> = said().map(|(_, _, _, [_, dative])| *dative).collect();
    (prose.or(&plain), prose.or(&dative))
}

/// The cells to which steps lead, in words; in the German dative.
pub(super) fn around(locale: Locale, steps: &[Offset]) -> &'static str {
    let near = steps.iter().all(|step| step.longest() == 1);
    match near {
        true => locale.pick("the neighbouring cells", "den Nachbarfeldern"),
        false => locale.pick("certain cells around", "bestimmten Feldern ringsum"),
    }
}

/// The types to which nothing happens, in words.
fn except(prose: Prose<'_>, spared: &[PieceType]) -> String {
    match spared {
        [] => String::new(),
        spared => match prose.locale {
            Locale::En => format!(", except {}", prose.all_of(spared)),
            Locale::De => format!(", ausgenommen {}", prose.names_and(spared)),
        },
    }
}

/// Steps in words, whichever way they go; in the German accusative.
fn distances(prose: Prose<'_>, steps: &[Offset]) -> String {
    let part = |count: i16, names: [&str; 2]| match count.unsigned_abs() {
        0 => None,
        1 => Some(names[0].to_owned()),
        more => Some(format!("{} {}", prose.number(usize::from(more)), names[1])),
    };
    let names: [[&str; 2]; 4] = prose.locale.pick(
        [["one cube", "cubes"], ["one level", "levels"], ["one file", "files"], ["one rank", "ranks"]],
        [["einen Würfel", "Würfel"], ["eine Ebene", "Ebenen"], ["eine Linie", "Linien"], ["eine Reihe", "Reihen"]],
    );
    let mut texts: Vec<String> = Vec::new();
    for step in steps {
        let parts = [step.cube, step.level, step.file, step.rank].into_iter().zip(names);
        let text = prose.and(&parts.filter_map(|(count, names)| part(count, names)).collect::<Vec<_>>());
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    prose.or(&texts)
}
