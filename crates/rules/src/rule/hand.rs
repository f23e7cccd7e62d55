//! What becomes of captured pieces, and drops of pieces in hand (F2, Q6).

use super::{MoveRule, Rule};
use crate::fen::{FenError, parse_piece, piece_text};
use crate::setup::{Setup, SetupReason};
use crate::spec::{PieceType, Spec};
use crate::state::State;
use crate::state::check_mask::CheckMasks;
use crate::state::part::Part;
use crate::state::sink::{Flow, Sink};
use crate::state::stage::Stage;
use crate::state::targets::Occupancy;
use crate::tables::{CompileError, Compiler, Tables};
use crate::validate::{Check, symbol};
use crate::{ByColor, Change, Color, Move, Owner};
use spielraum_geometry::{BitBoard, Board, Cell, CellSet};

/// The largest number of types in a hand.
pub(crate) const MAX_HAND: usize = 32;

/// The largest number of pieces on the board and in both hands. No move adds one, so that no hand ever overflows.
pub(crate) const MAX_PIECES: u32 = 2048;

/// Pieces off the board that can come back: the bracketed field of the FEN.
#[derive(Clone, Debug, PartialEq)]
pub struct Hands {
    /// The types that can be in hand, in the order in which they are printed.
    pub order: Vec<PieceType>,
    /// Whose hand a captured piece goes to, and as what.
    pub captured: CapturedPieces,
    /// Which of them can be put on an empty cell in place of a move.
    pub drops: Vec<Drop>,
}

/// What becomes of a captured piece. The tables are indexed by its type; `None`: it leaves the game.
#[derive(Clone, Debug, PartialEq)]
pub enum CapturedPieces {
    /// It goes to the captor's hand, as the type that the captor's table gives (F2, Q6).
    ToCaptor(ByColor<Vec<Option<PieceType>>>),
    /// It goes to the prison, from which its owner may get it back by a promotion (N1, Q12, Q16), as the
    /// type that the owner's table gives.
    ToPrison(ByColor<Vec<Option<PieceType>>>),
}

/// How a type is dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct Drop {
    /// The type in hand.
    pub piece: PieceType,
    /// The cells, if empty, on which each side may drop it.
    pub cells: ByColor<CellSet>,
    /// Whether it may not be dropped where it would have no move on an empty board (Q6). A hop is judged as if a
    /// hurdle stood where it needs one.
    pub needs_move: bool,
    /// How many of this type, dropped one included, a side may have on one file line (Shogi's
    /// two-pawn rule: 1); `None`: any number.
    pub max_on_file_line: Option<u8>,
    /// Whether the drop may not give checkmate (Shogi's pawn).
    pub no_mate: bool,
}

pub(crate) struct HandRule;

impl Rule for HandRule {
    fn validate(check: &mut Check<'_>) {
        let Some(hands) = &check.spec.hands else { return };
        let Hands { order, captured, drops } = hands;
        check.types("the hand", order);
        check.no_royal(order, "a royal can't be in hand, since it is never captured");
        check.unique("a place in hand", order.iter().copied(), symbol);
        check.range("the number of types in hand", order.len() as i64, 0, MAX_HAND as i64);
        let (CapturedPieces::ToCaptor(table) | CapturedPieces::ToPrison(table)) = captured;
        for color in Color::BOTH {
            let complete = table[color].len() == check.spec.pieces.len();
            check.require(complete, || CompileError::Hand("the table of captured pieces must name every piece type"));
            let held = table[color].iter().flatten().all(|kind| order.contains(kind));
            check.require(held, || CompileError::Hand("a captured piece becomes a type that can't be in hand"));
        }
        let drop_types = drops.iter().map(|drop| drop.piece);
        check.require(drop_types.clone().all(|kind| order.contains(&kind)), || {
            CompileError::Hand("a type can be dropped that can't be in hand")
        });
        check.unique("a drop", drop_types.clone(), symbol);
        let letters = drop_types.map(|kind| symbol(check.spec, kind)).collect::<Vec<_>>();
        let letters = letters.iter().filter_map(|text| text.chars().find(char::is_ascii_uppercase));
        check.unique("the letter of a drop", letters, |_, letter| letter.to_string());
    }

    fn set_up<const W: usize>(state: &mut State<W>, t: &Tables<W>, setup: &Setup, reasons: &mut Vec<SetupReason>) {
        let in_hands =
            Color::BOTH.into_iter().flat_map(|color| &setup.hands[color]).map(|(_, count)| u32::from(*count));
        let (in_hands, on_board) = (in_hands.sum::<u32>(), setup.placement.iter().flatten().count() as u32);
        if in_hands > 0 && in_hands + on_board > MAX_PIECES {
            reasons.push(SetupReason::HandTooFull(in_hands + on_board));
            return;
        }
        let held = Color::BOTH.into_iter().flat_map(|color| setup.hands[color].iter().map(move |&held| (color, held)));
        for (color, (kind, count)) in held {
            let Some(index) = t.hand_index(kind) else {
                reasons.push(SetupReason::Hand(t.spec.pieces[kind.index()].symbol.to_string()));
                continue;
            };
            state.change_hand(t, color, index, count as i16);
        }
    }
}

