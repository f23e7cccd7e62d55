//! Who plays: the threads of this program, or other programs and machines.

use crate::{DataPlan, LearnError, SelfPlayer, Trial};
use spielraum_arcade::Game;
use spielraum_engine::Network;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;

/// Takes over what was played, and says whether to go on.
pub type Keep<'a, T> = dyn FnMut(T) -> Result<ControlFlow<()>, LearnError> + 'a;

/// Plays games that are numbered: the same number gives the same game on every machine, so that it does no harm if two do.
pub trait Crew {
    /// Plays the games of these numbers of the engine against itself, in any order, and hands each over as soon as it is over, as
    /// [`SelfPlayer::play`] gives it.
    fn games(
        &mut self,
        game: &Game,
        network: Option<&Arc<Network>>,
        plan: &DataPlan,
        numbers: &[u64],
        keep: &mut Keep<'_, Vec<u8>>,
    ) -> Result<(), LearnError>;

    /// Plays the pairs of these numbers of a trial, in any order, and hands over each number with the half points of the new
    /// network as soon as both games are over.
    fn pairs(
        &mut self,
        trial: &Trial<'_>,
        numbers: &[u64],
        keep: &mut Keep<'_, (u64, usize)>,
    ) -> Result<(), LearnError>;
}

/// This many threads of this program.
#[derive(Clone, Copy, Debug)]
pub struct Threads(pub usize);

impl Crew for Threads {
    fn games(
        &mut self,
        game: &Game,
        network: Option<&Arc<Network>>,
        plan: &DataPlan,
        numbers: &[u64],
        keep: &mut Keep<'_, Vec<u8>>,
    ) -> Result<(), LearnError> {
        let make = || SelfPlayer::new(game, network);
        self.spread(numbers, make, |player, number, _| player.play(plan, number).map(Some), keep)
    }

    fn pairs(
        &mut self,
        trial: &Trial<'_>,
        numbers: &[u64],
        keep: &mut Keep<'_, (u64, usize)>,
    ) -> Result<(), LearnError> {
        let plan = trial.as_match();
        let play = |players: &mut _, number, over: &dyn Fn() -> bool| {
            let pair = plan.play_pair(number, players, over)?;
            Ok(pair.map(|games| (number, games.iter().map(|game| game.half_points()).sum())))
        };
        self.spread(numbers, || Ok(plan.make_players()?), play, keep)
    }
}

impl Threads {
    /// Lets each thread make a player of its own and play number after number. `play` gives nothing if it was called off.
    fn spread<P, T: Send>(
        self,
        numbers: &[u64],
        make: impl Fn() -> Result<P, LearnError> + Sync,
        play: impl Fn(&mut P, u64, &dyn Fn() -> bool) -> Result<Option<T>, LearnError> + Sync,
        keep: &mut Keep<'_, T>,
    ) -> Result<(), LearnError> {
        let threads = self.0.max(1);
        let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, played) = sync_channel::<Result<T, LearnError>>(threads);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, next, over, make, play) = (sender.clone(), &next, &over, &make, &play);
                scope.spawn(move || {
                    let over = || over.load(Ordering::Relaxed);
                    let mut player = match make() {
                        Ok(player) => player,
                        // Nobody listens any more if another has failed before.
                        Err(error) => return drop(sender.send(Err(error))),
                    };
                    while !over() {
                        let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                        let Some(result) = play(&mut player, number, &over).transpose() else { return };
                        if sender.send(result).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for result in &played {
                match result.and_then(&mut *keep) {
                    Ok(ControlFlow::Continue(())) => {}
                    end => {
                        over.store(true, Ordering::Relaxed);
                        drop(played);
                        return end.map(drop);
                    }
                }
            }
            Ok(())
        })
    }
}
