//! Addresses of the pages, within whatever site has them.

use crate::{Game, is_path};
use spielraum_catalogue::contains;

/// Where the analysis board has a line of moves from a position: the address behind the host. `None` for games of one's
/// own files, which no site knows.
pub fn analysis_path(game: &Game, fen: &str, moves: &[String]) -> Option<String> {
    if is_path(game.name()) || !contains(game.id()) {
        return None;
    }
    let chosen = game.settings().iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let moves = moves.join(" ");
    let own = [("fen", fen), ("moves", &moves)].into_iter().filter(|(_, value)| !value.is_empty());
    Some(format!("/analysis/{}?{}", game.id(), query(chosen.chain(own))))
}

/// Names and values as the query of an address.
pub fn query<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let pairs: Vec<String> =
        pairs.into_iter().map(|(name, value)| format!("{}={}", coded(name), coded(value))).collect();
    pairs.join("&")
}

/// A text as a part of an address (RFC 3986, unreserved characters as they are).
pub fn coded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_an_address_that_any_text_survives() {
        let game = Game::open("nacht-schach", &[]).expect("a game of the catalogue");
        let path = analysis_path(&game, "8/8/8/8/8/8/8[] w - -", &["a1b1".into(), "a7a8=Q+".into()]);
        let wanted = "/analysis/nacht-schach?fen=8%2F8%2F8%2F8%2F8%2F8%2F8%5B%5D%20w%20-%20-&moves=a1b1%20a7a8%3DQ%2B";
        assert_eq!(path.as_deref(), Some(wanted));
    }
}
