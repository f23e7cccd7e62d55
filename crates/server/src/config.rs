//! What can be set about a server.

use crate::tls::{self, Identity};
use lettre::message::Mailbox;
use rustls::ClientConfig;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
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
    /// The program that compiles untrusted definitions in a process of its own, with the word `vet`; if it is not
    /// set they are compiled here.
    pub vetter: Option<PathBuf>,
    /// How it sends e-mail; it sends none if this is not set.
    pub mail: Option<Mail>,
    /// How it sends notices to devices; it sends none if this is not set.
    pub push: Option<Push>,
    /// How it calls the webhooks of accounts; it calls none if this is not set.
    pub webhooks: Option<Webhooks>,
    /// What clients may use of it.
    pub limits: Limits,
}

/// How a server sends notices to browsers that are closed (Web Push).
#[derive(Clone, Debug)]
pub struct Push {
    /// Where the server is reached, by which push services know whom to ask about it.
    pub url: String,
    /// How long a notice waits for its reader to see the game without it.
    pub grace: Duration,
    /// How often the server looks for what is to be sent.
    pub look: Duration,
    /// Whether it also sends to this machine and its network, by HTTP, too. For tests: clients name the addresses.
    pub anywhere: bool,
}

impl Push {
    /// The usual settings.
    ///
    /// # Errors
    ///
    /// If `url` is not the address of a site.
    pub fn new(url: &str) -> Result<Self, String> {
        let seconds = Duration::from_secs;
        Ok(Self { url: site(url)?, grace: seconds(30), look: seconds(5), anywhere: false })
    }
}

/// How a server calls the webhooks of accounts.
#[derive(Clone, Debug)]
pub struct Webhooks {
    /// How often the server looks for what is to be sent.
    pub look: Duration,
    /// How long a site that has failed is left alone; each further failure doubles it.
    pub retry: Duration,
    /// Whether it also calls this machine and its network, by HTTP, too. For tests: players name the addresses.
    pub anywhere: bool,
}

impl Default for Webhooks {
    fn default() -> Self {
        Self { look: Duration::from_secs(1), retry: Duration::from_secs(60), anywhere: false }
    }
}

/// The address of a site without a slash at the end.
fn site(url: &str) -> Result<String, String> {
    let parsed = url::Url::parse(url).ok();
    let is_site = |url: &url::Url| {
        ["http", "https"].contains(&url.scheme())
            && url.host().is_some()
            && url.query().is_none()
            && url.fragment().is_none()
    };
    if parsed.as_ref().is_some_and(is_site) {
        return Ok(url.trim_end_matches('/').to_owned());
    }
    Err(format!("`{url}` is not the address of a site, such as https://chess.example"))
}

/// How a server sends e-mail.
#[derive(Clone, Debug)]
pub struct Mail {
    /// The mail server that takes all messages.
    pub server: MailServer,
    /// From whom they come.
    pub from: Sender,
    /// Where readers reach this server, such as `https://chess.example`, without a slash at the end.
    pub url: String,
    /// How long a notice waits for its reader to see the game without it.
    pub grace: Duration,
    /// The shortest time between two messages with notices to one reader.
    pub pause: Duration,
    /// How long something waits that could not be sent; twice as long each time, six hours at most.
    pub retry: Duration,
    /// How often the server looks for what is to be sent.
    pub look: Duration,
    /// The longest time that a message may take.
    pub patience: Duration,
}

impl Mail {
    /// The usual settings.
    ///
    /// # Errors
    ///
    /// If `url` is not the address of a site.
    pub fn new(server: MailServer, from: Sender, url: &str) -> Result<Self, String> {
        let (minute, url) = (Duration::from_secs(60), site(url)?);
        let (grace, pause) = (5 * minute, 10 * minute);
        let look = Duration::from_secs(10);
        Ok(Self { server, from, url, grace, pause, retry: minute, look, patience: minute })
    }

    /// The host of the site.
    pub(crate) fn host(&self) -> String {
        let host = url::Url::parse(&self.url).ok().and_then(|url| url.host_str().map(str::to_owned));
        host.unwrap_or_else(|| "localhost".to_owned())
    }
}

/// Whom messages come from: `Spielraum <spielraum@chess.example>`, or an address alone.
#[derive(Clone, Debug)]
pub struct Sender(pub(crate) Mailbox);

impl FromStr for Sender {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = |error| format!("it is no sender such as `Spielraum <spielraum@chess.example>`: {error}");
        text.parse().map(Self).map_err(wrong)
    }
}

/// A mail server: `smtp://user:password@host:587`, which must offer STARTTLS unless it is on this machine, or
/// `smtps://…:465` with TLS from the beginning. `?tls=none` does without.
#[derive(Clone)]
pub struct MailServer {
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) encryption: Encryption,
    pub(crate) credentials: Option<(String, String)>,
}

/// How the way to a mail server is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encryption {
    /// Not at all.
    None,
    /// From when the server has said that it can.
    StartTls,
    /// From the beginning.
    Tls,
}

