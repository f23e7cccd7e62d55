//! The variants that can be played: those of the catalogue and those of the workshop, compiled once and kept while
//! there is room.

mod chosen;
pub mod vetting;
pub(crate) mod workshop;

pub(crate) use crate::domain::Options;

use crate::domain::{DefinitionId, armies_differ};
use crate::error::{ApiError, ApiResult};
use crate::resources::Lane;
use crate::wire;
use lru::LruCache;
use spielraum_arcade::{Game, Source};
use spielraum_catalogue::definition_text;
use spielraum_draw::{Looks, Style, Theme, View, picture};
use spielraum_endgames::{EndgameError, Tables};
use spielraum_language::Report;
use spielraum_queries::workshop::WORKSHOP;
use spielraum_queries::{Locale, Translation, variants};
use spielraum_rules::Rules;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

/// The part of the memory for variants that those of the catalogue, and those of the workshop, may use that are kept for
/// later: untrusted definitions never take the place of the catalogue, and leave room for what is played.
const KEPT_PART: usize = 3;

/// How many variants of each are kept, each option chosen otherwise being another one.
const KEPT: usize = 256;

/// How long a definition of the workshop, or a game of the catalogue with options of somebody's choice, is kept that nobody
/// asks for: the next caller waits until it is compiled again.
const KEPT_FOR: Duration = Duration::from_secs(3 * 60);

/// The bytes of a variant's description in memory, for each of its JSON.
const DESCRIPTION: usize = 4;

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
    /// The view in German, once that was asked for.
    german: OnceLock<Box<wire::Variant>>,
    usual: bool,
    /// Whether the sides are rated apart, once that was asked for.
    apart: OnceLock<bool>,
    pictures: Mutex<HashMap<(View, Theme), Arc<str>>>,
    /// What it uses, in bytes.
    bytes: AtomicUsize,
    /// Where that is counted in.
    all: Arc<AtomicUsize>,
}

/// The compiled variants, by what was asked for.
pub(crate) struct Variants {
    known: Mutex<Known>,
    endgames: Option<PathBuf>,
    /// Definitions that were taken down: nothing new begins with them.
    withdrawn: Mutex<HashSet<DefinitionId>>,
    /// What all variants in memory use, in bytes, and what they may use.
    all: Arc<AtomicUsize>,
    most: usize,
}

/// A variant that is kept for later.
struct Kept {
    variant: Arc<Variant>,
    /// When somebody last asked for it.
    used: Instant,
}

/// The variants that are known.
struct Known {
    catalogue: LruCache<String, Kept>,
    workshop: LruCache<String, Kept>,
    /// Those that are not kept any more, but may still be played.
    played: HashMap<String, Weak<Variant>>,
}

impl Known {
    fn kept(&mut self, id: &str) -> &mut LruCache<String, Kept> {
        if DefinitionId::parse(id).is_some() { &mut self.workshop } else { &mut self.catalogue }
    }

    /// Keeps a variant by a key, in place of those that were asked for longest ago; they may use this many bytes.
    fn keep(&mut self, key: String, variant: Arc<Variant>, most: usize) {
        let kept = self.kept(&variant.view.id);
        let mut gone = Vec::new();
        gone.extend(kept.push(key, Kept { variant, used: Instant::now() }));
        while kept.len() > 2 && (kept.len() > KEPT || memory(kept) > most) {
            gone.extend(kept.pop_lru());
        }
        self.no_longer_kept(gone);
    }

    /// Remembers those of some variants that are still played.
    fn no_longer_kept(&mut self, gone: impl IntoIterator<Item = (String, Kept)>) {
        self.played.extend(gone.into_iter().map(|(key, kept)| (key, Arc::downgrade(&kept.variant))));
        self.played.retain(|_, variant| variant.strong_count() > 0);
    }

    /// Takes out what is needed least of what is kept: definitions of the workshop first, then games of the catalogue with
    /// options of somebody's choice.
    fn least_needed(&mut self) -> Option<(String, Kept)> {
        if self.workshop.len() > 2 {
            return self.workshop.pop_lru();
        }
        let (key, _) = self.catalogue.iter().rev().find(|(_, kept)| !kept.variant.is_usual())?;
        let key = key.clone();
        self.catalogue.pop_entry(&key)
    }

