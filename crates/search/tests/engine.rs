//! The engine finds what it must.

use spielraum_games::{Source, load};
use spielraum_rules::{Position, Rules};
use spielraum_search::{Engine, EngineOptions, Limits, ScoreKind, Stop};

fn rules(id: &str) -> Rules {
    load(Source::Builtin(id), &[]).unwrap().rules().unwrap()
}

#[test]
fn a_mate_in_one_is_found() {
    let rules = rules("chess");
    let position = Position::from_fen(&rules, "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1").unwrap();
    let mut engine = Engine::new(&rules, EngineOptions::default()).unwrap();
    let best = engine.search(&position, &Limits::depth(3), &Stop::new(), &mut |_| {});
    let m = best.best.unwrap();
    assert_eq!(position.move_text(m), "a1a8");
    assert_eq!(best.lines[0].score.kind(), ScoreKind::WinIn(1));
}
