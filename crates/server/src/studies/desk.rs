//! The place where a study is changed, and those who look on.

use crate::domain::{Chapter, HeldStudy, PlayerId, StudyId, StudyRole};
use crate::error::{ApiError, ApiResult};
use crate::present::written;
use crate::rooms::{Inbox, Outbox, WeakOutbox, outbox};
use crate::wire::{StudyMessage, StudyVisitor};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tokio::sync::OwnedMutexGuard;

/// Chapters of a study that are kept in memory: people look at one thing at a time.
const KEPT: usize = 4;

/// Who can look at one study at once.
const VISITORS: usize = 200;

/// The studies at which somebody is.
#[derive(Default)]
pub(crate) struct Studies(Mutex<HashMap<StudyId, Weak<Desk>>>);

impl Studies {
    /// Where a study is changed. Whether there is one is another matter.
    pub fn desk(&self, id: &StudyId) -> Arc<Desk> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(desk) = open.get(id).and_then(Weak::upgrade) {
            return desk;
        }
        open.retain(|_, desk| desk.strong_count() > 0);
        let desk = Arc::new(Desk { id: id.clone(), order: Default::default(), around: Default::default() });
        open.insert(id.clone(), Arc::downgrade(&desk));
        desk
    }
}

/// A study's desk: only the holder of its lock changes the study.
pub(crate) struct Desk {
    pub(super) id: StudyId,
    order: Arc<tokio::sync::Mutex<Kept>>,
    around: Mutex<Around>,
}

/// Chapters as they are stored, the one that was changed last behind the others.
#[derive(Default)]
pub(crate) struct Kept(Vec<Arc<Chapter>>);

#[derive(Default)]
struct Around {
    visits: u32,
    visitors: Vec<Visitor>,
}

struct Visitor {
    visit: u32,
    player: Option<PlayerId>,
    name: String,
    role: StudyRole,
    at: Option<(u32, Vec<String>)>,
    messages: Outbox,
}

/// A stay at a study. [`Desk::leave`] ends it.
pub(crate) struct Visit {
    pub number: u32,
    /// What is to be sent; it ends when the client was too slow, or may not see the study any more.
    pub messages: Inbox,
    /// Where answers to this client alone go.
    pub answers: WeakOutbox,
}

impl Desk {
    /// Waits until nobody else changes the study.
    pub async fn alone(&self) -> OwnedMutexGuard<Kept> {
        self.order.clone().lock_owned().await
    }

    /// Somebody looks on, who may do this.
    pub fn visit(&self, player: Option<PlayerId>, name: String, role: StudyRole) -> ApiResult<Visit> {
        let (sender, messages) = outbox();
        let answers = sender.downgrade();
        let mut around = self.around();
        if around.visitors.len() >= VISITORS {
            return Err(ApiError::busy("Too many look at this study at present. Try again later."));
        }
        around.visits += 1;
        let number = around.visits;
        let _ = sender.try_send(written(&StudyMessage::Welcome { visit: number }));
        around.visitors.push(Visitor { visit: number, player, name, role, at: None, messages: sender });
        around.announce_present();
        Ok(Visit { number, messages, answers })
    }

    /// Somebody looks on no longer.
    pub fn leave(&self, visit: u32) {
        let mut around = self.around();
        around.visitors.retain(|visitor| visitor.visit != visit);
        around.announce_present();
    }

    /// A visitor has gone to another place of the study. Others can follow one who may change it.
    pub fn goes(&self, visit: u32, chapter: u32, path: Vec<String>) {
        let mut around = self.around();
        let Some(visitor) = around.visitors.iter_mut().find(|visitor| visitor.visit == visit) else { return };
        let at = Some((chapter, path.clone()));
        if visitor.role == StudyRole::Write && visitor.at != at {
            visitor.at = at;
            around.announce(&StudyMessage::At { visit, chapter, path });
        }
    }

    /// The study is another one than before, or none: those who may not see it any more go, and the others hear of it.
    pub fn changed(&self, held: Option<&HeldStudy>) {
        let mut around = self.around();
        around.visitors.retain_mut(|visitor| match held.and_then(|held| held.role(visitor.player.as_ref())) {
            Some(role) => {
                visitor.role = role;
                true
            }
            None => {
                let _ = visitor.messages.try_send(written(&StudyMessage::Changed));
                false
            }
        });
        around.announce(&StudyMessage::Changed);
        around.announce_present();
    }

    /// The player of a visit who may change the study.
    pub(super) fn writer(&self, visit: u32) -> ApiResult<PlayerId> {
        let around = self.around();
        let visitor = around.visitors.iter().find(|visitor| visitor.visit == visit);
        visitor
            .filter(|visitor| visitor.role == StudyRole::Write)
            .and_then(|visitor| visitor.player.clone())
            .ok_or_else(|| {
                ApiError::forbidden("not-a-writer", "You may read this study. To change it, ask its owner, or copy it.")
            })
    }

    /// Sends something to all who look on.
    pub(super) fn announce(&self, message: &StudyMessage) {
        self.around().announce(message);
    }

    fn around(&self) -> MutexGuard<'_, Around> {
        self.around.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    pub(super) fn take(&mut self, number: u32) -> Option<Arc<Chapter>> {
        let at = self.0.iter().position(|chapter| chapter.number == number)?;
        Some(self.0.remove(at))
    }

    pub(super) fn put(&mut self, chapter: Arc<Chapter>) {
        if self.0.len() >= KEPT {
            self.0.remove(0);
        }
        self.0.push(chapter);
    }

    /// The chapters are others than before.
    pub fn forget(&mut self) {
        self.0.clear();
    }
}

impl Around {
    /// Sends something to all; those who are too slow go.
    fn announce(&mut self, message: &StudyMessage) {
        let text = written(message);
        self.visitors.retain(|visitor| visitor.messages.try_send(text.clone()).is_ok());
    }

    fn announce_present(&mut self) {
        let writers = self.visitors.iter().filter(|visitor| visitor.role == StudyRole::Write);
        let people: Vec<StudyVisitor> = writers
            .map(|visitor| {
                let (chapter, path) = visitor.at.clone().unzip();
                StudyVisitor {
                    visit: visitor.visit,
                    name: visitor.name.clone(),
                    chapter,
                    path: path.unwrap_or_default(),
                }
            })
            .collect();
        let others = (self.visitors.len() - people.len()) as u32;
        self.announce(&StudyMessage::Present { people, others });
    }
}
