//! The output formats of courses, byte by byte.

use crate::run::{taquin, taquin_reading};
use std::collections::{HashMap, VecDeque};

/// Columbia's eight rows: board, method, then expanded, max depth, fringe and max fringe.
const COLUMBIA: [(&str, &str, [usize; 4]); 8] = [
    ("3,1,2,0,4,5,6,7,8", "bfs", [1, 1, 2, 3]),
    ("3,1,2,0,4,5,6,7,8", "dfs", [1, 1, 2, 3]),
    ("1,2,5,3,4,0,6,7,8", "bfs", [10, 4, 11, 12]),
    ("1,2,5,3,4,0,6,7,8", "dfs", [181_437, 66_125, 2, 42_913]),
    ("6,1,8,4,0,2,7,3,5", "bfs", [54_094, 21, 18_844, 18_858]),
    ("6,1,8,4,0,2,7,3,5", "dfs", [51_015, 46_142, 32_942, 32_943]),
    ("8,6,4,2,1,3,5,7,0", "bfs", [166_786, 27, 8_544, 24_054]),
    ("8,6,4,2,1,3,5,7,0", "dfs", [9_869, 9_612, 7_606, 7_607]),
];

/// The lengths of the paths that the course published, in the same order.
const COSTS: [usize; 8] = [1, 1, 3, 3, 20, 46_142, 26, 9_612];

/// Returns the path that the course's search finds, implemented here from the course's description: take a board off,
/// test it, add its neighbours up, down, left and right that were never added; a stack gets them in
/// reverse order.
fn path_of_the_course(board: &str, method: &str) -> Vec<&'static str> {
    type State = [u8; 9];
    let start: Vec<u8> = board.split(',').map(|tile| tile.parse().expect("a tile")).collect();
    let start: State = start.try_into().expect("nine tiles");
    let mut came_by: HashMap<State, (State, &str)> = HashMap::from([(start, (start, ""))]);
    let mut fringe = VecDeque::from([start]);
    loop {
        let next = if method == "bfs" { fringe.pop_front() } else { fringe.pop_back() };
        let state = next.expect("the course's boards can be solved");
        if state.is_sorted() {
            let mut path = Vec::new();
            let mut at = state;
            while at != start {
                let (before, by) = came_by[&at];
                path.push(by);
                at = before;
            }
            path.reverse();
            return path;
        }
        let blank = state.iter().position(|&tile| tile == 0).expect("there is a blank");
        let mut moves = vec![
            ("Up", blank >= 3, blank.wrapping_sub(3)),
            ("Down", blank < 6, blank + 3),
            ("Left", blank % 3 > 0, blank.wrapping_sub(1)),
            ("Right", blank % 3 < 2, blank + 1),
        ];
        if method == "dfs" {
            moves.reverse();
        }
        for (by, _, to) in moves.into_iter().filter(|step| step.1) {
            let mut child = state;
            child.swap(blank, to);
            came_by.entry(child).or_insert_with(|| {
                fringe.push_back(child);
                (state, by)
            });
        }
    }
}

/// Removes the lines that differ from run to run, which must have eight decimals.
fn without_time_and_memory(output: &str) -> String {
    let mut kept = String::new();
    for line in output.split_inclusive('\n') {
        match line.split_once(": ") {
            Some(("running_time" | "max_ram_usage", value)) => {
                let decimals = value.trim_end().split_once('.').map(|(_, decimals)| decimals.len());
                assert_eq!(decimals, Some(8), "{line}");
                assert!(value.trim_end().parse::<f64>().is_ok(), "{line}");
            }
            _ => kept += line,
        }
    }
    assert_eq!(output.lines().count(), kept.lines().count() + 2);
    kept
}

