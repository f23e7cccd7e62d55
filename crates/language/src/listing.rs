//! A game in one line.

use crate::Definition;

/// A game in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Who invented it.
    pub inventor: Option<String>,
    /// When.
    pub year: Option<String>,
    /// What it is.
    pub summary: Option<String>,
    /// Its size, such as `8x8` or `6x6x6`: files, ranks and, if there are several, levels and cubes.
    pub board: String,
    /// The number of cells.
    pub cells: usize,
}

impl Listing {
    /// The line of a game.
    pub fn of(game: &Definition) -> Self {
        let board = &game.spec().board;
        let (shape, extent) = (board.shape(), board.extent());
        let level = format!("{}x{}", shape.files.len(), shape.ranks);
        let size = match board.axes() {
            2 => level,
            3 => format!("{level}x{}", extent.level),
            _ => format!("{level}x{}x{}", extent.level, extent.cube),
        };
        let meta = game.meta();
        Self {
            id: game.id().to_owned(),
            title: meta.title.clone(),
            inventor: meta.inventor.clone(),
            year: meta.year.clone(),
            summary: meta.summary.clone(),
            board: size,
            cells: board.len(),
        }
    }
}
