//! The server's side of the socket.

use super::{Ask, Dismissal, LONGEST, Mode, ReportFilter, SOCKET, Table};
use crate::app::App;
use crate::domain::{DefinitionId, Listed, PlayerId, Stage, StudyId, Tournament, TournamentId, names};
use crate::error::{ApiError, ApiResult};
use crate::rooms::Rooms;
use crate::store::{Holder, StudyWrite, Write};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};

/// How long a question may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// Answers the administrator until the server ends. Nobody else can use the folder meanwhile, so that an older
/// socket is one that nobody listens to.
pub(crate) async fn serve(app: App) {
    let path = app.config.data.join(SOCKET);
    let listen = || -> io::Result<UnixListener> {
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let listener = UnixListener::bind(&path)?;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
        Ok(listener)
    };
    let listener = match listen() {
        Ok(listener) => listener,
        Err(error) => return tracing::warn!(%error, path = %path.display(), "`spielraum admin` can't be answered"),
    };
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => _ = tokio::spawn(attend(app.clone(), stream)),
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            },
            () = app.ended() => break,
        }
    }
    let _ = std::fs::remove_file(path);
}

/// Answers one question.
async fn attend(app: App, mut stream: UnixStream) {
    let user = stream.peer_cred().map(|peer| peer.uid()).unwrap_or(u32::MAX);
    let (reading, mut writing) = stream.split();
    let mut line = String::new();
    let mut reading = BufReader::new(reading.take(LONGEST));
    if !matches!(tokio::time::timeout(PATIENCE, reading.read_line(&mut line)).await, Ok(Ok(1..))) {
        return;
    }
    let answer = match serde_json::from_str::<Ask>(&line) {
        Ok(ask) => answer(&app, ask, user).await.map_err(|error| error.message),
        Err(error) => Err(format!("this can't be read ({error}); use the `spielraum` that the server is")),
    };
    let mut answer = serde_json::to_string(&answer).unwrap_or_default();
    answer.push('\n');
    let _ = tokio::time::timeout(PATIENCE, writing.write_all(answer.as_bytes())).await;
}

