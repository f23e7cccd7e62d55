//! The same store on PostgreSQL: what is asked of it, and what it answers, is what it is on SQLite.

use super::cluster::{Cluster, apart};
use crate::config::{Config, Node, Postgres, Stored};
use crate::domain::chat::Channel;
use crate::domain::{DefinitionId, GameId, Ladder, ListedStudy, PlayerId, ReportFilter, ShelfFilter};
use crate::metrics::Metrics;
use crate::store::database::Database;
use crate::store::faults::session::{self, Step};
use crate::store::faults::witness::{self, Acknowledged};
use crate::store::sql::Connection;
use crate::store::{Filter, GameEnd, Holder, Limit, Store, StoreError, StudyFilter, Write, migrate, postgresql};
use spielraum_play::Status;
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

/// One of several nodes.
async fn node(folder: &Path, postgres: &Postgres, url: &str) -> Result<Store, StoreError> {
    let node = Some(Node::new(url, &"secret".repeat(8)).unwrap());
    let config = Config { postgres: Some(postgres.clone()), node, ..Config::new(folder.to_owned()) };
    Store::open(&config, config.address, Arc::new(Metrics::new())).await
}

async fn open(folder: &Path, postgres: Option<&Postgres>) -> Result<Store, StoreError> {
    let config = Config { postgres: postgres.cloned(), ..Config::new(folder.to_owned()) };
    Store::open(&config, config.address, Arc::new(Metrics::new())).await
}

fn player(id: &str) -> Write {
    Write::NewPlayer { id: id.into(), name: id.to_owned() }
}

/// All that another connection sees.
fn seen(postgres: &Postgres) -> String {
    apart(|| {
        let connection = Database::from(&Stored::Postgres(postgres.clone())).connect().unwrap();
        witness::seen(&connection).unwrap()
    })
}

/// Asks a store for a recorded session. What is acknowledged is seen at once, and all else is not.
async fn play(store: &Store, postgres: &Postgres, steps: &[Step]) -> Acknowledged {
    let mut acknowledged = Acknowledged::new();
    for step in steps {
        match step {
            Step::Write(writes) => {
                store.writer.write(writes.clone()).await.unwrap();
                acknowledged.take_up(writes);
                assert_eq!(seen(postgres), acknowledged.seen(), "{step:?}");
            }
            Step::Game(id) => {
                let found = store.game(id).await.unwrap();
                assert_eq!(found.map(|(_, made)| made.texts), acknowledged.moves(id));
            }
            Step::Checkpoint => store.writer.checkpoint(),
            Step::Ready => store.writer.ready().await.unwrap(),
        }
    }
    acknowledged
}

#[tokio::test]
async fn the_recorded_session_is_stored_as_by_sqlite() {
    let Some(cluster) = Cluster::shared() else { return };
    let (folder, postgres) = (TempDir::new().unwrap(), cluster.database());
    let store = open(folder.path(), Some(&postgres)).await.unwrap();
    let acknowledged = play(&store, &postgres, &session::record()).await;
    // Nobody else writes, from whatever folder.
    let other = TempDir::new().unwrap();
    let told = open(other.path(), Some(&postgres)).await.err().unwrap().to_string();
    assert!(told.contains("in use by another program (spielraum") && told.contains("another database"), "{told}");
    store.close().await;
    let store = open(other.path(), Some(&postgres)).await.unwrap();
    assert_eq!(seen(&postgres), acknowledged.seen());
    store.close().await;
}

#[tokio::test]
async fn notices_follow_the_games() {
    let Some(cluster) = Cluster::shared() else { return };
    let (folder, postgres) = (TempDir::new().unwrap(), cluster.database());
    let store = open(folder.path(), Some(&postgres)).await.unwrap();
    crate::store::mail::tests::notices_follow_the_games(&store).await;
    store.close().await;
}

#[tokio::test]
async fn sites_hear_of_games() {
    let Some(cluster) = Cluster::shared() else { return };
    let (folder, postgres) = (TempDir::new().unwrap(), cluster.database());
    let store = open(folder.path(), Some(&postgres)).await.unwrap();
    crate::store::webhooks::tests::sites_hear_of_games(&store).await;
    crate::store::webhooks::tests::games_keep_who_went_berserk(&store).await;
    store.close().await;
}

