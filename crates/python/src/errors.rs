//! The exceptions of the package.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};

create_exception!(spielraum, DefinitionError, PyValueError, "A definition is faulty, or a game or option unknown.");
create_exception!(spielraum, PositionError, PyValueError, "A text is not a position of the game.");
create_exception!(spielraum, IllegalMoveError, PyValueError, "A move is not legal in its position.");
create_exception!(spielraum, LearningError, PyRuntimeError, "A shard, network or run can't be used or gone on with.");
