//! The arguments that name a game and a position, and what they lead to.

use crate::failure::{CommandResult, Failure};
use clap::Args;
use spielraum_language::{Game, Source, nearest};
use spielraum_matches::KnownGame;
use spielraum_rules::{Position, Rules};
use std::path::Path;

/// A game and its options.
#[derive(Args, Clone, Debug)]
pub struct GameArgs {
    /// A game: an id of the catalogue (see `spielraum games`) or the path of a definition file
    pub game: String,
    #[command(flatten)]
    pub settings: SettingArgs,
}

/// A game's options.
#[derive(Args, Clone, Debug, Default)]
pub struct SettingArgs {
    /// Choose one of the game's options, such as `castling=on` (can be given several times)
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub set: Vec<(String, String)>,
}

/// A position of the game.
#[derive(Args, Clone, Debug, Default)]
pub struct PositionArgs {
    /// The position, as FEN; without it the game's start
    #[arg(long)]
    pub fen: Option<String>,
}

/// Splits `NAME=VALUE`.
pub fn parse_setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.trim().into(), value.trim().into())),
        _ => Err("write it as NAME=VALUE, for instance `castling=on`".into()),
    }
}

/// A game ready to be played: its definition with the options chosen, and its tables.
#[derive(Clone)]
pub struct LoadedGame {
    /// What was asked for: an id of the catalogue or a path.
    pub name: String,
    /// The options that were chosen.
    pub settings: Vec<(String, String)>,
    /// The definition.
    pub game: Game,
    /// The tables.
    pub rules: Rules,
}

impl GameArgs {
    /// Loads the game.
    pub fn load(&self) -> CommandResult<LoadedGame> {
        LoadedGame::new(&self.game, &self.settings.set)
    }
}

impl PositionArgs {
    /// The position asked for.
    pub fn position(&self, rules: &Rules) -> CommandResult<Position> {
        match &self.fen {
            None => Ok(rules.start()),
            Some(fen) => Position::from_fen(rules, fen)
                .map_err(|error| Failure::input(error).with_help("the game's start: `spielraum show GAME`")),
        }
    }
}

impl LoadedGame {
    /// Loads a game of the catalogue or a file.
    pub fn new(name: &str, settings: &[(String, String)]) -> CommandResult<Self> {
        let game = if is_path(name) { load_file(Path::new(name), settings)? } else { load_builtin(name, settings)? };
        let rules = game.rules().map_err(Failure::Definition)?;
        Ok(Self { name: name.to_owned(), settings: settings.to_vec(), game, rules })
    }

    /// What players know about it.
    pub fn known(&self) -> KnownGame {
        KnownGame::new(&self.game, &self.rules, &self.settings)
    }
}

/// Whether a GAME means a file and not an id.
pub fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".kdl") || (!is_builtin(name) && Path::new(name).is_file())
}

fn is_builtin(id: &str) -> bool {
    spielraum_language::catalogue().any(|known| known == id)
}

fn load_builtin(id: &str, settings: &[(String, String)]) -> CommandResult<Game> {
    if !is_builtin(id) {
        let advice = match nearest(id, spielraum_language::catalogue()).as_slice() {
            [] => "`spielraum games` lists them; the path of a definition file ends in .kdl".to_owned(),
            near => format!("did you mean {}? `spielraum games` lists all", or_list(near)),
        };
        return Err(Failure::input(format!("there is no game `{id}`")).with_help(advice));
    }
    load(Source::Builtin(id), settings)
}

/// Loads a definition file; what it is based on may stand beside it.
fn load_file(path: &Path, settings: &[(String, String)]) -> CommandResult<Game> {
    if !path.is_file() {
        return Err(Failure::input(format!("there is no file `{}`", path.display()))
            .with_help("a game of the catalogue is named by its id alone; `spielraum games` lists them"));
    }
    load(Source::File(path), settings)
}

fn load(source: Source<'_>, settings: &[(String, String)]) -> CommandResult<Game> {
    spielraum_language::load(source, settings).map_err(Failure::Definition)
}

/// `a`, `b` or `c`.
pub fn or_list(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_split_at_the_first_equals_sign() {
        assert_eq!(parse_setting("castling=on"), Ok(("castling".into(), "on".into())));
        assert_eq!(parse_setting("a=b=c"), Ok(("a".into(), "b=c".into())));
        assert!(parse_setting("castling").is_err());
        assert!(parse_setting("=on").is_err());
    }

    #[test]
    fn words_are_listed() {
        assert_eq!(or_list(&["a", "b", "c"]), "`a`, `b` or `c`");
        assert_eq!(or_list(&["a"]), "`a`");
    }
}
