//! From movements as they are written to the parts of a `Spec`.

use super::{Body, Part, PartKind, Piece, SidePart, read_symbol};
use crate::direction::{Directions, Ring, Way};
use crate::limits;
use crate::region::Regions;
use crate::report::Diagnostics;
use crate::span::Span;
use crate::syntax::Value;
use spielraum_geometry::{Board, CellSet, LineDirection, Mirror, Offset, sort_few};
use spielraum_spec::{ByColor, Color, Mode, MovePart, Ownership, Pattern, PieceSpec, StepSet, Symbol};
use std::collections::HashMap;

/// Works out how every piece of every side moves, and so for other ways of moving that are no piece's.
pub(crate) fn lower(
    pieces: &[Piece],
    others: &[Body],
    movements: &HashMap<String, Body>,
    directions: &Directions,
    regions: &Regions<'_>,
    mirror: Mirror,
    diagnostics: &mut Diagnostics,
) -> (Vec<PieceSpec>, Vec<ByColor<Vec<MovePart>>>) {
    let mut lowering = Lowering {
        pieces,
        movements,
        directions,
        regions,
        mirror,
        diagnostics,
        done: HashMap::new(),
        under_way: Vec::new(),
    };
    // Every movement is looked at, used or not, so that its diagnostics are reported.
    let mut names: Vec<&str> = movements.keys().map(String::as_str).collect();
    names.sort_unstable();
    for name in names {
        lowering.movement(name, &movements[name], Color::White);
    }
    let specs = pieces.iter().map(|piece| lowering.piece(piece)).collect();
    // Their numbers are no names of movements.
    let others = others
        .iter()
        .enumerate()
        .map(|(number, body)| ByColor::new(|color| lowering.movement(&format!("\0{number}"), body, color)));
    (specs, others.collect())
}

struct Lowering<'l> {
    pieces: &'l [Piece],
    movements: &'l HashMap<String, Body>,
    directions: &'l Directions,
    regions: &'l Regions<'l>,
    mirror: Mirror,
    diagnostics: &'l mut Diagnostics,
    /// What is known already, by side and name.
    done: HashMap<(Color, String), Vec<MovePart>>,
    under_way: Vec<(Color, String)>,
}

