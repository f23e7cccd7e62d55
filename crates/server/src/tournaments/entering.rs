//! Players create tournaments, join them and leave them.

use crate::app::App;
use crate::domain::{EntryState, Form, PlayerId, Stage, Terms, Tournament, TournamentId, Wanted};
use crate::error::{ApiError, ApiResult};
use crate::resources::Client;
use crate::rooms::Command;
use crate::store::{Limit, Write};
use spielraum_play::Action;
use spielraum_rules::Color;

/// What a new tournament and each game that a player may begin by joining one are charged with, in bytes.
const TOURNAMENT: u32 = 2_048;
const GAME: u32 = 1_024;

/// Games of an arena that are charged: somebody who plays more has a part in others'.
const GAMES_OF_ARENA: u32 = 16;

/// A player who does something in tournaments, and what must still be so when that is stored.
pub(crate) struct Entrant {
    pub client: Client,
    pub player: PlayerId,
    pub requires: Option<Write>,
}

/// What a player does in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Joins, or comes back after a pause.
    Join,
    /// Is not paired for a while.
    Pause,
    /// Leaves for good; games that go on are resigned.
    Withdraw,
}

impl Entrant {
    /// Refuses a player without an account.
    async fn must_have_account(&self, app: &App) -> ApiResult<()> {
        match app.store.player(&self.player).await? {
            Some((_, true)) => Ok(()),
            _ => Err(ApiError::forbidden("no-account", "Tournaments need an account: register, then join.")),
        }
    }

    fn writes(&self) -> Vec<Write> {
        self.requires.iter().cloned().collect()
    }

    /// Creates a tournament.
    pub async fn create(&self, app: &App, tournament: Tournament) -> ApiResult<()> {
        self.must_have_account(app).await?;
        let limits = &app.config.limits;
        app.resources.rate_limits.tournament(self.client)?;
        app.resources.rate_limits.storage(self.client, Some(&self.player), TOURNAMENT)?;
        let id = tournament.id.clone();
        let mut writes = self.writes();
        writes.push(Write::Within(Limit::Tournaments { player: self.player.clone(), most: limits.tournaments_each }));
        writes.push(Write::Within(Limit::AllTournaments { most: limits.tournaments }));
        writes.push(Write::NewTournament(Box::new(tournament)));
        app.store.writer().write(writes).await?;
        app.tournaments.touch(&id);
        Ok(())
    }

    /// Joins a tournament, pauses or leaves it.
    pub async fn change(&self, app: &App, id: &TournamentId, kind: Kind) -> ApiResult<()> {
        let held = app.store.tournament(id).await?.ok_or_else(TournamentId::unknown)?;
        let (tournament, entry) = (&held.tournament, held.entry(&self.player).map(|entry| &held.entries[entry]));
        let mut writes = self.writes();
        match (kind, entry) {
            (Kind::Join, Some(entry)) if entry.state == EntryState::In => return Ok(()),
            (Kind::Join, Some(entry)) if entry.state == EntryState::Withdrawn => {
                let message = "You have withdrawn from this tournament, which is for good. The list has others.";
                return Err(ApiError::conflict("withdrawn", message));
            }
            (Kind::Join, entry) => {
                self.must_have_account(app).await?;
                let comes_back = entry.is_some_and(|entry| entry.state == EntryState::Paused);
                let over = !matches!(tournament.stage, Stage::Upcoming | Stage::Running);
                if over || !(tournament.is_open() || comes_back) {
                    return Err(TournamentId::closed());
                }
                if comes_back {
                    let (tournament, player) = (id.clone(), self.player.clone());
                    writes.push(Write::EntryState { tournament, player, state: EntryState::In });
                } else {
                    let limits = &app.config.limits;
                    let most = tournament.most as usize;
                    writes.push(Write::Within(Limit::Entries { tournament: id.clone(), most }));
                    let (player, most) = (self.player.clone(), limits.entered_each);
                    writes.push(Write::Within(Limit::Entered { player, most }));
                    let rating = self.rating(app, tournament).await?;
                    app.resources.rate_limits.storage(self.client, Some(&self.player), GAME * games(tournament))?;
                    writes.push(Write::Enter { tournament: id.clone(), player: self.player.clone(), rating });
                }
            }
            (_, None) => {
                return Err(ApiError::conflict("not-joined", "You don't take part in this tournament."));
            }
            (Kind::Pause, Some(_))
                if tournament.stage != Stage::Running || matches!(tournament.form, Form::RoundRobin { .. }) =>
            {
                let message = "Pausing is for arenas and Swiss tournaments that have begun; you can withdraw.";
                return Err(ApiError::conflict("no-pause", message));
            }
            (Kind::Pause, Some(entry)) if entry.state != EntryState::In => return Ok(()),
            (Kind::Withdraw, Some(_)) if !matches!(tournament.stage, Stage::Upcoming | Stage::Running) => return Ok(()),
            (Kind::Pause | Kind::Withdraw, Some(_)) => {
                let state = if kind == Kind::Pause { EntryState::Paused } else { EntryState::Withdrawn };
                writes.push(Write::EntryState { tournament: id.clone(), player: self.player.clone(), state });
            }
        }
        app.store.writer().write(writes).await?;
        if kind == Kind::Withdraw {
            self.resign_all(app, id).await?;
        }
        app.tournaments.touch(id);
        Ok(())
    }

