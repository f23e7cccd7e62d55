//! What must be done before all else, and what may not (O1 to O3, O6), and the ends of the games that are made of it.

use spielraum_catalogue::{Compile, Source, load};
use spielraum_rules::{Color, GenType, Position, Rules};
use spielraum_testkit::game;

fn position(id: &str, fen: &str) -> Position {
    let rules = game(id, &[]).rules().unwrap();
    Position::from_fen(&rules, fen).unwrap_or_else(|error| panic!("{id} {fen}: {error}"))
}

/// A game on 5x5 with K, R, P and what is added.
fn small(words: &str, start: &str) -> Result<Rules, String> {
    let text = format!(
        "board files=5 ranks=5\npiece \"K\" royal=#true {{ step \"radial\" }}\npiece \"R\" {{ slide \"orthogonal\" }}\n\
         piece \"P\" {{ move-only {{ step \"forward\" }}; capture-only {{ step \"forward diagonal\" }} }}\n{words}\n\
         start \"{start}\"\n"
    );
    let loaded = load(Source::Text { name: "small", text: &text }, &[]).and_then(|game| game.rules());
    loaded.map_err(|report| report.to_string())
}

/// The legal moves of a small game's start, which each way to ask for them gives alike.
fn moves(words: &str, start: &str) -> Vec<String> {
    let position = small(words, start).unwrap().start();
    let texts = |moves: &[spielraum_rules::Move]| {
        let mut texts: Vec<String> = moves.iter().map(|&m| position.move_text(m)).collect();
        texts.sort();
        texts
    };
    let legal = position.legal_moves();
    let mut generated = Vec::new();
    position.generate(GenType::All, &mut generated);
    assert_eq!(texts(&generated), texts(&legal), "{words}");
    assert_eq!(position.count_legal(), legal.len() as u64);
    assert!(legal.iter().all(|&m| position.is_legal(m) && position.is_pseudo_legal(m)));
    texts(&legal)
}

#[test]
fn who_can_capture_must_capture() {
    // Without the duty there are the moves of kings and rooks, too.
    assert!(moves("", "4k/5/5/r4/R3K w").len() > 4);
    assert_eq!(moves("must \"capture\"", "4k/5/5/r4/R3K w"), ["a1a2"]);
    // For Black alone.
    assert!(moves("must \"capture\" for=\"black\"", "4k/5/5/r4/R3K w").len() > 4);
    assert_eq!(moves("must \"capture\" for=\"black\"", "4k/5/5/r4/R3K b"), ["a2a1"]);
    // A capture that leaves the king attacked obliges nobody: the pawn stands before the king.
    assert_eq!(moves("must \"capture\"", "r3k/5/1r3/P4/K4 w"), ["a2a3"]);
}

#[test]
fn each_duty_narrows_what_those_before_it_leave() {
    // A pawn and a rook can capture.
    let start = "4k/5/p1r2/1P3/2R1K w";
    assert_eq!(moves("must \"capture\"", start), ["b2a3", "b2c3", "c1c3"]);
    assert_eq!(moves("must \"capture\"\nmust \"capture\" by=\"R\"", start), ["c1c3"]);
    assert_eq!(moves("must \"capture\" by=\"P\"\nmust \"capture\"", start), ["b2a3", "b2c3"]);
    // What can't be done is no duty: the king captures nothing.
    assert_eq!(moves("must \"capture\" by=\"K\"\nmust \"capture\" by=\"P\"", start), ["b2a3", "b2c3"]);
    // A quiet move first of all, and then of captures nothing is left.
    let quiet = moves("must \"move\"\nmust \"capture\"", start);
    assert!(!quiet.is_empty() && !quiet.iter().any(|text| ["b2a3", "b2c3", "c1c3"].contains(&text.as_str())));
}

