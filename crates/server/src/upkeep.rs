//! What is done with a server's data beside the server: checking, taking out, putting in.

use crate::config::Stored;
use crate::domain::{DefinitionId, Record};
use crate::resources::Deadline;
use crate::store::{self, Judge};
use crate::variants::Variants;
use crate::variants::vetting::{self, Verdict};
use spielraum_play::GameState;
use spielraum_queries::Refusal;
use spielraum_queries::replay::{self, play_through};
use std::error::Error;
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::time::Duration;

pub use crate::store::{Copied, Findings};

/// How long the moves of one game may take to be played through.
const PATIENCE: Duration = Duration::from_secs(60);

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// Looks through a database: its file, its rows, every definition, and every game, whose moves are played through. A
/// server that uses it goes on. Untrusted definitions are compiled by `vetter` first, as
/// by a server ([`Config::vetter`](crate::Config::vetter)). `progress` receives how many games were looked at.
///
/// # Errors
///
/// If there is no database of this version, or it can't be read. What is wrong in it is no error.
pub fn fsck(stored: impl Into<Stored>, vetter: Option<PathBuf>, progress: impl FnMut(usize)) -> Result<Findings> {
    Ok(store::check_stored(&stored.into(), &mut Rules::new(vetter, progress))?)
}

/// Writes everything in a database, or what one player has, as lines of JSON (docs/operations.md). The player is given by
/// id, or by the account's name. A server that uses it goes on. Gives the number of lines.
///
/// # Errors
///
/// If there is no database of this version or no such player, or nothing can be written.
pub fn export(stored: impl Into<Stored>, player: Option<&str>, out: &mut impl Write) -> Result<u64> {
    Ok(store::export(&stored.into(), player, out)?)
}

/// Makes a database of an export, and checks it as [`fsck`] does; a folder is made if it does not exist.
///
/// # Errors
///
/// If the database is in use or has something in it, a line can't be read, or what it says is not sound; there is no database then.
pub fn import(
    input: impl BufRead,
    stored: impl Into<Stored>,
    vetter: Option<PathBuf>,
    progress: impl FnMut(usize),
) -> Result<Findings> {
    Ok(store::import(input, &stored.into(), &mut Rules::new(vetter, progress))?)
}

/// Copies everything from one database to another one, in which nothing is: every row of every table, in one transaction.
/// What was written is read again and compared. Gives how many rows each table has; `progress` receives the table and how
/// many of its rows are copied.
///
/// # Errors
///
/// If one of the two is in use, the first one is not of this version, there is something in the second one, or a row can't be
/// written; there is nothing in the second one then.
pub fn migrate(from: &Stored, to: &Stored, progress: impl FnMut(&str, u64)) -> Result<Vec<Copied>> {
    Ok(store::migrate(from, to, progress)?)
}

/// Judges by the rules of the variants.
struct Rules<P> {
    variants: Variants,
    vetter: Option<PathBuf>,
    games: usize,
    progress: P,
}

impl<P: FnMut(usize)> Rules<P> {
    fn new(vetter: Option<PathBuf>, progress: P) -> Self {
        Self { variants: Variants::new(crate::config::Limits::default().variants, None), vetter, games: 0, progress }
    }

    /// Lets the vetter compile a definition that was not compiled here yet.
    fn vet(&self, record: &Record, text: &str) -> std::result::Result<(), String> {
        let (Some(program), None) =
            (&self.vetter, self.variants.known(&record.pairing.variant, &record.pairing.options))
        else {
            return Ok(());
        };
        let job = vetting::Job { text: text.to_owned(), options: record.pairing.options.clone() };
        let Verdict { faults } =
            vetting::ask(program, &job, &Deadline::after(PATIENCE)).map_err(|error| error.message)?;
        faults.first().map_or(Ok(()), |fault| Err(format!("its definition can't be played by: {}", fault.message)))
    }
}

