//! The board: its levels side by side, as many in a row as fit.

use anstyle::{AnsiColor, Style};
use spielraum_geometry::{Board, Cell};
use spielraum_rules::spec::{Mark, SideName};
use spielraum_rules::{Position, View};
use std::fmt;

/// Columns between two levels.
const GAP: usize = 3;

const FRAME: Style = Style::new().dimmed();
const NOBODY: Style = AnsiColor::White.on_default().bold();

/// A position's board as text. It carries colours; print it with `anstream`, which takes them out
/// where they don't belong.
pub struct BoardView<'a> {
    position: &'a Position,
    width: usize,
    highlight: &'a [Cell],
    view: Option<&'a View>,
}

impl<'a> BoardView<'a> {
    /// The board in lines of at most `width` characters, if a level is not wider than that.
    pub fn new(position: &'a Position, width: usize) -> Self {
        Self { position, width, highlight: &[], view: None }
    }

    /// The same with these cells standing out (where there are colours).
    pub fn highlighting(self, cells: &'a [Cell]) -> Self {
        Self { highlight: cells, ..self }
    }

    /// The same as a side sees it, with `?` for hidden cells.
    pub fn seen(self, view: Option<&'a View>) -> Self {
        Self { view, ..self }
    }

    fn board(&self) -> &'a Board {
        self.position.rules().board()
    }

    /// How many characters a cell takes: two where pieces have marks, such as `+P` or `!W`.
    fn cell_width(&self) -> usize {
        let spec = self.position.rules().spec();
        let is_marked = spec.has_neutrals() || spec.pieces.iter().any(|piece| piece.symbol.mark != Mark::None);
        1 + usize::from(is_marked)
    }

    fn cell(&self, cell: Cell) -> Text {
        let (text, style) = match self.position.piece_at(cell) {
            _ if self.view.is_some_and(|view| !view.sees(cell)) => ("?".to_owned(), FRAME),
            Some((owner, piece)) => {
                let spec = self.position.rules().spec();
                let style = owner.color().map_or(NOBODY, |color| style_of(spec.sides[color]));
                (spec.pieces[piece.index()].symbol.owned_by(owner), style)
            }
            None => (".".to_owned(), FRAME),
        };
        let style = if self.highlight.contains(&cell) { style.invert() } else { style };
        Text::new(format!("{text:>width$}", width = self.cell_width()), style)
    }

    /// A level as lines of equal width: its name, its ranks from the highest of the board to the
    /// lowest, its file letters.
    fn level(&self, level: usize) -> Vec<Vec<Text>> {
        let shape = &self.board().shape().levels[level];
        let (files, ranks) = self.extent(level);
        let rank_width = self.board().shape().ranks.to_string().len();
        let file_width = self.board().shape().files.iter().map(String::len).max().unwrap_or(1).max(self.cell_width());
        let line_width = rank_width + files.len() * (file_width + 1);
        let framed = |text: String| vec![Text::new(format!("{text:line_width$}"), FRAME)];

        let title = if shape.name.is_empty() { String::new() } else { format!("{:rank_width$} {}", "", shape.name) };
        let letters: String =
            files.clone().map(|file| format!(" {:>file_width$}", self.board().shape().files[file])).collect();
        let mut lines = Vec::new();
        for rank in (-1..=self.board().shape().ranks as isize).rev() {
            lines.push(if rank == ranks.end as isize {
                framed(title.clone())
            } else if rank + 1 == ranks.start as isize {
                framed(format!("{:rank_width$}{letters}", ""))
            } else if (ranks.start as isize..ranks.end as isize).contains(&rank) {
                let mut line = vec![Text::new(format!("{:>rank_width$}", rank + 1), FRAME)];
                for file in files.clone() {
                    let cell = self.board().printed_at(level, file, rank as usize);
                    let cell = cell.map_or(Text::blank(self.cell_width()), |cell| self.cell(cell));
                    line.push(Text::blank(1 + file_width - self.cell_width()));
                    line.push(cell);
                }
                line
            } else {
                framed(String::new())
            });
        }
        lines
    }

    /// The files and ranks on which the level has cells.
    fn extent(&self, level: usize) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let board = self.board();
        let cells = board.cells().filter(|&cell| board.level(cell) == level);
        let (files, ranks): (Vec<usize>, Vec<usize>) = cells.map(|cell| (board.file(cell), board.rank(cell))).unzip();
        (span(&files), span(&ranks))
    }
}

