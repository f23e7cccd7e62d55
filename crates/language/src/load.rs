//! Loading a definition: from a source to a checked [`Spec`].

use crate::board;
use crate::definition::{Definition, Places};
use crate::dictionary::Translation;
use crate::direction::Directions;
use crate::layers;
use crate::meta::Meta;
use crate::pieces::{self, Body, Pieces};
use crate::region::Regions;
use crate::report::{Diagnostic, Diagnostics, Report};
use crate::rule::{RULES, Scope, first_move};
use crate::show;
use crate::shuffle::{self, Shuffle};
use crate::source::{Library, Resolver, Source};
use crate::start::Start;
use crate::syntax::Value;
use spielraum_spec::{Color, Spec};

/// Loads a definition. `library` has the texts that it may be based on or include.
///
/// `settings` are the options that the player has chosen, such as `("castling", "on")`; the others
/// have their defaults.
///
/// ```
/// use spielraum_language::{NoLibrary, Source, load};
/// let text = r#"
///     title "Two Rooks"
///     board files=4 ranks=4
///     piece "K" "King" royal=#true { step "radail" }
///     start "k3/4/4/K3"
/// "#;
/// let report = load(Source::Text { name: "two-rooks", text }, &NoLibrary, &[]).unwrap_err();
/// assert_eq!(report.diagnostics()[0].place().map(|(_, line, _)| line), Some(4));
/// assert!(report.diagnostics()[0].advice().unwrap().contains("radial"));
/// ```
pub fn load(source: Source<'_>, library: &dyn Library, settings: &[(String, String)]) -> Result<Definition, Report> {
    let mut diagnostics = Diagnostics::default();
    let (id, merged) = assemble(source, library, settings, &mut diagnostics)?;
    let definition = lower(id, merged, &mut diagnostics);
    diagnostics.or(definition)
}

/// What is sound in a definition but surely not meant, in the order of the text: regions that nothing uses, promotions that
/// never happen, sides that can't lose. The arguments are those of [`load`].
///
/// # Errors
///
/// The faults of a definition that can't be loaded.
///
/// ```
/// use spielraum_language::{NoLibrary, Source, lint};
///
/// let text = r#"
///     board files=3 ranks=3
///     piece "K" "King" royal=#true { step "radial" }
///     start "k2/3/2K"
///     region "hill" cells="b2"
/// "#;
/// let warnings = lint(Source::Text { name: "small", text }, &NoLibrary, &[]).unwrap();
/// assert_eq!(warnings[0].message(), "nothing uses the region `hill`");
/// ```
pub fn lint(
    source: Source<'_>,
    library: &dyn Library,
    settings: &[(String, String)],
) -> Result<Vec<Diagnostic>, Report> {
    let mut diagnostics = Diagnostics::default();
    let (id, merged) = assemble(source, library, settings, &mut diagnostics)?;
    let nodes = merged.nodes.clone();
    let definition = lower(id, merged, &mut diagnostics);
    let mut warnings = diagnostics.beside();
    crate::lint::look(&nodes, diagnostics.or(definition)?.spec(), &mut warnings);
    Ok(warnings.into_found())
}

