//! What a figure that stands for a piece wears, read from its moves like the marks of its sign.

use super::reading;
use super::sign::{Gait, Kind, Mark, Slot, Way};
use spielraum_geometry::sort_few;
use spielraum_rules::Color;
use spielraum_rules::spec::{PieceType, Spec};

/// What a turned figure wears, for the ways in which it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "schema", derive(serde::Serialize, utoipa::ToSchema), serde(rename_all = "lowercase"))]
pub enum Head {
    /// A disc round the stem: over another piece.
    Wheel,
    /// Battlements: any distance along the axes.
    Tower,
    /// Low battlements: a few cells along the axes.
    Turret,
    /// Narrow battlements: any distance in some directions along the axes.
    Merlon,
    /// The lowest battlements: a few cells in some directions along the axes.
    Bud,
    /// A cleft cap: any distance along two axes equally.
    Mitre,
    /// A low cap: a few cells along two axes equally.
    Cap,
    /// A narrow cap: any distance in some directions along two axes equally.
    Blade,
    /// The lowest cap: a few cells in some directions along two axes equally.
    Leaf,
    /// A twisted horn: any distance along all three axes equally.
    Horn,
    /// A low horn: a few cells along all three axes equally.
    Thorn,
    /// A narrow horn: any distance in some directions along all three axes equally.
    Spike,
    /// The lowest horn: a few cells in some directions along all three axes equally.
    Tip,
    /// A coronet: any distance in all directions of the board.
    Coronet,
    /// A horse's head: leaps of two cells and one to the side.
    Horse,
    /// An eagle's head: leaps of two cells along an axis and one along each of two others.
    Eagle,
    /// A ram's head: leaps of two cells along two axes and one along the third.
    Ram,
    /// A stag's head: other leaps off the lines.
    Stag,
    /// A cross: a royal; alone, one that goes one cell in all directions.
    Cross,
    /// A ball: one cell or two, and nothing backward.
    Ball,
    /// A ring round the stem for each type before it that wears the same.
    Ring,
}

/// The ways in which lines lead, with what stands for them: far, near, far in some directions, near in some.
const FAMILIES: [(Family, [Head; 4]); 3] = [
    (Family::Axes, [Head::Tower, Head::Turret, Head::Merlon, Head::Bud]),
    (Family::Diagonals, [Head::Mitre, Head::Cap, Head::Blade, Head::Leaf]),
    (Family::Corners, [Head::Horn, Head::Thorn, Head::Spike, Head::Tip]),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Axes,
    Diagonals,
    Corners,
}

const STRAIGHT: [Slot; 4] = [Slot::N, Slot::E, Slot::S, Slot::W];
const ASLANT: [Slot; 4] = [Slot::NE, Slot::SE, Slot::SW, Slot::NW];

/// What the figure that stands for a piece of a side wears; a compound wears what its parts do. No two types of a game wear the same, but for forms that a
/// promotion marks.
///
/// # Panics
///
/// If the type is not one of the game's.
pub fn figure(spec: &Spec, kind: PieceType, color: Color) -> Vec<Head> {
    let mut heads = worn(spec, kind.index(), color);
    let look = |index: usize| (worn(spec, index, color), spec.pieces[index].symbol.mark, spec.pieces[index].ownership);
    let own = look(kind.index());
    let twins = (0..kind.index()).filter(|&index| look(index) == own).count();
    heads.extend(std::iter::repeat_n(Head::Ring, twins));
    heads
}

fn worn(spec: &Spec, index: usize, color: Color) -> Vec<Head> {
    let piece = &spec.pieces[index];
    let marks = reading::marks(spec.board.lattice(), &piece.moves[color]);
    if piece.royal {
        let others = if steps_all_round(&marks) { Vec::new() } else { parts(&marks) };
        return others.into_iter().chain([Head::Cross]).collect();
    }
    if marks.is_empty() || steps_forward(&marks, color) {
        return vec![Head::Ball];
    }
    crowned(parts(&marks), spec.board.axes() > 2)
}

