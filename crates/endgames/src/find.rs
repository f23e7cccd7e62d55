//! Finds the tables of a game and gives them to the engine.

use crate::build::ENDING;
use crate::digest::digest;
use crate::error::EndgameError;
use crate::file::TableFile;
use crate::material::Material;
use crate::tables::Tables;
use crate::value::Value;
use spielraum_engine::{Score, Tablebase};
use spielraum_rules::{Position, Rules};
use std::fmt;
use std::path::{Path, PathBuf};

/// Where the tables of a game are: in the subfolder of its name, if there is one, else in the folder itself.
pub fn folder_of(game: &str, folder: &Path) -> PathBuf {
    let own = folder.join(game);
    if own.is_dir() { own } else { folder.to_owned() }
}

impl Tables {
    /// The tables of a game in a folder that can be there for several games (see [`folder_of`]). Every file's header is
    /// read: it is an error if one is damaged, or if none belongs to these rules.
    pub fn find(rules: &Rules, game: &str, folder: &Path) -> Result<Self, EndgameError> {
        let folder = folder_of(game, folder);
        let mut tables = Self::new(rules, &folder)?;
        let digest = digest(rules);
        let (mut most, mut others) = (0, None);
        for entry in std::fs::read_dir(&folder).map_err(EndgameError::reading(&folder))? {
            let path = entry.map_err(EndgameError::reading(&folder))?.path();
            if path.extension().is_none_or(|ending| ending != ENDING) {
                continue;
            }
            match TableFile::open(&path, &digest) {
                Ok(Some(file)) => most = most.max(Material::parse(rules, &file.header.material)?.pieces().len()),
                Ok(None) => {}
                Err(error @ EndgameError::OtherRules(_)) => others = Some(error),
                Err(error) => return Err(error),
            }
        }
        if most == 0 {
            return Err(others.unwrap_or(EndgameError::NoTables(folder)));
        }
        tables.max_pieces = most as u32;
        Ok(tables)
    }

    /// The most pieces that a position in a table has, as far as is known.
    pub fn most_pieces(&self) -> u32 {
        self.max_pieces
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl Tablebase for Tables {
    fn max_pieces(&self) -> u32 {
        self.most_pieces()
    }

    /// A table that can't be read has no values.
    fn probe(&self, position: &Position) -> Option<Score> {
        Some(match self.probe_unfinished(position).ok()?? {
            Value::Loss(plies) => Score::loss_in(plies.into()),
            Value::Draw => Score::DRAW,
            Value::Win(plies) => Score::win_in(plies.into()),
        })
    }
}
