//! The sockets that are open in sessions, which end with them.

use super::write::Write;
use crate::domain::{PlayerId, SessionId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The sessions in which sockets are open: whose each is, and what informs its sockets that it has ended.
#[derive(Default)]
pub(crate) struct Attended(Mutex<HashMap<SessionId, (PlayerId, watch::Sender<bool>)>>);

/// That a socket is open in a session, or in none.
pub(crate) struct Attendance(Option<(SessionId, watch::Receiver<bool>, Arc<Attended>)>);

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
    pub(super) fn attend(self: &Arc<Self>, session: Option<(&SessionId, &PlayerId)>) -> Attendance {
        let Some((session, player)) = session else { return Attendance(None) };
        let mut open = self.open();
        let (_, ended) = open.entry(session.clone()).or_insert_with(|| (player.clone(), watch::Sender::new(false)));
        let ended = ended.subscribe();
        drop(open);
        Attendance(Some((session.clone(), ended, self.clone())))
    }

    /// The sessions in which sockets are open.
    pub(super) fn sessions(&self) -> Vec<SessionId> {
        self.open().keys().cloned().collect()
    }

    /// Ends the sockets of a session.
    pub(super) fn end(&self, session: &SessionId) {
        if let Some((_, ended)) = self.open().remove(session) {
            ended.send_replace(true);
        }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<SessionId, (PlayerId, watch::Sender<bool>)>> {
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
        let Some((session, mine, attended)) = &self.0 else { return };
        let mut open = attended.open();
        // This one is still counted.
        if open
            .get(session)
            .is_some_and(|(_, ended)| ended.receiver_count() == 1 && ended.subscribe().same_channel(mine))
        {
            open.remove(session);
        }
    }
}
