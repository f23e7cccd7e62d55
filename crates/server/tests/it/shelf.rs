//! The shelf: games of the workshop are published, found, replaced and taken off again.

use crate::server::Running;
use serde_json::{Value, json};
use spielraum_loadtest::{Answer, Method, Player};

/// A small game with a title of its own.
fn text(title: &str) -> String {
    format!(
        "title \"{title}\"\ninventor \"Ada\"\nyear 1843\nsummary \"Two rooks.\"\nboard files=4 ranks=4\n\
         piece \"K\" \"King\" royal=#true {{ step \"radial\" }}\npiece \"R\" \"Rook\" {{ slide \"orthogonal\" }}\n\
         start \"rk2/4/4/RK2\"\n"
    )
}

async fn with_account(server: &Running, name: &str) -> Player {
    let player = server.player();
    let credentials = json!({ "name": name, "password": "analytical engine" });
    player.post("/api/accounts", credentials).await.good();
    player
}

async fn publish(player: &Player, title: &str) -> Answer {
    player.post("/api/published", json!({ "text": text(title) })).await
}

async fn take_off(player: &Player, id: &str) -> Answer {
    player.send(Method::DELETE, &format!("/api/published/{id}"), None).await
}

/// A published game that somebody of another network has played, so that the shelf shows it.
async fn shown(server: &Running, player: &Player, title: &str) -> Value {
    let game = publish(player, title).await.good();
    play(server, &id_of(&game)).await;
    game
}

/// Somebody of a network of their own plays a game.
async fn play(server: &Running, id: &str) {
    static NETWORKS: std::sync::atomic::AtomicU16 = std::sync::atomic::AtomicU16::new(0);
    let [high, low] = NETWORKS.fetch_add(1, std::sync::atomic::Ordering::Relaxed).to_be_bytes();
    let player = Player::from_address(&server.base, Some([127, 100 + high, low, 1].into()));
    let request = json!({ "variant": id, "opponent": { "kind": "self" }, "side": "white" });
    player.begin(request).await;
}

/// The titles on the first page.
async fn titles(player: &Player, query: &str) -> Vec<String> {
    let shelf = player.get(&format!("/api/published{query}")).await.good();
    let title = |game: &Value| game["variant"]["title"].as_str().unwrap().to_owned();
    shelf["games"].as_array().unwrap().iter().map(title).collect()
}

