//! `first-move "K" lost-to="R" { leap "knight" }`: what a piece may do only as long as it has not moved.

use super::declaration::{Rule, Topic};
use super::scope::{Scope, latest};
use crate::locale::say;
use crate::prose::{Prose, capital};
use crate::report::Diagnostics;
use crate::syntax::Node;
use crate::word::{Block, Key, Kind, SOME, word};
use spielraum_geometry::CellSet;
use spielraum_spec::{ByColor, FirstMove, Mode, PieceType, Spec};

pub(super) const RULE: Rule = Rule {
    words: &[word(WORD, SOME)
        .props(&[("from", Kind::Text), ("lost-to", Kind::Text)])
        .block(Block::Moves)
        .key(Key::Many)],
    topic: Topic::Moves,
    read,
    explain,
};

/// The word.
pub(crate) const WORD: &str = "first-move";

/// Reads the first moves, at most one line for each piece: that of the latest layer.
fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    let latest = latest(scope, WORD, diagnostics);
    spec.firsts.moves =
        latest.into_iter().filter_map(|(piece, node)| first_move(scope, node, piece, diagnostics)).collect();
}

fn first_move(scope: &Scope<'_>, node: &Node, piece: PieceType, diagnostics: &mut Diagnostics) -> Option<FirstMove> {
    let number = scope.all(WORD).position(|other| other.span == node.span)?;
    let mut moves = scope.first_moves.get(number)?.clone();
    let parts = moves.white.iter_mut().chain(&mut moves.black);
    for part in parts {
        part.mode = match part.mode {
            Mode::Both | Mode::Quiet => Mode::Quiet,
            Mode::Capture => {
                diagnostics.add_with_help(node.span, "a first move captures nothing", "take `capture-only` out");
                return None;
            }
        };
    }
    if moves.white.is_empty() && moves.black.is_empty() && node.children.is_empty() {
        diagnostics.missing(
            node,
            "a first move says how the piece moves",
            "as in `first-move \"K\" { leap \"knight\" }`",
        );
        return None;
    }
    let from = match node.prop("from") {
        Some(value) => scope.regions.find(value, diagnostics)?,
        None => ByColor::new(|color| {
            let start = scope.start;
            let stands = |&cell: &_| start.is_some_and(|start| start.at(cell) == Some((color.into(), piece)));
            scope.regions.board().cells().filter(stands).collect::<CellSet>()
        }),
    };
    let lost_to = node.prop("lost-to").map_or_else(Vec::new, |value| scope.pieces.list(value, diagnostics));
    Some(FirstMove { piece, from, moves, lost_to })
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    let sentence = |first: &FirstMove| {
        let (piece, from) = (capital(&prose.any_of(&[first.piece])), prose.zone(&first.from));
        let mut sentence = say!(
            locale,
            "{piece} on {from} has extra moves until it first moves.",
            "{piece} auf {from} hat weitere Züge zur Wahl, solange die Figur noch nicht gezogen hat."
        );
        if spec.pieces[first.piece.index()].royal {
            sentence += locale.pick(" It may not use them in check.", " Im Schach gelten sie nicht.");
        }
        if !first.lost_to.is_empty() {
            let lost_to = prose.names_or(&first.lost_to);
            sentence += &say!(
                locale,
                " It loses them when an enemy {lost_to} moves to where it would attack it on an empty board.",
                " Sie entfallen, wenn {lost_to} des Gegners dorthin kommt, wo auf leerem Brett ein Angriff darauf möglich wäre."
            );
        }
        sentence
    };
    spec.firsts.moves.iter().map(sentence).collect()
}