#[test]
fn columbia_s_eight_rows() {
    for ((board, method, counts), cost) in COLUMBIA.into_iter().zip(COSTS) {
        let [expanded, max_depth, fringe, max_fringe] = counts;
        let solve = ["solve", board, "--goal", "zero-first", "-a", method, "--format"];
        let path = path_of_the_course(board, method);
        assert_eq!(path.len(), cost);
        let path: Vec<String> = path.iter().map(|by| format!("'{by}'")).collect();
        let top = format!(
            "path_to_goal: [{}]\ncost_of_path: {cost}\nnodes_expanded: {expanded}\n",
            path.join(", ")
        );
        let bottom = format!("search_depth: {cost}\nmax_search_depth: {max_depth}\n");
        let ran = taquin(&[&solve[..], &["columbia"]].concat());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert!(without_time_and_memory(&ran.out) == format!("{top}{bottom}"), "{board} {method}");
        let ran = taquin(&[&solve[..], &["columbia-first"]].concat());
        let middle = format!("fringe_size: {fringe}\nmax_fringe_size: {max_fringe}\n");
        let expected = format!("{top}{middle}{bottom}");
        assert!(without_time_and_memory(&ran.out) == expected, "{board} {method}");
    }
}

#[test]
fn columbia_s_output_separates_many_boards() {
    let boards = b"012345678\n312045678\n123456780\n1 2 3\n";
    let ran = taquin_reading(boards, &["solve", "-", "-g", "zero-first", "-f", "columbia"]);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], "path_to_goal: []");
    assert_eq!((lines[7], lines[8]), ("", "path_to_goal: ['Up']"));
    assert_eq!(ran.code, 2);
    assert!(lines[lines.len() - 1].starts_with("# error: "), "{}", ran.out);
    let ran = taquin(&["solve", "123456870", "--format", "columbia"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, "# unsolvable\n"));
}

/// The course's files, and what its solver prints for them. Each has only one shortest solution.
const PRINCETON: [(&str, &str); 5] = [
    (include_str!("princeton/puzzle01.txt"), include_str!("princeton/puzzle01.out")),
    (include_str!("princeton/puzzle02.txt"), include_str!("princeton/puzzle02.out")),
    (include_str!("princeton/puzzle04.txt"), include_str!("princeton/puzzle04.out")),
    (include_str!("princeton/puzzle06.txt"), include_str!("princeton/puzzle06.out")),
    (
        include_str!("princeton/puzzle2x2-unsolvable1.txt"),
        include_str!("princeton/puzzle2x2-unsolvable1.out"),
    ),
];

#[test]
fn princeton_s_five_boards() {
    for (input, output) in PRINCETON {
        for algorithm in ["auto", "astar", "ida"] {
            let arguments = ["solve", "-", "-a", algorithm, "--format", "princeton", "--quiet"];
            let ran = taquin_reading(input.as_bytes(), &arguments);
            assert_eq!((ran.out.as_str(), ran.err.as_str()), (output, ""));
            assert_eq!(ran.code, i32::from(output == "No solution possible\n"));
        }
    }
}

#[test]
fn princeton_s_minimum_is_proven_or_not_called_so() {
    let greedy = ["solve", "647850321", "-a", "greedy", "--format", "princeton"];
    let first = taquin(&greedy).out.lines().next().unwrap_or_default().to_string();
    assert!(first.starts_with("Number of moves = ") && first.ends_with("(not proven minimal)"));
    let wide = taquin(&["solve", "1 2 3 0", "--size", "2x2", "--format", "princeton"]);
    assert_eq!(wide.out, "Minimum number of moves = 0\n2\n 1  2 \n 3  0 \n\n");
    let wide = taquin(&["solve", "1 2 3/4 5 0", "--format", "princeton"]);
    assert_eq!(wide.out, "Minimum number of moves = 0\n2 3\n 1  2  3 \n 4  5  0 \n\n");
}

