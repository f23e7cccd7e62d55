//! The moves of a game as clients see them, kept in an eighth of the room: a game may have thousands, and there may be
//! hundreds of such games.

use crate::wire::{Changes, Color, Elsewhere, Move, MoveKind, Owner};

/// Moves, one after another.
#[derive(Default)]
pub(crate) struct History {
    bytes: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<u32>,
}

/// In place of a cell or piece type that is none.
const NONE: u16 = u16::MAX;

const KINDS: [MoveKind; 9] = [
    MoveKind::Normal,
    MoveKind::Drop,
    MoveKind::DoubleStep,
    MoveKind::EnPassant,
    MoveKind::Castling,
    MoveKind::Swap,
    MoveKind::Placing,
    MoveKind::Pass,
    MoveKind::Unseen,
];
const COLORS: [Color; 2] = [Color::White, Color::Black];
const OWNERS: [Owner; 3] = [Owner::White, Owner::Black, Owner::Nobody];

impl History {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Adds a move.
    pub fn push(&mut self, made: &Move) {
        let Move { text, san, kind, from, to, via, piece, promotion, elsewhere, gate, changes, next } = made;
        let Changes { off, on, hands } = changes;
        // No move's text is longer, nor does any change more than there are cells and types.
        let written = san.as_deref().unwrap_or_default();
        let lengths = [text.len(), written.len(), off.len(), on.len(), hands.len()];
        lengths.into_iter().for_each(|length| self.number(length as u16));
        self.bytes.extend(text.bytes().chain(written.bytes()));
        self.bytes.push(place(&KINDS, kind));
        let (elsewhere, gate) = (elsewhere.as_ref(), gate.as_ref());
        let cells = [*from, Some(*to), *via, elsewhere.map(|one| one.cell), gate.map(|one| one.cell)];
        cells.into_iter().for_each(|cell| self.number(cell.unwrap_or(NONE)));
        let types = [Some(*piece), *promotion, elsewhere.map(|one| one.piece), gate.map(|one| one.piece)];
        types.into_iter().for_each(|kind| self.number(kind.map_or(NONE, u16::from)));
        for (cell, kind, owner) in off.iter().chain(on) {
            self.number(*cell);
            self.bytes.extend([*kind, place(&OWNERS, owner)]);
        }
        for (kind, color, count) in hands {
            self.bytes.extend([*kind, place(&COLORS, color)]);
            self.bytes.extend(count.to_le_bytes());
        }
        self.bytes.push(place(&COLORS, next));
        self.ends.push(self.bytes.len() as u32);
    }

    /// Forgets all moves but the first n.
    pub fn truncate(&mut self, plies: usize) {
        self.ends.truncate(plies);
        self.bytes.truncate(self.ends.last().map_or(0, |end| *end as usize));
    }

    /// The move with this number, from 0.
    pub fn get(&self, ply: usize) -> Option<Move> {
        let end = *self.ends.get(ply)? as usize;
        let begin = ply.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        read(&mut &self.bytes[begin..end])
    }

    /// All moves.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        (0..self.len()).filter_map(|ply| self.get(ply))
    }

    fn number(&mut self, number: u16) {
        self.bytes.extend(number.to_le_bytes());
    }
}

impl<'m> FromIterator<&'m Move> for History {
    fn from_iter<T: IntoIterator<Item = &'m Move>>(moves: T) -> Self {
        let mut history = Self::default();
        moves.into_iter().for_each(|made| history.push(made));
        history.bytes.shrink_to_fit();
        history.ends.shrink_to_fit();
        history
    }
}

/// Where something is in a list that has it.
fn place<T: PartialEq>(list: &[T], wanted: &T) -> u8 {
    list.iter().position(|one| one == wanted).unwrap_or(0) as u8
}