#[test]
fn a_hand_can_be_emptied_first() {
    let words = "hand order=\"R P\"\nmust \"drop\" by=\"R\"";
    assert!(moves(words, "4k/5/5/5/K4[Pr] w").len() > 20, "only the rook must be dropped");
    let drops = moves(words, "4k/5/5/5/K4[PR] w");
    assert!(drops.len() == 23 && drops.iter().all(|text| text.starts_with("R@")), "{drops:?}");
}

#[test]
fn checks_may_be_forbidden() {
    let free = moves("", "1k3/5/5/5/R3K w");
    let left = moves("may-not \"give-check\"", "1k3/5/5/5/R3K w");
    let checks: Vec<_> = free.iter().filter(|text| !left.contains(text)).collect();
    assert_eq!(checks, ["a1a5", "a1b1"]);
    // The king discovers the check of its rook.
    let discovered = moves("may-not \"give-check\"", "k4/5/5/K4/R4 w");
    assert!(
        !discovered.iter().any(|text| text == "a2b2") && discovered.iter().any(|text| text == "a1b1"),
        "{discovered:?}"
    );
    // Drops alone.
    let words = "hand order=\"R\"\nmay-not \"give-check\" on=\"drop\"";
    let start = "1k3/5/5/5/R3K[R] w";
    let left = moves(words, start);
    assert!(
        left.iter().any(|text| text == "a1a5") && !left.iter().any(|text| text == "R@b2" || text == "R@e5"),
        "{left:?}"
    );
    // A capture that would give check is none, and so no duty.
    let left = moves("may-not \"give-check\"\nmust \"capture\"", "p1k2/5/5/5/R3K w");
    assert!(!left.iter().any(|text| text == "a1a5") && left.len() > 4, "{left:?}");
}

#[test]
fn an_en_passant_capture_is_one() {
    let mut position = position("antichess", "8/2p5/8/1P6/8/8/8/7R b - - 0 1");
    position.make(position.parse_move("c7c5").unwrap());
    let texts: Vec<String> = position.legal_moves().iter().map(|&m| position.move_text(m)).collect();
    assert_eq!(texts, ["b5c6"]);
    assert!(position.is_compelled());
    assert!(!game("antichess", &[]).rules().unwrap().start().is_compelled());
}

