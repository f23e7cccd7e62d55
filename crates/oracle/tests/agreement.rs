//! The fast generator agrees with the slow one in random games of every catalogued game, and so do the
//! things that the fast one keeps up to date move by move with those worked out anew.
//!
//! `POSITIONS` in the environment says how many positions of each game are compared (default 60; a quarter of
//! that on large boards, where the slow one takes a second for a few), `SEED` which random games are played,
//! `GAME` which games: those whose id contains it.

use spielraum_catalogue::ids;
use spielraum_geometry::CellSet;
use spielraum_oracle::State;
use spielraum_rules::spec::Spec;
use spielraum_rules::{Color, Move, Position, Rules};
use spielraum_testkit::rand::Rng;
use spielraum_testkit::rand::rngs::StdRng;
use spielraum_testkit::rand::seq::IndexedRandom;
use spielraum_testkit::{from_env, game, position, random};

/// Random games end here at the latest.
const LONGEST_GAME: usize = 160;

/// A game of the catalogue, the options chosen, and the position it starts from if that is another one.
struct Start {
    game: &'static str,
    settings: &'static [(&'static str, &'static str)],
    fen: Option<&'static str>,
}

/// Every game of the catalogue as it is, some with options chosen, and one from a position in which nearly
/// everything comes back, so that the ban on repetition matters.
fn starts() -> Vec<Start> {
    let chosen = |game, settings| Start { game, settings, fen: None };
    let mut starts: Vec<Start> = ids().map(|game| chosen(game, &[])).collect();
    starts.push(chosen("nacht-schach", &[("castling", "on")]));
    starts.push(chosen("nacht-schach-reverse", &[("castling", "on"), ("move-count", "on")]));
    starts.push(chosen("flipped-return", &[("white", "baer-crossover"), ("black", "general")]));
    starts.push(chosen("flipped-return", &[("white", "pascha"), ("black", "springer")]));
    starts.push(Start { fen: Some("3k4/8/8/8/8/8/K7[] w - - 0 1"), ..chosen("nacht-schach", &[]) });
    starts
}

/// One game of which both generators hold the current position.
struct Pair<'a> {
    spec: &'a Spec,
    fast: Position,
    slow: State,
}

impl Pair<'_> {
    /// The legal moves, alike for both, with the slow one's position after each.
    fn compare_moves(&mut self) -> Vec<(Move, String, State)> {
        let fen = self.fast.fen();
        assert_eq!(fen, self.slow.fen(self.spec));
        let slow = self.slow.moves(self.spec);
        let mut fast: Vec<(String, Move)> =
            self.fast.legal_moves().into_iter().map(|m| (self.fast.move_text(m), m)).collect();
        fast.sort_by(|a, b| a.0.cmp(&b.0));
        let texts = |moves: &[(String, Move)]| moves.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>();
        assert_eq!(texts(&fast), slow.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>(), "moves of {fen}");
        let winner = |outcome: Option<spielraum_rules::Outcome>| outcome.map(|outcome| outcome.winner);
        assert_eq!(
            winner(self.fast.outcome_of_position()),
            self.slow.result(self.spec).map(|(winner, _)| winner),
            "result of {fen}"
        );
        fast.into_iter().zip(slow).map(|((text, m), (_, after))| (m, text, after)).collect()
    }

    /// What each side may know of the position, alike for both.
    fn check_views(&self) {
        for side in Color::BOTH {
            let view = self.fast.seen_by(side);
            let (seen, known) = self.slow.seen_by(self.spec, side);
            let fen = self.fast.fen();
            let told: CellSet = self.spec.board.cells().filter(|&cell| view.sees(cell)).collect();
            assert_eq!(told, seen, "what {side:?} sees of {fen}");
            assert_eq!(view.setup().fen(self.spec), known.fen(self.spec), "what {side:?} knows of {fen}");
            let hidden = self.spec.board.len() - seen.len();
            assert_eq!(view.fen().matches('?').count(), hidden, "{}", view.fen());
        }
    }

    /// What the fast one says about itself in several ways.
    fn check_invariants(&mut self, rules: &Rules, moves: &[(Move, String, State)], random: &mut StdRng) {
        let (fen, hash) = (self.fast.fen(), self.fast.hash());
        // An explosion in which both sides lose their last king ends in a position that can't be set up.
        if self.slow.faults(self.spec).is_empty() {
            let anew = Position::from_fen(rules, &fen).unwrap();
            assert_eq!((anew.fen(), anew.hash()), (fen.clone(), hash), "incremental and fresh hash");
        }
        assert_eq!(self.fast.count_legal(), moves.len() as u64, "count of {fen}");
        let mut captures: Vec<String> =
            self.fast.legal_captures().into_iter().map(|m| self.fast.move_text(m)).collect();
        captures.sort();
        let enemy = !self.fast.side_to_move();
        let pieces = |state: &State| state.pieces(enemy).len();
        let capturing: Vec<String> = moves
            .iter()
            .filter(|(.., after)| pieces(after) < pieces(&self.slow))
            .map(|(_, text, _)| text.clone())
            .collect();
        // Pieces that come over have not been captured.
        if !rules.spec().effects.iter().any(|effect| effect.gives()) {
            assert_eq!(captures, capturing, "captures of {fen}");
        }
        for (m, text, after) in moves.choose_multiple(random, 8) {
            assert!(self.fast.is_legal(*m));
            assert_eq!(self.fast.parse_move(text), Ok(*m), "{text} in {fen}");
            self.fast.make(*m);
            assert_eq!(self.fast.fen(), after.fen(self.spec), "{text} in {fen}");
            assert_eq!(self.fast.unmake(), Some(*m));
            assert_eq!((self.fast.fen(), self.fast.hash()), (fen.clone(), hash), "{text} made and taken back");
        }
    }
}

