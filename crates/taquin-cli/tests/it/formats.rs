//! The bare formats, moves and boards, and boards in the formats that people paste.

use crate::run::{taquin, taquin_reading};

const MANY: &[u8] = b"123456708\n1 2 3/4 5 8/7 8 0\n123456870\n123456780\n";

#[test]
fn moves_are_a_line_each() {
    let ran = taquin_reading(MANY, &["solve", "-", "--format", "moves"]);
    let expected = "R\n# error: tile 8 occurs twice and 6 is missing\n# unsolvable\n\n";
    assert_eq!((ran.code, ran.out.as_str()), (2, expected));
    let ran = taquin(&["solve", "647850321", "-a", "bfs", "-f", "moves", "--max-nodes", "5"]);
    assert_eq!((ran.code, ran.out.as_str()), (3, "# stopped: the limit on nodes was reached\n"));
    let ran = taquin(&["solve", "647850321", "-a", "dfs", "-f", "moves", "--max-depth", "5"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, "# no solution found\n"));
}

#[test]
fn boards_are_a_line_each() {
    let ran = taquin_reading(MANY, &["solve", "-", "--format", "boards"]);
    let expected = "1 2 3/4 5 6/7 0 8\n1 2 3/4 5 6/7 8 0\n\n\
                    # error: tile 8 occurs twice and 6 is missing\n\n\
                    # unsolvable\n\n\
                    1 2 3/4 5 6/7 8 0\n\n";
    assert_eq!((ran.code, ran.out.as_str()), (2, expected));
}

#[test]
fn boards_can_be_read_again() {
    let path = taquin(&["solve", "647850321", "--format", "boards"]);
    let again = taquin_reading(path.out.as_bytes(), &["solve", "-", "--format", "moves"]);
    let lengths: Vec<usize> = again.out.lines().map(str::len).collect();
    assert_eq!(lengths, (0..=31).rev().collect::<Vec<_>>());
}

#[test]
fn boards_are_read_as_people_paste_them() {
    let table = [
        "((1,2,3),(4,5,6),(7,None,8))",
        "1 2 3;4 5 6;7 0 8",
        "[1 2 3; 4 5 6; 7 0 8];",
        "1 2 3|4 5 6|7 * 8",
        "+---+---+---+\n| 1 | 2 | 3 |\n+---+---+---+\n| 4 | 5 | 6 |\n+---+---+---+\n| 7 |   | 8 |\n+---+---+---+",
        "np.array([[1, 2, 3],\n          [4, 5, 6],\n          [7, 0, 8]], dtype=np.int64)",
        "123 456 708",
        "1 2 3 4 5 6 7 b 8",
    ];
    for text in table {
        let ran = taquin(&["solve", text, "--format", "moves"]);
        assert_eq!((ran.code, ran.out.as_str()), (0, "R\n"), "{text:?}: {}", ran.err);
    }
    // All of them in one text.
    let ran = taquin_reading(table.join("\n\n").as_bytes(), &["solve", "-", "--format", "moves"]);
    assert_eq!((ran.code, ran.out), (0, "R\n".repeat(table.len())), "{}", ran.err);
    let ran = taquin(&["solve", "1 2 b 0", "--json"]);
    assert_eq!(ran.code, 2);
    let object: serde_json::Value = serde_json::from_str(&ran.out).expect("one object");
    assert_eq!(object["error"]["code"], "ambiguous");
}
