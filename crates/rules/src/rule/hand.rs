//! What becomes of captured pieces, and drops of pieces in hand (F2, Q6).

use super::traits::{Game, MoveRule, Rule};
use crate::board::State;
use crate::board::check_mask::CheckMasks;
use crate::board::part::Part;
use crate::board::sink::{Flow, Sink};
use crate::board::stage::Stage;
use crate::board::targets::Occupancy;
use crate::setup::SetupReason;
use crate::spec::{CapturedPieces, MAX_PIECES, Near, Neighbours, PieceType, Setup};
use crate::tables::{Budget, CompileError, Core};
use crate::{ByColor, Change, Color, Move, Owner};
use spielraum_geometry::{BitBoard, Board, Cell, CellSet, Offset};
use std::iter::successors;

pub(crate) struct HandRule;

impl Rule for HandRule {
    type Table<const W: usize> = HandTable<W>;

    fn compile<const W: usize>(core: &Core<W>, _: &mut Budget) -> Result<Self::Table<W>, CompileError> {
        let board = &core.spec.board;
        let of_shade = |shade: u8| board.cells().filter(|cell| board.shade(*cell) == shade).collect::<CellSet>();
        let starts = core.spec.castlings.iter().filter(|castling| castling.dropped);
        Ok(HandTable {
            drops: ByColor::new(|color| compile(core, color)),
            held: held(core),
            castling: BitBoard::from_set(&starts.flat_map(|castling| [castling.royal.0, castling.partner.0]).collect()),
            both_shades: ByColor::new(|color| both_shades(core, color)),
            shades: [0, 1].map(|shade| BitBoard::from_set(&of_shade(shade))),
            captured: compile_captured(core),
        })
    }

    fn set_up<const W: usize>(
        state: &mut State<W>,
        game: &impl Game<W>,
        _: &Self::Table<W>,
        setup: &Setup,
        reasons: &mut Vec<SetupReason>,
    ) {
        let core = game.core();
        let in_hands =
            Color::BOTH.into_iter().flat_map(|color| &setup.hands[color]).map(|(_, count)| u32::from(*count));
        let (in_hands, on_board) = (in_hands.sum::<u32>(), setup.placement.iter().flatten().count() as u32);
        if in_hands > 0 && in_hands + on_board > MAX_PIECES {
            reasons.push(SetupReason::HandTooFull(in_hands + on_board));
            return;
        }
        let held = Color::BOTH.into_iter().flat_map(|color| setup.hands[color].iter().map(move |&held| (color, held)));
        for (color, (kind, count)) in held {
            let Some(index) = core.hand_index(kind) else {
                reasons.push(SetupReason::Hand(core.spec.pieces[kind.index()].symbol.to_string()));
                continue;
            };
            state.change_hand(core, color, index, count as i16);
        }
    }
}

impl MoveRule for HandRule {
    #[inline(always)]
    fn generate<P: Part, S: Sink<W>, const W: usize>(
        state: &State<W>,
        game: &impl Game<W>,
        table: &Self::Table<W>,
        masks: &CheckMasks<W>,
        cells: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        if P::DROPS { state.drops(game, table, masks, cells, sink) } else { Flow::Continue(()) }
    }
}

/// The hands of a game.
pub(crate) struct HandTable<const W: usize> {
    /// How each side drops.
    drops: ByColor<Vec<DropTable<W>>>,
    /// For each type the one that leaves the hand when it is dropped.
    held: Vec<PieceType>,
    /// The cells to which castling rights belong that drops win (G19).
    castling: BitBoard<W>,
    /// The types of which each side's come to both shades alike, as places in its `drops`, and the cells of each shade.
    both_shades: ByColor<Vec<usize>>,
    shades: [BitBoard<W>; 2],
    /// What becomes of captured pieces; `None`: they leave the game.
    pub(crate) captured: Option<CapturedTable>,
}