    /// Keeps what is not a usual game of the catalogue no longer if nobody has asked for it since a point in time.
    fn sweep(&mut self, since: Instant) {
        let mut gone = Vec::new();
        for kept in [&mut self.workshop, &mut self.catalogue] {
            let old =
                |(key, kept): (&String, &Kept)| (kept.used < since && !kept.variant.is_usual()).then(|| key.clone());
            let old: Vec<String> = kept.iter().filter_map(old).collect();
            gone.extend(old.iter().filter_map(|key| kept.pop_entry(key)));
        }
        self.no_longer_kept(gone);
    }
}

impl Variants {
    /// Variants that may use this many bytes, of which there may be endgame tables in a folder.
    pub fn new(most: usize, endgames: Option<PathBuf>) -> Self {
        let known = Known { catalogue: LruCache::unbounded(), workshop: LruCache::unbounded(), played: HashMap::new() };
        Self { known: Mutex::new(known), endgames, withdrawn: Mutex::default(), all: Arc::default(), most }
    }

    /// Takes up that a definition was taken down, or put back.
    pub fn withdraw(&self, id: &DefinitionId, down: bool) {
        match down {
            true => self.withdrawn().insert(id.clone()),
            false => self.withdrawn().remove(id),
        };
    }

    /// Refuses a definition that was taken down.
    pub fn may_begin(&self, variant: &str) -> ApiResult<()> {
        if !self.withdrawn().contains(variant) {
            return Ok(());
        }
        Err(ApiError::taken_down())
    }

    fn withdrawn(&self) -> MutexGuard<'_, HashSet<DefinitionId>> {
        self.withdrawn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A variant that was compiled before.
    pub fn known(&self, id: &str, options: &Options) -> Option<Arc<Variant>> {
        self.find(id, &key(id, options))
    }

    fn find(&self, id: &str, key: &str) -> Option<Arc<Variant>> {
        let mut known = self.lock();
        if let Some(kept) = known.kept(id).get_mut(key) {
            kept.used = Instant::now();
            return Some(kept.variant.clone());
        }
        let played = known.played.remove(key)?.upgrade()?;
        known.keep(key.to_owned(), played.clone(), self.most / KEPT_PART);
        Some(played)
    }

    /// How many variants are in memory, and how many bytes they use.
    #[cfg(any(unix, test))]
    pub fn size(&self) -> (usize, usize) {
        let known = self.lock();
        let played = known.played.iter().filter(|(_, variant)| variant.strong_count() > 0).map(|(key, _)| &**key);
        let kept = [&known.catalogue, &known.workshop].into_iter().flatten().map(|(_, kept)| &*kept.variant.key);
        let different: HashSet<&str> = played.chain(kept).collect();
        (different.len(), self.all.load(Relaxed))
    }

    /// Whether all variants together use more than they may.
    pub fn is_full(&self) -> bool {
        self.all.load(Relaxed) > self.most
    }

    /// Keeps definitions of the workshop, and games of the catalogue with options of somebody's choice, no longer than somebody
    /// plays them, the one asked for longest ago first, until there is room. The last definition stays, by both of its keys:
    /// it was checked just now, and may be kept nowhere else.
    pub fn make_room(&self) {
        let mut known = self.lock();
        while self.is_full()
            && let Some((key, kept)) = known.least_needed()
        {
            known.no_longer_kept([(key, kept)]);
        }
    }

    /// Forgets what nobody has asked for lately and nobody plays; the usual games of the catalogue stay.
    pub fn sweep(&self) {
        if let Some(since) = Instant::now().checked_sub(KEPT_FOR) {
            self.lock().sweep(since);
        }
    }

