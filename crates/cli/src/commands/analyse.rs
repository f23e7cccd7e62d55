//! `spielraum analyse`: what the engine thinks of a position, while it thinks.

use crate::commands::endgame;
use crate::failure::{Answer, CommandResult, Failure};
use crate::game_args::{GameArgs, PositionArgs};
use crate::view;
use clap::Args;
use serde_json::json;
use spielraum_endgames::Tables;
use spielraum_engine::{Bound, EngineOptions, Info, Limits, ScoreKind, Stop};
use spielraum_matches::duration;
use spielraum_rules::{Color, Position};
use spielraum_uci::line_texts;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How long a position is thought about if nothing is said.
const USUAL_TIME: Duration = Duration::from_secs(10);

/// The arguments of `analyse`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/analyse.txt"))]
pub struct AnalyseArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Make these moves first
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
    /// How many of the best lines to show
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    multipv: u16,
    /// Search for this long, as in 500ms, 10s or 2m [default: 10s, without --depth and --nodes]
    #[arg(long, value_parser = parse_duration)]
    time: Option<Duration>,
    /// Search this many plies deep
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Search this many positions
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The size of the hash table in MB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// Search with this many threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Evaluate positions with the network of this file
    #[arg(long, value_name = "FILE", conflicts_with = "no_nnue")]
    eval_file: Option<PathBuf>,
    /// Use the hand-crafted evaluation even where the game has a network
    #[arg(long)]
    no_nnue: bool,
    /// Use the endgame tables of this folder
    #[arg(long, value_name = "FOLDER")]
    endgames: Option<PathBuf>,
    /// Print one JSON object for each line
    #[arg(long)]
    json: bool,
}

impl AnalyseArgs {
    /// Thinks and prints.
    pub fn run(self) -> CommandResult {
        let game = self.game.load()?;
        let mut position = self.position.position(game.rules())?;
        position = after_moves(position, &self.moves)?;
        let options = EngineOptions { hash_mb: self.hash as usize, threads: usize::from(self.threads) };
        let mut engine = game.engine(options).map_err(Failure::input)?;
        if let Some(path) = &self.eval_file {
            engine.set_network(Some(game.network_from(path)?)).map_err(Failure::input)?;
        } else if self.no_nnue {
            engine.set_network(None).map_err(Failure::input)?;
        }
        if let Some(folder) = &self.endgames {
            let tables = Tables::find(game.rules(), game.id(), folder).map_err(endgame::failure)?;
            engine.set_tables(Some(Arc::new(tables)));
        }
        let unlimited = self.time.is_none() && self.depth.is_none() && self.nodes.is_none();
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time.or(unlimited.then_some(USUAL_TIME)),
            multi_pv: usize::from(self.multipv),
            ..Limits::default()
        };
        let mut stdout = std::io::stdout();
        if !self.json {
            let sides = position.rules().spec().sides;
            writeln!(stdout, "{}, {}", game.title(), position.fen())?;
            if let Some(outcome) = position.outcome() {
                writeln!(stdout, "The game is over. {}.", outcome.said(sides))?;
                return Ok(Answer::Yes);
            }
            let first = sides.of(Color::White);
            writeln!(stdout, "Scores are in pawns, + for {first}; +#3: {first} wins in 3 moves.")?;
            writeln!(stdout, "{:>5} {:>8} {:>8} {:>10}  line", "depth", "score", "time", "nodes")?;
        }
        let stop = Stop::new();
        let mut written = Ok(());
        engine.search(&position, &limits, &stop, &mut |info| {
            let line = if self.json { as_json(&position, info) } else { self.in_words(&position, info) };
            written = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
            if written.is_err() {
                stop.stop();
            }
        });
        written?;
        Ok(Answer::Yes)
    }

    fn in_words(&self, position: &Position, info: &Info) -> String {
        let bound = match info.bound {
            Bound::Exact => ' ',
            Bound::Lower => '≥',
            Bound::Upper => '≤',
        };
        let time = format!("{:.2} s", info.time.as_secs_f64());
        let head = format!(
            "{:>5} {bound}{:>7} {time:>8} {:>10}  ",
            info.depth,
            info.score.from_white(position.side_to_move()).to_string(),
            info.nodes
        );
        let mut line = head;
        for text in line_texts(position, &info.pv, Position::san) {
            if line.chars().count() + text.len() + 1 > view::width() {
                break;
            }
            line += &text;
            line.push(' ');
        }
        line.trim_end().to_owned()
    }
}

/// The position after some moves.
fn after_moves(mut position: Position, moves: &str) -> CommandResult<Position> {
    for text in moves.split_whitespace() {
        let made = position.read_san(text).map_err(|error| {
            Failure::input(format!("--moves: {error}")).with_help(format!("the position: {}", position.fen()))
        })?;
        position.make(made);
    }
    Ok(position)
}

fn as_json(position: &Position, info: &Info) -> String {
    let score = info.score.from_white(position.side_to_move());
    let score = match (score.kind(), score.moves_to_end()) {
        (ScoreKind::Centipawns(value), _) => json!({ "cp": value }),
        (_, moves) => json!({ "win": moves }),
    };
    let bound = match info.bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    json!({
        "depth": info.depth, "seldepth": info.seldepth, "line": info.line + 1, "score": score, "bound": bound,
        "nodes": info.nodes, "tbhits": info.table_hits, "seconds": info.time.as_secs_f64(), "nps": info.nps,
        "learned": info.learned,
        "moves": line_texts(position, &info.pv, Position::move_text),
    })
    .to_string()
}

fn parse_duration(text: &str) -> Result<Duration, String> {
    duration(text).ok_or_else(|| "write it as 500ms, 10s or 2m".into())
}
