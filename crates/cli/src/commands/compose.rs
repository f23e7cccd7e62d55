//! `spielraum compose`: a search for sound problems.

use super::solve::kept::{self, Kept};
use super::solve::seconds;
use crate::failure::{Answer, CommandResult, Failure, warn};
use crate::game_args::GameArgs;
use crate::progress::tell_meanwhile;
use clap::Args;
use serde::Serialize;
use spielraum_arcade::Game;
use spielraum_queries::solve::solutions;
use spielraum_rules::spec::{PieceType, Spec, Symbol};
use spielraum_rules::{Color, Position};
use spielraum_solve::{
    Caption, Composition, Journal, Limits, Report, Stipulation, Stopped, Theme, Watch, Wishes, compose, read_diagram,
};
use spielraum_wire::Solution;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `compose`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/compose.txt"))]
pub struct ComposeArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The stipulation: #2, h#2, win2 and so on
    stipulation: String,
    /// Improve this problem instead of starting from random positions
    #[arg(long, value_name = "FEN")]
    from: Option<String>,
    /// The number of pieces on the board, or the fewest and the most: 5-8
    #[arg(long, value_name = "NUMBER", default_value = "4-8", value_parser = range)]
    pieces: (usize, usize),
    /// The pieces, as FEN letters; only their places vary
    #[arg(long, value_name = "LETTERS", conflicts_with = "pieces")]
    material: Option<String>,
    /// A theme to show; repeatable
    #[arg(long = "theme", value_name = "THEME")]
    themes: Vec<Theme>,
    /// The fewest different last moves
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    variations: usize,
    /// The number of solutions in help play and series
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=100))]
    solutions: u16,
    /// Let the first move give check or capture
    #[arg(long)]
    any_key: bool,
    /// Allow duals
    #[arg(long)]
    duals: bool,
    /// Restart after this many changes without improvement
    #[arg(long, value_name = "CHANGES", default_value_t = 400)]
    patience: u32,
    /// The seed of the search
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Find this many problems
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    count: usize,
    /// Search for at most this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60")]
    time: Duration,
    /// Search at most about this many positions
    #[arg(long, value_name = "POSITIONS")]
    nodes: Option<u64>,
    /// Print a JSON object for each problem
    #[arg(long)]
    json: bool,
    /// Write each problem into a file of this folder, as `solve --problem` reads it
    #[arg(long, value_name = "FOLDER")]
    save: Option<PathBuf>,
}

/// A problem, for other programs.
#[derive(Serialize)]
struct Told<'c> {
    game: &'c str,
    stipulation: String,
    fen: String,
    themes: Vec<&'static str>,
    variations: usize,
    duals: usize,
    cost: i64,
    solutions: Vec<Solution>,
}

fn range(text: &str) -> Result<(usize, usize), String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let parsed = least.trim().parse().ok().zip(most.trim().parse().ok());
    parsed.filter(|(least, most)| 0 < *least && least <= most).ok_or_else(|| "write 6, or 5-8".to_owned())
}

