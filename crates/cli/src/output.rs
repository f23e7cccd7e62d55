//! Writing to the standard output, which may be full or closed: then the program ends as it should, and does not panic.

use crate::failure::Failure;
use std::fmt::Arguments;
use std::io::Write;

/// Writes to the standard output, or ends the program.
pub fn write(text: Arguments) {
    if let Err(error) = anstream::stdout().write_fmt(text) {
        let failure = Failure::Io(error);
        if failure.is_closed_pipe() {
            std::process::exit(0);
        }
        failure.print();
        std::process::exit(1);
    }
}

/// `print!` that ends the program when nothing can be written.
macro_rules! out {
    ($($text:tt)*) => { $crate::output::write(format_args!($($text)*)) };
}

/// `println!` that ends the program when nothing can be written.
macro_rules! outln {
    () => { $crate::output::write(format_args!("\n")) };
    ($($text:tt)*) => { $crate::output::write(format_args!("{}\n", format_args!($($text)*))) };
}
