//! Studies: several people write them at once, and all of it stays.

use crate::server::Running;
use serde_json::{Value, json};
use spielraum_loadtest::{Method, Player, Socket};
use std::path::Path;
use tempfile::TempDir;

async fn registered(server: &Running, name: &str) -> Player {
    let player = server.player();
    player.post("/api/accounts", json!({ "name": name, "password": "analytical engine 7" })).await.good();
    player
}

fn chapter(title: &str, variant: &str) -> Value {
    json!({ "title": title, "variant": variant })
}

async fn create(player: &Player, visibility: &str, chapters: Value) -> String {
    let request = json!({ "title": "  On  openings ", "visibility": visibility, "chapters": chapters });
    let made = player.post("/api/studies", request).await.good();
    assert_eq!((&made["summary"]["title"], &made["writes"]), (&json!("On openings"), &json!(true)));
    made["summary"]["id"].as_str().unwrap().to_owned()
}

async fn let_in(owner: &Player, id: &str, name: &str, role: Value) -> u16 {
    let body = json!({ "name": name, "role": role });
    owner.send(Method::PUT, &format!("/api/studies/{id}/members"), Some(&body)).await.status.as_u16()
}

/// A client at a study, and the number of the visit.
struct Editor {
    socket: Socket,
    visit: Value,
    requests: u32,
}

impl Editor {
    async fn new(player: &Player, id: &str) -> Self {
        let mut socket = player.socket(&format!("/api/studies/{id}/socket")).await.unwrap();
        let visit = socket.next_of("welcome").await["visit"].take();
        Self { socket, visit, requests: 0 }
    }

    async fn send(&mut self, change: Value) -> u32 {
        self.requests += 1;
        let edit = json!({ "type": "edit", "request": self.requests, "chapter": 1, "change": change });
        self.socket.send(&edit).await;
        self.requests
    }

    /// Changes the first chapter, and waits until that is stored: the change as it is kept.
    async fn edit(&mut self, change: Value) -> Value {
        let request = self.send(change).await;
        loop {
            let heard = self.socket.next_of("edit").await;
            if heard["visit"] == self.visit {
                assert_eq!(heard["request"], request);
                return heard;
            }
        }
    }

    async fn refused(&mut self, change: Value) -> String {
        let request = self.send(change).await;
        let refused = self.socket.next_of("refused").await;
        assert_eq!(refused["request"], request);
        refused["code"].as_str().unwrap().to_owned()
    }

    async fn hears(&mut self, edit: u32, change: Value) {
        let heard = self.socket.next_of("edit").await;
        assert_eq!((&heard["edit"], &heard["change"]), (&json!(edit), &change));
    }
}

fn add(path: &[&str], text: &str) -> Value {
    json!({ "kind": "add", "path": path, "move": text })
}

fn comment(path: &[&str], text: &str) -> Value {
    json!({ "kind": "comment", "path": path, "text": text })
}

async fn read(player: &Player, id: &str) -> Value {
    player.get(&format!("/api/studies/{id}/chapters/1")).await.good()
}

/// The moves of a chapter with their plies.
fn moves(chapter: &Value) -> String {
    let nodes = chapter["nodes"].as_array().unwrap().iter().skip(1);
    nodes.map(|node| format!("{}{}", node["ply"], node["text"].as_str().unwrap())).collect::<Vec<_>>().join(" ")
}

fn is_sound(folder: &Path) {
    assert_eq!(spielraum_server::fsck(folder, None, |_| ()).unwrap().faults, [""; 0]);
    let mut out = Vec::new();
    spielraum_server::export(folder, None, &mut out).unwrap();
    let again = TempDir::new().unwrap();
    assert_eq!(spielraum_server::import(&*out, again.path(), None, |_| ()).unwrap().faults, [""; 0]);
    let mut whole = Vec::new();
    spielraum_server::export(again.path(), None, &mut whole).unwrap();
    assert_eq!(String::from_utf8(whole).unwrap(), String::from_utf8(out).unwrap());
}

