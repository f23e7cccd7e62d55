//! The pictures of the documentation are drawn by the program's own code: `docs/pictures/pictures.txt` lists them.

use crate::files::read;
use spielraum_catalogue::{Compile, Source, load};
use spielraum_draw::{Style, Theme, picture, png, portrait};
use spielraum_language::Definition;
use spielraum_rules::Color;
use spielraum_rules::spec::PieceType;
use std::path::Path;

const LIST: &str = "docs/pictures/pictures.txt";

/// Draws every picture of the list, or checks that each is as it would be drawn.
pub fn renew(root: &Path, only_check: bool) -> Result<String, String> {
    let list = read(&root.join(LIST))?;
    let (mut count, mut stale) = (0, Vec::new());
    for line in list.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let (file, bytes) = draw(root, line).map_err(|error| format!("{LIST}: `{line}`: {error}"))?;
        let path = root.join("docs/pictures").join(&file);
        count += 1;
        if std::fs::read(&path).is_ok_and(|old| old == bytes) {
            continue;
        }
        if !only_check {
            std::fs::write(&path, bytes).map_err(|error| format!("can't write {}: {error}", path.display()))?;
        }
        stale.push(file);
    }
    match (stale.is_empty(), only_check) {
        (true, _) => Ok(format!("{count} pictures are as they would be drawn")),
        (false, true) => Err(format!(
            "these pictures are not as they would be drawn: {}\nrun `cargo xtask pictures`",
            stale.join(" ")
        )),
        (false, false) => Ok(format!("{} of {count} pictures renewed", stale.len())),
    }
}

/// The file that a line of the list names, and what belongs in it.
fn draw(root: &Path, line: &str) -> Result<(String, Vec<u8>), String> {
    let mut words = line.split_whitespace();
    let (file, game) = (words.next().unwrap_or_default(), words.next().ok_or("the game is missing")?);
    let settings: Vec<(&str, &str)> =
        words.map(|word| word.split_once('=').ok_or(format!("`{word}` is no NAME=VALUE"))).collect::<Result<_, _>>()?;
    let game = load_game(root, game)?;
    let value = |name: &str| settings.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    let theme = if value("theme") == Some("dark") { Theme::Dark } else { Theme::Light };
    let svg = match value("piece") {
        Some(piece) => one_piece(&game, piece, theme)?,
        None => {
            let number = |name: &str, otherwise: f64| match value(name) {
                Some(text) => text.parse().map_err(|_| format!("`{text}` is no number")),
                None => Ok(otherwise),
            };
            let style =
                Style { theme, cell: number("cell", 40.0)?, aspect: number("aspect", 1.5)?, ..Style::default() };
            let rules = game.rules().map_err(|report| report.to_string())?;
            picture(&rules.start(), value("view").unwrap_or("slices").parse()?, &style)
        }
    };
    let bytes =
        if file.ends_with(".png") { png(&svg, 1.0).map_err(|error| error.to_string())? } else { svg.into_bytes() };
    Ok((file.to_owned(), bytes))
}

fn load_game(root: &Path, name: &str) -> Result<Definition, String> {
    let path = root.join("docs").join(name);
    let source = if name.ends_with(".kdl") { Source::File(&path) } else { Source::Builtin(name) };
    load(source, &[]).map_err(|report| report.to_string())
}

/// A piece by its letter, lower case for Black's.
fn one_piece(game: &Definition, piece: &str, theme: Theme) -> Result<String, String> {
    let pieces = &game.spec().pieces;
    let index = pieces.iter().position(|known| known.symbol.to_string() == piece.to_uppercase());
    let kind = PieceType(index.ok_or(format!("there is no piece `{piece}`"))? as u8);
    let color = if piece.chars().any(|c| c.is_ascii_lowercase()) { Color::Black } else { Color::White };
    Ok(portrait(game.spec(), kind, color, theme, 56))
}
