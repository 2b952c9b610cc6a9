//! Every error and notice of the library as users read it, with its help in flags and in fields: one snapshot, so
//! that a better wording changes one file. Every code must occur in it, so that no variant is forgotten.

use crate::spelling::Flags;
use std::collections::BTreeSet;
use std::path::PathBuf;
use taquin::construct::NetworkFault;
use taquin::generate::GenerateError;
use taquin::heuristic::{HeuristicChoice, HeuristicError, HeuristicId, HeuristicNameError};
use taquin::parse::{InputFormat, ParseErrorKind, text_from_bytes};
use taquin::pattern::{AuditError, PartitionError};
use taquin::solve::{AlgorithmId, Contradiction, OptionError};
use taquin::store::{FileError, FileFault, PathKind, PatternError, StoreError, StoreNotice};
use taquin::table::{SpaceError, TableError};
use taquin::{
    Board, BoardError, CostModel, Direction, Goal, Mover, Notice, ParseError, Puzzle, PuzzleError,
    Size, SizeError, SolutionError, SolveError, Stop, parse_board, parse_goal, parse_moves,
};
use taquin_api::remedy::{diagnostic, render_notice};
use taquin_api::spelling::{Fields, Spelling};

/// The sentences of one kind of fact.
struct Section {
    text: String,
    seen: BTreeSet<&'static str>,
}

impl Section {
    fn new(title: &str) -> Section {
        Section { text: format!("# {title}\n\n"), seen: BTreeSet::new() }
    }

    /// Adds a fact: its code, its sentence, and further texts.
    fn add(&mut self, code: &'static str, sentence: &impl ToString, more: &[(&str, String)]) {
        self.seen.insert(code);
        self.text += &format!("{code}: {}\n", sentence.to_string());
        for (what, text) in more.iter().filter(|(_, text)| !text.is_empty()) {
            self.text += &format!("  {what}: {text}\n");
        }
    }

