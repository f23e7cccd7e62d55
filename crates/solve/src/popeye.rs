//! Reading problems as they are written for Popeye (T. Maeder and others), in English, German or French: orthodox pieces and
//! the options that a solver here has.

use std::collections::VecDeque;
use thiserror::Error;

/// Why a text can't be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct PopeyeError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

/// A problem as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PopeyeProblem {
    /// The line in which it begins, from 1.
    pub line: usize,
    /// The diagram, as a FEN's placement; with the cell passed by a double step just made.
    pub placement: String,
    /// The cell that the last move, a double step, has passed.
    pub en_passant: Option<String>,
    /// The stipulation.
    pub stipulation: String,
    /// Author, source and title, as far as they are given.
    pub heading: Vec<String>,
    /// Whether set play is asked for.
    pub set_play: bool,
    /// Up to how many refutations tries may have.
    pub refutations: u16,
    /// Whether variations are asked for.
    pub variations: bool,
    /// Whether both colours are to be solved.
    pub duplex: bool,
    /// Whether White begins where usually Black does; see [`crate::Stipulation::with_white_to_begin`].
    pub white_begins: bool,
    /// Whether a side may be without a king.
    pub kingless: bool,
    /// The most solutions asked for.
    pub max_solutions: Option<usize>,
}

