//! `spielraum retro`: which moves can have led to a position.

use super::solve::seconds;
use crate::failure::{Answer, CommandResult, Failure};
use crate::game_args::GameArgs;
use crate::interrupt::Interrupt;
use clap::Args;
use serde::Serialize;
use spielraum_rules::Color;
use spielraum_solve::{Diagram, Limits, Past, Proof, UnMove, Watch, past};
use std::io::Write;
use std::time::Duration;

/// The arguments of `retro`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/retro.txt"))]
pub struct RetroArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The position, as FEN; only the placement is required
    #[arg(long)]
    fen: String,
    /// Ask for this many moves: the last one, and others before it
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=50))]
    moves: u32,
    /// Search for at most this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Try at most this many positions
    #[arg(long, value_name = "POSITIONS", default_value_t = 100_000_000)]
    nodes: u64,
    /// Print one JSON object for other programs
    #[arg(long)]
    json: bool,
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Report {
    game: String,
    fen: String,
    /// The last moves that are possible.
    last: Vec<Last>,
    /// Those before the only last move, those before the only one of these, and so on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    earlier: Vec<Vec<Last>>,
    /// Why the position is illegal.
    illegal: Vec<String>,
    /// Castling that is not possible any more though king and rook are at home.
    lost_castling: String,
    /// The cell that the last move must have passed.
    passed: Option<String>,
    /// The same if all other castling is possible.
    passed_if_castling: Option<String>,
    /// `true`, or why last moves may be missing.
    complete: serde_json::Value,
}

#[derive(Serialize)]
struct Last {
    /// The move with what it captured.
    text: String,
    #[serde(rename = "move")]
    played: String,
    /// The position before it.
    before: String,
}

impl Last {
    fn all(past: &Past) -> Vec<Self> {
        past.last.iter().map(Self::of).collect()
    }

    fn of(unmove: &UnMove) -> Self {
        Self { text: unmove.text(), played: unmove.before.move_text(unmove.played), before: unmove.before.fen() }
    }
}

impl RetroArgs {
    /// Searches and prints; no for a position that is illegal.
    pub fn run(self) -> CommandResult {
        let interrupt = Interrupt::watch()?;
        let game = self.game.load()?;
        let diagram = Diagram::read(game.rules(), &self.fen, Color::White)
            .map_err(|error| Failure::input(error).with_help("the game's start: `spielraum show GAME`"))?;
        let limits = Limits { time: self.time, nodes: Some(self.nodes) };
        let watch = Watch::while_wanted(limits, Box::new(move || !interrupt.is_pressed()));
        let past = past(&diagram, self.moves, &watch);
        let proof = Proof::of(&diagram, &past);
        let earlier = self.earlier(&diagram, &past, &watch);
        let name = |cell| game.rules().board().name(cell).to_owned();
        let mut out = std::io::stdout().lock();
        if self.json {
            let report = Report {
                game: game.id().to_owned(),
                fen: diagram.position.fen(),
                last: Last::all(&past),
                earlier,
                illegal: past.illegal.iter().map(ToString::to_string).collect(),
                lost_castling: proof.lost.iter().collect(),
                passed: proof.passed.map(name),
                passed_if_castling: proof.passed_if_castling.map(name),
                complete: past.gap.map_or(true.into(), |gap| gap.to_string().into()),
            };
            serde_json::to_writer(&mut out, &report).map_err(std::io::Error::from)?;
            writeln!(out)?;
        } else {
            writeln!(out, "{}\n", diagram.position.fen())?;
            print(&mut out, &Last::all(&past))?;
            for moves in earlier {
                writeln!(out, "\nbefore it")?;
                print(&mut out, &moves)?;
            }
            let separated = if past.last.is_empty() { "" } else { "\n" };
            writeln!(out, "{separated}{}", verdict(&past))?;
            for line in proof.sentences() {
                writeln!(out, "{line}")?;
            }
        }
        out.flush()?;
        Ok(if past.illegal.is_empty() { Answer::Yes } else { Answer::No })
    }

    /// What came before, as long as there is only one move that can have.
    fn earlier(&self, diagram: &Diagram, last: &Past, watch: &Watch) -> Vec<Vec<Last>> {
        let (mut diagram, mut last) = (diagram.clone(), last.clone());
        let mut all = Vec::new();
        for moves in (1..self.moves).rev() {
            let ([only], None) = (&last.last[..], last.gap) else { break };
            diagram = only.earlier(&diagram);
            last = past(&diagram, moves, watch);
            all.push(Last::all(&last));
        }
        all
    }
}

fn print(out: &mut impl Write, moves: &[Last]) -> std::io::Result<()> {
    moves.iter().try_for_each(|last| writeln!(out, "  {:12}  {}", last.text, last.before))
}

/// The verdict in words.
fn verdict(past: &Past) -> String {
    let count = match past.last.len() {
        _ if !past.illegal.is_empty() => {
            let reasons: Vec<String> = past.illegal.iter().map(ToString::to_string).collect();
            format!("illegal: {}", reasons.join("; "))
        }
        0 if past.is_start => "the game starts from here".to_owned(),
        0 => "no last move was found".to_owned(),
        1 => "one last move is possible".to_owned(),
        number => format!("{number} last moves are possible"),
    };
    match past.gap {
        None => count,
        Some(gap) => format!("{count}; {gap}"),
    }
}
