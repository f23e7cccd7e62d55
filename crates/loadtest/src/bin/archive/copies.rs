//! Very many games, copied from a few that were played, by way of `spielraum export` and `import`.

use serde_json::{Value, json};
use spielraum_loadtest::{Player, Program};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What lets one client ask without end.
pub const LIMITS: [&str; 4] = ["--rate", "1000000", "--newcomers", "1000000"];
/// The shortest mate there is.
const MOVES: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

/// One in this many games is of the visitor's, half of them with each side.
const OWN: u32 = 10;
/// One in this many games is of the variant that is played less.
const RARE: u32 = 1_000;

/// A database, and whom it shows what.
pub struct Copies {
    /// Its folder.
    pub data: PathBuf,
    /// The visitor's, as a header sets it.
    pub cookie: String,
    pub lists: Vec<List>,
}

/// A list of the archive and how many games are in it.
pub struct List {
    pub query: String,
    pub games: u32,
}

impl List {
    /// What to call it.
    pub fn name(&self) -> &str {
        if self.query.is_empty() { "all" } else { &self.query }
    }
}

/// The id of a game.
pub fn id(number: u32) -> String {
    format!("copy{number:08}")
}

/// Makes a database with this many finished games.
///
/// # Panics
///
/// If that fails.
pub async fn make(program: &Path, folder: &Path, games: u32) -> Copies {
    let (first, data, few, many) =
        (folder.join("few"), folder.join("many"), folder.join("few.jsonl"), folder.join("many.jsonl"));
    let server = Program::start(program, &first, &LIMITS);
    let visitor = Player::new(&server.base);
    let other = other_variant(&visitor).await;
    play(&server.base, &visitor, &other).await;
    let cookie = format!("{}; Path=/", visitor.cookies().expect("a cookie"));
    run(program, "export", &first, &few);
    server.kill();
    let copied = copy(&few, &many, games);
    copied.unwrap_or_else(|error| panic!("can't copy games from {} to {}: {error}", few.display(), many.display()));
    run(program, "import", &data, &many);
    let (own, rare) = (games.div_ceil(OWN) + games.saturating_sub(OWN / 2).div_ceil(OWN), games.div_ceil(RARE));
    let list = |query: &str, games| List { query: query.replace("OTHER", &other), games };
    let lists = vec![
        list("", games),
        list("status=finished", games),
        list("variant=chess", games - rare),
        list("variant=OTHER", rare),
        list("variant=OTHER&status=finished", rare),
        list("status=playing", 0),
        list("mine=true", own),
        list("mine=true&status=finished", own),
        list("mine=true&status=playing", 0),
        list("mine=true&variant=OTHER", rare),
        list("mine=true&variant=OTHER&status=finished", rare),
        list("mine=true&variant=OTHER&status=playing", 0),
    ];
    Copies { data, cookie, lists }
}

/// A variant other than chess that begins like it.
async fn other_variant(visitor: &Player) -> String {
    let variants = visitor.get("/api/variants").await.good();
    let is_alike =
        |variant: &&Value| variant["board"] == "8x8" && variant["movesAtStart"] == 20 && variant["id"] != "chess";
    let found = variants.as_array().into_iter().flatten().find(is_alike).expect("a variant like chess");
    found["id"].as_str().expect("an id").to_owned()
}

/// Plays the games that are copied: of each variant one in which the visitor has White, one with Black, and one of two
/// others.
async fn play(base: &str, visitor: &Player, rare: &str) {
    let [one, other] = [(); 2].map(|()| Player::new(base));
    for variant in ["chess", rare] {
        for [white, black] in [[visitor, &one], [&one, visitor], [&one, &other]] {
            let request = json!({ "variant": variant, "opponent": { "kind": "friend" }, "side": "white" });
            let game = white.begin(request).await["id"].as_str().expect("an id").to_owned();
            black.post(&format!("/api/games/{game}/join"), json!({})).await.good();
            let mut sockets = [white.sit_down(&game).await, black.sit_down(&game).await];
            for (ply, text) in MOVES.into_iter().enumerate() {
                sockets[ply % 2].make(ply as u64, text).await;
            }
        }
    }
}

/// Lets the program do something with a folder of data and a file.
fn run(program: &Path, command: &str, data: &Path, file: &Path) {
    let done = Command::new(program).arg(command).arg("--data").arg(data).arg(file).status();
    assert!(done.is_ok_and(|status| status.success()), "`spielraum {command}` works");
}

/// Copies an export with this many games in the place of those in it, which are in the order in which they began.
fn copy(few: &Path, many: &Path, games: u32) -> std::io::Result<()> {
    let lines: Vec<Value> = BufReader::new(File::open(few)?)
        .lines()
        .map(|line| Ok(serde_json::from_str(&line?)?))
        .collect::<std::io::Result<_>>()?;
    let is_of_game = |line: &Value| line.get("game").is_some() || line.get("moves").is_some();
    let at = lines.iter().position(is_of_game).unwrap_or(lines.len());
    let (before, rest) = lines.split_at(at);
    let end = rest.iter().position(|line| !is_of_game(line)).unwrap_or(rest.len());
    let (played, after) = rest.split_at(end);
    let mut played: Vec<&[Value]> = played.chunks(2).collect();
    played.sort_by_key(|lines| lines[0]["game"]["created"].as_i64());
    let mut out = BufWriter::new(File::create(many)?);
    for line in before {
        writeln!(out, "{line}")?;
    }
    for number in 0..games {
        let kind = match number % OWN {
            0 => 0,
            of if of == OWN / 2 => 1,
            _ => 2,
        };
        let rare = number % RARE == 0;
        let [game, moves] = played[kind + 3 * usize::from(rare)] else { unreachable!("lines come in twos") };
        let (mut game, mut moves) = (game.clone(), moves.clone());
        game["game"]["id"] = id(number).into();
        moves["moves"]["game"] = id(number).into();
        // Every other one at the same time: the order is by time and id.
        let updated = game["game"]["updated"].as_i64().unwrap_or_default() + i64::from(number / 2);
        game["game"]["updated"] = updated.into();
        writeln!(out, "{game}\n{moves}")?;
    }
    for line in after {
        let mut line = line.clone();
        if line.get("end").is_some() {
            line["end"]["lines"] = (before.len() + 2 * games as usize + after.len()).into();
        }
        writeln!(out, "{line}")?;
    }
    out.flush()
}
