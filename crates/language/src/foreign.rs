//! Words of other programs and of everyday speech, and what is said here instead.

use crate::syntax::Node;

/// Words, what to say instead, and the part of the reference that describes it.
const WORDS: &[(&[&str], &str, &str)] = &[
    (&["name", "game", "variant"], "title \"...\"", "About the game"),
    (&["author", "designer", "creator"], "inventor \"...\"", "About the game"),
    (&["size", "width", "height", "rows", "columns", "files", "ranks"], "board files=8 ranks=8", "Board"),
    (&["symmetry", "rotation"], "mirror \"ranks\"", "Board"),
    (&["zone", "area", "sites", "squares", "cells"], "region \"zone\" ranks=\"6-8\"", "Regions"),
    (
        &["king", "queen", "rook", "bishop", "knight", "pawn", "unit", "type", "royal"],
        "piece \"K\" \"King\" royal=#true { step \"radial\" }",
        "Pieces",
    ),
    (&["moves", "betza", "rides", "jump"], "piece \"N\" { leap \"(1,2)\" }", "Pieces"),
    (&["promote", "promotes", "upgrade"], "promotion \"P\" into=\"Q\" ends-in=\"last-rank\"", "Promotion"),
    (&["drops", "pocket", "reserve", "captures-to-hand"], "hand order=\"R P\"", "Hands and prisons"),
    (
        &["en-passant", "enpassant", "first-move", "initial"],
        "double-step \"P\" along=\"forward\" from=\"pawn-rank\"",
        "Double step",
    ),
    (&["castle", "rochade"], "castling \"K\" king=\"e1-g1\" rook=\"h1-f1\"", "Castling"),
    (&["explosion", "blast", "explode", "after", "effect"], "on \"capture\" { remove \"mover\" }", "Effects"),
    (&["pass", "moves-per-turn", "double-move"], "turn { move; move; }", "Turns of several parts"),
    (&["mandatory", "forced", "obligatory", "must-capture"], "must \"capture\"", "Constraints"),
    (&["forbid", "forbidden", "illegal", "cannot"], "may-not \"give-check\"", "Constraints"),
    (
        &["win", "wins", "goal", "victory", "loss", "lose", "draw", "result", "objective"],
        "end \"win\" { pieces \"K\" in=\"hill\" }",
        "How a game ends",
    ),
    (&["check", "checks", "three-check"], "check-count 3", "How a game ends"),
    (&["fifty-moves", "50-moves", "move-rule"], "move-count 100", "How a game ends"),
    (&["threefold", "repeat"], "repetition \"draw\" times=3", "How a game ends"),
    (&["fen", "setup", "position", "array", "startpos"], "start \"rk2/4/4/RK2\"", "The start position"),
    (&["inherits", "extends", "base", "parent"], "based-on \"chess\"", "Building on other files"),
    (&["import", "use", "load"], "include \"lib/chess-pieces\"", "Building on other files"),
];

/// What to say instead of a word of the outermost level that is not known.
pub(crate) fn word(word: &str) -> String {
    let asked = word.to_ascii_lowercase().replace('_', "-");
    match WORDS.iter().find(|(words, ..)| words.contains(&asked.as_str())) {
        Some((_, example, part)) => format!("as in `{example}`; see \"{part}\" in the reference of the language"),
        None => "see \"The words\" in the reference of the language".to_owned(),
    }
}

/// What to say instead of a property that a word does not have.
pub(crate) fn property(word: &str, name: &str) -> Option<&'static str> {
    Some(match (word, name) {
        ("piece" | "movement", "moves" | "move" | "movement") => {
            "moves stand in the block, as in `{ slide \"orthogonal\" }`, or in `betza`"
        }
        ("piece", "name") => "the name stands behind the letter, as in `piece \"R\" \"Rook\"`",
        ("piece", "king") => "as in `royal=#true`",
        ("board", "size" | "width" | "height" | "rows" | "columns") => "as in `board files=8 ranks=8`",
        ("promotion", "rank" | "ranks" | "at" | "in" | "on" | "zone" | "region") => {
            "as in `ends-in=\"last-rank\"`; a `region` names other cells"
        }
        ("promotion", "to") => "as in `into=\"Q R B N\"`",
        ("double-step", "rank" | "ranks") => "as in `from=\"pawn-rank\"`, with `region \"pawn-rank\" ranks=2`",
        ("hand" | "prison", "pieces") => "as in `order=\"R B P\"`",
        _ => return None,
    })
}

/// What to say instead of a value that a word does not take.
pub(crate) fn value(word: &str, node: &Node) -> Option<String> {
    if word != "board" {
        return None;
    }
    let size = node.args.first().and_then(|value| value.text()).unwrap_or_default();
    let mut numbers = size.split(['x', 'X', '×', '*']).map(|number| number.trim().parse::<u8>().ok());
    Some(match (numbers.next().flatten(), numbers.next().flatten(), numbers.next()) {
        (Some(files), Some(ranks), None) => format!("say `board files={files} ranks={ranks}`"),
        _ => "as in `board files=8 ranks=8`".to_owned(),
    })
}
