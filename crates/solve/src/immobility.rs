//! Which pieces keep a move whatever the other side does next: a move that stalemates must capture them.

use crate::moves::list_moves;
use spielraum_geometry::{Cell, CellSet};
use spielraum_rules::spec::{Mode, Pattern, PieceType, Spec};
use spielraum_rules::{Color, GenType, MoveList, Position, Rules};

/// The most types by cells for which this is worked out.
const MOST_STATES: usize = 2000;

/// What is known of the pieces of one side.
///
/// A piece that leaps or slides, and captures as it moves, can still move after any move of the other side, if only to
/// capture what has come in its way, unless it is captured itself, pinned, or shut in by its own side.
#[derive(Clone)]
pub(crate) struct Immobility {
    victim: Color,
    cells: usize,
    /// Whether each type moves so, and is not royal.
    steady: Vec<bool>,
    /// The cells next on the ways of each type from each cell.
    next: Vec<CellSet>,
    /// For each type and cell of the royal the cells on which it could be pinned and without a move.
    pins: Vec<CellSet>,
    /// What must be empty on the way of the other side's pieces to the royal's cell, by type, cell and royal's cell: a
    /// number in `aims` and one more; 0: no such way.
    places: Vec<u32>,
    aims: Vec<CellSet>,
    /// Whether a piece that comes somewhere might pin several others.
    pins_many: bool,
}

/// What is looked at: the pieces of both sides, and the royal's cell.
pub(crate) struct Shut<'p> {
    /// The pieces of the side that is to be without a move, the royal left out.
    pub(crate) pieces: &'p [(PieceType, Cell)],
    pub(crate) others: &'p [(PieceType, Cell)],
    pub(crate) royal: Cell,
    /// The place of a piece in the list that moves first, and to where; what stands there is captured.
    pub(crate) moved: Option<(usize, Cell)>,
}

impl Immobility {
    /// `None` where the game's rules allow no such conclusion.
    pub(crate) fn new(rules: &Rules, victim: Color) -> Option<Self> {
        let spec = rules.spec();
        let simple = spec.has_royals()
            && spec.hands.is_none()
            && spec.remote_promotion.is_none()
            && !spec.has_own_promotions()
            && spec.firsts.is_empty()
            && spec.swap.is_none()
            && spec.goals.facing.is_empty()
            && spec.goals.royal_obligation.is_none();
        let (types, cells) = (spec.pieces.len(), rules.board().len());
        if !simple || types * cells > MOST_STATES {
            return None;
        }
        let states = || spec.piece_types().flat_map(|kind| rules.board().cells().map(move |cell| (kind, cell)));
        let steady: Vec<bool> = spec.piece_types().map(|kind| is_steady(spec, victim, kind)).collect();
        let first = |(kind, cell)| -> CellSet {
            let ways = rules.ways(victim, kind, cell).into_iter();
            ways.filter(|way| way.empty.is_empty() && way.quiet && way.capture).map(|way| way.to).collect()
        };
        let next: Vec<CellSet> = states().map(first).collect();
        let mut found = Self {
            victim,
            cells,
            steady,
            next,
            pins: vec![CellSet::EMPTY; types * cells],
            places: vec![0; types * cells * cells],
            aims: Vec::new(),
            pins_many: false,
        };
        for (kind, from) in states() {
            for way in rules.ways(!victim, kind, from).into_iter().filter(|way| way.capture) {
                // A hurdle attacks by coming, not by going.
                if !way.hurdles.is_empty() {
                    return None;
                }
                if !way.empty.is_empty() {
                    let place = &mut found.places[(kind.index() * cells + from.index()) * cells + way.to.index()];
                    found.pins_many |= *place != 0;
                    found.aims.push(way.empty);
                    *place = found.aims.len() as u32;
                }
            }
        }
        found.pins_many |= !found.has_single_lines();
        for (place, &number) in found.places.iter().enumerate().filter(|(_, number)| **number != 0) {
            let (from, home) = (Cell((place / cells % cells) as u16), place % cells);
            let aim = found.aims[number as usize - 1];
            for kind in 0..types {
                let held = aim.iter().filter(|&cell| found.pins_many || !found.can_go(kind, cell, &aim, from));
                let held: CellSet = held.collect();
                found.pins[kind * cells + home] |= held;
            }
        }
        Some(found)
    }

    /// Whether no two ways to a cell have one cell in common and each another that the other has not.
    fn has_single_lines(&self) -> bool {
        let mut lines: Vec<Vec<CellSet>> = vec![Vec::new(); self.cells];
        for (place, &number) in self.places.iter().enumerate().filter(|(_, number)| **number != 0) {
            let (lines, aim) = (&mut lines[place % self.cells], self.aims[number as usize - 1]);
            if !lines.contains(&aim) {
                lines.push(aim);
            }
        }
        let apart = |one: &CellSet, other: &CellSet| {
            let common = *one & *other;
            common.is_empty() || common == *one || common == *other
        };
        lines.iter().all(|lines| lines.iter().all(|one| lines.iter().all(|other| apart(one, other))))
    }

    /// Whether a piece that stands in the way of an attack from a cell can move and stay in its way, or take what attacks.
    fn can_go(&self, kind: usize, cell: Cell, aim: &CellSet, from: Cell) -> bool {
        let mut line = *aim;
        line.insert(from);
        !(self.next[kind * self.cells + cell.index()] & line).is_empty()
    }

