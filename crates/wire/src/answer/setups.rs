//! Positions put together by hand, field by field.

use super::positions::{cell_of, piece_of};
use super::replay::LONGEST_FEN;
use crate::{Refusal, translate};
use spielraum_geometry::Cell;
use spielraum_rules::spec::{Castling, PieceType, Spec};
use spielraum_rules::{ByColor, Color, Counter, Counters, Owner, Position, Rules, Setup, SetupError, SetupReason};

/// What stands on each cell.
type Placement = [Option<(Owner, PieceType)>];

/// What a request sets up, its FEN, and what forbids to play it.
pub fn set_up(rules: &Rules, request: &crate::SetupRequest) -> Result<crate::SetupAnswer, Refusal> {
    let asked = match &request.fen {
        Some(fen) if fen.len() > LONGEST_FEN => {
            return Err(Refusal::new("bad-fen", format!("A FEN has at most {} KB.", LONGEST_FEN / 1024)));
        }
        Some(fen) => Setup::parse(fen, rules).map_err(|error| Refusal::new("bad-fen", error))?,
        None => by_hand(rules, request)?,
    };
    let made = match Position::new(rules, asked) {
        Err(SetupError { reasons, setup })
            if request.fen.is_none() && matches!(reasons[..], [SetupReason::EnPassant(_)]) =>
        {
            Position::new(rules, Setup { en_passant: None, ..*setup })
        }
        made => made,
    };
    // A position knows its obligations; a setup that is none is told as it is.
    Ok(match made {
        Ok(position) => {
            let over = position.outcome_of_position().map(|outcome| format!("The game is over: {outcome}."));
            answer(rules, &position.setup(), Some(&position), over.into_iter().collect())
        }
        Err(error) => answer(rules, &error.setup, None, error.reasons.iter().map(ToString::to_string).collect()),
    })
}

fn answer(rules: &Rules, setup: &Setup, position: Option<&Position>, problems: Vec<String>) -> crate::SetupAnswer {
    let fen = setup.fen(rules);
    crate::SetupAnswer { fen, problems, parts: parts(rules, setup), choices: choices(rules, setup, position) }
}

fn by_hand(rules: &Rules, request: &crate::SetupRequest) -> Result<Setup, Refusal> {
    let mut placement = vec![None; rules.board().len()];
    for &(cell, piece, color) in &request.pieces {
        placement[cell_of(rules, cell)?.index()] = Some((color.into(), piece_of(rules, piece)?));
    }
    let mut hands = ByColor::<Vec<(PieceType, u16)>>::default();
    for (color, held) in [(Color::White, &request.hands.white), (Color::Black, &request.hands.black)] {
        for &(piece, count) in held.iter().filter(|held| held.1 > 0) {
            hands[color].push((piece_of(rules, piece)?, count));
        }
    }
    let asked = |right: char| request.castling.as_ref().is_none_or(|castling| castling.contains(right));
    let castlings = rules.spec().castlings.iter();
    let castling = castlings.filter(|castling| asked(castling.right) && at_home(castling, &placement));
    let mut counters = Counters::default();
    for (counter, count) in rules.counters().into_iter().zip(&request.counts) {
        counters[counter] = ByColor { white: count.white, black: count.black };
    }
    Ok(Setup {
        castling: castling.map(|castling| castling.right).collect(),
        placement,
        hands,
        side: request.side.map_or(Color::White, Into::into),
        en_passant: request.en_passant.as_ref().map(|text| passed(rules, text)).transpose()?,
        halfmove: request.halfmove,
        fullmove: request.fullmove.unwrap_or(1).max(1),
        counters,
    })
}

/// Whether the pieces of a castling move stand where they start.
fn at_home(castling: &Castling, placement: &Placement) -> bool {
    let stands = |cell: Cell, kind| placement.get(cell.index()) == Some(&Some((castling.color.into(), kind)));
    stands(castling.royal.0, castling.royal_type) && stands(castling.partner.0, castling.partner_type)
}

/// The cell passed by a double step, and where its piece stands if that is given.
fn passed(rules: &Rules, text: &str) -> Result<(Cell, Option<Cell>), Refusal> {
    let cell = |name: &str| {
        let found = rules.board().find(name);
        found.ok_or_else(|| Refusal::new("no-such-cell", format!("`{name}` is not a cell of the board.")))
    };
    match text.split_once(':') {
        None => Ok((cell(text)?, None)),
        Some((via, pawn)) => Ok((cell(via)?, Some(cell(pawn)?))),
    }
}

fn passed_text(spec: &Spec, (via, pawn): (Cell, Option<Cell>)) -> String {
    let via = spec.board.name(via);
    pawn.map_or_else(|| via.to_owned(), |pawn| format!("{via}:{}", spec.board.name(pawn)))
}

fn parts(rules: &Rules, setup: &Setup) -> crate::SetupParts {
    let counters = rules.counters().into_iter();
    crate::SetupParts {
        pieces: translate::pieces(setup),
        hands: translate::hands(setup),
        side: setup.side.into(),
        castling: setup.castling.iter().collect(),
        en_passant: setup.en_passant.map(|step| passed_text(rules.spec(), step)),
        halfmove: setup.halfmove,
        fullmove: setup.fullmove,
        counts: counters.map(|counter| crate::Sides::new(|color| setup.counters[counter][color])).collect(),
    }
}

fn choices(rules: &Rules, setup: &Setup, position: Option<&Position>) -> crate::SetupChoices {
    let spec = rules.spec();
    let name = |cell: Cell| spec.board.name(cell).to_owned();
    let castlings = spec.castlings.iter().map(|castling| crate::CastlingChoice {
        right: castling.right.to_string(),
        color: castling.color.into(),
        royal: (name(castling.royal.0), name(castling.royal.1)),
        possible: at_home(castling, &setup.placement),
    });
    let steps = position.map(Position::en_passant_choices).unwrap_or_default();
    let counts = rules.counters().into_iter().map(|counter| crate::CountChoice {
        counted: match counter {
            Counter::Checks => crate::Counted::Checks,
            Counter::Obligation => crate::Counted::Duty,
        },
        most: rules.most_counted(counter),
    });
    crate::SetupChoices {
        castlings: castlings.collect(),
        en_passant: spec
            .double_steps
            .iter()
            .any(|step| step.en_passant)
            .then(|| steps.into_iter().map(|step| passed_text(spec, step)).collect()),
        counts: counts.collect(),
    }
}
