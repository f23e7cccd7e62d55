//! `shuffle "back-rank" by="start" { opposite "B"; anywhere "Q" "N"; in-order "R" "K" "R" }`: pieces that begin in an order which
//! an option says by its number.

use crate::locale::say;
use crate::options::GameOption;
use crate::pieces::Pieces;
use crate::prose::Prose;
use crate::region::Regions;
use crate::report::Diagnostics;
use crate::start::Start;
use crate::syntax::Node;
use crate::word::{Key, Kind, SOME, Word, word};
use spielraum_geometry::{Board, Cell, CellSet, Mirror};
use spielraum_spec::{ByColor, Color, PieceType, Setup};

/// The word.
pub(crate) const WORD: &str = "shuffle";

/// What its block may say.
pub(crate) const STEPS: &[Word] = &[
    word("opposite", (1, 2, Kind::Text)).key(Key::Many),
    word("anywhere", SOME).key(Key::Many),
    word("in-order", SOME).key(Key::Many),
];

/// How the start is shuffled.
#[derive(Clone, Debug)]
pub(crate) struct Shuffle {
    /// The option that says the number.
    option: String,
    least: u32,
    /// The region that is shuffled.
    region: ByColor<CellSet>,
    /// White's cells in order, Black's that go with them, and what stands there in some order.
    home: Vec<(Cell, Cell, PieceType)>,
    steps: Vec<(String, Vec<PieceType>)>,
    /// How many orders there are.
    orders: u64,
}

/// What a shuffle works with.
pub(crate) struct Table<'t> {
    pub regions: &'t Regions<'t>,
    pub pieces: &'t Pieces,
    pub mirror: Mirror,
    pub options: &'t [GameOption],
}

impl Shuffle {
    /// Puts the pieces of a region into the order that is chosen.
    pub fn make(node: &Node, start: &mut Start, table: &Table<'_>, diagnostics: &mut Diagnostics) -> Option<Self> {
        let board = table.regions.board();
        let region = table.regions.find(node.first()?, diagnostics)?;
        let by = node.prop("by");
        let option = by.and_then(|by| table.options.iter().find(|option| Some(option.name.as_str()) == by.text()));
        let Some((option, (least, most))) = option.and_then(|option| Some((option, option.range?))) else {
            let help = "as in `by=\"start\"` with `option \"start\" from=0 to=959 default=518`";
            let span = by.map_or(node.span, |value| value.span);
            diagnostics.add_with_help(span, "a shuffle needs an option whose choices are numbers", help);
            return None;
        };
        let number = u64::from(option.value.parse::<u32>().ok()?.saturating_sub(least));
        let mut home = Vec::new();
        for cell in region.white.iter() {
            let held = start.at(cell).and_then(|(owner, kind)| Some((owner.color()?, kind)));
            let Some((Color::White, kind)) = held else {
                let text = format!("no white piece stands on {} to be shuffled", board.name(cell));
                diagnostics.add_with_help(node.span, text, "the start has the pieces in one of their orders");
                return None;
            };
            let mirrored = table.mirror.cell(board, cell);
            let Some(black) = mirrored.filter(|&cell| start.at(cell) == Some((Color::Black.into(), kind))) else {
                let text = format!("Black has not the same as White has on {}", board.name(cell));
                diagnostics.add_with_help(node.span, text, "both sides are shuffled alike");
                return None;
            };
            home.push((cell, black, kind));
        }
        let mut shuffle = Self { option: option.name.clone(), least, region, home, steps: Vec::new(), orders: 1 };
        let mut order = shuffle.begin(number);
        for step in &node.children {
            let named = step.args.iter().filter_map(|value| Some((value.text()?, value.span)));
            let kinds: Vec<PieceType> =
                named.filter_map(|(word, span)| table.pieces.find(word, span, diagnostics)).collect();
            if let Err(fault) = order.step(board, &step.word, &kinds) {
                diagnostics.add(step.span, fault);
                return None;
            }
            shuffle.steps.push((step.word.clone(), kinds));
        }
        if let Some(kind) = order.left.first() {
            let text = format!("the shuffle does not say where `{}` goes", table.pieces.symbol(*kind));
            let help = "as in `anywhere \"Q\" \"N\"`, or `in-order \"R\" \"K\" \"R\"`";
            diagnostics.add_with_help(node.span, text, help);
            return None;
        }
        shuffle.orders = order.orders;
        let choices = u64::from(most - least) + 1;
        if choices != order.orders {
            let text = format!("there are {} orders, and `{}` has {choices}", order.orders, option.name);
            let last = u64::from(least) + order.orders - 1;
            diagnostics.add_with_help(node.span, text, format!("`from={least} to={last}`"));
            return None;
        }
        for (&(_, black, _), (white, kind)) in shuffle.home.iter().zip(shuffle.placed(board, number)?) {
            start.put(white, Color::White, kind);
            start.put(black, Color::Black, kind);
        }
        Some(shuffle)
    }

