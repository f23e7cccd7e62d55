//! `spielraum serve`: the server with the web client.

use crate::failure::{Answer, CommandResult, Failure};
use crate::log::Log;
use clap::{Args, ValueEnum};
use spielraum_server::traces::{self, Exporter};
use spielraum_server::{Config, Ended, Mail, MailServer, Node, Postgres, Push, Sender, Server, Stored, Webhooks};
use std::io::{IsTerminal, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

/// The default port; the next free port above if that one is taken.
pub const PORT: u16 = 7640;

/// The arguments of `serve`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/serve.txt"))]
pub struct ServeArgs {
    /// The port to listen on; 0: any free one [default: 7640, or the next one that is free]
    #[arg(long)]
    port: Option<u16>,
    /// The address to listen on; 0.0.0.0 accepts connections from the network
    #[arg(long, default_value = "127.0.0.1")]
    bind: IpAddr,
    /// The folder of the database [default: `spielraum` in your folder for application data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Store games and players in this PostgreSQL database instead, postgres://user@host/database [env: SPIELRAUM_STORE]
    #[arg(long, value_name = "URL")]
    store: Option<Postgres>,
    /// Run as one of several servers on the PostgreSQL database, which reach this one at http://HOST:PORT
    #[arg(long, value_name = "URL")]
    node_url: Option<String>,
    /// The file with the secret that all of these servers share [env: SPIELRAUM_NODE_SECRET, the secret itself]
    #[arg(long, value_name = "FILE", requires = "node_url")]
    node_secret: Option<PathBuf>,
    /// Open the page in your browser
    #[arg(long)]
    open: bool,
    /// How many searches run at once, unless workers do them; 0: one for each processor
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=256))]
    engines: u16,
    /// The memory of each search's hash table in MB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=4096))]
    hash: u16,
    /// Use the endgame tables of this folder, which has a subfolder for each game, such as endgames/chess
    #[arg(long, value_name = "DIR")]
    endgames: Option<PathBuf>,
    /// Run behind a proxy that speaks HTTPS and sets X-Forwarded-For; no other client may reach the port
    #[arg(long)]
    behind_proxy: bool,
    /// How many of your proxies append to X-Forwarded-For
    #[arg(long, value_name = "N", default_value_t = 1, requires = "behind_proxy",
        value_parser = clap::value_parser!(u8).range(1..=16))]
    trusted_proxies: u8,
    /// A host name to serve, such as chess.example; repeatable
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Serve Prometheus metrics on this address, such as 127.0.0.1:7641
    #[arg(long, value_name = "ADDR:PORT")]
    metrics: Option<SocketAddr>,
    /// The most connections at once; fewer if the limit on open files is lower
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    connections: u32,
    /// The most connections and sockets of one network prefix (/24, /56) at once
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..))]
    network_connections: u32,
    /// Sustained requests a second for each network prefix
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
    /// New players a minute for each network prefix
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    newcomers: u32,
    /// Send e-mail by this server, smtp://user:password@host:587 [env: SPIELRAUM_MAIL]
    #[arg(long, value_name = "URL", requires = "mail_from", requires = "public_url")]
    mail: Option<MailServer>,
    /// Whom e-mail comes from, such as "Spielraum <spielraum@chess.example>"
    #[arg(long, value_name = "SENDER")]
    mail_from: Option<Sender>,
    /// Where players reach this server, such as `https://chess.example`; links in e-mail lead there
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Send notices to browsers that are closed (Web Push)
    #[arg(long, requires = "public_url")]
    push: bool,
    /// Call the webhooks of accounts: sites of the internet that hear of their games
    #[arg(long)]
    webhooks: bool,
    /// The most e-mails a day
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..))]
    mails: u32,
    /// Free disk space in MB below which nothing new starts; running games continue
    #[arg(long, value_name = "MB", default_value_t = 256)]
    disk_floor: u32,
    /// The format of the log on stderr; RUST_LOG sets its level [default level: info]
    #[arg(long, value_name = "FORM", default_value = "text")]
    log: LogForm,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum LogForm {
    /// Lines for people
    Text,
    /// One JSON object a line, with a line for each request
    Json,
}

impl ServeArgs {
    /// Serves until it is asked to end (Ctrl-C, SIGTERM).
    pub fn run(self) -> CommandResult {
        let (_log, _traces) = start_log(self.log)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let served = runtime.block_on(self.serve());
        // A disk or a computation that does not end must not keep the process.
        runtime.shutdown_timeout(std::time::Duration::from_secs(1));
        served
    }

