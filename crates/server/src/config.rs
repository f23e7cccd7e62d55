//! What can be set about a server.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// What can be set about a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0: any free port.
    pub address: SocketAddr,
    /// The folder of the database and of the key that signs cookies. It is made if it does not exist.
    pub data: PathBuf,
    /// The database, if it is not in the folder.
    pub postgres: Option<Postgres>,
    /// What this server is as one of several on a database of PostgreSQL.
    pub node: Option<Node>,
    /// How many searches run at once; 0: as many as there are processors.
    pub engines: usize,
    /// The memory of the hash table of each search in MB.
    pub hash_mb: usize,
    /// The folder of the endgame tables, with a subfolder for each game.
    pub endgames: Option<PathBuf>,
    /// Where Prometheus metrics are served; nowhere if it is not set.
    pub metrics: Option<SocketAddr>,
    /// Whether the server is reached by way of a proxy that speaks HTTPS.
    pub behind_proxy: bool,
    /// How many proxies of one's own add an address to `X-Forwarded-For`, one after another; 0: clients come directly.
    /// Nobody but these may be able to reach the server.
    pub trusted_proxies: usize,
    /// The names by which the server is known, besides `localhost` and numeric addresses.
    pub hosts: Vec<String>,
    /// The program that compiles untrusted definitions in a process of its own, with the word `worker`; if it is not
    /// set they are compiled here.
    pub worker: Option<PathBuf>,
    /// What clients may use of it.
    pub limits: Limits,
}

/// A server that is one of several on a database.
#[derive(Clone)]
pub struct Node {
    /// Where the others reach it.
    url: String,
    /// What they know each other by.
    secret: String,
}

/// What a node's URL begins with, which the name of no other server's session does.
pub(crate) const SCHEME: &str = "http://";

/// The characters of a secret that nobody guesses.
const SECRET: usize = 32;

/// What PostgreSQL keeps of the name of a session.
const NAME: usize = 63;

impl Node {
    /// A node that others reach at `http://HOST:PORT`, and that knows them by a secret.
    ///
    /// # Errors
    ///
    /// What is wrong with the URL or the secret, and what to do.
    pub fn new(url: &str, secret: &str) -> Result<Self, String> {
        let url = url.strip_suffix('/').unwrap_or(url);
        let address = url.strip_prefix(SCHEME).and_then(|address| address.rsplit_once(':'));
        let fits = |host: &str, port: &str| {
            let known = |byte: u8| byte.is_ascii_alphanumeric() || b"-.[]:".contains(&byte);
            !host.is_empty() && host.bytes().all(known) && port.parse::<u16>().is_ok_and(|port| port > 0)
        };
        if !address.is_some_and(|(host, port)| fits(host, port)) {
            return Err(format!("`{url}` is no URL of a node; name http://HOST:PORT, where the other nodes reach it"));
        }
        if url.len() > NAME {
            return Err(format!("the URL `{url}` is too long; a node's has at most {NAME} characters"));
        }
        if secret.trim().len() < SECRET {
            return Err(format!(
                "the secret of the nodes is too short; use {SECRET} characters or more, such as `openssl rand -hex 32` makes"
            ));
        }
        Ok(Self { url: url.to_owned(), secret: secret.trim().to_owned() })
    }

    /// What the nodes know each other by.
    pub(crate) fn secret(&self) -> &str {
        &self.secret
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Node").field("url", &self.url).finish_non_exhaustive()
    }
}

/// What clients may use of a server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections at once; fewer if the process may not have this many files open.
    pub connections: usize,
    /// Connections of one network (/24, /56) at once, and WebSockets of it.
    pub network_connections: usize,
    /// WebSockets of one player at once.
    pub sockets_each: usize,
    /// Games of one player that are not over, at once.
    pub games_each: usize,
    /// Open seeks of one player.
    pub seeks_each: usize,
    /// Open seeks of all players.
    pub seeks: usize,
    /// Tournaments that one account has created and that are not over.
    pub tournaments_each: usize,
    /// Those of all accounts.
    pub tournaments: usize,
    /// Those in which one account takes part.
    pub entered_each: usize,
    /// How long a player of an arena may wait with the first move of a game; four times as long in other tournaments for
    /// which all have to be there.
    pub first_move: Duration,
    /// Games of the workshop that one account may have published.
    pub published_each: usize,
    /// Requests of one network in a second, in the long run; four times as many in a burst.
    pub requests: u32,
    /// Messages on one WebSocket in a second, in the long run; four times as many in a burst.
    pub messages: u32,
    /// New players from one network in a minute.
    pub newcomers: u32,
    /// Bytes that one network may have stored in a day, and one player a quarter of it.
    pub storage: u32,
    /// Bytes that all compiled variants may use in memory. Beyond them games by definitions of the workshop are closed,
    /// those that nobody looks at first, and no more of them are opened.
    pub variants: usize,
    /// Bytes of free disk below which nothing new is begun; games that go on go on.
    pub disk_floor: u64,
    /// How long a client may take to send a request, to begin the next, and to take a part of an answer.
    pub patience: Duration,
}

