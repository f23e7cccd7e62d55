use super::*;
use crate::domain::{DefinitionId, Options, PlayerId, Record};
use rusqlite::Connection;
use spielraum_play::{Pairing, Seat, Status};
use std::path::Path;
use tempfile::TempDir;

async fn open_with(folder: &Path, change: impl FnOnce(&mut Config)) -> Result<Store, StoreError> {
    let mut config = Config::new(folder.to_owned());
    change(&mut config);
    Store::open(&config, config.address, Arc::new(Metrics::new())).await
}

pub(crate) async fn open(folder: &Path) -> Result<Store, StoreError> {
    open_with(folder, |_| {}).await
}

/// A new database in which nothing is.
pub(crate) fn empty(path: &Path) -> Connection {
    schema::empty(path).unwrap()
}

pub(super) fn player(id: &str) -> Write {
    Write::NewPlayer { id: id.into(), name: id.to_owned() }
}

/// Whether a connection of its own sees a player.
pub(super) fn stored(folder: &Path, id: &str) -> bool {
    let connection = Connection::open(folder.join(FILE)).unwrap();
    connection.query_row("SELECT count(*) FROM players WHERE id = ?", [id], |row| row.get::<_, i64>(0)).unwrap() == 1
}

#[tokio::test]
async fn what_is_acknowledged_after_a_full_disk_is_stored() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).await.unwrap();
    store.writer.write(vec![player("before")]).await.unwrap();
    // SQLite says SQLITE_FULL, and rolls back by itself, when a database may not grow.
    store
        .writer
        .with(|connection| {
            let pages: i64 = connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
            connection.pragma_update(None, "max_page_count", pages).unwrap();
        })
        .await;
    let large = Write::NewDefinition { id: "large".into(), text: "x".repeat(1 << 20) };
    let error = store.writer.write(vec![player("refused"), large]).await.unwrap_err();
    assert_eq!(error.code, "not-stored");
    assert!(!stored(folder.path(), "refused"));
    for n in 0..8 {
        let id = format!("after{n}");
        store.writer.write(vec![player(&id)]).await.unwrap();
        assert!(stored(folder.path(), &id), "{id} was acknowledged");
    }
    store.close().await;
    assert!(stored(folder.path(), "before") && stored(folder.path(), "after7"));
}

#[tokio::test]
async fn nothing_is_acknowledged_until_a_write_is_read_back() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).await.unwrap();
    store.writer.ready().await.unwrap();
    // Writes fail, through whatever connection, as long as somebody else holds the lock and as on a disk that is gone.
    let path = folder.path().join(FILE);
    let other = Connection::open(&path).unwrap();
    other.execute_batch("ALTER TABLE server_state RENAME TO gone").unwrap();
    store.writer.with(|connection| connection.pragma_update(None, "query_only", true).unwrap()).await;
    for _ in 0..3 {
        assert_eq!(store.writer.write(vec![player("a")]).await.unwrap_err().code, "not-stored");
    }
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    assert_eq!(store.writer.ready().await.unwrap_err().code, "not-stored");
    other.execute_batch("ALTER TABLE gone RENAME TO server_state").unwrap();
    store.writer.write(vec![player("a")]).await.unwrap();
    assert!(stored(folder.path(), "a"));
    store.close().await;
}

#[tokio::test]
async fn one_name_that_is_taken_costs_nobody_else_anything() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).await.unwrap();
    store.writer.write(vec![player("a")]).await.unwrap();
    let writes = ["b", "a", "c"].map(|id| store.writer.write(vec![player(id)]));
    let [b, a, c] = writes;
    let (b, a, c) = tokio::join!(b, a, c);
    assert!(b.is_ok() && c.is_ok());
    assert_eq!(a.unwrap_err().code, "taken");
    assert!(stored(folder.path(), "b") && stored(folder.path(), "c"));
    store.close().await;
}

/// From 3.7.0 to 3.51.2 a log that is begun anew at the wrong moment can lose what was in it
/// (<https://sqlite.org/wal.html>).
#[test]
fn sqlite_resets_logs_rightly() {
    assert!(rusqlite::version_number() >= 3_051_003, "{}", rusqlite::version());
}

#[tokio::test]
async fn a_folder_has_one_server() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).await.unwrap();
    let told = open(folder.path()).await.err().unwrap().to_string();
    let us = format!("process {}", std::process::id());
    assert!(told.contains(&us) && told.contains("http://127.0.0.1") && told.contains("since"), "{told}");
    store.close().await;
    open(folder.path()).await.unwrap().close().await;
}

