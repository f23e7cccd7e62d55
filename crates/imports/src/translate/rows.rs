//! Pieces in a row, in a square or along a line: each is a region of its own.

use super::translation::Translation;
use crate::variant::{Cell, Cells};

/// As many conditions as a game may have, some left for other rules.
const MOST: usize = 220;

impl Translation<'_> {
    pub(super) fn say_rows(&mut self) {
        let number = |key: &str| self.variant.number(key, 0);
        for (key, least) in [
            ("connectN", number("connectN")),
            ("connectNxN", number("connectNxN")),
            ("collinearN", number("collinearN")),
        ] {
            let Some(least) = u8::try_from(least).ok().filter(|least| *least > 0) else { continue };
            let shapes = match key {
                "connectN" => self.rows(least),
                "connectNxN" => self.squares(least),
                _ => self.lines(least),
            };
            let count = if key == "connectNxN" { usize::from(least) * usize::from(least) } else { usize::from(least) };
            self.say_shapes(key, shapes, count);
        }
    }

    fn say_shapes(&mut self, key: &str, shapes: Vec<Cells>, count: usize) {
        if shapes.is_empty() {
            return;
        }
        if shapes.len() > MOST {
            self.lose(key, "these rows are more than a game's conditions can say");
            return;
        }
        let value = match self.variant.text("connectValue") {
            Some("loss") => "loss",
            Some("draw") => "draw",
            _ => "win",
        };
        let types = match self.variant.settings.contains_key("connectPieceTypes") {
            true => self.variant.types("connectPieceTypes"),
            false => vec![crate::variant::ALL.to_owned()],
        };
        let Some(named) = self.named(&types) else { return };
        let mut conditions = Vec::new();
        for cells in shapes {
            // All rows together are the same for both sides: each may be Black's as White's.
            let black = self.regions.mirrored(&cells);
            let region = self.regions.name("row", cells, black);
            conditions.push(format!("pieces {named} in=\"{region}\" least={count}"));
        }
        self.rules.push(match &conditions[..] {
            [one] => format!("end \"{value}\" {{ enemy {{ to-move; }}; {one}; }}"),
            _ => format!(
                "end \"{value}\" {{\n    enemy {{ to-move; }}\n    any {{\n        {}\n    }}\n}}",
                conditions.join("\n        ")
            ),
        });
    }

    /// The directions that count: files, ranks.
    fn row_directions(&self) -> Vec<(i8, i8)> {
        let mut directions = Vec::new();
        for (key, steps) in [
            ("connectHorizontal", &[(0, 1)][..]),
            ("connectVertical", &[(1, 0)][..]),
            ("connectDiagonal", &[(1, 1), (-1, 1)][..]),
        ] {
            if self.variant.flag(key, true) {
                directions.extend(steps);
            }
        }
        directions
    }

    /// The cells of the board from one on, in a direction.
    fn ray(&self, from: Cell, (ranks, files): (i8, i8)) -> Vec<Cell> {
        let all = self.regions.all();
        let step = |&(rank, file): &Cell| Some((rank.checked_add_signed(ranks)?, file.checked_add_signed(files)?));
        std::iter::successors(Some(from), step).take_while(|cell| all.contains(cell)).collect()
    }

    /// This many cells next to each other.
    fn rows(&self, count: u8) -> Vec<Cells> {
        let mut rows = Vec::new();
        for direction in self.row_directions() {
            for from in self.regions.all() {
                let row: Cells = self.ray(from, direction).into_iter().take(count.into()).collect();
                if row.len() == usize::from(count) {
                    rows.push(row);
                }
            }
        }
        rows
    }

    /// Squares of this many cells each way.
    fn squares(&self, side: u8) -> Vec<Cells> {
        let all = self.regions.all();
        let square = |&(rank, file): &Cell| -> Cells {
            (rank..rank.saturating_add(side))
                .flat_map(|rank| (file..file.saturating_add(side)).map(move |file| (rank, file)))
                .collect()
        };
        all.iter().map(square).filter(|square| square.is_subset(&all)).collect()
    }

    /// Whole lines of this many cells at least.
    fn lines(&self, least: u8) -> Vec<Cells> {
        let all = self.regions.all();
        let mut lines = Vec::new();
        for (ranks, files) in self.row_directions() {
            let is_first = |&(rank, file): &Cell| {
                let before = rank.checked_add_signed(-ranks).zip(file.checked_add_signed(-files));
                before.is_none_or(|before| !all.contains(&before))
            };
            let whole = all.iter().copied().filter(is_first).map(|from| self.ray(from, (ranks, files)));
            lines.extend(
                whole.filter(|line| line.len() >= usize::from(least)).map(|line| line.into_iter().collect::<Cells>()),
            );
        }
        lines
    }
}
