//! Random games that both generators follow from the first position to the end, with the verdict of both after each move.

use spielraum_oracle::{History, State};
use spielraum_rules::spec::{Repetition, Spec};
use spielraum_rules::{Color, Move, Position, Standing};
use spielraum_testkit::rand::Rng;
use spielraum_testkit::rand::rngs::StdRng;
use spielraum_testkit::rand::seq::IndexedRandom;
use std::collections::BTreeMap;

/// On larger boards nobody looks for moves that leave the enemy without one: it takes too long.
const LARGEST_TO_FINISH: usize = 128;

/// How many positions back a player looks for an arrangement of its pieces to return to.
const LOOKS_BACK: usize = 8;

/// What the games came to.
#[derive(Default)]
pub struct Tally {
    /// The positions on which both were compared.
    pub positions: u64,
    /// How often each reason ended a game.
    pub reasons: BTreeMap<String, u64>,
    /// The positions that had been on the board before.
    pub repeated: u64,
    /// The moves taken back.
    pub taken_back: u64,
}

impl Tally {
    /// Panics unless each of these reasons has ended at least that number of games.
    pub fn assert_floors(&self, floors: &[(&str, u64)]) {
        for (reason, least) in floors {
            let times = self.reasons.get(*reason).copied().unwrap_or(0);
            assert!(times >= *least, "{reason} ended {times} games, not {least}: {:?}", self.reasons);
        }
    }
}

/// How likely the players of a game are to choose moves of some kinds, where there are any.
#[derive(Clone, Copy)]
pub struct Mood {
    /// Those that bring its pieces back to where they stood.
    back: f64,
    /// Those that give check.
    check: [f64; 2],
    /// Those that capture, drop or promote.
    lively: f64,
    /// Those that leave the enemy without a move.
    finish: f64,
}

impl Mood {
    /// A side that can give check always does.
    pub const PERPETUAL: Self = Self { back: 0.97, check: [1.0, 1.0], lively: 0.0, finish: 0.0 };

    /// One of several.
    pub fn random(random: &mut StdRng) -> Self {
        let moods = [
            // Both shuffle.
            Self { back: 0.9, check: [0.1, 0.1], lively: 0.0, finish: 0.0 },
            // One gives check all the time, or both do; the other moves come back.
            Self { back: 0.9, check: [0.97, 0.0], lively: 0.0, finish: 0.2 },
            Self { back: 0.9, check: [0.0, 0.97], lively: 0.0, finish: 0.2 },
            Self { back: 0.8, check: [0.8, 0.8], lively: 0.0, finish: 0.1 },
            // Something happens.
            Self { back: 0.1, check: [0.3, 0.3], lively: 0.4, finish: 0.8 },
            Self { back: 0.3, check: [0.5, 0.5], lively: 0.1, finish: 0.8 },
        ];
        moods.into_iter().nth(random.random_range(0..6)).expect("one of six")
    }
}

/// One game of which both generators hold the current position.
pub struct Game<'s> {
    spec: &'s Spec,
    fast: Position,
    slow: History<'s>,
    /// Printed where something differs.
    name: String,
}

/// A legal move, its text, and the slow generator's position after it.
type Candidate = (Move, String, State);

impl<'s> Game<'s> {
    /// A game that begins with a position of the fast generator.
    pub fn new(spec: &'s Spec, fast: Position, name: String) -> Self {
        let start = State::parse(spec, &fast.fen()).unwrap_or_else(|error| panic!("{name}: {error}"));
        Self { spec, fast, slow: History::new(spec, start), name }
    }

    /// Plays at most `plies` moves.
    pub fn play(&mut self, random: &mut StdRng, mood: Mood, plies: u64, tally: &mut Tally) {
        for _ in 0..plies {
            let moves = self.compare(random, tally);
            // Some go on after a draw, to see that it stays one.
            if moves.is_empty() || self.slow.outcome().is_some() && random.random_bool(0.7) {
                break;
            }
            if random.random_bool(0.04) {
                self.take_back(random.random_range(1..=3), tally);
                continue;
            }
            let (m, _, after) = self.choose(&moves, mood, random);
            self.fast.make(*m);
            self.slow.push(after.clone());
        }
    }

    fn take_back(&mut self, moves: usize, tally: &mut Tally) {
        for _ in 0..moves.min(self.slow.ply()) {
            assert!(self.fast.unmake().is_some(), "{}: there was a move", self.name);
            self.slow.pop();
            tally.taken_back += 1;
        }
    }

