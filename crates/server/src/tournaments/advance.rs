//! What is due in a tournament: it begins, games whose players did not come end, those who are free or the next round are paired, it
//! ends.

use super::games::{Fresh, begin};
use crate::app::App;
use crate::domain::{EntryState, Form, GameId, Held, Met, PlayerId, Stage, Start, TournamentId};
use crate::error::ApiResult;
use crate::rooms::Command;
use crate::store::Write;
use crate::time::{Moment, milliseconds};
use spielraum_rules::{ByColor, Color};
use spielraum_tournaments::{Free, Round, pair_arena, pair_swiss, round_robin};
use std::cmp::Reverse;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// For how long a tournament waits for its players, in milliseconds.
const WAITS: i64 = 30 * DAY;

/// How often the players of an arena are looked for, and what changes without anybody's notice, in milliseconds.
const OFTEN: i64 = 2_000;
const SELDOM: i64 = 30_000;

/// Pairings of a tournament: an arena ends when it has as many.
const MEETINGS: usize = 5_000;

/// What was done in a tournament that goes on.
pub(super) struct Done {
    /// When it is to be looked at again.
    pub next: i64,
    pub changed: bool,
}

/// Does what is due in a tournament. `None`: it is over, or is not there.
pub(super) async fn advance(app: &App, id: &TournamentId) -> ApiResult<Option<Done>> {
    let Some(held) = app.store.tournament(id).await? else { return Ok(None) };
    let now = app.store.moment();
    match held.tournament.stage {
        Stage::Upcoming => waits(app, held, now).await,
        Stage::Running => goes_on(app, held, now).await,
        Stage::Finished | Stage::Cancelled => Ok(None),
    }
}

/// A tournament that has not begun: it begins, is called off, or waits on.
async fn waits(app: &App, mut held: Held, now: Moment) -> ApiResult<Option<Done>> {
    let tournament = &mut held.tournament;
    let players = held.entries.iter().filter(|entry| entry.state == EntryState::In).count();
    let gives_up = match tournament.start {
        Start::At(at) => at,
        Start::With(_) => tournament.created + WAITS,
    };
    let begins = match tournament.start {
        Start::At(at) => at <= now.time,
        Start::With(least) => players >= least as usize,
    };
    if begins && players >= 2 {
        tournament.stage = Stage::Running;
        tournament.begun = Some(now.time);
        app.store.writer().write(vec![Write::LeaveUpcoming(Box::new(tournament.clone()))]).await?;
        // From here on nobody's number changes. Somebody may have joined or left meanwhile.
        let Some(held) = app.store.tournament(&held.tournament.id).await? else { return Ok(None) };
        let done = pair(app, held, now).await?;
        return Ok(done.map(|done| Done { changed: true, ..done }));
    }
    if gives_up <= now.time {
        tournament.end(now);
        app.store.writer().write(vec![Write::LeaveUpcoming(Box::new(tournament.clone()))]).await?;
        return Ok(None);
    }
    Ok(Some(Done { next: gives_up, changed: false }))
}

/// A tournament that has begun.
async fn goes_on(app: &App, held: Held, now: Moment) -> ApiResult<Option<Done>> {
    let (held, absent) = match end_of_absent(app, &held, now).await? {
        0 => (held, false),
        _ => match app.store.tournament(&held.tournament.id).await? {
            Some(held) => (held, true),
            None => return Ok(None),
        },
    };
    let done = pair(app, held, now).await?;
    Ok(done.map(|done| Done { changed: done.changed || absent, ..done }))
}

/// When a player loses who has not made the first move, by the time for which servers have run: while none did, or nothing could be
/// stored, nobody could come.
fn patience_ends(app: &App, held: &Held, met: &Met) -> Option<i64> {
    let patience = held.tournament.patience(app.config.limits.first_move).filter(|_| met.goes_on() && met.plies < 2)?;
    Some(met.changed.max(app.tournaments.known().held_up) + milliseconds(patience))
}