/// What a server takes. It begins with [`Mode::Normal`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Everything.
    #[default]
    Normal,
    /// Nothing new begins; games that go on go on.
    Drain,
    /// Nothing is stored, not even moves.
    ReadOnly,
}

impl Config {
    /// Where the database is.
    pub fn stored(&self) -> Stored {
        let Some(mut postgres) = self.postgres.clone() else { return Stored::Folder(self.data.clone()) };
        if let Some(node) = &self.node {
            // By which the other nodes find it.
            postgres.0.application_name(&node.url);
        }
        Stored::Postgres(postgres)
    }

    /// The usual settings, with data in `data` and any free port of this machine.
    pub fn new(data: PathBuf) -> Self {
        Self {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            data,
            postgres: None,
            node: None,
            engines: 0,
            hash_mb: 16,
            endgames: None,
            metrics: None,
            behind_proxy: false,
            trusted_proxies: 0,
            hosts: Vec::new(),
            worker: None,
            limits: Limits::default(),
        }
    }
}

/// A database of PostgreSQL: `postgres://user@host/database`, with the parameters that its own programs know. Its text has
/// no password.
#[derive(Clone, Debug)]
pub struct Postgres(Box<postgres::Config>);

impl Postgres {
    pub(crate) fn settings(&self) -> &postgres::Config {
        &self.0
    }
}

impl FromStr for Postgres {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if !["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme)) {
            return Err("it is no URL of PostgreSQL, such as postgres://user@host/database".to_owned());
        }
        let settings: postgres::Config = text.parse().map_err(|error: postgres::Error| {
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            format!("it is no URL of PostgreSQL: {}", cause.unwrap_or_else(|| error.to_string()))
        })?;
        if settings.get_ssl_mode() == postgres::config::SslMode::Require {
            return Err(
                "`sslmode=require` is not supported: use a Unix socket, a private network or a tunnel".to_owned()
            );
        }
        Ok(Self(Box::new(settings)))
    }
}

/// Where what a server stores is.
#[derive(Clone, Debug)]
pub enum Stored {
    /// In a file of a folder, by SQLite.
    Folder(PathBuf),
    /// In PostgreSQL.
    Postgres(Postgres),
}

impl From<&Path> for Stored {
    fn from(folder: &Path) -> Self {
        Self::Folder(folder.to_owned())
    }
}

impl fmt::Display for Stored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => write!(f, "{}", folder.display()),
            Self::Postgres(Postgres(settings)) => {
                write!(
                    f,
                    "the PostgreSQL database {}",
                    settings.get_dbname().or(settings.get_user()).unwrap_or("of your name")
                )
            }
        }
    }
}

impl FromStr for Stored {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix("sqlite:") {
            Some(folder) => Ok(Self::Folder(folder.into())),
            None if text.starts_with("postgres") => text.parse().map(Self::Postgres),
            None => Err("name `sqlite:FOLDER` or `postgres://user@host/database`".to_owned()),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 16_384,
            network_connections: 512,
            sockets_each: 16,
            games_each: 64,
            seeks_each: 10,
            seeks: 2_000,
            tournaments_each: 4,
            tournaments: 100,
            entered_each: 20,
            first_move: Duration::from_secs(30),
            published_each: 50,
            requests: 50,
            messages: 20,
            newcomers: 60,
            storage: 64 << 20,
            variants: 256 << 20,
            disk_floor: 256 << 20,
            patience: Duration::from_secs(15),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_reached_at_a_host_and_a_port() {
        let secret = "s".repeat(32);
        for url in ["http://10.0.0.2:8080", "http://[fd00::2]:80", "http://one.example:7640/"] {
            assert!(Node::new(url, &secret).is_ok(), "{url}");
        }
        let long = format!("http://{}:80", "a".repeat(60));
        for url in
            ["https://10.0.0.2:80", "http://10.0.0.2", "http://:80", "http://a:0", "http://a:80/b", "a:80", &long]
        {
            assert!(Node::new(url, &secret).unwrap_err().contains("URL"), "{url}");
        }
        assert!(Node::new("http://a:80", " short\n").unwrap_err().contains("openssl rand"));
        assert!(!format!("{:?}", Node::new("http://a:80", &secret)).contains(&secret));
    }
}
