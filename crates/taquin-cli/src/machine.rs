//! Defaults that depend on the machine: how much memory a search may use (half of what is available, so that no
//! search takes the machine down), and the folder for tables.

use etcetera::BaseStrategy;
use std::fs;
use std::path::{Path, PathBuf};
use taquin::store::Store;

/// The environment variable that names another folder for tables.
pub const CACHE_DIR: &str = "TAQUIN_CACHE_DIR";

/// Returns the store of tables in the given folder, else in the one that the environment names, else in the user's
/// cache folder; if no folder is known, tables are kept in memory.
pub fn default_store(folder: Option<PathBuf>) -> Store {
    let folder = folder.or_else(|| std::env::var_os(CACHE_DIR).map(PathBuf::from));
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    let user_cache = || Some(etcetera::choose_base_strategy().ok()?.cache_dir().join("taquin"));
    folder.or_else(user_cache).map_or(Store::in_memory(), Store::in_folder)
}

/// Returns the user's folder for persistent data, such as scores.
pub fn data_dir() -> Option<PathBuf> {
    Some(etcetera::choose_base_strategy().ok()?.data_dir().join("taquin"))
}

/// The limit in bytes if the available memory is unknown.
const FALLBACK: u64 = 2 << 30;

/// Returns half of the available memory, or half of the container's limit if that is less.
pub fn default_memory_limit() -> u64 {
    let available = fs::read_to_string("/proc/meminfo").ok().and_then(|text| mem_available(&text));
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    half_of_least(available, &container_limits(&groups, Path::new("/sys/fs/cgroup")))
}

/// Returns half of the smallest of these amounts.
fn half_of_least(available: Option<u64>, limits: &[u64]) -> u64 {
    let least = available.iter().chain(limits).min();
    least.map_or(FALLBACK, |bytes| bytes / 2)
}

/// Parses the line `MemAvailable:   16000000 kB`.
fn mem_available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// Returns the limits of the control groups that a process is in, of version 2 and 1. `groups` lists them, and
/// `root` is the folder where they are mounted.
fn container_limits(groups: &str, root: &Path) -> Vec<u64> {
    let unified = groups.lines().find_map(|line| line.strip_prefix("0::/")).unwrap_or_default();
    let group = root.join(unified);
    let version_2 = group.ancestors().take_while(|path| path.starts_with(root));
    let files = version_2.map(|path| path.join("memory.max"));
    let version_1 = root.join("memory/memory.limit_in_bytes");
    // A file that does not exist, or contains `max`, sets no limit.
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
    fn the_limit_is_half_of_the_least() {
        assert_eq!(half_of_least(Some(1000), &[]), 500);
        assert_eq!(half_of_least(Some(1000), &[700, 800]), 350);
        assert_eq!(half_of_least(Some(1000), &[1200]), 500);
        assert_eq!(half_of_least(None, &[700]), 350);
        assert_eq!(half_of_least(None, &[]), FALLBACK);
    }

    #[test]
    fn limits_of_all_containers_around_a_process_count() {
        let folder = tempfile::tempdir().expect("there is room");
        let root = folder.path();
        let write = |path: &str, text: &str| {
            let path = root.join(path);
            let parent = path.parent().expect("it is in a folder");
            fs::create_dir_all(parent).and_then(|()| fs::write(&path, text)).expect("written");
        };
        write("memory.max", "9000\n");
        write("outer/memory.max", "max\n");
        write("outer/inner/memory.max", "500\n");
        write("other/memory.max", "7\n");
        assert_eq!(container_limits("0::/outer/inner\n", root), [500, 9000]);
        assert_eq!(container_limits("0::/\n", root), [9000]);
        write("memory/memory.limit_in_bytes", "800\n");
        assert_eq!(container_limits("3:memory:/x\n", root), [9000, 800]);
        assert_eq!(container_limits("", &root.join("nowhere")), [0; 0]);
    }
}
