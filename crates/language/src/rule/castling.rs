//! `castling "K" king="e1-g1" rook="h1-f1"`, or `king="K-g1" rook="R-f1"` wherever they stand at the start.

use super::declaration::{Rule, Topic};
use super::scope::{Scope, side};
use crate::locale::say;
use crate::prose::{Prose, capital};
use crate::region;
use crate::report::Diagnostics;
use crate::syntax::Node;
use crate::word::{Key, Kind, ONE, word};
use spielraum_geometry::{Cell, sort_few};
use spielraum_spec::{Castling, Color, PieceType, Spec};

pub(super) const RULE: Rule = Rule {
    words: &[word("castling", ONE)
        .props(&[("king", Kind::Text), ("rook", Kind::Text), ("for", Kind::Text), ("dropped", Kind::Text)])
        .key(Key::Named)],
    topic: Topic::Moves,
    read,
    explain,
};

/// Reads the castling moves. One of White's is mirrored for Black where Black's own is not given. Which
/// pieces castle follows from the start position.
fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    let given: Vec<(char, &Node)> = scope
        .all("castling")
        .filter_map(|node| {
            let value = node.first()?;
            let mut letters = value.text()?.chars();
            match (letters.next(), letters.next()) {
                (Some(right), None) if right.is_ascii_alphabetic() => Some((right, node)),
                _ => {
                    diagnostics.add_with_help(
                        value.span,
                        "a castling right is one letter: a capital for White's, a small one for Black's",
                        "one line for each, as in `castling \"K\" king=\"e1-g1\" rook=\"h1-f1\"`; Black's are mirrored",
                    );
                    None
                }
            }
        })
        .collect();
    let (mut castlings, mut lacking) = (Vec::new(), Vec::new());
    // Where nothing is royal, any piece castles as the king does.
    let any_royal = spec.has_royals();
    for &(right, node) in &given {
        let own = if right.is_ascii_lowercase() { Color::Black } else { Color::White };
        let Some(king) = ends(scope, node, "king", diagnostics) else { continue };
        let Some(rook) = ends(scope, node, "rook", diagnostics) else { continue };
        let by_partner = matches!(king.0, Origin::Piece(_)) || matches!(rook.0, Origin::Piece(_));
        let Some(king) = king_way(scope, own, king, node, diagnostics) else { continue };
        let Some(rook) = rook_way(scope, own, rook, king, node, diagnostics) else { continue };
        let name = |cell| scope.regions.board().name(cell);
        if let Some(value) = node.prop("rook").filter(|_| king.1 == rook.1) {
            let text = format!("the king and the rook can't both end on {}", name(king.1));
            diagnostics.add_with_help(value.span, text, "as in `king=\"e1-g1\" rook=\"h1-f1\"`");
            continue;
        }
        if let Some(value) = node.prop("king").filter(|_| king.0 == king.1 && rook.0 == rook.1) {
            let text = format!(
                "a castling that leaves the king on {} and the rook on {} is no move",
                name(king.0),
                name(rook.0)
            );
            diagnostics.add(value.span, text);
            continue;
        }
        let dropped = node.prop("dropped").map(|value| (value.span, scope.pieces.list(value, diagnostics)));
        if let Some((span, kinds)) = &dropped {
            let fits = |kinds: &[PieceType]| match *kinds {
                [king, rook] => spec.pieces[king.index()].royal == any_royal && !spec.pieces[rook.index()].royal,
                _ => false,
            };
            if !fits(kinds) {
                let text = "a king and the piece with which it castles are needed here";
                diagnostics.add_with_help(*span, text, "as in `dropped=\"K R\"`");
                continue;
            }
        }
        let dropped = dropped.map(|(_, kinds)| kinds);
        let mut add =
            |right: char, color: Color, royal: (Cell, Cell), partner: (Cell, Cell), diagnostics: &mut Diagnostics| {
                let mut stands = |cell: Cell, is_royal: bool, what: &str, verb: &str| {
                    let found = scope.start?.at(cell).filter(|&(side, kind)| {
                        side == color && spec.pieces[kind.index()].royal == (is_royal && any_royal)
                    });
                    let text =
                        format!("no {} {what} stands on {} at the start to castle{verb}", color.name(), name(cell));
                    // The same king may castle in several ways: what it lacks is reported once.
                    if found.is_none() && !lacking.contains(&text) {
                        diagnostics.add(node.span, text.clone());
                        lacking.push(text);
                    }
                    found.map(|(_, kind)| kind)
                };
                // Those that come from the hand are named; the others stand at the start.
                let types = match dropped.as_deref() {
                    Some(&[royal_type, partner_type]) => (Some(royal_type), Some(partner_type)),
                    _ => (
                        stands(royal.0, true, if any_royal { "royal piece" } else { "piece" }, ""),
                        stands(partner.0, false, "piece", " with"),
                    ),
                };
                if let (Some(royal_type), Some(partner_type)) = types {
                    castlings.push(Castling {
                        right,
                        color,
                        royal_type,
                        royal,
                        partner,
                        partner_type,
                        by_partner,
                        dropped: dropped.is_some(),
                    });
                }
            };
        if right.is_ascii_lowercase() {
            add(right, Color::Black, king, rook, diagnostics);
            continue;
        }
        add(right, Color::White, king, rook, diagnostics);
        let small = right.to_ascii_lowercase();
        let only = side(node, diagnostics).flatten();
        if only == Some(Color::Black) {
            let text = format!("`{right}` is White's: a right of Black's alone has a small letter");
            diagnostics.add_with_help(
                node.span,
                text,
                format!("as in `castling \"{small}\" king=\"e8-g8\" rook=\"h8-f8\"`"),
            );
        }
        if only.is_some() {
            continue;
        }
        if given.iter().any(|(other, _)| *other == small) {
            continue;
        }
        let mirrored = |(from, to): (Cell, Cell)| {
            let turn = |cell| scope.mirror.cell(scope.regions.board(), cell);
            Some((turn(from)?, turn(to)?))
        };
        match (mirrored(king), mirrored(rook)) {
            (Some(king), Some(rook)) => add(small, Color::Black, king, rook, diagnostics),
            _ => diagnostics.add(node.span, "seen from Black's side these cells do not exist"),
        }
    }
    // White's first, each side's in the order given.
    sort_few(&mut castlings, |one, other| one.color.cmp(&other.color));
    spec.castlings = castlings;
}

