//! Tournaments: what is played, when, by whom, and how far it has come.

use super::{GameId, PlayerId, Record, TournamentId, Wanted};
use crate::time::Moment;
use serde::{Deserialize, Serialize};
use spielraum_play::{Status, TimeControl};
use spielraum_rules::{ByColor, Color};
use spielraum_tournaments::{Outcome, Scoring, Standing, standings};
use std::time::Duration;

const MINUTE: i64 = 60 * 1000;

/// How many times as long as in an arena players may wait with the first move elsewhere.
const PATIENCE: u32 = 4;

/// From how many moves on, of both sides together, a win after going berserk is worth a point more, as at Lichess: nobody earns it
/// against somebody who does not play.
const WHOLE: u32 = 14;

/// How players are brought together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Form {
    /// For a time, those who are free are paired at once.
    Arena {
        minutes: u32,
        streaks: bool,
        /// Whether players may go berserk; not in arenas of earlier releases.
        #[serde(default)]
        berserk: bool,
    },
    /// All meet all, once or twice.
    RoundRobin { twice: bool },
    /// Rounds of players with like scores.
    Swiss { rounds: u32 },
}

impl Form {
    /// How results are counted.
    pub fn scoring(self) -> Scoring {
        match self {
            Self::Arena { streaks, .. } => Scoring::Arena { streaks },
            Self::RoundRobin { .. } => Scoring::RoundRobin,
            Self::Swiss { .. } => Scoring::Swiss,
        }
    }

    /// Whether players may halve their clocks for a point more.
    pub fn has_berserk(self) -> bool {
        matches!(self, Self::Arena { berserk: true, .. })
    }

    pub fn is_arena(self) -> bool {
        matches!(self, Self::Arena { .. })
    }
}

/// When a tournament begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Start {
    /// At a time, in milliseconds since 1970.
    At(i64),
    /// When this many have joined.
    With(u32),
}

/// How far a tournament has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Upcoming,
    Running,
    Finished,
    /// Called off before it began.
    Cancelled,
}

impl Stage {
    const ALL: [Self; 4] = [Self::Upcoming, Self::Running, Self::Finished, Self::Cancelled];

    /// The word for it in the database.
    pub fn word(self) -> &'static str {
        match self {
            Self::Upcoming => "upcoming",
            Self::Running => "running",
            Self::Finished => "finished",
            Self::Cancelled => "cancelled",
        }
    }

    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.word() == word)
    }
}

/// A tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tournament {
    pub id: TournamentId,
    pub creator: PlayerId,
    pub title: String,
    pub form: Form,
    /// Which games are played: with several, another one in each round or pairing.
    pub wanted: Wanted,
    pub control: Option<TimeControl>,
    pub rated: bool,
    pub start: Start,
    /// How many may take part.
    pub most: u32,
    pub stage: Stage,
    /// How many rounds were paired.
    pub round: u32,
    /// Milliseconds since 1970.
    pub created: i64,
    pub begun: Option<i64>,
    pub ended: Option<i64>,
}

impl Tournament {
    /// Whether both players of a game have to be there at once.
    pub fn is_live(&self) -> bool {
        self.control.is_some_and(TimeControl::is_live)
    }

    /// When an arena that has begun pairs nobody any more.
    pub fn closes(&self) -> Option<i64> {
        match self.form {
            Form::Arena { minutes, .. } => Some(self.begun? + i64::from(minutes) * MINUTE),
            _ => None,
        }
    }

    /// Whether all games of a round robin are played at once: nobody has to be there.
    pub fn plays_all_at_once(&self) -> bool {
        matches!(self.form, Form::RoundRobin { .. }) && !self.is_live()
    }

    /// For how long a player may wait with the first move, if it is so long in an arena.
    pub fn patience(&self, in_arena: Duration) -> Option<Duration> {
        self.is_live().then_some(if self.form.is_arena() { in_arena } else { in_arena * PATIENCE })
    }

    /// Whether somebody can join now.
    pub fn is_open(&self) -> bool {
        self.stage == Stage::Upcoming || (self.stage == Stage::Running && self.form.is_arena())
    }

    /// Ends it at a time, if it has begun, or calls it off.
    pub fn end(&mut self, at: Moment) {
        self.stage = if self.begun.is_some() { Stage::Finished } else { Stage::Cancelled };
        self.ended = Some(at.time);
    }
}

/// Whether a player takes part in what is paired next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryState {
    In,
    Paused,
    Withdrawn,
}

