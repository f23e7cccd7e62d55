//! What those who are in a room are told.

use super::outbox::Text;
use super::room::{State, Visitor, written};
use crate::app::App;
use crate::domain::ids::DELETED;
use crate::domain::{Role, Seat};
use crate::error::ApiResult;
use crate::wire::{self, GameMessage, Sides, translate};
use spielraum_play::Status;
use spielraum_rules::{ByColor, Color};

impl State {
    pub(super) async fn learn_names(&mut self, app: &App) -> ApiResult<()> {
        let ids: Vec<&str> = self.record.people().collect();
        self.names = app.store.names(&ids).await?;
        Ok(())
    }

    /// Takes up that one player's games are another's now. Who is here as the former is sent away and comes again as
    /// the latter.
    pub(super) async fn handed_over(&mut self, app: &App, from: &str, to: &str) {
        self.record.hand_over(from, to);
        self.game = self.game.clone().with_players(self.record.opponent.players());
        self.went(app, from).await;
    }

    /// Takes up that a player has left for good; so is the game if nobody else had a part in it. Whether it is.
    pub(super) async fn forgotten(&mut self, app: &App, player: &str) -> bool {
        if self.record.is_theirs_alone(player) {
            self.gone();
            return true;
        }
        self.record.reseat(player, DELETED);
        self.went(app, player).await;
        false
    }

    /// Sends a player away who is nobody any more, and tells the others.
    async fn went(&mut self, app: &App, player: &str) {
        self.visitors.retain(|visitor| visitor.player.as_deref() != Some(player));
        if let Err(error) = self.learn_names(app).await {
            // The next visit asks again.
            tracing::warn!(error.message, "the names in a room are those of before");
        }
        self.broadcast_game();
    }

    /// Who is there: how many watch, and which players.
    pub(super) fn presence(&self) -> (u32, ByColor<bool>) {
        let is = |visitor: &Visitor, color: Color| match (&self.record.seats[color], &visitor.player) {
            (Seat::Person(id), Some(player)) => id == player,
            _ => false,
        };
        let online = ByColor::new(|color| {
            matches!(self.record.seats[color], Seat::Engine(_)) || self.visitors.iter().any(|v| is(v, color))
        });
        let watches = |v: &&Visitor| !is(v, Color::White) && !is(v, Color::Black);
        (self.visitors.iter().filter(watches).count() as u32, online)
    }

    pub(super) fn broadcast_presence(&mut self, known: (u32, ByColor<bool>)) {
        let (spectators, online) = self.presence();
        if known != (spectators, online) {
            let online = Sides::new(|color| online[color]);
            self.broadcast(&GameMessage::Presence { spectators, online });
        }
    }

    /// Tells the same to all who are there.
    pub(super) fn broadcast(&mut self, message: &GameMessage) {
        if !self.visitors.is_empty() {
            let message = written(message);
            self.visitors.retain(|visitor| visitor.messages.try_send(message.clone()).is_ok());
        }
    }

    /// Tells the move that was made, and whoever may answer it the legal moves.
    pub(super) fn broadcast_move(&mut self, made: wire::Move) {
        let message = |legal: Option<&wire::LegalMoves>| {
            written(&GameMessage::Move {
                ply: self.record.plies,
                made: Box::new(made.clone()),
                fen: self.shown.position.fen.clone(),
                clock: self.clock(),
                position: Box::new(self.shown.position.clone()),
                legal: legal.cloned(),
                result: self.record.progress.ending.as_ref().map(translate::ending),
            })
        };
        let (theirs, others) = (self.shown.legal.as_ref().map(|legal| message(Some(legal))), message(None));
        let reached = |visitor: &Visitor| {
            let text = theirs.as_ref().filter(|_| self.may_move(visitor.player.as_deref())).unwrap_or(&others);
            visitor.messages.try_send(text.clone()).is_ok()
        };
        let reached: Vec<bool> = self.visitors.iter().map(reached).collect();
        self.keep(reached);
    }

    /// Tells each the whole game.
    pub(super) fn broadcast_game(&mut self) {
        let mut by_role: Vec<(Option<Role>, Text)> = Vec::new();
        let mut reached = Vec::with_capacity(self.visitors.len());
        for visitor in &self.visitors {
            let player = visitor.player.as_deref();
            let role = self.record.role(player);
            let message = match by_role.iter().find(|(known, _)| *known == role) {
                Some((_, message)) => message.clone(),
                None => {
                    let message = written(&GameMessage::Game { game: Box::new(self.view(player)) });
                    by_role.push((role, message.clone()));
                    message
                }
            };
            reached.push(visitor.messages.try_send(message).is_ok());
        }
        self.keep(reached);
    }

    /// Forgets the visitors who were not reached, in their order.
    fn keep(&mut self, reached: Vec<bool>) {
        let mut reached = reached.into_iter();
        self.visitors.retain(|_| reached.next().unwrap_or(true));
    }

    /// Whether somebody may make a move now.
    fn may_move(&self, player: Option<&str>) -> bool {
        let side = self.game.side_to_move();
        self.record.status() == Status::Playing && self.record.role(player).is_some_and(|role| role.plays(side))
    }

    pub(super) fn clock(&self) -> Option<wire::Clock> {
        let clocks = self.record.progress.clocks.as_ref()?;
        Some(translate::clock(clocks, self.record.control?, crate::time::now()))
    }

    pub(super) fn view(&self, player: Option<&str>) -> wire::Game {
        let (spectators, online) = self.presence();
        let record = &self.record;
        let history: Vec<wire::Move> = self.history.moves().collect();
        wire::Game {
            id: record.id.clone(),
            variant: record.variant.clone(),
            options: record.options.clone(),
            title: record.title.clone(),
            players: translate::players(record, &self.names, &online),
            you: record.role(player).map(Into::into),
            opponent: record.opponent.into(),
            start: record.start.clone(),
            moves: history.iter().map(|made| made.text.clone()).collect(),
            clock: self.clock(),
            offers: record.progress.offers.into(),
            claim: record.claimable(player, self.game.side_to_move()),
            next: record.next.clone(),
            status: record.status().into(),
            result: record.progress.ending.as_ref().map(translate::ending),
            created: record.created,
            spectators,
            position: wire::Position { history: Some(history), ..self.shown.position.clone() },
            legal: self.shown.legal.clone().filter(|_| self.may_move(player)),
        }
    }
}
