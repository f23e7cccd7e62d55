//! The symmetries of a board that the rules respect.

use crate::error::EndgameError;
use crate::material::Material;
use crate::scope::closure;
use spielraum_geometry::{Board, Cell, CellSet, LineDirection, Offset};
use spielraum_rules::spec::{Condition, PieceType};
use spielraum_rules::{Color, Rules, Way};

/// A way in which the cells change places: for each cell the one that it becomes.
pub(crate) type Symmetry = Vec<u16>;

/// A condition on cells: its end, what kind it is, and the cells that must be empty or hold a hurdle.
type Mark = (u16, u8, Vec<u16>, Vec<u16>);

/// Something that the rules say of cells: for each cell, what belongs to it, sorted.
type Feature = Vec<Vec<Mark>>;

/// How many symmetries of the board the rules respect for the pieces of a material and what they can become.
pub fn symmetries(rules: &Rules, material: &Material) -> Result<usize, EndgameError> {
    Ok(group(rules, material).len())
}

/// The symmetries of the board that the moves of all pieces respect, and what they can become: for each cell the one that
/// it becomes, the identity first. Where pieces start, castle and are dropped is not looked at.
pub fn board_symmetries(rules: &Rules) -> Vec<Vec<u16>> {
    group_of(rules, all_pieces(rules))
}

/// The ways in which the cells can change places so that the moves of each side's pieces become those of the other's; none if there
/// is no such way. Where pieces start, castle and are dropped is not looked at.
pub fn board_exchanges(rules: &Rules) -> Vec<Vec<u16>> {
    exchanges(rules, &all_pieces(rules)).collect()
}

/// The pieces of both sides, of every type.
fn all_pieces(rules: &Rules) -> Vec<(Color, PieceType)> {
    let kinds = rules.spec().piece_types();
    kinds.flat_map(|kind| Color::BOTH.map(|color| (color, kind))).collect()
}

/// The symmetries that the rules respect for the pieces of a material, the identity first.
pub(crate) fn group(rules: &Rules, material: &Material) -> Vec<Symmetry> {
    group_of(rules, closure(rules.spec(), material))
}

/// The isometries of the board are tried; those stay that map every cell to a cell and everything that the
/// rules say of cells to something that they say, too.
fn group_of(rules: &Rules, pieces: impl IntoIterator<Item = (Color, PieceType)>) -> Vec<Symmetry> {
    let features = features(rules, pieces);
    let mut found = rules.board().isometries();
    found.retain(|symmetry| features.iter().all(|feature| becomes(feature, feature, symmetry)));
    found.sort_unstable();
    found
}

/// A way in which cells can change places so that the rules say of each side what they said of the other, as far as they
/// speak of these pieces; none if there is no such way.
pub(crate) fn exchanging(rules: &Rules, pieces: &[(Color, PieceType)]) -> Option<Symmetry> {
    exchanges(rules, pieces).next()
}

/// All such ways.
fn exchanges(rules: &Rules, pieces: &[(Color, PieceType)]) -> impl Iterator<Item = Symmetry> + use<> {
    let before = features(rules, pieces.iter().copied());
    let after = features(rules, pieces.iter().map(|&(color, kind)| (!color, kind)));
    rules.board().isometries().into_iter().filter(move |symmetry| {
        let mut pairs = before.iter().zip(&after);
        pairs.all(|(before, after)| becomes(before, after, symmetry))
    })
}

/// Whether what one feature says of a cell always becomes what another says of its image.
fn becomes(feature: &Feature, other: &Feature, symmetry: &Symmetry) -> bool {
    let map = |cells: &[u16]| {
        let mut mapped: Vec<u16> = cells.iter().map(|&cell| symmetry[usize::from(cell)]).collect();
        mapped.sort_unstable();
        mapped
    };
    feature.iter().zip(symmetry).all(|(marks, &image)| {
        let wanted = &other[usize::from(image)];
        marks.len() == wanted.len() && {
            let mut mapped: Vec<Mark> = marks
                .iter()
                .map(|(end, kind, empty, hurdles)| (symmetry[usize::from(*end)], *kind, map(empty), map(hurdles)))
                .collect();
            mapped.sort_unstable();
            mapped == *wanted
        }
    })
}

fn features(rules: &Rules, pieces: impl IntoIterator<Item = (Color, PieceType)>) -> Vec<Feature> {
    let (spec, board) = (rules.spec(), rules.board());
    let mut features = Vec::new();
    for (color, kind) in pieces {
        features.push(feature(board, |cell| rules.ways(color, kind, cell).iter().map(way_mark).collect()));
        if spec.firsts.moves.iter().any(|first| first.piece == kind) {
            features.push(feature(board, |cell| rules.first_ways(color, kind, cell).iter().map(way_mark).collect()));
        }
        features.push(feature(board, |cell| {
            let steps = rules.double_steps(color, kind, cell);
            steps.into_iter().map(|(via, to)| (to.0, 0, vec![via.0], Vec::new())).collect()
        }));
        for promotion in spec.promotions.iter().filter(|promotion| promotion.piece == kind) {
            features.push(region(board, &promotion.zone[color]));
        }
        for part in spec.goals.ends.iter().flat_map(|end| end.when.parts()) {
            match part {
                Condition::Pieces { region: Some(cells), .. } | Condition::Safe { region: Some(cells), .. } => {
                    features.push(region(board, &cells[color]));
                }
                Condition::Row { steps, .. } => features.push(beside(board, &steps[color])),
                Condition::Connected { steps, regions, .. } => {
                    features.push(beside(board, &steps[color]));
                    features.extend(regions.iter().map(|cells| region(board, &cells[color])));
                }
                _ => {}
            }
        }
    }
    features.push(feature(board, |cell| facing_ways(rules, cell).iter().map(way_mark).collect()));
    features
}

fn feature(board: &Board, marks: impl Fn(Cell) -> Vec<Mark>) -> Feature {
    let sorted = |cell| {
        let mut marks = marks(cell);
        marks.sort_unstable();
        marks
    };
    board.cells().map(sorted).collect()
}

/// The cells that steps lead to, and back.
fn beside(board: &Board, steps: &[Offset]) -> Feature {
    feature(board, |cell| {
        let both = steps.iter().flat_map(|&step| [step, -step]);
        let next = both.filter_map(|step| board.step(cell, step));
        next.map(|next| (next.0, 0, Vec::new(), Vec::new())).collect()
    })
}

fn region(board: &Board, region: &CellSet) -> Feature {
    feature(board, |cell| if region.contains(cell) { vec![(cell.0, 0, Vec::new(), Vec::new())] } else { Vec::new() })
}

fn way_mark(way: &Way) -> Mark {
    let numbers = |cells: &CellSet| cells.iter().map(|cell| cell.0).collect();
    (way.to.0, u8::from(way.quiet) | u8::from(way.capture) << 1, numbers(&way.empty), numbers(&way.hurdles))
}

/// The ways along which a royal on a cell faces another.
pub(crate) fn facing_ways(rules: &Rules, from: Cell) -> Vec<Way> {
    let board = rules.board();
    let mut found = Vec::new();
    for &offset in &rules.spec().goals.facing {
        for direction in [LineDirection::Straight(offset), LineDirection::Straight(-offset)] {
            for ray in direction.rays(board, from) {
                for (passed, &to) in ray.iter().enumerate() {
                    found.push(crate::stencil::clear_way(to, ray[..passed].iter().copied().collect()));
                }
            }
        }
    }
    found
}