#[tokio::test]
async fn who_reads_all_the_time_keeps_nobody_from_an_orderly_end() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).await.unwrap();
    // As Litestream does, so that nothing is put into the file that it has not seen.
    let other = Connection::open(folder.path().join(FILE)).unwrap();
    other.execute_batch("BEGIN; SELECT * FROM players").unwrap();
    store.writer.write(vec![player("a")]).await.unwrap();
    store.close().await;
    // All is written, and the folder given back.
    open(folder.path()).await.unwrap().close().await;
    drop(other);
    assert!(stored(folder.path(), "a"));
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_can_read_the_data() {
    use std::os::unix::fs::PermissionsExt;
    let outer = TempDir::new().unwrap();
    let folder = outer.path().join("data");
    let store = open(&folder).await.unwrap();
    store.writer.write(vec![player("a")]).await.unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
    store.close().await;
    // What an earlier release left open is closed.
    let file = folder.join(FILE);
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    open(&folder).await.unwrap().close().await;
    assert_eq!(mode(&file), 0o600);
}

/// Opens a folder with one file in it, which must be refused and stay as it is.
async fn refused_untouched(content: &[u8]) -> String {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join(FILE);
    std::fs::write(&file, content).unwrap();
    let told = open(folder.path()).await.err().unwrap().to_string();
    assert!(std::fs::read(&file).unwrap() == content, "it was changed: {told}");
    told
}

/// The bytes of a database made by some statements.
pub(crate) fn database(statements: &str) -> Vec<u8> {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("other");
    Connection::open(&path).unwrap().execute_batch(statements).unwrap();
    std::fs::read(path).unwrap()
}

#[tokio::test]
async fn what_is_not_ours_is_not_touched() {
    assert!(refused_untouched(b"").await.contains("is empty"));
    assert!(refused_untouched(b"something else").await.contains("no database"));
    let other = database("CREATE TABLE games (id TEXT)");
    assert!(refused_untouched(&other).await.contains("another program"));
    let other = database("PRAGMA application_id = 7; CREATE TABLE games (id TEXT)");
    assert!(refused_untouched(&other).await.contains("another program"));
    // An empty database that SQLite made: a header, and no table.
    let other = database("PRAGMA user_version = 1; PRAGMA user_version = 0; CREATE TABLE t (a); DROP TABLE t");
    assert!(refused_untouched(&other).await.contains("another program"));
    let newer =
        database(&format!("PRAGMA application_id = {}; PRAGMA user_version = 99; CREATE TABLE t (a)", 0x5370_696c));
    assert!(refused_untouched(&newer).await.contains("newer version"));
}

#[tokio::test]
async fn a_copy_without_its_log_is_noticed() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).await.unwrap();
    store.writer.write(vec![player("a")]).await.unwrap();
    let copy = TempDir::new().unwrap();
    std::fs::copy(folder.path().join(FILE), copy.path().join(FILE)).unwrap();
    let told = open(copy.path()).await.err().unwrap().to_string();
    assert!(told.contains("write-ahead log is missing"), "{told}");
    // It stays so until somebody decides to go on with what is there.
    assert!(open(copy.path()).await.is_err());
    std::fs::write(copy.path().join("spielraum.sqlite-wal"), "").unwrap();
    open(copy.path()).await.unwrap().close().await;
    // With its log a copy is complete; so is one that was made when the server had ended.
    let copy = TempDir::new().unwrap();
    for name in [FILE, "spielraum.sqlite-wal"] {
        std::fs::copy(folder.path().join(name), copy.path().join(name)).unwrap();
    }
    let second = open(copy.path()).await.unwrap();
    assert!(stored(copy.path(), "a"));
    second.close().await;
    store.close().await;
    assert!(!folder.path().join("spielraum.sqlite-wal").exists());
    let copy = TempDir::new().unwrap();
    std::fs::copy(folder.path().join(FILE), copy.path().join(FILE)).unwrap();
    open(copy.path()).await.unwrap().close().await;
    assert!(stored(copy.path(), "a"));
    // A log whose database is gone is not taken for a new beginning.
    std::fs::remove_file(copy.path().join(FILE)).unwrap();
    std::fs::write(copy.path().join("spielraum.sqlite-wal"), "x").unwrap();
    assert!(open(copy.path()).await.err().unwrap().to_string().contains("restore a backup"));
}

