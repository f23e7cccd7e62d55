//! The sockets that are open in sessions, which end with them.

use super::write::Write;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The sessions in which sockets are open: whose each is, and what tells its sockets that it has ended.
#[derive(Default)]
pub(crate) struct Attended(Mutex<HashMap<String, (String, watch::Sender<bool>)>>);

/// That a socket is open in a session, or in none.
pub(crate) struct Attendance(Option<(String, watch::Receiver<bool>, Arc<Attended>)>);

impl Attended {
    /// Ends the sockets of sessions that something written has ended.
    pub(super) fn note(&self, write: &Write) {
        match write {
            Write::EndSession { token } => self.end(token),
            Write::EndSessions { player } | Write::Bar { player } | Write::Forget { player } => {
                self.open().retain(|_, (whose, ended)| {
                    let over = whose == player;
                    if over {
                        ended.send_replace(true);
                    }
                    !over
                });
            }
            _ => {}
        }
    }

    /// Notes that a player opens a socket in a session, or in none.
    pub(super) fn attend(self: &Arc<Self>, session: Option<(&str, &str)>) -> Attendance {
        let Some((session, player)) = session else { return Attendance(None) };
        let mut open = self.open();
        let (_, ended) =
            open.entry(session.to_owned()).or_insert_with(|| (player.to_owned(), watch::Sender::new(false)));
        let ended = ended.subscribe();
        drop(open);
        Attendance(Some((session.to_owned(), ended, self.clone())))
    }

    /// The sessions in which sockets are open, by their tokens.
    pub(super) fn sessions(&self) -> Vec<String> {
        self.open().keys().cloned().collect()
    }

    /// Ends the sockets of a session.
    pub(super) fn end(&self, token: &str) {
        if let Some((_, ended)) = self.open().remove(token) {
            ended.send_replace(true);
        }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, (String, watch::Sender<bool>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Attendance {
    /// Whether the session has ended.
    pub fn is_over(&self) -> bool {
        self.0.as_ref().is_some_and(|(_, ended, _)| *ended.borrow())
    }

    /// Ready when the session has ended.
    pub async fn over(&self) {
        if let Some((_, ended, _)) = &self.0
            && ended.clone().wait_for(|ended| *ended).await.is_ok()
        {
            return;
        }
        std::future::pending().await
    }
}

impl Drop for Attendance {
    fn drop(&mut self) {
        let Some((key, mine, attended)) = &self.0 else { return };
        let mut open = attended.open();
        // This one is still counted.
        if open.get(key).is_some_and(|(_, ended)| ended.receiver_count() == 1 && ended.subscribe().same_channel(mine)) {
            open.remove(key);
        }
    }
}
