//! How large a definition may be. A server accepts untrusted definitions; every loop over what
//! somebody wrote ends because of one of these numbers.

/// Bytes of one file.
pub const BYTES: usize = 256 * 1024;
/// Bytes of one line.
pub const LINE: usize = 4096;
/// Blocks within blocks.
pub const NESTING: usize = 8;
/// Nodes of a game with everything that it is based on and includes.
pub const NODES: usize = 20_000;
/// Files of a game: the one loaded and all that it is based on and includes.
pub const FILES: usize = 16;
/// Characters of a name or of any other word that has a meaning to the program.
pub const NAME: usize = 64;
/// How long something may be that is said in words.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Its characters.
    pub letters: usize,
    /// Its lines, with those that are empty.
    pub lines: usize,
}
/// A game's title, or its inventor.
pub const TITLE: Words = Words { letters: 200, lines: 1 };
/// The year of its invention.
pub const YEAR: Words = Words { letters: 80, lines: 1 };
/// The game in one line.
pub const SUMMARY: Words = Words { letters: 1000, lines: 1 };
/// Where its rules are published.
pub const SOURCE: Words = Words { letters: 500, lines: 1 };
/// The game in a few sentences.
pub const DESCRIPTION: Words = Words { letters: 4000, lines: 40 };
/// A note.
pub const NOTE: Words = Words { letters: 2000, lines: 20 };
/// Marks on one letter.
pub const MARKS: usize = 2;
/// Letters of what is written on a piece.
pub const CHARACTER: usize = 2;
/// Named regions, directions, movements or armies of a game, each.
pub const NAMED: usize = 256;
/// Options of a game, and choices of an option.
pub const OPTIONS: usize = 64;
/// Words of one phrase, or items of one list.
pub const ITEMS: usize = 256;
/// The largest component of an offset.
pub const COMPONENT: i16 = 31;
/// Ways that one phrase may mean: the 6 x 8 directions of a (1,2,3) leaper are 48.
pub const WAYS: usize = 1024;
/// Ways and routes of all the parts of one piece.
pub const PIECE_WAYS: usize = 4096;
/// Parts of the movement of one piece.
pub const PARTS: usize = 256;
/// Movements that take their moves from each other (`as`) in a row.
pub const CHAIN: usize = 32;
/// Diagnostics that are reported of one definition.
pub const FAULTS: usize = 64;
