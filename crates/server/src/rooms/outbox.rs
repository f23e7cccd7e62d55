//! What waits to be sent to one client: bounded in messages and in bytes, so that a client that does not read costs
//! no memory without limit.

use bytes::Bytes;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use tokio::sync::mpsc;

/// A message as it is sent; written once for all recipients.
pub(crate) type Text = Bytes;

/// How many messages may wait.
const MESSAGES: usize = 64;

/// How many bytes may wait besides one message.
const BYTES: usize = 1 << 20;

/// A queue of messages to a client.
pub(crate) fn outbox() -> (Outbox, Inbox) {
    let (sender, receiver) = mpsc::channel(MESSAGES);
    let state = Arc::<State>::default();
    (Outbox { sender, state: state.clone() }, Inbox { receiver, state })
}

/// What waits.
#[derive(Default)]
struct State {
    bytes: AtomicUsize,
    /// Whether a message was not taken: the client gets no more, since it would lack that one.
    stuck: AtomicBool,
}

/// Where messages are put in.
#[derive(Clone)]
pub(crate) struct Outbox {
    sender: mpsc::Sender<Text>,
    state: Arc<State>,
}

/// The same, as long as some other [`Outbox`] is there.
pub(crate) struct WeakOutbox {
    sender: mpsc::WeakSender<Text>,
    state: Arc<State>,
}

/// Where messages are taken out.
pub(crate) struct Inbox {
    receiver: mpsc::Receiver<Text>,
    state: Arc<State>,
}

/// The client is too slow, or gone.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stuck;

impl Outbox {
    /// Puts a message in if there is room; otherwise the client is cut off.
    pub fn try_send(&self, message: Text) -> Result<(), Stuck> {
        if self.offer(message) {
            return Ok(());
        }
        self.state.stuck.store(true, Relaxed);
        Err(Stuck)
    }

    /// Puts a message in if there is room; otherwise it is left out. For news that a later message replaces.
    pub fn offer(&self, message: Text) -> bool {
        let State { bytes, stuck } = &*self.state;
        let length = message.len();
        if stuck.load(Relaxed) || bytes.load(Relaxed) > BYTES {
            return false;
        }
        bytes.fetch_add(length, Relaxed);
        let taken = self.sender.try_send(message).is_ok();
        if !taken {
            bytes.fetch_sub(length, Relaxed);
        }
        taken
    }

    /// Puts a message in, and waits for a place. Only for answers, of which each client waits for one at a time.
    pub async fn send(&self, message: Text) -> Result<(), Stuck> {
        let length = message.len();
        let place = self.sender.reserve().await.map_err(|_| Stuck)?;
        self.state.bytes.fetch_add(length, Relaxed);
        place.send(message);
        Ok(())
    }

    /// Whether the client was cut off.
    pub fn is_stuck(&self) -> bool {
        self.state.stuck.load(Relaxed)
    }

    pub fn downgrade(&self) -> WeakOutbox {
        WeakOutbox { sender: self.sender.downgrade(), state: self.state.clone() }
    }
}

impl WeakOutbox {
    pub fn upgrade(&self) -> Option<Outbox> {
        Some(Outbox { sender: self.sender.upgrade()?, state: self.state.clone() })
    }
}

impl Inbox {
    /// The next message; nothing when there will be none, or when the client has missed one.
    pub async fn recv(&mut self) -> Option<Text> {
        let message = self.receiver.recv().await?;
        self.state.bytes.fetch_sub(message.len(), Relaxed);
        (!self.state.stuck.load(Relaxed)).then_some(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn bytes_are_bounded_and_freed() {
        let (outbox, mut inbox) = outbox();
        let large = Text::from("x".repeat(BYTES / 2 + 1));
        assert_eq!(outbox.try_send(large.clone()), Ok(()));
        assert_eq!(outbox.try_send(large.clone()), Ok(()));
        inbox.recv().await.unwrap();
        assert_eq!(outbox.try_send(large.clone()), Ok(()));
        assert_eq!(outbox.try_send("y".into()), Err(Stuck));
        // Who has missed a message gets none after it.
        assert_eq!(inbox.recv().await, None);
        assert_eq!(outbox.try_send("y".into()), Err(Stuck));
        let weak = outbox.downgrade();
        drop(outbox);
        assert!(weak.upgrade().is_none());
    }

    #[tokio::test]
    async fn what_is_left_out_cuts_nobody_off() {
        let (outbox, mut inbox) = outbox();
        assert!((0..MESSAGES).all(|number| outbox.offer(number.to_string().into())));
        assert!(!outbox.offer("left out".into()) && !outbox.is_stuck());
        for number in 0..MESSAGES {
            assert_eq!(inbox.recv().await.unwrap(), number.to_string());
        }
        assert!(outbox.offer("later".into()));
        assert_eq!(inbox.recv().await.unwrap(), "later");
    }

    #[test]
    fn messages_are_bounded() {
        let (outbox, _inbox) = outbox();
        assert!((0..MESSAGES).all(|_| outbox.try_send("x".into()).is_ok()));
        assert_eq!(outbox.try_send("x".into()), Err(Stuck));
    }
}