#[tokio::test]
async fn one_name_that_is_taken_costs_nobody_else_anything() {
    let Some(cluster) = Cluster::shared() else { return };
    let (folder, postgres) = (TempDir::new().unwrap(), cluster.database());
    let store = open(folder.path(), Some(&postgres)).await.unwrap();
    store.writer.write(vec![player("a")]).await.unwrap();
    let [b, a, c] = ["b", "a", "c"].map(|id| store.writer.write(vec![player(id)]));
    let (b, a, c) = tokio::join!(b, a, c);
    assert!(b.is_ok() && c.is_ok());
    assert_eq!(a.unwrap_err().code, "taken");
    // What is no text to PostgreSQL is a fault of the request alone.
    assert!(store.writer.write(vec![player("nul\0")]).await.is_err());
    store.writer.write(vec![player("d")]).await.unwrap();
    for id in ["a", "b", "c", "d", "nul\0"] {
        let found = store.player(&id.into()).await.ok().flatten();
        assert_eq!(found.is_some(), id.len() == 1, "{id:?}");
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_is_there_after_postgresql_was_killed() {
    let Some(cluster) = Cluster::start() else { return };
    let (folder, postgres) = (TempDir::new().unwrap(), cluster.database());
    let store = Arc::new(open(folder.path(), Some(&postgres)).await.unwrap());
    let mut acknowledged = Vec::new();
    for round in 0..3 {
        // Writes go on while it is killed.
        let writing = store.clone();
        let session = tokio::spawn(async move {
            let mut acknowledged = Vec::new();
            for n in 0.. {
                let id = format!("p{round}-{n}");
                match writing.writer.write(vec![player(&id)]).await {
                    Ok(()) => acknowledged.push(id),
                    Err(error) => {
                        assert_eq!(error.code, "not-stored");
                        break;
                    }
                }
            }
            acknowledged
        });
        tokio::time::sleep(std::time::Duration::from_millis(150)).await;
        tokio::task::block_in_place(|| cluster.kill());
        acknowledged.append(&mut session.await.unwrap());
        assert!(store.writer.ready().await.is_err(), "nothing is acknowledged");
        tokio::task::block_in_place(|| cluster.restart());
        let id = format!("after{round}");
        store.writer.write(vec![player(&id)]).await.unwrap();
        acknowledged.push(id);
        for id in &acknowledged {
            assert!(store.player(&(&**id).into()).await.unwrap().is_some(), "{id} was acknowledged");
        }
    }
    assert!(acknowledged.len() > 10, "{}", acknowledged.len());
    store.close().await;
}

#[tokio::test]
async fn only_the_node_in_charge_writes() {
    let Some(cluster) = Cluster::shared() else { return };
    let (folders, postgres) = ([(); 2].map(|()| TempDir::new().unwrap()), cluster.database());
    let [first, second] = folders.each_ref().map(TempDir::path);
    let (here, there) = ("http://10.0.0.1:8080", "http://10.0.0.2:8080");
    let a = node(first, &postgres, here).await.unwrap();
    let b = node(second, &postgres, there).await.unwrap();
    assert_eq!((a.charge().holder(), b.charge().holder()), (Holder::Here, Holder::There(here.to_owned())));
    a.writer.write(vec![player("a")]).await.unwrap();
    assert_eq!(b.writer.write(vec![player("b")]).await.unwrap_err().code, "elsewhere");
    assert!(b.player(&"a".into()).await.unwrap().is_some());
    a.writer.ready().await.unwrap();
    b.writer.ready().await.unwrap();
    // Nobody mixes both ways to use a database.
    let other = TempDir::new().unwrap();
    let told = open(other.path(), Some(&postgres)).await.err().unwrap().to_string();
    assert!(told.contains(here), "{told}");
    // Its session ends, and it has not heard of that yet. While it may still answer, nobody else takes charge.
    let end = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database =
        (SELECT oid FROM pg_database WHERE datname = current_database())";
    let database = || postgres.settings().get_dbname().unwrap().to_owned();
    cluster.run(&database(), end);
    while b.charge().holder() != Holder::Nobody {
        b.tend().await;
    }
    // It takes charge again if nobody has been faster, with what it has in memory.
    a.tend().await;
    a.writer.write(vec![player("c")]).await.unwrap();
    assert_eq!(a.charge().holder(), Holder::Here);
    // Now another one is faster, and it writes nothing any more, nor takes charge again.
    cluster.run(&database(), end);
    cluster.run(&database(), "UPDATE server_state SET in_use = 0");
    while b.charge().holder() != Holder::Here {
        b.tend().await;
    }
    b.writer.write(vec![player("d")]).await.unwrap();
    assert!(a.writer.write(vec![player("e")]).await.is_err());
    a.tend().await;
    assert_eq!(a.charge().holder(), Holder::Displaced);
    b.close().await;
    assert_eq!(a.writer.write(vec![player("f")]).await.unwrap_err().code, "elsewhere");
    a.tend().await;
    a.close().await;
    // The one before has ended in order.
    let again = node(first, &postgres, here).await.unwrap();
    assert_eq!(again.charge().holder(), Holder::Here);
    for (id, stored) in [("a", true), ("b", false), ("c", true), ("d", true), ("e", false), ("f", false)] {
        assert_eq!(again.player(&id.into()).await.unwrap().is_some(), stored, "{id}");
    }
    again.close().await;
    // A server that is alone is no node.
    let alone = open(other.path(), Some(&postgres)).await.unwrap();
    let told = node(second, &postgres, there).await.err().unwrap().to_string();
    assert!(told.contains("in use by another program (spielraum)"), "{told}");
    alone.close().await;
}

#[tokio::test]
async fn what_is_not_ours_is_not_touched() {
    let Some(cluster) = Cluster::shared() else { return };
    let refused = async |postgres: &Postgres| {
        let folder = TempDir::new().unwrap();
        open(folder.path(), Some(postgres)).await.err().unwrap().to_string()
    };
    cluster.run("postgres", "CREATE DATABASE other");
    cluster.run("other", "CREATE TABLE games (id TEXT)");
    assert!(refused(&cluster.named("other")).await.contains("another program"));
    cluster.run("postgres", "CREATE DATABASE newer");
    cluster.run("newer", "CREATE TABLE spielraum_schema (version BIGINT); INSERT INTO spielraum_schema VALUES (99)");
    assert!(refused(&cluster.named("newer")).await.contains("newer version"));
    cluster.run("postgres", "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'");
    assert!(refused(&cluster.named("latin")).await.contains("Unicode"));
    assert!(refused(&cluster.named("missing")).await.contains("does not exist"));
    // Columns that are not ours are found.
    let (folder, postgres) = (TempDir::new().unwrap(), cluster.database());
    open(folder.path(), Some(&postgres)).await.unwrap().close().await;
    let differences = || {
        apart(|| {
            let connection: Connection = Database::from(&Stored::Postgres(postgres.clone())).connect().unwrap();
            connection.run("SET search_path = public").unwrap();
            let before = postgresql::differences(&connection).unwrap();
            connection.run("ALTER TABLE plans ADD COLUMN more TEXT; ALTER TABLE notes DROP COLUMN text").unwrap();
            (before, postgresql::differences(&connection).unwrap())
        })
    };
    let (before, after) = differences();
    assert_eq!(before, [""; 0]);
    assert_eq!(
        after,
        [
            "the foreign or altered column \"more\" of the table \"plans\"",
            "the missing or altered column \"text\" of the table \"notes\""
        ]
    );
}

/// What a store answers to everything that is asked of it.
async fn answers(store: &Store) -> Vec<String> {
    let (ada, bob) = (PlayerId::from("ada"), PlayerId::from("bob"));
    let mut answers = Vec::new();
    let mut add = |what: &str, answer: &dyn Debug| answers.push(format!("{what}: {answer:?}"));
    let mut games = Vec::new();
    for player in [None, Some(&ada), Some(&bob)] {
        for (status, variant) in
            [(None, None), (Some(Status::Finished), Some("chess")), (Some(Status::Playing), Some("chess"))]
        {
            for (public, won, after) in
                [(false, None, false), (true, Some(GameEnd::Won), false), (true, Some(GameEnd::Drawn), true)]
            {
                let filter = Filter {
                    variant: variant.map(str::to_owned),
                    status,
                    player: player.cloned(),
                    public,
                    opponent: player.filter(|_| public).map(|_| bob.clone()),
                    won: won.filter(|_| player.is_some()),
                    rated: after,
                    after: after.then(|| crate::store::Place::read("99999999999999-z").unwrap()),
                };
                let (page, next) = store.games(filter.clone()).await.unwrap();
                add("games", &(&filter, &page, next));
                games.extend(page.into_iter().map(|record| record.id));
            }
        }
        add("shelf", &store.shelf(player, None).await.unwrap());
        add("tournaments", &store.tournaments(player).await.unwrap().len());
        for search in ["", "open"] {
            let (of, search, variant) = (player.cloned(), search.to_owned(), "chess".to_owned());
            let filter = StudyFilter { of, search, variant, before: Some(i64::MAX) };
            let found = store.studies(filter).await.unwrap();
            let told =
                |one: &ListedStudy| (one.study.title.clone(), one.owner.clone(), one.chapters, one.variant.clone());
            add("studies", &found.iter().map(told).collect::<Vec<_>>());
        }
    }
    let held = store.study(&"study".into()).await.unwrap();
    add("study", &held.map(|held| (held.study.title, held.study.visibility, held.owner, held.members, held.chapters)));
    for number in [1, 2, 3] {
        add("chapter", &store.chapter(&"study".into(), number).await.unwrap());
    }
    let ids: Vec<&GameId> = games.iter().collect();
    add("changes", &{
        let mut changes: Vec<String> =
            store.changes(&ids).await.unwrap().iter().map(|change| format!("{change:?}")).collect();
        changes.sort();
        changes
    });
    for id in &games {
        let (record, made) = store.game(id).await.unwrap().unwrap();
        add("game", &(&record, made.texts, made.clocks));
        add("standings", &store.standings(&record).await.unwrap());
        for channel in [Channel::Players, Channel::Spectators] {
            add("chat", &store.chat(id, channel).await.unwrap());
            add("last said", &store.last_said(id, channel).await.unwrap());
            add("message", &store.message(id, channel, 1).await.unwrap());
        }
        let mut plans: Vec<String> = store.plans(id).await.unwrap().iter().map(|plan| format!("{plan:?}")).collect();
        plans.sort();
        add("plans", &plans);
        add("note", &store.note(id, &ada).await.unwrap());
    }
    for player in [&ada, &bob] {
        add("player", &store.player(player).await.unwrap());
        add("barred", &store.is_barred(player).await.unwrap());
        add("account", &store.account_of(player).await.unwrap().map(|account| account.password));
        add("ratings", &store.ratings(player).await.unwrap());
        add("results", &store.results(player).await.unwrap());
        add("activity", &store.activity(player).await.unwrap());
        add("turns", &store.turns(player).await.unwrap());
        add("playing", &store.playing(player).await.unwrap());
        add(
            "blocks",
            &store.blocks(player).await.unwrap().into_iter().map(|block| (block.id, block.name)).collect::<Vec<_>>(),
        );
        add("tokens", &store.tokens(player).await.unwrap().len());
        add("aborted", &store.has_aborted_enough(player).await.unwrap());
        add("rated", &store.plays_rated(player, "chess").await.unwrap());
        add("last seen", &store.last_seen(player).await.unwrap());
        add("published", &store.published_by(player).await.unwrap());
    }
    // Upper and lower case are the same in names.
    for name in ["ADA", "robert", "Bob", "Änne", "ÄNNE", "änne", "nobody"] {
        add("account", &store.account(name).await.unwrap().map(|account| account.player));
        add("profile", &store.profile(name).await.unwrap());
        add("player of", &store.player_of(name).await.unwrap());
    }
    for text in ["", "A", "bert", "eve"] {
        add("named", &store.players_named(text).await.unwrap());
    }
    let ladder = Ladder::parse("blitz.chess").unwrap();
    add("leaders", &store.leaders(&ladder).await.unwrap());
    add("ladders", &store.ladders().await.unwrap());
    add("course", &store.course(&ada, &ladder).await.unwrap());
    add("met", &store.have_met_enough(&ada, &bob).await.unwrap());
    add("blocked", &store.blocked(&ada, &bob).await.unwrap());
    add(
        "falling",
        &store.falling(i64::MAX).await.unwrap().into_iter().map(|game| (game.id, game.at)).collect::<Vec<_>>(),
    );
    add("unexplored", &store.unexplored(None, 9).await.unwrap());
    for position in ["start", "other", "none"] {
        add("opening", &store.opening(position.to_owned()).await.unwrap());
    }
    add("engine", &store.engine_moves().await.unwrap());
    add("clocks", &store.clocks_run().await.unwrap());
    add("due", &store.due().await.unwrap());
    add("lost", &store.lost_guests().await.unwrap());
    add("numbers", &store.numbers().await.unwrap());
    for filter in [ReportFilter::default(), ReportFilter { account: Some(true), ..ReportFilter::default() }] {
        add("reports", &store.reports(filter.clone()).await.unwrap());
        add("ids", &store.report_ids(filter).await.unwrap());
    }
    add("reported", &store.reported(1).await.unwrap());
    add("is reported", &store.is_reported("report").await.unwrap());
    for waiting in [false, true] {
        add("all published", &store.all_published(ShelfFilter { waiting, ..ShelfFilter::default() }).await.unwrap());
    }
    add("taken down", &store.taken_down().await.unwrap());
    add("audit", &store.audit().await.unwrap());
    add("spent", &store.spent().await.unwrap());
    add("seeks", &store.seeks().await.unwrap());
    add("open tournaments", &store.open_tournaments().await.unwrap());
    add("at the board", &store.at_the_board(vec![ada.clone()]).await.unwrap());
    add("tournament", &store.tournament(&"t".into()).await.unwrap().is_some());
    add("definition", &store.definition(&DefinitionId::of(&"x".repeat(900))).await.unwrap());
    add("awaits", &store.awaits_player(&DefinitionId::of(&"x".repeat(9_000)), &bob).await.unwrap());
    add("session", &store.session(&"second-of-ada".into()).await.unwrap().map(|session| session.player));
    for limit in [
        Limit::Games { player: ada.clone(), most: 1 },
        Limit::Published { player: ada.clone(), most: 1 },
        Limit::Seeks { player: ada.clone(), most: 1 },
        Limit::Tokens { player: ada.clone(), most: 1 },
        Limit::Webhooks { player: ada.clone(), most: 1 },
        Limit::Lobby { most: 1 },
        Limit::Tournaments { player: ada.clone(), most: 1 },
        Limit::AllTournaments { most: 1 },
        Limit::Entered { player: ada.clone(), most: 1 },
        Limit::Entries { tournament: "t".into(), most: 1 },
    ] {
        add("limit", &(limit.message(), store.must_be_within(limit).await.is_ok()));
    }
    answers
}

#[tokio::test]
async fn what_was_migrated_answers_the_same_and_comes_back_the_same() {
    let Some(cluster) = Cluster::shared() else { return };
    let (folder, beside, postgres) = (TempDir::new().unwrap(), TempDir::new().unwrap(), cluster.database());
    let store = open(folder.path(), None).await.unwrap();
    for step in session::record() {
        if let Step::Write(writes) = step {
            store.writer.write(writes).await.unwrap();
        }
    }
    let account = Write::NewAccount { name: "Änne".to_owned(), player: "last".into(), password: String::new() };
    store.writer.write(vec![account]).await.unwrap();
    store.close().await;
    let stored = Stored::Folder(folder.path().to_owned());
    let moved = |from: &Stored, to: &Stored| apart(|| migrate(from, to, |_, _| ()));
    let there = moved(&stored, &Stored::Postgres(postgres.clone())).unwrap();
    let rows = |table: &str| there.iter().find(|copied| copied.table == table).unwrap().rows;
    assert_eq!((rows("games"), rows("players"), rows("audit")), (1, 5, 1), "{there:?}");
    let told = moved(&stored, &Stored::Postgres(postgres.clone())).unwrap_err().to_string();
    assert!(told.contains("has the data of a server already"), "{told}");
    let again = TempDir::new().unwrap();
    let back = moved(&Stored::Postgres(postgres.clone()), &Stored::Folder(again.path().to_owned())).unwrap();
    assert_eq!(back, there);
    let [sqlite, on_postgres, returned] = [
        open(folder.path(), None).await.unwrap(),
        open(beside.path(), Some(&postgres)).await.unwrap(),
        open(again.path(), None).await.unwrap(),
    ];
    let told = moved(&Stored::Postgres(postgres.clone()), &Stored::Folder(again.path().join("new"))).unwrap_err();
    assert!(told.to_string().contains("in use"), "{told}");
    let expected = answers(&sqlite).await;
    for other in [&on_postgres, &returned] {
        let found = answers(other).await;
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found, expected);
        }
    }
    for store in [sqlite, on_postgres, returned] {
        store.close().await;
    }
    // An export of either is the other's.
    let lines = |stored: &Stored| {
        let mut out = Vec::new();
        apart(|| crate::store::export(stored, None, &mut out)).unwrap();
        String::from_utf8(out).unwrap()
    };
    let export = |stored: &Stored| lines(stored).lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(export(&Stored::Postgres(postgres.clone())), export(&stored));
    assert!(export(&stored).len() > 20);
    // Of all that others than the person who asks have, nothing is in the export of one.
    let own = |stored: &Stored| {
        let mut out = Vec::new();
        apart(|| crate::store::export(stored, Some("ADA"), &mut out)).unwrap();
        String::from_utf8(out).unwrap()
    };
    assert_eq!(own(&Stored::Postgres(postgres)), own(&stored));
}

