//! Names, accounts, logging in and out.

use crate::server::{Pair, Running, with_friend};
use serde_json::{Value, json};
use spielraum_loadtest::{Method, Player};

#[tokio::test]
async fn an_account_keeps_the_games() {
    let server = Running::start().await;
    let player = server.player();
    assert_eq!(player.get("/api/me").await.good(), json!({ "name": "Guest", "account": false }));
    let game = player.begin(with_friend("chess", Value::Null)).await["id"].clone();
    let credentials = json!({ "name": "Ada", "password": "analytical engine" });
    assert_eq!(
        player.post("/api/accounts", credentials.clone()).await.good(),
        json!({ "name": "Ada", "account": true })
    );
    let elsewhere = server.player();
    let wrong = json!({ "name": "Ada", "password": "difference engine" });
    assert_eq!(elsewhere.post("/api/session", wrong).await.refused(), (403, "wrong-password".to_owned()));
    let nobody = json!({ "name": "Babbage", "password": "difference engine" });
    assert_eq!(elsewhere.post("/api/session", nobody).await.refused(), (403, "wrong-password".to_owned()));
    // Upper and lower case are the same.
    let lower = json!({ "name": "ada", "password": "analytical engine" });
    assert_eq!(elsewhere.post("/api/session", lower).await.good()["name"], "Ada");
    assert_eq!(elsewhere.get("/api/games?mine=true").await.good()["games"][0]["id"], game);
    assert_eq!(server.player().post("/api/accounts", credentials).await.refused(), (409, "taken".to_owned()));
    let out = elsewhere.send(Method::DELETE, "/api/session", None).await;
    assert_eq!(out.status.as_u16(), 204);
    assert_eq!(elsewhere.get("/api/games?mine=true").await.good()["games"], json!([]));
    server.end().await;
}

