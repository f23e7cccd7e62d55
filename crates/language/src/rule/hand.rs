//! `hand` and `prison`: captured pieces that can come back.

use super::declaration::{Rule, Topic};
use super::effect::around;
use super::scope::Scope;
use crate::locale::{Locale, say};
use crate::prose::{Prose, capital};
use crate::report::Diagnostics;
use crate::syntax::Node;
use crate::word::{Block, Key, Kind, NONE, SOME, Word, word};
use spielraum_spec::{
    ByColor, CapturedPieces, Drop, Gate, Hands, Mark, Near, Neighbours, PieceType, Spec, Symbol, Whose,
};

pub(super) const RULE: Rule = Rule {
    words: &[
        word("hand", NONE).props(&[("order", Kind::Text), ("captured", Kind::Text)]).block(Block::Words(HAND)),
        word("prison", NONE).props(&[("order", Kind::Text)]).block(Block::Words(PRISON)),
    ],
    topic: Topic::Moves,
    read,
    explain,
};

const RETURNS: Word = word("returns", SOME).props(&[("as", Kind::Text)]).key(Key::Many);

const HAND: &[Word] = &[
    RETURNS,
    word("flip", (2, 2, Kind::Text)).key(Key::Many),
    word("drop", SOME)
        .props(&[
            ("as", Kind::Text),
            ("in", Kind::Text),
            ("needs-move", Kind::Flag),
            ("most-per-file", Kind::Number),
            ("no-mate", Kind::Flag),
            ("if", Kind::Text),
            ("unless", Kind::Text),
            ("from", Kind::Text),
            ("along", Kind::Text),
            ("first", Kind::Text),
            ("both-shades", Kind::Flag),
        ])
        .key(Key::Many),
    word("gate", SOME).props(&[("in", Kind::Text)]).key(Key::Many),
];

const PRISON: &[Word] = &[RETURNS];

/// The value of `captured` by which captured pieces leave the game.
const LEAVES: &str = "leaves";

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    spec.hands = hands(scope, spec, diagnostics);
    spec.firsts.gates = gates(scope, spec.hands.as_ref(), diagnostics);
}

/// Reads `hand order="R B" { flip ...; returns ...; drop ... }` or `prison order="R B"`.
fn hands(scope: &Scope<'_>, spec: &Spec, diagnostics: &mut Diagnostics) -> Option<Hands> {
    let (node, to_captor) = match (scope.one("hand"), scope.one("prison")) {
        (None, None) => return None,
        (Some(_), Some(prison)) => {
            diagnostics.add(prison.span, "a game has a `hand` or a `prison`, not both");
            return None;
        }
        (Some(hand), None) => (hand, true),
        (None, Some(prison)) => (prison, false),
    };
    let order = scope.pieces.list(scope.needed(node, "order", "\"R B\"", diagnostics)?, diagnostics);
    let leaves = captured_leave(node, diagnostics);
    // A royal is not captured, or not for ever.
    let usual: Vec<PieceType> =
        order.iter().copied().filter(|kind| !leaves && !spec.pieces[kind.index()].royal).collect();
    let table = returns(scope, node, &usual, &order, diagnostics);
    let captured = if to_captor { CapturedPieces::ToCaptor(table) } else { CapturedPieces::ToPrison(table) };
    let drops = if to_captor { drops(scope, node, &order, diagnostics) } else { Vec::new() };
    Some(Hands { order, captured, drops })
}

/// Whether captured pieces leave the game, unless a `returns` or `flip` says more of them.
fn captured_leave(node: &Node, diagnostics: &mut Diagnostics) -> bool {
    let Some(value) = node.prop("captured") else { return false };
    let text = value.text().unwrap_or_default();
    if text != LEAVES {
        diagnostics.unknown(value.span, "what becomes of captured pieces", text, [LEAVES]);
    }
    true
}

