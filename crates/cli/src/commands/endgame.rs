//! `spielraum endgame`: exact endgame tables.

use super::legal::answer_lines;
use super::serve::PORT;
use crate::failure::{Answer, CommandResult, Failure};
use crate::game_args::{GameArgs, PositionArgs};
use crate::progress::Progress;
use clap::{Args, Subcommand};
use serde_json::{Value as Json, json};
use spielraum_arcade::Game;
use spielraum_arcade::link::analysis_path;
use spielraum_endgames::{
    BuildOptions, EndgameError, MAX_PIECES, Material, SideStatistics, Statistics, Tables, Value, build, caveats,
    folder_of, symmetries,
};
use spielraum_rules::{Color, Position};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// The longest line that is reported.
const LONGEST_LINE: usize = 600;

/// The arguments of `endgame`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/endgame.txt"))]
pub struct EndgameArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Build the table of a material, and of all that captures and promotions lead to
    Build(BuildArgs),
    /// Count won, drawn and lost positions, and show the longest win
    Stats(StatsArgs),
    /// Show the value of a position and of each of its moves
    Probe(ProbeArgs),
    /// Show the position that takes longest to win, with its line
    Longest(LongestArgs),
    /// Count mutual zugzwangs: positions in which having the move is a disadvantage
    Zugzwangs(ListArgs),
    /// Check every position of a table by the rules' own legal moves
    Verify(TableArgs),
}

/// Where tables are.
#[derive(Args)]
struct FolderArgs {
    /// The folder of the tables; if it has a subfolder of the game's name, that one
    #[arg(long, value_name = "FOLDER", default_value = "endgames")]
    dir: PathBuf,
}

impl FolderArgs {
    fn of(&self, game: &Game) -> PathBuf {
        folder_of(game.id(), &self.dir)
    }
}

/// Some material of a game, and what is to be printed of it.
#[derive(Args)]
struct TableArgs {
    #[command(flatten)]
    game: GameArgs,
    /// White's pieces, `v`, Black's pieces, such as "KQ v K"
    material: String,
    #[command(flatten)]
    folder: FolderArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct StatsArgs {
    #[command(flatten)]
    table: TableArgs,
    /// Count the wins and losses that take each number of plies, too
    #[arg(long)]
    plies: bool,
}

#[derive(Args)]
struct BuildArgs {
    #[command(flatten)]
    table: TableArgs,
    /// The memory limit for the values of all tables needed, in MB
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(1..))]
    memory: u64,
    /// Use this many threads; 0: one for each processor
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Save progress to disk every this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    checkpoint: u64,
}

#[derive(Args)]
struct ProbeArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Read positions from standard input, one FEN a line, and answer each with one line of JSON
    #[arg(long, conflicts_with = "fen")]
    stdin: bool,
    #[command(flatten)]
    folder: FolderArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct LongestArgs {
    #[command(flatten)]
    table: TableArgs,
    /// The side that is to move and wins
    #[arg(long, default_value = "white", value_parser = ["white", "black"])]
    side: String,
}

#[derive(Args)]
struct ListArgs {
    #[command(flatten)]
    table: TableArgs,
    /// Print at most this many positions, one of each group of symmetric ones
    #[arg(long, default_value_t = 10)]
    list: u16,
}

impl EndgameArgs {
    /// Does what is asked for.
    pub fn run(self) -> CommandResult {
        match self.what {
            What::Build(args) => args.run(),
            What::Stats(args) => args.run(),
            What::Probe(args) => args.run(),
            What::Longest(args) => args.run(),
            What::Zugzwangs(args) => args.run(),
            What::Verify(args) => args.verify(),
        }
    }
}

impl TableArgs {
    fn open(&self) -> CommandResult<(Game, Material, Tables)> {
        let game = self.game.load()?;
        let material = Material::parse(game.rules(), &self.material).map_err(failure)?;
        let tables = Tables::new(game.rules(), &self.folder.of(&game)).map_err(failure)?;
        Ok((game, material, tables))
    }

    fn print(&self, json: &Json, text: &str) -> CommandResult {
        let mut out = std::io::stdout().lock();
        match self.json {
            true => writeln!(out, "{json}")?,
            false => write!(out, "{text}")?,
        }
        Ok(Answer::Yes)
    }

    fn verify(self) -> CommandResult {
        let (_, material, tables) = self.open()?;
        let (checked, wrong) = tables.verify(&material).map_err(failure)?;
        let told = match &wrong {
            None => "all are right".to_owned(),
            Some(fen) => format!("the value of {fen} is wrong"),
        };
        let text = format!("{material}: {checked} positions checked, one of each group of symmetric ones: {told}\n");
        self.print(&json!({ "checked": checked, "wrong": wrong }), &text)?;
        Ok(if wrong.is_none() { Answer::Yes } else { Answer::No })
    }
}

impl StatsArgs {
    fn run(self) -> CommandResult {
        let (game, material, tables) = self.table.open()?;
        let statistics = tables.statistics(&material).map_err(failure)?;
        let mut text = statistics_text(&game, &material, &statistics);
        if self.plies {
            text.push_str(&plies_text(&game, &statistics));
        }
        self.table.print(&statistics_json(&statistics), &text)
    }
}

