//! The task that does what is due in all tournaments.

use super::advance::advance;
use crate::app::App;
use crate::domain::{TournamentId, concerns};
use crate::time::{duration, now};
use std::time::Duration;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};

/// How long what has changed waits for more of it: those who look on hear of changes no more often.
const TOGETHER: Duration = Duration::from_millis(500);

/// When a tournament is looked at again in which something could not be done, and all of them, in milliseconds.
const AGAIN: i64 = 5_000;
const SELDOM: i64 = 60_000;

impl App {
    /// Lets tournaments begin, go on and end until the server does.
    pub async fn hold_tournaments(self) {
        let mut changes = self.store.games_changed();
        let mut all_known = self.all_are_due().await;
        loop {
            let next = self.tournaments.known().due.values().min().copied().unwrap_or(i64::MAX);
            let wait = duration(next.saturating_sub(now()).min(SELDOM));
            tokio::select! {
                () = tokio::time::sleep(wait) => {
                    if !all_known {
                        all_known = self.all_are_due().await;
                    }
                }
                () = self.tournaments.woken.notified() => {}
                changed = changes.recv() => match changed {
                    Ok(record) => match concerns(&record) {
                        Some(id) => self.tournaments.is_due(id, 0),
                        None => continue,
                    },
                    Err(RecvError::Lagged(_)) => all_known = self.all_are_due().await,
                    Err(RecvError::Closed) => return,
                },
                () = self.ended() => return,
            }
            tokio::time::sleep(TOGETHER).await;
            loop {
                match changes.try_recv() {
                    Ok(record) => {
                        if let Some(id) = concerns(&record) {
                            self.tournaments.is_due(id, 0);
                        }
                    }
                    Err(TryRecvError::Lagged(_)) => all_known = self.all_are_due().await,
                    Err(TryRecvError::Empty | TryRecvError::Closed) => break,
                }
            }
            self.do_what_is_due().await;
        }
    }

    async fn do_what_is_due(&self) {
        let at = now();
        let due: Vec<(TournamentId, i64)> = self
            .tournaments
            .known()
            .due
            .iter()
            .filter(|(_, due)| **due <= at)
            .map(|(id, due)| (id.clone(), *due))
            .collect();
        for (id, due) in due {
            // What changes from here on is due again.
            self.tournaments.known().due.insert(id.clone(), i64::MAX);
            let changed = match advance(self, &id).await {
                Ok(Some(done)) => {
                    self.tournaments.is_due(&id, done.next);
                    done.changed
                }
                Ok(None) => {
                    let mut known = self.tournaments.known();
                    known.changes += 1;
                    known.due.remove(&id);
                    known.views.remove(&id);
                    true
                }
                Err(error) => {
                    tracing::warn!(tournament = id.as_str(), error.message, "a tournament does not go on yet");
                    self.tournaments.known().held_up = self.store.moment().lived;
                    self.tournaments.is_due(&id, now() + AGAIN);
                    false
                }
            };
            if changed || due == 0 {
                self.lobby.tournament_changed(&id);
            }
        }
    }

    /// Looks at all tournaments that are not over; `false`: they can't be read now.
    async fn all_are_due(&self) -> bool {
        match self.store.open_tournaments().await {
            Ok(all) => {
                all.iter().for_each(|id| self.tournaments.is_due(id, 0));
                true
            }
            Err(error) => {
                tracing::error!(%error, "it is not known which tournaments go on");
                false
            }
        }
    }
}
