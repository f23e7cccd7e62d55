//! What JavaScript calls, and what it must offer.
//!
//! A question is written into [`input`], [`answer`] answers it, and the answer is read from [`output`]; both are JSON in
//! UTF-8. A file that belongs to a question is written into [`input`] before it, and [`attach`]ed. A panic traps: the caller throws the instance away and makes a new one of the same module.

use crate::Desk;
use std::cell::RefCell;
use std::time::Duration;

#[link(wasm_import_module = "spielraum")]
unsafe extern "C" {
    /// Milliseconds since a moment that never changes.
    safe fn now() -> f64;
    /// Takes something that comes before the answer: bytes from an address on.
    safe fn tell(text: *const u8, length: usize);
}

fn timer() -> Duration {
    Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
}

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static FILE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
    static DESK: RefCell<Desk> = RefCell::new(Desk::new(timer));
}

/// Where a question of this many bytes is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Keeps what was written as the file that comes with the next question.
#[unsafe(no_mangle)]
pub extern "C" fn attach() {
    FILE.set(INPUT.take());
}

/// Answers the question that was written, and says how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let (question, file) = (INPUT.take(), FILE.take());
    let told = |text: &str| tell(text.as_ptr(), text.len());
    let answer = DESK.with_borrow_mut(|desk| desk.answer(&question, &file, &told));
    let length = answer.len();
    OUTPUT.set(answer);
    length
}

/// Obeys a line of UCI that was written, with the network that was attached, if one was; 0 after `quit`. What the engine says
/// goes to [`tell`] while it searches. A search ends by its limits alone: to stop it, throw the instance away.
#[cfg(feature = "uci")]
#[unsafe(no_mangle)]
pub extern "C" fn obey() -> u32 {
    let (line, file) = (INPUT.take(), FILE.take());
    let host = spielraum_uci::Host {
        timer: Some(timer),
        // The module has no other source of chance.
        seed: || now().to_bits(),
        tables: |_, _| Err("there are no files here".to_owned()),
        alone: true,
    };
    let say = |text: &str| tell(text.as_ptr(), text.len());
    u32::from(crate::uci::obey(&String::from_utf8_lossy(&line), &file, host, say))
}

/// Where the answer lies until the next question.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}
