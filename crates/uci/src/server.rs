//! What the engine does at each command. A line that can't be obeyed is answered by an error, but for `go`, which always has a
//! `bestmove`.

use crate::command::{self, Base, Command, Go};
use crate::host::Host;
use crate::moves::{parse_move, parse_turn};
use crate::options::{EMPTY, Known, Number, Settings};
use crate::output::Output;
use crate::thinking::{Task, Thinking, Wake};
use crate::variants::Variants;
use crate::waiting::Waiting;
use spielraum_arcade::{Game, is_path};
use spielraum_engine::{Clock, Engine, EngineOptions, Level, Limits, Network, Tablebase};
use spielraum_language::GameOption;
use spielraum_language::nearest;
use spielraum_rules::{ByColor, Color, Move, Position};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The engine's side of the conversation.
pub struct Server {
    output: Output,
    variants: Variants,
    settings: Settings,
    variant: String,
    game: Game,
    draw: Draw,
    host: Host,
    /// A network that was handed over, for this game.
    given: Option<Arc<Network>>,
    /// The position to think about, and how the other program described it.
    position: Position,
    described: command::Position,
    /// Why the last `position` was refused, if it was: then there is nothing to think about.
    refused: Option<Refusal>,
    mind: Mind,
    /// Commands that wait until the engine is idle.
    pub(crate) waiting: Waiting,
    /// What a search calls at its end.
    pub(crate) wake: Arc<dyn Fn() + Send + Sync>,
}

/// Draws a position as text, for the command `d`.
pub type Draw = Box<dyn Fn(&Position) -> String>;

/// Where the engine is.
enum Mind {
    Idle(Box<Engine>),
    Thinking(Thinking),
    /// Between two states, and after a search that failed.
    Nowhere,
}

/// What can't be done, in words for the other program's user.
type Refusal = String;

/// How long to think where a `go` has limits of which none can be read.
const FALLBACK: Duration = Duration::from_secs(1);

/// The most illegal moves of one `searchmoves` that are reported.
const MOST_REPORTED: usize = 4;

/// The answer to `go` where there is no position to think about.
const NO_POSITION: &str = "bestmove 0000";

impl Server {
    /// A server whose first game is `game`.
    pub fn new(game: Game, draw: Draw, output: Output, host: Host) -> Result<Self, String> {
        let mut variants = Variants::new().map_err(|report| report.to_string())?;
        let mut variant = game.id().to_owned();
        if is_path(game.name()) {
            let (added, faults) = variants.add_path(game.name());
            variant = added.into_iter().next().ok_or_else(|| faults.join("\n"))?;
        }
        let settings = if host.alone { Settings { threads: 1, ..Settings::default() } } else { Settings::default() };
        let engine = engine_for(&game, &settings, game.network(), &host)?;
        let position = game.rules().start();
        let described = command::Position { base: Base::Start, moves: Vec::new() };
        let mind = Mind::Idle(Box::new(engine));
        let (waiting, wake) = (Waiting::default(), Arc::new(|| ()));
        let (refused, given) = (None, None);
        Ok(Self {
            output,
            variants,
            settings,
            variant,
            game,
            draw,
            host,
            given,
            position,
            described,
            refused,
            mind,
            waiting,
            wake,
        })
    }

    /// Evaluates by the network in a file's bytes until another game is chosen.
    pub fn learn(&mut self, file: &[u8]) -> Result<(), String> {
        let network = Network::read(self.game.rules(), file).map_err(|error| error.to_string())?;
        let before = self.given.replace(Arc::new(network));
        self.set_networks(|_| {}).inspect_err(|_| self.given = before)
    }

    /// Reports that a line could not be obeyed.
    pub(crate) fn refuse(&self, why: &str) -> io::Result<()> {
        self.output.inform(&format!("error: {why}"))
    }

    /// Reports something else to the user.
    pub(crate) fn inform(&self, text: &str) -> io::Result<()> {
        self.output.inform(text)
    }

    /// Ends at once.
    pub(crate) fn quit(self) {
        if let Mind::Thinking(thinking) = self.mind {
            thinking.stop();
            let _ = thinking.join();
        }
    }

