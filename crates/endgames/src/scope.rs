//! Which games and materials can have tables, and what a table leaves out.

use crate::code::Code;
use crate::error::EndgameError;
use crate::material::Material;
use spielraum_rules::spec::{Goals, NoMoves, PieceType, Repetition, Spec};
use spielraum_rules::{Color, Rules};

/// Refuses games whose positions depend on more than the board and the turn.
pub(crate) fn check_game(rules: &Rules) -> Result<(), EndgameError> {
    let spec = rules.spec();
    let Goals { royal_obligation, check_count, .. } = &spec.goals;
    let why = if spec.has_neutrals() {
        "pieces belong to nobody, which the retrograde analysis does not know"
    } else if spec.has_drops() {
        "pieces in hand can be dropped, so that a position is more than its board"
    } else if spec.remote_promotion.is_some() {
        "a move can change another piece into one of the prison, so that a position is more than its board"
    } else if spec.swap.is_some() {
        "the royal can change places with other pieces, which the retrograde analysis does not know"
    } else if royal_obligation.is_some() {
        "the royal's obligation is counted in moves, so that a position is more than its board"
    } else if check_count.is_some() {
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
        for family in &spec.goals.families {
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
    // A new goal must be thought of here.
    let Goals {
        no_moves: _,
        families: _,
        facing: _,
        repetition: _,
        move_count: _,
        bare_royals: _,
        royal_obligation: _,
        reach,
        check_count: _,
    } = &spec.goals;
    reach.is_some()
}

/// Whether the goals say the same of both sides, where pieces must stand left aside.
pub(crate) fn is_impartial(spec: &Spec) -> bool {
    // A new goal must be thought of here.
    let Goals {
        no_moves: _,
        families,
        facing: _,
        repetition: _,
        move_count: _,
        bare_royals: _,
        royal_obligation: _,
        reach: _,
        check_count: _,
    } = &spec.goals;
    let same = |a: &[PieceType], b: &[PieceType]| a.iter().all(|kind| b.contains(kind));
    families.iter().all(|family| {
        let [white, black] = Color::BOTH.map(|color| &family.members[color]);
        same(white, black) && same(black, white)
    })
}

/// How the values of a game's tables are written.
pub(crate) fn code(spec: &Spec) -> Code {
    let Goals { no_moves, families, reach, .. } = &spec.goals;
    let mover_may_win_at_once = *no_moves == NoMoves::Win || !families.is_empty() || reach.is_some();
    if mover_may_win_at_once { Code::Explicit } else { Code::Parity }
}

/// The types that pieces of a material can become, themselves included.
pub(crate) fn closure(spec: &Spec, material: &Material) -> Vec<(Color, PieceType)> {
    let mut found: Vec<(Color, PieceType)> = material.pieces().to_vec();
    found.dedup();
    let mut next = 0;
    while let Some(&(color, kind)) = found.get(next) {
        for promotion in spec.promotions.iter().filter(|promotion| promotion.piece == kind) {
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
    if let Some(limit) = goals.move_count {
        told.push(format!("The draw after {limit} plies without progress is not part of the values."));
    }
    told
}
