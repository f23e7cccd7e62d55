//! What the server is about: games, players, their names and ids. Nothing here knows how it is sent or stored.

pub(crate) mod browser;
pub(crate) mod chat;
mod event;
pub(crate) mod ids;
mod ladder;
mod mail;
mod moderation;
pub(crate) mod names;
pub(crate) mod opening;
pub(crate) mod passwords;
pub(crate) mod rating;
mod record;
mod scope;
mod seek;
pub(crate) mod study;
mod tournament;
pub(crate) mod two_factor;
mod webhook;

pub(crate) use event::GameEvent;
pub(crate) use ids::{DefinitionId, GameId, LinkId, PlayerId, SeekId, SessionId, StudyId, TournamentId};
pub(crate) use ladder::{Class, Ladder, Terms, armies_differ};
pub(crate) use mail::{
    About, Choices, Device, Language, Letter, LinkKind, MailSettings, Notice, NoticeKind, Reader, Turns, Way,
};
pub use moderation::{ReportFilter, ShelfFilter};
pub(crate) use rating::{Rating, Score, Standing};
pub(crate) use record::{LEFT, Record, STALLED, first_to_move};
pub(crate) use scope::{Need, Scope};
pub(crate) use seek::{Challenge, Choice, Decline, Group, Range, Seek, Sought, Wanted, Wish};
pub(crate) use study::{Chapter, ChapterHead, HeldStudy, ListedStudy, Member, Study, StudyRole, Visibility};
pub(crate) use tournament::{Entry, EntryState, Form, Held, Listed, Met, Stage, Start, Tournament, concerns, outcome};
pub(crate) use webhook::{HookCall, HookEvent, Webhook};

/// The options of a variant, by name.
pub(crate) type Options = std::collections::BTreeMap<String, String>;
