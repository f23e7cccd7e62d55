//! How a game ends: the words `stalemate`, `extinction`, `no-facing`, `repetition`, `move-count`,
//! `bare-royals` and `duty`.

use crate::direction::{Ring, Way};
use crate::effects::Scope;
use crate::limits;
use crate::report::Faults;
use crate::syntax::{Content, Node, Value};
use spielraum_geometry::Offset;
use spielraum_rules::spec::{BareRoyals, Duty, Family, Goals, NoMoves, Repetition};
use spielraum_rules::{ByColor, Color};

/// Reads the goals. What is not said is as in rules.md, section 0: stalemate is a draw (G2, G3), so is
/// the third repetition (G4), the 100th ply without progress where nothing can be dropped (G5), and a
/// position with bare royals (G6).
pub(crate) fn goals(scope: &Scope<'_>, drops: bool, faults: &mut Faults) -> Goals {
    let mut goals = Goals {
        no_moves: word(scope.one("stalemate"), NO_MOVES, faults).unwrap_or_default(),
        families: scope.all("extinction").filter_map(|node| family(scope, node, faults)).collect(),
        facing: scope.one("no-facing").map(|node| facing(scope, node, faults)).unwrap_or_default(),
        repetition: repetition(scope, faults),
        move_count: move_count(scope, drops, faults),
        bare_royals: word(scope.one("bare-royals"), BARE_ROYALS, faults).unwrap_or_default(),
        duty: scope.one("duty").and_then(|node| duty(scope, node, faults)),
        ..Goals::default()
    };
    crate::rule::read(scope, &mut goals, faults);
    goals
}

const NO_MOVES: &[(&str, NoMoves)] = &[("draw", NoMoves::Draw), ("loss", NoMoves::Loss), ("win", NoMoves::Win)];
const BARE_ROYALS: &[(&str, BareRoyals)] = &[("draw", BareRoyals::Draw), ("play-on", BareRoyals::PlayOn)];

/// The meaning of a node's one argument.
fn word<T: Copy>(node: Option<&Node>, known: &[(&str, T)], faults: &mut Faults) -> Option<T> {
    let value = node?.first()?;
    let text = value.text()?;
    let found = known.iter().find(|(word, _)| *word == text).map(|(_, meaning)| *meaning);
    if found.is_none() {
        faults.unknown(value.spot, "the outcome", text, known.iter().map(|(word, _)| *word));
    }
    found
}

/// A number between two others.
pub(crate) fn number(value: &Value, least: i64, most: i64, faults: &mut Faults) -> Option<i64> {
    let found = value.number().filter(|number| (least..=most).contains(number));
    if found.is_none() {
        faults.add(value.spot, format!("a number from {least} to {most} is needed here"));
    }
    found
}

/// `extinction "Rook" members="R Q D" least=1`.
fn family(scope: &Scope<'_>, node: &Node, faults: &mut Faults) -> Option<Family> {
    let name = node.name()?;
    if name.is_empty() || name.chars().count() > limits::NAME {
        faults.add(node.spot, format!("a family's name has 1 to {} letters", limits::NAME));
    }
    let members = scope.pieces.list(scope.needed(node, "members", "\"R Q\"", faults)?, faults);
    let least = match node.prop("least") {
        None => 1,
        Some(value) => number(value, 1, 999, faults)? as u16,
    };
    Some(Family { name: crate::suggest::shorten(name), members: ByColor::both(members), least })
}

/// `no-facing "forward" "sideways"`: one direction for each line.
fn facing(scope: &Scope<'_>, node: &Node, faults: &mut Faults) -> Vec<Offset> {
    let mut lines: Vec<Offset> = Vec::new();
    let extent = scope.regions.board().extent();
    for way in scope.directions.ways(&node.args, faults) {
        match way {
            Way::Offset(offset, Ring::Any) if lines.contains(&-offset) => {}
            Way::Offset(offset, Ring::Any) => {
                if offset.level.abs() < extent.level
                    && offset.file.abs() < extent.file
                    && offset.rank.abs() < extent.rank
                {
                    lines.push(offset);
                }
            }
            _ => faults.add(node.spot, "royals face each other along straight lines"),
        }
    }
    lines
}

/// `repetition "draw" times=3 perpetual-check="loses"`, `repetition "white-loses"`, `repetition "banned"`,
/// `repetition "ignored"`.
fn repetition(scope: &Scope<'_>, faults: &mut Faults) -> Repetition {
    let normal = Repetition::Counted { times: 3, loser: None, perpetual_check_loses: false };
    let Some(node) = scope.one("repetition") else { return normal };
    let times = node.prop("times").and_then(|value| number(value, 2, 99, faults)).map_or(3, |times| times as u8);
    let perpetual_check_loses = match node.prop("perpetual-check") {
        None => false,
        Some(value) => match value.text() {
            Some("loses") => true,
            Some("draws") => false,
            other => {
                faults.unknown(value.spot, "the outcome", other.unwrap_or_default(), ["loses", "draws"]);
                false
            }
        },
    };
    let counted = |loser| Repetition::Counted { times, loser, perpetual_check_loses };
    let known = [
        ("draw", counted(None)),
        ("white-loses", counted(Some(Color::White))),
        ("black-loses", counted(Some(Color::Black))),
        ("banned", Repetition::Banned),
        ("ignored", Repetition::Ignored),
    ];
    let meaning = word(Some(node), &known, faults).unwrap_or(normal);
    if !matches!(meaning, Repetition::Counted { .. }) {
        for (name, spot, _) in &node.props {
            faults.add(
                *spot,
                format!("`{name}` has a meaning only where repetitions are counted, as in `repetition \"draw\"`"),
            );
        }
    }
    meaning
}

/// `move-count 100`, `move-count "off"`.
fn move_count(scope: &Scope<'_>, drops: bool, faults: &mut Faults) -> Option<u16> {
    let normal = (!drops).then_some(100);
    let Some(value) = scope.one("move-count").and_then(Node::first) else { return normal };
    match &value.content {
        Content::Text(text) if text == "off" => None,
        Content::Number(_) => number(value, 1, 9999, faults).map(|plies| plies as u16),
        _ => {
            faults.add_with_help(
                value.spot,
                "a number of plies or `\"off\"` is needed here",
                "100 plies are 50 moves of each side",
            );
            None
        }
    }
}

/// `duty in="fortress" released-by="F V" within=2`.
fn duty(scope: &Scope<'_>, node: &Node, faults: &mut Faults) -> Option<Duty> {
    let region = scope.region(node, "in", faults);
    let released_by =
        scope.needed(node, "released-by", "\"F V\"", faults).map(|value| scope.pieces.list(value, faults));
    let within = scope.needed(node, "within", "2", faults).and_then(|value| number(value, 1, 9, faults));
    Some(Duty { region: region?, released_by: released_by?, within: within? as u8 })
}
