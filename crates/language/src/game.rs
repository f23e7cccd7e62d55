//! Loading a game: from a source to a checked [`Spec`].

use crate::board::{self, Mirror};
use crate::direction::Directions;
use crate::effects::{self, Scope};
use crate::explain::{self, Section};
use crate::goals;
use crate::layers;
use crate::meta::Meta;
use crate::options::GameOption;
use crate::pieces::{self, Body, Piece, Pieces};
use crate::region::Regions;
use crate::report::{Fault, Faults, Place, Report};
use crate::source::{Resolver, Source};
use crate::start::Start;
use spielraum_rules::spec::{PieceType, Spec};
use spielraum_rules::{Color, CompileError, Rules};
use std::collections::HashMap;

/// A checked definition with its options chosen.
#[derive(Clone, Debug)]
pub struct Game {
    id: String,
    meta: Meta,
    options: Vec<GameOption>,
    spec: Spec,
    /// The pieces as they were defined, and the shared movements, for [`Game::explain`].
    pieces: Vec<Piece>,
    movements: HashMap<String, Body>,
    directions: Directions,
    /// Where faults are shown that only compiling finds: the start position, and the whole.
    places: Places,
}

#[derive(Clone, Debug)]
struct Places {
    start: Place,
    whole: Place,
}

/// Loads a game.
///
/// `settings` are the options that the player has chosen, such as `("castling", "on")`; the others
/// have their defaults.
pub fn load(source: Source<'_>, settings: &[(String, String)]) -> Result<Game, Report> {
    let (found, resolver) = Resolver::open(&source).map_err(|message| Report::single(Fault::unplaced(message)))?;
    let id = id_of(&found.name);
    let mut faults = Faults::default();
    let definition = layers::assemble(found, &resolver, settings, &mut faults);
    let game = lower(id, definition, &mut faults);
    faults.or(game)
}

fn id_of(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.strip_suffix(".kdl").unwrap_or(file).to_owned()
}

fn lower(id: String, definition: layers::Definition, faults: &mut Faults) -> Option<Game> {
    let layers::Definition { nodes, options, based_on, spot } = definition;
    let one = |word: &str| nodes.iter().find(|node| node.word == word);
    let mut meta = Meta::read(&nodes, faults);
    meta.based_on = based_on;
    if meta.title.is_empty() {
        meta.title = id.clone();
    }
    let movements = pieces::bodies(&nodes, faults);
    let pieces = pieces::collect(&nodes, &options, faults);
    let directions = Directions::read(nodes.iter().filter(|node| node.word == "directions"), faults);
    let mirror = Mirror::read(one("mirror"), faults);
    if pieces.is_empty() && faults.none() {
        faults.add_with_help(spot, "the game has no pieces", "as in `piece \"R\" \"Rook\" { slide \"orthogonal\" }`");
    }
    let Some(board_node) = one("board") else {
        if faults.none() {
            faults.add_with_help(spot, "the game has no board", "as in `board files=8 ranks=8`");
        }
        return None;
    };
    let board = board::read(board_node, faults)?;
    let regions = Regions::read(&board, mirror, nodes.iter().filter(|node| node.word == "region"), faults);
    let piece_specs = pieces::lower(&pieces, &movements, &directions, &regions, mirror, faults);
    let table = Pieces::new(pieces.iter().map(|piece| piece.symbol).collect());
    let scope = Scope { nodes: &nodes, regions: &regions, directions: &directions, mirror, pieces: &table };

    let hands = effects::hands(&scope, faults);
    let promotions = effects::promotions(&scope, faults);
    let elsewhere = effects::elsewhere(&scope, faults);
    let double_steps = effects::double_steps(&scope, faults);
    let swap = effects::swap(&scope, faults);
    let drops = hands.as_ref().is_some_and(|hands| !hands.drops.is_empty());
    let goals = goals::goals(&scope, drops, faults);

    let start_node = one("start");
    if start_node.is_none() && faults.none() {
        faults.add_with_help(spot, "the game has no start position", "as in `start \"rk2/4/4/RK2\"`");
    }
    let start = start_node.and_then(|node| Start::read(node, &board, &table, faults));
    let castlings = effects::castlings(&scope, start.as_ref(), faults);
    let (start_node, start) = (start_node?, start?);
    let royals: Vec<PieceType> =
        (0..table.len()).filter(|at| piece_specs[*at].royal).map(|at| PieceType(at as u8)).collect();
    match royals[..] {
        [] => {}
        [royal] => {
            for color in Color::BOTH {
                let count = start.count(color, royal);
                if count != 1 {
                    faults.add(
                        start_node.spot,
                        format!(
                            "{} begins with {count} royal pieces `{}`; one is needed",
                            color.name(),
                            table.symbol(royal)
                        ),
                    );
                }
            }
        }
        [_, second, ..] => faults.add(pieces[second.index()].spot, "a game can have one royal piece only"),
    }
    let rights: String = castlings.iter().map(|castling| castling.right).collect();
    let fen = start.fen(&board, &table, &rights, hands.is_some(), goals.duty.is_some());
    let spec = Spec {
        board: board.clone(),
        pieces: piece_specs,
        start: fen,
        hands,
        promotions,
        elsewhere,
        castlings,
        double_steps,
        swap,
        goals,
    };
    let places = Places { start: faults.place(start_node.spot), whole: faults.place(spot) };
    Some(Game { id, meta, options, spec, pieces, movements, directions, places })
}

impl Game {
    /// What the game is called in the catalogue, or by its file's name.
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
                CompileError::Start(_) => Fault::placed(error.to_string(), self.places.start.clone()),
                _ => Fault::placed(error.to_string(), self.places.whole.clone()),
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
