//! The variants that can be played: those of the catalogue and those of the workshop, compiled once and kept while
//! there is room.

use crate::error::{Answer, Refusal};
use crate::views;
use crate::wire;
use lru::LruCache;
use spielraum_games::{Game, Source, definition_text, load};
use spielraum_rules::Rules;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the tables of the variants in the cache may use in bytes.
const MEMORY: usize = 256 << 20;

/// How many variants are kept, each option chosen otherwise being another one.
const KEPT: usize = 256;

/// The options of a variant, by name.
pub(crate) type Options = BTreeMap<String, String>;

/// A variant with its options chosen, ready to be played.
pub(crate) struct Variant {
    /// Its id and its options as they were chosen.
    pub key: String,
    /// The options with what is chosen, those with defaults too.
    pub chosen: Options,
    pub game: Game,
    pub rules: Rules,
    pub view: wire::Variant,
}

/// The compiled variants, by what was asked for.
pub(crate) struct Variants {
    cache: Mutex<LruCache<String, Arc<Variant>>>,
}

impl Variants {
    pub fn new() -> Self {
        Self { cache: Mutex::new(LruCache::unbounded()) }
    }

    /// A variant that was compiled before.
    pub fn known(&self, id: &str, options: &Options) -> Option<Arc<Variant>> {
        self.cache().get(&key(id, options)).cloned()
    }

    /// Compiles a variant and keeps it. `text` is the definition of a workshop variant; without it the id is one of
    /// the catalogue. Takes up to a second for the most complex definitions.
    pub fn compile(&self, id: &str, text: Option<&str>, options: &Options) -> Answer<Arc<Variant>> {
        if let Some(known) = self.known(id, options) {
            return Ok(known);
        }
        let variant = match Variant::compile(id, text, options)? {
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
    fn compile(id: &str, text: Option<&str>, options: &Options) -> Answer<Self> {
        let source = match text {
            Some(text) => Source::Text { name: id, text },
            None if definition_text(id).is_some() => Source::Builtin(id),
            None => return Err(no_such_variant(id)),
        };
        let settings: Vec<(String, String)> = options.clone().into_iter().collect();
        let game = load(source, &settings).map_err(|report| Refusal::bad("bad-options", report))?;
        let rules = game.rules().map_err(|report| Refusal::impossible("bad-definition", report))?;
        let chosen = game.options().iter().map(|option| (option.name.clone(), option.value.clone()));
        // What the variant itself has fixed can't be chosen again.
        let free = |name: &String| game.options().iter().any(|option| option.name == *name && !option.fixed);
        let chosen: Options = chosen.filter(|(name, _)| free(name)).collect();
        let definition = text.or_else(|| definition_text(id)).unwrap_or_default().to_owned();
        let view = views::variant(id, &game, &rules, chosen.clone(), definition);
        Ok(Self { key: key(id, &chosen), chosen, game, rules, view })
    }
}

/// The refusal for an id that names nothing.
pub(crate) fn no_such_variant(id: &str) -> Refusal {
    let shown: String = id.chars().take(60).collect();
    Refusal::not_found("no-such-variant", format!("There is no variant `{shown}`; /api/variants lists them."))
}
