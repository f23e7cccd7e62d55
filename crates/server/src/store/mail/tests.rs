//! Who is notified of what, and when, and vacations; the same on every database.

use super::*;
use crate::domain::{GameId, Record};
use crate::store::{Requirement, Write};
use crate::time::{Moment, now};
use spielraum_play::{Ending, Offers, Opponent, Pairing, Seat, TimeControl};
use spielraum_rules::ByColor;
use std::time::Duration;
use tempfile::TempDir;

const HOUR: i64 = 60 * 60 * 1000;

fn account(id: &str) -> Vec<Write> {
    let (player, name): (PlayerId, String) = (id.into(), id.to_owned());
    vec![
        Write::NewPlayer { id: player.clone(), name: name.clone() },
        Write::NewAccount { name, player, password: String::new() },
    ]
}

/// A game with some time for each move, in which White is to move since a time.
fn game(control: Option<TimeControl>, since: i64) -> Record {
    let pairing = Pairing {
        variant: "chess".to_owned(),
        options: Default::default(),
        title: "Chess".to_owned(),
        start: "8/8/8/8/8/8/8/K1k5 w - - 0 1".to_owned(),
        opponent: Opponent::Friend,
        seats: ByColor { white: Seat::Person("ada".into()), black: Seat::Person("bob".into()) },
        control,
    };
    let mut record = Record::begin(pairing, "ada".into(), Moment { time: since, lived: 0 });
    if let Some(clocks) = &mut record.progress.clocks {
        clocks.run(Color::White, crate::time::point(since));
    }
    record
}

fn days(days: u64) -> Option<TimeControl> {
    Some(TimeControl::PerMove(Duration::from_secs(days * 24 * 60 * 60)))
}

/// The kinds of notices that wait for somebody at a time, with their games.
async fn waiting(store: &Store, player: &str, before: i64) -> Vec<(NoticeKind, GameId)> {
    let found = store.notices(&player.into(), Way::Mail, before).await.unwrap().into_iter();
    found.map(|notice| (notice.kind, notice.about.id().into())).collect()
}

async fn readers(store: &Store, before: i64) -> Vec<String> {
    let found = store.mail_readers(before).await.unwrap().into_iter();
    let mut found: Vec<String> = found.map(|reader| reader.player.to_string()).collect();
    found.sort();
    found
}

/// Gives an account an address and confirms it, as by a letter.
async fn with_address(store: &Store, id: &str) {
    let (player, link) = (PlayerId::from(id), LinkId::of(id));
    let address = format!("{id}@Chess.example");
    let (language, kind) = (Language::English, LinkKind::Confirm);
    let letter = |id: &str| Write::NewLetter {
        id: id.to_owned(),
        player: player.clone(),
        kind,
        address: address.clone(),
        language,
    };
    let set =
        Write::MailAddress { player: player.clone(), address: address.clone(), language, unsubscribe: id.to_owned() };
    // One letter of a kind waits.
    store.writer.write(vec![set, letter(id), letter("another")]).await.unwrap();
    let letters = store.letters().await.unwrap();
    assert_eq!(letters.iter().map(|letter| (&*letter.id, &*letter.address)).collect::<Vec<_>>(), [(id, &*address)]);
    assert!(store.accounts_at(&address).await.unwrap().is_empty(), "it is not confirmed");
    let send = Write::SendLetter { id: id.to_owned(), link: link.clone(), expires: now() + HOUR, next: now() + HOUR };
    store.writer.write(vec![send]).await.unwrap();
    assert!(store.letters().await.unwrap().is_empty(), "it is being sent");
    let again = Write::SendLetter { id: id.to_owned(), link: LinkId::of("again"), expires: now() + HOUR, next: 0 };
    assert_eq!(store.writer.write(vec![again]).await.unwrap_err().code, "being-sent");
    assert!(store.link(&link, LinkKind::Reset).await.unwrap().is_none(), "it is for something else");
    let requirement = Requirement::Link { link: link.clone(), kind };
    let follow = [Write::Requires(requirement), Write::ConfirmAddress { link }, Write::EndLetter { id: id.to_owned() }];
    store.writer.write(follow.to_vec()).await.unwrap();
    assert_eq!(store.writer.write(follow.to_vec()).await.unwrap_err().code, "link-over");
    let found = store.accounts_at(&address.to_uppercase()).await.unwrap();
    assert_eq!(found, [(player, address, language)]);
}

