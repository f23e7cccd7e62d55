//! How the marchers of a position stand.

use super::State;
use crate::Color;
use crate::bitboard::BitBoard;
use crate::spec::PieceType;
use crate::tables::Tables;
use crate::thinking::March;
use spielraum_geometry::Cell;

impl<const W: usize> State<W> {
    /// Tells each marcher of both sides; gives how many enemy pieces that don't march each side's marchers attack.
    pub(crate) fn march(&self, t: &Tables<W>, mut tell: impl FnMut(Color, PieceType, Cell, March)) -> [u32; 2] {
        let marching = Color::BOTH
            .map(|color| t.marching(color).fold(BitBoard::EMPTY, |set, (kind, _)| set | self.of(color, kind)));
        let occupied = self.by_color[0] | self.by_color[1];
        let mut attacked = [BitBoard::EMPTY; 2];
        for color in Color::BOTH {
            // What is attacked must be known before anybody can be told to be guarded.
            for (kind, table) in t.marching(color) {
                for cell in self.of(color, kind) {
                    attacked[color as usize] |= table.attacks[cell.index()];
                }
            }
            let (own, enemy) = (marching[color as usize], marching[!color as usize]);
            for (kind, table) in t.marching(color) {
                for cell in self.of(color, kind) {
                    let at = cell.index();
                    let is_passed = !table.stoppers[at].meets(&enemy);
                    tell(
                        color,
                        kind,
                        cell,
                        March {
                            is_passed,
                            is_free: is_passed && !table.next[at].meets(&occupied),
                            is_guarded: attacked[color as usize].contains(cell),
                            is_isolated: !table.helpers[at].meets(&own),
                            is_doubled: table.is_file && table.ahead[at].meets(&own),
                        },
                    );
                }
            }
        }
        Color::BOTH.map(|color| {
            (attacked[color as usize] & self.by_color[!color as usize].without(marching[!color as usize])).count()
        })
    }
}
