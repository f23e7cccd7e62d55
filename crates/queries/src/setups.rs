//! Positions put together by hand, field by field.

use crate::Refusal;
use crate::positions::{cell_of, piece_of};
use crate::replay::LONGEST_FEN;
use spielraum_geometry::Cell;
use spielraum_rules::spec::{Castling, DoubleStepPath, PieceType, Spec};
use spielraum_rules::{ByColor, Color, Counter, Counters, Owner, Position, Rules, Setup};
use spielraum_wire::{self as wire, translate};

/// What stands on each cell.
type Placement = [Option<(Owner, PieceType)>];

/// What a game counts, and the largest number.
type Counted = (Counter, u8);

/// What a request sets up, its FEN, and what forbids to play it.
pub fn set_up(rules: &Rules, request: &wire::SetupRequest) -> Result<wire::SetupAnswer, Refusal> {
    let counted = rules.counted();
    let asked = match &request.fen {
        Some(fen) if fen.len() > LONGEST_FEN => {
            return Err(Refusal::new("bad-fen", format!("A FEN has at most {} KB.", LONGEST_FEN / 1024)));
        }
        Some(fen) => Setup::parse(fen, rules.spec()).map_err(|error| Refusal::new("bad-fen", error))?,
        None => by_hand(rules, request, &counted)?,
    };
    // A position knows its obligations; a setup that is none is reported as it is.
    let (setup, problems) = match Position::new(rules, asked) {
        Ok(position) => {
            let over = position
                .outcome_of_position()
                .map(|outcome| format!("The game is over: {}.", outcome.said(rules.spec().sides)));
            (position.setup(), over.into_iter().collect())
        }
        Err(error) => (*error.setup, error.reasons.iter().map(ToString::to_string).collect()),
    };
    let fen = setup.fen(rules.spec());
    Ok(wire::SetupAnswer {
        fen,
        problems,
        parts: parts(rules, &setup, &counted),
        choices: choices(rules, &setup, counted),
    })
}

fn by_hand(rules: &Rules, request: &wire::SetupRequest, counted: &[Counted]) -> Result<Setup, Refusal> {
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
    let castling = castling.map(|castling| castling.right).collect();
    let mut counters = Counters::default();
    for (&(counter, _), &(white, black)) in counted.iter().zip(&request.counts) {
        counters[counter] = ByColor { white, black };
    }
    let side = request.side.map_or(Color::White, Into::into);
    let part = request.part;
    let mut steps = double_steps(rules, &placement, answering(side, part)).into_iter();
    let en_passant = steps.find(|&step| request.en_passant.as_ref() == Some(&passed_text(rules.spec(), step)));
    let (halfmove, fullmove) = (request.halfmove, request.fullmove.unwrap_or(1).max(1));
    let mut unmoved = rules.spec().all_unmoved(&|cell| placement[cell.index()].map(|(owner, _)| owner));
    if let Some(cells) = &request.unmoved {
        unmoved = unmoved & cells.iter().map(|&cell| cell_of(rules, cell)).collect::<Result<_, _>>()?;
    }
    let moved = request.moved.map(|cell| cell_of(rules, cell)).transpose()?;
    Ok(Setup { placement, hands, side, castling, unmoved, en_passant, halfmove, fullmove, part, moved, counters })
}

/// The side that may answer a double step: in the middle of a turn it is the side to move that has made one.
fn answering(side: Color, part: u8) -> Color {
    if part == 0 { side } else { !side }
}

/// The double steps that the other side than `side` can just have made and that may be answered en passant: the cell passed, and
/// the cell where the piece stands if the cell passed does not show, because the step is bent or several pieces may have
/// passed there.
fn double_steps(rules: &Rules, placement: &Placement, side: Color) -> Vec<(Cell, Option<Cell>)> {
    let at = |cell: Cell| placement.get(cell.index()).copied().flatten();
    let mut made = Vec::new();
    for step in &rules.spec().double_steps {
        let bent = step.path == DoubleStepPath::Bent;
        let answered = |from: &Cell| step.is_answered(!side, *from) && at(*from).is_none();
        for from in step.from[!side].iter().filter(answered) {
            for (via, to) in rules.double_steps(!side, step.piece, from) {
                let second = rules.second_passed(!side, step.piece, (via, to));
                let is_free = at(via).is_none() && second.is_none_or(|second| at(second).is_none());
                let stands = is_free && at(to) == Some(((!side).into(), step.piece));
                if stands && !made.contains(&(via, to, bent)) {
                    made.push((via, to, bent));
                }
            }
        }
    }
    let alone = |via, to| made.iter().all(|&(other, pawn, bent)| bent || other != via || pawn == to);
    made.iter().map(|&(via, to, bent)| (via, (bent || !alone(via, to)).then_some(to))).collect()
}

/// Whether the pieces of a castling move stand where they start.
fn at_home(castling: &Castling, placement: &Placement) -> bool {
    let stands = |cell: Cell, kind| placement.get(cell.index()) == Some(&Some((castling.color.into(), kind)));
    stands(castling.royal.0, castling.royal_type) && stands(castling.partner.0, castling.partner_type)
}

/// A double step as the en passant field writes it.
fn passed_text(spec: &Spec, (via, pawn): (Cell, Option<Cell>)) -> String {
    let via = spec.board.name(via);
    pawn.map_or_else(|| via.to_owned(), |pawn| format!("{via}:{}", spec.board.name(pawn)))
}

fn parts(rules: &Rules, setup: &Setup, counted: &[Counted]) -> wire::SetupParts {
    let counts = counted.iter().map(|&(counter, _)| setup.counters[counter]);
    wire::SetupParts {
        pieces: translate::pieces(setup),
        hands: translate::hands(setup),
        side: setup.side.into(),
        castling: setup.castling.iter().collect(),
        unmoved: (!rules.spec().firsts.is_empty()).then(|| setup.unmoved.iter().map(|cell| cell.0).collect()),
        en_passant: setup.en_passant.map(|step| passed_text(rules.spec(), step)),
        halfmove: setup.halfmove,
        fullmove: setup.fullmove,
        part: setup.part,
        moved: setup.moved.map(|cell| cell.0),
        counts: counts.map(|count| (count.white, count.black)).collect(),
    }
}

fn choices(rules: &Rules, setup: &Setup, counted: Vec<Counted>) -> wire::SetupChoices {
    let spec = rules.spec();
    let name = |cell: Cell| spec.board.name(cell).to_owned();
    let castlings = spec.castlings.iter().map(|castling| wire::CastlingChoice {
        right: castling.right.to_string(),
        color: castling.color.into(),
        royal: (name(castling.royal.0), name(castling.royal.1)),
        possible: at_home(castling, &setup.placement),
    });
    let steps = double_steps(rules, &setup.placement, answering(setup.side, setup.part));
    let counts = counted.into_iter().map(|(counter, most)| wire::CountChoice {
        counted: match counter {
            Counter::Checks => wire::Counted::Checks,
            Counter::Obligation => wire::Counted::Duty,
            Counter::Passes => wire::Counted::Passes,
            Counter::Countdown => wire::Counted::Countdown,
            Counter::Series => wire::Counted::Series,
        },
        most,
    });
    wire::SetupChoices {
        castlings: castlings.collect(),
        en_passant: spec
            .double_steps
            .iter()
            .any(|step| step.en_passant)
            .then(|| steps.into_iter().map(|step| passed_text(spec, step)).collect()),
        counts: counts.collect(),
    }
}
