//! The past of positions: facts from the literature, every position of a small ending, and games of the catalogue played back.

use spielraum_rules::{Color, Position, Rules};
use spielraum_solve::{Diagram, Gap, Illegal, Limits, Past, Proof, UnMove, Watch, past};
use spielraum_testkit::rand::Rng;
use spielraum_testkit::rand::rngs::StdRng;
use spielraum_testkit::{all_rules, play_random, random, rules, rules_of};
use std::collections::{BTreeMap, BTreeSet};

fn watch() -> Watch {
    Watch::new(Limits::default())
}

fn of(rules: &Rules, fen: &str, depth: u32) -> Past {
    past(&Diagram::read(rules, fen, Color::White).unwrap(), depth, &watch())
}

fn texts(past: &Past) -> Vec<String> {
    past.last.iter().map(UnMove::text).collect()
}

#[test]
fn the_last_moves_of_published_positions_are_found() {
    let chess = rules("chess");
    // R. Smullyan, The Chess Mysteries of Sherlock Holmes: Black has moved; a knight had come from b6 before.
    let smullyan = "k1K5/8/8/8/8/8/7P/6B1 w";
    assert_eq!(texts(&of(&chess, smullyan, 2)), ["Ka7xNa8"]);
    let shallow = texts(&of(&chess, smullyan, 1));
    assert_eq!(shallow, ["Ka7-a8", "Ka7xBa8", "Ka7xNa8", "Ka7xQa8", "Ka7xRa8"], "a pawn never stands on a8");
    let before = &of(&chess, smullyan, 2).last[0].before;
    assert_eq!(before.fen(), "N1K5/k7/8/8/8/8/7P/6B1 b - - 0 1");
    assert_eq!(
        texts(&past(&Diagram::read(&chess, "N1K5/k7/8/8/8/8/7P/6B1 b", Color::White).unwrap(), 1, &watch())),
        ["Nb6-a8", "Nb6xBa8", "Nb6xNa8", "Nb6xQa8", "Nb6xRa8"]
    );
}

