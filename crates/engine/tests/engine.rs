//! The engine finds what it must, ends when it must, and plays legal moves in every game.

mod common;

use common::{best_text, engine, search};
use spielraum_catalogue::{Compile, Source, load};
use spielraum_engine::{Engine, EngineError, EngineOptions, Level, Limits, ScoreKind, Stop, bench_positions};
use spielraum_rules::spec::Ownership;
use spielraum_rules::{Color, Position};
use spielraum_testkit::{all_rules, play_random, random, rules};
use std::time::Duration;

/// Positions in which the side to move mates in this many moves, and the only first move where there is just one.
const MATES: &[(&str, &str, u32, Option<&str>)] = &[
    ("chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1, Some("a1a8")),
    ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, Some("a1a6")),
    ("chess", "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 2, Some("d2h6")),
    ("chess", "8/8/8/8/8/6k1/4q3/7K b - - 0 1", 1, None),
    ("crazyhouse", "6k1/5ppp/8/8/8/8/8/7K[R] w - - 0 1", 1, None),
    ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1", 1, None),
    ("xiangqi", "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1", 1, Some("e2d2")),
];

#[test]
fn mates_are_found() {
    for &(id, fen, moves, only) in MATES {
        let rules = rules(id);
        let Ok(position) = Position::from_fen(&rules, fen) else { panic!("{id}: {fen}") };
        let best = search(&mut engine(&rules), &position, &Limits::depth(2 * moves + 5));
        let found = best.lines[0].score.moves_to_end();
        assert_eq!(found, Some(moves as i32), "{id} {fen}: {} {}", best.lines[0].score, best_text(&position, &best));
        if let Some(only) = only {
            assert_eq!(best_text(&position, &best), only, "{id} {fen}");
        }
    }
}

#[test]
fn duties_and_races_are_searched() {
    for (id, fen, best_move) in [
        // The pawn must take the rook, and who has nothing left has won.
        ("antichess", "8/8/8/8/8/1p6/8/R7 w - - 0 1", Some("a1a2")),
        // The only move is a capture; then the rook must be taken.
        ("antichess", "8/8/8/8/p7/1p6/8/R7 w - - 0 1", Some("a1a4")),
        ("racingkings", "8/6K1/8/k7/8/8/8/8 w - - 0 1", None),
        ("jesonmor", "9/9/9/9/9/9/5N3/9/n8 w - - 0 1", Some("f3e5")),
        ("losers", "7k/8/8/8/8/1p6/8/R6K w - - 0 1", Some("a1a2")),
    ] {
        let rules = rules(id);
        let position = Position::from_fen(&rules, fen).unwrap();
        let best = search(&mut engine(&rules), &position, &Limits::depth(8));
        let won = best.lines[0].score.moves_to_end().is_some_and(|moves| moves > 0);
        assert!(won, "{id} {fen}: {} {}", best.lines[0].score, best_text(&position, &best));
        if let Some(wanted) = best_move {
            assert_eq!(best_text(&position, &best), wanted, "{id} {fen}");
        }
    }
}

#[test]
fn several_threads_find_the_same_mates() {
    for &(id, fen, moves, _) in MATES {
        let rules = rules(id);
        let position = Position::from_fen(&rules, fen).unwrap();
        let mut engine = Engine::new(&rules, EngineOptions { threads: 4, ..EngineOptions::default() }).unwrap();
        let best = search(&mut engine, &position, &Limits::depth(2 * moves + 7));
        assert_eq!(best.lines[0].score.moves_to_end(), Some(moves as i32), "{id} {fen}: {}", best.lines[0].score);
    }
}

#[test]
fn a_win_that_is_told_is_carried_out() {
    let (mut dice, mut told) = (random(3), 0);
    for id in ["crazyhouse", "xiangqi", "shogi", "nacht-schach", "nichtschach", "elefantnichtschach", "stockgi"] {
        let rules = rules(id);
        let path = format!("{}/../../tests/tactics/{id}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let longest =
            text.lines().filter_map(|line| line.split_once(' ')).filter(|(moves, _)| ["3", "4"].contains(moves));
        for (_, fen) in longest.take(6) {
            let mut position = Position::from_fen(&rules, fen).unwrap();
            let (mut engine, winner) = (engine(&rules), position.side_to_move());
            let limits = Limits { nodes: Some(30_000), ..Limits::default() };
            let mut left = None;
            while position.outcome().is_none() {
                let best = search(&mut engine, &position, &limits);
                let moves = best.lines[0].score.moves_to_end().filter(|moves| *moves > 0);
                // Once reported, the win must come in time, whatever the other side does.
                left = match (left, moves) {
                    (None, None) => break,
                    (None, Some(moves)) => Some(moves),
                    (Some(left), moves) => {
                        assert!(moves.is_some_and(|moves| moves < left), "{id} {fen}: {moves:?} after {left}");
                        moves
                    }
                };
                position.make(best.best.unwrap());
                if position.outcome().is_none() {
                    play_random(&mut dice, &mut position);
                }
            }
            if left.is_some() {
                assert_eq!(position.outcome().unwrap().winner, Some(winner), "{id} {fen}");
                told += 1;
            }
        }
    }
    assert!(told > 20, "only {told} wins were told");
}

/// Whether the side to move mates within this many moves, found by trying everything.
fn mates_within(position: &mut Position, moves: u32) -> bool {
    position.legal_moves().into_iter().any(|m| {
        position.make(m);
        let mated = match position.outcome_of_position() {
            Some(outcome) => outcome.winner == Some(!position.side_to_move()),
            None => {
                moves > 1
                    && !position.legal_moves().into_iter().any(|answer| {
                        position.make(answer);
                        let escapes = !mates_within(position, moves - 1);
                        position.unmake();
                        escapes
                    })
            }
        };
        position.unmake();
        mated
    })
}

#[test]
fn mates_of_random_games_are_found() {
    for (id, wanted) in [("chess", 6), ("minixiangqi", 8), ("minishogi", 4)] {
        let rules = rules(id);
        let (mut dice, mut found) = (random(5), 0);
        while found < wanted {
            let mut position = rules.start();
            while position.ply() < 120 && play_random(&mut dice, &mut position).is_some() {}
            if position.outcome_of_position().is_none_or(|outcome| outcome.winner.is_none()) || position.ply() < 3 {
                continue;
            }
            for _ in 0..3 {
                position.unmake();
            }
            let moves = if mates_within(&mut position, 1) { 1 } else { 2 };
            if mates_within(&mut position, moves) {
                // Afresh, so that what was before the position is not known.
                let position = Position::from_fen(&rules, &position.fen()).unwrap();
                let best = search(&mut engine(&rules), &position, &Limits::depth(12));
                assert_eq!(best.lines[0].score.moves_to_end(), Some(moves as i32), "{id} {}", position.fen());
                found += 1;
            }
        }
    }
}

#[test]
fn the_last_piece_of_a_family_is_taken() {
    // White's sliders are all there; Black has one rook left and hangs it.
    let rules = rules("nichtschach");
    let mut dice = random(3);
    let mut won = 0;
    for _ in 0..40 {
        let mut position = rules.start();
        while play_random(&mut dice, &mut position).is_some() {}
        let Some(winner) = position.outcome().and_then(|outcome| outcome.winner) else { continue };
        position.unmake();
        assert_eq!(position.side_to_move(), winner);
        let best = search(&mut engine(&rules), &position, &Limits::depth(2));
        assert_eq!(best.lines[0].score.kind(), ScoreKind::WinIn(1), "{}", position.fen());
        won += 1;
    }
    assert!(won > 20);
}

#[test]
fn every_game_is_played_to_its_end_with_legal_moves() {
    for (id, rules) in all_rules() {
        let mut engine = engine(&rules);
        let mut dice = random(11);
        let mut position = rules.start();
        for ply in 0..30 {
            if position.outcome().is_some() {
                break;
            }
            let depth = 1 + ply % 3;
            let best = search(&mut engine, &position, &Limits { nodes: Some(300), ..Limits::depth(depth) });
            let m = best.best.unwrap();
            assert!(position.is_legal(m), "{id} {}", position.fen());
            let mut after = position.clone();
            for &m in &best.lines[0].moves {
                assert!(after.is_legal(m), "{id} {}: {:?}", position.fen(), best.lines[0].moves);
                after.make(m);
            }
            if ply % 2 == 0 {
                position.make(m);
            } else {
                play_random(&mut dice, &mut position);
            }
        }
    }
}

#[test]
fn a_turn_of_two_parts_is_searched_as_one() {
    let rules = rules("duck");
    // What the side to move does in each part of its turn.
    let turn = |fen: &str| {
        let mut position = Position::from_fen(&rules, fen).unwrap();
        let (side, mut engine, mut scores) = (position.side_to_move(), engine(&rules), Vec::new());
        while position.side_to_move() == side && position.outcome().is_none() {
            let best = search(&mut engine, &position, &Limits::depth(4));
            scores.push(best.lines[0].score.kind());
            position.make(best.best.unwrap());
        }
        (position, scores)
    };
    // A king that can be captured is, and then the duck is placed all the same.
    let (over, scores) = turn("k6r/8/8/8/8/8/1r6/R3K3 w - - 0 1 -");
    assert_eq!(over.outcome().and_then(|outcome| outcome.winner), Some(Color::White), "{over:?}");
    assert_eq!(scores, [ScoreKind::WinIn(1); 2]);
    // Only the duck can come between the rook and the king.
    let (saved, _) = turn("4r2k/8/8/8/8/8/PPPP1PPP/RNBQKBNR w KQ - 0 1 2");
    let king = rules.board().find("e1").unwrap();
    assert!(!saved.is_attacked(king, Color::Black), "the duck stands on the file: {saved:?}");
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let rules = rules("chess");
    let position = Position::from_fen(&rules, "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1").unwrap();
    let best = search(&mut engine(&rules), &position, &Limits::depth(5));
    assert_eq!((best.best, best.lines.len()), (None, 0));
}

#[test]
fn the_same_search_gives_the_same_answer() {
    for id in ["chess", "crazyhouse", "raumschach", "stockgi", "nichtschach", "xiangqi"] {
        let rules = rules(id);
        let run = || {
            let mut engine = engine(&rules);
            let first = search(&mut engine, &rules.start(), &Limits::depth(6));
            let second = search(&mut engine, &rules.start(), &Limits::nodes(3_000));
            (first.nodes, first.lines, second.nodes, second.lines)
        };
        assert_eq!(run(), run(), "{id}");
    }
}

#[test]
fn a_search_ends_when_it_is_stopped() {
    for id in ["chess", "stockgi", "yang-qi"] {
        let rules = rules(id);
        let mut engine = Engine::new(&rules, EngineOptions { hash_mb: 4, threads: 2 }).unwrap();
        let stop = Stop::new();
        let token = stop.clone();
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(60));
            token.stop();
        });
        let limits = Limits { infinite: true, depth: Some(1), ..Limits::default() };
        let best = engine.search(&rules.start(), &limits, &stop, &mut |_| {});
        assert!(stop.is_stopped() && best.best.is_some(), "{id}");
        let best = engine.search(&rules.start(), &Limits::default(), &stop, &mut |_| {});
        assert!(best.best.is_some(), "{id}");
        stopper.join().unwrap();
    }
}

