//! The numbers on which the evaluation of a game depends, and their text.

use spielraum_rules::Rules;
use spielraum_rules::spec::PieceType;
use std::fmt::Write;
use std::ops::{AddAssign, Mul, Range};
use thiserror::Error;

/// A weight in centipawns: at the beginning of a game, when all material is there, and at its end, when none is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// At the beginning.
    pub early: i32,
    /// At the end.
    pub late: i32,
}

impl Weight {
    /// The same at the beginning and at the end.
    pub const fn both(value: i32) -> Self {
        Self { early: value, late: value }
    }
}

impl AddAssign for Weight {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.early += other.early;
        self.late += other.late;
    }
}

impl Mul<i32> for Weight {
    type Output = Self;
    #[inline(always)]
    fn mul(self, count: i32) -> Self {
        Self { early: self.early * count, late: self.late * count }
    }
}

/// What a weight is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// What a type is worth on the board.
    Value,
    /// What a type is worth in hand, for dropping or for coming back.
    Hand,
    /// What each target of a type that no enemy pawn attacks is worth, more or fewer than the type has on average; in
    /// hundredths.
    Mobility,
    /// What each attack of a type on a cell next to the enemy's royal is worth; in tenths.
    KingZone,
    /// What a type is worth more on each rank, counted from its own side.
    Rank,
    /// What a type is worth more at each distance from the middle of the files.
    File,
    /// What a type is worth more on each level, counted from its own side.
    Level,
    /// What it costs to have no, one, two ... pieces of a family more than one must.
    ExtinctionMargin,
    /// What a passed pawn is worth more on each rank, counted from its own side. What a pawn is follows from how it
    /// moves; it is passed if no enemy pawn can stop it.
    Passed,
    /// What a passed pawn is worth more yet when it is unblocked: nothing stands where its next move leads.
    Unblocked,
    /// What a pawn is worth more when another supports it.
    Supported,
    /// What a pawn is worth more, on each rank, in a phalanx: when another guards the cell before it.
    Phalanx,
    /// What a passed pawn is worth more, on each rank, for each step that the enemy's royal is farther from it than its
    /// own; in tenths.
    KingProximity,
    /// What a pawn is worth more when no other can ever guard it; usually negative.
    Isolated,
    /// What a pawn is worth more when one of its own side is on its only way; usually negative.
    Doubled,
    /// What having two or more of a type is worth.
    Pair,
    /// What it is worth more that a piece of a type stands where a pawn of its own guards it and no enemy pawn can ever
    /// come to attack it.
    Outpost,
    /// What it is worth more that a piece of a type stands next to its own royal.
    Shelter,
    /// What each piece that an enemy pawn attacks, and that is none itself, is worth to the attacker.
    ThreatByPawn,
    /// What it is worth that a piece of less worth, and no pawn, attacks one of a type; usually negative.
    ThreatByLesser,
    /// What it is worth that one of a type is attacked and no other guards it; usually negative.
    Hanging,
    /// What having the move is worth.
    Tempo,
}

impl Term {
    /// Whether each type of pieces has its own weight.
    fn is_of_types(self) -> bool {
        !matches!(self, Self::ExtinctionMargin | Self::ThreatByPawn | Self::Tempo)
    }

    /// About how many centipawns each unit of the weight adds to the value of a position that the term looks at.
    fn effect(self) -> f64 {
        match self {
            // Kept in hundredths, and three targets more or fewer are usual.
            Self::Mobility => 0.03,
            Self::KingZone => 0.1,
            Self::KingProximity => 0.3,
            _ => 1.0,
        }
    }
}

/// All terms, in the order in which they are kept and written.
const TERMS: [(Term, &str); 22] = [
    (Term::Value, "value"),
    (Term::Hand, "hand"),
    (Term::Mobility, "mobility"),
    (Term::KingZone, "king-zone"),
    (Term::Rank, "rank"),
    (Term::File, "file"),
    (Term::Level, "level"),
    (Term::Passed, "passed"),
    (Term::Unblocked, "unblocked"),
    (Term::Supported, "supported"),
    (Term::Phalanx, "phalanx"),
    (Term::KingProximity, "king-proximity"),
    (Term::Isolated, "isolated"),
    (Term::Doubled, "doubled"),
    (Term::Pair, "pair"),
    (Term::Outpost, "outpost"),
    (Term::ThreatByLesser, "threat-by-lesser"),
    (Term::Hanging, "hanging"),
    (Term::Shelter, "shelter"),
    (Term::ExtinctionMargin, "extinction-margin"),
    (Term::ThreatByPawn, "threat-by-pawn"),
    (Term::Tempo, "tempo"),
];

/// For this many margins, from 0, there is a weight.
pub(crate) const MARGINS: usize = 4;

