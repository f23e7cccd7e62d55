//! Events to all who are in a room, and who is there.

use super::crowd::Visitor;
use super::outbox::Text;
use super::room::State;
use crate::app::App;
use crate::domain::chat::{Channel, Message};
use crate::domain::{GameEvent, PlayerId};
use crate::error::ApiResult;
use crate::present::{self, Present, Scene};
use spielraum_play::{Opponent, Role};
use spielraum_rules::{ByColor, Color};
use std::sync::Arc;
use std::time::Instant;

impl State {
    pub(super) async fn learn_names(&mut self, app: &App) -> ApiResult<()> {
        let ids: Vec<&PlayerId> = self.record.people().collect();
        self.names = app.store.names(&ids).await?;
        self.ratings = app.store.standings(&self.record).await?;
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
        if self.record.pairing.opponent != Opponent::Friend {
            self.plans = ByColor::default();
        }
        self.game = self.game.clone().with_players(self.record.pairing.opponent.players());
        self.went(app, from).await;
    }

    /// Takes up that a player has left for good; so is the game if nobody else had a part in it. Whether it is.
    pub(super) async fn forgotten(&mut self, app: &App, player: &PlayerId) -> bool {
        if self.record.is_theirs_alone(player) {
            self.gone();
            return true;
        }
        for side in Color::BOTH.into_iter().filter(|&side| self.record.pairing.person(side) == Some(player)) {
            self.plans[side] = None;
        }
        self.record.reseat(player, &PlayerId::deleted());
        self.went(app, player).await;
        false
    }

    /// Sends away a player who was removed, and notifies the others.
    async fn went(&mut self, app: &App, player: &PlayerId) {
        self.send_away(|visitor| visitor.player.as_ref() == Some(player));
        self.count_present();
        if let Err(error) = self.learn_names(app).await {
            // The next visit asks again.
            tracing::warn!(error.message, "the names in a room are the earlier ones");
        }
        self.emit(GameEvent::Renamed);
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

    /// The game as it stands, for the presenter.
    pub(super) fn scene(&self) -> Scene<'_> {
        Scene {
            record: &self.record,
            game: &self.game,
            history: &self.history,
            shown: &self.shown,
            names: &self.names,
            ratings: &self.ratings,
            plans: &self.plans,
            present: self.present,
            now: self.lived.moment(),
        }
    }

    pub(super) fn emit_presence(&mut self) {
        self.told = (self.present, Some(Instant::now()));
        self.emit(GameEvent::Presence);
    }

    /// Sends a message to all who are there and hear its channel.
    pub(super) fn speak(&mut self, message: &Message, name: String) {
        let text = present::said(&self.record, message, name);
        let (mut seated, mut stuck) = (Vec::new(), false);
        for visitor in &*self.visitors {
            let player = visitor.player.as_ref();
            if self.record.role(player).is_some() {
                seated.push(visitor.visit);
                stuck |= self.record.hears(player, message.channel) && visitor.messages.try_send(text.clone()).is_err();
            }
        }
        if message.channel == Channel::Spectators {
            self.crowd.tell(text, &self.visitors, seated);
        }
        if stuck {
            self.send_away(|visitor| visitor.messages.is_stuck());
        }
    }

    /// Sends an event to one player, wherever that one is.
    pub(super) fn emit_to(&mut self, side: Color, event: GameEvent) {
        let Some(player) = self.record.pairing.person(side) else { return };
        let text = self.scene().message(event, Some(player));
        let mut stuck = false;
        for visitor in self.visitors.iter().filter(|visitor| visitor.player.as_ref() == Some(player)) {
            stuck |= visitor.messages.try_send(text.clone()).is_err();
        }
        if stuck {
            self.send_away(|visitor| visitor.messages.is_stuck());
        }
    }

    /// Sends an event to all who are there. The players get it at once, each their own message; spectators all get the same
    /// message, perhaps a little later.
    pub(super) fn emit(&mut self, event: GameEvent) {
        if self.visitors.is_empty() {
            return;
        }
        let scene = self.scene();
        let others = scene.message(event, None);
        let mut by_role: Vec<(Role, Text)> = Vec::new();
        let (mut seated, mut stuck) = (Vec::new(), false);
        for visitor in &*self.visitors {
            let player = visitor.player.as_ref();
            let Some(role) = self.record.role(player) else { continue };
            let text = match by_role.iter().find(|(known, _)| *known == role) {
                Some((_, text)) => text.clone(),
                None => {
                    let differs = scene.differs(event, role);
                    let text = if differs { scene.message(event, player) } else { others.clone() };
                    by_role.push((role, text.clone()));
                    text
                }
            };
            seated.push(visitor.visit);
            stuck |= visitor.messages.try_send(text).is_err();
        }
        self.crowd.tell(others, &self.visitors, seated);
        if stuck {
            self.send_away(|visitor| visitor.messages.is_stuck());
        }
    }
}
