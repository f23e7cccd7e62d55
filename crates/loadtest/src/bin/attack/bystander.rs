//! The ordinary player beside an attack.

use serde_json::json;
use spielraum_loadtest::{Method, Player};
use std::fmt;
use std::time::{Duration, Instant};

/// The longest that he should wait: for an acknowledgement (99 of 100), for a game to begin, for the engine's answer, for a
/// position, for the first line of an analysis, and the owner of an account to register and to log in.
const ACKNOWLEDGED: Duration = Duration::from_millis(100);
const BEGUN: Duration = Duration::from_secs(1);
const ANSWERED: Duration = Duration::from_secs(1);
const LOOKED: Duration = Duration::from_secs(1);
const ANALYSED: Duration = Duration::from_secs(3);
const LOGGED_IN: Duration = Duration::from_secs(3);

/// How often the owner logs in: as often as the server lets a known browser.
const LOG_INS: Duration = Duration::from_secs(7);

/// How long he waits for anything before he gives up.
const GIVES_UP: Duration = Duration::from_secs(20);

/// The bystander's moves on one device: pawns on both sides, so that no position comes back.
const MOVES: [&str; 12] =
    ["a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6", "d2d3", "d7d6", "e2e3", "e7e6", "f2f3", "f7f6"];

/// What he waited for.
#[derive(Default)]
pub struct Bystander {
    acknowledged: Vec<Duration>,
    begun: Vec<Duration>,
    answered: Vec<Duration>,
    looked: Vec<Duration>,
    analysed: Vec<Duration>,
    logged_in: Vec<Duration>,
    given_up: usize,
}

impl Bystander {
    /// Plays for a time: begins games, moves, and lets the engine answer. Somebody else of the same network logs in meanwhile.
    pub async fn watch(base: &str, time: Duration) -> Self {
        let mut seen = Self::default();
        let end = Instant::now() + time;
        let owner = tokio::spawn(log_ins(base.to_owned(), end));
        while Instant::now() < end {
            // In a task of its own: what the server refuses ends the game and not the measurement.
            let game = tokio::spawn(one_game(base.to_owned()));
            match tokio::time::timeout(GIVES_UP, game).await {
                Ok(Ok(game)) => {
                    seen.begun.push(game.begun);
                    seen.answered.push(game.answered);
                    seen.looked.push(game.looked);
                    seen.analysed.push(game.analysed);
                    seen.acknowledged.extend(game.acknowledged);
                }
                _ => seen.given_up += 1,
            }
        }
        match tokio::time::timeout(GIVES_UP, owner).await {
            Ok(Ok(times)) => seen.logged_in = times,
            _ => seen.given_up += 1,
        }
        seen.times().into_iter().for_each(|times| times.sort_unstable());
        seen
    }

    fn times(&mut self) -> [&mut Vec<Duration>; 6] {
        let Self { acknowledged, begun, answered, looked, analysed, logged_in, .. } = self;
        [acknowledged, begun, answered, looked, analysed, logged_in]
    }

    /// Whether he was served as he should be.
    pub fn good(&self) -> bool {
        self.given_up == 0
            && at(&self.acknowledged, 99) < ACKNOWLEDGED
            && at(&self.begun, 99) < BEGUN
            && at(&self.answered, 99) < ANSWERED
            && at(&self.looked, 99) < LOOKED
            && at(&self.analysed, 99) < ANALYSED
            && at(&self.logged_in, 99) < LOGGED_IN
    }
}

struct Game {
    begun: Duration,
    answered: Duration,
    looked: Duration,
    analysed: Duration,
    acknowledged: Vec<Duration>,
}

/// A game against the engine at level 1, a look at a position, the beginning of an analysis, and some moves on one device.
async fn one_game(base: String) -> Game {
    let player = Player::new(&base);
    let started = Instant::now();
    let request = json!({ "variant": "chess", "opponent": { "kind": "engine", "level": 1 }, "side": "black" });
    let game = player.begin(request).await["id"].as_str().expect("an id").to_owned();
    let begun = started.elapsed();
    let started = Instant::now();
    player.sit_down(&game).await.next_of("move").await;
    let answered = started.elapsed();
    let started = Instant::now();
    player.post("/api/positions", json!({ "variant": "chess", "moves": ["e2e4", "e7e5"] })).await.good();
    let looked = started.elapsed();
    let started = Instant::now();
    let mut analysing = player.socket("/api/analysis").await.expect("a socket");
    analysing.send(&json!({ "type": "start", "variant": "chess", "moves": ["e2e4"], "multipv": 1 })).await;
    analysing.next_of("info").await;
    let analysed = started.elapsed();
    analysing.close().await;
    let request = json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "white" });
    let game = player.begin(request).await["id"].as_str().expect("an id").to_owned();
    let mut socket = player.sit_down(&game).await;
    let mut acknowledged = Vec::new();
    for (ply, text) in MOVES.into_iter().enumerate() {
        let started = Instant::now();
        socket.make(ply as u64, text).await;
        acknowledged.push(started.elapsed());
        // A person's pace, so that the bystander's own rate limit is not what is measured.
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    Game { begun, answered, looked, analysed, acknowledged }
}

/// How long the owner of the account whose password others guess waits to register, and then to log in, again and again.
async fn log_ins(base: String, end: Instant) -> Vec<Duration> {
    let owner = Player::new(&base);
    let credentials = json!({ "name": "Ada", "password": "a quiet long evening" });
    let (mut times, mut path) = (Vec::new(), "/api/accounts");
    while Instant::now() < end {
        let started = Instant::now();
        owner.insist(Method::POST, path, Some(&credentials)).await.good();
        times.push(started.elapsed());
        path = "/api/session";
        owner.send(Method::DELETE, path, None).await.good();
        tokio::time::sleep(LOG_INS).await;
    }
    times
}

/// The time within which this many of a hundred came; the times are sorted.
fn at(times: &[Duration], percent: usize) -> Duration {
    let at = (times.len() * percent).div_ceil(100).saturating_sub(1);
    times.get(at).copied().unwrap_or(Duration::MAX)
}

impl fmt::Display for Bystander {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.begun.is_empty() {
            return write!(f, "NOT SERVED {} times", self.given_up);
        }
        let ms =
            |times: &[Duration]| if times.is_empty() { "no".to_owned() } else { at(times, 99).as_millis().to_string() };
        write!(f, "acknowledged after {} ms (p99 of {}), ", ms(&self.acknowledged), self.acknowledged.len())?;
        write!(f, "game begun after {} ms, engine answered after {} ms, ", ms(&self.begun), ms(&self.answered))?;
        write!(f, "position after {} ms, analysis after {} ms, ", ms(&self.looked), ms(&self.analysed))?;
        write!(f, "logged in after {} ms", ms(&self.logged_in))?;
        match self.given_up {
            0 if self.good() => write!(f, "; good"),
            0 => write!(f, "; TOO SLOW"),
            times => write!(f, "; NOT SERVED {times} times"),
        }
    }
}