#[tokio::test]
async fn below_the_floor_nothing_begins_and_games_go_on() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).await.unwrap();
    store.writer.write(vec![player("a")]).await.unwrap();
    store.close().await;
    let store = open_with(folder.path(), |config| config.limits.disk_floor = u64::MAX).await.unwrap();
    assert_eq!(store.writer.write(vec![player("b")]).await.unwrap_err().code, "no-room");
    assert_eq!(store.writer.ready().await.unwrap_err().code, "no-room");
    let rename = Write::Rename { id: "a".into(), name: "Ada".to_owned() };
    store.writer.write(vec![rename, Write::Heartbeat]).await.unwrap();
    store.close().await;
}

#[tokio::test]
async fn what_nobody_needs_is_removed() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).await.unwrap();
    let definition = |id: &str| Write::NewDefinition { id: id.into(), text: "t".to_owned() };
    let session =
        |token: &str, player: &str| Write::NewSession { token: token.into(), player: player.into(), device: None };
    let writes = vec![
        player("guest"),
        player("owner"),
        player("gone"),
        definition("w-played"),
        definition("w-asked"),
        definition("w-old"),
        definition("w-published"),
        Write::Publish {
            definition: "w-published".into(),
            player: "owner".into(),
            summary: "{}".to_owned(),
            replaces: None,
        },
        session("idle", "owner"),
        session("guest", "guest"),
        session("old", "owner"),
        session("new", "owner"),
        Write::NewAccount { name: "Owner".to_owned(), player: "owner".into(), password: String::new() },
    ];
    store.writer.write(writes).await.unwrap();
    // As if servers had run for so long before all this; the wall clock says nothing.
    let since = |days: i64| -days * DAY;
    store
        .writer
        .with(move |connection| {
            let run = |text: &str| connection.execute_batch(text).unwrap();
            let (idle, long, ages) = (since(61), since(366), since(400));
            run(&format!("UPDATE sessions SET seen = {idle} WHERE token IN ('idle', 'guest')"));
            run(&format!("UPDATE sessions SET begun = {long} WHERE token IN ('old', 'guest')"));
            run(&format!("UPDATE players SET seen = {ages}"));
            run(&format!("UPDATE definitions SET asked = {} WHERE id <> 'w-asked'", since(31)));
            run("INSERT INTO games (id, variant, options, title, start, opponent, creator, created, status, plies, updated)
                 VALUES ('g', 'w-played', '{}', '', '', 'self', 'guest', 0, 'finished', 0, 0)");
        })
        .await;
    let alive = async |token: &str| store.session(&token.into()).await.unwrap().is_some();
    assert!(!alive("idle").await && !alive("old").await && alive("guest").await && alive("new").await);
    store.writer.write(vec![Write::RemoveUnused]).await.unwrap();
    let list = |text: &str| -> Vec<String> {
        let connection = Connection::open(folder.path().join(FILE)).unwrap();
        let mut query = connection.prepare(text).unwrap();
        query.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
    };
    assert_eq!(list("SELECT token FROM sessions ORDER BY token"), ["guest", "new"]);
    assert_eq!(list("SELECT id FROM definitions ORDER BY id"), ["w-asked", "w-played", "w-published"]);
    assert_eq!(list("SELECT id FROM players ORDER BY id"), ["deleted", "guest", "owner"]);
    store.close().await;
}

/// Lets the time of the machine be another, by this many days, than when everything was stored.
fn clock_jumps(connection: &mut Connection, days: i64) {
    for (table, columns) in [
        ("players", &["created"][..]),
        ("accounts", &["created"]),
        ("sessions", &["created", "used"]),
        ("definitions", &["created", "used"]),
        ("games", &["created", "updated"]),
    ] {
        for column in columns {
            connection.execute(&format!("UPDATE {table} SET {column} = {column} - ?"), [days * DAY]).unwrap();
        }
    }
}

