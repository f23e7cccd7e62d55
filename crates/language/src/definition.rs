//! A checked definition.

use crate::dictionary::Translation;
use crate::direction::Directions;
use crate::meta::Meta;
use crate::options::GameOption;
use crate::pieces::{Body, Piece};
use crate::prose::Prose;
use crate::report::{Diagnostic, Place, Report};
use crate::rule::retell;
use crate::shuffle::Shuffle;
use spielraum_geometry::Cell;
use spielraum_spec::{Color, Ownership, PieceType, Setup, Spec};
use std::collections::HashMap;

/// A checked definition with its options chosen.
#[derive(Clone, Debug)]
pub struct Definition {
    pub(crate) id: String,
    pub(crate) meta: Meta,
    pub(crate) options: Vec<GameOption>,
    pub(crate) spec: Spec,
    pub(crate) lines: Vec<[Cell; 2]>,
    pub(crate) inscription: Vec<(char, [f64; 2])>,
    pub(crate) octagons: bool,
    /// How large each piece is where pieces are tiles.
    pub(crate) tile_sizes: Vec<f64>,
    /// The pieces as they were defined, and the shared movements, for [`Definition::explain`].
    pub(crate) pieces: Vec<Piece>,
    /// What each piece, by its symbol, may do as long as it has not moved.
    pub(crate) first_moves: HashMap<String, Body>,
    /// How the start is shuffled, if it is.
    pub(crate) shuffle: Option<Shuffle>,
    pub(crate) movements: HashMap<String, Body>,
    pub(crate) directions: Directions,
    /// The language in which it is explained, and its texts in that.
    pub(crate) translation: Translation,
    /// Where diagnostics are shown that only compiling finds: the start position, and the whole.
    pub(crate) places: Places,
}

/// A part of a definition in which compiling the rules may find a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The start position.
    Start,
    /// The definition as a whole.
    Whole,
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

    /// The same game in another language: what it says of itself is translated by a dictionary, as far as that has the text, and it
    /// is explained in that language. Its title stays, and what programs read: symbols, names of options and what they can be.
    ///
    /// ```
    /// # use spielraum_catalogue::{Source, load, translation};
    /// # use spielraum_language::Locale;
    /// let game = load(Source::Builtin("chess"), &[]).unwrap().translated(&translation(Locale::De));
    /// assert!(game.explain().contains("N Springer"));
    /// ```
    #[must_use]
    pub fn translated(&self, translation: &Translation) -> Self {
        let mut game = Self { translation: translation.clone(), ..self.clone() };
        let dictionary = &translation.dictionary;
        let translate = |text: &mut String| {
            if let Some(translation) = dictionary.get(text) {
                *text = translation.to_owned();
            }
        };
        let Meta { inventor, year, summary, description, notes, .. } = &mut game.meta;
        [summary, description, inventor, year].into_iter().flatten().for_each(translate);
        notes.iter_mut().map(|note| &mut note.text).for_each(translate);
        for option in &mut game.options {
            option.texts.iter_mut().chain([&mut option.description]).for_each(translate);
        }
        for (piece, spec) in game.pieces.iter_mut().zip(&mut game.spec.pieces) {
            for color in Color::BOTH {
                translate(&mut piece.sides[color].name);
                translate(&mut spec.name[color]);
            }
        }
        game.spec.goals.ends = retell(&self.spec, game.prose(), dictionary);
        game
    }

    /// What sentences about it need.
    pub(crate) fn prose(&self) -> Prose<'_> {
        Prose { spec: &self.spec, locale: self.translation.locale }
    }

    /// A name that the definition gives, such as that of a region, as sentences have it.
    pub(crate) fn word(&self, name: &str) -> String {
        let name = name.replace('-', " ");
        self.translation.dictionary.get(&name).map(str::to_owned).unwrap_or(name)
    }

    /// The lines that are drawn where cells are the points at which lines cross: the first and last point of each. Where there are
    /// none, cells are squares or hexagons.
    pub fn lines(&self) -> &[[Cell; 2]] {
        &self.lines
    }

    /// What is written on the board, in the river: each character with the place of its middle, by file and rank, both counted
    /// from 0 at the corner of the cell in which files and ranks begin. It stands upright for every viewer.
    pub fn inscription(&self) -> &[(char, [f64; 2])] {
        &self.inscription
    }

    /// How large a piece is where pieces are tiles, beside one that fills its place, which is 1; from 0.5 to 1.05.
    ///
    /// # Panics
    ///
    /// If the game has no such type.
    pub fn tile_size(&self, piece: PieceType) -> f64 {
        self.tile_sizes[piece.index()]
    }

    /// Whether pieces that are tiles have eight sides.
    pub fn has_octagons(&self) -> bool {
        self.octagons
    }

    /// A report of faults that only compiling the rules finds: which part of the definition each concerns, and what is wrong.
    pub fn report(&self, faults: impl IntoIterator<Item = (Part, String)>) -> Report {
        let place = |part| match part {
            Part::Start => self.places.start.clone(),
            Part::Whole => self.places.whole.clone(),
        };
        Report::new(faults.into_iter().map(|(part, message)| Diagnostic::placed(message, place(part))).collect())
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

    /// The option, and its value by which the game starts with the pieces of a FEN where it has them, if the start is shuffled and
    /// a side has them all at home. Other values may have other castling moves.
    ///
    /// ```
    /// # use spielraum_catalogue::{Source, load};
    /// let game = load(Source::Builtin("fischerandom"), &[]).unwrap();
    /// let fen = "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w HAha - 0 1";
    /// assert_eq!(game.value_for_start(fen), Some(("start", "959".to_owned())));
    /// ```
    pub fn value_for_start(&self, fen: &str) -> Option<(&str, String)> {
        let shuffle = self.shuffle.as_ref()?;
        shuffle.value_for(&self.spec.board, &Setup::parse(fen, &self.spec).ok()?)
    }

    pub(crate) fn first_moves(&self) -> &HashMap<String, Body> {
        &self.first_moves
    }

    pub(crate) fn movements(&self) -> &HashMap<String, Body> {
        &self.movements
    }
}
