//! What tables need to know of one type of one side.

use crate::error::EndgameError;
use crate::stencil::{MAX_WAYS, Stencil, TooManyWays, reversed};
use spielraum_geometry::Cell;
use spielraum_rules::spec::{PieceType, Promotion, PromotionForce, PromotionTrigger};
use spielraum_rules::{Color, Rules, Way};

/// How one type of one side moves, forward and backward.
pub(crate) struct Piece {
    pub(crate) forward: Stencil,
    pub(crate) backward: Stencil,
    pub(crate) promotion: Option<PromotionRule>,
    /// For each cell: the cells that double steps from there pass and reach.
    pub(crate) double_steps: Vec<Vec<(u16, u16)>>,
    /// For each cell: the cells that double steps which end there passed and came from.
    pub(crate) double_steps_to: Vec<Vec<(u16, u16)>>,
    /// Whether its double steps can be answered en passant.
    pub(crate) en_passant: bool,
}

/// When and into what a piece promotes.
pub(crate) struct PromotionRule {
    zone: Vec<bool>,
    trigger: PromotionTrigger,
    force: PromotionForce,
    /// Where it could not move any more.
    stuck: Vec<bool>,
    pub(crate) into: Vec<PieceType>,
}

/// What a move between two cells may leave of a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Choice {
    /// Whether it may stay what it is.
    pub(crate) stays: bool,
    /// Whether it may promote.
    pub(crate) promotes: bool,
}

impl Piece {
    /// Reads the rules of a type.
    pub(crate) fn new(rules: &Rules, color: Color, kind: PieceType) -> Result<Self, EndgameError> {
        let spec = rules.spec();
        let ways: Vec<Vec<Way>> = rules.board().cells().map(|cell| rules.ways(color, kind, cell)).collect();
        let double_steps: Vec<Vec<(u16, u16)>> = rules
            .board()
            .cells()
            .map(|cell| rules.double_steps(color, kind, cell).into_iter().map(|(via, to)| (via.0, to.0)).collect())
            .collect();
        let mut double_steps_to = vec![Vec::new(); double_steps.len()];
        for (from, steps) in double_steps.iter().enumerate() {
            for &(via, to) in steps {
                double_steps_to[usize::from(to)].push((via, from as u16));
            }
        }
        let crowded = |_: TooManyWays| {
            let _ = MAX_WAYS;
            EndgameError::Game("a piece has more than 128 ways to move from one cell")
        };
        let promotion = spec.promotion(kind, color);
        Ok(Self {
            forward: Stencil::new(&ways).map_err(crowded)?,
            backward: Stencil::new(&reversed(&ways)).map_err(crowded)?,
            promotion: promotion.map(|promotion| PromotionRule::new(rules, color, promotion, &ways)),
            en_passant: spec.double_steps.iter().any(|step| step.piece == kind && step.en_passant),
            double_steps,
            double_steps_to,
        })
    }

    /// What a move between two cells may leave of the piece.
    #[inline(always)]
    pub(crate) fn choice(&self, from: u16, to: u16) -> Choice {
        self.promotion.as_ref().map_or(Choice { stays: true, promotes: false }, |rule| rule.choice(from, to))
    }
}

impl PromotionRule {
    fn new(rules: &Rules, color: Color, promotion: &Promotion, ways: &[Vec<Way>]) -> Self {
        let inside = |cell: Cell| promotion.zone[color].contains(cell);
        Self {
            zone: rules.board().cells().map(inside).collect(),
            trigger: promotion.trigger,
            force: promotion.force,
            stuck: ways.iter().map(|ways| !ways.iter().any(|way| way.quiet)).collect(),
            into: promotion.into.clone(),
        }
    }

    fn choice(&self, from: u16, to: u16) -> Choice {
        let (starts, ends) = (self.zone[usize::from(from)], self.zone[usize::from(to)]);
        let promotes = match self.trigger {
            PromotionTrigger::Ends => ends,
            PromotionTrigger::Enters => ends && !starts,
            PromotionTrigger::Touches => starts || ends,
            PromotionTrigger::Stands { .. } => false,
        };
        let must = match self.force {
            PromotionForce::Always => true,
            PromotionForce::WhenStuck => self.stuck[usize::from(to)],
            PromotionForce::Never => false,
        };
        Choice { stays: !promotes || !must, promotes }
    }
}