#[tokio::test]
async fn a_wrong_clock_removes_nothing_and_time_that_has_passed_does() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).await.unwrap();
    let text = |text: &str| text.to_owned();
    let writes = vec![
        player("guest"),
        player("owner"),
        Write::NewAccount { name: text("Owner"), player: "owner".into(), password: String::new() },
        Write::NewSession { token: "of-guest".into(), player: "guest".into(), device: None },
        Write::NewSession { token: "of-owner".into(), player: "owner".into(), device: None },
        Write::NewDefinition { id: "w-kept".into(), text: text("t") },
    ];
    store.writer.write(writes).await.unwrap();
    store.close().await;
    for days in [200, 400, -800, 40_000, 0] {
        let store = open(folder.path()).await.unwrap();
        store.writer.with(move |connection| clock_jumps(connection, days)).await;
        store.keep_house().await;
        assert_eq!(store.lost_guests().await.unwrap(), Vec::new(), "{days}");
        for token in ["of-guest", "of-owner"] {
            assert!(store.session(&token.into()).await.unwrap().is_some(), "{token} {days}");
        }
        assert!(store.definition(&"w-kept".into()).await.unwrap().is_some(), "{days}");
        store.close().await;
    }
    // After half a year for which servers have run, nobody is here any more, whatever the clock says.
    let store = open(folder.path()).await.unwrap();
    store
        .writer
        .with(|connection| {
            for (table, column) in
                [("players", "seen"), ("sessions", "seen"), ("sessions", "begun"), ("definitions", "asked")]
            {
                connection.execute(&format!("UPDATE {table} SET {column} = {column} - ?"), [181 * DAY]).unwrap();
            }
        })
        .await;
    store.keep_house().await;
    assert!(
        store.session(&"of-guest".into()).await.unwrap().is_none()
            && store.session(&"of-owner".into()).await.unwrap().is_none()
    );
    assert!(store.definition(&"w-kept".into()).await.unwrap().is_none());
    assert_eq!(store.player(&"guest".into()).await.unwrap(), None);
    assert!(store.player(&"owner".into()).await.unwrap().is_some());
    store.close().await;
}

#[tokio::test]
async fn the_time_for_which_servers_run_goes_on_over_restarts_and_never_back() {
    let folder = TempDir::new().unwrap();
    let mut last = 0;
    for _ in 0..3 {
        let store = open(folder.path()).await.unwrap();
        let begun = store.moment().lived;
        assert!(begun >= last);
        tokio::time::sleep(Duration::from_millis(20)).await;
        last = store.moment().lived;
        assert!(last >= begun + 20);
        store.close().await;
    }
    // Of a server that is killed what it has stored with its last transaction is known.
    let store = open(folder.path()).await.unwrap();
    store.writer.write(vec![player("a")]).await.unwrap();
    let connection = Connection::open(folder.path().join(FILE)).unwrap();
    let stored: i64 = connection.query_row("SELECT lived FROM server_state", [], |row| row.get(0)).unwrap();
    assert!((last..=store.moment().lived).contains(&stored));
    store.close().await;
}

#[tokio::test]
async fn sockets_end_with_sessions_that_expire() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).await.unwrap();
    let session = |token: &str| Write::NewSession { token: token.into(), player: "ada".into(), device: None };
    store.writer.write(vec![player("ada"), session("long-ago"), session("lately")]).await.unwrap();
    let [old, new] = ["long-ago", "lately"].map(|token| store.attend(Some((&token.into(), &"ada".into()))));
    let nobody = store.attend(None);
    store.end_expired().await.unwrap();
    assert!(!old.is_over() && !new.is_over());
    let age = |connection: &mut Connection| {
        let long = 181 * super::write::DAY;
        connection.execute("UPDATE sessions SET seen = seen - ? WHERE token = 'long-ago'", [long]).unwrap();
    };
    store.writer.with(age).await;
    store.end_expired().await.unwrap();
    assert!(old.is_over() && !new.is_over() && !nobody.is_over());
    store.close().await;
}

#[tokio::test]
async fn a_limit_counts_with_the_write() {
    let folder = TempDir::new().unwrap();
    let store = std::sync::Arc::new(open(folder.path()).await.unwrap());
    store.writer.write(vec![player("a"), player("b")]).await.unwrap();
    let begin = |number: usize, by: &str| {
        let (limit, id) = (Limit::Games { player: by.into(), most: 8 }, format!("{by}{number}"));
        vec![Write::Within(limit), Write::NewGame(Box::new(waiting_game(&id, by)))]
    };
    // All at once, so that many go into one transaction, and others with them.
    let asked: Vec<_> = (0..40)
        .flat_map(|number| [begin(number, "a"), begin(number, "b"), vec![player(&format!("other{number}"))]])
        .map(|writes| {
            let store = store.clone();
            tokio::spawn(async move { store.writer.write(writes).await.map_err(|error| error.code) })
        })
        .collect();
    let mut answers = Vec::new();
    for asked in asked {
        answers.push(asked.await.unwrap());
    }
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 8 + 8 + 40);
    assert!(answers.iter().all(|answer| answer.is_ok() || *answer == Err("too-many-requests")));
    for by in ["a", "b"] {
        let limit = |most| store.must_be_within(Limit::Games { player: by.into(), most });
        assert!(limit(8).await.is_err() && limit(9).await.is_ok());
    }
    store.close().await;
}

