//! From a specification to a game that can be played.

use crate::game::Tables;
use crate::rules::{AnyTables, Rules};
use crate::spec::Spec;
use crate::tables::{CompileError, CompileErrors};
use crate::{MAX_MOVES, Position, SetupError};
use std::sync::Arc;

impl Rules {
    /// Compiles a game, or reports every fault of it. Whatever the specification says, it takes
    /// about a second and 64 MB at most.
    pub fn compile(spec: Spec) -> Result<Self, CompileErrors> {
        let faults = spec.faults();
        if !faults.is_empty() {
            return Err(CompileErrors(faults.into_iter().map(CompileError::Spec).collect()));
        }
        let rules = Self::build(spec).map_err(|error| CompileErrors(vec![error]))?;
        match rules.read_start() {
            Ok(start) => {
                let few = start.count_legal() < MAX_MOVES as u64;
                if few { Ok(rules) } else { Err(CompileErrors(vec![CompileError::TooManyMoves])) }
            }
            Err(error) => Err(CompileErrors(vec![CompileError::Start(error.to_string())])),
        }
    }

    fn build(spec: Spec) -> Result<Self, CompileError> {
        Ok(Self(match spec.board.len() {
            #[cfg(not(target_family = "wasm"))]
            0..=64 => AnyTables::W1(Arc::new(Tables::build(spec)?)),
            0..=128 => AnyTables::W2(Arc::new(Tables::build(spec)?)),
            0..=256 => AnyTables::W4(Arc::new(Tables::build(spec)?)),
            0..=512 => AnyTables::W8(Arc::new(Tables::build(spec)?)),
            _ => AnyTables::W16(Arc::new(Tables::build(spec)?)),
        }))
    }

    /// The position a game starts from.
    ///
    /// # Panics
    ///
    /// Never: [`compile`](Self::compile) has read the start position.
    pub fn start(&self) -> Position {
        self.read_start().expect("compile has read the start position")
    }

    /// The start position, in which everything must be right.
    fn read_start(&self) -> Result<Position, SetupError> {
        Position::new(self, self.spec().start.clone())
    }
}
