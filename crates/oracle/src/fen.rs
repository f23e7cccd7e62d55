//! Positions as text (docs/notation.md, "Positions").

use crate::moves::{asks_for_passes, quiet_leaps, routes};
use crate::{EnPassant, State};
use spielraum_geometry::Cell;
use spielraum_spec::{ByColor, Color, DoubleStepPath, Hands, Letters, Mark, Owner, Ownership, PieceType, Spec, Symbol};
use std::collections::BTreeSet;
use std::iter::Peekable;
use std::str::Chars;

impl State {
    /// Reads a position. That it is well written is all that is asked here, except that an en passant
    /// field must have its piece; see [`State::faults`] for the rest.
    pub fn parse(spec: &Spec, fen: &str) -> Result<Self, String> {
        let mut fields: Vec<&str> = fen.split_whitespace().collect();
        let checks = match fields.get(4) {
            Some(field) if spec.goals.check_count().is_some() && field.contains('+') => Some(fields.remove(4)),
            _ => None,
        };
        let passed = fields.iter().position(|field| field.starts_with("pass:")).map_or("", |at| fields.remove(at));
        if !passed.is_empty() && !asks_for_passes(spec) {
            return Err(format!("`{passed}` where passes are not counted"));
        }
        let series = fields.iter().position(|field| field.starts_with("series:")).map_or("", |at| fields.remove(at));
        let count = fields.iter().position(|field| field.starts_with("count:")).map_or("", |at| fields.remove(at));
        let unmoved = fields.iter().position(|field| field.starts_with("unmoved:")).map_or("", |at| fields.remove(at));
        let part = match spec.turn.parts.len() {
            1 => "-",
            _ => fields.pop().ok_or("no part of the turn")?,
        };
        let (fields, obligation) = match (fields.as_slice(), &spec.goals.royal_obligation) {
            (&[a, b, c, d, e, f], _) => ([a, b, c, d, e, f], "-"),
            (&[a, b, c, d, e, f, obligation], Some(_)) => ([a, b, c, d, e, f], obligation),
            _ => return Err(format!("{} fields", fields.len())),
        };
        let [pieces, side, castling, ep, halfmove, fullmove] = fields;
        let (placement, hands) = match pieces.split_once('[') {
            Some((placement, hands)) => (placement, hands.strip_suffix(']').ok_or("`[` without `]` at the end")?),
            None => (pieces, ""),
        };
        let mut state = Self::empty(spec);
        parse_placement(spec, &mut state, placement)?;
        parse_hands(spec, &mut state, hands)?;
        state.side = match side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(format!("side `{side}`")),
        };
        let sides = passed.strip_prefix("pass:").unwrap_or_default();
        state.passed = ByColor { white: sides.contains('w'), black: sides.contains('b') };
        let sides = series.strip_prefix("series:").unwrap_or_default();
        state.series = ByColor { white: sides.contains('w'), black: sides.contains('b') };
        for (color, side) in [(Color::White, 'w'), (Color::Black, 'b')] {
            if let Some((_, left)) = count.split_once(side) {
                let left = left.split(|letter: char| !letter.is_ascii_digit()).next().unwrap_or_default();
                state.countdown[color] = left.parse().map_err(|_| format!("count `{count}`"))?;
            }
        }
        let (part, moved) = part.split_once(':').unwrap_or((part, ""));
        if !moved.is_empty() {
            state.moved = Some(spec.board.find(moved).ok_or_else(|| format!("no cell `{moved}`"))?);
        }
        state.part = match part {
            "-" => 0,
            _ => part.parse::<usize>().map_err(|_| format!("part `{part}`"))? - 1,
        };
        (state.castling, state.unmoved) = parse_castling(spec, castling)?;
        for name in unmoved.split([':', ',']).skip(1) {
            state.unmoved.insert(spec.board.find(name).ok_or_else(|| format!("no cell `{name}`"))?);
        }
        state.drop_dead_rights(spec);
        state.ep = if ep == "-" { None } else { Some(parse_en_passant(spec, &state, ep)?) };
        state.halfmove = halfmove.parse().map_err(|_| format!("halfmove clock `{halfmove}`"))?;
        state.fullmove = fullmove.parse().map_err(|_| format!("move number `{fullmove}`"))?;
        state.obligation = parse_obligation(spec, &state, obligation)?;
        if let (Some(limit), Some(text)) = (spec.goals.check_count(), checks) {
            let given =
                |left: Option<&str>| left?.parse::<u8>().ok().filter(|left| *left <= limit).map(|left| limit - left);
            let mut sides = text.splitn(2, '+').map(Some);
            let white = given(sides.next().flatten()).ok_or_else(|| format!("checks `{text}`"))?;
            let black = given(sides.next().flatten()).ok_or_else(|| format!("checks `{text}`"))?;
            state.checks = ByColor { white, black };
        }
        let mover = !state.side;
        state.series[mover] = state.counts_for_mate(spec, mover, state.series[mover]);
        Ok(state)
    }

    /// Writes the position.
    pub fn fen(&self, spec: &Spec) -> String {
        let levels: Vec<String> = (0..spec.board.shape().levels.len())
            .map(|level| {
                let rows: Vec<String> = spec.board.rows(level).iter().map(|row| self.row(spec, row)).collect();
                rows.join("/")
            })
            .collect();
        let mut fen = levels.join("|");
        if let Some(hands) = &spec.hands {
            fen += &format!("[{}]", self.hand_letters(spec, hands));
        }
        fen += match self.side {
            Color::White => " w ",
            Color::Black => " b ",
        };
        let unmoved: Vec<Cell> = self.unmoved.iter().copied().filter(|cell| !self.castles_from(spec, *cell)).collect();
        let mut rights = String::new();
        for color in Color::BOTH {
            let own = spec.castlings.iter().filter(|castling| castling.color == color);
            rights.extend(own.map(|castling| castling.right).filter(|right| self.castling.contains(right)));
            let letters = first_letters(spec).into_iter().flatten().filter(|(_, owner, _)| *owner == color);
            rights.extend(letters.filter(|(_, _, cell)| unmoved.contains(cell)).map(|(letter, ..)| letter));
        }
        fen += if rights.is_empty() { "-" } else { &rights };
        fen += &format!(" {}", self.ep_field(spec));
        if let Some(limit) = spec.goals.check_count() {
            fen += &format!(" {}+{}", limit - self.checks.white, limit - self.checks.black);
        }
        fen += &format!(" {} {}", self.halfmove, self.fullmove);
        if spec.goals.royal_obligation.is_some() {
            fen += &format!(" {}", self.obligation_field());
        }
        if self.series != ByColor::default() {
            fen += " series:";
            fen += if self.series.white { "w" } else { "" };
            fen += if self.series.black { "b" } else { "" };
        }
        if self.passed != ByColor::default() {
            fen += " pass:";
            fen += if self.passed.white { "w" } else { "" };
            fen += if self.passed.black { "b" } else { "" };
        }
        if self.countdown != ByColor::default() {
            let side = |letter: char, left: u8| if left > 0 { format!("{letter}{left}") } else { String::new() };
            fen += &format!(" count:{}{}", side('w', self.countdown.white), side('b', self.countdown.black));
        }
        if !unmoved.is_empty() && first_letters(spec).is_none() {
            let names: Vec<&str> = unmoved.iter().map(|&cell| spec.board.name(cell)).collect();
            fen += &format!(" unmoved:{}", names.join(","));
        }
        if spec.turn.parts.len() > 1 {
            let part = if self.part == 0 { "-".to_string() } else { (self.part + 1).to_string() };
            fen += &format!(" {part}");
            if let Some(moved) = self.moved {
                fen += &format!(":{}", spec.board.name(moved));
            }
        }
        fen
    }

    /// Whether a castling right says already that the piece on a cell has not moved.
    fn castles_from(&self, spec: &Spec, cell: Cell) -> bool {
        let rights = spec.castlings.iter().filter(|castling| self.castling.contains(&castling.right));
        rights.into_iter().any(|castling| [castling.royal.0, castling.partner.0].contains(&cell))
    }

    fn row(&self, spec: &Spec, row: &[Cell]) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for &cell in row {
            let Some((owner, kind)) = self.at(cell) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text += &symbol_text(spec, owner, kind);
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    }

    fn hand_letters(&self, spec: &Spec, hands: &Hands) -> String {
        let mut letters = String::new();
        for color in Color::BOTH {
            for &kind in &hands.order {
                letters += &symbol_text(spec, color.into(), kind).repeat(usize::from(self.hands[color][kind.index()]));
            }
        }
        letters
    }

    /// `via`, or `via:pawn` where the double step may bend or several pieces may have passed the cell.
    fn ep_field(&self, spec: &Spec) -> String {
        let Some(EnPassant { passed, pawn }) = self.ep else { return "-".into() };
        let (via, at) = (spec.board.name(passed), spec.board.name(pawn));
        let straight = passers(spec, self, passed, false);
        if straight == BTreeSet::from([pawn]) { via.to_string() } else { format!("{via}:{at}") }
    }

    fn obligation_field(&self) -> String {
        let part = |letter: char, left: Option<u8>| left.map(|left| format!("{letter}{left}")).unwrap_or_default();
        let field = part('w', self.obligation.white) + &part('b', self.obligation.black);
        if field.is_empty() { "-".into() } else { field }
    }
}

