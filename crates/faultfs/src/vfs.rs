//! The layer itself. This file alone has to do with SQLite's pointers.

use crate::disk::{Call, Disk, Verdict};
use crate::image::Change;
use rusqlite::ffi::{self, sqlite3_file, sqlite3_int64, sqlite3_io_methods, sqlite3_vfs};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::Path;
use std::sync::Once;
use std::sync::atomic::{AtomicPtr, Ordering};

/// A file of a disk. The memory behind it, as SQLite reserves it, is SQLite's own file.
#[repr(C)]
struct File {
    base: sqlite3_file,
    /// What is ours, from `Box::into_raw`.
    ours: *mut Ours,
}

struct Ours {
    disk: Disk,
    name: String,
    delete_on_close: bool,
}

/// SQLite's own file system.
static REAL: AtomicPtr<sqlite3_vfs> = AtomicPtr::new(std::ptr::null_mut());

impl Disk {
    /// A disk for the files of SQLite in a folder, which is a canonical path. It never fails without a plan.
    pub fn new(folder: &Path) -> Self {
        register();
        Self::of_folder(folder)
    }
}

/// Registers the layer as the default for the process, once.
fn register() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: SQLite is initialized before it is asked for its file system, which it never takes away; the copy
        // lives for ever, as `sqlite3_vfs_register` asks for.
        unsafe {
            assert_eq!(ffi::sqlite3_initialize(), ffi::SQLITE_OK, "SQLite can be initialized");
            let real = ffi::sqlite3_vfs_find(std::ptr::null());
            REAL.store(real, Ordering::Release);
            let layer = Box::leak(Box::new(*real));
            layer.zName = c"spielraum-faultfs".as_ptr();
            layer.pNext = std::ptr::null_mut();
            layer.szOsFile += size_of::<File>() as c_int;
            layer.xOpen = Some(open);
            layer.xDelete = Some(delete);
            assert_eq!(ffi::sqlite3_vfs_register(layer, 1), ffi::SQLITE_OK, "the layer can be registered");
        }
    });
}

/// SQLite's own file system, of which the layer is a copy.
fn real_vfs() -> *mut sqlite3_vfs {
    REAL.load(Ordering::Acquire)
}

/// The disk of a path that SQLite has made full.
///
/// # Safety
///
/// `name` is null or a text that ends in zero.
unsafe fn disk_of(name: *const c_char) -> Option<(Disk, String)> {
    if name.is_null() {
        return None;
    }
    // SAFETY: what the caller promises.
    let name = unsafe { CStr::from_ptr(name) };
    Disk::of(Path::new(name.to_str().ok()?))
}

unsafe extern "C" fn open(
    _: *mut sqlite3_vfs,
    name: *const c_char,
    file: *mut sqlite3_file,
    flags: c_int,
    told: *mut c_int,
) -> c_int {
    let vfs = real_vfs();
    // SAFETY: SQLite calls this with a name as `disk_of` wants it, and memory of `szOsFile` bytes for the file, which
    // is enough for ours and its own one after another. Without a disk its own is alone and at the beginning.
    unsafe {
        let Some(open) = (*vfs).xOpen else { return ffi::SQLITE_ERROR };
        let Some((disk, short)) = disk_of(name) else { return open(vfs, name, file, flags, told) };
        (*file).pMethods = std::ptr::null();
        if let Verdict::Fail(code) | Verdict::Half(code) | Verdict::Last(code) = disk.ask(Call::Open) {
            return code;
        }
        let there = disk.is_new(&short).then(|| std::fs::read(CStr::from_ptr(name).to_str().unwrap_or_default()).ok());
        let code = open(vfs, name, real(file), flags, told);
        if code == ffi::SQLITE_OK {
            disk.opened(&short, there, (flags & ffi::SQLITE_OPEN_CREATE) != 0);
            let delete_on_close = flags & ffi::SQLITE_OPEN_DELETEONCLOSE != 0;
            let ours = Box::into_raw(Box::new(Ours { disk, name: short, delete_on_close }));
            *file.cast::<File>() = File { base: sqlite3_file { pMethods: &raw const METHODS }, ours };
        }
        code
    }
}

unsafe extern "C" fn delete(_: *mut sqlite3_vfs, name: *const c_char, sync_folder: c_int) -> c_int {
    let vfs = real_vfs();
    // SAFETY: SQLite calls this with a name as `disk_of` wants it, which is handed on.
    unsafe {
        let Some(delete) = (*vfs).xDelete else { return ffi::SQLITE_ERROR };
        let Some((disk, short)) = disk_of(name) else { return delete(vfs, name, sync_folder) };
        let last = match disk.ask(Call::Delete) {
            Verdict::Do => ffi::SQLITE_OK,
            Verdict::Last(code) => code,
            Verdict::Fail(code) | Verdict::Half(code) => return code,
        };
        let code = delete(vfs, name, 0);
        if code == ffi::SQLITE_OK {
            disk.change(&short, Change::Delete);
            if sync_folder != 0 && last == ffi::SQLITE_OK {
                disk.synced_folder();
            }
        }
        if last == ffi::SQLITE_OK { code } else { last }
    }
}

/// SQLite's own file behind ours.
///
/// # Safety
///
/// `file` is the memory that SQLite has reserved for a file of the layer.
unsafe fn real(file: *mut sqlite3_file) -> *mut sqlite3_file {
    // SAFETY: that memory is larger than ours by that of its own file.
    unsafe { file.cast::<File>().add(1).cast() }
}

