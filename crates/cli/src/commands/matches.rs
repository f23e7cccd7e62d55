//! `spielraum match`: two players, many games.

use super::match_args::{MatchArgs, PairArgs, SprtArgs};
use crate::failure::{Answer, CommandResult, Failure};
use crate::play::saved_text;
use crate::progress::Progress;
use crate::view;
use clap::Args;
use serde_json::json;
use spielraum_arcade::Game;
use spielraum_matches::{Interval, Match, MatchGame, Sprt, Standing, Tally, Verdict};
use spielraum_play::Ending;
use spielraum_rules::Color;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// The arguments of `match`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/match.txt"))]
pub struct MatchCommand {
    #[command(flatten)]
    how: MatchArgs,
    #[command(flatten)]
    players: PairArgs,
    #[command(flatten)]
    sprt: SprtArgs,
    /// Save each game in a file of this folder; `spielraum play --load FILE` reads it
    #[arg(long, value_name = "FOLDER")]
    save: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

impl MatchCommand {
    /// Plays the match and prints its result.
    pub fn run(self) -> CommandResult {
        let game = self.how.game.load()?;
        let players = self.players.players(&game)?;
        let names = [describe(&players[0]), describe(&players[1])];
        let plan = self.how.prepare(&game, players, self.sprt.test())?;
        if let Some(folder) = &self.save {
            std::fs::create_dir_all(folder)
                .map_err(|error| Failure::file("make the folder", folder.display(), &error))?;
        }
        let (standing, failed) = self.play(&plan, &game, &names)?;
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", as_json(&game, &names, &plan, &standing))?;
        } else {
            write!(out, "{}", in_words(&game, &names, &plan, &standing))?;
        }
        if let Some(why) = failed {
            eprintln!("A player failed in {}: {why}", view::counted(standing.failures as usize, "game"));
        }
        Ok(Answer::Yes)
    }

    /// Plays the match; gives the standing, and why the first player to fail failed.
    fn play(&self, plan: &Match, game: &Game, names: &[String; 2]) -> CommandResult<(Standing, Option<String>)> {
        let progress = Progress::new(plan.pairs);
        let (mut failed, mut not_saved) = (None, None);
        let played = plan.run(&AtomicBool::new(false), &mut |pair, standing| {
            progress.advance(1, &short(standing, plan.sprt.as_ref()));
            for played in pair {
                if let Ending::Failed(_, why) = &played.game.ending {
                    failed.get_or_insert_with(|| why.clone());
                }
                if let Some(folder) = &self.save
                    && let Err(failure) = save(folder, game, names, plan, played)
                {
                    not_saved.get_or_insert(failure);
                }
            }
        });
        progress.finish();
        let standing = played.map_err(Failure::input)?;
        not_saved.map_or(Ok((standing, failed)), Err)
    }
}

/// A player in a few words.
fn describe(player: &spielraum_matches::PlayerSpec) -> String {
    use spielraum_matches::PlayerKind;
    match player.kind {
        PlayerKind::Random | PlayerKind::Greedy => player.kind.to_string(),
        _ => format!("{} ({})", player.kind, player.budget.or_default()),
    }
}

fn save(folder: &Path, game: &Game, names: &[String; 2], plan: &Match, played: &MatchGame) -> CommandResult<()> {
    let [first, second] = names;
    let (white, black) = if played.first_plays == Color::White { (first, second) } else { (second, first) };
    let sides = game.rules().spec().sides;
    let comments = [
        format!("{}: {white}", sides.of(Color::White)),
        format!("{}: {black}", sides.of(Color::Black)),
        format!("Random plies: {}", played.game.opening),
        played.game.ending.said(sides),
    ];
    let text = saved_text(game, &plan.start, &played.game, &comments);
    let path = folder.join(format!("{:06}.game", played.number + 1));
    std::fs::write(&path, text).map_err(|error| Failure::file("write", path.display(), &error))
}

/// `+3 =1 -0`.
fn counts(tally: &Tally) -> String {
    format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses)
}

/// How the match stands, for the progress bar.
fn short(standing: &Standing, sprt: Option<&Sprt>) -> String {
    let test = sprt.map_or(String::new(), |sprt| format!(", LLR {:.2}", sprt.llr(&standing.pairs)));
    let elo = standing.pairs.elo().map_or(String::new(), |elo| format!(", Elo {:+.0}", elo.value));
    format!("{}{elo}{test}", counts(&standing.tally))
}

fn interval(interval: Interval, digits: usize) -> String {
    let Interval { value, low, high } = interval;
    format!("{value:+.digits$} (95 %: {low:+.digits$} to {high:+.digits$})")
}

fn in_words(game: &Game, names: &[String; 2], plan: &Match, standing: &Standing) -> String {
    use std::fmt::Write;
    let mut text = format!("{}: {} against {}\n", game.title(), names[0], names[1]);
    let games = view::counted(standing.tally.games() as usize, "game");
    let score = standing.tally.score() * 100.0;
    let _ = writeln!(text, "{games}: {}, {score:.1} % of the points", counts(&standing.tally));
    if let Some(elo) = standing.pairs.elo() {
        let superior = standing.pairs.likelihood_of_superiority().unwrap_or(0.5) * 100.0;
        let _ = writeln!(text, "Elo {}; the first is the stronger one with {superior:.1} %", interval(elo, 0));
    }
    let pairs = standing.pairs.0;
    let _ = writeln!(
        text,
        "Pairs of games: {} lost, {} worse, {} even, {} better, {} won; {} {}",
        pairs[0],
        pairs[1],
        pairs[2],
        pairs[3],
        pairs[4],
        game.rules().spec().sides.of(Color::White),
        counts(&standing.white)
    );
    if standing.cut_short > 0 {
        let _ = writeln!(text, "Cut short, by length or clock: {}", standing.cut_short);
    }
    if let Some(sprt) = &plan.sprt {
        let (low, high) = sprt.bounds();
        let verdict = match sprt.verdict(&standing.pairs) {
            Verdict::Open => "not decided",
            Verdict::Null => "the null hypothesis is accepted",
            Verdict::Alternative => "the alternative is accepted",
        };
        let llr = sprt.llr(&standing.pairs);
        let _ = writeln!(
            text,
            "SPRT, {} against {} Elo: {verdict}; LLR {llr:.2} (bounds {low:.2} and {high:.2})",
            sprt.elo0, sprt.elo1
        );
    }
    text
}

fn as_json(game: &Game, names: &[String; 2], plan: &Match, standing: &Standing) -> serde_json::Value {
    let sprt = plan.sprt.as_ref().map(|sprt| {
        let (low, high) = sprt.bounds();
        json!({
            "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
            "llr": sprt.llr(&standing.pairs), "low": low, "high": high, "verdict": sprt.verdict(&standing.pairs),
        })
    });
    json!({
        "game": game.name(),
        "settings": game.settings(),
        "players": names,
        "seed": plan.seed,
        "opening_plies": plan.opening_plies,
        "games": standing.tally.games(),
        "result": standing.tally,
        "white": standing.white,
        "pairs": standing.pairs,
        "score": standing.tally.score(),
        "elo": standing.pairs.elo(),
        "superiority": standing.pairs.likelihood_of_superiority(),
        "failures": standing.failures,
        "cut_short": standing.cut_short,
        "sprt": sprt,
    })
}
