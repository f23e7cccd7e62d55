//! The presenter: makes each viewer's messages of a game and its events. Here alone they become types of the wire.

mod history;
mod lobby;
mod pgn;
mod studies;
mod tournaments;

pub(crate) use history::History;
pub(crate) use lobby::{challenge, seek, seeks};
pub(crate) use pgn::{Facts, pgn};
pub(crate) use studies::{as_request, chapter, listed_study, study, study_pgn};
pub(crate) use tournaments::{listed, tournament, tournament_player};

use crate::domain::chat::{Channel, Message};
use crate::domain::{GameEvent, PlayerId, Record, Standing, names};
use crate::time::Moment;
use crate::wire::translate::{self, Viewer};
use crate::wire::{self, ChatChannel, GameMessage, Sides};
use bytes::Bytes;
use spielraum_play::{GameState, Plan, Role, Status};
use spielraum_rules::{ByColor, Color, Move, Position};
use std::collections::HashMap;

/// How many watch a game, and which players are there.
pub(crate) type Present = (u32, ByColor<bool>);

/// A message as bytes for a socket.
pub(crate) fn written(message: &impl serde::Serialize) -> Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

/// A message beside a game, as all see it who hear it.
pub(crate) fn chat_message(record: &Record, message: &Message, name: String) -> wire::ChatMessage {
    let side = Color::BOTH.into_iter().find(|&side| record.pairing.person(side) == Some(&message.player));
    wire::ChatMessage {
        channel: match message.channel {
            Channel::Players => ChatChannel::Players,
            Channel::Spectators => ChatChannel::Spectators,
        },
        number: message.number,
        account: names::is_of_account(&name),
        name,
        side: side.map(Into::into),
        text: message.text.clone(),
        at: message.at,
    }
}

/// The same for sockets.
pub(crate) fn said(record: &Record, message: &Message, name: String) -> Bytes {
    written(&GameMessage::Said { message: chat_message(record, message, name) })
}

/// A legal move as viewers see it, before it is made.
pub(crate) fn made(position: &Position, m: Move) -> wire::Move {
    translate::made(position, m)
}

/// A position as viewers see it, computed once for all of them.
pub(crate) struct Shown {
    /// For those who see everything, without its history and legal moves.
    position: wire::Position,
    /// For each side and for all others, in a game in which something is hidden.
    hidden: Option<Box<(ByColor<wire::Position>, wire::Position)>>,
    /// The legal moves, if a person is to move.
    legal: Option<wire::LegalMoves>,
}

impl Shown {
    /// Computes it; `last` is the move that led to the position.
    pub fn of(game: &GameState, record: &Record, last: Option<wire::Move>) -> Self {
        let (position, awaited) = (game.position(), record.person_to_move(game.side_to_move()));
        let hides = position.rules().spec().hides();
        let list = if hides { translate::seen_legal_moves } else { translate::legal_moves };
        let legal = awaited.then(|| list(position, &game.legal_moves())).flatten();
        let seen = |viewer| translate::seen(position, viewer, translate::seen_last(position, viewer));
        let hidden = hides.then(|| Box::new((ByColor::new(|side| seen(Viewer::Side(side))), seen(Viewer::Nobody))));
        Self { position: translate::position(position, last, false), hidden, legal }
    }

    /// The position as a viewer sees it.
    fn to(&self, viewer: Viewer) -> &wire::Position {
        match (viewer, self.hidden.as_deref()) {
            (Viewer::Side(side), Some((sides, _))) => &sides[side],
            (Viewer::Nobody, Some((_, others))) => others,
            (Viewer::All, _) | (_, None) => &self.position,
        }
    }
}

/// A game as it stands, with what only viewers need.
pub(crate) struct Scene<'s> {
    pub record: &'s Record,
    pub game: &'s GameState,
    pub history: &'s History,
    pub shown: &'s Shown,
    /// The names of the players.
    pub names: &'s HashMap<PlayerId, String>,
    /// Their ratings, if the game is rated.
    pub ratings: &'s ByColor<Option<Standing>>,
    /// Their conditional moves, which each sees alone.
    pub plans: &'s ByColor<Option<Plan>>,
    pub present: Present,
    pub now: Moment,
}

