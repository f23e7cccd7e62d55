//! Games built by hand, with perft counts that are known from elsewhere.

mod chess;
mod hands;
mod raumschach;
mod rules;

use spielraum_geometry::{Board, BoardShape, Cell, CellSet, LineDirection, Offset};
use spielraum_oracle::{State, perft};
use spielraum_rules::spec::{
    Distances, EndRule, Letters, Mark, Mode, MovePart, NoMoves, Ownership, Pattern, PieceSpec, PieceType, Repetition,
    Spec, StepSet, Symbol,
};
use spielraum_rules::{ByColor, Color, Setup};
use std::sync::Arc;

/// A game without pieces and without special rules.
fn empty_game(shape: &BoardShape) -> Spec {
    Spec::new(Arc::new(Board::new(shape).unwrap()), Vec::new())
}

/// Adds a piece that moves alike for both sides, and gives its type.
fn add(spec: &mut Spec, letter: char, moves: Vec<MovePart>) -> PieceType {
    add_sided(spec, letter, ByColor::both(moves))
}

/// Adds a piece, and gives its type. `k` is the royal, `P` resets the clock.
fn add_sided(spec: &mut Spec, letter: char, moves: ByColor<Vec<MovePart>>) -> PieceType {
    spec.pieces.push(PieceSpec {
        symbol: Symbol { letters: Letters::one(letter).unwrap(), mark: Mark::None },
        ownership: Ownership::Sides,
        name: ByColor::both(letter.to_string()),
        moves,
        may_enter: ByColor::both(spec.board.all()),
        royal: letter == 'K',
        resets_clock: letter == 'P',
    });
    PieceType((spec.pieces.len() - 1) as u8)
}

fn leap(offsets: Vec<Offset>) -> MovePart {
    MovePart::new(Pattern::Leap(StepSet::any(offsets)))
}

fn slide(steps: Vec<Offset>) -> MovePart {
    let lines = steps.into_iter().map(LineDirection::Straight).collect();
    MovePart::new(Pattern::Slide { lines, distances: Distances::ANY })
}

fn with_mode(mode: Mode, part: MovePart) -> MovePart {
    MovePart { mode, ..part }
}

/// The offsets of these shapes that stay on one level.
fn flat(shapes: &[[i16; 3]]) -> Vec<Offset> {
    shapes.iter().flat_map(|&shape| Offset::all_of(shape)).filter(|offset| offset.level == 0).collect()
}

/// The cells for which a condition on (level, file, rank), from 0, holds.
fn cells(spec: &Spec, holds: impl Fn(i16, i16, i16) -> bool) -> CellSet {
    let board = &spec.board;
    let chosen = |cell: &Cell| {
        let at = board.coord(*cell);
        holds(at.level, at.file, at.rank)
    };
    board.cells().filter(chosen).collect()
}

/// White's value and, with ranks turned round, Black's.
fn forward(ranks: ByColor<i16>, make: impl Fn(i16) -> Vec<Offset>) -> ByColor<Vec<Offset>> {
    ByColor { white: make(ranks.white), black: make(ranks.black) }
}

const FORWARD: ByColor<i16> = ByColor { white: 1, black: -1 };

fn position(spec: &Spec, fen: &str) -> State {
    let state = State::parse(spec, fen).unwrap();
    assert_eq!(state.fen(spec), fen);
    state
}

fn texts(spec: &Spec, fen: &str) -> Vec<String> {
    position(spec, fen).moves(spec).into_iter().map(|(text, _)| text).collect()
}

#[track_caller]
fn check_perft(spec: &Spec, fen: &str, counts: &[u64]) {
    let state = position(spec, fen);
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(spec, &state, depth), count, "depth {depth}");
    }
}

#[track_caller]
fn check_result(spec: &Spec, fen: &str, result: Option<(Option<Color>, &'static str)>) {
    assert_eq!(position(spec, fen).result(spec), result);
}