    async fn serve(self) -> CommandResult {
        let end = told_to_end()?;
        let server = self.bind().await?;
        let url = format!("http://{}", server.address());
        writeln!(std::io::stdout(), "Spielraum: {url}")?;
        std::io::stdout().flush()?;
        if self.open
            && let Err(error) = open::that_detached(&url)
        {
            tracing::warn!(%error, "can't open a browser; open {url} yourself");
        }
        match server.run(end).await {
            Ended::InOrder => Ok(Answer::Yes),
            Ended::Displaced => Err(Failure::input("another server has taken charge of the database meanwhile")
                .with_help("start this one again; a supervisor does it by itself: `Restart=on-failure`")),
        }
    }

    /// What this server is among several, if it is one of them.
    fn node(&self) -> CommandResult<Option<Node>> {
        let Some(url) = &self.node_url else { return Ok(None) };
        let secret = match &self.node_secret {
            Some(path) => {
                std::fs::read_to_string(path).map_err(|error| Failure::file("read", path.display(), &error))?
            }
            None => std::env::var("SPIELRAUM_NODE_SECRET").unwrap_or_default(),
        };
        Node::new(url, &secret).map(Some).map_err(|why| {
            Failure::input(why)
                .with_help("`--node-secret FILE`, or SPIELRAUM_NODE_SECRET, has the same secret on all servers")
        })
    }

    /// Listens on the port asked for, or on the first free one from the usual one on.
    async fn bind(&self) -> CommandResult<Server> {
        need_endgames(self.endgames.as_deref())?;
        let mut config = Config::new(data_folder(self.data.as_deref())?);
        config.postgres = postgres(self.store.as_ref())?;
        config.node = self.node()?;
        if config.node.is_some() && config.postgres.is_none() {
            let help = "name the database that they share: `--store postgres://user@host/database`";
            return Err(Failure::input("several servers can't share a folder").with_help(help));
        }
        config.engines = self.engines.into();
        config.hash_mb = self.hash.into();
        config.endgames = self.endgames.clone();
        config.behind_proxy = self.behind_proxy;
        config.trusted_proxies = if self.behind_proxy { self.trusted_proxies.into() } else { 0 };
        config.hosts.clone_from(&self.hosts);
        config.metrics = self.metrics;
        config.vetter = Some(std::env::current_exe()?);
        config.limits.connections = self.connections as usize;
        config.limits.network_connections = self.network_connections as usize;
        config.limits.requests = self.rate;
        config.limits.newcomers = self.newcomers;
        config.mail = self.mail()?;
        if let Some(url) = self.public_url.as_ref().filter(|_| self.push) {
            let push = Push::new(url).map_err(|why| Failure::input(format!("--public-url: {why}")))?;
            config.push = Some(push);
        }
        config.webhooks = self.webhooks.then(Webhooks::default);
        config.limits.mails = self.mails;
        config.limits.disk_floor = u64::from(self.disk_floor) << 20;
        let ports = match self.port {
            Some(port) => vec![port],
            None => (PORT..PORT + 20).chain([0]).collect(),
        };
        let mut last = None;
        for port in ports {
            config.address = SocketAddr::new(self.bind, port);
            match Server::start(config.clone()).await {
                Ok(server) => return Ok(server),
                Err(error) if error.is_address_in_use() => last = Some(error),
                Err(error) => return Err(Failure::input(error)),
            }
        }
        let error = last.map_or_else(|| "there is no free port".to_owned(), |error| error.to_string());
        Err(Failure::input(error).with_help("choose another port: `--port 0` takes any free one"))
    }

    /// How e-mail is sent, if it is. The server may be named in the environment, where no other user of the machine sees
    /// its password.
    fn mail(&self) -> CommandResult<Option<Mail>> {
        let named = std::env::var("SPIELRAUM_MAIL").ok().filter(|text| !text.is_empty());
        let named = named.map(|text| text.parse::<MailServer>().map_err(|why| format!("SPIELRAUM_MAIL: {why}")));
        let server = match (&self.mail, named.transpose().map_err(Failure::input)?) {
            (Some(server), _) => server.clone(),
            (None, Some(server)) => server,
            (None, None) => return Ok(None),
        };
        let (Some(from), Some(url)) = (&self.mail_from, &self.public_url) else {
            let help = "name them: `--mail-from spielraum@chess.example --public-url https://chess.example`";
            return Err(Failure::input("e-mail needs a sender and the address of the site").with_help(help));
        };
        Mail::new(server, from.clone(), url).map(Some).map_err(|why| Failure::input(format!("--public-url: {why}")))
    }
}

