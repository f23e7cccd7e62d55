//! Lists, regions and numbers in words.

use crate::board::level_names;
use spielraum_geometry::{Board, Cell, CellSet};
use spielraum_spec::{ByColor, Color, PieceType, Spec};

/// `a, b or c`.
pub(crate) fn list<T: AsRef<str>>(items: &[T], last: &str) -> String {
    match items {
        [] => "nothing".to_owned(),
        [one] => one.as_ref().to_owned(),
        [others @ .., end] => {
            let others: Vec<&str> = others.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", others.join(", "), end.as_ref())
        }
    }
}

/// The word with a capital letter.
pub(crate) fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// `one`, `two`, ... `12`.
pub(crate) fn number(number: usize) -> String {
    const WORDS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// The name of a piece; both names, where the sides call it differently.
pub(crate) fn name(spec: &Spec, piece: PieceType) -> String {
    let ByColor { white, black } = &spec.pieces[piece.index()].name;
    if white == black { white.clone() } else { format!("{white}/{black}") }
}

/// The names of pieces, each once, as a list.
pub(crate) fn piece_list(spec: &Spec, pieces: &[PieceType], last: &str) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in pieces.iter().map(|piece| name(spec, *piece)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    list(&names, last)
}

/// The same with an article: `a Rook or Knight`, `an Emperor`.
pub(crate) fn any_of(spec: &Spec, pieces: &[PieceType]) -> String {
    let names = piece_list(spec, pieces, "or");
    let article = if names.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {names}")
}

/// What a board consists of.
pub(crate) fn levels(board: &Board) -> String {
    let shape = board.shape();
    let files = format!("files {} to {}", shape.files[0], shape.files[shape.files.len() - 1]);
    let ranks = format!("ranks 1 to {}", shape.ranks);
    match shape.levels.len() {
        1 => format!("{files}, {ranks}"),
        _ => {
            let names: Vec<&str> = level_names(board).collect();
            format!("levels {}, {files}, {ranks}", names.join(" "))
        }
    }
}

/// `first`, `second`, ... `6th`.
pub(crate) fn ordinal(number: u8) -> String {
    match number {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        other => format!("{other}th"),
    }
}

/// The cells of each side in words, with `any cell` for the whole board.
pub(crate) fn zone(spec: &Spec, cells: &ByColor<CellSet>) -> String {
    by_side(spec, cells).unwrap_or_else(|| "any cell".to_owned())
}

/// The cells of each side in words; `None` when it is the whole board for both.
pub(crate) fn by_side(spec: &Spec, cells: &ByColor<CellSet>) -> Option<String> {
    let board = &spec.board;
    if Color::BOTH.iter().all(|color| cells[*color] == board.all()) {
        return None;
    }
    let ByColor { white, black } = cells;
    if white == black {
        return Some(region(board, white));
    }
    Some(format!(
        "{} ({}) or {} ({})",
        region(board, white),
        spec.sides.of(Color::White),
        region(board, black),
        spec.sides.of(Color::Black)
    ))
}

/// A set of cells in words.
fn region(board: &Board, cells: &CellSet) -> String {
    if cells.is_empty() {
        return "no cell".to_owned();
    }
    if *cells == board.all() {
        return "any cell".to_owned();
    }
    let range = |axis: &dyn Fn(Cell) -> usize| {
        let values = || cells.iter().map(axis);
        (values().min().unwrap_or(0), values().max().unwrap_or(0))
    };
    let level = |cell| board.level(cell);
    let (file, rank) = (|cell| board.file(cell), |cell| board.rank(cell));
    let (levels, files, ranks) = (range(&level), range(&file), range(&rank));
    let within = |at: usize, range: (usize, usize)| (range.0..=range.1).contains(&at);
    let in_box = |&cell: &Cell| within(level(cell), levels) && within(file(cell), files) && within(rank(cell), ranks);
    let full = board.cells().filter(in_box).count();
    if full != cells.len() {
        let names: Vec<&str> = cells.iter().take(24).map(|cell| board.name(cell)).collect();
        let more = cells.len().saturating_sub(names.len());
        return if more == 0 { names.join(" ") } else { format!("{} and {more} more cells", names.join(" ")) };
    }
    let shape = board.shape();
    let mut parts = Vec::new();
    let mut say = |what: &str, (from, to): (usize, usize), size: usize, name: &dyn Fn(usize) -> String| {
        if (from, to) != (0, size - 1) {
            parts.push(if from == to {
                format!("{what} {}", name(from))
            } else {
                format!("{what}s {} to {}", name(from), name(to))
            });
        }
    };
    let level_name = |at: usize| level_names(board).nth(at).unwrap_or_default().to_owned();
    say("level", levels, shape.levels.len(), &level_name);
    say("file", files, shape.files.len(), &|at| shape.files[at].clone());
    say("rank", ranks, shape.ranks, &|at| (at + 1).to_string());
    parts.join(", ")
}
