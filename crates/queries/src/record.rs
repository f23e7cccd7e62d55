//! Games as text, which the program `spielraum` reads and writes, too.

use crate::replay::{self, Replay};
use crate::{Patience, Refusal};
use spielraum_arcade::record::{Told, Written};
use spielraum_play::GameState;
use spielraum_rules::Rules;
use spielraum_wire::{Color, Game, GameResult, Imported, Options, Player};

/// A game as text: as the client sees it, and as it stands; `link` is where it can be seen.
pub fn written(game: &Game, state: &GameState, link: &str) -> String {
    let name = |player: &Option<Player>| {
        player.as_ref().map_or("?".to_owned(), |player| match player.level {
            Some(level) => format!("{} (level {level})", player.name),
            None => player.name.clone(),
        })
    };
    let players = [name(&game.players.white), name(&game.players.black)];
    let written = Written {
        remarks: vec![format!("{}: {} - {}, {link}", game.title, players[0], players[1])],
        game: &game.variant,
        options: game.options.iter().map(|(name, value)| (&**name, &**value)).collect(),
        start: state.start(),
        result: game.result.as_ref().map_or("unfinished".to_owned(), score),
        moves: &state.moves(),
        resigned: None,
    };
    written.to_string()
}

/// A result as players write it, and in words.
fn score(result: &GameResult) -> String {
    let score = match result.winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    };
    format!("{score} ({})", result.text)
}

/// What a text says; its game is still to be found.
pub fn read(text: &str) -> Result<Told, Refusal> {
    Told::read(text).map_err(|error| Refusal::new("bad-record", sentence(&error.to_string())))
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).chain(['.']).collect()
}

/// The game that a text shows, by its rules with the options chosen; every move must be legal.
pub fn imported(told: Told, rules: &Rules, options: Options, patience: Patience<'_>) -> Result<Imported, Refusal> {
    let start = told.start.as_ref().map(|start| &*start.text);
    let fen = replay::start(rules, start)?.fen();
    let moves: Vec<String> = told.moves.into_iter().map(|made| made.text).collect();
    let replay = Replay::new(rules, start, &moves, patience)?;
    let moves = replay.history.into_iter().map(|made| made.text).collect();
    Ok(Imported { variant: told.game, options, fen, moves })
}