    fn begin(&self, number: u64) -> Order {
        let left = self.home.iter().map(|(.., kind)| *kind).collect();
        let free = self.home.iter().map(|(cell, ..)| *cell).collect();
        Order { left, free, number, orders: 1, placed: Vec::new() }
    }

    /// What stands on White's cells, in the order of the cells.
    fn placed(&self, board: &Board, number: u64) -> Option<Vec<(Cell, PieceType)>> {
        let mut order = self.begin(number);
        for (word, kinds) in &self.steps {
            order.step(board, word, kinds).ok()?;
        }
        let place = |cell: Cell| self.home.iter().position(|(white, ..)| *white == cell);
        order.placed.sort_by_key(|(cell, _)| place(*cell));
        Some(order.placed)
    }

    /// The option, and its value by which a position's pieces stand at the start as they do; of either side.
    pub fn value_for(&self, board: &Board, setup: &Setup) -> Option<(&str, String)> {
        let at = |cell: Cell, color: Color| {
            let placed = setup.placement.get(cell.index()).copied().flatten();
            placed.filter(|(owner, _)| *owner == color).map(|(_, kind)| kind)
        };
        let white: Option<Vec<PieceType>> = self.home.iter().map(|(cell, ..)| at(*cell, Color::White)).collect();
        let black = || self.home.iter().map(|(_, cell, _)| at(*cell, Color::Black)).collect();
        let wanted: Vec<PieceType> = white.or_else(black)?;
        let fits = |number: &u64| {
            let placed = self.placed(board, *number).unwrap_or_default();
            placed.into_iter().map(|(_, kind)| kind).eq(wanted.iter().copied())
        };
        let number = (0..self.orders).find(fits)?;
        Some((&self.option, (u64::from(self.least) + number).to_string()))
    }

    /// What it does, in words.
    pub fn sentence(&self, prose: Prose<'_>) -> String {
        let locale = prose.locale;
        let names = |kinds: &[PieceType]| {
            let names: Vec<String> = kinds.iter().map(|kind| prose.name(*kind)).collect();
            prose.and(&names)
        };
        let step = |(word, kinds): &(String, Vec<PieceType>)| {
            let names = names(kinds);
            match (word.as_str(), &kinds[..]) {
                ("opposite", [_]) => say!(
                    locale,
                    "one {names} on a dark cell and one on a light one",
                    "{names} je einmal auf einem dunklen und einem hellen Feld"
                ),
                ("opposite", _) => {
                    say!(locale, "{names} on cells of opposite shades", "{names} auf Feldern verschiedener Farbe")
                }
                ("anywhere", _) => say!(locale, "{names} on any of the others", "{names} auf beliebigen der übrigen"),
                _ => say!(locale, "{names} in this order on the rest", "{names} in dieser Reihenfolge auf dem Rest"),
            }
        };
        let steps = self.steps.iter().map(step).collect::<Vec<String>>().join(", ");
        let (region, orders) = (prose.zone(&self.region), self.orders);
        say!(
            locale,
            "The pieces on {region} begin in one of {orders} orders: {steps}. Black's stand as White's do.",
            "Die Figuren auf {region} stehen am Anfang in einer von {orders} Anordnungen: {steps}. Die andere Seite steht ebenso."
        )
    }
}

