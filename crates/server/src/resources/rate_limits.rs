//! Rate limits: how often, and how many bytes, by network, by player and by account.

use super::kept_limit::{KeptLimit, at_least_one};
use super::{Client, Trying};
use crate::config::Limits;
use crate::domain::PlayerId;
use crate::error::{ApiError, ApiResult};
use rate_limiter::clock::DefaultClock;
use rate_limiter::state::{InMemoryState, NotKeyed};
use rate_limiter::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::hash::Hash;
use std::net::IpAddr;
use std::time::Duration;

/// Attempts to log in, in a minute from one network, from one known browser, and in all sessions of an account. Right
/// passwords count, too: each costs the server some time.
const LOGINS: u32 = 10;

/// How often a player may publish something in a day.
const PUBLICATIONS: u32 = 20;

/// Reports of one player, in an hour.
const REPORTS: u32 = 10;

/// Messages beside games, in a minute from one player and from one network.
const SAYINGS: u32 = 20;
const NETWORK_SAYINGS: u32 = 120;

/// Published games that the shelf shows from now on because a player of a network is the first to play them, in a day, and
/// because one player is.
const FIRST_PLAYS: u32 = 3;

/// Seeks that a network may open in a day. All that it opens for as long as seeks last are fewer than the lobby holds, so that
/// no network fills it, however many players come from there.
const SEEKS: u32 = 100;

/// Tournaments that a network may create in a day.
const TOURNAMENTS: u32 = 5;

/// Letters with links: in a day to one account, and that a network may ask for.
const LETTERS: u32 = 6;
const NETWORK_LETTERS: u32 = 20;

/// How often a player's devices are sent notices in a day.
const PUSHES: u32 = 200;

/// How often the sites of a player's webhooks are called in a day.
const HOOKS: u32 = 5_000;

/// Bytes that one thing stored of a game takes of the disk, with its share of pages and log.
const THING: u32 = 512;

/// A network's part of what is left of a disk that is nearly full.
const RESERVE_PART: u64 = 64;

/// The unit in which stored bytes are charged.
const STORAGE_UNIT: u32 = 256;

/// A player's part of the bytes that a network may store.
const PLAYERS_PART: u32 = 4;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How many sockets' messages a network may send, each as many as one may.
const SOCKETS: u32 = 64;

/// Bytes for each message that a socket may send, in the long run, and those of a network for as many messages as one of
/// its sockets may send. Ordinary messages are much shorter; those of the longest games that are analysed are as long.
const SOCKET_BYTES: u32 = 16 << 10;
const NETWORK_BYTES: u32 = 64 << 10;

/// How often one socket may send messages, and how many bytes.
pub(crate) type MessageRate = RateLimiter<NotKeyed, InMemoryState, DefaultClock>;
pub(crate) type ByteRate = MessageRate;

/// A rate limit for each of many: what is spent comes back evenly.
pub(super) struct RateLimit<K: Hash + Eq + Clone> {
    limiter: DefaultKeyedRateLimiter<K>,
    /// The refusal when everything is spent.
    message: &'static str,
}

impl<K: Hash + Eq + Clone> RateLimit<K> {
    pub fn new(quota: Quota, message: &'static str) -> Self {
        Self { limiter: RateLimiter::keyed(quota), message }
    }

    /// Charges `key` with `cost`, or refuses it.
    pub fn charge(&self, key: &K, cost: u32) -> ApiResult<()> {
        let charged = self.limiter.check_key_n(key, at_least_one(cost));
        charged.ok().and_then(Result::ok).ok_or_else(|| ApiError::too_many(self.message))
    }

    /// Forgets those that have everything left.
    pub fn sweep(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }
}

