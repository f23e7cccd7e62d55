//! Sets of piece types.

use crate::{MAX_PIECE_TYPES, PieceType};

const WORD: usize = u64::BITS as usize;

/// A set of the piece types of a game.
///
/// ```
/// use spielraum_spec::{PieceType, TypeSet};
/// let set: TypeSet = [PieceType(3), PieceType(200)].into_iter().collect();
/// assert!(set.has(PieceType(200)) && !set.has(PieceType(4)));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [PieceType(3), PieceType(200)]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TypeSet([u64; MAX_PIECE_TYPES / WORD]);

impl TypeSet {
    /// The set of no type.
    pub const NONE: Self = Self([0; MAX_PIECE_TYPES / WORD]);
    /// The set of every type that a game may have.
    pub const ALL: Self = Self([u64::MAX; MAX_PIECE_TYPES / WORD]);

    /// Whether a type is in it.
    #[inline(always)]
    pub fn has(&self, kind: PieceType) -> bool {
        self.0[kind.index() / WORD] >> (kind.index() % WORD) & 1 != 0
    }

    /// Adds a type.
    #[inline(always)]
    pub fn insert(&mut self, kind: PieceType) {
        self.0[kind.index() / WORD] |= 1 << (kind.index() % WORD);
    }

    /// Whether no type is in it.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// The types in it, in their order.
    pub fn iter(&self) -> impl Iterator<Item = PieceType> + use<> {
        let words = self.0.into_iter().zip((0..).step_by(WORD));
        words.flat_map(|(word, first)| {
            let rests = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
            rests.take_while(|rest| *rest != 0).map(move |rest| PieceType(first + rest.trailing_zeros() as u8))
        })
    }
}

impl FromIterator<PieceType> for TypeSet {
    fn from_iter<I: IntoIterator<Item = PieceType>>(types: I) -> Self {
        let mut set = Self::NONE;
        types.into_iter().for_each(|kind| set.insert(kind));
        set
    }
}

impl<'a> FromIterator<&'a PieceType> for TypeSet {
    fn from_iter<I: IntoIterator<Item = &'a PieceType>>(types: I) -> Self {
        types.into_iter().copied().collect()
    }
}
