//! The pages of a list, one after another.

use spielraum_loadtest::Player;
use std::collections::HashSet;
use std::fmt;
use std::time::{Duration, Instant};

/// The longest that a page should take.
const MOST: Duration = Duration::from_millis(10);
/// How often a page that took longer is asked for, so that what else the machine does is not taken for it.
const TIMES: usize = 5;

/// What was seen of a list.
pub struct Pages {
    games: usize,
    /// How long each page took when it was first asked for, the shortest first.
    times: Vec<Duration>,
    /// The pages that took too long each time.
    slow: usize,
}

/// Asks for all pages of a list.
///
/// # Panics
///
/// If a page is refused.
pub async fn walk(visitor: &Player, query: &str) -> Pages {
    let (mut games, mut times, mut slow) = (HashSet::new(), Vec::new(), 0);
    let mut page = String::new();
    loop {
        let path = format!("/api/games?{query}{page}");
        let begun = Instant::now();
        let told = visitor.get(&path).await.good();
        times.push(begun.elapsed());
        if begun.elapsed() > MOST {
            slow += usize::from(!is_quick(visitor, &path).await);
        }
        let ids = told["games"].as_array().into_iter().flatten().filter_map(|game| game["id"].as_str());
        games.extend(ids.map(str::to_owned));
        match told["next"].as_str() {
            Some(next) => page = format!("&page={next}"),
            None => break,
        }
    }
    times.sort_unstable();
    Pages { games: games.len(), times, slow }
}

/// Whether a page comes in time when it is asked for again.
async fn is_quick(visitor: &Player, path: &str) -> bool {
    for _ in 1..TIMES {
        let begun = Instant::now();
        visitor.get(path).await.good();
        if begun.elapsed() <= MOST {
            return true;
        }
    }
    false
}

impl Pages {
    /// Whether this many games were seen, on pages that came in time.
    pub fn good(&self, games: u32) -> bool {
        self.games == games as usize && self.slow == 0
    }
}

impl fmt::Display for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |part: usize| self.times[(self.times.len() * part).div_ceil(100) - 1].as_secs_f64() * 1000.0;
        write!(f, "{} games on {} pages: {:.1} ms (p50), ", self.games, self.times.len(), at(50))?;
        write!(f, "{:.1} ms (p99), {:.1} ms (max); ", at(99), at(100))?;
        write!(f, "{} always above {} ms", self.slow, MOST.as_millis())
    }
}
