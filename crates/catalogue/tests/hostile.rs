//! Whatever the text, loading it ends soon, with a game or a report: no panic, no endless work.

use spielraum_catalogue::{Compile, Source, definition_text, ids, load};
use spielraum_rules::MAX_MOVES;
use spielraum_rules::spec::MAX_PIECE_TYPES;
use spielraum_testkit::rand::Rng;

/// Goes all the way that an untrusted text can go.
fn survives(name: &str, text: &str) {
    if let Ok(game) = load(Source::Text { name, text }, &[]) {
        let _ = game.explain();
        if let Ok(rules) = game.rules() {
            assert!(rules.memory() <= 40 << 20, "{name} has tables of {} bytes", rules.memory());
        }
    }
}

/// The same in lines, so that the limit on the length of a line does not stop it early.
fn lines(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    chars.chunks(1000).map(|chunk| chunk.iter().collect::<String>() + "\n").collect()
}

fn refused(name: &str, text: &str) {
    survives(name, text);
    assert!(load(Source::Text { name, text }, &[]).is_err(), "{name} was accepted");
}

fn text_of(id: &str) -> String {
    definition_text(id).unwrap().to_owned()
}

#[test]
fn syntax_that_would_tire_a_parser() {
    for (name, text) in [
        ("deep blocks", "a {".repeat(100_000)),
        ("deep closed blocks", "a {".repeat(50_000) + &"}".repeat(50_000)),
        ("many closing braces", "}".repeat(200_000)),
        ("blocks behind a broken string", format!("\"\n{}", "a {".repeat(4000))),
        ("blocks in a string", format!("title \"{}\"", "{".repeat(100_000))),
        ("blocks swallowed by faults", "a {x=}\n".repeat(4000)),
        ("stars in a comment", format!("/*{}*/", "*".repeat(100_000))),
        ("comments in comments", "/*".repeat(60_000)),
        ("slashdashes", "/-".repeat(60_000)),
        ("an endless text", "title \"".to_owned() + &"x".repeat(200_000)),
        ("an endless raw text", "title ".to_owned() + &"#".repeat(200_000) + "\""),
        ("many raw hashes", "#".repeat(200_000)),
        ("bad values", "title 1x ".repeat(20_000)),
        ("bad brackets", "(".repeat(100_000)),
        ("equals signs", "a=".repeat(60_000)),
        ("backslashes", "\\".repeat(100_000)),
        ("quotation marks", "\"".repeat(100_001)),
        ("semicolons", ";".repeat(200_000)),
        ("null characters", "\0".repeat(100_000)),
        ("odd letters", "ß€😀\u{202e}".repeat(20_000)),
        ("many nodes", "title x\n".repeat(30_000)),
        ("many arguments", format!("title {}", "x ".repeat(100_000))),
        ("many properties", format!("title {}", (0..15_000).map(|i| format!("p{i}=1 ")).collect::<String>())),
        ("too long", " ".repeat(300_000)),
        ("large numbers", format!("board files={} ranks=0x{}", "9".repeat(10_000), "f".repeat(10_000))),
        ("floats", format!("board files={}.5e{}", "9".repeat(10_000), "9".repeat(10_000))),
    ] {
        refused(name, &text);
        survives(name, &lines(&text));
    }
}

#[test]
fn meanings_that_would_tire_a_reader() {
    let game = |rest: &str| {
        format!(
            "board files=8 ranks=8\npiece \"K\" royal=#true {{ step \"radial\" }}\nstart \"k7/8/8/8/8/8/8/K7\"\n{rest}"
        )
    };
    assert!(load(Source::Text { name: "sound", text: &game("") }, &[]).is_ok());
    let doubling: String = (0..60).map(|i| format!("movement \"m{i}\" {{ as \"m{0}\" \"m{0}\" }}\n", i + 1)).collect();
    let wide: String =
        (0..200).map(|i| format!("movement \"w{i}\" {{ {} }}\n", "leap \"(1,2)\" length=1;".repeat(50))).collect();
    let directions: String = (0..250)
        .map(|i| format!("directions \"d{}\" \"(1,2,3)\" \"(4,5,6)\" \"d{}\" \"d{}\"\n", i + 1, i, i.max(1) - 1))
        .collect();
    for (name, rest) in [
        ("doubling movements", format!("{doubling}movement \"m60\" {{ step \"forward\" }}")),
        ("a movement of itself", "movement \"a\" { as \"b\" }\nmovement \"b\" { as \"a\" }".to_owned()),
        ("a long route", format!("movement \"r\" {{ route {{ {} }} }}", "step \"radial\"; ".repeat(4))),
        ("a far leap", "movement \"r\" { leap \"(31,31)\" length=31 }".to_owned()),
        ("large sums", "movement \"r\" { leap \"99999999999forward\" }".to_owned()),
        ("long sums", format!("movement \"r\" {{ leap \"{}sideways\" }}", "sideways+".repeat(1000))),
        ("regions of regions", (0..255).map(|i| format!("region \"r{}\" in=\"not r{i}\"\n", i + 1)).collect::<String>() + "region \"r0\" ranks=1"),
        ("many regions", (0..3000).map(|i| format!("region \"r{i}\" ranks=1\n")).collect()),
        ("many pieces", (0..3000).map(|i| format!("piece \"{}\" {{ step \"radial\" }}\n", (b'A' + (i % 26) as u8) as char)).collect()),
        ("many options", (0..3000).map(|i| format!("option \"o{i}\" default=#true\n")).collect()),
        ("options in options", "when x=#true { when x=#true { when x=#true { title \"x\" } } }".to_owned()),
        ("armies of armies", "option \"white\" army-of=\"white\" default=\"a\"\narmy \"a\" based-on=\"b\" { }\narmy \"b\" based-on=\"a\" { }".to_owned()),
        ("a game based on nothing", "based-on \"../../etc/passwd\"".to_owned()),
        ("large levels", "board levels=\"a b c d e f\" files=32 ranks=32".to_owned()),
        ("castling nowhere", "castling \"K\" king=\"e1-g1-h1\" rook=\"z9-z10\"".to_owned()),
    ] {
        refused(name, &game(&rest));
    }
    survives("wide movements", &game(&wide));
    survives("many directions", &game(&format!("directions \"d0\" \"radial\"\n{directions}")));
}

