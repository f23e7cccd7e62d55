//! What a server goes through: stopped processes, few descriptors, little memory, clients that vanish, clocks that jump,
//! very many games. What was acknowledged must be there, others must be served; how fast is not asked.
//!
//! `make chaos` lets all of it be larger and last longer.

use rusqlite::config::DbConfig;
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use spielraum_loadtest::{Player, Program, Socket};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_spielraum");

/// How long something that must happen is waited for.
const WAIT: Duration = Duration::from_secs(120);

/// How much of it: `small` in each test run, `large` by `make chaos`.
fn size(small: u32, large: u32) -> u32 {
    if std::env::var_os("CHAOS").is_some() { large } else { small }
}

fn run(work: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async { tokio::time::timeout(WAIT, work).await.expect("it goes on") });
}

fn start(data: &Path) -> Program {
    Program::start(Path::new(PROGRAM), data, &["--hash", "1", "--newcomers", "100000", "--rate", "100000"])
}

/// The program under a limit of the shell's `ulimit`.
fn limited(folder: &Path, limit: &str) -> PathBuf {
    let path = folder.join("limited");
    std::fs::write(&path, format!("#!/bin/sh\nulimit {limit}\nexec {PROGRAM} \"$@\"\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o700)).unwrap();
    path
}

/// The database of a server; its log stays where it is.
fn database(data: &Path) -> Connection {
    let database = Connection::open(data.join("spielraum.sqlite")).unwrap();
    database.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).unwrap();
    database
}

fn signal(server: &Program, name: &str) {
    assert!(Command::new("kill").args([name, &server.id().to_string()]).status().unwrap().success());
}

/// Somebody who plays both sides and makes one move after another.
struct Alone {
    player: Player,
    game: String,
    socket: Socket,
    made: usize,
}

/// The move of a ply: the pawns go one step each, and another.
fn step(ply: usize) -> String {
    let file = char::from(b'a' + (ply / 2 % 8) as u8);
    let (from, to) = match (ply / 16, ply % 2) {
        (0, 0) => (2, 3),
        (0, _) => (7, 6),
        (_, 0) => (3, 4),
        _ => (6, 5),
    };
    format!("{file}{from}{file}{to}")
}

impl Alone {
    async fn begin(server: &Program) -> Self {
        let player = Player::new(&server.base);
        let request = json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "white",
            "clock": { "initial": 3600, "increment": 0 } });
        let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
        let socket = player.sit_down(&game).await;
        Self { player, game, socket, made: 0 }
    }

    async fn makes(&mut self, moves: usize) {
        for _ in 0..moves {
            self.socket.make(self.made as u64, &step(self.made)).await;
            self.made += 1;
        }
    }

    /// How many moves the server has.
    async fn stored(&self) -> usize {
        self.player.get(&format!("/api/games/{}", self.game)).await.good()["moves"].as_array().unwrap().len()
    }
}

/// Kills the server, and looks whether everything acknowledged is there.
async fn killed(server: Program, data: &Path, games: &[Alone]) {
    server.kill();
    let server = start(data);
    for game in games {
        let stored = Player::new(&server.base).get(&format!("/api/games/{}", game.game)).await.good();
        assert_eq!(stored["moves"].as_array().unwrap().len(), game.made);
    }
    server.kill();
    assert_eq!(spielraum_server::fsck(data, None, |_| ()).unwrap().faults, [""; 0]);
}