    /// Returns the text; panics unless every one of these codes is in it.
    fn with_all(self, codes: &[&'static str]) -> String {
        let missing: Vec<_> = codes.iter().filter(|code| !self.seen.contains(*code)).collect();
        assert!(missing.is_empty(), "no sentence is shown for {missing:?}");
        self.text
    }
}

fn size(text: &str) -> Size {
    text.parse().expect("a size")
}

fn board(text: &str) -> Board {
    text.parse().expect("a board")
}

/// Returns a text in flags, and in fields if that differs.
fn spelled(of: impl Fn(&dyn Spelling) -> Option<String>) -> [(&'static str, String); 2] {
    let [flags, fields] = [&Flags as &dyn Spelling, &Fields].map(|it| of(it).unwrap_or_default());
    let fields = if fields == flags { String::new() } else { fields };
    [("help", flags), ("help in fields", fields)]
}

/// Texts that are not boards, with the format and size they are read with.
const NO_BOARDS: [(&str, InputFormat, &str); 55] = [
    ("", InputFormat::Auto, ""),
    ("1230\n\n1032", InputFormat::Auto, ""),
    ("6 4 7 8 5 0 3 2 1", InputFormat::Digits, ""),
    ("6 4 7 8 5 0 3 2 1", InputFormat::Rows, ""),
    ("1 2/3 0", InputFormat::Flat, ""),
    ("647850321", InputFormat::Flat, ""),
    ("1 2/3 0", InputFormat::Lines, ""),
    ("6 4 7 8 5 0 3 2 1", InputFormat::Lines, ""),
    ("6 4 7\n8 5 0\n3 2 1", InputFormat::Sized, ""),
    ("1 2/3 0", InputFormat::Json, ""),
    ("1 2 -3 0", InputFormat::Auto, ""),
    ("1 2.5 3 0", InputFormat::Auto, ""),
    ("1 2 A 10", InputFormat::Auto, ""),
    ("1 2 Z 0", InputFormat::Auto, ""),
    ("12345678é", InputFormat::Auto, ""),
    ("1\u{7}30", InputFormat::Auto, ""),
    ("1234567891011121314150", InputFormat::Auto, ""),
    ("1 2,, 3 0", InputFormat::Auto, ""),
    ("1 2] 3 0", InputFormat::Auto, ""),
    ("[1 2|3 0]", InputFormat::Auto, ""),
    ("[[1,2],[3,0]", InputFormat::Auto, ""),
    ("[[1,2),[3,0]]", InputFormat::Auto, ""),
    ("array([1,2,3,0]]", InputFormat::Auto, ""),
    ("1 2 b 0", InputFormat::Auto, ""),
    ("1234 5678\n9ABC DEF0", InputFormat::Auto, ""),
    ("12 34/56 70", InputFormat::Auto, ""),
    ("[[[1,2],[3,[0]]]]", InputFormat::Auto, ""),
    ("[1,2,[3,0]]", InputFormat::Auto, ""),
    ("1 2//3 0", InputFormat::Auto, ""),
    ("1 2 3/4 5/7 8 0", InputFormat::Auto, ""),
    ("1 2 3/4/7 8 0", InputFormat::Auto, ""),
    ("1 2\n3 4 5\n6 7 0", InputFormat::Auto, ""),
    ("12345678", InputFormat::Auto, ""),
    ("12345", InputFormat::Auto, ""),
    ("1 2 3 4 5 0", InputFormat::Auto, ""),
    ("1 2 3 4 5 6 7 8 9 10 11 0", InputFormat::Auto, ""),
    ("[1,2,3,4,5,6,0]", InputFormat::Auto, ""),
    ("4\n6 4 7\n8 5 0\n3 2 1", InputFormat::Auto, ""),
    ("2\n1 2 3", InputFormat::Auto, ""),
    ("2\n1 2 3\n4 5 0", InputFormat::Auto, ""),
    ("6 4 7/8 5 0/3 2 1", InputFormat::Auto, "4x4"),
    ("1032", InputFormat::Auto, "3x3"),
    ("1 2 0", InputFormat::Auto, ""),
    ("1\n2\n0", InputFormat::Auto, ""),
    ("128\n1 2 3\n", InputFormat::Auto, ""),
    ("123456789ABCDEFGHIJKLMNOPQRSTUVW01", InputFormat::Auto, ""),
    ("1 2 3/4 5 12/7 8 0", InputFormat::Auto, ""),
    ("12A0", InputFormat::Auto, ""),
    ("1 2/0 99999999999999999999999", InputFormat::Auto, ""),
    ("1 2/3 4", InputFormat::Auto, ""),
    ("1 2 3/4 5 8/7 8 0", InputFormat::Auto, ""),
    ("_ 2 3\n4 5 x\n7 8 6", InputFormat::Auto, ""),
    ("0 0/0 0", InputFormat::Auto, ""),
    ("1 1 1/1 1 1/1 1 1", InputFormat::Auto, ""),
    ("1 2/3 3", InputFormat::Auto, ""),
];

fn parse_errors() -> String {
    let mut errors: Vec<ParseError> = Vec::new();
    for (text, format, given) in NO_BOARDS {
        let given = (!given.is_empty()).then(|| size(given));
        errors.push(parse_board(text, format, given).expect_err(text));
    }
    for text in ["spiral", "clasic"] {
        errors.push(parse_goal(text, InputFormat::Auto, None).expect_err(text));
    }
    for text in ["URX", "2U", "U0", "U99999999999"] {
        errors.push(parse_moves(text, Mover::Blank).expect_err(text));
    }
    let too_many = "1 ".repeat(128 * 128);
    errors.push(parse_board(&too_many, InputFormat::Auto, None).expect_err("too many numbers"));
    errors.push(text_from_bytes(b"\xFF\xFE1\0").expect_err("UTF-16"));
    // Occurs only in streams.
    errors.push(ParseError { kind: ParseErrorKind::TooLong, span: 0..0, related: None });
    let mut section = Section::new("Texts that are no boards, goals or moves");
    for error in &errors {
        let [help, in_fields] =
            spelled(|spelling| error.help_spelled(&|option, value| spelling.set(option, value)));
        let in_words = error.help().filter(|words| *words != help.1).unwrap_or_default();
        let related = error.related.as_ref().map(|related| related.1.clone());
        let related = ("other label", related.unwrap_or_default());
        let more =
            [("label", error.label()), related, help, in_fields, ("help in words", in_words)];
        section.add(error.kind.code(), error, &more);
    }
    section.with_all(ParseErrorKind::CODES)
}

/// Choices that do not go together.
fn solve_errors() -> String {
    let (algorithm, bfs) = (AlgorithmId::AStar, AlgorithmId::Bfs);
    let heuristic = || HeuristicChoice::from(HeuristicId::InPlace);
    let out_of_range = |option, value: &str| {
        SolveError::OutOfRange(OptionError { option, value: value.to_string() })
    };
    let errors = [
        SolveError::UnknownAlgorithm("bsf".to_string()),
        SolveError::HeuristicUnused { algorithm: bfs, heuristic: heuristic() },
        SolveError::NeedsPatterns { algorithm: AlgorithmId::FastIda, heuristic: heuristic() },
        SolveError::Inadmissible { algorithm, heuristic: heuristic() },
        SolveError::OptionUnused { algorithm: bfs, option: "max-depth" },
        SolveError::UnknownOption { algorithm, option: "speed".to_string() },
        out_of_range("weight", "0"),
        out_of_range("width", "0"),
        out_of_range("max-depth", "x"),
        out_of_range("ties", "none"),
        out_of_range("goal-test", "now"),
        out_of_range("order", "UUUU"),
        SolveError::CostsUnused { algorithm: bfs, costs: CostModel::Tile },
        SolveError::SpaceTooLarge { size: size("4x4") },
        SolveError::UnknownHeuristic(HeuristicNameError::Unknown("manhatan".to_string())),
        SolveError::Heuristic(HeuristicError::TooLarge { id: "exact", size: size("4x4") }),
        SolveError::Heuristic(HeuristicError::Overflow {
            id: "manhattan",
            size: size("127x127"),
            costs: CostModel::Tile,
        }),
        SolveError::Heuristic(HeuristicError::NoTables { id: "pdb" }),
        SolveError::Contradiction(Box::new(Contradiction {
            search: "astar with manhattan from 1 2/0 3 to 1 2/3 0".to_string(),
            moves: "R".to_string(),
            what: "its moves cost 2".to_string(),
        })),
    ];
    let mut section = Section::new("Choices that do not go together");
    for error in &errors {
        let help = spelled(|spelling| diagnostic(error, spelling).help);
        section.add(error.code(), error, &help);
    }
    let own = [SolveError::CODES, HeuristicNameError::CODES, HeuristicError::CODES];
    section.with_all(&own.concat())
}

/// Partitions of pattern databases.
fn partition_errors() -> String {
    let (name, picture) = (|| "78b".to_string(), || "aaaa/aabb/cbbb/ccc.".to_string());
    let size = size("4x4");
    let errors = [
        PartitionError::Unreadable("79".to_string()),
        PartitionError::WrongSum { name: "77".to_string(), sum: 14, size, tiles: 15 },
        PartitionError::WrongPicture { picture: "aaa/bbb".to_string(), size, rows: 4, cols: 4 },
        PartitionError::NoSecond { name: name(), size },
        PartitionError::TooLarge { letter: 'a', picture: picture(), tiles: 9 },
        PartitionError::LeavesOut { picture: picture(), row: 2, col: 1 },
        PartitionError::TooMany { name: "111111111111111".to_string(), patterns: 15 },
        PartitionError::BoardTooLarge(Size::new(6, 7).expect("a size")),
    ];
    let mut section = Section::new("Partitions");
    for error in &errors {
        section.add(error.code(), error, &[]);
    }
    section.with_all(PartitionError::CODES)
}

/// What can be wrong with files of tables.
fn file_errors() -> (String, FileError) {
    let kinds = [
        PathKind::Folder,
        PathKind::Fifo,
        PathKind::Socket,
        PathKind::Device,
        PathKind::Link,
        PathKind::DanglingLink,
        PathKind::Other,
    ];
    let faults = [
        FileFault::Absent,
        FileFault::Unreadable("what the system says".to_string()),
        FileFault::Foreign,
        FileFault::OtherVersion { format: 0, index_scheme: 7 },
        FileFault::OtherPattern("xxx/..x/...".to_string()),
        FileFault::WrongLength { bytes: 4000, right: 5000 },
        FileFault::DamagedHeader,
        FileFault::Damaged { from: 4096, to: 5000 },
        FileFault::Stopped(Stop::Cancelled),
    ];
    let mut section = Section::new("Files of tables");
    let error = |fault| FileError { path: PathBuf::from("/tables/3x3.pdb"), fault };
    for fault in faults.into_iter().chain(kinds.map(FileFault::NotAFile)) {
        section.add(fault.code(), &error(fault.clone()), &[]);
    }
    (section.with_all(FileFault::CODES), error(FileFault::DamagedHeader))
}

/// What a user should know about an answer.
fn notices(error: &FileError) -> String {
    let mut facts = Vec::new();
    for stopped_by in
        [None, Some(Stop::Nodes), Some(Stop::Time), Some(Stop::Memory), Some(Stop::Cancelled)]
    {
        for provable in [true, false] {
            facts.push(Notice::NotProven { lower_bound: 21, stopped_by, provable });
        }
    }
    facts.extend([1, 18].map(|max_depth| Notice::MayBeMissed { max_depth }));
    let tables = "78".parse().expect("a partition");
    facts.push(Notice::LargerTables { tables, size: size("4x4") });
    let board = "647850321".parse().expect("a board");
    facts.push(Notice::Overestimated { board, estimate: 40, cost: 31 });
    let pattern = || "xxx/..x/...".to_string();
    let (folder, reason) = (PathBuf::from("/tables"), "what the system says".to_string());
    facts.extend(
        [
            StoreNotice::Rebuilt(error.clone()),
            StoreNotice::InTheWay { error: error.clone(), pattern: pattern() },
            StoreNotice::NotReadBack(error.clone()),
            StoreNotice::NotStored { pattern: pattern(), folder, reason },
            StoreNotice::ScoreNotUsed {
                path: PathBuf::from("/tables/6x6.network"),
                reason: NetworkFault::Damaged.to_string(),
            },
        ]
        .map(Notice::Table),
    );
    let what = "the table of xxx/..x/...".to_string();
    let too_little = StoreError::TooLittleMemory { what, needed: 198_374_400, allowed: 1_048_576 };
    for error in [StoreError::Stopped(Stop::Time), too_little] {
        // The message is the same for an algorithm that cannot do without the table.
        assert_eq!(PatternError::Store(error.clone()).to_string(), error.to_string());
        facts.push(Notice::NoTable(error));
    }
    let mut section = Section::new("Notices");
    for notice in &facts {
        let rendered = render_notice(notice, &Flags);
        let fields = render_notice(notice, &Fields).sentence;
        let fields = if fields == rendered.sentence { String::new() } else { fields };
        section.add(rendered.code, &rendered.sentence, &[("in fields", fields)]);
    }
    section.with_all(&[Notice::CODES, StoreNotice::CODES, StoreError::CODES].concat())
}

/// Tables with wrong contents, although the files are undamaged.
fn audit_errors() -> String {
    let picture = || "xxx/..x/...".to_string();
    let distance = |walked| AuditError::Distance {
        picture: picture(),
        tiles: vec![1, 2, 3, 6],
        cells: vec![0, 1, 2, 4],
        blank: 8,
        walked,
        right: 5,
    };
    let errors = [
        AuditError::Stopped(Stop::Cancelled),
        AuditError::Bits { picture: picture(), bits: 1 },
        AuditError::Levels { picture: picture(), distance: 3, counted: 11, right: 10 },
        distance(Some(7)),
        distance(None),
    ];
    let mut section = Section::new("Tables that are wrong");
    for error in &errors {
        section.add(error.code(), error, &[]);
    }
    section.with_all(AuditError::CODES)
}

/// Boards, puzzles and solutions.
fn board_errors() -> String {
    let mut section = Section::new("Boards, puzzles and solutions");
    for error in
        [SizeError::OutOfRange { rows: 1, cols: 9 }, SizeError::Syntax("3 by 3".to_string())]
    {
        section.add(error.code(), &error, &[]);
    }
    for error in [
        BoardError::WrongCount { size: size("3x3"), found: 8 },
        BoardError::OutOfRange { tile: 12, cells: 9 },
        BoardError::Duplicate { tile: 8, missing: 6 },
    ] {
        section.add(error.code(), &error, &[]);
    }
    let two = Goal::Board(board("1 2/3 0"));
    for (start, goal) in
        [("123456780", &two), ("123456870", &Goal::Classic), ("123456807", &Goal::Classic)]
    {
        let error: PuzzleError = Puzzle::new(board(start), goal).expect_err(start);
        section.add(error.code(), &error, &[]);
    }
    for error in [
        SolutionError::Wall { step: 2, direction: Direction::Up, board: board("1 0/3 2") },
        SolutionError::NotAtGoal { end: board("1 0/3 2"), goal: board("1 2/3 0") },
    ] {
        section.add(error.code(), &error, &[]);
    }
    let own = [SizeError::CODES, BoardError::CODES, PuzzleError::CODES, SolutionError::CODES];
    section.with_all(&own.concat())
}

/// Generated boards, and whole spaces.
fn space_errors() -> String {
    let mut section = Section::new("Boards to order, and whole spaces");
    let (three, five) = (size("3x3"), size("5x5"));
    let what = "of 3x3 at depth 31".to_string();
    let mut errors = vec![
        GenerateError::TooMany { requested: 3, available: 2, what },
        GenerateError::TooDeep { size: three, depth: 32, deepest: 31 },
        GenerateError::NoNewBoards { tries: 10, drawn: 3751 },
    ];
    errors.extend(
        [
            SpaceError::TooLarge { size: five },
            SpaceError::Memory { size: three, needed: 2_000_000, limit: 1_048_576 },
            SpaceError::Stopped(Stop::Cancelled),
        ]
        .map(GenerateError::Space),
    );
    let stops = [Stop::Nodes, Stop::Time, Stop::Memory, Stop::Cancelled];
    errors.extend(stops.map(GenerateError::Stopped));
    for error in &errors {
        section.add(error.code(), error, &[]);
    }
    for error in [TableError::TooLarge { size: five }, TableError::Stopped(Stop::Cancelled)] {
        section.add(error.code(), &error, &[]);
    }
    section.with_all(&[GenerateError::CODES, SpaceError::CODES, TableError::CODES].concat())
}

#[test]
fn every_sentence_is_as_it_was() {
    let (files, file_error) = file_errors();
    let all = [
        parse_errors(),
        solve_errors(),
        partition_errors(),
        files,
        notices(&file_error),
        audit_errors(),
        board_errors(),
        space_errors(),
    ];
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("sentences", all.join("\n"));
    });
}
