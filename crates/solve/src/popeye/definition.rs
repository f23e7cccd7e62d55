//! The game of a problem that is not orthodox: pieces and conditions, as a text of the definition language.

use super::board::{Board, Habit, Owner, Place, Placed, places};
use super::words::Word;
use std::fmt::Write;

/// What is wrong, and where.
pub(super) type Fault = (usize, String);

/// A condition with what is written behind it.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    pub word: &'static Word,
    pub line: usize,
    pub rest: Vec<String>,
    /// The pieces among it.
    pub pieces: Vec<Placed>,
}

impl Condition {
    /// Its English name, with what is written behind it.
    pub fn text(&self) -> String {
        let rest = self.rest.iter().map(String::as_str);
        std::iter::once(self.word.name()).chain(rest).collect::<Vec<_>>().join(" ")
    }
}

/// The game, and what is missing of its board.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// `None` for the orthodox game.
    pub text: Option<String>,
    pub holes: Vec<Place>,
    /// In what conditions are not as other programs have them.
    pub notes: Vec<String>,
}

/// What chameleons are, and what each becomes with a move.
pub(super) const CHAMELEONS: [(&str, &str); 4] = [("Q", "N"), ("N", "B"), ("B", "R"), ("R", "Q")];

/// The pieces into which pawns are promoted where nothing else is said.
const PROMOTED: [&str; 4] = ["Q", "R", "B", "N"];

/// Writes the game for the pieces of these diagrams and for these conditions.
pub(super) fn write(boards: &[&Board], conditions: &[Condition]) -> Result<Written, Vec<Fault>> {
    let mut writer = Writer { boards, into: PROMOTED.map(str::to_owned).to_vec(), ..Writer::default() };
    conditions.iter().for_each(|condition| writer.condition(condition));
    let others = std::mem::take(&mut writer.others);
    let mut kinds: Vec<&Placed> = Vec::new();
    for placed in boards.iter().flat_map(|board| board.pieces()).chain(&others) {
        if !kinds.iter().any(|kind| kind.symbol() == placed.symbol()) {
            kinds.push(placed);
        }
    }
    kinds.iter().for_each(|placed| writer.piece(placed));
    writer.chameleons();
    writer.own_promotions(&kinds);
    writer.promotions();
    writer.effects();
    writer.check(conditions, &kinds);
    writer.board_and_start(&kinds);
    writer.finish()
}

/// A game while it is written.
#[derive(Default)]
struct Writer<'b> {
    boards: &'b [&'b Board],
    written: Written,
    /// The parts of the library that the game includes.
    includes: Vec<&'static str>,
    lines: String,
    /// What something is about, where it can't be combined with another that is about the same, and what that is.
    subjects: Vec<(&'static str, &'static str)>,
    /// What pawns are promoted into.
    into: Vec<String>,
    /// Whether they are promoted into nothing else.
    only: bool,
    /// Where each side's pawns are promoted, if not on the last rank.
    zones: [Option<String>; 2],
    /// Pieces that conditions name.
    others: Vec<Placed>,
    /// A condition that asks where pieces stand at the start.
    of_start: Option<&'static str>,
    /// A condition that asks of which kind pieces are.
    of_kinds: Option<&'static str>,
    /// The pieces that leave the board when they capture.
    kamikaze: Vec<String>,
    /// The pieces for which something else holds alone.
    habits: Vec<(Habit, String)>,
    /// The pieces that have been defined.
    defined: Vec<String>,
    faults: Vec<Fault>,
}

