//! Positions, moves, outcomes and lines as the client sees them.

use crate as wire;
use spielraum_rules::spec::{PieceType, SideNames};
use spielraum_rules::{Change, Color, Counter, LineKind, Move, MoveKind, Outcome, PieceLine, Position, Setup};

/// A position without its history; `last` is the move that led to it, `moves` says whether the legal moves are reported.
pub fn position(position: &Position, last: Option<wire::Move>, moves: bool) -> wire::Position {
    let result = position.outcome();
    let legal = moves.then(|| {
        let legal = if result.is_some() { Vec::new() } else { position.legal_moves() };
        moves_of(position, &legal)
    });
    let side = position.side_to_move();
    let setup = position.setup();
    wire::Position {
        fen: setup.fen(position.rules().spec()),
        side: side.into(),
        ply: position.ply() as u32,
        fullmove: position.fullmove_number(),
        halfmove: position.halfmove_clock(),
        pieces: pieces(&setup),
        hands: hands(&setup),
        hidden: Vec::new(),
        checks: position.checked_royals().iter().map(|cell| cell.0).collect(),
        checks_given: position
            .rules()
            .spec()
            .goals
            .check_count()
            .map(|_| wire::Sides::new(|color| position.counter(Counter::Checks, color))),
        remaining: wire::Sides::new(|color| position.family_counts(color)),
        result: result.as_ref().map(|outcome| self::result(outcome, position.rules().spec().sides)),
        moves: legal,
        last,
        history: None,
        left_out: Vec::new(),
    }
}

/// What stands where: cell, piece type, owner.
pub fn pieces(setup: &Setup) -> Vec<(u16, u8, wire::Owner)> {
    let cells = setup.placement.iter().zip(0..);
    cells.filter_map(|(piece, cell)| piece.map(|(owner, kind)| (cell, kind.0, owner.into()))).collect()
}

/// What each side has in hand or prison.
pub fn hands(setup: &Setup) -> wire::Held {
    let hand = |color: Color| setup.hands[color].iter().map(|(kind, count)| (kind.0, *count)).collect();
    wire::Held { white: hand(Color::White), black: hand(Color::Black) }
}

/// How a game ended by its rules, in words that call its sides so.
pub fn result(outcome: &Outcome, sides: SideNames) -> wire::GameResult {
    wire::GameResult {
        winner: outcome.winner.map(Into::into),
        reason: outcome.reason.code().to_owned(),
        text: outcome.said(sides),
    }
}

/// More moves are listed without SAN: nobody reads that many, and each is compared with those that lead to the same cell.
const MOST_WITH_SAN: usize = 2_000;

/// Some legal moves of a position, with SAN unless there are too many of them.
pub fn moves_of(position: &Position, moves: &[Move]) -> Vec<wire::Move> {
    let sans = if moves.len() > MOST_WITH_SAN { Vec::new() } else { position.sans(moves) };
    let sans = sans.into_iter().map(Some).chain(std::iter::repeat(None));
    moves.iter().zip(sans).map(|(&m, san)| wire::Move { san, ..move_of(position, m) }).collect()
}

/// A legal move of a position that is about to be made, with SAN.
pub fn made(position: &Position, m: Move) -> wire::Move {
    wire::Move { san: Some(position.san(m)), ..move_of(position, m) }
}

/// A legal move of a position that has not been made yet, without SAN.
pub fn move_of(position: &Position, m: Move) -> wire::Move {
    let kind = match m.kind() {
        MoveKind::Normal | MoveKind::Promotion => wire::MoveKind::Normal,
        MoveKind::Drop => wire::MoveKind::Drop,
        MoveKind::DoubleStep => wire::MoveKind::DoubleStep,
        MoveKind::EnPassant => wire::MoveKind::EnPassant,
        MoveKind::Castling => wire::MoveKind::Castling,
        MoveKind::Swap => wire::MoveKind::Swap,
        MoveKind::Placing => wire::MoveKind::Placing,
        MoveKind::Pass => wire::MoveKind::Pass,
    };
    let moved = m.from().and_then(|from| position.piece_at(from)).map(|(_, kind)| kind);
    let changes = changes(position, m);
    // A piece in hand may be dropped as another.
    let held = m.dropped().and(changes.hands.first()).map(|held| PieceType(held.0));
    wire::Move {
        text: position.move_text(m),
        san: None,
        kind,
        from: m.from().map(|cell| cell.0),
        to: m.to().0,
        via: m.via().map(|cell| cell.0),
        piece: held.or(m.placed()).or(moved).unwrap_or(PieceType(0)).0,
        promotion: m.promotion().or(m.dropped().filter(|&kind| held != Some(kind))).map(|kind| kind.0),
        elsewhere: m.remote_promotion().map(|(cell, kind)| wire::Elsewhere { cell: cell.0, piece: kind.0 }),
        gate: m.gate().map(|(cell, kind)| wire::Elsewhere { cell: cell.0, piece: kind.0 }),
        changes,
        next: position.side_after(m).into(),
    }
}

/// What a legal move would change on the board and in hands.
fn changes(position: &Position, m: Move) -> wire::Changes {
    let mut told = wire::Changes::default();
    position.changes(m, |change| match change {
        Change::Leaves(owner, kind, cell) => told.off.push((cell.0, kind.0, owner.into())),
        Change::Comes(owner, kind, cell) => told.on.push((cell.0, kind.0, owner.into())),
        Change::Hand(color, kind, more) => told.hands.push((kind.0, color.into(), more)),
        _ => {}
    });
    told
}

/// The lines of a piece.
pub fn lines(lines: Vec<PieceLine>) -> Vec<wire::Line> {
    let view = |line: PieceLine| wire::Line {
        kind: match line.kind {
            LineKind::Slide => wire::LineKind::Slide,
            LineKind::Leap => wire::LineKind::Leap,
            LineKind::Hop => wire::LineKind::Hop,
            LineKind::Route => wire::LineKind::Route,
        },
        capture: line.takes_blocker(),
        cells: line.cells.iter().map(|cell| cell.0).collect(),
        open: line.open as u16,
        blocker: line.blocker.map(|cell| cell.0),
        hurdle: line.hurdle.map(|cell| cell.0),
        targets: line.targets.iter().map(|cell| cell.0).collect(),
        quiet: line.quiet,
        captures: line.captures,
        turning: line.turning,
    };
    lines.into_iter().map(view).collect()
}
