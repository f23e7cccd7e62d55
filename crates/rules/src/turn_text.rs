//! Whole turns of several parts as one text, as other programs write them.

use crate::{Move, MoveTextError, Position};

impl Position {
    /// The moves that a text names: one, or the parts of a turn with commas between, as in `e2e4,D@e5`. Where a piece is placed
    /// two cells may stand, too, of which the last counts: `e2e4,e4e5`, as Fairy-Stockfish writes it.
    pub fn parse_turn(&self, text: &str) -> Result<Vec<Move>, MoveTextError> {
        let whole = self.parse_move(text);
        if whole.is_ok() || self.rules().spec().turn.is_plain() || !text.contains(',') {
            return whole.map(|m| vec![m]);
        }
        let (mut position, mut moves) = (self.clone(), Vec::new());
        for part in text.split(',') {
            if position.side_to_move() != self.side_to_move() || !moves.is_empty() && !position.is_within_turn() {
                return whole.map(|m| vec![m]);
            }
            let target = position.placing().and_then(|_| position.last_cell(part));
            let m = position.parse_move(target.unwrap_or(part))?;
            position.make(m);
            moves.push(m);
        }
        Ok(moves)
    }

    /// The second one of two cells that are the whole text.
    fn last_cell<'t>(&self, text: &'t str) -> Option<&'t str> {
        let board = self.rules().board();
        let cuts = text.char_indices().map(|(at, _)| text.split_at(at));
        let mut found = cuts.filter(|(first, second)| board.find(first).is_some() && board.find(second).is_some());
        found.next().map(|(_, second)| second)
    }
}