    /// Obeys a command, or says why it can't be obeyed.
    pub(crate) fn carry_out(&mut self, command: Command) -> io::Result<()> {
        match self.try_to(command)? {
            Ok(()) => Ok(()),
            Err(refusal) => self.refuse(&refusal),
        }
    }

    fn try_to(&mut self, command: Command) -> io::Result<Result<(), Refusal>> {
        match command {
            Command::Uci => self.introduce()?,
            Command::IsReady => self.output.say("readyok")?,
            // What is not running need not be stopped.
            Command::Stop => _ = self.thinking().map(Thinking::stop),
            Command::PonderHit => match self.thinking() {
                Some(thinking) => thinking.ponder_hit(),
                None => return Ok(Err("`ponderhit` without `go ponder`".into())),
            },
            Command::Display => self.display()?,
            Command::Nothing | Command::Quit => {}
            Command::NewGame => return Ok(self.with_engine(Engine::clear)),
            Command::SetOption { name, value } => return self.set_option(&name, value.unwrap_or_default()),
            Command::Position(described) => {
                let set = self.set_position(described)?;
                self.refused = set.as_ref().err().cloned();
                return Ok(set);
            }
            Command::Go(go) => self.go(&go)?,
        }
        Ok(Ok(()))
    }

    fn introduce(&self) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        let options = self.settings.declaration(&self.variants, &self.variant, self.host.alone);
        self.output.say(&format!("id name Spielraum {version}\nid author the Spielraum authors\n{options}\nuciok"))
    }

    fn display(&mut self) -> io::Result<()> {
        let (position, title) = (&self.position, self.game.title());
        let result = position
            .outcome()
            .map_or(String::new(), |outcome| format!("\n{}", outcome.said(position.rules().spec().sides)));
        let board = (self.draw)(position);
        if self.refused.is_some() {
            self.inform("the last `position` was refused; this is the one before it")?;
        }
        self.output.say(&format!("{title}\n\n{board}\nFen: {}{result}", position.fen()))
    }

    /// The search that is running, or has just ended.
    pub(crate) fn thinking(&self) -> Option<&Thinking> {
        if let Mind::Thinking(thinking) = &self.mind { Some(thinking) } else { None }
    }

    /// Takes the engine back from a search that has answered.
    pub(crate) fn collect_engine(&mut self) {
        if self.thinking().is_some_and(Thinking::is_over)
            && let Mind::Thinking(thinking) = std::mem::replace(&mut self.mind, Mind::Nowhere)
            && let Some(engine) = thinking.join()
        {
            self.mind = Mind::Idle(Box::new(engine));
        }
    }

    /// The engine, unless it is thinking.
    fn idle(&mut self) -> Result<&mut Engine, Refusal> {
        if matches!(self.mind, Mind::Nowhere) {
            let network = self.network(&self.settings)?;
            let engine = engine_for(&self.game, &self.settings, network, &self.host)?;
            self.mind = Mind::Idle(Box::new(engine));
        }
        match &mut self.mind {
            Mind::Idle(engine) => Ok(engine),
            _ => Err("the engine is thinking".into()),
        }
    }

    fn with_engine(&mut self, action: impl FnOnce(&mut Engine)) -> Result<(), Refusal> {
        self.idle().map(action)
    }

    fn set_option(&mut self, name: &str, value: String) -> io::Result<Result<(), Refusal>> {
        if let Err(refusal) = self.idle() {
            return Ok(Err(refusal));
        }
        let value = if value == EMPTY { String::new() } else { value };
        let Some(option) = Known::find(name).filter(|option| option.exists(self.host.alone)) else {
            return Ok(match self.variants.choose(name, &value) {
                Some(chosen) => {
                    chosen.and_then(|game| if game == self.variant { self.set_variant(&game) } else { Ok(()) })
                }
                None => Err(self.no_such_option(name)),
            });
        };
        Ok(match option {
            Known::Number(number) => number.read(&value).and_then(|value| self.set_number(number, value)),
            Known::Clear => self.with_engine(Engine::clear),
            Known::Ponder => flag(&value).map(|_| ()),
            Known::Analyse => flag(&value).map(|on| self.settings.analyse = on),
            Known::LimitStrength => flag(&value).map(|on| self.settings.limit_strength = on),
            Known::Variant => self.set_variant(&value),
            Known::Weights => self.set_weights(value),
            Known::EvalFile => self.set_networks(|settings| settings.eval_file = value),
            Known::UseNnue => flag(&value).and_then(|on| self.set_networks(|settings| settings.use_nnue = on)),
            Known::EndgamePath => self.set_tables(value),
            Known::Param(param) => self.set_param(param.name, &value),
            Known::VariantPath => return self.add_path(&value),
        }
        .map_err(|refusal| format!("{name}: {refusal}")))
    }

    fn no_such_option(&self, name: &str) -> Refusal {
        let shown: String = name.chars().take(60).collect();
        let of_games: Vec<String> = self.variants.options().map(|(name, _)| name).collect();
        let mut known: Vec<&str> = of_games.iter().map(String::as_str).collect();
        known.extend(Known::names(self.host.alone));
        match nearest(&shown, known).first() {
            Some(near) => format!("there is no option `{shown}`; did you mean `{near}`?"),
            None => format!("there is no option `{shown}`; `uci` lists them"),
        }
    }

    fn set_number(&mut self, number: Number, value: usize) -> Result<(), Refusal> {
        match number {
            Number::Hash => {
                self.idle()?.set_hash(value).map_err(|error| error.to_string())?;
                self.settings.hash = value;
            }
            Number::Threads => {
                self.idle()?.set_threads(value).map_err(|error| error.to_string())?;
                self.settings.threads = value;
            }
            Number::MultiPv => self.settings.multi_pv = value,
            Number::Elo => self.settings.elo = value,
            Number::Level => {
                self.settings.level =
                    u8::try_from(value).ok().and_then(Level::new).filter(|level| level.number() < Level::MAX);
            }
            Number::Overhead => self.settings.overhead = Duration::from_millis(value as u64),
        }
        Ok(())
    }

    /// Goes over to another game, or the same one with other options, at its start.
    fn set_variant(&mut self, name: &str) -> Result<(), Refusal> {
        let game = self.variants.load(name)?;
        self.idle()?;
        let Mind::Idle(engine) = std::mem::replace(&mut self.mind, Mind::Nowhere) else { return Ok(()) };
        self.mind = Mind::Idle(Box::new(game.engine_from(*engine)));
        self.position = game.rules().start();
        self.described = command::Position { base: Base::Start, moves: Vec::new() };
        self.refused = None;
        // Weights and networks from files are another game's.
        self.given = None;
        self.settings.weights = String::new();
        self.settings.eval_file = String::new();
        (self.game, self.variant) = (game, name.to_owned());
        // There need not be tables of every game.
        if let Err(refusal) = self.set_tables(self.settings.endgame_path.clone()) {
            let _ = self.output.inform(&format!("EndgamePath: {refusal}"));
        }
        self.set_networks(|_| {})
    }

    fn set_weights(&mut self, path: String) -> Result<(), Refusal> {
        let weights = match path.as_str() {
            "" => self.game.weights(),
            path => self.game.weights_from(Path::new(path)).map_err(|error| error.to_string())?,
        };
        self.idle()?.set_weights(weights).map_err(|error| error.to_string())?;
        self.set_networks(|settings| settings.weights = path)
    }

    /// Changes what says which network to use, and uses it. On an error nothing changes.
    fn set_networks(&mut self, change: impl FnOnce(&mut Settings)) -> Result<(), Refusal> {
        let mut settings = self.settings.clone();
        change(&mut settings);
        let network = self.network(&settings)?;
        self.idle()?.set_network(network).map_err(|error| error.to_string())?;
        self.settings = settings;
        Ok(())
    }

    /// The network that evaluates positions: of a file, or one that was handed over, or the one that comes with the program,
    /// unless weights are set.
    fn network(&self, settings: &Settings) -> Result<Option<Arc<Network>>, Refusal> {
        match settings.eval_file.as_str() {
            _ if !settings.use_nnue => Ok(None),
            "" if !settings.weights.is_empty() => Ok(None),
            "" => Ok(self.given.clone().or_else(|| self.game.network())),
            path => self.game.network_from(Path::new(path)).map(Some).map_err(|error| error.to_string()),
        }
    }

    /// Uses the endgame tables of a folder, or none. On an error nothing changes.
    fn set_tables(&mut self, path: String) -> Result<(), Refusal> {
        let tables = tables_for(&self.game, &path, &self.host)?;
        self.idle()?.set_tables(tables);
        self.settings.endgame_path = path;
        Ok(())
    }

    /// Changes a number of the search techniques.
    fn set_param(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        let mut params = self.settings.params.clone();
        let value = value.parse().map_err(|_| format!("`{value}` is not a whole number"))?;
        params.set(name, value).map_err(|error| error.to_string())?;
        self.idle()?.set_params(params.clone()).map_err(|error| error.to_string())?;
        self.settings.params = params;
        Ok(())
    }

    /// Adds games, and declares what has changed of the options.
    fn add_path(&mut self, path: &str) -> io::Result<Result<(), Refusal>> {
        if path.is_empty() {
            return Ok(Ok(()));
        }
        let (added, faults) = self.variants.add_path(path);
        if !added.is_empty() {
            self.output.inform(&format!("added {}", added.join(", ")))?;
            let declaration = self.settings.declaration(&self.variants, &self.variant, self.host.alone);
            let changed = |line: &&str| {
                line.starts_with("option name UCI_Variant")
                    || added.iter().any(|name| line.starts_with(&format!("option name {name}.")))
            };
            self.output.say(&declaration.lines().filter(changed).collect::<Vec<_>>().join("\n"))?;
        }
        Ok(if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) })
    }

    fn set_position(&mut self, described: command::Position) -> io::Result<Result<(), Refusal>> {
        // Programs send all moves each time; only those that are new need to be read.
        let known = if described.base == self.described.base && described.moves.starts_with(&self.described.moves) {
            self.described.moves.len()
        } else {
            0
        };
        if let Base::Fen(fen) = &described.base
            && known == 0
            && let Err(refusal) = self.choose_start(fen)
        {
            return Ok(Err(refusal));
        }
        let (mut position, left_out) = match &described.base {
            _ if known > 0 => (self.position.clone(), Vec::new()),
            Base::Start => (self.game.rules().start(), Vec::new()),
            Base::Fen(fen) => match Position::read(self.game.rules(), fen) {
                Ok(read) => read,
                Err(error) => return Ok(Err(error.to_string())),
            },
        };
        for text in &described.moves[known..] {
            match parse_turn(&position, text) {
                Ok(moves) => moves.into_iter().for_each(|m| position.make(m)),
                Err(error) => return Ok(Err(error.to_string())),
            }
        }
        (self.position, self.described) = (position, described);
        for left_out in left_out {
            self.inform(&left_out.to_string())?;
        }
        Ok(Ok(()))
    }

    /// In a game whose start is shuffled (G16), goes over to the order in which a FEN has the pieces at home: the castling moves are
    /// those of the order.
    fn choose_start(&mut self, fen: &str) -> Result<(), Refusal> {
        let definition = self.game.definition();
        let Some((option, value)) = definition.value_for_start(fen) else { return Ok(()) };
        let is_chosen = |known: &GameOption| known.name == option && (known.value == value || known.fixed);
        if definition.options().iter().any(is_chosen) {
            return Ok(());
        }
        if let Some(chosen) = self.variants.choose(&format!("{}.{option}", self.variant), &value) {
            let variant = chosen?;
            self.set_variant(&variant)?;
        }
        Ok(())
    }

    /// Has no position to think about until another one comes.
    pub(crate) fn forget_position(&mut self, why: Refusal) {
        self.refused = Some(why);
    }

    /// Thinks. Whatever is wrong, there is an answer.
    fn go(&mut self, go: &Go) -> io::Result<()> {
        for fault in &go.faults {
            self.refuse(&fault.to_string())?;
        }
        let ready = match self.refused.clone() {
            Some(why) => Err(format!("there is no position to think about, since the last one was refused: {why}")),
            None => self.idle().map(|_| ()),
        };
        if let Err(refusal) = ready {
            self.refuse(&refusal)?;
            return if go.perft.is_some() { Ok(()) } else { self.output.say(NO_POSITION) };
        }
        let task = match go.perft {
            Some(depth) => Task::Perft(depth),
            None => Task::Search { limits: Box::new(self.limits(go)?), mate: go.mate },
        };
        let Mind::Idle(engine) = std::mem::replace(&mut self.mind, Mind::Nowhere) else { return Ok(()) };
        let wake = self.wake.clone();
        let wake: Wake = Box::new(move || wake());
        self.mind = Mind::Thinking(Thinking::start(
            *engine,
            self.position.clone(),
            task,
            self.output.clone(),
            wake,
            self.host.alone,
        ));
        Ok(())
    }

    fn limits(&self, go: &Go) -> io::Result<Limits> {
        let bare = go.is_bare();
        Ok(Limits {
            depth: go.depth,
            nodes: go.nodes,
            time: go.move_time.or((!bare && !go.has_limit()).then_some(FALLBACK)),
            clock: clocks(go),
            overhead: self.settings.overhead,
            infinite: go.infinite || bare,
            ponder: go.ponder,
            multi_pv: self.settings.multi_pv,
            level: self.settings.playing_level(),
            moves: self.search_moves(go)?,
            seed: (self.host.seed)(),
        })
    }

    /// The legal ones of the moves to search; none, which means all, if there are no others.
    fn search_moves(&self, go: &Go) -> io::Result<Vec<Move>> {
        let Some(texts) = &go.search_moves else { return Ok(Vec::new()) };
        let (mut moves, mut illegal) = (Vec::new(), 0);
        for text in texts {
            match parse_move(&self.position, text) {
                Ok(m) => moves.push(m),
                Err(error) => {
                    illegal += 1;
                    if illegal <= MOST_REPORTED {
                        self.refuse(&format!("searchmoves: {error}"))?;
                    }
                }
            }
        }
        if moves.is_empty() {
            self.refuse("`searchmoves` names no legal move; all moves are searched")?;
        }
        Ok(moves)
    }
}