    /// Compiles a variant and keeps it. `text` is the definition of a workshop variant; without it the id is one of
    /// the catalogue.
    pub fn compile(&self, id: &str, text: Option<&str>, options: &Options) -> ApiResult<Arc<Variant>> {
        let compiled = match text {
            Some(text) => self.compile_text(id, text, options),
            None if definition_text(id).is_some() => self.keep(id, options, || {
                let variant = Variant::compile(id, Source::Builtin(id), options, &self.all)?;
                Ok(variant.with_tables(self.endgames.as_deref()))
            }),
            None => return Err(no_such_variant(id)),
        };
        compiled.map_err(|report| ApiError::impossible("bad-options", report))
    }

    /// Compiles a definition and keeps it. Takes up to a second for the most complex ones.
    pub fn compile_text(&self, id: &str, text: &str, options: &Options) -> Result<Arc<Variant>, Report> {
        let source = Source::Text { name: WORKSHOP, text };
        self.keep(id, options, || Variant::compile(id, source, options, &self.all))
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
        let new = compile()?;
        // The same options may have been asked for in other words, or others have asked for them meanwhile; one copy is
        // enough.
        let variant = self.find(id, &new.key).unwrap_or_else(|| Arc::new(new));
        let mut known = self.lock();
        let most = self.most / KEPT_PART;
        known.keep(variant.key.clone(), variant.clone(), most);
        known.keep(key(id, options), variant.clone(), most);
        Ok(variant)
    }

