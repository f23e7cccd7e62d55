//! What a specification must be before it is compiled. Everything is checked: it may be a stranger's.

use crate::spec::{
    CapturedPieces, DoubleStepPath, Hands, MovePart, Pattern, PieceType, Promotion, PromotionForce, PromotionText,
    Repetition, Spec, StepSet,
};
use crate::state::{MAX_HAND, MAX_TYPE_FAMILIES};
use crate::tables::CompileError;
use crate::{Color, spec::MAX_PIECE_TYPES};
use spielraum_geometry::{Cell, LineFamily, MAX_SIDE, Offset};
use std::collections::HashSet;

/// How many ways of moving, each from each cell, may be worked out for one game.
const MAX_WORK: usize = 16 << 20;

/// All faults that can be found without building tables.
pub(crate) fn faults(spec: &Spec) -> Vec<CompileError> {
    let mut check = Check { spec, faults: Vec::new() };
    check.pieces();
    if check.faults.is_empty() {
        check.movement();
        check.hands();
        check.promotions();
        check.remote_promotion();
        check.castlings();
        check.double_steps();
        check.goals();
        check.faults.extend(crate::rule::faults(spec));
    }
    check.faults.dedup();
    check.faults
}

struct Check<'a> {
    spec: &'a Spec,
    faults: Vec<CompileError>,
}

