//! How games end: positions, the moves that end them, and the outcome.

use spielraum_catalogue::{Compile, Source, load};
use spielraum_rules::{Color, Counter, Position, Rules, Standing};
use spielraum_testkit::game;
use std::collections::HashMap;

fn rules(id: &str, settings: &[(&str, &str)]) -> Rules {
    game(id, settings).rules().unwrap()
}

/// Plays `moves` from `fen`; no game is over before the last of them.
fn play(rules: &Rules, fen: &str, moves: &str) -> Position {
    let mut position = if fen == "start" {
        rules.start()
    } else {
        Position::from_fen(rules, fen).unwrap_or_else(|e| panic!("{fen}: {e}"))
    };
    for text in moves.split_whitespace() {
        assert_eq!(position.outcome(), None, "before {text} in {}", position.fen());
        let m = position.parse_move(text).unwrap_or_else(|error| panic!("{error} in {}", position.fen()));
        position.make(m);
    }
    position
}

fn check(game: &str, fen: &str, moves: &str, winner: Option<Color>, reason: &str) {
    let position = play(&rules(game, &[]), fen, moves);
    let outcome = position.outcome().unwrap_or_else(|| panic!("{game}: {} is not over", position.fen()));
    assert_eq!((outcome.winner, &*outcome.reason.to_string()), (winner, reason), "{game}: {}", position.fen());
}

fn check_unfinished(game: &str, fen: &str, moves: &str) {
    assert_eq!(play(&rules(game, &[]), fen, moves).outcome(), None, "{game} {fen} {moves}");
}

const WHITE: Option<Color> = Some(Color::White);
const BLACK: Option<Color> = Some(Color::Black);

