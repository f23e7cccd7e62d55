//! The tree of variations: threats, defences, how it goes on, and tries with their refutations.

use super::Battle;
use crate::moves::list_moves;
use crate::{Aim, Attack, Defence, Stopped, Try};
use spielraum_rules::{GenType, Move, MoveList};

impl Battle<'_> {
    /// A first move that succeeds within `moves`, and nothing of what comes of it.
    pub(crate) fn bare(&mut self, m: Move, moves: u16) -> Attack {
        let is_last = self.counts(moves - 1);
        let goal = self.aim == Aim::Direct && is_last && self.judge.is_goal_move(&mut self.position, m);
        Attack { m, goal, moves, threats: Vec::new(), defences: Vec::new(), cut: false }
    }

    /// What comes of a first move that succeeds within `moves`, in at most this many lines.
    pub(crate) fn tree(&mut self, m: Move, moves: u16, room: usize) -> Result<Attack, Stopped> {
        self.room = room;
        self.attack_tree(m, moves, &[])
    }

    /// A first move that does not succeed within `moves`, if at most this many answers refute it, and not all.
    pub(crate) fn try_of(&mut self, m: Move, moves: u16, most: usize, room: usize) -> Result<Option<Try>, Stopped> {
        self.position.make_unchecked(m);
        let refutations = self.refutations(moves - 1, most);
        self.position.unmake();
        let Some(refutations) = refutations? else { return Ok(None) };
        self.room = room;
        let attack = self.attack_tree(m, moves, &refutations)?;
        Ok(Some(Try { attack, refutations }))
    }

    /// The least number of answers that refute one of these first moves, at most this many.
    pub(crate) fn least_refutations(&mut self, moves: &[Move], length: u16, most: usize) -> Result<usize, Stopped> {
        let mut least = most;
        for &m in moves {
            self.position.make_unchecked(m);
            let refutations = self.refutations(length - 1, least.saturating_sub(1));
            self.position.unmake();
            least = refutations?.map_or(least, |refutations| refutations.len().min(least));
        }
        Ok(least)
    }

    fn refutations(&mut self, left: u16, most: usize) -> Result<Option<Vec<Move>>, Stopped> {
        // Where no answer is chosen, none refutes: the turn is passed, or the goal must be reached too early.
        let is_bound = matches!(self.aim, Aim::Reflex | Aim::SemiReflex) && !self.counts(left);
        if self.passes(left) || is_bound && self.has_goal_move() {
            return Ok(None);
        }
        let mut answers = MoveList::new();
        list_moves(&self.position, GenType::All, &mut answers);
        let mut refutations = Vec::new();
        for &answer in &answers {
            let fails = if left == 0 {
                self.aim == Aim::Compel && self.judge.is_goal_move(&mut self.position, answer)
            } else {
                self.answer_fails(answer, left)?
            };
            if !fails {
                refutations.push(answer);
            }
            if refutations.len() > most {
                return Ok(None);
            }
        }
        Ok((refutations.len() < answers.len()).then_some(refutations))
    }

    fn attack_tree(&mut self, m: Move, moves: u16, refutations: &[Move]) -> Result<Attack, Stopped> {
        self.position.make_unchecked(m);
        let attack = self.attack_made(m, moves, refutations);
        self.position.unmake();
        attack
    }

    fn attack_made(&mut self, m: Move, moves: u16, refutations: &[Move]) -> Result<Attack, Stopped> {
        self.room = self.room.saturating_sub(1);
        let mut attack = Attack { m, goal: false, moves, threats: Vec::new(), defences: Vec::new(), cut: false };
        let left = moves - 1;
        attack.goal = self.aim == Aim::Direct && self.counts(left) && self.judge.reached(&mut self.position, m);
        if attack.goal {
            return Ok(attack);
        }
        if self.room == 0 {
            attack.cut = true;
            return Ok(attack);
        }
        let passes = self.passes(left);
        if !passes {
            attack.defences = self.forced_goals();
            if !attack.defences.is_empty() {
                return Ok(attack);
            }
        }
        if left > 0 && !self.position.in_check() {
            self.position.make_null();
            let threats = self.answers(left);
            self.position.unmake();
            attack.threats = threats?;
        }
        if !passes {
            attack.defences = self.defences(left, &attack.threats, refutations)?;
        }
        Ok(attack)
    }

    /// The answers that reach the goal, where reflex play asks for one of them.
    fn forced_goals(&mut self) -> Vec<Defence> {
        let mut goals = MoveList::new();
        if matches!(self.aim, Aim::Reflex | Aim::SemiReflex) {
            self.judge.list_goal_moves(&mut self.position, &mut goals);
        }
        goals.into_iter().map(|m| Defence { m, goal: true, answers: Vec::new() }).collect()
    }

    /// The answers to the move just made, without those that don't prevent a threat.
    fn defences(&mut self, left: u16, threats: &[Attack], refutations: &[Move]) -> Result<Vec<Defence>, Stopped> {
        let mut answers = MoveList::new();
        list_moves(&self.position, GenType::All, &mut answers);
        let mut defences = Vec::new();
        for answer in answers.into_iter().filter(|answer| !refutations.contains(answer)) {
            self.position.make_unchecked(answer);
            let defence = self.defence_made(answer, left, threats);
            self.position.unmake();
            defences.extend(defence?);
        }
        Ok(defences)
    }

    /// The answer just made, unless it does not prevent a threat.
    fn defence_made(&mut self, m: Move, left: u16, threats: &[Attack]) -> Result<Option<Defence>, Stopped> {
        if self.aim == Aim::Compel && self.counts(left) && self.judge.reached(&mut self.position, m) {
            return Ok(Some(Defence { m, goal: true, answers: Vec::new() }));
        }
        for threat in threats {
            let possible = (self.aim != Aim::Reflex || !self.has_goal_move()) && self.position.is_legal(threat.m);
            if possible && self.succeeds_with(threat.m, threat.moves)? {
                return Ok(None);
            }
        }
        let answers = if left > 0 { self.answers(left)? } else { Vec::new() };
        Ok(Some(Defence { m, goal: false, answers }))
    }

    /// The attacker's moves that succeed in the least number of moves, at most this many.
    fn answers(&mut self, most: u16) -> Result<Vec<Attack>, Stopped> {
        if self.aim == Aim::Reflex && self.has_goal_move() {
            return Ok(Vec::new());
        }
        let mut moves = MoveList::new();
        list_moves(&self.position, GenType::All, &mut moves);
        self.judge.add_double_mates(&mut self.position, &mut moves);
        for length in self.lengths(most) {
            let mut found = Vec::new();
            for &m in &moves {
                if self.succeeds_with(m, length)? {
                    found.push(self.attack_tree(m, length, &[])?);
                }
            }
            if !found.is_empty() {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    }

    /// Set play: the answers of the side to move that the attacker is ready for, within this many moves after them.
    pub(crate) fn set_play(&mut self, left: u16, room: usize) -> Result<Vec<Defence>, Stopped> {
        self.room = room;
        let goals = self.forced_goals();
        if !goals.is_empty() {
            return Ok(goals);
        }
        let all = self.defences(left, &[], &[])?;
        Ok(all.into_iter().filter(|defence| defence.goal || !defence.answers.is_empty()).collect())
    }
}
