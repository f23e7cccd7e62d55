//! Games as the client sees them.

use crate as wire;
use spielraum_play::{Clocks, Offer, Offers, Opponent, Progress, Role, Seat, Status, TimeControl};
use spielraum_rules::Color;
use std::time::Duration;

impl From<wire::Opponent> for Opponent {
    fn from(opponent: wire::Opponent) -> Self {
        match opponent {
            wire::Opponent::Engine { level } => Self::Engine { level },
            wire::Opponent::Friend => Self::Friend,
            wire::Opponent::OneScreen => Self::OneScreen,
        }
    }
}

impl From<Opponent> for wire::Opponent {
    fn from(opponent: Opponent) -> Self {
        match opponent {
            Opponent::Engine { level } => Self::Engine { level },
            Opponent::Friend => Self::Friend,
            Opponent::OneScreen => Self::OneScreen,
        }
    }
}

impl From<wire::GameStatus> for Status {
    fn from(status: wire::GameStatus) -> Self {
        match status {
            wire::GameStatus::Open => Self::Open,
            wire::GameStatus::Playing => Self::Playing,
            wire::GameStatus::Finished => Self::Finished,
        }
    }
}

impl From<Status> for wire::GameStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Open => Self::Open,
            Status::Playing => Self::Playing,
            Status::Finished => Self::Finished,
        }
    }
}

impl From<wire::Offer> for Offer {
    fn from(offer: wire::Offer) -> Self {
        match offer {
            wire::Offer::Draw => Self::Draw,
            wire::Offer::Takeback => Self::Takeback,
            wire::Offer::Rematch => Self::Rematch,
        }
    }
}

impl From<Offers> for wire::Offers {
    fn from(offers: Offers) -> Self {
        let Offers { draw, takeback, rematch } = offers;
        Self { draw: draw.map(Into::into), takeback: takeback.map(Into::into), rematch: rematch.map(Into::into) }
    }
}

impl From<Role> for wire::You {
    fn from(role: Role) -> Self {
        match role {
            Role::Side(Color::White) => Self::White,
            Role::Side(Color::Black) => Self::Black,
            Role::Both => Self::Both,
        }
    }
}

/// Who plays a side: a person, by name and whether they are there, or the engine, which always is.
pub fn player<P>(seat: &Seat<P>, name: impl FnOnce(&P) -> String, online: bool) -> Option<wire::Player> {
    match seat {
        Seat::Free => None,
        Seat::Engine(level) => Some(wire::Player {
            name: "Engine".to_owned(),
            kind: wire::PlayerKind::Engine,
            level: Some(*level),
            online: true,
            account: false,
            rating: None,
        }),
        Seat::Person(person) => Some(wire::Player {
            name: name(person),
            kind: wire::PlayerKind::Person,
            level: None,
            online,
            account: false,
            rating: None,
        }),
    }
}

/// Which sides have halved their clocks, in a game that allows it.
pub fn berserk(progress: &Progress) -> Option<wire::Sides<bool>> {
    progress.berserk.map(|berserk| wire::Sides::new(|color| berserk[color]))
}

/// How a game ended, if it is over.
pub fn ending(progress: &Progress) -> Option<wire::GameResult> {
    progress.ending.as_ref().map(|ending| wire::GameResult {
        winner: ending.winner().map(Into::into),
        reason: ending.code().to_owned(),
        text: ending.said(progress.sides),
    })
}

impl From<TimeControl> for wire::TimeControl {
    fn from(control: TimeControl) -> Self {
        const DAY: u64 = 86_400;
        match control {
            TimeControl::Fischer { initial, increment } => {
                Self::Fischer { initial: initial.as_secs() as u32, increment: increment.as_secs() as u32 }
            }
            TimeControl::PerMove(time) => Self::PerMove { days: time.as_secs().div_ceil(DAY) as u32 },
        }
    }
}

/// The clocks at a time in milliseconds since 1970.
pub fn clock(clocks: &Clocks, control: TimeControl, now: i64) -> wire::Clock {
    let milliseconds = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    let point = Duration::from_millis(now.max(0).unsigned_abs());
    let left = |color| clocks.left(color, point).map_or(0, milliseconds);
    let (running, rests) = (clocks.running(), clocks.rests(point));
    wire::Clock {
        control: control.into(),
        white: left(Color::White),
        black: left(Color::Black),
        running: running.filter(|_| rests.is_none()).map(|(color, _)| color.into()),
        rests: running
            .zip(rests)
            .map(|((color, _), until)| wire::Rest { side: color.into(), until: milliseconds(until) }),
        at: now,
    }
}