/// A game that waits for a friend.
fn waiting_game(id: &str, by: &str) -> Record {
    let opponent = spielraum_play::Opponent::Friend;
    let pairing = Pairing {
        variant: "chess".to_owned(),
        options: Options::new(),
        title: "Chess".to_owned(),
        start: String::new(),
        opponent,
        seats: Seat::all(&by.into(), spielraum_rules::Color::White, opponent),
        control: None,
    };
    Record { id: id.into(), ..Record::begin(pairing, by.into(), crate::time::Moment::default()) }
}

#[tokio::test]
async fn pages_of_the_archive_are_answered_from_indexes() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).await.unwrap();
    store.writer.write(vec![player("a"), player("b"), player("c")]).await.unwrap();
    store
        .writer
        .with(|connection| {
            connection
                .execute_batch(
                    "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
                     INSERT INTO games (id, variant, options, title, start, opponent, white, black, creator, created, status,
                        plies, updated)
                     SELECT printf('g%03d', i), iif(i % 5, 'chess', 'shogi'), '{}', '', 'x w', iif(i % 7, 'friend', 'self'), 'a',
                        iif(i % 7, 'b', 'a'), 'a', i, iif(i % 3, 'finished', 'playing'), 0, i / 2 FROM n",
                )
                .unwrap();
        })
        .await;
    let all: Vec<(usize, bool, &str, Status)> = (0..500)
        .map(|i| {
            let status = if i % 3 == 0 { Status::Playing } else { Status::Finished };
            (i, i % 7 != 0, if i % 5 == 0 { "shogi" } else { "chess" }, status)
        })
        .rev()
        .collect();
    for player in [None, Some("a"), Some("b"), Some("c")] {
        for variant in [None, Some("shogi")] {
            for status in [None, Some(Status::Playing)] {
                let expected: Vec<String> = all
                    .iter()
                    .filter(|(_, public, ..)| match player {
                        None | Some("b") => *public,
                        player => player == Some("a"),
                    })
                    .filter(|game| variant.is_none_or(|variant| game.2 == variant))
                    .filter(|game| status.is_none_or(|status| game.3 == status))
                    .map(|(i, ..)| format!("g{i:03}"))
                    .collect();
                let (mut found, mut after) = (Vec::new(), None);
                loop {
                    let (player, variant) = (player.map(PlayerId::from), variant.map(str::to_owned));
                    let (page, next) =
                        store.games(Filter { variant, status, player, after, ..Filter::default() }).await.unwrap();
                    found.extend(page.into_iter().map(|record| record.id.to_string()));
                    let Some(next) = next else { break };
                    assert_eq!(Place::read(&next.to_string()), Some(next.clone()));
                    after = Some(next);
                }
                assert!(found == expected, "{player:?} {variant:?} {status:?}");
            }
        }
    }
    store.close().await;
}

#[tokio::test]
async fn every_page_of_the_archive_has_its_index() {
    let folder = TempDir::new().unwrap();
    open(folder.path()).await.unwrap().close().await;
    let connection = Connection::open(folder.path().join(FILE)).unwrap();
    let place = Place { updated: 1, id: "g".into() };
    for (player, variant, status, index) in [
        (false, false, None, "games_public ("),
        (false, false, Some(Status::Finished), "games_public ("),
        (false, true, None, "games_public_of_variant ("),
        (false, true, Some(Status::Playing), "games_public_of_variant ("),
        (true, false, None, "games_of_white ("),
        (true, false, Some(Status::Finished), "games_of_white ("),
        (true, false, Some(Status::Playing), "games_going_of_white ("),
        (true, true, None, "games_of_white_by_variant ("),
        (true, true, Some(Status::Finished), "games_of_white_by_variant ("),
        (true, true, Some(Status::Open), "games_going_of_white ("),
    ] {
        for after in [None, Some(place.clone())] {
            let text = |given: bool| given.then(|| "x".to_owned());
            let whose = player.then(|| "x".into());
            let own =
                games::Filter { variant: text(variant), status, player: whose, after, ..games::Filter::default() };
            // What others see of a player's games, with further conditions.
            let shown = games::Filter {
                public: true,
                opponent: Some("y".into()),
                won: Some(GameEnd::Drawn),
                rated: true,
                ..own.clone()
            };
            for filter in [own].into_iter().chain(player.then_some(shown)) {
                let query = format!("EXPLAIN QUERY PLAN {}", games::page_query(&filter));
                let mut query = connection.prepare(&query).unwrap();
                let plan: Vec<String> =
                    query.raw_query().mapped(|row| row.get("detail")).collect::<Result<_, _>>().unwrap();
                let looks_up = |detail: &&String| detail.contains(" games USING ");
                let first = plan.iter().find(looks_up).unwrap();
                assert!(first.contains(index), "{filter:?}: {plan:#?}");
                assert!(!plan.iter().any(|detail| detail.starts_with("SCAN games")), "{filter:?}: {plan:#?}");
            }
        }
    }
}

