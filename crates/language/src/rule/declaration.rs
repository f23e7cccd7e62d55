//! What a rule declares of itself.

use super::scope::Scope;
use crate::prose::Prose;
use crate::report::Diagnostics;
use crate::word::Word;
use spielraum_spec::Spec;

/// A rule of the language.
pub(crate) struct Rule {
    /// Its words at the outermost level of a definition.
    pub words: &'static [Word],
    /// What it is about.
    pub topic: Topic,
    /// Reads what a definition says of it, if anything, into the `Spec`.
    pub read: fn(&Scope<'_>, &mut Spec, &mut Diagnostics),
    /// The sentences about it; none where the game does not have it.
    pub explain: fn(Prose<'_>) -> Vec<String>,
}

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    /// What a move can do besides carrying a piece from one cell to another.
    Moves,
    /// What a side sees of a position.
    Sight,
    /// How a game ends, and what is forbidden.
    End,
}