impl MoveRule for HandRule {
    #[inline(always)]
    fn generate<P: Part, S: Sink<W>, const W: usize>(
        state: &State<W>,
        t: &Tables<W>,
        masks: &CheckMasks<W>,
        cells: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        if P::DROPS { state.drops(t, masks, cells, sink) } else { Flow::Continue(()) }
    }
}

/// Whether captured pieces go to a prison.
pub(super) fn has_prison(spec: &Spec) -> bool {
    matches!(&spec.hands, Some(Hands { captured: CapturedPieces::ToPrison(_), .. }))
}

/// A type that can't be in hand.
pub(crate) const NO_HAND: u8 = u8::MAX;

/// What becomes of captured pieces.
pub(crate) struct CapturedTable {
    /// `true`: to the owner's prison; `false`: to the captor's hand.
    pub(crate) to_owner: bool,
    /// The hand index that a captured type gets, by the side whose hand it goes to; or `NO_HAND`.
    pub(crate) becomes: ByColor<Vec<u8>>,
}

/// How a type of one side is dropped.
pub(crate) struct DropTable<const W: usize> {
    pub(crate) piece: PieceType,
    pub(crate) hand_index: usize,
    pub(crate) cells: BitBoard<W>,
    /// How many a file line may hold, and for each cell all cells of its file line.
    pub(crate) file_line_limit: Option<(u8, Vec<BitBoard<W>>)>,
    pub(crate) no_mate: bool,
}

/// The index of each type in the hands, or [`NO_HAND`].
pub(crate) fn hand_indices(spec: &Spec) -> Vec<u8> {
    let order = spec.hands.as_ref().map_or(&[][..], |hands| &hands.order);
    (0..spec.pieces.len())
        .map(|kind| order.iter().position(|piece| piece.index() == kind).map_or(NO_HAND, |index| index as u8))
        .collect()
}

