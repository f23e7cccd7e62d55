//! Forced wins, proved by trying everything. It shares nothing with the engine's search but the rules, so the two
//! can check each other.

use crate::finish::{Finish, captures_to_win, captures_to_win_with};
use spielraum_rules::{Color, Move, Position};
use std::collections::{HashMap, HashSet};

/// From this many moves on, only forcing moves of the attacker are tried, lest it take for ever: all that is found is a
/// forced win, but a win by quiet moves may be missed.
const FORCING_FROM: u32 = 3;

/// This many replies that have refuted something are tried first the next time.
const REFUTATIONS: usize = 8;

/// What came of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The side to move wins in at most this many moves, whatever the other does; by this first move.
    Won(Move),
    /// No such win was found.
    NotWon,
    /// There was too much to try.
    GivenUp,
}

/// Looks for a forced win of the side to move in at most `moves` of its moves, looking at no more than about `effort`
/// positions. The position's history counts: what a repetition means depends on it.
pub fn forced_win(position: &Position, moves: u32, effort: u64) -> Proof {
    let mut prover = Prover {
        attacker: position.side_to_move(),
        finish: Finish::new(position.rules()),
        effort,
        left_out: false,
        failed: HashSet::new(),
        refutations: HashMap::new(),
    };
    match prover.attack(&mut position.clone(), moves) {
        Some(m) => Proof::Won(m),
        None if prover.effort == 0 || prover.left_out => Proof::GivenUp,
        None => Proof::NotWon,
    }
}

struct Prover {
    attacker: Color,
    finish: Finish,
    /// How many positions may still be looked at.
    effort: u64,
    /// Whether quiet moves were left out because there were too many.
    left_out: bool,
    /// Positions, by their hash, in which the attacker was found not to win in this many moves.
    failed: HashSet<(u64, u32)>,
    /// The replies that last saved the defender from a win in this many moves, the latest last.
    refutations: HashMap<u32, Vec<Move>>,
}

impl Prover {
    /// A move of the attacker that wins within `moves`.
    fn attack(&mut self, position: &mut Position, moves: u32) -> Option<Move> {
        if let Some(winner) = self.win_at_once(position) {
            return Some(winner);
        }
        let key = (position.hash(), moves);
        if moves < 2 || self.failed.contains(&key) {
            return None;
        }
        let candidates =
            if self.finish.by_families_only() { self.threats(position, moves) } else { self.checks(position, moves) };
        let winner = candidates.into_iter().find(|&m| {
            position.make_unchecked(m);
            let wins = self.every_reply_loses(position, moves - 1);
            position.unmake();
            wins
        });
        if winner.is_none() && self.effort > 0 {
            self.failed.insert(key);
        }
        winner
    }

    fn win_at_once(&mut self, position: &mut Position) -> Option<Move> {
        let candidates = self.finish.candidates(position);
        candidates.into_iter().find(|&m| self.may_look() && self.finish.wins(position, m))
    }

    /// Counts a position; whether it may still be looked at.
    fn may_look(&mut self) -> bool {
        let may = self.effort > 0;
        self.effort = self.effort.saturating_sub(1);
        may
    }

    /// The moves that may win in `moves` where families decide: captures from families that have few left, and moves
    /// that would win at once if the defender passed.
    fn threats(&mut self, position: &mut Position, moves: u32) -> Vec<Move> {
        let Some(needed) = captures_to_win(position, !self.attacker).filter(|&needed| u32::from(needed) <= moves)
        else {
            return Vec::new();
        };
        let scarce =
            |position: &Position, m| captures_to_win_with(position, m).is_some_and(|needed| u32::from(needed) <= moves);
        if needed > 1 {
            let mut captures = position.legal_captures();
            captures.retain(|&m| scarce(position, m));
            return captures;
        }
        let mut candidates = position.legal_moves();
        candidates.retain(|&m| self.may_look() && (scarce(position, m) || self.threatens(position, m)));
        candidates
    }

    /// Whether the attacker would win at once if the defender passed after a move.
    fn threatens(&mut self, position: &mut Position, m: Move) -> bool {
        position.make_unchecked(m);
        position.make_null();
        let threatens = self.win_at_once(position).is_some();
        position.unmake();
        position.unmake();
        threatens
    }