impl Writer<'_> {
    fn condition(&mut self, condition: &Condition) {
        let Condition { word, line, rest, pieces } = condition;
        let (name, line) = (word.name(), *line);
        if let Some(idea) = word.missing() {
            return self.faults.push((line, format!("the condition `{name}` is not understood: {idea}")));
        }
        if let Some(part) = word.value.strip_prefix("= ") {
            return self.part(part, name, rest, line);
        }
        match word.value {
            "! promotions" => {
                if pieces.is_empty() {
                    self.faults.push((line, format!("`{name}` needs pieces")));
                }
                self.into = pieces.iter().map(Placed::symbol).collect();
                self.only = true;
                self.others.extend(pieces);
            }
            "! holes" | "! white-promotions" | "! black-promotions" => match (places(&rest.concat()), word.value) {
                (None, _) => self.faults.push((line, format!("`{name}` needs cells, as in `a1b2`"))),
                (Some(cells), "! holes") => self.written.holes.extend(cells),
                (Some(cells), value) => {
                    self.zones[usize::from(value == "! black-promotions")] = Some(named_cells(&cells))
                }
            },
            other => {
                let symbols = other.split(' ').skip(2);
                self.into = symbols.clone().map(str::to_owned).collect();
                let words = symbols.filter_map(Word::of_symbol);
                self.others.extend(words.map(|word| Placed::new(Owner::White, word, line)));
            }
        }
    }

    /// A condition that the library has: its file, what it is about, whether the start position decides, in what it is not
    /// complete, and the files or conditions that words behind it mean.
    fn part(&mut self, part: &'static str, name: &'static str, rest: &[String], line: usize) {
        let (part, variants) = part.split_once(" | ").unwrap_or((part, ""));
        let (part, note) = part.split_once("; ").map_or((part, None), |(part, note)| (part, Some(note)));
        let mut words = part.split(' ');
        let mut file = words.next().unwrap_or_default();
        let mut names = rest.iter();
        if let Some(variant) = names.next() {
            let text = variant.to_ascii_lowercase();
            let mut known = variants.split(' ').filter_map(|variant| variant.split_once('='));
            match known.find(|(word, _)| word.starts_with(&text) && text.len() > 2) {
                Some((_, other)) => {
                    let word = Word::of_condition(other);
                    if let Some((word, part)) = word.and_then(|word| Some((word, word.value.strip_prefix("= ")?))) {
                        return self.part(part, word.name(), names.as_slice(), line);
                    }
                    file = other;
                }
                None => names = rest.iter(),
            }
        }
        if let Some(other) = names.next() {
            self.faults.push((line, format!("`{other}` behind the condition `{name}` is not understood")));
        }
        self.includes.push(file);
        for word in words {
            match word {
                "start" => self.of_start = Some(name),
                "kinds" => self.of_kinds = Some(name),
                subject => self.subjects.push((subject, name)),
            }
        }
        let note = note.map(|note| format!("the condition `{name}` is not complete here: {note}"));
        self.written.notes.extend(note);
    }

    /// A kind of piece, with what belongs to it alone.
    fn piece(&mut self, placed: &Placed) {
        let (symbol, movement) = (placed.symbol(), placed.movement());
        let is_plain = placed.tail().is_empty();
        if movement.is_none() && is_plain || self.defined.contains(&symbol) {
            return;
        }
        self.defined.push(symbol.clone());
        self.habits.extend(placed.habit.map(|habit| (habit, symbol.clone())));
        if placed.kamikaze {
            self.kamikaze.push(symbol.clone());
        }
        let royal = if placed.is_royal() { " royal=#true" } else { "" };
        let moves = movement.unwrap_or(placed.word.value);
        _ = writeln!(self.lines, "piece \"{symbol}\" \"{}\"{royal} {{ as \"{moves}\" }}", named(placed));
        if placed.kamikaze && placed.is_royal() {
            self.lost_royal(&symbol);
        }
        let (nature, double) = placed.nature().split_once(' ').unwrap_or((placed.nature(), ""));
        let comes_from_promotion = is_plain && !matches!(nature, "pawn" | "never");
        if comes_from_promotion && !self.only && !self.into.contains(&symbol) {
            self.into.push(symbol.clone());
        }
        if placed.is_pawn() && is_plain {
            _ = writeln!(self.lines, "promotion \"{symbol}\" into=\"INTO\" ends-in=\"last-rank\"");
        }
        if !double.is_empty() && is_plain {
            _ = writeln!(self.lines, "double-step \"{symbol}\" along=\"{double}\" from=\"pawn-rank\"");
        }
    }

    /// Each chameleon becomes the next, and a pawn may become one where there are any.
    fn chameleons(&mut self) {
        if !self.habits.iter().any(|(habit, _)| *habit == Habit::Chameleon) {
            return;
        }
        for (kind, _) in CHAMELEONS {
            let Some(word) = Word::of_symbol(kind) else { continue };
            let chameleon = Placed { habit: Some(Habit::Chameleon), ..Placed::new(Owner::White, word, 0) };
            self.piece(&chameleon);
        }
    }

    /// Pawns with a property keep it when they are promoted. They have the double step of their kind, and capture each other en passant.
    fn own_promotions(&mut self, kinds: &[&Placed]) {
        let pawns: Vec<&&Placed> =
            kinds.iter().filter(|placed| placed.is_pawn() && !placed.tail().is_empty()).collect();
        let Some(first) = pawns.first() else { return };
        // Conditions that change kinds say how pawns step, too.
        self.subjects.push(("types", "a pawn with a property"));
        if self.zones != [None, None] {
            let what = format!("a {} is promoted on the last rank only", named(first));
            self.faults.push((first.line, what));
        }
        let words: Vec<&Word> = self.into.iter().filter_map(|symbol| Word::of_symbol(symbol)).collect();
        for pawn in &pawns {
            let promoted: Vec<Placed> = words.iter().map(|&word| Placed { word, ..***pawn }).collect();
            promoted.iter().for_each(|placed| self.piece(placed));
            let into: Vec<String> = promoted.iter().map(Placed::symbol).collect();
            _ = writeln!(
                self.lines,
                "promotion \"{}\" into=\"{}\" ends-in=\"last-rank\"",
                pawn.symbol(),
                into.join(" ")
            );
        }
        let steppers: Vec<String> =
            pawns.iter().filter(|pawn| pawn.word.value == "P").map(|pawn| pawn.symbol()).collect();
        if !steppers.is_empty() {
            let all = format!("P {}", steppers.join(" "));
            for symbol in all.split(' ') {
                _ = writeln!(
                    self.lines,
                    "double-step \"{symbol}\" along=\"forward\" from=\"pawn-rank\" answered-by=\"{all}\""
                );
            }
        }
    }

    /// A royal that would leave the board: no capture of it is legal, but the language wants to know what it would mean.
    fn lost_royal(&mut self, symbol: &str) {
        for (owner, side) in [(Owner::White, "white"), (Owner::Black, "black")] {
            let mut all = self.boards.iter().flat_map(|board| board.pieces());
            if all.any(|placed| placed.owner == owner && placed.symbol() == symbol) {
                _ = writeln!(self.lines, "end \"loss\" for=\"{side}\" {{ pieces \"{symbol}\" most=0 }}");
            }
        }
    }

    /// What pawns are promoted into, and where.
    fn promotions(&mut self) {
        let zone = if self.zones == [None, None] { "last-rank" } else { "promotion-cells" };
        if self.into == PROMOTED && zone == "last-rank" {
            return;
        }
        self.subjects.push(("promotion", "promotions into other pieces"));
        _ = writeln!(self.lines, "promotion \"P\" into=\"INTO\" ends-in=\"{zone}\"");
        if zone != "last-rank" {
            let holes = &self.written.holes;
            let rank = |rank: usize| {
                let cells: Vec<Place> = (0..8).map(|file| (file, rank)).filter(|cell| !holes.contains(cell)).collect();
                named_cells(&cells)
            };
            let [white, black] = &self.zones;
            let white = white.clone().unwrap_or_else(|| rank(7));
            let black = black.clone().unwrap_or_else(|| rank(0));
            _ = writeln!(self.lines, "region \"{zone}\" {{ white cells=\"{white}\"; black cells=\"{black}\"; }}");
        }
    }

    fn effects(&mut self) {
        let has = |habit: Habit| self.habits.iter().any(|(other, _)| *other == habit);
        if !self.kamikaze.is_empty() || has(Habit::Chameleon) {
            self.lines += "keep \"on\"\n";
        }
        if !self.kamikaze.is_empty() {
            let by = self.kamikaze.join(" ");
            _ = writeln!(self.lines, "on \"capture\" by=\"{by}\" {{ remove \"mover\" }}");
        }
        if has(Habit::Chameleon) {
            // What has made a double step may be no pawn any more.
            self.lines += "double-step \"P\" along=\"forward\" from=\"pawn-rank\" en-passant=#false\n";
            self.written
                .notes
                .push("with chameleons nobody captures en passant here, and no pawn becomes a chameleon".into());
            self.subjects.push(("types", "chameleons"));
            let tail = Habit::Chameleon.tail();
            for (kind, next) in CHAMELEONS {
                _ = writeln!(self.lines, "on \"move\" \"capture\" by=\"{kind}{tail}\" {{ become \"{next}{tail}\" }}");
            }
        }
        let limits = [
            (Habit::Functionary, "may-not \"move\" by=\"PIECES\" unless=\"observed\" from=\"enemy\""),
            (Habit::Patrol, "may-not \"move\" on=\"capture\" by=\"PIECES\" unless=\"observed\" from=\"own\""),
            (Habit::Uncapturable, "may-not \"capture\" of=\"PIECES\""),
        ];
        if limits.iter().any(|(habit, _)| has(*habit)) {
            self.lines += "keep \"may-not\"\n";
        }
        for (habit, line) in limits.iter().filter(|(habit, _)| has(*habit)) {
            let pieces: Vec<&str> =
                self.habits.iter().filter(|(other, _)| other == habit).map(|(_, symbol)| symbol.as_str()).collect();
            _ = writeln!(self.lines, "{}", line.replace("PIECES", &pieces.join(" ")));
        }
    }

    /// Refuses what would silently replace another thing, or leave pieces out.
    fn check(&mut self, conditions: &[Condition], kinds: &[&Placed]) {
        let line = conditions.last().map_or(0, |condition| condition.line);
        for (at, (subject, name)) in self.subjects.iter().enumerate() {
            if let Some((_, other)) = self.subjects[..at].iter().find(|(other, _)| other == subject) {
                self.faults
                    .push((line, format!("`{other}` and `{name}` can't be combined: both are about `{subject}`")));
            }
        }
        if let Some(name) = self.of_start {
            let is_strange = |placed: &&&Placed| {
                placed.is_royal() && placed.symbol() != "K"
                    || placed.is_pawn() && placed.movement().is_some()
                    || !placed.tail().is_empty() && placed.movement().is_none()
            };
            if let Some(placed) = kinds.iter().find(is_strange) {
                let (line, piece) = (placed.line, named(placed));
                self.faults.push((line, format!("`{name}` does not know where a {piece} stands at the start")));
            }
            if !self.written.holes.is_empty() {
                self.faults.push((line, format!("`{name}` needs the whole board")));
            }
        }
        let own = kinds.iter().find(|placed| !placed.tail().is_empty());
        if let Some((name, placed)) = self.of_kinds.zip(own) {
            let piece = named(placed);
            self.faults.push((placed.line, format!("`{name}` does not know that a {piece} is one of its kind")));
        }
        let fairy = kinds.iter().find(|placed| placed.movement().is_some());
        if let (Some((_, name)), Some(placed)) =
            (self.subjects.iter().find(|(subject, _)| *subject == "all-pieces"), fairy)
        {
            self.faults
                .push((placed.line, format!("`{name}` knows orthodox pieces only, not `{}`", placed.word.name())));
        }
    }

    fn board_and_start(&mut self, kinds: &[&Placed]) {
        let holes = &self.written.holes;
        if !holes.is_empty() {
            self.lines += &board(holes);
        }
        if !holes.is_empty() || kinds.iter().any(|placed| placed.is_royal() && placed.symbol() != "K") {
            self.lines += &start(self.boards, holes);
        }
    }

    fn finish(mut self) -> Result<Written, Vec<Fault>> {
        if !self.faults.is_empty() {
            return Err(self.faults);
        }
        if !self.lines.is_empty() || !self.includes.is_empty() {
            let mut text = String::from("based-on \"chess\"\ninclude \"lib/fairy\"\n");
            for include in &self.includes {
                _ = writeln!(text, "include \"lib/conditions/{include}\"");
            }
            self.written.text = Some(text + &self.lines.replace("INTO", &self.into.join(" ")));
        }
        Ok(self.written)
    }
}