#[tokio::test]
async fn clocks_that_fall_and_games_that_wait_are_found_by_index() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).await.unwrap();
    store.writer.write(vec![player("a"), player("b")]).await.unwrap();
    store
        .writer
        .with(|connection| {
            connection
                .execute_batch(
                    "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
                     INSERT INTO games (id, variant, options, title, start, opponent, white, black, creator, created, status,
                        plies, updated, move_ms, white_ms, black_ms, running, running_since, to_move)
                     SELECT printf('g%03d', i), 'chess', '{}', '', 'x w', 'friend', 'a', 'b', 'a', i,
                        iif(i < 400, 'playing', 'finished'), i, i, 1000, 1000, 1000,
                        iif(i < 400, iif(i % 2, 'black', 'white'), NULL), iif(i < 400, 1000 * i, NULL),
                        iif(i % 2, 'black', 'white') FROM n",
                )
                .unwrap();
        })
        .await;
    let falling = store.falling(5_000).await.unwrap();
    let found: Vec<(String, i64)> = falling.into_iter().map(|game| (game.id.to_string(), game.at)).collect();
    assert_eq!(found, (0..5).map(|i| (format!("g{i:03}"), 1_000 * (i + 1))).collect::<Vec<_>>());
    let turns = store.turns(&"b".into()).await.unwrap();
    assert_eq!((turns.len(), &*turns[0].id.to_string(), &*turns[199].id.to_string()), (200, "g001", "g399"));
    store.close().await;
    let connection = Connection::open(folder.path().join(FILE)).unwrap();
    for (query, index) in [(games::falling_query(), "games_by_fall"), (games::turns_query(), "games_going_of_white")] {
        let mut query = connection.prepare(&format!("EXPLAIN QUERY PLAN {query}")).unwrap();
        let plan: Vec<String> = query.raw_query().mapped(|row| row.get("detail")).collect::<Result<_, _>>().unwrap();
        assert!(plan.iter().any(|detail| detail.contains(index)), "{plan:#?}");
        assert!(!plan.iter().any(|detail| detail.starts_with("SCAN games")), "{plan:#?}");
    }
}

/// The ids of all pages of the shelf.
async fn on_shelf(store: &Store, player: Option<&str>) -> Vec<String> {
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let (page, next) = store.shelf(player.map(PlayerId::from).as_ref(), after).await.unwrap();
        found.extend(page.into_iter().map(|game| game.definition.to_string()));
        let Some(next) = next else { return found };
        assert_eq!(Place::read(&next.to_string()), Some(next.clone()));
        after = Some(next);
    }
}

