//! The lobby without HTTP.

use super::{Answer, Lobby, Seeker};
use crate::app::App;
use crate::config::Config;
use crate::domain::{Choice, GameId, Group, PlayerId, Range, Seek, SeekId, Sought, Wanted, Wish};
use crate::error::ApiResult;
use crate::resources::Client;
use crate::store::Write;
use crate::time::Moment;
use serde_json::Value;
use spielraum_play::{Role, TimeControl};
use spielraum_rules::Color;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const PLAYERS: [&str; 4] = ["anna", "bert", "cora", "dora"];

/// How long to wait for a message that has to come.
const PATIENCE: Duration = Duration::from_secs(30);

async fn open_in(folder: &TempDir) -> App {
    let mut config = Config::new(folder.path().to_path_buf());
    config.limits.seeks_each = 3;
    config.limits.seeks = 5;
    App::for_tests(config, &PLAYERS).await
}

fn by(player: &str) -> Seeker {
    Seeker { client: Client([127, 0, 0, 1].into()), player: player.into(), requires: None }
}

fn days(days: u64) -> Option<TimeControl> {
    Some(TimeControl::PerMove(Duration::from_secs(days * 86_400)))
}

fn live() -> Option<TimeControl> {
    Some(TimeControl::Fischer { initial: Duration::from_secs(600), increment: Duration::from_secs(5) })
}

/// A game of the catalogue as usual.
async fn game(app: &App, variant: &str) -> Choice {
    let variant = app.variant(variant, &crate::domain::Options::new()).await.unwrap();
    Choice {
        variant: variant.view.id.clone(),
        options: variant.chosen.clone(),
        title: variant.view.title.clone(),
        dimensions: Some(variant.summary.dimensions),
    }
}

async fn wish(app: &App, variant: &str, control: Option<TimeControl>) -> Wish {
    Wish {
        wanted: Wanted::Games(vec![game(app, variant).await]),
        side: None,
        control,
        rated: false,
        help: false,
        range: Range::default(),
    }
}

fn waiting(answer: ApiResult<Answer>) -> SeekId {
    match answer.unwrap() {
        Answer::Waiting(sought) => sought.seek.id.clone(),
        Answer::Paired(game) => panic!("a game has begun: {game}"),
    }
}

fn paired(answer: ApiResult<Answer>) -> GameId {
    match answer.unwrap() {
        Answer::Paired(game) => game,
        Answer::Waiting(sought) => panic!("it waits: {sought:?}"),
    }
}

/// The ids of all games that a player plays.
async fn games_of(app: &App, player: &str) -> BTreeSet<GameId> {
    app.store.playing(&player.into()).await.unwrap().into_iter().collect()
}

