//! What could not be carried over.

/// A key that could not be carried over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Its line, from 1; `None` if a variant says so that is built in.
    pub line: Option<usize>,
    /// The key.
    pub key: String,
    /// Its value.
    pub value: String,
    /// Why.
    pub reason: String,
}

impl Lost {
    /// `connectN = 3`.
    pub fn key_and_value(&self) -> String {
        match self.value.is_empty() {
            true => self.key.clone(),
            false => format!("{} = {}", self.key, self.value),
        }
    }
}
