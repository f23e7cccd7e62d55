//! The engine with tables: it wins what is won within the distance, and does not lose what is drawn.

use crate::slow::empty;
use crate::{material, rules, tables};
use spielraum_endgames::{Tables, Value};
use spielraum_engine::{Engine, EngineOptions, Limits, ScoreKind, Stop};
use spielraum_rules::{Color, Position, Rules};
use spielraum_testkit::rand::{Rng, seq::IndexedRandom};
use spielraum_testkit::{from_env, random};
use std::path::Path;
use std::sync::Arc;

struct Player {
    tables: Arc<Tables>,
    engine: Engine,
}

impl Player {
    fn new(rules: &Rules, text: &str, folder: &Path) -> Self {
        let tables = Arc::new(tables(rules, text, folder));
        let mut engine = Engine::new(rules, EngineOptions { hash_mb: 1, threads: 1 }).expect("an engine");
        engine.set_tables(Some(tables.clone()));
        Self { tables, engine }
    }

    fn value(&self, position: &Position) -> Value {
        self.tables.probe(position).expect("a sound table").expect("a table")
    }

    fn moves(&mut self, position: &mut Position) {
        let limits = Limits { nodes: Some(300), ..Limits::default() };
        let best = self.engine.search(position, &limits, &Stop::new(), &mut |_| {});
        position.make(best.best.expect("a move"));
    }
}

/// A defence: the most obstinate one, which draws by repetition if it can, or any.
fn defend(tables: &Tables, position: &mut Position, is_perfect: bool, random: &mut impl Rng) {
    let draws = |position: &mut Position| {
        position.legal_moves().into_iter().find(|&made| {
            position.make(made);
            let outcome = position.outcome();
            position.unmake();
            outcome.is_some_and(|outcome| outcome.winner.is_none())
        })
    };
    let made = match is_perfect {
        true => draws(position).unwrap_or_else(|| tables.moves(position).expect("sound tables")[0].made),
        false => *position.legal_moves().choose(random).expect("a move"),
    };
    position.make(made);
}

/// Any legal position of some material that is not over.
fn any_position(rules: &Rules, text: &str, random: &mut impl Rng) -> Position {
    loop {
        let mut setup = empty(rules, Color::BOTH[random.random_range(0..2)]);
        let pieces = material(rules, text);
        for &(color, kind) in pieces.pieces() {
            let cell = random.random_range(0..setup.placement.len());
            setup.placement[cell] = Some((color.into(), kind));
        }
        let is_whole = setup.placement.iter().flatten().count() == pieces.pieces().len();
        if let Ok(position) = Position::new(rules, setup)
            && is_whole
            && position.outcome().is_none()
        {
            return position;
        }
    }
}

/// Plays on for the winner of a position; gives how many plies it took.
fn win(player: &mut Player, position: &mut Position, winner: Color, is_perfect: bool, random: &mut impl Rng) -> usize {
    let begin = position.ply();
    while position.outcome().is_none() {
        match position.side_to_move() == winner {
            true => player.moves(position),
            false => defend(&player.tables, position, is_perfect, random),
        }
        assert!(position.ply() < begin + 300, "{}", position.fen());
    }
    let outcome = position.outcome().expect("an end");
    assert_eq!(outcome.winner, Some(winner), "{outcome:?}: {}", position.fen());
    position.ply() - begin
}

fn wins_in_time(rules: &Rules, text: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut player = Player::new(rules, text, folder.path());
    let (mut random, mut won, wanted) = (random(7), 0, from_env("SPIELRAUM_ENDGAME_GAMES", 10));
    while won < wanted {
        let mut position = any_position(rules, text, &mut random);
        let side = position.side_to_move();
        let (winner, plies) = match player.value(&position) {
            Value::Win(plies) => (side, plies),
            Value::Loss(plies) => (!side, plies),
            Value::Draw => continue,
        };
        let fen = position.fen();
        let taken = win(&mut player, &mut position, winner, won % 2 == 0, &mut random);
        assert!(taken <= plies.into(), "{fen}: {taken} plies instead of {plies}");
        won += 1;
    }
}

#[test]
fn won_positions_are_won_within_the_distance() {
    for text in ["KQ v K", "KR v K", "KP v K"] {
        wins_in_time(&rules("chess"), text);
    }
    wins_in_time(&rules("raumschach"), "KQ v K");
    wins_in_time(&rules("nacht-schach"), "KR v K");
    wins_in_time(&rules("minixiangqi"), "KN v K");
    wins_in_time(&rules("kingofthehill"), "KN v K");
}