impl ComposeArgs {
    /// Composes and prints.
    pub fn run(self) -> CommandResult {
        let game = self.game.load()?;
        let rules = game.rules();
        let stipulation = Stipulation::parse(&self.stipulation, rules.board()).map_err(Failure::input)?;
        let read = |fen: &String| {
            let read = read_diagram(rules, fen, stipulation.first_side()).map_err(Failure::input);
            read.map(|(position, left_out)| {
                left_out.iter().for_each(warn);
                position
            })
        };
        let from = self.from.as_ref().map(read).transpose()?;
        let wishes = self.wishes(&game, stipulation, from.as_ref())?;
        let watch = Watch::new(Limits { time: Some(self.time), nodes: self.nodes });
        let mut told = Ok(());
        let mut count = 0;
        let stopped = tell_meanwhile(&standing(&watch), || {
            compose(rules, &wishes, from.as_ref(), &watch, &mut |composition| {
                count += 1;
                told = self.tell(&game, composition, count);
                if told.is_err() || count == self.count { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        });
        told?;
        let stopped = stopped.map_err(Failure::input)?;
        if count < self.count && stopped != Stopped::Solutions {
            let positions = watch.progress().nodes;
            let found = if count == 1 { "one problem".to_owned() } else { format!("{count} problems") };
            eprintln!(
                "{found} of {} found when {stopped} ({positions} positions); another --seed begins elsewhere",
                self.count
            );
        }
        Ok(if count > 0 { Answer::Yes } else { Answer::No })
    }

    fn wishes(&self, game: &Game, stipulation: Stipulation, from: Option<&Position>) -> CommandResult<Wishes> {
        let read = |text: &String| material(text, game.rules().spec());
        let mut pieces = self.pieces;
        if let Some(position) = from {
            let count = Color::BOTH.map(|color| position.count_all(color)).iter().sum::<u32>() as usize;
            pieces = (pieces.0.min(count), pieces.1.max(count));
        }
        Ok(Wishes {
            stipulation,
            pieces,
            material: self.material.as_ref().map(read).transpose()?,
            themes: self.themes.clone(),
            variations: self.variations,
            solutions: usize::from(self.solutions),
            any_key: self.any_key,
            duals: self.duals,
            patience: self.patience,
            seed: self.seed,
        })
    }

    fn tell(&self, game: &Game, composition: &Composition, number: usize) -> CommandResult<()> {
        let (problem, merit) = (&composition.problem, &composition.merit);
        let stipulation = problem.stipulation.text(game.rules().board());
        let themes: Vec<&str> = merit.themes.iter().map(|theme| theme.name()).collect();
        let text = Journal::new(problem).text(&Report { solutions: merit.solutions.clone(), ..Report::default() });
        let mut out = std::io::stdout().lock();
        if self.json {
            let told = Told {
                game: game.id(),
                stipulation: stipulation.clone(),
                fen: problem.position.fen(),
                themes: themes.clone(),
                variations: merit.variations,
                duals: merit.duals,
                cost: composition.cost,
                solutions: solutions(&problem.position, &merit.solutions),
            };
            serde_json::to_writer(&mut out, &told).map_err(std::io::Error::from)?;
            writeln!(out)?;
        } else {
            let [white, black] = Color::BOTH.map(|color| problem.position.count_all(color));
            writeln!(out, "{}  {stipulation}  ({white} + {black})  {}\n", problem.position.fen(), themes.join(", "))?;
            writeln!(out, "{text}")?;
        }
        out.flush()?;
        let Some(folder) = &self.save else { return Ok(()) };
        let kept = Kept {
            game: game.id().to_owned(),
            caption: Caption { title: format!("{}: {stipulation}", game.title()), ..Caption::default() },
            options: game.settings().to_vec(),
            stipulation,
            fen: problem.position.fen(),
            themes: themes.iter().map(|&theme| theme.to_owned()).collect(),
            solution: kept::solutions(&mut problem.position.clone(), &merit.solutions),
        };
        let path = folder.join(format!("{}-{}-{number}.kdl", game.id(), self.seed));
        std::fs::write(&path, kept.text()).map_err(|error| Failure::file("write", path.display(), &error))
    }
}

fn standing(watch: &Watch) -> impl Fn() -> String + Sync {
    || {
        let progress = watch.progress();
        format!("{} problems, {:.1} M positions", progress.solutions, progress.nodes as f64 / 1e6)
    }
}

/// The pieces that a text names, one after the other, as in a FEN.
fn material(text: &str, spec: &Spec) -> CommandResult<Vec<(Color, PieceType)>> {
    let separates = |c: char| c.is_whitespace() || c == '/';
    let mut pieces = Vec::new();
    let mut rest = text.trim_start_matches(separates);
    while !rest.is_empty() {
        let read = Symbol::read_owned(rest);
        let known = read.and_then(|((owner, symbol), after)| {
            let kind = spec.piece(symbol).filter(|&kind| !spec.is_neutral(kind))?;
            Some((owner.color()?, kind, after))
        });
        let (color, kind, after) = known.ok_or_else(|| {
            let first = rest.chars().take(1).collect();
            let shown = read.map_or(first, |((_, symbol), _)| symbol.to_string());
            Failure::input(format!("this game has no piece `{shown}`")).with_help("write FEN letters, as in KRkp")
        })?;
        pieces.push((color, kind));
        rest = after.trim_start_matches(separates);
    }
    Ok(pieces)
}
