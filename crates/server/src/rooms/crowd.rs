//! Messages to spectators. There may be thousands in one room, and the players must not wait until all of them have heard: a
//! task of the room hands each message to a few at a time, and lets others go on in between.

use super::outbox::{Outbox, Text};
use crate::domain::PlayerId;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// Spectators who are served at once.
const AT_ONCE: usize = 64;

/// Messages that may wait before the players have to.
const WAITING: usize = 8;

/// Somebody who is there.
#[derive(Clone)]
pub(super) struct Visitor {
    pub(super) visit: u64,
    pub(super) player: Option<PlayerId>,
    pub(super) messages: Outbox,
}

/// Where messages for spectators are handed in. The task begins with the first of them and ends with this.
pub(super) struct Crowd {
    messages: Option<mpsc::UnboundedSender<Told>>,
    places: Arc<Semaphore>,
}

/// A message, and who is to hear of it.
struct Told {
    text: Text,
    to: Arc<Vec<Visitor>>,
    /// The visits of those who have heard of it already, in order.
    except: Vec<u64>,
    _place: Option<OwnedSemaphorePermit>,
}

/// What a room waits for before the next thing happens in it.
#[derive(Clone)]
pub(super) struct Pace(Arc<Semaphore>);

impl Crowd {
    pub fn new() -> Self {
        Self { messages: None, places: Arc::new(Semaphore::new(WAITING)) }
    }

    /// Sends it to all of them except those that have it already; their visits are in order.
    pub fn tell(&mut self, text: Text, to: &Arc<Vec<Visitor>>, except: Vec<u64>) {
        if to.len() > except.len() {
            let place = self.places.clone().try_acquire_owned().ok();
            // The task is there as long as this.
            let messages = self.messages.get_or_insert_with(begin);
            let _ = messages.send(Told { text, to: to.clone(), except, _place: place });
        }
    }

    pub fn pace(&self) -> Pace {
        Pace(self.places.clone())
    }
}

/// Begins the task.
fn begin() -> mpsc::UnboundedSender<Told> {
    let (messages, mut queue) = mpsc::unbounded_channel::<Told>();
    tokio::spawn(async move {
        while let Some(told) = queue.recv().await {
            told.tell().await;
        }
    });
    messages
}

impl Pace {
    /// Waits while too much has not been sent yet.
    pub async fn keep(&self) {
        // It is never closed.
        let _ = self.0.acquire().await;
    }
}

impl Told {
    async fn tell(&self) {
        for some in self.to.chunks(AT_ONCE) {
            for visitor in some.iter().filter(|visitor| self.except.binary_search(&visitor.visit).is_err()) {
                // Who is too slow is cut off by the outbox.
                let _ = visitor.messages.try_send(self.text.clone());
            }
            tokio::task::yield_now().await;
        }
    }
}
