//! What all WebSockets have in common: limits, signs of life, an end.

use super::traffic::Traffic;
use crate::app::App;
use crate::resources::Payer;
use crate::rooms::Inbox;
use crate::store::Attendance;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use futures_util::{SinkExt, StreamExt};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// Bytes of a message.
const MESSAGE: usize = 64 << 10;

/// Bytes that are read at once, and kept for each socket; most messages take less than a hundred.
const BUFFER: usize = 4 << 10;

/// How often a client is asked whether it is there, and after how long a silence it is not.
const PING: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(60);

/// How long a client may take for one message.
const SEND: Duration = Duration::from_secs(10);

/// Messages too many after which a socket is closed.
const PATIENCE: u32 = 100;

/// Whether to go on.
pub(super) enum Next {
    Continue,
    Close,
}

/// What a socket does with the texts that come.
pub(super) trait Handler {
    /// Takes one text, and answers through its own channel.
    fn handle(&mut self, text: &Utf8Bytes) -> impl Future<Output = Next> + Send;
}

/// An upgrade with limits on what is received and what waits to be sent.
pub(super) fn limited(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE)
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
}

/// Serves a socket: hands texts in one after another, sends what comes through the channel, until either side or the
/// session ends.
pub(super) async fn serve(
    app: &App,
    attendance: &Attendance,
    socket: WebSocket,
    traffic: &Traffic,
    mut outgoing: Inbox,
    mut handler: impl Handler,
) {
    const OVER: &str = "the session has ended";
    let network = Payer::current().network;
    traffic.charge_to(app, network);
    let (mut sink, mut stream) = socket.split();
    let (pings, mut pinged) = mpsc::channel::<()>(1);
    // Sending goes on by itself, so that a client may hand in its next message before it has read the last answer.
    let sending = async {
        loop {
            let message = tokio::select! {
                message = outgoing.recv() => message.and_then(|text| Utf8Bytes::try_from(text).ok()).map(Message::Text),
                Some(()) = pinged.recv() => Some(Message::Ping(Default::default())),
            };
            let Some(message) = message else { return close(close_code::AGAIN, "too slow") };
            match tokio::time::timeout(SEND, sink.send(message)).await {
                Ok(Ok(())) => {}
                _ => return None,
            }
        }
    };
    let receiving = async {
        let limit = app.resources.rate_limits.messages();
        let (mut heard, mut too_many) = (Instant::now(), 0);
        let mut ping = tokio::time::interval(PING);
        loop {
            let message = tokio::select! {
                message = stream.next() => message,
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE {
                        return None;
                    }
                    let _ = pings.try_send(());
                    continue;
                }
            };
            heard = Instant::now();
            let text = match message {
                Some(Ok(Message::Text(text))) => Some(text),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => None,
                Some(Ok(Message::Binary(_))) => return close(close_code::UNSUPPORTED, "only texts are read here"),
                Some(Ok(Message::Close(_))) | Some(Err(_)) | None => return None,
            };
            if !app.resources.rate_limits.message_from(network) {
                return close(close_code::POLICY, "too many messages from your network");
            }
            if limit.check().is_err() {
                too_many += 1;
                if too_many > PATIENCE {
                    return close(close_code::POLICY, "too many messages");
                }
                // Slowing the client down is enough: what it sends waits in its own buffers.
                limit.until_ready().await;
            }
            let Some(text) = text else { continue };
            if attendance.is_over() {
                return close(close_code::POLICY, OVER);
            }
            if let Next::Close = handler.handle(&text).await {
                return close(close_code::AGAIN, "too slow");
            }
        }
    };
    let farewell = tokio::select! {
        farewell = sending => farewell,
        farewell = receiving => farewell,
        () = attendance.over() => close(close_code::POLICY, OVER),
        () = traffic.used_up() => close(close_code::POLICY, "too many bytes"),
        () = app.ended() => close(close_code::RESTART, "the server ends; come again in a moment"),
    };
    if let Some(frame) = farewell {
        let _ = tokio::time::timeout(SEND, sink.send(Message::Close(Some(frame)))).await;
    }
}

fn close(code: u16, reason: &'static str) -> Option<CloseFrame> {
    Some(CloseFrame { code, reason: reason.into() })
}