#[test]
fn pondering_ends_with_the_hit() {
    let rules = rules("chess");
    let stop = Stop::new();
    let token = stop.clone();
    let hit = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        token.ponder_hit();
    });
    let limits = Limits { ponder: true, time: Some(Duration::from_millis(20)), ..Limits::default() };
    let best = engine(&rules).search(&rules.start(), &limits, &stop, &mut |_| {});
    assert!(stop.is_ponder_hit() && best.best.is_some());
    hit.join().unwrap();
}

#[test]
fn several_lines_are_different_and_in_order() {
    for id in ["chess", "raumschach", "stockhorn"] {
        let rules = rules(id);
        let limits = Limits { multi_pv: 4, ..Limits::depth(4) };
        let best = search(&mut engine(&rules), &rules.start(), &limits);
        let firsts: std::collections::HashSet<_> = best.lines.iter().map(|line| line.moves[0]).collect();
        assert_eq!(firsts.len(), 4, "{id}");
        assert!(best.lines.is_sorted_by(|a, b| a.score >= b.score), "{id}");
        assert_eq!(best.best, Some(best.lines[0].moves[0]));
    }
}

#[test]
fn only_the_moves_asked_for_are_looked_at() {
    let rules = rules("chess");
    let position = rules.start();
    let moves: Vec<_> = position.legal_moves().into_iter().take(2).collect();
    let limits = Limits { moves: moves.clone(), multi_pv: 5, ..Limits::depth(4) };
    let best = search(&mut engine(&rules), &position, &limits);
    assert_eq!(best.lines.len(), 2);
    assert!(best.lines.iter().all(|line| moves.contains(&line.moves[0])));
}