/// What each captured piece becomes: what the definition says, otherwise itself or the piece of which
/// it is a promoted form, if that is one of the `usual`.
fn returns(
    scope: &Scope<'_>,
    node: &Node,
    usual: &[PieceType],
    order: &[PieceType],
    diagnostics: &mut Diagnostics,
) -> ByColor<Vec<Option<PieceType>>> {
    let in_hand = |piece: PieceType| usual.contains(&piece).then_some(piece);
    let mut table: Vec<Option<PieceType>> = PieceType::all(scope.pieces.len())
        .map(|piece| {
            let symbol = scope.pieces.symbol(piece);
            match symbol.mark {
                Mark::None => in_hand(piece),
                Mark::Plus => scope.pieces.number(Symbol { mark: Mark::None, ..symbol }).and_then(in_hand),
                Mark::Tilde => in_hand(piece),
            }
        })
        .collect();
    let mut said: Vec<PieceType> = Vec::new();
    let mut set = |from: PieceType, to: PieceType, at: &Node, diagnostics: &mut Diagnostics| {
        if said.contains(&from) {
            diagnostics.add(at.span, format!("what `{}` returns as is given twice", scope.pieces.symbol(from)));
        }
        if !order.contains(&to) {
            diagnostics.add(at.span, format!("`{}` is not in the `order` of the hand", scope.pieces.symbol(to)));
        }
        said.push(from);
        table[from.index()] = Some(to);
    };
    for child in &node.children {
        match child.word.as_str() {
            "flip" => {
                if let [one, other] = scope.pieces.args(&child.args, diagnostics)[..] {
                    set(one, other, child, diagnostics);
                    set(other, one, child, diagnostics);
                }
            }
            "returns" => {
                let Some(value) = scope.needed(child, "as", "\"P\"", diagnostics) else { continue };
                let Some(to) = scope.pieces.find(value.text().unwrap_or_default(), value.span, diagnostics) else {
                    continue;
                };
                for from in scope.pieces.args(&child.args, diagnostics) {
                    set(from, to, child, diagnostics);
                }
            }
            _ => {}
        }
    }
    ByColor::both(table)
}

/// What may come from the hand to a cell that another piece leaves with its first move.
fn gates(scope: &Scope<'_>, hands: Option<&Hands>, diagnostics: &mut Diagnostics) -> Vec<Gate> {
    let (Some(node), Some(hands)) = (scope.one("hand"), hands) else { return Vec::new() };
    let mut gates: Vec<Gate> = Vec::new();
    for given in node.all("gate") {
        let Some(cells) = scope.region(given, "in", diagnostics) else { continue };
        for piece in scope.pieces.args(&given.args, diagnostics) {
            let symbol = scope.pieces.symbol(piece);
            if !hands.order.contains(&piece) {
                diagnostics.add(given.span, format!("`{symbol}` is not in the `order` of the hand"));
            } else if gates.iter().any(|gate| gate.piece == piece) {
                diagnostics.add(given.span, format!("the gate of `{symbol}` is given twice"));
            } else {
                gates.push(Gate { piece, cells });
            }
        }
    }
    gates
}

