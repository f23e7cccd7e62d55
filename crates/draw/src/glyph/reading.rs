//! Reads the moves of a piece: which marks its sign has.

use super::sign::{Gait, Kind, Mark, Prongs, Slot, Way};
use spielraum_geometry::{Lattice, LineDirection, Offset, RingFilter, sort_few};
use spielraum_rules::spec::{Distances, Landing, Mode, MovePart, Pattern, StepSet};
use std::collections::BTreeSet;

/// The marks for moves, in no order that means anything, none twice.
pub(crate) fn marks(lattice: Lattice, moves: &[MovePart]) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    for part in moves {
        let pattern = if lattice.is_hexagonal() { &on_squares(lattice, &part.pattern) } else { &part.pattern };
        for (slot, kind) in kinds(pattern) {
            add(
                &mut marks,
                Mark { slot, kind, mode: part.mode, sometimes: part.origin.is_some() || part.target.is_some() },
            );
        }
    }
    join_sideways(&mut marks);
    drop_hidden(&mut marks);
    sort_few(&mut marks, |one, other| (one.slot, one.kind).cmp(&(other.slot, other.kind)));
    marks
}

/// The pattern on squares whose directions look most like those of one on hexagons.
fn on_squares(lattice: Lattice, pattern: &Pattern) -> Pattern {
    let offset = |by: &Offset| {
        let (right, forward) = lattice.plane(by.file, by.rank);
        let steps = lattice.steps(*by);
        let (file, rank) = match by.file == 0 || by.rank == 0 || by.file.abs() == by.rank.abs() || is_corner(*by) {
            true => (right.signum() * steps, forward.signum() * steps),
            false if right.abs() > forward.abs() => (right.signum() * steps, forward.signum()),
            false => (right.signum(), forward.signum() * steps),
        };
        Offset::new(by.level, file, rank).ana(by.cube)
    };
    // What goes all ways through sides goes like a rook, what goes all ways through corners like a bishop.
    let all_round = |offsets: &[Offset]| {
        let (mut seen, mut rest) = (Vec::new(), offsets.to_vec());
        for (through, on_squares) in [([0, 1], [0, 0, 1]), ([1, 1], [0, 1, 1])] {
            let ways = Lattice::hexagon_offsets(through, 0);
            if ways.iter().all(|way| offsets.contains(way)) {
                rest.retain(|by| !ways.contains(by));
                seen.extend(Offset::all_of(on_squares).into_iter().filter(|by| by.level == 0));
            }
        }
        seen.extend(rest.iter().map(offset));
        sort_few(&mut seen, Ord::cmp);
        seen.dedup();
        seen
    };
    let set = |set: &StepSet| StepSet { offsets: all_round(&set.offsets), ring: set.ring };
    let lines = |lines: &[LineDirection]| {
        let turning = lines.iter().copied().filter(|line| !matches!(line, LineDirection::Straight(_)));
        all_round(&straight(lines)).into_iter().map(LineDirection::Straight).chain(turning).collect()
    };
    match pattern {
        Pattern::Leap(steps) => Pattern::Leap(set(steps)),
        Pattern::Slide { lines: along, distances } => Pattern::Slide { lines: lines(along), distances: *distances },
        Pattern::Hop { lines: along, landing } => Pattern::Hop { lines: lines(along), landing: *landing },
        Pattern::Route { stages, leaping } => {
            Pattern::Route { stages: stages.iter().map(set).collect(), leaping: *leaping }
        }
    }
}

/// Whether an offset on hexagons leads straight through corners.
fn is_corner(by: Offset) -> bool {
    by.file == by.rank || by.file == -2 * by.rank || by.rank == -2 * by.file
}

/// Adds a mark; one that only moves and one that only captures alike are one that does both.
fn add(marks: &mut Vec<Mark>, new: Mark) {
    match marks.iter_mut().find(|mark| mark.slot == new.slot && mark.kind == new.kind) {
        Some(mark) => {
            if mark.mode != new.mode {
                mark.mode = Mode::Both;
            }
            mark.sometimes &= new.sometimes;
        }
        None => marks.push(new),
    }
}