/// The rate limits that networks and players have.
pub(crate) struct RateLimits {
    requests: RateLimit<IpAddr>,
    newcomers: RateLimit<IpAddr>,
    logins: RateLimit<IpAddr>,
    known_logins: RateLimit<String>,
    reports: RateLimit<PlayerId>,
    said_by_player: RateLimit<PlayerId>,
    said_by_network: RateLimit<IpAddr>,
    stored_by_network: KeptLimit,
    stored_by_player: KeptLimit,
    published: KeptLimit,
    first_plays: KeptLimit,
    seeks: KeptLimit,
    tournaments: KeptLimit,
    letters: KeptLimit,
    network_letters: KeptLimit,
    mails: KeptLimit,
    mails_each: KeptLimit,
    pushes: RateLimit<PlayerId>,
    hooks: RateLimit<PlayerId>,
    reserve: RateLimit<IpAddr>,
    messages: Quota,
    bytes: Quota,
    network_messages: RateLimit<IpAddr>,
    network_bytes: RateLimit<IpAddr>,
}

impl RateLimits {
    pub fn new(limits: &Limits) -> Self {
        let (messages, sockets) = (limits.messages, limits.messages.saturating_mul(SOCKETS));
        let bytes = |each: u32| per_second(messages.saturating_mul(each).min(1 << 28));
        let much = "Too much comes from your network over its open games.";
        let stored = "You have stored as much as one may in a day. Try again in some hours.";
        Self {
            requests: RateLimit::new(per_second(limits.requests), "You ask for too much at once. Wait a second."),
            newcomers: RateLimit::new(
                Quota::per_minute(at_least_one(limits.newcomers)),
                "Too many new players come from your network. Wait a minute.",
            ),
            logins: RateLimit::new(
                Quota::per_minute(at_least_one(LOGINS)),
                "Too many attempts from your network. Wait a minute.",
            ),
            known_logins: RateLimit::new(Quota::per_minute(at_least_one(LOGINS)), "Too many attempts. Wait a minute."),
            reports: RateLimit::new(
                Quota::per_hour(at_least_one(REPORTS)),
                "You have reported as much as one may in an hour. Wait some minutes.",
            ),
            said_by_player: RateLimit::new(
                Quota::per_minute(at_least_one(SAYINGS)),
                "You have written as much as one may in a minute. Wait some seconds.",
            ),
            said_by_network: RateLimit::new(
                Quota::per_minute(at_least_one(NETWORK_SAYINGS)),
                "Your network has written as much as one may in a minute. Wait some seconds.",
            ),
            stored_by_network: KeptLimit::new("stored by a network", bytes_a_day(limits.storage), stored),
            stored_by_player: KeptLimit::new("stored by a player", bytes_a_day(limits.storage / PLAYERS_PART), stored),
            published: KeptLimit::new(
                "published by a player",
                a_day(PUBLICATIONS),
                "You have published as often as one may in a day. Try again in some hours.",
            ),
            first_plays: KeptLimit::new("first plays", a_day(FIRST_PLAYS), "No more today."),
            seeks: KeptLimit::new(
                "seeks of a network",
                a_day(SEEKS),
                "Your network has opened as many seeks as one may in a day. Accept one, or try again in some hours.",
            ),
            tournaments: KeptLimit::new(
                "tournaments of a network",
                a_day(TOURNAMENTS),
                "Your network has created as many tournaments as one may in a day. Join one, or try again in some hours.",
            ),
            letters: KeptLimit::new(
                "letters to a player",
                a_day(LETTERS),
                "We have sent you as many letters as we send in a day. Try again in some hours.",
            ),
            network_letters: KeptLimit::new(
                "letters for a network",
                a_day(NETWORK_LETTERS),
                "Your network has asked for as many letters as one may in a day. Try again in some hours.",
            ),
            mails: KeptLimit::new("mails", a_day(limits.mails), "No more today."),
            mails_each: KeptLimit::new("mails to a player", a_day(limits.mails_each), "No more today."),
            pushes: RateLimit::new(a_day(PUSHES), "No more today."),
            hooks: RateLimit::new(a_day(HOOKS), "No more today."),
            messages: per_second(messages),
            bytes: bytes(SOCKET_BYTES),
            network_messages: RateLimit::new(per_second(sockets), much),
            network_bytes: RateLimit::new(bytes(NETWORK_BYTES), much),
            reserve: RateLimit::new(
                a_day(u32::try_from(limits.disk_floor / RESERVE_PART / u64::from(THING)).unwrap_or(u32::MAX)),
                "The server's disk is nearly full, and your network has used its part of what is left for games that \
                 go on. Nothing is lost; try again later.",
            ),
        }
    }