#[test]
fn drawn_positions_are_not_lost() {
    for (game, text) in [("chess", "KP v K"), ("stereo-chess", "KR v K"), ("raumschach", "KP v K")] {
        let (rules, folder) = (rules(game), tempfile::tempdir().expect("a folder"));
        let mut player = Player::new(&rules, text, folder.path());
        let (mut random, mut held) = (random(11), 0);
        while held < 8 {
            let mut position = any_position(&rules, text, &mut random);
            // The lone king's part.
            if player.value(&position) != Value::Draw || position.side_to_move() == Color::White {
                continue;
            }
            held += 1;
            while position.outcome().is_none() && position.ply() < 24 {
                match position.side_to_move() {
                    Color::Black => player.moves(&mut position),
                    // The side that tries to win keeps the draw, at least.
                    Color::White => defend(&player.tables, &mut position, true, &mut random),
                }
                assert_eq!(player.value(&position), Value::Draw, "{game} {text}: {}", position.fen());
            }
        }
    }
}

/// The two positions that come next with best play have been there twice: a third time is a draw.
#[test]
fn a_record_does_not_cost_the_win() {
    let (rules, folder) = (rules("chess"), tempfile::tempdir().expect("a folder"));
    let mut player = Player::new(&rules, "KR v K", folder.path());
    let (mut random, mut won) = (random(5), 0);
    while won < 12 {
        let mut position = any_position(&rules, "KR v K", &mut random);
        let Value::Win(plies) = player.value(&position) else { continue };
        let there = player.tables.line(&position, 2).expect("sound tables");
        let texts: Vec<String> = there.iter().map(|&made| position.move_text(made)).collect();
        let [white, black] = &texts[..] else { continue };
        let back = |text: &str| format!("{}{}", &text[2..], &text[..2]);
        let cycle = [white.clone(), black.clone(), back(white), back(black)];
        let went = cycle.iter().cycle().take(7).all(|text| {
            let made = position.parse_move(text).ok();
            made.map(|made| position.make(made)).is_some() && position.outcome().is_none()
        });
        // Black turns aside before it is a draw.
        let aside = || {
            let moves = player.tables.moves(&position).expect("sound tables");
            moves.into_iter().find(|known| position.move_text(known.made) != cycle[3])
        };
        let Some(aside) = aside().filter(|known| went && known.value.is_some_and(|value| value.sign() < 0)) else {
            continue;
        };
        position.make(aside.made);
        let taken = win(&mut player, &mut position, Color::White, true, &mut random);
        assert!(taken <= usize::from(plies) + 40, "{taken} plies instead of {plies}");
        won += 1;
    }
}

#[test]
fn a_win_is_told_if_it_comes_before_the_draw_by_move_count() {
    let (rules, folder) = (rules("chess"), tempfile::tempdir().expect("a folder"));
    let mut player = Player::new(&rules, "KR v K", folder.path());
    // White mates in 31 plies.
    for (clock, is_told) in [(0, true), (69, true), (70, false), (95, false)] {
        let fen = format!("8/8/8/8/8/2k5/1R6/K7 w - - {clock} 80");
        let position = Position::from_fen(&rules, &fen).expect("a position");
        assert_eq!(player.value(&position), Value::Win(31));
        let best = player.engine.search(&position, &Limits::depth(4), &Stop::new(), &mut |_| {});
        let told = best.lines[0].score.kind();
        assert_eq!(told == ScoreKind::WinIn(31), is_told, "{fen}: {told:?}");
        assert_eq!(best.best, player.tables.moves(&position).expect("sound tables").first().map(|known| known.made));
    }
}

#[test]
fn the_way_into_a_table_is_found() {
    let (rules, folder) = (rules("chess"), tempfile::tempdir().expect("a folder"));
    let mut player = Player::new(&rules, "KQ v K", folder.path());
    for (fen, depth) in [("8/P7/8/8/2k5/8/8/K7 w - - 0 1", 1), ("8/8/P7/8/2k5/8/8/K7 w - - 0 1", 4)] {
        let position = Position::from_fen(&rules, fen).expect("a position");
        let mut hits = 0;
        let best =
            player.engine.search(&position, &Limits::depth(depth), &Stop::new(), &mut |info| hits = info.table_hits);
        let told = best.lines[0].score.kind();
        // The queen needs 19 plies at most.
        assert!(matches!(told, ScoreKind::WinIn(..=23)) && hits > 0, "{fen}: {told:?}, {hits} positions in tables");
    }
}
