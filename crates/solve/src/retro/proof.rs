//! What the past of a position proves for problems: which castling is not possible any more, and which en passant is.

use super::known::{Diagram, UnMove};
use super::search::Past;
use spielraum_geometry::Cell;
use spielraum_rules::Position;

/// What follows from the last moves of a diagram (Codex for Chess Composition, article 16): castling is possible unless king or
/// rook must have moved, capturing en passant only if the double step must have been the last move.
#[derive(Clone)]
pub struct Proof {
    /// The castling rights that the diagram seems to have and that no last move leaves.
    pub lost: Vec<char>,
    /// The other ones, if no last move leaves all of them.
    pub exclusive: Vec<char>,
    /// The cell that the last move must have passed, so that it can be answered en passant.
    pub passed: Option<Cell>,
    /// The cell that the last move passed if all castling rights but those that are lost are left: either castling is not
    /// possible, or capturing en passant is.
    pub passed_if_castling: Option<Cell>,
    /// The position by this.
    pub position: Position,
}

impl Proof {
    /// What the last moves prove: nothing where they are not known completely, or there is none.
    pub fn of(diagram: &Diagram, past: &Past) -> Self {
        let mut setup = diagram.position.setup();
        let certain = past.gap.is_none() && !past.is_start && !past.last.is_empty();
        let is_left = |right: &char| past.last.iter().any(|unmove| unmove.castling.contains(right));
        let (left, lost): (Vec<char>, Vec<char>) =
            setup.castling.iter().copied().partition(|right| !certain || is_left(right));
        let leaves_all = |unmove: &&UnMove| left.iter().all(|right| unmove.castling.contains(right));
        let together = !certain || past.last.iter().any(|unmove| leaves_all(&unmove));
        let passed = passed_by(past.last.iter()).filter(|_| certain);
        let passed_if_castling = passed_by(past.last.iter().filter(leaves_all)).filter(|_| certain && passed.is_none());
        setup.castling.clone_from(&left);
        if let Some(field) = passed {
            setup.en_passant = Some(field);
        }
        let rules = diagram.position.rules();
        Self {
            lost,
            exclusive: if together { Vec::new() } else { left },
            passed: passed.map(|(via, _)| via),
            passed_if_castling: passed_if_castling.map(|(via, _)| via),
            position: Position::new(rules, setup).unwrap_or_else(|_| diagram.position.clone()),
        }
    }

    /// What is proved, in words.
    pub fn sentences(&self) -> Vec<String> {
        let name = |cell| self.position.rules().board().name(cell);
        let letters = |rights: &[char]| rights.iter().map(|right| format!("`{right}`")).collect::<Vec<_>>().join(", ");
        let lost = (!self.lost.is_empty()).then(|| {
            format!("castling {} is not possible: one of its pieces must have moved last", letters(&self.lost))
        });
        let exclusive = (!self.exclusive.is_empty())
            .then(|| format!("of the castling rights {} at least one is lost", letters(&self.exclusive)));
        let passed = self.passed.map(|cell| {
            format!("en passant on {} is possible: the double step must have been the last move", name(cell))
        });
        let either = self
            .passed_if_castling
            .map(|cell| format!("either castling is not possible, or en passant on {} is", name(cell)));
        [lost, exclusive, passed, either].into_iter().flatten().collect()
    }
}

/// The en passant field after each of the moves, if it is the same one that can be answered.
fn passed_by<'u>(mut moves: impl Iterator<Item = &'u UnMove>) -> Option<(Cell, Option<Cell>)> {
    let field = |unmove: &UnMove| unmove.after().setup().en_passant.filter(|_| unmove.passed);
    let first = field(moves.next()?)?;
    moves.all(|unmove| field(unmove) == Some(first)).then_some(first)
}