#[tokio::test]
async fn two_write_at_once_and_what_is_acknowledged_stays() {
    let folder = TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| ()).await;
    let (ada, bob) = (registered(&server, "Ada").await, registered(&server, "Bob").await);
    let id = create(&ada, "private", json!([chapter("One", "raumschach"), chapter("Two", "chess")])).await;
    assert_eq!(bob.socket(&format!("/api/studies/{id}/socket")).await.err(), Some(404));
    assert_eq!(let_in(&ada, &id, "bob", json!("write")).await, 204);

    let (mut at_ada, mut at_bob) = (Editor::new(&ada, &id).await, Editor::new(&bob, &id).await);
    let present = at_ada.socket.next_of("present").await;
    assert_eq!((present["people"].as_array().unwrap().len(), &present["others"]), (1, &json!(0)));
    let present = at_ada.socket.next_of("present").await;
    assert_eq!(present["people"][1]["name"], "Bob");
    at_bob.socket.send(&json!({ "type": "at", "chapter": 2, "path": ["e2e4"] })).await;
    let at = at_ada.socket.next_of("at").await;
    assert_eq!((&at["visit"], &at["chapter"], &at["path"]), (&at_bob.visit, &json!(2), &json!(["e2e4"])));

    // Moves are kept as the game writes them; each hears of all changes in one order.
    let first = at_ada.edit(add(&[], "NBb3")).await;
    let text = first["change"]["move"].as_str().unwrap().to_owned();
    assert_eq!(text, "Ab1Bb3");
    at_bob.hears(1, add(&[], &text)).await;
    let path = [&*text];
    at_bob.edit(comment(&path, " Up,  through \n a level ")).await;
    at_ada.hears(2, comment(&path, "Up, through\na level")).await;
    let arrows = json!({ "kind": "arrows", "path": path, "arrows": [{ "from": "Aa1", "to": "Ee5" }, { "from": "Cc3", "to": "Cc3" }] });
    at_ada.edit(arrows.clone()).await;
    at_bob.hears(3, arrows).await;
    at_bob.edit(json!({ "kind": "nags", "path": path, "nags": [1] })).await;
    for n in 0..80 {
        let editor = if n % 2 == 0 { &mut at_ada } else { &mut at_bob };
        assert_eq!(editor.edit(comment(&[], &format!("Version {n}"))).await["edit"], 5 + n);
    }

    // What can't be is refused, and changes nothing.
    for (change, code) in [
        (add(&[], "Aa1Ee5"), "illegal-move"),
        (comment(&["Aa1Aa2"], "x"), "study-changed"),
        (comment(&[], "a\u{202e}b"), "bad-study"),
        (json!({ "kind": "arrows", "path": [], "arrows": [{ "from": "Aa1", "to": "h8" }] }), "bad-study"),
        (json!({ "kind": "remove", "path": [] }), "bad-study"),
    ] {
        assert_eq!(at_ada.refused(change).await, code);
    }
    let stored = read(&bob, &id).await;
    assert_eq!((&stored["edits"], &*moves(&stored)), (&json!(84), &*format!("1{text}")));
    assert_eq!((&stored["nodes"][0]["comment"], &stored["nodes"][1]["nags"]), (&json!("Version 79"), &json!([1])));

    // Nothing was said to the server before it ends.
    let cookies = format!("{}; Path=/", ada.cookies().unwrap());
    server.end().await;
    is_sound(folder.path());
    let server = Running::start_in(folder.path(), |_| ()).await;
    let ada = server.player();
    ada.set_cookie(&cookies);
    assert_eq!(read(&ada, &id).await, stored);
    let mut at_ada = Editor::new(&ada, &id).await;
    at_ada.edit(add(&[&text], "Eb5Db3")).await;
    assert_eq!(read(&ada, &id).await["edits"], 85);

    // PGN has all of it, and lines of JSON make the same study again.
    let pgn = ada.send(Method::GET, &format!("/api/studies/{id}/text"), None).await.body;
    let pgn = pgn.as_str().unwrap();
    assert!(pgn.contains("[Event \"On openings: One\"]") && pgn.contains("[%csl GCc3] [%cal GAa1Ee5]"), "{pgn}");
    assert!(pgn.contains("{Version 79} 1. ") && pgn.contains("$1 {"), "{pgn}");
    let lines = ada.send(Method::GET, &format!("/api/studies/{id}/text?format=jsonl"), None).await.body;
    let chapters: Vec<Value> =
        lines.as_str().unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let again = create(&ada, "unlisted", json!(chapters)).await;
    assert_eq!(read(&ada, &again).await["nodes"], read(&ada, &id).await["nodes"]);
    server.end().await;
}