impl Scene<'_> {
    /// The message about an event for a viewer; spectators have no player.
    pub fn message(&self, event: GameEvent, viewer: Option<&PlayerId>) -> Bytes {
        written(&match event {
            GameEvent::Moved => self.moved(viewer),
            GameEvent::Thinking(side) => GameMessage::Thinking { side: side.into() },
            GameEvent::Presence => {
                let (spectators, online) = self.present;
                GameMessage::Presence { spectators, online: Sides::new(|color| online[color]) }
            }
            GameEvent::Begun
            | GameEvent::TakenBack
            | GameEvent::Offered
            | GameEvent::Berserk
            | GameEvent::Ended
            | GameEvent::Rematch
            | GameEvent::Planned
            | GameEvent::Renamed
            | GameEvent::Rated => self.game_message(viewer),
        })
    }

    /// Whether a player's message about an event differs from the spectators'.
    pub fn differs(&self, event: GameEvent, role: Role) -> bool {
        match event {
            GameEvent::Moved if self.is_hidden() => true,
            GameEvent::Moved => (self.shown.legal.is_some() && self.is_to_move(role)) || self.plan(role).is_some(),
            GameEvent::Thinking(_) | GameEvent::Presence => false,
            _ => true,
        }
    }

    /// The whole game, as a message for a viewer who has just come.
    pub fn whole(&self, viewer: Option<&PlayerId>) -> Bytes {
        written(&self.game_message(viewer))
    }

    fn game_message(&self, viewer: Option<&PlayerId>) -> GameMessage {
        GameMessage::Game { game: Box::new(self.view(viewer)) }
    }

    /// The whole game as a viewer sees it.
    pub fn view(&self, viewer: Option<&PlayerId>) -> wire::Game {
        let ((spectators, online), record) = (self.present, self.record);
        let role = record.role(viewer);
        let sees = self.viewer(role);
        let history: Vec<wire::Move> = match sees {
            Viewer::All => self.history.moves().collect(),
            Viewer::Side(_) | Viewer::Nobody => translate::seen_history(self.game.position(), sees),
        };
        wire::Game {
            id: record.id.to_string(),
            variant: record.pairing.variant.clone(),
            options: record.pairing.options.clone(),
            title: record.pairing.title.clone(),
            players: translate::players(record, self.names, self.ratings, &online),
            you: role.map(Into::into),
            opponent: record.pairing.opponent.into(),
            rated: record.rated.is_some(),
            help: record.has_help() && !self.is_hidden(),
            tournament: record.tournament.as_ref().map(ToString::to_string),
            start: record.pairing.start.clone(),
            moves: history.iter().map(|made| made.text.clone()).collect(),
            clock: self.clock(),
            berserk: translate::berserk(&record.progress),
            offers: record.progress.offers.into(),
            claim: record.claimable(viewer, self.game.side_to_move(), self.now),
            plan: self.lines(viewer),
            next: record.next.as_ref().map(ToString::to_string),
            status: record.status().into(),
            result: translate::ending(&record.progress),
            created: record.created,
            spectators,
            position: wire::Position { history: Some(history), ..self.shown.to(sees).clone() },
            legal: self.legal(viewer),
        }
    }

    /// The last move, with the legal answers for the player who may make one.
    fn moved(&self, viewer: Option<&PlayerId>) -> GameMessage {
        let position = self.shown.to(self.viewer(self.record.role(viewer))).clone();
        let Some(made) = position.last.clone() else { return self.game_message(viewer) };
        GameMessage::Move {
            ply: self.record.plies,
            made: Box::new(made),
            fen: position.fen.clone(),
            clock: self.clock(),
            position: Box::new(position),
            legal: self.legal(viewer),
            plan: self.lines(viewer),
            result: translate::ending(&self.record.progress),
        }
    }

    /// What somebody with this role sees.
    fn viewer(&self, role: Option<Role>) -> Viewer {
        Viewer::of(self.game.position(), self.record.status(), role)
    }

    /// Whether something of the game is hidden from those who have no part in it.
    pub fn is_hidden(&self) -> bool {
        self.viewer(None) != Viewer::All
    }

    /// The legal moves, if the viewer may make one of them now.
    fn legal(&self, viewer: Option<&PlayerId>) -> Option<wire::LegalMoves> {
        let role = self.record.role(viewer)?;
        self.shown.legal.clone().filter(|_| self.is_to_move(role))
    }

    /// The conditional moves of a viewer.
    fn lines(&self, viewer: Option<&PlayerId>) -> Vec<Vec<String>> {
        let plan = self.record.role(viewer).and_then(|role| self.plan(role));
        plan.map_or(Vec::new(), |plan| plan.lines().to_vec())
    }

    fn plan(&self, role: Role) -> Option<&Plan> {
        let Role::Side(side) = role else { return None };
        self.plans[side].as_ref()
    }

    fn is_to_move(&self, role: Role) -> bool {
        self.record.status() == Status::Playing && role.plays(self.game.side_to_move())
    }

    fn clock(&self) -> Option<wire::Clock> {
        let clocks = self.record.progress.clocks.as_ref()?;
        Some(translate::clock(clocks, self.record.pairing.control?, crate::time::now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use spielraum_arcade::{Game, Source};
    use spielraum_play::{Action, Opponent, Pairing, Seat};

    /// A viewer's message about an event in a game between `ada` and `bob` after its first move.
    fn message(event: GameEvent, viewer: Option<&str>) -> Value {
        let rules = Game::load(Source::Builtin("chess"), &[]).unwrap().rules().clone();
        let mut seats = Seat::all(&PlayerId::from("ada"), Color::White, Opponent::Friend);
        seats.black = Seat::Person("bob".into());
        let pairing = Pairing {
            variant: "chess".to_owned(),
            options: crate::domain::Options::new(),
            title: "Chess".to_owned(),
            start: rules.start().fen(),
            opponent: Opponent::Friend,
            seats,
            control: None,
        };
        let mut record = Record::begin(pairing, "ada".into(), Moment::default());
        let mut game = GameState::new(rules.start(), Opponent::Friend.players());
        let m = game.position().parse_move("e2e4").unwrap();
        let last = made(game.position(), m);
        game.apply(Color::White, Action::Move(m), crate::time::point(0)).unwrap();
        record.take_up(&game, Moment::default());
        let shown = Shown::of(&game, &record, Some(last.clone()));
        let scene = Scene {
            record: &record,
            game: &game,
            history: &[&last].into_iter().collect(),
            shown: &shown,
            names: &HashMap::from([("ada".into(), "Ada".to_owned())]),
            ratings: &ByColor::default(),
            plans: &ByColor { white: Plan::stored(vec![vec!["e7e5".to_owned(), "g1f3".to_owned()]]), black: None },
            present: (3, ByColor { white: true, black: false }),
            now: Moment::default(),
        };
        let viewer = viewer.map(PlayerId::from);
        let role = record.role(viewer.as_ref());
        let message = scene.message(event, viewer.as_ref());
        // A player whose message does not differ gets the spectators'.
        if let Some(role) = role.filter(|&role| !scene.differs(event, role)) {
            assert_eq!(message, scene.message(event, None), "{event:?} {role:?}");
        }
        serde_json::from_slice(&message).unwrap()
    }

    #[test]
    fn only_the_player_to_move_gets_the_legal_moves() {
        for event in [GameEvent::Moved, GameEvent::Offered] {
            let legal = |viewer| {
                let message = message(event, viewer);
                message.get("legal").or_else(|| message["game"].get("legal")).is_some()
            };
            assert_eq!([None, Some("ada"), Some("bob"), Some("eve")].map(legal), [false, false, true, false]);
        }
    }

    #[test]
    fn conditional_moves_are_their_player_s_alone() {
        for event in [GameEvent::Moved, GameEvent::Planned] {
            let plan = |viewer| {
                let message = message(event, viewer);
                message.get("plan").or_else(|| message["game"].get("plan")).cloned()
            };
            let own = serde_json::json!([["e7e5", "g1f3"]]);
            assert_eq!([None, Some("ada"), Some("bob"), Some("eve")].map(plan), [None, Some(own), None, None]);
        }
    }

    #[test]
    fn each_viewer_learns_their_own_role() {
        let you = |viewer| message(GameEvent::Begun, viewer)["game"]["you"].clone();
        assert_eq!([Some("ada"), Some("bob"), None].map(you), ["white".into(), "black".into(), Value::Null]);
        let game = message(GameEvent::Ended, None)["game"].take();
        assert_eq!((&game["players"]["white"]["name"], &game["moves"][0]), (&"Ada".into(), &"e2e4".into()));
        assert_eq!(message(GameEvent::Presence, None)["spectators"], 3);
        assert_eq!(message(GameEvent::Thinking(Color::Black), Some("bob"))["side"], "black");
        assert_eq!(message(GameEvent::Moved, None)["move"]["text"], "e2e4");
    }
}
