//! What all handlers share.

use crate::cards::Cards;
use crate::config::Config;
use crate::domain::PlayerId;
use crate::engine_pool::EnginePool;
use crate::error::ApiResult;
use crate::grants::Codes;
use crate::keys::Keys;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::passwords::Passwords;
use crate::push::PushService;
use crate::resources::{Lane, Resources};
use crate::rooms::Rooms;
use crate::store::Store;
use crate::studies::Studies;
use crate::tournaments::Tournaments;
use crate::variants::{Variant, Variants};
use spielraum_play::{Opponent, Pairing, Seat, TimeControl};
use spielraum_queries::game;
use spielraum_rules::ByColor;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};
use tokio::sync::{Notify, watch};

/// What all handlers share; cheap to clone.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

pub(crate) struct Shared {
    pub config: Config,
    /// What cookies are signed with.
    pub keys: Keys,
    pub metrics: Arc<Metrics>,
    pub store: Store,
    pub variants: Variants,
    pub cards: Cards,
    pub rooms: Rooms,
    pub lobby: Lobby,
    pub studies: Studies,
    pub tournaments: Tournaments,
    pub engines: EnginePool,
    pub passwords: Passwords,
    /// What players have let programs do that have not fetched their tokens yet.
    pub codes: Codes,
    pub resources: Resources,
    /// The way to devices, once it is open.
    pub push: OnceLock<PushService>,
    /// Letters wait to be sent.
    pub letters: Notify,
    /// Becomes true when the server ends.
    ending: watch::Sender<bool>,
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl App {
    pub fn new(
        config: Config,
        keys: Keys,
        store: Store,
        engines: EnginePool,
        passwords: Passwords,
        resources: Resources,
        metrics: Arc<Metrics>,
    ) -> Self {
        Self(Arc::new(Shared {
            resources,
            variants: Variants::new(config.limits.variants, config.endgames.clone()),
            cards: Cards::default(),
            config,
            keys,
            metrics,
            store,
            rooms: Rooms::default(),
            lobby: Lobby::default(),
            studies: Studies::default(),
            tournaments: Tournaments::default(),
            engines,
            passwords,
            codes: Codes::default(),
            push: OnceLock::new(),
            letters: Notify::new(),
            ending: watch::Sender::new(false),
        }))
    }

    /// What all handlers share of a server at which nobody listens, with its data in a folder and these players.
    #[cfg(test)]
    pub async fn for_tests(config: Config, players: &[&str]) -> Self {
        let metrics = Arc::new(Metrics::new());
        let store = Store::open(&config, config.address, metrics.clone()).await.unwrap();
        for player in players {
            let newcomer = crate::store::Write::NewPlayer { id: (*player).into(), name: (*player).to_owned() };
            // Who is there already stays.
            let _ = store.writer().write(vec![newcomer]).await;
        }
        let keys = Keys::read(&config.data).unwrap();
        let resources = Resources::new(config.limits.clone(), metrics.clone());
        let engines = EnginePool::start(1, 1, None, metrics.clone(), resources.ledger()).unwrap();
        let passwords = Passwords::start(resources.ledger()).unwrap();
        Self::new(config, keys, store, engines, passwords, resources, metrics)
    }

    /// Announces that the server ends.
    pub fn end(&self) {
        self.ending.send_replace(true);
        self.engines.close();
    }

    /// Ready when the server ends.
    pub async fn ended(&self) {
        // The sender lives as long as this.
        let _ = self.ending.subscribe().wait_for(|ending| *ending).await;
    }

    /// A game of two people of a variant, from its start.
    pub async fn pairing(
        &self,
        variant: &Variant,
        seats: ByColor<Seat<PlayerId>>,
        control: Option<TimeControl>,
    ) -> ApiResult<Pairing<PlayerId>> {
        let rules = variant.rules.clone();
        let start = self.compute(move || Ok(game::start(&rules, None)?)).await?;
        let (id, title) = (variant.view.id.clone(), variant.view.title.clone());
        let options = variant.chosen.clone();
        Ok(Pairing { variant: id, options, title, start, opponent: Opponent::Friend, seats, control })
    }

    /// Does work for a game or a player on a thread of its own; see [`Resources::compute`].
    pub async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> ApiResult<T> + Send + 'static,
    ) -> ApiResult<T> {
        self.resources.compute(Lane::Game, |_| work()).await
    }
}
