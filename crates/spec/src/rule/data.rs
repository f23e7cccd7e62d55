//! What the data of a rule may be asked.

use crate::ByColor;
use crate::check::Check;

/// A rule, as far as its data goes. Every method has a default.
pub(crate) trait RuleData {
    /// What a game says of it.
    type Data;

    /// Reports what is wrong with its data.
    fn validate(_check: &mut Check<'_>, _data: &Self::Data) {}

    /// What it counts for each side, in a game that has it.
    fn count(_data: &Self::Data) -> Option<Count> {
        None
    }
}

/// What a rule counts for each side, and how a FEN says it.
pub struct Count {
    /// What is counted, in words.
    pub what: &'static str,
    /// The largest number.
    pub most: u8,
    /// Whether its field stands between the en passant field and the halfmove clock, where it may be missing; otherwise it
    /// comes last.
    pub(crate) before_clock: bool,
    /// Whether the field stands there only where something is counted; its form then distinguishes it from all others.
    pub(crate) if_any: bool,
    /// What the field is called, and how it is written.
    pub(crate) form: fn(most: u8) -> String,
    /// Reads the field.
    pub(crate) parse: fn(text: &str, most: u8) -> Option<ByColor<u8>>,
    /// Writes the field.
    pub(crate) write: fn(counted: ByColor<u8>, most: u8) -> String,
}
