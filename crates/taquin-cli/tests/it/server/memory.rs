//! The memory of searches is returned to the system.

use super::client::{Server, until};
use crate::tries;
use serde_json::json;
use std::{fs, thread};

/// How much more memory an idle server may hold than a fresh one.
const MOST_GROWTH: u64 = 32 << 20;

/// Returns the server's memory in bytes, by the name of a field of its status.
fn bytes(server: &Server, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.id())).expect("it is there");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("it is there");
    let kibibytes = line.split_whitespace().next().and_then(|number| number.parse::<u64>().ok());
    kibibytes.expect("it is a number") << 10
}

#[test]
fn memory_of_searches_is_returned_to_the_system() {
    let server = Server::start(&[]);
    assert_eq!(server.get("/api/v1/describe").status, 200);
    let fresh = bytes(&server, "VmRSS:");
    thread::scope(|scope| {
        for _ in 0..12 {
            scope.spawn(|| {
                let mut connection = server.connect();
                for algorithm in ["bfs", "dijkstra", "iddfs", "astar"].repeat(tries(1, 3)) {
                    let body = json!({"board": "647850321", "algorithm": algorithm, "capacity": 100_000,
                        "max_nodes": 100_000});
                    let body = body.to_string();
                    let reply = connection.ask("POST", "/api/v1/trace", Some(&body));
                    assert_eq!(reply.expect("it answers").status, 200, "{body}");
                }
            });
        }
    });
    // The peak was higher than what it may keep.
    let peak = bytes(&server, "VmHWM:");
    assert!(peak > fresh + MOST_GROWTH, "{fresh} bytes fresh, {peak} at the peak");
    until("its memory has gone back", || bytes(&server, "VmRSS:") <= fresh + MOST_GROWTH);
}
