//! Positions that have been there before (G4, N4).

use super::State;
use crate::outcome::Standing;
use crate::spec::Repetition;
use crate::tables::Tables;
use crate::{Color, Move};

impl<const W: usize> State<W> {
    /// Whether some move of the side to move may be banned as a repetition (N4): a position can return
    /// after four plies at the earliest.
    #[inline(always)]
    pub(crate) fn may_repeat(&self, t: &Tables<W>) -> bool {
        t.repetition_banned && self.history.len() >= 4
    }

    /// Whether a move is banned because its position resulted from an earlier move of the same side.
    pub(crate) fn repeats(&self, t: &Tables<W>, m: Move) -> bool {
        // What is captured never comes back in games without hands.
        if !self.may_repeat(t) || t.captured.is_none() && !self.captured_by(m).0.is_none() {
            return false;
        }
        let hash = self.hash_after(t, m);
        // The position before each move but the first resulted from a move; the first one nobody made.
        self.history.windows(2).rev().any(|pair| pair[1].hash == hash && pair[0].mover == self.side)
    }

    /// The hash of the position after a move; of a plain quiet one without making it.
    fn hash_after(&self, t: &Tables<W>, m: Move) -> u64 {
        let (from, to) = (m.origin(), m.to());
        let plain = m == Move::normal(from, to, None) && self.at(to).is_none();
        let kept = t.rights_kept[from.index()] & t.rights_kept[to.index()];
        if plain && !t.counts_something && self.rights & !kept == 0 {
            let piece = self.at(from);
            let moved = t.zobrist.placed(piece, from) ^ t.zobrist.placed(piece, to);
            return self.hash ^ self.en_passant_hash ^ moved ^ t.zobrist.black_to_move();
        }
        let mut after = self.copy(t);
        after.make(t, m);
        after.hash
    }

    /// What it means to a search that the position has been there before; `root` is the number of moves made
    /// when the search began. A position that comes back within the search is judged as if it would come back for
    /// ever; null moves end the look backwards.
    pub(crate) fn repetition(&self, t: &Tables<W>, root: usize) -> Standing {
        let now = self.history.len();
        // What is captured never comes back in games without hands.
        let reach = if t.captured.is_none() { self.since_capture as usize } else { now };
        let (mut times_before, mut latest) = (0, None);
        for at in (now.saturating_sub(reach)..now).rev() {
            let undo = &self.history[at];
            if undo.played.is_none() {
                break;
            }
            if undo.hash == self.hash {
                times_before += 1;
                latest = latest.or(Some(at));
                if at >= root {
                    break;
                }
            }
        }
        let Some(latest) = latest else { return Standing::Open };
        match t.spec.goals.repetition {
            Repetition::Ignored => Standing::Open,
            // The first position of the game resulted from no move.
            Repetition::Banned if latest == 0 => Standing::Open,
            Repetition::Banned => Standing::Banned,
            Repetition::Counted { times, loser, perpetual_check_loses } => {
                if latest < root && times_before + 1 < usize::from(times) {
                    return Standing::Open;
                }
                let checker = if perpetual_check_loses { self.checker_since(latest) } else { None };
                Standing::Over(checker.map(|checker| !checker).or(loser.map(|loser| !loser)))
            }
        }
    }

    /// How often the position has occurred in this game, now included.
    pub(crate) fn occurrences(&self) -> usize {
        1 + self.history.iter().filter(|undo| undo.hash == self.hash).count()
    }

    /// The side that has given check with each of its moves since the position's first occurrence, if
    /// there is just one such side.
    pub(crate) fn perpetual_checker(&self) -> Option<Color> {
        self.checker_since(self.history.iter().position(|undo| undo.hash == self.hash)?)
    }

    /// The side that has given check with each of its moves since move number `first`, from 0, if there is just one
    /// such side.
    fn checker_since(&self, first: usize) -> Option<Color> {
        let since = &self.history[first..];
        let always = |color| since.iter().filter(|undo| undo.mover == color).all(|undo| undo.gave_check);
        match (always(Color::White), always(Color::Black)) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            _ => None,
        }
    }
}
