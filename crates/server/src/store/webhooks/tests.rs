//! Which events wait for which site, and what becomes of them; the same on every database.

use super::*;
use crate::domain::Record;
use crate::store::{HookWrite, Write};
use crate::time::{Moment, now};
use serde_json::Value;
use spielraum_play::{Ending, Opponent, Pairing, Seat};
use spielraum_rules::{ByColor, Color};
use tempfile::TempDir;

fn player(id: &str) -> Write {
    Write::NewPlayer { id: id.into(), name: id.to_owned() }
}

fn hook(id: &str, player: &str, events: &[HookEvent]) -> Write {
    let (id, secret) = (id.to_owned(), "whsec_AAAA".to_owned());
    let url = format!("https://{player}.example/");
    Write::Webhook(HookWrite::Add { id, player: player.into(), url, secret, events: events.to_vec() })
}

fn game(opponent: Opponent) -> Record {
    let pairing = Pairing {
        variant: "chess".to_owned(),
        options: Default::default(),
        title: "Chess".to_owned(),
        start: "8/8/8/8/8/8/8/K1k5 w - - 0 1".to_owned(),
        opponent,
        seats: ByColor { white: Seat::Person("ada".into()), black: Seat::Person("bob".into()) },
        control: None,
    };
    Record::begin(pairing, "ada".into(), Moment { time: now(), lived: 0 })
}

/// What goes to sites now, as ids and events.
async fn due(store: &Store) -> Vec<(String, String)> {
    let event = |body: &str| serde_json::from_str::<Value>(body).unwrap()["event"].as_str().unwrap().to_owned();
    let calls = store.hook_calls(now()).await.unwrap().into_iter();
    let mut due: Vec<(String, String)> = calls.map(|call| (call.id(), event(&call.body))).collect();
    due.sort();
    due
}

/// The same as they are written here.
fn these(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(id, event)| ((*id).to_owned(), (*event).to_owned())).collect()
}

async fn write(store: &Store, write: HookWrite) {
    store.writer.write(vec![Write::Webhook(write)]).await.unwrap();
}

async fn arrives(store: &Store, id: &str, number: i64) {
    write(store, HookWrite::Called { id: id.to_owned(), number, status: 204 }).await;
}

pub(crate) async fn sites_hear_of_games(store: &Store) {
    use HookEvent::{Finished, Started, Turn};
    let hooks = [hook("a", "ada", &HookEvent::ALL), hook("b", "bob", &[Turn, Finished])];
    store.writer.write([vec![player("ada"), player("bob")], hooks.to_vec()].concat()).await.unwrap();
    let (ada, bob) = (PlayerId::from("ada"), PlayerId::from("bob"));
    assert_eq!(store.webhooks(&bob).await.unwrap()[0].events, [Turn, Finished]);
    // Games of one's own are nobody's news.
    store.writer.write(vec![Write::NewGame(Box::new(game(Opponent::OneScreen)))]).await.unwrap();
    assert_eq!(due(store).await, []);

    let mut record = game(Opponent::Friend);
    store.writer.write(vec![Write::NewGame(Box::new(record.clone()))]).await.unwrap();
    assert_eq!(store.webhooks(&ada).await.unwrap()[0].waiting, 2);
    assert_eq!(due(store).await, these(&[("a-1", "game-started")]));
    arrives(store, "a", 1).await;
    assert_eq!(due(store).await, these(&[("a-2", "your-turn")]));
    arrives(store, "a", 2).await;
    let hook = store.webhooks(&ada).await.unwrap().remove(0);
    assert_eq!((hook.status, hook.failed, hook.waiting, hook.tried.is_some()), (Some(204), 0, 0, true));
    assert_eq!(hook.events, [Started, Turn, Finished, HookEvent::Challenge]);

    // An offer is nothing, nor is the first part of a turn.
    for (plies, to_move) in [(0, Color::White), (1, Color::White)] {
        (record.plies, record.to_move) = (plies, to_move);
        store.writer.write(vec![Write::Game(Box::new(record.clone()))]).await.unwrap();
        assert_eq!(due(store).await, []);
    }
    (record.plies, record.to_move) = (2, Color::Black);
    store.writer.write(vec![Write::Game(Box::new(record.clone()))]).await.unwrap();
    assert_eq!(due(store).await, these(&[("b-1", "your-turn")]));
    let body: Value = serde_json::from_str(&store.hook_calls(now()).await.unwrap()[0].body).unwrap();
    assert_eq!((&body["game"]["side"], &body["game"]["plies"]), (&"black".into(), &2.into()));
    record.progress.ending = Some(Ending::Resigned(Color::Black));
    for _ in 0..2 {
        store.writer.write(vec![Write::Game(Box::new(record.clone()))]).await.unwrap();
    }
    // One after another.
    assert_eq!(due(store).await, these(&[("a-3", "game-finished"), ("b-1", "your-turn")]));
    arrives(store, "b", 1).await;
    assert_eq!(due(store).await, these(&[("a-3", "game-finished"), ("b-2", "game-finished")]));

    // What fails is put off; a site that has failed too often gets nothing more.
    write(store, HookWrite::Failed { id: "a".to_owned(), status: None, next: Some(now() + 60_000) }).await;
    write(store, HookWrite::Failed { id: "b".to_owned(), status: Some(500), next: None }).await;
    assert_eq!(due(store).await, []);
    let later = store.hook_calls(now() + 60_001).await.unwrap();
    assert_eq!((later.len(), &*later[0].webhook, later[0].failed), (1, "a", 1));
    let hook = store.webhooks(&bob).await.unwrap().remove(0);
    assert_eq!((hook.status, hook.failed, hook.waiting, hook.stopped.is_some()), (Some(500), 1, 0, true));
    store.writer.write(vec![Write::NewGame(Box::new(game(Opponent::Friend)))]).await.unwrap();
    assert_eq!(store.webhooks(&bob).await.unwrap()[0].waiting, 0);
    write(store, HookWrite::Test { id: "b".to_owned() }).await;
    assert_eq!(due(store).await, these(&[("b-3", "test")]));
    // No more than a hundred wait.
    for _ in 0..110 {
        write(store, HookWrite::Test { id: "b".to_owned() }).await;
    }
    let hook = store.webhooks(&bob).await.unwrap().remove(0);
    assert_eq!((hook.waiting, hook.stopped), (100, None));
    write(store, HookWrite::Remove { id: "b".to_owned() }).await;
    assert!(store.webhooks(&bob).await.unwrap().is_empty() && due(store).await.is_empty());
}

