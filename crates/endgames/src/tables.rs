//! Tables in use.

use crate::build::{check_header, numbering, path_of};
use crate::code::Code;
use crate::digest::digest;
use crate::error::EndgameError;
use crate::evaluate::Solved;
use crate::exchange::{Exchange, served_by};
use crate::file::{BLOCK, TableFile};
use crate::index::Index;
use crate::judge::{setup, value_of};
use crate::kernel::{Cells, Kernel, Pieces};
use crate::material::{MAX_PIECES, Material};
use crate::placed::{Key, Order};
use crate::scope::{check_game, check_material, code};
use crate::statistics::{Statistics, Zugzwangs};
use crate::value::Value;
use spielraum_rules::{Color, Move, Position, Rules};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// How many blocks of a table are kept when it is asked for values.
const CACHED_BLOCKS: usize = 256;

/// The tables of a game in a folder.
pub struct Tables {
    rules: Rules,
    pub(crate) folder: PathBuf,
    /// The most pieces of a table, as far as is known.
    pub(crate) max_pieces: u32,
    digest: [u8; 32],
    order: Order,
    /// The tables that were asked for; `None` where there is none.
    open: RwLock<HashMap<Key, Option<Service>>>,
}

/// A move and what it is worth for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub made: Move,
    /// Its value; `None` where a table is missing.
    pub value: Option<Value>,
}

/// What has the values of a material: a table, and how colours are exchanged if it is the other side's.
#[derive(Clone)]
struct Service {
    table: Arc<OpenTable>,
    exchange: Option<Arc<Exchange>>,
}

impl Service {
    fn value(&self, cells: &Cells, side: Color) -> Result<Option<Value>, EndgameError> {
        match &self.exchange {
            None => self.table.value(cells, side),
            Some(exchange) => self.table.value(&exchange.placed(cells), !side),
        }
    }
}

/// A table that is asked for single values.
struct OpenTable {
    material: Material,
    kernel: Kernel,
    index: Index,
    code: Code,
    blocks: Mutex<Blocks>,
}

struct Blocks {
    file: TableFile,
    cached: Vec<Option<(usize, usize, Vec<u8>)>>,
}

impl OpenTable {
    fn value(&self, cells: &Cells, side: Color) -> Result<Option<Value>, EndgameError> {
        let Some(number) = self.index.number(cells) else { return Ok(None) };
        let (block, at) = (number as usize / BLOCK, number as usize % BLOCK);
        let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        let place = (2 * block + side as usize) % CACHED_BLOCKS;
        let hit = matches!(&blocks.cached[place], Some((of, cached, _)) if (*of, *cached) == (side as usize, block));
        if !hit {
            let values = blocks.file.block(side as usize, block)?;
            blocks.cached[place] = Some((side as usize, block, values));
        }
        Ok(blocks.cached[place].as_ref().and_then(|(_, _, values)| self.code.decode(values[at])))
    }
}

impl Tables {
    /// The tables of a game that are in a folder, now or later.
    pub fn new(rules: &Rules, folder: &Path) -> Result<Self, EndgameError> {
        check_game(rules)?;
        Ok(Self {
            rules: rules.clone(),
            folder: folder.to_owned(),
            max_pieces: MAX_PIECES as u32,
            digest: digest(rules),
            order: Order::new(rules.spec()),
            open: RwLock::default(),
        })
    }

    /// Whether the table of a material is there and sound as far as its header shows.
    pub fn has(&self, material: &Material) -> Result<bool, EndgameError> {
        Ok(self.table(self.order.key(material), || Some(material.clone()))?.is_some())
    }