/// How each piece in hand is dropped: anywhere, unless a `drop` says more or it comes through a `gate`.
fn drops(scope: &Scope<'_>, node: &Node, order: &[PieceType], diagnostics: &mut Diagnostics) -> Vec<Drop> {
    let anywhere = ByColor::both(scope.regions.board().all());
    let mut drops: Vec<Drop> = order
        .iter()
        .map(|&piece| Drop {
            piece,
            held: piece,
            cells: anywhere,
            needs_move: false,
            max_on_file_line: None,
            no_mate: false,
            near: None,
            first: None,
            both_shades: false,
        })
        .collect();
    let gated: Vec<PieceType> =
        node.all("gate").flat_map(|gate| scope.pieces.args(&gate.args, &mut Diagnostics::default())).collect();
    drops.retain(|drop| !gated.contains(&drop.held));
    let mut said: Vec<(PieceType, PieceType)> = Vec::new();
    for given in node.all("drop") {
        let cells = match given.prop("in") {
            None => Some(anywhere),
            Some(value) => scope.regions.find(value, diagnostics),
        };
        let most = given.prop("most-per-file").and_then(|value| match value.number() {
            Some(number) if (1..=32).contains(&number) => Some(number as u8),
            _ => {
                diagnostics.add(value.span, "the number of pieces on a file is 1 to 32");
                None
            }
        });
        let first = given.prop("first").and_then(|value| scope.regions.find(value, diagnostics));
        let near = near(scope, given, diagnostics);
        for piece in scope.pieces.args(&given.args, diagnostics) {
            if !order.contains(&piece) {
                diagnostics
                    .add(given.span, format!("`{}` is not in the `order` of the hand", scope.pieces.symbol(piece)));
                continue;
            }
            let faces = given.prop("as").map_or_else(|| vec![piece], |value| scope.pieces.list(value, diagnostics));
            // The first line takes the place of the usual drop; others say more of it.
            if !said.iter().any(|(held, _)| *held == piece) {
                drops.retain(|drop| drop.held != piece);
            }
            for face in faces {
                if said.iter().any(|(_, said)| *said == face) {
                    diagnostics.add(given.span, format!("the drop of `{}` is given twice", scope.pieces.symbol(face)));
                }
                said.push((piece, face));
                drops.push(Drop {
                    piece: face,
                    held: piece,
                    cells: cells.unwrap_or(anywhere),
                    needs_move: given.prop_flag("needs-move"),
                    max_on_file_line: most,
                    no_mate: given.prop_flag("no-mate"),
                    near: near.clone(),
                    first,
                    both_shades: given.prop_flag("both-shades"),
                });
            }
        }
    }
    // In the order of the hand, whatever the order of the lines.
    drops.sort_by_key(|drop| (order.iter().position(|held| *held == drop.held), drop.piece));
    drops
}

/// Reads what must stand around the cell of a drop.
fn near(scope: &Scope<'_>, node: &Node, diagnostics: &mut Diagnostics) -> Option<Near> {
    let holds = node.prop("unless").is_none();
    let value = match (node.prop("if"), node.prop("unless")) {
        (None, None) => {
            if let Some(value) = node.prop("from").or(node.prop("along")) {
                let help = "as in `if=\"beside\" from=\"own\" along=\"radial\"`";
                diagnostics.add_with_help(value.span, "`from` and `along` belong to `if` or `unless`", help);
            }
            return None;
        }
        (Some(_), Some(value)) => {
            diagnostics.add(value.span, "a drop has `if` or `unless`, not both");
            return None;
        }
        (Some(value), None) | (None, Some(value)) => value,
    };
    let from = node.prop("from");
    let what = match value.text().unwrap_or_default() {
        "beside" => {
            let from = scope.needed(node, "from", "\"own\"", diagnostics)?;
            match from.text().unwrap_or_default() {
                "own" => Neighbours::Beside(Whose::Own),
                "enemy" => Neighbours::Beside(Whose::Enemy),
                other => {
                    diagnostics.unknown(from.span, "whose piece is beside it", other, ["own", "enemy"]);
                    return None;
                }
            }
        }
        "encloses" => Neighbours::Encloses,
        "stops" => Neighbours::Stops,
        other => {
            diagnostics.unknown(value.span, "what stands around a drop", other, ["beside", "encloses", "stops"]);
            return None;
        }
    };
    if let Some(from) = from.filter(|_| !matches!(what, Neighbours::Beside(_))) {
        diagnostics.add(from.span, "`from` belongs to `beside`");
    }
    let fault = "what stands around a drop is seen along steps or leaps, whatever the rings";
    Some(Near { what, steps: scope.along(node, fault, diagnostics)?, holds })
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Some(hands) = &prose.spec.hands else { return Vec::new() };
    let mut sentences = captured(prose, hands);
    sentences.extend(dropped(prose, hands));
    sentences.extend(gated(prose));
    sentences
}

