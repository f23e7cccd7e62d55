//! Seeks as the client sees them, and what it asks for.

use super::written;
use crate::domain::{Group, PlayerId, SeekId, Sought, Wanted};
use crate::wire::{self, LobbyMessage};
use bytes::Bytes;
use spielraum_rules::Color;

/// A seek as a viewer sees it.
pub(crate) fn seek(sought: &Sought, viewer: Option<&PlayerId>) -> wire::Seek {
    let seek = &sought.seek;
    wire::Seek {
        id: seek.id.to_string(),
        name: sought.name.clone(),
        yours: viewer == Some(&seek.player),
        wanted: (&seek.wish.wanted).into(),
        side: match seek.wish.side {
            None => wire::SideWish::Random,
            Some(Color::White) => wire::SideWish::White,
            Some(Color::Black) => wire::SideWish::Black,
        },
        clock: seek.wish.control.map(Into::into),
        rated: seek.wish.rated,
        help: seek.wish.help,
        range: wire::RatingRange { least: seek.wish.range.least, most: seek.wish.range.most },
        rating: sought.rating.map(Into::into),
        created: seek.created,
    }
}

/// The message about seeks that have changed.
pub(crate) fn seeks<'s>(
    open: impl IntoIterator<Item = &'s Sought>,
    gone: impl IntoIterator<Item = &'s SeekId>,
    viewer: Option<&PlayerId>,
) -> Bytes {
    written(&LobbyMessage::Seeks {
        open: open.into_iter().map(|sought| seek(sought, viewer)).collect(),
        gone: gone.into_iter().map(ToString::to_string).collect(),
    })
}

impl From<&Wanted> for wire::Wanted {
    fn from(wanted: &Wanted) -> Self {
        match wanted {
            Wanted::Games(games) => {
                let game = |choice: &crate::domain::Choice| wire::WantedGame {
                    variant: choice.variant.clone(),
                    options: choice.options.clone(),
                    title: choice.title.clone(),
                };
                Self::Games { games: games.iter().map(game).collect() }
            }
            Wanted::Group(group) => Self::Group {
                group: match group {
                    Group::Any => wire::GameGroup::Any,
                    Group::Flat => wire::GameGroup::Flat,
                    Group::Space => wire::GameGroup::Space,
                },
            },
        }
    }
}

impl From<wire::GameGroup> for Group {
    fn from(group: wire::GameGroup) -> Self {
        match group {
            wire::GameGroup::Any => Self::Any,
            wire::GameGroup::Flat => Self::Flat,
            wire::GameGroup::Space => Self::Space,
        }
    }
}
