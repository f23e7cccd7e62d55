//! The arguments that name a game and a position, and what they lead to.

use crate::failure::{CommandResult, Failure, warn};
use clap::Args;
use spielraum_arcade::Game;
use spielraum_rules::{Position, Rules};

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

impl GameArgs {
    /// Loads the game.
    pub fn load(&self) -> CommandResult<Game> {
        Ok(Game::open(&self.game, &self.settings.set)?)
    }
}

impl PositionArgs {
    /// The position asked for.
    pub fn position(&self, rules: &Rules) -> CommandResult<Position> {
        match &self.fen {
            None => Ok(rules.start()),
            Some(fen) => {
                let (position, left_out) = Position::read(rules, fen)
                    .map_err(|error| Failure::input(error).with_help("the game's start: `spielraum show GAME`"))?;
                left_out.iter().for_each(warn);
                Ok(position)
            }
        }
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
}
