//! The database file: making it, bringing it up to date, and leaving alone what is not ours.

use super::StoreError;
use super::folder::{FILE, beside, make_private, private};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

/// What stands in the header of every database of this program ("Spil").
const APPLICATION: u32 = 0x5370_696c;

/// How long a lock of another connection is waited for.
const PATIENCE: Duration = Duration::from_secs(5);
/// The same, where nothing depends on it.
const OTHERS: Duration = Duration::from_millis(500);

/// The steps from an empty database to the one of today; each is one version. Never change one that was released.
const STEPS: [&str; 22] = [
    include_str!("../../migrations/0001_begin.sql"),
    include_str!("../../migrations/0002_trust.sql"),
    include_str!("../../migrations/0003_running.sql"),
    include_str!("../../migrations/0004_people.sql"),
    include_str!("../../migrations/0005_shelf.sql"),
    include_str!("../../migrations/0006_lived.sql"),
    include_str!("../../migrations/0007_moderation.sql"),
    include_str!("../../migrations/0008_lobby.sql"),
    include_str!("../../migrations/0009_ratings.sql"),
    include_str!("../../migrations/0010_correspondence.sql"),
    include_str!("../../migrations/0011_chat.sql"),
    include_str!("../../migrations/0012_tokens.sql"),
    include_str!("../../migrations/0013_tournaments.sql"),
    include_str!("../../migrations/0014_portable.sql"),
    include_str!("../../migrations/0015_mail.sql"),
    include_str!("../../migrations/0016_help.sql"),
    include_str!("../../migrations/0017_studies.sql"),
    include_str!("../../migrations/0018_two_factor.sql"),
    include_str!("../../migrations/0019_challenges.sql"),
    include_str!("../../migrations/0020_openings.sql"),
    include_str!("../../migrations/0021_berserk.sql"),
    include_str!("../../migrations/0022_webhooks.sql"),
];

/// Tables that may stand in the database besides this program's: Litestream's, and SQLite's own, which `ANALYZE` and
/// `AUTOINCREMENT` make.
const OTHERS_TABLES: [&str; 5] = [
    "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
    "CREATE TABLE sqlite_sequence(name,seq)",
    "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)",
    "CREATE TABLE _litestream_lock (id INTEGER)",
];

/// How many differences between schemas an error names.
const NAMED: usize = 10;

/// Opens a connection to a database that is there. Closing it leaves the write-ahead log where it is, even if it is the
/// last one.
pub(super) fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    harden(&connection)?;
    connection.busy_timeout(PATIENCE)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// Makes SQLite distrust what a database file says that may hold untrusted text: no trigger and no view of it runs,
/// expressions of its schema call no function that could do harm, and its schema is changed by statements alone. This
/// program has neither triggers nor views.
pub(super) fn harden(connection: &Connection) -> rusqlite::Result<()> {
    for (setting, on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
    ] {
        connection.set_db_config(setting, on)?;
    }
    Ok(())
}

/// Opens a database that is as this program makes it.
pub(super) fn connect_current(path: &Path) -> Result<Connection, StoreError> {
    let has_log = beside(path, "-wal").exists();
    ours(connect_unchecked(path)?, path, has_log)
}

/// Opens a database of this version, in whose schema there may be more than this program makes.
pub(super) fn connect_unchecked(path: &Path) -> Result<Connection, StoreError> {
    let header = Header::read(path)?;
    header.check(path)?;
    if header.version as usize != STEPS.len() {
        return Err(refused(path, "is of an older version; start this one's server on it first"));
    }
    let has_log = beside(path, "-wal").exists();
    with_log(connect(path)?, path, has_log)
}

/// Opens a database of this version or an earlier one, which is only read.
pub(super) fn connect_any(path: &Path) -> Result<Connection, StoreError> {
    let header = Header::read(path)?;
    header.check(path)?;
    let has_log = beside(path, "-wal").exists();
    ours(with_log(read_only(path)?, path, has_log)?, path, has_log)
}

fn read_only(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    harden(&connection)?;
    Ok(connection)
}

