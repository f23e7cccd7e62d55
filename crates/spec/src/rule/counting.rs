//! Moves that are counted where few pieces are left, and that end the game when they have run out (C4).

use super::data::Count;
use super::ending::{Condition, CountLimit, EndResult, EndRule};
use crate::{ByColor, Color, Counter};

impl EndRule {
    /// The game is a draw when moves have been counted out. The first limit that holds for a side decides.
    pub fn counting(limits: Vec<CountLimit>) -> Self {
        Self::new(EndResult::Draw, "counting", "the moves for a win have run out", Condition::CountedOut(limits))
    }

    /// The limits, if the rule is about nothing else.
    pub fn as_counting(&self) -> Option<&[CountLimit]> {
        match &self.when {
            Condition::CountedOut(limits) if self.result == EndResult::Draw && self.only.is_none() => Some(limits),
            _ => None,
        }
    }
}

/// The limits of the count that a game has, if it has one.
pub(crate) fn limits(ends: &[EndRule]) -> Option<&[CountLimit]> {
    let mut parts = ends.iter().flat_map(|end| end.when.parts());
    parts.find_map(|part| match part {
        Condition::CountedOut(limits) => Some(&limits[..]),
        _ => None,
    })
}

/// What is counted, where a condition asks for it.
pub(super) fn count(ends: &[EndRule]) -> Option<(Counter, Count)> {
    let most = limits(ends)?.iter().map(|limit| limit.plies(0)).max()?;
    let count = Count {
        what: "the number of plies until the count has run out, and one",
        most,
        before_clock: false,
        if_any: true,
        form: |most| format!("count field: name a side and a number from 1 to {most}, as in `count:b{most}`"),
        parse,
        write,
    };
    Some((Counter::Countdown, count))
}

/// `count:w12`, `count:b12` or `count:w12b12`.
fn parse(text: &str, most: u8) -> Option<ByColor<u8>> {
    let sides = text.strip_prefix("count:")?;
    let (white, black) = sides.split_once('b').map_or((sides, None), |(white, black)| (white, Some(black)));
    let number = |text: &str| text.parse().ok().filter(|number| (1..=most).contains(number) && !text.starts_with('+'));
    let white = if white.is_empty() && black.is_some() { 0 } else { number(white.strip_prefix('w')?)? };
    Some(ByColor { white, black: black.map_or(Some(0), number)? })
}

fn write(left: ByColor<u8>, _: u8) -> String {
    let sides = [(Color::White, 'w'), (Color::Black, 'b')].into_iter().filter(|(color, _)| left[*color] > 0);
    let sides: String = sides.map(|(color, side)| format!("{side}{}", left[color])).collect();
    if sides.is_empty() { sides } else { format!("count:{sides}") }
}
