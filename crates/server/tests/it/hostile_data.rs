//! Databases and exports that somebody else has prepared.

use crate::server::Running;
use rusqlite::Connection;
use serde_json::json;
use spielraum_server::{Config, Server};
use std::path::Path;
use tempfile::TempDir;

const FILE: &str = "spielraum.sqlite";

/// A hash that takes four terabytes to verify.
const DEAR: &str = "$argon2id$v=19$m=4294967295,t=2,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b7dWRWJTmaaJObG";

/// A folder with the data of a server that has ended, in which there is an account.
async fn ended() -> TempDir {
    let folder = TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    let credentials = json!({ "name": "Ada", "password": "analytical engine" });
    server.player().post("/api/accounts", credentials).await.good();
    server.end().await;
    folder
}

/// The same data altered by some statements, in a folder of their own.
fn altered(folder: &TempDir, statements: &str) -> TempDir {
    let copy = TempDir::new().unwrap();
    std::fs::copy(folder.path().join(FILE), copy.path().join(FILE)).unwrap();
    let connection = Connection::open(copy.path().join(FILE)).unwrap();
    connection.execute_batch(statements).unwrap_or_else(|error| panic!("{statements}: {error}"));
    copy
}

/// What is said of data that are refused by the server, by `backup`, by `export` and by `restore`, and what `fsck` finds.
async fn refused(data: &Path) -> Vec<String> {
    let mut told = vec![Server::start(Config::new(data.to_owned())).await.err().expect("no server starts").to_string()];
    let other = TempDir::new().unwrap();
    told.push(spielraum_server::backup(data, &other.path().join("backup")).unwrap_err().to_string());
    told.push(spielraum_server::export(data, None, &mut Vec::new()).unwrap_err().to_string());
    told.push(spielraum_server::restore(&data.join(FILE), &other.path().join("data")).unwrap_err().to_string());
    assert!(!other.path().join("data").join(FILE).exists());
    told.push(spielraum_server::fsck(data, None, |_| ()).unwrap().faults.join(", "));
    told
}

#[tokio::test]
async fn a_schema_of_somebody_else_is_refused_and_named() {
    let folder = ended().await;
    for (statements, named) in [
        ("CREATE TRIGGER undo AFTER INSERT ON moves BEGIN DELETE FROM moves WHERE game = new.game; END", "trigger \"undo\""),
        // Triggers have names of their own: this one is called as a table is.
        ("CREATE TRIGGER moves AFTER INSERT ON moves BEGIN DELETE FROM moves; END", "trigger \"moves\""),
        ("CREATE VIEW seen AS SELECT * FROM sessions", "view \"seen\""),
        ("CREATE TABLE mine (a)", "table \"mine\""),
        ("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER CHECK (random()))", "table \"_litestream_seq\""),
        ("CREATE INDEX mine ON moves (abs(at))", "index \"mine\""),
        ("ALTER TABLE moves ADD COLUMN more", "altered table \"moves\""),
        ("DROP INDEX reports_of_player", "missing index \"reports_of_player\""),
        (
            "DROP INDEX reports_of_player; CREATE INDEX reports_of_player ON reports (reporter)",
            "altered index \"reports_of_player\"",
        ),
        ("DROP TABLE audit; CREATE VIEW audit AS SELECT 1 AS id, 2 AS at, 3 AS what", "view \"audit\""),
        (
            "ANALYZE; PRAGMA writable_schema = ON;
             UPDATE sqlite_schema SET sql = 'CREATE TABLE sqlite_stat1(tbl,idx,stat CHECK (random()))'
                WHERE name = 'sqlite_stat1'",
            "table \"sqlite_stat1\"",
        ),
        (
            "PRAGMA writable_schema = ON;
             UPDATE sqlite_schema SET sql = replace(sql, 'created INTEGER NOT NULL', 'created') WHERE name = 'accounts'",
            "table \"accounts\"",
        ),
    ] {
        let bad = altered(&folder, statements);
        for told in refused(bad.path()).await {
            assert!(told.contains(named), "{statements}: {told}");
        }
    }
    server_starts(folder.path()).await;
}

async fn server_starts(data: &Path) {
    let server = Running::start_in(data, |_| {}).await;
    assert_eq!(server.player().get("/readyz").await.good(), "ok\n");
    server.end().await;
}

#[tokio::test]
async fn tables_of_litestream_and_sqlite_may_stand_beside_ours() {
    let statements = "CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
        CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER);
        INSERT INTO _litestream_seq VALUES (1, 1);
        ANALYZE";
    let followed = altered(&ended().await, statements);
    assert_eq!(spielraum_server::fsck(followed.path(), None, |_| ()).unwrap().faults, [""; 0]);
    let other = TempDir::new().unwrap();
    spielraum_server::restore(&followed.path().join(FILE), other.path()).unwrap();
    server_starts(followed.path()).await;
    server_starts(other.path()).await;
}

#[tokio::test]
async fn a_hash_that_takes_terabytes_is_refused_and_never_verified() {
    let folder = ended().await;
    let bad = altered(&folder, &format!("UPDATE accounts SET password = '{DEAR}'"));
    let faults = spielraum_server::fsck(bad.path(), None, |_| ()).unwrap().faults;
    assert!(faults.len() == 1 && faults[0].contains("account Ada") && faults[0].contains("memory"), "{faults:?}");
    let other = TempDir::new().unwrap();
    let told = spielraum_server::restore(&bad.path().join(FILE), other.path()).unwrap_err().to_string();
    assert!(told.contains("account Ada") && !other.path().join(FILE).exists(), "{told}");
    let mut lines = Vec::new();
    spielraum_server::export(bad.path(), None, &mut lines).unwrap();
    let told = spielraum_server::import(&*lines, other.path(), None, |_| ()).unwrap_err().to_string();
    assert!(told.contains("line 3: account Ada") && !other.path().join(FILE).exists(), "{told}");
    // A server that has it all the same refuses the log-in and goes on.
    let server = Running::start_in(bad.path(), |_| {}).await;
    let credentials = json!({ "name": "Ada", "password": "analytical engine" });
    assert_eq!(server.player().post("/api/session", credentials).await.refused(), (403, "wrong-password".to_owned()));
    assert_eq!(server.player().get("/healthz").await.good(), "ok\n");
    server.end().await;
}
