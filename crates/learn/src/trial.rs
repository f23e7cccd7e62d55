//! Trials: a network plays a match against what was before.

use spielraum_arcade::Game;
use spielraum_engine::Network;
use spielraum_matches::{Adjudication, Budget, Match, Pairs, PlayerKind, PlayerSpec, Sprt, Verdict};
use std::sync::Arc;
use std::time::Duration;

/// How networks are tried.
#[derive(Clone, Debug)]
pub struct TrialPlan {
    /// How much both may think.
    pub budget: Budget,
    /// How many pairs of games are played at most.
    pub pairs: u64,
    /// The test that ends the match.
    pub sprt: Sprt,
    /// How many random plies an opening has.
    pub openings: u32,
    /// A game of this many plies is a draw.
    pub longest: usize,
    /// On what the openings depend.
    pub seed: u64,
}

impl TrialPlan {
    /// What is played if nothing is said.
    pub const DEFAULT: Self = Self {
        budget: Budget { time: Some(Duration::from_millis(100)), nodes: None, depth: None, clock: None },
        pairs: 200,
        sprt: Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 },
        openings: 6,
        longest: 400,
        seed: 1,
    };
}

/// A match of a new network against what was before.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'a> {
    /// The game.
    pub game: &'a Game,
    /// The new network.
    pub network: &'a Arc<Network>,
    /// The network before; none: the classical terms.
    pub before: Option<&'a Arc<Network>>,
    /// How they play.
    pub plan: &'a TrialPlan,
}

/// What a trial came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrialOutcome {
    /// The pairs that were played.
    pub pairs: Pairs,
    /// What the test says.
    pub verdict: Verdict,
}

impl Trial<'_> {
    /// The match; the numbers of its pairs are those of the trial.
    pub fn as_match(&self) -> Match {
        Match {
            start: self.game.rules().start(),
            game: self.game.clone(),
            players: [self.player(Some(self.network)), self.player(self.before)],
            pairs: self.plan.pairs,
            opening_plies: self.plan.openings,
            seed: self.plan.seed,
            concurrency: 1,
            adjudication: Adjudication { max_plies: self.plan.longest, ..Adjudication::default() },
            sprt: None,
        }
    }

    fn player(&self, network: Option<&Arc<Network>>) -> PlayerSpec {
        let options = match network {
            Some(_) => Vec::new(),
            None => vec![("Use NNUE".to_owned(), "false".to_owned())],
        };
        let network = network.cloned();
        PlayerSpec { budget: self.plan.budget, options, network, ..PlayerSpec::new(PlayerKind::Engine(None)) }
    }
}