/// What is ours of an open file.
///
/// # Safety
///
/// `file` was opened by [`open`], is not closed yet, and is a file of a disk.
unsafe fn ours<'f>(file: *mut sqlite3_file) -> &'f Ours {
    // SAFETY: `open` has put a box there, and `close` alone takes it away.
    unsafe { &*(*file.cast::<File>()).ours }
}

/// Hands a call on to SQLite's own file.
macro_rules! hand_on {
    ($method:ident, $file:expr $(, $argument:expr)*) => {{
        // SAFETY: SQLite calls methods of files only that `open` has opened, with the arguments that this one wants.
        unsafe {
            let file = real($file);
            match (*(*file).pMethods).$method {
                Some(method) => method(file $(, $argument)*),
                None => ffi::SQLITE_ERROR,
            }
        }
    }};
}

/// Methods that only hand on.
macro_rules! handed_on {
    ($($name:ident = $method:ident($($argument:ident: $type:ty),*);)*) => {
        $(unsafe extern "C" fn $name(file: *mut sqlite3_file $(, $argument: $type)*) -> c_int {
            hand_on!($method, file $(, $argument)*)
        })*
    };
}

handed_on! {
    file_size = xFileSize(size: *mut sqlite3_int64);
    lock = xLock(level: c_int);
    unlock = xUnlock(level: c_int);
    check_reserved_lock = xCheckReservedLock(held: *mut c_int);
    control = xFileControl(what: c_int, argument: *mut c_void);
    sector_size = xSectorSize();
    characteristics = xDeviceCharacteristics();
    shm_map = xShmMap(page: c_int, size: c_int, extend: c_int, at: *mut *mut c_void);
    shm_lock = xShmLock(offset: c_int, count: c_int, flags: c_int);
    shm_unmap = xShmUnmap(delete: c_int);
}

unsafe extern "C" fn shm_barrier(file: *mut sqlite3_file) {
    // SAFETY: as in `hand_on`.
    unsafe {
        let file = real(file);
        if let Some(method) = (*(*file).pMethods).xShmBarrier {
            method(file);
        }
    }
}

unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    let code = hand_on!(xClose, file);
    // SAFETY: `open` has put a box there, and SQLite closes a file once and does not use it afterwards.
    let ours = unsafe {
        (*file).pMethods = std::ptr::null();
        Box::from_raw((*file.cast::<File>()).ours)
    };
    if ours.delete_on_close {
        ours.disk.change(&ours.name, Change::Delete);
        ours.disk.synced(&ours.name);
    }
    code
}

unsafe extern "C" fn read(file: *mut sqlite3_file, into: *mut c_void, count: c_int, offset: sqlite3_int64) -> c_int {
    // SAFETY: SQLite calls methods of open files only.
    match unsafe { ours(file) }.disk.ask(Call::Read) {
        Verdict::Do => hand_on!(xRead, file, into, count, offset),
        Verdict::Fail(code) | Verdict::Half(code) | Verdict::Last(code) => code,
    }
}

unsafe extern "C" fn write(file: *mut sqlite3_file, from: *const c_void, count: c_int, offset: sqlite3_int64) -> c_int {
    // SAFETY: SQLite calls methods of open files only.
    let ours = unsafe { ours(file) };
    let (count, failure) = match ours.disk.ask(Call::Write) {
        Verdict::Do => (count, ffi::SQLITE_OK),
        Verdict::Half(code) => (count / 2, code),
        Verdict::Last(code) => (count, code),
        Verdict::Fail(code) => return code,
    };
    let code = hand_on!(xWrite, file, from, count, offset);
    if code != ffi::SQLITE_OK {
        return code;
    }
    // SAFETY: SQLite hands over this many bytes, of which at most all are looked at.
    let bytes = unsafe { std::slice::from_raw_parts(from.cast::<u8>(), count as usize) }.to_vec();
    ours.disk.change(&ours.name, Change::Write { offset: offset as usize, bytes });
    failure
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, length: sqlite3_int64) -> c_int {
    // SAFETY: SQLite calls methods of open files only.
    let ours = unsafe { ours(file) };
    let failure = match ours.disk.ask(Call::Truncate) {
        Verdict::Do => ffi::SQLITE_OK,
        Verdict::Last(code) => code,
        Verdict::Fail(code) | Verdict::Half(code) => return code,
    };
    let code = hand_on!(xTruncate, file, length);
    if code != ffi::SQLITE_OK {
        return code;
    }
    ours.disk.change(&ours.name, Change::Truncate(length as usize));
    failure
}

/// Syncs as far as the disk is concerned. The file below is not synced: nobody cuts its power, and it takes long.
unsafe extern "C" fn sync(file: *mut sqlite3_file, _: c_int) -> c_int {
    // SAFETY: SQLite calls methods of open files only.
    let ours = unsafe { ours(file) };
    match ours.disk.ask(Call::Sync) {
        Verdict::Do => ours.disk.synced(&ours.name),
        Verdict::Fail(code) | Verdict::Half(code) | Verdict::Last(code) => return code,
    }
    ffi::SQLITE_OK
}

/// Version 2: with shared memory for write-ahead logs, without mapped files.
static METHODS: sqlite3_io_methods = sqlite3_io_methods {
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(check_reserved_lock),
    xFileControl: Some(control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(characteristics),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};
