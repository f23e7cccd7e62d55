//! What those who are in a room are told.

use super::room::{State, Visitor, written};
use crate::app::App;
use crate::domain::Seat;
use crate::error::ApiResult;
use crate::wire::{self, GameMessage, Sides};
use axum::extract::ws::Utf8Bytes;
use spielraum_rules::Color;

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
        self.visitors.retain(|visitor| visitor.player.as_deref() != Some(from));
        if let Err(error) = self.learn_names(app).await {
            // The next visit asks again.
            tracing::warn!(error.message, "the names in a room are those of before");
        }
        self.broadcast_game();
    }

    /// Who is there: how many watch, and which players.
    pub(super) fn presence(&self) -> (u32, Sides<bool>) {
        let is = |visitor: &Visitor, color: Color| match (self.record.seats.of(color), &visitor.player) {
            (Seat::Person(id), Some(player)) => id == player,
            _ => false,
        };
        let online = Sides::new(|color| {
            matches!(self.record.seats.of(color), Seat::Engine(_)) || self.visitors.iter().any(|v| is(v, color))
        });
        let watches = |v: &&Visitor| !is(v, Color::White) && !is(v, Color::Black);
        (self.visitors.iter().filter(watches).count() as u32, online)
    }

    pub(super) fn broadcast_presence(&mut self, known: (u32, Sides<bool>)) {
        let (spectators, online) = self.presence();
        if known != (spectators, online.clone()) {
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

    /// Tells each the whole game.
    pub(super) fn broadcast_game(&mut self) {
        let mut by_role: Vec<(Option<wire::You>, Utf8Bytes)> = Vec::new();
        let mut gone = Vec::new();
        for at in 0..self.visitors.len() {
            let player = self.visitors[at].player.clone();
            let role = self.record.role(player.as_deref());
            let message = match by_role.iter().find(|(known, _)| *known == role) {
                Some((_, message)) => message.clone(),
                None => {
                    let game = Box::new(self.view(player.as_deref()));
                    let message = written(&GameMessage::Game { game });
                    by_role.push((role, message.clone()));
                    message
                }
            };
            if self.visitors[at].messages.try_send(message).is_err() {
                gone.push(self.visitors[at].visit);
            }
        }
        self.visitors.retain(|visitor| !gone.contains(&visitor.visit));
    }

    pub(super) fn clock(&self) -> Option<wire::Clock> {
        let clocks = self.record.clocks.as_ref()?;
        Some(clocks.view(self.record.control?, crate::time::now()))
    }

    pub(super) fn view(&mut self, player: Option<&str>) -> wire::Game {
        let (spectators, online) = self.presence();
        let record = &self.record;
        wire::Game {
            id: record.id.clone(),
            variant: record.variant.clone(),
            options: record.options.clone(),
            title: record.title.clone(),
            players: record.players(&self.names, &online),
            you: record.role(player),
            opponent: record.opponent,
            start: record.start.clone(),
            moves: self.history.iter().map(|made| made.text.clone()).collect(),
            clock: self.clock(),
            offers: record.offers.clone(),
            next: record.next.clone(),
            status: record.status,
            result: record.result.clone(),
            created: record.created,
            spectators,
            position: wire::Position { history: Some(self.history.clone()), ..self.shown.clone() },
        }
    }
}