/// Ends the games whose players did not come, who pause from then on; how many there were.
async fn end_of_absent(app: &App, held: &Held, now: Moment) -> ApiResult<usize> {
    let mut ended = 0;
    for met in held.meetings.iter().filter(|met| patience_ends(app, held, met).is_some_and(|ends| ends <= now.lived)) {
        let Some(game) = &met.game else { continue };
        let room = app.rooms.room(app, game).await?;
        // A move may have been made meanwhile.
        match room.act(app, None, None, Command::Forfeit { ply: met.plies }).await {
            Ok(()) => ended += 1,
            Err(error) if error.may_pass() => return Err(error),
            Err(_) => continue,
        }
        let loser = if met.to_move == Color::White { Some(met.white) } else { met.black };
        if let Some(entry) =
            loser.and_then(|loser| held.entries.get(loser)).filter(|entry| entry.state == EntryState::In)
            && !matches!(held.tournament.form, Form::RoundRobin { .. })
        {
            let (tournament, player) = (held.tournament.id.clone(), entry.player.clone());
            let paused = Write::EntryState { tournament, player, state: EntryState::Paused };
            app.store.writer().write(vec![paused]).await?;
        }
    }
    Ok(ended)
}

/// What is paired now.
enum Next {
    /// These rounds, with their numbers.
    Rounds(Vec<(u32, Round)>),
    /// Nothing before something happens.
    Wait,
    /// Nothing any more.
    Over,
}

/// Pairs what can be paired, or ends the tournament. It may have begun just now.
async fn pair(app: &App, mut held: Held, now: Moment) -> ApiResult<Option<Done>> {
    let rounds = match next(app, &held, now).await? {
        Next::Rounds(rounds) => rounds,
        Next::Wait => Vec::new(),
        Next::Over => {
            held.tournament.end(now);
            app.store.writer().write(vec![Write::Tournament(Box::new(held.tournament))]).await?;
            return Ok(None);
        }
    };
    let changed = !rounds.is_empty();
    let mut fresh = Vec::new();
    if changed {
        let mut writes = Vec::new();
        for (number, round) in rounds {
            held.tournament.round = number;
            for pair in round.pairs {
                let turn = if held.tournament.form.is_arena() { held.meetings.len() + 1 } else { number as usize };
                match begin(app, &held, pair, turn, now).await {
                    Ok(Fresh { record, writes: more, players }) => {
                        let game = record.id.clone();
                        writes.extend(more);
                        writes.push(Write::NewGame(Box::new(record)));
                        meet(&mut held, &mut writes, (number, pair.0, Some(pair.1)), Some(game.clone()), now);
                        fresh.push((game, players));
                    }
                    Err(error) if error.may_pass() => return Err(error),
                    Err(error) => {
                        // What is played can't be begun any more: it was taken down.
                        tracing::warn!(
                            tournament = held.tournament.id.as_str(),
                            error.message,
                            "a tournament ends early"
                        );
                        held.tournament.end(now);
                        app.store.writer().write(vec![Write::Tournament(Box::new(held.tournament))]).await?;
                        return Ok(None);
                    }
                }
            }
            if let Some(bye) = round.bye {
                meet(&mut held, &mut writes, (number, bye, None), None, now);
            }
        }
        writes.insert(0, Write::Tournament(Box::new(held.tournament.clone())));
        app.store.writer().write(writes).await?;
        announce(app, &held.tournament.id, fresh);
        if held.tournament.is_live() {
            app.lobby.read_again(app).await;
        }
    }
    let falls = held.meetings.iter().filter_map(|met| patience_ends(app, &held, met)).min();
    let often = match held.tournament.form.is_arena() {
        true => now.time + OFTEN,
        // A round in which nobody plays is over.
        false if changed && !held.goes_on() => now.time,
        false => now.time + SELDOM,
    };
    Ok(Some(Done { next: falls.map_or(often, |ends| (now.time + ends - now.lived).min(often)), changed }))
}

/// Notes a pairing, in memory and to be written.
fn meet(
    held: &mut Held,
    writes: &mut Vec<Write>,
    (round, white, black): (u32, usize, Option<usize>),
    game: Option<GameId>,
    now: Moment,
) {
    let met = Met {
        round,
        white,
        black,
        game,
        outcome: None,
        berserk: ByColor::default(),
        plies: 0,
        to_move: Color::White,
        changed: now.lived,
    };
    writes.push(Write::Meet { tournament: held.tournament.id.clone(), met: met.clone() });
    held.meetings.push(met);
}

fn announce(app: &App, id: &TournamentId, fresh: Vec<(GameId, [PlayerId; 2])>) {
    for (game, players) in fresh {
        players.iter().for_each(|player| app.lobby.begun(player, id, &game));
    }
}

