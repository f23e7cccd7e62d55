//! Betza's notation: how a piece moves in a few letters, as Fairy-Stockfish and the Interactive Diagram read it.
//!
//! ```
//! use spielraum_language::betza;
//! let moves = betza::read("mRcpR").unwrap();
//! assert_eq!(moves.len(), 2);
//! assert_eq!(betza::read("mRxR").unwrap_err().at, 2);
//! ```

use crate::limits;
use spielraum_spec::{Distances, Landing, Mode};
use std::ops::Range;

/// Some moves of a piece: an atom with the letters before it and the number behind it, as `fmR3`.
#[derive(Clone, Debug, PartialEq)]
pub struct BetzaMove {
    /// Where it stands in the text, in bytes.
    pub place: Range<usize>,
    /// Whether they go to empty cells, capture, or both.
    pub mode: Mode,
    /// Whether they are for pieces that have not moved yet (`i`).
    pub initial: bool,
    /// Whether they capture en passant, too (`e`).
    pub en_passant: bool,
    /// The ways, in the phrases of the language.
    pub ways: Vec<BetzaWay>,
}

/// One way of moving, by phrases such as `forward+sideways`.
#[derive(Clone, Debug, PartialEq)]
pub enum BetzaWay {
    /// To neighbouring cells.
    Step(Vec<String>),
    /// Over whatever stands between.
    Leap(Vec<String>),
    /// Through empty cells.
    Slide(Vec<String>, Distances),
    /// Over one piece.
    Hop(Vec<String>, Landing),
    /// Step by step, each through an empty cell.
    Route(Vec<Vec<String>>),
}