/// Refuses a database that was in use and has lost its log.
fn with_log(connection: Connection, path: &Path, has_log: bool) -> Result<Connection, StoreError> {
    if has_log || !state(&connection)? {
        return Ok(connection);
    }
    // Looking has made a log, which must not pass for the missing one.
    close(connection)?;
    let why = format!(
        "was in use when it was copied, and its write-ahead log is missing, with what was stored last: copy {} too, or \
         restore a backup. To go on with what is there, make an empty file of that name",
        beside(path, "-wal").display()
    );
    Err(refused(path, &why))
}

/// Makes the database if there is none, and brings it up to date. Refuses, without a change, what is newer than this
/// program, what it does not know, and what has visibly lost something.
pub(super) fn prepare(path: &Path) -> Result<(), StoreError> {
    let log = beside(path, "-wal");
    match (path.exists(), log.exists()) {
        (true, _) => {}
        (false, true) => return Err(refused(path, "is missing, but its write-ahead log is there; restore a backup")),
        (false, false) => create(path, |new| empty(new).map(drop))?,
    }
    let header = Header::read(path)?;
    let has_log = log.exists();
    header.check(path)?;
    make_private(path)?;
    if has_log {
        make_private(&log)?;
    }
    let mut connection = ours(with_log(connect(path)?, path, has_log)?, path, has_log)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    migrate(&mut connection)?;
    // A copy of the file alone shows from now on that something is missing.
    connection.execute("UPDATE server_state SET in_use = 1", [])?;
    checkpoint(&connection)
}

/// Closes the last connection to a database, and removes its log, which is empty.
pub(super) fn close(last: Connection) -> Result<(), StoreError> {
    last.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    last.close().map_err(|(_, error)| error.into())
}

/// Puts the whole write-ahead log into the file, or as much of it as a program lets that reads it all the time, such as
/// one that replicates it.
pub(super) fn checkpoint(connection: &Connection) -> Result<(), StoreError> {
    connection.busy_timeout(OTHERS)?;
    let done = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    connection.busy_timeout(PATIENCE)?;
    Ok(done?)
}

/// Whether a server has the database open, or had when it ended without a word.
fn state(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT in_use FROM server_state", [], |row| row.get(0))
}

/// Makes a database under another name first, which is given to `make`: a file that is empty, or half of one, was never
/// made by this program.
pub(super) fn create(path: &Path, make: impl FnOnce(&Path) -> Result<(), StoreError>) -> Result<(), StoreError> {
    let new = beside(path, "-new");
    let failed = |cause| StoreError::File { path: new.clone(), cause };
    let remove = || -> Result<(), StoreError> {
        for file in [new.clone(), beside(&new, "-journal")] {
            match std::fs::remove_file(&file) {
                Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => return Err(failed(cause)),
                _ => {}
            }
        }
        Ok(())
    };
    remove()?;
    make(&new).inspect_err(|_| _ = remove())?;
    std::fs::rename(&new, path).map_err(failed)?;
    // The new name is on the disk, too, before anything is acknowledged.
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        std::fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)?;
    }
    Ok(())
}

/// Makes a database in which nothing is.
pub(super) fn empty(path: &Path) -> Result<Connection, StoreError> {
    let failed = |cause| StoreError::File { path: path.to_owned(), cause };
    private().write(true).create_new(true).open(path).map_err(failed)?;
    let mut connection = connect(path)?;
    migrate(&mut connection)?;
    Ok(connection)
}

/// Refuses a folder in which there is a database, or what is left of one.
pub(super) fn must_be_free(path: &Path) -> Result<(), StoreError> {
    match [path.to_owned(), beside(path, "-wal")].iter().find(|file| file.exists()) {
        Some(file) => Err(refused(file, "is there already; move it away, or use another folder")),
        None => Ok(()),
    }
}

/// Takes the steps that a database has not taken yet, all or none of them.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction()?;
    let version: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let taken = version as usize;
    if taken < STEPS.len() {
        for step in &STEPS[taken..] {
            transaction.execute_batch(step)?;
        }
        transaction.pragma_update(None, "user_version", STEPS.len() as i64)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
    }
    Ok(transaction.commit()?)
}

