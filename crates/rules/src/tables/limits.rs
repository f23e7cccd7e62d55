//! How large a game may be; a definition may be untrusted.

/// The largest size of a game's tables in bytes.
pub(super) const MAX_TABLE_BYTES: usize = 40 << 20;

/// The largest number of targets that the pieces of one side may have, were the board full of those that have most.
/// No legal move may be among them, and all must be tried.
pub(super) const MAX_TARGETS: usize = 1 << 18;

/// The largest number of line directions.
pub(super) const MAX_LINE_DIRECTIONS: usize = 64;