#[tokio::test]
async fn the_shelf_has_what_everybody_may_see_the_newest_first() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).await.unwrap();
    store.writer.write(vec![player("a"), player("b"), player("barred")]).await.unwrap();
    let whose = |i: i64| ["a", "b", "barred"][i as usize % 3];
    for i in 0..60 {
        let (definition, player) = (DefinitionId::from(&*format!("w-{i:02}")), PlayerId::from(whose(i)));
        let summary = "{}".to_owned();
        let writes = vec![
            Write::NewDefinition { id: definition.clone(), text: "t".to_owned() },
            Write::Publish { definition, player, summary, replaces: None },
        ];
        store.writer.write(writes).await.unwrap();
    }
    let id = |i: i64| format!("w-{i:02}");
    let writes = vec![Write::Bar { player: "barred".into() }, Write::TakeDown { definition: (&*id(30)).into() }];
    store.writer.write(writes).await.unwrap();
    // Two of a moment are distinguished by their ids.
    store
        .writer
        .with(|connection| {
            let times = "UPDATE published SET created = substr(definition, 3) / 2, shown = substr(definition, 3) / 2";
            connection.execute(times, []).unwrap();
        })
        .await;
    let expected = |fits: &dyn Fn(i64) -> bool| (0..60).rev().filter(|i| fits(*i)).map(id).collect::<Vec<_>>();
    assert_eq!(on_shelf(&store, None).await, expected(&|i| i % 3 != 2 && i != 30));
    assert_eq!(on_shelf(&store, Some("a")).await, expected(&|i| i % 3 == 0));
    // A new version stands where the one before stood.
    let publish = |definition: &str, player: &str, replaces: &str| {
        let [definition, replaces] = [definition, replaces].map(DefinitionId::from);
        let player = PlayerId::from(player);
        let new = Write::NewDefinition { id: definition.clone(), text: "new".to_owned() };
        vec![new, Write::Publish { definition, player, summary: "{}".to_owned(), replaces: Some(replaces) }]
    };
    store.writer.write(publish("w-new", "a", "w-03")).await.unwrap();
    let now = on_shelf(&store, Some("a")).await;
    assert_eq!((now.len(), &*now[now.len() - 2]), (20, "w-new"));
    let game = store.published(&"w-new".into()).await.unwrap().unwrap();
    assert!(game.created == 1 && game.updated > 1 && game.name == "a");
    assert!(
        store.published(&"w-03".into()).await.unwrap().is_none()
            && store.definition(&"w-03".into()).await.unwrap().is_some()
    );
    // With another title it waits for its first play, as a new game does.
    assert!(game.shown.is_some());
    let renamed = Write::Publish {
        definition: "w-new".into(),
        player: "a".into(),
        summary: r#"{"title":"Other"}"#.to_owned(),
        replaces: Some("w-new".into()),
    };
    store.writer.write(vec![renamed]).await.unwrap();
    assert!(store.published(&"w-new".into()).await.unwrap().unwrap().shown.is_none());
    // Nobody's game takes the place of another's, nor of what was taken down, nor is it one more then: the limit does not
    // count what replaces.
    for (new, by, old) in [("w-b", "b", "w-06"), ("w-c", "a", "w-30")] {
        assert_eq!(store.writer.write(publish(new, by, old)).await.unwrap_err().code, "replaced");
    }
    assert_eq!(
        (store.published_by(&"a".into()).await.unwrap(), store.published_by(&"b".into()).await.unwrap()),
        (20, 20)
    );
    let taken = store.published(&"w-30".into()).await.unwrap().unwrap();
    assert!(taken.taken_down);
    // Only one's own is taken off, and the same is not published twice.
    let off = |id: &str, player: &str| Write::Unpublish { definition: id.into(), player: player.into() };
    store.writer.write(vec![off("w-06", "b"), off("w-30", "a"), off("w-09", "a")]).await.unwrap();
    assert_eq!(store.published_by(&"a".into()).await.unwrap(), 19);
    let again =
        Write::Publish { definition: "w-06".into(), player: "b".into(), summary: "{}".to_owned(), replaces: None };
    assert_eq!(store.writer.write(vec![again]).await.unwrap_err().code, "taken");
    store.writer.write(vec![Write::PutBack { definition: "w-30".into() }]).await.unwrap();
    assert!(on_shelf(&store, None).await.contains(&"w-30".to_owned()));
    // Who is forgotten has published nothing, but what was taken down stays down; a definition that is removed is not published.
    let writes = vec![Write::TakeDown { definition: (&*id(1)).into() }, Write::Forget { player: "b".into() }];
    store.writer.write(writes).await.unwrap();
    assert_eq!(store.published_by(&"b".into()).await.unwrap(), 0);
    assert!(store.published(&"w-01".into()).await.unwrap().unwrap().taken_down);
    assert!(store.published(&"w-04".into()).await.unwrap().is_none());
    store.writer.write(vec![Write::RemoveDefinition { id: "w-06".into() }]).await.unwrap();
    assert!(store.published(&"w-06".into()).await.unwrap().is_none());
    store.close().await;
}

#[tokio::test]
async fn a_backup_is_made_while_the_server_writes() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).await.unwrap();
    store.writer.write(vec![player("a")]).await.unwrap();
    let other = TempDir::new().unwrap();
    let copy = other.path().join(FILE);
    backup(folder.path(), &copy).unwrap();
    assert!(backup(folder.path(), &copy).is_err(), "it is not overwritten");
    store.writer.write(vec![player("later")]).await.unwrap();
    assert!(stored(other.path(), "a") && !stored(other.path(), "later"));
    open(other.path()).await.unwrap().close().await;
    store.close().await;
    let nothing = TempDir::new().unwrap();
    assert!(backup(nothing.path(), &copy).is_err());
}

