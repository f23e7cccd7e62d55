//! How a piece moves, in words.

use crate::Definition;
use crate::direction::Way;
use crate::pieces::{Body, Part, PartKind, SidePart, read_symbol};
use crate::prose::{list, number};
use crate::syntax::Value;
use spielraum_spec::{Color, Distances, Landing, Mode, Ownership, PieceType};

/// A piece whose moves take more sentences is explained no further.
const SENTENCES: usize = 48;

/// The sentences about a side's piece.
pub(super) fn sentences(game: &Definition, piece: PieceType, color: Color) -> Vec<String> {
    if let Ownership::Nobody { capturable } = game.spec().pieces[piece.index()].ownership {
        let captured = if capturable { "both sides may capture it" } else { "nobody can capture it" };
        let placed = game.spec().turn.placings().any(|(_, placing)| placing.piece == piece);
        let moves = if placed { "both sides place it" } else { "never moves" };
        return vec![format!("belongs to nobody and {moves}; {captured}")];
    }
    let mut writer = Writer { game, color, sentences: Vec::new(), budget: SENTENCES };
    writer.body(&game.pieces()[piece.index()].sides[color].body, "", Mode::Both);
    if game.pieces()[piece.index()].immobile {
        writer.sentences.push("never moves".to_owned());
    }
    let symbol = game.pieces()[piece.index()].symbol.to_string();
    if let Some(first) = game.first_moves().get(&symbol) {
        let ordinary = writer.sentences.len();
        writer.body(first, "", Mode::Quiet);
        for sentence in &mut writer.sentences[ordinary..] {
            *sentence = format!("as long as it has not moved, {sentence}");
        }
    }
    if game.spec().no_hurdles.contains(&piece) {
        writer.sentences.push("is no hurdle: nothing hops over it".to_owned());
    }
    writer.sentences
}

/// What the game's own names of directions stand for.
pub(super) fn directions(game: &Definition) -> Vec<String> {
    let writer = Writer { game, color: Color::White, sentences: Vec::new(), budget: 0 };
    let mut sentences: Vec<String> = game
        .directions()
        .given()
        .map(|(name, phrases)| format!("{}: {}", name.replace('-', " "), writer.directions(phrases)))
        .collect();
    if game.directions().turn() {
        sentences.push(TURNING.to_owned());
    }
    sentences
}

const TURNING: &str = "Turning lines walk from file to orthogonally neighbouring file, straight on or round a right angle, never back, \
    and gain, lose or keep one rank with each step. A keep line stays at one distance from the centre of the ranks and winds \
    round it; a cross line changes that distance with each step and so runs in and out again.";

struct Writer<'g> {
    game: &'g Definition,
    color: Color,
    sentences: Vec<String>,
    budget: usize,
}

