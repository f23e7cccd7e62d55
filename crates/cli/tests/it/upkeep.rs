//! What is done with a server's data: a backup is made beside a running server, and is one only if it can be restored.

use serde_json::json;
use spielraum_loadtest::{Player, Program};
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_spielraum");

/// Runs a command on a folder of data.
fn run(command: &str, data: &Path, arguments: &[&str]) -> Output {
    Command::new(PROGRAM).arg(command).arg("--data").arg(data).args(arguments).output().unwrap()
}

/// What a command says that must be a success.
fn good(command: &str, data: &Path, arguments: &[&str]) -> String {
    let output = run(command, data, arguments);
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What a command says that must be refused.
fn refused(command: &str, data: &Path, arguments: &[&str]) -> String {
    let output = run(command, data, arguments);
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).unwrap()
}

/// A player with an account and a game of two moves.
async fn play(base: &str) {
    let player = Player::new(base);
    player.post("/api/accounts", json!({ "name": "Ada", "password": "a long password" })).await.good();
    let request = json!({ "variant": "raumschach", "opponent": { "kind": "self" }, "side": "white",
        "clock": { "initial": 600, "increment": 3 } });
    let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
    let mut socket = player.sit_down(&game).await;
    let mut moves: Vec<String> = Vec::new();
    for ply in 0..2 {
        let position = json!({ "variant": "raumschach", "moves": moves });
        let legal = player.post("/api/positions", position).await.good()["moves"].clone();
        moves.push(legal[0]["text"].as_str().unwrap().to_owned());
        socket.make(ply, &moves[ply as usize]).await;
    }
}

#[test]
fn what_was_backed_up_can_be_restored_and_carried_over() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let [data, restored, imported] = ["data", "restored", "imported"].map(at);
    let [backup, lines] = ["backup.sqlite", "lines"].map(|name| at(name).to_str().unwrap().to_owned());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let server = Program::start(Path::new(PROGRAM), &data, &["--hash", "1"]);
    runtime.block_on(play(&server.base));
    good("backup", &data, &[&backup]);
    let told = refused("restore", &data, &[&backup]);
    assert!(told.contains(&format!("process {}", server.id())), "{told}");
    assert!(good("fsck", &data, &[]).ends_with("sound\n"));
    server.kill();
    good("restore", &restored, &[&backup]);
    assert!(refused("restore", &restored, &[&backup]).contains("move it away"));
    let told = good("fsck", &restored, &[]);
    assert!(told.contains("1 games, 2 moves") && told.ends_with(": sound\n"), "{told}");
    good("export", &restored, &[&lines]);
    assert!(good("import", &imported, &[&lines]).contains("1 games, 2 moves"));
    assert_eq!(good("export", &imported, &[]), std::fs::read_to_string(&lines).unwrap());
    let migrate =
        |from: &str, to: &str| Command::new(PROGRAM).args(["migrate", "--from", from, "--to", to]).output().unwrap();
    let [from, to] = [&restored, &at("migrated")].map(|folder| format!("sqlite:{}", folder.display()));
    let migrated = migrate(&from, &to);
    let told = String::from_utf8(migrated.stdout).unwrap();
    assert!(
        migrated.status.success()
            && told.lines().any(|line| line.starts_with("         2 ") && line.ends_with(" moves")),
        "{told}"
    );
    assert_eq!(good("export", &at("migrated"), &[]), std::fs::read_to_string(&lines).unwrap());
    for (to, why) in [
        (&*to, "is there already"),
        ("mysql://host", "name `sqlite:FOLDER` or `postgres://"),
        ("postgres://host:port/x", "it is no URL of PostgreSQL: invalid"),
        ("postgres://host/x?sslmode=prefer", "is not known here"),
    ] {
        let refused = migrate(&from, to);
        let told = String::from_utf8(refused.stderr).unwrap();
        assert!(refused.status.code() == Some(2) && told.contains(why), "{told}");
    }
    let server = Program::start(Path::new(PROGRAM), &imported, &["--hash", "1"]);
    server.kill();
    assert!(refused("export", &imported, &["--player", "nobody"]).contains("there is no player"));
}