/// One sentence for all pieces that come to the same cells.
fn gated(prose: Prose<'_>) -> Vec<String> {
    let gates = &prose.spec.firsts.gates;
    let firsts =
        gates.iter().enumerate().filter(|(at, gate)| !gates[..*at].iter().any(|other| other.cells == gate.cells));
    let sentence = |(_, gate): (usize, &Gate)| {
        let same = gates.iter().filter(|other| other.cells == gate.cells).map(|other| other.piece);
        let (from, pieces) = (prose.zone(&gate.cells), prose.any_of(&same.collect::<Vec<_>>()));
        say!(
            prose.locale,
            "When a piece that has not moved leaves {from}, castling included, {pieces} in hand may come to its cell.",
            "Zieht eine Figur, die noch nicht gezogen hat, von {from} weg, auch durch Rochade, darf {pieces} aus der Hand auf ihr Feld kommen."
        )
    };
    firsts.map(sentence).collect()
}

fn captured(prose: Prose<'_>, hands: &Hands) -> Vec<String> {
    let Prose { spec, locale } = prose;
    let (where_to, table) = match &hands.captured {
        CapturedPieces::ToCaptor(table) => {
            (locale.pick("the captor's hand", "die Hand der Seite, die sie geschlagen hat"), table)
        }
        CapturedPieces::ToPrison(table) => (
            locale.pick(
                "the prison, from which a promotion may bring it back",
                "das Gefängnis, aus dem ihre Seite sie durch eine Umwandlung zurückholen kann",
            ),
            table,
        ),
    };
    let kept: Vec<PieceType> = spec.piece_types().filter(|piece| table.white[piece.index()].is_some()).collect();
    let capturable: Vec<PieceType> =
        spec.piece_types().filter(|&piece| !spec.pieces[piece.index()].royal && !spec.is_neutral(piece)).collect();
    let mut sentences = vec![match kept.is_empty() {
        true => locale.pick("Captured pieces leave the game.", "Geschlagene Figuren scheiden aus.").to_owned(),
        false if locale == Locale::En && kept == capturable => match &hands.captured {
            CapturedPieces::ToCaptor(_) => "Captured pieces go to the captor's hand.".to_owned(),
            CapturedPieces::ToPrison(_) => {
                "Captured pieces go to the prison, from which a promotion may bring them back.".to_owned()
            }
        },
        false => {
            let kept = prose.names_or(&kept);
            say!(
                locale,
                "A captured {kept} goes to {where_to}.",
                "Diese Figuren kommen, wenn sie geschlagen werden, in {where_to}: {kept}."
            )
        }
    }];
    let changed: Vec<String> = table
        .white
        .iter()
        .enumerate()
        .filter_map(|(from, to)| Some((PieceType(from as u8), (*to)?)))
        .filter(|(from, to)| from != to)
        .map(|(from, to)| as_another(prose, from, to))
        .collect();
    if !changed.is_empty() {
        let changed = prose.and(&changed);
        let there = match &hands.captured {
            CapturedPieces::ToCaptor(_) => "In hand",
            CapturedPieces::ToPrison(_) => "In the prison",
        };
        sentences.push(say!(
            locale,
            "{there}, these count as other pieces: {changed}.",
            "Dort zählen sie als andere Figuren: {changed}."
        ));
    }
    sentences
}

/// `Gold as Pawn`.
fn as_another(prose: Prose<'_>, from: PieceType, to: PieceType) -> String {
    format!("{} {} {}", prose.name(from), prose.locale.pick("as", "als"), prose.name(to))
}

