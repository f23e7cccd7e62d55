//! What the search leaves out early has no solutions: random problems in which a king, crowded by pieces of both sides, is
//! nearly mated or stalemated, solved with bounds and without.

use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use spielraum_geometry::Cell;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Position, Rules, Setup};
use spielraum_solve::{Checkpoint, Limits, Options, Problem, Report, Stipulation, Watch, solve};
use spielraum_testkit::{from_env, rand};

/// Without bounds the search looks at no more positions; what needs more is not compared.
const MOST_NODES: u64 = 150_000;

/// The stipulations, and whether the side that is to be mated or stalemated moves first.
const ASKED: [(&str, bool); 18] = [
    ("h=1", true),
    ("h=1.5", false),
    ("h=2", true),
    ("h#=1.5", false),
    ("h#1.5", false),
    ("h#2", true),
    ("ser-h=2", true),
    ("ser-h=3", true),
    ("ser-h#3", true),
    ("ser-=3", false),
    ("ser-#3", false),
    ("pser-h=2", true),
    ("phser-=2", false),
    ("hs=1.5", true),
    ("hs#2", false),
    ("reci-h=1", true),
    ("s=2", true),
    ("=3", false),
];

/// A piece type of the game that is not royal, often one that moves as pawns do.
fn some_type(random: &mut StdRng, rules: &Rules, pawns: f64) -> PieceType {
    let wants_pawn = random.random_bool(pawns);
    let pieces = rules.spec().pieces.iter().enumerate();
    let fits = pieces.filter(|(_, piece)| !piece.royal && (!wants_pawn || piece.resets_clock));
    let types: Vec<PieceType> = fits.map(|(at, _)| PieceType(at as u8)).collect();
    *types.choose(random).expect("a type that is not royal")
}

/// A position in which the victim's royal has pieces of its own and of the other side around it.
fn crowded(random: &mut StdRng, rules: &Rules, victim: Color, first: Color) -> Position {
    let (board, spec) = (rules.board(), rules.spec());
    let all: Vec<Cell> = board.cells().collect();
    let royal = spec.royals().next().expect("a royal");
    loop {
        let mut setup = Setup { side: first, castling: Vec::new(), ..rules.start().setup() };
        setup.placement.fill(None);
        let home = *all.choose(random).expect("a cell");
        let at = board.coord(home);
        let is_near = |cell: &Cell| {
            let to = board.coord(*cell);
            let apart = [to.file.abs_diff(at.file), to.rank.abs_diff(at.rank), to.level.abs_diff(at.level)];
            apart.iter().all(|apart| *apart <= 2)
        };
        let near: Vec<Cell> = all.iter().copied().filter(is_near).collect();
        let mut put = |random: &mut StdRng, color: Color, kind: PieceType, cells: &[Cell]| {
            let cell = cells.choose(random).expect("a cell").index();
            if setup.placement[cell].is_none() {
                setup.placement[cell] = Some((color.into(), kind));
            }
        };
        put(random, victim, royal, &[home]);
        let cells = if random.random() { &near } else { &all };
        put(random, !victim, royal, cells);
        for _ in 0..random.random_range(0..5) {
            let kind = some_type(random, rules, 0.5);
            put(random, victim, kind, &near);
        }
        for _ in 0..random.random_range(1..4) {
            let (kind, cells) = (some_type(random, rules, 0.1), if random.random() { &near } else { &all });
            put(random, !victim, kind, cells);
        }
        if let Ok(position) = Position::new(rules, setup) {
            return position;
        }
    }
}

fn report(position: &Position, stipulation: &str, bounds: bool) -> Report {
    let rules = position.rules();
    let stipulation = Stipulation::parse(stipulation, rules.board()).unwrap();
    let options = Options { bounds, max_solutions: usize::MAX, ..Options::default() };
    let problem = Problem::new(rules, &position.fen(), None, stipulation, options).unwrap();
    let nodes = (!bounds).then_some(MOST_NODES);
    solve(&problem, &Watch::new(Limits { nodes, ..Limits::default() }), &mut Checkpoint::default(), &|_, _| ())
}

/// Compares this many problems of each stipulation; the numbers of those compared, and of those that had solutions.
fn compare(id: &str, seed: u64, problems: u64) -> (usize, usize) {
    let rules = spielraum_testkit::rules(id);
    let random = &mut spielraum_testkit::random(seed);
    let (mut compared, mut solved) = (0, 0);
    for (stipulation, victim_moves) in ASKED {
        for _ in 0..problems {
            let victim = *Color::BOTH.choose(random).expect("a color");
            let position = crowded(random, &rules, victim, if victim_moves { victim } else { !victim });
            let plain = report(&position, stipulation, false);
            if plain.stopped.is_some() {
                continue;
            }
            let bounded = report(&position, stipulation, true);
            assert_eq!(bounded.stopped, None);
            assert_eq!(bounded.solutions, plain.solutions, "{id} {stipulation} {}", position.fen());
            compared += 1;
            solved += usize::from(!plain.solutions.is_empty());
        }
    }
    (compared, solved)
}

#[test]
fn bounds_lose_no_solutions_on_a_board() {
    let problems = from_env("POSITIONS", 25);
    let (compared, solved) = compare("chess", 60, problems);
    println!("{compared} compared, {solved} with solutions");
    assert!(compared as u64 > problems * 9 && solved * 20 > compared, "{compared} compared, {solved} with solutions");
}

#[test]
fn bounds_lose_no_solutions_in_space() {
    let problems = from_env("POSITIONS", 25).div_ceil(8);
    let (compared, solved) = compare("raumschach", 60, problems);
    println!("{compared} compared, {solved} with solutions");
    assert!(compared > 0 && solved > 0, "{compared} compared, {solved} with solutions");
}

#[test]
fn a_helping_move_may_be_what_shuts_a_side_in() {
    let rules = spielraum_testkit::rules("chess");
    let count = |stipulation: &str, fen: &str| {
        let report = report(&Position::from_fen(&rules, fen).unwrap(), stipulation, true);
        assert_eq!(report.stopped, None);
        report.solutions.len()
    };
    // As Popeye finds.
    assert_eq!(count("h=1.5", "8/4Q3/8/8/8/1K6/pp6/1rknn3 w - - 0 1"), 7);
}

#[test]
fn a_royal_may_go_on_after_castling() {
    let rules = spielraum_testkit::rules("chess");
    let placement = "rnb1kbn1/pppp1pp1/8/r3p3/6PP/4Pq1p/PPPP1PB1/RNB2R1K";
    let stipulation = Stipulation::parse("dia8", rules.board()).unwrap();
    let problem = Problem::new(&rules, placement, None, stipulation, Options::default()).unwrap();
    let report = solve(&problem, &Watch::new(Limits::default()), &mut Checkpoint::default(), &|_, _| ());
    assert_eq!(report.stopped, None);
    // As Euclide finds.
    assert_eq!(report.solutions.len(), 1);
}
