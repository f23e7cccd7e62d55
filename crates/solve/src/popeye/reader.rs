//! From the words of the input to problems.

use super::board::{Habit, Owner, Place, Placed, place, places};
use super::definition::Condition;
use super::draft::{Draft, MOST};
use super::problem::{PopeyeError, PopeyeProblem};
use super::words::{Found, Language, Word};
use std::collections::VecDeque;

/// The game's start, as the field for it means it.
const ARRAY: &str = "rsbqkbsr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR";

/// A text with more problems, twins among them, is read no further.
const MOST_PROBLEMS: usize = 20_000;

pub(super) struct Reader<'t> {
    text: &'t str,
    language: Language,
    tokens: VecDeque<(usize, &'t str)>,
    lines: Vec<&'t str>,
}

type Read = Vec<Result<PopeyeProblem, PopeyeError>>;

impl<'t> Reader<'t> {
    pub fn new(text: &'t str) -> Self {
        let lines: Vec<&str> = text.lines().collect();
        let is_gap = |sign: char| sign.is_whitespace() || matches!(sign, ',' | ';' | '\u{feff}');
        let words = |(at, line): (usize, &'t str)| {
            line.split(is_gap).filter(|word| !word.is_empty()).map(move |word| (at, word)).collect::<Vec<_>>()
        };
        let tokens = lines.iter().copied().enumerate().flat_map(words).collect();
        Self { text, language: Language::English, tokens, lines }
    }

    /// All problems, with their twins.
    pub fn problems(mut self) -> Read {
        let mut read = Vec::new();
        while let Some((line, word)) = self.tokens.pop_front() {
            let begins =
                Language::ALL.into_iter().find(|language| matches!(language.find("begin", word), Found::One(_)));
            let goes_on = !read.is_empty() && matches!(self.language.find("next", word), Found::One(_));
            if let Some(language) = begins {
                self.language = language;
            }
            if begins.is_some() || goes_on {
                self.problem(line, &mut read);
            }
            if read.len() >= MOST_PROBLEMS {
                let what = format!("a file has at most {MOST_PROBLEMS} problems and twins: divide it");
                read.push(Err(PopeyeError { line: line + 1, what }));
                break;
            }
        }
        read
    }

