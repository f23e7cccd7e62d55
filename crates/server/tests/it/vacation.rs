//! Vacations: the clocks of games with days for each move stand still.

use crate::server::{Pair, Running, with_friend};
use serde_json::{Value, json};
use spielraum_loadtest::{Method, Player};
use tempfile::TempDir;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// What is left of a clock, in whole days and the rest of a day as a whole one.
fn days(clock: &Value, side: &str) -> i64 {
    (clock[side].as_i64().unwrap() + DAY - 1) / DAY
}

async fn clock(player: &Player, game: &str) -> Value {
    player.get(&format!("/api/games/{game}")).await.good()["clock"].clone()
}

#[tokio::test]
async fn clocks_stand_still_on_vacation_and_go_on_after_it() {
    let folder = TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", json!({ "days": 3 }))).await;
    assert_eq!(pair.white.get("/api/vacation").await.refused(), (403, "no-account".to_owned()));
    pair.white.post("/api/accounts", json!({ "name": "Ada", "password": "analytical engine" })).await.good();
    let (white, game) = (&pair.white, pair.game.clone());
    assert_eq!(white.get("/api/vacation").await.good(), json!({ "until": null, "days": 30 }));
    let begin = async |days: u32| white.post("/api/vacation", json!({ "days": days })).await;
    for bad in [0, 31] {
        assert_eq!(begin(bad).await.refused(), (422, "bad-vacation".to_owned()));
    }
    assert_eq!(clock(white, &game).await["running"], "white");

    // It is White's turn: the opponent sees at once until when the clock stands still.
    let told = begin(10).await.good();
    let until = told["until"].as_i64().unwrap();
    assert_eq!(told["days"], 20);
    let heard = loop {
        let clock = pair.at_black.next_of("game").await["game"]["clock"].clone();
        if clock.get("rests").is_some() {
            break clock;
        }
    };
    assert_eq!((&heard["rests"]["until"], &heard["running"], days(&heard, "white")), (&json!(until), &Value::Null, 3));
    assert_eq!(heard["rests"]["side"], "white");
    assert_eq!(begin(1).await.refused(), (409, "no-vacation".to_owned()));
    // The server starts anew meanwhile.
    let cookies = [white, &pair.black].map(|player| player.cookies().unwrap());
    server.end().await;
    let server = Running::start_in(folder.path(), |_| {}).await;
    let [white, black] = cookies.map(|cookie| {
        let player = server.player();
        player.set_cookie(&cookie);
        player
    });
    assert_eq!(clock(&black, &game).await["rests"]["until"], until);

    // One may move on vacation; the other's clock runs. When it is White's turn again it stands still again.
    let (mut at_white, mut at_black) = (white.sit_down(&game).await, black.sit_down(&game).await);
    at_white.make(0, "e2e4").await;
    let heard = at_black.next_of("move").await["clock"].clone();
    assert_eq!((&heard["running"], heard.get("rests")), (&json!("black"), None));
    at_black.make(1, "e7e5").await;
    let heard = at_white.next_of("move").await["clock"].clone();
    let heard = if heard["running"] == "black" { at_white.next_of("move").await["clock"].clone() } else { heard };
    assert_eq!((&heard["rests"]["until"], days(&heard, "white")), (&json!(until), 3));
    // So does the clock of a game that begins.
    let next = white.begin(with_friend("chess", json!({ "days": 1 }))).await["id"].as_str().unwrap().to_owned();
    black.post(&format!("/api/games/{next}/join"), json!({})).await.good();
    assert_eq!(clock(&black, &next).await["rests"]["until"], until);
    // A clock for the whole game goes on.
    let fast = white.begin(with_friend("chess", json!({ "initial": 600, "increment": 0 }))).await;
    let fast = fast["id"].as_str().unwrap().to_owned();
    black.post(&format!("/api/games/{fast}/join"), json!({})).await.good();
    assert_eq!(clock(&black, &fast).await.get("rests"), None);

    // It ends early: the clocks run, and what was not used is kept.
    let told = white.send(Method::DELETE, "/api/vacation", None).await.good();
    assert_eq!((&told["until"], &told["days"]), (&Value::Null, &json!(29)));
    for game in [&game, &next] {
        let heard = clock(&black, game).await;
        assert_eq!((&heard["running"], heard.get("rests")), (&json!("white"), None));
    }
    assert_eq!(white.post("/api/vacation", json!({ "days": 30 })).await.refused(), (409, "no-vacation".to_owned()));
    white.post("/api/vacation", json!({ "days": 29 })).await.good();
    server.end().await;
    assert_eq!(spielraum_server::fsck(folder.path(), None, |_| ()).unwrap().faults, [""; 0]);
}
