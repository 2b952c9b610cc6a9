//! Boards of a text that arrives in pieces: the same as those of the whole text, wherever it is cut; each returned as soon
//! as its end is certain; with no more memory than a board needs.

use crate::tries;
use proptest::prelude::*;
use taquin::generate::Random;
use taquin::parse::{BoardStream, InputFormat, ParseErrorKind, Streamed, parse_boards};
use taquin::{Board, Size};

type Seen = (usize, Result<Board, (ParseErrorKind, usize, usize)>);

/// Converts a result of a stream; spans count from the start of the whole text.
fn seen(streamed: Streamed) -> Seen {
    let board = streamed.board.map_err(|bad| {
        assert!(bad.text.is_char_boundary(bad.error.span.start), "{bad:?}");
        assert!(bad.text.is_char_boundary(bad.error.span.end), "{bad:?}");
        let span = &bad.error.span;
        (bad.error.kind.clone(), bad.offset + span.start, bad.offset + span.end)
    });
    (streamed.line, board)
}

/// Returns all boards of a text that arrives in these pieces.
fn in_pieces<'b>(
    pieces: impl Iterator<Item = &'b [u8]>,
    format: InputFormat,
    size: Option<Size>,
) -> Vec<Seen> {
    let mut stream = BoardStream::new(format, size);
    let mut all = Vec::new();
    for piece in pieces {
        stream.push(piece);
        all.extend(std::iter::from_fn(|| stream.next_board()).map(seen));
    }
    stream.finish();
    all.extend(std::iter::from_fn(|| stream.next_board()).map(seen));
    assert!(stream.next_board().is_none());
    all
}

/// Returns all boards of a text that is available as a whole.
fn whole(text: &str, format: InputFormat, size: Option<Size>) -> Vec<Seen> {
    let entries = parse_boards(text, format, size).into_iter();
    let place = |error: taquin::ParseError| (error.kind, error.span.start, error.span.end);
    entries.map(|entry| (entry.line, entry.board.map_err(place))).collect()
}

