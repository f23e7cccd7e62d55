//! Shards: files of packed positions, game by game.

use crate::LearnError;
use serde::{Deserialize, Serialize};
use spielraum_nnue::digest;
use spielraum_rules::Rules;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"SPLGAMES";

const FORMAT: u32 = 1;

/// The longest header, in bytes.
const MAX_HEADER: u32 = 1 << 16;

/// The most bytes that a game's positions take, compressed or not.
const MAX_BLOCK: u32 = 1 << 24;

const LEVEL: i32 = 9;

/// How the games of a shard were played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardHeader {
    /// The game's id.
    pub game: String,
    /// How many positions were looked at for each move.
    pub nodes: u64,
    /// With how many random plies games open, or with one more.
    pub openings: usize,
    /// A game of so many plies is a draw.
    pub longest: usize,
    /// On what the random moves depend.
    pub seed: u64,
    /// The checksum of the network that played; none: the hand-written terms.
    pub network: Option<u32>,
}

/// A shard that is open, to be read and added to. A game is in it whole or not at all.
#[derive(Debug)]
pub struct Shard {
    path: PathBuf,
    file: File,
    header: ShardHeader,
    games: BTreeSet<u64>,
    positions: u64,
}

/// A game of a shard.
struct Block {
    number: u64,
    positions: u32,
    packed: Vec<u8>,
}

/// What comes next in a shard.
enum Next {
    Block(Block),
    End,
    /// The file ends within a game.
    CutOff,
}

impl Shard {
    /// Opens a shard, or begins one, to which games of these settings are added. What a program that was ended left of a
    /// game is cut off.
    pub fn create(path: &Path, rules: &Rules, header: ShardHeader) -> Result<Self, LearnError> {
        let failed = LearnError::file(path);
        if !path.exists() {
            crate::write_whole(path, &head(rules, &header))?;
        }
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(&failed)?;
        let mut reader = Reading::new(path, &file, rules)?;
        if reader.header != header {
            let why = "has games of other settings; give it another name, or the same settings";
            return Err(LearnError::damaged(path, why));
        }
        let (mut games, mut positions, mut whole) = (BTreeSet::new(), 0, reader.offset);
        while let Next::Block(block) = reader.next()? {
            games.insert(block.number);
            positions += u64::from(block.positions);
            whole = reader.offset;
        }
        file.set_len(whole).map_err(&failed)?;
        file.seek(SeekFrom::End(0)).map_err(&failed)?;
        Ok(Self { path: path.to_owned(), file, header, games, positions })
    }

    /// How its games were played.
    pub fn header(&self) -> &ShardHeader {
        &self.header
    }

    /// The numbers of its games.
    pub fn games(&self) -> &BTreeSet<u64> {
        &self.games
    }

    /// How many positions they have.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Adds a game: so many positions, packed one after the other.
    pub fn add(&mut self, number: u64, positions: u32, packed: &[u8]) -> Result<(), LearnError> {
        let failed = LearnError::file(&self.path);
        let compressed = zstd::bulk::compress(packed, LEVEL).map_err(&failed)?;
        let mut block = Vec::with_capacity(compressed.len() + 24);
        block.extend(number.to_le_bytes());
        for field in [positions, packed.len() as u32, compressed.len() as u32] {
            block.extend(field.to_le_bytes());
        }
        block.extend(compressed);
        block.extend(crc32fast::hash(&block).to_le_bytes());
        self.file.write_all(&block).map_err(&failed)?;
        self.games.insert(number);
        self.positions += u64::from(positions);
        Ok(())
    }

    /// Reads a shard; tells the number of each game and its packed positions.
    pub fn read(path: &Path, rules: &Rules, mut tell: impl FnMut(u64, &[u8])) -> Result<ShardHeader, LearnError> {
        let file = File::open(path).map_err(LearnError::file(path))?;
        let mut reader = Reading::new(path, &file, rules)?;
        loop {
            match reader.next()? {
                Next::Block(block) => tell(block.number, &block.packed),
                Next::End => return Ok(reader.header),
                Next::CutOff => {
                    return Err(LearnError::damaged(path, "ends within a game; `spielraum learn data` mends it"));
                }
            }
        }
    }
}

