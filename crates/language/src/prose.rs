//! Lists, regions and numbers in words.

use crate::board::level_names;
use crate::locale::{Locale, say};
use spielraum_geometry::{Cell, CellSet};
use spielraum_spec::{ByColor, Color, PieceType, SideName, Spec};

/// `a, b or c`.
pub(crate) fn list<T: AsRef<str>>(items: &[T], last: &str) -> String {
    match items {
        [] => String::new(),
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

/// The English plural of a piece's name: `Knights`, `Archbishops`, `Stocksbrasses`, `Kings/Emperors`.
pub(crate) fn plural(name: &str) -> String {
    let one = |name: &str| {
        let vowel = |c: char| "aeiou".contains(c);
        match name.strip_suffix('y') {
            Some(stem) if !stem.ends_with(vowel) => format!("{stem}ies"),
            _ if name.ends_with("uch") => format!("{name}s"),
            _ if ["s", "x", "z", "ch", "sh"].iter().any(|end| name.ends_with(end)) => format!("{name}es"),
            _ => format!("{name}s"),
        }
    };
    match name.split_once(" of ") {
        Some((head, rest)) => format!("{} of {rest}", plural(head)),
        None => name.split('/').map(one).collect::<Vec<_>>().join("/"),
    }
}

/// What sentences about a game have in common: its names, and the language.
///
/// German sentences have the names of pieces without an article, since nothing says their gender, and cells in the dative.
#[derive(Clone, Copy)]
pub(crate) struct Prose<'s> {
    pub spec: &'s Spec,
    pub locale: Locale,
}

impl Prose<'_> {
    /// `a, b or c`; `nothing` without any.
    pub fn or<T: AsRef<str>>(self, items: &[T]) -> String {
        self.list(items, self.locale.pick("or", "oder"))
    }

    /// `a, b and c`; `nothing` without any.
    pub fn and<T: AsRef<str>>(self, items: &[T]) -> String {
        self.list(items, self.locale.pick("and", "und"))
    }

    fn list<T: AsRef<str>>(self, items: &[T], last: &str) -> String {
        if items.is_empty() { self.locale.pick("nothing", "nichts").to_owned() } else { list(items, last) }
    }

    /// `one`, `two`, ... `12`.
    pub fn number(self, number: usize) -> String {
        const EN: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
        const DE: [&str; 10] = ["null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"];
        let words = self.locale.pick(EN, DE);
        words.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
    }

    /// The number; in German as in `zweimal`.
    pub fn times(self, number: usize) -> String {
        match self.locale {
            Locale::De if number > 9 => format!("{number}-mal"),
            Locale::De => format!("{}mal", self.number(number)),
            Locale::En => self.number(number),
        }
    }

    /// `first`, `second`, ... `6th`; in German as in `zum ersten Mal`.
    pub fn ordinal(self, number: u8) -> String {
        const EN: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
        const DE: [&str; 5] = ["ersten", "zweiten", "dritten", "vierten", "fünften"];
        let words = self.locale.pick(EN, DE);
        match words.get(usize::from(number).wrapping_sub(1)) {
            Some(word) => (*word).to_owned(),
            None => say!(self.locale, "{number}th", "{number}."),
        }
    }

    /// What a side is called.
    pub fn side(self, color: Color) -> &'static str {
        let name = self.spec.sides[color];
        let german = match name {
            SideName::White => "Weiß",
            SideName::Black => "Schwarz",
            SideName::Red => "Rot",
            SideName::Blue => "Blau",
            SideName::Green => "Grün",
        };
        self.locale.pick(name.capital_name(), german)
    }

    /// The name of a piece; both names, where the sides call it differently.
    pub fn name(self, piece: PieceType) -> String {
        let ByColor { white, black } = &self.spec.pieces[piece.index()].name;
        if white == black { white.clone() } else { format!("{white}/{black}") }
    }

    /// The names of pieces, each once: `Rook, Bishop or Knight`.
    pub fn names_or(self, pieces: &[PieceType]) -> String {
        self.or(&self.names(pieces))
    }

    /// The names of pieces, each once: `Rook, Bishop and Knight`.
    pub fn names_and(self, pieces: &[PieceType]) -> String {
        self.and(&self.names(pieces))
    }

    fn names(self, pieces: &[PieceType]) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for name in pieces.iter().map(|piece| self.name(*piece)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// In English with an article: `a Rook or Knight`, `an Emperor`.
    pub fn any_of(self, pieces: &[PieceType]) -> String {
        let names = self.names_or(pieces);
        match self.locale {
            Locale::En => {
                let an = names.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']);
                format!("{} {names}", if an { "an" } else { "a" })
            }
            Locale::De => names,
        }
    }

    /// In English the plural: `Rooks or Queens`.
    pub fn plurals_or(self, pieces: &[PieceType]) -> String {
        self.or(&self.names(pieces).iter().map(|name| plural(name)).collect::<Vec<_>>())
    }

    /// In English the plural with an article: `the Kings`, `the Kings and Princes`.
    pub fn all_of(self, pieces: &[PieceType]) -> String {
        let names: Vec<String> = self.names(pieces).iter().map(|name| plural(name)).collect();
        format!("the {}", self.and(&names))
    }

    /// What the board consists of.
    pub fn levels(self) -> String {
        let (board, shape) = (&self.spec.board, self.spec.board.shape());
        let (first, last, ranks) = (&shape.files[0], &shape.files[shape.files.len() - 1], shape.ranks);
        let plane = say!(
            self.locale,
            "files {first} to {last}, ranks 1 to {ranks}",
            "Linien {first} bis {last}, Reihen 1 bis {ranks}"
        );
        match shape.levels.len() {
            1 => plane,
            _ => {
                let names = level_names(board).collect::<Vec<&str>>().join(" ");
                say!(self.locale, "levels {names}, {plane}", "Ebenen {names}, {plane}")
            }
        }
    }

    /// The cells of each side in words, with `any cell` for the whole board.
    pub fn zone(self, cells: &ByColor<CellSet>) -> String {
        self.by_side(cells).unwrap_or_else(|| self.locale.pick("any cell", "beliebigem Feld").to_owned())
    }

    /// The cells of each side in words; `None` when it is the whole board for both.
    pub fn by_side(self, cells: &ByColor<CellSet>) -> Option<String> {
        let all = self.spec.board.all();
        if Color::BOTH.iter().all(|color| cells[*color] == all) {
            return None;
        }
        let ByColor { white, black } = cells;
        if white == black {
            return Some(self.region(white));
        }
        let of = |color: Color| format!("{} ({})", self.region(&cells[color]), self.side(color));
        Some(self.or(&[of(Color::White), of(Color::Black)]))
    }

    /// A set of cells in words.
    fn region(self, cells: &CellSet) -> String {
        let (board, locale) = (&self.spec.board, self.locale);
        if cells.is_empty() {
            return locale.pick("no cell", "keinem Feld").to_owned();
        }
        if *cells == board.all() {
            return locale.pick("any cell", "beliebigem Feld").to_owned();
        }
        let range = |axis: &dyn Fn(Cell) -> usize| {
            let values = || cells.iter().map(axis);
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        let level = |cell| board.level(cell);
        let (file, rank) = (|cell| board.file(cell), |cell| board.rank(cell));
        let (levels, files, ranks) = (range(&level), range(&file), range(&rank));
        let within = |at: usize, range: (usize, usize)| (range.0..=range.1).contains(&at);
        let in_box =
            |&cell: &Cell| within(level(cell), levels) && within(file(cell), files) && within(rank(cell), ranks);
        let full = board.cells().filter(in_box).count();
        if full != cells.len() {
            let names: Vec<&str> = cells.iter().take(24).map(|cell| board.name(cell)).collect();
            let more = cells.len().saturating_sub(names.len());
            let names = names.join(" ");
            return match more {
                0 => names,
                _ => say!(locale, "{names} and {more} more cells", "{names} und {more} weiteren Feldern"),
            };
        }
        let shape = board.shape();
        let mut parts = Vec::new();
        let mut along =
            |[one, many]: [&str; 2], (from, to): (usize, usize), size: usize, name: &dyn Fn(usize) -> String| {
                if (from, to) != (0, size - 1) {
                    parts.push(match from == to {
                        true => format!("{one} {}", name(from)),
                        false => format!("{many} {} {} {}", name(from), locale.pick("to", "bis"), name(to)),
                    });
                }
            };
        let level_name = |at: usize| level_names(board).nth(at).unwrap_or_default().to_owned();
        along(locale.pick(["level", "levels"], ["Ebene", "Ebenen"]), levels, shape.levels.len(), &level_name);
        along(locale.pick(["file", "files"], ["Linie", "Linien"]), files, shape.files.len(), &|at| {
            shape.files[at].clone()
        });
        along(locale.pick(["rank", "ranks"], ["Reihe", "Reihen"]), ranks, shape.ranks, &|at| (at + 1).to_string());
        parts.join(", ")
    }
}