#[test]
fn a_stopped_process_goes_on_where_it_was() {
    run(async {
        let folder = TempDir::new().unwrap();
        let server = start(folder.path());
        let mut games = Vec::new();
        for _ in 0..size(3, 30) {
            let mut game = Alone::begin(&server).await;
            game.makes(2).await;
            games.push(game);
        }
        signal(&server, "-STOP");
        // What is said meanwhile is heard later.
        for game in &mut games {
            let said = json!({ "type": "move", "id": "stopped", "ply": 2, "text": step(2) });
            game.socket.send(&said).await;
        }
        tokio::time::sleep(Duration::from_secs(size(1, 10).into())).await;
        signal(&server, "-CONT");
        for game in &mut games {
            game.socket.next_of("ack").await;
            game.made += 1;
            game.makes(1).await;
            assert_eq!(game.stored().await, 4);
        }
        Alone::begin(&server).await.makes(1).await;
        killed(server, folder.path(), &games).await;
    });
}

#[test]
fn few_descriptors_keep_nobody_from_moving() {
    run(async {
        let folder = TempDir::new().unwrap();
        let program = limited(folder.path(), "-n 96");
        let data = folder.path().join("data");
        let server = Program::start(&program, &data, &["--hash", "1"]);
        let mut game = Alone::begin(&server).await;
        game.makes(2).await;
        let address: SocketAddr = server.base.strip_prefix("http://").unwrap().parse().unwrap();
        // More connections than descriptors; those that are not taken wait in the system.
        let silent: Vec<TcpStream> = (0..size(120, 400))
            .filter_map(|_| TcpStream::connect_timeout(&address, Duration::from_millis(100)).ok())
            .collect();
        assert!(silent.len() > 40);
        // Descriptors that the database needs are kept free for it.
        game.makes(8).await;
        drop(silent);
        Alone::begin(&server).await.makes(1).await;
        assert_eq!(game.stored().await, 10);
        killed(server, &data, &[game]).await;
    });
}

#[test]
fn the_soft_limit_of_descriptors_is_raised() {
    let folder = TempDir::new().unwrap();
    let program = limited(folder.path(), "-S -n 64");
    let server = Program::start(&program, &folder.path().join("data"), &["--hash", "1"]);
    let limits = format!("/proc/{}/limits", server.id());
    if let Ok(limits) = std::fs::read_to_string(limits) {
        let line = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
        let soft = line.split_whitespace().nth(3).unwrap();
        assert!(soft.parse::<u32>().is_ok_and(|soft| soft > 64), "{line}");
    }
}

#[test]
fn little_memory_fails_definitions_and_nothing_else() {
    run(async {
        let folder = TempDir::new().unwrap();
        // Address space, of which a thread takes more than it uses.
        let program = limited(folder.path(), "-v 3000000");
        let data = folder.path().join("data");
        let server = Program::start(&program, &data, &["--hash", "1", "--engines", "1"]);
        let mut game = Alone::begin(&server).await;
        game.makes(2).await;
        let text = include_str!("../../../server/tests/hostile/million-moves.kdl");
        for _ in 0..size(2, 20) {
            let checked = game.player.post("/api/workshop/check", json!({ "text": text })).await;
            assert!(checked.status.is_client_error() || checked.body["faults"] != json!([]), "{checked:?}");
            game.makes(1).await;
        }
        killed(server, &data, &[game]).await;
    });
}

#[test]
fn clients_that_vanish_are_forgotten() {
    run(async {
        let folder = TempDir::new().unwrap();
        let server = start(folder.path());
        let [white, black] = [(); 2].map(|()| Player::new(&server.base));
        let request = json!({ "variant": "chess", "opponent": { "kind": "friend" }, "side": "white" });
        let game = white.begin(request).await["id"].as_str().unwrap().to_owned();
        black.post(&format!("/api/games/{game}/join"), json!({})).await.good();
        let mut at_white = white.sit_down(&game).await;
        // Its end is open, and nobody reads or answers there any more: as if the line were cut.
        let at_black = black.sit_down(&game).await;
        at_white.make(0, "e2e4").await;
        let seen = white.get(&format!("/api/games/{game}")).await.good();
        assert_eq!(seen["players"]["black"]["online"], true);
        if std::env::var_os("CHAOS").is_some() {
            while at_white.next_of("presence").await["online"]["black"] != false {}
        }
        drop(at_black);
        let seen = async || white.get(&format!("/api/games/{game}")).await.good()["players"]["black"]["online"].clone();
        while seen().await != json!(false) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        black.sit_down(&game).await.make(1, "e7e5").await;
        server.kill();
    });
}

