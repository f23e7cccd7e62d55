//! Games of the engine against itself.

use crate::shard::Block;
use crate::trainer::LARGE;
use crate::{LearnError, Packing};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use spielraum_arcade::Game;
use spielraum_engine::{Engine, EngineOptions, Network, ScoreKind, SelfPlay, Stop, piece_values};
use spielraum_matches::mixed;
use spielraum_nnue::Inputs;
use spielraum_rules::{Color, Move, Position, Rules};
use std::sync::Arc;

/// The hash table of an engine that plays fast games, in MB: clearing a larger one would take longer than a game.
const HASH_MB: usize = 2;

/// Among this many moves, drawn at random, a game without searches takes the best.
const DRAWN: usize = 8;

/// What games are to be played.
#[derive(Clone, Debug)]
pub struct DataPlan {
    /// How many.
    pub games: u64,
    /// How many positions are looked at for each move. 0: nothing is searched, the best of a few random moves is made, and
    /// positions are kept with their static evaluation.
    pub nodes: u64,
    /// With how many random plies every other game opens; the others have one more, so that both sides come to move first.
    pub openings: usize,
    /// A game of this many plies is a draw.
    pub longest: usize,
    /// How many positions, one or two random moves away from each position of a game, are kept with their static evaluation.
    pub nearby: usize,
    /// On what the random moves depend.
    pub seed: u64,
}

impl DataPlan {
    /// What is played if nothing is said.
    pub const DEFAULT: Self = Self { games: 20_000, nodes: 200, openings: 8, longest: 300, nearby: 0, seed: 1 };

    /// What is played of a game if nothing is said. Where searches are fast, what they find teaches more than the static
    /// evaluation of many more positions.
    pub fn of(rules: &Rules) -> Self {
        let is_large = Inputs::new(rules).len() >= LARGE;
        if is_large { Self { nodes: 0, nearby: 3, ..Self::DEFAULT } } else { Self::DEFAULT }
    }

    /// The plan for games of a network, which has nothing to learn from its own static evaluation.
    pub fn with_network(self) -> Self {
        let nodes = if self.nodes == 0 { Self::DEFAULT.nodes } else { self.nodes };
        Self { nodes, ..self }
    }
}

/// An engine that plays against itself.
pub struct SelfPlayer {
    engine: Engine,
    packing: Packing,
    values: Vec<i32>,
    stop: Stop,
}

impl SelfPlayer {
    /// A player of a game, with a network or the classical terms.
    pub fn new(game: &Game, network: Option<&Arc<Network>>) -> Result<Self, LearnError> {
        let mut engine = game.engine(EngineOptions { hash_mb: HASH_MB, threads: 1 })?;
        engine.set_network(network.cloned())?;
        let values = piece_values(game.rules(), engine.weights());
        Ok(Self { engine, packing: Packing::new(game.rules())?, values, stop: Stop::new() })
    }

