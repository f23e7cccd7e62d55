//! A state as a setup.

use super::tables::Tables;
use crate::board::State;
use crate::spec::Setup;
use crate::{ByColor, Color};

/// The setup of a state.
pub(crate) fn setup_of<const W: usize>(t: &Tables<W>, state: &State<W>) -> Setup {
    let order = t.spec.hands.as_ref().map_or(&[][..], |hands| &hands.order);
    let held = |color: Color| {
        let counts = order.iter().zip(state.hands[color as usize]);
        counts.filter(|(_, count)| *count > 0).map(|(&kind, count)| (kind, count)).collect()
    };
    let rights = t.rules.castling.moves.iter().enumerate().filter(|(index, _)| state.rights >> index & 1 != 0);
    Setup {
        placement: t.spec.board.cells().map(|cell| state.piece_at(t, cell)).collect(),
        hands: ByColor::new(held),
        side: state.side,
        castling: rights.map(|(_, castling)| castling.right).collect(),
        unmoved: state.unmoved.into_iter().collect(),
        en_passant: state.en_passant.map(|passed| {
            (passed.via, state.en_passant_names_piece(t, &t.rules.double_step, passed).then_some(passed.pawn))
        }),
        halfmove: state.halfmove,
        fullmove: state.fullmove,
        part: state.part,
        moved: state.moved,
        counters: state.counters,
    }
}
