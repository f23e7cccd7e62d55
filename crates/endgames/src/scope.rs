//! Which games and materials can have tables, and what a table leaves out.

use crate::code::Code;
use crate::error::EndgameError;
use crate::material::Material;
use spielraum_rules::spec::{Condition, Draws, EndResult, EndRule, Phase, PieceType, Repetition, Spec};
use spielraum_rules::{ByColor, Color, Rules};

/// Pieces of more types have no number of one byte.
const MOST_TYPES: usize = 127;

/// Refuses games whose positions depend on more than the board and the turn.
pub(crate) fn check_game(rules: &Rules) -> Result<(), EndgameError> {
    let spec = rules.spec();
    let royal_obligation = &spec.goals.royal_obligation;
    let why = if !spec.turn.is_plain() {
        "a turn has several parts, so that a position is more than its board"
    } else if spec.has_neutrals() {
        "pieces belong to nobody, which the retrograde analysis does not know"
    } else if spec.has_drops() {
        "pieces in hand can be dropped, so that a position is more than its board"
    } else if spec.remote_promotion.is_some() {
        "a move can change another piece into one of the prison, so that a position is more than its board"
    } else if !spec.firsts.is_empty() {
        "it matters which pieces have moved, so that a position is more than its board"
    } else if spec.swap.is_some() {
        "the royal can change places with other pieces, which the retrograde analysis does not know"
    } else if spec.double_steps.iter().any(|step| step.unanswered_from.is_some()) {
        "only some double steps can be answered en passant, which the retrograde analysis does not know"
    } else if spec.double_steps.iter().any(|step| step.thrice_from.is_some()) {
        "a piece can make its step three times, which the retrograde analysis does not know"
    } else if spec.pieces.len() > MOST_TYPES {
        "it has more than 127 piece types"
    } else if !spec.effects.is_empty() {
        "something follows moves besides what they do themselves, which the retrograde analysis does not know"
    } else if !spec.promotion_limits.is_empty() {
        "what a piece may become depends on how many there are"
    } else if spec.promotions.iter().any(|promotion| promotion.by_capture) {
        "captures alone promote, which the retrograde analysis does not know"
    } else if spec.has_own_promotions() {
        "a promotion is a move of its own, which the retrograde analysis does not know"
    } else if spec.royals_vary() {
        "royals come and go, which the retrograde analysis does not know"
    } else if !spec.constraints.is_empty() {
        "which moves are legal depends on other moves, or on how pieces stand, which the retrograde analysis does not know"
    } else if !spec.goals.mate_loses() {
        "checkmate does not lose, which the retrograde analysis does not know"
    } else if !spec.no_hurdles.is_empty() {
        "not every piece is a hurdle, which the retrograde analysis does not know"
    } else if spec.goals.answers_facing {
        "royals that face each other must be answered, which the retrograde analysis does not know"
    } else if spec.has_passes() {
        "a side may pass, which the retrograde analysis does not know"
    } else if spec.goals.draws != Draws::Drawn {
        "a draw counts as a win, which the retrograde analysis does not know"
    } else if royal_obligation.is_some() {
        "the royal's obligation is counted in moves, so that a position is more than its board"
    } else if spec.goals.check_count().is_some() {
        "checks are counted, so that a position is more than its board"
    } else {
        return Ok(());
    };
    Err(EndgameError::Game(why))
}

/// Refuses material whose values depend on more than the board and the turn.
pub(crate) fn check_material(rules: &Rules, material: &Material) -> Result<(), EndgameError> {
    let spec = rules.spec();
    let refused = |why: String| Err(EndgameError::NotThis { material: material.to_string(), why });
    if let Some(promotion) = spec
        .promotions
        .iter()
        .find(|promotion| promotion.from_prison && material.pieces().iter().any(|&(_, kind)| kind == promotion.piece))
    {
        let symbol = spec.pieces[promotion.piece.index()].symbol;
        return refused(format!("what a {symbol} may become depends on the captured pieces"));
    }
    for color in Color::BOTH {
        for family in &spec.goals.families() {
            let count =
                material.pieces().iter().filter(|(c, kind)| *c == color && family.members[*c].contains(kind)).count();
            if count < usize::from(family.least) {
                return refused(format!(
                    "{} has {count} of the family {} and has lost with fewer than {}",
                    color.name(),
                    family.name,
                    family.least
                ));
            }
        }
    }
    Ok(())
}