impl EntryState {
    const ALL: [Self; 3] = [Self::In, Self::Paused, Self::Withdrawn];

    /// The word for it in the database.
    pub fn word(self) -> &'static str {
        match self {
            Self::In => "in",
            Self::Paused => "paused",
            Self::Withdrawn => "withdrawn",
        }
    }

    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub player: PlayerId,
    pub name: String,
    /// When the player joined.
    pub rating: Option<i32>,
    pub state: EntryState,
}

/// Two players of a tournament who were paired, by their places among its entries, or one with a bye.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Met {
    pub round: u32,
    pub white: usize,
    pub black: Option<usize>,
    pub game: Option<GameId>,
    pub outcome: Option<Outcome>,
    /// Which sides have gone berserk.
    pub berserk: ByColor<bool>,
    /// How many moves were made, and who is to move.
    pub plies: u32,
    pub to_move: Color,
    /// When a move was last made or the game ended, by the time for which servers have run ([`Moment::lived`]): what players offer
    /// each other is none.
    pub changed: i64,
}

impl Met {
    /// Whether its game goes on.
    pub fn goes_on(&self) -> bool {
        self.game.is_some() && self.outcome.is_none()
    }

    /// Whether a player has a part in it.
    pub fn has(&self, entry: usize) -> bool {
        self.white == entry || self.black == Some(entry)
    }
}

/// How a game has ended as its tournament counts it.
pub(crate) fn outcome(status: Status, winner: Option<Color>, reason: &str) -> Option<Outcome> {
    match (status, winner) {
        (Status::Finished, Some(Color::White)) => Some(Outcome::White),
        (Status::Finished, Some(Color::Black)) => Some(Outcome::Black),
        (Status::Finished, None) if reason == "aborted" => Some(Outcome::Void),
        (Status::Finished, None) => Some(Outcome::Draw),
        _ => None,
    }
}

/// A tournament with those who take part and what was paired.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub tournament: Tournament,
    pub entries: Vec<Entry>,
    pub meetings: Vec<Met>,
    /// The name of the player who has created it.
    pub creator: String,
}

impl Held {
    /// A player's place among the entries.
    pub fn entry(&self, player: &PlayerId) -> Option<usize> {
        self.entries.iter().position(|entry| entry.player == *player)
    }

    /// Those who take part in what is paired next.
    pub fn taking_part(&self) -> impl Iterator<Item = usize> {
        (0..self.entries.len()).filter(|&entry| self.entries[entry].state == EntryState::In)
    }

    /// Whether any of its games goes on.
    pub fn goes_on(&self) -> bool {
        self.meetings.iter().any(Met::goes_on)
    }

    /// The meetings as pairing and standings see them.
    pub fn past(&self) -> Vec<spielraum_tournaments::Meeting> {
        let meeting = |met: &Met| spielraum_tournaments::Meeting {
            white: met.white,
            black: met.black,
            outcome: met.outcome,
            berserk: Color::BOTH.map(|side| met.berserk[side] && met.plies >= WHOLE),
        };
        self.meetings.iter().map(meeting).collect()
    }

    pub fn standings(&self) -> Vec<Standing> {
        standings(self.entries.len(), self.tournament.form.scoring(), &self.past())
    }
}

/// A tournament in a list.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub tournament: Tournament,
    /// How many have joined and not withdrawn.
    pub players: u32,
    /// Whether the player who asks is one of them.
    pub joined: bool,
}

/// Whether a change of a game may change its tournament: it has ended, or one of the first moves was made.
pub(crate) fn concerns(record: &Record) -> Option<&TournamentId> {
    record.tournament.as_ref().filter(|_| record.status() == Status::Finished || record.plies <= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        assert!(Stage::ALL.into_iter().all(|stage| Stage::read(stage.word()) == Some(stage)));
        assert!(EntryState::ALL.into_iter().all(|state| EntryState::read(state.word()) == Some(state)));
        assert_eq!((Stage::read("begun"), EntryState::read("")), (None, None));
    }

    #[test]
    fn a_game_counts_as_it_ended() {
        let of = |winner, reason| outcome(Status::Finished, winner, reason);
        assert_eq!(of(Some(Color::White), "absent"), Some(Outcome::White));
        assert_eq!(of(Some(Color::Black), "checkmate"), Some(Outcome::Black));
        assert_eq!((of(None, "agreement"), of(None, "aborted")), (Some(Outcome::Draw), Some(Outcome::Void)));
        assert_eq!(outcome(Status::Playing, None, ""), None);
    }
}