/// Where a piece that castles starts.
#[derive(Clone, Copy)]
enum Origin {
    Cell(Cell),
    /// Where it stands at the start.
    Piece(PieceType),
}

/// The way of a king: that of its type which stands on the board at the start.
fn king_way(
    scope: &Scope<'_>,
    color: Color,
    (from, to): (Origin, Cell),
    node: &Node,
    diagnostics: &mut Diagnostics,
) -> Option<(Cell, Cell)> {
    match from {
        Origin::Cell(cell) => Some((cell, to)),
        Origin::Piece(kind) => match scope.start?.cells_of(color, kind)[..] {
            [cell] => Some((cell, to)),
            ref cells => {
                let symbol = scope.pieces.symbol(kind);
                let text = format!(
                    "{} has {} `{symbol}` at the start, so the one that castles must be named by its cell",
                    color.name(),
                    cells.len()
                );
                diagnostics.add_with_help(node.span, capital(&text), "as in `king=\"e1-g1\"`");
                None
            }
        },
    }
}

/// The way of a rook: that of the outermost of its type which passes the king, going from the side of the king's end that is
/// away from its own.
fn rook_way(
    scope: &Scope<'_>,
    color: Color,
    (from, to): (Origin, Cell),
    king: (Cell, Cell),
    node: &Node,
    diagnostics: &mut Diagnostics,
) -> Option<(Cell, Cell)> {
    let kind = match from {
        Origin::Cell(cell) => return Some((cell, to)),
        Origin::Piece(kind) => kind,
    };
    let board = scope.regions.board();
    let file = |cell: Cell| board.coord(cell).file;
    let side = (file(king.1) - file(to)).signum();
    let beyond = |cell: &Cell| {
        let (coord, home) = (board.coord(*cell), board.coord(king.0));
        (coord.level, coord.rank) == (home.level, home.rank) && (coord.file - home.file).signum() == side
    };
    let rooks = scope.start?.cells_of(color, kind);
    let outermost = rooks.into_iter().filter(beyond).max_by_key(|&cell| file(cell) * side);
    if outermost.is_none() {
        let symbol = scope.pieces.symbol(kind);
        let text = format!("no `{symbol}` of {} stands beside the king to castle with", capital(color.name()));
        diagnostics.add_with_help(
            node.span,
            text,
            "the rook comes from the side of the king's end that is away from its own",
        );
    }
    outermost.map(|cell| (cell, to))
}

/// `king="e1-g1"`, or with the letter of a piece, `king="K-g1"`.
fn ends(scope: &Scope<'_>, node: &Node, prop: &str, diagnostics: &mut Diagnostics) -> Option<(Origin, Cell)> {
    let value = scope.needed(node, prop, "\"e1-g1\"", diagnostics)?;
    match value.split(|c| c == '-')[..] {
        [(from, from_span), (to, to_span)] => {
            let board = scope.regions.board();
            let piece = scope.pieces.named(from).map(Origin::Piece);
            let from = piece.or_else(|| Some(Origin::Cell(region::cell(board, from, from_span, diagnostics)?)));
            let to = region::cell(board, to, to_span, diagnostics);
            Some((from?, to?))
        }
        _ => {
            diagnostics.add_with_help(value.span, "two cells are needed here", "as in `e1-g1`");
            None
        }
    }
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    let mut sentences = Vec::new();
    let name = |cell| spec.board.name(cell);
    for color in Color::BOTH {
        let moves: Vec<String> = spec
            .castlings
            .iter()
            .filter(|castling| castling.color == color)
            .map(|castling| {
                let royal = format!("{}-{}", name(castling.royal.0), name(castling.royal.1));
                let partner = prose.name(castling.partner_type);
                let partner = format!("{partner} {}-{}", name(castling.partner.0), name(castling.partner.1));
                say!(locale, "{royal} with {partner}", "{royal} mit {partner}")
            })
            .collect();
        if !moves.is_empty() {
            let (side, moves) = (prose.side(color), prose.or(&moves));
            sentences.push(say!(locale, "{side} castles {moves}.", "{side} rochiert {moves}."));
        }
        if spec.castlings.iter().any(|castling| castling.color == color && castling.dropped) {
            let dropped = locale.pick(
                "It may do so once both pieces have been dropped where they start.",
                "Das ist möglich, sobald beide Figuren auf ihren Ausgangsfeldern eingesetzt worden sind.",
            );
            sentences.push(dropped.to_owned());
        }
    }
    sentences
}
