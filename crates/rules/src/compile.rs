//! From a specification to a game that can be played.

use crate::rules::{AnyTables, Rules};
use crate::spec::Spec;
use crate::tables::{CompileError, CompileErrors, Tables};
use crate::validate::Check;
use crate::{MAX_MOVES, Position, PositionError, Setup, rule};
use std::sync::Arc;

impl Rules {
    /// Compiles a game, or tells every fault of it. Whatever the specification says, it takes
    /// about a second and 64 MB at the most.
    pub fn compile(spec: Spec) -> Result<Self, CompileErrors> {
        let faults = faults(&spec);
        if !faults.is_empty() {
            return Err(CompileErrors(faults));
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
            0..=64 => AnyTables::W1(Arc::new(Tables::build(spec)?)),
            65..=128 => AnyTables::W2(Arc::new(Tables::build(spec)?)),
            129..=256 => AnyTables::W4(Arc::new(Tables::build(spec)?)),
            257..=512 => AnyTables::W8(Arc::new(Tables::build(spec)?)),
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
    fn read_start(&self) -> Result<Position, PositionError> {
        Ok(Position::new(self, Setup::parse(&self.spec().start, self)?)?)
    }
}

/// All faults that can be found without building tables.
fn faults(spec: &Spec) -> Vec<CompileError> {
    let mut check = Check::new(spec);
    check.pieces();
    check.aliases();
    if check.faults.is_empty() {
        check.movement();
        rule::validate(&mut check);
    }
    check.faults.dedup();
    check.faults
}