impl BuildArgs {
    fn run(self) -> CommandResult {
        let (game, material, _) = self.table.open()?;
        let options = BuildOptions {
            threads: self.threads.into(),
            memory_mb: self.memory,
            checkpoint: Duration::from_secs(self.checkpoint),
        };
        let progress = Progress::open_ended();
        let built = build(game.rules(), &material, &self.table.folder.of(&game), &options, &|done| {
            let ply = done.ply.map_or("first look".to_owned(), |ply| format!("ply {ply}"));
            progress.tell(&format!("{}: {ply} of {} positions", done.material, done.positions));
        });
        progress.finish();
        let seconds = progress.elapsed().as_secs_f64();
        let built = built.map_err(failure)?;
        let made: Vec<String> = built.made.iter().map(ToString::to_string).collect();
        let json = json!({
            "made": made,
            "table": built.table.to_string(),
            "file": built.path.display().to_string(),
            "positions": built.positions,
            "symmetries": built.symmetries,
            "seconds": seconds,
        });
        let mut text = match made.is_empty() {
            true => format!("{} is there already\n", built.path.display()),
            false => format!(
                "{}: {} positions, {} symmetries, {seconds:.1} s\nmade: {}\n",
                built.path.display(),
                built.positions,
                built.symmetries,
                made.join(", ")
            ),
        };
        if built.table != material {
            text.push_str(&format!("It serves {material}, too: {} with the colours exchanged.\n", built.table));
        }
        self.table.print(&json, &text)
    }
}

impl ProbeArgs {
    fn run(self) -> CommandResult {
        let game = self.game.load()?;
        let tables = Tables::new(game.rules(), &self.folder.of(&game)).map_err(failure)?;
        if self.stdin {
            answer_lines(game.rules(), &mut std::io::stdin().lock(), &mut std::io::stdout().lock(), |position, _| {
                let value = tables.probe(position).map_err(|error| error.to_string())?;
                let value = value.ok_or_else(|| "no table has the value of this position".to_owned())?;
                probed(&tables, position, value).map_err(|error| error.to_string())
            })?;
            return Ok(Answer::Yes);
        }
        let position = self.position.position(game.rules())?;
        let Some(value) = tables.probe(&position).map_err(failure)? else {
            let advice = match Material::of(&position) {
                Some(material) => format!(
                    "`spielraum endgame build {} \"{material}\" --dir {}` makes it; positions with castling rights have none",
                    self.game.game,
                    self.folder.dir.display()
                ),
                None => format!("tables have at most {MAX_PIECES} pieces"),
            };
            return Err(Failure::input("no table has the value of this position").with_help(advice));
        };
        let told = |value: Option<Value>| value.map_or("unknown".to_owned(), |value| value.to_string());
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", probed(&tables, &position, value).map_err(failure)?)?;
        } else {
            let side = position.rules().spec().sides.of(position.side_to_move());
            writeln!(out, "{side} is to move: {value}")?;
            for known in tables.moves(&position).map_err(failure)? {
                writeln!(out, "  {:<12} {}", position.move_text(known.made), told(known.value))?;
            }
        }
        Ok(Answer::Yes)
    }
}

/// What tables know of a position and of its moves.
fn probed(tables: &Tables, position: &Position, value: Value) -> Result<Json, EndgameError> {
    let moves: Vec<Json> = tables
        .moves(position)?
        .iter()
        .map(|known| json!({ "move": position.move_text(known.made), "value": known.value.map(value_json) }))
        .collect();
    Ok(json!({ "fen": position.fen(), "value": value_json(value), "moves": moves }))
}

impl LongestArgs {
    fn run(self) -> CommandResult {
        let (game, material, tables) = self.table.open()?;
        let side = if self.side == "black" { Color::Black } else { Color::White };
        let called = game.rules().spec().sides.of(side);
        let Some((value, positions)) = tables.longest(&material, side, false, 1).map_err(failure)? else {
            return self.table.print(&Json::Null, &format!("{called} to move wins no position of {material}\n"));
        };
        let Some(position) = positions.first() else { return Ok(Answer::No) };
        let (fen, line) = (position.fen(), tables.line_texts(position, LONGEST_LINE).map_err(failure)?);
        let link = analysis_path(&game, &fen, &line).map(|path| format!("http://localhost:{PORT}{path}"));
        let mut text = format!("{material}, {called} to move: {value}\n{fen}\n{}\n", line.join(" "));
        if let Some(link) = &link {
            text.push_str(&format!("to be played through at {link} (`spielraum serve`)\n"));
        }
        let json = json!({ "plies": value.plies(), "fen": fen, "line": line, "link": link });
        self.table.print(&json, &text)
    }
}

