//! The memory that a game's tables may use.

use super::error::CompileError;
use super::limits::MAX_TABLE_BYTES;

/// The bytes that a game's tables may still use.
pub(crate) struct Budget(usize);

impl Budget {
    pub(crate) fn new() -> Self {
        Self(MAX_TABLE_BYTES)
    }

    pub(crate) fn spend(&mut self, bytes: usize) -> Result<(), CompileError> {
        self.0 = self.0.checked_sub(bytes).ok_or(CompileError::TooLarge)?;
        Ok(())
    }

    /// The bytes used so far.
    pub(crate) fn spent(&self) -> usize {
        MAX_TABLE_BYTES - self.0
    }
}
