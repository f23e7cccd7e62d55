//! Saved games: files with a game record, as `spielraum_arcade::record` describes it.

use super::session::Session;
use crate::failure::{CommandResult, Failure};
use spielraum_arcade::Game;
use spielraum_arcade::record::{Told, Written};
use spielraum_play::{Ending, Players};
use spielraum_rules::{Color, Position};
use std::io::Read;
use std::path::Path;

/// The remark by which a saved game is known.
const REMARK: &str = "A game of Spielraum; go on with it by `spielraum play --load FILE`.";

/// The largest saved game that is read.
const MAX_BYTES: u64 = 1 << 20;

/// Writes a game to a file. A file that is no saved game is not overwritten.
pub fn save(session: &Session, path: &Path) -> CommandResult<()> {
    if path.exists() && !read_limited(path).is_ok_and(|text| is_saved_game(&text)) {
        return Err(Failure::input(format!("`{}` exists and is not a saved game", path.display()))
            .with_help("choose another name"));
    }
    std::fs::write(path, text(session, &[])).map_err(|error| Failure::file("write", path.display(), &error))
}

/// Reads a game from a file and makes its moves again.
pub fn load(path: &Path, players: Players) -> CommandResult<Session> {
    parse(&read_limited(path)?, players).map_err(|failure| match failure {
        Failure::Input { what, help } => Failure::Input { what: format!("{}: {what}", path.display()), help },
        other => other,
    })
}

fn read_limited(path: &Path) -> CommandResult<String> {
    let mut text = String::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(MAX_BYTES + 1).read_to_string(&mut text))
        .map_err(|error| Failure::file("read", path.display(), &error))?;
    if text.len() as u64 > MAX_BYTES {
        return Err(Failure::input(format!("`{}` is too large for a saved game", path.display())));
    }
    Ok(text)
}

fn is_saved_game(text: &str) -> bool {
    text.strip_prefix("# ").is_some_and(|text| text.starts_with(REMARK))
}

/// The text of a game; the remarks, a line each, come before it.
pub fn text(session: &Session, remarks: &[String]) -> String {
    let ending = session.ending();
    let result = ending.map_or("unfinished".to_owned(), |ending| {
        format!("{} ({})", ending.winner().map_or("draw", Color::name), session.said(ending))
    });
    let resigned = match ending {
        Some(Ending::Resigned(loser)) => Some(*loser),
        _ => None,
    };
    let written = Written {
        remarks: std::iter::once(REMARK.to_owned()).chain(remarks.iter().cloned()).collect(),
        game: session.game.name(),
        options: session.game.settings().iter().map(|(name, value)| (&**name, &**value)).collect(),
        start: session.start(),
        result,
        moves: &session.position().moves_made(),
        resigned,
    };
    written.to_string()
}

fn parse(text: &str, players: Players) -> CommandResult<Session> {
    let told = Told::read(text).map_err(|error| match error.line {
        Some(_) => Failure::input(error),
        None => Failure::input(error).with_help("is this a saved game?"),
    })?;
    let game = Game::open(&told.game, &told.options)?;
    let start = match told.start {
        None => game.rules().start(),
        Some(fen) => Position::from_fen(game.rules(), &fen.text).map_err(|error| at_line(fen.line, error))?,
    };
    let mut session = Session::new(game, start, players);
    for made in told.moves {
        if let Some(ending) = session.ending() {
            return Err(at_line(
                made.line,
                format!("`{}` follows the end of the game: {}", made.text, session.said(ending)),
            ));
        }
        let m = session.position().read_san(&made.text).map_err(|error| at_line(made.line, error))?;
        session.make(m).map_err(|error| at_line(made.line, error))?;
    }
    if let (Some(loser), None) = (told.resigned, session.ending()) {
        session.resign(loser).map_err(Failure::input)?;
    }
    Ok(session)
}

fn at_line(number: usize, error: impl std::fmt::Display) -> Failure {
    Failure::input(format!("line {number}: {error}"))
}