/// Reads what [`History::push`] has written.
fn read(bytes: &mut &[u8]) -> Option<Move> {
    let [text, san] = [number(bytes)?, number(bytes)?];
    let [off, on, hands] = [number(bytes)?, number(bytes)?, number(bytes)?];
    let mut written = |length: u16| {
        let (written, rest) = bytes.split_at_checked(length.into())?;
        *bytes = rest;
        Some(String::from_utf8_lossy(written).into_owned())
    };
    let (text, san) = (written(text)?, written(san)?);
    let kind = *KINDS.get(usize::from(byte(bytes)?))?;
    let mut numbers = || number(bytes);
    let [from, to, via, elsewhere, gate] = [numbers()?, numbers()?, numbers()?, numbers()?, numbers()?];
    let [piece, promotion, other, gated] = [numbers()?, numbers()?, numbers()?, numbers()?];
    let some = |number: u16| (number != NONE).then_some(number);
    let kind_of = |number: u16| some(number).map(|number| number as u8);
    let mut placed = |count: u16| -> Option<Vec<(u16, u8, Owner)>> {
        (0..count).map(|_| Some((number(bytes)?, byte(bytes)?, *OWNERS.get(usize::from(byte(bytes)?))?))).collect()
    };
    let (off, on) = (placed(off)?, placed(on)?);
    let mut held = || Some((byte(bytes)?, *COLORS.get(usize::from(byte(bytes)?))?, i16::from_le_bytes(take(bytes)?)));
    let hands = (0..hands).map(|_| held()).collect::<Option<Vec<_>>>()?;
    Some(Move {
        text,
        san: (!san.is_empty()).then_some(san),
        kind,
        from: some(from),
        to,
        via: some(via),
        piece: piece as u8,
        promotion: kind_of(promotion),
        elsewhere: some(elsewhere).zip(kind_of(other)).map(|(cell, piece)| Elsewhere { cell, piece }),
        gate: some(gate).zip(kind_of(gated)).map(|(cell, piece)| Elsewhere { cell, piece }),
        changes: Changes { off, on, hands },
        next: *COLORS.get(usize::from(byte(bytes)?))?,
    })
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk::<N>()?;
    *bytes = rest;
    Some(*first)
}

fn byte(bytes: &mut &[u8]) -> Option<u8> {
    take::<1>(bytes).map(|[byte]| byte)
}

fn number(bytes: &mut &[u8]) -> Option<u16> {
    take(bytes).map(u16::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::translate;
    use spielraum_arcade::{Game, Source};

    #[test]
    fn moves_of_every_game_are_what_they_were() {
        for id in spielraum_catalogue::ids() {
            let mut position = Game::load(Source::Builtin(id), &[]).unwrap().rules().start();
            let mut told = Vec::new();
            for number in 0..60 {
                let moves = position.legal_moves();
                if moves.is_empty() || position.outcome().is_some() {
                    break;
                }
                // All moves of some positions, and of each the one that is made.
                if number % 20 == 0 {
                    told.extend(translate::moves_of(&position, &moves));
                }
                let chosen = moves[number * 7919 % moves.len()];
                told.push(translate::made(&position, chosen));
                position.make(chosen);
            }
            let mut history: History = told.iter().collect();
            assert_eq!(history.moves().collect::<Vec<_>>(), told, "{id}");
            let some = told.len() / 2;
            history.truncate(some);
            history.push(&told[0]);
            assert_eq!(
                (history.len(), history.get(some), history.get(some + 1)),
                (some + 1, told.first().cloned(), None)
            );
            history.truncate(0);
            assert!(history.get(0).is_none() && history.bytes.is_empty());
        }
    }

    #[test]
    fn a_move_with_everything_is_what_it_was() {
        let made = Move {
            text: "a1b2=Q!".to_owned(),
            san: None,
            kind: MoveKind::Swap,
            from: None,
            to: 1_023,
            via: Some(7),
            piece: 31,
            promotion: Some(0),
            elsewhere: Some(Elsewhere { cell: 5, piece: 9 }),
            gate: Some(Elsewhere { cell: 6, piece: 10 }),
            changes: Changes {
                off: (0..300).map(|cell| (cell, 3, Owner::Nobody)).collect(),
                on: vec![(1, 2, Owner::Black)],
                hands: vec![(4, Color::Black, -1), (5, Color::White, 300)],
            },
            next: Color::Black,
        };
        let history: History = [&made, &made].into_iter().collect();
        assert_eq!(history.moves().collect::<Vec<_>>(), [made.clone(), made]);
    }
}
