//! Where definitions come from: the catalogue, a text, a file.

use crate::catalogue;
use std::path::{Path, PathBuf};

/// A definition to load.
#[derive(Clone, Debug)]
pub enum Source<'s> {
    /// A game of the [catalogue](crate::catalogue), by its id.
    Builtin(&'s str),
    /// A text from anywhere. It may be based on games of the catalogue only.
    Text {
        /// What the text is called in reports; without `.kdl` it is the game's id.
        name: &'s str,
        /// The definition.
        text: &'s str,
    },
    /// A file. It may be based on games of the catalogue and on files beside it, which come first.
    File(&'s Path),
}

/// Finds the texts that a definition names in `based-on` and `include`.
pub(crate) struct Resolver {
    folder: Option<PathBuf>,
}

/// A text that was found, or why not.
pub(crate) struct Found {
    /// What identifies it: the same text has the same identity.
    pub identity: String,
    /// What it is called in reports.
    pub name: String,
    pub text: String,
}

impl Resolver {
    /// The first text, and the resolver for what it names.
    pub fn open(source: &Source<'_>) -> Result<(Found, Self), String> {
        match source {
            Source::Builtin(id) => match catalogue::game_text(id) {
                Some(text) => Ok((builtin(id, text), Self { folder: None })),
                None => Err(match crate::suggest::advice(id, &catalogue::ids().collect::<Vec<_>>()) {
                    Some(advice) => format!("the catalogue has no game `{}` ({advice})", crate::suggest::shorten(id)),
                    None => format!("the catalogue has no game `{}`", crate::suggest::shorten(id)),
                }),
            },
            Source::Text { name, text } => {
                let name = crate::suggest::shorten(name);
                Ok((Found { identity: format!("text:{name}"), name, text: (*text).to_owned() }, Self { folder: None }))
            }
            Source::File(path) => {
                let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
                let found = read(path).map_err(|error| format!("{}: {error}", path.display()))?;
                Ok((found, Self { folder: Some(folder) }))
            }
        }
    }

    /// The text called `name` in a definition: a file beside the first one if files are allowed, or a
    /// text of the catalogue.
    pub fn find(&self, name: &str) -> Option<Result<Found, String>> {
        if let Some(folder) = self.folder.as_ref().filter(|_| is_plain(name)) {
            let path = folder.join(format!("{name}.kdl"));
            if path.is_file() {
                return Some(read(&path).map_err(|error| error.to_string()));
            }
        }
        catalogue::text(name).map(|text| Ok(builtin(name, text)))
    }
}

/// Whether a name stays within its folder.
fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name
            .split('/')
            .all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_'))
}

fn builtin(name: &str, text: &str) -> Found {
    Found { identity: format!("catalogue:{name}"), name: format!("{name}.kdl"), text: text.to_owned() }
}

fn read(path: &Path) -> std::io::Result<Found> {
    use std::io::Read;
    // One byte more than is allowed is enough to tell that there are too many.
    let mut text = String::new();
    std::fs::File::open(path)?.take(crate::limits::BYTES as u64 + 1).read_to_string(&mut text)?;
    let identity = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    Ok(Found { identity: identity.display().to_string(), name: path.display().to_string(), text })
}
