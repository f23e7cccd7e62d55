//! From rules to a network: generation by generation, in a folder.

use crate::{
    Crew, DataPlan, Event, LearnError, Samples, Training, TrainingPlan, Trial, TrialOutcome, TrialPlan, learning_curve,
    play_games, write_whole,
};
use serde::{Deserialize, Serialize};
use spielraum_arcade::Game;
use spielraum_engine::Network;
use spielraum_matches::{Verdict, mixed};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How many generations in a row may be dropped before a run ends.
const PATIENCE: u32 = 2;

/// How a network is learned, from games to trial. The seeds of the parts are made of the generation's number.
#[derive(Clone, Debug)]
pub struct RunPlan {
    /// How many generations there are at most.
    pub generations: u32,
    /// The games of a generation.
    pub data: DataPlan,
    /// How networks are trained, on the games of all generations.
    pub training: TrainingPlan,
    /// How they are tried.
    pub trial: TrialPlan,
    /// The network that is there before the first generation: it plays the first games, it is what the first network must
    /// beat, and each training begins with the weights of the best so far. None: the classical terms play and must be
    /// beaten, and each training begins with chance.
    pub start: Option<Arc<Network>>,
}

/// A run in a folder. Whatever was ended there goes on where it was; at most the games in play are lost.
pub struct Run<'a> {
    game: &'a Game,
    plan: &'a RunPlan,
    folder: PathBuf,
    state: Summary,
    /// Whether trainings are still wanted.
    wanted: &'a (dyn Fn() -> bool + Sync),
}

/// What a run has come to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// How many generations are done.
    pub generations: u32,
    /// The generation whose network is the best so far; none: what was there before is.
    pub best: Option<u32>,
    /// How many generations in a row were dropped.
    pub dropped: u32,
}

impl<'a> Run<'a> {
    /// A run in a folder, which is made if it is not there.
    pub fn new(game: &'a Game, plan: &'a RunPlan, folder: &Path) -> Result<Self, LearnError> {
        plan.training.check(plan.start.as_deref())?;
        fs::create_dir_all(folder).map_err(LearnError::file(folder))?;
        let mut run = Self { game, plan, folder: folder.to_owned(), state: Summary::default(), wanted: &|| true };
        let path = run.state_path();
        if let Ok(bytes) = fs::read(&path) {
            let why = "is not the state of a run; delete it to begin anew with the games that are there";
            run.state = serde_json::from_slice(&bytes).map_err(|_| LearnError::damaged(&path, why))?;
        }
        Ok(run)
    }

    /// The same, whose trainings go on until `wanted` says no; [`run`](Self::run) then gives [`LearnError::CalledOff`].
    pub fn while_wanted(mut self, wanted: &'a (dyn Fn() -> bool + Sync)) -> Self {
        self.wanted = wanted;
        self
    }

    /// The file of the network of a generation.
    pub fn network_path(&self, generation: u32) -> PathBuf {
        self.path(generation, "nnue")
    }

    /// Goes on until nothing is gained any more or all generations are done; a crew plays the games.
    pub fn run(&mut self, crew: &mut dyn Crew, observer: &mut dyn FnMut(&Event)) -> Result<Summary, LearnError> {
        let log_path = self.folder.join("log.jsonl");
        let failed = LearnError::file(&log_path);
        let mut log = OpenOptions::new().create(true).append(true).open(&log_path).map_err(&failed)?;
        crate::files::lock(&log, &log_path)?;
        let mut unwritten = None;
        let mut tell = |event: Event| {
            let line = serde_json::to_string(&event).unwrap_or_default();
            if let Err(error) = writeln!(log, "{line}") {
                unwritten.get_or_insert(error);
            }
            if matches!(event, Event::Epoch { .. } | Event::Generation { .. })
                && let Ok(log) = fs::read_to_string(&log_path)
            {
                // A reader who can't see the curve still has the log.
                let _ = write_whole(&self.folder.join("curve.svg"), learning_curve(&log).as_bytes());
            }
            observer(&event);
        };
        while self.state.generations < self.plan.generations && self.state.dropped < PATIENCE {
            let generation = self.state.generations;
            let outcome = self.generation(generation, crew, &mut tell)?;
            let kept = outcome.verdict == Verdict::Alternative;
            self.state.generations += 1;
            self.state.dropped = if kept { 0 } else { self.state.dropped + 1 };
            self.state.best = if kept { Some(generation) } else { self.state.best };
            write_whole(&self.state_path(), &serde_json::to_vec(&self.state).unwrap_or_default())?;
            let elo = outcome.pairs.elo().map(|elo| elo.value).filter(|elo| elo.is_finite());
            tell(Event::Generation { generation, kept, elo });
        }
        unwritten.map_or(Ok(self.state.clone()), |error| Err(failed(error)))
    }

    /// Plays, trains and tries.
    fn generation(
        &self,
        number: u32,
        crew: &mut dyn Crew,
        tell: &mut dyn FnMut(Event),
    ) -> Result<TrialOutcome, LearnError> {
        let seed = |seed: u64| mixed(seed, u64::from(number));
        let start = self.plan.start.as_ref();
        let best = self.state.best.map(|best| self.network(&self.network_path(best))).transpose()?;
        let best = best.or_else(|| start.cloned());
        let data = DataPlan { seed: seed(self.plan.data.seed), ..self.plan.data.clone() };
        play_games(self.game, best.as_ref(), &data, &self.path(number, "games"), crew, tell)?;
        let path = self.network_path(number);
        if !path.exists() {
            let shards: Vec<PathBuf> = (0..=number).map(|number| self.path(number, "games")).collect();
            let samples = Samples::read(&[self.game.rules()], &shards, self.plan.training.td_lambda)?;
            tell(samples.event());
            let plan = TrainingPlan { seed: seed(self.plan.training.seed), ..self.plan.training.clone() };
            let checkpoint = self.path(number, "checkpoint");
            let before = start.and(best.as_deref());
            let training = Training::new(&samples, plan)?.starting_with(before)?.while_wanted(self.wanted);
            let trained = training.run(Some(&checkpoint), tell)?;
            write_whole(&path, &trained.write()?)?;
            fs::remove_file(&checkpoint).map_err(LearnError::file(&checkpoint))?;
        }
        let learned = self.network(&path)?;
        let plan = TrialPlan { seed: seed(self.plan.trial.seed), ..self.plan.trial.clone() };
        let trial = Trial { game: self.game, network: &learned, before: best.as_ref(), plan: &plan };
        trial.run(Some(&self.path(number, "match")), crew, tell)
    }

    fn network(&self, path: &Path) -> Result<Arc<Network>, LearnError> {
        self.game.network_from(path).map_err(|error| LearnError::Player(error.into()))
    }

    fn state_path(&self) -> PathBuf {
        self.folder.join("state.json")
    }

    fn path(&self, generation: u32, extension: &str) -> PathBuf {
        self.folder.join(format!("generation-{generation:03}.{extension}"))
    }
}
