//! The variants that can be played: those of the catalogue and those of the workshop, compiled once and kept while
//! there is room.

mod chosen;
pub mod worker;
pub(crate) mod workshop;

pub(crate) use crate::domain::Options;

use crate::error::{ApiError, ApiResult};
use crate::resources::Lane;
use crate::wire;
use crate::wire::translate;
use lru::LruCache;
use spielraum_catalogue::{Game, Source, definition_text};
use spielraum_draw::{Looks, Style, Theme, View, picture};
use spielraum_endgames::{EndgameError, Tables};
use spielraum_language::Report;
use spielraum_rules::Rules;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the tables of the variants in the cache may use in bytes.
const MEMORY: usize = 256 << 20;

/// How many variants are kept, each option chosen otherwise being another one.
const KEPT: usize = 256;

/// Tables of more bytes make any position take long, and so do more moves made from its start.
const LARGE: usize = 4 << 20;
const LONG: usize = 500;

/// A variant with its options chosen, ready to be played.
pub(crate) struct Variant {
    /// Its id and its options as they were chosen.
    pub key: String,
    /// The options with what is chosen, those with defaults too.
    pub chosen: Options,
    pub game: Game,
    pub rules: Rules,
    /// Endgame tables, where the server has some of it.
    pub tables: Option<Arc<Tables>>,
    pub view: wire::Variant,
    pub summary: wire::VariantSummary,
    pictures: Mutex<HashMap<(View, Theme), Arc<str>>>,
}

/// The compiled variants, by what was asked for.
pub(crate) struct Variants {
    cache: Mutex<LruCache<String, Arc<Variant>>>,
    endgames: Option<PathBuf>,
}

impl Variants {
    pub fn new() -> Self {
        Self::with_endgames(None)
    }

    /// Variants of which there may be endgame tables in a folder.
    pub fn with_endgames(endgames: Option<PathBuf>) -> Self {
        Self { cache: Mutex::new(LruCache::unbounded()), endgames }
    }

    /// A variant that was compiled before.
    pub fn known(&self, id: &str, options: &Options) -> Option<Arc<Variant>> {
        self.cache().get(&key(id, options)).cloned()
    }

    /// Compiles a variant and keeps it. `text` is the definition of a workshop variant; without it the id is one of
    /// the catalogue.
    pub fn compile(&self, id: &str, text: Option<&str>, options: &Options) -> ApiResult<Arc<Variant>> {
        let compiled = match text {
            Some(text) => self.compile_text(id, text, options),
            None if definition_text(id).is_some() => self.keep(id, options, || {
                let variant = Variant::compile(id, Source::Builtin(id), options)?;
                Ok(variant.with_tables(self.endgames.as_deref()))
            }),
            None => return Err(no_such_variant(id)),
        };
        compiled.map_err(|report| ApiError::impossible("bad-options", report))
    }

    /// Compiles a definition and keeps it. Takes up to a second for the most complex ones.
    pub fn compile_text(&self, id: &str, text: &str, options: &Options) -> Result<Arc<Variant>, Report> {
        self.keep(id, options, || Variant::compile(id, Source::Text { name: translate::WORKSHOP, text }, options))
    }

    fn keep(
        &self,
        id: &str,
        options: &Options,
        compile: impl FnOnce() -> Result<Variant, Report>,
    ) -> Result<Arc<Variant>, Report> {
        if let Some(known) = self.known(id, options) {
            return Ok(known);
        }
        let variant = match compile()? {
            // The same options may have been asked for in other words; one copy is enough.
            new if key(id, options) != new.key => self.cache().get(&new.key).cloned().unwrap_or_else(|| Arc::new(new)),
            new => Arc::new(new),
        };
        let mut cache = self.cache();
        cache.put(variant.key.clone(), variant.clone());
        cache.put(key(id, options), variant.clone());
        while cache.len() > 2 && (cache.len() > KEPT || memory(&cache) > MEMORY) {
            cache.pop_lru();
        }
        Ok(variant)
    }

    /// Forgets a definition of the workshop, whatever its options.
    #[cfg(unix)]
    pub fn forget(&self, id: &str) {
        let of_it = key(id, &Options::new());
        let mut cache = self.cache();
        let keys: Vec<String> =
            cache.iter().map(|(key, _)| key.clone()).filter(|key| key.starts_with(&of_it)).collect();
        for key in keys {
            cache.pop(&key);
        }
    }

    fn cache(&self) -> MutexGuard<'_, LruCache<String, Arc<Variant>>> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn memory(cache: &LruCache<String, Arc<Variant>>) -> usize {
    cache.iter().map(|(_, variant)| variant.rules.memory()).sum()
}

/// What identifies a variant: ids and options contain neither `?` nor `&`.
fn key(id: &str, options: &Options) -> String {
    let options: Vec<String> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{id}?{}", options.join("&"))
}

impl Variant {
    fn compile(id: &str, source: Source<'_>, options: &Options) -> Result<Self, Report> {
        let text = match &source {
            Source::Text { text, .. } => (*text).to_owned(),
            _ => definition_text(id).unwrap_or_default().to_owned(),
        };
        let settings: Vec<(String, String)> = options.clone().into_iter().collect();
        let game = Game::load(source, &settings)?;
        let rules = game.rules().clone();
        let chosen = translate::chosen(game.definition());
        let view = translate::variant(id, &game, text);
        let summary = translate::summary(game.definition(), &rules);
        let pictures = Mutex::default();
        Ok(Self { key: key(id, &chosen), chosen, game, rules, tables: None, view, summary, pictures })
    }

    /// The variant with its tables in a folder, if there are any.
    fn with_tables(mut self, folder: Option<&Path>) -> Self {
        let Some(folder) = folder else { return self };
        match Tables::find(&self.rules, self.game.id(), folder) {
            Ok(tables) => {
                self.view.endgame_pieces = Some(tables.most_pieces());
                self.tables = Some(Arc::new(tables));
            }
            Err(EndgameError::NoTables(_) | EndgameError::OtherRules(_) | EndgameError::Game(_)) => {}
            Err(error) => tracing::warn!(%error, "the endgame tables can't be used"),
        }
        self
    }

    /// Where so many moves are played through: games of ordinary size never wait for those that take long.
    pub fn lane(&self, usual: Lane, moves: usize) -> Lane {
        if self.rules.memory() > LARGE || moves > LONG { Lane::Workshop } else { usual }
    }

    /// How its pieces look to whoever has chosen nothing else.
    fn looks(&self) -> Looks {
        let game = self.game.definition();
        Looks::usual(game.spec(), |kind, color| game.character(kind, color))
    }

    /// How pictures of it look: its pieces, and the cells on which they stand.
    pub fn style(&self, theme: Theme) -> Style {
        Style { theme, plain: self.game.definition().is_tiled(), looks: self.looks(), ..Style::default() }
    }

    /// The picture of the start position as SVG, drawn when it is first asked for.
    pub fn picture(&self, view: View, theme: Theme) -> Arc<str> {
        let drawn = || self.pictures.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(picture) = drawn().get(&(view, theme)) {
            return picture.clone();
        }
        let picture: Arc<str> = picture(&self.rules.start(), view, &self.style(theme)).into();
        drawn().insert((view, theme), picture.clone());
        picture
    }
}

/// The error for an id that names nothing.
pub(crate) fn no_such_variant(id: &str) -> ApiError {
    let shown: String = id.chars().take(60).collect();
    ApiError::not_found("no-such-variant", format!("There is no variant `{shown}`; /api/variants lists them."))
}
