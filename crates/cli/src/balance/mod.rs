//! `spielraum balance`: is a game fair, how long does it take, how does it end.

mod plots;

use crate::commands::match_args::MatchArgs;
use crate::failure::{Answer, CommandResult, Failure};
use crate::progress::Progress;
use clap::Args;
use serde_json::{Value, json};
use spielraum_arcade::Game;
use spielraum_engine::Weights;
use spielraum_matches::{Budget, Figures, PlayerKind, PlayerSpec};
use spielraum_rules::Color;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// The arguments of `balance`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/balance.txt"))]
pub struct BalanceArgs {
    #[command(flatten)]
    how: MatchArgs,
    /// How much the engine thinks about a move, on both sides
    #[arg(long, value_name = "LIMIT", default_value = "nodes=2000", value_parser = Budget::parse)]
    limit: Budget,
    /// Print the numbers as JSON
    #[arg(long)]
    json: bool,
    /// Draw plots in this file
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
}

impl BalanceArgs {
    /// Lets the engine play itself and prints the numbers.
    pub fn run(self) -> CommandResult {
        let game = self.how.game.load()?;
        let engine = PlayerSpec { budget: self.limit, ..PlayerSpec::new(PlayerKind::Engine(None)) };
        let plan = self.how.prepare(&game, [engine.clone(), engine], None)?;
        let progress = Progress::new(plan.pairs);
        let mut figures = Figures::default();
        let played = plan.run(&AtomicBool::new(false), &mut |pair, _| {
            figures.add(pair);
            progress.advance(1, "");
        });
        progress.finish();
        played.map_err(Failure::input)?;
        if let Some(path) = &self.svg {
            let drawn = plots::draw(game.title(), game.rules().spec().sides, &figures);
            std::fs::write(path, drawn).map_err(|error| Failure::file("write", path.display(), &error))?;
        }
        let weights = &plan.game.weights();
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", as_json(&game, &self.limit, &figures, weights))?;
        } else {
            write!(out, "{}", report(&game, &self.limit, &figures, weights))?;
        }
        Ok(Answer::Yes)
    }
}

/// The pieces with what they are worth, in pawns: symbol, name, on the board early and late, in hand.
fn values(game: &Game, weights: &Weights) -> Vec<(String, String, f64, f64, f64)> {
    let spec = game.definition().spec();
    let kinds = spec.piece_types();
    let mut values: Vec<_> = spec
        .pieces
        .iter()
        .zip(kinds)
        .filter(|(piece, _)| !piece.royal)
        .map(|(piece, kind)| {
            let (board, hand) = (weights.value(kind), weights.hand(kind));
            let pawns = |centipawns: i32| f64::from(centipawns) / 100.0;
            (
                piece.symbol.to_string(),
                piece.name.white.clone(),
                pawns(board.early),
                pawns(board.late),
                pawns(hand.early),
            )
        })
        .collect();
    values.sort_by(|a, b| b.2.total_cmp(&a.2));
    values
}

fn report(game: &Game, limit: &Budget, figures: &Figures, weights: &Weights) -> String {
    let games = figures.games();
    let percent = |count: u64| count as f64 * 100.0 / games.max(1) as f64;
    let white = figures.white;
    let sides = game.rules().spec().sides;
    let [first, second] = Color::BOTH.map(|color| sides.of(color));
    let mut text = format!("{}: {games} games of the engine against itself, {limit}\n\n", game.title());
    let _ = writeln!(
        text,
        "{first} wins {:.0} %, draws {:.0} %, {second} wins {:.0} %",
        percent(white.wins),
        percent(white.draws),
        percent(white.losses)
    );
    if let Some(elo) = figures.pairs.elo() {
        let _ =
            writeln!(text, "Moving first is worth {:+.0} Elo (95 %: {:+.0} to {:+.0})", elo.value, elo.low, elo.high);
    }
    let _ = writeln!(
        text,
        "Length: median {} plies; a tenth are at most {}, a tenth more than {}",
        figures.length(0.5),
        figures.length(0.1),
        figures.length(0.9)
    );
    let _ = writeln!(text, "Legal moves in a position: {:.1} on average", figures.branching());
    text.push_str("\nHow games end:\n");
    let mut endings: Vec<_> = figures.endings.iter().collect();
    endings.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (ending, count) in endings {
        let _ = writeln!(text, "  {:>5.1} %  {ending}", percent(*count));
    }
    if !figures.extinct.is_empty() {
        let _ = writeln!(text, "\nFamilies that ran out first ({first}'s, {second}'s):");
        let mut extinct: Vec<_> = figures.extinct.iter().collect();
        extinct.sort_by_key(|(_, [white, black])| std::cmp::Reverse(white + black));
        for (family, [white, black]) in extinct {
            let _ = writeln!(text, "  {:>4} {:>4}  {family}", white, black);
        }
    }
    text.push_str("\nWhat pieces are worth to the engine, early and late in the game:\n");
    for (symbol, name, early, late, hand) in values(game, weights) {
        let held = if game.definition().spec().hands.is_some() && hand != 0.0 {
            format!(", in hand {hand:.2}")
        } else {
            String::new()
        };
        let _ = writeln!(text, "  {symbol:>2} {name:24} {early:>6.2} {late:>6.2}{held}");
    }
    text
}

fn as_json(game: &Game, limit: &Budget, figures: &Figures, weights: &Weights) -> Value {
    let pieces: Vec<Value> = values(game, weights)
        .into_iter()
        .map(|(symbol, name, early, late, hand)| {
            json!({ "symbol": symbol, "name": name, "early": early, "late": late, "hand": hand })
        })
        .collect();
    let by_ply: Vec<f64> = figures.moves_by_ply.iter().map(|&(sum, count)| sum as f64 / count.max(1) as f64).collect();
    json!({
        "game": game.name(),
        "settings": game.settings(),
        "limit": limit.to_string(),
        "games": figures.games(),
        "white": figures.white,
        "first_move_elo": figures.pairs.elo(),
        "lengths": figures.lengths,
        "median_length": figures.length(0.5),
        "branching": figures.branching(),
        "branching_by_ply": by_ply,
        "endings": figures.endings,
        "extinct": figures.extinct,
        "pieces": pieces,
    })
}
