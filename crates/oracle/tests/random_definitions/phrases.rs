//! How directions, distances and regions are written.

use spielraum_geometry::{Board, Cell, CellSet, Coord, LineDirection, Offset, RingFilter};
use spielraum_rules::spec::{Distances, Pattern, StepSet};
use spielraum_rules::{ByColor, Color};
use spielraum_testkit::rand::Rng;
use spielraum_testkit::rand::rngs::StdRng;
use spielraum_testkit::rand::seq::{IndexedRandom, SliceRandom};
use std::sync::Arc;

/// Which axes are reversed for Black.
#[derive(Clone, Copy)]
pub struct Axes {
    levels: bool,
    files: bool,
    ranks: bool,
}

impl Axes {
    /// Mostly the ranks alone.
    pub fn random(random: &mut StdRng) -> Self {
        let mut axes = Self { levels: false, files: false, ranks: true };
        if random.random_bool(0.4) {
            axes = Self {
                levels: random.random_bool(0.5),
                files: random.random_bool(0.5),
                ranks: random.random_bool(0.5),
            };
        }
        if !axes.levels && !axes.files {
            axes.ranks = true;
        }
        axes
    }

    /// The line that says so; none is needed for the ranks alone.
    pub fn line(self) -> Option<String> {
        let names = [(self.levels, " \"levels\""), (self.files, " \"files\""), (self.ranks, " \"ranks\"")];
        let names: String = names.iter().filter(|(reversed, _)| *reversed).map(|(_, name)| *name).collect();
        (names != " \"ranks\"").then(|| format!("mirror{names}"))
    }

    /// An offset seen from the other side.
    pub fn turned(self, offset: Offset) -> Offset {
        let sign = |reversed: bool| if reversed { -1 } else { 1 };
        Offset::new(sign(self.levels) * offset.level, sign(self.files) * offset.file, sign(self.ranks) * offset.rank)
    }

    /// An offset as a side sees it, or the one that it sees so.
    fn seen(self, color: Color, offset: Offset) -> Offset {
        if color == Color::White { offset } else { self.turned(offset) }
    }

    /// A line as a side sees it, or the one that it sees so.
    fn seen_line(self, color: Color, line: LineDirection) -> LineDirection {
        let rank = |rank: i16| self.seen(color, Offset::new(0, 0, rank)).rank;
        match line {
            LineDirection::Straight(offset) => LineDirection::Straight(self.seen(color, offset)),
            LineDirection::Keep { rank: ranks } => LineDirection::Keep { rank: rank(ranks) },
            LineDirection::Cross { rank: ranks } => LineDirection::Cross { rank: rank(ranks) },
        }
    }
}

/// The words for what is possible on a board.
pub struct Phrases {
    pub board: Arc<Board>,
    pub axes: Axes,
}

impl Phrases {
    /// Whether two cells of the board may be so far apart.
    pub fn fits(&self, offset: Offset) -> bool {
        let extent = self.board.extent();
        offset.level.abs() < extent.level && offset.file.abs() < extent.file && offset.rank.abs() < extent.rank
    }

    /// `2forward+left`.
    pub fn phrase(&self, offset: Offset) -> String {
        let axes = [(offset.rank, "forward", "backward"), (offset.file, "right", "left"), (offset.level, "up", "down")];
        let word = |&(by, more, less): &(i16, &str, &str)| {
            let times = if by.abs() > 1 { by.abs().to_string() } else { String::new() };
            format!("{times}{}", if by > 0 { more } else { less })
        };
        axes.iter().filter(|(by, ..)| *by != 0).map(word).collect::<Vec<_>>().join("+")
    }

    /// What the language can say of some steps of a side, and its words; nothing if none of them fits on the board.
    /// Sometimes these are others, for which there is a noun.
    pub fn steps(&self, random: &mut StdRng, set: &StepSet, color: Color, nouns: bool) -> Option<(StepSet, String)> {
        let upright = |offset: &Offset| (offset.level, offset.file) == (0, 0);
        // Steps along a file line keep the ring anyway.
        let sayable = |offset: &Offset| set.ring == RingFilter::Any || !upright(offset);
        let (seen, mut phrases): (Vec<Offset>, Vec<String>) = if nouns && random.random_bool(0.3) {
            let (offsets, phrase) = shape(random);
            if !offsets.iter().all(sayable) {
                return None;
            }
            (offsets, vec![phrase])
        } else {
            let seen = set.offsets.iter().map(|offset| self.axes.seen(color, *offset)).filter(sayable);
            let seen: Vec<Offset> = seen.collect();
            let phrases = seen.iter().map(|offset| self.phrase(*offset)).collect();
            (seen, phrases)
        };
        let adjective = match set.ring {
            RingFilter::Any => "",
            RingFilter::Keep => "keeping ",
            RingFilter::Cross => "crossing ",
        };
        phrases.iter_mut().for_each(|phrase| phrase.insert_str(0, adjective));
        phrases.shuffle(random);
        // A step goes to a neighbouring cell.
        let is_step = seen.iter().all(|offset| offset.longest() == 1);
        let word = if is_step && random.random_bool(0.7) { "step" } else { "leap" };
        let mut offsets: Vec<Offset> = seen.into_iter().map(|offset| self.axes.seen(color, offset)).collect();
        offsets.retain(|offset| self.fits(*offset));
        offsets.sort_unstable();
        offsets.dedup();
        (!offsets.is_empty()).then_some((StepSet { offsets, ring: set.ring }, format!("{word} {}", quoted(&phrases))))
    }

