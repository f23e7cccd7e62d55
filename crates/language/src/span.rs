//! Places in texts.

/// Where something is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Span {
    /// The number of the file.
    pub file: u16,
    /// Its first byte.
    pub start: u32,
    /// Its number of bytes.
    pub len: u32,
}

impl Span {
    /// The part of this span that begins after `skip` bytes and is `len` bytes long.
    pub fn part(self, skip: usize, len: usize) -> Self {
        Self { file: self.file, start: self.start + skip as u32, len: len as u32 }
    }
}