/// A recorded session: what is asked of the writer, one request after another.
fn session() -> Vec<Vec<Write>> {
    let mut requests = vec![vec![player("p0")], vec![player("p1")]];
    for n in 2..12 {
        requests.push(vec![
            player(&format!("p{n}")),
            Write::NewSession {
                token: format!("t{n}").as_str().into(),
                player: format!("p{n}").as_str().into(),
                device: None,
            },
            Write::NewDefinition { id: format!("w-{n}").as_str().into(), text: "x".repeat(700 * n) },
        ]);
        requests.push(vec![
            Write::NewAccount {
                name: format!("Name {n}x"),
                player: format!("p{n}").as_str().into(),
                password: "h".to_owned(),
            },
            Write::Rename { id: format!("p{n}").as_str().into(), name: format!("Name {n}y") },
            Write::EndSessions { player: format!("p{n}").as_str().into() },
            Write::Heartbeat,
        ]);
    }
    requests
}

/// Plays the session on a database whose writer's connection is spoilt first. Whatever is acknowledged must be seen by
/// another connection at once, and everything of it after a restart; what was refused must not be there. Gives how many
/// requests were refused.
async fn session_with(spoil: impl FnOnce(&mut Connection) + Send + 'static) -> usize {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).await.unwrap();
    store.writer.with(spoil).await;
    let mut answers = Vec::new();
    let witness = Connection::open(folder.path().join(FILE)).unwrap();
    let holds = |connection: &Connection, writes: &[Write]| {
        let count =
            |text: &str, id: &PlayerId| -> i64 { connection.query_row(text, [id.as_str()], |row| row.get(0)).unwrap() };
        match &writes[0] {
            Write::NewPlayer { id, .. } => count("SELECT count(*) FROM players WHERE id = ?", id) == 1,
            Write::NewAccount { player, .. } => count("SELECT count(*) FROM accounts WHERE player = ?", player) == 1,
            other => panic!("{other:?}"),
        }
    };
    for request in session() {
        let answer = store.writer.write(request.clone()).await.is_ok();
        assert!(answer == holds(&witness, &request), "acknowledged: {answer}, {:?}", request[0]);
        answers.push((request, answer));
    }
    drop(witness);
    store.close().await;
    let store = open(folder.path()).await.unwrap();
    let witness = Connection::open(folder.path().join(FILE)).unwrap();
    for (request, answer) in &answers {
        assert!(*answer == holds(&witness, request), "after a restart, acknowledged: {answer}, {:?}", request[0]);
    }
    let sound: String = witness.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
    drop(witness);
    store.close().await;
    answers.iter().filter(|(_, answer)| !answer).count()
}

/// A number of fault points, spread evenly; `FAULTS` sets another number.
fn sample(usual: usize) -> usize {
    std::env::var("FAULTS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The database may grow by this many pages only, until the connection is given up: SQLITE_FULL at each place where a
/// page is asked for. All of them: `FAULTS=1000 cargo test -p spielraum-server --lib every_page`.
#[tokio::test]
async fn every_page_may_be_the_last() {
    let all = 40;
    let step = all / sample(8).clamp(1, all);
    let mut refused = 0;
    for n in (0..all).step_by(step) {
        refused += session_with(move |connection| {
            let pages: i64 = connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
            connection.pragma_update(None, "max_page_count", pages + n as i64).unwrap();
        })
        .await;
    }
    assert!(refused > 0);
}

/// SQLite is interrupted at one of the steps of its virtual machine, within statements and within commits; it rolls
/// back by itself then. More of them: `FAULTS=20000 cargo test --release -p spielraum-server --lib every_step`.
#[tokio::test]
async fn every_step_may_be_interrupted() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let steps = Arc::new(AtomicUsize::new(0));
    let spoil = |at: usize| {
        let steps = steps.clone();
        move |connection: &mut Connection| {
            let steps = steps.clone();
            steps.store(0, Ordering::Relaxed);
            connection.progress_handler(1, Some(move || steps.fetch_add(1, Ordering::Relaxed) == at)).unwrap();
        }
    };
    assert_eq!(session_with(spoil(usize::MAX)).await, 0);
    let all = steps.load(Ordering::Relaxed);
    let step = (all / sample(40)).max(1);
    let mut refused = 0;
    for at in (0..all).step_by(step) {
        refused += session_with(spoil(at)).await;
    }
    assert!(refused > 10, "{refused} of {all}");
}
