//! Promotions, hands, castling and the like, in words.

use super::words::{by_side, capital, list, pieces};
use crate::Game;
use spielraum_geometry::CellSet;
use spielraum_rules::spec::{
    CapturedPieces, DoubleStepPath, Drop, Hands, PieceType, Promotion, PromotionForce, PromotionTrigger,
};
use spielraum_rules::{ByColor, Color};

/// The sentences about everything but plain moves.
pub(super) fn sentences(game: &Game) -> Vec<String> {
    let spec = game.spec();
    let mut sentences = Vec::new();
    promotions(game, &mut sentences);
    if let Some(hands) = &spec.hands {
        captured(game, hands, &mut sentences);
        drops(game, hands, &mut sentences);
    }
    if let Some(elsewhere) = &spec.elsewhere {
        for change in &elsewhere.changes {
            sentences.push(format!(
                "When {} enters {} from outside, its owner may turn one own {} into {} from the prison, if afterwards one own {} stands on {}.",
                pieces(game, &change.movers, "or"),
                zone(game, &elsewhere.zone),
                pieces(game, &change.changed, "or"),
                pieces(game, &elsewhere.into, "or"),
                pieces(game, &elsewhere.guards, "or"),
                zone(game, &elsewhere.guarded),
            ));
        }
    }
    for step in &spec.double_steps {
        let how = match &step.path {
            DoubleStepPath::Straight(_) => "may make the same step twice through empty cells",
            DoubleStepPath::Bent => "may make two non-capturing steps, straight or bent, as one move",
        };
        let answer = if step.en_passant { " It can be taken en passant at once." } else { "" };
        sentences.push(format!("{} on {} {how}.{answer}", letter(game, step.piece), zone(game, &step.from)));
    }
    castlings(game, &mut sentences);
    if let (Some(swap), Some(royal)) = (&spec.swap, spec.royal()) {
        let partner = if swap.partner_safe { "neither of the two is attacked" } else { "it is not attacked" };
        sentences.push(format!(
            "{} may change places with an own {} next to it, if {partner} before and it is not attacked after.",
            letter(game, royal),
            pieces(game, &swap.partners, "or")
        ));
    }
    sentences
}

fn letter(game: &Game, piece: PieceType) -> String {
    game.spec().pieces[piece.index()].symbol.to_string()
}

fn zone(game: &Game, cells: &ByColor<CellSet>) -> String {
    by_side(game, cells).unwrap_or_else(|| "any cell".to_owned())
}

/// One sentence for all pieces that promote alike.
fn promotions(game: &Game, sentences: &mut Vec<String>) {
    let mut said: Vec<&Promotion> = Vec::new();
    for promotion in &game.spec().promotions {
        let own_form = |other: &Promotion| {
            let symbol = |piece: PieceType| game.spec().pieces[piece.index()].symbol;
            matches!(other.into[..], [form] if symbol(form).letter == symbol(other.piece).letter)
        };
        let alike = |other: &Promotion| {
            let into = other.into == promotion.into || own_form(other) && own_form(promotion);
            into && (other.zone, other.trigger, other.force, other.from_prison)
                == (promotion.zone, promotion.trigger, promotion.force, promotion.from_prison)
        };
        if said.iter().any(|other| alike(other)) {
            continue;
        }
        said.push(promotion);
        let promoted: Vec<PieceType> =
            game.spec().promotions.iter().filter(|other| alike(other)).map(|other| other.piece).collect();
        let into = if own_form(promotion) && promoted.len() > 1 {
            "its `+` form".to_owned()
        } else {
            pieces(game, &promotion.into, "or")
        };
        let must = match promotion.force {
            PromotionForce::Always => "becomes",
            PromotionForce::WhenStuck => "may become (and must where it could never move again)",
            PromotionForce::Never => "may become",
        };
        let prison =
            if promotion.from_prison { ", one that its side has lost; without one it cannot go there" } else { "" };
        let when = match promotion.trigger {
            PromotionTrigger::Ends => "ends on",
            PromotionTrigger::Enters => "enters",
            PromotionTrigger::Touches => "starts or ends on",
        };
        sentences.push(format!(
            "{} {must} {into}{prison} when its move {when} {}.",
            pieces(game, &promoted, "or"),
            zone(game, &promotion.zone)
        ));
    }
}

fn captured(game: &Game, hands: &Hands, sentences: &mut Vec<String>) {
    let (where_to, table) = match &hands.captured {
        CapturedPieces::ToCaptor(table) => ("the captor's hand", table),
        CapturedPieces::ToPrison(table) => ("the prison, from which its owner may get it back by a promotion", table),
    };
    sentences.push(format!("A captured {} goes to {where_to}.", {
        let kept: Vec<PieceType> = (0..game.spec().pieces.len() as u8)
            .map(PieceType)
            .filter(|piece| table.white[piece.index()].is_some())
            .collect();
        pieces(game, &kept, "or")
    }));
    let changed: Vec<String> = table
        .white
        .iter()
        .enumerate()
        .filter_map(|(from, to)| Some((PieceType(from as u8), (*to)?)))
        .filter(|(from, to)| from != to)
        .map(|(from, to)| format!("{} as {}", letter(game, from), letter(game, to)))
        .collect();
    if !changed.is_empty() {
        sentences.push(format!("There it counts as another piece: {}.", list(&changed, "and")));
    }
}

/// One sentence for all pieces that are dropped alike.
fn drops(game: &Game, hands: &Hands, sentences: &mut Vec<String>) {
    let alike = |a: &Drop, b: &Drop| Drop { piece: b.piece, ..a.clone() } == *b;
    for (at, rule) in hands.drops.iter().enumerate() {
        if hands.drops[..at].iter().any(|other| alike(other, rule)) {
            continue;
        }
        let dropped: Vec<PieceType> =
            hands.drops.iter().filter(|other| alike(other, rule)).map(|other| other.piece).collect();
        let limits = limits(game, rule);
        let restriction = if limits.is_empty() { String::new() } else { format!(", {}", limits.join(", ")) };
        sentences
            .push(format!("{} in hand may be dropped on an empty cell{restriction}.", pieces(game, &dropped, "or")));
    }
}

fn limits(game: &Game, rule: &Drop) -> Vec<String> {
    let mut limits = Vec::new();
    if let Some(cells) = by_side(game, &rule.cells) {
        limits.push(format!("only on {cells}"));
    }
    if rule.needs_move {
        limits.push("not where it could never move".to_owned());
    }
    if let Some(most) = rule.max_on_file_line {
        limits.push(format!("at most {most} of a side on one file"));
    }
    if rule.no_mate {
        limits.push("not to give checkmate".to_owned());
    }
    limits
}

fn castlings(game: &Game, sentences: &mut Vec<String>) {
    let board = &game.spec().board;
    for color in Color::BOTH {
        let moves: Vec<String> = game
            .spec()
            .castlings
            .iter()
            .filter(|castling| castling.color == color)
            .map(|castling| {
                let name = |cell| board.name(cell);
                format!(
                    "{}-{} with {} {}-{}",
                    name(castling.royal.0),
                    name(castling.royal.1),
                    letter(game, castling.partner_type),
                    name(castling.partner.0),
                    name(castling.partner.1)
                )
            })
            .collect();
        if !moves.is_empty() {
            sentences.push(format!("{} castles {}.", capital(color.name()), list(&moves, "or")));
        }
    }
}