/// A type that can't be in hand.
const NO_HAND: u16 = u16::MAX;

/// What becomes of captured pieces.
pub(crate) struct CapturedTable {
    /// `true`: to the owner's prison; `false`: to the captor's hand.
    pub(crate) to_owner: bool,
    /// The hand index that a captured type gets, by the side whose hand it goes to; or `NO_HAND`.
    pub(crate) becomes: ByColor<Vec<u16>>,
}

/// How a type of one side is dropped.
pub(crate) struct DropTable<const W: usize> {
    pub(crate) piece: PieceType,
    pub(crate) hand_index: usize,
    pub(crate) cells: BitBoard<W>,
    /// How many a file line may hold, and for each cell all cells of its file line.
    pub(crate) file_line_limit: Option<(u8, Vec<BitBoard<W>>)>,
    pub(crate) no_mate: bool,
    /// What must stand around the cell, and the cells that must be taken first, as the game says it.
    around: Option<Box<Around<W>>>,
}

/// What must stand around a cell on which a piece is dropped (G17).
struct Around<const W: usize> {
    near: Option<Near>,
    first: BitBoard<W>,
}

/// Compiles the drops of a side.
fn compile<const W: usize>(core: &Core<W>, color: Color) -> Vec<DropTable<W>> {
    let drops = core.spec.hands.as_ref().map_or(&[][..], |hands| &hands.drops);
    drops
        .iter()
        .filter_map(|drop| {
            let cells = BitBoard::from_set(&drop.cells[color]);
            let stuck = core.movers[color][drop.piece.index()].stuck;
            Some(DropTable {
                piece: drop.piece,
                hand_index: core.hand_index(drop.held)?,
                cells: if drop.needs_move { cells.without(stuck) } else { cells },
                file_line_limit: drop.max_on_file_line.map(|limit| (limit, file_lines(&core.spec.board))),
                no_mate: drop.no_mate,
                around: (drop.near.is_some() || drop.first.is_some()).then(|| {
                    let first = drop.first.as_ref().map_or(BitBoard::EMPTY, |first| BitBoard::from_set(&first[color]));
                    Box::new(Around { near: drop.near.clone(), first })
                }),
            })
        })
        .collect()
}

/// The places in a side's drops of those that come to both shades alike.
fn both_shades<const W: usize>(core: &Core<W>, color: Color) -> Vec<usize> {
    let such: Vec<PieceType> = core
        .spec
        .hands
        .iter()
        .flat_map(|hands| &hands.drops)
        .filter(|drop| drop.both_shades)
        .map(|drop| drop.piece)
        .collect();
    let drops = compile(core, color);
    (0..drops.len()).filter(|&at| such.contains(&drops[at].piece)).collect()
}

/// For each type the one that leaves the hand when it is dropped; nothing where there are no drops.
fn held<const W: usize>(core: &Core<W>) -> Vec<PieceType> {
    let Some(hands) = core.spec.hands.as_ref().filter(|hands| !hands.drops.is_empty()) else { return Vec::new() };
    let of = |kind| hands.drops.iter().find(|drop| drop.piece == kind).map_or(kind, |drop| drop.held);
    core.spec.piece_types().map(of).collect()
}

/// For each cell all cells of its file line.
fn file_lines<const W: usize>(board: &Board) -> Vec<BitBoard<W>> {
    let file_line = |cell| (board.coord(cell).level, board.coord(cell).file);
    let mut lines = vec![BitBoard::EMPTY; board.len()];
    for cell in board.cells() {
        for other in board.cells().filter(|&other| file_line(other) == file_line(cell)) {
            lines[cell.index()].insert(other);
        }
    }
    lines
}

