//! Tournaments as the client sees them.

use crate::domain::{EntryState, Form, Held, Listed, Met, PlayerId, Stage, Start, Tournament};
use crate::wire::{self, TieBreak, TournamentForm, TournamentStage, TournamentStart};
use spielraum_rules::Color;
use spielraum_tournaments::{Scoring, Standing};

/// How many of a player's games in an arena are shown.
const LAST: usize = 24;

/// A tournament in a list.
pub(crate) fn listed(listed: &Listed) -> wire::TournamentSummary {
    summary(&listed.tournament, listed.players, listed.joined, None)
}

/// A tournament at a time, for a viewer who has no part in it.
pub(crate) fn tournament(held: &Held, now: i64) -> wire::Tournament {
    let standings = held.standings();
    let arena = held.tournament.form.is_arena();
    let ties = match held.tournament.form.scoring() {
        Scoring::Arena { .. } => vec![TieBreak::Wins],
        Scoring::RoundRobin => vec![TieBreak::SonnebornBerger, TieBreak::Wins],
        Scoring::Swiss => vec![TieBreak::Buchholz, TieBreak::SonnebornBerger],
    };
    let row = |standing: &Standing| row(held, standing, &ties, arena);
    let rounds = match held.tournament.form {
        Form::Arena { .. } => None,
        Form::Swiss { rounds } => Some(rounds),
        Form::RoundRobin { twice } => {
            let players = held.entries.len();
            Some(spielraum_tournaments::round_robin(players, twice).len() as u32)
        }
    };
    let players = held.entries.iter().filter(|entry| entry.state != EntryState::Withdrawn).count();
    let rank = |entry: usize| standings.iter().find(|standing| standing.player == entry).map_or(0, |s| s.rank);
    let best = |met: &&Met| rank(met.white) + met.black.map_or(0, rank);
    let featured = held.meetings.iter().filter(|met| met.goes_on()).min_by_key(best);
    wire::Tournament {
        summary: summary(&held.tournament, players as u32, false, rounds),
        creator: held.creator.clone(),
        yours: false,
        table: standings.iter().filter_map(row).collect(),
        ties,
        featured: featured.and_then(|met| met.game.as_ref()).map(ToString::to_string),
        you: None,
        at: now,
    }
}

/// What a tournament is to one of its players.
pub(crate) fn tournament_player(held: &Held, player: &PlayerId) -> Option<wire::TournamentPlayer> {
    let number = held.entry(player)?;
    let game = held.meetings.iter().find(|met| met.goes_on() && met.has(number)).and_then(|met| met.game.as_ref());
    let state = held.entries[number].state.into();
    Some(wire::TournamentPlayer { number: number as u32, state, game: game.map(ToString::to_string) })
}

fn summary(tournament: &Tournament, players: u32, joined: bool, rounds: Option<u32>) -> wire::TournamentSummary {
    wire::TournamentSummary {
        id: tournament.id.to_string(),
        title: tournament.title.clone(),
        form: tournament.form.into(),
        wanted: (&tournament.wanted).into(),
        clock: tournament.control.map(Into::into),
        rated: tournament.rated,
        start: match tournament.start {
            Start::At(at) => TournamentStart::At { at },
            Start::With(players) => TournamentStart::With { players },
        },
        most: tournament.most,
        stage: match tournament.stage {
            Stage::Upcoming => TournamentStage::Upcoming,
            Stage::Running => TournamentStage::Running,
            Stage::Finished => TournamentStage::Finished,
            Stage::Cancelled => TournamentStage::Cancelled,
        },
        players,
        joined,
        round: tournament.round,
        rounds,
        created: tournament.created,
        begun: tournament.begun,
        closes: tournament.closes(),
        ended: tournament.ended,
    }
}

fn row(held: &Held, standing: &Standing, ties: &[TieBreak], arena: bool) -> Option<wire::TournamentRow> {
    let entry = held.entries.get(standing.player)?;
    // An arena counts whole points, all others halves.
    let whole = if arena { 1.0 } else { 2.0 };
    let scores = &mut standing.scores.iter();
    let game = |met: &Met| {
        let white = met.white == standing.player;
        let opponent = if white { met.black } else { Some(met.white) };
        let score = scores.next().copied().flatten();
        let side = if white { Color::White } else { Color::Black };
        wire::TournamentGame {
            round: met.round,
            opponent: opponent.map(|opponent| opponent as u32),
            side: met.black.map(|_| side.into()),
            berserk: met.berserk[side],
            score: score.map(|score| f64::from(score) / whole),
            game: met.game.as_ref().map(ToString::to_string),
        }
    };
    let mut games: Vec<wire::TournamentGame> =
        held.meetings.iter().filter(|met| met.has(standing.player)).map(game).collect();
    if arena {
        games.drain(..games.len().saturating_sub(LAST));
    }
    let tie = |tie: &TieBreak| match tie {
        TieBreak::Buchholz => f64::from(standing.buchholz) / 2.0,
        TieBreak::SonnebornBerger => f64::from(standing.sonneborn_berger) / 4.0,
        TieBreak::Wins => f64::from(standing.won),
    };
    Some(wire::TournamentRow {
        rank: standing.rank as u32,
        number: standing.player as u32,
        name: entry.name.clone(),
        rating: entry.rating,
        state: entry.state.into(),
        points: f64::from(standing.points) / whole,
        ties: ties.iter().map(tie).collect(),
        streak: standing.streak,
        games,
    })
}

impl From<EntryState> for wire::EntryState {
    fn from(state: EntryState) -> Self {
        match state {
            EntryState::In => Self::In,
            EntryState::Paused => Self::Paused,
            EntryState::Withdrawn => Self::Withdrawn,
        }
    }
}

impl From<Form> for TournamentForm {
    fn from(form: Form) -> Self {
        match form {
            Form::Arena { minutes, streaks, berserk } => Self::Arena { minutes, streaks, berserk },
            Form::RoundRobin { twice } => Self::RoundRobin { twice },
            Form::Swiss { rounds } => Self::Swiss { rounds },
        }
    }
}

impl From<TournamentForm> for Form {
    fn from(form: TournamentForm) -> Self {
        match form {
            TournamentForm::Arena { minutes, streaks, berserk } => Self::Arena { minutes, streaks, berserk },
            TournamentForm::RoundRobin { twice } => Self::RoundRobin { twice },
            TournamentForm::Swiss { rounds } => Self::Swiss { rounds },
        }
    }
}
