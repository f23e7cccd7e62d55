//! `spielraum learn`: a network that evaluates a game's positions, learned from its rules.

use super::match_args::parse_elos;
use crate::failure::{Answer, CommandResult, Failure};
use crate::game_args::{GameArgs, SettingArgs};
use crate::progress::Progress;
use clap::{Args, Subcommand};
use spielraum_arcade::Game;
use spielraum_engine::Network;
use spielraum_learn::{
    DataPlan, Event, LearnError, Run, RunPlan, Samples, Threads, Training, TrainingPlan, Trial, TrialOutcome,
    TrialPlan, play_games, write_whole,
};
use spielraum_matches::{Budget, Sprt, Verdict};
use std::io::Write;
use std::path::PathBuf;

/// The arguments of `learn`.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = include_str!("../../help/learn.txt"))]
pub struct LearnArgs {
    #[command(subcommand)]
    step: Option<Step>,
    /// A game: an id of the catalogue (see `spielraum games`) or the path of a definition file
    #[arg(required = true)]
    game: Option<String>,
    #[command(flatten)]
    settings: SettingArgs,
    #[command(flatten)]
    run: RunArgs,
}

#[derive(Subcommand)]
enum Step {
    /// Play games of the engine against itself and keep their quiet positions in a file
    Data(DataCommand),
    /// Fit a network to the positions of such files
    Train(TrainCommand),
    /// Match a network against the hand-crafted evaluation or another network
    Match(TrialCommand),
}

#[derive(Args)]
struct RunArgs {
    /// The folder of all files; an interrupted run resumes there [default: GAME.learn]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// How many generations to run; stops earlier when two networks in a row fail
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=999))]
    generations: u32,
    /// How many processors to use; the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Begin with the network of this file: it plays the first games, the first network must beat it, and each training starts
    /// with the weights of the best so far [default: with the hand-crafted evaluation, and weights left to chance]
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    data: DataArgs,
    #[command(flatten)]
    training: TrainingArgs,
    #[command(flatten)]
    trial: TrialArgs,
}

#[derive(Args)]
struct DataCommand {
    #[command(flatten)]
    game: GameArgs,
    /// The file of games; missing games are added to an existing file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Play with the network of this file [default: with the hand-crafted evaluation]
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// How many games to play at a time; the games do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    data: DataArgs,
}

