//! How a piece moves, in words.

use crate::Definition;
use crate::direction::Way;
use crate::locale::{Locale, say};
use crate::pieces::{Body, Part, PartKind, SidePart, read_symbol};
use crate::prose::Prose;
use crate::syntax::Value;
use spielraum_spec::{Color, Distances, Landing, Mode, Ownership, PieceType};

/// A piece whose moves take more sentences is explained no further.
const SENTENCES: usize = 48;

/// The sentences about a side's piece.
pub(super) fn sentences(game: &Definition, piece: PieceType, color: Color) -> Vec<String> {
    let prose = game.prose();
    let locale = prose.locale;
    if let Ownership::Nobody { capturable } = game.spec().pieces[piece.index()].ownership {
        let captured = match capturable {
            true => locale.pick("both sides may capture it", "beide Seiten dürfen sie schlagen"),
            false => locale.pick("nobody can capture it", "niemand kann sie schlagen"),
        };
        let placed = game.spec().turn.placings().any(|(_, placing)| placing.piece == piece);
        let moves = match placed {
            true => locale.pick("both sides place it", "wird von beiden Seiten gesetzt"),
            false => locale.pick("never moves", "zieht nie"),
        };
        return vec![say!(
            locale,
            "belongs to nobody and {moves}; {captured}",
            "eine Figur, die niemandem gehört; {moves}; {captured}"
        )];
    }
    let mut writer = Writer { game, prose, color, sentences: Vec::new(), budget: SENTENCES };
    writer.body(&game.pieces()[piece.index()].sides[color].body, "", Mode::Both);
    if game.pieces()[piece.index()].immobile {
        writer.sentences.push(locale.pick("never moves", "zieht nie").to_owned());
    }
    let symbol = game.pieces()[piece.index()].symbol.to_string();
    if let Some(first) = game.first_moves().get(&symbol) {
        let ordinary = writer.sentences.len();
        writer.body(first, "", Mode::Quiet);
        for sentence in &mut writer.sentences[ordinary..] {
            *sentence =
                say!(locale, "as long as it has not moved, {sentence}", "solange sie nicht gezogen hat: {sentence}");
        }
    }
    if game.spec().no_hurdles.contains(&piece) {
        let never =
            locale.pick("is no hurdle: nothing hops over it", "ist keine Sprunghilfe: Nichts springt über diese Figur");
        writer.sentences.push(never.to_owned());
    }
    writer.sentences
}

/// What the game's own names of directions stand for.
pub(super) fn directions(game: &Definition) -> Vec<String> {
    let prose = game.prose();
    let writer = Writer { game, prose, color: Color::White, sentences: Vec::new(), budget: 0 };
    let mut sentences: Vec<String> = game
        .directions()
        .given()
        .map(|(name, phrases)| format!("{}: {}", game.word(name), writer.directions(phrases)))
        .collect();
    if game.directions().turn() {
        sentences.push(prose.locale.pick(TURNING, TURNING_DE).to_owned());
    }
    sentences
}

const TURNING: &str = "Turning lines walk from file to orthogonally neighbouring file, straight on or round a right angle, never back, \
    and gain, lose or keep one rank with each step. A keep line stays at one distance from the centre of the ranks and winds \
    round it; a cross line changes that distance with each step and so runs in and out again.";

const TURNING_DE: &str = "Linien, die abbiegen, gehen von Linie zu orthogonal benachbarter Linie, geradeaus oder um einen rechten \
    Winkel, nie zurück, und gewinnen, verlieren oder behalten mit jedem Schritt eine Reihe. Eine Ringlinie bleibt in einem \
    Abstand von der Mitte der Reihen und windet sich um sie herum; eine Querlinie ändert diesen Abstand mit jedem Schritt und \
    läuft so hinein und wieder hinaus.";

struct Writer<'g> {
    game: &'g Definition,
    prose: Prose<'g>,
    color: Color,
    sentences: Vec<String>,
    budget: usize,
}

