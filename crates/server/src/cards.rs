//! Cards: pictures of positions that other sites show where somebody links to one. Each is drawn when it is first asked
//! for, and kept while there is room.

use crate::error::{ApiError, ApiResult};
use crate::resources::{Deadline, Lane, Resources};
use crate::variants::Variant;
use lru::LruCache;
use sha2::{Digest, Sha256};
use spielraum_draw::{Theme, card, png};
use spielraum_queries::{Patience, Refusal, replay};
use spielraum_rules::{Color, Position};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many cards are kept, each of some 100 KB.
const KEPT: NonZeroUsize = NonZeroUsize::new(128).unwrap();

type Kept = LruCache<[u8; 32], Arc<[u8]>>;

/// The cards drawn last.
pub(crate) struct Cards(Mutex<Kept>);

/// What a card shows.
pub(crate) struct Subject {
    pub variant: Arc<Variant>,
    pub fen: Option<String>,
    pub moves: Vec<String>,
    /// How the game ended, if not by its rules.
    pub ended: Option<String>,
}

/// How a position stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// `White to move`, `Draw: ...`.
    pub text: String,
    /// Whose turn it is.
    pub side: Option<Color>,
    pub fen: String,
}

impl Default for Cards {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(KEPT)))
    }
}

impl Cards {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Subject {
    /// A position of a variant.
    pub fn new(variant: Arc<Variant>, fen: Option<String>, moves: Vec<String>) -> Self {
        Self { variant, fen, moves, ended: None }
    }

    /// How it stands.
    pub async fn standing(self, resources: &Resources) -> ApiResult<Standing> {
        let lane = self.variant.lane(Lane::Analysis, self.moves.len());
        let work = move |deadline: &Deadline| {
            let position = self.position(&|| deadline.check())?;
            Ok(self.stands(&position))
        };
        resources.compute(lane, work).await
    }

    /// Its card as PNG, one of those kept if it is there.
    pub async fn card(self, cards: &Cards, resources: &Resources) -> ApiResult<Arc<[u8]>> {
        let key = self.key();
        if let Some(card) = cards.kept().get(&key) {
            return Ok(card.clone());
        }
        let work = move |deadline: &Deadline| {
            let position = self.position(&|| deadline.check())?;
            let Standing { text, side, .. } = self.stands(&position);
            let svg = card(&position, &self.variant.style(Theme::Light), &self.variant.view.title, &text, side);
            deadline.check()?;
            png(&svg, 1.0).map_err(ApiError::internal)
        };
        let card: Arc<[u8]> = resources.compute(Lane::Workshop, work).await?.into();
        cards.kept().put(key, card.clone());
        Ok(card)
    }

    fn position(&self, patience: Patience<'_>) -> Result<Position, Refusal> {
        replay::play_through(&self.variant.rules, self.fen.as_deref(), &self.moves, patience, |_, _| {})
    }

    fn stands(&self, position: &Position) -> Standing {
        let sides = position.rules().spec().sides;
        let ended = self.ended.clone().or_else(|| position.outcome().map(|outcome| outcome.said(sides)));
        let side = position.side_to_move();
        let text = ended.clone().unwrap_or_else(|| format!("{} to move", sides.of(side)));
        Standing { text, side: ended.is_none().then_some(side), fen: position.fen() }
    }

    fn key(&self) -> [u8; 32] {
        let Self { variant, fen, moves, ended } = self;
        Sha256::digest(format!("{:?}", (&variant.key, fen, moves, ended))).into()
    }
}
