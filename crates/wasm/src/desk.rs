//! Who answers.

use crate::game;
use crate::kept::Local;
use crate::question::{Question, Searched, Theme};
use crate::shelf::{Entry, Shelf};
use serde::Serialize;
use serde_json::{Value, json};
use spielraum_arcade::{Game, Source};
use spielraum_draw::{Style, View, picture};
pub use spielraum_engine::Timer;
use spielraum_engine::{Engine, EngineOptions, Limits, Stop, piece_values};
use spielraum_queries::analysis::{Findings, LONGEST};
use spielraum_queries::replay::{self, Replay};
use spielraum_queries::workshop::{WORKSHOP, faults, warnings};
use spielraum_queries::{Dictionary, Locale, Refusal, Translation, positions, record, setups, threats, variants};
use spielraum_rules::Position;
use spielraum_wire::{self as wire, AnalysisMessage, Checked, Lines, LinesRequest, PositionRequest, Problem};
use std::time::Duration;

/// The size of the engine's transposition table in megabytes.
const HASH_MB: usize = 32;

type Answer = Result<Value, Refusal>;

/// Answers questions about games, one after the other.
pub struct Desk {
    shelf: Shelf,
    /// The engine of the game that was searched last.
    engine: Option<(String, Engine)>,
    timer: Timer,
    /// The German of games' texts, once somebody has given it.
    german: Dictionary,
}

impl Desk {
    /// A desk at which time is measured by `timer`.
    pub fn new(timer: Timer) -> Self {
        Self { shelf: Shelf::default(), engine: None, timer, german: Dictionary::default() }
    }

    /// The answer to a question, `{"ok": ...}` or `{"refused": {"code": ..., "message": ...}}`. What is found on the way
    /// comes before. `file` is what comes with a question about a file, and empty with others.
    pub fn answer(&mut self, question: &[u8], file: &[u8], tell: &dyn Fn(&str)) -> String {
        let answer = match serde_json::from_slice(question) {
            Ok(question) => self.consider(question, file, tell),
            Err(error) => Err(Refusal::new("bad-message", format!("This question can't be read: {error}."))),
        };
        let told = match answer {
            Ok(value) => json!({ "ok": value }),
            Err(refusal) => json!({ "refused": Problem::from(refusal) }),
        };
        told.to_string()
    }

    fn consider(&mut self, question: Question, file: &[u8], tell: &dyn Fn(&str)) -> Answer {
        match question {
            Question::Variants => self.variants(&Translation::default()),
            Question::Gallery { language } => {
                let translation = self.translation(&language);
                self.variants(&translation)
            }
            Question::Words { text } => {
                self.german = Dictionary::read(&text).map_err(|error| Refusal::new("bad-words", error))?;
                Ok(Value::Null)
            }
            Question::Variant { id, options, language } => {
                let entry = self.shelf.entry(&id, &options)?;
                value(self.variant(&entry, &self.translation(&language)))
            }
            Question::Picture { id, options, view, theme } => {
                let view: View = view.parse().map_err(|error: String| Refusal::new("bad-query", error))?;
                let theme = match theme {
                    Theme::Light => spielraum_draw::Theme::Light,
                    Theme::Dark => spielraum_draw::Theme::Dark,
                };
                let game = self.shelf.entry(&id, &options)?.game;
                let (plain, lines) = (game.definition().is_tiled(), game.definition().lines().to_vec());
                value(picture(&game.rules().start(), view, &Style { theme, plain, lines, ..Style::default() }))
            }
            Question::Define { text } => value(self.shelf.define(text)),
            Question::Check { text, language } => {
                let translation = self.translation(&language);
                value(self.check(text, &translation))
            }
            Question::Position(request) => {
                let game = self.game(&request)?.game;
                let replay = Replay::new(game.rules(), request.fen.as_deref(), &request.moves, &forever)?;
                let view = replay.view(true);
                let left_out = replay::left_out(game.rules(), request.fen.as_deref());
                value(wire::Position { history: Some(replay.history), left_out, ..view })
            }
            Question::Lines(request) => value(self.lines(&request)?),
            Question::Threats(request) => {
                let (game, position) = (self.game(&request)?.game, self.position(&request)?);
                let worth = piece_values(game.rules(), &game.weights());
                value(threats::threats(&position, &worth, &forever)?)
            }
            Question::Setup(request) => {
                let entry = self.shelf.entry(&request.variant, &request.options)?;
                value(setups::set_up(entry.game.rules(), &request)?)
            }
            Question::Import(request) => {
                let told = record::read(&request.text)?;
                let entry = self.shelf.entry(&told.game, &told.options.iter().cloned().collect())?;
                value(record::imported(told, entry.game.rules(), entry.chosen(), &forever)?)
            }
            Question::Begin(begin) => {
                let entry = self.shelf.entry(&begin.request.variant, &begin.request.options)?;
                value(Local::begin(begin, &entry)?)
            }
            Question::Play(play) => {
                let entry = self.shelf.entry(play.game.variant(), play.game.options())?;
                value(game::play(play, &entry)?)
            }
            Question::Think { game, now } => self.think(&game, now),
            Question::Record { game, link, now } => {
                let entry = self.shelf.entry(game.variant(), game.options())?;
                value(game.written(&entry, now, &link)?)
            }
            Question::Analyse { position, multipv, id, milliseconds } => {
                let time = milliseconds.map_or(LONGEST, |time| LONGEST.min(Duration::from_millis(time)));
                self.analyse(&position, multipv, id, time, tell)
            }
            Question::Networks { id, options } => {
                let entry = self.shelf.entry(&id, &options)?;
                value(entry.game.networks().filter(|_| entry.network.is_none()).collect::<Vec<_>>())
            }
            Question::Network { id, options } => {
                let entry = self.shelf.learn(&id, &options, file)?;
                self.engine = self.engine.take().filter(|(key, _)| *key != entry.key);
                Ok(Value::Null)
            }
            Question::Search { position, nodes } => self.search(&position, nodes),
            Question::Perft { position, depth } => value(self.position(&position)?.perft(depth)),
        }
    }

