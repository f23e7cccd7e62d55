//! Trials: a network plays a match against what was before.

use crate::{Event, LearnError};
use serde::{Deserialize, Serialize};
use spielraum_catalogue::Game;
use spielraum_matches::{Adjudication, Budget, Match, Pairs, PlayerKind, PlayerSpec, Sprt, Verdict, mixed};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A match of a new network against what was before.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The file of the new network.
    pub network: PathBuf,
    /// The file of the network before; none: the hand-written terms.
    pub before: Option<PathBuf>,
    /// How much both may think.
    pub budget: Budget,
    /// How many pairs of games are played at most.
    pub pairs: u64,
    /// The test that ends the match.
    pub sprt: Sprt,
    /// How many random plies an opening has.
    pub openings: u32,
    /// A game of so many plies is a draw.
    pub longest: usize,
    /// On what the openings depend.
    pub seed: u64,
    /// How many games are played at a time.
    pub threads: usize,
}

/// What a trial came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrialOutcome {
    /// The pairs that were played.
    pub pairs: Pairs,
    /// What the test says.
    pub verdict: Verdict,
}

/// A line of the file in which a trial's pairs are kept: those of a round, which have openings of a seed of their own.
#[derive(Serialize, Deserialize)]
struct Round {
    round: u64,
    counts: [u64; 5],
}

impl Trial {
    /// Plays. The rounds that are over are kept in `file`, if there is one, and not played again.
    pub fn run(
        &self,
        game: &Game,
        file: Option<&Path>,
        observer: &mut dyn FnMut(Event),
    ) -> Result<TrialOutcome, LearnError> {
        let mut pairs = Pairs::default();
        let mut next = 0;
        let text = file.and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
        // A line that was cut off is a round that was not finished.
        for round in text.lines().map_while(|line| serde_json::from_str::<Round>(line).ok()) {
            add(&mut pairs, round.counts);
            next = round.round + 1;
        }
        if let Some(path) = file {
            let whole: String = text.lines().take(next as usize).map(|line| format!("{line}\n")).collect();
            crate::write_whole(path, whole.as_bytes())?;
        }
        while pairs.count() < self.pairs && self.sprt.verdict(&pairs) == Verdict::Open {
            let counts = self.round(game, next, self.pairs - pairs.count())?;
            add(&mut pairs, counts);
            if let Some(path) = file {
                let line = serde_json::to_string(&Round { round: next, counts }).unwrap_or_default();
                let mut file = OpenOptions::new().append(true).open(path).map_err(LearnError::file(path))?;
                writeln!(file, "{line}").map_err(LearnError::file(path))?;
            }
            next += 1;
            let elo =
                pairs.elo().map(|elo| [elo.value, elo.low, elo.high]).filter(|elo| elo.iter().all(|e| e.is_finite()));
            let (pairs, llr) = (&pairs, self.sprt.llr(&pairs));
            observer(Event::Pairs { pairs: pairs.count(), of: self.pairs, counts: pairs.0, elo, llr });
        }
        Ok(TrialOutcome { pairs, verdict: self.sprt.verdict(&pairs) })
    }

    /// A pair of games for each thread.
    fn round(&self, game: &Game, round: u64, most: u64) -> Result<[u64; 5], LearnError> {
        let threads = self.threads.max(1);
        let plan = Match {
            start: game.rules().start(),
            game: game.clone(),
            players: [self.player(Some(&self.network)), self.player(self.before.as_deref())],
            pairs: (threads as u64).min(most),
            opening_plies: self.openings,
            seed: mixed(self.seed, round),
            concurrency: threads,
            adjudication: Adjudication { max_plies: self.longest, ..Adjudication::default() },
            sprt: None,
        };
        Ok(plan.run(&AtomicBool::new(false), &mut |_, _| {})?.pairs.0)
    }

    fn player(&self, network: Option<&Path>) -> PlayerSpec {
        let option = match network {
            Some(path) => ("EvalFile".to_owned(), path.display().to_string()),
            None => ("Use NNUE".to_owned(), "false".to_owned()),
        };
        let options = vec![option];
        PlayerSpec { budget: self.budget, options, ..PlayerSpec::new(PlayerKind::Engine(None)) }
    }
}

fn add(pairs: &mut Pairs, counts: [u64; 5]) {
    pairs.0.iter_mut().zip(counts).for_each(|(sum, more)| *sum += more);
}
