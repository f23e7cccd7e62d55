//! Seeks as the client sees them, and what it asks for.

use super::written;
use crate::domain::{Decline, Group, PlayerId, SeekId, Sought, Wanted};
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
        to: sought.challenged.clone(),
        declined: seek.challenge.as_ref().and_then(|challenge| challenge.declined).map(Into::into),
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

impl From<Decline> for wire::DeclineReason {
    fn from(reason: Decline) -> Self {
        match reason {
            Decline::Generic => Self::Generic,
            Decline::Later => Self::Later,
            Decline::TooFast => Self::TooFast,
            Decline::TooSlow => Self::TooSlow,
            Decline::TimeControl => Self::TimeControl,
            Decline::Rated => Self::Rated,
            Decline::Casual => Self::Casual,
            Decline::Variant => Self::Variant,
        }
    }
}

impl From<wire::DeclineReason> for Decline {
    fn from(reason: wire::DeclineReason) -> Self {
        match reason {
            wire::DeclineReason::Generic => Self::Generic,
            wire::DeclineReason::Later => Self::Later,
            wire::DeclineReason::TooFast => Self::TooFast,
            wire::DeclineReason::TooSlow => Self::TooSlow,
            wire::DeclineReason::TimeControl => Self::TimeControl,
            wire::DeclineReason::Rated => Self::Rated,
            wire::DeclineReason::Casual => Self::Casual,
            wire::DeclineReason::Variant => Self::Variant,
        }
    }
}

/// A challenge as programs hear of it.
pub(crate) fn challenge(sought: &Sought) -> wire::BotChallenge {
    let Sought { seek, name, challenged, rating } = sought;
    let declined = seek.challenge.as_ref().and_then(|challenge| challenge.declined);
    let player = |name: &str, rating| wire::BotPlayer { name: name.to_owned(), rating };
    let (key, name_of_game, options) = match &seek.wish.wanted {
        Wanted::Games(games) => games.first().map_or_else(Default::default, |choice| {
            (choice.variant.clone(), choice.title.clone(), choice.options.clone())
        }),
        Wanted::Group(_) => ("any".to_owned(), "Any game".to_owned(), Default::default()),
    };
    wire::BotChallenge {
        id: seek.id.to_string(),
        status: if declined.is_some() { "declined" } else { "created" }.to_owned(),
        challenger: player(name, rating.map(|rating| rating.points)),
        dest_user: player(challenged.as_deref().unwrap_or_default(), None),
        variant: wire::BotVariant { key, name: name_of_game },
        options,
        rated: seek.wish.rated,
        clock: seek.wish.control.map(Into::into),
        color: match seek.wish.side {
            None => wire::SideWish::Random,
            Some(Color::White) => wire::SideWish::White,
            Some(Color::Black) => wire::SideWish::Black,
        },
        decline_reason_key: declined.map(Into::into),
    }
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