    /// Lets a token end the games that are played from now on: [`play`](Self::play) then answers [`LearnError::Unfinished`].
    pub fn stop_with(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// Plays the game of a number and packs its quiet positions (not in check, the best move no capture, the end not in sight),
    /// and those near all of its positions. Gives the game as [`Shard::add`](crate::Shard::add) takes it.
    pub fn play(&mut self, plan: &DataPlan, number: u64) -> Result<Vec<u8>, LearnError> {
        let game = SelfPlay {
            nodes: plan.nodes,
            random_plies: plan.openings + usize::from(number % 2 == 1),
            longest: plan.longest,
            seed: mixed(plan.seed, number),
        };
        let mut random = StdRng::seed_from_u64(game.seed);
        let (mut packed, mut positions) = (Vec::new(), 0);
        if game.nodes == 0 {
            let (visited, result) = self.play_unsearched(&game, &mut random);
            self.check_stop()?;
            for position in &visited {
                positions += self.pack_nearby(position, plan.nearby, result, &mut random, &mut packed);
                positions += self.pack_static(position, result, &mut packed);
            }
            return Block { number, positions, packed }.seal();
        }
        let (judged, result) = game.play_until(&mut self.engine, &self.stop);
        self.check_stop()?;
        for judged in &judged {
            let position = &judged.position;
            positions += self.pack_nearby(position, plan.nearby, result, &mut random, &mut packed);
            let ScoreKind::Centipawns(white) = judged.score.kind() else { continue };
            if position.in_check() || position.captured_by(judged.best).is_some() {
                continue;
            }
            let score = if position.side_to_move() == Color::White { white } else { -white };
            self.pack(position, score, result, &mut packed);
            positions += 1;
        }
        Block { number, positions, packed }.seal()
    }

    fn check_stop(&self) -> Result<(), LearnError> {
        if self.stop.is_stopped() { Err(LearnError::Unfinished) } else { Ok(()) }
    }

    /// Plays a game without searches. Gives its positions after the random moves and White's result.
    fn play_unsearched(&self, game: &SelfPlay, random: &mut StdRng) -> (Vec<Position>, f64) {
        let mut position = self.engine.rules().start();
        let mut visited = Vec::new();
        for ply in 0..game.longest {
            if self.stop.is_stopped() {
                break;
            }
            if let Some(outcome) = position.outcome() {
                let result = outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == Color::White)));
                return (visited, result);
            }
            let choice = Choice::new(&mut position);
            let m = if ply < game.random_plies {
                choice.moves.choose(random).copied()
            } else {
                visited.push(position.clone());
                self.best_drawn(&mut position, &choice, random)
            };
            match m {
                Some(m) => position.make(m),
                None => break,
            }
        }
        (visited, 0.5)
    }

    /// The best of a few moves drawn at random: after it the static evaluation is highest, and nothing is lost to an exchange
    /// on its target.
    fn best_drawn(&self, position: &mut Position, choice: &Choice, random: &mut StdRng) -> Option<Move> {
        let mover = position.side_to_move();
        let mut best: Option<(bool, i32, Move)> = None;
        for _ in 0..DRAWN {
            let m = choice.take(random)?;
            let is_safe = position.see_ge(m, &self.values, 0);
            position.make(m);
            let value = match position.outcome() {
                Some(outcome) => outcome.winner.map_or(0, |winner| if winner == mover { i32::MAX } else { i32::MIN }),
                None if position.side_to_move() == mover => self.engine.evaluate(position),
                None => -self.engine.evaluate(position),
            };
            position.unmake();
            if best.is_none_or(|(was_safe, highest, _)| (is_safe, value) > (was_safe, highest)) {
                best = Some((is_safe, value, m));
            }
        }
        best.map(|(_, _, m)| m)
    }

    /// Makes one or two random moves this many times and packs the positions after them with their static evaluation, but for
    /// those where a side is in check or the game is over. Gives how many were packed.
    fn pack_nearby(
        &self,
        from: &Position,
        count: usize,
        result: f64,
        random: &mut StdRng,
        packed: &mut Vec<u8>,
    ) -> u32 {
        if count == 0 {
            return 0;
        }
        let (first, mut kept) = (Choice::new(&mut from.clone()), 0);
        for _ in 0..count {
            let mut position = from.clone();
            let Some(m) = first.take(random) else { break };
            position.make(m);
            if random.random() {
                let Some(m) = Choice::new(&mut position).take(random) else { continue };
                position.make(m);
            }
            kept += self.pack_static(&position, result, packed);
        }
        kept
    }

    /// Packs a position with its static evaluation, unless a side is in check or the game is over. Gives how many were packed.
    fn pack_static(&self, position: &Position, result: f64, packed: &mut Vec<u8>) -> u32 {
        let is_quiet = position.outcome().is_none() && !position.in_check();
        if is_quiet {
            self.pack(position, self.engine.evaluate(position), result, packed);
        }
        u32::from(is_quiet)
    }

    /// Packs a position with its score for the side to move and White's result.
    fn pack(&self, position: &Position, score: i32, result: f64, packed: &mut Vec<u8>) {
        let share = if position.side_to_move() == Color::White { result } else { 1.0 - result };
        let score = score.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        self.packing.pack(position, score, (2.0 * share) as u8, packed);
    }
}

/// The moves of a position, to choose from at random.
struct Choice {
    moves: Vec<Move>,
    captures: Vec<Move>,
}

impl Choice {
    fn new(position: &mut Position) -> Self {
        let mut moves = position.legal_moves();
        moves.sort_unstable_by_key(|m| m.to_bits());
        let captures = moves.iter().copied().filter(|&m| position.captured_by(m).is_some()).collect();
        Self { moves, captures }
    }

    /// One of them, every other time a capture if there is one.
    fn take(&self, random: &mut StdRng) -> Option<Move> {
        let from = if random.random() && !self.captures.is_empty() { &self.captures } else { &self.moves };
        from.choose(random).copied()
    }
}
