//! Pieces in a row, in a square or along a line: each is a region of its own.

use super::translation::{SIDES, Translation};
use crate::variant::{ALL, Cell, Cells};

/// As many conditions as a game may have, some left for other rules.
const MOST: usize = 220;

impl Translation<'_> {
    pub(super) fn say_rows(&mut self) {
        let number = |key: &str| u8::try_from(self.variant.number(key, 0)).ok().filter(|number| *number > 0);
        let [row, square, line] = ["connectN", "connectNxN", "collinearN"].map(number);
        if let Some(least) = row {
            self.say_row("connectN", "", &|named, along| format!("row {named} along=\"{along}\" least={least}"));
        }
        if let Some(side) = square {
            self.say_shapes("connectNxN", self.squares(side), usize::from(side) * usize::from(side));
        }
        if let Some(least) = line {
            self.say_shapes("collinearN", self.lines(least), least.into());
        }
        self.say_chains();
    }

    /// Chains of pieces from one region to another.
    fn say_chains(&mut self) {
        let [from, to] = ["connectRegion1", "connectRegion2"].map(|key| self.cells(key).map(Option::unwrap_or_default));
        for side in 0..2 {
            if from[side].is_empty() || to[side].is_empty() {
                continue;
            }
            let [from, to] = [&from, &to].map(|cells| {
                let of = |color: usize| if color == side { cells[color].clone() } else { Cells::new() };
                self.regions.name("border", of(0), of(1))
            });
            let only = [" for=\"white\"", " for=\"black\""][side];
            self.say_row(&format!("connectRegion1{}", SIDES[side]), only, &|named, along| {
                format!("connected {named} along=\"{along}\" from=\"{from}\" to=\"{to}\"")
            });
        }
    }

    /// An end by pieces beside each other, as `condition` says it of the pieces and the directions that count.
    fn say_row(&mut self, key: &str, only: &str, condition: &dyn Fn(&str, &str) -> String) {
        let flag = |key: &str| self.variant.flag(key, true);
        let along = match (flag("connectHorizontal"), flag("connectVertical"), flag("connectDiagonal")) {
            (true, true, true) => "radial",
            (true, true, false) => "orthogonal",
            (false, false, true) => "diagonal",
            (true, false, false) => "sideways",
            (false, true, false) => "forward",
            (false, false, false) => return,
            _ => return self.lose(key, "rows along diagonals and either files or ranks are not known"),
        };
        let Some(named) = self.row_types() else { return };
        let (value, condition) = (self.row_value(), condition(&named, along));
        self.rules.push(format!("end \"{value}\"{only} {{ enemy {{ to-move; }}; {condition}; }}"));
    }

    /// The pieces that count.
    fn row_types(&self) -> Option<String> {
        self.named(&match self.variant.settings.contains_key("connectPieceTypes") {
            true => self.variant.types("connectPieceTypes"),
            false => vec![ALL.to_owned()],
        })
    }

    /// What a row means for the side that has made it.
    fn row_value(&self) -> &'static str {
        match self.variant.text("connectValue") {
            Some("loss") => "loss",
            Some("draw") => "draw",
            _ => "win",
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
        let value = self.row_value();
        let Some(named) = self.row_types() else { return };
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
