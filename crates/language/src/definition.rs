//! Loading a definition: from a source to a checked [`Spec`].

use crate::board::{self, Mirror};
use crate::direction::Directions;
use crate::explain::{self, Section};
use crate::layers;
use crate::meta::Meta;
use crate::options::GameOption;
use crate::pieces::{self, Body, Piece, Pieces};
use crate::region::Regions;
use crate::report::{Diagnostic, Diagnostics, Place, Report};
use crate::rule::{RULES, Scope};
use crate::source::{Library, Resolver, Source};
use crate::start::Start;
use spielraum_rules::spec::{PieceType, Spec};
use spielraum_rules::{Color, CompileError, Rules};
use std::collections::HashMap;

/// A checked definition with its options chosen.
#[derive(Clone, Debug)]
pub struct Definition {
    id: String,
    meta: Meta,
    options: Vec<GameOption>,
    spec: Spec,
    /// The pieces as they were defined, and the shared movements, for [`Definition::explain`].
    pieces: Vec<Piece>,
    movements: HashMap<String, Body>,
    directions: Directions,
    /// Where diagnostics are shown that only compiling finds: the start position, and the whole.
    places: Places,
}

#[derive(Clone, Debug)]
struct Places {
    start: Place,
    whole: Place,
}

/// Loads a definition. `library` has the texts that it may be based on or include.
///
/// `settings` are the options that the player has chosen, such as `("castling", "on")`; the others
/// have their defaults.
pub fn load(source: Source<'_>, library: &dyn Library, settings: &[(String, String)]) -> Result<Definition, Report> {
    let (found, resolver) =
        Resolver::open(&source, library).map_err(|message| Report::single(Diagnostic::unplaced(message)))?;
    let id = id_of(&found.name);
    let mut diagnostics = Diagnostics::default();
    let merged = layers::assemble(found, &resolver, settings, &mut diagnostics);
    let definition = lower(id, merged, &mut diagnostics);
    diagnostics.or(definition)
}

fn id_of(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.strip_suffix(".kdl").unwrap_or(file).to_owned()
}

fn lower(id: String, merged: layers::Merged, diagnostics: &mut Diagnostics) -> Option<Definition> {
    let layers::Merged { nodes, options, based_on, inherited, span } = merged;
    let one = |word: &str| nodes.iter().find(|node| node.word == word);
    let mut meta = Meta::read(nodes.iter().filter(|node| !inherited.contains(&node.span.file)), diagnostics);
    meta.based_on = based_on;
    if meta.title.is_empty() {
        meta.title = id.clone();
    }
    let movements = pieces::bodies(&nodes, diagnostics);
    let pieces = pieces::collect(&nodes, &options, diagnostics);
    let directions = Directions::read(nodes.iter().filter(|node| node.word == "directions"), diagnostics);
    let mirror = Mirror::read(one("mirror"), diagnostics);
    if pieces.is_empty() && diagnostics.none() {
        diagnostics.add_with_help(
            span,
            "the game has no pieces",
            "as in `piece \"R\" \"Rook\" { slide \"orthogonal\" }`",
        );
    }
    let Some(board_node) = one("board") else {
        if diagnostics.none() {
            diagnostics.add_with_help(span, "the game has no board", "as in `board files=8 ranks=8`");
        }
        return None;
    };
    let board = board::read(board_node, diagnostics)?;
    let regions = Regions::read(&board, mirror, nodes.iter().filter(|node| node.word == "region"), diagnostics);
    let piece_specs = pieces::lower(&pieces, &movements, &directions, &regions, mirror, diagnostics);
    let symbols = Pieces::new(&pieces);
    let start_node = one("start");
    if start_node.is_none() && diagnostics.none() {
        diagnostics.add_with_help(span, "the game has no start position", "as in `start \"rk2/4/4/RK2\"`");
    }
    let start = start_node.and_then(|node| Start::read(node, &board, &symbols, diagnostics));
    let scope = Scope {
        nodes: &nodes,
        regions: &regions,
        directions: &directions,
        mirror,
        pieces: &symbols,
        start: start.as_ref(),
    };
    let mut spec = Spec::new(board.clone(), piece_specs, String::new());
    for rule in RULES {
        (rule.read)(&scope, &mut spec, diagnostics);
    }
    let start_node = start_node?;
    let start = start.as_ref()?;
    for royal in spec.royals() {
        if Color::BOTH.into_iter().all(|color| start.count(color, royal) == 0) {
            diagnostics.add_with_help(
                start_node.span,
                format!("no royal piece `{}` stands here", symbols.symbol(royal)),
                "a game has the royals with which it starts, since none comes or goes",
            );
        }
    }
    let rights: String = spec.castlings.iter().map(|castling| castling.right).collect();
    spec.start = start.fen(&board, &symbols, &rights, spec.hands.is_some());
    let places = Places { start: diagnostics.place(start_node.span), whole: diagnostics.place(span) };
    Some(Definition { id, meta, options, spec, pieces, movements, directions, places })
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

    /// What each piece can do and how the game is won, in words.
    pub fn explain(&self) -> String {
        explain::explain(self)
    }

    /// What the game's rules say besides its pieces' moves, in words, section by section.
    pub fn sections(&self) -> Vec<Section> {
        explain::sections(self)
    }

    /// How a side's piece moves, in words, a sentence for each way.
    ///
    /// # Panics
    ///
    /// If the game has no such type.
    pub fn moves_in_words(&self, piece: PieceType, color: Color) -> Vec<String> {
        explain::moves_in_words(self, piece, color)
    }

    /// Which cells a piece may not leave, in words; `None` if it may go anywhere.
    ///
    /// # Panics
    ///
    /// If the game has no such type.
    pub fn confinement_in_words(&self, piece: PieceType) -> Option<String> {
        explain::confinement(self, piece)
    }

    /// The character that is written on a side's piece where pieces are tiles, if the definition gives one.
    ///
    /// # Panics
    ///
    /// If the game has no such type.
    pub fn character(&self, piece: PieceType, color: Color) -> Option<&str> {
        self.pieces[piece.index()].character.as_ref().map(|sides| sides[color].as_str())
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