#[tokio::test]
async fn only_who_may_sees_and_changes_a_study() {
    let folder = TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| ()).await;
    let (ada, bob) = (registered(&server, "Ada").await, registered(&server, "Bob").await);
    let guest = server.player();
    let request = json!({ "title": "A", "visibility": "public", "chapters": [chapter("One", "chess")] });
    assert_eq!(guest.post("/api/studies", request).await.refused(), (403, "no-account".to_owned()));
    let id = create(&ada, "public", json!([chapter("One", "chess")])).await;
    let path = format!("/api/studies/{id}");

    // Everybody reads; nobody else writes.
    assert_eq!(guest.get(&path).await.good()["writes"], false);
    let mut at_guest = Editor::new(&guest, &id).await;
    assert_eq!(at_guest.refused(add(&[], "e2e4")).await, "not-a-writer");
    let chapters = json!([chapter("Two", "chess")]);
    assert_eq!(bob.post(&format!("{path}/chapters"), chapters.clone()).await.refused().0, 403);
    let settings = json!({ "title": "B", "visibility": "private" });
    assert_eq!(bob.send(Method::PUT, &path, Some(&settings)).await.status.as_u16(), 403);
    assert_eq!(bob.send(Method::DELETE, &path, None).await.status.as_u16(), 403);
    assert_eq!(let_in(&bob, &id, "Bob", json!("write")).await, 403);
    let of = |list: Value| list["studies"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect::<Vec<_>>();
    assert_eq!(of(guest.get("/api/studies?search=OPEN&variant=chess").await.good()), [json!(id)]);
    assert!(of(guest.get("/api/studies?search=endings").await.good()).is_empty());
    assert!(of(guest.get("/api/studies?variant=raumschach").await.good()).is_empty());
    assert!(of(bob.get("/api/studies?mine=true").await.good()).is_empty());

    // A copy is one's own, and private.
    let copy = bob.post(&format!("{path}/copy"), json!({})).await.good();
    assert_eq!((&copy["summary"]["yours"], &copy["summary"]["visibility"]), (&json!(true), &json!("private")));
    assert_eq!(of(bob.get("/api/studies?mine=true").await.good()), [copy["summary"]["id"].clone()]);

    // Who becomes a writer is one at once; who may not see it any more is sent away.
    let mut at_bob = Editor::new(&bob, &id).await;
    assert_eq!(at_bob.refused(add(&[], "e2e4")).await, "not-a-writer");
    assert_eq!(let_in(&ada, &id, "Bob", json!("write")).await, 204);
    at_bob.socket.next_of("changed").await;
    at_bob.edit(add(&[], "e2e4")).await;
    assert_eq!(bob.post(&format!("{path}/chapters"), chapters).await.good()["chapters"][1]["number"], 2);
    let order = json!({ "title": "The second", "place": 0 });
    assert_eq!(bob.send(Method::PUT, &format!("{path}/chapters/2"), Some(&order)).await.status.as_u16(), 204);
    let seen = ada.get(&path).await.good();
    assert_eq!((&seen["chapters"][0]["title"], &seen["chapters"][1]["number"]), (&json!("The second"), &json!(1)));
    assert_eq!(ada.send(Method::PUT, &path, Some(&settings)).await.status.as_u16(), 200);
    while at_guest.socket.next().await.is_some() {}
    assert_eq!(guest.get(&path).await.refused(), (404, "no-such-study".to_owned()));
    assert_eq!(guest.get(&format!("{path}/chapters/1")).await.refused().0, 404);
    assert_eq!(guest.get(&format!("{path}/text")).await.status.as_u16(), 404);
    at_bob.edit(add(&["e2e4"], "e7e5")).await;
    assert_eq!(let_in(&bob, &id, "Bob", Value::Null).await, 204);
    while at_bob.socket.next().await.is_some() {}
    assert_eq!(bob.get(&path).await.refused().0, 404);

    // The last chapter stays; a study goes with its owner's account.
    assert_eq!(ada.send(Method::DELETE, &format!("{path}/chapters/2"), None).await.status.as_u16(), 204);
    assert_eq!(ada.send(Method::DELETE, &format!("{path}/chapters/1"), None).await.status.as_u16(), 422);
    ada.post("/api/me/deletion", json!({ "password": "analytical engine 7" })).await.good();
    assert_eq!(bob.get(&path).await.refused().0, 404);
    server.end().await;
    is_sound(folder.path());
}

