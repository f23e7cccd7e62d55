//! The analysis socket.

use super::error::unreadable;
use super::identity::Identity;
use super::socket::{self, Handler, Next};
use super::traffic::Traffic;
use crate::app::App;
use crate::domain::PlayerId;
use crate::engine_pool::Task;
use crate::error::{ApiError, ApiResult};
use crate::present::written;
use crate::ratings;
use crate::resources::{Client, Deadline, Lane, Pass, Payer};
use crate::rooms::{Outbox, outbox};
use crate::store::Attendance;
use crate::wire::{AnalysisMessage, AnalysisRequest, PositionRequest};
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use spielraum_engine::Limits;
use spielraum_queries::analysis::{Findings, LONGEST};
use spielraum_queries::replay;
use tokio::task::AbortHandle;

/// Analyses positions over a WebSocket, one at a time. The messages are `AnalysisRequest` and `AnalysisMessage`.
#[utoipa::path(get, operation_id = "openAnalysis", path = "/api/analysis", tag = "analysis", responses((status = 101, description = "A WebSocket")))]
pub(crate) async fn open(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Extension(traffic): Extension<Traffic>,
    upgrade: WebSocketUpgrade,
) -> ApiResult<Response> {
    let attendance = identity.attend(&app).await?;
    let pass = app.resources.numbers.socket(identity.player.as_ref(), client)?;
    let payer = Payer::new(client.0, identity.player.as_ref());
    let work = move |socket| payer.pay(attend(app, attendance, identity.player, (socket, traffic), pass));
    Ok(socket::limited(upgrade).on_upgrade(work))
}

/// The analysis that goes on; dropping it ends it.
struct Running {
    id: Option<u32>,
    waiting: AbortHandle,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.waiting.abort();
    }
}

async fn attend(
    app: App,
    attendance: Attendance,
    player: Option<PlayerId>,
    (socket, traffic): (WebSocket, Traffic),
    pass: Pass,
) {
    let (messages, outgoing) = outbox();
    let analyst = Analyst { app: app.clone(), player, messages, running: None };
    socket::serve(&app, &attendance, socket, &traffic, outgoing, analyst).await;
    drop(pass);
}

/// A client that analyses.
struct Analyst {
    app: App,
    player: Option<PlayerId>,
    messages: Outbox,
    running: Option<Running>,
}

impl Handler for Analyst {
    async fn handle(&mut self, text: &Utf8Bytes) -> Next {
        let said = match serde_json::from_str(text) {
            Ok(AnalysisRequest::Ping) => Some(AnalysisMessage::Pong),
            Ok(AnalysisRequest::Stop) => self.running.take().map(|running| AnalysisMessage::Done { id: running.id }),
            Ok(AnalysisRequest::Start { id, variant, options, fen, moves, multipv }) => {
                // The one before ends first, also when this one is refused.
                self.running = None;
                let position = PositionRequest { variant, options, fen, moves };
                match self.begin(id, position, multipv).await {
                    Ok(new) => {
                        self.running = Some(new);
                        None
                    }
                    Err(error) => Some(refused(id, error)),
                }
            }
            Err(error) => Some(refused(None, unreadable(&error, "start, stop or ping"))),
        };
        match said {
            Some(message) if self.messages.send(written(&message)).await.is_err() => Next::Close,
            _ => Next::Continue,
        }
    }
}

fn refused(id: Option<u32>, error: ApiError) -> AnalysisMessage {
    AnalysisMessage::Refused { id, code: error.code.to_owned(), message: error.message }
}

impl Analyst {
    async fn begin(&self, id: Option<u32>, request: PositionRequest, multipv: u8) -> ApiResult<Running> {
        let Self { app, player, messages, .. } = self;
        ratings::may_be_helped(app, player.as_ref(), &request.variant).await?;
        let variant = app.variant(&request.variant, &request.options).await?;
        let (rules, lane) = (variant.rules.clone(), variant.lane(Lane::Analysis, request.moves.len()));
        let work = move |deadline: &Deadline| {
            let PositionRequest { fen, moves, .. } = &request;
            let position = replay::play_through(&rules, fen.as_deref(), moves, &|| deadline.check(), |_, _| {})?;
            let findings = Findings::about(&position, multipv, id)?;
            Ok((position, findings))
        };
        let (position, mut findings) = app.resources.compute(lane, work).await?;
        let told = messages.clone();
        let mut search = app.engines.search(Task {
            payer: Payer::current(),
            analysis: true,
            variant,
            position,
            limits: Limits { time: Some(LONGEST), multi_pv: usize::from(multipv), ..Limits::default() },
            observer: Box::new(move |info| {
                if let Some(message) = findings.after(info) {
                    // When the client does not keep up, something is left out. A short search reports many depths at once.
                    let _ = told.offer(written(&message));
                }
            }),
        })?;
        let messages = messages.clone();
        let waiting = tokio::spawn(async move {
            let said = match search.answer().await {
                Some(_) => AnalysisMessage::Done { id },
                None => {
                    refused(id, ApiError::busy("The engine has no room for this at present. Try again in a moment."))
                }
            };
            let _ = messages.send(written(&said)).await;
        });
        Ok(Running { id, waiting: waiting.abort_handle() })
    }
}
