//! Answers the questions of the module natively: a line of JSON each, in and out. Messages before an answer go to
//! the standard error.

use spielraum_wasm::Desk;
use std::io::{BufRead, Write};
use std::sync::LazyLock;
use std::time::Instant;

static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);

fn main() -> std::io::Result<()> {
    let mut desk = Desk::new(|| BEGIN.elapsed());
    let mut output = std::io::stdout().lock();
    for question in std::io::stdin().lock().lines() {
        writeln!(output, "{}", desk.answer(question?.as_bytes(), &[], &|told| eprintln!("{told}")))?;
        output.flush()?;
    }
    Ok(())
}
