//! What must hold for the data of a game. Everything is checked: the data may be untrusted.

use crate::{Color, Letters, MAX_PIECE_TYPES, MovePart, Ownership, Pattern, PieceSpec, PieceType, SpecError, StepSet};
use spielraum_geometry::{Board, Cell, LineDirection, MAX_SIDE, Offset};
use std::collections::HashSet;

/// How many ways of moving, each from each cell, may be worked out for one game.
const MAX_WORK: usize = 16 << 20;

/// Collects the faults of a specification.
pub(crate) struct Check<'a> {
    pub(crate) board: &'a Board,
    pub(crate) pieces: &'a [PieceSpec],
    /// The types that can be in hand.
    pub(crate) in_hand: &'a [PieceType],
    /// Whether captured pieces go to a prison.
    pub(crate) has_prison: bool,
    pub(crate) faults: Vec<SpecError>,
}

impl Check<'_> {
    /// How a type is written; nothing for one that does not exist.
    pub(crate) fn symbol(&self, kind: PieceType) -> String {
        self.pieces.get(kind.index()).map_or_else(String::new, |piece| piece.symbol.to_string())
    }

    /// The letters of a type; nothing for one that does not exist.
    pub(crate) fn letters(&self, kind: PieceType) -> Option<Letters> {
        self.pieces.get(kind.index()).map(|piece| piece.symbol.letters)
    }

    /// Notes a fault unless something holds.
    pub(crate) fn require(&mut self, holds: bool, fault: impl FnOnce() -> SpecError) {
        if !holds {
            self.faults.push(fault());
        }
    }

    /// Notes a fault unless a number is within its bounds.
    pub(crate) fn range(&mut self, what: &'static str, value: i64, least: i64, most: i64) {
        self.require((least..=most).contains(&value), || SpecError::OutOfRange { what, value, least, most });
    }

    /// Notes a fault unless the types exist and are the sides'; says whether they exist.
    pub(crate) fn types(&mut self, what: &'static str, types: &[PieceType]) -> bool {
        let count = self.pieces.len();
        let exist = types.iter().all(|kind| kind.index() < count);
        self.require(exist, || SpecError::NoSuchType(what));
        if let Some(&neutral) = types.iter().find(|kind| exist && self.pieces[kind.index()].is_neutral()) {
            let piece = self.symbol(neutral);
            self.faults.push(SpecError::Neutral { piece, fault: format!("it has no part in {what}") });
        }
        exist
    }

    /// Notes a fault if one of the types is royal.
    pub(crate) fn no_royal(&mut self, types: &[PieceType], fault: &'static str) {
        let is_royal = |kind: &PieceType| self.pieces.get(kind.index()).is_some_and(|piece| piece.royal);
        let royal = types.iter().any(is_royal);
        self.require(!royal, || SpecError::Royal(fault));
    }

    /// Notes a fault unless the cells exist.
    pub(crate) fn cells(&mut self, what: &'static str, cells: &[Cell]) {
        let count = self.board.len();
        self.require(cells.iter().all(|cell| cell.index() < count), || SpecError::NoSuchCell(what));
    }

    /// Notes a fault for each item that is there twice.
    pub(crate) fn unique<T: std::hash::Hash + Eq + Copy>(
        &mut self,
        what: &'static str,
        items: impl Iterator<Item = T>,
        name: impl Fn(&Self, T) -> String,
    ) {
        let mut seen = HashSet::new();
        for item in items {
            let whose = name(self, item);
            self.require(seen.insert(item), || SpecError::Twice { what, whose });
        }
    }

    /// Checks the piece types.
    pub(crate) fn pieces(&mut self) {
        let pieces = self.pieces;
        self.require((1..=MAX_PIECE_TYPES).contains(&pieces.len()), || SpecError::PieceTypes(pieces.len()));
        let mut symbols = HashSet::new();
        for piece in pieces {
            let text = piece.symbol.to_string();
            self.require(symbols.insert(text.clone()), || SpecError::SameSymbol(text.clone()));
            let moves = Color::BOTH.into_iter().any(|color| !piece.moves[color].is_empty());
            let faults = [(moves, "it does not move"), (piece.royal, "it can't be royal")];
            for (_, fault) in faults.into_iter().filter(|(wrong, _)| *wrong && piece.ownership != Ownership::Sides) {
                self.faults.push(SpecError::Neutral { piece: text.clone(), fault: fault.into() });
            }
        }
    }

    /// Checks the letters that others write for pieces.
    pub(crate) fn aliases(&mut self, aliases: &[(Letters, Letters)]) {
        let pieces = self.pieces;
        let is_ours = |letters| pieces.iter().any(|piece| piece.symbol.letters == letters);
        for &(theirs, ours) in aliases {
            self.require(is_ours(ours), || SpecError::NoSuchLetters(ours));
            self.require(!is_ours(theirs), || SpecError::SameSymbol(theirs.to_string()));
        }
        self.unique("a letter", aliases.iter().map(|(theirs, _)| *theirs), |_, letters| letters.to_string());
    }

    /// Notes a fault if something is used that needs a royal, and there is none.
    pub(crate) fn needs_royal(&mut self, what: &'static str, used: bool) {
        let royals = self.pieces.iter().any(|piece| piece.royal);
        self.require(royals || !used, || SpecError::NeedsRoyal(what));
    }

    /// Notes a fault unless steps lead away, and no further than a board can be.
    pub(crate) fn offsets(&mut self, what: &'static str, offsets: &[Offset]) {
        for offset in offsets {
            let longest = i64::from(offset.longest());
            self.range(what, longest, 1, MAX_SIDE as i64);
        }
    }

    /// Checks how they move, and what else those may do that have not moved.
    pub(crate) fn movement(&mut self, first_moves: &[&MovePart]) {
        let mut work = 0usize;
        let moves =
            Color::BOTH.into_iter().flat_map(|color| self.pieces.iter().flat_map(move |piece| &piece.moves[color]));
        for part in moves.chain(first_moves.iter().copied()) {
            work = work.saturating_add(self.part(part));
        }
        let total = work.saturating_mul(self.board.len());
        self.require(total <= MAX_WORK, || SpecError::TooComplex);
    }

    /// Checks one way of moving; gives how many targets it may have from a cell.
    fn part(&mut self, part: &MovePart) -> usize {
        match &part.pattern {
            Pattern::Leap(steps) => self.steps(steps),
            Pattern::Slide { lines, distances } => {
                self.range("the shortest distance of a slide", distances.min.into(), 1, distances.max.into());
                self.range("the difference of a slide's distances", distances.every.into(), 1, 255);
                self.lines(lines)
            }
            Pattern::Hop { lines, .. } => self.lines(lines),
            Pattern::Route { stages, .. } => {
                self.range("the number of steps of a route", stages.len() as i64, 2, 4);
                stages.iter().map(|steps| self.steps(steps)).fold(1, usize::saturating_mul)
            }
        }
    }

    fn steps(&mut self, steps: &StepSet) -> usize {
        self.offsets("the length of a step", &steps.offsets);
        steps.offsets.len()
    }

    fn lines(&mut self, lines: &[LineDirection]) -> usize {
        for line in lines {
            match *line {
                LineDirection::Straight(offset) => self.offsets("the length of a line's step", &[offset]),
                LineDirection::Keep { rank } => {
                    self.range("the ranks gained by a line round the ring", rank.unsigned_abs().into(), 1, 31);
                }
                LineDirection::Cross { rank } => {
                    self.range("the ranks gained by a line across the rings", rank.into(), -31, 31);
                }
            }
        }
        // Following a line costs more than a single leap.
        lines.len().saturating_mul(2)
    }
}