#[test]
fn impossible_options_are_refused() {
    let rules = rules("chess");
    let new = |hash_mb, threads| Engine::new(&rules, EngineOptions { hash_mb, threads }).err();
    assert_eq!(new(0, 1), Some(EngineError::HashSize(0)));
    assert_eq!(new(1, 0), Some(EngineError::Threads(0)));
    assert_eq!(new(1 << 20, 1), Some(EngineError::Memory(1 << 20)));
    let mut engine = engine(&rules);
    assert!(engine.set_hash(1 << 20).is_err());
    assert_eq!(engine.options().hash_mb, 1);
    assert_eq!(engine.set_hash(2), Ok(()));
}

#[test]
fn a_side_that_would_lose_takes_a_perpetual_check() {
    let rules = rules("chess");
    // Black threatens to mate on the first rank; White's queen checks for ever.
    let position = Position::from_fen(&rules, "6k1/5p1p/5Q2/8/8/8/rr5P/7K w - - 0 1").unwrap();
    let best = search(&mut engine(&rules), &position, &Limits::depth(11));
    assert_eq!(best.lines[0].score, spielraum_engine::Score::DRAW, "{}", best_text(&position, &best));
}

#[test]
fn levels_answer_with_legal_moves_and_vary_with_the_seed() {
    for id in ["chess", "shogi", "stock-qi"] {
        let rules = rules(id);
        let mut engine = engine(&rules);
        let position = rules.start();
        let mut chosen = std::collections::HashSet::new();
        for level in (Level::MIN..=Level::MAX).filter_map(Level::new) {
            for seed in 0..4 {
                let limits = Limits { level: Some(level), seed, nodes: Some(3_000), ..Limits::default() };
                let m = search(&mut engine, &position, &limits).best.unwrap();
                assert!(position.is_legal(m), "{id} {level:?}");
                if level.number() == 1 {
                    chosen.insert(m);
                }
            }
        }
        assert!(chosen.len() > 1, "{id}");
    }
}

