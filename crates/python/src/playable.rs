//! A game as all classes of the package share it.

use pyo3::prelude::*;
use spielraum_arcade::Game;
use spielraum_batch::{Actions, Layout};
use spielraum_rules::spec::PieceType;
use std::sync::{Arc, OnceLock};

/// A game with its options chosen.
///
/// `Game("chess")` is a game of the catalogue, `Game("my-game.kdl")` a definition file, `Game(text="...")` the text of a
/// definition. Options are keywords: `Game("nacht-schach", castling=True)`; `True` and `False` mean `on` and `off`, `_` stands for `-`.
///
/// Raises DefinitionError if there is no such game or its definition is faulty.
#[pyclass(name = "Game", module = "spielraum", frozen)]
pub struct PyGame(pub Arc<Playable>);

/// A game, and what is worked out of it when somebody asks.
pub struct Playable {
    pub game: Game,
    /// The definition's text, if that is where it came from.
    pub text: Option<String>,
    actions: OnceLock<Arc<Actions>>,
    layout: OnceLock<Arc<Layout>>,
}

impl Playable {
    pub fn new(game: Game, text: Option<String>) -> Self {
        Self { game, text, actions: OnceLock::new(), layout: OnceLock::new() }
    }

    /// The numbers of the game's moves. Call it with the interpreter's lock: what takes long is worked out before the cell is
    /// locked, and no fork comes between; a process that is forked then would wait for ever.
    pub fn actions(&self) -> &Arc<Actions> {
        let made = self.actions.get().cloned().unwrap_or_else(|| Arc::new(Actions::of(self.game.rules())));
        self.actions.get_or_init(|| made)
    }

    /// What observations of the game hold, under the same condition.
    pub fn layout(&self) -> &Arc<Layout> {
        let made = self.layout.get().cloned().unwrap_or_else(|| Arc::new(Layout::of(self.game.rules())));
        self.layout.get_or_init(|| made)
    }

    /// The letter of a type, as positions are written.
    pub fn symbol(&self, kind: PieceType) -> String {
        self.game.rules().spec().pieces[kind.index()].symbol.to_string()
    }

    /// Whether two games have the same rules.
    pub fn is_same(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.game.rules().spec() == other.game.rules().spec()
    }
}
