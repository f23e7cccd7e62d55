//! Tests of what goes on in rooms that clients see by chance only.

use super::{Command, faults};
use crate::app::App;
use crate::domain::{GameId, PlayerId, SessionId};
use crate::error::ErrorKind;
use crate::store::{Requirement, Write};
use crate::{Config, Server};
use serde_json::{Value, json};
use spielraum_loadtest::{Player, Socket};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server that runs, with what its handlers share.
struct Running {
    app: App,
    base: String,
    end: oneshot::Sender<()>,
    ended: JoinHandle<crate::Ended>,
    _folder: TempDir,
}

impl Running {
    async fn start() -> Self {
        let folder = TempDir::new().unwrap();
        let mut config = Config::new(folder.path().to_path_buf());
        config.hash_mb = 1;
        let server = Server::start(config).await.unwrap();
        let (app, base) = (server.app(), format!("http://{}", server.address()));
        let (end, ending) = oneshot::channel::<()>();
        let ended = tokio::spawn(server.run(async move { _ = ending.await }));
        Self { app, base, end, ended, _folder: folder }
    }

    async fn end(self) {
        drop(self.end);
        self.ended.await.unwrap();
    }

    /// Writes a player with a session, whose token is given.
    async fn newcomer(&self, name: &str) -> (PlayerId, Write) {
        let (id, token) = (PlayerId::random(), SessionId::of(name));
        let session = Write::NewSession { token: token.clone(), player: id.clone(), device: None };
        let player = Write::NewPlayer { id: id.clone(), name: name.to_owned() };
        self.app.store.writer().write(vec![player, session]).await.unwrap();
        (id, Write::Requires(Requirement::Session { token }))
    }
}

async fn begin(player: &Player, opponent: &str) -> GameId {
    let request = json!({ "variant": "chess", "opponent": { "kind": opponent }, "side": "white",
        "clock": { "initial": 300, "increment": 0 } });
    player.begin(request).await["id"].as_str().unwrap().into()
}

