//! Which of a side's royals must be safe (G13).

/// Which of a side's royals may not be left attacked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RoyalSet {
    /// Each of them.
    #[default]
    Each,
    /// The last one; as long as there are several, they are captured like other pieces.
    Last,
    /// All at once: one of them must be safe, and others are captured like other pieces.
    All,
}