impl ListArgs {
    fn run(self) -> CommandResult {
        let (game, material, tables) = self.table.open()?;
        let [first, second] = Color::BOTH.map(|color| game.rules().spec().sides.of(color));
        let (found, positions) = tables.zugzwangs(&material, self.list.into()).map_err(failure)?;
        let fens: Vec<String> = positions.iter().map(Position::fen).collect();
        let json = json!({
            "white_wins_if_black_moves": found.white_wins_else,
            "black_wins_if_white_moves": found.black_wins_else,
            "whoever_moves_loses": found.full_point,
            "positions": fens,
        });
        let counted = [
            (format!("{first} to move draws, {second} to move loses"), found.white_wins_else),
            (format!("{second} to move draws, {first} to move loses"), found.black_wins_else),
            ("the side to move loses".to_owned(), found.full_point),
        ];
        let mut text = format!("{material}\n");
        for (what, count) in counted {
            text.push_str(&format!("{what:<42} {count}\n"));
        }
        for fen in fens {
            text.push_str(&format!("  {fen}\n"));
        }
        self.table.print(&json, &text)
    }
}

fn value_json(value: Value) -> Json {
    let word = match value.sign() {
        1 => "win",
        0 => "draw",
        _ => "loss",
    };
    json!({ "result": word, "plies": value.plies() })
}

fn side_json(side: &SideStatistics) -> Json {
    json!({
        "legal": side.legal,
        "won": side.won,
        "drawn": side.drawn,
        "lost": side.lost,
        "longest_win": side.longest_win,
        "longest_loss": side.longest_loss,
        "wins_by_plies": side.wins_by_plies,
        "losses_by_plies": side.losses_by_plies,
    })
}

fn statistics_json(statistics: &Statistics) -> Json {
    json!({
        "white_to_move": side_json(&statistics.white_to_move),
        "black_to_move": side_json(&statistics.black_to_move),
    })
}

fn statistics_text(game: &Game, material: &Material, statistics: &Statistics) -> String {
    let names = game.rules().spec().sides;
    let sides = [(Color::White, &statistics.white_to_move), (Color::Black, &statistics.black_to_move)];
    let mut text = format!("{}, {material}\n", game.title());
    if let Ok(count) = symmetries(game.rules(), material) {
        text.push_str(&format!("{count} symmetries of the board\n"));
    }
    for (color, side) in sides {
        let line = |what: &str, count: u64, longest: Option<u16>| {
            let percent = 100.0 * count as f64 / side.legal.max(1) as f64;
            let longest = longest.map_or(String::new(), |plies| format!("  at most {plies} plies"));
            format!("  {what:<6} {count:>14}  {percent:>6.2} %{longest}\n")
        };
        text.push_str(&format!("{} to move\n  legal  {:>14}\n", names.of(color), side.legal));
        text.push_str(&line("won", side.won, side.longest_win));
        text.push_str(&line("drawn", side.drawn, None));
        text.push_str(&line("lost", side.lost, side.longest_loss));
    }
    let longest = sides.iter().filter_map(|(_, side)| side.longest_win.max(side.longest_loss)).max();
    if let (Some(limit), Some(longest)) = (game.rules().spec().goals.move_count(), longest)
        && longest > limit
    {
        text.push_str(&format!("The longest win exceeds {limit} plies.\n"));
    }
    for caveat in caveats(game.rules()) {
        text.push_str(&format!("{caveat}\n"));
    }
    text
}

/// The wins and losses by the plies that they take, a line for each number of plies of which there are some.
fn plies_text(game: &Game, statistics: &Statistics) -> String {
    let [first, second] = Color::BOTH.map(|color| game.rules().spec().sides.of(color));
    let mut text = format!("{:>33}{:>28}\n", format!("{first} to move"), format!("{second} to move"));
    text.push_str(&format!("plies{:>14}{:>14}{:>14}{:>14}\n", "won", "lost", "won", "lost"));
    let sides = [&statistics.white_to_move, &statistics.black_to_move];
    let most = sides.map(|side| side.wins_by_plies.len().max(side.losses_by_plies.len())).into_iter().max();
    for plies in 0..most.unwrap_or_default() {
        let of = |counts: &[u64]| counts.get(plies).copied().unwrap_or_default();
        let [white, black] = sides.map(|side| [of(&side.wins_by_plies), of(&side.losses_by_plies)]);
        if white != [0, 0] || black != [0, 0] {
            text.push_str(&format!("{plies:>5}{:>14}{:>14}{:>14}{:>14}\n", white[0], white[1], black[0], black[1]));
        }
    }
    text
}

/// What went wrong with a table, and what to do about it.
pub fn failure(error: EndgameError) -> Failure {
    let advice = match &error {
        EndgameError::Material { .. } => "write White's pieces, `v`, Black's pieces, as in \"KQ v K\"",
        EndgameError::Memory { .. } => "allow more with --memory, or take fewer pieces",
        EndgameError::Missing(_) => "`spielraum endgame build GAME MATERIAL --dir FOLDER` makes it",
        EndgameError::NoTables(_) => "`spielraum endgame build GAME MATERIAL --dir FOLDER` makes tables",
        EndgameError::Damaged { .. } | EndgameError::Format { .. } => {
            "remove the file; `spielraum endgame build` makes it again"
        }
        EndgameError::OtherRules(_) => "use a folder for each game and choice of its options, with --dir",
        _ => return Failure::input(error),
    };
    Failure::input(error).with_help(advice)
}
