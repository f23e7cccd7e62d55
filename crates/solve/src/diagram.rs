//! Reading a diagram: a position as problems are published, where only the pieces are sure to be given.

use crate::goal::Placement;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, LeftOut, Owner, Position, PositionError, Rules, Setup, fen_fields};
use thiserror::Error;

/// Why a text is not a diagram.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiagramError {
    /// It is no position of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// Reads a FEN of which all but the placement may be missing. Who moves is then `first`, and castling is possible wherever
/// royal and partner stand at home: that is the convention of problems (Codex for Chess Composition, article 16). What
/// the text says counts as it says it; what of it can't be is left out, and given with the position.
pub fn read_diagram(rules: &Rules, text: &str, first: Color) -> Result<(Position, Vec<LeftOut>), DiagramError> {
    let mut setup = parse(rules, text, first)?;
    let assumed = fen_fields(text).len() <= 2;
    if assumed {
        setup.castling = rules.spec().castlings.iter().map(|castling| castling.right).collect();
    }
    let (position, left_out) = Position::settle(rules, setup).map_err(PositionError::from)?;
    Ok((position, if assumed { Vec::new() } else { left_out }))
}

/// The game for a diagram in which royals are missing, and the sides that have none: they never had one, so that they are
/// never in check and don't castle. `None` where no royal is missing.
pub fn rules_without_royals(rules: &Rules, text: &str) -> Option<(Rules, Vec<Color>)> {
    let placement = parse(rules, text, Color::White).ok()?.placement;
    let mut spec = rules.spec().clone();
    let royals: Vec<PieceType> = spec.royals().collect();
    let has = |color: Color, kind: PieceType, placement: &[Option<(Owner, PieceType)>]| {
        placement.iter().flatten().any(|&(owner, other)| owner == color && other == kind)
    };
    let all = Color::BOTH.into_iter().flat_map(|color| royals.iter().map(move |&kind| (color, kind)));
    let at_start = all.filter(|&(color, kind)| has(color, kind, &spec.start.placement));
    let missing: Vec<(Color, PieceType)> = at_start.filter(|&(color, kind)| !has(color, kind, &placement)).collect();
    if missing.is_empty() {
        return None;
    }
    let is_missing =
        |owner: Owner, kind: PieceType| missing.iter().any(|&(color, other)| owner == color && kind == other);
    for piece in &mut spec.start.placement {
        *piece = piece.filter(|&(owner, kind)| !is_missing(owner, kind));
    }
    let is_lacking = |color: &Color| royals.iter().all(|&kind| !has(*color, kind, &spec.start.placement));
    let had_one = |color: &Color| missing.iter().any(|(other, _)| other == color);
    let lacking: Vec<Color> = Color::BOTH.into_iter().filter(|color| had_one(color) && is_lacking(color)).collect();
    spec.castlings.retain(|castling| !missing.contains(&(castling.color, castling.royal_type)));
    let castlings = &spec.castlings;
    spec.start.castling.retain(|right| castlings.iter().any(|castling| castling.right == *right));
    Some((Rules::compile(spec).ok()?, lacking))
}

/// Reads what stands where in a diagram that is to be reached; whose turn it is there, and whether that is possible, does
/// not matter.
pub(crate) fn read_placement(rules: &Rules, text: &str) -> Result<Placement, DiagramError> {
    let placement = parse(rules, text, Color::White)?.placement;
    Ok(placement.into_iter().map(|piece| piece.and_then(|(owner, kind)| Some((owner.color()?, kind)))).collect())
}

fn parse(rules: &Rules, text: &str, first: Color) -> Result<Setup, DiagramError> {
    let side = if first == Color::White { "w" } else { "b" };
    let mut fields = fen_fields(text);
    if fields.len() == 1 {
        fields.push(side);
    }
    Ok(Setup::parse(&fields.join(" "), rules.spec()).map_err(PositionError::from)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_assumed() {
        let rules = spielraum_testkit::rules("chess");
        let read = |text: &str| read_diagram(&rules, text, Color::Black).unwrap().0.fen();
        assert_eq!(read("4k3/8/8/8/8/8/8/R3K3"), "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1");
        assert_eq!(read("4k2r/8/8/8/8/8/8/R3K3 w"), "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1");
        assert_eq!(read("4k2r/8/8/8/8/8/8/R3K3 w - -"), "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1");
        assert!(read_diagram(&rules, "8/8/8/8/8/8/8/R3K3", Color::White).is_err());
        let without = |text: &str| rules_without_royals(&rules, text).map(|(_, lacking)| lacking);
        assert_eq!(without("4k3/8/8/8/8/8/8/R3K3"), None);
        assert_eq!(without("8/8/8/8/8/8/8/R3K3"), Some(vec![Color::Black]));
        let (kingless, _) = rules_without_royals(&rules, "r3k2r/8/8/8/8/8/8/R6R").unwrap();
        let read = read_diagram(&kingless, "r3k2r/8/8/8/8/8/8/R6R", Color::White).unwrap().0;
        assert_eq!(read.fen(), "r3k2r/8/8/8/8/8/8/R6R w kq - 0 1");
        let left_out = |text: &str| read_diagram(&rules, text, Color::White).unwrap().1.len();
        assert_eq!(left_out("4k3/8/8/8/8/8/8/R3K3"), 0);
        assert_eq!(left_out("4k3/8/8/8/8/8/8/R3K3_w_KQ_e6"), 2);
    }
}