    /// Forgets a definition of the workshop, whatever its options.
    #[cfg(unix)]
    pub fn forget(&self, id: &DefinitionId) {
        let of_it = key(id.as_str(), &Options::new());
        let mut known = self.lock();
        known.played.retain(|key, _| !key.starts_with(&of_it));
        let keys: Vec<String> =
            known.workshop.iter().map(|(key, _)| key.clone()).filter(|key| key.starts_with(&of_it)).collect();
        for key in keys {
            known.workshop.pop(&key);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What variants use; one that is kept by two keys counts once.
fn memory(kept: &LruCache<String, Kept>) -> usize {
    let counted = kept.iter().filter(|(key, kept)| **key == kept.variant.key);
    counted.map(|(_, kept)| kept.variant.memory()).sum()
}

/// What identifies a variant: ids and options contain neither `?` nor `&`.
fn key(id: &str, options: &Options) -> String {
    let options: Vec<String> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{id}?{}", options.join("&"))
}

impl Variant {
    fn compile(id: &str, source: Source<'_>, options: &Options, all: &Arc<AtomicUsize>) -> Result<Self, Report> {
        let text = match &source {
            Source::Text { text, .. } => (*text).to_owned(),
            _ => definition_text(id).unwrap_or_default().to_owned(),
        };
        let settings: Vec<(String, String)> = options.clone().into_iter().collect();
        let game = Game::load(source, &settings)?;
        let rules = game.rules().clone();
        let chosen = variants::chosen(game.definition());
        let view = variants::variant(id, &game, text, &Translation::default());
        let summary = variants::summary(game.definition(), &rules);
        let described = serde_json::to_string(&view).map_or(0, |json| json.len());
        let learned = game.network().map_or(0, |network| network.memory());
        let bytes = rules.memory() + DESCRIPTION * described + learned;
        let mut options = game.definition().options().iter();
        let usual =
            definition_text(id).is_some() && options.all(|option| option.fixed || option.value == option.default);
        let variant = Self {
            key: key(id, &chosen),
            chosen,
            game,
            rules,
            tables: None,
            view,
            summary,
            german: OnceLock::new(),
            usual,
            apart: OnceLock::new(),
            pictures: Mutex::default(),
            bytes: AtomicUsize::new(0),
            all: all.clone(),
        };
        variant.uses(bytes);
        Ok(variant)
    }

    /// Counts what it uses in addition.
    fn uses(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Relaxed);
        self.all.fetch_add(bytes, Relaxed);
    }

    /// What it uses, in bytes.
    pub fn memory(&self) -> usize {
        self.bytes.load(Relaxed)
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

    /// Whether it is a game of the catalogue as it usually is. These are few; of others there may be any number.
    pub fn is_usual(&self) -> bool {
        self.usual
    }

    /// What it is, in a language.
    pub fn view_in(&self, locale: Locale) -> &wire::Variant {
        let translated = || {
            let view = variants::variant(
                &self.view.id,
                &self.game,
                self.view.definition.clone(),
                &spielraum_catalogue::translation(locale),
            );
            self.uses(DESCRIPTION * serde_json::to_string(&view).map_or(0, |json| json.len()));
            Box::new(view)
        };
        match locale {
            Locale::En => &self.view,
            Locale::De => self.german.get_or_init(translated),
        }
    }

    /// Whether the sides are rated apart, since their armies differ. The first call takes long in large games.
    pub fn rates_sides_apart(&self) -> bool {
        *self.apart.get_or_init(|| armies_differ(&self.rules))
    }

    /// The same, if it is known already.
    pub fn known_to_rate_sides_apart(&self) -> Option<bool> {
        self.apart.get().copied()
    }

    /// Where this many moves are played through: games of ordinary size never wait for those that take long.
    pub fn lane(&self, usual: Lane, moves: usize) -> Lane {
        if self.rules.memory() > LARGE || moves > LONG { Lane::Workshop } else { usual }
    }

    /// How its pieces look to viewers who have chosen nothing else.
    fn looks(&self) -> Looks {
        let game = self.game.definition();
        let character = |kind, color| game.character(kind, color);
        Looks::usual(game.spec(), game.has_octagons(), character, |kind| game.tile_size(kind))
    }

    /// How pictures of it look: its pieces, and the cells on which they stand.
    pub fn style(&self, theme: Theme) -> Style {
        let game = self.game.definition();
        let (plain, lines) = (game.is_tiled(), game.lines().to_vec());
        let inscription = game.inscription().to_vec();
        Style { theme, plain, lines, inscription, looks: self.looks(), ..Style::default() }
    }

    /// The picture of the start position as SVG, drawn when it is first asked for.
    pub fn picture(&self, view: View, theme: Theme) -> Arc<str> {
        if let Some(picture) = self.drawn(view, theme) {
            return picture;
        }
        let picture: Arc<str> = picture(&self.rules.start(), view, &self.style(theme)).into();
        if self.pictures().insert((view, theme), picture.clone()).is_none() {
            self.uses(picture.len());
        }
        picture
    }

    /// The same picture, if somebody has asked for it before.
    pub fn drawn(&self, view: View, theme: Theme) -> Option<Arc<str>> {
        self.pictures().get(&(view, theme)).cloned()
    }

    fn pictures(&self) -> MutexGuard<'_, HashMap<(View, Theme), Arc<str>>> {
        self.pictures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Variant {
    fn drop(&mut self) {
        self.all.fetch_sub(self.memory(), Relaxed);
    }
}

/// The error for a game that needs more memory than there is.
pub(crate) fn no_room() -> ApiError {
    ApiError::busy("Games by large definitions use all the memory there is for them. Try again in some minutes.")
}

/// The error for an id that names nothing.
pub(crate) fn no_such_variant(id: &str) -> ApiError {
    let shown: String = id.chars().take(60).collect();
    ApiError::not_found("no-such-variant", format!("There is no variant `{shown}`; /api/variants lists them."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiled(variants: &Variants, number: u32) -> Arc<Variant> {
        let text = format!(
            "title \"Large {number}\"\nboard files=10 ranks=10\npiece \"K\" \"King\" royal=#true {{ step \"radial\" }}\n\
            piece \"Q\" \"Queen\" {{ slide \"radial\" }}\nstart \"qk8/10/10/10/10/10/10/10/10/QK8\"\n"
        );
        variants.compile_text(DefinitionId::of(&text).as_str(), &text, &Options::new()).unwrap()
    }

    #[test]
    fn variants_that_are_played_are_counted_and_found_again() {
        let each = compiled(&Variants::new(usize::MAX, None), 0).memory();
        let variants = Variants::new(KEPT_PART * 4 * each, None);
        let first = compiled(&variants, 0);
        assert!(each > first.rules.memory() && variants.all.load(Relaxed) == each);
        (1..=20).for_each(|number| _ = compiled(&variants, number));
        // No more are kept than may be, and this one, which is played.
        let all = variants.all.load(Relaxed);
        assert!((3 * each..=5 * each + each / 2).contains(&all), "{all} bytes of {each} each");
        let id = first.view.id.clone();
        assert!(Arc::ptr_eq(&first, &variants.known(&id, &Options::new()).unwrap()));
        assert!(Arc::ptr_eq(&first, &compiled(&variants, 0)));
        drop(first);
        (1..=20).for_each(|number| _ = compiled(&variants, number));
        assert!(variants.known(&id, &Options::new()).is_none());
        // Those that are all played are all counted, and what is only kept makes room.
        let played: Vec<_> = (1..=11).map(|number| compiled(&variants, number)).collect();
        assert!(!variants.is_full());
        let more: Vec<_> = (12..=14).map(|number| compiled(&variants, number)).collect();
        assert!(variants.is_full());
        drop((played, more));
        variants.make_room();
        assert!(!variants.is_full());
    }

    #[test]
    fn options_of_somebodys_choice_make_room_and_usual_games_stay() {
        let variants = Variants::new(1 << 30, None);
        let compile = |options: Options| variants.compile("nacht-schach", None, &options).unwrap();
        let (usual, other) = (compile(Options::new()), compile([("castling".to_owned(), "on".to_owned())].into()));
        // What is the default may be said, too.
        let same = compile([("castling".to_owned(), "off".to_owned())].into());
        assert!(usual.is_usual() && !other.is_usual() && Arc::ptr_eq(&usual, &same));
        let kept = [&usual, &other].map(Arc::downgrade);
        drop((usual, other, same));
        let [usual, other] = kept;
        variants.make_room();
        assert!(other.upgrade().is_some());
        // As if games used all the memory.
        variants.all.fetch_add(1 << 30, Relaxed);
        variants.make_room();
        assert!(other.upgrade().is_none() && usual.upgrade().is_some());
    }

    #[test]
    fn definitions_that_nobody_asks_for_are_forgotten() {
        let variants = Variants::new(1 << 30, None);
        let chess = Arc::downgrade(&variants.compile("chess", None, &Options::new()).unwrap());
        let played = compiled(&variants, 0);
        let quiet = [1, 2].map(|number| Arc::downgrade(&compiled(&variants, number)));
        let then = Instant::now();
        let asked_for = Arc::downgrade(&compiled(&variants, 3));
        variants.lock().sweep(then);
        assert!(quiet.iter().all(|quiet| quiet.upgrade().is_none()));
        assert!(chess.upgrade().is_some() && asked_for.upgrade().is_some());
        // A game that is played goes on by the same rules, and a caller that asks for them gets these.
        assert!(Arc::ptr_eq(&played, &compiled(&variants, 0)));
        assert_eq!(variants.size().0, 3);
        drop(played);
        variants.lock().sweep(Instant::now() + KEPT_FOR);
        variants.sweep();
        assert_eq!(variants.size(), (1, chess.upgrade().unwrap().memory()));
    }

    #[test]
    fn strange_definitions_do_not_displace_the_catalogue() {
        let variants = Variants::new(1 << 20, None);
        let chess = Arc::downgrade(&variants.compile("chess", None, &Options::new()).unwrap());
        (1..=50).for_each(|number| _ = compiled(&variants, number));
        variants.make_room();
        assert!(chess.upgrade().is_some());
    }

    #[test]
    fn a_picture_is_counted_once() {
        let variants = Variants::new(usize::MAX, None);
        let chess = variants.compile("chess", None, &Options::new()).unwrap();
        let before = chess.memory();
        let picture = chess.picture(View::Stack, Theme::Light);
        chess.picture(View::Stack, Theme::Light);
        assert_eq!(chess.memory(), before + picture.len());
        drop(chess);
        variants.lock().catalogue.clear();
        assert_eq!(variants.all.load(Relaxed), 0);
    }
}
