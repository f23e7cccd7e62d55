//! The exceptions of the package.

use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(spielraum, DefinitionError, PyValueError, "A definition is faulty, or a game or option unknown.");
create_exception!(spielraum, PositionError, PyValueError, "A text is not a position of the game.");
create_exception!(spielraum, IllegalMoveError, PyValueError, "A move is not legal in its position.");
create_exception!(spielraum, LearningError, PyRuntimeError, "A shard, network or run can't be used or gone on with.");

/// Raises MemoryError where there is no room for this many bytes: without asking first, the whole process would end.
pub fn check_memory(bytes: usize) -> PyResult<()> {
    let reserved = Vec::<u8>::new().try_reserve_exact(bytes);
    reserved.map_err(|_| PyMemoryError::new_err(format!("there is no room for {bytes} bytes")))
}