    /// What the language can say of some lines of a side, and how; nothing if none of them fits on the board.
    pub fn lines(
        &self,
        random: &mut StdRng,
        lines: &[LineDirection],
        color: Color,
    ) -> Option<(Vec<LineDirection>, Vec<String>)> {
        let mut seen: Vec<LineDirection> = lines.iter().map(|line| self.axes.seen_line(color, *line)).collect();
        seen.retain(|line| !matches!(line, LineDirection::Straight(offset) if !self.fits(*offset)));
        // Straight lines come first, then those round rings, then those across them.
        let order = |line: &LineDirection| match *line {
            LineDirection::Straight(offset) => (0, offset, 0),
            LineDirection::Keep { rank } => (1, Offset::new(0, 0, 0), rank),
            LineDirection::Cross { rank } => (2, Offset::new(0, 0, 0), rank),
        };
        seen.sort_unstable_by_key(order);
        seen.dedup();
        let along = |rank: i16| match rank {
            0 => "same-rank",
            1 => "forward",
            _ => "backward",
        };
        let phrase = |line: &LineDirection| match *line {
            LineDirection::Straight(offset) => self.phrase(offset),
            LineDirection::Keep { rank } => format!("{} keep-line", along(rank)),
            LineDirection::Cross { rank } => format!("{} cross-line", along(rank)),
        };
        let mut phrases: Vec<String> = seen.iter().map(phrase).collect();
        phrases.shuffle(random);
        let lines: Vec<LineDirection> = seen.into_iter().map(|line| self.axes.seen_line(color, line)).collect();
        (!lines.is_empty()).then_some((lines, phrases))
    }

    /// What the language can say of a distance, and how.
    pub fn distances(&self, random: &mut StdRng, wanted: Distances) -> (Distances, String) {
        let (min, max) = (wanted.min, wanted.max.max(wanted.min));
        match (wanted.every, min, max) {
            (1, 1, Distances::FAR) if random.random_bool(0.7) => (Distances::ANY, String::new()),
            (1, 1, Distances::FAR) => (Distances::ANY, " distance=\"any\"".to_owned()),
            (2, 1, _) => (Distances { min: 1, max: Distances::FAR, every: 2 }, " distance=\"odd\"".to_owned()),
            (2, 2, _) => (Distances { min: 2, max: Distances::FAR, every: 2 }, " distance=\"even\"".to_owned()),
            (_, _, Distances::FAR) => (Distances { min, max, every: 1 }, format!(" distance=\"{min}-\"")),
            _ if min == max && random.random_bool(0.5) => (Distances::exactly(min), format!(" distance={min}")),
            _ => (Distances { min, max, every: 1 }, format!(" distance=\"{min}-{max}\"")),
        }
    }

    /// One cell along an axis, which every board has room for.
    pub fn wazir(&self, color: Color) -> (Pattern, String) {
        let mut offsets: Vec<Offset> =
            all_of([0, 0, 1]).into_iter().map(|offset| self.axes.seen(color, offset)).collect();
        offsets.retain(|offset| self.fits(*offset));
        offsets.sort_unstable();
        (Pattern::Leap(StepSet::any(offsets)), "step \"orthogonal\"".to_owned())
    }

    /// A pattern of White's as Black has it.
    pub fn turned(&self, pattern: &Pattern) -> Pattern {
        let set = |set: &StepSet| {
            let mut offsets: Vec<Offset> = set.offsets.iter().map(|offset| self.axes.turned(*offset)).collect();
            offsets.sort_unstable();
            StepSet { offsets, ring: set.ring }
        };
        let lines = |lines: &[LineDirection]| -> Vec<LineDirection> {
            lines.iter().map(|line| self.axes.seen_line(Color::Black, *line)).collect()
        };
        match pattern {
            Pattern::Leap(steps) => Pattern::Leap(set(steps)),
            Pattern::Slide { lines: along, distances } => Pattern::Slide { lines: lines(along), distances: *distances },
            Pattern::Hop { lines: along, landing } => Pattern::Hop { lines: lines(along), landing: *landing },
            Pattern::Route { stages, leaping } => {
                Pattern::Route { stages: stages.iter().map(set).collect(), leaping: *leaping }
            }
        }
    }