    /// Whether the side can be without a move after at most this many moves of the other side, and this many of its own that
    /// are not its royal's.
    pub(crate) fn is_possible(&self, shut: &Shut<'_>, attacks: u32, helps: u32) -> bool {
        let mut own: CellSet = shut.pieces.iter().map(|(_, cell)| *cell).collect();
        own.insert(shut.royal);
        let mut taken = None;
        if let Some((at, to)) = shut.moved {
            own.remove(shut.pieces[at].1);
            own.insert(to);
            taken = Some(to);
        }
        // Those that can only be captured, and those that something must come to pin.
        let (mut free, mut loose) = (0, 0);
        for (at, &(kind, cell)) in shut.pieces.iter().enumerate() {
            let cell = shut.moved.filter(|(moved, _)| *moved == at).map_or(cell, |(_, to)| to);
            if !self.steady[kind.index()] {
                continue;
            }
            let exits = self.next[kind.index() * self.cells + cell.index()] & !own;
            if exits.len() <= helps as usize {
                continue;
            }
            if !self.pins[kind.index() * self.cells + shut.royal.index()].contains(cell) {
                free += 1;
            } else if !self.pins_many && !self.is_aimed_at(shut, kind, cell, taken) {
                loose += 1;
            }
        }
        free <= attacks + helps && free + loose <= 2 * attacks + helps
    }

    /// Whether one of the other side's pieces would pin a piece on a cell if nothing else were in its way.
    fn is_aimed_at(&self, shut: &Shut<'_>, kind: PieceType, cell: Cell, taken: Option<Cell>) -> bool {
        shut.others.iter().filter(|(_, from)| Some(*from) != taken).any(|&(other, from)| {
            let place = (other.index() * self.cells + from.index()) * self.cells + shut.royal.index();
            let number = self.places[place] as usize;
            number != 0 && {
                let aim = &self.aims[number - 1];
                aim.contains(cell) && !self.can_go(kind.index(), cell, aim, from)
            }
        })
    }

    /// Lists moves of the other side among which all are that stalemate.
    pub(crate) fn list_candidates(&self, position: &Position, moves: &mut MoveList) {
        moves.clear();
        let mut own = CellSet::EMPTY;
        position.for_each_piece(|color, _, cell| {
            if color == self.victim {
                own.insert(cell);
            }
        });
        let royals = position.royals(self.victim);
        let mut lasting = CellSet::EMPTY;
        position.for_each_piece(|color, kind, cell| {
            let state = kind.index() * self.cells + cell.index();
            let is_pinned = |royal: Cell| self.pins[kind.index() * self.cells + royal.index()].contains(cell);
            if color == self.victim
                && self.steady[kind.index()]
                && !(self.next[state] & !own).is_empty()
                && !royals.iter().any(is_pinned)
            {
                lasting.insert(cell);
            }
        });
        if lasting.len() > 1 {
            return;
        }
        list_moves(position, GenType::All, moves);
        if let Some(taken) = lasting.iter().next() {
            moves.retain(|&m| position.captured_cell(m) == Some(taken));
        }
    }
}

fn is_steady(spec: &Spec, color: Color, kind: PieceType) -> bool {
    let piece = &spec.pieces[kind.index()];
    let goes_anywhere = spec.board.cells().all(|cell| piece.may_enter[color].contains(cell));
    !piece.royal
        && goes_anywhere
        && piece.moves[color].iter().all(|part| {
            let pattern = match &part.pattern {
                Pattern::Leap(_) => true,
                Pattern::Slide { distances, .. } => distances.min == 1 && distances.every == 1,
                Pattern::Hop { .. } | Pattern::Route { .. } => false,
            };
            pattern && part.mode == Mode::Both && part.origin.is_none() && part.target.is_none()
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielraum_rules::spec::{Letters, Mark, Symbol};

    #[test]
    fn what_can_be_pinned_or_captured_is_counted() {
        let rules = spielraum_testkit::rules("chess");
        let immobility = Immobility::new(&rules, Color::Black).unwrap();
        let piece = |letter, cell| {
            let kind = rules.spec().piece(Symbol { letters: Letters::one(letter).unwrap(), mark: Mark::None }).unwrap();
            (kind, rules.board().find(cell).unwrap())
        };
        let is_possible = |pieces: &[(PieceType, Cell)], moved, attacks| {
            let others = [piece('Q', "d1"), piece('K', "f1")];
            let shut = Shut { pieces, others: &others, royal: piece('K', "h8").1, moved };
            immobility.is_possible(&shut, attacks, 0)
        };
        let rooks = [piece('R', "a5"), piece('R', "c3")];
        // One is captured, the other pinned on the long diagonal.
        assert!(is_possible(&rooks, None, 1));
        let leaves = Some((1, piece('R', "d3").1));
        assert!(!is_possible(&rooks, leaves, 1));
        assert!(is_possible(&rooks, leaves, 2));
        // A bishop on that diagonal has a move, whatever pins it.
        assert!(!is_possible(&[piece('R', "a5"), piece('B', "c3")], None, 1));
        // In the corner it is shut in by a pawn.
        assert!(is_possible(&[piece('R', "a5"), piece('B', "a1"), piece('P', "b2")], None, 1));
    }
}