/// A game keeps whose clocks were halved, with what they show.
pub(crate) async fn games_keep_who_went_berserk(store: &Store) {
    use spielraum_play::{Action, GameState, TimeControl};
    use std::time::Duration;
    let seconds = Duration::from_secs;
    let rules = spielraum_arcade::Game::load(spielraum_arcade::Source::Builtin("chess"), &[]).unwrap().rules().clone();
    store.writer.write(vec![player("eve"), player("fay")]).await.unwrap();
    for (sides, word) in [(&[][..], "none"), (&[Color::Black], "black"), (&Color::BOTH, "both")] {
        let mut pairing = game(Opponent::Friend).pairing;
        pairing.seats = ByColor { white: Seat::Person("eve".into()), black: Seat::Person("fay".into()) };
        pairing.control = Some(TimeControl::Fischer { initial: seconds(180), increment: seconds(2) });
        let mut record = Record::begin(pairing, "eve".into(), Moment { time: 0, lived: 0 });
        record.progress.berserk = Some(ByColor::default());
        store.writer.write(vec![Write::NewGame(Box::new(record.clone()))]).await.unwrap();
        let start = rules.start();
        let mut state = GameState::restored(start.clone(), start, Opponent::Friend.players(), record.progress.clone());
        for &side in sides {
            state.apply(side, Action::Berserk, seconds(1)).unwrap();
        }
        record.take_up(&state, Moment { time: 1_000, lived: 0 });
        store.writer.write(vec![Write::Game(Box::new(record.clone()))]).await.unwrap();
        let (found, _) = store.game(&record.id).await.unwrap().unwrap();
        assert_eq!(found.progress.berserk, record.progress.berserk, "{word}");
        assert_eq!(found.progress.clocks, record.progress.clocks, "{word}");
        let clocks = found.progress.clocks.unwrap();
        for side in Color::BOTH {
            let (initial, increment) = if sides.contains(&side) { (90, 0) } else { (180, 2) };
            let control = TimeControl::Fischer { initial: seconds(initial), increment: seconds(increment) };
            assert_eq!((clocks.control(side), clocks.stopped_at(side)), (Some(control), seconds(initial)), "{word}");
        }
    }
}

#[tokio::test]
async fn sites_hear_of_games_on_sqlite() {
    let folder = TempDir::new().unwrap();
    let store = crate::store::tests::open(folder.path()).await.unwrap();
    sites_hear_of_games(&store).await;
    games_keep_who_went_berserk(&store).await;
    store.close().await;
}
