//! The engines that are kept, with what they remember: never more than threads that search.

use crate::variants::Variant;
use spielraum_engine::{Engine, EngineOptions};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The engines of the variants that were searched last.
pub(crate) struct Engines {
    kept: Mutex<Kept>,
    /// An engine is free.
    free: Condvar,
    most: usize,
    hash_mb: usize,
}

#[derive(Default)]
struct Kept {
    /// By the keys of their variants, the one that was used last at the end.
    idle: Vec<(String, Engine)>,
    /// How much of their room is in use.
    used: usize,
    /// How many engines search.
    searching: usize,
}

/// The room of an engine, which is free again when this is dropped.
pub(crate) struct Room<'e> {
    engines: &'e Engines,
    engine: Option<(String, Engine)>,
    searches: bool,
}

impl Engines {
    pub fn new(most: usize, hash_mb: usize) -> Self {
        Self { kept: Mutex::default(), free: Condvar::new(), most, hash_mb }
    }

    /// Room for something else of an engine's size; an engine that is idle goes for it.
    pub fn room(&self) -> Room<'_> {
        self.take(self.kept(), "", false)
    }

    /// The engine of a variant: that which was used before if it is there still, or a new one. Where as many search as there
    /// are to be, it waits.
    pub fn engine(&self, variant: &Variant) -> Room<'_> {
        let kept = self.free.wait_while(self.kept(), |kept| kept.searching >= self.most);
        let mut room = self.take(kept.unwrap_or_else(PoisonError::into_inner), &variant.key, true);
        if room.engine.is_none() {
            let options = EngineOptions { hash_mb: self.hash_mb, threads: 1 };
            match variant.game.engine(options) {
                Ok(mut engine) => {
                    engine.set_tables(variant.tables.clone().map(|tables| tables as _));
                    room.engine = Some((variant.key.clone(), engine));
                }
                Err(error) => tracing::error!(%error, "there is no engine"),
            }
        }
        room
    }

    fn take(&self, mut kept: MutexGuard<'_, Kept>, key: &str, searches: bool) -> Room<'_> {
        let at = kept.idle.iter().position(|(known, _)| known == key);
        let engine = at.map(|at| kept.idle.remove(at));
        // The old room goes before the new one comes.
        while !kept.idle.is_empty() && kept.idle.len() + kept.used >= self.most {
            kept.idle.remove(0);
        }
        kept.used += 1;
        kept.searching += usize::from(searches);
        Room { engines: self, engine, searches }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room<'_> {
    /// The engine in it, if there is one.
    pub fn engine(&mut self) -> Option<&mut Engine> {
        self.engine.as_mut().map(|(_, engine)| engine)
    }
}

impl Drop for Room<'_> {
    fn drop(&mut self) {
        let mut kept = self.engines.kept();
        kept.used -= 1;
        if self.searches {
            kept.searching -= 1;
            self.engines.free.notify_one();
        }
        // A fault of the engine costs what it remembers.
        if !std::thread::panicking() {
            kept.idle.extend(self.engine.take());
        }
    }
}