#[test]
fn what_no_game_brings_about_is_illegal() {
    let chess = rules("chess");
    let illegal = |fen: &str| of(&chess, fen, 1).illegal;
    // The pawn gives check and never moved.
    assert_eq!(illegal("8/8/8/8/8/k7/1P6/K7 b"), [Illegal::NoLastMove]);
    assert_eq!(illegal("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w"), [Illegal::Material(Color::White)]);
    // Seven of the queens were pawns.
    assert_eq!(illegal("4k3/8/8/8/QQQQQQQQ/8/PPPPPPPP/4K3 b"), [Illegal::Material(Color::White)]);
    let place = Illegal::Place { color: Color::White, name: "Pawn".into(), cell: "a1".into() };
    assert_eq!(illegal("4k3/8/8/8/8/8/8/P3K3 w"), [place]);
    assert_eq!(illegal("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), []);
    // Where a bishop can't leave its square, and all pawns are there, another one is not explained; nor a pawn on another file.
    let unexplained = [Illegal::Captures(Color::White)];
    assert_eq!(illegal("4k3/8/8/8/8/6B1/PPPPPPPP/4K3 w"), unexplained);
    assert_eq!(illegal("4k3/8/8/8/8/1P4B1/P1PPPPPP/4K3 w"), []);
    assert_eq!(illegal("4k3/8/8/8/8/6B1/PP1PPPPP/4K3 w"), [], "a pawn may have become the bishop");
    assert_eq!(illegal("rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b"), unexplained);
    assert_eq!(illegal("rnbqkbn1/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b"), []);
    assert_eq!(illegal("4k3/8/8/8/8/8/PPPPPPPP/B3K3 b"), unexplained);
    assert!(of(&chess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3).is_start);
    let crazyhouse = rules("crazyhouse");
    let full = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1";
    assert_eq!(of(&crazyhouse, full, 1).illegal, [Illegal::Pieces]);
}

#[test]
fn castling_is_lost_where_king_or_rook_has_moved_and_en_passant_proved_where_nothing_else_has() {
    let chess = rules("chess");
    let prove = |fen: &str| {
        let diagram = Diagram::read(&chess, fen, Color::White).unwrap();
        Proof::of(&diagram, &past(&diagram, 1, &watch()))
    };
    // S. Loyd's idea (1859): no pawn can have moved last.
    let lost = prove("r3k3/p1p5/8/5K2/8/8/8/Q7");
    assert_eq!((lost.lost, lost.position.fen().as_str()), (vec!['q'], "r3k3/p1p5/8/5K2/8/8/8/Q7 w - - 0 1"));
    // A pawn on b6 can have.
    assert!(prove("r3k3/p1p5/1p6/5K2/8/8/8/Q7").lost.is_empty());
    // What the text says is not doubted.
    assert!(prove("r3k3/p1p5/8/5K2/8/8/8/Q7 w q").lost.is_empty());
    assert_eq!(of(&chess, "r3k3/p1p5/8/5K2/8/8/8/Q7 w q", 1).illegal, [Illegal::NoLastMove]);
    // From d6 the pawn would have given check; all else is shut in.
    let passed = prove("kN6/pR6/2N1B3/2PpK3/8/8/8/8");
    assert_eq!(passed.passed, chess.board().find("d6"));
    assert_eq!(passed.position.fen(), "kN6/pR6/2N1B3/2PpK3/8/8/8/8 w - d6 0 1");
    assert_eq!(prove("kN6/pR6/2N1B3/2Pp4/8/8/8/4K3").passed, None);
    // The text says that there was none.
    assert_eq!(prove("kN6/pR6/2N1B3/2PpK3/8/8/8/8 w - -").passed, None);
    // W. Langstaff's idea (1922): either king or rook has moved, or the pawn has made its double step.
    let either = prove("4k2r/8/5B1P/5KpP/8/8/8/8");
    assert_eq!((either.lost, either.passed, either.passed_if_castling), (vec![], None, chess.board().find("g6")));
}

#[test]
fn moves_of_every_kind_are_taken_back() {
    let last = |game: &str, fen: &str| texts(&of(&rules(game), fen, 1));
    let has = |game: &str, fen: &str, text: &str| {
        let found = last(game, fen);
        assert!(found.iter().any(|found| found == text), "{game} {fen}: {text} is not among {found:?}");
    };
    has("chess", "4k3/8/8/8/8/8/8/R4RK1 b", "0-0");
    has("chess", "4k3/8/3P4/8/8/8/8/4K3 b", "e5xPd6 ep.");
    has("chess", "3Qk3/8/8/8/8/8/8/4K3 b", "c7xRd8=Q");
    has("chess", "4k3/8/8/8/3P4/8/8/4K3 b", "d2-d4");
    // A draw ends nothing, and a clock that runs says that nothing was captured.
    assert_eq!(
        last("chess", "8/8/8/8/8/1k6/8/K7 w - - 1 1"),
        ["Ka3-b3", "Ka4-b3", "Kb4-b3", "Kc2-b3", "Kc3-b3", "Kc4-b3"]
    );
    has("crazyhouse", "4k3/8/8/8/3N4/8/8/4K3[] b - - 0 1", "N@d4");
    has("crazyhouse", "4k3/8/8/8/3N4/8/8/4K3[P] b - - 0 1", "Ne2xPd4");
    // Nothing is in hand, so nothing was captured.
    assert!(last("crazyhouse", "4k3/8/8/8/3N4/8/8/4K3[] b - - 0 1").iter().all(|text| !text.contains('x')));
}

/// What leads to a position: the placement before, and the text of the move.
type Known = BTreeMap<String, BTreeSet<(String, String)>>;

fn placement(position: &Position) -> String {
    let fen = position.fen();
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_predecessor_of_a_small_ending_is_found_and_no_other() {
    let text = "title \"Small\"\nbased-on \"gardner\"\nboard files=3 ranks=4\nstart \"nk1/ppp/PPP/1KN\"\n";
    let rules = rules_of(text);
    let cells = rules.board().len();
    let mut known: Known = BTreeMap::new();
    // Every setup of the kings, a pawn or a knight of White and perhaps a knight of Black, with either side to move.
    let pieces = ["K", "k", "PN", "n-"];
    let mut setups: Vec<Vec<char>> = vec![vec!['1'; cells]];
    for choice in pieces {
        let mut more = Vec::new();
        for setup in &setups {
            for piece in choice.chars() {
                if piece == '-' {
                    more.push(setup.clone());
                    continue;
                }
                for cell in (0..cells).filter(|&cell| setup[cell] == '1') {
                    let mut setup = setup.clone();
                    setup[cell] = piece;
                    more.push(setup);
                }
            }
        }
        setups = more;
    }
    let fens = setups.iter().flat_map(|setup| {
        let rows: Vec<String> = setup.chunks(3).map(|row| row.iter().collect()).collect();
        let text = rows.join("/").replace("111", "3").replace("11", "2");
        ["w", "b"].map(|side| format!("{text} {side} - - 0 1"))
    });
    let positions: Vec<Position> = fens.filter_map(|fen| Position::from_fen(&rules, &fen).ok()).collect();
    assert!(positions.len() > 5_000, "{}", positions.len());
    // A pawn stands on one of the two ranks in the middle.
    let possible = |position: &Position| {
        !position
            .fen()
            .split(' ')
            .next()
            .unwrap()
            .split('/')
            .enumerate()
            .any(|(row, text)| (row == 0 || row == 3) && text.contains('P'))
    };
    for position in positions.iter().filter(|position| possible(position)) {
        for m in position.legal_moves() {
            let mut after = position.clone();
            after.make(m);
            let text = position.move_text(m);
            known.entry(placement(&after)).or_default().insert((placement(position), text));
        }
    }
    let mut compared = 0;
    for position in positions.iter().filter(|position| possible(position)).step_by(29) {
        let diagram = Diagram { position: position.clone(), castling_known: true, en_passant_known: true };
        let found = past(&diagram, 1, &watch());
        assert_eq!(found.gap, None);
        // What is more than the setups have is left aside.
        let universe = |placed: &str| {
            let count = |letter: char| placed.chars().take_while(|c| *c != ' ').filter(|c| *c == letter).count();
            count('P') + count('N') == 1
                && count('n') <= 1
                && ["Q", "R", "B", "q", "r", "b", "p"]
                    .iter()
                    .all(|other| !placed.split(' ').next().unwrap().contains(other))
        };
        let found: BTreeSet<(String, String)> = found
            .last
            .iter()
            .map(|unmove| (placement(&unmove.before), unmove.before.move_text(unmove.played)))
            .filter(|(placed, _)| universe(placed))
            .collect();
        let empty = BTreeSet::new();
        let known = known.get(&placement(position)).unwrap_or(&empty);
        assert_eq!(&found, known, "{}", position.fen());
        compared += found.len();
    }
    assert!(compared > 1_000, "{compared}");
}

/// Asks about a position of a random game; whether all last moves were found, or what is wrong with them.
fn asks_about_a_random_game(random: &mut StdRng, rules: &Rules) -> Result<bool, String> {
    let mut position = rules.start();
    for _ in 0..random.random_range(4..40) {
        if play_random(random, &mut position).is_none() {
            break;
        }
    }
    let Some(played) = position.moves_made().last().copied() else { return Ok(false) };
    let mut before = position.clone();
    before.unmake();
    let Ok(known) = Position::new(rules, position.setup()) else { return Ok(false) };
    let diagram = Diagram { position: known, castling_known: true, en_passant_known: true };
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let found = past(&diagram, 1, &Watch::new(limits));
    let wanted = position.setup();
    for unmove in &found.last {
        let after = unmove.after().setup();
        let same = (after.side, after.part, after.counters) == (wanted.side, wanted.part, wanted.counters);
        if !same || after.placement != wanted.placement {
            return Err(format!("{} does not lead to {}", unmove.text(), position.fen()));
        }
    }
    let setup = before.setup();
    let is_there = found.last.iter().any(|unmove| {
        let earlier = unmove.before.setup();
        unmove.played == played && earlier.placement == setup.placement && earlier.counters == setup.counters
    });
    match found.gap {
        None if !is_there => Err(format!("{} in {} is not found", before.move_text(played), before.fen())),
        None if !found.illegal.is_empty() => Err(format!("{} is not {:?}", position.fen(), found.illegal)),
        gap => Ok(gap.is_none()),
    }
}

#[test]
fn the_move_that_was_made_is_among_the_last_moves_of_every_game() {
    let mut random = random(60);
    let (mut complete, mut games, mut wrong) = (0, 0, Vec::new());
    for (id, rules) in all_rules() {
        for _ in 0..2 {
            games += 1;
            match asks_about_a_random_game(&mut random, &rules) {
                Ok(found_all) => complete += usize::from(found_all),
                Err(fault) => wrong.push(format!("{id}: {fault}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // What explodes is not taken back, and the search has a limit.
    assert!(complete * 10 > games * 8, "{complete} of {games}");
}

/// Conditions under which more happens than a move, all of which can be taken back.
const CONDITIONS: [&str; 9] = [
    "andernach",
    "anticirce",
    "chameleon-circe",
    "circe",
    "circe-clone",
    "circe-double-agents",
    "couscous-circe",
    "diametral-circe",
    "pwc",
];

fn changed(condition: &str) -> String {
    format!("title \"Changed\"\nbased-on \"chess\"\ninclude \"lib/conditions/{condition}\"\n")
}

#[test]
fn what_follows_moves_is_taken_back() {
    let mut random = random(61);
    for condition in CONDITIONS {
        let rules = rules_of(&changed(condition));
        for _ in 0..3 {
            let asked = asks_about_a_random_game(&mut random, &rules);
            assert!(asked.is_ok(), "{condition}: {asked:?}");
        }
        let known = of(&rules, "4k3/8/8/8/8/8/8/4K2R b", 1);
        assert_eq!(known.gap, None, "{condition}");
    }
    // The captured rook is reborn on a8, a square of the same shade.
    let circe = rules_of(&changed("circe"));
    let found = of(&circe, "r3k3/8/8/7R/8/8/8/4K3 b", 1);
    let reborn = found.last.iter().filter(|unmove| unmove.text() == "Ra5xRh5").map(|unmove| unmove.before.fen());
    let reborn: Vec<String> = reborn.collect();
    assert!(reborn.iter().any(|fen| fen.starts_with("4k3/8/8/R6r/8/8/8/4K3 w")), "{reborn:?}");
    assert_eq!(of(&rules("atomic"), "4k3/8/8/8/8/8/8/4K2R b", 1).gap, Some(Gap::Effects));
}