    fn value(&self, kind: &str) -> Option<&'static str> {
        self.language.value(kind, self.tokens.front()?.1)
    }

    /// Whether the next word ends the problem.
    fn is_end(&self) -> bool {
        self.value("end").is_some() || self.value("next").is_some()
    }

    /// Whether the next word begins a field or ends the problem.
    fn is_field(&self) -> bool {
        self.is_end() || self.value("field").is_some()
    }

    fn problem(&mut self, line: usize, read: &mut Read) {
        let mut draft = Draft::new(line);
        // The first twin is the diagram as it stands, unless it is a zero position.
        let mut twins = 0;
        let mut last: Option<Draft> = None;
        while !self.is_end() {
            let Some((line, word)) = self.tokens.pop_front() else {
                draft.fault(line, "missing end of the problem");
                break;
            };
            match self.language.find("field", word) {
                Found::One(field) if matches!(field.value, "twin" | "zero") => {
                    if read.len() >= MOST_PROBLEMS {
                        return;
                    }
                    if twins == 0 && field.value == "twin" {
                        read.push(labelled(&mut draft, &mut twins));
                    }
                    let goes_on = self.value("twin") == Some("continued");
                    let mut twin = last.as_ref().filter(|_| goes_on).unwrap_or(&draft).clone();
                    self.twin(line, &mut twin);
                    read.push(labelled(&mut twin, &mut twins));
                    last = Some(twin);
                }
                Found::One(field) => self.field(field.value, line, word, &mut draft),
                Found::Several => draft.fault(line, format!("`{word}` is the beginning of several words")),
                Found::None => draft.fault(line, format!("`{word}` is not understood here")),
            }
        }
        if twins == 0 {
            read.push(draft.finish());
        }
    }

    fn field(&mut self, field: &str, line: usize, word: &'t str, draft: &mut Draft) {
        match field {
            "text" => draft.heading(&self.rest_of(line, word)),
            "ignored" => drop(self.rest_of(line, word)),
            "latex" => {
                self.rest_of(line, word);
                self.skip();
            }
            "pieces" => self.pieces(line, draft),
            "array" => self.forsyth(line, ARRAY, Language::English, draft),
            "forsyth" => match self.next() {
                Some((line, text)) => self.forsyth(line, text, self.language, draft),
                None => draft.fault(line, "a placement is missing"),
            },
            "stipulation" => self.stipulation(line, draft),
            "structured" => self.structured(line, word, draft),
            "options" => self.options(line, draft),
            _ => self.conditions(line, draft, false),
        }
    }

    fn structured(&mut self, line: usize, word: &str, draft: &mut Draft) {
        draft.fault(line, format!("`{word}`: structured stipulations are not understood; write for instance `#2`"));
        // It is no fault more that there is no other stipulation.
        draft.problem.stipulation = "~1".into();
        self.skip();
    }

    /// Passes over words up to the next field.
    fn skip(&mut self) {
        while !self.tokens.is_empty() && !self.is_field() {
            self.tokens.pop_front();
        }
    }

    fn stipulation(&mut self, line: usize, draft: &mut Draft) {
        if self.is_field() {
            return draft.fault(line, "a stipulation is missing");
        }
        let Some((line, word)) = self.next() else { return draft.fault(line, "a stipulation is missing") };
        let mut text = word.to_owned();
        if let Some(length) = self.number() {
            text.push_str(length);
        }
        draft.set_stipulation(text, line);
    }

    fn next(&mut self) -> Option<(usize, &'t str)> {
        self.tokens.pop_front()
    }

    /// A number, if one comes next.
    fn number(&mut self) -> Option<&'t str> {
        self.tokens.front().filter(|(_, word)| word.starts_with(|sign: char| sign.is_ascii_digit()))?;
        self.tokens.pop_front().map(|(_, word)| word)
    }

    /// The rest of a line after a word of it.
    fn rest_of(&mut self, line: usize, word: &str) -> String {
        while self.tokens.front().is_some_and(|(at, _)| *at == line) {
            self.tokens.pop_front();
        }
        // Both are parts of the text: where the word ends in its line.
        let offset = |part: &str| (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let end = (offset(word) + word.len()).saturating_sub(offset(self.lines[line]));
        self.lines[line].get(end..).unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Groups of pieces: a colour, properties, pieces with their cells.
    fn pieces(&mut self, line: usize, draft: &mut Draft) {
        let mut groups = 0;
        while let Some(color) = self.value("color") {
            groups += 1;
            let Some((line, _)) = self.next() else { return };
            let owner = match color {
                "white" => Owner::White,
                "black" => Owner::Black,
                "neutral" => Owner::Both,
                _ => {
                    draft.fault(line, "invisible pieces are not understood");
                    self.number();
                    continue;
                }
            };
            let mut properties: Vec<&'static Word> = Vec::new();
            while let Some((_, word)) = self.tokens.front()
                && let Found::One(property) = self.language.find("attribute", word)
            {
                properties.push(property);
                self.next();
            }
            let mut count = 0;
            while let Some((line, piece, cells)) = self.group(draft) {
                let has = |value: &str| properties.iter().any(|property| property.value == value);
                let mut habits = Habit::ALL.into_iter().filter(|habit| has(habit.name()));
                let habit = habits.next();
                if let Some(other) = habits.next() {
                    draft.fault(line, format!("no piece can be `{}` and another such thing", other.name()));
                }
                let unsaid = properties.iter().copied().find(|property| property.missing().is_some());
                let plain = Placed::new(owner, piece, line);
                let placed = Placed { royal: has("royal"), kamikaze: has("kamikaze"), habit, unsaid, ..plain };
                for cell in cells {
                    draft.board.put(cell, Some(placed));
                }
                // A side has one royal piece: the property belongs to the first one that is named.
                properties.retain(|property| property.value != "royal");
                count += 1;
            }
            if count == 0 {
                let word = self.tokens.front().map_or("", |(_, word)| word);
                draft.fault(line, format!("`{word}` is no piece and cells"));
                self.skip();
            }
        }
        if groups == 0 {
            let word = self.tokens.front().map_or("", |(_, word)| word);
            draft.fault(line, format!("`{word}` comes before a colour"));
            self.skip();
        }
    }

    /// A piece and its cells, such as `sa3f4` or `s a3f4`, if they come next.
    fn group(&mut self, draft: &mut Draft) -> Option<(usize, &'static Word, Vec<Place>)> {
        let &(line, word) = self.tokens.front()?;
        if !word.is_ascii() {
            return None;
        }
        if let Some((away, rest)) = word.split_once('/')
            && away.len() <= 2
            && let Some(cells) = rest.get(2 - rest.len() % 2..).and_then(places)
        {
            draft.fault(line, format!("`{word}`: hunters are not understood"));
            self.next();
            return self.language.piece("k").or(self.language.piece("r")).map(|king| (line, king, cells));
        }
        let letters = 2 - word.len() % 2;
        let piece = self.language.piece(word.get(..letters)?)?;
        if word.len() > letters {
            let cells = places(&word[letters..])?;
            self.next();
            return Some((line, piece, cells));
        }
        let cells = places(self.tokens.get(1)?.1)?;
        self.next();
        self.next();
        Some((line, piece, cells))
    }

    /// Reads Forsyth's notation: two letters stand behind a point, signs before a piece say whose it is.
    fn forsyth(&self, line: usize, text: &str, language: Language, draft: &mut Draft) {
        let (mut at, mut owner) = (0usize, None);
        let mut signs = text.chars().peekable();
        while let Some(sign) = signs.next() {
            let letters: String = match sign {
                '/' => continue,
                '+' => {
                    owner = Some(Owner::White);
                    continue;
                }
                '-' => {
                    owner = Some(Owner::Black);
                    continue;
                }
                '=' | '!' => {
                    owner = Some(Owner::Both);
                    continue;
                }
                '0'..='9' => {
                    let mut number = sign.to_digit(10).unwrap_or(0) as usize;
                    if let Some(digit) = signs.peek().and_then(|sign| sign.to_digit(10)) {
                        number = 10 * number + digit as usize;
                        signs.next();
                    }
                    at += number;
                    continue;
                }
                '.' => signs.by_ref().take(2).collect(),
                letter => letter.into(),
            };
            let Some(word) = language.piece(&letters) else {
                draft.fault(line, format!("`{letters}` is no piece"));
                return;
            };
            if at >= 64 {
                return draft.fault(line, "there are more pieces and empty cells than the board has cells");
            }
            let own = if letters.starts_with(|sign: char| sign.is_lowercase()) { Owner::Black } else { Owner::White };
            let owner = owner.take().unwrap_or(own);
            draft.board.put((at % 8, 7 - at / 8), Some(Placed::new(owner, word, line)));
            at += 1;
        }
    }

    /// Conditions, each with what is not a condition, a field or, in a twin, another change behind it.
    fn conditions(&mut self, line: usize, draft: &mut Draft, in_twin: bool) {
        let before = draft.conditions.len();
        while let Some(&(line, word)) = self.tokens.front() {
            let is_inside = draft.conditions.len() > before;
            match self.language.find("condition", word) {
                Found::One(_) if draft.conditions.len() >= MOST => draft.fault(line, "there are too many conditions"),
                Found::One(condition) => {
                    let (rest, pieces) = Default::default();
                    draft.conditions.push(Condition { word: condition, line, rest, pieces });
                }
                _ if self.is_field() || in_twin && self.value("twin").is_some() => break,
                Found::Several if !is_inside => {
                    draft.fault(line, format!("`{word}` is the beginning of several conditions"));
                }
                Found::None if !is_inside => draft.fault(line, format!("the condition `{word}` is not understood")),
                Found::None | Found::Several => {
                    let piece = self.language.piece(word);
                    let room = word.len() <= 128;
                    if let Some(condition) = draft.conditions.last_mut().filter(|last| room && last.rest.len() < MOST) {
                        condition.rest.push(word.to_owned());
                        if condition.word.value == "! promotions" {
                            condition.pieces.extend(piece.map(|word| Placed::new(Owner::White, word, line)));
                        }
                    } else {
                        draft.fault(line, format!("`{word}`: there is too much behind a condition"));
                    }
                }
            }
            self.next();
        }
        if draft.conditions.len() == before {
            draft.fault(line, "a condition is missing");
        }
    }

    fn options(&mut self, line: usize, draft: &mut Draft) {
        let mut count = 0;
        while let Some(&(line, word)) = self.tokens.front() {
            match self.language.find("option", word) {
                Found::One(option) => {
                    self.next();
                    self.option(option, line, draft);
                }
                _ if self.is_field() => break,
                _ => {
                    draft.fault(line, format!("the option `{word}` is not understood"));
                    self.next();
                }
            }
            count += 1;
        }
        if count == 0 {
            draft.fault(line, "an option is missing");
        }
    }

    fn option(&mut self, option: &'static Word, line: usize, draft: &mut Draft) {
        let name = option.name();
        if let Some(idea) = option.missing() {
            return draft.fault(line, format!("the option `{name}` is not understood: {idea}"));
        }
        let (what, numbers) = option.value.split_once(' ').unwrap_or((option.value, "0"));
        let problem = &mut draft.problem;
        match what {
            "variations" => problem.variations = true,
            "set-play" => problem.set_play = true,
            "tries" => problem.refutations = problem.refutations.max(1),
            "duplex" => problem.duplex = true,
            "half-duplex" => problem.half_duplex = true,
            "white-begins" => problem.white_begins = true,
            "post-key" => (problem.after_key, problem.variations) = (true, true),
            "nothing" => {}
            "number" => drop(self.number()),
            "may-limit" => {
                if let Some(number) = self.number() {
                    draft.note(format!(
                        "`{name} {number}` limits the search of other programs; everything is searched here"
                    ));
                }
            }
            "limit" => {
                let numbers: Vec<&str> = (0..numbers.parse().unwrap_or(0)).filter_map(|_| self.number()).collect();
                let text = format!("{name} {}", numbers.join(" "));
                draft.note(format!(
                    "`{}` limits the search of other programs; everything is searched here",
                    text.trim()
                ));
            }
            "refutations" | "max-solutions" | "max-time" => {
                let number: Option<u32> = self.number().and_then(|number| number.parse().ok());
                let Some(number) = number else {
                    return draft.fault(line, format!("a number is missing behind `{name}`"));
                };
                match what {
                    "refutations" => problem.refutations = u16::try_from(number).unwrap_or(u16::MAX),
                    "max-solutions" => problem.max_solutions = Some(number as usize),
                    _ => problem.max_seconds = Some(number),
                }
            }
            _ => {
                let cells = self.tokens.front().and_then(|(_, word)| places(word));
                let Some(cells) = cells else { return draft.fault(line, format!("cells are missing behind `{name}`")) };
                let Some((_, text)) = self.next() else { return };
                match (what, &cells[..]) {
                    ("no-castling", [_, ..]) if cells.len() <= 6 => {
                        draft.problem.no_castling = text.to_ascii_lowercase()
                    }
                    ("en-passant", [_] | [_, _, _]) => {
                        let passed = if cells.len() == 1 { text } else { text.get(2..4).unwrap_or(text) };
                        draft.problem.en_passant = Some(passed.to_ascii_lowercase());
                    }
                    _ => draft.fault(line, format!("`{text}` has too many or too few cells for `{name}`")),
                }
            }
        }
    }

    fn twin(&mut self, line: usize, twin: &mut Draft) {
        twin.problem.line = line + 1;
        let mut count = 0;
        while let Some(change) = self.value("twin") {
            let Some((line, word)) = self.next() else { return };
            self.change(change, line, word, twin);
            count += 1;
        }
        if count == 0 {
            let word = self.tokens.front().map_or("", |(_, word)| word);
            twin.fault(line, format!("`{word}` is no change of a twin"));
        }
        while !self.tokens.is_empty() && !self.is_field() {
            let Some((line, word)) = self.next() else { return };
            twin.fault(line, format!("`{word}` is not understood here"));
        }
    }

    fn change(&mut self, change: &str, line: usize, word: &str, twin: &mut Draft) {
        match change {
            "continued" => {}
            "stipulation" => self.stipulation(line, twin),
            "structured" => self.structured(line, word, twin),
            "add" => self.pieces(line, twin),
            "condition" => {
                twin.conditions.clear();
                self.conditions(line, twin, true);
            }
            "colors" => twin.change_boards(|board| {
                board.change(|placed| {
                    placed.owner = match placed.owner {
                        Owner::White => Owner::Black,
                        Owner::Black => Owner::White,
                        Owner::Both => Owner::Both,
                    };
                });
            }),
            "rotate" | "mirror" => {
                let how = self.next().map_or("", |(_, how)| how);
                let turn: fn(Place) -> Place = match how.to_ascii_lowercase().as_str() {
                    "90" => |(file, rank)| (7 - rank, file),
                    "180" => |(file, rank)| (7 - file, 7 - rank),
                    "270" => |(file, rank)| (rank, 7 - file),
                    "a1<-->h1" => |(file, rank)| (7 - file, rank),
                    "a1<-->a8" => |(file, rank)| (file, 7 - rank),
                    "a1<-->h8" => |(file, rank)| (7 - rank, 7 - file),
                    "a8<-->h1" => |(file, rank)| (rank, file),
                    _ => return twin.fault(line, format!("`{how}`: turn by 90, 180 or 270, mirror as in `a1<-->h1`")),
                };
                twin.change_boards(|board| *board = board.turned(turn));
            }
            "remove" => match self.tokens.front().and_then(|(_, word)| places(word)) {
                Some(cells) => {
                    self.next();
                    cells.into_iter().for_each(|cell| twin.remove(cell, line));
                }
                None => twin.fault(line, format!("cells are missing behind `{word}`")),
            },
            "substitute" => {
                let mut piece = || self.tokens.pop_front().and_then(|(_, word)| self.language.piece(word));
                match piece().zip(piece()) {
                    Some((from, into)) => twin.change_boards(|board| {
                        board.change(|placed| {
                            if placed.word.name() == from.name() {
                                placed.word = into;
                            }
                        });
                    }),
                    None => twin.fault(line, format!("two pieces are missing behind `{word}`")),
                }
            }
            _ => {
                let cell = |token: Option<&(usize, &str)>| token.and_then(|(_, word)| place(word.get(..2)?));
                let cells = cell(self.tokens.front()).zip(cell(self.tokens.get(1)));
                let Some((from, to)) = cells else {
                    return twin.fault(line, format!("two cells are missing behind `{word}`"));
                };
                self.next();
                self.next();
                match change {
                    "move" => twin.relocate(from, to, line),
                    "exchange" => twin.exchange(from, to, line),
                    _ => match twin.board.shifted(from, to) {
                        Some(board) => twin.board = board,
                        None => twin.fault(line, "a piece would leave the board"),
                    },
                }
            }
        }
    }
}

/// The next twin, with its letter.
fn labelled(draft: &mut Draft, twins: &mut u32) -> Result<PopeyeProblem, PopeyeError> {
    let letter = char::from_u32('a' as u32 + *twins).filter(char::is_ascii_lowercase);
    draft.problem.twin = letter.map_or_else(|| format!("z{}", *twins - 25), |letter| letter.to_string());
    *twins += 1;
    draft.finish()
}
