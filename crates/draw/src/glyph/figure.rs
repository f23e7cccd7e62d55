//! What a figure that stands for a piece wears on its head, read from its moves like the marks of its sign.

use super::reading;
use super::sign::{Gait, Kind, Mark, Prongs, Slot, Way};
use spielraum_rules::Color;
use spielraum_rules::spec::{Mode, PieceType, Spec};

/// What a turned figure has on its head. A compound has the heads of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Head {
    /// Battlements: any distance along the axes.
    Tower,
    /// A cleft cap: any distance along two axes equally.
    Mitre,
    /// A twisted horn: any distance along all three axes equally.
    Horn,
    /// A coronet: any distance in all directions of the board.
    Coronet,
    /// A horse's head: leaps of two cells and one to the side.
    Horse,
    /// A cross: a royal, one cell in all directions.
    Cross,
    /// A ball: one cell or two, and nothing backward.
    Ball,
}

const STRAIGHT: [Slot; 4] = [Slot::N, Slot::E, Slot::S, Slot::W];
const ASLANT: [Slot; 4] = [Slot::NE, Slot::SE, Slot::SW, Slot::NW];

/// The heads of the figure that stands for a piece of a side; none where its moves are not all those of the heads
/// that there are.
///
/// # Panics
///
/// If the type is not one of the game's.
pub fn figure(spec: &Spec, kind: PieceType, color: Color) -> Vec<Head> {
    let piece = &spec.pieces[kind.index()];
    let marks = reading::marks(&piece.moves[color]);
    if piece.royal {
        return if steps_all_round(&marks) { vec![Head::Cross] } else { Vec::new() };
    }
    if steps_forward(&marks, color) {
        return vec![Head::Ball];
    }
    let line = |way| Kind::Line { way, gait: Gait::Far };
    let prongs = Prongs { left: true, right: true };
    let leap = Kind::Fork { long: 2, aside: 1, wide: false, turning: false, bound: false, prongs };
    let parts = [
        (Head::Tower, STRAIGHT, line(Way::Straight)),
        (Head::Mitre, ASLANT, line(Way::Straight)),
        (Head::Horn, ASLANT, line(Way::Corner)),
        (Head::Horse, STRAIGHT, leap),
    ];
    let mut left = marks;
    let mut heads = Vec::new();
    for (head, slots, kind) in parts {
        let is = |mark: &Mark, slot| mark.slot == slot && mark.kind == kind && is_plain(mark);
        if slots.iter().all(|&slot| left.iter().any(|mark| is(mark, slot))) {
            left.retain(|mark| !slots.iter().any(|&slot| is(mark, slot)));
            heads.push(head);
        }
    }
    if !left.is_empty() {
        return Vec::new();
    }
    crowned(heads, spec.board.extent().level > 1)
}

/// Lines in all directions, which on a flat board are those of two heads, are a coronet's.
fn crowned(heads: Vec<Head>, deep: bool) -> Vec<Head> {
    let lines: &[Head] = if deep && heads.contains(&Head::Horn) {
        &[Head::Tower, Head::Mitre, Head::Horn]
    } else {
        &[Head::Tower, Head::Mitre]
    };
    if !lines.iter().all(|line| heads.contains(line)) {
        return heads;
    }
    let others = heads.into_iter().filter(|head| !lines.contains(head));
    [Head::Coronet].into_iter().chain(others).collect()
}

fn is_plain(mark: &Mark) -> bool {
    mark.mode == Mode::Both && !mark.sometimes
}

fn steps_all_round(marks: &[Mark]) -> bool {
    let steps = marks.iter().all(|mark| is_plain(mark) && matches!(mark.kind, Kind::Point { cells: 1, .. }));
    steps && STRAIGHT.iter().chain(&ASLANT).all(|&slot| marks.iter().any(|mark| mark.slot == slot))
}

fn steps_forward(marks: &[Mark], color: Color) -> bool {
    let (ahead, behind) = match color {
        Color::White => (Slot::N, [Slot::SE, Slot::S, Slot::SW]),
        Color::Black => (Slot::S, [Slot::NE, Slot::N, Slot::NW]),
    };
    let short = |mark: &Mark| matches!(mark.kind, Kind::Point { cells: 1 | 2, .. }) && !behind.contains(&mark.slot);
    marks.iter().all(short) && marks.iter().any(|mark| mark.slot == ahead)
}