async fn answer(app: &App, ask: Ask, user: u32) -> ApiResult<Table> {
    // What is done is written down with it, or not done.
    let what = serde_json::json!({ "user": user, "ask": ask }).to_string();
    let noted = ask.is_deed().then_some(Write::Audit { what });
    let store = |writes: Vec<Write>| {
        let writes = writes.into_iter().chain(noted.clone()).collect();
        async move { app.store.writer().write_always(writes).await.map(|()| Table::default()) }
    };
    match ask {
        Ask::Status => status(app).await,
        _ if app.store.charge().holder() != Holder::Here => {
            let message = format!("this node is not in charge ({}); ask the one that is", in_charge(app));
            Err(ApiError::conflict("elsewhere", message))
        }
        Ask::Who(name) => {
            let columns = ["id", "name", "account", "created", "last seen", "games", "barred"];
            Ok(Table::new(columns, app.store.players_named(&name).await?))
        }
        Ask::Reports(filter) => {
            let columns = ["id", "when", "of", "by", "game", "reason", "text"];
            let filter = with_ids(app, filter).await?;
            Ok(Table::new(columns, app.store.reports(filter).await?))
        }
        Ask::Reported { page } => {
            let columns = ["of", "accounts", "guests", "first", "last"];
            Ok(Table::new(columns, app.store.reported(page).await?))
        }
        Ask::Shelf(filter) => {
            let columns = ["id", "title", "by", "when", "taken down", "shown"];
            Ok(Table::new(columns, app.store.all_published(filter).await?))
        }
        Ask::Approve(id) => store(vec![Write::Approve { definition: on_shelf(app, &id).await? }]).await,
        Ask::TakeDown(id) => take_down(app, &id, true, noted.clone()).await,
        Ask::PutBack(id) => take_down(app, &id, false, noted.clone()).await,
        Ask::Tournaments => {
            let columns = ["id", "title", "by", "created", "stage", "players"];
            let held = app.store.tournaments(None).await?.into_iter().filter(|listed| goes_on(&listed.tournament));
            let row = |listed: Listed| {
                let Tournament { id, title, creator, created, stage, .. } = listed.tournament;
                let created = crate::time::written(created);
                [
                    id.to_string(),
                    title,
                    creator.to_string(),
                    created,
                    stage.word().to_owned(),
                    listed.players.to_string(),
                ]
            };
            Ok(Table::new(columns, held.map(row)))
        }
        Ask::CallOff(id) => call_off(app, &id, noted.clone()).await,
        Ask::RemoveStudy(id) => remove_study(app, &id, noted.clone()).await,
        Ask::Audit => Ok(Table::new(["when", "what"], app.store.audit().await?)),
        Ask::Bar(player) => {
            let player = known(app, &player).await?;
            store(vec![Write::Bar { player }]).await
        }
        Ask::Unbar(player) => store(vec![Write::Unbar { player: known(app, &player).await? }]).await,
        Ask::RemoveName(player) => {
            let id = known(app, &player).await?;
            let name = names::of_guest(&id);
            store(vec![Write::RemoveName { id, name: name.clone() }]).await?;
            Ok(Table::new(["name"], [[name]]))
        }
        Ask::ResetTwoFactor(player) => {
            let id = known(app, &player).await?;
            if app.store.account_of(&id).await?.is_none_or(|account| account.two_factor.is_none()) {
                let message = format!("`{player}` asks for no two-factor codes");
                return Err(ApiError::conflict("two-factor-off", message));
            }
            store(vec![Write::NoTwoFactor { player: id }]).await
        }
        Ask::Dismiss(which) => {
            let ids = match which {
                Dismissal::Ids(ids) => {
                    for id in &ids {
                        if !app.store.is_reported(id).await? {
                            return Err(ApiError::not_found("no-report", format!("there is no report `{id}`")));
                        }
                    }
                    ids
                }
                Dismissal::All(filter) => app.store.report_ids(with_ids(app, filter).await?).await?,
            };
            let count = ids.len().to_string();
            store(vec![Write::Dismiss { ids }]).await?;
            Ok(Table::new(["dismissed"], [[count]]))
        }
        Ask::RemoveDefinition { id, with_games } => {
            let unknown = || ApiError::not_found("no-definition", format!("there is no definition `{id}`"));
            let definition = DefinitionId::parse(&id).ok_or_else(unknown)?;
            let games = app.store.games_of(&definition).await?;
            if games > 0 && !with_games {
                let message = format!("{games} games are played by it; to remove them, too, say so: --with-games");
                return Err(ApiError::conflict("in-use", message));
            }
            if app.store.definition(&definition).await?.is_none() {
                return Err(unknown());
            }
            let writes = noted.clone().into_iter().collect();
            Rooms::remove_definition(app, definition, writes).await?;
            Ok(Table::default())
        }
        Ask::Mode(mode) => {
            let done = store(Vec::new()).await?;
            app.store.writer().set_mode(mode);
            tracing::info!(?mode, "The administrator has chosen what the server accepts");
            Ok(done)
        }
    }
}

/// A filter with the ids of players in the place of the names of accounts.
async fn with_ids(app: &App, mut filter: ReportFilter) -> ApiResult<ReportFilter> {
    for who in [&mut filter.of, &mut filter.by].into_iter().flatten() {
        *who = known(app, who).await?.to_string();
    }
    Ok(filter)
}

/// Takes a published definition down, or puts it back.
async fn take_down(app: &App, id: &str, down: bool, noted: Option<Write>) -> ApiResult<Table> {
    let id = on_shelf(app, id).await?;
    Rooms::take_down(app, id, down, noted.into_iter().collect()).await?;
    Ok(Table::default())
}

/// Whether a tournament is not over.
fn goes_on(tournament: &Tournament) -> bool {
    matches!(tournament.stage, Stage::Upcoming | Stage::Running)
}