/// The ids of the open seeks, which are the same in memory and in the database.
async fn open(app: &App) -> BTreeSet<SeekId> {
    let stored: BTreeSet<SeekId> = app.store.seeks().await.unwrap().into_iter().map(|sought| sought.seek.id).collect();
    assert_eq!(app.lobby.list(None).iter().map(|sought| sought.seek.id.clone()).collect::<BTreeSet<_>>(), stored);
    stored
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_accept_a_seek_one_gets_the_game() {
    let folder = TempDir::new().unwrap();
    let app = open_in(&folder).await;
    for round in 1..=10 {
        let id = waiting(app.lobby.seek(&app, &by("anna"), wish(&app, "chess", days(3)).await).await);
        let accepting = ["bert", "cora", "dora", "bert"].map(|player| {
            let (app, id) = (app.clone(), id.clone());
            tokio::spawn(async move { app.lobby.accept(&app, &by(player), &id, None).await })
        });
        let mut begun = Vec::new();
        for accepted in accepting {
            match accepted.await.unwrap() {
                Ok(game) => begun.push(game),
                Err(error) => assert_eq!(error.code, "seek-gone"),
            }
        }
        assert_eq!(begun.len(), 1);
        let games = games_of(&app, "anna").await;
        assert!(games.len() == round && games.contains(&begun[0]));
        assert!(open(&app).await.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_seek_the_same_at_once_play_with_each_other_once() {
    let folder = TempDir::new().unwrap();
    let app = open_in(&folder).await;
    for round in 1..=10 {
        let seeking = ["anna", "bert"].map(|player| {
            let app = app.clone();
            tokio::spawn(async move {
                let wish = wish(&app, "chess", days(3)).await;
                app.lobby.seek(&app, &by(player), wish).await.unwrap()
            })
        });
        let mut begun = Vec::new();
        for answer in seeking {
            if let Answer::Paired(game) = answer.await.unwrap() {
                begun.push(game);
            }
        }
        assert_eq!(begun.len(), 1, "one of them has begun the game, the other waits and is notified");
        assert_eq!((games_of(&app, "anna").await.len(), games_of(&app, "bert").await.len()), (round, round));
        assert!(open(&app).await.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_game_is_what_both_have_asked_for() {
    let folder = TempDir::new().unwrap();
    let app = open_in(&folder).await;
    let space = Wish {
        wanted: Wanted::Group(Group::Space),
        side: Some(Color::Black),
        control: days(2),
        rated: false,
        help: false,
        range: Range::default(),
    };
    let id = waiting(app.lobby.seek(&app, &by("anna"), space.clone()).await);
    // The same is not sought twice, and not accepted by oneself.
    assert_eq!(waiting(app.lobby.seek(&app, &by("anna"), space.clone()).await), id);
    assert_eq!(app.lobby.accept(&app, &by("anna"), &id, None).await.unwrap_err().code, "own-seek");
    assert_eq!(app.lobby.accept(&app, &by("bert"), &id, Some("chess")).await.unwrap_err().code, "not-wanted");
    let game_id = app.lobby.accept(&app, &by("bert"), &id, Some("raumschach")).await.unwrap();
    let (record, _) = app.store.game(&game_id).await.unwrap().unwrap();
    assert_eq!((&*record.pairing.variant, record.pairing.control), ("raumschach", days(2)));
    assert_eq!(record.role(Some(&"anna".into())), Some(Role::Side(Color::Black)));
    // White's clock runs from the beginning on, and the game waits for White.
    assert_eq!(record.progress.clocks.unwrap().running().unwrap().0, Color::White);
    let waits = async |player: &str| app.store.turns(&player.into()).await.unwrap().len();
    assert_eq!((waits("anna").await, waits("bert").await), (0, 1));
    // A wish that fits a group is accepted at once, with the game that both want; others stay open.
    let black = waiting(app.lobby.seek(&app, &by("anna"), space).await);
    let mut of_bert = wish(&app, "raumschach", days(2)).await;
    of_bert.side = Some(Color::Black);
    let same_side = waiting(app.lobby.seek(&app, &by("bert"), of_bert.clone()).await);
    assert_eq!(open(&app).await, [black.clone(), same_side.clone()].into());
    of_bert.side = None;
    let game_id = paired(app.lobby.seek(&app, &by("bert"), of_bert).await);
    let (record, _) = app.store.game(&game_id).await.unwrap().unwrap();
    assert_eq!(record.role(Some(&"bert".into())), Some(Role::Side(Color::White)));
    assert_eq!(open(&app).await, [same_side.clone()].into());
    // A seek that is withdrawn is no longer accepted, and nobody else withdraws it.
    let withdraw = async |player: &str| app.lobby.withdraw(&app, &player.into(), None, &same_side).await;
    assert_eq!(withdraw("cora").await.unwrap_err().code, "not-yours");
    withdraw("bert").await.unwrap();
    assert_eq!(withdraw("bert").await.unwrap_err().code, "seek-gone");
    assert_eq!(app.lobby.accept(&app, &by("cora"), &same_side, None).await.unwrap_err().code, "seek-gone");
    assert!(open(&app).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn seeks_are_bounded_for_a_player_and_in_all() {
    let folder = TempDir::new().unwrap();
    let app = open_in(&folder).await;
    let seek = async |player: &str, n: u64| {
        let wish = Wish { side: Some(Color::White), ..wish(&app, "chess", days(n)).await };
        app.lobby.seek(&app, &by(player), wish).await
    };
    for n in 1..=3 {
        waiting(seek("anna", n).await);
    }
    let error = seek("anna", 4).await.unwrap_err();
    assert!(error.code == "too-many-requests" && error.message.contains("3 open seeks"), "{error:?}");
    waiting(seek("bert", 1).await);
    waiting(seek("bert", 2).await);
    let error = seek("cora", 1).await.unwrap_err();
    assert!(error.code == "too-many-requests" && error.message.contains("5 open seeks"), "{error:?}");
}

/// However many players come from one network, others find places.
#[tokio::test(flavor = "multi_thread")]
async fn no_network_fills_the_lobby() {
    let folder = TempDir::new().unwrap();
    let mut config = Config::new(folder.path().to_path_buf());
    config.limits.seeks_each = 200;
    let app = App::for_tests(config, &PLAYERS).await;
    let (mut opened, mut refused) = (0, BTreeSet::new());
    for variant in ["chess", "raumschach", "shogi", "xiangqi"] {
        for (each, player) in (1..=14).flat_map(|each| ["anna", "bert"].map(|player| (each, player))) {
            // Both want White, so that they don't play each other.
            let wish = Wish { side: Some(Color::White), ..wish(&app, variant, days(each)).await };
            match app.lobby.seek(&app, &by(player), wish).await {
                Ok(answer) => opened += u32::from(matches!(answer, Answer::Waiting(_))),
                Err(error) => _ = refused.insert(error.code),
            }
        }
    }
    assert_eq!((opened, refused), (100, BTreeSet::from(["too-many-requests"])));
    let elsewhere = Seeker { client: Client([10, 1, 2, 3].into()), ..by("cora") };
    waiting(app.lobby.seek(&app, &elsewhere, wish(&app, "stockgi", days(3)).await).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_blocked_the_other_is_not_paired_with_them() {
    let folder = TempDir::new().unwrap();
    let app = open_in(&folder).await;
    let block = Write::Block { id: "block".to_owned(), player: "anna".into(), blocked: "bert".into() };
    app.store.writer().write(vec![block]).await.unwrap();
    let id = waiting(app.lobby.seek(&app, &by("anna"), wish(&app, "chess", None).await).await);
    assert_eq!(app.lobby.accept(&app, &by("bert"), &id, None).await.unwrap_err().code, "blocked");
    waiting(app.lobby.seek(&app, &by("bert"), wish(&app, "chess", None).await).await);
    paired(app.lobby.seek(&app, &by("cora"), wish(&app, "chess", None).await).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn with_one_live_game_the_other_live_seeks_of_both_end() {
    let folder = TempDir::new().unwrap();
    let app = open_in(&folder).await;
    for variant in ["chess", "shogi"] {
        waiting(app.lobby.seek(&app, &by("anna"), wish(&app, variant, live()).await).await);
    }
    let slow = waiting(app.lobby.seek(&app, &by("anna"), wish(&app, "chess", days(1)).await).await);
    waiting(app.lobby.seek(&app, &by("bert"), wish(&app, "raumschach", live()).await).await);
    paired(app.lobby.seek(&app, &by("bert"), wish(&app, "chess", live()).await).await);
    assert_eq!(open(&app).await, [slow].into());
}

#[tokio::test(flavor = "multi_thread")]
async fn open_seeks_are_there_after_a_restart_and_go_with_their_players() {
    let folder = TempDir::new().unwrap();
    let app = open_in(&folder).await;
    let seeks = app.lobby.list(None);
    assert!(seeks.is_empty());
    for player in ["anna", "bert", "cora"] {
        let wish = Wish { side: Some(Color::White), ..wish(&app, "chess", days(3)).await };
        waiting(app.lobby.seek(&app, &by(player), wish).await);
    }
    let before = app.lobby.list(None);
    app.store.close().await;
    let app = open_in(&folder).await;
    app.lobby.read_again(&app).await;
    assert_eq!(app.lobby.list(None), before);
    let mut changed = app.store.seeks_changed();
    for write in [
        Write::Forget { player: "anna".into() },
        Write::Bar { player: "bert".into() },
        Write::HandOver { from: "cora".into(), to: "dora".into() },
    ] {
        changed.mark_unchanged();
        app.store.writer().write(vec![write]).await.unwrap();
        assert!(changed.has_changed().unwrap());
    }
    app.lobby.read_again(&app).await;
    let left = app.lobby.list(None);
    assert_eq!((left.len(), left[0].seek.player.as_str(), &*left[0].name), (1, "dora", "dora (guest)"));
    assert_eq!(open(&app).await.len(), 1);
}

fn sought(id: &str, player: &str, control: Option<TimeControl>) -> Sought {
    let wish = Wish {
        wanted: Wanted::Group(Group::Any),
        side: None,
        control,
        rated: false,
        help: false,
        range: Range::default(),
    };
    let seek = Seek { id: id.into(), ..Seek::new(player.into(), wish, Moment::default()) };
    Sought { seek, name: player.to_owned(), challenged: None, rating: None }
}

#[tokio::test]
async fn seeks_with_a_clock_end_a_while_after_their_player_has_gone() {
    let lobby = Lobby::default();
    for one in [sought("live", "anna", live()), sought("slow", "anna", days(1)), sought("other", "bert", live())] {
        lobby.opened(Arc::new(one));
    }
    let begin = Instant::now();
    let after = |seconds| begin + Duration::from_secs(seconds);
    let here = |players: &'static [&'static str]| move |player: &PlayerId| players.contains(&player.as_str());
    assert!(lobby.abandoned(begin, here(&["bert"])).is_empty());
    assert!(lobby.abandoned(after(59), here(&["bert"])).is_empty());
    // Anna is back, and goes again.
    assert!(lobby.abandoned(after(60), here(&["anna", "bert"])).is_empty());
    assert!(lobby.abandoned(after(100), here(&["bert"])).is_empty());
    assert!(lobby.abandoned(after(159), here(&["bert"])).is_empty());
    assert_eq!(lobby.abandoned(after(160), here(&["bert"])), [SeekId::from("live")]);
}

#[tokio::test]
async fn who_looks_on_hears_what_is_new_and_which_seeks_are_their_own() {
    let lobby = Lobby::default();
    let mut watching = ["anna", "bert"].map(|player| lobby.visit(Some(player.into())));
    lobby.opened(Arc::new(sought("one", "anna", days(1))));
    lobby.opened(Arc::new(sought("two", "cora", days(1))));
    lobby.opened(Arc::new(sought("three", "cora", days(1))));
    lobby.ended(|sought| sought.seek.id == SeekId::from("three"));
    for (visit, yours) in watching.iter_mut().zip([true, false]) {
        let news = tokio::time::timeout(PATIENCE, visit.messages.recv()).await.unwrap().unwrap();
        let news: Value = serde_json::from_slice(&news).unwrap();
        let open = news["open"].as_array().unwrap();
        let ids: Vec<&str> = open.iter().map(|seek| seek["id"].as_str().unwrap()).collect();
        assert_eq!((ids, &open[0]["yours"], &open[1]["yours"]), (vec!["one", "two"], &yours.into(), &false.into()));
        assert_eq!(news["gone"], serde_json::json!(["three"]));
    }
    lobby.paired(&"anna".into(), &"one".into(), &"game".into());
    let [mut anna, bert] = watching;
    let told = tokio::time::timeout(PATIENCE, anna.messages.recv()).await.unwrap().unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&told).unwrap()["game"], "game");
    lobby.leave(bert.number);
    lobby.leave(anna.number);
    // What was read before something changed is not taken up.
    let read_at = lobby.changes();
    lobby.opened(Arc::new(sought("four", "anna", days(1))));
    assert!(!lobby.take_up(read_at, Vec::new()));
    assert!(lobby.take_up(lobby.changes(), vec![sought("two", "cora", days(1))]));
    assert_eq!(lobby.list(None).len(), 1);
}
