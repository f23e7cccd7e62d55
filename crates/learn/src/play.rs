//! What a crew plays, as it is kept: games in shards, pairs of trials in files.

use crate::{Crew, DataPlan, Event, LearnError, Shard, ShardHeader, Trial, TrialOutcome, TrialPlan};
use serde::{Deserialize, Serialize};
use spielraum_arcade::Game;
use spielraum_engine::Network;
use spielraum_matches::{Pairs, Verdict};
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

/// Lets a crew play those games of a plan that a shard does not have yet, with a network or the classical terms, and adds
/// each to the shard as soon as it is over. A network searches where the plan says that nothing is searched.
pub fn play_games(
    game: &Game,
    network: Option<&Arc<Network>>,
    plan: &DataPlan,
    path: &Path,
    crew: &mut dyn Crew,
    observer: &mut dyn FnMut(Event),
) -> Result<(), LearnError> {
    let plan = &if network.is_some() { plan.clone().with_network() } else { plan.clone() };
    let checksum = network.map(|network| network.write().map(|bytes| crc32fast::hash(&bytes))).transpose()?;
    let header = ShardHeader {
        game: game.name().to_owned(),
        nodes: plan.nodes,
        openings: plan.openings,
        longest: plan.longest,
        nearby: plan.nearby,
        seed: plan.seed,
        network: checksum,
    };
    let mut shard = Shard::create(path, game.rules(), header)?;
    let missing: Vec<u64> = (0..plan.games).filter(|number| !shard.games().contains(number)).collect();
    crew.games(game, network, plan, &missing, &mut |sealed| {
        if shard.add(&sealed)? {
            observer(Event::Game { games: shard.games().len() as u64, of: plan.games, positions: shard.positions() });
        }
        Ok(ControlFlow::Continue(()))
    })?;
    if missing.iter().all(|number| shard.games().contains(number)) { Ok(()) } else { Err(LearnError::Unfinished) }
}

/// A line of the file in which a trial's pairs are kept: a round has a number and one pair, or, in files of former versions,
/// several.
#[derive(Serialize, Deserialize)]
struct Round {
    round: u64,
    counts: [u64; 5],
}

/// The rounds that are known, and how the trial stands after the first ones without a gap: what it comes to does not depend on
/// which games end first.
struct Course<'a> {
    plan: &'a TrialPlan,
    known: BTreeMap<u64, [u64; 5]>,
    next: u64,
    pairs: Pairs,
}

impl Course<'_> {
    fn is_over(&self) -> bool {
        self.pairs.count() >= self.plan.pairs || self.plan.sprt.verdict(&self.pairs) != Verdict::Open
    }

    /// Counts the next round, if it is known and the trial not over.
    fn step(&mut self) -> bool {
        let Some(counts) = self.known.get(&self.next).filter(|_| !self.is_over()) else { return false };
        self.pairs.0.iter_mut().zip(counts).for_each(|(sum, more)| *sum = sum.saturating_add(*more));
        self.next += 1;
        true
    }

    fn event(&self) -> Event {
        let elo = self.pairs.elo().map(|elo| [elo.value, elo.low, elo.high]);
        let elo = elo.filter(|elo| elo.iter().all(|end| end.is_finite()));
        let (pairs, counts) = (self.pairs.count(), self.pairs.0);
        Event::Pairs { pairs, of: self.plan.pairs, counts, elo, llr: self.plan.sprt.llr(&self.pairs) }
    }
}

impl Trial<'_> {
    /// Lets a crew play. The pairs that are over are kept in `file`, if there is one, and not played again.
    pub fn run(
        &self,
        file: Option<&Path>,
        crew: &mut dyn Crew,
        observer: &mut dyn FnMut(Event),
    ) -> Result<TrialOutcome, LearnError> {
        let text = file.and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
        // A line that was cut off is a pair that was not finished.
        let whole: Vec<(&str, Round)> =
            text.lines().map_while(|line| Some((line, serde_json::from_str(line).ok()?))).collect();
        if let Some(path) = file {
            let lines: String = whole.iter().map(|(line, _)| format!("{line}\n")).collect();
            crate::write_whole(path, lines.as_bytes())?;
        }
        let known = whole.into_iter().map(|(_, round)| (round.round, round.counts)).collect();
        let mut course = Course { plan: self.plan, known, next: 0, pairs: Pairs::default() };
        while course.step() {}
        if !course.is_over() {
            let missing: Vec<u64> = (0..self.plan.pairs).filter(|round| !course.known.contains_key(round)).collect();
            crew.pairs(self, &missing, &mut |(round, half_points)| {
                if course.known.contains_key(&round) {
                    return Ok(ControlFlow::Continue(()));
                }
                let mut pair = Pairs::default();
                pair.add(half_points);
                if let Some(path) = file {
                    let line = serde_json::to_string(&Round { round, counts: pair.0 }).unwrap_or_default();
                    let mut file = OpenOptions::new().append(true).open(path).map_err(LearnError::file(path))?;
                    writeln!(file, "{line}").map_err(LearnError::file(path))?;
                }
                course.known.insert(round, pair.0);
                while course.step() {
                    observer(course.event());
                }
                Ok(if course.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
            if !course.is_over() {
                return Err(LearnError::Unfinished);
            }
        }
        Ok(TrialOutcome { pairs: course.pairs, verdict: self.plan.sprt.verdict(&course.pairs) })
    }
}