impl Writer<'_> {
    fn body(&mut self, body: &Body, from: &str, mode: Mode) {
        let other = SidePart::Only(!self.color);
        for part in body.parts.iter().filter(|part| part.side != other) {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            let mode = if mode == Mode::Both { part.mode } else { mode };
            let own =
                part.from.as_ref().and_then(Value::text).map(|region| format!(", from {}", region.replace('-', " ")));
            let to = part.to.as_ref().and_then(Value::text).map(|region| format!(", to {}", region.replace('-', " ")));
            let from = format!("{from}{}{}", own.unwrap_or_default(), to.unwrap_or_default());
            match &part.kind {
                PartKind::As(names) => self.others(names, &from, mode),
                _ => self.part(part, &from, mode),
            }
        }
    }

    /// Shared movements are described in full, other pieces by their names.
    fn others(&mut self, names: &[Value], from: &str, mode: Mode) {
        let mut pieces = Vec::new();
        for name in names.iter().filter_map(Value::text) {
            let symbol = read_symbol(name);
            if let Some(piece) = self.game.pieces().iter().find(|piece| Some(piece.symbol) == symbol) {
                pieces.push(piece.sides[self.color].name.clone());
            } else if let Some(body) = self.game.movements().get(name) {
                self.body(body, from, mode);
            }
        }
        if !pieces.is_empty() {
            let verb = match mode {
                Mode::Both => "moves",
                Mode::Quiet => "moves without capturing",
                Mode::Capture => "captures",
            };
            self.sentences.push(format!("{verb} as {}{from}", list(&pieces, "or")));
        }
    }

    fn part(&mut self, part: &Part, from: &str, mode: Mode) {
        let says = match &part.kind {
            PartKind::Step(phrases) => format!("steps {}", self.directions(phrases)),
            PartKind::Leap(phrases, 1) => format!("leaps {}", self.directions(phrases)),
            PartKind::Leap(phrases, length) => {
                format!("leaps {} cells {}", number(*length as usize), self.directions(phrases))
            }
            PartKind::Slide(phrases, distances) => {
                format!("slides {} {}", distance(*distances), self.directions(phrases))
            }
            PartKind::Hop(phrases, Landing::Beyond) => {
                format!("hops over one piece, any distance before and beyond it, {}", self.directions(phrases))
            }
            PartKind::Hop(phrases, Landing::Next) => {
                format!("hops over one piece, at any distance, to the cell behind it, {}", self.directions(phrases))
            }
            PartKind::Route { stages, leaping } => {
                let stages: Vec<String> = stages.iter().map(|(phrases, _)| self.directions(phrases)).collect();
                let blocked = if *leaping { "whatever stands between" } else { "unless a piece stands between" };
                format!("steps {}, {blocked}", stages.join(", then on outward "))
            }
            PartKind::As(_) => return,
        };
        let mode = match mode {
            Mode::Both => "",
            Mode::Quiet => ", without capturing",
            Mode::Capture => ", only to capture",
        };
        self.sentences.push(format!("{says}{mode}{from}"));
    }

    fn directions(&self, phrases: &[Value]) -> String {
        let phrases: Vec<String> = phrases.iter().map(|phrase| self.phrase(phrase)).collect();
        list(&phrases, "or")
    }

    /// `in the 6 orthogonal directions`, `one forward and one sideways`, `along forward orth lines`.
    fn phrase(&self, value: &Value) -> String {
        let words = value.text().unwrap_or_default();
        let (adjectives, noun) = words.trim().rsplit_once(' ').unwrap_or(("", words.trim()));
        let adjectives = if adjectives.is_empty() {
            String::new()
        } else {
            format!("{} ", adjectives.replace("non-forward", "not forward"))
        };
        match noun {
            "orthogonal" | "diagonal" | "triagonal" | "radial" => match self.count(value) {
                0 => format!("in {adjectives}{noun} directions (none on this board)"),
                1 => format!("in the {adjectives}{noun} direction"),
                count => format!("in the {count} {adjectives}{noun} directions"),
            },
            leap if leap.starts_with('(') => format!("to the {} cells at {adjectives}{leap}", self.count(value)),
            line if !line.contains('+') && self.named(line) => {
                format!("along {adjectives}{}s", line.trim_end_matches('s').replace('-', " "))
            }
            sum => sum.split('+').map(unit).collect::<Vec<_>>().join(" and "),
        }
    }

    /// Whether a noun names lines or a game's own directions.
    fn named(&self, noun: &str) -> bool {
        noun.ends_with("-line") || self.game.directions().is_named(noun)
    }

    /// How many of the directions exist on the board; a turning one counts as one.
    fn count(&self, value: &Value) -> usize {
        let board = &self.game.spec().board;
        let ways = self.game.directions().known_ways(value);
        ways.iter()
            .filter(|way| match way {
                Way::Offset(offset, _) => board.fits(*offset),
                Way::Keep(_) | Way::Cross(_) => true,
            })
            .count()
    }
}

/// `forward`, `two forward`.
fn unit(term: &str) -> String {
    let letters = term.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
    let (times, unit) = term.split_at(letters);
    let unit = if unit == "vertical" { "up or down" } else { unit };
    match times.parse::<usize>() {
        Ok(times) if times > 1 => format!("{} {unit}", number(times)),
        _ => unit.to_owned(),
    }
}

fn distance(distances: Distances) -> String {
    match (distances.min, distances.max, distances.every) {
        (1, Distances::FAR, 1) => "any distance".to_owned(),
        (1, Distances::FAR, 2) => "an odd number of cells".to_owned(),
        (2, Distances::FAR, 2) => "an even number of cells".to_owned(),
        (min, max, _) if min == max => {
            format!("exactly {} cell{}", number(min.into()), if min == 1 { "" } else { "s" })
        }
        (min, Distances::FAR, _) => format!("{} or more cells", number(min.into())),
        (min, max, _) => format!("{} to {} cells", number(min.into()), number(max.into())),
    }
}
