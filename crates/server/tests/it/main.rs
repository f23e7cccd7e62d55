//! The server as its clients see it: a real one for each test, on a port of its own.

mod description;
