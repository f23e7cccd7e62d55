//! Ladders as the client sees them.

use crate::domain::{Class, Ladder};
use crate::wire;

impl From<&Ladder> for wire::Ladder {
    fn from(ladder: &Ladder) -> Self {
        Self {
            id: ladder.to_string(),
            variant: ladder.variant.clone(),
            options: ladder.options.clone(),
            class: match ladder.class {
                Class::Blitz => wire::ClockClass::Blitz,
                Class::Rapid => wire::ClockClass::Rapid,
                Class::Correspondence => wire::ClockClass::Correspondence,
            },
            side: ladder.side.map(Into::into),
        }
    }
}
