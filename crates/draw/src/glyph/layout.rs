//! Puts the marks of a sign where they have room.

use super::shapes::{self, RIM};
use super::sign::{Gait, Kind, Mark, Slot, Way};
use crate::path::{Frame, Point};
use spielraum_geometry::sort_few;
use spielraum_rules::spec::Mode;

/// The outlines of all marks, drawn `scale` times as large as on a plain piece.
pub(crate) fn paths(marks: &[Mark], scale: f64) -> Vec<String> {
    let (centre, scale) = room(marks, scale);
    let mut paths = Vec::new();
    let mut from = 0;
    while from < marks.len() {
        let slot = marks[from].slot;
        let count = marks[from..].iter().take_while(|mark| mark.slot == slot).count();
        let frame = Frame::new(centre, slot.degrees(), slot.is_left(), scale);
        slot_paths(frame, slot, &marks[from..from + count], &mut paths);
        from += count;
    }
    paths
}

/// The middle of the sign and its scale: a piece that goes one way only has its marks larger and farther back.
fn room(marks: &[Mark], scale: f64) -> (Point, f64) {
    let only = |slots: [Slot; 3]| marks.iter().all(|mark| slots.contains(&mark.slot));
    let back = match (only([Slot::NW, Slot::N, Slot::NE]), only([Slot::SW, Slot::S, Slot::SE])) {
        (true, false) => 9.0,
        (false, true) => -9.0,
        _ => return ((50.0, 50.0), scale),
    };
    ((50.0, 50.0 + back * scale), scale * 1.18)
}

fn slot_paths(frame: Frame, slot: Slot, marks: &[Mark], paths: &mut Vec<String>) {
    let bracketed = marks.iter().any(|mark| matches!(mark.kind, Kind::Line { way: Way::Corner, .. }));
    for mark in marks {
        match mark.kind {
            Kind::Line { way, gait } => paths.extend(line(frame, way, gait, mark.mode)),
            Kind::Fork { .. } => paths.extend(fork(frame, mark)),
            Kind::Point { .. } => {}
        }
    }
    let points: Vec<&Mark> = marks.iter().filter(|mark| matches!(mark.kind, Kind::Point { .. })).collect();
    for (place, mark) in places(slot, &points, bracketed).into_iter().zip(points) {
        paths.extend(point(frame, slot, mark, place));
    }
}

/// Where a mark for one cell stands in its slot and how large it is.
#[derive(Clone, Copy)]
struct Place {
    u: f64,
    radius: f64,
}

fn cells_of(mark: &Mark) -> (u8, Way) {
    match mark.kind {
        Kind::Point { way, cells, .. } => (cells, way),
        _ => (0, Way::Straight),
    }
}

/// Alone, a mark stands as far out as its cell is; where there are many they share the room.
fn places(slot: Slot, points: &[&Mark], bracketed: bool) -> Vec<Place> {
    if slot == Slot::Centre {
        return points.iter().map(|_| Place { u: 0.0, radius: 6.4 }).collect();
    }
    let mut order: Vec<usize> = (0..points.len()).collect();
    sort_few(&mut order, |&one, &other| cells_of(points[one]).cmp(&cells_of(points[other])));
    let natural = |cells: u8, corner: bool| match (cells, corner) {
        (1, false) => 22.5,
        (1, true) => 24.0,
        (2, _) => 34.0,
        _ => 36.5,
    };
    let mut places = vec![Place { u: 0.0, radius: 7.4 }; points.len()];
    match order.as_slice() {
        &[one] => {
            let (cells, way) = cells_of(points[one]);
            places[one].u = if bracketed { 20.0 } else { natural(cells, way == Way::Corner) };
        }
        &[near, far] if cells_of(points[near]).0 == cells_of(points[far]).0 => {
            let (cells, _) = cells_of(points[near]);
            let u = natural(cells, false);
            (places[near].u, places[far].u) = if cells == 1 { (u - 5.0, u + 9.0) } else { (u - 8.0, u + 4.0) };
            (places[near].radius, places[far].radius) = (6.4, 6.6);
        }
        &[near, far] => {
            (places[near].u, places[far].u) = (17.5, 34.0);
            (places[near].radius, places[far].radius) = (6.6, 6.6);
        }
        [] => {}
        many => {
            let step = 21.0 / (many.len() - 1) as f64;
            for (index, &at) in many.iter().enumerate() {
                places[at] = Place { u: 15.0 + step * index as f64, radius: (step * 0.52).min(5.8) };
            }
        }
    }
    places
}