/// Refuses a database whose schema this program has not made.
fn ours(connection: Connection, path: &Path, has_log: bool) -> Result<Connection, StoreError> {
    let mut foreign = foreign(&connection)?;
    if foreign.is_empty() {
        return Ok(connection);
    }
    if !has_log {
        // As above.
        close(connection)?;
    }
    let more = foreign.len().saturating_sub(NAMED);
    foreign.truncate(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let why = format!(
        "has a schema that this program did not make: {}{more}. Restore another backup, or have what is foreign removed \
         by somebody who knows where it comes from",
        foreign.join(", ")
    );
    Err(refused(path, &why))
}

/// How the schema of a database differs, byte for byte, from the one that this program makes of its version.
/// [`OTHERS_TABLES`] are no difference.
pub(super) fn foreign(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let Some(steps) = STEPS.get(..version as usize) else {
        return Ok(vec![format!("version {version} of it, which is newer than this program's {}", STEPS.len())]);
    };
    let (expected, found) = (objects(&made_by(steps)?)?, objects(connection)?);
    let mut differences = Vec::new();
    for ((kind, name), text) in &found {
        let differs = match expected.get(&(kind.clone(), name.clone())) {
            Some(own) if own == text => continue,
            Some(_) => "altered",
            None if OTHERS_TABLES.contains(&text.as_str()) => continue,
            None => "foreign",
        };
        differences.push(format!("the {differs} {kind} {name:?}"));
    }
    let missing = expected.keys().filter(|object| !found.contains_key(*object));
    differences.extend(missing.map(|(kind, name)| format!("the missing {kind} {name:?}")));
    Ok(differences)
}

/// A database in memory as this program makes it.
pub(super) fn model() -> rusqlite::Result<Connection> {
    made_by(&STEPS)
}

fn made_by(steps: &[&str]) -> rusqlite::Result<Connection> {
    let model = Connection::open_in_memory()?;
    steps.iter().try_for_each(|step| model.execute_batch(step))?;
    Ok(model)
}

/// What a schema has: by kind and name, the statement that makes it. Indexes that come with their tables have none, and
/// are left out.
fn objects(connection: &Connection) -> rusqlite::Result<BTreeMap<(String, String), String>> {
    let mut query =
        connection.prepare("SELECT type, name, sql FROM sqlite_schema WHERE type <> 'index' OR sql IS NOT NULL")?;
    let read = |row: &rusqlite::Row<'_>| {
        Ok(((row.get(0)?, row.get(1)?), row.get::<_, Option<String>>(2)?.unwrap_or_default()))
    };
    query.query_map([], read)?.collect()
}

fn refused(path: &Path, why: &str) -> StoreError {
    StoreError::Refused(format!("{} {why}", path.display()))
}

/// The error for a database that is not there: a server's, which is known by its folder, or a backup.
fn missing(path: &Path) -> StoreError {
    if path.file_name().is_some_and(|name| name == FILE) {
        let why = "is not there: no server has kept its data in this folder. Name the folder of one that has, or start a server on it";
        return refused(path, why);
    }
    refused(path, "is not there; name the file that a backup was made to")
}

/// What the first bytes of a database show (SQLite, "Database File Format", 1.3).
struct Header {
    version: u32,
    application: u32,
}

impl Header {
    fn read(path: &Path) -> Result<Self, StoreError> {
        let failed = |cause: std::io::Error| match cause.kind() {
            std::io::ErrorKind::NotFound => missing(path),
            _ => StoreError::File { path: path.to_owned(), cause },
        };
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).map_err(failed)?;
        file.take(100).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.is_empty() {
            let why = "is empty, and this program has never left it so: restore a backup, or move the file away to begin anew";
            return Err(refused(path, why));
        }
        let number =
            |at: usize| bytes.get(at..at + 4).and_then(|field| Some(u32::from_be_bytes(field.try_into().ok()?)));
        match (bytes.starts_with(b"SQLite format 3\0"), number(60), number(68)) {
            (true, Some(version), Some(application)) => Ok(Self { version, application }),
            _ => Err(refused(path, "is no database; move it away, or use another folder")),
        }
    }

    /// Refuses what this program must not change. The database is only read.
    fn check(&self, path: &Path) -> Result<(), StoreError> {
        match self.application {
            APPLICATION if self.version as usize > STEPS.len() => Err(refused(
                path,
                &format!(
                    "is of a newer version of this program (schema {} instead of {}); use that version",
                    self.version,
                    STEPS.len()
                ),
            )),
            APPLICATION => Ok(()),
            _ => Err(refused(path, "is a database of another program; use another folder")),
        }
    }
}
