//! The games that the engine can play: those of the catalogue, and those of definition files.

use spielraum_arcade::{Game, Source};
use spielraum_catalogue::{aliases, canonical, contains, ids};
use spielraum_language::{GameOption, Report, nearest};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A game that can be chosen.
struct Variant {
    /// What to load: an id of the catalogue or the path of a file.
    from: String,
    /// The options that its players have.
    options: Vec<GameOption>,
    /// What was chosen of them.
    chosen: BTreeMap<String, String>,
}

/// The games that can be chosen, by name.
pub struct Variants(BTreeMap<String, Variant>);

/// How many definition files of a folder are read.
const MOST_FILES: usize = 1_000;

impl Variants {
    /// Those of the catalogue.
    pub fn new() -> Result<Self, Report> {
        let mut all = Self(BTreeMap::new());
        for id in ids() {
            let game = spielraum_catalogue::load(Source::Builtin(id), &[])?;
            all.add(id, id, game.options());
        }
        // Their options are those of the game.
        for (alias, id) in aliases() {
            all.add(alias, id, &[]);
        }
        Ok(all)
    }

    fn add(&mut self, name: &str, from: &str, options: &[GameOption]) {
        let options = options.iter().filter(|option| !option.fixed).cloned().collect();
        self.0.insert(name.to_owned(), Variant { from: from.to_owned(), options, chosen: BTreeMap::new() });
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The options that games have: `game.option`, and the option.
    pub fn options(&self) -> impl Iterator<Item = (String, &GameOption)> {
        self.0.iter().flat_map(|(name, variant)| {
            variant.options.iter().map(move |option| (format!("{name}.{}", option.name), option))
        })
    }

    /// Loads a game with the options chosen for it.
    pub fn load(&self, name: &str) -> Result<Game, String> {
        let Some(variant) = self.0.get(name) else {
            return Err(match nearest(name, self.names()).first() {
                Some(near) => format!("there is no game `{name}`; did you mean `{near}`?"),
                None => format!("there is no game `{name}`; `uci` lists them after UCI_Variant"),
            });
        };
        let settings: Vec<_> = variant.chosen.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        Game::open(&variant.from, &settings).map_err(|error| error.to_string())
    }

    /// Chooses an option, named `game.option`; gives the name of the game. `None` if there is no such option.
    pub fn choose(&mut self, full_name: &str, value: &str) -> Option<Result<String, String>> {
        let (game, option) = full_name.split_once('.')?;
        let (name, variant) = self.0.iter_mut().find(|(name, _)| name.eq_ignore_ascii_case(game))?;
        let option = variant.options.iter().find(|known| known.name.eq_ignore_ascii_case(option))?;
        if !option.accepts(value) {
            return Some(Err(format!("`{full_name}` can't be `{value}`; it can be {}", option.choices())));
        }
        variant.chosen.insert(option.name.clone(), value.to_owned());
        Some(Ok(name.clone()))
    }

    /// Adds the games of a definition file, or of all those in a folder. Gives the names that were added, and
    /// what is wrong with the others.
    pub fn add_path(&mut self, path: &str) -> (Vec<String>, Vec<String>) {
        let (mut added, mut faults) = (Vec::new(), Vec::new());
        match definition_files(Path::new(path)) {
            Err(error) => faults.push(error),
            Ok(files) if files.is_empty() => faults.push(format!("no definition files (*.kdl) in `{path}`")),
            Ok(files) => {
                for file in files {
                    match self.add_file(&file) {
                        Ok(name) => added.push(name),
                        Err(fault) => faults.push(format!("{}: {fault}", file.display())),
                    }
                }
            }
        }
        (added, faults)
    }

    fn add_file(&mut self, path: &Path) -> Result<String, String> {
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        if name.is_empty() || name.contains(char::is_whitespace) || name.contains('.') {
            return Err("the file's name must have no spaces and no points before .kdl".into());
        }
        if contains(canonical(&name)) {
            return Err("a game of the catalogue has this name; choose another".into());
        }
        let from = path.to_str().ok_or("the path is not text")?;
        let game = Game::open(from, &[]).map_err(|error| error.to_string())?;
        self.add(&name, from, game.definition().options());
        Ok(name)
    }
}

/// The definition files that a path names, in alphabetical order.
fn definition_files(path: &Path) -> Result<Vec<PathBuf>, String> {
    if path.extension().is_some_and(|extension| extension == "kdl") {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path)
        .map_err(|error| format!("`{}` is neither a definition file (*.kdl) nor a folder: {error}", path.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "kdl"))
        .take(MOST_FILES)
        .collect();
    files.sort();
    Ok(files)
}