fn symbol_text(spec: &Spec, owner: Owner, kind: PieceType) -> String {
    let Symbol { letters, mark } = spec.pieces[kind.index()].symbol;
    // Several letters stand in braces.
    let letters = if letters.is_one() { letters.to_string() } else { format!("{{{letters}}}") };
    let text = match mark {
        Mark::None => letters,
        Mark::Plus => format!("+{letters}"),
        Mark::Tilde => format!("{letters}~"),
    };
    match owner {
        Owner::White => text,
        Owner::Black => text.to_ascii_lowercase(),
        Owner::Nobody => format!("!{text}"),
    }
}

/// The castling letters in the order in which they are printed.
fn rights_in_order(spec: &Spec) -> impl Iterator<Item = char> + '_ {
    spec.castlings.iter().map(|castling| castling.right)
}

fn parse_placement(spec: &Spec, state: &mut State, text: &str) -> Result<(), String> {
    let levels: Vec<&str> = text.split('|').collect();
    let wanted = spec.board.shape().levels.len();
    if levels.len() != wanted {
        return Err(format!("{} levels, not {wanted}", levels.len()));
    }
    for (level, text) in levels.into_iter().enumerate() {
        let (rows, texts) = (spec.board.rows(level), text.split('/').collect::<Vec<_>>());
        if rows.len() != texts.len() {
            return Err(format!("{} ranks in `{text}`, not {}", texts.len(), rows.len()));
        }
        for (row, text) in rows.iter().zip(texts) {
            let contents = parse_row(spec, text)?;
            if contents.len() != row.len() {
                return Err(format!("{} cells in `{text}`, not {}", contents.len(), row.len()));
            }
            for (cell, piece) in row.iter().zip(contents) {
                state.placement[cell.index()] = piece;
            }
        }
    }
    Ok(())
}