#[test]
fn mates_and_stalemates() {
    check("chess", "start", "f2f3 e7e5 g2g4 d8h4", BLACK, "checkmate");
    check("chess", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6f7", None, "no legal move");
    check("shogi", "7k1/9/7P1/9/9/9/9/9/K8[G] w - - 0 1", "G@h8", WHITE, "checkmate");
}

/// Positions that Fairy-Stockfish has judged: the game, the FEN, and the winner, `draw` or `-` where the game goes on.
const JUDGED: &str = include_str!("../../../tests/cases/ends.txt");

#[test]
fn fairy_stockfish_ends_games_alike() {
    let mut games: HashMap<&str, Rules> = HashMap::new();
    let mut judged = 0;
    for line in JUDGED.lines().filter(|line| !line.starts_with('#')) {
        let [game, fen, wanted] = line.split("; ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = Position::from_fen(games.entry(game).or_insert_with(|| rules(game, &[])), fen);
        let position = position.unwrap_or_else(|error| panic!("{line}: {error}"));
        let found = match position.outcome_of_position().map(|outcome| outcome.winner) {
            Some(Some(Color::White)) => "white",
            Some(Some(Color::Black)) => "black",
            Some(None) => "draw",
            None => "-",
        };
        assert_eq!(found, wanted, "{line}");
        judged += 1;
    }
    assert!(judged >= 100, "{judged}");
}

#[test]
fn stalemate_is_a_loss_where_the_game_says_so() {
    // Xiangqi; and Nacht Schach by N3.
    check("xiangqi", "3k5/9/R8/9/9/9/9/9/9/4K4 w - - 0 1", "a8a9", WHITE, "no legal move");
    check("nacht-schach", "7k/8/5KQ1/8/8/8/8[] w - - 0 1", "g5f6", WHITE, "no legal move");
}

#[test]
fn the_third_repetition_is_a_draw() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    check("chess", "start", shuffle, None, "the same position for the 3rd time");
    check_unfinished("chess", "start", &shuffle[..shuffle.len() - 5]);
}

#[test]
fn a_possible_en_passant_capture_makes_another_position() {
    // After e2e4 Black could take on e3, so that position does not return.
    let with_capture = "4k3/8/8/8/3p4/8/4P3/4K2N w - - 0 1";
    let shuffle = "e2e4 e8e7 h1g3 e7e8 g3h1 e8e7 h1g3 e7e8 g3h1";
    check_unfinished("chess", with_capture, shuffle);
    // Without the black pawn it does.
    check("chess", "4k3/8/8/8/8/8/4P3/4K2N w - - 0 1", shuffle, None, "the same position for the 3rd time");
}

#[test]
fn who_brings_about_the_fourth_repetition_may_lose() {
    let shuffle = ["b1b2 d5d4 b2b1 d4d5"; 3].join(" ");
    check("minishogi", "start", &shuffle, BLACK, "the same position for the 4th time");
    // Black moves last each time; after one move more of White's, another position would be the repeated one.
    let shuffle = ["c1c2 c7c6 c2c1 c6c7"; 3].join(" ");
    check("torishogi", "start", &shuffle, WHITE, "the same position for the 4th time");
    check_unfinished("torishogi", "start", &shuffle[..shuffle.len() - 5]);
}

#[test]
fn perpetual_check_loses() {
    let fen = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1";
    let checks = "a2a10 e10e9 a10a9 e9e10 a9a10 e10e9 a10a9 e9e10 a9a10";
    check("xiangqi", fen, checks, BLACK, "perpetual check");
}

/// What has come back before a search began is judged since it first occurred, by the search as by the game: a quiet move in the
/// first round spares the side that gave check with each move of the second.
#[test]
fn a_search_judges_perpetual_check_as_the_game_does() {
    let fen = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1";
    let (quiet, checking) = ("e10e9 a10a5 e9e10 a5a10", "e10e9 a10a9 e9e10 a9a10");
    for (rounds, winner, reason) in [
        ([quiet, checking], None, "the same position for the 3rd time"),
        ([checking, quiet], None, "the same position for the 3rd time"),
        ([checking, checking], BLACK, "perpetual check"),
    ] {
        let position = play(&rules("xiangqi", &[]), fen, &format!("a2a10 {}", rounds.join(" ")));
        let outcome = position.outcome().expect("the position has occurred three times");
        assert_eq!((outcome.winner, &*outcome.reason.to_string()), (winner, reason), "{rounds:?}");
        for root in 6..=position.ply() {
            assert_eq!(position.standing(root), Standing::Over(winner), "{rounds:?}, searched from ply {root}");
        }
    }
    // In a search from the first position on, the last round counts: it is the one that would go on.
    let position = play(&rules("xiangqi", &[]), fen, &format!("a2a10 {quiet} {checking}"));
    assert_eq!(position.standing(0), Standing::Over(BLACK));
}

#[test]
fn moves_without_progress_are_counted() {
    check("chess", "7k/8/8/8/8/8/R7/K7 w - - 99 80", "a2b2", None, "too many moves without progress");
    check_unfinished("chess", "7k/8/8/8/8/8/R7/K7 w - - 98 80", "a2b2");
    // A mate on the last ply counts first.
    check("chess", "7k/R7/8/8/8/8/8/KR6 w - - 99 80", "b1b8", WHITE, "checkmate");
}

#[test]
fn bare_royals_are_a_draw() {
    check("chess", "7k/8/8/8/8/8/r7/K7 w - - 0 1", "a1a2", None, "only the royals are left");
    let bare = Position::from_fen(&rules("chess", &[]), "7k/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
    assert!(bare.legal_moves().is_empty());
    // Draws don't stop a perft.
    assert_eq!(bare.perft(1), 3);
    // What can be dropped keeps the game going, a prison doesn't.
    check_unfinished("crazyhouse", "7k/8/8/8/8/8/8/K7[P] w - - 0 1", "");
    check("yang-qi", "8k/9/9/9/9/9/9/9/r8/K8[R] w - - 0 1", "a1a2", None, "only the royals are left");
}

#[test]
fn a_player_may_not_repeat_a_position() {
    let rules = rules("nacht-schach", &[]);
    let position = play(&rules, "start", "b1c3 b7c5 c3b1 c5b7");
    assert!(position.parse_move("b1a3").is_ok());
    assert!(position.parse_move("b1c3").is_err());
    // The position a game starts from was made by nobody, so Black may lead back to it.
    let kings = play(&rules, "3k4/8/8/8/8/8/K7[] w - - 0 1", "a1b1 d7e7 b1b2 e7e6 b2a1");
    assert!(kings.parse_move("e6d7").is_ok());
    // Without a record nothing is banned.
    assert!(Position::from_fen(&rules, &position.fen()).unwrap().parse_move("b1c3").is_ok());
}

#[test]
fn options_change_the_rules() {
    let fen = "3k4/8/8/8/8/8/R6K[] w - - 99 90";
    let plain = play(&rules("nacht-schach", &[]), fen, "a1a2");
    assert_eq!(plain.outcome(), None);
    let counted = play(&rules("nacht-schach", &[("move-count", "on")]), fen, "a1a2");
    assert_eq!(counted.outcome().map(|outcome| outcome.reason.code().to_owned()), Some("move-count".to_owned()));
}

#[test]
fn a_region_reached_wins() {
    const REACHED: &str = "a piece has reached its goal";
    check("kingofthehill", "4k3/8/3p4/8/8/3K4/8/8 w - - 0 1", "d3d4", WHITE, REACHED);
    check("kingofthehill", "7r/4k3/8/8/8/8/3K4/8 w - - 0 1", "d2d3 e7e6 d3c3 e6e5", BLACK, REACHED);
    // An attacked cell can't be reached, and only the king counts.
    let rules = rules("kingofthehill", &[]);
    let guarded = play(&rules, "4k3/8/8/2p5/8/3K4/8/8 w - - 0 1", "");
    assert!(guarded.parse_move("d3d4").is_err());
    check_unfinished("kingofthehill", "4k3/8/8/8/8/3Q4/8/K7 w - - 0 1", "d3d4");
    // What is won has no moves, in a perft either.
    let won = play(&rules, "4k3/8/3p4/8/8/3K4/8/8 w - - 0 1", "d3e4");
    assert_eq!((won.legal_moves().len(), won.perft(1)), (0, 0));
}

#[test]
fn the_third_check_wins() {
    const CHECKED: &str = "all checks are given";
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1";
    check("3check", fen, "a1a8 e8e7 a8a7 e7e8 a7a8", WHITE, CHECKED);
    let two = play(&rules("3check", &[]), fen, "a1a8 e8e7 a8a7");
    assert_eq!(two.fen(), "8/R3k3/8/8/8/8/8/4K3 b - - 1+3 3 2");
    // The checks belong to the position: the same board with others left is another one.
    let other = Position::from_fen(two.rules(), "8/R3k3/8/8/8/8/8/4K3 b - - 2+3 4 2").unwrap();
    assert_ne!(two.hash(), other.hash());
    // Checks that came before recur with fewer left, so the repetition starts anew.
    assert!(Position::from_fen(two.rules(), "8/R3k3/8/8/8/8/8/4K3 b - - 4+3 4 2").is_err());
    assert!(Position::from_fen(two.rules(), "8/R3k3/8/8/8/8/8/4K3 b - - 3+ 4 2").is_err());
    // A mate by the last check is reported as the checks: they are asked first.
    check("3check", "7k/R7/8/8/8/8/8/KR6 w - - 1+3 0 80", "b1b8", WHITE, CHECKED);
    check("3check", "7k/R7/8/8/8/8/8/KR6 w - - 2+3 0 80", "b1b8", WHITE, "checkmate");
}

/// Games in which Fairy-Stockfish has counted moves: the game, the FEN, the moves, its FEN after them, and `draw` or `-`.
const COUNTED: &str = include_str!("../../../tests/cases/counting.txt");

#[test]
fn fairy_stockfish_counts_moves_alike() {
    let left = |position: &Position| Color::BOTH.map(|side| u32::from(position.counter(Counter::Countdown, side)));
    let (mut counted, mut drawn) = (0, 0);
    for line in COUNTED.lines().filter(|line| !line.starts_with('#')) {
        let [game, fen, moves, theirs, end] = line.split("; ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let rules = rules(game, &[]);
        let position = play(&rules, fen, moves);
        let fields: Vec<&str> = theirs.split(' ').collect();
        let wanted = match (fields[3].parse::<u32>(), fields[4].parse::<u32>()) {
            (Ok(limit), Ok(made)) => (limit + 2).saturating_sub(made).max(1),
            _ => 0,
        };
        assert_eq!(left(&position).iter().sum::<u32>(), wanted, "{line}: {}", position.fen());
        // Their FEN is read, with the count.
        let read = Position::from_fen(&rules, theirs).unwrap_or_else(|error| panic!("{theirs}: {error}"));
        assert_eq!(left(&read).iter().sum::<u32>(), wanted, "{theirs}: {}", read.fen());
        assert_eq!(Position::from_fen(&rules, &position.fen()).unwrap().fen(), position.fen());
        let outcome = position.outcome().map(|outcome| (outcome.winner, outcome.reason.code().to_owned()));
        assert_eq!(outcome, (end == "draw").then(|| (None, "counting".to_owned())), "{line}");
        counted += usize::from(wanted > 0);
        drawn += usize::from(end == "draw");
    }
    assert!(counted >= 30 && drawn >= 6, "{counted} {drawn}");
}

/// Mate comes before the end of the count, and positions that differ in it are the same.
#[test]
fn counted_moves_end_nothing_that_is_won() {
    let rules = rules("makruk", &[]);
    let mated = play(&rules, "7k/R7/8/8/8/8/8/KR6 w - - 3 40 count:b2", "b1b8");
    assert_eq!(mated.outcome().map(|outcome| outcome.winner), Some(WHITE));
    check("makruk", "7k/R7/8/8/8/8/8/KR6 w - - 3 40 count:b2", "b1b2", None, "the moves for a win have run out");
    let repeated = play(&rules, "7k/R7/8/8/8/8/8/KR6 w - - 0 1 count:b9", "a1a2 h8g8 a2a1 g8h8 a1a2 h8g8 a2a1");
    assert_eq!(repeated.outcome(), None);
    let (again, first) = (play(&rules, "7k/R7/8/8/8/8/8/KR6 w - - 0 1 count:b9", ""), repeated);
    assert_eq!(again.hash(), {
        let mut last = first;
        last.make(last.parse_move("g8h8").unwrap());
        last.hash()
    });
    let wrong = Position::from_fen(&rules, "7k/R7/8/8/8/8/8/KR6 w - - 0 1 count:x9").unwrap_err().to_string();
    assert!(wrong.contains("one field too many"), "{wrong}");
}

/// Where the inventor's text can be read in two ways, the second is an option (Q16, Q18).
#[test]
fn other_readings_are_options() {
    let stalemated = "7/7/7/7/7/7/1r5/7/K6|7/7/7/7/7/7/7/7/7|7/7/7/7/7/7/7/1+r5/7|7/7/7/7/7/7/7/7/7|\
                      7/7/7/7/7/7/7/7/7|7/7/7/7/7/7/7/7/7|6k/7/7/6u/7/7/7/7/7[] w - - 0 1";
    for (value, winner) in [("off", None), ("on", BLACK)] {
        let outcome = play(&rules("stockgi", &[("stalemate", value)]), stalemated, "").outcome().unwrap();
        assert_eq!(outcome.winner, winner, "stalemate={value}");
    }
    // The Emperor and one Viceroy stand in the Fortress; the Stockbrook on ta5 has 15 ways into the enemy cube.
    let guarded = "7/7/7/7/7/R6/7/7/7/7|7/7/7/7/7/7/7/7/7/7|7/7/7/7/7/7/7/7/7/7|3v3/7/7/7/7/7/7/7/3V3/3K3|\
                   7/7/7/7/7/7/7/7/7/7|7/7/7/7/7/7/7/7/7/7|6k/7/7/7/7/7/7/7/7/7[R] w - - 0 1 -";
    for (value, promotions) in [("on", 15), ("off", 0)] {
        let rules = rules("stock-taijitu", &[("emperor-guards", value)]);
        let position = play(&rules, guarded, "");
        let found = position.legal_moves().into_iter().filter(|m| position.move_text(*m).contains("wd2=R")).count();
        assert_eq!(found, promotions, "emperor-guards={value}");
    }
}

/// Mates in Shatar, by the checks that led to them, and what Fairy-Stockfish says of them.
#[test]
fn mates_depend_on_the_pieces_that_give_check() {
    let rules = rules("shatar", &[]);
    let mut found = HashMap::new();
    for line in include_str!("../../../tests/cases/mates.txt").lines().filter(|line| !line.starts_with('#')) {
        let [fen, moves, wanted] = line.split("; ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = play(&rules, fen, moves);
        let outcome = position.outcome().unwrap_or_else(|| panic!("{line}: {}", position.fen()));
        assert_eq!(outcome.reason.code(), "checkmate", "{line}");
        assert_eq!(outcome.winner.map_or("draw", Color::name), wanted, "{line}: {}", position.fen());
        *found.entry(wanted).or_insert(0) += 1;
    }
    assert!(found["white"] >= 10 && found["black"] >= 2 && found["draw"] >= 3, "{found:?}");
    // A check that is over counts no more, and one on the board counts by itself.
    let read = |fen: &str| Position::from_fen(&rules, fen).unwrap().counter(Counter::Series, Color::White);
    assert_eq!(read("k7/8/1K6/8/8/8/2B4P/8 b - - 0 1 series:w"), 0);
    assert_eq!(read("k7/8/1K6/8/8/8/2B4P/R7 b - - 0 1"), 1);
    assert_eq!(read("k7/8/1K6/8/4B3/8/7P/8 b - - 0 1 series:w"), 1);
    assert_eq!(read("k7/8/1K6/8/4B3/8/7P/8 b - - 0 1"), 0);
}

/// A setup counts nothing that its game does not, and no more than there can be.
#[test]
fn what_a_setup_counts_is_bounded() {
    for (id, counter, most) in [
        ("chess", Counter::Checks, 0),
        ("chess", Counter::Obligation, 0),
        ("3check", Counter::Checks, 3),
        ("3check", Counter::Obligation, 0),
        ("stock-taijitu", Counter::Obligation, 2),
        ("chess", Counter::Countdown, 0),
        ("makruk", Counter::Countdown, 130),
    ] {
        let rules = rules(id, &[]);
        for counted in [most, most + 1] {
            let mut setup = rules.start().setup();
            setup.counters[counter].black = counted;
            assert_eq!(Position::new(&rules, setup).is_ok(), counted == most, "{id} {counter:?} {counted}");
        }
    }
}

#[test]
fn a_field_of_a_rule_says_how_it_is_written() {
    let wrong = |id: &str, change: &dyn Fn(String) -> String| {
        let rules = rules(id, &[]);
        Position::from_fen(&rules, &change(rules.start().fen())).unwrap_err().to_string()
    };
    let checks = wrong("3check", &|fen| fen.replace("3+3", "4+3"));
    assert_eq!(checks, "`4+3` is no check field: use two numbers from 0 to 3, as in `3+3`");
    let obligation = wrong("stock-taijitu", &|fen| fen.trim_end_matches('-').to_owned() + "w0");
    assert_eq!(obligation, "`w0` is no duty field: use `-`, `w2`, `w1`, `b2`, `b1` or two of them");
    let extra = wrong("chess", &|fen| fen + " -");
    assert_eq!(extra, "`-` is one field too many");
}

/// A side that promotes its last pawn away has lost as well as one whose last pawn is taken; if both happen at once, it is the
/// one that did not move.
#[test]
fn a_side_may_lose_a_family_by_its_own_move() {
    let text = r#"
        include "lib/chess-pieces"
        board files=3 ranks=3
        piece "R" "Rook" { as "rook" }
        piece "P" "Pawn" { as "pawn" }
        promotion "P" into="R" ends-in="last-rank"
        extinction "Pawn" members="P"
        start "1p1/P2/2R"
    "#;
    let rules = load(Source::Text { name: "last-pawn", text }, &[]).unwrap().rules().unwrap();
    for (moves, winner) in [("a2a3=R", BLACK), ("a2b3=R", WHITE)] {
        let position = play(&rules, "start", moves);
        let outcome = position.outcome().unwrap();
        assert_eq!((outcome.winner, &*outcome.reason.to_string()), (winner, "too few pieces left of: Pawn"), "{moves}");
        assert_eq!(position.legal_moves(), []);
    }
}

/// A definition of a few pieces with an end of its own.
fn with_end(end: &str, start: &str) -> Rules {
    let text = format!(
        r#"
        include "lib/chess-pieces"
        board files=5 ranks=5
        region "far" {{ white ranks="last"; black ranks=1 }}
        piece "K" "King" royal=#true {{ as "king" }}
        piece "R" "Rook" {{ as "rook" }}
        bare-royals "play-on"
        {end}
        start "{start}"
        "#
    );
    let game = load(Source::Text { name: "ends", text: &text }, &[]);
    game.and_then(|game| game.rules()).unwrap_or_else(|report| panic!("{report}"))
}

/// What the conditions of `end` mean: the definition, the moves, and how the game stands after them.
#[test]
fn conditions_end_games() {
    let start = "4k/5/3r1/R4/K4 w - - 0 1";
    for (end, moves, ended) in [
        (r#"end "win" { pieces "R" in="far" }"#, "a2b2 d3d2 b2d2 e5e4 d2d5", Some((WHITE, "reach"))),
        (r#"end "win" for="black" { pieces "R" in="far" }"#, "a2b2 d3d2 b2d2 e5e4 d2d5", None),
        (r#"end "loss" { pieces "R" most=0 }"#, "a2d2 e5e4 d2d3", Some((WHITE, "extinction"))),
        (
            r#"end "win" code="hill" { pieces "R" least=1; enemy { pieces "R" most=0 } }"#,
            "a2d2 e5e4 d2d3",
            Some((WHITE, "hill")),
        ),
        (r#"end "draw" { enemy { bare } }"#, "a2d2 e5e4 d2d3", Some((None, "end"))),
        (r#"end "draw" { bare; enemy { bare } }"#, "a2d2 e5e4 d2d3 e4d3", Some((None, "bare-royals"))),
        (r#"end "loss" { in-check; to-move }"#, "a2b2 e5e4 b2b4", Some((WHITE, "end"))),
        (
            r#"end "win" { enemy { in-check; any { pieces "R" least=2; not { pieces "K" in="far" } } } }"#,
            "a2b2 e5e4 b2b4",
            Some((WHITE, "end")),
        ),
        (r#"end "win" for="white" { plies 3 }"#, "a2b2 e5e4 b2c2", Some((WHITE, "end"))),
        (r#"end "win" for="white" { plies 3 }"#, "a2b2 e5e4", None),
        (r#"end "win" { checks 1 }"#, "a2b2 e5e4 b2b4", Some((WHITE, "check-count"))),
        (r#"end "win" { row "K" "R" along="diagonal" least=2 }"#, "a2b2", Some((WHITE, "end"))),
        (r#"end "win" { row "K" "R" along="diagonal" least=3 }"#, "a2b2", None),
        (r#"end "win" { row "R" along="diagonal" least=2 }"#, "a2b2", None),
        (
            "region \"left\" files=\"a\"\nregion \"right\" files=\"b\"\n\
             end \"win\" { connected \"any\" along=\"diagonal\" from=\"right\" to=\"left\" }",
            "a2b2",
            Some((WHITE, "end")),
        ),
        (
            "region \"left\" files=\"a\"\nregion \"right\" files=\"b\"\n\
             end \"win\" { connected \"any\" along=\"orthogonal\" from=\"right\" to=\"left\" }",
            "a2b2",
            None,
        ),
        (
            "hand order=\"R\" { drop \"R\" in=\"far\" }\nend \"win\" { pieces \"R\" least=2 with-hand=#true }",
            "a2d2 e5e4 d2d3",
            Some((WHITE, "end")),
        ),
        ("hand order=\"R\" { drop \"R\" in=\"far\" }\nend \"win\" { pieces \"R\" least=2 }", "a2d2 e5e4 d2d3", None),
    ] {
        let rules = with_end(end, start);
        let position = play(&rules, "start", moves);
        let outcome = position.outcome().map(|outcome| (outcome.winner, outcome.reason.code().to_owned()));
        assert_eq!(outcome, ended.map(|(winner, code)| (winner, code.to_owned())), "{end}: {}", position.fen());
    }
    // A side without a legal move, where more must hold.
    let locked = "k4/5/K4/5/1R3 b - - 0 1";
    let lost = with_end(r#"end "loss" { no-moves; enemy { pieces "R" } }"#, "4k/5/5/5/K4 w - - 0 1");
    let outcome = Position::from_fen(&lost, locked).unwrap().outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason.code()), (WHITE, "end"));
    let before =
        with_end("stalemate \"win\"\nend \"loss\" { no-moves; enemy { pieces \"R\" } }", "4k/5/5/5/K4 w - - 0 1");
    let outcome = Position::from_fen(&before, locked).unwrap().outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason.code()), (WHITE, "end"), "the condition comes before the short form");
    let drawn = with_end(r#"end "loss" { no-moves; pieces "R" }"#, "4k/5/5/5/K4 w - - 0 1");
    let outcome = Position::from_fen(&drawn, locked).unwrap().outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason.code()), (None, "no-moves"));
}

/// What is wrong with an `end` is reported where it stands.
#[test]
fn wrong_ends_are_refused() {
    for (end, fault) in [
        (r#"end "victory" { bare }"#, "the outcome `victory` is not known"),
        (r#"end "win""#, "`end` needs a block of conditions"),
        (r#"end "win" { any { no-moves; bare } }"#, "having no legal move and the clock may stand alone"),
        (r#"end "win" { not { plies 3 } }"#, "having no legal move and the clock may stand alone"),
        (r#"end "win" for="red" { bare }"#, "the side `red` is not known"),
        (r#"end "win" code="Über" { bare }"#, "is no word for programs"),
        (r#"end "win" { pieces "X" }"#, "`X`"),
        (r#"end "win" { pieces "R" in="nowhere" }"#, "nowhere"),
        (r#"end "win" { checks 77 }"#, "a number from 1 to 9 is needed here"),
        (r#"end "win" { pieces "R" with-hand=#true }"#, "no side has a hand in this game"),
        (r#"end "win" { row "R" along="radial" }"#, "`row` needs `least`"),
        (r#"end "win" { row "R" along="radial" least=1 }"#, "a number from 2 to 999 is needed here"),
        (r#"end "win" { connected "R" along="radial" from="first-rank" }"#, "`connected` needs `to`"),
        (r#"end "win" { castles }"#, "the word `castles` is not known"),
    ] {
        let text = format!(
            "board files=5 ranks=5\npiece \"K\" royal=#true {{ step \"radial\" }}\npiece \"R\" {{ slide \"orthogonal\" }}\n\
             {end}\nstart \"4k/5/5/5/K4\"\n"
        );
        let report = load(Source::Text { name: "ends", text: &text }, &[]).and_then(|game| game.rules().map(|_| game));
        let report = report.expect_err(end).to_string();
        assert!(report.contains(fault), "{end}: {report}");
    }
}
