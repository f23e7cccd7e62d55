//! `spielraum serve` as a process: killed without a word in the middle of games, it has lost nothing.

use serde_json::{Value, json};
use spielraum_loadtest::{Player, Program};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

fn start(data: &TempDir) -> Program {
    Program::start(Path::new(env!("CARGO_BIN_EXE_spielraum")), data.path(), &["--rate", "100000", "--hash", "1"])
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

#[test]
fn a_killed_server_goes_on_where_it_was() {
    runtime().block_on(async {
        let data = TempDir::new().unwrap();
        let server = start(&data);
        let (white, black) = (Player::new(&server.base), Player::new(&server.base));
        let request = json!({ "variant": "raumschach", "opponent": { "kind": "friend" }, "side": "white",
            "clock": { "initial": 600, "increment": 3 } });
        let game = white.begin(request).await["id"].as_str().unwrap().to_owned();
        black.post(&format!("/api/games/{game}/join"), json!({})).await.good();
        let (mut at_white, mut at_black) = (white.sit_down(&game).await, black.sit_down(&game).await);
        let mut moves: Vec<String> = Vec::new();
        for ply in 0..10 {
            let position = json!({ "variant": "raumschach", "moves": moves });
            let legal = white.post("/api/positions", position).await.good()["moves"].clone();
            let text = legal[ply % legal.as_array().unwrap().len()]["text"].as_str().unwrap().to_owned();
            let mover = if ply % 2 == 0 { &mut at_white } else { &mut at_black };
            mover.make(ply as u64, &text).await;
            moves.push(text);
        }
        at_white.ask(json!({ "type": "offer", "what": "draw" })).await;
        server.kill();

        let server = start(&data);
        let again = Player::new(&server.base);
        again.set_cookie(&black.cookies().unwrap());
        let found = again.get(&format!("/api/games/{game}")).await.good();
        assert_eq!((&found["moves"], &found["you"]), (&json!(moves), &json!("black")));
        assert_eq!((&found["status"], &found["offers"]["draw"]), (&json!("playing"), &json!("white")));
        // White's clock ran, and the time when there was no server is not charged.
        let clock = &found["clock"];
        assert_eq!(clock["running"], "white");
        assert!((1..=615_000).contains(&clock["white"].as_i64().unwrap()), "{clock}");
        let mut socket = again.sit_down(&game).await;
        assert_eq!(socket.next_of("game").await["game"]["moves"], json!(moves));
        assert_eq!(socket.ask(json!({ "type": "accept", "what": "draw" })).await["type"], "ack");
        server.kill();

        let server = start(&data);
        let found = Player::new(&server.base).get(&format!("/api/games/{game}")).await.good();
        assert_eq!((&found["result"]["reason"], &found["you"]), (&json!("agreement"), &Value::Null));
    });
}

#[test]
fn a_killed_server_has_every_change_of_a_study_that_it_announced() {
    runtime().block_on(async {
        let data = TempDir::new().unwrap();
        let server = start(&data);
        let ada = Player::new(&server.base);
        ada.post("/api/accounts", json!({ "name": "Ada", "password": "analytical engine 7" })).await.good();
        let chapters = json!([{ "title": "One", "variant": "chess" }]);
        let request = json!({ "title": "A", "visibility": "public", "chapters": chapters });
        let id = ada.post("/api/studies", request).await.good()["summary"]["id"].as_str().unwrap().to_owned();
        let path = format!("/api/studies/{id}/chapters/1");
        let mut socket = ada.socket(&format!("/api/studies/{id}/socket")).await.unwrap();
        // More than are folded into the chapter at once; the last ones are on their way when the server dies.
        for n in 1..=100 {
            let change = json!({ "kind": "comment", "path": [], "text": n.to_string() });
            socket.send(&json!({ "type": "edit", "request": n, "chapter": 1, "change": change })).await;
        }
        let mut announced = 0;
        while announced < 70 {
            announced = socket.next_of("edit").await["edit"].as_u64().unwrap();
        }
        server.kill();

        let server = start(&data);
        let found = Player::new(&server.base).get(&path).await.good();
        let edits = found["edits"].as_u64().unwrap();
        assert!((announced..=100).contains(&edits), "{announced} {edits}");
        assert_eq!(found["nodes"][0]["comment"], json!(edits.to_string()));
    });
}

#[test]
fn a_clock_that_runs_falls_after_a_restart() {
    runtime().block_on(async {
        let data = TempDir::new().unwrap();
        let server = start(&data);
        let player = Player::new(&server.base);
        let request = json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "white",
            "clock": { "initial": 3, "increment": 0 } });
        let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
        player.sit_down(&game).await.make(0, "e2e4").await;
        server.kill();
        // Nobody looks at the game, and still it ends.
        let server = start(&data);
        let visitor = Player::new(&server.base);
        let ended = loop {
            let list = visitor.get(&format!("/api/games/{game}")).await.good();
            if list["status"] == "finished" {
                break list;
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        };
        assert_eq!((&ended["result"]["reason"], &ended["result"]["winner"]), (&json!("time"), &json!("white")));
    });
}

