//! The memory of a server, before, while and after games are in it.

use crate::copies;
use spielraum_loadtest::{Player, Program};
use std::fmt;
use std::ops::Range;
use std::time::Duration;

/// The most bytes that a game may keep which is not looked at any more.
pub const MOST: i64 = 1_000;

/// The memory that games took, in bytes of the whole process.
pub struct Kept {
    games: u32,
    /// While they were in memory.
    open: u64,
    /// When nobody needed them any more.
    pub swept: u64,
}

impl Kept {
    /// The bytes of each game more than were taken before.
    pub fn more_than(&self, before: u64) -> i64 {
        (self.swept as i64 - before as i64) / i64::from(self.games)
    }
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} kB with them in memory, {} kB afterwards", self.open >> 10, self.swept >> 10)
    }
}

/// Looks at games, and waits until the server has put them out of memory.
///
/// # Panics
///
/// If a game is not there.
pub async fn look(server: &Program, games: Range<u32>) -> Kept {
    let visitor = Player::new(&server.base);
    let count = games.len() as u32;
    for number in games {
        visitor.get(&format!("/api/games/{}", copies::id(number))).await.good();
    }
    let open = server.memory();
    while server.status("games in memory") > 0.0 {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    Kept { games: count, open, swept: server.memory() }
}
