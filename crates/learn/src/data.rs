//! Games of the engine against itself.

use crate::{Event, LearnError, Packing, Shard, ShardHeader};
use spielraum_catalogue::Game;
use spielraum_engine::{Engine, EngineOptions, Network, ScoreKind, SelfPlay};
use spielraum_matches::mixed;
use spielraum_rules::Color;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;

/// The hash table of an engine that plays fast games, in MB: clearing a larger one would take longer than a game.
const HASH_MB: usize = 2;

/// What games are to be played.
#[derive(Clone, Debug)]
pub struct DataPlan {
    /// How many.
    pub games: u64,
    /// How many positions are looked at for each move.
    pub nodes: u64,
    /// With how many random plies every other game opens; the others have one more, so that both sides come to move first.
    pub openings: usize,
    /// A game of so many plies is a draw.
    pub longest: usize,
    /// On what the random moves depend.
    pub seed: u64,
    /// How many games are played at a time.
    pub threads: usize,
}

/// A game's number, how many positions were kept of it, and these.
type Played = (u64, u32, Vec<u8>);

/// Plays those games of a plan that a shard does not have yet, with a network or the hand-written terms, and adds each to the
/// shard as soon as it is over.
pub fn play_games(
    game: &Game,
    network: Option<&Arc<Network>>,
    plan: &DataPlan,
    path: &Path,
    observer: &mut dyn FnMut(Event),
) -> Result<(), LearnError> {
    let checksum = network.map(|network| network.write().map(|bytes| crc32fast::hash(&bytes))).transpose()?;
    let header = ShardHeader {
        game: game.name().to_owned(),
        nodes: plan.nodes,
        openings: plan.openings,
        longest: plan.longest,
        seed: plan.seed,
        network: checksum,
    };
    let mut shard = Shard::create(path, game.rules(), header)?;
    let missing: Vec<u64> = (0..plan.games).filter(|number| !shard.games().contains(number)).collect();
    let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, played) = sync_channel::<Result<Played, LearnError>>(plan.threads);
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            let (sender, next, missing, over) = (sender.clone(), &next, &missing, &over);
            scope.spawn(move || {
                let mut player = match SelfPlayer::new(game, network) {
                    Ok(player) => player,
                    // Nobody listens any more if another has failed before.
                    Err(error) => return drop(sender.send(Err(error))),
                };
                while !over.load(Ordering::Relaxed) {
                    let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                    if sender.send(Ok(player.play(plan, number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for game in &played {
            let added = game.and_then(|(number, positions, packed)| shard.add(number, positions, &packed));
            if let Err(error) = added {
                over.store(true, Ordering::Relaxed);
                drop(played);
                return Err(error);
            }
            observer(Event::Game { games: shard.games().len() as u64, of: plan.games, positions: shard.positions() });
        }
        Ok(())
    })
}

/// An engine that plays against itself.
struct SelfPlayer {
    engine: Engine,
    packing: Packing,
}

impl SelfPlayer {
    fn new(game: &Game, network: Option<&Arc<Network>>) -> Result<Self, LearnError> {
        let mut engine = game.engine(EngineOptions { hash_mb: HASH_MB, threads: 1 })?;
        engine.set_network(network.cloned())?;
        Ok(Self { engine, packing: Packing::new(game.rules()) })
    }

    /// Plays a game and packs its quiet positions: not in check, the best move no capture, the end not in sight.
    fn play(&mut self, plan: &DataPlan, number: u64) -> Played {
        let game = SelfPlay {
            nodes: plan.nodes,
            random_plies: plan.openings + usize::from(number % 2 == 1),
            longest: plan.longest,
            seed: mixed(plan.seed, number),
        };
        let (judged, result) = game.play(&mut self.engine);
        let (mut packed, mut positions) = (Vec::new(), 0);
        for judged in &judged {
            let position = &judged.position;
            let ScoreKind::Centipawns(white) = judged.score.kind() else { continue };
            if position.in_check() || position.captured_by(judged.best).is_some() {
                continue;
            }
            let (sign, share) = match position.side_to_move() {
                Color::White => (1, result),
                Color::Black => (-1, 1.0 - result),
            };
            let score = (sign * white).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
            self.packing.pack(position, score, (2.0 * share) as u8, &mut packed);
            positions += 1;
        }
        (number, positions, packed)
    }
}