/// Compiles what becomes of captured pieces.
fn compile_captured<const W: usize>(core: &Core<W>) -> Option<CapturedTable> {
    let (to_owner, table) = match &core.spec.hands.as_ref()?.captured {
        CapturedPieces::ToCaptor(table) => (false, table),
        CapturedPieces::ToPrison(table) => (true, table),
    };
    let becomes = |color| {
        let index = |kind: &Option<PieceType>| {
            kind.and_then(|kind| core.hand_index(kind)).map_or(NO_HAND, |index| index as u16)
        };
        table[color].iter().map(index).collect()
    };
    Some(CapturedTable { to_owner, becomes: ByColor::new(becomes) })
}

/// What a drop changes.
#[inline(always)]
pub(crate) fn expand<const W: usize>(stage: &mut impl Stage<W>, table: &HandTable<W>, m: Move) {
    if let Some(kind) = m.dropped()
        && let Some(&held) = table.held.get(kind.index())
    {
        let us = stage.state().side;
        stage.change(Change::Comes(us.into(), kind, m.to()));
        stage.change(Change::Hand(us, held, -1));
        if table.castling.contains(m.to()) {
            stage.reborn(m.to());
        }
    }
}

/// What becomes of a piece that is captured, as a change of a hand (F2, Q6, N1).
#[inline(always)]
pub(crate) fn expand_capture<const W: usize>(
    stage: &mut impl Stage<W>,
    core: &Core<W>,
    table: &HandTable<W>,
    owner: Owner,
    kind: PieceType,
) {
    if let (Some(table), Some(hands), Some(color)) = (&table.captured, &core.spec.hands, owner.color()) {
        let holder = if table.to_owner { color } else { !color };
        let index = table.becomes[holder][kind.index()];
        if index != NO_HAND {
            stage.change(Change::Hand(holder, hands.order[usize::from(index)], 1));
        }
    }
}

impl<const W: usize> State<W> {
    /// The legal drops.
    fn drops<S: Sink<W>>(
        &self,
        game: &impl Game<W>,
        hands: &HandTable<W>,
        masks: &CheckMasks<W>,
        cells: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        let us = self.side;
        for table in &hands.drops[us] {
            if self.hands[us as usize][table.hand_index] == 0 {
                continue;
            }
            let mut targets = table.cells & cells.empty & masks.check_mask;
            if table.file_line_limit.is_some() {
                targets = targets.without(self.full_file_lines(table));
            }
            if let Some(around) = &table.around {
                targets = self.allowed_around(game.core(), around, targets);
            }
            if !hands.both_shades[us].is_empty() {
                targets = self.balanced(hands, table, targets);
            }
            let to_try = if masks.try_all { targets } else { targets & masks.hurdles };
            for to in to_try {
                if !self.keeps_royals_safe(game.core(), [Change::Comes(us.into(), table.piece, to)]) {
                    targets.remove(to);
                }
            }
            if table.no_mate {
                for to in targets {
                    if self.drop_mates(game, table, to) {
                        targets.remove(to);
                    }
                }
            }
            sink.drops(table.piece, targets)?;
        }
        Flow::Continue(())
    }

    /// Whether the side to move may drop a type on a cell, any cell of the board.
    fn may_drop(&self, game: &impl Game<W>, hands: &HandTable<W>, table: &DropTable<W>, to: Cell) -> bool {
        self.hands[self.side as usize][table.hand_index] > 0
            && table.cells.contains(to)
            && self.at(to).is_none()
            && (table.file_line_limit.is_none() || !self.full_file_lines(table).contains(to))
            && table
                .around
                .as_ref()
                .is_none_or(|around| !self.allowed_around(game.core(), around, BitBoard::of(to)).is_empty())
            && (hands.both_shades[self.side].is_empty() || !self.balanced(hands, table, BitBoard::of(to)).is_empty())
            && self.keeps_royals_safe(game.core(), [Change::Comes(self.side.into(), table.piece, to)])
            && !(table.no_mate && self.drop_mates(game, table, to))
    }