    /// Resigns the player's games of a tournament that go on.
    async fn resign_all(&self, app: &App, id: &TournamentId) -> ApiResult<()> {
        let Some(held) = app.store.tournament(id).await? else { return Ok(()) };
        let Some(own) = held.entry(&self.player) else { return Ok(()) };
        let games = held.meetings.iter().filter(|met| met.goes_on() && met.has(own));
        for game in games.filter_map(|met| met.game.as_ref()) {
            let room = app.rooms.room(app, game).await?;
            // It may be over by now.
            let resigned = room.act(app, Some(self.player.clone()), None, Command::Do(Action::Resign)).await;
            if let Err(error) = resigned
                && error.may_pass()
            {
                return Err(error);
            }
        }
        Ok(())
    }

    /// Calls a tournament of one's own off that has not begun.
    pub async fn call_off(&self, app: &App, id: &TournamentId) -> ApiResult<()> {
        let mut held = app.store.tournament(id).await?.ok_or_else(TournamentId::unknown)?;
        if held.tournament.creator != self.player {
            return Err(ApiError::forbidden("not-yours", "This is somebody else's tournament."));
        }
        if held.tournament.stage != Stage::Upcoming {
            return Err(ApiError::conflict("begun", "Only a tournament that has not begun can be called off."));
        }
        held.tournament.end(app.store.moment());
        let mut writes = self.writes();
        writes.push(Write::LeaveUpcoming(Box::new(held.tournament)));
        app.store.writer().write(writes).await?;
        app.tournaments.touch(id);
        Ok(())
    }

    /// The rating in a rated tournament in one game. Where the sides are rated apart, that of White.
    async fn rating(&self, app: &App, tournament: &Tournament) -> ApiResult<Option<i32>> {
        let (Wanted::Games(games), true) = (&tournament.wanted, tournament.rated) else { return Ok(None) };
        let [choice] = &games[..] else { return Ok(None) };
        let usual = choice.dimensions.is_some();
        let terms = Terms::new(&choice.variant, &choice.options, usual, tournament.control)?;
        Ok(Some(app.store.standing(&self.player, terms.ladder(Color::White)).await?.points))
    }
}

/// How many games a player may begin in a tournament, as half of each counts for one of the two.
fn games(tournament: &Tournament) -> u32 {
    match tournament.form {
        Form::Arena { .. } => GAMES_OF_ARENA,
        Form::Swiss { rounds } => rounds.div_ceil(2),
        Form::RoundRobin { twice } => tournament.most.div_ceil(if twice { 1 } else { 2 }),
    }
}