const TEXTS: [&str; 37] = [
    "",
    "\n\n  \n",
    "# nothing\n# at all",
    "647850321\n123456708\n123456780",
    "647850321",
    "0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15\n\n1 2/3 0\n",
    "0 1 2 3 4 5 6 7 8\n1 0 2 3 4 5 6 7 8\n",
    "0 1 2\n3 4 5\n6 7 8\n9 10 11\n",
    "3\n1 2 3\n4 5 6\n7 8 0\n3\n1 2 3\n4 5 6\n7 0 8\n",
    "2 3\n1 2 3\n4 5 0\n\n2 2\n1 2\n3 0\n1 2\n3 0",
    "3\n1 2 3\n4 5 6\n\n123456780",
    "[[1,2],[3,0]] [[1,0],[3,2]]\n[1,2,3,0]",
    "[[[1,0],[3,2]],\n [[1,2],[3,0]],[[1,2],[3,3]]]\n1230\n",
    "[[[1,0],[3,2]],\n [[1,2],[3,0]]",
    "[[1,0],[3,2]\n[[1,2],[3,0]]\n[1,0\n[1,2,3,0]\n",
    "[[[[1,2],[3,0]]]]",
    "1032\n1 2/3 3\n1230 # a comment\n#\n# more\n12\n\n1230\n",
    "1 0 3 2\n1 2 3\n1 2 3 0\n5\n",
    "5\n1 0 3 2\n1 2 3 0",
    "1 2 3\n4 5 6\n7 8 \u{ff10}\n\n1 2\u{202e}\n3 0\n",
    "\u{feff}1230\n\u{feff}3012\r\n\r\n1 2\r\n3 0\r\n",
    "1 2\n3 0\n\n\n0 1\n2 3\n4 5\n\n1 1\n",
    "A B C\n1 2/3 0\nx1 2\n3_\n\n1_23\n",
    "1,2,3,4,5,6,7,8,0\n1 2 3,4 5 6,7 8 0\n,1,2\n/\n]\n",
    "(1,2,3,0) ((1,2),(0,3));[(1,0),(3,2)]\n([[1,2],[3,0]],((1,2),(0,3)))\n",
    "(((1,0),(3,2)),\n ((1,2),(3,0))",
    "[1 2;3 0];\n1 2;3 0\n1 2;\n3 0;\n\n1;2\n0;3\n",
    "1 2|3 0\n+---+---+\n| 1 | 2 |\n+---+---+\n| 3 |   |\n+---+---+\n\n|12|\n|30|\n12|30",
    "[[ # 0\n\nnp.array([1,2,3,0])",
    "+--\n1 2\n+--5\n3 0\n\n1 2\n+--#\n3 0",
    "1 2\n3 None\n\nnull 1\n2 3\n\n1 *\n3 2\n\n123*\n",
    "1 2 3 4 5 6 7 8 b\n1 2 3 4 5 6 7 b 8\n\n1 2 b 0\n\n1 2 3 B\n4 5 6 7\n8 9 A 0\n",
    "np.array([[1,2],[3,0]])\narray([[1, 2],\n       [0, 3]], dtype=uint8)\nnp.array(\n [[1,2],\n [3,0]])",
    "[np.array([[1,2],[3,0]]),\nnumpy.array([1,2,3,0])];\nnp.array([[1,2],[3,0]\nnp.array([1,2,0,3])\n1230",
    "123 456 780\n123 456 708\n\n10 32\n12 30\n13 02\n10 32\n\n10 32\n\n3\n123 456 780\n3\n123 456 708\n",
    "1 2 3 4 5 6 7 8 9 A B C D E F 0\n1234 5678 9ABC DEF0\n\n1234 5678\n9ABC DEF0\n\n12 34/56 70\n",
    "[1,2)\n(1,2,3,0]\nnp.array(1,2,3,0)\n[1 2|3 0]\n|\n;\n)\n1 2||3 0\n",
];

#[test]
fn a_text_gives_the_same_boards_in_any_pieces() {
    let sizes = [None, Some("2x2"), Some("3x3"), Some("2x3")];
    let mut boards = 0;
    for text in TEXTS {
        for (_, format, _) in InputFormat::NAMED {
            for size in sizes.map(|size| size.and_then(|size| size.parse().ok())) {
                let bytes = text.trim_start_matches('\u{feff}');
                let expected = whole(bytes, format, size);
                boards += expected.iter().filter(|(_, board)| board.is_ok()).count();
                for length in [1, 2, 3, 5, 8, 13, 1000] {
                    let pieces = text.as_bytes().chunks(length);
                    let found = in_pieces(pieces, format, size);
                    assert_eq!(found, expected, "{text:?} as {format}, {size:?}, by {length}");
                }
            }
        }
    }
    assert_eq!(boards, 323);
}

/// The same with texts that are damaged, and cut anywhere.
#[test]
fn damaged_texts_may_be_cut_anywhere() {
    let mut random = Random::new(11);
    let mut below = |end: usize| random.below(end as u64) as usize;
    let marks = [
        "\n", " ", "/", "|", ";", ",", "[", "]", "(", "[[", "#", "+--\n", "0", "1", "b", "_",
        "2 2\n",
    ];
    let (mut boards, mut errors) = (0, 0);
    for _ in 0..tries(2_000, 100_000) {
        let mut text: Vec<char> = TEXTS[below(TEXTS.len())].chars().collect();
        for _ in 0..below(4) {
            let from = below(text.len() + 1);
            let to = (from + below(4)).min(text.len());
            text.splice(from..to, marks[below(marks.len())].chars());
        }
        let text: String = text.into_iter().skip_while(|&c| c == '\u{feff}').collect();
        let (_, format, _) = InputFormat::NAMED[below(3) * below(3)];
        let size = [None, Some("2x2"), Some("3x3")][below(3)];
        let size = size.and_then(|size| size.parse().ok());
        let (mut pieces, mut rest) = (Vec::new(), text.as_bytes());
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(1 + below(rest.len().min(20)));
            pieces.push(piece);
            rest = after;
        }
        let expected = whole(&text, format, size);
        let good = expected.iter().filter(|(_, board)| board.is_ok()).count();
        (boards, errors) = (boards + good, errors + expected.len() - good);
        let found = in_pieces(pieces.iter().copied(), format, size);
        assert_eq!(found, expected, "{text:?} as {format}, {size:?}, in {pieces:?}");
    }
    assert!(boards > 1000 && errors > 1000, "{boards} boards, {errors} errors");
}

