//! What turns one side's view of the board into the other's.

use spielraum_geometry::Mirror;
use spielraum_rules::Rules;

/// The mirrors that are tried, the most usual first: whether levels, files and ranks are counted from the other end.
const MIRRORS: [[bool; 3]; 7] = [
    [false, false, true],
    [true, false, true],
    [false, true, true],
    [true, true, true],
    [true, false, false],
    [true, true, false],
    [false, true, false],
];

/// The mirror that turns White's start position into Black's as nearly as possible.
pub fn mirror_of(rules: &Rules) -> Mirror {
    let (board, start) = (rules.board(), rules.start());
    let agreement = |mirror: &Mirror| {
        board
            .cells()
            .filter(|&cell| {
                let image = mirror.cell(board, cell).and_then(|image| start.piece_at(image));
                match (start.piece_at(cell), image) {
                    (Some((owner, kind)), Some((other, same))) => owner == other.mirrored() && kind == same,
                    (None, None) => true,
                    _ => false,
                }
            })
            .count()
    };
    let mirrors = MIRRORS.map(|[levels, files, ranks]| Mirror { levels, files, ranks, ..Mirror::NONE });
    let most = mirrors.iter().map(agreement).max().unwrap_or(0);
    mirrors.into_iter().find(|mirror| agreement(mirror) == most).unwrap_or(mirrors[0])
}