fn parse_row(spec: &Spec, text: &str) -> Result<Vec<Option<(Owner, PieceType)>>, String> {
    let mut contents = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(&next) = rest.peek() {
        if !next.is_ascii_digit() {
            contents.push(Some(parse_piece(spec, &mut rest)?));
            continue;
        }
        let mut empty = 0;
        while let Some(digit) = rest.next_if(char::is_ascii_digit) {
            empty = empty * 10 + digit.to_digit(10).unwrap_or(0) as usize;
            if empty > spec.board.len() {
                return Err(format!("too many empty cells in `{text}`"));
            }
        }
        if empty == 0 {
            return Err(format!("a run of no cells in `{text}`"));
        }
        contents.resize(contents.len() + empty, None);
    }
    Ok(contents)
}

fn parse_piece(spec: &Spec, rest: &mut Peekable<Chars>) -> Result<(Owner, PieceType), String> {
    let nobodys = rest.next_if_eq(&'!').is_some();
    let plus = rest.next_if_eq(&'+').is_some();
    let letters: String = match rest.next() {
        // Several letters stand in braces.
        Some('{') => rest.by_ref().take_while(|&letter| letter != '}').collect(),
        letter => letter.into_iter().collect(),
    };
    let is_upper = letters.chars().all(|letter| letter.is_ascii_uppercase());
    if !is_upper && !letters.chars().all(|letter| letter.is_ascii_lowercase()) {
        return Err("a piece is a letter, or several of one case in braces".into());
    }
    let capitals = Letters::read(&letters.to_ascii_uppercase()).ok_or("a piece has one to three letters")?;
    let tilde = rest.next_if_eq(&'~').is_some();
    let mark = match (plus, tilde) {
        (false, false) => Mark::None,
        (true, false) => Mark::Plus,
        (false, true) => Mark::Tilde,
        (true, true) => return Err(format!("`+{letters}~`")),
    };
    let symbol = Symbol { letters: capitals, mark };
    let kind = spec.piece(symbol).ok_or_else(|| format!("no piece is written `{symbol}`"))?;
    let owner = match (nobodys, is_upper) {
        (false, true) => Owner::White,
        (false, false) => Owner::Black,
        (true, true) => Owner::Nobody,
        (true, false) => return Err(format!("`!{letters}`")),
    };
    if nobodys != (spec.pieces[kind.index()].ownership != Ownership::Sides) {
        return Err(format!("`{letters}` belongs to somebody else"));
    }
    Ok((owner, kind))
}