/// An order that is being made.
struct Order {
    /// What has no cell yet.
    left: Vec<PieceType>,
    /// The cells that are free, in order.
    free: Vec<Cell>,
    /// What has not been used yet of the number of the order.
    number: u64,
    /// How many orders there are by the steps so far.
    orders: u64,
    placed: Vec<(Cell, PieceType)>,
}

/// How many orders a shuffle may have.
const MOST_ORDERS: u64 = 1_000_000;

const TOO_MANY: &str = "the shuffle has more than a million orders";

impl Order {
    /// Makes a step of the block.
    fn step(&mut self, board: &Board, word: &str, kinds: &[PieceType]) -> Result<(), String> {
        match word {
            "opposite" => self.opposite(kinds, &|cell| board.shade(cell)),
            "anywhere" => kinds.iter().try_for_each(|&kind| self.anywhere(kind)),
            _ => self.in_order(kinds),
        }
    }

    /// One of this many choices.
    fn choose(&mut self, choices: u64) -> Result<u64, String> {
        if choices == 0 {
            return Err("the shuffle has no cell left for this".to_owned());
        }
        self.orders = self.orders.checked_mul(choices).filter(|orders| *orders <= MOST_ORDERS).ok_or(TOO_MANY)?;
        let chosen = self.number % choices;
        self.number /= choices;
        Ok(chosen)
    }

    /// A piece comes to a cell.
    fn put(&mut self, kind: PieceType, cell: Cell) -> Result<(), String> {
        let held = self.left.iter().position(|other| *other == kind).ok_or("the shuffle has no such piece left")?;
        self.left.remove(held);
        self.free.retain(|other| *other != cell);
        self.placed.push((cell, kind));
        Ok(())
    }

    /// Two pieces come to cells of different shades, of one type the light one first.
    fn opposite(&mut self, kinds: &[PieceType], shade: &dyn Fn(Cell) -> u8) -> Result<(), String> {
        if self.free.iter().any(|&cell| shade(cell) > 1) {
            return Err("`opposite` needs a board that has two shades".to_owned());
        }
        let (first, second) = match *kinds {
            [kind] => (kind, kind),
            [one, other] if self.choose(2)? == 0 => (one, other),
            [one, other] => (other, one),
            _ => return Ok(()),
        };
        for (kind, wanted) in [(first, 1), (second, 0)] {
            let cells: Vec<Cell> = self.free.iter().copied().filter(|&cell| shade(cell) == wanted).collect();
            let chosen = self.choose(cells.len() as u64)?;
            self.put(kind, cells[chosen as usize])?;
        }
        Ok(())
    }

    /// All pieces of a type come to any cells: of their combinations those with the first cells first.
    fn anywhere(&mut self, kind: PieceType) -> Result<(), String> {
        let mut pieces = self.left.iter().filter(|other| **other == kind).count() as u64;
        let cells = self.free.clone();
        let mut rank = self.choose(if pieces == 0 { 0 } else { combinations(cells.len() as u64, pieces)? })?;
        for (passed, &cell) in cells.iter().enumerate() {
            if pieces == 0 {
                break;
            }
            let with = combinations((cells.len() - passed - 1) as u64, pieces - 1)?;
            if rank < with {
                self.put(kind, cell)?;
                pieces -= 1;
            } else {
                rank -= with;
            }
        }
        Ok(())
    }

    /// Pieces come to the first cells that are free, one after the other.
    fn in_order(&mut self, kinds: &[PieceType]) -> Result<(), String> {
        for &kind in kinds {
            let cell = *self.free.first().ok_or("the shuffle has no cell left for this")?;
            self.put(kind, cell)?;
        }
        Ok(())
    }
}

/// In how many ways some of this many things can be chosen.
fn combinations(of: u64, chosen: u64) -> Result<u64, String> {
    let mut ways = 1u64;
    for taken in 0..chosen {
        ways = ways.checked_mul(of.saturating_sub(taken)).ok_or(TOO_MANY)? / (taken + 1);
    }
    Ok(ways)
}
