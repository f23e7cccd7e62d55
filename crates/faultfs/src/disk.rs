//! The disks, and when they fail.

use crate::image::{Change, Image};
use rusqlite::ffi;
use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::c_int;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

static DISKS: Mutex<Vec<Disk>> = Mutex::new(Vec::new());

thread_local! {
    static UNHARMED: Cell<bool> = const { Cell::new(false) };
}

/// Does something in this thread that no disk lets fail, and that is not counted.
pub fn unharmed<T>(work: impl FnOnce() -> T) -> T {
    let before = UNHARMED.replace(true);
    let done = work();
    UNHARMED.set(before);
    done
}

/// Which calls are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calls {
    /// Opening, writing, truncating, syncing and deleting.
    Changes,
    /// Writing alone.
    Writes,
    /// Reading.
    Reads,
    /// Syncing alone.
    Syncs,
}

/// What happens at a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It is not done, and an error (`SQLITE_IOERR`, `SQLITE_CANTOPEN`) is reported.
    Error,
    /// It is not done; there is no room (`SQLITE_FULL`).
    Full,
    /// Half of the bytes are written, and an error is reported. Other calls are not done.
    Torn,
    /// The power fails: this call is no more certain than what was not synced, and all later ones fail.
    PowerCut,
    /// It is not done until [`Disk::go_on`].
    Hang,
}

/// At which call a disk fails, and how.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The calls that are counted.
    pub calls: Calls,
    /// The number of the call, from 0.
    pub at: u64,
    /// What happens.
    pub failure: Failure,
    /// Whether it happens at all later calls of this kind, too.
    pub for_ever: bool,
}

/// What is to become of a call.
pub(crate) enum Verdict {
    Do,
    Fail(c_int),
    /// Half of it is done, and then it fails.
    Half(c_int),
    /// It is done as far as the disk is concerned, but the machine does not see it any more.
    Last(c_int),
}

/// What SQLite does with a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    Open,
    Read,
    Write,
    Truncate,
    Sync,
    Delete,
}

impl Call {
    fn is_of(self, calls: Calls) -> bool {
        match calls {
            Calls::Changes => self != Self::Read,
            Calls::Writes => self == Self::Write,
            Calls::Reads => self == Self::Read,
            Calls::Syncs => self == Self::Sync,
        }
    }

    fn error(self) -> c_int {
        match self {
            Self::Open => ffi::SQLITE_CANTOPEN,
            Self::Read => ffi::SQLITE_IOERR_READ,
            Self::Write => ffi::SQLITE_IOERR_WRITE,
            Self::Truncate => ffi::SQLITE_IOERR_TRUNCATE,
            Self::Sync => ffi::SQLITE_IOERR_FSYNC,
            Self::Delete => ffi::SQLITE_IOERR_DELETE,
        }
    }
}

/// A disk with one folder.
#[derive(Clone)]
pub struct Disk(Arc<Shared>);

struct Shared {
    folder: PathBuf,
    state: Mutex<State>,
    /// Called when the disk goes on.
    went_on: Condvar,
}

#[derive(Default)]
struct State {
    files: HashMap<String, Image>,
    plan: Option<Plan>,
    /// How many calls of the plan's kind there were.
    calls: u64,
    failing: bool,
    off: bool,
}

impl Disk {
    /// A disk that holds a folder.
    pub(crate) fn of_folder(folder: &Path) -> Self {
        let shared = Shared { folder: folder.to_owned(), state: Mutex::default(), went_on: Condvar::new() };
        let disk = Self(Arc::new(shared));
        disks().push(disk.clone());
        disk
    }

    /// Decides when it fails; calls are counted from now on.
    pub fn plan(&self, plan: Plan) {
        let mut state = self.state();
        (state.plan, state.calls, state.failing) = (Some(plan), 0, false);
    }

    /// How many calls of the plan's kind there were.
    pub fn calls(&self) -> u64 {
        self.state().calls
    }

    /// Lets calls that hang be done, and has no plan any more.
    pub fn go_on(&self) {
        self.state().plan = None;
        self.0.went_on.notify_all();
    }

    /// Whether the power has failed.
    pub fn is_off(&self) -> bool {
        self.state().off
    }

