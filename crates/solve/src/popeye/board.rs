//! The diagram of a problem, and what twins change in it.

use super::words::Word;

/// Whose a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    White,
    Black,
    Both,
}

/// What holds for a piece alone, whatever its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Habit {
    /// It becomes the next of knight, bishop, rook and queen with each move.
    Chameleon,
    /// It moves, captures and checks only while an enemy attacks it.
    Functionary,
    /// It captures and checks only while a piece of its own side guards it.
    Patrol,
    /// Nobody may capture it.
    Uncapturable,
}

impl Habit {
    pub const ALL: [Self; 4] = [Self::Chameleon, Self::Functionary, Self::Patrol, Self::Uncapturable];

    /// Its word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chameleon => "chameleon",
            Self::Functionary => "functionary",
            Self::Patrol => "patrol",
            Self::Uncapturable => "uncapturable",
        }
    }

    /// What the symbol of a piece that has it ends in.
    pub fn tail(self) -> &'static str {
        match self {
            Self::Chameleon => "C",
            Self::Functionary => "D",
            Self::Patrol => "W",
            Self::Uncapturable => "J",
        }
    }
}

/// A piece of a diagram.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub owner: Owner,
    pub word: &'static Word,
    pub royal: bool,
    /// It leaves the board when it captures.
    pub kamikaze: bool,
    /// What else holds for it alone.
    pub habit: Option<Habit>,
    /// A property that has no meaning here.
    pub unsaid: Option<&'static Word>,
    /// The line that names it.
    pub line: usize,
}

/// The cells, by rank and file from 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Board([[Option<Placed>; 8]; 8]);

/// A file and a rank from 0.
pub(super) type Place = (usize, usize);

/// The place that two signs name, such as `a1`.
pub(super) fn place(text: &str) -> Option<Place> {
    let [file, rank] = text.as_bytes() else { return None };
    let (file, rank) = (file.to_ascii_lowercase().wrapping_sub(b'a') as usize, rank.wrapping_sub(b'1') as usize);
    (file < 8 && rank < 8).then_some((file, rank))
}

/// The places that a text names one after the other, such as `a1h8`.
pub(super) fn places(text: &str) -> Option<Vec<Place>> {
    let pairs = text.as_bytes().chunks(2);
    let places: Option<Vec<Place>> = pairs.map(|pair| place(std::str::from_utf8(pair).ok()?)).collect();
    places.filter(|places| !places.is_empty())
}

impl Placed {
    /// A piece without properties.
    pub fn new(owner: Owner, word: &'static Word, line: usize) -> Self {
        Self { owner, word, royal: false, kamikaze: false, habit: None, unsaid: None, line }
    }

    /// Its symbol in the game that is written for the problem: that of the piece, with a letter more for what it has of its own.
    pub fn symbol(&self) -> String {
        let symbol = self.word.value.split(' ').next().unwrap_or_default();
        format!("{symbol}{}", self.tail())
    }

    /// The letter that its symbol has for what it has of its own.
    pub fn tail(&self) -> &'static str {
        match (self.is_made_royal(), self.kamikaze) {
            (false, false) => self.habit.map_or("", Habit::tail),
            (false, true) => "X",
            (true, false) => "Y",
            (true, true) => "Z",
        }
    }

    /// The movement of a piece that the orthodox game lacks.
    pub fn movement(&self) -> Option<&'static str> {
        self.word.value.split("; ").next()?.split_once(' ').map(|(_, movement)| movement)
    }

    /// What else is to be known of it: `pawn` or `double` and the directions of its double step, or `never`, since no
    /// pawn becomes one.
    pub fn nature(&self) -> &'static str {
        self.word.value.split_once("; ").map_or("", |(_, nature)| nature)
    }

    /// Whether it is royal.
    pub fn is_royal(&self) -> bool {
        self.royal || self.word.value == "K"
    }

    /// Whether it is promoted.
    pub fn is_pawn(&self) -> bool {
        self.word.value == "P" || self.nature().starts_with("pawn")
    }

    /// Whether it is royal, though its kind is not.
    pub fn is_made_royal(&self) -> bool {
        self.royal && self.word.value != "K"
    }
}

impl Board {
    pub fn pieces(&self) -> impl Iterator<Item = &Placed> {
        self.0.iter().flatten().flatten()
    }

    pub fn at(&self, (file, rank): Place) -> Option<&Placed> {
        self.0[rank][file].as_ref()
    }

    pub fn put(&mut self, (file, rank): Place, placed: Option<Placed>) -> Option<Placed> {
        std::mem::replace(&mut self.0[rank][file], placed)
    }

    pub fn take(&mut self, place: Place) -> Option<Placed> {
        self.put(place, None)
    }

    /// Every piece on the place that this gives for its own.
    pub fn turned(&self, to: impl Fn(Place) -> Place) -> Self {
        let mut turned = Self::default();
        for (rank, row) in self.0.iter().enumerate() {
            for (file, placed) in row.iter().enumerate() {
                turned.put(to((file, rank)), *placed);
            }
        }
        turned
    }

    /// All pieces moved alike; `None` where one would leave the board.
    pub fn shifted(&self, (from_file, from_rank): Place, (to_file, to_rank): Place) -> Option<Self> {
        let mut shifted = Self::default();
        for (rank, row) in self.0.iter().enumerate() {
            for (file, placed) in row.iter().enumerate().filter(|(_, placed)| placed.is_some()) {
                let file = (file + to_file).checked_sub(from_file).filter(|file| *file < 8)?;
                let rank = (rank + to_rank).checked_sub(from_rank).filter(|rank| *rank < 8)?;
                shifted.put((file, rank), *placed);
            }
        }
        Some(shifted)
    }

    /// Changes every piece.
    pub fn change(&mut self, change: impl Fn(&mut Placed)) {
        self.0.iter_mut().flatten().flatten().for_each(change);
    }

    /// The placement of a FEN; places and ranks without a cell are not written.
    pub fn placement(&self, holes: &[Place]) -> String {
        let mut text = String::new();
        let has_cell = |rank: usize| (0..8).any(|file| !holes.contains(&(file, rank)));
        for (rank, row) in self.0.iter().enumerate().rev().filter(|(rank, _)| has_cell(*rank)) {
            let mut empty = 0;
            for (_, placed) in row.iter().enumerate().filter(|(file, _)| !holes.contains(&(*file, rank))) {
                let Some(placed) = placed else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text += &std::mem::take(&mut empty).to_string();
                }
                let symbol = match placed.owner {
                    Owner::Black => placed.symbol().to_lowercase(),
                    Owner::White | Owner::Both => placed.symbol(),
                };
                text += &if symbol.len() == 1 { symbol } else { format!("{{{symbol}}}") };
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text.push('/');
        }
        text.pop();
        text
    }
}
