//! Changes of type of the moving piece.

use super::data::RuleData;
use crate::check::Check;
use crate::{ByColor, Color, Letters, PieceSpec, PieceType, SpecError};
use spielraum_geometry::{Cell, CellSet};
use std::collections::HashSet;

/// A change of type of the moving piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Promotion {
    /// The type that promotes.
    pub piece: PieceType,
    /// The cells that count for each side; none for one that does not have this promotion.
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
    /// Whether captures alone promote; after other moves the piece stays what it is.
    pub by_capture: bool,
    /// Whether captures en passant promote like other moves; if not, the piece stays what it is.
    pub en_passant: bool,
    /// How the move is written.
    pub text: PromotionText,
}

impl Promotion {
    /// Whether a side's move from a cell to another promotes or may promote.
    pub fn touches(&self, color: Color, from: Cell, to: Cell) -> bool {
        let zone = &self.zone[color];
        match self.trigger {
            PromotionTrigger::Ends => zone.contains(to),
            PromotionTrigger::Enters => zone.contains(to) && !zone.contains(from),
            PromotionTrigger::Touches => zone.contains(to) || zone.contains(from),
            PromotionTrigger::Stands { .. } => false,
        }
    }
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
    /// No move does: the promotion is a move of its own of a piece that stands in the zone. The piece stays where it is, or goes
    /// without capture as what it becomes (G21).
    Stands {
        /// Whether the side's last piece of the type need not stand in the zone.
        last_anywhere: bool,
        /// Whether the new piece may attack no enemy, and the move give no check.
        peaceful: bool,
    },
}

impl PromotionTrigger {
    /// Whether the promotion is a move of its own.
    pub fn is_own_move(self) -> bool {
        matches!(self, Self::Stands { .. })
    }
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

impl RuleData for PromotionRule {
    type Data = Vec<Promotion>;

    fn validate(check: &mut Check<'_>, promotions: &Self::Data) {
        for promotion in promotions {
            if !check.types("a promotion", &promotion.into) || !check.types("a promotion", &[promotion.piece]) {
                return;
            }
            let piece = check.symbol(promotion.piece);
            if let Some(fault) = fault(check.pieces, promotion, check.has_prison) {
                check.faults.push(SpecError::Promotion { piece, fault });
            }
        }
        for color in Color::BOTH {
            let own = promotions.iter().filter(|promotion| !promotion.zone[color].is_empty());
            check.unique("a promotion", own.map(|promotion| promotion.piece), Check::symbol);
        }
    }
}

impl Check<'_> {
    /// Checks the types of which there may be no more than a number by promotion.
    pub(crate) fn limits(&mut self, limits: &[(PieceType, u8)]) {
        let types: Vec<PieceType> = limits.iter().map(|(kind, _)| *kind).collect();
        self.types("a limit of promotions", &types);
        self.unique("a limit of promotions", types.into_iter(), Self::symbol);
    }
}

fn fault(pieces: &[PieceSpec], promotion: &Promotion, has_prison: bool) -> Option<&'static str> {
    let letters: HashSet<Letters> = promotion.into.iter().map(|kind| pieces[kind.index()].symbol.letters).collect();
    let royal = |kind: &PieceType| pieces[kind.index()].royal;
    if promotion.into.is_empty() {
        Some("leads to no type")
    } else if royal(&promotion.piece) && !promotion.into.iter().all(royal) {
        Some("makes another piece of a royal than a royal")
    } else if promotion.from_prison && promotion.into.iter().any(royal) {
        Some("brings a royal back, which is never in prison")
    } else if promotion.from_prison && !has_prison {
        Some("needs a prison")
    } else if promotion.text == PromotionText::Letter && letters.len() < promotion.into.len() {
        Some("leads to two types with the same letter")
    } else if promotion.text != PromotionText::Letter && promotion.into.len() > 1 {
        Some("leads to several types and must be written with a letter")
    } else if promotion.text == PromotionText::Silent && promotion.force != PromotionForce::Always {
        Some("is not always forced and must be written")
    } else if promotion.trigger.is_own_move() && promotion.force != PromotionForce::Never {
        Some("is a move of its own, which nothing forces")
    } else if promotion.trigger.is_own_move() && promotion.by_capture {
        Some("is a move of its own, which captures nothing")
    } else if promotion.trigger.is_own_move() && promotion.into.contains(&promotion.piece) {
        Some("is a move of its own that leaves the piece what it is")
    } else {
        None
    }
}