/// The clocks that `go` gives; if only one side's is given, the other has as much.
fn clocks(go: &Go) -> Option<ByColor<Clock>> {
    let any = go.time[0].or(go.time[1])?;
    Some(ByColor::new(|color: Color| Clock {
        remaining: go.time[color as usize].unwrap_or(any),
        increment: go.increment[color as usize],
        moves_to_go: go.moves_to_go,
    }))
}

fn flag(value: &str) -> Result<bool, Refusal> {
    match value {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("`{value}` is neither `true` nor `false`")),
    }
}

/// An engine for a game, as it is set.
fn engine_for(game: &Game, settings: &Settings, network: Option<Arc<Network>>, host: &Host) -> Result<Engine, Refusal> {
    let options = EngineOptions { hash_mb: settings.hash, threads: settings.threads };
    let mut engine = game.engine(options).map_err(|error| error.to_string())?;
    if let Some(timer) = host.timer {
        engine.set_timer(timer);
    }
    if !settings.weights.is_empty() {
        let weights = game.weights_from(Path::new(&settings.weights)).map_err(|error| error.to_string())?;
        engine.set_weights(weights).map_err(|error| error.to_string())?;
    }
    engine.set_network(network).map_err(|error| error.to_string())?;
    engine.set_params(settings.params.clone()).map_err(|error| error.to_string())?;
    // Those of a folder that was good when it was set may be gone.
    engine.set_tables(tables_for(game, &settings.endgame_path, host).unwrap_or_default());
    Ok(engine)
}

/// The endgame tables of a game in a folder; none if no folder is named.
fn tables_for(game: &Game, path: &str, host: &Host) -> Result<Option<Arc<dyn Tablebase>>, Refusal> {
    if path.is_empty() {
        return Ok(None);
    }
    (host.tables)(game, Path::new(path)).map(Some)
}

#[cfg(test)]
mod tests;
