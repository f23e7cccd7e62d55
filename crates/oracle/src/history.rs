//! How a game stands when all its positions count: repetition (G4), perpetual check and the move count (G5).

use crate::State;
use spielraum_spec::{ByColor, Color, Repetition, Spec};

/// A game: every position that has been on the board, each kept whole.
#[derive(Clone)]
pub struct History<'s> {
    spec: &'s Spec,
    positions: Vec<State>,
}

impl<'s> History<'s> {
    /// A game that begins with `start`.
    pub fn new(spec: &'s Spec, start: State) -> Self {
        Self { spec, positions: vec![start] }
    }

    /// The position now.
    pub fn now(&self) -> &State {
        self.positions.last().expect("a game has a first position")
    }

    /// How many moves have been made.
    pub fn ply(&self) -> usize {
        self.positions.len() - 1
    }

    /// The last positions, at most `most` of them, in order.
    pub fn latest(&self, most: usize) -> &[State] {
        &self.positions[self.positions.len().saturating_sub(most)..]
    }

    /// Adds the position after a move.
    pub fn push(&mut self, after: State) {
        self.positions.push(after);
    }

    /// Takes back the last move, if one was made.
    pub fn pop(&mut self) {
        if self.ply() > 0 {
            self.positions.pop();
        }
    }

    /// How the game has ended: the winner (`None`: a draw), and the reason as a word for programs.
    ///
    /// What the position alone decides comes first, then repetition, then the move count.
    pub fn outcome(&self) -> Option<(Option<Color>, String)> {
        let by_position = self.now().result(self.spec).map(|(winner, reason)| (winner, reason.to_owned()));
        by_position.or_else(|| self.repeated()).or_else(|| self.counted_out())
    }

    /// After how many moves the position has been on the board before, in order.
    pub fn earlier(&self) -> Vec<usize> {
        let now = self.now().as_compared(self.spec);
        let stood_so = |at: &usize| self.positions[*at].placement == now.placement;
        (0..self.ply()).filter(stood_so).filter(|&at| self.positions[at].as_compared(self.spec) == now).collect()
    }

    /// Who has won if the position's coming back decides the game, and its last round is taken to have begun after `since`
    /// moves; and whether the reason is perpetual check. `None` if the game does not end by repetition.
    pub fn judged(&self, since: usize) -> Option<(Option<Color>, bool)> {
        let Repetition::Counted { loser, perpetual_check_loses, .. } = self.spec.goals.repetition else { return None };
        match self.perpetual_checker(since).filter(|_| perpetual_check_loses) {
            Some(checker) => Some((Some(!checker), true)),
            None => Some((
                loser.map(|loser| !loser.side(!self.now().side)).or_else(|| self.now().winner_of_draw(self.spec)),
                false,
            )),
        }
    }

    /// How many occurrences of a position end the game, if repetition does.
    pub fn times(&self) -> Option<usize> {
        match self.spec.goals.repetition {
            Repetition::Counted { times, .. } => Some(times.into()),
            Repetition::Banned | Repetition::Ignored => None,
        }
    }

    /// Whether a rule about the halfmove clock ends the game (G5).
    pub fn is_counted_out(&self) -> bool {
        self.counted_out().is_some()
    }

    fn repeated(&self) -> Option<(Option<Color>, String)> {
        // Between the parts of a turn nothing ends the game.
        if self.now().part > 0 {
            return None;
        }
        let earlier = self.earlier();
        if earlier.len() + 1 < self.times()? {
            return None;
        }
        let (winner, by_check) = self.judged(*earlier.first()?)?;
        Some((winner, if by_check { "perpetual-check" } else { "repetition" }.to_owned()))
    }

    fn counted_out(&self) -> Option<(Option<Color>, String)> {
        self.now().result_by_clock(self.spec).map(|(winner, code)| (winner, code.to_owned()))
    }

    /// The side that has given check with each of its moves since `since` moves had been made, if there is just one.
    fn perpetual_checker(&self, since: usize) -> Option<Color> {
        let rounds = self.positions[since..].windows(2);
        let always = ByColor::new(|color| {
            rounds.clone().filter(|pair| pair[0].side == color).all(|pair| pair[1].in_check(self.spec, !color))
        });
        match always {
            ByColor { white: true, black: false } => Some(Color::White),
            ByColor { white: false, black: true } => Some(Color::Black),
            _ => None,
        }
    }
}

impl State {
    /// What of a position counts when it is compared with another (G4): all but the clocks and the past; a double step only
    /// where it can be answered.
    pub fn as_compared(&self, spec: &Spec) -> State {
        let ep = self.ep.filter(|_| self.can_answer_double_step(spec));
        let (past, countdown) = Default::default();
        State { ep, halfmove: 0, fullmove: 1, countdown, past, ..self.clone() }
    }

    /// Whether some legal move captures what has just made a double step, on the cell that it passed.
    fn can_answer_double_step(&self, spec: &Spec) -> bool {
        let placements = |state: &State| -> Vec<_> {
            state.continuations(spec).into_iter().map(|(text, after)| (text, after.placement)).collect()
        };
        placements(self) != placements(&self.to_change())
    }
}