#[cfg(unix)]
#[test]
fn told_to_end_it_ends_in_order() {
    let data = TempDir::new().unwrap();
    let server = start(&data);
    assert!(tell(&server));
    assert!(server.ended().success());
    // Nothing is left to be written: the write-ahead log is gone.
    assert!(!data.path().join("spielraum.sqlite-wal").exists());
}

#[cfg(unix)]
#[test]
fn a_log_that_nobody_reads_stops_nothing() {
    let data = TempDir::new().unwrap();
    let (mut reader, writer) = std::io::pipe().unwrap();
    let arguments = ["--rate", "100000", "--hash", "1", "--log", "json"];
    let program = Path::new(env!("CARGO_BIN_EXE_spielraum"));
    let server = Program::start_with(program, data.path(), &arguments, |command| _ = command.stderr(writer));
    runtime().block_on(async {
        let player = Player::new(&server.base);
        let request = json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "white" });
        let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
        let mut socket = player.sit_down(&game).await;
        // Many times what the pipe holds.
        for _ in 0..2_000 {
            player.get("/healthz").await.good();
        }
        socket.make(0, "e2e4").await;
    });
    assert!(tell(&server));
    let begun = std::time::Instant::now();
    assert!(server.ended().success());
    println!("it ended after {:?}", begun.elapsed());
    // What the pipe held are whole lines, but for the last.
    let mut log = String::new();
    reader.read_to_string(&mut log).unwrap();
    let lines: Vec<&str> = log.lines().collect();
    assert!(
        lines.len() > 10 && lines[..lines.len() - 1].iter().all(|line| serde_json::from_str::<Value>(line).is_ok())
    );
}

#[test]
fn a_port_that_is_taken_is_told() {
    let data = TempDir::new().unwrap();
    let server = start(&data);
    let port = server.base.rsplit(':').next().unwrap().to_owned();
    let other = TempDir::new().unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_spielraum"))
        .args(["serve", "--port", &port, "--data"])
        .arg(other.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("can't listen on 127.0.0.1") && told.contains("--port 0"), "{told}");
}

/// `tests/traces.rs` has the program that can.
#[cfg(all(unix, not(feature = "otel")))]
#[test]
fn a_program_that_cant_send_traces_says_so_once_and_serves() {
    let data = TempDir::new().unwrap();
    let log = data.path().join("log");
    let program = Path::new(env!("CARGO_BIN_EXE_spielraum"));
    let server = Program::start_with(program, &data.path().join("data"), &[], |command| {
        let collector = "http://127.0.0.1:4318";
        command.env("OTEL_EXPORTER_OTLP_ENDPOINT", collector).stderr(std::fs::File::create(&log).unwrap());
    });
    assert!(tell(&server));
    assert!(server.ended().success());
    let log = std::fs::read_to_string(log).unwrap();
    assert!(log.lines().count() == 1 && log.contains("WARN") && log.contains("--features otel"), "{log}");
}

/// A client in the middle of a request.
fn unfinished(server: &Program) -> TcpStream {
    let mut waiting = TcpStream::connect(server.base.strip_prefix("http://").unwrap()).unwrap();
    // The answer to a first request shows that the connection was taken.
    waiting.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
    assert!(waiting.read(&mut [0; 4096]).unwrap() > 0);
    let head = "POST /api/positions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    waiting.write_all(format!("{head}content-length: 9\r\n\r\n").as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    waiting
}

#[cfg(unix)]
fn tell(server: &Program) -> bool {
    Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap().success()
}

#[cfg(unix)]
#[test]
fn told_to_end_it_waits_for_nobody_for_ever() {
    let data = TempDir::new().unwrap();
    let server = start(&data);
    let _waiting = unfinished(&server);
    assert!(tell(&server));
    assert!(server.ended().success());
}