impl fmt::Debug for MailServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} ({:?})", self.host, self.port, self.encryption)
    }
}

impl FromStr for MailServer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // The text may hold a password, which no error repeats.
        let wrong = || "it is no mail server, such as smtp://user:password@host:587".to_owned();
        let url = url::Url::parse(text).map_err(|_| wrong())?;
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or_else(wrong)?.to_owned();
        let near =
            host == "localhost" || host.trim_matches(['[', ']']).parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
        let (port, encryption) = match (url.scheme(), url.query()) {
            ("smtps", None) => (465, Encryption::Tls),
            ("smtp", None) if near => (587, Encryption::None),
            ("smtp", None | Some("tls=required")) => (587, Encryption::StartTls),
            ("smtp", Some("tls=none")) => (587, Encryption::None),
            ("smtp" | "smtps", _) => {
                return Err("after the host only `?tls=none` or `?tls=required` may stand".to_owned());
            }
            _ => return Err(wrong()),
        };
        let decoded =
            |text: &str| percent_encoding::percent_decode_str(text).decode_utf8().map(|text| text.into_owned());
        let credentials = match (url.username(), url.password()) {
            ("", None) => None,
            (user, password) => {
                Some((decoded(user).map_err(|_| wrong())?, decoded(password.unwrap_or_default()).map_err(|_| wrong())?))
            }
        };
        if credentials.is_some() && encryption == Encryption::None && !near {
            return Err("`tls=none` would send the password for all to read; leave it out, or the password".to_owned());
        }
        Ok(Self { host, port: url.port().unwrap_or(port), encryption, credentials })
    }
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
    /// Studies of one account.
    pub studies_each: usize,
    /// Those of all accounts.
    pub studies: usize,
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
    /// Messages by e-mail in a day.
    pub mails: u32,
    /// Those with notices to one account.
    pub mails_each: u32,
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
            postgres.settings.application_name(&node.url);
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
            vetter: None,
            mail: None,
            push: None,
            webhooks: None,
            limits: Limits::default(),
        }
    }
}

/// A database of PostgreSQL: `postgres://user@host/database`, with the parameters that its own programs know. Its text has
/// no password.
#[derive(Clone, Debug)]
pub struct Postgres {
    settings: Box<postgres::Config>,
    tls: Option<Arc<ClientConfig>>,
}

impl Postgres {
    pub(crate) fn settings(&self) -> &postgres::Config {
        &self.settings
    }

    /// What its connections need to be encrypted, if they are.
    pub(crate) fn tls(&self) -> Option<&Arc<ClientConfig>> {
        self.tls.as_ref()
    }
}

/// A URL of PostgreSQL without what it says about TLS, and that.
fn without_tls(text: &str) -> Result<(String, Option<Arc<ClientConfig>>), String> {
    let (address, query) = text.split_once('?').unwrap_or((text, ""));
    let (mut mode, mut authorities, mut rest) = ("disable", None, Vec::new());
    for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
        match parameter.split_once('=') {
            Some(("sslmode", value)) => mode = value,
            Some(("sslrootcert", value)) => {
                let file = percent_encoding::percent_decode_str(value).decode_utf8();
                let file = file.map_err(|error| format!("`sslrootcert` is no text: {error}"))?;
                authorities = Some(PathBuf::from(&*file));
            }
            _ => rest.push(parameter),
        }
    }
    let identity = match mode {
        "disable" => None,
        "require" => Some(Identity::Unknown),
        "verify-full" => Some(Identity::Verified),
        other => {
            return Err(format!("`sslmode={other}` is not known here; `disable`, `require` and `verify-full` are"));
        }
    };
    if authorities.is_some() && identity != Some(Identity::Verified) {
        return Err("`sslrootcert` needs `sslmode=verify-full`".to_owned());
    }
    let url = if rest.is_empty() { address.to_owned() } else { format!("{address}?{}", rest.join("&")) };
    let tls = identity.map(|identity| tls::client(identity, authorities.as_deref())).transpose()?;
    Ok((url, tls))
}

impl FromStr for Postgres {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if !["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme)) {
            return Err("it is no URL of PostgreSQL, such as postgres://user@host/database".to_owned());
        }
        let (url, tls) = without_tls(text)?;
        let mut settings: postgres::Config = url.parse().map_err(|error: postgres::Error| {
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            format!("it is no URL of PostgreSQL: {}", cause.unwrap_or_else(|| error.to_string()))
        })?;
        if tls.is_some() {
            settings.ssl_mode(postgres::config::SslMode::Require);
        }
        Ok(Self { settings: Box::new(settings), tls })
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
            Self::Postgres(Postgres { settings, .. }) => {
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
            studies_each: 64,
            studies: 100_000,
            first_move: Duration::from_secs(30),
            published_each: 50,
            requests: 50,
            messages: 20,
            newcomers: 60,
            storage: 64 << 20,
            mails: 2_000,
            mails_each: 20,
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
