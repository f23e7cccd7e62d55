//! Solutions as problem journals print them.

use crate::popeye::popeye_piece;
use crate::{Attack, Defence, Line, Manner, Problem, Report, Solution};
use spielraum_geometry::Cell;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Move, MoveKind, Position};
use std::fmt::Write;

/// What is indented for each half move of a variation.
const STEP: usize = 4;

/// Who reads a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// People: the letters of the game, `x` where something is captured.
    Journal,
    /// Programs that read what Popeye prints: its letters, `*`, a space before each sign.
    Popeye,
}

/// Writes what was found out about a problem.
pub struct Journal<'p> {
    problem: &'p Problem,
    goal: String,
    style: Style,
}

impl<'p> Journal<'p> {
    /// Of this problem.
    pub fn new(problem: &'p Problem) -> Self {
        let board = problem.position.rules().board();
        Self { problem, goal: problem.stipulation.goal.text(board), style: Style::Journal }
    }

    /// The same as Popeye writes it, for programs that read its output.
    pub fn for_popeye(self) -> Self {
        Self { style: Style::Popeye, ..self }
    }

    /// A sign behind a move.
    fn sign(&self, sign: &str) -> String {
        match self.style {
            Style::Popeye if !sign.is_empty() => format!(" {sign}"),
            _ => sign.to_owned(),
        }
    }

    /// Everything that was found, a line for each move of a variation or for each line of play; without what was left out.
    pub fn text(&self, report: &Report) -> String {
        let mut text = String::new();
        let other = self.problem.with_other_side();
        if let Some(other) = &other {
            let mut position = other.position.clone();
            for defence in &report.set_defences {
                self.defence(&mut text, &mut position, defence, 1, 1);
            }
            for line in &report.set_lines {
                self.line(&mut text, line, &other.position, true);
            }
            if !text.is_empty() {
                text.push('\n');
            }
        }
        let mut position = self.problem.position.clone();
        for solution in &report.solutions {
            match solution {
                Solution::Key(attack) => self.attack(&mut text, &mut position, attack, &[], 1, 0, "!"),
                Solution::Line(line) => self.line(&mut text, line, &position, self.problem.stipulation.length.half),
            }
        }
        for attempt in &report.tries {
            text.push('\n');
            self.attack(&mut text, &mut position, &attempt.attack, &attempt.refutations, 1, 0, "?");
        }
        if let Some((duplex, other)) = report.duplex.as_deref().zip(other) {
            _ = writeln!(text, "\nwith colours exchanged:");
            text += &Journal { style: self.style, ..Journal::new(&other) }.text(duplex);
        }
        text
    }

    #[expect(clippy::too_many_arguments, reason = "the state of a walk through a tree")]
    fn attack(
        &self,
        text: &mut String,
        position: &mut Position,
        attack: &Attack,
        refutations: &[Move],
        number: u16,
        depth: usize,
        mark: &str,
    ) {
        let m = self.with_sign(position, attack.m, attack.goal);
        position.make_unchecked(attack.m);
        let is_series = self.problem.stipulation.manner == Manner::ParryBattle;
        let zugzwang =
            attack.threats.is_empty() && !attack.defences.is_empty() && !position.in_check() && attack.moves > 1;
        let tail = match () {
            () if attack.cut => "  ...",
            () if is_series => "",
            () if !attack.threats.is_empty() => "  threat:",
            () if zugzwang => "  zugzwang.",
            () => "",
        };
        indent(text, depth);
        _ = writeln!(text, "{number}.{m}{}{tail}", self.sign(mark));
        if !attack.threats.is_empty() {
            position.make_null();
            for threat in &attack.threats {
                let depth = if is_series { depth + 1 } else { depth + 2 };
                self.attack(text, position, threat, &[], number + 1, depth, "");
            }
            position.unmake();
        }
        for defence in &attack.defences {
            self.defence(text, position, defence, number, depth + 1);
        }
        if self.style == Style::Popeye && !refutations.is_empty() {
            indent(text, depth);
            text.push_str("but\n");
        }
        for &refutation in refutations {
            indent(text, depth + 1);
            _ = writeln!(text, "{number}...{}{}", self.with_sign(position, refutation, false), self.sign("!"));
        }
        position.unmake();
    }

