//! The board and the position that a game starts from.

use super::text::quoted;
use crate::variant::{Cell, Cells, Variant};
use std::collections::BTreeMap;

/// Numbers of pieces by their types.
pub(super) type Hand = BTreeMap<String, usize>;

/// What stands on a cell.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    /// The type that it is, or was before it was promoted.
    pub word: String,
    pub promoted: bool,
    pub black: bool,
}

impl Placed {
    /// The type as which it moves.
    pub fn kind(&self, variant: &Variant) -> String {
        match variant.forms.get(&self.word).filter(|_| self.promoted) {
            Some(form) => form.clone(),
            None => self.word.clone(),
        }
    }
}

/// A start position.
#[derive(Clone, Debug, Default)]
pub(super) struct Start {
    pub placed: BTreeMap<Cell, Placed>,
    /// Places without a cell.
    pub holes: Cells,
    pub hand: [Hand; 2],
    pub black_to_move: bool,
    /// The castling rights as written.
    pub rights: String,
    /// Checks that are left to White and to Black, if they are counted.
    pub checks: Option<(u32, u32)>,
}

impl Start {
    /// Reads `startFen`.
    pub fn read(variant: &Variant) -> Result<Self, String> {
        let fen = variant.text("startFen").unwrap_or("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let mut fields = fen.split_whitespace();
        let board = fields.next().ok_or("a position is needed here")?;
        let (placement, hand) = match board.split_once('[') {
            Some((placement, hand)) => (placement, hand.trim_end_matches(']')),
            None => (board, ""),
        };
        let mut start = Self { black_to_move: fields.next() == Some("b"), ..Self::default() };
        for field in fields {
            let count = field.split_once('+').and_then(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)));
            if count.is_some() {
                start.checks = count;
            } else if start.rights.is_empty()
                && field.chars().all(|letter| letter.is_ascii_alphabetic() || letter == '-')
            {
                start.rights = field.trim_matches('-').to_owned();
            }
        }
        start.read_rows(placement, variant)?;
        for letter in hand.chars().filter(|letter| letter.is_ascii_alphabetic()) {
            let word = variant.by_letter(letter).ok_or_else(|| format!("no piece has the letter `{letter}`"))?;
            *start.hand[usize::from(letter.is_ascii_lowercase())].entry(word.clone()).or_default() += 1;
        }
        if variant.flag("freeDrops", false) && variant.flag("pieceDrops", false) {
            // No board has room for more.
            let empty = usize::from(variant.ranks()) * usize::from(variant.files()) - start.placed.len();
            start.hand = [0, 1].map(|_| variant.pieces.keys().map(|word| (word.clone(), empty)).collect());
        }
        Ok(start)
    }

    fn read_rows(&mut self, placement: &str, variant: &Variant) -> Result<(), String> {
        let rows: Vec<&str> = placement.split('/').collect();
        if rows.len() != usize::from(variant.ranks()) {
            return Err(format!("the position has {} ranks, the board {}", rows.len(), variant.ranks()));
        }
        for (rank, row) in (0..variant.ranks()).rev().zip(rows) {
            let (mut file, mut promoted, mut empty) = (0u32, false, 0u32);
            for letter in row.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    empty = empty.saturating_mul(10).saturating_add(digit);
                    continue;
                }
                file = file.saturating_add(std::mem::take(&mut empty));
                let place = u8::try_from(file).ok().filter(|file| *file < variant.files());
                let Some(place) = place else { return Err(format!("`{row}` is longer than the board's ranks")) };
                match letter {
                    '+' => {
                        promoted = true;
                        continue;
                    }
                    '~' => continue,
                    '*' => {
                        self.holes.insert((rank, place));
                    }
                    _ => {
                        let word =
                            variant.by_letter(letter).ok_or_else(|| format!("no piece has the letter `{letter}`"))?;
                        let placed = Placed { word: word.clone(), promoted, black: letter.is_ascii_lowercase() };
                        self.placed.insert((rank, place), placed);
                    }
                }
                promoted = false;
                file += 1;
            }
            if file.saturating_add(empty) != u32::from(variant.files()) {
                return Err(format!("`{row}` does not fill a rank of {} cells", variant.files()));
            }
        }
        Ok(())
    }

    /// The line of the board.
    pub fn board(&self, variant: &Variant) -> String {
        let (ranks, files) = (variant.ranks(), variant.files());
        if self.holes.is_empty() {
            return format!("board files={files} ranks={ranks}");
        }
        let row = |rank: u8| -> String {
            (0..files).map(|file| if self.holes.contains(&(rank, file)) { '*' } else { '.' }).collect()
        };
        let rows: Vec<String> = (0..ranks).rev().map(|rank| format!("        {}", row(rank))).collect();
        format!("board {{\n    level \"\" picture=\"\"\"\n{}\n        \"\"\"\n}}", rows.join("\n"))
    }

    /// The line of the start position.
    pub fn text(&self, variant: &Variant, rights: &str) -> String {
        let rows: Vec<String> = (0..variant.ranks()).rev().map(|rank| self.row(rank, variant)).collect();
        let mut fen = rows.join("/");
        if self.hand.iter().any(|hand| !hand.is_empty()) {
            let side = |side: usize| -> String {
                let letters = self.hand[side].iter().filter_map(|(word, count)| {
                    let letter = variant.pieces.get(word)?.letter;
                    let letter = if side == 0 { letter } else { letter.to_ascii_lowercase() };
                    Some(if *count > 9 { format!("{count}{letter}") } else { letter.to_string().repeat(*count) })
                });
                letters.collect()
            };
            fen += &format!("[{}{}]", side(0), side(1));
        }
        match (self.black_to_move, rights) {
            (false, "") => {}
            (black, rights) => {
                fen += if black { " b" } else { " w" };
                if !rights.is_empty() {
                    fen += &format!(" {rights}");
                }
            }
        }
        format!("start {}", quoted(&fen))
    }

    fn row(&self, rank: u8, variant: &Variant) -> String {
        let (mut text, mut empty) = (String::new(), 0);
        let flush = |text: &mut String, empty: &mut u32| {
            if *empty > 0 {
                text.push_str(&empty.to_string());
                *empty = 0;
            }
        };
        for file in (0..variant.files()).filter(|file| !self.holes.contains(&(rank, *file))) {
            let Some(placed) = self.placed.get(&(rank, file)) else {
                empty += 1;
                continue;
            };
            flush(&mut text, &mut empty);
            let letter = variant.pieces.get(&placed.word).map_or('?', |piece| piece.letter);
            if placed.promoted {
                text.push('+');
            }
            text.push(if placed.black { letter.to_ascii_lowercase() } else { letter });
        }
        flush(&mut text, &mut empty);
        text
    }
}
