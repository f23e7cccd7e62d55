//! How moves are written in UCI.
//!
//! It is our notation but for one thing: on a flat board the letter of a promotion is small and has no sign
//! before it, `e7e8q`.

use spielraum_rules::{Move, MoveTextError, Position};

/// The text of a move of this position.
pub fn move_text(position: &Position, m: Move) -> String {
    let text = position.move_text(m);
    if !is_flat(position) || m.remote_promotion().is_some() {
        return text;
    }
    match text.split_once('=') {
        Some((cells, letter)) => format!("{cells}{}", letter.to_lowercase()),
        None => text,
    }
}

/// The legal move that a text names, written as in UCI or as in our notation.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    position.parse_move(text)
}

/// How a position came about, as `position` says it: where its game began and the moves made since.
pub fn description(position: &Position) -> String {
    let mut replay = position.clone();
    while replay.unmake().is_some() {}
    let start = replay.fen();
    let at_start = start == position.rules().start().fen();
    let mut words = vec![if at_start { "startpos".to_owned() } else { format!("fen {start}") }];
    for (number, m) in position.moves_made().into_iter().enumerate() {
        if number == 0 {
            words.push("moves".into());
        }
        words.push(move_text(&replay, m));
        replay.make(m);
    }
    words.join(" ")
}

fn is_flat(position: &Position) -> bool {
    position.rules().board().extent().level == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielraum_catalogue::{Source, ids, load};
    use spielraum_rules::Rules;

    fn rules(id: &str) -> Rules {
        load(Source::Builtin(id), &[]).unwrap().rules().unwrap()
    }

    #[test]
    fn promotions_have_small_letters_on_flat_boards() {
        let chess = rules("chess");
        let position = Position::from_fen(&chess, "8/P3k3/8/8/8/8/8/K7 w - - 0 1").unwrap();
        let m = parse_move(&position, "a7a8q").unwrap();
        assert_eq!((move_text(&position, m), position.move_text(m)), ("a7a8q".into(), "a7a8=Q".into()));
        assert_eq!(parse_move(&position, "a7a8=Q"), Ok(m));
    }

    #[test]
    fn the_moves_of_every_game_can_be_read_back() {
        for id in ids() {
            let rules = rules(id);
            let position = spielraum_matches::opening(&rules.start(), 30, 1, 0);
            for m in position.legal_moves() {
                let text = move_text(&position, m);
                assert!(!text.contains(' '), "{id}: {text}");
                assert_eq!(parse_move(&position, &text), Ok(m), "{id}: {text} in {}", position.fen());
            }
        }
    }

    #[test]
    fn positions_are_described_from_where_they_began() {
        let chess = rules("chess");
        let mut position = chess.start();
        assert_eq!(description(&position), "startpos");
        for text in ["e2e4", "e7e5"] {
            let m = parse_move(&position, text).unwrap();
            position.make(m);
        }
        assert_eq!(description(&position), "startpos moves e2e4 e7e5");
        let other = Position::from_fen(&chess, "8/P3k3/8/8/8/8/8/K7 w - - 0 1").unwrap();
        assert_eq!(description(&other), "fen 8/P3k3/8/8/8/8/8/K7 w - - 0 1");
    }
}
