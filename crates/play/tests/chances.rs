//! Who could still win, and what a fallen flag is worth.

use spielraum_catalogue::{Compile, Source, load};
use spielraum_play::{Action, Effect, Ending, GameState, Players, Time, TimeControl};
use spielraum_rules::{ByColor, Color, Position, Rules};
use std::collections::HashMap;
use std::time::Duration;

/// Positions that python-chess has judged: the game, the FEN, the sides that could win.
const JUDGED: &str = include_str!("../../../tests/cases/chances.txt");

fn rules(game: &str) -> Rules {
    load(Source::Builtin(game), &[]).unwrap().rules().unwrap()
}

/// The sides that could win, as letters.
fn sides(position: &Position) -> String {
    let could: String = [(Color::White, 'w'), (Color::Black, 'b')]
        .iter()
        .filter(|(side, _)| position.can_win(*side))
        .map(|(_, c)| c)
        .collect();
    if could.is_empty() { "-".to_owned() } else { could }
}

#[test]
fn python_chess_judges_alike() {
    let mut games: HashMap<&str, Rules> = HashMap::new();
    let (mut judged, mut differing) = (0, Vec::new());
    for line in JUDGED.lines().filter(|line| !line.starts_with('#')) {
        let [game, fen, wanted] = line.split("; ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let rules = games.entry(game).or_insert_with(|| rules(game));
        let position = Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("{line}: {error}"));
        let found = sides(&position);
        if found != wanted {
            differing.push(format!("{line}, not {found}"));
        }
        judged += 1;
    }
    assert!(differing.is_empty(), "{} of {judged}:\n{}", differing.len(), differing.join("\n"));
    assert!(judged >= 400, "{judged}");
}

#[test]
fn other_games_are_judged_by_their_own_rules() {
    for (game, fen, could) in [
        // A king alone, on any board.
        ("raumschach", "k4/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/3QK w - - 0 1", "w"),
        // In space a rook does not hold a king in a corner.
        ("raumschach", "k4/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/3RK w - - 0 1", "-"),
        ("raumschach", "k4/5/5/5/5|5/5/5/5/5|5/5/2p2/5/5|5/5/5/5/5|5/5/5/5/4K w - - 0 1", "b"),
        ("stereo-chess", "4k3/8/8/8/8/8/8/4K2R|4/4/4/4|4/4/4/4|4/4/4/4|4/4/4/4 w - - 0 1", "w"),
        ("capablanca", "4k5/10/10/10/10/10/10/4K4C w - - 0 1", "w"),
        ("capablanca", "4k5/10/10/10/10/10/10/4K4N w - - 0 1", "-"),
        // A pawn helps to mate its own king.
        ("chess", "4k3/p7/8/8/8/8/8/4KN2 w - - 0 1", "wb"),
        // A stalemate wins.
        ("nacht-schach", "5k2/8/8/8/8/8/2R1K3[] w - - 0 1", "wb"),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1", "wb"),
        // What a king captures comes back as its own.
        ("crazyhouse", "4k3/8/8/8/8/8/8/R3K3[] w - - 0 1", "wb"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "-"),
        ("shogi", "4k4/9/9/9/9/9/9/9/R3K4[] w - - 0 1", "wb"),
        // A king wins by itself.
        ("kingofthehill", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "wb"),
        ("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 3+1 0 1", "w"),
        // The last of a family can be captured.
        ("nichtschach", &rules("nichtschach").start().fen(), "wb"),
    ] {
        let position = Position::from_fen(&rules(game), fen).unwrap_or_else(|error| panic!("{game} {fen}: {error}"));
        assert_eq!(sides(&position), could, "{game} {fen}");
    }
}

#[test]
fn every_game_can_be_won_at_the_start() {
    for game in spielraum_catalogue::ids() {
        assert_eq!(sides(&rules(game).start()), "wb", "{game}");
    }
}

/// How a game ends in which the flag of a side falls.
fn flagged(game: &str, fen: &str) -> Ending {
    let position = Position::from_fen(&rules(game), fen).unwrap();
    let control =
        ByColor::both(Some(TimeControl::Fischer { initial: Duration::from_secs(1), increment: Duration::ZERO }));
    let mut state = GameState::new(position, Players::Two).with_clocks(control);
    state.run_clock(Time::ZERO);
    assert_eq!(state.apply(Color::White, Action::Flag, Duration::from_secs(1)), Ok(Effect::Ended));
    state.ending().unwrap().clone()
}

#[test]
fn a_flag_against_a_side_that_could_never_win_is_a_draw() {
    let drawn = flagged("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_eq!(drawn, Ending::TimeOutDraw(Color::White));
    assert_eq!((drawn.winner(), drawn.code()), (None, "time-draw"));
    assert_eq!(drawn.said(rules("chess").spec().sides), "Draw: White's time is up, and Black could never win");
    let lost = flagged("chess", "4k3/7p/8/8/8/8/8/R3K3 w - - 0 1");
    assert_eq!((lost.winner(), lost.code()), (Some(Color::Black), "time"));
    let in_space = flagged("raumschach", "k4/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/3RK w - - 0 1");
    assert_eq!(in_space, Ending::TimeOutDraw(Color::White));
    assert_eq!(flagged("kingofthehill", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), Ending::TimeOut(Color::White));
}
