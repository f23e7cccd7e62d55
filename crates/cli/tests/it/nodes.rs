//! Several servers on one PostgreSQL.

use super::spielraum;
use serde_json::json;
use spielraum_loadtest::history::{self, Fault};
use spielraum_loadtest::{Cluster, Player, Socket, free_port, start_node, start_worker};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_spielraum");

fn run(work: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_multi_thread().worker_threads(4).enable_all().build().unwrap().block_on(work);
}

#[test]
fn what_was_acknowledged_is_there_whatever_happens_to_a_node() {
    let Some(cluster) = Cluster::start().map(Arc::new) else { return };
    run(async {
        // Most of the time all of them wait until somebody else is in charge.
        let faults = [Fault::Kill, Fault::Stop, Fault::Cut, Fault::End, Fault::Database, Fault::FailOver];
        let checks = faults.map(|fault| {
            let cluster = fault.cluster(&cluster);
            (fault, tokio::spawn(async move { history::run(Path::new(PROGRAM), &cluster, fault, 2).await }))
        });
        for (fault, check) in checks {
            let report = check.await.unwrap();
            let good = report.problems.is_empty() && report.acknowledged > 4 && report.reads > 0;
            assert!(good, "{fault:?}: {report}");
        }
    });
}

#[test]
fn every_node_answers_and_one_is_in_charge() {
    let Some(cluster) = Cluster::start() else { return };
    let (folder, store) = (TempDir::new().unwrap(), cluster.database());
    let ports = [free_port(), free_port()];
    let data = [0, 1].map(|node| folder.path().join(node.to_string()));
    let start = |node: usize| start_node(Path::new(PROGRAM), &data[node], &store, ports[node]);
    let (first, second) = (start(0), start(1));
    let admin = |node: usize, ask: &[&str]| {
        let arguments: Vec<&str> =
            ["admin", "--data", data[node].to_str().unwrap()].into_iter().chain(ask.iter().copied()).collect();
        spielraum(&arguments)
    };
    run(async {
        // Who is known at one is known at the other.
        let [here, there] = [&first.base, &second.base].map(|base| Player::new(base));
        let game = there.begin(json!({ "variant": "chess", "opponent": { "kind": "friend" }, "side": "white" })).await;
        let id = game["id"].as_str().unwrap();
        here.set_cookie(&there.cookies().unwrap());
        assert_eq!(here.get(&format!("/api/games/{id}")).await.good()["you"], "white");
        let name = json!({ "name": "Ada", "password": "seven wide blue boards" });
        there.post("/api/accounts", name).await.good();
        assert_eq!(here.get("/api/players/Ada").await.good()["name"], "Ada");
        // Positions need nobody in charge.
        let position = json!({ "variant": "chess" });
        there.post("/api/positions", position.clone()).await.good();
        // What there is not is not there at any node.
        let refused = there.get("/api/games/none").await.refused();
        assert_eq!(refused, (404, "no-such-game".to_owned()));
        let said = |node| admin(node, &["status"]).stdout;
        assert!(said(0).contains("this server") && said(1).contains(&first.base), "{}{}", said(0), said(1));
        assert!(admin(1, &["who", "Ada"]).stderr.contains(&format!("not in charge ({})", first.base)));
        assert!(admin(0, &["who", "Ada"]).stdout.contains("Ada"));
        // When the first one ends in order, the second takes charge at once.
        first.signal("TERM");
        tokio::task::block_in_place(|| first.ended());
        while !said(1).contains("this server") {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert_eq!(there.get("/api/me").await.good()["name"], "Ada");
        there.post("/api/positions", position).await.good();
    });
    // A server that does not know of the others is refused, and one that shares nothing with them.
    let alone = folder.path().join("alone");
    let arguments = ["serve", "--port", "0", "--data", alone.to_str().unwrap(), "--store", &store];
    let refused = spielraum(&arguments);
    assert!(refused.code == 2 && refused.stderr.contains(&second.base), "{}", refused.stderr);
    let arguments = ["serve", "--port", "0", "--data", alone.to_str().unwrap(), "--node-url", "http://a.example:1"];
    let refused = spielraum(&arguments);
    assert!(refused.code == 2 && refused.stderr.contains("the secret of the nodes is too short"), "{}", refused.stderr);
}

#[test]
fn games_go_on_when_workers_are_killed() {
    let Some(cluster) = Cluster::start() else { return };
    let (folder, store) = (TempDir::new().unwrap(), cluster.database());
    let refused = spielraum(&["worker", "--store", &store]);
    assert!(refused.code == 2 && refused.stderr.contains("start a server on it"), "{}", refused.stderr);
    assert!(spielraum(&["worker"]).stderr.contains("--store postgres://"));
    let node = start_node(Path::new(PROGRAM), folder.path(), &store, free_port());
    let worker = || start_worker(Path::new(PROGRAM), &store);
    let (first, second) = (worker(), worker());
    run(async {
        let player = Player::new(&node.base);
        let searches = async |wanted: f64| {
            while node.status("searches by workers") != wanted {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        searches(4.0).await;
        let asked = json!({ "variant": "chess", "opponent": { "kind": "engine", "level": 20 }, "side": "white" });
        let game = player.begin(asked).await;
        let id = game["id"].as_str().unwrap().to_owned();
        let mut socket = player.sit_down(&id).await;
        socket.make(0, "a2a3").await;
        // The engine thinks for two seconds, of which it loses some.
        tokio::time::sleep(Duration::from_millis(300)).await;
        first.kill();
        second.signal("STOP");
        let third = worker();
        assert_eq!(next_move(&mut socket).await, 2);
        second.signal("CONT");
        searches(4.0).await;
        // Workers that end in order finish what they have begun.
        socket.make(2, "h2h3").await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        second.signal("TERM");
        third.signal("TERM");
        assert!(tokio::task::block_in_place(|| second.ended().success() && third.ended().success()));
        assert_eq!(next_move(&mut socket).await, 4);
        // Without workers the server thinks itself.
        searches(0.0).await;
        socket.make(4, "b2b3").await;
        assert_eq!(next_move(&mut socket).await, 6);
        assert_eq!(player.get(&format!("/api/games/{id}")).await.good()["moves"].as_array().unwrap().len(), 6);
    });
}

/// The number of the engine's next move.
async fn next_move(socket: &mut Socket) -> u64 {
    loop {
        let ply = socket.next_of("move").await["ply"].as_u64().unwrap();
        if ply % 2 == 0 {
            return ply;
        }
    }
}