/// Games, positions, who has won (or `draw`, or `open`) and how many moves there are, by Fairy-Stockfish (pyffish 0.0.90).
const ENDS: &[(&str, &str, &str, usize)] = &[
    ("misere", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "b", 0),
    ("misere", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "draw", 0),
    ("losers", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "b", 0),
    ("losers", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "b", 0),
    ("losers", "4k3/8/8/8/8/8/3R4/4K3 b - - 0 1", "b", 0),
    ("losers", "4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", "w", 0),
    ("losers", "4k3/8/8/8/8/8/3r4/4K3 b - - 0 1", "w", 0),
    ("antichess", "8/8/8/8/p7/P7/8/8 w - - 0 1", "w", 0),
    ("antichess", "8/8/8/8/8/P7/8/8 b - - 0 1", "b", 0),
    ("antichess", "8/8/8/8/8/P7/8/8 w - - 0 1", "b", 0),
    ("suicide", "8/8/8/8/p7/P7/8/8 w - - 0 1", "draw", 0),
    ("suicide", "8/8/8/8/p7/P7/7p/8 w - - 0 1", "w", 0),
    ("suicide", "8/8/8/8/p7/P7/P7/8 w - - 0 1", "b", 0),
    ("suicide", "8/p7/p7/P7/8/8/8/8 b - - 0 1", "w", 0),
    ("giveaway", "8/8/8/8/8/8/8/4K2R w K - 0 1", "b", 0),
    ("codrus", "8/8/8/8/8/8/8/RR2K3 b - - 0 1", "b", 0),
    ("codrus", "8/8/8/8/8/k7/8/RR6 b - - 0 1", "w", 0),
    ("codrus", "8/8/8/8/8/k7/8/RR2K3 w - - 0 1", "open", 1),
    ("extinction", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "w", 0),
    ("extinction", "rnbqkbnr/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "w", 0),
    ("extinction", "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "w", 0),
    ("extinction", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w KQkq - 0 1", "b", 0),
    ("kinglet", "rnbqkbnr/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "w", 0),
    ("kinglet", "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "open", 20),
    ("armageddon", "k7/8/1Q6/8/8/8/8/7K b - - 0 1", "b", 0),
    ("armageddon", "7k/8/8/8/8/6q1/8/7K w - - 0 1", "b", 0),
    ("armageddon", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "w", 0),
    ("racingkings", "6K1/k7/8/8/8/8/8/8 b - - 0 1", "open", 5),
    ("racingkings", "6K1/8/k7/8/8/8/8/8 b - - 0 1", "w", 0),
    ("racingkings", "k5K1/8/8/8/8/8/8/8 w - - 0 1", "draw", 0),
    ("racingkings", "k7/6K1/8/8/8/8/8/8 w - - 0 1", "b", 0),
    ("racingkings", "6K1/8/8/k7/8/8/8/8 w - - 0 1", "w", 0),
    ("racingkings", "5RK1/1k6/8/8/8/8/8/8 b - - 0 1", "w", 0),
    ("racingchess", "4K3/8/8/8/8/8/k7/8 b - - 0 1", "open", 5),
    ("racingchess", "4K3/8/8/8/k7/8/8/8 b - - 0 1", "w", 0),
    ("racingchess", "8/8/8/4K3/8/8/8/3k4 w - - 0 1", "b", 0),
    ("checkmateless", "k7/8/1K6/8/8/8/8/8 b - - 0 1", "open", 1),
    ("checkmateless", "k7/2Q5/8/8/8/8/8/K7 b - - 0 1", "w", 0),
    ("shatranj", "4k3/8/8/8/8/8/8/RR2K3 b - - 0 1", "w", 0),
    ("shatranj", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1", "open", 5),
    ("shatranj", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "w", 0),
    ("shatranj", "7k/5R2/6K1/8/8/8/8/n7 b - - 0 1", "open", 3),
    ("courier", "3k8/12/12/12/12/12/12/RR2K7 b - - 0 1", "w", 0),
    ("courier", "3k8/12/12/12/12/12/12/R3K7 b - - 0 1", "open", 5),
    ("courier", "3k8/12/12/12/12/12/12/R3K7 w - - 0 1", "w", 0),
    ("jesonmor", "9/9/9/9/4N4/9/9/n8/9 w - - 0 1", "w", 0),
    ("jesonmor", "9/9/9/9/4N4/9/9/n8/9 b - - 0 1", "open", 3),
    ("jesonmor", "9/9/9/9/4n4/9/9/N8/9 b - - 0 1", "b", 0),
    ("jesonmor", "9/9/9/9/9/9/9/9/N8 b - - 0 1", "w", 0),
    ("dobutsu", "L2/3/2l/3[] b - - 0 1", "w", 0),
    ("dobutsu", "L2/1l1/3/3[] b - - 0 1", "open", 8),
    ("dobutsu", "L2/1e1/2l/3[] b - - 0 1", "open", 7),
    ("dobutsu", "L2/1e1/2l/3[] w - - 0 1", "open", 3),
    ("dobutsu", "3/L2/3/2l[] w - - 0 1", "b", 0),
    ("dobutsu", "L2/3/3/2l[] w - - 0 1", "draw", 0),
    ("dobutsu", "1l1/3/3/3[] w - - 0 1", "b", 0),
    ("dobutsu", "1l1/3/1L1/3[Cc] w - - 0 1", "open", 18),
];

#[test]
fn games_end_as_fairy_stockfish_ends_them() {
    for &(id, fen, winner, moves) in ENDS {
        let position = position(id, fen);
        let outcome = position.outcome_of_position();
        // Kings alone are a draw here; there the game goes on.
        let is_bare = outcome.as_ref().is_some_and(|outcome| outcome.reason.code() == "bare-royals");
        let found = match outcome.filter(|_| !is_bare).map(|outcome| outcome.winner) {
            None => "open",
            Some(None) => "draw",
            Some(Some(Color::White)) => "w",
            Some(Some(Color::Black)) => "b",
        };
        let count = if is_bare { position.continuations().len() } else { position.legal_moves().len() };
        assert_eq!((found, count), (winner, moves), "{id} {fen}");
    }
}

#[test]
fn draws_may_be_won() {
    // By repetition and by the move count, in a search as in a game.
    let mut position = position("armageddon", "7k/8/8/8/8/8/R7/K7 w - - 0 1");
    for text in ["a2b2", "h8g8", "b2a2", "g8h8", "a2b2", "h8g8", "b2a2", "g8h8"] {
        position.make(position.parse_move(text).unwrap());
    }
    let outcome = position.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason.code()), (Some(Color::Black), "repetition"));
    assert_eq!(position.standing(0), spielraum_rules::Standing::Over(Some(Color::Black)));
    let counted = self::position("armageddon", "7k/8/8/8/8/8/R7/K7 b - - 100 80").outcome().unwrap();
    assert_eq!((counted.winner, counted.reason.code()), (Some(Color::Black), "move-count"));
    let bare = self::position("armageddon", "7k/8/8/8/8/8/8/K7 b - - 0 80");
    assert_eq!(bare.outcome().unwrap().winner, Some(Color::Black));
    assert!(bare.can_win(Color::Black));
}

/// What is wrong with a small game.
fn fault(words: &str) -> String {
    small(words, "r3k/5/5/5/R3K").err().unwrap_or_else(|| panic!("{words} has no fault"))
}

#[test]
fn what_is_wrong_is_said() {
    for (words, wanted) in [
        ("must \"captures\"", "the kind of move `captures` is not known (did you mean `capture`?)"),
        ("must", "`must` needs a value behind it"),
        ("may-not \"check\"", "the outcome `check` is not known"),
        ("may-not \"give-check\" on=\"drops\"", "the kind of move `drops` is not known (did you mean `drop`?)"),
        ("must \"capture\" for=\"red\"", "the side `red` is not known"),
        ("checkmate \"lose\"", "the outcome `lose` is not known (did you mean `loss`?)"),
        ("draws \"black\"", "the outcome `black` is not known"),
        ("end \"win\" { can { no-moves } }", "`can` looks one move ahead"),
        ("end \"win\" { can { not { can { pieces \"R\" } } } }", "`can` looks one move ahead"),
        ("end \"win\" { pieces \"R\" most=1 safe=#true }", "of safe pieces at least some are asked for"),
        (
            "hand order=\"R\" { drop \"R\" no-mate=#true; }\nend \"win\" { can { pieces \"R\" } }",
            "`can` is not possible in a game in which a drop may not give checkmate",
        ),
        (
            "may-not \"mate\" if=\"several\"\nend \"win\" { can { pieces \"R\" } }",
            "`can` is not possible in a game with a ban that asks for checkmate",
        ),
    ] {
        let found = fault(words);
        assert!(found.contains(wanted), "{words}: {found}");
    }
    assert!(fault(&"must \"capture\"\n".repeat(17)).contains("16 lines of `must` and `may-not` at most"));
    // Without royals there is no check.
    for words in ["may-not \"give-check\"", "checkmate \"win\""] {
        let text =
            format!("board files=5 ranks=5\npiece \"R\" {{ slide \"orthogonal\" }}\n{words}\nstart \"r4/5/5/5/4R\"\n");
        let report = load(Source::Text { name: "small", text: &text }, &[]).err().map(|report| report.to_string());
        let report = report.unwrap_or_else(|| panic!("{words} has no fault"));
        assert!(report.contains("a game without a royal piece has no check"), "{report}");
    }
}

#[test]
fn rules_are_explained_with_the_names_of_pieces() {
    let explained = |id: &str| game(id, &[]).explain().split_whitespace().collect::<Vec<_>>().join(" ");
    for (id, sentence) in [
        ("antichess", "A side that can make a capture must do so."),
        ("losers", "Checkmate: a side that has no legal move while its King is attacked wins."),
        ("racingkings", "A side may not give check."),
        ("racingkings", "has a legal move after which"),
        ("suicide", "it has fewer pieces than its enemy"),
        ("ataxx", "it has fewer pieces than its enemy"),
        ("armageddon", "Black wins instead of a draw."),
        ("dobutsu", "that is not attacked"),
        ("chess", "A Pawn promotes to a Queen, Rook, Bishop or Knight when its move ends on rank 8"),
        ("shogi", "In hand, these count as other pieces: Promoted Silver as Silver"),
        ("stock-taijitu", "An Emperor may change places with an adjacent Stockbrook"),
        ("stockgi", "then on outward in the 4 forward triagonal directions"),
        ("chess", "The game is a draw after 50 moves by each side without a capture, promotion or move of a Pawn."),
        ("threekings", "A side with fewer than three Kings left loses."),
        ("losers", "A side wins if it has at most one piece."),
        ("makpong", "either it has a Pawn or its enemy has a Pawn or its enemy has nothing but its royals"),
        ("makruk", "If its enemy has at least two Khons: 22 moves"),
        ("atomic", "all pieces of both sides on the neighbouring cells leave the board, except the Pawns"),
        ("yang-qi", "that its side has lost when its move ends on rank 10 (White) or rank 1 (Black). Without one"),
        ("xiangqi", "from the enemy's own half"),
        ("grand", "it must if it could never move again. Without one, it cannot move to where it must promote."),
        ("grand", "If only the Kings are left, the game is a draw."),
        ("spartan", "Checkmate: a side that has no legal move while in check loses."),
        ("ataxx", "The game is a draw if, for either side, it has just passed"),
        ("pocketknight", "without a capture, drop, promotion or move of a Pawn"),
        ("flipped-return", "Eunuchs"),
    ] {
        assert!(explained(id).contains(sentence), "{id} does not say `{sentence}`: {}", explained(id));
    }
}

#[test]
fn some_may_not_capture_some() {
    assert_eq!(
        moves("may-not \"capture\" of=\"R\" by=\"R\"", "4k/5/5/r4/R3K w").iter().filter(|m| *m == "a1a2").count(),
        0
    );
    assert!(moves("may-not \"capture\" of=\"R\" by=\"P\"", "4k/5/5/r4/R3K w").contains(&"a1a2".to_owned()));
    assert!(moves("may-not \"capture\" of=\"R\" for=\"black\"", "4k/5/5/r4/R3K w").contains(&"a1a2".to_owned()));
    assert!(fault("may-not \"capture\" of=\"K\"").contains("a royal is never captured"));
    assert!(!moves("may-not \"capture\"", "4k/5/5/r4/R3K w").contains(&"a1a2".to_owned()));
    assert!(fault("may-not \"give-check\" of=\"R\"").contains("`of` has a meaning only in"));
}

#[test]
fn a_king_that_may_not_flee_only_captures_what_gives_check() {
    let stand = "may-not \"flee\"";
    // The rook on c3 gives check; the king may take it on a neighbouring cell, and a piece may come between.
    assert_eq!(moves(stand, "k4/5/2r2/1R3/2K2 w - - 0 1"), ["b2c2"]);
    assert_eq!(moves(stand, "k4/5/5/2r2/2K2 w - - 0 1"), ["c1c2"]);
    assert_eq!(moves("", "k4/5/2r2/5/2K2 w - - 0 1").len(), 4);
}
