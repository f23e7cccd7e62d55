//! Variants as the client sees them.

use spielraum_arcade::Game;
use spielraum_engine::Weights;
use spielraum_language::{Definition, Listing, Locale, Translation};
use spielraum_rules::spec::{CapturedPieces, Draws, EndResult, EndRule, NoMoves, PieceType, Spec};
use spielraum_rules::{Color, Rules};
use spielraum_wire::{self as wire, Options, translate};
use std::collections::BTreeMap;

/// The options that players have, with what is chosen. What the variant itself has fixed can't be chosen again.
pub fn chosen(game: &Definition) -> Options {
    let free = game.options().iter().filter(|option| !option.fixed);
    free.map(|option| (option.name.clone(), option.value.clone())).collect()
}

/// The whole variant in a language; `definition` is its text.
pub fn variant(id: &str, whole: &Game, definition: String, translation: &Translation) -> wire::Variant {
    let (game, weights) = (&whole.definition().translated(translation), whole.weights());
    let (meta, spec) = (game.meta(), game.spec());
    let options = game.options().iter().map(|option| wire::VariantOption {
        name: option.name.clone(),
        description: option.description.clone(),
        value: option.value.clone(),
        values: option.values.clone(),
        range: option.range.map(|(from, to)| [from, to]),
        fixed: option.fixed,
        army: option.army_of.map(|side| wire::ArmyChoice {
            side: side.into(),
            texts: option.texts.clone(),
            pieces: numbers(
                &spec
                    .piece_types()
                    .filter(|kind| option.pieces.contains(&spec.pieces[kind.index()].symbol.to_string()))
                    .collect::<Vec<_>>(),
            ),
        }),
    });
    let extinctions = spec.goals.families().into_iter().map(|group| wire::Extinction {
        name: group.name,
        least: group.least,
        members: wire::Sides::new(|color| numbers(&group.members[color])),
    });
    let sections = game.sections().into_iter();
    wire::Variant {
        endgame_pieces: None,
        id: id.to_owned(),
        title: meta.title.clone(),
        inventor: meta.inventor.clone(),
        year: meta.year.clone(),
        summary: meta.summary.clone(),
        description: meta.description.clone(),
        based_on: meta.based_on.clone(),
        sources: meta.sources.clone(),
        notes: meta.notes.iter().map(|n| wire::Note { number: n.number.clone(), text: n.text.clone() }).collect(),
        options: options.collect(),
        hides: spec.hides(),
        chosen: chosen(game),
        sides: spec.sides.into(),
        octagons: game.has_octagons(),
        board: board(&spec.board, game.lines(), game.inscription()),
        pieces: spec.piece_types().map(|kind| piece(game, &weights, kind)).collect(),
        hands: spec.hands.as_ref().map(|hands| wire::Hands {
            kind: hand_kind(spec),
            order: numbers(&hands.order),
            drops: !hands.drops.is_empty(),
        }),
        extinctions: extinctions.collect(),
        goals: goals(spec, translation.locale),
        endings: endings(whole.definition().spec(), spec),
        rules: sections.map(|s| wire::RulesSection { heading: s.heading.to_owned(), items: s.items }).collect(),
        definition,
        start: wire::Position { history: Some(Vec::new()), ..translate::position(&whole.rules().start(), None, false) },
    }
}

/// The variant in one line.
pub fn summary(game: &Definition, rules: &Rules) -> wire::VariantSummary {
    let (listing, spec) = (Listing::of(game), game.spec());
    wire::VariantSummary {
        family: spielraum_arcade::family(&listing.id).map(str::to_owned),
        id: listing.id,
        title: listing.title,
        inventor: listing.inventor,
        year: listing.year,
        summary: listing.summary.unwrap_or_default(),
        sides: spec.sides.into(),
        board: listing.board,
        dimensions: spec.board.axes() as u8,
        cells: listing.cells as u16,
        has_royal: spec.has_royals(),
        hands: hand_kind(spec),
        piece_types: spec.pieces.len() as u16,
        moves_at_start: rules.start().count_legal() as u32,
    }
}

/// The same line in a language.
pub fn summary_in(summary: &wire::VariantSummary, translation: &Translation) -> wire::VariantSummary {
    let translated = |text: &str| translation.dictionary.get(text).unwrap_or(text).to_owned();
    wire::VariantSummary {
        summary: translated(&summary.summary),
        inventor: summary.inventor.as_deref().map(translated),
        year: summary.year.as_deref().map(translated),
        ..summary.clone()
    }
}

/// The texts of ends that a language says otherwise.
fn endings(plain: &Spec, translated: &Spec) -> BTreeMap<String, String> {
    let both = plain.goals.ends.iter().zip(&translated.goals.ends);
    both.filter(|(one, other)| one.text != other.text)
        .map(|(one, other)| (one.text.clone(), other.text.clone()))
        .collect()
}

