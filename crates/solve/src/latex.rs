//! The diagram of a problem for LaTeX: a picture in TikZ, level by level, that needs no font but the document's.

use crate::Problem;
use spielraum_geometry::{Board, Cell};
use spielraum_rules::Color;
use std::fmt::Write;

/// So many levels stand beside each other.
const BESIDE: usize = 4;

/// What comes before the picture; the pieces are letters in circles, Black's white on black.
const HEAD: &str = r"\documentclass{article}
\usepackage{tikz}
\pagestyle{empty}
\begin{document}
\begin{tikzpicture}[x=5mm,y=5mm,
  dark/.style={fill=black!15},
  piece/.style={circle,draw,inner sep=0pt,minimum size=4.2mm,font=\footnotesize},
  white/.style={piece,fill=white},
  black/.style={piece,fill=black,text=white}]
";

/// A whole document with the diagram of a problem, and the stipulation and the numbers of pieces below.
pub fn latex(problem: &Problem) -> String {
    let position = &problem.position;
    let (rules, mut text) = (position.rules(), HEAD.to_owned());
    let board = rules.board();
    let (width, height) = (board.extent().file as usize + 1, board.extent().rank as usize + 2);
    let place = |cell: Cell| {
        let at = board.coord(cell);
        let (column, row) = (at.level as usize % BESIDE, at.level as usize / BESIDE);
        ((column * width + at.file as usize) as isize, at.rank as isize - (row * height) as isize)
    };
    for cell in board.cells() {
        let ((x, y), at) = (place(cell), board.coord(cell));
        let dark = if (at.level + at.file + at.rank) % 2 == 0 { "[dark]" } else { "" };
        _ = writeln!(text, r"\draw{dark} ({x},{y}) rectangle +(1,1);");
    }
    for level in 0..board.shape().levels.len() {
        let lowest = board.rows(level).into_iter().flatten().map(place).min_by_key(|&(x, y)| (y, x));
        if let Some((x, y)) = lowest {
            let name = escaped(&board.shape().levels[level].name);
            _ = writeln!(text, r"\node[anchor=north west] at ({x},{y}) {{{name}}};");
        }
    }
    let mut counts = [0; 2];
    position.for_each_piece(|color, kind, cell| {
        counts[color as usize] += 1;
        let (x, y) = place(cell);
        let style = if color == Color::White { "white" } else { "black" };
        let symbol = escaped(&rules.spec().pieces[kind.index()].symbol.to_string());
        _ = writeln!(text, r"\node[{style}] at ({x}.5,{y}.5) {{{symbol}}};");
    });
    let caption = caption(problem, board, counts);
    _ = write!(text, "\\end{{tikzpicture}}\n\n\\medskip\n{caption}\n\\end{{document}}\n");
    text
}

fn caption(problem: &Problem, board: &Board, [white, black]: [usize; 2]) -> String {
    let to_move = if problem.first_side() == Color::White { "White" } else { "Black" };
    format!("{} \\quad ({white} + {black}) \\quad {to_move} to move", escaped(&problem.stipulation.text(board)))
}

/// A text in which no character has a meaning for TeX.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '~' => escaped.push_str(r"\textasciitilde{}"),
            '^' => escaped.push_str(r"\textasciicircum{}"),
            '\\' => escaped.push_str(r"\textbackslash{}"),
            '>' => escaped.push_str(r"\textgreater{}"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Stipulation};

    #[test]
    fn every_cell_and_piece_is_drawn_at_a_place_of_its_own() {
        let rules = spielraum_testkit::rules("stereo-chess");
        let start = rules.spec().start.clone();
        let stipulation = Stipulation::parse("#2", rules.board()).unwrap();
        let text = latex(&Problem::new(&rules, &start, None, stipulation, Options::default()).unwrap());
        let mut cells: Vec<&str> = text.lines().filter(|line| line.contains("rectangle")).collect();
        let drawn = cells.len();
        cells.sort_unstable_by_key(|line| line.replace("[dark]", ""));
        cells.dedup_by_key(|line| line.replace("[dark]", ""));
        assert_eq!((drawn, cells.len()), (128, 128));
        for style in [r"\node[white]", r"\node[black]"] {
            assert_eq!(text.matches(style).count(), 16, "{style}");
        }
        assert!(text.contains(r"\#2 \quad (16 + 16) \quad White to move"), "{text}");
        assert_eq!(text.matches('{').count(), text.matches('}').count());
    }
}
