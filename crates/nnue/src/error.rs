//! Why something is no network.

use thiserror::Error;

/// The format of the files that this program reads and writes.
pub(crate) const FORMAT: u32 = 4;

/// The most armies that share a network.
pub const MAX_ARMIES: usize = 16;

/// The longest record of how a network was learned, in bytes.
pub const MAX_RECORD: usize = 1 << 16;

/// Why something is no network, or not one for a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum NetworkError {
    /// It does not begin as networks do.
    #[error("it is no network; `spielraum learn` makes them")]
    Magic,
    /// It is of another version of the program.
    #[error("it is a network of format {0}, and this program knows format {FORMAT}")]
    Format(u32),
    /// It is for other rules.
    #[error("the network was learned for another game, or the game's rules have changed since")]
    OtherGame,
    /// It was cut off or altered.
    #[error("the network is damaged: {0}")]
    Damaged(&'static str),
    /// The numbers of weights are not those that the game and the number of hidden units ask for.
    #[error("the network has not as many weights as the game has inputs")]
    Shape,
    /// Games whose armies are to share a network do not have the same pieces, cells, hands and counters.
    #[error(
        "the games see different things: to share a network they need the same types of pieces in the same order, the same cells, hands and counters"
    )]
    Inputs,
    /// It is for too many armies, or none.
    #[error("a network serves at least one army and at most {MAX_ARMIES}")]
    Armies,
    /// The record of how it was learned is too long.
    #[error("the record of how the network was learned is longer than {MAX_RECORD} bytes")]
    Record,
}
