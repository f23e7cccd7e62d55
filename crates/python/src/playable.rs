//! A game as all classes of the package share it.

use pyo3::prelude::*;
use spielraum_batch::{Actions, Layout};
use spielraum_catalogue::Game;
use spielraum_rules::spec::PieceType;
use std::sync::{Arc, OnceLock};

/// A game with its options chosen.
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

    pub fn actions(&self) -> &Arc<Actions> {
        self.actions.get_or_init(|| Arc::new(Actions::of(self.game.rules())))
    }

    pub fn layout(&self) -> &Arc<Layout> {
        self.layout.get_or_init(|| Arc::new(Layout::of(self.game.rules())))
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
