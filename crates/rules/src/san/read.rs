//! Reading moves in SAN, as players and programs write it.

use super::error::SanError;
use super::parts::{Legal, castling_text, is_step, is_variant, targets};
use crate::spec::{Letters, PromotionText};
use crate::{Move, MoveKind, MoveTextError, Position};

/// No move's text is longer, in bytes.
const LONGEST: usize = 64;

/// How many moves an error lists.
const LISTED: usize = 12;

/// The signs that other programs write for pieces.
const FIGURINES: [(&str, char); 6] = [("♔♚", 'K'), ("♕♛", 'Q'), ("♖♜", 'R'), ("♗♝", 'B'), ("♘♞", 'N'), ("♙♟", 'P')];

impl Position {
    /// The legal move that a text means: in SAN, with or without what writers leave out as they like (`x`, `=`, signs of
    /// check, more of the origin than is needed), or in the text that every game's moves have.
    ///
    /// ```text
    /// Nf3   Ng1f3   Ng1-f3!?   ♘f3   g1f3   0-0   e8Q   e8(Q)   exd6 e.p.   P*e4
    /// ```
    pub fn read_san(&self, text: &str) -> Result<Move, SanError> {
        let shown = || text.chars().take(40).collect::<String>();
        if let Some(m) = self.find_move(text.trim()) {
            return Ok(m);
        }
        let gates = !self.rules().spec().firsts.gates.is_empty();
        let Some(given) = usual(text, gates) else { return Err(Legal::of(self).not_understood(shown())) };
        let cells = if given.starts_with("O-O") { given.clone() } else { given.replace('-', "") };
        if let Some(m) = self.find_move(&given).or_else(|| self.find_move(&cells)) {
            return Ok(m);
        }
        let legal = Legal::of(self);
        for (form, lettered) in forms(&given).map(|form| (form, true)).chain(forms(&given).map(|form| (form, false))) {
            if let Some(m) = self.find_move(form).or_else(|| self.find_move(form.strip_suffix('=')?)) {
                return Ok(m);
            }
            match legal.found(form, lettered)[..] {
                [] => {}
                [m] => return Ok(m),
                ref several => {
                    return Err(SanError::Ambiguous { text: shown(), candidates: self.sans(several) });
                }
            }
        }
        Err(legal.why_not(&given, shown()))
    }
}

/// A text as we write it: without judgements and spaces, with our signs; `None` for what can't be a move. Where pieces come to the
/// cells that others leave, `/` stands before them.
fn usual(text: &str, gates: bool) -> Option<String> {
    let text = text.trim().trim_end_matches(['!', '?']);
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    let mut usual = String::new();
    for letter in text.chars() {
        match letter {
            '\u{2010}'..='\u{2015}' | '\u{2212}' => usual.push('-'),
            '×' | ':' => usual.push('x'),
            '*' => usual.push('@'),
            '/' if gates => usual.push('/'),
            '(' | ')' | '/' => {}
            letter if letter.is_ascii() => usual.push(letter),
            letter => usual.push(FIGURINES.iter().find(|(signs, _)| signs.contains(letter))?.1),
        }
    }
    for passing in ["e.p.", "ep.", "e.p", "ep"] {
        let bare = usual.trim_end_matches(['+', '#']);
        if let Some(rest) = bare.strip_suffix(passing).map(str::trim_end)
            && rest.ends_with(|c: char| c.is_ascii_digit())
        {
            let length = rest.len();
            usual.truncate(length);
        }
    }
    if matches!(usual.as_bytes(), [b'0' | b'o' | b'O', b'-', b'0' | b'o' | b'O', ..]) {
        usual = usual.replace(['0', 'o'], "O");
    }
    Some(usual)
}