/// One sentence for all pieces that are dropped alike.
fn dropped(prose: Prose<'_>, hands: &Hands) -> Vec<String> {
    let mut sentences = Vec::new();
    let turned = |drop: &Drop| drop.piece != drop.held;
    let alike = |a: &Drop, b: &Drop| turned(a) == turned(b) && Drop { piece: b.piece, held: b.held, ..a.clone() } == *b;
    for (at, rule) in hands.drops.iter().enumerate() {
        if hands.drops[..at].iter().any(|other| alike(other, rule)) {
            continue;
        }
        let same: Vec<&Drop> = hands.drops.iter().filter(|other| alike(other, rule)).collect();
        let kinds: Vec<PieceType> = same.iter().map(|other| other.piece).collect();
        let limits = limits(prose, rule);
        let restriction = if limits.is_empty() { String::new() } else { format!(", {}", limits.join(", ")) };
        sentences.push(match turned(rule) {
            false => {
                let pieces = capital(&prose.any_of(&kinds));
                say!(
                    prose.locale,
                    "{pieces} in hand may be dropped on an empty cell{restriction}.",
                    "{pieces} aus der Hand darf auf ein leeres Feld eingesetzt werden{restriction}."
                )
            }
            true => {
                let faces = same.iter().map(|drop| as_another(prose, drop.held, drop.piece));
                let faces = prose.and(&faces.collect::<Vec<_>>());
                say!(
                    prose.locale,
                    "Pieces in hand may be dropped as others on an empty cell{restriction}: {faces}.",
                    "Figuren aus der Hand dürfen als andere auf ein leeres Feld eingesetzt werden{restriction}: {faces}."
                )
            }
        });
    }
    sentences
}

fn limits(prose: Prose<'_>, rule: &Drop) -> Vec<String> {
    let locale = prose.locale;
    let mut limits = Vec::new();
    if let Some(cells) = prose.by_side(&rule.cells) {
        limits.push(say!(locale, "only on {cells}", "nur auf {cells}"));
    }
    if rule.needs_move {
        limits.push(locale.pick("not where it could never move", "nicht, wo kein Zug mehr möglich wäre").to_owned());
    }
    if let Some(most) = rule.max_on_file_line {
        limits.push(say!(
            locale,
            "at most {most} of a side on one file",
            "höchstens {most} einer Seite auf einer Linie"
        ));
    }
    if rule.no_mate {
        limits.push(locale.pick("not to give checkmate", "nicht, um mattzusetzen").to_owned());
    }
    if rule.both_shades {
        let alike = locale.pick(
            "so that both shades get alike many of a side",
            "sodass auf beide Feldfarben gleich viele einer Seite kommen",
        );
        limits.push(alike.to_owned());
    }
    if let Some(near) = &rule.near {
        let cells = around(locale, &near.steps.white);
        let held = match near.what {
            Neighbours::Beside(Whose::Own) => {
                say!(locale, "with a piece of its own side on {cells}", "mit einer eigenen Figur auf {cells}")
            }
            Neighbours::Beside(Whose::Enemy) => {
                say!(locale, "with an enemy piece on {cells}", "mit einer gegnerischen Figur auf {cells}")
            }
            Neighbours::Encloses => say!(
                locale,
                "where an unbroken line of enemy pieces toward {cells} ends at a piece of its own side",
                "wo eine lückenlose Linie gegnerischer Figuren, die auf {cells} beginnt, an einer eigenen Figur endet"
            ),
            Neighbours::Stops => locale
                .pick(
                    "where it would stop if it slid in from the edge of the board",
                    "wo die Figur stehen bliebe, wenn sie vom Rand des Bretts hereinzöge",
                )
                .to_owned(),
        };
        limits.push(match near.holds {
            true => say!(locale, "only {held}", "nur {held}"),
            false => say!(locale, "not {held}", "nicht {held}"),
        });
    }
    if let Some(first) = &rule.first {
        let cells = prose.zone(first);
        limits.push(say!(
            locale,
            "but on {cells} as long as one of these cells is empty",
            "aber auf {cells}, solange eines dieser Felder leer ist"
        ));
    }
    limits
}
