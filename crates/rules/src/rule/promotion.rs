//! Changes of type of the moving piece.

use super::{MoveRule, Rule, hand};
use crate::spec::{PieceType, Spec};
use crate::state::State;
use crate::state::sink::{Flow, Sink, Visit};
use crate::state::stage::Stage;
use crate::tables::{CompileError, Compiler, Tables};
use crate::validate::{Check, symbol};
use crate::{ByColor, Change, Color, Move};
use spielraum_geometry::{BitBoard, Cell, CellSet};
use std::collections::HashSet;

/// A change of type of the moving piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Promotion {
    /// The type that promotes.
    pub piece: PieceType,
    /// The cells that count for each side.
    pub zone: ByColor<CellSet>,
    /// How a move must touch the zone.
    pub trigger: PromotionTrigger,
    /// What it may become.
    pub into: Vec<PieceType>,
    /// Whether it must.
    pub force: PromotionForce,
    /// Whether the new piece is one in the mover's prison, which it leaves (N1). A move that must
    /// promote and can't is not legal; the cell is attacked all the same.
    pub from_prison: bool,
    /// How the move is written.
    pub text: PromotionText,
}

/// How a move must touch the zone of a promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PromotionTrigger {
    /// It ends in the zone.
    Ends,
    /// It ends in the zone and started outside.
    Enters,
    /// It starts or ends in the zone, or both (Q7).
    Touches,
}

/// When a promotion is obligatory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PromotionForce {
    /// Always.
    Always,
    /// Only where the piece would have no move left on an empty board (Q7). A hop is judged as if a hurdle stood
    /// where it needs one.
    WhenStuck,
    /// Never.
    Never,
}

/// How a promotion is written (docs/notation.md, "Moves").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PromotionText {
    /// `=Q`: the letter of the chosen type.
    Letter,
    /// `+`: to the one promoted form.
    Plus,
    /// Nothing: a forced change to the one type in `into`.
    Silent,
}

pub(crate) struct PromotionRule;

impl Rule for PromotionRule {
    fn validate(check: &mut Check<'_>) {
        let (promotions, prison) = (&check.spec.promotions, hand::has_prison(check.spec));
        for promotion in promotions {
            if !check.types("a promotion", &promotion.into) || !check.types("a promotion", &[promotion.piece]) {
                return;
            }
            let piece = symbol(check.spec, promotion.piece);
            if let Some(fault) = fault(check.spec, promotion, prison) {
                check.faults.push(CompileError::Promotion { piece, fault });
            }
        }
        check.unique("a promotion", promotions.iter().map(|promotion| promotion.piece), symbol);
    }
}

/// It makes no moves of its own: others are [settled](State::settle) by it.
impl MoveRule for PromotionRule {}

fn fault(spec: &Spec, promotion: &Promotion, prison: bool) -> Option<&'static str> {
    let letters: HashSet<char> = promotion.into.iter().map(|kind| spec.pieces[kind.index()].symbol.letter).collect();
    let royal = |kind: &PieceType| spec.pieces[kind.index()].royal;
    if promotion.into.is_empty() {
        Some("leads to no type")
    } else if royal(&promotion.piece) || promotion.into.iter().any(royal) {
        Some("concerns a royal")
    } else if promotion.from_prison && !prison {
        Some("needs a prison")
    } else if promotion.text == PromotionText::Letter && letters.len() < promotion.into.len() {
        Some("leads to two types with the same letter")
    } else if promotion.text != PromotionText::Letter && promotion.into.len() > 1 {
        Some("leads to several types and must be written with a letter")
    } else if promotion.text == PromotionText::Silent && promotion.force != PromotionForce::Always {
        Some("is not always forced and must be written")
    } else {
        None
    }
}

/// How a type of one side promotes.
pub(crate) struct PromotionTable<const W: usize> {
    /// The cells that count.
    zone: BitBoard<W>,
    /// The cells from which some move can promote.
    pub(crate) origins: BitBoard<W>,
    trigger: PromotionTrigger,
    pub(crate) into: Vec<PieceType>,
    pub(crate) force: PromotionForce,
    pub(crate) from_prison: bool,
}