#[test]
fn a_level_wins_the_largest_games_to_the_end() {
    // A side that leads by 80 pawns sees every sixteenth centipawn; what a level misjudges must not outweigh what the rest brings.
    let rules = rules("spaniennichtschach");
    let mut engines = [7, 1].map(|level| (Level::new(level), engine(&rules)));
    let mut position = rules.start();
    while position.outcome().is_none() && position.ply() < 800 {
        let (level, engine) = &mut engines[position.side_to_move() as usize];
        let limits = Limits { level: *level, seed: 3, ..Limits::default() };
        let best = search(engine, &position, &limits).best.unwrap();
        position.make(best);
    }
    assert_eq!(position.outcome().and_then(|outcome| outcome.winner), Some(Color::White), "{}", position.fen());
}

#[test]
fn even_the_weakest_sees_a_mate_in_one() {
    let rules = rules("chess");
    let position = Position::from_fen(&rules, "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1").unwrap();
    for level in (Level::MIN..=Level::MAX).filter_map(Level::new) {
        for seed in 0..5 {
            let limits = Limits { level: Some(level), seed, ..Limits::default() };
            let best = search(&mut engine(&rules), &position, &limits);
            assert_eq!(best_text(&position, &best), "a1a8", "{level:?} {seed}");
        }
    }
}

#[test]
fn a_clock_without_time_still_gives_a_move() {
    let rules = rules("chess");
    let clock = spielraum_rules::ByColor::both(spielraum_engine::Clock::default());
    let best = search(&mut engine(&rules), &rules.start(), &Limits { clock: Some(clock), ..Limits::default() });
    assert!(best.best.is_some());
}

#[test]
fn the_answer_is_what_was_told_last() {
    for id in ["chess", "crazyhouse", "raumschach"] {
        let rules = rules(id);
        let mut engine = engine(&rules);
        for position in bench_positions(&rules) {
            for nodes in (300..12_000).step_by(450) {
                engine.clear();
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let mut told = None;
                let best = engine.search(&position, &limits, &Stop::new(), &mut |info| told = info.pv.first().copied());
                assert_eq!(best.best, told, "{id} {} nodes {nodes}", position.fen());
            }
        }
    }
}

#[test]
fn an_engine_made_of_another_is_as_new() {
    let (first, second) = (rules("crazyhouse"), rules("minishogi"));
    let mut used = engine(&first);
    used.set_threads(2).unwrap();
    search(&mut used, &first.start(), &Limits::depth(5));
    let mut used = used.for_game(&second);
    assert_eq!(used.options(), EngineOptions { hash_mb: 1, threads: 2 });
    used.set_threads(1).unwrap();
    let limits = Limits::depth(6);
    let new = search(&mut engine(&second), &second.start(), &limits);
    assert_eq!(search(&mut used, &second.start(), &limits).nodes, new.nodes);
}

#[test]
fn a_piece_of_nobody_is_worth_nothing() {
    let text = "based-on \"chess\"\npiece \"T\" \"Stone\" owner=\"nobody\" capturable=#true\n";
    let rules = load(Source::Text { name: "test", text }, &[]).unwrap().rules().unwrap();
    // A stone that is guarded costs a queen; the free rook behind it is better.
    let position = Position::from_fen(&rules, "4k3/2p5/3!T4/8/3Q3r/8/8/4K3 w - - 0 1").unwrap();
    let pieces = rules.spec().pieces.iter();
    let worth: Vec<i32> =
        pieces.flat_map(|piece| [if piece.ownership == Ownership::Sides { 500 } else { 0 }; 2]).collect();
    let exchange = |text: &str, gain| position.see_ge(position.parse_move(text).unwrap(), &worth, gain);
    assert!(!exchange("d4d6", 0) && exchange("d4h4", 500));
    let best = search(&mut engine(&rules), &position, &Limits::depth(6));
    assert_eq!(best_text(&position, &best), "d4h4");
}