fn id_of(game: &Value) -> String {
    game["variant"]["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_game_is_published_played_replaced_and_taken_off() {
    let server = Running::start().await;
    let (ada, guest) = (with_account(&server, "Ada Lovelace").await, server.player());
    assert_eq!(publish(&guest, "One").await.refused(), (403, "no-account".to_owned()));
    assert_eq!(titles(&guest, "").await, [""; 0]);
    let one = publish(&ada, "One").await;
    assert_eq!(one.status.as_u16(), 201);
    let one = one.body;
    // Nobody sees it until somebody else has played it.
    assert_eq!(
        (&one["waiting"], titles(&guest, "").await, titles(&ada, "?mine=true").await.len()),
        (&json!(true), vec![], 1)
    );
    play(&server, &id_of(&one)).await;
    let told = &one["variant"];
    assert_eq!((&told["title"], &told["inventor"], &told["year"]), (&json!("One"), &json!("Ada"), &json!("1843")));
    assert_eq!((&told["summary"], &told["board"], &told["cells"]), (&json!("Two rooks."), &json!("4x4"), &json!(16)));
    assert_eq!((&one["publisher"], &one["yours"]), (&json!("Ada Lovelace"), &json!(true)));
    shown(&server, &ada, "Two").await;
    let seen = guest.get("/api/published").await.good();
    assert_eq!((titles(&guest, "").await, seen.get("next")), (vec!["Two".to_owned(), "One".to_owned()], None));
    assert!(seen["games"].as_array().unwrap().iter().all(|game| game["yours"] == false));
    assert_eq!(titles(&guest, "?mine=true").await, [""; 0]);
    assert_eq!(titles(&ada, "?mine=true").await, ["Two", "One"]);

    // It is a game like any other.
    let request = json!({ "variant": id_of(&one), "opponent": { "kind": "self" }, "side": "white" });
    let game = guest.begin(request).await["id"].as_str().unwrap().to_owned();
    guest.sit_down(&game).await.make(0, "a1a4").await;
    let picture = guest.get(&format!("/api/variants/{}/picture.svg?view=stack&theme=light", id_of(&one))).await.good();
    assert!(picture.as_str().unwrap().starts_with("<svg"));

    // A new version takes its place; the game goes on by the one before.
    let new = json!({ "text": text("One, better"), "replaces": id_of(&one) });
    let better = ada.post("/api/published", new.clone()).await.good();
    assert_eq!(better["created"], one["created"]);
    // Its title is new, so that it waits for its first play.
    assert_eq!(titles(&guest, "").await, ["Two"]);
    play(&server, &id_of(&better)).await;
    assert_eq!(titles(&guest, "").await, ["One, better", "Two"]);
    guest.sit_down(&game).await.make(1, "b4b3").await;
    assert_eq!(guest.get(&format!("/api/games/{game}")).await.good()["title"], "One");
    // The same text again is no other game.
    publish(&ada, "One, better").await.good();
    assert_eq!(titles(&guest, "").await, ["One, better", "Two"]);
    assert_eq!(ada.post("/api/published", new).await.good()["variant"]["title"], "One, better");
    let other = json!({ "text": text("One, better"), "replaces": id_of(&publish(&ada, "Two").await.good()) });
    assert_eq!(ada.post("/api/published", other).await.refused(), (409, "published".to_owned()));

    // Nobody else's can be replaced, taken off, or published again.
    let eve = with_account(&server, "Eve Moneypenny").await;
    let better = id_of(&better);
    let stolen = json!({ "text": text("Mine"), "replaces": better });
    assert_eq!(eve.post("/api/published", stolen).await.refused(), (403, "not-yours".to_owned()));
    assert_eq!(take_off(&eve, &better).await.refused(), (403, "not-yours".to_owned()));
    assert_eq!(take_off(&guest, &better).await.refused(), (403, "no-account".to_owned()));
    assert_eq!(publish(&eve, "One, better").await.refused(), (409, "published".to_owned()));
    assert_eq!(take_off(&ada, &better).await.status.as_u16(), 204);
    assert_eq!(take_off(&ada, &better).await.refused(), (404, "not-published".to_owned()));
    let gone = json!({ "text": text("New"), "replaces": better });
    assert_eq!(ada.post("/api/published", gone).await.refused(), (404, "not-published".to_owned()));
    assert_eq!(titles(&guest, "").await, ["Two"]);
    // Its link still leads to it, and now somebody else may publish it.
    assert_eq!(guest.get(&format!("/api/variants/{better}")).await.good()["title"], "One, better");
    publish(&eve, "One, better").await.good();
    server.end().await;
}

#[tokio::test]
async fn what_is_no_game_or_no_card_is_not_published() {
    let server = Running::start_with(|config| config.limits.published_each = 2).await;
    let ada = with_account(&server, "Ada Lovelace").await;
    let faulty = ada.post("/api/published", json!({ "text": "title \"x\"" })).await;
    assert!(!faulty.body["details"].as_array().unwrap().is_empty());
    assert_eq!(faulty.refused(), (422, "bad-definition".to_owned()));
    let large = ada.post("/api/published", json!({ "text": "x".repeat(300 * 1024) })).await;
    assert_eq!(large.refused(), (413, "too-large".to_owned()));
    for (title, code) in [
        ("x".repeat(81), "bad-card"),
        ("…".to_owned(), "bad-card"),
        ("x".repeat(201), "bad-definition"),
        ("backwards \\u{202e}".to_owned(), "bad-definition"),
        ("nothing \\u{200b}".to_owned(), "bad-definition"),
    ] {
        assert_eq!(publish(&ada, &title).await.refused(), (422, code.to_owned()), "{title}");
    }
    let long = text("T").replace("Two rooks.", &"x".repeat(301));
    assert_eq!(ada.post("/api/published", json!({ "text": long })).await.refused().1, "bad-card");
    assert_eq!(ada.get("/api/published?page=x").await.refused(), (400, "bad-query".to_owned()));
    // Text stays text: it is reported as it was written.
    let hostile = publish(&ada, "<script>alert(1)</script>").await.good();
    assert_eq!(hostile["variant"]["title"], "<script>alert(1)</script>");
    // The number for an account is limited, and a new version is not one more.
    publish(&ada, "Two").await.good();
    assert_eq!(publish(&ada, "Three").await.refused(), (429, "too-many-requests".to_owned()));
    let new = json!({ "text": text("Three"), "replaces": id_of(&hostile) });
    ada.post("/api/published", new).await.good();
    assert_eq!(titles(&ada, "?mine=true").await, ["Two", "Three"]);
    server.end().await;
}

#[tokio::test]
async fn so_much_is_published_in_a_day_and_no_more_after_a_restart() {
    let folder = tempfile::TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    let ada = with_account(&server, "Ada Lovelace").await;
    for n in 0..10 {
        let game = publish(&ada, &format!("Game {n}")).await.good();
        take_off(&ada, &id_of(&game)).await.good();
        publish(&ada, &format!("Game {n}")).await.good();
    }
    assert_eq!(publish(&ada, "One more").await.refused(), (429, "too-many-requests".to_owned()));
    server.end().await;
    let server = Running::start_in(folder.path(), |_| {}).await;
    let again = server.player();
    again.set_cookie(&format!("{}; Path=/", ada.cookies().unwrap()));
    assert_eq!(publish(&again, "One more").await.refused(), (429, "too-many-requests".to_owned()));
    assert_eq!(titles(&again, "?mine=true").await.len(), 10);
    server.end().await;
}

#[tokio::test]
async fn what_is_published_is_handed_out_and_goes_with_its_account() {
    let folder = tempfile::TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    let (ada, eve) = (with_account(&server, "Ada Lovelace").await, with_account(&server, "Eve Moneypenny").await);
    let one = publish(&ada, "One").await.good();
    shown(&server, &eve, "Two").await;
    let request = json!({ "variant": id_of(&one), "opponent": { "kind": "self" }, "side": "white" });
    let game = eve.begin(request).await["id"].as_str().unwrap().to_owned();
    let lines = ada.get("/api/me/export").await.good();
    let lines: Vec<Value> = lines.as_str().unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |kind: &str| lines.iter().filter_map(|line| line.get(kind)).collect::<Vec<_>>();
    assert_eq!((of("published").len(), of("definition").len()), (1, 1));
    assert_eq!(of("published")[0]["definition"], one["variant"]["id"]);
    assert_eq!(of("definition")[0]["text"], text("One"));
    ada.post("/api/me/deletion", json!({ "password": "analytical engine" })).await.good();
    assert_eq!(titles(&eve, "").await, ["Two"]);
    // Running games go on.
    eve.sit_down(&game).await.make(0, "a1a4").await;
    server.end().await;
    let export = |folder: &std::path::Path| {
        let mut out = Vec::new();
        spielraum_server::export(folder, None, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let whole = export(folder.path());
    assert_eq!(whole.lines().filter(|line| line.starts_with("{\"published\"")).count(), 1);
    let again = tempfile::TempDir::new().unwrap();
    let findings = spielraum_server::import(whole.as_bytes(), again.path(), None, |_| ()).unwrap();
    assert_eq!(findings.faults, [""; 0]);
    assert_eq!(export(again.path()), whole);
}
