//! Ctrl-C for commands that report what they have found when it is pressed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether Ctrl-C has been pressed.
#[derive(Clone)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Watches for Ctrl-C from now on: the first one only sets this, the second one ends the program.
    pub fn watch() -> std::io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let pressed = Arc::new(AtomicBool::new(false));
        let sets = Arc::clone(&pressed);
        std::thread::spawn(move || {
            runtime.block_on(async {
                if tokio::signal::ctrl_c().await.is_ok() {
                    sets.store(true, Ordering::Relaxed);
                    if tokio::signal::ctrl_c().await.is_ok() {
                        std::process::exit(INTERRUPTED);
                    }
                }
            });
        });
        Ok(Self(pressed))
    }

    /// Whether it has been.
    pub fn is_pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The exit code of a program that SIGINT ends, as shells count it.
const INTERRUPTED: i32 = 130;
