//! The diagram of a problem for LaTeX: a picture in TikZ, level by level, that needs no font but the document's.

use crate::{Caption, Problem};
use spielraum_geometry::Cell;
use spielraum_rules::Color;
use std::fmt::Write;

/// This many levels stand beside each other.
const BESIDE: usize = 4;

/// What comes before the picture; the pieces are letters in circles, Black's white on black.
const HEAD: &str = r"\documentclass{article}
\usepackage{tikz}
\pagestyle{empty}
\begin{document}
";

/// What the picture begins with.
const PICTURE: &str = r"\begin{tikzpicture}[x=5mm,y=5mm,
  dark/.style={fill=black!15},
  piece/.style={circle,draw,inner sep=0pt,minimum size=4.2mm,font=\footnotesize},
  white/.style={piece,fill=white},
  black/.style={piece,fill=black,text=white}]
";

/// A whole document with the diagram of a problem, its author and source above, the stipulation, the numbers of pieces and
/// the solution below.
pub fn latex(problem: &Problem, caption: &Caption) -> String {
    let position = problem.shown();
    let (rules, mut text) = (position.rules(), HEAD.to_owned());
    for (number, line) in caption.above().enumerate() {
        let line = escaped(line);
        _ = writeln!(text, r"\noindent {}\par", if number == 0 { format!(r"\textbf{{{line}}}") } else { line });
    }
    text.push_str(PICTURE);
    let board = rules.board();
    let (width, height) = (board.shape().files.len() + 1, board.shape().ranks + 2);
    let place = |cell: Cell| {
        let (column, row) = (board.level(cell) % BESIDE, board.level(cell) / BESIDE);
        ((column * width + board.file(cell)) as isize, board.rank(cell) as isize - (row * height) as isize)
    };
    for cell in board.cells() {
        let (x, y) = place(cell);
        let dark = if board.shade(cell) == 0 { "[dark]" } else { "" };
        _ = writeln!(text, r"\draw{dark} ({x},{y}) rectangle +(1,1);");
    }
    for level in 0..board.shape().levels.len() {
        let lowest = board.rows(level).into_iter().flatten().map(place).min_by_key(|&(x, y)| (y, x));
        if let Some((x, y)) = lowest {
            let name = escaped(&board.shape().levels[level].name);
            _ = writeln!(text, r"\node[anchor=north west] at ({x},{y}) {{{name}}};");
        }
    }
    position.for_each_piece(|color, kind, cell| {
        let (x, y) = place(cell);
        let style = if color == Color::White { "white" } else { "black" };
        let symbol = escaped(&rules.spec().pieces[kind.index()].symbol.to_string());
        _ = writeln!(text, r"\node[{style}] at ({x}.5,{y}.5) {{{symbol}}};");
    });
    let (asked, pieces) = problem.asked();
    _ = write!(text, "\\end{{tikzpicture}}\n\n\\medskip\n{} \\quad ({pieces})\n", escaped(&asked));
    if !caption.solution.is_empty() {
        _ = write!(text, "\n\\begin{{verbatim}}\n{}\n\\end{{verbatim}}\n", caption.solution.trim_end());
    }
    text.push_str("\\end{document}\n");
    text
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
            '<' => escaped.push_str(r"\textless{}"),
            '>' => escaped.push_str(r"\textgreater{}"),
            c if c.is_control() => escaped.push(' '),
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
        let start = rules.spec().start_fen();
        let stipulation = Stipulation::parse("#2", rules.board()).unwrap();
        let caption = Caption {
            author: "A. & B.".to_owned(),
            source: "100 % \\ {new}".to_owned(),
            solution: "    1.a1-a2!\n".to_owned(),
            ..Caption::default()
        };
        let text = latex(&Problem::new(&rules, &start, None, stipulation, Options::default()).unwrap(), &caption);
        let mut cells: Vec<&str> = text.lines().filter(|line| line.contains("rectangle")).collect();
        let drawn = cells.len();
        cells.sort_unstable_by_key(|line| line.replace("[dark]", ""));
        cells.dedup_by_key(|line| line.replace("[dark]", ""));
        assert_eq!((drawn, cells.len()), (128, 128));
        for style in [r"\node[white]", r"\node[black]"] {
            assert_eq!(text.matches(style).count(), 16, "{style}");
        }
        assert!(text.contains(r"\#2, White to move \quad (16 + 16)"), "{text}");
        assert!(
            text.contains("\\textbf{A. \\& B.}\\par\n\\noindent 100 \\% \\textbackslash{} \\{new\\}\\par\n"),
            "{text}"
        );
        assert!(text.contains("\\begin{verbatim}\n    1.a1-a2!\n\\end{verbatim}\n"), "{text}");
        assert_eq!(text.matches('{').count(), text.matches('}').count());
    }
}
