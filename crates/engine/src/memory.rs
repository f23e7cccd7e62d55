//! How much memory there is for a large table.

use sysinfo::{MemoryRefreshKind, ProcessRefreshKind, ProcessesToUpdate, System, get_current_pid};

/// The bytes of memory that can still be used without driving anybody out, where the system reports it: what the machine has,
/// or what is left to the group of processes to which this one belongs, as in a container. A sixteenth is left for
/// everything else.
pub(crate) fn available() -> Option<u64> {
    let mut system = System::new().ok()?;
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let mut bytes = system.available_memory();
    if let Ok(me) = get_current_pid() {
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&[me]), false, ProcessRefreshKind::nothing());
        let group = system.process(me).and_then(|process| process.cgroup_limits());
        // Not what the group calls free: files that were read count as used there until somebody wants the memory.
        let left = group.map(|group| group.total_memory.saturating_sub(group.rss));
        bytes = bytes.min(left.unwrap_or(bytes));
    }
    (bytes > 0).then(|| bytes - bytes / 16)
}

#[cfg(test)]
mod tests {
    #[test]
    fn there_is_some_memory_and_not_without_end() {
        let available = super::available();
        assert!(available.is_none_or(|bytes| (1 << 20..1 << 50).contains(&bytes)), "{available:?}");
    }
}
