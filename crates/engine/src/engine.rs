//! The engine of one game.

use crate::attack::AttackCache;
use crate::eval::{Evaluate, Evaluation, Evaluator};
use crate::history::History;
use crate::level::{EvalNoise, Plan, move_noise};
use crate::params::{ParamError, Params, Tunable};
use crate::score::INFINITE;
use crate::search::{AtRoot, DfPn, Game, Given, POSSIBLE, Probe, RootMove, SearchThread, Shared};
use crate::time::{TimeManager, Timer, system_timer};
use crate::tt::TranspositionTable;
use crate::{
    Best, EngineError, EngineOptions, Info, Limits, Line, MAX_HASH_MB, MAX_THREADS, Score, Stop, Tablebase, Weights,
    WeightsError,
};
use spielraum_nnue::{Accumulators, Network};
use spielraum_rules::{Move, Position, Rules};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// The engine of one game: it remembers from search to search what it found.
pub struct Engine {
    rules: Rules,
    weights: Weights,
    game: Game,
    evaluator: Evaluator,
    network: Option<Arc<Network>>,
    tables: Option<Arc<dyn Tablebase>>,
    params: Tunable,
    options: EngineOptions,
    tt: TranspositionTable,
    /// What has been learned about moves.
    history: History,
    /// What the first thread knows of wins by forcing moves.
    dfpn: DfPn,
    /// How positions were misjudged by the last search; other judgements make the table worthless.
    noise: EvalNoise,
    timer: Timer,
}

impl Engine {
    /// An engine for a game, with weights derived from its rules.
    pub fn new(rules: &Rules, options: EngineOptions) -> Result<Self, EngineError> {
        check_threads(options.threads)?;
        Ok(Self::with_table(rules, options, Tunable::default(), new_table(options.hash_mb)?))
    }

    /// An engine for another game, as new, which takes over the memory and the options of this one: there may not be
    /// room for two tables.
    pub fn for_game(self, rules: &Rules) -> Self {
        let Self { options, params, mut tt, timer, .. } = self;
        tt.clear();
        Self { timer, ..Self::with_table(rules, options, params, tt) }
    }

    fn with_table(rules: &Rules, options: EngineOptions, params: Tunable, tt: TranspositionTable) -> Self {
        let weights = Weights::default_for(rules);
        Self {
            rules: rules.clone(),
            game: Game::new(rules, &weights),
            evaluator: Evaluator::new(rules, &weights, &params),
            weights,
            network: None,
            tables: None,
            params,
            options,
            tt,
            history: History::new(rules),
            dfpn: DfPn::new(rules),
            noise: EvalNoise::default(),
            timer: system_timer,
        }
    }