/// Returns after how many bytes each board is returned, if the bytes arrive one by one.
fn given_after(text: &str, size: Option<&str>) -> Vec<usize> {
    let mut stream = BoardStream::new(InputFormat::Auto, size.and_then(|size| size.parse().ok()));
    let mut after = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        stream.push(&[byte]);
        while stream.next_board().is_some_and(|streamed| streamed.board.is_ok()) {
            after.push(at + 1);
        }
    }
    after
}

#[test]
fn a_board_is_returned_as_soon_as_it_is_complete() {
    // A board on one line: at the end of the line, even of the first one.
    assert_eq!(given_after("647850321\n123456708\n", None), [10, 20]);
    assert_eq!(given_after("6 4 7 8 5 0 3 2 1\n1 2/3 0\n", None), [18, 26]);
    // Rows of four may belong to a large board, and so may the first row of zero-first.
    assert!(given_after("0123\n", None).is_empty());
    assert_eq!(given_after("0123\n1230\n3210\n", None), [10, 10, 15]);
    assert!(given_after("0 1 2 3 4 5 6 7 8\n", None).is_empty());
    assert_eq!(given_after("012345678\n\n", None), [11]);
    assert_eq!(given_after("012345678\n", Some("3x3")), [10]);
    // Rows that end with an empty line, or whose number is given by a size line or a size.
    assert_eq!(given_after("1 2\n3 0\n\n", None), [9]);
    assert_eq!(given_after("2\n1 2\n3 0\n2\n1 2\n3 0\n", None), [10, 20]);
    assert_eq!(given_after("1 2\n3 0\n1 2\n3 0\n", Some("2x2")), [8, 16]);
    // Rows of digits, unless they may be a row of numbers; then as soon as a number repeats.
    assert_eq!(given_after("123 456 780\n012 345 678\n", None), [12, 24]);
    assert_eq!(given_after("10 32\n12 30\n10 32\n", None), [18, 18, 18]);
    assert_eq!(given_after("10 32\n", Some("2x2")), [6]);
    assert_eq!(given_after("1 2 3 4 5 6 7 8 b\n1 2 3 4 5 6 7 b 8\n", None), [36, 36]);
    // Calls and tuples: at their last parenthesis.
    assert_eq!(given_after("np.array([[1,2],[3,0]])((1,2),(3,0))", None), [23, 36]);
    // Arrays: at their last bracket, also inside a list on one line.
    assert_eq!(given_after("[[1,2],[3,0]]", None), [13]);
    assert_eq!(given_after("[[[1,2],[3,0]],[[1,2],[3,0]],", None), [14, 28]);
}

#[test]
fn a_long_text_needs_little_memory() {
    let mut stream = BoardStream::new(InputFormat::Auto, None);
    for filler in ["\n", "  \n", "# nothing\n", "\u{feff}#\n", "+--+\n", "[[[1,2],[3,0]],\n"] {
        let piece = filler.repeat(10_000);
        for _ in 0..tries(20, 100) {
            stream.push(piece.as_bytes());
            while stream.next_board().is_some() {}
            assert!(stream.buffered() < 100, "{filler:?}: {}", stream.buffered());
        }
    }
}

