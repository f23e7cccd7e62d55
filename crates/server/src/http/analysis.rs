//! The analysis socket.

use super::error::unreadable;
use super::identity::Identity;
use super::socket::{self, Handler, Next};
use crate::app::App;
use crate::engine_pool::Task;
use crate::error::{ApiError, ApiResult};
use crate::resources::{Client, Deadline, Lane, Pass, Payer};
use crate::rooms::{Outbox, outbox, written};
use crate::variants::replay;
use crate::wire::translate;
use crate::wire::{AnalysisLine, AnalysisMessage, AnalysisRequest, AnalysisScore, PositionRequest};
use axum::extract::State;
use axum::extract::ws::{Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use spielraum_engine::{Bound, Info, Limits, Score, ScoreKind};
use spielraum_rules::{Move, Position};
use std::time::{Duration, Instant};
use tokio::task::AbortHandle;

/// How long a position is analysed.
const LONGEST: Duration = Duration::from_secs(60);

/// How often what is found is told at the most.
const PAUSE: Duration = Duration::from_millis(150);

/// Lines at once.
const LINES: u8 = 5;

/// Moves of a line that are told.
const MOVES: usize = 24;

/// Analyses positions over a WebSocket, one at a time. The messages are `AnalysisRequest` and `AnalysisMessage`.
#[utoipa::path(get, operation_id = "openAnalysis", path = "/api/analysis", tag = "analysis", responses((status = 101, description = "A WebSocket")))]
pub(crate) async fn open(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    upgrade: WebSocketUpgrade,
) -> ApiResult<Response> {
    let pass = app.resources.numbers.socket(identity.player.as_deref(), client)?;
    let payer = Payer::new(client.0, identity.player.as_deref());
    Ok(socket::limited(upgrade).on_upgrade(move |socket| payer.pay(attend(app, socket, pass))))
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

async fn attend(app: App, socket: WebSocket, pass: Pass) {
    let (messages, outgoing) = outbox();
    let analyst = Analyst { app: app.clone(), messages, running: None };
    socket::serve(&app, socket, outgoing, analyst).await;
    drop(pass);
}

/// A client that analyses.
struct Analyst {
    app: App,
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
        let Self { app, messages, .. } = self;
        if !(1..=LINES).contains(&multipv) {
            return Err(ApiError::impossible("bad-multipv", format!("1 to {LINES} lines can be asked for.")));
        }
        let variant = app.variant(&request.variant, &request.options).await?;
        let rules = variant.rules.clone();
        let work = move |deadline: &Deadline| {
            let PositionRequest { fen, moves, .. } = &request;
            let position = replay::play_through(&rules, fen.as_deref(), moves, deadline, |_, _| {})?;
            match position.outcome() {
                None => Ok(position),
                Some(outcome) => Err(ApiError::conflict("over", format!("The game is over. {outcome}."))),
            }
        };
        let position = app.resources.compute(Lane::Analysis, work).await?;
        let mut reporter = Reporter::new(id, position.clone(), multipv, messages.clone());
        let mut search = app.engines.search(Task {
            payer: Payer::current(),
            analysis: true,
            variant,
            position,
            limits: Limits { time: Some(LONGEST), multi_pv: usize::from(multipv), ..Limits::default() },
            observer: Box::new(move |info| reporter.report(info)),
        })?;
        let messages = messages.clone();
        let waiting = tokio::spawn(async move {
            search.answer().await;
            let _ = messages.send(written(&AnalysisMessage::Done { id })).await;
        });
        Ok(Running { id, waiting: waiting.abort_handle() })
    }
}

/// Tells what a search finds, not too often. When the client does not keep up, something is left out.
struct Reporter {
    id: Option<u32>,
    position: Position,
    lines: Vec<Option<(Score, Vec<Move>)>>,
    told: Option<Instant>,
    depth: u32,
    messages: Outbox,
}

impl Reporter {
    fn new(id: Option<u32>, position: Position, multipv: u8, messages: Outbox) -> Self {
        Self { id, position, lines: vec![None; multipv.into()], told: None, depth: 0, messages }
    }

    fn report(&mut self, info: &Info) {
        let Some(line) = self.lines.get_mut(info.line) else { return };
        if info.bound == Bound::Exact && !info.pv.is_empty() {
            *line = Some((info.score, info.pv.clone()));
        }
        let last = self.lines.iter().rposition(Option::is_some).unwrap_or(0);
        let deeper = info.depth > self.depth;
        let soon = self.told.is_some_and(|told| told.elapsed() < PAUSE);
        // All lines of a depth are told together, with the last of them.
        if soon && !deeper || info.line < last {
            return;
        }
        (self.told, self.depth) = (Some(Instant::now()), info.depth);
        let lines: Vec<(Score, Vec<Move>)> = self.lines.iter().flatten().cloned().collect();
        let message = AnalysisMessage::Info {
            id: self.id,
            depth: info.depth,
            nodes: info.nodes,
            nps: info.nps,
            side: self.position.side_to_move().into(),
            lines: lines.iter().map(|(score, moves)| self.view(*score, moves)).collect(),
        };
        let _ = self.messages.try_send(written(&message));
    }

    fn view(&mut self, score: Score, moves: &[Move]) -> AnalysisLine {
        let score = match (score.kind(), score.moves_to_end()) {
            (_, Some(moves)) => AnalysisScore::Mate(moves),
            (ScoreKind::Centipawns(value), None) => AnalysisScore::Cp(value),
            (ScoreKind::WinIn(plies), None) => AnalysisScore::Mate(plies.div_ceil(2) as i32),
            (ScoreKind::LossIn(plies), None) => AnalysisScore::Mate(-(plies.div_ceil(2) as i32)),
        };
        let mut pv = Vec::new();
        for &m in moves.iter().take(MOVES) {
            if !self.position.is_legal(m) {
                break;
            }
            pv.push(translate::move_of(&self.position, m));
            self.position.make(m);
        }
        pv.iter().for_each(|_| _ = self.position.unmake());
        AnalysisLine { score, pv }
    }
}