#[test]
fn a_wall_clock_that_jumps_between_two_runs_costs_nobody_time() {
    run(async {
        let folder = TempDir::new().unwrap();
        let server = start(folder.path());
        let mut game = Alone::begin(&server).await;
        game.makes(3).await;
        server.kill();
        let day = 24 * 60 * 60 * 1000_i64;
        // As if the clock had been put back, and then forward, while the server was away.
        for jump in [-day, 400 * day] {
            let database = database(folder.path());
            for change in [
                "UPDATE games SET running_since = running_since - ?1, updated = updated - ?1",
                "UPDATE heartbeat SET at = at - ?1",
            ] {
                database.execute(change, [jump]).unwrap();
            }
            drop(database);
            let server = start(folder.path());
            let seen = Player::new(&server.base).get(&format!("/api/games/{}", game.game)).await.good();
            assert_eq!(seen["status"], "playing", "{seen}");
            assert!(seen["clock"]["black"].as_i64().unwrap() > 3_500_000, "{}", seen["clock"]);
            server.kill();
        }
    });
}

#[test]
fn a_wall_clock_that_is_wrong_for_a_moment_ends_nothing() {
    run(async {
        let folder = TempDir::new().unwrap();
        let server = start(folder.path());
        let mut game = Alone::begin(&server).await;
        game.makes(3).await;
        let account = json!({ "name": "Ada Lovelace", "password": "analytical engine" });
        let registered = Player::new(&server.base);
        registered.post("/api/accounts", account).await.good();
        let cookies = [&game.player, &registered].map(|player| format!("{}; Path=/", player.cookies().unwrap()));
        server.kill();
        let day = 24 * 60 * 60 * 1000_i64;
        // As if the server began with a clock that is ahead, then behind, then right again.
        for jump in [200 * day, 400 * day, -1_000 * day, 400 * day] {
            let database = database(folder.path());
            for (table, column) in [
                ("players", "created"),
                ("accounts", "created"),
                ("sessions", "created"),
                ("sessions", "used"),
                ("games", "created"),
                ("games", "updated"),
                ("games", "running_since"),
                ("heartbeat", "at"),
            ] {
                database.execute(&format!("UPDATE {table} SET {column} = {column} - ?1"), [jump]).unwrap();
            }
            drop(database);
            let server = start(folder.path());
            // Housekeeping has run by then.
            tokio::time::sleep(Duration::from_secs(size(1, 3).into())).await;
            for (cookie, name) in cookies.iter().zip([None, Some("Ada Lovelace")]) {
                let player = Player::new(&server.base);
                player.set_cookie(cookie);
                let me = player.get("/api/me").await.good();
                assert!(name.is_none_or(|name| me["name"] == name), "{jump} {me}");
                if name.is_none() {
                    let seen = player.get(&format!("/api/games/{}", game.game)).await.good();
                    assert_eq!((&seen["you"], &seen["status"]), (&json!("both"), &json!("playing")), "{jump}");
                }
            }
            server.kill();
        }
    });
}

