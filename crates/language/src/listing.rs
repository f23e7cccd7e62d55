//! The list of the games that come with the program.

use crate::catalogue as files;
use crate::{Game, Report, Source, load};

/// The ids of the games of the catalogue, in alphabetical order.
pub fn catalogue() -> impl Iterator<Item = &'static str> {
    files::ids()
}

/// The definition of a game of the catalogue.
pub fn definition_text(id: &str) -> Option<&'static str> {
    files::game_text(id)
}

/// The perft table of a game of the catalogue: numbers of move sequences that other programs have
/// found. Its format is described in `docs/definition-language.md`.
pub fn perft_table(id: &str) -> Option<&'static str> {
    files::perft_table(id)
}

/// The weights of the engine's evaluation that were tuned for a game of the catalogue, as text; `spielraum tune` makes
/// them.
pub fn weights(id: &str) -> Option<&'static str> {
    files::weights(id)
}

/// A game of the catalogue in one line.
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
    /// Its size, such as `8x8` or `6x6x6`: files, ranks and, if there are several, levels.
    pub board: String,
    /// The number of cells.
    pub cells: usize,
}

impl Listing {
    /// The line of a game.
    pub fn of(game: &Game) -> Self {
        let board = &game.spec().board;
        let extent = board.extent();
        let size = match extent.level {
            1 => format!("{}x{}", extent.file, extent.rank),
            levels => format!("{}x{}x{levels}", extent.file, extent.rank),
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

/// All games of the catalogue.
pub fn games() -> Result<Vec<Listing>, Report> {
    catalogue().map(|id| load(Source::Builtin(id), &[]).map(|game| Listing::of(&game))).collect()
}