impl Lowering<'_> {
    fn piece(&mut self, piece: &Piece) -> PieceSpec {
        let moves = ByColor::new(|color| self.symbol(piece.symbol, color));
        let is_neutral = piece.ownership != Ownership::Sides;
        if is_neutral {
            self.check_neutral(piece, &moves);
        }
        if piece.immobile && Color::BOTH.into_iter().any(|color| !moves[color].is_empty()) {
            let text = format!("the piece `{}` is immobile, and has moves", piece.symbol);
            self.diagnostics.add_with_help(piece.span, text, "take `immobile` or the moves out");
        }
        for color in Color::BOTH.into_iter().filter(|_| !piece.immobile) {
            // A piece whose moves are faulty has been reported already.
            if moves[color].is_empty() && !is_neutral && !self.diagnostics.between(piece.span, piece.end) {
                self.diagnostics.add_with_help(
                    piece.span,
                    format!("the piece `{}` has no moves on this board", piece.symbol),
                    "say how it moves in its block, as in `{ slide \"orthogonal\" }`, or `immobile=#true` that it never does",
                );
            }
        }
        let board = self.regions.board();
        let mut may_enter = ByColor::both(board.all());
        let stays = piece.stays_in.as_ref().and_then(|value| self.regions.find(value, self.diagnostics));
        let never = piece.never_enters.as_ref().and_then(|value| self.regions.find(value, self.diagnostics));
        for color in Color::BOTH {
            if let Some(stays) = &stays {
                may_enter[color] = may_enter[color] & stays[color];
            }
            if let Some(never) = &never {
                may_enter[color] = may_enter[color] - never[color];
            }
        }
        PieceSpec {
            symbol: piece.symbol,
            ownership: piece.ownership,
            name: ByColor::new(|color| piece.sides[color].name.clone()),
            moves,
            may_enter,
            royal: piece.royal,
            resets_clock: piece.resets_clock,
        }
    }

    /// Reports what is said of a piece that belongs to nobody, but makes sense for a piece of a side only.
    fn check_neutral(&mut self, piece: &Piece, moves: &ByColor<Vec<MovePart>>) {
        let said = [
            (!moves.white.is_empty() || !moves.black.is_empty(), "moves"),
            (piece.royal, "`royal`"),
            (piece.resets_clock, "`resets-clock`"),
            (piece.stays_in.is_some(), "`stays-in`"),
            (piece.never_enters.is_some(), "`never-enters`"),
        ];
        for (_, what) in said.into_iter().filter(|(is_said, _)| *is_said) {
            self.diagnostics.add_with_help(
                piece.span,
                format!("the piece `{}` belongs to nobody and can't have {what}", piece.symbol),
                "nobody moves it: it stands where the start position has it",
            );
        }
    }

    fn symbol(&mut self, symbol: Symbol, color: Color) -> Vec<MovePart> {
        match self.pieces.iter().find(|piece| piece.symbol == symbol) {
            Some(piece) => self.named(symbol.to_string(), &piece.sides[color].body, color, piece.span),
            None => Vec::new(),
        }
    }

    fn movement(&mut self, name: &str, body: &Body, color: Color) -> Vec<MovePart> {
        let span = body.parts.first().map_or(Span { file: 0, start: 0, len: 0 }, |part| part.span);
        self.named(name.to_owned(), body, color, span)
    }

    /// The parts of a piece or movement, each once.
    fn named(&mut self, name: String, body: &Body, color: Color, span: Span) -> Vec<MovePart> {
        let key = (color, name);
        if let Some(done) = self.done.get(&key) {
            return done.clone();
        }
        self.under_way.push(key.clone());
        let mut moves: Vec<MovePart> = Vec::new();
        let mut ways = 0;
        for part in &body.parts {
            if part.side == SidePart::Only(!color) {
                continue;
            }
            for lowered in self.part(part, color) {
                if moves.contains(&lowered) {
                    continue;
                }
                ways += ways_of(&lowered);
                if ways > limits::PIECE_WAYS || moves.len() == limits::PARTS {
                    self.diagnostics.add(span, "this piece has too many ways to move");
                    break;
                }
                moves.push(lowered);
            }
        }
        self.under_way.pop();
        self.done.insert(key, moves.clone());
        moves
    }

    fn part(&mut self, part: &Part, color: Color) -> Vec<MovePart> {
        let mut region = |value: &Option<Value>| match value {
            None => Some(None),
            Some(value) => self.regions.find(value, self.diagnostics).map(|cells| Some(cells[color])),
        };
        let (Some(origin), Some(target)) = (region(&part.from), region(&part.to)) else { return Vec::new() };
        let mut parts: Vec<MovePart> = match &part.kind {
            PartKind::As(names) => names.iter().flat_map(|name| self.others(name, color)).collect(),
            kind => self.patterns(kind, color, part.span).into_iter().map(MovePart::new).collect(),
        };
        for lowered in &mut parts {
            lowered.origin = both(lowered.origin, origin);
            lowered.target = both(lowered.target, target);
        }
        parts.retain_mut(|lowered| match (part.mode, lowered.mode) {
            (Mode::Both, _) => true,
            (mode, Mode::Both) => {
                lowered.mode = mode;
                true
            }
            (mode, other) => mode == other,
        });
        parts
    }

    /// The parts of the piece or movement that an `as` names.
    fn others(&mut self, value: &Value, color: Color) -> Vec<MovePart> {
        let name = value.text().unwrap_or_default();
        if self.under_way.iter().any(|(_, other)| other == name) {
            self.diagnostics.add(value.span, format!("`{name}` takes its moves from itself"));
            return Vec::new();
        }
        if self.under_way.len() >= limits::CHAIN {
            self.diagnostics.add(value.span, "too many movements take their moves from each other");
            return Vec::new();
        }
        let piece = read_symbol(name).and_then(|symbol| self.pieces.iter().find(|piece| piece.symbol == symbol));
        match (piece, self.movements.get(name)) {
            (Some(piece), _) => self.symbol(piece.symbol, color),
            (None, Some(body)) => self.movement(name, body, color),
            (None, None) => {
                let symbols: Vec<String> = self.pieces.iter().map(|piece| piece.symbol.to_string()).collect();
                let mut known: Vec<&str> = self.movements.keys().map(String::as_str).collect();
                known.sort_unstable();
                known.extend(symbols.iter().map(String::as_str));
                self.diagnostics.unknown(value.span, "the movement or piece", name, known);
                Vec::new()
            }
        }
    }

    fn ways(&mut self, phrases: &[Value], color: Color) -> Vec<Way> {
        let ways = self.directions.ways(phrases, self.diagnostics);
        let lattice = self.regions.board().lattice();
        ways.into_iter().map(|way| way.of(color, self.mirror, lattice)).collect()
    }

    fn patterns(&mut self, kind: &PartKind, color: Color, span: Span) -> Vec<Pattern> {
        let board = self.regions.board();
        match kind {
            PartKind::Step(phrases) => {
                let steps = self.steps(phrases, color);
                step_sets(board, &steps, 1).into_iter().map(Pattern::Leap).collect()
            }
            PartKind::Leap(phrases, length) => {
                let leaps = self.leaps(phrases, *length, color, span);
                step_sets(board, &leaps, *length).into_iter().map(Pattern::Leap).collect()
            }
            PartKind::Slide(phrases, distances) => {
                let lines = self.lines(phrases, color);
                if lines.is_empty() { Vec::new() } else { vec![Pattern::Slide { lines, distances: *distances }] }
            }
            PartKind::Hop(phrases, landing) => {
                let lines = self.lines(phrases, color);
                if lines.is_empty() { Vec::new() } else { vec![Pattern::Hop { lines, landing: *landing }] }
            }
            PartKind::Route { stages, leaping } => {
                let mut sets: Vec<Vec<StepSet>> = vec![Vec::new()];
                let mut size = 1;
                for (phrases, length) in stages {
                    let steps = if *length == 1 {
                        self.leaps_or_steps(phrases, color)
                    } else {
                        self.leaps(phrases, *length, color, span)
                    };
                    size *= steps.len().max(1);
                    if size > limits::PIECE_WAYS {
                        self.diagnostics.add(span, "this route has too many branches");
                        return Vec::new();
                    }
                    let choices = step_sets(board, &steps, *length);
                    sets = sets
                        .iter()
                        .flat_map(|walked| {
                            choices.iter().map(|set| walked.iter().cloned().chain([set.clone()]).collect())
                        })
                        .collect();
                }
                sets.into_iter().map(|stages| Pattern::Route { stages, leaping: *leaping }).collect()
            }
            PartKind::As(_) => Vec::new(),
        }
    }

    fn leaps_or_steps(&mut self, phrases: &[Value], color: Color) -> Vec<(Offset, Ring)> {
        self.ways(phrases, color).into_iter().flat_map(Way::steps).collect()
    }

    fn steps(&mut self, phrases: &[Value], color: Color) -> Vec<(Offset, Ring)> {
        let steps = self.leaps_or_steps(phrases, color);
        let lattice = self.regions.board().lattice();
        if steps.iter().any(|&(step, _)| lattice.steps(step) > 1) {
            self.diagnostics.add_with_help(
                phrases[0].span,
                "a step goes to a neighbouring cell",
                "farther goes a `leap`",
            );
        }
        steps
    }

    fn leaps(&mut self, phrases: &[Value], length: i16, color: Color, span: Span) -> Vec<(Offset, Ring)> {
        let ways = self.ways(phrases, color);
        let mut leaps = Vec::new();
        for way in ways {
            match way {
                Way::Offset(offset, _) if offset.longest() * length > limits::COMPONENT => {
                    self.diagnostics.add(span, format!("this leads farther than {} cells", limits::COMPONENT));
                    return Vec::new();
                }
                Way::Offset(offset, ring) => leaps.push((offset, ring)),
                Way::Keep(_) | Way::Cross(_) => {
                    self.diagnostics.add_with_help(
                        phrases[0].span,
                        "a leap can't follow a turning line",
                        "use `slide` with a `distance`",
                    );
                    return Vec::new();
                }
            }
        }
        leaps
    }

    fn lines(&mut self, phrases: &[Value], color: Color) -> Vec<LineDirection> {
        let board = self.regions.board();
        let ways = self.ways(phrases, color);
        let mut lines = Vec::new();
        for way in ways {
            match way.line() {
                Some(LineDirection::Straight(offset)) if !board.fits(offset) => {}
                Some(LineDirection::Keep { .. } | LineDirection::Cross { .. })
                    if board.extent().level == 1 && board.extent().file == 1 => {}
                Some(line) => lines.push(line),
                None => {
                    self.diagnostics.add_with_help(
                        phrases[0].span,
                        "a straight line can't be `keeping` or `crossing`",
                        "turning lines are called `keep-line` and `cross-line`; `step` can be limited to `keeping` or `crossing` steps",
                    );
                    return Vec::new();
                }
            }
        }
        lines
    }
}

/// Where both allow it.
fn both(a: Option<CellSet>, b: Option<CellSet>) -> Option<CellSet> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a & b),
        (one, other) => one.or(other),
    }
}

/// The steps, this many times as far, one set for each ring filter.
fn step_sets(board: &Board, steps: &[(Offset, Ring)], length: i16) -> Vec<StepSet> {
    let mut sets = Vec::new();
    for ring in [Ring::Any, Ring::Keep, Ring::Cross] {
        let mut offsets: Vec<Offset> = steps
            .iter()
            .filter(|(_, other)| *other == ring)
            .map(|(step, _)| step.times(length))
            .filter(|offset| board.fits(*offset))
            .collect();
        sort_few(&mut offsets, Ord::cmp);
        offsets.dedup();
        if !offsets.is_empty() {
            sets.push(StepSet { offsets, ring: ring.into() });
        }
    }
    sets
}

fn ways_of(part: &MovePart) -> usize {
    match &part.pattern {
        Pattern::Leap(set) => set.offsets.len(),
        Pattern::Slide { lines, .. } | Pattern::Hop { lines, .. } => lines.len(),
        Pattern::Route { stages, .. } => stages.iter().map(|stage| stage.offsets.len()).product(),
    }
}