#[tokio::test]
async fn connections_are_encrypted_if_that_is_asked_for() {
    let port = spielraum_loadtest::free_port();
    let Some(cluster) = spielraum_loadtest::Cluster::encrypted(port) else { return };
    let name = cluster.database().split_once("///").unwrap().1.split_once('?').unwrap().0.to_owned();
    let authority = cluster.certificate();
    let verified = format!("sslmode=verify-full&sslrootcert={}", authority.display());
    let at = |host: &str, parameters: &str| -> Postgres {
        format!("postgres://spielraum@{host}:{port}/{name}?{parameters}").parse().unwrap()
    };
    let connect = |postgres: Postgres| Database::from(&Stored::Postgres(postgres)).connect();
    for (parameters, encrypted) in [("", false), ("sslmode=require", true), (&*verified, true)] {
        let found: bool = apart(|| {
            let query = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
            connect(at("localhost", parameters)).unwrap().query_row(query, [], |row| row.get(0)).unwrap()
        });
        assert_eq!(found, encrypted, "{parameters}");
    }
    // Whose certificate is another's, or of an authority that nobody knows, is refused.
    for (host, parameters) in [("127.0.0.1", &*verified), ("localhost", "sslmode=verify-full")] {
        let refused = apart(|| connect(at(host, parameters)).err().unwrap().to_string());
        assert!(refused.contains("certificate"), "{refused}");
    }
    let folder = TempDir::new().unwrap();
    let store = open(folder.path(), Some(&at("localhost", &verified))).await.unwrap();
    store.writer.write(vec![player("a")]).await.unwrap();
    assert!(store.player(&"a".into()).await.unwrap().is_some());
    store.close().await;
    for (parameters, told) in
        [("sslmode=verify-full&sslrootcert=/nowhere", "/nowhere"), ("sslrootcert=x", "verify-full")]
    {
        let refused = format!("postgres://host/x?{parameters}").parse::<Postgres>().unwrap_err();
        assert!(refused.contains(told), "{refused}");
    }
}
