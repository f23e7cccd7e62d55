//! A compiled game.

use crate::Color;
use crate::game::Tables;
use crate::spec::{Counter, Family, PieceType, Spec};
use spielraum_geometry::{Board, Cell, CellSet};
use std::sync::Arc;

/// Does the same with the tables of whatever width.
macro_rules! with_tables {
    ($rules:expr, $tables:ident => $body:expr) => {
        match &$rules.0 {
            #[cfg(not(target_family = "wasm"))]
            $crate::rules::AnyTables::W1($tables) => $body,
            $crate::rules::AnyTables::W2($tables) => $body,
            $crate::rules::AnyTables::W4($tables) => $body,
            $crate::rules::AnyTables::W8($tables) => $body,
            $crate::rules::AnyTables::W16($tables) => $body,
        }
    };
}

pub(crate) use with_tables;

/// A game, ready to be played: immutable, cheap to clone, shared between threads.
#[derive(Clone)]
pub struct Rules(pub(crate) AnyTables);

/// Tables as wide as the board needs. A module for browsers is smaller without those of 64 cells: the next wider do for them.
#[derive(Clone)]
pub(crate) enum AnyTables {
    #[cfg(not(target_family = "wasm"))]
    W1(Arc<Tables<1>>),
    W2(Arc<Tables<2>>),
    W4(Arc<Tables<4>>),
    W8(Arc<Tables<8>>),
    W16(Arc<Tables<16>>),
}

impl Rules {
    /// What the game was compiled from.
    pub fn spec(&self) -> &Spec {
        with_tables!(self, tables => &tables.spec)
    }

    /// The game's board.
    pub fn board(&self) -> &Board {
        &self.spec().board
    }

    /// The cells that a piece on `from` can go to in some position: on an empty board, by capturing, or over
    /// a hurdle.
    ///
    /// # Panics
    ///
    /// If the type or the cell is not one of this game.
    pub fn reach(&self, color: Color, kind: PieceType, from: Cell) -> CellSet {
        with_tables!(self, tables => {
            let first = tables.firsts.reach(&tables.lines, color, kind, from);
            (first | tables.movers[color][kind.index()].reach(&tables.lines, from)).into_iter().collect()
        })
    }

    /// Whether only captures win: there is no mate, having no move does not lose, and every other condition by which a side
    /// wins asks for captures; and nothing follows a move (E1). Where a turn has several parts, its last one wins, whatever it is.
    pub fn is_won_by_captures_only(&self) -> bool {
        let spec = self.spec();
        !spec.has_royals() && spec.turn.is_plain() && spec.effects.is_empty() && spec.goals.only_captures_win()
    }

    /// The families of types of which each side must keep some (X3, F3).
    pub fn families(&self) -> &[Family] {
        with_tables!(self, tables => &tables.families)
    }

    /// What the game counts for each side.
    pub fn counters(&self) -> Vec<Counter> {
        self.spec().goals.counts().map(|(counter, _)| counter).collect()
    }

    /// What the game counts for each side, with the largest number.
    pub fn counted(&self) -> Vec<(Counter, u8)> {
        self.spec().goals.counts().map(|(counter, count)| (counter, count.most)).collect()
    }

    /// The bytes that the tables use.
    pub fn memory(&self) -> usize {
        with_tables!(self, tables => tables.memory())
    }
}

impl std::fmt::Debug for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rules").field("cells", &self.board().len()).field("start", &self.spec().start_fen()).finish()
    }
}