/// The heads for all marks, wheel and lines before leaps.
fn parts(marks: &[Mark]) -> Vec<Head> {
    let mut heads = Vec::new();
    if marks.iter().any(|mark| hops(mark.kind)) {
        heads.push(Head::Wheel);
    }
    for (family, [far, near, part, little]) in FAMILIES {
        let of: Vec<&Mark> = marks.iter().filter(|mark| family_of(mark, marks) == Some(family)).collect();
        if of.is_empty() {
            continue;
        }
        let slots = if family == Family::Axes { STRAIGHT } else { ASLANT };
        let reach: Vec<&Mark> = of.iter().copied().filter(|mark| reaches(mark.kind)).collect();
        let whole = |marks: &[&Mark]| slots.iter().all(|&slot| marks.iter().any(|m| m.slot == slot && !m.sometimes));
        heads.push(match (reach.is_empty(), whole(&of)) {
            (false, _) if whole(&reach) => far,
            (false, _) => part,
            (true, true) => near,
            (true, false) => little,
        });
    }
    let turns = |mark: &Mark| matches!(mark.kind, Kind::Fork { turning: true, .. });
    let turning = marks.iter().any(turns);
    let mut beasts: Vec<Head> = marks.iter().filter(|mark| !turning || turns(mark)).filter_map(beast).collect();
    sort_few(&mut beasts, Ord::cmp);
    beasts.dedup();
    heads.extend(beasts);
    heads
}

/// With rings, lines that keep their distance from the middle are the board's axes, and those that change it are its
/// diagonals, to which the corners of the cube then belong.
fn family_of(mark: &Mark, all: &[Mark]) -> Option<Family> {
    let way = |mark: &Mark| match mark.kind {
        Kind::Point { way, .. } | Kind::Line { way, .. } => Some(way),
        Kind::Fork { .. } => None,
    };
    Some(match way(mark)? {
        Way::Keep => Family::Axes,
        Way::Corner if all.iter().any(|other| way(other) == Some(Way::Cross)) => Family::Diagonals,
        Way::Corner => Family::Corners,
        Way::Cross | Way::Fan => Family::Diagonals,
        Way::Straight if ASLANT.contains(&mark.slot) => Family::Diagonals,
        Way::Straight => Family::Axes,
    })
}

fn hops(kind: Kind) -> bool {
    matches!(kind, Kind::Line { gait: Gait::HopFar | Gait::HopNext, .. })
}

fn reaches(kind: Kind) -> bool {
    matches!(kind, Kind::Line { gait: Gait::Far | Gait::HopFar | Gait::HopNext, .. })
}

fn beast(mark: &Mark) -> Option<Head> {
    let Kind::Fork { long, aside, wide, .. } = mark.kind else { return None };
    Some(match (long, aside, wide) {
        (2, 1, _) if ASLANT.contains(&mark.slot) => Head::Ram,
        (2, 1, true) => Head::Eagle,
        (2, 1, false) => Head::Horse,
        _ => Head::Stag,
    })
}

/// Lines in all directions, which on a flat board are those of two heads, are a coronet's.
fn crowned(heads: Vec<Head>, deep: bool) -> Vec<Head> {
    let lines: &[Head] = if deep && heads.contains(&Head::Horn) {
        &[Head::Tower, Head::Mitre, Head::Horn]
    } else {
        &[Head::Tower, Head::Mitre]
    };
    if heads.contains(&Head::Wheel) || !lines.iter().all(|line| heads.contains(line)) {
        return heads;
    }
    let others = heads.into_iter().filter(|head| !lines.contains(head));
    [Head::Coronet].into_iter().chain(others).collect()
}

fn steps_all_round(marks: &[Mark]) -> bool {
    let steps = marks.iter().all(|mark| !mark.sometimes && matches!(mark.kind, Kind::Point { cells: 1, .. }));
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
