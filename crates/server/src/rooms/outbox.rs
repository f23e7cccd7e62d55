//! What waits to be sent to one client: bounded in messages and in bytes, so that a client that does not read costs
//! no memory without limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tokio::sync::mpsc;

/// A message as it is sent.
pub(crate) type Text = Arc<str>;

/// How many messages may wait.
const MESSAGES: usize = 64;

/// How many bytes may wait besides one message.
const BYTES: usize = 1 << 20;

/// A queue of messages to a client.
pub(crate) fn outbox() -> (Outbox, Inbox) {
    let (sender, receiver) = mpsc::channel(MESSAGES);
    let bytes = Arc::<AtomicUsize>::default();
    (Outbox { sender, bytes: bytes.clone() }, Inbox { receiver, bytes })
}

/// Where messages are put in.
#[derive(Clone)]
pub(crate) struct Outbox {
    sender: mpsc::Sender<Text>,
    bytes: Arc<AtomicUsize>,
}

/// The same, as long as some other [`Outbox`] is there.
pub(crate) struct WeakOutbox {
    sender: mpsc::WeakSender<Text>,
    bytes: Arc<AtomicUsize>,
}

/// Where messages are taken out.
pub(crate) struct Inbox {
    receiver: mpsc::Receiver<Text>,
    bytes: Arc<AtomicUsize>,
}

/// The client is too slow, or gone.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stuck;

impl Outbox {
    /// Puts a message in if there is room.
    pub fn try_send(&self, message: Text) -> Result<(), Stuck> {
        let length = message.len();
        if self.bytes.load(Relaxed) > BYTES {
            return Err(Stuck);
        }
        self.bytes.fetch_add(length, Relaxed);
        self.sender.try_send(message).map_err(|_| {
            self.bytes.fetch_sub(length, Relaxed);
            Stuck
        })
    }

    /// Puts a message in, and waits for a place. Only for answers, of which each client waits for one at a time.
    pub async fn send(&self, message: Text) -> Result<(), Stuck> {
        let length = message.len();
        let place = self.sender.reserve().await.map_err(|_| Stuck)?;
        self.bytes.fetch_add(length, Relaxed);
        place.send(message);
        Ok(())
    }

    pub fn downgrade(&self) -> WeakOutbox {
        WeakOutbox { sender: self.sender.downgrade(), bytes: self.bytes.clone() }
    }
}

impl WeakOutbox {
    pub fn upgrade(&self) -> Option<Outbox> {
        Some(Outbox { sender: self.sender.upgrade()?, bytes: self.bytes.clone() })
    }
}

impl Inbox {
    /// The next message; nothing when there will be none.
    pub async fn recv(&mut self) -> Option<Text> {
        let message = self.receiver.recv().await?;
        self.bytes.fetch_sub(message.len(), Relaxed);
        Some(message)
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
        assert_eq!(outbox.try_send("y".into()), Err(Stuck));
        inbox.recv().await.unwrap();
        assert_eq!(outbox.try_send("y".into()), Ok(()));
        let weak = outbox.downgrade();
        drop(outbox);
        assert!(weak.upgrade().is_none());
    }

    #[test]
    fn messages_are_bounded() {
        let (outbox, _inbox) = outbox();
        assert!((0..MESSAGES).all(|_| outbox.try_send("x".into()).is_ok()));
        assert_eq!(outbox.try_send("x".into()), Err(Stuck));
    }
}