/// A piece that goes sideways within a rank along both its axes and by turning lines too goes sideways: one straight mark
/// says so.
fn join_sideways(marks: &mut Vec<Mark>) {
    let all = marks.clone();
    let twin = |mark: &Mark, of: Way| {
        let kind = with_way(mark.kind, of);
        all.iter().any(|other| Some(other.kind) == kind && other.slot == mark.slot && other.mode == mark.mode)
    };
    marks.retain(|mark| !(is_way(mark.kind, Way::Cross) && twin(mark, Way::Fan)));
    for mark in marks {
        if is_way(mark.kind, Way::Fan) && twin(mark, Way::Cross) {
            mark.kind = with_way(mark.kind, Way::Straight).unwrap_or(mark.kind);
        }
    }
}

fn is_way(kind: Kind, wanted: Way) -> bool {
    matches!(kind, Kind::Point { way, .. } | Kind::Line { way, .. } if way == wanted)
}

fn with_way(kind: Kind, way: Way) -> Option<Kind> {
    match kind {
        Kind::Point { cells, bound, .. } => Some(Kind::Point { way, cells, bound }),
        Kind::Line { gait, .. } => Some(Kind::Line { way, gait }),
        Kind::Fork { .. } => None,
    }
}

/// Leaves out what a longer mark of the same way covers, and the quiet line under a hop.
fn drop_hidden(marks: &mut Vec<Mark>) {
    let all = marks.clone();
    marks.retain(|mark| {
        !all.iter().any(|other| {
            let same = mark.slot == other.slot && !other.sometimes;
            let covers = other.mode == Mode::Both || other.mode == mark.mode;
            same && match (mark.kind, other.kind) {
                (Kind::Point { way, .. }, Kind::Line { way: line, gait: Gait::Far }) => way == line && covers,
                (Kind::Line { way, gait: Gait::Far }, Kind::Line { way: line, gait: Gait::HopFar }) => {
                    way == line && mark.mode == Mode::Quiet
                }
                (Kind::Line { way, gait }, Kind::Line { way: line, gait: Gait::Far }) => {
                    way == line && covers && matches!(gait, Gait::Near | Gait::Broken)
                }
                _ => false,
            }
        })
    });
}

fn kinds(pattern: &Pattern) -> Vec<(Slot, Kind)> {
    match pattern {
        Pattern::Leap(set) => leap_kinds(set, false),
        Pattern::Slide { lines, distances } => {
            let (cells, far) = (distances.max, distances.max >= FAR_ENOUGH);
            let kind = |way| match distances {
                Distances { min: 1, every: 1, .. } if far => Kind::Line { way, gait: Gait::Far },
                Distances { min, max, .. } if min == max => Kind::Point { way, cells, bound: cells > 1 },
                Distances { min: 1, every: 1, .. } => Kind::Line { way, gait: Gait::Near },
                _ => Kind::Line { way, gait: Gait::Broken },
            };
            line_kinds(lines, kind)
        }
        Pattern::Hop { lines, landing } => {
            let gait = match landing {
                Landing::Beyond => Gait::HopFar,
                Landing::Next => Gait::HopNext,
            };
            line_kinds(lines, |way| Kind::Line { way, gait })
        }
        Pattern::Route { stages, leaping } => route_kinds(stages, !leaping),
    }
}

/// A slide of this many cells counts as unlimited.
const FAR_ENOUGH: u8 = 8;

/// The steps of the lines that don't turn.
fn straight(lines: &[LineDirection]) -> Vec<Offset> {
    let step = |line: &LineDirection| match line {
        LineDirection::Straight(step) => Some(*step),
        _ => None,
    };
    lines.iter().filter_map(step).collect()
}

