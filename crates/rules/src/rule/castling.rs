//! Castling (N6, S3).

use super::{MoveRule, Rule, double_step};
use crate::fen::FenError;
use crate::piece::Piece;
use crate::setup::{Setup, SetupReason};
use crate::spec::{PieceType, Spec};
use crate::state::State;
use crate::state::check_mask::CheckMasks;
use crate::state::overlay::Without;
use crate::state::part::Part;
use crate::state::sink::{Flow, Sink, Visit};
use crate::state::stage::{Stage, relocate};
use crate::state::targets::Occupancy;
use crate::tables::{CompileError, Compiler, Tables};
use crate::validate::Check;
use crate::{Color, Move, MoveKind};
use spielraum_geometry::{BitBoard, Board, Cell, Offset};

/// One castling move of one side. Neither piece has moved (the right is in the FEN), the cells between
/// them and the cells they go to or cross are empty, the royal is not attacked on any cell from
/// `royal.0` to `royal.1`, and no other royal of its side before or after. Facing royals (N2) are tested at the end only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// Its letter in the FEN: upper case for White.
    pub right: char,
    /// Who castles.
    pub color: Color,
    /// The royal's type.
    pub royal_type: PieceType,
    /// Where the royal starts and ends.
    pub royal: (Cell, Cell),
    /// Where the partner starts and ends.
    pub partner: (Cell, Cell),
    /// The partner's type.
    pub partner_type: PieceType,
}

/// The letters of chess, which stand in many a position of games without castling.
const STANDARD_RIGHTS: &str = "KQkq";

pub(crate) struct CastlingRule;

impl Rule for CastlingRule {
    fn validate(check: &mut Check<'_>) {
        let castlings = &check.spec.castlings;
        check.needs_royal("castling", !castlings.is_empty());
        check.range("the number of castling moves", castlings.len() as i64, 0, 32);
        for castling in castlings {
            let (royal, partner) = (castling.royal, castling.partner);
            check.cells("castling", &[royal.0, royal.1, partner.0, partner.1]);
            if check.types("castling", &[castling.royal_type, castling.partner_type]) {
                let royal = check.spec.pieces[castling.royal_type.index()].royal;
                check.require(royal, || CompileError::Royal("the piece that castles must be royal"));
            }
            check.no_royal(&[castling.partner_type], "a royal can't castle with a royal");
            let right = castling.right;
            let (starts, ends) = (royal.0 != partner.0, royal.1 != partner.1);
            check.require(starts, || CompileError::Castling { right, fault: "begins with both pieces on one cell" });
            check.require(ends, || CompileError::Castling { right, fault: "ends with both pieces on one cell" });
            let moves = royal.0 != royal.1 || partner.0 != partner.1;
            check.require(moves, || CompileError::Castling { right, fault: "moves nothing" });
            let fits = match castling.color {
                Color::White => castling.right.is_ascii_uppercase(),
                Color::Black => castling.right.is_ascii_lowercase(),
            };
            check.require(fits, || CompileError::BadSymbol(castling.right));
        }
        // One by which the royal stays where it is, is written with its partner's cell.
        let written = castlings.iter().filter(|castling| castling.royal.0 != castling.royal.1);
        let ends = written.map(|castling| (castling.color, castling.royal.1));
        check.unique("a castling move", ends, |spec, (_, end)| {
            if end.index() < spec.board.len() { spec.board.name(end).to_owned() } else { String::new() }
        });
        check.unique("a castling right", castlings.iter().map(|castling| castling.right), |_, right| right.to_string());
    }

    fn set_up<const W: usize>(state: &mut State<W>, t: &Tables<W>, setup: &Setup, reasons: &mut Vec<SetupReason>) {
        for &right in &setup.castling {
            let Some(index) = t.castlings.iter().position(|castling| castling.right == right) else {
                reasons.push(SetupReason::NoSuchCastling(right));
                continue;
            };
            let castling = &t.castlings[index];
            let stands = |kind: PieceType, cell: Cell| state.at(cell) == Piece::new(castling.color, kind);
            if stands(castling.royal_type, castling.royal.0) && stands(castling.partner_type, castling.partner.0) {
                state.rights |= 1 << index;
            } else {
                reasons.push(SetupReason::Castling(right));
            }
        }
        state.hash ^= t.zobrist.rights(state.rights);
    }
}

