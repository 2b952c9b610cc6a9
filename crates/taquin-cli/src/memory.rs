//! How much memory a search may take unless told otherwise: half of what this machine has to spare,
//! so that no search takes the machine down. And what a program that goes on does afterwards.

use std::fs;
use std::path::Path;

/// Where the machine does not say what it has.
const FALLBACK: u64 = 2 << 30;

/// Half of the memory available, or half of the container's limit where that is less.
pub fn default_limit() -> u64 {
    let available = fs::read_to_string("/proc/meminfo").ok().and_then(|text| mem_available(&text));
    let least = available.into_iter().chain(container_limits()).min();
    least.map_or(FALLBACK, |bytes| bytes / 2)
}

/// Gives the system back what was freed. The allocator keeps up to a hundred megabytes for each thread that
/// once used them, which a server with a few of them would never be rid of.
#[allow(unsafe_code)]
pub fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it looks at free memory only, and may be called by any thread at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// The line `MemAvailable:   16000000 kB`.
fn mem_available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// The limits of the control groups that this process is in, of version 2 and 1.
fn container_limits() -> Vec<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let unified = groups.lines().find_map(|line| line.strip_prefix("0::/")).unwrap_or_default();
    let root = Path::new("/sys/fs/cgroup");
    let own = root.join(unified);
    let version_2 = own.ancestors().take_while(|path| path.starts_with(root));
    let files = version_2.map(|path| path.join("memory.max"));
    let version_1 = root.join("memory/memory.limit_in_bytes");
    // A file that is not there, or says `max`, sets no limit.
    let limit = |path: std::path::PathBuf| fs::read_to_string(path).ok()?.trim().parse().ok();
    files.chain([version_1]).filter_map(limit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meminfo_is_read() {
        let text = "MemTotal:       32000 kB\nMemAvailable:   16000 kB\n";
        assert_eq!(mem_available(text), Some(16000 * 1024));
        assert_eq!(mem_available("MemAvailable: much"), None);
        assert_eq!(mem_available(""), None);
    }

    #[test]
    fn there_is_always_a_limit() {
        assert!(default_limit() > 0);
    }
}