    /// Changes the size of the transposition table, which is empty then. On an error nothing changes.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        self.tt = new_table(megabytes)?;
        self.options.hash_mb = megabytes;
        Ok(())
    }

    /// Measures time by another timer than the system's, for where that has none.
    pub fn set_timer(&mut self, timer: Timer) {
        self.timer = timer;
    }

    /// Changes the number of threads. On an error nothing changes.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        check_threads(threads)?;
        self.options.threads = threads;
        Ok(())
    }

    /// Changes what positions are worth; the weights must be for this engine's game.
    pub fn set_weights(&mut self, weights: Weights) -> Result<(), WeightsError> {
        weights.check(&self.rules)?;
        self.game = Game::new(&self.rules, &weights);
        self.evaluator = Evaluator::new(&self.rules, &weights, &self.params);
        self.weights = weights;
        self.clear();
        Ok(())
    }

    /// Lets a network say what positions are worth, in place of the classical terms; it must be for this engine's game.
    /// Exchanges still use the weights. `None`: the hand-crafted evaluation alone.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) -> Result<(), crate::NetworkError> {
        if let Some(network) = &network {
            network.check(&self.rules)?;
        }
        self.network = network;
        self.clear();
        Ok(())
    }

    /// Lets endgame tables, which must be of this engine's game, say what positions of a few pieces come to. Levels do
    /// without. `None`: the search alone.
    pub fn set_tables(&mut self, tables: Option<Arc<dyn Tablebase>>) {
        self.tables = tables;
        self.clear();
    }

    /// What endgame tables say of a position that is not over; see [`Tablebase::probe`].
    pub fn table_value(&self, position: &Position) -> Option<Score> {
        self.tables.as_ref()?.probe(position)
    }

    /// Changes the numbers of the search techniques.
    ///
    /// # Errors
    ///
    /// [`ParamError::Constant`] if they would change and the program was built without the feature `tune`.
    pub fn set_params(&mut self, params: Params) -> Result<(), ParamError> {
        if *self.params == params {
            return Ok(());
        }
        self.params = Tunable::new(params)?;
        self.evaluator = Evaluator::new(&self.rules, &self.weights, &self.params);
        self.clear();
        Ok(())
    }

    /// Forgets everything found so far, as before a new game.
    pub fn clear(&mut self) {
        self.tt.clear();
        self.history.clear();
        self.dfpn.clear();
    }

    /// The rules of the engine's game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What positions are worth to it.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The network that says what positions are worth to it, if one does.
    pub fn network(&self) -> Option<&Network> {
        self.network.as_deref()
    }

    /// What it may use.
    pub fn options(&self) -> EngineOptions {
        self.options
    }

    /// What a position is worth to the side to move without a search, in centipawns: by the network, or else by the weights.
    ///
    /// # Panics
    ///
    /// If the position is another game's.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # use spielraum_engine::{Engine, EngineOptions, Limits, Stop};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// # let engine = Engine::new(&rules, EngineOptions { hash_mb: 1, threads: 1 }).unwrap();
    /// use spielraum_rules::Position;
    /// let ahead = Position::from_fen(&rules, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1").unwrap();
    /// assert!(engine.evaluate(&ahead) > 500);
    /// ```
    pub fn evaluate(&self, position: &Position) -> i32 {
        let accumulator = self.evaluator.accumulator(position);
        match &self.network {
            None => self.evaluator.evaluate(position, &accumulator, &mut AttackCache::default()),
            Some(network) => {
                let value = Accumulators::new(network, position, 0).evaluate(position);
                self.evaluator.finish_learned(position, &accumulator, value)
            }
        }
    }

    /// Thinks about a position, with regard to the moves made on it, and answers with the best move found. It reports
    /// `observer` each time it knows more. With one thread, and depth or nodes as the limit, the answer depends on
    /// nothing but what the engine was asked since it was made or cleared.
    ///
    /// # Panics
    ///
    /// If the position is another game's.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # use spielraum_engine::{Engine, EngineOptions, Limits, Stop};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// # let mut engine = Engine::new(&rules, EngineOptions { hash_mb: 1, threads: 1 }).unwrap();
    /// use spielraum_rules::Position;
    /// let position = Position::from_fen(&rules, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1").unwrap();
    /// let best = engine.search(&position, &Limits::depth(3), &Stop::new(), &mut |_| {});
    /// assert_eq!(best.best.map(|m| position.move_text(m)), Some("g6g7".to_owned()));
    /// ```
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn FnMut(&Info),
    ) -> Best {
        let plan = limits.level.and_then(|level| level.plan());
        let mut root_moves = root_moves(position, limits, plan);
        let limits = &with_plan(limits, plan, root_moves.len());
        let time = TimeManager::new(limits, &self.params, position.side_to_move(), self.timer);
        if root_moves.is_empty() {
            wait(&time, stop);
            return Best { time: time.elapsed(), ..Best::default() };
        }
        let noise = EvalNoise::new(plan, limits.seed);
        if noise != self.noise {
            self.noise = noise;
            self.clear();
        }
        self.tt.new_search();
        self.history.age();
        let threads = if plan.is_some() { 1 } else { self.options.threads };
        let tables = self.tables.as_deref().filter(|_| POSSIBLE && plan.is_none());
        let tables = tables.map(|tables| Probe::new(tables, self.rules.spec()));
        let lines = limits.multi_pv.max(1);
        let at_root = tables.as_ref().map_or(AtRoot::Unknown, |tables| tables.rate(position, &mut root_moves, lines));
        let given = Given {
            game: &self.game,
            params: &self.params,
            tt: &self.tt,
            history: &self.history,
            limits,
            stop,
            time,
            noise,
            tables,
            at_root,
        };
        let shared = Shared::new(given, threads);
        let evaluator = &self.evaluator;
        // A weak level does not look for wins beyond the horizon; where tables know the root there are none to find.
        // It proves turns of one move alone.
        let is_plain = position.rules().spec().turn.is_plain();
        let dfpn = (plan.is_none() && at_root == AtRoot::Unknown && is_plain).then_some(&mut self.dfpn);
        let network = self.network.as_deref();
        let evaluation = || Evaluation::new(evaluator, network, position);
        run(&shared, position, evaluation, threads - 1, dfpn, root_moves, observer)
    }
}

fn check_threads(threads: usize) -> Result<(), EngineError> {
    if (1..=MAX_THREADS).contains(&threads) { Ok(()) } else { Err(EngineError::Threads(threads)) }
}

fn new_table(megabytes: usize) -> Result<TranspositionTable, EngineError> {
    if !(1..=MAX_HASH_MB).contains(&megabytes) {
        return Err(EngineError::HashSize(megabytes));
    }
    TranspositionTable::new(megabytes)
}

