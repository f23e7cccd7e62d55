//! Forced wins, proved by trying everything. It shares nothing with the engine's search but the rules, so the two
//! can check each other.

use spielraum_rules::{Color, Move, Position};

/// From so many moves on, only forcing moves of the attacker are tried, lest it take for ever: all that is found is a
/// forced win, but a win by quiet moves may be missed.
const FORCING_FROM: u32 = 3;

/// What came of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The side to move wins in at most so many moves, whatever the other does; by this first move.
    Won(Move),
    /// No such win was found.
    NotWon,
    /// There was too much to try.
    GivenUp,
}

/// Looks for a forced win of the side to move in at most `moves` of its moves, looking at no more than about `effort`
/// positions. Draws by repetition or by the move count are not seen.
pub fn forced_win(position: &Position, moves: u32, effort: u64) -> Proof {
    let mut prover = Prover { attacker: position.side_to_move(), effort };
    match prover.attack(&mut position.clone(), moves) {
        Some(m) => Proof::Won(m),
        None if prover.effort == 0 => Proof::GivenUp,
        None => Proof::NotWon,
    }
}

struct Prover {
    attacker: Color,
    /// How many positions may still be looked at.
    effort: u64,
}

impl Prover {
    /// A move of the attacker that wins within `moves`.
    fn attack(&mut self, position: &mut Position, moves: u32) -> Option<Move> {
        let candidates = position.legal_moves();
        if let Some(&winner) = candidates.iter().find(|&&m| self.wins_at_once(position, m)) {
            return Some(winner);
        }
        if moves < 2 {
            return None;
        }
        let royal = position.rules().spec().pieces.iter().any(|piece| piece.royal);
        let captures = if moves >= FORCING_FROM && !royal { position.captures() } else { Vec::new() };
        candidates.into_iter().find(|&m| {
            if self.effort == 0 || (moves >= FORCING_FROM && !royal && !captures.contains(&m)) {
                return false;
            }
            position.make(m);
            let forcing = moves < FORCING_FROM || !royal || position.in_check();
            let wins = forcing && self.every_reply_loses(position, moves - 1);
            position.unmake();
            wins
        })
    }

    fn wins_at_once(&mut self, position: &mut Position, m: Move) -> bool {
        if self.effort == 0 {
            return false;
        }
        self.effort -= 1;
        position.make(m);
        let outcome = position.result();
        position.unmake();
        outcome.is_some_and(|outcome| outcome.winner == Some(self.attacker))
    }

    /// Whether the attacker wins within `moves` after every move of the defender, and the game goes on now.
    fn every_reply_loses(&mut self, position: &mut Position, moves: u32) -> bool {
        if position.result().is_some() {
            return false;
        }
        position.legal_moves().into_iter().all(|reply| {
            position.make(reply);
            let lost = match position.result() {
                Some(outcome) => outcome.winner == Some(self.attacker),
                None => self.attack(position, moves).is_some(),
            };
            position.unmake();
            lost
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielraum_games::{Source, load};

    fn proof(fen: &str, moves: u32) -> Option<String> {
        let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
        let position = Position::from_fen(&rules, fen).unwrap();
        match forced_win(&position, moves, 1_000_000) {
            Proof::Won(m) => Some(position.move_text(m)),
            _ => None,
        }
    }

    #[test]
    fn known_mates_are_proved() {
        assert_eq!(proof("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1).as_deref(), Some("d1d8"));
        // Two rooks drive the king to the edge: two moves, not one.
        let ladder = "8/7k/R7/1R6/8/8/8/K7 w - - 0 1";
        assert_eq!(proof(ladder, 1), None);
        // The other rook may cut the king off along the g file or on the seventh rank.
        assert!(["b5b7", "b5g5"].contains(&proof(ladder, 2).as_deref().unwrap()));
        // A smothered mate: the knight's check finds the king shut in by its own pieces.
        let smothered = "r5rk/6pp/8/6N1/8/1Q6/8/1K6 w - - 0 1";
        assert_eq!(proof(smothered, 1).as_deref(), Some("g5f7"));
        assert_eq!(proof("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2), None);
    }

    #[test]
    fn a_proof_has_its_limits() {
        let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
        assert_eq!(forced_win(&rules.start(), 2, 100), Proof::GivenUp);
    }
}