    /// Lets a player report something.
    pub fn report(&self, player: &PlayerId) -> ApiResult<()> {
        self.reports.charge(player, 1)
    }

    /// Lets a player say something.
    pub fn say(&self, network: IpAddr, player: &PlayerId) -> ApiResult<()> {
        self.said_by_player.charge(player, 1)?;
        self.said_by_network.charge(&network, 1)
    }

    /// Whether a published game is listed because this player is the first to play it.
    pub fn first_play(&self, client: Client, player: &PlayerId) -> bool {
        self.first_plays.charge(player.as_str(), 1).is_ok()
            && self.first_plays.charge(&client.network().to_string(), 1).is_ok()
    }

    /// Lets a player open a seek.
    pub fn seek(&self, client: Client) -> ApiResult<()> {
        self.seeks.charge(&client.network().to_string(), 1)
    }

    /// Lets a player create a tournament.
    pub fn tournament(&self, client: Client) -> ApiResult<()> {
        self.tournaments.charge(&client.network().to_string(), 1)
    }

    /// Lets a network ask for a letter.
    pub fn letter_for(&self, client: Client) -> ApiResult<()> {
        self.network_letters.charge(&client.network().to_string(), 1)
    }

    /// Lets a letter go to a player.
    pub fn letter_to(&self, player: &PlayerId) -> ApiResult<()> {
        self.letters.charge(player.as_str(), 1)
    }

    /// Lets a message with notices go to a player.
    pub fn mail_to(&self, player: &PlayerId) -> ApiResult<()> {
        self.mails_each.charge(player.as_str(), 1)
    }

    /// Lets notices go to a player's devices.
    pub fn push_to(&self, player: &PlayerId) -> ApiResult<()> {
        self.pushes.charge(player, 1)
    }

    /// Lets a site of a player's webhooks be called.
    pub fn hook_of(&self, player: &PlayerId) -> ApiResult<()> {
        self.hooks.charge(player, 1)
    }

    /// Lets a message go.
    pub fn mail(&self) -> ApiResult<()> {
        self.mails.charge("all", 1)
    }

    /// Lets a request through.
    pub fn request(&self, client: Client) -> ApiResult<()> {
        self.requests.charge(&client.network(), 1)
    }

    /// Lets somebody become a player.
    pub fn newcomer(&self, client: Client) -> ApiResult<()> {
        self.newcomers.charge(&client.network(), 1)
    }

    /// Lets somebody try a password. Known browsers and sessions count for themselves: whatever others of their network do,
    /// the owner gets in.
    pub fn login(&self, by: &Trying) -> ApiResult<()> {
        match by {
            Trying::Stranger(client) => self.logins.charge(&client.network(), 1),
            // With a right password a session may become another one.
            Trying::Device(id) => self.known_logins.charge(id, 1),
            Trying::Session { player, .. } => self.known_logins.charge(&player.to_string(), 1),
        }
    }

    /// Charges somebody with bytes that are about to be stored, or refuses it. Moves of games are never charged: a game
    /// that was begun goes on.
    pub fn storage(&self, client: Client, player: Option<&PlayerId>, bytes: u32) -> ApiResult<()> {
        let units = bytes.div_ceil(STORAGE_UNIT);
        if let Some(player) = player {
            self.stored_by_player.charge(player.as_str(), units)?;
        }
        self.stored_by_network.charge(&client.network().to_string(), units)
    }

    /// Charges a network with this many things that games store while the disk is nearly full, or refuses it. What the
    /// server does by itself, such as ending games whose time is up, is never refused.
    pub fn reserve(&self, network: IpAddr, things: u32) -> ApiResult<()> {
        if network.is_unspecified() { Ok(()) } else { self.reserve.charge(&network, things) }
    }

    /// Lets a player publish something.
    pub fn publication(&self, player: &PlayerId) -> ApiResult<()> {
        self.published.charge(player.as_str(), 1)
    }

    /// The rate limit for the messages of one socket.
    pub fn messages(&self) -> MessageRate {
        RateLimiter::direct(self.messages)
    }