fn parse_hands(spec: &Spec, state: &mut State, text: &str) -> Result<(), String> {
    let mut rest = text.chars().peekable();
    while rest.peek().is_some() {
        let (owner, kind) = parse_piece(spec, &mut rest)?;
        let color = owner.color().ok_or("nobody's piece in hand")?;
        if !spec.hands.as_ref().is_some_and(|hands| hands.order.contains(&kind)) {
            return Err(format!("`{}` can't be in hand", spec.pieces[kind.index()].symbol));
        }
        let held = &mut state.hands[color][kind.index()];
        *held = held.checked_add(1).ok_or("too many pieces in hand")?;
    }
    Ok(())
}

/// The letters by which the castling field says which pieces have not moved: those of their files, in the order in which they are
/// written. `None` where a side has two such cells on a file, a file has no letter, or one that is a castling right's.
fn first_letters(spec: &Spec) -> Option<Vec<(char, Color, Cell)>> {
    let mut letters = Vec::new();
    for color in Color::BOTH {
        for cell in spec.board.cells().filter(|&cell| spec.firsts.cells(color).contains(cell)) {
            let name = &spec.board.shape().files[spec.board.coord(cell).file as usize];
            let name = if color == Color::White { name.to_ascii_uppercase() } else { name.to_ascii_lowercase() };
            let [letter] = name.chars().collect::<Vec<_>>()[..] else { return None };
            let known = |(other, ..): &(char, Color, Cell)| *other == letter;
            if !letter.is_ascii_alphabetic()
                || letters.iter().any(known)
                || rights_in_order(spec).any(|right| right == letter)
            {
                return None;
            }
            letters.push((letter, color, cell));
        }
    }
    letters.sort_unstable_by_key(|&(letter, ..)| letter);
    Some(letters)
}

/// The castling rights, and the cells of the pieces that have not moved.
fn parse_castling(spec: &Spec, text: &str) -> Result<(BTreeSet<char>, BTreeSet<Cell>), String> {
    let (mut rights, mut unmoved) = (BTreeSet::new(), BTreeSet::new());
    let letters = first_letters(spec).unwrap_or_default();
    for right in text.chars().filter(|_| text != "-") {
        if let Some((_, _, cell)) = letters.iter().find(|(letter, ..)| *letter == right) {
            unmoved.insert(*cell);
            continue;
        }
        if !rights_in_order(spec).any(|known| known == right) || !rights.insert(right) {
            return Err(format!("castling rights `{text}`"));
        }
        for castling in spec.castlings.iter().filter(|castling| castling.right == right) {
            let homes = [castling.royal.0, castling.partner.0].into_iter();
            unmoved.extend(homes.filter(|&home| spec.firsts.cells(castling.color).contains(home)));
        }
    }
    Ok((rights, unmoved))
}