/// Prefers moves that do something: captures, drops, promotions.
fn choose<'m>(moves: &'m [(Move, String, State)], before: &State, random: &mut StdRng) -> &'m (Move, String, State) {
    let pieces = |state: &State| state.placement.iter().flatten().count();
    let lively: Vec<_> = moves
        .iter()
        .filter(|(_, text, after)| pieces(after) != pieces(before) || text.contains(['=', '+', '@', ',', '~']))
        .collect();
    match lively.choose(random) {
        Some(lively) if random.random_bool(0.4) => lively,
        _ => moves.choose(random).expect("the game goes on"),
    }
}

/// Plays random games until enough positions are compared; gives how many were.
fn compare(start: &Start, positions: u64, seed: u64) -> u64 {
    let game = game(start.game, start.settings);
    let rules = Rules::compile(game.spec().clone()).unwrap();
    let mut random = random(seed);
    let positions = if rules.board().len() > 256 { positions.div_ceil(4) } else { positions };
    let mut compared = 0;
    while compared < positions {
        let fast = start.fen.map_or_else(|| rules.start(), |fen| position(&rules, fen));
        let slow = State::parse(game.spec(), &fast.fen()).unwrap();
        let mut pair = Pair { spec: game.spec(), fast, slow };
        let first_compared = if random.random_bool(0.5) { 0 } else { random.random_range(0..LONGEST_GAME / 2) };
        for ply in 0..LONGEST_GAME {
            if compared >= positions {
                break;
            }
            let moves = if ply >= first_compared {
                compared += 1;
                let moves = pair.compare_moves();
                pair.check_invariants(&rules, &moves, &mut random);
                if game.spec().hides() {
                    pair.check_views();
                }
                moves
            } else {
                pair.slow
                    .moves(pair.spec)
                    .into_iter()
                    .filter_map(|(text, after)| Some((pair.fast.parse_move(&text).ok()?, text, after)))
                    .collect()
            };
            if moves.is_empty() {
                break;
            }
            let (m, _, after) = choose(&moves, &pair.slow, &mut random);
            pair.fast.make(*m);
            pair.slow = after.clone();
        }
    }
    compared
}

#[test]
fn fast_and_slow_generators_agree() {
    let (positions, seed) = (from_env("POSITIONS", 60), from_env("SEED", 1));
    let wanted = std::env::var("GAME").unwrap_or_default();
    let starts: Vec<Start> = starts().into_iter().filter(|start| start.game.contains(&wanted)).collect();
    assert!(!starts.is_empty(), "no game has `{wanted}` in its id");
    assert!(!wanted.is_empty() || starts.len() >= 37, "{} games", starts.len());
    std::thread::scope(|scope| {
        for half in 0..2 {
            let starts = &starts;
            scope.spawn(move || {
                for (index, start) in starts.iter().enumerate().filter(|(index, _)| index % 2 == half) {
                    let begun = std::time::Instant::now();
                    let compared = compare(start, positions, seed + index as u64);
                    assert!(compared > 0, "{} was not compared", start.game);
                    let seconds = begun.elapsed().as_secs_f64();
                    println!("{} {:?}: {compared} positions in {seconds:.1} s", start.game, start.settings);
                }
            });
        }
    });
}
