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
        parse: |text, _| parse_sides(text, "pass:"),
        write: |passed, _| write_sides(passed, "pass:"),
    })
}

/// The sides that a field names behind its name, as in `pass:w`, `pass:b` and `pass:wb`: 1 for each.
pub(super) fn parse_sides(text: &str, name: &str) -> Option<ByColor<u8>> {
    let named = |white, black| Some(ByColor { white, black });
    match text.strip_prefix(name)? {
        "w" => named(1, 0),
        "b" => named(0, 1),
        "wb" => named(1, 1),
        _ => None,
    }
}

/// The field of the sides that have a number; empty without any.
pub(super) fn write_sides(named: ByColor<u8>, name: &str) -> String {
    let sides = [(Color::White, 'w'), (Color::Black, 'b')];
    let sides: String = sides.into_iter().filter(|(color, _)| named[*color] > 0).map(|(_, side)| side).collect();
    if sides.is_empty() { sides } else { format!("{name}{sides}") }
}