impl Check<'_> {
    fn require(&mut self, holds: bool, fault: impl FnOnce() -> CompileError) {
        if !holds {
            self.faults.push(fault());
        }
    }

    fn range(&mut self, what: &'static str, value: i64, least: i64, most: i64) {
        self.require((least..=most).contains(&value), || CompileError::OutOfRange { what, value, least, most });
    }

    fn types(&mut self, what: &'static str, types: &[PieceType]) {
        let count = self.spec.pieces.len();
        self.require(types.iter().all(|kind| kind.index() < count), || CompileError::NoSuchType(what));
    }

    fn no_royal(&mut self, types: &[PieceType], fault: &'static str) {
        let royal = self.spec.royal();
        self.require(royal.is_none_or(|royal| !types.contains(&royal)), || CompileError::Royal(fault));
    }

    fn cells(&mut self, what: &'static str, cells: &[Cell]) {
        let count = self.spec.board.len();
        self.require(cells.iter().all(|cell| cell.index() < count), || CompileError::NoSuchCell(what));
    }

    fn unique<T: std::hash::Hash + Eq + Copy>(
        &mut self,
        what: &'static str,
        items: impl Iterator<Item = T>,
        name: impl Fn(&Spec, T) -> String,
    ) {
        let mut seen = HashSet::new();
        for item in items {
            let whose = name(self.spec, item);
            self.require(seen.insert(item), || CompileError::Twice { what, whose });
        }
    }

    fn pieces(&mut self) {
        let pieces = &self.spec.pieces;
        self.require((1..=MAX_PIECE_TYPES).contains(&pieces.len()), || CompileError::PieceTypes(pieces.len()));
        let mut symbols = HashSet::new();
        for piece in pieces {
            let letter = piece.symbol.letter;
            self.require(letter.is_ascii_uppercase(), || CompileError::BadSymbol(letter));
            let text = piece.symbol.to_string();
            self.require(symbols.insert(text.clone()), || CompileError::SameSymbol(text));
        }
        self.require(pieces.iter().filter(|piece| piece.royal).count() <= 1, || CompileError::SeveralRoyals);
    }

    fn needs_royal(&mut self, what: &'static str, used: bool) {
        let royal = self.spec.royal().is_some();
        self.require(royal || !used, || CompileError::NeedsRoyal(what));
    }

    fn offsets(&mut self, what: &'static str, offsets: &[Offset]) {
        for offset in offsets {
            let longest = i64::from(offset.longest());
            self.range(what, longest, 1, MAX_SIDE as i64);
        }
    }

    fn movement(&mut self) {
        let mut work = 0usize;
        for color in Color::BOTH {
            for part in self.spec.pieces.iter().flat_map(|piece| &piece.moves[color]) {
                work = work.saturating_add(self.part(part));
            }
        }
        let total = work.saturating_mul(self.spec.board.len());
        self.require(total <= MAX_WORK, || CompileError::TooComplex);
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

    fn lines(&mut self, lines: &[LineFamily]) -> usize {
        for line in lines {
            match *line {
                LineFamily::Straight(offset) => self.offsets("the length of a line's step", &[offset]),
                LineFamily::Keep { rank } => {
                    self.range("the ranks gained by a line round the ring", rank.unsigned_abs().into(), 1, 31);
                }
                LineFamily::Cross { rank } => {
                    self.range("the ranks gained by a line across the rings", rank.into(), -31, 31);
                }
            }
        }
        // Following a line costs more than a single leap.
        lines.len().saturating_mul(2)
    }

    fn hands(&mut self) {
        let Some(hands) = &self.spec.hands else { return };
        let Hands { order, captured, drops } = hands;
        self.types("the hand", order);
        self.no_royal(order, "a royal can't be in hand, since it is never captured");
        self.unique("a place in hand", order.iter().copied(), symbol);
        self.require(order.len() <= MAX_HAND, || CompileError::HandTypes(order.len()));
        let (CapturedPieces::ToCaptor(table) | CapturedPieces::ToPrison(table)) = captured;
        for color in Color::BOTH {
            let complete = table[color].len() == self.spec.pieces.len();
            self.require(complete, || CompileError::Hand("the table of captured pieces must name every piece type"));
            let held = table[color].iter().flatten().all(|kind| order.contains(kind));
            self.require(held, || CompileError::Hand("a captured piece becomes a type that can't be in hand"));
        }
        let drop_types = drops.iter().map(|drop| drop.piece);
        self.require(drop_types.clone().all(|kind| order.contains(&kind)), || {
            CompileError::Hand("a type can be dropped that can't be in hand")
        });
        self.unique("a drop", drop_types, symbol);
    }

    fn has_prison(&self) -> bool {
        matches!(&self.spec.hands, Some(Hands { captured: CapturedPieces::ToPrison(_), .. }))
    }

    fn promotions(&mut self) {
        let prison = self.has_prison();
        for promotion in &self.spec.promotions {
            self.types("a promotion", &promotion.into);
            self.types("a promotion", &[promotion.piece]);
            if !self.faults.is_empty() {
                return;
            }
            let piece = symbol(self.spec, promotion.piece);
            if let Some(fault) = promotion_fault(self.spec, promotion, prison) {
                self.faults.push(CompileError::Promotion { piece, fault });
            }
        }
        self.unique("a promotion", self.spec.promotions.iter().map(|promotion| promotion.piece), symbol);
    }

    fn remote_promotion(&mut self) {
        let Some(remote) = &self.spec.remote_promotion else { return };
        let prison = self.has_prison();
        self.require(prison, || CompileError::Hand("a promotion of another piece needs a prison"));
        self.types("a promotion of another piece", &remote.into);
        self.types("a promotion of another piece", &remote.guards);
        let fault = "a promotion of another piece can't make a royal or change one";
        self.no_royal(&remote.into, fault);
        for change in &remote.changes {
            self.types("a promotion of another piece", &change.movers);
            self.types("a promotion of another piece", &change.changed);
            self.no_royal(&change.changed, fault);
        }
    }

    fn castlings(&mut self) {
        let castlings = &self.spec.castlings;
        self.needs_royal("castling", !castlings.is_empty());
        self.range("the number of castling moves", castlings.len() as i64, 0, 32);
        for castling in castlings {
            let (royal, partner) = (castling.royal, castling.partner);
            self.cells("castling", &[royal.0, royal.1, partner.0, partner.1]);
            self.types("castling", &[castling.partner_type]);
            let fits = match castling.color {
                Color::White => castling.right.is_ascii_uppercase(),
                Color::Black => castling.right.is_ascii_lowercase(),
            };
            self.require(fits, || CompileError::BadSymbol(castling.right));
        }
        let ends = castlings.iter().map(|castling| (castling.color, castling.royal.1));
        self.unique("a castling move", ends, |spec, (_, end)| {
            if end.index() < spec.board.len() { spec.board.name(end).to_owned() } else { String::new() }
        });
        self.unique("a castling right", castlings.iter().map(|castling| castling.right), |_, right| right.to_string());
    }

    fn double_steps(&mut self) {
        let steps = &self.spec.double_steps;
        for step in steps {
            self.types("a double step", &[step.piece]);
            if step.en_passant {
                self.no_royal(&[step.piece], "a royal can't be captured en passant: give its double step without that");
            }
            if let DoubleStepPath::Straight(offsets) = &step.path {
                for color in Color::BOTH {
                    self.offsets("the length of a double step", &offsets[color]);
                }
            }
        }
        if self.faults.is_empty() {
            self.unique("a double step", steps.iter().map(|step| step.piece), symbol);
        }
    }

    fn goals(&mut self) {
        let goals = &self.spec.goals;
        self.needs_royal("a ban on facing royals", !goals.facing.is_empty());
        self.needs_royal("an obligation of the royal", goals.royal_obligation.is_some());
        self.needs_royal("swapping", self.spec.swap.is_some());
        self.offsets("the direction in which royals face", &goals.facing);
        if let Some(obligation) = &goals.royal_obligation {
            self.types("the royal's obligation", &obligation.released_by);
            self.range("the number of moves of an obligation", obligation.within.into(), 1, 9);
        }
        if let Some(swap) = &self.spec.swap {
            self.types("swapping", &swap.partners);
            self.offsets("the distance of a swap", &swap.offsets);
        }
        self.require(goals.families.len() <= MAX_TYPE_FAMILIES, || CompileError::TypeFamilies(goals.families.len()));
        for family in &goals.families {
            self.range("the number of pieces to keep", family.least.into(), 1, 1024);
            for color in Color::BOTH {
                self.types("a family of pieces to keep", &family.members[color]);
            }
        }
        if let Repetition::Counted { times, .. } = goals.repetition {
            self.range("the number of repetitions", times.into(), 2, 255);
        }
    }
}

fn symbol(spec: &Spec, kind: PieceType) -> String {
    spec.pieces.get(kind.index()).map_or_else(String::new, |piece| piece.symbol.to_string())
}

fn promotion_fault(spec: &Spec, promotion: &Promotion, prison: bool) -> Option<&'static str> {
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