/// The double step of the side that has just moved which the field means.
fn parse_en_passant(spec: &Spec, state: &State, text: &str) -> Result<EnPassant, String> {
    let cell = |name: &str| spec.board.find(name).ok_or_else(|| format!("no cell `{name}`"));
    let (via, pawn) = match text.split_once(':') {
        Some((via, pawn)) => (cell(via)?, Some(cell(pawn)?)),
        None => (cell(text)?, None),
    };
    let mut found = passers(spec, state, via, pawn.is_some());
    found.retain(|cell| pawn.is_none_or(|pawn| pawn == *cell));
    match found.len() {
        1 => Ok(EnPassant { passed: via, pawn: found.into_iter().next().unwrap_or(via) }),
        0 => Err(format!("no double step can have been `{text}`")),
        _ => Err(format!("several double steps can have been `{text}`")),
    }
}

/// Where the pieces stand that may have just passed a cell by a double step, straight ones or also bent ones.
fn passers(spec: &Spec, state: &State, via: Cell, bent_too: bool) -> BTreeSet<Cell> {
    let mover = if state.part > 0 { state.side } else { !state.side };
    // What the turn has placed may stand where the piece came from.
    let is_placed = |piece: Option<(Owner, PieceType)>| {
        piece.is_some_and(|(_, kind)| spec.turn.placings().any(|(_, placing)| placing.piece == kind))
    };
    let mut found = BTreeSet::new();
    for double_step in &spec.double_steps {
        let bent = double_step.path == DoubleStepPath::Bent;
        let may_enter = &spec.pieces[double_step.piece.index()].may_enter[mover];
        for from in double_step.from[mover].iter().filter(|&from| double_step.is_answered(mover, from)) {
            // A straight one that is written like an ordinary leap is that leap.
            let leaps = if bent { Vec::new() } else { quiet_leaps(spec, mover, double_step.piece, from) };
            for (passed, to) in routes(spec, mover, double_step, from) {
                let possible = state.at(to) == Some((mover.into(), double_step.piece))
                    && passed.iter().all(|&cell| state.at(cell).is_none() && may_enter.contains(cell))
                    && may_enter.contains(to)
                    && !leaps.contains(&to)
                    && (state.at(from).is_none() || is_placed(state.at(from)));
                if passed[0] == via && possible && (bent_too || !bent) {
                    found.insert(to);
                }
            }
        }
    }
    found
}

/// A side that has an obligation and no number for it has the longest time (Q17); a number for a side that has
/// no obligation means nothing.
fn parse_obligation(spec: &Spec, state: &State, text: &str) -> Result<ByColor<Option<u8>>, String> {
    let Some(obligation) = &spec.goals.royal_obligation else { return Ok(ByColor::default()) };
    let mut written: ByColor<Option<u8>> = ByColor::default();
    let mut rest = if text == "-" { "" } else { text }.chars();
    while let Some(letter) = rest.next() {
        let color = match letter {
            'w' => Color::White,
            'b' => Color::Black,
            _ => return Err(format!("obligation `{text}`")),
        };
        let left = rest.next().and_then(|digit| digit.to_digit(10)).map(|digit| digit as u8);
        if !left.is_some_and(|left| (1..=obligation.within).contains(&left)) || written[color].is_some() {
            return Err(format!("obligation `{text}`"));
        }
        written[color] = left;
    }
    Ok(ByColor::new(|color| {
        (!state.is_free_of_obligation(spec, obligation, color)).then(|| written[color].unwrap_or(obligation.within))
    }))
}
