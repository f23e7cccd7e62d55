//! What those who are in a room are told.

use super::crowd::Visitor;
use super::outbox::Text;
use super::room::{Present, State, written};
use crate::app::App;
use crate::domain::PlayerId;
use crate::error::ApiResult;
use crate::wire::{self, GameMessage, Sides, translate};
use spielraum_play::{Role, Status};
use spielraum_rules::{ByColor, Color};
use std::sync::Arc;
use std::time::Instant;

impl State {
    pub(super) async fn learn_names(&mut self, app: &App) -> ApiResult<()> {
        let ids: Vec<&PlayerId> = self.record.people().collect();
        self.names = app.store.names(&ids).await?;
        Ok(())
    }

    /// Takes up what the game is called, which changes when its definition is taken down.
    #[cfg(unix)]
    pub(super) async fn learn_title(&mut self, app: &App) -> ApiResult<()> {
        if let Some((record, _)) = app.store.game(&self.record.id).await? {
            self.record.pairing.title = record.pairing.title;
        }
        Ok(())
    }

    /// Takes up that one player's games are another's now. Who is here as the former is sent away and comes again as
    /// the latter.
    pub(super) async fn handed_over(&mut self, app: &App, from: &PlayerId, to: &PlayerId) {
        self.record.hand_over(from, to);
        self.game = self.game.clone().with_players(self.record.pairing.opponent.players());
        self.went(app, from).await;
    }

    /// Takes up that a player has left for good; so is the game if nobody else had a part in it. Whether it is.
    pub(super) async fn forgotten(&mut self, app: &App, player: &PlayerId) -> bool {
        if self.record.is_theirs_alone(player) {
            self.gone();
            return true;
        }
        self.record.reseat(player, &PlayerId::deleted());
        self.went(app, player).await;
        false
    }

    /// Sends a player away who is nobody any more, and tells the others.
    async fn went(&mut self, app: &App, player: &PlayerId) {
        self.send_away(|visitor| visitor.player.as_ref() == Some(player));
        self.count_present();
        if let Err(error) = self.learn_names(app).await {
            // The next visit asks again.
            tracing::warn!(error.message, "the names in a room are those of before");
        }
        self.broadcast_game();
    }

    /// Who is there: how many watch, and which players.
    pub(super) fn presence(&self) -> Present {
        self.present
    }

    /// Whether somebody sits at the board.
    fn sits(&self, player: Option<&PlayerId>) -> bool {
        player.is_some() && self.record.role(player).is_some()
    }

    /// Takes up that a visitor has come or gone.
    pub(super) fn came_or_went(&mut self, player: Option<&PlayerId>, more: i32) {
        match self.sits(player) {
            true => self.count_present(),
            false => self.present.0 = self.present.0.saturating_add_signed(more),
        }
    }

    /// Counts who is there, after more has changed than one spectator.
    pub(super) fn count_present(&mut self) {
        let mut online = ByColor::new(|color| self.record.pairing.engine(color).is_some());
        let mut spectators = 0;
        for visitor in &*self.visitors {
            match self.record.role(visitor.player.as_ref()) {
                Some(role) => {
                    Color::BOTH.into_iter().filter(|&color| role.plays(color)).for_each(|color| online[color] = true)
                }
                None => spectators += 1,
            }
        }
        self.present = (spectators, online);
    }

    /// Sends visitors away.
    pub(super) fn send_away(&mut self, who: impl Fn(&Visitor) -> bool) {
        if self.visitors.iter().any(&who) {
            Arc::make_mut(&mut self.visitors).retain(|visitor| !who(visitor));
            self.count_present();
        }
    }

    pub(super) fn broadcast_presence(&mut self) {
        let (spectators, online) = self.present;
        self.told = (self.present, Some(Instant::now()));
        self.broadcast(&GameMessage::Presence { spectators, online: Sides::new(|color| online[color]) });
    }

    /// Tells the same to all who are there.
    pub(super) fn broadcast(&mut self, message: &GameMessage) {
        if !self.visitors.is_empty() {
            let message = written(message);
            self.tell(|_, _| message.clone(), message.clone());
        }
    }

    /// Tells the players what each is to hear, and all others the same, who may hear of it a little later.
    fn tell(&mut self, players: impl FnMut(&Self, &Visitor) -> Text, others: Text) {
        let mut players = players;
        let (mut seated, mut stuck) = (Vec::new(), false);
        for visitor in self.visitors.iter().filter(|visitor| self.sits(visitor.player.as_ref())) {
            seated.push(visitor.visit);
            stuck |= visitor.messages.try_send(players(self, visitor)).is_err();
        }
        self.crowd.tell(others, &self.visitors, seated);
        if stuck {
            self.send_away(|visitor| visitor.messages.is_stuck());
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
        let told = others.clone();
        let text = move |state: &Self, visitor: &Visitor| {
            theirs.as_ref().filter(|_| state.may_move(visitor.player.as_ref())).unwrap_or(&told).clone()
        };
        self.tell(text, others);
    }

    /// Tells each the whole game.
    pub(super) fn broadcast_game(&mut self) {
        if self.visitors.is_empty() {
            return;
        }
        let message = |state: &Self, player: Option<&PlayerId>| {
            written(&GameMessage::Game { game: Box::new(state.view(player)) })
        };
        let others = message(self, None);
        let mut by_role: Vec<(Option<Role>, Text)> = Vec::new();
        let text = move |state: &Self, visitor: &Visitor| {
            let player = visitor.player.as_ref();
            let role = state.record.role(player);
            match by_role.iter().find(|(known, _)| *known == role) {
                Some((_, message)) => message.clone(),
                None => {
                    let message = message(state, player);
                    by_role.push((role, message.clone()));
                    message
                }
            }
        };
        self.tell(text, others);
    }

    /// Whether somebody may make a move now.
    fn may_move(&self, player: Option<&PlayerId>) -> bool {
        let side = self.game.side_to_move();
        self.record.status() == Status::Playing && self.record.role(player).is_some_and(|role| role.plays(side))
    }

    pub(super) fn clock(&self) -> Option<wire::Clock> {
        let clocks = self.record.progress.clocks.as_ref()?;
        Some(translate::clock(clocks, self.record.pairing.control?, crate::time::now()))
    }

    pub(super) fn view(&self, player: Option<&PlayerId>) -> wire::Game {
        let (spectators, online) = self.presence();
        let record = &self.record;
        let history: Vec<wire::Move> = self.history.moves().collect();
        let now = self.lived.moment();
        wire::Game {
            id: record.id.to_string(),
            variant: record.pairing.variant.clone(),
            options: record.pairing.options.clone(),
            title: record.pairing.title.clone(),
            players: translate::players(record, &self.names, &online),
            you: record.role(player).map(Into::into),
            opponent: record.pairing.opponent.into(),
            start: record.pairing.start.clone(),
            moves: history.iter().map(|made| made.text.clone()).collect(),
            clock: self.clock(),
            offers: record.progress.offers.into(),
            claim: record.claimable(player, self.game.side_to_move(), now),
            next: record.next.as_ref().map(ToString::to_string),
            status: record.status().into(),
            result: record.progress.ending.as_ref().map(translate::ending),
            created: record.created,
            spectators,
            position: wire::Position { history: Some(history), ..self.shown.position.clone() },
            legal: self.shown.legal.clone().filter(|_| self.may_move(player)),
        }
    }
}
