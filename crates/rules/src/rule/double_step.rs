//! Double steps (S2, Q11) and the en passant captures that answer them.

use crate::bitboard::BitBoard;
use crate::spec::PieceType;
use crate::state::check_mask::CheckMasks;
use crate::state::part::{All, Captures, Quiets};
use crate::state::sink::{Flow, Sink};
use crate::state::targets::Occupancy;
use crate::state::{EnPassant, State, Visit};
use crate::tables::{DoubleStepTable, Tables};
use crate::{Color, Move};
use spielraum_geometry::Cell;

impl<const W: usize> State<W> {
    /// The legal double steps.
    pub(crate) fn double_steps<S: Sink<W>>(
        &self,
        t: &Tables<W>,
        masks: &CheckMasks<W>,
        cells: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        for table in &t.double_steps {
            for from in self.of(self.side, table.piece) & table.from[self.side] {
                self.double_steps_from(t, table, from, masks, cells, sink)?;
            }
        }
        Flow::Continue(())
    }

    /// The legal double steps of the piece on `from`.
    fn double_steps_from<S: Sink<W>>(
        &self,
        t: &Tables<W>,
        table: &DoubleStepTable<W>,
        from: Cell,
        masks: &CheckMasks<W>,
        cells: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        // The check mask is for other pieces than the royal.
        let royal = t.royal == Some(table.piece);
        for &(via, to) in table.paths[self.side].get(from) {
            if !cells.empty.contains(via) || !cells.empty.contains(to) || !royal && !masks.check_mask.contains(to) {
                continue;
            }
            if !table.bent
                && (self.rides_to(t, table.piece, from, to, cells) || self.takes_en_passant(t, table.piece, from, to))
            {
                continue;
            }
            let m = Move::double_step(from, via, to);
            let is_safe = match royal {
                true => self.keeps_royal_safe(t, m),
                false => !self.safe_targets(t, masks, from, BitBoard::of(to)).is_empty(),
            };
            if is_safe {
                self.settle(t, table.piece, m, sink)?;
            }
        }
        Flow::Continue(())
    }

    /// Whether a double step is legal here.
    pub(crate) fn accepts_double_step(&self, t: &Tables<W>, m: Move) -> bool {
        let (from, masks, cells) = (m.origin(), self.check_masks(t), self.occupancy(t));
        let piece = self.at(from);
        let table = if piece.is(self.side) { t.double_step(piece.kind()) } else { None };
        let Some(table) = table else { return false };
        table.from[self.side].contains(from)
            && self.double_steps_from(t, table, from, &masks, &cells, &mut Visit::finding(m)).is_break()
    }

    /// The legal en passant captures.
    pub(crate) fn en_passant_captures<S: Sink<W>>(&self, t: &Tables<W>, sink: &mut S) -> Flow {
        let Some(EnPassant { via, pawn }) = self.en_passant else { return Flow::Continue(()) };
        let kind = self.at(pawn).kind();
        for from in self.en_passant_sources(t, kind, via, pawn) {
            let m = Move::en_passant(from, via);
            if self.keeps_royal_safe(t, m) {
                self.settle(t, kind, m, sink)?;
            }
        }
        Flow::Continue(())
    }

    /// Whether a piece that slides or hops can go to an empty cell by an ordinary move. A double step there
    /// would be written alike; one by leaps is left out of the tables already.
    fn rides_to(&self, t: &Tables<W>, kind: PieceType, from: Cell, to: Cell, cells: &Occupancy<W>) -> bool {
        !t.movers[self.side][kind.index()].only_leaps() && self.targets::<All>(t, kind, from, cells).contains(to)
    }

    /// Whether a piece of a type can capture en passant on a cell, which would be written as a double step there.
    #[inline(always)]
    fn takes_en_passant(&self, t: &Tables<W>, kind: PieceType, from: Cell, to: Cell) -> bool {
        self.en_passant.is_some_and(|taken| taken.via == to && self.at(taken.pawn).kind() == kind)
            && self.captures_en_passant_from(t, from)
    }

    fn captures_en_passant_from(&self, t: &Tables<W>, from: Cell) -> bool {
        let mut from_here = Visit(|m: Move| if m.origin() == from { Flow::Break(()) } else { Flow::Continue(()) });
        self.en_passant_captures(t, &mut from_here).is_break()
    }

    /// The pieces of the side to move that could capture on the cell passed. A piece that could also
    /// move there without capturing does that, which is written alike.
    fn en_passant_sources(&self, t: &Tables<W>, kind: PieceType, via: Cell, pawn: Cell) -> BitBoard<W> {
        let us = self.side;
        let mut sources = t
            .attacks
            .leapers(us, via)
            .find(|(leaper, _)| *leaper == kind)
            .map_or(BitBoard::EMPTY, |(_, sources)| *sources & self.of(us, kind));
        if !t.movers[us][kind.index()].only_leaps() {
            sources |= self.rides_en_passant(t, kind, via, pawn);
        }
        let cells = self.occupancy(t);
        for from in sources {
            if self.targets::<Quiets>(t, kind, from, &cells).contains(via)
                && self.keeps_royal_safe(t, Move::normal(from, via, None))
            {
                sources.remove(from);
            }
        }
        sources
    }

    /// The pieces that slide, hop or go by routes and could capture on the cell passed if the enemy had stopped there.
    fn rides_en_passant(&self, t: &Tables<W>, kind: PieceType, via: Cell, pawn: Cell) -> BitBoard<W> {
        let piece = self.at(pawn);
        self.on_copy(t, |stopped| {
            stopped.toggle_occupancy(t, piece, pawn);
            stopped.toggle_occupancy(t, piece, via);
            let (cells, mut sources) = (stopped.occupancy(t), BitBoard::EMPTY);
            for from in stopped.of(stopped.side, kind) {
                if stopped.targets::<Captures>(t, kind, from, &cells).contains(via) {
                    sources.insert(from);
                }
            }
            sources
        })
    }

    /// Makes the double step just made part of the hash if it can be answered: only then is the position
    /// another one (G4).
    pub(crate) fn hash_en_passant(&mut self, t: &Tables<W>) {
        if let Some(EnPassant { via, pawn }) = self.en_passant
            && self.can_capture_en_passant(t)
        {
            self.en_passant_hash = t.zobrist.en_passant(via, pawn);
            self.hash ^= self.en_passant_hash;
        }
    }

    /// Forgets the double step before the last move, as any move does.
    #[inline(always)]
    pub(crate) fn forget_en_passant(&mut self) {
        self.hash ^= self.en_passant_hash;
        self.en_passant_hash = 0;
        self.en_passant = None;
    }

    fn can_capture_en_passant(&self, t: &Tables<W>) -> bool {
        self.en_passant_captures(t, &mut Visit(|_| Flow::Break(()))).is_break()
    }

    /// The double step by which a piece of `color` came to `pawn` over `via`, if there is one: its table
    /// and the cell it started from, which is empty now.
    pub(crate) fn double_step_over(&self, t: &Tables<W>, color: Color, via: Cell, pawn: Cell) -> Option<(usize, Cell)> {
        let piece = self.at(pawn);
        if !piece.is(color) || !self.at(via).is_none() {
            return None;
        }
        t.double_steps.iter().enumerate().filter(|(_, table)| table.en_passant && table.piece == piece.kind()).find_map(
            |(index, table)| {
                let from = table.from[color]
                    .into_iter()
                    .find(|&from| self.at(from).is_none() && table.paths[color].get(from).contains(&(via, pawn)))?;
                Some((index, from))
            },
        )
    }
}