#[test]
fn very_many_spectators_slow_nobody_down() {
    run(async {
        let folder = TempDir::new().unwrap();
        let server = start(folder.path());
        let [white, black] = [(); 2].map(|()| Player::new(&server.base));
        let request = json!({ "variant": "chess", "opponent": { "kind": "friend" }, "side": "white" });
        let game = white.begin(request).await["id"].as_str().unwrap().to_owned();
        black.post(&format!("/api/games/{game}/join"), json!({})).await.good();
        let mut sockets = [white.sit_down(&game).await, black.sit_down(&game).await];
        let (spectators, path) = (size(200, 10_000), format!("/api/games/{game}/socket"));
        let began = std::time::Instant::now();
        let mut watching = Vec::new();
        for number in 0..spectators {
            // As many from each network as it may have.
            let network = std::net::IpAddr::from([127, 68, (number / 250) as u8, 1]);
            let visitor = Player::from_address(&server.base, Some(network));
            let mut socket = visitor.socket(&path).await.expect("a socket");
            // A socket is open before its spectator is in the room: a move made in between is in the game itself.
            let mut moves = socket.next_of("game").await["game"]["moves"].as_array().unwrap().len() as u32;
            watching.push(tokio::spawn(async move {
                while let Some(message) = socket.next().await {
                    moves += u32::from(message["type"] == "move");
                    if moves == 32 {
                        break;
                    }
                }
                moves
            }));
        }
        println!("{spectators} spectators came within {:?}", began.elapsed());
        let mut times = Vec::new();
        for ply in 0..32 {
            let began = std::time::Instant::now();
            sockets[ply % 2].make(ply as u64, &step(ply)).await;
            times.push(began.elapsed());
            tokio::time::sleep(Duration::from_millis(size(10, 1_000).into())).await;
        }
        times.sort_unstable();
        println!("moves were acknowledged after {:?} (median), {:?} (all)", times[16], times[31]);
        for socket in watching {
            assert_eq!(socket.await.unwrap(), 32);
        }
        server.kill();
    });
}

/// Games against each other whose clocks run, put into the database of a server that has ended.
fn put_running(data: &Path, games: u32, pattern: &str) {
    let mut database = database(data);
    let columns: Vec<String> = database
        .prepare("SELECT name FROM pragma_table_info('games') WHERE name <> 'id'")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    let columns = columns.join(", ");
    let writing = database.transaction().unwrap();
    for number in 0..games {
        let id = format!("copy{number:08}");
        let copy = format!("INSERT INTO games (id, {columns}) SELECT ?1, {columns} FROM games WHERE id = ?2");
        writing.execute(&copy, params![id, pattern]).unwrap();
        let moves = "INSERT INTO moves (game, ply, text, at) SELECT ?1, ply, text, at FROM moves WHERE game = ?2";
        writing.execute(moves, params![id, pattern]).unwrap();
    }
    // In the last of them hardly any time is left.
    writing
        .execute("UPDATE games SET white_ms = 300, black_ms = 300 WHERE id = ?", [format!("copy{:08}", games - 1)])
        .unwrap();
    writing.commit().unwrap();
}

#[test]
fn very_many_running_games_are_live_at_once() {
    run(async {
        let folder = TempDir::new().unwrap();
        let server = start(folder.path());
        let mut game = Alone::begin(&server).await;
        game.makes(2).await;
        server.kill();
        let games = size(500, 20_000);
        put_running(folder.path(), games, &game.game);
        let began = std::time::Instant::now();
        let server = start(folder.path());
        let player = Player::new(&server.base);
        let seen = async |number: u32| player.get(&format!("/api/games/copy{number:08}")).await.good();
        // Whichever is looked at is there; that of which the time runs out ends by itself.
        assert_eq!(seen(games / 2).await["moves"], json!([step(0), step(1)]));
        println!("{games} running games: the first was seen {:?} after the start", began.elapsed());
        let over = |data: &Path| -> bool {
            let database = database(data);
            let query = "SELECT status = 'finished' FROM games WHERE id = ?";
            database.query_row(query, [format!("copy{:08}", games - 1)], |row| row.get(0)).unwrap()
        };
        while !over(folder.path()) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let socket_player = Player::new(&server.base);
        socket_player.set_cookie(&format!("{}; Path=/", game.player.cookies().unwrap()));
        socket_player.sit_down("copy00000000").await.make(2, &step(2)).await;
        assert_eq!(seen(1).await["status"], Value::from("playing"));
        server.kill();
    });
}