/// Where each weight of a game is kept.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layout {
    symbols: Vec<String>,
    /// How many weights each term has, for each type where it is one of types; none where the game has nothing that they
    /// could count.
    widths: [usize; TERMS.len()],
    /// The place of the first weight of each term.
    starts: [usize; TERMS.len()],
}

impl Layout {
    pub(crate) fn new(rules: &Rules) -> Self {
        let (spec, extent) = (rules.spec(), rules.board().extent());
        let ranks = rules.board().shape().ranks;
        let size = |n: i16| n.max(1) as usize;
        let if_so = |is_so: bool, width: usize| if is_so { width } else { 0 };
        let has_royal = spec.has_royals();
        let mut layout = Self {
            symbols: spec.pieces.iter().map(|piece| piece.symbol.to_string()).collect(),
            widths: [0; TERMS.len()],
            starts: [0; TERMS.len()],
        };
        let mut start = 0;
        for (term, _) in TERMS {
            let width = match term {
                Term::Rank | Term::Passed | Term::Unblocked | Term::Phalanx => ranks,
                Term::KingProximity => if_so(has_royal, ranks),
                Term::KingZone | Term::Shelter => if_so(has_royal, 1),
                Term::File => size(extent.file).div_ceil(2),
                // On a flat board it would be a second value.
                Term::Level => if_so(extent.level > 1, size(extent.level)),
                Term::Hand => if_so(spec.hands.is_some(), 1),
                Term::ExtinctionMargin => if_so(!rules.families().is_empty(), MARGINS),
                _ => 1,
            };
            layout.widths[term as usize] = width;
            layout.starts[term as usize] = start;
            start += layout.rows(term) * width;
        }
        layout
    }

    fn width(&self, term: Term) -> usize {
        self.widths[term as usize]
    }

    fn rows(&self, term: Term) -> usize {
        if term.is_of_types() { self.symbols.len() } else { 1 }
    }

    /// For each weight, the effect of its term.
    pub(crate) fn effects(&self) -> Vec<f64> {
        let each = |term: Term| std::iter::repeat_n(term.effect(), self.rows(term) * self.width(term));
        TERMS.iter().flat_map(|(term, _)| each(*term)).collect()
    }

    /// How many weights there are.
    pub(crate) fn len(&self) -> usize {
        TERMS.iter().map(|(term, _)| self.rows(*term) * self.width(*term)).sum()
    }

    /// The places of the weights of a term for a type; those that are of no type have number 0.
    #[inline(never)] // Copied to each of its users it takes minutes to compile.
    pub(crate) fn range(&self, term: Term, kind: PieceType) -> Range<usize> {
        let row = if self.rows(term) == 1 { 0 } else { kind.index() };
        let first = self.starts[term as usize] + row * self.width(term);
        first..first + self.width(term)
    }

    /// The place of one weight, if the term has any.
    pub(crate) fn place(&self, term: Term, kind: PieceType, index: usize) -> Option<usize> {
        let range = self.range(term, kind);
        let last = range.len().checked_sub(1)?;
        Some(range.start + index.min(last))
    }
}

/// The numbers on which the evaluation of a game depends: plain data, with a text form.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    layout: Layout,
    numbers: Vec<Weight>,
}

/// Why a text gives no weights, or weights can't be used for a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeightsError {
    /// They are another game's.
    #[error("these weights belong to a game with other pieces or another board")]
    OtherGame,
    /// A line begins with no known word.
    #[error("line {line}: `{word}` is no kind of weight; there are {}", known_terms())]
    Term {
        /// The number of the line, from 1.
        line: usize,
        /// What stands there.
        word: String,
    },
    /// A type of pieces is not known.
    #[error("line {line}: `{word}` is no piece of this game")]
    Piece {
        /// The number of the line, from 1.
        line: usize,
        /// What stands there.
        word: String,
    },
    /// The game has nothing that the weight could count.
    #[error("line {line}: `{word}` counts nothing in this game; leave the line out")]
    Absent {
        /// The number of the line, from 1.
        line: usize,
        /// What the weight is for.
        word: String,
    },
    /// A weight is no number or pair of numbers.
    #[error("line {line}: `{word}` is no weight; write a whole number from -30000 to 30000, or two with `/` between")]
    Number {
        /// The number of the line, from 1.
        line: usize,
        /// What stands there.
        word: String,
    },
    /// A line has too few or too many weights.
    #[error("line {line}: there are {found} weights; there must be {expected}")]
    Count {
        /// The number of the line, from 1.
        line: usize,
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: usize,
    },
}

fn known_terms() -> String {
    TERMS.map(|(_, word)| word).join(", ")
}

/// Weights are not larger than this.
const MAX_WEIGHT: i32 = 30_000;