impl<P: FnMut(usize)> Judge for Rules<P> {
    fn definition(&mut self, id: &str, text: &str) -> std::result::Result<(), String> {
        if DefinitionId::of(text).as_str() == id {
            return Ok(());
        }
        Err("its text does not match its id".to_owned())
    }

    fn published(&mut self, definition: &str, summary: &str) -> std::result::Result<(), String> {
        match serde_json::from_str::<crate::wire::VariantSummary>(summary) {
            Ok(summary) if summary.id == definition => Ok(()),
            Ok(_) => Err("its description is that of another definition".to_owned()),
            Err(error) => Err(format!("its description can't be read: {error}")),
        }
    }

    fn game(&mut self, record: &Record, moves: &[String], definition: Option<&str>) -> std::result::Result<(), String> {
        self.games += 1;
        (self.progress)(self.games);
        if let Some(text) = definition {
            self.vet(record, text)?;
        }
        let variant = self.variants.compile(&record.pairing.variant, definition, &record.pairing.options);
        let variant = variant.map_err(|error| error.message)?;
        let told = |refusal: Refusal| refusal.message;
        let start = replay::start(&variant.rules, Some(&record.pairing.start)).map_err(told)?;
        let deadline = Deadline::after(PATIENCE);
        let patience = || deadline.check();
        let position =
            play_through(&variant.rules, Some(&record.pairing.start), moves, &patience, |_, _| {}).map_err(told)?;
        let game = GameState::restored(start, position, record.pairing.opponent.players(), record.progress.clone());
        if game.status() != record.status() {
            return Err(format!("by the rules it is {:?}, and stored as {:?}", game.status(), record.status()));
        }
        let running =
            |clocks: &Option<spielraum_play::Clocks>| clocks.as_ref().and_then(spielraum_play::Clocks::running);
        if running(&game.progress().clocks) != running(&record.progress.clocks) {
            return Err("the clock runs of a side that is not to move".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::PlayerId;
    use crate::store::faults::session::{self, Step};
    use crate::store::tests::open;
    use proptest::prelude::*;
    use spielraum_play::TimeControl;
    use std::path::Path;
    use tempfile::TempDir;

    /// A folder with what the recorded session stores, less what it removes in the end.
    async fn recorded() -> TempDir {
        let folder = TempDir::new().unwrap();
        let store = open(folder.path()).await.unwrap();
        for step in session::record() {
            if let Step::Write(writes) = step
                && !writes.iter().any(|write| matches!(write, crate::store::Write::RemoveGame { .. }))
            {
                store.writer().write(writes).await.unwrap();
            }
        }
        store.close().await;
        folder
    }

    fn exported(folder: &TempDir, player: Option<&str>) -> String {
        let mut out = Vec::new();
        export(folder.path(), player, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn imported(text: &str) -> Result<(TempDir, Findings)> {
        let folder = TempDir::new().unwrap();
        let done = import(text.as_bytes(), folder.path(), None, |_| ());
        assert_eq!(done.is_ok(), folder.path().join("spielraum.sqlite").exists());
        assert!(!folder.path().join("spielraum.sqlite-new").exists());
        Ok((folder, done?))
    }

    fn told<T>(done: Result<T>) -> String {
        done.err().expect("it is refused").to_string()
    }

    #[tokio::test]
    async fn backup_restore_export_and_import_lose_nothing() {
        let folder = recorded().await;
        let other = TempDir::new().unwrap();
        let (backup, restored) = (other.path().join("backup"), TempDir::new().unwrap());
        crate::backup(folder.path(), &backup).unwrap();
        std::fs::write(restored.path().join("notes"), "mine").unwrap();
        crate::restore(&backup, restored.path()).unwrap();
        let findings = fsck(restored.path(), None, |_| ()).unwrap();
        assert_eq!(findings.faults, [""; 0]);
        assert_eq!((findings.players, findings.accounts, findings.definitions), (4, 2, 2));
        assert_eq!((findings.games, findings.moves), (2, 4));
        let text = exported(&restored, None);
        assert_eq!(text, exported(&folder, None));
        let (again, _) = imported(&text).unwrap();
        assert_eq!(text, exported(&again, None));
        assert_eq!(std::fs::read(restored.path().join("notes")).unwrap(), b"mine");
        // A server goes on with each.
        for folder in [&restored, &again] {
            open(folder.path()).await.unwrap().close().await;
            assert_eq!(fsck(folder.path(), None, |_| ()).unwrap().faults, [""; 0]);
        }
        assert!(told(crate::restore(&backup, restored.path())).contains("is there already"));
        assert!(told(import(text.as_bytes(), restored.path(), None, |_| ())).contains("is there already"));
    }

    #[tokio::test]
    async fn what_a_player_has_is_theirs_alone_and_without_secrets() {
        let folder = recorded().await;
        let text = exported(&folder, Some("ROBERT"));
        assert_eq!(text, exported(&folder, Some("bob")));
        assert_eq!(text.lines().filter(|line| line.starts_with("{\"game\"")).count(), 1);
        assert_eq!(text.lines().filter(|line| line.starts_with("{\"player\"")).count(), 1);
        assert!(!text.contains("token-of") && !text.contains("other") && !text.contains("Ada"), "{text}");
        assert!(told(imported(&text)).contains("line 1: this is what one player has"));
        let mut nothing = Vec::new();
        assert!(told(export(folder.path(), Some("nobody"), &mut nothing)).contains("there is no player"));
    }

    #[tokio::test]
    async fn folders_in_use_and_files_of_others_are_refused() {
        let folder = recorded().await;
        let other = TempDir::new().unwrap();
        let backup = other.path().join("backup");
        crate::backup(folder.path(), &backup).unwrap();
        let text = exported(&folder, None);
        let store = open(folder.path()).await.unwrap();
        let us = format!("process {}", std::process::id());
        assert!(told(crate::restore(&backup, folder.path())).contains(&us));
        assert!(told(import(text.as_bytes(), folder.path(), None, |_| ())).contains(&us));
        // Reading goes on beside a server.
        assert_eq!(fsck(folder.path(), None, |_| ()).unwrap().faults, [""; 0]);
        assert_eq!(exported(&folder, None).lines().count(), text.lines().count());
        store.close().await;
        let empty = TempDir::new().unwrap();
        let bad = other.path().join("bad");
        for (content, why) in [(&b""[..], "is empty"), (b"something", "no database")] {
            std::fs::write(&bad, content).unwrap();
            assert!(told(crate::restore(&bad, empty.path())).contains(why));
        }
        let mut newer = std::fs::read(&backup).unwrap();
        newer[60..64].copy_from_slice(&99_u32.to_be_bytes());
        std::fs::write(&bad, &newer).unwrap();
        assert!(told(crate::restore(&bad, empty.path())).contains("newer version"));
        assert!(std::fs::read(&bad).unwrap() == newer);
        assert!(!empty.path().join("spielraum.sqlite").exists());
        for error in [told(fsck(empty.path(), None, |_| ())), told(export(empty.path(), None, &mut Vec::new()))] {
            assert!(error.contains("spielraum.sqlite is not there") && error.contains("Name the folder"), "{error}");
        }
        let error = told(crate::restore(&empty.path().join("monday"), empty.path()));
        assert!(error.contains("monday is not there; name the file"), "{error}");
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn what_strangers_wrote_is_compiled_apart() {
        let text =
            "title \"T\"\nboard files=3 ranks=3\npiece \"R\" \"Rook\" { slide \"orthogonal\" }\nstart \"r2/3/2R\"\n";
        let id = DefinitionId::of(text);
        let options = crate::domain::Options::new();
        let variant = Variants::new(usize::MAX, None).compile_text(id.as_str(), text, &options).unwrap();
        let opponent = spielraum_play::Opponent::OneScreen;
        let player = PlayerId::from("player");
        let pairing = spielraum_play::Pairing {
            variant: id.to_string(),
            options: variant.chosen.clone(),
            title: "T".to_owned(),
            start: variant.rules.start().fen(),
            opponent,
            seats: spielraum_play::Seat::all(&player, spielraum_rules::Color::White, opponent),
            control: None,
        };
        let folder = TempDir::new().unwrap();
        let store = open(folder.path()).await.unwrap();
        let writes = vec![
            crate::store::Write::NewPlayer { id: player.clone(), name: "Guest".to_owned() },
            crate::store::Write::NewDefinition { id, text: text.to_owned() },
            crate::store::Write::NewGame(Box::new(Record::begin(pairing, player, crate::time::Moment::default()))),
        ];
        store.writer().write(writes).await.unwrap();
        store.close().await;
        assert_eq!(fsck(folder.path(), None, |_| ()).unwrap().faults, [""; 0]);
        // A vetter that gives up stands for one that runs into its limits.
        let vetter = || Some(PathBuf::from("/bin/false"));
        let faults = fsck(folder.path(), vetter(), |_| ()).unwrap().faults;
        assert!(faults.len() == 1 && faults[0].contains("to compile"), "{faults:?}");
        let lines = exported(&folder, None);
        let other = TempDir::new().unwrap();
        assert!(told(import(lines.as_bytes(), other.path(), vetter(), |_| ())).contains("to compile"));
    }

    #[tokio::test]
    async fn what_makes_no_sense_is_found() {
        let text = exported(&recorded().await, None);
        for (from, to, why) in [
            ("[[\"e2e4\"", "[[\"e2e5\"", "game"),
            ("[[\"e2e4\"", "[[\"d2d4\",1],[\"e2e4\"", "should have"),
            ("\"text\":\"xx", "\"text\":\"xy", "its text does not match its id"),
            ("{\\\"id\\\":\\\"w-", "{\\\"id\\\":\\\"x-", "of another definition"),
            ("\\\"cells\\\":9", "\\\"cells\\\":\\\"9\\\"", "can't be read"),
            ("\"status\":\"finished\"", "\"status\":\"over\"", "not one that this program writes"),
            ("\"running\":\"black\"", "\"running\":\"white\"", "not to move"),
            ("\"lines\":\"[[", "\"lines\":\"[", "conditional moves can't be read"),
            ("\"channel\":\"players\"", "\"channel\":\"nobody\"", "in no channel"),
            ("{\"moves\"", "{\"move\"", "unknown variant"),
            ("\"score\":2", "\"score\":1", "the two sides say different things"),
            ("\"rated\":\"blitz.chess\"", "\"rated\":\"rapid.chess\"", "not those of its players"),
            ("\"rated\":\"blitz.chess\"", "\"rated\":\"chess\"", "not one that this program writes"),
            (
                "{\"rating\":{\"player\":\"ada\"",
                "{\"rating\":{\"player\":\"eve\"",
                "does not follow from the rated games",
            ),
            ("{\"end\"", "\n{\"end\"", "line"),
            ("\"variant\":\"chess\"", "\"variant\":\"chezz\"", "no variant"),
            ("\"format\":1", "\"format\":2", "line 1: the format is 2"),
            ("\"player\":\"ada\"", "\"player\":\"nobody\"", "FOREIGN KEY"),
            (
                "\"password\":\"hash\"",
                "\"password\":\"$argon2id$v=19$m=4294967295,t=2,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b7dWRWJTmaaJObG\"",
                "asks for more memory",
            ),
            ("\"name\":\"Robert\",\"player\"", "\"name\":\"Ada\",\"player\"", "UNIQUE"),
        ] {
            assert!(text.contains(from), "{from} is in {text}");
            let error = told(imported(&text.replacen(from, to, 1)));
            assert!(error.contains(why), "{to}: {error}");
        }
        let cut: String = text.lines().take(8).map(|line| format!("{line}\n")).collect();
        assert!(told(imported(&cut)).contains("the rest of it is missing"));
    }

    /// One export, of which properties alter lines.
    fn sample() -> &'static str {
        static TEXT: std::sync::OnceLock<String> = std::sync::OnceLock::new();
        TEXT.get_or_init(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async { exported(&recorded().await, None) })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// Whatever is taken of altered lines is sound, and comes out again as it is.
        #[test]
        fn altered_lines_are_refused_or_make_sense(
            at in any::<prop::sample::Index>(),
            other in any::<prop::sample::Index>(),
            how in 0..4,
            byte in prop::sample::select(b"0127aAbBwx\"{}[],:-n \\".to_vec()),
        ) {
            let text = sample();
            let altered = match how {
                0 | 1 => {
                    // One byte is another one, or is missing. All of the sample is ASCII.
                    let mut bytes = text.as_bytes().to_vec();
                    let at = at.index(bytes.len());
                    if how == 0 { bytes[at] = byte } else { _ = bytes.remove(at) }
                    String::from_utf8(bytes).unwrap()
                }
                _ => {
                    let mut lines: Vec<&str> = text.lines().collect();
                    let (at, other) = (at.index(lines.len()), other.index(lines.len()));
                    if how == 2 { lines.swap(at, other) } else { lines.insert(at, lines[other]) }
                    lines.join("\n")
                }
            };
            if let Ok((folder, findings)) = imported(&altered) {
                prop_assert!(findings.faults.is_empty(), "{:?}", findings.faults);
                let once = exported(&folder, None);
                let (again, _) = imported(&once).unwrap();
                prop_assert_eq!(once, exported(&again, None));
            }
        }
    }

    #[tokio::test]
    async fn databases_of_every_schema_are_brought_up_to_date() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
        for name in [
            "schema-2.sql",
            "schema-3.sql",
            "schema-4.sql",
            "schema-5.sql",
            "schema-7.sql",
            "schema-8.sql",
            "schema-9.sql",
        ] {
            let folder = TempDir::new().unwrap();
            let backup = folder.path().join("backup");
            let dump = std::fs::read_to_string(data.join(name)).unwrap();
            std::fs::write(&backup, crate::store::tests::database(&dump)).unwrap();
            let restored = TempDir::new().unwrap();
            crate::restore(&backup, restored.path()).unwrap();
            assert!(told(fsck(restored.path(), None, |_| ())).contains("older version"));
            let store = open(restored.path()).await.unwrap();
            // Black is to move, in one of them after a beginning with Black.
            for id in ["running-1", "running-2"] {
                let (record, _) = store.game(&id.into()).await.unwrap().unwrap();
                let running = record.progress.clocks.unwrap().running().unwrap().0;
                assert_eq!(running, spielraum_rules::Color::Black, "{name} {id}");
                assert_eq!(record.to_move, running, "{name} {id}");
                let [initial, increment] = [600, 3].map(Duration::from_secs);
                assert_eq!(record.pairing.control, Some(TimeControl::Fischer { initial, increment }));
            }
            store.close().await;
            let findings = fsck(restored.path(), None, |_| ()).unwrap();
            assert_eq!((findings.faults, findings.games), (Vec::new(), 2), "{name}");
            // What was published then is shown, as it was.
            let text = exported(&restored, None);
            let published: Vec<&str> = text.lines().filter(|line| line.starts_with("{\"published\"")).collect();
            assert_eq!(published.len(), usize::from(name >= "schema-5.sql"));
            assert!(published.iter().all(|line| line.ends_with("\"shown\":1795377000012}}")), "{published:?}");
            // An export of that version says nothing of it.
            let (again, _) = imported(&text.replace(",\"shown\":1795377000012", "")).unwrap();
            assert_eq!(exported(&again, None), text);
        }
    }
}
