//! Random sequences of actions: what is refused changes nothing, and what is done keeps the game whole.

use proptest::prelude::*;
use spielraum_catalogue::{Compile, Source, load};
use spielraum_play::{Action, Effect, Ending, GameState, Offer, Players, Progress, Refused, Status, Time, TimeControl};
use spielraum_rules::{ByColor, Color, Position};
use std::time::Duration;

/// Games that differ in what a move is: drops, promotions, a board in space, captures of one's own, turns of two parts.
const GAMES: [&str; 5] = ["chess", "crazyhouse", "raumschach", "stereo-chess", "duck"];

const INITIAL: Duration = Duration::from_secs(30);
const INCREMENT: Duration = Duration::from_secs(2);

/// A step of a sequence: who acts, what, and after how long.
#[derive(Clone, Debug)]
struct Step {
    by: Color,
    what: What,
    after: Duration,
}

#[derive(Clone, Debug)]
enum What {
    /// The legal move of this number, counted round.
    Legal(usize),
    /// The legal move of another position.
    Foreign(usize),
    Do(Action),
}

fn offer() -> impl Strategy<Value = Offer> {
    prop_oneof![Just(Offer::Draw), Just(Offer::Takeback), Just(Offer::Rematch)]
}

fn what() -> impl Strategy<Value = What> {
    prop_oneof![
        20 => any::<usize>().prop_map(What::Legal),
        1 => any::<usize>().prop_map(What::Foreign),
        1 => Just(What::Do(Action::Resign)),
        4 => offer().prop_map(|what| What::Do(Action::Offer(what))),
        3 => offer().prop_map(|what| What::Do(Action::Accept(what))),
        2 => offer().prop_map(|what| What::Do(Action::Decline(what))),
        2 => Just(What::Do(Action::Berserk)),
        1 => Just(What::Do(Action::Flag)),
        1 => Just(What::Do(Action::Begin)),
        1 => Just(What::Do(Action::Abort)),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let after = prop_oneof![9 => 0..4_000u64, 1 => 0..60_000u64];
    (any::<bool>(), what(), after).prop_map(|(white, what, after)| Step {
        by: if white { Color::White } else { Color::Black },
        what,
        after: Duration::from_millis(after),
    })
}

fn players() -> impl Strategy<Value = Players> {
    prop_oneof![Just(Players::Two), Just(Players::OneAndProgram), Just(Players::One)]
}

fn start(game: usize) -> Position {
    load(Source::Builtin(GAMES[game % GAMES.len()]), &[]).unwrap().rules().unwrap().start()
}

/// All that can be seen of a game.
fn seen(state: &GameState) -> (String, usize, Progress) {
    (state.position().fen(), state.plies(), state.progress().clone())
}

/// What always holds.
fn check(state: &GameState, now: Time) {
    let progress = state.progress();
    let mut replayed = state.start().clone();
    state.moves().into_iter().for_each(|m| {
        assert!(replayed.is_legal(m) && replayed.outcome().is_none(), "moves follow the rules from the start");
        replayed.make(m);
    });
    assert_eq!((replayed.fen(), replayed.hash()), (state.position().fen(), state.position().hash()));
    assert_eq!(state.status() == Status::Finished, state.ending().is_some());
    let by_rules = matches!(state.ending(), Some(Ending::Rules(_)));
    assert_eq!(replayed.outcome().is_some(), by_rules, "the rules' end is the game's");
    assert_eq!(state.legal_moves().is_empty(), state.status() != Status::Playing);
    let clocks = progress.clocks.as_ref().unwrap();
    let runs = clocks.running().map(|(side, _)| side);
    let expected = (state.status() == Status::Playing && state.plies() > 0).then(|| state.side_to_move());
    assert!(runs == expected || state.plies() == 0 && runs.is_none(), "{runs:?} {expected:?}");
    for side in Color::BOTH {
        let most = INITIAL + INCREMENT * 1_000;
        assert!(clocks.left(side, now).is_some_and(|left| left <= most));
    }
    for side in Color::BOTH.into_iter().filter(|&side| progress.berserk.is_some_and(|berserk| berserk[side])) {
        assert!(clocks.left(side, now).is_some_and(|left| left <= INITIAL / 2), "half of the time, and no more of it");
    }
    if state.status() != Status::Finished {
        assert_eq!(progress.offers.rematch, None);
    } else {
        assert_eq!((progress.offers.draw, progress.offers.takeback), (None, None));
    }
    if state.players() != Players::Two {
        assert_eq!(progress.offers, Default::default(), "there is nobody to ask");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn what_is_refused_changes_nothing_and_what_is_done_keeps_the_game_whole(
        game in 0..GAMES.len(), players in players(), open in any::<bool>(), steps in prop::collection::vec(step(), 0..80)
    ) {
        let control = ByColor::both(Some(TimeControl::Fischer { initial: INITIAL, increment: INCREMENT }));
        let mut state = GameState::new(start(game), players).with_clocks(control);
        let progress = Progress { open, berserk: Some(ByColor::default()), ..state.progress().clone() };
        state = GameState::restored(state.start().clone(), state.start().clone(), players, progress);
        let mut now = Duration::from_secs(1_000_000);
        for Step { by, what, after } in steps {
            now += after;
            let action = match what {
                What::Do(action) => action,
                What::Legal(number) => match state.legal_moves() {
                    moves if moves.is_empty() => continue,
                    moves => Action::Move(moves[number % moves.len()]),
                },
                What::Foreign(number) => {
                    let mut other = start(game);
                    let first = other.legal_moves();
                    other.make(first[number % first.len()]);
                    let moves = other.legal_moves();
                    Action::Move(moves[number % moves.len()])
                }
            };
            let (before, side) = (seen(&state), state.side_to_move());
            match state.apply(by, action.clone(), now) {
                Err(refused) => {
                    prop_assert_eq!(seen(&state), before);
                    prop_assert!(!refused.code().is_empty() && refused.to_string().ends_with(|c: char| c == '.' || c.is_alphanumeric()));
                }
                Ok(Effect::Moved) => {
                    prop_assert_eq!((by, state.plies()), (side, before.1 + 1));
                }
                Ok(Effect::TakenBack(taken)) => {
                    prop_assert_eq!(state.plies() + taken, before.1);
                    prop_assert_eq!(state.status(), Status::Playing);
                }
                Ok(_) => prop_assert_eq!(state.plies(), before.1),
            }
            check(&state, now);
            // The moves and the progress are everything.
            let again = GameState::restored(state.start().clone(), state.position().clone(), players, state.progress().clone());
            prop_assert_eq!(seen(&again), seen(&state));
        }
    }
}

fn chess(players: Players) -> GameState {
    GameState::new(start(0), players)
}

fn play(state: &mut GameState, texts: &[&str]) {
    for text in texts {
        let m = state.position().clone().parse_move(text).unwrap();
        assert_eq!(state.apply(state.side_to_move(), Action::Move(m), Time::ZERO), Ok(Effect::Moved));
    }
}

#[test]
fn a_mate_ends_the_game_and_alone_it_can_be_taken_back() {
    let mut state = chess(Players::OneAndProgram);
    play(&mut state, &["f2f3", "e7e5", "g2g4", "d8h4"]);
    assert_eq!(
        state.ending().map(|ending| (ending.code().to_owned(), ending.winner())),
        Some(("checkmate".to_owned(), Some(Color::Black)))
    );
    // White takes back the mate and its own move before it.
    assert_eq!(state.apply(Color::White, Action::Offer(Offer::Takeback), Time::ZERO), Ok(Effect::TakenBack(2)));
    assert_eq!((state.plies(), state.status()), (2, Status::Playing));
}

#[test]
fn a_turn_of_two_parts_is_taken_back_as_a_whole() {
    let taken = |players, texts: &[&str], by| {
        let mut state = GameState::new(start(4), players);
        play(&mut state, texts);
        let effect = state.apply(by, Action::Offer(Offer::Takeback), Time::ZERO);
        (effect, state.side_to_move(), state.position().is_within_turn())
    };
    let texts = ["e2e4", "D@e5", "e7e6", "D@a4"];
    let white = |taken| (Ok(Effect::TakenBack(taken)), Color::White, false);
    let black = |taken| (Ok(Effect::TakenBack(taken)), Color::Black, false);
    // Alone: the part that was made of a turn, or the last turn.
    for (made, expected) in [(1, white(1)), (2, white(2)), (3, black(1)), (4, black(2))] {
        assert_eq!(taken(Players::One, &texts[..made], Color::White), expected, "{made}");
    }
    // Against a program: until one's turn begins.
    for (made, expected) in [(1, white(1)), (2, white(2)), (3, white(3)), (4, white(4))] {
        assert_eq!(taken(Players::OneAndProgram, &texts[..made], Color::White), expected, "{made}");
    }
}

#[test]
fn the_clock_goes_on_in_the_middle_of_a_turn() {
    let control = ByColor::both(Some(TimeControl::Fischer { initial: INITIAL, increment: INCREMENT }));
    let mut state = GameState::new(start(4), Players::Two).with_clocks(control);
    let second = Duration::from_secs(1);
    state.run_clock(Time::ZERO);
    for (number, (text, runs)) in
        [("e2e4", Color::White), ("D@e5", Color::Black), ("e7e6", Color::Black), ("D@a4", Color::White)]
            .iter()
            .enumerate()
    {
        let m = state.position().parse_move(text).unwrap();
        let now = second * (number as u32 + 1);
        assert_eq!(state.apply(state.side_to_move(), Action::Move(m), now), Ok(Effect::Moved));
        assert_eq!(state.progress().clocks.as_ref().unwrap().running().map(|(side, _)| side), Some(*runs), "{text}");
    }
    // Each has used two seconds, and has one increment for its turn.
    let clocks = state.progress().clocks.as_ref().unwrap();
    assert_eq!(Color::BOTH.map(|side| clocks.left(side, second * 4)), [Some(INITIAL - 2 * second + INCREMENT); 2]);
}

#[test]
fn what_ended_without_a_move_is_taken_back_without_one() {
    let mut state = chess(Players::One);
    play(&mut state, &["e2e4"]);
    assert_eq!(state.apply(Color::Black, Action::Resign, Time::ZERO), Ok(Effect::Ended));
    assert_eq!(state.ending().unwrap().said(state.progress().sides), "White wins: Black resigned");
    assert_eq!(state.apply(Color::Black, Action::Offer(Offer::Takeback), Time::ZERO), Ok(Effect::TakenBack(0)));
    assert_eq!((state.plies(), state.status()), (1, Status::Playing));
}

#[test]
fn two_agree_on_a_draw_and_another_game() {
    let mut state = chess(Players::Two);
    let mut act = |by, action| state.apply(by, action, Time::ZERO);
    assert_eq!(act(Color::White, Action::Offer(Offer::Draw)), Ok(Effect::Offered));
    assert_eq!(act(Color::White, Action::Accept(Offer::Draw)).unwrap_err().code(), "no-offer");
    assert_eq!(act(Color::Black, Action::Offer(Offer::Draw)), Ok(Effect::Ended));
    assert_eq!(act(Color::White, Action::Offer(Offer::Rematch)), Ok(Effect::Offered));
    assert_eq!(act(Color::Black, Action::Accept(Offer::Rematch)), Ok(Effect::Rematch));
    assert_eq!(act(Color::White, Action::Offer(Offer::Rematch)).unwrap_err().code(), "agreed-already");
}

#[test]
fn a_flag_falls_when_it_is_time_and_nothing_is_done_after_it() {
    let control = ByColor { white: Some(TimeControl::Fischer { initial: INITIAL, increment: INCREMENT }), black: None };
    let mut state = chess(Players::Two).with_clocks(control);
    state.run_clock(Time::ZERO);
    assert_eq!(
        state.apply(Color::Black, Action::Flag, INITIAL - Duration::from_millis(1)).unwrap_err().code(),
        "time-left"
    );
    assert_eq!(state.apply(Color::White, Action::Resign, INITIAL).unwrap_err().code(), "time-up");
    assert_eq!(state.apply(Color::Black, Action::Flag, INITIAL), Ok(Effect::Ended));
    assert_eq!(state.ending(), Some(&Ending::TimeOut(Color::White)));
}

/// Chess of two with clocks, in which each move takes a second.
struct Timed {
    state: GameState,
    now: Time,
}

impl Timed {
    fn new(players: Players, increment: u64) -> Self {
        let control =
            TimeControl::Fischer { initial: Duration::from_secs(60), increment: Duration::from_secs(increment) };
        let state = GameState::new(start(0), players).with_clocks(ByColor::both(Some(control)));
        Self { state, now: Duration::from_secs(1_000) }
    }

    fn play(&mut self, texts: &[&str]) {
        for text in texts {
            self.now += Duration::from_secs(1);
            let m = self.state.position().clone().parse_move(text).unwrap();
            assert_eq!(self.state.apply(self.state.side_to_move(), Action::Move(m), self.now), Ok(Effect::Moved));
        }
    }

    fn take_back(&mut self, by: Color) {
        self.now += Duration::from_secs(1);
        if self.state.players() == Players::Two {
            assert_eq!(self.state.apply(by, Action::Offer(Offer::Takeback), self.now), Ok(Effect::Offered));
            self.state.apply(!by, Action::Accept(Offer::Takeback), self.now).unwrap();
        } else {
            self.state.apply(by, Action::Offer(Offer::Takeback), self.now).unwrap();
        }
    }

    /// What both clocks show, in seconds.
    fn shows(&self) -> [u64; 2] {
        Color::BOTH.map(|side| self.state.progress().clocks.unwrap().left(side, self.now).unwrap().as_secs())
    }

    /// As after a restart; `known`: how many of the moves have their clocks.
    fn stored(&mut self, known: std::ops::RangeInclusive<usize>) {
        let state = &self.state;
        let shown = (1..=state.plies()).map(|plies| state.clocks_after(plies).filter(|_| known.contains(&plies)));
        let shown = shown.collect();
        let (start, position) = (state.start().clone(), state.position().clone());
        self.state =
            GameState::restored(start, position, state.players(), state.progress().clone()).with_clocks_after(shown);
    }
}

#[test]
fn a_takeback_puts_the_clocks_back() {
    for players in [Players::Two, Players::OneAndProgram, Players::One] {
        for stored in [false, true] {
            let mut game = Timed::new(players, 60);
            game.play(&["e2e4", "e7e5"]);
            // White's first move costs nothing and earns nothing.
            assert_eq!(game.shows(), [60, 119]);
            for _ in 0..5 {
                game.play(&["g1f3"]);
                assert_eq!(game.shows(), [119, 119]);
                if stored {
                    game.stored(1..=99);
                }
                game.take_back(Color::White);
                assert_eq!(game.shows(), [60, 119], "{players:?}");
            }
            game.play(&["g1f3", "b8c6", "f1b5"]);
            assert_eq!(game.shows(), [178, 178]);
            game.take_back(Color::Black);
            let before = if players == Players::One { [119, 178] } else { [119, 119] };
            assert_eq!(game.shows(), before, "{players:?}");
        }
    }
}

#[test]
fn before_the_first_move_the_clocks_stand_still_again() {
    let mut game = Timed::new(Players::Two, 5);
    game.play(&["e2e4", "e7e5"]);
    game.take_back(Color::White);
    assert_eq!((game.state.plies(), game.shows()), (0, [60, 60]));
    game.now += Duration::from_secs(500);
    assert_eq!(game.shows(), [60, 60]);
}

#[test]
fn a_flag_that_fell_alone_is_taken_back_with_the_time() {
    let mut game = Timed::new(Players::OneAndProgram, 0);
    game.play(&["e2e4", "e7e5"]);
    game.now += Duration::from_secs(100);
    assert_eq!(game.state.apply(Color::White, Action::Flag, game.now), Ok(Effect::Ended));
    game.take_back(Color::White);
    assert_eq!((game.state.status(), game.shows()), (Status::Playing, [60, 60]));
}

#[test]
fn what_an_earlier_release_has_not_kept_gains_nobody_anything() {
    let mut game = Timed::new(Players::One, 60);
    game.play(&["e2e4", "e7e5", "g1f3", "b8c6"]);
    assert_eq!(game.shows(), [119, 178]);
    // Of the first moves nothing is known but how the clocks stand now.
    game.stored(9..=9);
    for _ in 0..5 {
        game.take_back(Color::White);
        assert_eq!(game.shows(), [119, 178]);
        game.play(&["b8c6"]);
        assert_eq!(game.shows(), [119, 237]);
    }
}

#[test]
fn nobody_pays_for_the_time_that_storing_takes() {
    let mut game = Timed::new(Players::Two, 0);
    game.play(&["e2e4", "e7e5"]);
    game.now += Duration::from_secs(4);
    game.state.told(game.now);
    assert_eq!(game.shows(), [60, 59]);
    game.now += Duration::from_secs(1);
    assert_eq!(game.shows(), [59, 59]);
    // What could not be stored has not happened, and costs nothing.
    game.now += Duration::from_secs(4);
    game.state.forgive(Duration::from_secs(4), game.now);
    assert_eq!(game.shows(), [59, 59]);
}

#[test]
fn a_game_begun_within_a_longer_one_counts_its_own_moves() {
    let mut longer = chess(Players::One);
    play(&mut longer, &["e2e4", "e7e5"]);
    let mut state = GameState::new(longer.position().clone(), Players::One);
    assert_eq!((state.plies(), state.moves()), (0, Vec::new()));
    play(&mut state, &["g1f3"]);
    let moves: Vec<_> = state.moves().iter().map(|&m| state.start().move_text(m)).collect();
    assert_eq!((state.plies(), moves), (1, vec!["g1f3".to_owned()]));
    assert_eq!(state.apply(Color::White, Action::Offer(Offer::Takeback), Time::ZERO), Ok(Effect::TakenBack(1)));
    assert_eq!(state.apply(Color::White, Action::Offer(Offer::Takeback), Time::ZERO), Err(Refused::NothingMade));
}

#[test]
fn before_the_first_move_only_an_end_can_be_taken_back() {
    for players in [Players::One, Players::OneAndProgram, Players::Two] {
        let mut state = chess(players);
        let mut act = |action| state.apply(Color::White, action, Time::ZERO);
        assert_eq!(act(Action::Offer(Offer::Takeback)), Err(Refused::NothingMade), "{players:?}");
        assert_eq!(act(Action::Resign), Ok(Effect::Ended));
        let expected = if players == Players::Two { None } else { Some(Effect::TakenBack(0)) };
        assert_eq!(act(Action::Offer(Offer::Takeback)).ok(), expected, "{players:?}");
    }
}

#[test]
fn a_program_declines_a_draw_and_agrees_to_the_rest() {
    let mut state = chess(Players::OneAndProgram);
    play(&mut state, &["e2e4", "e7e5"]);
    let mut act = |action| state.apply(Color::White, action, Time::ZERO);
    assert_eq!(act(Action::Offer(Offer::Draw)), Err(Refused::ProgramDeclines));
    assert_eq!(act(Action::Offer(Offer::Takeback)), Ok(Effect::TakenBack(2)));
    assert_eq!(act(Action::Resign), Ok(Effect::Ended));
    assert_eq!(act(Action::Offer(Offer::Rematch)), Ok(Effect::Rematch));
}

#[test]
fn a_move_answers_the_other_sides_offer_of_a_draw_and_leaves_its_own() {
    let mut state = chess(Players::Two);
    state.apply(Color::White, Action::Offer(Offer::Draw), Time::ZERO).unwrap();
    play(&mut state, &["e2e4"]);
    assert_eq!(state.progress().offers.draw, Some(Color::White));
    play(&mut state, &["e7e5"]);
    assert_eq!(state.progress().offers.draw, None);
}

#[test]
fn one_who_is_left_alone_decides_alone() {
    let state = chess(Players::Two).with_players(Players::OneAndProgram);
    assert_eq!((state.players(), state.plies()), (Players::OneAndProgram, 0));
}

#[test]
fn a_clock_for_each_move_stands_still_while_its_player_is_away() {
    const DAY: Duration = Duration::from_secs(86_400);
    let mut state = chess(Players::Two).with_clocks(ByColor::both(Some(TimeControl::PerMove(3 * DAY))));
    state.run_clock(Time::ZERO);
    let falls = |state: &GameState| state.progress().clocks.unwrap().falls();
    state.rest(DAY, 10 * DAY);
    assert_eq!(falls(&state), Some((Color::White, 12 * DAY)));
    assert_eq!(state.flag_fallen(11 * DAY), None);
    state.resume(5 * DAY);
    assert_eq!(falls(&state), Some((Color::White, 7 * DAY)));
}