/// The course states what to expect of puzzle04: ten nodes put on the queue, five taken off.
#[test]
fn princeton_s_puzzle04_puts_ten_on_and_takes_five_off() {
    for heuristic in ["misplaced", "manhattan"] {
        let ran = taquin(&["solve", "0 1 3/4 2 5/7 8 6", "-a", "astar", "-H", heuristic, "--json"]);
        let answer: serde_json::Value = serde_json::from_str(&ran.out).expect("it is an object");
        let stats = |name: &str| answer["stats"][name].as_u64().expect("it is a number");
        assert_eq!(stats("explored"), 5, "{heuristic}");
        assert_eq!(stats("explored") + stats("frontier"), 10, "{heuristic}");
    }
}

#[test]
fn lodz_s_two_files() {
    let board = "4 4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 0 14 15\n";
    let solve = |format: &str, more: &[&str]| {
        let arguments = ["solve", "-", "-a", "bfs", "--order", "RDUL", "--format", format];
        taquin_reading(board.as_bytes(), &[&arguments, more].concat())
    };
    let solution = solve("lodz", &[]);
    assert_eq!((solution.code, solution.out.as_str()), (0, "2\nRR\n"));
    let statistics = solve("lodz-stats", &[]);
    let lines: Vec<&str> = statistics.out.lines().collect();
    // Taken off: the start, its three neighbours, and the first of the second layer, the goal. Put
    // on: the start, 3, and 2 + 3 + 1 of the second layer; the goal is not expanded.
    assert_eq!(lines[..4], ["2", "10", "5", "2"]);
    let decimals = lines[4].split_once('.').map(|(_, decimals)| decimals.len());
    assert_eq!((lines.len(), decimals), (5, Some(3)));
    let stopped = solve("lodz", &["--max-nodes", "3"]);
    assert_eq!((stopped.code, stopped.out.as_str()), (3, "-1\n"));
    let stopped = solve("lodz-stats", &["--max-nodes", "3"]);
    assert!(stopped.out.starts_with("-1\n"), "{}", stopped.out);
    let unsolvable = taquin(&["solve", "123456870", "--format", "lodz"]);
    assert_eq!((unsolvable.code, unsolvable.out.as_str()), (1, "-1\n"));
    let unsolvable = taquin(&["solve", "123456870", "--format", "lodz-stats"]);
    assert_eq!(unsolvable.out, "-1\n0\n0\n0\n0.000\n");
    assert_eq!(taquin(&["solve", "123456780", "--format", "lodz"]).out, "0\n\n");
    assert_eq!(taquin(&["solve", "12345", "--format", "lodz"]).code, 2);
}

#[test]
fn the_four_answers_of_42() {
    let board = b"# This puzzle is solvable\n3\n1 2 3\n0 8 4\n7 6 5\n";
    let ran = taquin_reading(board, &["solve", "-", "-g", "snail", "-a", "astar", "-f", "42"]);
    let expected = "Complexity in time: 2\nComplexity in size: 4\nNumber of moves: 1\n\n\
                    1 2 3\n0 8 4\n7 6 5\n\n1 2 3\n8 0 4\n7 6 5\n";
    assert_eq!((ran.code, ran.out.as_str()), (0, expected));
    let ran = taquin(&["solve", "123456870", "-f", "42"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, "This puzzle is unsolvable\n"));
    // A tree search stores only its path.
    let ran = taquin(&["solve", "123456708", "-a", "ida", "-f", "42"]);
    assert!(ran.out.contains("Complexity in size: 2\n"), "{}", ran.out);
}

#[test]
fn steps_belong_to_text_and_json() {
    let steps = |format| taquin(&["solve", "123456708", "--steps", "--format", format]);
    // The message is in the snapshot of refused options.
    let moves = steps("moves");
    for format in ["columbia", "columbia-first", "princeton", "lodz", "lodz-stats", "42"] {
        let ran = steps(format);
        assert_eq!((ran.code, ran.err.as_str()), (2, moves.err.as_str()), "{format}");
    }
}