impl BetzaWay {
    /// Its phrases; of a route those of the first step.
    pub fn phrases(&self) -> &[String] {
        match self {
            Self::Step(phrases) | Self::Leap(phrases) | Self::Slide(phrases, _) | Self::Hop(phrases, _) => phrases,
            Self::Route(stages) => stages.first().map_or(&[], Vec::as_slice),
        }
    }
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetzaFault {
    /// The byte at which it stands.
    pub at: usize,
    /// Its bytes.
    pub len: usize,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// The atoms and the leaps of which each consists, and whether it rides.
const ATOMS: &[(char, &[[i16; 2]], bool)] = &[
    ('W', &[[1, 0]], false),
    ('F', &[[1, 1]], false),
    ('D', &[[2, 0]], false),
    ('N', &[[2, 1]], false),
    ('A', &[[2, 2]], false),
    ('H', &[[3, 0]], false),
    ('C', &[[3, 1]], false),
    ('L', &[[3, 1]], false),
    ('Z', &[[3, 2]], false),
    ('J', &[[3, 2]], false),
    ('G', &[[3, 3]], false),
    ('K', &[[1, 0], [1, 1]], false),
    ('R', &[[1, 0]], true),
    ('B', &[[1, 1]], true),
    ('Q', &[[1, 0], [1, 1]], true),
];

/// What other letters mean to others, and what to say here.
const OTHERS: &[(char, &str, &str)] = &[
    ('j', "a jump over the first cell", "say the moves in the block, as in `leap \"(2,0)\"`"),
    ('a', "a move of several legs", "say it as a `route`"),
    ('o', "a board without edges", "the language has no such moves"),
    ('z', "a crooked slide", "the language has no such moves"),
    ('q', "a circular slide", "the language has no such moves"),
    ('t', "a hop to before the hurdle", "say it as a `hop`"),
    ('x', "a move that another piece makes possible", "the language has no such moves"),
    ('u', "a piece that is put down", "see `on`"),
    ('d', "the capture of one's own pieces", "the language has no such moves"),
];

const VERTICALS: &str = "fbvh";
const HORIZONTALS: &str = "rlsh";

/// Reads a text; the moves in their order, or the first fault.
///
/// ```
/// use spielraum_language::betza;
/// assert_eq!(betza::read("FfW").unwrap().len(), 2);
/// assert!(betza::read("?").is_err());
/// ```
pub fn read(text: &str) -> Result<Vec<BetzaMove>, BetzaFault> {
    let mut reader = Reader { text, at: 0 };
    let mut moves = Vec::new();
    while reader.at < text.len() {
        moves.push(reader.one()?);
        if moves.len() > limits::PARTS {
            return Err(reader.fault(0, "these are too many moves", "name fewer"));
        }
    }
    match moves.is_empty() {
        true => Err(reader.fault(0, "no moves are named here", "as in `betza=\"FfW\"`")),
        false => Ok(moves),
    }
}

/// What the letters before an atom say.
#[derive(Default)]
struct Modifiers {
    quiet: bool,
    captures: bool,
    initial: bool,
    en_passant: bool,
    hop: Option<(Landing, usize)>,
    lame: Option<usize>,
    /// Pairs of letters: of those moves that lead to the side of the first, those that lead most of all to that of the second.
    directions: Vec<(char, char)>,
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    fn fault(&self, at: usize, message: impl Into<String>, help: impl Into<String>) -> BetzaFault {
        let len = self.text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        BetzaFault { at, len, message: message.into(), help: help.into() }
    }

    /// Letters, an atom and its number.
    fn one(&mut self) -> Result<BetzaMove, BetzaFault> {
        let start = self.at;
        let mut said = Modifiers::default();
        let (shapes, mut rides, atom, atom_at) = loop {
            let at = self.at;
            let Some(letter) = self.peek() else {
                let last = start..self.text.len();
                return Err(BetzaFault {
                    at: last.start,
                    len: last.len(),
                    message: format!("no atom follows `{}`", &self.text[last]),
                    help: "an atom is one of W F D N A H C Z G K R B Q, or a leap such as `(1,2)`".to_owned(),
                });
            };
            if letter == '(' {
                break (vec![self.leap()?], false, None, at);
            }
            self.at += letter.len_utf8();
            if let Some((_, shapes, rides)) = ATOMS.iter().find(|(atom, ..)| *atom == letter) {
                let shapes = shapes.iter().map(|shape| shape.to_vec()).collect();
                break (shapes, *rides, Some(letter), at);
            }
            self.modifier(letter, at, &mut said)?;
        };
        let mut distances = Distances::ANY;
        match self.peek() {
            Some(again) if Some(again) == atom => {
                self.at += again.len_utf8();
                rides = true;
            }
            Some(digit) if digit.is_ascii_digit() => {
                let at = self.at;
                while self.peek().is_some_and(|next| next.is_ascii_digit()) {
                    self.at += 1;
                }
                let most = self.text[at..self.at].parse().ok().filter(|most| *most <= limits::COMPONENT as u8);
                let Some(most) = most else {
                    let help = format!("a number is at most {}; 0 means any distance", limits::COMPONENT);
                    return Err(self.fault(at, "this is too far", help));
                };
                if said.hop.is_some() && most > 0 {
                    let help = "leave the number out, or say it in the block, as in `hop \"orthogonal\"`";
                    return Err(self.fault(at, "a hop's distance can't be limited", help));
                }
                // One step is no ride.
                rides |= most != 1;
                if rides && most > 0 {
                    distances = Distances { min: 1, max: most, every: 1 };
                }
            }
            _ => {}
        }
        if let Some((_, at)) = said.hop.filter(|_| !rides) {
            let help = "hops go along lines: `pR`, `pB`, `gQ`, `gNN`";
            return Err(self.fault(at, "a piece that leaps can't hop", help));
        }
        let mut ways = Vec::new();
        for shape in &shapes {
            self.ways(shape, shapes.len() == 1, &said, rides.then_some(distances), atom_at, &mut ways)?;
        }
        let mode = match (said.quiet, said.captures) {
            (true, false) => Mode::Quiet,
            (false, true) => Mode::Capture,
            _ => Mode::Both,
        };
        Ok(BetzaMove { place: start..self.at, mode, initial: said.initial, en_passant: said.en_passant, ways })
    }

    fn modifier(&mut self, letter: char, at: usize, said: &mut Modifiers) -> Result<(), BetzaFault> {
        match letter {
            'm' => said.quiet = true,
            'c' => said.captures = true,
            'i' => said.initial = true,
            'e' => said.en_passant = true,
            'n' => said.lame = Some(at),
            'p' => said.hop = Some((Landing::Beyond, at)),
            'g' => said.hop = Some((Landing::Next, at)),
            _ if VERTICALS.contains(letter) || HORIZONTALS.contains(letter) => {
                let across = |one: &str, other: &str| {
                    one.contains(letter) && self.peek().is_some_and(|next| other.contains(next))
                };
                let pairs =
                    self.peek() == Some(letter) || across(VERTICALS, HORIZONTALS) || across(HORIZONTALS, VERTICALS);
                let second = match self.peek().filter(|_| pairs) {
                    Some(second) => {
                        self.at += second.len_utf8();
                        second
                    }
                    None => letter,
                };
                said.directions.push((letter, second));
            }
            _ => {
                let (what, help) = match OTHERS.iter().find(|(other, ..)| *other == letter) {
                    Some((_, meaning, help)) => (format!("`{letter}`, {meaning}, can't be read"), (*help).to_owned()),
                    None => (
                        format!("`{letter}` is neither an atom nor a modifier"),
                        "atoms are W F D N A H C Z G K R B Q; modifiers are m c i e, f b l r v s h, n p g".to_owned(),
                    ),
                };
                return Err(self.fault(at, what, help));
            }
        }
        Ok(())
    }

    /// `(1,2)`, or on boards in space `(1,1,1)`.
    fn leap(&mut self) -> Result<Vec<i16>, BetzaFault> {
        let at = self.at;
        let end = self.text[at..].find(')').map_or(self.text.len(), |end| at + end + 1);
        let inner = self.text[at..end].trim_start_matches('(').trim_end_matches(')');
        let numbers: Option<Vec<i16>> = inner
            .split(',')
            .map(|number| number.trim().parse().ok().filter(|number| (0..=limits::COMPONENT).contains(number)))
            .collect();
        match numbers.filter(|numbers| (2..=4).contains(&numbers.len()) && numbers.iter().any(|number| *number > 0)) {
            Some(mut numbers) => {
                self.at = end;
                numbers.sort_unstable_by(|one, other| other.cmp(one));
                Ok(numbers)
            }
            None => Err(BetzaFault {
                at,
                len: end - at,
                message: "this is no leap".to_owned(),
                help: format!("as in `(1,2)` or `(2,1,1)`, with numbers up to {}", limits::COMPONENT),
            }),
        }
    }

    /// The ways of one leap of an atom, its longer component first.
    fn ways(
        &self,
        shape: &[i16],
        alone: bool,
        said: &Modifiers,
        rides: Option<Distances>,
        atom_at: usize,
        ways: &mut Vec<BetzaWay>,
    ) -> Result<(), BetzaFault> {
        let chosen = match (shape, said.directions.is_empty()) {
            (_, true) => None,
            (&[long, short], false) => {
                let cells = chosen(long, short, alone, &said.directions);
                if cells.is_empty() {
                    return Err(self.fault(atom_at, "no move is left in these directions", "leave some letters out"));
                }
                Some(cells)
            }
            _ => {
                let help = "leave them out, or say the moves in the block, as in `leap \"forward+up+right\"`";
                return Err(self.fault(atom_at, "letters for directions choose among leaps of two numbers", help));
            }
        };
        let phrases = |long: i16, short: i16| match &chosen {
            None => vec![everywhere(shape, long, short)],
            Some(cells) => in_words(cells.iter().map(|&(file, rank)| {
                // Of a longer leap along a line: one of its steps.
                let scale = if (long, short) == (shape[0], shape[1]) { 1 } else { shape[0] };
                (file / scale, rank / scale)
            })),
        };
        let (long, short) = (shape[0], shape.get(1).copied().unwrap_or(0));
        let way = match (rides, said.hop, said.lame) {
            (Some(_), Some((landing, _)), _) => BetzaWay::Hop(phrases(long, short), landing),
            (Some(distances), None, _) => BetzaWay::Slide(phrases(long, short), distances),
            (None, _, None) if shape.iter().all(|number| *number <= 1) => BetzaWay::Step(phrases(long, short)),
            (None, _, None) => BetzaWay::Leap(phrases(long, short)),
            (None, _, Some(at)) => {
                return self.lame(shape, chosen.as_deref(), phrases(long.min(1), short.min(1)), at, ways);
            }
        };
        ways.push(way);
        Ok(())
    }

    /// Leaps that what stands on the way blocks.
    fn lame(
        &self,
        shape: &[i16],
        chosen: Option<&[(i16, i16)]>,
        steps: Vec<String>,
        at: usize,
        ways: &mut Vec<BetzaWay>,
    ) -> Result<(), BetzaFault> {
        match *shape {
            [long, short] if long > 1 && (short == 0 || short == long) => {
                ways.push(BetzaWay::Slide(steps, Distances::exactly(long as u8)));
            }
            // Straight first, then outward.
            [long, short] if long > 1 && short == long - 1 => match chosen {
                None => {
                    let mut stages = vec![vec!["orthogonal".to_owned()]];
                    stages.extend((0..short).map(|_| vec!["diagonal".to_owned()]));
                    ways.push(BetzaWay::Route(stages));
                }
                Some(cells) => ways.extend(cells.iter().map(|&(file, rank)| {
                    let straight = match file.abs() > rank.abs() {
                        true => (file.signum(), 0),
                        false => (0, rank.signum()),
                    };
                    let mut stages = vec![in_words([straight].into_iter())];
                    stages.extend((0..short).map(|_| in_words([(file.signum(), rank.signum())].into_iter())));
                    BetzaWay::Route(stages)
                })),
            },
            _ => {
                let help = "`n` is known of N, Z and of leaps along a line, as A and D; say others as a `route`";
                return Err(self.fault(at, "it is not clear what blocks this leap", help));
            }
        }
        Ok(())
    }
}

/// The leaps (files to the right, ranks forward) that some of the pairs of letters choose.
fn chosen(long: i16, short: i16, alone: bool, directions: &[(char, char)]) -> Vec<(i16, i16)> {
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let mut cells: Vec<(i16, i16)> =
        signs.iter().flat_map(|&(a, b)| [(a * long, b * short), (b * short, a * long)]).collect();
    cells.sort_unstable();
    cells.dedup();
    // `fsW` are the steps forward and to the sides: no step is both.
    let split = alone && short == 0;
    let fits = |cell: (i16, i16)| {
        directions.iter().any(|&(first, second)| match split && first != second {
            true => toward(cell, first, first) || toward(cell, second, second),
            false => toward(cell, first, second),
        })
    };
    cells.retain(|&cell| fits(cell));
    cells
}

/// Whether a leap leads to the side of `half`, and most of all to that of `main`.
fn toward((file, rank): (i16, i16), half: char, main: char) -> bool {
    let along = |letter: char| match letter {
        'f' => rank,
        'b' => -rank,
        'r' => file,
        'l' => -file,
        'v' => rank.abs(),
        's' => file.abs(),
        _ => file.abs().max(rank.abs()),
    };
    match (half, main) {
        // The two halves of a knight's leaps that turn into each other.
        ('h', 'r' | 'l') => ((rank.abs() > file.abs()) == (file * rank > 0)) == (main == 'r'),
        (_, 'h') => along(half) > 0,
        _ => along(half) >= 0 && along(main) > 0 && along(main) == file.abs().max(rank.abs()),
    }
}

/// The phrase for all leaps of a shape: on boards in space along all axes.
fn everywhere(shape: &[i16], long: i16, short: i16) -> String {
    match (shape.len(), long, short) {
        (2, 1, 0) => "orthogonal".to_owned(),
        (2, 1, 1) => "diagonal".to_owned(),
        (2, ..) => format!("({short},{long})"),
        _ => format!("({})", shape.iter().rev().map(i16::to_string).collect::<Vec<_>>().join(",")),
    }
}

/// Leaps in words: `2forward+sideways`, where left and right go together, otherwise one by one.
fn in_words(cells: impl Iterator<Item = (i16, i16)>) -> Vec<String> {
    let mut cells: Vec<(i16, i16)> = cells.collect();
    cells.sort_unstable_by_key(|&(file, rank)| (-rank, file));
    cells.dedup();
    let term = |count: i16, unit: &str| match count {
        0 => None,
        1 => Some(unit.to_owned()),
        _ => Some(format!("{count}{unit}")),
    };
    let phrase = |rank: i16, file: i16, side: &str| {
        let straight = term(rank.abs(), if rank > 0 { "forward" } else { "backward" });
        [straight, term(file.abs(), side)].into_iter().flatten().collect::<Vec<_>>().join("+")
    };
    let both = |&(file, rank): &(i16, i16)| file != 0 && cells.contains(&(-file, rank));
    cells
        .iter()
        .filter(|cell| !(both(cell) && cell.0 > 0))
        .map(|cell| match (both(cell), cell.0 > 0) {
            (true, _) => phrase(cell.1, cell.0, "sideways"),
            (false, true) => phrase(cell.1, cell.0, "right"),
            (false, false) => phrase(cell.1, cell.0, "left"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a text says, in short: `step forward | slide orthogonal 1-3`.
    fn said(text: &str) -> String {
        let way = |way: &BetzaWay| match way {
            BetzaWay::Step(phrases) => format!("step {}", phrases.join(" ")),
            BetzaWay::Leap(phrases) => format!("leap {}", phrases.join(" ")),
            BetzaWay::Slide(phrases, distances) if *distances == Distances::ANY => {
                format!("slide {}", phrases.join(" "))
            }
            BetzaWay::Slide(phrases, distances) => {
                format!("slide {} {}-{}", phrases.join(" "), distances.min, distances.max)
            }
            BetzaWay::Hop(phrases, landing) => format!("hop {} {landing:?}", phrases.join(" ")),
            BetzaWay::Route(stages) => {
                format!("route {}", stages.iter().map(|stage| stage.join(" ")).collect::<Vec<_>>().join(", "))
            }
        };
        let moves = read(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
        let one = |one: &BetzaMove| one.ways.iter().map(way).collect::<Vec<_>>().join(" & ");
        moves.iter().map(one).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn atoms_and_letters_become_phrases() {
        for (text, meaning) in [
            ("W", "step orthogonal"),
            ("K", "step orthogonal & step diagonal"),
            ("Q", "slide orthogonal & slide diagonal"),
            ("FfW", "step diagonal | step forward"),
            ("WfF", "step orthogonal | step forward+sideways"),
            ("fsW", "step forward sideways"),
            ("fR", "slide forward"),
            ("vR4", "slide forward backward 1-4"),
            ("W1", "step orthogonal"),
            ("NN", "slide (1,2)"),
            ("N", "leap (1,2)"),
            // The narrow forward leaps, the wide ones, both; one of each.
            ("fN", "leap 2forward+sideways"),
            ("fsN", "leap forward+2sideways"),
            ("fhN", "leap 2forward+sideways forward+2sideways"),
            ("rfN", "leap 2forward+right"),
            ("frN", "leap forward+2right"),
            ("hrN", "leap 2forward+right forward+2left backward+2right 2backward+left"),
            ("rfB", "slide forward+right"),
            ("lfrbB", "slide forward+left backward+right"),
            ("fK", "step forward & step forward+sideways"),
            ("flK", "step left & step forward+left"),
            ("gQ", "hop orthogonal Next & hop diagonal Next"),
            ("pR", "hop orthogonal Beyond"),
            ("nN", "route orthogonal, diagonal"),
            ("nZ", "route orthogonal, diagonal, diagonal"),
            ("nA", "slide diagonal 2-2"),
            ("fnD", "slide forward 2-2"),
            ("rfnN", "route forward, forward+right"),
            ("(1,1,1)0", "slide (1,1,1)"),
            ("DD", "slide (0,2)"),
        ] {
            assert_eq!(said(text), meaning, "{text}");
        }
    }

    #[test]
    fn modes_and_first_moves_are_kept() {
        let moves = read("mfWceFifmnD").unwrap();
        let flags: Vec<_> = moves.iter().map(|one| (one.mode, one.initial, one.en_passant)).collect();
        assert_eq!(flags, [(Mode::Quiet, false, false), (Mode::Capture, false, true), (Mode::Quiet, true, false)]);
        assert_eq!(moves.iter().map(|one| one.place.clone()).collect::<Vec<_>>(), [0..3, 3..6, 6..11]);
        assert_eq!(read("mcW").unwrap()[0].mode, Mode::Both);
    }

    #[test]
    fn faults_point_at_the_letter() {
        for (text, at, len, part) in [
            ("", 0, 0, "no moves"),
            ("mRx", 2, 1, "`x`"),
            ("Wfm", 1, 2, "no atom follows `fm`"),
            ("WjR", 1, 1, "jump"),
            ("pW", 0, 1, "can't hop"),
            ("WpR3", 3, 1, "can't be limited"),
            ("nC", 0, 1, "blocks"),
            ("R99", 1, 1, "too far"),
            ("W(1,x)", 1, 5, "no leap"),
            ("f(1,1,1)", 1, 1, "two numbers"),
            ("Wé", 1, 2, "`é`"),
        ] {
            let fault = read(text).expect_err(text);
            assert_eq!((fault.at, fault.len), (at, len), "{text}: {fault:?}");
            assert!(fault.message.contains(part), "{text}: {fault:?}");
        }
    }
}
