//! What can stand where, and how much of it, whatever was played since the start.

use super::explained::Explained;
use super::roads::{Road, roads};
use spielraum_geometry::{Cell, CellSet};
use spielraum_rules::spec::{PieceType, Setup};
use spielraum_rules::{Color, Owner, Rules};
use thiserror::Error;

/// Why a position can't have come up in a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Illegal {
    /// There are more pieces than the game has.
    #[error("there are more pieces on the board and in the hands than at the start")]
    Pieces,
    /// A side has more pieces than captures and promotions can explain.
    #[error("{} has more pieces than a game can bring about", .0.name())]
    Material(Color),
    /// A piece stands where it can never come.
    #[error("no {name} of {} ever comes to {cell}", .color.name())]
    Place {
        /// Its side.
        color: Color,
        /// What the side calls it.
        name: String,
        /// Where it stands.
        cell: String,
    },
    /// Pieces stand where captures and promotions can't have brought them, past those that have never moved.
    #[error("what was captured does not explain where the pieces of {} stand", .0.name())]
    Captures(Color),
    /// No move can have led to it.
    #[error("there is no last move")]
    NoLastMove,
}

/// What a game can bring about from its start, seen roughly: whatever is not possible by this never comes up.
pub(super) struct Possible<'r> {
    rules: &'r Rules,
    /// The cells to which a side's pieces of a type can come, by side and type; `None`: anything is possible, since effects change
    /// pieces.
    cells: Option<Vec<CellSet>>,
    /// The types that promote, for each side.
    promoting: Vec<bool>,
    explained: Option<Explained<'r>>,
}

impl<'r> Possible<'r> {
    pub(super) fn of(rules: &'r Rules) -> Self {
        let spec = rules.spec();
        let promoting = Color::BOTH.into_iter().flat_map(|color| {
            let remote = |kind| {
                spec.remote_promotion
                    .iter()
                    .flat_map(|remote| &remote.changes)
                    .any(|change| change.changed.contains(&kind))
            };
            spec.piece_types().map(move |kind| spec.promotion(kind, color).is_some() || remote(kind))
        });
        let promoting = promoting.collect();
        let cells = spec.effects.is_empty().then(|| Spread::over(rules));
        Self { rules, cells, promoting, explained: Explained::new(rules) }
    }

    /// Whether pieces in hand are part of what is counted.
    pub(super) fn counts_hands(&self) -> bool {
        self.rules.spec().hands.is_some()
    }

    /// What of a setup is impossible.
    pub(super) fn faults(&self, setup: &Setup, castling_known: bool) -> Vec<Illegal> {
        let faults = self.plain_faults(setup);
        match &self.explained {
            Some(explained) if faults.is_empty() => {
                explained.faults(setup, castling_known).into_iter().map(Illegal::Captures).collect()
            }
            _ => faults,
        }
    }

    /// What is impossible whatever was captured, by counting alone.
    pub(super) fn plain_faults(&self, setup: &Setup) -> Vec<Illegal> {
        let Some(cells) = &self.cells else { return Vec::new() };
        let mut faults = self.excess(setup);
        let spec = self.rules.spec();
        for (cell, piece) in spec.board.cells().zip(&setup.placement) {
            if let Some((owner, kind)) = *piece
                && let Some(color) = owner.color()
                && !cells[self.index(color, kind)].contains(cell)
            {
                let name = spec.pieces[kind.index()].name[color].clone();
                faults.push(Illegal::Place { color, name, cell: spec.board.name(cell).to_owned() });
            }
        }
        faults
    }

    /// Whether there are more pieces than at the start; of a side, where none changes sides by way of a hand.
    fn excess(&self, setup: &Setup) -> Vec<Illegal> {
        let spec = self.rules.spec();
        if spec.hands.is_some() {
            let of = |setup: &Setup| {
                let held = Color::BOTH.into_iter().flat_map(|color| &setup.hands[color]);
                let standing = setup.placement.iter().flatten().filter(|(owner, _)| owner.color().is_some());
                standing.count() + held.map(|(_, count)| usize::from(*count)).sum::<usize>()
            };
            return if of(setup) > of(&spec.start) { vec![Illegal::Pieces] } else { Vec::new() };
        }
        Color::BOTH.into_iter().filter(|&color| self.has_excess(setup, color)).map(Illegal::Material).collect()
    }

    /// Each piece that a side has more of than at the start was another, which it now has fewer of.
    fn has_excess(&self, setup: &Setup, color: Color) -> bool {
        let spec = self.rules.spec();
        let mut more = vec![0i32; spec.pieces.len()];
        let standing = |setup: &Setup, change: i32, more: &mut [i32]| {
            let own = setup.placement.iter().flatten().filter(|(owner, _)| *owner == color);
            own.for_each(|(_, kind)| more[kind.index()] += change);
        };
        standing(setup, 1, &mut more);
        standing(&spec.start, -1, &mut more);
        let promotes = |kind: PieceType| self.promoting[self.index(color, kind)];
        let came: i32 = spec.piece_types().filter(|&kind| !promotes(kind)).map(|kind| more[kind.index()].max(0)).sum();
        let promoted: i32 = spec.piece_types().filter(|&kind| promotes(kind)).map(|kind| -more[kind.index()]).sum();
        came > promoted
    }

    fn index(&self, color: Color, kind: PieceType) -> usize {
        index(self.rules, color, kind)
    }
}

fn index(rules: &Rules, color: Color, kind: PieceType) -> usize {
    color as usize * rules.spec().pieces.len() + kind.index()
}

/// Pieces spreading over the board by their moves, whatever else stands there.
struct Spread<'r> {
    rules: &'r Rules,
    cells: Vec<CellSet>,
    open: Vec<(Color, PieceType, Cell)>,
}

impl<'r> Spread<'r> {
    fn over(rules: &'r Rules) -> Vec<CellSet> {
        let spec = rules.spec();
        let mut spread = Self { rules, cells: vec![CellSet::EMPTY; 2 * spec.pieces.len()], open: Vec::new() };
        for (cell, piece) in spec.board.cells().zip(&spec.start.placement) {
            if let Some((owner, kind)) = *piece
                && let Some(color) = owner.color()
            {
                spread.comes(color, kind, cell);
            }
        }
        for color in Color::BOTH {
            let drops = spec.hands.iter().flat_map(|hands| &hands.drops).map(|drop| (drop.piece, drop.cells[color]));
            let gates = spec.firsts.gates.iter().map(|gate| (gate.piece, gate.cells[color]));
            for (kind, cells) in drops.chain(gates) {
                cells.iter().for_each(|cell| spread.comes(color, kind, cell));
            }
        }
        while let Some((color, kind, from)) = spread.open.pop() {
            spread.moves_on(color, kind, from);
        }
        spread.cells
    }

    fn comes(&mut self, color: Color, kind: PieceType, cell: Cell) {
        let cells = &mut self.cells[index(self.rules, color, kind)];
        if !cells.contains(cell) {
            cells.insert(cell);
            self.open.push((color, kind, cell));
        }
    }

    fn moves_on(&mut self, color: Color, kind: PieceType, from: Cell) {
        roads(self.rules, color, kind, from)
            .into_iter()
            .for_each(|Road { end: (kind, to), .. }| self.comes(color, kind, to));
    }
}

/// Whether a piece belongs to a side.
pub(super) fn is_of(piece: Option<(Owner, PieceType)>, color: Color) -> Option<PieceType> {
    piece.filter(|(owner, _)| *owner == color).map(|(_, kind)| kind)
}