/// A text, and the same without one sign of check and without all: a sign can be a part of the move.
fn forms(given: &str) -> impl Iterator<Item = &str> {
    let all = given.trim_end_matches(['+', '#']);
    let one = given.strip_suffix(['+', '#']).filter(|one| one.len() > all.len());
    let bare = Some(all).filter(|all| all.len() < given.len());
    [Some(given), one, bare].into_iter().flatten().filter(|form| !form.is_empty())
}

/// What follows the target.
#[derive(Clone, Copy)]
struct Ending<'t> {
    /// What the piece becomes.
    suffix: &'t str,
    /// The promotion of another piece.
    remote: Option<&'t str>,
}

impl Legal<'_> {
    /// The moves that a text can mean, `lettered` or without a letter that SAN has; several only where nothing in it decides
    /// between them.
    fn found(&self, text: &str, lettered: bool) -> Vec<Move> {
        if text.starts_with("O-O") {
            return self.castlings(text);
        }
        if let Some((letter, cell)) = text.split_once('@') {
            return self.drops(letter, cell);
        }
        if let Some((head, cell)) = text.split_once('~') {
            let to = self.spec.board.find(cell);
            let swaps = to.into_iter().flat_map(|to| self.onto(to)).filter(|m| m.kind() == MoveKind::Swap);
            return swaps.filter(|&m| self.fits(head, m)).collect();
        }
        self.steps(text, lettered)
    }

    fn castlings(&self, text: &str) -> Vec<Move> {
        let castlings = self.moves.iter().copied().filter(|m| m.kind() == MoveKind::Castling);
        let texts = castlings.filter_map(|m| Some((m, self.spec.castlings.get(m.castling_index())?)));
        let is_meant = |m: Move, castling| castling_text(self.spec, castling) + &self.position.gate_text(m) == text;
        texts.filter(|&(m, castling)| is_meant(m, castling)).map(|(m, _)| m).collect()
    }

    /// Drops; without a letter those of the type that has none, or of any.
    fn drops(&self, letter: &str, cell: &str) -> Vec<Move> {
        let Some(to) = self.spec.board.find(cell) else { return Vec::new() };
        let is_meant = |m: &Move| match m.dropped() {
            Some(kind) if letter.is_empty() => self.silent.is_none_or(|silent| silent == kind),
            Some(kind) => letter == self.symbol(kind).in_drop(),
            None => false,
        };
        self.onto(to).filter(is_meant).collect()
    }

    fn steps(&self, text: &str, lettered: bool) -> Vec<Move> {
        let (text, remote) = text.split_once(',').map_or((text, None), |(text, remote)| (text, Some(remote)));
        let Some(end) = text.rfind(|c: char| c.is_ascii_digit()) else { return Vec::new() };
        let (body, suffix) = text.split_at(end + 1);
        let ending = Ending { suffix, remote };
        let meant = if lettered { self.meant(body) } else { self.without_letter(body) };
        let ways = |forced: bool| -> Vec<Move> {
            let fitting = self.moves.iter().copied().filter(|&m| self.ends(ending, m, forced));
            fitting.filter(|&m| meant.iter().any(|&known| is_variant(known, m))).collect()
        };
        let mut found = ways(false);
        if found.is_empty() {
            // A change of type that can't be declined need not be written.
            found = ways(true);
        }
        if found.len() > 1 {
            let captures = body.contains('x');
            let mut decided = found.iter().filter(|&&m| self.position.captured_by(m).is_some() == captures);
            if let (Some(&one), None) = (decided.next(), decided.next()) {
                return vec![one];
            }
        }
        found
    }

    /// The moves that a text can mean which leaves out a letter that SAN has: those of any piece, if no type goes without, or
    /// if it names the whole cell that the piece comes from.
    fn without_letter(&self, body: &str) -> Vec<Move> {
        let mut found = Vec::new();
        for (head, to) in targets(&self.spec.board, body) {
            let start = self.spec.board.find(head.strip_suffix(['x', '-']).unwrap_or(head));
            let is_named = |m: Move| start.is_some() && m.from() == start;
            let is_any = |m: Move| self.silent.is_none() && self.starts(head, m);
            found.extend(self.onto(to).filter(|&m| is_step(m) && (is_named(m) || is_any(m))));
        }
        found
    }

    /// Whether what follows the target belongs to a move. `forced`: the one promoted form may be left out.
    fn ends(&self, Ending { suffix, remote }: Ending<'_>, m: Move, forced: bool) -> bool {
        let Some(suffix) = suffix.strip_suffix(&self.position.gate_text(m)) else { return false };
        let into = suffix.strip_prefix('=').unwrap_or(suffix);
        let becomes = match m.promotion() {
            None => into.is_empty(),
            Some(promoted) => match self.position.promotion_text(self.position.moved_by(m)) {
                PromotionText::Letter => is_written(into, self.symbol(promoted).letters),
                PromotionText::Plus if into.is_empty() => forced && suffix.is_empty(),
                // `=+` declines and gives check.
                PromotionText::Plus => suffix == "+" || into == self.letters(promoted),
                PromotionText::Silent => into.is_empty(),
            },
        };
        let changes = match (remote, m.remote_promotion()) {
            (None, None) => true,
            (Some(text), Some((cell, into))) => {
                let end = text.rfind(|c: char| c.is_ascii_digit()).map_or(0, |last| last + 1);
                let (name, letters) = text.split_once('=').unwrap_or(text.split_at(end));
                self.spec.board.find(name) == Some(cell) && is_written(letters, self.symbol(into).letters)
            }
            _ => false,
        };
        becomes && changes
    }

    fn not_understood(&self, text: String) -> SanError {
        if let Some(outcome) = self.position.outcome_of_position() {
            return MoveTextError::GameOver(outcome.said(self.spec.sides)).into();
        }
        SanError::NotUnderstood { text, example: self.moves.first().map(|&m| self.position.san(m)) }
    }

    /// Why a text that means no legal move means none.
    fn why_not(&self, given: &str, text: String) -> SanError {
        if self.position.outcome_of_position().is_some() {
            return self.not_understood(text);
        }
        if given.starts_with("O-O") {
            let castlings = self.moves.iter().copied().filter(|m| m.kind() == MoveKind::Castling);
            return SanError::NoSuchMove { text, hint: self.listed(castlings, "castling is not possible") };
        }
        if given.contains(['@', '~'])
            && let Err(error) = self.position.parse_move(given)
        {
            return match error {
                MoveTextError::NotAMove(..) => self.not_understood(text),
                error => error.into(),
            };
        }
        let body = given.split_once(',').map_or(given, |(body, _)| body);
        let body = body.rfind(|c: char| c.is_ascii_digit()).map_or("", |end| &body[..=end]);
        let Some((head, to)) = targets(&self.spec.board, body).next() else { return self.not_understood(text) };
        // A text that names two cells has reasons of its own.
        let start = head.strip_suffix(['x', '-']).unwrap_or(head);
        if self.spec.board.find(start).is_some()
            && let Err(error) = self.position.parse_move(&format!("{start}{}", self.spec.board.name(to)))
        {
            return error.into();
        }
        let target = self.spec.board.name(to);
        SanError::NoSuchMove { text, hint: self.listed(self.onto(to), &format!("no move leads to {target}")) }
    }

    /// Some moves in SAN, or what is said where there are none.
    fn listed(&self, moves: impl Iterator<Item = Move>, none: &str) -> String {
        let mut some: Vec<Move> = moves.take(LISTED + 1).collect();
        if some.is_empty() {
            return none.to_owned();
        }
        let more = if some.len() > LISTED { ", …" } else { "" };
        some.truncate(LISTED);
        format!("legal: {}{more}", self.position.sans(&some).join(", "))
    }
}

/// Whether a text is the letters of a type, be they lower case.
fn is_written(text: &str, letters: Letters) -> bool {
    text.eq_ignore_ascii_case(letters.as_str())
}