/// How pieces of a side are written that is called so.
fn style_of(name: SideName) -> Style {
    match name {
        SideName::White => AnsiColor::BrightYellow.on_default().bold(),
        SideName::Black => AnsiColor::BrightCyan.on_default(),
        SideName::Red => AnsiColor::BrightRed.on_default().bold(),
        SideName::Blue => AnsiColor::BrightBlue.on_default().bold(),
        SideName::Green => AnsiColor::BrightGreen.on_default().bold(),
    }
}

/// From the smallest to the largest.
fn span(numbers: &[usize]) -> std::ops::Range<usize> {
    match (numbers.iter().min(), numbers.iter().max()) {
        (Some(least), Some(most)) => *least..most + 1,
        _ => 0..0,
    }
}

impl fmt::Display for BoardView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let levels: Vec<_> = (0..self.board().shape().levels.len()).map(|level| self.level(level)).collect();
        let widths: Vec<usize> = levels.iter().map(|lines| line_width(&lines[0])).collect();
        let mut first = 0;
        for count in rows(&widths, self.width) {
            if first > 0 {
                writeln!(f)?;
            }
            write_side_by_side(f, &levels[first..first + count])?;
            first += count;
        }
        Ok(())
    }
}

/// How many levels of these widths stand in each row: as few rows as possible, of about as many levels.
fn rows(widths: &[usize], width: usize) -> Vec<usize> {
    let fitting = |most: usize| {
        let mut counts = Vec::new();
        let mut used = 0;
        for &level in widths {
            match counts.last_mut() {
                Some(count) if *count < most && used + GAP + level <= width => {
                    *count += 1;
                    used += GAP + level;
                }
                _ => {
                    counts.push(1);
                    used = level;
                }
            }
        }
        counts
    };
    let fewest = fitting(widths.len()).len();
    let even = fitting(widths.len().div_ceil(fewest.max(1)));
    if even.len() == fewest { even } else { fitting(widths.len()) }
}

fn write_side_by_side(f: &mut fmt::Formatter<'_>, levels: &[Vec<Vec<Text>>]) -> fmt::Result {
    for row in 0..levels[0].len() {
        if levels.iter().flat_map(|lines| &lines[row]).all(Text::is_blank) {
            continue;
        }
        // Blanks are held back until something follows them, so that no line ends in any.
        let mut blanks = 0;
        for (index, lines) in levels.iter().enumerate() {
            blanks += if index == 0 { 0 } else { GAP };
            for text in &lines[row] {
                blanks = text.write_after(f, blanks)?;
            }
        }
        writeln!(f)?;
    }
    Ok(())
}

fn line_width(line: &[Text]) -> usize {
    line.iter().map(|text| text.text.chars().count()).sum()
}

/// A piece of a line in one style.
struct Text {
    text: String,
    style: Style,
}

impl Text {
    fn new(text: String, style: Style) -> Self {
        Self { text, style }
    }

    fn blank(width: usize) -> Self {
        Self::new(" ".repeat(width), Style::new())
    }

    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Writes the text after `blanks` spaces, but for its own last blanks, which it counts.
    fn write_after(&self, f: &mut fmt::Formatter<'_>, blanks: usize) -> Result<usize, fmt::Error> {
        let style = self.style;
        let visible = self.text.trim_end();
        let left = self.text.len() - visible.len();
        if visible.is_empty() {
            return Ok(blanks + left);
        }
        write!(f, "{:blanks$}{style}{visible}{style:#}", "")?;
        Ok(left)
    }
}

#[cfg(test)]
mod tests {
    use super::rows;

    #[test]
    fn levels_are_shared_out_evenly() {
        assert_eq!(rows(&[13; 6], 80), [3, 3]);
        assert_eq!(rows(&[13; 6], 100), [6]);
        assert_eq!(rows(&[15; 7], 80), [4, 3]);
        assert_eq!(rows(&[17, 9, 9, 9, 9], 100), [5]);
        assert_eq!(rows(&[17, 9, 9, 9, 9], 5), [1, 1, 1, 1, 1]);
    }
}