/// Whether who has won can depend on where pieces stand, not on the material alone.
pub(crate) fn ends_by_place(spec: &Spec) -> bool {
    let hangs_on_material = |end: &EndRule| {
        let is_late = end.phase() != Phase::Position;
        is_late
            || end.is_family()
            || end.when.parts().into_iter().all(|part| match part {
                Condition::Pieces { region, .. } => region.is_none(),
                Condition::Owned { .. }
                | Condition::Fewer { .. }
                | Condition::Bare(_)
                | Condition::All(_)
                | Condition::Any(_)
                | Condition::Not(_) => true,
                Condition::Safe { .. }
                | Condition::Row { .. }
                | Condition::Connected { .. }
                | Condition::Can { .. }
                | Condition::Counted { .. }
                | Condition::InCheck(_)
                | Condition::Facing
                | Condition::Empty { .. }
                | Condition::ToMove(_)
                | Condition::NoMoves(_)
                | Condition::Clock(_)
                | Condition::CountedOut(_) => false,
            })
    };
    !spec.goals.ends.iter().all(hangs_on_material)
}

/// Whether the goals say the same of both sides, where pieces must stand left aside.
pub(crate) fn is_impartial(spec: &Spec) -> bool {
    let same = |types: &ByColor<Vec<PieceType>>| {
        types.white.iter().all(|kind| types.black.contains(kind))
            && types.black.iter().all(|kind| types.white.contains(kind))
    };
    spec.goals.ends.iter().all(|end| {
        end.only.is_none()
            && end.when.parts().into_iter().all(|part| match part {
                Condition::Pieces { types, .. }
                | Condition::Owned { types, .. }
                | Condition::Safe { types, .. }
                | Condition::Row { types, .. }
                | Condition::Connected { types, .. }
                | Condition::Fewer { types, .. } => same(types),
                _ => true,
            })
    })
}

/// How the values of a game's tables are written.
pub(crate) fn code(spec: &Spec) -> Code {
    // A side that is to move may have won only by such a rule.
    let decides_at_once = |end: &EndRule| {
        end.result != EndResult::Draw && (end.phase() == Phase::Position || end.may_win_without_moves())
    };
    if spec.goals.ends.iter().any(decides_at_once) { Code::Explicit } else { Code::Parity }
}

/// The types that pieces of a material can become, themselves included.
pub(crate) fn closure(spec: &Spec, material: &Material) -> Vec<(Color, PieceType)> {
    let mut found: Vec<(Color, PieceType)> = material.pieces().to_vec();
    found.dedup();
    let mut next = 0;
    while let Some(&(color, kind)) = found.get(next) {
        if let Some(promotion) = spec.promotion(kind, color) {
            for &into in &promotion.into {
                if !found.contains(&(color, into)) {
                    found.push((color, into));
                }
            }
        }
        next += 1;
    }
    found
}

/// What the game's rules about the past mean for the values of tables, as sentences; none if there are no such rules.
pub fn caveats(rules: &Rules) -> Vec<String> {
    let goals = &rules.spec().goals;
    let mut told = Vec::new();
    match goals.repetition {
        Repetition::Banned => told.push(
            "No position may recur in this game. The winner's distance falls with every move, so that he never repeats and \
             the ban binds only the defender: wins and their distances are exact for a game without a record. A \
             draw is one as far as nobody runs out of moves that do not repeat."
                .to_owned(),
        ),
        Repetition::Counted { loser: None, perpetual_check_loses: false, .. } | Repetition::Ignored => {}
        Repetition::Counted { .. } => told.push(
            "A side can lose this game by repetition. Wins and their distances are exact; a position that is drawn here may \
             be won by that rule."
                .to_owned(),
        ),
    }
    if let Some(limit) = goals.move_count() {
        told.push(format!("The draw after {limit} plies without progress is not part of the values."));
    }
    if goals.ends.iter().any(|end| end.phase() == Phase::Clock && end.as_move_count().is_none()) {
        told.push("What the rules say of the number of plies without progress is not part of the values.".to_owned());
    }
    told
}
