//! Both generators agree on how whole games end: who has won and why, by repetition, perpetual check and the move count
//! too, in random games of every catalogued game, and a search sees the same.
//!
//! `POSITIONS` in the environment says how many positions of each game are compared (default 60), `SEED` which random games
//! are played, `GAME` which games: those whose id contains it.

mod player;

use player::{Game, Mood, Tally};
use spielraum_catalogue::ids;
use spielraum_rules::spec::{PieceType, Setup};
use spielraum_rules::{Owner, Position, Rules};
use spielraum_testkit::rand::Rng;
use spielraum_testkit::rand::rngs::StdRng;
use spielraum_testkit::rand::seq::{IndexedRandom, SliceRandom};
use spielraum_testkit::{from_env, game, position, random};

/// Games end here at the latest.
const LONGEST_GAME: u64 = 60;

/// On boards with more cells the slow generator takes a second for a few positions.
const LARGE: usize = 256;

/// How many positions are tried until one is legal and the game goes on.
const TRIES: usize = 60;

/// A game of the catalogue, the options chosen, and the position it starts from and how it is played if these are always the
/// same.
#[derive(Clone, Copy)]
struct Start {
    game: &'static str,
    settings: &'static [(&'static str, &'static str)],
    fen: Option<&'static str>,
    mood: Option<Mood>,
}

/// Every game of the catalogue, one with the option that counts moves, and positions in which one side can give check for ever or
/// is close to mating.
fn starts() -> Vec<Start> {
    let chosen = |game, settings| Start { game, settings, fen: None, mood: None };
    let mut starts: Vec<Start> = ids().map(|game| chosen(game, &[])).collect();
    starts.push(chosen("nacht-schach", &[("move-count", "on")]));
    for (game, fen) in [
        ("xiangqi", "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"),
        ("xiangqi", "3k5/8r/9/9/9/9/9/9/9/4K4 b - - 0 1"),
        ("shogi", "4k4/9/9/9/9/9/3R5/9/K8[] w - - 0 1"),
        ("minishogi", "4k/5/3B1/5/K2R1[] w - - 0 1"),
    ] {
        starts.push(Start { fen: Some(fen), mood: Some(Mood::PERPETUAL), ..chosen(game, &[]) });
    }
    for fen in ["7k/8/8/8/8/8/R7/KR6 w - - 0 1", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"] {
        starts.push(Start { fen: Some(fen), ..chosen("chess", &[]) });
    }
    starts
}

/// A position with few pieces, or the start; often the clock has nearly run out.
fn first_position(random: &mut StdRng, rules: &Rules) -> Position {
    let start = rules.start().setup();
    let sparse = (0..TRIES).find_map(|_| {
        let position = Position::new(rules, sparse(random, rules, &start)).ok()?;
        position.outcome().is_none().then_some(position)
    });
    let takes_long = start.placement.len() > LARGE;
    sparse.filter(|_| takes_long || random.random_bool(0.9)).unwrap_or_else(|| rules.start())
}

/// The royals, and a few other pieces of the start, somewhere.
fn sparse(random: &mut StdRng, rules: &Rules, start: &Setup) -> Setup {
    let spec = rules.spec();
    let mut setup = Setup::empty(start.placement.len());
    let pieces: Vec<(Owner, PieceType)> = start.placement.iter().copied().flatten().collect();
    let (royals, mut others): (Vec<_>, Vec<_>) =
        pieces.into_iter().partition(|(_, kind)| spec.pieces[kind.index()].royal);
    others.shuffle(random);
    // Games that are lost without some types need most of their pieces.
    let few = if spec.goals.families().is_empty() { random.random_range(1..=8) } else { others.len() };
    for (owner, kind) in royals.into_iter().chain(others.into_iter().take(few)) {
        let may_stand: Vec<_> = rules
            .board()
            .cells()
            .filter(|cell| setup.placement[cell.index()].is_none())
            .filter(|cell| owner.color().is_none_or(|color| spec.pieces[kind.index()].may_enter[color].contains(*cell)))
            .collect();
        if let Some(cell) = may_stand.choose(random) {
            setup.placement[cell.index()] = Some((owner, kind));
        }
    }
    if random.random_bool(0.5) {
        setup.side = !setup.side;
    }
    if let Some(limit) = spec.goals.move_count()
        && random.random_bool(0.5)
    {
        setup.halfmove = u32::from(limit).saturating_sub(random.random_range(1..=20));
    }
    setup
}

/// How many positions of a game are compared: more where that is quick.
fn share(positions: u64, cells: usize) -> u64 {
    match cells {
        0..=128 => positions * 4,
        129..=LARGE => positions,
        _ => positions.div_ceil(2),
    }
}

/// Plays random games until enough positions are compared.
fn compare(Start { game: id, settings, fen, mood }: Start, positions: u64, seed: u64) -> Tally {
    let game = game(id, settings);
    let rules = Rules::compile(game.spec().clone()).unwrap();
    let mut random = random(seed);
    let positions = share(positions, rules.board().len());
    let mut tally = Tally::default();
    while tally.positions < positions {
        let start = fen.map_or_else(|| first_position(&mut random, &rules), |fen| position(&rules, fen));
        let plies = LONGEST_GAME.min(positions - tally.positions);
        let mood = mood.unwrap_or_else(|| Mood::random(&mut random));
        Game::new(game.spec(), start, format!("{id} {settings:?}")).play(&mut random, mood, plies, &mut tally);
    }
    tally
}

/// Adds up what games came to.
fn add(mut all: Tally, games: Tally) -> Tally {
    all.positions += games.positions;
    all.repeated += games.repeated;
    all.taken_back += games.taken_back;
    for (reason, times) in games.reasons {
        *all.reasons.entry(reason).or_default() += times;
    }
    all
}

#[test]
fn whole_games_end_alike() {
    let (positions, seed) = (from_env("POSITIONS", 60), from_env("SEED", 1));
    let wanted = std::env::var("GAME").unwrap_or_default();
    let starts: Vec<Start> = starts().into_iter().filter(|start| start.game.contains(&wanted)).collect();
    assert!(!starts.is_empty(), "no game has `{wanted}` in its id");
    let tally = std::thread::scope(|scope| {
        let halves: Vec<_> = (0..2)
            .map(|half| {
                let starts = &starts;
                scope.spawn(move || {
                    let mut tally = Tally::default();
                    for (index, &start) in starts.iter().enumerate().filter(|(index, _)| index % 2 == half) {
                        let begun = std::time::Instant::now();
                        let played = compare(start, positions, seed + index as u64);
                        let seconds = begun.elapsed().as_secs_f64();
                        println!(
                            "{}: {} positions, {:?} in {seconds:.1} s",
                            start.game, played.positions, played.reasons
                        );
                        tally = add(tally, played);
                    }
                    tally
                })
            })
            .collect();
        let join = |half: std::thread::ScopedJoinHandle<'_, Tally>| {
            half.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        halves.into_iter().map(join).fold(Tally::default(), add)
    });
    let Tally { positions: compared, repeated, taken_back, reasons } = &tally;
    println!("{compared} positions, {repeated} of them repeated, {taken_back} moves taken back, {reasons:?}");
    if wanted.is_empty() {
        assert!(*repeated > 100 && *taken_back > 50, "{repeated} {taken_back}");
        tally.assert_floors(&[
            ("repetition", 20),
            ("perpetual-check", 10),
            ("move-count", 4),
            ("no-moves", 5),
            ("checkmate", 5),
        ]);
    }
}