/// What is paired now in a tournament that has begun.
async fn next(app: &App, held: &Held, now: Moment) -> ApiResult<Next> {
    let tournament = &held.tournament;
    let is_withdrawn = |entry: usize| held.entries[entry].state == EntryState::Withdrawn;
    let round = tournament.round + 1;
    Ok(match tournament.form {
        Form::Arena { .. } => {
            let over = tournament.closes().is_none_or(|closes| closes <= now.time) || held.meetings.len() >= MEETINGS;
            let pairs = if over { Vec::new() } else { of_arena(app, held, now).await? };
            match (over && !held.goes_on(), pairs.is_empty()) {
                (true, _) => Next::Over,
                (false, true) => Next::Wait,
                (false, false) => Next::Rounds(vec![(round, Round { pairs, bye: None })]),
            }
        }
        _ if held.goes_on() => Next::Wait,
        Form::RoundRobin { twice } => {
            let rounds = (1..).zip(round_robin(held.entries.len(), twice));
            let left: Vec<(u32, Round)> = rounds.filter(|(number, _)| *number >= round).collect();
            let all_left = (0..held.entries.len()).filter(|&entry| !is_withdrawn(entry)).count() < 2;
            if left.is_empty() || all_left {
                return Ok(Next::Over);
            }
            let how_many = if tournament.plays_all_at_once() { left.len() } else { 1 };
            let walk_over = |(number, round): (u32, Round)| {
                // Who should have met somebody who has left gets the point, and with several such opponents the points.
                let mut parts = vec![(number, Round::default())];
                for (white, black) in round.pairs {
                    let stays = match [white, black].map(is_withdrawn) {
                        [true, true] => continue,
                        [true, false] => black,
                        [false, true] => white,
                        [false, false] => {
                            parts[0].1.pairs.push((white, black));
                            continue;
                        }
                    };
                    parts.push((number, Round { pairs: Vec::new(), bye: Some(stays) }));
                }
                parts
            };
            Next::Rounds(left.into_iter().take(how_many).flat_map(walk_over).collect())
        }
        Form::Swiss { rounds } => {
            let mut players: Vec<usize> = held.taking_part().collect();
            players.sort_by_key(|&entry| Reverse(held.entries[entry].rating));
            if tournament.round >= rounds || players.len() < 2 {
                return Ok(Next::Over);
            }
            // It takes a while, and a library does it.
            let (entries, past) = (held.entries.len(), held.past());
            match app.compute(move || Ok(pair_swiss(entries, &past, &players))).await? {
                Some(paired) => Next::Rounds(vec![(round, paired)]),
                // All have met all whom they can meet.
                None => Next::Over,
            }
        }
    })
}

/// Who plays whom in an arena now: those who are here and free.
async fn of_arena(app: &App, held: &Held, now: Moment) -> ApiResult<Vec<(usize, usize)>> {
    let places = held.standings();
    let place = |entry: usize| places.iter().position(|standing| standing.player == entry).unwrap_or_default();
    let (playing, waiting): (Vec<usize>, Vec<usize>) =
        held.taking_part().partition(|&entry| held.meetings.iter().any(|met| met.goes_on() && met.has(entry)));
    let here = |entry: &usize| app.resources.numbers.is_here(&held.entries[*entry].player);
    let waiting: Vec<usize> = waiting.into_iter().filter(here).collect();
    // Others may play elsewhere.
    let players = waiting.iter().map(|&entry| held.entries[entry].player.clone()).collect();
    let elsewhere = app.store.at_the_board(players).await?;
    let waiting: Vec<usize> =
        waiting.into_iter().filter(|&entry| !elsewhere.contains(&held.entries[entry].player)).collect();
    let alone = playing.len() + waiting.len() <= 2;
    let free: Vec<Free> = waiting
        .into_iter()
        .map(|entry| {
            let last = held.meetings.iter().rev().find(|met| met.has(entry)).map(|met| now.lived - met.changed);
            let waited = last.unwrap_or_else(|| now.time - held.tournament.begun.unwrap_or(now.time));
            Free { player: entry, place: place(entry), waited: u32::try_from(waited / 1000).unwrap_or_default() }
        })
        .collect();
    Ok(pair_arena(held.entries.len(), &held.past(), &free, alone))
}