    /// The language of a tag, and what texts are called in it.
    fn translation(&self, language: &str) -> Translation {
        let locale = Locale::preferred(language);
        let dictionary = if locale == Locale::De { self.german.clone() } else { Dictionary::default() };
        Translation { locale, dictionary }
    }

    fn variants(&mut self, translation: &Translation) -> Answer {
        let summary = |id| {
            let entry = self.shelf.entry(id, &wire::Options::new())?;
            let summary = variants::summary(entry.game.definition(), entry.game.rules());
            Ok(variants::summary_in(&summary, translation))
        };
        value(spielraum_catalogue::ids().map(summary).collect::<Result<Vec<_>, Refusal>>()?)
    }

    fn variant(&self, entry: &Entry, translation: &Translation) -> wire::Variant {
        variants::variant(
            &entry.id,
            &entry.game,
            self.shelf.text(&entry.id).unwrap_or_default().to_owned(),
            translation,
        )
    }

    /// A sound definition is taken in, so that it can be tried out.
    fn check(&mut self, text: String, translation: &Translation) -> Checked {
        let settings = Source::Text { name: WORKSHOP, text: &text };
        if let Err(report) = Game::load(settings, &[]) {
            return Checked { faults: faults(&report), warnings: Vec::new(), variant: None };
        }
        let warnings = warnings(&text);
        let id = self.shelf.define(text);
        let entry = self.shelf.entry(&id, &wire::Options::new());
        Checked {
            faults: Vec::new(),
            warnings,
            variant: entry.ok().map(|entry| Box::new(self.variant(&entry, translation))),
        }
    }

    fn lines(&mut self, request: &LinesRequest) -> Result<Lines, Refusal> {
        let LinesRequest { position, cell, piece, color } = request;
        match (piece, color) {
            (Some(piece), Some(color)) => {
                positions::lines_alone(self.game(position)?.game.rules(), (*color).into(), *piece, *cell)
            }
            _ => positions::lines(&self.position(position)?, *cell),
        }
    }

    fn think(&mut self, game: &Local, now: i64) -> Answer {
        let entry = self.shelf.entry(game.variant(), game.options())?;
        let (position, limits) = game.turn(&entry, now)?;
        let best = self.engine(&entry)?.choose(&position, &limits, &Stop::new(), &mut |_| {});
        value(best.best.map(|m| position.move_text(m)))
    }

    fn analyse(
        &mut self,
        request: &PositionRequest,
        multipv: u8,
        id: Option<u32>,
        time: Duration,
        tell: &dyn Fn(&str),
    ) -> Answer {
        let (entry, position) = (self.game(request)?, self.position(request)?);
        let mut findings = Findings::about(&position, multipv, id)?;
        let limits = Limits { time: Some(time), multi_pv: usize::from(multipv), ..Limits::default() };
        let mut observer = |info: &spielraum_engine::Info| {
            if let Some(text) = findings.after(info).and_then(|message| serde_json::to_string(&message).ok()) {
                tell(&text);
            }
        };
        self.engine(&entry)?.search(&position, &limits, &Stop::new(), &mut observer);
        value(AnalysisMessage::Done { id })
    }

    fn search(&mut self, request: &PositionRequest, nodes: u64) -> Answer {
        let (entry, position) = (self.game(request)?, self.position(request)?);
        self.engine = None;
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let best = self.engine(&entry)?.search(&position, &limits, &Stop::new(), &mut |_| {});
        value(Searched {
            best: best.best.map(|m| position.move_text(m)),
            depth: best.depth,
            nodes: best.nodes,
            milliseconds: best.time.as_millis() as u64,
        })
    }

    fn game(&mut self, request: &PositionRequest) -> Result<Entry, Refusal> {
        self.shelf.entry(&request.variant, &request.options)
    }

    fn position(&mut self, request: &PositionRequest) -> Result<Position, Refusal> {
        let rules = self.game(request)?.game.rules().clone();
        replay::play_through(&rules, request.fen.as_deref(), &request.moves, &forever, |_, _| {})
    }

    /// The engine for a game, which remembers what it found about the same game before.
    fn engine(&mut self, entry: &Entry) -> Result<&mut Engine, Refusal> {
        let engine = match self.engine.take() {
            Some((key, engine)) if key == entry.key => engine,
            other => {
                let options = EngineOptions { hash_mb: HASH_MB, threads: 1 };
                let engine = entry.engine(options, other.map(|(_, engine)| engine));
                let mut engine = engine.map_err(|error| Refusal::new("no-engine", error))?;
                engine.set_timer(self.timer);
                engine
            }
        };
        Ok(&mut self.engine.insert((entry.key.clone(), engine)).1)
    }
}

/// The only caller here has the whole machine.
fn forever() -> Result<(), Refusal> {
    Ok(())
}

fn value(answer: impl Serialize) -> Answer {
    serde_json::to_value(answer).map_err(|error| Refusal::new("internal", error))
}