fn line_kinds(lines: &[LineDirection], kind: impl Fn(Way) -> Kind) -> Vec<(Slot, Kind)> {
    let turning = lines.iter().filter_map(|line| match line {
        LineDirection::Straight(_) => None,
        LineDirection::Keep { rank } => Some((Way::Keep, *rank)),
        LineDirection::Cross { rank } => Some((Way::Cross, *rank)),
    });
    let (direct, oblique): (Vec<Offset>, Vec<Offset>) = straight(lines).into_iter().partition(is_direct);
    let mut kinds: Vec<(Slot, Kind)> = slots(&direct).into_iter().map(|(slot, way)| (slot, kind(way))).collect();
    // What rides on by leaps off every line forks, with a broken line as its stem.
    for (slot, fork) in fork_kinds(&oblique, false, false) {
        kinds.extend([(slot, fork), (slot, Kind::Line { way: Way::Straight, gait: Gait::Broken })]);
    }
    kinds.extend(turning.flat_map(|(way, rank)| [1, -1].map(|file| (Slot::toward(rank, file), kind(way)))));
    kinds
}

/// Where the marks for straight directions stand. What lies up or down looks as it does from above, unless the
/// piece goes sideways in the same manner; then one mark stands for both.
fn slots(steps: &[Offset]) -> Vec<(Slot, Way)> {
    let has = |level, file, rank| steps.contains(&Offset::new(level, file, rank));
    let length = |step: &Offset| step.longest();
    let same_rank = |n: i16| [(n, n), (n, -n), (-n, n), (-n, -n)].iter().all(|&(l, f)| has(l, f, 0));
    let mut slots = BTreeSet::new();
    for step in steps {
        let Offset { level, file, rank, .. } = *step;
        let n = length(step);
        match step.dimensions() {
            1 if level != 0 && has(0, n, 0) && has(0, -n, 0) => {}
            2 if level != 0 && rank != 0 && has(0, n, rank) && has(0, -n, rank) => {}
            2 if rank == 0 && level != 0 && same_rank(n) => {
                if !(has(0, n, n) && has(0, n, -n)) {
                    slots.insert((Slot::toward(0, file), Way::Fan));
                }
            }
            3 => {
                slots.insert((Slot::toward(rank, file), Way::Corner));
            }
            _ => {
                slots.insert((Slot::toward(rank, file), Way::Straight));
            }
        }
    }
    slots.into_iter().collect()
}

/// Whether a step goes along an axis, or along several equally far.
fn is_direct(step: &Offset) -> bool {
    let n = step.longest();
    [step.level, step.file, step.rank].iter().all(|&c| c == 0 || c.abs() == n)
}

fn leap_kinds(set: &StepSet, bound: bool) -> Vec<(Slot, Kind)> {
    let (straight, oblique): (Vec<Offset>, Vec<Offset>) = set.offsets.iter().partition(|offset| is_direct(offset));
    let mut kinds = Vec::new();
    let lengths: BTreeSet<i16> = straight.iter().map(|offset| offset.longest()).collect();
    for n in lengths {
        let cells = n.clamp(1, 255) as u8;
        let bound = bound && cells > 1;
        let of_length: Vec<Offset> = straight.iter().copied().filter(|offset| offset.longest() == n).collect();
        let point = |(slot, way)| (slot, Kind::Point { way, cells, bound });
        kinds.extend(match set.ring {
            RingFilter::Any => slots(&of_length).into_iter().map(point).collect::<Vec<_>>(),
            RingFilter::Keep => turning_slots(&of_length).into_iter().map(|slot| point((slot, Way::Keep))).collect(),
            RingFilter::Cross => turning_slots(&of_length).into_iter().map(|slot| point((slot, Way::Cross))).collect(),
        });
    }
    kinds.extend(fork_kinds(&oblique, set.ring != RingFilter::Any, bound));
    kinds
}

/// A step round the ring looks alike whether it goes to another file or another level.
fn turning_slots(steps: &[Offset]) -> BTreeSet<Slot> {
    steps
        .iter()
        .flat_map(|step| match (step.file, step.level) {
            (0, 0) => vec![Slot::toward(step.rank, 0)],
            (0, _) => vec![Slot::toward(step.rank, 1), Slot::toward(step.rank, -1)],
            (file, _) => vec![Slot::toward(step.rank, file)],
        })
        .collect()
}

