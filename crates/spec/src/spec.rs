//! A game.

use crate::{
    ByColor, Castling, Color, Constraint, DoubleStep, Effect, FirstRights, Goals, Hands, Letters, Mark, Ownership,
    Pass, PieceSpec, PieceType, Promotion, RemotePromotion, RoyalSet, Setup, SideNames, Sight, Swap, Symbol, Turn,
};
use spielraum_geometry::Board;
use std::sync::Arc;

/// A game.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The board.
    pub board: Arc<Board>,
    /// The piece types, at least one.
    pub pieces: Vec<PieceSpec>,
    /// What the sides are called.
    pub sides: SideNames,
    /// The types over which nothing hops.
    pub no_hurdles: Vec<PieceType>,
    /// Letters that others write for pieces: theirs and ours. They are read, and never written.
    pub aliases: Vec<(Letters, Letters)>,
    /// The position a game starts from.
    pub start: Setup,
    /// What happens to captured pieces, when they can come back.
    pub hands: Option<Hands>,
    /// Changes of type of the moving piece. At most one for each type of each side; one that only a side has has cells for no other.
    pub promotions: Vec<Promotion>,
    /// Types of which a side may have no more by promotion than this many.
    pub promotion_limits: Vec<(PieceType, u8)>,
    /// A change of type of another piece than the moving one (Q16).
    pub remote_promotion: Option<RemotePromotion>,
    /// Castling moves; each right is one `castling` letter of the FEN.
    pub castlings: Vec<Castling>,
    /// Double steps and en passant. At most one for each type.
    pub double_steps: Vec<DoubleStep>,
    /// What pieces may do as long as they have not moved (G14, G15).
    pub firsts: FirstRights,
    /// A royal changes places with a neighbour (Q13).
    pub swap: Option<Swap>,
    /// When each side may pass (O7); `None`: never.
    pub pass: ByColor<Option<Pass>>,
    /// What happens after moves, in this order (E1).
    pub effects: Vec<Effect>,
    /// What a side does before its enemy is to move.
    pub turn: Turn,
    /// Which moves must be made before others, and which may not be made, in this order (O1).
    pub constraints: Vec<Constraint>,
    /// Which of a side's royals may not be left attacked (G13).
    pub royal_set: RoyalSet,
    /// What a side sees of a position (V1).
    pub sight: Sight,
    /// How a game ends, and what else is forbidden.
    pub goals: Goals,
}

impl Spec {
    /// A game with these pieces, none of which stands on the board yet, and no further rules.
    pub fn new(board: Arc<Board>, pieces: Vec<PieceSpec>) -> Self {
        let start = Setup::empty(board.len());
        Self {
            board,
            pieces,
            sides: SideNames::default(),
            no_hurdles: Vec::new(),
            aliases: Vec::new(),
            start,
            hands: None,
            promotions: Vec::new(),
            promotion_limits: Vec::new(),
            remote_promotion: None,
            castlings: Vec::new(),
            double_steps: Vec::new(),
            firsts: FirstRights::default(),
            swap: None,
            pass: ByColor::both(None),
            effects: Vec::new(),
            turn: Turn::default(),
            constraints: Vec::new(),
            royal_set: RoyalSet::Each,
            sight: Sight::Everything,
            goals: Goals::default(),
        }
    }

    /// The position a game starts from, as a FEN.
    pub fn start_fen(&self) -> String {
        self.start.fen(self)
    }

    /// These rules with Black's pieces, type by type, doing what those of another game's Black do.
    pub fn meeting(&self, black: &Self) -> Self {
        let mut spec = self.clone();
        for (piece, other) in spec.pieces.iter_mut().zip(&black.pieces) {
            piece.name.black.clone_from(&other.name.black);
            piece.moves.black.clone_from(&other.moves.black);
            piece.may_enter.black.clone_from(&other.may_enter.black);
        }
        spec
    }

    /// The piece types, in their order.
    pub fn piece_types(&self) -> impl ExactSizeIterator<Item = PieceType> + Clone + use<> {
        PieceType::all(self.pieces.len())
    }