    /// The moves that may win in `moves` where a royal decides: checks, those with the fewest replies first, then quiet
    /// moves if not many moves are left and there are not too many.
    fn checks(&mut self, position: &mut Position, moves: u32) -> Vec<Move> {
        let candidates = position.legal_moves();
        let fit = (candidates.len() as u64).pow(2) <= self.effort;
        let (mut checks, mut quiet) = (Vec::new(), Vec::new());
        for m in candidates {
            if !self.may_look() {
                break;
            }
            position.make_unchecked(m);
            if position.in_check() {
                checks.push((position.count_legal(), m));
            } else {
                quiet.push(m);
            }
            position.unmake();
        }
        let wanted = moves < FORCING_FROM;
        self.left_out |= wanted && !fit;
        checks.sort_by_key(|&(replies, _)| replies);
        let checks = checks.into_iter().map(|(_, m)| m);
        checks.chain(quiet.into_iter().filter(|_| wanted && fit)).collect()
    }

    /// Whether the attacker wins within `moves` after every move of the defender, and the game goes on now.
    fn every_reply_loses(&mut self, position: &mut Position, moves: u32) -> bool {
        if position.outcome().is_some() {
            return false;
        }
        let mut replies = position.legal_moves();
        for &refutation in self.refutations.get(&moves).into_iter().flatten() {
            if let Some(place) = replies.iter().position(|&reply| reply == refutation) {
                replies[..=place].rotate_right(1);
            }
        }
        let refutation = replies.into_iter().find(|&reply| {
            if !self.may_look() {
                return true;
            }
            position.make_unchecked(reply);
            let lost = match position.outcome() {
                Some(outcome) => outcome.winner == Some(self.attacker),
                None => self.attack(position, moves).is_some(),
            };
            position.unmake();
            !lost
        });
        let Some(refutation) = refutation else { return true };
        let known = self.refutations.entry(moves).or_default();
        known.retain(|&reply| reply != refutation);
        known.push(refutation);
        if known.len() > REFUTATIONS {
            known.remove(0);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielraum_catalogue::{Compile, Source, load};

    fn proof(game: &str, fen: &str, moves: u32) -> Option<String> {
        let rules = load(Source::Builtin(game), &[]).unwrap().rules().unwrap();
        let position = Position::from_fen(&rules, fen).unwrap();
        match forced_win(&position, moves, 1_000_000) {
            Proof::Won(m) => Some(position.move_text(m)),
            _ => None,
        }
    }

    #[test]
    fn known_mates_are_proved() {
        assert_eq!(proof("chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1).as_deref(), Some("d1d8"));
        // Two rooks drive the king to the edge: two moves, not one.
        let ladder = "8/7k/R7/1R6/8/8/8/K7 w - - 0 1";
        assert_eq!(proof("chess", ladder, 1), None);
        // The other rook may cut the king off along the g file or on the seventh rank.
        assert!(["b5b7", "b5g5"].contains(&proof("chess", ladder, 2).as_deref().unwrap()));
        // A smothered mate: the knight's check finds the king shut in by its own pieces.
        let smothered = "r5rk/6pp/8/6N1/8/1Q6/8/1K6 w - - 0 1";
        assert_eq!(proof("chess", smothered, 1).as_deref(), Some("g5f7"));
        assert_eq!(proof("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2), None);
    }

    #[test]
    fn a_proof_has_its_limits() {
        let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
        assert_eq!(forced_win(&rules.start(), 2, 100), Proof::GivenUp);
    }

    #[test]
    fn a_win_by_extinction_holds_against_every_reply() {
        let rules = load(Source::Builtin("nichtschach"), &[]).unwrap().rules().unwrap();
        let fen = "rn4/pNp1p1/1u4/6/P5/R1JJ2|s3b1/p4p/6/6/1PP1P1/6|6/p5/6/6/P1P3/2UG2|a2u2/ppp1pp/3g2/1P4/P1P3/2U3|\
                   1b4/p3pp/6/5P/1P4/5S|3jn1/4p1/2p3/4P1/P1S3/2J3 w - - 1 64";
        let mut position = Position::from_fen(&rules, fen).unwrap();
        assert_eq!(forced_win(&position, 1, 1_000_000), Proof::NotWon);
        let Proof::Won(first) = forced_win(&position, 2, 1_000_000) else { panic!("it is won") };
        position.make(first);
        for reply in position.legal_moves() {
            position.make(reply);
            let won = position.legal_moves().into_iter().any(|m| {
                position.make_unchecked(m);
                let outcome = position.outcome_of_position();
                position.unmake();
                outcome.is_some_and(|outcome| outcome.winner == Some(Color::White))
            });
            assert!(won, "{} and {}", position.fen(), position.move_text(reply));
            position.unmake();
        }
    }
}