impl Weights {
    /// No weights yet.
    pub(crate) fn zero(rules: &Rules) -> Self {
        let layout = Layout::new(rules);
        Self { numbers: vec![Weight::default(); layout.len()], layout }
    }

    /// What a type is worth on the board.
    pub fn value(&self, kind: PieceType) -> Weight {
        self.get(Term::Value, kind, 0)
    }

    /// What a type is worth in hand.
    pub fn hand(&self, kind: PieceType) -> Weight {
        self.get(Term::Hand, kind, 0)
    }

    /// The weight of a term for a type at an index, as far as the term has such; terms of no type ask for type 0. It is
    /// nought where the game has no such term, as flat boards have none for levels.
    pub fn get(&self, term: Term, kind: PieceType, index: usize) -> Weight {
        self.layout.place(term, kind, index).map_or(Weight::default(), |place| self.numbers[place])
    }

    /// Changes a weight, if the game has such a term.
    pub fn set(&mut self, term: Term, kind: PieceType, index: usize, weight: Weight) {
        if let Some(place) = self.layout.place(term, kind, index) {
            self.numbers[place] = weight;
        }
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(crate) fn numbers(&self) -> &[Weight] {
        &self.numbers
    }

    pub(crate) fn numbers_mut(&mut self) -> &mut [Weight] {
        &mut self.numbers
    }

    /// Whether they fit a game.
    pub(crate) fn check(&self, rules: &Rules) -> Result<(), WeightsError> {
        if self.layout == Layout::new(rules) { Ok(()) } else { Err(WeightsError::OtherGame) }
    }

    /// Reads the text of weights of a game. What it does not say is as in [`default_for`](Self::default_for). Empty
    /// lines and those that begin with `#` say nothing.
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, WeightsError> {
        let mut weights = Self::default_for(rules);
        for (index, text) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let text = text.trim();
            if !text.is_empty() && !text.starts_with('#') {
                weights.parse_line(index + 1, text)?;
            }
        }
        Ok(weights)
    }

    fn parse_line(&mut self, line: usize, text: &str) -> Result<(), WeightsError> {
        let mut words = text.split_ascii_whitespace();
        let word = words.next().unwrap_or_default();
        let Some(&(term, _)) = TERMS.iter().find(|(_, name)| *name == word) else {
            return Err(WeightsError::Term { line, word: word.into() });
        };
        if self.layout.width(term) == 0 {
            return Err(WeightsError::Absent { line, word: word.into() });
        }
        let mut kind = PieceType(0);
        if term.is_of_types() {
            let symbol = words.next().unwrap_or_default();
            let Some(found) = self.layout.symbols.iter().position(|known| known == symbol) else {
                return Err(WeightsError::Piece { line, word: symbol.into() });
            };
            kind = PieceType(found as u8);
        }
        let numbers = words
            .map(|word| parse_weight(word).ok_or_else(|| WeightsError::Number { line, word: word.into() }))
            .collect::<Result<Vec<_>, _>>()?;
        let range = self.layout.range(term, kind);
        if numbers.len() != range.len() {
            return Err(WeightsError::Count { line, found: numbers.len(), expected: range.len() });
        }
        self.numbers[range].copy_from_slice(&numbers);
        Ok(())
    }

    /// The weights as a text that [`parse`](Self::parse) reads for the game they are for. What is nought in it, and
    /// would be without saying so, is left out.
    ///
    /// # Errors
    ///
    /// If the weights are not for this game.
    pub fn text(&self, rules: &Rules) -> Result<String, WeightsError> {
        self.check(rules)?;
        let unsaid = Self::default_for(rules);
        let mut text = String::new();
        for (term, name) in TERMS {
            for (kind, symbol) in self.layout.symbols.iter().enumerate().take(self.layout.rows(term)) {
                let range = self.layout.range(term, PieceType(kind as u8));
                let (row, default) = (&self.numbers[range.clone()], &unsaid.numbers[range]);
                if row == default && row.iter().all(|weight| *weight == Weight::default()) {
                    continue;
                }
                text += name;
                if term.is_of_types() {
                    let _ = write!(text, " {symbol}");
                }
                for weight in row {
                    let _ = match weight.early == weight.late {
                        true => write!(text, " {}", weight.early),
                        false => write!(text, " {}/{}", weight.early, weight.late),
                    };
                }
                text.push('\n');
            }
        }
        Ok(text)
    }
}

fn parse_weight(word: &str) -> Option<Weight> {
    let number = |text: &str| text.parse().ok().filter(|number: &i32| number.abs() <= MAX_WEIGHT);
    match word.split_once('/') {
        Some((early, late)) => Some(Weight { early: number(early)?, late: number(late)? }),
        None => number(word).map(Weight::both),
    }
}
