//! What a side sees of a position (V1).

/// What a side sees of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sight {
    /// Everything.
    #[default]
    Everything,
    /// Its own pieces, and the cells on which moves of its pieces on the board could end if it were its turn, or could capture
    /// (V1).
    Reached,
}