pub(crate) async fn notices_follow_the_games(store: &Store) {
    let now = now();
    store.writer.write([account("ada"), account("bob"), account("eve")].concat()).await.unwrap();
    // Nobody without an address is notified.
    let early = game(days(3), now);
    store.writer.write(vec![Write::NewGame(Box::new(early))]).await.unwrap();
    assert!(readers(store, now).await.is_empty());
    with_address(store, "ada").await;
    with_address(store, "bob").await;

    let mut record = game(days(4), now);
    let id = record.id.clone();
    store.writer.write(vec![Write::NewGame(Box::new(record.clone()))]).await.unwrap();
    assert!(readers(store, now - 1).await.is_empty());
    assert_eq!(readers(store, now).await, ["ada", "bob"]);
    assert_eq!(waiting(store, "ada", now).await, [(NoticeKind::Turn, id.clone())]);
    assert_eq!(waiting(store, "bob", now).await, [(NoticeKind::Begun, id.clone())]);
    // Time runs out a day before its end, which is in four days.
    assert_eq!(waiting(store, "ada", now + 72 * HOUR - 1).await.len(), 1);
    assert_eq!(waiting(store, "ada", now + 72 * HOUR).await[1], (NoticeKind::Deadline, id.clone()));

    // An offer changes nothing, a move does: the one who has moved has nothing to do.
    record.progress.offers = Offers { draw: Some(Color::Black), ..Offers::default() };
    store.writer.write(vec![Write::Game(Box::new(record.clone()))]).await.unwrap();
    assert_eq!(waiting(store, "bob", now).await.len(), 1);
    (record.plies, record.to_move, record.updated) = (1, Color::Black, now + 1);
    store.writer.write(vec![Write::Game(Box::new(record.clone()))]).await.unwrap();
    assert!(waiting(store, "ada", i64::MAX).await.is_empty());
    assert_eq!(waiting(store, "bob", now + 1).await, [(NoticeKind::Turn, id.clone())]);

    // What was sent does not wait, and what comes meanwhile does. Once a day there is one of turns alone.
    let choices = Choices { turns: Turns::Daily, ..Choices::USUAL };
    let sent = |before| Write::NoticesSent { player: "bob".into(), before, next: 0, digest: now + HOUR };
    let choose = |choices| Write::MailChoices { player: "bob".into(), choices, language: Language::German };
    let another = game(days(1), now + 2);
    store.writer.write(vec![choose(choices), sent(now), Write::NewGame(Box::new(another.clone()))]).await.unwrap();
    assert_eq!(waiting(store, "bob", now + 2).await.len(), 2);
    store.writer.write(vec![sent(now + 1)]).await.unwrap();
    assert_eq!(waiting(store, "bob", now + 2).await, [(NoticeKind::Begun, another.id.clone())]);
    assert_eq!(readers(store, now + 2).await, ["ada", "bob"]);
    store.writer.write(vec![sent(now + 2)]).await.unwrap();
    let mut third = game(days(1), now + 3);
    (third.to_move, third.plies) = (Color::Black, 1);
    store.writer.write(vec![Write::NewGame(Box::new(third.clone()))]).await.unwrap();
    assert_eq!(readers(store, now + 3).await, ["ada"], "a turn waits for the digest");

    // What somebody does not want is neither noted nor kept.
    store.writer.write(vec![choose(Choices { turns: Turns::Never, ..Choices::USUAL })]).await.unwrap();
    assert!(waiting(store, "bob", now + 3).await.is_empty());
    third.progress.ending = Some(Ending::Aborted);
    third.updated = now + 4;
    store.writer.write(vec![Write::Game(Box::new(third.clone()))]).await.unwrap();
    assert_eq!(waiting(store, "bob", now + 4).await, [(NoticeKind::Over, third.id.clone())]);
    store.writer.write(vec![Write::Unsubscribe { secret: "bob".to_owned() }]).await.unwrap();
    assert!(waiting(store, "bob", i64::MAX).await.is_empty());
    assert_eq!(store.mail(&"bob".into()).await.unwrap().unwrap().choices, Choices::NONE);
    assert_eq!(store.mail(&"bob".into()).await.unwrap().unwrap().language, Language::German);

    // Of games for which both have to be there nobody is notified.
    store.writer.write(vec![Write::NoMailAddress { player: "ada".into() }]).await.unwrap();
    with_address(store, "ada").await;
    let blitz = TimeControl::Fischer { initial: Duration::from_secs(60), increment: Duration::ZERO };
    store.writer.write(vec![Write::NewGame(Box::new(game(Some(blitz), now)))]).await.unwrap();
    assert!(waiting(store, "ada", i64::MAX).await.is_empty());
    store.writer.write(vec![Write::NewGame(Box::new(game(None, now)))]).await.unwrap();
    assert_eq!(waiting(store, "ada", i64::MAX).await.len(), 1);

    // Those of whom the mail server wants to know nothing are left alone in the end.
    let refused = [
        Write::SendNotices { player: "ada".into(), next: 0 },
        Write::NoticesRefused { player: "ada".into(), before: now, next: 0 },
    ];
    for n in 1..=10 {
        assert!(store.mail(&"ada".into()).await.unwrap().unwrap().confirmed, "{n}");
        store.writer.write(refused.to_vec()).await.unwrap();
    }
    assert!(!store.mail(&"ada".into()).await.unwrap().unwrap().confirmed);

    // The clock of a new game stands still while its owner is on vacation.
    let begin = Write::Vacation { player: "ada".into(), lasts: 24 * HOUR };
    store.writer.write(vec![begin.clone()]).await.unwrap();
    assert_eq!(store.writer.write(vec![begin]).await.unwrap_err().code, "no-vacation");
    let (_, until) = store.vacation(&"ada".into()).await.unwrap().unwrap();
    let resting = game(days(3), now);
    store.writer.write(vec![Write::NewGame(Box::new(resting.clone()))]).await.unwrap();
    let (stored, _) = store.game(&resting.id).await.unwrap().unwrap();
    assert_eq!(stored.rests_for().map(|(_, since)| since), Some(crate::time::point(until)));
    store.writer.write(vec![Write::EndVacation { player: "ada".into() }]).await.unwrap();
    assert_eq!(store.vacation(&"ada".into()).await.unwrap(), None);
    assert!((29 * 24 * HOUR..=30 * 24 * HOUR).contains(&store.vacation_left(&"ada".into()).await.unwrap()));

    // Nothing is left of somebody who goes.
    store.writer.write(vec![Write::Forget { player: "ada".into() }, Write::RemoveUnused]).await.unwrap();
    assert!(store.mail(&"ada".into()).await.unwrap().is_none() && readers(store, i64::MAX).await.is_empty());
}

#[tokio::test]
async fn notices_follow_the_games_on_sqlite() {
    let folder = TempDir::new().unwrap();
    let store = crate::store::tests::open(folder.path()).await.unwrap();
    notices_follow_the_games(&store).await;
    store.close().await;
}