impl Writer<'_> {
    fn body(&mut self, body: &Body, from: &str, mode: Mode) {
        let (other, locale) = (SidePart::Only(!self.color), self.prose.locale);
        for part in body.parts.iter().filter(|part| part.side != other) {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            let mode = if mode == Mode::Both { part.mode } else { mode };
            let region = |value: &Option<Value>| {
                let name = value.as_ref().and_then(Value::text).map(|name| self.game.word(name))?;
                Some(match (locale, name.strip_prefix("enemy ")) {
                    (Locale::En, Some(theirs)) => format!("the enemy's {theirs}"),
                    _ => name.to_string(),
                })
            };
            let own = region(&part.from).map(|region| say!(locale, ", from {region}", ", von hier aus: {region}"));
            let to = region(&part.to).map(|region| say!(locale, ", to {region}", ", dorthin: {region}"));
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
            let (pieces, locale) = (self.prose.or(&pieces), self.prose.locale);
            self.sentences.push(match mode {
                Mode::Both => say!(locale, "moves as {pieces}{from}", "zieht wie {pieces}{from}"),
                Mode::Quiet => {
                    say!(
                        locale,
                        "moves without capturing as {pieces}{from}",
                        "zieht ohne zu schlagen wie {pieces}{from}"
                    )
                }
                Mode::Capture => say!(locale, "captures as {pieces}{from}", "schlägt wie {pieces}{from}"),
            });
        }
    }

    fn part(&mut self, part: &Part, from: &str, mode: Mode) {
        let locale = self.prose.locale;
        let says = match &part.kind {
            PartKind::Step(phrases) => {
                let ways = self.directions(phrases);
                say!(locale, "steps {ways}", "zieht ein Feld {ways}")
            }
            PartKind::Leap(phrases, 1) => {
                let ways = self.directions(phrases);
                say!(locale, "leaps {ways}", "springt {ways}")
            }
            PartKind::Leap(phrases, length) => {
                let (ways, length) = (self.directions(phrases), self.prose.number(*length as usize));
                say!(locale, "leaps {length} cells {ways}", "springt {length} Felder {ways}")
            }
            PartKind::Slide(phrases, distances) => {
                let (ways, far) = (self.directions(phrases), self.distance(*distances));
                say!(locale, "slides {far} {ways}", "zieht {far} {ways}")
            }
            PartKind::Hop(phrases, Landing::Beyond) => {
                let ways = self.directions(phrases);
                say!(
                    locale,
                    "hops over one piece, any distance before and beyond it, {ways}",
                    "springt über eine Figur, davor und dahinter beliebig weit, {ways}"
                )
            }
            PartKind::Hop(phrases, Landing::Next) => {
                let ways = self.directions(phrases);
                say!(
                    locale,
                    "hops over one piece, at any distance, to the cell behind it, {ways}",
                    "springt über eine Figur in beliebiger Entfernung auf das Feld dahinter, {ways}"
                )
            }
            PartKind::Route { stages, leaping } => {
                let stages: Vec<String> = stages.iter().map(|(phrases, _)| self.directions(phrases)).collect();
                let stages = stages.join(locale.pick(", then on outward ", ", dann nach außen weiter "));
                match leaping {
                    true => say!(
                        locale,
                        "steps {stages}, whatever stands between",
                        "zieht ein Feld {stages}, was auch immer dazwischensteht"
                    ),
                    false => say!(
                        locale,
                        "steps {stages}, unless a piece stands between",
                        "zieht ein Feld {stages}, wenn keine Figur dazwischensteht"
                    ),
                }
            }
            PartKind::As(_) => return,
        };
        let mode = match mode {
            Mode::Both => "",
            Mode::Quiet => locale.pick(", without capturing", ", ohne zu schlagen"),
            Mode::Capture => locale.pick(", only to capture", ", nur um zu schlagen"),
        };
        self.sentences.push(format!("{says}{mode}{from}"));
    }

    fn directions(&self, phrases: &[Value]) -> String {
        let phrases: Vec<String> = phrases.iter().map(|phrase| self.phrase(phrase)).collect();
        self.prose.or(&phrases)
    }

    /// `in the 6 orthogonal directions`, `one forward and one sideways`, `along forward orth lines`.
    fn phrase(&self, value: &Value) -> String {
        let locale = self.prose.locale;
        let words = value.text().unwrap_or_default();
        let (adjectives, noun) = words.trim().rsplit_once(' ').unwrap_or(("", words.trim()));
        // Before the noun in English, after it in German.
        let adjectives: String = match locale {
            Locale::En if adjectives.is_empty() => String::new(),
            Locale::En => format!("{} ", adjectives.replace("non-forward", "not forward")),
            Locale::De => adjectives.split_whitespace().map(|adjective| format!(" {}", german(adjective))).collect(),
        };
        match noun {
            "radial" if self.count(value) > 1 => match locale {
                Locale::En if adjectives.is_empty() => format!("in all {} directions", self.count(value)),
                Locale::En => format!("in the {} {adjectives}directions", self.count(value)),
                Locale::De => format!("in alle {} Richtungen{adjectives}", self.count(value)),
            },
            "orthogonal" | "diagonal" | "triagonal" | "tetragonal" | "radial" | "edge" | "corner" => {
                let said = locale.pick(noun, german(noun));
                match self.count(value) {
                    0 => say!(
                        locale,
                        "in {adjectives}{noun} directions (none on this board)",
                        "{said}{adjectives} (auf diesem Brett in keiner Richtung)"
                    ),
                    1 => say!(locale, "in the {adjectives}{noun} direction", "{said}{adjectives} (eine Richtung)"),
                    count => {
                        say!(
                            locale,
                            "in the {count} {adjectives}{noun} directions",
                            "{said}{adjectives} ({count} Richtungen)"
                        )
                    }
                }
            }
            leap if leap.starts_with('(') => {
                let count = self.count(value);
                if let (true, Some((far, near))) = (adjectives.is_empty(), at_right_angles(leap)) {
                    let one = (locale == Locale::De && near == 1).then(|| "eines".to_owned());
                    let [far, near] = [far, near].map(|cells| self.prose.number(cells));
                    let near = one.unwrap_or(near);
                    return say!(
                        locale,
                        "{far} cells one way and {near} at right angles ({count} cells)",
                        "{far} Felder in eine Richtung und {near} im rechten Winkel dazu ({count} Felder)"
                    );
                }
                say!(
                    locale,
                    "to the {count} cells at {adjectives}{leap}",
                    "auf die {count} Felder im Abstand {leap}{adjectives}"
                )
            }
            line if !line.contains('+') && self.named(line) => match locale {
                Locale::En => format!("along {adjectives}{}s", self.game.word(line.trim_end_matches('s'))),
                Locale::De => match line.trim_end_matches('s') {
                    "keep-line" => format!("auf Ringlinien{adjectives}"),
                    "cross-line" => format!("auf Querlinien{adjectives}"),
                    _ => format!("auf diesen Linien{adjectives}: {}", self.game.word(line)),
                },
            },
            sum => sum.split('+').map(|term| self.unit(term)).collect::<Vec<_>>().join(locale.pick(" and ", " und ")),
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

    /// `forward`, `two forward`.
    fn unit(&self, term: &str) -> String {
        let letters = term.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
        let (times, unit) = term.split_at(letters);
        let english = if unit == "vertical" { "up or down" } else { unit };
        let unit = self.prose.locale.pick(english, german(unit));
        match times.parse::<usize>() {
            Ok(times) if times > 1 => format!("{} {unit}", self.prose.number(times)),
            _ => unit.to_owned(),
        }
    }

    fn distance(&self, distances: Distances) -> String {
        let locale = self.prose.locale;
        let number = |count: u8| self.prose.number(count.into());
        match (distances.min, distances.max, distances.every) {
            (1, Distances::FAR, 1) => locale.pick("any distance", "beliebig weit").to_owned(),
            (1, Distances::FAR, 2) => {
                locale.pick("an odd number of cells", "eine ungerade Zahl von Feldern").to_owned()
            }
            (2, Distances::FAR, 2) => locale.pick("an even number of cells", "eine gerade Zahl von Feldern").to_owned(),
            (1, 1, _) => locale.pick("exactly one cell", "genau ein Feld").to_owned(),
            (min, max, _) if min == max => {
                let min = number(min);
                say!(locale, "exactly {min} cells", "genau {min} Felder")
            }
            (min, Distances::FAR, _) => {
                let min = number(min);
                say!(locale, "{min} or more cells", "{min} oder mehr Felder")
            }
            (min, max, _) => {
                let (min, max) = (number(min), number(max));
                say!(locale, "{min} to {max} cells", "{min} bis {max} Felder")
            }
        }
    }
}

/// The longer and the shorter part of a leap such as `(1,2)`.
fn at_right_angles(leap: &str) -> Option<(usize, usize)> {
    let (one, other) = leap.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let parts: (usize, usize) = (one.trim().parse().ok()?, other.trim().parse().ok()?);
    let (near, far) = (parts.0.min(parts.1), parts.0.max(parts.1));
    (0 < near && near < far).then_some((far, near))
}

/// The German for a word by which definitions name directions; other words stay as they are.
fn german(word: &str) -> &str {
    match word {
        "forward" => "vorwärts",
        "backward" => "rückwärts",
        "non-forward" => "nicht vorwärts",
        "same-rank" => "in der gleichen Reihe",
        "same-file" => "auf der gleichen Linie",
        "same-level" => "auf der gleichen Ebene",
        "same-cube" => "im gleichen Würfel",
        "upward" | "up" => "aufwärts",
        "downward" | "down" => "abwärts",
        "vertical" => "auf- oder abwärts",
        "leftward" | "left" => "nach links",
        "rightward" | "right" => "nach rechts",
        "sideways" => "seitwärts",
        "forward-left" => "vorwärts nach links",
        "forward-right" => "vorwärts nach rechts",
        "backward-left" => "rückwärts nach links",
        "backward-right" => "rückwärts nach rechts",
        "keeping" => "auf einem Ring",
        "crossing" => "von Ring zu Ring",
        "edge" => "über Kanten",
        "corner" => "über Ecken",
        other => other,
    }
}