    fn defence(&self, text: &mut String, position: &mut Position, defence: &Defence, number: u16, depth: usize) {
        indent(text, depth);
        _ = writeln!(text, "{number}...{}", self.with_sign(position, defence.m, defence.goal));
        position.make_unchecked(defence.m);
        for answer in &defence.answers {
            self.attack(text, position, answer, &[], number + 1, depth + 1, "");
        }
        position.unmake();
    }

    /// A line of play; `late`: it begins in the middle of a move.
    fn line(&self, text: &mut String, line: &Line, start: &Position, late: bool) {
        let mut position = start.clone();
        let mut words = Vec::new();
        for (ply, m) in line.moves.iter().enumerate() {
            let ply = ply + usize::from(late);
            let Some(m) = *m else {
                position.make_null();
                continue;
            };
            let last = ply + 1 == line.moves.len() + usize::from(late);
            let sign = self.with_sign(&mut position, m, last);
            words.push(match ply {
                _ if ply % 2 == 0 => format!("{}.{sign}", ply / 2 + 1),
                1 if late => format!("1...{sign}"),
                _ => sign,
            });
            position.make_unchecked(m);
        }
        let words = if words.is_empty() { "no move is needed".to_owned() } else { words.join(" ") };
        _ = writeln!(text, "{:STEP$}{words}", "");
    }

    fn with_sign(&self, position: &mut Position, m: Move, goal: bool) -> String {
        let mut text = written(position, m, self.style);
        position.make_unchecked(m);
        if goal {
            let word = self.goal.starts_with(|first: char| first.is_ascii_alphanumeric());
            text += &if word { format!(" {}", self.goal) } else { self.sign(&self.goal) };
        } else if position.in_check() {
            text += &self.sign("+");
        }
        position.unmake();
        text
    }
}

fn indent(text: &mut String, depth: usize) {
    _ = write!(text, "{:width$}", "", width = STEP * (depth + 1));
}

/// A move as problem journals write it: the piece, both cells, `-` or `x`, and `ep.`; castling as `0-0`, and `0-0-0` to the
/// partner that is farther away.
pub fn move_in_full(position: &Position, m: Move) -> String {
    written(position, m, Style::Journal)
}

fn written(position: &Position, m: Move, style: Style) -> String {
    let spec = position.rules().spec();
    let name = |cell| spec.board.name(cell);
    let letter = |kind: PieceType| {
        let symbol = spec.pieces[kind.index()].symbol.to_string();
        match style {
            Style::Journal => symbol,
            Style::Popeye => popeye_piece(&symbol).unwrap_or(symbol),
        }
    };
    let piece = letter(position.moved_by(m));
    let plain = position.move_text(m);
    let text = match (m.kind(), m.from()) {
        (MoveKind::Castling, _) => castling(position, m).to_owned(),
        (MoveKind::Pass, _) => return position.san(m),
        (MoveKind::Drop | MoveKind::Swap, _) | (_, None) => return plain,
        (kind, Some(from)) => {
            let pawn = spec.pieces[position.moved_by(m).index()].resets_clock;
            let piece = if pawn { String::new() } else { piece };
            let sign = match (position.captured_by(m).is_some(), style) {
                (false, _) => '-',
                (true, Style::Journal) => 'x',
                (true, Style::Popeye) => '*',
            };
            let passing = if kind == MoveKind::EnPassant { " ep." } else { "" };
            let into = m.promotion().map_or(String::new(), |into| format!("={}", letter(into)));
            format!("{piece}{}{sign}{}{into}{passing}", name(from), name(m.to()))
        }
    };
    match m.remote_promotion() {
        Some((cell, into)) => format!("{text},{}={}", name(cell), letter(into)),
        None => text,
    }
}

fn castling(position: &Position, m: Move) -> &'static str {
    let spec = position.rules().spec();
    let apart = |royal: Cell, partner: Cell| {
        let (royal, partner) = (spec.board.coord(royal), spec.board.coord(partner));
        royal.file.abs_diff(partner.file) + royal.rank.abs_diff(partner.rank) + royal.level.abs_diff(partner.level)
    };
    let own = spec.castlings.iter().filter(|castling| castling.color == position.side_to_move());
    let least = own.map(|castling| apart(castling.royal.0, castling.partner.0)).min();
    let partner = position.second_piece(m).map(|(partner, _)| partner);
    let is_far = m.from().zip(partner).map(|(royal, partner)| apart(royal, partner)) > least;
    if is_far { "0-0-0" } else { "0-0" }
}