    /// The rate limit for the bytes of one socket.
    pub fn bytes(&self) -> ByteRate {
        RateLimiter::direct(self.bytes)
    }

    /// Whether one more message, of whatever kind, may come from a network.
    pub fn message_from(&self, network: IpAddr) -> bool {
        self.network_messages.charge(&network, 1).is_ok()
    }

    /// Whether this many bytes more may come over a socket from a network.
    pub fn takes(&self, socket: &ByteRate, network: IpAddr, bytes: usize) -> bool {
        let cost = at_least_one(u32::try_from(bytes).unwrap_or(u32::MAX));
        matches!(socket.check_n(cost), Ok(Ok(()))) && self.network_bytes.charge(&network, cost.get()).is_ok()
    }

    /// Forgets those who have been quiet.
    pub(super) fn sweep(&self) {
        for limit in [
            &self.requests,
            &self.newcomers,
            &self.logins,
            &self.reserve,
            &self.network_messages,
            &self.network_bytes,
            &self.said_by_network,
        ] {
            limit.sweep();
        }
        self.reports.sweep();
        self.said_by_player.sweep();
        self.pushes.sweep();
        self.hooks.sweep();
        self.known_logins.sweep();
        for limit in self.kept() {
            limit.sweep();
        }
    }

    /// The limits that a restart does not renew.
    pub(super) fn kept(&self) -> [&KeptLimit; 10] {
        [
            &self.stored_by_network,
            &self.stored_by_player,
            &self.published,
            &self.first_plays,
            &self.seeks,
            &self.tournaments,
            &self.letters,
            &self.network_letters,
            &self.mails,
            &self.mails_each,
        ]
    }
}

/// This many in a second in the long run, four times as many in a burst.
fn per_second(rate: u32) -> Quota {
    Quota::per_second(at_least_one(rate)).allow_burst(at_least_one(rate.saturating_mul(4)))
}

/// This many bytes a day, all of which may be used at once.
fn bytes_a_day(bytes: u32) -> Quota {
    a_day(bytes / STORAGE_UNIT)
}

/// This many a day, all of which may be used at once.
fn a_day(number: u32) -> Quota {
    let number = at_least_one(number);
    Quota::with_period(DAY / number.get()).unwrap_or(Quota::per_second(number)).allow_burst(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn a_day_has_an_end_for_a_player_and_for_a_network() {
        let limits = RateLimits::new(&Limits { storage: 16 << 10, ..Limits::default() });
        let client = |last| Client(IpAddr::V4(Ipv4Addr::new(192, 0, last, 2)));
        let charge = |last, player: &str| limits.storage(client(last), Some(&player.into()), 1 << 10).is_ok();
        assert!((0..4).all(|_| charge(1, "a")) && !charge(1, "a"));
        assert!((0..12).all(|n| charge(1, &format!("b{}", n % 4))) && !charge(1, "c"));
        assert!(charge(2, "c") && limits.storage(client(3), Some(&"d".into()), 1 << 20).is_err());
    }

    #[test]
    fn known_browsers_have_a_rate_of_their_own() {
        let limits = RateLimits::new(&Limits::default());
        let stranger = Trying::Stranger(Client(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 2))));
        for by in [stranger, Trying::Device("laptop".to_owned()), Trying::session(&"session".into(), &"ada".into())] {
            assert!((0..LOGINS).all(|_| limits.login(&by).is_ok()), "{by:?}");
            assert!(limits.login(&by).is_err(), "{by:?}");
        }
    }

    #[test]
    fn no_network_uses_up_what_is_left_of_the_disk() {
        let limits = RateLimits::new(&Limits { disk_floor: RESERVE_PART * u64::from(THING) * 10, ..Limits::default() });
        let network = |number| IpAddr::V4(Ipv4Addr::new(192, 0, number, 0));
        assert!((0..5).all(|_| limits.reserve(network(1), 2).is_ok()));
        assert!(limits.reserve(network(1), 2).is_err() && limits.reserve(network(2), 2).is_ok());
        // What the server does by itself goes on.
        assert!((0..100).all(|_| limits.reserve(Ipv4Addr::UNSPECIFIED.into(), 2).is_ok()));
    }
}
