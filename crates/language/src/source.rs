//! Where definitions come from: a library, a text, a file.

use crate::suggest::{advice, shorten};
use std::path::{Path, PathBuf};

/// Texts that definitions may be based on or include, by name.
///
/// A name that begins with `lib/` is a part that games share; any other is a game.
pub trait Library {
    /// The text of this name.
    fn text(&self, name: &str) -> Option<&str>;

    /// All names, for advice about misspelt ones.
    fn names(&self) -> Vec<&str>;
}

/// A library without texts.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLibrary;

impl Library for NoLibrary {
    fn text(&self, _name: &str) -> Option<&str> {
        None
    }

    fn names(&self) -> Vec<&str> {
        Vec::new()
    }
}

/// A definition to load.
#[derive(Clone, Debug)]
pub enum Source<'s> {
    /// A game of the library, by its name.
    Builtin(&'s str),
    /// A text from anywhere. It may be based on games of the library only.
    Text {
        /// What the text is called in reports; without `.kdl` it is the game's id.
        name: &'s str,
        /// The definition.
        text: &'s str,
    },
    /// A file. It may be based on games of the library and on files beside it, which come first.
    File(&'s Path),
}

/// What a text of a library is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Game,
    /// A part that games include.
    Part,
}

impl Kind {
    fn of(name: &str) -> Self {
        if name.starts_with("lib/") { Self::Part } else { Self::Game }
    }
}

/// Finds the texts that a definition names in `based-on` and `include`.
pub(crate) struct Resolver<'l> {
    library: &'l dyn Library,
    folder: Option<PathBuf>,
}

/// A text that was found.
pub(crate) struct Found {
    /// What identifies it: the same text has the same identity.
    pub identity: String,
    /// What it is called in reports.
    pub name: String,
    pub text: String,
}

impl<'l> Resolver<'l> {
    /// The first text, and the resolver for what it names.
    pub fn open(source: &Source<'_>, library: &'l dyn Library) -> Result<(Found, Self), String> {
        let mut resolver = Self { library, folder: None };
        let found = match source {
            Source::Builtin(id) => match library.text(id).filter(|_| Kind::of(id) == Kind::Game) {
                Some(text) => named(id, text),
                None => {
                    let advice = advice(id, &resolver.names(Kind::Game)).map(|advice| format!(" ({advice})"));
                    return Err(format!("there is no game `{}`{}", shorten(id), advice.unwrap_or_default()));
                }
            },
            Source::Text { name, text } => {
                let name = shorten(name);
                Found { identity: format!("text:{name}"), name, text: (*text).to_owned() }
            }
            Source::File(path) => {
                resolver.folder = Some(path.parent().map(Path::to_path_buf).unwrap_or_default());
                read(path).map_err(|error| format!("{}: {error}", path.display()))?
            }
        };
        Ok((found, resolver))
    }

    /// The text called `name` in a definition: a file beside the first one if files are allowed, or a
    /// text of the library.
    pub fn find(&self, name: &str) -> Option<Result<Found, String>> {
        let beside = name.strip_prefix("./").unwrap_or(name);
        if let Some(folder) = self.folder.as_ref().filter(|_| is_plain(beside)) {
            let path = folder.join(format!("{beside}.kdl"));
            if path.is_file() {
                return Some(read(&path).map_err(|error| error.to_string()));
            }
        }
        self.library.text(name).map(|text| Ok(named(name, text)))
    }

    /// The library's names of games or of parts.
    pub fn names(&self, kind: Kind) -> Vec<&'l str> {
        self.library.names().into_iter().filter(|name| Kind::of(name) == kind).collect()
    }
}

/// Whether a name stays within its folder.
fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name
            .split('/')
            .all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_'))
}

fn named(name: &str, text: &str) -> Found {
    Found { identity: format!("library:{name}"), name: format!("{name}.kdl"), text: text.to_owned() }
}

fn read(path: &Path) -> std::io::Result<Found> {
    use std::io::Read;
    // One byte more than is allowed is enough to show that there are too many.
    let mut text = String::new();
    std::fs::File::open(path)?.take(crate::limits::BYTES as u64 + 1).read_to_string(&mut text)?;
    let identity = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    Ok(Found { identity: identity.display().to_string(), name: path.display().to_string(), text })
}
