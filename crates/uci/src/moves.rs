//! How moves are written in UCI.
//!
//! It is our notation but for letters on a flat board, which are small and have no sign before them: of a promotion, `e7e8q`, and
//! of a piece that comes to the cell that a move leaves, `b1a3h`; if that is the rook's cell of a castling, the move is the rook's,
//! `h1e1h`.

use spielraum_rules::{Move, MoveKind, MoveTextError, Position};
use std::ops::ControlFlow;

/// The text of a move of this position.
pub fn move_text(position: &Position, m: Move) -> String {
    let text = position.move_text(m);
    if !is_flat(position) || m.remote_promotion().is_some() {
        return text;
    }
    if let (Some((cell, _)), None) = (m.gate(), m.promotion()) {
        let name = position.rules().board().name(cell);
        let (cells, gate) = text.split_once('/').unwrap_or((&text, ""));
        let letters = gate.strip_suffix(name).unwrap_or(gate).to_lowercase();
        return match m.from() {
            Some(king) if king != cell => format!("{name}{}{letters}", position.rules().board().name(king)),
            _ => format!("{cells}{letters}"),
        };
    }
    match text.split_once('=') {
        Some((cells, letter)) => format!("{cells}{}", letter.to_lowercase()),
        None => text,
    }
}

/// The legal move that a text names, written as in UCI, as in our notation, or as some other programs write it: castling as
/// the king's step onto its own rook (`e1h1`), and the moves of USI (`7g7f`, `P*5e`, `8h2b+`).
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let others = || castling(position, text).or_else(|| gating(position, text)).or_else(|| usi(position, text));
    position.parse_move(text).or_else(|error| others().ok_or(error))
}

/// The moves that a text names: the parts of a turn may stand in one text, as Fairy-Stockfish writes them (`e2e4,e4e5`).
pub fn parse_turn(position: &Position, text: &str) -> Result<Vec<Move>, MoveTextError> {
    parse_move(position, text).map(|m| vec![m]).or_else(|error| position.parse_turn(text).map_err(|_| error))
}

/// The castling of the king on one cell with the rook on another.
fn castling(position: &Position, text: &str) -> Option<Move> {
    let board = position.rules().board();
    let halves = (1..text.len()).filter_map(|at| text.split_at_checked(at));
    let mut cells = halves.filter_map(|(king, rook)| board.find(king).zip(board.find(rook)));
    let (king, rook) = cells.next()?;
    find(position, |m| {
        m.kind() == MoveKind::Castling
            && m.from() == Some(king)
            && position.second_piece(m).is_some_and(|(from, _)| from == rook)
    })
}

/// The castling with which a piece comes to the cell of the rook.
fn gating(position: &Position, text: &str) -> Option<Move> {
    let gates = !position.rules().spec().firsts.gates.is_empty();
    find(position, |m| gates && m.kind() == MoveKind::Castling && m.gate().is_some() && move_text(position, m) == text)
}

/// The move that USI names: files are numbered from White's right, ranks have letters from the other side.
fn usi(position: &Position, text: &str) -> Option<Move> {
    let board = position.rules().board();
    if let Some((piece, to)) = text.split_once('*') {
        let (to, "") = usi_cell(position, to)? else { return None };
        return position.parse_move(&format!("{piece}@{to}")).ok();
    }
    let (from, text) = usi_cell(position, text)?;
    let (to, sign) = usi_cell(position, text)?;
    let promotes = match sign {
        "" => false,
        "+" => true,
        _ => return None,
    };
    let is_from = |m: Move| m.from().is_some_and(|cell| board.name(cell) == from);
    find(position, |m| is_from(m) && board.name(m.to()) == to && m.promotion().is_some() == promotes)
}

/// The name of the cell that a text begins with in USI, on a flat board, and the rest of the text.
fn usi_cell<'t>(position: &'t Position, text: &'t str) -> Option<(&'t str, &'t str)> {
    let board = position.rules().board();
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, rest) = text.split_at(digits);
    let letter = rest.bytes().next().filter(u8::is_ascii_lowercase)?;
    let extent = board.extent();
    let (file, rank) = (extent.file.checked_sub(number.parse().ok()?)?, extent.rank - 1 - i16::from(letter - b'a'));
    let mut cells = board.cells().filter(|_| is_flat(position));
    let cell = cells.find(|&cell| (board.coord(cell).file, board.coord(cell).rank) == (file, rank))?;
    Some((board.name(cell), &rest[1..]))
}

/// The first legal move that is such.
fn find(position: &Position, is: impl Fn(Move) -> bool) -> Option<Move> {
    let mut found = None;
    let _ = position.for_each_legal(|m| match is(m) {
        true => {
            found = Some(m);
            ControlFlow::Break(())
        }
        false => ControlFlow::Continue(()),
    });
    found
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
    use spielraum_catalogue::{Compile, Source, ids, load};
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
    fn castling_is_read_as_other_programs_write_it() {
        let chess = rules("chess");
        let position = Position::from_fen(&chess, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1").unwrap();
        for (text, ours) in [("e8h8", "e8g8"), ("e8a8", "e8c8"), ("e8g8", "e8g8")] {
            assert_eq!(parse_move(&position, text), parse_move(&position, ours), "{text}");
            assert_eq!(parse_move(&position, text).unwrap().kind(), MoveKind::Castling, "{text}");
        }
        for text in ["e8h1", "h8e8", "e8e8", "a8h8", "ä8h8", "e", ""] {
            assert!(parse_move(&position, text).is_err(), "{text}");
        }
    }

    #[test]
    fn whole_turns_are_read_as_fairy_stockfish_writes_them() {
        let mut position = rules("duck").start();
        for (text, ours) in
            [("e2e4,e4e5", ["e2e4", "D@e5"]), ("g8f6,f6e6", ["g8f6", "D@e6"]), ("f1a6,a6f1", ["f1a6", "D@f1"])]
        {
            let moves = parse_turn(&position, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            for (m, ours) in moves.into_iter().zip(ours) {
                assert_eq!(position.move_text(m), ours, "{text}");
                position.make(m);
            }
        }
        assert!(parse_turn(&position, "b8c6,c6f1").is_err(), "the duck stays on no cell");
        let chess = rules("chess").start();
        assert_eq!(parse_turn(&chess, "e2e4"), parse_move(&chess, "e2e4").map(|m| vec![m]));
        assert!(parse_turn(&chess, "e2e4,e7e5").is_err());
    }

    #[test]
    fn moves_of_usi_are_read() {
        let shogi = rules("shogi");
        let mut position = shogi.start();
        for (text, ours) in [("7g7f", "c3c4"), ("3c3d", "g7g6"), ("8h2b+", "b2h8+"), ("3a2b", "g9h8"), ("B*5e", "B@e5")]
        {
            let m = parse_move(&position, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(position.move_text(m), ours, "{text}");
            position.make(m);
        }
        for text in ["7g7f", "8h2b+", "10a1a", "7z7f", "P*5e", "*5e", "5e", "7c7d+", "+"] {
            assert!(parse_move(&position, text).is_err(), "{text}");
        }
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