/// Calls a tournament off, or ends it if it has begun.
async fn call_off(app: &App, id: &str, noted: Option<Write>) -> ApiResult<Table> {
    let none = || {
        let message = format!("there is no tournament `{id}` that is not over; `tournaments` lists those that are not");
        ApiError::not_found("no-such-tournament", message)
    };
    let id = TournamentId::parse(id).map_err(|_| none())?;
    let mut held = app.store.tournament(&id).await?.filter(|held| goes_on(&held.tournament)).ok_or_else(none)?;
    let begun = held.tournament.stage == Stage::Running;
    held.tournament.end(app.store.moment());
    let tournament = Box::new(held.tournament);
    let write = if begun { Write::Tournament(tournament) } else { Write::LeaveUpcoming(tournament) };
    app.store.writer().write_always(std::iter::once(write).chain(noted).collect()).await?;
    app.tournaments.touch(&id);
    Ok(Table::default())
}

async fn remove_study(app: &App, id: &str, noted: Option<Write>) -> ApiResult<Table> {
    let none = || ApiError::not_found("no-such-study", format!("there is no study `{id}`"));
    let id = StudyId::parse(id).map_err(|_| none())?;
    let desk = app.studies.desk(&id);
    let mut kept = desk.alone().await;
    app.store.study(&id).await?.ok_or_else(none)?;
    let write = Write::Study(Box::new(StudyWrite::Remove { id }));
    app.store.writer().write_always(std::iter::once(write).chain(noted).collect()).await?;
    kept.forget();
    desk.changed(None);
    Ok(Table::default())
}

/// The id of a published definition.
async fn on_shelf(app: &App, id: &str) -> ApiResult<DefinitionId> {
    let known = match DefinitionId::parse(id) {
        Some(id) => app.store.published(&id).await?,
        None => None,
    };
    match known {
        Some(game) => Ok(game.definition),
        None => {
            let message = format!("no definition `{id}` is published; `shelf` lists those that are");
            Err(ApiError::not_found("not-published", message))
        }
    }
}

/// The id of a player.
async fn known(app: &App, player: &str) -> ApiResult<PlayerId> {
    let nobody = || {
        let message =
            format!("there is no player with the id `{player}`, nor an account of that name; `who` finds some");
        ApiError::not_found("no-player", message)
    };
    app.store.player_of(player).await?.ok_or_else(nobody)
}

/// Who is in charge, in words.
fn in_charge(app: &App) -> String {
    match app.store.charge().holder() {
        Holder::Here => "this server".to_owned(),
        Holder::There(url) => url,
        Holder::Nobody | Holder::Displaced => "nobody that this node knows of".to_owned(),
    }
}

async fn status(app: &App) -> ApiResult<Table> {
    let mode = match app.store.writer().mode() {
        Mode::Normal => "normal",
        Mode::Drain => "drain: nothing new begins",
        Mode::ReadOnly => "read-only: nothing is stored",
    };
    let metrics = &app.metrics;
    let told = |name: &str, value: &dyn std::fmt::Display| [name.to_owned(), value.to_string()];
    let (variants, bytes) = app.variants.size();
    let mut rows = vec![
        told("version", &env!("CARGO_PKG_VERSION")),
        told("runs since", &crate::time::written(crate::time::begin())),
        told("mode", &mode),
        told("in charge", &in_charge(app)),
        told("can store", &if app.store.writer().ready().await.is_ok() { "yes" } else { "no" }),
        told("free disk (MB)", &(metrics.free_disk.get() >> 20)),
        told("searches by workers", &metrics.worker_threads.get()),
        told("sockets", &metrics.sockets.get()),
        told("games in memory", &app.rooms.count()),
        told("compiled variants in memory", &variants),
        told("memory of compiled variants (MB)", &format!("{:.1}", bytes as f64 / f64::from(1 << 20))),
    ];
    rows.extend(app.store.numbers().await?.iter().map(|(name, number)| told(name, number)));
    Ok(Table::new(["what", "how much"], rows))
}