/// The words of a language: those that begin and end problems, those of fields, the colours, the options, the letters of
/// king, queen, rook, bishop, knight and pawn.
struct Words {
    begin: &'static str,
    end: &'static str,
    next: &'static str,
    fields: [(&'static str, Field); 13],
    colors: [&'static str; 3],
    options: &'static [(&'static str, Setting)],
    letters: &'static str,
}

#[derive(Clone, Copy, PartialEq)]
enum Field {
    Text,
    Ignored,
    Pieces,
    Forsyth,
    Stipulation,
    Option,
    Unknown,
}

#[derive(Clone, Copy, PartialEq)]
enum Setting {
    Variations,
    SetPlay,
    Tries,
    Refutations,
    Duplex,
    EnPassant,
    WhiteBegins,
    Kingless,
    MaxSolutions,
    /// It changes nothing that is reported here, and has this many numbers after it.
    Nothing(usize),
}

const ENGLISH: Words = Words {
    begin: "beginproblem",
    end: "endproblem",
    next: "nextproblem",
    fields: [
        ("remark", Field::Ignored),
        ("author", Field::Text),
        ("origin", Field::Text),
        ("pieces", Field::Pieces),
        ("condition", Field::Unknown),
        ("option", Field::Option),
        ("stipulation", Field::Stipulation),
        ("protocol", Field::Ignored),
        ("title", Field::Text),
        ("award", Field::Ignored),
        ("forsyth", Field::Forsyth),
        ("twin", Field::Unknown),
        ("zeroposition", Field::Unknown),
    ],
    colors: ["white", "black", "neutral"],
    options: &[
        ("variation", Setting::Variations),
        ("setplay", Setting::SetPlay),
        ("try", Setting::Tries),
        ("defence", Setting::Refutations),
        ("duplex", Setting::Duplex),
        ("enpassant", Setting::EnPassant),
        ("whitetoplay", Setting::WhiteBegins),
        ("nowk", Setting::Kingless),
        ("nobk", Setting::Kingless),
        ("maxsolutions", Setting::MaxSolutions),
        ("movenumbers", Setting::Nothing(0)),
        ("intelligent", Setting::Nothing(0)),
        ("nothreat", Setting::Nothing(0)),
        ("noboard", Setting::Nothing(0)),
        ("beep", Setting::Nothing(0)),
    ],
    letters: "kqrbsp",
};

const GERMAN: Words = Words {
    begin: "anfangproblem",
    end: "endeproblem",
    next: "weiteresproblem",
    fields: [
        ("bemerkung", Field::Ignored),
        ("autor", Field::Text),
        ("quelle", Field::Text),
        ("steine", Field::Pieces),
        ("bedingung", Field::Unknown),
        ("option", Field::Option),
        ("forderung", Field::Stipulation),
        ("protokoll", Field::Ignored),
        ("titel", Field::Text),
        ("auszeichnung", Field::Ignored),
        ("forsyth", Field::Forsyth),
        ("zwilling", Field::Unknown),
        ("nullstellung", Field::Unknown),
    ],
    colors: ["weiss", "schwarz", "neutral"],
    options: &[
        ("varianten", Setting::Variations),
        ("satzspiel", Setting::SetPlay),
        ("verfuehrung", Setting::Tries),
        ("widerlegung", Setting::Refutations),
        ("duplex", Setting::Duplex),
        ("enpassant", Setting::EnPassant),
        ("weissbeginnt", Setting::WhiteBegins),
        ("ohnewk", Setting::Kingless),
        ("ohnesk", Setting::Kingless),
        ("maxloesungen", Setting::MaxSolutions),
        ("zugnummern", Setting::Nothing(0)),
        ("intelligent", Setting::Nothing(0)),
        ("ohnedrohung", Setting::Nothing(0)),
        ("ohnebrett", Setting::Nothing(0)),
    ],
    letters: "kdtlsb",
};

const FRENCH: Words = Words {
    begin: "debutprobleme",
    end: "finprobleme",
    next: "asuivre",
    fields: [
        ("remarque", Field::Ignored),
        ("auteur", Field::Text),
        ("source", Field::Text),
        ("pieces", Field::Pieces),
        ("condition", Field::Unknown),
        ("option", Field::Option),
        ("enonce", Field::Stipulation),
        ("protocol", Field::Ignored),
        ("titre", Field::Text),
        ("prix", Field::Ignored),
        ("forsyth", Field::Forsyth),
        ("jumeau", Field::Unknown),
        ("zeroposition", Field::Unknown),
    ],
    colors: ["blanc", "noir", "neutre"],
    options: &[
        ("variantes", Setting::Variations),
        ("apparent", Setting::SetPlay),
        ("essais", Setting::Tries),
        ("refutations", Setting::Refutations),
        ("duplex", Setting::Duplex),
        ("enpassant", Setting::EnPassant),
        ("apparentseul", Setting::WhiteBegins),
        ("sansrb", Setting::Kingless),
        ("sansrn", Setting::Kingless),
        ("maxsolutions", Setting::MaxSolutions),
        ("numcoups", Setting::Nothing(0)),
        ("intelligent", Setting::Nothing(0)),
    ],
    letters: "rdtfcp",
};

/// A longer text is no collection of problems.
const MOST_BYTES: usize = 16 << 20;

/// The letters of FEN in the order of [`Words::letters`].
const FEN_LETTERS: &str = "KQRBNP";

struct Reader<'t> {
    words: &'static Words,
    tokens: VecDeque<(usize, &'t str)>,
    lines: Vec<&'t str>,
}

/// Reads all problems of a text; one that can't be read is an error among them.
pub fn read_popeye(text: &str) -> Vec<Result<PopeyeProblem, PopeyeError>> {
    if text.len() > MOST_BYTES {
        return vec![Err(PopeyeError { line: 1, what: "the text is too long".into() })];
    }
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    let tokens = lines.iter().enumerate().flat_map(|(at, line)| line.split_whitespace().map(move |word| (at, word)));
    let mut reader = Reader { words: &ENGLISH, tokens: tokens.collect(), lines };
    let mut problems = Vec::new();
    while let Some((line, word)) = reader.tokens.pop_front() {
        let begins = [&ENGLISH, &GERMAN, &FRENCH].into_iter().find(|words| is_short_for(word, words.begin));
        let goes_on = !problems.is_empty() && is_short_for(word, reader.words.next);
        if let Some(words) = begins {
            reader.words = words;
        }
        if begins.is_some() || goes_on {
            let problem = reader.problem(line);
            if problem.is_err() {
                reader.skip_to_end();
            }
            problems.push(problem);
        }
    }
    problems
}

/// Whether a word is one that is written out, or its beginning.
fn is_short_for(word: &str, whole: &str) -> bool {
    word.len() >= 3 && whole.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

impl<'t> Reader<'t> {
    fn skip_to_end(&mut self) {
        while let Some((_, word)) = self.tokens.front() {
            if is_short_for(word, self.words.end) || is_short_for(word, self.words.next) {
                return;
            }
            self.tokens.pop_front();
        }
    }

    fn field(&self, word: &str) -> Option<Field> {
        self.words.fields.iter().find(|(whole, _)| is_short_for(word, whole)).map(|(_, field)| *field)
    }

    fn problem(&mut self, line: usize) -> Result<PopeyeProblem, PopeyeError> {
        let mut problem = PopeyeProblem { line: line + 1, ..PopeyeProblem::default() };
        let mut board = [[None; 8]; 8];
        while let Some(&(line, word)) = self.tokens.front() {
            if is_short_for(word, self.words.end) || is_short_for(word, self.words.next) {
                problem.placement = placement(&board);
                return match problem.stipulation.is_empty() {
                    true => Err(fault(line, "the problem has no stipulation".into())),
                    false => Ok(problem),
                };
            }
            self.tokens.pop_front();
            match self.field(word) {
                Some(Field::Text) => problem.heading.push(self.rest_of(line, word)),
                Some(Field::Ignored) => drop(self.rest_of(line, word)),
                Some(Field::Pieces) => self.pieces(&mut board)?,
                Some(Field::Forsyth) => {
                    let (line, text) = self.next(line)?;
                    forsyth(text, self.words, &mut board).map_err(|what| fault(line, what))?;
                }
                Some(Field::Stipulation) => {
                    let text = self.next(line)?.1.to_owned();
                    problem.stipulation = text;
                    if let Some(length) = self.number() {
                        problem.stipulation.push_str(&length);
                    }
                }
                Some(Field::Option) => self.options(&mut problem)?,
                Some(Field::Unknown) => {
                    return Err(fault(line, format!("`{word}`: conditions and twins are not understood")));
                }
                None => return Err(fault(line, format!("`{word}` is not understood here"))),
            }
        }
        Err(fault(line, "the problem has no end".into()))
    }

    fn next(&mut self, line: usize) -> Result<(usize, &'t str), PopeyeError> {
        self.tokens.pop_front().ok_or_else(|| fault(line, "the text ends too soon".into()))
    }

    /// A number, if one comes next.
    fn number(&mut self) -> Option<String> {
        let number =
            self.tokens.front().filter(|(_, word)| word.starts_with(|c: char| c.is_ascii_digit()))?.1.to_owned();
        self.tokens.pop_front();
        Some(number)
    }

    /// The rest of a line after a word.
    fn rest_of(&mut self, line: usize, word: &str) -> String {
        while self.tokens.front().is_some_and(|(at, _)| *at == line) {
            self.tokens.pop_front();
        }
        let text = self.lines[line];
        let start = text.find(word).map_or(0, |at| at + word.len());
        text[start..].split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn pieces(&mut self, board: &mut Board) -> Result<(), PopeyeError> {
        let mut white = None;
        while let Some(&(line, word)) = self.tokens.front() {
            let color = self.words.colors.iter().position(|whole| is_short_for(word, whole));
            if color.is_none() && (self.field(word).is_some() || is_short_for(word, self.words.end)) {
                return Ok(());
            }
            self.tokens.pop_front();
            match color {
                Some(2) => return Err(fault(line, "neutral pieces are not understood".into())),
                Some(color) => white = Some(color == 0),
                None => {
                    let white = white.ok_or_else(|| fault(line, format!("`{word}` comes before a colour")))?;
                    put_pieces(word, white, self.words, board).map_err(|what| fault(line, what))?;
                }
            }
        }
        Ok(())
    }

    fn options(&mut self, problem: &mut PopeyeProblem) -> Result<(), PopeyeError> {
        while let Some(&(line, word)) = self.tokens.front() {
            let setting =
                self.words.options.iter().find(|(whole, _)| is_short_for(word, whole)).map(|(_, setting)| *setting);
            let Some(setting) = setting else {
                if self.field(word).is_some()
                    || is_short_for(word, self.words.end)
                    || is_short_for(word, self.words.next)
                {
                    return Ok(());
                }
                return Err(fault(line, format!("the option `{word}` is not understood")));
            };
            self.tokens.pop_front();
            match setting {
                Setting::Variations => problem.variations = true,
                Setting::SetPlay => problem.set_play = true,
                Setting::Tries => problem.refutations = problem.refutations.max(1),
                Setting::Refutations => problem.refutations = self.numeral(line)?,
                Setting::Duplex => problem.duplex = true,
                Setting::WhiteBegins => problem.white_begins = true,
                Setting::Kingless => problem.kingless = true,
                Setting::MaxSolutions => problem.max_solutions = Some(usize::from(self.numeral(line)?)),
                Setting::Nothing(numbers) => (0..numbers).for_each(|_| drop(self.number())),
                Setting::EnPassant => {
                    let (line, cells) = self.next(line)?;
                    let passed =
                        cells.get(2..4).filter(|_| cells.len() == 6).or(Some(cells).filter(|_| cells.len() == 2));
                    let passed = passed.ok_or_else(|| fault(line, format!("`{cells}` is no double step")))?;
                    problem.en_passant = Some(passed.to_ascii_lowercase());
                }
            }
        }
        Ok(())
    }

    fn numeral(&mut self, line: usize) -> Result<u16, PopeyeError> {
        let number = self.number().and_then(|number| number.parse().ok());
        number.ok_or_else(|| fault(line, "a number is missing".into()))
    }
}

type Board = [[Option<char>; 8]; 8];

fn fault(line: usize, what: String) -> PopeyeError {
    PopeyeError { line: line + 1, what }
}

/// Puts the pieces of a word such as `sa3f4` on the board.
fn put_pieces(word: &str, white: bool, words: &Words, board: &mut Board) -> Result<(), String> {
    let word = word.to_ascii_lowercase();
    let unknown = || format!("`{word}` is no piece and cells: only {} are understood", words.letters);
    let letter = word.chars().next().ok_or_else(unknown)?;
    let cells =
        word.get(letter.len_utf8()..).filter(|cells| !cells.is_empty() && cells.len() % 2 == 0 && cells.is_ascii());
    let (kind, cells) = words.letters.find(letter).zip(cells).ok_or_else(unknown)?;
    let letter = FEN_LETTERS.as_bytes()[kind] as char;
    for cell in cells.as_bytes().chunks(2) {
        let (file, rank) = (cell[0].wrapping_sub(b'a') as usize, cell[1].wrapping_sub(b'1') as usize);
        let place = board.get_mut(rank).and_then(|row| row.get_mut(file)).ok_or_else(unknown)?;
        *place = Some(if white { letter } else { letter.to_ascii_lowercase() });
    }
    Ok(())
}

/// Reads Forsyth's notation with a language's letters.
fn forsyth(text: &str, words: &Words, board: &mut Board) -> Result<(), String> {
    let (mut at, mut number) = (0usize, 0usize);
    for sign in text.chars() {
        if let Some(digit) = sign.to_digit(10) {
            number = (number * 10 + digit as usize).min(64);
            continue;
        }
        at += std::mem::take(&mut number);
        if sign == '/' {
            at = at.div_ceil(8) * 8;
            continue;
        }
        let kind =
            words.letters.find(sign.to_ascii_lowercase()).ok_or_else(|| format!("`{sign}` is no orthodox piece"))?;
        let letter = FEN_LETTERS.as_bytes()[kind] as char;
        let row = (at < 64).then(|| &mut board[7 - at / 8]).ok_or("there are more cells than the board has")?;
        row[at % 8] = Some(if sign.is_uppercase() { letter } else { letter.to_ascii_lowercase() });
        at += 1;
    }
    Ok(())
}

fn placement(board: &Board) -> String {
    let rank = |row: &[Option<char>; 8]| {
        let mut text = String::new();
        let mut empty = 0;
        for piece in row.iter().chain([&None]).enumerate() {
            match piece {
                (8, _) | (_, Some(_)) if empty > 0 => text.push_str(&std::mem::take(&mut empty).to_string()),
                _ => (),
            }
            match piece {
                (8, _) => (),
                (_, Some(letter)) => text.push(*letter),
                (_, None) => empty += 1,
            }
        }
        text
    };
    board.iter().rev().map(rank).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_are_read_in_three_languages() {
        let texts = [
            "BeginProblem\nforsyth 8/8/7B/1Pp1PR1p/1rp2Pkp/b1Kppp1p/b5r1/3q4\nstip h#3\nEndProblem",
            "anfangproblem\nautor A. B.\nford h#3\nsteine weiss kc3 tf5 lh6 bb5e5f4 schwarz kg4 dd1 tb4g2 la2a3 bc4c5d3e3f3h3h4h5\nopti satz\nendeproblem",
            "debutprobleme\npieces blanc rc3 tf5 fh6 pb5e5f4 noir rg4 dd1 tb4g2 fa2a3 pc4c5d3e3f3h3h4h5\nenonce h#3\nfinprobleme",
        ];
        for text in texts {
            let read = read_popeye(text);
            assert_eq!(read_popeye(&format!("\u{feff}{text}")), read);
            let problem = read[0].as_ref().unwrap();
            assert_eq!(problem.placement, "8/8/7B/1Pp1PR1p/1rp2Pkp/b1Kppp1p/b5r1/3q4", "{text}");
            assert_eq!(problem.stipulation, "h#3");
        }
    }

    #[test]
    fn what_is_not_understood_is_said_and_the_next_problem_read() {
        let text = "beginproblem\ncondition circe\nstip #2\nnextproblem\npieces white kc6 qa1 black ka8\nstip #1\nopti try enpassant d2d3d4\nendproblem";
        let read = read_popeye(text);
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].as_ref().unwrap_err().line, 2);
        let problem = read[1].as_ref().unwrap();
        assert_eq!((problem.refutations, problem.en_passant.as_deref()), (1, Some("d3")));
    }

    #[test]
    fn no_text_is_too_strange() {
        use spielraum_testkit::rand::Rng;
        let random = &mut spielraum_testkit::random(3);
        let words = [
            "begin",
            "anfangproblem",
            "pieces",
            "white",
            "ka1",
            "k\u{e9}",
            "stip",
            "#2",
            "forsyth",
            "99/q",
            "option",
            "enpass",
            "9",
            "end",
            "\n",
        ];
        for _ in 0..2000 {
            let text: Vec<&str> =
                (0..random.random_range(0..20)).map(|_| words[random.random_range(0..words.len())]).collect();
            for problem in read_popeye(&text.join(" ")) {
                assert!(problem.map_or_else(|error| error.line > 0, |problem| problem.placement.contains('/')));
            }
        }
    }
}