#[tokio::test]
async fn games_of_before_go_over_into_the_account() {
    let server = Running::start().await;
    let ada = json!({ "name": "Ada", "password": "analytical engine" });
    let registered = server.player();
    registered.post("/api/accounts", ada.clone()).await.good();

    // Somebody without an account plays, and the account's owner is the opponent in another game.
    let mut pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    pair.play(&["e2e4"]).await;
    let alone = pair.white.begin(with_friend("raumschach", Value::Null)).await["id"].clone();
    let against = registered.begin(with_friend("chess", Value::Null)).await["id"].as_str().unwrap().to_owned();
    pair.white.post(&format!("/api/games/{against}/join"), json!({})).await.good();
    assert_eq!(pair.white.post("/api/session", ada.clone()).await.good()["name"], "Ada");

    let game = pair.white.get(&format!("/api/games/{}", pair.game)).await.good();
    assert_eq!((&game["you"], &game["players"]["white"]["name"]), (&json!("white"), &json!("Ada")));
    let mine = registered.get("/api/games?mine=true").await.good();
    let ids: Vec<&str> = mine["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 3);
    assert!([&*pair.game, alone.as_str().unwrap(), &against].iter().all(|id| ids.contains(id)));
    // The one who was in the room as the former is sent away, to come again as the latter.
    while pair.at_white.next().await.is_some() {}
    // What is stored next is by the new owner: the room has learned of it too.
    let mut at_white = pair.white.sit_down(&pair.game).await;
    at_white.next_of("game").await;
    pair.at_black.make(1, "e7e5").await;
    at_white.make(2, "g1f3").await;
    assert_eq!(registered.get(&format!("/api/games/{}", pair.game)).await.good()["you"], "white");
    // The player of both sides now plays on one device.
    let both = registered.get(&format!("/api/games/{against}")).await.good();
    assert_eq!((&both["you"], &both["opponent"]), (&json!("both"), &json!({ "kind": "self" })));
    // And what was begun can be removed.
    let remove = registered.send(Method::DELETE, &format!("/api/games/{}", alone.as_str().unwrap()), None).await;
    assert_eq!(remove.status.as_u16(), 204);
    server.end().await;
}

#[tokio::test]
async fn games_of_one_account_do_not_go_over_into_another() {
    let server = Running::start().await;
    let (ada, grace) = (server.player(), server.player());
    let credentials = |name: &str| json!({ "name": name, "password": "analytical engine" });
    ada.post("/api/accounts", credentials("Ada")).await.good();
    ada.begin(with_friend("chess", Value::Null)).await;
    grace.post("/api/accounts", credentials("Grace")).await.good();
    ada.post("/api/session", credentials("Grace")).await.good();
    assert_eq!(ada.get("/api/games?mine=true").await.good()["games"], json!([]));
    ada.post("/api/session", credentials("Ada")).await.good();
    assert_eq!(ada.get("/api/games?mine=true").await.good()["games"].as_array().unwrap().len(), 1);
    server.end().await;
}

#[tokio::test]
async fn a_name_is_chosen_and_shown() {
    let server = Running::start().await;
    let player = server.player();
    let named = player.send(Method::PUT, "/api/me", Some(&json!({ "name": " Grace  Hopper " }))).await.good();
    assert_eq!(named, json!({ "name": "Grace Hopper", "account": false }));
    let game = player.begin(with_friend("chess", Value::Null)).await;
    assert_eq!(game["players"]["white"]["name"], "Grace Hopper (guest)");
    for bad in ["", " ", "a\u{202e}b", "\u{3164}", "\u{2800}", "Ada (guest)", &"x".repeat(33)] {
        let refused = player.send(Method::PUT, "/api/me", Some(&json!({ "name": bad }))).await;
        assert_eq!(refused.refused(), (422, "bad-name".to_owned()));
    }
    server.end().await;
}

#[tokio::test]
async fn passwords_can_be_tried_a_few_times_only() {
    let server = Running::start().await;
    let player = server.player();
    let mut codes = vec![];
    // Where each takes long, some may be tried again meanwhile; never more than thirty.
    while codes.last() != Some(&429) && codes.len() < 31 {
        let guess = json!({ "name": "Ada", "password": "guess" });
        codes.push(player.post("/api/session", guess).await.refused().0);
    }
    assert_eq!((codes[0], codes[codes.len() - 1]), (403, 429));
    server.end().await;
}

fn credentials(name: &str) -> Value {
    json!({ "name": name, "password": "analytical engine" })
}

/// The cookie of a player's session, as a header sets it.
fn session(player: &Player) -> String {
    format!("{}; Path=/", player.cookies().unwrap())
}

async fn account(player: &Player) -> Value {
    player.get("/api/me").await.good()["account"].clone()
}

#[tokio::test]
async fn a_planted_cookie_becomes_no_account() {
    let server = Running::start().await;
    // An attacker puts the cookie of a guest into somebody's browser, who registers there.
    let (attacker, victim) = (server.player(), server.player());
    attacker.begin(with_friend("chess", Value::Null)).await;
    victim.set_cookie(&session(&attacker));
    victim.post("/api/accounts", credentials("Ada")).await.good();
    assert_ne!(attacker.cookies(), victim.cookies());
    assert_eq!((account(&attacker).await, account(&victim).await), (json!(false), json!(true)));
    // Or logs in there.
    let (attacker, victim) = (server.player(), server.player());
    attacker.begin(with_friend("chess", Value::Null)).await;
    victim.set_cookie(&session(&attacker));
    victim.post("/api/session", credentials("Ada")).await.good();
    assert_eq!((account(&attacker).await, account(&victim).await), (json!(false), json!(true)));
    // Logging out ends the session, not only the cookie.
    let copy = server.player();
    copy.set_cookie(&session(&victim));
    assert_eq!(account(&copy).await, true);
    victim.send(Method::DELETE, "/api/session", None).await;
    assert_eq!(account(&copy).await, false);
    server.end().await;
}

#[tokio::test]
async fn sessions_end_everywhere() {
    let server = Running::start().await;
    let (here, there) = (server.player(), server.player());
    assert_eq!(here.send(Method::DELETE, "/api/sessions", None).await.refused(), (403, "no-account".to_owned()));
    here.post("/api/accounts", credentials("Ada")).await.good();
    there.post("/api/session", credentials("Ada")).await.good();
    let game = here.begin(with_friend("chess", Value::Null)).await["id"].as_str().unwrap().to_owned();
    let mut socket = there.sit_down(&game).await;
    here.send(Method::DELETE, "/api/sessions", None).await;
    assert_eq!((account(&here).await, account(&there).await), (json!(false), json!(false)));
    while socket.next().await.is_some() {}
    server.end().await;
}

#[tokio::test]
async fn a_password_is_changed_by_who_knows_it() {
    let server = Running::start().await;
    let (here, there) = (server.player(), server.player());
    let change = async |player: &Player, old: &str, new: &str| {
        player.send(Method::PUT, "/api/password", Some(&json!({ "old": old, "new": new }))).await
    };
    assert_eq!(change(&here, "x", "another engine").await.refused(), (403, "no-account".to_owned()));
    here.post("/api/accounts", credentials("Ada")).await.good();
    there.post("/api/session", credentials("Ada")).await.good();
    assert_eq!(change(&here, "wrong", "another engine").await.refused(), (403, "wrong-password".to_owned()));
    let blank = change(&here, "analytical engine", "        ").await;
    assert_eq!(blank.refused(), (422, "bad-password".to_owned()));
    assert_eq!(change(&here, "analytical engine", "another engine").await.status.as_u16(), 204);
    assert_eq!((account(&here).await, account(&there).await), (json!(true), json!(false)));
    assert_eq!(there.post("/api/session", credentials("Ada")).await.refused().0, 403);
    there.post("/api/session", json!({ "name": "Ada", "password": "another engine" })).await.good();
    server.end().await;
}

#[tokio::test]
async fn no_account_looks_like_another() {
    let server = Running::start().await;
    server.player().post("/api/accounts", credentials("Ada Lovelace")).await.good();
    for name in ["ada_lovelace", "Аda Lovelace", "Ada Iovelace"] {
        let refused = server.player().post("/api/accounts", credentials(name)).await.refused();
        assert_eq!(refused, (409, "taken".to_owned()), "{name}");
    }
    let other = server.player();
    other.post("/api/accounts", credentials("Grace")).await.good();
    let rename = async |name: &str| {
        let request = json!({ "name": name, "password": "analytical engine" });
        other.send(Method::PUT, "/api/me", Some(&request)).await
    };
    assert_eq!(rename("АDA LOVELACE").await.refused(), (409, "taken".to_owned()));
    // The owner of an account logs in with the name that others see.
    rename("Hopper").await.good();
    assert_eq!(server.player().post("/api/session", credentials("Grace")).await.refused().0, 403);
    server.player().post("/api/session", credentials("Hopper")).await.good();
    let reserved = server.player().post("/api/accounts", credentials("Adm1n")).await;
    assert_eq!(reserved.refused(), (422, "reserved-name".to_owned()));
    server.end().await;
}

#[tokio::test]
async fn nobody_stores_without_end() {
    let server = Running::start_with(|config| config.limits.storage = 64 << 10).await;
    let player = server.player();
    let mut codes = Vec::new();
    for _ in 0..30 {
        codes.push(player.post("/api/games", with_friend("chess", Value::Null)).await.status.as_u16());
    }
    assert!(codes[..12].iter().all(|code| *code == 201) && codes[29] == 429, "{codes:?}");
    server.end().await;
}

#[tokio::test]
async fn a_restart_renews_no_quota() {
    let folder = tempfile::TempDir::new().unwrap();
    let start = || Running::start_in(folder.path(), |config| config.limits.storage = 16 << 10);
    let begin = async |server: &Running| server.player().post("/api/games", with_friend("chess", Value::Null)).await;
    let server = start().await;
    while begin(&server).await.status.is_success() {}
    server.end().await;
    let server = start().await;
    assert_eq!(begin(&server).await.refused(), (429, "too-many-requests".to_owned()));
    server.end().await;
}

#[tokio::test]
async fn a_nearly_full_disk_takes_moves_only() {
    let folder = tempfile::TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    assert_eq!(server.player().get("/readyz").await.good(), "ok\n");
    let mut pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    pair.play(&["e2e4"]).await;
    server.end().await;
    let full = Running::start_in(folder.path(), |config| config.limits.disk_floor = u64::MAX).await;
    let cookies = [&pair.white, &pair.black].map(session);
    let [white, black] = cookies.map(|cookie| {
        let player = full.player();
        player.set_cookie(&cookie);
        player
    });
    let mut at_black = black.sit_down(&pair.game).await;
    at_black.make(1, "e7e5").await;
    let begin =
        |player: Player| async move { player.post("/api/games", with_friend("chess", Value::Null)).await.refused() };
    assert_eq!(begin(white).await, (503, "no-room".to_owned()));
    assert_eq!(begin(full.player()).await, (503, "no-room".to_owned()));
    assert_eq!(full.player().get("/readyz").await.refused(), (503, "no-room".to_owned()));
    assert_eq!(full.player().get("/healthz").await.good(), "ok\n");
    full.end().await;
}

/// A client of a network of its own.
fn from_network(server: &Running, network: u8) -> Player {
    Player::from_address(&server.base, Some([127, 80, network, 1].into()))
}

#[tokio::test]
async fn nobody_locks_an_owner_out() {
    let folder = tempfile::TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    let owner = server.player();
    owner.post("/api/accounts", credentials("Ada")).await.good();
    let guess = async |server: &Running, network: u8| {
        let wrong = json!({ "name": "Ada", "password": "guess" });
        from_network(server, network).post("/api/session", wrong).await.refused().0
    };
    // Five networks guess as much as they may: a sixth one is still let in.
    let mut refused = 0;
    for n in 0..60 {
        refused += usize::from(guess(&server, n % 5).await == 429);
    }
    assert_eq!(refused, 10);
    let abroad = from_network(&server, 200);
    abroad.post("/api/session", credentials("Ada")).await.good();
    // Many networks use up what all unknown browsers have.
    let mut n = 5;
    while guess(&server, n).await != 429 {
        n += 1;
        assert!(n < 100, "guessing goes on for ever");
    }
    let stranger = from_network(&server, 201);
    assert_eq!(stranger.post("/api/session", credentials("Ada")).await.refused().0, 429);
    // The owner logs in with a browser that has logged in before, from anywhere, also after a restart.
    let (cookies, moved) = (owner.cookies().unwrap(), owner.send(Method::DELETE, "/api/session", None).await);
    assert_eq!(moved.status.as_u16(), 204);
    owner.post("/api/session", credentials("Ada")).await.good();
    assert_ne!(owner.cookies().unwrap(), cookies);
    server.end().await;
    let server = Running::start_in(folder.path(), |_| {}).await;
    assert_eq!(from_network(&server, 202).post("/api/session", credentials("Ada")).await.refused().0, 429);
    let browser = from_network(&server, 203);
    let cookies = owner.cookies_of("/api/session");
    let device = cookies.iter().find(|cookie| cookie.starts_with("spielraum-device=")).unwrap();
    browser.set_cookie(&format!("{device}; Path=/api"));
    browser.post("/api/session", credentials("Ada")).await.good();
    // Its cookie is of no use for another name, and another's is of none for this one.
    let attacker = from_network(&server, 204);
    attacker.post("/api/accounts", credentials("Eve")).await.good();
    assert_eq!(attacker.post("/api/session", credentials("Ada")).await.refused().0, 429);
    // Signed in, the owner changes the password, the name, and deletes the account.
    let change = json!({ "old": "analytical engine", "new": "another engine" });
    assert_eq!(browser.send(Method::PUT, "/api/password", Some(&change)).await.status.as_u16(), 204);
    let rename = json!({ "name": "Countess", "password": "another engine" });
    browser.send(Method::PUT, "/api/me", Some(&rename)).await.good();
    let gone = browser.post("/api/me/deletion", json!({ "password": "another engine" })).await;
    assert_eq!(gone.status.as_u16(), 204);
    server.end().await;
}

#[tokio::test]
async fn a_session_is_not_enough_to_guess_the_password() {
    let server = Running::start().await;
    let player = server.player();
    player.post("/api/accounts", credentials("Ada")).await.good();
    let mut codes = Vec::new();
    for _ in 0..12 {
        codes.push(player.post("/api/me/deletion", json!({ "password": "guess" })).await.refused().0);
    }
    assert_eq!((&codes[..10], &codes[10..]), (&[403; 10][..], &[429; 2][..]));
    server.end().await;
}

#[tokio::test]
async fn passwords_that_everybody_knows_are_refused() {
    let server = Running::start().await;
    let player = server.player();
    for bad in ["12345678", "password1", "qwertyuiop", "Lovelace1", "iloveyou"] {
        let refused = player.post("/api/accounts", json!({ "name": "Ada Lovelace", "password": bad })).await;
        assert_eq!(refused.refused(), (422, "bad-password".to_owned()), "{bad}");
    }
    player.post("/api/accounts", credentials("Ada Lovelace")).await.good();
    let change = json!({ "old": "analytical engine", "new": "12345678" });
    let refused = player.send(Method::PUT, "/api/password", Some(&change)).await;
    assert_eq!(refused.refused(), (422, "bad-password".to_owned()));
    server.end().await;
}

#[tokio::test]
async fn a_name_that_was_given_up_stays_its_owners_for_a_time() {
    let server = Running::start().await;
    let ada = server.player();
    ada.post("/api/accounts", credentials("Ada")).await.good();
    let rename = async |name: &str, password: Value| {
        ada.send(Method::PUT, "/api/me", Some(&json!({ "name": name, "password": password }))).await
    };
    assert_eq!(rename("Countess", Value::Null).await.refused(), (403, "password-needed".to_owned()));
    assert_eq!(rename("Countess", json!("guess")).await.refused(), (403, "wrong-password".to_owned()));
    rename("Countess", json!("analytical engine")).await.good();
    let eve = server.player();
    for name in ["Ada", "АDА"] {
        assert_eq!(eve.post("/api/accounts", credentials(name)).await.refused(), (409, "taken".to_owned()), "{name}");
    }
    eve.post("/api/accounts", credentials("Eve")).await.good();
    let as_ada = json!({ "name": "Ada", "password": "analytical engine" });
    assert_eq!(eve.send(Method::PUT, "/api/me", Some(&as_ada)).await.refused(), (409, "taken".to_owned()));
    rename("Ada", json!("analytical engine")).await.good();
    assert_eq!(server.player().post("/api/accounts", credentials("Countess")).await.refused().0, 409);
    // Nobody hoards names: the last three are kept.
    for name in ["Adb", "Adc", "Ade"] {
        rename(name, json!("analytical engine")).await.good();
    }
    server.player().post("/api/accounts", credentials("Countess")).await.good();
    server.end().await;
}