#[cfg(unix)]
#[test]
fn told_to_end_twice_it_ends_at_once() {
    let data = TempDir::new().unwrap();
    let server = start(&data);
    // It is waited for, for some seconds; not after the second signal.
    let _waiting = unfinished(&server);
    assert!(tell(&server));
    std::thread::sleep(Duration::from_millis(200));
    tell(&server);
    assert_eq!(server.ended().code(), Some(1));
}

#[test]
fn strangers_definitions_are_compiled_elsewhere() {
    runtime().block_on(async {
        let data = TempDir::new().unwrap();
        let server = start(&data);
        let player = Player::new(&server.base);
        let text = "title \"Two Rooks\"\nboard files=4 ranks=4\npiece \"K\" \"King\" royal=#true { step \"radial\" }\n\
            piece \"R\" \"Rook\" { slide \"orthogonal\" }\nstart \"rk2/4/4/RK2\"\n";
        let sound = player.post("/api/workshop/check", json!({ "text": text })).await.good();
        assert_eq!((&sound["faults"], &sound["variant"]["title"]), (&json!([]), &json!("Two Rooks")));
        let faulty = player.post("/api/workshop/check", json!({ "text": text.replace("slide", "slyde") })).await.good();
        assert_eq!((&faulty["faults"][0]["line"], &faulty["faults"][0]["column"]), (&json!(4), &json!(20)));
        assert_eq!(player.get("/healthz").await.good(), "ok\n");
    });
}

#[cfg(target_os = "linux")]
#[test]
fn what_vets_is_limited_before_it_reads() {
    let mut vetter = Command::new(env!("CARGO_BIN_EXE_spielraum"))
        .arg("vet")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let limits = || std::fs::read_to_string(format!("/proc/{}/limits", vetter.id())).unwrap();
    let soft = |limits: &str, name: &str| {
        let line = limits.lines().find(|line| line.starts_with(name)).unwrap();
        line[name.len()..].split_whitespace().next().unwrap().to_owned()
    };
    while soft(&limits(), "Max address space") == "unlimited" {
        std::thread::sleep(Duration::from_millis(10));
    }
    while soft(&limits(), "Max core file size") != "0" {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(soft(&limits(), "Max address space"), (1 << 30).to_string());
    assert_eq!(soft(&limits(), "Max cpu time"), "5");
    vetter.stdin.take().unwrap().write_all(br#"{"text":"title \"x\"","options":{}}"#).unwrap();
    let output = vetter.wait_with_output().unwrap();
    let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(!verdict["faults"].as_array().unwrap().is_empty(), "{verdict}");
}

#[test]
fn more_engines_than_any_machine_has_are_refused() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_spielraum")).args(["serve", "--engines", "1000000"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("--engines") && told.contains("256") && !told.contains("panicked"), "{told}");
}

#[test]
fn a_folder_that_is_in_use_is_told() {
    let data = TempDir::new().unwrap();
    let server = start(&data);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_spielraum"))
        .args(["serve", "--port", "0", "--data"])
        .arg(data.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains(&format!("process {}", server.id())) && told.contains(&server.base), "{told}");
}

#[cfg(unix)]
#[test]
fn each_request_has_a_line_in_the_log() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let program = env!("CARGO_BIN_EXE_spielraum");
    std::fs::write(at("program"), format!("#!/bin/sh\nexec {program} \"$@\" 2>{}\n", at("log").display())).unwrap();
    std::fs::set_permissions(at("program"), std::fs::Permissions::from_mode(0o700)).unwrap();
    let server = Program::start(&at("program"), &at("data"), &["--hash", "1", "--log", "json"]);
    let mut stream = TcpStream::connect(server.base.strip_prefix("http://").unwrap()).unwrap();
    stream.write_all(b"GET /api/games/nowhere HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let id = answer.lines().find_map(|line| line.strip_prefix("x-request-id: ")).unwrap().trim();
    // The line is written by a thread of its own, in a moment.
    let read = || std::fs::read_to_string(at("log")).unwrap();
    let asked = std::time::Instant::now();
    while !read().contains(&format!("{id}\"")) && asked.elapsed() < std::time::Duration::from_secs(20) {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    server.kill();
    let log = read();
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let fields: Vec<Value> = lines.map(|line| line["fields"].clone()).filter(|fields| fields["id"] == id).collect();
    let [fields] = &*fields else { panic!("{log}") };
    assert_eq!((&fields["method"], &fields["path"]), (&json!("GET"), &json!("/api/games/{id}")));
    assert_eq!((&fields["status"], &fields["network"]), (&json!(404), &json!("127.0.0.0")));
}