fn point(frame: Frame, slot: Slot, mark: &Mark, place: Place) -> Vec<String> {
    let Kind::Point { way, bound, .. } = mark.kind else { return Vec::new() };
    let Place { mut u, mut radius } = place;
    // Diamonds need more room than dots.
    if mark.mode == Mode::Capture && way == Way::Straight && slot != Slot::Centre {
        u += 2.5;
    }
    if mark.sometimes {
        radius *= 0.62;
    }
    let mut paths = Vec::new();
    if bound && slot != Slot::Centre {
        paths.push(shapes::stem(frame, (0.0, u - radius * 0.6), 2.7));
    }
    match way {
        Way::Straight => paths.push(shapes::dot(frame, u, radius, mark.mode)),
        Way::Corner => paths.push(shapes::bracket(frame, u + radius * 0.9, radius * 2.2, radius * 0.92, mark.mode)),
        Way::Keep => paths.push(shapes::arc_at(frame, u + 2.0, 52.0, radius * 0.62, (0.0, 1.0), mark.mode)),
        Way::Fan => {
            for degrees in [30.0, -30.0] {
                paths.push(shapes::dot(frame.turned(degrees), u, radius * 0.72, mark.mode));
            }
        }
        Way::Cross => paths.push(shapes::dart(frame, (u - radius * 1.15, u + radius * 1.15), radius * 0.7, mark.mode)),
    }
    paths
}

fn line(frame: Frame, way: Way, gait: Gait, mode: Mode) -> Vec<String> {
    match gait {
        Gait::Far => shapes::line(frame, way, (0.0, 1.0), mode),
        Gait::Near => near(frame, way, mode),
        Gait::Broken => broken(frame, way, mode),
        Gait::HopFar => hop(frame, way, true),
        Gait::HopNext => hop(frame, way, false),
    }
}

/// A line of a few cells: shorter, and round at the end.
fn near(frame: Frame, way: Way, mode: Mode) -> Vec<String> {
    match way {
        Way::Corner => vec![shapes::bracket(frame, 34.0, 16.0, 6.6, mode)],
        Way::Keep => vec![shapes::arc_at(frame, 26.0, 50.0, 4.0, (0.0, 1.0), mode)],
        _ => {
            let mut paths = shapes::line(frame, way, (0.0, 0.62), mode);
            paths.push(shapes::dot(frame, 0.68 * RIM, 5.8, mode));
            paths
        }
    }
}

/// A line with gaps.
fn broken(frame: Frame, way: Way, mode: Mode) -> Vec<String> {
    match way {
        Way::Corner => {
            vec![shapes::bracket(frame, 25.0, 13.0, 6.4, mode), shapes::bracket(frame, RIM + 1.0, 15.0, 6.4, mode)]
        }
        Way::Keep | Way::Cross => [(0.0, 0.26), (0.37, 0.63), (0.74, 1.0)]
            .iter()
            .flat_map(|&part| shapes::line(frame, way, part, mode))
            .collect(),
        _ => [(0.17, 0.36), (0.46, 0.65), (0.75, 1.0)]
            .iter()
            .flat_map(|&part| shapes::line(frame, way, part, mode))
            .collect(),
    }
}

/// A line with a ring on it; beyond the ring it goes on, or there is the one cell that can be reached.
fn hop(frame: Frame, way: Way, far: bool) -> Vec<String> {
    let both = Mode::Both;
    if way == Way::Corner {
        let ring = shapes::hurdle(frame.at((21.0, 0.0)), frame.length(6.6));
        let tip = if far {
            shapes::bracket(frame, RIM + 1.0, 22.0, 6.8, both)
        } else {
            shapes::bracket(frame, 37.0, 12.0, 6.0, both)
        };
        return vec![ring, tip];
    }
    if way == Way::Keep {
        let mut paths = vec![shapes::hurdle(frame.at((29.0, 0.0)), frame.length(7.4))];
        paths.extend([(0.0, 0.34), (0.66, 1.0)].iter().flat_map(|&part| shapes::line(frame, way, part, both)));
        return paths;
    }
    let ring = shapes::hurdle(frame.at((0.52 * RIM, 0.0)), frame.length(7.6));
    let mut paths = vec![ring];
    if far {
        paths.extend(shapes::line(frame, way, (0.0, 0.4), both));
        paths.extend(shapes::line(frame, way, (0.66, 1.0), both));
    } else {
        paths.push(shapes::dot(frame, 0.87 * RIM, 5.0, both));
    }
    paths
}

/// A fork: its prongs always, its stem where the way must be free.
fn fork(frame: Frame, mark: &Mark) -> Vec<String> {
    let Kind::Fork { long, aside, wide, turning, bound, prongs } = mark.kind else { return Vec::new() };
    let reach = f64::from(long).max(1.0);
    let foot = if wide { 15.0 } else { (RIM - 4.0) * f64::from(long.saturating_sub(aside)) / reach };
    let foot = foot.clamp(13.0, 25.0);
    let top = 37.0;
    let side = ((top - foot) * 0.78).min(14.0);
    let mut paths = Vec::new();
    if bound {
        paths.push(shapes::stem(frame, (0.0, foot + 2.0), 3.0));
    }
    if wide {
        paths.push(shapes::stem(frame, (foot, top - 2.0), 2.7));
        paths.push(shapes::crossbar(frame, top - 2.5, 12.0, prongs, mark.mode));
    } else {
        paths.extend(shapes::prongs(frame, foot, top, side, prongs, turning, mark.mode));
    }
    if turning && wide {
        paths.push(shapes::arc_at(frame, 24.0, 46.0, 3.0, (0.0, 1.0), mark.mode));
    }
    paths
}