#[cfg(unix)]
#[tokio::test]
async fn an_administrator_removes_what_was_reported_and_a_ban_hides_the_rest() {
    use spielraum_server::admin::{self, Ask, ReportFilter};
    let folder = TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| ()).await;
    let (ada, bob) = (registered(&server, "Ada").await, registered(&server, "Bob").await);
    let id = create(&ada, "public", json!([chapter("One", "chess")])).await;
    let other = create(&ada, "public", json!([chapter("One", "chess")])).await;
    let report = json!({ "reason": "other", "text": "Rude" });
    assert_eq!(ada.post(&format!("/api/studies/{id}/report"), report.clone()).await.refused().0, 403);
    bob.post(&format!("/api/studies/{id}/report"), report).await.good();
    let mut at_bob = Editor::new(&bob, &id).await;
    let asked = |ask: Ask| {
        let data = folder.path().to_owned();
        async move { tokio::task::spawn_blocking(move || admin::ask(&data, &ask)).await.unwrap() }
    };
    while !folder.path().join("admin.sock").exists() {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let reports = asked(Ask::Reports(ReportFilter::default())).await.unwrap();
    assert!(reports.rows[0].contains(&id), "{:?}", reports.rows);
    asked(Ask::RemoveStudy(id.clone())).await.unwrap();
    while at_bob.socket.next().await.is_some() {}
    assert_eq!(bob.get(&format!("/api/studies/{id}")).await.refused().0, 404);
    assert!(asked(Ask::RemoveStudy(id)).await.unwrap_err().to_string().contains("there is no study"));
    asked(Ask::Bar("Ada".to_owned())).await.unwrap();
    assert_eq!(bob.get(&format!("/api/studies/{other}")).await.refused().0, 404);
    server.end().await;
}

#[tokio::test]
async fn studies_are_bounded() {
    let server = Running::start_with(|config| config.limits.studies_each = 2).await;
    let ada = registered(&server, "Ada").await;
    let id = create(&ada, "private", json!([chapter("One", "chess")])).await;
    create(&ada, "private", json!([chapter("One", "chess")])).await;
    let request = |chapters: Value| json!({ "title": "A", "visibility": "public", "chapters": chapters });
    assert_eq!(ada.post("/api/studies", request(json!([chapter("One", "chess")]))).await.refused().0, 429);
    let many = vec![chapter("One", "chess"); 64];
    let path = format!("/api/studies/{id}/chapters");
    assert_eq!(ada.post(&path, json!(many)).await.refused(), (422, "too-many-chapters".to_owned()));
    ada.post(&path, json!(many[1..])).await.good();
    for (node, code) in [
        (json!({ "ply": 2, "text": "e2e4" }), "bad-study"),
        (json!({ "ply": 1, "text": "e2e5" }), "illegal-move"),
        (json!({ "ply": 1, "text": "e2e4", "comment": "x".repeat(2_001) }), "bad-study"),
    ] {
        let mut wrong = chapter("One", "chess");
        wrong["nodes"] = json!([{ "ply": 0 }, node]);
        assert_eq!(ada.post("/api/studies", request(json!([wrong]))).await.refused(), (422, code.to_owned()));
    }
    let mut twice = chapter("One", "chess");
    twice["nodes"] = json!([{ "ply": 0 }, { "ply": 1, "text": "e2e4" }, { "ply": 1, "text": "e4" }]);
    assert_eq!(ada.post("/api/studies", request(json!([twice]))).await.refused(), (422, "bad-study".to_owned()));
    server.end().await;
}