    /// Those of some empty cells on which a piece may be dropped so that those of which it matters come to both shades alike.
    #[cold]
    #[inline(never)]
    fn balanced(&self, hands: &HandTable<W>, table: &DropTable<W>, mut targets: BitBoard<W>) -> BitBoard<W> {
        let us = self.side;
        for other in hands.both_shades[us].iter().filter_map(|&at| hands.drops[us].get(at)) {
            let standing = self.of(us, other.piece);
            let all = standing.count() + u32::from(self.hands[us as usize][other.hand_index]);
            for shade in hands.shades {
                let here = (standing & shade).count();
                if other.piece == table.piece {
                    if here >= all.div_ceil(2) {
                        targets = targets.without(shade);
                    }
                } else if here + (other.cells & shade).without(self.occupied()).count() <= all / 2 {
                    targets = targets.without(other.cells & shade);
                }
            }
        }
        targets
    }

    /// Those of some empty cells on which a drop is possible by what stands around them.
    #[cold]
    #[inline(never)]
    fn allowed_around(&self, core: &Core<W>, around: &Around<W>, mut targets: BitBoard<W>) -> BitBoard<W> {
        let first = around.first.without(self.occupied());
        if !first.is_empty() {
            return targets & first;
        }
        if let Some(near) = &around.near {
            for to in targets {
                if near.steps[self.side].iter().any(|&step| self.is_near(core, near.what, to, step)) != near.holds {
                    targets.remove(to);
                }
            }
        }
        targets
    }

    /// Whether something stands along a way from a cell.
    fn is_near(&self, core: &Core<W>, what: Neighbours, to: Cell, step: Offset) -> bool {
        let us = self.side;
        let board = &core.spec.board;
        let owner = |cell| self.piece_at(core, cell).and_then(|(owner, _)| owner.color());
        let next = board.step(to, step);
        match what {
            Neighbours::Beside(whose) => next.is_some_and(|cell| owner(cell) == Some(whose.of(us))),
            Neighbours::Encloses => {
                let behind = |start: Cell| {
                    let mut line = successors(Some(start), |&cell| board.step(cell, step));
                    line.find(|&cell| owner(cell) != Some(!us)).is_some_and(|cell| owner(cell) == Some(us))
                };
                next.is_some_and(|cell| owner(cell) == Some(!us) && behind(cell))
            }
            Neighbours::Stops => {
                let mut way = successors(board.step(to, step.times(-1)), |&cell| board.step(cell, step.times(-1)));
                next.is_none_or(|cell| !self.at(cell).is_none()) && way.all(|cell| self.at(cell).is_none())
            }
        }
    }

    /// The cells of file lines that hold as many of the type as they may.
    fn full_file_lines(&self, table: &DropTable<W>) -> BitBoard<W> {
        let Some((limit, file_lines)) = &table.file_line_limit else { return BitBoard::EMPTY };
        let own = self.of(self.side, table.piece);
        own.into_iter()
            .map(|cell| file_lines[cell.index()])
            .filter(|file_line| (own & *file_line).count() >= u32::from(*limit))
            .fold(BitBoard::EMPTY, |full, file_line| full | file_line)
    }

    /// Whether a drop would checkmate.
    fn drop_mates(&self, game: &impl Game<W>, table: &DropTable<W>, to: Cell) -> bool {
        let core = game.core();
        let may_check = core.attacks.has_hops || core.attacks.has_routes || core.safety.judges_checks();
        core.royals.exist()
            && (may_check || self.aims_at_royal(core, self.side, table.piece, to))
            && game.mates(self, Move::drop(table.piece, to))
    }

    /// Whether a drop is legal here.
    pub(crate) fn accepts_drop(&self, game: &impl Game<W>, hands: &HandTable<W>, m: Move) -> bool {
        let Some(kind) = m.dropped() else { return false };
        m == Move::drop(kind, m.to())
            && hands.drops[self.side]
                .iter()
                .any(|table| table.piece == kind && self.may_drop(game, hands, table, m.to()))
    }
}