/// What the clock of the side to move shows, in milliseconds.
async fn left(player: &Player, game: &GameId) -> f64 {
    let shown = player.get(&format!("/api/games/{game}")).await.good();
    shown["clock"]["white"].as_f64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn time_that_the_server_has_lost_is_given_back_and_only_once() {
    const WAIT: Duration = Duration::from_millis(400);
    let server = Running::start().await;
    let player = Player::new(&server.base);
    let game = begin(&player, "self").await;
    let mut sockets: Vec<Socket> = Vec::new();
    for _ in 0..3 {
        sockets.push(player.sit_down(game.as_str()).await);
    }
    sockets[0].make(0, "e2e4").await;
    sockets[0].make(1, "e7e5").await;
    // White thinks for a while; then three messages wait for the same thing, one after the other.
    let began = Instant::now();
    tokio::time::sleep(WAIT).await;
    faults::want_busy(game.as_str(), 3, WAIT);
    let asking = sockets.into_iter().map(|mut socket| {
        let wish = json!({ "type": "move", "ply": 2, "text": "g1f3" });
        tokio::spawn(async move { socket.refused(wish).await })
    });
    for asked in asking.collect::<Vec<_>>() {
        assert_eq!(asked.await.unwrap(), "busy");
    }
    let (charged, passed) = (300_000.0 - left(&player, &game).await, began.elapsed());
    let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
    assert!(charged >= ms(WAIT) - 5.0, "the time before they came is charged: {charged} ms");
    assert!(charged <= ms(passed.saturating_sub(3 * WAIT)) + 5.0, "{charged} ms of {passed:?}");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_done_for_a_session_that_has_ended() {
    let server = Running::start().await;
    let app = &server.app;
    let player = Player::new(&server.base);
    let game = begin(&player, "friend").await;
    let room = app.rooms.room(app, &game).await.unwrap();
    let (eve, session) = server.newcomer("Eve").await;
    let Write::Requires(Requirement::Session { token }) = session.clone() else { unreachable!() };
    app.store.writer().write(vec![Write::EndSession { token }]).await.unwrap();
    let refused = |command| room.act(app, Some(eve.clone()), Some(session.clone()), command);
    assert_eq!(refused(Command::Join).await.unwrap_err().code, "session-over");
    assert_eq!(player.get(&format!("/api/games/{game}")).await.good()["status"], "open");
    // The same is done without it.
    room.act(app, Some(eve.clone()), None, Command::Join).await.unwrap();
    player.sit_down(game.as_str()).await.make(0, "e2e4").await;
    let reply = Command::Move { ply: 1, text: "e7e5".to_owned() };
    assert_eq!(refused(reply).await.unwrap_err().code, "session-over");
    assert_eq!(player.get(&format!("/api/games/{game}")).await.good()["moves"].as_array().unwrap().len(), 1);
    assert_eq!(refused(Command::Abort).await.unwrap_err().code, "session-over");
    assert_eq!(player.get(&format!("/api/games/{game}")).await.good()["status"], "playing");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_handed_over_with_the_log_in_or_not_at_all() {
    let server = Running::start().await;
    let app = &server.app;
    let guest = Player::new(&server.base);
    let game = begin(&guest, "self").await;
    let owner = app.rooms.room(app, &game).await.unwrap().state.lock().await.record.creator.clone();
    let (ada, _) = server.newcomer("Ada").await;
    let requires = Write::Requires(Requirement::Password { player: ada.clone(), hash: "the one before".to_owned() });
    let error = super::Rooms::hand_over(app, owner.clone(), ada, vec![requires]).await.unwrap_err();
    assert_eq!((error.kind, error.code), (ErrorKind::Forbidden, "session-over"));
    assert_eq!(app.store.game(&game).await.unwrap().unwrap().0.creator, owner);
    guest.sit_down(game.as_str()).await.make(0, "e2e4").await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_begins_with_what_is_taken_down_at_the_moment_of_writing() {
    const TEXT: &str =
        "title \"T\"\nboard files=3 ranks=3\npiece \"R\" \"Rook\" { slide \"orthogonal\" }\nstart \"r2/3/2R\"\n";
    let server = Running::start().await;
    let (app, publisher) = (&server.app, Player::new(&server.base));
    let credentials = json!({ "name": "Ada", "password": "analytical engine" });
    publisher.post("/api/accounts", credentials).await.good();
    let published = publisher.post("/api/published", json!({ "text": TEXT })).await.good();
    let id = published["variant"]["id"].as_str().unwrap().to_owned();
    let request = json!({ "variant": id, "opponent": { "kind": "friend" }, "side": "white" });
    let game = publisher.begin(request.clone()).await["id"].as_str().unwrap().to_owned();
    // What is asked before the writing does not know of it yet.
    app.store.writer().write(vec![Write::TakeDown { definition: id.as_str().into() }]).await.unwrap();
    let friend = Player::new(&server.base);
    let refused = (403, "taken-down".to_owned());
    assert_eq!(publisher.post("/api/games", request).await.refused(), refused);
    assert_eq!(friend.post(&format!("/api/games/{game}/join"), Value::Null).await.refused(), refused);
    assert_eq!(friend.post("/api/workshop", json!({ "text": TEXT })).await.refused(), refused);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_has_one_room_whoever_asks_before_it_is_there() {
    let server = Running::start().await;
    let app = &server.app;
    let player = Player::new(&server.base);
    let record = {
        let game = begin(&player, "self").await;
        app.store.game(&game).await.unwrap().unwrap().0
    };
    for number in 0..20 {
        let id = GameId::from(&*format!("game-{number}"));
        let asking: Vec<_> = (0..40)
            .map(|_| {
                let (app, id) = (app.clone(), id.clone());
                tokio::spawn(async move {
                    loop {
                        if let Ok(room) = app.rooms.room(&app, &id).await {
                            return room;
                        }
                    }
                })
            })
            .collect();
        tokio::task::yield_now().await;
        let record = crate::domain::Record { id: id.clone(), ..record.clone() };
        app.store.writer().write(vec![Write::NewGame(Box::new(record))]).await.unwrap();
        let mut rooms = Vec::new();
        for one in asking {
            rooms.push(one.await.unwrap());
        }
        assert!(rooms.iter().all(|room| Arc::ptr_eq(room, &rooms[0])), "{id} has several rooms");
    }
    server.end().await;
}