impl MoveRule for CastlingRule {
    #[inline(always)]
    fn generate<P: Part, S: Sink<W>, const W: usize>(
        state: &State<W>,
        t: &Tables<W>,
        masks: &CheckMasks<W>,
        cells: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        if P::QUIETS && !masks.check { state.castlings(t, cells, sink) } else { Flow::Continue(()) }
    }
}

/// One castling move.
pub(crate) struct CastlingTable<const W: usize> {
    pub(crate) color: Color,
    pub(crate) right: char,
    pub(crate) royal_type: PieceType,
    pub(crate) royal: (Cell, Cell),
    pub(crate) partner: (Cell, Cell),
    pub(crate) partner_type: PieceType,
    /// Whether it is written with the partner's cell, as in Chess960, since the royal stays where it is or could go to its
    /// end cell in another way.
    pub(crate) onto_partner: bool,
    pub(crate) empty: BitBoard<W>,
    /// The cells from the royal's start to its end, which is left out: whether the royal is attacked there is seen
    /// after the move.
    pub(crate) safe: Vec<Cell>,
}

impl<const W: usize> CastlingTable<W> {
    /// The cell that its text names after the royal's start.
    pub(crate) fn written_to(&self) -> Cell {
        if self.onto_partner { self.partner.0 } else { self.royal.1 }
    }
}

/// The castling moves; no two of one side are written alike.
pub(crate) fn compile<const W: usize>(c: &Compiler<'_, W>) -> Result<Vec<CastlingTable<W>>, CompileError> {
    let castlings: Vec<CastlingTable<W>> = c
        .spec
        .castlings
        .iter()
        .map(|castling| {
            let (royal, partner) = (castling.royal, castling.partner);
            let mut path = straight(&c.spec.board, royal.0, royal.1);
            let mut empty = BitBoard::EMPTY;
            let ways = [
                path.clone(),
                straight(&c.spec.board, partner.0, partner.1),
                straight(&c.spec.board, royal.0, partner.0),
            ];
            for cell in ways.into_iter().flatten().filter(|&cell| cell != royal.0 && cell != partner.0) {
                empty.insert(cell);
            }
            path.pop();
            CastlingTable {
                color: castling.color,
                right: castling.right,
                royal_type: castling.royal_type,
                royal,
                partner,
                partner_type: castling.partner_type,
                onto_partner: royal.0 == royal.1 || royal_reaches(c, castling),
                empty,
                safe: path,
            }
        })
        .collect();
    for (index, castling) in castlings.iter().enumerate() {
        let cells = (castling.color, castling.royal.0, castling.written_to());
        if castlings[..index].iter().any(|other| cells == (other.color, other.royal.0, other.written_to())) {
            let name = |cell| c.spec.board.name(cell);
            let whose = format!("{}{}", name(castling.royal.0), name(castling.written_to()));
            return Err(CompileError::Twice { what: "the text of a castling move", whose });
        }
    }
    Ok(castlings)
}

/// Whether the royal could go to its end cell by a move of its own in some position.
fn royal_reaches<const W: usize>(c: &Compiler<'_, W>, castling: &Castling) -> bool {
    let Castling { color, royal_type: royal, royal: (from, to), .. } = *castling;
    let double_steps = c.spec.double_steps.iter().filter(|step| step.piece == royal);
    c.movers[color][royal.index()].reach(c.lines, from).contains(to)
        || double_steps
            .filter(|step| step.from[color].contains(from))
            .flat_map(|step| double_step::paths_from(c, color, royal, &step.path, from))
            .any(|(_, end)| end == to)
}

/// The cells on the straight way from one cell to another, both included; just the two where there
/// is no such way.
fn straight(board: &Board, from: Cell, to: Cell) -> Vec<Cell> {
    let (a, b) = (board.coord(from), board.coord(to));
    let step = Offset::new((b.level - a.level).signum(), (b.file - a.file).signum(), (b.rank - a.rank).signum());
    let mut way = vec![from];
    while let Some(next) = way.last().and_then(|&last| board.step(last, step)).filter(|_| !step.is_zero()) {
        way.push(next);
        if next == to {
            return way;
        }
    }
    if from == to { vec![from] } else { vec![from, to] }
}