    /// Compares what both know of the position and the game; gives the legal moves.
    fn compare(&self, random: &mut StdRng, tally: &mut Tally) -> Vec<Candidate> {
        let (fast, slow, now) = (&self.fast, &self.slow, self.slow.now());
        let place = || {
            let made: Vec<String> = fast.moves_made().iter().map(|m| format!("{m:?}")).collect();
            format!("{}: {} after {made:?}", self.name, fast.fen())
        };
        assert_eq!(fast.fen(), now.fen(self.spec), "{}", place());
        assert_eq!(fast.ply(), slow.ply(), "{}", place());
        let mut moves: Vec<(String, Move)> = fast.legal_moves().into_iter().map(|m| (fast.move_text(m), m)).collect();
        moves.sort_by(|a, b| a.0.cmp(&b.0));
        let slow_moves = now.moves(self.spec);
        let got: Vec<&String> = moves.iter().map(|(text, _)| text).collect();
        assert_eq!(got, slow_moves.iter().map(|(text, _)| text).collect::<Vec<_>>(), "moves: {}", place());

        let outcome = slow.outcome();
        let got = fast.outcome().map(|outcome| (outcome.winner, outcome.reason.code().to_owned()));
        assert_eq!(got, outcome, "outcome: {}", place());
        for root in [0, random.random_range(0..=slow.ply()), slow.ply()] {
            let wanted = self.standing(root);
            assert_eq!(fast.standing(root), wanted, "searched from ply {root}: {}", place());
        }

        tally.positions += 1;
        tally.repeated += u64::from(!slow.earlier().is_empty());
        if let Some((_, reason)) = outcome {
            *tally.reasons.entry(reason).or_default() += 1;
        }
        moves.into_iter().zip(slow_moves).map(|((text, m), (_, after))| (m, text, after)).collect()
    }

    /// How the game stands for a search that began after `root` moves: what comes back within the search is judged by its last
    /// round, what has come back before as the game judges it.
    fn standing(&self, root: usize) -> Standing {
        let now = self.slow.now();
        // The search itself finds that there is no move in the middle of a turn; nothing else ends the game there.
        if now.part > 0 {
            return Standing::Open;
        }
        if let Some((winner, _)) = now.result(self.spec) {
            // The search itself finds that there are no moves, unless the clock has run out.
            let is_seen = now.result_by_position(self.spec).is_some() || self.slow.is_counted_out();
            return if is_seen { Standing::Over(winner) } else { Standing::Open };
        }
        let earlier = self.slow.earlier();
        let within = earlier.last().filter(|&&latest| latest >= root);
        let judged = match (self.slow.times(), within) {
            (None, _) if self.spec.goals.repetition == Repetition::Banned => {
                // A player may lead back to the position that nobody made.
                assert!(earlier.iter().all(|&at| at == 0), "{}: {earlier:?}", self.name);
                None
            }
            (Some(_), Some(&latest)) => self.slow.judged(latest),
            (Some(times), None) if earlier.len() + 1 >= times => self.slow.judged(earlier[0]),
            _ => None,
        };
        match judged {
            Some((winner, _)) => Standing::Over(winner),
            None => now.result_by_clock(self.spec).map_or(Standing::Open, |(winner, _)| Standing::Over(winner)),
        }
    }

    fn choose<'m>(&self, moves: &'m [Candidate], mood: Mood, random: &mut StdRng) -> &'m Candidate {
        let mover = self.slow.now().side;
        let mut left: Vec<&Candidate> = moves.iter().collect();
        let mut prefer = |likely: f64, is_such: &dyn Fn(&Candidate) -> bool, random: &mut StdRng| {
            if likely > 0.0 && random.random_bool(likely) {
                let such: Vec<&Candidate> = left.iter().copied().filter(|candidate| is_such(candidate)).collect();
                if !such.is_empty() {
                    left = such;
                }
            }
        };
        let finish = if self.spec.board.len() > LARGEST_TO_FINISH { 0.0 } else { mood.finish };
        prefer(finish, &|(.., after)| after.moves(self.spec).is_empty(), random);
        let check = mood.check[usize::from(mover == Color::Black)];
        prefer(check, &|(.., after)| after.in_check(self.spec, !mover), random);
        let pieces = |state: &State| state.placement.iter().flatten().count();
        let before = pieces(self.slow.now());
        let happens = |text: &str, after: &State| pieces(after) != before || text.contains(['=', '+', '@', ',', '~']);
        prefer(mood.lively, &|(_, text, after)| happens(text, after), random);
        let stood: Vec<_> = self.slow.latest(LOOKS_BACK).iter().map(|state| state.pieces(mover)).collect();
        prefer(mood.back, &|(.., after)| stood.contains(&after.pieces(mover)), random);
        left.choose(random).expect("the game goes on")
    }
}
