//! What can be set about a server.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// What can be set about a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0: any free port.
    pub address: SocketAddr,
    /// The folder of the database and of the key that signs cookies. It is made if it does not exist.
    pub data: PathBuf,
    /// How many searches run at once; 0: as many as there are processors.
    pub engines: usize,
    /// The memory of the hash table of each search in MB.
    pub hash_mb: usize,
    /// Whether the server is reached by way of a proxy on this machine that tells the client's address in
    /// `X-Forwarded-For` and speaks HTTPS.
    pub behind_proxy: bool,
    /// What strangers may use of it.
    pub limits: Limits,
}

/// What strangers may use of a server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections at once.
    pub connections: usize,
    /// WebSockets of one player at once.
    pub sockets_each: usize,
    /// Games of one player that are not over, at once.
    pub games_each: usize,
    /// Requests of one address in a second, in the long run; four times as many in a burst.
    pub requests: u32,
    /// Messages on one WebSocket in a second, in the long run; four times as many in a burst.
    pub messages: u32,
    /// New players from one address in a minute.
    pub newcomers: u32,
    /// Bytes that one network may have stored in a day, and one player a quarter of it.
    pub storage: u32,
    /// Bytes of free disk below which nothing new is begun; games that go on go on.
    pub disk_floor: u64,
    /// How long a client may take to send a request.
    pub patience: Duration,
}

impl Config {
    /// The usual settings, with data in `data` and any free port of this machine.
    pub fn new(data: PathBuf) -> Self {
        Self {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            data,
            engines: 0,
            hash_mb: 16,
            behind_proxy: false,
            limits: Limits::default(),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 4_096,
            sockets_each: 16,
            games_each: 64,
            requests: 50,
            messages: 20,
            newcomers: 60,
            storage: 64 << 20,
            disk_floor: 256 << 20,
            patience: Duration::from_secs(15),
        }
    }
}