    /// Takes the disk away, and writes what is left of its files to another folder. What was synced survives; of the
    /// rest, `survives` is asked for each sector, and each file that was made, cut or deleted.
    ///
    /// # Errors
    ///
    /// If the files can't be read or written.
    pub fn restart(self, to: &Path, mut survives: impl FnMut() -> bool) -> io::Result<()> {
        disks().retain(|disk| !Arc::ptr_eq(&disk.0, &self.0));
        let state = self.state();
        // A file that was deleted may be there again; one that another program has renamed is in the folder.
        let doubtful = state.files.iter().filter(|(_, image)| !image.is_synced());
        let mut names: Vec<String> = doubtful.map(|(name, _)| name.clone()).collect();
        for entry in std::fs::read_dir(&self.0.folder)? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                names.extend(entry.file_name().into_string());
            }
        }
        names.sort_unstable();
        names.dedup();
        for name in names.iter().filter(|name| !name.ends_with("-shm")) {
            let now = match state.files.get(name) {
                Some(image) => image.surviving(&mut survives),
                None => Some(std::fs::read(self.0.folder.join(name))?),
            };
            if let Some(now) = now {
                std::fs::write(to.join(name), now)?;
            }
        }
        Ok(())
    }

    /// The disk on which a file is, and the file's name there.
    pub(crate) fn of(path: &Path) -> Option<(Self, String)> {
        let folder = path.parent()?;
        let disk = disks().iter().find(|disk| disk.0.folder == folder).cloned()?;
        Some((disk, path.file_name()?.to_str()?.to_owned()))
    }

    /// What is to become of a call.
    pub(crate) fn ask(&self, call: Call) -> Verdict {
        let mut state = self.state();
        if UNHARMED.get() {
            return Verdict::Do;
        }
        if state.off {
            return Verdict::Fail(call.error());
        }
        let Some(plan) = state.plan.filter(|plan| call.is_of(plan.calls)) else { return Verdict::Do };
        let fails = state.calls == plan.at || state.failing;
        state.calls += 1;
        if !fails {
            return Verdict::Do;
        }
        state.failing = plan.for_ever;
        match plan.failure {
            Failure::Error => Verdict::Fail(call.error()),
            Failure::Full if call == Call::Write => Verdict::Fail(ffi::SQLITE_FULL),
            Failure::Full => Verdict::Fail(call.error()),
            Failure::Torn if call == Call::Write => Verdict::Half(call.error()),
            Failure::Torn => Verdict::Fail(call.error()),
            Failure::PowerCut => {
                state.off = true;
                Verdict::Last(call.error())
            }
            Failure::Hang => {
                let going_on = self.0.went_on.wait_while(state, |state| state.plan.is_some());
                drop(going_on.unwrap_or_else(PoisonError::into_inner));
                Verdict::Do
            }
        }
    }

    /// Whether a file was never opened before.
    pub(crate) fn is_new(&self, name: &str) -> bool {
        !self.state().files.contains_key(name)
    }

    /// Takes up a file that is opened, and made if it is not there; `there` is what was there before of a new one.
    pub(crate) fn opened(&self, name: &str, there: Option<Option<Vec<u8>>>, make: bool) {
        let mut state = self.state();
        let image = state.files.entry(name.to_owned()).or_insert_with(|| Image::of(there.flatten()));
        if make && image.surviving(&mut || true).is_none() {
            image.change(Change::Create);
        }
    }

    pub(crate) fn change(&self, name: &str, change: Change) {
        if let Some(image) = self.state().files.get_mut(name) {
            image.change(change);
        }
    }

    /// A file was synced; if it is new, SQLite syncs the folder with it, as far as logs and journals are concerned.
    pub(crate) fn synced(&self, name: &str) {
        let mut state = self.state();
        let Some(image) = state.files.get_mut(name) else { return };
        let made = image.is_made();
        image.sync();
        if made {
            state.files.values_mut().for_each(Image::sync_name);
        }
    }

    /// The folder was synced.
    pub(crate) fn synced_folder(&self) {
        self.state().files.values_mut().for_each(Image::sync_name);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn disks() -> MutexGuard<'static, Vec<Disk>> {
    DISKS.lock().unwrap_or_else(PoisonError::into_inner)
}