/// For each cell: the rights that survive when something moves from or to it, as bits.
pub(crate) fn rights_kept(spec: &Spec) -> Vec<u32> {
    let mut kept = vec![!0; spec.board.len()];
    for (index, castling) in spec.castlings.iter().enumerate() {
        for cell in [castling.royal.0, castling.partner.0] {
            kept[cell.index()] &= !(1 << index);
        }
    }
    kept
}

/// What a castling move changes.
#[inline(always)]
pub(crate) fn expand<const W: usize>(stage: &mut impl Stage<W>, t: &Tables<W>, m: Move) {
    let castling = &t.castlings[m.castling_index()];
    relocate(
        stage,
        (castling.royal_type, castling.royal.0, castling.royal.1),
        (castling.partner_type, castling.partner.0, castling.partner.1),
    );
}

/// Reads the castling rights of a FEN: by their letters, or by those of the files from which the partners start (Shredder-FEN,
/// X-FEN). Rights that other games have are kept as they are.
pub(crate) fn parse_castling(spec: &Spec, text: &str) -> Result<Vec<char>, FenError> {
    let shape = spec.board.shape();
    let file = |letter: char| shape.files.iter().position(|file| file.chars().eq([letter.to_ascii_lowercase()]));
    let mut rights = Vec::new();
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        let starts_there = |castling: &&Castling| {
            let partner = spec.board.coord(castling.partner.0);
            let white = castling.color == Color::White;
            white == letter.is_ascii_uppercase() && file(letter) == Some(partner.file as usize)
        };
        let right = match spec.castlings.iter().find(|castling| castling.right == letter) {
            Some(castling) => castling.right,
            None => spec.castlings.iter().find(starts_there).map_or(letter, |castling| castling.right),
        };
        let known = spec.castlings.iter().any(|castling| castling.right == right);
        if !known && !STANDARD_RIGHTS.contains(right) && file(letter).is_none() {
            return Err(FenError::Castling(text.into()));
        }
        if !rights.contains(&right) {
            rights.push(right);
        }
    }
    let place = |right: &char| spec.castlings.iter().position(|castling| castling.right == *right);
    rights.sort_by_key(|right| place(right).unwrap_or(usize::MAX));
    Ok(rights)
}

impl<const W: usize> State<W> {
    /// The legal castling moves of a side that is not in check.
    pub(crate) fn castlings<S: Sink<W>>(&self, t: &Tables<W>, cells: &Occupancy<W>, sink: &mut S) -> Flow {
        if self.rights == 0 {
            return Flow::Continue(());
        }
        let us = self.side;
        for (index, castling) in t.castlings.iter().enumerate() {
            if castling.color != us || self.rights >> index & 1 == 0 || castling.empty.meets(&cells.occupied) {
                continue;
            }
            let royal = castling.royal.0;
            if castling.safe.iter().any(|&cell| self.attacked(t, cell, !us, &Without(royal))) {
                continue;
            }
            let m = Move::castling(royal, castling.royal.1, index);
            if self.keeps_royals_safe(t, m) {
                sink.one(m)?;
            }
        }
        Flow::Continue(())
    }

    /// Whether a castling move is legal here.
    pub(crate) fn accepts_castling(&self, t: &Tables<W>, m: Move) -> bool {
        let cells = self.occupancy(t);
        !self.in_check(t, self.side) && self.castlings(t, &cells, &mut Visit::finding(m)).is_break()
    }

    /// Loses the rights to castle with what a move has moved, taken or changed.
    #[inline(always)]
    pub(crate) fn lose_rights(&mut self, t: &Tables<W>, m: Move) {
        if self.rights != 0 {
            let second = match m.kind() {
                MoveKind::Castling => Some(t.castlings[m.castling_index()].partner.0),
                _ => m.remote_promotion().map(|(cell, _)| cell),
            };
            let second = second.map_or(!0, |cell| t.rights_kept[cell.index()]);
            let kept = t.rights_kept[m.origin().index()] & t.rights_kept[m.to().index()] & second;
            self.change_rights(t, self.rights & kept);
        }
    }

    /// Sets the castling rights.
    #[inline(always)]
    pub(crate) fn change_rights(&mut self, t: &Tables<W>, rights: u32) {
        if rights != self.rights {
            self.hash ^= t.zobrist.rights(self.rights) ^ t.zobrist.rights(rights);
            self.rights = rights;
        }
    }
}
