//! What stands round the diagram of a problem.

use crate::Problem;
use spielraum_rules::{Color, Position, Setup};

/// What is known of a problem besides what is asked; what is not known is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// Who composed it.
    pub author: String,
    /// What it is called.
    pub title: String,
    /// Where it was published.
    pub source: String,
    /// The solution, if it is to be printed.
    pub solution: String,
}

impl Caption {
    /// The lines above the diagram.
    pub fn above(&self) -> impl Iterator<Item = &str> {
        [self.author.as_str(), &self.title, &self.source].into_iter().filter(|line| !line.is_empty())
    }
}

impl Problem {
    /// The position that the diagram shows: where play begins, or of a proof game where it ends.
    pub fn shown(&self) -> Position {
        let begins = || self.position.clone();
        if !self.stipulation.from_start {
            return begins();
        }
        // Whose turn it is there does not matter.
        let placement: Vec<_> =
            self.target().iter().map(|piece| piece.map(|(color, kind)| (color.into(), kind))).collect();
        let ends = |side| {
            let setup = Setup { placement: placement.clone(), side, castling: Vec::new(), ..self.position.setup() };
            Position::new(self.position.rules(), setup).ok()
        };
        Color::BOTH.into_iter().find_map(ends).unwrap_or_else(begins)
    }

    /// What stands below the diagram: the stipulation and whose turn it is, and how many pieces each side has.
    pub fn asked(&self) -> (String, String) {
        let stipulation = self.stipulation.text(self.position.rules().board());
        let first = match self.stipulation.from_start {
            true => "from the start of the game".to_owned(),
            false => format!("{} to move", self.position.rules().spec().sides.of(self.first_side())),
        };
        let mut counts = [0; 2];
        self.shown().for_each_piece(|color, _, _| counts[color as usize] += 1);
        (format!("{stipulation}, {first}"), format!("{} + {}", counts[0], counts[1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Stipulation};

    fn problem(stipulation: &str, diagram: &str) -> Problem {
        let rules = spielraum_testkit::rules("chess");
        let stipulation = Stipulation::parse(stipulation, rules.board()).unwrap();
        Problem::new(&rules, diagram, None, stipulation, Options::default()).unwrap()
    }

    #[test]
    fn a_proof_game_shows_where_it_ends() {
        let diagram = "rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR";
        let problem = problem("dia3", diagram);
        assert_eq!(problem.shown().fen().split(' ').next(), Some(diagram));
        assert_eq!(problem.asked(), ("dia3, from the start of the game".to_owned(), "15 + 15".to_owned()));
    }

    #[test]
    fn what_is_asked_names_who_begins() {
        let problem = problem("h#2", "8/8/8/8/8/1K6/8/k6R");
        assert_eq!(problem.asked(), ("h#2, Black to move".to_owned(), "2 + 1".to_owned()));
    }
}