#[test]
fn what_only_catalogued_games_may_do_is_refused() {
    refused("itself", "based-on \"itself\"");
    for name in ["/etc/passwd", "../chess", "lib/../chess", "", "lib/"] {
        refused("elsewhere", &format!("based-on \"{name}\"\ninclude \"{name}\""));
    }
}

#[test]
fn damaged_games_are_read_or_refused() {
    let mut random = spielraum_testkit::random(1);
    let texts: Vec<String> = ids().map(text_of).collect();
    let words: Vec<&str> = texts.iter().flat_map(|text| text.split_whitespace()).collect();
    for round in 0..300 {
        let mut text = texts[random.random_range(0..texts.len())].clone();
        for _ in 0..=random.random_range(0..4) {
            let mut at = random.random_range(0..text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            match random.random_range(0..4) {
                0 => text.truncate(at),
                1 => text.insert_str(at, words[random.random_range(0..words.len())]),
                2 => text.insert(at, ['"', '{', '}', '\n', '=', '#', '9', '-', ' ', 'x'][random.random_range(0..10)]),
                _ => {
                    let mut end = (at + random.random_range(0..20)).min(text.len());
                    while !text.is_char_boundary(end) {
                        end -= 1;
                    }
                    if at < end {
                        text.replace_range(at..end, "");
                    }
                }
            }
            if text.is_empty() {
                break;
            }
        }
        survives(&format!("round {round}"), &text);
    }
}

/// As many types of pieces as a game may have, which all move by `moves`, on a cube of 1,000 cells.
fn crowded_cube(moves: &str) -> String {
    let second = || ["".to_owned()].into_iter().chain(('A'..='Z').map(String::from));
    let symbols = second().flat_map(|second| ('A'..='Z').map(move |first| format!("{first}{second}")));
    let symbols = symbols.take(MAX_PIECE_TYPES);
    let pieces: String = symbols.map(|symbol| format!("piece \"{symbol}\" \"n\" {{ {moves} }}\n")).collect();
    let empty = |ranks: usize| vec!["10"; ranks].join("/");
    let start = format!("A9/{}/a9{}", empty(8), format!("|{}", empty(10)).repeat(9));
    format!("board levels=\"a b c d e f g h i j\" files=10 ranks=10\n{pieces}start \"{start}\"\n")
}

#[test]
fn games_as_large_as_they_can_be() {
    for moves in [
        "slide \"radial\"",
        "slide \"radial\"; capture-only { hop \"radial\" }",
        "slide \"(1,2,0)\" \"(1,1,2)\" \"(0,1,3)\"",
        "slide \"cross-line\" \"keep-line\" \"radial\"",
        "route { step \"orthogonal\"; step \"diagonal\" }",
        "leap \"(1,2)\" \"(1,3)\" \"(2,3)\"; move-only { leap \"(5,1)\" }; capture-only { leap \"(4,1)\" }",
    ] {
        survives(moves, &crowded_cube(moves));
    }
    assert!(
        load(Source::Text { name: "cube", text: &crowded_cube("slide \"orthogonal\"") }, &[]).unwrap().rules().is_ok()
    );
}

fn hostile(name: &str) -> String {
    std::fs::read_to_string(format!("{}/tests/hostile/{name}.kdl", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// What is wrong with a definition that can be read.
fn compile_error(name: &str, text: &str) -> String {
    let game = load(Source::Text { name, text }, &[]).unwrap_or_else(|report| panic!("{report}"));
    game.rules().map(|_| ()).unwrap_err().to_string()
}

#[test]
fn pieces_that_reach_the_whole_board_are_refused() {
    for name in ["many-moves", "million-moves"] {
        let told = compile_error(name, &hostile(name));
        assert!(told.contains("the pieces reach too many cells"), "{told}");
    }
}

/// A cube of 1,000 cells with two full levels of pieces that have 26 ways to end each move.
fn promoting_cube(start: &str) -> String {
    let others = 'B'..='Z';
    let into: String = others.clone().map(|letter| format!("{letter} ")).collect();
    let pieces: String = others.map(|letter| format!("piece \"{letter}\" \"n\" {{ step \"orthogonal\" }}\n")).collect();
    format!(
        "board levels=\"a b c d e f g h i j\" files=10 ranks=10\npiece \"A\" \"a\" {{ slide \"radial\" }}\n{pieces}\
         promotion \"A\" into=\"{into}\" touches=\"anywhere\" required=\"never\"\nstart \"{start}\"\n"
    )
}

#[test]
fn a_game_that_starts_with_too_many_moves_is_refused() {
    let full = |row: &str| [row; 10].join("/");
    let crowded = format!("{}|{}{}", full("10"), full("AAAAA5"), format!("|{}", full("10")).repeat(8));
    let told = compile_error("crowded", &promoting_cube(&crowded));
    assert!(told.contains("the game starts with 20000 moves or more"), "{told}");
}

#[test]
fn lists_and_counts_of_moves_end() {
    let full = |row: &str| [row; 10].join("/");
    let empty = format!("|{}", full("10"));
    let start = format!("A9/{}/a9{}", ["10"; 8].join("/"), empty.repeat(9));
    let text = promoting_cube(&start);
    let rules = load(Source::Text { name: "quiet", text: &text }, &[]).unwrap().rules().unwrap();
    let fen = format!("{}|{}{} w - - 0 1", full("10"), full("AAAAA5"), empty.repeat(8));
    let mut position = spielraum_testkit::position(&rules, &fen);
    let moves = position.legal_moves();
    assert_eq!(
        (moves.len(), position.count_legal(), position.perft(1)),
        (MAX_MOVES, MAX_MOVES as u64, MAX_MOVES as u64)
    );
    assert_eq!(position.legal_moves(), moves, "the same moves each time");
    // The moves that are not listed are legal and can be read and made all the same.
    let listed: Vec<String> = moves.iter().map(|&m| position.move_text(m)).collect();
    let text = "be1bf1=Z";
    assert!(!listed.contains(&text.to_owned()) || listed.last() != Some(&text.to_owned()));
    for text in ["be1bf1", "be10bf10=Z", "be10jf2"] {
        if let Ok(m) = position.parse_move(text) {
            assert!(position.is_legal(m), "{text}");
            position.make(m);
            assert_eq!(position.unmake(), Some(m));
        }
    }
    let error = position.parse_move("be1be2").unwrap_err().to_string();
    assert!(error.contains("legal: "), "{error}");
    // A count can be given up at once.
    let mut asked = 0;
    let stopped = position.perft_while(9, || {
        asked += 1;
        asked < 5
    });
    assert_eq!((stopped, asked), (None, 5));
    assert_eq!(position.fen(), fen, "what was tried is taken back");
}

#[test]
fn a_bent_double_step_of_a_piece_that_goes_everywhere_is_refused() {
    let leaps: String =
        (1..=31).map(|length| format!("leap \"({length},0,0)\" \"({length},1,0)\" \"({length},2,0)\"\n")).collect();
    let text = format!(
        "board files=32 ranks=32\npiece \"A\" \"a\" {{ {leaps} }}\nregion \"all\" ranks=\"1-32\"\n\
         double-step \"A\" bent=#true from=\"all\"\nstart \"A31/{}/a31\"",
        vec!["32"; 30].join("/")
    );
    survives("bent", &text);
}

#[test]
fn long_games_are_replayed_in_time_that_grows_with_their_length() {
    for (id, cycle) in [("chess", ["g1f3", "g8f6", "f3g1", "f6g8"]), ("nichtschach", ["", "", "", ""])] {
        let rules = spielraum_testkit::rules(id);
        let mut position = rules.start();
        let mut random = spielraum_testkit::random(1);
        for ply in 0..6_000 {
            let text = if cycle[0].is_empty() {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.move_text(moves[random.random_range(0..moves.len())])
            } else {
                cycle[ply % 4].to_owned()
            };
            let m = position.parse_move(&text).unwrap_or_else(|error| panic!("{error}"));
            position.make(m);
        }
        assert!(cycle[0].is_empty() || position.ply() == 6_000);
    }
}