/// Compiles the drops of a side.
pub(crate) fn compile<const W: usize>(c: &Compiler<'_, W>, color: Color, hand_index: &[u8]) -> Vec<DropTable<W>> {
    let drops = c.spec.hands.as_ref().map_or(&[][..], |hands| &hands.drops);
    drops
        .iter()
        .map(|drop| {
            let cells = BitBoard::from_set(&drop.cells[color]);
            let stuck = c.movers[color][drop.piece.index()].stuck;
            DropTable {
                piece: drop.piece,
                hand_index: usize::from(hand_index[drop.piece.index()]),
                cells: if drop.needs_move { cells.without(stuck) } else { cells },
                file_line_limit: drop.max_on_file_line.map(|limit| (limit, file_lines(&c.spec.board))),
                no_mate: drop.no_mate,
            }
        })
        .collect()
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
pub(crate) fn compile_captured(spec: &Spec, hand_index: &[u8]) -> Option<CapturedTable> {
    let (to_owner, table) = match &spec.hands.as_ref()?.captured {
        CapturedPieces::ToCaptor(table) => (false, table),
        CapturedPieces::ToPrison(table) => (true, table),
    };
    let becomes = |color| {
        let index = |kind: &Option<PieceType>| kind.map_or(NO_HAND, |kind: PieceType| hand_index[kind.index()]);
        table[color].iter().map(index).collect()
    };
    Some(CapturedTable { to_owner, becomes: ByColor::new(becomes) })
}

/// Reads the pieces in the brackets of the FEN: each as often as it is there, or with its number before it; a text that
/// ends with a number has the numbers behind the pieces. `-` is an empty hand.
pub(crate) fn parse_hands(spec: &Spec, text: &str) -> Result<ByColor<Vec<(PieceType, u16)>>, FenError> {
    let mut hands: ByColor<Vec<(PieceType, u16)>> = ByColor::default();
    let behind = text.ends_with(|c: char| c.is_ascii_digit()) && !text.starts_with(|c: char| c.is_ascii_digit());
    let mut rest = if text == "-" { "" } else { text };
    while !rest.is_empty() {
        let (before, after) = if behind { (1, rest) } else { parse_hand_count(rest)? };
        let ((owner, kind), after) = parse_piece(spec, after)?;
        let (number, after) = if behind { parse_hand_count(after)? } else { (before, after) };
        let color =
            owner.color().ok_or_else(|| FenError::NeutralInHand(spec.pieces[kind.index()].symbol.to_string()))?;
        match hands[color].iter_mut().find(|(held, _)| *held == kind) {
            Some((_, count)) => *count = count.saturating_add(number),
            None => hands[color].push((kind, number)),
        }
        rest = after;
    }
    Ok(hands)
}

/// The number at the beginning of a text, 1 if there is none, and what follows it.
fn parse_hand_count(text: &str) -> Result<(u16, &str), FenError> {
    let (digits, rest) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    match (digits.is_empty(), digits.parse().unwrap_or(u16::MAX)) {
        (true, _) => Ok((1, rest)),
        (false, 0) => Err(FenError::HandCount(digits.into())),
        (false, count) => Ok((count, rest)),
    }
}

/// Writes the brackets of the FEN with the pieces in them; empty in a game without hands.
pub(crate) fn field(spec: &Spec, setup: &Setup) -> String {
    let Some(hands) = &spec.hands else { return String::new() };
    let mut text = String::from("[");
    for color in Color::BOTH {
        for &kind in &hands.order {
            for &(_, count) in setup.hands[color].iter().filter(|(held, _)| *held == kind) {
                text += &piece_text(spec, color.into(), kind).repeat(usize::from(count));
            }
        }
    }
    text.push(']');
    text
}

/// What a drop changes.
#[inline(always)]
pub(crate) fn expand<const W: usize>(stage: &mut impl Stage<W>, m: Move) {
    if let Some(kind) = m.dropped() {
        let us = stage.state().side;
        stage.change(Change::Comes(us.into(), kind, m.to()));
        stage.change(Change::Hand(us, kind, -1));
    }
}

/// What becomes of a piece that is captured, as a change of a hand (F2, Q6, N1).
#[inline(always)]
pub(crate) fn expand_capture<const W: usize>(stage: &mut impl Stage<W>, t: &Tables<W>, owner: Owner, kind: PieceType) {
    if let (Some(table), Some(hands), Some(color)) = (&t.captured, &t.spec.hands, owner.color()) {
        let holder = if table.to_owner { color } else { !color };
        let index = table.becomes[holder][kind.index()];
        if index != NO_HAND {
            stage.change(Change::Hand(holder, hands.order[usize::from(index)], 1));
        }
    }
}

impl<const W: usize> State<W> {
    /// The legal drops.
    pub(crate) fn drops<S: Sink<W>>(
        &self,
        t: &Tables<W>,
        masks: &CheckMasks<W>,
        cells: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        let us = self.side;
        for table in &t.drops[us] {
            if self.hands[us as usize][table.hand_index] == 0 {
                continue;
            }
            let mut targets = table.cells & cells.empty & masks.check_mask;
            if table.file_line_limit.is_some() {
                targets = targets.without(self.full_file_lines(table));
            }
            let to_try = if masks.try_all { targets } else { targets & masks.hurdles };
            for to in to_try {
                if !self.keeps_royals_safe(t, Move::drop(table.piece, to)) {
                    targets.remove(to);
                }
            }
            if table.no_mate {
                for to in targets {
                    if self.drop_mates(t, table, to) {
                        targets.remove(to);
                    }
                }
            }
            sink.drops(table.piece, targets)?;
        }
        Flow::Continue(())
    }

    /// Whether the side to move may drop a type on a cell, any cell of the board.
    pub(crate) fn may_drop(&self, t: &Tables<W>, table: &DropTable<W>, to: Cell) -> bool {
        self.hands[self.side as usize][table.hand_index] > 0
            && table.cells.contains(to)
            && self.at(to).is_none()
            && (table.file_line_limit.is_none() || !self.full_file_lines(table).contains(to))
            && self.keeps_royals_safe(t, Move::drop(table.piece, to))
            && !(table.no_mate && self.drop_mates(t, table, to))
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
    fn drop_mates(&self, t: &Tables<W>, table: &DropTable<W>, to: Cell) -> bool {
        let may_check = t.attacks.has_hops || t.attacks.has_routes;
        if !t.royals.exist() || !may_check && !self.aims_at_royal(t, self.side, table.piece, to) {
            return false;
        }
        self.on_copy(t, |after| {
            after.make(t, Move::drop(table.piece, to));
            after.in_check(t, after.side) && !after.has_legal(t)
        })
    }

    /// Whether a drop is legal here.
    pub(crate) fn accepts_drop(&self, t: &Tables<W>, m: Move) -> bool {
        let Some(kind) = m.dropped() else { return false };
        m == Move::drop(kind, m.to())
            && t.drops[self.side].iter().any(|table| table.piece == kind && self.may_drop(t, table, m.to()))
    }
}
