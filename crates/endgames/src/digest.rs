//! Which rules a table belongs to.

use sha2::{Digest, Sha256};
use spielraum_rules::Rules;
use spielraum_rules::spec::Spec;

/// A number that tells the rules of a game from others: of everything that the definition says in the end, but for the
/// position in which games start and who begins.
pub(crate) fn digest(rules: &Rules) -> [u8; 32] {
    let Spec { board, pieces, start: _, hands, promotions, remote_promotion, castlings: _, double_steps, swap, goals } =
        rules.spec();
    let text = format!(
        "{:?} {pieces:?} {hands:?} {promotions:?} {remote_promotion:?} {double_steps:?} {swap:?} {goals:?}",
        board.shape()
    );
    Sha256::digest(text.as_bytes()).into()
}