#[derive(Args)]
struct TrainCommand {
    #[command(flatten)]
    game: GameArgs,
    /// Another game whose armies are to share the network: the same pieces, cells and hands; files of games in which armies of
    /// any of these games meet are learned from
    #[arg(long = "with", value_name = "GAME")]
    others: Vec<String>,
    /// Files of games that `learn data` has made
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Write the network to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Start with the weights of this network; it may have fewer hidden units than --hidden says [default: weights left to
    /// chance]
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Save the state after each epoch in this file, and resume from it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// The seed of the first weights and of the order of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    training: TrainingArgs,
}

#[derive(Args)]
struct TrialCommand {
    #[command(flatten)]
    game: GameArgs,
    /// The file of the network
    #[arg(long, value_name = "FILE")]
    network: PathBuf,
    /// Play against the network of this file [default: the hand-crafted evaluation]
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Save played games in this file, and resume from it
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// How many games to play at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    trial: TrialArgs,
}

#[derive(Args)]
struct DataArgs {
    /// How many games the engine plays against itself
    #[arg(long, default_value_t = DataPlan::DEFAULT.games, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// How many positions it looks at for each move; 0: it searches nothing and makes the best of a few random moves
    /// [default: 200, or 0 in games so large that searches are slow, as long as there is no network]
    #[arg(long)]
    nodes: Option<u64>,
    /// With how many random plies, or one more, each game opens
    #[arg(long, value_name = "PLIES", default_value_t = DataPlan::DEFAULT.openings as u16, value_parser = clap::value_parser!(u16).range(..=200))]
    openings: u16,
    /// A game of this many plies is a draw
    #[arg(long, value_name = "N", default_value_t = DataPlan::DEFAULT.longest as u16, value_parser = clap::value_parser!(u16).range(1..))]
    max_plies: u16,
    /// How many positions, one or two random moves away from each position of a game, are kept with their static evaluation
    /// [default: 0, or 3 in games so large that searches are slow]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=10_000))]
    nearby: Option<u16>,
}

#[derive(Args)]
struct TrainingArgs {
    /// Hidden units for each side's view, a multiple of 16 [default: 32 to 64, by the game's size; with --start as many as that
    /// network has]
    #[arg(long, value_name = "N")]
    hidden: Option<usize>,
    /// The number of epochs [default: 10; with --start 2]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: Option<u32>,
    /// The batch size
    #[arg(long, value_name = "N", default_value_t = TrainingPlan::DEFAULT.batch as u32, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    batch: u32,
    /// The initial learning rate [default: 0.001; with --start 0.0003]
    #[arg(long, value_parser = share)]
    rate: Option<f32>,
    /// The weight of game results against search scores, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = TrainingPlan::DEFAULT.results, value_parser = share)]
    results: f32,
    /// How much of a position's score is that of the next position of its game, and so on to the result, from 0 to 1:
    /// TD(λ). Games with positions nearby keep their scores
    #[arg(long, value_name = "SHARE", default_value_t = TrainingPlan::DEFAULT.td_lambda, value_parser = share)]
    td_lambda: f32,
}

#[derive(Args)]
struct TrialArgs {
    /// The limit of both players in the match: time=100ms, nodes=5000 or depth=6
    #[arg(long, value_name = "LIMIT", default_value = "time=100ms", value_parser = Budget::parse)]
    limit: Budget,
    /// How many pairs of games are played at most
    #[arg(long, default_value_t = TrialPlan::DEFAULT.pairs, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pairs: u64,
    /// The test that ends the match and keeps the network if it finds ELO1 rather than ELO0
    #[arg(long, value_name = "ELO0:ELO1", default_value = "0:20", value_parser = parse_elos)]
    sprt: (f64, f64),
}

impl DataArgs {
    fn plan(&self, game: &Game, seed: u64) -> DataPlan {
        let usual = DataPlan::of(game.rules());
        DataPlan {
            games: self.games,
            nodes: self.nodes.unwrap_or(usual.nodes),
            openings: usize::from(self.openings),
            longest: usize::from(self.max_plies),
            nearby: self.nearby.map_or(usual.nearby, usize::from),
            seed,
        }
    }
}

impl TrainingArgs {
    fn plan(&self, game: &Game, start: Option<&Network>, seed: u64) -> TrainingPlan {
        let usual = TrainingPlan::of(game.rules(), start);
        TrainingPlan {
            hidden: self.hidden.unwrap_or(usual.hidden),
            epochs: self.epochs.unwrap_or(usual.epochs),
            batch: self.batch as usize,
            rate: self.rate.unwrap_or(usual.rate),
            results: self.results,
            td_lambda: self.td_lambda,
            seed,
        }
    }
}

impl TrialArgs {
    fn plan(&self, seed: u64) -> TrialPlan {
        let (elo0, elo1) = self.sprt;
        let usual = TrialPlan::DEFAULT;
        TrialPlan { budget: self.limit, pairs: self.pairs, sprt: Sprt { elo0, elo1, ..usual.sprt }, seed, ..usual }
    }
}

impl LearnArgs {
    /// Learns, or does one step of it.
    pub fn run(self) -> CommandResult {
        match self.step {
            Some(Step::Data(data)) => data.run(),
            Some(Step::Train(train)) => train.run(),
            Some(Step::Match(trial)) => trial.run(),
            // Without a step the command line must name a game.
            None => {
                let game = GameArgs { game: self.game.unwrap_or_default(), settings: self.settings };
                self.run.run(&game.load()?)
            }
        }
    }
}

impl RunArgs {
    fn run(self, game: &Game) -> CommandResult {
        threads(self.threads)?;
        let folder = self.folder.clone().unwrap_or_else(|| PathBuf::from(format!("{}.learn", game.id())));
        let start = self.start.as_deref().map(|path| game.network_from(path)).transpose()?;
        let plan = RunPlan {
            generations: self.generations,
            data: self.data.plan(game, self.seed),
            training: self.training.plan(game, start.as_deref(), self.seed),
            trial: self.trial.plan(self.seed),
            start,
        };
        let mut out = std::io::stdout();
        let (mut teller, mut written) = (Teller::default(), Ok(()));
        let mut run = Run::new(game, &plan, &folder)?;
        let summary = run.run(&mut Threads(usize::from(self.threads)), &mut |event| {
            teller.tell(event);
            if let Event::Generation { generation, kept, elo } = event {
                let elo = elo.map_or(String::new(), |elo| format!(", {elo:+.0} Elo"));
                let fate = if *kept { "kept" } else { "dropped" };
                written = writeln!(out, "generation {generation}: {fate}{elo}");
            }
        })?;
        written?;
        let best = summary.best.map(|best| run.network_path(best).display().to_string());
        let before = self.start.map_or_else(|| "the classical evaluation".into(), |path| path.display().to_string());
        writeln!(out, "best: {}", best.as_ref().unwrap_or(&before))?;
        Ok(if best.is_some() { Answer::Yes } else { Answer::No })
    }
}

impl DataCommand {
    fn run(self) -> CommandResult {
        let game = self.game.load()?;
        let network = self.network.as_deref().map(|path| game.network_from(path)).transpose()?;
        let (mut teller, mut told) = (Teller::default(), None);
        let (plan, mut crew) = (self.data.plan(&game, self.seed), Threads(usize::from(self.threads)));
        play_games(&game, network.as_ref(), &plan, &self.out, &mut crew, &mut |event| {
            teller.tell(&event);
            told = Some(event);
        })?;
        drop(teller);
        if let Some(Event::Game { games, positions, .. }) = told {
            writeln!(std::io::stdout(), "{games} games, {positions} positions")?;
        }
        Ok(Answer::Yes)
    }
}

impl TrainCommand {
    fn run(self) -> CommandResult {
        let game = self.game.load()?;
        let others = self.others.into_iter().map(|game| GameArgs { game, settings: SettingArgs::default() }.load());
        let others = others.collect::<Result<Vec<Game>, _>>()?;
        let rules: Vec<_> = std::iter::once(&game).chain(&others).map(Game::rules).collect();
        let start = self.start.as_deref().map(|path| game.network_from(path)).transpose()?;
        let samples = Samples::read(&rules, &self.data, self.training.td_lambda)?;
        let mut out = std::io::stdout();
        let mut written = writeln!(out, "{}", json(&samples.event()));
        let plan = self.training.plan(&game, start.as_deref(), self.seed);
        let training = Training::new(&samples, plan)?.starting_with(start.as_deref())?;
        let network = training.run(self.checkpoint.as_deref(), &mut |event| {
            written = written.as_ref().map_or(Ok(()), |()| writeln!(out, "{}", json(&event)));
        })?;
        written?;
        write_whole(&self.out, &network.write().map_err(Failure::input)?)?;
        Ok(Answer::Yes)
    }
}

impl TrialCommand {
    fn run(self) -> CommandResult {
        let game = self.game.load()?;
        let network = game.network_from(&self.network)?;
        let before = self.against.as_deref().map(|path| game.network_from(path)).transpose()?;
        let plan = self.trial.plan(self.seed);
        let trial = Trial { game: &game, network: &network, before: before.as_ref(), plan: &plan };
        let mut teller = Teller::default();
        let outcome = trial
            .run(self.log.as_deref(), &mut Threads(usize::from(self.threads)), &mut |event| teller.tell(&event))?;
        drop(teller);
        writeln!(std::io::stdout(), "{}", in_words(&outcome))?;
        Ok(if outcome.verdict == Verdict::Alternative { Answer::Yes } else { Answer::No })
    }
}

fn in_words(outcome: &TrialOutcome) -> String {
    let verdict = match outcome.verdict {
        Verdict::Open => "not decided",
        Verdict::Null => "no better",
        Verdict::Alternative => "better",
    };
    let elo = outcome
        .pairs
        .elo()
        .map_or(String::new(), |elo| format!(", Elo {:+.0} (95 %: {:+.0} to {:+.0})", elo.value, elo.low, elo.high));
    let counts = outcome.pairs.0.map(|count| count.to_string()).join(" ");
    format!("{verdict}: {} pairs, {counts} with 0, ½, 1, 1½ and 2 points{elo}", outcome.pairs.count())
}

/// Shows on a terminal what happens.
#[derive(Default)]
struct Teller(Option<(&'static str, Progress)>);

impl Teller {
    fn tell(&mut self, event: &Event) {
        let (what, of, done, standing) = match event {
            Event::Game { games, of, positions } => ("games", *of, *games, format!("{positions} positions")),
            Event::Epoch { epoch, of, loss, test_loss } => (
                "epochs",
                u64::from(*of),
                u64::from(*epoch),
                format!("loss {loss:.5}, of those kept aside {test_loss:.5}"),
            ),
            Event::Pairs { pairs, of, elo, llr, .. } => {
                let elo = elo.map_or(String::new(), |[elo, ..]| format!(", Elo {elo:+.0}"));
                ("pairs", *of, *pairs, format!("LLR {llr:.2}{elo}"))
            }
            Event::Samples { .. } | Event::Generation { .. } => return,
        };
        let other = self.0.take().filter(|(shown, _)| *shown == what);
        let (_, progress) = self.0.insert(other.unwrap_or_else(|| (what, Progress::new(of))));
        progress.reach(done, &format!("of {of} {what}; {standing}"));
    }
}

fn json(event: &Event) -> String {
    serde_json::to_string(event).unwrap_or_default()
}

/// Lets the trainer use this many processors.
fn threads(count: u16) -> CommandResult<()> {
    rayon::ThreadPoolBuilder::new().num_threads(usize::from(count)).build_global().map_err(Failure::input)
}

fn share(text: &str) -> Result<f32, String> {
    let number = text.parse::<f32>().ok().filter(|share| (0.0..=1.0).contains(share));
    number.ok_or_else(|| "a number from 0 to 1 was expected".into())
}

impl From<LearnError> for Failure {
    fn from(error: LearnError) -> Self {
        Self::input(error)
    }
}