    /// Some ranks of White's, and Black's counterpart.
    pub fn some_ranks(&self, random: &mut StdRng) -> ByColor<CellSet> {
        let rank = random.random_range(0..self.board.extent().rank);
        let white: CellSet = self.board.cells().filter(|&cell| self.board.coord(cell).rank <= rank).collect();
        ByColor { white, black: self.counterpart(&white) }
    }

    /// Where Black has what White has on some cells. The boards are cuboids.
    fn counterpart(&self, cells: &CellSet) -> CellSet {
        let extent = self.board.extent();
        let turned = |reversed: bool, at: i16, size: i16| if reversed { size - 1 - at } else { at };
        let counterpart = |cell: Cell| {
            let at = self.board.coord(cell);
            self.board.at(Coord {
                level: turned(self.axes.levels, at.level, extent.level),
                file: turned(self.axes.files, at.file, extent.file),
                rank: turned(self.axes.ranks, at.rank, extent.rank),
                ..at
            })
        };
        cells.iter().filter_map(counterpart).collect()
    }

    /// The line of a region with a number.
    pub fn region(&self, random: &mut StdRng, number: usize, cells: &ByColor<CellSet>) -> String {
        let written = |random: &mut StdRng, cells: &CellSet| {
            let mut names: Vec<String> = cells.iter().map(|cell| self.board.name(cell).to_string()).collect();
            names.shuffle(random);
            format!("cells=\"{}\"", names.join(" "))
        };
        let white = written(random, &cells.white);
        if cells.black == self.counterpart(&cells.white) && random.random_bool(0.6) {
            return format!("region \"region-{number}\" {white}");
        }
        let black = written(random, &cells.black);
        format!("region \"region-{number}\" {{ white {white}; black {black}; }}")
    }
}

/// Texts as values.
pub fn quoted(texts: &[String]) -> String {
    texts.iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(" ")
}

/// Every offset with these components in any order and with any signs.
fn all_of(shape: [i16; 3]) -> Vec<Offset> {
    let sorted = |mut components: [i16; 3]| {
        components.sort_unstable();
        components
    };
    let by = -3..=3i16;
    let mut found = Vec::new();
    for level in by.clone() {
        for file in by.clone() {
            for rank in by.clone() {
                if sorted([level.abs(), file.abs(), rank.abs()]) == sorted(shape) {
                    found.push(Offset::new(level, file, rank));
                }
            }
        }
    }
    found
}

/// Offsets for which there is a noun, perhaps with an adjective before it.
fn shape(random: &mut StdRng) -> (Vec<Offset>, String) {
    const NOUNS: [(&str, &[[i16; 3]]); 7] = [
        ("orthogonal", &[[0, 0, 1]]),
        ("diagonal", &[[0, 1, 1]]),
        ("triagonal", &[[1, 1, 1]]),
        ("radial", &[[0, 0, 1], [0, 1, 1], [1, 1, 1]]),
        ("(1,2)", &[[0, 1, 2]]),
        ("(0,2)", &[[0, 0, 2]]),
        ("(2,1,1)", &[[1, 1, 2]]),
    ];
    type Adjective = (&'static str, fn(&Offset) -> bool);
    const ADJECTIVES: [Adjective; 10] = [
        ("forward", |offset| offset.rank > 0),
        ("backward", |offset| offset.rank < 0),
        ("same-rank", |offset| offset.rank == 0),
        ("non-forward", |offset| offset.rank <= 0),
        ("upward", |offset| offset.level > 0),
        ("downward", |offset| offset.level < 0),
        ("same-level", |offset| offset.level == 0),
        ("leftward", |offset| offset.file < 0),
        ("rightward", |offset| offset.file > 0),
        ("same-file", |offset| offset.file == 0),
    ];
    let (noun, shapes) = NOUNS.choose(random).copied().unwrap_or(NOUNS[0]);
    let offsets: Vec<Offset> = shapes.iter().flat_map(|shape| all_of(*shape)).collect();
    let Some((adjective, holds)) = ADJECTIVES.choose(random).filter(|_| random.random_bool(0.6)) else {
        return (offsets, noun.to_owned());
    };
    let kept: Vec<Offset> = offsets.iter().copied().filter(holds).collect();
    if kept.is_empty() { (offsets, noun.to_owned()) } else { (kept, format!("{adjective} {noun}")) }
}