/// The beginning of a shard.
fn head(rules: &Rules, header: &ShardHeader) -> Vec<u8> {
    let text = serde_json::to_vec(header).unwrap_or_default();
    let mut bytes = Vec::new();
    bytes.extend(MAGIC);
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend(digest(rules));
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Reads a shard, whatever the file may be.
struct Reading<'a> {
    path: &'a Path,
    file: BufReader<&'a File>,
    header: ShardHeader,
    /// How many bytes have been read.
    offset: u64,
}

impl<'a> Reading<'a> {
    fn new(path: &'a Path, file: &'a File, rules: &Rules) -> Result<Self, LearnError> {
        let damaged = |why| LearnError::damaged(path, why);
        let mut file = BufReader::new(file);
        let mut bytes = vec![0; MAGIC.len() + 4 + 32 + 4];
        let read = file.read_exact(&mut bytes);
        if read.is_err() || !bytes.starts_with(MAGIC) {
            return Err(damaged("is no shard of games; `spielraum learn data` makes them"));
        }
        if bytes[8..12] != FORMAT.to_le_bytes() {
            return Err(damaged("is a shard of another version of the program"));
        }
        if bytes[12..44] != digest(rules) {
            return Err(damaged("has games by other rules"));
        }
        let length = u32::from_le_bytes([bytes[44], bytes[45], bytes[46], bytes[47]]);
        if length > MAX_HEADER {
            return Err(damaged("has a faulty header"));
        }
        let begin = bytes.len();
        bytes.resize(begin + length as usize + 4, 0);
        file.read_exact(&mut bytes[begin..]).map_err(|_| damaged("ends within its header"))?;
        let offset = bytes.len() as u64;
        let header = unsealed(&bytes).and_then(|content| serde_json::from_slice(content.get(begin..)?).ok());
        let header = header.ok_or_else(|| damaged("has a faulty header"))?;
        Ok(Self { path, file, header, offset })
    }

    fn next(&mut self) -> Result<Next, LearnError> {
        let mut bytes = vec![0; 20];
        let found = self.fill(&mut bytes)?;
        if found < bytes.len() {
            return Ok(if found == 0 { Next::End } else { Next::CutOff });
        }
        let number = u64::from_le_bytes(std::array::from_fn(|at| bytes[at]));
        let field = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        let [positions, length, compressed] = [8, 12, 16].map(field);
        let path = self.path;
        let damaged = || LearnError::damaged(path, "has a damaged game; delete it and play its games again");
        if length > MAX_BLOCK || compressed > MAX_BLOCK {
            return Err(damaged());
        }
        bytes.resize(20 + compressed as usize + 4, 0);
        if self.fill(&mut bytes[20..])? < compressed as usize + 4 {
            return Ok(Next::CutOff);
        }
        let content = unsealed(&bytes).ok_or_else(damaged)?;
        let packed = zstd::bulk::decompress(&content[20..], length as usize).map_err(|_| damaged())?;
        self.offset += bytes.len() as u64;
        Ok(Next::Block(Block { number, positions, packed }))
    }

    /// Reads as many bytes as there are room for and left.
    fn fill(&mut self, room: &mut [u8]) -> Result<usize, LearnError> {
        let mut found = 0;
        while found < room.len() {
            match self.file.read(&mut room[found..]).map_err(LearnError::file(self.path))? {
                0 => break,
                more => found += more,
            }
        }
        Ok(found)
    }
}

/// The content of bytes that end with their checksum, if it is right.
fn unsealed(bytes: &[u8]) -> Option<&[u8]> {
    let (content, checksum) = bytes.split_last_chunk::<4>()?;
    (crc32fast::hash(content) == u32::from_le_bytes(*checksum)).then_some(content)
}
