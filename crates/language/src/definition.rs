//! A checked definition.

use crate::direction::Directions;
use crate::meta::Meta;
use crate::options::GameOption;
use crate::pieces::{Body, Piece};
use crate::report::{Diagnostic, Place, Report};
use spielraum_rules::spec::{Ownership, PieceType, Spec};
use spielraum_rules::{Color, CompileError, Rules};
use std::collections::HashMap;

/// A checked definition with its options chosen.
#[derive(Clone, Debug)]
pub struct Definition {
    pub(crate) id: String,
    pub(crate) meta: Meta,
    pub(crate) options: Vec<GameOption>,
    pub(crate) spec: Spec,
    /// The pieces as they were defined, and the shared movements, for [`Definition::explain`].
    pub(crate) pieces: Vec<Piece>,
    pub(crate) movements: HashMap<String, Body>,
    pub(crate) directions: Directions,
    /// Where diagnostics are shown that only compiling finds: the start position, and the whole.
    pub(crate) places: Places,
}

#[derive(Clone, Debug)]
pub(crate) struct Places {
    pub(crate) start: Place,
    pub(crate) whole: Place,
}

impl Definition {
    /// The name under which it was loaded, without folders and `.kdl`.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The game's name.
    pub fn title(&self) -> &str {
        &self.meta.title
    }

    /// What the definition says besides the rules.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// The options, with what is chosen.
    pub fn options(&self) -> &[GameOption] {
        &self.options
    }

    /// The rules as plain data.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The rules, ready to be played. What only compiling finds, such as an impossible start position or a
    /// game too complex for the tables, is told as a report.
    pub fn rules(&self) -> Result<Rules, Report> {
        Rules::compile(self.spec.clone()).map_err(|errors| {
            let fault = |error: &CompileError| match error {
                CompileError::Start(_) => Diagnostic::placed(error.to_string(), self.places.start.clone()),
                _ => Diagnostic::placed(error.to_string(), self.places.whole.clone()),
            };
            Report::new(errors.0.iter().map(fault).collect())
        })
    }

    /// The rules of a game that can begin: one that is over before the first move is told as a report, too.
    pub fn playable(&self) -> Result<Rules, Report> {
        let rules = self.rules()?;
        match rules.start().outcome() {
            None => Ok(rules),
            Some(outcome) => {
                let message = format!("the game is over before the first move ({outcome})");
                Err(Report::single(Diagnostic::placed(message, self.places.start.clone())))
            }
        }
    }

    /// The character that is written on a side's piece where pieces are tiles, if the definition gives one.
    ///
    /// # Panics
    ///
    /// If the game has no such type.
    pub fn character(&self, piece: PieceType, color: Color) -> Option<&str> {
        self.pieces[piece.index()].character.as_ref().map(|sides| sides[color].as_str())
    }

    /// Whether the pieces are tiles where nobody chooses otherwise, as the definition gives each that is somebody's a character.
    /// Such pieces lie on boards whose cells are all alike.
    pub fn is_tiled(&self) -> bool {
        let pieces = || self.spec.pieces.iter().zip(&self.pieces);
        let mut somebodys = pieces().filter(|(piece, _)| piece.ownership == Ownership::Sides);
        pieces().any(|(_, piece)| piece.character.is_some()) && somebodys.all(|(_, piece)| piece.character.is_some())
    }

    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    pub(crate) fn directions(&self) -> &Directions {
        &self.directions
    }

    pub(crate) fn movements(&self) -> &HashMap<String, Body> {
        &self.movements
    }
}