/// Starts the log and what sends traces; each goes on until it is dropped.
pub(super) fn start_log(form: LogForm) -> std::io::Result<(Log, Option<Exporter>)> {
    use tracing_subscriber::filter::{LevelFilter, Targets};
    use tracing_subscriber::{Layer, fmt, prelude::*};
    let asked = std::env::var("RUST_LOG").ok().and_then(|text| text.parse().ok());
    // A reader of lines does not want one for each request, unless asked for: RUST_LOG=info.
    let requests = match form {
        LogForm::Text => LevelFilter::OFF,
        LogForm::Json => LevelFilter::INFO,
    };
    let usual = || Targets::new().with_default(LevelFilter::INFO).with_target("spielraum::requests", requests);
    // Spans for traces are no part of the log.
    let filter: Targets = asked.unwrap_or_else(usual).with_target(traces::TARGET, LevelFilter::OFF);
    let (log, written) = Log::start(std::io::stderr(), |lost| {
        tracing::warn!(lost, "lines of the log were lost: the reader of stderr is too slow");
    })?;
    let lines = fmt::layer().with_writer(written);
    let lines = match form {
        LogForm::Text => lines.with_ansi(std::io::stderr().is_terminal()).boxed(),
        LogForm::Json => lines.json().boxed(),
    };
    let exporter = Exporter::from_environment();
    let subscriber = tracing_subscriber::registry().with(lines.with_filter(filter));
    #[cfg(feature = "otel")]
    let subscriber = subscriber.with(exporter.as_ref().ok().and_then(Option::as_ref).map(Exporter::layer));
    subscriber.init();
    // What panics must not wait for a reader of stderr either.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        let message = panic.payload_as_str().unwrap_or("without a message");
        tracing::error!(place, "a panic: {message}");
    }));
    let exporter = exporter.unwrap_or_else(|error| {
        tracing::warn!("no traces are sent: {error}");
        None
    });
    Ok((log, exporter))
}

/// Where a server's data is.
#[derive(Args)]
pub(super) struct StoredArgs {
    /// The folder of the database [default: `spielraum` in your folder for application data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// A PostgreSQL database instead, postgres://user@host/database [env: SPIELRAUM_STORE]
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    store: Option<Postgres>,
}

impl StoredArgs {
    /// The database that was named, or the usual one.
    pub fn stored(&self) -> CommandResult<Stored> {
        match &self.data {
            Some(folder) => Ok(Stored::Folder(folder.clone())),
            None => match postgres(self.store.as_ref())? {
                Some(postgres) => Ok(Stored::Postgres(postgres)),
                None => data_folder(None).map(Stored::Folder),
            },
        }
    }
}

/// Refuses a folder of endgame tables that is none.
pub(super) fn need_endgames(folder: Option<&Path>) -> CommandResult<()> {
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => {
            let help = "`spielraum endgame build chess \"KQ v K\" --dir endgames/chess` makes tables in one";
            Err(Failure::input(format!("there is no folder `{}`", folder.display())).with_help(help))
        }
        None => Ok(()),
    }
}

/// The PostgreSQL database that was named, or that of the environment, where no other user of the machine sees it.
pub(super) fn postgres(named: Option<&Postgres>) -> CommandResult<Option<Postgres>> {
    if let Some(postgres) = named {
        return Ok(Some(postgres.clone()));
    }
    let Some(text) = std::env::var("SPIELRAUM_STORE").ok().filter(|text| !text.is_empty()) else { return Ok(None) };
    let postgres = text.parse::<Postgres>().map_err(|why| Failure::input(format!("SPIELRAUM_STORE: {why}")))?;
    Ok(Some(postgres))
}

/// The folder of a server's data: the one that was named, or the usual one.
pub(super) fn data_folder(named: Option<&Path>) -> CommandResult<PathBuf> {
    if let Some(folder) = named {
        return Ok(folder.to_owned());
    }
    let home = |name: &str, below: &str| {
        std::env::var_os(name).filter(|value| !value.is_empty()).map(|value| PathBuf::from(value).join(below))
    };
    home("XDG_DATA_HOME", "spielraum")
        .or_else(|| home("LOCALAPPDATA", "spielraum"))
        .or_else(|| home("HOME", ".local/share/spielraum"))
        .ok_or_else(|| Failure::input("there is no folder for data").with_help("name one: `--data DIR`"))
}

/// Ready when the program is asked to end; a second signal ends it at once. It listens for that from the call on, not
/// only when it is waited for.
pub(super) fn told_to_end() -> std::io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        Ok(async move {
            let mut told = async move || {
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                }
            };
            told().await;
            tokio::spawn(async move {
                told().await;
                std::process::exit(1);
            });
        })
    }
    #[cfg(windows)]
    {
        let mut interrupt = tokio::signal::windows::ctrl_c()?;
        Ok(async move {
            interrupt.recv().await;
            tokio::spawn(async move {
                interrupt.recv().await;
                std::process::exit(1);
            });
        })
    }
}