/// Cells by their names.
fn named_cells(cells: &[Place]) -> String {
    let name = |&(file, rank): &Place| format!("{}{}", (b'a' + file as u8) as char, rank + 1);
    cells.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// What a piece is called.
fn named(placed: &Placed) -> String {
    let mut name = placed.movement().unwrap_or(placed.word.value).to_owned();
    if placed.royal {
        name = format!("royal {name}");
    }
    if placed.kamikaze {
        name = format!("kamikaze {name}");
    }
    if let Some(habit) = placed.habit {
        name = format!("{} {name}", habit.name());
    }
    name
}

/// The start of a game that can't start as the orthodox one does: on a board with holes the first diagram, otherwise the
/// array with the royals of that diagram, since a start says which royals each side has.
fn start(boards: &[&Board], holes: &[Place]) -> String {
    let Some(board) = boards.first() else { return String::new() };
    if holes.is_empty() {
        let [black, white] = [Owner::Black, Owner::White].map(|owner| home_rank(board, owner));
        return format!("start \"{black}/pppppppp/8/8/8/8/PPPPPPPP/{white}\"\n");
    }
    let is_kingless = !board.pieces().any(|placed| placed.symbol() == "K");
    let king = if is_kingless { "piece \"K\" royal=#false { as \"king\" }\n" } else { "" };
    format!("remove \"castling\"\n{king}start \"{}\"\n", board.placement(holes))
}

/// The first rank of a side at the start, with the royals beside the king that it has in a diagram; a king that it lacks is
/// taken away with the diagram.
fn home_rank(board: &Board, owner: Owner) -> String {
    let mut row = ["R", "N", "B", "Q", "K", "B", "N", "R"].map(str::to_owned);
    let royals = board.pieces().filter(|placed| placed.owner == owner && placed.is_royal()).map(Placed::symbol);
    for (place, symbol) in [3, 2, 5, 1, 6].into_iter().zip(royals.filter(|symbol| symbol != "K")) {
        row[place] = format!("{{{symbol}}}");
    }
    let text = row.concat();
    if owner == Owner::Black { text.to_lowercase() } else { text }
}

/// The board without some cells.
fn board(holes: &[Place]) -> String {
    let mut picture = String::new();
    for rank in (0..8).rev() {
        picture += "\n        ";
        picture.extend((0..8).map(|file| if holes.contains(&(file, rank)) { '*' } else { '.' }));
    }
    format!("board {{\n    level \"\" picture=\"\"\"{picture}\n        \"\"\"\n}}\n")
}
