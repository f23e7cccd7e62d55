//! The engines that are kept, with what they remember: never more than threads that search.

use crate::variants::Variant;
use spielraum_engine::{Engine, EngineOptions};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The engines of the variants that were searched last.
pub(super) struct Engines {
    kept: Mutex<Kept>,
    most: usize,
    hash_mb: usize,
}

#[derive(Default)]
struct Kept {
    /// By the keys of their variants, the one that was used last at the end.
    idle: Vec<(String, Engine)>,
    /// How much of their room is in use.
    used: usize,
}

/// The room of an engine, which is free again when this is dropped.
pub(super) struct Room<'e> {
    engines: &'e Engines,
    engine: Option<(String, Engine)>,
}

impl Engines {
    pub fn new(most: usize, hash_mb: usize) -> Self {
        Self { kept: Mutex::default(), most, hash_mb }
    }

    /// Room for something else of an engine's size; an engine that is idle goes for it.
    pub fn room(&self) -> Room<'_> {
        self.take("")
    }

    /// The engine of a variant: that which was used before if it is there still, or a new one.
    pub fn engine(&self, variant: &Variant) -> Room<'_> {
        let mut room = self.take(&variant.key);
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

    fn take(&self, key: &str) -> Room<'_> {
        let mut kept = self.kept();
        let at = kept.idle.iter().position(|(known, _)| known == key);
        let engine = at.map(|at| kept.idle.remove(at));
        // The old room goes before the new one comes.
        while !kept.idle.is_empty() && kept.idle.len() + kept.used >= self.most {
            kept.idle.remove(0);
        }
        kept.used += 1;
        Room { engines: self, engine }
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
        // A fault of the engine costs what it remembers.
        if !std::thread::panicking() {
            kept.idle.extend(self.engine.take());
        }
    }
}