    /// The table with a key, which is opened by its material when it is asked for first.
    fn table(&self, key: Key, material: impl FnOnce() -> Option<Material>) -> Result<Option<Service>, EndgameError> {
        if let Some(found) = self.open.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(found.clone());
        }
        let found = match material() {
            Some(material) => self.open_service(&material)?,
            None => None,
        };
        self.open.write().unwrap_or_else(PoisonError::into_inner).insert(key, found.clone());
        Ok(found)
    }

    fn open_service(&self, material: &Material) -> Result<Option<Service>, EndgameError> {
        let Some((other, exchange)) = served_by(&self.rules, material) else {
            return Ok(self.open_table(material)?.map(|table| Service { table: Arc::new(table), exchange: None }));
        };
        let served = self.table(self.order.key(&other), || Some(other.clone()))?;
        Ok(served.map(|served| Service { exchange: Some(Arc::new(exchange)), ..served }))
    }

    fn open_table(&self, material: &Material) -> Result<Option<OpenTable>, EndgameError> {
        let Some(file) = TableFile::open(&path_of(&self.folder, material), &self.digest)? else { return Ok(None) };
        let kernel = Kernel::new(&self.rules, material, &mut Pieces::new())?;
        let index = numbering(&self.rules, material, &kernel)?;
        let code = code(self.rules.spec());
        check_header(&file, material, &index, code)?;
        let blocks = Mutex::new(Blocks { file, cached: vec![None; CACHED_BLOCKS] });
        Ok(Some(OpenTable { material: material.clone(), kernel, index, code, blocks }))
    }

    /// What a position is worth for the side to move; `None` if no table has it: it is missing, or a castling right or
    /// more pieces than a table can have keep the position out of it.
    ///
    /// Repetition and the move count are not considered.
    pub fn probe(&self, position: &Position) -> Result<Option<Value>, EndgameError> {
        if let Some(outcome) = position.outcome_of_position() {
            return Ok(Some(value_of(outcome.winner, position.side_to_move())));
        }
        self.probe_unfinished(position)
    }

    /// What a position that is not over is worth for the side to move.
    pub(crate) fn probe_unfinished(&self, position: &Position) -> Result<Option<Value>, EndgameError> {
        let Some((key, cells)) = self.order.place(position) else { return Ok(None) };
        let Some(table) = self.table(key, || Material::of(position))? else { return Ok(None) };
        if position.has_castling_rights() {
            return Ok(None);
        }
        if position.has_en_passant() {
            // What a capture en passant adds is found one ply on.
            let values = self.moves(position)?;
            return Ok(values.into_iter().map(|known| known.value).reduce(|a, b| Some(a?.max(b?))).flatten());
        }
        table.value(&cells, position.side_to_move())
    }

    /// Every legal move of a position with its value, the best first.
    pub fn moves(&self, position: &Position) -> Result<Vec<MoveValue>, EndgameError> {
        self.moves_of(&mut position.clone())
    }

    fn moves_of(&self, position: &mut Position) -> Result<Vec<MoveValue>, EndgameError> {
        let mut found = Vec::new();
        for made in position.legal_moves() {
            position.make(made);
            let value = self.probe(position);
            position.unmake();
            found.push(MoveValue { made, value: value?.map(Value::before) });
        }
        found.sort_by_key(|known| std::cmp::Reverse(known.value));
        Ok(found)
    }

    /// The moves to the end of the game with best play of both, at most `most` of them.
    pub fn line(&self, position: &Position, most: usize) -> Result<Vec<Move>, EndgameError> {
        let mut position = position.clone();
        let mut line = Vec::new();
        while line.len() < most && position.outcome_of_position().is_none() {
            let best = self.moves_of(&mut position)?.first().copied();
            let Some(MoveValue { made, value: Some(Value::Win(_) | Value::Loss(_)) }) = best else { break };
            position.make(made);
            line.push(made);
        }
        Ok(line)
    }

    /// The same as texts.
    pub fn line_texts(&self, position: &Position, most: usize) -> Result<Vec<String>, EndgameError> {
        let line = self.line(position, most)?;
        let mut position = position.clone();
        let texts = line.into_iter().map(|made| {
            let text = position.move_text(made);
            position.make(made);
            text
        });
        Ok(texts.collect())
    }

    /// The whole table that serves a material.
    fn whole(&self, material: &Material) -> Result<(Solved, Option<Exchange>), EndgameError> {
        check_material(&self.rules, material)?;
        let (material, exchange) = match served_by(&self.rules, material) {
            None => (material.clone(), None),
            Some((other, exchange)) => (other, Some(exchange)),
        };
        Ok((self.whole_table(&material)?, exchange))
    }

    fn whole_table(&self, material: &Material) -> Result<Solved, EndgameError> {
        let path = path_of(&self.folder, material);
        let Some(table) = self.open_table(material)? else { return Err(EndgameError::Missing(path)) };
        let values = table.blocks.into_inner().unwrap_or_else(PoisonError::into_inner).file.values()?;
        Ok(Solved { material: table.material, kernel: table.kernel, index: table.index, code: table.code, values })
    }

    /// How the positions of a material end. Reads the whole table.
    pub fn statistics(&self, material: &Material) -> Result<Statistics, EndgameError> {
        let (table, exchange) = self.whole(material)?;
        let Statistics { white_to_move, black_to_move } = table.statistics();
        Ok(match exchange {
            None => Statistics { white_to_move, black_to_move },
            Some(_) => Statistics { white_to_move: black_to_move, black_to_move: white_to_move },
        })
    }

    /// Positions in which the side to move needs longest to win, or with `lost` can hold out longest: at most `most` of
    /// them, one for each orbit, and their value.
    pub fn longest(
        &self,
        material: &Material,
        side: Color,
        lost: bool,
        most: usize,
    ) -> Result<Option<(Value, Vec<Position>)>, EndgameError> {
        let (table, exchange) = self.whole(material)?;
        let side = if exchange.is_some() { !side } else { side };
        let statistics = table.statistics();
        let of_side = if side == Color::White { statistics.white_to_move } else { statistics.black_to_move };
        let longest = match lost {
            false => of_side.longest_win.map(Value::Win),
            true => of_side.longest_loss.map(Value::Loss),
        };
        let Some(value) = longest else { return Ok(None) };
        let numbers = table.having(side, value, most).into_iter();
        let positions = numbers.filter_map(|number| self.position(&table, exchange.as_ref(), number, side));
        Ok(Some((value, positions.collect())))
    }

    /// Counts the mutual zugzwangs of a material and gives the first `most` of them, one for each orbit, White to move.
    pub fn zugzwangs(&self, material: &Material, most: usize) -> Result<(Zugzwangs, Vec<Position>), EndgameError> {
        let (table, exchange) = self.whole(material)?;
        let mut found = table.zugzwangs(most);
        let side = if exchange.is_some() { Color::Black } else { Color::White };
        let positions = found.examples.iter();
        let positions =
            positions.filter_map(|&number| self.position(&table, exchange.as_ref(), number, side)).collect();
        if exchange.is_some() {
            std::mem::swap(&mut found.white_wins_else, &mut found.black_wins_else);
        }
        Ok((found, positions))
    }

    /// Checks every position of a table by the rules' own legal moves, one of each orbit: its value must follow from those of
    /// the positions after each move, and what has none must be no legal position. Gives how many were checked, and the
    /// FEN of the first that is wrong.
    ///
    /// A win one ply longer than the shortest loss it leads to, a loss one ply longer than the longest win, a draw that
    /// leads to no loss but to a draw: a table of which all this is true is right.
    pub fn verify(&self, material: &Material) -> Result<(u64, Option<String>), EndgameError> {
        let (table, _) = self.whole(material)?;
        let mut checked = 0;
        for side in Color::BOTH {
            for number in 0..table.index.size() {
                let Some(cells) = table.index.placement(number) else { continue };
                let value = table.code.decode(table.byte(number, side));
                let stands_for_its_orbit = table.index.orbit(number, &cells).is_some();
                let setup = setup(&self.rules, &table.kernel, &cells, side);
                let right = match (Position::new(&self.rules, setup.clone()), value) {
                    (Ok(mut position), Some(value)) => {
                        checked += 1;
                        stands_for_its_orbit && self.follows(&mut position, value)?
                    }
                    (Ok(_), None) => !stands_for_its_orbit,
                    (Err(_), value) => value.is_none(),
                };
                if !right {
                    return Ok((checked, Some(setup.fen(self.rules.spec()))));
                }
            }
        }
        Ok((checked, None))
    }

    /// Whether a value is what the end of the game or the moves of a position say.
    fn follows(&self, position: &mut Position, value: Value) -> Result<bool, EndgameError> {
        if let Some(outcome) = position.outcome_of_position() {
            return Ok(value == value_of(outcome.winner, position.side_to_move()));
        }
        let moves = self.moves_of(position)?;
        Ok(moves.iter().all(|known| known.value.is_some())
            && moves.iter().filter_map(|known| known.value).max() == Some(value))
    }

    /// The position with a number, its colours exchanged where the table is the other side's.
    fn position(&self, table: &Solved, exchange: Option<&Exchange>, number: u64, side: Color) -> Option<Position> {
        let cells = table.index.placement(number)?;
        let setup = setup(&self.rules, &table.kernel, &cells, side);
        let setup = match exchange {
            None => setup,
            Some(exchange) => exchange.back(setup),
        };
        Position::new(&self.rules, setup).ok()
    }
}