fn assemble(
    source: Source<'_>,
    library: &dyn Library,
    settings: &[(String, String)],
    diagnostics: &mut Diagnostics,
) -> Result<(String, layers::Merged), Report> {
    let (found, resolver) =
        Resolver::open(&source, library).map_err(|message| Report::single(Diagnostic::unplaced(message)))?;
    Ok((id_of(&found.name), layers::assemble(found, &resolver, settings, diagnostics)))
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
    let board_node = one("board");
    let board = board_node.and_then(|node| board::read(node, diagnostics));
    let directions =
        Directions::read(board.as_deref(), nodes.iter().filter(|node| node.word == "directions"), diagnostics);
    let mirror = board::mirror(one("mirror"), diagnostics);
    if pieces.is_empty() && diagnostics.none() {
        diagnostics.add_with_help(
            span,
            "the game has no pieces",
            "as in `piece \"R\" \"Rook\" { slide \"orthogonal\" }`",
        );
    }
    if board_node.is_none() {
        if diagnostics.none() {
            diagnostics.add_with_help(span, "the game has no board", "as in `board files=8 ranks=8`");
        }
        return None;
    }
    let board = board?;
    let regions =
        Regions::read(&board, mirror, &directions, nodes.iter().filter(|node| node.word == "region"), diagnostics);
    let lines = show::lines(one("show"), &regions, diagnostics);
    let inscription = show::inscription(one("show"), &regions, diagnostics);
    let octagons = show::octagons(one("show"), diagnostics);
    let first_nodes = nodes.iter().filter(|node| node.word == first_move::WORD);
    let first_bodies: Vec<Body> = first_nodes.clone().map(|node| Body::read(node, diagnostics)).collect();
    let (piece_specs, first_moves) =
        pieces::lower(&pieces, &first_bodies, &movements, &directions, &regions, mirror, diagnostics);
    let symbols = Pieces::new(&pieces);
    let tile_sizes = show::tile_sizes(one("show"), &symbols, diagnostics);
    let start_node = one("start");
    if start_node.is_none() && diagnostics.none() {
        diagnostics.add_with_help(span, "the game has no start position", "as in `start \"rk2/4/4/RK2\"`");
    }
    let mut start = start_node.and_then(|node| Start::read(node, &board, &symbols, diagnostics));
    let table = shuffle::Table { regions: &regions, pieces: &symbols, mirror, options: &options };
    let shuffle = one(shuffle::WORD)
        .zip(start.as_mut())
        .and_then(|(node, start)| Shuffle::make(node, start, &table, diagnostics));
    let scope = Scope {
        nodes: &nodes,
        regions: &regions,
        directions: &directions,
        mirror,
        pieces: &symbols,
        first_moves: &first_moves,
        start: start.as_ref(),
    };
    let mut spec = Spec::new(board.clone(), piece_specs);
    let no_hurdles = spec.piece_types().zip(&pieces).filter(|(_, piece)| piece.is_no_hurdle).map(|(kind, _)| kind);
    spec.sides = show::sides(one("sides"), diagnostics);
    spec.no_hurdles = no_hurdles.collect();
    spec.aliases = pieces::aliases(&pieces, diagnostics);
    for rule in RULES {
        (rule.read)(&scope, &mut spec, diagnostics);
    }
    let start_node = start_node?;
    let start = start.as_ref()?;
    // Those that come by promotion or from the hand need not stand there.
    let drops = |royal| spec.hands.iter().flat_map(|hands| &hands.drops).any(|drop| drop.piece == royal);
    let comes = |royal| drops(royal) || spec.promotions.iter().any(|promotion| promotion.into.contains(&royal));
    for royal in spec.royals().filter(|&royal| !comes(royal)) {
        if Color::BOTH.into_iter().all(|color| start.count(color, royal) == 0) {
            diagnostics.add_with_help(
                start_node.span,
                format!("no royal piece `{}` stands here", symbols.symbol(royal)),
                "a game has the royals with which it starts, since none comes or goes",
            );
        }
    }
    match start.setup(&spec) {
        Ok(setup) => spec.start = setup,
        Err(error) => diagnostics.add(start_node.span, format!("the start position is wrong: {error}")),
    }
    let places = Places { start: diagnostics.place(start_node.span), whole: diagnostics.place(span) };
    // A later line about a piece takes the place of an earlier one.
    let named = first_nodes.zip(first_bodies).flat_map(|(node, body)| {
        node.args.iter().filter_map(Value::text).map(move |name| (name.to_owned(), body.clone()))
    });
    let first_moves = named.collect();
    Some(Definition {
        id,
        meta,
        options,
        spec,
        lines,
        inscription,
        octagons,
        tile_sizes,
        pieces,
        first_moves,
        shuffle,
        movements,
        directions,
        translation: Translation::default(),
        places,
    })
}