#[test]
fn an_endless_line_is_reported_and_skipped() {
    let mut stream = BoardStream::new(InputFormat::Auto, None);
    let mut found = Vec::new();
    let mut most = 0;
    let endless = "1 ".repeat(40_000);
    for _ in 0..100 {
        stream.push(endless.as_bytes());
        most = most.max(stream.buffered());
        found.extend(std::iter::from_fn(|| stream.next_board()));
    }
    stream.push(b"\n647850321\n");
    found.extend(std::iter::from_fn(|| stream.next_board()));
    assert!(most < 1_200_000, "{most}");
    let [bad, good] = &found[..] else { panic!("{} boards", found.len()) };
    let error = bad.board.as_ref().expect_err("it is too long");
    assert_eq!((bad.line, &error.error.kind), (1, &ParseErrorKind::TooLong));
    assert_eq!((good.line, good.board.is_ok()), (2, true));
}

#[test]
fn too_many_rows_are_one_error() {
    let text = "1 2 3\n".repeat(1000) + "\n1230\n";
    let all = whole(&text, InputFormat::Auto, None);
    assert_eq!(all.len(), 2);
    let kind = all[0].1.as_ref().map_err(|(kind, ..)| kind);
    assert_eq!(kind, Err(&ParseErrorKind::TooLarge { rows: 128, cols: 3 }));
    assert_eq!((all[1].0, all[1].1.is_ok()), (1002, true));
    assert_eq!(in_pieces(text.as_bytes().chunks(100), InputFormat::Auto, None), all);
}

#[test]
fn invalid_utf8_ends_the_stream() {
    for length in 1..12 {
        let bytes = b"\xEF\xBB\xBF647850321\n12\xC3\xA90\n 4 \xff 5\n647850321\n";
        let found = in_pieces(bytes.chunks(length), InputFormat::Auto, None);
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!((found[0].0, found[0].1.is_ok()), (1, true));
        assert_eq!(found[1].0, 2);
        let broken = (ParseErrorKind::NotUtf8 { offset: 22 }, 19, 19);
        assert_eq!(found[2], (3, Err(broken)), "by {length}");
    }
    // A character that is cut off.
    let found = in_pieces([&b"12\xC3"[..]].into_iter(), InputFormat::Auto, None);
    let broken = (ParseErrorKind::NotUtf8 { offset: 2 }, 2, 2);
    assert_eq!(found, [(1, Err(broken))]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Texts that look like boards, cut anywhere.
    #[test]
    fn random_texts_may_be_cut_anywhere(
        words in prop::collection::vec(
            prop::sample::select(&[
                "0", "1", "2", "3", "12", "1230", "x",
                "647850321", "1 2 3 0", "2 2", " ", " ", "\n",
                "\n", "\n\n", "/", ",", "[", "[[", "]",
                "[[1,2],[3,0]]", "# ", "#\n", "\r\n", "é",
                "(", ")", ";", "|", "| 1 | 2 |\n", "+-",
                "np.array(", ", dtype=int)", "b", "A", "None",
                "10 32\n", "12 30", "1 2 3 b\n", "*",
            ][..]),
            0..40,
        ),
        lengths in prop::collection::vec(1..20_usize, 1..10),
        given in prop_oneof![Just(None), Just(Some("2x2")), Just(Some("3x3"))],
    ) {
        let text = words.concat();
        let size = given.and_then(|size| size.parse().ok());
        let (mut pieces, mut rest) = (Vec::new(), text.as_bytes());
        for length in lengths.iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let (piece, after) = rest.split_at(rest.len().min(*length));
            pieces.push(piece);
            rest = after;
        }
        let found = in_pieces(pieces.into_iter(), InputFormat::Auto, size);
        prop_assert_eq!(found, whole(&text, InputFormat::Auto, size));
    }
}