fn goals(spec: &Spec, locale: Locale) -> Vec<wire::Goal> {
    let royals: Vec<u8> = spec.royals().map(|kind| kind.0).collect();
    let mate = match (royals.is_empty(), spec.goals.checkmate.0) {
        (true, _) | (_, EndResult::Draw) => None,
        (false, EndResult::Loss) => Some(wire::Goal::Checkmate { royals }),
        (false, EndResult::Win) => {
            let text = locale.pick("it is checkmated", "sie mattgesetzt ist").to_owned();
            Some(wire::Goal::Rule { side: None, wins: true, text })
        }
    };
    let by_draw = |side: Option<Color>, text: &str| {
        Some(wire::Goal::Rule { side: side.map(Into::into), wins: true, text: text.to_owned() })
    };
    let draws = match spec.goals.draws {
        Draws::Drawn => None,
        Draws::Won(winner) => {
            by_draw(Some(winner), locale.pick("it would be a draw otherwise", "die Partie sonst remis wäre"))
        }
        Draws::Points(_) => by_draw(
            None,
            locale.pick(
                "it has more points where it would be a draw otherwise",
                "sie mehr Punkte hat, wo die Partie sonst remis wäre",
            ),
        ),
    };
    let groups = (0..spec.goals.families().len() as u8).map(|group| wire::Goal::Extinction { group });
    let reaches = spec.goals.reaches();
    let reach = reaches.iter().map(|reach| wire::Goal::Reach {
        pieces: numbers(&reach.pieces),
        cells: wire::Sides::new(|color| reach.region[color].iter().map(|cell| cell.0).collect()),
    });
    let checks = spec.goals.ends.iter().filter_map(EndRule::as_check_count).map(|checks| wire::Goal::Checks { checks });
    let others = spec.goals.other_ends().filter(|end| end.result != EndResult::Draw);
    let others = others.map(|end| wire::Goal::Rule {
        side: end.only.map(Into::into),
        wins: end.result == EndResult::Win,
        text: end.text.clone(),
    });
    let no_moves = match spec.goals.no_moves() {
        NoMoves::Draw => None,
        NoMoves::Loss => Some(wire::Goal::NoMoves { wins: false }),
        NoMoves::Win => Some(wire::Goal::NoMoves { wins: true }),
    };
    groups.chain(reach).chain(checks).chain(others).chain(mate).chain(no_moves).chain(draws).collect()
}

fn hand_kind(spec: &Spec) -> wire::HandKind {
    match spec.hands.as_ref().map(|hands| &hands.captured) {
        None => wire::HandKind::None,
        Some(CapturedPieces::ToCaptor(_)) => wire::HandKind::Hand,
        Some(CapturedPieces::ToPrison(_)) => wire::HandKind::Prison,
    }
}

fn numbers(kinds: &[PieceType]) -> Vec<u8> {
    kinds.iter().map(|kind| kind.0).collect()
}

/// Levels, files and ranks are at most 32, so that their numbers fit a byte; those of cells, of which there are at most 1,024, fit two.
fn board(
    board: &spielraum_geometry::Board,
    lines: &[[spielraum_geometry::Cell; 2]],
    inscription: &[(char, [f64; 2])],
) -> wire::Board {
    let (shape, hexagonal) = (board.shape(), board.lattice().is_hexagonal());
    let rounded = |(x, y): (f64, f64)| [x, y].map(|part| (part * 10_000.0).round() / 10_000.0);
    let levels = shape.levels.iter().zip(0..).map(|(level, z)| wire::Level { name: level.name.clone(), z });
    let cells = board.cells().map(|cell| wire::Cell {
        name: board.name(cell).to_owned(),
        x: board.file(cell) as u8,
        y: board.rank(cell) as u8,
        z: board.level(cell) as u8,
        place: hexagonal.then(|| rounded(board.place(cell))),
        shade: board.shade(cell),
        ring: (board.axes() > 2 && !hexagonal).then(|| board.ring(board.coord(cell)) as u8),
    });
    wire::Board {
        levels: levels.collect(),
        files: shape.files.clone(),
        ranks: (1..=shape.ranks).map(|rank| rank.to_string()).collect(),
        size: [shape.files.len(), shape.ranks, shape.levels.len()].map(|length| length as u8),
        flat: board.axes() == 2,
        lines: (!lines.is_empty()).then(|| lines.iter().map(|ends| ends.map(|cell| cell.index() as u16)).collect()),
        inscription: (!inscription.is_empty()).then(|| {
            let inscribed = |&(character, [x, y]): &(char, [f64; 2])| {
                let [x, y] = rounded((x, y));
                wire::Inscribed { character: character.to_string(), x, y }
            };
            inscription.iter().map(inscribed).collect()
        }),
        polygon: hexagonal.then(|| board.lattice().polygon().into_iter().map(rounded).collect()),
        cells: cells.collect(),
    }
}

fn piece(game: &Definition, weights: &Weights, kind: PieceType) -> wire::Piece {
    let piece = &game.spec().pieces[kind.index()];
    let value = wire::PieceValue { board: weights.value(kind).early, hand: weights.hand(kind).early };
    wire::Piece {
        symbol: piece.symbol.to_string(),
        name: wire::Sides::new(|color| piece.name[color].clone()),
        neutral: game.spec().is_neutral(kind),
        royal: piece.royal,
        value: (!piece.royal && !game.spec().is_neutral(kind)).then_some(value),
        moves: wire::Sides::new(|color| game.moves_in_words(kind, color)),
        confined: game.confinement_in_words(kind),
        glyph: wire::Sides::new(|color| glyph(game.spec(), kind, color)),
        heads: wire::Sides::new(|color| spielraum_draw::figure(game.spec(), kind, color)),
        character: game
            .character(kind, Color::White)
            .is_some()
            .then(|| wire::Sides::new(|color| game.character(kind, color).unwrap_or_default().to_owned())),
        tile_size: Some(game.tile_size(kind)).filter(|&size| size != 1.0),
    }
}

fn glyph(spec: &Spec, kind: PieceType, color: Color) -> wire::Glyph {
    let spielraum_draw::Glyph { body, marks } = spielraum_draw::glyph(spec, kind, color);
    wire::Glyph { body, marks }
}
