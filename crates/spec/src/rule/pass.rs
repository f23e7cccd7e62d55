//! A side may pass: a move that changes nothing but whose turn it is (O7).

use super::data::Count;
use super::ending::{Condition, EndRule};
use crate::{ByColor, Color, Counter};

/// When a side may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// Whenever it is to move.
    Always,
    /// When it has no other legal move.
    Stuck,
}

/// Whether each side's last move was a pass, where a condition asks for it.
pub(super) fn count(ends: &[EndRule]) -> Option<Count> {
    let mut parts = ends.iter().flat_map(|end| end.when.parts());
    let asks = |part: &Condition| matches!(part, Condition::Counted { counter: Counter::Passes, .. });
    parts.any(asks).then_some(Count {
        what: "whether the last move was a pass",
        most: 1,
        before_clock: false,
        if_any: true,
        form: |_| "pass field: name the sides whose last move was a pass, as in `pass:w`".to_owned(),
        parse,
        write,
    })
}

/// `pass:w`, `pass:b` or `pass:wb`.
fn parse(text: &str, _: u8) -> Option<ByColor<u8>> {
    let passed = |white, black| Some(ByColor { white, black });
    match text.strip_prefix("pass:")? {
        "w" => passed(1, 0),
        "b" => passed(0, 1),
        "wb" => passed(1, 1),
        _ => None,
    }
}

fn write(passed: ByColor<u8>, _: u8) -> String {
    let sides = [(Color::White, 'w'), (Color::Black, 'b')];
    let sides: String = sides.into_iter().filter(|(color, _)| passed[*color] > 0).map(|(_, side)| side).collect();
    if sides.is_empty() { sides } else { format!("pass:{sides}") }
}