/// The marks for leaps that are on no straight line: from the direction of their longest part they fork.
fn fork_kinds(offsets: &[Offset], turning: bool, bound: bool) -> Vec<(Slot, Kind)> {
    let mut kinds: Vec<(Slot, Kind)> = Vec::new();
    for offset in offsets {
        for (slot, long, aside, wide, prongs) in forks(*offset, offsets) {
            let kind = Kind::Fork { long, aside, wide, turning, bound, prongs };
            let same =
                kinds.iter_mut().find(|(at, known)| *at == slot && without_prongs(*known) == without_prongs(kind));
            match same {
                Some((_, Kind::Fork { prongs: known, .. })) => {
                    known.left |= prongs.left;
                    known.right |= prongs.right;
                }
                _ => kinds.push((slot, kind)),
            }
        }
    }
    kinds
}

fn without_prongs(kind: Kind) -> Kind {
    match kind {
        Kind::Fork { long, aside, wide, turning, bound, .. } => {
            Kind::Fork { long, aside, wide, turning, bound, prongs: Prongs { left: false, right: false } }
        }
        other => other,
    }
}

type Fork = (Slot, u8, u8, bool, Prongs);

/// The forks that one oblique leap of a set belongs to: two where it goes up or down, since a fork to the left and
/// one to the right stand for that. None where the forks of the others say it all.
fn forks(offset: Offset, set: &[Offset]) -> Vec<Fork> {
    let mut sizes = [offset.level.abs(), offset.file.abs(), offset.rank.abs()];
    sort_few(&mut sizes, Ord::cmp);
    let [least, middle, most] = sizes.map(|size| size.clamp(0, 255) as u8);
    let longest = i16::from(most);
    let both = Prongs { left: true, right: true };
    let sides = if offset.file.abs() == longest { vec![offset.file] } else { vec![1, -1] };
    let sideways = if offset.rank == 0 { both } else { prong_toward(-offset.rank) };
    match (middle == most, offset.rank.abs() == longest) {
        (true, true) => sides.iter().map(|&file| (Slot::toward(offset.rank, file), most, least, false, both)).collect(),
        (true, false) if [longest, -longest].iter().all(|&rank| set.iter().any(|other| other.rank == rank)) => {
            Vec::new()
        }
        (true, false) => sides.iter().map(|&file| (Slot::toward(0, file), most, least, true, sideways)).collect(),
        (false, true) => {
            let prongs = if offset.level == 0 { prong_toward(offset.file * offset.rank.signum()) } else { both };
            vec![(Slot::toward(offset.rank, 0), most, middle, least > 0, prongs)]
        }
        (false, false) => {
            sides.iter().map(|&file| (Slot::toward(0, file), most, middle, least > 0, sideways)).collect()
        }
    }
}

fn prong_toward(side: i16) -> Prongs {
    Prongs { left: side <= 0, right: side >= 0 }
}

/// A route is marked by where it ends.
fn route_kinds(stages: &[StepSet], bound: bool) -> Vec<(Slot, Kind)> {
    let mut sums = vec![Offset::new(0, 0, 0)];
    for stage in stages {
        let next: BTreeSet<Offset> = sums
            .iter()
            .flat_map(|&sum| stage.offsets.iter().filter(move |&&by| outward(sum, by)).map(move |&by| sum + by))
            .collect();
        sums = next.into_iter().collect();
    }
    let ring = stages.iter().map(|stage| stage.ring).find(|&ring| ring != RingFilter::Any).unwrap_or_default();
    leap_kinds(&StepSet { offsets: sums, ring }, bound)
}

/// Whether a step does not lead back in any component.
fn outward(sum: Offset, by: Offset) -> bool {
    let keeps = |sum: i16, by: i16| sum.signum() * by.signum() >= 0;
    keeps(sum.level, by.level) && keeps(sum.file, by.file) && keeps(sum.rank, by.rank)
}
