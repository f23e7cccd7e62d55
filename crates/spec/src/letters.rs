//! The letters of a piece type.

use std::fmt;

/// One to three capital letters by which a piece type is known: `N`, `GG`.
///
/// ```
/// use spielraum_spec::Letters;
/// let letters = Letters::read("GG").unwrap();
/// assert_eq!((letters.as_str(), letters.is_one()), ("GG", false));
/// assert_eq!(Letters::read("g"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Letters([u8; Letters::MOST]);

impl Letters {
    /// The largest number of letters.
    pub const MOST: usize = 3;

    /// A single letter from A to Z; nothing else is one.
    pub const fn one(letter: char) -> Option<Self> {
        if letter.is_ascii_uppercase() { Some(Self([letter as u8, 0, 0])) } else { None }
    }

    /// Reads one to three capital letters, and nothing else.
    pub fn read(text: &str) -> Option<Self> {
        let mut letters = [0; Self::MOST];
        letters.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        (letters[0] != 0 && text.bytes().all(|byte| byte.is_ascii_uppercase())).then_some(Self(letters))
    }

    /// The letters as text.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|byte| *byte == 0).unwrap_or(Self::MOST);
        // They are ASCII.
        std::str::from_utf8(&self.0[..length]).unwrap_or_default()
    }

    /// Whether it is a single letter.
    pub fn is_one(&self) -> bool {
        self.0[1] == 0
    }
}

/// Compares with a single letter.
impl PartialEq<char> for Letters {
    fn eq(&self, letter: &char) -> bool {
        Self::one(*letter) == Some(*self)
    }
}

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A single letter is written as a `char`: fingerprints of games have it in them.
impl fmt::Debug for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_one() { write!(f, "{:?}", char::from(self.0[0])) } else { write!(f, "{:?}", self.as_str()) }
    }
}