impl<const W: usize> PromotionTable<W> {
    /// The targets to which a move from `from` promotes or may promote.
    #[inline(always)]
    pub(crate) fn targets(&self, from: Cell) -> BitBoard<W> {
        let inside = self.zone.contains(from);
        match self.trigger {
            PromotionTrigger::Enters if inside => BitBoard::EMPTY,
            PromotionTrigger::Touches if inside => !BitBoard::EMPTY,
            _ => self.zone,
        }
    }
}

/// Compiles the promotions of each type of a side.
pub(crate) fn compile<const W: usize>(c: &Compiler<'_, W>, color: Color) -> Vec<Option<PromotionTable<W>>> {
    let of = |kind: usize| {
        let promotion = c.spec.promotions.iter().find(|promotion| promotion.piece.index() == kind)?;
        let mut table = PromotionTable {
            zone: BitBoard::from_set(&promotion.zone[color]),
            origins: BitBoard::EMPTY,
            trigger: promotion.trigger,
            into: promotion.into.clone(),
            force: promotion.force,
            from_prison: promotion.from_prison,
        };
        let mover = &c.movers[color][kind];
        for cell in c.spec.board.cells() {
            if mover.reach(c.lines, cell).meets(&table.targets(cell)) {
                table.origins.insert(cell);
            }
        }
        Some(table)
    };
    (0..c.spec.pieces.len()).map(of).collect()
}

/// What a promotion changes besides the moving piece: a new piece from the prison leaves it.
#[inline(always)]
pub(crate) fn expand<const W: usize>(stage: &mut impl Stage<W>, t: &Tables<W>, m: Move, moved: PieceType) {
    let us = stage.state().side;
    if let Some(kind) = m.promotion()
        && t.promotions[us][moved.index()].as_ref().is_some_and(|table| table.from_prison)
    {
        stage.change(Change::Hand(us, kind, -1));
    }
}

impl<const W: usize> State<W> {
    /// A move of a `kind`, which must be legal as far as the royal goes, with every choice of promotions that it has,
    /// of the moving piece and of another.
    #[inline(always)]
    pub(crate) fn settle<S: Sink<W>>(&self, t: &Tables<W>, kind: PieceType, m: Move, sink: &mut S) -> Flow {
        let table = t.promotions[self.side][kind.index()].as_ref();
        let promotes = table.is_some_and(|table| table.targets(m.origin()).contains(m.to()));
        match promotes || self.promotes_remotely(t, kind, sink) {
            false => sink.one(m),
            true => self.choices(t, kind, m, sink),
        }
    }

    fn choices<S: Sink<W>>(&self, t: &Tables<W>, kind: PieceType, m: Move, sink: &mut S) -> Flow {
        self.promotion_moves(t, kind, m, sink)?;
        if self.promotes_remotely(t, kind, sink) {
            let further: &mut dyn FnMut(Move) -> Flow =
                &mut |m| self.remote_promotions(t, kind, m, &mut |m| sink.one(m));
            self.promotion_moves(t, kind, m, &mut Visit(further))?;
        }
        Flow::Continue(())
    }

    /// A move of a `kind` as it promotes: each way if it may, and without where it needn't.
    pub(crate) fn promotion_moves<S: Sink<W>>(&self, t: &Tables<W>, kind: PieceType, m: Move, sink: &mut S) -> Flow {
        let Some(table) =
            t.promotions[self.side][kind.index()].as_ref().filter(|table| table.targets(m.origin()).contains(m.to()))
        else {
            return sink.one(m);
        };
        for &into in &table.into {
            if !table.from_prison || self.in_hand(t, self.side, into) > 0 {
                sink.one(m.with_promotion(into))?;
            }
        }
        let must = match table.force {
            PromotionForce::Always => true,
            PromotionForce::WhenStuck => t.stuck(self.side, kind).contains(m.to()),
            PromotionForce::Never => false,
        };
        if must { Flow::Continue(()) } else { sink.one(m) }
    }
}