/// The limits with those of a level in a position with this number of moves; they lower only what is not lower already.
fn with_plan(limits: &Limits, plan: Option<Plan>, moves: usize) -> Limits {
    let mut limits = limits.clone();
    let unlimited = limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none();
    if limits.level.is_some() && unlimited && limits.clock.is_none() && !limits.infinite && !limits.ponder {
        limits.time = Some(LEVEL_TIME);
    }
    if let Some(plan) = plan {
        let nodes = plan.nodes(moves);
        limits.depth = Some(limits.depth.map_or(plan.depth, |depth| depth.min(plan.depth)));
        limits.nodes = Some(limits.nodes.map_or(nodes, |asked| asked.min(nodes)));
    }
    limits
}

/// The time of a level for a move when nothing else limits it.
const LEVEL_TIME: Duration = Duration::from_secs(2);

/// The moves to choose from.
fn root_moves(position: &Position, limits: &Limits, plan: Option<Plan>) -> Vec<RootMove> {
    let wanted = |m: &Move| limits.moves.is_empty() || limits.moves.contains(m);
    let noise = |m| plan.map_or(0, |plan| move_noise(position, m, plan.temperature, limits.seed));
    let legal = position.clone().legal_moves();
    legal.into_iter().filter(wanted).map(|m| RootMove::new(m, noise(m))).collect()
}

/// Lets all threads search, and gives the main one's answer.
fn run<E: Evaluate>(
    shared: &Shared<'_>,
    position: &Position,
    evaluation: impl Fn() -> E + Sync,
    helpers: usize,
    dfpn: Option<&mut DfPn>,
    root_moves: Vec<RootMove>,
    observer: &mut dyn FnMut(&Info),
) -> Best {
    std::thread::scope(|scope| {
        for _ in 0..helpers {
            let help = || SearchThread::helper(shared, position, evaluation()).help();
            // Where the system has no more threads to give, those that are there must do.
            if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        let mut main = SearchThread::main(shared, position, evaluation(), root_moves, dfpn);
        let depth = main.deepen(shared.limits.multi_pv, observer);
        wait(&shared.time, shared.stop);
        shared.halt.store(true, Relaxed);
        answer(&main, depth)
    })
}

/// Waits for the end of a search that may not end by itself.
fn wait(time: &TimeManager, stop: &Stop) {
    while time.must_wait(stop) && !stop.is_stopped() {
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn answer<E>(main: &SearchThread<'_, E>, depth: u32) -> Best {
    let shared = main.shared;
    let line = |root: &RootMove| Line { score: Score(root.told()), moves: root.pv.clone() };
    let known = main.root.moves.iter().filter(|root| root.last > -INFINITE);
    let lines: Vec<Line> = known.take(shared.limits.multi_pv.max(1)).map(line).collect();
    Best {
        best: main.root.moves.first().map(|root| root.m),
        ponder: lines.first().and_then(|line| line.moves.get(1).copied()),
        lines,
        nodes: main.watch.all_nodes(),
        depth,
        time: shared.time.elapsed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielraum_catalogue::{Compile, Source, load};
    use spielraum_rules::Change;

    /// An evaluation that knows nothing but how many moves it was pushed.
    struct Ignorance {
        plies: usize,
    }

    impl Evaluate for Ignorance {
        fn push(&mut self, changes: &[Change]) {
            assert!(!changes.is_empty());
            self.plies += 1;
        }

        fn push_null(&mut self) {
            self.plies += 1;
        }

        fn is_learned(&self) -> bool {
            false
        }

        fn pop(&mut self) {
            self.plies -= 1;
        }

        fn evaluate(&mut self, position: &Position) -> i32 {
            assert_eq!(self.plies, position.ply());
            0
        }

        fn estimate(&self, position: &Position) -> i32 {
            assert_eq!(self.plies, position.ply());
            0
        }

        fn keys(&self) -> [u64; 4] {
            [0; 4]
        }
    }

    #[test]
    fn the_search_takes_any_evaluation_and_keeps_it_up_to_date() {
        let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
        let engine = Engine::new(&rules, EngineOptions { hash_mb: 1, threads: 1 }).unwrap();
        let position = Position::from_fen(&rules, "7k/R7/8/8/8/8/8/1R4K1 w - - 0 1").unwrap();
        let (limits, stop) = (Limits::depth(6), Stop::new());
        let given = Given {
            game: &engine.game,
            params: &engine.params,
            tt: &engine.tt,
            history: &engine.history,
            limits: &limits,
            stop: &stop,
            time: TimeManager::new(&limits, &engine.params, position.side_to_move(), engine.timer),
            noise: EvalNoise::default(),
            tables: None,
            at_root: AtRoot::Unknown,
        };
        let shared = Shared::new(given, 1);
        let moves = root_moves(&position, &limits, None);
        let evaluation = || Ignorance { plies: position.ply() };
        let best = run(&shared, &position, evaluation, 0, None, moves, &mut |_| {});
        assert_eq!(best.lines[0].score, Score::win_in(1));
    }
}
