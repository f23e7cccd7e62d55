//! The socket of a study.

use super::error::unreadable;
use super::identity::Identity;
use super::lobby::to_its_end;
use super::socket::{self, Handler, Next};
use super::studies::seen;
use super::traffic::Traffic;
use crate::app::App;
use crate::domain::StudyId;
use crate::error::{ApiError, ApiResult};
use crate::present::written;
use crate::resources::{Client, Pass, Payer};
use crate::rooms::WeakOutbox;
use crate::store::{Attendance, Write};
use crate::studies::{Desk, Edit};
use crate::wire::{StudyMessage, StudyRequestMessage as Said};
use axum::Extension;
use axum::extract::ws::{Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use std::sync::Arc;

/// Moves of a place that others are notified of, and the bytes of each.
const PLIES: usize = 1_000;
const MOVE: usize = 64;

/// Watches a study, and changes its chapters, over a WebSocket. The messages are `StudyRequestMessage` and `StudyMessage`.
#[utoipa::path(get, operation_id = "openStudy", path = "/api/studies/{id}/socket", tag = "studies", params(("id" = String, Path)),
    responses((status = 101, description = "A WebSocket"), (status = 404, body = crate::wire::Problem)))]
pub(crate) async fn open(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Path(id): Path<String>,
    Extension(traffic): Extension<Traffic>,
    upgrade: WebSocketUpgrade,
) -> ApiResult<Response> {
    let id = StudyId::parse(&id)?;
    let attendance = identity.attend(&app).await?;
    let requires = identity.requirement();
    let player = identity.player.clone();
    let pass = app.resources.numbers.socket(player.as_ref(), client)?;
    let desk = app.studies.desk(&id);
    let visit = {
        // Nobody changes who may see it meanwhile.
        let _alone = desk.alone().await;
        let (_, role) = seen(&app, &identity, &id).await?;
        let name = match &player {
            Some(player) => app.store.names(&[player]).await?.remove(player).unwrap_or_default(),
            None => String::new(),
        };
        desk.visit(player.clone(), name, role)?
    };
    let payer = Payer::new(client.0, player.as_ref());
    let reader = Reader { app, desk, client, requires, visit: visit.number, answers: visit.answers };
    let stay = (Stay { desk: reader.desk.clone(), visit: visit.number }, pass);
    let messages = visit.messages;
    let work = move |socket| payer.pay(attend(attendance, reader, messages, (socket, traffic), stay));
    Ok(socket::limited(upgrade).on_upgrade(work))
}

/// Ends a visit when it is dropped, whatever became of the connection.
struct Stay {
    desk: Arc<Desk>,
    visit: u32,
}

impl Drop for Stay {
    fn drop(&mut self) {
        self.desk.leave(self.visit);
    }
}

/// Serves one client until it goes.
async fn attend(
    attendance: Attendance,
    reader: Reader,
    messages: crate::rooms::Inbox,
    (socket, traffic): (WebSocket, Traffic),
    stay: (Stay, Pass),
) {
    let app = reader.app.clone();
    socket::serve(&app, &attendance, socket, &traffic, messages, reader).await;
    drop(stay);
}

/// A client at a study.
struct Reader {
    app: App,
    desk: Arc<Desk>,
    client: Client,
    /// What must still be so when something is stored.
    requires: Option<Write>,
    visit: u32,
    answers: WeakOutbox,
}

impl Reader {
    async fn answer(&mut self, said: Result<Said, serde_json::Error>) -> Option<StudyMessage> {
        let refused = |request, error: ApiError| StudyMessage::Refused {
            request,
            code: error.code.to_owned(),
            message: error.message,
        };
        match said {
            Ok(Said::Ping) => Some(StudyMessage::Pong),
            Ok(Said::At { chapter, path }) => {
                if path.len() <= PLIES && path.iter().all(|text| text.len() <= MOVE) {
                    self.desk.goes(self.visit, chapter, path);
                }
                None
            }
            Ok(Said::Edit { request, chapter, change }) => {
                let requires = self.requires.clone();
                let edit = Edit { client: self.client, visit: self.visit, request, chapter, change, requires };
                let (app, desk) = (self.app.clone(), self.desk.clone());
                let done = to_its_end(async move { desk.edit(&app, edit).await }).await;
                done.err().map(|error| refused(Some(request), error))
            }
            Err(error) => Some(refused(None, unreadable(&error, "ping, at or edit"))),
        }
    }
}

impl Handler for Reader {
    async fn handle(&mut self, text: &Utf8Bytes) -> Next {
        let Some(answer) = self.answer(serde_json::from_str(text)).await else { return Next::Continue };
        match self.answers.upgrade() {
            Some(answers) if answers.send(written(&answer)).await.is_ok() => Next::Continue,
            _ => Next::Close,
        }
    }
}
