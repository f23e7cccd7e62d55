//! What is freed goes back to the system. The GNU C library's allocator keeps it otherwise: an arena for each thread,
//! and in them also blocks of many megabytes once one of that size was freed.

/// Blocks from this size on are the system's own, and are given back as soon as they are freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MAPPED: libc::c_int = 128 << 10;

/// Informs the allocator what it may keep, before anything else is done.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn set_up() {
    let arenas = std::thread::available_parallelism().map_or(2, usize::from).clamp(2, 64);
    // SAFETY: `mallopt` sets numbers of the allocator under its own lock, and reads no memory of ours. Numbers that it
    // does not take change nothing.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED);
        libc::mallopt(libc::M_ARENA_MAX, arenas as libc::c_int);
    }
}

/// Gives back what the allocator keeps of freed memory.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) async fn give_back() {
    let trim = || {
        // SAFETY: `malloc_trim` gives back free pages under the allocator's own locks; nothing that is in use changes.
        unsafe { libc::malloc_trim(0) }
    };
    if let Err(error) = tokio::task::spawn_blocking(trim).await {
        tracing::warn!(%error, "free memory was not given back");
    }
}

/// Other allocators give back what is free by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn set_up() {}

/// Other allocators give back what is free by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) async fn give_back() {}