    /// The type written with `symbol`.
    pub fn piece(&self, symbol: Symbol) -> Option<PieceType> {
        self.pieces.iter().position(|piece| piece.symbol == symbol).map(|index| PieceType(index as u8))
    }

    /// How a type of a side promotes, if it does.
    pub fn promotion(&self, kind: PieceType, color: Color) -> Option<&Promotion> {
        self.promotions.iter().find(|promotion| promotion.piece == kind && !promotion.zone[color].is_empty())
    }

    /// The types whose pieces a limit of promotions counts together: a piece and its `~` form are one.
    pub fn counted_together(&self, kind: PieceType) -> impl Iterator<Item = PieceType> {
        let is_plus = |kind: PieceType| self.pieces[kind.index()].symbol.mark == Mark::Plus;
        let letters = |kind: PieceType| self.pieces[kind.index()].symbol.letters;
        self.piece_types().filter(move |&other| letters(other) == letters(kind) && is_plus(other) == is_plus(kind))
    }

    /// How many pieces of a type a side must have fewer than so that another comes by promotion, if there is a limit.
    pub fn promotion_limit(&self, kind: PieceType) -> Option<u8> {
        self.promotion_limits.iter().find(|(limited, _)| *limited == kind).map(|(_, most)| *most)
    }

    /// Whether promotions are moves of their own (G21).
    pub fn has_own_promotions(&self) -> bool {
        self.promotions.iter().any(|promotion| promotion.trigger.is_own_move())
    }

    /// Whether pieces can be dropped from a hand.
    pub fn has_drops(&self) -> bool {
        self.hands.as_ref().is_some_and(|hands| !hands.drops.is_empty())
    }

    /// The royal types, in order.
    pub fn royals(&self) -> impl Iterator<Item = PieceType> {
        self.piece_types().zip(&self.pieces).filter(|(_, piece)| piece.royal).map(|(kind, _)| kind)
    }

    /// Whether the pieces of a type belong to nobody.
    pub fn is_neutral(&self, kind: PieceType) -> bool {
        self.pieces[kind.index()].is_neutral()
    }

    /// Whether there is nothing in the type itself that forbids to capture its pieces.
    pub fn is_capturable(&self, kind: PieceType) -> bool {
        self.pieces[kind.index()].ownership != Ownership::Nobody { capturable: false }
    }

    /// Whether the game has pieces that belong to nobody.
    pub fn has_neutrals(&self) -> bool {
        self.pieces.iter().any(|piece| piece.ownership != Ownership::Sides)
    }

    /// Whether an effect may take royals of a type off the board, or turn them to stone, which ends the game (E2).
    pub fn may_lose_royal(&self, kind: PieceType) -> bool {
        let is_stone = |into: PieceType| self.pieces.get(into.index()).is_some_and(PieceSpec::is_neutral);
        self.effects.iter().any(|effect| effect.removes(kind) || effect.becomes(kind).is_some_and(is_stone))
    }

    /// Whether royals come by promotion or from the hand, or are captured while others are left, so that a side has now more, now fewer of them (G13).
    pub fn royals_vary(&self) -> bool {
        let royal = |kind: &PieceType| self.pieces.get(kind.index()).is_some_and(|piece| piece.royal);
        self.royal_set != RoyalSet::Each
            || self.promotions.iter().any(|promotion| promotion.into.iter().any(royal))
            || self.hands.iter().flat_map(|hands| &hands.drops).any(|drop| royal(&drop.piece))
    }

    /// Whether a piece that attacks a royal need not give check, so that each must be asked whether it could capture it: something
    /// follows captures (E3), or constraints limit them (K7).
    pub fn judges_checks(&self) -> bool {
        !self.effects.is_empty() || self.constraints.iter().any(Constraint::limits_checks)
    }

    /// Whether something is hidden from the sides.
    pub fn hides(&self) -> bool {
        self.sight != Sight::Everything
    }

    /// Whether a side may pass.
    pub fn has_passes(&self) -> bool {
        self.pass.white.or(self.pass.black).is_some()
    }

    /// Whether there are royal types.
    pub fn has_royals(&self) -> bool {
        self.royals().next().is_some()
    }
}
