//! Games in which something is hidden, as a player or a spectator sees them before they are over.

use super::{legal_moves, made, pieces};
use crate as wire;
use spielraum_play::{Role, Status};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Move, Owner, Position, Setup, View};

/// The text of a move that the viewer does not see.
const UNSEEN: &str = "?";

/// What a viewer sees of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Everything.
    All,
    /// What this side sees.
    Side(Color),
    /// Nothing of the position.
    Nobody,
}

impl Viewer {
    /// What somebody with this role sees. When a game is over everybody sees everything; so does a player of both sides.
    pub fn of(position: &Position, status: Status, role: Option<Role>) -> Self {
        match role {
            _ if !position.rules().spec().hides() || status == Status::Finished => Self::All,
            Some(Role::Both) => Self::All,
            Some(Role::Side(side)) => Self::Side(side),
            None => Self::Nobody,
        }
    }

    fn side(self) -> Option<Color> {
        if let Self::Side(side) = self { Some(side) } else { None }
    }
}

/// A position as a viewer sees it, without its history. `last` is what the viewer knows of the move that led to it.
pub fn seen(position: &Position, viewer: Viewer, last: Option<wire::Move>) -> wire::Position {
    if viewer == Viewer::All {
        return super::position(position, last, false);
    }
    let (rules, side) = (position.rules(), position.side_to_move());
    let view = viewer.side().map(|viewer| position.seen_by(viewer));
    let blank = || Setup { side, fullmove: position.fullmove_number(), ..Setup::empty(rules.board().len()) };
    let setup = view.as_ref().map_or_else(blank, |view| view.setup().clone());
    let hidden = view.as_ref().map_or_else(|| rules.board().all(), View::hidden);
    // A side knows how many pieces it has; of the other one all know what it started with.
    let remaining = wire::Sides::new(|color| match viewer {
        Viewer::Side(viewer) if viewer == color => position.family_counts(color),
        _ => rules.start().family_counts(color),
    });
    wire::Position {
        fen: setup.fen_but(rules.spec(), &hidden),
        side: side.into(),
        ply: position.ply() as u32,
        fullmove: position.fullmove_number(),
        halfmove: setup.halfmove,
        pieces: pieces(&setup),
        hands: super::hands(&setup),
        hidden: hidden.iter().map(|cell| cell.0).collect(),
        checks: Vec::new(),
        checks_given: None,
        remaining,
        result: None,
        moves: None,
        last,
        history: None,
        left_out: Vec::new(),
    }
}

/// The legal moves of the side to move, as far as it knows what they change.
pub fn seen_legal_moves(position: &Position, moves: &[Move]) -> Option<wire::LegalMoves> {
    let mut legal = legal_moves(position, moves)?;
    let view = position.seen_by(position.side_to_move());
    legal.others.iter_mut().for_each(|m| keep_seen(m, &view, &view));
    Some(legal)
}

/// What a viewer knows of a legal move of a position: a side knows its own moves, and of the other's which pieces of its own they
/// capture.
pub fn seen_move(position: &Position, m: Move, viewer: Viewer) -> wire::Move {
    let after = || {
        let mut after = position.clone();
        after.make_unchecked(m);
        after
    };
    match viewer {
        Viewer::All => made(position, m),
        Viewer::Side(side) if side == position.side_to_move() => {
            let mut told = made(position, m);
            keep_seen(&mut told, &position.seen_by(side), &after().seen_by(side));
            told
        }
        Viewer::Side(_) | Viewer::Nobody => unseen(position, &after(), viewer.side()),
    }
}

/// What a viewer knows of the last move.
pub fn seen_last(position: &Position, viewer: Viewer) -> Option<wire::Move> {
    let mut before = position.clone();
    let m = before.unmake()?;
    Some(seen_move(&before, m, viewer))
}

/// What a viewer knows of the moves that led to a position.
pub fn seen_history(position: &Position, viewer: Viewer) -> Vec<wire::Move> {
    let moves = position.moves_made();
    let mut game = position.clone();
    while game.unmake().is_some() {}
    let seen = moves.into_iter().map(|m| {
        let told = seen_move(&game, m, viewer);
        game.make_unchecked(m);
        told
    });
    seen.collect()
}

/// Leaves out of a side's own move what it does not see of it.
fn keep_seen(told: &mut wire::Move, before: &View, after: &View) {
    let own = wire::Owner::from(Owner::from(before.side()));
    let sees = |view: &View, cell: u16| view.sees(spielraum_geometry::Cell(cell));
    told.changes.off.retain(|(cell, _, owner)| *owner == own || sees(before, *cell));
    told.changes.on.retain(|(cell, _, owner)| *owner == own || sees(after, *cell));
    told.changes.hands.retain(|(_, color, _)| *color == before.side().into());
    // Signs of what the move means to the other side.
    told.san = told.san.take().map(|san| san.trim_end_matches(['+', '#']).to_owned());
}

/// A move that the viewer does not see.
fn unseen(before: &Position, after: &Position, viewer: Option<Color>) -> wire::Move {
    let owned = |position: &Position, cell| {
        let piece = position.piece_at(cell);
        piece.filter(|(owner, _)| viewer.is_some_and(|viewer| *owner == Owner::from(viewer)))
    };
    let lost = before.rules().board().cells().filter_map(|cell| {
        let (owner, kind) = owned(before, cell).filter(|_| owned(after, cell).is_none())?;
        Some((cell.0, kind.0, owner.into()))
    });
    let off: Vec<_> = lost.collect();
    wire::Move {
        text: UNSEEN.to_owned(),
        san: None,
        kind: wire::MoveKind::Unseen,
        from: None,
        to: off.first().map_or(0, |(cell, ..)| *cell),
        via: None,
        piece: PieceType(0).0,
        promotion: None,
        elsewhere: None,
        gate: None,
        changes: wire::Changes { off, ..wire::Changes::default() },
        next: after.side_to_move().into(),
    }
}
